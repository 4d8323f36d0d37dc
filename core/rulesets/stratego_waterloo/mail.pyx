"""A seat's mail: checked as a whole, then carried out line by line (5.4 of the rulebook).

(1) A line that cannot be read, or that has no place in the phase, rejects the mail. (2) The dry run, on what the seat
knows, rejects it for its first illegal line. (3) Then it is carried out as far as it goes.
"""

cimport cython

from core.contract import Adjudication, Checked, Effect, Status, Verdict
from core.rulesets.stratego_waterloo import setup
from core.rulesets.stratego_waterloo.board import SEATS
from core.rulesets.stratego_waterloo.orders import (
    AcceptDraw, Battery, Burn, Charge, Combined, Cut, End, Enter, Fire, Go, Initiative, Keep, OfferDraw, Plan,
    Reconnoitre, Resign, Rest, Retire, Save, Setup, Stand, Stop, Take, Test, When,
)
from core.rulesets.stratego_waterloo.refused import Refused

from core.rulesets.stratego_waterloo.board cimport NONE
from core.rulesets.stratego_waterloo.course cimport deal, end_ply, pick, set_up
from core.rulesets.stratego_waterloo.engine cimport may_return
from core.rulesets.stratego_waterloo.field cimport (
    DRAFTING, DRAW_AGREED, LOST, PLAYING, PLAY_ON, PURSUING, RESIGNED, SETTING_UP, WON, Field, mask,
)
from core.rulesets.stratego_waterloo.play cimport Play
from core.rulesets.stratego_waterloo.ply cimport Ply
from core.rulesets.stratego_waterloo.position cimport Position, phase_of
from core.rulesets.stratego_waterloo.pursuit cimport carry_out as carry_out_pursuit
from core.rulesets.stratego_waterloo.pursuit cimport judge as judge_pursuit
from core.rulesets.stratego_waterloo.pursuit cimport silent as silent_pursuit
from core.rulesets.stratego_waterloo.standing cimport fault as standing_fault
from core.rulesets.stratego_waterloo.standing cimport take as take_standing

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
    cdef Mail mail = Mail(position, SEATS.index(seat), lines)
    verdicts = mail.judge()
    # A line after `if lost:` is only parsed here and may well be carried out.
    sound = not mail.rejected and any(found.status is Status.OK or found.code == "only_parsed" for found in verdicts)
    return Checked(tuple(verdicts), Effect.AT_ONCE if sound and not mail.is_test else Effect.NOTHING)


def adjudicate(Position position, orders, dice, due):
    """Carry out the mails, the mover's last, and with `due` what the rules do for a silent one."""
    cdef Play play = Play(position, dice)
    cdef Field* field = &play.position.field
    cdef Mail mail
    verdicts = {}
    if field.over != PLAY_ON:
        for seat, lines in orders.items():
            mail = Mail(play.position, SEATS.index(seat), lines)
            verdicts[seat] = tuple(mail.judge())
        return Adjudication(position, (), verdicts, ())
    deal(play)
    cdef int step = field.step, mover = field.to_move
    told = set(SEATS) if field.step > position.field.step else set()
    last = SEATS[mover]
    for seat in [name for name in orders if name != last] + [name for name in orders if name == last]:
        before = len(play.events)
        mail = Mail(play.position, SEATS.index(seat), orders[seat])
        verdicts[seat] = tuple(mail.carry_out(play))
        if len(play.events) > before:
            told.add(SEATS[mover])
    if due and field.over == PLAY_ON and field.step == step:
        decide_for_silent(play)
    if field.step > step:
        told = set(SEATS)
    if play.events:
        field.mails += 1
    return Adjudication(play.position, tuple(play.events), verdicts, tuple([name for name in SEATS if name in told]))


cdef void decide_for_silent(Play play) except *:
    """What becomes of the decision owed when its deadline has passed (SWL-R18)."""
    cdef Field* field = &play.position.field
    cdef int seat = field.to_move
    if field.phase == SETTING_UP:
        formation = setup.default_formation(play.variant.battlefield, play.variant.board.written, SEATS[seat])
        set_up(play, seat, formation, True)
    elif field.phase == DRAFTING:
        pick(play, (), ())
    elif field.phase == PLAYING:
        end_ply(play, "deadline")
    else:
        silent_pursuit(play, seat)


@cython.final
cdef class Mail:
    """One seat's lines, on the position as it is when the mail's turn comes."""

    cdef Position position
    cdef Field* field
    cdef int seat
    cdef list lines
    cdef list verdicts
    cdef bint rejected
    cdef bint is_test

    def __init__(self, Position position, int seat, lines):
        self.position, self.seat, self.lines = position, seat, list(lines)
        self.field = &position.field
        self.verdicts = [None] * len(self.lines)
        self.is_test = Test in [type(line.order) for line in self.lines]
        self.rejected = False

    # --- Judging (steps 1 and 2) -------------------------------------------------------------------------------------

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
        mine = self.seat == self.field.to_move
        if self.field.over != PLAY_ON or kind not in IN_PLACE[self.field.phase, mine]:
            self._refuse(index, self._misplaced(order))
            return
        if kind in STANDING:
            fault = standing_fault(self.position.variant, self.field, self.seat, order)
            if fault is not None:
                code, clause, facts = fault
                self._refuse(index, Refused(code, clause, **facts))
                return
            self._accept(index, spoken(order))
        elif kind is AcceptDraw and self.field.offering != self.seat ^ 1:
            what = "own" if self.field.offering == self.seat else "none"
            self._refuse(index, Refused("E-DRAW", "SWL-103", what=what))
        elif kind in SPOKEN:
            self._accept(index, spoken(order))

    cdef _misplaced(self, order):
        over = self.field.over != PLAY_ON
        answer = not over and isinstance(order, ANSWERS[self.field.phase])
        what = "over" if over else "not_yours" if answer else "phase"
        facts = {"phase": phase_of(self.position), "to_move": SEATS[self.field.to_move], "turn": self.field.turn}
        draw = isinstance(order, (OfferDraw, AcceptDraw)) and self.field.phase == PURSUING
        return Refused("E-PHASE", "SWL-160" if draw else "SWL-017", what=what, **facts)

    cdef _rehearse(self):
        """The dry run of what answers the question."""
        if self.field.phase == PLAYING:
            self._rehearse_ply()
        elif self.field.phase == PURSUING:
            self._take_over(judge_pursuit(self.position, self.seat, self._pending()))
        elif self.field.phase == SETTING_UP:
            self._judge_setup()

    cdef _rehearse_ply(self):
        """A dry run on a copy in which what the seat does not know is hidden."""
        cdef Play play = Play(self.position, None)
        cdef Ply ply
        mask(&play.variant.law, &play.position.field, self.seat)
        ply = Ply(play, self.seat, True)
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
            if isinstance(formation, setup.Fault):
                facts = {**formation.facts, "part": formation.part}
                self._refuse(found[0], Refused("E-SETUP", formation.clause, **facts))
            else:
                facts = {"order": "setup", "placed": len(formation.board), "reserve": list(formation.reserve)}
                self._accept(found[0], facts)

    cdef _formation(self, order):
        """The Formation ordered, or a Fault."""
        variant, name = self.position.variant, SEATS[self.seat]
        if order.default:
            return setup.default_formation(variant.battlefield, variant.board.written, name)
        rows = [(row.row, row.squares) for row in order.rows]
        return setup.judge(variant.battlefield, variant.board.written, name, rows, order.reserve, order.garrison)

    # --- Carrying out (step 3) ---------------------------------------------------------------------------------------

    cdef list carry_out(self, Play play):
        """Carry out a mail that is sound on the play's position, which is this mail's; the verdicts on its lines."""
        judged = list(self.judge())
        if self.rejected or self.is_test:
            return judged
        self.verdicts = [None] * len(self.lines)
        for index, line in enumerate(self.lines):
            # In a live draft `keep` and `burn` are the pick itself.
            kind = type(line.order)
            if kind is Stand or kind in STANDING and self.field.phase != DRAFTING:
                take_standing(self.field, self.seat, line.order)
                self.verdicts[index] = judged[index]
        if self.field.phase == PLAYING:
            self._play_ply(play)
        elif self.field.phase == PURSUING:
            self._play_pursuit(play)
        elif self.field.phase == DRAFTING:
            self._play_pick(play, judged)
        else:
            self._play_setup(play, judged)
        return self.verdicts

    cdef _play_ply(self, Play play):
        cdef Ply ply = Ply(play, self.seat, False)
        cdef int worked = 0
        cdef bint stopped = False
        for index, line in enumerate(self.lines):
            if self.verdicts[index] is not None:
                continue
            if self.field.over != PLAY_ON or self.field.phase != PLAYING:
                self._void(index, "over")
            elif stopped or ply.scouted:
                self._void(index, "stopped" if stopped else "scouted")
            elif type(line.order) in SPOKEN:
                self._talk(play, index, line.order)
            elif ply.closed:
                self._void(index, "after_end")
            else:
                stopped = self._carry_line(ply, index, line) is not None
                worked += self.verdicts[index].status is Status.OK
        if stopped:
            self._add_to_refusals(worked)
        if self.field.over != PLAY_ON or self.field.phase != PLAYING or not worked:
            return
        if ply.closed:
            end_ply(play, "end")
        elif self.field.used >= self.field.allowance and not may_return(&play.variant.law, self.field, self.seat):
            end_ply(play, "used")

    cdef _add_to_refusals(self, worked):
        """How far the mail was carried out: for its refused line (5.5)."""
        for verdict in self.verdicts:
            if verdict.status is Status.REFUSED:
                verdict.facts["executed"], verdict.facts["left"] = worked, self.field.allowance - self.field.used

    cdef _play_pursuit(self, Play play):
        for index, line in enumerate(self.lines):
            if type(line.order) in SPOKEN and self.field.over == PLAY_ON:
                self._talk(play, index, line.order)
        if self.field.over == PLAY_ON and self._pending():
            self._take_over(carry_out_pursuit(play, self.seat, self._pending()))
        self._void_others("over")

    cdef _play_setup(self, Play play, judged):
        for index, line in enumerate(self.lines):
            if type(line.order) in SPOKEN and self.field.over == PLAY_ON:
                self._talk(play, index, line.order)
        for index, line in enumerate(self.lines):
            if isinstance(line.order, Setup) and self.field.over == PLAY_ON:
                self.verdicts[index] = judged[index]
                set_up(play, self.seat, self._formation(line.order), line.order.default)
        self._void_others("over")

    cdef _play_pick(self, Play play, judged):
        for index, line in enumerate(self.lines):
            if type(line.order) in SPOKEN and self.field.over == PLAY_ON:
                self._talk(play, index, line.order)
        if self.field.over == PLAY_ON and any(isinstance(line.order, LISTS) for line in self.lines):
            for index, line in enumerate(self.lines):
                self.verdicts[index] = self.verdicts[index] or judged[index]
            pick(play, self._wished(Keep), self._wished(Burn))
        self._void_others("over")

    cdef list _wished(self, kind):
        """The cards of all lines of a kind."""
        return [card for line in self.lines if isinstance(line.order, kind) for card in line.order.cards]

    # --- One line ----------------------------------------------------------------------------------------------------

    cdef _carry_line(self, Ply ply, int index, line):
        """Carry out a line of a ply, with its condition; the refusal that stops the mail, or None."""
        condition, order = None, line.order
        if type(order) is When:
            condition, order = order.condition, order.order
        if condition in ("won", "lost") and ply.field.result != (WON if condition == "won" else LOST):
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

    cdef _talk(self, Play play, int index, order):
        """Resigning and draws (SWL-103)."""
        seat = SEATS[self.seat]
        if isinstance(order, Resign):
            play.tell("resigned", {"seat": seat}, "SWL-103")
            play.finish(RESIGNED, self.seat ^ 1)
        elif isinstance(order, AcceptDraw) or isinstance(order, OfferDraw) and self.field.offering == self.seat ^ 1:
            play.tell("draw_accepted", {"seat": seat}, "SWL-103")
            play.finish(DRAW_AGREED, NONE)
        elif isinstance(order, OfferDraw) and self.field.offering == NONE:
            self.field.offering = self.seat
            play.tell("draw_offered", {"seat": seat}, "SWL-103")
        self._accept(index, spoken(order))

    # --- Verdicts ----------------------------------------------------------------------------------------------------

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
