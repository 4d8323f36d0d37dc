"""Reading a mail within bounds: in a child process with limits on memory, processor time and the clock.

A mail of two megabytes can be built so that the parser asks for gigabytes or never ends. The child that reads it may
die of it; the worker that asked goes on. The same child tells the writer's own lines from those that he quotes.
"""

from __future__ import annotations

import os
import resource
import select
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TypeAlias

import msgspec

from pbem.inbound.mime import OpenedMail, UnreadableMail, read, read_opening
from pbem.inbound.quotes import Own

OwnOf: TypeAlias = Callable[[OpenedMail], Own]

SECONDS = 10
# Beside what the process has already. A mail of 40 MB takes some 300 MB to parse.
MEMORY_BYTES = 1 << 30


class _Failed(msgspec.Struct, frozen=True, tag="failed"):
    reason: str


class _Opened(msgspec.Struct, frozen=True, tag="opened"):
    mail: OpenedMail
    own: Own


def read_within_budget(raw: bytes) -> OpenedMail:
    """`mime.read(raw)`, done by a child process. Raises UnreadableMail.

    To the reasons of `read` come `time`, `memory` and `crash`.
    """
    return read_with_own_lines(raw, lambda _mail: Own(()))[0]


def read_with_own_lines(raw: bytes, own_of: OwnOf) -> tuple[OpenedMail, Own]:
    """The mail, and its writer's own lines as `own_of` finds them, both by one child process. Raises UnreadableMail."""
    answer = _in_a_child(lambda: _answer(raw, own_of))
    if isinstance(answer, _Opened):
        return answer.mail, answer.own
    raise UnreadableMail(answer.reason, read_opening(raw))


def _answer(raw: bytes, own_of: OwnOf) -> _Opened | _Failed:
    try:
        mail = read(raw)
        return _Opened(mail, own_of(mail))
    except UnreadableMail as error:
        return _Failed(error.reason)
    except MemoryError:
        return _Failed("memory")
    except RecursionError:
        return _Failed("depth")


def _in_a_child(work: Callable[[], _Opened | _Failed]) -> _Opened | _Failed:
    receiving, sending = os.pipe()
    child = os.fork()
    if child == 0:
        _live_and_die(receiving, sending, work)
    os.close(sending)
    try:
        received = _receive(receiving, time.monotonic() + SECONDS)
    finally:
        # Also where the worker's own time limit strikes here: no child outlives the question.
        os.close(receiving)
        with suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
    if received is None:
        return _Failed("time")
    try:
        return msgspec.msgpack.decode(received, type=_Opened | _Failed)
    except msgspec.DecodeError:
        return _Failed("time" if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGXCPU else "crash")


def _receive(pipe: int, until: float) -> bytes | None:
    """All that comes through the pipe, or None where the clock ran out first."""
    chunks: list[bytes] = []
    while (left := until - time.monotonic()) > 0:
        ready, _, _ = select.select([pipe], [], [], left)
        if ready:
            chunk = os.read(pipe, 1 << 16)
            if not chunk:
                return b"".join(chunks)
            chunks.append(chunk)
    return None


def _live_and_die(receiving: int, sending: int, work: Callable[[], _Opened | _Failed]) -> None:
    """The child: answer through the pipe and leave without running anything that belongs to the parent."""
    status = 1
    try:
        for each in (signal.SIGTERM, signal.SIGINT, signal.SIGALRM):
            signal.signal(each, signal.SIG_DFL)
        os.close(receiving)
        _limit(resource.RLIMIT_AS, _address_space() + MEMORY_BYTES)
        _limit(resource.RLIMIT_CPU, int(time.process_time()) + SECONDS + 1)
        answer = msgspec.msgpack.encode(work())
        with os.fdopen(sending, "wb") as pipe:
            pipe.write(answer)
        status = 0
    finally:
        os._exit(status)


def _limit(which: int, amount: int) -> None:
    _, ceiling = resource.getrlimit(which)
    if ceiling == resource.RLIM_INFINITY or amount < ceiling:
        resource.setrlimit(which, (amount, ceiling))


def _address_space() -> int:
    with open("/proc/self/statm", encoding="ascii") as statm:
        return int(statm.read().split()[0]) * resource.getpagesize()
