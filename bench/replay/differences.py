"""Two recordings side by side: which digests differ, and, where whole lines were kept, in what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from replay.blocks import Parts, kept_file, lines_in

NOTHING_THERE = "nothing"
LONGEST_SHOWN = 200
PLACES_SHOWN = 30


class Difference(NamedTuple):
    """A place in a line of JSON, numbers of lists left out, with what stood there and what stands there."""

    where: str
    before: Any
    after: Any


class Look(NamedTuple):
    """How many lines of a part differ, and sentences on them."""

    lines: int
    sentences: list[str]


def differing(before: Parts, after: Parts) -> dict[str, list[str]]:
    """For each part of `after`, the labels whose digests are not those of `before`; equal parts have none."""
    found = {}
    for part, digests in after.items():
        known = before.get(part, {})
        labels = [*digests, *(label for label in known if label not in digests)]
        found[part] = [label for label in labels if digests.get(label) != known.get(label)]
    return found


def looked_at(part: str, before: Path, after: Path, ignored: Sequence[str], shown: int) -> Look:
    """A part whose whole lines are kept in both folders: how many differ, in what, and examples.

    A part that was not kept counts as one line that differs.
    """
    names = sorted(
        {path.relative_to(folder) for folder in (before, after) for path in _files_of(part, folder)},
    )
    if not names:
        return Look(1, [f"  {part}: no lines of it were kept"])
    places: Counter[str] = Counter()
    examples: list[str] = []
    lines = 0
    for name in names:
        for number, (old, new) in enumerate(zip_longest(_lines(before / name), _lines(after / name)), start=1):
            found = _compared(old, new, frozenset(ignored)) if old != new else []
            lines += bool(found)
            places.update({each.where for each in found})
            if found and len(examples) < shown:
                examples.append(f"    {name.name} line {number}, {_sentence(found[0])}")
    kind = "differ otherwise than in what is ignored" if ignored else "differ"
    more = len(places) - PLACES_SHOWN
    counted = [f"    {where}: {times} lines" for where, times in places.most_common(PLACES_SHOWN)]
    rest = [f"    and {more} places more"] if more > 0 else []
    return Look(lines, [f"  {lines} lines {kind}", *counted, *rest, *examples])


def _files_of(part: str, folder: Path) -> Iterator[Path]:
    """The kept files of a part: one, or one for each of its labels."""
    yield from (path for path in (kept_file(folder, part),) if path.exists())
    yield from sorted((folder / part).rglob("*.jsonl.gz"))


def _lines(path: Path) -> Iterator[bytes]:
    return lines_in(path) if path.exists() else iter(())


def _compared(old: bytes | None, new: bytes | None, ignored: frozenset[str]) -> list[Difference]:
    before, after = _value(old), _value(new)
    found = list(_differences("$", before, after, ignored))
    if not found and before == after:
        return [Difference("$ (as written)", repr(old), repr(new))]
    return found


def _value(line: bytes | None) -> Any:
    if line is None:
        return NOTHING_THERE
    try:
        return msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return line.decode(errors="backslashreplace")  # a request that is meant to be unreadable


def _differences(where: str, old: Any, new: Any, ignored: frozenset[str]) -> Iterator[Difference]:
    if isinstance(old, dict) and isinstance(new, dict):
        for key in [*old, *(key for key in new if key not in old)]:
            if key not in ignored:
                pair = (old.get(key, NOTHING_THERE), new.get(key, NOTHING_THERE))
                yield from _differences(f"{where}.{key}", *pair, ignored)
        if old == new and list(old) != list(new):
            yield Difference(f"{where} (order of keys)", list(old), list(new))
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for pair in zip(old, new, strict=True):
            yield from _differences(f"{where}[]", *pair, ignored)
    elif type(old) is not type(new) or old != new:
        yield Difference(where, old, new)


def _sentence(each: Difference) -> str:
    before, after = (repr(value)[:LONGEST_SHOWN] for value in _from_the_first(each.before, each.after))
    return f"{each.where}: {before} -> {after}"


def _from_the_first(before: Any, after: Any) -> tuple[Any, Any]:
    """Two texts from the line on in which they begin to differ."""
    if not (isinstance(before, str) and isinstance(after, str)):
        return before, after
    equal = 0
    for old, new in zip(before, after, strict=False):
        if old != new:
            break
        equal += 1
    start = before.rfind("\n", 0, equal) + 1
    return before[start:], after[start:]
