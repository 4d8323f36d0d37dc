"""The tables of divisions. See divisions.pxd."""

from itertools import combinations, combinations_with_replacement, permutations

from libc.stdint cimport uint8_t
from libc.string cimport memcmp, memset

cdef uint8_t count_of[DICE_SETS]
cdef uint8_t number_of[7][7][7]  # the dice set of three dice ascending, 0 for a lacking one
cdef Divisions singles[DICE_SETS]
cdef Divisions doublets[DICE_SETS]  # halts between equal dice only (W95-040, W95-041)
cdef Divisions always[DICE_SETS]  # halts between any two dice (option halts=always)

DICE_SET_LIST = [dice for count in range(DICE + 1) for dice in combinations_with_replacement(range(1, 7), count)]


cdef const Divisions* infantry_divisions() noexcept nogil:
    return &singles[0]


cdef const Divisions* cavalry_divisions(bint halts_always) noexcept nogil:
    return &always[0] if halts_always else &doublets[0]


cdef int dice_in(int dice_set) noexcept nogil:
    return count_of[dice_set]


cdef int dice_set_of(const uint8_t* dice) noexcept nogil:
    return number_of[dice[0]][dice[1]][dice[2]]


cdef tuple dice_of(int dice_set):
    return DICE_SET_LIST[dice_set]


cdef const Division* division_with(const Divisions* divisions, list legs) except? NULL:
    """The division whose legs use these dice, in any order within a leg."""
    cdef uint8_t wanted[DICE][DICE]
    cdef int leg, at, index
    memset(wanted, 0, sizeof(wanted))
    for leg, dice in enumerate(legs):
        for at, die in enumerate(sorted(dice)):
            wanted[leg][at] = die
    for index in range(divisions.count):
        # Every leg has a die, so that equal dice are equally many legs.
        if memcmp(divisions.division[index].die, wanted, sizeof(wanted)) == 0:
            return &divisions.division[index]
    return NULL


cdef tuple legs_of(const Division* division):
    """The dice of each leg, ascending."""
    cdef int leg, at
    cdef list legs = [[] for _ in range(division.legs)]
    for leg in range(division.legs):
        for at in range(DICE):
            if division.die[leg][at]:
                legs[leg].append(division.die[leg][at])
    return tuple(tuple(leg_dice) for leg_dice in legs)


def all_divisions(dice):
    """Every way to ride these dice in legs: a set of tuples of legs, each a sorted tuple of dice."""
    legs = set()
    for order in permutations(dice):
        for cuts in range(len(dice)):
            for places in combinations(range(1, len(dice)), cuts):
                ends = (0, *places, len(dice))
                legs.add(tuple(tuple(sorted(order[a:b])) for a, b in zip(ends, ends[1:], strict=False)))
    return legs


def halts_at_equal_dice(legs):
    """Halts part equal dice, so one number stands in every leg (W95-040, W95-041).

    Nobody has to halt (W95-043), a triplet has one halt or two (W95-044), a third die stretches a leg (W95-045).
    """
    return len(legs) == 1 or any(all(die in leg for leg in legs) for die in legs[0])


def rank(legs):
    """The order of divisions: fewer dice, fewer legs, then the dice leg by leg (used by W95-132)."""
    return sum(map(len, legs)), len(legs), legs


cdef void enter(Divisions* divisions, tuple whole, list all_legs) except *:
    cdef Division* division
    divisions.count = len(all_legs)
    for index, legs in enumerate(sorted(all_legs, key=rank)):
        division = &divisions.division[<int>index]
        rest = list(whole)
        division.legs = len(legs)
        for at, leg in enumerate(legs):
            division.length[<int>at] = sum(leg)
            for place, die in enumerate(leg):
                division.die[<int>at][<int>place] = die
                rest.remove(die)
        division.dice = len(whole) - len(rest)
        division.rest = DICE_SET_LIST.index(tuple(rest))


cdef void build() except *:
    for index, whole in enumerate(DICE_SET_LIST):
        count_of[<int>index] = len(whole)
        a, b, c = (0,) * (DICE - len(whole)) + whole
        number_of[<int>a][<int>b][<int>c] = index
        parts = {part for size in range(1, len(whole) + 1) for part in combinations(whole, size)}
        legs = [division for part in parts for division in all_divisions(part)]
        enter(&singles[<int>index], whole, [((die,),) for die in set(whole)])
        enter(&doublets[<int>index], whole, [division for division in legs if halts_at_equal_dice(division)])
        enter(&always[<int>index], whole, legs)


build()
