# cython: cdivision=True
"""An army turn as a robot plans it: carried out step by step in C, and told as order lines.

Each step is tried by the functions by which orders are judged (`movement`), so that a plan whose steps have all been
taken is a set of orders that the check accepts.
"""

from core.rulesets.waterloo_wargame.orders import Attack, ByRoad, Fire, General, Move, To, ToContact, Turn

from libc.string cimport memset

from core.boards.plane cimport FAR, Base, Road, Vector, fix, nearest_on, on_road, towards, towards_heading, yards
from core.rulesets.waterloo_wargame.battle cimport NO_POINT
from core.rulesets.waterloo_wargame.field cimport (
    NO_BEARING, NOBODY, base_of, drop, has, none, on, put, walls,
)
from core.rulesets.waterloo_wargame.movement cimport (
    FREE, Trip, fits, go, go_by_road, in_the_way, on_whole_yards, place, set_out, to_contact, turns,
)


cdef Step no_step(StepKind kind, int piece) noexcept nogil:
    return Step(kind, piece, NOBODY, NO_BEARING, 0, 0)


cdef void begin(Plan* plan, const Law* law, const Roster* roster, const Field* field) noexcept nogil:
    """Nothing is ordered yet for the side to move."""
    plan.side, plan.barriers = field.to_move, walls(law, roster, field, field.to_move)
    plan.steps = plan.men = plan.lines = 0
    plan.moved, plan.joined = none(), NOBODY


cdef bint take_step(Plan* plan, const Law* law, const Roster* roster, Field* field, const Step* step) noexcept nogil:
    """Whether a step may be taken after those that were (WWG-057); if it may, it is."""
    cdef int piece = step.piece
    if plan.steps == MOST_STEPS or not on(field, piece) or roster.side[piece] != plan.side:
        return False
    if step.kind == GENERAL_TO:
        if plan.joined != NOBODY or field.carrier[plan.side] == NOBODY or field.carrier[plan.side] == piece:
            return False
        field.carrier[plan.side] = plan.joined = piece
    else:
        if has(&plan.moved, piece) or plan.men + roster.men[piece] > law.cap:
            return False
        if not goes(plan, law, roster, field, step):
            return False
        put(&plan.moved, piece)
        plan.men += roster.men[piece]
    plan.step[plan.steps] = step[0]
    plan.steps += 1
    return True


cdef void untake_step(Plan* plan, const Roster* roster, Field* field, int16_t x, int16_t y, int16_t h) noexcept nogil:
    """Take back the last step, a movement of a piece that stood there."""
    cdef int piece = plan.step[plan.steps - 1].piece
    plan.steps -= 1
    plan.men -= roster.men[piece]
    drop(&plan.moved, piece)
    field.x[piece], field.y[piece], field.h[piece] = x, y, h


cdef bint goes(const Plan* plan, const Law* law, const Roster* roster, Field* field, const Step* step) noexcept nogil:
    """Whether a movement is legal; if it is, the piece stands where it leads."""
    cdef Trip trip
    cdef Set nobody = none()
    cdef Base end
    cdef int piece = step.piece
    set_out(&trip, law, roster, field, piece, plan.barriers)
    if step.kind == ABOUT:
        if step.heading == trip.base.h or turns(&trip, step.heading).kind != FREE:
            return False
        trip.base.h = step.heading
    elif step.kind == BY_ROAD:
        if not along_road(&trip, law, step):
            return False
    elif not straight(&trip, law, roster, field, step):
        return False
    end = on_whole_yards(&trip.base)
    if in_the_way(&trip, &end, &nobody).kind != FREE:
        return False
    place(field, piece, &end)
    return True


cdef bint straight(
    Trip* trip, const Law* law, const Roster* roster, const Field* field, const Step* step
) noexcept nogil:
    """A straight leg to a point or an enemy (WWG-036, WWG-056)."""
    cdef Base enemy
    cdef Vector unit
    cdef fix length = 0
    if step.kind == TO_POINT:
        unit = towards(yards(step.x) - trip.base.x, yards(step.y) - trip.base.y, &length)
    else:
        if step.heading == NO_BEARING:
            enemy = base_of(roster, field, step.other)
            unit = towards(enemy.x - trip.base.x, enemy.y - trip.base.y, &length)
        else:
            unit = towards_heading(step.heading)
        length = to_contact(trip, unit, step.other)
    if length <= 0 or length == FAR or not fits(trip, length, 0) or not (unit.x or unit.y):
        return False
    go(trip, unit, length)
    return trip.obstacle.kind == FREE


cdef bint along_road(Trip* trip, const Law* law, const Step* step) noexcept nogil:
    """A leg along a road, that ends totally on it (WWG-051, WWG-052)."""
    cdef Base last
    cdef const Road* road = &law.road[step.other]
    cdef fix start = nearest_on(road, trip.base.x, trip.base.y), end = start + step.x * yards(step.y)
    if not on_road(&trip.base, road) or not 0 <= end <= road.length or not fits(trip, 0, yards(step.y)):
        return False
    go_by_road(trip, road, start, end)
    last = on_whole_yards(&trip.base)
    return trip.obstacle.kind == FREE and on_road(&last, road)


cdef Engagement* add_line(Plan* plan, bint is_fire, int target, int point) noexcept nogil:
    """A new line without pieces."""
    cdef Engagement* line
    if plan.lines == MOST_SHOTS:
        return NULL
    line = &plan.line[plan.lines]
    plan.lines += 1
    memset(line, 0, sizeof(Engagement))
    line.is_fire, line.target, line.point, line.advancer = is_fire, target, point, NOBODY
    return line


# --- As orders -------------------------------------------------------------------------------------------------------

cdef list orders_of(Position position, const Plan* plan):
    """The orders of a plan in its sequence."""
    cdef int at
    orders = [movement_of(position, &plan.step[at]) for at in range(plan.steps)]
    return orders + [engagement_of(position, &plan.line[at]) for at in range(plan.lines)]


cdef object movement_of(Position position, const Step* step):
    piece = code(position, step.piece)
    if step.kind == GENERAL_TO:
        return General(piece)
    if step.kind == ABOUT:
        return Turn(piece, step.heading)
    if step.kind == TO_POINT:
        return Move(piece, (To((step.x, step.y)),))
    if step.kind == BY_ROAD:
        return Move(piece, (ByRoad(position.variant.roads[step.other].lower(), step.heading, step.y),))
    return Move(piece, (ToContact(code(position, step.other), None if step.heading == NO_BEARING else step.heading),))


cdef object engagement_of(Position position, const Engagement* line):
    cdef int at
    pieces = tuple([code(position, line.piece[at]) for at in range(line.count)])
    if line.point != NO_POINT:
        target = position.variant.points[line.point].lower()
    else:
        target = code(position, line.target)
    if line.is_fire:
        return Fire(pieces, target)
    return Attack(target, pieces, bool(line.advance), None, "retreat" if line.falls_back else "hold")


cdef object code(Position position, int piece):
    return position.pieces.codes[piece].lower()
