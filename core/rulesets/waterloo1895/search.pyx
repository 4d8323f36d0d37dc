"""Looking through the moves of a throw: the obligation, AUTO, and lists of order sets. See search.pxd.

Sections H and P of the rulebook. No Python object is touched while a search runs.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, realloc
from libc.string cimport memcmp, memcpy, memset

from core.boards.graph cimport Mask, Reach, drop, holds, meets, passes, reach_from, reach_until
from core.rulesets.waterloo1895.board cimport ARMIES, ARMY, army_of, is_cavalry, side_of
from core.rulesets.waterloo1895.field cimport (
    NOWHERE, PLAY_ON, end_after, is_won, land, may_land, put_down, take_up, unland,
)
from core.rulesets.waterloo1895.throws cimport cavalry_shapes, dice_in, infantry_shapes
from core.stream cimport Stream, below


# --- Making moves and taking them back -------------------------------------------------------------------------------

cdef void prepare(Search* search, const Law* law, Field* field, int army, int dice) noexcept nogil:
    cdef int other
    memset(search, 0, sizeof(Search))
    search.law = law
    search.field = field
    search.infantry = infantry_shapes()
    # W95-113: in the children's game nobody adds dice.
    search.cavalry = search.infantry if law.little else cavalry_shapes(law.halts_always)
    search.dice = dice
    search.whole = dice_in(dice)
    enlist(search, army)
    for other in range(ARMIES):
        if other != army and law.pool[army] >> other & 1:
            enlist(search, other)


cdef void enlist(Search* search, int army) noexcept nogil:
    cdef int piece
    for piece in range(army * ARMY, army * ARMY + ARMY):
        search.mover[search.movers] = piece
        search.movers += 1


cdef void spend(Search* search, int piece, int rest) noexcept nogil:
    search.moved[piece] = True
    search.dice = rest


cdef bint each_play(Search* search) noexcept nogil:
    """Visit every move that can be made now. True: a visit has stopped the search."""
    cdef int index, piece
    for index in range(search.movers):
        piece = search.mover[index]
        if not search.moved[piece] and search.field.at[piece] != NOWHERE and plays_of(search, piece):
            return True
    return False


cdef bint plays_of(Search* search, int piece) noexcept nogil:
    cdef const Shapes* shapes = &(search.cavalry if is_cavalry(piece) else search.infantry)[search.dice]
    cdef Play* play = &search.line[search.depth]
    cdef int index
    for index in range(shapes.count):
        play.shape = &shapes.shape[index]
        play.piece = piece
        play.start = search.field.at[piece]
        if ride(search, 0):
            return True
    return False


cdef bint ride(Search* search, int leg) noexcept nogil:
    """Ride this leg of the move under way to every spot it can end on, and on from there."""
    cdef Play* play = &search.line[search.depth]
    cdef Field* field = search.field
    cdef int piece = play.piece, start = field.at[piece], length = play.shape.length[leg], captured
    cdef const Reach* reach
    cdef uint32_t at
    cdef bint stop = False
    take_up(field, piece)
    for at in range(reach_from(&search.law.walks, start, length), reach_until(&search.law.walks, start, length)):
        reach = &search.law.walks.reaches[at]
        if not (may_land(search.law, field, piece, reach.end) and passes(&search.law.walks, reach, &field.occupied)):
            continue
        captured = land(field, piece, reach.end)
        play.spot[leg], play.captured[leg] = reach.end, captured
        search.end = end_after(search.law, field, piece, captured)
        if leg + 1 == play.shape.legs:
            stop = search.visit(search)
        elif search.end == PLAY_ON:
            # What ends the game at a halt is a move of its own, with fewer dice: the legs so far are a shape too.
            stop = ride(search, leg + 1)
        unland(field, piece, reach.end, captured)
        if stop:
            break
    put_down(field, piece, start)
    return stop


cdef bint after_this(Search* search, bint (*then)(Search*) noexcept nogil) noexcept nogil:
    """Count the move under way as made, do `then`, and take it back."""
    cdef Play* play = &search.line[search.depth]
    cdef int dice = search.dice
    cdef bint stop
    spend(search, play.piece, play.shape.rest)
    search.depth += 1
    stop = then(search)
    search.depth -= 1
    search.dice = dice
    search.moved[play.piece] = False
    return stop


cdef inline int dice_spent(const Search* search) noexcept nogil:
    return search.whole - dice_in(search.dice)


# --- The obligation to play (section H) ------------------------------------------------------------------------------

cdef int most_dice(const Search* search) noexcept nogil:
    """W95-063 for the dice that are left: over all orders of dice, pieces, sums and legs."""
    cdef Search deep = search[0]
    deep.whole = dice_in(search.dice)
    deep.bound = min(deep.whole, capacity(search))
    deep.best = 0
    deep.depth = 0
    deep.visit = deepen
    if deep.bound:
        each_play(&deep)
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
    cdef const Play* play = &search.line[search.depth]
    cdef int used = dice_spent(search) + play.shape.dice
    if used > search.best:
        search.best = used
        if used >= search.bound:
            return True
    if search.end != PLAY_ON or used + dice_in(play.shape.rest) <= search.best:
        return False
    return after_this(search, each_play)


cdef bint has_single(const Search* search) noexcept nogil:
    """A sum can be ridden only where its first die could stop: so if no single die can be played, nothing can."""
    cdef Search single = search[0]
    single.depth = 0
    single.cavalry = single.infantry
    single.visit = stop_here
    return each_play(&single)


cdef bint stop_here(Search* search) noexcept nogil:
    return True


cdef bint has_forward(const Search* search) noexcept nogil:
    cdef Search forward = search[0]
    forward.depth = 0
    forward.visit = is_forward
    return each_play(&forward)


cdef bint is_forward(Search* search) noexcept nogil:
    """W95-116."""
    return progress(search) > 0


cdef int progress(const Search* search) noexcept nogil:
    """By how many links the move under way brings its piece nearer to the goal (little)."""
    cdef const Play* play = &search.line[search.depth]
    cdef int army = army_of(play.piece)
    return search.law.to_goal[army][play.start] - search.law.to_goal[army][play.spot[0]]


cdef bint complete(const Search* search, int most) noexcept nogil:
    """W95-062, 117, and the options oblige and lp_oblige; for a game that goes on."""
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
        each_play(search)
    return search.found


cdef bint weigh(Search* search) noexcept nogil:
    """Visit of `choose`. The key is compared first: it is cheap, the search for what remains is not."""
    cdef uint8_t key[KEY]
    cdef const Play* play = &search.line[search.depth]
    cdef int remains
    write_key(search, key)
    if search.found and memcmp(key, search.key, KEY) >= 0:
        return False
    if not is_won(search.end):
        remains = 0 if search.end != PLAY_ON else most_after(search)
        if play.shape.dice + remains < search.most:
            return False
    search.found = True
    search.chosen = play[0]
    memcpy(search.key, key, KEY)
    return False


cdef int most_after(const Search* search) noexcept nogil:
    cdef Search rest = search[0]
    cdef const Play* play = &search.line[search.depth]
    spend(&rest, play.piece, play.shape.rest)
    return most_dice(&rest)


cdef void write_key(const Search* search, uint8_t* key) noexcept nogil:
    """W95-132 (1) to (8), each a byte or a row of bytes filled up with 0; the first difference decides."""
    cdef const Play* play = &search.line[search.depth]
    cdef int leg, at, index = 0
    memset(key, 0, KEY)
    key[0] = 0 if is_won(search.end) else 1
    key[1] = play.shape.dice
    key[2] = play.shape.legs
    key[3] = standing(search, play)
    while search.mover[index] != play.piece:
        index += 1
    key[4] = index
    collect_dice(play, key + 5)
    for leg in range(play.shape.legs):
        key[5 + 3 + leg] = play.spot[leg]
        for at in range(DICE):
            key[5 + 6 + leg * DICE + at] = play.shape.die[leg][at]


cdef void collect_dice(const Play* play, uint8_t* dice) noexcept nogil:
    """The dice of all legs, ascending."""
    cdef int leg, at, die, count = 0
    for die in range(1, 7):
        for leg in range(play.shape.legs):
            for at in range(DICE):
                if play.shape.die[leg][at] == die:
                    dice[count] = die
                    count += 1


cdef int standing(const Search* search, const Play* play) noexcept nogil:
    """W95-132 (4), before the move: 0 plain, 1 supported, 2 on a hill, 3 on a star of an enemy stronghold."""
    cdef Mask friends
    if holds(&search.law.enemy_stars[side_of(play.piece)], play.start):
        return 3
    if holds(&search.law.hills, play.start):
        return 2
    # The mover itself has left by now, perhaps only to the next spot; it never supported itself.
    friends = search.field.held[side_of(play.piece)]
    drop(&friends, search.field.at[play.piece])
    return meets(&search.law.near[play.start], &friends)


cdef bint choose_forward(Search* search) noexcept nogil:
    """W95-133. Pieces, dice and spots come in the order that decides ties, so the first of the best is kept."""
    search.gain = 0
    search.found = False
    search.depth = 0
    search.visit = weigh_progress
    each_play(search)
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
    # W95-118: in the children's game one may play on when one need not.
    return (not done or search.law.little) and each_play(search)


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
    sequence.plays = search.depth
    memcpy(sequence.play, search.line, sizeof(sequence.play))


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

cdef struct Plays:
    Play* play
    size_t count, room


cdef enum:
    PROBES = 40  # draws that may fail before every move is listed: on most throws the second or third succeeds


cdef bint random_sequence(Search* search, Stream* stream, Sequence* sequence) noexcept nogil:
    """A complete sequence, move by move: a piece, a shape and where each leg ends are drawn one after the other.

    So a piece with few moves comes as often as one with many. Every complete sequence can come.
    """
    search.most = most_dice(search)
    search.depth = 0
    search.failed = False
    while not stops(search, stream) and random_play(search, stream):
        if search.end != PLAY_ON:
            break
    copy_line(search, sequence)
    return not search.failed


cdef bint stops(Search* search, Stream* stream) noexcept nogil:
    """Whether to end the set here: where one may; in the children's game, where one could go on, every other time."""
    return complete(search, search.most) and not (search.law.little and below(stream, 2) and has_single(search))


cdef bint random_play(Search* search, Stream* stream) noexcept nogil:
    """Make one of the moves that keep the set completable, and count it in; False: there is none, or out of memory."""
    cdef int attempt
    for attempt in range(PROBES):
        if probe(search, stream):
            return True
    return listed_play(search, stream)


cdef bint probe(Search* search, Stream* stream) noexcept nogil:
    """Draw a move; make it and count it in if it can be made and keeps the set completable."""
    cdef int piece = search.mover[below(stream, search.movers)]
    cdef const Shapes* shapes = &(search.cavalry if is_cavalry(piece) else search.infantry)[search.dice]
    cdef Play* play = &search.line[search.depth]
    cdef int leg = 0, dice = search.dice
    if search.moved[piece] or search.field.at[piece] == NOWHERE or not shapes.count:
        return False
    play.shape = &shapes.shape[below(stream, shapes.count)]
    play.piece = piece
    play.start = search.field.at[piece]
    while leg < play.shape.legs and ride_somewhere(search, stream, leg):
        leg += 1
        if search.end != PLAY_ON:
            break
    # What ends the game at a halt is a move of fewer legs, with a shape of its own.
    if leg == play.shape.legs:
        spend(search, piece, play.shape.rest)
        search.depth += 1
        if keeps_completable(search):
            return True
        search.depth -= 1
        search.moved[piece] = False
        search.dice = dice
    search.end = PLAY_ON
    while leg:
        leg -= 1
        unland(search.field, piece, play.spot[leg], play.captured[leg])
        put_down(search.field, piece, play.spot[leg - 1] if leg else play.start)
    return False


cdef bint ride_somewhere(Search* search, Stream* stream, int leg) noexcept nogil:
    """Ride a leg to a spot drawn among those at its distance; False, and nothing done, if one may not."""
    cdef Play* play = &search.line[search.depth]
    cdef Field* field = search.field
    cdef int piece = play.piece, start = field.at[piece], length = play.shape.length[leg]
    cdef uint32_t first = reach_from(&search.law.walks, start, length)
    cdef uint32_t reaches = reach_until(&search.law.walks, start, length) - first
    cdef const Reach* reach
    if not reaches:
        return False
    reach = &search.law.walks.reaches[first + below(stream, reaches)]
    take_up(field, piece)
    if not (may_land(search.law, field, piece, reach.end) and passes(&search.law.walks, reach, &field.occupied)):
        put_down(field, piece, start)
        return False
    play.captured[leg] = land(field, piece, reach.end)
    play.spot[leg] = reach.end
    search.end = end_after(search.law, field, piece, play.captured[leg])
    return True


cdef struct Plays:
    Play* play
    size_t count, room


cdef bint listed_play(Search* search, Stream* stream) noexcept nogil:
    """As `random_play`, with every move listed first: for throws that leave hardly any."""
    cdef Plays plays
    cdef Field field = search.field[0]
    cdef Search before
    cdef size_t at
    cdef bint made = False
    memset(&plays, 0, sizeof(Plays))
    search.visit = gather
    search.records = &plays
    each_play(search)
    search.end = PLAY_ON
    before = search[0]
    while plays.count and not search.failed and not made:
        at = below(stream, plays.count)
        make(search, &plays.play[at])
        made = keeps_completable(search)
        if not made:
            search[0] = before
            search.field[0] = field
            plays.count -= 1
            plays.play[at] = plays.play[plays.count]
    free(plays.play)
    return made


cdef bint gather(Search* search) noexcept nogil:
    cdef Plays* plays = <Plays*>search.records
    cdef Play* play
    cdef size_t room
    if plays.count == plays.room:
        room = 2 * plays.room + 256
        play = <Play*>realloc(plays.play, room * sizeof(Play))
        if play == NULL:
            search.failed = True
            return True
        plays.play, plays.room = play, room
    plays.play[plays.count] = search.line[search.depth]
    plays.count += 1
    return False


cdef void make(Search* search, const Play* play) noexcept nogil:
    """Make a move for good."""
    cdef int leg, captured
    for leg in range(play.shape.legs):
        take_up(search.field, play.piece)
        captured = land(search.field, play.piece, play.spot[leg])
        search.end = end_after(search.law, search.field, play.piece, captured)
    search.line[search.depth] = play[0]
    search.depth += 1
    spend(search, play.piece, play.shape.rest)


cdef bint keeps_completable(const Search* search) noexcept nogil:
    if search.end != PLAY_ON or search.law.little or search.law.each:
        return True
    return dice_spent(search) + most_dice(search) >= search.most
