"""The words in which the rules of Waterloo (1895) are tested from below: positions drawn by placing a few pieces.

    played = play("N: N1=W26 N2=U22 / W: W1=A14", "N", "1-4-5", "N2 5 T22")

Orders are written as players write them and read here by a few lines of code, so that nothing of `pbem` is needed.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from waterloo1895_drawn import in_short, numbers, placed

from core.contract import Adjudication, Event, Line, Status, Verdict
from core.dice import ScriptedDice
from core.rulesets.waterloo1895 import Waterloo1895
from core.rulesets.waterloo1895 import orders as said

BOARD = Path(__file__).parents[4] / "pbem" / "rulesets" / "waterloo1895" / "board.toml"
AFTER = (1, 2, 4) * 40  # throws that no test cares about: nobody earns another by them
WORDS = {
    "auto": said.Auto(),
    "rest auto": said.RestAuto(),
    "pass": said.Pass(),
    "resign": said.Resign(),
    "draw": said.OfferDraw(),
    "place default": said.PlaceDefault(),
}


def read_line(text: str) -> Any:
    """One order line as a player types it; None for one that makes no sense."""
    if text in WORDS:
        return WORDS[text]
    if match := re.fullmatch(r"tell partner: (.*)", text):
        return said.TellPartner(match[1])
    if match := re.fullmatch(r"throw (\d+):", text):
        return said.ThrowHeader(int(match[1]))
    if match := re.fullmatch(r"place (\w+) (\w+)", text):
        return said.Place(match[1], match[2])
    if match := re.fullmatch(r"(\w+) (\w+)-([A-W]\d\d)(?:x(\w\w))? \((\d)\)", text):
        return said.Move(match[1], (said.Leg((int(match[5]),), match[3], match[4] or ""),), match[2])
    if match := re.fullmatch(r"(\w+) (.*)", text):
        legs = [re.fullmatch(r"(?:([\d+]+) )?(\w+)", leg) for leg in match[2].split(" then ")]
        if all(legs):
            return said.Move(match[1], tuple(said.Leg(tuple(numbers(leg[1] or "")), leg[2]) for leg in legs if leg))
    return None


def read_lines(text: str) -> tuple[Line, ...]:
    """Order lines, written one after another with ` / ` between them."""
    return tuple(Line(number, line, read_line(line)) for number, line in enumerate(text.split(" / "), 1) if text)


@dataclass(frozen=True)
class Played:
    """An adjudication and names for what the tests look at."""

    rules: Waterloo1895
    result: Adjudication

    @property
    def position(self) -> dict[str, Any]:
        return self.rules.encode(self.result.position)

    @property
    def verdicts(self) -> tuple[Verdict, ...]:
        return tuple(verdict for seat in self.result.verdicts.values() for verdict in seat)

    @property
    def refused(self) -> list[Verdict]:
        return [verdict for verdict in self.verdicts if verdict.status in (Status.REFUSED, Status.ASKED)]

    @property
    def codes(self) -> list[str]:
        """The refusals as `E10@1` (the code and the line), `E15` for one of the whole set."""
        return [f"{v.code}@{v.line}" if v.line is not None else str(v.code) for v in self.refused]

    @property
    def facts(self) -> dict[str, Any]:
        """The particulars of the one refusal there is."""
        (verdict,) = self.refused
        return verdict.facts

    @property
    def events(self) -> tuple[Event, ...]:
        return self.result.events

    @property
    def kinds(self) -> list[str]:
        return [event.kind for event in self.events]

    def of(self, kind: str) -> list[dict[str, Any]]:
        return [event.facts for event in self.events if event.kind == kind]

    @property
    def moves(self) -> list[str]:
        """`NC S27-Q26xW3-S27 (3,3)` for every move made."""
        return [in_short(move) for move in self.of("move")]

    @property
    def pieces(self) -> dict[str, str]:
        return self.position["pieces"]

    @property
    def to_move(self) -> str:
        return self.position["to_move"]

    @property
    def end(self) -> str | None:
        outcome = self.position["outcome"]
        return outcome and f"{'+'.join(outcome['winners']) or 'draw'} {outcome['reason']} {outcome['clause']}"


@pytest.fixture(scope="session")
def rules() -> Waterloo1895:
    return Waterloo1895(tomllib.loads(BOARD.read_text(encoding="utf-8")))


@pytest.fixture
def opened(rules: Waterloo1895) -> Any:
    """The opening of a duel."""
    return rules.opening(rules.settle({}))


@pytest.fixture(scope="session")
def read() -> Callable[[str], tuple[Line, ...]]:
    return read_lines


@pytest.fixture(scope="session")
def place(rules: Waterloo1895) -> Callable[..., Any]:
    """The position with these pieces, this army in turn and this throw (none: still to be cast)."""

    def place(drawn: str, army: str, throw: str = "", options: Mapping[str, Any] | None = None, **more: Any) -> Any:
        dice = {"throw": sorted(numbers(throw))} if throw else {}
        whole = {"pieces": placed(drawn), "to_move": army} | dice | more
        return rules.decode(whole, rules.settle(options or {}))

    return place


@pytest.fixture(scope="session")
def play(rules: Waterloo1895, place: Callable[..., Any]) -> Callable[..., Played]:
    """Send orders for the throw of the army in turn; `then` are the dice that fall afterwards."""

    def play(
        drawn: str,
        army: str,
        throw: str,
        orders: str | None = None,
        then: Sequence[int] = AFTER,
        due: bool = False,
        more: Mapping[str, Any] | None = None,
        **options: Any,
    ) -> Played:
        position = place(drawn, army, throw, options, **(more or {}))
        seat = rules.view(position, None)["armies"][army]
        sent = {} if orders is None else {seat: read_lines(orders)}
        return Played(rules, rules.adjudicate(position, sent, ScriptedDice(then), due=due))

    return play


@pytest.fixture(scope="session")
def must(rules: Waterloo1895, place: Callable[..., Any]) -> Callable[..., int]:
    """K of a throw."""

    def must(drawn: str, army: str, throw: str, **options: Any) -> int:
        return int(rules.view(place(drawn, army, throw, options), None)["must"])

    return must


@pytest.fixture(scope="session")
def adjudicated(rules: Waterloo1895) -> Callable[..., Played]:
    """Adjudicate a position: orders by seat as text."""

    def adjudicated(
        position: Any, orders: Mapping[str, str] | None = None, then: Sequence[int] = AFTER, due: bool = False
    ) -> Played:
        sent = {seat: read_lines(text) for seat, text in (orders or {}).items()}
        return Played(rules, rules.adjudicate(position, sent, ScriptedDice(then), due=due))

    return adjudicated
