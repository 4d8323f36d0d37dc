"""The words in which the rules of waterloo1895 are tested: place a few pieces, throw, order, look at what became of it.

    played = play("N: N1=W26 N2=U22 / W: W1=A14 W2=B16", "N", "1-3-6", "N1 1 V26 / N2 3 LI")

asks `pbem.batch.answer` exactly what `pbem adjudicate` would ask, with the orders as N's player would mail them. The
dice of the throws that follow are `then`; there are always enough of them, and none of them is a doublet unless a test
says so. Keywords that are game options go into the options; `position` adds keys to the position.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from waterloo1895_drawn import in_short, numbers, placed

from pbem.batch.answering import answer
from pbem.rulesets.waterloo1895 import presentation

SEATS = {
    "duel": {"N": "napoleon", "W": "wellington"},
    "four": {"N": "napoleon", "Y": "ney", "W": "wellington", "B": "blucher"},
    "three": {"N": "napoleon", "Y": "napoleon", "W": "wellington", "B": "blucher"},
    "double": {"N": "napoleon", "Y": "napoleon", "W": "wellington", "B": "wellington"},
    "little": {"N": "napoleon", "Y": "ney", "W": "wellington", "B": "blucher"},
}
# Throws that no test cares about: nobody earns another by them.
AFTER = "1-2-4 " * 12


@dataclass(frozen=True)
class Played:
    """An answer of `pbem adjudicate`, with names for what the tests look at."""

    answer: Mapping[str, Any]

    @property
    def position(self) -> dict[str, Any]:
        assert "error" not in self.answer, self.answer
        return self.answer["position"]

    @property
    def events(self) -> list[dict[str, Any]]:
        assert "error" not in self.answer, self.answer
        return self.answer["events"]

    @property
    def refused(self) -> list[dict[str, Any]]:
        assert "error" not in self.answer, self.answer
        return self.answer["refused"]

    @property
    def ok(self) -> bool:
        return self.refused == []

    @property
    def codes(self) -> list[str]:
        """The code of every refusal, in order."""
        return [entry["code"] for entry in self.refused]

    @property
    def lines(self) -> list[int | None]:
        return [entry["line"] for entry in self.refused]

    @property
    def refusal(self) -> dict[str, Any]:
        """The one refusal there is."""
        assert len(self.refused) == 1, self.refused
        return self.refused[0]

    @property
    def clause(self) -> str:
        """The clauses that the one refusal cites."""
        return " ".join(self.refusal["clauses"])

    @property
    def message(self) -> str:
        return self.refusal["message"]

    @property
    def pieces(self) -> dict[str, str]:
        return self.position["pieces"]

    def at(self, names: str) -> str:
        """Where the named pieces stand, `-` for one that is off the board: `at("N1 W1") == "V26 -"`."""
        return " ".join(self.pieces.get(name, "-") for name in names.split())

    def of(self, kind: str) -> list[dict[str, Any]]:
        return [event for event in self.events if event["event"] == kind]

    @property
    def kinds(self) -> list[str]:
        return [event["event"] for event in self.events]

    @property
    def moves(self) -> list[str]:
        """The moves made, each as `NC S27-Q26xW3-S27 (3,3)`."""
        return [in_short(event) for event in self.of("move")]

    @property
    def throws(self) -> list[str]:
        """The throws cast for moves, each as `N 1-3-6 K3`."""
        return [
            f"{event['army']} {'-'.join(map(str, event['dice']))} K{event.get('must', '-')}"
            for event in self.of("throw")
        ]

    @property
    def to_move(self) -> str:
        return self.position["to_move"]

    @property
    def throw(self) -> str:
        return "-".join(map(str, self.position["throw"]))

    @property
    def awaiting(self) -> dict[str, str]:
        return self.answer["awaiting"]

    @property
    def outcome(self) -> dict[str, Any] | None:
        assert "error" not in self.answer, self.answer
        return self.answer["outcome"]

    @property
    def end(self) -> str | None:
        """How the game ended, as `napoleon stars W95-076`, `draw stall W95-103`, or None while it goes on."""
        if self.outcome is None:
            return None
        winners = "+".join(self.outcome["winners"]) or "draw"
        return f"{winners} {self.outcome['reason']} {self.outcome['clause']}"


@pytest.fixture
def ask() -> Callable[..., Played]:
    """Ask a batch request made of its parts: options, position (None: the opening), orders by seat, dice."""

    def ask(
        position: Mapping[str, Any] | None,
        orders: Mapping[str, str],
        dice: str | Mapping[str, Any] = AFTER,
        due: bool = False,
        **options: Any,
    ) -> Played:
        request = {
            "id": "case",
            "ruleset": "waterloo1895",
            "options": options,
            "position": position,
            "orders": {seat: text.replace(" / ", "\n") for seat, text in orders.items()},
            "dice": numbers(dice) if isinstance(dice, str) else dice,
        }
        return Played(answer(request | {"due": True} if due else request))

    return ask


@pytest.fixture
def play(ask: Callable[..., Played]) -> Callable[..., Played]:
    """Send the orders of the army in turn for a throw on the given pieces."""

    def play(
        pieces: str,
        army: str,
        throw: str,
        orders: str | Mapping[str, str] = "",
        then: str = AFTER,
        position: Mapping[str, Any] | None = None,
        due: bool = False,
        **options: Any,
    ) -> Played:
        whole = {"pieces": placed(pieces), "to_move": army, "throw": sorted(numbers(throw))} | dict(position or {})
        seat = SEATS[options.get("mode", "duel")][army]
        if isinstance(orders, str):
            orders = {seat: orders} if orders else {}
        return ask(whole, orders, then, due, **options)

    return play


@pytest.fixture
def cast(ask: Callable[..., Played]) -> Callable[..., Played]:
    """Let the dice fall for an army on the given pieces: no orders, the throw is the first of the dice."""

    def cast(pieces: str, army: str, dice: str, position: Mapping[str, Any] | None = None, **options: Any) -> Played:
        whole = {"pieces": placed(pieces), "to_move": army} | dict(position or {})
        return ask(whole, {}, f"{dice} {AFTER}", **options)

    return cast


@pytest.fixture
def must(cast: Callable[..., Played]) -> Callable[..., int]:
    """K: how many dice of a throw have to be played on the given pieces."""

    def must(pieces: str, army: str, throw: str, **options: Any) -> int:
        return cast(pieces, army, throw, **options).of("throw")[0]["must"]

    return must


@pytest.fixture
def post(ask: Callable[..., Played]) -> Callable[..., Played]:
    """Send set-ups for a new game, by seat; `first` are set-ups accepted before."""

    def post(
        orders: Mapping[str, str], first: Sequence[Mapping[str, str]] = (), dice: str = AFTER, **options: Any
    ) -> Played:
        position = None
        for earlier in first:
            position = ask(position, earlier, dice, **options).position
        return ask(position, orders, dice, **options)

    return post


@pytest.fixture(scope="session")
def rules() -> Any:
    return presentation().rules
