"""A position of Conflict as JSON: every key with its type, its bounds, its default and what it means.

`position.pyx` reads and writes it, and checks what can be seen only by more than one key, or only with the board and
the options of the game. Words that the board gives (squares, pieces, seats) are bounded in the JSON Schema alone:
`position.pyx` looks them up anyhow, and can say more of those it does not find.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, UnsetType

COLOURS = ("red", "yellow", "green", "orange")
PIECES = ("ar1", "ar2", "ar3", "ar4", "aa", "bs1", "bs2", "bs3", "bs4", "bs5", "pl1", "pl2")
PLACES = "^([a-x]([1-9]|1[0-9]|2[0-4])|START|RESERVE|RETIRED|HELD:(red|yellow|green|orange))$"
MOST_TURNS = 100_000_000


BY_SEAT: dict[str, Any] = {"propertyNames": {"enum": list(COLOURS)}}
BY_PIECE: dict[str, Any] = {"propertyNames": {"enum": list(PIECES)}}

Seat: TypeAlias = Annotated[str, Meta(extra_json_schema={"enum": list(COLOURS)})]
Place: TypeAlias = Annotated[
    str,
    Meta(
        description="A square, START, RESERVE, RETIRED, or HELD: and the seat that holds the piece (CON-011).",
        extra_json_schema={"pattern": PLACES},
    ),
]
Count: TypeAlias = Annotated[int, Meta(ge=0, le=MOST_TURNS)]
Die: TypeAlias = Annotated[int, Meta(ge=1, le=6)]
Throw: TypeAlias = Annotated[list[Die], Meta(min_length=2, max_length=2)]
Two: TypeAlias = Annotated[list[Seat], Meta(min_length=2, max_length=2, extra_json_schema={"uniqueItems": True})]
OneOrTwo: TypeAlias = Annotated[list[Seat], Meta(min_length=1, max_length=2)]
How: TypeAlias = Literal["circle", "pieces", "both", "resigned"]
Reason: TypeAlias = Literal["last_standing", "nobody_left", "agreed", "turn_limit"]
Clause: TypeAlias = Annotated[str, Meta(extra_json_schema={"enum": ["CON-106", "CON-107", "CON-108"]})]


class OutSchema(msgspec.Struct, forbid_unknown_fields=True):
    """How a player went out."""

    how: Annotated[
        How,
        Meta(
            description="His circle was taken (CON-082), he lost his last piece (CON-088), together with another "
            "player (CON-090: both), or he resigned (CON-109)."
        ),
    ]
    heir: Annotated[Seat | None, Meta(description="Who got his belongings; null: nobody.")] = None
    turn: Annotated[Count, Meta(description="The turn on which he went.")] = 0


class PactSchema(msgspec.Struct, forbid_unknown_fields=True):
    """A formal pact (CON-101)."""

    seats: Annotated[Two, Meta(description="The two seats.")]
    broken_by: Annotated[list[Seat], Meta(description="Who of them has announced its end.")] = []


class ProposalSchema(msgspec.Struct, forbid_unknown_fields=True):
    """A pact that has been proposed and not been answered (CON-R38)."""

    sender: Annotated[Seat, Meta(description="The seat that proposes it.")] = msgspec.field(name="from")
    to: Annotated[Seat, Meta(description="The seat it is proposed to.")]
    since: Annotated[Count, Meta(description="The turn on which it was made.")] = 0
    left: Annotated[
        OneOrTwo | None,
        Meta(description="Who of the two has still to finish a turn before it lapses; left out or null: both."),
    ] = None


class OutcomeSchema(msgspec.Struct, forbid_unknown_fields=True):
    """How the game ended."""

    winners: Annotated[list[Seat], Meta(description="The winning seats; empty for a draw.", max_length=4)]
    reason: Annotated[
        Reason,
        Meta(
            description="The last player or pair alive (CON-106), nobody alive (CON-107), a draw agreed on, or the "
            "turn limit (CON-108)."
        ),
    ]
    clause: Annotated[Clause, Meta(description="The clause of that reason.")]


class PositionSchema(msgspec.Struct, forbid_unknown_fields=True):
    """A position of Conflict. Whose mines are live follows from `out` and the options, and is not written."""

    pieces: Annotated[
        dict[str, Annotated[dict[str, Place], Meta(extra_json_schema=BY_PIECE)]],
        Meta(
            description="For each seat of the game its pieces and where they are. A piece that is not named is in "
            "RESERVE; RETIRED where its seat is out.",
            extra_json_schema=BY_SEAT,
        ),
    ]
    phase: Annotated[Literal["play", "over"], Meta(description="Whether the game goes on.")] = "play"
    to_move: Annotated[
        Seat | UnsetType | None,
        Meta(
            description="The seat whose turn it is, to be given in phase play; null in an opening where the beginner "
            "is still to be thrown for (CON-016)."
        ),
    ] = UNSET
    turn: Annotated[int, Meta(ge=1, le=MOST_TURNS, description="Turns begun so far; the first is 1.")] = 1
    throws: Annotated[
        list[Throw],
        Meta(
            max_length=3,
            description="The dice of this turn's throws, in the order thrown (CON-096). Left out they are rolled at "
            "once; with reveal=ahead so are throws that are missing after doubles.",
        ),
    ] = []
    throw: Annotated[
        Annotated[int, Meta(ge=1, le=3)] | None,
        Meta(description="Which throw is owed: with reveal=ahead 1, else the last one rolled; null for that one."),
    ] = None
    out: Annotated[
        dict[str, OutSchema],
        Meta(description="The seats that are out of the game.", extra_json_schema=BY_SEAT),
    ] = {}
    pacts: Annotated[list[PactSchema], Meta(description="Formal pacts in force.")] = []
    proposals: Annotated[list[ProposalSchema], Meta(description="Pacts proposed.")] = []
    draw_offers: Annotated[
        dict[str, Annotated[int, Meta(ge=1, le=2)]],
        Meta(
            description="Draw offers that stand: the seat, and after how many turns of its own the offer lapses "
            "(CON-108).",
            extra_json_schema=BY_SEAT,
        ),
    ] = {}
    auto: Annotated[list[Seat], Meta(description="Seats that have handed over to the bot.")] = []
    missed: Annotated[
        dict[str, Count],
        Meta(
            description="Turns missed in a row, by seat (CON-R36).",
            extra_json_schema=BY_SEAT,
        ),
    ] = {}
    secrets: Annotated[bool, Meta(description="Whether something has happened so far that not all may know.")] = False
    outcome: Annotated[OutcomeSchema | None, Meta(description="How the game ended, in phase over; else null.")] = None
