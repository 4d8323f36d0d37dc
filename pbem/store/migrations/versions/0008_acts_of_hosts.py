"""what a host did to a game: stopped it, set its position

Revision ID: 0008
Revises: 0007
"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("game", sa.Column("stopped", sa.Text(), nullable=True))
    op.add_column("game", sa.Column("set_by_host", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("game", sa.Column("veiled", sa.Boolean(), nullable=False, server_default=sa.false()))


def downgrade() -> None:
    for column in ("veiled", "set_by_host", "stopped"):
        op.drop_column("game", column)
