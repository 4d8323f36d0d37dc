"""What the rules and positions of all rule sets have in common: the base of the `cdef class`es of each."""


cdef class BaseRules:
    cdef readonly dict source  # the board file, as read


cdef class BasePosition:
    pass
