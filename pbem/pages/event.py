"""The page of an event: how it stands, who has met whom, and the pairings of a round, the present one as a rule."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session

from core.contract import Json
from pbem.events import conditions, directing, formats, scoring, standings, tables, tie_breaks
from pbem.events.contract import Encounter, EntrantName, Group, Result
from pbem.events.contract import Sitting as Planned
from pbem.events.kept import ANNOUNCED, CANCELLED, IN, OPEN, OVER, RESERVE, RUNNING, Held
from pbem.events.tables import Grid
from pbem.pages import known, lists
from pbem.pages.game import Entry
from pbem.pages.known import Person
from pbem.pages.lists import EventRow
from pbem.rulesets import presentation
from pbem.store.models import Entrant, Event, EventRound, Game, Sitting

IN_FEED = 30
LINKED = 10  # rounds before and after the one that is shown


class Entered(msgspec.Struct, frozen=True):
    """Who has entered an event, with a rating where there is one."""

    who: Person
    rating: int | None
    reserve: bool


class Standing(msgspec.Struct, frozen=True):
    """How a group stands: its tie-breaks and how their columns are headed, the rows, and who has met whom."""

    heading: str
    tie_breaks: tuple[str, ...]
    heads: tuple[str, ...]
    rows: tuple[Json, ...]
    cross: Grid


class Met(msgspec.Struct, frozen=True):
    """A game of an encounter: its path where it can be seen, who sits where, and what came of it."""

    name: str
    page: str | None
    seats: str
    result: str


class Pairing(msgspec.Struct, frozen=True):
    """An encounter: who meets, how it stands between them, and in which games."""

    number: int
    group: str
    who: tuple[Person, ...]
    score: str
    games: tuple[Met, ...]


class EventPage(msgspec.Struct, frozen=True):
    """An event. `round` is the one whose pairings are shown, `rounds` are those around it that there are."""

    row: EventRow
    state: str
    announced: tuple[str, ...]
    entered: tuple[Entered, ...]
    groups: tuple[Standing, ...]
    round: int
    rounds: tuple[int, ...]
    pairings: tuple[Pairing, ...]


def page(held: Held, wanted: int | None) -> EventPage | None:
    """The page of an event with the pairings of a round; None where there is no such round."""
    begun = held.replay.started and held.state.round > 0
    latest = held.state.round if begun else 0
    shown = latest if wanted is None else wanted
    if not (1 <= shown <= latest if begun else wanted is None):
        return None
    return EventPage(
        row=lists.event_row(held.event),
        state=directing.state_in_words(held, "UTC"),
        announced=tuple(conditions.in_words(held.file)),
        entered=() if begun else _entered(held),
        groups=_groups(held) if begun else (),
        round=shown,
        rounds=tuple(range(max(1, shown - LINKED), min(latest, shown + LINKED) + 1)),
        pairings=_pairings(held, shown) if begun else (),
    )


def key(session: Session, event: Event, wanted: int | None, day: str) -> tuple[object, ...] | None:
    """What the page of an event that has begun hangs on, in little; None before, when ratings are on it.

    A ladder stands otherwise from one `day` to the next.
    """
    if event.state not in (RUNNING, OVER):
        return None
    rows = session.scalars(select(Entrant).where(Entrant.event_id == event.id).order_by(Entrant.number))
    who = [(each.drawn, each.level, None if each.player is None else known.person(each.player)) for each in rows]
    games = select(Sitting.name, Game.state, Game.watch, Game.private).join(Game, Game.id == Sitting.game_id)
    of_round = games.where(Sitting.event_id == event.id, Sitting.round == (wanted or event.round)).order_by(Sitting.id)
    ends = session.scalar(
        select(EventRound.ends_at).where(EventRound.event_id == event.id, EventRound.number == event.round)
    )
    told = [tuple(row) for row in session.execute(of_round)]
    return (event.epoch, event.state, event.title, event.round, ends, who, told, day, wanted)


def entries(session: Session, held: Held) -> tuple[Entry, ...]:
    """The rounds of an event and the ends of its games, the latest first, for its feed."""
    path = f"/events/{held.event.name}"
    rounds = select(EventRound).where(EventRound.event_id == held.event.id).order_by(EventRound.number.desc())
    called = _called(held)
    found = [_of_round(held, each, called, path) for each in session.scalars(rounds.limit(IN_FEED))]
    ended = (
        select(Sitting, Game)
        .join(Game, Game.id == Sitting.game_id)
        .where(Sitting.event_id == held.event.id, Sitting.state == "ended", Game.over_at.is_not(None))
        .order_by(Game.over_at.desc())
        .limit(IN_FEED)
    )
    results = held.state.by_sitting if held.replay.started else {}
    for sitting, game in session.execute(ended):
        if sitting.name in results and game.over_at is not None:
            found.append(_of_game(held, sitting, game, game.over_at, results[sitting.name], called, path))
    return tuple(sorted(found, key=lambda each: (each.at, each.title), reverse=True)[:IN_FEED])


def _of_round(held: Held, row: EventRound, called: Mapping[EntrantName, str], path: str) -> Entry:
    met = held.state.encounters if held.replay.started else ()
    lines = tuple(" - ".join(called[name] for name in each.entrants) for each in met if each.round == row.number)
    return Entry(f"{held.event.title}: round {row.number}", f"{path}?round={row.number}", row.opened_at, lines)


def _of_game(
    held: Held,
    sitting: Sitting,
    game: Game,
    at: datetime,
    result: Result,
    called: Mapping[EntrantName, str],
    path: str,
) -> Entry:
    seats = msgspec.json.decode(sitting.seats, type=dict[str, str])
    who = ", ".join(called.get(each, each) for each in dict.fromkeys(seats.values()))
    shown = known.game_path(game.name) if not game.private else f"{path}?round={sitting.round}"
    return Entry(f"{held.event.title}: {sitting.name}, {who}", shown, at, (_result(result, called),))


# --- Who is in it, and how it stands ------------------------------------------------------------------------------


def _entered(held: Held) -> tuple[Entered, ...]:
    ratings = held.ratings(list(held.rows)) if held.event.state in (ANNOUNCED, OPEN) else {}
    rows = sorted(held.rows.items(), key=lambda item: (item[1].state, item[1].number))
    return tuple(
        Entered(known.entrant(held, name), round(ratings[name]) if name in ratings else None, row.state == RESERVE)
        for name, row in rows
        if row.state in (IN, RESERVE) and held.event.state != CANCELLED
    )


def _called(held: Held) -> dict[EntrantName, str]:
    return {name: known.entrant(held, name).name for name in held.rows}


def _groups(held: Held) -> tuple[Standing, ...]:
    called = _called(held)
    return tuple(_group(held, each, called) for each in formats.of(held.plan.format).groups(held.state))


def _group(held: Held, group: Group, called: Mapping[EntrantName, str]) -> Standing:
    table = standings.table(held.state, group, held.draw)
    [told] = tables.as_json([table], called)
    rows = [
        {**row, "page": known.entrant(held, each.entrant).page, "points": tables.number(each.points)}
        | {"tie_breaks": {name: tables.number(value) for name, value in each.told.items()}}
        for row, each in zip(told["rows"], table.rows, strict=True)
    ]
    # Games won stand in the table anyhow.
    told_apart = tuple(name for name in table.tie_breaks if name != "wins")
    heads = tuple(tie_breaks.TIE_BREAKS[name].head for name in told_apart)
    met = tables.cross(held.state, group, held.draw, called)
    return Standing(table.heading, told_apart, heads, tuple(rows), met)


# --- Pairings -----------------------------------------------------------------------------------------------------


def _pairings(held: Held, number: int) -> tuple[Pairing, ...]:
    if not held.replay.started:
        return ()
    found = [met for met in held.state.encounters if met.round == number]
    games, called = _games(held, number), _called(held)
    return tuple(_pairing(held, met, games, called) for met in found)


def _pairing(held: Held, met: Encounter, games: Mapping[str, Game], called: Mapping[EntrantName, str]) -> Pairing:
    results = held.state.by_sitting
    played = [each for each in met.sittings if each.name in results]
    points = scoring.of_encounter(held.state, met)
    score = " - ".join(tables.number(points[name]) for name in met.entrants) if played else ""
    return Pairing(
        number=met.number,
        group=met.group,
        who=tuple(known.entrant(held, name) for name in met.entrants),
        score="a bye" if met.is_bye else score,
        games=tuple(_met(held, each, games.get(each.name), results.get(each.name), called) for each in met.sittings),
    )


def _met(
    held: Held, sitting: Planned, game: Game | None, result: Result | None, called: Mapping[EntrantName, str]
) -> Met:
    title = (lambda seat: f"{seat}:") if sitting.battle else presentation(held.plan.ruleset).seat_title
    # Until sealed bids are opened, the seats are not settled.
    bids = sitting.bid and (game is None or game.state == known.FORMING)
    seats = "" if bids else ", ".join(f"{title(seat)} {called.get(who, who)}" for seat, who in sitting.seats.items())
    begun = game is not None or not sitting.battle
    said = _result(result, called) if result is not None else "not ended" if begun else "not begun"
    return Met(
        name=game.name if game is not None else sitting.name,
        page=known.game_path(game.name) if game is not None else None,
        seats=seats or "sides by sealed bids",
        result=said,
    )


def _games(held: Held, number: int) -> dict[str, Game]:
    """The games of a round that have a page, by the names that the event has for them."""
    mine = (Sitting.event_id == held.event.id, Sitting.round == number, known.any_game())
    rows = held.session.execute(select(Sitting.name, Game).join(Game, Game.id == Sitting.game_id).where(*mine))
    return {row.name: row.Game for row in rows}


def _result(result: Result, called: Mapping[EntrantName, str]) -> str:
    if not result.counts:
        return "does not count"
    first, *others = result.places
    if not others:
        return "a draw" if not result.nothing else "lost by both"
    return f"{' and '.join(called.get(each, each) for each in first)} won"
