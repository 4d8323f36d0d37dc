"""ratings of players, robots and sides, and how players keep their times by the month

Revision ID: 0020
Revises: 0018
"""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)


def _model() -> tuple[sa.Column[str], ...]:
    return tuple(sa.Column(name, sa.Text(), nullable=False) for name in ("ruleset", "mode"))


def upgrade() -> None:
    # Nobody who sat down before this was told that it would count.
    op.add_column("game", sa.Column("rated", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("game", sa.Column("weighed", MOMENT))
    op.create_index("ix_game_to_weigh", "game", ["rated", "state", "weighed"])
    op.create_table(
        "rated_player",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("player_id", sa.Integer(), sa.ForeignKey("player.id"), unique=True),
    )
    with op.batch_alter_table("participant") as table:
        table.add_column(sa.Column("rated_as", sa.Integer()))
        table.create_foreign_key("fk_participant_rated_as_rated_player", "rated_player", ["rated_as"], ["id"])
    op.create_index("ix_participant_rated_as", "participant", ["rated_as"])
    op.create_table(
        "rating",
        *_model(),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("who", sa.Text(), nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("ruleset", "mode", "kind", "who"),
    )
    op.create_index("ix_rating_rank", "rating", ["ruleset", "mode", "kind", "mu"])
    op.create_table(
        "rating_change",
        sa.Column("game_id", sa.Integer(), sa.ForeignKey("game.id"), primary_key=True),
        sa.Column("kind", sa.Text(), primary_key=True),
        sa.Column("who", sa.Text(), primary_key=True),
        sa.Column("seat", sa.Text()),
        *_model(),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("mu_before", sa.Double(), nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("silent", sa.Boolean(), nullable=False),
    )
    op.create_index("ix_rating_change_latest", "rating_change", ["who", "kind", "ruleset", "mode", "at", "game_id"])
    op.create_index("ix_rating_change_at", "rating_change", ["at", "game_id"])
    op.create_table(
        "punctuality",
        sa.Column("player_id", sa.Integer(), sa.ForeignKey("player.id"), primary_key=True),
        sa.Column("month", sa.Text(), primary_key=True),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in ("decided", "late", "missed")),
    )


def downgrade() -> None:
    op.drop_table("punctuality")
    op.drop_table("rating_change")
    op.drop_table("rating")
    op.drop_index("ix_participant_rated_as", "participant")
    with op.batch_alter_table("participant") as table:
        table.drop_constraint("fk_participant_rated_as_rated_player", type_="foreignkey")
        table.drop_column("rated_as")
    op.drop_table("rated_player")
    op.drop_index("ix_game_to_weigh", "game")
    for column in ("weighed", "rated"):
        op.drop_column("game", column)
