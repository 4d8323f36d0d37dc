"""Positions of Waterloo (1895) as the tests draw them, and moves as the tests write them.

    placed("N: N1=W26 N2=U22 / W: @W")

places two pieces of Napoleon's and Wellington's whole default set-up; what stands before a colon is for the reader.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

DEFAULT_SET_UPS = {
    "N": "N1=S27 N2=P26 N3=R26 N4=U22 N5=V24 N6=Y23 N7=Y26 N8=R29 NC=U27 ND=W26",
    "Y": "Y1=G27 Y2=K26 Y3=H26 Y4=E22 Y5=D24 Y6=A23 Y7=A26 Y8=H29 YC=E27 YD=C26",
    "W": "W1=G13 W2=K14 W3=H14 W4=E18 W5=D16 W6=A17 W7=A14 W8=H11 WC=E13 WD=C14",
    "B": "B1=S13 B2=P14 B3=R14 B4=U18 B5=V16 B6=Y17 B7=Y14 B8=R11 BC=U13 BD=W14",
}

# Pieces, the army in turn and its throw, where several subjects use them.
FEW = "N: N1=W26 N2=U22 N3=Q26 NC=S27 / W: W1=A14 W2=B16"
FIVE_MOVERS = "N: N1=S27 N2=Q26 N3=P26 N4=W26 NC=Y26 / W: W1=A14 W2=B16"
NO_DODGING = ("N: N1=A15 N2=A14 / W: W1=A12 W2=A13 W3=B17 W4=A17", "N", "1-2-6")
OPEN_ROADS = ("N: N1=W26 N2=U22 N3=Q26 / W: W1=A14 W2=B16", "N", "1-3-6")


def placed(drawn: str) -> dict[str, str]:
    """`N: N1=W26 / W: W1=A14` as the `pieces` of a position; `@N` stands for N's default set-up.

    Raises ValueError for what is neither, so that no piece is left out unseen.
    """
    text = re.sub(r"@([NYWB])", lambda army: DEFAULT_SET_UPS[army[1]], drawn)
    words = [word for word in text.replace("/", " ").split() if not word.endswith(":")]
    wrong = [word for word in words if not re.fullmatch(r"[NYWB][1-8CD]=[A-Y]\d\d", word)]
    if wrong:
        raise ValueError(wrong)
    return {word[:2]: word[3:] for word in words}


def numbers(dice: str) -> list[int]:
    """`1-3-6`, `1+3` or `136` as numbers."""
    return [int(die) for die in re.findall(r"\d", dice)]


def in_short(move: Mapping[str, Any]) -> str:
    """A move in the notation of the reports, `NC S27-Q26xW3-S27 (3,3)`: from, landings, captures, dice."""
    road = move["from"]
    for leg in move["legs"]:
        road += f"-{leg['spot']}" + (f"x{leg['captured']}" if leg["captured"] else "")
    dice = ",".join("+".join(map(str, leg["dice"])) for leg in move["legs"])
    return f"{move['piece']} {road} ({dice})"
