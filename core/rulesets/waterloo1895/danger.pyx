"""Going through all throws. See danger.pxd."""

from libc.stdint cimport uint64_t
from libc.string cimport memset

from core.rulesets.waterloo1895.board cimport PIECES, Law
from core.rulesets.waterloo1895.chances cimport KINDS, chances, ways_of
from core.rulesets.waterloo1895.field cimport NOBODY, Field, is_won, popcount
from core.rulesets.waterloo1895.position cimport Position
from core.rulesets.waterloo1895.search cimport PieceMove, Search, each_sequence, prepare


cdef struct Found:
    uint64_t kind  # its bit
    Danger* danger


cdef void look_for_danger(const Law* law, Field* field, int army, Danger* danger) noexcept nogil:
    cdef Search search
    cdef Found found
    cdef int kind
    memset(danger, 0, sizeof(Danger))
    found.danger = danger
    for kind in range(KINDS):
        found.kind = <uint64_t>1 << kind
        prepare(&search, law, field, army, chances().dice_set[kind])
        search.record, search.records = note, &found
        each_sequence(&search)


cdef bint note(Search* search) noexcept nogil:
    """Record of `each_sequence`."""
    cdef Found* found = <Found*>search.records
    cdef const PieceMove* move
    cdef int at, leg
    for at in range(search.depth):
        move = &search.line[at]
        for leg in range(move.division.legs):
            if move.captured[leg] != NOBODY:
                found.danger.taken[move.captured[leg]] |= found.kind
    if is_won(search.end):
        found.danger.lost |= found.kind
    return False


def dangers(Position position, letter):
    """What the army of this letter could do with its next throw if it came now: `(taken, wins)`.

    `taken` has for each piece that can be captured by how many of the 56 kinds of throws it can, and by how many of the
    216 throws; `wins` has the same two numbers for a win.
    """
    cdef Field field = position.state.field
    cdef int army = position.variant.board.armies.index(letter), piece
    cdef Danger danger
    if not field.left[army]:
        return {}, (0, 0)
    with nogil:
        look_for_danger(&position.variant.law, &field, army, &danger)
    taken = {}
    for piece in range(PIECES):
        if danger.taken[piece]:
            taken[position.variant.board.piece_id(piece)] = popcount(danger.taken[piece]), ways_of(danger.taken[piece])
    return taken, (popcount(danger.lost), ways_of(danger.lost))
