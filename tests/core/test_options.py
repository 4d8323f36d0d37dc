"""Options settled and refused; what is worked out of them is kept for who asks with the same, and never much of it."""

from __future__ import annotations

from typing import Any
from weakref import WeakSet

import pytest

from core.contract import BadOption, Option, Options
from core.options import KEPT_VARIANTS, MOST, Variants, clash, settle


class Made:
    def __init__(self, options: Options) -> None:
        self.options = dict(options)


def test_equal_options_in_any_order_have_one_variant() -> None:
    variants = Variants(Made)
    one, other = variants.of({"mode": "duel", "stall": 30}), variants.of({"mode": "duel", "stall": 31})
    assert variants.of({"stall": 30, "mode": "duel"}) is one
    assert variants.of({"mode": "duel", "stall": 31}) is other
    assert (one.options["stall"], other.options["stall"]) == (30, 31)


def test_a_variant_asked_for_is_not_taken_for_that_of_options_changed_since() -> None:
    variants, options = Variants(Made), {"stall": 30}
    one = variants.of(options)
    options["stall"] = 31
    assert variants.of(options) is not one


def test_strangers_cannot_have_any_number_kept() -> None:
    alive: WeakSet[Made] = WeakSet()
    variants = Variants(Made)
    for stall in range(10 * KEPT_VARIANTS):
        alive.add(variants.of({"stall": stall}))
    assert len(alive) <= KEPT_VARIANTS


MODE = Option("mode", "duel", ("duel", "four"), "TST-001")
STALL = Option("stall", 30, None, "TST-002")
OPTIONS = (MODE, STALL)


def test_what_is_not_chosen_has_its_default() -> None:
    assert settle(OPTIONS, {}) == {"mode": "duel", "stall": 30}
    assert list(settle(OPTIONS, {"stall": 0, "mode": "four"}).items()) == [("mode", "four"), ("stall", 0)]


@pytest.mark.parametrize(("value", "read"), [(0, 0), (MOST, MOST), ("7", 7), ("0030", 30), ("1000000", MOST)])
def test_a_number_may_be_written_in_digits(value: Any, read: int) -> None:
    assert settle(OPTIONS, {"stall": value})["stall"] == read


@pytest.mark.parametrize("value", [-1, MOST + 1, True, 2.0, None, "", "-1", "1e3", "12345678", "00000001", "7 ", [7]])
def test_a_number_that_cannot_be(value: Any) -> None:
    with pytest.raises(BadOption) as caught:
        settle(OPTIONS, {"stall": value})
    assert (caught.value.code, caught.value.clause) == ("value", "TST-002")
    assert caught.value.facts == {"option": "stall", "value": value, "values": None}


@pytest.mark.parametrize("value", ["Duel", "", 1, None, ["duel"]])
def test_a_word_that_is_not_offered(value: Any) -> None:
    with pytest.raises(BadOption) as caught:
        settle(OPTIONS, {"mode": value})
    assert caught.value.facts == {"option": "mode", "value": value, "values": ("duel", "four")}


def test_an_option_that_there_is_not() -> None:
    with pytest.raises(BadOption) as caught:
        settle(OPTIONS, {"weather": "rain"})
    assert (caught.value.code, caught.value.facts) == ("unknown", {"option": "weather", "value": "rain"})


def test_an_option_with_a_reader_of_its_own() -> None:
    assert settle(OPTIONS, {"mode": "x"}, {"mode": lambda option, value: (option.name, value)})["mode"] == ("mode", "x")


def test_what_a_clash_tells() -> None:
    found = clash({"mode": "duel", "stall": 7}, STALL, "mode")
    assert (found.code, found.clause) == ("conflict", "TST-002")
    assert found.facts == {"option": "stall", "value": 7, "other": "mode", "other_value": "duel"}
