"""The built-in bot of CON-R36: a player who knows what things are worth, looks at one throw at a time, and grows bold.

It weighs the field after each move it could make: what stands and waits on either side, what could be captured next,
how near anyone is to a home circle. It draws no lots: the same position gives the same
orders. Not for: looking ahead to other players' throws, pacts, draws.
"""

from core.rulesets.conflict.orders import Back, Move, Pass, Reserve, ThrowHeader, numbered

from libc.string cimport memcpy

from core.boards.grid cimport SPOTS, apart, holds
from core.rulesets.conflict.board cimport (
    GUN, GUN_NUMBER, PLANE, RESERVE, SEATS, SET, Law, Variant, kind_of, seat_of,
)
from core.rulesets.conflict.field cimport (
    LONGEST, NOBODY_LEFT, PLAY_ON, SAFE, Field, Walk, counts, friendly, lives, take_off,
)
from core.rulesets.conflict.position cimport Position, State, is_forgone, is_seven
from core.rulesets.conflict.throws cimport (
    MOVES, Throw, allowed, begin, bring_in, goes_on, may_move, penalty_piece, play, required,
)
from core.rulesets.conflict.turns cimport costs_piece
from core.rulesets.conflict.walks cimport Findings, Walker, find_all, forget, make_ready

cdef enum:
    KEPT = 6  # first moves that are followed up, of each order of the dice
    WIN = 1000000
    ALIVE = 4000  # an opponent less
    HOME = 24000  # one's own circle taken
    FAR = 24  # steps from which a circle is no longer felt
    PATIENCE = 60  # turns of the game with full caution; two careful bots could face each other for ever

# Artillery, anti-aircraft gun, battleship, airplane.
cdef int[4] WORTHS = [400, 500, 400, 900]
cdef int[SET] RESERVE_ORDER = [10, 11, 5, 6, 7, 8, 9, 0, 1, 2, 3, 4]  # which comes in first on a seven
# Per cent, by distance: that one of two dice reaches so far. A walk can waste steps, so a higher die arrives as well.
cdef int[LONGEST + 1] CHANCES = [100, 100, 97, 89, 75, 56, 31]
cdef enum:
    CHANCE_OF_ONE = 31  # per cent: that one of two dice is a 1


cdef struct Choice:
    int score
    int walks
    Walk walk[MOVES]


cdef class Bot:
    """The bot at work on one turn."""

    cdef Variant variant
    cdef Throw throw
    cdef Walker walker
    cdef Findings findings
    cdef Choice kept[KEPT]
    cdef Choice best
    cdef int caution  # per cent: how much the danger to pieces weighs

    def __dealloc__(self):
        forget(&self.findings)

    def orders(self, Position position):
        """A whole order set for the throws that are owed."""
        cdef State* state = &position.state
        cdef Field field = state.field
        cdef int number, seat = state.to_move
        self.variant = position.variant
        self.caution = max(0, min(100, 100 + PATIENCE - state.turn))
        orders = []
        for number in range(state.throw, state.rolled):
            if number > state.throw:
                orders.append(ThrowHeader(number + 1))
            begin(&self.throw, &self.variant.law, &field, seat, state.dice[number])
            orders += self._bring_in(position, number)
            if not is_forgone(state, &self.variant.law, number):
                orders += self._moves()
            if not goes_on(&self.throw):
                break
            if costs_piece(state, number, &self.throw.field):
                orders.append(self._back())
            field = self.throw.field
        return numbered(orders if any(not isinstance(order, ThrowHeader) for order in orders) else [Pass()])

    def _bring_in(self, Position position, int number):
        """On a seven whenever there is one in reserve: the airplane first."""
        cdef int at, piece
        if is_seven(&position.state, number):
            for at in range(SET):
                piece = self.throw.seat * SET + RESERVE_ORDER[at]
                if bring_in(&self.throw, piece):
                    return [Reserve(self.variant.board.piece_name(piece))]
        return []

    def _back(self):
        cdef int piece = penalty_piece(&self.throw.field, self.throw.seat)
        take_off(&self.throw.field, piece, RESERVE)
        return Back(self.variant.board.piece_name(piece))

    def _moves(self):
        cdef int at
        self.best.walks = 0
        with nogil:
            choose(self)
        moves = []
        for at in range(self.best.walks):
            moves.append(self._order(at))
            play(&self.throw, &self.best.walk[at], NULL)
        return moves

    def _order(self, int at):
        cdef Walk* walk = &self.best.walk[at]
        squares = tuple([self.variant.square(walk.path[step]) for step in range(walk.length)])
        return Move(self.variant.board.piece_name(walk.piece), walk.length, squares, walk.lost != SAFE)


def bot_orders(position):
    """What the bot orders for the seat in turn, as lines that the check accepts."""
    return Bot().orders(position)


# --- Choosing --------------------------------------------------------------------------------------------------------

cdef void choose(Bot bot) noexcept nogil:
    """The best pair of moves among those that begin with one of the best first moves; else the best single move."""
    cdef Choice single
    cdef Walk pair[MOVES]
    cdef int at, order
    single.walks = 0
    for order in range(2):
        if order and bot.throw.die[0] == bot.throw.die[1]:
            continue
        keep_best(bot, order)
        for at in range(KEPT):
            if bot.kept[at].walks:
                better(&single, &bot.kept[at])
                follow_up(bot, &bot.kept[at])
    if bot.best.walks:
        return
    # No pair among the best. If there is any it must be made (CON-028); else the best single move stands.
    bot.best = single
    if single.walks and required(&bot.throw, &bot.walker, &bot.findings, pair) == MOVES:
        bot.best.walks = MOVES
        memcpy(bot.best.walk, pair, sizeof(pair))


cdef void keep_best(Bot bot, int order) noexcept nogil:
    """The best first moves with one of the dice, at most one of them to each end and each set of captives."""
    cdef Choice choice
    cdef int piece, at
    for at in range(KEPT):
        bot.kept[at].walks = 0
    for piece in range(bot.throw.seat * SET, bot.throw.seat * SET + SET):
        if not may_move(&bot.throw, piece):
            continue
        make_ready(&bot.walker, bot.throw.law, &bot.throw.field, piece, bot.throw.die[order])
        if not find_all(&bot.walker, &bot.findings):
            continue
        for at in range(bot.findings.walks):
            choice.walks = 1
            choice.walk[0] = bot.findings.walk[at]
            choice.score = score_after(bot, &bot.throw, &choice.walk[0])
            insert(bot, &choice)


cdef void insert(Bot bot, const Choice* choice) noexcept nogil:
    cdef int at, worst = 0
    for at in range(KEPT):
        if not bot.kept[at].walks:
            worst = at
            break
        if bot.kept[at].score < bot.kept[worst].score:
            worst = at
    if not bot.kept[worst].walks or choice.score > bot.kept[worst].score:
        bot.kept[worst] = choice[0]


cdef bint better(Choice* best, const Choice* choice) noexcept nogil:
    if not best.walks or choice.score > best.score:
        best[0] = choice[0]
        return True
    return False


cdef void follow_up(Bot bot, const Choice* first) noexcept nogil:
    """The best second move after this one. A move that ends the game or the turn stands alone."""
    cdef Throw after = bot.throw
    cdef Choice choice = first[0]
    cdef int piece, at, die
    play(&after, &first.walk[0], NULL)
    if not goes_on(&after) or after.movers == 1:
        better(&bot.best, first)
    if not goes_on(&after) or allowed(&after) < MOVES:
        return
    die = after.die[1] if after.used[0] else after.die[0]
    for piece in range(after.seat * SET, after.seat * SET + SET):
        if not may_move(&after, piece):
            continue
        make_ready(&bot.walker, after.law, &after.field, piece, die)
        if not find_all(&bot.walker, &bot.findings):
            continue
        for at in range(bot.findings.walks):
            choice.walks = 2
            choice.walk[1] = bot.findings.walk[at]
            choice.score = score_after(bot, &after, &choice.walk[1])
            better(&bot.best, &choice)


# --- Weighing --------------------------------------------------------------------------------------------------------

cdef int score_after(Bot bot, const Throw* throw, const Walk* walk) noexcept nogil:
    cdef Throw after = throw[0]
    play(&after, walk, NULL)
    return weigh(bot, &after.field, throw.seat)


cdef int weigh(Bot bot, const Field* field, int seat) noexcept nogil:
    """How good the field is for a seat; an artillery piece on the field is worth 400."""
    cdef const Law* law = bot.throw.law
    cdef int other, score = 0
    if field.players.over != PLAY_ON:
        if field.players.over == NOBODY_LEFT:
            return -WIN // 2
        return WIN if law.partners[seat] & field.players.living else -WIN
    if not lives(field, seat):
        return -WIN
    for other in range(SEATS):
        if not lives(field, other):
            continue
        if other == seat:
            score += riches(field, other) + advance(bot, field, seat) - danger_to_home(bot, field, seat)
            score -= danger_to_pieces(law, field, seat) * bot.caution // 100
        elif (law.partners[seat] >> other) & 1:
            score += riches(field, other)
        elif not friendly(field, seat, other):
            score -= ALIVE + riches(field, other)
    return score


cdef int riches(const Field* field, int seat) noexcept nogil:
    """What a player has; what does not stand on the field is worth seven tenths."""
    cdef int piece, sum = 0
    for piece in range(seat * SET, seat * SET + SET):
        if field.at[piece] < SPOTS:
            sum += WORTHS[kind_of(piece)]
        elif counts(field.at[piece]):
            sum += WORTHS[kind_of(piece)] * 7 // 10
    return sum


cdef int danger_to_pieces(const Law* law, const Field* field, int seat) noexcept nogil:
    """Half of what may be expected to be captured: the nearest enemy that could."""
    cdef int piece, steps, sum = 0
    for piece in range(seat * SET, seat * SET + SET):
        if field.at[piece] < SPOTS:
            steps = nearest_captor(law, field, piece)
            if steps <= LONGEST:
                sum += WORTHS[kind_of(piece)] * CHANCES[steps] // 200
    return sum


cdef int nearest_captor(const Law* law, const Field* field, int piece) noexcept nogil:
    cdef int spot = field.at[piece], seat = seat_of(piece), enemy, steps, least = FAR, other
    for other in range(SEATS):
        if not lives(field, other) or friendly(field, seat, other):
            continue
        for enemy in range(other * SET, other * SET + SET):
            if field.at[enemy] < SPOTS and holds(&law.open[kind_of(enemy)], spot):
                if kind_of(enemy) == PLANE and kind_of(piece) == GUN:
                    continue
                steps = apart(spot, field.at[enemy])
                least = min(least, steps)
    return least


cdef int danger_to_home(Bot bot, const Field* field, int seat) noexcept nogil:
    """What is at stake where an enemy is within a die of the home circle; a gun on it keeps airplanes off (CON-084)."""
    cdef int other, enemy, kind, steps, chance, sum = 0
    cdef bint guarded = field.at[seat * SET + GUN_NUMBER] == bot.throw.law.circle[seat]
    for other in range(SEATS):
        if not lives(field, other) or friendly(field, seat, other):
            continue
        for enemy in range(other * SET, other * SET + SET):
            if field.at[enemy] >= SPOTS:
                continue
            kind = kind_of(enemy)
            steps = bot.variant.to_circle[seat][kind][field.at[enemy]]
            if steps > LONGEST or kind == PLANE and guarded:
                continue
            # Beside the circle a land piece or a ship needs a 1: no walk of more steps comes back there (CON-039).
            chance = CHANCE_OF_ONE if steps == 1 and kind != PLANE else CHANCES[steps]
            sum += HOME * chance // 100
    return sum


cdef int advance(Bot bot, const Field* field, int seat) noexcept nogil:
    """How near the pieces are to the circles of living enemies."""
    cdef int other, piece, steps, nearest, sum = 0
    for piece in range(seat * SET, seat * SET + SET):
        if field.at[piece] >= SPOTS:
            continue
        nearest = FAR
        for other in range(SEATS):
            if lives(field, other) and not friendly(field, seat, other):
                steps = bot.variant.to_circle[other][kind_of(piece)][field.at[piece]]
                nearest = min(nearest, steps)
        sum += (FAR - nearest) * 12
        if nearest <= LONGEST:
            sum += CHANCES[nearest] * 8
    return sum
