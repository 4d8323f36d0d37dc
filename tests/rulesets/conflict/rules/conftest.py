"""What the tests of Conflict's rules share: its board, and games from a few placed pieces."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any

import pytest

from core.contract import Adjudication, Line, Status, Verdict
from core.dice import ScriptedDice
from core.rulesets.conflict import Conflict
from core.rulesets.conflict.orders import (
    Ally,
    Auto,
    Back,
    Break,
    End,
    Move,
    OfferDraw,
    Pass,
    Press,
    Reserve,
    Resign,
    Steps,
    ThrowHeader,
    WalkTo,
    WithdrawDraw,
)

SEVEN = (3, 4)  # the next throw: whoever has nothing but reserve pieces owes a decision on it, too
COLOURS = {"R": "red", "Y": "yellow", "G": "green", "O": "orange"}
DIRECTIONS = {"n", "ne", "e", "se", "s", "sw", "w", "nw"}
PLAIN = {
    "pass": Pass(),
    "end": End(),
    "resign": Resign(),
    "offer draw": OfferDraw(),
    "withdraw draw": WithdrawDraw(),
    "auto on": Auto(on=True),
    "auto off": Auto(on=False),
}


def order_of(text: str) -> Any:
    """An order from its usual form; None for anything else. The grammar proper is the presentation's."""
    if text in PLAIN:
        return PLAIN[text]
    words = text.split()
    match words:
        case ["throw", number]:
            return ThrowHeader(int(number))
        case ["reserve", piece]:
            return Reserve(piece)
        case ["back", unit]:
            return Back(unit)
        case ["ally", seat]:
            return Ally(seat)
        case ["break", seat]:
            return Break(seat)
        case ["press" | "press:", *_]:
            names, _, said = text.removeprefix("press").partition(":")
            return Press(tuple(names.split()), said.strip())
        case [unit, *rest] if rest:
            return _move(unit, rest)
    return None


def _move(unit: str, rest: list[str]) -> Any:
    confirmed = rest[-1] == "!"
    rest = rest[:-1] if confirmed else rest
    die = int(rest.pop(0)) if rest and rest[0].isdigit() else None
    if rest[:1] == ["to"] and die is not None:
        return WalkTo(unit, die, rest[1], tuple(rest[3:]), confirmed)
    if rest and all(word in DIRECTIONS for word in rest):
        return Steps(unit, die, tuple(rest), confirmed)
    return Move(unit, die, tuple(rest), confirmed) if rest and all(word[-1].isdigit() for word in rest) else None


class Table:
    """A position drawn from placed pieces, and what becomes of it."""

    def __init__(self, rules: Conflict, options: dict[str, Any], position: dict[str, Any]) -> None:
        self.rules, self.options = rules, rules.settle(options)
        self.position = rules.decode(position, self.options)

    def lines(self, *texts: str) -> tuple[Line, ...]:
        return tuple(Line(number, text, order_of(text)) for number, text in enumerate(texts, start=1))

    def mover(self) -> str:
        return self.rules.awaiting(self.position)[0].seat

    def judged(self, *texts: str, seat: str | None = None) -> tuple[Verdict, ...]:
        """The verdicts of the check."""
        return self.rules.check(self.position, seat or self.mover(), self.lines(*texts)).verdicts

    def refusal(self, *texts: str, seat: str | None = None) -> Verdict:
        """The one verdict that refuses something."""
        (refused,) = [verdict for verdict in self.judged(*texts, seat=seat) if verdict.status is Status.REFUSED]
        return refused

    def code(self, *texts: str, seat: str | None = None) -> tuple[str | None, int | None]:
        """Code and line of the refusal."""
        refused = self.refusal(*texts, seat=seat)
        return refused.code, refused.line

    def play(self, *texts: str, seat: str | None = None, dice: tuple[int, ...] = SEVEN) -> After:
        """The orders carried out; they must be good."""
        seat = seat or self.mover()
        result = self.rules.adjudicate(self.position, {seat: self.lines(*texts)}, ScriptedDice(dice))
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
        place: str = self.json["pieces"][COLOURS[seat]][name]
        return place

    def kinds(self) -> list[str]:
        return [event.kind for event in self.result.events]

    def event(self, kind: str) -> dict[str, Any]:
        """The facts of the only event of a kind."""
        (found,) = [event for event in self.result.events if event.kind == kind]
        return found.facts

    def moves(self) -> list[dict[str, Any]]:
        return [event.facts for event in self.result.events if event.kind == "move"]


@pytest.fixture(scope="session")
def written() -> dict[str, Any]:
    """The board file."""
    return tomllib.loads(files("pbem.rulesets.conflict").joinpath("board.toml").read_text(encoding="utf-8"))


@pytest.fixture(scope="session")
def rules(written: dict[str, Any]) -> Conflict:
    return Conflict(written)


@pytest.fixture
def table(rules: Conflict) -> Any:
    """`table("R:ar1@l2 O:bs1@HELD:red", "5-3", ...)`: four players, the red to move, all others in RESERVE."""

    def make(pieces: str, throws: str = "", mover: str = "red", **options: Any) -> Table:
        extra = options.pop("position", {})
        settled = rules.settle({"players": 4} | options)
        placed: dict[str, dict[str, str]] = {seat: {} for seat in rules.seats(settled)}
        for word in pieces.split():
            piece, _, place = word.partition("@")
            placed[COLOURS[piece[0]]][piece[2:]] = place
        dice = [[int(die) for die in throw.split("-")] for throw in throws.split()]
        return Table(rules, settled, {"pieces": placed, "to_move": mover, "throws": dice} | extra)

    return make
