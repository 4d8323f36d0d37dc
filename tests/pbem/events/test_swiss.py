"""Swiss: rounds of any number, with people who leave and people who come late."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest
from cups import DRAW, begun, by_chance, finished, meetings, paired, plan, played
from hypothesis import given, settings
from hypothesis import strategies as st

from core.contract import Level
from pbem.events import acts, formats, scoring, sittings, standings
from pbem.events.contract import CannotBe, Draw, Entrant, State, Unfinished, Unit

SWISS = formats.of("swiss")


@settings(max_examples=25, deadline=None)
@given(
    count=st.integers(4, 21),
    seed=st.integers(0, 10**6),
    unit=st.sampled_from([Unit.MATCH, Unit.SINGLE]),
    leaving=st.dictionaries(st.integers(1, 3), st.integers(1, 21), max_size=3),
    joining=st.booleans(),
)
def test_what_must_never_be_in_a_swiss(
    count: int, seed: int, unit: Unit, leaving: dict[int, int], joining: bool
) -> None:
    rounds = min(5, (count + 1) // 2)
    state = begun("swiss", count, unit, settings={"rounds": rounds, "top": 0, "late": 2})
    for number in range(1, rounds + 1):
        expected = {each.name for each in state.playing}
        after = paired(state)
        assert paired(state) == after
        if after is None:  # nobody is left whom somebody has not met
            assert any(each.left for each in state.entrants)
            return
        now = [met for met in after.encounters if met.round == number]
        assert sorted(name for met in now for name in met.entrants) == sorted(expected)
        assert not set(meetings(now)) & set(meetings(state.encounters))
        had_bye = {met.entrants[0] for met in state.encounters if met.is_bye}
        byes = [met.entrants[0] for met in now if met.is_bye]
        assert not had_bye & set(byes)
        state = after
        left = f"p{leaving.get(number, 0):02}"
        if left in expected:
            state = acts.withdrawn(state, left)
        state = finished(state, by_chance(seed))
        if joining and number == 1:
            state = acts.entered(state, "late", 99)
    assert paired(state) is None
    if unit is Unit.SINGLE and not leaving and not joining:
        assert max(abs(sittings.leaning(state, each.name)) for each in state.entrants) <= 2


def test_a_match_swaps_sides_and_a_single_game_does_not() -> None:
    match = paired(begun("swiss", 8))
    single = paired(begun("swiss", 8, Unit.SINGLE))
    assert match is not None
    assert single is not None
    assert all(
        [tuple(each.seats.values()) for each in met.sittings] == [met.entrants, met.entrants[::-1]]
        for met in match.encounters
    )
    assert {len(met.sittings) for met in single.encounters} == {1}


def test_games_have_names_of_their_own_that_tell_where_they_belong() -> None:
    state = played(begun("swiss", 8, settings={"rounds": 3, "top": 0, "late": 1}))
    names = [each.name for met in state.encounters for each in met.sittings]
    assert len(names) == len(set(names)) == 24
    assert names[:3] == ["1-1-1", "1-1-2", "1-2-1"]


def test_nothing_is_paired_while_games_go_on() -> None:
    state = paired(begun("swiss", 4))
    assert state is not None
    with pytest.raises(Unfinished) as told:
        SWISS.next_round(state, DRAW)
    assert len(told.value.sittings) == 4


def test_other_seeds_pair_otherwise_and_the_same_seed_the_same() -> None:
    drawn = [paired(begun("swiss", 16), Draw(bytes([seed]), "cup")) for seed in (1, 2, 1)]
    assert drawn[0] != drawn[1]
    assert drawn[0] == drawn[2]


def test_each_round_is_drawn_by_its_own_lots() -> None:
    class Listened(Draw):
        def lot(self, purpose: str, name: str) -> int:
            asked.add(purpose)
            return super().lot(purpose, name)

    asked: set[str] = set()
    for rounds in range(3):
        asked.clear()
        assert SWISS.next_round(
            played(begun("swiss", 8, settings={"rounds": 3, "top": 0, "late": 1}), rounds=rounds),
            Listened(b"seed", "cup"),
        )
        assert [purpose for purpose in asked if purpose.startswith("round")] == [f"round {rounds + 1}"]


def test_who_wins_everything_wins_and_score_groups_meet() -> None:
    state = played(begun("swiss", 16, settings={"rounds": 4, "top": 0, "late": 1}))
    (group,) = SWISS.groups(state)
    table = standings.table(state, group, DRAW)
    assert table.rows[0].entrant == "p01"
    assert table.rows[0].points == 16
    second = [met for met in state.encounters if met.round == 2]
    after_one = scoring.totals(played(begun("swiss", 16, settings={"rounds": 4, "top": 0, "late": 1}), rounds=1))
    assert all(after_one[met.entrants[0]] == after_one[met.entrants[1]] for met in second)


def test_the_first_four_play_it_out() -> None:
    state = played(begun("swiss", 16, settings={"rounds": 4, "top": 4, "late": 1}))
    headings = [met.group for met in state.encounters if met.round > 4]
    assert headings == ["Semi-finals", "Semi-finals", "Final"]
    rounds, top = SWISS.groups(state)
    assert standings.ordered(state, rounds, DRAW)[:1] == ("p01",)
    assert top.order[0] == "p01"
    seeds = standings.ordered(state, rounds, DRAW)[:4]
    semi = [set(met.entrants) for met in state.encounters if met.group == "Semi-finals"]
    assert semi == [{seeds[0], seeds[3]}, {seeds[1], seeds[2]}]
    assert {row.points for row in standings.table(state, rounds, DRAW).rows[:1]} == {16}


def test_a_robot_plays_whoever_would_have_a_bye() -> None:
    state = begun("swiss", 7, settings={"rounds": 4, "top": 0, "late": 1}, bye="officer")
    state = state.changed(Entrant("robot", 99, robot=Level.OFFICER, stand_in=True))
    state = played(state, by_chance(3))
    with_robot = [met for met in state.encounters if "robot" in met.entrants]
    assert Counter(met.round for met in with_robot) == {1: 1, 2: 1, 3: 1, 4: 1}
    assert len({who for met in with_robot for who in met.entrants}) == 5
    assert not any(met.is_bye for met in state.encounters)
    assert "robot" not in SWISS.groups(state)[0].entrants


def test_who_comes_late_has_nothing_and_who_comes_too_late_is_refused() -> None:
    state = played(begun("swiss", 6, settings={"rounds": 3, "top": 0, "late": 2}), rounds=1)
    state = acts.entered(state, "late", 9)
    assert state.entrant("late").joined == 2
    assert scoring.totals(state)["late"] == 0
    state = played(state, rounds=1)
    with pytest.raises(CannotBe, match="nobody can join any more"):
        acts.entered(state, "later", 10)
    with pytest.raises(CannotBe, match="cannot enter again"):
        acts.entered(state, "late", 9)


@pytest.mark.parametrize(("least", "rounds", "fits"), [(9, 5, True), (8, 5, False), (8, 4, True), (3, 1, False)])
def test_no_more_rounds_than_can_always_be_paired(least: int, rounds: int, fits: bool) -> None:
    found = SWISS.faults(plan("swiss", settings={"rounds": rounds, "top": 0, "late": 1}), least, 64)
    assert (not found) == fits


def test_an_event_can_be_written_and_read_again() -> None:
    state = played(begun("swiss", 5, settings={"rounds": 2, "top": 0, "late": 1}), by_chance(1))
    assert msgspec.json.decode(msgspec.json.encode(state), type=State) == state
