"""What all tests of Waterloo on a grid share: its rules, and units from a drawn line of them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from core.rulesets.waterloo_grid import WaterlooGrid
from pbem.rulesets.waterloo_grid import presentation


@pytest.fixture(scope="session")
def units_in() -> Callable[[str], dict[str, str]]:
    """`BI1 E5:fabc:n RI2 D4:fa:s E4:bc:s` as the `units` of a position."""

    def units_in(drawn: str) -> dict[str, str]:
        table: dict[str, list[str]] = {}
        for word in drawn.split():
            if ":" not in word:
                assert word not in table, f"{word} is placed twice"
                table[word] = []
            else:
                table[list(table)[-1]].append(word)
        return {unit: " ".join(groups) for unit, groups in table.items()}

    return units_in


@pytest.fixture(scope="session")
def rules() -> WaterlooGrid:
    """The rules on the board of the presentation."""
    rules = presentation().rules
    assert isinstance(rules, WaterlooGrid)
    return rules
