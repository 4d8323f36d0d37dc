"""The tables of throws. See chances.pxd."""

from itertools import combinations, combinations_with_replacement

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset

from core.rulesets.waterloo1895.board cimport FACES
from core.rulesets.waterloo1895.divisions cimport DICE, dice_set_of

cdef Chances table

KIND_LIST = sorted(combinations_with_replacement(range(1, FACES + 1), DICE), key=lambda dice: (len(set(dice)), dice))


cdef const Chances* chances() noexcept nogil:
    return &table


cdef void enter(int kind, tuple dice) except *:
    cdef uint8_t cast[DICE]
    cdef uint64_t bit = <uint64_t>1 << kind
    cdef int at
    for at in range(DICE):
        cast[at] = table.die[kind][at] = dice[at]
        table.one[<int>dice[at]] |= bit
    table.dice_set[kind] = dice_set_of(cast)
    table.ways[kind] = (1, 3, 6)[len(set(dice)) - 1]
    for one, other in combinations(dice, 2):
        table.two[<int>one][<int>other] |= bit
        table.two[<int>other][<int>one] |= bit
    for count in range(1, DICE + 1):
        for ridden in combinations(range(DICE), count):
            links = sum([dice[<int>place] for place in ridden])
            table.ride[<int>links] |= bit
            for place in range(DICE):
                if place not in ridden:
                    table.ride_and[<int>links][<int>dice[<int>place]] |= bit


cdef void build() except *:
    memset(&table, 0, sizeof(Chances))
    for kind, dice in enumerate(KIND_LIST):
        enter(kind, dice)


build()
