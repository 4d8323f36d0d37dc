"""Orders tried without a mail, for a player's own page: told as CHECK or ODDS in a mail would be, and nothing is done.

It is the same reading and judging, over the same words and the same view; commands among the lines are not carried out.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import msgspec
from sqlalchemy.orm import Session

from core.contract import Json, Orders
from pbem.addresses.links import without_links
from pbem.addresses.signed import SeatAddress
from pbem.commands.answers import words
from pbem.commands.robots import may_ask
from pbem.inbound import ahead, conflicts, quotes
from pbem.inbound.grounds import grounds_at_page, seen
from pbem.inbound.lines import AHEAD, CHECK, ODDS, Split, split
from pbem.inbound.orders import SEND_AGAIN, OrdersOfMail, numbered
from pbem.inbound.quotes import Conflict
from pbem.inbound.sorting import Sorted, sort
from pbem.reading.reader import Reading, read
from pbem.reports.answers import Answer
from pbem.reports.document import AnswerLine, Section
from pbem.rulesets import presentation
from pbem.runtime.context import Context
from pbem.store.database import now
from pbem.store.models import Player, Seat

SOUND = "These orders can be played. Nothing was played yet: sending them does that."
PUT_RIGHT = "Put them right, and check them again."
NOT_TRIED = "carried out when it is sent, and not tried"


class Tried(msgspec.Struct, frozen=True):
    """What orders would be answered: a subject, and the answer's sections. `sound`: sent now, they would be taken."""

    subject: str
    sections: tuple[Section, ...]
    sound: bool


def tried(
    session: Session, context: Context, seat: Seat, writer: Player, step: int, text: str, *, with_odds: bool = False
) -> Tried:
    """What would be answered to lines sent in answer to the question `step`; with odds, if they can be played.

    That odds may be told is the caller's to have found out. Raises `pbem.games.turns.Busy`.
    """
    grounds = grounds_at_page(session, context, seat)
    own = quotes.typed_lines(without_links(text))
    told = split(own.lines, grounds.may_be_meant, opens_words=grounds.opens_words, letter=grounds.letter)
    if own.conflict is None and any(each.doubtful for each in told.commands):
        own = msgspec.structs.replace(own, conflict=Conflict.WORDS)
    if own.conflict is not None:
        told = conflicts.held_back(own, told)
        found = None
    else:
        found = sort(session, seat.game, seat, told)
        told = found.split
    trial = ODDS if with_odds else CHECK
    orders = _orders(session, seat, writer, step, own, found, trial)
    judged = orders.judge(seat.game, seat, told, check_only=True)
    opening = (words(None, SOUND), *judged.opening[1:]) if judged.tried else _for_page(judged.opening)
    answer = Answer("", opening, (*_commands(told), *judged.others), judged.foreseen)
    return Tried(judged.subject, answer.sections(judged.answers), judged.tried)


class Written(msgspec.Struct, frozen=True):
    """What is typed on a page as orders, with what its seat sees.

    `below` are the numbers of the lines that belong to an order which begins above them.
    """

    view: Json
    orders: Orders
    below: tuple[int, ...]


def written_at_page(session: Session, context: Context, seat: Seat, text: str) -> Written:
    """What is typed on the page of a seat, read as it would be from a mail; what cannot be read is no order."""
    ruleset, view = presentation(seat.game.ruleset), seen(session, seat.game, seat)
    grounds = grounds_at_page(session, context, seat)
    own = quotes.typed_lines(without_links(text)).lines
    told = split(own, grounds.may_be_meant, opens_words=grounds.opens_words, letter=grounds.letter)
    lines = sorted([*told.orders, *told.chatter], key=lambda line: line.number)
    reading = read(ruleset, numbered(lines), lambda: view)
    begun = {line.number for line in reading.lines} | {line.number for line in reading.remarks}
    return Written(view, reading.lines, tuple(line.number for line in lines if line.number not in begun))


def _for_page(sections: Sequence[Section]) -> tuple[Section, ...]:
    """What is said to whoever can mend his lines where they stand."""
    lines = (
        tuple(line.replace(SEND_AGAIN, PUT_RIGHT) if isinstance(line, str) else line for line in each.lines)
        for each in sections
    )
    return tuple(msgspec.structs.replace(each, lines=told) for each, told in zip(sections, lines, strict=True))


def may_have_odds(session: Session, player: Player) -> bool:
    """Whether a player may be told odds once more today; saying yes uses it up."""
    return may_ask(session, player, "odds")


def _orders(
    session: Session, seat: Seat, writer: Player, step: int, own: quotes.Own, found: Sorted | None, trial: str
) -> OrdersOfMail:
    draft = found.draft if found is not None else None
    return OrdersOfMail(
        session,
        SeatAddress(seat.game.name, seat.name, step),
        now(session),
        None,
        own,
        found.reading if found is not None else Reading(()),
        found.written if found is not None else (),
        trial,
        None if draft is None else partial(ahead.judge_draft, draft=draft),
        writer,
        odds_counted=True,
    )


def _commands(told: Split) -> list[AnswerLine]:
    return [AnswerLine(each.number, each.text, "-", NOT_TRIED) for each in told.commands if each.word != AHEAD]
