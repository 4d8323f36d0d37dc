"""how far mailboxes have been read, and mails of which the head alone is kept

Revision ID: 0022
Revises: 0021
"""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("inbox", sa.Column("cut_from", sa.BigInteger()))
    op.create_table(
        "mail_folder",
        sa.Column("account", sa.Text(), nullable=False),
        sa.Column("uid_validity", sa.BigInteger(), nullable=False),
        sa.Column("last_uid", sa.BigInteger(), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("account", name="pk_mail_folder"),
    )


def downgrade() -> None:
    op.drop_table("mail_folder")
    op.drop_column("inbox", "cut_from")
