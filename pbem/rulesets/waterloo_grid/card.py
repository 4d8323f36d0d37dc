"""What the units can do, in a few lines, for whoever has a turn to write."""

from __future__ import annotations

from core.contract import Json


def card(view: Json) -> tuple[str, ...]:
    """Points, fire, room and cover (WGR-008, WGR-012 to WGR-014, WGR-029, WGR-055 to WGR-075, WGR-091 to WGR-098)."""
    options = view["options"]
    twice = " All may fire twice." if options["double_fire"] == "yes" else ""
    walled = "any farm" if options["small_farms"] == "walled" else "a large farm"
    small = "" if options["small_farms"] == "walled" else ", a small farm 1"
    charge = ", 1 more in a charge" if options["charge_bonus"] == "on" else ""
    horse = "" if options["garrison"] == "any" else "Only infantry enters villages and farms."
    lines = (
        "Losses, in fire and fights: I kills infantry, C cavalry, A guns; each X drives back a cell, over farms, "
        "villages and woods. Who has no way back is lost.",
        "Action points: infantry (I, G) 2, heavy cavalry (H) 3, light cavalry (L) 4, artillery (A) 1. A point is a "
        "cell ahead, a new facing, forming or leaving square, or a shot. A square cannot move or turn.",
        "Infantry fires at the cell ahead or one diagonally ahead, a die a base, two at most; a square a die a "
        f"base, each through another side.{twice} Cavalry never fires.",
        "Guns move, turn or fire: at the next cell 2 dice a base; at 2 to 4 cells, ahead or in the lines beside, 1 a "
        "base, at the nearest in each line; who is next ahead is the only target.",
        "Room: open ground and hill 4 bases, village, wood and large farm 2, small farm 1.",
        f"Cover takes off dice: village and wood 1; {walled} 2, against guns 1{small}; against guns 1 in the rear rank "
        "of a hill that they do not stand on.",
        f"Fights: a die a base. The first roll of an attack: 1 more from flank or rear{charge}; less the cover, 1 less "
        "for light against heavy cavalry, 1 less for cavalry against a square.",
        "The first roll in defence: 1 less for light against heavy cavalry, 1 less for infantry not in square against "
        "cavalry.",
        "Infantry never charges cavalry; guns never charge.",
        "Infantry and guns that are charged from the front fire first: guns 2 dice a base, infantry 1, two at most. "
        "Infantry charged by cavalry rolls a die a cell ridden: an X forms square.",
        "Bases stay within a cell of the flag, those of a guard within two; but a unit of one or two bases, "
        "not guards, stays in one cell.",
        f"A farm has no flank or rear. Of infantry in {walled} it takes two I of one roll to kill a base, and two X to "
        "drive it a cell.",
        "In reports [dice 71.2-5] are rolls 2 to 5 under 71 in the record of the game.",
    )
    return (*lines, horse) if horse else lines
