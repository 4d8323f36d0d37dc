"""Orders that are open to every living player at any time: resigning, draw offers, the bot, pacts, press.

They are carried out at once, before and apart from the turn's orders in the same mail (CON-100, CON-101, CON-108,
CON-109, CON-R36, CON-R38). What must stay between two seats is an event for those two alone, or a note.
"""

from core.contract import Event, Note
from core.rulesets.conflict.dry_run import Refused
from core.rulesets.conflict.orders import Ally, Auto, Break, OfferDraw, Press, Resign, WithdrawDraw

from core.rulesets.conflict.board cimport NOBODY
from core.rulesets.conflict.events cimport events_of
from core.rulesets.conflict.field cimport (
    RESIGNED, EventLog, befriend, count_seats, end_pact_of_last_two, go_out, lives,
)
from core.rulesets.conflict.turns cimport agree, drop_proposals, settle_departures

OFFER_TURNS = {True: 2, False: 1}  # CON-108: own turns an offer lasts, made in one's own turn or not


cdef class OpenOrders:
    """A position as it changes by orders that are open to all, with the events and notes that come of them."""

    def __init__(self, Position position):
        self.position, self.variant = position, position.variant
        self.events, self.notes = [], []

    cdef dict carry_out(self, int seat, order):
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
        cdef EventLog log
        cdef Position position = self.position
        log.count = 0
        go_out(&self.variant.law, &position.state.field, seat, RESIGNED, NOBODY, &log)
        end_pact_of_last_two(&self.variant.law, &position.state.field, &log)
        settle_departures(&position.state, &log)
        agree(&position.state)
        self.events += events_of(position, &log)
        return {}

    def _offer(self, int seat, name):
        """CON-108."""
        cdef Position position = self.position
        standing = position.state.offers[seat] != 0
        position.state.offers[seat] = OFFER_TURNS[position.state.to_move == seat]
        if not standing:  # an offer that is made anew is told to nobody a second time
            self.events.append(Event("draw_offered", {"seat": name}, "CON-108"))
        agree(&position.state)
        return {"again": standing, "turns": position.state.offers[seat]}

    def _withdraw(self, int seat, name):
        cdef bint standing = self.position.state.offers[seat] != 0
        if standing:
            self.position.state.offers[seat] = 0
            self.events.append(Event("draw_withdrawn", {"seat": name}, "CON-108"))
        return {"standing": standing}

    def _hand_over(self, int seat, name, on):
        """`auto on`, `auto off`: nobody else is told (CON-R36)."""
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
        if count_seats(position.state.field.players.living) < 3:
            raise Refused("E21", "CON-R38", what="two_left", other=seats[other])
        for one, what in ((seat, "in_pact"), (other, "other_in_pact")):
            ally = position.state.field.ally[<int>one]
            if ally != NOBODY:
                raise Refused("E21", "CON-R38", what=what, other=seats[other], pact_with=seats[ally])

    def _conclude(self, int seat, int other):
        cdef EventLog log
        cdef Position position = self.position
        position.state.field.ally[seat], position.state.field.ally[other] = other, seat
        befriend(&self.variant.law, &position.state.field)
        # The proposal has been answered; nobody is in two pacts, so all others of the two fall with it.
        position.state.proposed[other][seat] = 0
        log.count = 0
        drop_proposals(&position.state, seat, &log)
        drop_proposals(&position.state, other, &log)
        self.events += events_of(position, &log)
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
