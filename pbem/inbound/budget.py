"""Reading a mail within bounds: in a child process with limits on memory, processor time and the clock.

A mail of two megabytes can be built so that the parser asks for gigabytes or never ends. The child that reads it may
die of it; the worker that asked goes on. The same child tells the writer's own lines from those that he quotes.

To fork a child costs many times what reading a usual mail does. So it stays, and reads the next mail too, until one
kills it, is not read in time or leaves it larger than it was.
"""

from __future__ import annotations

import gc
import os
import pickle
import resource
import signal
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from typing import TypeAlias

import msgspec

from pbem.inbound.mime import OpenedMail, UnreadableMail, read, read_opening
from pbem.inbound.quotes import Own

# Goes to the child by pickle: a function of a module, or a method of something made of plain data.
OwnOf: TypeAlias = Callable[[OpenedMail], Own]

SECONDS = 10
# Beside what the process has already. A mail of 40 MB takes some 300 MB to parse.
MEMORY_BYTES = 1 << 30
# A child that a mail has left larger by so much reads no other.
KEPT_BYTES = 64 << 20


class _Failed(msgspec.Struct, frozen=True, tag="failed"):
    reason: str


class _Opened(msgspec.Struct, frozen=True, tag="opened"):
    mail: OpenedMail
    own: Own


_Answer: TypeAlias = _Opened | _Failed
_CRASHED = _Failed("crash")


def read_within_budget(raw: bytes) -> OpenedMail:
    """`mime.read(raw)`, done by a child process. Raises UnreadableMail.

    To the reasons of `read` come `time`, `memory` and `crash`.
    """
    return read_with_own_lines(raw, _nobodys)[0]


def read_with_own_lines(raw: bytes, own_of: OwnOf) -> tuple[OpenedMail, Own]:
    """The mail, and its writer's own lines as `own_of` finds them, both by a child process. Raises UnreadableMail."""
    question = pickle.dumps((raw, own_of))
    with _lock:
        reader = _current()
        worn, answer = reader.has_read, reader.answer(question)
        if worn and answer == _CRASHED:
            # What an earlier mail has done to the child is not laid to this one's charge.
            answer = _current().answer(question)
    if isinstance(answer, _Opened):
        return answer.mail, answer.own
    raise UnreadableMail(answer.reason, read_opening(raw))


def dismiss() -> None:
    """End the child that reads, where there is one; the next mail is read by another, which knows all that is here."""
    with _lock:
        if _reader is not None and _reader.is_ours():
            _reader.end()


# --- The one who asks ---------------------------------------------------------------------------------------------


class _Reader:
    """A child that reads one mail after another. Of those who share this one by a fork only its parent may ask it.

    `has_read`: it has answered a question already.
    """

    def __init__(self) -> None:
        self._parent, self.has_read = os.getpid(), False
        self._pipe, theirs = Pipe()
        self._child: int | None = os.fork()
        if self._child == 0:
            self._pipe.close()
            _serve(theirs)
        theirs.close()

    def is_ours(self) -> bool:
        """Whether this process may ask it, and it lives."""
        # One that has nothing to do says nothing: what can be read is the end of the pipe of one that has died.
        if self._child is None or self._parent != os.getpid():
            return False
        if self._pipe.poll():
            self.end()
        return self._child is not None

    def answer(self, question: bytes) -> _Answer:
        """What came of a mail; no child outlives a question that it has not answered."""
        stays = False
        try:
            self._pipe.send_bytes(question)
            if not self._pipe.poll(SECONDS):
                return _Failed("time")
            answer, stays = msgspec.msgpack.decode(self._pipe.recv_bytes(), type=tuple[_Opened | _Failed, bool])
            return answer
        except (EOFError, BrokenPipeError, ConnectionResetError, msgspec.DecodeError):
            return _Failed("time") if self.end() == signal.SIGXCPU else _CRASHED
        finally:
            self.has_read = stays
            # Also where the worker's own time limit strikes here.
            if not stays:
                self.end()

    def end(self) -> int:
        """End the child; the signal that had ended it before, or SIGKILL."""
        if self._child is None:
            return signal.SIGKILL
        child, self._child = self._child, None
        self._pipe.close()
        with suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        return os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0


_lock = threading.Lock()
_reader: _Reader | None = None


def _current() -> _Reader:
    global _reader
    if _reader is None or not _reader.is_ours():
        _reader = _Reader()
    return _reader


# --- The child ----------------------------------------------------------------------------------------------------


def _serve(pipe: Connection) -> None:
    """Answer one question after another, and leave without running anything that belongs to the parent."""
    status = 1
    try:
        for each in (signal.SIGTERM, signal.SIGINT, signal.SIGALRM):
            signal.signal(each, signal.SIG_DFL)
        # What is here is shared with the parent as long as nobody looks through it.
        gc.freeze()
        size = _address_space()
        _limit(resource.RLIMIT_AS, size + MEMORY_BYTES)
        stays = True
        while stays:
            raw, own_of = pickle.loads(pipe.recv_bytes())  # noqa: S301  (from the parent, who is this process too)
            _limit(resource.RLIMIT_CPU, int(time.process_time()) + SECONDS + 1)
            answer = _answer(raw, own_of)
            stays = _address_space() <= size + KEPT_BYTES
            pipe.send_bytes(msgspec.msgpack.encode((answer, stays)))
        status = 0
    except EOFError:
        status = 0
    finally:
        os._exit(status)


def _answer(raw: bytes, own_of: OwnOf) -> _Answer:
    try:
        mail = read(raw)
        return _Opened(mail, own_of(mail))
    except UnreadableMail as error:
        return _Failed(error.reason)
    except MemoryError:
        return _Failed("memory")
    except RecursionError:
        return _Failed("depth")


def _nobodys(_mail: OpenedMail) -> Own:
    return Own(())


def _limit(which: int, amount: int) -> None:
    _, ceiling = resource.getrlimit(which)
    if ceiling == resource.RLIM_INFINITY or amount < ceiling:
        resource.setrlimit(which, (amount, ceiling))


def _address_space() -> int:
    with open("/proc/self/statm", encoding="ascii") as statm:
        return int(statm.read().split()[0]) * resource.getpagesize()
