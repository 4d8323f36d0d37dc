"""The answers to the order lines of a mail, in words."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from itertools import groupby

from core.contract import Json, Orders, Verdict
from pbem.reports.letter import AnswerLine
from pbem.rulesets.contract import Kit

# What a mark is called where lines are counted.
MARKS = {"which?": "question", "no": "refused", "-": "not played"}


def answers_to(kit: Kit, orders: Orders, verdicts: Sequence[Verdict], view: Json) -> list[AnswerLine]:
    """The answers to a seat's order lines, in the order of the verdicts. `view` is what the seat saw when it wrote."""
    # Several orders on one text line have one number: their verdicts come in the order of the orders.
    lines = {number: deque(same) for number, same in groupby(orders, key=lambda line: line.number)}
    answered = []
    for verdict in verdicts:
        same = lines[verdict.line] if verdict.line is not None else deque()
        line = (same.popleft() if len(same) > 1 else same[0]) if same else None
        said = kit.say_verdict(verdict, line, view)
        answered.append(AnswerLine(verdict.line, line.text if line else "", said.mark, said.text))
    return answered
