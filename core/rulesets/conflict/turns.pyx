"""The course of the game: throws, turns, missed turns, and what goes on without anybody's decision.

3.2, 3.10 and 3.12 of the rulebook, and CON-R36. The dice come from outside. The beginning throws are rolled for turn 0;
throw k of turn t is rolled for 10 * t + k, so that its dice are the same whether the throws of a turn are cast all at
once or one by one on different days (option reveal), each time from dice that begin to count anew.
"""

from core.contract import Adjudication, Checked, Effect, Event
from core.rulesets.conflict.bot import bot_orders

from libc.string cimport memset

from core.rulesets.conflict.board cimport NOBODY, RESERVE, SEATS, SET, START, Variant
from core.rulesets.conflict.field cimport BOTH, PLAY_ON, TURN_LIMIT, befriend, lives, movable, take_off
from core.rulesets.conflict.judge cimport Trial
from core.rulesets.conflict.mail cimport Mail
from core.rulesets.conflict.position cimport THROWS, Position, State, outcome_of, pieces_in
from core.rulesets.conflict.talk cimport agree, drop_proposal, tidy_up
from core.rulesets.conflict.throws cimport seats_movable
from core.rulesets.conflict.told cimport piece_facts

FACES = 6
QUIET = frozenset({"auto", "proposal", "proposal_lapsed", "returned"})  # events that not all are told of at once
PENALTY_ORDER = (5, 6, 7, 8, 9, 0, 1, 2, 3, 4, 10, 11)  # CON-R33: battleship, artillery, anti-aircraft gun, airplane


cdef object check(Position position, seat, orders):
    """The judgement of a seat's orders; nothing is played."""
    cdef Position working = position.copy()
    cdef Mail mail = Mail(working, position.seat(seat), orders)
    mail.refuse_unread(working)
    mail.speak(working)
    good = mail.try_set(working)
    acts = good or mail.spoke or comes_back(position, mail)
    return Checked(mail.judged(), Effect.AT_ONCE if acts else Effect.NOTHING)


cdef bint comes_back(Position position, Mail mail) noexcept:
    """CON-R36: a seat played by the bot because of missed turns mails orders, whatever becomes of them."""
    if position.state.field.over != PLAY_ON or not lives(&position.state.field, mail.seat) or not mail.understood:
        return False
    return position.state.missed[mail.seat] >= position.variant.patience


cdef object adjudicate(Position position, orders, dice, bint due):
    """Carry out all orders, and go on until a decision is owed or the game is over."""
    if position.state.field.over != PLAY_ON:
        too_late = {seat: check(position, seat, lines).verdicts for seat, lines in orders.items()}
        return Adjudication(position, (), too_late, ())
    cdef Course game = Course(position.copy(), dice)
    cdef Mail mail
    game.roll()
    cdef list mails = game.mails(orders)
    for mail in mails:
        game.hear(mail)
    played = game.play_orders(mails)
    if due and not played:
        game.time_up()
    game.go_on()
    verdicts = {}
    for mail in mails:
        verdicts[mail.name] = mail.judged()
    return Adjudication(game.position, tuple(game.events), verdicts, game.concerned(), tuple(game.notes))


cdef class Course:
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

    # --- Mails -------------------------------------------------------------------------------------------------------

    cdef list mails(self, orders):
        """The mails that have come, clockwise by their seats."""
        seats = self.variant.board.seats
        return [
            Mail(self.position, number, orders[seats[number]])
            for number in self.variant.order
            if seats[number] in orders
        ]

    cdef void hear(self, Mail mail) except *:
        """What of a mail is not for the mover alone, and its syntax."""
        back = comes_back(self.position, mail)
        mail.refuse_unread(self.position)
        talk = mail.speak(self.position)
        if back:
            self.position.state.missed[mail.seat] = 0
            self.tell("returned", "CON-R36", {"seat": mail.name})
        if talk is not None:
            self.events += talk.events
            self.notes += talk.notes
        self.announce_end()

    cdef bint play_orders(self, list mails) except -1:
        """Play the mover's order set, if there is a good one; whether the turn has moved on."""
        cdef Mail mail
        cdef int mover = self.position.state.to_move
        if not lives(&self.position.state.field, mover):
            self.end_turn()  # CON-109: who resigns in his own turn ends it
            return True
        for mail in mails:
            if mail.seat == mover and mail.try_set(self.position):
                mail.trial.position.state.missed[mover] = 0
                self.take_over(mail.trial)
                return True
        return False

    cdef void take_over(self, Trial trial) except *:
        """A dry run that went well becomes the game."""
        self.position = trial.position
        self.events += trial.events
        self.finish_throws()

    # --- Throws and turns (3.3, 3.10) --------------------------------------------------------------------------------

    cdef void roll(self) except *:
        """Throw what has to be thrown before anybody can decide: for the beginning, and for the turn."""
        cdef State* state = &self.position.state
        if state.field.over != PLAY_ON:
            return
        if state.to_move == NOBODY:
            self.throw_for_beginning()
        if not state.rolled:
            self.tell("turn", "CON-019", {"seat": self.mover(), "turn": state.turn})
            self.throw()
        while self.variant.ahead and not self.position.chain_is_whole():
            self.throw()

    cdef void throw_for_beginning(self) except *:
        """CON-016 to 018."""
        tied, rounds = list(self.variant.order), []
        while len(tied) > 1:
            thrown = {seat: [self.dice.roll(0, FACES), self.dice.roll(0, FACES)] for seat in tied}
            rounds.append({self.variant.board.seats[seat]: pair for seat, pair in thrown.items()})
            highest = max(sum(pair) for pair in thrown.values())
            tied = [seat for seat in tied if sum(thrown[seat]) == highest]
        self.position.state.to_move = tied[0]
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
        tidy_up(self.position, self.events)
        if state.field.over != PLAY_ON:
            self.announce_end()
        elif not lives(&state.field, state.to_move) or self.position.chain_is_whole():
            self.end_turn()
        else:
            # Option reveal=stepwise: a double earns a further throw once its moves are made (CON-096).
            state.throw = state.rolled
            self.throw()

    cdef void end_turn(self) except *:
        """The turn has been executed, passed or missed; the next begins unless the game ends."""
        cdef State* state = &self.position.state
        if state.field.over == PLAY_ON:
            agree(self.position)
        if state.field.over == PLAY_ON:
            self.count_turn(state.to_move)
        if state.field.over == PLAY_ON and self.variant.law.turn_limit and state.turn >= self.variant.law.turn_limit:
            state.field.over = TURN_LIMIT  # CON-108
        if state.field.over != PLAY_ON:
            self.announce_end()
            return
        state.to_move = self.next_seat()
        state.turn += 1
        state.throw = state.rolled = 0
        memset(state.dice, 0, sizeof(state.dice))

    cdef int next_seat(self) noexcept:
        """CON-019."""
        cdef int seat = self.position.state.to_move
        while True:
            seat = (seat + 1) % SEATS
            if lives(&self.position.state.field, seat):
                return seat

    cdef void count_turn(self, int seat) except *:
        """What lasts for a number of a player's turns: draw offers (CON-108), proposals and pacts (CON-R38)."""
        cdef State* state = &self.position.state
        cdef int one, other
        if state.offers[seat]:
            state.offers[seat] -= 1
            if not state.offers[seat]:
                self.tell("draw_lapsed", "CON-108", {"seat": self.variant.board.seats[seat]})
        for one in range(SEATS):
            for other in range(SEATS):
                if state.proposed[one][other] == 1 << seat:
                    drop_proposal(self.position, one, other, self.events)
                state.proposed[one][other] &= ~(1 << seat)
        if (state.breaking >> seat) & 1:
            self.end_pact(seat)

    cdef void end_pact(self, int seat) except *:
        cdef State* state = &self.position.state
        cdef int other = state.field.ally[seat]
        state.field.ally[seat] = state.field.ally[other] = NOBODY
        state.breaking &= ~(1 << seat | 1 << other)
        befriend(&self.variant.law, &state.field)
        self.tell("pact_ended", "CON-R38", {"seats": self.variant.names(1 << seat | 1 << other), "why": "broken"})

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
        if state.field.living:
            return self.variant.names(state.field.living)
        # Nobody is left only where the last two went out by the same step.
        last = max([state.out_turn[seat] for seat in self.variant.order])
        both = [seat for seat in self.variant.order if state.field.how[<int>seat] == BOTH]
        return [self.variant.board.seats[seat] for seat in both if state.out_turn[<int>seat] == last]

    # --- Without a decision ------------------------------------------------------------------------------------------

    cdef void go_on(self) except *:
        """Play what needs no orders, until orders are owed or the game is over (5.1)."""
        cdef State* state = &self.position.state
        while state.field.over == PLAY_ON:
            self.roll()
            if self.nothing_to_decide():
                self.take_over(Trial(self.position, []))
            elif self.position.played_by_bot(state.to_move) and self.somebody_waits():
                self.play_bot()
            else:
                return
            state = &self.position.state

    cdef bint nothing_to_decide(self) except -1:
        """No movable piece, and no seven that could bring one in (5.1)."""
        cdef State* state = &self.position.state
        if seats_movable(&state.field, state.to_move):
            return False
        if not pieces_in(self.position, state.to_move, RESERVE):
            return True
        return not any([self.position.is_seven(throw) for throw in range(state.throw, state.rolled)])

    cdef bint somebody_waits(self) except -1:
        """Whether a living player plays his own seat. Bots alone wait for the deadline, lest this never end."""
        cdef int seat
        for seat in self.variant.order:
            if lives(&self.position.state.field, seat) and not self.position.played_by_bot(seat):
                return True
        return False

    cdef void play_bot(self) except *:
        trial = Trial(self.position, list(enumerate(bot_orders(self.position))))
        if trial.failed:
            raise RuntimeError([*trial.on_the_whole, *trial.verdicts.values()])
        self.take_over(trial)

    cdef void time_up(self) except *:
        """CON-R36: the deadline of the turn has passed without good orders."""
        cdef State* state = &self.position.state
        if state.field.over != PLAY_ON or self.nothing_to_decide():
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
        due = state.rolled == THROWS and self.position.third_double(THROWS - 1)
        if due and seats_movable(&state.field, state.to_move):
            self.send_back(self.penalty_piece())
        self.end_turn()

    cdef int penalty_piece(self) except -1:
        cdef State* state = &self.position.state
        pieces = [state.to_move * SET + number for number in PENALTY_ORDER]
        waiting = [piece for piece in pieces if state.field.at[<int>piece] == START]
        return (waiting or [piece for piece in pieces if movable(&state.field, piece)])[0]

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
