"""The JSON shape of a position of the Waterloo Wargame: every key, its type, its default.

The rulebook documents it for those who write positions by hand; `position.pyx` checks that what is written can be.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

Seat: TypeAlias = Literal["french", "allied"]
Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=10_000)]
Code: TypeAlias = Annotated[str, msgspec.Meta(pattern="^[A-Z][A-Z0-9]{1,4}$")]
Heading: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=359)]
Yards: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=10_000)]
Reason: TypeAlias = Literal["losses", "time", "resigned", "agreed", "claimed"]


class WrittenPiece(msgspec.Struct, forbid_unknown_fields=True):
    """A formation. What the scenario knows of its code may be left out; one that is gone has no place."""

    code: Code
    x: Yards | None = None
    y: Yards | None = None
    heading: Heading | None = None
    side: Seat | None = None
    arm: Literal["infantry", "cavalry", "gun"] | None = None
    men: Annotated[int, msgspec.Meta(ge=0, le=5)] | None = None  # thousands
    number: Annotated[str, msgspec.Meta(pattern="^[A-Z][0-9]{1,3}$")] | None = None
    name: Annotated[str, msgspec.Meta(max_length=100)] | None = None


class WrittenLock(msgspec.Struct, forbid_unknown_fields=True):
    """Whom a piece may not attack in its side's next turn, or in the present one (WWG-085)."""

    piece: str
    against: list[str]


class WrittenStanding(msgspec.Struct, forbid_unknown_fields=True):
    """A seat's standing orders as far as given, by code or `all`."""

    evade: dict[str, Literal["weak", "always", "never"]] = {}
    support: dict[str, Literal["auto", "none"] | Annotated[list[str], msgspec.Meta(max_length=12)]] = {}
    draw: dict[str, Literal["hold", "retreat"]] = {}
    retreat: dict[str, Literal["away"] | Heading] = {}
    fallback: str | None = None


class WrittenOutcome(msgspec.Struct, forbid_unknown_fields=True):
    """How the game ended: winning seats (none: a draw), the reason's code and its clause."""

    winners: list[Seat]
    reason: Reason
    clause: str


class WrittenRest(msgspec.Struct, forbid_unknown_fields=True):
    """A position as written, without its pieces."""

    phase: Literal["play", "over"] = "play"
    round: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 1
    to_move: Seat = "french"
    strongpoints: dict[str, Seat | None] = {}  # holders; one not named is held as at the start
    generals: dict[Seat, str | None] = {}  # who carries them
    losses: dict[Seat, Count] = {}  # thousands
    guns_lost: dict[Seat, Annotated[int, msgspec.Meta(ge=0, le=128)]] = {}
    locks: list[WrittenLock] = []
    standing: dict[Seat, WrittenStanding] = {}
    missed: dict[Seat, Annotated[int, msgspec.Meta(ge=0, le=200)]] = {}  # turns missed running
    computer: list[Seat] = []  # seats handed to the bot
    draw_offers: list[Seat] = []
    secrets: bool = False  # whether the record holds standing orders
    outcome: WrittenOutcome | None = None


class WrittenPosition(WrittenRest, forbid_unknown_fields=True, kw_only=True):
    """A position as written."""

    pieces: Annotated[list[WrittenPiece], msgspec.Meta(max_length=128)]  # in roster order
