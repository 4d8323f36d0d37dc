"""Which bases a unit had, and which of them went back, at each event of a report: worked out from its end.

Rolls tell by cell and unit who retreats and who is pushed, and not by base. As nobody but the stack that goes there is
left in the cell that a step leads to, the events undone one after another from where all stand now show its bases. Not
for: words, which are `narration.py`.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from core.contract import Event, Json

from .board import groups_of

LETTERS = "fabc"
# What a unit does in its own turn, and what is told of the bases that do it.
OF_BASES = frozenset({"move", "face", "square", "line", "charge", "shot"})


def retraced(events: Sequence[Event], view: Json) -> list[Event]:
    """The events with the `living` bases of who acts, `parts` of who went back, `fighting` of who fights a part.

    Of a lapsed fight the `empty` cells.

    `view` is that after the last event. `parts` names the bases of each unit that is not whole: `{"RG1": "bc"}`.
    """
    walk = _Backwards(view)
    return [walk.undo(event) for event in reversed(events)][::-1]


class _Backwards:
    """Where the bases stood, before the events undone so far."""

    def __init__(self, view: Json) -> None:
        self._stands: dict[str, dict[str, str]] = {
            unit: {letter: cell for cell, letters, _ in groups_of(written) for letter in letters}
            for unit, written in view["units"].items()
        }

    def undo(self, event: Event) -> Event:
        """The event with what is known of it, now undone."""
        facts = event.facts
        if event.kind == "fight":
            rolls = [self._undo_roll(roll) for roll in reversed(facts["rolls"])][::-1]
            return msgspec.structs.replace(event, facts={**facts, "rolls": rolls, "fighting": self._fighting(facts)})
        if event.kind == "lapsed":
            empty = [facts[end] for end in ("to", "from") if not self._is_held(facts[end])]
            return msgspec.structs.replace(event, facts={**facts, "empty": empty})
        if event.kind == "shot":
            facts = self._undo_roll(facts)
        if event.kind in OF_BASES:
            facts = {**facts, "living": "".join(self._stands.get(facts["unit"], ()))}
        if event.kind == "move":
            self._set(facts["unit"], facts["bases"], facts["from"])
        if event.kind == "enter":
            self._stands.pop(facts["unit"], None)
        return msgspec.structs.replace(event, facts=facts)

    def _fighting(self, facts: Json) -> dict[str, str]:
        """The bases of each unit of a fight that has others elsewhere, as it begins."""
        found = {}
        for side, cell in (("attack", facts["from"]), ("defend", facts["to"])):
            for unit in facts["units"][side]:
                there = "".join(each for each in LETTERS if self._stands.get(unit, {}).get(each) == cell)
                if there and not self._is_whole(unit, there):
                    found[unit] = there
        return found

    def _undo_roll(self, roll: Json) -> Json:
        """Undo who had no way back, then the steps, then the hits, which came first (WGR-107)."""
        hits = roll["hits"] if roll["destroyed"] else len(roll["losses"])
        self._bring_back(roll["losses"][hits:])
        moves = [self._undo_step(move) for move in reversed(roll["moves"])][::-1]
        self._bring_back(roll["losses"][:hits])
        return {**roll, "moves": moves}

    def _undo_step(self, move: Json) -> Json:
        parts = {}
        for unit in move["units"]:
            there = "".join(letter for letter in LETTERS if self._stands.get(unit, {}).get(letter) == move["to"])
            if there and not self._is_whole(unit, there):
                parts[unit] = there
            self._set(unit, there, move["from"])
        return {**move, "parts": parts}

    def _bring_back(self, losses: Sequence[Json]) -> None:
        for loss in reversed(losses):
            unit, flag = loss["unit"], loss["flag"]
            # Where a base died for the flag, the flag took its place (WGR-110).
            self._set(unit, loss["base"], flag["to"] if flag else loss["cell"])
            if flag:
                self._set(unit, "f", flag["from"])

    def _set(self, unit: str, letters: str, cell: str) -> None:
        self._stands.setdefault(unit, {}).update(dict.fromkeys(letters, cell))

    def _is_whole(self, unit: str, letters: str) -> bool:
        return set(self._stands.get(unit, ())) <= set(letters)

    def _is_held(self, cell: str) -> bool:
        return any(cell in bases.values() for bases in self._stands.values())
