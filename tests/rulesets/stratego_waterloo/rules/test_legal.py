"""Lists of legal orders, random orders, playouts: they keep to what the check accepts, and lose no piece."""

from __future__ import annotations

import tomllib
from collections import Counter
from importlib.resources import files
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.contract import Effect, Line
from core.dice import SeededDice
from core.rulesets.stratego_waterloo import StrategoWaterloo
from core.rulesets.stratego_waterloo.battlefield import SIDES, printed
from core.rulesets.stratego_waterloo.orders import (
    End,
    Enter,
    Fire,
    Go,
    Keep,
    Order,
    Rest,
    Setup,
    Take,
    numbered,
)

BOARD = tomllib.loads(files("pbem.rulesets.stratego_waterloo").joinpath("board.toml").read_text(encoding="utf-8"))
RULES = StrategoWaterloo(BOARD)
SQUARES = [f"{column}{row}" for row in range(1, 11) for column in "ABCDEFGHIJKL"]
MUDDY = """base standard
tile MUD E5
tile MUD C3
tile HILL F8
tile VILLAGE G3
tile FARM C5
army blue NA 1 NE 1 LN 12 LI 4 CH 5 CU 2 PL 1 FA 6
army red WE 1 UX 1 BF 14 RI 3 KH 4 DC 2 BA 5
prussians BU 1 PI 3 LW 2 SL 2 PA 1 turn 3 flags A5 A6
"""
GAMES: list[dict[str, Any]] = [
    {"version": "basic"},
    {"version": "standard", "draft": "live", "fortify": "full", "li-front": "repulse"},
    {"version": "expert", "memory": "off", "bulow-saves": "on"},
    {"version": "expert", "start": "early", "grouchy": "on", "prussian-rate": "by-action", "casualties": "pursuit"},
    {"battlefield": MUDDY, "turn-limit": 12, "retreat-depth": 2},
]
games = pytest.mark.parametrize(
    "chosen", GAMES, ids=lambda chosen: "-".join(str(value)[:8] for value in chosen.values())
)
seeds = st.integers(0, 2**40)


def ready(chosen: dict[str, Any], seed: int, moves: int) -> Any:
    """A position that chance has come to after so many moves."""
    return RULES.playout(RULES.opening(RULES.settle(chosen)), seed, moves).position


def accepts(position: Any, seat: str, order: Order) -> bool:
    return RULES.check(position, seat, numbered([order])).effect is Effect.AT_ONCE


# --- Exactly what the check accepts -------------------------------------------------------------------------------


def every_order(data: dict[str, Any], seat: str, tiles: list[str]) -> list[Order]:
    """All moves, attacks, shots, entries and rests that can be written with two squares, for some of the pieces."""
    nations = ("FR",) if seat == "blue" else ("AL", "PR")
    codes = {piece["code"] for piece in BOARD["pieces"] if piece["nation"] in nations}
    pieces = {square: piece if isinstance(piece, str) else piece["code"] for square, piece in data["board"].items()}
    own = sorted(square for square, code in pieces.items() if code[:2] in codes)[::3]
    pool = sorted({piece if isinstance(piece, str) else piece["code"] for piece in data["pool"][seat]})
    orders: list[Order] = [Go((start, end)) for start in own for end in SQUARES if end not in pieces]
    orders += [Go((start, end), "attack") for start in own for end in pieces]
    orders += [Fire(start, end) for start in own for end in [*SQUARES, *tiles]]
    orders += [Rest(start) for start in own]
    orders += [Enter(code[:2], end) for code in [*pool, "PRUSSIAN"] for end in SQUARES]
    return [*orders, End()]


def listed(orders: list[Any], like: list[Order]) -> set[Order]:
    """The orders of the list that are of the kinds tried, without those that say the same in other words."""
    tried = set(like)
    return {order for (line,) in orders if (order := line.order) in tried}


@games
@settings(max_examples=4, deadline=None)
@given(seed=seeds, moves=st.integers(1, 200))
def test_the_list_is_what_the_check_accepts(chosen: dict[str, Any], seed: int, moves: int) -> None:
    position = ready(chosen, seed, moves)
    asked = RULES.awaiting(position)
    if not asked or asked[0].kind != "ply":
        return
    seat = asked[0].seat
    orders = RULES.legal(position, seat)
    texts = [line.text for (line,) in orders]
    assert len(set(texts)) == len(texts)
    assert all(accepts(position, seat, line.order) for (line,) in orders)
    tiles = [tile.id for tile in printed(BOARD, "expert").tiles] + [f"T{number}" for number in range(1, 6)]
    tried = every_order(RULES.encode(position), seat, tiles)
    accepted = {order for order in tried if accepts(position, seat, order)}
    # A building can be named by its squares as well, and the piece on a village square by the square alone.
    fields = RULES.view(position, seat)["tile_data"]
    named = {square for tile in fields.values() if tile["kind"] in ("FARM", "VILLAGE") for square in tile["squares"]}
    accepted = {order for order in accepted if not (isinstance(order, Fire) and order.target in named)}
    found = {order for order in listed(orders, tried) if not (isinstance(order, Fire) and order.target in named)}
    assert found == accepted


def test_in_a_draft_every_kind_of_card_left_may_be_kept() -> None:
    position = ready({"version": "standard", "draft": "live"}, 1, 0)
    while RULES.view(position, "red")["phase"] == "setup":
        (asked,) = RULES.awaiting(position)
        lines = {asked.seat: numbered([Setup(default=True)])}
        position = RULES.adjudicate(position, lines, SeededDice(b"draft")).position
    stack = RULES.view(position, "red")["cards"]["stack"]
    legal = [order for (line,) in RULES.legal(position, "red") for order in [line.order]]
    assert legal == [Keep((card,)) for card in ("RE", "IN", "CA", "GB", "FS")]
    assert {order.cards[0] for order in legal} == set(stack)
    assert all(accepts(position, "red", order) for order in legal)


def test_nothing_is_legal_for_who_owes_nothing() -> None:
    position = ready({"version": "basic"}, 1, 1)
    (asked,) = RULES.awaiting(position)
    other = "blue" if asked.seat == "red" else "red"
    assert RULES.legal(position, other) == []
    assert RULES.random_orders(position, other, 1) == ()
    assert RULES.choose(position, other, 1) == ()
    assert [line.text for (line,) in RULES.legal(RULES.opening(RULES.settle({})), "red")] == ["setup default"]
    assert len(RULES.legal(position, asked.seat, 3)) == 3


# --- Whole games --------------------------------------------------------------------------------------------------


def whole(data: dict[str, Any]) -> Counter[str]:
    """Every piece of a position by code, wherever it is."""
    counts: Counter[str] = Counter(data["undrawn"])
    pieces = [*data["board"].values(), *data["pool"]["blue"], *data["pool"]["red"]]
    for riders in [data["pursuit"]] if data["pursuit"] else []:
        pieces += riders["riders"].values()
        for seat in SIDES:
            counts.update(riders["retired"][seat])
            counts.update(riders["saved"][seat])
    counts.update((piece if isinstance(piece, str) else piece["code"])[:2] for piece in pieces)
    for seat in SIDES:
        counts.update(data["eliminated"][seat])
    return counts


@games
@settings(max_examples=3, deadline=None)
@given(seed=seeds)
def test_games_of_random_orders(chosen: dict[str, Any], seed: int) -> None:
    options = RULES.settle(chosen)
    position = RULES.opening(options)
    pieces: Counter[str] | None = None
    number = 0
    while asked := RULES.awaiting(position):
        number += 1
        seat = asked[0].seat
        orders = RULES.random_orders(position, seat, seed + number)
        assert RULES.check(position, seat, orders).effect is Effect.AT_ONCE, [line.text for line in orders]
        step = RULES.step(position)
        position = RULES.adjudicate(position, {seat: orders}, SeededDice(b"by chance", turn=number)).position
        assert RULES.step(position) >= step
        data = RULES.encode(position)
        assert RULES.encode(RULES.decode(data, options)) == data
        if data["phase"] in ("play", "pursuit", "over"):
            pieces = pieces or whole(data)
            assert whole(data) == pieces
    assert RULES.outcome(position) is not None


@games
@settings(max_examples=10, deadline=None)
@given(seed=seeds, moves=st.integers(0, 300))
def test_playouts_lose_nothing_and_are_the_same_every_time(chosen: dict[str, Any], seed: int, moves: int) -> None:
    options = RULES.settle(chosen)
    opening = RULES.opening(options)
    done = RULES.playout(opening, seed, moves)
    data = RULES.encode(done.position)
    assert moves <= done.moves <= moves + 9 or RULES.outcome(done.position) is not None
    assert data == RULES.encode(RULES.playout(opening, seed, moves).position)
    assert RULES.encode(RULES.decode(data, options)) == data
    if data["phase"] == "play":
        settled = RULES.encode(RULES.playout(opening, seed, 1).position)
        assert whole(data) == whole(settled)
    over = RULES.playout(done.position, seed + 1, 10**6)
    assert RULES.outcome(over.position) is not None
    assert RULES.playout(over.position, seed, 10) == type(over)(over.position, 0)


SMALL = {
    "basic": ({"A1": "NA", "E4": "LN", "F4": "LI", "C3": "CH", "H2": "FA", "E6": "BF", "C8": "BA", "L10": "WE"}, {}),
    "expert": ({"B5": "LN", "D4": "LI", "E5": "CH", "H5": "NE", "F8": "FA", "K4": "LN", "C6": "BF", "H8": "KH"}, {}),
    "mud": (
        {"E4": "LN", "F5": "CH", "G4": "LI", "G6": "FA", "C5": "LN", "E9": "KH", "L9": "WE"},
        {"battlefield": MUDDY},
    ),
}


@pytest.mark.parametrize("name", SMALL)
def test_playouts_make_every_move_that_is_legal_and_no_other(name: str) -> None:
    board, chosen = SMALL[name]
    options = RULES.settle(chosen or {"version": name})
    position = RULES.decode({"board": board, "to_move": "blue", "turn": 2}, options)
    legal = {
        line.order.path
        for (line,) in RULES.legal(position, "blue")
        if isinstance(line.order, Go) and not line.order.how
    }
    made = set()
    for seed in range(2500):
        reached = RULES.encode(RULES.playout(position, seed, 1).position)["board"]
        gone, come = board.keys() - reached.keys(), reached.keys() - board.keys()
        if len(reached) == len(board) and len(gone) == len(come) == 1 and reached[min(come)] == board[min(gone)]:
            made.add((min(gone), min(come)))
    # Where BLUE's ply ended early it was RED who moved.
    assert {way for way in made if board[way[0]] in {"NA", "NE", "LN", "LI", "CH", "FA"}} == legal


@pytest.mark.parametrize("discards", [[], ["FS"], ["FS", "FS"]])
def test_two_extra_cards_are_taken_only_where_two_are_left(discards: list[str]) -> None:
    options = RULES.settle({"version": "standard"})
    board = {"E4": "LN", "F4": "LI", "C3": "CH", "H2": "FA", "A1": "NA", "E7": "BF", "C8": "BA", "L10": "WE"}
    written = {"board": board, "to_move": "red", "turn": 13, "cards": {"discards": discards}}
    position = RULES.decode(written, options)
    taken = [line.order for orders in RULES.legal(position, "red") for line in orders if isinstance(line.order, Take)]
    assert taken == ([Take(("FS", "FS"))] if len(discards) == 2 else [])
    for seed in range(40):
        left = RULES.encode(RULES.playout(position, seed, 3).position)["cards"]
        assert left["discards"] == (discards if not left["taken"] else [])
        assert not left["taken"] or len(discards) == 2


def test_a_playout_does_not_change_its_position() -> None:
    position = ready({"version": "standard"}, 5, 40)
    before = RULES.encode(position)
    RULES.playout(position, 6, 100)
    assert RULES.encode(position) == before


@games
def test_the_built_in_player_finishes_its_games(chosen: dict[str, Any]) -> None:
    options = RULES.settle(chosen | {"turn-limit": 8})
    position = RULES.opening(options)
    number = 0
    while asked := RULES.awaiting(position):
        number += 1
        seat = asked[0].seat
        orders = RULES.choose(position, seat, number)
        assert RULES.check(position, seat, orders).effect is Effect.AT_ONCE, [line.text for line in orders]
        assert orders == RULES.choose(position, seat, number)
        position = RULES.adjudicate(position, {seat: orders}, SeededDice(b"chosen", turn=number)).position
        assert number < 60
    assert RULES.outcome(position) is not None


def test_lines_are_numbered_as_they_are_read() -> None:
    orders = RULES.random_orders(RULES.opening(RULES.settle({"version": "expert"})), "red", 3)
    (setup,) = orders
    assert isinstance(setup, Line)
    assert setup.text.startswith("setup\n10:")
    assert setup.text.splitlines()[-1].startswith("garrison: ")
