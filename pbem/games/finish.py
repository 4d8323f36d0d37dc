"""The finish of a rated game: who played which side, and in which order they came in.

It stands in the last entry of the record, which is kept as it is for good, so that everybody can reckon the ratings
from last entries alone. What becomes of it is no affair of the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any, TypeAlias

import msgspec

from core.contract import Json, Outcome, SeatName
from pbem.rulesets.contract import Presentation

Places: TypeAlias = tuple[tuple[SeatName, ...], ...]

# The acts after which a seat is played by somebody again, where a robot had it.
_PLAYED_AGAIN = ("return", "take", "replace", "eject")


class Finish(msgspec.Struct, frozen=True):
    """How a rated game ended. `began` and `at` are the times of its first question and its end, in UTC.

    `mode`, `handicap` and `sides` are as in `pbem.rulesets.ways.Way`. `players` tells who sat on which seat at the
    beginning, by the names of the record. `places` are the seats, the best first, those that share a place together.
    Of the `silent` seats nothing came any more: the win was claimed from them, or a robot stood in for them.
    """

    began: str
    at: str
    ruleset: str
    mode: str
    handicap: str
    sides: tuple[tuple[SeatName, ...], ...]
    players: dict[SeatName, str]
    places: Places
    silent: tuple[SeatName, ...]


def of_record(
    words: Presentation, first: Json, acts: Iterable[Json], outcome: Outcome, position: Any, began: str, at: str
) -> Finish | None:
    """The finish of a game with this first entry, these acts and this end; None where it is not rated.

    `position` is that in which the rules ended it, None where it was ended by people.
    """
    way = first.get("rated")
    if way is None:
        return None
    players = {each["seat"]: each["player"] for each in first["seats"]}
    return Finish(
        began=began,
        at=at,
        ruleset=words.name,
        mode=way["mode"],
        handicap=way["handicap"],
        sides=tuple(map(tuple, way["sides"])),
        players=players,
        places=places(words, outcome, position, tuple(players)),
        silent=_silent(acts, tuple(players)),
    )


def places(words: Presentation, outcome: Outcome, position: Any, seats: Sequence[SeatName]) -> Places:
    """The seats in the order in which they came in: as the rules rank them, else those who won before the others."""
    if position is not None:
        return tuple(map(tuple, words.rules.ranking(outcome, position)))
    won = tuple(seat for seat in seats if seat in outcome.winners)
    return tuple(filter(None, (won, tuple(seat for seat in seats if seat not in won))))


def written(moment: datetime) -> str:
    """A moment as records have it."""
    return f"{moment.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"


def _silent(acts: Iterable[Json], seats: Sequence[SeatName]) -> tuple[SeatName, ...]:
    silent = set()
    for act in acts:
        if act["act"] in ("claim", "robot", "flag"):
            silent.update(act["seat"].split())
        elif act["act"] in _PLAYED_AGAIN:
            silent.discard(act["seat"])
    return tuple(seat for seat in seats if seat in silent)
