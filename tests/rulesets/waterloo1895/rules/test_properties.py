"""The Game of Waterloo (1895) under random play: what must hold in every game of every mode and option."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.contract import BadOption, Effect, Line, Status
from core.dice import ScriptedDice, SeededDice
from core.rulesets.waterloo1895 import Waterloo1895
from core.rulesets.waterloo1895.options import OPTIONS
from core.rulesets.waterloo1895.orders import Auto, Leg, Move, Pass, RestAuto

CHOICES = {option.name: option.values for option in OPTIONS if option.values}


@st.composite
def variants(draw: st.DrawFn) -> dict[str, Any]:
    """A mode and options that go together, with ends near enough for a test."""
    chosen: dict[str, Any] = {"stall": draw(st.integers(0, 6)), "max_rounds": draw(st.integers(1, 12))}
    chosen["mode"] = draw(st.sampled_from(CHOICES["mode"] or ()))
    for name in draw(st.lists(st.sampled_from(sorted(CHOICES)), max_size=6)):
        if name != "mode":
            chosen[name] = draw(st.sampled_from(CHOICES[name] or ()))
    return chosen


def settled(rules: Waterloo1895, chosen: dict[str, Any]) -> dict[str, Any]:
    """The options chosen, without those that mean nothing together."""
    while True:
        try:
            return rules.settle(chosen)
        except BadOption as refusal:
            chosen = {name: value for name, value in chosen.items() if name != refusal.facts["option"]}


def as_bytes(rules: Waterloo1895, result: Any) -> bytes:
    return msgspec.json.encode([rules.encode(result.position), result.events, result.verdicts, result.tell])


Step = tuple[Any, Any, list[Any]]


def random_game(rules: Waterloo1895, options: dict[str, Any], seed: int) -> Iterator[Step]:
    """Position, what was adjudicated on it, and the dice: decision by decision to the end."""
    dice = SeededDice(seed.to_bytes(8, "big"))
    position = rules.opening(options)
    for number in itertools.count():
        # One seat after another: two partners who post at the same moment may get in each other's way.
        seats = [decision.seat for decision in rules.awaiting(position) if number][:1]
        orders = {seat: rules.random_orders(position, seat, seed + number) for seat in seats}
        rolled = len(dice.rolls)
        result = rules.adjudicate(position, orders, dice)
        assert all(rules.check(position, seat, lines).effect is Effect.AT_ONCE for seat, lines in orders.items())
        again = rules.adjudicate(position, orders, ScriptedDice(dice.rolled[rolled:]))
        assert as_bytes(rules, result) == as_bytes(rules, again)
        yield position, result, dice.rolled[rolled:]
        position = result.position
        if rules.outcome(position) is not None:
            return
        assert number < 2000


@settings(max_examples=60, deadline=None)
@given(chosen=variants(), seed=st.integers(0, 2**63))
def test_every_game_keeps_its_invariants_and_ends(rules: Waterloo1895, chosen: dict[str, Any], seed: int) -> None:
    options = settled(rules, chosen)
    gone: set[str] = set()
    for before, result, _ in random_game(rules, options, seed):
        after = rules.encode(result.position)
        assert len(set(after["pieces"].values())) == len(after["pieces"])
        assert not gone & set(after["pieces"])
        if rules.encode(before)["phase"] == "play":
            gone |= set(rules.encode(before)["pieces"]) - set(after["pieces"])
        assert rules.decode(msgspec.json.decode(msgspec.json.encode(after)), options) == result.position
        # Who posts in secret changes nothing of what the others are asked.
        if after["phase"] != "setup":
            assert rules.step(result.position) > rules.step(before)
        assert bool(rules.awaiting(result.position)) == (rules.outcome(result.position) is None)
        assert_quiet_and_rounds(options, after)


def assert_quiet_and_rounds(options: dict[str, Any], position: Mapping[str, Any]) -> None:
    """W95-103, W95-104: the clocks never run over."""
    assert position["round"] <= options["max_rounds"]
    armies = len(position["order"]) or 4
    if options["stall"]:
        assert position["quiet"] <= options["stall"] * armies


@settings(max_examples=40, deadline=None)
@given(chosen=variants(), seed=st.integers(0, 2**63), at=st.integers(1, 40))
def test_auto_is_always_legal(rules: Waterloo1895, chosen: dict[str, Any], seed: int, at: int) -> None:
    """W95-132, W95-133: what AUTO plays for a throw could have been ordered, move by move."""
    options = settled(rules, chosen | {"throws": "step"})
    *_, (position, _, _) = itertools.islice(random_game(rules, options, seed), at)
    (decision,) = rules.awaiting(position)[:1]
    if decision.kind == "setup" or decision.facts.get("throw") is None:
        return
    played = rules.adjudicate(position, {}, SeededDice(b""), due=True)
    events = itertools.takewhile(lambda event: event.kind in ("auto", "move"), played.events)
    moves = [as_order(event.facts) for event in events if event.kind == "move"]
    lines = tuple(Line(number, "", order) for number, order in enumerate(moves or [Pass()], 1))
    assert rules.check(position, decision.seat, lines).effect is Effect.AT_ONCE
    for word in (Auto(), RestAuto()):
        assert rules.check(position, decision.seat, (Line(1, "", word),)).effect is Effect.AT_ONCE


def as_order(move: Mapping[str, Any]) -> Move:
    return Move(move["piece"], tuple(Leg(tuple(leg["dice"]), leg["spot"]) for leg in move["legs"]))


@settings(max_examples=30, deadline=None)
@given(mode=st.sampled_from(["duel", "four", "three", "double"]), seed=st.integers(0, 2**63))
def test_no_view_shows_a_secret_set_up(rules: Waterloo1895, mode: str, seed: int) -> None:
    options = rules.settle({"mode": mode})
    position = rules.opening(options)
    for number, seat in enumerate(rules.seats(options)[:-1]):
        orders = {seat: rules.random_orders(position, seat, seed + number)}
        position = rules.adjudicate(position, orders, ScriptedDice([])).position
        for onlooker in (*rules.seats(options), None):
            view = rules.view(position, onlooker)
            own = {army for army, commander in view["armies"].items() if commander == onlooker}
            allowed = {partner for army in own for partner in ("NY" if army in "NY" else "WB")}
            assert {piece[0] for piece in view["pieces"]} <= allowed
            hidden = set(rules.encode(position)["pieces"]) - set(view["pieces"])
            assert not any(f'"{piece}"' in msgspec.json.encode(view).decode() for piece in hidden)


# --- What is legal is what is accepted --------------------------------------------------------------------------------

SMALL = [
    ({"N1": "C13", "NC": "D11", "W1": "C12", "W2": "E11"}, "1-2-2"),
    ({"N1": "S27", "NC": "S26", "W1": "Q26", "WC": "U27"}, "2-2-3"),
    ({"NC": "B11", "N2": "A13", "W1": "X25", "W2": "A14"}, "1-1-3"),
    ({"N1": "A13", "W1": "A12", "W2": "B11", "W3": "A14", "W4": "A15"}, "4-4-6"),
    ({"NC": "M14", "W1": "M13", "W2": "X25"}, "1-1-1"),
]


@pytest.mark.parametrize("chosen", [{}, {"halts": "always"}, {"loops": "yes"}, {"oblige": "each"}])
@pytest.mark.parametrize(("pieces", "throw"), SMALL)
def test_legal_is_what_check_accepts(
    rules: Waterloo1895, pieces: dict[str, str], throw: str, chosen: dict[str, Any]
) -> None:
    dice = [int(die) for die in throw.split("-")]
    position = rules.decode({"pieces": pieces, "to_move": "N", "throw": dice}, rules.settle(chosen))
    listed = {moves_of(lines) for lines in rules.legal(position, "napoleon")}
    own = [piece for piece in pieces if piece[0] == "N"]
    accepted = {moves for moves in candidates(rules, pieces, own, dice) if stands(rules, position, moves)}
    assert listed == accepted


@pytest.mark.parametrize("obliged", ["forward", "none"])
def test_legal_is_what_check_accepts_in_little(rules: Waterloo1895, obliged: str) -> None:
    pieces = {"N1": "D11", "N2": "E11", "N3": "C14", "W1": "G11", "W2": "B11", "W3": "X29"}
    options = rules.settle({"mode": "little", "lp_oblige": obliged})
    position = rules.decode({"pieces": pieces, "to_move": "N", "throw": [1, 2, 2]}, options)
    listed = {moves_of(lines) for lines in rules.legal(position, "napoleon")}
    every = candidates(rules, pieces, ["N1", "N2", "N3"], [1, 2, 2])
    assert listed == {moves for moves in every if stands(rules, position, moves)}


Moves = tuple[Move, ...]


def moves_of(lines: Any) -> Moves:
    return tuple(line.order for line in lines if isinstance(line.order, Move))


def stands(rules: Waterloo1895, position: Any, moves: Moves) -> bool:
    """Whether these orders are accepted with nothing void in them."""
    orders: list[Any] = list(moves) or [Pass()]
    checked = rules.check(
        position, "napoleon", tuple(Line(number, "", order) for number, order in enumerate(orders, 1))
    )
    ridden = [len(verdict.facts.get("legs", ())) for verdict in checked.verdicts]
    return (
        checked.effect is Effect.AT_ONCE
        and all(verdict.status is Status.OK for verdict in checked.verdicts)
        and ridden == [len(order.legs) if isinstance(order, Move) else 0 for order in orders]
    )


def candidates(rules: Waterloo1895, pieces: Mapping[str, str], own: list[str], dice: list[int]) -> set[Moves]:
    """Every sequence of moves with these dice to spots at the right distance, legal or not."""
    found: set[Moves] = {()}
    for movers in itertools.chain.from_iterable(itertools.permutations(own, size) for size in (1, 2, 3)):
        for shared in shares(tuple(dice), len(movers)):
            moves = [
                list(moves_with(rules, mover, pieces[mover], part)) for mover, part in zip(movers, shared, strict=True)
            ]
            found |= set(itertools.product(*moves))
    return found


def shares(dice: tuple[int, ...], movers: int) -> set[tuple[tuple[int, ...], ...]]:
    """Every way to give each mover at least one of the dice."""
    found = set()
    for owners in itertools.product(range(movers + 1), repeat=len(dice)):
        parts = [
            tuple(die for die, owner in zip(dice, owners, strict=True) if owner == mover) for mover in range(movers)
        ]
        if all(parts):
            found.add(tuple(parts))
    return found


def moves_with(rules: Waterloo1895, piece: str, start: str, dice: tuple[int, ...]) -> Iterator[Move]:
    """Every move of a piece with exactly these dice, in every division into legs."""
    divisions = set()
    for order in itertools.permutations(dice):
        for cuts in itertools.product((False, True), repeat=len(dice) - 1):
            legs: list[tuple[int, ...]] = [(order[0],)]
            for die, cut in zip(order[1:], cuts, strict=True):
                legs = [*legs, (die,)] if cut else [*legs[:-1], (*legs[-1], die)]
            divisions.add(tuple(tuple(sorted(leg)) for leg in legs))
    for division in divisions:
        yield from (Move(piece, legs) for legs in ridden(rules, start, division))


def ridden(rules: Waterloo1895, start: str, division: tuple[tuple[int, ...], ...]) -> Iterator[tuple[Leg, ...]]:
    if not division:
        yield ()
        return
    for end in rules.board.graph.walks(start, sum(division[0]), trails=True):
        for rest in ridden(rules, end, division[1:]):
            yield (Leg(division[0], end), *rest)


# --- Orders by chance -------------------------------------------------------------------------------------------------


def test_random_orders_are_the_same_for_the_same_seed(rules: Waterloo1895) -> None:
    position = rules.decode(
        {"pieces": {"N1": "S27", "N2": "P26", "W1": "A14"}, "to_move": "N", "throw": [1, 3, 5]}, rules.settle({})
    )
    drawn = [rules.random_orders(position, "napoleon", seed) for seed in range(200)]
    assert drawn == [rules.random_orders(position, "napoleon", seed) for seed in range(200)]
    assert {moves_of(lines) for lines in drawn} <= {moves_of(lines) for lines in rules.legal(position, "napoleon")}
    assert len({moves_of(lines) for lines in drawn}) > 50
    assert rules.random_orders(position, "wellington", 1) == ()
