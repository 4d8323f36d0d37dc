"""pictures drawn when a mail is delivered, and who wants none

Revision ID: 0005
Revises: 0004
"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # Mails that wait already are whole, and are sent as they are.
    op.add_column("outbox", sa.Column("pictures", sa.Text(), nullable=True))
    op.add_column("player", sa.Column("pictures", sa.Boolean(), nullable=False, server_default=sa.true()))


def downgrade() -> None:
    op.drop_column("player", "pictures")
    op.drop_column("outbox", "pictures")
