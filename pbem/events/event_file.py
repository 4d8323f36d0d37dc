"""Where the keys of an event file stand: TOML is read by Python's own reader, which tells no lines.

Lines are for the faults that are told of a file that is TOML. A key that is written in some rarer way, in a table
within a line say, has none, and its fault is told of the table that it is in.
"""

from __future__ import annotations

import re

_HEADER = re.compile(r"\s*\[\s*([\w.\s\"'-]+?)\s*\]\s*(#.*)?$")
_KEY = re.compile(r"\s*([\w-]+|\"[^\"]*\"|'[^']*')((?:\s*\.\s*(?:[\w-]+|\"[^\"]*\"|'[^']*'))*)\s*=(.*)$")
_FENCES = ('"""', "'''")


def lines_of(text: str) -> dict[str, int]:
    """The line of each key of a TOML file, `settings.rounds` for one in a table, and of each table."""
    found: dict[str, int] = {}
    table, fence = "", ""
    for number, line in enumerate(text.splitlines(), start=1):
        if fence:
            fence = "" if fence in line else fence
            continue
        if header := _HEADER.match(line):
            table = _bare(header[1])
            found.setdefault(table, number)
        elif key := _KEY.match(line):
            named = _bare(key[1] + key[2])
            found.setdefault(f"{table}.{named}" if table else named, number)
            fence = next((each for each in _FENCES if key[3].count(each) == 1), "")
    return found


def _bare(key: str) -> str:
    return ".".join(part.strip().strip("\"'") for part in key.split("."))
