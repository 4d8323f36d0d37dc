"""battles of campaigns, each a game of its own; games that begin from a position of their own; turns that ask the host

Revision ID: 0025
Revises: 0024
"""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.add_column("game", sa.Column("mustered", sa.Text()))
    op.add_column("turn", sa.Column("hosted", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_index("ix_turn_state_hosted", "turn", ["state", "hosted"])
    op.create_table(
        "linked_battle",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("campaign_id", sa.Integer(), sa.ForeignKey("game.id"), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("battle", sa.Text(), nullable=False),
        sa.Column("game_id", sa.Integer(), sa.ForeignKey("game.id"), unique=True),
        sa.Column("commands", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("why", sa.Text()),
        sa.Column("ends_by", MOMENT),
    )
    op.create_index("ix_linked_battle_campaign_turn", "linked_battle", ["campaign_id", "turn", "state"])
    op.create_index("ix_linked_battle_state_game", "linked_battle", ["state", "game_id"])


def downgrade() -> None:
    op.drop_table("linked_battle")
    op.drop_index("ix_turn_state_hosted", "turn")
    op.drop_column("turn", "hosted")
    op.drop_column("game", "mustered")
