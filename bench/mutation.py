"""A seeded sample of mutants over pbem and worker, made by cosmic-ray: how many do the tests of their room notice?

    python bench/mutation.py --sample 300 --seed 1

Works on a copy of the tree, with its compiled modules. A mutant of `pbem/<room>/<module>.py` is tried with the tests of
that module first, then with those of the room, then with all that play by mail. What survives is printed with its
change: either a test is missing, or the change changes nothing, which whoever reads it has to argue.

Left out are mutants of annotations, which Python does not run, of migrations and of the demo's printing.
"""

from __future__ import annotations

import ast
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import click
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.plugins import get_operator, operator_names

ROOT = Path(__file__).resolve().parents[1]
NOT_COPIED = shutil.ignore_patterns(".venv", ".tox", "venv", "__pycache__", ".*_cache", ".hypothesis", ".git")
LEFT_OUT = ("pbem/store/migrations", "pbem/ops/demo.py", "pbem/__main__.py", "worker/__main__.py")
# Decorators are registration or caching nearly everywhere; without them nothing imports, or nothing differs.
NO_OPERATORS = ("RemoveDecorator",)
PLAYED_BY_MAIL = ("tests/pbem/games", "tests/pbem/inbound", "tests/rulesets/test_contract.py", "tests/fixtures")
SECONDS_A_RUN = 900


class Mutant(NamedTuple):
    """One change: the operator, its how-manieth place in the file, and the lines before and after."""

    file: str
    operator: str
    occurrence: int
    line: int


def mutants() -> Iterator[Mutant]:
    """Every mutant of pbem and worker that Python would run."""
    for path in sorted([*ROOT.glob("pbem/**/*.py"), *ROOT.glob("worker/**/*.py")]):
        name = str(path.relative_to(ROOT))
        if name.startswith(LEFT_OUT):
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


def tests_of(file: str) -> list[list[str]]:
    """The test runs that a mutant of a file goes through until one fails: the module's, the room's, those by mail."""
    path = Path(file)
    if file.startswith("pbem/rulesets/") and len(path.parts) > 3:
        return [[f"tests/rulesets/{path.parts[2]}/words"], [f"tests/rulesets/{path.parts[2]}", "tests/pbem/reports"]]
    room = Path("tests", *path.parts[:-1])
    own = room / f"test_{path.stem}.py"
    runs = [[str(own)], [str(room)], list(PLAYED_BY_MAIL), ["tests/pbem", "tests/worker", "tests/e2e"]]
    return [existing for run in runs if (existing := [part for part in run if (ROOT / part).exists()])]


class Tree:
    """A copy of the project in which one mutant at a time is made."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        shutil.copytree(ROOT, folder, ignore=NOT_COPIED)
        self.environment = {**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
        subprocess.run(
            [sys.executable, "setup.py", "build_ext", "--inplace"], cwd=folder, check=True, capture_output=True
        )

    def survives(self, mutant: Mutant) -> str | None:
        """The changed line of a mutant that no test notices; None for one that a test notices."""
        path = self.folder / mutant.file
        sound = path.read_text(encoding="utf-8")
        command = ["cosmic-ray", "apply", mutant.file, mutant.operator, str(mutant.occurrence)]
        subprocess.run([str(Path(sys.executable).with_name(command[0])), *command[1:]], cwd=self.folder, check=True)
        changed = path.read_text(encoding="utf-8")
        try:
            if all(self._passes(run) for run in tests_of(mutant.file)):
                return _difference(sound, changed)
            return None
        finally:
            path.write_text(sound, encoding="utf-8")

    def _passes(self, tests: list[str]) -> bool:
        command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-m", "not slow", *tests]
        try:
            done = subprocess.run(
                command, cwd=self.folder, env=self.environment, capture_output=True, timeout=SECONDS_A_RUN
            )
        except subprocess.TimeoutExpired:
            return False
        return done.returncode in (0, 5)


def _difference(sound: str, changed: str) -> str:
    pairs = zip(sound.splitlines(), changed.splitlines(), strict=False)
    return "; ".join(f"{old.strip()}  ->  {new.strip()}" for old, new in pairs if old != new)


@click.command(help=(__doc__ or "").partition("\n")[0])
@click.option("--sample", default=300, help="how many mutants", show_default=True)
@click.option("--seed", default=1, help="which ones", show_default=True)
@click.option("--only", default="", help="files whose name begins so")
def main(sample: int, seed: int, only: str) -> None:
    """Try the sample; exit with 1 where less than 95 of 100 are noticed."""
    found = [mutant for mutant in mutants() if mutant.file.startswith(only)]
    chosen = sorted(random.Random(seed).sample(found, min(sample, len(found))))
    survivors = 0
    with tempfile.TemporaryDirectory() as folder:
        tree = Tree(Path(folder) / "pbem")
        for number, mutant in enumerate(chosen, start=1):
            change = tree.survives(mutant)
            survivors += change is not None
            told = "noticed" if change is None else f"SURVIVES {change}"
            print(f"{number}/{len(chosen)} {mutant.file}:{mutant.line} {mutant.operator}: {told}", flush=True)
    print(f"{len(chosen) - survivors} of {len(chosen)} noticed, out of {len(found)} that could be made")
    sys.exit(1 if survivors * 20 > len(chosen) else 0)


if __name__ == "__main__":
    main()
