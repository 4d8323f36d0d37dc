"""How much of each room a run of tests has been through: Python by coverage, Cython by what gcc counted in its C.

    python bench/coverage_table.py        after the tests, in a tree that was built with PBEM_COVERAGE=1

It ends with the lines of Cython that nothing ran. Python's figures are taken from coverage.json, where pytest left it.
Cython's own tracing of lines takes the lock of the interpreter for each, which is too slow for games of robots. But
Cython copies each line that it compiles into a comment above its C: a line is run where any of that C was. C under no
line (arguments unpacked, references given back, helpers) counts for nothing. gcc's counts are written when a
process ends of itself: what only a killed one ran, or one that was left by `os._exit`, is not known.
"""

from __future__ import annotations

import json
import re
import subprocess
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Any, TypeAlias

import click
from rich.console import Console
from rich.table import Table

COMMENT_OF_LINE = re.compile(r' */\* "(core/[^"]+\.(?:pyx|pxd))":(\d+)$')
COMMENT_OF_NO_LINE = re.compile(r" */\* (?:function exit code|Python wrapper) \*/$")
COMPILED = "build/cython/core/"

Place: TypeAlias = tuple[str, int]  # a file of Cython, and the number of a line in it
Counts: TypeAlias = dict[str, dict[int, int]]


def places(c_source: str) -> Iterator[Place | None]:
    """For each line of C the line of Cython that it belongs to."""
    place: Place | None = None
    for line in c_source.splitlines():
        if match := COMMENT_OF_LINE.match(line):
            place = match[1], int(match[2])
        elif COMMENT_OF_NO_LINE.match(line):
            place = None
        yield place


def counted(tree: Path) -> Counts:
    """How often each line of Cython was run, as far as its C says: by the part of it that was run most.

    What is inlined into several modules has its lines once, and was run if it was in any of them.
    """
    counts: Counts = defaultdict(lambda: defaultdict(int))
    for notes in sorted(tree.glob(f"build/temp.*/{COMPILED}**/*.gcno")):
        for c_file, lines in _counts_of(tree, notes):
            belongs_to = [None, *places((tree / c_file).read_text(encoding="utf-8"))]
            for line in lines:
                if (place := belongs_to[line["line_number"]]) is not None:
                    file, number = place
                    counts[file][number] = max(counts[file][number], line["count"])
    return counts


def _counts_of(tree: Path, notes: Path) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    command = ["gcov", "--stdout", "--json-format", str(notes.resolve())]
    told = subprocess.run(command, cwd=tree, capture_output=True, text=True, check=True).stdout
    for file in json.loads(told.splitlines()[0])["files"]:
        if file["file"].startswith(COMPILED):
            yield file["file"], file["lines"]


def room_of(file: str) -> str:
    """The folder of a rule set, or the first two steps of a path."""
    folders = Path(file).parent.parts
    return "/".join(folders[: 3 if "rulesets" in folders else 2])


def table(title: str, files: Iterable[tuple[str, int, int]]) -> Table:
    """Lines of each room and how many were run, of files with theirs."""
    lines: Counter[str] = Counter()
    run: Counter[str] = Counter()
    for file, all_of_it, run_of_it in files:
        for room in (room_of(file), "all"):
            lines[room] += all_of_it
            run[room] += run_of_it
    made = Table("", "lines", "run", "%", title=title)
    rooms = sorted(room for room in lines.keys() - {"all"} if lines[room])
    for room in (*rooms, "all"):
        made.add_row(room, f"{lines[room]:,}", f"{run[room]:,}", f"{100 * run[room] / lines[room]:.1f}")
    return made


def ranges(numbers: Iterable[int]) -> str:
    """Line numbers in order, those that follow each other as `3-5`."""
    runs = groupby(enumerate(sorted(numbers)), lambda pair: pair[1] - pair[0])
    spans = [[number for _, number in run] for _, run in runs]
    return ", ".join(f"{span[0]}-{span[-1]}" if len(span) > 1 else f"{span[0]}" for span in spans)


@click.command(help=__doc__.split("\n", 1)[0])
def main() -> None:
    tree = Path.cwd()
    python = json.loads((tree / "coverage.json").read_text(encoding="utf-8"))["files"]
    statements = [
        (file, of["summary"]["num_statements"], of["summary"]["covered_lines"]) for file, of in python.items()
    ]
    compiled = counted(tree)
    if not any(any(lines.values()) for lines in compiled.values()):
        raise click.ClickException("gcc has counted nothing here: build with PBEM_COVERAGE=1, then run tests")
    console = Console()
    console.print(table("Python", statements))
    console.print(table("Cython", ((file, len(of), sum(map(bool, of.values()))) for file, of in compiled.items())))
    for file, lines in sorted(compiled.items()):
        if never := ranges(number for number, count in lines.items() if not count):
            click.echo(f"{file}: {never}")


if __name__ == "__main__":
    main()
