"""What a position is worth to a side, in hundredths of a point: see evaluation.pxd.

It is looked at from the seat whose ply is under way, with so many actions left; then the enemy has his. All that is
counted: what both sides have; what each can take next, less what would be taken back; how many actions the two nearest
pieces need to the lines of retreat that count.
"""

from libc.stdint cimport uint8_t
from libc.string cimport memset

from core.rulesets.stratego_waterloo.board cimport (
    ANY, ART, ARTILLERY, BLUE, BY_CARDS, BY_EXPERT, CAVALRY, CINC, CMD, DIRECTIONS, FARM, HC, HILL,
    INFANTRY, LIGHT, NONE, SQUARES, back_rank, forward, rank_of,
)
from core.rulesets.stratego_waterloo.combat cimport attack_bonus, defence_bonus
from core.rulesets.stratego_waterloo.pursuit cimport count_fugitives
from core.rulesets.stratego_waterloo.squares cimport (
    SquareSet, around, has_square, lowest_square, one_square, ridden, ridden_all, shifted, size_of, squares_of,
    without_lowest,
)
from core.rulesets.stratego_waterloo.state cimport (
    PLAY_ON, PURSUING, WITHDRAWN, Piece, losses, strength_of, terrain_at,
)
from core.rulesets.stratego_waterloo.turns cimport allowance

cdef enum:
    SECTIONS = 3
    MOST_TAKEN = 4  # pieces that are expected to be taken in a ply
    FAR_OFF = 6  # actions: as good as any number of them
    BY_A_GUN = 1 << 7  # of what guards a square, beside the strengths as bits
    GROUND_RANGE = 3
    HILL_RANGE = 4
    SMALL_LEAD = 4  # casualties that a pursuit has to be ahead by (SWL-171)


NAMES = (
    "immune", "gun", "cmd", "cinc", "fatal", "block", "pool", "row", "threat", "hidden", "veiled", "back", "now",
    "later", "rush", "rushed", "ruled", "chase",
)


cdef void read_weights(weights, Weights* read) except *:
    """From a mapping by name, in points; KeyError for one that is missing."""
    cdef int at
    for at in range(7):
        read.strength[at] = round(100 * weights[f"strength_{at}"])
    for at in range(MOST_NEED + 1):
        read.lines[at] = round(100 * weights[f"lines_{at}"])
    whole = [round(100 * weights[name]) for name in NAMES]
    (
        read.immune, read.gun, read.cmd, read.cinc, read.fatal, read.block, read.pool, read.row, read.threat,
        read.hidden, read.veiled, read.back, read.now, read.later, read.rush, read.rushed, read.ruled, read.chase,
    ) = whole


cdef int weigh(const Law* law, const State* state, const Weights* weights, int seat, int left) noexcept nogil:
    """What a state is worth to a seat that has `left` actions to go, before the enemy has his."""
    cdef int enemy = seat ^ 1, theirs
    cdef Field field
    if state.over != PLAY_ON:
        return WIN if state.winner == seat else -WIN if state.winner == enemy else 0
    if state.phase == PURSUING:
        return hope_of_pursuit(law, state, weights, seat)
    theirs = max(allowance(law, state, enemy), 1)
    survey(law, state, &field)
    return (
        forces(law, state, weights, seat) - forces(law, state, weights, enemy)
        + prospects(law, state, weights, &field, seat, left) - threats(law, state, weights, &field, enemy, theirs)
        + march(law, state, weights, &field, seat, left, weights.rush)
        - march(law, state, weights, &field, enemy, theirs, weights.rushed)
    )


cdef int hope_of_pursuit(const Law* law, const State* state, const Weights* weights, int seat) noexcept nogil:
    """About half of those who flee are cut down; the victor has won if that puts him far enough ahead (SWL-171)."""
    cdef int beaten = state.victor ^ 1, lead, hope
    lead = count_fugitives(law, state) // 2
    if not law.pursuit_casualties:
        lead += losses(law, state, beaten) - losses(law, state, state.victor)
    hope = weights.chase if lead >= SMALL_LEAD + 2 else weights.chase // 2 if lead >= SMALL_LEAD else 0
    return hope + lead if seat == state.victor else -hope - lead


# --- Forces -----------------------------------------------------------------------------------------------------------

cdef int worth_of(const Law* law, const State* state, const Weights* weights, int slot) noexcept nogil:
    """What a piece is worth by itself."""
    cdef const Piece* piece = &state.piece[slot]
    cdef int cls = law.cls[piece.code]
    if cls == ART:
        return weights.gun
    if cls == CMD or cls == CINC:
        return worth_of_leader(law, state, weights, piece.code)
    return (
        weights.strength[strength_of(law, piece)] + (weights.immune if cls == LIGHT else 0)
        + (weights.strength[law.strength[piece.code]] - weights.strength[strength_of(law, piece)]) * 6 // 10
        - weights.block * piece.blocks
    )


cdef int worth_of_leader(const Law* law, const State* state, const Weights* weights, int code) noexcept nogil:
    """SWL-087; a leader whose loss ends the game by itself is worth the game (SWL-101, SWL-154)."""
    cdef int seat = law.side[code]
    if law.cls[code] != CINC:
        return weights.cmd
    if law.sudden_death == 1 or law.sudden_death == 2 and seat == BLUE:
        return weights.fatal
    return weights.cinc


cdef int price_of(const Law* law, const State* state, const Weights* weights, int slot) noexcept nogil:
    """What it is worth to take a piece: the last of two leaders is worth the game (SWL-090)."""
    cdef int code = state.piece[slot].code, seat = law.side[code]
    if code == law.cmd[seat] and state.lost[law.cinc[seat]] or code == law.cinc[seat] and state.lost[law.cmd[seat]]:
        return weights.fatal
    return worth_of(law, state, weights, slot)


cdef int forces(const Law* law, const State* state, const Weights* weights, int seat) noexcept nogil:
    """What a side has, on the board and off it, and how far forward it stands."""
    cdef int slot, sum = 0, cls
    cdef const Piece* piece
    for slot in range(state.slots):
        piece = &state.piece[slot]
        if piece.place > WITHDRAWN or law.side[piece.code] != seat:
            continue
        if piece.place >= SQUARES:
            sum += worth_of(law, state, weights, slot) * weights.pool // 100
            continue
        sum += worth_of(law, state, weights, slot)
        cls = law.cls[piece.code]
        if cls != ART and cls != CINC and cls != CMD:
            sum += weights.row * abs(rank_of(piece.place) - back_rank(seat))
    return sum


# --- Who reaches whom -------------------------------------------------------------------------------------------------

cdef void survey(const Law* law, const State* state, Field* field) noexcept nogil:
    """All attacks and shots that both sides could make, and who stands by whom."""
    cdef int tile, slot
    field.held[0], field.held[1] = squares_of(state.held[0]), squares_of(state.held[1])
    field.empty = ~(field.held[0] | field.held[1])
    field.farms = field.hills = 0
    for tile in range(law.tiles):
        if law.tile_kind[tile] == FARM and terrain_at(law, state, law.tile_corner[tile]) == FARM:
            field.farms |= squares_of(law.tile_squares[tile])
        elif law.tile_kind[tile] == HILL:
            field.hills |= squares_of(law.tile_squares[tile])
    field.open = field.empty & ~field.farms
    field.attacks[0] = field.attacks[1] = 0
    memset(field.guard, 0, sizeof(field.guard))
    for slot in range(state.slots):
        if state.piece[slot].place >= SQUARES:
            continue
        if law.arm[state.piece[slot].code] == INFANTRY:
            look_of_infantry(law, state, field, slot)
        elif law.arm[state.piece[slot].code] == CAVALRY:
            look_of_cavalry(law, state, field, slot)
        else:
            look_of_a_gun(law, state, field, slot)


cdef inline void meets(const Law* law, const State* state, Field* field, int slot, SquareSet those) noexcept nogil:
    """A piece could attack on each of these squares, or take back on it."""
    cdef int side = law.side[state.piece[slot].code], square, cls = law.cls[state.piece[slot].code], guard
    cdef SquareSet enemies = those & field.held[side ^ 1]
    while enemies and field.attacks[side] < MOST_ATTACKS:
        field.attack[side][field.attacks[side]].slot = slot
        field.attack[side][field.attacks[side]].target = lowest_square(enemies)
        field.attacks[side] += 1
        enemies = without_lowest(enemies)
    if cls == CINC:
        return
    guard = BY_A_GUN if cls == ART else 1 << strength_of(law, &state.piece[slot])
    those &= field.held[side]
    while those:
        square = lowest_square(those)
        field.guard[square] |= guard
        those = without_lowest(those)


cdef void look_of_infantry(const Law* law, const State* state, Field* field, int slot) noexcept nogil:
    cdef int side = law.side[state.piece[slot].code], place = state.piece[slot].place, gun
    cdef SquareSet reached = one_square(place), targets, guns, sides
    reached |= around(reached) & field.empty
    if law.cls[state.piece[slot].code] == LIGHT:
        reached |= around(reached) & field.empty
    targets = around(reached) & ~field.empty & ~one_square(place)
    guns = targets & field.held[side ^ 1]
    while guns:
        gun = lowest_square(guns)
        guns = without_lowest(guns)
        if law.cls[state.piece[state.on[gun]].code] == ART:
            sides = around(one_square(gun)) & ~shifted(one_square(gun), forward(side ^ 1))
            if not sides & reached:
                targets &= ~one_square(gun)
    meets(law, state, field, slot, targets)


cdef void look_of_cavalry(const Law* law, const State* state, Field* field, int slot) noexcept nogil:
    cdef int side = law.side[state.piece[slot].code], place = state.piece[slot].place, direction, square
    cdef SquareSet targets = 0, way
    for direction in range(DIRECTIONS):
        way = ridden(one_square(place), field.open, direction) & ~field.empty & ~field.farms
        if way and direction == forward(side):
            square = lowest_square(way)
            if law.cls[state.piece[state.on[square]].code] == ART and has_square(field.held[side ^ 1], square):
                continue
        targets |= way
    meets(law, state, field, slot, targets)


cdef void look_of_a_gun(const Law* law, const State* state, Field* field, int slot) noexcept nogil:
    cdef int side = law.side[state.piece[slot].code], place = state.piece[slot].place, _step, way = forward(side)
    cdef SquareSet here = one_square(place), targets = 0
    if has_square(field.hills, place):
        for _step in range(HILL_RANGE):
            here = shifted(here, way)
            targets |= here | shifted(here, 1) | shifted(here, 3)
    else:
        for _step in range(GROUND_RANGE):
            here = shifted(here, way)
            targets |= here
            here &= field.open
        # The gun does not reach what is behind the first that stands there: `here` has then run out.
    targets &= ~field.empty & ~field.farms
    meets(law, state, field, slot, targets)


# --- What can be taken ------------------------------------------------------------------------------------------------

cdef int gain_of(
    const Law* law, const State* state, const Weights* weights, const Field* field, const Attack* attack
) noexcept nogil:
    """What an attack or a shot brings, less what is taken back; a fair share of both in a tie. 0: better not."""
    cdef const Piece* piece = &state.piece[attack.slot]
    cdef int victim = state.on[attack.target], own = price_of(law, state, weights, attack.slot)
    cdef const Piece* other = &state.piece[victim]
    cdef int gain = price_of(law, state, weights, victim), cls = law.cls[piece.code], strength, against, guard
    if cls == ART:
        if law.cls[other.code] == LIGHT:
            return 0
        if law.cls[other.code] == ART and has_square(field.hills, attack.target):
            return gain if has_square(field.hills, piece.place) else 0
        return gain
    strength = strength_of(law, piece)
    if law.cls[other.code] != ART and law.cls[other.code] != CINC and cls != CINC:
        against = strength_of(law, other)
        if law.tiles:
            strength += attack_bonus(law, state, piece.code, piece.place)
            against += defence_bonus(law, state, other.code, attack.target, piece.place)
        if strength < against:
            return 0
        if strength == against:
            return (gain - own) // 2 if gain > own else 0
    if gain == weights.fatal:
        return gain
    if cls == HC:
        strength -= 1
        gain -= weights.block
    strength = min(max(strength, 0), 6)
    guard = field.guard[attack.target]
    if cls == CINC and guard or guard & BY_A_GUN and cls != LIGHT or guard & ~BY_A_GUN & -(2 << strength) & 127:
        gain -= own * weights.back // 100
    elif guard & 1 << strength:
        gain -= own * weights.back // 200
    return max(gain, 0)


cdef int best_gains(
    const Law* law, const State* state, const Weights* weights, const Field* field, int side, int blind, int* gains
) noexcept nogil:
    """The most that a side can take, piece by piece, in falling order; how many pieces that are."""
    cdef int best[SQUARES]
    cdef uint8_t targets[SQUARES]
    cdef int count = 0, at, gain, target, rank, kept = 0
    memset(best, 0, sizeof(best))
    for at in range(field.attacks[side]):
        gain = gain_of(law, state, weights, field, &field.attack[side][at])
        if gain <= 0:
            continue
        target = field.attack[side][at].target
        if not state.piece[state.on[target]].known and law.arm[state.piece[state.on[target]].code] != ARTILLERY:
            gain = gain * blind // 100
        if not best[target]:
            targets[count] = target
            count += 1
        best[target] = max(best[target], gain)
    for at in range(count):
        gain = best[targets[at]]
        rank = kept
        while rank > 0 and gains[rank - 1] < gain:
            if rank < MOST_TAKEN:
                gains[rank] = gains[rank - 1]
            rank -= 1
        if rank < MOST_TAKEN:
            gains[rank] = gain
            kept = min(kept + 1, MOST_TAKEN)
    return kept


cdef int threats(
    const Law* law, const State* state, const Weights* weights, const Field* field, int side, int actions
) noexcept nogil:
    """What a side may be expected to take in its next ply."""
    cdef int gains[MOST_TAKEN + 1]
    cdef int count = best_gains(law, state, weights, field, side, weights.hidden, gains), at, sum = 0
    for at in range(min(count, actions)):
        sum += gains[at]
    return sum * weights.threat // 100


cdef int prospects(
    const Law* law, const State* state, const Weights* weights, const Field* field, int side, int left
) noexcept nogil:
    """What a side may be expected to take with the actions left, and in the ply after."""
    cdef int gains[MOST_TAKEN + 1]
    cdef int count = best_gains(law, state, weights, field, side, weights.veiled, gains), at, sum = 0
    for at in range(count):
        sum += gains[at] * (weights.now if at < left else weights.later) // 100
    return sum


# --- The lines of retreat ---------------------------------------------------------------------------------------------

cdef int march(
    const Law* law, const State* state, const Weights* weights, const Field* field, int side, int actions, int rush
) noexcept nogil:
    """How near a side is to the enemy's lines of retreat; `rush` is what it is worth if its actions suffice."""
    cdef int enemy = side ^ 1, section, only = NONE, worth, best = 0, rest = 0
    if law.retreat == BY_CARDS:
        only = state.section[enemy]
    elif law.retreat != BY_EXPERT and law.retreat_section[enemy] != ANY:
        only = law.retreat_section[enemy]
    for section in range(SECTIONS):
        if only != NONE and section != only:
            # It is worth something to know that these are not the lines of retreat, which nobody keeps in mind.
            if law.retreat == BY_CARDS and size_of(squares_of(law.lines[enemy][section]) & field.held[side]) > 1:
                rest += 4 * weights.ruled
            continue
        worth = march_to(law, state, weights, field, side, section, actions, rush)
        if worth > best:
            best, worth = worth, best
        rest += worth
    return best + rest // 4


cdef int march_to(
    const Law* law, const State* state, const Weights* weights, const Field* field, int side, int section,
    int actions, int rush
) noexcept nogil:
    """The same for one section of the enemy's back row: the two nearest pieces are looked at."""
    cdef SquareSet goal = squares_of(law.lines[side ^ 1][section])
    cdef SquareSet ride[4]
    cdef SquareSet walk[7]
    cdef int slot, need, first = FAR_OFF, second = FAR_OFF, total
    cdef const Piece* piece
    spread(field, goal, side, ride, walk)
    for slot in range(state.slots):
        piece = &state.piece[slot]
        if piece.place >= SQUARES or law.side[piece.code] != side or law.cls[piece.code] == CINC:
            continue
        need = need_of(law, piece, goal, ride, walk, side)
        if need < first:
            second, first = first, need
        elif need < second:
            second = need
    total = min(first + second, MOST_NEED)
    return weights.lines[total] + (rush if total <= actions else 0)


cdef void spread(const Field* field, SquareSet goal, int side, SquareSet* ride, SquareSet* walk) noexcept nogil:
    """From where cavalry needs one, two or three rides to the goal, and infantry how many steps.

    An enemy on the goal costs an action more: he has to be beaten.
    """
    cdef int step
    cdef SquareSet free = goal & field.empty, taken = goal & field.held[side ^ 1]
    ride[1] = ridden_all(free & field.open, field.open)
    ride[2] = ride[1] | ridden_all(ride[1] & field.open, field.open) | ridden_all(taken, field.open)
    ride[3] = ride[2] | ridden_all(ride[2] & field.open, field.open)
    walk[0] = free
    for step in range(1, 7):
        walk[step] = walk[step - 1] | around(walk[step - 1] & field.empty)
        if step == 3:
            walk[step] |= around(taken)


cdef inline int need_of(
    const Law* law, const Piece* piece, SquareSet goal, const SquareSet* ride, const SquareSet* walk, int side
) noexcept nogil:
    """About how many actions a piece needs to the goal."""
    cdef int place = piece.place, action, most
    if has_square(goal, place):
        return 0
    if law.arm[piece.code] == CAVALRY:
        for action in range(1, 4):
            if has_square(ride[action], place):
                return action
        return 4
    if law.cls[piece.code] == ART:
        return min(abs(rank_of(place) - back_rank(side ^ 1)) + 1, FAR_OFF)
    most = 3 if law.cls[piece.code] == LIGHT else 2
    for action in range(1, 6 // most + 1):
        if has_square(walk[action * most], place):
            return action
    return min(2 + abs(rank_of(place) - back_rank(side ^ 1)) // most, FAR_OFF)
