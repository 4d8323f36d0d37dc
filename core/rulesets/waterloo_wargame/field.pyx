"""Questions to a game as it stands that only need geometry: who touches whom, who garrisons what. See field.pxd.

No Python object is touched here.
"""

from libc.string cimport memset

from core.boards.plane cimport OVERLAPS_BY, TOUCH, Base, overlaps, touches


cdef void clear(Field* field) noexcept nogil:
    """An empty board before the first turn."""
    cdef int side
    memset(field, 0, sizeof(Field))
    memset(field.holder, NOBODY, sizeof(field.holder))
    field.winner = NOBODY
    field.round = 1
    for side in range(2):
        field.carrier[side] = field.fallback[side] = NOBODY


cdef bint in_contact(const Roster* roster, const Field* field, int one, int other) noexcept nogil:
    """WWG-016."""
    cdef int most = (
        roster.half_width[one] + roster.half_depth[one] + roster.half_width[other] + roster.half_depth[other] + TOUCH
    )
    cdef int dx = field.x[one] - field.x[other], dy = field.y[one] - field.y[other]
    cdef Base first, second
    if dx > most or dx < -most or dy > most or dy < -most:
        return False
    first, second = base_of(roster, field, one), base_of(roster, field, other)
    return touches(&first, &second)


cdef bint at_point(const Law* law, const Roster* roster, const Field* field, int piece, int point) noexcept nogil:
    """Whether a piece overlaps or touches the outline of a strongpoint (WWG-016)."""
    cdef Base base = base_of(roster, field, piece)
    return touches(&base, &law.outline[point])


cdef bint on_point(const Law* law, const Roster* roster, const Field* field, int piece, int point) noexcept nogil:
    """Whether a piece overlaps the outline."""
    cdef Base base = base_of(roster, field, piece)
    return overlaps(&base, &law.outline[point], OVERLAPS_BY)


cdef Set garrison(const Law* law, const Roster* roster, const Field* field, int point) noexcept nogil:
    """WWG-106: none where nobody holds the strongpoint."""
    cdef Set found = none(), left
    cdef int piece
    if field.holder[point] == NOBODY:
        return found
    left = pieces_of(roster, field, field.holder[point])
    piece = take(&left)
    while piece >= 0:
        if roster.arm[piece] != GUN and at_point(law, roster, field, piece, point):
            put(&found, piece)
        piece = take(&left)
    return found


cdef int garrisoned_by(const Law* law, const Roster* roster, const Field* field, int piece) noexcept nogil:
    """The strongpoint whose garrison a piece belongs to, the first of several, or -1. A gun has none (WWG-113)."""
    cdef int point
    if roster.arm[piece] == GUN:
        return -1
    for point in range(law.points):
        if field.holder[point] == roster.side[piece] and at_point(law, roster, field, piece, point):
            return point
    return -1


cdef int gun_in(const Law* law, const Roster* roster, const Field* field, int piece) noexcept nogil:
    """The strongpoint, held by its side, that a gun touches or is inside of, the first of several, or -1 (WWG-113)."""
    cdef int point
    if roster.arm[piece] == GUN:
        for point in range(law.points):
            if field.holder[point] == roster.side[piece] and at_point(law, roster, field, piece, point):
                return point
    return -1


cdef int walls(const Law* law, const Roster* roster, const Field* field, int side) noexcept nogil:
    """The strongpoints that a side may not enter: held by the enemy and garrisoned (WWG-020)."""
    cdef int point, found = 0
    cdef Set inside
    for point in range(law.points):
        if field.holder[point] != NOBODY and field.holder[point] != side:
            inside = garrison(law, roster, field, point)
            if any_of(&inside):
                found |= 1 << point
    return found
