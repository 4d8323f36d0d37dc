"""How a game of Waterloo (1895) stands and how it ended. Not for: what happened, which is `chronicle.py`."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from core.contract import Json, SeatName
from pbem.rulesets.sentences import listed

from .armies import armies_in, army_title, commander, is_little, seat_title
from .board import board


def status(view: Json) -> str:
    """How the game stands, in a line: `turn 12, Napoleon to move, throw 2-3-6, must play 3`."""
    if view["phase"] == "over":
        return say_outcome(view)
    if view["phase"] == "setup":
        awaited = [army.name for army in armies_in(view) if army.letter not in view["posted"]]
        return f"set-up, {listed(awaited)} to post"
    words = [f"turn {view['turn']}"]
    if view["to_move"]:
        words.append(f"{army_title(view['to_move'])} to move")
    if view["throw"]:
        words += [f"throw {called(view['throw'])}", _duty(view)]
    return ", ".join(words)


def say_outcome(view: Json) -> str:
    """One sentence: who won or that it is a draw, why, and the clause."""
    outcome = view["outcome"]
    if outcome is None:
        return "The game goes on."
    winners = [str(seat) for seat in outcome["winners"]]
    why = REASONS[outcome["reason"]](winners, view)
    if not winners:
        return f"The game is drawn: {why} ({outcome['clause']})."
    names = listed([seat_title(seat) for seat in winners])
    return f"{names} {'wins' if len(winners) == 1 else 'win'}: {why} ({outcome['clause']})."


def called(throw: Sequence[int]) -> str:
    """A throw as it is called, smaller numbers first: `2-3-6` (W95-024)."""
    return "-".join(map(str, sorted(throw)))


def _duty(view: Json) -> str:
    if is_little(view):
        return "a forward move must be made" if view["forward"] else "no forward move left"
    return f"must play {view['must']}"


# --- Ends -----------------------------------------------------------------------------------------------------------


def _stars(winners: Sequence[SeatName], view: Json) -> str:
    """Who stands in the cities that were taken: three pieces in one, or two in each."""
    sides = {army.side for army in armies_in(view) if commander(army.letter, view) in winners}
    conquerors = {army.letter for army in armies_in(view) if army.side in sides}
    inside = {
        city.name: [piece for piece, spot in view["pieces"].items() if piece[0] in conquerors and spot in city.stars]
        for city in (board().city(army.city) for army in armies_in(view) if army.side not in sides)
    }
    most = max(map(len, inside.values()))
    held = [
        f"{listed([_stands(piece, view) for piece in pieces])} hold {city}"
        for city, pieces in inside.items()
        if len(pieces) == most
    ]
    return ", ".join(held)


def _stands(piece: str, view: Json) -> str:
    return f"{piece} on {view['pieces'][piece]}"


def _goal(winners: Sequence[SeatName], view: Json) -> str:
    army = next(army for army in armies_in(view) if commander(army.letter, view) in winners)
    return f"all three pieces have come to {_goal_of(army.city)}"


def _goal_of(city: str) -> str:
    return board().city(board().city(city).opposite).name


def _no_pieces(winners: Sequence[SeatName], view: Json) -> str:
    return f"{_losers(winners, view)} no piece left"


def _remnant(winners: Sequence[SeatName], view: Json) -> str:
    return f"{_losers(winners, view)} too few pieces left ever to take a city"


def _losers(winners: Sequence[SeatName], view: Json) -> str:
    losers = list(dict.fromkeys(seat for seat in view["armies"].values() if seat not in winners))
    return f"{listed([seat_title(seat) for seat in losers])} {'has' if len(losers) == 1 else 'have'}"


def _too_few(winners: Sequence[SeatName], view: Json) -> str:
    return "neither side has pieces enough left ever to take a city"


def _stall(winners: Sequence[SeatName], view: Json) -> str:
    what = "a forward move" if is_little(view) else "a capture or a landing on an enemy star"
    return f"{view['options']['stall'] * len(view['armies'])} turns in a row went by without {what}"


def _max_rounds(winners: Sequence[SeatName], view: Json) -> str:
    return f"{view['options']['max_rounds']} rounds are completed"


def _gave_up(winners: Sequence[SeatName], view: Json) -> str:
    return f"{_losers(winners, view)} resigned"


def _agreed(winners: Sequence[SeatName], view: Json) -> str:
    return "all players agreed on it"


def _last_left(winners: Sequence[SeatName], view: Json) -> str:
    return "everybody else has resigned"


REASONS: dict[str, Callable[[Sequence[SeatName], Json], str]] = {
    "stars": _stars,
    "goal": _goal,
    "no_pieces": _no_pieces,
    "remnant": _remnant,
    "too_few": _too_few,
    "stall": _stall,
    "max_rounds": _max_rounds,
    "resigned": _gave_up,
    "agreed": _agreed,
    "last_left": _last_left,
}
