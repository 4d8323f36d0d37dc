"""Sealed Bids keeps the contract: what holds for it is asked of nobody but the rule set itself."""

from __future__ import annotations

from random import Random

import pytest

from core.contract import Effect, Status
from core.dice import ScriptedDice, SeededDice
from pbem.arena.players import Limits
from pbem.arena.series import Series, counted, play
from pbem.rulesets.contract import Presentation


@pytest.mark.parametrize("seed", range(5))
def test_a_whole_game_between_bots_ends_and_repeats_itself(sealed_bids: Presentation, seed: int) -> None:
    first, again = _play(sealed_bids, seed), _play(sealed_bids, seed)
    assert first == again
    assert sealed_bids.rules.outcome(first) is not None
    assert sealed_bids.rules.awaiting(first) == ()


def test_the_robots_of_core_play_better_than_chance(sealed_bids: Presentation) -> None:
    options = sealed_bids.rules.settle({})
    series = Series(ruleset="sealed_bids", version="1.0", options=options, a="marshal", b="random", games=40, seed=1)
    played = {number: play(series, number, Limits())[0] for number in range(series.games)}
    tally = counted("sealed_bids", sealed_bids.rules.seats(options), played)
    assert tally.a_wins > 1.5 * tally.b_wins


def test_one_sealed_bid_waits_for_the_other(sealed_bids: Presentation) -> None:
    rules, position = sealed_bids.rules, _with_prize(sealed_bids)
    bid = sealed_bids.read([(1, "bid 4")])
    assert rules.check(position, "north", bid).effect is Effect.WHEN_ALL_IN
    waited = rules.adjudicate(position, {"north": bid}, ScriptedDice([]))
    assert waited.position == position
    assert waited.events == ()
    both = rules.adjudicate(position, {"north": bid, "south": sealed_bids.read([(1, "bid 5")])}, ScriptedDice([1, 2]))
    assert [event.kind for event in both.events] == ["opened", "purse", "purse", "prize"]
    assert both.position.points == {"north": 0, "south": 7}


def test_silence_at_the_deadline_bids_nothing(sealed_bids: Presentation) -> None:
    bid = sealed_bids.read([(1, "bid 1")])
    due = sealed_bids.rules.adjudicate(_with_prize(sealed_bids), {"south": bid}, ScriptedDice([1, 2]), due=True)
    assert due.position.purses == {"north": 10, "south": 9}
    assert due.position.points == {"north": 0, "south": 7}


def test_equal_bids_are_thrown_off(sealed_bids: Presentation) -> None:
    bids = {seat: sealed_bids.read([(1, "bid 2")]) for seat in ("north", "south")}
    result = sealed_bids.rules.adjudicate(_with_prize(sealed_bids), bids, ScriptedDice([3, 3, 6, 5, 1, 1]))
    assert [event.kind for event in result.events[:2]] == ["throw_off", "throw_off"]
    assert result.position.points == {"north": 7, "south": 0}


def test_legal_orders_are_exactly_those_that_the_check_accepts(sealed_bids: Presentation) -> None:
    position = _with_prize(sealed_bids)
    for lines in sealed_bids.rules.legal(position, "north"):
        verdicts = sealed_bids.rules.check(position, "north", lines).verdicts
        assert {verdict.status for verdict in verdicts} == {Status.OK}
    assert len(sealed_bids.rules.legal(position, "north")) == 11
    dear = sealed_bids.read([(1, "bid 11")])
    assert sealed_bids.rules.check(position, "north", dear).effect is Effect.NOTHING


def test_a_view_hides_the_other_purse_until_the_end(sealed_bids: Presentation) -> None:
    rules, position = sealed_bids.rules, _with_prize(sealed_bids)
    assert rules.view(position, "north")["purses"] == {"north": 10}
    assert rules.view(position, None)["purses"] == {}
    over = rules.adjudicate(position, {"north": sealed_bids.read([(1, "resign")])}, ScriptedDice([])).position
    assert rules.view(over, "south")["purses"] == {"north": 10, "south": 10}
    assert rules.decode(rules.encode(over), over.options) == over


def _with_prize(presentation: Presentation) -> object:
    options = presentation.rules.settle({})
    return presentation.rules.decode({"round": 1, "prize": 7, "purses": {"north": 10, "south": 10}}, options)


def _play(presentation: Presentation, seed: int) -> object:
    rules, rng, dice = presentation.rules, Random(seed), SeededDice(bytes([seed]) * 32)
    position = rules.adjudicate(rules.opening(rules.settle({})), {}, dice).position
    while owed := rules.awaiting(position):
        orders = {
            each.seat: presentation.read([(1, presentation.bot(rules.view(position, each.seat), each.seat, rng))])
            for each in owed
        }
        after = rules.adjudicate(position, orders, dice).position
        assert rules.step(after) > rules.step(position)
        position = after
    return position
