"""Orders as they are kept: as mailed, for people, and as read, in canonical text, which alone is played.

What players type may be read better tomorrow; what was read and answered today may not change with it. So a mail is
read once. Orders that wait for their turn (table `order_set`) and the turns of a record hold the orders in canonical
text, and everything later reads that.

Not for: what orders mean (`pbem.rulesets`), or the chain of a record (`record`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import msgspec

from core.contract import Line, Orders, Verdict
from pbem.reports.answers import with_orders
from pbem.rulesets.canonical import order_in, written_order
from pbem.rulesets.contract import Presentation

NumberedLines: TypeAlias = Sequence[tuple[int, str]]


class HandedIn(msgspec.Struct, frozen=True):
    """The orders of a seat for a turn: the lines as mailed, and the orders as read in them."""

    lines: NumberedLines
    orders: Orders


def read_lines(words: Presentation, lines: NumberedLines) -> HandedIn:
    """Orders that are read here for the first time: a robot's, or what the release 0.1.0 kept unread."""
    return HandedIn(lines, words.read(lines))


def resealed(words: Presentation, handed_in: HandedIn, by: Callable[[str], str]) -> HandedIn:
    """Orders with what `by` makes of their words to other players, in the lines as mailed and as read."""
    orders = tuple(_resealed(words, line, by) for line in handed_in.orders)
    read: defaultdict[int, list[str | None]] = defaultdict(list)
    for line in orders:
        read[line.number].append(None if line.order is None else words.text_of(line.order))
    hidden = {line.number for line, before in zip(orders, handed_in.orders, strict=True) if line is not before}
    if not hidden:
        return handed_in
    return HandedIn([(line.number, line.mailed) for line in _kept_lines(handed_in.lines, read, hidden)], orders)


def _resealed(words: Presentation, line: Line, by: Callable[[str], str]) -> Line:
    order = words.reworded(line.order, by)
    return line if order is line.order else Line(line.number, words.text_of(order), order)


# --- In the database ------------------------------------------------------------------------------------------------


class _Waiting(msgspec.Struct, frozen=True, omit_defaults=True):
    """An order that waits: its line's number, what of the line it was read in, its canonical text, how it was mended.

    `canonical` is None where the line could not be read.
    """

    number: int
    text: str
    canonical: str | None = None
    read_as: str | None = None


def to_wait(words: Presentation, orders: Orders) -> str:
    """Orders as the table `order_set` keeps them. Raises NotCanonical."""
    waiting = [_Waiting(line.number, line.text, _canonical(words, line), line.read_as) for line in orders]
    return msgspec.json.encode(waiting).decode()


def that_waited(words: Presentation, lines: str, orders: str | None) -> HandedIn:
    """Orders as they come back from the table; `orders` None: from before it held any, to be read now."""
    mailed = msgspec.json.decode(lines, type=list[tuple[int, str]])
    if orders is None:
        return read_lines(words, mailed)
    waited = msgspec.json.decode(orders, type=list[_Waiting])
    return HandedIn(
        mailed,
        tuple(Line(each.number, each.text, _order(words, each.canonical), each.read_as) for each in waited),
    )


# --- In a record ----------------------------------------------------------------------------------------------------


class KeptLine(msgspec.Struct, frozen=True):
    """A line of a seat's orders in a record: its number, its text as mailed, and what was read in it.

    `orders` has each order in canonical text, null for what could not be read; it is empty where the line says nothing
    or belongs to an order above. Where an order holds words that are for some seats alone, both texts hold what the
    rules put in their place.
    """

    number: int
    mailed: str
    orders: tuple[str | None, ...] = ()


def for_the_record(words: Presentation, handed_in: HandedIn, verdicts: Sequence[Verdict]) -> tuple[KeptLine, ...]:
    """What a record keeps of a seat's orders; `verdicts` are those of the adjudication."""
    instead = {id(line): verdict.record_as for verdict, line in with_orders(verdicts, handed_in.orders) if line}
    read: defaultdict[int, list[str | None]] = defaultdict(list)
    veiled: set[int] = set()
    for line in handed_in.orders:
        others_words = instead.get(id(line))
        if others_words is None:
            read[line.number].append(None if line.order is None else words.text_of(line.order))
        else:
            read[line.number].append(words.text_of(order_in(words, others_words)))
            veiled.add(line.number)
    return tuple(_kept_lines(handed_in.lines, read, veiled))


def _kept_lines(lines: NumberedLines, read: dict[int, list[str | None]], veiled: set[int]) -> list[KeptLine]:
    kept: list[KeptLine] = []
    above = 0
    for number, mailed in lines:
        if number in read:
            above = number
        elif above in veiled:
            continue  # it may go on with the words that are not for everybody
        text = "; ".join(each or "-" for each in read[number]) if number in veiled else mailed
        kept.append(KeptLine(number, text, tuple(read.get(number, ()))))
    return kept


def that_were_recorded(words: Presentation, lines: Sequence[Any]) -> Orders:
    """The orders of a seat in a record's turn, as the rules take them. Raises NotCanonical, msgspec.ValidationError.

    Turns that the release 0.1.0 recorded (`are_as_mailed`) hold pairs of number and mailed text, which are read anew.
    """
    if are_as_mailed(lines):
        return words.read([(line[0], line[1]) for line in lines])
    kept = msgspec.convert(lines, list[KeptLine])
    return tuple(Line(line.number, line.mailed, _order(words, text)) for line in kept for text in line.orders)


def are_as_mailed(lines: Sequence[Any]) -> bool:
    """Whether a seat's recorded lines hold the mailed text alone."""
    return any(isinstance(line, list) for line in lines)


def _canonical(words: Presentation, line: Line) -> str | None:
    return None if line.order is None else written_order(words, line.order)


def _order(words: Presentation, canonical: str | None) -> Any:
    return None if canonical is None else order_in(words, canonical)
