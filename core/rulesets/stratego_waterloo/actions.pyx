"""What one piece can do with one action, as the mover sees it: only the backs of enemy pieces count. See actions.pxd."""

from core.rulesets.stratego_waterloo.board cimport ART, Law, file_of, rank_of
from core.rulesets.stratego_waterloo.field cimport Field
from core.rulesets.stratego_waterloo.moves cimport (
    MOST_TARGETS, Assault, assaults, destinations, entries, may_rest, shots,
)


cdef int list_moves(const Law* law, const Field* field, int slot, Action* out) noexcept nogil:
    cdef uint8_t found[MOST_TARGETS]
    return put_down(MOVING, slot, found, destinations(law, field, slot, found), out)


cdef int list_attacks(const Law* law, const Field* field, int slot, Action* out) noexcept nogil:
    cdef Assault found[MOST_TARGETS]
    cdef int at, count = assaults(law, field, slot, found)
    for at in range(count):
        out[at].kind, out[at].slot, out[at].to = ATTACKING, slot, found[at].target
        out[at].assault = found[at]
    return count


cdef int list_shots(const Law* law, const Field* field, int slot, Action* out) noexcept nogil:
    cdef uint8_t found[MOST_TARGETS]
    return put_down(FIRING, slot, found, shots(law, field, slot, found), out)


cdef int list_entries(const Law* law, const Field* field, int slot, Action* out) noexcept nogil:
    cdef uint8_t found[MOST_TARGETS]
    return put_down(ENTERING, slot, found, entries(law, field, slot, found), out)


cdef int put_down(int kind, int slot, const uint8_t* found, int count, Action* out) noexcept nogil:
    cdef int at
    for at in range(count):
        out[at].kind, out[at].slot, out[at].to = kind, slot, found[at]
    return count


cdef int list_all(const Law* law, const Field* field, int slot, Action* out) noexcept nogil:
    """Moves, attacks or shots, and whether it may rest."""
    cdef int count = list_moves(law, field, slot, out)
    if law.cls[field.piece[slot].code] == ART:
        return count + list_shots(law, field, slot, out + count)
    count += list_attacks(law, field, slot, out + count)
    if may_rest(law, field, slot):
        out[count].kind, out[count].slot, out[count].to = RESTING_NOW, slot, field.piece[slot].place
        count += 1
    return count


cdef bint adjoin(const uint8_t* squares, int count, int square) noexcept nogil:
    cdef int at
    for at in range(count):
        if abs(file_of(squares[at]) - file_of(square)) + abs(rank_of(squares[at]) - rank_of(square)) == 1:
            return True
    return False
