"""seats that robots play from the beginning, and turns that wait for a robot to think

Revision ID: 0018
Revises: 0017
"""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("seat", sa.Column("level", sa.Text()))
    op.add_column("turn", sa.Column("thinking", sa.Boolean(), server_default=sa.false(), nullable=False))


def downgrade() -> None:
    op.drop_column("turn", "thinking")
    op.drop_column("seat", "level")
