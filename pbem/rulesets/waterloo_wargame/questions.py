"""How a game of the Waterloo Wargame stands, what a report asks of its reader, and both armies in a table.

All of it is in the view. Not for: the order form (`form.py`), nor measuring.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from textwrap import wrap

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
from .shapes import outline_shape, overlap, shape_of

HARD_SPACE = "\N{NO-BREAK SPACE}"
WIDTH, WIDEST_KEPT = 78, 40  # columns
# How many pieces stand in a line: those with their nearest enemy, and those without.
WITH_NEAREST, WITHOUT_NEAREST = 2, 3
GUNS_TOLD = 4  # a piece under more guns than this is dead anyway


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
    guns, lost = view["guns_lost"][seat], view["losses"][seat]
    if not guns:
        return men(lost)
    if each := view["options"]["gun_loss"]:
        # It is among what is lost already.
        return f"{men(lost)} (with {_counted(guns, 'gun')} at {men(each)}{'' if guns == 1 else ' each'})"
    return f"{men(lost)} and {_counted(guns, 'gun')}" if lost else _counted(guns, "gun")


def clock(view: Json) -> str:
    """What decides, in a sentence: who wins when, in this game."""
    last = "after this, the last turn," if view["turns"] == view["round"] else f"after turn {view['turns']}"
    each = view["options"]["gun_loss"]
    guns = f" (a gun counts {men(each)})" if each else ""
    return (
        f"{men(view['target'])} men lost decide{guns}, if the other side has lost less; {last} the day is Wellington's"
    )


def say_outcome(view: Json) -> str:
    """One sentence: who won or that it is a draw, when, why, and the clause; of the reader as of him."""
    outcome = view["outcome"]
    if outcome is None:
        return "The game goes on."
    why = f"{_why(outcome, view)} ({clause_of(outcome['clause'])})"
    when = "" if outcome["reason"] == "time" else f" in turn {view['round']} of {view['turns']}, {view['time']}"
    if not outcome["winners"]:
        return f"The game is drawn{when}: {why}."
    winner = outcome["winners"][0]
    return f"{GENERALS[winner]} wins{when}: {why}."


def _why(outcome: Json, view: Json) -> str:
    if outcome["reason"] == "agreed":
        return "both sides agreed on it"
    winner = outcome["winners"][0]
    loser = other_of(winner, view)
    has = "you have" if loser == view["seat"] else f"{GENERALS[loser]} has"
    match outcome["reason"]:
        case "losses":
            lost = view["losses"]
            return f"{ARMIES[loser]} have lost {men(lost[loser])} men, and {ARMIES[winner]} {men(lost[winner])}"
        case "resigned":
            return f"{has} resigned"
        case "claimed":
            return f"{has} missed {PATIENCE} turns running"
    return "the time is over, the Prussians are there, and the Allied army stands"


# --- What is asked --------------------------------------------------------------------------------------------------


def owes(view: Json, seat: SeatName | None) -> bool:
    """Whether a seat owes orders in a view."""
    return bool(view["phase"] == "play" and view["to_move"] == seat)


def ask(view: Json, seat: SeatName, form: Sequence[str]) -> Ask:
    """The question for a seat's turn, with its order form."""
    return Ask(
        subject=f"your orders for turn {view['round']} ({view['time']})",
        headline=_headline(view),
        form=tuple(form),
        silence=_silence(view, seat),
    )


def roster(view: Json) -> tuple[str, ...]:
    """Each side's pieces by arm and code, whose they are, and how many thousand men; guns have none."""
    return tuple(f"{ADJECTIVES[side]}, in thousands of men: {_by_arms(side, view)}." for side in view["seats"])


def _by_arms(side: SeatName, view: Json) -> str:
    own = pieces_on_board(view, side)
    told = []
    for arm, called in (("infantry", "infantry"), ("cavalry", "cavalry"), ("gun", "guns")):
        pieces = [_fixed(" ".join(_entry(piece))) for piece in own if piece["arm"] == arm]
        told += [f"{called} {', '.join(pieces)}"] if pieces else []
    return "; ".join(told)


def _entry(piece: Json) -> list[str]:
    """`QUI Quiot 2`, or `SAL des Sales`: of a name in full whose it is, or else what it is."""
    name = piece["name"]
    whose = re.match(r"((?:[A-Z]\. )?[A-Za-z'. -]+?)'s? ", name) or re.search(r"\(([^)]+)\)", name)
    parts = name.split(", ")
    called = whose[1].split(",")[0] if whose else parts[-1 if piece["arm"] == "gun" else 0]
    return [
        piece["code"],
        *([called] if called != piece["code"] else []),
        *([str(piece["men"])] if piece["men"] else []),
    ]


def forces(view: Json) -> list[str]:
    """Each army in a table: every piece with its place, some in a line; what is lost; and who has to do with whom.

    A seat's own pieces have the nearest enemy beside them, of which the enemy's would repeat most. Its standing orders
    follow, which nobody else is told.
    """
    seat = view["seat"]
    lines = [line for side in view["seats"] for line in _army(side, view)]
    lines += [*_where(view), *_who_meets_whom(view), *(_for_the_turn(view, seat) if seat and owes(view, seat) else ())]
    lines += _standing_orders(view, seat) if seat is not None else []
    return [row for line in lines for row in wrap(line, WIDTH, subsequent_indent="  ", break_on_hyphens=False)]


# --- The turn -------------------------------------------------------------------------------------------------------


def _headline(view: Json) -> str:
    when, lost = f"Turn {view['round']} of {view['turns']}, {view['time']}", losses(view)
    said = f"{when}: move up to {men(view['move_cap'])} men and any guns"
    return f"{said}; then fire and attack. {lost[0].upper()}{lost[1:]}; {clock(view)}."


def _silence(view: Json, seat: SeatName) -> str:
    if seat in view["computer"]:
        return "If you send nothing, the computer plays this turn for you."
    return "If you send nothing, your army stands: no move, no shot, no attack."


# --- Who may fight whom ---------------------------------------------------------------------------------------------


def locked(view: Json, seat: SeatName) -> dict[str, list[str]]:
    """Whom each piece of a side may not attack or fire at this turn (WWG-085, WWG-102)."""
    side = {piece["code"]: piece["side"] for piece in view["pieces"]}
    return {lock["piece"]: lock["against"] for lock in view["locks"] if side[lock["piece"]] == seat}


def may_attack(piece: Json, barred: Sequence[str], view: Json) -> list[str]:
    """The enemies that a piece touches and may fight, and the strongpoints whose garrison it may storm (WWG-110)."""
    if piece["arm"] == "gun":
        return []  # WWG-072
    others = {other["code"]: other for other in view["pieces"]}
    enemies = [others[code] for code in piece["touches"] if others[code]["side"] != piece["side"]]
    walls = [point for point in piece["walls"] if set(view["outlines"][point]["garrison"]) - set(barred)]
    if piece["arm"] == "cavalry":
        # Neither a garrison nor guns in a strongpoint of their side (WWG-111, WWG-113).
        enemies, walls = [each for each in enemies if not _in_a_strongpoint(each)], []
    enemies = [each for each in enemies if each["garrison"] not in walls]  # who is stormed with his strongpoint
    return [*(each["code"] for each in enemies if each["code"] not in barred), *walls]


def _in_a_strongpoint(piece: Json) -> bool:
    """Whether a piece is in the garrison of a strongpoint, or a gun in or at one that its side holds."""
    return bool(piece["garrison"] or piece.get("sheltered"))


# --- The armies -----------------------------------------------------------------------------------------------------


def _army(seat: SeatName, view: Json) -> list[str]:
    own = pieces_on_board(view, seat)
    guns = sum(piece["arm"] == "gun" for piece in own)
    strength = men(sum(piece["men"] for piece in own))
    formations = _counted(len(own) - guns, "formation")
    nearest = view["seat"] in (None, seat)
    told = "; nearest enemy, yards" if nearest and own else ""
    title = f"{ADJECTIVES[seat]} army: {strength} men in {formations}, {_counted(guns, 'gun')}{told}"
    rows = _in_columns([_row(piece, nearest=nearest) for piece in own], WITH_NEAREST if nearest else WITHOUT_NEAREST)
    return [title, *rows, *_lost(seat, view)]


def _counted(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def _row(piece: Json, *, nearest: bool) -> str:
    """`F04 MAR inf 4 4930,2350 N    812 NAS`: with the nearest enemy, how far off; else without its number too."""
    what = f"{piece['code']:<4}{ARMS[piece['arm']]} {piece['men'] or '':<2}"
    place = f"{piece['x']},{piece['y']}"
    pose = f"{what}{place:>9} {heading_in_short(piece['heading']):<3}"
    if not nearest:
        return pose
    enemy = piece["nearest"]
    far = f" {enemy['gap']:4.0f} {enemy['piece']:<3}" if enemy else ""
    return f"{piece['number']:<4}{pose}{far}"


def _in_columns(cells: Sequence[str], columns: int) -> list[str]:
    """Cells side by side, by rows; a line may be broken between them where it does not fit."""
    # A screen that is too narrow breaks a row at the space, and the next cell begins where the first did.
    lines = [f"{HARD_SPACE} ".join(map(_fixed, cells[at : at + columns])) for at in range(0, len(cells), columns)]
    return [line.rstrip(" " + HARD_SPACE) for line in lines]


# --- Who has to do with whom ----------------------------------------------------------------------------------------


def _where(view: Json) -> Iterator[str]:
    """Who holds strongpoints and who stands totally on roads."""
    pieces = _all_on_board(view)
    holders = {point: _holders(point, pieces, view) for point in view["outlines"]}
    held = [f"{point} by {told}" for point, told in holders.items() if told]
    empty = [point for point, told in holders.items() if not told]
    if holders:
        yield f"Strongpoints held: {_kept([*held, *([f'{listed(empty)} by nobody'] if empty else [])])}"
    roads = _by(pieces, lambda piece: piece["on_roads"])
    if roads:
        yield f"On roads: {_named_groups(roads)}"


def _holders(point: str, pieces: Sequence[Json], view: Json) -> str:
    """The garrison of a strongpoint, those apart who only touch it (WWG-106), and the guns with them (WWG-113)."""
    walls = outline_shape(view["outlines"][point])
    garrison = [piece for piece in pieces if piece["garrison"] == point]
    inside = [piece["code"] for piece in garrison if overlap(shape_of(piece), walls)]
    touching = [piece["code"] for piece in garrison if piece["code"] not in inside]
    guns = [piece["code"] for piece in pieces if piece.get("sheltered") == point]
    told = [listed(inside)] if inside else []
    told += [f"{listed(touching)} (touching)"] if touching else []
    told += [f"guns {listed(guns)}"] if guns else []
    return ", ".join(told) if garrison else ""


def _who_meets_whom(view: Json) -> Iterator[str]:
    """Enemies and friends that touch, each two once, and the targets in the arc of each gun.

    Whoever is asked for orders has the shots that are open to him in the form.
    """
    pieces = _all_on_board(view)
    side = {piece["code"]: piece["side"] for piece in pieces}
    order = {code: at for at, code in enumerate(side)}
    pairs = [
        (piece["code"], other) for piece in pieces for other in piece["touches"] if order[piece["code"]] < order[other]
    ]
    enemies = [f"{one} and {other}" for one, other in pairs if side[one] != side[other]]
    enemies += [
        f"{piece['code']} at the wall of {point} (may storm it)" for piece in pieces for point in piece["walls"]
    ]
    if enemies:
        yield f"In contact: {_kept(enemies)}"
    friends = {
        each: [f"{one} and {other}" for one, other in pairs if side[one] == side[other] == each] for each in ARMIES
    }
    told = [f"{ADJECTIVES[each]}: {_kept(touching)}" for each, touching in friends.items() if touching]
    if told:
        yield f"Pieces of one army that touch. {'. '.join(told)}"
    guns = [f"{piece['code']} on {' '.join(piece['in_arc'])}" for piece in pieces if piece.get("in_arc")]
    if guns and not owes(view, view["seat"]):
        yield f"Guns bear: {_kept(guns)}"


def _for_the_turn(view: Json, seat: SeatName) -> Iterator[str]:
    """What whoever writes a turn wants to know of his pieces: who is under fire, and who may not fight whom."""
    under = [piece for piece in pieces_on_board(view, seat) if piece["under"]]
    if under:
        yield f"{_what_guns_do(under)}: {_kept([_under(piece) for piece in under])}"
    locks = [f"{code} not against {listed(against, 'or')}" for code, against in locked(view, seat).items()]
    if locks:
        yield f"Fights that may not be renewed this turn: {_kept(locks)}"


def _what_guns_do(under: Sequence[Json]) -> str:
    """Two guns destroy what stands in the open (WWG-101); at a garrison each rolls for itself (WWG-103)."""
    arms = {piece["arm"] for piece in under if not piece["garrison"]}
    said = ["in the open two destroy infantry"] if "infantry" in arms else []
    said += ["two destroy cavalry that does not evade"] if "cavalry" in arms else []
    said += ["at a garrison each needs 10 or more of two dice"] if any(each["garrison"] for each in under) else []
    return f"Under enemy guns{f' ({listed(said)})' if said else ''}"


def _under(piece: Json) -> str:
    """`BAU by LLO, ROG`, with the strongpoint whose garrison it is."""
    garrison = f" (garrison of {piece['garrison']})" if piece["garrison"] else ""
    return f"{piece['code']} by {', '.join(piece['under'][:GUNS_TOLD])}{garrison}"


def _all_on_board(view: Json) -> list[Json]:
    return [piece for side in view["seats"] for piece in pieces_on_board(view, side)]


def _by(pieces: Sequence[Json], named: Callable[[Json], Sequence[str]]) -> dict[str, list[str]]:
    """The pieces by what they are in or on."""
    found: dict[str, list[str]] = {}
    for piece in pieces:
        for name in named(piece):
            found.setdefault(name, []).append(piece["code"])
    return found


def _named_groups(groups: dict[str, list[str]]) -> str:
    return _kept([f"{name} {' '.join(codes)}" for name, codes in groups.items()])


def _kept(told: Sequence[str]) -> str:
    """A list whose short entries are not broken at the end of a line."""
    return "; ".join(_fixed(each) if len(each) < WIDEST_KEPT else each for each in told)


def _lost(seat: SeatName, view: Json) -> list[str]:
    gone = [piece for piece in view["pieces"] if piece["side"] == seat and piece["x"] is None]
    if not gone:
        return []
    named = [f"{piece['code']}{HARD_SPACE}{piece['men'] or 'gun'}" for piece in gone]
    count = f", {men(view['losses'][seat])}" if view["losses"][seat] else ""
    return [f"{ADJECTIVES[seat]} losses{count}: {', '.join(named)}"]


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
