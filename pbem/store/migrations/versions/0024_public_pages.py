"""players who are named on no page; when games ended, and which of their turns onlookers were told of

Revision ID: 0024
Revises: 0023
"""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("player", sa.Column("hidden", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("game", sa.Column("over_at", sa.DateTime(timezone=True)))
    op.add_column("packed_record", sa.Column("told", sa.Text()))
    game = sa.table("game", sa.column("id"), sa.column("state"), sa.column("over_at"))
    turn = sa.table("turn", sa.column("game_id"), sa.column("asked_at"))
    last = sa.select(sa.func.max(turn.c.asked_at)).where(turn.c.game_id == game.c.id).scalar_subquery()
    op.execute(game.update().where(game.c.state == "over").values(over_at=last))
    op.create_index("ix_game_state_over_at", "game", ["state", "over_at"])


def downgrade() -> None:
    op.drop_index("ix_game_state_over_at", "game")
    op.drop_column("packed_record", "told")
    op.drop_column("game", "over_at")
    op.drop_column("player", "hidden")
