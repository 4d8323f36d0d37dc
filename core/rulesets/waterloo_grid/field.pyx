"""Casualties, retreats, pushes and new units (section I, WGR-126). See field.pxd. All of it is C."""

from core.rulesets.waterloo_grid.board cimport (
    ARTILLERY, GUARD, LINE, is_cavalry, is_infantry, steps_between,
)
from core.rulesets.waterloo_grid.dice cimport FOOT, GUN, HORSE, PUSH
from core.rulesets.waterloo_grid.sink cimport (
    BY_EDGE, BY_ENEMY, BY_FRIENDS, DESTROYED, LOSS, RESULT, STACK_MOVED, RawEvent, emit,
)

cdef enum:
    FLAG = 0  # letter
    NONE = -1
    ENEMY_THERE = -2  # no step: WGR-116
    OFF_BOARD = -3  # no step: WGR-117
    LONGEST_CHAIN = 16  # of pushes: as many as the board is long, and some


cdef int apply_roll(
    const Law* law, Field* field, int cell, int direction, const uint8_t* dice, int count, EventSink* sink
) noexcept nogil:
    """Apply one roll to the stack in a cell, whose enemy looks in `direction`, away from him (WGR-113): an After.

    Its own symbol kills (WGR-102, WGR-103, WGR-104), each X drives back (WGR-105); it kills first (WGR-107), and only
    in this cell (WGR-108).
    """
    cdef int kind = kind_in(field, cell)
    cdef int symbol = FOOT if is_infantry(kind) else HORSE if is_cavalry(kind) else GUN
    cdef int at, _hit, hits = 0, pushes = 0
    for at in range(count):
        hits += dice[at] == symbol
        pushes += dice[at] == PUSH
    if law.walled[cell] and symbol == FOOT:
        hits, pushes = hits // 2, pushes // 2  # WGR-106
    emit(sink, RESULT, hits, pushes, 0, 0, 0, 0, 0, 0)
    for _hit in range(hits):
        if field.count[cell]:
            lose_one(field, cell, sink)
    if not field.count[cell]:
        return GONE
    if not pushes:
        return STANDS
    return retreat(law, field, cell, direction, pushes, sink)


cdef int form(Field* field, int side, int kind, uint8_t* taken) noexcept nogil:
    """Take a new unit's bases out of the pool (WGR-126): `taken` counts them by class, plain and flag.

    Returns a free slot, whose unit has its class, number and letters, but stands nowhere yet.
    """
    cdef int slot = free_slot(field, side), plain = 2 if kind == ARTILLERY else 3, source, at, _base
    for at in range(2 * CLASSES):
        taken[at] = 0
    for _base in range(plain):
        source = GUARD if kind == LINE and not field.pool[side][LINE][0] else kind
        field.pool[side][source][0] -= 1
        taken[2 * source] += 1
    if kind != ARTILLERY:
        source = GUARD if kind == LINE and not field.pool[side][LINE][1] else kind
        field.pool[side][source][1] -= 1
        taken[2 * source + 1] += 1
    field.used[side][kind] += 1
    field.kind[slot], field.number[slot] = kind, field.used[side][kind]
    field.alive[slot] = 0b0110 if kind == ARTILLERY else 0b1111
    return slot


cdef int first_unit(const Field* field, int cell) noexcept nogil:
    """The slot of the unit to name where one stands for all in a cell: bases stand there in no order."""
    cdef int at, first = field.who[cell][0]
    for at in range(1, field.count[cell]):
        if goes_before(field, field.who[cell][at], first):
            first = field.who[cell][at]
    return slot_of(first)


cdef int free_slot(const Field* field, int side) noexcept nogil:
    cdef int slot
    for slot in range(SIDE_SLOTS * side, SIDE_SLOTS * side + SIDE_SLOTS):
        if not field.alive[slot]:
            return slot
    return NONE


# --- Casualties ------------------------------------------------------------------------------------------------------

cdef void lose_one(Field* field, int cell, EventSink* sink) noexcept nogil:
    """WGR-109, WGR-110."""
    cdef int base = victim(field, cell), other, place
    if letter_of(base) != FLAG or popcount(field.alive[slot_of(base)]) == 1:
        emit(sink, LOSS, base, cell, 0, 0, 0, 0, 0, 0)
        take(field, base)
        add_to_pool(field, base)
        return
    other = nearest_mate(field, base)
    place = field.cell[other]
    emit(sink, LOSS, other, place, 1, cell, place, 0, 0, 0)
    take(field, base)
    take_the_place_of(field, base, other)
    add_to_pool(field, other)


cdef int victim(const Field* field, int cell) noexcept nogil:
    """The base that WGR-109 names."""
    cdef int at, other, base, slot, most, best = NONE, best_most = 0
    for at in range(field.count[cell]):
        base = field.who[cell][at]
        slot = slot_of(base)
        most = 0
        if letter_of(base) != FLAG:
            most = 1
            for other in range(field.count[cell]):
                most += slot_of(field.who[cell][other]) == slot
        if best == NONE or most > best_most or most == best_most and goes_before(field, base, best):
            best, best_most = base, most
    return best


cdef bint goes_before(const Field* field, int base, int other) noexcept nogil:
    """Ties of WGR-109: class letter, then number; within a unit the highest letter goes."""
    cdef int one = slot_of(base), two = slot_of(other)
    if one == two:
        return letter_of(base) > letter_of(other)
    if field.kind[one] != field.kind[two]:
        return field.kind[one] < field.kind[two]
    return field.number[one] < field.number[two]


cdef int nearest_mate(const Field* field, int flag) noexcept nogil:
    """The unit's base that falls for its flag: the nearest, of several the lowest letter (WGR-110)."""
    cdef int letter, steps, best = NONE, best_steps = 0
    for letter in range(1, LETTERS):
        if living(field, flag + letter):
            steps = steps_between(field.cell[flag + letter], field.cell[flag])
            if best == NONE or steps < best_steps:
                best, best_steps = flag + letter, steps
    return best


cdef void take_the_place_of(Field* field, int flag, int base) noexcept nogil:
    """The flag takes the very place of another base; that stack has not left its cell."""
    cdef int cell = field.cell[base], at = 0
    while field.who[cell][at] != base:
        at += 1
    field.who[cell][at] = flag
    field.cell[flag], field.facing[flag] = cell, field.facing[base]


cdef void add_to_pool(Field* field, int base) noexcept nogil:
    """Into its side's pool (WGR-111)."""
    cdef int slot = slot_of(base)
    field.alive[slot] &= ~(1 << letter_of(base))
    field.pool[side_of(base)][field.kind[slot]][letter_of(base) == FLAG] += 1


cdef void eliminate(Field* field, int cell, int why, EventSink* sink) noexcept nogil:
    """WGR-122."""
    emit(sink, DESTROYED, cell, why, 0, 0, 0, 0, 0, 0)
    while field.count[cell]:
        lose_one(field, cell, sink)


# --- Retreats and pushes ---------------------------------------------------------------------------------------------

cdef int retreat(
    const Law* law, Field* field, int cell, int direction, int steps, EventSink* sink
) noexcept nogil:
    """WGR-114, of all that stands in the cell, and of nothing else (WGR-112). Returns an After."""
    cdef int side = side_of(field.who[cell][0]), _step, landing, at
    for _step in range(steps):
        landing = step_from(law, field, cell, direction, side)
        if landing < 0:
            eliminate(field, cell, BY_ENEMY if landing == ENEMY_THERE else BY_EDGE, sink)
            return GONE
        if field.count[landing] and not push(law, field, landing, direction, side, sink):
            eliminate(field, cell, BY_FRIENDS, sink)
            return GONE
        move_stack(field, cell, landing, direction, False, sink)
        cell = landing
    for at in range(field.count[cell]):
        field.facing[field.who[cell][at]] = direction  # WGR-120
    return FELL_BACK


cdef int step_from(const Law* law, const Field* field, int cell, int direction, int side) noexcept nogil:
    """The cell that a step leads to, over obstacles (WGR-115); ENEMY_THERE (WGR-116) or OFF_BOARD (WGR-117)."""
    while True:
        cell = law.ahead[direction][cell]
        if cell == NOWHERE:
            return OFF_BOARD
        if field.count[cell] and side_of(field.who[cell][0]) != side:
            return ENEMY_THERE
        if not law.obstacle[cell]:
            return cell


cdef bint push(const Law* law, Field* field, int cell, int direction, int side, EventSink* sink) noexcept nogil:
    """Clear a cell of friends by pushing them on (WGR-118), or nobody where that cannot be (WGR-119)."""
    cdef int chain[LONGEST_CHAIN]
    cdef int count = 0
    while field.count[cell]:
        chain[count] = cell
        count += 1
        cell = step_from(law, field, cell, direction, side)
        if cell < 0:
            return False
    while count:
        count -= 1
        move_stack(field, chain[count], cell, direction, True, sink)
        cell = chain[count]
    return True


cdef void move_stack(
    Field* field, int origin, int target, int direction, bint pushed, EventSink* sink
) noexcept nogil:
    """A whole stack to an empty cell, as it faces; who is pushed is not retreating (WGR-121)."""
    cdef RawEvent* raw = emit(sink, STACK_MOVED, pushed, origin, target, direction, field.count[origin], 0, 0, 0)
    cdef int base, at
    if raw != NULL:
        raw.count = field.count[origin]
        for at in range(field.count[origin]):
            raw.more[at] = field.who[origin][at]
    while field.count[origin]:
        base = field.who[origin][field.count[origin] - 1]
        take(field, base)
        put(field, base, target)
