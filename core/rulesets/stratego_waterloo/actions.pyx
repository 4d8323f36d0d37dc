"""What one piece can do with one action, in the order of the rulebook. See actions.pxd."""

from core.rulesets.stratego_waterloo.board cimport (
    ART, ARTILLERY, CAVALRY, DIRECTIONS, FARM, FILES, HC, HILL, INFANTRY, LIGHT, MUD, NONE, PR, SQUARES, VILLAGE, Law,
    back_rank, file_of, forward, left_hand, rank_of, reverse, shared,
)
from core.rulesets.stratego_waterloo.state cimport (
    IN_RESERVE, MUCH_DAMAGE, RESTING, WITHDRAWN, Piece, State, present_ply, seat_at, terrain_at,
)


cdef enum:
    CAVALRY_RANGE = 11  # from edge to edge
    LIGHT_RANGE = 3
    LINE_RANGE = 2
    GROUND_RANGE = 3  # SWL-066
    HILL_RANGE = 4  # SWL-128


# --- Movement ---------------------------------------------------------------------------------------------------------

cdef int range_of(const Law* law, int code) noexcept nogil:
    if law.arm[code] == CAVALRY:
        return CAVALRY_RANGE
    if law.arm[code] == ARTILLERY:
        return 1
    return LIGHT_RANGE if law.cls[code] == LIGHT else LINE_RANGE


cdef bint slowed(const Law* law, int code) noexcept nogil:
    """SWL-185, SWL-188."""
    return law.cls[code] != LIGHT


cdef bint may_stand(const Law* law, const State* state, int code, int square) noexcept nogil:
    """Whether the terrain lets a piece in: SWL-116, SWL-117, SWL-126, SWL-151, SWL-189."""
    cdef int terrain = terrain_at(law, state, square)
    if terrain == FARM:
        return law.arm[code] == INFANTRY
    return terrain != MUD or law.arm[code] != ARTILLERY


cdef bint may_leave(const Law* law, const State* state, int code, int square, int direction) noexcept nogil:
    """SWL-187: out of MUD a slowed piece does not step back."""
    if law.mud_back or not slowed(law, code) or terrain_at(law, state, square) != MUD:
        return True
    return direction != reverse(forward(law.side[code]))


cdef int steps_from(const Law* law, const State* state, int code, int square) noexcept nogil:
    """The range of a move or attack that begins on this square (SWL-185)."""
    if slowed(law, code) and terrain_at(law, state, square) == MUD:
        return 1
    return range_of(law, code)


cdef void measure(const Law* law, const State* state, int slot, Reach* reach) noexcept nogil:
    """How many steps a piece on the board needs to each square on which a move of it may end; its own: 0.

    For infantry any way around counts, for the others the straight line (SWL-031 to SWL-034).
    """
    cdef int code = state.piece[slot].code, start = state.piece[slot].place
    cdef int most = steps_from(law, state, code, start)
    cdef uint8_t queue[SQUARES]
    cdef int head = 0, tail = 1, square, direction, following, steps
    cdef bint halts
    for square in range(SQUARES):
        reach.steps[square] = FAR
    reach.steps[start] = 0
    if law.arm[code] == INFANTRY:
        queue[0] = start
        while head < tail:
            square = queue[head]
            head += 1
            if reach.steps[square] == most:
                break
            if square != start and slowed(law, code) and terrain_at(law, state, square) == MUD:
                continue  # SWL-186
            for direction in range(DIRECTIONS):
                following = square + law.step[square][direction]
                if following == square or state.on[following] != NONE or reach.steps[following] != FAR:
                    continue
                if square == start and not may_leave(law, state, code, square, direction):
                    continue
                reach.steps[following] = reach.steps[square] + 1
                queue[tail] = following
                tail += 1
        return
    for direction in range(DIRECTIONS):
        if not may_leave(law, state, code, start, direction):
            continue
        square, halts = start, False
        for steps in range(1, most + 1):
            following = square + law.step[square][direction]
            if halts or following == square or state.on[following] != NONE:
                break
            if not may_stand(law, state, code, following):
                break
            reach.steps[following] = steps
            halts = terrain_at(law, state, following) == MUD
            square = following


cdef int destinations(const Law* law, const State* state, int slot, uint8_t* out) noexcept nogil:
    """The squares to which a piece on the board can move in one action; how many."""
    cdef int code = state.piece[slot].code, start = state.piece[slot].place, count = 0
    cdef int square, direction, following, most
    cdef Reach reach
    if law.arm[code] != INFANTRY and not law.tiles:
        most = range_of(law, code)
        for direction in range(DIRECTIONS):
            square = start
            while True:
                following = square + law.step[square][direction]
                if following == square or state.on[following] != NONE:
                    break
                out[count] = following
                count += 1
                if most == 1:
                    break
                square = following
        return count
    measure(law, state, slot, &reach)
    for square in range(SQUARES):
        if reach.steps[square] != FAR and square != start:
            out[count] = square
            count += 1
    return count


# --- The approach of an attack ----------------------------------------------------------------------------------------

cdef bint is_front(const Law* law, const State* state, int target, int direction) noexcept nogil:
    """Whether a last step in this direction comes at the front of a gun on the target square (SWL-049)."""
    cdef int code = state.piece[state.on[target]].code
    return law.cls[code] == ART and direction == reverse(forward(law.side[code]))


cdef int turn_of(int seat, int direction) noexcept nogil:
    """SWL-R30 (3): the order of last steps: forward, to the own left, to the right, back."""
    if direction == forward(seat):
        return 0
    if direction == left_hand(seat):
        return 1
    return 3 if direction == reverse(forward(seat)) else 2


cdef bint best_assault(
    const Law* law, const State* state, int slot, int target, const Reach* reach, Assault* found
) noexcept nogil:
    """The assault square that SWL-R30 takes on an enemy's square, if there is any."""
    cdef int code = state.piece[slot].code, start = state.piece[slot].place, seat = law.side[code]
    cdef int most = steps_from(law, state, code, start), best = 10_000, price, direction, square
    if law.arm[code] == ARTILLERY or not may_stand(law, state, code, target):
        return False
    for direction in range(DIRECTIONS):
        square = target + law.step[target][reverse(direction)]
        if square == target or reach.steps[square] >= most:
            continue
        if square == start:
            if not may_leave(law, state, code, start, direction):
                continue
        elif law.arm[code] != INFANTRY and not in_line(start, square, direction):
            continue
        elif slowed(law, code) and terrain_at(law, state, square) == MUD:
            continue  # SWL-186: it would have to stop there
        price = 1000 * is_front(law, state, target, direction) + 4 * reach.steps[square] + turn_of(seat, direction)
        if price < best:
            best = price
            found.target, found.square, found.direction = target, square, direction
    return best < 10_000


cdef bint in_line(int start, int square, int direction) noexcept nogil:
    """Whether a straight way from start to square goes in this direction."""
    if direction == 0 or direction == 2:
        return file_of(start) == file_of(square) and (square > start) == (direction == 0)
    return rank_of(start) == rank_of(square) and (square > start) == (direction == 1)


cdef bint find_assault(const Law* law, const State* state, int slot, int target, Assault* found) noexcept nogil:
    """How a piece on the board attacks an enemy's square where only start and target are given (SWL-R30)."""
    cdef Reach reach
    measure(law, state, slot, &reach)
    return best_assault(law, state, slot, target, &reach, found)


cdef int assaults(const Law* law, const State* state, int slot, Assault* out) noexcept nogil:
    """The best attack of a piece on each enemy square that it can attack; how many."""
    cdef int code = state.piece[slot].code, start = state.piece[slot].place, enemy = law.side[code] ^ 1, count = 0
    cdef int square, direction, following, aside
    cdef Reach reach
    if law.arm[code] == ARTILLERY:
        return 0
    if law.arm[code] == CAVALRY and not law.tiles:
        for direction in range(DIRECTIONS):
            square = start
            following = square + law.step[square][direction]
            while following != square and state.on[following] == NONE:
                square = following
                following = square + law.step[square][direction]
            if following != square and law.side[state.piece[state.on[following]].code] == enemy:
                out[count].target, out[count].square, out[count].direction = following, square, direction
                count += 1
        return count
    measure(law, state, slot, &reach)
    for square in range(SQUARES):
        if state.on[square] == NONE or law.side[state.piece[state.on[square]].code] != enemy:
            continue
        if law.arm[code] == INFANTRY:
            aside = abs(file_of(square) - file_of(start)) + abs(rank_of(square) - rank_of(start))
            if aside > LIGHT_RANGE:
                continue
        if best_assault(law, state, slot, square, &reach, &out[count]):
            count += 1
    return count


# --- Fire -------------------------------------------------------------------------------------------------------------

cdef bint bears(const Law* law, const State* state, int slot, int square) noexcept nogil:
    """Whether a gun's range and line of sight take in a square: SWL-066, SWL-067, SWL-128."""
    cdef int start = state.piece[slot].place, ahead, aside = abs(file_of(square) - file_of(start)), between
    cdef int direction = forward(law.side[state.piece[slot].code])
    ahead = rank_of(square) - rank_of(start)
    if direction != 0:
        ahead = -ahead
    if terrain_at(law, state, start) == HILL:
        return 1 <= ahead <= HILL_RANGE and aside <= 1
    if not 1 <= ahead <= GROUND_RANGE or aside:
        return False
    between = start + law.step[start][direction]
    while between != square:
        if state.on[between] != NONE or terrain_at(law, state, between) == FARM:
            return False
        between += law.step[between][direction]
    return True


cdef bint may_hit(const Law* law, const State* state, int slot, int target) noexcept nogil:
    """Whether a gun may fire at a piece's square, or at TILE_TARGET + a tile."""
    cdef int seat = law.side[state.piece[slot].code], tile, square
    if target >= TILE_TARGET:
        tile = target - TILE_TARGET
        square = law.tile_corner[tile]
        if law.tile_kind[tile] != FARM and law.tile_kind[tile] != VILLAGE or state.damage[tile] >= MUCH_DAMAGE:
            return False
        if shared(state.held[seat], law.tile_squares[tile]):
            return False  # SWL-122, SWL-152
        return (
            bears(law, state, slot, square) or bears(law, state, slot, square + 1)
            or bears(law, state, slot, square + FILES) or bears(law, state, slot, square + FILES + 1)
        )
    if seat_at(law, state, target) != seat ^ 1 or terrain_at(law, state, target) == FARM:
        return False
    if not bears(law, state, slot, target):
        return False
    return not shielded(law, state, slot, target)


cdef bint shielded(const Law* law, const State* state, int slot, int target) noexcept nogil:
    """SWL-129: a gun on a HILL is not hit from below. Infantry and cavalry are (SWL-130)."""
    return (
        law.cls[state.piece[state.on[target]].code] == ART
        and terrain_at(law, state, target) == HILL
        and terrain_at(law, state, state.piece[slot].place) != HILL
    )


cdef int shots(const Law* law, const State* state, int slot, uint8_t* out) noexcept nogil:
    """What a gun on the board may fire at: squares of pieces, and TILE_TARGET + tiles; how many."""
    cdef int start = state.piece[slot].place, count = 0, tile, rank, file, direction, square, _step
    if law.cls[state.piece[slot].code] != ART:
        return 0
    direction = forward(law.side[state.piece[slot].code])
    if terrain_at(law, state, start) == HILL:
        for rank in range(1, HILL_RANGE + 1):
            for file in range(-1, 2):
                if not 0 <= file_of(start) + file < FILES:
                    continue
                square = start + file + FILES * (rank if direction == 0 else -rank)
                if 0 <= square < SQUARES and may_hit(law, state, slot, square):
                    out[count] = square
                    count += 1
    else:
        square = start
        for _step in range(GROUND_RANGE):
            if not law.step[square][direction]:
                break
            square += law.step[square][direction]
            if state.on[square] != NONE:
                if may_hit(law, state, slot, square):
                    out[count] = square
                    count += 1
                break
    for tile in range(law.tiles):
        if may_hit(law, state, slot, TILE_TARGET + tile):
            out[count] = TILE_TARGET + tile
            count += 1
    return count


# --- The pool, and whether an action is left --------------------------------------------------------------------------

cdef bint may_enter_now(const Law* law, const State* state, int slot) noexcept nogil:
    """Whether a piece is in the pool and may leave it in the present ply (SWL-063, SWL-092, SWL-R66)."""
    cdef const Piece* piece = &state.piece[slot]
    if piece.place == IN_RESERVE:
        return True
    return (piece.place == RESTING or piece.place == WITHDRAWN) and piece.left < present_ply(law, state)


cdef int entries(const Law* law, const State* state, int slot, uint8_t* out) noexcept nogil:
    """The squares on which a piece of the pool may be brought on now (SWL-091, SWL-094, SWL-015); how many."""
    cdef int code = state.piece[slot].code, count = 0, square = back_rank(law.side[code]) * FILES, end = square + FILES
    if not may_enter_now(law, state, slot):
        return 0
    for square in range(square, end):
        if state.on[square] == NONE and may_stand(law, state, code, square):
            out[count] = square
            count += 1
    return count


cdef bint may_rest(const Law* law, const State* state, int slot) noexcept nogil:
    """Whether a piece may leave the board in its owner's present ply: SWL-077 to SWL-079, SWL-R38."""
    cdef const Piece* piece = &state.piece[slot]
    if piece.place >= SQUARES or law.cls[piece.code] != HC or not piece.blocks:
        return False
    return piece.charged < present_ply(law, state) - 1


cdef bint may_spend(const Law* law, const State* state, int nation) noexcept nogil:
    """Whether an action is left, and the split lets this nation have it; NONE: a card of both (SWL-138, SWL-112)."""
    if state.used >= state.allowance:
        return False
    if not state.split or state.allowance < 2 or nation == NONE:
        return True
    return state.by_nation[nation == PR] + 1 < state.allowance


cdef int list_moves(const Law* law, const State* state, int slot, Action* out) noexcept nogil:
    cdef uint8_t found[MOST_TARGETS]
    return listed_as(MOVING, slot, found, destinations(law, state, slot, found), out)


cdef int list_attacks(const Law* law, const State* state, int slot, Action* out) noexcept nogil:
    cdef Assault found[MOST_TARGETS]
    cdef int at, count = assaults(law, state, slot, found)
    for at in range(count):
        out[at].kind, out[at].slot, out[at].to = ATTACKING, slot, found[at].target
        out[at].assault = found[at]
    return count


cdef int list_shots(const Law* law, const State* state, int slot, Action* out) noexcept nogil:
    cdef uint8_t found[MOST_TARGETS]
    return listed_as(FIRING, slot, found, shots(law, state, slot, found), out)


cdef int list_entries(const Law* law, const State* state, int slot, Action* out) noexcept nogil:
    cdef uint8_t found[MOST_TARGETS]
    return listed_as(ENTERING, slot, found, entries(law, state, slot, found), out)


cdef int listed_as(int kind, int slot, const uint8_t* found, int count, Action* out) noexcept nogil:
    cdef int at
    for at in range(count):
        out[at].kind, out[at].slot, out[at].to = kind, slot, found[at]
    return count


cdef int list_all(const Law* law, const State* state, int slot, Action* out) noexcept nogil:
    """Moves, attacks or shots, and whether it may rest."""
    cdef int count = list_moves(law, state, slot, out)
    if law.cls[state.piece[slot].code] == ART:
        return count + list_shots(law, state, slot, out + count)
    count += list_attacks(law, state, slot, out + count)
    if may_rest(law, state, slot):
        out[count].kind, out[count].slot, out[count].to = RESTING_NOW, slot, state.piece[slot].place
        count += 1
    return count


cdef bint adjoin(const uint8_t* squares, int count, int square) noexcept nogil:
    cdef int at
    for at in range(count):
        if abs(file_of(squares[at]) - file_of(square)) + abs(rank_of(squares[at]) - rank_of(square)) == 1:
            return True
    return False
