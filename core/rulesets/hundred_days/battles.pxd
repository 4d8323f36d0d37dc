"""Battles by table: how they begin, who joins, rounds, breaking off, and their end."""

from core.rulesets.hundred_days.field cimport Column, Law, Links, Set, State, Turn


cdef enum:
    EARSHOT = 22500  # hm squared (HD-080)

cdef int battle_at(const State* state, int place, int link) noexcept nogil
cdef Set in_it(const Law* law, const State* state, int battle, int side) noexcept nogil
cdef void begin_battle(
    Turn* turn, int place, int link, int attacker, const Set* attackers, const Set* defenders, bint terrain
) noexcept nogil
cdef void join_battle(Turn* turn, int battle, int column) noexcept nogil
cdef Links attacked_by(const Law* law, const State* state, int battle, int side) noexcept nogil
cdef void break_off(Turn* turn) noexcept nogil
cdef void fight_rounds(Turn* turn) noexcept nogil
cdef bint sleeps(const Turn* turn, int battle) noexcept nogil
cdef void enter(Turn* turn, int at, int column) noexcept nogil
cdef void end_battle(Turn* turn, int at, int winner) noexcept nogil
cdef void shake(Turn* turn, int column, int over) noexcept nogil
cdef bint may_hear(const Turn* turn, const Column* column) noexcept nogil
cdef int site_of(const Turn* turn, int at) noexcept nogil
cdef void close_empty(Turn* turn) noexcept nogil
cdef void file_battles(State* state) noexcept nogil
