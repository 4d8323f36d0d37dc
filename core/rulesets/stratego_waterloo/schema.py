"""The JSON of a position of Stratego Waterloo: every key, its type, its bounds, what it means and what is left out.

`msgspec` checks types and numbers while it reads; words that are checked by looking them up anyway (squares, codes,
labels) have their pattern for the JSON Schema alone, and `position.pyx` refuses them with the reason. It refuses
besides what only several keys together can show.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta, field


def _words(pattern: str, description: str | None = None) -> Meta:
    """Text of a pattern that `position.pyx` sees to."""
    return Meta(extra_json_schema={"pattern": f"^({pattern})$"}, description=description)


def _seats() -> Meta:
    """That the keys of an object are seats: `msgspec` checks that, and its schema does not tell."""
    return Meta(extra_json_schema={"propertyNames": {"enum": ["blue", "red"]}})


def _cards_of_a_game() -> dict[str, Any]:
    """No more than three of a kind (SWL-131)."""
    kinds = ("RE", "IN", "CA", "GB", "FS")
    return {"allOf": [{"contains": {"const": kind}, "minContains": 0, "maxContains": 3} for kind in kinds]}


CODES = "NA|NE|OG|MG|YG|LN|LI|ED|PL|CU|CH|FA|WE|UX|FG|HR|BF|RI|BL|RH|SG|DC|KH|BA|BU|PI|LW|SL|PA"
WITH_BLOCKS = f"({CODES})(-?0)?|(ED|RH)-?[1-6]|(PL|SG)-?[1-5]|(CU|DC)-?[1-4]"  # SWL-073, SWL-075
LABELS = "[VR]([1-9][0-9]?|1[0-9][0-9]|2[0-3][0-9]|240)"

Count: TypeAlias = Annotated[int, Meta(ge=0, le=200)]
Counter: TypeAlias = Annotated[int, Meta(ge=0, le=1_000_000_000)]
Actions: TypeAlias = Annotated[int, Meta(ge=0, le=9)]
Turn: TypeAlias = Annotated[int, Meta(ge=-21, le=10_001)]
SeatName: TypeAlias = Literal["blue", "red"]
SectionName: TypeAlias = Literal["LEFT", "CENTRE", "RIGHT"]
CardName: TypeAlias = Literal["RE", "IN", "CA", "GB", "FS"]
Cards: TypeAlias = Annotated[list[CardName], Meta(max_length=15, extra_json_schema=_cards_of_a_game())]
Wishes: TypeAlias = Annotated[list[CardName], Meta(max_length=15)]
Square: TypeAlias = Annotated[str, _words("[A-L]([1-9]|10)")]
Code: TypeAlias = Annotated[str, _words(CODES)]
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

    turn: Annotated[Turn, Meta(description="the game turn")]
    seat: Annotated[SeatName, Meta(description="whose ply of it")]


class PieceSchema(msgspec.Struct, forbid_unknown_fields=True):
    """A piece of which more is to be said than its code and blocks, which may also be written `PL-2`."""

    code: Annotated[Code, Meta(description="its code in the table of pieces")]
    blocks: Annotated[int, Meta(ge=0, le=6, description="how often heavy cavalry is weakened (SWL-073)")] = 0
    known: Annotated[
        bool | None, Meta(description="shown to all; null: in a pool, what is resting or withdrawn is (SWL-R05)")
    ] = None
    scouted: Annotated[bool, Meta(description="found by Reconnaissance: known to the enemy alone (SWL-139)")] = False
    charged: Annotated[PlySchema | None, Meta(description="the ply of its last charge (SWL-078); null: long ago")] = (
        None
    )
    left: Annotated[
        PlySchema | None, Meta(description="the ply in which it left the board (SWL-080, SWL-092); null: long ago")
    ] = None
    status: Annotated[
        Literal["reserve", "resting", "withdrawn", "late"] | None,
        Meta(description="in a pool, why it is there; null: reserve"),
    ] = None


Piece: TypeAlias = Annotated[str, _words(WITH_BLOCKS)] | PieceSchema
Pool: TypeAlias = Annotated[list[Piece], Meta(max_length=240)]


class TileSchema(msgspec.Struct, forbid_unknown_fields=True):
    """What has become of a tile."""

    flag: Annotated[SeatName | None, Meta(description="whose flag a FARM flies (SWL-118); a ruin flies none")] = None
    damage: Annotated[int, Meta(ge=0, le=4, description="its hits; the fourth destroys it (SWL-123)")] = 0


class ActionsSchema(msgspec.Struct, forbid_unknown_fields=True):
    """The present ply. What is left out is as for a ply just begun."""

    allowance: Annotated[Actions | None, Meta(description="N (SWL-019); null: counted")] = None
    used: Annotated[Actions, Meta(description="actions used so far")] = 0
    allied: Annotated[Actions, Meta(description="those that count as Allied (SWL-111)")] = 0
    prussian: Annotated[Actions, Meta(description="those that count as Prussian (SWL-111)")] = 0
    split: Annotated[bool | None, Meta(description="whether SWL-111 holds in this ply; null: worked out")] = None
    card: Annotated[bool, Meta(description="whether the player to move has played a card in it (SWL-134)")] = False
    guard: Annotated[bool, Meta(description="whether the other one has played FS in it (SWL-144)")] = False
    result: Annotated[
        Literal["won", "lost"] | None, Meta(description="of its last attack or shot, for `if won` and `if lost`")
    ] = None


class HandsSchema(msgspec.Struct, forbid_unknown_fields=True):
    """The cards of both sides."""

    blue: Annotated[Cards, Meta(description="BLUE's hand")] = []
    red: Annotated[Cards, Meta(description="RED's hand")] = []


class CardsSchema(msgspec.Struct, forbid_unknown_fields=True):
    """Where the manoeuvre cards are; those played are nowhere (SWL-136)."""

    hands: Annotated[HandsSchema, Meta(description="what each side holds")] = field(default_factory=HandsSchema)
    stack: Annotated[
        Cards | None, Meta(description="what is still to be drafted; null: all 15 before the draft, none after it")
    ] = None
    discards: Annotated[Cards, Meta(description="what was put away in the draft (SWL-132)")] = []
    taken: Annotated[bool, Meta(description="whether RED has taken two of the discards (SWL-146)")] = False


class ListsSchema(msgspec.Struct, forbid_unknown_fields=True):
    """A side's lists for the draft (SWL-R51)."""

    keep: Annotated[Wishes, Meta(description="cards wanted, the dearest first")] = []
    burn: Annotated[Wishes, Meta(description="cards to be put away, the first one first")] = []


class StandingOrdersSchema(msgspec.Struct, forbid_unknown_fields=True, rename="kebab"):
    """A side's standing orders."""

    spirit: Annotated[
        str, _words("off|leaders|(win|any) [1-6]", "when Fighting spirit is played in defence (SWL-R41)")
    ] = "leaders"
    advance: Annotated[
        Literal["off", "on"], Meta(description="whether a defender who wins by the die advances (SWL-R31)")
    ] = "off"
    own_tie: Annotated[
        Literal["auto", "mover", "other"], Meta(description="which of two equal friends is lost (SWL-R33)")
    ] = "auto"
    farm_target: Annotated[
        Literal["low", "high", "strong"], Meta(description="whom a frenzy in a FARM goes on against (SWL-R35)")
    ] = "low"
    prussians: Annotated[
        Literal["come", "hold"], Meta(description="RED's alone: whether Prussians are drawn (SWL-109)")
    ] = "come"


class PlanSchema(msgspec.Struct, forbid_unknown_fields=True):
    """What a side does in the pursuit until further notice (SWL-R62)."""

    kind: Annotated[Literal["auto", "cut", "save"], Meta(description="the policy, or a list to cut down or to save")]
    squares: Annotated[list[Square], Meta(max_length=120, description="of the list those still to come")] = []


class PursuitSchema(msgspec.Struct, forbid_unknown_fields=True):
    """The pursuit (SWL-160). The fugitives are on the `board`."""

    victor: Annotated[SeatName, Meta(description="who pursues")]
    riders: Annotated[
        dict[Annotated[str, _words(LABELS)], Piece],
        Meta(description="the pursuit cavalry by label, V of the victor, R of the defeated (SWL-173)"),
    ] = {}
    retired: Annotated[dict[SeatName, Pool], _seats(), Meta(description="cavalry out of it for good (SWL-169)")] = {}
    saved: Annotated[dict[SeatName, Pool], _seats(), Meta(description="fugitives that were saved (SWL-168)")] = {}
    before: Annotated[
        dict[SeatName, Count] | None, _seats(), Meta(description="casualties when it began; null: those of now")
    ] = None


class OutcomeSchema(msgspec.Struct, forbid_unknown_fields=True):
    """How the game ended."""

    winners: Annotated[
        list[SeatName], Meta(extra_json_schema={"maxItems": 1}, description="the winner; none: a draw, or indecisive")
    ]
    reason: Annotated[Reason, Meta(description="why")]
    clause: Annotated[str, _words("SWL-[0-9]{3}", "the clause it rests on")]


class PositionSchema(msgspec.Struct, forbid_unknown_fields=True):
    """A position. By hand all but `board`, and `to_move` where it is not who plays first in a turn, may be left out."""

    board: Annotated[
        dict[Square, Piece],
        Meta(description="the piece on each square: its code, its code and blocks (`PL-2`), or an object"),
    ] = {}
    phase: Annotated[
        Literal["setup", "draft", "play", "pursuit", "over"],
        Meta(description="what is going on; `draft` only where it is live (SWL-R51)"),
    ] = "play"
    turn: Annotated[
        Turn | None, Meta(description="the game turn: 1 is 11:00, -2 is 09:30 (SWL-105); null: the first of the game")
    ] = None
    to_move: Annotated[
        SeatName | None,
        Meta(description="whose set-up, pick or ply is owed; null: red, first in a turn, or the victor of a pursuit"),
    ] = None
    pool: Annotated[dict[SeatName, Pool], _seats(), Meta(description="what is alive and off the board")] = {}
    undrawn: Annotated[
        list[Annotated[str, _words("BU|PI|LW|SL|PA")]],
        Meta(max_length=48, description="codes of the Prussians to come, the next one first (SWL-013)"),
    ] = []
    eliminated: Annotated[
        dict[SeatName, dict[Code, Count]], _seats(), Meta(description="casualties of each side, counted by code")
    ] = {}
    tiles: Annotated[
        dict[Annotated[str, _words("HOU|LHP|MSJ|PLA|T([1-9]|[12][0-9]|30)")], TileSchema],
        Meta(description="tiles by id; T1, T2 and so on those of an own battlefield"),
    ] = {}
    actions: Annotated[ActionsSchema, Meta(description="the present ply")] = field(default_factory=ActionsSchema)
    retreat: Annotated[
        dict[SeatName, SectionName | None] | None,
        _seats(),
        Meta(description="the cards of the lines of retreat (SWL-006); null in it: not dealt; left out: CENTRE"),
    ] = None
    cards: Annotated[CardsSchema, Meta(description="the manoeuvre cards")] = field(default_factory=CardsSchema)
    lists: Annotated[dict[SeatName, ListsSchema], _seats(), Meta(description="what each wants of the draft")] = {}
    standing: Annotated[
        dict[SeatName, StandingOrdersSchema], _seats(), Meta(description="standing orders; left out: as at first")
    ] = {}
    plans: Annotated[dict[SeatName, PlanSchema | None], _seats(), Meta(description="plans for the pursuit")] = {}
    grouchy: Annotated[
        Literal["open", "come", "never"], Meta(description="what the roll for the Prussians has shown (SWL-180)")
    ] = "open"
    draw_offer: Annotated[SeatName | None, Meta(description="who offers a draw (SWL-103)")] = None
    draw_plies: Annotated[
        int,
        Meta(
            ge=1,
            le=2,
            description="how many plies of the other side must end until the offer of a draw lapses: 2 while the one "
            "in which it was made is under way (SWL-103)",
        ),
    ] = 1
    pursuit: Annotated[PursuitSchema | None, Meta(description="the pursuit, once it has begun")] = None
    outcome: Annotated[OutcomeSchema | None, Meta(description="how the game ended")] = None
    dealt: Annotated[
        bool, Meta(description="whether cards were dealt and Prussians shuffled; if not, that is done first of all")
    ] = True
    step: Annotated[Counter, Meta(description="a number that grows with every question")] = 0
    mails: Annotated[Counter, Meta(description="how many mails were carried out; dice are drawn by it")] = 0
