"""The Game of Waterloo (Parker Brothers, Salem, 1895), for two, three or four players.

Rulebook: pbem/rulesets/waterloo1895/rulebook.md; its clauses are cited as W95-nnn. What is open in the original is an option:

    mode        duel, four, three, double, little      setup       secret, open
    halts       doublets, always                       loops       no, yes
    oblige      max, each                              own_city    side, army
    order       round, alternate                       pool        separate, joint
    throws      step, chain                            absent      auto, bot
    remnant     play, lose                             stall       30, a number (0: off)
    max_rounds  200, a number (0: off)                 lp_again    no, yes
    lp_oblige   forward, none                          armies      NW, NYWB, NYW, NYB, NWB, YWB (mode little)

Where to read on, in the order of the rulebook: `board` (A, B), `posting` (C), `throws` (D, F), `field` (E, G, J, K),
`search` (H and AUTO), `course` (I, turns and ends), `judge` (what is refused, and why), `position` (the JSON).
"""

from functools import partial
from itertools import islice

from core.contract import Adjudication, Checked, Decision, Effect, Line, Playout
from core.options import Variants
from core.rulesets.waterloo1895.options import OPTIONS, settle
from core.rulesets.waterloo1895.orders import Leg, Move, Pass, Place, PlaceDefault, ThrowHeader
from core.rulesets.waterloo1895.position import encode
from core.rulesets.waterloo1895.posting import all_posts, default_posts, drawn_posts, faults

from libc.stdlib cimport free
from libc.string cimport memset

from core.rulesets.waterloo1895.judge cimport Hearing, hear, partner_posts, posting_seats
from core.rulesets.waterloo1895.board cimport Variant
from core.rulesets.waterloo1895.course cimport Course
from core.rulesets.waterloo1895.position cimport (
    OVER, PLAY, SETUP, UNDECIDED, Position, dice_list, opening, pieces_of, read,
)
from core.rulesets.waterloo1895.search cimport (
    Play, Sequence, Sequences, count_sequences, list_sequences, random_sequence,
)
from core.rulesets.waterloo1895.playout cimport LANDED, NO_MEMORY, PLAYED_OUT, STALLED, Run, play_out
from core.rulesets.waterloo1895.throws cimport legs_of
from core.stream cimport Stream, below, start

VERSION = "1"


cdef class Waterloo1895:
    """The contract of `core.contract.RuleSet`, on the board of the board file `written`."""

    @property
    def name(self):
        return "waterloo1895"

    @property
    def version(self):
        return VERSION

    def __init__(self, written):
        self.board = Board(written)
        self.variants = Variants(partial(Variant, self.board))

    # --- What a game can be ------------------------------------------------------------------------------------------

    def options(self):
        """The options of a game, in the order of the rulebook."""
        return OPTIONS

    def settle(self, chosen):
        """All options with their values. Raises BadOption."""
        return settle(chosen)

    def seats(self, options):
        """The seats of a game with these settled options."""
        return self.variant(options).seats

    def opening(self, options):
        """The position before anything is decided. Adjudicate it: the children's game begins with a throw at once."""
        return opening(self.variant(options))

    cdef Variant variant(self, options):
        return self.variants.of(options)

    # --- What is asked now -------------------------------------------------------------------------------------------

    def step(self, Position position):
        """Throws cast, and where armies post one after the other the set-ups accepted; one more when the game is over.

        A secret set-up is one question to all seats: that one of them has answered changes nothing for the others.
        """
        in_turn = position.variant.options["setup"] == "open"
        posted = sum(position.state.posted >> army & 1 for army in range(4)) if in_turn else 0
        return posted + position.state.throws + (position.state.phase == OVER)

    def awaiting(self, Position position):
        """Who owes what. Before a first throw is cast it is owed by whoever it will be for."""
        if position.state.phase == SETUP:
            return tuple(self.setup_owed(position, seat) for seat in posting_seats(position))
        if position.state.phase == OVER:
            return ()
        at_deadline = position.variant.options["absent"]
        if position.state.place == UNDECIDED:
            return tuple(Decision(seat, "throw", at_deadline) for seat in position.variant.seats)
        seat = position.variant.seat_of[position.army()]
        return (Decision(seat, "throw", at_deadline, facts=throw_facts(position)),)

    def setup_owed(self, Position position, seat):
        """W95-016: a set-up is asked for whole, armies of one player together."""
        armies = [self.board.armies[army] for army in position.variant.commands[seat]]
        return Decision(seat, "setup", "default_setup", facts={"armies": armies})

    def check(self, Position position, seat, orders):
        """The judgement of a seat's orders. All that stand are carried out at once."""
        cdef Hearing hearing = hear(position, seat, orders)
        return Checked(hearing.verdicts(), Effect.AT_ONCE if hearing.plays() else Effect.NOTHING)

    # --- What becomes of it ------------------------------------------------------------------------------------------

    def adjudicate(self, Position position, orders, dice, *, due=False):
        """Carry out the orders, seat by seat in the order of the seats, and go on to the next decision.

        A position whose throw is still to be cast has it cast first. With `due`, whoever still owes something gets the
        default (W95-132, 133, 134), and W95-135 holds. Raises DiceExhausted, BadDie.
        """
        cdef Course course = Course(position)
        cdef Hearing hearing
        cdef int auto_turn = 0
        if position.state.phase == PLAY and not position.thrown():
            course.proceed(dice, 0)
        owing = [decision.seat for decision in self.awaiting(course.position)] if due else []
        verdicts, notes = {}, []
        for seat in position.variant.seats:
            if seat in orders:
                hearing = hear(course.position, seat, orders[seat])
                verdicts[seat] = hearing.verdicts()
                if hearing.plays():
                    auto_turn = follow(course, hearing) or auto_turn
                    notes += hearing.notes
        for seat in owing:
            auto_turn = default(course, seat) or auto_turn
        course.proceed(dice, auto_turn)
        return Adjudication(course.position, tuple(course.events), verdicts, concerned(course), tuple(notes))

    def outcome(self, Position position):
        """How the game ended, or None."""
        return position.outcome

    # --- What may be seen, and what is written down ------------------------------------------------------------------

    def view(self, Position position, seat):
        """What a seat may know: all but the set-ups that are not its side's, until all are posted (W95-021)."""
        cdef Variant variant = position.variant
        seen = encode(position)
        if position.state.phase == SETUP and variant.secret:
            sides = {army >> 1 for army in variant.commands.get(seat, ())}
            seen["pieces"] = pieces_of(position, [army for army in variant.armies if army >> 1 in sides])
        seen["options"] = dict(variant.options)
        seen["seat"] = seat
        seen |= duty(position)
        seen["step"] = self.step(position)
        seen["armies"] = {self.board.armies[army]: commander for army, commander in variant.seat_of.items()}
        return seen

    def open_record(self, Position position):
        """Whether nothing is hidden: no set-up that the opponents may not see yet (W95-021)."""
        return position.state.phase != SETUP or not position.variant.secret or not position.state.posted

    def open_rolls(self, Position position):
        """Always: every throw is announced to all (5.3)."""
        return True

    def encode(self, Position position):
        """The position as JSON data: every key of `written.WrittenPosition`."""
        return encode(position)

    def decode(self, data, options):
        """The position that `data` describes. Raises BadPosition, or msgspec.ValidationError for the wrong shape."""
        return read(self.variant(options), data)

    # --- What could be ordered ---------------------------------------------------------------------------------------

    def legal(self, Position position, seat, limit=None):
        """Complete order sets that `check` accepts, each once: moves named by piece, dice ascending, nothing void.

        A set without a move is `pass`. Set-ups are too many to be listed without a limit: ValueError.
        """
        if seat in posting_seats(position):
            if limit is None:
                raise ValueError("limit")
            return list(islice(set_up_orders(position, seat), limit))
        if not throws_now(position, seat):
            return []
        return [throw_lines(position, sections) for sections in throw_sets(Course(position), limit)]

    def random_orders(self, Position position, seat, seed):
        """One complete legal order set, drawn by `seed`; empty where the seat owes nothing."""
        cdef Lot lot = Lot(seed)
        if seat in posting_seats(position):
            return random_set_up(position, seat, lot)
        return throw_lines(position, random_sections(Course(position), lot)) if throws_now(position, seat) else ()

    def playout(self, Position position, seed, limit):
        """The position played on at random, the dice from `seed` too, until it is over or `limit` moves are made.

        A throw that is begun is played to its end; armies not yet posted get their default set-up (W95-134).
        """
        cdef Lot lot = Lot(seed)
        cdef size_t before = 0, most = limit
        cdef Course course = at_single_throw(position, lot, &before)
        cdef Run run
        if course.over() or before >= most:
            return Playout(course.position, before)
        with nogil:
            play_out(&course.position.state, &course.variant.law, &lot.stream, most - before, &run)
        close(course, &run)
        return Playout(course.position, before + run.moves)

    def count_order_sets(self, Position position):
        """How many complete sequences of moves the present throw has, and how many different positions they lead to.

        For tables that pin the move generation; of a chain only the present throw counts. (0, 0) without a throw.
        """
        cdef Course course = Course(position)
        cdef size_t sequences = 0, positions = 0
        if position.state.phase != PLAY or not position.thrown():
            return 0, 0
        course.begin_throw()
        if not count_sequences(&course.search, &sequences, &positions):
            raise MemoryError
        return sequences, positions


# --- Adjudication ----------------------------------------------------------------------------------------------------

cdef int follow(Course course, Hearing hearing) except -1:
    """The game goes on as the hearing has left it. Returns the army-turn that has been left to AUTO (W95-135), or 0."""
    cdef int turn = course.position.state.turn
    course.position = hearing.course.position
    course.events += hearing.course.events
    course.under_way = False
    return turn if hearing.left_to_auto else 0


cdef int default(Course course, seat) except -1:
    """What the rules do for a seat that still owes something. Returns the army-turn that is now AUTO's, or 0."""
    cdef Position position = course.position
    if seat in posting_seats(position):
        for army in position.variant.commands[seat]:
            course.post(army, default_posts(position.variant.board, army, partner_posts(position, army >> 1)), True)
        return 0
    if not throws_now(position, seat):
        return 0
    course.begin_throw()
    if not course.owed():
        return 0
    clause = "W95-133" if position.variant.little else "W95-132"
    course.tell("auto", {"army": course.letter(), "reason": "deadline"}, clause)
    turn = position.state.turn
    course.play_auto()
    course.finish_throw()
    return turn


cdef tuple concerned(Course course):
    """Who is to hear of it now: everyone, but of a secret set-up that is in only the partners (W95-R04)."""
    for event in course.events:
        if event.kind != "posted":
            return course.variant.seats
    posted = [event.facts["seat"] for event in course.events]
    return tuple(seat for seat in course.variant.seats if any(seat in course.variant.partners(one) for one in posted))


cdef bint throws_now(Position position, seat) except -1:
    """Whether the seat has a throw to play."""
    if position.state.phase != PLAY or not position.thrown():
        return False
    return position.variant.seat_of[position.army()] == seat


cdef dict duty(Position position):
    """K of the present throw, or whether a forward move is left; None without a throw (W95-131, W95-124a)."""
    cdef Course course = Course(position)
    if position.state.phase != PLAY or not position.thrown():
        return {"forward": None} if position.variant.little else {"must": None}
    course.begin_throw()
    return course.duty()


cdef dict throw_facts(Position position):
    facts = {
        "army": position.variant.board.armies[position.army()],
        "throw": dice_list(position),
    }
    if position.variant.chain:
        facts["chain"] = [list(dice) for dice in position.chain]
    facts.update(duty(position))
    return facts


# --- Order sets ------------------------------------------------------------------------------------------------------

def set_up_orders(Position position, seat):
    """Set-ups as order lines, the default first if it is legal."""
    cdef Variant variant = position.variant
    roll, partners = set_up_roll(position, seat)
    setups = variant.board.default_setups
    default = {piece: setups[piece[0]][piece] for piece in roll}
    if not any(faults(variant.board, roll, default, partners)):
        yield (Line(1, "place default", PlaceDefault()),)
    for posts in all_posts(variant.board, roll, partners):
        if posts != default:
            yield place_lines(posts)


cdef tuple random_set_up(Position position, seat, Lot lot):
    roll, partners = set_up_roll(position, seat)
    return place_lines(drawn_posts(position.variant.board, roll, partners, lot.number))


cdef class Lot:
    """Numbers drawn from a seed."""

    cdef Stream stream

    def __init__(self, seed):
        start(&self.stream, seed & 0xFFFFFFFFFFFFFFFF)

    def number(self, among):
        """0 .. among - 1."""
        return below(&self.stream, among)


def set_up_roll(Position position, seat):
    """The pieces a seat has to post, by name, and where its partner's stand."""
    cdef Variant variant = position.variant
    armies = variant.commands[seat]
    roll = [variant.board.piece_id(piece) for army in armies for piece in variant.pieces(army)]
    return roll, partner_posts(position, armies[0] >> 1)


def place_lines(posts):
    return tuple(
        Line(number, f"place {piece} {spot}", Place(piece, spot))
        for number, (piece, spot) in enumerate(posts.items(), start=1)
    )


cdef list throw_sets(Course course, limit):
    """All ways to play the present throw and its chain: lists of sections, each a list of moves."""
    cdef Sequences listed
    cdef Course after
    cdef size_t at
    memset(&listed, 0, sizeof(Sequences))
    listed.limit = <size_t>-1 if limit is None else limit
    course.begin_throw()
    try:
        if not list_sequences(&course.search, &listed):
            raise MemoryError
        found = []
        for at in range(listed.count):
            if limit is not None and len(found) >= limit:
                break
            moves = moves_of(course, &listed.sequence[at])
            if not course.position.chain:
                found.append([moves])
                continue
            after = played(course, &listed.sequence[at])
            if after.over():
                found.append([moves])
            else:
                rest = None if limit is None else limit - len(found)
                found += [[moves, *sections] for sections in throw_sets(after, rest)]
    finally:
        free(listed.sequence)
    return found


cdef list random_sections(Course course, Lot lot):
    """A random way to play the present throw and its chain: a list of sections, each a list of moves."""
    cdef Sequence sequence
    sections = []
    while True:
        draw_sequence(course, lot, &sequence)
        sections.append(moves_of(course, &sequence))
        chained = bool(course.position.chain)
        course = played(course, &sequence)
        if course.over() or not chained:
            return sections


cdef void draw_sequence(Course course, Lot lot, Sequence* sequence) except *:
    cdef Course trial = Course(course.position)
    trial.begin_throw()
    if not random_sequence(&trial.search, &lot.stream, sequence):
        raise MemoryError


cdef Course played(Course course, const Sequence* sequence):
    """The game after these moves, at the next throw of the chain if there is one."""
    cdef Course after = Course(course.position)
    cdef int at, leg
    cdef const Play* play
    after.begin_throw()
    for at in range(sequence.plays):
        play = &sequence.play[at]
        after.carry_out(play.piece, play.shape, [play.spot[leg] for leg in range(play.shape.legs)], False)
    after.finish_throw()
    return after


cdef list moves_of(Course course, const Sequence* sequence):
    """The moves of a sequence as orders."""
    board = course.variant.board
    cdef int at, leg
    cdef const Play* play
    moves = []
    for at in range(sequence.plays):
        play = &sequence.play[at]
        dice = legs_of(play.shape)
        legs = tuple([Leg(dice[leg], board.graph.names[play.spot[leg]]) for leg in range(play.shape.legs)])
        moves.append(Move(board.piece_id(play.piece), legs))
    return moves


cdef tuple throw_lines(Position position, sections):
    """Order lines for the moves of each section; headers only where the throw has a chain, `pass` if nothing moves."""
    orders = []
    for number, moves in enumerate(sections, start=1):
        if moves and position.chain:
            orders.append(ThrowHeader(number))
        orders += moves
    return tuple(Line(number, text_of(order), order) for number, order in enumerate(orders or [Pass()], start=1))


def text_of(order):
    """A move line as a player would type it."""
    if isinstance(order, Pass):
        return "pass"
    if isinstance(order, ThrowHeader):
        return f"throw {order.number}:"
    legs = [f"{'+'.join(map(str, leg.dice))} {leg.spot}" for leg in order.legs]
    return f"{order.unit} {' then '.join(legs)}"


# --- Playouts --------------------------------------------------------------------------------------------------------

cdef Course at_single_throw(Position position, Lot lot, size_t* moves):
    """The game where all are posted and nothing is left of a chain; `moves` are those made on the way."""
    cdef Sequence sequence
    cdef Course course = Course(drawn_up(position) if position.state.phase == SETUP else position)
    while course.position.chain and not course.over():
        draw_sequence(course, lot, &sequence)
        course = played(course, &sequence)
        moves[0] += sequence.plays
    return course


cdef Position drawn_up(Position position):
    """The position with the default set-up of whoever has not posted; of the opening it is kept, being asked for most."""
    cdef Variant variant = position.variant
    cdef bint untouched = not (position.state.posted or position.state.resigned)
    if untouched and variant.drawn_up is not None:
        return variant.drawn_up
    cdef Course course = Course(position)
    while course.position.state.phase == SETUP:
        default(course, posting_seats(course.position)[0])
    if untouched:
        variant.drawn_up = course.position
    return course.position


cdef void close(Course course, const Run* run) except *:
    """The end that a playout has come to."""
    if run.stop == NO_MEMORY:
        raise MemoryError
    if run.stop == LANDED:
        course.end_by_landing(run.end, run.army)
    elif run.stop == STALLED:
        course.end((), "stall", "W95-103")
    elif run.stop == PLAYED_OUT:
        course.end((), "max_rounds", "W95-104")
