"""The JSON shape of a position of the Game of Waterloo (1895): every key, its type, its bounds, its default.

The JSON Schema and the documentation of a position are made of this. `position.pyx` checks what takes more than one
key, or the options of the game, to see. Names that are not there are told by `position.pyx` too, which can say so in
better words than a pattern; so the patterns stand for whoever checks positions by the schema alone.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

# The columns of the board in each row, and the short names of its hills (W95-001, W95-005).
COLUMNS = {
    "BDEFGHJKLMNPQRSTUVX": (11, 29),
    "ACDMVWY": (12, 28),
    "ACEFGMSTUWY": (13, 27),
    "ACDGHJKLMNPQRSVWY": (14, 26),
    "ABDMVXY": (15, 25),
    "BDMVX": (16, 24),
    "ABDEMUVXY": (17, 23),
    "AEFMTUY": (18, 22),
    "AFMTY": (19, 21),
    "ABCDEFGHJKLMNPQRSTUVWXY": (20,),
}
HILLS = ("HB", "HN", "HV", "HP", "QB", "CH", "LI")
SPOT = "|".join([*(f"[{columns}]{row}" for columns, rows in COLUMNS.items() for row in rows), *HILLS])
PIECE = "[NYWB][1-8CD]"
ARMY = {"enum": ["N", "Y", "W", "B"]}
SEAT = {"enum": ["napoleon", "ney", "wellington", "blucher"]}

Count: TypeAlias = Annotated[int, Meta(ge=0, le=1_000_000_000)]
Number: TypeAlias = Annotated[int, Meta(ge=1, le=1_000_000_000)]
AwaitedTurns: TypeAlias = Annotated[int, Meta(ge=1, le=2)]
Die: TypeAlias = Annotated[int, Meta(ge=1, le=6)]
Throw: TypeAlias = Annotated[list[Die], Meta(min_length=3, max_length=3)]
Spot: TypeAlias = Annotated[str, Meta(extra_json_schema={"pattern": f"^({SPOT})$"})]
Army: TypeAlias = Annotated[str, Meta(extra_json_schema=ARMY)]
Seat: TypeAlias = Annotated[str, Meta(extra_json_schema=SEAT)]
OF_SEATS = {"propertyNames": SEAT}
OF_PIECES = {"propertyNames": {"pattern": f"^{PIECE}$"}}  # for an object whose keys are pieces


class OutcomeSchema(msgspec.Struct, forbid_unknown_fields=True):
    """How the game ended."""

    winners: Annotated[list[Seat], Meta(description="The seats that have won; none for a draw.")]
    reason: Annotated[
        Literal[
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
        ],
        Meta(
            description="What ended it: `stars`, a stronghold is taken; `goal`, all three are home (mode little); "
            "`last_left`, everybody else has resigned; the others as the clause says."
        ),
    ]
    clause: Annotated[str, Meta(description="The clause of the rulebook by which it ended, `W95-076`.")]


class PositionSchema(msgspec.Struct, forbid_unknown_fields=True):
    """A position of the Game of Waterloo (1895). Written by hand, it needs `pieces`, and in phase play `to_move`."""

    pieces: Annotated[
        dict[str, Spot],
        Meta(
            description='Where every piece stands, `{"N1": "S27"}`; hills by their short names too. In phase play a '
            "piece not named has been captured.",
            extra_json_schema=OF_PIECES,
        ),
    ]
    phase: Annotated[
        Literal["setup", "play", "over"],
        Meta(description="Whether armies are still being posted, throws are played, or the game is over."),
    ] = "play"
    captured: Annotated[
        dict[str, Number],
        Meta(
            description='In which army-turn pieces were captured, `{"N4": 7}`; what is not named is not known.',
            extra_json_schema=OF_PIECES,
        ),
    ] = {}
    posted: Annotated[
        list[Army] | None,
        Meta(description="The armies whose set-up is in. Left out: those with a piece on the board; after set-up all."),
    ] = None
    order: Annotated[
        list[Army] | None,
        Meta(
            description="The armies in the order of turns, beginning with the one that began. Left out: as the options "
            "say, from Napoleon."
        ),
    ] = None
    to_move: Annotated[
        Army | msgspec.UnsetType | None,
        Meta(description="The army whose turn it is; null while the dice are still to decide who begins."),
    ] = msgspec.UNSET
    throw: Annotated[
        Throw | None,
        Meta(description="The dice of the present throw. Left out: it is cast at once, from the dice handed in."),
    ] = None
    turn: Annotated[Number, Meta(description="Army-turns begun so far.")] = 1
    throws: Annotated[
        Count | None,
        Meta(
            description="Throws cast so far, the present one included, those for the start not. Left out: 1, without "
            "a throw 0."
        ),
    ] = None
    round: Annotated[Number, Meta(description="Rounds begun so far (W95-104).")] = 1
    quiet: Annotated[Count, Meta(description="Completed army-turns in a row that count towards W95-103.")] = 0
    quiet_turn: Annotated[bool, Meta(description="Whether the present army-turn counts so far.")] = True
    chain: Annotated[
        list[Throw] | None,
        Meta(description="With throws=chain: the throws that follow the present one, `[[2, 2, 5], [1, 3, 4]]`."),
    ] = None
    resigned: Annotated[list[Seat], Meta(description="Seats that have resigned, where their side has not yet.")] = []
    draw_offers: Annotated[list[Seat], Meta(description="Seats whose offer of a draw stands (W95-105).")] = []
    draw_turns: Annotated[
        dict[str, Annotated[dict[str, AwaitedTurns], Meta(extra_json_schema=OF_SEATS)]],
        Meta(
            description="While an offer of a draw stands: the seat that made it, and how many turns of whom must end "
            "until it lapses (W95-105). Left out: as if it had just been made.",
            extra_json_schema=OF_SEATS,
        ),
    ] = {}
    outcome: Annotated[OutcomeSchema | None, Meta(description="How the game ended; only in phase over.")] = None
