"""The search of the robots: ways to play the throws of a turn, and what the next seats make of them."""

from libc.stdint cimport uint8_t, uint64_t

from core.rulesets.conflict.board cimport SEATS, SET, Law
from core.rulesets.conflict.evaluation cimport Ground, Scales, Standing
from core.rulesets.conflict.field cimport LONGEST, Field, Walk
from core.rulesets.conflict.position cimport THROWS, State
from core.rulesets.conflict.throws cimport MOVES, Throw
from core.rulesets.conflict.walks cimport Findings, Walker

cdef enum:
    MOST_KEPT = 16  # walks of a piece by a die
    MOST_SINGLES = SET * MOST_KEPT
    MOST_PAIRS = 256
    MOST_LINES = 64


cdef struct Effort:  # how much is looked at
    int kept  # walks of a piece by a die, by a first guess
    int pairs  # of them, weighed in full
    int followed  # first moves after which all second ones are looked at
    int lines  # ways to play a throw that are remembered
    int candidates  # of them, answers are looked for
    int answers  # walks of a piece by a die in an answer
    int answer_pairs
    int depth  # turns of others that are looked at
    int deeper  # candidates that are looked at a turn deeper
    int answers_then  # as many walks and pairs in an answer, where it is looked deeper
    double whim  # near-ties within so much are broken by a hash


cdef struct Single:
    Walk walk
    double worth


cdef struct Line:  # a way to play the throws so far
    Field field
    double worth
    uint64_t key
    bint ended  # the game or the turn is over
    uint8_t throws
    uint8_t moves[THROWS]
    uint8_t brought_in[THROWS]  # a piece, or NOBODY
    uint8_t sent_back  # the same
    Walk walk[THROWS * MOVES]


cdef class Search:
    cdef Ground ground
    cdef Law law
    cdef State state  # as it is before the turn
    cdef Scales scales
    cdef Effort effort
    cdef uint64_t whim
    cdef int seat
    cdef Walker walker
    cdef Findings findings
    cdef Line* line  # 2 * MOST_LINES: those before a throw, and those after
    cdef int lines
    cdef Line* after
    cdef int found
    cdef bint failed  # out of memory


cdef void think(Search search) noexcept nogil  # the best first in `line`, of which there is at least one
