"""A series: battles between the same two, one after another, each begun with what those before it have left.

There is no map and no campaign: two armies, and the rule sets in which they meet. Everything follows from the plan and
from what each battle has cost, so that whoever verifies an event works out the same.

What a game removes has fallen by half, and by half is routed, as in a campaign. The plan says which share of either is
back for the next battle, and how many men a side may draw on to fill its ranks.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from core.contract import ATTACKER, BATTLE_SIDES, DEFENDER, Battle, BattleSide, Force, NoMuster, Removed, Toll
from pbem.events import scoring
from pbem.events.contract import Encounter, How, Plan, Result, Series, SeriesColumn, Sitting, SittingName

Ground = Literal["open", "wood", "ridge", "town"]
FEWEST, MOST = 2, 7  # battles
MOST_COLUMNS = 6
LETTERS = "AB"  # the columns of the first and of the second of two: A1, A2, B1
USUAL_ARMY = (
    SeriesColumn(foot=120, horse=10, guns=24),
    SeriesColumn(foot=100, horse=10, guns=24),
    SeriesColumn(foot=60, horse=30, guns=16, quality=4, heavy=True, general=1),
)


class Army(msgspec.Struct, frozen=True):
    """What one of two brings to a battle: its columns, and the hundreds of men that it may still draw on."""

    columns: tuple[SeriesColumn, ...]
    pool: int

    @property
    def men(self) -> int:
        """Hundreds of men."""
        return sum(column.foot + column.horse for column in self.columns)

    @property
    def guns(self) -> int:
        """Guns."""
        return sum(column.guns for column in self.columns)


class Written(msgspec.Struct, frozen=True, kw_only=True):
    """The table `series` of an event file."""

    battles: Annotated[list[str], Meta(description="the rule sets of its battles, in their order")]
    ground: Annotated[
        list[Ground], Meta(description="the ground of each battle: open, wood, ridge or town; one for all will do")
    ] = msgspec.field(default_factory=lambda: ["open"])
    hours: Annotated[int, Meta(ge=2, le=8, description="how many hours a battle may last")] = 6
    fallen: Annotated[int, Meta(ge=0, le=100, description="how many of a hundred fallen are replaced")] = 0
    routed: Annotated[int, Meta(ge=0, le=100, description="how many of a hundred routed return")] = 50
    pool: Annotated[int, Meta(ge=0, le=2000, description="how many hundreds of men each side may draw on")] = 0
    army: Annotated[
        list[SeriesColumn],
        Meta(min_length=1, max_length=MOST_COLUMNS, description="the columns with which both begin"),
    ] = msgspec.field(default_factory=lambda: list(USUAL_ARMY))


def of(plan: Plan) -> Series:
    """The series of a plan that has one. Raises ValueError for any other."""
    if plan.series is None:
        raise ValueError("no series is played")
    return plan.series


def armies(series: Series) -> tuple[Army, Army]:
    """With what the two begin."""
    army = Army(series.army, series.pool)
    return army, army


def side_of(met: Encounter, sitting: Sitting) -> tuple[BattleSide, BattleSide]:
    """The sides of the first and of the second of an encounter in a battle of theirs."""
    return (ATTACKER, DEFENDER) if sitting.seats[ATTACKER] == met.entrants[0] else (DEFENDER, ATTACKER)


def battle(series: Series, met: Encounter, sitting: Sitting, now: tuple[Army, Army]) -> Battle:
    """A battle of a series, with what both have by now; columns without men are not there."""
    sides = side_of(met, sitting)
    found: dict[BattleSide, list[Force]] = {}
    for letter, side, army in zip(LETTERS, sides, now, strict=True):
        found[side] = [
            _force(f"{letter}{at}", side, column)
            for at, column in enumerate(army.columns, start=1)
            if column.foot + column.horse
        ]
    fight = series.battles[sitting.battle - 1]
    return Battle(
        id=sitting.name,
        ruleset=fight.ruleset,
        ground=fight.ground,
        hours=series.hours,
        forces=tuple(force for side in BATTLE_SIDES for force in found[side]),
        seats={side: (sitting.seats[side],) for side in BATTLE_SIDES},
    )


def _force(code: str, side: BattleSide, column: SeriesColumn) -> Force:
    # What a campaign would count a fresh column as (HD-073).
    strength = (column.foot + column.horse + column.guns) * (8 + column.quality) // 10
    return Force(
        code=code,
        side=side,
        foot=column.foot,
        horse=column.horse,
        guns=column.guns,
        quality=column.quality,
        strength=strength,
        heavy=column.heavy,
        general=column.general,
    )


def before(series: Series, met: Encounter, number: int, tolls: Mapping[SittingName, Toll]) -> tuple[Army, Army]:
    """What both have as their battle of a number begins; one without a toll has cost nothing."""
    now = armies(series)
    for sitting in met.sittings:
        if sitting.battle < number and sitting.name in tolls:
            now = after(series, now, tolls[sitting.name])
    return now


def after(series: Series, now: tuple[Army, Army], toll: Toll) -> tuple[Army, Army]:
    """What both have after a battle that has cost so much. Raises ValueError where that is more than was there."""
    known = {f"{letter}{at}" for letter, army in zip(LETTERS, now, strict=True) for at in _numbers(army)}
    if not toll.columns.keys() <= known:
        raise ValueError("it has cost columns that were not there")
    first, second = (_carried(series, army, letter, toll) for letter, army in zip(LETTERS, now, strict=True))
    return first, second


def _numbers(army: Army) -> range:
    return range(1, len(army.columns) + 1)


def _carried(series: Series, army: Army, letter: str, toll: Toll) -> Army:
    columns, pool = [], army.pool
    for at, (column, full) in enumerate(zip(army.columns, series.army, strict=True), start=1):
        removed = toll.columns.get(f"{letter}{at}", Removed())
        foot = left(series, column.foot, removed.foot)
        horse = left(series, column.horse, removed.horse)
        guns = column.guns - _checked(column.guns, removed.guns) * (100 - series.fallen) // 100
        drawn_foot = min(pool, max(0, full.foot - foot))
        drawn_horse = min(pool - drawn_foot, max(0, full.horse - horse))
        pool -= drawn_foot + drawn_horse
        columns.append(msgspec.structs.replace(column, foot=foot + drawn_foot, horse=horse + drawn_horse, guns=guns))
    return Army(tuple(columns), pool)


def left(series: Series, there: int, removed: int) -> int:
    """What is left of so many once those who come back are there: half has fallen, the odd one is routed."""
    fallen = _checked(there, removed) // 2
    routed = removed - fallen
    return there - removed + fallen * series.fallen // 100 + routed * series.routed // 100


def _checked(there: int, removed: int) -> int:
    if not 0 <= removed <= there:
        raise ValueError("it has cost more than was there")
    return removed


def unfought(plan: Plan, met: Encounter, sitting: Sitting, now: tuple[Army, Army], why: NoMuster) -> Result:
    """The result of a battle that cannot be fought, since one has nobody left: the other has won it.

    Where both have nobody left it is drawn; what no field has room for counts for nobody.
    """
    if why.code != "empty":
        return Result(sitting.name, (), How.CANCELLED)
    beaten = {sitting.seats[side] for side in why.facts.get("sides", ())}
    beaten |= {name for name, army in zip(met.entrants, now, strict=True) if not army.men}
    winners = [name for name in met.entrants if name not in beaten]
    return scoring.won_by(sitting, winners, How.BEATEN)


def with_left(met: Encounter, result: Result, now: tuple[Army, Army]) -> Result:
    """A result with the men that both have left."""
    return msgspec.structs.replace(result, left={name: army.men for name, army in zip(met.entrants, now, strict=True)})
