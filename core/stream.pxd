"""A fast keyed stream of numbers for simulations inside `core`: xoshiro256**, seeded by splitmix64.

For playouts and for picking orders at random, never for the dice of a game: whoever has seen a few hundred numbers
can foretell the rest. Equal keys give equal streams on every machine.
"""

from libc.stdint cimport uint32_t, uint64_t


cdef struct Stream:
    uint64_t state[4]


cdef inline uint64_t turned(uint64_t bits, int by) noexcept nogil:
    return (bits << by) | (bits >> (64 - by))


cdef inline void start(Stream* stream, uint64_t key) noexcept nogil:
    """Begin the stream of `key`; splitmix64 spreads it, so that neighbouring keys give unrelated streams."""
    cdef uint64_t mixed
    cdef int word
    for word in range(4):
        key += <uint64_t>0x9E3779B97F4A7C15
        mixed = key
        mixed = (mixed ^ (mixed >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
        mixed = (mixed ^ (mixed >> 27)) * <uint64_t>0x94D049BB133111EB
        stream.state[word] = mixed ^ (mixed >> 31)


cdef inline uint64_t draw(Stream* stream) noexcept nogil:
    """The next 64 bits."""
    cdef uint64_t* state = stream.state
    cdef uint64_t drawn = turned(state[1] * 5, 7) * 9
    cdef uint64_t shifted = state[1] << 17
    state[2] ^= state[0]
    state[3] ^= state[1]
    state[1] ^= state[2]
    state[0] ^= state[3]
    state[2] ^= shifted
    state[3] = turned(state[3], 45)
    return drawn


cdef inline uint32_t below(Stream* stream, uint32_t limit) noexcept nogil:
    """A number from 0 to `limit` - 1, each as likely: the high half of a product, its biased share drawn anew."""
    cdef uint64_t product = (draw(stream) >> 32) * limit
    if <uint32_t>product < limit:
        # Lemire, "Fast random integer generation in an interval": only 2**32 % limit of the low halves are biased.
        while <uint32_t>product < (-limit) % limit:
            product = (draw(stream) >> 32) * limit
    return <uint32_t>(product >> 32)
