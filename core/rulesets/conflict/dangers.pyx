"""What a seat has to fear from the next throw of each enemy, counted over all 36 ways in which two dice fall.

Every walk is one that the rules find, and what it captures is what they say. Not counted: what a second move can do
only after the first has moved a friend away (option friends_pass=no) or put a player out, and throws after doubles.
"""

from libc.stdint cimport uint16_t, uint64_t
from libc.string cimport memset

from core.rulesets.conflict.board cimport GUN, NOBODY, PLANE, SEATS, SET, Law, kind_of, seat_of
from core.rulesets.conflict.field cimport PLAY_ON, Field, Walk, carry_out, friendly, lives, movable
from core.rulesets.conflict.position cimport Position
from core.rulesets.conflict.walks cimport Findings, Walker, find_all, forget, make_ready

cdef enum:
    FACES = 6
    CIRCLE_HELD = SET  # the bit of the home circle, behind those of the pieces


cdef struct Reach:  # of one enemy: what falls to it, as bits by the number of a piece
    uint16_t by_die[FACES + 1]
    uint16_t by_two[FACES + 1][FACES + 1]  # first die, second: what only the second move gets, a gun being gone


cdef class Fears:
    """Looks at one enemy after another."""

    cdef Walker walker
    cdef Findings findings
    cdef Findings second
    cdef Reach reach
    cdef bint failed

    def __dealloc__(self):
        forget(&self.findings)
        forget(&self.second)

    def by(self, Position position, int enemy, int seat):
        """How many of 36 throws take each piece of the seat, by its name, and its circle, under None."""
        cdef int number, one, other, bits
        cdef int ways[SET + 1]
        with nogil:
            look_at_enemy(self, &position.variant.law, &position.state.field, enemy, seat)
        if self.failed:
            raise MemoryError
        memset(ways, 0, sizeof(ways))
        for one in range(1, FACES + 1):
            for other in range(1, FACES + 1):
                bits = self.reach.by_die[one] | self.reach.by_die[other] | self.reach.by_two[one][other]
                bits |= self.reach.by_two[other][one]
                for number in range(SET + 1):
                    ways[number] += (bits >> number) & 1
        found = {position.variant.board.pieces[number]: ways[number] for number in range(SET) if ways[number]}
        return found | ({None: ways[CIRCLE_HELD]} if ways[CIRCLE_HELD] else {})


def dangers(Position position, seat):
    """For each living enemy of a seat the throws of 36 that can take its pieces, by their names, and under None its
    home circle; pieces that no throw takes are left out."""
    cdef int number = position.seat(seat), step, enemy
    cdef Field* field = &position.state.field
    found = {}
    if not lives(field, number):
        return found
    for step in range(1, SEATS):
        enemy = (number + step) % SEATS
        if lives(field, enemy) and not friendly(field, number, enemy):
            found[position.variant.board.seats[enemy]] = Fears().by(position, enemy, number)
    return found


cdef void look_at_enemy(Fears fears, const Law* law, const Field* field, int enemy, int seat) noexcept nogil:
    cdef int die, piece, at
    memset(&fears.reach, 0, sizeof(Reach))
    for die in range(1, FACES + 1):
        for piece in range(enemy * SET, enemy * SET + SET):
            if not movable(field, piece):
                continue
            make_ready(&fears.walker, law, field, piece, die)
            if not find_all(&fears.walker, &fears.findings):
                fears.failed = True
                return
            for at in range(fears.findings.walks):
                fears.reach.by_die[die] |= taken_by(&fears.findings.walk[at], seat)
            look_behind_guns(fears, law, field, die, seat)


cdef int taken_by(const Walk* walk, int seat) noexcept nogil:
    """What of a seat's falls to a walk, as bits."""
    cdef int at, bits = 0
    for at in range(walk.caught):
        if seat_of(walk.captive[at]) == seat:
            bits |= 1 << walk.captive[at] % SET
    if walk.takes == seat:
        bits |= 1 << CIRCLE_HELD
    return bits


cdef void look_behind_guns(Fears fears, const Law* law, const Field* field, int die, int seat) noexcept nogil:
    """What airplanes reach once a walk, of those found last, has taken a gun that barred them (CON-064)."""
    cdef int at, gun
    cdef uint64_t seen = 0
    for at in range(fears.findings.walks):
        gun = gun_taken(&fears.findings.walk[at])
        if gun != NOBODY and not (seen >> gun) & 1:
            seen |= <uint64_t>1 << gun
            look_at_airplanes(fears, law, field, &fears.findings.walk[at], die, seat)


cdef int gun_taken(const Walk* walk) noexcept nogil:
    cdef int at
    for at in range(walk.caught):
        if kind_of(walk.captive[at]) == GUN:
            return walk.captive[at]
    return NOBODY


cdef void look_at_airplanes(
    Fears fears, const Law* law, const Field* field, const Walk* first, int die, int seat
) noexcept nogil:
    cdef Field after = field[0]
    cdef int piece, other, at, enemy = seat_of(first.piece)
    carry_out(law, &after, first, NULL)
    if after.players.over != PLAY_ON or not lives(&after, enemy) or not lives(&after, seat):
        return
    for piece in range(enemy * SET, enemy * SET + SET):
        if kind_of(piece) != PLANE or piece == first.piece or not movable(&after, piece):
            continue
        for other in range(1, FACES + 1):
            make_ready(&fears.walker, law, &after, piece, other)
            if not find_all(&fears.walker, &fears.second):
                fears.failed = True
                return
            for at in range(fears.second.walks):
                fears.reach.by_two[die][other] |= taken_by(&fears.second.walk[at], seat)
