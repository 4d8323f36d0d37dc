"""A campaign and the options of a game in terms of the rules."""

from core.rulesets.hundred_days.field cimport Law


cdef class Variant:
    cdef readonly object rules
    cdef readonly dict options  # settled; not to be changed
    cdef readonly bint umpired  # HD-130
    cdef readonly object campaign  # as `campaign.read` gives it
    cdef readonly tuple seats  # names, in their order
    cdef readonly tuple places  # codes, in alphabetical order
    cdef readonly tuple links  # "CHA-GIL", in alphabetical order
    cdef readonly tuple bridges  # names
    cdef readonly tuple armies  # letters
    cdef readonly tuple persons  # names in small letters
    cdef readonly dict place_numbers
    cdef readonly dict link_numbers
    cdef readonly dict seat_sides  # seat -> side
    cdef readonly dict seat_armies  # seat -> letters of the armies of which it has columns at the start
    cdef readonly dict person_seats  # person -> the seat that has him at the start; who is not on the map is not named
    cdef readonly dict column_persons  # code at the start -> the person who commands it
    cdef Law law


cdef int hops(const Law* law, int start, int end) noexcept nogil  # links between two places: 0, 1, 2, or 3 for more
