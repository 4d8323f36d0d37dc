"""What orders may come to: they are played many times with fresh chance, on positions that their seat holds possible.

Nothing is looked at but the view of the seat, and what is thrown is drawn from that and the orders alone: equal views
get equal odds, and no die of the game is touched.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from core.contract import Json, Orders
from core.dice import SeededDice
from pbem.robots import playing
from pbem.rulesets.contract import Presentation, Sample

SAMPLES = 1000
IN_SHORT = 200  # samples for those in a few words


class Odds(msgspec.Struct, frozen=True):
    """What becomes of orders, in sentences, and with `DEEP` the share of points that robots get from there on."""

    told: tuple[str, ...]
    share: float | None


def of(words: Presentation, view: Json, orders: Orders, *, deep: bool = False, count: int = SAMPLES) -> Odds:
    """The odds of orders that the rules take from the seat of this view."""
    found = list(samples(words, view, orders, count))
    share = None
    if deep:
        margins = [words.rules.margin(each.after)[view["seat"]] for each in found]
        share = (1 + sum(margins) / len(margins)) / 2
    return Odds(words.odds(view, found), share)


def in_short(words: Presentation, view: Json, orders: Orders) -> str:
    """The odds of orders that the rules take, in a few words; empty where there is nothing to be said."""
    return words.odds_in_short(view, list(samples(words, view, orders, IN_SHORT)))


def samples(words: Presentation, view: Json, orders: Orders, count: int) -> Iterator[Sample]:
    """The orders carried out so many times, to the end of what they bring about."""
    rules = words.rules
    text = "\n".join(words.text_of(line.order) for line in orders)
    key = playing.seed_of(f"odds {playing.of_view(view)} {text}")
    dice_key = key.to_bytes(8, "big")
    for number in range(count):
        before = rules.imagine(view, key + number)
        result = rules.adjudicate(before, {view["seat"]: orders}, SeededDice(dice_key, f"odds {number}"))
        yield Sample(before, result.position, result.events)
