"""indexes by which what is unsent to an address, and what was sent to it lately, is found without going through all
that ever was

Revision ID: 0031
Revises: 0030
"""

from alembic import op

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index("ix_outbox_to_address_state", "outbox", ["to_address", "state"])
    op.create_index("ix_outbox_to_address_created_at", "outbox", ["to_address", "created_at"])


def downgrade() -> None:
    op.drop_index("ix_outbox_to_address_created_at", "outbox")
    op.drop_index("ix_outbox_to_address_state", "outbox")
