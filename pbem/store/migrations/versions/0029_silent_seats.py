"""an index by which the silent are found, without going through all running games

Revision ID: 0029
Revises: 0028
"""

from alembic import op

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index("ix_seat_misses", "seat", ["misses"])


def downgrade() -> None:
    op.drop_index("ix_seat_misses", "seat")
