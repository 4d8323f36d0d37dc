"""How many pages are worked out at once in a process, so that there is always a thread left for mail."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore

from pbem.web.refusals import refuse

AT_ONCE = 2  # of the four threads of a process
WAIT_S = 2.0

_gate = BoundedSemaphore(AT_ONCE)


@contextmanager
def worked_out() -> Iterator[None]:
    """One of those that are worked out now; whoever comes beyond them waits a moment and is told to come again."""
    if not _gate.acquire(timeout=WAIT_S):
        refuse(503, "many want pages now; come again in a moment")
    try:
        yield
    finally:
        _gate.release()
