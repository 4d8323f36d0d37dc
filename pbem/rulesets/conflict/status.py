"""How a game of Conflict stands and how it ended. Not for: what happened, which is `chronicle.py`."""

from __future__ import annotations

from collections.abc import Sequence

from core.contract import Json
from pbem.rulesets.sentences import listed

from .sides import seat_title


def status(view: Json) -> str:
    """How the game stands, in a line: `turn 15, Red to move, throws 6-6 and 4-1`."""
    if view["phase"] == "over":
        return say_outcome(view)
    if view["to_move"] is None:
        return "who begins is still to be thrown for"
    words = [f"turn {view['turn']}", f"{seat_title(view['to_move'])} to move"]
    if view["throws"]:
        thrown = [dice_called(dice) for dice in view["throws"]]
        words.append(f"{'throw' if len(thrown) == 1 else 'throws'} {listed(thrown)}")
    return ", ".join(words)


def say_outcome(view: Json) -> str:
    """One sentence: who won or that it is a draw, why, and the clause."""
    outcome = view["outcome"]
    if outcome is None:
        return "The game goes on."
    winners = [seat_title(seat) for seat in outcome["winners"]]
    why = f"{_why(outcome['reason'], view)} ({outcome['clause']})"
    if not winners:
        return f"The game is drawn: {why}."
    return f"{listed(winners)} {'wins' if len(winners) == 1 else 'win'}: {why}."


def dice_called(dice: Sequence[int]) -> str:
    """A throw as it is called: `5-3`."""
    return "-".join(map(str, dice))


def _why(reason: str, view: Json) -> str:
    match reason:
        case "last_standing":
            out = sorted(view["out"], key=lambda seat: view["out"][seat]["turn"])
            return f"{listed([seat_title(seat) for seat in out])} {'is' if len(out) == 1 else 'are'} out"
        case "nobody_left":
            return "the last players went out together"
        case "agreed":
            return "all players agreed on it"
    return f"{view['options']['turn_limit']} turns have been played"
