"""Lines that are open to every living player at any time: resigning, draw offers, the bot, pacts, press.

They are carried out at once, before and apart from the order lines of the same mail (5.3). 3.11, 3.12 and CON-R38 of
the rulebook. What must stay between two seats is an event for those two alone, or a note.
"""

from core.contract import Event, Note
from core.rulesets.conflict.judge import Refused
from core.rulesets.conflict.orders import Ally, Auto, Break, OfferDraw, Press, Resign, WithdrawDraw

from core.rulesets.conflict.board cimport NOBODY
from core.rulesets.conflict.field cimport (
    AGREED, LIVING, PLAY_ON, RESIGNED, Chronicle, befriend, count_seats, end_lonely_pact, go_out, lives,
)
from core.rulesets.conflict.position cimport State
from core.rulesets.conflict.told cimport fates

OFFER_TURNS = {True: 2, False: 1}  # CON-108: own turns an offer lasts, made in one's own turn or not


cdef class Talk:
    """A position as it changes while players speak, with the events and notes that come of it."""

    def __init__(self, Position position):
        self.position, self.variant = position, position.variant
        self.events, self.notes = [], []

    cdef dict say(self, int seat, order):
        """Carry out a line of a living player; the facts of what it did. Raises Refused (E21)."""
        name = self.variant.board.seats[seat]
        match order:
            case Resign():
                return self._resign(seat, name)
            case OfferDraw():
                return self._offer(seat, name)
            case WithdrawDraw():
                return self._withdraw(seat, name)
            case Auto(on):
                return self._hand_over(seat, name, on)
            case Ally(other):
                return self._ally(seat, name, other)
            case Break(other):
                return self._break(seat, name, other)
            case Press(to, text):
                return self._press(seat, name, to, text)
        raise TypeError(order)

    def _resign(self, int seat, name):
        """CON-109."""
        cdef Chronicle told
        cdef Position position = self.position
        told.count = 0
        go_out(&self.variant.law, &position.state.field, seat, RESIGNED, NOBODY, &told)
        end_lonely_pact(&self.variant.law, &position.state.field, &told)
        self.events += fates(position, &told)
        self.tidy()
        return {}

    def _offer(self, int seat, name):
        """CON-108."""
        cdef Position position = self.position
        position.state.offers[seat] = OFFER_TURNS[position.state.to_move == seat]
        self.events.append(Event("draw_offered", {"seat": name}, "CON-108"))
        agree(position)
        return {}

    def _withdraw(self, int seat, name):
        cdef bint standing = self.position.state.offers[seat] != 0
        if standing:
            self.position.state.offers[seat] = 0
            self.events.append(Event("draw_withdrawn", {"seat": name}, "CON-108"))
        return {"standing": standing}

    def _hand_over(self, int seat, name, on):
        """`auto on`, `auto off`: nobody else is told (5.2)."""
        if on:
            self.position.state.autos |= 1 << seat
        else:
            self.position.state.autos &= ~(1 << seat)
        self.position.state.secrets = True
        self.events.append(Event("auto", {"seat": name, "on": on}, "CON-R36", seen_by=(name,)))
        return {"on": on}

    # --- Pacts (CON-R38) ---------------------------------------------------------------------------------------------

    def _ally(self, int seat, name, other_name):
        cdef Position position = self.position
        cdef int other = self._partner_meant(seat, other_name)
        self._may_ally(seat, other)
        position.state.secrets = True
        if position.state.proposed[other][seat]:
            self._conclude(seat, other)
            return {"other": other_name, "pact": True}
        position.state.proposed[seat][other] = 1 << seat | 1 << other
        position.state.since[seat][other] = position.state.turn
        facts = {"from": name, "to": other_name}
        self.events.append(Event("proposal", facts, "CON-R38", seen_by=(name, other_name)))
        return {"other": other_name, "pact": False}

    def _may_ally(self, int seat, int other):
        cdef Position position = self.position
        seats = self.variant.board.seats
        if count_seats(position.state.field.living) < 3:
            raise Refused("E21", "CON-R38", what="two_left", other=seats[other])
        for one, what in ((seat, "in_pact"), (other, "other_in_pact")):
            ally = position.state.field.ally[<int>one]
            if ally != NOBODY:
                raise Refused("E21", "CON-R38", what=what, other=seats[other], pact_with=seats[ally])

    def _conclude(self, int seat, int other):
        cdef Position position = self.position
        position.state.field.ally[seat], position.state.field.ally[other] = other, seat
        befriend(&self.variant.law, &position.state.field)
        # The proposal has been answered; nobody is in two pacts, so all others of the two fall with it.
        position.state.proposed[other][seat] = 0
        for one in (seat, other):
            drop_proposals(position, one, self.events)
        self.events.append(Event("pact", {"seats": self.variant.names(1 << seat | 1 << other)}, "CON-R38"))

    def _break(self, int seat, name, other_name):
        cdef Position position = self.position
        cdef int other = self._partner_meant(seat, other_name)
        if position.state.field.ally[seat] != other:
            raise Refused("E21", "CON-R38", what="no_pact", other=other_name)
        if not (position.state.breaking >> seat) & 1:
            position.state.breaking |= 1 << seat
            self.events.append(Event("break_announced", {"seat": name, "other": other_name}, "CON-R38"))
        return {"other": other_name}

    def _partner_meant(self, seat, other_name):
        """The other seat of `ally` and `break`: E21."""
        if not self.variant.formal:
            raise Refused("E21", "CON-100", what="alliances_off", other=other_name)
        if other_name not in self.variant.seats:
            raise Refused("E21", "CON-R38", what="not_playing", other=other_name)
        other = self.variant.board.seats.index(other_name)
        if other == seat:
            raise Refused("E21", "CON-R38", what="self", other=other_name)
        if not lives(&self.position.state.field, other):
            raise Refused("E21", "CON-R38", what="not_playing", other=other_name)
        return other

    # --- Press -------------------------------------------------------------------------------------------------------

    def _press(self, seat, name, to, text):
        """To whomever it names among the seats of this game, living or not; to all others where it names nobody."""
        for other in to:
            if other == name or other not in self.variant.seats:
                raise Refused("E21", "CON-100", what="self" if other == name else "not_playing", other=other)
        named = [other for other in self.variant.seats if (other in to if to else other != name)]
        self.position.state.secrets = True
        self.notes.append(Note(name, tuple(named), text))
        return {"to": named}

    # --- After somebody went out -------------------------------------------------------------------------------------

    cdef void tidy(self) except *:
        tidy_up(self.position, self.events)
        agree(self.position)


cdef void tidy_up(Position position, list events) except *:
    """Whoever is out has nothing more to offer, to propose or to be absent from; the turn on which he went is kept."""
    cdef State* state = &position.state
    cdef int seat
    for seat in position.variant.order:
        if state.field.ally[seat] == NOBODY:
            state.breaking &= ~(1 << seat)
        if state.field.how[seat] != LIVING and state.out_turn[seat] < 0:
            state.out_turn[seat] = state.turn
            state.offers[seat] = state.missed[seat] = 0
            state.autos &= ~(1 << seat)
            drop_proposals(position, seat, events)
    if count_seats(state.field.living) < 3:
        for seat in position.variant.order:
            drop_proposals(position, seat, events)


cdef void drop_proposals(Position position, int seat, list events) except *:
    """All proposals by a seat and to it."""
    cdef int other
    for other in position.variant.order:
        drop_proposal(position, seat, other, events)
        drop_proposal(position, other, seat, events)


cdef void drop_proposal(Position position, int one, int other, list events) except *:
    if not position.state.proposed[one][other]:
        return
    position.state.proposed[one][other] = position.state.since[one][other] = 0
    seats = (position.variant.board.seats[one], position.variant.board.seats[other])
    events.append(Event("proposal_lapsed", {"from": seats[0], "to": seats[1]}, "CON-R38", seen_by=seats))


cdef void agree(Position position) except *:
    """CON-108: a draw, where every living player's offer stands."""
    cdef int seat
    if position.state.field.over != PLAY_ON:
        return
    for seat in position.variant.order:
        if lives(&position.state.field, seat) and not position.state.offers[seat]:
            return
    position.state.field.over = AGREED
