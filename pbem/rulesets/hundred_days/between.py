"""What is in force between the players of the Hundred Days: offers of a draw hold for a turn, and lapse with it."""

from __future__ import annotations

from core.contract import Json, SeatName
from pbem.rulesets.contract import Matter
from pbem.rulesets.sentences import listed

from .board import seat_title, variant


def between(view: Json, seat: SeatName | None) -> tuple[Matter, ...]:
    """Who offered a draw in the last turn (HD-119)."""
    others = [each for each in view["draws"] if each != seat]
    if view["phase"] == "over" or not others:
        return ()
    said = f"{listed(map(seat_title, others))} offered a draw in the last turn; the offer is over with it."
    return (Matter(said, "DRAW among your orders offers one in this turn; it is agreed when all do."),)


def partners(view: Json, seat: SeatName) -> tuple[SeatName, ...]:
    """The other seats of a side: they win together (HD-101)."""
    sides = variant(view).seat_sides
    return tuple(other for other in view["seats"] if other != seat and sides[other] == sides[seat])
