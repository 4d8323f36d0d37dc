"""What happened, noted in C while it happens: made into events afterwards, or, in playouts, not noted at all."""

from libc.stdint cimport uint8_t, uint32_t
from libc.stdlib cimport realloc
from libc.string cimport memset

from core.rulesets.waterloo_grid.rolls cimport MOST_DICE


cdef enum Kind:
    # an activation: a = slot, b = set of letters
    MOVED  # c from, d to, e steps, f facing
    FACED  # c cell, d facing
    SQUARED  # c cell
    LINED  # c cell, d facing
    HELD
    SHOT  # c cell, d facing, e target, f range, g Manner, h class fired at; then WHAT FOLLOWS
    SHOT_LOST  # c target
    CHARGED  # c cell, d direction, e target, f tokens
    # close fighting
    FIGHT  # a from, b direction, c to, d group, e charge, f tokens, g class of the attacker, h of the defender
    FIGHT_BASE  # a base, b 1 attacker 0 defender
    THROWN  # a Roll_for, b round, c bases, d charge, e flank, f cover, g light, h square (or cavalry); WHAT FOLLOWS
    FOUGHT  # a Ending, b 1 the attacker lost 0 the defender
    LAPSED  # a from, b direction, c to, d group, e charge
    # WHAT FOLLOWS a roll
    RESULT  # a hits, b pushes
    LOSS  # a base, b cell, c 1 it fell for its flag, d where that was, e where that is
    STACK_MOVED  # a 1 pushed 0 retreated, b from, c to, d direction, e count; `more` its bases
    DESTROYED  # a cell, b Doom
    IN_SQUARE  # a 1 all infantry there is in square now, 0 it failed


cdef enum Manner:
    VOLLEY
    SINGLE
    BATTERY


cdef enum Doom:
    BY_ENEMY  # WGR-116
    BY_EDGE  # WGR-117
    BY_FRIENDS  # WGR-119


cdef enum Roll_for:
    DEFENSIVE
    FOR_SQUARE
    ATTACK
    DEFENCE


cdef enum Ending:
    RETREATED
    ELIMINATED
    NO_ATTACKERS  # WGR-100: nobody in the cell faces the enemy any more


cdef struct Note:
    uint8_t kind
    uint8_t v[8]
    uint8_t count  # of `more`
    uint8_t more[MOST_DICE]  # dice, or bases
    uint32_t draw  # number of the first die


cdef struct Chronicle:
    Note* note
    int count
    int room
    bint failed  # out of memory
    uint32_t drawn  # dice rolled so far under the key of the moment


cdef inline Note* tell(
    Chronicle* told, int kind, int a, int b, int c, int d, int e, int f, int g, int h
) noexcept nogil:
    """Note something; NULL where nobody listens."""
    cdef Note* grown
    if told == NULL or told.failed:
        return NULL
    if told.count == told.room:
        grown = <Note*>realloc(told.note, (2 * told.room + 64) * sizeof(Note))
        if grown == NULL:
            told.failed = True
            return NULL
        told.note, told.room = grown, 2 * told.room + 64
    cdef Note* note = &told.note[told.count]
    told.count += 1
    memset(note, 0, sizeof(Note))
    note.kind = kind
    note.v[0], note.v[1], note.v[2], note.v[3] = a, b, c, d
    note.v[4], note.v[5], note.v[6], note.v[7] = e, f, g, h
    return note


cdef inline void add_dice(Chronicle* told, Note* note, int count, const uint8_t* dice) noexcept nogil:
    """The dice of the roll just noted."""
    cdef int at
    if note == NULL:
        return
    note.count, note.draw = count, told.drawn + 1
    told.drawn += count
    for at in range(count):
        note.more[at] = dice[at] if dice != NULL else 0
