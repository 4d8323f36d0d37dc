"""Waterloo on a grid (after "Waterloo simple game" by General Whiskers), for two players.

Rulebook: pbem/rulesets/waterloo_grid/rulebook.md; its clauses are cited by their ids. What is open in the original is
an option:

    scenario          standard, lambert    charge_bonus     on, off         small_farms   walled, open
    advance_fire      no, volley           passive_attacks  yes, no         hold          bases, last
    cover_vs_cavalry  plain, steady        double_fire      yes, no         garrison      any, infantry
    blue_entry_dice   2, 1                 turn_limit       0 (none), a number of game turns
    blue_points       0, a number of points                   blue_bases       0, a number of bases
    ties              bases, share

Where to read on: `board` (the ground, the options), `field` (who stands where; casualties, retreats, new units),
`turn` (a player's turn, sections C, J, K), `activation` (what a unit does, sections D, E), `fire` (F, G),
`close_fighting` (H), `dice` (L), `order_lines`, `order_set` and `adjudication` (mails, section M), `sink` and `events`
(what happened), `schema` and `position` (the JSON), `playouts` (play by chance), `legal` (lists of legal orders),
`bot` (who stands in for a silent player), and the robots: `robots`, `planning`, `evaluation` and `weights`.
"""

from functools import partial

from core.contract import Budget, Decision
from core.options import Variants
from core.rulesets.waterloo_grid import muster as mustering
from core.rulesets.waterloo_grid.adjudication import adjudicate, check
from core.rulesets.waterloo_grid.board import OPTIONS, SEATS, Board, Variant, settle
from core.rulesets.waterloo_grid.bot import bot_orders
from core.rulesets.waterloo_grid.position import asked, encode, outcome_of, step_of
from core.rulesets.waterloo_grid.position import view as shown_to
from core.rulesets.waterloo_grid.legal import legal_sets
from core.rulesets.waterloo_grid.playouts import playout, random_set
from core.rulesets.waterloo_grid.robots import imagined, margins, robot_orders
from core.rulesets.waterloo_grid.schema import PositionSchema

from core.position cimport BaseRules
from core.rulesets.waterloo_grid.board cimport Board, Variant
from core.rulesets.waterloo_grid.field cimport PLAY_ON
from core.rulesets.waterloo_grid.position cimport Position, opening, read

VERSION = "1.1"


cdef class WaterlooGrid(BaseRules):
    """The contract of `core.contract.RuleSet`, on the board of a board file, as read. ValueError for a bad one."""

    cdef readonly Board board
    cdef object variants  # of the options asked for

    @property
    def name(self):
        return "waterloo_grid"

    @property
    def version(self):
        return VERSION

    @property
    def position_schema(self):
        return PositionSchema

    def __init__(self, source):
        self.source, self.board = source, Board(source)
        self.variants = Variants(partial(Variant, self))

    # --- What a game can be ------------------------------------------------------------------------------------------

    def options(self):
        """The options of a game, in the order of the rulebook."""
        return OPTIONS

    def settle(self, chosen):
        """All options with their values. Raises BadOption."""
        return settle(chosen)

    def seats(self, options):
        """Blue, who moves first, and Red (WGR-002, WGR-018)."""
        return SEATS

    def opening(self, options):
        """The set-up, before the first activation dice (WGR-017)."""
        return opening(self.variant(options))

    cdef Variant variant(self, options):
        return self.variants.of(options)

    # --- What is asked now -------------------------------------------------------------------------------------------

    def step(self, Position position):
        """Grows with every player's turn, with every mail of it that was carried out, and with the end of the game."""
        return step_of(position)

    def awaiting(self, Position position):
        """The orders of the side in turn (WGR-138)."""
        if position.state.over != PLAY_ON:
            return ()
        return (Decision(SEATS[position.state.mover], "orders", "end", partial=True, facts=asked(position)),)

    def check(self, Position position, seat, orders):
        """The judgement of a seat's orders. What is accepted is carried out at once."""
        return check(position, seat, orders)

    # --- What becomes of it ------------------------------------------------------------------------------------------

    def adjudicate(self, Position position, orders, dice, *, due=False):
        """Carry out the orders and go on to the next decision. Raises DiceExhausted, BadDie.

        Activation dice that are owed are rolled first of all. With `due` the turn is closed (WGR-147).
        """
        return adjudicate(position, orders, dice, due)

    def outcome(self, Position position):
        """How the game ended, or None."""
        return outcome_of(position)

    # --- Battles of campaigns ----------------------------------------------------------------------------------------

    def muster(self, battle):
        """The game that a battle of a campaign is. Raises NoMuster."""
        return mustering.muster(battle)

    def reinforced(self, battle, position, entered):
        """The position with the columns that enter it as a turn begins, and their codes."""
        return mustering.reinforced(self, battle, position, entered)

    def toll(self, battle, outcome, position, entered):
        """What an end position has cost each column of a battle."""
        return mustering.toll(self, battle, outcome, position, entered)

    # --- What may be seen, and what is written down ------------------------------------------------------------------

    def view(self, Position position, seat):
        """What a seat may know: all but the `fights` line of the other side's open turn."""
        return shown_to(position, seat)

    def open_record(self, Position position):
        """Whether no text of an open turn stands in the record: that is for its writer alone."""
        if position.state.over != PLAY_ON:
            return True
        return not position.state.mails and not position.state.fights

    def open_rolls(self, Position position):
        """Always: the dice are open (WGR-138)."""
        return True

    def encode(self, Position position):
        """The position as JSON data: every key of `schema.PositionSchema`."""
        return encode(position)

    def decode(self, data, options):
        """The position that `data` describes. Raises BadPosition, or msgspec.ValidationError for the wrong shape."""
        return read(self.variant(options), data)

    # --- What could be ordered ---------------------------------------------------------------------------------------

    def owes(self, Position position, seat):
        """Whether it is the seat's turn and the dice lie there."""
        state = &position.state
        return state.over == PLAY_ON and bool(state.rolled) and SEATS[state.mover] == seat

    def legal(self, Position position, seat, limit=None):
        """Complete order sets that `check` accepts, each once: units in the order of their names, by whole parties.

        There are many millions of them where three dice can be used; then a limit is due.
        """
        if limit is not None and limit <= 0 or not self.owes(position, seat):
            return []
        return legal_sets(position, limit)

    def random_orders(self, Position position, seat, seed):
        """One complete legal order set, drawn by `seed` and closed by `end`; empty where the seat owes nothing."""
        return random_set(position, seed) if self.owes(position, seat) else ()

    def playout(self, Position position, seed, limit):
        """A game played on at random in C until it is over or `limit` actions of parts have been made: a `Playout`."""
        return playout(position, seed, limit)

    # --- Robots ------------------------------------------------------------------------------------------------------

    def imagine(self, view, seed):
        """The position of a view: nothing is hidden but the `fights` line of the other side's open turn, left out."""
        return imagined(self.variant(view["options"]), view)

    def margin(self, Position position):
        """Who stands better and how clearly, for each seat from -1 to 1."""
        return margins(position)

    def robot_orders(self, view, level, seed, budget=Budget.ARENA, *, weights=None):
        """What the robot of a level orders for the seat of this view; empty where it owes nothing.

        A marshal whose turn has shots may send them alone, and the rest when it has seen what they did (WGR-141).
        """
        cdef Position position = self.imagine(view, seed)
        return robot_orders(position, level, seed, budget, weights) if self.owes(position, view["seat"]) else ()

    def bot_orders(self, Position position, seat, seed):
        """What the built-in player orders, drawn by `seed` and closed by `end`; empty where the seat owes nothing."""
        return bot_orders(position, seed) if self.owes(position, seat) else ()
