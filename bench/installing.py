"""What an installation takes: seconds and megabytes, and how long commands take to start.

    python bench/installing.py WHEEL [--rounds 9]

installs the wheel into an empty environment twice, first with nothing at hand but the index, then with what pip had
kept; and starts commands there. The table goes to docs/performance.md.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from urllib.error import URLError
from urllib.request import urlopen

STARTED = (("--help",), ("--version",), ("adjudicate", "--help"), ("config",), ("rulesets",))
PORT = 8799
PATIENCE_S = 120


def environment(**more: str) -> dict[str, str]:
    """Ours without what leads to sources."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PBEM_"))} | more


def timed(*command: str | Path, **more: str) -> tuple[float, float]:
    """The seconds that a command takes, and those of the processor, which other work beside it changes little.

    Raises CalledProcessError where it fails.
    """
    began, before = time.perf_counter(), os.times()
    subprocess.run(command, env=environment(**more), check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    after = os.times()
    spent = after.children_user + after.children_system - before.children_user - before.children_system
    return time.perf_counter() - began, spent


def megabytes(folder: Path) -> float:
    """What the files below a folder take, without bytecode."""
    files = (path for path in folder.rglob("*") if path.is_file() and path.suffix != ".pyc")
    return sum(path.stat().st_size for path in files) / 1e6


def rows(wheel: Path, rounds: int, folder: Path) -> Iterator[tuple[str, str]]:
    """What was measured, each with its figure."""
    yield "the wheel", f"{wheel.stat().st_size / 1e6:.1f} MB"
    kept = str(folder / "cache")
    for name in ("an installation, everything fetched", "the same, with what pip has kept"):
        shutil.rmtree(folder / "venv", ignore_errors=True)
        subprocess.run([sys.executable, "-m", "venv", folder / "venv"], env=environment(), check=True)
        before = megabytes(folder / "venv")
        took, spent = timed(folder / "venv/bin/pip", "install", "--quiet", wheel, PIP_CACHE_DIR=kept)
        yield name, f"{took:.0f} s, {spent:.0f} of the processor"
    packages = next((folder / "venv/lib").glob("python*/site-packages"))
    ours = sum(megabytes(packages / room) for room in ("core", "pbem", "worker"))
    whole = megabytes(folder / "venv") - before
    yield "what it takes on the disk", f"{whole:.0f} MB, {ours:.0f} of them pbem"
    yield "distributions", f"{len(list(packages.glob('*.dist-info'))) - 1} beside pip"
    pbem = folder / "venv/bin/pbem"
    for words in STARTED:
        took, spent = map(median, zip(*(timed(pbem, *words) for _ in range(rounds)), strict=True))
        yield f"`pbem {' '.join(words)}`", f"{took * 1000:.0f} ms, {spent * 1000:.0f} of the processor"
    yield "`pbem serve`, until it says that it is ready", f"{median(serving(pbem, folder) for _ in range(3)):.1f} s"


def serving(pbem: Path, folder: Path) -> float:
    """The seconds from the start of a server in an empty folder to the moment when all parts of it are there."""
    place = folder / "served"
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir()
    began = time.perf_counter()
    server = subprocess.Popen(
        [pbem, "serve"],
        cwd=place,
        env=environment(PBEM_WEB_PORT=str(PORT)),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        while not ready():
            if time.perf_counter() - began > PATIENCE_S or server.poll() is not None:
                raise SystemExit("the server did not come up")
            time.sleep(0.02)
        return time.perf_counter() - began
    finally:
        server.terminate()
        server.wait(60)


def ready() -> bool:
    """Whether every part of the server is at work."""
    try:
        with urlopen(f"http://127.0.0.1:{PORT}/readyz", timeout=5) as answer:
            return b'"status":"ready"' in answer.read().replace(b" ", b"")
    except (URLError, OSError):
        return False


def main() -> None:
    """Measure, and print the table."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("wheel", type=Path)
    parser.add_argument("--rounds", type=int, default=9)
    asked = parser.parse_args()
    print("| | |\n| --- | ---: |")
    with TemporaryDirectory() as folder:
        for name, figure in rows(asked.wheel.resolve(), asked.rounds, Path(folder)):
            print(f"| {name} | {figure} |", flush=True)


if __name__ == "__main__":
    main()
