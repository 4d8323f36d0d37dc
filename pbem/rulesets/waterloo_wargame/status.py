"""How a game of the Waterloo Wargame stands and how it ended, in words. Not for: what happened on the way."""

from __future__ import annotations

from core.contract import Json, SeatName

from .sides import ADJECTIVES, ARMIES, GENERALS, men, other_of, seat_title

# Turns missed running after which the opponent may claim (5.5).
PATIENCE = 3


def status(view: Json) -> str:
    """`turn 6 of 20, 12:45, Napoleon to move; losses French 4,000, Allied 9,000`."""
    if view["phase"] == "over":
        return say_outcome(view)
    when = f"turn {view['round']} of {view['turns']}, {view['time']}"
    return f"{when}, {seat_title(view['to_move'])} to move; {losses(view)}"


def losses(view: Json) -> str:
    """`losses French 4,000, Allied 9,000`, guns where any are gone."""
    return "losses " + ", ".join(f"{ADJECTIVES[seat]} {_lost(seat, view)}" for seat in view["seats"])


def _lost(seat: SeatName, view: Json) -> str:
    guns = view["guns_lost"][seat]
    return men(view["losses"][seat]) + (f" and {guns} {'gun' if guns == 1 else 'guns'}" if guns else "")


def clock(view: Json) -> str:
    """What decides, in a sentence: who wins when, in this game."""
    left = view["turns"] - view["round"]
    turns = "this is the last turn" if left == 0 else f"{left} more {'turn' if left == 1 else 'turns'} to come"
    return (
        f"{men(view['target'])} lost decide, if the other side has lost less; {turns}, and at the end of turn "
        f"{view['turns']} the day is Wellington's"
    )


def say_outcome(view: Json) -> str:
    """One sentence: who won or that it is a draw, why, and the clause."""
    outcome = view["outcome"]
    if outcome is None:
        return "The game goes on."
    why = f"{_why(outcome, view)} ({outcome['clause']})"
    if not outcome["winners"]:
        return f"The game is drawn: {why}."
    return f"{GENERALS[outcome['winners'][0]]} wins: {why}."


def _why(outcome: Json, view: Json) -> str:
    if outcome["reason"] == "agreed":
        return "both sides agreed on it"
    winner = outcome["winners"][0]
    loser = other_of(winner, view)
    match outcome["reason"]:
        case "losses":
            lost = view["losses"]
            return f"{ARMIES[loser]} have lost {men(lost[loser])} men, and {ARMIES[winner]} {men(lost[winner])}"
        case "resigned":
            return f"{GENERALS[loser]} has resigned"
        case "claimed":
            return f"{GENERALS[loser]} has missed {PATIENCE} turns running"
    return "the time is over, the Prussians are there, and the Allied army stands"
