"""A seat's order set: checked as a whole, then carried out line by line.

(1) A line that cannot be read, or that has no place in the phase, rejects the set. (2) The dry run, on what the seat
knows, rejects it for its first illegal line. (3) Then it is carried out as far as it goes.
"""

cimport cython

from core.contract import Adjudication, Checked, Effect, Status, Verdict
from core.rulesets.stratego_waterloo import setup
from core.rulesets.stratego_waterloo.board import CARD_NAMES, SEATS
from core.rulesets.stratego_waterloo.orders import (
    AcceptDraw, Battery, Burn, Charge, Combined, Cut, End, Enter, Fire, Go, Initiative, Keep, OfferDraw, Plan,
    Reconnoitre, Resign, Rest, Retire, Save, Setup, Stand, Stop, Take, Test, When,
)
from core.rulesets.stratego_waterloo.ply import Refused
from core.rulesets.stratego_waterloo.setup import MOST_WISHED

from libc.stdint cimport uint32_t, uint8_t

from core.rulesets.stratego_waterloo.battle cimport Battle, deal, end_ply, pick, set_up
from core.rulesets.stratego_waterloo.board cimport NONE, RED, Variant
from core.rulesets.stratego_waterloo.ply cimport Ply
from core.rulesets.stratego_waterloo.position cimport Position, phase_of
from core.rulesets.stratego_waterloo.pursuit cimport (
    carry_out as carry_out_pursuit, decide_for_silent as follow_policy, judge as judge_pursuit,
)
from core.rulesets.stratego_waterloo.state cimport (
    DRAFTING, DRAW_AGREED, LOST, PLAYING, PLAY_ON, PURSUING, RESIGNED, SETTING_UP, SPIRIT_ANY, SPIRIT_LEADERS,
    SPIRIT_OFF, SPIRIT_WIN, TARGET_HIGH, TARGET_LOW, TARGET_STRONG, TIE_AUTO, TIE_MOVER, TIE_OTHER, WON, State, mask,
)
from core.rulesets.stratego_waterloo.turns cimport may_return, offer

TALK = (Resign, OfferDraw, AcceptDraw)
LISTS = (Keep, Burn)
ANY_TIME = (Stand, Test, *TALK)
IN_PURSUIT = (Stand, Test, Resign)  # SWL-160: no draw is agreed in it
PLY = (Go, Fire, Enter, Rest, Reconnoitre, Initiative, Combined, Battery, Take, End, When)
PURSUIT = (Cut, Charge, Save, Retire, Stop, Plan, End)
ANSWERS = {SETTING_UP: (Setup,), DRAFTING: LISTS, PLAYING: PLY, PURSUING: PURSUIT}  # to the question, by phase
OUT_OF_TURN = {SETTING_UP: LISTS, PURSUING: (Plan, Stop)}  # for a seat that owes nothing too


def in_place(phase, mine):
    """The orders that have a place in a phase, for the seat whose decision is owed or for the other."""
    at_any_time = IN_PURSUIT if phase == PURSUING else ANY_TIME
    return frozenset((*at_any_time, *OUT_OF_TURN.get(phase, ()), *(ANSWERS[phase] if mine else ())))


# Kinds of orders are told by their very type: to ask a Struct `isinstance` goes through its metaclass.
cdef dict IN_PLACE = {(phase, mine): in_place(phase, mine) for phase in ANSWERS for mine in (False, True)}
cdef frozenset SPOKEN = frozenset((Test, *TALK))
cdef frozenset STANDING = frozenset((Stand, *LISTS))


def check(Position position, seat, lines):
    """The judgement of a seat's mail on what it knows; nothing is played."""
    cdef OrderSet order_set = OrderSet(position, SEATS.index(seat), lines)
    verdicts = order_set.judge()
    # A line after `if lost:` is only parsed here and may well be carried out.
    promising = any(found.status is Status.OK or found.code == "only_parsed" for found in verdicts)
    sound = promising and not order_set.rejected
    return Checked(tuple(verdicts), Effect.AT_ONCE if sound and not order_set.is_test else Effect.NOTHING)


def adjudicate(Position position, orders, dice, due):
    """Carry out the mails, the mover's last, and with `due` what the rules do for a silent one."""
    cdef Battle battle = Battle(position, dice)
    cdef State* state = &battle.position.state
    cdef OrderSet order_set
    verdicts = {}
    if state.over != PLAY_ON:
        for seat, lines in orders.items():
            order_set = OrderSet(battle.position, SEATS.index(seat), lines)
            verdicts[seat] = tuple(order_set.judge())
        return Adjudication(position, (), verdicts, ())
    deal(battle)
    cdef uint32_t step = state.step
    cdef int mover = state.to_move
    told = set(SEATS) if state.step > position.state.step else set()
    last = SEATS[mover]
    for seat in [name for name in orders if name != last] + [name for name in orders if name == last]:
        before = len(battle.events)
        order_set = OrderSet(battle.position, SEATS.index(seat), orders[seat])
        verdicts[seat] = tuple(order_set.carry_out(battle))
        if len(battle.events) > before:
            told.add(SEATS[mover])
    if due and state.over == PLAY_ON and state.step == step:
        decide_for_silent(battle)
    if state.step > step:
        told = set(SEATS)
    if battle.events:
        state.mails += 1
    tell = tuple([name for name in SEATS if name in told])
    return Adjudication(battle.position, tuple(battle.events), verdicts, tell)


cdef void decide_for_silent(Battle battle) except *:
    """What becomes of the decision owed when its deadline has passed (SWL-R18)."""
    cdef State* state = &battle.position.state
    cdef int seat = state.to_move
    if state.phase == SETTING_UP:
        formation = setup.default_formation(battle.variant.battlefield, battle.variant.board.written, SEATS[seat])
        set_up(battle, seat, formation, True)
    elif state.phase == DRAFTING:
        pick(battle, (), ())
    elif state.phase == PLAYING:
        end_ply(battle, "deadline")
    else:
        follow_policy(battle, seat)


@cython.final
cdef class OrderSet:
    """One seat's lines, on the position as it is when the mail's turn comes."""

    cdef Position position
    cdef State* state
    cdef int seat
    cdef list lines
    cdef list verdicts
    cdef bint rejected
    cdef bint is_test

    def __init__(self, Position position, int seat, lines):
        self.position, self.seat, self.lines = position, seat, list(lines)
        self.state = &position.state
        self.verdicts = [None] * len(self.lines)
        self.is_test = Test in [type(line.order) for line in self.lines]
        self.rejected = False

    # --- Judging (steps 1 and 2) --------------------------------------------------------------------------------------

    cdef list judge(self):
        """A verdict for every line; `rejected` tells whether one of them rejects the whole."""
        for index, line in enumerate(self.lines):
            self._demand_place(index, line)
        if not self.rejected:
            self._rehearse()
        if self.rejected:
            self._void_others("rejected")
        return self.verdicts

    cdef _demand_place(self, int index, line):
        """E-SYNTAX, E-PHASE, and faults of lines that need no position: standing orders, lists, draws."""
        order = line.order
        if order is None:
            self._refuse(index, Refused("E-SYNTAX"))
            return
        kind = type(order)
        mine = self.seat == self.state.to_move
        if self.state.over != PLAY_ON or kind not in IN_PLACE[self.state.phase, mine]:
            self._refuse(index, self._misplaced(order))
            return
        if kind in STANDING:
            fault = fault_of(self.position.variant, self.state, self.seat, order)
            if fault is not None:
                code, clause, facts = fault
                self._refuse(index, Refused(code, clause, **facts))
                return
            self._accept(index, spoken(order))
        elif kind is AcceptDraw and self.state.offering != self.seat ^ 1:
            what = "own" if self.state.offering == self.seat else "none"
            self._refuse(index, Refused("E-DRAW", "SWL-103", what=what))
        elif kind in SPOKEN:
            self._accept(index, spoken(order))

    cdef _misplaced(self, order):
        over = self.state.over != PLAY_ON
        answer = not over and isinstance(order, ANSWERS[self.state.phase])
        what = "over" if over else "not_yours" if answer else "phase"
        facts = {"phase": phase_of(self.position), "to_move": SEATS[self.state.to_move], "turn": self.state.turn}
        draw = isinstance(order, (OfferDraw, AcceptDraw)) and self.state.phase == PURSUING
        return Refused("E-PHASE", "SWL-160" if draw else "SWL-017", what=what, **facts)

    cdef _rehearse(self):
        """The dry run of what answers the question."""
        if self.state.phase == PLAYING:
            self._rehearse_ply()
        elif self.state.phase == PURSUING:
            self._take_over(judge_pursuit(self.position, self.seat, self._pending()))
        elif self.state.phase == SETTING_UP:
            self._judge_setup()

    cdef _rehearse_ply(self):
        """A dry run on a copy in which what the seat does not know is hidden."""
        cdef Battle battle = Battle(self.position, None, True)
        cdef Ply ply
        mask(&battle.variant.law, &battle.position.state, self.seat)
        ply = Ply(battle, self.seat)
        for index, line in enumerate(self.lines):
            if self.verdicts[index] is not None:
                continue
            if ply.closed or ply.scouted:
                self._void(index, "after_end" if ply.closed else "scouted")
            elif type(line.order) is When and line.order.condition == "lost":
                self._void(index, "only_parsed")
            elif self._carry_line(ply, index, line) is not None:
                return

    cdef _judge_setup(self):
        """A whole set-up: E-SETUP."""
        found = [index for index, line in enumerate(self.lines) if isinstance(line.order, Setup)]
        for index in found[1:]:
            self._refuse(index, Refused("E-SETUP", "SWL-009", what="twice"))
        if found and not self.rejected:
            formation = self._formation(self.lines[found[0]].order)
            if isinstance(formation, tuple):
                first, *others = formation
                facts = {**first.facts, "part": first.part}
                if others:
                    facts["also"] = [{**fault.facts, "part": fault.part, "clause": fault.clause} for fault in others]
                clauses = dict.fromkeys(fault.clause for fault in formation)
                self._refuse(found[0], Refused("E-SETUP", *clauses, **facts))
            else:
                facts = {"order": "setup", "placed": len(formation.board), "reserve": list(formation.reserve)}
                self._accept(found[0], facts)

    cdef _formation(self, order):
        """The Formation ordered, or its Faults."""
        variant = self.position.variant
        return setup.formation_ordered(variant.battlefield, variant.board.written, SEATS[self.seat], order)

    # --- Carrying out (step 3) ----------------------------------------------------------------------------------------

    cdef list carry_out(self, Battle battle):
        """Carry out a mail that is sound on the battle's position, which is this mail's; the verdicts on its lines."""
        judged = list(self.judge())
        if self.rejected or self.is_test:
            return judged
        self.verdicts = [None] * len(self.lines)
        for index, line in enumerate(self.lines):
            # In a live draft `keep` and `burn` are the pick itself.
            kind = type(line.order)
            if kind is Stand or kind in STANDING and self.state.phase != DRAFTING:
                take_standing_order(self.state, self.seat, line.order)
                self.verdicts[index] = judged[index]
        if self.state.phase == PLAYING:
            self._play_ply(battle)
        elif self.state.phase == PURSUING:
            self._play_pursuit(battle)
        elif self.state.phase == DRAFTING:
            self._play_pick(battle, judged)
        else:
            self._play_setup(battle, judged)
        return self.verdicts

    cdef _play_ply(self, Battle battle):
        cdef Ply ply = Ply(battle, self.seat)
        cdef int worked = 0
        cdef bint stopped = False
        for index, line in enumerate(self.lines):
            if self.verdicts[index] is not None:
                continue
            if self.state.over != PLAY_ON or self.state.phase != PLAYING:
                self._void(index, "over")
            elif stopped or ply.scouted:
                self._void(index, "stopped" if stopped else "scouted")
            elif type(line.order) in SPOKEN:
                self._talk(battle, index, line.order)
            elif ply.closed:
                self._void(index, "after_end")
            else:
                stopped = self._carry_line(ply, index, line) is not None
                worked += self.verdicts[index].status is Status.OK
        if stopped:
            self._add_to_refusals(worked)
        if self.state.over != PLAY_ON or self.state.phase != PLAYING or not worked:
            return
        if ply.closed:
            end_ply(battle, "end")
        elif self.state.used >= self.state.allowance and not may_return(&battle.variant.law, self.state, self.seat):
            end_ply(battle, "used")

    cdef _add_to_refusals(self, worked):
        """How far the mail was carried out: for its refused line."""
        for verdict in self.verdicts:
            if verdict.status is Status.REFUSED:
                verdict.facts["executed"], verdict.facts["left"] = worked, self.state.allowance - self.state.used

    cdef _play_pursuit(self, Battle battle):
        for index, line in enumerate(self.lines):
            if type(line.order) in SPOKEN and self.state.over == PLAY_ON:
                self._talk(battle, index, line.order)
        if self.state.over == PLAY_ON and self._pending():
            self._take_over(carry_out_pursuit(battle, self.seat, self._pending()))
        self._void_others("over")

    cdef _play_setup(self, Battle battle, judged):
        for index, line in enumerate(self.lines):
            if type(line.order) in SPOKEN and self.state.over == PLAY_ON:
                self._talk(battle, index, line.order)
        for index, line in enumerate(self.lines):
            if isinstance(line.order, Setup) and self.state.over == PLAY_ON:
                self.verdicts[index] = judged[index]
                set_up(battle, self.seat, self._formation(line.order), line.order.default)
        self._void_others("over")

    cdef _play_pick(self, Battle battle, judged):
        for index, line in enumerate(self.lines):
            if type(line.order) in SPOKEN and self.state.over == PLAY_ON:
                self._talk(battle, index, line.order)
        if self.state.over == PLAY_ON and any(isinstance(line.order, LISTS) for line in self.lines):
            for index in range(len(self.lines)):
                self.verdicts[index] = self.verdicts[index] or judged[index]
            pick(battle, self._wished(Keep), self._wished(Burn))
        self._void_others("over")

    cdef list _wished(self, kind):
        """The cards of all lines of a kind."""
        return [card for line in self.lines if isinstance(line.order, kind) for card in line.order.cards]

    # --- One line -----------------------------------------------------------------------------------------------------

    cdef _carry_line(self, Ply ply, int index, line):
        """Carry out a line of a ply, with its condition; the refusal that stops the mail, or None."""
        condition, order = None, line.order
        if type(order) is When:
            condition, order = order.condition, order.order
        if condition in ("won", "lost") and ply.state.result != (WON if condition == "won" else LOST):
            self._void(index, "condition")
            return None
        try:
            facts = ply.carry_out(order)
        except Refused as error:
            if condition == "try":
                self._void(index, "tried", error=error.particulars())
                return None
            self._refuse(index, error)
            return error
        self._accept(index, facts)
        return None

    cdef _talk(self, Battle battle, int index, order):
        """Resigning and draws (SWL-103)."""
        seat = SEATS[self.seat]
        if isinstance(order, Resign):
            battle.tell("resigned", {"seat": seat}, "SWL-103")
            battle.finish(RESIGNED, self.seat ^ 1)
        elif isinstance(order, AcceptDraw) or isinstance(order, OfferDraw) and self.state.offering == self.seat ^ 1:
            battle.tell("draw_accepted", {"seat": seat}, "SWL-103")
            battle.finish(DRAW_AGREED, NONE)
        elif isinstance(order, OfferDraw):
            if self.state.offering == NONE:
                battle.tell("draw_offered", {"seat": seat}, "SWL-103")
            offer(self.state, self.seat)
        self._accept(index, spoken(order))

    # --- Verdicts -----------------------------------------------------------------------------------------------------

    cdef list _pending(self):
        """The lines that have no verdict yet."""
        return [line for line, verdict in zip(self.lines, self.verdicts, strict=True) if verdict is None]

    cdef _take_over(self, verdicts):
        """Verdicts of the lines pending, in order."""
        given = iter(verdicts)
        for index, verdict in enumerate(self.verdicts):
            if verdict is None:
                self.verdicts[index] = next(given)
                self.rejected = self.rejected or self.verdicts[index].code == "rejected"
                self.rejected = self.rejected or self.verdicts[index].status is Status.REFUSED

    cdef _accept(self, int index, facts):
        facts = {"seat": SEATS[self.seat], **facts}
        self.verdicts[index] = Verdict(self.lines[index].number, Status.OK, facts=facts)

    cdef _refuse(self, int index, error):
        self.rejected = True
        self.verdicts[index] = error.verdict(self.lines[index].number, SEATS[self.seat])

    def _void(self, int index, code, **facts):
        facts = {"seat": SEATS[self.seat], **facts}
        self.verdicts[index] = Verdict(self.lines[index].number, Status.VOID, code, facts=facts)

    cdef _void_others(self, code):
        for index, verdict in enumerate(self.verdicts):
            if verdict is None or code == "rejected" and verdict.status is not Status.REFUSED:
                self._void(index, code)


cdef dict spoken(order):
    """The reading of a line that is open at any time."""
    match order:
        case Stand(what, value, number):
            return {"order": "stand", "what": what, "value": value, "number": number}
        case Keep(cards) | Burn(cards):
            return {"order": "keep" if isinstance(order, Keep) else "burn", "cards": list(cards)}
        case Resign():
            return {"order": "resign"}
        case OfferDraw():
            return {"order": "offer draw"}
        case AcceptDraw():
            return {"order": "accept draw"}
    return {"order": "test"}


VALUES = {
    "spirit": {"leaders": SPIRIT_LEADERS, "off": SPIRIT_OFF, "win": SPIRIT_WIN, "any": SPIRIT_ANY},
    "advance": {"off": 0, "on": 1},
    "own-tie": {"auto": TIE_AUTO, "mover": TIE_MOVER, "other": TIE_OTHER},
    "farm-target": {"low": TARGET_LOW, "high": TARGET_HIGH, "strong": TARGET_STRONG},
    "prussians": {"come": 0, "hold": 1},
}
CLAUSES = {
    "spirit": "SWL-R41", "advance": "SWL-R31", "own-tie": "SWL-R33", "farm-target": "SWL-R35", "prussians": "SWL-109",
}
WITH_NUMBER = ("win", "any")
STRENGTHS = range(1, 7)  # K of `win K`: printed strengths


cdef object fault_of(Variant variant, const State* state, int seat, order):
    """Why a `stand`, `keep` or `burn` cannot be taken: code, clause and facts; None where it can."""
    if isinstance(order, Stand):
        return fault_of_standing(seat, order)
    return fault_of_list(variant, order)


cdef object fault_of_standing(int seat, order):
    facts = {"what": order.what, "value": order.value, "number": order.number}
    clause = CLAUSES.get(order.what, "SWL-R41")
    if order.value not in VALUES.get(order.what, {}):
        return "E-STAND", clause, {**facts, "why": "value"}
    if (order.number is not None) != (order.value in WITH_NUMBER):
        return "E-STAND", clause, {**facts, "why": "number"}
    if order.number is not None and order.number not in STRENGTHS:
        return "E-STAND", clause, {**facts, "why": "number"}
    if order.what == "prussians" and seat != RED:
        return "E-STAND", clause, {**facts, "why": "seat"}
    return None


cdef object fault_of_list(Variant variant, order):
    unknown = [card for card in order.cards if card not in CARD_NAMES]
    if unknown:
        return "E-LIST", "SWL-131", {"what": "card", "cards": unknown}
    if not order.cards or len(order.cards) > MOST_WISHED:
        return "E-LIST", "SWL-R51", {"what": "length", "most": MOST_WISHED, "count": len(order.cards)}
    if not variant.law.has_cards:
        return "E-LIST", "SWL-003", {"what": "no_cards"}
    return None


cdef void take_standing_order(State* state, int seat, order) except *:
    """Carry out a `stand`, `keep` or `burn` that has no fault."""
    cdef int value
    if isinstance(order, (Keep, Burn)):
        write_list(state, seat, isinstance(order, Keep), order.cards)
        return
    value = VALUES[order.what][order.value]
    if order.what == "spirit":
        state.spirit[seat], state.spirit_from[seat] = value, order.number or 0
    elif order.what == "advance":
        state.advance[seat] = value
    elif order.what == "own-tie":
        state.own_tie[seat] = value
    elif order.what == "farm-target":
        state.farm_target[seat] = value
    else:
        state.hold = value


cdef void write_list(State* state, int seat, bint keeps, cards) except *:
    cdef uint8_t* entry = &state.keep[seat][0] if keeps else &state.burn[seat][0]
    cdef int at
    for at, card in enumerate(cards):
        entry[at] = CARD_NAMES.index(card)
    if keeps:
        state.keep_count[seat] = len(cards)
    else:
        state.burn_count[seat] = len(cards)
