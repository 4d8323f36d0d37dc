"""The options of the Game of Waterloo (1895), and which go together.

Where two readings of the original are both good games, the ruling makes an option of them. Here they are listed and
settled; what they do stands where their clause is carried out.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core import options
from core.contract import Option, Options

OPTIONS = (
    Option("mode", "duel", ("duel", "four", "three", "double", "little"), "W95-010"),
    Option("setup", "secret", ("secret", "open"), "W95-R04"),
    Option("halts", "doublets", ("doublets", "always"), "W95-R07"),
    Option("loops", "no", ("no", "yes"), "W95-R06"),
    Option("oblige", "max", ("max", "each"), "W95-R11"),
    Option("own_city", "side", ("side", "army"), "W95-R18"),
    Option("order", "round", ("round", "alternate"), "W95-R26"),
    Option("pool", "separate", ("separate", "joint"), "W95-R28"),
    Option("throws", "step", ("step", "chain"), "W95-R25"),
    Option("absent", "auto", ("auto", "bot"), "W95-R40"),
    Option("remnant", "play", ("play", "lose"), "W95-R32"),
    Option("stall", 30, None, "W95-R33"),
    Option("max_rounds", 200, None, "W95-R33"),
    Option("lp_again", "no", ("no", "yes"), "W95-R35"),
    Option("lp_oblige", "forward", ("forward", "none"), "W95-R36"),
    Option("armies", "NW", ("NW", "NYWB", "NYW", "NYB", "NWB", "YWB"), "W95-R37"),
)

# Where an option can matter at all. An option that cannot must keep its default: a game master who sets it
# misunderstands something, and is told.
PARTNERS = ("four", "three", "double")
GROWN_UP = ("duel", *PARTNERS)
MEANT_FOR = {
    "setup": GROWN_UP,
    "halts": GROWN_UP,
    "oblige": GROWN_UP,
    "remnant": GROWN_UP,
    "own_city": PARTNERS,
    "order": (*PARTNERS, "little"),
    "pool": ("three", "double"),
    "lp_again": ("little",),
    "lp_oblige": ("little",),
    "armies": ("little",),
}


def settle(chosen: Mapping[str, Any]) -> Options:
    """All options with their values, defaults filled in. Raises BadOption."""
    settled = options.settle(OPTIONS, chosen)
    for name, modes in MEANT_FOR.items():
        if settled["mode"] not in modes:
            _keep_default(settled, name, "mode")
    if settled["mode"] == "little":
        if len(settled["armies"]) == 2:  # W95-R37: two armies have but one order
            _keep_default(settled, "order", "armies")
        if settled["lp_again"] == "no":  # W95-121: without further throws there is no chain
            _keep_default(settled, "throws", "lp_again")
    return settled


def _keep_default(settled: Options, name: str, because: str) -> None:
    option = next(option for option in OPTIONS if option.name == name)
    if settled[name] != option.default:
        raise options.clash(settled, option, because)
