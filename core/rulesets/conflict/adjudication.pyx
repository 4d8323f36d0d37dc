"""Orders carried out, and all that follows without anybody's decision: throws, turns, missed turns, ends.

The dice come from outside. The beginning throws are rolled for turn 0; throw k of turn t is rolled for 10 * t + k, so
that its dice are the same whether the throws of a turn are cast all at once or one by one on different days (option
reveal, CON-R35), each time from dice that begin to count anew.
"""

from core.contract import Adjudication, Checked, Effect, Event
from core.rulesets.conflict.bot import bot_orders

from core.rulesets.conflict.board cimport NOBODY, RESERVE, SEATS, Variant
from core.rulesets.conflict.dry_run cimport DryRun
from core.rulesets.conflict.events cimport events_of, piece_facts
from core.rulesets.conflict.field cimport BOTH, PLAY_ON, EventLog, count_seats, lives, take_off
from core.rulesets.conflict.order_set cimport OrderSet
from core.rulesets.conflict.position cimport THROWS, Position, State, chain_is_whole, is_seven, outcome_of, pieces_in
from core.rulesets.conflict.throws cimport penalty_piece, seats_movable
from core.rulesets.conflict.turns cimport costs_piece, end_turn, highest, settle_departures, throws_are_over

FACES = 6
QUIET = frozenset({"auto", "proposal", "proposal_lapsed", "returned"})  # events that not all are told of at once


def check(Position position, seat, orders):
    """The judgement of a seat's orders; nothing is played."""
    cdef Position working = position.copy()
    cdef OrderSet sent = OrderSet(working, position.seat(seat), orders)
    sent.refuse_unread(working)
    sent.carry_out_open(working)
    good = sent.try_turn(working)
    acts = good or sent.has_acted or comes_back(position, sent)
    return Checked(sent.judged(), Effect.AT_ONCE if acts else Effect.NOTHING)


cdef bint comes_back(Position position, OrderSet sent) noexcept:
    """CON-R36: a seat played by the bot because of missed turns sends orders, whatever becomes of them."""
    cdef State* state = &position.state
    if state.field.players.over != PLAY_ON or not lives(&state.field, sent.seat) or not sent.understood:
        return False
    return state.missed[sent.seat] >= position.variant.patience


def adjudicate(Position position, orders, dice, bint due):
    """Carry out all orders, and go on until a decision is owed or the game is over."""
    if position.state.field.players.over != PLAY_ON:
        too_late = {seat: check(position, seat, lines).verdicts for seat, lines in orders.items()}
        return Adjudication(position, (), too_late, ())
    cdef TurnEngine game = TurnEngine(position.copy(), dice)
    cdef OrderSet sent
    game.roll()
    cdef list sets = game.order_sets(orders)
    for sent in sets:
        game.carry_out_open(sent)
    played = game.play_turn(sets)
    if due and not played:
        game.time_up()
    game.go_on()
    verdicts = {}
    for sent in sets:
        verdicts[sent.name] = sent.judged()
    return Adjudication(game.position, tuple(game.events), verdicts, game.concerned(), tuple(game.notes))


cdef class TurnEngine:
    """A game as it goes on from a position (a copy that nobody else has)."""

    cdef Position position
    cdef list events
    cdef list notes
    cdef Variant variant
    cdef object dice

    def __init__(self, Position position, dice):
        self.position, self.variant, self.dice = position, position.variant, dice
        self.events, self.notes = [], []

    cdef tuple concerned(self):
        """Who is to be told now: all, once something that all may know has happened; else whom it concerns."""
        names = self.variant.seats
        for event in self.events:
            if event.kind not in QUIET:
                return names
        private = {name for event in self.events for name in event.seen_by or (event.facts["seat"],)}
        return tuple([name for name in names if name in private])

    # --- Orders ------------------------------------------------------------------------------------------------------

    cdef list order_sets(self, orders):
        """What the seats have sent, clockwise by their seats."""
        seats = self.variant.board.seats
        return [
            OrderSet(self.position, number, orders[seats[number]])
            for number in self.variant.order
            if seats[number] in orders
        ]

    cdef void carry_out_open(self, OrderSet sent) except *:
        """What a seat has sent that is not for the mover alone, and its syntax."""
        back = comes_back(self.position, sent)
        sent.refuse_unread(self.position)
        done = sent.carry_out_open(self.position)
        if back:
            self.position.state.missed[sent.seat] = 0
            self.tell("returned", "CON-R36", {"seat": sent.name})
        if done is not None:
            self.events += done.events
            self.notes += done.notes
        self.announce_end()

    cdef bint play_turn(self, list sets) except -1:
        """Play the mover's orders, if they are good; whether the turn has moved on."""
        cdef OrderSet sent
        cdef int mover = self.position.state.to_move
        if not lives(&self.position.state.field, mover):
            self.close_turn()  # CON-109: who resigns in his own turn ends it
            return True
        for sent in sets:
            if sent.seat == mover and sent.try_turn(self.position):
                sent.dry_run.position.state.missed[mover] = 0
                self.take_over(sent.dry_run)
                return True
        return False

    cdef void take_over(self, DryRun dry_run) except *:
        """A dry run that went well becomes the game."""
        self.position = dry_run.position
        self.events += dry_run.events
        self.finish_throws()

    # --- Throws and turns --------------------------------------------------------------------------------------------

    cdef void roll(self) except *:
        """Throw what has to be thrown before anybody can decide: for the beginning, and for the turn."""
        cdef State* state = &self.position.state
        if state.field.players.over != PLAY_ON:
            return
        if state.to_move == NOBODY:
            self.throw_for_beginning()
        if not state.rolled:
            self.tell("turn", "CON-019", {"seat": self.mover(), "turn": state.turn})
            self.throw()
        while self.variant.law.ahead and not chain_is_whole(state):
            self.throw()

    cdef void throw_for_beginning(self) except *:
        """CON-016 to CON-018: seat by seat, and again among those that tie; nothing of it belongs to the play."""
        cdef int total[SEATS]
        cdef int tied = self.variant.law.playing, seat
        rounds = []
        while count_seats(tied) > 1:
            thrown = {}
            for seat in self.variant.order:
                if (tied >> seat) & 1:
                    pair = [self.dice.roll(0, FACES), self.dice.roll(0, FACES)]
                    thrown[self.variant.board.seats[seat]] = pair
                    total[seat] = sum(pair)
            rounds.append(thrown)
            tied = highest(tied, total)
        self.position.state.to_move = self.position.seat(self.variant.names(tied)[0])
        self.tell("first_throw", "CON-016", {"rounds": rounds, "begins": self.mover()})

    cdef void throw(self) except *:
        cdef State* state = &self.position.state
        cdef int number = state.rolled, at
        for at in range(2):
            state.dice[number][at] = self.dice.roll(10 * state.turn + number + 1, FACES)
        state.rolled += 1
        pair = [state.dice[number][0], state.dice[number][1]]
        self.tell("throw", "CON-022", {"seat": self.mover(), "turn": state.turn, "number": number + 1, "dice": pair})

    cdef void finish_throws(self) except *:
        """After the orders of a throw, or of all throws of the turn."""
        cdef State* state = &self.position.state
        cdef EventLog log
        log.count = 0
        settle_departures(state, &log)
        self.events += events_of(self.position, &log)
        if state.field.players.over != PLAY_ON:
            self.announce_end()
        elif throws_are_over(state):
            self.close_turn()
        else:
            # Option reveal=stepwise: a double earns a further throw once its moves are made (CON-096).
            state.throw = state.rolled
            self.throw()

    cdef void close_turn(self) except *:
        """The turn has been executed, passed or missed."""
        cdef EventLog log
        log.count = 0
        end_turn(&self.position.state, &self.variant.law, &log)
        self.events += events_of(self.position, &log)
        self.announce_end()

    cdef void announce_end(self) except *:
        """The event of the end, if the game is over and it has not been told."""
        end = outcome_of(self.position)
        if end is None or any([event.kind == "end" for event in self.events]):
            return
        among = [] if end.winners else self.sharing()
        facts = {"winners": list(end.winners), "reason": end.reason, "clause": end.clause, "among": among}
        self.events.append(Event("end", facts, end.clause))

    cdef list sharing(self):
        """CON-107, CON-108: between whom a draw is."""
        cdef State* state = &self.position.state
        if state.field.players.living:
            return self.variant.names(state.field.players.living)
        # Nobody is left only where the last two went out by the same step.
        last = max([state.out_turn[seat] for seat in self.variant.order])
        both = [seat for seat in self.variant.order if state.field.how[<int>seat] == BOTH]
        return [self.variant.board.seats[seat] for seat in both if state.out_turn[<int>seat] == last]

    # --- Without a decision ------------------------------------------------------------------------------------------

    cdef void go_on(self) except *:
        """Play what needs no orders, until orders are owed or the game is over (CON-032)."""
        cdef State* state = &self.position.state
        while state.field.players.over == PLAY_ON:
            self.roll()
            if self.nothing_to_decide():
                self.take_over(DryRun(self.position, []))
            elif self.position.played_by_bot(state.to_move) and self.somebody_waits():
                self.play_bot()
            else:
                return
            state = &self.position.state

    cdef bint nothing_to_decide(self) except -1:
        """No movable piece, and no seven that could bring one in (CON-091)."""
        cdef State* state = &self.position.state
        if seats_movable(&state.field, state.to_move):
            return False
        if not pieces_in(self.position, state.to_move, RESERVE):
            return True
        return not any([is_seven(state, throw) for throw in range(state.throw, state.rolled)])

    cdef bint somebody_waits(self) except -1:
        """Whether a living player plays his own seat. Bots alone wait for the deadline, lest this never end."""
        cdef int seat
        for seat in self.variant.order:
            if lives(&self.position.state.field, seat) and not self.position.played_by_bot(seat):
                return True
        return False

    cdef void play_bot(self) except *:
        dry_run = DryRun(self.position, list(enumerate(bot_orders(self.position))))
        if dry_run.failed:
            raise RuntimeError([*dry_run.on_the_whole, *dry_run.verdicts.values()])
        self.take_over(dry_run)

    cdef void time_up(self) except *:
        """CON-R36: the deadline of the turn has passed without good orders."""
        cdef State* state = &self.position.state
        if state.field.players.over != PLAY_ON or self.nothing_to_decide():
            return
        seat = state.to_move
        if not self.position.played_by_bot(seat):
            state.missed[<int>seat] += 1
            self.tell("missed", "CON-R36", {"seat": self.mover(), "turn": state.turn, "count": state.missed[<int>seat]})
            if self.variant.options["nmr"] == "hold":
                self.hold()
                return
        self.play_bot()

    cdef void hold(self) except *:
        """Nothing moves; only the penalty of a third double that has been thrown is paid (CON-R33)."""
        cdef State* state = &self.position.state
        if state.rolled == THROWS and costs_piece(state, THROWS - 1, &state.field):
            self.send_back(penalty_piece(&state.field, state.to_move))
        self.close_turn()

    cdef void send_back(self, int piece) except *:
        place = self.position.where(piece)
        take_off(&self.position.state.field, piece, RESERVE)
        facts = {**piece_facts(self.variant, piece), "throw": THROWS, "from": place, "default": True}
        self.events.append(Event("back", facts, "CON-R33"))

    # --- Telling -----------------------------------------------------------------------------------------------------

    cdef str mover(self):
        return self.variant.board.seats[self.position.state.to_move]

    cdef void tell(self, kind, clause, dict facts) except *:
        self.events.append(Event(kind, facts, clause))
