"""Walks of one piece by one die (CON-037 to CON-079), and the choice of a walk where only its end is ordered.

A `Walker` is a `core.boards.grid.Course` that carries along what happens on the way: captures, mines, players who go
out. The `Field` is only read; `field.carry_out` does what a walk came to. Nothing is allocated while a search runs.
"""

from libc.stdint cimport uint8_t, uint16_t, uint64_t

from core.boards.grid cimport Course, Mask
from core.rulesets.conflict.board cimport Law
from core.rulesets.conflict.field cimport LONGEST, Field, Players, Walk
from core.stream cimport Stream


cdef struct Walker:
    Course course  # first, so that a Course* is a Walker*
    const Law* law
    const Field* field
    uint8_t seat, piece, kind
    bint waiting  # it comes from START
    bint barred  # option friends_pass=no: a friend stands on the circle it would start from
    Mask enemies  # squares of pieces it would capture
    Mask bars  # squares that only the last step may enter (option home_pass=no)
    Mask alarms  # enemies and dangerous mines: where a walk's fate can turn
    # What has happened on the way so far
    Players players  # as they are after the steps so far
    uint8_t lost_at  # the step on which the ship was lost, or 0
    uint8_t over_at  # the step on which the game ended, or 0
    uint8_t lost_to
    uint8_t caught
    uint8_t captive[LONGEST]
    uint8_t caught_at[LONGEST]
    uint64_t captives  # the same as bits: 1 << piece
    Players before[LONGEST + 1]  # the same before each step that captures, to go back to
    # What a search is after
    int goal  # `find_way`: the end wanted
    int vias
    uint16_t via[LONGEST]
    bint risk  # walks that lose the piece may be chosen
    bint risky  # there is a walk, but it loses the piece
    bint found
    Walk best
    Findings* findings
    int group[LONGEST + 1]  # `find_all`: the index of the group after each step


# --- One walk that is ordered ----------------------------------------------------------------------------------------

cdef enum Fault:
    NONE
    NOT_ADJACENT  # E07
    ENTERED_AGAIN  # E08
    START_AGAIN  # E08
    CLOSED_AREA  # E10
    WRONG_TERRAIN  # E09
    UNCAPTURABLE  # E11
    HOME_BARRED  # E11, option home_pass=no
    GUN_AT_END  # E11, option aa_sky=overfly
    FRIEND_PASSED  # E12, option friends_pass=no
    FRIEND_ON_START  # E12, option friends_pass=no
    FRIEND_AT_END  # E12
    FRIENDLY_CIRCLE  # E13


cdef void make_ready(Walker* walker, const Law* law, const Field* field, int piece, int length) noexcept nogil
cdef int trace(Walker* walker, const uint16_t* path, Walk* walk, int* step) noexcept nogil  # Fault, and at which step


# --- Searches --------------------------------------------------------------------------------------------------------

cdef struct Group:  # walks that have captured the same pieces
    uint64_t captives
    bint frozen  # those that end before their last step, by a mine or the end of the game
    Mask found  # the ends, or where they were frozen


cdef struct Findings:
    Walk* walk  # the first walk, by its directions, to each end with each set of captives
    int walks, walk_room
    Group* group
    int groups, group_room


cdef bint find_first(Walker* walker) noexcept nogil  # whether there is any walk, then `best`
# The best walk to a square, then `best`.
cdef bint find_way(Walker* walker, int goal, const uint16_t* via, int vias, bint risk) noexcept nogil
cdef bint find_all(Walker* walker, Findings* findings) noexcept nogil  # False: out of memory
cdef void forget(Findings* findings) noexcept nogil
cdef bint find_any(Walker* walker, Stream* stream) noexcept nogil  # a walk by chance, then `best`

# For searches of one's own: the `enter` and `leave` that keep account, and what has come of a walk at its end.
cdef bint enter_step(Course* course) noexcept nogil
cdef void undo_step(Course* course) noexcept nogil
cdef void note_walk(const Walker* walker, Walk* walk) noexcept nogil
