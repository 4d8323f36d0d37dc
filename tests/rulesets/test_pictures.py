"""The pictures of every rule set: all of them can be seen, and what is written can be read."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import combinations
from typing import Any

import msgspec
import pytest
from drawn import Mark, marks

from core.contract import BadOption, Json
from core.dice import SeededDice
from pbem import rulesets

MOVES = (0, 7, 60)
SIZES = {
    "conflict": (860, 1018),
    "stratego_waterloo": (716, 779),
    "waterloo1895": (1096, 1072),
    "waterloo_grid": (956, 998),
    "waterloo_wargame": (1492, 1220),
}


def views(ruleset: str, chosen: dict[str, str] | None = None) -> list[Json]:
    """What everybody may see of the opening and of positions from random play."""
    rules = rulesets.presentation(ruleset).rules
    opening: Any = rules.opening(rules.settle(chosen or {}))
    found = []
    for moves in MOVES:
        begun = rules.playout(opening, 1815, moves).position if moves else opening
        position = rules.adjudicate(begun, {}, SeededDice(bytes([moves]))).position
        found += [rules.view(position, seat) for seat in (None, *rules.seats(rules.settle(chosen or {})))]
    return found


def picture(ruleset: str, view: Json) -> list[Mark]:
    return marks(rulesets.presentation(ruleset).map_svg(view))


@pytest.mark.parametrize("ruleset", SIZES)
def test_all_of_a_picture_lies_within_its_frame(ruleset: str) -> None:
    for view in views(ruleset):
        frame, *drawn = picture(ruleset, view)
        assert [mark for mark in drawn if not mark.clipped and not mark.lies_in(frame)] == []


@pytest.mark.parametrize("ruleset", SIZES)
def test_what_is_written_stands_on_nothing_else_that_is_written(ruleset: str) -> None:
    for view in views(ruleset):
        written = [mark for mark in picture(ruleset, view) if mark.text and not mark.clipped]
        assert [(one.text, other.text) for one, other in combinations(written, 2) if one.covers(other, 1)] == []


@pytest.mark.parametrize("ruleset", SIZES)
def test_pictures_are_as_large_as_they_were(ruleset: str) -> None:
    # Whoever makes one larger sees what it becomes on a phone, and writes its new size here.
    frame, *_ = picture(ruleset, views(ruleset)[0])
    assert (frame.east, frame.south) == SIZES[ruleset]


def openings(ruleset: str) -> Iterator[Json]:
    """What is seen of the opening of games with each word of each option."""
    rules = rulesets.presentation(ruleset).rules
    for option in rules.options():
        for value in option.values or ():
            with suppress(BadOption):  # it does not stand alone
                yield rules.view(rules.opening(rules.settle({option.name: value})), None)


@pytest.mark.parametrize("ruleset", SIZES)
def test_a_view_that_was_kept_as_json_is_drawn_alike(ruleset: str) -> None:
    words = rulesets.presentation(ruleset)
    for view in openings(ruleset):
        kept = msgspec.json.decode(msgspec.json.encode(view))
        assert words.map_svg(kept) == words.map_svg(view)
        assert words.map_text(kept) == words.map_text(view)
        assert words.status(kept) == words.status(view)
