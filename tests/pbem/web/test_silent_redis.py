"""A Redis that hangs, or takes what it is told and never says so: mail is acknowledged all the same, and read once.

And mail that comes by several requests at once.
"""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlencode

import pytest
from door import Door, letter, signed
from redis import Redis

from pbem.ops.embedded_redis import EmbeddedRedis
from pbem.runtime.notifier import Notifier


@contextmanager
def silent_redis(real: str | None = None) -> Iterator[tuple[str, list[bytes]]]:
    """The URL of a Redis that never answers, and what it was told; with `real` all of that is handed on there."""
    told: list[bytes] = []
    listening = socket.create_server(("127.0.0.1", 0))
    open_: list[socket.socket] = []

    def serve() -> None:
        while True:
            try:
                client, _ = listening.accept()
            except OSError:
                return
            open_.append(client)
            threading.Thread(target=hear, args=(client,), daemon=True).start()

    def hear(client: socket.socket) -> None:
        beyond = None
        if real is not None:
            beyond = socket.socket(socket.AF_UNIX)
            beyond.connect(real.removeprefix("unix://"))
            open_.append(beyond)
        while True:
            try:
                heard = client.recv(1 << 16)
            except OSError:
                return
            if not heard:
                return
            told.append(heard)
            if beyond is not None:
                beyond.sendall(heard)

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield f"redis://127.0.0.1:{listening.getsockname()[1]}/0", told
    finally:
        listening.shutdown(socket.SHUT_RDWR)
        listening.close()
        for each in open_:
            each.close()
        thread.join()


def test_a_redis_that_hangs_is_asked_once_a_request_and_keeps_no_mail_out(tmp_path: Path) -> None:
    """K5: however many recipients a mail has, whoever handed it over waits for one try."""
    with silent_redis() as (url, told):
        door = Door(tmp_path, Notifier(url, "pbem"))
        several = letter(to=", ".join(f"pbem+{number}@play.example" for number in range(8)))
        assert door.raw(several).status_code == 200
        asked = len(told)
        assert len(door.inbox()) > 1
        assert asked
        assert door.raw(letter("one more")).status_code == 200
        assert len(told) == 2 * asked
        door.store.close()


def test_a_notification_whose_answer_was_lost_is_sent_again_and_stands_there_once(tmp_path: Path) -> None:
    """K5: the schedule, which knows nothing of it, names the same work; a worker finds it done."""
    with EmbeddedRedis(tmp_path / "redis") as redis, silent_redis(redis.url) as (url, _told):
        assert not Notifier(url, "pbem").notify("receive", 7, "new")
        assert Notifier(redis.url, "pbem").notify("receive", 7, "new")
        assert Redis.from_url(redis.url).llen("rq:queue:pbem") == 1


@pytest.mark.parametrize("way", ["raw", "mailgun"])
def test_the_same_mail_by_requests_at_once_is_stored_once(tmp_path: Path, way: str) -> None:
    """K26 and K28: two requests that both look before either has stored it."""
    door = Door(tmp_path)
    form = urlencode({**signed(), "body-mime": letter()})

    def knock() -> int:
        client = door.app.test_client()
        if way == "raw":
            return door.raw(letter(), client=client).status_code
        kind = "application/x-www-form-urlencoded"
        return client.post("/inbound/mailgun", data=form, content_type=kind).status_code

    for _round in range(5):
        begin, answers = threading.Barrier(4), list[int]()

        def at_once(begin: threading.Barrier = begin, answers: list[int] = answers) -> None:
            begin.wait()
            answers.append(knock())

        knocking = [threading.Thread(target=at_once) for _ in range(4)]
        for each in knocking:
            each.start()
        for each in knocking:
            each.join()
        assert set(answers) <= ({200} if way == "raw" else {200, 406})
    assert len(door.inbox()) == 1
    door.store.close()
