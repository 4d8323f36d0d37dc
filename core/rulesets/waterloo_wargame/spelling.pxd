"""How an army is spelled in JSON text, but for where its pieces stand."""

from core.rulesets.waterloo_wargame.field cimport MOST

cdef enum:
    MOST_PLACES = 3 * MOST  # x, y and heading of every piece
    NO_NUMBER = -1  # what stands for null


cdef class Spelling:
    cdef tuple parts  # bytes: the constant text before, between and after the numbers
    cdef int count  # of the numbers
    cdef const char* part[MOST_PLACES + 1]
    cdef Py_ssize_t size[MOST_PLACES + 1]

    cdef bytes read(self, bytes text, int* numbers)  # the text of the position without its pieces; None: not so spelled


cdef tuple spellings(tuple pieces)
