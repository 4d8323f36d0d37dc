"""The JSON shape of a position of the Game of Waterloo (1895): every key, its type, its default.

The rulebook documents it for those who write positions by hand; `position.pyx` checks that what is written can be.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=1_000_000_000)]
Number: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=1_000_000_000)]
Die: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=6)]
Throw: TypeAlias = Annotated[list[Die], msgspec.Meta(min_length=3, max_length=3)]


class WrittenOutcome(msgspec.Struct, forbid_unknown_fields=True):
    """How the game ended: winning seats (none: a draw), the reason's code and its clause."""

    winners: list[str]
    reason: Literal[
        "stars",
        "no_pieces",
        "too_few",
        "stall",
        "max_rounds",
        "resigned",
        "agreed",
        "remnant",
        "goal",
        "last_left",
    ]
    clause: str


class WrittenPosition(msgspec.Struct, forbid_unknown_fields=True):
    """A position as written. None stands for what is worked out from the rest."""

    pieces: dict[str, str]  # piece -> spot; in phase play a piece not named is off the board
    phase: Literal["setup", "play", "over"] = "play"
    captured: dict[str, Number] = {}  # piece -> army-turn on which it was captured
    posted: list[str] | None = None  # armies whose set-up is in
    order: list[str] | None = None  # armies in the order of turns, beginning with the one that began
    to_move: str | msgspec.UnsetType | None = msgspec.UNSET  # army in turn; null: who begins is still to be thrown for
    throw: Throw | None = None  # the present throw; null: still to be cast
    turn: Number = 1  # army-turns begun
    throws: Count | None = None  # throws cast, the present one included
    round: Number = 1  # rounds begun
    quiet: Count = 0  # W95-103: quiet army-turns completed in a row
    quiet_turn: bool = True  # whether the present one has been quiet so far
    chain: list[Throw] | None = None  # option throws=chain: throws to come after the present one
    resigned: list[str] = []  # seats
    draw_offers: list[str] = []  # seats
    outcome: WrittenOutcome | None = None
