"""How the robots choose. See robots.pxd.

All levels list every placement that the throw can be played to. The recruit looks at where the pieces stand and is
often mistaken; the officer weighs dangers and chances too; the marshal looks, for the best of these, at what every
throw that can come next will bring.
"""

from core.contract import Budget, Level, Line
from core.rulesets.waterloo1895.legal import lines_of
from core.rulesets.waterloo1895.orders import OfferDraw, PlaceDefault, text_of
from core.rulesets.waterloo1895.weights import WEIGHTS as TUNED

from libc.math cimport exp, log
from libc.stdint cimport uint64_t
from libc.stdlib cimport free

from core.rulesets.waterloo1895.answers cimport expected, with_throw
from core.rulesets.waterloo1895.board cimport Law, Variant
from core.rulesets.waterloo1895.choices cimport (
    WON, Choice, Choices, bring_forward, chance, key_of, list_choices, whim_of,
)
from core.rulesets.waterloo1895.divisions cimport dice_set_of
from core.rulesets.waterloo1895.engine cimport TurnEngine
from core.rulesets.waterloo1895.evaluation cimport Judge, Outlook, advance, judge_of, value
from core.rulesets.waterloo1895.field cimport Field
from core.rulesets.waterloo1895.legal cimport orders_of, played, throw_lines
from core.rulesets.waterloo1895.little cimport lead, next_hopes, throws_to_go
from core.rulesets.waterloo1895.position cimport OVER, UNDECIDED, Position, State
from core.rulesets.waterloo1895.search cimport Search, Sequence, make
from core.rulesets.waterloo1895.turns cimport NO_MORE_ROUNDS, SKIPPED, earns_another, pass_on, start_with

cdef enum:
    NOBODY_MORE = -1
    LATE_ROUND = 150  # after which robots that stand no better offer a draw
    LAST_ROUND = 300  # after which all of them do

cdef double NO_MEMORY = -1.0
cdef double QUIET_ROUNDS = 5.0  # after which the drive is twice what it was
cdef double NO_BETTER = 0.55
cdef double GLAD_OF_DRAW = 0.4


cdef struct Mind:
    const Outlook* outlook
    uint64_t seed
    double drive  # see `Choices`; it grows while nothing happens
    double noise  # how far a whim may change what a placement is worth
    size_t sifted  # placements that are weighed as a whole
    size_t looks  # placements of which the next throw is looked at; 0: none
    int tried  # combinations of moves made for each throw
    bint rough  # dangers are not seen


cdef Mind mind_of(const Outlook* outlook, level, budget, seed, weights) except *:
    cdef Mind mind
    cdef bint by_mail = budget == Budget.MAIL
    mind.outlook, mind.seed = outlook, seed & <uint64_t>0xFFFFFFFFFFFFFFFF
    drives = TUNED if weights is None else {**TUNED, **weights}
    mind.drive = drives[f"{'duel' if outlook.law.goals == 1 else 'four'}_{level}_drive"]
    mind.rough = level == Level.RECRUIT
    mind.noise = 0.002
    if level == Level.RECRUIT:
        mind.noise = 0.04
    elif level == Level.OFFICER:
        mind.noise = 0.012 if outlook.law.goals == 1 else 0.005
    mind.sifted = 3000 if by_mail else 250
    mind.looks = 0
    mind.tried = 2
    if level == Level.MARSHAL:
        mind.looks = 120 if by_mail else 14
        mind.tried = 6 if by_mail else 2
        if outlook.law.little:
            mind.looks = 12 if by_mail else 2
    return mind


# --- A throw ---------------------------------------------------------------------------------------------------------

cdef tuple throw_orders(Position position, level, seed, budget, weights):
    """What the army in turn does with its throw, and with the throws of a chain."""
    cdef Judge judge = judge_of(position.variant, weights)
    cdef Mind mind = mind_of(&judge.outlook, level, budget, seed, weights)
    cdef TurnEngine engine = TurnEngine(position)
    cdef Sequence sequence
    cdef double worth
    cdef bint draws = False
    sections = []
    while True:
        engine.begin_throw()
        with nogil:
            worth = choose(&mind, &engine.search, &engine.position.state, &sequence)
        if worth == NO_MEMORY:
            raise MemoryError
        if not sections:
            draws = wants_draw(position, position.variant.seat_of[position.army()], worth)
        sections.append(orders_of(engine, &sequence))
        chained = bool(engine.position.chain)
        engine = played(engine, &sequence)
        if engine.over() or not chained:
            lines = throw_lines(position, sections)
            return (*lines, Line(len(lines) + 1, text_of(OfferDraw()), OfferDraw())) if draws else lines


cdef double choose(const Mind* mind, Search* search, const State* state, Sequence* sequence) noexcept nogil:
    """The best way to play the throw; its worth, or NO_MEMORY."""
    cdef Choices choices
    cdef Search throw = search[0]
    cdef int army = state.order[state.place], after
    cdef double worth
    cdef size_t at, best = 0
    cdef bint again = search.law.again and earns_another(state.dice)
    choices.outlook = mind.outlook
    choices.army, choices.side = army, army >> 1
    after = army if again else army_after(state, search.law, search.field)
    choices.on_move = after >> 1  # negative after the last round
    choices.noise = mind.noise
    choices.sifted = mind.sifted
    choices.drive = mind.drive * (1.0 + <double>state.quiet / (QUIET_ROUNDS * search.law.armies))
    choices.whim = key_of(mind.outlook, search, army >> 1) + mind.seed * <uint64_t>0x9E3779B97F4A7C15 + search.dice
    choices.weigh = weigh_little if search.law.little else weigh_roughly if mind.rough else weigh_fully
    if not list_choices(&choices, &throw):
        return NO_MEMORY
    bring_forward(&choices, max(mind.looks, <size_t>1))
    if choices.choice[0].worth < WON - 0.5:
        for at in range(min(mind.looks, choices.count)):
            look_ahead(mind, &choices, &choices.choice[at], search, state, again)
            if choices.choice[at].worth > choices.choice[best].worth:
                best = at
    sequence[0] = choices.choice[best].sequence
    worth = choices.choice[best].worth
    free(choices.choice)
    return worth


cdef double weigh_fully(const Choices* choices, const Search* search) noexcept nogil:
    return weighed(choices, search, True)


cdef double weigh_roughly(const Choices* choices, const Search* search) noexcept nogil:
    return weighed(choices, search, False)


cdef double weighed(const Choices* choices, const Search* search, bint closely) noexcept nogil:
    cdef double found
    if choices.on_move < 0:
        return 0.0
    found = value(choices.outlook, search.field, choices.on_move, closely)
    if choices.on_move != choices.side:
        found = -found
    return found + choices.drive * advance(choices.outlook, search.field, choices.side)


cdef double weigh_little(const Choices* choices, const Search* search) noexcept nogil:
    return lead(choices.outlook, search.field, choices.army)


cdef void look_ahead(
    const Mind* mind, const Choices* choices, Choice* choice, const Search* search, const State* state, bint again
) noexcept nogil:
    """Weigh a placement anew by what the next throw will bring."""
    cdef State later
    cdef Search throw = search[0]
    cdef int at, army = state.order[state.place], next_army
    if choice.ends:
        return
    later = state[0]
    throw.field = &later.field
    for at in range(choice.sequence.moves):
        make(&throw, &choice.sequence.move[at])
    if search.law.little:
        choice.worth = next_hopes(mind.outlook, &later.field, army)
    else:
        next_army = army if again else army_after(&later, search.law, &later.field)
        choice.worth = driven(choices, &later.field, prospect(mind, &later, next_army, army >> 1))
    choice.worth += mind.noise * whim_of(choice.key, choices.whim)


cdef double driven(const Choices* choices, const Field* field, double worth) noexcept nogil:
    """The chance that it would take to be worth as much to who does not care for coming nearer."""
    worth = min(max(worth, 1.0e-6), 1.0 - 1.0e-6)
    return chance(log(worth / (1.0 - worth)) + choices.drive * advance(choices.outlook, field, choices.side))


cdef double prospect(const Mind* mind, State* state, int army, int side) noexcept nogil:
    """The chance that a side wins where an army is to throw."""
    cdef int after
    cdef double worth
    if army == NOBODY_MORE:
        return 0.5
    while state.order[state.place] != army:
        pass_on(state, mind.outlook.law)
    after = army_after(state, mind.outlook.law, &state.field)
    worth = expected(mind.outlook, &state.field, army, after if after >= 0 else army, mind.tried)
    return worth if army >> 1 == side else 1.0 - worth


cdef int army_after(const State* state, const Law* law, const Field* field) noexcept nogil:
    """The army whose turn is next when this one's is over; NOBODY_MORE after the last round."""
    cdef State later = state[0]
    cdef int passed = SKIPPED
    later.field = field[0]
    while passed == SKIPPED:
        passed = pass_on(&later, law)
    if passed == NO_MORE_ROUNDS:
        return NOBODY_MORE
    return later.order[later.place]


# --- Set-ups ---------------------------------------------------------------------------------------------------------

cdef tuple set_up_of(Position position, seat, seed):
    """The default set-up."""
    return lines_of([PlaceDefault()])


# --- Draws: W95-105 --------------------------------------------------------------------------------------------------

cdef bint wants_draw(Position position, seat, double worth) except -1:
    """Whether to offer a draw, or to accept one: who stands badly is glad of an offer, and no game goes on for ever."""
    cdef State* state = &position.state
    cdef int own = position.variant.seats.index(seat)
    cdef bint offered = (state.offers & ~(1 << own)) != 0
    if state.offers >> own & 1:
        return False
    if state.round > LATE_ROUND and worth < NO_BETTER:
        return True
    return state.round > LAST_ROUND or offered and worth < GLAD_OF_DRAW


# --- Margins ---------------------------------------------------------------------------------------------------------

cdef dict margins(Position position):
    """2p - 1 for each side, or in the children's game n p - 1, scaled to end at 1; all armies are posted."""
    cdef Variant variant = position.variant
    if position.state.phase == OVER:
        winners = position.outcome.winners
        return {seat: 0.0 if not winners else 1.0 if seat in winners else -1.0 for seat in variant.seats}
    if variant.little:
        return little_margins(position)
    cdef double worth = french_chance(position)
    return {seat: 2 * worth - 1 if variant.commands[seat][0] < 2 else 1 - 2 * worth for seat in variant.seats}


cdef double french_chance(Position position) except -1:
    """As the marshal sees it, brought to the share that robots get."""
    cdef Judge judge = judge_of(position.variant, None)
    cdef Mind mind = mind_of(&judge.outlook, Level.MARSHAL, Budget.ARENA, 0, None)
    cdef State state = position.state
    cdef double worth = 0.0
    cdef int place
    if state.place == UNDECIDED:
        for place in range(position.variant.law.armies):
            state = position.state
            start_with(&state, &position.variant.law, place)
            worth += prospect(&mind, &state, state.order[0], 0) / position.variant.law.armies
    elif not position.thrown() or not state.field.left[position.army()]:
        worth = prospect(&mind, &state, position.army(), 0)
    else:
        worth = thrown_prospect(&mind, &state)
    return calibrated(worth, TUNED["duel_margin" if position.variant.law.goals == 1 else "four_margin"])


cdef double thrown_prospect(const Mind* mind, State* state) noexcept nogil:
    """The chance of the French where a throw has been cast."""
    cdef int army = state.order[state.place], after = army_after(state, mind.outlook.law, &state.field)
    cdef double worth = with_throw(
        mind.outlook, &state.field, army, after if after >= 0 else army, dice_set_of(state.dice), mind.tried
    )
    return worth if army < 2 else 1.0 - worth


cdef double calibrated(double worth, double slope) except -1:
    """The share of points that goes with what a robot thinks its chance to be."""
    worth = min(max(worth, 0.0005), 0.9995)
    return chance(slope * log(worth / (1.0 - worth)))


cdef dict little_margins(Position position):
    """W95-123: everybody for himself; who is to throw is half a throw ahead."""
    cdef Variant variant = position.variant
    cdef Judge judge = judge_of(variant, None)
    cdef int army
    cdef double worth
    hopes = {}
    for army in variant.armies:
        worth = throws_to_go(&judge.outlook, &position.state.field, army)
        if position.state.place != UNDECIDED and position.army() == army:
            worth -= 0.5
        left = position.state.field.left[army]
        hopes[variant.seat_of[army]] = exp(-TUNED["little_margin"] * worth) if left else 0.0
    whole, seats = sum(hopes.values()), len(hopes)
    return {seat: (seats * hope / whole - 1) / (seats - 1) for seat, hope in hopes.items()}
