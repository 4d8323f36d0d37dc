"""What a position is worth to the robots: one number from -1 (Red has won) to 1 (Blue has won). All of it is C.

It adds up the bases of both sides, their hold on the cells that count at the end (WGR-132, WGR-135), and a few faults
of posture; how much each is worth stands in `weights`. The hold on a cell is felt over the whole field, the less the
longer the way: so that troops go where they are wanted without being told. Not for: looking ahead.
"""

from core.rulesets.waterloo_grid.weights import WEIGHTS as USUAL

from libc.math cimport sqrt
from libc.stdint cimport int8_t

from core.rulesets.waterloo_grid.activation cimport points_of
from core.rulesets.waterloo_grid.board cimport (
    ARTILLERY, BLUE, CELLS, CLASSES, NOBODY, NOWHERE, OBJECTIVES, RED, SIDES, VILLAGE_CELLS, Law, is_infantry,
    steps_between,
)
from core.rulesets.waterloo_grid.field cimport (
    LETTERS, PLAY_ON, SLOTS, SQUARE, Field, State, forms, kind_in, lowest, popcount, side_of, side_of_slot,
)
from core.rulesets.waterloo_grid.fire cimport LINES, gun_targets, reached
from core.rulesets.waterloo_grid.turn cimport more_bases

WEIGHT_NAMES = (
    "base_guns", "base_guard", "base_heavy", "base_line", "base_light", "unit_lives", "pool_blue", "pool_red", "forms",
    "points", "late", "win", "reach", "decay", "power_cavalry", "power_guns", "garrison", "held", "held_late", "tie",
    "apart", "flank", "target", "in_square",
    "muskets", "trapped", "storm", "nearest", "march", "even", "fade",
)

cdef enum:
    LONG = 15  # turns that a game without a limit is thought to go on
    FAR = 6  # steps, or turns: what is farther away is no matter
    IN_RANGE = 3  # guns need come no nearer


cdef object prepare(Judge* judge, const Law* law, weights):
    """Make weights ready for the ground of a game; those not named are the usual ones."""
    cdef int at, kind, cell, steps
    chosen = {**USUAL, **(weights or {})}
    for at, name in enumerate(WEIGHT_NAMES):
        judge.weight[at] = chosen[name]
    judge.near[0] = 1.0
    for steps in range(1, LONGEST_WAY + 1):
        judge.near[steps] = judge.near[steps - 1] * judge.weight[DECAY]
    for kind in range(CLASSES):
        judge.base[BLUE][kind] = judge.weight[BASE_GUNS + kind] * (1.0 - judge.weight[POOL_BLUE])
        judge.base[RED][kind] = judge.weight[BASE_GUNS + kind] * (1.0 - judge.weight[POOL_RED])
        judge.power[kind] = 1.0 if is_infantry(kind) else judge.weight[POWER_CAVALRY]
    judge.power[ARTILLERY] = judge.weight[POWER_GUNS]
    for at in range(OBJECTIVES):
        judge.value[at] = 2.0 if at < VILLAGE_CELLS else 1.0
        for cell in range(CELLS):
            judge.way[at][cell] = steps_between(cell, law.objective[at])
            judge.pull[cell][at] = judge.near[judge.way[at][cell]]
    judge.led = judge.weight[NEAREST] != 0.0 or judge.weight[MARCH] != 0.0


cdef inline double bent(double x) noexcept nogil:
    """An S from -1 to 1; nothing but exact arithmetic, so that it is the same everywhere."""
    return x / sqrt(1.0 + x * x)


cdef double standing(const Judge* judge, const Law* law, const State* state) noexcept nogil:
    """From -1, Red has won, to 1, Blue has won."""
    if state.over != PLAY_ON:
        return 0.0 if state.winner == NOBODY else 1.0 if state.winner == BLUE else -1.0
    return bent(lead(judge, law, state))


cdef double lead(const Judge* judge, const Law* law, const State* state) noexcept nogil:
    """How far Blue is ahead, in what the weights come to. Near the end troops count for less, as Red's ease does."""
    cdef double turns = turns_left(law, state), fade = judge.weight[FADE]
    cdef double lasting = turns / (turns + fade) * (LONG + fade) / LONG
    return (
        lasting * forces(judge, law, state)
        + ground(judge, law, state, turns)
        + judge.weight[TIE] * bent(0.5 * more_bases_than_red(law, state)) / (1.0 + turns)
        - judge.weight[EVEN] * turns / LONG
    )


cdef double turns_left(const Law* law, const State* state) noexcept nogil:
    """Game turns to go, with halves, behind the one that ends now; LONG where there is no limit (WGR-135)."""
    cdef double left
    if not law.turn_limit:
        return LONG
    left = law.turn_limit - state.turn + (0.5 if state.mover == BLUE else 0.0)
    return 0.0 if left < 0.0 else min(left, <double>LONG)


# --- Troops ----------------------------------------------------------------------------------------------------------

cdef double forces(const Judge* judge, const Law* law, const State* state) noexcept nogil:
    """The bases that stand, the units that live or could come back, and how they stand."""
    cdef double sum[SIDES]
    cdef int slot, side, kind, count
    sum[BLUE] = sum[RED] = 0.0
    for slot in range(SLOTS):
        if not state.field.alive[slot]:
            continue
        side, kind, count = side_of_slot(slot), state.field.kind[slot], popcount(state.field.alive[slot])
        sum[side] += count * judge.base[side][kind] + judge.weight[UNIT_LIVES]
        sum[side] -= judge.weight[APART] * cells_apart(law, &state.field, slot)
        if kind == ARTILLERY:
            sum[side] += judge.weight[TARGET] * dice_in_sight(law, &state.field, slot)
    for side in range(SIDES):
        for kind in range(CLASSES):
            if forms(&state.field, side, kind):
                sum[side] += judge.weight[FORMS] / law.entry_dice[side]
    return sum[BLUE] - sum[RED]


cdef double more_bases_than_red(const Law* law, const State* state) noexcept nogil:
    """How many bases Blue is ahead by, where points are equal (WGR-135, WGR-R60)."""
    return <double>more_bases(law, state) / (law.bases_at_start[RED] if law.share_ties else 1)


cdef int cells_apart(const Law* law, const Field* field, int slot) noexcept nogil:
    """Bases that stand away from their flag, but for those in villages and farms, which have no room for more."""
    cdef int letter, first = lowest(field.alive[slot]), cell = field.cell[LETTERS * slot + first], other, count = 0
    for letter in range(first + 1, LETTERS):
        other = field.cell[LETTERS * slot + letter]
        if (field.alive[slot] >> letter) & 1 and other != cell and law.room[other] == 4 and law.room[cell] == 4:
            count += 1
    return count


cdef int dice_in_sight(const Law* law, const Field* field, int slot) noexcept nogil:
    """The most dice that a battery could throw now."""
    cdef uint8_t targets[LINES]
    cdef uint8_t dice[LINES]
    cdef int base = LETTERS * slot + lowest(field.alive[slot]), at, most = 0
    cdef int count = gun_targets(
        law, field, NULL, side_of_slot(slot), field.cell[base], field.facing[base], popcount(field.alive[slot]),
        targets, dice,
    )
    for at in range(count):
        most = max(most, <int>dice[at])
    return most


# --- Ground ----------------------------------------------------------------------------------------------------------

cdef double ground(const Judge* judge, const Law* law, const State* state, double turns) noexcept nogil:
    """The hold on the cells that count, the win that it would be, and stacks badly placed."""
    cdef const Field* field = &state.field
    cdef double pull[OBJECTIVES]
    cdef double hold[OBJECTIVES]
    cdef double storm[SIDES][OBJECTIVES]
    cdef double power, sum = 0.0, points = law.blue_points if law.turn_limit else 0, late = 1.0 / (1.0 + turns), there
    cdef double closest[SIDES][OBJECTIVES]
    cdef const double* pulls
    cdef int has[OBJECTIVES]
    cdef int8_t owner[CELLS]
    cdef int cell, at, kind, side, sign
    for at in range(OBJECTIVES):
        pull[at] = 0.0
        has[at] = holder_of(law, state, at)
        closest[BLUE][at] = closest[RED][at] = FAR
        storm[BLUE][at] = judge.weight[STORM] if has[at] == -1 else 1.0
        storm[RED][at] = -judge.weight[STORM] if has[at] == 1 else -1.0
    for cell in range(CELLS):
        owner[cell] = 0 if not field.count[cell] else 1 if side_of(field.who[cell][0]) == BLUE else -1
    for cell in range(CELLS):
        if not owner[cell]:
            continue
        kind, sign = kind_in(field, cell), owner[cell]
        side = BLUE if sign == 1 else RED
        power = field.count[cell] * judge.power[kind]
        pulls = &judge.pull[cell][0]
        for at in range(OBJECTIVES):
            pull[at] += power * pulls[at] * storm[side][at]
        sum += sign * posture(judge, law, field, owner, cell, kind)
        if judge.led:
            sum -= sign * judge.weight[MARCH] * field.count[cell] * way_to_go(judge, cell, kind, sign, has, closest)
    # What stands there counts the more, and what stands near the less, the nearer the end is.
    there = judge.weight[HELD] + (1.0 - judge.weight[HELD]) / (1.0 + judge.weight[HELD_LATE] * turns)
    for at in range(OBJECTIVES):
        cell = law.objective[at]
        if field.count[cell] and is_infantry(kind_in(field, cell)):
            pull[at] += has[at] * judge.weight[GARRISON] * field.count[cell]
        hold[at] = there * has[at] + (1.0 - there) * bent(judge.weight[REACH] * pull[at])
        points += judge.value[at] * hold[at]
        if has[at] != 1:
            sum -= judge.weight[NEAREST] * judge.value[at] * closest[BLUE][at] * (1.0 - there)
        if has[at] != -1:
            sum += judge.weight[NEAREST] * judge.value[at] * closest[RED][at] * (1.0 - there)
    sum += judge.weight[POINTS] * points * (1.0 + judge.weight[LATE] * late)
    return sum + judge.weight[WIN] * (chance_of_all(hold, 1) - chance_of_all(hold, -1))


cdef double way_to_go(
    const Judge* judge, int cell, int kind, int sign, const int* has, double closest[SIDES][OBJECTIVES]
) noexcept nogil:
    """Steps to the nearest cell that the side has not; `closest` learns how many turns each is away."""
    cdef int at, side = BLUE if sign == 1 else RED, steps, least = FAR
    cdef double turns
    for at in range(OBJECTIVES):
        if has[at] == sign:
            continue
        steps = judge.way[at][cell]
        least = min(least, steps)
        turns = <double>steps / points_of(kind)
        if kind != ARTILLERY and turns < closest[side][at]:
            closest[side][at] = turns
    return max(least, IN_RANGE) if kind == ARTILLERY else least


cdef int holder_of(const Law* law, const State* state, int at) noexcept nogil:
    """1 where a cell that counts is Blue's, -1 where it is Red's, 0 where it is nobody's (WGR-R58)."""
    cdef int side, cell = law.objective[at]
    if state.field.count[cell]:
        side = side_of(state.field.who[cell][0])
    elif law.hold_last:
        side = state.held[at]
    else:
        return 0
    return 0 if side == NOBODY else 1 if side == BLUE else -1


cdef double chance_of_all(const double* hold, int sign) noexcept nogil:
    """How near a side is to what wins at once: all village cells and two farms (WGR-132)."""
    cdef double all_of_them = 1.0, farms = 0.0
    cdef int at
    for at in range(OBJECTIVES):
        if at < VILLAGE_CELLS:
            all_of_them *= 0.5 + 0.5 * sign * hold[at]
        else:
            farms += 0.5 + 0.5 * sign * hold[at]
    return sqrt(all_of_them * min(farms, 2.0) * 0.5)


cdef double posture(
    const Judge* judge, const Law* law, const Field* field, const int8_t* owner, int cell, int kind
) noexcept nogil:
    """How a stack stands: in square, with enemies beside or behind, with nowhere to run, with somebody to fire at.

    `owner` is 1 where Blue stands, -1 where Red does.
    """
    cdef int looking[SQUARE + 1]
    cdef int direction, ahead, behind, at, enemy = -owner[cell], front
    cdef double sum
    for at in range(SQUARE + 1):
        looking[at] = 0
    for at in range(field.count[cell]):
        looking[field.facing[field.who[cell][at]]] += 1
    sum = -judge.weight[IN_SQUARE] * looking[SQUARE]
    for direction in range(4):
        front = looking[direction]
        if front and is_infantry(kind):
            sum += judge.weight[MUSKETS] * musket_dice(law, owner, cell, direction, min(front, 2))
        ahead = law.ahead[direction][cell]
        if ahead == NOWHERE or owner[ahead] != enemy:
            continue
        if not front and not law.farm[cell] and looking[SQUARE] < field.count[cell]:
            sum -= judge.weight[FLANK] * field.count[cell]
        behind = law.ahead[(direction + 2) & 3][cell]
        if not law.walled[cell] and (behind == NOWHERE or owner[behind] == enemy):
            sum -= judge.weight[TRAPPED] * field.count[cell]
    return sum


cdef int musket_dice(const Law* law, const int8_t* owner, int cell, int direction, int dice) noexcept nogil:
    """The most dice of one volley (WGR-055, WGR-060)."""
    cdef int which, target, most = 0
    for which in range(3):
        target = reached(law, cell, direction, which)
        if target != NOWHERE and owner[target] == -owner[cell]:
            most = max(most, dice - <int>law.musket_cover[target])
    return most
