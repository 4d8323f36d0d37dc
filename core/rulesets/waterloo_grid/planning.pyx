"""What a unit could do, and what comes of it. See planning.pxd; read from `look` down. All of it is C.

A turn that is being planned is carried along in several particles: each is the position as it would be if its own dice
fell, shots and all. What a further activation is worth is the mean over them, close fighting and all.
"""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset

from core.rulesets.waterloo_grid.activation cimport (
    ALL, BY_LETTER, DRY_RUN, EXECUTE, FIRE, FORM_LINE, FORM_SQUARE, GO, ILLEGAL, MOST_CHOICES, MOST_STEPS, TURN,
    Activation, Step, act, begin_activation, carry_out, end_activation, single_target,
)
from core.rulesets.waterloo_grid.board cimport (
    ARTILLERY, BLUE, CLASSES, ENTRIES, OBJECTIVES, is_cavalry, is_infantry, steps_between,
)
from core.rulesets.waterloo_grid.dice cimport Roller
from core.rulesets.waterloo_grid.evaluation cimport standing
from core.rulesets.waterloo_grid.field cimport LETTERS, SIDE_SLOTS, SQUARE, Field, forms, lowest, popcount
from core.rulesets.waterloo_grid.turn cimport add_charges, close_turn, dice_of, enter, symbol_of
from core.stream cimport below, draw

cdef enum:
    MOST_LEAVES = 700  # ways to act of one unit that are looked at
    SEEN = 1024  # ends of them
    PROBES = 8
    MOST_PARTS = 4
    AT_REST = 255  # no verb yet


cdef struct Hunt:  # the ways to act of one unit
    Search* search
    const Draft* draft
    int part[MOST_PARTS]  # sets of letters, in the order in which they act
    int parts
    int leaves
    Plan plan
    Choice* best  # of this unit
    int kept
    uint64_t seen[SEEN]


# --- A turn as it grows ----------------------------------------------------------------------------------------------

cdef void begin_draft(Draft* draft, const State* state, Stream* stream, int particles) noexcept nogil:
    """Nothing is planned yet; `stream` gives each particle its dice."""
    cdef int at
    draft.planned, draft.particles, draft.choices = state[0], particles, 0
    draft.random, draft.placing, draft.value = False, not state.mails, 0.0
    for at in range(3):
        draft.left[at] = dice_of(state, at)
    for at in range(particles):
        draft.particle[at] = state[0]
        draft.luck[at] = stream[0]
        draft.luck[at].state[0] ^= <uint64_t>0x9E3779B97F4A7C15 * (at + 1)
        draw(&draft.luck[at])
        draw(&draft.luck[at])


cdef bint take_choice(const Search* search, Draft* draft, const Choice* choice) noexcept nogil:
    """Put it down, and carry it out in every particle; False: it cannot be done any more."""
    cdef Activation active
    cdef int at, symbol, dice = 1
    if choice.slot < 0:
        symbol, dice = symbol_of(choice.entry.kind), search.law.entry_dice[draft.planned.mover]
        if not enter_all(search.law, draft, &choice.entry):
            return False
    else:
        symbol = symbol_of(draft.planned.field.kind[choice.slot])
        if carry_out(&active, search.law, &draft.planned.field, &choice.plan, DRY_RUN, NULL, NULL) == ILLEGAL:
            return False
        add_charges(&draft.planned, &active)
        has_acted(&draft.planned, choice.slot)
        for at in range(draft.particles):
            execute(search.law, &draft.particle[at], &choice.plan, &draft.luck[at])
            has_acted(&draft.particle[at], choice.slot)
        draft.random = draft.random or choice.plan.fires
    if draft.placing:
        draft.left[symbol] -= dice
    draft.choice[draft.choices] = choice[0]
    draft.choices += 1
    return True


cdef inline void has_acted(State* state, int slot) noexcept nogil:
    state.acted |= <uint64_t>1 << slot
    state.placed &= ~(<uint64_t>1 << slot)


cdef bint enter_all(const Law* law, Draft* draft, const Entry* entry) noexcept nogil:
    """A new unit, everywhere alike: entries come before all shots."""
    cdef uint8_t taken[2 * CLASSES]
    cdef int at
    if draft.random or enter(law, &draft.planned, draft.planned.mover, entry, taken) < 0:
        return False
    for at in range(draft.particles):
        enter(law, &draft.particle[at], draft.planned.mover, entry, taken)
    return True


cdef void execute(const Law* law, State* state, const Plan* plan, Stream* stream) noexcept nogil:
    cdef Activation active
    cdef Roller roller
    roller.stream, roller.source, roller.failed = stream, NULL, False
    carry_out(&active, law, &state.field, plan, EXECUTE, &roller, NULL)
    add_charges(state, &active)


# --- What it comes to ------------------------------------------------------------------------------------------------

cdef inline double for_mover(const Search* search, const State* state, int side) noexcept nogil:
    cdef double value = standing(search.judge, search.law, state)
    return value if side == BLUE else -value


cdef double value_of_end(const Search* search, const Draft* draft, const Plan* plan, int particles) noexcept nogil:
    """The mean value of the turn if it ends with this plan, or with none: of so many particles.

    One is enough where no die is rolled.
    """
    cdef State copied
    cdef Stream stream
    cdef Roller roller
    cdef double sum = 0.0
    cdef int at, side = draft.planned.mover
    roller.stream, roller.source, roller.failed = &stream, NULL, False
    for at in range(particles):
        copied, stream = draft.particle[at], draft.luck[at]
        if plan != NULL:
            execute(search.law, &copied, plan, &stream)
        close_turn(search.law, &copied, &roller, NULL)
        sum += for_mover(search, &copied, side)
        if not at and not draft.random and stream.state[0] == draft.luck[0].state[0]:
            return sum
    return sum / particles


cdef double value_of_moved(
    const Search* search, const Draft* draft, const Field* field, const Activation* active, int particles
) noexcept nogil:
    """The same of an activation without shots that has been tried on the planned field, where all particles are one."""
    cdef State copied
    cdef Stream stream
    cdef Roller roller
    cdef double sum = 0.0
    cdef int at, side = draft.planned.mover
    roller.stream, roller.source, roller.failed = &stream, NULL, False
    for at in range(particles):
        copied, stream = draft.planned, draft.luck[at]
        copied.field = field[0]
        add_charges(&copied, active)
        close_turn(search.law, &copied, &roller, NULL)
        sum += for_mover(search, &copied, side)
        if not at and stream.state[0] == draft.luck[0].state[0]:
            return sum
    return sum / particles


cdef double value_of_choice(const Search* search, const Draft* draft, const Choice* choice) noexcept nogil:
    """The value of a choice, of all particles."""
    cdef uint8_t taken[2 * CLASSES]
    cdef State copied
    cdef Stream stream
    cdef Roller roller
    cdef double sum = 0.0
    cdef int at, side = draft.planned.mover
    if choice.slot >= 0:
        return value_of_end(search, draft, &choice.plan, draft.particles)
    roller.stream, roller.source, roller.failed = &stream, NULL, False
    for at in range(draft.particles):
        copied, stream = draft.particle[at], draft.luck[at]
        enter(search.law, &copied, side, &choice.entry, taken)
        close_turn(search.law, &copied, &roller, NULL)
        sum += for_mover(search, &copied, side)
        if not at and not draft.random and stream.state[0] == draft.luck[0].state[0]:
            return sum
    return sum / draft.particles


# --- What there is to do ---------------------------------------------------------------------------------------------

cdef void look(Search* search, const Draft* draft) noexcept nogil:
    """Find the best choices that a die allows, at a first look; the best first."""
    cdef const State* state = &draft.planned
    cdef int side = state.mover, slot, kind
    cdef double before = value_of_end(search, draft, NULL, search.quick)
    search.kept = 0
    for slot in range(SIDE_SLOTS * side, SIDE_SLOTS * side + SIDE_SLOTS):
        if not state.field.alive[slot] or (state.acted >> slot) & 1:
            continue
        if has_die(draft, slot):
            look_at_unit(search, draft, slot, before)
    if not draft.placing or draft.random:
        return
    for kind in range(CLASSES):
        if draft.left[symbol_of(kind)] >= search.law.entry_dice[side] and forms(&state.field, side, kind):
            look_at_entries(search, draft, kind, before)


cdef bint has_die(const Draft* draft, int slot) noexcept nogil:
    """Whether there is a die for the unit, or lies one there already (WGR-141)."""
    if draft.placing:
        return draft.left[symbol_of(draft.planned.field.kind[slot])] > 0
    return (draft.planned.placed >> slot) & 1


cdef void keep(Choice* best, int* kept, int most, const Choice* choice) noexcept nogil:
    """Keep a choice among the best, in order."""
    cdef int at = kept[0]
    if at == most:
        if best[at - 1].gain >= choice.gain:
            return
        at -= 1
    else:
        kept[0] += 1
    while at and best[at - 1].gain < choice.gain:
        best[at] = best[at - 1]
        at -= 1
    best[at] = choice[0]


cdef double blurred(Search* search, double value) noexcept nogil:
    """With its noise."""
    return value + search.roughness * (<double>below(search.noise, 1 << 20) / (1 << 20) - 0.5)


cdef bint overlooked(Search* search) noexcept nogil:
    return search.skip and <int>below(search.noise, 16) < search.skip


cdef void look_at_entries(Search* search, const Draft* draft, int kind, double before) noexcept nogil:
    cdef State copied
    cdef Choice choice
    cdef uint8_t taken[2 * CLASSES]
    cdef int place, facing, side = draft.planned.mover
    choice.slot, choice.entry.kind = -1, kind
    for place in range(ENTRIES):
        if search.law.entry_side[place] != side:
            continue
        for facing in range(4):
            if overlooked(search):
                continue
            choice.entry.entry, choice.entry.facing = place, facing
            copied = draft.planned
            if enter(search.law, &copied, side, &choice.entry, taken) < 0:
                continue
            choice.value = value_of_choice(search, draft, &choice)
            choice.gain = blurred(search, choice.value - before) / search.law.entry_dice[side]
            keep(search.best, &search.kept, MOST_CHOICES_KEPT, &choice)


# --- One unit --------------------------------------------------------------------------------------------------------

cdef void look_at_unit(Search* search, const Draft* draft, int slot, double before) noexcept nogil:
    """Try its ways to act: party by party, and split where there is no room for all."""
    cdef Hunt hunt
    cdef Choice best[4]
    cdef int party[LETTERS]
    cdef int parties, at, kind = draft.planned.field.kind[slot]
    hunt.search, hunt.draft, hunt.best, hunt.kept, hunt.leaves = search, draft, best, 0, 0
    memset(hunt.seen, 0, sizeof(hunt.seen))
    memset(&hunt.plan, 0, sizeof(Plan))
    hunt.plan.slot = slot
    parties = parties_of(&draft.planned.field, slot, party)
    if parties == 2 and not search.plain:
        hunt_with(&hunt, party[0], party[1])
        hunt_with(&hunt, party[1], party[0])
    else:
        for at in range(parties):
            hunt_with(&hunt, party[at], 0)
    if kind != ARTILLERY and not search.plain and parties < 3:
        for at in range(parties):
            split(&hunt, slot, party[at])
    for at in range(hunt.kept):
        best[at].gain = best[at].value - before
        keep(search.best, &search.kept, MOST_CHOICES_KEPT, &best[at])


cdef int parties_of(const Field* field, int slot, int* party) noexcept nogil:
    """The sets of letters that stand together and look the same way: how many."""
    cdef int left = field.alive[slot], letter, other, count = 0
    while left:
        letter = lowest(left)
        party[count] = 0
        for other in range(letter, LETTERS):
            if (left >> other) & 1 and field.cell[LETTERS * slot + other] == field.cell[LETTERS * slot + letter]:
                if field.facing[LETTERS * slot + other] == field.facing[LETTERS * slot + letter]:
                    party[count] |= 1 << other
        left &= ~party[count]
        count += 1
    return count


cdef void split(Hunt* hunt, int slot, int party) noexcept nogil:
    """Some of a party by themselves, where a village or a farm near by has room for so many."""
    cdef const Law* law = hunt.search.law
    cdef const Field* field = &hunt.draft.planned.field
    cdef int cell = field.cell[LETTERS * slot + lowest(party)], at, goal, room, count, part
    cdef int wanted = 0
    for at in range(OBJECTIVES):
        goal = law.objective[at]
        if not 0 < steps_between(cell, goal) <= 2:
            continue
        room = <int>law.room[goal] - <int>field.count[goal]
        if 0 < room < popcount(party):
            wanted |= 1 << room
    for count in range(1, 3):
        if not (wanted >> count) & 1:
            continue
        part = highest(party, count)
        hunt_with(hunt, part, party & ~part)
        if part & 1 == 0 and party & 1:
            part = 1 | highest(party, count - 1)
            hunt_with(hunt, part, party & ~part)


cdef int highest(int letters, int count) noexcept nogil:
    """The last so many of a set."""
    while popcount(letters) > count:
        letters &= letters - 1
    return letters


cdef void hunt_with(Hunt* hunt, int first, int second) noexcept nogil:
    """All ways to act of one part and then of another."""
    cdef Activation active
    cdef Field field = hunt.draft.planned.field
    hunt.part[0], hunt.part[1], hunt.parts = first, second, 2 if second else 1
    begin_activation(&active, hunt.search.law, &field, hunt.plan.slot, DRY_RUN)
    hunt.plan.steps = hunt.plan.fires = 0
    go_on(hunt, &field, &active, 0, AT_REST)


cdef void go_on(Hunt* hunt, const Field* field, const Activation* active, int which, int last) noexcept nogil:
    """Every way to go on from here; `last` is the verb of the part's last step."""
    cdef uint8_t targets[MOST_CHOICES]
    cdef Activation trying
    cdef Field copied
    cdef Step step
    cdef int count, at, part, facing, kind = active.kind
    if hunt.leaves >= MOST_LEAVES:
        return
    if which == hunt.parts:
        finish(hunt, field, active)
        return
    go_on(hunt, field, active, which + 1, AT_REST)
    part = hunt.part[which]
    if not active.ap[lowest(part)]:
        return
    memset(&step, 0, sizeof(Step))
    step.opens, step.who, step.part, step.steps = last == AT_REST, BY_LETTER, part, 1
    if step.opens and part == field.alive[active.slot]:
        step.who = ALL
    facing = field.facing[LETTERS * active.slot + lowest(part)]
    if facing == SQUARE:
        if last == AT_REST:
            step.verb = FORM_LINE
            for at in range(4):
                step.arg = at
                attempt(hunt, field, active, which, &step)
    else:
        step.verb = GO
        attempt(hunt, field, active, which, &step)
        if last != TURN and last != FORM_LINE:
            step.verb = TURN
            for at in range(1, 4):
                step.arg = at
                attempt(hunt, field, active, which, &step)
        if is_infantry(kind) and not hunt.search.plain and last != TURN:
            step.verb = FORM_SQUARE
            attempt(hunt, field, active, which, &step)
    if is_cavalry(kind):
        return
    step.verb, step.shots = FIRE, 1
    step.shot[0].letter, step.shot[0].side = LETTERS, SQUARE
    trying, copied = active[0], field[0]
    trying.field, trying.part = &copied, part
    count = single_target(&trying, targets)
    for at in range(count):
        step.shot[0].cell = targets[at]
        attempt(hunt, field, active, which, &step)


cdef void attempt(
    Hunt* hunt, const Field* field, const Activation* active, int which, const Step* step
) noexcept nogil:
    """One more step, and all that can follow it; a forward move behind another makes it longer."""
    cdef Activation trying = active[0]
    cdef Field copied = field[0]
    cdef Plan* plan = &hunt.plan
    cdef int fires = plan.fires
    cdef bint longer
    trying.field, trying.part = &copied, step.part
    if plan.steps >= MOST_STEPS or not act(&trying, step):
        return
    longer = step.verb == GO and not step.opens and plan.step[plan.steps - 1].verb == GO
    if longer:
        plan.step[plan.steps - 1].steps += 1
    else:
        plan.step[plan.steps] = step[0]
        plan.steps += 1
    plan.fires |= step.verb == FIRE
    go_on(hunt, &copied, &trying, which, step.verb)
    plan.fires = fires
    if longer:
        plan.step[plan.steps - 1].steps -= 1
    else:
        plan.steps -= 1


cdef void finish(Hunt* hunt, const Field* field, const Activation* active) noexcept nogil:
    """A finished activation, if it ends legally, and as no other has before it: weigh it."""
    cdef Activation trying = active[0]
    cdef Field copied = field[0]
    cdef Choice choice
    cdef Search* search = hunt.search
    trying.field = &copied
    if not hunt.plan.steps or not end_activation(&trying) or seen_before(hunt, &trying) or overlooked(search):
        return
    hunt.leaves += 1
    if hunt.plan.fires or hunt.draft.random:
        choice.value = value_of_end(search, hunt.draft, &hunt.plan, search.quick)
    else:
        choice.value = value_of_moved(search, hunt.draft, &copied, &trying, search.quick)
    choice.value = choice.gain = blurred(search, choice.value)
    if hunt.kept < search.each or hunt.best[hunt.kept - 1].gain < choice.gain:
        choice.slot, choice.plan = hunt.plan.slot, hunt.plan
        keep(hunt.best, &hunt.kept, search.each, &choice)


cdef bint seen_before(Hunt* hunt, const Activation* active) noexcept nogil:
    """Whether the unit has come to the same end already, by other ways."""
    cdef const Plan* plan = &hunt.plan
    cdef uint64_t key = 0x9E3779B97F4A7C15
    cdef int letter, at, place, _probe
    for letter in range(LETTERS):
        if (active.field.alive[active.slot] >> letter) & 1:
            key = (key ^ active.field.cell[LETTERS * active.slot + letter]) * <uint64_t>0x100000001B3
            key = (key ^ active.field.facing[LETTERS * active.slot + letter]) * <uint64_t>0x100000001B3
    for at in range(active.charges):
        key = (key ^ (active.charge[at].cell + 256 * active.charge[at].tokens)) * <uint64_t>0x100000001B3
    for at in range(plan.steps):
        if plan.step[at].verb == FIRE:
            key = (key ^ (1000 + plan.step[at].shot[0].cell)) * <uint64_t>0x100000001B3
            if at + 1 < plan.steps:
                key += at
    key |= 1
    place = <int>((key >> 20) % SEEN)
    for _probe in range(PROBES):
        if hunt.seen[place] == key:
            return True
        if not hunt.seen[place]:
            hunt.seen[place] = key
            return False
        place = (place + 1) % SEEN
    return False
