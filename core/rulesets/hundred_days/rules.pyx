"""Hundred Days: the campaign of Waterloo by mail, double-blind, its orders and news at the speed of a horse.

Rulebook: pbem/rulesets/hundred_days/rulebook.md; its clauses are cited by their ids (HD-046). Options:

    players    2 to 8          scenario  campaign, ligny     battles  table, linked
    nights     auto, asked     rain      dice, history, none guns     no, yes
    fog        couriers, none  umpire    no, yes             handicap 7
    campaign   a text of one's own

Where to read on: `campaign` (places, forces, calendar as a text), `field` (law and state as C structs), `board`
(the law of one game); then the beat in its order: `turn`, `marches`, `rides`, `contacts`, `forces` (losses, retreats),
`battles`, `sight`. `order_set` judges mails by the view alone and `adjudication` carries them out; `knowledge` says
what became known to whom, `view` shows it, `imagination` makes positions of it. `position` and `schema` are the JSON.
"""

from core.contract import HOST, Budget, Decision, Playout
from core.options import Variants
from core.rulesets.hundred_days.adjudication import adjudicate, check
from core.rulesets.hundred_days.imagination import imagined
from core.rulesets.hundred_days.options import OPTIONS, campaign_of, settle
from core.rulesets.hundred_days.orders import (
    ContinueAll, Hold, March, RemovedOf, Rest, Result, Words, numbered,
)
from core.rulesets.hundred_days.position import encode, outcome_of, refreshed
from core.rulesets.hundred_days.requests import asked_of
from core.rulesets.hundred_days.robots import robot_orders
from core.rulesets.hundred_days.schema import STANCES, PositionSchema
from core.rulesets.hundred_days.view import view_of
from core.stream import picked

from core.position cimport BaseRules
from core.rulesets.hundred_days.board cimport Variant
from core.rulesets.hundred_days.field cimport COALITION, FRENCH, State
from core.rulesets.hundred_days.playout cimport play_on
from core.rulesets.hundred_days.position cimport Position, opening, read
from core.rulesets.hundred_days.turn cimport margin_of, points_of
from core.stream cimport Stream, start

VERSION = "1.1"  # what is new: HD-035 to HD-037, HD-041, HD-042, HD-051, HD-052, HD-082, HD-089, HD-102, HD-117
OF_A_MARGIN = 40  # points that are as good as a win (5.10)
CONTINUE, TABLE = "continue", "table"  # at the deadline (HD-003, HD-085)


cdef class HundredDays(BaseRules):
    """The contract of `core.contract.RuleSet`, with the campaigns of the board file `written`."""

    cdef object variants  # of the options asked for

    @property
    def name(self):
        return "hundred_days"

    @property
    def version(self):
        return VERSION

    @property
    def position_schema(self):
        """The struct whose JSON `encode` writes and `decode` reads."""
        return PositionSchema

    def __init__(self, written):
        self.source = dict(written)
        self.variants = Variants(self._variant)

    def _variant(self, options):
        return Variant(self, campaign_of(options, self.source), options)

    # --- What a game can be ------------------------------------------------------------------------------------------

    def options(self):
        """The options of a game, in the order of the rulebook (HD-112)."""
        return OPTIONS

    def settle(self, chosen):
        """All options with their values. Raises BadOption."""
        return settle(chosen, self.source)

    def seats(self, options):
        """The seats in play, in their order (2.6)."""
        return self.variant(options).seats

    def umpired(self, options):
        """Whether a person has the seat `host`, who plays for nobody and is waited for by nobody (HD-130)."""
        return self.variant(options).umpired

    def opening(self, options):
        """The position before anything was decided (2.5); of a campaign that begins in its midst with what was seen."""
        cdef Position position = opening(self.variant(options))
        return refreshed(position, True) if position.beat else position

    cpdef Variant variant(self, options):
        """The campaign of settled options, in terms of the rules: places, links, seats, and ways between them."""
        return self.variants.of(options)

    # --- What is asked now -------------------------------------------------------------------------------------------

    def step(self, Position position):
        """Grows with every turn that is asked for, and with the end (5.10)."""
        if position.over:
            return 100 * position.state.turn + 99
        return 100 * position.state.turn + (1 + position.standstill.results if position.stands else 0)

    def awaiting(self, Position position):
        """Orders of every seat that has not resigned (HD-001); silence is `continue` (HD-003).

        While the clock stands for linked battles their results, from the seat `host`; silence leaves them to the table.
        """
        cdef int at
        if position.over:
            return ()
        if position.stands:
            return (Decision(HOST, "battle", TABLE, partial=True),)
        return tuple([
            Decision(seat, "orders", CONTINUE, partial=True, facts={"turn": position.state.turn})
            for at, seat in enumerate(position.variant.seats)
            if not (position.state.resigned >> at) & 1
        ])

    def check(self, Position position, seat, orders):
        """The judgement of a seat's orders, line by line and by its view alone (HD-004, HD-109)."""
        return check(position, seat, orders)

    # --- What becomes of it ------------------------------------------------------------------------------------------

    def adjudicate(self, Position position, orders, dice, *, due=False):
        """The asked turn, and the night behind it, once all awaited seats have sent good orders or with `due`.

        Dice are rolled for the number of the turn; a night turn has its own. Raises DiceExhausted.
        """
        return adjudicate(position, orders, dice, due)

    def battles(self, Position position):
        """The linked battles that are asked for and have no result yet (HD-086)."""
        return asked_of(position)

    def fought(self, battle, toll):
        """The line of the seat `host` that brings what a battle came to; None: it is fought by the table (HD-087)."""
        if toll is None:
            return numbered([Result(battle.id, "abandoned")])[0]
        return numbered([Result(
            battle.id, toll.ended_by, toll.winner, max(1, min(toll.hours, battle.hours)),
            {code: RemovedOf(each.foot, each.horse, each.guns) for code, each in toll.columns.items()},
        )])[0]

    def outcome(self, Position position):
        """How the game ended, or None."""
        return outcome_of(position)

    # --- What may be seen, and what is written down ------------------------------------------------------------------

    def view(self, Position position, seat):
        """What a seat may know: what reached it (HD-103)."""
        return view_of(position, seat)

    def open_record(self, Position position):
        """Only when the game is over: orders and letters are in the record (HD-107)."""
        return position.over

    def open_rolls(self, Position position):
        """When the game is over; without fog always (HD-113)."""
        return position.over or not position.variant.law.fog

    def encode(self, Position position):
        """The position as JSON data: keys of `PositionSchema`, without those that are as usual."""
        return encode(position)

    def decode(self, data, options):
        """The position that `data` describes. Raises BadPosition, or msgspec.ValidationError for the wrong shape."""
        return read(self.variant(options), data)

    def points(self, Position position):
        """The points of 2.7 as if the game ended now, by side, and what the French need besides (HD-101)."""
        cdef const State* state = &position.state
        return {
            "french": points_of(&position.variant.law, state, FRENCH),
            "coalition": points_of(&position.variant.law, state, COALITION),
            "handicap": position.variant.law.handicap,
        }

    # --- What could be ordered ---------------------------------------------------------------------------------------

    def legal(self, Position position, seat, limit=None):
        """Order sets that `check` accepts, each once: of one line, for each column that the seat has.

        Hold, rest, and a march to each neighbour with each stance; and first `continue`.
        """
        if position.stands and seat == HOST:
            return [numbered([Result(battle.id, "abandoned")]) for battle in asked_of(position)][:limit]
        if not self._owes(position, seat):
            return []
        found = []
        for order in self._orders_of(view_of(position, seat), position.variant):
            if limit is not None and len(found) >= limit:
                break
            found.append(numbered([order]))
        return found

    def _orders_of(self, view, variant):
        yield ContinueAll()
        for code, known in view["columns"].items():
            if known["seat"] != view["seat"]:
                continue
            column = code.lower()
            yield Hold(column)
            yield Rest(column)
            here = known["at"] or known["on"]["to"]
            for place in variant.neighbours(here):
                for stance in STANCES:
                    if stance != "attack" or not known["routed"]:
                        yield March(column, (place.lower(),), Words(stance=stance))

    def random_orders(self, Position position, seat, seed):
        """One order set drawn by `seed`; empty where the seat owes nothing.

        For each column with chance 1/2 nothing, else a march to a place within three links, with a random stance.
        """
        if position.stands and seat == HOST:
            return numbered([Result(battle.id, "abandoned") for battle in asked_of(position)])
        if not self._owes(position, seat):
            return ()
        view = view_of(position, seat)
        own = [known for known in view["columns"].values() if known["seat"] == seat]
        chance = iter(picked(seed & 0xFFFFFFFFFFFFFFFF, 1 << 20, 8 * len(own) + 1))
        orders = [order for known in own for order in self._random_order(position.variant, known, chance)]
        return numbered(orders or [ContinueAll()])

    def _random_order(self, variant, known, chance):
        steps, stance = next(chance) % 6, STANCES[next(chance) % 3]
        place = here = known["at"] or known["on"]["to"]
        for step in range(3):
            ways = variant.neighbours(place)
            other = ways[next(chance) % len(ways)]
            place = other if step <= steps else place
        if steps > 2 or known["at"] is not None and place == here:
            return
        yield March(known["column"].lower(), (place.lower(),), Words(stance="stand" if known["routed"] else stance))

    def playout(self, Position position, seed, limit):
        """The game played on at random, until it is over or `limit` orders were given; a turn is played to its end.

        Nobody was told anything in it: in the end every seat knows its columns as they are.
        """
        cdef Position played = position.copy()
        cdef Stream stream
        cdef size_t moves = 0, most = limit
        if position.over or not limit:
            return Playout(position, 0)
        start(&stream, seed & 0xFFFFFFFFFFFFFFFF)
        with nogil:
            play_on(&played.variant.law, &played.state, &stream, most, &moves)
        return Playout(refreshed(played, False), moves)

    # --- Robots ------------------------------------------------------------------------------------------------------

    def imagine(self, view, seed):
        """A position drawn by `seed` among those that look like this view to its seat."""
        cdef Variant variant = self.variant(view["options"])
        return read(variant, imagined(variant, view, seed))

    def margin(self, Position position):
        """Who stands better: the points as if it ended, for the French less for the coalition, less the handicap."""
        cdef Variant variant = position.variant
        cdef double share
        if position.over:
            end = outcome_of(position)
            if not end.winners:
                return dict.fromkeys(variant.seats, 0.0)
            return {seat: 1.0 if seat in end.winners else -1.0 for seat in variant.seats}
        share = max(-1.0, min(1.0, margin_of(&variant.law, &position.state) / <double>OF_A_MARGIN))
        return {seat: share if variant.seat_sides[seat] == "french" else -share for seat in variant.seats}

    def robot_orders(self, view, level, seed, budget=Budget.ARENA, *, weights=None):
        """What the robot of a level orders for the seat of a view; empty where it owes nothing."""
        if view["seat"] == HOST:
            return numbered([Result(battle["id"], "abandoned") for battle in view["requests"]])
        if view["phase"] != "orders" or view["seat"] is None or view["seat"] in view["resigned"]:
            return ()
        return robot_orders(self, view, level, seed, budget, weights)

    cdef bint _owes(self, Position position, seat):
        if position.over or position.stands or seat not in position.variant.seats:
            return False
        return not (position.state.resigned >> <int>position.variant.seats.index(seat)) & 1
