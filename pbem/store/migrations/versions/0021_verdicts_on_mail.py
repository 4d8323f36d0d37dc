"""whether the From of a mail is true, what was said in it, how many were too large, where mail does not go

Revision ID: 0021
Revises: 0018
"""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("inbox", sa.Column("said", sa.Text()))
    op.add_column("inbox", sa.Column("verdict", sa.Text(), server_default="none", nullable=False))
    # Mail that came before was checked by nobody.
    reason = sa.Column("verdict_reason", sa.Text(), server_default="nobody has checked it", nullable=False)
    op.add_column("inbox", reason)
    op.add_column("inbox", sa.Column("judge", sa.Text(), server_default="", nullable=False))
    op.create_table(
        "too_large",
        sa.Column("door", sa.Text(), nullable=False),
        sa.Column("day", sa.Text(), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("door", "day", name="pk_too_large"),
    )
    op.create_table(
        "trouble",
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("counted_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("stopped_at", sa.DateTime(timezone=True)),
        sa.Column("probed_at", sa.DateTime(timezone=True)),
        sa.Column("why", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("address", name="pk_trouble"),
    )


def downgrade() -> None:
    op.drop_table("trouble")
    op.drop_table("too_large")
    op.drop_column("inbox", "judge")
    op.drop_column("inbox", "verdict_reason")
    op.drop_column("inbox", "verdict")
    op.drop_column("inbox", "said")
