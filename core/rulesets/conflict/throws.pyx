"""A throw of two dice: what may and what must be moved with it. See throws.pxd. No Python object is touched here."""

from libc.string cimport memset

from core.rulesets.conflict.board cimport NOBODY, RESERVE, SET, START
from core.rulesets.conflict.field cimport PLAY_ON, carry_out, lives, movable, take_off
from core.rulesets.conflict.walks cimport find_all, find_any, find_first, forget, make_ready
from core.stream cimport Stream, below


cdef void begin(Throw* throw, const Law* law, const Field* field, int seat, const uint8_t* dice) noexcept nogil:
    throw.law, throw.field, throw.seat = law, field[0], seat
    throw.die[0], throw.die[1] = dice[0], dice[1]
    throw.used[0] = throw.used[1] = False
    throw.moves = 0
    throw.movers = seats_movable(field, seat)


cdef bint bring_in(Throw* throw, int piece) noexcept nogil:
    if throw.field.at[piece] != RESERVE:
        return False
    throw.field.at[piece] = START
    throw.movers += 1  # CON-094
    return True


cdef void play(Throw* throw, const Walk* walk, EventLog* log) noexcept nogil:
    throw.used[unused(throw, walk.length)] = True  # even where the piece is lost (CON-033)
    throw.moved[throw.moves] = walk.piece
    throw.moves += 1
    carry_out(throw.law, &throw.field, walk, log)


cdef bint may_move(const Throw* throw, int piece) noexcept nogil:
    cdef int at
    for at in range(throw.moves):
        if throw.moved[at] == piece:
            return False
    return movable(&throw.field, piece)


cdef int unused(const Throw* throw, int length) noexcept nogil:
    cdef int at
    for at in range(2):
        if throw.die[at] == length and not throw.used[at]:
            return at
    return -1


cdef bint goes_on(const Throw* throw) noexcept nogil:
    return throw.field.players.over == PLAY_ON and lives(&throw.field, throw.seat)


cdef int seats_movable(const Field* field, int seat) noexcept nogil:
    """How many pieces the seat can move (CON-027)."""
    cdef int piece, count = 0
    for piece in range(seat * SET, seat * SET + SET):
        count += movable(field, piece)
    return count


cdef int allowed(const Throw* throw) noexcept nogil:
    """CON-023, CON-029, CON-030: a single piece makes one move; only what that has freed may use the other die."""
    cdef int freed
    if throw.movers != 1 or not throw.moves:
        return min(throw.movers, MOVES)
    freed = seats_movable(&throw.field, throw.seat) - movable(&throw.field, throw.moved[0])
    return MOVES if freed else 1


cdef int[SET] PENALTY_ORDER = [5, 6, 7, 8, 9, 0, 1, 2, 3, 4, 10, 11]  # battleship, artillery, gun, airplane


cdef int penalty_piece(const Field* field, int seat) noexcept nogil:
    """CON-R33: which piece pays for a third double where nobody names one; in START before in FIELD."""
    cdef int at, piece, first = NOBODY
    for at in range(SET):
        piece = seat * SET + PENALTY_ORDER[at]
        if field.at[piece] == START:
            return piece
        if first == NOBODY and movable(field, piece):
            first = piece
    return first


# --- What must be moved ----------------------------------------------------------------------------------------------

cdef bint find_next(const Throw* throw, Walker* walker, Walk* walk) noexcept nogil:
    cdef int piece, at
    if throw.moves >= allowed(throw) or not goes_on(throw):
        return False
    for piece in range(throw.seat * SET, throw.seat * SET + SET):
        if not may_move(throw, piece):
            continue
        for at in range(2):
            if throw.used[at] or at and not throw.used[0] and throw.die[0] == throw.die[1]:
                continue
            make_ready(walker, throw.law, &throw.field, piece, throw.die[at])
            if find_first(walker):
                walk[0] = walker.best
                return True
    return False


cdef int required(const Throw* throw, Walker* walker, Findings* findings, Walk* walk) noexcept nogil:
    """The number of moves of CON-028, CON-029, CON-031 and CON-032, and an example of them."""
    cdef int found = 0
    if throw.movers > 1:
        # Most often the very first move leaves a second; only where it does not are all of them looked at.
        found = find_pair(throw, walker, NULL, walk) or find_pair(throw, walker, findings, walk)
        if found:
            return found if found < 0 else 2
    return find_next(throw, walker, walk)


cdef int find_pair(const Throw* throw, Walker* walker, Findings* findings, Walk* walk) noexcept nogil:
    """Whether two moves can be made one after the other: of the first ones without `findings` only one a piece and die.

    -1: out of memory.
    """
    cdef int piece, at
    for at in range(2):
        if at and throw.die[0] == throw.die[1]:
            continue
        for piece in range(throw.seat * SET, throw.seat * SET + SET):
            if not movable(&throw.field, piece):
                continue
            make_ready(walker, throw.law, &throw.field, piece, throw.die[at])
            if findings == NULL:
                if find_first(walker) and leaves_second(throw, &walker.best, walker, walk):
                    return 1
            elif not find_all(walker, findings):
                return -1
            elif one_leaves_second(throw, findings, walker, walk):
                return 1
    return 0


cdef bint one_leaves_second(const Throw* throw, const Findings* findings, Walker* walker, Walk* walk) noexcept nogil:
    cdef int at
    for at in range(findings.walks):
        if leaves_second(throw, &findings.walk[at], walker, walk):
            return True
    return False


cdef bint leaves_second(const Throw* throw, const Walk* first, Walker* walker, Walk* walk) noexcept nogil:
    """Whether a second move can follow; then both are in `walk`."""
    cdef Throw after = throw[0]
    cdef Walk made = first[0]
    play(&after, &made, NULL)
    if not find_next(&after, walker, &walk[1]):
        return False
    walk[0] = made
    return True


# --- By chance -------------------------------------------------------------------------------------------------------

cdef enum:
    ATTEMPTS = 32  # before moves are looked for in order


cdef int bring_in_by_chance(Throw* throw, Stream* stream) noexcept nogil:
    """One of the reserve pieces, or none, each as likely."""
    cdef int pieces[SET]
    cdef int count = 0, piece
    for piece in range(throw.seat * SET, throw.seat * SET + SET):
        if throw.field.at[piece] == RESERVE:
            pieces[count] = piece
            count += 1
    cdef int at = below(stream, count + 1)
    if at == count:
        return NOBODY
    bring_in(throw, pieces[at])
    return pieces[at]


cdef int send_back_by_chance(Throw* throw, Stream* stream) noexcept nogil:
    """CON-097: one of the movable pieces, of which there is one."""
    cdef int pieces[SET]
    cdef int count = 0, piece
    for piece in range(throw.seat * SET, throw.seat * SET + SET):
        if movable(&throw.field, piece):
            pieces[count] = piece
            count += 1
    piece = pieces[below(stream, count)]
    take_off(&throw.field, piece, RESERVE)
    return piece


cdef bint play_by_chance(Throw* throw, Walk* walk, Stream* stream) noexcept nogil:
    """Make the moves that must be made, each by a piece, a die and a walk that chance picks."""
    cdef Walker walker
    cdef Throw before
    cdef Findings findings
    cdef int _, must
    for _ in range(ATTEMPTS):
        if throw.movers < 2:
            break
        before = throw[0]
        if move_by_chance(throw, &walker, walk, stream) and not goes_on(throw):
            return True
        if throw.moves and move_by_chance(throw, &walker, walk, stream):
            return True
        throw[0] = before
    memset(&findings, 0, sizeof(Findings))
    must = required(throw, &walker, &findings, walk)
    forget(&findings)
    if must == 1 and not (throw.movers == 1 and move_by_chance(throw, &walker, walk, stream)):
        play(throw, &walk[0], NULL)
    elif must == 2:
        play(throw, &walk[0], NULL)
        play(throw, &walk[1], NULL)
    return must >= 0


cdef bint move_by_chance(Throw* throw, Walker* walker, Walk* walk, Stream* stream) noexcept nogil:
    """One more move, if the piece and die picked have one."""
    cdef int pieces[SET]
    cdef int piece, count = 0, at
    for piece in range(throw.seat * SET, throw.seat * SET + SET):
        if may_move(throw, piece):
            pieces[count] = piece
            count += 1
    if not count:
        return False
    at = below(stream, 2)
    if throw.used[at]:
        at = 1 - at
    make_ready(walker, throw.law, &throw.field, pieces[below(stream, count)], throw.die[at])
    if not find_any(walker, stream):
        return False
    walk[throw.moves] = walker.best
    play(throw, &walker.best, NULL)
    return True
