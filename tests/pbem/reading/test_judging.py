"""Orders judged as a whole: a line that is not understood stops them; and whether another order of them would do."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import pbem
from core.contract import Effect, Status
from pbem.reading.judging import judge, judged_apart, playable_order
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


def test_an_order_of_the_lines_that_plays_fewer_of_them_is_none() -> None:
    game = pbem.game("stratego_waterloo", seed=1)
    game.play("setup default")
    game.play("setup default")
    words, (seat,) = presentation("stratego_waterloo"), game.awaiting
    lines = read(words, [(1, "E1 to E9"), (2, "end")], lambda: game.view(seat))
    assert judge(words, game.position, seat, lines).effect is Effect.NOTHING
    assert playable_order(words, game.position, seat, lines) == (), "behind end nothing is looked at"


def test_an_unclear_line_stops_the_others_and_they_are_judged(thrown: tuple[pbem.Game, Any]) -> None:
    game, position = thrown
    lines = reading(game, "N2 5 J26\nN3 5 L26\nN1 1 S26\nN4 somewhere")
    checked = judge(presentation("waterloo1895"), position, "napoleon", lines)
    assert checked.effect is Effect.NOTHING
    assert [verdict.status for verdict in checked.verdicts] == [Status.OK] * 3 + [Status.REFUSED]


# --- Good lines beside faulty ones ---------------------------------------------------------------------------------

APART = [
    (
        "waterloo_grid",
        {"units": {"BI2": "E6:fabc:n", "BI3": "G6:fabc:n"}, "turn": 4, "dice": list("IICAX")},
        "blue",
        ["BI2 f1", "BI9 f1", "BI3 f1", "end"],
        ["ok", "refused", "ok", "ok"],
    ),
    (
        "waterloo_grid",
        {"units": {"BI2": "E6:fabc:n", "BI3": "G6:fabc:n"}, "turn": 4, "dice": list("IICAX")},
        "blue",
        ["BI2 f1", "BI9 f1", "draw", "end"],
        ["ok", "refused", "void", "ok"],  # an offer is made only beside orders that stand
    ),
    (
        "waterloo_grid",
        {"units": {"BI2": "E6:fabc:n", "BI3": "G6:fabc:n"}, "turn": 4, "dice": list("IICAX")},
        "blue",
        ["BI2 f1", "BI3 somewhere", "BI9 f1", "end"],
        ["ok", "refused", "refused", "ok"],
    ),
]


@pytest.mark.parametrize(("ruleset", "written", "seat", "lines", "told"), APART)
def test_good_lines_are_judged_as_if_the_faulty_ones_were_not_there(
    ruleset: str, written: Any, seat: str, lines: list[str], told: list[str]
) -> None:
    words = presentation(ruleset)
    position = words.rules.decode(written, words.rules.settle({}))
    found = read(words, list(enumerate(lines, 1)), lambda: words.rules.view(position, seat))
    checked = judge(words, position, seat, found)
    apart = judged_apart(words, position, seat, found, checked)
    assert apart.effect is Effect.NOTHING
    assert [verdict.status.value for verdict in apart.verdicts] == told


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (["ar1 4 d2 e2 f3 g4", "bs1 2 d4 e9"], ["ok", "refused"]),
        (["bs1 2 d4 e9", "ar1 4 d2 e2 f3 g4"], ["refused", "ok"]),
        (["bs1 2 d4 e9", "ar1 4 d2 e2 f3 g4", "bs1 2 d4 e5"], ["refused", "ok", "ok"]),
    ],
)
def test_what_comes_below_a_faulty_line_is_judged_too(lines: list[str], told: list[str]) -> None:
    words = presentation("conflict")
    game = next(game for game in (pbem.game("conflict", seed=seed) for seed in range(400)) if throw_of(game) == [2, 4])
    seat = next(iter(game.awaiting))
    found = read(words, list(enumerate(lines, 1)), lambda: game.view(seat))
    apart = judged_apart(words, game.position, seat, found, judge(words, game.position, seat, found))
    assert [verdict.status.value for verdict in apart.verdicts if verdict.line is not None] == told


def throw_of(game: pbem.Game) -> list[int]:
    told = msgspec.json.decode(game.position.to_json())
    return sorted(told["throws"][0]) if told["to_move"] == "red" and len(told["throws"]) == 1 else []


def test_sound_orders_are_left_as_they_were_judged(thrown: tuple[pbem.Game, Any]) -> None:
    game, position = thrown
    lines = reading(game, "N2 5 J26\nN3 5 L26\nN1 1 S26")
    checked = judge(presentation("waterloo1895"), position, "napoleon", lines)
    assert judged_apart(presentation("waterloo1895"), position, "napoleon", lines, checked) == checked
