"""One piece on its way: what bars it, what it may still go, and where it may stand."""

from core.boards.plane cimport Base, Road, Vector, fix
from core.rulesets.waterloo_wargame.field cimport Field, Law, Roster, Set
from core.rulesets.waterloo_wargame.position cimport Position

cdef enum Bar:
    FREE
    BY_PIECE
    BY_WALL
    BY_EDGE


cdef struct Obstacle:
    Bar kind
    int which  # the piece or the strongpoint
    fix at  # yards of the way before it; degrees for a turn


cdef struct Trip:
    const Law* law
    const Roster* roster
    const Field* field
    int piece
    int walls  # the strongpoints that bar it (WWG-020)
    Base base  # where it has come to; not rounded between legs (WWG-013)
    fix across, by_road  # c and r of WWG-038
    Obstacle obstacle  # the first on the way


cdef void set_out(
    Trip* trip, const Law* law, const Roster* roster, const Field* field, int piece, int barriers
) noexcept nogil
cdef bint fits(const Trip* trip, fix across, fix by_road) noexcept nogil  # WWG-036, WWG-039 to 041
cdef fix road_limit(const Trip* trip, fix across) noexcept nogil
cdef Obstacle first_bar(const Trip* trip, const Base* base, Vector unit, fix length) noexcept nogil  # WWG-043, 045
cdef void go(Trip* trip, Vector unit, fix length) noexcept nogil  # a straight leg
cdef void go_by_road(Trip* trip, const Road* road, fix start, fix end) noexcept nogil  # a leg to the yard `end` of it
cdef fix to_contact(const Trip* trip, Vector unit, int enemy) noexcept nogil  # WWG-056; FAR: the way misses
cdef Base on_whole_yards(const Base* base) noexcept nogil  # WWG-013
# Whether a piece may stand so (WWG-021): FREE, or what is in the way. Pieces of `ignoring` do not count.
cdef Obstacle in_the_way(const Trip* trip, const Base* base, const Set* ignoring) noexcept nogil
cdef Obstacle turns(const Trip* trip, int heading) noexcept nogil  # WWG-049
cdef Obstacle wheels(const Trip* trip, int degrees) noexcept nogil  # WWG-050; anticlockwise < 0
cdef int widest_wheel(const Law* law, const Roster* roster, int piece) noexcept nogil  # degrees
cdef void place(Field* field, int piece, const Base* base) noexcept nogil


cdef class Movements:
    cdef Position position  # changed by every line that is carried out
    cdef int side, walls
    cdef readonly dict moved  # piece -> the number of the line that moved it (WWG-033)
    cdef dict firing  # gun -> the number of the line that has it fire (WWG-034)
    cdef readonly int men  # thousands moved (WWG-032)
    cdef readonly object joined  # the piece that the General has joined this turn, or None (WWG-058)
    cdef object joined_on
    cdef object told  # how the line at hand says that it comes out, or None

    cdef tuple carry_out(self, int number, order)  # facts for all, and for the seat itself; raises Refused
    cdef _may_move(self, int number, int piece)
    cdef _own(self, int piece)
    cdef tuple _move(self, int number, order)
    cdef tuple _resolved(self, leg)
    cdef tuple _point(self, thing)
    cdef tuple _turn(self, int number, order)
    cdef tuple _wheel(self, int number, order)
    cdef tuple _join(self, int number, order)
    cdef tuple _leave(self, name)
    cdef _seat(self)
    cdef int _most(self, const Trip* trip, leg, named)
    cdef _straight_leg(self, Trip* trip, code, leg, named, last)
    cdef _road_leg(self, Trip* trip, code, leg, named, last)
    cdef Vector _direction(self, const Trip* trip, leg, named)
    cdef fix _contact(self, const Trip* trip, code, Vector unit, int enemy) except? -1
    cdef int _way_along(self, const Road* road, fix start, int bearing, code, name) except 0
    cdef _strayed(self, const Trip* trip, const Road* road, fix start, int onward, fix length, last, code, name)
    cdef _allowed(self, const Trip* trip, code, fix across, fix by_road, asked)
    cdef _way_is_free(self, const Trip* trip, code, unit)
    cdef tuple _arrive(self, int number, Trip* trip, code, how, legs, degrees, corner)
    cdef int _left(self, const Trip* trip, int across, int by_road)
    cdef _as_told(self, const Trip* trip, const Base* end, code)
    cdef list _touched(self, int piece)
