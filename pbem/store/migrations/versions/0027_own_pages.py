"""devices on which a player has opened his own pages by the link in a mail, and the codes that make them known

Revision ID: 0027
Revises: 0026
"""

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "device",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("player_id", sa.Integer(), sa.ForeignKey("player.id"), nullable=False),
        sa.Column("secret", sa.Text(), nullable=False, unique=True),
        sa.Column("seats", sa.Text(), nullable=False),
        sa.Column("begun_at", MOMENT, nullable=False),
        sa.Column("until", MOMENT, nullable=False),
        sa.Column("known_for", sa.Text()),
        sa.Column("code", sa.Text()),
        sa.Column("code_until", MOMENT),
        sa.Column("tries", sa.Integer(), nullable=False, server_default="0"),
    )
    op.create_index("ix_device_player_id", "device", ["player_id"])
    op.create_index("ix_device_until", "device", ["until"])


def downgrade() -> None:
    op.drop_table("device")
