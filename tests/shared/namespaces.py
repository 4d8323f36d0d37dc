"""Two hosts and a line between them, as network namespaces of this machine (network_namespaces(7))."""

from __future__ import annotations

import ctypes
import os
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial

import pytest
from clubhouse import Hosts
from programs import program

CLONE_NEWNET = 0x40000000
CLUB, POST = "10.77.0.1", "10.77.0.2"


class Line:
    """The line between the two hosts, which can be cut."""

    def __init__(self, club: str, post: str) -> None:
        self.hosts = Hosts(CLUB, POST, partial(inside, club), partial(inside, post))
        self._club, self._post = club, post
        self.there = post  # the name of the second host's namespace, as `ip netns exec` wants it

    def cut(self, seconds: float) -> None:
        """Cut the line, and mend it after so many seconds; neither host is told of either.

        What is sent meanwhile is lost: each sends to a neighbour who is not there, as where a cable is cut far away.
        """
        for name, neighbour in ((self._club, POST), (self._post, CLUB)):
            _ip("-n", name, "neigh", "replace", neighbour, "lladdr", "02:00:00:00:00:77", "dev", "line")
        time.sleep(seconds)
        for name, neighbour in ((self._club, POST), (self._post, CLUB)):
            _ip("-n", name, "neigh", "del", neighbour, "dev", "line")


@contextmanager
def two_hosts() -> Iterator[Line]:
    """Two hosts, for whoever may make them; else the test is skipped and says why."""
    club, post = f"pbem-club-{os.getpid()}", f"pbem-post-{os.getpid()}"
    with ExitStack() as stack:
        for name in (club, post):
            try:
                _ip("netns", "add", name)
            except subprocess.CalledProcessError as error:
                pytest.skip(f"network namespaces are not allowed here: {error.stderr.strip()}")
            stack.callback(_ip, "netns", "del", name)
            _ip("-n", name, "link", "set", "lo", "up")
        _ip("link", "add", "line", "netns", club, "type", "veth", "peer", "name", "line", "netns", post)
        for name, address in ((club, CLUB), (post, POST)):
            _ip("-n", name, "address", "add", f"{address}/24", "dev", "line")
            _ip("-n", name, "link", "set", "line", "up")
        yield Line(club, post)


@contextmanager
def inside(name: str) -> Iterator[None]:
    """This thread is on a host, and so is what it starts, as long as this lasts."""
    with open("/proc/thread-self/ns/net") as here, open(f"/run/netns/{name}") as there:
        _enter(there.fileno())
        try:
            yield
        finally:
            _enter(here.fileno())


def _enter(namespace: int) -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.setns(namespace, CLONE_NEWNET) != 0:
        raise OSError(ctypes.get_errno(), "setns")


def _ip(*words: str) -> None:
    subprocess.run([program("ip"), *words], check=True, capture_output=True, text=True, timeout=60)
