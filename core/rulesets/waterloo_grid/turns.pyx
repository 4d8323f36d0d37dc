"""The course of the game: the activation dice, mails, close fighting, the end of a turn. 3.3 and 3.11 to 3.13.

The dice come from outside. With p for the player turns begun, the activation dice of a turn are rolled for the turn
number 10 * p, those of the mail that was carried out as its m-th for 10 * p + m: the server hands in fresh dice for
each adjudication, and they must not begin anew within one turn.
"""

from core.contract import Adjudication, Checked, Effect, Event
from core.rulesets.waterloo_grid.board import SEATS
from core.rulesets.waterloo_grid.mail import Mail
from core.rulesets.waterloo_grid.orders import Show
from core.rulesets.waterloo_grid.position import outcome_of
from core.rulesets.waterloo_grid.rolls import Source
from core.rulesets.waterloo_grid.told import Story

from core.rulesets.waterloo_grid.board cimport SIDES, Variant
from core.rulesets.waterloo_grid.ends cimport bases_on_board, judge_end, next_turn, points
from core.rulesets.waterloo_grid.field cimport ACTIVATION_DICE, MOST_MAILS, PLAY_ON, TURN_LIMIT, State, ply_of
from core.rulesets.waterloo_grid.fights cimport MOST_FIGHTS, Fight, close_fighting, list_fights
from core.rulesets.waterloo_grid.mail cimport Mail
from core.rulesets.waterloo_grid.position cimport Position
from core.rulesets.waterloo_grid.rolls cimport Roller, Source, roll
from core.rulesets.waterloo_grid.told cimport Story

MAILS_PER_KEY = 10  # ply * 10 + mail


def check(Position position, seat, orders):
    """The judgement of a seat's orders; nothing is played."""
    mail = judged(position, SEATS.index(seat), orders)
    return Checked(mail.judged(), Effect.AT_ONCE if mail.accepted else Effect.NOTHING)


cdef Mail judged(Position position, side, orders):
    mail = Mail(position, side, orders)
    mail.examine(position)
    mail.rehearse(position)
    return mail


def adjudicate(Position position, orders, dice, due):
    """Carry out all orders, and go on until a decision is owed or the game is over."""
    if position.state.over != PLAY_ON:
        too_late = {seat: check(position, seat, lines).verdicts for seat, lines in orders.items()}
        return Adjudication(position, (), too_late, ())
    game = Course(position.copy(), dice)
    game.roll_dice()
    # The side that is not in turn first: what it may say, it may say at any time (WGR-136).
    mover = (<Position>game.position).state.mover
    for side in (1 - mover, mover):
        if SEATS[side] in orders:
            game.hear(side, orders[SEATS[side]])
    if due:
        game.time_up()
    return Adjudication(game.position, tuple(game.events), game.verdicts, game.concerned())


cdef class Course:
    """A game as it goes on from a position (a copy that nobody else has)."""

    cdef readonly Position position
    cdef readonly list events
    cdef readonly dict verdicts
    cdef Variant variant
    cdef object dice
    cdef set told
    cdef bint closed  # a turn has been closed

    def __init__(self, Position position, dice):
        self.position, self.variant, self.dice = position, position.variant, dice
        self.events, self.verdicts, self.told, self.closed = [], {}, set(), False

    def concerned(self):
        """Whom to tell now."""
        return tuple([seat for seat in SEATS if seat in self.told])

    # --- The turn (3.3) ----------------------------------------------------------------------------------------------

    def roll_dice(self):
        """The activation dice, if they are not rolled yet (WGR-021)."""
        cdef State* state = &self.position.state
        cdef Source source = self._source(0)
        cdef Roller roller = source.roller()
        if state.rolled or state.over != PLAY_ON:
            return
        roll(&roller, ACTIVATION_DICE, state.dice)
        if source.error is not None:
            raise source.error
        state.rolled = 1
        shown = ["ICAX-"[state.dice[at]] for at in range(ACTIVATION_DICE)]
        self._tell(
            "turn", "WGR-021", turn=state.turn, ply=ply_of(state), dice=shown, key=source.key, draw=1,
        )
        self.told |= set(SEATS)

    def hear(self, side, orders):
        """A seat's mail, carried out if it is accepted."""
        mail = judged(self.position, side, orders)
        if not mail.accepted:
            self.verdicts[mail.seat] = mail.judged()
            return
        before = len(self.events)
        if self.position.state.mover == side:
            self.position.state.missed[<int>side] = 0
        self._carry_out(mail)
        self.verdicts[mail.seat] = mail.judged()
        shows = any([isinstance(line.order, Show) for line in mail.lines])
        if shows or self.position.state.mover == side:
            self.told.add(mail.seat)
        if any([event.kind == "draw_offered" for event in self.events[before:]]):
            self.told |= set(SEATS)
        if self.position.state.over != PLAY_ON:
            self._announce_end()
        elif mail.ends:
            self._close()

    def _carry_out(self, Mail mail):
        cdef int number = self.position.state.mails + (1 if mail.places else 0)
        cdef Source source = self._source(min(number, MOST_MAILS))
        story = Story(self.variant, source.key, self.events)
        mail.play(self.position, source, story)
        if source.error is not None:
            raise source.error
        if mail.ends and self.position.state.over == PLAY_ON:
            self._fight(source, story, "order")

    def time_up(self):
        """WGR-147: the deadline closes a turn that its player has not."""
        cdef State* state = &self.position.state
        cdef Source source
        if self.closed or state.over != PLAY_ON:
            return
        state.mails = min(state.mails + 1, MOST_MAILS)
        state.missed[state.mover] += 1
        source = self._source(state.mails)
        self._fight(source, Story(self.variant, source.key, self.events), "deadline")
        self._close()

    def _fight(self, Source source, Story story, by):
        """The turn is closed, and close fighting follows (3.8)."""
        cdef State* state = &self.position.state
        cdef Roller roller = source.roller()
        clause = "WGR-143" if by == "order" else "WGR-147"
        self._tell("end_turn", clause, turn=state.turn, by=by, missed=state.missed[state.mover])
        self._report_ignored()
        close_fighting(&self.variant.law, state, &roller, &story.chronicle)
        if source.error is not None:
            raise source.error
        story.flush(state, state.mover)

    def _report_ignored(self):
        """WGR-082: cells of the `fights` line without a fight of the mover's."""
        cdef State* state = &self.position.state
        cdef Fight fight[MOST_FIGHTS]
        cdef int count = list_fights(&self.variant.law, state, fight), at
        cells = self.variant.board.cells
        fighting = {fight[at].cell for at in range(count) if fight[at].group < 3}
        idle = [cells[state.fight[at]] for at in range(state.fights) if state.fight[at] not in fighting]
        if idle:
            self._tell("fights_ignored", "WGR-082", cells=idle)

    def _close(self):
        """After the close fighting: victory, or the other player's turn."""
        cdef State* state = &self.position.state
        self.closed = True
        self.told |= set(SEATS)
        judge_end(&self.variant.law, state)
        if state.over != PLAY_ON:
            self._announce_end()
            return
        for side in range(SIDES):
            if state.offers[<int>side] and state.offers[<int>side] <= ply_of(state):
                self.events.append(Event("draw_lapsed", {"seat": SEATS[side]}, "WGR-136"))
        next_turn(state)
        self.roll_dice()

    def _announce_end(self):
        cdef State* state = &self.position.state
        end = outcome_of(self.position)
        score = None
        if state.over == TURN_LIMIT:
            score = {
                SEATS[side]: {
                    "points": points(&self.variant.law, state, side), "bases": bases_on_board(state, side)
                }
                for side in range(SIDES)
            }
        facts = {"winners": list(end.winners), "reason": end.reason, "score": score}
        self.events.append(Event("end", facts, end.clause))
        self.told |= set(SEATS)

    # --- Telling -----------------------------------------------------------------------------------------------------

    def _source(self, int mail):
        return Source(self.dice, MAILS_PER_KEY * ply_of(&self.position.state) + mail)

    def _tell(self, kind, clause, **facts):
        seat = SEATS[self.position.state.mover]
        self.events.append(Event(kind, {"seat": seat, **facts}, clause))
