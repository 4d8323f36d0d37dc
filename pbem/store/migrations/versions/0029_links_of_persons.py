"""since when links to a player's own pages hold that belong to no game

Revision ID: 0029
Revises: 0028
"""

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("player", sa.Column("links_since", sa.DateTime(timezone=True)))


def downgrade() -> None:
    op.drop_column("player", "links_since")
