"""The pursuit that ends an Expert battle: riders, fugitives, plans, levels of victory (SWL-160 to SWL-173, SWL-R62).

First what an action does and when the pursuit ends, in C; then what a line of a mail comes to and what is told of it.
"""

from libc.stdint cimport uint8_t

from core.rulesets.stratego_waterloo.battle cimport Battle
from core.rulesets.stratego_waterloo.board cimport MOST_PIECES, Law
from core.rulesets.stratego_waterloo.position cimport Position
from core.rulesets.stratego_waterloo.state cimport State


cdef enum ActKind:
    CUTS = 0  # SWL-165
    CHARGES = 1  # SWL-166
    SAVES = 2  # SWL-168
    RETIRES = 3  # SWL-169


cdef enum Cause:  # for the end of the pursuit (SWL-170)
    NO_CAUSE = 0
    SAID = 1  # the victor says so
    IDLE = 2  # he used no action in a ply
    NO_RIDERS = 3  # he has none at the start of a ply
    NO_ACTIONS = 4  # nor any action
    NOTHING_LEFT = 5  # no fugitive, no rider of the defeated
    NO_FUGITIVES = 6  # the automatic policy stops (SWL-R62)


cdef struct Act:
    uint8_t kind  # an ActKind
    uint8_t rider  # slot of the own rider; SAVES: NONE
    uint8_t target  # slot of the fugitive or of the enemy's rider; RETIRES: NONE


cdef struct Riders:
    uint8_t slot[MOST_PIECES]
    int count


cdef void gather(const Law* law, const State* state, int seat, Riders* riders) noexcept nogil  # in the order of names
cdef void set_out(
    const Law* law, State* state, const Riders* victors, const Riders* defeated
) noexcept nogil  # state.victor is set; labels go in the order given
cdef int rider_with(const Law* law, const State* state, int seat, int label) noexcept nogil  # slot, or NONE
cdef bint is_fugitive(const Law* law, const State* state, int slot) noexcept nogil
cdef int count_fugitives(const Law* law, const State* state) noexcept nogil
cdef int count_riders(const Law* law, const State* state, int seat) noexcept nogil
cdef int act(const Law* law, State* state, const Act* done) noexcept nogil  # slot of the loser of a charge, or NONE
cdef bint nothing_left(const Law* law, const State* state) noexcept nogil  # SWL-170: fugitives and defeated riders
cdef bint can_act(const Law* law, const State* state) noexcept nogil  # whether the mover can do anything
cdef int cause_to_end(const Law* law, const State* state) noexcept nogil  # a Cause, at the start of a ply of the victor
cdef int next_ply(const Law* law, State* state) noexcept nogil  # ends the ply; a Cause where the pursuit is to end
cdef void call_off(const Law* law, State* state) noexcept nogil  # ends the pursuit: SWL-171
cdef bint by_policy(const Law* law, const State* state, Act* chosen) noexcept nogil  # SWL-R62; False: nothing to do
cdef bint by_plan(const Law* law, State* state, Act* chosen) noexcept nogil  # False: no plan, or it is used up


cdef str label_of(Position position, int slot)  # of a rider
cdef void begin(Battle battle) except *  # the battle has come to it: PURSUING, the victor known
cdef list judge(Position position, int seat, lines)  # a Verdict for each line; nothing is played
cdef list carry_out(Battle battle, int seat, lines)  # a Verdict for each line; plans run on from there
cdef void decide_for_silent(Battle battle, int seat) except *  # the deadline has passed (SWL-R62)
