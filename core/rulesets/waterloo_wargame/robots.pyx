# cython: cdivision=True
"""The robots of the Waterloo Wargame: recruit, officer and marshal; what they imagine, and how they judge a position.

Recruit makes his turn by what is worth having, officer also by what the enemy can do next (`tactics`). Marshal makes
several turns of different styles, plays each on with dice by officer's rules for both sides, and takes the one that
comes out best.
"""

from core.contract import Budget, Level, Line, Status
from core.rulesets.waterloo_wargame.options import SEATS
from core.rulesets.waterloo_wargame.order_set import OrderSet
from core.rulesets.waterloo_wargame.orders import OfferDraw, Pass, text_of
from core.rulesets.waterloo_wargame.position import POSITION_KEYS

from libc.math cimport exp, sqrt
from libc.stdint cimport uint64_t
from libc.stdlib cimport free, malloc

from core.rulesets.waterloo_wargame.battle cimport Phase, Roller, begin_turn, end_turn, open_phase, resolve, won
from core.rulesets.waterloo_wargame.board cimport Variant
from core.rulesets.waterloo_wargame.field cimport (
    ALLIED, FRENCH, GUN, NOBODY, PLAY_ON, Field, Law, Roster, has,
)
from core.rulesets.waterloo_wargame.order_set cimport OrderSet
from core.rulesets.waterloo_wargame.plans cimport Plan, orders_of
from core.rulesets.waterloo_wargame.position cimport Position, read
from core.rulesets.waterloo_wargame.tactics cimport Style, Weights, make_turn, usual_style, weigh
from core.stream cimport Stream, start

cdef enum:
    MOST_STYLES = 32


# --- What a seat knows -----------------------------------------------------------------------------------------------

def imagined(Variant variant, view):
    """The position of a view; standing orders that it does not show are the usual ones, which are no orders."""
    written = {key: view[key] for key in POSITION_KEYS if key in view}
    written["pieces"] = [{key: piece[key] for key in PIECE_KEYS} for piece in view["pieces"]]
    return read(variant, written)


PIECE_KEYS = ("code", "number", "name", "side", "arm", "men", "x", "y", "heading")


# --- Playing a turn --------------------------------------------------------------------------------------------------

cdef void fight(const Law* law, const Roster* roster, Field* field, Plan* plan, Stream* dice) noexcept nogil:
    """The attack phase and the end of a turn whose steps have been taken."""
    cdef Roller roller
    cdef Phase phase
    cdef int at
    roller.stream, roller.used, roller.wanting = dice, 0, False
    open_phase(&phase, law, roster, field, &plan.moved, plan.joined, &roller, NULL)
    for at in range(plan.lines):
        plan.line[at].reached = plan.line[at].shared = False
    for at in range(plan.lines):
        resolve(&phase, plan.line, plan.lines, at)
        if won(law, field):
            break
    end_turn(law, roster, field)


cdef uint64_t hashed(const Roster* roster, const Field* field, uint64_t seed) noexcept nogil:
    """A key of a seed and a position."""
    cdef uint64_t key = seed ^ <uint64_t>0x9E3779B97F4A7C15
    cdef int piece
    for piece in range(roster.count):
        if has(&field.alive, piece):
            key = (key ^ <uint64_t>(field.x[piece] + 8192 * field.y[piece] + 67108864 * <uint64_t>field.h[piece]))
            key = key * <uint64_t>0x100000001B3 + piece
    return key * 2 + field.to_move + 4 * <uint64_t>field.round


# --- How it stands ---------------------------------------------------------------------------------------------------

cdef double french_odds(
    const Law* law, const Roster* roster, const Field* field, const Weights* weights
) noexcept nogil:
    """The logarithm of the odds that the French win from here, between good robots."""
    cdef int piece, other
    cdef double far, least, dx, dy, way = 0
    cdef double found = weights.share
    found += weights.share_need * (law.target - field.losses[ALLIED])
    found += weights.share_rounds * (law.rounds - field.round + (1 if field.to_move == FRENCH else 0))
    found += weights.share_losses * field.losses[FRENCH]
    for piece in range(roster.count):
        if not has(&field.alive, piece):
            continue
        if roster.arm[piece] == GUN:
            found += weights.share_guns if roster.side[piece] == FRENCH else weights.share_enemy_guns
        if roster.side[piece] == ALLIED:
            continue
        least = 9000000
        for other in range(roster.count):
            if roster.side[other] == ALLIED and has(&field.alive, other):
                dx, dy = field.x[piece] - field.x[other], field.y[piece] - field.y[other]
                least = min(least, dx * dx + dy * dy)
        far = max(sqrt(least) - 300, 0.0)
        way += far / 200 * (3 if roster.arm[piece] == GUN else roster.men[piece])
    return found + weights.share_way * way


cdef double judged(const Law* law, const Roster* roster, const Field* field, const Weights* weights) noexcept nogil:
    """The share of the French; a root serves for the curve of the odds, and nothing is as good as to have won."""
    cdef double odds
    if field.over != PLAY_ON:
        return 1 if field.winner == FRENCH else 0 if field.winner == ALLIED else 0.5
    odds = french_odds(law, roster, field, weights) / 2
    return 0.5 + 0.49 * odds / sqrt(1 + odds * odds)


def margin_of(Position position):
    """For each seat twice the share of points it can expect, less one; the outcome once the game is over."""
    cdef Weights weights
    cdef const Field* field = &position.field
    cdef double share
    weigh(&weights, None)
    if field.over != PLAY_ON:
        share = 1 if field.winner == FRENCH else 0 if field.winner == ALLIED else 0.5
    else:
        share = french_odds(&position.variant.law, &position.pieces.roster, field, &weights)
        share = 1 / (1 + exp(-max(min(share * weights.margin_slope + weights.margin_shift, 30.0), -30.0)))
    return {SEATS[FRENCH]: 2 * share - 1, SEATS[ALLIED]: 1 - 2 * share}


# --- Marshal ---------------------------------------------------------------------------------------------------------

cdef struct Choice:
    Plan plan
    Field field  # after its steps
    double sum
    int samples
    bint out


cdef Style played_style(int side) noexcept nogil:
    """How both sides are thought to play on: bolder than officer, above all the French, who must come on."""
    cdef Style style = usual_style()
    style.gain, style.fear, style.own = (-0.3, 0.57, 0.6) if side == FRENCH else (0.0, 0.6, 0.7)
    return style


cdef int styles_for(const Law* law, const Roster* roster, const Field* field, Style* styles) noexcept nogil:
    """The ways to make a turn that marshal weighs."""
    cdef int at
    for at in range(MOST_STYLES):
        styles[at] = played_style(field.to_move)
    styles[1].caution, styles[1].daring = 1.5, 2.0  # careful
    styles[2].caution, styles[2].fear, styles[2].gain, styles[2].own = 0.5, 0.35, -0.6, 0.5  # bold
    styles[3].gain = 0.8  # only what pays well
    styles[4].daring = 0.3  # guns forward
    if field.to_move == FRENCH:
        styles[5].pull, styles[5].caution = 2.0, 0.6  # on
        styles[6].pull = 0.0  # hold
        styles[7] = usual_style()
        return 8 + foci(roster, field, &styles[8])
    styles[5].pull, styles[5].caution = -1.0, 1.5  # back
    styles[6].shelter, styles[6].caution = 0.6, 1.5  # into the strongpoints
    styles[7].pull = 1.5  # forward
    styles[8].daring = 3.0  # guns out of harm
    return 9


cdef int foci(const Roster* roster, const Field* field, Style* styles) noexcept nogil:
    """A style for each third of the field: upon the enemy there who is nearest."""
    cdef int third, piece, other, best, count = 0
    cdef double dx, dy, far, least
    for third in range(3):
        best, least = NOBODY, 0
        for piece in range(roster.count):
            if roster.side[piece] == field.to_move or not has(&field.alive, piece) or roster.arm[piece] == GUN:
                continue
            if not EDGE[third] <= field.x[piece] < EDGE[third + 1]:
                continue
            for other in range(roster.count):
                if roster.side[other] == field.to_move and has(&field.alive, other) and roster.arm[other] != GUN:
                    dx, dy = field.x[piece] - field.x[other], field.y[piece] - field.y[other]
                    far = dx * dx + dy * dy
                    if best == NOBODY or far < least:
                        best, least = piece, far
        if best != NOBODY:
            styles[count].focus, styles[count].caution = best, 0.7
            count += 1
    return count


cdef int* EDGE = [-1, 2400, 4500, 7001]


cdef double played_on(
    const Law* law, const Roster* roster, Field* field, Plan* plan, const Weights* weights, Stream* stream, int turns
) noexcept nogil:
    """How it stands after a turn whose steps are taken, and so many turns more by officer's rules; `plan` is used."""
    cdef Style style
    cdef int _turn
    fight(law, roster, field, plan, stream)
    for _turn in range(turns):
        if field.over != PLAY_ON:
            break
        begin_turn(field)
        style = played_style(field.to_move)
        make_turn(law, roster, field, weights, &style, stream, plan)
        fight(law, roster, field, plan, stream)
    return judged(law, roster, field, weights)


cdef int best_choice(
    const Law* law, const Roster* roster, const Field* field, const Weights* weights, uint64_t key, int samples,
    int turns, Choice* choices
) noexcept nogil:
    """The place of the best choice; all are weighed by the same dice, the worst third drop out each quarter."""
    cdef Style styles[MOST_STYLES]
    cdef int count = styles_for(law, roster, field, styles), at, sample, best
    cdef bint french = field.to_move == FRENCH
    cdef Stream stream
    cdef Field trial
    cdef Plan plan
    cdef double share
    for at in range(count):
        start(&stream, key)
        choices[at].field = field[0]
        begin_turn(&choices[at].field)
        make_turn(law, roster, &choices[at].field, weights, &styles[at], &stream, &choices[at].plan)
        choices[at].sum, choices[at].samples, choices[at].out = 0, 0, False
    for sample in range(samples):
        for at in range(count):
            if choices[at].out:
                continue
            start(&stream, key + 1 + sample)
            trial, plan = choices[at].field, choices[at].plan
            share = played_on(law, roster, &trial, &plan, weights, &stream, turns)
            choices[at].sum += share if french else 1 - share
            choices[at].samples += 1
        if (sample + 1) % max(samples // 4, 1) == 0:
            drop_out(choices, count)
    best = 0
    for at in range(count):
        if not choices[at].out and (choices[best].out or choices[at].sum > choices[best].sum):
            best = at
    return best


cdef void drop_out(Choice* choices, int count) noexcept nogil:
    """The worse third of those that are left."""
    cdef int at, worst, left = 0, _dropped
    for at in range(count):
        left += not choices[at].out
    for _dropped in range(left // 3):
        worst = -1
        for at in range(count):
            if not choices[at].out and (worst < 0 or choices[at].sum < choices[worst].sum):
                worst = at
        choices[worst].out = True


# --- Orders ----------------------------------------------------------------------------------------------------------

CONTENT = -0.3  # the margin below which a robot agrees to a draw
SAMPLES = {Budget.ARENA: 6, Budget.MAIL: 288}
TURNS = {Budget.ARENA: 4, Budget.MAIL: 6}  # that are played on


def robot_orders(Variant variant, view, level, seed, budget, weights):
    """The order lines of a robot for the seat of a view; none where it owes nothing."""
    cdef Position position
    cdef Weights weighed
    cdef uint64_t key
    if view["phase"] != "play" or view["seat"] != view["to_move"]:
        return ()
    position = imagined(variant, view)
    if (position.field.offers >> (1 - position.field.to_move)) & 1 and margin_of(position)[view["seat"]] < CONTENT:
        return accepted(position, view["seat"], [OfferDraw()])
    weigh(&weighed, weights)
    key = hashed(&position.pieces.roster, &position.field, seed & 0xFFFFFFFFFFFFFFFF)
    if level == Level.MARSHAL:
        orders = marshal_orders(position, &weighed, key, SAMPLES[budget], TURNS[budget])
    else:
        orders = plain_orders(position, &weighed, key, level == Level.OFFICER)
    return accepted(position, view["seat"], orders)


cdef list plain_orders(Position position, const Weights* weights, uint64_t key, bint officer):
    """A turn made as it comes; recruit does not look at what the enemy can do."""
    cdef Plan plan
    cdef Field field = position.field
    cdef Stream stream
    cdef Style style = usual_style()
    style.wary = officer
    start(&stream, key)
    begin_turn(&field)
    make_turn(&position.variant.law, &position.pieces.roster, &field, weights, &style, &stream, &plan)
    return orders_of(position, &plan)


cdef list marshal_orders(Position position, const Weights* weights, uint64_t key, int samples, int turns):
    cdef Choice* choices = <Choice*>malloc(MOST_STYLES * sizeof(Choice))
    cdef int best
    if choices == NULL:
        raise MemoryError
    try:
        with nogil:
            best = best_choice(
                &position.variant.law, &position.pieces.roster, &position.field, weights, key, samples, turns, choices
            )
        return orders_of(position, &choices[best].plan)
    finally:
        free(choices)


def accepted(Position position, seat, orders):
    """These orders as lines, without those that the check refuses; `pass` where nothing is left."""
    while True:
        lines = tuple([Line(number, text_of(order), order) for number, order in enumerate(orders or [Pass()], start=1)])
        judged = OrderSet(position, seat, lines)
        if not judged.failed:
            return lines
        orders = [
            line.order for line, verdict in zip(lines, judged.verdicts, strict=True) if verdict.status is Status.OK
        ]
