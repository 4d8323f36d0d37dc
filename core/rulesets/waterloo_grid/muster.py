"""Battles of campaigns on the grid: columns to units of four bases, and back to what each column lost.

A base stands for 500, 1,000 or 2,000 foot, half as many horse, or as many guns as hundreds of foot: the smallest scale
by which both sides fit. The attacker is Blue, who moves first. A game turn is half an hour.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from core.contract import (
    ATTACKER,
    BATTLE_SIDES,
    DEFENDER,
    Battle,
    BattleSide,
    Force,
    Json,
    Muster,
    NoMuster,
    Outcome,
    Removed,
    Share,
    Toll,
)
from core.musters import Ending, enters_at, insertions, of_side, taking_part, toll_of

SEATS: dict[BattleSide, str] = {ATTACKER: "blue", DEFENDER: "red"}
TURNS_AN_HOUR = 2
SCALES = (5, 10, 20)
MOST_BASES, MOST_UNITS = 60, 30
MOST_SLOTS = 32  # units that a side may ever have
ARMS = ("guns", "foot", "horse")  # in the order in which they are placed
UNIT = {"guns": 2, "foot": 4, "horse": 4}
LETTERS = {"guns": "ab", "foot": "fabc", "horse": "fabc"}
GUARD = 5  # quality
RED_CELLS = "F4 G4 E4 H4 D4 I4 C4 J4 B4 K4 A4 L4 F3 G3 E3 H3 D3 I3 C3 J3 B3 K3 A3 E2 H2 D2 I2 C2 J2 B2 K2"
BLUE_CELLS = "F8 E8 H8 D8 I8 C8 J8 B8 K8 A8 F9 G9 E9 H9 D9 I9 C9 B9 A9 G10 E10 H10 D10 I10 C10 J10 B10 K10 A10 L10"
CELLS: dict[BattleSide, tuple[str, ...]] = {
    DEFENDER: tuple(RED_CELLS.split()),
    ATTACKER: tuple(BLUE_CELLS.split()),
}
FACING: dict[BattleSide, str] = {ATTACKER: "n", DEFENDER: "s"}
CLASSES = {"guns": ("A",), "foot": ("G", "I"), "horse": ("H", "L")}
ENDINGS: dict[str, Ending] = {"turn_limit": "limit", "resigned": "resigned", "claimed": "resigned", "agreed": "agreed"}


def class_of(force: Force, arm: str) -> str:
    """The class of the units that an arm of a column makes."""
    if arm == "guns":
        return "A"
    if arm == "foot":
        return "G" if force.quality == GUARD else "I"
    return "H" if force.heavy else "L"


def bases_of(force: Force, arm: str, scale: int) -> int:
    """The bases of an arm of a column; of one that comes whole units."""
    if arm == "horse":
        bases = max((4 * force.horse + scale) // (2 * scale), 1 if force.horse >= 5 else 0)
    elif arm == "foot":
        bases = max((2 * force.foot + scale) // (2 * scale), 1 if force.foot else 0)
    else:
        bases = (2 * force.guns + scale) // (2 * scale)
    if force.comes and bases:
        unit = UNIT[arm]
        bases = max(unit, (bases + unit // 2) // unit * unit)
    return bases


def scale_of(battle: Battle) -> int:
    """The smallest scale by which both sides fit the field. Raises NoMuster."""
    for scale in SCALES:
        if all(fits(battle, side, scale) for side in BATTLE_SIDES):
            return scale
    raise NoMuster("pieces", most=MOST_BASES)


def fits(battle: Battle, side: BattleSide, scale: int) -> bool:
    """Whether a side has neither too many bases nor too many units, those that come counted in."""
    bases = units = slots = 0
    for force in of_side(battle, side, coming=True):
        for arm in ARMS:
            number = bases_of(force, arm, scale)
            bases += number
            units += -(-number // UNIT[arm])
            # The guns of a battery may part, and each is then a unit of its own.
            slots += number if arm == "guns" else -(-number // UNIT[arm])
    return bases <= MOST_BASES and units <= MOST_UNITS and slots <= MOST_SLOTS


def muster(battle: Battle) -> Muster:
    """The field with the units of both sides on their cells. Raises NoMuster."""
    scale = scale_of(battle)
    units: Json = {}
    shares: dict[str, Share] = {}
    for side in BATTLE_SIDES:
        there = of_side(battle, side, coming=False)
        placed = place(there, side, scale, shares, town=side == DEFENDER and battle.ground == "town")
        if not placed:
            raise NoMuster("empty", sides=[side])
        units |= placed
    turns = TURNS_AN_HOUR * battle.hours
    return Muster(
        options={"turn_limit": turns},
        seats=SEATS,
        position={"units": units},
        insert=insertions(battle, SEATS, TURNS_AN_HOUR),
        limit=turns,
        map=shares,
    )


def place(there: Sequence[Force], side: BattleSide, scale: int, shares: dict[str, Share], *, town: bool) -> Json:
    """The units of a side, one to a cell; in a town the first full unit of foot holds the farm before it."""
    cells = list(CELLS[side])
    numbers: dict[str, int] = {}
    units: Json = {}
    facing = FACING[side]
    farm = town and any(bases_of(force, "foot", scale) >= UNIT["foot"] for force in there)
    if farm:
        cells.pop(0)
    for arm in ARMS:
        for force in there:
            left = bases_of(force, arm, scale)
            while left:
                size = min(left, UNIT[arm])
                left -= size
                kind = class_of(force, arm)
                numbers[kind] = numbers.get(kind, 0) + 1
                name = f"{SEATS[side][0].upper()}{kind}{numbers[kind]}"
                shares[name] = Share(force.code, arm, size)  # type: ignore[arg-type]
                if farm and arm == "foot" and size == UNIT[arm]:
                    farm = False
                    units[name] = f"F4:fa:{facing} F5:bc:{facing}"
                    continue
                letters = LETTERS[arm][:size]
                units[name] = f"{cells.pop(0)}:{letters}:{facing}"
    return units


def reinforced(rules: Any, battle: Battle, position: Any, entered: Sequence[str]) -> tuple[Any, tuple[str, ...]]:
    """The position with those who come as a game turn begins: in their side's pool, to enter as the rules say."""
    written = rules.encode(position)
    if written.get("phase") == "over" or written.get("to_move", "blue") != SEATS[ATTACKER] or written.get("mails"):
        return position, ()
    scale = scale_of(battle)
    pools = {seat: dict(pool) for seat, pool in written.get("pools", {}).items()}
    came = []
    for force in battle.forces:
        if not force.comes or force.code in entered or enters_at(force, TURNS_AN_HOUR) > written.get("turn", 1):
            continue
        came.append(force.code)
        pool = pools.setdefault(SEATS[force.side], {})
        for kind, number in in_pool(force, scale).items():
            pool[kind] = pool.get(kind, 0) + number
    if not came:
        return position, ()
    return rules.decode({**written, "pools": pools}, position.options), tuple(came)


def in_pool(force: Force, scale: int) -> dict[str, int]:
    """A column that comes, as its side's pool has it: of four bases of foot or horse one carries a flag."""
    found: dict[str, int] = {}
    for arm in ARMS:
        bases = bases_of(force, arm, scale)
        if not bases:
            continue
        kind = class_of(force, arm)
        flags = 0 if arm == "guns" else bases // UNIT[arm]
        found[kind] = bases - flags
        if flags:
            found[f"{kind}f"] = flags
    return found


def toll(rules: Any, battle: Battle, outcome: Outcome | None, position: Any, entered: Sequence[str]) -> Toll:
    """What an end position has cost each column: by side and arm the share of the bases brought that is in the pool.

    Who came and is still waiting in the pool when it ends has not been brought: of each class as many bases as were
    added and for which no unit has been formed since.
    """
    written = rules.encode(position)
    scale = scale_of(battle)
    part = taking_part(battle, entered)
    start = rules.encode(rules.decode(muster(battle).position, position.options))
    shares = {side: losses_of(written, start, part, side, scale) for side in BATTLE_SIDES}
    columns = {}
    for force in part:
        of_arm = shares[force.side]
        columns[force.code] = Removed(
            **{arm: getattr(force, arm) * of_arm[arm][0] // of_arm[arm][1] if of_arm[arm][1] else 0 for arm in ARMS}
        )
    return toll_of(battle, SEATS, outcome, ENDINGS, written.get("turn", 1), TURNS_AN_HOUR, columns)


def losses_of(
    written: Json, start: Json, part: Sequence[Force], side: BattleSide, scale: int
) -> dict[str, tuple[int, int]]:
    """For each arm of a side the bases that are lost, and those that were brought."""
    seat = SEATS[side]
    pool = written.get("pools", {}).get(seat, {})
    found = {}
    for arm in ARMS:
        lost = brought = 0
        for kind in CLASSES[arm]:
            own = [force for force in part if force.side == side and class_of(force, arm) == kind]
            began = sum(bases_of(force, arm, scale) for force in own if not force.comes)
            added = sum(bases_of(force, arm, scale) for force in own if force.comes)
            numbers = [position.get("used", {}).get(f"{seat[0].upper()}{kind}", 0) for position in (start, written)]
            waiting = max(0, added - UNIT[arm] * max(0, numbers[1] - numbers[0]))
            in_it = pool.get(kind, 0) + pool.get(f"{kind}f", 0)
            brought += began + added - waiting
            lost += max(0, min(in_it - waiting, began + added - waiting))
        found[arm] = (lost, brought)
    return found
