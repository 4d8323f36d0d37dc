"""The face of the stream for Python, so that what it draws can be checked; everything else is inline in stream.pxd."""

from core.stream cimport Stream, below, draw, start


def drawn(key, count):
    """The first `count` numbers of 64 bits from the stream of `key`, 0 .. 2**64 - 1."""
    cdef Stream stream
    start(&stream, key)
    return [draw(&stream) for _ in range(count)]


def picked(key, limit, count):
    """The first `count` numbers from 0 to `limit` - 1 from the stream of `key`; `limit` is 1 .. 2**32 - 1."""
    cdef Stream stream
    start(&stream, key)
    return [below(&stream, limit) for _ in range(count)]
