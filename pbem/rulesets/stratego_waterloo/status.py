"""How a battle of Stratego Waterloo stands and how it ended. Not for: what happened, which is `chronicle.py`."""

from __future__ import annotations

from core.contract import Json, SeatName

from .board import kinds
from .sides import SEATS, army_of, codes_counted, colour, of, other


def status(view: Json) -> str:
    """How the game stands, in a line: `turn 13, 17:00, French to move, actions 3 (NA 2 + NE 1)`."""
    if view["phase"] == "over":
        return say_outcome(view)
    side = view["to_move"]
    match view["phase"]:
        case "setup":
            return f"{colour(side)} ({army_of(side)}) is setting up"
        case "draft":
            return f"{colour(side)} ({army_of(side)}) is drafting a card"
        case "pursuit":
            victor = army_of(view["pursuit"]["victor"])
            return f"pursuit by the {victor}: {army_of(side)} to move, {actions_called(view)}"
    return f"turn {view['turn']}, {view['clock']}, {army_of(side)} to move, {actions_called(view)}"


def say_outcome(view: Json) -> str:
    """One sentence: who won or that it is a draw, why, and the clause."""
    outcome = view["outcome"]
    if outcome is None:
        return "The game goes on."
    reason, clause = outcome["reason"], outcome["clause"]
    if reason == "indecisive":
        return f"The battle is indecisive: {_difference(view)} ({clause})."
    if not outcome["winners"]:
        # SWL-104: what is a draw elsewhere is called indecisive in Expert.
        drawn = "battle is indecisive" if reason == "turn_limit" and _is_expert(view) else "game is drawn"
        return f"The {drawn}: {_drawn(reason, view)} ({clause})."
    winner = outcome["winners"][0]
    if reason in ("major", "minor"):
        return f"{reason.capitalize()} {of(winner)} victory: {_difference(view)} ({clause})."
    why = WON[reason].format(loser=army_of(other(winner)), army=of(winner))
    return f"Decisive {of(winner)} victory: {why} ({clause})."


WON = {
    "retreat_lines": "two {army} pieces stand on the enemy's lines of retreat",
    "leaders_lost": "the {loser} have lost Commander and Commander-in-Chief",
    "cinc_lost": "the {loser} have lost their Commander-in-Chief",
    "resigned": "the {loser} have resigned",
}


def actions_called(view: Json) -> str:
    """What the side to move may still do: `3 actions (NA 2 + NE 1)`, `2 of 3 actions left`."""
    allowance, used = view["actions"]["allowance"], view["actions"]["used"]
    if used:
        return f"{allowance - used} of {allowance} actions left"
    leaders = _worth(view)
    worth = f" ({' + '.join(f'{name} {count}' for name, count in leaders)})" if leaders else ""
    fits = sum(count for _, count in leaders) == allowance
    return f"{allowance} {'action' if allowance == 1 else 'actions'}{worth if fits else ''}"


def casualties(view: Json, seat: SeatName) -> str:
    """A side's dead: `5: LI, CH, FA 3`."""
    dead = view["eliminated"].get(seat, {})
    return f"{sum(dead.values())}: {codes_counted(dead)}" if dead else "none"


def clock_of(turn: int) -> str:
    """The time of day at which a turn begins: turn 1 is 11:00."""
    minutes = (11 * 60 + 30 * (turn - 1)) % (24 * 60)
    return f"{minutes // 60:02}:{minutes % 60:02}"


def _worth(view: Json) -> list[tuple[str, int]]:
    """What the leaders of the side to move are worth now (SWL-019); the Prussians are one more."""
    side = view["to_move"]
    codes = {
        kind.kind: kind.code
        for kind in kinds().values()
        if kind.leads and kind.nation in ("FR", "AL") and kind.seat == side
    }
    worth = [] if view["eliminated"][side].get(codes["CINC"]) else [(codes["CINC"], 2)]
    own = [piece for piece in view["board"].values() if piece["side"] == side]
    if any(piece["code"] == codes["CMD"] for piece in own):
        worth.append((codes["CMD"], 1))
    elif (
        view["actions"]["allowance"] > sum(count for _, count in worth) and codes["CMD"] not in view["eliminated"][side]
    ):
        return []
    if view["actions"]["split"]:
        worth.append(("Prussians", 1))
    return worth


def _is_expert(view: Json) -> bool:
    return bool(view["options"]["version"] == "expert")


def _difference(view: Json) -> str:
    dead = {seat: sum(view["eliminated"][seat].values()) for seat in SEATS}
    pursuit = view["pursuit"] or {}
    victor = pursuit.get("victor")
    if victor is None:
        return "nobody has won"
    if view["options"]["casualties"] == "pursuit":
        dead = {seat: count - pursuit["before"][seat] for seat, count in dead.items()}
    loser = other(victor)
    return f"{of(loser)} casualties {dead[loser]}, {of(victor)} {dead[victor]}, difference {dead[loser] - dead[victor]}"


def _drawn(reason: str, view: Json) -> str:
    if reason == "draw_agreed":
        return "both sides agreed on it"
    return f"turn {view['turn']} is over, and it was the last"
