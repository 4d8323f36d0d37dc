"""How a game of Waterloo on a grid stands and ended, what a report asks of its reader, and both armies in words.

The form to answer on is all comments: what can fire, who is in contact, who can come back, as the rules give it.
Whatever of it comes back quoted or untouched is not read as an order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from textwrap import wrap

import msgspec

from core.contract import Json, SeatName
from pbem.rulesets.contract import Ask
from pbem.rulesets.sentences import listed

from .board import (
    CLASSES,
    DIRECTIONS,
    ROOM,
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
    steps,
    units_of,
)

HARD_SPACE = "\N{NO-BREAK SPACE}"
FORM_WIDTH = 70
# The bases of a party that have a die in a volley (WGR-056).
FRONT_ROW = 2
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
    """How the game stands, in a line: `turn 4, Blue to move, dice I I C A X`, or who has still to act in it."""
    if view["phase"] == "over":
        return say_outcome(view)
    words = [f"turn {view['turn']}", f"{seat_title(view['to_move'])} to move"]
    if view["mails"]:
        words.append(f"{listed(view['placed'])} still to act" if view["placed"] else "all dice used")
    elif view["dice"]:
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
            ties = ", and then shares of bases kept" if view["options"].get("ties") == "share" else ""
            more = view["options"].get("blue_bases")
            given = f", Blue having {more} bases more than stand there" if more else ""
            turns = view["options"]["turn_limit"]
            return f"{turns} turns have been played, and villages and farms are counted{ties}{given}"
        case "resigned":
            return f"{loser} has resigned"
        case "claimed":
            return f"{loser} has missed three turns in a row"
    return "both sides agreed on it"


# --- The turn -------------------------------------------------------------------------------------------------------


def _the_dice(view: Json) -> str:
    own = Counter(SYMBOLS[unit[1]] for unit in units_of(view["to_move"], view))
    # A unit takes one die, and what is left over may bring lost bases back: told below, where it can.
    acting = {symbol: min(count, own[symbol] or count) for symbol, count in view["hints"]["activations"].items()}
    can = [f"{count} {ARMS[symbol][0] if count == 1 else ARMS[symbol][1]}" for symbol, count in acting.items() if count]
    dice = dice_called(view["dice"])
    if not can:
        return f'your dice are {dice}, and wake nobody: answer with the one line "end".'
    return f"your dice are {dice}: {listed(can)} may act."


def _the_rest(view: Json) -> str:
    placed = view["placed"]
    turn = f"Turn {view['turn']} is still open"
    if not placed:
        ends = "closes it, and the fighting begins" if _fights_now(view, view["to_move"]) else "closes it"
        return f'{turn}, and all your dice are used: "end" {ends}.'
    who = f"{listed(placed)} {'has its die' if len(placed) == 1 else 'have their dice'} and no orders yet"
    return f'{turn}: {who}. "end" closes it, and the fighting begins.'


def _silence(view: Json, seat: SeatName) -> str:
    fights = _fights_now(view, seat)
    if view["mails"]:
        said = "If you send nothing more, the turn is closed as it stands"
        said += ", and the fights take place." if fights else "."
    elif not any(view["hints"]["activations"].values()):
        said = f"If you send nothing, the turn is closed{', and the fights take place' if fights else ''}."
    elif fights:
        said = "If you send nothing, no unit of yours acts, the dice are lost, and the fights take place."
    else:
        said = "If you send nothing, no unit of yours acts, and the dice are lost."
    return said


# --- The form -------------------------------------------------------------------------------------------------------


def _form(view: Json, seat: SeatName) -> list[str]:
    shots = [shot for unit in units_of(seat, view) for shot in _shots(unit, view) if _may_act(unit, view)]
    lines = _listed("Shots possible now, and what each would roll:", shots)
    lines += _contacts(view, seat)
    entries = [] if view["mails"] else _entries(view, seat)
    lines += _listed("Lost bases that can come back with these dice:", entries)
    lines += [] if view["mails"] else _barred(view, seat)
    ready = _ready(view, seat)
    if view["mails"]:
        lines += _listed("Units with a die and no orders yet:", wrap(" ".join(ready), FORM_WIDTH))
    else:
        lines += _listed("Units that may act, as far as dice go:", _by_dice(ready, view))
    examples = examples_for(view, seat)
    if not examples:
        return [*lines, f'# None of your units can act; "end", written below, {_closes(view, seat)}.', ""]
    lines += _listed("A unit and what it does on each line, for example:", examples)
    parted = _to_be_parted(ready, view)
    lines += [f"# f1: one cell ahead.{PARTED.format(unit=parted) if parted else ''}", *(f"# {said}" for said in WORDS)]
    return [*lines, '# Write below, and "end" last, on a line of its own. # lines are not read.', ""]


# A turn of theirs, which takes no base from its flag and needs no room.
PARTED = ' "{unit} bc: left": bases b and c alone; f has the flag.'
WORDS = (
    "left, right, about: a turn. charge 2: two cells ahead into contact.",
    "HELP ORDERS tells the other orders.",
)


def _to_be_parted(ready: Sequence[str], view: Json) -> str | None:
    """A unit that may act and has its bases b and c in one cell beside its flag, for words on how parts are ordered."""
    for unit in ready:
        groups = groups_of(view["units"][unit]) if SYMBOLS[unit[1]] == "I" else []
        for cell, letters, facing in groups:
            left = BESIDE[facing][0] if facing in BESIDE else None
            if "bc" in letters and left and not _is_enemy(ahead(cell, left), side_of(unit), stacks_of(view)):
                return unit
    return None


def _closes(view: Json, seat: SeatName) -> str:
    """What the end of a turn brings as things stand."""
    return "closes the turn, and the fighting begins" if _fights_now(view, seat) else "closes the turn"


def _listed(title: str, lines: Sequence[str]) -> list[str]:
    return [f"# {title}", *(f"#   {line}" for line in lines)] if lines else []


def _by_dice(ready: Sequence[str], view: Json) -> list[str]:
    """The units that may act under the dice that wake them: `2 I: BI1 BI2 BI3`."""
    lines: list[str] = []
    for symbol, count in view["hints"]["activations"].items():
        units = [unit for unit in ready if SYMBOLS[unit[1]] == symbol]
        if units and count:
            lines += wrap(f"{count} {symbol}: {' '.join(units)}", FORM_WIDTH, subsequent_indent="     ")
    return lines


class _Shot(msgspec.Struct, frozen=True):
    """A shot or volley that a party may fire: the order, what stands behind it, and whether it can do anything."""

    order: str
    rolls: str
    is_vain: bool = False

    def __str__(self) -> str:
        return f"{self.order}   # {self.rolls}"


def _shots(unit: str, view: Json) -> list[str]:
    """`BA2 fire E4   # 2 dice` for each shot of a unit, each an order that can be sent as it stands."""
    return list(map(str, _shots_of(unit, view)))


def _shots_of(unit: str, view: Json) -> list[_Shot]:
    guns = view["hints"]["guns"].get(unit, {})
    shots = [_shot(f"{unit} fire {cell}", count, cell, view) for cell, count in guns.items()]
    targets = view["hints"]["muskets"].get(unit, {})
    volleys = _volleys(unit, view) if targets else []
    for target, most in targets.items():
        reaching = [volley for volley in volleys if target in volley.reach]
        # The hints tell the most dice that any party has left there: what is missing is cover, the same for all.
        cover = max((volley.dice for volley in reaching), default=0) - most
        shots += [
            _shot(f"{unit} {each.who}fire {each.at(target)}", each.dice - cover, target, view, each.more(target))
            for each in reaching
            if each.dice > cover
        ]
    return shots


def _shot(order: str, dice: int, target: str, view: Json, more: str = "") -> _Shot:
    """A shot with its dice; of one die alone nothing comes against infantry in a walled farm (WGR-106)."""
    stack = stacks_of(view).get(target)
    infantry = stack is not None and SYMBOLS[stack.units[0][1]] == "I"
    if dice == 1 and infantry and is_walled(target, view):
        return _Shot(order, f"{_dice(dice)}{more}: cannot hurt infantry there", is_vain=True)
    return _Shot(order, f"{_dice(dice)}{more}")


def is_walled(cell: str, view: Json) -> bool:
    """Whether a cell is a farm with walls, in which infantry is lost and driven back by two alike (WGR-106)."""
    terrain = board().terrain_of(cell)
    return terrain == "large_farm" or (terrain == "small_farm" and view["options"]["small_farms"] == "walled")


class _Volley(msgspec.Struct, frozen=True):
    """What a party may fire: how it is named in an order, its dice before cover, the cells in reach, how many shots.

    `sides` are the ways that a square faces, with the cells in reach of each: it fires once through each (WGR-059).
    """

    who: str
    dice: int
    reach: list[str]
    shots: int
    sides: dict[str, list[str]]

    def at(self, target: str) -> str:
        """The target as an order names it: of a square once for each side that it can be fired at through."""
        through = self._through(target)
        return (
            " ".join(f"{side}:{target}" for side in through) if len(through) > 1 else " ".join([target] * self._times)
        )

    @property
    def _times(self) -> int:
        """How often a target is named that is not seen through sides: once for each shot."""
        return 1 if self.sides else max(self.shots, 1)

    def more(self, target: str) -> str:
        """What is told of several shots."""
        if self.sides:
            through = len(self._through(target))
            return f" through each of {through} sides" if through > 1 else ""
        return f" a shot, {self.shots} shots" if self.shots > 1 else ""

    def _through(self, target: str) -> list[str]:
        return [side for side, cells in self.sides.items() if target in cells][: self.shots]


def _volleys(unit: str, view: Json) -> list[_Volley]:
    """Each party of a unit: a volley, or shots of one die where it is in square or the cell's bases face apart."""
    groups = groups_of(view["units"][unit])
    cells = [cell for cell, _, _ in groups]
    found = []
    for cell, letters, facing in groups:
        alone = cells.count(cell) == 1
        who = "" if len(groups) == 1 else f"@{cell}: " if alone else f"{letters}: "
        row = min(FRONT_ROW, len(letters))
        squared, single = facing == "+", facing == "+" or not alone
        sides = {side: before(cell, side) for side in DIRECTIONS} if squared else {}
        shots = len(letters) if squared else row if single else 1
        found.append(_Volley(who, 1 if single else row, before(cell, facing), shots, sides))
    return found


def _dice(count: int) -> str:
    return f"{count} {'die' if count == 1 else 'dice'}"


def _may_act(unit: str, view: Json) -> bool:
    if view["mails"]:
        return unit in view["placed"]
    return bool(view["hints"]["activations"].get(SYMBOLS[unit[1]], 0))


def _contacts(view: Json, seat: SeatName) -> list[str]:
    """Who fights when the turn is closed, unless the orders change it: each fight once, the attacking cell first."""
    stacks = stacks_of(view)
    fights = [
        f"{listed(stacks[attacking].units)} ({attacking}) on {listed(stacks[attacked].units)} ({attacked})"
        for attacking, attacked in _fights_now(view, seat)
    ]
    return _listed("In contact now, and bound to fight unless that changes:", fights)


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
        lines += [f"{order}   # {CLASSES[kind]}, {paid}" for order in _entry_orders(kind, seat, view)]
    return lines


def _barred(view: Json, seat: SeatName) -> list[str]:
    """What the pool can form and the dice pay for, and no road has room for, in a sentence each."""
    return [
        row
        for kind, cost in view["hints"]["entries"][seat].items()
        if view["hints"]["activations"].get(SYMBOLS[kind], 0) >= cost and not _entry_orders(kind, seat, view)
        for row in wrap(
            f"Lost {CLASSES[kind]} cannot come back as things stand: {_who_bars(seat, view)}.",
            FORM_WIDTH,
            initial_indent="# ",
            subsequent_indent="# ",
        )
    ]


def _entry_orders(kind: str, seat: SeatName, view: Json) -> list[str]:
    ways = _open_roads(kind, seat, view)
    return [f"enter {kind} at {road} facing {facing}" for facing, roads in ways.items() for road in roads]


def _who_bars(seat: SeatName, view: Json) -> str:
    stacks = stacks_of(view)
    on = {road: stacks[board().roads[road][0]].units for road in _roads(seat) if board().roads[road][0] in stacks}
    said = [f"{listed(units)} {'stands' if len(units) == 1 else 'stand'} on {road}" for road, units in on.items()]
    return listed(said) or "the enemy is too near"


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


def examples_for(view: Json, seat: SeatName) -> list[str]:
    """A shot that may hit and a march that are possible now, as far as there are any; else a turn."""
    if not owes(view, seat):
        return []
    ready = _ready(view, seat)
    shot = next((each.order for unit in ready for each in _shots_of(unit, view) if not each.is_vain), None)
    shooter = shot.split()[0] if shot else None
    beside = [unit for unit in ready if shooter is None or _dice_for_both(shooter, unit, view)]
    ways = (way for acts in (_marches, _turns) for unit in beside for way in acts(unit, view))
    found = [each for each in (shot, next(ways, None)) if each]
    if found or ready:
        return found or [f"{ready[0]} hold"]
    kinds = [] if view["mails"] else view["hints"]["entries"][seat].items()
    able = [kind for kind, cost in kinds if view["hints"]["activations"].get(SYMBOLS[kind], 0) >= cost]
    return [order for kind in able for order in _entry_orders(kind, seat, view)][:1]


def _dice_for_both(one: str, other: str, view: Json) -> bool:
    """Whether two units may act in the same turn."""
    if one == other:
        return False
    symbol = SYMBOLS[one[1]]
    shared = symbol == SYMBOLS[other[1]] and not view["mails"]
    return not shared or view["hints"]["activations"][symbol] > 1


def _marches(unit: str, view: Json) -> list[str]:
    """A step ahead of all of a unit, or of a part of it that stays near its flag, where that is possible now."""
    groups = groups_of(view["units"][unit])
    if len(groups) == 1:
        return [f"{unit} f1"] if _is_free_ahead(unit, groups[0], view) else []
    flag = next((cell for cell, letters, _ in groups if "f" in letters), None)
    return [
        f"{unit} {letters}: f1"
        for cell, letters, facing in groups
        if flag is not None
        and "f" not in letters
        and _is_free_ahead(unit, (cell, letters, facing), view)
        and steps(flag, str(ahead(cell, facing))) <= steps(flag, cell)
    ]


def _turns(unit: str, view: Json) -> list[str]:
    """A turn of the bases of a unit in one cell to a side where no enemy stands; those in square leave it."""
    groups, stacks = groups_of(view["units"][unit]), stacks_of(view)
    found = []
    for cell, letters, facing in groups:
        who = "" if len(groups) == 1 else f"{letters}: "
        words = {f"line {way}": way for way in DIRECTIONS}
        if facing in DIRECTIONS:
            words = dict(zip(("left", "right"), BESIDE[facing], strict=True))
        free = [word for word, way in words.items() if not _is_enemy(ahead(cell, way), side_of(unit), stacks)]
        found += [f"{unit} {who}{word}" for word in free]
    return found


BESIDE = {"n": "we", "e": "ns", "s": "ew", "w": "sn"}  # what lies to the left and to the right of each facing


def _is_free_ahead(unit: str, group: tuple[str, str, str], view: Json) -> bool:
    """Whether bases that are not in square have an empty cell ahead that holds them, and no enemy beyond it."""
    cell, letters, facing = group
    goal = ahead(cell, facing)
    if goal is None or ROOM[board().terrain_of(goal)] < len(letters):
        return False
    built = board().terrain_of(goal) in ("village", "large_farm", "small_farm")
    if built and SYMBOLS[unit[1]] != "I" and view["options"]["garrison"] == "infantry":
        return False
    stacks = stacks_of(view)
    return goal not in stacks and not _is_enemy(ahead(goal, facing), side_of(unit), stacks)


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
