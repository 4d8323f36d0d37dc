"""where the latest report began

Revision ID: 0002
Revises: 0001
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # A report that is asked for again in a game that is under way then tells all that happened; the next one is right.
    with op.batch_alter_table("seat", schema=None) as batch_op:
        batch_op.add_column(sa.Column("reported_before", sa.Integer(), nullable=False, server_default="0"))


def downgrade() -> None:
    with op.batch_alter_table("seat", schema=None) as batch_op:
        batch_op.drop_column("reported_before")
