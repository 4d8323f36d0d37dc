"""The lines of a mail to a seat, sorted: which of them are orders, each seen with what stands above and below it."""

from __future__ import annotations

from functools import partial

import msgspec
from sqlalchemy.orm import Session

from core.contract import Line
from pbem.games.kept_orders import NumberedLines
from pbem.inbound import ahead
from pbem.inbound.ahead import Draft
from pbem.inbound.grounds import seen
from pbem.inbound.lines import Split
from pbem.inbound.orders import numbered
from pbem.reading.reader import Reading, read
from pbem.rulesets import presentation
from pbem.rulesets.contract import Presentation
from pbem.store.models import Game, Seat


class Sorted(msgspec.Struct, frozen=True):
    """What the lines of a mail are: `split` without the remarks, the `reading` of it, and the lines that is of.

    `draft` is there where they are for a later question.
    """

    split: Split
    reading: Reading
    written: NumberedLines
    draft: Draft | None


def sort(session: Session, game: Game, seat: Seat, told: Split) -> Sorted:
    """The lines that are no commands as the reader sorts them."""
    lines = sorted([*told.orders, *told.chatter], key=lambda line: line.number)
    view = partial(seen, session, game, seat)
    ruleset = presentation(game.ruleset)
    word = ahead.command_in(told)
    if word is not None:
        draft: Draft | None = ahead.drafted(ruleset, lines, word.number, view, seat)
    else:
        draft = ahead.without_ahead(ruleset, lines, view, seat)
    found = draft.reading if draft is not None else read(ruleset, numbered(lines), view)
    reading = Reading(
        tuple(_question_as_asked(ruleset, line) for line in found.lines), found.remarks, found.below_letter
    )
    meant = {line.number for line in reading.lines} | (draft.numbers if draft else set())
    said = {line.number for line in reading.remarks} - meant
    # An order may have several lines, such as the rows of a set-up; it is known by its first.
    written = numbered([line for line in lines if line.number not in said])
    split = Split(
        told.commands,
        tuple(line for line in lines if line.number not in said),
        tuple(line for line in lines if line.number in said),
    )
    return Sorted(split, reading, written, draft)


def _question_as_asked(ruleset: Presentation, line: Line) -> Line:
    """`resign?` as `resign`: whoever sends either is asked whether he means it."""
    if line.order is not None or not line.text.endswith("?"):
        return line
    orders = ruleset.read([(line.number, line.text.rstrip("? "))])
    meant = orders[0].order if len(orders) == 1 else None
    return msgspec.structs.replace(line, order=meant) if type(meant) in ruleset.binding else line
