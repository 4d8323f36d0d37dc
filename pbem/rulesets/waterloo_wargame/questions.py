"""How a game of the Waterloo Wargame stands, what a report asks of its reader, and both armies in a table.

The form is all comments: what the eye would see on the table (contacts, targets, who is under fire, which fights may
not be renewed), and examples. Whatever of it comes back quoted or untouched is not read as an order. All of it is in
the view. Not for: measuring.
"""

from __future__ import annotations

from collections.abc import Iterator

from core.contract import Json, SeatName
from core.rulesets.waterloo_wargame.options import PATIENCE
from pbem.rulesets.contract import Ask
from pbem.rulesets.sentences import listed

from .board import (
    ADJECTIVES,
    ARMIES,
    ARMS,
    GENERALS,
    clause_of,
    heading_in_short,
    men,
    other_of,
    pieces_on_board,
    seat_title,
)

HARD_SPACE = "\N{NO-BREAK SPACE}"
COLUMNS = "No. code  arm      place facing  nearest enemy, yards"
# Contacts and targets are listed in full; a piece under more guns than this is dead anyway.
GUNS_TOLD = 4


# --- How it stands --------------------------------------------------------------------------------------------------


def status(view: Json) -> str:
    """`turn 6 of 20, 12:45, Napoleon to move; losses French 4,000, Allied 9,000`."""
    if view["phase"] == "over":
        return say_outcome(view)
    when = f"turn {view['round']} of {view['turns']}, {view['time']}"
    return f"{when}, {seat_title(view['to_move'])} to move; {losses(view)}"


def losses(view: Json) -> str:
    """`losses French 4,000, Allied 9,000`, guns where any are gone."""
    return "losses " + ", ".join(f"{ADJECTIVES[seat]} {_lost_so_far(seat, view)}" for seat in view["seats"])


def _lost_so_far(seat: SeatName, view: Json) -> str:
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
    why = f"{_why(outcome, view)} ({clause_of(outcome['clause'])})"
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


# --- What is asked --------------------------------------------------------------------------------------------------


def owes(view: Json, seat: SeatName) -> bool:
    """Whether a seat owes orders in a view."""
    return bool(view["phase"] == "play" and view["to_move"] == seat)


def ask(view: Json, seat: SeatName) -> Ask:
    """The question for a seat's turn."""
    return Ask(
        subject=f"turn {view['round']} of {view['turns']}, {view['time']}",
        headline=_headline(view),
        form=tuple(_form(view, seat)),
        silence=_silence(view, seat),
    )


def forces(view: Json) -> list[str]:
    """Each army in a table: a line for each piece with its place and what it has to do with the enemy; what is lost.

    In a seat's view its standing orders follow, which nobody else is told.
    """
    lines = [_fixed(COLUMNS), *(line for side in view["seats"] for line in _army(side, view))]
    seat = view["seat"]
    return [*lines, *_standing_orders(view, seat)] if seat is not None else lines


# --- The turn -------------------------------------------------------------------------------------------------------


def _headline(view: Json) -> str:
    when, lost = f"Turn {view['round']} of {view['turns']}, {view['time']}", losses(view)
    said = f"{when}: move up to {men(view['move_cap'])} men and any guns"
    return f"{said}; then fire and attack. {lost[0].upper()}{lost[1:]}; {clock(view)}."


def _silence(view: Json, seat: SeatName) -> str:
    if seat in view["computer"]:
        return "If you send nothing, the computer plays this turn for you."
    said = "If you send nothing, your army stands: no move, no shot, no attack."
    if view["missed"][seat] + 1 >= PATIENCE:
        return f"{said} Your opponent may claim the game then."
    return f"{said} After {PATIENCE} turns missed running your opponent may claim the game."


# --- The form -------------------------------------------------------------------------------------------------------


def _form(view: Json, seat: SeatName) -> Iterator[str]:
    own = pieces_on_board(view, seat)
    locked = _locked(view, seat)
    touching = [f"{piece['code']} touches {listed(met)}" for piece in own if (met := _met(piece, locked, view))]
    yield from _listed("In contact (ATTACK enemy WITH piece, piece):", touching)
    targets = [f"FIRE {piece['code']} AT {' or '.join(seen)}" for piece in own if (seen := _targets(piece, locked))]
    yield from _listed("Guns with targets, if they do not move:", targets)
    under = [_under(piece) for piece in own if piece["under"]]
    yield from _listed("Under enemy guns now (two destroy infantry and cavalry in the open):", under)
    told = [f"{code} not against {listed(against, 'or')}" for code, against in locked.items()]
    yield from _listed("Fights that may not be renewed this turn:", told)
    yield "# One order a line. For example (TURN refuses a mail that comes too late):"
    yield f"#   TURN {view['round']}"
    yield from (f"#   {line}" for line in _examples(view, seat))
    yield "# Put PREVIEW on top to see what your orders would do, with nothing played."


def _locked(view: Json, seat: SeatName) -> dict[str, list[str]]:
    """Whom each piece of a side may not attack or fire at this turn (WWG-085, WWG-102)."""
    side = {piece["code"]: piece["side"] for piece in view["pieces"]}
    return {lock["piece"]: lock["against"] for lock in view["locks"] if side[lock["piece"]] == seat}


def _met(piece: Json, locked: dict[str, list[str]], view: Json) -> list[str]:
    """The enemies that a piece touches and may fight, and the strongpoints whose garrison it may storm (WWG-110)."""
    barred = locked.get(piece["code"], ())
    side = {other["code"]: other["side"] for other in view["pieces"]}
    enemies = [code for code in piece["touches"] if side[code] != piece["side"] and code not in barred]
    walls = [point for point in piece["walls"] if set(view["outlines"][point]["garrison"]) - set(barred)]
    return [*enemies, *walls]


def _targets(piece: Json, locked: dict[str, list[str]]) -> list[str]:
    return [code for code in piece.get("in_arc", ()) if code not in locked.get(piece["code"], ())]


def _under(piece: Json) -> str:
    """`BAU: LLO, ROG`; guns remove a garrison piece by 10 of two dice alone, be they one or several (WWG-103)."""
    garrison = f" (in {piece['garrison']}, safe but for 10 or more of two dice)" if piece["garrison"] else ""
    return f"{piece['code']}: {', '.join(piece['under'][:GUNS_TOLD])}{garrison}"


def _listed(title: str, lines: list[str]) -> Iterator[str]:
    if lines:
        yield f"# {title}"
        yield from (f"#   {line}" for line in lines)


def _examples(view: Json, seat: SeatName) -> Iterator[str]:
    """Orders in their usual form for pieces that are there; nothing is said of whether they are wise."""
    own = pieces_on_board(view, seat)
    walkers = [piece["code"] for piece in own if piece["arm"] != "gun"]
    guns = [piece["code"] for piece in own if piece["arm"] == "gun"]
    if walkers:
        yield f"MOVE {walkers[0]} FORWARD MAX"
        yield f"MOVE {walkers[len(walkers) // 2]} {'N' if seat == 'french' else 'S'} MAX"
    if guns:
        yield f"TURN {guns[0]} FACE LHS" if "LHS" in view["outlines"] else f"TURN {guns[0]} AROUND"
    yield "PASS"


# --- The armies -----------------------------------------------------------------------------------------------------


def _army(seat: SeatName, view: Json) -> list[str]:
    own = pieces_on_board(view, seat)
    guns = sum(piece["arm"] == "gun" for piece in own)
    strength = men(sum(piece["men"] for piece in own))
    formations = _counted(len(own) - guns, "formation")
    title = f"{ADJECTIVES[seat]} army: {strength} men in {formations}, {_counted(guns, 'gun')}"
    return [_fixed(title), *(_row(piece, own) for piece in own), *_lost(seat, view)]


def _counted(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def _row(piece: Json, own: list[Json]) -> str:
    """`F04 MAR inf 4  4930,2350 N    812 NAS  touches enemy KEM, under LLO`: with the nearest enemy, how far off."""
    place = f"{piece['x']},{piece['y']}"
    strength = piece["men"] or ""
    nearest = piece["nearest"]
    gap = f"{nearest['gap']:6,.0f} {nearest['piece']:<5}" if nearest else " " * 12
    columns = (
        f"{piece['number']:<4}{piece['code']:<6}{ARMS[piece['arm']]} {strength:<2} {place:>9} "
        f"{heading_in_short(piece['heading']):<4}{gap}"
    )
    return f"{_fixed(columns)} {', '.join(_remarks(piece, own))}".rstrip(" " + HARD_SPACE)


def _remarks(piece: Json, own: list[Json]) -> Iterator[str]:
    friends = {other["code"] for other in own}
    if piece["general"]:
        yield GENERALS[piece["side"]]
    if piece["garrison"]:
        yield f"in {piece['garrison']}"
    if piece["on_roads"]:
        yield f"on {'+'.join(piece['on_roads'])}"
    if enemies := [*(code for code in piece["touches"] if code not in friends), *piece["walls"]]:
        yield f"touches enemy {' '.join(enemies)}"
    if beside := [code for code in piece["touches"] if code in friends]:
        yield f"beside {' '.join(beside)}"
    if piece.get("in_arc"):
        yield f"bears on {' '.join(piece['in_arc'])}"
    if piece["under"]:
        yield f"under {' '.join(piece['under'])}"


def _lost(seat: SeatName, view: Json) -> list[str]:
    gone = [piece for piece in view["pieces"] if piece["side"] == seat and piece["x"] is None]
    if not gone:
        return []
    named = [f"{piece['code']}{HARD_SPACE}{piece['men'] or 'gun'}" for piece in gone]
    return [f"{ADJECTIVES[seat]} losses, {men(view['losses'][seat])}: {', '.join(named)}"]


def _standing_orders(view: Json, seat: SeatName) -> list[str]:
    orders = view["standing"].get(seat) or {}
    said = []
    for kind in ("evade", "support", "draw", "retreat"):
        for piece, wish in orders.get(kind, {}).items():
            words = f"with {', '.join(wish)}" if isinstance(wish, list) else str(wish)
            said.append(f"{kind} {piece.upper()} {words}")
    if orders.get("fallback"):
        said.append(f"General fallback {orders['fallback']}")
    return [f"Your standing orders, which only you see: {'; '.join(said)}"] if said else []


def _fixed(words: str) -> str:
    return words.replace(" ", HARD_SPACE)
