"""What the tests of the rules share: the board file, and turns from a few placed units, played without the server."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from core.contract import Adjudication, Orders
from core.dice import ScriptedDice
from core.rulesets.waterloo_grid import WaterlooGrid
from pbem.rulesets.waterloo_grid import presentation
from pbem.rulesets.waterloo_grid.board import source

AFTER = "-----"  # the activation dice of the next turn, where no test cares


def read(text: str) -> Orders:
    """Order lines, written one after another with ` / ` between them."""
    return presentation().read(list(enumerate(text.split(" / "), start=1)))


@pytest.fixture(scope="session")
def board() -> dict[str, Any]:
    """The board file of the presentation."""
    return source()


@pytest.fixture(scope="session")
def place(rules: WaterlooGrid, units_in: Callable[[str], dict[str, str]]) -> Callable[..., Any]:
    """The position with these units, this side in turn and these activation dice."""

    def place(
        drawn: str, dice: str = "IICCA", seat: str = "blue", more: Mapping[str, Any] | None = None, **options: Any
    ) -> Any:
        whole = {"units": units_in(drawn), "to_move": seat, "dice": list(dice)} | dict(more or {})
        return rules.decode(whole, rules.settle(options))

    return place


@pytest.fixture(scope="session")
def send(rules: WaterlooGrid) -> Callable[..., Adjudication]:
    """Adjudicate one seat's orders, with these dice."""

    def send(position: Any, orders: str | None, rolls: str = "", seat: str = "", due: bool = False) -> Adjudication:
        sender = seat or rules.awaiting(position)[0].seat
        given = {} if orders is None else {sender: read(orders)}
        return rules.adjudicate(position, given, ScriptedDice(rolls.replace(" ", "") + AFTER), due=due)

    return send
