"""Dice for the rules in C: the bridge to the dice of a game. See dice.pxd."""

from core.rulesets.waterloo_grid.board import FACES

NUMBER_OF = {"I": FOOT, "C": HORSE, "A": GUN, "X": PUSH, "-": BLANK}


cdef class DiceSource:
    """The dice of a game, rolled for the turn `key`."""

    def __init__(self, dice, key):
        self.dice, self.key, self.drawn, self.error = dice, key, 0, None

    cdef Roller roller(self):
        """What the rules roll with; it must not outlive this object."""
        cdef Roller roller
        roller.stream, roller.source, roller.failed = NULL, <void*>self, False
        return roller


cdef void roll_from_game(Roller* roller, int count, uint8_t* shown) noexcept nogil:
    cdef int at
    for at in range(count):
        shown[at] = BLANK
    if roller.failed:
        return
    with gil:
        asked(roller, count, shown)


cdef void asked(Roller* roller, int count, uint8_t* shown) noexcept:
    """An error waits in the source until the rules have come back to Python."""
    cdef DiceSource source = <DiceSource>roller.source
    cdef int at
    try:
        for at in range(count):
            shown[at] = NUMBER_OF[source.dice.face(source.key, FACES)]
            source.drawn += 1
    except Exception as error:
        source.error, roller.failed = error, True
