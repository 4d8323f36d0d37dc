"""How a game goes on: the activation dice, the orders of a seat, the end of a turn, the next player's turn (WGR-019).

The dice come from outside. With p for the player turns begun, the activation dice of a turn are rolled for the turn
number 10 * p, those of the orders that were carried out as its m-th for 10 * p + m: the server hands in fresh dice for
each adjudication, and they must not begin anew within one turn.
"""

from core.contract import Adjudication, Checked, Effect, Event
from core.rulesets.waterloo_grid.board import SEATS
from core.rulesets.waterloo_grid.position import SYMBOLS, outcome_of

from core.rulesets.waterloo_grid.board cimport BLUE, RED, SIDES, Variant
from core.rulesets.waterloo_grid.close_fighting cimport MOST_FIGHTS, Fight, list_fights
from core.rulesets.waterloo_grid.dice cimport DiceSource, Roller
from core.rulesets.waterloo_grid.events cimport EventLog
from core.rulesets.waterloo_grid.field cimport ACTIVATION_DICE, MOST_MAILS, PLAY_ON, TURN_LIMIT, State, ply_of
from core.rulesets.waterloo_grid.order_set cimport OrderSet
from core.rulesets.waterloo_grid.position cimport Position
from core.rulesets.waterloo_grid.turn cimport bases_on_board, close_turn, next_turn, points, roll_activation_dice

MAILS_PER_KEY = 10  # ply * 10 + mail


def check(Position position, seat, orders):
    """The judgement of a seat's orders; nothing is played."""
    cdef OrderSet order_set = judged(position, SEATS.index(seat), orders, True)
    return Checked(order_set.judged(), Effect.AT_ONCE if order_set.accepted() else Effect.NOTHING)


cdef OrderSet judged(Position position, int side, orders, bint with_facts):
    """Orders examined and rehearsed; `with_facts`: those of lines that stand are wanted though they are carried out."""
    cdef OrderSet order_set = OrderSet(side, orders)
    order_set.examine(position)
    order_set.rehearse(position, with_facts or not order_set.accepted())
    return order_set


def adjudicate(Position position, orders, dice, due):
    """Carry out all orders, and go on until a decision is owed or the game is over."""
    cdef TurnEngine game
    cdef int mover, side
    if position.state.over != PLAY_ON:
        too_late = {seat: check(position, seat, lines).verdicts for seat, lines in orders.items()}
        return Adjudication(position, (), too_late, ())
    game = TurnEngine(position.copy(), dice)
    game.roll_dice()
    # The side that is not in turn first: what it may say, it may say at any time (WGR-136).
    mover = game.position.state.mover
    for side in (1 - mover, mover):
        if SEATS[side] in orders:
            game.hear(side, orders[SEATS[side]])
    if due:
        game.time_up()
    return Adjudication(game.position, tuple(game.events), game.verdicts, game.concerned())


cdef class TurnEngine:
    """A game as it goes on from a position (a copy that nobody else has)."""

    cdef Position position
    cdef list events
    cdef dict verdicts
    cdef Variant variant
    cdef object dice
    cdef bint tell[2]  # by side: whether to tell its player now
    cdef bint closed  # a turn has been closed

    def __init__(self, Position position, dice):
        self.position, self.variant, self.dice = position, position.variant, dice
        self.events, self.verdicts = [], {}

    cdef tuple concerned(self):
        """Whom to tell now."""
        return tuple([SEATS[side] for side in range(SIDES) if self.tell[side]])

    cdef void tell_all(self):
        self.tell[BLUE] = self.tell[RED] = True

    # --- The turn ----------------------------------------------------------------------------------------------------

    cdef object roll_dice(self):
        """The activation dice, if they are not rolled yet (WGR-021)."""
        cdef State* state = &self.position.state
        cdef DiceSource source
        cdef Roller roller
        cdef int at
        if state.rolled or state.over != PLAY_ON:
            return
        source = self.source(0)
        roller = source.roller()
        roll_activation_dice(state, &roller)
        if source.error is not None:
            raise source.error
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
        """A seat's orders, carried out if they are accepted."""
        cdef OrderSet order_set = judged(self.position, side, orders, False)
        cdef State* state = &self.position.state
        if not order_set.accepted():
            self.verdicts[order_set.seat] = order_set.judged()
            return
        before = len(self.events)
        if state.mover == side:
            state.missed[side] = 0
        self.carry_out(order_set)
        self.verdicts[order_set.seat] = order_set.judged()
        if order_set.shows or order_set.draws or state.mover == side:
            self.tell[side] = True
        if order_set.draws and any([event.kind == "draw_offered" for event in self.events[before:]]):
            self.tell_all()
        if state.over != PLAY_ON:
            self.announce_end()
        elif order_set.ends:
            self.open_next_turn()

    cdef object carry_out(self, OrderSet order_set):
        cdef int number = self.position.state.mails + (1 if order_set.places else 0)
        cdef DiceSource source = self.source(min(number, MOST_MAILS))
        cdef EventLog log = EventLog(self.variant, source.key, self.events)
        order_set.play(self.position, source, log)
        if source.error is not None:
            raise source.error
        if order_set.ends and self.position.state.over == PLAY_ON:
            self.end_turn(source, log, "order")

    cdef object time_up(self):
        """WGR-147: the deadline closes a turn that its player has not."""
        cdef State* state = &self.position.state
        cdef DiceSource source
        if self.closed or state.over != PLAY_ON:
            return
        state.mails = min(state.mails + 1, MOST_MAILS)
        state.missed[state.mover] += 1
        source = self.source(state.mails)
        self.end_turn(source, EventLog(self.variant, source.key, self.events), "deadline")
        if state.over != PLAY_ON:
            self.announce_end()
        else:
            self.open_next_turn()

    cdef object end_turn(self, DiceSource source, EventLog log, by):
        """The turn is closed, close fighting follows, and the look at victory (WGR-143)."""
        cdef State* state = &self.position.state
        cdef Roller roller = source.roller()
        clause = "WGR-143" if by == "order" else "WGR-147"
        facts = {"seat": SEATS[state.mover], "turn": state.turn, "by": by, "missed": state.missed[state.mover]}
        self.events.append(Event("end_turn", facts, clause))
        if state.fights:
            self.report_ignored()
        close_turn(&self.variant.law, state, &roller, &log.sink)
        if source.error is not None:
            raise source.error
        log.flush(state, state.mover)
        self.closed = True

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

    cdef object open_next_turn(self):
        """The other player's turn, after one that has not ended the game."""
        cdef State* state = &self.position.state
        cdef int side
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

    cdef DiceSource source(self, int mail):
        return DiceSource(self.dice, MAILS_PER_KEY * ply_of(&self.position.state) + mail)
