"""orders as read, beside the lines they were read in

Revision ID: 0004
Revises: 0003
"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # Nothing is read here: a migration must do the same in every release. What waits already is read when it is played.
    op.add_column("order_set", sa.Column("orders", sa.Text(), nullable=True))


def downgrade() -> None:
    op.drop_column("order_set", "orders")
