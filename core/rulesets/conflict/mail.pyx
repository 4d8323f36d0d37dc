"""A seat's mail: its lines sorted into those open to all at any time and those of the order set, and both judged.

Order of tests (5.4): E20, E01, E21, then the order set line by line. A refused line of whatever kind keeps the order
set from being played; lines that are open to all stand by themselves.
"""

from core.contract import Status, Verdict
from core.grid import NAMES
from core.rulesets.conflict.judge import Refused
from core.rulesets.conflict.orders import (
    Ally, Auto, Back, Break, End, Move, OfferDraw, Pass, Press, Reserve, Resign, Steps, ThrowHeader, WalkTo,
    WithdrawDraw,
)

from core.rulesets.conflict.board cimport NOBODY
from core.rulesets.conflict.field cimport PLAY_ON, lives
from core.rulesets.conflict.judge cimport Trial

OPEN = (Resign, OfferDraw, WithdrawDraw, Auto, Ally, Break, Press)
SET = (ThrowHeader, Reserve, Move, Steps, WalkTo, Back, Pass, End)


cdef class Mail:
    """One seat's lines, judged step by step: `refuse_unread`, then `speak`, then `try_set`."""

    def __init__(self, Position position, int seat, lines):
        self.seat, self.name = seat, position.variant.board.seats[seat]
        self.lines = list(enumerate(lines))
        self.verdicts, self.on_the_whole = {}, []
        self.refused = self.spoke = self.resigned = False
        self.trial = None
        self.understood = any(line.order is not None for line in lines)
        self._cut_off()
        self.set_lines = [(index, line) for index, line in self.lines if isinstance(line.order, SET)]
        if self._ends_only_talk():
            index, line = self.set_lines.pop()
            self._accept(index, line, {})

    def _ends_only_talk(self):
        """`end` alone is an empty order set; below lines that are open to all it is no more than a full stop."""
        if len(self.set_lines) != 1 or not isinstance(self.set_lines[0][1].order, End):
            return False
        return any(isinstance(line.order, OPEN) for _, line in self.lines)

    def _cut_off(self):
        """Lines after `end` are not read."""
        for at, (_, line) in enumerate(self.lines):
            if isinstance(line.order, End):
                for index, below in self.lines[at + 1:]:
                    self.verdicts[index] = Verdict(below.number, Status.VOID)
                self.lines = self.lines[:at + 1]
                return

    # --- E20, E01 ----------------------------------------------------------------------------------------------------

    def refuse_unread(self, Position position):
        """What cannot be looked at, or not be understood: E20 and E01."""
        if position.state.field.over != PLAY_ON or not lives(&position.state.field, self.seat):
            over = position.state.field.over != PLAY_ON
            self._refuse_set("CON-106" if over else "CON-109", "over" if over else "out", position)
            self._void(self.lines)
            return
        if self.set_lines and position.state.to_move != self.seat:
            self._refuse_set("CON-019", "not_your_turn", position)
        elif self.set_lines and not position.state.rolled:
            self._refuse_set("CON-022", "not_thrown", position)
        last = -1
        for index, line in self.lines:
            if index in self.verdicts:
                continue
            try:
                last = self._read(position, line, last)
            except Refused as error:
                self._refuse(index, line, error)

    def _refuse_set(self, clause, what, position):
        self._refuse_whole("E20", clause, what=what, to_move=self._to_move(position))
        self._void(self.set_lines)
        self.set_lines = []

    def _to_move(self, Position position):
        return None if position.state.to_move == NOBODY else position.variant.board.seats[position.state.to_move]

    def _read(self, Position position, line, last):
        """Raises Refused (E01). Returns the index of the throw that the lines below belong to, -1 before any."""
        order = line.order
        grid = position.variant.board.grid
        if order is None:
            raise Refused("E01", "CON-037", what="line")
        if isinstance(order, ThrowHeader):
            return self._read_header(position, order.number - 1, last)
        squares = ()
        if isinstance(order, Move):
            squares = order.squares
        elif isinstance(order, WalkTo):
            squares = (order.to, *order.via)
        elif isinstance(order, Steps) and not set(order.steps) <= set(NAMES):
            raise Refused("E01", "CON-038", what="line")
        for square in squares:
            if square not in grid:
                raise Refused("E01", "CON-001", what="square", square=square)
        if isinstance(order, Move | Steps) and not (squares or isinstance(order, Steps) and order.steps):
            raise Refused("E01", "CON-037", what="line")
        belongs = isinstance(order, SET) and not isinstance(order, End | Back)
        return max(last, position.state.throw) if belongs else last

    def _read_header(self, Position position, number, last):
        if not 0 <= number < position.state.rolled:
            raise Refused("E01", "CON-021", what="throw_not_rolled", number=number + 1)
        if number <= last or number < position.state.throw:
            raise Refused("E01", "CON-021", what="throw_sequence", number=number + 1)
        return number

    # --- Open lines --------------------------------------------------------------------------------------------------

    def speak(self, talk):
        """Carry out the lines that are open to all, in their order; after `resign` nothing more of the mail counts."""
        for index, line in self.lines:
            if index in self.verdicts or not isinstance(line.order, OPEN):
                continue
            if self.resigned:
                self.verdicts[index] = Verdict(line.number, Status.VOID)
                continue
            try:
                facts = talk.say(self.seat, line.order)
            except Refused as error:
                self._refuse(index, line, error)
                continue
            self.spoke = True
            self._accept(index, line, facts)
            self.resigned = self.resigned or isinstance(line.order, Resign)

    # --- The order set -----------------------------------------------------------------------------------------------

    def try_set(self, Position position):
        """The dry run of the order set; whether it can be played."""
        left = [(index, line) for index, line in self.set_lines if index not in self.verdicts]
        if self.refused or not left or not self._may_play(position):
            self._void(left)
            return False
        self.trial = Trial(position, left)
        self.verdicts.update(self.trial.verdicts)
        self.on_the_whole += self.trial.on_the_whole
        return not self.trial.failed

    def _may_play(self, Position position):
        """False after a `resign`, or where an open line has ended the game."""
        if position.state.field.over != PLAY_ON or position.state.to_move != self.seat:
            return False
        return bool(lives(&position.state.field, self.seat))

    def judged(self):
        """All verdicts: those on the whole first, then in the order of the lines."""
        self._void(self.lines)
        return (*self.on_the_whole, *(self.verdicts[index] for index in sorted(self.verdicts)))

    def _void(self, lines):
        for index, line in lines:
            self.verdicts.setdefault(index, Verdict(line.number, Status.VOID))

    def _accept(self, index, line, facts):
        words = " ".join(["press", *line.order.to]) + ": -" if isinstance(line.order, Press) else None
        self.verdicts[index] = Verdict(line.number, Status.OK, facts={"seat": self.name, **facts}, record_as=words)

    def _refuse(self, index, line, error):
        self.refused = True
        facts = {"seat": self.name, **error.facts}
        self.verdicts[index] = Verdict(line.number, Status.REFUSED, error.code, error.clauses, facts)

    def _refuse_whole(self, code, clause, **facts):
        self.refused = True
        self.on_the_whole.append(Verdict(None, Status.REFUSED, code, (clause,), {"seat": self.name, **facts}))
