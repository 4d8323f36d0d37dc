"""Pieces of the Waterloo Wargame as its tests write them: `F I3 inf 3 3000,1900/0; A G1 gun 3000,2000/180`.

Side, code, arm, thousands of men (none for a gun), centre and heading; a semicolon between pieces.
"""

from __future__ import annotations

from typing import Any

SEATS = {"F": "french", "A": "allied"}
ARMS = {"inf": "infantry", "cav": "cavalry", "gun": "gun"}


def pieces_in(text: str) -> list[dict[str, Any]]:
    """The pieces of a text as the JSON of a position has them."""
    return [_piece(each) for each in text.split(";")]


def _piece(text: str) -> dict[str, Any]:
    side, code, arm, *men, where = text.split()
    place, _, heading = where.partition("/")
    x, y = place.split(",")
    return {
        "code": code,
        "side": SEATS[side],
        "arm": ARMS[arm],
        "men": int(men[0]) if men else 0,
        "x": int(x),
        "y": int(y),
        "heading": int(heading),
    }


def place_of(piece: dict[str, Any]) -> str | None:
    """`3000,1900/0`, or None for a piece that is gone."""
    return None if piece["x"] is None else f"{piece['x']},{piece['y']}/{piece['heading']}"
