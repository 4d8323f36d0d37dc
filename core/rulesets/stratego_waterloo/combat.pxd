"""An attack with all its frenzy, and a shot: SWL-037 to SWL-072, and what terrain, cards and leaders add to them.

An attack is carried out step by step: `strike` begins it, and whenever `wants_die` is set the caller rolls the battle
die and goes on with `decide`. So the rules need no dice of their own, in a game or in a playout.
"""

from libc.stdint cimport uint8_t

from core.rulesets.stratego_waterloo.actions cimport Assault
from core.rulesets.stratego_waterloo.board cimport Law
from core.rulesets.stratego_waterloo.state cimport State


cdef enum:  # Face: of the battle die (SWL-052)
    BLUE_WINS = 0
    RED_WINS = 1
    BLUE_FRENZY = 2
    RED_FRENZY = 3
    RED_RETREATS = 4
    BLUE_RETREATS = 5
    NOT_ROLLED = 6

cdef enum:  # How: what decided
    BY_STRENGTH = 0
    BY_DIE = 1
    GUN_FRONT = 2
    GUN_FLANK = 3
    CINC_ATTACKS = 4
    CINC_ATTACKED = 5
    OWN_TIE = 6
    REPULSED = 7

cdef enum:  # Fate
    NOBODY_FALLS = 0
    FALLS = 1
    WITHDRAWS = 2

cdef enum:  # Stop: why a frenzy goes no further
    GOES_ON = 0
    NO_FRENZY = 1
    NEXT_EMPTY = 2
    BOARD_EDGE = 3
    BARRED_FARM = 4  # SWL-060
    NOBODY_INSIDE = 5  # SWL-061
    GAME_ENDS = 6  # SWL-099

cdef enum:
    MOST_BLOWS = 120  # each but the last removes a piece from the board


cdef struct Blow:
    uint8_t attacker_code
    uint8_t defender_code
    uint8_t attacker_blocks  # before
    uint8_t defender_blocks
    uint8_t square  # from where the attacker fights
    uint8_t target
    uint8_t direction
    uint8_t attacker_strength  # effective
    uint8_t defender_strength
    uint8_t spirits  # seats whose Fighting spirit counts in this combat, as bits
    uint8_t played  # seats that have played it in this combat, as bits
    uint8_t how
    uint8_t face
    uint8_t attacker_wins  # 0 or 1; with NOBODY_FALLS neither
    uint8_t fate  # of the loser
    uint8_t winner_to  # the square the winner advanced to, or NONE
    uint8_t blocks_after  # of the attacker, if it survives
    uint8_t stop
    uint8_t next  # the square that the frenzy goes on against, or NONE


cdef struct Fight:
    bint wants_die
    uint8_t attacker  # slots
    uint8_t defender
    uint8_t square
    uint8_t target
    uint8_t direction
    uint8_t then  # the square that the first attacker's owner chose inside a building, or NONE
    uint8_t chooser  # his seat
    uint8_t raised[2]  # slot of the piece of a seat that has Fighting spirit, or NONE
    uint8_t won  # whether the original target was eliminated or withdrawn: what `if won` asks
    uint8_t blows
    Blow blow[MOST_BLOWS]


cdef struct Shot:
    uint8_t gun  # slot
    uint8_t tile  # the tile that is hit, or NONE
    uint8_t code  # of the piece that is hit
    uint8_t square
    uint8_t blocks
    uint8_t immune  # SWL-069
    uint8_t destroyed  # the building


cdef void strike(
    const Law* law, State* state, Fight* fight, int slot, const Assault* assault, bint spirit, int then
) noexcept nogil
cdef void decide(const Law* law, State* state, Fight* fight, int face) noexcept nogil
cdef void suppose_attack(
    const Law* law, State* state, int slot, const Assault* assault, bint spirit
) noexcept nogil  # it costs what it costs, and succeeds
cdef void suppose_shot(const Law* law, State* state, int slot, int target) noexcept nogil  # it succeeds
cdef void succeed(const Law* law, State* state, int slot, int target) noexcept nogil  # nothing but the success
cdef void shoot(const Law* law, State* state, int slot, int target, Shot* shot) noexcept nogil
cdef int attack_bonus(const Law* law, const State* state, int code, int square) noexcept nogil  # SWL-120, SWL-150
cdef int defence_bonus(const Law* law, const State* state, int code, int square, int assault) noexcept nogil
cdef bint chief_falls(const Law* law, State* state, int code) noexcept nogil  # SWL-090, SWL-101, SWL-154
