"""kept answers without orders; columns that nobody reads

Revision ID: 0003
Revises: 0002
"""

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

ORDER_SET = sa.table(
    "order_set",
    sa.column("id", sa.Integer()),
    sa.column("inbox_id", sa.Integer()),
    sa.column("state", sa.Text()),
    sa.column("lines", sa.Text()),
    sa.column("answer", sa.Text()),
)
INBOX = sa.table("inbox", sa.column("id", sa.Integer()), sa.column("message_id", sa.Text()))
NEVER = "1970-01-01 00:00:00"
LISTED = "Your mail, line by line"


def upgrade() -> None:
    for ident, message_id, lines, answer in _held():
        _keep(ident, _without_orders(answer, {number for number, _ in lines}, message_id or ""))
    # Not in Alembic's batches: they make SQLite's tables anew, which rows in other tables forbid.
    op.drop_column("game", "ended_at")
    op.drop_column("inbox", "provider_id")
    op.drop_column("seen_token", "seen_at")


def downgrade() -> None:
    op.add_column("game", sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("inbox", sa.Column("provider_id", sa.Text(), nullable=True))
    op.add_column("seen_token", sa.Column("seen_at", sa.DateTime(timezone=True), nullable=False, server_default=NEVER))
    for ident, _, lines, answer in _held():
        _keep(ident, _with_orders(answer, lines))


def _held() -> list[tuple[int, str | None, list[tuple[int, str]], dict[str, Any]]]:
    """The orders that wait to be adjudicated: id, the mail's Message-ID, lines, answer."""
    wanted = sa.select(ORDER_SET.c.id, INBOX.c.message_id, ORDER_SET.c.lines, ORDER_SET.c.answer)
    rows = op.get_bind().execute(
        wanted.join_from(ORDER_SET, INBOX, ORDER_SET.c.inbox_id == INBOX.c.id).where(ORDER_SET.c.state == "held")
    )
    return [(ident, message_id, json.loads(lines), json.loads(answer)) for ident, message_id, lines, answer in rows]


def _keep(ident: int, answer: dict[str, Any]) -> None:
    op.get_bind().execute(
        sa.update(ORDER_SET).where(ORDER_SET.c.id == ident).values(answer=json.dumps(answer, ensure_ascii=False))
    )


def _without_orders(document: dict[str, Any], orders: set[int], message_id: str) -> dict[str, Any]:
    """What the answer is made of, without the lines that the adjudication has the last word on."""
    sections = document["sections"]
    place = next(
        (at for at, each in enumerate(sections) if each["kind"] == "answers" and each["title"] == LISTED),
        len(sections),
    )
    listed = sections[place]["lines"] if place < len(sections) else []
    return {
        "message_id": message_id,
        "opening": sections[:place],
        "others": [line for line in listed if line["number"] is not None and line["number"] not in orders],
        "replies": sections[place + 1 :],
        "attachments": document.get("attachments", []),
    }


def _with_orders(answer: dict[str, Any], orders: list[tuple[int, str]]) -> dict[str, Any]:
    """The document of old, in which each order's line is overwritten once it is adjudicated."""
    lines = [{"number": number, "text": text, "mark": "ok", "said": ""} for number, text in orders]
    listed = sorted([*answer["others"], *lines], key=lambda line: line["number"] or 0)
    section = {"title": LISTED, "kind": "answers", "lines": listed}
    return {
        "subject": "",
        "sections": [*answer["opening"], section, *answer["replies"]],
        "attachments": answer["attachments"],
    }
