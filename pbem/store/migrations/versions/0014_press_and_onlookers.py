"""words between players and who has muted whom; onlookers, and which turns are shown to them

Revision ID: 0014
Revises: 0013
"""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)


def _player(name: str = "player_id") -> sa.Column[int]:
    return sa.Column(name, sa.Integer(), sa.ForeignKey("player.id"), nullable=False)


def _game() -> sa.Column[int]:
    return sa.Column("game_id", sa.Integer(), sa.ForeignKey("game.id"), nullable=False)


def upgrade() -> None:
    op.add_column("game", sa.Column("press", sa.Text(), nullable=False, server_default="signed"))
    op.add_column("game", sa.Column("press_to", sa.Text(), nullable=False, server_default="one"))
    # Nobody who sat down before this has agreed to be watched.
    op.add_column("game", sa.Column("watch", sa.Text(), nullable=False, server_default="off"))
    op.add_column("turn", sa.Column("shown", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("turn", sa.Column("recorded", sa.Integer(), nullable=False, server_default="0"))
    op.create_table(
        "press",
        sa.Column("id", sa.Integer(), primary_key=True),
        _game(),
        sa.Column("seat", sa.Text(), nullable=False),
        _player(),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("addressed", sa.Text(), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("said_at", MOMENT, nullable=False),
        sa.Column("noted", sa.Boolean(), nullable=False, server_default=sa.false()),
    )
    op.create_index("ix_press_game_noted", "press", ["game_id", "noted"])
    op.create_index("ix_press_player_id", "press", ["player_id"])
    op.create_table(
        "press_copy",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("press_id", sa.Integer(), sa.ForeignKey("press.id"), nullable=False),
        _game(),
        sa.Column("seat", sa.Text(), nullable=False),
        _player(),
        sa.Column("quoted_in", sa.Text()),
    )
    op.create_index("ix_press_copy_press_id", "press_copy", ["press_id"])
    op.create_index("ix_press_copy_game_seat", "press_copy", ["game_id", "seat"])
    op.create_index("ix_press_copy_player_id", "press_copy", ["player_id"])
    op.create_table(
        "mute",
        sa.Column("id", sa.Integer(), primary_key=True),
        _game(),
        _player(),
        sa.Column("seat", sa.Text(), nullable=False),
    )
    op.create_index("ix_mute_game_id", "mute", ["game_id"])
    op.create_index("ix_mute_player_id", "mute", ["player_id"])
    op.create_table(
        "onlooker",
        sa.Column("id", sa.Integer(), primary_key=True),
        _game(),
        _player(),
        sa.Column("since", MOMENT, nullable=False),
        sa.Column("seen", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("behind", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("first_message_id", sa.Text()),
        sa.Column("last_message_id", sa.Text()),
        sa.UniqueConstraint("game_id", "player_id"),
    )
    op.create_index("ix_onlooker_player_id", "onlooker", ["player_id"])
    op.create_index("ix_onlooker_behind", "onlooker", ["behind", "game_id"])


def downgrade() -> None:
    for table in ("onlooker", "mute", "press_copy", "press"):
        op.drop_table(table)
    for table, columns in (("turn", ("recorded", "shown")), ("game", ("watch", "press_to", "press"))):
        for column in columns:
            op.drop_column(table, column)
