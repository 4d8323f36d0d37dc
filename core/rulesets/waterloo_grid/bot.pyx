"""The built-in player: a turn put together unit by unit from activations drawn at random and tried out with dice.

Each unit that a die could wake is given a handful of legal activations; each is played a few times, close fighting and
all, and the place it leads to is weighed. The best one is kept, and the rest of the dice are placed on top of it. Only
one turn is looked ahead.
"""

from core.rulesets.waterloo_grid.orders import End, numbered
from core.rulesets.waterloo_grid.position import encode

from libc.stdint cimport uint8_t, uint64_t

from core.rulesets.waterloo_grid.activation cimport DRY_RUN, EXECUTE, Activation, Plan, carry_out
from core.rulesets.waterloo_grid.board cimport (
    ARTILLERY, CLASSES, ENTRIES, HEAVY, LIGHT, NOBODY, OBJECTIVES, VILLAGE_CELLS, Law, steps_between,
)
from core.rulesets.waterloo_grid.dice cimport GUN, Roller
from core.rulesets.waterloo_grid.field cimport LETTERS, PLAY_ON, SIDE_SLOTS, State, forms, lowest, popcount
from core.rulesets.waterloo_grid.order_lines cimport entry_order, plan_order
from core.rulesets.waterloo_grid.playouts cimport draft_activation
from core.rulesets.waterloo_grid.position cimport Position, read
from core.rulesets.waterloo_grid.turn cimport Entry, add_charges, close_turn, dice_of, enter, in_hand, symbol_of
from core.stream cimport Stream, draw, start

cdef enum:
    DRAFTS = 120  # activations tried for a unit
    ROLLS = 8  # times each is played
    VICTORY = 1_000_000
    UNIT = 120  # a unit that lives, beside its bases: its flag lets it come back
    VILLAGE = 700  # a village cell held
    FARM = 350  # one of the two farms wanted
    MORE_FARMS = 60
    NEAR = 30  # for each step that the nearest unit is nearer than FAR to a cell that is wanted
    FAR = 12
    PULL = 6  # for each step of every unit
    IN_RANGE = 3  # guns need come no nearer


cdef struct Choice:
    int gain
    int slot  # -1: an entry
    Plan plan
    Entry entry


def bot_orders(Position position, seed):
    """The orders of the built-in player for the side in turn, closed by `end`; equal arguments give equal orders."""
    cdef Position working = read(position.variant, encode(position))
    cdef Stream stream
    cdef Choice choice
    cdef int left[3]
    cdef bint placing = not working.state.mails
    start(&stream, <uint64_t>(seed & 0xFFFFFFFFFFFFFFFF))
    for symbol in range(3):
        left[<int>symbol] = dice_of(&working.state, symbol)
    orders = []
    # Guns first: what they see now, the others' moves may hide.
    for guns in (True, False):
        while find_best(&working.variant.law, &working.state, left, placing, guns, &stream, &choice):
            if choice.slot < 0:
                orders.append(entry_order(working, &choice.entry))
            else:
                orders.append(plan_order(working, &choice.plan))
            commit(&working.variant.law, &working.state, left, placing, &choice)
    return numbered([*orders, End()])


cdef bint find_best(
    const Law* law, State* state, int* left, bint placing, bint guns, Stream* stream, Choice* best
) noexcept nogil:
    """The activation or entry that promises most, of guns or of all others; False: none promises anything."""
    cdef int side = state.mover, slot, symbol, kind, before
    cdef Stream luck = stream[0]
    draw(stream)
    before = expected(law, state, NULL, &luck)
    best.gain = 0
    for slot in range(SIDE_SLOTS * side, SIDE_SLOTS * side + SIDE_SLOTS):
        if not state.field.alive[slot] or (state.acted >> slot) & 1:
            continue
        symbol = symbol_of(state.field.kind[slot])
        if guns != (symbol == GUN):
            continue
        if left[symbol] if placing else (state.placed >> slot) & 1:
            try_unit(law, state, slot, before, stream, &luck, best)
    if placing:
        for kind in range(CLASSES):
            symbol = symbol_of(kind)
            if guns == (symbol == GUN) and left[symbol] >= law.entry_dice[side] and forms(&state.field, side, kind):
                try_entries(law, state, kind, before, &luck, best)
    return best.gain > 0


cdef void commit(const Law* law, State* state, int* left, bint placing, const Choice* choice) noexcept nogil:
    """The choice, made on the working state: its shots have no effect there."""
    cdef uint8_t taken[2 * CLASSES]
    cdef Activation active
    if choice.slot < 0:
        enter(law, state, state.mover, &choice.entry, taken)
        left[symbol_of(choice.entry.kind)] -= law.entry_dice[state.mover]
        return
    carry_out(&active, law, &state.field, &choice.plan, DRY_RUN, NULL, NULL)
    add_charges(state, &active)
    state.acted |= <uint64_t>1 << choice.slot
    state.placed &= ~(<uint64_t>1 << choice.slot)
    if placing:
        left[symbol_of(state.field.kind[choice.slot])] -= 1


cdef void try_unit(
    const Law* law, const State* state, int slot, int before, Stream* stream, const Stream* luck, Choice* best
) noexcept nogil:
    cdef State copied
    cdef Plan plan
    cdef Activation active
    cdef int _attempt, gain
    for _attempt in range(DRAFTS):
        copied = state[0]
        if not draft_activation(law, &copied, slot, stream, &plan, &active):
            continue
        gain = expected(law, state, &plan, luck) - before
        if gain > best.gain:
            best.gain, best.slot, best.plan = gain, slot, plan


cdef void try_entries(
    const Law* law, const State* state, int kind, int before, const Stream* luck, Choice* best
) noexcept nogil:
    """An entry counts for each of the dice it takes."""
    cdef State copied
    cdef Entry entry
    cdef uint8_t taken[2 * CLASSES]
    cdef int place, facing, gain
    entry.kind = kind
    for place in range(ENTRIES):
        if law.entry_side[place] != state.mover:
            continue
        for facing in range(4):
            entry.entry, entry.facing = place, facing
            copied = state[0]
            if enter(law, &copied, state.mover, &entry, taken) < 0:
                continue
            gain = (expected(law, &copied, NULL, luck) - before) // law.entry_dice[state.mover]
            if gain > best.gain:
                best.gain, best.slot, best.entry = gain, -1, entry


cdef int expected(const Law* law, const State* state, const Plan* plan, const Stream* luck) noexcept nogil:
    """What the turn comes to on an average of some rolls, if this activation is its last.

    All that is compared with one another is given the same luck: else the luckiest would seem the best.
    """
    cdef Stream stream = luck[0]
    cdef State copied
    cdef Activation active
    cdef Roller roller
    cdef int _roll, sum = 0, side = state.mover
    roller.stream, roller.source, roller.failed = &stream, NULL, False
    for _roll in range(ROLLS):
        copied = state[0]
        if plan != NULL:
            carry_out(&active, law, &copied.field, plan, EXECUTE, &roller, NULL)
            add_charges(&copied, &active)
        close_turn(law, &copied, &roller, NULL)
        sum += worth(law, &copied, side)
    return sum // ROLLS


# --- What a position is worth ----------------------------------------------------------------------------------------

cdef int worth(const Law* law, const State* state, int side) noexcept nogil:
    if state.over != PLAY_ON and state.winner != NOBODY:
        return VICTORY if state.winner == side else -VICTORY
    return prospects(law, state, side) - prospects(law, state, 1 - side)


cdef int prospects(const Law* law, const State* state, int side) noexcept nogil:
    """Bases, objectives, and the way to those that are wanted."""
    cdef int nearest[OBJECTIVES]
    cdef int slot, at, farms = 0, bases = 0, sum = 0, steps, closest, cell, guns
    for at in range(OBJECTIVES):
        nearest[at] = FAR
        if in_hand(law, state, at, side):
            nearest[at] = -1
            farms += at >= VILLAGE_CELLS
    for slot in range(SIDE_SLOTS * side, SIDE_SLOTS * side + SIDE_SLOTS):
        if not state.field.alive[slot]:
            continue
        bases += UNIT + popcount(state.field.alive[slot]) * worth_of_base(state.field.kind[slot])
        guns = state.field.kind[slot] == ARTILLERY
        closest, cell = 2 * FAR, state.field.cell[LETTERS * slot + lowest(state.field.alive[slot])]
        for at in range(OBJECTIVES):
            if nearest[at] >= 0 and (at < VILLAGE_CELLS or farms < 2):
                steps = steps_between(cell, law.objective[at])
                closest = min(closest, steps)
                if not guns:
                    nearest[at] = min(nearest[at], steps)
        sum += PULL * (2 * FAR - max(closest, IN_RANGE if guns else 0))
    # Red comes back cheaply and Blue does not; but a Blue that minds its losses more waits until it has lost.
    sum += bases * 60 // 100
    for at in range(VILLAGE_CELLS):
        sum += VILLAGE + NEAR * FAR if nearest[at] < 0 else NEAR * (FAR - nearest[at])
    return sum + worth_of_farms(nearest, farms)


cdef int worth_of_farms(const int* nearest, int farms) noexcept nogil:
    """Two are wanted: those held, and of the others the nearest."""
    cdef int at, sum = (FARM + NEAR * FAR) * min(farms, 2) + MORE_FARMS * max(farms - 2, 0)
    cdef int one = FAR, two = FAR
    for at in range(VILLAGE_CELLS, OBJECTIVES):
        if nearest[at] >= 0 and nearest[at] < one:
            one, two = nearest[at], one
        elif nearest[at] >= 0 and nearest[at] < two:
            two = nearest[at]
    if farms < 2:
        sum += NEAR * (FAR - one)
    return sum if farms else sum + NEAR * (FAR - two)


cdef int worth_of_base(int kind) noexcept nogil:
    if kind == ARTILLERY:
        return 250
    if kind == HEAVY:
        return 200
    return 160 if kind == LIGHT else 150
