"""Lines digested in blocks: what a recorded file holds, and the whole lines for those who want to look at them."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import overload

import msgspec

from replay.inside import Json

QUICK = 2  # a level of gzip: half the size of the best costs ten times as long

Digests = dict[str, str]
Parts = dict[str, Digests]


def digested(lines: Iterable[bytes], size: int, kept: Path | None = None) -> Digests:
    """The SHA-256 of every `size` lines under the number of the first of them; `kept` is a file for the lines."""
    found: Digests = {}
    with _opened(kept) as file:
        for number, line in enumerate(lines):
            if number % size == 0:
                label, block = f"{number:05}", hashlib.sha256()
            block.update(line + b"\n")
            found[label] = block.hexdigest()
            file.write(line + b"\n")
    return found


def named(things: Iterable[tuple[str, Json]], kept: Path | None = None) -> Digests:
    """The SHA-256 of each thing under its name; `kept` is a file for them, a line each."""
    found: Digests = {}
    with _opened(kept) as file:
        for name, thing in things:
            line = line_of({"name": name, **thing})
            found[name] = hashlib.sha256(line).hexdigest()
            file.write(line + b"\n")
    return found


def line_of(thing: Json) -> bytes:
    """A thing as one line of JSON, the same for equal things."""
    return msgspec.json.encode(thing, order="sorted")


@overload
def kept_file(folder: Path, part: str) -> Path: ...


@overload
def kept_file(folder: Path | None, part: str) -> Path | None: ...


def kept_file(folder: Path | None, part: str) -> Path | None:
    """Where the lines of a part are kept, if they are."""
    return None if folder is None else folder / f"{part}.jsonl.gz"


def lines_in(path: Path) -> Iterator[bytes]:
    """The lines of a kept file."""
    with gzip.open(path, "rb") as file:
        for line in file:
            yield line.removesuffix(b"\n")


class _Nothing:
    """A file for lines that nobody wants to keep."""

    def __enter__(self) -> _Nothing:
        return self

    def __exit__(self, *_: object) -> None: ...

    def write(self, line: bytes) -> None:
        """Forget the line."""


def _opened(path: Path | None) -> gzip.GzipFile | _Nothing:
    if path is None:
        return _Nothing()
    path.parent.mkdir(parents=True, exist_ok=True)
    return gzip.GzipFile(path, "wb", QUICK, mtime=0)
