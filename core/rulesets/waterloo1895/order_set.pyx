"""The check of a seat's orders: what is refused, with which code E01 to E22 and by which clause.

An `OrderSet` plays one seat's mail on a copy of the game, line by line. If every line stands, `engine` is what the game
comes to; if not, it is thrown away. W95-130: one set of orders is carried out whole or not at all.
"""

from itertools import combinations

from core.contract import Note, Status, Verdict
from core.rulesets.waterloo1895.orders import (
    Auto, Move, OfferDraw, Pass, Place, PlaceDefault, Resign, RestAuto, TellPartner, ThrowHeader,
)
from core.rulesets.waterloo1895.position import written_outcome
from core.rulesets.waterloo1895.set_up import faults

from libc.stdint cimport uint32_t
from libc.string cimport memcpy

from core.boards.graph cimport Graph, Mask, Reach, drop, holds, passes, reach_from, reach_until
from core.rulesets.waterloo1895.board cimport ARMY, army_of, is_cavalry, side_of
from core.rulesets.waterloo1895.divisions cimport DICE, Division, Divisions, dice_in, dice_of, division_with
from core.rulesets.waterloo1895.field cimport NOBODY, NOWHERE, PLAY_ON, Field, may_land
from core.rulesets.waterloo1895.position cimport OVER, PLAY, SETUP, State, pieces_of
from core.rulesets.waterloo1895.search cimport Search, choose_forward, most_dice, spend

OK = Status.OK


# What an order is, as a bit, so that a mail's orders can be summed up in one number.
cdef enum Kind:
    UNREAD = 1  # a line in which the grammar could read no order
    MOVE = 2
    AUTO = 4
    REST_AUTO = 8
    PASS = 16
    HEADER = 32
    PLACE = 64
    PLACE_DEFAULT = 128
    TELL = 256
    RESIGN = 512
    DRAW = 1024
    MOVING = MOVE | AUTO | REST_AUTO | PASS
    PLAYING = MOVING | HEADER
    POSTING = PLACE | PLACE_DEFAULT
    ANY_TIME = TELL | RESIGN | DRAW  # by anybody, whosever turn it is


cdef dict KIND_OF = {
    type(None): UNREAD,
    Move: MOVE,
    Auto: AUTO,
    RestAuto: REST_AUTO,
    Pass: PASS,
    ThrowHeader: HEADER,
    Place: PLACE,
    PlaceDefault: PLACE_DEFAULT,
    TellPartner: TELL,
    Resign: RESIGN,
    OfferDraw: DRAW,
}


cdef OrderSet checked(Position position, seat, lines):
    """The orders of a seat, checked on this position."""
    cdef OrderSet order_set = OrderSet(seat, tuple(lines))
    order_set.engine = TurnEngine(position)
    order_set.variant = position.variant
    order_set.board = position.variant.board
    order_set.note_places()
    order_set.check_all()
    return order_set


cdef class OrderSet:
    """See order_set.pxd. `checked` makes one, sets the game it plays on, and has it check its lines."""

    def __init__(self, seat, tuple lines):
        cdef int kind
        self.seat, self.lines = seat, lines
        self.said, self.whole, self.notes = [None] * len(lines), [], []
        self.kinds = []
        for line in lines:
            kind = KIND_OF[type(line.order)]
            self.kinds.append(kind)
            self.given |= kind

    cdef tuple verdicts(self):
        """A verdict for every line, in order, those on the whole set last. W95-130: what was not tried is void."""
        cdef int at
        cdef list in_order = []
        for at in range(len(self.lines)):
            if self.said[at] and not (self.refused and self.kinds[at] & ANY_TIME and self.said[at][0].status is OK):
                in_order += self.said[at]
            else:
                in_order.append(Verdict(self.lines[at].number, Status.VOID, facts=self.why_void(at)))
        return tuple(in_order + self.whole)

    cdef dict why_void(self, int at):
        """Of a line not looked at as the game has ended before it (W95-069), or not done as others do not stand."""
        if self.refused:
            return {"with": "orders"} if self.kinds[at] & ANY_TIME else {}
        return {"outcome": written_outcome(self.engine.position.outcome)} if self.engine.over() else {}

    cdef bint takes_effect(self):
        """Whether anything was ordered at all that can be carried out."""
        return not self.refused and bool(self.lines or self.engine.events)

    cdef int kind(self, int at) except -1:
        """What the line at this place orders: a Kind."""
        return self.kinds[at]

    cdef void note_places(self) noexcept:
        """A throw begins: where a spot stands for a piece, it is the piece that stands there now."""
        memcpy(self.stood, self.engine.position.state.field.at, sizeof(self.stood))

    # --- The mail as a whole -----------------------------------------------------------------------------------------

    cdef void check_all(self) except *:
        """In this order: is it this seat's turn, can every line be read, then line by line."""
        cdef Position position = self.engine.position
        cdef bint posting = self.given & POSTING, playing = self.given & PLAYING, silent = not self.lines
        cdef bint posts, plays
        if position.state.phase == OVER:
            clause = position.outcome.clause
            self.refuse(None, "E20", clause, outcome=written_outcome(position.outcome))
            return
        posts, plays = self.owes_posts(), self.owes_throw()
        if (posting and not posts) or (playing and not plays):
            self.refuse_turn()
            return
        self.check_words()
        if self.refused:
            return
        if self.given & DRAW and self.given & (POSTING | PLAYING) and not self.stand_alone():
            return
        if self.given & ANY_TIME:
            self.say_any_time()
        if self.engine.over():
            return
        if posting or (posts and silent):
            self.check_posts()
        elif (playing or (plays and silent)) and self.owes_throw():
            self.check_throws()

    cdef bint stand_alone(self) except -1:
        """W95-105: whether all stands but the draws, which are made, or accepted, only beside orders that do."""
        cdef int at, other = 0
        cdef OrderSet rest
        kept = [at for at in range(len(self.lines)) if self.kind(at) != DRAW]
        rest = checked(self.engine.position, self.seat, [self.lines[at] for at in kept])
        if not rest.refused:
            return True
        for other, at in enumerate(kept):
            self.said[at] = rest.said[other]
        self.refused, self.whole = True, rest.whole
        return False

    cdef bint owes_posts(self) except -1:
        """Whether this seat has to post an army now (W95-016, option setup)."""
        return self.engine.position.state.phase == SETUP and self.seat in posting_seats(self.engine.position)

    cdef bint owes_throw(self) except -1:
        """Whether the seat has a throw to play now."""
        cdef Position position = self.engine.position
        return position.state.phase == PLAY and position.thrown() and self.variant.seat_of[position.army()] == self.seat

    def refuse_turn(self):
        """E19: an order that this seat may not give now."""
        cdef Position position = self.engine.position
        if position.state.phase == SETUP:
            awaited = [self.board.armies[army] for army in awaited_armies(position)]
            return self.refuse(None, "E19", "W95-016", seat=self.seat, army=awaited[0], awaited=awaited)
        clause = "W95-122" if self.variant.little else "W95-091" if self.variant.start_is_thrown else "W95-022"
        army = self.engine.letter() if position.state.place < len(self.variant.armies) else None
        return self.refuse(None, "E19", clause, seat=self.seat, army=army)

    def say_any_time(self):
        """W95-092, W95-105. A game that this ends leaves nothing to play."""
        cdef int kind
        for at, line in enumerate(self.lines):
            kind = self.kind(at)
            if self.engine.over():
                return
            if kind == TELL:
                partners = self.variant.partners(self.seat)
                self.notes.append(Note(self.seat, partners, line.order.text))
                self.accept(at, {"to": list(partners)}, "tell partner: -")
            elif kind == RESIGN:
                self.engine.resign(self.seat)
                self.accept(at, {"seat": self.seat})
            elif kind == DRAW:
                self.accept(at, self.engine.offer_draw(self.seat))

    # --- Verdicts ----------------------------------------------------------------------------------------------------

    cdef void accept(self, int at, dict facts, record_as=None) except *:
        """The line at this place stands."""
        self.add_verdict(at, Verdict(self.lines[at].number, OK, None, (), facts, record_as))

    def refuse(self, at, code, *clauses, status=Status.REFUSED, **facts):
        """The line at this place (None: the set) does not stand, and so the whole mail does not (W95-130)."""
        self.refused = True
        if at is None:
            self.whole.append(Verdict(None, status, code, clauses, facts))
        else:
            self.add_verdict(at, Verdict(self.lines[at].number, status, code, clauses, facts))

    cdef void add_verdict(self, int at, verdict) except *:
        if self.said[at] is None:
            self.said[at] = [verdict]
        else:
            self.said[at].append(verdict)

    # --- What every line names: E01 to E05 ---------------------------------------------------------------------------

    cdef void check_words(self) except *:
        """Refuse every line that names what there is not. Nothing is tried while one does."""
        cdef int at, kind
        section, closed = 1, None
        for at in range(len(self.lines)):
            line, kind = self.lines[at], self.kind(at)
            if kind == HEADER:
                section, closed = self.check_header(at, line.order, section), None
            elif kind & MOVING and closed is not None:
                self.refuse(at, "E01", "W95-132", after=closed)
            elif kind & (AUTO | REST_AUTO):
                closed = line.number
            elif kind == MOVE:
                self.check_move_words(at, line.order, section)
            elif kind == PLACE:
                self.check_place_words(at, line.order)
            elif kind == UNREAD or (kind == TELL and not self.variant.partners(self.seat)):
                self.refuse(at, "E01")

    def check_header(self, int at, order, section):
        """W95-137: sections in the order of the chain, each once; the first needs no header. Returns its number."""
        before = [self.kind(earlier) for earlier in range(at)]
        begun = any([kind & PLAYING for kind in before])  # by a header, or by moves without one
        least = section + 1 if begun else 1
        throws = 1 + len(self.engine.position.chain)
        if not self.variant.chain or not least <= order.number <= throws:
            self.refuse(at, "E01", "W95-137", number=order.number, throws=throws)
        return max(section, order.number)

    cdef void check_move_words(self, int at, order, section) except *:
        """E02 to E04 for the unit, E05 for the spots."""
        if is_piece_word(order.unit):
            self.check_piece_word(at, order.unit, self.movable_armies())
        elif self.board.find(order.unit) < 0:
            self.refuse(at, "E05" if is_spot_word(self.board, order.unit) else "E01", spot=order.unit)
        elif section == 1 and self.find_unit(order.unit) < 0:
            self.refuse(at, "E04", piece=None, spot=self.spot_name(order.unit))
        if order.start:
            self.check_spot_word(at, order.start)
        for leg in order.legs:
            self.check_spot_word(at, leg.spot)
            if leg.takes and self.find_piece(leg.takes) < 0:
                self.refuse(at, "E02", piece=leg.takes)

    def check_place_words(self, at, order):
        """E02, E03, E05 of a set-up line."""
        self.check_piece_word(at, order.piece, self.variant.commands[self.seat])
        self.check_spot_word(at, order.spot)

    cdef void check_spot_word(self, int at, word) except *:
        if self.board.find(word) < 0:
            self.refuse(at, "E05", spot=word)

    cdef void check_piece_word(self, int at, word, tuple armies) except *:
        """E02, E03 (W95-087), and E04 for a piece that is off the board in play (W95-009)."""
        cdef State* state = &self.engine.position.state
        cdef int piece = self.find_piece(word)
        if piece < 0:
            self.refuse(at, "E02", piece=word)
        elif army_of(piece) not in armies:
            self.refuse(at, "E03", "W95-087", piece=word, army=word[0])
        elif state.phase == PLAY and state.field.at[piece] == NOWHERE:
            self.refuse(at, "E04", "W95-009", piece=word, turn=state.captured_on[piece] or None)

    cdef tuple movable_armies(self):
        """The armies whose pieces this throw may move: the one in turn, or its player's both (W95-097, option pool)."""
        return self.variant.commands[self.seat] if self.variant.joint else (self.engine.position.army(),)

    cdef int find_piece(self, word) except -2:
        """The piece a word names, or -1 where this game has none such."""
        piece = self.variant.piece_of.get(word)
        return -1 if piece is None else piece

    cdef str spot_name(self, word):
        """The name of the spot that a word stands for."""
        return self.board.graph.names[self.board.find(word)]

    cdef int find_unit(self, word) except -2:
        """The piece a move is about: named, or by the spot where it stood when the throw began. -1: there is none."""
        cdef int spot, army, piece, first
        if is_piece_word(word):
            return self.find_piece(word)
        spot = self.board.find(word)
        for army in self.movable_armies():
            first = army * ARMY
            for piece in range(first, first + self.variant.size):
                if self.stood[piece] == spot:
                    return piece
        return -1

    # --- Set-ups: E16 to E18 -----------------------------------------------------------------------------------------

    def check_posts(self):
        """The whole set-up of all armies of the seat, checked at the end of the mail."""
        armies = self.variant.commands[self.seat]
        posts = {}  # piece -> spot, place of the line
        for at, line in enumerate(self.lines):
            if self.kind(at) == PLACE_DEFAULT:
                for army in armies:
                    default = self.board.default_setups[self.board.armies[army]]
                    posts |= {piece: (spot, at) for piece, spot in default.items()}
            elif self.kind(at) == PLACE:
                posts[line.order.piece] = (self.spot_name(line.order.spot), at)
        roll = [self.board.piece_id(piece) for army in armies for piece in self.variant.pieces(army)]
        spots = {piece: posts[piece][0] for piece in roll if piece in posts}
        for fault in faults(self.board, roll, spots, partner_posts(self.engine.position, armies[0] >> 1)):
            self.refuse(self.line_at_fault(fault, posts), fault.code, fault.clause, **fault.facts)
        if not self.refused:
            self.accept_posts(armies, spots)

    def line_at_fault(self, fault, posts):
        """The place of the last line that posted a piece of the fault, by name; None for a fault of the whole set."""
        if fault.code == "E18":
            return None
        places = [posts[piece][1] for piece in fault.pieces if piece in posts]
        named = [at for at in places if self.kind(at) == PLACE]
        return max(named, default=None)

    def accept_posts(self, armies, spots):
        for at, line in enumerate(self.lines):
            if self.kind(at) == PLACE_DEFAULT:
                self.accept(at, {"default": True})
            elif self.kind(at) == PLACE:
                self.accept(at, {"piece": line.order.piece, "spot": self.spot_name(line.order.spot)})
        for army in armies:
            self.engine.post(army, spots, False)

    # --- Throws ------------------------------------------------------------------------------------------------------

    cdef void check_throws(self) except *:
        """The present throw, and with throws=chain the sections for those that follow (W95-137)."""
        cdef int section
        sections = self.sections()
        for section in range(1, 2 + len(self.engine.position.chain)):
            self.check_throw(section, sections.get(section))
            if self.refused or self.engine.over():
                return
            self.engine.finish_throw()

    cdef dict sections(self):
        """The places of the move lines, by throw of the chain; a section without lines has no entry."""
        cdef int at
        cdef dict sections = {}
        section = 1
        for at in range(len(self.lines)):
            if self.kind(at) == HEADER:
                section = self.lines[at].order.number
                self.accept(at, {"number": section})
            elif not self.kind(at) & ANY_TIME:
                sections.setdefault(section, []).append(at)
        return sections

    cdef void check_throw(self, int section, list places) except *:
        """One throw: its lines in order (W95-027), then whether it was played as far as it must be (W95-062)."""
        cdef bint may_pass
        self.engine.begin_throw()
        if places is None and self.left_to_auto:  # W95-135 for a section that is missing
            self.engine.play_auto()
            return
        self.note_places()
        self.left_to_auto = False
        may_pass = self.engine.may_end()
        for at in places or ():
            self.check_line(at, may_pass)
            if self.refused or self.engine.over():
                return
        if not self.engine.may_end():
            self.refuse_too_few(section)

    cdef void check_line(self, int at, bint may_pass) except *:
        cdef int kind = self.kind(at)
        if kind == MOVE:
            self.check_move(at, self.lines[at].order)
        elif kind == PASS and may_pass:
            self.accept(at, {})
        elif kind == PASS:
            self.refuse(at, "E21", self.duty_clause(), **self.duty_facts())
        else:
            self.check_auto(at, kind == AUTO and not self.engine.moves)

    def check_auto(self, int at, bint whole):
        """W95-132. Moves written before that have spoilt what can be played spoil the set."""
        if not self.variant.little and not self.variant.law.each:
            reachable = self.dice_used() + most_dice(&self.engine.search)
            if reachable < self.engine.must:
                self.refuse(None, "E15", "W95-062", used=reachable, must=self.engine.must, throw=self.throw())
                return
        clause = "W95-133" if self.variant.little else "W95-132"
        self.engine.emit("auto", {"army": self.engine.letter(), "reason": "order"}, clause)
        self.left_to_auto = whole
        self.accept(at, {"moves": self.engine.play_auto()})

    def refuse_too_few(self, section):
        """E15, the last test of all."""
        facts = self.duty_facts()
        if self.variant.little and choose_forward(&self.engine.search):
            move = self.engine.search.chosen
            facts["piece"] = self.board.piece_id(move.piece)
            facts["die"] = move.division.die[0][0]
            facts["spot"] = self.board.graph.names[move.spot[0]]
        self.refuse(None, "E15", self.duty_clause(), used=self.dice_used(), section=section, **facts)

    def duty_clause(self):
        return "W95-117" if self.variant.little else "W95-062"

    def duty_facts(self):
        """What had to be played of this throw."""
        facts = {"throw": self.throw()}
        return facts | ({"forward": True} if self.variant.little else {"must": self.engine.must})

    def dice_used(self):
        return self.engine.search.whole - dice_in(self.engine.search.dice)

    def throw(self):
        """The dice of the present throw."""
        cdef Position position = self.engine.position
        return list(position.state.dice[:DICE])

    # --- One move: E08, E07, E22, E06, E14, then leg by leg ----------------------------------------------------------

    cdef void check_move(self, int at, order) except *:
        cdef int piece = self.find_unit(order.unit)
        if piece < 0:  # W95-137: on whom this spot holds is known only now
            self.refuse(at, "E04", piece=None, spot=self.spot_name(order.unit))
        elif self.engine.search.moved[piece]:
            self.refuse(at, "E08", "W95-113" if self.variant.little else "W95-026", piece=self.board.piece_id(piece))
        elif not self.may_add(piece) and (len(order.legs) > 1 or len(order.legs[0].dice) > 1):
            self.refuse(at, "E07", "W95-113" if self.variant.little else "W95-028", piece=self.board.piece_id(piece))
        elif order.start and self.board.find(order.start) != self.engine.position.state.field.at[piece]:
            self.refuse_stand(at, piece, self.board.find(order.start))
        else:
            self.check_dice(at, order, piece)

    def refuse_stand(self, at, int piece, spot):
        """E04: a piece does not stand where the player says that it does; `stands` is where it is, None: nowhere."""
        cdef int stands = self.engine.position.state.field.at[piece]
        names = self.board.graph.names
        where = None if stands == NOWHERE else names[stands]
        self.refuse(at, "E04", piece=self.board.piece_id(piece), spot=names[<int>spot], stands=where)

    cdef bint may_add(self, int piece) noexcept:
        """W95-028, W95-029, W95-113."""
        return is_cavalry(piece) and not self.variant.little

    cdef void check_dice(self, int at, order, int piece) except *:
        """E22, E06 and E14, then the legs."""
        cdef const Search* search = &self.engine.search
        cdef const Divisions* divisions = search.cavalry if self.may_add(piece) else search.infantry
        cdef const Division* division
        cdef list dice = [leg.dice for leg in order.legs]
        if not all(dice):
            dice = self.dice_supplied(at, order, piece)
            if not dice:
                return
        missing = missing_die(dice_of(self.engine.search.dice), dice)
        if missing is not None:
            facts = {"left": list(dice_of(self.engine.search.dice)), "throw": self.throw()}
            self.refuse(at, "E06", "W95-025", piece=self.board.piece_id(piece), die=missing, **facts)
            return
        division = division_with(&divisions[search.dice], dice)
        if division == NULL:
            facts = {"piece": self.board.piece_id(piece), "dice": [list(leg) for leg in dice]}
            self.refuse(at, "E14", "W95-040", **facts)
            return
        self.check_legs(at, order, piece, dice, division.rest)

    cdef list dice_supplied(self, int at, order, int piece):
        """The dice of a move, those left out filled in (W95-138). None where that cannot be: the player is asked."""
        target = self.spot_name(order.legs[0].spot)
        choices = []
        if len(order.legs) == 1:
            choices = self.fitting_dice(piece, self.board.find(target))
            if len(choices) == 1:
                return choices
        facts = {"piece": self.board.piece_id(piece), "spot": target, "throw": self.throw()}
        facts["left"] = list(dice_of(self.engine.search.dice))
        self.refuse(at, "E22", "W95-138", status=Status.ASKED, choices=[list(dice) for dice in choices], **facts)
        return None

    def fitting_dice(self, int piece, int spot):
        """W95-138: the single dice that make the move legal; if there is none, the sums, for cavalry."""
        left = dice_of(self.engine.search.dice)
        for size in range(1, 1 + (len(left) if self.may_add(piece) else min(1, len(left)))):
            if size == 1:
                tried = [(die,) for die in sorted(set(left))]
            else:
                tried = sorted({dice for count in range(2, len(left) + 1) for dice in combinations(left, count)})
            fitting = [dice for dice in tried if self.leg_fault(piece, spot, dice) is None]
            if fitting or size > 1:
                return fitting
        return []

    cdef void check_legs(self, int at, order, int piece, list dice, int rest) except *:
        """E09 to E13, each leg on the position the one before led to; what ends the game ends the move (W95-079)."""
        cdef int start = self.engine.position.state.field.at[piece], spot
        cdef list legs = []
        for leg, used in zip(order.legs, dice):
            spot = self.board.find(leg.spot)
            fault = self.leg_fault(piece, spot, used)
            if fault is not None:
                code, clauses, facts = fault
                self.refuse(at, code, *clauses, **facts)
                return
            if leg.takes and self.engine.position.state.field.at[self.find_piece(leg.takes)] != spot:
                self.refuse_stand(at, self.find_piece(leg.takes), spot)
                return
            legs.append(self.engine.leg_facts(sorted(used), spot, self.engine.ride(piece, spot)))
            if self.engine.search.end != PLAY_ON:
                break
        spend(&self.engine.search, piece, rest)
        self.accept(at, self.engine.record(piece, start, legs, False))

    # --- One leg: E09 to E13 -----------------------------------------------------------------------------------------

    cdef tuple leg_fault(self, int piece, int spot, tuple dice):
        """Why a piece may not ride to this spot with these dice: code, clauses and facts; or None where it may.

        Any way of the right length will do (W95-037), home as well as away (W95-032).
        """
        cdef Field* field = &self.engine.position.state.field
        cdef int start = field.at[piece], length = sum(dice), other = field.on[spot]
        cdef Mask occupied = field.occupied
        cdef const Reach* reach = self.reach(start, spot, length)
        drop(&occupied, start)
        if reach == NULL:
            facts = self.leg_tried(piece, spot, dice)
            facts["distance"] = self.board.graph.distance(facts["from"], facts["spot"])
            return "E09", ("W95-031", "W95-033"), facts
        if not passes(&self.variant.law.walks, reach, &occupied):
            facts = self.leg_tried(piece, spot, dice)
            return "E10", ("W95-034",), facts | {"blockers": self.blockers(start, spot, length)}
        if other == NOBODY or other == piece:
            return None
        return self.landing_fault(piece, spot, other, dice)

    cdef dict leg_tried(self, int piece, int spot, tuple dice):
        """A leg that is refused, as facts."""
        names = self.board.graph.names
        start = names[self.engine.position.state.field.at[piece]]
        return {"piece": self.board.piece_id(piece), "from": start, "spot": names[spot], "dice": list(dice)}

    cdef const Reach* reach(self, int start, int spot, int length) noexcept:
        cdef uint32_t at
        if 0 < length <= self.variant.law.walks.longest:
            for at in range(
                reach_from(&self.variant.law.walks, start, length), reach_until(&self.variant.law.walks, start, length)
            ):
                if self.variant.law.walks.reaches[at].end == spot:
                    return &self.variant.law.walks.reaches[at]
        return NULL

    def blockers(self, int start, int spot, int length):
        """For each path the first piece met on it, sorted by spot, each once (W95-034, W95-036)."""
        cdef Position position = self.engine.position
        names = self.board.graph.names
        first = set()
        for path in self.board.graph.paths(names[start], names[spot], length, self.options_loops()):
            inner = [self.board.graph.index(name) for name in path[1:len(path) - 1]]
            met = [at for at in inner if at != start and position.state.field.on[<int>at] != NOBODY]
            first.add(met[0])
        return [
            {"piece": self.board.piece_id(position.state.field.on[<int>at]), "spot": names[at]} for at in sorted(first)
        ]

    def options_loops(self):
        return self.variant.options["loops"] == "yes"

    cdef tuple landing_fault(self, int piece, int spot, int other, tuple dice):
        """E11 to E13: who stands there cannot be captured. None where it can."""
        cdef int supporter
        if may_land(&self.variant.law, &self.engine.position.state.field, piece, spot):
            return None
        facts = self.leg_tried(piece, spot, dice) | {"by": self.board.piece_id(other)}
        if self.variant.little:
            return "E11", ("W95-115",), facts
        if side_of(other) == side_of(piece):
            return "E11", ("W95-059",), facts
        if holds(&self.variant.law.hills, spot):
            return "E12", ("W95-053",), facts
        supporter = self.supporter(spot, other)
        near = self.board.graph.names[self.engine.position.state.field.at[supporter]]
        return "E13", ("W95-051",), facts | {"supporter": self.board.piece_id(supporter), "supporter_spot": near}

    cdef int supporter(self, int spot, int piece) noexcept:
        """The piece that supports this one, on the first such spot by name."""
        cdef Graph graph = self.board.graph
        cdef const Field* field = &self.engine.position.state.field
        cdef int at, friend
        for at in range(graph.first[spot], graph.first[spot + 1]):
            friend = field.on[graph.ends[at]]
            if friend != NOBODY and side_of(friend) == side_of(piece):
                return friend
        return NOBODY


# --- Words and seats -------------------------------------------------------------------------------------------------

cdef bint is_piece_word(str word) except -1:
    """A letter and one digit, or a letter and C or D."""
    return len(word) == 2 and word[0].isalpha() and (word[1].isdigit() or word[1] in "CD")


cdef bint is_spot_word(Board board, word) except -1:
    """A letter and two digits, or the name of a city or a hill."""
    return len(word) == 3 and word[0].isalpha() and word[1:].isdigit() or word in board.stars or word in board.hills


cdef object missing_die(tuple left, list dice):
    """The first of the dice of these legs that is not left, or None."""
    cdef list still = list(left)
    for leg in dice:
        for die in leg:
            if die not in still:
                return die
            still.remove(die)
    return None


cdef list awaited_armies(Position position):
    """The armies whose set-up is asked for now: all that lack one, or with setup=open those of the first such seat."""
    cdef Variant variant = position.variant
    lacking = [army for army in variant.armies if not position.state.posted >> <int>army & 1]
    if position.state.phase != SETUP or variant.secret:
        return lacking if position.state.phase == SETUP else []
    return [army for army in lacking if variant.seat_of[army] == variant.seat_of[lacking[0]]]


cdef list posting_seats(Position position):
    """The seats that owe a set-up now, in order."""
    armies = awaited_armies(position)
    return [seat for seat in position.variant.seats if any(army in armies for army in position.variant.commands[seat])]


cdef dict partner_posts(Position position, int side):
    """Where the pieces of a side stand that have been posted already, by name."""
    return pieces_of(position, [army for army in position.variant.armies if army >> 1 == side])
