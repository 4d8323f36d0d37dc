"""A position as it changes in one adjudication, with the dice it uses and the events that come of it."""

from core.contract import Event
from core.rulesets.stratego_waterloo.board import SEATS

from libc.string cimport memset

from core.rulesets.stratego_waterloo.board cimport NONE
from core.rulesets.stratego_waterloo.field cimport OVER, Field, losses
from core.rulesets.stratego_waterloo.position cimport knows, outcome_of, seen_piece

FACES = ("B", "R", "B+", "R+", "BR", "RR")  # 2.6
ALONE = (SEATS[:1], SEATS[1:])  # `seen_by` of what a seat is told apart


cdef class Play:
    """What is being carried out. `position` is its own copy."""

    def __init__(self, Position position, dice):
        self.position = position.copy()
        self.variant = position.variant
        self.events, self.dice = [], dice
        # The server hands fresh dice to each adjudication: a number of its own keeps their rolls apart.
        self.turn = position.field.mails

    cdef int roll(self, int faces) except -1:
        return self.dice.roll(self.turn, faces)

    cdef int battle_die(self) except -1:
        return FACES.index(self.dice.face(self.turn, FACES))

    cdef void tell(self, kind, facts, clause=None, int seen_by=NONE) except *:
        self.events.append(Event(kind, facts, clause, None if seen_by == NONE else ALONE[seen_by]))

    cdef dict known_facts(self, const Piece* piece, int viewer):
        return seen_piece(self.variant, piece, knows(&self.variant.law, piece, viewer))

    cdef dict full_facts(self, int code, int blocks):
        cdef Piece piece
        memset(&piece, 0, sizeof(Piece))
        piece.code, piece.blocks = code, blocks
        return seen_piece(self.variant, &piece, True)

    cdef void tell_of_piece(self, int seat, kind, facts, const Piece* piece, clause=None) except *:
        """An event about one piece of a seat; apart for its owner and for the enemy, unless all know its name."""
        cdef int viewer
        if knows(&self.variant.law, piece, NONE):
            self.tell(kind, {**facts, "piece": self.known_facts(piece, NONE)}, clause)
            return
        for viewer in (seat, 1 - seat):
            self.tell(kind, {**facts, "piece": self.known_facts(piece, viewer)}, clause, viewer)

    cdef void finish(self, int reason, int winner) except *:
        """The game is over."""
        cdef Field* field = &self.position.field
        field.over, field.winner, field.phase = reason, winner, OVER
        field.step += 1
        field.offering = NONE
        end = outcome_of(self.position)
        casualties = {SEATS[seat]: losses(&self.variant.law, field, seat) for seat in range(2)}
        facts = {"winners": list(end.winners), "reason": end.reason, "casualties": casualties}
        if field.victor != NONE:
            beaten = 1 - field.victor
            since = [field.before[<int>seat] if self.variant.law.pursuit_casualties else 0 for seat in range(2)]
            lost = [casualties[SEATS[seat]] - since[seat] for seat in range(2)]
            facts["victor"], facts["difference"] = SEATS[field.victor], lost[beaten] - lost[field.victor]
        self.tell("end", {**facts, "rule": end.clause}, end.clause)
