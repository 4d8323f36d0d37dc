"""The field of the Waterloo Wargame as the words need it: names of roads, strongpoints, places and formations.

Read once from `board.toml`, the same file the rules are built from. Not for: who may go where, or anything a rule
depends on; that is asked of `core`. Where things are is in every view.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec


class Board(msgspec.Struct, frozen=True):
    """Names by code: `names` of roads, strongpoints, places and formations; `aliases` in lower case, the other way."""

    names: dict[str, str]
    aliases: dict[str, str]


# What people write for a place, beside its name in full.
SHORT_NAMES = {
    "hougoumont": "hou",
    "la haye sainte": "lhs",
    "haye sainte": "lhs",
    "papelotte": "pap",
    "mont st jean": "msj",
    "mont-st-jean": "msj",
    "la belle alliance": "lba",
    "belle alliance": "lba",
    "napoleon's road": "cha",
    "charleroi road": "cha",
    "charleroi chaussee": "cha",
    "nivelles road": "niv",
    "ohain road": "oha",
}


@cache
def source() -> dict[str, Any]:
    """`board.toml` as it stands, for the rules."""
    return tomllib.loads(files(__package__).joinpath("board.toml").read_text(encoding="utf-8"))


@cache
def board() -> Board:
    """The names on the board."""
    raw = source()
    named = [*raw["roads"], *raw["strongpoints"], *raw["places"]]
    names = {thing["id"]: thing["name"] for thing in named}
    aliases = {thing["name"].lower(): thing["id"].lower() for thing in named}
    return Board(
        names=names | {piece["code"]: piece["name"] for piece in raw["pieces"]},
        aliases=aliases | SHORT_NAMES | _commanders(raw),
    )


@cache
def alias_pattern() -> re.Pattern[str]:
    """Every name in full that stands for a code, the longest first."""
    names = sorted(board().aliases, key=len, reverse=True)
    return re.compile(rf"(?<![a-z0-9])(?:{'|'.join(map(re.escape, names))})(?:'s)?(?![a-z0-9])")


def _commanders(raw: dict[str, Any]) -> dict[str, str]:
    """`milhaud` for MIL: the commander's name of each formation, where nobody else has it.

    Only names longer than any code: a short one could be a code in a position written by hand.
    """
    found: dict[str, list[str]] = {}
    for piece in raw["pieces"]:
        name = re.match(r"(?:[A-Z]\. )?([A-Za-z'-]{6,})'s? ", piece["name"])
        if name:
            found.setdefault(name[1].lower(), []).append(piece["code"].lower())
    return {name: codes[0] for name, codes in found.items() if len(codes) == 1 and name != codes[0]}
