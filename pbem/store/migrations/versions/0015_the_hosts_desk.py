"""what hosts need: time they give, players they keep out, what is swept out, and a schedule that finds what is due

Revision ID: 0015
Revises: 0014
"""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

# What the schedule looks for, by the state of a turn first.
SEARCHED = ("deadline", "remind_at", "carry_at", "ready")


def upgrade() -> None:
    op.add_column("seat", sa.Column("extra", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("player", sa.Column("barred", sa.Text(), nullable=True))
    op.add_column("game", sa.Column("packed", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_index("ix_game_packed_state", "game", ["packed", "state"])
    op.create_table(
        "packed_record",
        sa.Column("game_id", sa.Integer(), sa.ForeignKey("game.id", name="fk_packed_record_game_id"), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", name="pk_packed_record"),
    )
    for column in ("state", "deadline", "carry_at"):
        op.drop_index(f"ix_turn_{column}", "turn")
    for column in SEARCHED:
        op.create_index(f"ix_turn_state_{column}", "turn", ["state", column])
    op.create_index("ix_inbox_received_at", "inbox", ["received_at"])
    op.create_index("ix_outbox_created_at", "outbox", ["created_at"])
    op.create_index("ix_outbox_bounced_at", "outbox", ["bounced_at"])
    # A token that was noted before is as good as one of today.
    with op.batch_alter_table("seen_token") as table:
        table.add_column(sa.Column("noted_at", sa.DateTime(timezone=True), nullable=True))
    op.execute("UPDATE seen_token SET noted_at = CURRENT_TIMESTAMP")
    with op.batch_alter_table("seen_token") as table:
        table.alter_column("noted_at", nullable=False)


def downgrade() -> None:
    op.drop_column("seen_token", "noted_at")
    op.drop_index("ix_outbox_bounced_at", "outbox")
    op.drop_index("ix_outbox_created_at", "outbox")
    op.drop_index("ix_inbox_received_at", "inbox")
    for column in SEARCHED:
        op.drop_index(f"ix_turn_state_{column}", "turn")
    for column in ("state", "deadline", "carry_at"):
        op.create_index(f"ix_turn_{column}", "turn", [column])
    op.drop_table("packed_record")
    op.drop_index("ix_game_packed_state", "game")
    op.drop_column("game", "packed")
    op.drop_column("player", "barred")
    op.drop_column("seat", "extra")
