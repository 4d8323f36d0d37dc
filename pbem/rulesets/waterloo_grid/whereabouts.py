"""What conditions can name on the grid: units, also those that are gone, cells, villages, farms and entries."""

from __future__ import annotations

from core.contract import Json, SeatName
from pbem.rulesets.contract import Whereabouts

from .board import bases_of, board, side_of


def whereabouts(view: Json, seat: SeatName) -> Whereabouts:
    """Where the units have bases, those of the seat itself also by class and number, and where enemies stand."""
    bases = [(base.unit, base.cell.lower()) for base in bases_of(view)]
    # Whoever fell has left the view; the numbers that each class has had tell who there was.
    had = (f"{kind}{number}" for kind, most in view["used"].items() for number in range(1, most + 1))
    pieces: dict[str, frozenset[str]] = {}
    for unit in sorted({*had, *view["units"]}):
        names = [unit.lower(), *([unit[1:].lower()] if side_of(unit) == seat else [])]
        pieces |= dict.fromkeys(names, frozenset(cell for owner, cell in bases if owner == unit))
    return Whereabouts(pieces, _places(), frozenset(cell for unit, cell in bases if side_of(unit) != seat))


def _places() -> dict[str, frozenset[str]]:
    here = board()
    cells = [here.cell(column, row) for column in range(len(here.columns)) for row in range(here.rows)]
    named: dict[str, tuple[str, ...]] = {cell: (cell,) for cell in cells}
    for place in (*here.villages, *here.farms):
        named |= {name: place.cells for name in (place.short, place.name) if name}
    named |= {entry: (cell,) for entry, (cell, _) in here.roads.items()}
    return {name.lower(): frozenset(map(str.lower, cells)) for name, cells in named.items()}
