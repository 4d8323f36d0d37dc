"""The dry run of the orders of a turn, line by line and throw by throw.

Every line is tested in the order that the rulebook gives under "When an order is refused", so that a bad one gets one
definite code. What is legal is played on a copy of the position at once, since later lines depend on it (CON-026).
Nothing here writes a sentence.
"""

from core.contract import Event, Status, Verdict
from core.rulesets.conflict.board import KIND_NAMES
from core.rulesets.conflict.orders import Back, Move, Pass, Reserve, Steps, ThrowHeader, WalkTo

from libc.stdint cimport uint16_t

from core.rulesets.conflict.board cimport HELD, NOBODY, RESERVE, SET, SHIP, START, kind_of, seat_of
from core.rulesets.conflict.events cimport events_of, piece_facts, walk_facts
from core.rulesets.conflict.field cimport LONGEST, SAFE, TO_MINE, EventLog, movable, take_off
from core.rulesets.conflict.position cimport THROWS, State, is_forgone, is_third_double
from core.rulesets.conflict.throws cimport (
    MOVES, allowed, begin, bring_in, find_next, goes_on, may_move, play, required,
)
from core.rulesets.conflict.turns cimport costs_piece
from core.rulesets.conflict.walks cimport (
    CLOSED_AREA, ENTERED_AGAIN, FRIEND_AT_END, FRIEND_ON_START, FRIEND_PASSED, FRIENDLY_CIRCLE, GUN_AT_END, HOME_BARRED,
    NONE, NOT_ADJACENT, START_AGAIN, UNCAPTURABLE, WRONG_TERRAIN, find_way, forget, make_ready, trace,
)

KINDS = {"a": "ar", "b": "bs", "p": "pl"}  # as the map shortens them
TERRAIN_CLAUSES = ("CON-003", "CON-003", "CON-004", "CON-005")  # by kind


class Refused(Exception):
    """Why a line cannot stand."""

    def __init__(self, code, *clauses, **facts):
        super().__init__(code)
        self.code, self.clauses, self.facts = code, clauses, facts


cdef class DryRun:
    """The judgement of a turn's orders, given as pairs of a line and its index, from the seat whose turn it is.

    Where it has not failed, `position` is what the set leads to before any further dice are thrown.
    """

    def __init__(self, Position position, list lines):
        self.position, self.variant = position.copy(), position.variant
        self.seat = position.state.to_move
        self.verdicts, self.on_the_whole, self.events = {}, [], []
        self.back = None
        cdef dict blocks = self.blocks(lines)
        cdef int number
        for number in range(position.state.throw, position.state.rolled):
            if self.failed or self.ended:
                break
            self.number = number
            self.play_throw(blocks.get(number, []))
        for index, line in lines:
            if index not in self.verdicts:
                self.verdicts[index] = Verdict(line.number, Status.VOID)

    def __dealloc__(self):
        forget(&self.findings)

    # --- Throw by throw, line by line --------------------------------------------------------------------------------

    cdef dict blocks(self, list lines):
        """The lines by the index of their throw. Headers stand in order; lines before any belong to the throw owed."""
        number = self.position.state.throw
        blocks = {}
        for index, line in lines:
            if type(line.order) is ThrowHeader:
                number = line.order.number - 1
            blocks.setdefault(number, []).append((index, line))
        return blocks

    cdef void play_throw(self, list lines) except *:
        """CON-022: what a seven gives, the moves, what a third double costs."""
        cdef State* state = &self.position.state
        begin(&self.throw, &self.variant.law, &state.field, self.seat, state.dice[self.number])
        self.moving = self.brought_in = False
        passing = None
        for index, line in lines:
            try:
                facts = self.play_line(index, line)
            except Refused as error:
                self._refuse(index, line, error)
                return
            if facts is not None:
                self.accept(index, line, facts)
            if type(line.order) is Pass:
                passing = (index, line)
            if not goes_on(&self.throw):
                break
        self.position.state.field = self.throw.field
        self.ended = not goes_on(&self.throw)
        if not self.ended:
            self.close_throw(passing)

    cdef dict play_line(self, index, line):
        """The facts of a line that can stand, the seat's name first.

        None for `back`, which is judged at the end of its throw.
        """
        order = line.order
        kind = type(order)
        if kind is Move or kind is Steps or kind is WalkTo:
            return self.move(order)
        if kind is Reserve:
            return self._bring_in(order)
        if kind is Back:
            return self._note_back(index, line)
        if kind is Pass:
            return {"seat": self._seat_name(), "throw": self.number + 1}
        if kind is ThrowHeader:
            return {"seat": self._seat_name(), "number": order.number}
        return {"seat": self._seat_name()}

    cdef void accept(self, index, line, dict facts) except *:
        self.verdicts[index] = Verdict(line.number, Status.OK, None, (), facts)

    def _refuse(self, index, line, error):
        """`line` None: the set as a whole is refused."""
        self.failed = True
        facts = {"seat": self._seat_name(), **error.facts}
        if line is None:
            self.on_the_whole.append(Verdict(None, Status.REFUSED, error.code, error.clauses, facts))
        else:
            self.verdicts[index] = Verdict(line.number, Status.REFUSED, error.code, error.clauses, facts)

    # --- Reserve -----------------------------------------------------------------------------------------------------

    def _bring_in(self, order):
        cdef int piece = self.piece_meant(order.piece)
        total = self.throw.die[0] + self.throw.die[1]
        facts = {"total": total, **self._piece_and_throw(piece)}
        if total != 7:
            raise Refused("E18", "CON-093", what="not_seven", **facts)
        if self.throw.moves:
            raise Refused("E18", "CON-093", "CON-022", what="after_move", **facts)
        if self.brought_in:
            raise Refused("E18", "CON-095", what="second", **facts)
        if not bring_in(&self.throw, piece):
            raise Refused("E18", "CON-093", what="not_in_reserve", **facts)
        self.brought_in = True
        facts = {**piece_facts(self.variant, piece), "throw": self.number + 1}
        self.events.append(Event("reserve", facts, "CON-093"))
        return dict(facts)

    # --- Moves -------------------------------------------------------------------------------------------------------

    cdef dict move(self, order):
        cdef Walk walk
        cdef EventLog log
        cdef int piece = self.mover_meant(order.unit)
        self.start_moving()
        if not may_move(&self.throw, piece):
            raise Refused("E05", "CON-024", "CON-025", **self._piece_and_throw(piece))
        if self.throw.moves >= self.moves_allowed():
            clause = "CON-R32" if self.is_without_moves() else "CON-023"
            raise Refused("E17", clause, moves=self.moves_allowed(), **self._piece_and_throw(piece))
        chosen = type(order) is WalkTo
        if chosen and order.die is None:
            self.find_die(order, piece, &walk)
        elif chosen:
            self.find_walk(order, piece, self.die_meant(piece, order.die, None), &walk)
        else:
            order = self.without_start(order, piece)
            steps = len(order.squares if type(order) is Move else order.steps)
            self.follow_walk(order, piece, self.die_meant(piece, order.die, steps), &walk)
        log.count = 0
        play(&self.throw, &walk, &log)
        self.position.state.field = self.throw.field
        facts = walk_facts(self.variant, &walk, self.number + 1)
        self.events.append(Event("move", facts, "CON-037"))
        if log.count:
            self.events += events_of(self.position, &log)
        return {**facts, "chosen": chosen}

    cdef void start_moving(self) noexcept:
        """Step (c) of CON-022 begins: what must be moved is measured from here."""
        if not self.moving:
            self.at_first = self.throw
            self.moving = True

    cdef int moves_allowed(self) noexcept:
        return 0 if self.is_without_moves() else allowed(&self.throw)

    cdef bint is_without_moves(self) noexcept:
        """Option third_double=no_move."""
        return is_forgone(&self.position.state, &self.variant.law, self.number)

    cdef int mover_meant(self, unit) except -1:
        """The piece of a move line: E02, E03."""
        cdef int piece = self.piece_meant(unit)
        if self.throw.field.at[piece] == RESERVE:
            raise Refused("E03", "CON-027", "CON-093", **self._piece_and_throw(piece))
        return piece

    cdef tuple named(self, unit):
        """Whose piece a word names, and its number; None where it is no piece. `ra1` is Red's ar1, as on the map."""
        board = self.variant.board
        owner = board.letters.get(unit[:1])
        if owner is not None and unit[1:] == "aa" or owner is not None and unit[1:2] in KINDS and len(unit) == 3:
            full = "aa" if unit[1:] == "aa" else KINDS[unit[1]] + unit[2]
            if board.number(full) is not None:
                return board.seats.index(owner), board.number(full)
        return self.seat, board.number(unit)

    cdef int piece_meant(self, unit) except -1:
        """The seat's own piece, in FIELD, START or RESERVE, that a word means now: E02."""
        cdef int piece, state
        board = self.variant.board
        owner, number = self.named(unit)
        if number is None and unit not in board.grid:
            raise Refused("E02", "CON-010", unit=unit, what="unknown")
        if number is None:
            piece = self.throw.field.on[<int>self.variant.board.grid.spot_of[unit]]
            if piece == NOBODY:
                raise Refused("E02", "CON-011", unit=unit, what="empty_square")
        else:
            piece = <int>owner * SET + <int>number
        if seat_of(piece) == self.seat and self.throw.field.at[piece] <= RESERVE:
            return piece
        name = board.piece_name(piece)
        if seat_of(piece) != self.seat:
            raise Refused("E02", "CON-102", unit=unit, what="not_yours", owner=board.seats[seat_of(piece)], other=name)
        state = self.throw.field.at[piece]
        if state >= HELD:
            raise Refused("E02", "CON-068", unit=unit, what="held", piece=name, holder=board.seats[state - HELD])
        raise Refused("E02", "CON-011", unit=unit, what="retired", piece=name)

    cdef int die_meant(self, int piece, die, steps) except -1:
        """The die of a move, which has as many `steps` (None: they are to be found): E04, E06."""
        cdef int at
        left = [self.throw.die[at] for at in range(2) if not self.throw.used[at]]
        if die is not None and die not in left:
            what = "no_such_die" if not 1 <= die <= LONGEST else "used" if die in self.dice() else "not_thrown"
            raise Refused("E04", "CON-023", die=die, what=what, **self._piece_and_throw(piece))
        if steps is not None and (steps not in left if die is None else steps != die):
            raise Refused("E06", "CON-037", die=die, steps=steps, left=left, **self._piece_and_throw(piece))
        return steps if die is None else die

    cdef object without_start(self, order, int piece):
        """A walk as reports have it names the square where the piece stands first: one more than the die has steps."""
        cdef int here = self.throw.field.at[piece], at, steps
        if type(order) is not Move or here == START or order.squares[0] != self.variant.square(here):
            return order
        steps = len(order.squares) - 1
        left = [self.throw.die[at] for at in range(2) if not self.throw.used[at]]
        if steps and (steps in left if order.die is None else steps == order.die):
            return Move(order.unit, order.die, order.squares[1:], order.confirmed)
        return order

    cdef str start_of(self, int piece):
        """Where a walk of a piece begins: the home circle, for one in START."""
        cdef int here = self.throw.field.at[piece]
        return self.variant.square(self.variant.law.circle[self.seat] if here == START else here)

    cdef void find_die(self, order, int piece, Walk* walk) except *:
        """The only unused die by which the rules find a walk, and that walk: E04 where two do, E15 where none does."""
        cdef int at
        left = sorted({self.throw.die[at] for at in range(2) if not self.throw.used[at]})
        if len(left) == 1:
            self.find_walk(order, piece, left[0], walk)
            return
        fitting, risks = [], []
        for die in left:
            try:
                self.find_walk(order, piece, die, walk)
                fitting.append(die)
            except Refused as error:
                risks += [error] if error.code == "E14" else []
        if len(fitting) == 1:
            self.find_walk(order, piece, fitting[0], walk)
            return
        ways = {"die": None, "from": self._place(piece), "to": order.to, **self._piece_and_throw(piece)}
        if fitting:
            raise Refused("E04", "CON-023", what="which", choices=fitting, **ways)
        if len(risks) == 1:
            raise risks[0]
        raise Refused("E15", "CON-037", via=list(order.via), **ways)

    cdef void find_walk(self, order, int piece, int length, Walk* walk) except *:
        """A walk that the rules find: E14, E15."""
        cdef uint16_t vias[LONGEST]
        cdef int goal = self.variant.board.grid.spot_of[order.to], count = len(order.via)
        cdef bint found = False
        if count <= LONGEST:
            for at, square in enumerate(order.via):
                vias[<int>at] = self.variant.board.grid.spot_of[square]
            make_ready(&self.walker, &self.variant.law, &self.throw.field, piece, length)
            found = find_way(&self.walker, goal, vias, count, order.confirmed)
            if not found and self.walker.risky:
                # Searched again for the walk that a `!` would choose: the answer tells where the piece would be lost.
                make_ready(&self.walker, &self.variant.law, &self.throw.field, piece, length)
                find_way(&self.walker, goal, vias, count, True)
                self.refuse_loss(&self.walker.best)
        if not found:
            ways = {"die": length, "from": self._place(piece), "to": order.to, "via": list(order.via)}
            raise Refused("E15", "CON-037", **ways, **self._piece_and_throw(piece))
        walk[0] = self.walker.best

    cdef void follow_walk(self, order, int piece, int length, Walk* walk) except *:
        """A walk given square by square or step by step: E07 to E14."""
        cdef uint16_t path[LONGEST]
        cdef int step = 0, fault, at
        cdef tuple squares = self._squares(order, piece) if type(order) is Steps else order.squares
        for at in range(length):
            path[at] = self.variant.board.grid.spot_of[squares[at]]
        make_ready(&self.walker, &self.variant.law, &self.throw.field, piece, length)
        fault = trace(&self.walker, path, walk, &step)
        if fault != NONE:
            squares = (self.variant.square(self.walker.course.spot[0]), *squares)
            raise self._fault(fault, piece, step, squares[step - 1] if step else None, squares[step])
        if walk.lost != SAFE and not order.confirmed:
            self.refuse_loss(walk)

    def _squares(self, order, piece):
        """The squares of a walk given in compass steps, counted out. E07 for one that leads off the board."""
        grid = self.variant.board.grid
        squares = []
        square = self.start_of(piece)
        for number, name in enumerate(order.steps, start=1):
            before, square = square, grid.step(square, name)
            if square is None:
                facts = {"from": before, "to": None, "direction": name, **self._piece_and_throw(piece)}
                raise Refused("E07", "CON-037", "CON-001", at=number, **facts)
            squares.append(square)
        return tuple(squares)

    def _fault(self, int fault, int piece, step, before, square):
        """The refusal of a walk for its first fault: on entering `square` by this step, or on its start."""
        cdef int other = self.throw.field.on[<int>self.variant.board.grid.spot_of[square]], kind = kind_of(piece)
        facts = {"at": step, "square": square, **self._piece_and_throw(piece)}
        standing = {"owner": None, "other": None}
        if other != NOBODY:
            facts_of_other = piece_facts(self.variant, other)
            standing = {"owner": facts_of_other["seat"], "other": facts_of_other["piece"]}
        circle = self.variant.board.circles.get(square)
        if fault == NOT_ADJACENT:
            del facts["square"]
            return Refused("E07", "CON-037", "CON-002", **facts, **{"from": before, "to": square})
        if fault == ENTERED_AGAIN or fault == START_AGAIN:
            clauses = ("CON-039",) if fault == ENTERED_AGAIN else ("CON-039", "CON-R10")
            return Refused("E08", *clauses, what="again" if fault == ENTERED_AGAIN else "start", **facts)
        if fault == CLOSED_AREA:
            return Refused("E10", "CON-006", terrain=self.variant.board.terrain[square], **facts)
        if fault == WRONG_TERRAIN:
            terrain = self.variant.board.terrain[square]
            return Refused("E09", TERRAIN_CLAUSES[kind], terrain=terrain, kind=KIND_NAMES[kind], **facts)
        if fault == UNCAPTURABLE:
            return Refused("E11", "CON-046", "CON-064", what="uncapturable", **standing, **facts)
        if fault == GUN_AT_END:
            return Refused("E11", "CON-064", "CON-R12", what="overfly_end", **standing, **facts)
        if fault == HOME_BARRED:
            return Refused("E11", "CON-083", "CON-R15", what="home_pass", owner=circle, other=None, **facts)
        if fault == FRIENDLY_CIRCLE:
            return Refused("E13", "CON-104", owner=circle, **facts)
        what = {FRIEND_PASSED: "pass", FRIEND_ON_START: "enter", FRIEND_AT_END: "end"}[fault]
        clauses = ("CON-045",) if fault == FRIEND_AT_END else ("CON-044", "CON-R11")
        return Refused("E12", *clauses, what=what, **standing, **facts)

    cdef void refuse_loss(self, const Walk* walk) except *:
        owner = self._seat_name() if walk.lost_to == NOBODY else self.variant.board.seats[walk.lost_to]
        clause = "CON-077" if walk.lost != TO_MINE else "CON-072" if kind_of(walk.piece) == SHIP else "CON-076"
        raise Refused(
            "E14",
            clause,
            at=walk.walked,
            square=self.variant.square(walk.path[walk.walked - 1]),
            mine_of=owner,
            how="mine" if walk.lost == TO_MINE else "own_mine",
            **self._piece_and_throw(walk.piece),
        )

    # --- The end of a throw ------------------------------------------------------------------------------------------

    cdef void close_throw(self, tuple passing) except *:
        """E22, E16, then the penalty: E19."""
        self.start_moving()
        try:
            self.demand_moves(passing is not None)
        except Refused as error:
            on_pass = error.code == "E22" and passing
            self._refuse(passing[0] if on_pass else None, passing[1] if on_pass else None, error)
            return
        if not self.throw.moves:
            why = "third_double" if self.is_without_moves() else "no_move" if self.throw.movers else "no_pieces"
            facts = {"seat": self._seat_name(), "throw": self.number + 1, "dice": self.dice(), "why": why}
            self.events.append(Event("passed", facts, "CON-R32" if self.is_without_moves() else "CON-032"))
        if self.number == THROWS - 1:
            self._penalise()

    cdef void demand_moves(self, bint passing) except *:
        cdef Walk walk[MOVES]
        cdef int must
        if self.throw.moves >= self.moves_allowed():
            return
        must = required(&self.at_first, &self.walker, &self.findings, walk)
        if must < 0:
            raise MemoryError
        if self.throw.moves >= must:
            return
        instead = self.throw.moves > 0 and not find_next(&self.throw, &self.walker, walk)
        shown = 1 if self.throw.moves and not instead else must
        facts = {
            "throw": self.number + 1,
            "dice": self.dice(),
            "required": must,
            "given": self.throw.moves,
            "movable": self.at_first.movers,
            "example": [example_facts(self.variant, &walk[at]) for at in range(shown)],
            "instead": instead,
        }
        if passing:
            raise Refused("E22", "CON-036", "CON-032", **facts)
        clause = "CON-028" if must == MOVES else "CON-029" if self.at_first.movers == 1 else "CON-031"
        raise Refused("E16", clause, **facts)

    def _note_back(self, index, line):
        """`back` is carried out after the third throw's moves, wherever it stands. Returns None."""
        cdef int third = THROWS - 1
        due = self.position.state.rolled == THROWS and is_third_double(&self.position.state, third)
        if due and self.back is None:
            self.back = (index, line)
            return None
        facts = {**self._piece_and_throw(self.piece_meant(line.order.unit)), "throw": third + 1}
        raise Refused("E19", "CON-097", what="second" if due else "not_due", **facts)

    def _penalise(self):
        """CON-097, CON-098: a third double sends a piece to RESERVE."""
        due = costs_piece(&self.position.state, self.number, &self.throw.field)
        if self.back is None:
            if due:
                facts = {"what": "missing", "throw": self.number + 1, "choices": self._choices()}
                self._refuse(None, None, Refused("E19", "CON-097", **facts))
            return
        index, line = self.back
        try:
            facts = self._send_back(line.order.unit, due)
        except Refused as error:
            self._refuse(index, line, error)
            return
        self.accept(index, line, facts)

    def _send_back(self, unit, due):
        cdef int piece = self.piece_meant(unit)
        if not due or not movable(&self.throw.field, piece):
            what = "not_in_play" if due else "not_due"
            raise Refused("E19", "CON-097" if due else "CON-098", what=what, **self._piece_and_throw(piece))
        facts = {**piece_facts(self.variant, piece), "throw": self.number + 1, "from": self._place(piece)}
        take_off(&self.throw.field, piece, RESERVE)  # to come out again like all that is there (CON-099)
        self.position.state.field = self.throw.field
        self.events.append(Event("back", {**facts, "default": False}, "CON-097"))
        return facts

    def _choices(self):
        cdef int number
        return [
            self.variant.board.pieces[number]
            for number in range(SET)
            if movable(&self.throw.field, self.seat * SET + number)
        ]

    # --- Facts -------------------------------------------------------------------------------------------------------

    def _seat_name(self):
        return self.variant.board.seats[self.seat]

    cdef list dice(self):
        return [self.throw.die[0], self.throw.die[1]]

    def _piece_and_throw(self, piece):
        return {"piece": self.variant.board.piece_name(piece), "throw": self.number + 1, "dice": self.dice()}

    def _place(self, int piece):
        cdef int state = self.throw.field.at[piece]
        return "START" if state == START else self.variant.square(state)


cdef dict example_facts(Variant variant, const Walk* walk):
    """A walk to be shown as an order line: every square of it, and whether it needs a `!`."""
    return {
        "piece": variant.board.piece_name(walk.piece),
        "die": walk.length,
        "path": [variant.square(walk.path[step]) for step in range(walk.length)],
        "lost": walk.lost != SAFE,
    }
