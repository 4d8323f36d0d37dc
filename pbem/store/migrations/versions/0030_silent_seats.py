"""an index by which the silent are found, without going through all running games

Revision ID: 0030
Revises: 0029
"""

from alembic import op

revision = "0030"
down_revision = "0029"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index("ix_seat_misses", "seat", ["misses"])


def downgrade() -> None:
    op.drop_index("ix_seat_misses", "seat")
