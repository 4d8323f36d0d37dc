"""Turns by chance. See playouts.pxd; a turn is drawn unit by unit, an activation action by action.

What is drawn is legal, and everything an order line can say has some chance but alternatives, `place`, `fights`, and
fire at more than one cell by one line of shots.
"""

from collections import namedtuple

from core.contract import Playout
from core.rulesets.waterloo_grid.orders import End, numbered
from core.rulesets.waterloo_grid.position import SYMBOLS, encode

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset

from core.rulesets.waterloo_grid.activation cimport (
    BY_LETTER, DRY_RUN, EXECUTE, FIRE, FORM_LINE, FORM_SQUARE, GO, HOLD, MOST_CHOICES, MOST_STEPS, TURN, Activation,
    Plan, Step, act, begin_activation, carry_out, end_activation, single_target,
)
from core.rulesets.waterloo_grid.board cimport ARTILLERY, CLASSES, ENTRIES, Law, is_cavalry, is_infantry
from core.rulesets.waterloo_grid.dice cimport FOOT, GUN, HORSE, Roller
from core.rulesets.waterloo_grid.events cimport EventLog
from core.rulesets.waterloo_grid.field cimport (
    LETTERS, PLAY_ON, SIDE_SLOTS, SQUARE, Field, State, forms, lowest, lowest64, popcount64,
)
from core.rulesets.waterloo_grid.order_lines cimport entry_order, plan_order
from core.rulesets.waterloo_grid.position cimport Position, read
from core.rulesets.waterloo_grid.sink cimport SHOT, THROWN, EventSink, RawEvent
from core.rulesets.waterloo_grid.turn cimport (
    Entry, add_charges, close_turn, dice_of, enter, next_turn, roll_activation_dice, symbol_of,
)
from core.stream cimport Stream, below, start

cdef enum:
    ATTEMPTS = 3  # at an activation that ends legally, before the unit stays as it is
    SPLITS = 4  # one party in so many is split
    NO_LIMIT = 1_000_000

PlayedTurn = namedtuple("PlayedTurn", ("position", "orders", "rolls"))


def playout(Position position, seed, int limit):
    """Play on by chance until the game is over, or `limit` actions of parts have been made."""
    cdef Position working = position.copy()
    cdef Stream stream
    cdef int made
    start(&stream, <uint64_t>(seed & 0xFFFFFFFFFFFFFFFF))
    with nogil:
        made = play_out(&working.variant.law, &working.state, &stream, limit)
    return Playout(working, made)


def turns_of_playout(Position position, seed, int limit):
    """The same playout turn by turn, of at most `limit` turns: a list of PlayedTurn, and the position it comes to.

    Each has the position with its activation dice, the orders of the side in turn, and the faces that shots and close
    fighting rolled, so that `adjudicate` can be asked for the same.
    """
    cdef Position working = position.copy()
    cdef EventLog log = EventLog(position.variant, 0, [])
    cdef Stream stream
    cdef Roller roller
    cdef Draft draft
    turns = []
    start(&stream, <uint64_t>(seed & 0xFFFFFFFFFFFFFFFF))
    roller.stream, roller.source, roller.failed = &stream, NULL, False
    while working.state.over == PLAY_ON and len(turns) < limit:
        if not working.state.rolled:
            roll_activation_dice(&working.state, &roller)
        before = working.copy()
        play_turn(&working.variant.law, &working.state, &roller, &log.sink, NO_LIMIT, &draft)
        if log.sink.failed:
            raise MemoryError
        turns.append(PlayedTurn(before, numbered(orders_of(before, &draft)), faces_rolled(&log.sink)))
        log.sink.count = 0
    return turns, working


cdef list faces_rolled(const EventSink* sink):
    cdef const RawEvent* raw
    cdef int at, die
    faces = []
    for at in range(sink.count):
        raw = &sink.raw[at]
        if raw.kind == SHOT or raw.kind == THROWN:
            faces += [SYMBOLS[raw.more[die]] for die in range(raw.count)]
    return faces


def random_set(Position position, seed):
    """One complete set of legal orders for the side in turn, closed by `end`."""
    # Slots may differ between equal positions, and equal positions are to give equal orders.
    cdef Position working = read(position.variant, encode(position))
    cdef Stream stream
    cdef Draft draft
    start(&stream, <uint64_t>(seed & 0xFFFFFFFFFFFFFFFF))
    draft_turn(&working.variant.law, &working.state, &stream, NULL, NULL, NO_LIMIT, &draft)
    return numbered(orders_of(working, &draft))


cdef list orders_of(Position position, const Draft* draft):
    """A drafted turn as orders; new units aside, `position` knows the units by their slots."""
    orders = [entry_order(position, &draft.entry[at]) for at in range(draft.entries)]
    orders += [plan_order(position, &draft.plan[at]) for at in range(draft.plans)]
    return [*orders, End()]


# --- Whole turns -----------------------------------------------------------------------------------------------------

cdef int play_out(const Law* law, State* state, Stream* stream, int limit) noexcept nogil:
    """Turns by chance from here until the game is over or so many actions have been made: how many."""
    cdef Roller roller
    cdef Draft draft
    cdef int made = 0
    roller.stream, roller.source, roller.failed = stream, NULL, False
    while state.over == PLAY_ON and made < limit:
        made += play_turn(law, state, &roller, NULL, limit - made, &draft)
    return made


cdef int play_turn(
    const Law* law, State* state, Roller* roller, EventSink* sink, int limit, Draft* draft
) noexcept nogil:
    """One turn by chance, which stays open where the limit of actions cuts it short: how many actions."""
    cdef int made
    if not state.rolled:
        roll_activation_dice(state, roller)
    state.missed[state.mover] = 0
    made = draft_turn(law, state, roller.stream, roller, sink, limit, draft)
    if made >= limit and state.placed:
        return made
    close_turn(law, state, roller, sink)
    if state.over == PLAY_ON:
        next_turn(state)
    return made


cdef int draft_turn(
    const Law* law, State* state, Stream* stream, Roller* roller, EventSink* sink, int limit, Draft* draft
) noexcept nogil:
    """Entries and activations for the side in turn, carried out one by one: how many actions.

    Without a roller shots are fired too, but change nothing.
    """
    cdef Activation active
    cdef Field before
    cdef Plan* plan
    cdef int slot, made = 0
    draft.plans = draft.entries = 0
    if not state.mails:
        place_dice(law, state, stream, draft)
        state.mails = 1
        made = draft.entries
    while state.placed and made < limit:
        slot = pick_slot(state.placed, stream)
        state.placed &= ~(<uint64_t>1 << slot)
        state.acted |= <uint64_t>1 << slot
        before = state.field
        plan = &draft.plan[draft.plans]
        draft.plans += 1
        draft_activation(law, state, slot, stream, plan, &active)
        if plan.fires and roller != NULL:
            # The draft has moved everything, and fired blanks.
            state.field = before
            carry_out(&active, law, &state.field, plan, EXECUTE, roller, sink)
        add_charges(state, &active)
        made += plan.steps
    return made


# --- Dice and entries ------------------------------------------------------------------------------------------------

cdef int pick_slot(uint64_t slots, Stream* stream) noexcept nogil:
    """One of a set that is not empty."""
    cdef int skip = below(stream, popcount64(slots))
    while skip:
        slots &= slots - 1
        skip -= 1
    return lowest64(slots)


cdef void place_dice(const Law* law, State* state, Stream* stream, Draft* draft) noexcept nogil:
    """Every die that can be of use is placed: on an entry now and then, else on a unit."""
    cdef uint64_t units[3]
    cdef int side = state.mover, slot, symbol, dice
    units[FOOT] = units[HORSE] = units[GUN] = 0
    for slot in range(SIDE_SLOTS * side, SIDE_SLOTS * side + SIDE_SLOTS):
        if state.field.alive[slot]:
            units[symbol_of(state.field.kind[slot])] |= <uint64_t>1 << slot
    for symbol in range(3):
        dice = dice_of(state, symbol)
        while dice >= law.entry_dice[side] and below(stream, 2) and draft_entry(law, state, symbol, stream, draft):
            dice -= law.entry_dice[side]
        while dice and units[symbol]:
            slot = pick_slot(units[symbol], stream)
            units[symbol] &= ~(<uint64_t>1 << slot)
            state.placed |= <uint64_t>1 << slot
            dice -= 1


cdef bint draft_entry(const Law* law, State* state, int symbol, Stream* stream, Draft* draft) noexcept nogil:
    """A new unit of the arm, somewhere; False: not this time."""
    cdef Entry* entry = &draft.entry[draft.entries]
    cdef uint8_t taken[2 * CLASSES]
    cdef int kind = below(stream, CLASSES)
    if symbol_of(kind) != symbol or not forms(&state.field, state.mover, kind):
        return False
    entry.kind, entry.entry, entry.facing = kind, below(stream, ENTRIES), below(stream, 4)
    if law.entry_side[entry.entry] != state.mover or enter(law, state, state.mover, entry, taken) < 0:
        return False
    draft.entries += 1
    return True


# --- One unit --------------------------------------------------------------------------------------------------------

cdef bint draft_activation(
    const Law* law, State* state, int slot, Stream* stream, Plan* plan, Activation* active
) noexcept nogil:
    """A legal activation, tried out on the state's field; False: it holds."""
    cdef Field before = state.field
    cdef int _attempt
    for _attempt in range(ATTEMPTS):
        begin_activation(active, law, &state.field, slot, DRY_RUN)
        plan.slot, plan.steps, plan.fires = slot, 0, 0
        draft_parts(active, stream, plan)
        if plan.steps and end_activation(active):
            return True
        if plan.steps:
            state.field = before
    begin_activation(active, law, &state.field, slot, DRY_RUN)
    plan.steps, plan.fires = 1, 0
    memset(&plan.step[0], 0, sizeof(Step))
    plan.step[0].verb, plan.step[0].opens = HOLD, 1
    return False


cdef void draft_parts(Activation* active, Stream* stream, Plan* plan) noexcept nogil:
    """Each party of the unit does something, or nothing."""
    cdef Field* field = active.field
    cdef int left = field.alive[active.slot], letter, other, base, first, part
    while left:
        letter = lowest(left)
        base = LETTERS * active.slot + letter
        part = 0
        for other in range(letter, LETTERS):
            if (left >> other) & 1 and field.cell[LETTERS * active.slot + other] == field.cell[base]:
                if field.facing[LETTERS * active.slot + other] == field.facing[base]:
                    part |= 1 << other
        if part & (part - 1) and active.kind != ARTILLERY and not below(stream, SPLITS):
            # Some go, some stay: small cells have no room for a whole unit.
            part &= 1 << letter | below(stream, 16)
        left &= ~part
        first = plan.steps
        active.part = part
        while plan.steps < MOST_STEPS and draft_step(active, stream, &plan.step[plan.steps], plan.steps == first):
            plan.fires |= plan.step[plan.steps].verb == FIRE
            plan.steps += 1


cdef bint draft_step(Activation* active, Stream* stream, Step* step, bint opens) noexcept nogil:
    """One more action of the part, carried out; False: it stops here."""
    cdef int letter = lowest(active.part)
    cdef int facing = active.field.facing[LETTERS * active.slot + letter], choice
    if not active.ap[letter]:
        return False
    step.opens, step.who, step.part = opens, BY_LETTER, active.part
    step.steps, step.shots, step.start, step.goal = 1, 0, 0, 0
    choice = below(stream, 8)
    if choice == 0:
        return False
    if facing == SQUARE:
        if choice < 4:
            step.verb, step.arg = FORM_LINE, below(stream, 4)
        elif not choose_target(active, stream, step):
            return False
    elif choice < 4:
        step.verb = GO
    elif choice == 4:
        step.verb, step.arg = TURN, 1 + below(stream, 3)
    elif choice == 5 and is_infantry(active.kind):
        step.verb = FORM_SQUARE
    elif is_cavalry(active.kind) or not choose_target(active, stream, step):
        step.verb = GO
    return act(active, step)


cdef bint choose_target(Activation* active, Stream* stream, Step* step) noexcept nogil:
    """One shot of the part, at one of the cells it can fire at."""
    cdef uint8_t targets[MOST_CHOICES]
    cdef int count = single_target(active, targets)
    if not count:
        return False
    step.verb, step.shots = FIRE, 1
    step.shot[0].cell = targets[below(stream, count)]
    step.shot[0].letter, step.shot[0].side = LETTERS, SQUARE
    return True
