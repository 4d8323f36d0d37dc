"""The order lines of the Waterloo Wargame as values, each with its canonical text; and why one cannot stand.

The grammar of `pbem` makes them, the rules judge them. Words are lower case; names of pieces, roads, strongpoints and
places are as typed, in lower case: whether there is such a thing is for the rules to say. Nothing here reads text. A
thing is a name or a point (x, y) in yards; a distance of None is MAX.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec

Thing: TypeAlias = str | tuple[int, int]
ALL = "all"


# --- Legs of a move (WWG-038) --------------------------------------------------------------------------------------


class Along(msgspec.Struct, frozen=True, tag=True):
    """`forward 200`: straight, by the facing of the piece, without turning."""

    way: Literal["forward", "right", "back", "left"]
    yards: int | None


class Bearing(msgspec.Struct, frozen=True, tag=True):
    """`350 120`, `nnw max`: straight, by the compass, 0 .. 359."""

    bearing: int
    yards: int | None


class To(msgspec.Struct, frozen=True, tag=True):
    """`to 3000,2500`, `to lba`: straight to a point or a place, all the way."""

    thing: Thing


class Toward(msgspec.Struct, frozen=True, tag=True):
    """`toward lhs max`: straight in the exact direction of a piece, place, strongpoint or point."""

    thing: Thing
    yards: int | None


class ToContact(msgspec.Struct, frozen=True, tag=True):
    """`to contact byl`, `to contact byl bearing 10`: straight until it touches an enemy (WWG-056)."""

    enemy: str
    bearing: int | None = None


class ByRoad(msgspec.Struct, frozen=True, tag=True):
    """`road cha n 500`: along a road (WWG-051); `bearing` is the compass direction that chooses the way (WWG-054)."""

    road: str
    bearing: int
    yards: int | None


class ByRoadTo(msgspec.Struct, frozen=True, tag=True):
    """`road cha to 3700,3300`: along a road to the point of its centreline nearest to a point or place."""

    road: str
    thing: Thing


Leg: TypeAlias = Along | Bearing | To | Toward | ToContact | ByRoad | ByRoadTo


# --- Movement lines ------------------------------------------------------------------------------------------------


class Told(msgspec.Struct, frozen=True, tag=True):
    """`ending 2892,2252 facing 90 after 200`: how a movement comes out, as reports tell it.

    An order that was copied from a report is refused where it would come out otherwise, by more than the yard that
    rounding takes or gives.
    """

    at: tuple[int, int]
    facing: int | None = None
    yards: int | None = None


class Move(msgspec.Struct, frozen=True, tag=True):
    """`move bou 350 120 then road cha n 200`."""

    piece: str
    legs: tuple[Leg, ...]
    told: Told | None = None


class Turn(msgspec.Struct, frozen=True, tag=True):
    """`turn dom to 90`: about the centre (WWG-049). `heading` None: about face, `turn dom around`."""

    piece: str
    heading: int | None
    told: Told | None = None


class TurnBy(msgspec.Struct, frozen=True, tag=True):
    """`turn bau right 90`: about the centre, so many degrees from where it faces, 1 .. 179 (WWG-049)."""

    piece: str
    side: Literal["left", "right"]
    degrees: int
    told: Told | None = None


class Face(msgspec.Struct, frozen=True, tag=True):
    """`turn sal face lhs`: about the centre, to the whole degree nearest to the thing's centre."""

    piece: str
    thing: Thing


class Wheel(msgspec.Struct, frozen=True, tag=True):
    """`wheel mar left 20`: about a front corner (WWG-050), 1 .. 179 degrees."""

    piece: str
    side: Literal["left", "right"]
    degrees: int
    told: Told | None = None


class General(msgspec.Struct, frozen=True, tag=True):
    """`general to fri`: the General joins another piece (WWG-058); `of` is the seat whose he is, where he is named."""

    piece: str
    of: Literal["french", "allied"] | None = None


class Exit(msgspec.Struct, frozen=True, tag=True):
    """`exit vdl`: off the board for good, with edge=open (WWG-135)."""

    piece: str


# --- The attack phase ----------------------------------------------------------------------------------------------


class Fire(msgspec.Struct, frozen=True, tag=True):
    """`fire nou, dsv at byl`: guns at a piece, or at a strongpoint's garrison (WWG-112)."""

    guns: tuple[str, ...]
    target: str


class Attack(msgspec.Struct, frozen=True, tag=True):
    """`attack hou with bau, soy advance bau draw retreat` (WWG-071); `advancer` None leaves the choice to WWG-083."""

    target: str
    pieces: tuple[str, ...]
    advance: bool = False
    advancer: str | None = None
    draw: Literal["hold", "retreat"] = "hold"


# --- Standing orders (WWG-R26): `piece` is a name or ALL -----------------------------------------------------------


class StandEvade(msgspec.Struct, frozen=True, tag=True):
    """`stand evade all never` (WWG-093)."""

    piece: str
    when: Literal["always", "weak", "never"]


class StandSupport(msgspec.Struct, frozen=True, tag=True):
    """`stand support yg1 with yg2` (WWG-089)."""

    piece: str
    how: Literal["auto", "none", "with"]
    pieces: tuple[str, ...] = ()


class StandDraw(msgspec.Struct, frozen=True, tag=True):
    """`stand draw d2 retreat` (WWG-086)."""

    piece: str
    then: Literal["hold", "retreat"]


class StandRetreat(msgspec.Struct, frozen=True, tag=True):
    """`stand retreat all bearing 10` (WWG-122); None: away."""

    piece: str
    bearing: int | None


class StandFallback(msgspec.Struct, frozen=True, tag=True):
    """`stand general fallback fri` (WWG-119)."""

    piece: str


# --- The rest ------------------------------------------------------------------------------------------------------


class TurnHeader(msgspec.Struct, frozen=True, tag=True):
    """`turn 6`: the turn these orders are for."""

    number: int


class Pass(msgspec.Struct, frozen=True, tag=True):
    """`pass`: the turn without (further) orders."""


class Preview(msgspec.Struct, frozen=True, tag=True):
    """`preview`: the mail is answered and not carried out (WWG-R61)."""


class Resign(msgspec.Struct, frozen=True, tag=True):
    """`resign` (WWG-R63)."""


class OfferDraw(msgspec.Struct, frozen=True, tag=True):
    """`offer draw` (WWG-R63)."""


class WithdrawDraw(msgspec.Struct, frozen=True, tag=True):
    """`withdraw draw`."""


class Claim(msgspec.Struct, frozen=True, tag=True):
    """`claim game`, `claim computer`: what three missed turns running entitle the opponent to (WWG-R56)."""

    what: Literal["game", "computer"]


Movement: TypeAlias = Move | Turn | TurnBy | Face | Wheel | General | Exit
AttackPhase: TypeAlias = Fire | Attack
StandingOrder: TypeAlias = StandEvade | StandSupport | StandDraw | StandRetreat | StandFallback
Table: TypeAlias = Resign | OfferDraw | WithdrawDraw | Claim
Order: TypeAlias = Movement | AttackPhase | StandingOrder | Table | TurnHeader | Pass | Preview


class Refused(Exception):
    """Why an order line cannot stand: raised while it is judged, and becomes its verdict.

    A code, the clauses that it breaks, and facts for the wording.
    """

    def __init__(self, code: str, *clauses: str, **facts: Any) -> None:
        super().__init__(code)
        self.code, self.clauses, self.facts = code, clauses, facts


# --- The canonical text --------------------------------------------------------------------------------------------


def text_of(order: Order) -> str:
    """An order as its order line: `MOVE BOU 350 120 THEN ROAD CHA 0 200`. What is read in it is the same order."""
    match order:
        case Move(piece, legs):
            text = f"move {piece} {' then '.join(map(_leg, legs))}"
        case Turn(piece, heading):
            text = f"turn {piece} around" if heading is None else f"turn {piece} to {heading}"
        case Face(piece, thing):
            text = f"turn {piece} face {_thing(thing)}"
        case TurnBy(piece, side, degrees):
            text = f"turn {piece} {side} {degrees}"
        case Wheel(piece, side, degrees):
            text = f"wheel {piece} {side} {degrees}"
        case General(piece, of):
            text = f"{GENERALS[of]} to {piece}"
        case Exit(piece):
            text = f"exit {piece}"
        case Fire(guns, target):
            text = f"fire {', '.join(guns)} at {target}"
        case Attack():
            text = _attack(order)
        case TurnHeader(number):
            text = f"turn {number}"
        case Claim(what):
            text = f"claim {what}"
        case StandEvade() | StandSupport() | StandDraw() | StandRetreat() | StandFallback():
            text = f"stand {_standing_order(order)}"
        case _:
            text = ONE_WORD[type(order)]
    told = getattr(order, "told", None)
    return (text if told is None else f"{text} {_told(told)}").upper()


GENERALS = {None: "general", "french": "napoleon", "allied": "wellington"}
ONE_WORD: dict[type, str] = {
    Pass: "pass",
    Preview: "preview",
    Resign: "resign",
    OfferDraw: "offer draw",
    WithdrawDraw: "withdraw draw",
}


def _told(told: Told) -> str:
    text = f"ending {_thing(told.at)}"
    text += "" if told.facing is None else f" facing {told.facing}"
    return text if told.yards is None else f"{text} after {told.yards}"


def _leg(leg: Leg) -> str:
    match leg:
        case Along(way, yards):
            return f"{way} {_distance(yards)}"
        case Bearing(bearing, yards):
            return f"{bearing} {_distance(yards)}"
        case To(thing):
            return f"to {_thing(thing)}"
        case Toward(thing, yards):
            return f"toward {_thing(thing)} {_distance(yards)}"
        case ToContact(enemy, bearing):
            return f"to contact {enemy}" + ("" if bearing is None else f" bearing {bearing}")
        case ByRoad(road, bearing, yards):
            return f"road {road} {bearing} {_distance(yards)}"
        case ByRoadTo(road, thing):
            return f"road {road} to {_thing(thing)}"


def _distance(yards: int | None) -> str:
    return "max" if yards is None else str(yards)


def _thing(thing: Thing) -> str:
    return thing if isinstance(thing, str) else f"{thing[0]},{thing[1]}"


def _attack(order: Attack) -> str:
    text = f"attack {order.target} with {', '.join(order.pieces)}"
    if order.advance:
        text += " advance" if order.advancer is None else f" advance {order.advancer}"
    return f"{text} draw retreat" if order.draw == "retreat" else text


def _standing_order(order: StandingOrder) -> str:
    match order:
        case StandEvade(piece, when):
            return f"evade {piece} {when}"
        case StandSupport(piece, how, pieces):
            return f"support {piece} {how}" + (f" {', '.join(pieces)}" if how == "with" else "")
        case StandDraw(piece, then):
            return f"draw {piece} {then}"
        case StandRetreat(piece, bearing):
            return f"retreat {piece} away" if bearing is None else f"retreat {piece} bearing {bearing}"
        case StandFallback(piece):
            return f"general fallback {piece}"
