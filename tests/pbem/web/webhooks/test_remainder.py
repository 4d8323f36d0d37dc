"""What is still sent of a request that was refused, and how long anybody listens to it."""

from __future__ import annotations

import socket
import struct
from collections.abc import Iterator
from threading import Event, Thread

import pytest

from pbem.web.webhooks import remainder
from pbem.web.webhooks.remainder import throw_away


class Line:
    """A connection to somebody who sends a request: `here` is our end."""

    def __init__(self) -> None:
        listener = socket.create_server(("127.0.0.1", 0))
        self.there = socket.create_connection(listener.getsockname())
        self.here, _ = listener.accept()
        listener.close()
        self.body = self.here.makefile("rb")

    def throw_away(self) -> None:
        throw_away({"gunicorn.socket": self.here, "wsgi.input": self.body})

    def close(self) -> None:
        for end in (self.body, self.here, self.there):
            end.close()


@pytest.fixture
def line() -> Iterator[Line]:
    made = Line()
    yield made
    made.close()


def test_all_is_read_of_who_sends_it(line: Line) -> None:
    def send() -> None:
        line.there.sendall(b"x" * (3 << 20))
        line.there.shutdown(socket.SHUT_WR)

    sender = Thread(target=send)
    sender.start()
    line.throw_away()
    sender.join()
    assert line.body.read() == b""
    line.here.sendall(b"413")
    assert line.there.recv(3) == b"413"


def test_who_says_nothing_more_is_answered_all_the_same(line: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remainder, "SECONDS", 0.05)
    line.throw_away()
    line.here.sendall(b"413")
    assert line.there.recv(3) == b"413"


def test_nobody_is_heard_for_ever_byte_by_byte(line: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remainder, "SECONDS", 0.05)
    over = Event()

    def dribble() -> None:
        while not over.wait(0.01):
            line.there.send(b"x")

    sender = Thread(target=dribble)
    sender.start()
    line.throw_away()
    over.set()
    sender.join()


def test_one_is_heard_at_a_time(line: Line) -> None:
    line.there.sendall(b"abc")
    line.there.shutdown(socket.SHUT_WR)
    with remainder._reading:
        line.throw_away()
    assert line.body.read(1) == b"a"
    line.throw_away()
    assert line.body.read() == b""


def test_who_has_gone_is_nobody_s_fault(line: Line) -> None:
    # Closed so that our end is reset.
    line.there.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    line.there.close()
    line.throw_away()
    assert not remainder._reading.locked()
