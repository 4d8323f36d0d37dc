"""Programs of the host's that tests start, a mail server say, and what becomes of a test whose program is missing."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import NoReturn

import pytest

ALL_THERE = "PBEM_TEST_HOST"
# Where Debian keeps what root starts; not every user looks there.
SYSTEM = ("/usr/sbin", "/sbin")


def missing(reason: str) -> NoReturn:
    """Skip the test, or all of a file, for a reason; where PBEM_TEST_HOST says that everything is there, as in .ci/run,
    it fails."""
    if os.environ.get(ALL_THERE):
        pytest.fail(f"{reason}, and {ALL_THERE} is set", pytrace=False)
    pytest.skip(reason, allow_module_level=True)


def program(name: str) -> str:
    """The path of a program; without it the test ends as `missing` says."""
    found = shutil.which(name) or shutil.which(name, path=os.pathsep.join(SYSTEM))
    if found is None:
        missing(f"{name} is not installed")
    return str(Path(found))
