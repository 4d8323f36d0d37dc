"""Where pieces can go and what they can shoot at, in the order of the rulebook.

Only backs count here: nothing looks at the name of an enemy piece, so the same answers hold for what a player knows.
"""

from core.rulesets.stratego_waterloo.board cimport (
    ART, ARTILLERY, CAVALRY, DIRECTIONS, FARM, FILES, HC, HILL, INFANTRY, LIGHT, MUD, NONE, PR, SQUARES, VILLAGE,
    back_rank, file_of, forward, left_hand, rank_of, reverse, shared,
)
from core.rulesets.stratego_waterloo.field cimport (
    IN_RESERVE, MUCH_DAMAGE, RESTING, WITHDRAWN, Piece, present_ply, seat_at, terrain_at,
)

cdef enum:
    CAVALRY_RANGE = 11  # from edge to edge
    LIGHT_RANGE = 3
    LINE_RANGE = 2
    GROUND_RANGE = 3  # SWL-066
    HILL_RANGE = 4  # SWL-128


# --- Movement (3.4) ---------------------------------------------------------------------------------------------------

cdef int range_of(const Law* law, int code) noexcept nogil:
    if law.arm[code] == CAVALRY:
        return CAVALRY_RANGE
    if law.arm[code] == ARTILLERY:
        return 1
    return LIGHT_RANGE if law.cls[code] == LIGHT else LINE_RANGE


cdef bint slowed(const Law* law, int code) noexcept nogil:
    """SWL-185, SWL-188."""
    return law.cls[code] != LIGHT


cdef bint may_stand(const Law* law, const Field* field, int code, int square) noexcept nogil:
    """Whether the terrain lets a piece in: SWL-116, SWL-126, SWL-151, SWL-189."""
    cdef int terrain = terrain_at(law, field, square)
    if terrain == FARM:
        return law.arm[code] == INFANTRY
    return terrain != MUD or law.arm[code] != ARTILLERY


cdef bint may_leave(const Law* law, const Field* field, int code, int square, int direction) noexcept nogil:
    """SWL-187: out of MUD a slowed piece does not step back."""
    if law.mud_back or not slowed(law, code) or terrain_at(law, field, square) != MUD:
        return True
    return direction != reverse(forward(law.side[code]))


cdef int steps_from(const Law* law, const Field* field, int code, int square) noexcept nogil:
    """The range of a move or attack that begins on this square (SWL-185)."""
    if slowed(law, code) and terrain_at(law, field, square) == MUD:
        return 1
    return range_of(law, code)


cdef void measure(const Law* law, const Field* field, int slot, Reach* reach) noexcept nogil:
    """How many steps a piece on the board needs to each square on which a move of it may end; its own: 0.

    For infantry any way around counts, for the others the straight line (SWL-031 to SWL-034).
    """
    cdef int code = field.piece[slot].code, start = field.piece[slot].place
    cdef int most = steps_from(law, field, code, start)
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
            if square != start and slowed(law, code) and terrain_at(law, field, square) == MUD:
                continue  # SWL-186
            for direction in range(DIRECTIONS):
                following = square + law.step[square][direction]
                if following == square or field.on[following] != NONE or reach.steps[following] != FAR:
                    continue
                if square == start and not may_leave(law, field, code, square, direction):
                    continue
                reach.steps[following] = reach.steps[square] + 1
                queue[tail] = following
                tail += 1
        return
    for direction in range(DIRECTIONS):
        if not may_leave(law, field, code, start, direction):
            continue
        square, halts = start, False
        for steps in range(1, most + 1):
            following = square + law.step[square][direction]
            if halts or following == square or field.on[following] != NONE:
                break
            if not may_stand(law, field, code, following):
                break
            reach.steps[following] = steps
            halts = terrain_at(law, field, following) == MUD
            square = following


cdef int destinations(const Law* law, const Field* field, int slot, uint8_t* out) noexcept nogil:
    """The squares to which a piece on the board can move in one action; how many."""
    cdef int code = field.piece[slot].code, start = field.piece[slot].place, count = 0
    cdef int square, direction, following, most
    cdef Reach reach
    if law.arm[code] != INFANTRY and not law.tiles:
        most = range_of(law, code)
        for direction in range(DIRECTIONS):
            square = start
            while True:
                following = square + law.step[square][direction]
                if following == square or field.on[following] != NONE:
                    break
                out[count] = following
                count += 1
                if most == 1:
                    break
                square = following
        return count
    measure(law, field, slot, &reach)
    for square in range(SQUARES):
        if reach.steps[square] != FAR and square != start:
            out[count] = square
            count += 1
    return count


# --- The approach of an attack (3.5) ----------------------------------------------------------------------------------

cdef bint is_front(const Law* law, const Field* field, int target, int direction) noexcept nogil:
    """Whether a last step in this direction comes at the front of a gun on the target square (SWL-049)."""
    cdef int code = field.piece[field.on[target]].code
    return law.cls[code] == ART and direction == reverse(forward(law.side[code]))


cdef int turn_of(int seat, int direction) noexcept nogil:
    """SWL-R30 (3): the order of last steps: forward, to the own left, to the right, back."""
    if direction == forward(seat):
        return 0
    if direction == left_hand(seat):
        return 1
    return 3 if direction == reverse(forward(seat)) else 2


cdef bint best_assault(
    const Law* law, const Field* field, int slot, int target, const Reach* reach, Assault* found
) noexcept nogil:
    """The assault square that SWL-R30 takes on an enemy's square, if there is any."""
    cdef int code = field.piece[slot].code, start = field.piece[slot].place, seat = law.side[code]
    cdef int most = steps_from(law, field, code, start), best = 10_000, price, direction, square
    if law.arm[code] == ARTILLERY or not may_stand(law, field, code, target):
        return False
    for direction in range(DIRECTIONS):
        square = target + law.step[target][reverse(direction)]
        if square == target or reach.steps[square] >= most:
            continue
        if square == start:
            if not may_leave(law, field, code, start, direction):
                continue
        elif law.arm[code] != INFANTRY and not in_line(start, square, direction):
            continue
        elif slowed(law, code) and terrain_at(law, field, square) == MUD:
            continue  # SWL-186: it would have to stop there
        price = 1000 * is_front(law, field, target, direction) + 4 * reach.steps[square] + turn_of(seat, direction)
        if price < best:
            best = price
            found.target, found.square, found.direction = target, square, direction
    return best < 10_000


cdef bint in_line(int start, int square, int direction) noexcept nogil:
    """Whether a straight way from start to square goes in this direction."""
    if direction == 0 or direction == 2:
        return file_of(start) == file_of(square) and (square > start) == (direction == 0)
    return rank_of(start) == rank_of(square) and (square > start) == (direction == 1)


cdef bint find_assault(const Law* law, const Field* field, int slot, int target, Assault* found) noexcept nogil:
    """How a piece on the board attacks an enemy's square where only start and target are given (SWL-R30)."""
    cdef Reach reach
    measure(law, field, slot, &reach)
    return best_assault(law, field, slot, target, &reach, found)


cdef int assaults(const Law* law, const Field* field, int slot, Assault* out) noexcept nogil:
    """The best attack of a piece on each enemy square that it can attack; how many."""
    cdef int code = field.piece[slot].code, start = field.piece[slot].place, enemy = law.side[code] ^ 1, count = 0
    cdef int square, direction, following, aside
    cdef Reach reach
    if law.arm[code] == ARTILLERY:
        return 0
    if law.arm[code] == CAVALRY and not law.tiles:
        for direction in range(DIRECTIONS):
            square = start
            following = square + law.step[square][direction]
            while following != square and field.on[following] == NONE:
                square = following
                following = square + law.step[square][direction]
            if following != square and law.side[field.piece[field.on[following]].code] == enemy:
                out[count].target, out[count].square, out[count].direction = following, square, direction
                count += 1
        return count
    measure(law, field, slot, &reach)
    for square in range(SQUARES):
        if field.on[square] == NONE or law.side[field.piece[field.on[square]].code] != enemy:
            continue
        if law.arm[code] == INFANTRY:
            aside = abs(file_of(square) - file_of(start)) + abs(rank_of(square) - rank_of(start))
            if aside > LIGHT_RANGE:
                continue
        if best_assault(law, field, slot, square, &reach, &out[count]):
            count += 1
    return count


# --- Fire (3.7, 3.13) -------------------------------------------------------------------------------------------------

cdef bint bears(const Law* law, const Field* field, int slot, int square) noexcept nogil:
    """Whether a gun's range and line of sight take in a square: SWL-066, SWL-067, SWL-128."""
    cdef int start = field.piece[slot].place, ahead, aside = abs(file_of(square) - file_of(start)), between
    cdef int direction = forward(law.side[field.piece[slot].code])
    ahead = rank_of(square) - rank_of(start)
    if direction != 0:
        ahead = -ahead
    if terrain_at(law, field, start) == HILL:
        return 1 <= ahead <= HILL_RANGE and aside <= 1
    if not 1 <= ahead <= GROUND_RANGE or aside:
        return False
    between = start + law.step[start][direction]
    while between != square:
        if field.on[between] != NONE or terrain_at(law, field, between) == FARM:
            return False
        between += law.step[between][direction]
    return True


cdef bint may_hit(const Law* law, const Field* field, int slot, int target) noexcept nogil:
    """Whether a gun may fire at a piece's square, or at TILE_TARGET + a tile."""
    cdef int seat = law.side[field.piece[slot].code], tile, square
    if target >= TILE_TARGET:
        tile = target - TILE_TARGET
        square = law.tile_corner[tile]
        if law.tile_kind[tile] != FARM and law.tile_kind[tile] != VILLAGE or field.damage[tile] >= MUCH_DAMAGE:
            return False
        if shared(field.held[seat], law.tile_squares[tile]):
            return False  # SWL-122, SWL-152
        return (
            bears(law, field, slot, square) or bears(law, field, slot, square + 1)
            or bears(law, field, slot, square + FILES) or bears(law, field, slot, square + FILES + 1)
        )
    if seat_at(law, field, target) != seat ^ 1 or terrain_at(law, field, target) == FARM:
        return False
    if not bears(law, field, slot, target):
        return False
    return not shielded(law, field, slot, target)


cdef bint shielded(const Law* law, const Field* field, int slot, int target) noexcept nogil:
    """SWL-129: a gun on a HILL is not hit from below."""
    return (
        law.cls[field.piece[field.on[target]].code] == ART
        and terrain_at(law, field, target) == HILL
        and terrain_at(law, field, field.piece[slot].place) != HILL
    )


cdef int shots(const Law* law, const Field* field, int slot, uint8_t* out) noexcept nogil:
    """What a gun on the board may fire at: squares of pieces, and TILE_TARGET + tiles; how many."""
    cdef int start = field.piece[slot].place, count = 0, tile, rank, file, direction, square
    if law.cls[field.piece[slot].code] != ART:
        return 0
    direction = forward(law.side[field.piece[slot].code])
    if terrain_at(law, field, start) == HILL:
        for rank in range(1, HILL_RANGE + 1):
            for file in range(-1, 2):
                if not 0 <= file_of(start) + file < FILES:
                    continue
                square = start + file + FILES * (rank if direction == 0 else -rank)
                if 0 <= square < SQUARES and may_hit(law, field, slot, square):
                    out[count] = square
                    count += 1
    else:
        square = start
        for rank in range(GROUND_RANGE):
            if not law.step[square][direction]:
                break
            square += law.step[square][direction]
            if field.on[square] != NONE:
                if may_hit(law, field, slot, square):
                    out[count] = square
                    count += 1
                break
    for tile in range(law.tiles):
        if may_hit(law, field, slot, TILE_TARGET + tile):
            out[count] = TILE_TARGET + tile
            count += 1
    return count


# --- The pool (3.8, 3.10), the allowance (3.3, 3.11) ------------------------------------------------------------------

cdef bint may_enter_now(const Law* law, const Field* field, int slot) noexcept nogil:
    """Whether a piece is in the pool and may leave it in the present ply (SWL-092, SWL-R66)."""
    cdef const Piece* piece = &field.piece[slot]
    if piece.place == IN_RESERVE:
        return True
    return (piece.place == RESTING or piece.place == WITHDRAWN) and piece.left < present_ply(law, field)


cdef int entries(const Law* law, const Field* field, int slot, uint8_t* out) noexcept nogil:
    """The squares on which a piece of the pool may be brought on now (SWL-091, SWL-015); how many."""
    cdef int code = field.piece[slot].code, count = 0, square = back_rank(law.side[code]) * FILES, end = square + FILES
    if not may_enter_now(law, field, slot):
        return 0
    for square in range(square, end):
        if field.on[square] == NONE and may_stand(law, field, code, square):
            out[count] = square
            count += 1
    return count


cdef bint may_rest(const Law* law, const Field* field, int slot) noexcept nogil:
    """Whether a piece may leave the board in its owner's present ply: SWL-077 to SWL-079, SWL-R38."""
    cdef const Piece* piece = &field.piece[slot]
    if piece.place >= SQUARES or law.cls[piece.code] != HC or not piece.blocks:
        return False
    return piece.charged < present_ply(law, field) - 1


cdef bint may_spend(const Law* law, const Field* field, int nation) noexcept nogil:
    """Whether an action is left, and the split lets this nation have it; NONE: a card of both nations (SWL-138)."""
    if field.used >= field.allowance:
        return False
    if not field.split or field.allowance < 2 or nation == NONE:
        return True
    return field.by_nation[nation == PR] + 1 < field.allowance
