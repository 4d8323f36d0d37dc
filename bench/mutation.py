"""A seeded sample of mutants over pbem and worker, made by cosmic-ray: how many do the tests notice?

    python bench/mutation.py --sample 300 --seed 1
    python bench/mutation.py --coverage /kept/coverage --results /kept/results.jsonl     goes on where it stopped

Works on copies of the tree, with their compiled modules. First the quick tests are run once, to learn which of them
run which lines; `--coverage FILE` keeps that, or takes it from an earlier run of the same commit (which knows nothing
of tests written since). Then each mutant is tried with the tests that run its statement, quickest first: at most 150,
of at most a minute, as long of each test file; if those are not all, and pass, also with all tests of its module. A
statement that is run on import is tried with the tests of its module, of its room, and those that run anything in its
file; one that no test runs in its own process, with those of its module, of its room, of the workers and end to end.

What survives is printed with its change: either a test is missing, or the change changes nothing, which whoever reads
it has to argue. bench/mutation.toml holds what was argued; such mutants are told and not tried:

    [[argued]]
    file = "pbem/inbound/quotes.py"
    change = "if size > 3:  ->  if size >= 3:"
    why = "a size is even"

Left out are mutants of annotations, which Python does not run, of migrations and of the demo's printing.
"""

from __future__ import annotations

import ast
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from functools import cache
from pathlib import Path
from queue import SimpleQueue
from typing import NamedTuple

import click
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names
from covering import Covering, run_quick_tests, run_when_called, tests_in

ROOT = Path(__file__).resolve().parents[1]
ARGUED = ROOT / "bench" / "mutation.toml"
NOT_COPIED = shutil.ignore_patterns(".venv", ".tox", "venv", "__pycache__", ".*_cache", ".hypothesis", ".git")
LEFT_OUT = ("pbem/store/migrations", "pbem/ops/demo.py", "pbem/__main__.py", "worker/__main__.py")
# Decorators are registration or caching nearly everywhere; without them nothing imports, or nothing differs.
NO_OPERATORS = ("RemoveDecorator",)
IN_OTHER_PROCESSES = ("tests/worker", "tests/e2e")
SECONDS_A_TEST = 120
SECONDS_A_RUN = 900
NICE = 10
FAILED = re.compile(r"^(?:FAILED|ERROR) (.*)$", re.MULTILINE)
NOT_FOUND = re.compile(r"^ERROR: not found: (\S+::\w+)", re.MULTILINE)


class Mutant(NamedTuple):
    """One change: the operator, and its how-manieth place in the file."""

    file: str
    operator: str
    occurrence: int
    line: int


class Result(NamedTuple):
    """What became of a mutant: whether a test noticed it, and what that test said."""

    mutant: Mutant
    change: str
    noticed: bool
    by: str
    seconds: int

    def __str__(self) -> str:
        told = f"noticed by {self.by}" if self.noticed else f"SURVIVES {self.change}"
        return f"{self.mutant.file}:{self.mutant.line} {self.mutant.operator}: {told} ({self.seconds} s)"

    def line(self) -> str:
        """As a line of `--results`."""
        return json.dumps({**self._asdict(), "mutant": self.mutant._asdict()})

    @classmethod
    def of_line(cls, line: str) -> Result:
        """What `line` wrote."""
        kept = json.loads(line)
        return cls(**{**kept, "mutant": Mutant(**kept["mutant"])})


def mutants(only: str) -> Iterator[Mutant]:
    """Every mutant that Python would run, of the files of pbem and worker whose name begins so."""
    for path in sorted([*ROOT.glob("pbem/**/*.py"), *ROOT.glob("worker/**/*.py")]):
        name = str(path.relative_to(ROOT))
        if name.startswith(LEFT_OUT) or not name.startswith(only):
            continue
        source = path.read_text(encoding="utf-8")
        annotations = set(annotated_spans(source))
        nodes = list(ast_nodes(get_ast(source)))
        for operator_name in operator_names():
            if operator_name.endswith(NO_OPERATORS):
                continue
            operator = get_operator(operator_name)
            if operator.arguments():
                continue
            made, occurrence = operator(), 0
            for node in nodes:
                for start, _end in made.mutation_positions(node):
                    if not any(first <= start < last for first, last in annotations):
                        yield Mutant(name, operator_name, occurrence, start[0])
                    occurrence += 1


def annotated_spans(source: str) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Where annotations stand: from (line, column) to (line, column)."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.AnnAssign | ast.arg) and node.annotation is not None:
            yield _span(node.annotation)
        elif isinstance(node, ast.FunctionDef) and node.returns is not None:
            yield _span(node.returns)


def _span(node: ast.expr) -> tuple[tuple[int, int], tuple[int, int]]:
    return (node.lineno, node.col_offset), (node.end_lineno or node.lineno, node.end_col_offset or 0)


def source_of(file: str) -> str:
    """The sound source of a file."""
    return (ROOT / file).read_text(encoding="utf-8")


@cache
def mutated(mutant: Mutant) -> str:
    """The source of its file with a mutant made."""
    changed = mutate_code(source_of(mutant.file), get_operator(mutant.operator)(), mutant.occurrence)
    assert changed is not None
    return changed


def change_of(mutant: Mutant) -> str:
    """The lines that a mutant changes, before and after."""
    pairs = zip(source_of(mutant.file).splitlines(), mutated(mutant).splitlines(), strict=False)
    return "; ".join(f"{old.strip()}  ->  {new.strip()}" for old, new in pairs if old != new)


def argued_changes() -> dict[tuple[str, str], str]:
    """The changes that change nothing, by file, with the argument; each must still fit its file."""
    reasons = {}
    for entry in tomllib.loads(ARGUED.read_text(encoding="utf-8"))["argued"]:
        if entry["change"].partition("  ->  ")[0] not in source_of(entry["file"]):
            sys.exit(f"{ARGUED.name}: there is no such line in {entry['file']} any more: {entry['change']}")
        reasons[entry["file"], entry["change"]] = entry["why"]
    return reasons


def runs(mutant: Mutant, covering: Covering) -> Iterator[list[str]]:
    """The test runs that a mutant goes through until one of them fails."""
    lines = run_when_called(source_of(mutant.file), mutant.line)
    running = covering.of_lines(mutant.file, lines)
    own, room = own_tests(mutant.file)
    if running:
        yield from (running, [] if covering.are_all(running, mutant.file, lines) else own)
    elif lines:
        yield from (own, room, list(IN_OTHER_PROCESSES))
    else:
        yield from (own, room, covering.of_file(mutant.file))


def own_tests(file: str) -> tuple[list[str], list[str]]:
    """The tests of a module, and those of its room, as far as there are such."""
    path = Path(file)
    room = Path("tests", *path.parts[:-1])
    rooms = [room]
    if len(path.parts) == 2:  # whose room is the whole house
        rooms = sorted(each.relative_to(ROOT) for each in (ROOT / room).glob("test_*.py"))
    if path.match("pbem/rulesets/*/*"):
        room = Path("tests/rulesets", path.parts[2], "words")
        rooms = [room, room.with_name("golden"), Path("tests/pbem/reports")]
    own = room / f"test_{path.stem}.py"
    return _existing(own), _existing(*rooms)


def _existing(*tests: Path) -> list[str]:
    return [str(path) for path in tests if (ROOT / path).exists()]


class Tree:
    """A copy of the project in which one mutant at a time is made."""

    def __init__(self, folder: Path, source: Path = ROOT) -> None:
        self.folder = folder
        self.environment = {**os.environ, "PYTHONPATH": str(folder)}
        self.made = 0
        shutil.copytree(source, folder, ignore=NOT_COPIED)

    def build(self) -> None:
        """Compile what the copied tree brought no compiled module of."""
        if all(list(path.parent.glob(f"{path.stem}.*.so")) for path in self.folder.glob("core/**/*.pyx")):
            return
        command = [sys.executable, "setup.py", "build_ext", "--inplace"]
        subprocess.run(command, cwd=self.folder, check=True, capture_output=True)

    def tried(self, mutant: Mutant, covering: Covering) -> Result:
        """Make a mutant, run its tests until one fails, and put the sound file back."""
        path, began = self.folder / mutant.file, time.monotonic()
        sound, when = path.read_bytes(), path.stat()
        try:
            path.write_text(mutated(mutant), encoding="utf-8")
            self.made += 1  # each with a time of its own, so that Python takes no other's compiled file for it
            os.utime(path, (self.made, self.made))
            by = next(filter(None, map(self._first_failure, filter(None, runs(mutant, covering)))), "")
        finally:
            path.write_bytes(sound)
            os.utime(path, ns=(when.st_atime_ns, when.st_mtime_ns))
        return Result(mutant, change_of(mutant), bool(by), by, round(time.monotonic() - began))

    def _first_failure(self, tests: list[str]) -> str:
        """What pytest says of the first test that fails; nothing where all pass."""
        command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-m", "not slow"]
        command += ["--timeout", str(SECONDS_A_TEST), "--tb=no", *tests]
        with subprocess.Popen(
            command, cwd=self.folder, env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, errors="replace", start_new_session=True,
        ) as run:  # fmt: skip
            try:
                output, _ = run.communicate(timeout=SECONDS_A_RUN)
            except subprocess.TimeoutExpired:
                os.killpg(run.pid, signal.SIGKILL)
                return f"not done in {SECONDS_A_RUN} s"
        if run.returncode in (0, 5):
            return ""
        called = by_function(tests, set(NOT_FOUND.findall(output)))
        if called != tests:
            return self._first_failure(called)
        failed = FAILED.search(output)
        return failed[1] if failed else " ".join(output.split())[-300:]


def by_function(tests: list[str], missing: set[str]) -> list[str]:
    """Tests without the parameters of those that are not found: their order depends on what else is collected."""
    by_name = [test.partition("[")[0] for test in tests]
    called = [
        name if any(path.endswith(name) for path in missing) else test
        for name, test in zip(by_name, tests, strict=True)
    ]
    return list(dict.fromkeys(called))


def tried(mutants: list[Mutant], folder: Path, jobs: int, coverage: Path | None) -> Iterator[Result]:
    """Every mutant tried, `jobs` at a time, each of those in a tree of its own; in the order in which they are done."""
    first = Tree(folder / "first")
    first.build()
    data = coverage or folder / "coverage"
    if not data.exists():
        run_quick_tests(first.folder, data, first.environment)
    covering = Covering(data, tests_in(first.folder, first.environment))
    free: SimpleQueue[Tree] = SimpleQueue()
    for tree in (first, *(Tree(folder / str(job), first.folder) for job in range(1, jobs))):
        free.put(tree)

    def in_a_free_tree(mutant: Mutant) -> Result:
        tree = free.get()
        try:
            return tree.tried(mutant, covering)
        finally:
            free.put(tree)

    with ThreadPoolExecutor(jobs) as pool:
        for done in as_completed([pool.submit(in_a_free_tree, mutant) for mutant in mutants]):
            yield done.result()


def kept_in(results: Path | None) -> Iterator[Result]:
    """What became of mutants in earlier runs, the last of each last."""
    if results and results.exists():
        yield from map(Result.of_line, results.read_text(encoding="utf-8").splitlines())


@click.command(help=(__doc__ or "").partition("\n")[0])
@click.option("--sample", default=300, help="how many mutants", show_default=True)
@click.option("--seed", default=1, help="which ones", show_default=True)
@click.option("--only", default="", help="files whose name begins so")
@click.option("--jobs", default=1, help="how many mutants at a time, each in a tree of its own", show_default=True)
@click.option("--coverage", type=click.Path(path_type=Path), help="keeps the first run's data, or takes what is there")
@click.option("--results", type=click.Path(path_type=Path), help="JSON Lines; what stands in it is not tried again")
@click.option("--again", is_flag=True, help="try those again that have survived according to --results")
def main(
    sample: int, seed: int, only: str, jobs: int, coverage: Path | None, results: Path | None, again: bool
) -> None:
    """Try the sample; exit with 1 where less than 95 of 100 are noticed or argued."""
    os.nice(NICE)
    found = list(mutants(only))
    chosen = sorted(random.Random(seed).sample(found, min(sample, len(found))))
    arguments = argued_changes()
    argued = {mutant: why for mutant in chosen if (why := arguments.get((mutant.file, change_of(mutant))))}
    for mutant, why in argued.items():
        print(f"{mutant.file}:{mutant.line} argued: {change_of(mutant)}: {why}", flush=True)
    kept = {result.mutant: result for result in kept_in(results) if result.noticed or not again}
    outcomes = [kept[mutant] for mutant in chosen if mutant in kept and mutant not in argued]
    left = [mutant for mutant in chosen if mutant not in kept and mutant not in argued]
    with tempfile.TemporaryDirectory() as folder:
        for result in tried(left, Path(folder), jobs, coverage) if left else ():
            outcomes.append(result)
            if results:
                with results.open("a", encoding="utf-8") as file:
                    file.write(result.line() + "\n")
            print(f"{len(outcomes) + len(argued)}/{len(chosen)} {result}", flush=True)
    for survivor in sorted(result for result in outcomes if not result.noticed):
        print(survivor)
    survivors = sum(not result.noticed for result in outcomes)
    print(
        f"{len(outcomes) - survivors} of {len(chosen)} noticed, {len(argued)} argued, {survivors} survive;"
        f" out of {len(found)} that could be made"
    )
    sys.exit(1 if survivors * 20 > len(chosen) else 0)


if __name__ == "__main__":
    main()
