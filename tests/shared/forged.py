"""Records of games that somebody has altered, and whose chain he has mended."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from pbem.games import record


def relinked(lines: list[str], number: int, edit: Callable[[dict[str, Any]], object]) -> list[str]:
    """The lines of a record, with one of them edited and all hashes made anew."""
    changed, before = [], record.GENESIS
    for at, line in enumerate(lines):
        entry = {**msgspec.json.decode(line), "prev": before}
        entry.pop("hash")
        if at == number:
            edit(entry)
        before = record._hash(entry)
        changed.append(msgspec.json.encode({**entry, "hash": before}).decode())
    return changed
