"""Orders ahead: what a seat has sent for the next question it is asked. They are kept, judged once, and gone.

A row waits until its seat is asked another question than the one it was asked as the row was written; then it is due,
and the report that asks is held back until the orders were judged (`pbem.inbound.ahead`). Who judges them takes the
row away in the same transaction, so that nobody can be killed between the two.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
from sqlalchemy import bindparam, or_, select
from sqlalchemy.orm import Session

from core.contract import BadPosition, Json, Line, SeatName
from pbem.games import table
from pbem.games.kept_orders import HandedIn, that_waited, to_wait
from pbem.reading.conditions import Condition, holds
from pbem.reports.document import Section, echoed
from pbem.rulesets.contract import Presentation, Whereabouts
from pbem.store.database import now
from pbem.store.models import Ahead, Game, Inbox, Seat, Turn

TITLE = "Kept ahead for your next question (AHEAD OFF takes it back)"
IS_VOID = "What you had sent ahead for your next question is void."
VOID = Section(None, "words", (IS_VOID,))
LINES_TOLD = 30
# Questions that may have been asked since the report which is answered; who answers an older one is asked back.
MOST_LOOKED_BACK = 20


class Part(msgspec.Struct, frozen=True, tag="orders"):
    """Orders that go together: their lines as mailed, and what was read in them as the table `order_set` has it."""

    lines: tuple[tuple[int, str], ...]
    orders: str


class Branch(msgspec.Struct, frozen=True):
    """What counts where a condition holds; None: where none of those before it does."""

    condition: Condition | None
    items: tuple[Part | Choice, ...]


class Choice(msgspec.Struct, frozen=True, tag="if"):
    """Branches of which the first that holds counts."""

    branches: tuple[Branch, ...]


class Plan(msgspec.Struct, frozen=True):
    """What is kept of a mail: its lines as its writer knows them, and the orders in them."""

    told: tuple[str, ...]
    items: tuple[Part | Choice, ...]


class Chosen(msgspec.Struct, frozen=True):
    """The orders of a plan that count now, and what its conditions came to, each in a sentence."""

    orders: HandedIn
    conditions: tuple[str, ...]


def part_of(words: Presentation, handed_in: HandedIn) -> Part:
    """Orders as a plan keeps them. Raises NotCanonical."""
    return Part(tuple((number, text) for number, text in handed_in.lines), to_wait(words, handed_in.orders))


def chosen(words: Presentation, plan: Plan, view: Json, seat: SeatName) -> Chosen:
    """What of a plan counts now, by the view of its seat.

    Raises NotKnown for a condition that nobody can answer, NotCanonical where the rules that are here do not know an
    order any more.
    """
    conditions: list[str] = []
    lines: list[tuple[int, str]] = []
    orders: list[Line] = []
    for part in _parts(plan.items, words.whereabouts(view, seat), conditions):
        found = that_waited(words, msgspec.json.encode(part.lines).decode(), part.orders)
        lines += found.lines
        orders += found.orders
    return Chosen(HandedIn(lines, tuple(orders)), tuple(conditions))


def _parts(items: Sequence[Part | Choice], ground: Whereabouts, told: list[str]) -> Iterator[Part]:
    for item in items:
        if isinstance(item, Part):
            yield item
            continue
        for branch in item.branches:
            if branch.condition is None or _holds(branch.condition, ground, told):
                yield from _parts(branch.items, ground, told)
                break


def _holds(condition: Condition, ground: Whereabouts, told: list[str]) -> bool:
    so = holds(condition, ground)
    told.append(f"{condition}: {'yes' if so else 'no'}")
    return so


# --- What waits ---------------------------------------------------------------------------------------------------


def keep(session: Session, seat: Seat, mail: Inbox, plan: Plan, after_step: int | None) -> None:
    """Keep a plan for the next question of a seat, but that of `after_step`; it takes the place of an older one."""
    drop(session, seat)
    kept = Ahead(inbox_id=mail.id, plan=msgspec.json.encode(plan).decode(), after_step=after_step, kept_at=now(session))
    seat.ahead = kept
    session.flush()


def drop(session: Session, seat: Seat) -> bool:
    """Void what is kept for a seat; whether there was anything."""
    if seat.ahead is None:
        return False
    seat.ahead = None
    session.flush()
    return True


def void_of(seat: Seat) -> dict[SeatName, Section]:
    """For an act on a seat: what its player is told beside, that what he has sent ahead is void."""
    return {seat.name: VOID} if seat.ahead is not None else {}


def drop_all(session: Session, game: Game) -> list[Seat]:
    """Void all that is kept for the seats of a game; those who had something."""
    return [seat for seat in game.seats if drop(session, seat)]


def plan_of(kept: Ahead) -> Plan:
    """What is kept."""
    return msgspec.json.decode(kept.plan, type=Plan)


def told(seat: Seat) -> tuple[str, ...]:
    """The lines that are kept for a seat, as it is told of them; none where nothing is kept."""
    if seat.ahead is None:
        return ()
    lines = plan_of(seat.ahead).told
    more = len(lines) - LINES_TOLD
    return (*map(echoed, lines[:LINES_TOLD]), *((f"and {more} lines more",) if more > 0 else ()))


def section(seat: Seat) -> tuple[Section, ...]:
    """The same as a section of a document; none where nothing is kept."""
    lines = told(seat)
    return (Section(TITLE, "list", lines),) if lines else ()


# --- What is due --------------------------------------------------------------------------------------------------


def is_due(turn: Turn, seat: Seat) -> bool:
    """Whether a turn asks a seat the question for which something is kept."""
    if seat.step is None or seat.step != turn.step or turn.state != "open":
        return False
    return seat.ahead is not None and seat.ahead.after_step != turn.step


def due_seats(game: Game, turn: Turn) -> Iterator[Seat]:
    """The seats for which something is kept that is due."""
    return (seat for seat in game.seats if is_due(turn, seat))


# Asked first, since together SQLite would begin with all turns that are open, not with the few orders that are kept.
_KEPT_IN = select(Seat.game_id).where(Seat.id.in_(select(Ahead.seat_id))).distinct().order_by(Seat.game_id)
# As many as a statement has room for on any database, by far.
GAMES_AT_ONCE = 500
_DUE = (
    select(Turn.game_id, Turn.number)
    .join(Seat, (Seat.game_id == Turn.game_id) & (Seat.step == Turn.step))
    .join(Ahead, Ahead.seat_id == Seat.id)
    .join(Game, Game.id == Turn.game_id)
    .where(Turn.game_id.in_(bindparam("games", expanding=True)))
    .where(Game.state == "running", Turn.state == "open", ~Turn.ready, table.PLAYED_HERE)
    .where(or_(Ahead.after_step.is_(None), Ahead.after_step != Turn.step))
    .distinct()
    .order_by(Turn.game_id)
    .limit(bindparam("most"))
)


def due_games(session: Session, limit: int = 200) -> list[tuple[int, str]]:
    """Games with a seat for which something is due, each with a mark for the notifier."""
    games = session.scalars(_KEPT_IN).all()
    found: list[tuple[int, str]] = []
    for first in range(0, len(games), GAMES_AT_ONCE):
        some = {"games": games[first : first + GAMES_AT_ONCE], "most": limit - len(found)}
        found += [(game_id, f"{number}-ahead") for game_id, number in session.execute(_DUE, some)]
        if len(found) >= limit:
            break
    return found


def asked_since(session: Session, game: Game, seat: Seat, step: int) -> set[int]:
    """The questions that a seat was asked after the step of a report, by their steps.

    Those of turns that lie too far back, or that the rules which are here cannot read, count as if it had been asked.
    """
    later = select(Turn).where(Turn.game_id == game.id, Turn.step > step).order_by(Turn.number.desc())
    turns = session.scalars(later.limit(MOST_LOOKED_BACK + 1)).all()
    asked = {turn.step for turn in turns[:MOST_LOOKED_BACK] if _may_have_asked(game, turn, seat)}
    return asked | {turn.step for turn in turns[MOST_LOOKED_BACK:]}


def _may_have_asked(game: Game, turn: Turn, seat: Seat) -> bool:
    try:
        return any(owed.seat == seat.name for owed in table.awaited(game, turn))
    except (BadPosition, msgspec.ValidationError):
        return True
