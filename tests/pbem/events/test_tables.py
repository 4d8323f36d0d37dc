"""Tables as text of at most 78 columns, as CSV and as JSON."""

from __future__ import annotations

import csv
import io
import json

import pytest
from cups import DRAW, begun, by_chance, finished, paired, played
from hypothesis import example, given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from pbem.events import acts, formats, standings, tables
from pbem.events.contract import Entrant, State, Unit

NAMES = {"p01": "Ada", "p02": "Ben of the Very Long Name and Title", "p03": "=cmd()", "p04": "Dora\nEvil"}


def shown(state: State) -> list[standings.Table]:
    groups = formats.of(state.plan.format).groups(state)
    return [standings.table(state, group, DRAW) for group in groups]


def test_a_league_in_print() -> None:
    state = played(begun("round-robin", 4, tie_breaks=("wins", "sonneborn-berger", "lot")))
    (table,) = shown(state)
    assert tables.text(table, NAMES).splitlines() == [
        "   Name                      Points  Games  Won  Drawn  Lost  SB",
        "1  Ada                           12      6    6      0     0  24",
        "2  Ben of the Very Long Na…       8      6    4      0     2   8",
        "3  =cmd()                         4      6    2      0     4   0",
        "4  Dora Evil                      0      6    0      0     6   0",
    ]
    (group,) = formats.of("round-robin").groups(state)
    assert tables.cross_table(state, group, DRAW, NAMES).splitlines() == [
        "   Name                      1  2  3  4  Points",
        "1  Ada                       *  4  4  4      12",
        "2  Ben of the Very Long Na…  0  *  4  4       8",
        "3  =cmd()                    0  0  *  4       4",
        "4  Dora Evil                 0  0  0  *       0",
    ]


def test_a_swiss_in_print_tells_opponents_by_their_places() -> None:
    state = played(begun("swiss", 3, settings={"rounds": 2, "top": 0, "late": 1}))
    (group,) = formats.of("swiss").groups(state)
    lines = tables.cross_table(state, group, DRAW, NAMES).splitlines()
    assert lines[0].split() == ["Name", "Round", "1", "Round", "2"]
    assert "bye" in "\n".join(lines)
    assert lines[1].startswith("1  Ada")


def test_pairings_tell_how_it_stands() -> None:
    state = paired(begun("swiss", 5, settings={"rounds": 2, "top": 0, "late": 1}))
    assert state is not None
    begun_text = tables.pairings(state, 1, {})
    assert begun_text.splitlines()[-1].endswith("has a bye")
    first = state.open[0]
    state = acts.adjudicated(state, first.name, [first.seats["north"]])
    assert "2 - 0 (1 to play)" in tables.pairings(state, 1, {}).splitlines()[0]
    assert "(1 to play)" not in tables.pairings(finished(state), 1, {})


@settings(max_examples=25, deadline=None)
@given(
    held=st.sampled_from(["swiss", "round-robin", "pools", "knock-out"]),
    count=st.integers(6, 16),
    seed=st.integers(0, 999),
    names=st.lists(st.text(max_size=60), min_size=16, max_size=16),
)
@example(held="swiss", count=8, seed=1, names=["張飛" * 20] * 16)
def test_no_line_is_wider_than_a_mail(held: str, count: int, seed: int, names: list[str]) -> None:
    own = {"swiss": {"rounds": 3, "top": 4}}.get(held, {})
    state = played(begun(held, count, settings=own), by_chance(seed))
    state = acts.withdrawn(state, "p03")
    called = {f"p{at:02}": name for at, name in enumerate(names, start=1)}
    written = [tables.text(table, called) for table in shown(state)]
    written += [tables.cross_table(state, group, DRAW, called) for group in formats.of(held).groups(state)]
    written += [tables.pairings(state, number, called) for number in range(1, state.round + 1)]
    assert all(cell_len(line) <= 78 for text in written for line in text.split("\n"))


def test_many_rounds_and_players_stand_in_blocks() -> None:
    state = played(begun("swiss", 24, settings={"rounds": 12, "top": 0, "late": 1}), by_chance(1))
    (group,) = formats.of("swiss").groups(state)
    text = tables.cross_table(state, group, DRAW, NAMES)
    assert text.count("Name") > 1
    assert all(f"Round {at}" in text for at in range(1, 13))
    assert max(map(len, text.splitlines())) <= 78


def test_csv_and_json_hold_the_same_and_no_sheet_reckons_with_a_name() -> None:
    state = played(begun("pools", 6, settings={"pool": 3}), by_chance(2))
    found = shown(state)
    rows = list(csv.DictReader(io.StringIO(tables.as_csv(found, NAMES))))
    data = json.loads(json.dumps(tables.as_json(found, NAMES)))
    flat = [(table["table"], row) for table in data for row in table["rows"]]
    assert [(row["table"], int(row["place"]), float(row["points"])) for row in rows] == [
        (heading, row["place"], row["points"]) for heading, row in flat
    ]
    assert {row["name"] for row in rows if "cmd" in row["name"]} == {"'=cmd()"}
    assert {row["name"] for _, row in flat if "cmd" in row["name"]} == {"=cmd()"}


@pytest.mark.parametrize("unit", [Unit.TABLE])
def test_a_table_of_four_is_told_in_shares_of_points(unit: Unit) -> None:
    sides = (("red",), ("yellow",), ("green",), ("orange",))
    state = paired(begun("mini-cup", 4, unit, sides=sides))
    assert state is not None
    for game in state.open:
        state = acts.ranked(state, game.name, (("p01", "p02", "p03"), ("p04",)))
    (table,) = shown(state)
    assert tables.text(table, {}).splitlines()[1].split()[2] == "6.67"


def test_a_stand_in_is_told_as_a_robot() -> None:
    state = begun("swiss", 3, settings={"rounds": 2, "top": 0, "late": 1}, bye="officer")
    state = played(state.changed(Entrant("robot", 9, stand_in=True)))
    (group,) = formats.of("swiss").groups(state)
    assert "robot: 4" in tables.cross_table(state, group, DRAW, {})
