# cython: cdivision=True
"""The open plane: where oriented rectangles overlap, touch and meet, what lies in an arc of fire, what lies on a road.

Exact in the sense that equal arguments give equal answers on every machine: integers throughout, no floating point
decides anything (its arithmetic and bounds: plane.pxd). This module knows nothing of any game; sizes, obstacles and
limits are the caller's. Inside `core` the C face in plane.pxd is used; the classes here are for tests and explanations.
"""

from libc.math cimport sqrt
from libc.stdint cimport int64_t, uint64_t

from core.boards.sines cimport HALF_SINE, SINE

cdef enum:
    STILL = 4  # units of 2**-31: a unit vector has that much along an axis that it is square to
    OF_ROAD = 25  # yards between the points of a base that are tried against a road


# --- Numbers ---------------------------------------------------------------------------------------------------------

cdef fix share(fix part, fix whole) noexcept nogil:
    """The quotient, towards zero. `whole` is below 2**46 units; beyond 2**15 the quotient is FAR."""
    cdef fix over = size(whole), left = size(part)
    cdef bint below = (part < 0) != (whole < 0)
    cdef fix found = left // over
    if found >= 1 << 15:
        return -FAR if below else FAR
    # 31 more binary digits in two steps, so that no remainder grows beyond 63 bits.
    left = (left % over) << 17
    found = (found << 17) + left // over
    left = (left % over) << 14
    found = (found << 14) + left // over
    return -found if below else found


cdef fix quotient(fix part, fix cosine) noexcept nogil:
    """As `share` where the divisor is at most ONE."""
    cdef fix over = size(cosine), left = size(part)
    cdef bint below = (part < 0) != (cosine < 0)
    cdef fix found = left // over
    if found >= 1 << 15:
        return -FAR if below else FAR
    found = (found << 31) + ((left % over) << 31) // over
    return -found if below else found


cdef uint64_t root(uint64_t value) noexcept nogil:
    """The integer square root of at most 2**63. The floating root is a first guess, mended to the exact one."""
    cdef uint64_t found = <uint64_t>sqrt(<double>value)
    while found * found > value:
        found -= 1
    while (found + 1) * (found + 1) <= value:
        found += 1
    return found


cdef Vector towards(fix dx, fix dy, fix* length) noexcept nogil:
    cdef uint64_t x = size(dx), y = size(dy), squares, whole, part, unit_x, unit_y
    cdef int up = 30
    length[0] = 0
    if not x and not y:
        return Vector(0, 0)
    # Brought to 31 bits, the root of the sum of squares has 32 bits, and its remainder gives 30 more.
    up -= 63 - leading_zeros(x | y)
    if up >= 0:
        x, y = x << up, y << up
    else:
        x, y = (x + (<uint64_t>1 << (-up - 1))) >> -up, (y + (<uint64_t>1 << (-up - 1))) >> -up
    squares = x * x + y * y
    whole = root(squares)
    part = ((squares - whole * whole) << 30) // (2 * whole)
    if up >= 0:
        length[0] = ((whole << 30) + part) >> (30 + up)
    else:
        length[0] = (whole << -up) + (part >> (30 + up))
    unit_x, unit_y = ((x << 31) + whole // 2) // whole, ((y << 31) + whole // 2) // whole
    unit_x -= ((unit_x * part >> 30) + whole // 2) // whole
    unit_y -= ((unit_y * part >> 30) + whole // 2) // whole
    return Vector(<fix>unit_x if dx >= 0 else -<fix>unit_x, <fix>unit_y if dy >= 0 else -<fix>unit_y)


cdef extern from * nogil:
    int leading_zeros "__builtin_clzll"(unsigned long long bits)


cdef int bearing_of(fix dx, fix dy) noexcept nogil:
    """The bearing is never half way between two degrees: no such direction has whole-yard components."""
    cdef fix length
    cdef Vector unit = towards(size(dx), size(dy), &length)
    cdef int found = 0
    if not length:
        return 0
    if unit.x <= unit.y:
        while found < 45 and HALF_SINE[found] <= unit.x:
            found += 1
    else:
        while found < 45 and HALF_SINE[found] <= unit.y:
            found += 1
        found = 90 - found
    if dy < 0:
        found = 180 - found
    return (360 - found) % 360 if dx < 0 else found


cdef bint no_farther(fix dx, fix dy, fix limit) noexcept nogil:
    """Whether a displacement is at most `limit`, 0 .. 1,000 yards, long."""
    cdef fix most = limit + EPSILON
    cdef uint64_t x = size(dx), y = size(dy), length
    if x > <uint64_t>most or y > <uint64_t>most:
        return False
    # Units of 2**-21 yards: the squares fit 62 bits, and what is cut off is half of EPSILON.
    x, y, length = x >> 10, y >> 10, <uint64_t>most >> 10
    return x * x + y * y <= length * length


cdef inline Vector seen_from(const Base* base, fix x, fix y) noexcept nogil:
    """A point as `base` sees it: yards to its right, yards before it, counted from its centre."""
    cdef fix s = SINE[base.h], c = SINE[base.h + 90], dx = x - base.x, dy = y - base.y
    return Vector(product(dx, c) - product(dy, s), product(dx, s) + product(dy, c))


# --- Overlap and gap -------------------------------------------------------------------------------------------------

cdef bint overlaps(const Base* one, const Base* other, fix by) noexcept nogil:
    """On each of the four axes the two projections share more than `by`."""
    cdef fix most = one.w + one.d + other.w + other.d
    cdef fix c, s
    cdef Vector apart
    if size(one.x - other.x) >= most or size(one.y - other.y) >= most:
        return False
    by += EPSILON
    c, s = size(SINE[turned(other.h - one.h, 90)]), size(SINE[turned(other.h - one.h, 0)])
    apart = seen_from(one, other.x, other.y)
    if one.w + product(other.w, c) + product(other.d, s) - size(apart.x) <= by:
        return False
    if one.d + product(other.w, s) + product(other.d, c) - size(apart.y) <= by:
        return False
    apart = seen_from(other, one.x, one.y)
    if other.w + product(one.w, c) + product(one.d, s) - size(apart.x) <= by:
        return False
    return other.d + product(one.w, s) + product(one.d, c) - size(apart.y) > by


cdef void corners(const Base* base, const Base* other, Vector* found) noexcept nogil:
    """The four corners of `other`, in order round it, as `base` sees them."""
    cdef Vector centre = seen_from(base, other.x, other.y)
    cdef int h = turned(other.h - base.h, 0)
    cdef fix s = SINE[h], c = SINE[h + 90]
    cdef fix across = product(other.w, c), drop = product(other.w, s)
    cdef fix lean = product(other.d, s), ahead = product(other.d, c)
    found[0] = Vector(centre.x - across + lean, centre.y + drop + ahead)
    found[1] = Vector(centre.x + across + lean, centre.y - drop + ahead)
    found[2] = Vector(centre.x + across - lean, centre.y - drop - ahead)
    found[3] = Vector(centre.x - across - lean, centre.y + drop - ahead)


cdef inline fix beyond(fix value, fix half) noexcept nogil:
    return size(value) - half if size(value) > half else 0


cdef bint within(const Base* one, const Base* other, int limit) noexcept nogil:
    """Where two rectangles do not overlap, the gap is the least distance of a corner of one from the other."""
    cdef fix most = yards(limit), far = most + one.w + one.d + other.w + other.d
    cdef Vector corner[4]
    cdef int at
    if size(one.x - other.x) > far or size(one.y - other.y) > far:
        return False
    corners(one, other, corner)
    for at in range(4):
        if no_farther(beyond(corner[at].x, one.w), beyond(corner[at].y, one.d), most):
            return True
    corners(other, one, corner)
    for at in range(4):
        if no_farther(beyond(corner[at].x, other.w), beyond(corner[at].y, other.d), most):
            return True
    return overlaps(one, other, 0)


cdef fix gap(const Base* one, const Base* other) noexcept nogil:
    cdef Vector corner[4]
    cdef fix least = FAR, length
    cdef int at
    if overlaps(one, other, 0):
        return 0
    corners(one, other, corner)
    for at in range(4):
        towards(beyond(corner[at].x, one.w), beyond(corner[at].y, one.d), &length)
        least = min(least, length)
    corners(other, one, corner)
    for at in range(4):
        towards(beyond(corner[at].x, other.w), beyond(corner[at].y, other.d), &length)
        least = min(least, length)
    return least


cdef bint on_board(const Base* base, int east, int north) noexcept nogil:
    """No corner lies more than half a yard outside: a rounded centre may put it there."""
    cdef fix s = size(SINE[base.h]), c = size(SINE[base.h + 90])
    cdef fix wide = product(base.w, c) + product(base.d, s), high = product(base.w, s) + product(base.d, c)
    cdef fix room = (ONE >> 1) + EPSILON
    return (
        base.x - wide >= -room
        and base.x + wide <= yards(east) + room
        and base.y - high >= -room
        and base.y + high <= yards(north) + room
    )


# --- The side touched ------------------------------------------------------------------------------------------------

cdef fix extent(const fix* along, const fix* across, fix low, fix high, fix half) noexcept nogil:
    """How much of -half .. half a quadrangle covers where it lies between `low` and `high` across.

    What lies between is convex, so its span along is cut to -half .. half after the other cut.
    """
    cdef fix least = FAR, most = -FAR, cut, found
    cdef int at, after, edge
    for at in range(4):
        after = (at + 1) & 3
        if low <= across[at] <= high:
            least, most = min(least, along[at]), max(most, along[at])
        for edge in range(2):
            cut = high if edge else low
            if (across[at] < cut) != (across[after] < cut):
                found = share(cut - across[at], across[after] - across[at])
                found = along[at] + product(along[after] - along[at], found)
                least, most = min(least, found), max(most, found)
    least, most = max(least, -half), min(most, half)
    return most - least if most > least else 0


cdef void contacts(const Base* target, const Base* other, fix* lengths) noexcept nogil:
    """How much of each side of the target the other base lies along: in a strip from 1 yard inside to 5 outside."""
    cdef Vector corner[4]
    cdef fix u[4]
    cdef fix v[4]
    cdef fix w = target.w, d = target.d, inside = ONE + EPSILON, outside = yards(TOUCH) + EPSILON
    cdef int at
    corners(target, other, corner)
    for at in range(4):
        u[at], v[at] = corner[at].x, corner[at].y
    lengths[<int>FRONT_SIDE] = extent(u, v, d - inside, d + outside, w)
    lengths[<int>REAR_SIDE] = extent(u, v, -d - outside, -d + inside, w)
    lengths[<int>LEFT_SIDE] = extent(v, u, -w - outside, -w + inside, d)
    lengths[<int>RIGHT_SIDE] = extent(v, u, w - inside, w + outside, d)


cdef Face face(const Base* target, const Base* other) noexcept nogil:
    """The side with the longest contact; half a yard is no difference. At a corner the other's centre decides."""
    cdef fix lengths[4]
    cdef fix enough
    contacts(target, other, lengths)
    enough = max(max(lengths[0], lengths[1]), max(lengths[2], lengths[3])) - (ONE >> 1) - EPSILON
    if enough < -2 * EPSILON:
        return FRONT if seen_from(target, other.x, other.y).y > EPSILON else FLANK
    if lengths[<int>FRONT_SIDE] >= enough:
        return FRONT
    if lengths[<int>LEFT_SIDE] >= enough or lengths[<int>RIGHT_SIDE] >= enough:
        return FLANK
    return REAR


# --- Sweeps ----------------------------------------------------------------------------------------------------------

cdef bint narrow(fix place, fix speed, fix half, fix* start, fix* end) noexcept nogil:
    """Cut start .. end to where a point at `place`, moving at `speed`, lies within `half` of 0. False: nowhere."""
    cdef fix first, last
    if size(speed) <= STILL:
        return size(place) < half - EPSILON
    if half <= 0:
        return False
    first, last = quotient(-half - place, speed), quotient(half - place, speed)
    if speed < 0:
        first, last = last, first
    start[0], end[0] = max(start[0], first), min(end[0], last)
    return end[0] > start[0]


cdef bint met(const Base* base, Vector unit, fix length, const Base* other, fix by, fix* at) noexcept nogil:
    """Whether `base` overlaps `other` by more than `by` over more than EPSILON of the way, and from where on."""
    cdef fix most = base.w + base.d + other.w + other.d, dx = base.x - other.x, dy = base.y - other.y
    cdef fix end_x = dx + product(length, unit.x), end_y = dy + product(length, unit.y)
    cdef fix start = 0, end = length, c, s, half
    cdef Vector apart
    if (dx > most and end_x > most) or (dx < -most and end_x < -most):
        return False
    if (dy > most and end_y > most) or (dy < -most and end_y < -most):
        return False
    c, s = size(SINE[turned(other.h - base.h, 90)]), size(SINE[turned(other.h - base.h, 0)])
    apart = seen_from(other, base.x, base.y)
    half = other.w + product(base.w, c) + product(base.d, s) - by
    if not narrow(apart.x, along_right(unit, other.h), half, &start, &end):
        return False
    half = other.d + product(base.w, s) + product(base.d, c) - by
    if not narrow(apart.y, along_front(unit, other.h), half, &start, &end):
        return False
    apart = seen_from(base, other.x, other.y)
    half = base.w + product(other.w, c) + product(other.d, s) - by
    if not narrow(-apart.x, along_right(unit, base.h), half, &start, &end):
        return False
    half = base.d + product(other.w, s) + product(other.d, c) - by
    if not narrow(-apart.y, along_front(unit, base.h), half, &start, &end):
        return False
    at[0] = start
    return end - start > EPSILON


cdef inline fix along_right(Vector unit, int h) noexcept nogil:
    return product(unit.x, SINE[h + 90]) - product(unit.y, SINE[h])


cdef inline fix along_front(Vector unit, int h) noexcept nogil:
    return product(unit.x, SINE[h]) + product(unit.y, SINE[h + 90])


cdef bint barred(const Base* base, Vector unit, fix length, const Base* other, fix* at) noexcept nogil:
    """An overlap of a yard bars the way, so that rounded centres do not."""
    return met(base, unit, length, other, ONE, at)


cdef bint enters(const Base* base, Vector unit, fix length, const Base* other, fix* at) noexcept nogil:
    """Where a move into contact ends: a hundredth of a yard inside, or here if they touch already."""
    if touches(base, other):
        at[0] = 0
        return True
    return met(base, unit, length, other, ONE // 100, at)


cdef Base wheeled(const Base* base, int degrees) noexcept nogil:
    """The pivot is the front-left corner where `degrees` < 0, the front-right where they are more."""
    cdef Base after = base[0]
    cdef fix half = -base.w if degrees < 0 else base.w
    cdef fix s = SINE[base.h], c = SINE[base.h + 90]
    cdef fix x = base.x + product(half, c) + product(base.d, s), y = base.y - product(half, s) + product(base.d, c)
    after.h = turned(base.h, degrees)
    s, c = SINE[after.h], SINE[after.h + 90]
    after.x, after.y = x - product(half, c) - product(base.d, s), y + product(half, s) - product(base.d, c)
    return after


# --- Fire ------------------------------------------------------------------------------------------------------------

cdef Vector front(const Base* base) noexcept nogil:
    return Vector(base.x + product(base.d, SINE[base.h]), base.y + product(base.d, SINE[base.h + 90]))


cdef bint in_arc(const Base* gun, const Base* target, bint square) noexcept nogil:
    """Whether a part of the target lies in the sector before the gun, or in the square before it.

    The point of the target nearest to the apex counts if it lies in the wedge; if not, the nearest point in the wedge
    lies on one of its two edges, because the target is convex.
    """
    cdef Vector apex = front(gun), seen, near
    cdef fix s, c, right, ahead
    cdef int h
    cdef Base box
    if square:
        box = Base(0, 0, yards(RANGE // 2), yards(RANGE // 2), gun.h)
        box.x, box.y = apex.x + product(box.d, SINE[gun.h]), apex.y + product(box.d, SINE[gun.h + 90])
        return overlaps(&box, target, -2 * EPSILON)
    seen = seen_from(target, apex.x, apex.y)
    if size(seen.x) > yards(RANGE + 1) + target.w or size(seen.y) > yards(RANGE + 1) + target.d:
        return False
    near = Vector(min(max(seen.x, -target.w), target.w) - seen.x, min(max(seen.y, -target.d), target.d) - seen.y)
    h = turned(gun.h - target.h, 0)
    s, c = SINE[h], SINE[h + 90]
    right, ahead = product(near.x, c) - product(near.y, s), product(near.x, s) + product(near.y, c)
    if product(size(right), SINE[90 - HALF_ARC]) <= product(ahead, SINE[HALF_ARC]) + EPSILON:
        return no_farther(near.x, near.y, yards(RANGE))
    return crosses(seen, turned(h, -HALF_ARC), target) or crosses(seen, turned(h, HALF_ARC), target)


cdef bint crosses(Vector seen, int h, const Base* target) noexcept nogil:
    """Whether the ray from a point, as the target sees both, meets it within range."""
    cdef fix start = 0, end = yards(RANGE) + EPSILON
    # `narrow` leaves the edges out, an arc does not: each side is taken a little wider.
    return narrow(seen.x, SINE[h], target.w + 2 * EPSILON, &start, &end) and narrow(
        seen.y, SINE[h + 90], target.d + 2 * EPSILON, &start, &end
    )


cdef fix reach_to(const Base* gun, const Base* target) noexcept nogil:
    cdef Vector apex = front(gun)
    cdef Vector seen = seen_from(target, apex.x, apex.y)
    cdef fix length
    towards(beyond(seen.x, target.w), beyond(seen.y, target.d), &length)
    return length


cdef int off_front(const Base* gun, const Base* target) noexcept nogil:
    cdef Vector apex = front(gun)
    cdef int off = turned(bearing_of(target.x - apex.x, target.y - apex.y) - gun.h, 0)
    return off if off <= 180 else 360 - off


# --- Roads -----------------------------------------------------------------------------------------------------------

cdef void lay(Road* road, int width, const int* x, const int* y, int points) noexcept nogil:
    cdef int at
    cdef Segment* segment
    road.width, road.count, road.length = width, points - 1, 0
    for at in range(points - 1):
        segment = &road.segment[at]
        segment.x, segment.y = yards(x[at]), yards(y[at])
        segment.dx, segment.dy = x[at + 1] - x[at], y[at + 1] - y[at]
        segment.square = segment.dx * segment.dx + segment.dy * segment.dy
        segment.bearing = bearing_of(yards(segment.dx), yards(segment.dy))
        segment.start = road.length
        towards(yards(segment.dx), yards(segment.dy), &segment.length)
        road.length += segment.length


cdef fix aside(const Segment* segment, fix x, fix y, fix* along) noexcept nogil:
    """The distance of a point from a segment, and how far along the nearest point of it lies.

    The products with the whole-yard components are exact; they take 59 bits.
    """
    cdef fix px = x - segment.x, py = y - segment.y, length
    cdef int64_t onward = px * segment.dx + py * segment.dy
    if onward <= 0:
        along[0] = 0
        towards(px, py, &length)
    elif onward >= segment.square << 31:
        along[0] = segment.length
        towards(px - yards(segment.dx), py - yards(segment.dy), &length)
    else:
        along[0] = share(onward, segment.length)
        length = share(size(px * segment.dy - py * segment.dx), segment.length)
    return length


cdef fix from_road(const Base* base, const Road* road, fix enough) noexcept nogil:
    """How far from the centreline the furthest point tried lies; not on once one lies beyond `enough`."""
    cdef int turn, count, at, part
    cdef fix half, step, right, ahead, least, along, furthest = 0
    cdef fix s = SINE[base.h], c = SINE[base.h + 90]
    for turn in range(4):
        half = base.d if turn & 1 else base.w
        count = <int>((2 * half + yards(OF_ROAD) - 1) // yards(OF_ROAD))
        step = 2 * half // count
        for at in range(count):
            right = base.w if turn & 1 else at * step - base.w
            ahead = base.d - at * step if turn & 1 else base.d
            if turn & 2:
                right, ahead = -right, -ahead
            least = FAR
            for part in range(road.count):
                least = min(least, aside(
                    &road.segment[part],
                    base.x + product(right, c) + product(ahead, s),
                    base.y - product(right, s) + product(ahead, c),
                    &along,
                ))
            furthest = max(furthest, least)
            if furthest > enough:
                return furthest
    return furthest


cdef bint on_road(const Base* base, const Road* road) noexcept nogil:
    """Every point tried, one each 25 yards of its sides, lies within half the width and a yard of the centreline."""
    cdef fix most = yards(road.width) // 2 + ONE + EPSILON
    return from_road(base, road, most) <= most


cdef fix off_road(const Base* base, const Road* road) noexcept nogil:
    return from_road(base, road, FAR) - yards(road.width) // 2


cdef fix nearest_on(const Road* road, fix x, fix y) noexcept nogil:
    """Of points equally near, the one nearer to the beginning."""
    cdef fix least = FAR, found = 0, along, length
    cdef int part
    for part in range(road.count):
        length = aside(&road.segment[part], x, y, &along)
        if length < least:
            least = length
            found = road.segment[part].start + along
    return found


cdef int segment_at(const Road* road, fix along) noexcept nogil:
    cdef int part = road.count - 1
    while part and road.segment[part].start > along:
        part -= 1
    return part


cdef Vector point_at(const Road* road, fix along) noexcept nogil:
    cdef const Segment* segment = &road.segment[segment_at(road, along)]
    cdef fix part = along - segment.start
    cdef fix east = share(part * segment.dx, segment.length), north = share(part * segment.dy, segment.length)
    return Vector(segment.x + east, segment.y + north)


# --- For tests and explanations --------------------------------------------------------------------------------------

cdef fix fix_of(value) except? -1:
    """A number of yards, whole, floating or a fraction, to the nearest unit. Raises ValueError beyond a board."""
    if not -(1 << 14) < value < 1 << 14:
        raise ValueError(f"{value} yards are beyond every board")
    return round(value * (1 << 31))


cdef Vector unit_of(bearing) except *:
    """A heading in whole degrees, or a displacement (dx, dy)."""
    cdef fix length
    if isinstance(bearing, int):
        return towards_heading(bearing % 360)
    return towards(fix_of(bearing[0]), fix_of(bearing[1]), &length)


cdef class Rectangle:
    """A base: its centre, its heading in whole degrees, its full frontage and depth. Raises ValueError."""

    def __init__(self, x, y, heading, width, depth):
        if width <= 0 or depth <= 0:
            raise ValueError(f"a base of {width} by {depth} yards")
        self.base = Base(fix_of(x), fix_of(y), fix_of(width) // 2, fix_of(depth) // 2, heading % 360)

    @property
    def centre(self):
        """The centre in yards, exactly as it is kept."""
        return self.base.x / (1 << 31), self.base.y / (1 << 31)

    @property
    def heading(self):
        """Degrees clockwise from north, 0 .. 359."""
        return self.base.h

    @property
    def rounded(self):
        """The centre in whole yards."""
        return rounded(self.base.x), rounded(self.base.y)

    def overlaps(self, Rectangle other, by=1):
        """Whether both share more than `by` yards on each of their axes."""
        return overlaps(&self.base, &other.base, fix_of(by))

    def gap(self, Rectangle other):
        """The yards between the two, 0 where they overlap."""
        return gap(&self.base, &other.base) / (1 << 31)

    def within(self, Rectangle other, int limit):
        """Whether the gap is at most `limit` whole yards, 0 .. 500."""
        if not 0 <= limit <= 500:
            raise ValueError(f"gaps of {limit} yards are not compared")
        return within(&self.base, &other.base, limit)

    def touches(self, Rectangle other):
        """Whether the gap is at most 5 yards."""
        return touches(&self.base, &other.base)

    def on_board(self, int east, int north):
        """Whether no corner lies more than half a yard beyond 0 .. east, 0 .. north."""
        return on_board(&self.base, east, north)

    def contacts(self, Rectangle other):
        """The yards along which the other lies at the front, the left, the right and the rear."""
        cdef fix lengths[4]
        contacts(&self.base, &other.base, lengths)
        return tuple([lengths[at] / (1 << 31) for at in range(4)])

    def face(self, Rectangle other):
        """`front`, `flank` or `rear`: where the other touches this one."""
        return ("front", "flank", "rear")[<int>face(&self.base, &other.base)]

    def barred(self, bearing, length, Rectangle other):
        """The yards it can go before the other bars its way, or None. `bearing`: degrees, or (dx, dy)."""
        cdef fix at = 0
        return at / (1 << 31) if barred(&self.base, unit_of(bearing), fix_of(length), &other.base, &at) else None

    def enters(self, bearing, length, Rectangle other):
        """The yards to contact with the other, or None. `bearing`: degrees, or (dx, dy)."""
        cdef fix at = 0
        return at / (1 << 31) if enters(&self.base, unit_of(bearing), fix_of(length), &other.base, &at) else None

    def gone(self, bearing, length):
        """This base moved straight by so many yards."""
        cdef Rectangle after = Rectangle.__new__(Rectangle)
        cdef Vector centre = gone(self.base.x, self.base.y, unit_of(bearing), fix_of(length))
        after.base = self.base
        after.base.x, after.base.y = centre.x, centre.y
        return after

    def wheeled(self, int degrees):
        """This base turned about its front corner: by -359 .. -1 about the left one, 1 .. 359 about the right."""
        cdef Rectangle after = Rectangle.__new__(Rectangle)
        after.base = wheeled(&self.base, degrees)
        return after

    def in_arc(self, Rectangle target, square=False):
        """Whether some of the target lies in the arc of fire before this base."""
        return in_arc(&self.base, &target.base, square)

    def reach_to(self, Rectangle target):
        """The yards from the middle of the front to the nearest point of the target."""
        return reach_to(&self.base, &target.base) / (1 << 31)

    def off_front(self, Rectangle target):
        """Whole degrees between the heading and the centre of the target, seen from the middle of the front."""
        return off_front(&self.base, &target.base)


cdef class Polyline:
    """A road of some width along points of whole yards, no two neighbours alike. Raises ValueError."""

    def __init__(self, int width, points):
        cdef int x[MOST_SEGMENTS + 1]
        cdef int y[MOST_SEGMENTS + 1]
        if not 2 <= len(points) <= MOST_SEGMENTS + 1:
            raise ValueError(f"a road has 2 to {MOST_SEGMENTS + 1} points")
        if any([tuple(points[at]) == tuple(points[at + 1]) for at in range(len(points) - 1)]):
            raise ValueError("two neighbouring points of a road are the same")
        for at, (east, north) in enumerate(points):
            x[at], y[at] = east, north
        lay(&self.road, width, x, y, len(points))

    @property
    def length(self):
        """Yards from end to end."""
        return self.road.length / (1 << 31)

    @property
    def bearings(self):
        """The whole degrees of its segments."""
        return tuple([self.road.segment[at].bearing for at in range(self.road.count)])

    def carries(self, Rectangle base):
        """Whether a base lies totally on the road."""
        return on_road(&base.base, &self.road)

    def off_road(self, Rectangle base):
        """How many yards the furthest point of a base lies beyond the edge; less than 0 where none does."""
        return off_road(&base.base, &self.road) / (1 << 31)

    def nearest_on(self, x, y):
        """The yards of road before the centreline point nearest to (x, y)."""
        return nearest_on(&self.road, fix_of(x), fix_of(y)) / (1 << 31)

    def point_at(self, along):
        """The centreline point so many yards from the beginning."""
        cdef Vector point = point_at(&self.road, fix_of(along))
        return point.x / (1 << 31), point.y / (1 << 31)

    def segment_at(self, along):
        """The index of the segment there; a corner belongs to the later one."""
        return segment_at(&self.road, fix_of(along))


def bearing(dx, dy):
    """The whole degrees, 0 .. 359, nearest to the direction of a displacement."""
    return bearing_of(fix_of(dx), fix_of(dy))


def length(dx, dy):
    """The yards of a displacement."""
    cdef fix found
    towards(fix_of(dx), fix_of(dy), &found)
    return found / (1 << 31)


def sines():
    """The fixed tables, in units of 2**-31: of 0 .. 449 degrees, and of 0.5 .. 44.5."""
    return tuple([SINE[at] for at in range(450)]), tuple([HALF_SINE[at] for at in range(45)])
