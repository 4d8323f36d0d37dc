"""A battle of a campaign as a game of its own: its settings, who commands, who comes later, and what it cost.

Everything follows from the campaign's position and the game's end, so that whoever verifies a campaign can work out the
host's line again.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from enum import StrEnum
from typing import Any

import msgspec

from core.contract import (
    BATTLE_SIDES,
    Battle,
    BattleSide,
    Insertion,
    Json,
    Line,
    Muster,
    NoMuster,
    Options,
    Outcome,
    SeatName,
    Tactical,
    Toll,
)

DUE_DAYS = 3  # mail days for a turn of a linked game


class Kind(StrEnum):
    """Who commands a side of a battle."""

    COMMANDER = "commander"  # the player of the seat whose battle it is
    DELEGATE = "delegate"  # whom he has named for his absence
    SUPERIOR = "superior"  # another commander of his side there, or his commander-in-chief
    ROBOT = "robot"  # nobody of his side answers


class Command(msgspec.Struct, frozen=True):
    """Who commands a side: the seat of the campaign for which it is done, and by whom.

    `player` is the seat whose player commands, the name of a delegate, or None for a robot.
    """

    seat: SeatName
    kind: Kind
    player: str | None


class LinkedGame(msgspec.Struct, frozen=True):
    """The settings of a linked game: all that opening it takes. `limit` is in turns of its rule set."""

    battle: Battle
    ruleset: str
    options: Options
    position: Json
    seats: dict[SeatName, Command]
    insert: tuple[Insertion, ...]
    limit: int
    due_days: int = DUE_DAYS


class Ended(msgspec.Struct, frozen=True):
    """How a linked game ended: its outcome (None: it was broken off), its end position, and who came during it."""

    outcome: Outcome | None
    position: Json
    entered: tuple[str, ...] = ()


def game_of(
    battle: Battle,
    rules: Any,
    silent: Collection[SeatName] = (),
    delegates: Mapping[SeatName, str] | None = None,
) -> LinkedGame:
    """The game that a battle is by these rules. Raises NoMuster where they cannot fight it: the table does, then."""
    if not hasattr(rules, "muster"):
        raise NoMuster("kind", ruleset=rules.name)
    made: Muster = rules.muster(battle)
    return LinkedGame(
        battle=battle,
        ruleset=rules.name,
        options=rules.settle(made.options),
        position=made.position,
        seats={made.seats[side]: commander(battle, side, silent, delegates or {}) for side in BATTLE_SIDES},
        insert=made.insert,
        limit=made.limit,
    )


def commander(
    battle: Battle, side: BattleSide, silent: Collection[SeatName], delegates: Mapping[SeatName, str]
) -> Command:
    """Who commands a side of a battle: its commander; if he is silent his delegate, a superior, and at last a robot.

    The table is left for a game that cannot be opened, or that nobody plays to an end.
    """
    own, *others = battle.seats[side]
    if own not in silent:
        return Command(own, Kind.COMMANDER, own)
    if own in delegates:
        return Command(own, Kind.DELEGATE, delegates[own])
    for other in others:
        if other not in silent:
            return Command(own, Kind.SUPERIOR, other)
    return Command(own, Kind.ROBOT, None)


def insertions_for(game: LinkedGame, seat: SeatName) -> tuple[Insertion, ...]:
    """Those who will come that a tactical seat may know of: its own."""
    return tuple(insertion for insertion in game.insert if insertion.seat == seat)


def host_line(campaign: Any, battle: Battle, rules: Tactical[Any], ended: Ended | None, options: Options) -> Line:
    """The line that the host gives to the campaign: what the game has cost; None: the table decides."""
    if ended is None:
        return campaign.fought(battle, None)  # type: ignore[no-any-return]
    return campaign.fought(battle, toll_of(battle, rules, ended, options))  # type: ignore[no-any-return]


def toll_of(battle: Battle, rules: Any, ended: Ended, options: Options) -> Toll:
    """What a game has cost, by its end alone."""
    position = rules.decode(ended.position, options)
    toll: Toll = rules.toll(battle, ended.outcome, position, ended.entered)
    return toll


def recomputed(campaign: Any, battle: Battle, rules: Any, ended: Ended | None) -> str:
    """The text of the host's line as it has to stand in the campaign's record, worked out from the game's end alone."""
    options = rules.settle(rules.muster(battle).options) if ended is not None else {}
    return host_line(campaign, battle, rules, ended, options).text


def entering(game: LinkedGame, rules: Any, position: Any, entered: Sequence[str]) -> tuple[Any, tuple[str, ...]]:
    """The position of a linked game at the beginning of a turn with those who come, and all who have come so far."""
    position, came = rules.reinforced(game.battle, position, entered)
    return position, (*entered, *came)
