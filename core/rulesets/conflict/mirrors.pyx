"""The symmetries of the board. See mirrors.pxd.

A robot looks at a position in the mirror in which it has the least key, so that all images of a position get the same
orders, each in its own mirror. Only those symmetries count that the board file really has; with three players or more
also the order of play has to be the same.
"""

from libc.string cimport memset

from core.boards.grid cimport STRIDE, put
from core.rulesets.conflict.board cimport HELD, NOBODY, PIECES, SET, seat_of
from core.rulesets.conflict.field cimport count_seats


cdef class Mirrors:
    """The symmetries that a board has."""

    def __init__(self, Board board, Variant variant):
        cdef int way
        self.count = 0
        for way in range(MIRRORS):
            if reflect(&variant.law, len(board.grid.files), board.grid.ranks, way, &self.mirror[self.count]):
                self.count += 1


cdef bint reflect(const Law* law, int files, int ranks, int way, Mirror* mirror) noexcept:
    """Fill in the mirror of a way: its bits swap the axes, turn files and turn ranks; False: the board has it not."""
    cdef int spot, file, rank, to, seat
    memset(mirror, 0, sizeof(Mirror))
    if way & 1 and files != ranks:
        return False
    for rank in range(1, ranks + 1):
        for file in range(1, files + 1):
            spot = STRIDE * rank + file
            to = STRIDE * file + rank if way & 1 else spot
            if way & 2:
                to = (to & ~(STRIDE - 1)) + files + 1 - (to & (STRIDE - 1))
            if way & 4:
                to = STRIDE * (ranks + 1 - (to >> 5)) + (to & (STRIDE - 1))
            mirror.to[spot] = to
    for seat in range(SEATS):
        mirror.seat[seat] = law.corner[mirror.to[law.circle[seat]]]
        if mirror.seat[seat] == NOBODY:
            return False
    mirror.clockwise = (mirror.seat[1] - mirror.seat[0]) & (SEATS - 1) == 1
    return is_symmetry(law, mirror)


cdef bint is_symmetry(const Law* law, const Mirror* mirror) noexcept:
    cdef int spot, to
    for spot in range(SPOTS):
        to = mirror.to[spot]
        if law.terrain[spot] != law.terrain[to]:
            return False
        if law.corner[spot] != NOBODY and law.corner[to] != mirror.seat[law.corner[spot]]:
            return False
    return True


cdef uint64_t key_of(const uint16_t* at) noexcept nogil:
    cdef uint64_t key = 0
    cdef int piece
    for piece in range(PIECES):
        key += mixed(<uint64_t>0x9E3779B97F4A7C15 * ((piece << 16 | at[piece]) + 1))
    return key


cdef void turn_round(const Mirror* mirror, Mirror* back) noexcept nogil:
    """The mirror that shows the image as it was before."""
    cdef int at
    for at in range(SPOTS):
        back.to[at] = 0
    for at in range(SPOTS):
        if mirror.to[at]:
            back.to[mirror.to[at]] = at
    for at in range(SEATS):
        back.seat[mirror.seat[at]] = at
    back.clockwise = mirror.clockwise


# --- Images ----------------------------------------------------------------------------------------------------------

cdef inline int see_seat(const Mirror* mirror, int seat) noexcept nogil:
    return seat if seat == NOBODY else mirror.seat[seat]


cdef int see_seats(const Mirror* mirror, int seats) noexcept nogil:
    cdef int seat, seen = 0
    for seat in range(SEATS):
        if (seats >> seat) & 1:
            seen |= 1 << mirror.seat[seat]
    return seen


cdef inline int see_piece(const Mirror* mirror, int piece) noexcept nogil:
    return piece if piece == NOBODY else mirror.seat[seat_of(piece)] * SET + piece % SET


cdef inline int see_place(const Mirror* mirror, int place) noexcept nogil:
    if place < SPOTS:
        return mirror.to[place]
    return HELD + mirror.seat[place - HELD] if place >= HELD else place


cdef void see_law(const Mirror* mirror, const Law* law, Law* seen) noexcept nogil:
    """The ground is the same; who plays, and with whom, is not."""
    cdef int seat
    seen[0] = law[0]
    seen.playing = see_seats(mirror, law.playing)
    for seat in range(SEATS):
        seen.partners[mirror.seat[seat]] = see_seats(mirror, law.partners[seat])


cdef void see_state(const Mirror* mirror, const State* state, State* seen) noexcept nogil:
    """The image, as far as a search looks at it: not what players have proposed, missed or offered."""
    cdef int at, piece, spot, image
    seen[0] = state[0]
    seen.to_move = see_seat(mirror, state.to_move)
    memset(seen.field.on, NOBODY, sizeof(seen.field.on))
    memset(seen.field.taken, 0, sizeof(seen.field.taken))
    for piece in range(PIECES):
        image, spot = see_piece(mirror, piece), see_place(mirror, state.field.at[piece])
        seen.field.at[image] = spot
        if spot < SPOTS:
            seen.field.on[spot] = image
            put(&seen.field.taken[seat_of(image)], spot)
    seen.field.players.living = see_seats(mirror, state.field.players.living)
    for at in range(SEATS):
        image = mirror.seat[at]
        seen.field.players.left[image] = state.field.players.left[at]
        seen.field.players.mines[image] = see_seat(mirror, state.field.players.mines[at])
        seen.field.players.heir[image] = see_seat(mirror, state.field.players.heir[at])
        seen.field.ally[image] = see_seat(mirror, state.field.ally[at])
        seen.field.friends[image] = see_seats(mirror, state.field.friends[at])
        seen.field.how[image] = state.field.how[at]


cdef void see_walk(const Mirror* mirror, const Walk* walk, Walk* seen) noexcept nogil:
    cdef int step
    seen[0] = walk[0]
    seen.piece = see_piece(mirror, walk.piece)
    for step in range(walk.length):
        seen.path[step] = mirror.to[walk.path[step]]


cdef int canonical(Mirrors mirrors, const State* state) noexcept nogil:
    cdef uint16_t at[PIECES]
    cdef int way, piece, best = 0
    cdef uint64_t key, least = 0
    cdef bint found = False
    cdef const Mirror* mirror
    for way in range(mirrors.count):
        mirror = &mirrors.mirror[way]
        if not mirror.clockwise and count_seats(state.field.players.living) > 2:
            continue
        for piece in range(PIECES):
            at[see_piece(mirror, piece)] = see_place(mirror, state.field.at[piece])
        key = mixed(key_of(at) + see_seat(mirror, state.to_move))
        if not found or key < least:
            found, least, best = True, key, way
    return best
