"""What a seat has sent: its lines sorted into orders open to all at any time and orders of the turn, and both judged.

Order of tests: E20, E01, E21, then the orders of the turn line by line. A refused line of whatever kind keeps those of
the turn from being played; orders that are open to all stand by themselves.
"""

from core.contract import Status, Verdict
from core.boards.grid import NAMES
from core.rulesets.conflict.dry_run import Refused
from core.rulesets.conflict.orders import (
    OPEN_ORDERS, TURN_ORDERS, Back, End, Move, Press, Resign, Steps, ThrowHeader, WalkTo,
)

from core.rulesets.conflict.board cimport NOBODY
from core.rulesets.conflict.field cimport PLAY_ON, lives
from core.rulesets.conflict.dry_run cimport DryRun

OF_THROW = TURN_ORDERS - {Back, End}  # those that belong to the throw under which they stand
WAYS = frozenset(NAMES)


cdef class OrderSet:
    """One seat's lines, judged step by step: `refuse_unread`, then `carry_out_open`, then `try_turn`."""

    def __init__(self, Position position, int seat, lines):
        self.seat, self.name = seat, position.variant.board.seats[seat]
        self.lines, self.open_lines, self.turn_lines = [], [], []
        self.verdicts, self.on_the_whole = {}, []
        self.sort(lines)
        if self.open_lines and len(self.turn_lines) == 1 and type(self.turn_lines[0][1].order) is End:
            # `end` alone is a turn without moves; below orders that are open to all it is no more than a full stop.
            index, line = self.turn_lines.pop()
            self.accept(index, line, {})

    cdef void sort(self, lines) except *:
        """The lines by what they are; those below `end` are not read."""
        cdef bint ended = False
        for index, line in enumerate(lines):
            order = line.order
            kind = type(order)
            self.understood = self.understood or order is not None
            if ended:
                self.verdicts[index] = Verdict(line.number, Status.VOID)
                continue
            pair = (index, line)
            self.lines.append(pair)
            if kind in TURN_ORDERS:
                self.turn_lines.append(pair)
                ended = kind is End
            elif kind in OPEN_ORDERS:
                self.open_lines.append(pair)

    # --- E20, E01 ----------------------------------------------------------------------------------------------------

    cdef void refuse_unread(self, Position position) except *:
        """What cannot be looked at, or not be understood: E20 and E01."""
        if position.state.field.players.over != PLAY_ON or not lives(&position.state.field, self.seat):
            over = position.state.field.players.over != PLAY_ON
            self._refuse_turn("CON-106" if over else "CON-109", "over" if over else "out", position)
            self.pass_over(self.lines)
            return
        if self.turn_lines and position.state.to_move != self.seat:
            self._refuse_turn("CON-019", "not_your_turn", position)
        elif self.turn_lines and not position.state.rolled:
            self._refuse_turn("CON-022", "not_thrown", position)
        self.read(position)

    def _refuse_turn(self, clause, what, position):
        self._refuse_whole("E20", clause, what=what, to_move=self._to_move(position))
        self.pass_over(self.turn_lines)
        self.turn_lines = []

    def _to_move(self, Position position):
        return None if position.state.to_move == NOBODY else position.variant.board.seats[position.state.to_move]

    cdef void read(self, Position position) except *:
        cdef int last = -1
        for index, line in self.lines:
            if index in self.verdicts:
                continue
            try:
                last = self.read_line(position, line, last)
            except Refused as error:
                self.refuse(index, line, error)

    cdef int read_line(self, Position position, line, int last) except -2:
        """Raises Refused (E01). Returns the index of the throw that the lines below belong to, -1 before any."""
        order = line.order
        kind = type(order)
        squares = ()
        if order is None:
            raise Refused("E01", "CON-037", what="line")
        if kind is Move:
            squares = order.squares
        elif kind is WalkTo:
            squares = (order.to, *order.via)
        elif kind is ThrowHeader:
            return self._read_header(position, order.number - 1, last)
        elif kind is Steps and not WAYS.issuperset(order.steps):
            raise Refused("E01", "CON-038", what="line")
        for square in squares:
            if square not in position.variant.board.grid.spot_of:
                raise Refused("E01", "CON-001", what="square", square=square)
        if kind is Move and not squares or kind is Steps and not order.steps:
            raise Refused("E01", "CON-037", what="line")
        return max(last, position.state.throw) if kind in OF_THROW else last

    def _read_header(self, Position position, number, last):
        if not 0 <= number < position.state.rolled:
            raise Refused("E01", "CON-021", what="throw_not_rolled", number=number + 1)
        if number <= last or number < position.state.throw:
            raise Refused("E01", "CON-021", what="throw_sequence", number=number + 1)
        return number

    # --- Open lines --------------------------------------------------------------------------------------------------

    cdef OpenOrders carry_out_open(self, Position position):
        """Carry out the orders that are open to all, in their order; None where there is none.

        After `resign` nothing more counts.
        """
        if not self.open_lines:
            return None
        done = OpenOrders(position)
        for index, line in self.open_lines:
            if index in self.verdicts:
                continue
            if self.resigned:
                self.verdicts[index] = Verdict(line.number, Status.VOID)
                continue
            try:
                facts = done.carry_out(self.seat, line.order)
            except Refused as error:
                self.refuse(index, line, error)
                continue
            self.has_acted = True
            self.accept(index, line, facts)
            self.resigned = self.resigned or type(line.order) is Resign
        return done

    # --- Orders of the turn ------------------------------------------------------------------------------------------

    cdef bint try_turn(self, Position position) except -1:
        """The dry run of the orders of the turn; whether they can be played."""
        left = [(index, line) for index, line in self.turn_lines if index not in self.verdicts]
        if self.refused or not left or not self.may_play(position):
            self.pass_over(left)
            return False
        self.dry_run = DryRun(position, left)
        self.verdicts.update(self.dry_run.verdicts)
        self.on_the_whole += self.dry_run.on_the_whole
        return not self.dry_run.failed

    cdef bint may_play(self, Position position) noexcept:
        """False after a `resign`, or where an open line has ended the game."""
        if position.state.field.players.over != PLAY_ON or position.state.to_move != self.seat:
            return False
        return lives(&position.state.field, self.seat)

    cdef tuple judged(self):
        """All verdicts: those on the whole first, then in the order of the lines."""
        self.pass_over(self.lines)
        return (*self.on_the_whole, *[self.verdicts[index] for index in sorted(self.verdicts)])

    cdef void pass_over(self, list lines) except *:
        for index, line in lines:
            if index not in self.verdicts:
                self.verdicts[index] = Verdict(line.number, Status.VOID)

    cdef void accept(self, index, line, dict facts) except *:
        words = " ".join(["press", *line.order.to]) + ": -" if type(line.order) is Press else None
        self.verdicts[index] = Verdict(line.number, Status.OK, facts={"seat": self.name, **facts}, record_as=words)

    cdef void refuse(self, index, line, error) except *:
        self.refused = True
        facts = {"seat": self.name, **error.facts}
        self.verdicts[index] = Verdict(line.number, Status.REFUSED, error.code, error.clauses, facts)

    def _refuse_whole(self, code, clause, **facts):
        self.refused = True
        self.on_the_whole.append(Verdict(None, Status.REFUSED, code, (clause,), {"seat": self.name, **facts}))
