"""What the pieces can do and how strong they are, in a few lines, for whoever has a set-up or a ply to write."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from core.contract import Json

from .board import Kind, army_of, kinds, of, other

WIDTH = 76
_ARMIES = (("French", "FR"), ("Allied", "AL"), ("Prussian", "PR"))
_CALLED = {"CINC": "chief", "CMD": "leader", "ART": "gun", "HC": "heavy", "LC": "horse", "LIGHT": "light", "LINE": ""}
_WAYS = (
    "Infantry moves up to 2 squares, light infantry 3, cavalry any distance in a",
    "straight line, a gun 1. The last step may be an attack; a gun fires instead:",
    "{fire}, and kills all but light infantry.",
    "The stronger piece wins, equal ones roll the battle die. A gun beats all that",
    "comes from its front{light}; from side or rear all beat it.",
    "A chief beats all else that it attacks; whatever attacks or hits it beats it.",
    "The die: B for Blue, R for Red; with + the winner attacks the next square",
    "too (frenzy); of BR and RR Blue and Red win, and the loser is withdrawn.",
    "Heavy cavalry loses 1 with each attack that it makes, until it has rested.",
)
_GROUND = (
    "Farm: cavalry and guns stay out; {fortified}",
    "+1; guns fire at it, over it from a hill alone, and the fourth hit destroys",
    "it. Hill: +1 against an attack from below, not for guns and chiefs; guns",
    "there reach 4 squares, over everything, also in the files beside, and guns",
    "below cannot hit them.",
)
_FORTIFIED = {
    "flag": "infantry whose side last held all its squares",
    "full": "infantry whose side holds all four squares",
}
_VILLAGE = "Village: open to all, +1 for infantry in it; four shots at it destroy it."


_PURSUIT = (
    "{victor} cavalry (V1, V2 ...) cuts down the {loser} fugitives on the board, infantry and guns, one an action. An "
    "action of the {losers} brings one to safety.",
    "Cavalry of either charges the other's, an action each: the weaker is eliminated, of equals the {loser} piece, "
    "whoever charged. Heavy cavalry that survives its own attack loses 1. An action takes a rider out for good, "
    "and safe.",
    "Actions: 2 for a chief alive, 1 for each other leader alive.",
    "The pursuit ends when the {victors} stop, use no action in a ply or have no cavalry or action left, and when "
    "nobody is left to be pursued.",
    "{loser} casualties less {victor}, {counted}: up to 3 indecisive, 4 to 9 a minor victory, 10 and more a major one.",
)


def card(view: Json) -> tuple[str, ...]:
    """What matters in the phase: in a pursuit nothing of the battle does (SWL-160)."""
    return _of_the_pursuit(view) if view["phase"] == "pursuit" else _of_the_battle(view)


def _of_the_pursuit(view: Json) -> tuple[str, ...]:
    """The strengths of cavalry, then who takes whom, and what ends and grades it (SWL-161 to SWL-172)."""
    victor = view["pursuit"]["victor"]
    loser = other(victor)
    counted = "of the pursuit" if view["options"]["casualties"] == "pursuit" else "of the whole game"
    names = {"victor": of(victor), "victors": army_of(victor), "loser": of(loser), "losers": army_of(loser)}
    drawn = sum(view["prussians"].values()) > view["undrawn"]
    armies = [each for each in _ARMIES if each[1] != "PR" or drawn]
    return (
        *(row for army, nation in armies for row in _strengths(army, nation, view, riding=True)),
        *(row for told in _PURSUIT for row in wrap(told.format(counted=counted, **names), WIDTH)),
    )


def _of_the_battle(view: Json) -> tuple[str, ...]:
    """Strengths by army, then moves, fights and ground (SWL-028 to SWL-050, SWL-066 to SWL-069, SWL-116 to SWL-128)."""
    options = view["options"]
    terrain = {tile["kind"] for tile in view["tile_data"].values()}
    light = " (light infantry stays)" if options["li-front"] == "repulse" else " (light infantry too)"
    fire = "1 to 3 squares straight ahead, over none"
    return (
        *(row for army, nation in _ARMIES for row in _strengths(army, nation, view)),
        *(line.format(fire=fire, light=light) for line in _WAYS),
        *(line.format(fortified=_FORTIFIED[options["fortify"]]) for line in _GROUND if terrain & {"FARM", "HILL"}),
        *((_VILLAGE,) if "VILLAGE" in terrain else ()),
    )


def _strengths(army: str, nation: str, view: Json, *, riding: bool = False) -> Iterator[str]:
    """`French: NA chief, NE leader 5, OG 6, ...`: the kinds that fight in this game, or ride in its pursuit."""
    counts = view["prussians"] if nation == "PR" else view["armies"]["blue" if nation == "FR" else "red"]
    late = view["late"] if nation == "FR" else {}
    here = [
        kind for kind in kinds().values() if kind.nation == nation and (counts.get(kind.code) or late.get(kind.code))
    ]
    told = [_strength(kind) for kind in here if not riding or (kind.arm == "c" and kind.kind != "CINC")]
    if told:
        yield from wrap(f"{army}: {', '.join(told)}.", WIDTH, subsequent_indent="  ", break_on_hyphens=False)


def _strength(kind: Kind) -> str:
    """A code, what it is if it is not of the line, and its strength; kept together where a line is broken."""
    strength = str(kind.strength) if kind.kind not in ("CINC", "ART") else ""
    return "\N{NO-BREAK SPACE}".join(filter(None, (kind.code, _CALLED[kind.kind], strength)))
