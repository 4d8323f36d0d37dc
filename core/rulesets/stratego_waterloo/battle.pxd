"""A battle being played on: a position as it changes, the dice it uses and the events that come of it."""

from core.rulesets.stratego_waterloo.board cimport Variant
from core.rulesets.stratego_waterloo.position cimport Position
from core.rulesets.stratego_waterloo.state cimport Piece


cdef class Battle:
    cdef Position position
    cdef Variant variant
    cdef list events
    cdef object dice
    cdef bint dry  # nothing is told, and what the mover does not know is taken to go well
    cdef int turn  # the number that dice are asked for

    cdef int roll(self, int faces) except -1  # 1 .. faces
    cdef int battle_die(self) except -1  # 0 .. 5 = B R B+ R+ BR RR
    cdef void tell(self, kind, facts, clause=*, int seen_by=*) except *  # seen_by: a seat, NONE: all
    cdef dict known_facts(self, const Piece* piece, int viewer)  # P as a seat knows it; NONE: as all know it
    cdef dict full_facts(self, int code, int blocks)  # P with its name
    cdef void tell_of_piece(self, int seat, kind, facts, const Piece* piece, clause=*) except *  # owner and enemy apart
    cdef void finish(self, int reason, int winner) except *


cdef void deal(Battle battle) except *  # what is owed to the dice before anybody decides (SWL-006, SWL-013)
cdef void set_up(Battle battle, int seat, formation, bint default) except *  # a Formation of setup.py
cdef void pick(Battle battle, keep, burn) except *  # the mover's pick of a live draft, and the last card
cdef void end_ply(Battle battle, why) except *  # the mover's ply is over: what follows from it
