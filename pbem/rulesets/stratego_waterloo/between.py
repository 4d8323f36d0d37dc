"""What is open between the players of Stratego Waterloo: an offer of a draw."""

from __future__ import annotations

from core.contract import Json
from pbem.rulesets.contract import Draws
from pbem.rulesets.sentences import until_after

from .board import other, seat_title


def draws(view: Json) -> Draws:
    """The offer of a draw that stands, and who has still to agree (SWL-103)."""
    offering = view["draw_offer"]
    if offering is None:
        return Draws()
    asked = other(offering)
    whose = "your" if asked == view["seat"] else f"{seat_title(asked)}'s"
    moving = view["phase"] == "play" and view["to_move"] == asked
    until = until_after(whose, view.get("draw_plies", 1), moving=moving, turn="ply")
    return Draws({offering: until}, (asked,) if view["outcome"] is None else ())
