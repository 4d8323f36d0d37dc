"""Close fighting. See close_fighting.pxd; read in the order of section H of the rulebook. All of it is C."""

from core.rulesets.waterloo_grid.board cimport (
    ARTILLERY, CELLS, HEAVY, LIGHT, NOWHERE, is_cavalry, is_infantry,
)
from core.rulesets.waterloo_grid.field cimport (
    GONE, SQUARE, STANDS, Field, facing_count, has_left, holds, in_contact, kind_in, apply_roll,
)
from core.rulesets.waterloo_grid.fire cimport cover_from_guns
from core.rulesets.waterloo_grid.sink cimport (
    ATTACK, DEFENCE, DEFENSIVE, ELIMINATED, FIGHT, FIGHT_BASE, FOR_SQUARE, FOUGHT, IN_SQUARE, LAPSED, NO_ATTACKERS,
    RETREATED, THROWN, RawEvent, add_dice, emit,
)
from core.rulesets.waterloo_grid.dice cimport MOST_DICE, PUSH, roll

cdef enum:
    CHARGES = 1
    CONTACTS = 2
    OTHERS = 3


cdef struct Melee:  # a fight as it goes on
    const Law* law
    Field* field
    Roller* roller
    EventSink* sink
    uint8_t cell  # attackers: those there who face `target`
    uint8_t target
    uint8_t direction  # from cell to target
    uint8_t back
    uint8_t charge
    uint8_t tokens
    uint8_t attacker  # class
    uint8_t defender  # class


cdef struct Odds:  # what is added to a roll of the first round (WGR-092, WGR-098)
    int charge
    int flank
    int cover
    int light
    int square


cdef void close_fighting(const Law* law, State* state, Roller* roller, EventSink* sink) noexcept nogil:
    """Fight out everything that is in contact (WGR-080); the charges and the `fights` line are spent by it.

    A cell that fights several times does so with what it has left by then (WGR-085).
    """
    cdef Fight fight[MOST_FIGHTS]
    cdef int count = list_fights(law, state, fight), at, target
    state.field.left[0] = state.field.left[1] = 0
    for at in range(count):
        target = in_contact(law, &state.field, fight[at].cell, fight[at].direction)
        if fight[at].lost_contact or has_left(&state.field, fight[at].cell) or target == NOWHERE:
            emit(
                sink, LAPSED, fight[at].cell, fight[at].direction, law.ahead[fight[at].direction][fight[at].cell],
                fight[at].group, fight[at].charge, 0, 0, 0,
            )
            continue
        fight_out(law, &state.field, &fight[at], target, roller, sink)
        if roller.failed:
            return
    state.charges = state.fights = 0


# --- Which fights, and in what order (WGR-080 to WGR-083) ------------------------------------------------------------

cdef int list_fights(const Law* law, const State* state, Fight* fight) noexcept nogil:
    cdef uint8_t other[CELLS]
    cdef int count = 0, at, cell, direction, named, others = 0
    for named in range(state.fights):
        for direction in range(4):
            at = charge_from(state, state.fight[named], direction)
            if at >= 0:
                count = add_charge(law, state, at, fight, count)
    for at in range(state.charges):
        if not listed(fight, count, state.charge[at].cell, state.charge[at].direction):
            count = add_charge(law, state, at, fight, count)
    for named in range(state.fights):
        count = add_contacts(law, state, state.fight[named], state.mover, CONTACTS, fight, count)
    for cell in range(CELLS):
        if not state.field.count[cell]:
            continue
        if holds(&state.field, cell, state.mover):
            count = add_contacts(law, state, cell, state.mover, CONTACTS, fight, count)
        else:
            other[others] = cell
            others += 1
    if law.passive:
        for at in range(others):
            count = add_contacts(law, state, other[at], 1 - state.mover, OTHERS, fight, count)
    return count


cdef int charge_from(const State* state, int cell, int direction) noexcept nogil:
    """The index of a charge, or -1."""
    cdef int at
    for at in range(state.charges):
        if state.charge[at].cell == cell and state.charge[at].direction == direction:
            return at
    return -1


cdef bint listed(const Fight* fight, int count, int cell, int direction) noexcept nogil:
    cdef int at
    for at in range(count):
        if fight[at].cell == cell and fight[at].direction == direction:
            return True
    return False


cdef int add_charge(const Law* law, const State* state, int at, Fight* fight, int count) noexcept nogil:
    fight[count].cell, fight[count].direction = state.charge[at].cell, state.charge[at].direction
    fight[count].group, fight[count].charge, fight[count].tokens = CHARGES, 1, state.charge[at].tokens
    fight[count].lost_contact = not holds(&state.field, state.charge[at].cell, state.mover) or NOWHERE == in_contact(
        law, &state.field, state.charge[at].cell, state.charge[at].direction
    )
    return count + 1


cdef int add_contacts(
    const Law* law, const State* state, int cell, int side, int group, Fight* fight, int count
) noexcept nogil:
    """The fights of a cell that are not listed yet, from either end."""
    cdef int direction, target
    if not holds(&state.field, cell, side):
        return count
    for direction in range(4):
        target = in_contact(law, &state.field, cell, direction)
        if target == NOWHERE or listed(fight, count, cell, direction):
            continue
        if listed(fight, count, target, (direction + 2) & 3):
            continue
        fight[count].cell, fight[count].direction, fight[count].group = cell, direction, group
        fight[count].charge = fight[count].tokens = fight[count].lost_contact = 0
        count += 1
    return count


# --- One fight (WGR-086 to WGR-101) ----------------------------------------------------------------------------------

cdef void fight_out(
    const Law* law, Field* field, const Fight* fight, int target, Roller* roller, EventSink* sink
) noexcept nogil:
    cdef Melee melee
    cdef int number = 1
    melee.law, melee.field, melee.roller, melee.sink = law, field, roller, sink
    melee.cell, melee.target, melee.direction = fight.cell, target, fight.direction
    melee.back = (fight.direction + 2) & 3
    melee.charge, melee.tokens = fight.charge, fight.tokens
    melee.attacker, melee.defender = kind_in(field, fight.cell), kind_in(field, target)
    introduce(&melee, fight.group)
    if melee.charge and not defensive_fire(&melee):
        return
    if melee.tokens and is_cavalry(melee.attacker):
        try_square(&melee)
    while not roller.failed:  # WGR-100: round after round; the winner stays where it is (WGR-101)
        if not attack(&melee, number):
            return
        turn_about(&melee)
        if not defend(&melee, number):
            return
        number += 1


cdef void introduce(Melee* melee, int group) noexcept nogil:
    cdef int at
    if melee.sink == NULL:
        return
    emit(
        melee.sink, FIGHT, melee.cell, melee.direction, melee.target, group, melee.charge, melee.tokens,
        melee.attacker, melee.defender,
    )
    for at in range(melee.field.count[melee.cell]):
        emit(melee.sink, FIGHT_BASE, melee.field.who[melee.cell][at], 1, 0, 0, 0, 0, 0, 0)
    for at in range(melee.field.count[melee.target]):
        emit(melee.sink, FIGHT_BASE, melee.field.who[melee.target][at], 0, 0, 0, 0, 0, 0, 0)


cdef bint throw(
    Melee* melee, int what, int number, int bases, const Odds* odds, int count, uint8_t* dice
) noexcept nogil:
    """Roll so many dice; False: there are none, or they cannot be had."""
    cdef RawEvent* raw
    if count > 0:
        roll(melee.roller, count, dice)
    else:
        count = 0
    raw = emit(
        melee.sink, THROWN, what, number, bases, <uint8_t>odds.charge, <uint8_t>odds.flank, <uint8_t>odds.cover,
        <uint8_t>odds.light, <uint8_t>odds.square,
    )
    add_dice(melee.sink, raw, count, dice)
    return count > 0 and not melee.roller.failed


cdef bint ended(Melee* melee, int after, bint attacker_lost) noexcept nogil:
    """Whether a roll has ended the fight, and if so, how."""
    if after != STANDS:
        emit(melee.sink, FOUGHT, ELIMINATED if after == GONE else RETREATED, attacker_lost, 0, 0, 0, 0, 0, 0)
        return True
    if attacker_lost and not facing_count(melee.field, melee.cell, melee.direction):
        emit(melee.sink, FOUGHT, NO_ATTACKERS, True, 0, 0, 0, 0, 0, 0)
        return True
    return False


cdef int squared(const Field* field, int cell) noexcept nogil:
    """Bases in square there; infantry counts as in square where all are (WGR-094)."""
    return facing_count(field, cell, SQUARE)


cdef bint defensive_fire(Melee* melee) noexcept nogil:
    """WGR-087 by those that WGR-088 has face the charge, with effect at once (WGR-089); False: the fight is over."""
    cdef uint8_t dice[MOST_DICE]
    cdef Odds odds = Odds(0, 0, 0, 0, 0)
    cdef const Law* law = melee.law
    cdef int facing, count
    if is_cavalry(melee.defender):
        return True
    facing = facing_count(melee.field, melee.target, melee.back)
    if law.farm[melee.target]:
        facing = melee.field.count[melee.target] - squared(melee.field, melee.target)
    if melee.defender == ARTILLERY:
        if not facing:
            return True
        count = 2 * facing
        odds.cover = -cover_from_guns(law, melee.target, melee.back, melee.cell)
    elif facing:
        count = min(2, facing)
        odds.cover = -<int>law.musket_cover[melee.cell]
    elif squared(melee.field, melee.target):
        count = facing = 1
        odds.cover = -<int>law.musket_cover[melee.cell]
    else:
        return True
    if count + odds.cover < 1 or not throw(melee, DEFENSIVE, 1, facing, &odds, count + odds.cover, dice):
        return True
    return not ended(
        melee, apply_roll(law, melee.field, melee.cell, melee.back, dice, count + odds.cover, melee.sink), True
    )


cdef void try_square(Melee* melee) noexcept nogil:
    """WGR-090, of cavalry with sword tokens."""
    cdef uint8_t dice[MOST_DICE]
    cdef Odds odds = Odds(0, 0, 0, 0, 0)
    cdef Field* field = melee.field
    cdef int at, formed = 0, bases = field.count[melee.target]
    if not is_infantry(melee.defender) or squared(field, melee.target) == bases or sheltered(melee):
        return
    if not throw(melee, FOR_SQUARE, 1, bases, &odds, melee.tokens, dice):
        return
    for at in range(melee.tokens):
        formed |= dice[at] == PUSH
    emit(melee.sink, IN_SQUARE, formed, 0, 0, 0, 0, 0, 0, 0)
    if formed:
        for at in range(bases):
            field.facing[field.who[melee.target][at]] = SQUARE


cdef bint sheltered(Melee* melee) noexcept nogil:
    """Option cover_vs_cavalry=steady (WGR-R38)."""
    return melee.law.steady and melee.law.obstacle[melee.target]


cdef bint attack(Melee* melee, int number) noexcept nogil:
    """WGR-091 with WGR-092, with effect at once (WGR-095); False: the fight is over."""
    cdef uint8_t dice[MOST_DICE]
    cdef Odds odds = Odds(0, 0, 0, 0, 0)
    cdef Field* field = melee.field
    cdef int bases = facing_count(field, melee.cell, melee.direction), count
    if number == 1:
        odds.charge = melee.charge and melee.law.charge_bonus
        odds.flank = from_flank(melee)
        odds.cover = -<int>melee.law.melee_cover[melee.target]
        odds.light = -1 if melee.attacker == LIGHT and melee.defender == HEAVY else 0
        if is_cavalry(melee.attacker) and is_infantry(melee.defender):
            odds.square = -1 if squared(field, melee.target) == field.count[melee.target] else 0
    count = bases + odds.charge + odds.flank + odds.cover + odds.light + odds.square
    if not throw(melee, ATTACK, number, bases, &odds, count, dice):
        return True
    return not ended(
        melee, apply_roll(melee.law, field, melee.target, melee.direction, dice, count, melee.sink), False
    )


cdef bint from_flank(Melee* melee) noexcept nogil:
    """WGR-093."""
    if melee.law.farm[melee.target] or squared(melee.field, melee.target):
        return False
    return not facing_count(melee.field, melee.target, melee.back)


cdef void turn_about(Melee* melee) noexcept nogil:
    """WGR-096."""
    cdef int at, base
    for at in range(melee.field.count[melee.target]):
        base = melee.field.who[melee.target][at]
        if melee.field.facing[base] != SQUARE:
            melee.field.facing[base] = melee.back


cdef bint defend(Melee* melee, int number) noexcept nogil:
    """WGR-097 with WGR-098, with effect at once (WGR-099); False: the fight is over."""
    cdef uint8_t dice[MOST_DICE]
    cdef Odds odds = Odds(0, 0, 0, 0, 0)
    cdef Field* field = melee.field
    cdef int bases = field.count[melee.target], count
    if number == 1:
        if is_infantry(melee.defender) and is_cavalry(melee.attacker) and not sheltered(melee):
            odds.square = -1 if squared(field, melee.target) < bases else 0
        odds.light = -1 if melee.defender == LIGHT and melee.attacker == HEAVY else 0
    count = bases + odds.light + odds.square
    if not throw(melee, DEFENCE, number, bases, &odds, count, dice):
        return True
    return not ended(melee, apply_roll(melee.law, field, melee.cell, melee.back, dice, count, melee.sink), True)
