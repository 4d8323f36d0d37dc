"""What is in force or open between the players of the wargame: offers of a draw, the computer's hand."""

from __future__ import annotations

from collections.abc import Iterator

from core.contract import Json, SeatName
from pbem.rulesets.contract import Draws, Matter
from pbem.rulesets.sentences import until_after

from .board import other_of, seat_title


def draws(view: Json) -> Draws:
    """The offers of a draw that stand, and who has still to agree (WWG-R63)."""
    offers = {seat: _until(seat, view) for seat in view["draw_offers"]}
    left = tuple(seat for seat in view["seats"] if seat not in offers) if view["phase"] == "play" else ()
    return Draws(offers, left, "withdraw draw")


def between(view: Json, seat: SeatName | None) -> tuple[Matter, ...]:
    """For whom the computer plays (WWG-R56)."""
    return tuple(_computer(view, seat)) if view["phase"] == "play" else ()


def _computer(view: Json, seat: SeatName | None) -> Iterator[Matter]:
    for each in view["computer"]:
        if each == seat:
            yield Matter("The computer plays for you.", "Orders of yours take the army back.")
        else:
            yield Matter(f"The computer plays for {seat_title(each)}.")


def _until(seat: SeatName, view: Json) -> str:
    other = other_of(seat, view)
    whose = "your" if other == view["seat"] else f"{seat_title(other)}'s"
    return until_after(whose, 1, moving=view["to_move"] == other)
