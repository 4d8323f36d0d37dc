"""The judgement of orders: what is refused, with which code and why, in the order of the rulebook (5.4 and 5.5 there).

A `Hearing` plays one seat's mail on a copy of the game, line by line. If every line stands, `course` is what the game
comes to; if not, it is thrown away. W95-130: one set of orders is carried out whole or not at all.
"""

from collections import Counter
from itertools import combinations

from core.contract import Note, Status, Verdict
from core.rulesets.waterloo1895.board import NUMBERS
from core.rulesets.waterloo1895.orders import (
    Auto, Move, OfferDraw, Pass, Place, PlaceDefault, Resign, RestAuto, TellPartner, ThrowHeader,
)
from core.rulesets.waterloo1895.position import written_outcome
from core.rulesets.waterloo1895.posting import faults

from libc.stdint cimport uint32_t

from core.graph cimport Mask, Reach, drop, holds, passes, reach_from, reach_until
from core.rulesets.waterloo1895.board cimport ARMY, PIECES, army_of, is_cavalry, side_of
from core.rulesets.waterloo1895.field cimport NOBODY, NOWHERE, PLAY_ON
from core.rulesets.waterloo1895.position cimport OVER, PLAY, SETUP, pieces_of
from core.rulesets.waterloo1895.search cimport choose_forward, most_dice, spend
from core.rulesets.waterloo1895.throws cimport DICE, Shapes, dice_in, dice_of, shape_index

ANY_TIME = (TellPartner, Resign, OfferDraw)  # by anybody, whosever turn it is
POSTING = (Place, PlaceDefault)


cdef Hearing hear(Position position, seat, lines):
    """The orders of a seat judged on this position."""
    cdef Hearing hearing = Hearing(seat, tuple(lines))
    hearing.course = Course(position)
    hearing.variant = position.variant
    hearing.board = position.variant.board
    hearing.judge()
    return hearing


cdef class Hearing:
    def __init__(self, seat, lines):
        self.seat, self.lines = seat, lines
        self.said, self.whole, self.notes = {}, [], []

    def verdicts(self):
        """A verdict for every line, in order, those on the whole set last. W95-130: what was not tried is void."""
        in_order = []
        for at, line in enumerate(self.lines):
            in_order += self.said.get(at) or [Verdict(line.number, Status.VOID, facts=self.end_facts())]
        return tuple(in_order + self.whole)

    def end_facts(self):
        """For lines not looked at because the game has ended before them (W95-069)."""
        return {"outcome": written_outcome(self.course.position.outcome)} if self.course.over() else {}

    @property
    def plays(self):
        """Whether anything was ordered at all that can be carried out."""
        return not self.refused and bool(self.lines or self.course.events)

    # --- The mail as a whole -----------------------------------------------------------------------------------------

    def judge(self):
        """In this order: is it this seat's turn, can every line be read, then line by line."""
        cdef Position position = self.course.position
        orders = [line.order for line in self.lines]
        posting = any(isinstance(order, POSTING) for order in orders)
        playing = any(order is not None and not isinstance(order, POSTING + ANY_TIME) for order in orders)
        if position.state.phase == OVER:
            clause = position.outcome.clause
            return self.refuse(None, "E20", clause, outcome=written_outcome(position.outcome))
        posts, plays = self.owes_posts(), self.owes_throw()
        if (posting and not posts) or (playing and not plays):
            return self.refuse_turn()
        self.read_all()
        if self.refused:
            return None
        self.say_any_time()
        if not self.course.over() and (posting or (posts and not orders)):
            self.judge_posts()
        elif not self.course.over() and (playing or (plays and not orders)) and self.owes_throw():
            self.judge_throws()
        return None

    def owes_posts(self):
        """Whether this seat has to post an army now (W95-016, option setup)."""
        return self.seat in posting_seats(self.course.position)

    def owes_throw(self):
        """Whether the seat has a throw to play now."""
        cdef Position position = self.course.position
        return position.state.phase == PLAY and position.thrown() and self.variant.seat_of[position.army()] == self.seat

    def refuse_turn(self):
        """E19: an order that this seat may not give now."""
        cdef Position position = self.course.position
        if position.state.phase == SETUP:
            awaited = [self.board.armies[army] for army in awaited_armies(position)]
            return self.refuse(None, "E19", "W95-016", seat=self.seat, army=awaited[0], awaited=awaited)
        clause = "W95-122" if self.variant.little else "W95-091" if self.variant.drawn_lots else "W95-022"
        army = self.course.letter() if position.state.place < len(self.variant.armies) else None
        return self.refuse(None, "E19", clause, seat=self.seat, army=army)

    def say_any_time(self):
        """W95-092, 105. A game that this ends leaves nothing to play."""
        for at, line in enumerate(self.lines):
            if self.course.over():
                return
            if isinstance(line.order, TellPartner):
                partners = self.variant.partners(self.seat)
                self.notes.append(Note(self.seat, partners, line.order.text))
                self.accept(at, record_as="tell partner: -", to=list(partners))
            elif isinstance(line.order, Resign):
                self.course.resign(self.seat)
                self.accept(at, seat=self.seat)
            elif isinstance(line.order, OfferDraw):
                self.course.offer_draw(self.seat)
                self.accept(at, seat=self.seat)

    # --- Verdicts ----------------------------------------------------------------------------------------------------

    def accept(self, at, record_as=None, **facts):
        """The line at this place stands."""
        verdict = Verdict(self.lines[at].number, Status.OK, facts=facts, record_as=record_as)
        self.said.setdefault(at, []).append(verdict)

    def refuse(self, at, code, *clauses, status=Status.REFUSED, **facts):
        """The line at this place (None: the set) does not stand, and so the whole mail does not (W95-130)."""
        self.refused = True
        number = None if at is None else self.lines[at].number
        verdicts = self.whole if at is None else self.said.setdefault(at, [])
        verdicts.append(Verdict(number, status, code, clauses, facts))

    # --- Reading every line: E01 to E05 ------------------------------------------------------------------------------

    def read_all(self):
        """Refuse every line that names what there is not. Nothing is tried while one does."""
        section, closed = 1, None
        for at, line in enumerate(self.lines):
            order = line.order
            if isinstance(order, ThrowHeader):
                section, closed = self.read_header(at, order, section), None
            elif isinstance(order, Move | Auto | RestAuto | Pass) and closed is not None:
                self.refuse(at, "E01", "W95-132", after=closed)
            elif isinstance(order, Auto | RestAuto):
                closed = line.number
            elif isinstance(order, Move):
                self.read_move(at, order, section)
            elif isinstance(order, Place):
                self.read_place(at, order)
            elif order is None or (isinstance(order, TellPartner) and not self.variant.partners(self.seat)):
                self.refuse(at, "E01")

    def read_header(self, at, order, section):
        """W95-137: sections in the order of the chain, each once; the first needs no header. Returns its number."""
        headed = any(isinstance(line.order, ThrowHeader) for line in self.lines[:at])
        first_moves = any(isinstance(line.order, Move | Auto | RestAuto | Pass) for line in self.lines[:at])
        least = section + 1 if headed or first_moves else 1
        throws = 1 + len(self.course.position.chain)
        if not self.variant.chain or not least <= order.number <= throws:
            self.refuse(at, "E01", "W95-137", number=order.number, throws=throws)
        return max(section, order.number)

    def read_move(self, at, order, section):
        """E02 to E04 for the unit, E05 for the spots."""
        if is_piece_word(order.unit):
            self.read_piece(at, order.unit, self.movable_armies())
        elif self.find_spot(order.unit) is None:
            self.refuse(at, "E05" if is_spot_word(self.board, order.unit) else "E01", spot=order.unit)
        elif section == 1 and self.find_unit(order.unit) is None:
            self.refuse(at, "E04", piece=None, spot=self.find_spot(order.unit))
        for leg in order.legs:
            self.read_spot(at, leg.spot)

    def read_place(self, at, order):
        """E02, E03, E05 of a set-up line."""
        self.read_piece(at, order.piece, self.variant.commands[self.seat])
        self.read_spot(at, order.spot)

    def read_spot(self, at, word):
        if self.find_spot(word) is None:
            self.refuse(at, "E05", spot=word)

    def read_piece(self, at, word, armies):
        """E02, E03, and E04 for a piece that is off the board in play."""
        cdef Position position = self.course.position
        piece = self.find_piece(word)
        if piece is None:
            self.refuse(at, "E02", piece=word)
        elif piece // ARMY not in armies:
            self.refuse(at, "E03", "W95-087", piece=word, army=word[0])
        elif position.state.phase == PLAY and position.state.field.at[<int>piece] == NOWHERE:
            self.refuse(at, "E04", "W95-009", piece=word, turn=position.state.captured_on[<int>piece] or None)

    def movable_armies(self):
        """The armies whose pieces this throw may move (W95-097, option pool)."""
        cdef Position position = self.course.position
        return self.variant.commands[self.seat] if self.variant.joint else (position.army(),)

    def find_piece(self, word):
        """The piece a word names, or None where this game has none such."""
        if not is_piece_word(word) or word[0] not in self.board.armies:
            return None
        army = self.board.armies.index(word[0])
        number = NUMBERS.find(word[1])
        taking_part = army in self.variant.armies and 0 <= number < len(self.variant.pieces(army))
        return army * ARMY + number if taking_part else None

    def find_spot(self, word):
        """The name of the spot a word stands for, or None. A city alias stands for three, so for none."""
        spot = self.board.hills.get(word, word)
        return spot if spot in self.board.graph.names else None

    def find_unit(self, word):
        """The piece a move is about: named, or by the spot where it stood when the throw began. None: there is none."""
        cdef Position position = self.course.position
        if is_piece_word(word):
            return self.find_piece(word)
        spot = self.board.graph.index(self.find_spot(word))
        stood = self.stood or bytes(position.state.field.at[:PIECES])
        for army in self.movable_armies():
            for piece in self.variant.pieces(army):
                if stood[piece] == spot:
                    return piece
        return None

    # --- Set-ups: E16 to E18 -----------------------------------------------------------------------------------------

    def judge_posts(self):
        """The whole set-up of all armies of the seat, checked at the end of the mail."""
        armies = self.variant.commands[self.seat]
        posts = {}  # piece -> spot, place of the line
        for at, line in enumerate(self.lines):
            if isinstance(line.order, PlaceDefault):
                for army in armies:
                    default = self.board.default_setups[self.board.armies[army]]
                    posts |= {piece: (spot, at) for piece, spot in default.items()}
            elif isinstance(line.order, Place):
                posts[line.order.piece] = (self.find_spot(line.order.spot), at)
        roll = [self.board.piece_id(piece) for army in armies for piece in self.variant.pieces(army)]
        spots = {piece: posts[piece][0] for piece in roll if piece in posts}
        for fault in faults(self.board, roll, spots, partner_posts(self.course.position, armies[0] >> 1)):
            self.refuse(self.line_at_fault(fault, posts), fault.code, fault.clause, **fault.facts)
        if not self.refused:
            self.accept_posts(armies, spots)

    def line_at_fault(self, fault, posts):
        """The place of the last line that posted a piece of the fault, by name; None for a fault of the whole set."""
        if fault.code == "E18":
            return None
        places = [posts[piece][1] for piece in fault.pieces if piece in posts]
        named = [at for at in places if isinstance(self.lines[at].order, Place)]
        return max(named, default=None)

    def accept_posts(self, armies, spots):
        for at, line in enumerate(self.lines):
            if isinstance(line.order, PlaceDefault):
                self.accept(at, default=True)
            elif isinstance(line.order, Place):
                self.accept(at, piece=line.order.piece, spot=self.find_spot(line.order.spot))
        for army in armies:
            self.course.post(army, spots, False)

    # --- Throws ------------------------------------------------------------------------------------------------------

    def judge_throws(self):
        """The present throw, and with throws=chain the sections for those that follow (W95-137)."""
        sections = self.sections()
        for section in range(1, 2 + len(self.course.position.chain)):
            self.judge_throw(section, sections.get(section))
            if self.refused or self.course.over():
                return
            self.course.finish_throw()

    def sections(self):
        """The places of the move lines, by throw of the chain; a section without lines has no entry."""
        sections, section = {}, 1
        for at, line in enumerate(self.lines):
            if isinstance(line.order, ThrowHeader):
                section = line.order.number
                self.accept(at, number=section)
            elif not isinstance(line.order, ANY_TIME):
                sections.setdefault(section, []).append(at)
        return sections

    def judge_throw(self, section, places):
        """One throw: its lines in order, then whether it was played as far as it must be (W95-062)."""
        cdef Position position = self.course.position
        self.course.begin_throw()
        if places is None and self.left_to_auto:  # W95-135 for a section that is missing
            self.course.play_auto()
            return
        self.stood = bytes(position.state.field.at[:PIECES])
        self.left_to_auto = False
        may_pass = self.course.may_end()
        for at in places or ():
            self.judge_line(at, may_pass)
            if self.refused or self.course.over():
                return
        if not self.course.may_end():
            self.refuse_too_few(section)

    def judge_line(self, at, may_pass):
        order = self.lines[at].order
        if isinstance(order, Move):
            self.judge_move(at, order)
        elif isinstance(order, Pass) and may_pass:
            self.accept(at)
        elif isinstance(order, Pass):
            self.refuse(at, "E21", self.duty_clause(), **self.duty_facts())
        else:
            self.judge_auto(at, isinstance(order, Auto) and not self.course.moves)

    def judge_auto(self, at, whole):
        """W95-132. Moves written before that have spoilt what can be played spoil the set."""
        if not self.variant.little and not self.variant.law.each:
            reachable = self.dice_used() + most_dice(&self.course.search)
            if reachable < self.course.must:
                return self.refuse(None, "E15", "W95-062", used=reachable, must=self.course.must, throw=self.throw())
        clause = "W95-133" if self.variant.little else "W95-132"
        self.course.tell("auto", {"army": self.course.letter(), "reason": "order"}, clause)
        self.left_to_auto = whole
        self.accept(at, moves=self.course.play_auto())
        return None

    def refuse_too_few(self, section):
        """E15, the last test of all."""
        facts = self.duty_facts()
        if self.variant.little and choose_forward(&self.course.search):
            play = self.course.search.chosen
            facts["piece"] = self.board.piece_id(play.piece)
            facts["die"] = play.shape.die[0][0]
            facts["spot"] = self.board.graph.names[play.spot[0]]
        self.refuse(None, "E15", self.duty_clause(), used=self.dice_used(), section=section, **facts)

    def duty_clause(self):
        return "W95-117" if self.variant.little else "W95-062"

    def duty_facts(self):
        """What had to be played of this throw."""
        facts = {"throw": self.throw()}
        return facts | ({"forward": True} if self.variant.little else {"must": self.course.must})

    def dice_used(self):
        return self.course.search.whole - dice_in(self.course.search.dice)

    def throw(self):
        """The dice of the present throw."""
        cdef Position position = self.course.position
        return list(position.state.dice[:DICE])

    # --- One move: E08, E07, E22, E06, E14, then leg by leg ----------------------------------------------------------

    def judge_move(self, at, order):
        cdef int piece
        unit = self.find_unit(order.unit)
        if unit is None:  # W95-137: on whom this spot holds is known only now
            return self.refuse(at, "E04", piece=None, spot=self.find_spot(order.unit))
        piece = unit
        name = self.board.piece_id(piece)
        if self.course.search.moved[piece]:
            return self.refuse(at, "E08", "W95-113" if self.variant.little else "W95-026", piece=name)
        if not self.may_add(piece) and (len(order.legs) > 1 or len(order.legs[0].dice) > 1):
            return self.refuse(at, "E07", "W95-113" if self.variant.little else "W95-028", piece=name)
        dice = self.dice_of_move(at, order, piece, name)
        return None if dice is None else self.judge_dice(at, order, piece, name, dice)

    def may_add(self, int piece):
        """W95-028, 029, 113."""
        return is_cavalry(piece) and not self.variant.little

    def dice_of_move(self, at, order, piece, name):
        """The dice of each leg, those left out supplied (W95-138); None where they cannot be."""
        if all(leg.dice for leg in order.legs):
            return [leg.dice for leg in order.legs]
        target = self.find_spot(order.legs[0].spot)
        facts = {"piece": name, "spot": target, "throw": self.throw(), "left": list(dice_of(self.course.search.dice))}
        choices = []
        if len(order.legs) == 1:
            choices = self.fitting_dice(piece, self.board.graph.index(target))
            if len(choices) == 1:
                return choices
        self.refuse(at, "E22", "W95-138", status=Status.ASKED, choices=[list(dice) for dice in choices], **facts)
        return None

    def fitting_dice(self, int piece, int spot):
        """W95-138: the single dice that make the move legal; if there is none, the sums, for cavalry."""
        left = dice_of(self.course.search.dice)
        for size in range(1, 1 + (len(left) if self.may_add(piece) else min(1, len(left)))):
            if size == 1:
                tried = [(die,) for die in sorted(set(left))]
            else:
                tried = sorted({dice for count in range(2, len(left) + 1) for dice in combinations(left, count)})
            fitting = [dice for dice in tried if self.leg_fault(piece, spot, dice) is None]
            if fitting or size > 1:
                return fitting
        return []

    def judge_dice(self, at, order, int piece, name, dice):
        """E06 and E14, then the legs."""
        cdef const Shapes* shapes
        cdef int index
        left = Counter(dice_of(self.course.search.dice))
        for die in (die for leg in dice for die in leg):
            if not left[die]:
                facts = {"left": list(dice_of(self.course.search.dice)), "throw": self.throw()}
                return self.refuse(at, "E06", "W95-025", piece=name, die=die, **facts)
            left[die] -= 1
        shapes = (self.course.search.cavalry if self.may_add(piece) else self.course.search.infantry)
        shapes = &shapes[self.course.search.dice]
        index = shape_index(shapes, tuple(tuple(sorted(leg)) for leg in dice))
        if index < 0:
            return self.refuse(at, "E14", "W95-040", piece=name, dice=[list(leg) for leg in dice])
        return self.judge_legs(at, order, piece, dice, shapes.shape[index].rest)

    def judge_legs(self, at, order, int piece, dice, int rest):
        """E09 to E13, each leg on the position the one before led to; what ends the game ends the move (W95-079)."""
        cdef Position position = self.course.position
        cdef int start = position.state.field.at[piece], spot
        legs = []
        for leg, used in zip(order.legs, dice, strict=True):
            spot = self.board.graph.index(self.find_spot(leg.spot))
            fault = self.leg_fault(piece, spot, used)
            if fault is not None:
                code, clauses, facts = fault
                return self.refuse(at, code, *clauses, **facts)
            legs.append(self.course.leg_facts(sorted(used), spot, self.course.ride(piece, spot)))
            if self.course.search.end != PLAY_ON:
                break
        spend(&self.course.search, piece, rest)
        return self.accept(at, **self.course.record(piece, start, legs, False))

    # --- One leg: E09 to E13 -----------------------------------------------------------------------------------------

    def leg_fault(self, int piece, int spot, dice):
        """Why a piece may not ride to this spot with these dice: code, clauses and facts; or None where it may."""
        cdef Position position = self.course.position
        cdef int start = position.state.field.at[piece], length = sum(dice), other
        names = self.board.graph.names
        facts = {"piece": self.board.piece_id(piece), "from": names[start], "spot": names[spot], "dice": list(dice)}
        cdef Mask occupied = position.state.field.occupied
        drop(&occupied, start)
        cdef const Reach* reach = self.reach(start, spot, length)
        if reach == NULL:
            facts["distance"] = self.board.graph.distance(names[start], names[spot])
            return "E09", ("W95-031", "W95-033"), facts
        if not passes(&self.variant.law.walks, reach, &occupied):
            return "E10", ("W95-034",), facts | {"blockers": self.blockers(start, spot, length)}
        other = position.state.field.on[spot]
        if other == NOBODY or other == piece:
            return None
        return self.landing_fault(piece, spot, other, facts | {"by": self.board.piece_id(other)})

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
        """For each path the first piece met on it, sorted by spot, each once (W95-034, 036)."""
        cdef Position position = self.course.position
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

    def landing_fault(self, int piece, int spot, int other, facts):
        """E11 to E13: who stands there cannot be captured."""
        cdef Position position = self.course.position
        if self.variant.little:
            return "E11", ("W95-115",), facts
        if side_of(other) == side_of(piece):
            return "E11", ("W95-059",), facts
        if holds(&self.variant.law.hills, spot):
            return "E12", ("W95-053",), facts
        if holds(&self.variant.law.own_stars[army_of(other)], spot):
            return None
        for near in self.board.graph.neighbours(self.board.graph.names[spot]):
            supporter = position.state.field.on[<int>self.board.graph.index(near)]
            if supporter != NOBODY and side_of(supporter) == side_of(other):
                facts |= {"supporter": self.board.piece_id(supporter), "supporter_spot": near}
                return "E13", ("W95-051",), facts
        return None


# --- Words and seats -------------------------------------------------------------------------------------------------

def is_piece_word(word):
    """A letter and one digit, or a letter and C or D."""
    return len(word) == 2 and word[0].isalpha() and (word[1].isdigit() or word[1] in "CD")


cdef bint is_spot_word(Board board, word) except -1:
    """A letter and two digits, or the name of a city or a hill."""
    return len(word) == 3 and word[0].isalpha() and word[1:].isdigit() or word in board.stars or word in board.hills


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
