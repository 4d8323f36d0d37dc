"""What is in force or open between the players of Waterloo on a grid: offers of a draw, and turns missed."""

from __future__ import annotations

from core.contract import Json, SeatName
from pbem.rulesets.contract import Draws, Matter
from pbem.rulesets.sentences import until_after

from .board import seat_title

# Turns missed in a row after which the opponent may claim the game (WGR-147).
CLAIM_AFTER = 3


def draws(view: Json) -> Draws:
    """The offers of a draw that stand, and who has still to agree (WGR-136)."""
    offers = {seat: _until(seat, lapses, view) for seat, lapses in view["draw_offers"].items()}
    left = tuple(seat for seat in view["seats"] if seat not in offers) if view["outcome"] is None else ()
    return Draws(offers, left)


def between(view: Json, seat: SeatName | None) -> tuple[Matter, ...]:
    """Who has missed so many turns that the game may be claimed (WGR-147)."""
    if view["outcome"] is not None:
        return ()
    silent = [other for other in view["seats"] if view["missed"].get(other, 0) >= CLAIM_AFTER]
    return tuple(_missed(other, seat, view) for other in silent)


def _missed(silent: SeatName, seat: SeatName | None, view: Json) -> Matter:
    missed = f"missed {view['missed'][silent]} turns in a row"
    if silent == seat:
        return Matter(f"You have {missed}, and your opponent may claim the game.")
    said = f"{seat_title(silent)} has {missed}"
    if seat is None:
        return Matter(f"{said}.")
    return Matter(f"{said}.", "CLAIM, and the game is yours.", (said, "CLAIM"))


def _until(seat: SeatName, lapses: int, view: Json) -> str:
    """`lapses` counts the turns of both, and is one of the opponent's."""
    other = next(each for each in view["seats"] if each != seat)
    whose = "your" if other == view["seat"] else f"{seat_title(other)}'s"
    return until_after(whose, (lapses - view["ply"] + 2) // 2, moving=view["to_move"] == other)
