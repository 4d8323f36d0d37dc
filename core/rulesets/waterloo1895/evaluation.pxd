"""How good a placement is, in numbers: features of both sides, weighed to the chance that a side wins.

Nothing here decides what is legal. Distances and dangers are guesses of what the rules will allow when the time comes.
"""

from libc.stdint cimport int16_t, uint8_t, uint32_t, uint64_t

from core.boards.graph cimport MOST_SPOTS, Mask
from core.rulesets.waterloo1895.board cimport ARMIES, PIECES, Law, Variant
from core.rulesets.waterloo1895.chances cimport Chances
from core.rulesets.waterloo1895.field cimport Field

cdef enum:
    ROW = MOST_SPOTS + 1
    GOAL_KNOTS = 8
    HOME_KNOTS = 6
    FARTHEST = 40  # links; what is farther counts as this
    FOREMOST = 3  # pieces whose way to the stars is looked at one by one


cdef enum:  # features, by place
    INFANTRY_LEFT
    CAVALRY_LEFT
    FEW
    FIRST  # the ways of the three foremost pieces to the stars of each enemy city
    ALL = FIRST + FOREMOST * GOAL_KNOTS
    HOME = ALL + GOAL_KNOTS
    DANGER = HOME + HOME_KNOTS  # chances of being captured next: infantry, cavalry, the greatest of all
    WIN = DANGER + 3
    SUPPORTED
    ON_HILL
    CUT_OFF
    FEATURES


cdef enum:
    TEMPO = 2 * FEATURES  # of the side that throws next
    WEIGHTS = TEMPO + 1


cdef struct Outlook:
    const Law* law
    const Chances* chances
    const int16_t* apart
    int spots
    uint32_t lengths[ROW][ROW]  # bit n: some walk of n links leads from the one spot to the other
    uint8_t star[2][2][3]  # by side that wants them, and city
    uint8_t to_stars[2][2][ROW]  # links to the nearest of them
    uint8_t to_home[2][ROW]  # by side: links to the nearest star of its own
    uint8_t turned[ROW]  # the spot that lies as this one does when the board is turned by half
    uint64_t key[2][PIECES][ROW]  # by side that looks: a piece on a spot; the same for both where all is turned
    double weight[WEIGHTS]  # first those of the side that throws next, then the other's


cdef class Judge:
    cdef Outlook outlook
    cdef Variant variant  # keeps the tables alive

    cdef void fill_stars(self) except *
    cdef void fill_lengths(self) noexcept
    cdef void fill_keys(self) except *


cdef void features_of(
    const Outlook* outlook, const Field* field, int side, double* feature, bint closely
) noexcept nogil
# The log odds that the side on move wins. `closely`: dangers and the chances of the next throw are seen too.
cdef double value(const Outlook* outlook, const Field* field, int on_move, bint closely) noexcept nogil
cdef uint64_t taking(const Outlook* outlook, const Field* field, int piece, int army) noexcept nogil
cdef uint64_t winning(const Outlook* outlook, const Field* field, int army) noexcept nogil
cdef Judge judge_of(Variant variant, weights)
cdef double advance(const Outlook* outlook, const Field* field, int side) noexcept nogil  # minus links to go
cdef Mask beside(const Outlook* outlook, const Mask* rank) noexcept nogil
