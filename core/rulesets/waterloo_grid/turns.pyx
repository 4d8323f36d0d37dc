"""The course of the game: the activation dice, mails, close fighting, the end of a turn. 3.3 and 3.11 to 3.13.

The dice come from outside. With p for the player turns begun, the activation dice of a turn are rolled for the turn
number 10 * p, those of the mail that was carried out as its m-th for 10 * p + m: the server hands in fresh dice for
each adjudication, and they must not begin anew within one turn.
"""

from core.contract import Adjudication, Checked, Effect, Event
from core.rulesets.waterloo_grid.board import SEATS
from core.rulesets.waterloo_grid.position import SYMBOLS, outcome_of

from core.rulesets.waterloo_grid.board cimport BLUE, RED, SIDES, Variant
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
    cdef Mail mail = judged(position, SEATS.index(seat), orders, True)
    return Checked(mail.judged(), Effect.AT_ONCE if mail.accepted() else Effect.NOTHING)


cdef Mail judged(Position position, int side, orders, bint told):
    """A mail examined and rehearsed; `told`: the facts of lines that stand are wanted though it is carried out."""
    cdef Mail mail = Mail(side, orders)
    mail.examine(position)
    mail.rehearse(position, told or not mail.accepted())
    return mail


def adjudicate(Position position, orders, dice, due):
    """Carry out all orders, and go on until a decision is owed or the game is over."""
    cdef Course game
    cdef int mover, side
    if position.state.over != PLAY_ON:
        too_late = {seat: check(position, seat, lines).verdicts for seat, lines in orders.items()}
        return Adjudication(position, (), too_late, ())
    game = Course(position.copy(), dice)
    game.roll_dice()
    # The side that is not in turn first: what it may say, it may say at any time (WGR-136).
    mover = game.position.state.mover
    for side in (1 - mover, mover):
        if SEATS[side] in orders:
            game.hear(side, orders[SEATS[side]])
    if due:
        game.time_up()
    return Adjudication(game.position, tuple(game.events), game.verdicts, game.concerned())


cdef class Course:
    """A game as it goes on from a position (a copy that nobody else has)."""

    cdef Position position
    cdef list events
    cdef dict verdicts
    cdef Variant variant
    cdef object dice
    cdef bint told[2]  # by side: whether to tell its player now
    cdef bint closed  # a turn has been closed

    def __init__(self, Position position, dice):
        self.position, self.variant, self.dice = position, position.variant, dice
        self.events, self.verdicts = [], {}

    cdef tuple concerned(self):
        """Whom to tell now."""
        return tuple([SEATS[side] for side in range(SIDES) if self.told[side]])

    cdef void tell_all(self):
        self.told[BLUE] = self.told[RED] = True

    # --- The turn (3.3) ----------------------------------------------------------------------------------------------

    cdef object roll_dice(self):
        """The activation dice, if they are not rolled yet (WGR-021)."""
        cdef State* state = &self.position.state
        cdef Source source
        cdef Roller roller
        cdef int at
        if state.rolled or state.over != PLAY_ON:
            return
        source = self.source(0)
        roller = source.roller()
        roll(&roller, ACTIVATION_DICE, state.dice)
        if source.error is not None:
            raise source.error
        state.rolled = 1
        facts = {
            "seat": SEATS[state.mover],
            "turn": state.turn,
            "ply": ply_of(state),
            "dice": [SYMBOLS[state.dice[at]] for at in range(ACTIVATION_DICE)],
            "key": source.key,
            "draw": 1,
        }
        self.events.append(Event("turn", facts, "WGR-021"))
        self.tell_all()

    cdef object hear(self, int side, orders):
        """A seat's mail, carried out if it is accepted."""
        cdef Mail mail = judged(self.position, side, orders, False)
        cdef State* state = &self.position.state
        if not mail.accepted():
            self.verdicts[mail.seat] = mail.judged()
            return
        before = len(self.events)
        if state.mover == side:
            state.missed[side] = 0
        self.carry_out(mail)
        self.verdicts[mail.seat] = mail.judged()
        if mail.shows or state.mover == side:
            self.told[side] = True
        if mail.draws and any([event.kind == "draw_offered" for event in self.events[before:]]):
            self.tell_all()
        if state.over != PLAY_ON:
            self.announce_end()
        elif mail.ends:
            self.close()

    cdef object carry_out(self, Mail mail):
        cdef int number = self.position.state.mails + (1 if mail.places else 0)
        cdef Source source = self.source(min(number, MOST_MAILS))
        cdef Story story = Story(self.variant, source.key, self.events)
        mail.play(self.position, source, story)
        if source.error is not None:
            raise source.error
        if mail.ends and self.position.state.over == PLAY_ON:
            self.fight(source, story, "order")

    cdef object time_up(self):
        """WGR-147: the deadline closes a turn that its player has not."""
        cdef State* state = &self.position.state
        cdef Source source
        if self.closed or state.over != PLAY_ON:
            return
        state.mails = min(state.mails + 1, MOST_MAILS)
        state.missed[state.mover] += 1
        source = self.source(state.mails)
        self.fight(source, Story(self.variant, source.key, self.events), "deadline")
        self.close()

    cdef object fight(self, Source source, Story story, by):
        """The turn is closed, and close fighting follows (3.8)."""
        cdef State* state = &self.position.state
        cdef Roller roller = source.roller()
        clause = "WGR-143" if by == "order" else "WGR-147"
        facts = {"seat": SEATS[state.mover], "turn": state.turn, "by": by, "missed": state.missed[state.mover]}
        self.events.append(Event("end_turn", facts, clause))
        if state.fights:
            self.report_ignored()
        close_fighting(&self.variant.law, state, &roller, &story.chronicle)
        if source.error is not None:
            raise source.error
        story.flush(state, state.mover)

    cdef object report_ignored(self):
        """WGR-082: cells of the `fights` line without a fight of the mover's."""
        cdef State* state = &self.position.state
        cdef Fight fight[MOST_FIGHTS]
        cdef int count = list_fights(&self.variant.law, state, fight), at
        cells = self.variant.board.cells
        fighting = {fight[at].cell for at in range(count) if fight[at].group < 3}
        idle = [cells[state.fight[at]] for at in range(state.fights) if state.fight[at] not in fighting]
        if idle:
            facts = {"seat": SEATS[state.mover], "cells": idle}
            self.events.append(Event("fights_ignored", facts, "WGR-082"))

    cdef object close(self):
        """After the close fighting: victory, or the other player's turn."""
        cdef State* state = &self.position.state
        cdef int side
        self.closed = True
        self.tell_all()
        judge_end(&self.variant.law, state)
        if state.over != PLAY_ON:
            self.announce_end()
            return
        for side in range(SIDES):
            if state.offers[side] and state.offers[side] <= ply_of(state):
                self.events.append(Event("draw_lapsed", {"seat": SEATS[side]}, "WGR-136"))
        next_turn(state)
        self.roll_dice()

    cdef object announce_end(self):
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
        self.tell_all()

    # --- Dice --------------------------------------------------------------------------------------------------------

    cdef Source source(self, int mail):
        return Source(self.dice, MAILS_PER_KEY * ply_of(&self.position.state) + mail)
