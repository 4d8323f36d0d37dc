"""Order sets that could be sent. On the open plane they are without number: those of one line, in common directions."""

from core.contract import Line
from core.rulesets.waterloo_wargame.orders import (
    Attack, Bearing, ByRoad, Fire, Move, Pass, ToContact, Turn, text_of,
)

from core.boards.plane cimport Base, fix, nearest_on, segment_at
from core.rulesets.waterloo_wargame.field cimport GUN, base_of, on
from core.rulesets.waterloo_wargame.order_set cimport OrderSet
from core.rulesets.waterloo_wargame.position cimport Position


def legal_sets(Position position, seat, limit):
    """The sets of one line that the check accepts, at most `limit` of them."""
    found = []
    for order in candidates(position):
        if limit is not None and len(found) >= limit:
            break
        lines = (Line(1, text_of(order), order),)
        if not (<OrderSet>OrderSet(position, seat, lines)).failed:
            found.append(lines)
    return found


def candidates(Position position):
    """Orders worth trying, each once."""
    cdef int piece, other, road, here, side = position.field.to_move
    cdef Base base
    cdef fix along
    roster, pieces = &position.pieces.roster, position.pieces
    yield Pass()
    for piece in range(roster.count):
        if roster.side[piece] != side or not on(&position.field, piece):
            continue
        code = pieces.codes[piece].lower()
        for point in range(16):
            yield Move(code, (Bearing((45 * point + 1) // 2, None),))
        for road in range(position.variant.law.roads):
            base = base_of(roster, &position.field, piece)
            along = nearest_on(&position.variant.law.road[road], base.x, base.y)
            here = position.variant.law.road[road].segment[segment_at(&position.variant.law.road[road], along)].bearing
            name = position.variant.roads[road].lower()
            yield Move(code, (ByRoad(name, here, None),))
            yield Move(code, (ByRoad(name, (here + 180) % 360, None),))
        for heading in range(0, 360, 45):
            yield Turn(code, heading)
        for other in range(roster.count):
            if roster.side[other] == side or not on(&position.field, other):
                continue
            enemy = pieces.codes[other].lower()
            yield Move(code, (ToContact(enemy),))
            yield Fire((code,), enemy) if roster.arm[piece] == GUN else Attack(enemy, (code,))
