"""Who stands where, and what becomes of it leg by leg: sections E, G, J, K and the first two clauses of M.

All of it is inline C: this is the inner loop of every search.
"""

from libc.stdint cimport uint8_t, uint64_t

from core.boards.graph cimport Mask, drop, holds, meets, put
from core.rulesets.waterloo1895.board cimport ARMIES, ARMY, PIECES, Law, army_of, side_of

cdef extern from * nogil:
    int popcount "__builtin_popcountll"(uint64_t word)


cdef enum:
    NOWHERE = 255  # for a spot: captured, taken off or not yet posted
    NOBODY = 255  # for a piece: the spot is empty


cdef enum End:
    PLAY_ON
    STARS  # won: W95-076, 077, 083, 084
    NO_PIECES  # won: W95-101
    REMNANT  # won: W95-102 with the option remnant=lose
    GOAL  # won: W95-120
    TOO_FEW  # drawn: W95-102


cdef inline bint is_won(int end) noexcept nogil:
    return end != PLAY_ON and end != TOO_FEW


cdef struct Field:
    uint8_t at[PIECES]  # piece -> spot, or NOWHERE
    uint8_t on[256]  # spot -> piece, or NOBODY
    Mask occupied  # spots with a piece
    Mask held[2]  # by side
    uint8_t left[ARMIES]  # pieces of each army on the board, 0 .. 10


# --- Putting pieces down and taking them up --------------------------------------------------------------------------

cdef inline void put_down(Field* field, int piece, int spot) noexcept nogil:
    field.at[piece] = spot
    field.on[spot] = piece
    put(&field.occupied, spot)
    put(&field.held[side_of(piece)], spot)


cdef inline void take_up(Field* field, int piece) noexcept nogil:
    """Off its spot; it still counts as left until it is counted out."""
    cdef int spot = field.at[piece]
    field.on[spot] = NOBODY
    drop(&field.occupied, spot)
    drop(&field.held[side_of(piece)], spot)


cdef inline void add(Field* field, int piece, int spot) noexcept nogil:
    put_down(field, piece, spot)
    field.left[army_of(piece)] += 1


cdef inline void remove(Field* field, int piece) noexcept nogil:
    """W95-009: captured, it never comes back."""
    take_up(field, piece)
    field.at[piece] = NOWHERE
    field.left[army_of(piece)] -= 1


cdef inline int strength(const Field* field, int side) noexcept nogil:
    return field.left[2 * side] + field.left[2 * side + 1]


# --- Capture, support, hills (section G) -----------------------------------------------------------------------------

cdef inline bint supported(const Law* law, const Field* field, int piece, int spot) noexcept nogil:
    """W95-051, 088: a friend stands next to it."""
    return meets(&law.near[spot], &field.held[side_of(piece)])


cdef inline bint capturable(const Law* law, const Field* field, int piece, int spot) noexcept nogil:
    """Whether an enemy may land on this piece now: W95-051, 053, 055."""
    if holds(&law.hills, spot):
        return False
    return holds(&law.own_stars[army_of(piece)], spot) or not supported(law, field, piece, spot)


cdef inline bint may_land(const Law* law, const Field* field, int piece, int spot) noexcept nogil:
    """W95-035, 059, 115. The mover itself has been taken up."""
    cdef int other = field.on[spot]
    if other == NOBODY:
        return True
    if law.little or side_of(other) == side_of(piece):
        return False
    return capturable(law, field, other, spot)


cdef inline int land(Field* field, int piece, int spot) noexcept nogil:
    """Put the mover down, and off with an enemy that stands there. Returns the piece captured, or NOBODY."""
    cdef int captured = field.on[spot]
    if captured != NOBODY:
        remove(field, captured)
    put_down(field, piece, spot)
    return captured


cdef inline void unland(Field* field, int piece, int spot, int captured) noexcept nogil:
    """As before `land`, the mover still in the air."""
    take_up(field, piece)
    if captured != NOBODY:
        add(field, captured, spot)


# --- Victory and the other ends that a landing brings (sections J, K, M, and W95-120) --------------------------------

cdef inline int stars_held(const Mask* stars, const Mask* held) noexcept nogil:
    return (popcount(stars.word[0] & held.word[0]) + popcount(stars.word[1] & held.word[1])
            + popcount(stars.word[2] & held.word[2]) + popcount(stars.word[3] & held.word[3]))


cdef inline bint has_taken(const Law* law, const Field* field, int side) noexcept nogil:
    """W95-076, 077 with one enemy stronghold; W95-083 to 086 with two."""
    cdef int one = stars_held(&law.goal[side][0], &field.held[side])
    cdef int other
    if law.goals == 1:
        return one >= 2
    other = stars_held(&law.goal[side][1], &field.held[side])
    return one == 3 or other == 3 or (one >= 2 and other >= 2)


cdef inline bint is_home(const Law* law, const Field* field, int army) noexcept nogil:
    """W95-120."""
    cdef int piece
    for piece in range(army * ARMY, army * ARMY + 3):
        if field.at[piece] == NOWHERE or not holds(&law.home_run[army], field.at[piece]):
            return False
    return True


cdef inline int end_after(const Law* law, const Field* field, int piece, int captured) noexcept nogil:
    """What a landing of `piece` has ended, judged in the order victory, 101, 102 (W95-079, W95-R41)."""
    cdef int side = side_of(piece)
    cdef int enemies
    if law.little:
        return GOAL if is_home(law, field, army_of(piece)) else PLAY_ON
    if meets(&law.enemy_stars[side], &field.held[side]) and has_taken(law, field, side):
        return STARS
    enemies = strength(field, 1 - side)
    if enemies == 0:
        return NO_PIECES
    if enemies < law.least:
        if law.remnant_loses and captured != NOBODY:
            return REMNANT
        if strength(field, side) < law.least:
            return TOO_FEW
    return PLAY_ON
