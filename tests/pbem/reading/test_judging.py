"""Orders judged as a whole: a line that is not understood stops them; and whether another order of them would do."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import pbem
from core.contract import Effect, Status
from pbem.reading.judging import judge, playable_order
from pbem.reading.reader import read
from pbem.rulesets import presentation


@pytest.fixture
def thrown() -> tuple[pbem.Game, Any]:
    """The usual set-up of waterloo1895, Napoleon to move with 1-5-5."""
    game = pbem.game("waterloo1895", seed=1)
    for seat in game.seats:
        game.play("place default", seat=seat)
    told = msgspec.json.decode(game.position.to_json())
    told["to_move"], told["throw"] = "N", [1, 5, 5]
    return game, game.rules.decode(told, game.options)


def reading(game: pbem.Game, text: str) -> Any:
    return read(presentation("waterloo1895"), list(enumerate(text.split("\n"), 1)), lambda: game.view("napoleon"))


def test_the_one_order_in_which_the_lines_can_be_played_is_found(thrown: tuple[pbem.Game, Any]) -> None:
    game, position = thrown
    lines = reading(game, "N3 5 L26\nN2 5 J26\nN1 1 S26")
    words = presentation("waterloo1895")
    assert judge(words, position, "napoleon", lines).effect is Effect.NOTHING
    ordered = playable_order(words, position, "napoleon", lines)
    several = {"N2 5 J26; N3 5 L26; N1 1 S26", "N1 1 S26; N2 5 J26; N3 5 L26", "N2 5 J26; N1 1 S26; N3 5 L26"}
    assert "; ".join(line.text for line in ordered) in several


def test_an_unclear_line_stops_the_others_and_they_are_judged(thrown: tuple[pbem.Game, Any]) -> None:
    game, position = thrown
    lines = reading(game, "N2 5 J26\nN3 5 L26\nN1 1 S26\nN4 somewhere")
    checked = judge(presentation("waterloo1895"), position, "napoleon", lines)
    assert checked.effect is Effect.NOTHING
    assert [verdict.status for verdict in checked.verdicts] == [Status.OK] * 3 + [Status.REFUSED]
