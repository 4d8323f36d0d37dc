"""The JSON of a position of the Waterloo Wargame: every key, its type, its bounds, its default, and what it means.

What fits it and still cannot be (a base over the edge, a name taken twice) is found by `position.pyx`. The JSON Schema
and the tables of the documentation are made from it.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, UnsetType

Seat: TypeAlias = Literal["french", "allied"]
Code: TypeAlias = Annotated[str, Meta(pattern="^[A-Z][A-Z0-9]{1,4}$", description="Two to five capitals and digits.")]
CodeOrAll: TypeAlias = Annotated[
    str, Meta(pattern="^([A-Z][A-Z0-9]{1,4}|all)$", description="A code, or `all` for every piece of the side.")
]
Heading: TypeAlias = Annotated[int, Meta(ge=0, le=359, description="Degrees clockwise from north (WWG-010).")]
Evade: TypeAlias = Literal["weak", "always", "never"]
Support: TypeAlias = Literal["auto", "none"] | Annotated[list[Code], Meta(max_length=12)]
AfterDraw: TypeAlias = Literal["hold", "retreat"]
Retreat: TypeAlias = Literal["away"] | Heading
Reason: TypeAlias = Literal["losses", "time", "resigned", "agreed", "claimed"]


class PieceSchema(msgspec.Struct, forbid_unknown_fields=True):
    """A formation. What the scenario knows of its code may be left out; one that is gone has no place."""

    code: Annotated[
        Code,
        Meta(description="What it is called; no key number, and no road, strongpoint or place of the board."),
    ]
    x: Annotated[
        Annotated[int, Meta(ge=0, le=7000)] | None,
        Meta(description="Yards to the east of the south-west corner (WWG-010); null for a piece that is gone."),
    ] = None
    y: Annotated[
        Annotated[int, Meta(ge=0, le=5000)] | None, Meta(description="Yards to the north of it; null alike.")
    ] = None
    heading: Annotated[
        Heading | None,
        Meta(description="Degrees clockwise from north, null alike; left out: as in the scenario, or 0."),
    ] = None
    side: Annotated[Seat | None, Meta(description="Whose it is (WWG-003).")] = None
    arm: Annotated[
        Literal["infantry", "cavalry", "gun"] | None, Meta(description="What it goes and fights as (WWG-003).")
    ] = None
    men: Annotated[
        Annotated[int, Meta(ge=0, le=5)] | None,
        Meta(description="Thousands, 1 to 5; 0 for a gun (WWG-005). The base follows from it (WWG-004)."),
    ] = None
    number: Annotated[
        Annotated[str, Meta(pattern="^[A-Z][0-9]{1,3}$")] | None,
        Meta(description="The key number, F04 or A17; left out: counted by side."),
    ] = None
    name: Annotated[Annotated[str, Meta(max_length=100)] | None, Meta(description="In words; left out: the code.")] = (
        None
    )


class LockSchema(msgspec.Struct, forbid_unknown_fields=True):
    """Whom a piece may not attack or fire at in its side's next turn, or in the present one (WWG-085, WWG-102)."""

    piece: Annotated[Code, Meta(description="Who may not.")]
    against: Annotated[
        Annotated[list[Code], Meta(max_length=128)], Meta(description="Whom it may not attack or fire at.")
    ]


class StandingOrdersSchema(msgspec.Struct, forbid_unknown_fields=True):
    """A seat's standing orders as far as given, by code or `all`; what is said of a piece goes before `all`."""

    evade: Annotated[dict[CodeOrAll, Evade], Meta(description="When cavalry evades (WWG-093).")] = {}
    support: Annotated[
        dict[CodeOrAll, Support], Meta(description="Who defends with it (WWG-089); a list: these, in order.")
    ] = {}
    draw: Annotated[dict[CodeOrAll, AfterDraw], Meta(description="After a drawn defence (WWG-086).")] = {}
    retreat: Annotated[dict[CodeOrAll, Retreat], Meta(description="Where to, as a bearing (WWG-122).")] = {}
    fallback: Annotated[Code | None, Meta(description="Where the General goes when his carrier falls (WWG-119).")] = (
        None
    )


class HoldersSchema(msgspec.Struct, forbid_unknown_fields=True):
    """Who holds each strongpoint; left out: as at the start, on the bare field nobody."""

    HOU: Annotated[Seat | UnsetType | None, Meta(description="The chateau of Hougoumont.")] = UNSET
    LHS: Annotated[Seat | UnsetType | None, Meta(description="La Haye Sainte.")] = UNSET
    PAP: Annotated[Seat | UnsetType | None, Meta(description="Papelotte Farm.")] = UNSET


class CarriersSchema(msgspec.Struct, forbid_unknown_fields=True):
    """The pieces that carry the Generals; left out: none."""

    french: Annotated[Code | None, Meta(description="Who carries Napoleon.")] = None
    allied: Annotated[Code | None, Meta(description="Who carries Wellington.")] = None


class LossesSchema(msgspec.Struct, forbid_unknown_fields=True):
    """Thousands of men that each side has lost."""

    french: Annotated[int, Meta(ge=0, le=10_000, description="Of the French.")] = 0
    allied: Annotated[int, Meta(ge=0, le=10_000, description="Of the Allies.")] = 0


class GunsLostSchema(msgspec.Struct, forbid_unknown_fields=True):
    """Guns that each side has lost."""

    french: Annotated[int, Meta(ge=0, le=128, description="Of the French.")] = 0
    allied: Annotated[int, Meta(ge=0, le=128, description="Of the Allies.")] = 0


class MissedSchema(msgspec.Struct, forbid_unknown_fields=True):
    """Turns that each side has missed running."""

    french: Annotated[int, Meta(ge=0, le=200, description="By the French.")] = 0
    allied: Annotated[int, Meta(ge=0, le=200, description="By the Allies.")] = 0


class StandingSchema(msgspec.Struct, forbid_unknown_fields=True):
    """Each side's standing orders."""

    french: Annotated[StandingOrdersSchema | UnsetType, Meta(description="Of the French.")] = UNSET
    allied: Annotated[StandingOrdersSchema | UnsetType, Meta(description="Of the Allies.")] = UNSET


class OutcomeSchema(msgspec.Struct, forbid_unknown_fields=True):
    """How a game ended."""

    winners: Annotated[
        Annotated[list[Seat], Meta(max_length=1)], Meta(description="The winning seat; empty for a draw.")
    ]
    reason: Annotated[Reason, Meta(description="The losses, the dial, or words across the table.")]
    clause: Annotated[
        Literal["WWG-125", "WWG-127", "5.5", "WWG-R56"],
        Meta(description="The clause for it: of losses, of time, of claims; 5.5 is WWG-R63."),
    ]


class PositionSchema(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A position of the Waterloo Wargame. One written by hand needs only `pieces`."""

    phase: Annotated[
        Literal["play", "over"], Meta(description="`play`: turns are played. `over`: the game has ended.")
    ] = "play"
    round: Annotated[
        Annotated[int, Meta(ge=1, le=1000)], Meta(description="The step of the dial: one turn of each side (WWG-028).")
    ] = 1
    to_move: Annotated[Seat, Meta(description="Whose turn it is.")] = "french"
    pieces: Annotated[
        Annotated[list[PieceSchema], Meta(max_length=128)],
        Meta(description="The formations, in roster order. Those of the scenario that are not listed take no part."),
    ]
    strongpoints: Annotated[HoldersSchema, Meta(description="Who holds each strongpoint (WWG-106).")] = msgspec.field(
        default_factory=HoldersSchema
    )
    generals: Annotated[CarriersSchema, Meta(description="The piece that carries each General (WWG-008).")] = (
        msgspec.field(default_factory=CarriersSchema)
    )
    losses: Annotated[LossesSchema, Meta(description="Thousands of men lost (WWG-124).")] = msgspec.field(
        default_factory=LossesSchema
    )
    guns_lost: Annotated[GunsLostSchema, Meta(description="Guns lost (WWG-124).")] = msgspec.field(
        default_factory=GunsLostSchema
    )
    locks: Annotated[
        Annotated[list[LockSchema], Meta(max_length=128)],
        Meta(description="Fights and duels that may not be renewed (WWG-085, WWG-102)."),
    ] = []
    standing: Annotated[
        StandingSchema, Meta(description="Standing orders (WWG-R26); a view holds only those of its seat (WWG-R60).")
    ] = msgspec.field(default_factory=StandingSchema)
    missed: Annotated[MissedSchema, Meta(description="Turns missed running (WWG-R56).")] = msgspec.field(
        default_factory=MissedSchema
    )
    computer: Annotated[list[Seat], Meta(description="Seats that the computer plays after a claim (WWG-R56).")] = []
    draw_offers: Annotated[list[Seat], Meta(description="Seats whose offer of a draw stands (WWG-R63).")] = []
    early_offers: Annotated[
        list[Seat],
        Meta(description="Those whose offer came within the other side's turn, and outlives its end (WWG-R63)."),
    ] = []
    secrets: Annotated[
        bool, Meta(description="Whether the record holds standing orders (WWG-R60); no part of a view.")
    ] = False
    outcome: Annotated[
        OutcomeSchema | None, Meta(description="How the game ended; only, and always, in phase `over`.")
    ] = None


def without_pieces() -> Any:
    """The struct of a position without its pieces, whose text can be read apart from the rest."""
    fields: list[tuple[str, Any, Any]] = [
        (field.name, field.type, msgspec.field(default_factory=field.default_factory))
        if field.default_factory is not msgspec.NODEFAULT
        else (field.name, field.type, field.default)
        for field in msgspec.structs.fields(PositionSchema)
        if field.name != "pieces"
    ]
    return msgspec.defstruct("PositionWithoutPieces", fields, forbid_unknown_fields=True)
