"""The attack phase and the end of an army turn, in C: WWG-060 to WWG-129.

A line of orders is resolved by `resolve` on the field of a `Phase`. Dice come from a `Roller`; what happened goes to an
`EventLog`, if there is one.
"""

from libc.stdint cimport int16_t, uint8_t

from core.rulesets.waterloo_wargame.field cimport MOST, Field, Law, Roster, Set
from core.stream cimport Stream

cdef enum:
    MOST_IN_LINE = 128  # pieces or guns named in a line
    MOST_LOGGED = 512
    MOST_DICE = 4 * MOST_IN_LINE  # two a side for each gun of a line


# --- Dice ------------------------------------------------------------------------------------------------------------
#
# Dice of a game are Python values, so a line is resolved with the dice at hand; where they do not suffice `wanting` is
# set, the result is thrown away, and the line is resolved again on a fresh copy of the field with one die more. Those
# of a simulation come from its stream, and are noted.

cdef struct Roller:
    Stream* stream  # of a simulation, or NULL: take the dice in `die`
    int given
    int used  # how many of `die` have been rolled
    bint wanting
    uint8_t die[MOST_DICE]


# --- What is logged --------------------------------------------------------------------------------------------------

cdef enum EventKind:
    EVADED  # piece, from, to, yards; other: the first attacker; number: 0 attack, 1 fire; pieces: who attacked
    PUSHED  # piece, other: the gun, number: die, yards gone, from, to; bar
    BARRAGE  # piece, pieces: guns
    DUEL  # piece, other: the gun, attack, defence, number: Result
    BOMBARD  # piece, other: the gun, point, attack.die, number: hit
    FOUGHT  # piece: T, other: lead, point, pieces, support, attack, defence, face, number: Result
    REMOVED  # piece, number: Cause, losses
    FELL_TO  # piece: the new carrier or NOBODY; other: the old one; side
    RETREATED  # piece, from, to, yards, number: 0 draw, 1 loser; other: towards whom, or NOBODY
    ADVANCED  # piece, from, to, yards


cdef enum Result:
    DRAWN
    ATTACKER
    DEFENDER


cdef enum Cause:
    LOST
    CASUALTY
    BY_BARRAGE
    BY_DUEL
    BY_BOMBARD
    WITH_GENERAL
    DRIVEN
    OVER_EDGE
    BY_EXIT


cdef enum:
    NO_POINT = -1
    BAR_NONE = 0  # what stopped a push short
    BAR_PIECE = 1
    BAR_WALL = 2
    BAR_EDGE = 3


cdef struct Score:
    uint8_t men, initiative, face, strongpoint, general, unequal
    uint8_t dice  # thrown
    uint8_t die[2]


cdef struct Pose:
    int16_t x, y, h


cdef struct LoggedEvent:
    EventKind kind
    uint8_t side, piece, other, face
    int number, point, yards
    int bar, barred_by
    Pose before, after
    Set pieces, support
    Score attack, defence
    int16_t losses[2]


cdef struct EventLog:
    int count
    LoggedEvent logged[MOST_LOGGED]


# --- Orders of the attack phase --------------------------------------------------------------------------------------

cdef struct Engagement:
    bint is_fire
    int number  # of the order line
    uint8_t target  # the piece; for a strongpoint NOBODY
    int point  # the strongpoint named, or NO_POINT
    int count
    uint8_t piece[MOST_IN_LINE]  # guns, or attackers, as written
    bint advance
    uint8_t advancer  # or NOBODY
    bint falls_back  # retreats after a draw
    bint reached
    bint shared  # a gun of it has fired with an earlier line (WWG-099)


cdef enum Fault:
    SOUND
    GONE  # a piece, or the target
    OWN_TARGET  # E15
    NO_GARRISON  # E31
    GUN_IN_ATTACK  # E19
    CAVALRY_AT_WALL  # E20
    TOO_MANY  # E18
    JOINED  # E22
    LOCKED  # E21
    APART  # E17
    UNTOUCHED  # E16
    NO_ADVANCER  # E29
    USED  # WWG-066
    OVER_CAP  # WWG-132
    NO_GUN  # E32
    HAS_MOVED  # E13
    OUT_OF_ARC  # E14
    GUNS_USED  # WWG-068


cdef enum FireEffect:
    DRIVES  # WWG-100
    DESTROYS  # WWG-101
    DUELS  # WWG-102
    BOMBARDS  # WWG-103


cdef struct Finding:
    Fault fault
    int target  # T, where it is known; else NOBODY
    int piece, other  # whom it concerns, or NOBODY
    int men  # thousands


cdef struct Phase:
    const Law* law
    const Roster* roster
    Field* field
    int side  # whose turn it is
    Set moved  # this turn
    Set fought  # WWG-066
    Set fired
    int joined  # whom the General has joined this turn, or NOBODY (WWG-058)
    Roller* roller
    EventLog* log  # or NULL
    uint8_t component[MOST]  # WWG-132: the first piece of the component at the start of the phase
    uint8_t attacking[MOST]  # by component: thousands that have attacked
    uint8_t supporting[MOST]  # by component: thousands that have defended


cdef void open_phase(
    Phase* phase, const Law* law, const Roster* roster, Field* field, const Set* moved, int joined, Roller* roller,
    EventLog* log
) noexcept nogil
cdef int roll(Roller* roller) noexcept nogil  # 1 .. 6

cdef Finding judge_attack(const Phase* phase, const Engagement* line) noexcept nogil
cdef Finding judge_gun(const Phase* phase, const Engagement* line, int gun) noexcept nogil
cdef int target_of(const Phase* phase, const Engagement* line) noexcept nogil  # T, or NOBODY: there is none
cdef int largest_of(const Roster* roster, const Set* pieces) noexcept nogil  # first of equals, or NOBODY
cdef int lead_of(const Phase* phase, const Engagement* line, int target) noexcept nogil  # the index in the line, or -1
cdef void score_attack(const Phase* phase, const Engagement* line, int target, Score* score) noexcept nogil
cdef void score_defence(
    const Phase* phase, const Engagement* line, const Set* support, int target, Score* score
) noexcept nogil
cdef Set choose_support(const Phase* phase, const Engagement* line, int target) noexcept nogil
cdef void score_duel(const Phase* phase, int gun, int target, Score* ours, Score* theirs) noexcept nogil
cdef int total(const Score* score) noexcept nogil
cdef void even_out(const Law* law, Score* attack, Score* defence) noexcept nogil  # WWG-131

cdef bint would_evade(const Phase* phase, const Engagement* line, int target) noexcept nogil
cdef FireEffect effect_of_fire(const Phase* phase, int target, int guns) noexcept nogil
cdef void count_attackers(Phase* phase, const Engagement* lines, int count) noexcept nogil
cdef Finding resolve(Phase* phase, Engagement* lines, int count, int at) noexcept nogil

cdef void remove_pieces(Phase* phase, const Set* gone, Cause why) noexcept nogil
cdef bint won(const Law* law, Field* field) noexcept nogil  # WWG-125; ends the game if so
cdef bint begin_turn(Field* field) noexcept nogil
cdef void end_turn(const Law* law, const Roster* roster, Field* field) noexcept nogil
