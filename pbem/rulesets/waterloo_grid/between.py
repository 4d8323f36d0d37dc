"""What is open between the players of Waterloo on a grid: offers of a draw."""

from __future__ import annotations

from core.contract import Json, SeatName
from pbem.rulesets.contract import Draws
from pbem.rulesets.sentences import until_after

from .board import seat_title


def draws(view: Json) -> Draws:
    """The offers of a draw that stand, and who has still to agree (WGR-136)."""
    offers = {seat: _until(seat, lapses, view) for seat, lapses in view["draw_offers"].items()}
    left = tuple(seat for seat in view["seats"] if seat not in offers) if view["outcome"] is None else ()
    return Draws(offers, left)


def _until(seat: SeatName, lapses: int, view: Json) -> str:
    """`lapses` counts the turns of both, and is one of the opponent's."""
    other = next(each for each in view["seats"] if each != seat)
    whose = "your" if other == view["seat"] else f"{seat_title(other)}'s"
    return until_after(whose, (lapses - view["ply"] + 2) // 2, moving=view["to_move"] == other)
