"""The order helper of Waterloo (1895): what might be ordered of a piece, and where spots are on the picture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

from core.contract import Json, Orders, SeatName, Verdict
from core.rulesets.waterloo1895.orders import Auto, Leg, Move, Pass, Place, PlaceDefault, RestAuto, ThrowHeader
from pbem.rulesets.helping import Board, Candidate, Helper, Moved, Piece
from pbem.rulesets.proposing import Composer, Kind, NotMeant, Proposal

from .board import armies_of, board, kind_of
from .map import STEP, drawn_at, size_of
from .narration import called
from .questions import graph, movable, owes, to_goal

PLACE = Kind("place", "Place", ("what",), "on a spot, as U29")
MOST_FROM_CITY = 10  # spots, by the rules of the set-up (W95-016)


def helper() -> Helper:
    """The helper of this rule set."""
    return Helper(
        board=_board,
        pieces=_pieces,
        ways=_ways,
        plain=_plain,
        moved=_moved,
        instead=_instead,
        first=_first,
        composer=Composer(kinds=_kinds, orders=_orders),
    )


def _board(view: Json) -> Board:
    width, height = size_of()
    return Board(width, height, STEP, STEP * 0.8, {spot: drawn_at(spot, view) for spot in board().spots})


def _pieces(view: Json, seat: SeatName) -> list[Piece]:
    match owes(view, seat):
        case "throw":
            return [Piece(piece, view["pieces"][piece]) for piece in movable(view)]
        case "setup":
            usual = {piece: spot for army in armies_of(seat, view) for piece, spot in _usual(army.letter).items()}
            return [Piece(piece, view["pieces"].get(piece, spot), piece) for piece, spot in usual.items()]
    return []


def _usual(army: str) -> Mapping[str, str]:
    return board().default_setups[army]


def _ways(view: Json, seat: SeatName, piece: Piece, written: Orders) -> Iterator[Candidate]:
    if owes(view, seat) == "setup":
        yield from _places(view, seat, piece, written)
        return
    trails = view["options"]["loops"] == "yes"
    throw = _throw(view, written)
    sums: list[tuple[int, ...]] = [(die,) for die in sorted(set(throw))]
    if kind_of(piece.piece) == "cavalry":
        sums += sorted({dice for many in (2, 3) for dice in combinations(sorted(throw), many)})
    enemies = {spot for other, spot in view["pieces"].items() if other[0] != piece.piece[0]}
    for dice in sums:
        for spot in sorted(
            graph().walks(piece.at, sum(dice), trails=trails), key=lambda each: (_near(view, piece, each), each)
        ):
            takes = " (a piece stands there)" if spot in enemies else ""
            yield Candidate(Move(piece.piece, (Leg(dice, spot),)), spot, f"{'+'.join(map(str, dice))}: {spot}{takes}")


def _near(view: Json, piece: Piece, spot: str) -> int:
    return to_goal(piece.piece, spot, view)


def _throw(view: Json, written: Orders) -> tuple[int, ...]:
    """The dice of the throw that the next line belongs to, less those that are spent."""
    number = max((line.order.number for line in written if isinstance(line.order, ThrowHeader)), default=1)
    throws = [view["throw"], *view.get("chain", [])]
    dice = Counter(throws[number - 1] if 1 <= number <= len(throws) else ())
    at = 1
    for line in written:
        if isinstance(line.order, ThrowHeader):
            at = line.order.number
        elif isinstance(line.order, Move) and at == number:
            dice -= Counter(die for leg in line.order.legs for die in leg.dice)
    return tuple(dice.elements())


def _places(view: Json, seat: SeatName, piece: Piece, written: Orders) -> Iterator[Candidate]:
    """Spots in the neighbourhood of the city, but for those where another of the seat's is to stand."""
    placed = {each.piece: each.at for each in _pieces(view, seat)}
    placed |= {line.order.piece.upper(): line.order.spot for line in written if isinstance(line.order, Place)}
    taken = {spot for other, spot in placed.items() if other != piece.piece}
    city = board().armies[piece.piece[0]].city
    stars = board().city(city).stars
    for spot in board().spots:
        if (
            spot not in taken
            and spot != piece.at
            and any((graph().distance(star, spot) or 0) <= MOST_FROM_CITY for star in stars)
        ):
            yield Candidate(Place(piece.piece, spot), spot, spot)


def _instead(view: Json, order: Any, written: Orders) -> int | None:
    """A piece is placed once: where it is placed anew, that takes the place of the line."""
    if not isinstance(order, Place):
        return None
    placed = (at for at, line in enumerate(written) if isinstance(line.order, Place))
    return next((at for at in placed if written[at].order.piece.upper() == order.piece.upper()), None)


def _first(view: Json, order: Any, written: Orders) -> PlaceDefault | None:
    """Whoever begins by placing one piece changes the usual set-up."""
    return PlaceDefault() if isinstance(order, Place) and not written else None


def _kinds(view: Json, seat: SeatName) -> tuple[Kind, ...]:
    return (PLACE,) if owes(view, seat) == "setup" else ()


def _orders(view: Json, seat: SeatName, proposal: Proposal, written: Orders) -> list[Place]:
    spot = proposal.named().upper()
    if spot not in board().spots:
        raise NotMeant("There is no such spot on the board.")
    return [Place(proposal.piece, spot)]


def _plain(view: Json, seat: SeatName, written: Orders, lacks: Json) -> Iterator[Candidate]:
    match owes(view, seat):
        case "setup":
            if not written:
                yield Candidate(PlaceDefault(), "", "The usual set-up")
        case "throw":
            throws = [view["throw"], *view.get("chain", [])]
            begun = max((line.order.number for line in written if isinstance(line.order, ThrowHeader)), default=1)
            if begun < len(throws):
                yield Candidate(ThrowHeader(begun + 1), "", f"On to throw {begun + 1}: {called(throws[begun])}")
            if not written:
                yield Candidate(Pass(), "", "Pass")
                yield Candidate(Auto(), "", "Leave the throw to the server")
            else:
                yield Candidate(RestAuto(), "", "Leave the rest to the server")


def _moved(order: Any, verdict: Verdict, places: Mapping[str, str]) -> Moved | None:
    if isinstance(order, Place):
        return Moved(order.piece, order.spot, order.spot)
    if not isinstance(order, Move):
        return None
    piece = next((name for name, at in places.items() if order.unit in (name, at)), None)
    return None if piece is None else Moved(piece, places[piece], order.legs[-1].spot)
