"""A club of 200 games (`boxed_club`): hours of its mail, while workers are killed and mails are told to come again.

Every mail ends in a state and is answered once, no mail of ours is missing, all records verify, and each game stands
where it does after the same hours of a club to which nothing happens. `bench/club.py` plays larger ones.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from boxed_club import box, playing
from boxed_club.filling import Scale
from boxed_club.playing import Day, Told

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1800)]

SCALE = Scale(players=400, running=200, finished=400)
HOURS = 6
CALM = Day(hours=HOURS)
# A worker lives for longer than it takes to begin, also where much else is going on.
STORMY = Day(hours=HOURS, kill_every_s=8, later=True)


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("box")
    server, _ = box.boxed(folder, SCALE)
    server.store.close()
    return folder


def played(filled: Path, folder: Path, day: Day) -> Told:
    """A day of a copy of the club."""
    shutil.copytree(filled / "club", folder / "club")
    return playing.play(folder, None, day)


def test_hours_of_a_club_whose_workers_are_killed(filled: Path, tmp_path: Path) -> None:
    calm = played(filled, tmp_path / "calm", CALM)
    stormy = played(filled, tmp_path / "stormy", STORMY)
    print(stormy.count, stormy.killed, stormy.told_later)
    assert calm.count.came_again == 0
    for told in (calm, stormy):
        count = told.count
        assert sum(count.posted.values()) == sum(count.states.values()) > 20
        assert (count.lost, count.unanswered, count.unsent, count.doubled) == (0, 0, 0, 0)
        assert count.verified > 10
        assert count.turns > count.verified // 2
    assert stormy.count.posted == calm.count.posted
    assert stormy.outcome == calm.outcome
    assert stormy.killed >= 2
    assert stormy.told_later >= 5
