"""A backup is made by the commands of docs/hosting.md while mail comes in and games go on, and one goes back to it.

Nothing that was acknowledged before it was begun is missing in it, all its records verify, and once the mails that came
later are sent again each game stands where it does on the server that was never set back.
"""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable, Iterator
from email import message_from_bytes
from pathlib import Path
from typing import NamedTuple

import psycopg
import pytest
from beside import beside
from boxed_club import box, counting, mails, playing
from boxed_club.filling import Scale
from boxed_club.mails import Letter
from boxed_club.playing import Played
from postgresql import Unavailable, cluster
from programs import program
from sqlalchemy import select

from pbem.games.kept_record import KeptRecord
from pbem.games.record import verify
from pbem.store.models import Game, Inbox

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

SCALE = Scale(players=100, running=60, finished=30)
LETTERS, BEFORE = 40, 15
STAGES = (*box.ALL_STAGES[:4], "over")


class Place(NamedTuple):
    """A database, how it is copied to a file, and how that is put into the place of a new one, whose URL is told."""

    url: str | None
    back_up: Callable[[Path, Path], object]
    restore: Callable[[Path, Path], str | None]


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest) -> Iterator[Place]:
    if request.param == "sqlite":
        sqlite3 = program("sqlite3")
        yield Place(
            None,
            lambda data, to: run(sqlite3, data / "pbem.sqlite3", f".backup {to}"),
            lambda data, copy: run("cp", copy, data / "pbem.sqlite3"),
        )
        return
    try:
        with cluster() as server:
            tools, url = server.binaries, server.url.replace("+psycopg", "")
            with psycopg.connect(url, autocommit=True) as connection:
                for name in ("club", "restored"):
                    connection.execute(f"CREATE DATABASE {name}")

            def database(name: str) -> str:
                return server.url.replace("/postgres?", f"/{name}?")

            def restore(_data: Path, copy: Path) -> str:
                run(tools / "pg_restore", f"--dbname={database('restored').replace('+psycopg', '')}", copy)
                return database("restored")

            dumped = database("club").replace("+psycopg", "")
            yield Place(
                database("club"),
                lambda _data, to: run(tools / "pg_dump", "--format=custom", f"--file={to}", dumped),
                restore,
            )
    except Unavailable as reason:
        pytest.skip(str(reason))


def run(*command: object) -> None:
    subprocess.run([str(each) for each in command], check=True, capture_output=True, timeout=300)


def test_what_was_backed_up_under_load_goes_on_where_it_was(tmp_path: Path, place: Place) -> None:
    server, _ = box.boxed(tmp_path, SCALE, place.url, STAGES)
    server.store.close()
    data, again = tmp_path / "club", tmp_path / "again" / "club"
    again.mkdir(parents=True)
    with playing.served(tmp_path, place.url, workers=2) as played:
        played.until_quiet()
        with played.store.reading() as session:
            letters = mails.burst(session, played.world.settings, 1, LETTERS)
        assert len(letters) == LETTERS
        played.post(letters[:BEFORE])
        assert played.has_work(), "nothing is going on while the copy is made"
        with beside(lambda _over: post_slowly(played, letters[BEFORE:])):
            place.back_up(data, tmp_path / "backup")
        played.until_quiet()
        outcome = outcome_of(played)
    run("cp", data / "secret_key", again / "secret_key")
    url = place.restore(again, tmp_path / "backup")
    with playing.served(tmp_path / "again", url, workers=2) as restored:
        stored = stored_in(restored, letters)
        assert stored.keys() >= {each.ident for each in letters[:BEFORE]}
        assert len(stored) < len(letters), "the copy was made when all was over"
        verify_all(restored)
        restored.until_quiet()
        restored.post(letters[BEFORE:])  # as those write again who had no answer
        restored.until_quiet()
        assert set(stored_in(restored, letters).values()) <= set(counting.ENDED)
        verify_all(restored)
        assert outcome_of(restored) == outcome


def post_slowly(played: Played, letters: list[Letter]) -> None:
    for letter in letters:
        played.post([letter])
        time.sleep(0.1)


def stored_in(played: Played, letters: list[Letter]) -> dict[str, str]:
    """The states of those of the mails that are in the database, by their Message-IDs, read or not."""
    wanted = {each.ident for each in letters}
    with played.store.reading() as session:
        # The bytes of the mails of old, which were copied, are gone, and the column is filled as a mail is read.
        rows = session.execute(select(Inbox.raw, Inbox.state).where(Inbox.raw != b"").order_by(Inbox.id.desc()))
        found = {str(message_from_bytes(raw)["Message-ID"]): state for raw, state in rows}
    return {ident: state for ident, state in found.items() if ident in wanted}


def outcome_of(played: Played) -> dict[str, tuple[str, int, str]]:
    with played.store.reading() as session:
        return counting.outcome(session)


def verify_all(played: Played) -> None:
    verified = 0
    with played.store.reading() as session:
        for game in session.scalars(select(Game).where(Game.state.in_(("running", "over")), Game.packed.is_(False))):
            verify(KeptRecord(session, game).file().content.decode().splitlines())
            verified += 1
    assert verified > SCALE.running // 2
