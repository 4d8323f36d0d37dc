"""each seat's clock, the spans that clocks do not count, and how reliable players are

Revision ID: 0007
Revises: 0006
"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)
MOMENTS_OF_SEATS = ("asked_at", "clock_from", "answered_at", "due_at")
# Whoever was asked under the release before goes on with the time he had.
CARRIED_OVER = """
UPDATE seat SET (step, asked_at, clock_from, due_at) = (
    SELECT turn.step, turn.asked_at, turn.asked_at, turn.deadline FROM turn
    WHERE turn.game_id = seat.game_id AND turn.state IN ('open', 'frozen')
)
"""


def upgrade() -> None:
    op.add_column("game", sa.Column("terms", sa.Text()))
    op.add_column("player", sa.Column("zone", sa.Text(), nullable=False, server_default="UTC"))
    for name in ("decided", "late", "missed"):
        op.add_column("player", sa.Column(name, sa.Integer(), nullable=False, server_default="0"))
    for name in ("step", "bank"):
        op.add_column("seat", sa.Column(name, sa.Integer()))
    for name in MOMENTS_OF_SEATS:
        op.add_column("seat", sa.Column(name, MOMENT))
    for name in ("reminded", "misses"):
        op.add_column("seat", sa.Column(name, sa.Integer(), nullable=False, server_default="0"))
    op.execute(CARRIED_OVER)
    op.create_table(
        "standstill",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("game_id", sa.Integer(), sa.ForeignKey("game.id")),
        sa.Column("seat", sa.Text()),
        sa.Column("player_id", sa.Integer(), sa.ForeignKey("player.id")),
        sa.Column("since", MOMENT, nullable=False),
        sa.Column("until", MOMENT),
        sa.Column("announced_at", MOMENT, nullable=False),
    )
    op.create_index("ix_standstill_game_id", "standstill", ["game_id"])
    op.create_index("ix_standstill_player_id", "standstill", ["player_id"])
    op.create_table(
        "test_clock",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("ahead", sa.Integer(), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("test_clock")
    op.drop_table("standstill")
    for name in ("step", "bank", *MOMENTS_OF_SEATS, "reminded", "misses"):
        op.drop_column("seat", name)
    for name in ("zone", "decided", "late", "missed"):
        op.drop_column("player", name)
    op.drop_column("game", "terms")
