"""What the units can do, in a few lines, for whoever has a turn to write."""

from __future__ import annotations

from core.contract import Json


def card(view: Json) -> tuple[str, ...]:
    """Points, fire, room and cover (WGR-008, WGR-012 to WGR-014, WGR-029, WGR-055 to WGR-075, WGR-091 to WGR-098)."""
    options = view["options"]
    twice = ", twice" if options["double_fire"] == "yes" else ""
    walled = "any farm" if options["small_farms"] == "walled" else "a large farm"
    small = "" if options["small_farms"] == "walled" else "; a small farm -1"
    charge = ", +1 in a charge" if options["charge_bonus"] == "on" else ""
    horse = "" if options["garrison"] == "any" else "Only infantry enters villages and farms."
    lines = (
        "class          points  fires",
        "I, G infantry  2       at the cell ahead and the two diagonally ahead: a die",
        f"                       a base, two at most{twice}; a square a die a side",
        "H heavy        3       never",
        "L light        4       never",
        "A artillery    1       or moves; range 1: 2 dice a base; 2 to 4, ahead or in",
        "                       the lines beside: 1 a base, at the nearest in sight",
        "A point is a cell ahead, a new facing, square or out of it, or a shot.",
        "Room: open and hill 4 bases, village, wood and large farm 2, small farm 1.",
        f"Cover: village, wood -1; {walled} -2 (for guns -1){small};",
        "for guns -1 in the rear rank of a hill that they do not stand on.",
        f"Fights: a die a base; the first roll +1 from flank or rear{charge};",
        "less the cover, -1 light against heavy cavalry, -1 cavalry against a square.",
        "The first roll in defence: -1 light against heavy cavalry, -1 infantry that",
        "is not in square against cavalry.",
        "Infantry never charges cavalry; guns never charge. Bases stay within a cell",
        "of the flag (guard two); a unit of one or two bases stays in one cell.",
    )
    return (*lines, horse) if horse else lines
