"""Games from a few placed pieces, asked of the rules themselves.

    table("F I3 inf 3 3000,1900/0; A D5 inf 5 3000,2000/180").play("attack d5 with i3", dice=[5, 3])

Pieces are written as in `wargame_pieces`, orders as players write them.
"""

from __future__ import annotations

from typing import Any

import pytest
from wargame_pieces import pieces_in, place_of

from core.contract import Adjudication, Line, Status, Verdict
from core.dice import ScriptedDice
from core.rulesets.waterloo_wargame import WaterlooWargame
from pbem.rulesets.waterloo_wargame.grammar import read


def lines_of(*texts: str) -> tuple[Line, ...]:
    return read(list(enumerate(texts, start=1)))


class Table:
    """A game at one moment, and what becomes of it."""

    def __init__(self, rules: WaterlooWargame, options: dict[str, Any], position: Any) -> None:
        self.rules, self.options, self.position = rules, options, position
        self.result: Adjudication | None = None

    @property
    def mover(self) -> str:
        return self.rules.awaiting(self.position)[0].seat

    def check(self, *texts: str, seat: str | None = None) -> list[Verdict]:
        return list(self.rules.check(self.position, seat or self.mover, lines_of(*texts)).verdicts)

    def refused(self, *texts: str, seat: str | None = None) -> list[str]:
        """The code of each line, or `ok`."""
        return [verdict.code or verdict.status.value for verdict in self.check(*texts, seat=seat)]

    def effect(self, *texts: str) -> str:
        return self.rules.check(self.position, self.mover, lines_of(*texts)).effect.value

    def untouched_by(self, *texts: str) -> bool:
        """Whether adjudicating these orders leaves the position as it is."""
        after = self.rules.adjudicate(self.position, {self.mover: lines_of(*texts)}, ScriptedDice([]))
        return not after.events and after.position == self.position

    def facts(self, *texts: str, seat: str | None = None) -> dict[str, Any]:
        """The facts of the last line."""
        return self.check(*texts, seat=seat)[-1].facts

    def play(self, *texts: str, dice: list[int] | None = None, seat: str | None = None, due: bool = False) -> Table:
        """The orders of a seat carried out; every line must be good, and every die be needed."""
        scripted = ScriptedDice(dice or [])
        orders = {seat or self.mover: lines_of(*texts)} if texts else {}
        self.result = self.rules.adjudicate(self.position, orders, scripted, due=due)
        for verdicts in self.result.verdicts.values():
            assert all(verdict.status is Status.OK for verdict in verdicts), verdicts
        assert scripted.left == 0
        self.position = self.result.position
        return self

    def where(self, code: str) -> str | None:
        """`3000,1900/0`, or None for a piece that is gone."""
        return next(place_of(piece) for piece in self.written()["pieces"] if piece["code"] == code)

    def written(self) -> dict[str, Any]:
        return self.rules.encode(self.position)

    def losses(self) -> tuple[int, int]:
        losses = self.written()["losses"]
        return losses["french"], losses["allied"]

    def kinds(self) -> list[str]:
        assert self.result is not None
        return [event.kind for event in self.result.events]

    def event(self, kind: str) -> dict[str, Any]:
        """The facts of the first event of a kind."""
        assert self.result is not None
        return next(event.facts for event in self.result.events if event.kind == kind)

    def totals(self) -> tuple[int, int]:
        """The scores of the first fight or duel."""
        assert self.result is not None
        facts = next(event.facts for event in self.result.events if event.kind in ("fight", "duel"))
        return facts["attack"]["total"], facts["defence"]["total"]


@pytest.fixture
def table(rules: WaterlooWargame) -> Any:
    """`table("F I1 inf 1 1000,1000/0; A ...", hold={"HOU": "allied"}, generals={"french": "I1"}, unequal="double")`."""

    def make(pieces: str, mover: str = "french", **options: Any) -> Table:
        position = {
            "pieces": pieces_in(pieces),
            "to_move": mover,
            "strongpoints": options.pop("hold", {}),
            "generals": options.pop("generals", {}),
            **options.pop("position", {}),
        }
        settled = rules.settle({"scenario": "bare"} | options)
        return Table(rules, settled, rules.decode(position, settled))

    return make


@pytest.fixture
def waterloo(rules: WaterlooWargame) -> Any:
    """The standard opening, or that of other options."""

    def make(**options: Any) -> Table:
        settled = rules.settle(options)
        return Table(rules, settled, rules.opening(settled))

    return make
