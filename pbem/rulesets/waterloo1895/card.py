"""What the pieces can do, in a few lines, for whoever has a throw to play."""

from __future__ import annotations

from core.contract import Json

from .board import goal_of

_ARMY = (
    "Infantry, 1 to 8: one die, exactly so many spots (W95-028).",
    "Cavalry, C and D: one die, or two or three added up (W95-029); {halt}.",
    "No piece jumps another, visits a {loop} twice on one leg, or moves twice in a throw.",
    "Landing on an enemy takes it, unless it stands on a hill or has a friend on the next spot; on the stars of its "
    "{city} no friend helps.",
    "Equal dice give another throw.",
)
_HALTS = {
    "doublets": "with two equal dice it may halt, and take, between them",
    "always": "it may halt, and take, between its dice",
}
_LITTLE = (
    "A die moves one of your three pieces by exactly so many spots, through nobody and on to nobody; no piece moves "
    "twice in a throw, and none is ever taken.",
    "You win with all three pieces on the stars of {goal}.{duty}",
)
_LITTLE_DUTY = " You may not stop while a die that is left brings a piece you have not moved nearer to them."


def card(view: Json) -> tuple[str, ...]:
    """How each kind of piece moves and what it takes, in the game that is played."""
    options = view["options"]
    if options["mode"] == "little":
        again = ("Equal dice give another throw.",) if options["lp_again"] == "yes" else ()
        goal = goal_of(view["to_move"]).name if view["to_move"] else "the city opposite your own"
        duty = _LITTLE_DUTY if options["lp_oblige"] == "forward" else ""
        return (*(line.format(goal=goal, duty=duty) for line in _LITTLE), *again)
    side = options["mode"] != "duel" and options["own_city"] == "side"
    loop = "spot" if options["loops"] == "no" else "road"
    city = "side's two cities" if side else "own city"
    return tuple(line.format(halt=_HALTS[options["halts"]], city=city, loop=loop) for line in _ARMY)
