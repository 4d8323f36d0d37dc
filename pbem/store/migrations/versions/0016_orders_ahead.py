"""orders that are kept for the next question of their seat; open seats, who is told of them, and delegates

Revision ID: 0016
Revises: 0015
"""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "ahead",
        sa.Column("seat_id", sa.Integer(), nullable=False),
        sa.Column("inbox_id", sa.Integer(), nullable=False),
        sa.Column("plan", sa.Text(), nullable=False),
        sa.Column("after_step", sa.Integer(), nullable=True),
        sa.Column("kept_at", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(["inbox_id"], ["inbox.id"], name="fk_ahead_inbox_id_inbox"),
        sa.ForeignKeyConstraint(["seat_id"], ["seat.id"], name="fk_ahead_seat_id_seat"),
        sa.PrimaryKeyConstraint("seat_id", name="pk_ahead"),
    )
    op.add_column("seat", sa.Column("open_since", MOMENT))
    op.create_index("ix_seat_open_since", "seat", ["open_since"])
    op.add_column("player", sa.Column("substitute_since", MOMENT))
    op.create_index("ix_player_substitute_since", "player", ["substitute_since"])
    op.create_table(
        "delegation",
        sa.Column("seat_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("until", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(["seat_id"], ["seat.id"], name="fk_delegation_seat_id_seat"),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name="fk_delegation_player_id_player"),
        sa.PrimaryKeyConstraint("seat_id", name="pk_delegation"),
    )
    op.create_index("ix_delegation_player_id", "delegation", ["player_id"])


def downgrade() -> None:
    op.drop_table("delegation")
    op.drop_index("ix_player_substitute_since", "player")
    op.drop_column("player", "substitute_since")
    op.drop_index("ix_seat_open_since", "seat")
    op.drop_column("seat", "open_since")
    op.drop_table("ahead")
