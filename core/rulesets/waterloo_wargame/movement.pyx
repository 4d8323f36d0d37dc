# cython: cdivision=True
"""Moves, turns, wheels and the General's transfer, one line after another: WWG-036 to WWG-059.

The first half is C and knows one piece and its way; the second judges order lines, in the sequence of WWG-R62, and
changes the position. Nothing here rolls a die or writes a sentence.
"""

from core.rulesets.waterloo_wargame.orders import (
    Along, Bearing, ByRoad, ByRoadTo, Exit, Face, General, Move, Refused, To, ToContact, Toward, Turn, TurnBy,
    Wheel,
)

from core.boards.plane cimport (
    EPSILON, FAR, ONE, OVERLAPS_BY, TOUCH, Road, barred, bearing_of, cosine, enters, gone, nearest_on, off_road,
    on_board, on_road, overlaps, point_at, rounded, segment_at, sine, size, towards, towards_heading, turned, wheeled,
    yards,
)
from core.rulesets.waterloo_wargame.field cimport (
    CAVALRY, GUN, INFANTRY, NOBODY, any_of, base_of, garrisoned_by, has, in_contact, none, pieces_of, put,
    take, walls,
)
from core.rulesets.waterloo_wargame.position cimport Pieces, Variant, walls_touched

cdef enum:
    LONGEST = 16000  # yards: beyond every board, and within the bounds of the plane
    BEYOND = 4000  # yards off the board to which a point named in an order is brought in
    MOST_LEFT = 512  # yards, a power of 2; twice as much is more than any piece can go
    PI = 3141592654  # in units of 10**-9

ARMS = ("infantry", "cavalry", "gun")
WAYS = {"forward": 0, "right": 90, "back": 180, "left": 270}


# --- What a piece may go (WWG-036 to WWG-041) ------------------------------------------------------------------------

cdef void set_out(
    Trip* trip, const Law* law, const Roster* roster, const Field* field, int piece, int barriers
) noexcept nogil:
    """At the start of a movement. A wall that the piece already overlaps is none for it (WWG-020)."""
    cdef int point
    trip.law, trip.roster, trip.field, trip.piece = law, roster, field, piece
    trip.base = base_of(roster, field, piece)
    trip.across = trip.by_road = 0
    trip.obstacle = Obstacle(FREE, 0, 0)
    trip.walls = barriers
    for point in range(law.points):
        if (barriers >> point) & 1 and overlaps(&trip.base, &law.outline[point], OVERLAPS_BY):
            trip.walls &= ~(1 << point)


cdef fix road_limit(const Trip* trip, fix across) noexcept nogil:
    """By road, after so much across country. Guns have no bonus: what is left is for either."""
    cdef int arm = trip.roster.arm[trip.piece]
    cdef fix allowance = yards(trip.law.allowance[arm])
    cdef fix left = max(allowance - across, 0)
    if arm == CAVALRY:
        return 2 * left
    if arm == INFANTRY and trip.law.proportional:
        return 5 * left // 2
    return min(5 * allowance // 2, 3 * left) if arm == INFANTRY else left


cdef bint fits(const Trip* trip, fix across, fix by_road) noexcept nogil:
    """Half a yard is allowed everywhere (WWG-027)."""
    cdef fix half = (ONE >> 1) + EPSILON
    cdef fix allowance = yards(trip.law.allowance[trip.roster.arm[trip.piece]])
    if trip.roster.arm[trip.piece] == GUN:
        return across + by_road <= allowance + half
    return across <= allowance + half and (not by_road or by_road <= road_limit(trip, across) + half)


cdef int widest_wheel(const Law* law, const Roster* roster, int piece) noexcept nogil:
    """The whole degrees for which the outer front corner goes at most the allowance and half a yard, up to 179."""
    cdef long long most = (2 * law.allowance[roster.arm[piece]] + 1) * <long long>90000000000
    return <int>min(most // (2 * roster.half_width[piece] * <long long>PI), 179)


# --- What bars the way (WWG-042 to WWG-047) --------------------------------------------------------------------------

cdef Obstacle first_bar(const Trip* trip, const Base* base, Vector unit, fix length) noexcept nogil:
    """The first obstacle of a straight way (WWG-018); of several at the same distance the first in roster order.

    To touch bars nothing (WWG-047), but no base is narrow enough to pass between two that touch (WWG-044).
    """
    cdef Obstacle found = Obstacle(FREE, 0, length)
    cdef const Roster* roster = trip.roster
    cdef const Field* field = trip.field
    cdef Set enemies = pieces_of(roster, field, 1 - roster.side[trip.piece])
    cdef Vector end = gone(base.x, base.y, unit, length)
    cdef int own = <int>((base.w + base.d) >> 31) + 1, reach, other, point
    cdef int west = <int>(min(base.x, end.x) >> 31) - own, east = <int>(max(base.x, end.x) >> 31) + own + 1
    cdef int south = <int>(min(base.y, end.y) >> 31) - own, north = <int>(max(base.y, end.y) >> 31) + own + 1
    cdef Base obstacle
    cdef fix at = 0
    other = take(&enemies)
    while other >= 0:
        reach = roster.half_width[other] + roster.half_depth[other]
        if west - reach < field.x[other] < east + reach and south - reach < field.y[other] < north + reach:
            obstacle = base_of(roster, field, other)
            if barred(base, unit, length, &obstacle, &at) and (found.kind == FREE or at < found.at - EPSILON):
                found = Obstacle(BY_PIECE, other, at)
        other = take(&enemies)
    for point in range(trip.law.points):
        if (trip.walls >> point) & 1 and barred(base, unit, length, &trip.law.outline[point], &at):
            if found.kind == FREE or at < found.at - EPSILON:
                found = Obstacle(BY_WALL, point, at)
    return found


cdef Set around(const Trip* trip, fix x, fix y, fix radius) noexcept nogil:
    """The enemies that a base may come to overlap while it stays within a circle; a few more may be among them."""
    cdef const Roster* roster = trip.roster
    cdef const Field* field = trip.field
    cdef Set enemies = pieces_of(roster, field, 1 - roster.side[trip.piece]), found = none()
    cdef int other = take(&enemies), reach
    cdef int own = <int>(radius >> 31) + 2, east = <int>(x >> 31), north = <int>(y >> 31)
    while other >= 0:
        reach = own + roster.half_width[other] + roster.half_depth[other]
        if -reach < field.x[other] - east < reach and -reach < field.y[other] - north < reach:
            put(&found, other)
        other = take(&enemies)
    return found


cdef Obstacle upon(const Trip* trip, const Base* base, Set enemies) noexcept nogil:
    """The first obstacle, of these enemies and the walls, that a base overlaps (WWG-014) as it stands."""
    cdef int other = take(&enemies), point
    cdef Base obstacle
    while other >= 0:
        obstacle = base_of(trip.roster, trip.field, other)
        if overlaps(base, &obstacle, OVERLAPS_BY):
            return Obstacle(BY_PIECE, other, 0)
        other = take(&enemies)
    for point in range(trip.law.points):
        if (trip.walls >> point) & 1 and overlaps(base, &trip.law.outline[point], OVERLAPS_BY):
            return Obstacle(BY_WALL, point, 0)
    return Obstacle(FREE, 0, 0)


cdef Obstacle in_the_way(const Trip* trip, const Base* base, const Set* ignoring) noexcept nogil:
    """WWG-021: the board's edge before pieces, pieces in roster order before walls."""
    cdef const Roster* roster = trip.roster
    cdef const Field* field = trip.field
    cdef Set others = field.alive
    cdef int other, point, reach, own = <int>((base.w + base.d) >> 31) + 1
    cdef int x = <int>(base.x >> 31), y = <int>(base.y >> 31)
    cdef Base obstacle
    if not on_board(base, trip.law.east, trip.law.north):
        return Obstacle(BY_EDGE, 0, 0)
    other = take(&others)
    while other >= 0:
        reach = own + roster.half_width[other] + roster.half_depth[other]
        if (
            -reach < field.x[other] - x < reach
            and -reach < field.y[other] - y < reach
            and other != trip.piece
            and not has(ignoring, other)
        ):
            obstacle = base_of(roster, field, other)
            if overlaps(base, &obstacle, OVERLAPS_BY):
                return Obstacle(BY_PIECE, other, 0)
        other = take(&others)
    for point in range(trip.law.points):
        if (trip.walls >> point) & 1 and overlaps(base, &trip.law.outline[point], OVERLAPS_BY):
            return Obstacle(BY_WALL, point, 0)
    return Obstacle(FREE, 0, 0)


cdef Base on_whole_yards(const Base* base) noexcept nogil:
    cdef Base after = base[0]
    after.x, after.y = yards(rounded(base.x)), yards(rounded(base.y))
    return after


cdef void place(Field* field, int piece, const Base* base) noexcept nogil:
    """Where a move, retreat or advance ends (WWG-013)."""
    field.x[piece], field.y[piece], field.h[piece] = rounded(base.x), rounded(base.y), base.h


cdef void note(Trip* trip, Obstacle obstacle, fix at) noexcept nogil:
    """Keep the first obstacle of the whole way."""
    if trip.obstacle.kind == FREE and obstacle.kind != FREE:
        trip.obstacle = Obstacle(obstacle.kind, obstacle.which, at)


# --- Legs ------------------------------------------------------------------------------------------------------------

cdef void go(Trip* trip, Vector unit, fix length) noexcept nogil:
    """A straight leg: the heading stays (WWG-037), and the base must be on the board at its end (WWG-046)."""
    cdef fix before = trip.across + trip.by_road
    cdef Obstacle obstacle = first_bar(trip, &trip.base, unit, length)
    cdef Vector end = gone(trip.base.x, trip.base.y, unit, length)
    note(trip, obstacle, before + obstacle.at)
    trip.base.x, trip.base.y = end.x, end.y
    trip.across += length
    if not on_board(&trip.base, trip.law.east, trip.law.north):
        note(trip, Obstacle(BY_EDGE, 0, 0), before + length)


cdef Base on_centreline(const Base* base, const Road* road, fix start, fix along) noexcept nogil:
    """WWG-051: the pose of a base that followed a road from `start` to `along`, both in yards of road."""
    cdef Base after = base[0]
    cdef Vector point = point_at(road, along)
    cdef int bend = road.segment[segment_at(road, along)].bearing - road.segment[segment_at(road, start)].bearing
    after.x, after.y, after.h = point.x, point.y, turned(base.h, bend)
    return after


cdef Obstacle road_bar(const Trip* trip, const Road* road, fix start, fix end) noexcept nogil:
    """WWG-053: on to the centreline, then segment by segment, each with the heading that is valid on it."""
    cdef Base base = trip.base
    cdef fix length, along = start, limit, far
    cdef Vector point = point_at(road, start)
    cdef Vector unit = towards(point.x - base.x, point.y - base.y, &length)
    cdef Obstacle found = first_bar(trip, &base, unit, length)
    cdef int part = segment_at(road, start), onward = 1 if end > start else -1
    if found.kind != FREE:
        found.at = 0
        return found
    base = on_centreline(&trip.base, road, start, start)
    while True:
        # Backwards, a corner belongs to the segment just left: it is the earlier one's heading that is tried there.
        if onward > 0:
            limit = min(end, road.segment[part].start + road.segment[part].length)
        else:
            limit = max(end, road.segment[part].start)
        point = point_at(road, limit)
        unit = towards(point.x - base.x, point.y - base.y, &length)
        far = size(along - start)
        found = first_bar(trip, &base, unit, length)
        if found.kind != FREE:
            found.at += far
            return found
        along, base.x, base.y = limit, point.x, point.y
        if part + onward < 0 or part + onward == road.count:
            return found
        if (onward > 0 and end < road.segment[part + 1].start) or (onward < 0 and end >= road.segment[part].start):
            return found
        base.h = turned(base.h, road.segment[part + onward].bearing - road.segment[part].bearing)
        part += onward
        found = upon(trip, &base, around(trip, base.x, base.y, base.w + base.d))
        if found.kind != FREE:
            found.at = max(size(along - start) - 2 * EPSILON, 0)
            return found


cdef void go_by_road(Trip* trip, const Road* road, fix start, fix end) noexcept nogil:
    """A road leg that ends at the yard `end` of the road."""
    cdef fix before = trip.across + trip.by_road
    cdef Obstacle obstacle = road_bar(trip, road, start, end)
    note(trip, obstacle, before + obstacle.at)
    trip.base = on_centreline(&trip.base, road, start, end)
    trip.by_road += size(end - start)
    if not on_board(&trip.base, trip.law.east, trip.law.north):
        note(trip, Obstacle(BY_EDGE, 0, 0), before + size(end - start))


cdef bint stays_on(const Trip* trip, const Road* road, fix start, fix end, bint last) noexcept nogil:
    """WWG-052: whether the base would be totally on the road at the end of a road leg."""
    cdef Base base
    if not 0 <= end <= road.length:
        return False
    base = on_centreline(&trip.base, road, start, end)
    if last:
        base = on_whole_yards(&base)
    return on_road(&base, road)


cdef fix to_contact(const Trip* trip, Vector unit, int enemy) noexcept nogil:
    """WWG-019, WWG-056: yards to the enemy, or to the wall that he garrisons if that comes first.

    FAR where the way misses both, 0 where it touches him already.
    """
    cdef Base base = base_of(trip.roster, trip.field, enemy)
    cdef int point = garrisoned_by(trip.law, trip.roster, trip.field, enemy)
    cdef fix at = 0, found = FAR
    if enters(&trip.base, unit, yards(LONGEST), &base, &at):
        found = at
    if point >= 0 and (trip.walls >> point) & 1:
        if enters(&trip.base, unit, yards(LONGEST), &trip.law.outline[point], &at):
            found = min(found, at)
    return found


# --- The greatest distance (WWG-055) ---------------------------------------------------------------------------------

cdef bint stands(const Trip* trip, const Base* base, bint last) noexcept nogil:
    """Whether a leg may end so; a move's last leg ends on whole yards."""
    cdef Base after = on_whole_yards(base) if last else base[0]
    cdef Set nobody = none()
    return in_the_way(trip, &after, &nobody).kind == FREE


cdef int longest_leg(const Trip* trip, Vector unit, bint last) noexcept nogil:
    """Whole yards; 0 where there is no way at all."""
    cdef int most = trip.law.allowance[trip.roster.arm[trip.piece]] + 1
    cdef Base base = trip.base
    cdef Vector end
    cdef Obstacle obstacle
    while most > 0 and not fits(trip, trip.across + yards(most), trip.by_road):
        most -= 1
    obstacle = first_bar(trip, &base, unit, yards(most))
    if obstacle.kind != FREE:
        most = <int>((obstacle.at + EPSILON) >> 31)
    while most > 0:
        end = gone(trip.base.x, trip.base.y, unit, yards(most))
        base.x, base.y = end.x, end.y
        if stands(trip, &base, last):
            break
        most -= 1
    return most


cdef int longest_road(const Trip* trip, const Road* road, fix start, int onward, bint last) noexcept nogil:
    cdef int most = <int>(road_limit(trip, trip.across) >> 31) + 1
    cdef Base base
    cdef Obstacle obstacle
    cdef fix end
    while most > 0 and not fits(trip, trip.across, trip.by_road + yards(most)):
        most -= 1
    while most > 0 and not 0 <= start + onward * yards(most) <= road.length:
        most -= 1
    if most <= 0:
        return 0
    obstacle = road_bar(trip, road, start, start + onward * yards(most))
    if obstacle.kind != FREE:
        most = <int>((obstacle.at + EPSILON) >> 31)
    while most > 0:
        end = start + onward * yards(most)
        base = on_centreline(&trip.base, road, start, end)
        if stays_on(trip, road, start, end, last) and stands(trip, &base, last):
            break
        most -= 1
    return most


# --- Turns and wheels (WWG-049, WWG-050) -----------------------------------------------------------------------------

cdef Obstacle turns(const Trip* trip, int heading) noexcept nogil:
    """Every whole degree of the shorter way round must be free; `at` is the degree that is not."""
    cdef int way = turned(heading - trip.base.h, 0), step = 1, degree
    cdef Base base = trip.base
    cdef Set enemies = around(trip, base.x, base.y, base.w + base.d)
    cdef Obstacle found
    if not any_of(&enemies) and not trip.walls:
        return Obstacle(FREE, 0, 0)
    if way > 180:
        way, step = 360 - way, -1
    for degree in range(1, way + 1):
        base.h = turned(trip.base.h, step * degree)
        found = upon(trip, &base, enemies)
        if found.kind != FREE:
            found.at = degree
            return found
    return Obstacle(FREE, 0, 0)


cdef Obstacle wheels(const Trip* trip, int degrees) noexcept nogil:
    cdef int way = degrees if degrees > 0 else -degrees, step = 1 if degrees > 0 else -1, degree
    cdef Base base = trip.base
    # No point of the base is further from the pivot than its diagonal is long, nor the pivot from its centre.
    cdef Set enemies = around(trip, base.x, base.y, 3 * (base.w + base.d))
    cdef Obstacle found
    for degree in range(1, way + 1):
        base = wheeled(&trip.base, step * degree)
        found = upon(trip, &base, enemies)
        if found.kind != FREE:
            found.at = degree
            return found
    return Obstacle(FREE, 0, 0)


# --- Order lines (WWG-R62) -------------------------------------------------------------------------------------------

# Refusals of a move that is too long: they tell how long it may be.
TOO_MUCH = frozenset({"E05", "E09", "E10", "E11", "E12"})


cdef class Movements:
    """The movement lines of one order set, each seeing the poses that earlier ones left (WWG-057).

    `position` is changed. `firing` tells on which line a gun has been ordered to fire, if any.
    """

    def __init__(self, Position position, firing):
        self.position, self.firing = position, firing
        self.side = position.field.to_move
        self.walls = walls(&position.variant.law, &position.pieces.roster, &position.field, self.side)
        self.moved, self.men, self.joined, self.joined_on = {}, 0, None, None

    cdef tuple carry_out(self, int number, order):
        """Carry out the line of that number. Raises Refused, and then nothing is changed.

        The facts of what it did, as all may know them, and again with what else its own seat may know.
        """
        kind = type(order)
        self.told = getattr(order, "told", None)
        if kind is Move:
            return self._move(number, order)
        if kind is Turn or kind is TurnBy or kind is Face:
            return self._turn(number, order)
        if kind is Wheel:
            return self._wheel(number, order)
        if kind is General:
            return self._join(number, order)
        if kind is Exit:
            return self._leave(order.piece)
        raise TypeError(order)

    cdef _seat(self):
        return self.position.variant.seats[self.side]

    cdef _may_move(self, int number, int piece):
        """E02 E03 E13 E04."""
        cdef Pieces pieces = self.position.pieces
        cdef int men = pieces.roster.men[piece], cap = self.position.variant.law.cap
        code = pieces.codes[piece]
        self._own(piece)
        if piece in self.moved:
            raise Refused("E03", "WWG-033", piece=code, line=self.moved[piece])
        if piece in self.firing:
            raise Refused("E13", "WWG-034", piece=code, line=self.firing[piece], what="fires")
        if self.men + men > cap:
            raise Refused("E04", "WWG-032", piece=code, men=men, total=self.men + men, limit=cap)

    cdef _own(self, int piece):
        cdef Pieces pieces = self.position.pieces
        if pieces.roster.side[piece] != self.side:
            raise Refused("E02", piece=pieces.codes[piece], owner=self.position.variant.seats[1 - self.side])

    # --- Moves -------------------------------------------------------------------------------------------------------

    cdef tuple _move(self, int number, order):
        cdef Position position = self.position
        cdef Variant variant = position.variant
        cdef int piece = position.find(order.piece), at
        cdef Trip trip, start
        legs = [self._resolved(leg) for leg in order.legs]
        self._may_move(number, piece)
        for leg, named in legs:
            if type(leg) is ToContact and position.pieces.roster.side[<int>named] == self.side:
                raise Refused("E15", piece=position.pieces.codes[named])
        code = position.pieces.codes[piece]
        set_out(&trip, &variant.law, &position.pieces.roster, &position.field, piece, self.walls)
        travelled, strayed, last = [], None, False
        try:
            for at, (leg, named) in enumerate(legs):
                last, start = at == len(legs) - 1, trip
                if by_road(leg):
                    facts, off = self._road_leg(&trip, code, leg, named, last)
                    strayed = strayed or off
                else:
                    facts = self._straight_leg(&trip, code, leg, named, last)
                travelled.append(facts)
            self._way_is_free(&trip, code, "yards")
            if strayed:
                raise strayed
            public, facts = self._arrive(number, &trip, code, "move", travelled, None, None)
            if not by_road(leg) and getattr(leg, "yards", 0) is None:
                facts["bar"] = stopped_by(position, &start, self._direction(&start, leg, named), trip.across)
            return public, facts
        except Refused as error:
            if last and error.code in TOO_MUCH and start.obstacle.kind == FREE:
                if not by_road(leg):
                    error.facts["most"] = self._most(&start, leg, named)
            raise

    cdef int _most(self, const Trip* trip, leg, named):
        """The longest last leg that works, in the direction of one that does not."""
        cdef fix length = 0
        cdef Vector unit
        if type(leg) is To:
            unit = towards(yards(named[0]) - trip.base.x, yards(named[1]) - trip.base.y, &length)
        else:
            unit = self._direction(trip, leg, named)
        return longest_leg(trip, unit, True) if unit.x or unit.y else 0

    cdef tuple _resolved(self, leg):
        """A leg and what it names: a piece, a road, or a point. Raises Refused (E01)."""
        cdef Position position = self.position
        kind = type(leg)
        if kind is ToContact:
            return leg, position.find(leg.enemy)
        if kind is ByRoad:
            return leg, position.road(leg.road)
        if kind is ByRoadTo:
            return leg, (position.road(leg.road), self._point(leg.thing))
        if kind is To or kind is Toward:
            return leg, self._point(leg.thing)
        return leg, None

    cdef tuple _point(self, thing):
        """Where a thing is, brought in to the neighbourhood of the board."""
        x, y = self.position.point(thing)
        law = &self.position.variant.law
        return min(max(x, -BEYOND), law.east + BEYOND), min(max(y, -BEYOND), law.north + BEYOND)

    cdef _straight_leg(self, Trip* trip, code, leg, named, last):
        """E28 E30 E05 E06, then on; the facts of the leg."""
        cdef Vector unit
        cdef fix length = 0
        cdef int most
        asked = None
        if type(leg) is ToContact:
            unit = self._direction(trip, leg, named)
            length = self._contact(trip, code, unit, named)
        elif type(leg) is To:
            unit = towards(yards(named[0]) - trip.base.x, yards(named[1]) - trip.base.y, &length)
        else:
            unit = self._direction(trip, leg, named)
            asked = leg.yards
            if asked is None:
                most = longest_leg(trip, unit, last)
                if not most:
                    raise Refused("E28", "WWG-055", piece=code, what="max")
                asked = most
            length = yards(max(min(asked, LONGEST), 0))
        if not length or not (unit.x or unit.y):
            raise Refused("E28", "WWG-048", piece=code, what="no_length")
        self._allowed(trip, code, trip.across + length, trip.by_road, asked)
        go(trip, unit, length)
        return {"bearing": bearing_of(unit.x, unit.y), "yards": tenths(length)}

    cdef Vector _direction(self, const Trip* trip, leg, named):
        cdef fix length
        cdef Base enemy
        if type(leg) is Along:
            return towards_heading(turned(trip.base.h, WAYS[leg.way]))
        if type(leg) is Bearing:
            return towards_heading(leg.bearing % 360)
        if type(leg) is Toward:
            return towards(yards(named[0]) - trip.base.x, yards(named[1]) - trip.base.y, &length)
        if leg.bearing is not None:
            return towards_heading(leg.bearing % 360)
        enemy = base_of(trip.roster, trip.field, named)
        return towards(enemy.x - trip.base.x, enemy.y - trip.base.y, &length)

    cdef fix _contact(self, const Trip* trip, code, Vector unit, int enemy) except? -1:
        """E30 E28."""
        cdef fix found = to_contact(trip, unit, enemy)
        other = self.position.pieces.codes[enemy]
        if found == FAR:
            raise Refused("E30", "WWG-056", piece=code, bearing=bearing_of(unit.x, unit.y), enemy=other)
        if not found:
            raise Refused("E28", "WWG-056", piece=code, what="touches", enemy=other)
        return found

    cdef _allowed(self, const Trip* trip, code, fix across, fix by_road, asked):
        """E05 E06: totals of the move with this leg. `asked` is what the order says, where that is a number."""
        cdef int arm = trip.roster.arm[trip.piece]
        cdef int allowance = trip.law.allowance[arm]
        cdef fix spent = across + by_road if arm == GUN else across
        if fits(trip, across, by_road):
            return
        facts = {"piece": code, "arm": ARMS[arm], "across": rounded(across), "road": rounded(by_road)}
        if spent > yards(allowance) + (ONE >> 1) + EPSILON:
            over = max(asked - LONGEST, 0) if asked is not None else 0
            clauses = ("WWG-041",) if arm == GUN else ("WWG-036", "WWG-039" if arm == INFANTRY else "WWG-040")
            raise Refused("E05", *clauses, yards=rounded(spent) + over, limit=allowance, **facts)
        clause = "WWG-040" if arm == CAVALRY else "WWG-130" if trip.law.proportional else "WWG-039"
        limit = <int>((road_limit(trip, across) + (ONE >> 1) + EPSILON) >> 31)
        over = max(asked - LONGEST, 0) if asked is not None else 0
        raise Refused("E06", clause, yards=rounded(by_road) + over, limit=limit, **facts)

    cdef _road_leg(self, Trip* trip, code, leg, named, last):
        """E28 E07 E27 E05 E06, then on; the facts of the leg, and E08 where it applies."""
        cdef int number = named[0] if type(leg) is ByRoadTo else named
        cdef const Road* road = &trip.law.road[number]
        cdef fix start = nearest_on(road, trip.base.x, trip.base.y), end, length
        cdef int onward, most
        name = self.position.variant.roads[number]
        asked = None if type(leg) is ByRoadTo else leg.yards
        if asked is not None and asked <= 0:
            raise Refused("E28", "WWG-048", piece=code, what="no_length")
        if not on_road(&trip.base, road):
            outside = max(<int>(off_road(&trip.base, road) >> 31), 0)
            raise Refused("E07", "WWG-051", "WWG-024", piece=code, road=name, outside=outside)
        if type(leg) is ByRoadTo:
            end = nearest_on(road, yards(named[1][0]), yards(named[1][1]))
            if end == start:
                raise Refused("E28", "WWG-048", piece=code, what="no_length")
            onward = 1 if end > start else -1
        else:
            onward = self._way_along(road, start, leg.bearing % 360, code, name)
            if asked is None:
                most = longest_road(trip, road, start, onward, last)
                if not most:
                    raise Refused("E28", "WWG-055", piece=code, what="max")
                asked = most
            end = start + onward * yards(min(asked, LONGEST))
        length = size(end - start)
        self._allowed(trip, code, trip.across, trip.by_road + length, asked)
        strayed = None
        if not stays_on(trip, road, start, end, last):
            strayed = self._strayed(trip, road, start, onward, length, last, code, name)
        end = min(max(end, 0), road.length)
        bearing = road.segment[segment_at(road, start)].bearing
        go_by_road(trip, road, start, end)
        return {"road": name, "bearing": turned(bearing, 0 if onward > 0 else 180), "yards": tenths(length)}, strayed

    cdef int _way_along(self, const Road* road, fix start, int bearing, code, name) except 0:
        """WWG-054: 1 towards the road's end, -1 towards its beginning; E27 where the bearing lies across the road."""
        cdef int part = segment_at(road, start), here = road.segment[part].bearing
        # The cosine between both, times the length of the segment, in thousandths.
        cdef fix along = sine(bearing) * road.segment[part].dx + cosine(bearing) * road.segment[part].dy
        cdef fix least = 87 * road.segment[part].length
        if -least <= 1000 * along <= least:
            ways = [here, turned(here, 180)]
            raise Refused("E27", "WWG-054", piece=code, road=name, bearing=bearing, bearings=ways)
        return 1 if along > 0 else -1

    cdef _strayed(self, const Trip* trip, const Road* road, fix start, int onward, fix length, last, code, name):
        """E08, with the longest shorter distance that works."""
        cdef int most = <int>((length - EPSILON) >> 31)
        cdef fix end = start + onward * length
        what = "off" if 0 <= end <= road.length else "end"
        while most > 0 and not stays_on(trip, road, start, start + onward * yards(most), last):
            most -= 1
        return Refused("E08", "WWG-052", piece=code, road=name, yards=rounded(length), most=most, what=what)

    # --- Turns, wheels -----------------------------------------------------------------------------------------------

    cdef tuple _turn(self, int number, order):
        """WWG-049."""
        cdef Position position = self.position
        cdef int piece = position.find(order.piece), heading, before
        cdef Trip trip
        thing = position.point(order.thing) if type(order) is Face else None
        self._may_move(number, piece)
        code, before = position.pieces.codes[piece], position.field.h[piece]
        if thing is not None:
            dx, dy = thing[0] - position.field.x[piece], thing[1] - position.field.y[piece]
            heading = bearing_of(yards(min(max(dx, -LONGEST), LONGEST)), yards(min(max(dy, -LONGEST), LONGEST)))
            heading = heading if dx or dy else before
        elif type(order) is TurnBy:
            heading = turned(before, max(min(order.degrees, 360), 0) * (-1 if order.side == "left" else 1))
        else:
            heading = turned(before, 180) if order.heading is None else order.heading % 360
        if heading == before:
            raise Refused("E28", "WWG-048", piece=code, what="same_heading")
        set_out(&trip, &position.variant.law, &position.pieces.roster, &position.field, piece, self.walls)
        trip.obstacle = turns(&trip, heading)
        self._way_is_free(&trip, code, "degrees")
        trip.base.h = heading
        degrees = (heading - before + 360 + 179) % 360 - 179
        return self._arrive(number, &trip, code, "turn", [], degrees, None)

    cdef tuple _wheel(self, int number, order):
        """WWG-050."""
        cdef Position position = self.position
        cdef int piece = position.find(order.piece), degrees = max(min(order.degrees, 360), 0), widest
        cdef Trip trip
        self._may_move(number, piece)
        code, roster = position.pieces.codes[piece], &position.pieces.roster
        widest = widest_wheel(&position.variant.law, roster, piece)
        corner = (2 * roster.half_width[piece] * degrees * <long long>PI + 90000000000) // 180000000000
        if not degrees:
            raise Refused("E28", "WWG-048", piece=code, what="no_length")
        if degrees > widest:
            limit = position.variant.law.allowance[roster.arm[piece]]
            raise Refused("E23", "WWG-050", piece=code, degrees=degrees, yards=corner, limit=limit, most=widest)
        degrees = -degrees if order.side == "left" else degrees
        set_out(&trip, &position.variant.law, roster, &position.field, piece, self.walls)
        trip.obstacle = wheels(&trip, degrees)
        self._way_is_free(&trip, code, "degrees")
        trip.base = wheeled(&trip.base, degrees)
        return self._arrive(number, &trip, code, "wheel", [], degrees, corner)

    # --- The end of a move -------------------------------------------------------------------------------------------

    cdef _way_is_free(self, const Trip* trip, code, unit):
        """E09 E10 E11."""
        cdef const Obstacle* obstacle = &trip.obstacle
        if obstacle.kind == BY_EDGE:
            raise Refused("E11", "WWG-007", "WWG-046", piece=code)
        if obstacle.kind == FREE:
            return
        far = {unit: obstacle.at if unit == "degrees" else (obstacle.at + EPSILON) >> 31}
        if obstacle.kind == BY_PIECE:
            raise Refused("E09", "WWG-043", piece=code, by=self.position.pieces.codes[obstacle.which], **far)
        raise Refused("E10", "WWG-045", piece=code, by=self.position.variant.points[obstacle.which], **far)

    cdef tuple _arrive(self, int number, Trip* trip, code, how, legs, degrees, corner):
        """E11 E12 for the rounded pose; then the piece stands there."""
        cdef Position position = self.position
        cdef Set nobody = none()
        cdef Base end = on_whole_yards(&trip.base)
        cdef Obstacle obstacle = in_the_way(trip, &end, &nobody)
        cdef int piece = trip.piece
        if obstacle.kind == BY_EDGE:
            raise Refused("E11", "WWG-007", piece=code)
        if obstacle.kind != FREE:
            names = position.pieces.codes if obstacle.kind == BY_PIECE else position.variant.points
            raise Refused("E12", "WWG-021", piece=code, on=names[obstacle.which])
        if self.told is not None:
            self._as_told(trip, &end, code)
        before = position.pose(piece)
        place(&position.field, piece, &end)
        self.moved[piece] = number
        self.men += trip.roster.men[piece]  # retreats and advances are not counted (WWG-035)
        public = {
            "seat": self._seat(),
            "piece": code,
            "how": how,
            "men": trip.roster.men[piece],
            "from": before,
            "to": position.pose(piece),
            "across": tenths(trip.across),
            "road": tenths(trip.by_road),
            "legs": legs,
        }
        if degrees is not None:
            public["degrees"] = degrees
        if corner is not None:
            public["corner"] = corner
        facts = public.copy()
        facts["left"] = {"across": 0, "road": 0}
        if degrees is None:
            facts["left"] = {"across": self._left(trip, 1, 0), "road": self._left(trip, 0, 1)}
        facts["touches"] = self._touched(piece)
        return public, facts

    cdef _as_told(self, const Trip* trip, const Base* end, code):
        """E36: an order that says how it comes out, and would come out otherwise."""
        cdef int length = rounded(trip.across + trip.by_road), x = rounded(end.x), y = rounded(end.y)
        told = self.told
        same = abs(x - told.at[0]) <= 1 and abs(y - told.at[1]) <= 1
        same = same and (told.facing is None or told.facing % 360 == end.h)
        if not same or (told.yards is not None and abs(length - told.yards) > 1):
            raise Refused("E36", piece=code, told=list(told.at), to=[x, y, end.h], yards=length)

    cdef int _left(self, const Trip* trip, int across, int by_road):
        """Whole yards that the piece could have gone on, across country or by road."""
        cdef int most = 0, more = MOST_LEFT
        cdef fix way
        # A longer way never fits where a shorter one does not, so that the limit is found by halving.
        while more:
            way = yards(most + more)
            if fits(trip, trip.across + across * way, trip.by_road + by_road * way):
                most += more
            more //= 2
        return most

    cdef list _touched(self, int piece):
        """The enemies in contact with a piece, in roster order, and the strongpoints whose wall it may storm."""
        cdef Position position = self.position
        cdef Set enemies = pieces_of(&position.pieces.roster, &position.field, 1 - self.side)
        cdef int other = take(&enemies)
        found = []
        while other >= 0:
            if in_contact(&position.pieces.roster, &position.field, piece, other):
                found.append(position.pieces.codes[other])
            other = take(&enemies)
        return found + walls_touched(position, piece)

    # --- The General, and leaving the board --------------------------------------------------------------------------

    cdef tuple _join(self, int number, order):
        """WWG-058."""
        cdef Position position = self.position
        cdef int piece = position.find(order.piece), carrier = position.field.carrier[self.side]
        self._own(piece)
        code = position.pieces.codes[piece]
        if order.of is not None and order.of != self._seat():
            raise Refused("E24", "WWG-058", piece=code, what="not_yours", of=order.of)
        if carrier == NOBODY:
            raise Refused("E24", "WWG-058", piece=code, what="no_general")
        if self.joined is not None:
            raise Refused("E24", "WWG-058", piece=code, what="again", line=self.joined_on)
        if piece == carrier:
            raise Refused("E28", "WWG-058", piece=code, what="rides_already")
        position.field.carrier[self.side] = piece
        self.joined, self.joined_on = piece, number
        facts = {"seat": self._seat(), "piece": code, "from": position.pieces.codes[carrier]}
        return facts, facts.copy()

    cdef tuple _leave(self, name):
        """WWG-135, as far as it is a matter of where the piece stands; its removal is the caller's."""
        cdef Position position = self.position
        cdef int piece
        cdef fix far
        if not position.variant.law.edge_open:
            raise Refused("E26", "WWG-135", what="exit")
        piece = position.find(name)
        self._own(piece)
        code = position.pieces.codes[piece]
        far = to_edge(position, piece)
        if far > yards(TOUCH) + EPSILON:
            raise Refused("E33", "WWG-135", piece=code, gap=tenths(far))
        facts = {"seat": self._seat(), "piece": code, "men": position.pieces.roster.men[piece]}
        return facts, facts.copy()


cdef inline bint by_road(leg):
    return type(leg) is ByRoad or type(leg) is ByRoadTo


cdef stopped_by(Position position, const Trip* start, Vector unit, fix across):
    """What bars the first yard that a straight leg by `max` did not go: a piece, a strongpoint, `edge`; else None."""
    cdef fix length = across - start.across + yards(1)
    cdef Base base = start.base
    cdef Vector end = gone(base.x, base.y, unit, length)
    cdef Set nobody = none()
    cdef Obstacle bar = first_bar(start, &base, unit, length)
    if not fits(start, start.across + length, start.by_road):
        return None
    if bar.kind == FREE:
        base.x, base.y = end.x, end.y
        base = on_whole_yards(&base)
        bar = in_the_way(start, &base, &nobody)
    if bar.kind == FREE:
        return None
    if bar.kind == BY_EDGE:
        return "edge"
    return (position.pieces.codes if bar.kind == BY_PIECE else position.variant.points)[bar.which]


cdef fix to_edge(Position position, int piece):
    """Yards between a base and the nearest edge of the board; less than 0 where rounding put it beyond."""
    cdef Base base = base_of(&position.pieces.roster, &position.field, piece)
    cdef fix s = size(sine(base.h)), c = size(cosine(base.h))
    cdef fix wide = ((base.w >> 31) * c) + ((base.d >> 31) * s), high = ((base.w >> 31) * s) + ((base.d >> 31) * c)
    law = &position.variant.law
    across = min(base.x - wide, yards(law.east) - base.x - wide)
    return min(across, min(base.y - high, yards(law.north) - base.y - high))


cdef double tenths(fix length):
    """Yards for a report, to one decimal."""
    return ((length * 10 + (ONE >> 1)) >> 31) / 10.0
