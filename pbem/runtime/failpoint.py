"""Named places at which a test may kill or stop this process, to prove that nothing is lost or doubled there.

`PBEM_FAIL_AT=name:n,name:m-n:stop,...`: the n-th process that passes a place, or each from the m-th to the n-th, is
killed there; with `stop` it is stopped, and stands still until somebody lets it go on or kills it. They are counted
over all processes, in files of the folder `PBEM_FAIL_MARKS`, each of which has a line for every passing: the id of the
process. Without these variables nothing happens.
"""

from __future__ import annotations

import os
import signal
from pathlib import Path

import msgspec

# Every line has the same length, so that its end tells how many there are.
LINE_BYTES = 11

_MARKS = os.environ.get("PBEM_FAIL_MARKS", "")


class _Failure(msgspec.Struct, frozen=True):
    """Which passings of a place are struck, the first being 1, and with what signal."""

    first: int
    last: int
    signal: int


def _wanted(text: str) -> dict[str, _Failure]:
    found = {}
    for each in filter(None, text.split(",")):
        name, which, *how = each.split(":")
        first, _, last = which.partition("-")
        found[name] = _Failure(int(first), int(last or first), signal.SIGSTOP if how == ["stop"] else signal.SIGKILL)
    return found


_FAILURES = _wanted(os.environ.get("PBEM_FAIL_AT", ""))


def failpoint(name: str) -> None:
    """Die or stand still here if this is a place that was asked for, and its time has come."""
    failure = _FAILURES.get(name)
    if failure is None or not _MARKS:
        return
    with (Path(_MARKS) / name).open("ab") as mark:
        mark.write(f"{os.getpid():>{LINE_BYTES - 1}}\n".encode())
        mark.flush()
        passed = mark.tell() // LINE_BYTES
    if failure.first <= passed <= failure.last:
        os.kill(os.getpid(), failure.signal)
