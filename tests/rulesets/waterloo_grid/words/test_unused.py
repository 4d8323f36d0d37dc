"""What `end` loses, told before it is too late."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.rulesets.waterloo_grid import presentation

RULES = presentation().rules
FIELD = {"BI2": "E6:fabc:n", "BI3": "G6:fabc:n", "BH1": "H8:fabc:n", "RI1": "A1:fabc:s"}


def told(text: str, **more: Any) -> tuple[str, ...]:
    position = RULES.decode({"units": FIELD, "turn": 4, "dice": list("IICAX"), **more}, RULES.settle({}))
    lines = presentation().read(list(enumerate(text.split("\n"), start=1)))
    verdicts = RULES.check(position, "blue", lines).verdicts
    return presentation().unused(RULES.view(position, "blue"), "blue", lines, verdicts)


@pytest.mark.parametrize(
    ("text", "unused"),
    [
        ("BI2 f1\nBI3 f1\nBH1 f1\nend", ()),
        ("BI2 f1\nBI3 f1\nend", ("Your end leaves unused: the die C.",)),
        ("BI2 f1\nend", ("Your end leaves unused: the dice C I.",)),
        ("end", ("Your end leaves unused: the dice C I I.",)),
        ("BI2 f1\nplace BI3 BH1\nend", ()),
        ("BI2 f1", ()),
    ],
)
def test_dice_that_units_on_the_field_could_use(text: str, unused: tuple[str, ...]) -> None:
    assert told(text) == unused


def test_dice_that_lie_on_units_without_orders() -> None:
    placed = {"mails": 1, "placed": ["BI2", "BI3"], "acted": []}
    assert told("BI2 f1\nend", **placed) == ("Your end leaves unused: BI3 has a die and no order.",)
    assert told("BI2 f1\nBI3 f1\nend", **placed) == ()
