"""A campaign played through in this process, its battles as games of their rule sets: robots command on both levels.

Everything is drawn from one seed; equal seeds give equal campaigns, to the last die of the last battle.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import Any

import msgspec

from core.contract import HOST, Battle, Budget, Level, NoMuster, Orders
from core.dice import SeededDice
from pbem.campaigns.linked import Ended, LinkedGame, entering, game_of, host_line

MOST_STEPS = 20_000  # decisions of one linked game; those of every rule set end long before


class Fought(msgspec.Struct, frozen=True):
    """A battle of a campaign: what was asked, how its game ended (None: by the table), and the host's line."""

    battle: Battle
    game: LinkedGame | None
    ended: Ended | None
    line: str


class Campaigned(msgspec.Struct, frozen=True):
    """A campaign that was played: its end position, its battles in order, and how many adjudications it took."""

    position: Any
    battles: tuple[Fought, ...]
    steps: int


Orderer = Callable[[Any, Any, str, int], Orders]


def by_robot(level: Level) -> Orderer:
    """What a robot of a level orders for a seat."""

    def ordered(rules: Any, position: Any, seat: str, seed: int) -> Orders:
        orders: Orders = rules.robot_orders(rules.view(position, seat), level, seed, Budget.ARENA)
        return orders

    return ordered


def by_chance(rules: Any, position: Any, seat: str, seed: int) -> Orders:
    """Orders drawn at random."""
    orders: Orders = rules.random_orders(position, seat, seed)
    return orders


def play(campaign: Any, options: Any, fields: Callable[[str], Any], seed: bytes, orders: Orderer) -> Campaigned:
    """A campaign from its opening to its end; `fields` gives the rules of a name by which battles are fought."""
    position = campaign.opening(campaign.settle(options))
    battles: list[Fought] = []
    steps = 0
    while owed := campaign.awaiting(position):
        if owed[0].seat == HOST:
            battle = campaign.battles(position)[0]
            fought, line = fight(campaign, battle, fields(battle.ruleset), _seed(seed, "battle", len(battles)), orders)
            battles.append(fought)
            mails: dict[str, Orders] = {HOST: (line,)}
        else:
            mails = {
                decision.seat: orders(campaign, position, decision.seat, _number(seed, steps, decision.seat))
                for decision in owed
            }
        dice = SeededDice(seed, f"campaign {campaign.step(position)}")
        position = campaign.adjudicate(position, mails, dice, due=owed[0].seat != HOST).position
        steps += 1
    return Campaigned(position, tuple(battles), steps)


def fight(campaign: Any, battle: Battle, rules: Any, seed: bytes, orders: Orderer) -> tuple[Fought, Any]:
    """A battle fought as a game, or left to the table where its rules cannot fight it."""
    try:
        game = game_of(battle, rules)
    except NoMuster:
        line = campaign.fought(battle, None)
        return Fought(battle, None, None, line.text), line
    ended = _to_its_end(game, rules, seed, orders)
    line = host_line(campaign, battle, rules, ended, game.options)
    return Fought(battle, game, ended, line.text), line


def _to_its_end(game: LinkedGame, rules: Any, seed: bytes, orders: Orderer) -> Ended:
    """A linked game played by robots; one that does not end is broken off, and then nobody has won."""
    position = rules.decode(game.position, game.options)
    entered: tuple[str, ...] = ()
    for number in range(MOST_STEPS):
        position, entered = entering(game, rules, position, entered)
        owed = rules.awaiting(position)
        if not owed:
            break
        mails = {one.seat: orders(rules, position, one.seat, _number(seed, number, one.seat)) for one in owed}
        dice = SeededDice(seed, f"battle {number}")
        position = rules.adjudicate(position, mails, dice, due=True).position
    return Ended(rules.outcome(position), rules.encode(position), entered)


def host_lines(played: Campaigned) -> Iterator[tuple[Battle, Ended | None, str]]:
    """The battles of a campaign with the lines that the host gave."""
    for fought in played.battles:
        yield fought.battle, fought.ended, fought.line


def _seed(seed: bytes, *words: object) -> bytes:
    return sha256(seed + " ".join(map(str, words)).encode()).digest()


def _number(seed: bytes, *words: object) -> int:
    return int.from_bytes(_seed(seed, *words)[:8], "big")
