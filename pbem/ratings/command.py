"""What `pbem ratings` does: the tables of all ways to play, and all of it reckoned anew from the records."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from pbem.ratings.keeping import Rebuilt
from pbem.ratings.standing import Row, SideRow, Table, tables
from pbem.runtime.context import Context

NAME_WIDTH = 40


def shown(context: Context, most: int) -> Iterator[str]:
    """The tables as text, so many players of each."""
    with context.store.reading() as session:
        found = list(tables(session))
    if not found:
        yield "no rated game has ended yet"
    for at, table in enumerate(found):
        if at:
            yield ""
        yield from _lines(table, most)


def as_json(context: Context) -> Iterator[str]:
    """The tables whole, each as a line of JSON."""
    with context.store.reading() as session:
        for table in tables(session):
            yield msgspec.json.encode(table).decode()


def told(rebuilt: Rebuilt, *, verified: bool) -> Iterator[str]:
    """What came of reckoning everything anew."""
    yield f"{rebuilt.games} rated games are over, {rebuilt.counted} count; they make {rebuilt.ratings} ratings."
    if rebuilt.differed:
        yield f"{rebuilt.differed} rows were otherwise than the records have it, and are put right."
    else:
        yield "All that was stored is the same, bit by bit."
    if verified and not rebuilt.unsound:
        yield "The lines of all their records hold."
    for found in rebuilt.unsound:
        yield f"does not hold: {found}"


def _lines(table: Table, most: int) -> Iterator[str]:
    yield table.way
    for place, row in enumerate(table.players[:most], start=1):
        yield _line("  -" if row.provisional else f"{place:>3}", row)
    if len(table.players) > most:
        yield f"     and {len(table.players) - most} more"
    for row in table.robots:
        yield _line("  -", msgspec.structs.replace(row, name=f"{row.name} (robot)"))
    for side in table.sides:
        yield _of_side(side)


def _line(place: str, row: Row) -> str:
    note = "  provisional" if row.provisional else ""
    return f"{place}  {row.name[:NAME_WIDTH]:<{NAME_WIDTH}} {row.rating:>5} +-{row.spread:<3} {row.games:>5}{note}"


def _of_side(side: SideRow) -> str:
    between = f"{100 * side.share:.0f} % ({100 * side.low:.0f} to {100 * side.high:.0f})"
    games = f"{side.games} game{'' if side.games == 1 else 's'}"
    return f"     {side.side}: between equals {between} of the points, by {games}"
