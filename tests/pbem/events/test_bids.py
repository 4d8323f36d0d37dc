"""Bids: the same side goes to the higher bid, and what cannot be bid is told."""

from __future__ import annotations

import pytest
from cups import begun, paired, plan

from core.contract import Handicap
from pbem.events import bids
from pbem.events.bids import Bid
from pbem.events.contract import CannotBe, Sitting, Unit
from pbem.rulesets import presentation

WORDS = presentation("waterloo_wargame")
HANDICAP = Handicap("target", (28, 29, 30, 31), harder_for="french")
DRAWN = Sitting("1-1-1", {"french": "ada", "allied": "ben"}, bid=True)
SIDES = (("french",), ("allied",))


@pytest.mark.parametrize(
    ("ada", "ben", "french", "options"),
    [
        (Bid("french", 30), Bid("french", 31), "ben", {"target": 31}),
        (Bid("french", 31), Bid("french", 30), "ada", {"target": 31}),
        (Bid("allied", 29), Bid("allied", 28), "ada", {"target": 28}),  # ben takes the Allies at the lower target
        (Bid("french", 30), Bid("french", 30), "ada", {"target": 30}),
        (Bid("allied", 30), Bid("allied", 30), "ada", {"target": 30}),
        (Bid("french", 31), Bid("allied", 28), "ada", {}),
        (Bid("allied", 28), Bid("french", 31), "ben", {}),
        (None, Bid("french", 29), "ben", {"target": 29}),
        (Bid("allied", 29), None, "ben", {"target": 29}),
        (None, None, "ada", {}),
    ],
)
def test_the_same_side_goes_to_the_harder_game(
    ada: Bid | None, ben: Bid | None, french: str, options: dict[str, int]
) -> None:
    sent = {name: bid for name, bid in (("ada", ada), ("ben", ben)) if bid is not None}
    settled = bids.settled(DRAWN, sent, HANDICAP)
    assert settled.seats["french"] == french
    assert set(settled.seats.values()) == {"ada", "ben"}
    assert settled.options == options
    assert not settled.bid


def test_of_equal_bids_the_first_side_of_the_lot_has_it_whoever_that_is() -> None:
    """Equal bids for the French: who was drawn for them has them; for the Allies the same."""
    for seats in ({"french": "ada", "allied": "ben"}, {"french": "ben", "allied": "ada"}):
        game = Sitting("1-1-1", seats, bid=True)
        for seat in ("french", "allied"):
            sent = dict.fromkeys(("ada", "ben"), Bid(seat, 30))
            assert bids.settled(game, sent, HANDICAP).seats == seats


def test_a_game_for_bids_is_paired_without_sides() -> None:
    state = paired(begun("swiss", 4, Unit.BID, sides=SIDES))
    assert state is not None
    assert all(each.bid for each in state.open)


@pytest.mark.parametrize(("text", "bid"), [("french 33", Bid("french", 33)), ("Allied 27", Bid("allied", 27))])
def test_a_bid_is_a_side_and_a_value(text: str, bid: Bid) -> None:
    assert bids.read(WORDS, plan("swiss", Unit.BID, sides=SIDES), text) == bid


@pytest.mark.parametrize(
    ("ruleset", "text", "told"),
    [
        ("waterloo_wargame", "french", "a bid is a side and a value of target, 15 to 45: french 15"),
        ("waterloo_wargame", "russians 30", "russians is no side; the sides are french and allied"),
        ("waterloo_wargame", "french 1000000", "1000000 cannot be bid; target is 15 to 45, the later the harder for"),
        ("waterloo_wargame", "french 30 or so", "a bid is a side and a value"),
        ("conflict", "red 3", "in Conflict there is no handicap to bid with"),
    ],
)
def test_what_cannot_be_bid_is_told(ruleset: str, text: str, told: str) -> None:
    with pytest.raises(CannotBe, match=told):
        bids.read(presentation(ruleset), plan("swiss", Unit.BID, sides=SIDES), text)
