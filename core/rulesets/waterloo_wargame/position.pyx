"""Positions as values, and their JSON: what `encode` writes, `read` reads back, `view` shows (WWG-009, WWG-R60).

A `Position` is handed out only when it is finished, and never changed afterwards; who needs another makes a copy.
"""

from functools import cache

import msgspec
from msgspec import UNSET

from core.contract import BadPosition, Outcome, shaped
from core.rulesets.waterloo_wargame.board import LETTERS
from core.rulesets.waterloo_wargame.options import ACROSS_THE_TABLE, SEATS
from core.rulesets.waterloo_wargame.orders import Refused
from core.rulesets.waterloo_wargame.schema import PositionSchema, without_pieces

from libc.string cimport memcpy

from core.boards.plane cimport Base, fix, gap, in_arc, on_board, on_road
from core.position cimport BasePosition
from core.rulesets.waterloo_wargame.board cimport Pieces, Variant
from core.rulesets.waterloo_wargame.field cimport (
    AGREED, ALLIED, BY_LOSSES, CLAIMED, EVADE_ALWAYS, EVADE_NEVER, EVADE_WEAK, FRENCH, GUN, HOLD, MOST_NAMED, NOBODY,
    ON_TIME, PLAY_ON, RESIGNED, RETREAT, SUPPORT_AUTO, SUPPORT_NONE, SUPPORT_WITH, Field, Roster, Set, StandingOrders,
    INFANTRY, any_of, at_point, base_of, both, clear, drop, garrison, garrisoned_by, gun_in, in_contact, none, on, put,
    take, walls,
)
from core.rulesets.waterloo_wargame.template cimport MOST_NUMBERS, NULL_NUMBER, Template

ENDS = {
    BY_LOSSES: ("losses", "WWG-125"),
    ON_TIME: ("time", "WWG-127"),
    RESIGNED: ("resigned", ACROSS_THE_TABLE),
    AGREED: ("agreed", ACROSS_THE_TABLE),
    CLAIMED: ("claimed", "WWG-R56"),
}
EVADES = {"weak": EVADE_WEAK, "always": EVADE_ALWAYS, "never": EVADE_NEVER}
SUPPORTS = {"auto": SUPPORT_AUTO, "none": SUPPORT_NONE, "with": SUPPORT_WITH}
DRAWS = {"hold": HOLD, "retreat": RETREAT}
AWAY, BEARING = 1, 2  # `StandingOrders.bears`
ALL = "all"
SIDES = {seat: side for side, seat in enumerate(SEATS)}
REST = msgspec.json.Decoder(without_pieces())
POSITION_KEYS = tuple([field.name for field in msgspec.structs.fields(PositionSchema)])


cdef class Position(BasePosition):
    """What a game of the Waterloo Wargame looks like at one moment."""

    @property
    def rules(self):
        """The rules it belongs to."""
        return self.variant.rules

    @property
    def options(self):
        """The settled options of its game."""
        return dict(self.variant.options)

    def to_json(self):
        """The whole position as JSON text, as `encode` has it: the army in its template, and the rest."""
        return as_text(self).decode()

    cdef Position copy(self):
        cdef Position other = Position.__new__(Position)
        other.variant, other.pieces, other.field = self.variant, self.pieces, self.field
        return other

    cdef int find(self, name) except -1:
        at = self.pieces.index.get(name.upper())
        if at is None or not on(&self.field, at):
            raise Refused("E01", what="piece", name=name, gone=at is not None, near=self.codes(self.field.alive))
        return at

    cdef int road(self, name) except -1:
        if name.upper() not in self.variant.roads:
            raise Refused("E01", what="road", name=name, gone=False, near=list(self.variant.roads))
        return self.variant.roads.index(name.upper())

    cdef tuple point(self, thing):
        if isinstance(thing, tuple):
            return thing
        name = thing.upper()
        at = self.pieces.index.get(name)
        if at is not None and on(&self.field, at):
            return self.field.x[<int>at], self.field.y[<int>at]
        board = self.variant.board
        if name in board.places:
            return board.places[name]
        if name in board.outlines:
            west, south, east, north = board.outlines[name]
            return (west + east) // 2, (south + north) // 2
        near = [*self.codes(self.field.alive), *board.points, *board.places]
        raise Refused("E01", what="thing", name=thing, gone=at is not None, near=near)

    cdef list pose(self, int piece):
        return [self.field.x[piece], self.field.y[piece], self.field.h[piece]]

    cdef list codes(self, Set pieces):
        """The codes of a set, in roster order."""
        cdef int piece = take(&pieces)
        found = []
        while piece >= 0:
            found.append(self.pieces.codes[piece])
            piece = take(&pieces)
        return found


cdef Position blank(Variant variant, Pieces pieces):
    cdef Position position = Position.__new__(Position)
    position.variant, position.pieces = variant, pieces
    clear(&position.field)
    return position


cdef Position opening(Variant variant):
    """WWG-006; on the bare board nothing but the board."""
    cdef Position position = blank(variant, variant.army)
    cdef int at, side
    for at, piece in enumerate(variant.known.values()):
        position.field.x[at], position.field.y[at], position.field.h[at] = piece["x"], piece["y"], piece["heading"]
        put(&position.field.alive, at)
    for side, seat in enumerate(SEATS):
        position.field.carrier[side] = position.pieces.index.get(variant.board.generals[seat], NOBODY)
    hold_points(position)
    return position


cdef void hold_points(Position position) noexcept:
    """The holders at the start (WWG-006); on the bare board there are none."""
    memcpy(position.field.holder, position.variant.holder, sizeof(position.field.holder))


# --- How it stands ---------------------------------------------------------------------------------------------------

def outcome_of(Position position):
    """The end of the game, or None."""
    if position.field.over == PLAY_ON:
        return None
    reason, clause = ENDS[position.field.over]
    return Outcome(() if position.field.winner == NOBODY else (SEATS[position.field.winner],), reason, clause)


def step_of(Position position):
    """Grows with every army turn and with the end of the game."""
    return 2 * (position.field.round - 1) + position.field.to_move + (position.field.over != PLAY_ON)


def time_of(Position position):
    """What the dial shows (WWG-031); later than midnight it goes on counting hours."""
    return dial(position.field.round)


@cache
def dial(round):
    """What the dial shows in a round."""
    minutes = 11 * 60 + 30 + 15 * (round - 1)
    return f"{minutes // 60}:{minutes % 60:02}"


# --- Out as JSON -----------------------------------------------------------------------------------------------------

def encode(Position position):
    """The whole position, every key of `PositionSchema` in its order."""
    return {**clock_written(position), "pieces": pieces_written(position), **rest_written(position)}


cdef bytes as_text(Position position):
    """The JSON text of `encode`, without a dictionary for each piece where the army is the scenario's."""
    cdef const Field* field = &position.field
    cdef int numbers[MOST_NUMBERS]
    cdef int at
    if position.pieces is not position.variant.army or not position.variant.templates:
        return msgspec.json.encode(encode(position))
    for at in range(position.pieces.roster.count):
        numbers[3 * at] = numbers[3 * at + 1] = numbers[3 * at + 2] = NULL_NUMBER
        if on(field, at):
            numbers[3 * at], numbers[3 * at + 1], numbers[3 * at + 2] = field.x[at], field.y[at], field.h[at]
    pieces = (<Template>position.variant.templates[0]).written(numbers)
    clock, rest = msgspec.json.encode(clock_written(position)), msgspec.json.encode(rest_written(position))
    return clock[:len(clock) - 1] + pieces + b"," + rest[1:]


cdef dict clock_written(Position position):
    """What stands before the pieces."""
    return {
        "phase": "play" if position.field.over == PLAY_ON else "over",
        "round": position.field.round,
        "to_move": SEATS[position.field.to_move],
    }


cdef dict rest_written(Position position):
    """What stands behind the pieces."""
    cdef const Field* field = &position.field
    end = outcome_of(position)
    return {
        "strongpoints": {name: seat_or_none(field.holder[<int>at]) for at, name in enumerate(position.variant.points)},
        "generals": by_seat(code_or_none(position, field.carrier[0]), code_or_none(position, field.carrier[1])),
        "losses": by_seat(field.losses[0], field.losses[1]),
        "guns_lost": by_seat(field.guns_lost[0], field.guns_lost[1]),
        "locks": locks_written(position),
        "standing": by_seat(standing_orders_written(position, 0), standing_orders_written(position, 1)),
        "missed": by_seat(field.missed[0], field.missed[1]),
        "computer": seats_in(field.computer),
        "draw_offers": seats_in(field.offers),
        **({"early_offers": seats_in(field.early)} if field.early else {}),
        "secrets": bool(field.secrets),
        "outcome": end and {"winners": list(end.winners), "reason": end.reason, "clause": end.clause},
    }


cdef dict by_seat(french, allied):
    return {SEATS[0]: french, SEATS[1]: allied}


cdef list pieces_written(Position position):
    """The pieces with their places; those that are gone have none."""
    cdef const Field* field = &position.field
    cdef tuple blanks = position.pieces.written
    cdef int piece
    cdef dict written
    found = []
    for piece in range(position.pieces.roster.count):
        written = (<dict>blanks[piece]).copy()
        if on(field, piece):
            written["x"], written["y"], written["heading"] = field.x[piece], field.y[piece], field.h[piece]
        found.append(written)
    return found


cdef list locks_written(Position position):
    """Who may not attack whom, of the pieces that are still there."""
    cdef const Field* field = &position.field
    cdef Set left = field.alive, against
    cdef int piece = take(&left)
    found = []
    while piece >= 0:
        against = both(&field.locked[piece], &field.alive)
        if any_of(&against):
            found.append({"piece": position.pieces.codes[piece], "against": position.codes(against)})
        piece = take(&left)
    return found


cdef list seats_in(int sides):
    return [SEATS[side] for side in range(2) if (sides >> side) & 1]


cdef object seat_or_none(int side):
    return None if side == NOBODY else SEATS[side]


cdef object code_or_none(Position position, int piece):
    return None if piece == NOBODY else position.pieces.codes[piece]


def standing_orders_written(Position position, int side):
    """A side's standing orders, as far as given."""
    cdef int piece
    words = {"evade": {}, "support": {}, "draw": {}, "retreat": {}, "fallback": None}
    write_standing_orders(position, &position.field.all_of[side], ALL, words)
    for piece in range(position.pieces.roster.count):
        if position.pieces.roster.side[piece] == side and given(&position.field.own[piece]):
            write_standing_orders(position, &position.field.own[piece], position.pieces.codes[piece], words)
    words["fallback"] = code_or_none(position, position.field.fallback[side])
    return words


cdef inline bint given(const StandingOrders* standing) noexcept:
    """Whether anything is ordered in it."""
    return standing.evade or standing.support or standing.draw or standing.bears


cdef write_standing_orders(Position position, const StandingOrders* standing, name, words):
    cdef int at
    if standing.evade:
        words["evade"][name] = word_for(EVADES, standing.evade)
    if standing.support == SUPPORT_WITH:
        words["support"][name] = [position.pieces.codes[standing.piece[at]] for at in range(standing.named)]
    elif standing.support:
        words["support"][name] = word_for(SUPPORTS, standing.support)
    if standing.draw:
        words["draw"][name] = word_for(DRAWS, standing.draw)
    if standing.bears:
        words["retreat"][name] = "away" if standing.bears == AWAY else standing.bearing


cdef word_for(words, number):
    return next(word for word, meant in words.items() if meant == number)


# --- What may be seen ------------------------------------------------------------------------------------------------

def view(Position position, viewer):
    """What a seat, or with None an onlooker, may know: `encode` without others' standing orders, and what follows."""
    cdef Variant variant = position.variant
    board = variant.board
    shown = encode(position)
    del shown["secrets"]
    shown["standing"] = {seat: orders for seat, orders in shown["standing"].items() if seat == viewer}
    playing = position.field.over == PLAY_ON
    shown["pieces"] = [
        piece | seen(position, at) if piece["x"] is not None else piece for at, piece in enumerate(shown["pieces"])
    ]
    return shown | {
        "options": dict(variant.options),
        "seat": viewer,
        "seats": list(SEATS),
        "step": step_of(position),
        "time": time_of(position),
        "turns": variant.law.rounds,
        "target": variant.law.target,
        "move_cap": variant.law.cap,
        "board": {"east": variant.law.east, "north": variant.law.north},
        "roads": {
            road: {
                "width": variant.law.road[<int>at].width,
                "name": board.names[road],
                "points": [list(point) for point in board.centrelines[road]],
            }
            for at, road in enumerate(variant.roads)
        },
        "outlines": {
            point: dict(zip(("west", "south", "east", "north"), board.outlines[point], strict=True))
            | {
                "name": board.names[point],
                "garrison": position.codes(garrison(&variant.law, &position.pieces.roster, &position.field, at)),
            }
            for at, point in enumerate(variant.points)
        },
        "places": {place: {"x": x, "y": y, "name": board.names[place]} for place, (x, y) in board.places.items()},
        "owed": {"seat": shown["to_move"], "round": shown["round"], "time": time_of(position)} if playing else None,
    }


cdef dict seen(Position position, int piece):
    """What the board shows of a piece beside its place: whom it touches, what bears on it, the nearest enemy."""
    cdef const Roster* roster = &position.pieces.roster
    cdef const Field* field = &position.field
    cdef Variant variant = position.variant
    cdef int other, road, side = roster.side[piece], point = garrisoned_by(&variant.law, roster, field, piece)
    cdef Set touched = none(), bearing = none(), targets = none(), left = field.alive
    cdef Base base = base_of(roster, field, piece), there
    cdef fix least = 0, far
    cdef int nearest = NOBODY
    drop(&left, piece)
    other = take(&left)
    while other >= 0:
        there = base_of(roster, field, other)
        if in_contact(roster, field, piece, other):
            put(&touched, other)
        if roster.side[other] != side:
            far = gap(&base, &there)
            if nearest == NOBODY or far < least:
                nearest, least = other, far
            if roster.arm[piece] == GUN and in_arc(&base, &there, variant.law.square_arc):
                put(&targets, other)
            if roster.arm[other] == GUN and in_arc(&there, &base, variant.law.square_arc):
                put(&bearing, other)
        other = take(&left)
    told = {
        "width": 2 * roster.half_width[piece],
        "depth": 2 * roster.half_depth[piece],
        "strength": roster.strength[piece],
        "touches": position.codes(touched),
        "walls": walls_touched(position, piece),
        "general": field.carrier[side] == piece,
        "garrison": None if point < 0 else variant.points[point],
        "on_roads": [
            variant.roads[road] for road in range(variant.law.roads) if on_road(&base, &variant.law.road[road])
        ],
        "under": position.codes(bearing),
        "nearest": None,
    }
    if nearest != NOBODY:
        told["nearest"] = {"piece": position.pieces.codes[nearest], "gap": tenths(least)}
    if roster.arm[piece] == GUN:
        told["in_arc"] = position.codes(targets)
        point = gun_in(&variant.law, roster, field, piece)
        told["sheltered"] = None if point < 0 else variant.points[point]
    return told


cdef list walls_touched(Position position, int piece):
    """The strongpoints whose enemy garrison a piece of infantry may attack where it stands (WWG-110)."""
    cdef const Roster* roster = &position.pieces.roster
    cdef const Field* field = &position.field
    cdef Variant variant = position.variant
    cdef int point, closed
    if roster.arm[piece] != INFANTRY:
        return []
    closed = walls(&variant.law, roster, field, roster.side[piece])
    return [
        variant.points[point]
        for point in range(variant.law.points)
        if (closed >> point) & 1 and at_point(&variant.law, roster, field, piece, point)
    ]


cdef double tenths(fix length) noexcept:
    return ((length * 10 + (1 << 30)) >> 31) / 10.0


# --- In from JSON ----------------------------------------------------------------------------------------------------

cdef bytes as_bytes(text):
    return text.encode() if isinstance(text, str) else bytes(text)


cdef Position read(Variant variant, written):
    """The position that JSON data, or the text of it, describes.

    Raises BadPosition, or msgspec.ValidationError for the wrong shape.
    """
    cdef Position position
    cdef Field* field
    text = msgspec.json.encode(written) if isinstance(written, dict) else as_bytes(written)
    position, shape = as_usual(variant, text) or as_any(variant, text)
    field = &position.field
    field.round, field.to_move, field.secrets = shape.round, SIDES[shape.to_move], shape.secrets
    if shape.round > variant.law.rounds:
        raise BadPosition("round", "too_late", round=shape.round, turns=variant.law.rounds)
    read_holders(position, shape)
    read_generals(position, shape)
    read_counters(position, shape)
    read_locks(position, shape)
    for seat in SEATS:
        orders = getattr(shape.standing, seat)
        if orders is not UNSET:
            read_standing_orders(position, seat, orders)
    read_outcome(position, shape)
    return position


cdef tuple as_usual(Variant variant, text):
    """A text with the scenario's own army as `encode` writes it: its places, and the shape of the rest; or None.

    Nine tenths of a position's text are who the pieces are, and nearly always as the scenario has it. That is compared
    with a template, which takes a tenth of the time of reading each piece as a value of its own. What is not such a
    text, right or wrong, is read with care, and refused with reasons, as any other.
    """
    cdef Template template
    cdef Position position
    cdef int numbers[MOST_NUMBERS]
    for template in variant.templates:
        rest = template.read(text, numbers)
        if rest is None:
            continue
        position = placed(variant, numbers)
        try:
            return None if position is None else (position, REST.decode(rest))
        except msgspec.DecodeError:
            return None  # to be refused with reasons that fit the whole
    return None


cdef Position placed(Variant variant, const int* numbers):
    """The scenario's army at these places, three times null for what is gone; None where one of them cannot be."""
    cdef Position position = blank(variant, variant.army)
    cdef int at
    for at in range(variant.army.roster.count):
        if numbers[0] != NULL_NUMBER or numbers[1] != NULL_NUMBER or numbers[2] != NULL_NUMBER:
            if not stands(position, at, numbers[0], numbers[1], numbers[2]):
                return None
        numbers += 3
    return position


cdef bint stands(Position position, int piece, int x, int y, int heading) noexcept:
    """Put a piece there, unless it cannot stand there (WWG-010, WWG-017)."""
    cdef Field* field = &position.field
    cdef Base base
    if not (0 <= x <= position.variant.law.east and 0 <= y <= position.variant.law.north and 0 <= heading < 360):
        return False
    field.x[piece], field.y[piece], field.h[piece] = x, y, heading
    base = base_of(&position.pieces.roster, field, piece)
    if not on_board(&base, position.variant.law.east, position.variant.law.north):
        return False
    put(&field.alive, piece)
    return True


cdef tuple as_any(Variant variant, text):
    """The places in any JSON text, and its shape. Raises as `read` does."""
    cdef Position position
    shape = shaped(text, PositionSchema)
    position = blank(variant, Pieces(identities(variant, shape)))
    read_places(position, shape)
    return position, shape


cdef list identities(Variant variant, shape):
    """Who the pieces are: as written, and where nothing is written as the scenario has it."""
    found, taken = [], set(variant.roads) | set(variant.points) | set(variant.board.places)
    running = dict.fromkeys(SEATS, 0)
    for at, piece in enumerate(shape.pieces):
        where = f"pieces[{at}]"
        known = variant.known.get(piece.code, {})
        made = {key: getattr(piece, key) if getattr(piece, key) is not None else known.get(key) for key in IDENTITY}
        for key in ("side", "arm", "men"):
            if made[key] is None:
                raise BadPosition(f"{where}.{key}", "missing", piece=piece.code)
        if (made["arm"] == "gun") != (made["men"] == 0):
            raise BadPosition(f"{where}.men", "men_of_arm", piece=piece.code, arm=made["arm"], men=made["men"])
        running[made["side"]] += 1
        if made["number"] is None:
            made["number"] = f"{LETTERS[SEATS.index(made['side'])]}{running[made['side']]:02}"
        if made["name"] is None:
            made["name"] = piece.code
        for name in (piece.code, made["number"]):
            if name in taken:
                raise BadPosition(where, "name_taken", name=name)
            taken.add(name)
        found.append(made | {"code": piece.code})
    return found


IDENTITY = ("side", "arm", "men", "number", "name")


cdef void read_places(Position position, shape) except *:
    cdef int at
    for at, piece in enumerate(shape.pieces):
        where = (piece.x, piece.y, piece.heading)
        if where == (None, None, None):
            continue
        if piece.x is None or piece.y is None:
            raise BadPosition(f"pieces[{at}]", "half_a_place", piece=piece.code)
        heading = piece.heading
        if heading is None:
            heading = position.variant.known.get(piece.code, {}).get("heading", 0)
        if not stands(position, at, piece.x, piece.y, heading):
            raise BadPosition(f"pieces[{at}]", "off_board", piece=piece.code, x=piece.x, y=piece.y, heading=heading)


cdef void read_holders(Position position, shape) except *:
    cdef int at
    hold_points(position)
    for at, name in enumerate(position.variant.points):
        seat = getattr(shape.strongpoints, name)
        if seat is not UNSET:
            position.field.holder[at] = NOBODY if seat is None else SIDES[seat]


cdef int read_piece(Position position, where, code, side) except -1:
    """A piece on the board, of a side unless that is None."""
    at = position.pieces.index.get(code)
    if at is None or not on(&position.field, at):
        raise BadPosition(where, "no_such_piece", piece=code)
    if side is not None and position.pieces.roster.side[<int>at] != side:
        raise BadPosition(where, "other_side", piece=code)
    return at


cdef void read_generals(Position position, shape) except *:
    for side, seat in enumerate(SEATS):
        code = getattr(shape.generals, seat)
        if code is not None:
            position.field.carrier[<int>side] = read_piece(position, f"generals.{seat}", code, side)


cdef void read_counters(Position position, shape) except *:
    cdef Field* field = &position.field
    field.losses[FRENCH], field.losses[ALLIED] = shape.losses.french, shape.losses.allied
    field.guns_lost[FRENCH], field.guns_lost[ALLIED] = shape.guns_lost.french, shape.guns_lost.allied
    field.missed[FRENCH], field.missed[ALLIED] = shape.missed.french, shape.missed.allied
    for seat in shape.computer:
        field.computer |= 1 << <int>SIDES[seat]
    for seat in shape.draw_offers:
        field.offers |= 1 << <int>SIDES[seat]
    for seat in shape.early_offers:
        if seat in shape.draw_offers:
            field.early |= 1 << <int>SIDES[seat]


cdef void read_locks(Position position, shape) except *:
    for at, lock in enumerate(shape.locks):
        piece = read_piece(position, f"locks[{at}].piece", lock.piece, None)
        side = position.pieces.roster.side[<int>piece]
        for code in lock.against:
            put(&position.field.locked[<int>piece], read_piece(position, f"locks[{at}].against", code, 1 - side))


cdef void read_standing_orders(Position position, seat, orders) except *:
    cdef int side = SIDES[seat], at
    cdef StandingOrders* standing
    where = f"standing.{seat}"
    for code, word in orders.evade.items():
        standing_orders_of(position, where, code, side).evade = EVADES[word]
    for code, word in orders.draw.items():
        standing_orders_of(position, where, code, side).draw = DRAWS[word]
    for code, bearing in orders.retreat.items():
        standing = standing_orders_of(position, where, code, side)
        standing.bears, standing.bearing = (AWAY, 0) if bearing == "away" else (BEARING, bearing)
    for code, how in orders.support.items():
        standing = standing_orders_of(position, where, code, side)
        standing.support = SUPPORTS[how] if isinstance(how, str) else SUPPORT_WITH
        standing.named = 0 if isinstance(how, str) else min(len(how), MOST_NAMED)
        for at in range(standing.named):
            standing.piece[at] = read_own(position, where, how[at], side)
    if orders.fallback is not None:
        position.field.fallback[side] = read_own(position, where, orders.fallback, side)


cdef int read_own(Position position, where, code, side) except -1:
    """A piece of a side, on the board or gone: standing orders outlive those they name."""
    at = position.pieces.index.get(code)
    if at is None or position.pieces.roster.side[<int>at] != side:
        raise BadPosition(where, "no_such_piece", piece=code)
    return at


cdef StandingOrders* standing_orders_of(Position position, where, code, int side) except NULL:
    if code == ALL:
        return &position.field.all_of[side]
    return &position.field.own[read_own(position, where, code, side)]


cdef void read_outcome(Position position, shape) except *:
    if (shape.outcome is not None) != (shape.phase == "over"):
        raise BadPosition("outcome", "missing" if shape.phase == "over" else "not_over")
    if shape.outcome is None:
        return
    over = {reason: number for number, (reason, clause) in ENDS.items()}[shape.outcome.reason]
    winners = shape.outcome.winners
    if shape.outcome.clause != ENDS[over][1] or len(winners) != (over != AGREED):
        raise BadPosition("outcome", "other_end", reason=shape.outcome.reason)
    position.field.over = over
    position.field.winner = SEATS.index(winners[0]) if winners else NOBODY
