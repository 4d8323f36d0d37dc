"""A Swiss of sixteen over five rounds in a whole server, one of whose workers is killed again and again."""

from __future__ import annotations

from pathlib import Path

import pytest
from mailed_swiss import Swiss, Told, hold

pytestmark = [pytest.mark.slow, pytest.mark.timeout(3600)]

# Each worker lives for longer than it takes to begin: one that dies sooner is started again ever later.
SWISS = Swiss(players=16, rounds=5, leaving=0.15, silent=0.1, kill_every_s=10)


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Told:
    """The event, held once."""
    return hold(SWISS, tmp_path_factory.mktemp("swiss"))


def test_no_game_no_result_and_no_letter_is_lost(told: Told) -> None:
    found = told.verified
    assert (found.complete, found.rounds, found.drawn_again) == (True, SWISS.rounds, SWISS.rounds)
    assert told.games == found.games == found.results == len(told.results)
    # Fourteen of sixteen are left in the end, and nobody plays alone but where somebody has left.
    assert 2 * 7 * SWISS.rounds - 4 <= told.games <= 2 * 8 * SWISS.rounds
    assert list(told.letters) == [1, 2, 3, 4, 5]
    assert told.letters[1] == SWISS.players
    assert told.letters[5] >= SWISS.players - told.left
    assert told.finals == SWISS.players


def test_what_goes_wrong_went_wrong(told: Told) -> None:
    assert told.killed >= 2
    assert told.left == 2
    assert told.by_time >= 2


def test_the_same_event_held_again_gives_the_same_tables(told: Told, tmp_path: Path) -> None:
    again = hold(SWISS, tmp_path)
    assert again.tables == told.tables
