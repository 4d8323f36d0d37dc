"""What a position is worth to a side: forces, what can be taken next, how far it is to the lines of retreat.

See evaluation.pyx. Not for: choosing, which is `robots`; nor for the rules, of which it takes a rough view.
"""

from libc.stdint cimport uint16_t, uint8_t

from core.rulesets.stratego_waterloo.board cimport SQUARES, Law
from core.rulesets.stratego_waterloo.squares cimport SquareSet
from core.rulesets.stratego_waterloo.state cimport State

cdef enum:
    POINT = 100
    WIN = 1_000_000  # in hundredths of a point
    MOST_ATTACKS = 512  # of one side
    MOST_NEED = 10  # actions to the lines of retreat, for two pieces together


cdef struct Weights:  # in hundredths of a point; shares in per cent
    int strength[7]  # of a piece of this current strength
    int immune  # what light infantry is worth besides
    int gun
    int cmd
    int cinc
    int fatal  # a Commander-in-Chief whose loss ends the game
    int block
    int pool  # share of its worth that a piece has in the pool
    int row  # a row forward
    int threat  # share of what the enemy can take next
    int hidden  # share of it where he does not know what he would take
    int veiled  # share of what is taken by the mover where he does not know what he would take
    int back  # share of what would be taken back
    int now  # share of what can be taken with the actions left
    int later  # and in the next ply
    int lines[MOST_NEED + 1]  # by the actions that two pieces need to the enemy's lines of retreat
    int rush  # the actions at hand suffice
    int rushed  # the enemy's do
    int ruled  # two pieces in a section that has turned out not to be the enemy's lines
    int chase  # a pursuit that will be won


cdef struct Attack:
    uint8_t slot
    uint8_t target


cdef struct Field:  # a state, as far as squares are concerned, and who reaches whom
    SquareSet held[2]
    SquareSet empty
    SquareSet open  # empty, and no building: for cavalry and guns
    SquareSet farms
    SquareSet hills
    Attack attack[2][MOST_ATTACKS]
    int attacks[2]
    uint16_t guard[SQUARES]  # what could take back on a square: strengths as bits, BY_A_GUN


cdef void read_weights(weights, Weights* read) except *  # from a mapping by name, in points
cdef int weigh(const Law* law, const State* state, const Weights* weights, int seat, int left) noexcept nogil
cdef int forces(const Law* law, const State* state, const Weights* weights, int seat) noexcept nogil
cdef int worth_of(const Law* law, const State* state, const Weights* weights, int slot) noexcept nogil
cdef void survey(const Law* law, const State* state, Field* field) noexcept nogil
cdef int gain_of(
    const Law* law, const State* state, const Weights* weights, const Field* field, const Attack* attack
) noexcept nogil  # 0: the attack is better not made
