"""Dice, and what is told. See chance.pxd.

The dice of a game are Python's, since they are kept and can be verified; those of a playout come from a stream. HD-009:
no die is rolled that no clause asks for, so that both are asked alike.
"""

from libc.stdlib cimport free, realloc

from core.rulesets.hundred_days.field cimport NONE, Column, Entry, Log, Roller, Told, Turn
from core.stream cimport below


cdef class Hand:
    """The dice of a game, for code that holds no Python object."""

    def __init__(self, dice):
        self.dice, self.error = dice, None


cdef int roll(Roller* roller, int faces=6) noexcept nogil:
    """One die; 1 where it cannot be had, and then the turn is thrown away when it is over."""
    if roller.stream != NULL:
        return <int>below(roller.stream, faces) + 1
    if roller.failed:
        return 1
    with gil:
        return rolled(roller, faces)


cdef int rolled(Roller* roller, int faces) noexcept:
    hand = <Hand>roller.source
    try:
        return hand.dice.roll(turn=roller.turn, faces=faces)
    except Exception as error:
        # It is raised again by `adjudication`: here nothing can be raised.
        hand.error = error
        roller.failed = True
        return 1


cdef Entry* entry_of(Log* log, Told kind) noexcept nogil:
    cdef Entry* grown
    if log.entries == log.room:
        grown = <Entry*>realloc(log.entry, (2 * log.room + 256) * sizeof(Entry))
        if grown == NULL:
            log.failed = True
            return NULL
        log.entry, log.room = grown, 2 * log.room + 256
    log.entries += 1
    return &log.entry[log.entries - 1]


cdef void tell(
    Turn* turn, Told kind, int a=0, int b=0, int c=0, int d=0, int e=0, int f=0, int g=0, int h=0
) noexcept nogil:
    """Something happened; `events.pyx` says what the numbers of each kind are."""
    cdef Entry* entry
    if turn.log == NULL:
        return
    entry = entry_of(turn.log, kind)
    if entry == NULL:
        return
    entry.kind, entry.beat, entry.snapshot = kind, turn.beat, NONE
    entry.n[0], entry.n[1], entry.n[2], entry.n[3] = a, b, c, d
    entry.n[4], entry.n[5], entry.n[6], entry.n[7] = e, f, g, h


cdef void tell_dispatch(Turn* turn, Told kind, int column, int why) noexcept nogil:
    """A column writes, or is seen, as it is now (HD-048, HD-049)."""
    cdef Log* log = turn.log
    cdef int battle = turn.state.column[column].battle
    cdef int number = turn.was_battle[column] if battle == NONE else turn.state.battle[battle].number
    cdef int rounds = turn.was_rounds[column] if battle == NONE else turn.state.battle[battle].rounds
    cdef Column* grown
    if log == NULL:
        return
    if log.snapshots == log.snapshot_room:
        grown = <Column*>realloc(log.snapshot, (2 * log.snapshot_room + 128) * sizeof(Column))
        if grown == NULL:
            log.failed = True
            return
        log.snapshot, log.snapshot_room = grown, 2 * log.snapshot_room + 128
    log.snapshot[log.snapshots] = turn.state.column[column]
    log.snapshots += 1
    tell(
        turn, kind, column, why, turn.lapsed[column], turn.took[column], number, rounds, battle == NONE,
        <int>turn.state.blown
    )
    if log.entries:
        log.entry[log.entries - 1].snapshot = log.snapshots - 1


cdef void forget(Log* log) noexcept nogil:
    free(log.entry)
    free(log.snapshot)
    log.entry, log.snapshot = NULL, NULL
    log.entries = log.room = log.snapshots = log.snapshot_room = 0
