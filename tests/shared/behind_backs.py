"""Set-ups of Stratego Waterloo that look the same to the enemy, who sees the arms of pieces and nothing else."""

from __future__ import annotations

import re
from random import Random

ALLIES = """
10: BF KH BL .. UX WE .. DC .. KH BF BF
9: KH KH DC BF SG BA BA RH BF DC KH KH
8: BF RI BF BF FG BA BA BF BF BF RI BF
7: BF BF BA BF BL HR HR BL BF BA BF BF
"""
CAVALRY, GUNS = {"KH", "UX", "WE", "DC", "SG", "RH"}, {"BA"}


def arm(code: str) -> str:
    return "c" if code in CAVALRY else "a" if code in GUNS else "i"


def behind_the_same_backs(seed: int) -> str:
    """The Allied set-up with the same arms in the same places, and other pieces behind them."""
    codes = re.findall(r"[A-Z]{2}", ALLIES)
    Random(seed).shuffle(codes)
    others = {each: [code for code in codes if arm(code) == each] for each in "ica"}
    return "setup" + re.sub(r"[A-Z]{2}", lambda found: others[arm(found[0])].pop(), ALLIES)
