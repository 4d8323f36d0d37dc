"""The dry run of a turn's orders: every line judged and played in its place, on a copy of the position."""

from core.rulesets.conflict.board cimport Variant
from core.rulesets.conflict.field cimport Walk
from core.rulesets.conflict.position cimport Position
from core.rulesets.conflict.throws cimport Throw
from core.rulesets.conflict.walks cimport Findings, Walker


cdef class DryRun:
    cdef readonly Position position  # as the lines judged so far have left it
    cdef readonly dict verdicts  # index of the line -> Verdict
    cdef readonly list on_the_whole  # Verdicts on no line
    cdef readonly list events
    cdef readonly bint failed  # a line or the whole was refused
    cdef readonly bint ended  # the game or the mover's turn is over (CON-034, CON-035)
    cdef Variant variant
    cdef int seat  # the mover
    cdef int number  # the throw's index
    cdef Throw throw  # the throw under way
    cdef Throw at_first  # the same before its first move
    cdef bint moving  # `at_first` is set
    cdef bint brought_in  # a reserve piece has come in by this throw
    cdef object back  # the line that names the penalty piece with its index, or None
    cdef Walker walker
    cdef Findings findings

    cdef dict blocks(self, list lines)
    cdef void play_throw(self, list lines) except *
    cdef dict play_line(self, index, line)
    cdef void accept(self, index, line, dict facts) except *
    cdef dict move(self, order)
    cdef void start_moving(self) noexcept
    cdef int moves_allowed(self) noexcept
    cdef bint is_without_moves(self) noexcept
    cdef int mover_meant(self, unit) except -1
    cdef int piece_meant(self, unit) except -1
    cdef int die_meant(self, int piece, die, steps) except -1
    cdef tuple named(self, unit)
    cdef object without_start(self, order, int piece)
    cdef str start_of(self, int piece)
    cdef void find_die(self, order, int piece, Walk* walk) except *
    cdef void find_walk(self, order, int piece, int length, Walk* walk) except *
    cdef void follow_walk(self, order, int piece, int length, Walk* walk) except *
    cdef void refuse_loss(self, const Walk* walk) except *
    cdef void close_throw(self, tuple passing) except *
    cdef void demand_moves(self, bint passing) except *
    cdef list dice(self)
