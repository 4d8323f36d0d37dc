"""A simulated day of a club in a box to which everything happens, and the same day of a calm one.

All parts of the server are killed in turn, Redis too; a fifth of the mails that go out is told to come again; in one
hour the line to the mail server is cut, in another the disk is full. Every mail that was acknowledged ends in a state,
no mail of ours is missing, all records verify, and each game stands where it does after the calm day.
"""

from __future__ import annotations

import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from pathlib import Path

import pytest
from beside import beside
from boxed_club import box, playing
from boxed_club.filling import Scale
from boxed_club.playing import Day
from namespaces import two_hosts
from programs import program

pytestmark = [pytest.mark.slow, pytest.mark.timeout(3000)]

SCALE = Scale(players=200, running=100, finished=100)
DAY = Day(hours=24, everybody=True, kill_every_s=6, later=True)
CUT_IN, CUT_FOR_S = 17, 75
FULL_IN, FULL_FOR_S = 19, 20
DISK_MB = 400


@contextmanager
def small_disk(folder: Path) -> Iterator[Path]:
    """A disk of its own, for whoever may mount one; else the test is skipped."""
    folder.mkdir()
    try:
        mounting = [program("mount"), "-t", "tmpfs", "-o", f"size={DISK_MB}m", "tmpfs", str(folder)]
        subprocess.run(mounting, check=True, capture_output=True, text=True)
    except subprocess.CalledProcessError as error:
        pytest.skip(f"no disk can be mounted here: {error.stderr.strip()}")
    try:
        yield folder
    finally:
        subprocess.run([program("umount"), "--lazy", str(folder)], check=True)


def fill(disk: Path, seconds: float) -> int:
    """Leave no room on a disk for so many seconds; how many bytes were left in the end."""
    waste, until = disk / "waste", time.monotonic() + seconds
    with waste.open("wb", buffering=0) as file:
        while time.monotonic() < until:
            # What others have given back meanwhile is taken too.
            with suppress(OSError):
                while file.write(b"0" * 65_536):
                    pass
            left = shutil.disk_usage(disk).free
            time.sleep(0.2)
    waste.unlink()
    return left


def test_a_day_on_which_everything_happens_ends_as_a_calm_one(tmp_path: Path) -> None:
    left: list[int] = []
    with two_hosts() as line, line.hosts.at_club(), small_disk(tmp_path / "disk") as disk:
        server, _ = box.boxed(tmp_path, SCALE)
        server.store.close()
        shutil.copytree(tmp_path / "club", disk / "club")
        calm = box.opened(tmp_path / "club")
        outcome = playing.play_calmly(calm, DAY)
        calm.store.close()

        def befalls(hour: int) -> AbstractContextManager[object]:
            happening: dict[int, Callable[[object], object]] = {
                CUT_IN: lambda _: line.cut(CUT_FOR_S),
                FULL_IN: lambda _: left.append(fill(disk, FULL_FOR_S)),
            }
            return beside(happening[hour]) if hour in happening else nullcontext()

        told = playing.play(disk, None, DAY, say=print, line=line, befalls=befalls)
    count = told.count
    print(count, told.killed, told.told_later, f"{told.seconds:.0f} s")
    assert sum(count.posted.values()) == sum(count.states.values()) > 60
    assert (count.lost, count.unanswered, count.unsent, count.doubled) == (0, 0, 0, 0)
    assert told.outcome == outcome
    assert left
    assert left[0] < 1 << 20
    assert told.killed >= 30
    assert told.told_later >= 30
