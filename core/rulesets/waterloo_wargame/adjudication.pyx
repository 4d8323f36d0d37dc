"""An army turn carried out: the contract's `check` and `adjudicate`.

Everything a turn does to the position is done in C by `battle`, which plays random games the same way (`playout`); here
the dice of a game come in, and what happened becomes events.
"""

from core.contract import Adjudication, Checked, Effect, Event
from core.rulesets.waterloo_wargame.events import end_event
from core.rulesets.waterloo_wargame.options import ACROSS_THE_TABLE, SEATS
from core.rulesets.waterloo_wargame.position import step_of, time_of

from cython cimport final

from core.rulesets.waterloo_wargame.battle cimport (
    SOUND, EventLog, Finding, Phase, Roller, begin_turn, end_turn, resolve, won,
)
from core.rulesets.waterloo_wargame.events cimport events_of, lapse_event
from core.rulesets.waterloo_wargame.field cimport PLAY_ON, Field
from core.rulesets.waterloo_wargame.order_set cimport OrderSet
from core.rulesets.waterloo_wargame.position cimport Position, seat_or_none


def check(Position position, seat, lines):
    """The judgement of a seat's orders, and what the server is to do with them."""
    cdef OrderSet orders = OrderSet(position, seat, lines)
    return Checked(tuple(orders.verdicts), Effect.AT_ONCE if orders.valid() else Effect.NOTHING)


def adjudicate(Position position, orders, dice, due):
    """Carry out what each seat sent, the side to move last; with `due` a side that sent nothing stands (WWG-R56)."""
    cdef Adjudicator game = Adjudicator(position, dice)
    cdef OrderSet order_set
    verdicts = {}
    for seat in sorted(orders, key=SEATS[position.field.to_move].__eq__):
        order_set = OrderSet(game.position, seat, orders[seat])
        verdicts[seat] = tuple(order_set.verdicts)
        if order_set.valid():
            game.carry_out(order_set)
    if due and not game.played and game.position.field.over == PLAY_ON:
        game.stand()
    return Adjudication(game.position, tuple(game.events), verdicts, SEATS if game.concerns_both else ())


@final
cdef class Adjudicator:
    """A game as it goes on within one adjudication."""

    cdef readonly Position position
    cdef object dice
    cdef readonly list events
    cdef readonly bint played, concerns_both

    def __init__(self, Position position, dice):
        self.position, self.dice, self.events = position, dice, []

    cdef carry_out(self, OrderSet orders):
        """An order set that is good as a whole."""
        self.position = orders.position
        self.events += orders.events
        self.concerns_both = self.concerns_both or orders.concerns_both
        if not orders.plays or self.position.field.over != PLAY_ON:
            return
        self.played = self.concerns_both = True
        if begin_turn(&self.position.field):
            self.events.append(Event("returned", {"seat": orders.seat}, ACROSS_THE_TABLE))
        self._attack_phase(orders)
        self._end_turn()

    cdef stand(self):
        """WWG-R56."""
        cdef int side
        self.position = self.position.copy()
        self.played = self.concerns_both = True
        side = self.position.field.to_move
        self.position.field.missed[side] = min(self.position.field.missed[side] + 1, 200)
        facts = {"seat": SEATS[side], "round": self.position.field.round, "missed": self.position.field.missed[side]}
        self.events.append(Event("stood", facts, "WWG-R56"))
        self._end_turn()

    # --- The attack phase (WWG-029, WWG-069, WWG-070) ----------------------------------------------------------------

    cdef _attack_phase(self, OrderSet orders):
        cdef Roller roller
        cdef EventLog log
        cdef Phase phase = orders.phase(&roller, &log)
        cdef int at
        cdef bint over
        roller.stream = NULL
        over = won(phase.law, phase.field)  # by an exit
        for at in range(orders.count):
            facts = orders.verdicts[orders.at_line[at]].facts
            facts["came"] = "void" if over else self._resolve(orders, &phase, at)
            over = over or won(phase.law, phase.field)

    cdef _resolve(self, OrderSet orders, Phase* phase, int at):
        """One line; whether it was carried out, `done`, or `lapsed`.

        It is tried with the dice at hand, and where they do not suffice again with one more.
        """
        cdef Phase before = phase[0]
        cdef Field field = self.position.field
        cdef Finding found
        cdef Roller* roller = phase.roller
        cdef bint shared = orders.lines[at].shared
        roller.given = 0
        turn = step_of(self.position)
        while True:
            roller.used, roller.wanting, phase.log.count = 0, False, 0
            found = resolve(phase, orders.lines, orders.count, at)
            if not roller.wanting:
                break
            roller.die[roller.given] = self.dice.roll(turn=turn, faces=6)
            roller.given += 1
            phase[0] = before
            self.position.field = field
        if found.fault == SOUND:
            self.events += events_of(self.position, phase.log)
        elif not shared:
            self.events.append(lapse_event(self.position, phase, &orders.lines[at], found))
            return "lapsed"
        return "done"

    # --- The end of a turn (WWG-029, WWG-107, WWG-125, WWG-127) ------------------------------------------------------

    cdef _end_turn(self):
        cdef Position position = self.position
        cdef Field before = position.field
        cdef const Field* field = &position.field
        cdef int side = before.to_move
        end_turn(&position.variant.law, &position.pieces.roster, &position.field)
        self._tell_of_strongpoints(&before)
        if (before.offers & ~field.offers) >> (1 - side) & 1:
            self.events.append(Event("draw_lapsed", {"seat": SEATS[1 - side]}, ACROSS_THE_TABLE))
        if field.over != PLAY_ON:
            self.events.append(end_event(position))
            return
        if field.round != before.round:
            self.events.append(Event("dial", {"round": field.round, "time": time_of(position)}, "WWG-031"))
        facts = {"seat": SEATS[field.to_move], "round": field.round, "time": time_of(position)}
        self.events.append(Event("turn", facts, "WWG-028"))

    cdef _tell_of_strongpoints(self, const Field* before):
        cdef int at, holder, was
        for at in range(self.position.variant.law.points):
            holder, was = self.position.field.holder[at], before.holder[at]
            if holder != was:
                facts = {"strongpoint": self.position.variant.points[at], "holder": seat_or_none(holder)}
                self.events.append(Event("strongpoint", facts | {"was": seat_or_none(was)}, "WWG-107"))
