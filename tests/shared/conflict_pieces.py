"""Pieces of Conflict as tests write them: colour, name and place, `R:ar1@l2 Y:bs1@START O:pl2@HELD:red G:*@RETIRED`.

`*` stands for all pieces of a colour that are not named.
"""

from __future__ import annotations

import re

SEATS = {"R": "red", "Y": "yellow", "G": "green", "O": "orange"}
LETTERS = {seat: letter for letter, seat in SEATS.items()}
PIECES = ("ar1", "ar2", "ar3", "ar4", "aa", "bs1", "bs2", "bs3", "bs4", "bs5", "pl1", "pl2")


def placed(pieces: str, playing: str = "RYGO", others: str | None = "RESERVE") -> dict[str, dict[str, str]]:
    """The `pieces` of a position. Those that are not named are put in the place `others`, or left out for None."""
    placings = re.findall(r"([RYGO]):(\*|[a-z]{2}\d?)@(\S+)", pieces)
    assert len(placings) == len(pieces.split()), pieces
    table: dict[str, dict[str, str]] = {
        SEATS[letter]: dict.fromkeys(PIECES, others) if others else {} for letter in playing
    }
    for letter, piece, place in sorted(placings, key=lambda placing: placing[1] != "*"):
        table[SEATS[letter]].update(dict.fromkeys(PIECES, place) if piece == "*" else {piece: place})
    return table
