"""The record of a game that was a battle of something else: replayed, and held against the battle that was asked for.

The game has to begin from the very position that its rules muster for that, and whoever comes onto its field has to
come when they say. What it belongs to, whoever verifies that knows.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from core.contract import Battle, Json, NoMuster, Options, Outcome, Toll
from pbem.campaigns import results
from pbem.campaigns.linked import game_of, toll_of
from pbem.games import record
from pbem.games.mustered import Entered, rollbacks, still_there
from pbem.games.record import Difference, Verified
from pbem.rulesets import presentation


class BattleRecord:
    """The record of a battle, played again beside what was asked for. Raises Difference.

    `verified` is what its replay has come to, where that was done before; `toll` is what it has cost, None where it was
    called off.
    """

    def __init__(self, lines: Sequence[str | bytes], battle: Battle, verified: Verified | None = None) -> None:
        self.verified = verified or record.verify(lines)
        self._entries, self._battle = entries_of(lines), battle
        self.first = self._entries[0]
        self._positions = positions_of(self._entries)
        self._rules: Any = presentation(self.verified.ruleset).rules
        if not self.verified.complete:
            raise Difference(len(self._entries) - 1, "it does not reach the end of the game")
        if self.verified.unreplayed:
            raise Difference(0, "its rules have changed since it began, so that it cannot be played again here")
        self._begins()
        self._entered: tuple[Entered, ...] = ()
        self._follow()
        last = self._entries[-1]
        position = self._rules.encode(self._positions[len(self._entries) - 2])
        outcome = msgspec.convert(last["outcome"], Outcome)
        here = still_there(self._entered, rollbacks(self._entries))
        self.ended = results.ended(outcome, position, [each.column for each in here])

    @property
    def toll(self) -> Toll | None:
        return None if self.ended is None else toll_of(self._battle, self._rules, self.ended, self.asked.options)

    def _begins(self) -> None:
        if self.verified.ruleset != self._battle.ruleset:
            raise Difference(0, f"it was not played by the rules that were asked for ({self._battle.ruleset})")
        try:
            asked = game_of(self._battle, self._rules)
        except NoMuster:
            raise Difference(0, "its rules cannot fight the battle that was asked for") from None
        self.asked = asked
        if _as_json(asked.options) != self.first["options"]:
            raise Difference(0, "it has other options than the battle that was asked for")
        if _as_json(asked.position) != self.first.get("start"):
            raise Difference(0, "it begins from another position than the battle that was asked for")

    def _follow(self) -> None:
        """Whoever comes onto the field comes when the rules say, and nobody else does."""
        turns = 0
        for number, entry in enumerate(self._entries[:-1]):
            enters = is_act(entry, record.ENTER)
            if enters and self._entries[number - 1]["kind"] != "turn":
                raise Difference(number, "somebody comes onto the field where no turn has ended")
            if entry["kind"] != "turn":
                continue
            turns += 1
            back = {at: turn for at, turn in rollbacks(self._entries).items() if at < number}
            here = still_there(self._entered, back)
            position = self._positions[number]
            after, came = self._rules.reinforced(self._battle, position, [each.column for each in here])
            comes = bool(came) or self._rules.encode(after) != self._rules.encode(position)
            following = self._entries[number + 1]
            if comes != is_act(following, record.ENTER):
                raise Difference(number + 1, "somebody was to come onto the field" if comes else "nobody was to come")
            if not comes:
                continue
            if following["position"] != _as_json(self._rules.encode(after)):
                raise Difference(number + 1, "others come onto the field than were to come, or elsewhere")
            self._entered = (*here, *(Entered(column, "", turns, number + 1) for column in came))


def positions_of(entries: Sequence[Json]) -> dict[int, Any]:
    """The positions that a record that holds has come to, by the numbers of the entries that led to them."""
    return {length - 1: position for length, position in record.positions(entries)}


def entries_of(lines: Sequence[str | bytes]) -> list[Json]:
    """The entries of a record, without what stands below it. Raises Difference."""
    entries = [record.parsed(number, line) for number, line in enumerate(lines)]
    return [entry for entry in entries if not record.is_below(entry)]


def is_act(entry: Json, act: str) -> bool:
    """Whether an entry is an act of this kind."""
    return entry.get("kind") == "act" and entry.get("act") == act


def _as_json(value: Options | Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))
