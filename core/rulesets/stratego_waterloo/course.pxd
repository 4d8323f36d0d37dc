"""From one decision to the next: the deal, set-ups, the draft, the end of a ply, the clock."""

from core.rulesets.stratego_waterloo.play cimport Play

cdef void deal(Play play) except *  # what is owed to the dice before anybody decides (SWL-006, SWL-013)
cdef void set_up(Play play, int seat, formation, bint default) except *  # a Formation of setup.py
cdef void pick(Play play, keep, burn) except *  # the mover's pick of a live draft, and the last card
cdef void end_ply(Play play, why) except *  # the mover's ply is over: what follows from it
