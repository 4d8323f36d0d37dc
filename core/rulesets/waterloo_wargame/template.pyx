"""The JSON text of an army as `encode` writes it, but for where its pieces stand.

The text of a position is nine tenths who the pieces are, and at every moment of a game that is the same: all but three
numbers a piece. So it is written by copying what lies between them, and read by comparing that. Any other text, right
or wrong, is not read here.
"""

import json

import msgspec

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from libc.string cimport memcmp, memcpy, strncmp

cdef enum:
    LONGEST_HEAD = 128  # characters of the keys that `encode` writes before the pieces; they are some 60


cdef class Template:
    """One way to write the pieces of an army: `opening`, then the text of each piece, with null for all its numbers."""

    def __init__(self, opening, comma, texts):
        parts, before = [], opening
        for text in texts:
            x, y, heading, end = text.rsplit(b"null", 3)
            parts += [before + x, y, heading]
            before = end + comma
        self.parts = (*parts, end + b"]")
        self.count = len(parts)
        self.longest = sum(map(len, self.parts)) + LONGEST_NUMBER * self.count
        for at, part in enumerate(self.parts):
            self.part[<int>at], self.size[<int>at] = part, len(part)

    cdef bytes read(self, bytes text, int* numbers):
        cdef const char* start = text
        cdef const char* end = start + len(text)
        cdef const char* here
        cdef Py_ssize_t head = text.find(<bytes>self.parts[0], 0, LONGEST_HEAD + self.size[0])
        cdef int at
        if head < 0 or not within_one_object(start, head):
            return None
        here = start + head + self.size[0]
        for at in range(self.count):
            here = number(here, &numbers[at])
            if here == NULL or end - here < self.size[at + 1] or memcmp(here, self.part[at + 1], self.size[at + 1]):
                return None
            here += self.size[at + 1]
        return start[:head] + here[:end - here]

    cdef bytes written(self, const int* numbers):
        cdef bytes text = PyBytes_FromStringAndSize(NULL, self.longest)
        cdef char* start = PyBytes_AS_STRING(text)
        cdef char* here = start
        cdef int at
        for at in range(self.count + 1):
            memcpy(here, self.part[at], self.size[at])
            here += self.size[at]
            if at < self.count:
                here = put_number(here, numbers[at])
        return start[:here - start]


cdef bint within_one_object(const char* text, Py_ssize_t length) noexcept:
    """Whether the beginning of a JSON text opens one object and, outside of strings, nothing else."""
    cdef Py_ssize_t at
    for at in range(1, length):
        if text[at] == c"{" or text[at] == c"[":
            return False
    return length and text[0] == c"{"


cdef const char* number(const char* text, int* value) noexcept:
    """A whole number, or null, at the beginning of a text that ends with NUL; what follows it. NULL: there is none."""
    cdef int digits = 0
    if text[0] == c"n":
        value[0] = NULL_NUMBER
        return text + 4 if not strncmp(text, "null", 4) else NULL
    value[0] = 0
    while c"0" <= text[digits] <= c"9":
        if digits == LONGEST_NUMBER:
            return NULL
        value[0] = 10 * value[0] + (text[digits] - c"0")
        digits += 1
    if not digits or (text[0] == c"0" and digits > 1):
        return NULL
    return text + digits


cdef char* put_number(char* text, int value) noexcept:
    """Write a number of at most five digits, or null; where it ends."""
    cdef int power = 1
    if value == NULL_NUMBER:
        memcpy(text, b"null", 4)
        return text + 4
    while value // power >= 10:
        power *= 10
    while power:
        text[0] = <char>(c"0" + value // power % 10)
        text += 1
        power //= 10
    return text


cdef tuple templates(tuple pieces):
    """Both usual ways to write these pieces, dicts as in the JSON and none of them placed: without blanks and with."""
    if not pieces:
        return ()
    return (
        Template(b',"pieces":[', b",", [msgspec.json.encode(piece) for piece in pieces]),
        Template(b', "pieces": [', b", ", [json.dumps(piece).encode() for piece in pieces]),
    )
