"""Which tests run which lines of pbem and worker: one run of the quick tests under coverage, a context for each test.

What is kept of that run is coverage's data file and, beside it, pytest's output, with how long each test took. A test
that failed there (a limit on time, on a machine that has much to do) tells nothing of a mutant and is left out. Lines
that are run on import, or in another process than the test's own, have no test.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import accumulate, chain
from pathlib import Path

from coverage import CoverageData

NOT_RUN = ("tests/packaging", "tests/e2e", "tests/docs")
FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+::.*?)(?: - .*)?$", re.MULTILINE)
TEST_TOOK = re.compile(r"^(\d+\.\d+)s (?:setup|call|teardown) +(\S.*)$", re.MULTILINE)
MOST_TESTS = 150
MOST_SECONDS = 60.0


def run_quick_tests(folder: Path, data: Path, environment: Mapping[str, str]) -> None:
    """Run them in the tree at `folder`, and keep what they covered in `data`."""
    command = [sys.executable, "-m", "pytest", "-vv", "-p", "no:cacheprovider", "-n", "2", "--dist", "loadfile"]
    command += ["-m", "not slow", "--durations=0", "--cov=pbem", "--cov=worker", "--cov-context=test", "--cov-report="]
    command += ["tests", *(f"--ignore={path}" for path in NOT_RUN)]
    with log_of(data).open("w", encoding="utf-8") as log:
        at_data = {**environment, "COVERAGE_FILE": str(data.resolve())}
        done = subprocess.run(command, cwd=folder, env=at_data, stdout=log, stderr=subprocess.STDOUT)
    if done.returncode not in (0, 1):
        data.unlink(missing_ok=True)
        sys.exit(f"the quick tests could not be run, see {log_of(data)}")


def tests_in(folder: Path, environment: Mapping[str, str]) -> frozenset[str]:
    """The tests that a tree has: one that goes by another name in another folder is not to be found again."""
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider", "tests"]
    listed = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True).stdout
    return frozenset(line for line in listed.splitlines() if "::" in line)


def log_of(data: Path) -> Path:
    """Where pytest's output stands beside the data of its run; coverage would erase `FILE.log` as of an older run."""
    return data.with_name(f"{data.name}-tests.log")


class Covering:
    """The tests that run a line, and which of them to try first."""

    def __init__(self, data: Path, tests: frozenset[str]) -> None:
        self.data = CoverageData(str(data.resolve()))
        self.data.read()
        log = log_of(data).read_text(encoding="utf-8")
        self.tests = tests - set(FAILED.findall(log))
        self.seconds: dict[str, float] = defaultdict(float)
        for seconds, test in TEST_TOOK.findall(log):
            self.seconds[test] += float(seconds)
        self.contexts_of = cache(self._contexts_of)

    def of_lines(self, file: str, lines: Iterable[int]) -> list[str]:
        """The tests that run any of these lines, as `chosen` puts them."""
        return self.chosen(self._contexts(file, lines))

    def are_all(self, tests: list[str], file: str, lines: Iterable[int]) -> bool:
        """Whether no others run any of these lines, as far as those go that are run in their own process."""
        return self._known(self._contexts(file, lines)) == set(tests)

    def of_file(self, file: str) -> list[str]:
        """The tests that run anything in a file after its import, as `chosen` puts them."""
        return self.chosen(chain.from_iterable(self.contexts_of(file).values()))

    def _contexts(self, file: str, lines: Iterable[int]) -> Iterator[str]:
        by_line = self.contexts_of(file)
        return chain.from_iterable(by_line.get(line, ()) for line in lines)

    def _known(self, contexts: Iterable[str]) -> frozenset[str]:
        """The tests of these contexts that can be run."""
        return self.tests & {context.rpartition("|")[0] for context in contexts}

    def _contexts_of(self, file: str) -> dict[int, list[str]]:
        """The tests by line; the data may be of a tree that stood elsewhere, or of several."""
        found: defaultdict[int, list[str]] = defaultdict(list)
        for path in self.data.measured_files():
            if path.endswith(f"/{file}"):
                for line, contexts in self.data.contexts_by_lineno(path).items():
                    found[line] += contexts
        return found

    def chosen(self, contexts: Iterable[str]) -> list[str]:
        """At most MOST_TESTS tests of at most MOST_SECONDS, for about as long of each file; the quickest file first."""
        by_file = defaultdict(list)
        for test in sorted(self._known(contexts), key=self._quickest):
            by_file[test.partition("::")[0]].append(test)
        taken: list[str] = []
        seconds = 0.0
        for _so_far, test in sorted(chain.from_iterable(map(self._begun_after, by_file.values()))):
            seconds += self.seconds[test]
            if taken and (len(taken) == MOST_TESTS or seconds > MOST_SECONDS):
                break
            taken.append(test)
        # The tests of a file stay together, since some of them share a server.
        return sorted(taken, key=lambda test: list(by_file).index(test.partition("::")[0]))

    def _begun_after(self, tests: list[str]) -> Iterator[tuple[float, str]]:
        """Each test with the seconds that those of its file take up to its end."""
        return zip(accumulate(self.seconds[test] for test in tests), tests, strict=True)

    def _quickest(self, test: str) -> tuple[float, str]:
        return self.seconds[test], test


def run_when_called(source: str, line: int) -> range:
    """The lines of the innermost statement in a function that `line` stands in; none if it is run on import.

    Of a statement that holds others, only the lines before the first of those, or `line` alone after it.
    """
    innermost: ast.stmt | None = None
    for function in ast.walk(ast.parse(source)):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            for node in chain.from_iterable(map(ast.walk, function.body)):
                if isinstance(node, ast.stmt) and node.lineno <= line <= (node.end_lineno or node.lineno):
                    innermost = max(innermost or node, node, key=lambda found: (found.lineno, found.col_offset))
    if innermost is None:
        return range(0)
    lines = range(innermost.lineno, (innermost.end_lineno or line) + 1)
    if inner := getattr(innermost, "body", None):
        lines = range(innermost.lineno, max(inner[0].lineno, innermost.lineno + 1))
    return lines if line in lines else range(line, line + 1)
