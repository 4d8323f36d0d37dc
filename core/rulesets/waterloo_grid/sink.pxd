"""Where the rules in C put down what happens, if anybody asks: `events` makes events of it, playouts pass NULL."""

from libc.stdint cimport uint8_t, uint32_t
from libc.stdlib cimport realloc
from libc.string cimport memset

from core.rulesets.waterloo_grid.dice cimport MOST_DICE


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


cdef struct RawEvent:
    uint8_t kind
    uint8_t v[8]
    uint8_t count  # of `more`
    uint8_t more[MOST_DICE]  # dice, or bases
    uint32_t draw  # number of the first die


cdef struct EventSink:
    RawEvent* raw
    int count
    int room
    bint failed  # out of memory
    uint32_t drawn  # dice rolled so far under the key of the moment


cdef inline RawEvent* emit(
    EventSink* sink, int kind, int a, int b, int c, int d, int e, int f, int g, int h
) noexcept nogil:
    """Put down that something happened; NULL where there is no sink."""
    cdef RawEvent* grown
    if sink == NULL or sink.failed:
        return NULL
    if sink.count == sink.room:
        grown = <RawEvent*>realloc(sink.raw, (2 * sink.room + 64) * sizeof(RawEvent))
        if grown == NULL:
            sink.failed = True
            return NULL
        sink.raw, sink.room = grown, 2 * sink.room + 64
    cdef RawEvent* raw = &sink.raw[sink.count]
    sink.count += 1
    memset(raw, 0, sizeof(RawEvent))
    raw.kind = kind
    raw.v[0], raw.v[1], raw.v[2], raw.v[3] = a, b, c, d
    raw.v[4], raw.v[5], raw.v[6], raw.v[7] = e, f, g, h
    return raw


cdef inline void add_dice(EventSink* sink, RawEvent* raw, int count, const uint8_t* dice) noexcept nogil:
    """The dice of the roll just put down."""
    cdef int at
    if raw == NULL:
        return
    raw.count, raw.draw = count, sink.drawn + 1
    sink.drawn += count
    for at in range(count):
        raw.more[at] = dice[at] if dice != NULL else 0
