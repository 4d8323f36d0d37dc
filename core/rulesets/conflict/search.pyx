"""The search of the robots. See search.pxd.

A throw is played by every piece and die alone first; the best of these are paired, and the best pairs weighed. What the
next seats answer to the best of all is then looked at for all their 21 throws, each weighted as it falls (expectimax;
with three or more players each takes what is best for himself). Everything is played by `throws`, as in the game.
"""

from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from core.boards.grid cimport SPOTS
from core.rulesets.conflict.board cimport (
    GUN, NOBODY, PIECES, PLANE, RESERVE, START, kind_of, seat_of,
)
from core.rulesets.conflict.evaluation cimport ANY_DIE, assess, chance_of
from core.rulesets.conflict.field cimport PLAY_ON, SAFE, friendly, lives, movable, put_on, take_off
from core.rulesets.conflict.mirrors cimport key_of, mixed
from core.rulesets.conflict.position cimport is_double, is_forgone, is_seven
from core.rulesets.conflict.throws cimport allowed, begin, bring_in, goes_on, may_move, play, required
from core.rulesets.conflict.turns cimport costs_piece
from core.rulesets.conflict.walks cimport NONE, find_all, forget, make_ready, trace

cdef enum:
    FACES = 6
    CHANCES = 36  # ways in which two dice fall

# A first guess at what things are worth, by which walks are sifted before they are weighed.
cdef double[4] WORTHS = [4, 5, 4, 9]  # artillery, anti-aircraft gun, battleship, airplane
cdef double CIRCLE_TAKEN = 1000
cdef double STEP_NEARER = 0.12
cdef double IN_REACH = 3
cdef double HOME_GUARDED = 1
cdef int[SET] RESERVE_ORDER = [10, 11, 5, 6, 7, 8, 9, 0, 1, 2, 3, 4]


cdef class Search:
    """What a search works with. Raises MemoryError."""

    def __cinit__(self):
        self.line = <Line*>malloc(MOST_LINES * sizeof(Line))
        self.after = <Line*>malloc(MOST_LINES * sizeof(Line))
        if self.line == NULL or self.after == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.line)
        free(self.after)
        forget(&self.findings)


cdef void think(Search search) noexcept nogil:
    """The ways to play the turn, the best of them first."""
    cdef int number
    cdef State* state = &search.state
    search.seat = state.to_move
    begin_line(&search.line[0], &state.field)
    search.lines = 1
    for number in range(state.throw, state.rolled):
        play_throw(search, number)
    if search.effort.depth > 0 and search.lines > 1:
        look_ahead(search)


cdef void begin_line(Line* line, const Field* field) noexcept nogil:
    memset(line, 0, sizeof(Line))
    line.field = field[0]
    line.sent_back = NOBODY
    memset(line.brought_in, NOBODY, sizeof(line.brought_in))


cdef void play_throw(Search search, int number) noexcept nogil:
    """Every way so far, played on by a throw."""
    cdef int at
    cdef Line* before = search.line
    search.found = 0
    for at in range(search.lines):
        if before[at].ended:
            keep(search, &before[at], before[at].worth)
        else:
            bring_in_and_move(search, &before[at], number)
    search.line, search.after = search.after, before
    search.lines = search.found


# --- Worth -----------------------------------------------------------------------------------------------------------

cdef int next_seat(const Field* field, int seat) noexcept nogil:
    """CON-019."""
    seat = (seat + 1) % SEATS
    while not lives(field, seat):
        seat = (seat + 1) % SEATS
    return seat


cdef double worth_of(Search search, const Field* field, int seat, int mover, int dice) noexcept nogil:
    """The share of a seat, where `mover` is next."""
    cdef Standing standing
    assess(search.ground, &search.law, field, mover, dice, &search.scales, &standing)
    return standing.share[seat]


cdef int mover_after(Search search, const Field* field, int number, int* dice) noexcept nogil:
    """Who is next after a throw of the turn, and with which dice, where they are known."""
    cdef State* state = &search.state
    dice[0] = ANY_DIE
    if field.players.over != PLAY_ON:
        return search.seat
    if lives(field, search.seat) and number < THROWS - 1 and is_double(state, number):
        if number + 1 < state.rolled:
            dice[0] = 1 << state.dice[number + 1][0] | 1 << state.dice[number + 1][1]
        return search.seat
    return next_seat(field, search.seat)


cdef double whim_of(Search search, uint64_t key) noexcept nogil:
    """A little more or less, the same for the same position, seed and outcome."""
    return search.effort.whim * ((mixed(search.whim ^ key) >> 11) * (1.0 / (<uint64_t>1 << 53)) - 0.5)


# --- Lines -----------------------------------------------------------------------------------------------------------

cdef void keep(Search search, const Line* line, double worth) noexcept nogil:
    """Among the best found, the best first, each outcome once."""
    cdef int at, last = search.found
    cdef uint64_t key = key_of(line.field.at)
    worth += whim_of(search, key) - whim_of(search, line.key) * (line.key != 0)
    for at in range(search.found):
        if search.after[at].key == key:
            return
    if last == search.effort.lines:
        last -= 1
        if search.after[last].worth >= worth:
            return
    else:
        search.found += 1
    while last > 0 and search.after[last - 1].worth < worth:
        search.after[last] = search.after[last - 1]
        last -= 1
    search.after[last] = line[0]
    search.after[last].worth, search.after[last].key = worth, key


cdef void finish(Search search, const Line* before, int number, Throw* throw, const Walk* walk) noexcept nogil:
    """The way so far with this throw's moves, and its penalty."""
    cdef Line line = before[0]
    cdef int at, dice
    for at in range(throw.moves):
        line.walk[MOVES * line.throws + at] = walk[at]
    line.moves[line.throws] = throw.moves
    line.throws += 1
    line.field = throw.field
    line.ended = not goes_on(throw)
    if not line.ended and costs_piece(&search.state, number, &line.field):
        send_back(search, &line)
    at = mover_after(search, &line.field, number, &dice)
    line.worth = worth_of(search, &line.field, search.seat, at, dice)
    line.key = 0
    keep(search, &line, line.worth)


cdef void send_back(Search search, Line* line) noexcept nogil:
    """CON-097: the piece that is missed least."""
    cdef int piece, dice, best = NOBODY, place, mover = mover_after(search, &line.field, THROWS - 1, &dice)
    cdef double worth, most = -1
    for piece in range(search.seat * SET, search.seat * SET + SET):
        if not movable(&line.field, piece):
            continue
        place = line.field.at[piece]
        take_off(&line.field, piece, RESERVE)
        worth = worth_of(search, &line.field, search.seat, mover, dice)
        if worth > most:
            best, most = piece, worth
        if place < SPOTS:
            put_on(&line.field, piece, place)
        else:
            line.field.at[piece] = place
    line.sent_back = best
    take_off(&line.field, best, RESERVE)


cdef void bring_in_and_move(Search search, const Line* before, int number) noexcept nogil:
    """CON-022: on a seven with each kind that waits in reserve, or else with none, and then the moves."""
    cdef Line line = before[0]
    cdef Throw throw
    cdef int at, piece, kinds = 0
    if is_seven(&search.state, number):
        for at in range(SET):
            piece = search.seat * SET + RESERVE_ORDER[at]
            if before.field.at[piece] == RESERVE and not (kinds >> kind_of(piece)) & 1:
                kinds |= 1 << kind_of(piece)
                begin(&throw, &search.law, &before.field, search.seat, search.state.dice[number])
                bring_in(&throw, piece)
                line.brought_in[line.throws] = piece
                play_moves(search, &line, number, &throw)
    if not kinds:
        begin(&throw, &search.law, &before.field, search.seat, search.state.dice[number])
        play_moves(search, &line, number, &throw)


# --- The moves of a throw --------------------------------------------------------------------------------------------

cdef struct Pairing:
    int one, other
    double worth


cdef void play_moves(Search search, const Line* before, int number, Throw* throw) noexcept nogil:
    """All ways to make the moves of the throw that are worth a look."""
    cdef Single single[MOVES][MOST_SINGLES]
    cdef int count[MOVES]
    cdef int die, mover, dice, found = search.found
    cdef bint twins = throw.die[0] == throw.die[1]
    if is_forgone(&search.state, &search.law, number) or not throw.movers:
        finish(search, before, number, throw, NULL)
        return
    mover = mover_after(search, &throw.field, number, &dice)
    count[1] = 0
    for die in range(1 if twins else MOVES):
        count[die] = find_singles(
            search, throw, throw.die[die], search.effort.kept, mover, dice, single[die],
        )
        play_alone(search, before, number, throw, single[die], count[die])
    if throw.movers > 1:
        if twins:
            pair_up(search, before, number, throw, single[0], count[0], single[0], count[0])
        else:
            pair_up(search, before, number, throw, single[0], count[0], single[1], count[1])
    for die in range(1 if twins else MOVES):
        follow_up(search, before, number, throw, single[die], count[die], search.effort.followed)
    if search.found == found and not beaten(search, found):
        play_what_must_be(search, before, number, throw)


cdef bint beaten(Search search, int found) noexcept nogil:
    """Whether nothing was added because everything there is better."""
    return found == search.effort.lines


cdef void play_what_must_be(Search search, const Line* before, int number, Throw* throw) noexcept nogil:
    """Where no pair was come upon: as many moves as are required, whichever they are (CON-028, CON-031, CON-032)."""
    cdef Single single[MOST_SINGLES]
    cdef Walk walk[MOVES]
    cdef Throw after
    cdef int die, at, count, dice, mover
    cdef int must = required(throw, &search.walker, &search.findings, walk)
    if must < 0:
        search.failed = True
        return
    if must == 1:
        mover = mover_after(search, &throw.field, number, &dice)
        for die in range(MOVES):
            count = find_singles(search, throw, throw.die[die], search.effort.kept, mover, dice, single)
            for at in range(count):
                after = throw[0]
                play(&after, &single[at].walk, NULL)
                finish(search, before, number, &after, &single[at].walk)
        return
    after = throw[0]
    for at in range(must):
        play(&after, &walk[at], NULL)
    finish(search, before, number, &after, walk)


cdef int find_singles(
    Search search, const Throw* throw, int length, int most, int mover, int dice, Single* single
) noexcept nogil:
    """The best walks of each piece by a die: sifted by a guess, then weighed for who throws; how many, best first."""
    cdef double guess[MOST_KEPT]
    cdef Throw before = throw[0]
    cdef Throw after
    cdef int piece, at, count = 0, first, next_mover, next_dice
    before.die[0] = before.die[1] = length
    before.used[0] = before.used[1] = False
    for piece in range(throw.seat * SET, throw.seat * SET + SET):
        if not may_move(throw, piece):
            continue
        make_ready(&search.walker, throw.law, &throw.field, piece, length)
        if not find_all(&search.walker, &search.findings):
            search.failed = True
            continue
        first = count
        for at in range(search.findings.walks):
            count = sift(search, throw, &search.findings.walk[at], single, guess, first, count, most)
    for at in range(count):
        after = before
        play(&after, &single[at].walk, NULL)
        next_mover, next_dice = mover, dice
        if not lives(&after.field, mover) and after.field.players.over == PLAY_ON:
            next_mover, next_dice = next_seat(&after.field, mover), ANY_DIE
        single[at].worth = worth_of(search, &after.field, throw.seat, next_mover, next_dice)
    sort_singles(single, count)
    return count


cdef int sift(
    Search search, const Throw* throw, const Walk* walk, Single* single, double* guess, int first, int count, int most
) noexcept nogil:
    """Enter the walk among the best of its piece, which begin at `first`; how many there are now."""
    cdef double hope = guess_of(search, &throw.field, walk)
    cdef int at = count
    if count - first == most:
        at -= 1
        if guess[at - first] >= hope:
            return count
        count -= 1
    while at > first and guess[at - 1 - first] < hope:
        guess[at - first] = guess[at - 1 - first]
        single[at] = single[at - 1]
        at -= 1
    guess[at - first] = hope
    single[at].walk = walk[0]
    return count + 1


cdef double guess_of(Search search, const Field* field, const Walk* walk) noexcept nogil:
    """What a walk gains, at a first glance: captures, circles, the way there, and what stands at risk in the end."""
    cdef int seat = seat_of(walk.piece), kind = kind_of(walk.piece), end = walk.path[walk.walked - 1]
    cdef int at, other, steps, nearest = 24, hits = 0
    cdef double hope = 0
    for at in range(walk.caught):
        hope += WORTHS[kind_of(walk.captive[at])]
    if walk.lost != SAFE:
        return hope - WORTHS[kind]
    if walk.takes != NOBODY:
        return hope + CIRCLE_TAKEN
    for other in range(SEATS):
        if lives(field, other) and not friendly(field, seat, other):
            steps = search.ground.home[other][kind][end]
            nearest = min(nearest, steps)
            hits |= search.ground.hits[other][kind][end]
    hope -= STEP_NEARER * nearest
    hope += IN_REACH * chance_of(hits)
    if kind == GUN and end == search.law.circle[seat]:
        hope += HOME_GUARDED
    if not search.scales.blind:
        hope -= WORTHS[kind] * danger_at(search, field, walk, end) / 2
    return hope


cdef double danger_at(Search search, const Field* field, const Walk* walk, int spot) noexcept nogil:
    """The chance that the nearest enemy piece reaches a square, those left out that the walk has taken."""
    cdef int seat = seat_of(walk.piece), kind = kind_of(walk.piece), piece, place, at, least = 255
    cdef bint gone
    for piece in range(PIECES):
        place = field.at[piece]
        if place > START or friendly(field, seat, seat_of(piece)) or kind_of(piece) == PLANE and kind == GUN:
            continue
        gone = False
        for at in range(walk.caught):
            gone = gone or walk.captive[at] == piece
        if not gone:
            place = search.law.circle[seat_of(piece)] if place == START else place
            least = min(least, search.ground.away(kind_of(piece), place, spot))
    return chance_of((0x7F << max(least, 1)) & 0x7F) if least <= LONGEST else 0


cdef void sort_singles(Single* single, int count) noexcept nogil:
    cdef Single moved
    cdef int at, to
    for at in range(1, count):
        if single[at - 1].worth >= single[at].worth:
            continue
        moved, to = single[at], at
        while to > 0 and single[to - 1].worth < moved.worth:
            single[to] = single[to - 1]
            to -= 1
        single[to] = moved


# --- One move, and two -----------------------------------------------------------------------------------------------

cdef void play_alone(
    Search search, const Line* before, int number, const Throw* throw, const Single* single, int count
) noexcept nogil:
    """Those that need no second move: by the only piece there is (CON-029), or as they end the game or the turn."""
    cdef Throw after
    cdef int at
    for at in range(count):
        if throw.movers > 1 and single[at].walk.takes == NOBODY and not single[at].walk.caught \
                and single[at].walk.lost == SAFE:
            continue
        after = throw[0]
        play(&after, &single[at].walk, NULL)
        if not goes_on(&after) or after.movers == 1:
            finish(search, before, number, &after, &single[at].walk)


cdef bint play_second(Search search, Throw* throw, const Walk* walk, Walk* made) noexcept nogil:
    """Play a walk that was found before the first move, if it can still be gone; `made` is what it comes to now."""
    cdef int step
    if allowed(throw) < MOVES or not may_move(throw, walk.piece):
        return False
    make_ready(&search.walker, throw.law, &throw.field, walk.piece, walk.length)
    if trace(&search.walker, walk.path, made, &step) != NONE:
        return False
    play(throw, made, NULL)
    return True


cdef int rank_pairs(
    const Single* one, int ones, const Single* other, int others, Pairing* pairing, int most
) noexcept nogil:
    """The pairs of two pieces that promise most, if each move is worth what it is alone; how many, best first."""
    cdef int at, to, place, count = 0
    cdef double worth
    for at in range(ones):
        for to in range(others):
            if one[at].walk.piece == other[to].walk.piece:
                continue
            worth = one[at].worth + other[to].worth
            if count == most:
                if pairing[count - 1].worth >= worth:
                    break  # the others are sorted: none that follows is better
                count -= 1
            place = count
            while place > 0 and pairing[place - 1].worth < worth:
                pairing[place] = pairing[place - 1]
                place -= 1
            pairing[place].one, pairing[place].other, pairing[place].worth = at, to, worth
            count += 1
    return count


cdef void pair_up(
    Search search,
    const Line* before,
    int number,
    const Throw* throw,
    const Single* one,
    int ones,
    const Single* other,
    int others,
) noexcept nogil:
    """The pairs that promise most, in the order in which they can be made."""
    cdef Pairing pairing[MOST_PAIRS]
    cdef Throw after
    cdef Walk walk[MOVES]
    cdef int at, count = rank_pairs(one, ones, other, others, pairing, search.effort.pairs)
    for at in range(count):
        after = throw[0]
        if make_pair(search, &after, &one[pairing[at].one].walk, &other[pairing[at].other].walk, walk):
            finish(search, before, number, &after, walk)


cdef bint make_pair(Search search, Throw* throw, const Walk* one, const Walk* other, Walk* walk) noexcept nogil:
    """Play both, the first before the second or the other way round; False where neither goes."""
    cdef Throw at_first
    memcpy(&at_first, throw, sizeof(Throw))
    walk[0] = one[0]
    play(throw, one, NULL)
    if not goes_on(throw) or play_second(search, throw, other, &walk[1]):
        return True
    throw[0] = at_first
    walk[0] = other[0]
    play(throw, other, NULL)
    return not goes_on(throw) or play_second(search, throw, one, &walk[1])


cdef void follow_up(
    Search search, const Line* before, int number, const Throw* throw, const Single* single, int count, int followed
) noexcept nogil:
    """Second moves that the first has made possible; all of them, after the best first moves and after captures."""
    cdef Single second[MOST_SINGLES]
    cdef Walk walk[MOVES]
    cdef Throw after, both
    cdef int at, to, seconds, mover, dice
    for at in range(count):
        if at >= followed and not takes_gun(&single[at].walk):
            continue
        after = throw[0]
        walk[0] = single[at].walk
        play(&after, &walk[0], NULL)
        if not goes_on(&after) or allowed(&after) < MOVES:
            continue
        mover = mover_after(search, &after.field, number, &dice)
        seconds = find_singles(
            search, &after, after.die[1] if after.used[0] else after.die[0], search.effort.kept, mover, dice, second,
        )
        for to in range(min(seconds, followed)):
            both = after
            walk[1] = second[to].walk
            play(&both, &walk[1], NULL)
            finish(search, before, number, &both, walk)


cdef bint takes_gun(const Walk* walk) noexcept nogil:
    """It may open the way for an airplane."""
    cdef int at
    for at in range(walk.caught):
        if kind_of(walk.captive[at]) == GUN:
            return True
    return False


# --- Answers ---------------------------------------------------------------------------------------------------------

cdef void look_ahead(Search search) noexcept nogil:
    """Weigh the best lines by what the next seats make of them, and put the best of these first."""
    cdef int at, count = min(search.lines, search.effort.candidates)
    for at in range(count):
        search.line[at].worth = look_at_line(search, &search.line[at], search.effort.depth)
    sort_lines(search.line, count)
    if search.effort.deeper > 1 and count > 1:
        count = min(count, search.effort.deeper)
        search.effort.answers = search.effort.answer_pairs = search.effort.answers_then
        for at in range(count):
            search.line[at].worth = look_at_line(search, &search.line[at], search.effort.depth + 1)
        sort_lines(search.line, count)


cdef double look_at_line(Search search, const Line* line, int depth) noexcept nogil:
    cdef double share[SEATS]
    cdef int dice, mover = mover_after(search, &line.field, search.state.rolled - 1, &dice)
    look(search, &line.field, mover, depth, share)
    return share[search.seat] + whim_of(search, line.key)


cdef void sort_lines(Line* line, int count) noexcept nogil:
    cdef Line moved
    cdef int at, to
    for at in range(1, count):
        if line[at - 1].worth >= line[at].worth:
            continue
        moved, to = line[at], at
        while to > 0 and line[to - 1].worth < moved.worth:
            line[to] = line[to - 1]
            to -= 1
        line[to] = moved


cdef struct Answers:  # of one seat to a field: what each of its pieces can do with each die
    Single single[LONGEST + 1][MOST_SINGLES]
    int count[LONGEST + 1]


cdef void look(Search search, const Field* field, int mover, int depth, double* share) noexcept nogil:
    """The shares where `mover` is next, after so many turns, each throw answered as is best for who has thrown."""
    cdef Answers answers
    cdef Throw throw
    cdef Standing standing
    cdef uint8_t dice[2]
    cdef double part[SEATS]
    cdef int one, other, seat
    if field.players.over != PLAY_ON or depth == 0:
        assess(search.ground, &search.law, field, mover, ANY_DIE, &search.scales, &standing)
        memcpy(share, standing.share, sizeof(standing.share))
        return
    for seat in range(SEATS):
        share[seat] = 0
    dice[0] = dice[1] = 1
    begin(&throw, &search.law, field, mover, dice)
    for one in range(1, FACES + 1):
        answers.count[one] = find_singles(
            search, &throw, one, search.effort.answers, next_seat(field, mover), ANY_DIE, answers.single[one],
        )
    for one in range(1, FACES + 1):
        for other in range(one, FACES + 1):
            dice[0], dice[1] = one, other
            begin(&throw, &search.law, field, mover, dice)
            answer(search, &answers, &throw, depth, part)
            for seat in range(SEATS):
                share[seat] += part[seat] * (1 if one == other else 2) / CHANCES


cdef void answer(Search search, const Answers* answers, Throw* throw, int depth, double* share) noexcept nogil:
    """The shares after the best answer of who has thrown; a double lets him throw again (CON-096)."""
    cdef Pairing pairing[MOST_PAIRS]
    cdef Throw after, best
    cdef Walk walk[MOVES]
    cdef int at, one = throw.die[0], other = throw.die[1], count, seat = throw.seat
    cdef double most = -1
    if one + other == FACES + 1:
        bring_in_first(throw)
    best = throw[0]
    count = 0
    if throw.movers > 1:
        count = rank_pairs(
            answers.single[one], answers.count[one], answers.single[other], answers.count[other], pairing,
            search.effort.answer_pairs,
        )
    for at in range(count):
        after = throw[0]
        if not make_pair(
            search, &after, &answers.single[one][pairing[at].one].walk, &answers.single[other][pairing[at].other].walk,
            walk,
        ):
            continue
        most = weigh_answer(search, &after, one == other, most, &best, share)
    if most < 0:
        most = answer_alone(search, answers, throw, one, most, &best, share)
        most = answer_alone(search, answers, throw, other, most, &best, share)
    if most < 0:
        weigh_answer(search, throw, one == other, most, &best, share)
    if depth > 1 and one != other and best.field.players.over == PLAY_ON:
        look(search, &best.field, next_seat(&best.field, seat), depth - 1, share)


cdef double answer_alone(
    Search search, const Answers* answers, const Throw* throw, int die, double most, Throw* best, double* share
) noexcept nogil:
    """Where two moves are not to be had: the best single one."""
    cdef Throw after
    cdef int at
    for at in range(min(answers.count[die], search.effort.answers)):
        after = throw[0]
        play(&after, &answers.single[die][at].walk, NULL)
        most = weigh_answer(search, &after, throw.die[0] == throw.die[1], most, best, share)
    return most


cdef double weigh_answer(
    Search search, const Throw* after, bint again, double most, Throw* best, double* share
) noexcept nogil:
    """Keep an answer, and the shares it leads to, if it is better for its seat than the best before."""
    cdef Standing standing
    cdef int mover = after.seat
    if after.field.players.over == PLAY_ON and not (again and lives(&after.field, mover)):
        mover = next_seat(&after.field, mover)
    assess(search.ground, &search.law, &after.field, mover, ANY_DIE, &search.scales, &standing)
    if standing.share[after.seat] <= most:
        return most
    memcpy(share, standing.share, sizeof(standing.share))
    best[0] = after[0]
    return standing.share[after.seat]


cdef void bring_in_first(Throw* throw) noexcept nogil:
    cdef int at
    for at in range(SET):
        if bring_in(throw, throw.seat * SET + RESERVE_ORDER[at]):
            return
