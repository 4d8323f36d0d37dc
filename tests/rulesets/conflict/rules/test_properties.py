"""What holds for every position of Conflict, whatever is played: legal sets, conservation, mirrors, ends."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import pytest
from conflict_pieces import PIECES
from hypothesis import given, settings
from hypothesis import strategies as st

from core.contract import Effect, Level, Line, Status
from core.dice import SeededDice
from core.rulesets.conflict.orders import Back, Move, Order, Pass, numbered

GAMES: list[dict[str, Any]] = [
    {"players": 2},
    {"players": 3, "reveal": "stepwise", "dead_mines": "heir", "own_mine_plane": "lost"},
    {"players": 4, "third_double": "no_move", "aa_sky": "overfly", "home_pass": "no"},
    {"players": 4, "teams": "opposite", "friends_pass": "no", "partner_mines": "live"},
    {"players": 4, "alliances": "formal", "nmr": "bot"},
]
games = pytest.mark.parametrize(
    "chosen", GAMES, ids=lambda chosen: " ".join(f"{name}={value}" for name, value in chosen.items())
)
seeds = st.integers(0, 2**32)

Texts = tuple[str, ...]


# --- Exactly the sets that the check accepts ----------------------------------------------------------------------


def accepted(rules: Any, position: Any, seat: str, orders: list[Order]) -> list[Order] | None:
    """The orders if the check accepts them, with a `!` on each move that loses its piece and on no other; else None."""
    while True:
        checked = rules.check(position, seat, numbered(orders))
        if checked.effect is Effect.AT_ONCE:
            return orders
        (refused,) = [verdict for verdict in checked.verdicts if verdict.status is Status.REFUSED]
        if refused.code != "E14":
            return None
        move: Any = orders[refused.line - 1]
        confirmed = Move(move.unit, move.die, move.squares, confirmed=True)
        orders = [*orders[: refused.line - 1], confirmed, *orders[refused.line :]]


def stands(rules: Any, position: Any, seat: str, orders: list[Order]) -> bool:
    """Whether every line so far can stand, even if the set is not complete."""
    verdicts = rules.check(position, seat, numbered(orders)).verdicts
    return all(verdict.status is not Status.REFUSED or verdict.code == "E14" for verdict in verdicts if verdict.line)


def every_move(rules: Any, position: Any, seat: str, dice: list[int]) -> Iterator[Move]:
    """Every move that can be written at all: each piece, each die, every sequence of adjacent squares."""
    grid, circles = rules.board.grid, {owner: square for square, owner in rules.board.circles.items()}
    for piece, place in rules.encode(position)["pieces"][seat].items():
        if place == "START" or place in grid:
            start = circles[seat] if place == "START" else place
            for die in sorted(set(dice)):
                walks: list[Texts] = [(start,)]
                for _ in range(die):
                    walks = [(*walk, to) for walk in walks for to in grid.neighbours(walk[-1])]
                yield from (Move(piece, die, walk[1:]) for walk in walks)


def texts_of(orders: Any) -> Texts:
    return tuple(line.text for line in orders)


def brute_force(rules: Any, position: Any, seat: str, dice: list[int], backs: bool) -> set[Texts]:
    """All complete sets, by trying everything."""
    moves = list(every_move(rules, position, seat, dice))
    first = [move for move in moves if stands(rules, position, seat, [move])]
    sets: list[list[Order]] = [[Pass()], *([move] for move in first)]
    sets += [[one, other] for one in first for other in moves if other.unit != one.unit]
    if backs:
        sets = [[*orders, *back] for orders in sets for back in [[], *([Back(piece)] for piece in PIECES)]]
        sets = [orders[1:] if len(orders) > 1 and orders[0] == Pass() else orders for orders in sets]
    found = {texts_of(numbered(good)) for orders in sets if (good := accepted(rules, position, seat, orders))}
    assert len(found) == sum(accepted(rules, position, seat, orders) is not None for orders in sets)
    return found


def small(rules: Any, data: st.DataObject, own: int, throws: list[list[int]], **options: Any) -> Any:
    """Some pieces of Red and of others close together around Red's corner."""
    settled = rules.settle({"players": 3, "reveal": "stepwise"} | options)
    near = [name for name in rules.board.grid.names if name[0] in "bcdefg" and int(name[1:]) <= 7]
    kinds = {"ar": {"land", "bridge", "circle"}, "bs": {"water", "mine", "circle"}}
    kinds |= {"aa": kinds["ar"], "pl": kinds["ar"] | kinds["bs"]}
    pieces: dict[str, dict[str, str]] = {"red": {}, "yellow": {}, "green": {}}
    free = list(near)
    for seat, count in (("red", own), ("yellow", 3), ("green", 2)):
        for piece in data.draw(st.lists(st.sampled_from(PIECES), min_size=count, max_size=count, unique=True)):
            open_ = [name for name in free if rules.board.terrain[name] in kinds[piece[:2]]]
            place = data.draw(st.sampled_from([*open_, "START"] if seat == "red" else open_))
            pieces[seat][piece] = place
            free = [name for name in free if name != place]
    position = {"pieces": pieces, "to_move": "red", "throws": throws, "throw": len(throws)}
    return rules.decode(position, settled)


@pytest.mark.parametrize("throws", [[[1, 2]], [[2, 1]], [[1, 1]]], ids=str)
@pytest.mark.parametrize("own", [1, 2])
@settings(max_examples=8, deadline=None)
@given(data=st.data())
def test_legal_sets_are_exactly_those_that_the_check_accepts(
    rules: Any, own: int, throws: list[list[int]], data: st.DataObject
) -> None:
    position = small(rules, data, own, throws)
    listed = [texts_of(orders) for orders in rules.legal(position, "red")]
    assert len(listed) == len(set(listed))
    assert set(listed) == brute_force(rules, position, "red", throws[-1], backs=False)


@pytest.mark.parametrize("third_double", ["move_first", "no_move"])
@settings(max_examples=6, deadline=None)
@given(data=st.data())
def test_legal_sets_of_a_third_double(rules: Any, third_double: str, data: st.DataObject) -> None:
    position = small(rules, data, 2, [[1, 1]] * 3, third_double=third_double)
    listed = [texts_of(orders) for orders in rules.legal(position, "red")]
    assert set(listed) == brute_force(rules, position, "red", [1, 1], backs=True)
    assert len(listed) == len(set(listed))


@games
@settings(max_examples=10, deadline=None)
@given(seed=seeds)
def test_listed_sets_are_accepted_in_games(rules: Any, chosen: dict[str, Any], seed: int) -> None:
    position = some_position(rules, rules.settle(chosen), seed)
    for decision in rules.awaiting(position):
        listed = rules.legal(position, decision.seat, 40)
        assert listed
        for orders in [*listed, rules.random_orders(position, decision.seat, seed)]:
            checked = rules.check(position, decision.seat, orders)
            assert {verdict.status for verdict in checked.verdicts} <= {Status.OK, Status.VOID}
            assert checked.effect is Effect.AT_ONCE
        assert rules.legal(position, decision.seat, 3) == listed[:3]
        others = [seat for seat in rules.seats(rules.settle(chosen)) if seat != decision.seat]
        assert rules.legal(position, others[0], 5) == []
        assert rules.random_orders(position, others[0], seed) == ()


@pytest.mark.parametrize(
    ("pieces", "throws", "count"),
    [
        ("R:ar1@l2 R:bs1@l5", "1-1", 128),
        ("R:ar1@l2 R:bs1@l5", "1-2", 1344),
        ("R:pl1@e12", "2-1", 64),
        ("R:ar1@START R:bs1@START", "1-1", 4),
    ],
)
def test_known_counts_of_order_sets(table: Any, rules: Any, pieces: str, throws: str, count: int) -> None:
    position = table(pieces, throws, reveal="stepwise").position
    assert len(rules.legal(position, "red")) == count


SHUT_IN = "R:pl1@a21 Y:aa@b21 G:aa@a20 O:aa@b20 R:*@HELD:yellow"  # an airplane between a corner and three guns
TEMPTING = (
    "Y:pl1@b17 Y:pl2@c17 G:pl1@d18 G:pl2@b16 O:pl1@c16 O:pl2@e17"  # pairs of airplanes, with which it stays shut in
)


@pytest.mark.parametrize(
    ("pieces", "throw", "moves"), [(f"R:ar1@c18 {SHUT_IN} {TEMPTING}", "2-2", 2), (f"R:ar1@c12 {SHUT_IN}", "1-2", 1)]
)
def test_moves_that_are_hard_to_find_are_found(table: Any, rules: Any, pieces: str, throw: str, moves: int) -> None:
    """CON-028 and CON-031: what must be moved is moved by whoever plays, though few walks allow the second move."""
    position = table(pieces, throw, reveal="stepwise").position
    assert rules.awaiting(position)[0].facts["throws"][0]["moves"] == moves
    found = [rules.bot_orders(position, "red")]
    found += [rules.random_orders(position, "red", seed) for seed in range(30)]
    found += [rules.robot_orders(rules.view(position, "red"), level, 1) for level in Level]
    found += rules.legal(position, "red")
    for orders in found:
        assert len(orders) == moves
        assert rules.check(position, "red", orders).effect is Effect.AT_ONCE
    assert rules.playout(position, 3, 20).moves >= moves


def test_a_seven_may_bring_one_piece_out_or_none(table: Any, rules: Any) -> None:
    """CON-093 to CON-095: nothing, or a piece and its move by either die; a ship comes in by one square alone."""
    position = table("R:ar1@RESERVE R:bs1@RESERVE R:*@HELD:yellow", "3-4", reveal="stepwise").position
    listed = rules.legal(position, "red")
    assert {orders[0].text for orders in listed} == {"pass", "reserve ar1", "reserve bs1"}
    assert {len(orders) for orders in listed} == {1, 2}
    moves = {tuple(orders[1].text.split()[:2]) for orders in listed if len(orders) > 1}
    assert moves == {("ar1", "3"), ("ar1", "4"), ("bs1", "3"), ("bs1", "4")}
    assert all(rules.check(position, "red", orders).effect is Effect.AT_ONCE for orders in listed[:: len(listed) // 40])
    assert rules.legal(position, "red", 1) == listed[:1]


# --- Play by chance ------------------------------------------------------------------------------------------------


def some_position(rules: Any, options: dict[str, Any], seed: int, turns: int | None = None) -> Any:
    """Where play by chance leads in up to sixty turns."""
    dice = SeededDice(seed.to_bytes(8, "big"))
    position = rules.adjudicate(rules.opening(options), {}, dice).position
    for turn in range(seed % 60 if turns is None else turns):
        for decision in rules.awaiting(position):
            orders = rules.random_orders(position, decision.seat, seed + turn)
            position = rules.adjudicate(position, {decision.seat: orders}, dice).position
    return position


def well_kept(rules: Any, position: Any) -> None:
    """CON-009, CON-011, CON-068, CON-085: each piece once, nothing held by who is out."""
    json = rules.encode(position)
    board = rules.board
    living = set(json["pieces"]) - set(json["out"])
    squares = [place for own in json["pieces"].values() for place in own.values() if place in board.grid]
    assert len(squares) == len(set(squares))
    for seat, own in json["pieces"].items():
        assert list(own) == list(PIECES)
        for piece, place in own.items():
            if place.startswith("HELD:"):
                assert place[5:] in living - {seat}
            elif place != "RETIRED":
                assert seat in living
                assert (
                    place in ("START", "RESERVE")
                    or board.terrain[place]
                    in {
                        "ar": {"land", "bridge", "circle"},
                        "aa": {"land", "bridge", "circle"},
                        "bs": {"water", "mine", "circle"},
                        "pl": {"land", "bridge", "water", "mine", "circle"},
                    }[piece[:2]]
                )
        left = sum(place in ("START", "RESERVE") or place in board.grid for place in own.values())
        assert (left > 0) == (seat in living)


@games
@settings(max_examples=12, deadline=None)
@given(seed=seeds)
def test_no_piece_is_lost_or_doubled(rules: Any, chosen: dict[str, Any], seed: int) -> None:
    options = rules.settle(chosen)
    position = some_position(rules, options, seed)
    dice = SeededDice(b"more")
    for turn in range(12):
        well_kept(rules, position)
        json = rules.encode(position)
        again = rules.decode(json, options)
        assert again == position
        assert hash(again) == hash(position)
        assert rules.encode(again) == json
        orders = {each.seat: rules.random_orders(position, each.seat, turn) for each in rules.awaiting(position)}
        before = rules.step(position)
        result = rules.adjudicate(position, orders, dice)
        assert rules.encode(position) == json, "an adjudication has changed its argument"
        if orders:
            assert rules.step(result.position) > before
            assert result.tell == rules.seats(options)
        position = result.position


@games
@settings(max_examples=8, deadline=None)
@given(seed=seeds)
def test_the_same_again_is_the_same(rules: Any, chosen: dict[str, Any], seed: int) -> None:
    options = rules.settle(chosen)
    position = some_position(rules, options, seed)
    for decision in rules.awaiting(position):
        orders = rules.random_orders(position, decision.seat, seed)
        assert orders == rules.random_orders(position, decision.seat, seed)
        one, other = (rules.adjudicate(position, {decision.seat: orders}, SeededDice(b"dice")) for _ in range(2))
        assert one == other
        assert rules.bot_orders(position, decision.seat) == rules.bot_orders(position, decision.seat)


@games
@settings(max_examples=6, deadline=None)
@given(seed=seeds)
def test_what_the_check_says_is_what_happens(rules: Any, chosen: dict[str, Any], seed: int) -> None:
    """Spoilt sets as well: the verdicts of the check are those of the adjudication, and a refused set moves nothing."""
    position = some_position(rules, rules.settle(chosen), seed)
    for decision in rules.awaiting(position):
        orders = rules.random_orders(position, decision.seat, seed)
        for spoilt in (orders, orders[1:], (*orders, Line(90, "?", None)), (*orders[::-1],)):
            checked = rules.check(position, decision.seat, spoilt)
            result = rules.adjudicate(position, {decision.seat: spoilt}, SeededDice(b"dice"))
            assert result.verdicts[decision.seat] == checked.verdicts
            assert (result.position == position) == (checked.effect is Effect.NOTHING)


# --- Mirror images -------------------------------------------------------------------------------------------------

FILES = "abcdefghijklmnopqrstuvwx"
SEATS = ("red", "yellow", "green", "orange")
MIRRORS = {
    "east to west": (lambda x, y: (23 - x, y), ("orange", "green", "yellow", "red")),
    "north to south": (lambda x, y: (x, 23 - y), ("yellow", "red", "orange", "green")),
    "on the diagonal": (lambda x, y: (y, x), ("red", "orange", "green", "yellow")),
}


class Mirror:
    """A board seen in a mirror: squares and seats."""

    def __init__(self, name: str) -> None:
        self.turn, images = MIRRORS[name]
        self.seats = dict(zip(SEATS, images, strict=True))

    def place(self, place: str) -> str:
        if place.startswith("HELD:"):
            return f"HELD:{self.seats[place[5:]]}"
        if place in ("START", "RESERVE", "RETIRED"):
            return place
        x, y = self.turn(FILES.index(place[0]), int(place[1:]) - 1)
        return f"{FILES[x]}{y + 1}"

    def pieces(self, json: dict[str, Any]) -> dict[str, dict[str, str]]:
        return {
            self.seats[seat]: {piece: self.place(place) for piece, place in own.items()}
            for seat, own in json["pieces"].items()
        }

    def out(self, json: dict[str, Any]) -> dict[str, Any]:
        return {self.seats[seat]: {**out, "heir": self.seats.get(out["heir"])} for seat, out in json["out"].items()}

    def orders(self, orders: Any) -> Any:
        return tuple(Line(line.number, line.text, self.order(line.order)) for line in orders)

    def order(self, order: Any) -> Any:
        if isinstance(order, Move):
            return Move(order.unit, order.die, tuple(map(self.place, order.squares)), order.confirmed)
        return order


@pytest.mark.parametrize("name", MIRRORS)
@pytest.mark.parametrize("chosen", [GAMES[2], GAMES[3]], ids=["each for himself", "partners"])
@settings(max_examples=12, deadline=None)
@given(seed=seeds)
def test_a_mirror_image_is_played_into_a_mirror_image(rules: Any, name: str, chosen: dict[str, Any], seed: int) -> None:
    mirror, options = Mirror(name), rules.settle(chosen)
    other = options
    if options["teams"] == "opposite":
        sides = {frozenset(mirror.seats[seat] for seat in side) for side in (("red", "green"), ("yellow", "orange"))}
        assert sides == {frozenset(("red", "green")), frozenset(("yellow", "orange"))}
    position = some_position(rules, options, seed, turns=20 + seed % 60)
    for decision in rules.awaiting(position):
        json = rules.encode(position)
        seen = {**json, "pieces": mirror.pieces(json), "out": mirror.out(json), "to_move": mirror.seats[decision.seat]}
        mirrored = rules.decode(seen, other)
        orders = rules.random_orders(position, decision.seat, seed)
        results = [
            rules.adjudicate(position, {decision.seat: orders}, SeededDice(b"dice")),
            rules.adjudicate(mirrored, {mirror.seats[decision.seat]: mirror.orders(orders)}, SeededDice(b"dice")),
        ]
        ends = [rules.encode(result.position) for result in results]
        assert ends[1]["pieces"] == {seat: mirror.pieces(ends[0])[seat] for seat in ends[1]["pieces"]}
        assert ends[1]["out"] == mirror.out(ends[0])
        for piece, die in itertools.product(("pl1", "bs1", "ar1"), (1, 2, 3)):
            one = rules.reach(position, decision.seat, piece, die)
            two = rules.reach(mirrored, mirror.seats[decision.seat], piece, die)
            assert sorted((mirror.place(walk["path"][-1]), len(walk["captured"])) for walk in one) == sorted(
                (walk["path"][-1], len(walk["captured"])) for walk in two
            )


# --- Ends ----------------------------------------------------------------------------------------------------------


@games
@pytest.mark.parametrize("seed", range(2))
def test_games_between_bots_end(rules: Any, chosen: dict[str, Any], seed: int) -> None:
    options, dice = rules.settle(chosen), SeededDice(bytes([seed]))
    position = rules.adjudicate(rules.opening(options), {}, dice).position
    turns = 0
    while owed := rules.awaiting(position):
        orders = {each.seat: rules.bot_orders(position, each.seat) for each in owed}
        result = rules.adjudicate(position, orders, dice)
        refused = [each for each in result.verdicts[owed[0].seat] if each.status is Status.REFUSED]
        assert not refused
        position, turns = result.position, turns + 1
        assert turns < 2000
    end = rules.outcome(position)
    assert end.reason in ("last_standing", "nobody_left")
    well_kept(rules, position)
    assert rules.decode(rules.encode(position), options) == position
    assert result.events[-1].kind == "end"


@games
def test_games_by_chance_end_at_the_turn_limit(rules: Any, chosen: dict[str, Any]) -> None:
    options = rules.settle(chosen | {"turn_limit": 25})
    position = some_position(rules, options, 7, turns=100)
    assert rules.outcome(position).reason == "turn_limit"
    assert rules.encode(position)["turn"] == 25
    assert rules.awaiting(position) == ()
