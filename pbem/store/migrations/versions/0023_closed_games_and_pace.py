"""games whose seats are for those alone whom whoever opened them has seated, and rounds whose pace was looked at

Revision ID: 0023
Revises: 0022
"""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("game", sa.Column("closed", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("event_round", sa.Column("paced_at", sa.DateTime(timezone=True)))
    game, sitting = sa.table("game", sa.column("id"), sa.column("closed")), sa.table("sitting", sa.column("game_id"))
    op.execute(game.update().where(game.c.id.in_(sa.select(sitting.c.game_id))).values(closed=sa.true()))


def downgrade() -> None:
    op.drop_column("event_round", "paced_at")
    op.drop_column("game", "closed")
