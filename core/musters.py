"""What the rule sets that fight battles of campaigns share: who comes when, how a game ended, what columns lose.

Counts are whole numbers, shares are rounded down; what cannot be fought is `NoMuster`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Literal

from core.contract import (
    BATTLE_SIDES,
    Battle,
    BattleSide,
    Force,
    Insertion,
    NoMuster,
    Outcome,
    Removed,
    SeatName,
    Toll,
)

Ending = Literal["won", "limit", "resigned", "agreed"]
WINNER_LOSES, LOSER_LOSES = 8, 15  # of 100 men, where a rule set counts by sides alone


def of_side(battle: Battle, side: BattleSide, *, coming: bool) -> list[Force]:
    """The columns of a side, in their order; `coming`: those too that come during the battle."""
    return [force for force in battle.forces if force.side == side and (coming or not force.comes)]


def enters_at(force: Force, turns_an_hour: int) -> int:
    """The tactical turn that a column which comes enters with: so many full hours have passed (HD-089)."""
    return 1 + turns_an_hour * (force.comes // 2)


def insertions(battle: Battle, seats: Mapping[BattleSide, SeatName], turns_an_hour: int) -> tuple[Insertion, ...]:
    """Who comes during a battle, by turn and seat."""
    found: dict[tuple[int, SeatName], list[str]] = {}
    for force in battle.forces:
        if force.comes:
            found.setdefault((enters_at(force, turns_an_hour), seats[force.side]), []).append(force.code)
    return tuple(Insertion(at, seat, tuple(codes)) for (at, seat), codes in sorted(found.items()))


def taking_part(battle: Battle, entered: Collection[str]) -> list[Force]:
    """The columns that were there at the beginning, and those that came."""
    return [force for force in battle.forces if not force.comes or force.code in entered]


def toll_of(
    battle: Battle,
    seats: Mapping[BattleSide, SeatName],
    outcome: Outcome | None,
    endings: Mapping[str, Ending],
    turns: int,
    turns_an_hour: int,
    columns: dict[str, Removed],
) -> Toll:
    """A toll from how a game ended: `endings` has what its reasons mean to a campaign, all others are a victory."""
    hours = max(1, min(battle.hours, -(-turns // turns_an_hour)))
    if outcome is None:
        return Toll("limit", None, hours, columns)
    winner = next((side for side in BATTLE_SIDES if seats[side] in outcome.winners), None)
    ended_by = endings.get(outcome.reason, "won")
    if winner is None and ended_by in ("won", "resigned"):
        ended_by = "limit"
    return Toll(ended_by, winner if ended_by != "agreed" else None, hours, columns)


def strengths(battle: Battle) -> tuple[dict[BattleSide, int], list[Force]]:
    """Both sides' strength where nobody is inserted, and who counts: those too who come in the first half."""
    counted = [force for force in battle.forces if force.comes <= battle.hours]
    totals: dict[BattleSide, int] = {
        side: sum(force.strength for force in counted if force.side == side) for side in BATTLE_SIDES
    }
    if not all(totals.values()):
        raise NoMuster("empty", sides=[side for side, total in totals.items() if not total])
    return totals, counted


def by_sides(counted: Sequence[Force], winner: BattleSide | None) -> dict[str, Removed]:
    """What columns lose where only the sides count: the loser more than the winner."""
    columns = {}
    for force in counted:
        percent = WINNER_LOSES if winner in (None, force.side) else LOSER_LOSES
        columns[force.code] = Removed(force.foot * percent // 100, force.horse * percent // 100)
    return columns
