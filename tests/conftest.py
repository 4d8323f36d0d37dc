"""`pytest --clauses`: which clauses of the rulebooks the tests that passed have covered.

A test names what it covers: `@pytest.mark.clause("W95-031", "W95-032")`, or `pytestmark = pytest.mark.clause(...)` for
a whole module. The list of clauses is the rulebook's own: every anchor `<a id="W95-031"></a>` of
`pbem/rulesets/<rule set>/rulebook.md` whose id ends in a number is a clause to be covered; other anchors (rulings,
`W95-R06`) may be named by tests too and are not counted. Each clause is named in the code that carries it out too, in
`core/rulesets/<rule set>` or in the words, unless the front matter lists it under `not in code:` with a word why. A
rulebook whose front matter says `clauses: complete` fails the run while one of its clauses is uncovered or unnamed.

Not for: deciding what a clause means. That stands in the rulebook, and in the tests below `tests/rulesets`.

Here is, besides, the order in which the tests are run, where their files lie, what their chance is drawn from, and the
PostgreSQL that tests of all rooms share.
"""

from __future__ import annotations

import os
import re
import secrets
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import hypothesis
import pytest
import structlog
from postgresql import Unavailable
from postgresql import server as postgresql_server

# The usual one draws every local variable of every frame, which takes it half a minute where these are rows and mails.
*BEFORE, _ = structlog.get_config()["processors"]
structlog.configure([*BEFORE, structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)])

TESTS = Path(__file__).parent
LONGEST = ("e2e", "fixtures", "packaging", "worker")
RULEBOOKS = TESTS.parent / "pbem" / "rulesets"
ANCHOR = re.compile(r'<a id="([A-Z][A-Z0-9]*-[A-Z]?\d+[a-z]?)"></a>')
CLAUSE = re.compile(r"[A-Z][A-Z0-9]*-\d+[a-z]?")
FRONT_MATTER = re.compile(r"\A---\n(.*?)^---$", re.DOTALL | re.MULTILINE)
NOT_IN_CODE = re.compile(r"^not in code:\n((?:  .*\n)*)", re.MULTILINE)
NAMED = re.compile(r"[A-Z][A-Z0-9]*-\d+[a-z]?")
CODE = (".py", ".pyx", ".pxd", ".toml", ".lark", ".j2")
PROPERTY = "clause"
IN_MEMORY, TEMPORARY = Path("/dev/shm"), "PYTEST_DEBUG_TEMPROOT"
ROOM_BYTES = 4 << 30
CHANCE = "PBEM_TEST_CHANCE"


@dataclass(frozen=True)
class Rulebook:
    """What the count needs of one rulebook: its anchors in order, and whether it claims to be complete."""

    name: str
    anchors: tuple[str, ...]
    complete: bool
    not_in_code: frozenset[str]  # clauses that no code carries out, as the front matter says

    @property
    def clauses(self) -> tuple[str, ...]:
        return tuple(anchor for anchor in self.anchors if CLAUSE.fullmatch(anchor))

    def unnamed(self) -> list[str]:
        """The clauses that neither the code names nor the front matter excuses, and those excused without need."""
        named = set(NAMED.findall("".join(_code_of(self.name))))
        return [clause for clause in self.clauses if (clause in named) == (clause in self.not_in_code)]


class Coverage:
    """The clauses that passing tests have named, gathered from their reports (so that it works through xdist too)."""

    def __init__(self, rulebooks: tuple[Rulebook, ...]) -> None:
        self.rulebooks = rulebooks
        self.covered: set[str] = set()

    def missing(self, rulebook: Rulebook) -> list[str]:
        return [clause for clause in rulebook.clauses if clause not in self.covered]

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        known = {anchor for rulebook in self.rulebooks for anchor in rulebook.anchors}
        for item in items:
            for clause in clauses_of(item):
                if clause not in known:
                    raise pytest.UsageError(f"{item.nodeid} covers {clause}, which no rulebook in pbem/rulesets has")
                item.user_properties.append((PROPERTY, clause))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call" and report.passed:
            self.covered.update(str(value) for name, value in report.user_properties if name == PROPERTY)

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        lacking = any(
            rulebook.complete and (self.missing(rulebook) or rulebook.unnamed()) for rulebook in self.rulebooks
        )
        if session.config.option.clauses and session.exitstatus == pytest.ExitCode.OK and lacking:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
        if not config.option.clauses:
            return
        terminalreporter.section("clauses")
        for rulebook in self.rulebooks:
            missing, total = self.missing(rulebook), len(rulebook.clauses)
            terminalreporter.line(f"clauses {rulebook.name}: {total - len(missing)} of {total}")
            if missing:
                terminalreporter.line(f"  not covered: {' '.join(missing)}")
            if unnamed := rulebook.unnamed():
                terminalreporter.line(f"  not named in the code, or excused without need: {' '.join(unnamed)}")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--clauses", action="store_true", help="count the rulebook clauses that passing tests cover")
    parser.addoption("--fresh-chance", action="store_true", help="draw dice and examples anew, not those of each run")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the files whose few tests take longest, so that no process is left with one of them in the end."""
    items.sort(key=lambda item: item.path.relative_to(TESTS).parts[0] not in LONGEST)


def pytest_configure(config: pytest.Config) -> None:
    # No test cuts the power, and to wait for the disk at each of a hundred thousand commits takes minutes.
    if TEMPORARY not in os.environ and _has_room(IN_MEMORY):
        os.environ[TEMPORARY] = str(IN_MEMORY)
    _settle_chance(config.option.fresh_chance)
    rulebooks = tuple(read_rulebook(path) for path in sorted(RULEBOOKS.glob("*/rulebook.md")))
    config.pluginmanager.register(Coverage(rulebooks), "clauses")


def _settle_chance(fresh: bool) -> None:
    """What fails once fails again, for whoever looks: dice and examples are the same in each run, unless asked anew.

    Dice that were drawn can be had again: the variable holds what the seeds of all games are made from.
    """
    if fresh:
        os.environ.setdefault(CHANCE, secrets.token_hex(8))
    elif CHANCE not in os.environ:
        hypothesis.settings.register_profile("same", derandomize=True)
        hypothesis.settings.load_profile("same")


def pytest_report_header() -> str | None:
    """The chance of this run, where it is not that of every run."""
    return f"chance: {CHANCE}={os.environ[CHANCE]}" if CHANCE in os.environ else None


def _has_room(folder: Path) -> bool:
    """Whether all files of the tests fit in there, programs too that are started."""
    if not (folder.is_mount() and os.access(folder, os.W_OK)) or os.statvfs(folder).f_flag & os.ST_NOEXEC:
        return False
    return shutil.disk_usage(folder).free > ROOM_BYTES


def read_rulebook(path: Path) -> Rulebook:
    text = path.read_text(encoding="utf-8")
    front = FRONT_MATTER.match(text)
    complete = front is not None and re.search(r"^clauses: complete$", front[1], re.MULTILINE) is not None
    excused = NOT_IN_CODE.search(front[1]) if front is not None else None
    not_in_code = frozenset(re.findall(r"^  (\S+): \S", excused[1], re.MULTILINE)) if excused else frozenset()
    return Rulebook(path.parent.name, tuple(ANCHOR.findall(text)), complete, not_in_code)


def _code_of(name: str) -> Iterator[str]:
    """The sources of a rule set: its rules and its words, without the rulebook."""
    for room in ("core", "pbem"):
        for path in sorted((RULEBOOKS.parents[1] / room / "rulesets" / name).rglob("*")):
            if path.suffix in CODE:
                yield path.read_text(encoding="utf-8")


def clauses_of(item: pytest.Item) -> list[str]:
    """The clauses a test names, those of its class and module included, each once."""
    return list(dict.fromkeys(str(clause) for marker in item.iter_markers("clause") for clause in marker.args))


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """The URL of a PostgreSQL that is there for tests."""
    try:
        with postgresql_server() as url:
            yield url
    except Unavailable as reason:
        pytest.skip(str(reason))
