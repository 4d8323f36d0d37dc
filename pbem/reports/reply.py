"""The answers to the order lines of a mail, in words."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Sequence

from core.contract import Json, Line, Orders, Verdict
from pbem.reports.letter import AnswerLine
from pbem.rulesets.contract import Kit

# What a mark is called where lines are counted.
MARKS = {"which?": "question", "no": "refused", "-": "not played"}


def answers_to(kit: Kit, orders: Orders, verdicts: Sequence[Verdict], view: Json) -> list[AnswerLine]:
    """The answers to a seat's order lines, in the order of the verdicts. `view` is what the seat saw when it wrote."""
    # Several orders on one text line have one number: their verdicts come in the order of the orders.
    lines: defaultdict[int | None, deque[Line]] = defaultdict(deque)
    for order in orders:
        lines[order.number].append(order)
    answered = []
    for verdict in verdicts:
        same = lines[verdict.line]
        line = (same.popleft() if len(same) > 1 else same[0]) if same else None
        said = kit.say_verdict(verdict, line, view)
        answered.append(AnswerLine(verdict.line, line.text if line else "", said.mark, said.text))
    return answered
