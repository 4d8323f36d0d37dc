"""indexes for what the schedule and the sweep look for, which were found by reading whole tables

Revision ID: 0028
Revises: 0027
"""

from alembic import op

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None

INDEXES = {"ahead": "inbox_id", "delegation": "until", "replied": "day", "seen_token": "noted_at"}


def upgrade() -> None:
    for table, column in INDEXES.items():
        op.create_index(f"ix_{table}_{column}", table, [column])


def downgrade() -> None:
    for table, column in INDEXES.items():
        op.drop_index(f"ix_{table}_{column}", table)
