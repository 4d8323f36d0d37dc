"""The robots of Conflict: what each level looks at, and its choice as orders.

All levels weigh positions alike (`evaluation`) and play by the same search (`search`). The recruit sees what is worth
having and not what others will do; the officer sees what others can do next; the marshal plays it out. They look at a
position in the mirror that `mirrors` picks, so that mirrored positions get mirrored orders, and break near-ties by a
hash of the seed and the position. Not for: pacts, which they neither propose nor answer.
"""

from core.contract import Budget, Level
from core.rulesets.conflict.orders import Back, Move, OfferDraw, Pass, Reserve, ThrowHeader, numbered
from core.rulesets.conflict.weights import CALIBRATION, WEIGHTS

from libc.math cimport fabs

from core.rulesets.conflict.board cimport NOBODY, SEATS, Board, Variant
from core.rulesets.conflict.evaluation cimport ANY_DIE, Scales, Standing, assess, read_scales
from core.rulesets.conflict.field cimport PLAY_ON, SAFE, Walk, count_seats, lives
from core.rulesets.conflict.mirrors cimport (
    Mirror, canonical, key_of, mixed, see_law, see_state, see_walk, turn_round,
)
from core.rulesets.conflict.position cimport State
from core.rulesets.conflict.search cimport MOVES, Effort, Line, Search, think

cdef enum:
    LATE = 400  # turns after which a draw is offered


cdef Effort effort_of(level, budget, int living):
    """How much a robot looks at, by how many are left in the game; counted, never timed."""
    cdef Effort effort
    effort.kept, effort.pairs, effort.followed, effort.lines = 8, 60, 3, 24
    effort.candidates = effort.answers = effort.answer_pairs = effort.answers_then = effort.depth = effort.deeper = 0
    if level == Level.RECRUIT:
        effort.kept, effort.pairs, effort.followed, effort.whim = 4, 30, 1, 0.1
    elif level == Level.OFFICER:
        effort.kept, effort.pairs = 6, 40
        effort.whim = 0.2 if living == 2 else 0.03  # shares of more players lie closer together
    else:
        effort.candidates, effort.answers, effort.answer_pairs, effort.depth = 16, 3, 3, 1
        effort.whim = 0.002
        if budget == Budget.MAIL:
            effort.kept, effort.pairs, effort.lines = 12, 200, 48
            effort.candidates, effort.answers, effort.answer_pairs, effort.deeper = 36, 4, 5, 12
            effort.answers_then = 3
    return effort


cdef class Robots:
    """What the robots know of a board."""

    def __init__(self, Board board, Variant variant):
        self.ground, self.mirrors = Ground(board, variant), Mirrors(board, variant)

    # --- How it stands -----------------------------------------------------------------------------------------------

    cdef dict margin(self, Position position):
        """For each seat of the game, from -1 to 1; see the contract."""
        cdef double share[SEATS]
        cdef int seat, sides
        self.shares(position, share)
        sides = 2 if position.variant.teams else count_seats(position.variant.law.playing)
        names = position.variant.board.seats
        over = position.state.field.players.over != PLAY_ON
        return {
            names[seat]: scaled(share[seat], sides, over) for seat in position.variant.order
        }

    cdef void shares(self, Position position, double* share) except *:
        """The shares of all seats, by the dice that lie on the table; before the beginning all are equal."""
        cdef State* state = &position.state
        cdef Standing standing
        cdef Scales scales
        cdef int throw, seat, dice = ANY_DIE
        read_scales({name: weight * CALIBRATION for name, weight in WEIGHTS.items()}, &scales)
        if state.to_move == NOBODY and state.field.players.over == PLAY_ON:
            for seat in range(SEATS):
                share[seat] = 0.5 if position.variant.teams else 1.0 / len(position.variant.seats)
            return
        for throw in range(state.throw, state.rolled):
            dice |= 1 << state.dice[throw][0] | 1 << state.dice[throw][1]
        assess(self.ground, &position.variant.law, &state.field, state.to_move, dice, &scales, &standing)
        for seat in range(SEATS):
            share[seat] = standing.share[seat]

    cdef dict features(self, Position position):
        """Of each living seat what the robots weigh, whatever dice lie on the table, by the names of `weights`.

        `doomed` is the chance that its circle is taken before it can answer.
        """
        cdef Standing standing
        cdef Scales scales
        cdef int seat, at
        read_scales({}, &scales)
        assess(
            self.ground, &position.variant.law, &position.state.field, position.state.to_move, ANY_DIE, &scales,
            &standing,
        )
        return {
            position.variant.board.seats[seat]: {
                "doomed": standing.doomed[seat],
                **{name: standing.feature[seat][at] for at, name in enumerate(WEIGHTS)},
            }
            for seat in position.variant.order
            if lives(&position.state.field, seat)
        }

    # --- Orders ------------------------------------------------------------------------------------------------------

    cdef object orders(self, Position position, seat, level, seed, budget, weights):
        """A whole order set for the seat in turn, all throws of it."""
        cdef Search search = Search()
        cdef Mirror* mirror = &self.mirrors.mirror[canonical(self.mirrors, &position.state)]
        cdef Mirror back
        search.ground = self.ground
        see_law(mirror, &position.variant.law, &search.law)
        see_state(mirror, &position.state, &search.state)
        read_scales(weights or {}, &search.scales)
        search.scales.blind = level == Level.RECRUIT
        search.effort = effort_of(level, budget, count_seats(position.state.field.players.living))
        search.whim = mixed(mixed(<unsigned long long>(seed & 0xFFFFFFFFFFFFFFFF)) ^ key_of(search.state.field.at))
        with nogil:
            think(search)
        if search.failed or not search.lines:
            raise MemoryError
        turn_round(mirror, &back)
        said = ordered(position, &search.line[0], &back)
        return numbered([*self._offer(position), *said])

    def _offer(self, Position position):
        """A draw, late in a game; or where all others want one, and it is better than what is to be expected."""
        cdef State* state = &position.state
        cdef int other
        for other in range(SEATS):
            if other != state.to_move and lives(&state.field, other) and not state.offers[other]:
                return [OfferDraw()] if state.turn >= LATE and not state.offers[state.to_move] else []
        worse = self.margin(position)[position.variant.board.seats[state.to_move]] < 0
        return [OfferDraw()] if worse or state.turn >= LATE else []


cdef double scaled(double share, int sides, bint over):
    """n p - 1, so that an equal share is 0 and all of it is 1; -1 for who has lost a game that is over."""
    margin = max(-1.0, min(1.0, (sides * share - 1) / (sides - 1)))
    if over and fabs(margin) > 1e-9:
        return 1.0 if margin > 0 else -1.0
    return margin


cdef list ordered(Position position, const Line* line, const Mirror* back):
    """A way to play the turn as orders, seen in the mirror."""
    cdef Variant variant = position.variant
    cdef State* state = &position.state
    cdef Walk walk
    cdef int throw, move
    said = []
    for throw in range(line.throws):
        if throw:
            said.append(ThrowHeader(state.throw + throw + 1))
        if line.brought_in[throw] != NOBODY:
            said.append(Reserve(variant.board.piece_name(line.brought_in[throw])))
        for move in range(line.moves[throw]):
            see_walk(back, &line.walk[MOVES * throw + move], &walk)
            squares = tuple([variant.square(walk.path[step]) for step in range(walk.length)])
            said.append(Move(variant.board.piece_name(walk.piece), walk.length, squares, walk.lost != SAFE))
    if line.sent_back != NOBODY:
        said.append(Back(variant.board.piece_name(line.sent_back)))
    return said if any([not isinstance(order, ThrowHeader) for order in said]) else [Pass()]
