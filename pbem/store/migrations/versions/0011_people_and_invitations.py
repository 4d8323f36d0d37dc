"""further addresses of players, who opened a game, who is invited to it, who is meant in its record; questions

Revision ID: 0011
Revises: 0010
"""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)
# Who opened a game of the release before is not known; whoever sits there first may call it off.
OPENED_BY = """
UPDATE game SET opened_by = (
    SELECT player_id FROM seat WHERE seat.game_id = game.id AND player_id IS NOT NULL ORDER BY place LIMIT 1
) WHERE state = 'forming'
"""


def upgrade() -> None:
    op.add_column("player", sa.Column("forget_at", MOMENT))
    for name in ("opened_by", "rematch_of"):
        op.add_column("game", sa.Column(name, sa.Integer()))
    op.add_column("game", sa.Column("private", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.execute(OPENED_BY)
    op.create_index("ix_player_forget_at", "player", ["forget_at"])
    op.create_index("ix_game_state_created_at", "game", ["state", "created_at"])
    op.create_table(
        "player_address",
        sa.Column("address", sa.Text(), primary_key=True),
        sa.Column("player_id", sa.Integer(), sa.ForeignKey("player.id"), nullable=False),
        sa.Column("confirmed_at", MOMENT, nullable=False),
    )
    op.create_index("ix_player_address_player_id", "player_address", ["player_id"])
    op.create_table(
        "question",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("player_id", sa.Integer(), sa.ForeignKey("player.id"), nullable=False),
        sa.Column("about", sa.Text(), nullable=False),
        sa.Column("waits_for", sa.Text(), nullable=False),
        sa.Column("asked_at", MOMENT, nullable=False),
    )
    op.create_index("ix_question_player_id", "question", ["player_id"])
    op.create_table(
        "invitation",
        sa.Column("game_id", sa.Integer(), sa.ForeignKey("game.id"), primary_key=True),
        sa.Column("address", sa.Text(), primary_key=True),
        sa.Column("player_id", sa.Integer(), sa.ForeignKey("player.id"), nullable=False),
        sa.Column("seat", sa.Text()),
        sa.Column("invited_at", MOMENT, nullable=False),
    )
    op.create_index("ix_invitation_address", "invitation", ["address"])
    op.create_index("ix_invitation_player_id", "invitation", ["player_id"])

    op.create_table(
        "participant",
        sa.Column("game_id", sa.Integer(), sa.ForeignKey("game.id"), primary_key=True),
        sa.Column("drawn", sa.Text(), primary_key=True),
        sa.Column("player_id", sa.Integer(), sa.ForeignKey("player.id")),
    )
    op.create_index("ix_participant_player_id", "participant", ["player_id"])


def downgrade() -> None:
    for table in ("participant", "invitation", "question", "player_address"):
        op.drop_table(table)
    op.drop_index("ix_game_state_created_at", "game")
    op.drop_index("ix_player_forget_at", "player")
    for name in ("private", "rematch_of", "opened_by"):
        op.drop_column("game", name)
    op.drop_column("player", "forget_at")
