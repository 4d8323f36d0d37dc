"""what a mail said that brought nothing about, by which a machine that answers every mail is known

Revision ID: 0017
Revises: 0016
"""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("inbox", sa.Column("echo", sa.Text()))


def downgrade() -> None:
    op.drop_column("inbox", "echo")
