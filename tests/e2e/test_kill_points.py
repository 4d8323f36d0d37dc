"""Processes killed, stopped and told to end, a Redis that forgets, databases that go away: the same game each time.

On SQLite and on PostgreSQL. Whatever befalls the server, the players get the same mails as if nothing had, and every
mail of theirs is read. docs/architecture.md lists what is tried where.
"""

from __future__ import annotations

import os
import resource
import shutil
import signal
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from email.message import Message
from pathlib import Path

import pytest
from beside import beside
from inprocess import subject_of
from marks import Marks, descendants, parent_of, strike
from postgresql import Unavailable, cluster
from postgresql import database as postgresql_database
from records import verify_all
from redis import Redis
from redis.exceptions import RedisError
from short_game import ADA, BEN, GAMES, NTH, PLACES, TAKEN_OVER, play
from world import World, world_in

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]

# Were it taken in, no mail of the game would have the number, and the Message-ID, that it has in a calm one.
UNREADABLE = b"From: zoe@elsewhere.example\r\nTo: pbem@pbem.localhost\r\n\r\nGAMES\r\n"


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest) -> Iterator[str | None]:
    """The URL of an empty database; None: that of the data folder."""
    if request.param == "sqlite":
        yield None
        return
    with postgresql_database(request.getfixturevalue("postgresql")) as url:
        yield url


@pytest.fixture(scope="module")
def calm(tmp_path_factory: pytest.TempPathFactory) -> object:
    """What players get in a game to which nothing happens."""
    with world_in(tmp_path_factory.mktemp("calm")) as world:
        return play(world)


def nothing_was_lost(world: World) -> None:
    """All mail was read, what went out twice went out alike, and the record of the game is sound."""
    assert set(world.mail_states()) == {"read"}
    assert all(copy == first for first, copy in world.copies)
    verify_all(world.settings.database)


# --- Processes that are killed ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", range(GAMES))
def test_whoever_is_killed_at_a_named_place(
    calm: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, database: str | None, game: int
) -> None:
    """K1 to K4, K6, K8, K9, K12, K13, K15 (its end), K16 and K17."""
    places = dict.fromkeys(PLACES[game::GAMES], NTH)
    if "adjudicated" in places:
        places |= TAKEN_OVER
    marks = Marks(tmp_path / "marks", monkeypatch, **places)
    with world_in(tmp_path / "data", database_url=database) as world:
        assert play(world) == calm
        nothing_was_lost(world)
    marks.were_struck()


def test_a_mail_that_kills_whoever_reads_it_is_put_aside_and_others_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, database: str | None
) -> None:
    """K7. Three mails are read before: of a stranger, who answers, and whose first mail is read once more."""
    marks = Marks(tmp_path / "marks", monkeypatch, mail_parsed="4-6")
    with world_in(tmp_path / "data", database_url=database) as world:
        enrol(world)
        world.write(ADA, "STATUS")
        marks.wait("mail-parsed", 6)
        world.write(BEN, "GAMES")
        world.next(BEN, "answer this mail")
        until = time.monotonic() + 60
        while "shunted" not in world.mail_states():
            assert time.monotonic() < until, world.mail_states()
            time.sleep(0.2)
        world.write(ADA, "GAMES")
        world.next(ADA)


@pytest.mark.parametrize("place", ["mail-parsed", "adjudicated", "pictures-drawn"])
def test_who_was_thought_dead_and_was_not_does_nothing_twice(
    calm: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, database: str | None, place: str
) -> None:
    """K10 and K22: a worker stands still, its parent is killed, another does its work; then it goes on."""
    marks = Marks(tmp_path / "marks", monkeypatch, **{place: f"{NTH}:stop"})

    def resurrect(_over: threading.Event) -> None:
        standing = marks.wait_until_it_stands(place, NTH)
        strike(parent_of(standing), [signal.SIGKILL])
        marks.wait(place, NTH + 1)
        time.sleep(1)
        strike(standing, [signal.SIGCONT])

    with world_in(tmp_path / "data", database_url=database) as world, beside(resurrect):
        assert play(world) == calm
        nothing_was_lost(world)


@pytest.mark.parametrize("place", ["before-commit-read-mail", "before-commit-settle"])
def test_a_job_that_takes_too_long_within_a_transaction_is_undone_and_done_again(
    calm: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, database: str | None, place: str
) -> None:
    """K11: rq ends a job by SIGALRM."""
    marks = Marks(tmp_path / "marks", monkeypatch, **{place: f"{NTH}:stop"})

    def ring(_over: threading.Event) -> None:
        strike(marks.wait_until_it_stands(place, NTH), [signal.SIGALRM, signal.SIGCONT])

    with world_in(tmp_path / "data", database_url=database) as world, beside(ring):
        assert play(world) == calm
        nothing_was_lost(world)
    assert len(marks.passed(place)) > NTH


def test_a_schedule_that_is_killed_at_a_deadline_is_started_again_and_decides_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, database: str | None
) -> None:
    """K12: the deadline has passed, nobody has frozen the turn, and whoever looks for it dies."""
    marks = Marks(tmp_path / "marks", monkeypatch, before_commit_freeze=1, after_commit_freeze=1)
    with world_in(tmp_path / "data", database_url=database) as world:
        for player, line in ((ADA, "NEW waterloo1895"), (BEN, "JOIN waterloo1")):
            world.write(player, line)
            world.reply(world.next(player, "answer this mail"), "")
            world.next(player, "you play")
        world.reply(world.next(ADA, "post your army"), "place default")
        world.next(ADA, "Wellington has still to post")
        schedule = world.supervisor.pids()["schedule"]
        strike(schedule, [signal.SIGKILL])
        world.time_is_over()
        thrown = subject_of(world.next(ADA, "your throw"))
        assert world.supervisor.pids()["schedule"] != schedule
        assert [subject for to, subject in world.subjects() if to == ADA and "your throw" in subject] == [thrown]
        nothing_was_lost(world)
    marks.were_struck()


def test_parts_that_are_told_to_end_do_so_and_nothing_with_them(
    calm: object, tmp_path: Path, database: str | None
) -> None:
    """K32: SIGTERM, as at a deployment, to one part after the other."""

    def deploy(world: World, over: threading.Event) -> None:
        # Who ends again and again is started again later and later.
        for _ in range(4):
            for process in world.supervisor.pids().values():
                strike(process, [signal.SIGTERM])
                if over.wait(1):
                    return

    with world_in(tmp_path / "data", database_url=database) as world:
        with beside(lambda over: deploy(world, over)):
            assert play(world) == calm
        nothing_was_lost(world)


# --- Redis ------------------------------------------------------------------------------------------------------------


def test_a_redis_that_forgets_everything_again_and_again(calm: object, tmp_path: Path, database: str | None) -> None:
    """K23: FLUSHALL, and a Redis that is killed, and starts with what it has written."""

    def forget(world: World, over: threading.Event) -> None:
        redis = Redis.from_url(str(world.settings.redis_url))
        for round_ in range(1, 1000):
            if over.wait(0.4):
                return
            try:
                if round_ % 10 == 0:
                    strike(redis.info()["process_id"], [signal.SIGKILL])
                else:
                    redis.flushall()
            except RedisError:
                continue  # it is being started

    with world_in(tmp_path / "data", database_url=database) as world:
        with beside(lambda over: forget(world, over)):
            assert play(world) == calm
        nothing_was_lost(world)


# --- Databases --------------------------------------------------------------------------------------------------------


def test_sqlite_that_somebody_else_has_locked(calm: object, tmp_path: Path) -> None:
    """K24: longer than anybody waits for it, three times; mail is refused meanwhile, and comes again."""

    def lock(world: World, over: threading.Event) -> None:
        for _ in range(3):
            if over.wait(0.5):
                return
            with closing(sqlite3.connect(tmp_path / "data" / "pbem.sqlite3", timeout=30)) as connection:
                connection.execute("BEGIN EXCLUSIVE")
                refused.append(world.knock(UNREADABLE))
                connection.rollback()

    refused: list[int] = []
    with world_in(tmp_path / "data") as world:
        with beside(lambda over: lock(world, over)):
            assert play(world) == calm
        assert set(refused) == {503}
        nothing_was_lost(world)


def test_a_full_disk_takes_no_mail_in_until_there_is_room_again(calm: object, tmp_path: Path) -> None:
    """K24: no file of SQLite can grow for a while; no row is half written."""

    def fill(world: World, over: threading.Event) -> None:
        for _ in range(3):
            if over.wait(2):
                return
            limit(1 << 16)
            refused.append(world.knock(UNREADABLE))
            over.wait(3)
            limit(resource.RLIM_INFINITY)

    refused: list[int] = []
    with world_in(tmp_path / "data") as world:
        with beside(lambda over: fill(world, over)):
            assert play(world) == calm
        limit(resource.RLIM_INFINITY)
        assert set(refused) == {503}
        nothing_was_lost(world)
        with closing(sqlite3.connect(tmp_path / "data" / "pbem.sqlite3")) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def limit(size: int) -> None:
    """Let no part of the server write beyond so many bytes into a file; in those that are there, it may."""
    for process in descendants(os.getpid()):
        command = Path(f"/proc/{process}/cmdline")
        # Redis and its own file are another matter.
        if command.exists() and b"python" in command.read_bytes():
            with suppress(ProcessLookupError):
                resource.prlimit(process, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


def test_a_postgresql_that_goes_away_as_by_a_power_cut(calm: object, tmp_path: Path) -> None:
    """K24: three times, for two seconds each."""
    try:
        with cluster() as server, postgresql_database(server.url) as url:

            def cut(over: threading.Event) -> None:
                for _ in range(3):
                    if over.wait(3):
                        return
                    server.stop()
                    time.sleep(2)
                    server.start()

            with world_in(tmp_path / "data", database_url=url) as world:
                with beside(cut):
                    assert play(world) == calm
                nothing_was_lost(world)
    except Unavailable as reason:
        pytest.skip(str(reason))


def test_a_copy_of_the_files_at_any_moment_is_a_database_with_all_that_was_acknowledged(
    calm: object, tmp_path: Path
) -> None:
    """K31: what a power cut would leave; everybody stands still while it is taken."""
    taken: list[tuple[Path, int]] = []

    def copy(world: World, over: threading.Event) -> None:
        while not over.wait(0.5):
            everybody = descendants(os.getpid())
            acknowledged = world.acknowledged
            for process in everybody:
                strike(process, [signal.SIGSTOP])
            folder = tmp_path / f"copy{len(taken)}"
            folder.mkdir()
            for file in (tmp_path / "data").glob("pbem.sqlite3*"):
                shutil.copy(file, folder / file.name)
            for process in everybody:
                strike(process, [signal.SIGCONT])
            taken.append((folder, acknowledged))

    with world_in(tmp_path / "data") as world:
        with beside(lambda over: copy(world, over)):
            assert play(world) == calm
        nothing_was_lost(world)
    assert len(taken) > 5
    for folder, acknowledged in taken:
        file = folder / "pbem.sqlite3"
        with closing(sqlite3.connect(file)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            assert connection.execute("SELECT count(*) FROM inbox").fetchone()[0] >= acknowledged
        verify_all(f"sqlite:///{file}")


# --- Mail -------------------------------------------------------------------------------------------------------------


def test_the_same_mail_by_several_doors_at_once_is_one(tmp_path: Path, database: str | None) -> None:
    """K3 and K26."""
    with world_in(tmp_path / "data", database_url=database) as world:
        enrol(world)
        raw = f"From: {ADA}\r\nTo: pbem@pbem.localhost\r\nMessage-ID: <one@players.example>\r\n\r\nSTATUS\r\n".encode()
        other = raw.replace(b"\r\n\r\n", b"\r\nReceived: by another way\r\n\r\n")
        doors = [threading.Thread(target=world.post, args=(copy,)) for copy in (raw, raw, other, other)]
        for door in doors:
            door.start()
        for door in doors:
            door.join()
        world.next(ADA)
        with pytest.raises(AssertionError, match="no mail"):
            world.next(ADA, patience=4)
        assert sorted(world.mail_states()) == ["dropped", "read", "read", "read"]


def test_a_machine_that_answers_everything_is_not_answered(tmp_path: Path, database: str | None) -> None:
    """K34: one that says it is a machine; and one that does not, which is noticed after some mails."""
    with world_in(tmp_path / "data", database_url=database) as world:
        report = enrol(world)
        head = f"From: {ADA}\r\nTo: {report['Reply-To']}\r\nAuto-Submitted: auto-replied\r\n"
        for number in range(3):
            world.post(f"{head}Message-ID: <auto{number}@players.example>\r\n\r\nI am away.\r\n".encode())
        with pytest.raises(AssertionError, match="no mail"):
            world.next(ADA, patience=3)
        assert sum(is_answered(world, "I am on holiday and answer next week.") for _ in range(15)) == 11, (
            "the last tells him so"
        )


def enrol(world: World) -> Message:
    """Make a player of Ada, who has asked something; the answer."""
    world.write(ADA, "GAMES")
    world.reply(world.next(ADA, "answer this mail"), "")
    world.next(ADA, "welcome")
    return world.next(ADA)


def is_answered(world: World, words: str) -> bool:
    world.write(ADA, words, subject="Out of town")
    try:
        return world.next(ADA, patience=5) is not None
    except AssertionError:
        return False
