"""What the tests of Conflict's rules share: its board, and games from a few placed pieces."""

from __future__ import annotations

from typing import Any

import pytest
from conflict_pieces import LETTERS, SEATS, placed

from core.contract import Adjudication, Line, Status, Verdict
from core.dice import ScriptedDice
from core.rulesets.conflict import Conflict
from core.rulesets.conflict.orders import Order
from pbem.rulesets.conflict.grammar import read

SEVEN = (3, 4)  # the next throw: whoever has nothing but reserve pieces owes a decision on it, too


def order_of(said: str | Order) -> Order | None:
    """What the grammar reads in a line; an order that no line makes may be given as such."""
    if not isinstance(said, str):
        return said
    lines = read([(1, said)])
    return lines[0].order if lines else None


class Table:
    """A position drawn from placed pieces, and what becomes of it."""

    def __init__(self, rules: Conflict, options: dict[str, Any], position: dict[str, Any]) -> None:
        self.rules, self.options = rules, rules.settle(options)
        self.position = rules.decode(position, self.options)

    def lines(self, *said: str | Order) -> tuple[Line, ...]:
        return tuple(Line(number, str(each), order_of(each)) for number, each in enumerate(said, start=1))

    def mover(self) -> str:
        return self.rules.awaiting(self.position)[0].seat

    def judged(self, *said: str | Order, seat: str | None = None) -> tuple[Verdict, ...]:
        """The verdicts of the check."""
        return self.rules.check(self.position, seat or self.mover(), self.lines(*said)).verdicts

    def refusal(self, *said: str | Order, seat: str | None = None) -> Verdict:
        """The one verdict that refuses something."""
        (refused,) = [verdict for verdict in self.judged(*said, seat=seat) if verdict.status is Status.REFUSED]
        return refused

    def code(self, *said: str | Order, seat: str | None = None) -> tuple[str | None, int | None]:
        """Code and line of the refusal."""
        refused = self.refusal(*said, seat=seat)
        return refused.code, refused.line

    def play(self, *said: str | Order, seat: str | None = None, dice: tuple[int, ...] = SEVEN) -> After:
        """The orders carried out; they must be good."""
        seat = seat or self.mover()
        result = self.rules.adjudicate(self.position, {seat: self.lines(*said)}, ScriptedDice(dice))
        bad = [verdict for verdict in result.verdicts[seat] if verdict.status in (Status.REFUSED, Status.ASKED)]
        assert not bad, bad
        return After(self, result)

    def due(self, dice: tuple[int, ...] = SEVEN) -> After:
        """The deadline has passed without a mail."""
        return After(self, self.rules.adjudicate(self.position, {}, ScriptedDice(dice), due=True))


class After:
    """What an adjudication has led to."""

    def __init__(self, table: Table, result: Adjudication) -> None:
        self.result = result
        self.json = table.rules.encode(result.position)
        self.table = Table(table.rules, table.options, self.json)
        self.outcome = table.rules.outcome(result.position)

    def at(self, piece: str) -> str:
        """Where a piece is: `R:ar1`."""
        seat, _, name = piece.partition(":")
        place: str = self.json["pieces"][SEATS[seat]][name]
        return place

    def kinds(self) -> list[str]:
        return [event.kind for event in self.result.events]

    def event(self, kind: str) -> dict[str, Any]:
        """The facts of the only event of a kind."""
        (found,) = [event for event in self.result.events if event.kind == kind]
        return found.facts

    def moves(self) -> list[dict[str, Any]]:
        return [event.facts for event in self.result.events if event.kind == "move"]


@pytest.fixture
def table(rules: Conflict) -> Any:
    """`table("R:ar1@l2 O:bs1@HELD:red", "5-3", ...)`: four players, the red to move, all others in RESERVE."""

    def make(pieces: str, throws: str = "", mover: str = "red", **options: Any) -> Table:
        extra = options.pop("position", {})
        settled = rules.settle({"players": 4} | options)
        playing = "".join(LETTERS[seat] for seat in rules.seats(settled))
        dice = [[int(die) for die in throw.split("-")] for throw in throws.split()]
        return Table(
            rules, settled, {"pieces": placed(pieces, playing, others=None), "to_move": mover, "throws": dice} | extra
        )

    return make
