"""Looking through the moves of a throw: the obligation, AUTO, and lists of order sets. See search.pxd.

No Python object is touched while a search runs.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, realloc
from libc.string cimport memcmp, memcpy, memset

from core.boards.graph cimport Mask, Reach, drop, holds, meets, passes, reach_from, reach_until
from core.rulesets.waterloo1895.board cimport ARMIES, ARMY, army_of, is_cavalry, side_of
from core.rulesets.waterloo1895.divisions cimport cavalry_divisions, dice_in, infantry_divisions
from core.rulesets.waterloo1895.field cimport (
    NOWHERE, PLAY_ON, end_after, is_won, land, lift_piece, may_land, put_piece, undo_landing,
)
from core.stream cimport Stream, below


# --- Making moves and taking them back -------------------------------------------------------------------------------

cdef void prepare(Search* search, const Law* law, Field* field, int army, int dice) noexcept nogil:
    cdef int other
    memset(search, 0, sizeof(Search))
    search.law = law
    search.field = field
    search.infantry = infantry_divisions()
    # W95-113: in the children's game nobody adds dice.
    search.cavalry = search.infantry if law.little else cavalry_divisions(law.halts_always)
    search.dice = dice
    search.whole = dice_in(dice)
    add_movers(search, army)
    for other in range(ARMIES):
        if other != army and law.pool[army] >> other & 1:
            add_movers(search, other)


cdef void add_movers(Search* search, int army) noexcept nogil:
    cdef int piece
    for piece in range(army * ARMY, army * ARMY + ARMY):
        search.mover[search.movers] = piece
        search.movers += 1


cdef void spend(Search* search, int piece, int rest) noexcept nogil:
    """W95-026: a piece moves once. What cavalry leaves of the dice is for the others (W95-030)."""
    search.moved[piece] = True
    search.dice = rest


cdef bint each_move(Search* search) noexcept nogil:
    """Visit every move that can be made now, in whatever order of pieces (W95-027). True: a visit has stopped it."""
    cdef int index, piece
    for index in range(search.movers):
        piece = search.mover[index]
        if not search.moved[piece] and search.field.at[piece] != NOWHERE and moves_of_piece(search, piece):
            return True
    return False


cdef bint moves_of_piece(Search* search, int piece) noexcept nogil:
    cdef const Divisions* divisions = &(search.cavalry if is_cavalry(piece) else search.infantry)[search.dice]
    cdef PieceMove* move = &search.line[search.depth]
    cdef int index
    for index in range(divisions.count):
        move.division = &divisions.division[index]
        move.piece = piece
        move.start = search.field.at[piece]
        if ride(search, 0):
            return True
    return False


cdef bint ride(Search* search, int leg) noexcept nogil:
    """Ride this leg of the move under way to every spot it can end on, and on from there.

    No spot that is occupied is passed, at a crossing or on a hill as little as elsewhere (W95-034, W95-036, W95-054).
    Each leg is one of its own, so that the next may go back (W95-042).
    """
    cdef PieceMove* move = &search.line[search.depth]
    cdef Field* field = search.field
    cdef int piece = move.piece, start = field.at[piece], length = move.division.length[leg], captured
    cdef const Reach* reach
    cdef uint32_t at
    cdef bint stop = False
    lift_piece(field, piece)
    for at in range(reach_from(&search.law.walks, start, length), reach_until(&search.law.walks, start, length)):
        reach = &search.law.walks.reaches[at]
        if not (may_land(search.law, field, piece, reach.end) and passes(&search.law.walks, reach, &field.occupied)):
            continue
        captured = land(field, piece, reach.end)
        move.spot[leg], move.captured[leg] = reach.end, captured
        search.end = end_after(search.law, field, piece, captured)
        if leg + 1 == move.division.legs:
            stop = search.visit(search)
        elif search.end == PLAY_ON:
            # What ends the game at a halt is a move of its own, with fewer dice: the legs so far are a division too.
            stop = ride(search, leg + 1)
        undo_landing(field, piece, reach.end, captured)
        if stop:
            break
    put_piece(field, piece, start)
    return stop


cdef bint after_this(Search* search, bint (*then)(Search*) noexcept nogil) noexcept nogil:
    """Count the move under way as made, do `then`, and take it back."""
    cdef PieceMove* move = &search.line[search.depth]
    cdef int dice = search.dice
    cdef bint stop
    spend(search, move.piece, move.division.rest)
    search.depth += 1
    stop = then(search)
    search.depth -= 1
    search.dice = dice
    search.moved[move.piece] = False
    return stop


cdef inline int dice_spent(const Search* search) noexcept nogil:
    return search.whole - dice_in(search.dice)


# --- The obligation to play: W95-062 to W95-069 ----------------------------------------------------------------------

cdef int most_dice(const Search* search) noexcept nogil:
    """W95-063 for the dice that are left: over all orders of dice, pieces, sums and legs.

    Every way counts (W95-066), an invader's way out and one from star to star among them (W95-067, W95-068).
    """
    cdef Search deep = search[0]
    deep.whole = dice_in(search.dice)
    deep.bound = min(deep.whole, capacity(search))
    deep.best = 0
    deep.depth = 0
    deep.visit = deepen
    if deep.bound:
        each_move(&deep)
    return deep.best


cdef int capacity(const Search* search) noexcept nogil:
    """W95-065: an infantry piece takes one die, a cavalry piece up to three."""
    cdef int index, piece, dice = 0
    for index in range(search.movers):
        piece = search.mover[index]
        if not search.moved[piece] and search.field.at[piece] != NOWHERE:
            dice += 3 if is_cavalry(piece) and search.cavalry != search.infantry else 1
    return dice


cdef bint deepen(Search* search) noexcept nogil:
    """Visit of `most_dice`: note how many dice this line uses; go on if it can beat the best. Stop at the bound."""
    cdef const PieceMove* move = &search.line[search.depth]
    cdef int used = dice_spent(search) + move.division.dice
    if used > search.best:
        search.best = used
        if used >= search.bound:
            return True
    if search.end != PLAY_ON or used + dice_in(move.division.rest) <= search.best:
        return False
    return after_this(search, each_move)


cdef bint has_single(const Search* search) noexcept nogil:
    """A sum can be ridden only where its first die could stop: so if no single die can be played, nothing can."""
    cdef Search single = search[0]
    single.depth = 0
    single.cavalry = single.infantry
    single.visit = stop_here
    return each_move(&single)


cdef bint stop_here(Search* search) noexcept nogil:
    return True


cdef bint has_forward(const Search* search) noexcept nogil:
    cdef Search forward = search[0]
    forward.depth = 0
    forward.visit = is_forward
    return each_move(&forward)


cdef bint is_forward(Search* search) noexcept nogil:
    """W95-116."""
    return progress(search) > 0


cdef int progress(const Search* search) noexcept nogil:
    """By how many links the move under way brings its piece nearer to the goal (little)."""
    cdef const PieceMove* move = &search.line[search.depth]
    cdef int army = army_of(move.piece)
    return search.law.to_goal[army][move.start] - search.law.to_goal[army][move.spot[0]]


cdef bint complete(const Search* search, int most) noexcept nogil:
    """W95-062, W95-117, and the options oblige and lp_oblige; for a game that goes on.

    Dice alone are owed, never a capture (W95-060). A child's piece that is home has no forward move left (W95-119).
    """
    if search.law.little:
        return not (search.law.forward and has_forward(search))
    if search.law.each:
        return not has_single(search)
    return dice_spent(search) >= most


# --- AUTO (W95-132, W95-133) -----------------------------------------------------------------------------------------

cdef bint choose(Search* search) noexcept nogil:
    """W95-132: the least by the key among the moves that win or leave the maximum reachable."""
    search.most = most_dice(search)
    search.found = False
    search.depth = 0
    search.visit = weigh
    if search.most:
        each_move(search)
    return search.found


cdef bint weigh(Search* search) noexcept nogil:
    """Visit of `choose`. The key is compared first: it is cheap, the search for what remains is not."""
    cdef uint8_t key[KEY]
    cdef const PieceMove* move = &search.line[search.depth]
    cdef int remains
    write_key(search, key)
    if search.found and memcmp(key, search.key, KEY) >= 0:
        return False
    if not is_won(search.end):
        remains = 0 if search.end != PLAY_ON else most_after(search)
        if move.division.dice + remains < search.most:
            return False
    search.found = True
    search.chosen = move[0]
    memcpy(search.key, key, KEY)
    return False


cdef int most_after(const Search* search) noexcept nogil:
    cdef Search rest = search[0]
    cdef const PieceMove* move = &search.line[search.depth]
    spend(&rest, move.piece, move.division.rest)
    return most_dice(&rest)


cdef void write_key(const Search* search, uint8_t* key) noexcept nogil:
    """W95-132, points 1 to 6, each a byte or a row of bytes filled up with 0; the first difference decides."""
    cdef const PieceMove* move = &search.line[search.depth]
    cdef int leg, at, index = 0
    memset(key, 0, KEY)
    key[0] = 0 if is_won(search.end) else 1
    key[1] = move.division.dice
    key[2] = move.division.legs
    key[3] = exposure(search, move)
    while search.mover[index] != move.piece:
        index += 1
    key[4] = index
    collect_dice(move, key + 5)
    for leg in range(move.division.legs):
        key[5 + 3 + leg] = move.spot[leg]
        for at in range(DICE):
            key[5 + 6 + leg * DICE + at] = move.division.die[leg][at]


cdef void collect_dice(const PieceMove* move, uint8_t* dice) noexcept nogil:
    """The dice of all legs, ascending."""
    cdef int leg, at, die, count = 0
    for die in range(1, 7):
        for leg in range(move.division.legs):
            for at in range(DICE):
                if move.division.die[leg][at] == die:
                    dice[count] = die
                    count += 1


cdef int exposure(const Search* search, const PieceMove* move) noexcept nogil:
    """W95-132, point 3, before the move: 0 plain, 1 supported, 2 on a hill, 3 on a star of an enemy stronghold."""
    cdef Mask friends
    if holds(&search.law.enemy_stars[side_of(move.piece)], move.start):
        return 3
    if holds(&search.law.hills, move.start):
        return 2
    # The mover itself has left by now, perhaps only to the next spot; it never supported itself.
    friends = search.field.of_side[side_of(move.piece)]
    drop(&friends, search.field.at[move.piece])
    return meets(&search.law.near[move.start], &friends)


cdef bint choose_forward(Search* search) noexcept nogil:
    """W95-133. Pieces, dice and spots come in the order that decides ties, so the first of the best is kept."""
    search.gain = 0
    search.found = False
    search.depth = 0
    search.visit = weigh_progress
    each_move(search)
    return search.found


cdef bint weigh_progress(Search* search) noexcept nogil:
    cdef int gain = progress(search)
    if gain > search.gain:
        search.gain, search.found = gain, True
        search.chosen = search.line[search.depth]
    return False


# --- All complete sequences ------------------------------------------------------------------------------------------

cdef bint each_sequence(Search* search) noexcept nogil:
    """Record every sequence of moves that may stand as a set of orders."""
    search.most = most_dice(search)
    search.depth = 0
    search.visit = follow
    return go_on(search)


cdef bint follow(Search* search) noexcept nogil:
    """Visit of `each_sequence`. W95-069: what ends the game is complete, however few dice it used."""
    return after_this(search, go_on if search.end == PLAY_ON else search.record)


cdef bint go_on(Search* search) noexcept nogil:
    cdef bint done = complete(search, search.most)
    if done and search.record(search):
        return True
    # W95-118: in the children's game one may go on when one need not.
    return (not done or search.law.little) and each_move(search)


cdef bint list_sequences(Search* search, Sequences* sequences) noexcept nogil:
    search.record = keep
    search.records = sequences
    search.failed = False
    if sequences.limit:
        each_sequence(search)
    return not search.failed


cdef bint keep(Search* search) noexcept nogil:
    cdef Sequences* kept = <Sequences*>search.records
    cdef Sequence* sequence
    cdef size_t room
    if kept.count == kept.room:
        room = 2 * kept.room + 64
        sequence = <Sequence*>realloc(kept.sequence, room * sizeof(Sequence))
        if sequence == NULL:
            search.failed = True
            return True
        kept.sequence, kept.room = sequence, room
    copy_line(search, &kept.sequence[kept.count])
    kept.count += 1
    return kept.count == kept.limit


cdef void copy_line(const Search* search, Sequence* sequence) noexcept nogil:
    sequence.moves = search.depth
    memcpy(sequence.move, search.line, sizeof(sequence.move))


# --- Counting them ---------------------------------------------------------------------------------------------------

cdef enum:
    PLACES = PIECES + 1  # where everybody stands, and whether that ended the game


cdef struct Count:
    size_t sequences, positions
    size_t room  # a power of two
    uint8_t* place  # open addressing; an entry whose last byte is 0 is free


cdef bint count_sequences(Search* search, size_t* sequences, size_t* positions) noexcept nogil:
    cdef Count count
    memset(&count, 0, sizeof(Count))
    count.room = 1024
    count.place = <uint8_t*>calloc(count.room, PLACES)
    search.record = tally
    search.records = &count
    search.failed = count.place == NULL
    if not search.failed:
        each_sequence(search)
    free(count.place)
    sequences[0], positions[0] = count.sequences, count.positions
    return not search.failed


cdef bint tally(Search* search) noexcept nogil:
    cdef Count* count = <Count*>search.records
    cdef uint8_t place[PLACES]
    memcpy(place, search.field.at, PIECES)
    place[PIECES] = search.end + 1
    count.sequences += 1
    count.positions += insert(count, place)
    if 2 * count.positions > count.room and not grow(count):
        search.failed = True
        return True
    return False


cdef bint insert(Count* count, const uint8_t* place) noexcept nogil:
    """Whether this position is new."""
    cdef uint64_t mix = 0xCBF29CE484222325  # FNV-1a
    cdef uint8_t* entry
    cdef int at
    for at in range(PLACES):
        mix = (mix ^ place[at]) * <uint64_t>0x100000001B3
    mix ^= mix >> 32
    while True:
        entry = count.place + (mix & (count.room - 1)) * PLACES
        if not entry[PIECES]:
            memcpy(entry, place, PLACES)
            return True
        if memcmp(entry, place, PLACES) == 0:
            return False
        mix += 1


cdef bint grow(Count* count) noexcept nogil:
    cdef Count larger = count[0]
    cdef size_t at
    larger.room *= 4
    larger.place = <uint8_t*>calloc(larger.room, PLACES)
    if larger.place == NULL:
        return False
    for at in range(count.room):
        if count.place[at * PLACES + PIECES]:
            insert(&larger, count.place + at * PLACES)
    free(count.place)
    count[0] = larger
    return True


# --- One of them at random -------------------------------------------------------------------------------------------

cdef struct PieceMoves:
    PieceMove* move
    size_t count, room


cdef enum:
    PROBES = 40  # draws that may fail before every move is listed: on most throws the second or third succeeds


cdef bint random_sequence(Search* search, Stream* stream, Sequence* sequence) noexcept nogil:
    """A complete sequence, move by move: a piece, a division and where each leg ends are drawn one after the other.

    So a piece with few moves comes as often as one with many. Every complete sequence can come.
    """
    search.most = most_dice(search)
    search.depth = 0
    search.failed = False
    while not stops(search, stream) and random_move(search, stream):
        if search.end != PLAY_ON:
            break
    copy_line(search, sequence)
    return not search.failed


cdef bint stops(Search* search, Stream* stream) noexcept nogil:
    """Whether to end the set here: where one may; in the children's game, where one could go on, every other time."""
    return complete(search, search.most) and not (search.law.little and below(stream, 2) and has_single(search))


cdef bint random_move(Search* search, Stream* stream) noexcept nogil:
    """Make one of the moves that keep the set completable, and count it in; False: there is none, or out of memory."""
    cdef int _attempt
    for _attempt in range(PROBES):
        if probe(search, stream):
            return True
    return listed_move(search, stream)


cdef bint probe(Search* search, Stream* stream) noexcept nogil:
    """Draw a move; make it and count it in if it can be made and keeps the set completable."""
    cdef int piece = search.mover[below(stream, search.movers)]
    cdef const Divisions* divisions = &(search.cavalry if is_cavalry(piece) else search.infantry)[search.dice]
    cdef PieceMove* move = &search.line[search.depth]
    cdef int leg = 0, dice = search.dice
    if search.moved[piece] or search.field.at[piece] == NOWHERE or not divisions.count:
        return False
    move.division = &divisions.division[below(stream, divisions.count)]
    move.piece = piece
    move.start = search.field.at[piece]
    while leg < move.division.legs and ride_somewhere(search, stream, leg):
        leg += 1
        if search.end != PLAY_ON:
            break
    # What ends the game at a halt is a move of fewer legs, with a division of its own.
    if leg == move.division.legs:
        spend(search, piece, move.division.rest)
        search.depth += 1
        if keeps_completable(search):
            return True
        search.depth -= 1
        search.moved[piece] = False
        search.dice = dice
    search.end = PLAY_ON
    while leg:
        leg -= 1
        undo_landing(search.field, piece, move.spot[leg], move.captured[leg])
        put_piece(search.field, piece, move.spot[leg - 1] if leg else move.start)
    return False


cdef bint ride_somewhere(Search* search, Stream* stream, int leg) noexcept nogil:
    """Ride a leg to a spot drawn among those at its distance; False, and nothing done, if one may not."""
    cdef PieceMove* move = &search.line[search.depth]
    cdef Field* field = search.field
    cdef int piece = move.piece, start = field.at[piece], length = move.division.length[leg]
    cdef uint32_t first = reach_from(&search.law.walks, start, length)
    cdef uint32_t reaches = reach_until(&search.law.walks, start, length) - first
    cdef const Reach* reach
    if not reaches:
        return False
    reach = &search.law.walks.reaches[first + below(stream, reaches)]
    lift_piece(field, piece)
    if not (may_land(search.law, field, piece, reach.end) and passes(&search.law.walks, reach, &field.occupied)):
        put_piece(field, piece, start)
        return False
    move.captured[leg] = land(field, piece, reach.end)
    move.spot[leg] = reach.end
    search.end = end_after(search.law, field, piece, move.captured[leg])
    return True


cdef struct PieceMoves:
    PieceMove* move
    size_t count, room


cdef bint listed_move(Search* search, Stream* stream) noexcept nogil:
    """As `random_move`, with every move listed first: for throws that leave hardly any."""
    cdef PieceMoves moves
    cdef Field field = search.field[0]
    cdef Search before
    cdef size_t at
    cdef bint made = False
    memset(&moves, 0, sizeof(PieceMoves))
    search.visit = gather
    search.records = &moves
    each_move(search)
    search.end = PLAY_ON
    before = search[0]
    while moves.count and not search.failed and not made:
        at = below(stream, moves.count)
        make(search, &moves.move[at])
        made = keeps_completable(search)
        if not made:
            search[0] = before
            search.field[0] = field
            moves.count -= 1
            moves.move[at] = moves.move[moves.count]
    free(moves.move)
    return made


cdef bint gather(Search* search) noexcept nogil:
    cdef PieceMoves* moves = <PieceMoves*>search.records
    cdef PieceMove* move
    cdef size_t room
    if moves.count == moves.room:
        room = 2 * moves.room + 256
        move = <PieceMove*>realloc(moves.move, room * sizeof(PieceMove))
        if move == NULL:
            search.failed = True
            return True
        moves.move, moves.room = move, room
    moves.move[moves.count] = search.line[search.depth]
    moves.count += 1
    return False


cdef void make(Search* search, const PieceMove* move) noexcept nogil:
    """Make a move for good."""
    cdef int leg, captured
    for leg in range(move.division.legs):
        lift_piece(search.field, move.piece)
        captured = land(search.field, move.piece, move.spot[leg])
        search.end = end_after(search.law, search.field, move.piece, captured)
    search.line[search.depth] = move[0]
    search.depth += 1
    spend(search, move.piece, move.division.rest)


cdef bint keeps_completable(const Search* search) noexcept nogil:
    if search.end != PLAY_ON or search.law.little or search.law.each:
        return True
    return dice_spent(search) + most_dice(search) >= search.most
