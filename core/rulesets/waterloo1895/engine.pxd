"""The turn engine: a game while it is being adjudicated, the one mutable thing in these rules, never handed out."""

from core.rulesets.waterloo1895.board cimport Variant
from core.rulesets.waterloo1895.position cimport Position
from core.rulesets.waterloo1895.search cimport Search
from core.rulesets.waterloo1895.divisions cimport Division


cdef class TurnEngine:
    cdef Position position  # its own copy
    cdef Variant variant
    cdef list events
    cdef bint under_way  # the present throw has been begun: `search` and `must` stand for it
    cdef Search search  # the throw: who has moved, which dice are left
    cdef int must  # K of the throw (W95-063); of no meaning in the children's game
    cdef int moves  # made in this throw

    cdef bint over(self) noexcept
    cdef list roll(self, dice, int number)
    cdef dict duty(self)
    cdef void begin_throw(self) except *
    cdef bint owed(self) noexcept
    cdef bint may_end(self) noexcept
    cdef int ride(self, int piece, int spot) except -1
    cdef dict leg_facts(self, list dice, int spot, int captured)
    cdef dict record(self, int piece, int start, list legs, bint auto)
    cdef dict carry_out(self, int piece, const Division* division, list spots, bint auto)
    cdef list play_auto(self)
    cdef void finish_throw(self) except *
    cdef void end_throw(self) except *
    cdef void next_turn(self) except *
    cdef void advance(self) except *
    cdef void throw_dice(self, dice) except *
    cdef void throw_for_start(self, dice) except *
    cdef void proceed(self, dice, int auto_turn) except *
    cdef void post(self, int army, posts, bint default) except *
    cdef void open_play(self) except *
    cdef void resign(self, seat) except *
    cdef void take_off(self, int army) except *
    cdef dict offer_draw(self, seat)
    cdef bint agree(self) except -1
    cdef void end_by_landing(self, int end, int army) except *
    cdef void end(self, winners, reason, clause) except *
    cdef void emit(self, kind, facts, clause) except *
    cdef void emit_turn(self) except *
    cdef str letter(self)
