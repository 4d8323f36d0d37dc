"""`play` and `known`: turns with a few columns, without fog and with it. See `hundred_days_columns`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hundred_days_columns import Played, lay, turn

from core.rulesets.hundred_days import HundredDays


@pytest.fixture(scope="session")
def quiet(written: dict[str, Any]) -> HundredDays:
    """The rules on a campaign in which a few columns are no broken army, and no place ends the game."""
    texts = {
        name: text.replace("broken 15", "broken none").replace("capital BRU 100", "capital none")
        for name, text in written.items()
    }
    return HundredDays(texts)


@pytest.fixture
def play(quiet: HundredDays) -> Callable[..., Played]:
    """Turns without fog: orders act at once."""

    def played(columns: str, orders: Any = None, dice: Any = (), turns: int = 1, **keys: Any) -> Played:
        options = {"fog": "none", **keys.pop("options", {})}
        persons = keys.pop("persons", None)
        return turn(quiet, lay(quiet, columns, persons, options, **keys), orders, dice, turns)

    return played


@pytest.fixture
def known(quiet: HundredDays) -> Callable[..., Played]:
    """Turns with couriers, sightings and rumours."""

    def played(columns: str, orders: Any = None, dice: Any = (), turns: int = 1, **keys: Any) -> Played:
        options = keys.pop("options", {})
        persons = keys.pop("persons", None)
        return turn(quiet, lay(quiet, columns, persons, options, **keys), orders, dice, turns)

    return played
