"""What is in force or open between the players of the wargame: offers of a draw, turns missed, the computer's hand."""

from __future__ import annotations

from collections.abc import Iterator

from core.contract import Json, SeatName
from core.rulesets.waterloo_wargame.options import PATIENCE
from pbem.rulesets.contract import Draws, Matter
from pbem.rulesets.sentences import until_after

from .board import other_of, seat_title


def draws(view: Json) -> Draws:
    """The offers of a draw that stand, and who has still to agree (WWG-R63)."""
    offers = {seat: _until(seat, view) for seat in view["draw_offers"]}
    left = tuple(seat for seat in view["seats"] if seat not in offers) if view["phase"] == "play" else ()
    return Draws(offers, left, "withdraw draw")


def between(view: Json, seat: SeatName | None) -> tuple[Matter, ...]:
    """For whom the computer plays, and who has missed so many turns that a claim may be made (WWG-R56)."""
    if view["phase"] != "play":
        return ()
    return (*_computer(view, seat), *_missed(view, seat))


def _computer(view: Json, seat: SeatName | None) -> Iterator[Matter]:
    for each in view["computer"]:
        if each == seat:
            yield Matter("The computer plays for you.", "Orders of yours take the army back.")
        else:
            yield Matter(f"The computer plays for {seat_title(each)}.")


def _missed(view: Json, seat: SeatName | None) -> Iterator[Matter]:
    for silent in view["seats"]:
        if view["missed"][silent] < PATIENCE or silent in view["computer"]:
            continue
        missed = f"missed {view['missed'][silent]} turns running"
        if silent == seat:
            yield Matter(f"You have {missed}, and your opponent may claim the game.")
        elif seat is None:
            yield Matter(f"{seat_title(silent)} has {missed}.")
        else:
            said = f"{seat_title(silent)} has {missed}"
            answer = "CLAIM GAME, and you have won; CLAIM COMPUTER, and the computer plays that side."
            yield Matter(f"{said}.", answer, (said, "CLAIM GAME"))


def _until(seat: SeatName, view: Json) -> str:
    other = other_of(seat, view)
    whose = "your" if other == view["seat"] else f"{seat_title(other)}'s"
    return until_after(whose, 1, moving=view["to_move"] == other)
