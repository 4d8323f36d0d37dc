"""What is in force between the players of the Hundred Days: battles that are games of their own, and offers of a draw.

An offer of a draw holds for a turn, and lapses with it.
"""

from __future__ import annotations

from collections.abc import Iterator

from core.contract import Json, SeatName
from pbem.rulesets.contract import Matter
from pbem.rulesets.sentences import listed

from .board import duration, hours_in_words, seat_title, variant

GROUNDS = {"open": "open ground", "wood": "a wood", "ridge": "a ridge", "town": "a town"}
DOES = {"attacker": "You attack", "defender": "You defend"}


def between(view: Json, seat: SeatName | None) -> tuple[Matter, ...]:
    """The battles for which the clock stands and in which the seat has a part; who offered a draw in the last turn."""
    if view["phase"] == "over":
        return ()
    return (*_battles(view), *_offers(view, seat))


def _battles(view: Json) -> Iterator[Matter]:
    """The requests that a seat is named in (HD-092)."""
    for battle in view["requests"]:
        if "side" not in battle:  # the host's
            continue
        here = [force for force in battle["forces"] if not force["comes"]]
        own = [force["column"] for force in here if force["side"] == battle["side"]]
        enemy = [force["column"] for force in here if force["side"] != battle["side"]]
        later = [f"{force['column']} after {duration(force['comes'])}" for force in battle["forces"] if force["comes"]]
        comes = f" To you will come: {listed(later)}." if later else ""
        yield Matter(
            f"The clock stands for battle {battle['id']} (HD-085), which is fought as a game of {battle['ruleset']}. "
            f"{DOES[battle['side']]} with {listed(own)} against {listed(enemy)}, on {GROUNDS[battle['ground']]}, for "
            f"{hours_in_words(battle['hours'])} at the most.{comes}"
        )


def _offers(view: Json, seat: SeatName | None) -> Iterator[Matter]:
    """Who offered a draw in the last turn (HD-119)."""
    others = [each for each in view["draws"] if each != seat]
    if others:
        said = f"{listed(map(seat_title, others))} offered a draw in the last turn; the offer is over with it."
        yield Matter(said, "DRAW among your orders offers one in this turn; it is agreed when all do.")


def partners(view: Json, seat: SeatName) -> tuple[SeatName, ...]:
    """The other seats of a side: they win together (HD-101)."""
    sides = variant(view).seat_sides
    return tuple(other for other in view["seats"] if other != seat and sides[other] == sides[seat])
