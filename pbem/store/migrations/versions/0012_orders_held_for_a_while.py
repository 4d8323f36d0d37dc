"""when orders are carried out that a game holds for a while

Revision ID: 0012
Revises: 0011
"""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("turn", sa.Column("carry_at", sa.DateTime(timezone=True), nullable=True))
    op.create_index("ix_turn_carry_at", "turn", ["carry_at"])


def downgrade() -> None:
    op.drop_index("ix_turn_carry_at", "turn")
    op.drop_column("turn", "carry_at")
