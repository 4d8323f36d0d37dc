"""Playouts of Conflict are the game that is played: turn by turn they come to the same positions and the same ends."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from core.dice import ScriptedDice
from core.rulesets.conflict.orders import Move

MANY = 1200  # order sets of one turn; positions with more are passed over
ENOUGH = 2
SEVEN = [3, 4]  # whoever is alive can do something with it
GAMES: list[dict[str, Any]] = [
    {"players": 2, "turn_limit": 90},
    {"players": 3, "dead_mines": "heir", "own_mine_plane": "lost", "turn_limit": 150},
    {"players": 4, "third_double": "no_move", "aa_sky": "overfly", "home_pass": "no"},
    {"players": 4, "teams": "opposite", "friends_pass": "no", "partner_mines": "live"},
    {"players": 4, "alliances": "formal", "reveal": "stepwise", "turn_limit": 200},
]
games = pytest.mark.parametrize(
    "chosen", GAMES, ids=lambda chosen: " ".join(f"{name}={value}" for name, value in chosen.items())
)


def stands(rules: Any, position: Any) -> str:
    whole = rules.encode(position)
    return str((whole["pieces"], whole["out"]))


@pytest.mark.parametrize("chosen", [{}, {"players": 4, "teams": "opposite", "third_double": "no_move"}], ids=str)
def test_a_turn_played_at_random_is_one_of_the_order_sets(rules: Any, chosen: dict[str, Any]) -> None:
    options = rules.settle(chosen)
    looked_at = 0
    for seed in range(60):
        late = rules.playout(rules.opening(options), seed, 1500).position
        if rules.outcome(late) is not None:
            continue
        position = rules.adjudicate(late, {}, ScriptedDice([2, 1 + seed % 4] * 3)).position
        (decision,) = rules.awaiting(position) or (None,)
        listed = rules.legal(position, decision.seat, MANY) if decision else []
        if not 0 < len(listed) < MANY or looked_at == ENOUGH:
            continue
        looked_at += 1
        after_all = {
            stands(rules, rules.adjudicate(position, {decision.seat: orders}, ScriptedDice([1, 2] * 40)).position)
            for orders in listed
        }
        for turn in range(5):
            assert stands(rules, rules.playout(position, turn, 1).position) in after_all
    assert looked_at == ENOUGH


def thrown(position: dict[str, Any], rng: Random) -> list[list[int]]:
    """Dice for a turn, doubles as often as they come; a seven where nothing else could be done with them."""
    places = position["pieces"][position["to_move"]].values()
    if not any(place == "START" or place[0].islower() for place in places):
        return [SEVEN]
    throws: list[list[int]] = []
    while len(throws) < 3 and (not throws or throws[-1][0] == throws[-1][1]):
        throws.append([rng.randint(1, 6), rng.choice([1, 2, 3, 4, 5, 6])])
        if rng.random() < 0.3:
            throws[-1][1] = throws[-1][0]
    return throws


def agreed_on(position: dict[str, Any], rng: Random) -> dict[str, Any]:
    """What players may have said meanwhile: offers, proposals and pacts that lapse or end with somebody's turn."""
    living = [seat for seat in position["pieces"] if seat not in position["out"]]
    if len(living) < 3 or rng.random() < 0.5:
        return {}
    one, other, third = rng.sample(living, 3)
    return {
        "draw_offers": {one: rng.randint(1, 2)},
        "proposals": [{"from": one, "to": third, "since": 1, "left": [rng.choice([one, third])]}],
        "pacts": [{"seats": sorted([one, other], key=living.index), "broken_by": [one]}],
    }


def turns(rules: Any, chosen: dict[str, Any], seed: int) -> Iterator[tuple[Any, str, int]]:
    """The turns of a game from some way on, each with all its dice thrown: a position, who moves, a seed."""
    options, rng = rules.settle(chosen), Random(seed)
    position = rules.playout(rules.opening(options), seed, rng.randrange(160)).position
    while rules.outcome(position) is None:
        whole = rules.encode(position)
        if whole["to_move"] is None:
            whole["to_move"] = "red"
        throws = thrown(whole, rng)
        said = agreed_on(whole, rng) if options["alliances"] == "formal" else {}
        owed = {"throws": throws, "throw": len(throws) if options["reveal"] == "stepwise" else 1}
        position = rules.decode(whole | owed | said, options)
        yield position, whole["to_move"], rng.getrandbits(60)
        position = rules.playout(position, rng.getrandbits(60), 1).position


def compare(rules: Any, chosen: dict[str, Any], seeds: range) -> None:
    """Every turn of these games, by the same choices once as a playout and once as orders: the same position or end."""
    for seed in seeds:
        for position, seat, choice in turns(rules, chosen, seed):
            orders = rules.random_orders(position, seat, choice)
            if not any(isinstance(line.order, Move) for line in orders):
                continue  # a playout would go on until something moves
            result = rules.adjudicate(position, {seat: orders}, ScriptedDice(SEVEN * 2))
            played = rules.encode(result.position)
            if result.events[-1].kind == "throw":
                played |= {"throws": [], "throw": 1}
            assert rules.encode(rules.playout(position, choice, 1).position) == played


@games
def test_a_turn_of_a_playout_is_the_turn_that_its_orders_play(rules: Any, chosen: dict[str, Any]) -> None:
    compare(rules, chosen, range(3))


@games
@pytest.mark.slow
def test_ten_thousand_turns_of_playouts_are_those_of_games(rules: Any, chosen: dict[str, Any]) -> None:
    compare(rules, chosen, range(3, 40))


@pytest.mark.parametrize("reveal", ["ahead", "stepwise"])
def test_a_playout_ends_with_the_last_turn_of_the_limit(rules: Any, reveal: str) -> None:
    options = rules.settle({"players": 2, "turn_limit": 12, "reveal": reveal})
    for seed in range(20):
        over = rules.playout(rules.opening(options), seed, 100_000).position
        assert rules.outcome(over).reason == "turn_limit"
        assert rules.encode(over)["turn"] == 12


def test_every_seat_begins_as_often(rules: Any) -> None:
    """CON-016: chance has no favourite, however many play."""
    for players, each in ((2, 500), (3, 333), (4, 250)):
        opening = rules.opening(rules.settle({"players": players, "turn_limit": 1}))
        begun = [rules.encode(rules.playout(opening, seed, 1).position)["to_move"] for seed in range(1000)]
        assert set(begun) == set(rules.seats(rules.settle({"players": players})))
        assert all(abs(begun.count(seat) - each) < 70 for seat in set(begun))


def test_all_throws_of_the_last_turn_are_on_the_table(rules: Any) -> None:
    """CON-R35: under reveal=ahead those too that the end of the game has dropped."""
    opening = rules.opening(rules.settle({"players": 2}))
    for seed in range(80):
        throws = rules.encode(rules.playout(opening, seed, 100_000).position)["throws"]
        assert len(throws) == 3 or throws[-1][0] != throws[-1][1]
