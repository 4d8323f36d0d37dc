"""Ends of rated games as the last entries of records have them, made up for tests of ratings."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from sqlalchemy.orm import Session

from core.contract import Outcome
from pbem.games import record
from pbem.games.finish import Finish, written
from pbem.ratings.reckoning import End
from pbem.reports.turn import CANCELLED
from pbem.store.models import Game, Participant, RecordEntry

DAY = datetime(2026, 3, 1, tzinfo=UTC)
NORTH, SOUTH = "north", "south"
SEED = b"\x00" * 32


def end(north: str, south: str, places: Sequence[Sequence[str]] = ((NORTH,), (SOUTH,)), **told: Any) -> End:
    """The end of a game of two, as `ended` has it."""
    return ended({NORTH: north, SOUTH: south}, places, **told)


def ended(
    players: dict[str, str],
    places: Sequence[Sequence[str]],
    *,
    sides: Sequence[Sequence[str]] = (),
    day: float = 0,
    began: float = -10,
    silent: Sequence[str] = (),
    reason: str = "points",
    mode: str = "",
    handicap: str = "",
) -> End:
    """The end of a game; everybody plays alone, if nothing is said of `sides`.

    `day` and `began` count from the first of March.
    """
    moments = [written(DAY + timedelta(days=each)) for each in (began, day)]
    finish = Finish(
        *moments,
        ruleset="sealed_bids",
        mode=mode,
        handicap=handicap,
        sides=tuple(map(tuple, sides)) or tuple((seat,) for seat in players),
        players=players,
        places=tuple(map(tuple, places)),
        silent=tuple(silent),
    )
    winners = tuple(places[0]) if len(places) > 1 else ()
    return End(Outcome(winners, reason, ""), finish)


def as_number(drawn: str) -> int:
    """The number under which a player is rated who is called `player-17`."""
    return int(drawn.partition("-")[2])


def some_end(chance: Random, people: int) -> End:
    """An end as it may come: players and robots, draws, timeouts, games that do not count, several ways to play."""
    who = [f"player-{each}" for each in chance.sample(range(1, people + 1), 2)]
    if chance.random() < 0.2:
        who[1] = f"{chance.choice(('recruit', 'officer', 'marshal'))} (robot)"
    chance.shuffle(who)
    places = chance.choice((((NORTH,), (SOUTH,)), ((SOUTH,), (NORTH,)), ((NORTH, SOUTH),)))
    day = chance.randrange(0, 400)
    return end(
        *who,
        places,
        day=day,
        began=day - chance.randrange(1, 60),
        silent=[chance.choice((NORTH, SOUTH))] if chance.random() < 0.3 else [],
        reason=CANCELLED if chance.random() < 0.1 else "points",
        mode=chance.choice(("", "", "rounds=3")),
        handicap=chance.choice(("", "", "purse=9")),
    )


def store(session: Session, number: int, told: End, people: dict[str, int | None]) -> None:
    """A game that has ended so, not yet weighed; `people` are the players behind the drawn names."""
    session.add(
        Game(
            id=number,
            name=f"sealed{number}",
            ruleset="sealed_bids",
            version="1",
            options="{}",
            seed=SEED.hex(),
            state="over",
            created_at=DAY,
            rated=True,
        )
    )
    session.flush()
    session.add_all(Participant(game_id=number, drawn=drawn, player_id=people[drawn]) for drawn in set(told.people))
    first = record.link(None, "game", {"game": f"sealed{number}"}, SEED)
    last = record.link(first, "end", record.end_body(told.outcome, SEED, told.finish), SEED)
    for entry in (first, last):
        session.add(RecordEntry(game_id=number, number=entry.number, hash=entry.hash, body=entry.line))
    session.flush()
