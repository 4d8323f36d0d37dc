"""The ladder: challenges up to three rungs, rungs taken, and rungs lost by who does not play."""

from __future__ import annotations

import pytest
from cups import DRAW, begun
from msgspec.structs import replace

from pbem.events import acts, scoring
from pbem.events.contract import CannotBe, Entrant, How, State
from pbem.events.formats import ladder


def rungs(state: State, day: int) -> str:
    return " ".join(name.removeprefix("p0") for name in ladder.rungs(state, day))


def challenged(state: State, by: int, to: int, day: int, *, won: bool | None, ends: int | None = None) -> State:
    """The event after a challenge that ended some days later: won, lost, or with None drawn."""
    met = ladder.challenge(state, DRAW, f"p0{by}", f"p0{to}", day)
    state = state.paired([met])
    winners = () if won is None else (f"p0{by if won else to}",)
    results = [replace(scoring.won_by(each, winners, How.PLAYED), day=ends or day + 1) for each in met.sittings]
    return state.ended(*results)


def test_who_wins_takes_the_rung_and_all_between_move_one_down() -> None:
    state = challenged(begun("ladder", 6), 5, 2, 3, won=True)
    assert rungs(state, 3) == "1 2 3 4 5 6"
    assert rungs(state, 4) == "1 5 2 3 4 6"


@pytest.mark.parametrize("won", [False, None])
def test_who_does_not_win_stays_where_he_is(won: bool | None) -> None:
    assert rungs(challenged(begun("ladder", 6), 5, 2, 3, won=won), 9) == "1 2 3 4 5 6"


@pytest.mark.parametrize(
    ("by", "to", "told"),
    [
        (5, 1, "up to 3 rungs above you, and it is 4"),
        (2, 4, "only who stands above you"),
        (2, 2, "only who stands above you"),
        (9, 2, "you stand on no rung"),
        (2, 9, "whom you challenge stands on no rung"),
    ],
)
def test_a_challenge_that_cannot_be_is_told_why(by: int, to: int, told: str) -> None:
    with pytest.raises(CannotBe, match=told):
        ladder.challenge(begun("ladder", 6), DRAW, f"p0{by}", f"p0{to}", 0)


def test_nobody_has_two_challenges_at_a_time() -> None:
    state = begun("ladder", 6)
    state = state.paired([ladder.challenge(state, DRAW, "p03", "p01", 0)])
    with pytest.raises(CannotBe, match="you have a challenge under way"):
        ladder.challenge(state, DRAW, "p03", "p02", 1)
    with pytest.raises(CannotBe, match="whom you challenge has a challenge under way"):
        ladder.challenge(state, DRAW, "p04", "p01", 1)
    second = ladder.challenge(state, DRAW, "p04", "p02", 1)
    assert second.round == 2
    assert second.day == 1


def test_who_does_not_play_for_thirty_days_falls_a_rung_and_again_after_thirty_more() -> None:
    state = challenged(begun("ladder", 4), 4, 3, 20, won=False, ends=25)
    assert rungs(state, 29) == "1 2 3 4"
    assert rungs(state, 30) == "3 1 2 4"  # both who were idle have fallen below one who was not
    assert rungs(state, 54) == "3 1 2 4"
    # On the 55th day 3 and 4 have not played for thirty: 3 falls below 1, and 4 is the last as it is.
    assert rungs(state, 55) == "1 3 2 4"
    assert rungs(state, 60) == "3 1 4 2"


def test_a_game_that_goes_on_keeps_one_from_falling() -> None:
    state = begun("ladder", 3)
    state = state.paired([ladder.challenge(state, DRAW, "p02", "p01", 5)])
    assert rungs(state, 100) == "1 2 3"


def test_who_joins_stands_below_all_and_who_leaves_is_gone() -> None:
    state = begun("ladder", 3).changed(Entrant("p04", 1, joined=11))
    assert rungs(state, 9) == "1 2 3"
    assert rungs(state, 10) == "1 2 3 4"
    state = acts.withdrawn(state, "p02", round_=13)
    assert rungs(state, 11) == "1 2 3 4"
    assert rungs(state, 12) == "1 3 4"
    assert not state.entrant("p02").annulled
