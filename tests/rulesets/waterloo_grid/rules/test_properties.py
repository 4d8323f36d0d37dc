"""What holds for every position of Waterloo on a grid, whatever is played: conservation, room, mirrors, legal sets."""

from __future__ import annotations

import itertools
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.contract import Effect, Status
from core.dice import SeededDice
from core.rulesets.waterloo_grid import WaterlooGrid

from .conftest import read
from .test_board import ROOM, terrain

GAMES: list[dict[str, Any]] = [
    {},
    {"scenario": "lambert", "advance_fire": "volley", "small_farms": "open", "hold": "last"},
    {"cover_vs_cavalry": "steady", "double_fire": "no", "garrison": "infantry", "passive_attacks": "no"},
    {"charge_bonus": "off", "blue_entry_dice": "1", "turn_limit": 12},
]
games = pytest.mark.parametrize(
    "chosen", GAMES, ids=lambda chosen: " ".join(f"{name}={value}" for name, value in chosen.items()) or "plain"
)
seeds = st.integers(0, 2**32)
COLUMNS = "ABCDEFGHIJKL"


def groups(written: dict[str, Any]) -> list[tuple[str, str, str, str]]:
    """(unit, cell, letters, facing)"""
    return [(name, *group.split(":")) for name, text in written["units"].items() for group in text.split()]


def strength(written: dict[str, Any], seat: str) -> int:
    """Bases on the board and in the pool."""
    board = sum(len(letters) for name, _, letters, _ in groups(written) if name[0] == seat[0].upper())
    return board + int(sum(written["pools"][seat].values()))


def plain_for_flags(pool: dict[str, int]) -> bool:
    """A flag is lost last (WGR-110)."""
    infantry = pool.get("I", 0) + pool.get("G", 0) >= 3 * (pool.get("If", 0) + pool.get("Gf", 0))
    return infantry and all(pool.get(kind, 0) >= 3 * pool.get(f"{kind}f", 0) for kind in "LH")


def sound(board: dict[str, Any], written: dict[str, Any], scenario: str) -> bool:
    """Room (WGR-008), one arm a cell (WGR-007), a flag in each unit (WGR-110), and no base ever lost (WGR-111)."""
    ground = terrain(board)
    stacks: dict[str, tuple[int, set[str]]] = {}
    for name, cell, letters, _ in groups(written):
        count, arms = stacks.get(cell, (0, set()))
        stacks[cell] = (count + len(letters), arms | {name[0] + name[1].replace("G", "I")})
    assert all(count <= ROOM[ground.get(cell, "open")] for cell, (count, _) in stacks.items())
    assert all(len(arms) == 1 for _, arms in stacks.values())
    assert all("f" in text or name[1] == "A" for name, text in written["units"].items())
    assert [strength(written, seat) for seat in ("blue", "red")] == [60, 50 if scenario == "lambert" else 46]
    return all(plain_for_flags(pool) for pool in written["pools"].values())


@games
@settings(max_examples=8, deadline=None)
@given(seed=seeds)
def test_random_games(board: dict[str, Any], rules: WaterlooGrid, chosen: dict[str, Any], seed: int) -> None:
    """Orders drawn at random are accepted; whatever they lead to is sound, and survives being written down."""
    options = rules.settle(chosen)
    position = rules.adjudicate(rules.opening(options), {}, SeededDice(b"opening")).position
    for number in range(24):
        if rules.outcome(position) is not None:
            break
        seat = rules.awaiting(position)[0].seat
        orders = rules.random_orders(position, seat, seed + number)
        checked = rules.check(position, seat, orders)
        assert checked.effect is Effect.AT_ONCE
        before = rules.step(position)
        position = rules.adjudicate(position, {seat: orders}, SeededDice(b"%d %d" % (seed, number))).position
        written = rules.encode(position)
        assert rules.step(position) > before
        assert sound(board, written, options["scenario"])
        assert rules.decode(written, options) == position


@games
@settings(max_examples=8, deadline=None)
@given(seed=seeds, limit=st.integers(1, 3000))
def test_playouts(board: dict[str, Any], rules: WaterlooGrid, chosen: dict[str, Any], seed: int, limit: int) -> None:
    """A playout stops at its limit or at the end of the game, on a sound position that can be played on."""
    options = rules.settle(chosen)
    played = rules.playout(rules.opening(options), seed, limit)
    written = rules.encode(played.position)
    assert sound(board, written, options["scenario"])
    assert rules.decode(written, options) == played.position
    assert rules.playout(rules.opening(options), seed, limit) == played
    over = rules.outcome(played.position)
    assert over is not None or played.moves >= limit
    if over is None:
        going_on = rules.adjudicate(played.position, {}, SeededDice(b"more")).position
        assert rules.check(going_on, rules.awaiting(going_on)[0].seat, read("end")).effect is Effect.AT_ONCE


# --- Mirrors ------------------------------------------------------------------------------------------------------

TURNED = {"n": "s", "s": "n", "e": "e", "w": "w", "+": "+"}
FLIPPED = {"n": "n", "s": "s", "e": "w", "w": "e", "+": "+"}


def flip(cell: str) -> str:
    """East for west."""
    return f"{COLUMNS[11 - COLUMNS.index(cell[0])]}{cell[1:]}"


def turn(cell: str) -> str:
    """South for north."""
    return f"{cell[0]}{11 - int(cell[1:])}"


def mirrored(board: dict[str, Any], way: Any, facing: dict[str, str]) -> dict[str, Any]:
    """The whole scenario as a mirror shows it."""

    def units(table: dict[str, Any]) -> dict[str, Any]:
        return {name: {**unit, "at": seen(unit["at"], way, facing)} for name, unit in table.items()}

    return board | {
        "hills": {name: {**hill, "cells": list(map(way, hill["cells"]))} for name, hill in board["hills"].items()},
        "villages": {name: {**v, "cells": list(map(way, v["cells"]))} for name, v in board["villages"].items()},
        "farms": {name: {**farm, "cell": way(farm["cell"])} for name, farm in board["farms"].items()},
        "woods": {way(cell): name for cell, name in board["woods"].items()},
        "entries": {name: {**entry, "cell": way(entry["cell"])} for name, entry in board["entries"].items()},
        "units": units(board["units"]),
        "scenarios": {name: units(more) for name, more in board["scenarios"].items()},
    }


def seen(text: str, way: Any, facing: dict[str, str]) -> str:
    parts = [group.split(":") for group in text.split()]
    return " ".join(f"{way(cell)}:{letters}:{facing[to]}" for cell, letters, to in parts)


@pytest.mark.parametrize(("way", "facing"), [(flip, FLIPPED), (turn, TURNED)], ids=["east-west", "north-south"])
@settings(max_examples=25, deadline=None)
@given(seed=seeds)
def test_what_is_seen_is_seen_in_the_mirror(
    board: dict[str, Any], rules: WaterlooGrid, way: Any, facing: dict[str, str], seed: int
) -> None:
    """Targets of guns and muskets, and contacts: the mirror image of a position has their mirror images."""
    options = rules.settle({})
    glass = WaterlooGrid(mirrored(board, way, facing))
    written = rules.encode(rules.playout(rules.opening(options), seed, 20 + seed % 500).position)
    image = written | {"units": {name: seen(text, way, facing) for name, text in written["units"].items()}}
    image |= {"charges": []}
    here = rules.view(rules.decode(written, options), None)["hints"]
    there = glass.view(glass.decode(image, options), None)["hints"]
    for arm in ("guns", "muskets"):
        assert {
            name: {way(cell): dice for cell, dice in targets.items()} for name, targets in here[arm].items()
        } == there[arm]
    pairs = {(way(contact["from"]), way(contact["to"])) for contact in here["contacts"]}
    assert pairs == {(contact["from"], contact["to"]) for contact in there["contacts"]}


# --- Legal sets ---------------------------------------------------------------------------------------------------

WORDS = ["f", "left", "right", "about", "square", "line n", "line e", "line s", "line w", "fire D5", "fire E5"]


def merged(words: tuple[str, ...]) -> str:
    """A sequence of actions as an order line writes it."""
    return re.sub(r"\bf( f\b)+", lambda run: f"f{run[0].count('f')}", " ".join(words)) or "hold"


@pytest.mark.parametrize(
    "units",
    [
        "BI1 E6:fabc:n RI1 D5:fabc:s",
        "BI1 E6:fab:+ RI1 D5:fabc:s RL1 E5:fa:n",
        "BG1 E7:fa:n RI1 E5:fab:n RA1 D5:ab:s",
        "BA1 E7:ab:n RI1 E5:fab:n RI2 D5:fa:s",
        "BH1 E8:fabc:n RI1 E5:fabc:s",
    ],
)
def test_legal_sets_are_those_that_are_accepted(rules: WaterlooGrid, place: Any, units: str) -> None:
    """Of one unit in one party: every sequence of actions there is, tried."""
    position = place(units, dice={"A": "A----", "H": "C----"}.get(units[1], "I----"))
    unit = units[:3]
    words = WORDS[:4] if unit == "BH1" else WORDS
    accepted = {tuple(line.order for line in read("end"))}
    for length in range(4):
        for sequence in itertools.product(words, repeat=length):
            lines = read(f"{unit} {merged(sequence)} / end")
            if rules.check(position, "blue", lines).effect is Effect.AT_ONCE:
                accepted.add(tuple(line.order for line in lines))
    legal = [tuple(line.order for line in orders) for orders in rules.legal(position, "blue")]
    assert len(set(legal)) == len(legal)
    assert set(legal) == accepted


def test_counts_of_activations(rules: WaterlooGrid, place: Any) -> None:
    """Order lines, and different places to stand in afterwards, of a unit alone (F5, a farm, has no room for four)."""
    counts = {}
    for unit, die in (("BA1 H6:ab:n", "A"), ("BI1 H6:fabc:n", "I"), ("BH1 H6:fabc:n", "C"), ("BL1 H6:fabc:n", "C")):
        position = place(unit, dice=f"{die}----")
        sets = [orders for orders in rules.legal(position, "blue") if len(orders) > 1]
        ends = {rules.check(position, "blue", orders).verdicts[0].facts["ends"] for orders in sets}
        counts[unit[:3]] = (len(sets), len(ends))
    assert counts == {"BA1": (5, 5), "BI1": (30, 14), "BH1": (85, 30), "BL1": (340, 59)}


def test_many_units_together(rules: WaterlooGrid) -> None:
    """The first thousand sets of the opening are accepted, each different."""
    position = rules.adjudicate(rules.opening(rules.settle({})), {}, SeededDice(b"dice")).position
    sets = rules.legal(position, "blue", 1000)
    assert len({tuple(line.text for line in orders) for orders in sets}) == 1000
    assert all(rules.check(position, "blue", orders).effect is Effect.AT_ONCE for orders in sets[::50])


def test_the_robot_ends_its_games(rules: WaterlooGrid) -> None:
    """Two of them, on two seeds: a winner well before the hundredth turn, and not a line refused."""
    options = rules.settle({})
    for game in range(2):
        position = rules.adjudicate(rules.opening(options), {}, SeededDice(b"%d" % game)).position
        for number in range(200):
            if rules.outcome(position) is not None:
                break
            seat = rules.awaiting(position)[0].seat
            orders = rules.bot_orders(position, seat, number)
            verdicts = rules.check(position, seat, orders).verdicts
            assert all(verdict.status is Status.OK for verdict in verdicts)
            position = rules.adjudicate(position, {seat: orders}, SeededDice(b"%d %d" % (game, number))).position
        outcome = rules.outcome(position)
        assert outcome is not None
        assert outcome.reason == "objectives"
