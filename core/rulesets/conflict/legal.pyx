"""Complete order sets: all of them in order, some of them by chance, and all that one piece can do with a die.

Every walk is written out square by square, so that each order is one text. The throws of a turn are gone through one
after the other, each set of the first with each of the second. Nothing here judges: what is listed, `check` accepts.
"""

from core.rulesets.conflict.orders import Back, Move, Pass, Reserve, ThrowHeader, numbered

from libc.stdint cimport uint64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memset

from core.boards.grid cimport Course, walk_on
from core.rulesets.conflict.board cimport NOBODY, RESERVE, SET, Variant
from core.rulesets.conflict.events cimport walk_facts
from core.rulesets.conflict.field cimport SAFE, Walk, movable
from core.rulesets.conflict.position cimport Position, State, is_forgone, is_seven
from core.rulesets.conflict.throws cimport (
    MOVES, Throw, allowed, begin, bring_in, goes_on, may_move, play, required,
)
from core.rulesets.conflict.turns cimport Choices, costs_piece, play_throw
from core.rulesets.conflict.walks cimport (
    Findings, Walker, enter_step, find_all, forget, make_ready, note_walk, undo_step,
)
from core.stream cimport Stream, start


def all_sets(Position position, limit):
    """Every complete order set of the seat in turn, at most `limit` of them, as lines of a mail."""
    return [numbered(orders) for orders in Lister(position, limit).sets()]


def random_set(Position position, uint64_t seed):
    """One order set: reserve pieces, moves and the penalty piece by chance."""
    return numbered(RandomSet(position, seed).orders())


def reach(Position position, int piece, int length):
    """What a piece can do with a die now: for each end and set of captives the first walk, as facts."""
    cdef Walker walker
    cdef Findings findings
    memset(&findings, 0, sizeof(Findings))
    if not movable(&position.state.field, piece):
        return []
    make_ready(&walker, &position.variant.law, &position.state.field, piece, length)
    if not find_all(&walker, &findings):
        raise MemoryError
    found = [
        walk_facts(position.variant, &findings.walk[at], position.state.throw + 1)
        | {"ordered": squares_of(position.variant, &findings.walk[at])}
        for at in range(findings.walks)
    ]
    forget(&findings)
    return found


cdef tuple squares_of(Variant variant, const Walk* walk):
    return tuple([variant.square(walk.path[step]) for step in range(walk.length)])


cdef object order_of(Variant variant, const Walk* walk):
    return Move(variant.board.piece_name(walk.piece), walk.length, squares_of(variant, walk), walk.lost != SAFE)


# --- All walks of a piece --------------------------------------------------------------------------------------------

cdef struct Listing:
    Walker walker
    Walk* walk
    size_t count, room
    bint failed  # out of memory


cdef void list_walks(Listing* listing, const Throw* throw, int piece, int length) noexcept nogil:
    """Every walk, whatever it comes to."""
    listing.count = 0
    make_ready(&listing.walker, throw.law, &throw.field, piece, length)
    listing.walker.course.enter = enter_step
    listing.walker.course.leave = undo_step
    listing.walker.course.visit = keep
    walk_on(&listing.walker.course)


cdef bint keep(Course* course) noexcept nogil:
    cdef Listing* listing = <Listing*>course
    cdef Walk* walk
    if listing.count == listing.room:
        walk = <Walk*>realloc(listing.walk, (2 * listing.room + 256) * sizeof(Walk))
        if walk == NULL:
            listing.failed = True
            return True
        listing.walk, listing.room = walk, 2 * listing.room + 256
    note_walk(&listing.walker, &listing.walk[listing.count])
    listing.count += 1
    return False


cdef class Walks:
    """The walks of one piece with one die, kept while others are listed."""

    cdef Listing listing

    def __dealloc__(self):
        free(self.listing.walk)

    cdef void fill(self, const Throw* throw, int piece, int length) except *:
        memset(&self.listing, 0, sizeof(Listing))
        list_walks(&self.listing, throw, piece, length)
        if self.listing.failed:
            raise MemoryError


# --- All order sets --------------------------------------------------------------------------------------------------

cdef class Moment:
    """A throw at some point of its moves."""

    cdef Throw throw

    cdef Moment after(self, const Walk* walk):
        cdef Moment moment = Moment.__new__(Moment)
        moment.throw = self.throw
        play(&moment.throw, walk, NULL)
        return moment


cdef class Lister:
    """Goes through the order sets of a position, as lists of orders."""

    cdef Position position
    cdef Variant variant
    cdef object limit

    def __init__(self, Position position, limit):
        self.position, self.variant, self.limit = position, position.variant, limit

    def sets(self):
        """The sets found, in order, until there are as many as wanted."""
        found = []
        cdef Moment first = Moment.__new__(Moment)
        first.throw.field = self.position.state.field
        self._throw(first, self.position.state.throw, [], found)
        return found

    def _full(self, found):
        return self.limit is not None and len(found) >= self.limit

    def _throw(self, Moment before, int number, list said, list found):
        """All ways to play the throws from this one on, after what has been said."""
        cdef State* state = &self.position.state
        cdef Moment moment = Moment.__new__(Moment)
        cdef int piece
        begin(&moment.throw, &self.variant.law, &before.throw.field, state.to_move, state.dice[number])
        header = [ThrowHeader(number + 1)] if number > state.throw else []
        self._moves(moment, number, said + header, found)
        if not is_seven(&self.position.state, number):
            return
        for piece in range(state.to_move * SET, state.to_move * SET + SET):
            if before.throw.field.at[piece] == RESERVE and not self._full(found):
                moment = Moment.__new__(Moment)
                begin(&moment.throw, &self.variant.law, &before.throw.field, state.to_move, state.dice[number])
                bring_in(&moment.throw, piece)
                self._moves(moment, number, [*said, *header, Reserve(self.variant.board.piece_name(piece))], found)

    def _moves(self, Moment moment, int number, list said, list found):
        cdef Walk walk[MOVES]
        cdef Walker walker
        cdef Findings findings
        cdef int must = 0
        if not is_forgone(&self.position.state, &self.variant.law, number):
            memset(&findings, 0, sizeof(Findings))
            must = required(&moment.throw, &walker, &findings, walk)
            forget(&findings)
            if must < 0:
                raise MemoryError
        if must:
            self._next_move(moment, number, must, said, found)
        else:
            self._close(moment, number, said, found)

    def _next_move(self, Moment moment, int number, int must, list said, list found):
        """All first moves, or all second ones after a first."""
        cdef int piece, at
        cdef size_t index
        cdef Throw* throw = &moment.throw
        cdef Moment after
        cdef Walks walks = Walks()
        for piece in range(throw.seat * SET, throw.seat * SET + SET):
            if not may_move(throw, piece):
                continue
            for at in range(2):
                if throw.used[at] or at and not throw.used[0] and throw.die[0] == throw.die[1]:
                    continue
                walks.fill(throw, piece, throw.die[at])
                for index in range(walks.listing.count):
                    if self._full(found):
                        return
                    after = moment.after(&walks.listing.walk[index])
                    order = order_of(self.variant, &walks.listing.walk[index])
                    self._after_move(after, number, must, [*said, order], found)

    def _after_move(self, Moment moment, int number, int must, list said, list found):
        cdef bint goes = goes_on(&moment.throw)
        if not goes or moment.throw.moves >= must:
            self._close(moment, number, said, found)
        if goes and moment.throw.moves < allowed(&moment.throw):
            self._next_move(moment, number, must, said, found)

    def _close(self, Moment moment, int number, list said, list found):
        """The throw's moves are made: the penalty, then the next throw of the turn."""
        cdef Throw* throw = &moment.throw
        cdef int piece
        if not goes_on(throw):
            found.append(said)
        elif costs_piece(&self.position.state, number, &throw.field):
            for piece in range(throw.seat * SET, throw.seat * SET + SET):
                if movable(&throw.field, piece) and not self._full(found):
                    found.append([*said, Back(self.variant.board.piece_name(piece))])
        elif number + 1 < self.position.state.rolled:
            self._throw(moment, number + 1, said, found)
        else:
            # A set without any line would be no order set.
            found.append(said if any([not isinstance(order, ThrowHeader) for order in said]) else [Pass()])


# --- One by chance ---------------------------------------------------------------------------------------------------

cdef class RandomSet:
    """Plays the throws that are owed by chance, as a playout does, and writes down the orders."""

    cdef Position position
    cdef Stream stream

    def __init__(self, Position position, uint64_t seed):
        self.position = position
        start(&self.stream, seed)

    def orders(self):
        """The orders, as a list."""
        cdef State* state = &self.position.state
        cdef Variant variant = self.position.variant
        cdef Throw throw
        cdef Choices made
        cdef int number, at
        orders = []
        for number in range(state.throw, state.rolled):
            if number > state.throw:
                orders.append(ThrowHeader(number + 1))
            if not play_throw(state, &variant.law, number, &throw, &made, &self.stream):
                raise MemoryError
            if made.brought_in != NOBODY:
                orders.append(Reserve(variant.board.piece_name(made.brought_in)))
            for at in range(throw.moves):
                orders.append(order_of(variant, &made.walk[at]))
            if made.sent_back != NOBODY:
                orders.append(Back(variant.board.piece_name(made.sent_back)))
            if not goes_on(&throw):
                break
        return orders if any([not isinstance(order, ThrowHeader) for order in orders]) else [Pass()]
