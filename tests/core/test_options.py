"""What is worked out of options, kept for who asks with the same, and never more of it than a few."""

from __future__ import annotations

from weakref import WeakSet

from core.contract import Options
from core.options import KEPT_VARIANTS, Variants


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
