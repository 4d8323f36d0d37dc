"""How a game of Waterloo on a grid stands and ended, what a report asks of its reader, and both armies in words.

The form to answer on is all comments: what can fire, who is in contact, who can come back, as the rules give it.
Whatever of it comes back quoted or untouched is not read as an order.
"""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from core.contract import Json, SeatName
from pbem.rulesets.contract import Ask
from pbem.rulesets.sentences import listed

from .between import CLAIM_AFTER
from .board import (
    CLASSES,
    SHORT,
    SYMBOLS,
    Stack,
    ahead,
    army,
    before,
    board,
    groups_of,
    has_room,
    pool_in_words,
    seat_title,
    short_place,
    side_of,
    stacks_of,
    units_of,
)

HARD_SPACE = "\N{NO-BREAK SPACE}"
FORM_WIDTH = 70
# How a new unit faces: towards the enemy's side, unless that would be a contact.
FIRST_FACINGS = {"blue": "news", "red": "sewn"}
ARMS = {"I": ("infantry unit", "infantry units"), "C": ("cavalry unit", "cavalry units"), "A": ("battery", "batteries")}


def owes(view: Json, seat: SeatName) -> bool:
    """Whether a seat owes orders in a view."""
    return view["phase"] == "play" and view["to_move"] == seat and bool(view["dice"])


def ask(view: Json, seat: SeatName) -> Ask:
    """The question for a seat's turn, or for the rest of it where an earlier mail left it open."""
    dice = dice_called(view["dice"])
    if view["mails"]:
        subject, headline = f"the rest of turn {view['turn']}", _the_rest(view)
    else:
        subject, headline = f"turn {view['turn']}, your dice {dice}", f"Turn {view['turn']}: {_the_dice(view)}"
    return Ask(
        subject=subject,
        headline=headline,
        form=tuple(_form(view, seat)),
        silence=_silence(view, seat),
    )


def forces(view: Json) -> list[str]:
    """Each army in words: by class every unit with its bases, cell and facing, and what it has lost."""
    return [line for seat in view["seats"] for line in _army(seat, view)]


# --- How the game stands --------------------------------------------------------------------------------------------


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


# --- The turn -------------------------------------------------------------------------------------------------------


def _the_dice(view: Json) -> str:
    can = [
        f"{count} {ARMS[symbol][0] if count == 1 else ARMS[symbol][1]}"
        for symbol, count in view["hints"]["activations"].items()
        if count
    ]
    dice = dice_called(view["dice"])
    if not can:
        return f"your dice are {dice}, and wake nobody."
    return f"your dice are {dice}: {listed(can)} may act."


def _the_rest(view: Json) -> str:
    placed = view["placed"]
    turn = f"Turn {view['turn']} is still open"
    if not placed:
        return f'{turn}, and all your dice are used: "end" closes it, and the fighting begins.'
    who = f"{listed(placed)} {'has its die' if len(placed) == 1 else 'have their dice'} and no orders yet"
    return f'{turn}: {who}. "end" closes it, and the fighting begins.'


def _silence(view: Json, seat: SeatName) -> str:
    if view["mails"]:
        said = "If you send nothing more, the turn is closed as it stands, and the fights take place."
    else:
        said = "If you send nothing, no unit of yours acts, the dice are lost, and the fights take place."
    missed = view["missed"].get(seat, 0) + 1
    if missed >= CLAIM_AFTER:
        return f"{said} It would be the {_nth(missed)} turn missed in a row, and your opponent may claim the game then."
    return f"{said} After three turns missed in a row your opponent may claim the game."


def _nth(count: int) -> str:
    ending = "th" if 10 < count % 100 < 14 else {1: "st", 2: "nd", 3: "rd"}.get(count % 10, "th")
    return f"{count}{ending}"


# --- The form -------------------------------------------------------------------------------------------------------


def _form(view: Json, seat: SeatName) -> list[str]:
    lines = []
    shots = [*_shots(view, seat, "guns"), *_shots(view, seat, "muskets")]
    if shots:
        lines += _listed("Shots possible now:", shots)
    lines += _contacts(view, seat)
    entries = [] if view["mails"] else _entries(view, seat)
    if entries:
        lines += _listed("Lost bases that can come back with these dice:", entries)
    ready = _ready(view, seat)
    if ready:
        rows = wrap(" ".join(ready), FORM_WIDTH)
        lines += ["# Units that may act, as far as there are dice for them:", *(f"#   {row}" for row in rows)]
    lines += [
        "# A unit and what it does on each line, for example:",
        *(f"#   {example}" for example in _examples(view, ready)),
        '# and last, on a line of its own, "end".',
    ]
    return lines


def _listed(title: str, lines: list[str]) -> list[str]:
    return [f"# {title}", *(f"#   {line}" for line in lines)]


def _shots(view: Json, seat: SeatName, kind: str) -> list[str]:
    """`BA2 fire E4 (2 dice) or F5 (1 die)` for each unit that has a die to fire with, or may get one."""
    lines = []
    for unit, targets in view["hints"][kind].items():
        if side_of(unit) != seat or not _may_act(unit, view):
            continue
        said: dict[str, list[str]] = {}
        for cell, count in targets.items():
            who = _who_fires(unit, cell, view)
            if who is not None:
                said.setdefault(who, []).append(f"{cell} ({count} {'die' if count == 1 else 'dice'})")
        lines += [f"{unit} {who}fire {' or '.join(cells)}" for who, cells in said.items()]
    return lines


def _who_fires(unit: str, target: str, view: Json) -> str | None:
    """How the bases that can fire at a cell are named: nothing for a whole unit, else `@F5: `; None if by letters."""
    groups = groups_of(view["units"][unit])
    if len(groups) == 1:
        return ""
    cells = [cell for cell, _, _ in groups]
    near = [cell for cell, _, facing in groups if cells.count(cell) == 1 and target in before(cell, facing)]
    return f"@{near[0]}: " if near else None


def _may_act(unit: str, view: Json) -> bool:
    if view["mails"]:
        return unit in view["placed"]
    return bool(view["hints"]["activations"].get(SYMBOLS[unit[1]], 0))


def _contacts(view: Json, seat: SeatName) -> list[str]:
    """Who fights when the turn is closed, unless the orders change it: each fight once, the attacking cell first."""
    pairs = [f"{attacking} on {attacked}" for attacking, attacked in _fights_now(view, seat)]
    if not pairs:
        return []
    rows = wrap(", ".join(pair.replace(" ", HARD_SPACE) for pair in pairs), FORM_WIDTH)
    return [
        "# In contact now, and bound to fight unless that changes:",
        *(f"#   {row.replace(HARD_SPACE, ' ')}" for row in rows),
    ]


def _fights_now(view: Json, seat: SeatName) -> list[tuple[str, str]]:
    """The contacts that make a fight: of two cells that face each other the seat's attacks (WGR-081)."""
    contacts = view["hints"]["contacts"]
    own = [(each["from"], each["to"]) for each in contacts if each["seat"] == seat]
    if view["options"]["passive_attacks"] == "no":
        return own
    theirs = [(each["from"], each["to"]) for each in contacts if each["seat"] != seat]
    return own + [(attacking, attacked) for attacking, attacked in theirs if (attacked, attacking) not in own]


def _entries(view: Json, seat: SeatName) -> list[str]:
    """What the pool can form and the dice pay for, and where it may come in; on the roads as they are now."""
    lines = []
    for kind, cost in view["hints"]["entries"][seat].items():
        if view["hints"]["activations"].get(SYMBOLS[kind], 0) < cost:
            continue
        paid = f"{'one' if cost == 1 else 'two'} {SYMBOLS[kind]}"
        ways = _open_roads(kind, seat, view)
        lines += [
            f"enter {kind} at {' or '.join(roads)} facing {facing}   ({CLASSES[kind]}, {paid})"
            for facing, roads in ways.items()
        ]
        if not ways:
            lines.append(f"{CLASSES[kind]} ({paid}), once {listed(_roads(seat), 'or')} is free")
    return lines


def _roads(seat: SeatName) -> list[str]:
    return [entry for entry, (_, of) in board().roads.items() if of == seat]


def _open_roads(kind: str, seat: SeatName, view: Json) -> dict[str, list[str]]:
    """The roads that a whole unit can come in by, under a facing that is no contact there (WGR-127, WGR-128)."""
    stacks = stacks_of(view)
    ways: dict[str, list[str]] = {}
    for entry in _roads(seat):
        cell = board().roads[entry][0]
        facing = next((way for way in FIRST_FACINGS[seat] if not _is_enemy(ahead(cell, way), seat, stacks)), None)
        if facing is not None and has_room(cell, kind, seat, stacks):
            ways.setdefault(facing, []).append(entry)
    return ways


def _is_enemy(cell: str | None, seat: SeatName, stacks: dict[str, Stack]) -> bool:
    return cell in stacks and side_of(stacks[cell].units[0]) != seat


def _ready(view: Json, seat: SeatName) -> list[str]:
    """The units that may act in this turn, if a die goes to them."""
    units = view["placed"] if view["mails"] else units_of(seat, view)
    return [unit for unit in units if _may_act(unit, view)]


def _examples(view: Json, ready: Sequence[str]) -> list[str]:
    """A shot and a march that are possible now, as far as there are any; else the simplest order there is."""
    shot = next((each for unit in ready for each in _whole_shots(unit, view)), None)
    shooter = shot.split()[0] if shot else None
    beside = [unit for unit in ready if shooter is None or _dice_for_both(shooter, unit, view)]
    march = next((f"{unit} f1" for unit in beside if _free_ahead(unit, view)), None)
    return [each for each in (shot, march) if each] or [f"{ready[0]} hold" if ready else "end"]


def _dice_for_both(one: str, other: str, view: Json) -> bool:
    """Whether two units may act in the same turn."""
    if one == other:
        return False
    symbol = SYMBOLS[one[1]]
    shared = symbol == SYMBOLS[other[1]] and not view["mails"]
    return not shared or view["hints"]["activations"][symbol] > 1


def _whole_shots(unit: str, view: Json) -> list[str]:
    """Shots of all of a unit together."""
    targets = {**view["hints"]["guns"], **view["hints"]["muskets"]}.get(unit, {})
    return [f"{unit} fire {cell}" for cell in targets if _who_fires(unit, cell, view) == ""]


def _free_ahead(unit: str, view: Json) -> bool:
    """Whether all of a unit, in one cell and not in square, has a free cell ahead that holds it, and no enemy there."""
    groups = groups_of(view["units"][unit])
    if len(groups) != 1 or groups[0][2] == "+":
        return False
    cell, _, facing = groups[0]
    goal = ahead(cell, facing)
    if goal is None or board().terrain_of(goal) not in ("open", "hill"):
        return False
    taken = {cell for written in view["units"].values() for cell, _, _ in groups_of(written)}
    return taken.isdisjoint((goal, ahead(goal, facing)))


# --- Forces ---------------------------------------------------------------------------------------------------------


def _army(seat: SeatName, view: Json) -> list[str]:
    units = units_of(seat, view)
    bases = sum(len(letters) for unit in units for _, letters, _ in groups_of(view["units"][unit]))
    lines = [f"{army(seat)}: {bases} bases on the field; lost and in the pool: {pool_in_words(view['pools'][seat])}"]
    for kind in CLASSES:
        said = [_unit(unit, view) for unit in units if unit[1] == kind]
        if said:
            lines.append(f"{SHORT[kind]:<5} ".replace(" ", HARD_SPACE) + "; ".join(said))
    return lines


def _unit(unit: str, view: Json) -> str:
    """`RI3 fa F4 s, bc F5 (LHS) s`; each group kept together."""
    groups = [
        f"{letters} {short_place(cell)} {'square' if facing == '+' else facing}"
        for cell, letters, facing in groups_of(view["units"][unit])
    ]
    return f"{unit} {', '.join(groups)}".replace(" ", HARD_SPACE).replace(f",{HARD_SPACE}", ", ")
