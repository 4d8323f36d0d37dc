"""The Waterloo Wargame: 18 June 1815 on the open plane, 100 yards to the centimetre, for two players.

Rulebook: pbem/rulesets/waterloo_wargame/rulebook.md; its clauses are cited by their ids (WWG-028, WWG-R26). What is
open in the original is an option:

    scenario         standard, few-guns, no-guns, bare
    split_move       example, proportional     unequal          printed, double
    group_cap        combat, touching          gun_loss         0 .. 4
    blocked_retreat  stop, destroy             edge             closed, open
    fire_arc         sector, square            two_guns_on_gun  duel, remove
    sp_initiative    on, off                   retreat_before   off, on
    turns, target, move_cap                    20, 30, 10

Where to read on: `board` and `field` (what there is, where it stands), `movement`, `battle` (the attack phase and the
end of a turn), `order_set` and `adjudication` (a turn by orders), `playout` (a turn by chance), `legal`, `events` (what
is told), `position`, `schema` and `template` (the JSON). Geometry is in `core.boards.plane`.
"""

from functools import partial

from core.contract import Budget, Decision, Playout
from core.options import Variants
from core.rulesets.waterloo_wargame import muster as mustering
from core.rulesets.waterloo_wargame.adjudication import adjudicate, check
from core.rulesets.waterloo_wargame.board import Board
from core.rulesets.waterloo_wargame.legal import legal_sets
from core.rulesets.waterloo_wargame.options import HANDICAP, OPTIONS, SEATS, settle
from core.rulesets.waterloo_wargame.playout import play_out, random_orders
from core.rulesets.waterloo_wargame.position import encode, outcome_of, step_of, time_of
from core.rulesets.waterloo_wargame.position import view as seen_by
from core.rulesets.waterloo_wargame.robots import imagined, margin_of, robot_orders
from core.rulesets.waterloo_wargame.schema import PositionSchema
from core.rulesets.waterloo_wargame.tactics import threats

from core.position cimport BaseRules
from core.rulesets.waterloo_wargame.board cimport Board, Variant
from core.rulesets.waterloo_wargame.field cimport PLAY_ON
from core.rulesets.waterloo_wargame.position cimport Position, opening, read

VERSION = "1.1"


cdef class WaterlooWargame(BaseRules):
    """The contract of `core.contract.RuleSet`, on the board of the board file `written`."""

    cdef readonly Board board
    cdef object variants  # of the options asked for

    @property
    def name(self):
        return "waterloo_wargame"

    @property
    def version(self):
        return VERSION

    @property
    def position_schema(self):
        """The struct whose JSON `encode` writes and `decode` reads."""
        return PositionSchema

    def __init__(self, written):
        self.source, self.board = written, Board(written)
        self.variants = Variants(partial(Variant, self, self.board))

    # --- What a game can be ------------------------------------------------------------------------------------------

    def options(self):
        """The options of a game, in the order of the rulebook (WWG-130 to WWG-140)."""
        return OPTIONS

    def settle(self, chosen):
        """All options with their values. Raises BadOption."""
        return settle(chosen)

    def seats(self, options):
        """Both sides, the French first (WWG-001)."""
        return SEATS

    def opening(self, options):
        """The position at half past eleven (WWG-006); the bare board is empty."""
        return opening(self.variant(options))

    cdef Variant variant(self, options):
        return self.variants.of(options)

    # --- What is asked now -------------------------------------------------------------------------------------------

    def step(self, Position position):
        """Grows with every army turn and with the end of the game."""
        return step_of(position)

    def awaiting(self, Position position):
        """The turn of the side to move (WWG-028)."""
        if position.field.over != PLAY_ON:
            return ()
        side = position.field.to_move
        silent = "bot" if (position.field.computer >> <int>side) & 1 else "stand"
        facts = {"round": position.field.round, "time": time_of(position)}
        return (Decision(SEATS[side], "turn", silent, facts=facts),)

    def check(self, Position position, seat, orders):
        """The judgement of a seat's orders, all or nothing. Facts of a good line tell what it would do, in yards."""
        return check(position, seat, orders)

    # --- What becomes of it ------------------------------------------------------------------------------------------

    def adjudicate(self, Position position, orders, dice, *, due=False):
        """Carry out standing orders, words across the table, and the turn of the side to move. Raises DiceExhausted.

        With `due` a side that has sent no good orders stands (WWG-R56). Dice are rolled for the turn `step(position)`.
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
        """What a seat may know (WWG-009, WWG-R60): all but the other seat's standing orders."""
        return seen_by(position, seat)

    def open_record(self, Position position):
        """Whether no standing order is in the record, or the game is over."""
        return position.field.over != PLAY_ON or not position.field.secrets

    def open_rolls(self, Position position):
        """Always (WWG-009)."""
        return True

    def encode(self, Position position):
        """The position as JSON data: every key of `PositionSchema`."""
        return encode(position)

    def decode(self, data, options):
        """The position that `data` describes. Raises BadPosition, or msgspec.ValidationError for the wrong shape."""
        return read(self.variant(options), data)

    # --- What could be ordered ---------------------------------------------------------------------------------------

    def legal(self, Position position, seat, limit=None):
        """Order sets that `check` accepts, each once. On the open plane they are without number: those of one line.

        `pass`; for each piece the longest move on each of sixteen bearings, the ways along each road, contact with
        each enemy in reach, turns to eight headings; each shot and each attack by one piece that can be made at once.
        """
        if seat != SEATS[position.field.to_move] or position.field.over != PLAY_ON:
            return []
        return legal_sets(position, seat, limit)

    def random_orders(self, Position position, seat, seed):
        """One legal order set, drawn by `seed`; empty where the seat owes nothing."""
        if seat != SEATS[position.field.to_move] or position.field.over != PLAY_ON:
            return ()
        return random_orders(position, seed & 0xFFFFFFFFFFFFFFFF)

    def playout(self, Position position, seed, limit):
        """The game played on by chance, until it is over or `limit` actions of single pieces have been made."""
        after, moves = play_out(position, seed & 0xFFFFFFFFFFFFFFFF, limit)
        return Playout(after, moves)

    # --- Robots ------------------------------------------------------------------------------------------------------

    def imagine(self, view, seed):
        """The position of a view; the other seat's standing orders are secret, and taken as the usual (WWG-R60).

        The usual ones are no orders at all. So there is but one position to imagine, whatever the seed.
        """
        return imagined(self.variant(view["options"]), view)

    @property
    def handicap(self):
        """How many thousands the French have to see lost: the Allies win if they hold out (WWG-125, WWG-127)."""
        return HANDICAP

    def margin(self, position):
        """Who stands better and how clearly: 1 has won, -1 has lost."""
        return margin_of(position)

    def threats(self, Position position):
        """What the side to move can do to enemy pieces, by code: how, by whom, and with which chance it removes it."""
        return threats(position) if position.field.over == PLAY_ON else {}

    def robot_orders(self, view, level, seed, budget=Budget.ARENA, *, weights=None):
        """What the robot of a level orders for the seat of a view; empty where it owes nothing."""
        return robot_orders(self.variant(view["options"]), view, level, seed, budget, weights)
