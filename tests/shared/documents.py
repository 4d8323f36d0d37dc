"""What stands in the documents to be typed, sent or read: their code blocks, and the code within their sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
PAGES = (
    "README.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "CHANGELOG.md",
    "bench/README.md",
    "docs/*.md",
    "pbem/rulesets/*/rulebook.md",
)
_FENCE = re.compile(r"```(\w*)$")
_INDENT = "    "
_INLINE = re.compile(r"`([^`]+)`")


class Block(NamedTuple):
    """A code block: its page, the line in which it begins, the heading above it, its language and its text."""

    page: str
    line: int
    heading: str
    language: str
    text: str

    def __str__(self) -> str:
        return f"{self.page}:{self.line} {self.text.strip().splitlines()[0][:60]!r}"


def pages() -> Iterator[str]:
    """The pages, each by its path from the root."""
    for pattern in PAGES:
        yield from sorted(str(path.relative_to(ROOT)) for path in ROOT.glob(pattern))


@cache
def read(page: str) -> str:
    """The text of a page."""
    return (ROOT / page).read_text(encoding="utf-8")


@cache
def blocks() -> tuple[Block, ...]:
    """Every code block of every page, fenced or indented, in order."""
    return tuple(block for page in pages() for block in _blocks_of(page))


def the(page: str, begins: str) -> Block:
    """The block of a page whose text begins so. Raises LookupError where there is none, or more than one."""
    found = [block for block in blocks() if block.page == page and block.text.startswith(begins)]
    if len(found) != 1:
        raise LookupError(f"{len(found)} blocks of {page} begin with {begins!r}")
    return found[0]


def inline(page: str) -> Iterator[str]:
    """The code within the sentences and tables of a page, each on one line."""
    prose = list(_lines(page))
    text = "\n".join("" if kind == "code" else line for _, kind, line in prose)
    for paragraph in re.split(r"\n\s*\n|\n(?=\|)", text):
        yield from (" ".join(code.split()) for code in _INLINE.findall(paragraph))


def _blocks_of(page: str) -> Iterator[Block]:
    heading, language, began, taken = "", "", 0, list[str]()
    for number, kind, line in [*_lines(page), (0, "text", "")]:
        if kind == "code":
            began = began or number
            taken.append(line)
            continue
        if taken:
            yield Block(page, began, heading, language, "\n".join(taken).rstrip("\n") + "\n")
            began, taken = 0, []
        language = line if kind == "fence" else ""
        heading = line.lstrip("# ") if line.startswith("#") else heading


def _lines(page: str) -> Iterator[tuple[int, str, str]]:
    """The lines of a page, numbered, each with what it is: `code`, `fence` (with its language alone), or `text`."""
    fenced, indented, blank = False, False, True
    for number, line in enumerate(read(page).split("\n"), start=1):
        fence = _FENCE.match(line)
        if fence is not None:
            fenced = not fenced
            yield number, "fence", fence[1] if fenced else ""
        elif fenced:
            yield number, "code", line
        else:
            # As in Markdown: behind a blank line, and as long as it goes on.
            indented = (line.startswith(_INDENT) and (blank or indented)) or (indented and not line.strip())
            yield number, "code" if indented else "text", line.removeprefix(_INDENT) if indented else line
        blank = not line.strip()
