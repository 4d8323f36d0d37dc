"""How a game of Waterloo on a grid stands and how it ended: turn, dice, who holds what, who won.

Shared by reports, answers and maps. Not for: what happened, which is `chronicle.py`; where units stand, which is
`armies.py`.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.contract import Json, SeatName
from pbem.rulesets.sentences import listed

from .armies import seat_title
from .board import board


def status(view: Json) -> str:
    """How the game stands, in a line: `turn 4, Blue to move, dice I I C A X`."""
    if view["phase"] == "over":
        return say_outcome(view)
    words = [f"turn {view['turn']}", f"{seat_title(view['to_move'])} to move"]
    if view["dice"]:
        words.append(f"dice {dice_called(view['dice'])}")
    return ", ".join(words)


def say_outcome(view: Json) -> str:
    """One sentence: who won or that it is a draw, why, and the clause."""
    outcome = view["outcome"]
    if outcome is None:
        return "The game goes on."
    winners = [seat_title(seat) for seat in outcome["winners"]]
    why = f"{_why(outcome, view)} ({outcome['clause']})"
    return f"{listed(winners)} wins: {why}." if winners else f"The game is drawn: {why}."


def dice_called(dice: Sequence[str]) -> str:
    """Dice as they are written: `I I C A X`, a blank as `-`."""
    return " ".join(dice)


def held_in_words(view: Json) -> list[str]:
    """For each seat what it holds, and what nobody holds: `Blue: 2 of 4 village cells (J9 K9), 1 farm (BEL)`.

    All four village cells and any two farms win the game (WGR-132).
    """
    lines = []
    for seat in view["seats"]:
        villages, farms = cells_held(seat, view), farms_held(seat, view)
        cells = f" ({' '.join(villages)})" if villages else ""
        named = f" ({' '.join(farms)})" if farms else ""
        counted = f"{len(farms)} farm{'' if len(farms) == 1 else 's'}"
        lines.append(f"{seat_title(seat)}: {len(villages)} of 4 village cells{cells}, {counted}{named}")
    free = [cell for cell, holder in view["hints"]["objectives"].items() if holder is None]
    return [*lines, *([f"Nobody: {' '.join(map(_shortest, free))}"] if free else [])]


def cells_held(seat: SeatName, view: Json) -> list[str]:
    """The village cells a seat holds."""
    villages = {cell for village in board().villages for cell in village.cells}
    return [cell for cell, holder in view["hints"]["objectives"].items() if holder == seat and cell in villages]


def farms_held(seat: SeatName, view: Json) -> list[str]:
    """The farms a seat holds, by their short names."""
    farms = {farm.cells[0]: farm.short for farm in board().farms}
    return [farms[cell] for cell, holder in view["hints"]["objectives"].items() if holder == seat and cell in farms]


def _shortest(cell: str) -> str:
    farms = {farm.cells[0]: farm.short for farm in board().farms}
    return farms.get(cell, cell)


def _why(outcome: Json, view: Json) -> str:
    loser = next((seat_title(seat) for seat in view["seats"] if seat not in outcome["winners"]), "")
    match outcome["reason"]:
        case "objectives":
            return "all four village cells and two farms are in its hands"
        case "annihilated":
            who = f"{loser} has" if outcome["winners"] else "both sides have"
            return f"{who} no base left on the field and none that could come back"
        case "turn_limit":
            return f"{view['options']['turn_limit']} turns have been played, and villages and farms are counted"
        case "resigned":
            return f"{loser} has resigned"
        case "claimed":
            return f"{loser} has missed three turns in a row"
    return "both sides agreed on it"
