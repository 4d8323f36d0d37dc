"""What `end` loses, told before it is too late."""

from __future__ import annotations

import pytest

import pbem
from pbem.rulesets.stratego_waterloo import presentation


@pytest.mark.parametrize(
    ("text", "unused"),
    [
        ("E7 E6\nD7 D6\nfire K7 K4\nend", ()),
        ("E7 E6\nD7 D6\nend", ("Your end leaves 1 action of this ply unused.",)),
        ("E7 E6\ntry D7 D6\nend", ("Your end leaves 1 action of this ply unused.",)),
        ("end", ("Your end leaves 3 actions of this ply unused.",)),
        ("E7 E6", ()),
    ],
)
def test_actions_that_no_line_takes(text: str, unused: tuple[str, ...]) -> None:
    game = pbem.game("stratego_waterloo", seed=1)
    while game.view(seat := next(iter(game.awaiting)))["phase"] != "play":
        game.play("setup default", seat=seat)
    view = game.view(seat)
    lines = presentation().read(list(enumerate(text.split("\n"), start=1)))
    verdicts = game.rules.check(game.position, seat, lines).verdicts
    assert presentation().unused(view, seat, lines, verdicts) == unused
