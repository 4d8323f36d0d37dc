"""Who stands where, and what becomes of it leg by leg: movement, capture, support, victory (W95-031 to W95-102).

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
    STARS  # won: W95-076, W95-077, W95-083, W95-084
    NO_PIECES  # won: W95-101
    REMNANT  # won: W95-102 with the option remnant=lose
    GOAL  # won: W95-120
    TOO_FEW  # drawn: W95-102


cdef inline bint is_won(int end) noexcept nogil:
    return end != PLAY_ON and end != TOO_FEW


cdef struct Field:
    uint8_t at[PIECES]  # piece -> spot, or NOWHERE
    uint8_t on[256]  # spot -> piece, or NOBODY: one piece a spot (W95-002)
    Mask occupied  # spots with a piece
    Mask of_side[2]  # by side: spots with a piece of it
    uint8_t left[ARMIES]  # pieces of each army on the board, 0 .. 10


# --- Pieces on and off their spots ---------------------------------------------------------------------------------

cdef inline void put_piece(Field* field, int piece, int spot) noexcept nogil:
    field.at[piece] = spot
    field.on[spot] = piece
    put(&field.occupied, spot)
    put(&field.of_side[side_of(piece)], spot)


cdef inline void lift_piece(Field* field, int piece) noexcept nogil:
    """Off its spot; it still counts as left until it is counted out."""
    cdef int spot = field.at[piece]
    field.on[spot] = NOBODY
    drop(&field.occupied, spot)
    drop(&field.of_side[side_of(piece)], spot)


cdef inline void add_piece(Field* field, int piece, int spot) noexcept nogil:
    put_piece(field, piece, spot)
    field.left[army_of(piece)] += 1


cdef inline void remove_piece(Field* field, int piece) noexcept nogil:
    """W95-009: captured, it never comes back."""
    lift_piece(field, piece)
    field.at[piece] = NOWHERE
    field.left[army_of(piece)] -= 1


cdef inline int strength(const Field* field, int side) noexcept nogil:
    return field.left[2 * side] + field.left[2 * side + 1]


# --- Capture, support, hills: W95-050 to W95-059 ---------------------------------------------------------------------

cdef inline bint supported(const Law* law, const Field* field, int piece, int spot) noexcept nogil:
    """W95-051, W95-052: some friend stands next to it, of either kind, wherever that may be; a partner too (W95-088).

    Friends on their own stars support as well (W95-056).
    """
    return meets(&law.near[spot], &field.of_side[side_of(piece)])


cdef inline bint capturable(const Law* law, const Field* field, int piece, int spot) noexcept nogil:
    """Whether an enemy may land on this piece now, as the board is now (W95-058).

    Never on a hill (W95-053); always on a star of its own (W95-055); else, on enemy stars too, unless it is supported
    (W95-051, W95-057). Of what kind it is makes no difference (W95-050).
    """
    if holds(&law.hills, spot):
        return False
    return holds(&law.own_stars[army_of(piece)], spot) or not supported(law, field, piece, spot)


cdef inline bint may_land(const Law* law, const Field* field, int piece, int spot) noexcept nogil:
    """W95-035: on an empty spot, hills and stars among them (W95-038), or on an enemy that can be captured.

    Never on a friend, a partner's piece included (W95-059, W95-089); in the children's game on nobody (W95-115). The
    mover itself has been lifted, so that it may come back to where it set out from (W95-042).
    """
    cdef int other = field.on[spot]
    if other == NOBODY:
        return True
    if law.little or side_of(other) == side_of(piece):
        return False
    return capturable(law, field, other, spot)


cdef inline int land(Field* field, int piece, int spot) noexcept nogil:
    """Put the mover on a spot, and off with an enemy that stands there (W95-050). The piece captured, or NOBODY."""
    cdef int captured = field.on[spot]
    if captured != NOBODY:
        remove_piece(field, captured)
    put_piece(field, piece, spot)
    return captured


cdef inline void undo_landing(Field* field, int piece, int spot, int captured) noexcept nogil:
    """As before `land`, the mover still lifted."""
    lift_piece(field, piece)
    if captured != NOBODY:
        add_piece(field, captured, spot)


# --- Victory and the other ends that a landing brings: W95-076 to W95-102, and W95-120 -------------------------------

cdef inline int stars_held(const Mask* stars, const Mask* spots) noexcept nogil:
    """How many of the stars are among the spots; whose the pieces there are, and of what kind, is all one (W95-078)."""
    return (popcount(stars.word[0] & spots.word[0]) + popcount(stars.word[1] & spots.word[1])
            + popcount(stars.word[2] & spots.word[2]) + popcount(stars.word[3] & spots.word[3]))


cdef inline bint has_taken(const Law* law, const Field* field, int side) noexcept nogil:
    """W95-076, W95-077: two stars of the one enemy stronghold. W95-083, W95-084: three of one, or two of each of both.

    Partners count together (W95-085); two in one city alone are too few (W95-086).
    """
    cdef int one = stars_held(&law.goal[side][0], &field.of_side[side])
    cdef int other
    if law.goals == 1:
        return one >= 2
    other = stars_held(&law.goal[side][1], &field.of_side[side])
    return one == 3 or other == 3 or (one >= 2 and other >= 2)


cdef inline bint is_home(const Law* law, const Field* field, int army) noexcept nogil:
    """W95-120."""
    cdef int piece
    for piece in range(army * ARMY, army * ARMY + 3):
        if field.at[piece] == NOWHERE or not holds(&law.home_run[army], field.at[piece]):
            return False
    return True


cdef inline int end_after(const Law* law, const Field* field, int piece, int captured) noexcept nogil:
    """What a landing of `piece` has ended, judged in the order victory, W95-101, W95-102 (W95-079, W95-R41)."""
    cdef int side = side_of(piece)
    cdef int enemies
    if law.little:
        return GOAL if is_home(law, field, army_of(piece)) else PLAY_ON
    if meets(&law.enemy_stars[side], &field.of_side[side]) and has_taken(law, field, side):
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
