"""Named places at which a test may kill this process, to prove that nothing is lost or doubled there.

`PBEM_FAIL_AT=name:n,...` kills the n-th process that passes a place, counted over all processes in files of the
folder `PBEM_FAIL_MARKS`. Without these variables nothing happens.
"""

from __future__ import annotations

import os
import signal
from pathlib import Path

_MARKS = os.environ.get("PBEM_FAIL_MARKS", "")
_WANTED = dict(each.split(":") for each in os.environ.get("PBEM_FAIL_AT", "").split(",") if ":" in each)


def failpoint(name: str) -> None:
    """Die here if this is a place that was asked for, and its time has come."""
    if name not in _WANTED or not _MARKS:
        return
    with (Path(_MARKS) / name).open("ab") as mark:
        mark.write(b".")
        mark.flush()
        passed = mark.tell()
    if passed == int(_WANTED[name]):
        os.kill(os.getpid(), signal.SIGKILL)
