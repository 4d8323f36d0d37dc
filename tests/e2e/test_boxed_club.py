"""A club of 200 games (`boxed_club`): hours of its mail, while workers are killed and mails are told to come again.

Every mail ends in a state and is answered once, no mail of ours is missing, all records verify, and each game stands
where it does after the same hours of a club to which nothing happens. With every change two hours of an evening are
played, of a club in which no worker has died before; `bench/club.py` plays larger ones.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from boxed_club import box, playing
from boxed_club.filling import Scale
from boxed_club.playing import Day, Told
from boxed_club.templates import FROZEN, KEPT

SCALE = Scale(players=400, running=200, finished=400)
EVENING = 18
# To make a game of either of the two takes longer than all else.
SHORT_STAGES = tuple(stage for stage in box.ALL_STAGES if stage not in (KEPT, FROZEN))
SHORT = Day(hours=2, begins=EVENING, kill_every_s=3, later=True)
LONG = Day(hours=6, begins=EVENING, kill_every_s=8, later=True)


@pytest.mark.whole_server
def test_two_hours_of_a_club_whose_workers_are_killed(tmp_path: Path) -> None:
    played_through(tmp_path, SHORT, SHORT_STAGES, mails=20)


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_hours_of_a_club_whose_workers_are_killed(tmp_path: Path) -> None:
    told = played_through(tmp_path, LONG, box.ALL_STAGES, mails=40)
    assert told.killed >= 2
    assert told.told_later >= 30


def played_through(folder: Path, day: Day, stages: tuple[str, ...], mails: int) -> Told:
    """A day of a club to which much happens, held against the same without processes."""
    server, _ = box.boxed(folder, SCALE, stages=stages)
    server.store.close()
    shutil.copytree(folder / "club", folder / "calm")
    calm = box.opened(folder / "calm")
    outcome = playing.play_calmly(calm, day)
    calm.store.close()
    told = playing.play(folder, None, day)
    print(told.count, told.killed, told.told_later, f"{told.seconds:.0f} s")
    count = told.count
    assert sum(count.posted.values()) == sum(count.states.values()) > mails
    assert (count.lost, count.unanswered, count.unsent, count.doubled) == (0, 0, 0, 0)
    assert count.verified > mails // 2
    assert count.turns > count.verified // 2
    assert told.outcome == outcome
    assert told.killed >= 1
    assert told.told_later >= 5
    return told
