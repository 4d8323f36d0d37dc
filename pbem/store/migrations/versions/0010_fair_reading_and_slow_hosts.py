"""whose mail is read next, and mail servers that are slow to answer

Revision ID: 0010
Revises: 0009
"""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # Mail that waits already has the first place, and is read in the order in which it came.
    op.add_column("inbox", sa.Column("writer", sa.Text(), nullable=True))
    op.add_column("inbox", sa.Column("place", sa.Integer(), nullable=False, server_default=sa.text("0")))
    op.create_index("ix_inbox_place", "inbox", ["state", "place", "id"])
    op.create_index("ix_inbox_writer", "inbox", ["state", "writer", "place"])
    op.create_table(
        "slow_host",
        sa.Column("host", sa.Text(), nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("host", name="pk_slow_host"),
    )


def downgrade() -> None:
    op.drop_table("slow_host")
    op.drop_index("ix_inbox_writer", "inbox")
    op.drop_index("ix_inbox_place", "inbox")
    op.drop_column("inbox", "place")
    op.drop_column("inbox", "writer")
