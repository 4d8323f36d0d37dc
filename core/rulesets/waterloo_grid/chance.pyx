"""Turns by chance. See chance.pxd; a turn is drawn unit by unit, an activation action by action. All of it is C.

What is drawn is legal, and everything an order line can say has some chance but alternatives, `place`, `fights`, and
fire at more than one cell by one line of shots.
"""

from libc.stdint cimport uint64_t
from libc.string cimport memset

from core.rulesets.waterloo_grid.board cimport ARTILLERY, CLASSES, ENTRIES, NOWHERE, is_cavalry, is_infantry
from core.rulesets.waterloo_grid.drill cimport (
    BY_LETTER, DRY, FIRE, FORM_LINE, FORM_SQUARE, GO, HOLD, LETTERS, MOST_CHOICES, MOST_STEPS, PLAY, TURN, Step, act,
    call_up, carry_out, single_target, stand_down,
)
from core.rulesets.waterloo_grid.ends cimport dice_of, judge_end, next_turn, symbol_of
from core.rulesets.waterloo_grid.field cimport (
    MOST_CHARGES, PLAY_ON, SIDE_SLOTS, SQUARE, Field, fits, form, forms, holds, living, lowest, lowest64, popcount64,
    put,
)
from core.rulesets.waterloo_grid.fights cimport close_fighting
from core.rulesets.waterloo_grid.rolls cimport FOOT, GUN, HORSE, Roller, roll
from core.stream cimport below

cdef enum:
    ATTEMPTS = 3  # at an activation that ends legally, before the unit stays as it is
    SPLITS = 4  # one party in so many is split


cdef int play_out(const Law* law, State* state, Stream* stream, int limit) noexcept nogil:
    """Turns by chance from here until the game is over or so many actions have been made."""
    cdef Roller roller
    cdef Drill drill
    cdef int made = 0
    roller.stream, roller.source, roller.failed = stream, NULL, False
    while state.over == PLAY_ON and made < limit:
        if not state.rolled:
            roll(&roller, ACTIVATION_DICE, state.dice)
            state.rolled = 1
        state.missed[state.mover] = 0
        made += play_turn(law, state, &roller, &drill, limit - made)
        if made >= limit and state.placed:
            return made
        close_fighting(law, state, &roller, NULL)
        judge_end(law, state)
        if state.over == PLAY_ON:
            next_turn(state)
    return made


cdef void draft_turn(const Law* law, State* state, Stream* stream, Draft* draft) noexcept nogil:
    """A whole turn for the side in turn, on a state of its own: shots are fired in it, but change nothing."""
    cdef Drill drill
    cdef int slot
    draft.plans = draft.entries = 0
    draft.actions = 0
    if not state.mails:
        place_dice(law, state, stream, draft)
    while state.placed:
        slot = pick_slot(state.placed, stream)
        state.placed &= ~(<uint64_t>1 << slot)
        state.acted |= <uint64_t>1 << slot
        draft_unit(law, state, slot, stream, &draft.plan[draft.plans], &drill)
        draft.actions += draft.plan[draft.plans].steps
        draft.plans += 1


cdef int play_turn(const Law* law, State* state, Roller* roller, Drill* drill, int limit) noexcept nogil:
    """The activations of one turn: how many actions."""
    cdef Draft draft
    cdef Field before
    cdef Plan plan
    cdef int slot, made = 0
    draft.plans = draft.entries = 0
    if not state.mails:
        place_dice(law, state, roller.stream, &draft)
        state.mails = 1
        made = draft.entries
    while state.placed and made < limit:
        slot = pick_slot(state.placed, roller.stream)
        state.placed &= ~(<uint64_t>1 << slot)
        state.acted |= <uint64_t>1 << slot
        before = state.field
        draft_unit(law, state, slot, roller.stream, &plan, drill)
        if plan.fires:
            # The draft has moved everything, and fired blanks.
            state.field = before
            carry_out(drill, law, &state.field, &plan, PLAY, roller, NULL)
        add_charges(state, drill)
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
    cdef int kind = below(stream, CLASSES)
    if symbol_of(kind) != symbol or not forms(&state.field, state.mover, kind):
        return False
    entry.kind, entry.entry, entry.facing = kind, below(stream, ENTRIES), below(stream, 4)
    if law.entry_side[entry.entry] != state.mover or put_in(law, state, state.mover, entry) < 0:
        return False
    draft.entries += 1
    return True


cdef int put_in(const Law* law, State* state, int side, const Entry* entry) noexcept nogil:
    """Form a unit the pool holds and put it on its entry cell (WGR-127, WGR-128): its slot, or -1."""
    cdef uint8_t taken[2 * CLASSES]
    cdef Field* field = &state.field
    cdef int cell = law.entry[entry.entry], ahead = law.ahead[entry.facing][cell], slot, letter
    if not fits(law, field, cell, side, entry.kind, 2 if entry.kind == ARTILLERY else 4):
        return -1
    if ahead != NOWHERE and holds(field, ahead, 1 - side):
        return -1
    slot = form(field, side, entry.kind, taken)
    for letter in range(LETTERS):
        if living(field, LETTERS * slot + letter):
            field.facing[LETTERS * slot + letter] = entry.facing
            put(field, LETTERS * slot + letter, cell)
    state.acted |= <uint64_t>1 << slot
    return slot


cdef void add_charges(State* state, const Drill* drill) noexcept nogil:
    """WGR-052, WGR-082: a cell and direction charged more than once keeps its place, and its longest run."""
    cdef int at, other
    for at in range(drill.charges):
        for other in range(state.charges):
            if state.charge[other].cell == drill.charge[at].cell:
                if state.charge[other].direction == drill.charge[at].direction:
                    if state.charge[other].tokens < drill.charge[at].tokens:
                        state.charge[other].tokens = drill.charge[at].tokens
                    break
        else:
            if state.charges < MOST_CHARGES:
                state.charge[state.charges] = drill.charge[at]
                state.charges += 1


# --- One unit --------------------------------------------------------------------------------------------------------

cdef bint draft_unit(const Law* law, State* state, int slot, Stream* stream, Plan* plan, Drill* drill) noexcept nogil:
    """A legal activation, tried out on the state's field; False: it holds."""
    cdef Field before = state.field
    cdef int attempt
    for attempt in range(ATTEMPTS):
        call_up(drill, law, &state.field, slot, DRY)
        plan.slot, plan.steps, plan.fires = slot, 0, 0
        draft_parts(drill, stream, plan)
        if plan.steps and stand_down(drill):
            return True
        if plan.steps:
            state.field = before
    call_up(drill, law, &state.field, slot, DRY)
    plan.steps, plan.fires = 1, 0
    memset(&plan.step[0], 0, sizeof(Step))
    plan.step[0].verb, plan.step[0].opens = HOLD, 1
    return False


cdef void draft_parts(Drill* drill, Stream* stream, Plan* plan) noexcept nogil:
    """Each party of the unit does something, or nothing."""
    cdef Field* field = drill.field
    cdef int left = field.alive[drill.slot], letter, other, base, first, part
    while left:
        letter = lowest(left)
        base = LETTERS * drill.slot + letter
        part = 0
        for other in range(letter, LETTERS):
            if (left >> other) & 1 and field.cell[LETTERS * drill.slot + other] == field.cell[base]:
                if field.facing[LETTERS * drill.slot + other] == field.facing[base]:
                    part |= 1 << other
        if part & (part - 1) and drill.kind != ARTILLERY and not below(stream, SPLITS):
            # Some go, some stay: small cells have no room for a whole unit.
            part &= 1 << letter | below(stream, 16)
        left &= ~part
        first = plan.steps
        drill.part = part
        while plan.steps < MOST_STEPS and draft_step(drill, stream, &plan.step[plan.steps], plan.steps == first):
            plan.fires |= plan.step[plan.steps].verb == FIRE
            plan.steps += 1


cdef bint draft_step(Drill* drill, Stream* stream, Step* step, bint opens) noexcept nogil:
    """One more action of the part, carried out; False: it stops here."""
    cdef int letter = lowest(drill.part)
    cdef int facing = drill.field.facing[LETTERS * drill.slot + letter], choice
    if not drill.ap[letter]:
        return False
    step.opens, step.who, step.part = opens, BY_LETTER, drill.part
    step.steps, step.shots = 1, 0
    choice = below(stream, 8)
    if choice == 0:
        return False
    if facing == SQUARE:
        if choice < 4:
            step.verb, step.arg = FORM_LINE, below(stream, 4)
        elif not choose_target(drill, stream, step):
            return False
    elif choice < 4:
        step.verb = GO
    elif choice == 4:
        step.verb, step.arg = TURN, 1 + below(stream, 3)
    elif choice == 5 and is_infantry(drill.kind):
        step.verb = FORM_SQUARE
    elif is_cavalry(drill.kind) or not choose_target(drill, stream, step):
        step.verb = GO
    return act(drill, step)


cdef bint choose_target(Drill* drill, Stream* stream, Step* step) noexcept nogil:
    """One shot of the part, at one of the cells it can fire at."""
    cdef uint8_t targets[MOST_CHOICES]
    cdef int count = single_target(drill, targets)
    if not count:
        return False
    step.verb, step.shots = FIRE, 1
    step.shot[0].cell = targets[below(stream, count)]
    step.shot[0].letter, step.shot[0].side = LETTERS, SQUARE
    return True
