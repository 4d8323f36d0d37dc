# cython: cdivision=True
"""Robots: plans for all columns of a seat, each played to the end of the campaign on worlds that look like the view.

A plan names for each column where it goes and with which stance (`playout.Aims`). A robot draws plans, plays each of
them on positions that are imagined from its view, against plans drawn for the other side, and takes the plan with the
best mean. A marshal looks then for a better one by sending a column or a body elsewhere. How much is tried is counted
in plans and worlds, never in seconds.
"""

from core.contract import Budget, Level
from core.rulesets.hundred_days.orders import ContinueAll, Hold, March, With, Words, numbered
from core.rulesets.hundred_days.schema import STANCES
from core.rulesets.hundred_days.weights import WEIGHTS
from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.stdint cimport uint64_t
from libc.string cimport memcpy

from core.rulesets.hundred_days.board cimport Variant
from core.rulesets.hundred_days.field cimport (
    ATTACK, BARRED, COALITION, FRENCH, MOST, NONE, PLAY_ON, STAND, Column, Law, State, men, nearest, present, side_of,
)
from core.rulesets.hundred_days.playout cimport Aims, play_by
from core.rulesets.hundred_days.position cimport Position, code_of
from core.rulesets.hundred_days.turn cimport margin_of
from core.stream cimport Stream, below, draw, start

cdef enum:
    LONGEST = 64  # turns: to the end of any campaign
    DRAWS = 3  # places that are drawn for one column, of which the nearest is taken

# Plans drawn, worlds each is played on, changes that are tried then, and how many turns are played.
EFFORTS = {
    (Level.RECRUIT, Budget.ARENA): (4, 1, 0, LONGEST),
    (Level.OFFICER, Budget.ARENA): (10, 2, 0, LONGEST),
    (Level.MARSHAL, Budget.ARENA): (12, 4, 10, 7),
    (Level.RECRUIT, Budget.MAIL): (4, 1, 0, LONGEST),
    (Level.OFFICER, Budget.MAIL): (40, 4, 0, LONGEST),
    (Level.MARSHAL, Budget.MAIL): (60, 6, 100, LONGEST),
}
NEAR = 150  # hm within which a commander goes to his main body
GAIN = 0.01  # points by which a changed plan must be better


def robot_orders(rules, view, level, seed, budget, weights):
    """What the robot of a level orders for the seat of a view that owes orders; equal arguments give equal orders."""
    cdef int plans, worlds, changes, turns
    plans, worlds, changes, turns = EFFORTS[level, budget]
    staff = Staff(rules, view, seed, worlds, turns, {**WEIGHTS, **(weights or {})})
    staff.draw_plans(plans)
    staff.improve(changes)
    return numbered(staff.orders(level is not Level.RECRUIT) or [ContinueAll()])


cdef class Staff:
    """One decision: the worlds it is tried on, and the best plan so far."""

    cdef object view
    cdef Variant variant
    cdef list worlds  # positions imagined from the view
    cdef list own  # places in `State.column` of the seat's columns that it knows
    cdef dict codes  # those places -> codes
    cdef int side
    cdef int turns  # that are played
    cdef Weights weights
    cdef Stream chance
    cdef uint64_t key
    cdef Aims best
    cdef double most
    cdef State* scratch

    def __cinit__(self):
        self.scratch = <State*>PyMem_Malloc(sizeof(State))
        if self.scratch == NULL:
            raise MemoryError

    def __dealloc__(self):
        PyMem_Free(self.scratch)

    def __init__(self, rules, view, seed, int worlds, int turns, weights):
        cdef int at
        self.view, self.variant, self.turns = view, rules.variant(view["options"]), turns
        start(&self.chance, <uint64_t>(seed & 0xFFFFFFFFFFFFFFFF))
        self.key = draw(&self.chance)
        self.worlds = [rules.imagine(view, draw(&self.chance)) for _ in range(worlds)]
        self.side = FRENCH if view["side"] == "french" else COALITION
        self.weights.points, self.weights.enemy, self.weights.gather = (
            weights["points"], weights["enemy"], weights["gather"]
        )
        self.weights.together, self.weights.small_together = weights["together"], weights["small_together"]
        self.weights.small, self.weights.attack, self.weights.win = (
            weights["small"], weights["attack"], weights["win"]
        )
        self._muster()
        for at in range(MOST):
            self.best.place[at], self.best.stance[at] = NONE, STAND
        self.most = self.judged(&self.best)

    def _muster(self):
        """The seat's own columns; they stand in the same order in every world."""
        cdef Position world = self.worlds[0]
        cdef int at
        self.own, self.codes = [], {}
        for at in range(world.state.columns):
            code = code_of(self.variant, &world.state.column[at])
            known = self.view["columns"].get(code)
            if known is not None and known["seat"] == self.view["seat"] and present(&world.state.column[at]):
                self.own.append(at)
                self.codes[at] = code

    # --- Plans -------------------------------------------------------------------------------------------------------

    cdef draw_plans(self, int count):
        """Draw so many plans, and keep the best of them and of going on as before."""
        cdef Aims plan
        cdef Position world = self.worlds[0]
        for _ in range(count):
            for at in range(MOST):
                plan.place[at], plan.stance[at] = NONE, STAND
            self._draw_plan(&world.state, self.own, &plan, &self.chance)
            self._weigh(&plan)

    cdef improve(self, int count):
        """Change the best plan so often, and keep what is better."""
        cdef Aims plan
        cdef Position world = self.worlds[0]
        cdef int place, stance, which, here
        if not self.own:
            return
        for _ in range(count):
            plan = self.best
            which = self.own[below(&self.chance, len(self.own))]
            here = nearest(&self.variant.law, &world.state.column[which])
            place = self._place_for(&world.state, which, &self.chance)
            if not below(&self.chance, 4):
                place = NONE
            stance = ATTACK if below(&self.chance, 100) < <unsigned int>self.weights.attack else STAND
            whole = below(&self.chance, 2)
            for at in self.own:
                if at == which or whole and nearest(&self.variant.law, &world.state.column[<int>at]) == here:
                    plan.place[<int>at], plan.stance[<int>at] = place, stance
            self._weigh(&plan)

    cdef _weigh(self, const Aims* plan):
        cdef double worth = self.judged(plan)
        if worth > self.most + GAIN:
            self.most, self.best = worth, plan[0]

    cdef double judged(self, const Aims* plan):
        """What a plan comes to in the mean: points at the end, and the win, on every world."""
        cdef Aims aims
        cdef Stream stream
        cdef Position world
        cdef double total = 0
        cdef int at, margin
        for number, each in enumerate(self.worlds):
            world = each
            # Every plan meets the same enemy and the same dice in a world.
            start(&stream, self.key + <uint64_t>number)
            for at in range(MOST):
                aims.place[at], aims.stance[at] = NONE, STAND
            others = [
                at for at in range(world.state.columns)
                if side_of(&self.variant.law, &world.state.column[at]) != self.side
            ]
            self._draw_plan(&world.state, others, &aims, &stream)
            for each_own in self.own:
                at = each_own
                aims.place[at], aims.stance[at] = plan.place[at], plan.stance[at]
            memcpy(self.scratch, &world.state, sizeof(State))
            with nogil:
                play_by(&self.variant.law, self.scratch, &stream, &aims, self.turns)
            margin = max(-40, min(40, margin_of(&self.variant.law, self.scratch)))
            if self.scratch.over != PLAY_ON and self.scratch.winner <= 1:
                margin += self.weights.win if self.scratch.winner == FRENCH else -self.weights.win
            total += margin if self.side == FRENCH else -margin
        return total / len(self.worlds)

    cdef _draw_plan(self, const State* state, columns, Aims* aims, Stream* stream):
        """Where one side goes: a main body, and others each to a place of its own."""
        cdef int column, main, stance, share
        cdef const Column* one
        if not columns:
            return
        main = self._place_for(state, columns[below(stream, len(columns))], stream)
        stance = ATTACK if below(stream, 100) < <unsigned int>self.weights.attack else STAND
        for each in columns:
            column = each
            one = &state.column[column]
            if not present(one):
                continue
            share = self.weights.small_together if men(one) < self.weights.small else self.weights.together
            if below(stream, 100) < <unsigned int>share:
                aims.place[column], aims.stance[column] = main, stance
            else:
                aims.place[column], aims.stance[column] = self._near_place(state, column, stream), STAND

    cdef int _near_place(self, const State* state, int column, Stream* stream):
        """The nearest of some places for one column."""
        cdef const Law* law = &self.variant.law
        cdef int here = nearest(law, &state.column[column])
        cdef int best = self._place_for(state, column, stream), other
        for _ in range(DRAWS - 1):
            other = self._place_for(state, column, stream)
            if law.far[here][other] < law.far[here][best]:
                best = other
        return best

    cdef int _place_for(self, const State* state, int column, Stream* stream):
        """A place to go to: one that has points, one where an enemy is, where one's own are, or a near one."""
        cdef const Law* law = &self.variant.law
        cdef int side = side_of(law, &state.column[column])
        cdef int kind = below(stream, 100), here = nearest(law, &state.column[column]), place = NONE
        if kind < self.weights.points:
            place = with_points(law, stream)
        elif kind < self.weights.points + self.weights.enemy:
            place = of_columns(law, state, 1 - side, stream)
        elif kind < self.weights.points + self.weights.enemy + self.weights.gather:
            place = of_columns(law, state, side, stream)
        if place == NONE:
            place = law.way[law.ways[here] + <int>below(stream, law.ways[here + 1] - law.ways[here])].place
        return place

    # --- Orders ------------------------------------------------------------------------------------------------------

    cdef list orders(self, bint leads):
        """The best plan as orders, for the columns that do not carry it out already."""
        found = []
        for at in self.own:
            order = self._order(<int>at)
            if order is not None:
                found.append(order)
        return [*found, *(self._commanders() if leads else [])]

    cdef object _order(self, int at):
        known = self.view["columns"][self.codes[at]]
        if self.best.place[at] == NONE:
            return None
        place, stance = self.variant.places[self.best.place[at]], STANCES[self.best.stance[at]]
        stance = "stand" if known["routed"] and stance == "attack" else stance
        code = known["column"].lower()
        if known["at"] == place:
            still = known["plan"] in ("hold", "rest") or not known["path"]
            return None if still and known["stance"] == stance else Hold(code, Words(stance=stance))
        path = known["path"]
        if known["plan"] == "march" and path and path[len(path) - 1] == place and known["stance"] == stance:
            return None
        return March(code, (place.lower(),), Words(stance=stance))

    cdef list _commanders(self):
        """Each of the seat's persons goes with the largest of his army's columns, if he is with none and it is near."""
        cdef list found = []
        for name, person in self.view["persons"].items():
            if person["taken"] or person["column"] is not None or person["follows"] is not None:
                continue
            here = person["post"]
            own = [
                known for known in self.view["columns"].values()
                if known["seat"] == self.view["seat"] and known["column"][0] == person["army"]
                and here is not None and self.variant.hm(here, known["at"] or known["on"]["to"]) <= NEAR
            ]
            if own:
                largest = max(own, key=strength_of)
                found.append(With(name, largest["column"].lower()))
        return found


def strength_of(known):
    """The men of a column as it is known."""
    return known["foot"] + known["horse"]


cdef int with_points(const Law* law, Stream* stream) noexcept:
    """A place that counts at the end for somebody, the likelier the more it does; NONE where none does."""
    cdef int place, total = 0, left
    for place in range(law.places):
        total += max(law.points[0][place], law.points[1][place])
    if not total:
        return NONE
    left = below(stream, total)
    for place in range(law.places):
        left -= max(law.points[0][place], law.points[1][place])
        if left < 0:
            return place
    return NONE


cdef int of_columns(const Law* law, const State* state, int side, Stream* stream) noexcept:
    """Where a column of a side is that is no mere post; NONE where none is left."""
    cdef int column, count = 0, left
    for column in range(state.columns):
        count += counts(law, state, column, side)
    if not count:
        return NONE
    left = below(stream, count)
    for column in range(state.columns):
        left -= counts(law, state, column, side)
        if left < 0:
            return nearest(law, &state.column[column])
    return NONE


cdef int counts(const Law* law, const State* state, int column, int side) noexcept:
    cdef const Column* one = &state.column[column]
    return present(one) and side_of(law, one) == side and men(one) >= BARRED
