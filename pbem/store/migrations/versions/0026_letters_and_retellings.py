"""letters of campaigns, whose words are in no record; games that are over, to be told from beginning to end

Revision ID: 0026
Revises: 0025
"""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "sealed_letter",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("game_id", sa.Integer(), sa.ForeignKey("game.id"), nullable=False),
        sa.Column("seat", sa.Text(), nullable=False),
        sa.Column("player_id", sa.Integer(), sa.ForeignKey("player.id")),
        sa.Column("seal", sa.Text(), nullable=False),
        sa.Column("salt", sa.Text(), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("kept_at", MOMENT, nullable=False),
    )
    op.create_index("ix_sealed_letter_game", "sealed_letter", ["game_id"])
    op.create_index("ix_sealed_letter_player_id", "sealed_letter", ["player_id"])
    op.create_table(
        "retelling",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("game_id", sa.Integer(), sa.ForeignKey("game.id"), nullable=False),
        sa.Column("player_id", sa.Integer(), sa.ForeignKey("player.id"), nullable=False),
        sa.Column("what", sa.Text(), nullable=False),
        sa.Column("asked_at", MOMENT, nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False, server_default="0"),
    )
    op.create_index("ix_retelling_game_id", "retelling", ["game_id"])
    op.create_index("ix_retelling_player_id", "retelling", ["player_id"])


def downgrade() -> None:
    op.drop_table("retelling")
    op.drop_table("sealed_letter")
