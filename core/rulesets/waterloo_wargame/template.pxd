"""The JSON text of an army as `encode` writes it, but for where its pieces stand."""

from core.rulesets.waterloo_wargame.field cimport MOST

cdef enum:
    MOST_NUMBERS = 3 * MOST  # x, y and heading of every piece
    NULL_NUMBER = -1  # what stands for null
    LONGEST_NUMBER = 5  # characters


cdef class Template:
    cdef tuple parts  # bytes: the constant text before, between and after the numbers
    cdef int count  # of the numbers
    cdef Py_ssize_t longest  # bytes, with every number in it
    cdef const char* part[MOST_NUMBERS + 1]
    cdef Py_ssize_t size[MOST_NUMBERS + 1]

    cdef bytes read(self, bytes text, int* numbers)  # the text of the position without its pieces; None: not of it
    cdef bytes written(self, const int* numbers)


cdef tuple templates(tuple pieces)
