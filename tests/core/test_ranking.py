"""The order of finishing: winners, then who went out later, then who stood better; a draw among those who are in it."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from core.contract import Outcome
from core.ranking import by_outcome

SEATS = ("red", "yellow", "green", "orange")


class Position(NamedTuple):
    """All that a ranking asks of a position."""

    options: dict[str, Any]


class Rules:
    """A game of four, in which the first stands best."""

    def seats(self, options: dict[str, Any]) -> tuple[str, ...]:
        return SEATS

    def margin(self, position: Position) -> dict[str, float]:
        return {"red": 0.3, "yellow": 0.1, "green": 0.1 + 1e-12, "orange": -0.5}


@pytest.mark.parametrize(
    ("winners", "gone", "places"),
    [
        (("green",), {"red": 9, "yellow": 20, "orange": 4}, (("green",), ("yellow",), ("red",), ("orange",))),
        (("green",), {"red": 9, "yellow": 9, "orange": 4}, (("green",), ("red",), ("yellow",), ("orange",))),
        (("green",), {}, (("green",), ("red",), ("yellow",), ("orange",))),
        (("orange",), {}, (("orange",), ("red",), ("yellow", "green"))),
        (("red", "green"), {}, (("red", "green"), ("yellow",), ("orange",))),
        ((), {}, (SEATS,)),
        ((), {"red": 3}, (("yellow", "green", "orange"), ("red",))),
        ((), {"red": 3, "yellow": 7, "green": 7, "orange": 1}, (("yellow", "green"), ("red",), ("orange",))),
    ],
)
def test_places(winners: tuple[str, ...], gone: dict[str, int], places: tuple[tuple[str, ...], ...]) -> None:
    rules: Any = Rules()
    assert by_outcome(rules, Outcome(winners, "", ""), Position({}), gone) == places
