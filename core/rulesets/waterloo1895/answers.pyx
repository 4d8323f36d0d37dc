"""The best answers to all throws. See answers.pxd."""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset

from core.boards.graph cimport Mask, Reach, drop, passes, reach_from, reach_until
from core.rulesets.waterloo1895.board cimport ARMIES, ARMY, FACES, LONGEST, MOST_SPOTS, is_cavalry
from core.rulesets.waterloo1895.chances cimport FIRST_PLAIN, KINDS, THROWS
from core.rulesets.waterloo1895.choices cimport chance, whim_of
from core.rulesets.waterloo1895.divisions cimport DICE
from core.rulesets.waterloo1895.evaluation cimport value, winning
from core.rulesets.waterloo1895.field cimport (
    NOWHERE, PLAY_ON, end_after, is_won, land, lift_piece, may_land, put_piece, undo_landing,
)

cdef enum:
    TOP = 6  # moves kept for each die
    TOP_RIDES = 2  # for each sum of dice
    MOST_TRIED = 6

cdef double LEAST = 1.0e-7


cdef struct Step:
    double gain  # over standing still, as log odds
    uint8_t piece, spot, links


cdef struct Steps:
    int count
    Step step[TOP]


cdef struct Plan:
    double gain
    int steps
    const Step* step[DICE]


cdef struct Plans:
    int count, most
    Plan plan[MOST_TRIED]


cdef struct Answers:
    const Outlook* outlook
    Field* field
    int side  # that answers
    int side_after  # that throws after it
    double still  # log odds if nothing moved
    Steps die[FACES + 1]
    Steps ride[LONGEST + 1]  # cavalry on more dice than one
    bint known[MOST_SPOTS + 1]  # of the piece looked at: whether its gain on this spot is known
    double gain[MOST_SPOTS + 1]


cdef double expected(const Outlook* outlook, Field* field, int army, int after, int tried) noexcept nogil:
    cdef Answers answers
    cdef uint64_t wins = weigh_moves(&answers, outlook, field, army, after)
    cdef int kind
    cdef double sum = 0.0
    for kind in range(KINDS):
        if wins >> kind & 1:
            sum += outlook.chances.ways[kind]
        else:
            sum += outlook.chances.ways[kind] * answered(&answers, kind, tried)
    return sum / THROWS


cdef double with_throw(const Outlook* outlook, Field* field, int army, int after, int dice, int tried) noexcept nogil:
    cdef Answers answers
    cdef uint64_t wins = weigh_moves(&answers, outlook, field, army, after)
    cdef int kind = 0
    while outlook.chances.dice_set[kind] != dice:
        kind += 1
    return 1.0 if wins >> kind & 1 else answered(&answers, kind, tried)


cdef uint64_t weigh_moves(Answers* answers, const Outlook* outlook, Field* field, int army, int after) noexcept nogil:
    """Weigh all single moves. Returns the kinds of throws that win at once."""
    cdef uint64_t wins = 0
    cdef int other
    answers.outlook, answers.field = outlook, field
    answers.side, answers.side_after = army >> 1, after >> 1
    memset(answers.die, 0, sizeof(answers.die))
    memset(answers.ride, 0, sizeof(answers.ride))
    answers.still = log_odds(answers, answers.side_after)
    for other in range(ARMIES):
        if outlook.law.pool[army] >> other & 1 and field.left[other]:
            wins |= winning(outlook, field, other)
            weigh_army(answers, other)
    return wins


cdef double log_odds(const Answers* answers, int on_move) noexcept nogil:
    """Of the side that answers."""
    cdef double found = value(answers.outlook, answers.field, on_move, True)
    return found if on_move == answers.side else -found


# --- Single moves ----------------------------------------------------------------------------------------------------

cdef void weigh_army(Answers* answers, int army) noexcept nogil:
    cdef int piece, links, most
    for piece in range(army * ARMY, army * ARMY + ARMY):
        if answers.field.at[piece] == NOWHERE:
            continue
        memset(answers.known, False, sizeof(answers.known))
        most = LONGEST if is_cavalry(piece) else FACES
        for links in range(1, most + 1):
            weigh_legs(answers, piece, links)


cdef void weigh_legs(Answers* answers, int piece, int links) noexcept nogil:
    """All single legs of so many links."""
    cdef Field* field = answers.field
    cdef int start = field.at[piece], captured
    cdef uint64_t at
    cdef Mask blocked = field.occupied
    cdef const Reach* reach
    cdef double gain
    walks = &answers.outlook.law.walks
    drop(&blocked, start)
    for at in range(reach_from(walks, start, links), reach_until(walks, start, links)):
        reach = &walks.reaches[at]
        if not (may_land(answers.outlook.law, field, piece, reach.end) and passes(walks, reach, &blocked)):
            continue
        if not answers.known[reach.end]:
            lift_piece(field, piece)
            captured = land(field, piece, reach.end)
            answers.known[reach.end] = True
            gain = log_odds(answers, answers.side_after) - answers.still
            answers.gain[reach.end] = gain + whim(answers, piece, reach.end)
            undo_landing(field, piece, reach.end, captured)
            put_piece(field, piece, start)
        gain = answers.gain[reach.end]
        if links <= FACES:
            keep(&answers.die[links], TOP, gain, piece, reach.end, links)
        if links > 1 and is_cavalry(piece):
            keep(&answers.ride[links], TOP_RIDES, gain, piece, reach.end, links)


cdef double whim(const Answers* answers, int piece, int spot) noexcept nogil:
    """Next to nothing, so that equal gains are ordered alike when the board is turned."""
    return LEAST * whim_of(answers.outlook.key[answers.side][piece][spot], 0)


cdef void keep(Steps* steps, int most, double gain, int piece, int spot, int links) noexcept nogil:
    """Keep the best, the first of equals first."""
    cdef int at
    if steps.count == most:
        if steps.step[most - 1].gain >= gain:
            return
        steps.count -= 1
    at = steps.count
    while at and steps.step[at - 1].gain < gain:
        steps.step[at] = steps.step[at - 1]
        at -= 1
    steps.step[at].gain = gain
    steps.step[at].piece, steps.step[at].spot, steps.step[at].links = piece, spot, links
    steps.count += 1


# --- Moves put together ----------------------------------------------------------------------------------------------

cdef double answered(Answers* answers, int kind, int tried) noexcept nogil:
    """The chance to win with the best answer to a throw of this kind."""
    cdef Plans plans
    cdef const uint8_t* die = &answers.outlook.chances.die[kind][0]
    cdef int on_move = answers.side if answers.outlook.law.again and kind < FIRST_PLAIN else answers.side_after
    cdef int at
    cdef double best = -1.0, found
    plans.count, plans.most = 0, min(tried, <int>MOST_TRIED)
    put_together(&plans, &answers.die[die[0]], &answers.die[die[1]], &answers.die[die[2]])
    for at in range(DICE):
        # Two dice ridden by cavalry, the third for another piece; or all three.
        put_together(&plans, &answers.ride[die[at] + die[(at + 1) % DICE]], &answers.die[die[(at + 2) % DICE]], NULL)
    put_together(&plans, &answers.ride[die[0] + die[1] + die[2]], NULL, NULL)
    for at in range(plans.count):
        found = tried_out(answers, &plans.plan[at], on_move)
        if found > best:
            best = found
    return best if best >= 0.0 else chance(log_odds(answers, on_move))


cdef void put_together(Plans* plans, const Steps* one, const Steps* two, const Steps* three) noexcept nogil:
    cdef int first, second, third
    cdef const Step* step[DICE]
    for first in range(one.count):
        step[0] = &one.step[first]
        if two == NULL or not two.count:
            offer(plans, step, 1)
            continue
        for second in range(first + 1 if one == two else 0, two.count):
            step[1] = &two.step[second]
            if clash(step[0], step[1]):
                continue
            if three == NULL or not three.count:
                offer(plans, step, 2)
                continue
            for third in range(second + 1 if two == three else 0, three.count):
                step[2] = &three.step[third]
                if not clash(step[0], step[2]) and not clash(step[1], step[2]):
                    offer(plans, step, 3)


cdef bint clash(const Step* one, const Step* other) noexcept nogil:
    return one.piece == other.piece or one.spot == other.spot


cdef void offer(Plans* plans, const Step** step, int steps) noexcept nogil:
    """Keep the plan if it is among the best."""
    cdef double gain = 0.0
    cdef int at
    for at in range(steps):
        gain += step[at].gain
    if plans.count == plans.most:
        if plans.plan[plans.most - 1].gain >= gain:
            return
        plans.count -= 1
    at = plans.count
    while at and plans.plan[at - 1].gain < gain:
        plans.plan[at] = plans.plan[at - 1]
        at -= 1
    plans.plan[at].gain, plans.plan[at].steps = gain, steps
    for first in range(steps):
        plans.plan[at].step[first] = step[first]
    plans.count += 1


# --- Trying a plan ---------------------------------------------------------------------------------------------------

cdef double tried_out(Answers* answers, const Plan* plan, int on_move) noexcept nogil:
    """The chance to win after these moves, in the first order in which all can be made; -1 where there is none."""
    cdef int turn
    cdef int[6][3] orders = [[0, 1, 2], [1, 0, 2], [2, 0, 1], [0, 2, 1], [1, 2, 0], [2, 1, 0]]
    cdef double worth
    cdef int ways = 1 if plan.steps == 1 else 2 if plan.steps == 2 else 6
    for turn in range(ways):
        worth = made(answers, plan, &orders[turn][0], 0, on_move)
        if worth >= 0.0:
            return worth
    return -1.0


cdef double made(Answers* answers, const Plan* plan, const int* order, int at, int on_move) noexcept nogil:
    """Make the step at this place of the order, and those behind it, weigh, and take all back."""
    cdef Field* field = answers.field
    cdef const Step* step
    cdef int start, captured, end
    cdef double worth
    if at == plan.steps:
        return chance(log_odds(answers, on_move))
    step = plan.step[order[at]]
    start = field.at[step.piece]
    if start == NOWHERE or not can_go(answers, step):
        return -1.0
    lift_piece(field, step.piece)
    captured = land(field, step.piece, step.spot)
    end = end_after(answers.outlook.law, field, step.piece, captured)
    if end == PLAY_ON:
        worth = made(answers, plan, order, at + 1, on_move)
    else:
        worth = 1.0 if is_won(end) else 0.5
    undo_landing(field, step.piece, step.spot, captured)
    put_piece(field, step.piece, start)
    return worth


cdef bint can_go(const Answers* answers, const Step* step) noexcept nogil:
    cdef const Field* field = answers.field
    cdef int start = field.at[step.piece]
    cdef uint64_t at
    cdef Mask blocked = field.occupied
    walks = &answers.outlook.law.walks
    drop(&blocked, start)
    if not may_land(answers.outlook.law, field, step.piece, step.spot):
        return False
    for at in range(reach_from(walks, start, step.links), reach_until(walks, start, step.links)):
        if walks.reaches[at].end == step.spot:
            return passes(walks, &walks.reaches[at], &blocked)
    return False
