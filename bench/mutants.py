"""Faults that some test must notice: each is put in, its module built, its test run, and the test has to fail.

    python bench/mutants.py                     all of bench/mutants/*.toml
    python bench/mutants.py conflict server     some of the lists
    python bench/mutants.py --only turn_limit   mutants whose file, test or reason holds the word

A list is made of entries like this; `old` stands in the file once, `test` is a file or a test of the project:

    [[mutant]]
    file = "core/rulesets/conflict/turns.pyx"
    old = "turn >= limit"
    new = "turn > limit"
    test = "tests/rulesets/conflict/clauses/test_l_winning.py::test_the_turn_limit"
    why = "a game of ten turns goes on for eleven"

Works on a copy of the tree, with its compiled modules; needs what the tests need, and a compiler. It exits with 1 if a
fault was not noticed, or if an entry fits its file no longer.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import click

ROOT = Path(__file__).resolve().parents[1]
LISTS = ROOT / "bench" / "mutants"
NOT_COPIED = shutil.ignore_patterns(".git", ".venv", ".tox", "venv", "__pycache__", ".*_cache", ".hypothesis")
COMPILED = (".pyx", ".pxd")
SECONDS_A_TEST = 300


class Mutant(NamedTuple):
    """A fault: what to write in the place of what, and the test that has to fail of it."""

    origin: str
    file: str
    old: str
    new: str
    test: str
    why: str


def mutants(lists: Sequence[str]) -> Iterator[Mutant]:
    """The entries of the lists named, or of all, those of one file together so that little is built again."""
    found = [
        Mutant(path.stem, **entry)
        for path in sorted(LISTS.glob("*.toml"))
        if not lists or path.stem in lists
        for entry in tomllib.loads(path.read_text(encoding="utf-8"))["mutant"]
    ]
    yield from sorted(found, key=lambda mutant: (mutant.file, mutant.old))


def misfit(mutant: Mutant) -> str | None:
    """Why an entry fits the tree no longer, or None where it fits."""
    path, test = ROOT / mutant.file, ROOT / mutant.test.partition("::")[0]
    if not path.exists():
        return "there is no such file"
    count = path.read_text(encoding="utf-8").count(mutant.old)
    if count != 1:
        return f"the text stands in it {count} times"
    return None if test.exists() else f"there is no test {mutant.test}"


class Tree:
    """A copy of the project in which faults are put in."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        shutil.copytree(ROOT, folder, ignore=NOT_COPIED, dirs_exist_ok=True)
        ours = {"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
        self.environment = {"PBEM_OPTIMISE": "0", **os.environ, **ours}
        self.build()

    def build(self) -> str:
        """Compile what changed; what the compiler said if it refused."""
        done = self._run([sys.executable, "setup.py", "build_ext", "--inplace"])
        return "" if done.returncode == 0 else done.stdout[-500:] + done.stderr[-1500:]

    def passes(self, test: str) -> bool:
        """Whether a test passes in this tree; one that does not end fails."""
        command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-n", "0", test]
        try:
            return self._run(command).returncode == 0
        except subprocess.TimeoutExpired:
            return False

    def noticed(self, mutant: Mutant) -> bool:
        """Whether the mutant's test fails once its fault is in; the fault is taken out again."""
        path = self.folder / mutant.file
        sound = path.read_text(encoding="utf-8")
        self._write(path, sound.replace(mutant.old, mutant.new))
        try:
            refused = self.build() if path.suffix in COMPILED else ""
            if refused:
                raise click.ClickException(f"{mutant.file}: the mutant does not compile\n{refused}")
            return not self.passes(mutant.test)
        finally:
            self._write(path, sound)

    def _write(self, path: Path, text: str) -> None:
        path.write_text(text, encoding="utf-8")
        # Builds compare times by the second on some file systems.
        moment = time.time() + 2
        os.utime(path, (moment, moment))

    def _run(self, command: list[str]) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            command, cwd=self.folder, env=self.environment, capture_output=True, text=True, timeout=SECONDS_A_TEST
        )


@click.command(help=(__doc__ or "").partition("\n")[0])
@click.argument("lists", nargs=-1)
@click.option("--only", default="", help="mutants whose file, test or reason holds this text")
@click.option("--fit", is_flag=True, help="only see whether every entry still fits its file")
def main(lists: tuple[str, ...], only: str, fit: bool) -> None:
    """Put in each fault, and see that its test fails."""
    chosen = [each for each in mutants(lists) if only in each.file + each.test + each.why]
    bad = [f"{each.file}: {reason} ({each.why})" for each in chosen if (reason := misfit(each))]
    if bad or fit:
        print(*bad, f"{len(chosen)} mutants, {len(bad)} that do not fit", sep="\n")
        sys.exit(1 if bad else 0)
    survivors = []
    with tempfile.TemporaryDirectory() as folder:
        tree = Tree(Path(folder) / "pbem")
        for number, each in enumerate(chosen, start=1):
            noticed = tree.noticed(each)
            survivors += [] if noticed else [each]
            word = "noticed" if noticed else "SURVIVES"
            print(f"{number}/{len(chosen)}  {word:8}  {each.file}: {each.why}", flush=True)
        tree.build()
        # A test that fails anyway notices nothing.
        broken = sorted({each.test for each in chosen if not tree.passes(each.test)})
    print(f"{len(chosen) - len(survivors)} of {len(chosen)} noticed")
    print(*(f"fails without a fault: {test}" for test in broken), sep="\n", end="\n" if broken else "")
    sys.exit(1 if survivors or broken else 0)


if __name__ == "__main__":
    main()
