"""Stratego Waterloo (Jumbo, 2015), for two players: BLUE (French) and RED (Allies, from 17:00 on with the Prussians).

Rulebook: pbem/rulesets/stratego_waterloo/rulebook.md; its clauses are cited as SWL-nnn. The options:

    version        basic, standard, expert          memory         on, off
    li-front       die, repulse                     fortify        flag, full
    prussian-rate  two-per-turn, by-action          flag-relief    on, off
    bulow-saves    off, on                          retreat-depth  1, 2
    draft          lists, live                      late-arrival   1, a turn -1 .. 13
    casualties     whole, pursuit                   mud-back       no, yes
    turn-limit     40, none, a number               start          normal, early
    grouchy        off, on                          blue-extra     0, a turn (SWL-R68)
    battlefield    a scenario text (SWL-183)        red-extra      0, a turn

Where to read on: `board` and `battlefield` (what never changes), `scenario` (own battlefields), `setup` (set-ups and
the draft), `state` (what changes, as a C struct), `actions` (what a piece can do), `combat`, `turns` (actions, the
pool, the Prussians, the ends, the clock), `battle` (from one decision to the next, with dice and events), `ply` (an
order line: what it comes to, or why not), `pursuit`, `order_set` (what a seat mails, checked and carried out),
`position` and `schema` (the JSON), `view` (who sees what), `legal` (lists of legal orders), `playout`, `bot`;
`imagination` (positions from a view), `evaluation` (what one is worth), `robots` (who plays by them).
"""

from functools import partial

from core.contract import Budget, Decision
from core.options import Variants
from core.rulesets.stratego_waterloo import muster as mustering
from core.rulesets.stratego_waterloo import bot, legal, order_set, playout, robots
from core.rulesets.stratego_waterloo.board import SEATS, Board, Variant
from core.rulesets.stratego_waterloo.options import OPTIONS, settle
from core.rulesets.stratego_waterloo.schema import PositionSchema
from core.rulesets.stratego_waterloo.view import owed
from core.rulesets.stratego_waterloo.view import view as view_of

from core.position cimport BaseRules
from core.rulesets.stratego_waterloo.board cimport Board, Variant
from core.rulesets.stratego_waterloo.imagination cimport imagine
from core.rulesets.stratego_waterloo.position cimport Position, encode, opening, outcome_of, read
from core.rulesets.stratego_waterloo.state cimport PLAYING, PLAY_ON, PURSUING

VERSION = "1.1"  # SWL-103: how long an offer of a draw stands
AT_DEADLINE = {"setup": "default_setup", "draft": "default_pick", "ply": "end_ply", "pursuit": "auto_pursuit"}


cdef class StrategoWaterloo(BaseRules):
    """The contract of `core.contract.RuleSet`, on the board of the board file `written`."""

    cdef readonly Board board
    cdef object variants  # of the options asked for

    @property
    def name(self):
        return "stratego_waterloo"

    @property
    def version(self):
        return VERSION

    @property
    def position_schema(self):
        """The struct whose JSON `encode` writes and `decode` reads."""
        return PositionSchema

    def __init__(self, written):
        self.source = dict(written)
        self.board = Board(self.source)
        self.variants = Variants(partial(Variant, self, self.board))

    # --- What a game can be -------------------------------------------------------------------------------------------

    def options(self):
        """The options of a game, in the order of the rulebook."""
        return OPTIONS

    def settle(self, chosen):
        """All options with their values. Raises BadOption."""
        return settle(self.board.written, chosen)

    def seats(self, options):
        """BLUE and RED (SWL-001)."""
        return SEATS

    def opening(self, options):
        """The position before anything is dealt or set up."""
        return opening(self.variant(options))

    cdef Variant variant(self, options):
        return self.variants.of(options)

    # --- What is asked now --------------------------------------------------------------------------------------------

    def step(self, Position position):
        """Grows with every set-up, pick and ply that is asked for; not while a ply is open."""
        return position.state.step

    def awaiting(self, Position position):
        """The one decision owed: a set-up, a pick, a ply, a ply of the pursuit."""
        asked = owed(position)
        if asked is None:
            return ()
        kind, state = asked["kind"], position.state
        facts = {"turn": state.turn, "allowance": state.allowance, "used": state.used}
        partly = state.phase == PLAYING or state.phase == PURSUING
        return (Decision(asked["seat"], kind, AT_DEADLINE[kind], partly, facts),)

    def check(self, Position position, seat, orders):
        """The judgement of a seat's orders, on what it knows. What stands is carried out at once."""
        return order_set.check(position, seat, orders)

    # --- What becomes of it -------------------------------------------------------------------------------------------

    def adjudicate(self, Position position, orders, dice, *, due=False):
        """Carry out the orders and go on to the next decision. Raises DiceExhausted, BadDie.

        What is owed to the dice before anybody decides is dealt first of all. With `due` SWL-R18 holds for the seat
        whose decision is still owed.
        """
        return order_set.adjudicate(position, orders, dice, due)

    def outcome(self, Position position):
        """How the game ended, or None."""
        return outcome_of(position)

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

    # --- What may be seen, and what is written down -------------------------------------------------------------------

    def view(self, Position position, seat):
        """What a seat may know (SWL-012, SWL-095, SWL-R04, SWL-R05)."""
        return view_of(position, seat)

    def open_record(self, Position position):
        """Only when the game is over: set-ups and standing orders are secret till then."""
        return position.state.over != PLAY_ON

    def open_rolls(self, Position position):
        """Only when the game is over: cards and the order of the Prussians are dealt by dice (SWL-007, SWL-013)."""
        return position.state.over != PLAY_ON

    def imagine(self, view, seed):
        """The position that `seed` draws among those that look like this view to its seat."""
        return imagine(self.variant(view["options"]), view, seed & 0xFFFFFFFFFFFFFFFF)

    def encode(self, Position position):
        """The position as JSON data: every key of `written.PositionSchema`."""
        return encode(position)

    def decode(self, data, options):
        """The position that `data` describes. Raises BadPosition, or msgspec.ValidationError for the wrong shape."""
        return read(self.variant(options), data)

    # --- What could be ordered ----------------------------------------------------------------------------------------

    def legal(self, Position position, seat, limit=None):
        """Order sets that `check` accepts, each once, as `legal.legal` lists them."""
        if limit is not None and limit <= 0 or position.state.over != PLAY_ON:
            return []
        return legal.legal(position, seat, limit)

    def random_orders(self, Position position, seat, seed):
        """One legal order set for what the seat owes, drawn by `seed`; empty where it owes nothing."""
        if position.state.over != PLAY_ON:
            return ()
        return legal.random_orders(position, seat, seed & 0xFFFFFFFFFFFFFFFF)

    def playout(self, Position position, seed, limit):
        """Play on at random until the game is over or `limit` pieces have acted: a `core.contract.Playout`."""
        return playout.playout(position, seed & 0xFFFFFFFFFFFFFFFF, limit)

    def margin(self, Position position):
        """Who stands better and how clearly, for each seat: from -1 (has lost) to 1 (has won)."""
        return robots.margin(position)

    def threats(self, Position position, seat):
        """What the enemy of a seat could take next: by the square of each own piece the codes and squares of takers."""
        return robots.threats(position, seat)

    def robot_orders(self, view, level, seed, budget=Budget.ARENA, *, weights=None):
        """What the robot of a level orders for the seat of a view; empty where it owes nothing."""
        variant = self.variant(view["options"])
        return robots.robot_orders(variant, view, level, seed & 0xFFFFFFFFFFFFFFFF, budget, weights)

    def choose(self, Position position, seat, seed):
        """What the built-in player orders for what the seat owes, on a position that holds no secrets; else empty."""
        if position.state.over != PLAY_ON:
            return ()
        return bot.choose(position, seat, seed & 0xFFFFFFFFFFFFFFFF)
