"""The JSON shape of a position of Conflict: every key, its type, its default.

The rulebook documents it for those who write positions by hand; `position.pyx` checks that what is written can be.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=100_000_000)]
Die: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=6)]
Throw: TypeAlias = Annotated[list[Die], msgspec.Meta(min_length=2, max_length=2)]
How: TypeAlias = Literal["circle", "pieces", "both", "resigned"]
Reason: TypeAlias = Literal["last_standing", "nobody_left", "agreed", "turn_limit"]


class WrittenOut(msgspec.Struct, forbid_unknown_fields=True):
    """How a player went out: by whose hand (the heir, if any), and on which turn."""

    how: How
    heir: str | None = None
    turn: Count = 0


class WrittenPact(msgspec.Struct, forbid_unknown_fields=True):
    """A pact between two seats, and who of them has announced its end."""

    seats: Annotated[list[str], msgspec.Meta(min_length=2, max_length=2)]
    broken_by: list[str] = []


class WrittenProposal(msgspec.Struct, forbid_unknown_fields=True):
    """An offered pact: on which turn, and who has still to complete a turn before it lapses."""

    sender: str = msgspec.field(name="from")
    to: str
    since: Count = 0
    left: Annotated[list[str], msgspec.Meta(min_length=1, max_length=2)] | None = None


class WrittenOutcome(msgspec.Struct, forbid_unknown_fields=True):
    """How the game ended: winning seats (none: a draw), the reason's code and its clause."""

    winners: list[str]
    reason: Reason
    clause: str


class WrittenPosition(msgspec.Struct, forbid_unknown_fields=True):
    """A position as written. None stands for what is worked out from the rest."""

    pieces: dict[str, dict[str, str]]  # seat -> piece -> square, START, RESERVE, HELD:seat or RETIRED
    phase: Literal["play", "over"] = "play"
    to_move: str | msgspec.UnsetType | None = msgspec.UNSET  # null: who begins is still to be thrown for
    turn: Annotated[int, msgspec.Meta(ge=1, le=100_000_000)] = 1  # player turns begun
    throws: Annotated[list[Throw], msgspec.Meta(max_length=3)] = []  # of the present turn, as far as rolled
    throw: Annotated[int, msgspec.Meta(ge=1, le=3)] | None = None  # the throw whose orders are owed
    out: dict[str, WrittenOut] = {}  # seats that are out of the game
    pacts: list[WrittenPact] = []
    proposals: list[WrittenProposal] = []
    draw_offers: dict[str, Annotated[int, msgspec.Meta(ge=1, le=2)]] = {}  # seat -> own turns until the offer lapses
    auto: list[str] = []  # seats handed to the bot
    missed: dict[str, Count] = {}  # seat -> turns missed in a row
    secrets: bool = False  # whether the record holds something that not all may know
    outcome: WrittenOutcome | None = None
