"""events: who entered, their rounds, encounters and games, and their records

Revision ID: 0019
Revises: 0018
"""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "event",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("name", sa.Text(), nullable=False, unique=True),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("announcement", sa.Text(), nullable=False),
        sa.Column("seed", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("director_id", sa.Integer(), sa.ForeignKey("player.id")),
        sa.Column("second_id", sa.Integer(), sa.ForeignKey("player.id")),
        sa.Column("stem", sa.Text(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("starts_at", MOMENT),
        sa.Column("look_at", MOMENT),
        sa.Column("epoch", sa.Integer(), nullable=False, server_default="0"),
    )
    op.create_index("ix_event_state_look_at", "event", ["state", "look_at"])
    op.create_index("ix_event_director_id", "event", ["director_id"])
    op.create_index("ix_event_second_id", "event", ["second_id"])
    op.create_table(
        "entrant",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("event_id", sa.Integer(), sa.ForeignKey("event.id"), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), sa.ForeignKey("player.id")),
        sa.Column("level", sa.Text()),
        sa.Column("drawn", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("entered_at", MOMENT, nullable=False),
        sa.Column("asked_at", MOMENT),
        sa.Column("here_at", MOMENT),
        sa.UniqueConstraint("event_id", "number"),
        sa.UniqueConstraint("event_id", "player_id"),
    )
    op.create_index("ix_entrant_player_id", "entrant", ["player_id"])
    op.create_table(
        "event_round",
        sa.Column("event_id", sa.Integer(), sa.ForeignKey("event.id"), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("opened_at", MOMENT, nullable=False),
        sa.Column("ends_at", MOMENT),
        sa.Column("asked_at", MOMENT),
        sa.Column("decides_at", MOMENT),
    )
    op.create_table(
        "sitting",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("event_id", sa.Integer(), sa.ForeignKey("event.id"), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("game_id", sa.Integer(), sa.ForeignKey("game.id"), nullable=False, unique=True),
        sa.Column("seats", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("agreed", sa.Text()),
        sa.Column("odds", sa.Text()),
        sa.Column("weighing", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("decided_at", MOMENT),
        sa.UniqueConstraint("event_id", "name"),
    )
    op.create_index("ix_sitting_state_game", "sitting", ["state", "game_id"])
    op.create_index("ix_sitting_weighing", "sitting", ["weighing"])
    op.create_table(
        "overstep",
        sa.Column("game_id", sa.Integer(), sa.ForeignKey("game.id"), primary_key=True),
        sa.Column("player_id", sa.Integer(), sa.ForeignKey("player.id"), primary_key=True),
        sa.Column("at", MOMENT, nullable=False),
    )
    op.create_index("ix_overstep_player_id", "overstep", ["player_id"])
    op.create_table(
        "sealed_bid",
        sa.Column("event_id", sa.Integer(), sa.ForeignKey("event.id"), primary_key=True),
        sa.Column("sitting", sa.Text(), primary_key=True),
        sa.Column("entrant", sa.Text(), primary_key=True),
        sa.Column("bid", sa.Text(), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
    )
    op.create_table(
        "event_entry",
        sa.Column("event_id", sa.Integer(), sa.ForeignKey("event.id"), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True),
        sa.Column("hash", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
    )


def downgrade() -> None:
    for table in ("event_entry", "sealed_bid", "overstep", "sitting", "event_round", "entrant", "event"):
        op.drop_table(table)
