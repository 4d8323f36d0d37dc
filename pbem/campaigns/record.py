"""The record of a campaign verified with those of its battles: what the host has told of each is worked out again.

A battle's record says of which campaign it is a part, and by the hash of which line of its record; the campaign's names
the game that a battle was, and the last hash of its record. Nothing of it is taken on trust: the game has to begin from
the very position that its rules muster for what the campaign has asked for, whoever comes onto its field has to come
when they say, its dice hang on the seed of the campaign, and what it has cost is worked out from its end.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from core.contract import HOST, Battle, Json, NoMuster
from core.dice import commitment
from pbem.campaigns import results
from pbem.campaigns.battle_record import BattleRecord, entries_of, is_act, positions_of
from pbem.campaigns.linked import Ended, game_of
from pbem.games import record
from pbem.games.kept_orders import KeptLine
from pbem.games.record import Difference, Verified
from pbem.rulesets import NotARuleSet, UnknownRuleSet, presentation


class Fought(msgspec.Struct, frozen=True):
    """A battle of a campaign that holds: its id, and the game that it was; None: the table has decided it."""

    battle: str
    game: str | None
    verified: Verified | None


def battles_named(lines: Sequence[str | bytes]) -> list[str]:
    """The games that a record says battles of it were, in their order; of any other record none. Raises Difference."""
    return _named_in(entries_of(lines))


def is_of_campaign(lines: Sequence[str | bytes]) -> bool:
    """Whether the rules of a record ask for battles. Raises Difference."""
    try:
        rules = presentation(record.parsed(0, lines[0])["ruleset"]).rules if lines else None
    except (KeyError, TypeError, UnknownRuleSet, NotARuleSet):
        return False  # what is wrong with it is told where the record is verified
    return hasattr(rules, "battles")


def verify(
    lines: Sequence[str | bytes], games: Iterable[Sequence[str | bytes]] = ()
) -> tuple[Verified, tuple[Fought, ...]]:
    """Replay the record of a campaign, and those of its battles, all of which have to be there. Raises Difference.

    Turns that were played by rules which are not here are left out, as they are in the record of any game.
    """
    verified = record.verify(lines)
    replay = _Replay(lines, verified, {_name(each): each for each in games})
    return verified, tuple(replay.follow())


class _Replay:
    """A campaign turn by turn, beside the battles that each has asked for."""

    def __init__(
        self, lines: Sequence[str | bytes], verified: Verified, games: Mapping[str, Sequence[str | bytes]]
    ) -> None:
        self._entries = entries_of(lines)
        self._positions = positions_of(self._entries)
        self._rules: Any = presentation(verified.ruleset).rules
        self._verified, self._games = verified, games
        self._told: dict[str, int] = {}  # the entries that tell of the ends of battles since the last turn
        self._named: dict[str, int] = {}  # those that name the game of a battle, by the name of the game

    def follow(self) -> Iterable[Fought]:
        """The battles of the campaign, each once it was compared with its record."""
        for number, entry in enumerate(self._entries):
            if is_act(entry, record.BATTLE):
                self._named[_text(number, entry, "game")] = number
            if is_act(entry, record.FOUGHT):
                self._told[_text(number, entry, "battle")] = number
            if entry["kind"] == "turn":
                before = self._positions.get(number - 1)
                if before is not None and hasattr(self._rules, "battles"):
                    yield from self._turn(number, entry, before)
                self._told.clear()
        unknown = set(self._games) - set(_named_in(self._entries))
        if unknown:
            raise Difference(0, f"{min(unknown)} is no battle of {self._verified.game}")

    def _turn(self, number: int, entry: Json, before: Any) -> list[Fought]:
        battles = self._rules.battles(before)
        lines = entry["orders"].get(HOST)
        if lines is None:
            if self._told or (battles and not entry["due"]):
                raise Difference(number, "battles are asked for, and the host tells of none")
            return []
        if not battles and self._has_umpire():
            return []  # they are an umpire's, and were judged by the rules
        found = [self._fought(battle, number) for battle in battles]
        ends = {each.battle: end for each, end in found}
        expected = [line.text for line in results.lines(self._rules, before, battles, ends)]
        try:
            kept = msgspec.convert(lines, list[KeptLine])
        except msgspec.ValidationError as error:
            raise Difference(number, f"the lines of the host are not well-formed ({error})") from error
        told = [each.mailed for each in kept]
        read = [text for each in kept for text in each.orders]
        if told != expected or read != expected:
            raise Difference(number, f"the host tells {told}, and by the records of the battles it is {expected}")
        return [each for each, _ in found]

    def _has_umpire(self) -> bool:
        """Whether a person has the seat `host`, who writes lines while no battle is asked for."""
        return hasattr(self._rules, "umpired") and bool(self._rules.umpired(self._entries[0]["options"]))

    def _fought(self, battle: Battle, turn: int) -> tuple[Fought, Ended | None]:
        """A battle, with how it ended."""
        number = self._told.get(battle.id)
        if number is None:
            raise Difference(turn, f"nothing tells how battle {battle.id} has ended")
        entry = self._entries[number]
        name = entry.get("game")
        if name is None:
            if _can_be_fought(battle):
                raise Difference(number, f"battle {battle.id} was left to the table, and could have been fought")
            return Fought(battle.id, None, None), None
        if name not in self._games:
            raise Difference(number, f"the record of {name}, which battle {battle.id} was, is not here")
        try:
            game = BattleRecord(self._games[name], battle)
        except Difference as found:
            raise Difference(number, f"the record of {name}, in its {found}") from None
        self._compare(number, entry, game)
        return Fought(battle.id, name, game.verified), game.ended

    def _compare(self, number: int, entry: Json, game: BattleRecord) -> None:
        name, first = entry["game"], game.first
        named = self._named.get(name)
        if named is None or self._entries[named].get("battle") != entry["battle"]:
            raise Difference(number, f"nothing tells that {name} began")
        belongs = {"campaign": self._verified.game, "battle": entry["battle"], "head": self._entries[named]["hash"]}
        if first.get("part_of") != belongs:
            raise Difference(number, f"by its record {name} is a part of something else")
        if entry.get("head") != game.verified.head:
            raise Difference(number, f"the record of {name} ends with another hash")
        if self._verified.complete:
            seed = results.seed_of(bytes.fromhex(self._entries[-1]["seed"]), name)
            if game.verified.seal != commitment(seed):
                raise Difference(number, f"the dice of {name} are not drawn from the seed of the campaign")


def _named_in(entries: Sequence[Json]) -> list[str]:
    acts = [entry for entry in entries if is_act(entry, record.FOUGHT)]
    return [entry["game"] for entry in acts if isinstance(entry.get("game"), str)]


def _can_be_fought(battle: Battle) -> bool:
    try:
        game_of(battle, presentation(battle.ruleset).rules)
    except (NoMuster, UnknownRuleSet, NotARuleSet):
        return False
    return True


def _name(lines: Sequence[str | bytes]) -> str:
    if not lines:
        raise Difference(0, "the record of a battle is empty")
    name = record.parsed(0, lines[0]).get("game")
    if not isinstance(name, str):
        raise Difference(0, "the record of a battle names no game")
    return name


def _text(number: int, entry: Json, key: str) -> str:
    if not isinstance(entry.get(key), str):
        raise Difference(number, f"it does not say which {key}")
    return str(entry[key])
