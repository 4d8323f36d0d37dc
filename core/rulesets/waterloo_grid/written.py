"""The JSON shape of a position of Waterloo on a grid: every key, its type, its default.

The rulebook documents it for those who write positions by hand; `position.pyx` checks that what is written can be.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
Few: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=200)]
Word: TypeAlias = Annotated[str, msgspec.Meta(max_length=8)]
Bases: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
Seat: TypeAlias = Literal["blue", "red"]
Face: TypeAlias = Literal["I", "C", "A", "X", "-"]
Reason: TypeAlias = Literal["objectives", "annihilated", "turn_limit", "resigned", "agreed", "claimed"]


class WrittenCharge(msgspec.Struct, forbid_unknown_fields=True, gc=False):
    """A charge made in this turn: from which cell, in which direction, with how many sword tokens (WGR-052)."""

    cell: Word
    direction: Literal["n", "e", "s", "w"] = msgspec.field(name="dir")
    tokens: Annotated[int, msgspec.Meta(ge=1, le=4)]


class WrittenOutcome(msgspec.Struct, forbid_unknown_fields=True, gc=False):
    """How the game ended: the winning seat (none: a draw), the reason's code and its clause."""

    winners: Annotated[list[Seat], msgspec.Meta(max_length=1)]
    reason: Reason
    clause: str


class WrittenPosition(msgspec.Struct, forbid_unknown_fields=True, gc=False):
    """A position as written. None stands for what is worked out from the rest."""

    units: Annotated[dict[str, Bases], msgspec.Meta(max_length=64)]  # "RI3": "F4:fa:s F5:bc:s"
    phase: Literal["play", "over"] = "play"
    turn: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)] = 1  # game turn
    to_move: Seat = "blue"
    dice: Annotated[list[Face], msgspec.Meta(max_length=5)] = []  # none: still to be rolled
    pools: dict[Seat, dict[str, Few]] = {}  # casualties by class, flags as class + "f"
    used: dict[str, Annotated[int, msgspec.Meta(ge=0, le=9999)]] = {}  # highest unit numbers, "RI": 5
    mails: Annotated[int, msgspec.Meta(ge=0, le=9)] = 0  # of this turn, carried out
    placed: list[Word] = []  # units with a die that have not acted
    acted: list[Word] = []
    charges: Annotated[list[WrittenCharge], msgspec.Meta(max_length=32)] = []
    fights: Annotated[list[Word], msgspec.Meta(max_length=120)] = []
    held: dict[Word, Seat] = {}  # option hold=last: who was last in an objective cell
    missed: dict[Seat, Count] = {}
    draw_offers: dict[Seat, Count] = {}  # the ply at whose end an offer lapses
    outcome: WrittenOutcome | None = None
