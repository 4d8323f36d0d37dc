"""What a piece can do with a die: `core` against the plain Python version of `bench/walks.py`, under every option."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from conflict_pieces import PIECES
from hypothesis import given, settings
from hypothesis import strategies as st

OPTIONS: list[dict[str, Any]] = [
    {"players": 2},
    {"players": 3, "own_mine_plane": "lost", "dead_mines": "heir"},
    {"players": 4},
    {"players": 4, "friends_pass": "no", "home_pass": "no", "aa_sky": "overfly"},
    {"players": 4, "teams": "opposite", "home_pass": "no"},
    {"players": 4, "teams": "adjacent", "partner_mines": "live", "friends_pass": "no", "aa_sky": "overfly"},
    {"players": 4, "alliances": "formal", "dead_mines": "heir", "home_pass": "no"},
]
LONGEST = {"ar": 5, "aa": 5, "bs": 5, "pl": 4}  # steps that the plain version can be asked for hundreds of times


@pytest.fixture(scope="session")
def plain() -> ModuleType:
    """The module `bench/walks.py`."""
    path = Path(__file__).parents[4] / "bench" / "walks.py"
    spec = importlib.util.spec_from_file_location("bench_walks", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def crowd(rules: Any, data: st.DataObject, options: dict[str, Any], few: bool) -> dict[str, Any]:
    """A position in which up to all pieces stand in the same corner of the board, with mines, a circle and a bridge."""
    seats = rules.seats(options)
    near = [name for name in rules.board.grid.names if name[0] in "abcdefgh" and int(name[1:]) <= 8]
    out = data.draw(st.sampled_from([None, *seats[2:]])) if len(seats) > 2 else None
    heir = next(seat for seat in seats if seat != out)
    free = set(near)
    pieces: dict[str, dict[str, str]] = {}
    for seat in seats:
        # Without reserves a player can be wiped out in the middle of a walk.
        rest = f"HELD:{next(other for other in seats if other not in (seat, out))}"
        if seat == out:
            pieces[seat] = dict.fromkeys(PIECES, f"HELD:{heir}")
            continue
        pieces[seat] = dict.fromkeys(PIECES, rest if few else "RESERVE")
        standing = data.draw(st.lists(st.sampled_from(PIECES), min_size=1, max_size=3 if few else 7, unique=True))
        for piece in standing:
            open_ = sorted(name for name in free if rules.board.terrain[name] in TERRAIN[piece[:2]])
            place = data.draw(st.sampled_from([*open_, "START"] if not few else open_))
            pieces[seat][piece] = place
            free.discard(place)
    position: dict[str, Any] = {"pieces": pieces, "to_move": heir, "throws": [[1, 2]]}
    if out:
        position["out"] = {out: {"how": "circle", "heir": heir, "turn": 1}}
    if options["alliances"] == "formal" and not out:
        position["pacts"] = [{"seats": ["red", "green"], "broken_by": []}]
    return position


TERRAIN = {
    "ar": {"land", "bridge", "circle"},
    "aa": {"land", "bridge", "circle"},
    "bs": {"water", "mine", "circle"},
    "pl": {"land", "bridge", "water", "mine", "circle"},
}


@pytest.mark.parametrize("chosen", OPTIONS, ids=str)
@pytest.mark.parametrize("few", [False, True], ids=["many pieces", "last pieces"])
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_every_result_and_the_first_walk_to_it(
    rules: Any, written: dict[str, Any], plain: ModuleType, chosen: dict[str, Any], few: bool, data: st.DataObject
) -> None:
    options = rules.settle(chosen)
    position = rules.decode(crowd(rules, data, options, few), options)
    json = rules.encode(position)
    slow = plain.PlainWalks(written, json, options)
    seat = data.draw(st.sampled_from([seat for seat in rules.seats(options) if seat not in json["out"]]))
    movable = [piece for piece, place in json["pieces"][seat].items() if place == "START" or place[0].islower()]
    piece = data.draw(st.sampled_from(movable))
    die = data.draw(st.integers(1, LONGEST[piece[:2]]))
    assert plain.in_c(rules, position, seat, piece, die) == slow.reach(seat, piece, die)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_results_in_games(rules: Any, written: dict[str, Any], plain: ModuleType, players: int) -> None:
    options = rules.settle({"players": players})
    for position in plain.middle_games(rules, options, 3):
        json = rules.encode(position)
        slow = plain.PlainWalks(written, json, options)
        for seat, own in json["pieces"].items():
            for piece in own:
                for die in (1, 2, 3):
                    assert plain.in_c(rules, position, seat, piece, die) == slow.reach(seat, piece, die)


@pytest.mark.parametrize(
    ("piece", "square", "results"),
    [
        ("pl1", "e12", [8, 24, 48, 80, 109, 138]),
        ("bs1", "e12", [8, 18, 28, 37, 48, 61]),
        ("ar1", "i16", [3, 9, 15, 21, 29, 39]),
    ],
)
def test_known_counts_with_nobody_else_about(
    table: Any, rules: Any, piece: str, square: str, results: list[int]
) -> None:
    """An airplane and a ship in the western water, artillery on the corner of the island."""
    alone = table(f"R:{piece}@{square}", "1-2")
    assert [len(rules.reach(alone.position, "red", piece, die)) for die in range(1, 7)] == results


@pytest.mark.parametrize(("seat", "piece", "die"), [("red", "xx", 1), ("blue", "ar1", 1), ("red", "ar1", 7)])
def test_what_there_is_not(table: Any, rules: Any, seat: str, piece: str, die: int) -> None:
    with pytest.raises(ValueError, match=f"{seat} {piece} {die}"):
        rules.reach(table("R:ar1@l2", "1-2").position, seat, piece, die)
