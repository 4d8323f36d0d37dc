"""What things are called in the Waterloo Wargame: roads, strongpoints, places and formations, sides and headings.

The names on the board are read once from `board.toml`, the same file the rules are built from. Not for: who may go
where, or anything a rule depends on; that is asked of `core`. Where things are is in every view.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from core.contract import Json, SeatName
from core.rulesets.waterloo_wargame.options import ACROSS_THE_TABLE


class Board(msgspec.Struct, frozen=True):
    """Names by code: `names` of roads, strongpoints, places and formations; `aliases` in lower case, the other way.

    `formations` are the codes and key numbers of those alone.
    """

    names: dict[str, str]
    aliases: dict[str, str]
    formations: frozenset[str]


# The ruling that events and positions write as they did when the first games were recorded.
ON_GIVING_UP = "WWG-R63"

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
    "chaussee": "cha",
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
        formations=frozenset(piece[key] for piece in raw["pieces"] for key in ("code", "number")),
    )


@cache
def strongpoints() -> tuple[str, ...]:
    """The codes of the strongpoints."""
    return tuple(each["id"] for each in source()["strongpoints"])


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


# --- Sides, headings, numbers of men ------------------------------------------------------------------------------

GENERALS = {"french": "Napoleon", "allied": "Wellington"}
ARMIES = {"french": "the French", "allied": "the Allies"}
ADJECTIVES = {"french": "French", "allied": "Allied"}
ARMS = {"infantry": "inf", "cavalry": "cav", "gun": "gun"}
OTHER_WORDS = {
    "french": ("nap", "n", "boney", "france", "fr", "f", "the french", "the emperor", "emperor"),
    "allied": ("wel", "welly", "w", "allies", "anglo-allied", "british", "a", "the allies", "the duke", "duke"),
}
POINTS = ("n", "nne", "ne", "ene", "e", "ese", "se", "sse", "s", "ssw", "sw", "wsw", "w", "wnw", "nw", "nnw")
# The whole degrees that the sixteen points of the compass stand for.
COMPASS = {point: (45 * at + 1) // 2 for at, point in enumerate(POINTS)}
_NAMED = {degrees: point.upper() for point, degrees in COMPASS.items()}


def seat_title(seat: SeatName) -> str:
    """`Napoleon`; a word that is no seat as it stands."""
    return GENERALS.get(seat, seat)


def find_seat(word: str, seats: Sequence[SeatName]) -> SeatName | None:
    """The seat a word stands for, or None."""
    word = " ".join(word.lower().split())
    return next((seat for seat in seats if word in (seat, GENERALS[seat].lower(), *OTHER_WORDS[seat])), None)


def other_of(seat: SeatName, view: Json) -> SeatName:
    """The opponent."""
    return str(next(each for each in view["seats"] if each != seat))


def men(thousands: int) -> str:
    """`4,000`; `0`."""
    return f"{1000 * thousands:,}"


def called(heading: int) -> str:
    """`NNE`, or `257 degrees` for what is no point of the compass."""
    return _NAMED.get(heading, f"{heading} degrees")


def heading_in_short(heading: int) -> str:
    """`NNE` or `257`."""
    return _NAMED.get(heading, str(heading))


def spot(pose: Sequence[int]) -> str:
    """`4930,2550`."""
    return f"{pose[0]},{pose[1]}"


def yards(number: float) -> str:
    """`200 yards`, `155.2 yards`, `1 yard`."""
    whole = round(number)
    said = f"{whole:,}" if abs(number - whole) < 0.05 else f"{number:,.1f}"
    return f"{said} {'yard' if said == '1' else 'yards'}"


def piece_of(code: str, view: Json) -> Json | None:
    """The formation of a code in a view, or None."""
    return next((piece for piece in view["pieces"] if piece["code"] == code), None)


def strength_of(code: str, view: Json) -> str:
    """`4,000`, or `gun`; empty for a code that is not in the view."""
    piece = piece_of(code, view)
    return "" if piece is None else "gun" if piece["arm"] == "gun" else men(piece["men"])


def pieces_on_board(view: Json, seat: SeatName) -> list[Json]:
    """The formations of a side that are on the board, in roster order."""
    return [piece for piece in view["pieces"] if piece["side"] == seat and piece["x"] is not None]


def clause_of(cited: str) -> str:
    """The number of a clause as the rulebook has it, from an event, a verdict or an outcome."""
    return ON_GIVING_UP if cited == ACROSS_THE_TABLE else cited
