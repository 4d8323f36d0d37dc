"""The order helper of the Waterloo Wargame: pieces are dragged on the open field, and what comes out is a line.

Who goes how far, what bars a way, who is touched, and what a gun bears on: all of it comes from the rules, as verdicts
on orders that are proposed, and from the view as it is once the moves that are written are made. Here stands only
which orders are worth proposing, and where on the picture a yard is. Not for: the form of the report (`form.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import atan2, cos, degrees, hypot, radians, sin
from typing import Any, Literal, get_args

from core.contract import Json, Line, Orders, RuleSet, SeatName, Status, Verdict
from core.dice import ScriptedDice
from core.rulesets.waterloo_wargame.orders import (
    Along,
    Attack,
    Bearing,
    ByRoad,
    Exit,
    Face,
    Fire,
    General,
    Leg,
    Move,
    Movement,
    Pass,
    StandDraw,
    StandEvade,
    Thing,
    To,
    ToContact,
    Toward,
    Turn,
    Wheel,
)
from pbem.rulesets.helping import Board, Candidate, Helper, Moved, Piece
from pbem.rulesets.proposing import Base, Composer, Kind, NotMeant, OpenField, Point, Pose, Proposal, Shown
from pbem.rulesets.sentences import listed

from .board import COMPASS, board, called, men, piece_of, pieces_on_board
from .picture import REACH, SCALE, drawn_at, size_of
from .questions import locked, may_attack, owes
from .shapes import Shape, contacts, meeting_point, shape_of

MOVEMENTS = get_args(Movement)
WAYS: tuple[Literal["forward", "back", "left", "right"], ...] = ("forward", "back", "left", "right")
SPOKES = tuple(range(0, 360, 10))  # degrees in which the reach of a piece is asked about
ARC_PARTS = 8  # pieces of the edge of an arc, as drawn
PROBES = 8  # of a piece: its first shots or attacks, and a step to each side
GUN_SIZE = 100 * SCALE
LARGEST_TURN = 180
KINDS = (
    Kind("to", "Move to a point", ("east", "north"), legs=True),
    Kind("bearing", "Move by bearing", ("degrees", "yards"), legs=True),
    Kind("forward", "Move forward", ("yards",), legs=True),
    Kind("back", "Move back", ("yards",), legs=True),
    Kind("left", "Move to its left", ("yards",), legs=True),
    Kind("right", "Move to its right", ("yards",), legs=True),
    Kind("toward", "Move towards", ("what", "yards"), "a piece or place", legs=True),
    Kind("contact", "Move to contact", ("what",), "an enemy piece", legs=True),
    Kind("road", "Move by road", ("what", "degrees", "yards"), "a road", legs=True),
    Kind("turn", "Turn to", ("degrees",)),
    Kind("face", "Turn to face", ("what",), "a piece or place"),
    Kind("wheel-left", "Wheel to the left", ("degrees",)),
    Kind("wheel-right", "Wheel to the right", ("degrees",)),
    Kind("fire", "Fire at", ("what",), "an enemy piece or strongpoint"),
    Kind("attack", "Attack", ("what",), "an enemy piece or strongpoint"),
    Kind("general", "The General joins it", ()),
)


def helper() -> Helper:
    """The helper of this rule set."""
    return Helper(
        board=_board,
        pieces=_pieces,
        ways=_ways,
        plain=_plain,
        moved=_moved,
        instead=_instead,
        composer=Composer(kinds=_kinds, orders=_orders),
        open_field=OpenField(by_then=_by_then, shown=_shown, spokes=_spokes, reach=_reach, pose=_pose),
        probes=PROBES,
    )


def _board(view: Json) -> Board:
    width, height = size_of(view)
    spots = {
        piece["code"]: drawn_at(piece["x"], piece["y"], view) for piece in view["pieces"] if piece["x"] is not None
    }
    return Board(width, height, GUN_SIZE, GUN_SIZE, spots)


def _pieces(view: Json, seat: SeatName) -> list[Piece]:
    if not owes(view, seat):
        return []
    return [Piece(piece["code"], piece["code"]) for piece in pieces_on_board(view, seat)]


def _moved(order: Any, verdict: Verdict, places: Any) -> Moved | None:
    """On the open field the bases themselves tell where they were."""
    return None


def _code(name: str, view: Json) -> str:
    """The code of a piece that may be named by its key number."""
    name = name.upper()
    return str(next((piece["code"] for piece in view["pieces"] if name in (piece["code"], piece["number"])), name))


# --- What might be ordered ------------------------------------------------------------------------------------------


def _ways(view: Json, seat: SeatName, piece: Piece, written: Orders) -> Iterator[Candidate]:
    own = piece_of(piece.piece, view)
    if own is None or own["x"] is None:
        return
    code = own["code"].lower()
    yield from _fights(view, seat, own, written)
    for way in WAYS:
        yield Candidate(Move(code, (Along(way, None),)), "", f"{way} as far as it can")
    for road in own["on_roads"]:
        for bearing in _along(view, road, own):
            order = Move(code, (ByRoad(road.lower(), bearing, None),))
            yield Candidate(order, "", f"by road {road} {called(bearing)} as far as it can")
    for point, bearing in COMPASS.items():
        if bearing % 45 < 2 and bearing % 90:
            yield Candidate(Move(code, (Bearing(bearing, None),)), "", f"{point.upper()} as far as it can")
    for enemy in _near(view, seat, own):
        yield Candidate(Move(code, (ToContact(enemy["code"].lower()),)), "", f"up to {enemy['code']}")
    if own["nearest"]:
        nearest = own["nearest"]["piece"]
        yield Candidate(Face(code, nearest.lower()), "", f"turn to face {nearest}")
    yield Candidate(Turn(code, None), "", "turn about")
    if not own["general"]:
        yield Candidate(General(code), "", "the General joins it")
    if view["options"]["edge"] == "open":
        yield Candidate(Exit(code), "", "off the field")
    yield from _standing(own, code)


def _fights(view: Json, seat: SeatName, own: Json, written: Orders) -> Iterator[Candidate]:
    """Shots at what the gun bears on by then, attacks on what the piece touches, and attacks that it may join."""
    code, barred = own["code"].lower(), locked(view, seat).get(own["code"], ())
    for target in own.get("in_arc", ()):
        yield Candidate(Fire((code,), target.lower()), "", f"fire at {target}")
    for target in may_attack(own, barred, view):
        yield Candidate(Attack(target.lower(), (code,)), "", f"attack {target}")
        yield Candidate(Attack(target.lower(), (code,), advance=True), "", f"attack {target}, and advance")
    for line in written:
        if isinstance(line.order, Attack) and code not in line.order.pieces:
            order = line.order
            joined = Attack(order.target, (*order.pieces, code), order.advance, order.advancer, order.draw)
            yield Candidate(joined, "", f"join the attack on {order.target.upper()}")


def _along(view: Json, road: str, own: Json) -> tuple[int, int]:
    """The bearings of both ways along a road where a piece stands."""
    points = view["roads"][road]["points"]

    def far(at: int) -> float:
        (x0, y0), (x1, y1) = points[at], points[at + 1]
        return hypot((x0 + x1) / 2 - own["x"], (y0 + y1) / 2 - own["y"]) - hypot(x1 - x0, y1 - y0) / 2

    nearest = min(range(len(points) - 1), key=far)
    bearing = _bearing(points[nearest + 1][0] - points[nearest][0], points[nearest + 1][1] - points[nearest][1])
    return bearing, (bearing + LARGEST_TURN) % 360


def _near(view: Json, seat: SeatName, own: Json) -> list[Json]:
    """The enemies in whose neighbourhood a piece is, the nearest first; how far it may go the rules say."""

    def far(other: Json) -> float:
        return hypot(other["x"] - own["x"], other["y"] - own["y"])

    others = [each for each in view["pieces"] if each["side"] != seat and each["x"] is not None]
    return sorted((each for each in others if far(each) < REACH and each["code"] not in own["touches"]), key=far)


def _standing(own: Json, code: str) -> Iterator[Candidate]:
    if own["arm"] == "cavalry":
        for when in ("always", "weak", "never"):
            yield Candidate(StandEvade(code, when), "", f"standing order: evade {when}")
    if own["arm"] != "gun":
        for then in ("retreat", "hold"):
            yield Candidate(StandDraw(code, then), "", f"standing order: {then} after a draw")


def _plain(view: Json, seat: SeatName, written: Orders, lacks: Json) -> Iterator[Candidate]:
    if owes(view, seat) and not written:
        yield Candidate(Pass(), "", "Pass: the turn without orders")


def _instead(view: Json, order: Any, written: Orders) -> int | None:
    """A piece has one movement, an army one going over of its General, and who joins an attack takes its line."""
    for at, line in enumerate(written):
        if isinstance(order, General) and isinstance(line.order, General):
            return at
        if _moves(order) and _moves(line.order) and _code(order.piece, view) == _code(line.order.piece, view):
            return at
        if isinstance(order, Attack) and isinstance(line.order, Attack) and _joins(order, line.order):
            return at
    return None


def _moves(order: Any) -> bool:
    return isinstance(order, MOVEMENTS) and not isinstance(order, General)


def _joins(order: Attack, other: Attack) -> bool:
    return order.target == other.target and order.pieces[: len(other.pieces)] == other.pieces


# --- What the fields of a form mean ---------------------------------------------------------------------------------


def _kinds(view: Json, seat: SeatName) -> Sequence[Kind]:
    return KINDS if owes(view, seat) else ()


def _orders(view: Json, seat: SeatName, proposal: Proposal, written: Orders) -> Sequence[Any]:
    code = proposal.piece.lower()
    own = piece_of(proposal.piece, view)
    if own is None or own["x"] is None:
        raise NotMeant("There is no such piece on the field.")
    match proposal.kind:
        case "turn":
            return [Turn(code, proposal.number("degrees") % 360)]
        case "face":
            return [Face(code, _thing(proposal.named()))]
        case "wheel-left" | "wheel-right":
            return [Wheel(code, "left" if proposal.kind == "wheel-left" else "right", proposal.number("degrees"))]
        case "turn-to":
            east, north = _dragged_to(view, proposal)
            return [Turn(code, _bearing(east - own["x"], north - own["y"]))]
        case "corner-left" | "corner-right":
            return [_wheeled(code, own, proposal.kind, _dragged_to(view, proposal))]
        case "fire":
            return [Fire((code,), _one_word(proposal))]
        case "attack":
            return _attacks(code, _one_word(proposal), written)
        case "general":
            return [General(code)]
    return [_with_leg(code, leg, proposal, view, written) for leg in _legs(view, seat, own, proposal)]


def _legs(view: Json, seat: SeatName, own: Json, proposal: Proposal) -> list[Leg]:
    match proposal.kind:
        case "to":
            return [To((proposal.number("east"), proposal.number("north")))]
        case "drag":
            return _dragged(view, seat, _dragged_to(view, proposal))
        case "bearing":
            return [Bearing(proposal.number("degrees") % 360, proposal.as_far)]
        case "forward" | "back" | "left" | "right":
            return [Along(proposal.kind, proposal.as_far)]
        case "toward":
            return [Toward(_thing(proposal.named()), proposal.as_far)]
        case "contact":
            return [ToContact(_one_word(proposal))]
        case "road":
            road = _one_word(proposal)
            if proposal.degrees is None:
                raise NotMeant("A way along a road needs the degrees in which it leads.")
            return [ByRoad(road, proposal.degrees % 360, proposal.as_far)]
    raise NotMeant("There is no such kind of order.")


def _dragged(view: Json, seat: SeatName, point: tuple[int, int]) -> list[Leg]:
    """Dropped on an enemy it goes up to him; else to the point, or as far towards it as it can."""
    under = next(
        (
            each["code"].lower()
            for each in view["pieces"]
            if each["side"] != seat and each["x"] is not None and shape_of(each).holds(*point)
        ),
        None,
    )
    met: list[Leg] = [ToContact(under)] if under is not None else [To(point)]
    return [*met, Toward(under if under is not None else point, None)]


def _with_leg(code: str, leg: Leg, proposal: Proposal, view: Json, written: Orders) -> Move:
    """A move of one leg; or the move that the piece is ordered to make, with one more."""
    made = next((line.order for line in written if isinstance(line.order, Move) and _is_of(line, code, view)), None)
    if not proposal.further or made is None:
        return Move(code, (leg,))
    return Move(made.piece, (*made.legs, leg))


def _is_of(line: Line, code: str, view: Json) -> bool:
    return _code(line.order.piece, view) == code.upper()


def _attacks(code: str, target: str, written: Orders) -> list[Attack]:
    """An attack by itself, or with those who attack that target already."""
    joined = [
        Attack(target, (*line.order.pieces, code), line.order.advance, line.order.advancer, line.order.draw)
        for line in written
        if isinstance(line.order, Attack) and line.order.target == target and code not in line.order.pieces
    ]
    return [*joined, Attack(target, (code,))]


def _dragged_to(view: Json, proposal: Proposal) -> tuple[int, int]:
    return proposal.point(view["board"]["east"], view["board"]["north"])


def _wheeled(code: str, own: Json, kind: str, to: tuple[int, int]) -> Wheel:
    """The wheel that brings the front corner that is dragged to where it is dragged, round the other one."""
    left_is_dragged = kind == "corner-left"
    shape = shape_of(own)
    left, right = shape.corners()[:2]
    dragged, fixed = (left, right) if left_is_dragged else (right, left)
    east, north = to
    turned = _bearing(east - fixed[0], north - fixed[1]) - _bearing(dragged[0] - fixed[0], dragged[1] - fixed[1])
    turned = (turned if left_is_dragged else -turned) % 360
    if not 1 <= turned < LARGEST_TURN:
        raise NotMeant("A piece wheels with its front forward, by 1 to 179 degrees.")
    return Wheel(code, "right" if left_is_dragged else "left", turned)


def _one_word(proposal: Proposal) -> str:
    """A piece, strongpoint or road by its code; a name in full is brought to it by the grammar's own table."""
    word = _code_of_name(proposal.named())
    if not (word.isascii() and word.isalnum()):
        raise NotMeant("A code of the map is wanted, as BYL or HOU.")
    return word


def _thing(word: str) -> Thing:
    parts = [each.strip() for each in word.split(",")]
    if len(parts) == 2 and all(each.isascii() and each.isdecimal() and len(each) <= 5 for each in parts):
        return int(parts[0]), int(parts[1])
    word = _code_of_name(word)
    if not (word.isascii() and word.isalnum()):
        raise NotMeant("A code of the map is wanted, as BYL or LHS, or a point, as 3000,2500.")
    return word


def _code_of_name(word: str) -> str:
    return board().aliases.get(word, word)


def _bearing(east: float, north: float) -> int:
    """The whole degree in which something lies."""
    return round(degrees(atan2(east, north))) % 360


# --- The field ------------------------------------------------------------------------------------------------------


def _by_then(rules: RuleSet[Any], position: Any, view: Json, seat: SeatName, written: Orders) -> Json:
    """The view with all pieces as they stand when the moves are made; shots and attacks need dice."""
    moves = tuple(line for line in written if isinstance(line.order, MOVEMENTS))
    if not moves:
        return view
    made = rules.adjudicate(position, {seat: moves}, ScriptedDice([]))
    if any(each.status is not Status.OK for each in made.verdicts[seat]):
        return view
    return {**view, "pieces": rules.view(made.position, seat)["pieces"]}


def _shown(view: Json, then: Json, seat: SeatName, picked: str | None) -> Shown:
    scale = SCALE * (-1 if view.get("flip") else 1)
    before = {piece["code"]: piece for piece in view["pieces"]}
    bases = tuple(_base(piece, before[piece["code"]], seat, view) for piece in then["pieces"] if piece["x"] is not None)
    touching = tuple(drawn_at(*meeting_point(shape_of(one), shape_of(other)), view) for one, other in contacts(then))
    shown = Shown(drawn_at(0, 0, view), (scale, -scale), bases, touching)
    own = piece_of(picked, then) if picked is not None else None
    if own is None or own["x"] is None:
        return shown
    return Shown(shown.origin, shown.scale, bases, touching, _about(own, then), _posed(own, _at(own), view))


def _base(piece: Json, before: Json, seat: SeatName, view: Json) -> Base:
    stays = _at(piece) == _at(before)
    was = None if stays or before["x"] is None else drawn_at(before["x"], before["y"], view)
    return Base(piece["code"], piece["side"] == seat, _corners(shape_of(piece), view), was)


def _at(piece: Json) -> tuple[int, int, int]:
    return piece["x"], piece["y"], piece["heading"]


def _posed(piece: Json, at: Sequence[int], view: Json) -> Pose:
    """How a piece stands at a place, with the arc of a gun."""
    shape = shape_of({**piece, "x": at[0], "y": at[1], "heading": at[2]})
    arc = _arc(shape, view) if piece["arm"] == "gun" else ()
    return Pose(_corners(shape, view), at[0], at[1], at[2], arc)


def _pose(view: Json, facts: Json) -> Pose | None:
    piece = piece_of(str(facts.get("piece", "")), view)
    to = facts.get("to")
    return (
        _posed(piece, to, view)
        if piece is not None and piece["x"] is not None and isinstance(to, list | tuple)
        else None
    )


def _corners(shape: Shape, view: Json) -> tuple[Point, ...]:
    return tuple(drawn_at(*corner, view) for corner in shape.corners())


def _arc(shape: Shape, view: Json) -> tuple[Point, ...]:
    """What a gun bears on: a wedge, or with fire_arc=square a square (WWG-025, WWG-136)."""
    front = shape.half_depth
    if view["options"]["fire_arc"] == "square":
        ends = [(-REACH / 2, front), (-REACH / 2, front + REACH), (REACH / 2, front + REACH), (REACH / 2, front)]
    else:
        sides = [-30 + 60 * at / ARC_PARTS for at in range(ARC_PARTS + 1)]
        ends = [(0, front), *((REACH * sin(radians(at)), front + REACH * cos(radians(at))) for at in sides)]
    return tuple(drawn_at(*shape.at(*end), view) for end in ends)


def _about(own: Json, view: Json) -> str:
    """`BOU, infantry, 2,000 men, at 4060,2120 facing N; touches BYL; in range of LLO.`"""
    strength = "guns" if own["arm"] == "gun" else f"{own['arm']}, {men(own['men'])} men"
    told = [f"{own['code']}, {strength}, at {own['x']},{own['y']} facing {called(own['heading'])}"]
    sides = {piece["code"]: piece["side"] for piece in view["pieces"]}
    enemies = [code for code in own["touches"] if sides[code] != own["side"]] + own["walls"]
    told += [f"touches {listed(enemies)}"] if enemies else []
    told += [f"bears on {listed(own['in_arc'])}"] if own.get("in_arc") else []
    told += [f"under the guns of {listed(own['under'])}"] if own["under"] else []
    return "; ".join(told) + "."


def _spokes(view: Json, picked: str) -> Iterator[Move]:
    """All around as far as it can; a piece stands at its place of the beginning when it is asked to."""
    for bearing in SPOKES:
        yield Move(picked.lower(), (Bearing(bearing, None),))


def _reach(view: Json, picked: str, found: Sequence[Json]) -> tuple[Point, ...]:
    own = piece_of(picked, view)
    if own is None or own["x"] is None or not any(found):
        return ()
    ends = [facts["to"] if facts else (own["x"], own["y"]) for facts in found]
    return tuple(drawn_at(end[0], end[1], view) for end in ends)
