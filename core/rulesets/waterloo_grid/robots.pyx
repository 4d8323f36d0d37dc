"""Robots of three levels, what a view leaves open (nothing), and who stands better.

A robot plans its turn choice by choice (`planning`) and weighs what it comes to (`evaluation`). The recruit overlooks
most of what it could do; the officer takes what promises most, die by die; the marshal keeps several plans, lets the
enemy answer each of them on many dice, takes the one that comes out best, and sees what its shots have done before it
goes on.
"""

from core.contract import Budget, Level
from core.rulesets.waterloo_grid.board import SEATS
from core.rulesets.waterloo_grid.orders import Claim, Draw, End, Place, numbered
from core.rulesets.waterloo_grid.weights import CALIBRATION, LINEAR, MARSHAL, WEIGHTS

from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.math cimport exp
from libc.stdint cimport uint64_t

from core.rulesets.waterloo_grid.board cimport BLUE, NOBODY, RED, Law, Variant
from core.rulesets.waterloo_grid.evaluation cimport Judge, lead, prepare, standing, turns_left
from core.rulesets.waterloo_grid.field cimport BASES, PLAY_ON, State, living, ply_of
from core.rulesets.waterloo_grid.order_lines cimport entry_order, plan_order
from core.rulesets.waterloo_grid.planning cimport (
    MOST_PARTICLES, MOST_TAKEN, Choice, Draft, Search, begin_draft, look, take_choice, value_of_choice, value_of_end,
)
from core.rulesets.waterloo_grid.dice cimport Roller
from core.rulesets.waterloo_grid.position cimport Position, read
from core.rulesets.waterloo_grid.turn cimport close_turn, next_turn, roll_activation_dice, symbol_of
from core.stream cimport Stream, draw, start

# What a view has beyond the position itself.
NOT_THE_POSITION = frozenset({"options", "seat", "seats", "step", "ply", "hints"})
SILENT_TURNS = 3  # WGR-147
# Without a limit of turns no game of robots goes on for ever: from the one turn on they agree to a draw where neither
# is far ahead, from the other on in any case.
TIRED_AFTER, WORN_OUT_AFTER = 80, 120

cdef double CLOSE = 0.3  # no further ahead than this: a robot that is tired agrees to a draw
cdef double BEHIND = -0.1  # so far behind it agrees at any time

cdef enum:
    MOST_WIDE = 8
    MOST_PLANS = 24  # complete turns that are played on
    PLAYED_BY = 4  # particles on which turns that are played on are made


cdef struct Skill:  # how well a robot thinks
    int particles  # positions on which a choice is weighed
    int quick  # ... at the first look at all choices
    int skip  # of sixteen ways to act so many are overlooked
    double roughness  # of the noise in what a choice is worth
    int branches  # choices that are looked at twice, of each plan
    int wide  # plans that are kept
    int each  # choices kept of a unit
    int plans  # complete turns that are kept
    int samples  # times that each is played on; 0: the judge's word is final
    int turns  # that are played on, of both sides
    double trust  # the judge's first word counts as so many of them


cdef struct Plans:  # complete turns, the best first
    Draft* draft
    double sum[MOST_PLANS]
    bint out[MOST_PLANS]
    int count


cdef Skill skill_of(level, budget):
    if level is Level.RECRUIT:
        return Skill(
            particles=2, quick=1, skip=10, roughness=0.05, branches=1, wide=1, each=1, plans=1, samples=0, turns=0,
            trust=0.0,
        )
    if level is Level.OFFICER:
        return Skill(
            particles=10, quick=2, skip=0, roughness=0.003, branches=5, wide=1, each=1, plans=1, samples=0, turns=0,
            trust=0.0,
        )
    if budget is Budget.MAIL:
        return Skill(
            particles=MOST_PARTICLES, quick=12, skip=0, roughness=0.0005, branches=20, wide=MOST_WIDE, each=3,
            plans=MOST_PLANS, samples=240, turns=1, trust=24.0,
        )
    return Skill(
        particles=16, quick=4, skip=0, roughness=0.0005, branches=20, wide=6, each=2, plans=8, samples=36, turns=1,
        trust=18.0,
    )


# --- The doors -------------------------------------------------------------------------------------------------------

def imagined(Variant variant, view):
    """The position that a view shows, which is all of it but the `fights` line of the other side's open turn."""
    return read(variant, {key: value for key, value in view.items() if key not in NOT_THE_POSITION})


def margins(Position position):
    """For each seat from -1 to 1: 2p - 1, p being the share of points that marshals get from such positions."""
    cdef double blue = margin_of_blue(position)
    return {SEATS[BLUE]: blue, SEATS[RED]: -blue}


cdef double margin_of_blue(Position position):
    cdef const Law* law = &position.variant.law
    cdef State* state = &position.state
    cdef Judge judge
    cdef double ahead, late, slope, shift
    if state.over != PLAY_ON:
        return 0.0 if state.winner == NOBODY else 1.0 if state.winner == BLUE else -1.0
    prepare(&judge, law, None)
    ahead = lead(&judge, law, state)
    if law.turn_limit:
        late = 1.0 / (1.0 + turns_left(law, state))
        slope = CALIBRATION["slope"] + CALIBRATION["slope_late"] * late
        shift = CALIBRATION["shift"] + CALIBRATION["shift_late"] * late
    else:
        slope, shift = CALIBRATION["endless_slope"], CALIBRATION["endless_shift"]
    return round(2.0 / (1.0 + exp(-slope * ahead - shift)) - 1.0, 6)


def features(Position position):
    """What Blue's lead gains by 1 more of each weight that it grows with in proportion; the lead; and the turns left.

    For fitting weights (`bench/fit_grid.py`).
    """
    cdef const Law* law = &position.variant.law
    cdef Judge judge
    cdef double usual
    prepare(&judge, law, None)
    usual = lead(&judge, law, &position.state)
    found = {}
    for name in LINEAR:
        prepare(&judge, law, {name: WEIGHTS[name] + 1.0})
        found[name] = lead(&judge, law, &position.state) - usual
    return found, usual, turns_left(law, &position.state)


def robot_orders(Position position, level, seed, budget, weights):
    """What the robot of a level orders for the side in turn; equal arguments give equal orders."""
    cdef State* state = &position.state
    cdef Judge judge
    cdef Skill skill = skill_of(level, budget)
    cdef Draft* chosen
    if state.missed[1 - state.mover] >= SILENT_TURNS:
        return numbered([Claim()])
    prepare(&judge, &position.variant.law, {**MARSHAL, **(weights or {})} if level is Level.MARSHAL else weights)
    chosen = <Draft*>PyMem_Malloc(sizeof(Draft))
    if chosen == NULL:
        raise MemoryError
    try:
        plan_turn(position, &judge, &skill, seed, chosen)
        orders = orders_of(position, chosen, level is Level.MARSHAL)
        if agrees_to_draw(position, chosen.value):
            orders.insert(0, Draw())
    finally:
        PyMem_Free(chosen)
    return numbered(orders)


cdef bint agrees_to_draw(Position position, double value):
    """Whether to offer or accept a draw (WGR-136); where turns are limited the limit ends the game."""
    cdef State* state = &position.state
    if state.offers[state.mover]:
        return False
    if state.offers[1 - state.mover] and value < BEHIND:
        return True
    if position.variant.law.turn_limit:
        return False
    return state.turn > WORN_OUT_AFTER or state.turn > TIRED_AFTER and -CLOSE < value < CLOSE


cdef list orders_of(Position position, const Draft* draft, bint wait):
    """A planned turn as orders. Who waits for what its shots do sends the first shot alone, and dice for the rest."""
    cdef int at
    cdef list orders = []
    for at in range(draft.choices):
        if draft.choice[at].slot < 0:
            orders.append(entry_order(position, &draft.choice[at].entry))
            continue
        orders.append(plan_order(position, &draft.choice[at].plan))
        if wait and draft.choice[at].plan.fires and at + 1 < draft.choices:
            rest = tuple([position.name(draft.choice[after].slot) for after in range(at + 1, draft.choices)])
            return [*orders, Place(rest)] if not position.state.mails else orders
    return [*orders, End()]


# --- A turn ----------------------------------------------------------------------------------------------------------

cdef object plan_turn(Position position, const Judge* judge, const Skill* skill, seed, Draft* chosen):
    """Plan the turn of the side that moves: what is best ends up in `chosen`."""
    cdef const State* state = &position.state
    cdef Stream stream, noise
    cdef Search search
    cdef Plans plans
    cdef Draft* drafts = <Draft*>PyMem_Malloc((2 * MOST_WIDE + MOST_PLANS) * sizeof(Draft))
    if drafts == NULL:
        raise MemoryError
    # A turn in several mails is planned each time anew.
    start(&stream, <uint64_t>(seed & 0xFFFFFFFFFFFFFFFF) ^ <uint64_t>(16 * ply_of(state) + state.mails))
    start(&noise, draw(&stream))
    search.law, search.judge, search.noise = &position.variant.law, judge, &noise
    search.roughness, search.skip, search.quick = skill.roughness, skill.skip, skill.quick
    search.plain, search.each = False, skill.each
    plans.draft, plans.count = drafts + 2 * MOST_WIDE, 0
    with nogil:
        widen(&search, skill, state, &stream, drafts, &plans)
        if skill.samples and plans.count > 1:
            search.quick, search.plain, search.each = 1, True, 1
            chosen[0] = plans.draft[best_played(&search, skill, &plans, draw(&stream))]
        else:
            chosen[0] = plans.draft[0]
    PyMem_Free(drafts)


cdef void widen(
    Search* search, const Skill* skill, const State* state, Stream* stream, Draft* drafts, Plans* plans
) noexcept nogil:
    """Go on with the best plans, choice by choice, and keep the best of all that were met on the way."""
    cdef Draft* now = drafts
    cdef Draft* after = drafts + MOST_WIDE
    cdef Draft* spare
    cdef int count = 1, at
    begin_draft(&now[0], state, stream, skill.particles)
    now[0].value = value_of_end(search, &now[0], NULL, skill.particles)
    add_plan(plans, &now[0], skill.plans)
    while count:
        count = go_further(search, skill, now, count, after)
        for at in range(count):
            add_plan(plans, &after[at], skill.plans)
        spare = now
        now, after = after, spare


cdef void add_plan(Plans* plans, const Draft* draft, int most) noexcept nogil:
    """Keep a turn among the best, in order."""
    cdef int at = plans.count
    if at == most:
        if plans.draft[at - 1].value >= draft.value:
            return
        at -= 1
    else:
        plans.count += 1
    while at and plans.draft[at - 1].value < draft.value:
        plans.draft[at] = plans.draft[at - 1]
        at -= 1
    plans.draft[at] = draft[0]


# --- Turns played on -------------------------------------------------------------------------------------------------

cdef int best_played(Search* search, const Skill* skill, Plans* plans, uint64_t key) noexcept nogil:
    """The place of the turn that comes out best; all have the same dice, and the worst third drops out each quarter.

    What the judge thought of each before counts too: few dice tell less than he does.
    """
    cdef int sample, at, best = -1
    for at in range(plans.count):
        plans.sum[at], plans.out[at] = skill.trust * plans.draft[at].value, False
    for sample in range(skill.samples):
        for at in range(plans.count):
            if not plans.out[at]:
                plans.sum[at] += played_on(search, &plans.draft[at], sample, key + sample, skill.turns)
        if (sample + 1) % max(skill.samples // 4, 1) == 0:
            drop_out(plans)
    for at in range(plans.count):
        if not plans.out[at] and (best < 0 or plans.sum[at] > plans.sum[best]):
            best = at
    return best


cdef void drop_out(Plans* plans) noexcept nogil:
    """The worse third of the turns that are left."""
    cdef int at, worst, left = 0, _dropped
    for at in range(plans.count):
        left += not plans.out[at]
    for _dropped in range(left // 3):
        worst = -1
        for at in range(plans.count):
            if not plans.out[at] and (worst < 0 or plans.sum[at] < plans.sum[worst]):
                worst = at
        plans.out[worst] = True


cdef double played_on(Search* search, const Draft* draft, int sample, uint64_t key, int turns) noexcept nogil:
    """How it stands for the side that moves, its turn ended and so many turns played on."""
    cdef int at = sample % draft.particles, side = draft.planned.mover, _turn
    cdef State state = draft.particle[at]
    cdef Stream stream, luck = draft.luck[at]
    cdef Roller roller
    cdef double value
    luck.state[0] ^= <uint64_t>0xD1B54A32D192ED03 * (sample // draft.particles)
    roller.stream, roller.source, roller.failed = &luck, NULL, False
    close_turn(search.law, &state, &roller, NULL)
    start(&stream, key)
    roller.stream = &stream
    for _turn in range(turns):
        if state.over != PLAY_ON:
            break
        next_turn(&state)
        roll_activation_dice(&state, &roller)
        make_turn(search, &state, &stream)
    value = standing(search.judge, search.law, &state)
    return value if side == BLUE else -value


cdef void make_turn(Search* search, State* state, Stream* stream) noexcept nogil:
    """A turn quickly made: one look around, and what promises most as far as the dice go."""
    cdef Draft draft
    cdef Roller roller
    cdef double before
    cdef int at, other
    roller.stream, roller.source, roller.failed = stream, NULL, False
    begin_draft(&draft, state, stream, PLAYED_BY)
    look(search, &draft)
    before = value_of_end(search, &draft, NULL, PLAYED_BY)
    for at in range(search.kept):
        search.best[at].gain = value_of_choice(search, &draft, &search.best[at]) - before
    draft.particles = 1
    draw(stream)
    draft.luck[0] = stream[0]
    draw(stream)
    draw(&draft.luck[0])
    while True:
        other = -1
        for at in range(search.kept):
            if search.best[at].gain > 0.0 and (other < 0 or search.best[at].gain > search.best[other].gain):
                other = at
        if other < 0 or draft.choices == MOST_TAKEN:
            break
        search.best[other].gain = 0.0
        if can_pay(search, &draft, &search.best[other]):
            take_choice(search, &draft, &search.best[other])
    state[0] = draft.particle[0]
    close_turn(search.law, state, &roller, NULL)


cdef bint can_pay(const Search* search, const Draft* draft, const Choice* choice) noexcept nogil:
    """Whether there are dice left for it."""
    cdef const State* state = &draft.planned
    if choice.slot < 0:
        return draft.left[symbol_of(choice.entry.kind)] >= search.law.entry_dice[state.mover]
    return draft.left[symbol_of(state.field.kind[choice.slot])] > 0 and not (state.acted >> choice.slot) & 1


# --- Longer plans ----------------------------------------------------------------------------------------------------

cdef int go_further(
    Search* search, const Skill* skill, const Draft* now, int count, Draft* after
) noexcept nogil:
    """The best plans that are one choice longer, each once: how many."""
    cdef uint64_t keys[MOST_WIDE]
    cdef Draft trying
    cdef uint64_t key
    cdef double value
    cdef int at, which, place, found = 0
    for at in range(count):
        if now[at].choices == MOST_TAKEN:
            continue
        look(search, &now[at])
        for which in range(min(search.kept, skill.branches)):
            value = value_of_choice(search, &now[at], &search.best[which])
            if value <= now[at].value or found == skill.wide and value <= after[found - 1].value:
                continue
            trying = now[at]
            if not take_choice(search, &trying, &search.best[which]):
                continue
            trying.value, key = value, key_of(&trying)
            if known(keys, found, key):
                continue
            place = found if found < skill.wide else found - 1
            found = place + 1
            while place and after[place - 1].value < value:
                after[place], keys[place] = after[place - 1], keys[place - 1]
                place -= 1
            after[place], keys[place] = trying, key
    return found


cdef bint known(const uint64_t* keys, int count, uint64_t key) noexcept nogil:
    cdef int at
    for at in range(count):
        if keys[at] == key:
            return True
    return False


cdef uint64_t key_of(const Draft* draft) noexcept nogil:
    """A number for where a plan leads, whatever the order of its choices."""
    cdef uint64_t key = draft.planned.acted
    cdef int base
    for base in range(BASES):
        if living(&draft.planned.field, base):
            key = (key ^ (draft.planned.field.cell[base] + 256 * draft.planned.field.facing[base] + 1))
            key *= <uint64_t>0x9E3779B97F4A7C15
            key ^= key >> 29
    return key
