"""The turn engine: set-up, throws, turns, rounds and ends, in the order of the rulebook. See engine.pxd.

Everything here has been found legal before. What happens is told as events; dice come from the caller. What a landing,
a throw or a turn does to the position is done by `field`, `search` and `turns`, and nowhere else.
"""

from core.contract import Event, Outcome

from libc.stdint cimport uint8_t

from core.rulesets.waterloo1895.board cimport FACES, Board, army_of
from core.rulesets.waterloo1895.divisions cimport DICE, Division, dice_of, dice_set_of, legs_of
from core.rulesets.waterloo1895.field cimport (
    GOAL, NO_PIECES, NOBODY, NOWHERE, PLAY_ON, REMNANT, STARS, TOO_FEW, add_piece, end_after, is_won, land, lift_piece,
    remove_piece,
)
from core.rulesets.waterloo1895.position cimport OVER, PLAY, UNDECIDED, State, pieces_of
from core.rulesets.waterloo1895.search cimport (
    choose, choose_forward, complete, has_forward, has_single, most_dice, prepare, spend,
)
from core.rulesets.waterloo1895.turns cimport (
    NO_MORE_ROUNDS, SKIPPED, agreed, cast, clear_throw, earns_another, lapse, note_landing, offer, pass_on, stalls,
    start_with,
)


cdef class TurnEngine:
    def __init__(self, Position position):
        self.position = position.copy()
        self.variant = position.variant
        self.events = []

    cdef bint over(self) noexcept:
        return self.position.state.phase == OVER

    cdef void emit(self, kind, facts, clause) except *:
        self.events.append(Event(kind, facts, clause))

    # --- Set-up: W95-016 to W95-021 ----------------------------------------------------------------------------------

    cdef void post(self, int army, posts, bint default) except *:
        """An army's set-up is in (W95-082: every army has its own); with the last one the game begins (W95-016)."""
        board = self.variant.board
        letter = board.armies[army]
        for piece in self.variant.pieces(army):
            add_piece(&self.position.state.field, piece, board.graph.index(posts[board.piece_id(piece)]))
        self.position.state.posted |= 1 << army
        seat = self.variant.seat_of[army]
        self.emit("posted", {"army": letter, "seat": seat, "default": default}, "W95-134" if default else "W95-016")
        if not self.variant.secret:
            self.show_posts(army)
        if self.position.state.posted == self.variant.everyone:
            self.open_play()

    def show_posts(self, int army):
        letter = self.variant.board.armies[army]
        self.emit("setup", {"army": letter, "pieces": pieces_of(self.position, [army])}, "W95-021")

    cdef void open_play(self) except *:
        """W95-021: all are posted, all is shown. What W95-018 forbids has no meaning from here on (W95-020)."""
        if self.variant.secret:
            for army in self.variant.armies:
                self.show_posts(army)
        self.position.state.phase = PLAY
        if self.position.state.place != UNDECIDED:
            self.emit_turn()

    # --- Throws: W95-022 to W95-024, W95-071 to W95-075 --------------------------------------------------------------

    cdef void proceed(self, dice, int auto_turn) except *:
        """On to the next decision. The throws of the army-turn `auto_turn` are AUTO's (W95-135); 0: of none."""
        while self.position.state.phase == PLAY:
            if self.position.state.place == UNDECIDED:
                self.throw_for_start(dice)
            elif not self.position.state.field.left[self.position.army()]:
                self.emit_skipped()
                self.advance()
            elif not self.position.thrown():
                self.throw_dice(dice)
            else:
                self.begin_throw()
                if self.owed() and self.position.state.turn != auto_turn:
                    return
                if self.owed():
                    self.play_auto()
                self.finish_throw()

    cdef void throw_dice(self, dice) except *:
        """W95-023; with throws=chain the whole chain (W95-137)."""
        cdef int number = self.position.state.throws + 1
        throw = self.roll(dice, number)
        throws = [throw]
        while self.variant.chain and self.variant.again and has_doublet(throw):
            throw = self.roll(dice, number + len(throws))
            throws.append(throw)
        cast(&self.position.state, throws[0][0], throws[0][1], throws[0][2])
        self.position.chain = tuple(tuple(throw) for throw in throws[1:])
        self.under_way = False
        self.begin_throw()
        for later, throw in enumerate(throws):
            facts = {"army": self.letter(), "number": number + later, "dice": throw}
            # What of a later throw of the chain must be played cannot be said yet.
            facts.update({"must": None} if later else self.duty())
            self.emit("throw", facts, "W95-023")

    cdef list roll(self, dice, int number):
        """W95-024: announced with the smaller numbers first. W95-136: throw `number` of the game, 0 for W95-090."""
        return sorted([dice.roll(number, FACES) for _ in range(DICE)])

    cdef dict duty(self):
        """What of the present throw must be played, as facts."""
        return {"forward": has_forward(&self.search)} if self.variant.little else {"must": self.must}

    cdef void begin_throw(self) except *:
        """K is worked out, and nobody has moved yet: in a further throw, too, every piece may move (W95-072)."""
        if self.under_way:
            return
        cdef uint8_t* dice = self.position.state.dice
        prepare(&self.search, &self.variant.law, &self.position.state.field, self.position.army(), dice_set_of(dice))
        self.must = most_dice(&self.search)
        self.moves = 0
        self.under_way = True

    cdef bint owed(self) noexcept:
        """Whether the army in turn is asked: W95-064, W95-131, and in the children's game W95-124a."""
        return has_single(&self.search) if self.variant.little else self.must > 0

    cdef bint may_end(self) noexcept:
        """Whether the set may end with the moves made so far: W95-062, W95-117."""
        return complete(&self.search, self.must)

    cdef void finish_throw(self) except *:
        """The moves are made, or none can be: the same army throws again, or the next has its turn."""
        if self.over():
            return
        left = list(dice_of(self.search.dice))
        if not self.moves:
            self.emit("passed", {"army": self.letter(), "dice": left}, "W95-064")
        elif left:
            self.emit("lost", {"army": self.letter(), "dice": left}, "W95-065")
        if self.agree():  # who had not offered may have lost his last piece
            return
        self.end_throw()

    cdef void end_throw(self) except *:
        """W95-071; a throw that was lost earns another as well (W95-074)."""
        cdef bint again = self.variant.again and earns_another(self.position.state.dice)
        self.under_way = False
        clear_throw(&self.position.state)
        if not again:
            self.next_turn()
            return
        self.emit("again", {"army": self.letter()}, "W95-071")
        if self.position.chain:
            one, two, three = self.position.chain[0]
            cast(&self.position.state, one, two, three)
            self.position.chain = self.position.chain[1:]

    # --- Moves: W95-025 to W95-059 -----------------------------------------------------------------------------------

    cdef int ride(self, int piece, int spot) except -1:
        """One leg, to its landing, whichever way it goes there (W95-037). Returns the piece captured or NOBODY."""
        cdef int start = self.position.state.field.at[piece], captured
        lift_piece(&self.position.state.field, piece)
        captured = land(&self.position.state.field, piece, spot)
        note_landing(&self.position.state, &self.variant.law, piece, start, spot, captured)
        self.search.end = end_after(&self.variant.law, &self.position.state.field, piece, captured)
        return captured

    cdef dict record(self, int piece, int start, list legs, bint auto):
        """Tell a move once its legs are ridden; a landing may have ended the game. Returns the facts."""
        cdef Board board = self.variant.board
        facts = {
            "army": board.armies[army_of(piece)],
            "piece": board.piece_ids[piece],
            "from": board.graph.names[start],
            "legs": legs,
        }
        self.moves += 1
        self.emit("move", {**facts, "auto": auto}, None)
        if self.search.end != PLAY_ON:
            self.end_by_landing(self.search.end, army_of(piece))
        return facts

    cdef dict carry_out(self, int piece, const Division* division, list spots, bint auto):
        """A whole move (W95-046). Returns its facts, the legs as far as they were ridden."""
        cdef int start = self.position.state.field.at[piece]
        legs = []
        for dice, spot in zip(legs_of(division), spots, strict=False):
            legs.append(self.leg_facts(list(dice), spot, self.ride(piece, spot)))
            if self.search.end != PLAY_ON:
                break
        spend(&self.search, piece, division.rest)
        return self.record(piece, start, legs, auto)

    cdef dict leg_facts(self, list dice, int spot, int captured):
        cdef Board board = self.variant.board
        taken = None if captured == NOBODY else board.piece_ids[captured]
        return {"dice": dice, "spot": board.graph.names[spot], "captured": taken}

    cdef list play_auto(self):
        """W95-132, W95-133: the server plays the dice that are left. Returns the facts of its moves."""
        moves = []
        self.search.depth = 0
        while not self.over() and (choose_forward(&self.search) if self.variant.little else choose(&self.search)):
            move = self.search.chosen
            spots = [move.spot[leg] for leg in range(move.division.legs)]
            moves.append(self.carry_out(move.piece, move.division, spots, True))
        return moves

    # --- Turns and rounds: W95-090, W95-091, W95-103, W95-104, W95-122 -----------------------------------------------

    cdef void next_turn(self) except *:
        """The army-turn is completed: W95-105, W95-103, then on to the next army."""
        cdef int seat, lapsed = lapse(&self.position.state, &self.variant.law)
        for seat in range(len(self.variant.seats)):
            if lapsed >> seat & 1:
                self.emit("draw_lapsed", {"seat": self.variant.seats[seat]}, "W95-105")
        if stalls(&self.position.state, &self.variant.law):
            self.end((), "stall", "W95-103")
        else:
            self.advance()

    cdef void advance(self) except *:
        """W95-091, W95-122: the next army that has a piece (W95-094)."""
        cdef int passed = SKIPPED
        clear_throw(&self.position.state)
        self.position.chain = ()
        self.under_way = False
        while passed == SKIPPED:
            passed = pass_on(&self.position.state, &self.variant.law)
            if passed == SKIPPED:
                self.emit_skipped()
        if passed == NO_MORE_ROUNDS:
            self.end((), "max_rounds", "W95-104")
        else:
            self.emit_turn()

    cdef void throw_for_start(self, dice) except *:
        """W95-090: who begins. Every army throws, also where one player has two (W95-098)."""
        board = self.variant.board
        contenders = list(self.variant.armies)
        rounds = []
        while len(contenders) > 1:
            throws = {army: self.roll(dice, 0) for army in contenders}
            rounds.append({board.armies[army]: throw for army, throw in throws.items()})
            best = max(sum(throw) for throw in throws.values())
            contenders = [army for army in contenders if sum(throws[army]) == best]
        first = self.variant.play_order.index(contenders[0])
        start_with(&self.position.state, &self.variant.law, first)
        self.emit("first_throw", {"rounds": rounds, "begins": board.armies[contenders[0]]}, "W95-090")
        self.emit_turn()

    cdef str letter(self):
        """The army in turn."""
        return self.variant.board.armies[self.position.army()]

    cdef void emit_turn(self) except *:
        cdef State* state = &self.position.state
        clause = "W95-122" if self.variant.little else "W95-091" if self.variant.start_is_thrown else "W95-022"
        self.emit("turn", {"army": self.letter(), "turn": state.turn, "round": state.round}, clause)

    def emit_skipped(self):
        self.emit("skipped", {"army": self.letter()}, "W95-122" if self.variant.little else "W95-094")

    # --- Ends: W95-076 to W95-084, W95-101 to W95-105, W95-120, W95-124 ----------------------------------------------

    cdef void resign(self, seat) except *:
        """W95-105; in the children's game W95-124."""
        cdef int side
        self.position.state.resigned |= 1 << <int>self.variant.seats.index(seat)
        self.emit("resigned", {"seat": seat}, "W95-105")
        if self.variant.little:
            self.take_off(self.variant.commands[seat][0])
            return
        side = self.variant.commands[seat][0] >> 1
        if all(self.has_resigned(other) for other in self.variant.side_seats(side)):
            self.end(self.variant.side_seats(1 - side), "resigned", "W95-105")

    cdef void take_off(self, int army) except *:
        """W95-124: the pieces are taken off; the last one left wins."""
        field = &self.position.state.field
        gone = [piece for piece in self.variant.pieces(army) if field.at[<int>piece] != NOWHERE]
        for piece in gone:
            remove_piece(field, piece)
        names = [self.variant.board.piece_id(piece) for piece in gone]
        self.emit("taken_off", {"army": self.variant.board.armies[army], "pieces": names}, "W95-124")
        left = [seat for seat in self.variant.seats if not self.has_resigned(seat)]
        if len(left) == 1:
            self.end(tuple(left), "last_left", "W95-124")
        elif self.agree():
            return
        elif self.position.state.place != UNDECIDED:
            self.under_way = False  # there are fewer pieces in the way now
            if self.position.army() == army:
                self.advance()

    def has_resigned(self, seat):
        return bool(self.position.state.resigned >> <int>self.variant.seats.index(seat) & 1)

    cdef dict offer_draw(self, seat):
        """W95-105. An offer that stands is renewed, and told to nobody a second time. Returns the facts."""
        cdef State* state = &self.position.state
        cdef int number = self.variant.seats.index(seat), other
        cdef bint standing = state.offers >> number & 1
        offer(state, &self.variant.law, number)
        asked = [self.variant.seats[other] for other in range(len(self.variant.seats)) if state.awaited[number][other]]
        if not standing:
            self.emit("draw_offered", {"seat": seat}, "W95-105")
        return {"seat": seat, "asked": asked, "standing": standing, "agreed": self.agree()}

    cdef bint agree(self) except -1:
        """W95-105: drawn when all who are still in the game have offered it; whether it is."""
        if not agreed(&self.position.state, &self.variant.law):
            return False
        self.end((), "agreed", "W95-105")
        return True

    cdef void end_by_landing(self, int end, int army) except *:
        """What the landing of one of this army's pieces has ended."""
        if self.variant.little:
            winners = (self.variant.seat_of[army],)
        else:
            winners = self.variant.side_seats(army >> 1) if is_won(end) else ()
        if end == STARS and self.variant.law.goals == 1:
            self.end(winners, "stars", "W95-077" if army >> 1 else "W95-076")
        elif end == STARS:
            self.end(winners, "stars", "W95-083" if army >> 1 else "W95-084")
        else:
            reason, clause = END_BY[end]
            self.end(winners, reason, clause)

    cdef void end(self, winners, reason, clause) except *:
        self.position.state.phase = OVER
        self.position.outcome = Outcome(winners, reason, clause)
        self.position.chain = ()
        clear_throw(&self.position.state)
        self.emit("end", {"winners": list(winners), "reason": reason, "clause": clause}, clause)


END_BY = {
    NO_PIECES: ("no_pieces", "W95-101"),
    REMNANT: ("remnant", "W95-102"),
    GOAL: ("goal", "W95-120"),
    TOO_FEW: ("too_few", "W95-102"),
}


def has_doublet(throw):
    """W95-071: at least two equal dice."""
    return len(set(throw)) < DICE
