"""The field of Waterloo on a grid drawn as text that a program can read back.

Two lines of five characters a cell, 77 columns in all. The first line of a cell is its terrain and the unit in it, the
second how many bases stand there, which way they face, whether the flag is among them and whether they face an enemy;
names of places and roads stand on the upper edge of their cell, where no unit hides them. `parse_map` reads a drawn
field. Not for: the roster, which is `questions.forces`; the picture, which is `picture.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

import msgspec

from core.contract import Json

from .armies import Stack, called, faced, parties_of, stacks_of
from .board import board
from .status import held_in_words

WIDTH = 78
HARD_SPACE = "\N{NO-BREAK SPACE}"
TERRAIN = {"open": " ", "hill": "h", "village": "V", "large_farm": "F", "small_farm": "f", "wood": "w"}
FACING = {"n": "^", "e": ">", "s": "v", "w": "<", "+": "+"}
MIXED = "x"

_INSIDE = 5  # characters of a cell between its edges


class Drawn(msgspec.Struct, frozen=True):
    """What a text map shows of one cell.

    `terrain` is None where a long unit id hides it; `facing` is n, e, s, w, `+` in square, `x` mixed, or None in an
    empty cell, where `unit` is empty too.
    """

    terrain: str | None
    name: str
    unit: str
    more: bool
    bases: int
    facing: str | None
    flag: bool
    contact: bool


def map_text(view: Json) -> str:
    """The field of a view in 77 columns, and below it cells with several units, the objectives and the signs."""
    return "\n".join([*_field_lines(view), "", *_shared(view), *_held(view), *_legend()])


def parse_map(text: str) -> dict[str, Drawn]:
    """What stands on a text map, cell by cell. Raises ValueError where a cell means nothing."""
    b, lines = board(), text.splitlines()
    found = {}
    for row in range(b.rows):
        edge, upper, lower = lines[1 + 3 * row : 4 + 3 * row]
        for column in range(len(b.columns)):
            inside = slice(3 + 6 * column, 8 + 6 * column)
            found[b.cell(column, row)] = _drawn(edge[inside], upper[inside], lower[inside])
    return found


# --- The cells ------------------------------------------------------------------------------------------------------


def _field_lines(view: Json) -> list[str]:
    b, stacks = board(), stacks_of(view)
    heading = "   " + "".join(f"  {letter}   " for letter in b.columns).rstrip()
    lines = [heading]
    for row in range(b.rows):
        cells = [b.cell(column, row) for column in range(len(b.columns))]
        lines.append(_edge([b.name_at(cell) for cell in cells]))
        lines.append(_cells(f"{row + 1:>2}", [_upper(cell, stacks.get(cell)) for cell in cells]))
        lines.append(_cells("  ", [_lower(cell, stacks) for cell in cells]))
    return [*lines, _edge([""] * len(b.columns)), heading]


def _edge(names: Sequence[str]) -> str:
    return "  +" + "".join(f"{f'-{name}' if name else '':-<{_INSIDE}}+" for name in names)


def _cells(number: str, insides: Sequence[str]) -> str:
    return f"{number}|{''.join(f'{inside}|' for inside in insides)}{number.strip()}"


def _upper(cell: str, stack: Stack | None) -> str:
    terrain = TERRAIN[board().terrain_of(cell)]
    if stack is None:
        return f"{terrain:<{_INSIDE}}"
    unit = f"{stack.units[0]}{'&' if len(stack.units) > 1 else ''}"
    return f"{terrain if len(unit) < _INSIDE else ''}{unit:<{_INSIDE - 1}}"[:_INSIDE]


def _lower(cell: str, stacks: dict[str, Stack]) -> str:
    stack = stacks.get(cell)
    if stack is None:
        return " " * _INSIDE
    facings = {base.facing for base in stack.bases}
    facing = FACING[facings.pop()] if len(facings) == 1 else MIXED
    flag = "*" if any(base.letter == "f" for base in stack.bases) else " "
    return f" {len(stack.bases)}{facing}{flag}{'!' if faced(cell, stacks) else ' '}"


def _drawn(edge: str, upper: str, lower: str) -> Drawn:
    """The meaning of a cell's three lines. Raises ValueError."""
    terrains = {sign: terrain for terrain, sign in TERRAIN.items()}
    shown = terrains.get(upper[0])
    unit = (upper if shown is None else upper[1:]).strip()
    facings = {sign: facing for facing, sign in FACING.items()} | {MIXED: MIXED}
    if not unit:
        if lower.strip() or shown is None:
            raise ValueError(f"{upper!r} over {lower!r} is no cell")
        return Drawn(shown, edge.strip("-"), "", False, 0, None, False, False)
    if not lower[1].isdigit() or lower[2] not in facings:
        raise ValueError(f"{lower!r} shows no bases")
    return Drawn(
        terrain=shown,
        name=edge.strip("-"),
        unit=unit.removesuffix("&"),
        more=unit.endswith("&"),
        bases=int(lower[1]),
        facing=facings[lower[2]],
        flag=lower[3] == "*",
        contact=lower[4] == "!",
    )


# --- Below the field ------------------------------------------------------------------------------------------------


def _shared(view: Json) -> list[str]:
    """Who stands in the cells that hold several units or face several ways."""
    said = []
    for cell, stack in stacks_of(view).items():
        parties = parties_of(stack)
        if len(parties) > 1:
            words = [f"{party.unit} {party.letters} {called(party.facing)}" for party in parties]
            said.append(f"{cell}: {', '.join(words)}")
    return _set_out("Together  ", said, "   ") if said else []


def _held(view: Json) -> list[str]:
    """Who holds what, and how much of it wins."""
    lines = [*held_in_words(view), "All four village cells and two farms win."]
    return [f"{'Held' if place == 0 else '':<10}{said}" for place, said in enumerate(lines)]


def _legend() -> list[str]:
    ground = ["h hill", "V village", "F large farm", "f small farm", "w wood", "X1 X2 X3 Y roads of entry"]
    bases = ["^>v< facing", "+ in square", "x several ways", "* flag", "! faces an enemy", "& more units"]
    names = [f"{place.short} {place.name}" for place in (*board().villages, *board().farms)]
    return [
        *_set_out("Ground    ", ground, "  "),
        *_set_out("Places    ", names, "  "),
        *_set_out("Bases     ", bases, "  "),
    ]


def _set_out(lead: str, items: Sequence[str], between: str) -> list[str]:
    """Items behind a lead, the line broken between them and not within."""
    words = between.join(item.replace(" ", HARD_SPACE) for item in items)
    lines = wrap(words, WIDTH, initial_indent=lead, subsequent_indent=" " * len(lead))
    return [line.replace(HARD_SPACE, " ") for line in lines]
