"""A game outside of combat, in C: actions spent, pieces that come and go, the Prussians, the ends, the clock."""

from libc.stdint cimport uint8_t

from core.rulesets.stratego_waterloo.board cimport MOST_FLAGS, Law
from core.rulesets.stratego_waterloo.state cimport Piece, State


cdef struct Turning:  # what happened between one ply and the next
    bint wants_die  # the battle die of SWL-180: go on with decide_grouchy()
    uint8_t new_turn  # the counter went on
    uint8_t rolled  # SWL-180 was decided now
    uint8_t late  # pieces that joined the pool (SWL-177)
    uint8_t drawn[MOST_FLAGS]  # slots of the Prussians that came
    uint8_t drawn_count
    uint8_t cards_due  # RED may take two cards from now on (SWL-114)
    uint8_t lapsed  # the seat whose draw offer lapsed, or NONE


cdef int allowance(const Law* law, const State* state, int seat) noexcept nogil  # N at the start of a ply
cdef int pursuit_allowance(const Law* law, const State* state, int seat) noexcept nogil  # SWL-163
cdef bint prussian_action(const Law* law, const State* state) noexcept nogil  # P (SWL-110)
cdef void spend(const Law* law, State* state, int nation) noexcept nogil  # one action; NONE: of both nations
cdef void pay_card(const Law* law, State* state, int card, int nation) noexcept nogil  # SWL-136: of the mover
cdef void take_discard(State* state, int card) noexcept nogil  # SWL-146
cdef void take_pick(State* state, int seat, int kept, int burnt) noexcept nogil  # SWL-132; burnt NONE: the last card
cdef void scout(const Law* law, State* state, int slot) noexcept nogil  # SWL-139
cdef void fill_bag(const Law* law, State* state) noexcept nogil  # SWL-013: the Prussians, in order
cdef void walk(const Law* law, State* state, int slot, int to) noexcept nogil
cdef void come_on(const Law* law, State* state, int slot, int square) noexcept nogil  # SWL-080, SWL-089, SWL-091
cdef int draw_prussian(const Law* law, State* state, int square) noexcept nogil  # the next one; its slot
cdef int landing(const Law* law, const State* state, int flag) noexcept nogil  # SWL-107: a square, or NONE
cdef bint prussians_come(const Law* law, const State* state) noexcept nogil  # whether Prussians can be drawn this turn
cdef void send_to_rest(const Law* law, State* state, int slot) noexcept nogil
cdef int conquer(const Law* law, State* state, uint8_t* tiles) noexcept nogil  # SWL-118: how many changed
cdef bint occupied(const Law* law, State* state, int actor) noexcept nogil  # SWL-097: whether the battle has ended now
cdef bint after(const Law* law, State* state, int actor) noexcept nogil  # both; for playouts
cdef bint may_return(const Law* law, const State* state, int seat) noexcept nogil  # a withdrawn CMD could still return
cdef int next_of(const Law* law, const State* state, int code) noexcept nogil  # SWL-096: slot in the pool, or NONE
cdef bint brings_an_action(const Law* law, const Piece* piece) noexcept nogil  # a withdrawn commander (SWL-089)
cdef bint may_bring(const Law* law, const State* state, int slot) noexcept nogil  # actions suffice: SWL-089, SWL-111
cdef bint may_take(const Law* law, const State* state) noexcept nogil  # SWL-146
cdef int drawing_squares(const Law* law, const State* state, uint8_t* out) noexcept nogil  # SWL-R24
cdef void open_first(const Law* law, State* state) noexcept nogil  # the first ply of the game
cdef void open_ply(const Law* law, State* state) noexcept nogil
cdef void offer(State* state, int seat) noexcept nogil  # a draw, or the same offer anew: SWL-103
cdef void close_ply(const Law* law, State* state, Turning* turning) noexcept nogil
cdef void decide_grouchy(const Law* law, State* state, Turning* turning, int face) noexcept nogil
