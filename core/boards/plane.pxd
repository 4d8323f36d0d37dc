"""The open plane: oriented rectangles, straight sweeps, contact, arcs and roads, in yards and whole degrees.

All of it is integers. A `fix` is a length in units of 2**-31 yards (half a millionth of a millimetre), a sine or a
component of a unit vector in units of 2**-31. Centres of bases are whole yards between moves and `fix` within one.

Bounds: a coordinate, and a distance between two points, is less than 2**14 yards, so a `fix` takes 46 bits and every
intermediate value 63. Of any number that is not exact (a sine, a quotient, a root) the last unit or two are off; over
the 1,100 yards that a piece can go this makes less than EPSILON, which stands between a limit and what exceeds it.
"""

from libc.stdint cimport int64_t

from core.boards.sines cimport SINE

ctypedef int64_t fix

cdef extern from * nogil:
    """
    #define plane_one ((int64_t)1 << 31)
    #define plane_epsilon ((int64_t)2147)
    #define plane_far ((int64_t)1 << 46)
    """
    const fix ONE "plane_one"  # a yard, or the cosine of 0
    const fix OVERLAPS_BY "plane_one"  # less than that does not count as an overlap: rounded centres may cause it
    const fix EPSILON "plane_epsilon"  # a millionth of a yard: "at most L" accepts L + EPSILON, "more than" exceeds it
    const fix FAR "plane_far"  # beyond every point of a board


cdef enum:
    TOUCH = 5  # yards: bases with no wider gap are in contact
    RANGE = 1000  # yards, of an arc of fire
    HALF_ARC = 30  # degrees, to either side of the front
    MOST_SEGMENTS = 32  # of a road


cdef enum Side:  # of a base
    FRONT_SIDE
    LEFT_SIDE
    RIGHT_SIDE
    REAR_SIDE
    SIDES


cdef enum Face:  # where a base is touched
    FRONT
    FLANK
    REAR


cdef struct Vector:
    fix x, y


cdef struct Base:
    fix x, y  # the centre
    fix w, d  # HALF the frontage, HALF the depth
    int h  # heading, degrees clockwise from north, 0 .. 359


cdef struct Segment:
    fix x, y  # where it begins
    fix start  # yards of road before it
    fix length
    int64_t dx, dy  # whole yards to its end
    int64_t square  # dx * dx + dy * dy
    int bearing  # whole degrees, 0 .. 359


cdef struct Road:
    int width
    int count  # of segments
    fix length
    Segment segment[MOST_SEGMENTS]


# --- Numbers ---------------------------------------------------------------------------------------------------------

cdef inline fix yards(int64_t whole) noexcept nogil:
    return whole << 31


cdef inline fix product(fix one, fix other) noexcept nogil:
    """`one` times `other`, rounded down; `other` is a sine or a share, -ONE .. ONE."""
    return (one >> 31) * other + (((one & (ONE - 1)) * other) >> 31)


cdef inline int rounded(fix value) noexcept nogil:
    """To the nearest whole yard, a half up; a half that lost its last units on the way counts as a half."""
    return <int>((value + (ONE >> 1) + 4) >> 31)


cdef inline fix size(fix value) noexcept nogil:
    return value if value >= 0 else -value


cdef inline fix sine(int heading) noexcept nogil:
    """Of 0 .. 359 degrees."""
    return SINE[heading]


cdef inline fix cosine(int heading) noexcept nogil:
    """Of 0 .. 359 degrees."""
    return SINE[heading + 90]


cdef inline int turned(int heading, int by) noexcept nogil:
    """A heading after a turn of -720 .. 720 degrees, clockwise."""
    return (heading + by + 720) % 360


cdef inline Vector towards_heading(int heading) noexcept nogil:
    """The unit vector that looks along a heading."""
    return Vector(SINE[heading], SINE[heading + 90])


cdef inline Vector gone(fix x, fix y, Vector unit, fix length) noexcept nogil:
    """The point so far from (x, y) along a unit vector."""
    return Vector(x + product(length, unit.x), y + product(length, unit.y))


cdef inline bint touches(const Base* one, const Base* other) noexcept nogil:
    return within(one, other, TOUCH)


cdef fix share(fix part, fix whole) noexcept nogil  # part / whole, in `fix`
cdef Vector towards(fix dx, fix dy, fix* length) noexcept nogil  # the unit vector of a displacement, and its length
cdef int bearing_of(fix dx, fix dy) noexcept nogil  # the nearest whole degree, 0 .. 359; of no displacement 0

# --- Two bases -------------------------------------------------------------------------------------------------------

cdef bint overlaps(const Base* one, const Base* other, fix by) noexcept nogil  # by more than that
cdef bint within(const Base* one, const Base* other, int limit) noexcept nogil  # gap <= limit, 0 .. 500 yards
cdef fix gap(const Base* one, const Base* other) noexcept nogil
cdef bint on_board(const Base* base, int east, int north) noexcept nogil
cdef void contacts(const Base* target, const Base* other, fix* lengths) noexcept nogil  # of contact, for each Side
cdef Face face(const Base* target, const Base* other) noexcept nogil  # of the target, for a base that touches it

# --- Movement --------------------------------------------------------------------------------------------------------
#
# `base` goes `length` along `unit`; True where it comes to overlap `other`, and then `at` is how far it got.

cdef bint barred(const Base* base, Vector unit, fix length, const Base* other, fix* at) noexcept nogil
cdef bint enters(const Base* base, Vector unit, fix length, const Base* other, fix* at) noexcept nogil
cdef Base wheeled(const Base* base, int degrees) noexcept nogil  # about a front corner: left where degrees < 0

# --- Fire ------------------------------------------------------------------------------------------------------------

cdef Vector front(const Base* base) noexcept nogil  # the middle of its front edge
cdef bint in_arc(const Base* gun, const Base* target, bint square) noexcept nogil
cdef fix reach_to(const Base* gun, const Base* target) noexcept nogil  # from its front to the target
cdef int off_front(const Base* gun, const Base* target) noexcept nogil  # degrees to the target's centre, 0 .. 180

# --- Roads -----------------------------------------------------------------------------------------------------------

cdef void lay(Road* road, int width, const int* x, const int* y, int points) noexcept nogil  # whole yards, 2 .. points
cdef bint on_road(const Base* base, const Road* road) noexcept nogil  # totally
cdef fix off_road(const Base* base, const Road* road) noexcept nogil  # how far its furthest point lies beyond the edge
cdef fix nearest_on(const Road* road, fix x, fix y) noexcept nogil  # yards of road before that point
cdef int segment_at(const Road* road, fix along) noexcept nogil  # a corner belongs to the later one
cdef Vector point_at(const Road* road, fix along) noexcept nogil


cdef class Rectangle:
    cdef Base base


cdef class Polyline:
    cdef Road road
