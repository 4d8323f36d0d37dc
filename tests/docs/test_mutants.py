"""The faults in bench/mutants and the changes argued in bench/mutation.toml belong to the tree as it stands."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_every_fault_of_the_list_fits_its_file() -> None:
    looked = subprocess.run([sys.executable, ROOT / "bench" / "mutants.py", "--fit"], capture_output=True, text=True)
    assert looked.returncode == 0, looked.stdout
    assert looked.stdout.splitlines()[-1].endswith(" 0 that do not fit"), looked.stdout


def test_every_argued_change_begins_with_a_line_of_its_file() -> None:
    argued = tomllib.loads((ROOT / "bench" / "mutation.toml").read_text(encoding="utf-8"))["argued"]
    old = [(entry["file"], entry["change"].partition("  ->  ")[0]) for entry in argued]
    assert [change for change in old if change[1] not in (ROOT / change[0]).read_text(encoding="utf-8")] == []
