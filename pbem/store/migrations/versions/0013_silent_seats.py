"""seats that robots play, and what is said about silent ones

Revision ID: 0013
Revises: 0012
"""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("seat", sa.Column("robot", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.add_column("seat", sa.Column("wishes", sa.Text(), nullable=True))


def downgrade() -> None:
    op.drop_column("seat", "wishes")
    op.drop_column("seat", "robot")
