"""The JSON shape of a position of Waterloo on a grid: every key with its type, bounds, default and meaning.

`position.pyx` checks what takes more than one key to see. Patterns and lists of words stand here for the JSON Schema
alone: `decode` reads such texts in C, which refuses the same and says what is wrong with them; a regular expression for
each unit would take longer than all the rest of the reading.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

_CELL = "[A-La-l](10|[1-9])"
_GROUP = rf"{_CELL}:[FABCfabc]{{1,4}}:[NESWnesw+]"
_NUMBER = "[1-9][0-9]{0,3}"

_BY_SEAT = {"propertyNames": {"enum": ["blue", "red"]}}

Count: TypeAlias = Annotated[int, Meta(ge=0, le=1_000_000)]
Few: TypeAlias = Annotated[int, Meta(ge=0, le=200)]
Number: TypeAlias = Annotated[int, Meta(ge=0, le=9999)]
Seat: TypeAlias = Literal["blue", "red"]
Face: TypeAlias = Literal["I", "C", "A", "X", "-"]
Reason: TypeAlias = Literal["objectives", "annihilated", "turn_limit", "resigned", "agreed", "claimed"]
Cell: TypeAlias = Annotated[str, Meta(max_length=8, extra_json_schema={"pattern": f"^{_CELL}$"})]
UnitName: TypeAlias = Annotated[str, Meta(extra_json_schema={"pattern": f"^[BRbr][AGHILaghil]{_NUMBER}$"})]
OwnUnit: TypeAlias = Annotated[
    str, Meta(max_length=8, extra_json_schema={"pattern": f"^[BRbr]?[AGHILaghil]{_NUMBER}$"})
]
Bases: TypeAlias = Annotated[
    str,
    Meta(min_length=1, max_length=80, extra_json_schema={"pattern": rf"^\s*{_GROUP}(\s+{_GROUP}){{0,3}}\s*$"}),
]
PoolKey: TypeAlias = Annotated[str, Meta(extra_json_schema={"enum": ["A", "G", "Gf", "H", "Hf", "I", "If", "L", "Lf"]})]
SideAndClass: TypeAlias = Annotated[str, Meta(extra_json_schema={"pattern": "^[BR][AGHIL]$"})]
EndClause: TypeAlias = Annotated[
    str, Meta(extra_json_schema={"enum": ["WGR-132", "WGR-134", "WGR-135", "WGR-136", "WGR-147"]})
]


class ChargeSchema(msgspec.Struct, forbid_unknown_fields=True, gc=False):
    """A charge made in this turn."""

    cell: Annotated[Cell, Meta(description="The cell that the charge ended in.")]
    direction: Annotated[Literal["n", "e", "s", "w"], Meta(description="Where the enemy is.")] = msgspec.field(
        name="dir"
    )
    tokens: Annotated[int, Meta(ge=1, le=4, description="Its sword tokens (WGR-045).")]


class OutcomeSchema(msgspec.Struct, forbid_unknown_fields=True, gc=False):
    """How a game ended."""

    winners: Annotated[list[Seat], Meta(max_length=1, description="The seat that has won; empty for a draw.")]
    reason: Annotated[Reason, Meta(description="Why the game is over.")]
    clause: Annotated[EndClause, Meta(description="The clause of the reason.")]


class PositionSchema(msgspec.Struct, forbid_unknown_fields=True, gc=False):
    """A position of Waterloo on a grid. One written by hand needs only `units`."""

    units: Annotated[
        dict[UnitName, Bases],
        Meta(
            max_length=64,
            description="Each living unit with its bases: groups of cell, letters and facing, with + for square, as in "
            '{"RI3": "F4:fa:s F5:bc:s"}. They need not be in cohesion.',
        ),
    ]
    phase: Annotated[Literal["play", "over"], Meta(description="play: turns are played; over: the game has ended.")] = (
        "play"
    )
    turn: Annotated[
        int,
        Meta(ge=1, le=1_000_000, description="The game turn: a turn of Blue and the turn of Red after it (WGR-018)."),
    ] = 1
    to_move: Annotated[Seat, Meta(description="Whose turn it is.")] = "blue"
    dice: Annotated[
        list[Face],
        Meta(
            max_length=5,
            description="The five activation dice of the turn, a blank is -; none: they are rolled first of all, from "
            "the dice handed in (WGR-021).",
            extra_json_schema={"not": {"minItems": 1, "maxItems": 4}},
        ),
    ] = []
    pools: Annotated[
        dict[Seat, dict[PoolKey, Few]],
        Meta(
            description="The casualties of each side by class, flags under the class and f (WGR-111), as in "
            '{"red": {"I": 5, "If": 1}}.',
            extra_json_schema=_BY_SEAT,
        ),
    ] = {}
    used: Annotated[
        dict[SideAndClass, Number],
        Meta(
            description="The highest number that units of a side and class have had (WGR-005), as in "
            '{"RI": 5}; left out: that of the armies, or of `units` where it is higher.'
        ),
    ] = {}
    mails: Annotated[
        int,
        Meta(
            ge=0,
            le=9,
            description="Mails of this turn that were carried out; from the first on the dice are placed (WGR-141).",
        ),
    ] = 0
    placed: Annotated[list[OwnUnit], Meta(description="Units with a die that have not acted yet.")] = []
    acted: Annotated[
        list[OwnUnit], Meta(description="Units that have acted in this turn, come in, or lost their line.")
    ] = []
    charges: Annotated[
        list[ChargeSchema],
        Meta(max_length=32, description="The charges of this turn in the order made (WGR-052, WGR-082)."),
    ] = []
    fights: Annotated[
        list[Cell],
        Meta(
            max_length=120,
            description="The cells of the turn's last `fights` line (WGR-144); the mover's own affair, and empty in "
            "the views of others.",
        ),
    ] = []
    held: Annotated[
        dict[Cell, Seat],
        Meta(
            description="With hold=last who was last in each of the eight cells that win the game (WGR-R58), as in "
            '{"F2": "red"}; left out: as at the beginning, but for cells where somebody stands. Else empty.'
        ),
    ] = {}
    missed: Annotated[
        dict[Seat, Count],
        Meta(description="Turns in a row that the deadline has closed (WGR-147).", extra_json_schema=_BY_SEAT),
    ] = {}
    draw_offers: Annotated[
        dict[Seat, Count],
        Meta(
            description="Who offers a draw, and the turn at whose end the offer lapses, both players' turns counted "
            "from 1 (WGR-136).",
            extra_json_schema=_BY_SEAT,
        ),
    ] = {}
    outcome: Annotated[
        OutcomeSchema | None, Meta(description="How the game ended: always, and only, in phase over.")
    ] = None
