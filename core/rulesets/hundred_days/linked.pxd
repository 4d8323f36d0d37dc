"""Battles fought as games of another rule set: when they are asked for, what their end brings, and how they end."""

from core.rulesets.hundred_days.field cimport Battle, Law, State, Turn


cdef void ask_for_battles(Turn* turn) noexcept nogil
cdef int hours_of(const Law* law, const Battle* battle) noexcept nogil
cdef int general_of(const Law* law, const State* state, int battle, int column) noexcept nogil
cdef void leave_to_the_table(State* state, int at) noexcept nogil
cdef void bind(Turn* turn, int at, int hours, int ending, int winner) noexcept nogil
cdef void come_in(Turn* turn, int at, int column) noexcept nogil
cdef void pay(Turn* turn, int column, int foot, int horse, int guns) noexcept nogil
cdef void bury_the_fallen(Turn* turn, int at) noexcept nogil
cdef void release(Turn* turn) noexcept nogil
