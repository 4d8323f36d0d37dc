"""Who stands where, and what losses, retreats and pushes do to it (sections A and I), and the turn so far.

All of it is C; a trial copies the whole `State` (1.7 kB) rather than take anything back.
"""

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint64_t

from core.rulesets.waterloo_grid.board cimport (
    ARTILLERY, CELLS, CLASSES, GUARD, LINE, NOWHERE, OBJECTIVES, SIDES, Law, arm_of,
)
from core.rulesets.waterloo_grid.sink cimport EventSink

cdef extern from * nogil:
    int popcount64 "__builtin_popcountll"(unsigned long long bits)
    int lowest "__builtin_ctz"(unsigned int bits)
    int lowest64 "__builtin_ctzll"(unsigned long long bits)


cdef enum:
    SIDE_SLOTS = 32  # units of a side, living at once
    SLOTS = SIDES * SIDE_SLOTS  # slot = 32 * side + a place that is free again once the unit is dead
    LETTERS = 4  # f a b c
    BASES = SLOTS * LETTERS  # base = 4 * slot + letter
    MOST_IN_CELL = 4  # bases in a cell, at most
    SQUARE = 4  # where a facing stands: the base is in square
    MOST_CHARGES = 32
    ACTIVATION_DICE = 5  # WGR-021
    MOST_MAILS = 9  # of a turn: one that places five dice, one for each unit, one that ends; no turn comes near it


cdef enum End:
    PLAY_ON
    BY_OBJECTIVES  # WGR-132
    ANNIHILATED  # WGR-134
    TURN_LIMIT  # WGR-135
    RESIGNED  # WGR-136
    AGREED  # WGR-136
    CLAIMED  # WGR-147


cdef struct Charge:
    uint8_t cell
    uint8_t direction
    uint8_t tokens


cdef struct Field:
    uint8_t cell[BASES]  # base -> cell; of no meaning for the dead
    uint8_t facing[BASES]  # n e s w, or SQUARE
    uint8_t alive[SLOTS]  # set of letters; 0: the slot is free
    uint8_t kind[SLOTS]  # Class
    uint16_t number[SLOTS]  # of the unit's name
    uint8_t count[CELLS]  # bases there
    uint8_t who[CELLS][MOST_IN_CELL]  # the bases there, in no order
    uint8_t pool[SIDES][CLASSES][2]  # casualties: plain ones, flags (WGR-111)
    uint16_t used[SIDES][CLASSES]  # the highest number of a unit so far (WGR-005)
    uint64_t left[2]  # cells that a stack has left since the close fighting began (WGR-084)


cdef struct State:
    Field field
    uint64_t placed  # slots with a die that have not acted
    uint64_t acted  # slots that have had their activation
    int32_t turn  # game turn, from 1
    int32_t offers[SIDES]  # ply at whose end a draw offer lapses; 0: none (WGR-136)
    int32_t missed[SIDES]  # turns closed by the deadline in a row (WGR-147)
    uint8_t mover  # Side
    uint8_t rolled  # 0 or 1: the activation dice lie there
    uint8_t dice[ACTIVATION_DICE]  # Symbol
    uint8_t mails  # mails of this turn that were carried out
    uint8_t charges
    uint8_t fights  # cells of the `fights` line
    uint8_t over  # End
    uint8_t winner  # Side, or NOBODY
    Charge charge[MOST_CHARGES]  # in the order made (WGR-082)
    uint8_t fight[CELLS]  # cells, in order, each once
    uint8_t held[OBJECTIVES]  # Side, or NOBODY: who had a base there last at the end of a turn (WGR-R58)


cdef enum After:  # what a roll did to a stack
    STANDS
    FELL_BACK
    GONE  # nobody is left in the cell


cdef inline int popcount(unsigned int letters) noexcept nogil:
    """How many letters are in a set: by a table, since not every processor that this is built for counts bits."""
    return (<uint64_t>0x4332322132212110 >> (4 * letters)) & 7


# --- Names for places ------------------------------------------------------------------------------------------------

cdef inline int slot_of(int base) noexcept nogil:
    return base >> 2


cdef inline int letter_of(int base) noexcept nogil:
    return base & 3


cdef inline int side_of_slot(int slot) noexcept nogil:
    return slot >> 5


cdef inline int side_of(int base) noexcept nogil:
    return base >> 7


cdef inline bint living(const Field* field, int base) noexcept nogil:
    return (field.alive[base >> 2] >> (base & 3)) & 1


cdef inline int kind_in(const Field* field, int cell) noexcept nogil:
    """The class of one of the bases in a cell that is not empty; its arm is that of all (WGR-007).

    Of which one is chance: bases stand in a cell in no order, and JSON keeps none. Tell nothing of it but the arm.
    """
    return field.kind[field.who[cell][0] >> 2]


cdef inline bint holds(const Field* field, int cell, int side) noexcept nogil:
    """Whether bases of the side stand in the cell."""
    return field.count[cell] and side_of(field.who[cell][0]) == side


cdef inline int ply_of(const State* state) noexcept nogil:
    return 2 * (state.turn - 1) + state.mover + 1


# --- Putting down and taking up --------------------------------------------------------------------------------------

cdef inline void put(Field* field, int base, int cell) noexcept nogil:
    field.cell[base] = cell
    field.who[cell][field.count[cell]] = base
    field.count[cell] += 1


cdef inline void take(Field* field, int base) noexcept nogil:
    cdef int cell = field.cell[base], at = 0
    while field.who[cell][at] != base:
        at += 1
    field.count[cell] -= 1
    field.who[cell][at] = field.who[cell][field.count[cell]]
    if not field.count[cell]:
        field.left[cell >> 6] |= <uint64_t>1 << (cell & 63)


cdef inline bint has_left(const Field* field, int cell) noexcept nogil:
    return (field.left[cell >> 6] >> (cell & 63)) & 1


cdef inline bint fits(const Law* law, const Field* field, int cell, int side, int kind, int count) noexcept nogil:
    """Whether so many bases of a class may come into a cell (WGR-007, WGR-008), of whatever units (WGR-010).

    Asked whenever bases come into a cell, on each step of a march, an entry, a retreat or a push (WGR-009).
    """
    if field.count[cell] + count > law.room[cell]:
        return False
    if not field.count[cell]:
        return True
    return side_of(field.who[cell][0]) == side and arm_of(kind_in(field, cell)) == arm_of(kind)


# --- Contact (WGR-043) -----------------------------------------------------------------------------------------------

cdef inline int facing_count(const Field* field, int cell, int direction) noexcept nogil:
    """Bases in the cell that face the direction and are not in square."""
    cdef int at, count = 0
    for at in range(field.count[cell]):
        count += field.facing[field.who[cell][at]] == direction
    return count


cdef inline int in_contact(const Law* law, const Field* field, int cell, int direction) noexcept nogil:
    """The cell of the enemy that bases there look at in this direction, or NOWHERE."""
    cdef int target
    if not field.count[cell]:
        return NOWHERE
    target = law.ahead[direction][cell]
    if target == NOWHERE or not field.count[target]:
        return NOWHERE
    if (field.who[target][0] ^ field.who[cell][0]) < 128 or not facing_count(field, cell, direction):
        return NOWHERE
    return target


cdef inline int full_strength(int kind) noexcept nogil:
    """Bases of a unit at full strength (WGR-004)."""
    return 2 if kind == ARTILLERY else 4


cdef inline bint forms(const Field* field, int side, int kind) noexcept nogil:
    """Whether the pool holds what a new unit of the class needs (WGR-123, WGR-126)."""
    cdef int plain = field.pool[side][kind][0], flags = field.pool[side][kind][1]
    if kind == ARTILLERY:
        return plain >= 2
    if kind == LINE:
        plain, flags = plain + field.pool[side][GUARD][0], flags + field.pool[side][GUARD][1]
    return plain >= 3 and flags >= 1


cdef int first_unit(const Field* field, int cell) noexcept nogil  # the slot of the unit there that comes first by name
cdef int free_slot(const Field* field, int side) noexcept nogil  # -1: none
cdef int apply_roll(
    const Law* law, Field* field, int cell, int direction, const uint8_t* dice, int count, EventSink* sink
) noexcept nogil
cdef int retreat(
    const Law* law, Field* field, int cell, int direction, int steps, EventSink* sink
) noexcept nogil  # WGR-114: an After
cdef int form(Field* field, int side, int kind, uint8_t* taken) noexcept nogil  # WGR-126
