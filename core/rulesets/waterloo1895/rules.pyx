"""The Game of Waterloo (Parker Brothers, Salem, 1895), for two, three or four players.

Rulebook: pbem/rulesets/waterloo1895/rulebook.md; its clauses are cited by number. What is open in the original is an
option:

    mode        duel, four, three, double, little      setup       secret, open
    halts       doublets, always                       loops       no, yes
    oblige      max, each                              own_city    side, army
    order       round, alternate                       pool        separate, joint
    throws      step, chain                            absent      auto, bot
    remnant     play, lose                             stall       30, a number (0: off)
    max_rounds  200, a number (0: off)                 lp_again    no, yes
    lp_oblige   forward, none                          armies      NW, NYWB, NYW, NYB, NWB, YWB (mode little)

Where to read on: `board` (W95-001 to W95-015), `set_up` (W95-016 to W95-019), `divisions` (W95-025 to W95-046),
`field` (W95-031 to W95-102), `search` (W95-062 to W95-069, W95-132), `turns` and `engine` (W95-022, W95-071, and how a
game goes on and ends), `order_set` (what is refused, and why), `legal`, `playout`, `position` and `schema` (the JSON).

The robots: `robots` (how they choose), `choices` (all that a throw leads to), `answers` (what the next throw brings),
`evaluation` and `weights` (what a placement is worth), `little` (the same in the children's game), `chances` (throws as
sets), `danger` (what throws can take, exactly), `imagining` (what a seat cannot see).
"""

from functools import partial
from itertools import islice

from core.contract import Adjudication, Budget, Checked, Decision, Effect, Playout
from core.options import Variants
from core.ranking import by_outcome
from core.rulesets.waterloo1895 import muster as mustering
from core.rulesets.waterloo1895.legal import set_up_orders
from core.rulesets.waterloo1895.options import OPTIONS, settle
from core.rulesets.waterloo1895.position import encode
from core.rulesets.waterloo1895.schema import PositionSchema
from core.rulesets.waterloo1895.set_up import default_posts

from core.position cimport BaseRules
from core.rulesets.waterloo1895.board cimport Variant
from core.rulesets.waterloo1895.engine cimport TurnEngine
from core.rulesets.waterloo1895.imagining cimport imagined
from core.rulesets.waterloo1895.legal cimport (
    SeededDraw, draw_sequence, played, random_sections, random_set_up, throw_lines, throw_sets,
)
from core.rulesets.waterloo1895.order_set cimport OrderSet, checked, partner_posts, posting_seats
from core.rulesets.waterloo1895.playout cimport AGREED, LANDED, NO_MEMORY, PLAYED_OUT, STALLED, Run, play_out
from core.rulesets.waterloo1895.position cimport (
    OVER, PLAY, SETUP, UNDECIDED, Position, dice_list, opening, pieces_of, read,
)
from core.rulesets.waterloo1895.robots cimport little_margins, margins, set_up_of, throw_orders
from core.rulesets.waterloo1895.search cimport Sequence, count_sequences

VERSION = "2"  # W95-105: offers of a draw outlive the throw


cdef class Waterloo1895(BaseRules):
    """The contract of `core.contract.RuleSet`, on the board of the board file `written`."""

    @property
    def name(self):
        return "waterloo1895"

    @property
    def version(self):
        return VERSION

    @property
    def position_schema(self):
        return PositionSchema

    def __init__(self, written):
        self.source = dict(written)
        self.board = Board(written)
        self.variants = Variants(partial(Variant, self))

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
        """The check of a seat's orders. All that stand are carried out at once."""
        cdef OrderSet order_set = checked(position, seat, orders)
        return Checked(order_set.verdicts(), Effect.AT_ONCE if order_set.takes_effect() else Effect.NOTHING)

    # --- What becomes of it ------------------------------------------------------------------------------------------

    def adjudicate(self, Position position, orders, dice, *, due=False):
        """Carry out the orders, seat by seat in the order of the seats, and go on to the next decision.

        A position whose throw is still to be cast has it cast first. With `due`, whoever still owes something gets the
        default (W95-132, W95-133, W95-134), and W95-135 holds. Raises DiceExhausted, BadDie.
        """
        cdef TurnEngine engine = TurnEngine(position)
        cdef OrderSet order_set
        cdef int auto_turn = 0
        if position.state.phase == PLAY and not position.thrown():
            engine.proceed(dice, 0)
        owing = [decision.seat for decision in self.awaiting(engine.position)] if due else []
        verdicts, notes = {}, []
        for seat in position.variant.seats:
            if seat in orders:
                order_set = checked(engine.position, seat, orders[seat])
                verdicts[seat] = order_set.verdicts()
                if order_set.takes_effect():
                    auto_turn = follow(engine, order_set) or auto_turn
                    notes += order_set.notes
        for seat in owing:
            auto_turn = default(engine, seat) or auto_turn
        engine.proceed(dice, auto_turn)
        return Adjudication(engine.position, tuple(engine.events), verdicts, concerned(engine), tuple(notes))

    # --- Robots ------------------------------------------------------------------------------------------------------

    def imagine(self, view, seed):
        """The position that looks like this; set-ups that may not be seen yet are drawn, each as likely as any other.

        Only a set-up that is in and of the other side is hidden (W95-021), and it follows W95-017 to W95-019.
        """
        return imagined(self.variant(view["options"]), view, seed)

    def margin(self, Position position):
        """Who stands better and how clearly, for each seat, -1 to 1; who has not set up is taken to do it as usual."""
        return margins(default_set_up(position) if position.state.phase == SETUP else position)

    def robot_orders(self, view, level, seed, budget=Budget.ARENA, *, weights=None):
        """What the robot of a level orders for the seat of this view; empty where it owes nothing."""
        cdef Position position = self.imagine(view, seed)
        seat = view["seat"]
        if seat in posting_seats(position):
            return set_up_of(position, seat, seed)
        return throw_orders(position, level, seed, budget, weights) if throws_now(position, seat) else ()

    def outcome(self, Position position):
        """How the game ended, or None."""
        return position.outcome

    def ranking(self, outcome, Position position):
        """The seats in the order of finishing. In the children's game those who have not won stand by how far they had
        still to go, and last who has resigned, whose pieces are off (W95-124); else sides finish as a whole.
        """
        if not position.variant.little or position.state.phase == SETUP:
            return by_outcome(self, outcome, position)
        resigned = dict.fromkeys(position_resigned(position), 0)
        return by_outcome(self, outcome, position, resigned, little_margins(position))

    # --- Battles of campaigns ----------------------------------------------------------------------------------------

    def muster(self, battle):
        """The game that a battle of a campaign is, by the ratio of strengths. Raises NoMuster."""
        return mustering.muster(self, battle)

    def reinforced(self, battle, position, entered):
        """Nobody enters a game that has begun: who comes in time was counted in at the start."""
        return position, ()

    def toll(self, battle, outcome, position, entered):
        """What an end position has cost each column of a battle."""
        return mustering.toll(self, battle, outcome, position, entered)

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
        """Always: every throw is announced to all . W95-136."""
        return True

    def encode(self, Position position):
        """The position as JSON data: every key of `schema.PositionSchema`."""
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
        return [throw_lines(position, sections) for sections in throw_sets(TurnEngine(position), limit)]

    def random_orders(self, Position position, seat, seed):
        """One complete legal order set, drawn by `seed`; empty where the seat owes nothing."""
        cdef SeededDraw draw = SeededDraw(seed)
        if seat in posting_seats(position):
            return random_set_up(position, seat, draw)
        return throw_lines(position, random_sections(TurnEngine(position), draw)) if throws_now(position, seat) else ()

    def playout(self, Position position, seed, limit):
        """The position played on at random, the dice from `seed` too, until it is over or `limit` moves are made.

        A throw that is begun is played to its end; armies not yet posted get their default set-up (W95-134).
        """
        cdef SeededDraw draw = SeededDraw(seed)
        cdef size_t before = 0, most = limit
        cdef TurnEngine engine = at_single_throw(position, draw, &before)
        cdef Run run
        if engine.over() or before >= most:
            return Playout(engine.position, before)
        with nogil:
            play_out(&engine.position.state, &engine.variant.law, &draw.stream, most - before, &run)
        close(engine, &run)
        return Playout(engine.position, before + run.moves)

    def count_order_sets(self, Position position):
        """How many complete sequences of moves the present throw has, and how many different positions they lead to.

        For tables that pin the move generation; of a chain only the present throw counts. (0, 0) without a throw.
        """
        cdef TurnEngine engine = TurnEngine(position)
        cdef size_t sequences = 0, positions = 0
        if position.state.phase != PLAY or not position.thrown():
            return 0, 0
        engine.begin_throw()
        if not count_sequences(&engine.search, &sequences, &positions):
            raise MemoryError
        return sequences, positions


# --- Adjudication ----------------------------------------------------------------------------------------------------

cdef int follow(TurnEngine engine, OrderSet order_set) except -1:
    """The game goes on as the orders have left it. Returns the army-turn that has been left to AUTO (W95-135), or 0."""
    cdef int turn = engine.position.state.turn
    engine.position = order_set.engine.position
    engine.events += order_set.engine.events
    engine.under_way = False
    return turn if order_set.left_to_auto else 0


cdef int default(TurnEngine engine, seat) except -1:
    """What the rules do for a seat that still owes something. Returns the army-turn that is now AUTO's, or 0."""
    cdef Position position = engine.position
    if seat in posting_seats(position):
        for army in position.variant.commands[seat]:
            engine.post(army, default_posts(position.variant.board, army, partner_posts(position, army >> 1)), True)
        return 0
    if not throws_now(position, seat):
        return 0
    engine.begin_throw()
    if not engine.owed():
        return 0
    clause = "W95-133" if position.variant.little else "W95-132"
    engine.emit("auto", {"army": engine.letter(), "reason": "deadline"}, clause)
    turn = position.state.turn
    engine.play_auto()
    engine.finish_throw()
    return turn


cdef tuple concerned(TurnEngine engine):
    """Who is to hear of it now: everyone, but of a secret set-up that is in only the partners (W95-R04)."""
    for event in engine.events:
        if event.kind != "posted":
            return engine.variant.seats
    posted = [event.facts["seat"] for event in engine.events]
    return tuple(seat for seat in engine.variant.seats if any(seat in engine.variant.partners(one) for one in posted))


cdef bint throws_now(Position position, seat) except -1:
    """Whether the seat has a throw to play."""
    if position.state.phase != PLAY or not position.thrown():
        return False
    return position.variant.seat_of[position.army()] == seat


cdef dict duty(Position position):
    """K of the present throw, or whether a forward move is left; None without a throw (W95-131, W95-124a)."""
    cdef TurnEngine engine = TurnEngine(position)
    if position.state.phase != PLAY or not position.thrown():
        return {"forward": None} if position.variant.little else {"must": None}
    engine.begin_throw()
    return engine.duty()


cdef list position_resigned(Position position):
    """The seats that have resigned; when each did is not kept."""
    cdef int number
    return [seat for number, seat in enumerate(position.variant.seats) if position.state.resigned >> number & 1]


cdef dict throw_facts(Position position):
    facts = {
        "army": position.variant.board.armies[position.army()],
        "throw": dice_list(position),
    }
    if position.variant.chain:
        facts["chain"] = [list(dice) for dice in position.chain]
    facts.update(duty(position))
    return facts


# --- Playouts --------------------------------------------------------------------------------------------------------

cdef TurnEngine at_single_throw(Position position, SeededDraw draw, size_t* moves):
    """The game where all are posted and nothing is left of a chain; `moves` are those made on the way."""
    cdef Sequence sequence
    cdef TurnEngine engine = TurnEngine(default_set_up(position) if position.state.phase == SETUP else position)
    while engine.position.chain and not engine.over():
        draw_sequence(engine, draw, &sequence)
        engine = played(engine, &sequence)
        moves[0] += sequence.moves
    return engine


cdef Position default_set_up(Position position):
    """The position with the default set-up of whoever has not posted; that of the opening, asked for most, is kept."""
    cdef Variant variant = position.variant
    cdef bint untouched = not (position.state.posted or position.state.resigned)
    if untouched and variant.default_set_up is not None:
        return variant.default_set_up
    cdef TurnEngine engine = TurnEngine(position)
    while engine.position.state.phase == SETUP:
        default(engine, posting_seats(engine.position)[0])
    if untouched:
        variant.default_set_up = engine.position
    return engine.position


cdef void close(TurnEngine engine, const Run* run) except *:
    """The end that a playout has come to."""
    if run.stop == NO_MEMORY:
        raise MemoryError
    if run.stop == LANDED:
        engine.end_by_landing(run.end, run.army)
    elif run.stop == STALLED:
        engine.end((), "stall", "W95-103")
    elif run.stop == AGREED:
        engine.end((), "agreed", "W95-105")
    elif run.stop == PLAYED_OUT:
        engine.end((), "max_rounds", "W95-104")
