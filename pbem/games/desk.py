"""What a host sees of the games: all of them in a list; and of one, after a look that its record notes, everything.

Not for: what he does to a game (`pbem.games.acts`).
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session

from core.contract import Json
from pbem.games import acts, clocks, foreseen, mails, table, turns
from pbem.games.acts import Asked, Desk
from pbem.reports import text
from pbem.reports.document import Document, Section, shown
from pbem.reports.turn import in_words
from pbem.runtime.context import Context
from pbem.store.models import UNFINISHED, Game, OrderSet

HELD = "Held by its host: no clock runs, and nothing is carried out until `resume`."
MARKED = (
    "A PREVIEW, with dice thrown for it alone and orders as they are in now. The turn itself will throw other dice, "
    "and nothing here has happened."
)


class Listed(msgspec.Struct, frozen=True):
    """A game in the list: what a host may know of it without looking into it."""

    name: str
    ruleset: str
    version: str
    state: str
    seats: dict[str, str | None]
    wanted: tuple[str, ...]
    deadline: datetime | None
    waits: str | None
    held: bool


class Whole(msgspec.Struct, frozen=True):
    """All there is to know of a game. `orders` are those that are in, as mailed, by seat; `turns` were played."""

    game: Listed
    turns: int
    orders: dict[str, list[str]]
    acts: list[Json]
    head: str | None
    position: Json


def games(session: Session, *, over: bool = False) -> list[Listed]:
    """The games, oldest first; those that are over or called off only if they are asked for."""
    wanted = select(Game) if over else select(Game).where(Game.state.in_(UNFINISHED))
    return [_listed(session, game) for game in session.scalars(wanted.order_by(Game.id))]


def in_a_line(game: Listed) -> str:
    """What a game waits for, in a few words."""
    if game.waits is not None or not game.wanted:
        return game.waits or game.state
    until = f" by {in_words(game.deadline)}" if game.deadline else ""
    return f"{'held, ' if game.held else ''}{', '.join(game.wanted)}{until}"


def show(context: Context, asked: Asked) -> Whole:
    """Everything about a game, what is secret in it included. Raises CannotAct."""
    with context.transaction("act") as session:
        desk = acts.look(session, context, asked, "show")
        return Whole(
            game=_listed(session, desk.game),
            turns=desk.kept.turns(),
            orders=_orders(desk),
            acts=[_of_act(entry) for entry in desk.kept.entries() if entry["kind"] == "act"],
            head=desk.kept.head,
            position=msgspec.json.decode(desk.turn.position),
        )


def report(context: Context, asked: Asked, seat_word: str) -> str:
    """The present report of a seat in full, as its player gets it. Raises CannotAct."""
    with context.transaction("act") as session:
        desk = acts.look(session, context, asked, "report", seat_word)
        seat = desk.seat(seat_word)
        return _as_text(mails.present_report(session, context, desk.game, seat, desk.turn, full=True))


def preview(context: Context, asked: Asked) -> Iterator[str]:
    """How the turn would go for each seat, as at its deadline and with dice thrown for this alone. Raises CannotAct."""
    with context.transaction("act") as session:
        desk = acts.look(session, context, asked, "preview")
        turn = foreseen.ahead(session, desk.game, desk.turn)
        seats = [seat.name for seat in desk.game.seats]
    # The look is recorded; what is looked at holds nobody up.
    found = foreseen.foresee(turn)
    for seat in seats:
        yield _as_text(found.report(seat, found.played.rolls, (Section(None, "words", (MARKED,)),)))


def as_text(found: Whole) -> str:
    """What `show` found, for people."""
    game = found.game
    lines = [
        f"{game.name}  {game.ruleset} {game.version}  {game.state}, {found.turns} turns played",
        *([game.waits] if game.waits else []),
        *([HELD] if game.held else []),
        *([f"Wanted by {in_words(game.deadline)}: {', '.join(game.wanted)}"] if game.deadline else []),
        "",
        *(f"{seat}: {player or 'nobody'}" for seat, player in game.seats.items()),
        "",
    ]
    for seat, orders in found.orders.items():
        lines += [f"Orders of {seat} that are in:", *(f"  {line}" for line in orders), ""]
    lines += [f"{act['at']}  {act['who']}: {act['act']}  {act['why']}" for act in found.acts]
    lines += [
        f"Record: {found.head}",
        "",
        "Position:",
        msgspec.json.format(msgspec.json.encode(found.position)).decode(),
    ]
    return "\n".join(map(shown, "\n".join(lines).split("\n")))


def _listed(session: Session, game: Game) -> Listed:
    waits = table.waits_for_host(game)
    turn = table.current_turn(session, game) if game.state == "running" else None
    return Listed(
        name=game.name,
        ruleset=game.ruleset,
        version=game.version,
        state=game.state,
        seats={seat.name: seat.player.address if seat.player else None for seat in game.seats},
        wanted=tuple(owed.seat for owed in table.awaited(game, turn)) if turn is not None and waits is None else (),
        deadline=turn.deadline if turn is not None and waits is None else None,
        waits=waits,
        held=clocks.is_held(session, game),
    )


def _orders(desk: Desk) -> dict[str, list[str]]:
    rows = desk.session.scalars(select(OrderSet).where(OrderSet.turn_id == desk.turn.id).order_by(OrderSet.id))
    waiting = [row for row in rows if row.state in turns.WAITING]
    return {row.seat: [line for _, line in _lines(row)] for row in waiting}


def _lines(row: OrderSet) -> list[tuple[int, str]]:
    return msgspec.json.decode(row.lines, type=list[tuple[int, str]])


def _of_act(entry: Json) -> Json:
    left_out = ("number", "kind", "salt", "prev", "hash", "position")
    return {key: value for key, value in entry.items() if key not in left_out}


def _as_text(document: Document) -> str:
    return f"{document.subject}\n\n{text.write(document)}"
