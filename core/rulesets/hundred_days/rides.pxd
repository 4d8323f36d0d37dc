"""Who rides: couriers from place to place, and persons."""

from core.rulesets.hundred_days.field cimport Turn

cdef struct Ride:
    int due  # the beat at whose end he arrives
    bint lost
    int taken  # the army whose commander-in-chief reads his paper, or NONE


cdef Ride courier(Turn* turn, int side, int start, int end, int left) noexcept nogil
cdef int post_of(const Turn* turn, int person) noexcept nogil
cdef bint person_is_with(const Turn* turn, int person, int column) noexcept nogil
cdef void set_out(Turn* turn, int person) noexcept nogil
cdef void meet(Turn* turn) noexcept nogil
cdef void ride_on(Turn* turn) noexcept nogil
