"""A citation leads somewhere: clauses stand in a rulebook, files and modules that are named exist."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

import pbem

ROOT = Path(__file__).parents[2]
TEXTS = (".py", ".pyx", ".pxd", ".pyi", ".md", ".toml", ".lark", ".ini", ".j2")
ANCHOR = re.compile(r'<a id="([A-Z][A-Z0-9]*-[A-Z]?\d+[a-z]?)"></a>')
SECTION = re.compile(
    r"\b(?:section|chapter)s? [A-Z]?\d+(?:\.\d+)*[^.\n]{0,20} of the rulebook"
    r"|\b\d+\.\d+(?: to \d+\.\d+)? of the rulebook"
)
FILE = re.compile(
    r"(?<![\w/.<-])((?:core|pbem|worker|tests|bench|docs)/[\w./-]*\.(?:py|pyx|pxd|pyi|md|toml|lark|j2|json|jsonl))\b"
)
MODULE = re.compile(r"`((?:core|pbem|worker)(?:\.[a-z_0-9]+)+)[`.(]")
# What a guide calls a file that its reader is to make.
EXAMPLES = ("docs/performance.md",)
GENERATED = {"docs/api.md"}
FILES_OF_A_HOST = ("pbem.sqlite3", "pbem.toml", "pbem.env")


def sources() -> Iterator[Path]:
    """Every text of the project that git knows or would take; the installed wheel is no such place."""
    listed = subprocess.run(
        ["git", "-C", ROOT, "ls-files", "--cached", "--others", "--exclude-standard"], capture_output=True, text=True
    )
    if listed.returncode:
        pytest.skip("not in a git checkout")
    for name in listed.stdout.splitlines():
        path = ROOT / name
        if path.suffix in TEXTS and path.exists() and name not in GENERATED and path != Path(__file__):
            yield path


def rulebook_anchors() -> set[str]:
    books = [*(ROOT / "pbem" / "rulesets").glob("*/rulebook.md"), *(ROOT / "docs" / "tutorial").glob("*/*/rulebook.md")]
    return {anchor for book in books for anchor in ANCHOR.findall(book.read_text(encoding="utf-8"))}


def found(pattern: re.Pattern[str]) -> Iterator[tuple[str, str]]:
    for path in sources():
        for match in pattern.finditer(path.read_text(encoding="utf-8")):
            yield str(path.relative_to(ROOT)), match[1] if pattern.groups else match[0]


def test_every_clause_that_is_named_stands_in_a_rulebook() -> None:
    anchors = rulebook_anchors()
    prefixes = "|".join(sorted({anchor.partition("-")[0] for anchor in anchors}))
    named = re.compile(rf"\b((?:{prefixes})-R?\d+[a-z]?)\b")
    assert [(place, clause) for place, clause in found(named) if clause not in anchors] == []


def test_no_section_of_a_rulebook_is_cited_by_number() -> None:
    assert list(found(SECTION)) == []


def test_every_file_that_is_named_exists() -> None:
    wrong = [
        (place, name)
        for place, name in found(FILE)
        if not (ROOT / name).exists() and not any(example in name for example in EXAMPLES)
    ]
    assert wrong == []


def test_every_module_that_is_named_exists() -> None:
    known = {*FILES_OF_A_HOST, *(f"pbem.{name}" for name in dir(pbem))}
    wrong = [
        (place, name)
        for place, name in found(MODULE)
        if name not in known and not any(_is_there(part) for part in _parents(name))
    ]
    assert wrong == []


def _parents(name: str) -> Iterator[str]:
    """The name, and the name without its last word, which may be a function or a class of the module."""
    yield name
    yield name.rpartition(".")[0]


def _is_there(name: str) -> bool:
    path = ROOT / name.replace(".", "/")
    return "." in name and ((path / "__init__.py").exists() or any(path.with_suffix(end).exists() for end in TEXTS))
