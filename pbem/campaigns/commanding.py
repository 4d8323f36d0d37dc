"""Who commands in a battle of a campaign, by its seats as they are now: its commander, who stands in for him, a robot.

A commander who has fallen silent in the midst of it is followed by the next one.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from sqlalchemy.orm import Session

from core.contract import BATTLE_SIDES, Battle, BattleSide, Force, Level, SeatName
from pbem.campaigns.linked import Command, Kind, LinkedGame, commander
from pbem.games import delegates, stand_ins, table
from pbem.games.misses import PATIENCE
from pbem.rulesets import presentation
from pbem.rulesets.sentences import listed
from pbem.store.models import Delegation, Game, Player, Seat

GROUNDS = {"open": "in the open", "wood": "in a wood", "ridge": "on a ridge", "town": "in a town"}
OF_SIDE: Mapping[BattleSide, str] = {"attacker": "You attack", "defender": "You defend"}


class Standing(msgspec.Struct, frozen=True):
    """Who commands a side of a battle now, and who has fallen silent in it before."""

    side: BattleSide
    command: Command
    silent: tuple[Command, ...] = ()


def silent_in(campaign: Game) -> set[SeatName]:
    """The seats of a campaign whose players are not there; a robot that has a seat of its own always is."""
    return {
        seat.name
        for seat in campaign.seats
        if seat.level is None and (seat.player is None or seat.robot or seat.misses >= PATIENCE)
    }


def delegates_in(session: Session, campaign: Game) -> dict[SeatName, str]:
    """The names of those who play seats of a campaign for their holders now."""
    found = {seat.name: delegates.of(session, seat) for seat in campaign.seats}
    return {seat: player.name for seat, player in found.items() if player is not None and player.barred is None}


def first(game: LinkedGame) -> dict[SeatName, Standing]:
    """Who commands as a battle begins, by its tactical seats."""
    return {
        seat: Standing(side, command) for side, (seat, command) in zip(BATTLE_SIDES, game.seats.items(), strict=True)
    }


def kept(commands: Mapping[SeatName, Standing]) -> str:
    """Who commands, as it is kept: delegates without their names, by which nobody could be forgotten."""
    nameless = {
        seat: msgspec.structs.replace(
            each, command=_nameless(each.command), silent=tuple(_nameless(gone) for gone in each.silent)
        )
        for seat, each in commands.items()
    }
    return msgspec.json.encode(nameless).decode()


def in_row(commands: str) -> dict[SeatName, Standing]:
    """Who commands, as `kept` has written it."""
    return msgspec.json.decode(commands, type=dict[SeatName, Standing])


def _nameless(command: Command) -> Command:
    return msgspec.structs.replace(command, player=None) if command.kind is Kind.DELEGATE else command


def following(session: Session, campaign: Game, battle: Battle, standing: Standing) -> Standing:
    """Who commands after somebody who has fallen silent; a robot in the end."""
    gone = (*standing.silent, standing.command)
    silent = silent_in(campaign) | {each.player for each in gone if each.kind is not Kind.DELEGATE and each.player}
    held = {each.seat for each in gone if each.kind is Kind.DELEGATE}
    left = {seat: name for seat, name in delegates_in(session, campaign).items() if seat not in held}
    return Standing(standing.side, commander(battle, standing.side, silent, left), gone)


def player_of(session: Session, campaign: Game, command: Command) -> Player | None:
    """The player who commands; None where that is a robot."""
    if command.kind is Kind.DELEGATE:
        return delegates.of(session, _seat(campaign, command.seat))
    return None if command.player is None else _seat(campaign, command.player).player


def sit_down(session: Session, campaign: Game, seat: Seat, command: Command) -> None:
    """Give the seat of a battle to whoever commands there; whoever plays for him in the campaign does so here too."""
    player = player_of(session, campaign, command)
    if player is None:
        own = None if command.player is None else _seat(campaign, command.player).level
        seat.level, seat.robot = (Level(own) if own else stand_ins.STAND_IN).value, True
        return
    seat.player = player
    if command.kind is not Kind.DELEGATE and command.player is not None:
        held = _seat(campaign, command.player)
        other = delegates.of(session, held)
        if other is not None and held.delegation is not None:
            seat.delegation = Delegation(player_id=other.id, until=held.delegation.until)


def told(campaign: Game, game: LinkedGame, seat: SeatName, standing: Standing) -> tuple[str, ...]:
    """What a seat is told of its battle: of its own side alone, and of those who come to that."""
    words, battle = presentation(campaign.ruleset), game.battle
    for_whom = "" if standing.command.kind is Kind.COMMANDER else f" for {words.seat_title(standing.command.seat)}"
    own = [force for force in battle.forces if force.side == standing.side]
    there = listed(strength_in_words(force) for force in own if not force.comes)
    comes = [
        f"{listed(each.columns)} {'comes' if len(each.columns) == 1 else 'come'} as turn {each.at} begins."
        for each in game.insert
        if each.seat == seat and each.at <= game.limit
    ]
    return (
        f"This is battle {battle.id} of {campaign.name}. {OF_SIDE[standing.side]}{for_whom} {GROUNDS[battle.ground]}, "
        f"with {there}.",
        *comes,
        f"It lasts {battle.hours} {'hour' if battle.hours == 1 else 'hours'} at the most: {game.limit} turns here. The "
        f"clock of {campaign.name} stands meanwhile; at the end each column has lost what it lost here.",
    )


def why_another(campaign: Game, standing: Standing) -> str:
    """Why somebody else commands from here on, as the record has it."""
    who = standing.silent[-1]
    name = presentation(campaign.ruleset).seat_title(who.player or who.seat)
    return f"{name if who.kind is not Kind.DELEGATE else 'the delegate'} is silent"


def strength_in_words(force: Force) -> str:
    """A column and what it has: `F1 (12000 foot, 800 horse, 24 guns)`."""
    arms = [(100 * force.foot, "foot"), (100 * force.horse, "horse"), (force.guns, "guns")]
    return f"{force.code} ({', '.join(f'{number} {arm}' for number, arm in arms if number)})"


def _seat(campaign: Game, name: SeatName) -> Seat:
    seat = table.seat_named(campaign, name)
    assert seat is not None
    return seat
