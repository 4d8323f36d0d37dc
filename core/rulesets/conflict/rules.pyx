"""Conflict (Parker Brothers, 1940 and 1960), for two, three or four players.

Rulebook: pbem/rulesets/conflict/rulebook.md; its clauses are cited by their ids. What is open in the original is an
option:

    players         2, 3, 4                    seats           auto, colours in join order
    first           roll, a colour             friends_pass    yes, no
    home_pass       yes, no                    aa_sky          block, overfly
    own_mine_plane  safe, lost                 dead_mines      inert, heir
    third_double    move_first, no_move        reveal          ahead, stepwise
    teams           none, opposite, adjacent   partner_mines   safe, live
    alliances       press, formal              turn_limit      0 (none), a number
    nmr             hold, bot

Where to read on, in the order of the rulebook: `board` (CON-001 to CON-011), `throws` (a throw and what must be moved),
`walks` (movement), `field` (captures, mines, going out, pacts), `turns` (the end of a turn, playouts), `order_set`,
`open_orders` and `dry_run` (judging orders), `adjudication` (carrying them out), `position` and `schema` (the JSON),
`legal` (lists of legal orders), `bot` (CON-R36); and for the robots of the server `evaluation`, `search`, `mirrors`,
`weights`, `robots`, `dangers` (what may be taken, for ODDS).
"""

from functools import partial

from core.contract import Budget, Decision, NoMuster, Playout
from core.options import Variants
from core.ranking import by_outcome
from core.rulesets.conflict.adjudication import adjudicate, check
from core.rulesets.conflict.board import Board, Variant
from core.rulesets.conflict.bot import bot_orders
from core.rulesets.conflict.dangers import dangers
from core.rulesets.conflict.legal import all_sets, random_set, reach
from core.rulesets.conflict.options import OPTIONS, settle
from core.rulesets.conflict.robots import Robots
from core.rulesets.conflict.schema import PositionSchema

from core.position cimport BaseRules
from core.rulesets.conflict.board cimport NOBODY, SEATS, SET, Board, Variant
from core.rulesets.conflict.field cimport LIVING, PLAY_ON
from core.rulesets.conflict.position cimport Position, encode, opening, outcome_of, owed, read, step_of
from core.rulesets.conflict.position cimport view as view_of
from core.rulesets.conflict.robots cimport Robots
from core.rulesets.conflict.turns cimport play_out
from core.stream cimport Stream, start

# What a view has besides the position itself.
BESIDES = frozenset(
    {"options", "seat", "seats", "order", "living", "step", "mines", "circles", "friends", "bot", "owed"}
)
VERSION = "1.1"  # `to` without a die; a repeated offer of a draw is no event


cdef class Conflict(BaseRules):
    """The contract of `core.contract.RuleSet`, on the board of the board file `written`."""

    cdef readonly Board board
    cdef object variants  # of the options asked for
    cdef Robots robots_here  # made when first asked

    @property
    def name(self):
        return "conflict"

    @property
    def version(self):
        return VERSION

    @property
    def position_schema(self):
        """The struct of a position as JSON."""
        return PositionSchema

    def __init__(self, written):
        self.source = written
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
        """The colours that play, in join order (CON-R03)."""
        return self.variant(options).seats

    def opening(self, options):
        """The position before any die is thrown (CON-013, CON-014)."""
        return opening(self.variant(options))

    cdef Variant variant(self, options):
        return self.variants.of(options)

    # --- What is asked now -------------------------------------------------------------------------------------------

    def step(self, Position position):
        """Grows with every turn, every throw that is asked for, and the end of the game."""
        return step_of(position)

    def awaiting(self, Position position):
        """The order set of the seat in turn; before the beginning throws every seat's, since it may be anyone's."""
        cdef Variant variant = position.variant
        if position.state.field.players.over != PLAY_ON:
            return ()
        if position.state.to_move == NOBODY:
            return tuple([Decision(seat, "turn", self.at_deadline(position, seat)) for seat in variant.seats])
        seat = self.board.seats[position.state.to_move]
        asked = owed(position)
        facts = {"turn": position.state.turn, "throws": asked["throws"] if asked else []}
        return (Decision(seat, "turn", self.at_deadline(position, seat), False, facts),)

    cpdef str at_deadline(self, Position position, seat):
        """What becomes of a silent seat's turn (CON-R36): `hold`, or `bot`."""
        bot = position.played_by_bot(position.seat(seat)) or position.variant.options["nmr"] == "bot"
        return "bot" if bot else "hold"

    def check(self, Position position, seat, orders):
        """The judgement of a seat's orders. What stands is carried out at once."""
        return check(position, seat, orders)

    # --- What becomes of it ------------------------------------------------------------------------------------------

    def adjudicate(self, Position position, orders, dice, *, due=False):
        """Carry out the orders and go on to the next decision. Raises DiceExhausted, BadDie.

        Dice that are owed are thrown first of all. Lines open to everybody are carried out for all seats, clockwise,
        before the order set of the seat in turn. With `due` CON-R36 holds for that seat if it has sent no good set.
        """
        return adjudicate(position, orders, dice, due)

    def outcome(self, Position position):
        """How the game ended, or None."""
        return outcome_of(position)

    def ranking(self, outcome, Position position):
        """The colours in the order of finishing: by when they went out, the last first. Partners finish together."""
        cdef int seat
        gone = {}
        if not position.variant.teams:
            gone = {
                self.board.seats[seat]: position.state.out_turn[seat]
                for seat in range(SEATS)
                if position.state.field.how[seat] != LIVING
            }
        return by_outcome(self, outcome, position, gone)

    # --- Battles of campaigns ----------------------------------------------------------------------------------------

    def muster(self, battle):
        """Raises NoMuster: fleets, airplanes and home circles are no two armies on a field."""
        raise NoMuster("kind", ruleset=self.name)

    # --- What may be seen, and what is written down ------------------------------------------------------------------

    def view(self, Position position, seat):
        """What a seat may know: all but others' proposals of pacts and who plays by the bot."""
        return view_of(position, seat)

    def open_record(self, Position position):
        """Whether no press, no `auto` and no proposal stands in the record, or the game is over."""
        return position.state.field.players.over != PLAY_ON or not position.state.secrets

    def open_rolls(self, Position position):
        """Always: every throw is announced to all."""
        return True

    def encode(self, Position position):
        """The position as JSON data: every key of `schema.PositionSchema`."""
        return encode(position)

    def decode(self, data, options):
        """The position that `data` describes. Raises BadPosition, or msgspec.ValidationError for the wrong shape."""
        return read(self.variant(options), data)

    # --- What could be ordered ---------------------------------------------------------------------------------------

    def legal(self, Position position, seat, limit=None):
        """Complete order sets that `check` accepts, each once: every walk square by square, `!` where a piece is lost.

        There may be many millions where airplanes have high dice; then a limit is due.
        """
        if limit is not None and limit <= 0 or not self.owes(position, seat):
            return []
        return all_sets(position, limit)

    def random_orders(self, Position position, seat, seed):
        """One complete legal order set, drawn by `seed`; empty where the seat owes nothing."""
        if not self.owes(position, seat):
            return ()
        return random_set(position, seed & 0xFFFFFFFFFFFFFFFF)

    def playout(self, Position position, seed, limit):
        """The position played on at random, the dice from `seed` too, until it is over or `limit` moves are made.

        A turn that is begun is played to its end. Nobody talks, resigns or misses a turn.
        """
        cdef Position played = position.copy()
        cdef Stream stream
        cdef size_t moves = 0, most = limit
        cdef bint done
        start(&stream, seed & 0xFFFFFFFFFFFFFFFF)
        with nogil:
            done = play_out(&played.state, &played.variant.law, &stream, most, &moves)
        if not done:
            raise MemoryError
        return Playout(played, moves)

    def bot_orders(self, Position position, seat):
        """What the built-in bot orders (CON-R36); empty where the seat owes nothing. The same every time."""
        return bot_orders(position) if self.owes(position, seat) else ()

    # --- Robots ------------------------------------------------------------------------------------------------------

    cdef Robots robots(self, Variant variant):
        if self.robots_here is None:
            self.robots_here = Robots(self.board, variant)
        return self.robots_here

    def imagine(self, view, seed):
        """The position of a view. Nothing that matters to play is hidden: others' proposals of pacts, and who of them
        plays by the bot, are taken for none."""
        shown = {key: value for key, value in view.items() if key not in BESIDES}
        return self.decode(shown, view["options"])

    def margin(self, Position position):
        """Who stands better and how clearly, for each seat of the game: see the contract."""
        return self.robots(position.variant).margin(position)

    def features(self, Position position):
        """What the robots weigh in a position that waits for orders: for each living seat numbers by their names."""
        return self.robots(position.variant).features(position)

    def dangers(self, Position position, seat):
        """For each living enemy of a seat, how many of its 36 throws can take each of the seat's pieces, by their
        names, and the home circle, under None; as it stands now, whoever is next."""
        return dangers(position, seat)

    def robot_orders(self, view, level, seed, budget=Budget.ARENA, *, weights=None):
        """What the robot of a level orders for the seat of this view; empty where the seat owes nothing."""
        if not view["owed"] or view["owed"]["seat"] != view["seat"]:
            return ()
        cdef Position position = self.imagine(view, seed)
        return self.robots(position.variant).orders(position, view["seat"], level, seed, budget, weights)

    def reach(self, Position position, seat, piece, die):
        """What one piece of a seat can do with a die, as if it were its turn: facts of the first walk to each result.

        `path` is what is walked, `ordered` the whole walk; `captured`, `lost` and `takes` are as in an event of a move.
        Empty for a piece that cannot move. Raises ValueError for a piece or a die that there is not.
        """
        number = self.board.number(piece)
        if number is None or seat not in position.variant.seats or not 1 <= die <= 6:
            raise ValueError(f"{seat} {piece} {die}")
        return reach(position, position.seat(seat) * SET + <int>number, die)

    def owes(self, Position position, seat):
        """Whether it is the seat's turn, and the dice are thrown."""
        state = &position.state
        if state.field.players.over != PLAY_ON or not state.rolled:
            return False
        return self.board.seats[state.to_move] == seat
