"""The answers to the lines of a mail, in words."""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Container, Iterator, Sequence
from textwrap import wrap

import msgspec

from core.contract import Json, Line, Orders, Status, Verdict
from pbem.reading.reader import MOST_SEARCHES, suggestions
from pbem.reports.document import AnswerLine, Attachment, Section, echoed
from pbem.rulesets.contract import Presentation, Said
from pbem.rulesets.sentences import cited, listed

ASKS = "did you mean"

# No sentence of ours is as long; one that quotes what was typed may be.
LONGEST_SAID = 1_000
# The lines of a mail that are answered one by one, in bytes as they are mailed, in text and HTML together.
# A form longer or wider than this is no form of ours that was worked on.
MOST_DRAWN_UP, WIDEST_DRAWN_UP = 60, 120
FAULT_WIDTH = 74
LINES_WEIGHT = 60_000
LINE_WEIGHT = 120  # of the marks around a line
NOT_READ, LEFT_OUT = "not read", "and more"
FAULTS = frozenset({"no", "which?"})


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
        listed = (Section("Your mail, line by line", "answers", tuple(_listed(lines))),) if lines else ()
        return (*self.opening, *listed, *self.replies)


def _listed(lines: Sequence[AnswerLine]) -> list[AnswerLine]:
    """The lines as far as there is room for them, chatter last, each cut to a length; and how many are left out."""
    cut = [AnswerLine(line.number, echoed(line.text), line.mark, echoed(line.said, LONGEST_SAID)) for line in lines]
    room, fitting = LINES_WEIGHT, set()
    for at in sorted(range(len(cut)), key=lambda at: cut[at].mark == NOT_READ):
        room -= _weight(cut[at])
        if room < 0:
            break
        fitting.add(at)
    left_out = [line for at, line in enumerate(cut) if at not in fitting]
    return [line for at, line in enumerate(cut) if at in fitting] + ([_left_out(left_out)] if left_out else [])


def _weight(line: AnswerLine) -> int:
    plain = line.text + line.mark + line.said
    return LINE_WEIGHT + 2 * (len(plain) if plain.isascii() else 3 * len(plain.encode()))


def _left_out(lines: Sequence[AnswerLine]) -> AnswerLine:
    """One entry for all lines that there was no room for."""
    marks = Counter(line.mark for line in lines)
    told = ", ".join(f"{count} {mark}" for mark, count in marks.items())
    numbers = [line.number for line in lines if line.number is not None]
    span = f", of lines {min(numbers)} to {max(numbers)}" if numbers else ""
    return AnswerLine(None, "", LEFT_OUT, f"{len(lines)} answers{span}, are too many to be listed: {told}")


def answers_to(presentation: Presentation, orders: Orders, verdicts: Sequence[Verdict], view: Json) -> list[AnswerLine]:
    """The answers to a seat's order lines, in the order of the verdicts. `view` is what the seat saw when it wrote.

    An answer may open with the order, so that it can be sent back; beside the very same line it need not.
    """
    return [
        AnswerLine(verdict.line, line.text if line else "", said.mark, _beside(line.text if line else "", said.text))
        for verdict, line, said in said_of_all(presentation, orders, verdicts, view)
    ]


def _beside(line: str, said: str) -> str:
    return said.removeprefix(f"{line.strip()}: ") if line.strip() else said


def marked(lines: Sequence[tuple[int, str]], answers: Sequence[AnswerLine]) -> tuple[str, ...]:
    """A player's order lines, each one at fault followed by a comment that says why; none if they are too many.

    What is wrong with all of them together stands above them. They can be put right and sent back as they are.
    """
    if len(lines) > MOST_DRAWN_UP or any(len(text) > WIDEST_DRAWN_UP for _, text in lines):
        return ()
    faults: defaultdict[int | None, list[str]] = defaultdict(list)
    for answer in answers:
        if answer.mark in FAULTS:
            told = wrap(f"{answer.mark} {echoed(answer.said, LONGEST_SAID)}", FAULT_WIDTH)
            faults[answer.number] += [f"# {row}" for row in told]
    return (*faults[None], *(row for number, text in lines for row in (text.strip(), *faults.pop(number, ()))))


def has_sound_line(drawn_up: Sequence[str]) -> bool:
    """Whether one of the lines that `marked` has drawn up has no fault below it."""
    below = [*drawn_up[1:], ""]
    is_fault = [row.startswith("#") for row in below]
    return any(not row.startswith("#") and not fault for row, fault in zip(drawn_up, is_fault, strict=True))


def said_of_all(
    presentation: Presentation,
    orders: Orders,
    verdicts: Sequence[Verdict],
    view: Json,
    statuses: Container[Status] = frozenset(Status),
) -> Iterator[tuple[Verdict, Line | None, Said]]:
    """Each verdict of these statuses with its order and the answer, with the lines that may have been meant.

    Those are looked for in the first of many lines: a search takes some 2 ms, and a mail has up to thousands.
    """
    searches_left = MOST_SEARCHES
    for verdict, line in with_orders(verdicts, orders):
        if verdict.status in statuses:
            searches_left -= verdict.status in (Status.ASKED, Status.REFUSED)
            yield verdict, line, _said_of(presentation, verdict, line, view, search=searches_left >= 0)


def _said_of(presentation: Presentation, verdict: Verdict, line: Line | None, view: Json, *, search: bool) -> Said:
    said = presentation.say_verdict(verdict, line, view)
    if line is None or verdict.status not in (Status.ASKED, Status.REFUSED) or ASKS in said.text:
        return said
    if line.order is None and line.nearest:
        near = _likely(presentation, line.nearest, view)
        return Said("which?", f"{ASKS} {_quoted(near)}?{cited(verdict.clauses)}") if near else said
    search = search and line.order is not None
    found = suggestions(presentation, line.text, presentation.vocabulary(view)) if search else ()
    near = _likely(presentation, found, view)
    return Said(said.mark, f"{said.text.rstrip('.')}; {ASKS} {_quoted(near)}?") if near else said


def _likely(presentation: Presentation, found: Sequence[str], view: Json) -> list[str]:
    """Those of the lines found that can have been meant: none with a die that was not thrown."""
    return [
        text for text in found if all(presentation.likely(line.order, view) for line in presentation.read([(1, text)]))
    ]


def _quoted(lines: Sequence[str]) -> str:
    return listed([f'"{line}"' for line in lines], "or")


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
