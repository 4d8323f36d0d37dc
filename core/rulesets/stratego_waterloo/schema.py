"""The JSON shape of a position of Stratego Waterloo: every key, its type, its default.

The rulebook documents it for those who write positions by hand; `position.pyx` checks that what is written can be.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=200)]
Turn: TypeAlias = Annotated[int, msgspec.Meta(ge=-21, le=10_001)]
SeatName: TypeAlias = Literal["blue", "red"]
SectionName: TypeAlias = Literal["LEFT", "CENTRE", "RIGHT"]
CardName: TypeAlias = Literal["RE", "IN", "CA", "GB", "FS"]
Cards: TypeAlias = Annotated[list[CardName], msgspec.Meta(max_length=15)]
Squares: TypeAlias = Annotated[list[str], msgspec.Meta(max_length=120)]
Codes: TypeAlias = Annotated[list[str], msgspec.Meta(max_length=240)]
Reason: TypeAlias = Literal[
    "retreat_lines",
    "leaders_lost",
    "cinc_lost",
    "resigned",
    "draw_agreed",
    "turn_limit",
    "major",
    "minor",
    "indecisive",
]


class PlySchema(msgspec.Struct, forbid_unknown_fields=True):
    """One side's ply of a game turn."""

    turn: Turn
    seat: SeatName


class PieceSchema(msgspec.Struct, forbid_unknown_fields=True):
    """A piece of which more is to be said than its code and blocks, which may also be written `PL-2`."""

    code: str
    blocks: Annotated[int, msgspec.Meta(ge=0, le=6)] = 0
    known: bool | None = None  # revealed to all; None: in a pool, what is resting or withdrawn is (SWL-R05)
    scouted: bool = False  # known to the enemy alone
    charged: PlySchema | None = None  # its latest charge
    left: PlySchema | None = None  # when it left the board
    status: Literal["reserve", "resting", "withdrawn", "late"] | None = None  # in a pool; None: reserve


Pieces: TypeAlias = dict[str, str | PieceSchema]
Pool: TypeAlias = Annotated[list[str | PieceSchema], msgspec.Meta(max_length=240)]


class TileSchema(msgspec.Struct, forbid_unknown_fields=True):
    """Whose flag a tile bears, and its hits; the fourth destroys it."""

    flag: SeatName | None = None
    damage: Annotated[int, msgspec.Meta(ge=0, le=4)] = 0


class ActionsSchema(msgspec.Struct, forbid_unknown_fields=True):
    """The present ply. None is worked out, as for a ply just begun."""

    allowance: Annotated[int, msgspec.Meta(ge=0, le=9)] | None = None
    used: Annotated[int, msgspec.Meta(ge=0, le=9)] = 0
    allied: Annotated[int, msgspec.Meta(ge=0, le=9)] = 0
    prussian: Annotated[int, msgspec.Meta(ge=0, le=9)] = 0
    split: bool | None = None
    card: bool = False
    guard: bool = False
    result: Literal["won", "lost"] | None = None


class HandsSchema(msgspec.Struct, forbid_unknown_fields=True):
    """The cards of both sides."""

    blue: Cards = []
    red: Cards = []


class CardsSchema(msgspec.Struct, forbid_unknown_fields=True):
    """Hands, the stack of the draft, its discards, and whether RED has taken two of them (SWL-146)."""

    hands: HandsSchema = msgspec.field(default_factory=HandsSchema)
    stack: Cards | None = None  # None: all 15 before the draft, none after it
    discards: Cards = []
    taken: bool = False


class ListsSchema(msgspec.Struct, forbid_unknown_fields=True):
    """A side's draft lists (SWL-R51)."""

    keep: Cards = []
    burn: Cards = []


class StandingSchema(msgspec.Struct, forbid_unknown_fields=True, rename="kebab"):
    """A side's standing orders (5.7)."""

    spirit: str = "leaders"
    advance: Literal["off", "on"] = "off"
    own_tie: Literal["auto", "mover", "other"] = "auto"
    farm_target: Literal["low", "high", "strong"] = "low"
    prussians: Literal["come", "hold"] = "come"


class PlanSchema(msgspec.Struct, forbid_unknown_fields=True):
    """What a side does in the pursuit until further notice (SWL-R62); `squares` are still to come."""

    kind: Literal["auto", "cut", "save"]
    squares: Squares = []


class PursuitSchema(msgspec.Struct, forbid_unknown_fields=True):
    """The pursuit (3.16): riders by label, those out of it, and the casualties when it began."""

    victor: SeatName
    riders: Pieces = {}
    retired: dict[SeatName, Pool] = {}
    saved: dict[SeatName, Pool] = {}
    before: dict[SeatName, Count] | None = None


class OutcomeSchema(msgspec.Struct, forbid_unknown_fields=True):
    """How the game ended: winning seats (none: a draw), the reason's code and its clause."""

    winners: list[SeatName]
    reason: Reason
    clause: str


class PositionSchema(msgspec.Struct, forbid_unknown_fields=True):
    """A position as written. None and what is left out is worked out from the rest."""

    board: Pieces = {}
    phase: Literal["setup", "draft", "play", "pursuit", "over"] = "play"
    turn: Turn | None = None
    to_move: SeatName | None = None
    pool: dict[SeatName, Pool] = {}
    undrawn: Annotated[list[str], msgspec.Meta(max_length=48)] = []  # Prussians to come, next first
    eliminated: dict[SeatName, dict[str, Count]] = {}
    tiles: dict[str, TileSchema] = {}
    actions: ActionsSchema = msgspec.field(default_factory=ActionsSchema)
    retreat: dict[SeatName, SectionName | None] | None = None  # cards; null is dealt, left out is CENTRE
    cards: CardsSchema = msgspec.field(default_factory=CardsSchema)
    lists: dict[SeatName, ListsSchema] = {}
    standing: dict[SeatName, StandingSchema] = {}
    plans: dict[SeatName, PlanSchema | None] = {}
    grouchy: Literal["open", "come", "never"] = "open"
    draw_offer: SeatName | None = None
    pursuit: PursuitSchema | None = None
    outcome: OutcomeSchema | None = None
    dealt: bool = True  # false: before the retreat cards are dealt and the Prussians shuffled
    step: Annotated[int, msgspec.Meta(ge=0, le=1_000_000_000)] = 0  # questions asked so far
    mails: Annotated[int, msgspec.Meta(ge=0, le=1_000_000_000)] = 0  # adjudications so far: dice are asked for these
