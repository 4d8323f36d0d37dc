"""Sets of squares in one word of 128 bits, and how they spread over the board: for whoever looks at many squares often.

Bit 12 * rank + file is a square. Not for: the rules themselves, which go from square to square (`actions`).
"""

from libc.stdint cimport uint64_t


cdef extern from *:
    """
    #ifndef STRATEGO_SQUARES
    #define STRATEGO_SQUARES
    typedef unsigned __int128 SquareSet;
    #define FIRST_COLUMN ((SquareSet)0x1001001001001001ULL | (SquareSet)0x1001001001ULL << 72)
    #define LAST_COLUMN (FIRST_COLUMN << 11)
    #define WHOLE_BOARD (((SquareSet)1 << 120) - 1)

    static inline SquareSet squares_of(const uint64_t* halves) {
        return (SquareSet)halves[0] | (SquareSet)halves[1] << 60;
    }
    static inline SquareSet one_square(int square) {
        return (SquareSet)1 << square;
    }
    static inline SquareSet shifted(SquareSet these, int direction) {
        switch (direction) {
            case 0: return these << 12 & WHOLE_BOARD;
            case 1: return (these & ~LAST_COLUMN) << 1;
            case 2: return these >> 12;
            default: return (these & ~FIRST_COLUMN) >> 1;
        }
    }
    static inline SquareSet around(SquareSet these) {
        return (these << 12 | these >> 12 | (these & ~LAST_COLUMN) << 1 | (these & ~FIRST_COLUMN) >> 1) & WHOLE_BOARD;
    }
    static inline SquareSet ridden(SquareSet from, SquareSet open, int direction) {
        SquareSet reached = 0;
        while (from) {
            from = shifted(from, direction);
            reached |= from;
            from &= open;
        }
        return reached;
    }
    static inline SquareSet ridden_all(SquareSet from, SquareSet open) {
        return ridden(from, open, 0) | ridden(from, open, 1) | ridden(from, open, 2) | ridden(from, open, 3);
    }
    static inline int size_of(SquareSet these) {
        return __builtin_popcountll((uint64_t)these) + __builtin_popcountll((uint64_t)(these >> 64));
    }
    static inline int lowest_square(SquareSet these) {
        uint64_t low = (uint64_t)these;
        return low ? __builtin_ctzll(low) : 64 + __builtin_ctzll((uint64_t)(these >> 64));
    }
    static inline SquareSet without_lowest(SquareSet these) {
        return these & (these - 1);
    }
    static inline int has_square(SquareSet these, int square) {
        return (int)(these >> square) & 1;
    }
    #endif
    """
    ctypedef unsigned long long SquareSet  # 128 bits in truth
    SquareSet WHOLE_BOARD
    SquareSet squares_of(const uint64_t* halves) noexcept nogil
    SquareSet one_square(int square) noexcept nogil
    SquareSet shifted(SquareSet these, int direction) noexcept nogil  # a step; what would leave the board is gone
    SquareSet around(SquareSet these) noexcept nogil  # the neighbours of all of them
    SquareSet ridden(SquareSet start, SquareSet open, int direction) noexcept nogil  # over open ones, and one further
    SquareSet ridden_all(SquareSet start, SquareSet open) noexcept nogil  # the same in every direction
    int size_of(SquareSet these) noexcept nogil
    int lowest_square(SquareSet these) noexcept nogil
    SquareSet without_lowest(SquareSet these) noexcept nogil
    bint has_square(SquareSet these, int square) noexcept nogil
