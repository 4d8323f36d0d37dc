"""The list of faults in bench/mutants belongs to the tree as it stands: an entry that fits nothing tells nothing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_every_fault_of_the_list_fits_its_file() -> None:
    looked = subprocess.run([sys.executable, ROOT / "bench" / "mutants.py", "--fit"], capture_output=True, text=True)
    assert looked.returncode == 0, looked.stdout
    assert looked.stdout.splitlines()[-1].endswith(" 0 that do not fit"), looked.stdout
