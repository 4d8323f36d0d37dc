"""The answers to the lines of a mail, in words."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterator, Sequence

import msgspec

from core.contract import Json, Line, Orders, Verdict
from pbem.reports.document import AnswerLine, Attachment, Section
from pbem.rulesets.contract import Presentation


class Answer(msgspec.Struct, frozen=True):
    """What a mail is answered with, but for what becomes of its orders.

    `message_id` is the mail's. `opening` comes before the lines; `others` are the lines that are no orders; `replies`
    and `attachments` are what its commands brought about.
    """

    message_id: str
    opening: tuple[Section, ...] = ()
    others: tuple[AnswerLine, ...] = ()
    replies: tuple[Section, ...] = ()
    attachments: tuple[Attachment, ...] = ()

    def sections(self, orders: Sequence[AnswerLine] = ()) -> tuple[Section, ...]:
        """The sections of the answer, once it is known what became of the orders."""
        lines = sorted([*self.others, *orders], key=lambda line: line.number or 0)
        listed = (Section("Your mail, line by line", "answers", tuple(lines)),) if lines else ()
        return (*self.opening, *listed, *self.replies)


def answers_to(presentation: Presentation, orders: Orders, verdicts: Sequence[Verdict], view: Json) -> list[AnswerLine]:
    """The answers to a seat's order lines, in the order of the verdicts. `view` is what the seat saw when it wrote."""
    answered = []
    for verdict, line in with_orders(verdicts, orders):
        said = presentation.say_verdict(verdict, line, view)
        answered.append(AnswerLine(verdict.line, line.text if line else "", said.mark, said.text))
    return answered


def with_orders(verdicts: Sequence[Verdict], orders: Orders) -> Iterator[tuple[Verdict, Line | None]]:
    """Each verdict with the order that it is on; None for one on the whole.

    Several orders on one text line have one number: their verdicts come in the order of the orders.
    """
    lines: defaultdict[int | None, deque[Line]] = defaultdict(deque)
    for order in orders:
        lines[order.number].append(order)
    for verdict in verdicts:
        same = lines[verdict.line]
        yield verdict, (same.popleft() if len(same) > 1 else same[0]) if same else None
