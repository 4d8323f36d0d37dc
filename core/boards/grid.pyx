"""Square boards: neighbours, lines, distances, and walks of an exact number of steps in eight directions.

A walk enters no square twice, nor the square it began on. This module knows nothing of any game: where a walk may go
and where it may end is said by the caller. Inside `core` the C face in grid.pxd is used; the methods here are for
tests, maps and explanations.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from core.stream cimport Stream, below

NAMES = ("n", "ne", "e", "se", "s", "sw", "w", "nw")


# --- Walks -----------------------------------------------------------------------------------------------------------

cdef void set_out(Course* course, int start, int length, const Mask* open, const Mask* ends) noexcept nogil:
    """At the start of the walks of `length` steps over open squares."""
    course.length, course.steps = length, 0
    course.spot[0] = start
    course.open, course.ends = open[0], ends[0]
    drop(&course.open, start)
    course.enter, course.leave, course.visit = NULL, NULL, NULL


cdef bint walk_on(Course* course) noexcept nogil:
    cdef int here = course.spot[course.steps], to, way
    cdef bint last = course.steps + 1 == course.length, stop
    for way in range(DIRECTIONS):
        to = here + STEP[way]
        if not holds(&course.open, to) or last and not holds(&course.ends, to):
            continue
        stop = False
        course.steps += 1
        course.spot[course.steps] = to
        drop(&course.open, to)
        if course.enter == NULL or course.enter(course):
            stop = course.visit(course) if last else walk_on(course)
        if course.leave != NULL:
            course.leave(course)
        put(&course.open, to)
        course.steps -= 1
        if stop:
            return True
    return False


cdef bint stroll(Course* course, Stream* stream) noexcept nogil:
    """Step by step, each way that is open with equal chance. From a dead end, or where `enter` bars the way: False."""
    cdef int ways[DIRECTIONS]
    cdef int count, way, to
    while course.steps < course.length:
        count = 0
        for way in range(DIRECTIONS):
            to = course.spot[course.steps] + STEP[way]
            if holds(&course.open, to) and (course.steps + 1 < course.length or holds(&course.ends, to)):
                ways[count] = to
                count += 1
        if not count:
            return False
        to = ways[below(stream, count)]
        course.steps += 1
        course.spot[course.steps] = to
        drop(&course.open, to)
        if course.enter != NULL and not course.enter(course):
            return False
    return True


cdef void turn_back(Course* course) noexcept nogil:
    while course.steps:
        if course.leave != NULL:
            course.leave(course)
        put(&course.open, course.spot[course.steps])
        course.steps -= 1


# --- Ends and distances ----------------------------------------------------------------------------------------------

cdef struct Search:
    Course course
    Mask wanted  # ends not found yet


cdef void find_ends(int start, int length, const Mask* open, const Mask* ends, Mask* found) noexcept nogil:
    """All spots of `ends` on which some walk ends. A branch is left where no end still wanted lies in reach."""
    cdef Search search
    cdef int row
    set_out(&search.course, start, length, open, ends)
    for row in range(STRIDE):
        search.wanted.row[row] = ends.row[row] & search.course.open.row[row]
        found.row[row] = search.wanted.row[row]
    search.course.enter = promises
    search.course.visit = note_end
    walk_on(&search.course)
    remove(found, &search.wanted)


cdef bint promises(Course* course) noexcept nogil:
    cdef int left = course.length - course.steps
    if not left:
        return holds(&(<Search*>course).wanted, course.spot[course.steps])
    # A test within more steps than fit a word's span would cost more than it saves.
    return left > 15 or near(&(<Search*>course).wanted, course.spot[course.steps], left)


cdef bint note_end(Course* course) noexcept nogil:
    drop(&(<Search*>course).wanted, course.spot[course.steps])
    return False


cdef void measure(const Mask* open, int start, uint8_t* steps) noexcept nogil:
    """The least number of steps to every spot (SPOTS numbers), 255 where no way leads or it takes 255 or more."""
    cdef Mask reached, before
    cdef int row, distance = 0
    cdef uint32_t fresh
    cdef bint grown = True
    memset(steps, 255, SPOTS)
    memset(&reached, 0, sizeof(Mask))
    memset(&before, 0, sizeof(Mask))
    put(&reached, start)
    while grown and distance < 255:
        grown = False
        for row in range(STRIDE):
            fresh = reached.row[row] & ~before.row[row]
            grown = grown or fresh != 0
            while fresh:
                steps[row * STRIDE + lowest(fresh)] = distance
                fresh &= fresh - 1
        before = reached
        spread(&reached, open)
        distance += 1


# --- The board -------------------------------------------------------------------------------------------------------

cdef class Grid:
    """A board whose squares are named by file and rank: `a1` is the one in the south-west. Raises ValueError."""

    def __init__(self, files, int ranks):
        if not 0 < len(files) <= MOST_SIDE or not 0 < ranks <= MOST_SIDE or len(set(files)) < len(files):
            raise ValueError(f"{files} by {ranks}")
        self.files, self.ranks = files, ranks
        self.names = tuple(f"{file}{rank}" for rank in range(1, ranks + 1) for file in files)
        self.name_at = [None] * SPOTS
        self.spot_of = {}
        memset(&self.board, 0, sizeof(Mask))
        for index, name in enumerate(self.names):
            spot = (index // len(files) + 1) * STRIDE + index % len(files) + 1
            self.spot_of[name] = spot
            self.name_at[spot] = name
            put(&self.board, spot)

    def __contains__(self, name):
        return name in self.spot_of

    def neighbours(self, name):
        """The squares a step away, in the order n ne e se s sw w nw."""
        found = [self.step(name, way) for way in NAMES]
        return tuple(square for square in found if square is not None)

    def step(self, name, way):
        """The square next to this one in a direction (`n`, `ne` ..), or None at the edge."""
        if way not in NAMES:
            raise ValueError(way)
        return self.name_at[self.find(name) + STEP[<int>NAMES.index(way)]]

    def apart(self, one, other):
        """The number of steps between two squares with nothing in the way."""
        return apart(self.find(one), self.find(other))

    def ray(self, start, way):
        """The squares in a straight line from this one, itself not among them, to the edge."""
        found = []
        square = self.step(start, way)
        while square is not None:
            found.append(square)
            square = self.step(square, way)
        return tuple(found)

    def line(self, one, other):
        """The squares between two on the same rank, file or diagonal; None where they are on none, or the same."""
        self.find(other)
        for way in NAMES:
            ray = self.ray(one, way)
            if other in ray:
                return ray[:ray.index(other)]
        return None

    def distances(self, start, squares=None):
        """The least number of steps to each of the `squares` (all, if None) that can be reached over them."""
        cdef Mask mask = self.board if squares is None else self.set_of(squares)
        cdef uint8_t steps[SPOTS]
        measure(&mask, self.find(start), steps)
        return {name: steps[<int>self.spot_of[name]] for name in self.names if steps[<int>self.spot_of[name]] < 255}

    def ends(self, start, int length, squares=None):
        """The squares on which some walk of exactly `length` steps over `squares` (all, if None) ends."""
        cdef Mask mask = self.board if squares is None else self.set_of(squares)
        cdef Mask found
        self.check_length(length)
        find_ends(self.find(start), length, &mask, &mask, &found)
        return self.names_in(&found)

    def walks(self, start, int length, squares=None):
        """Every walk of exactly `length` steps over the squares of `open`, as tuples of the squares entered.

        They come in the order of their directions. Ten steps from a square in open ground make millions of them.
        """
        cdef Mask mask = self.board if squares is None else self.set_of(squares)
        cdef Gathering gathering
        found = []
        self.check_length(length)
        set_out(&gathering.course, self.find(start), length, &mask, &mask)
        gathering.course.visit = gather
        gathering.grid, gathering.found = <void*>self, <void*>found
        walk_on(&gathering.course)
        return found

    def count(self, start, int length, squares=None):
        """How many walks there are."""
        cdef Mask mask = self.board if squares is None else self.set_of(squares)
        cdef Tally tally
        self.check_length(length)
        set_out(&tally.course, self.find(start), length, &mask, &mask)
        tally.course.visit = add_one
        tally.walks = 0
        with nogil:
            walk_on(&tally.course)
        return tally.walks

    def check_length(self, int length):
        """Raises ValueError for a length that no walk can have."""
        if not 0 < length <= MOST_STEPS:
            raise ValueError(length)

    cdef int find(self, name) except -1:
        if name not in self.spot_of:
            raise ValueError(name)
        return self.spot_of[name]

    cdef Mask set_of(self, names) except *:
        cdef Mask mask
        memset(&mask, 0, sizeof(Mask))
        for name in names:
            put(&mask, self.find(name))
        return mask

    cdef tuple names_in(self, const Mask* mask):
        return tuple(name for name in self.names if holds(mask, self.spot_of[name]))


cdef struct Gathering:
    Course course
    void* grid
    void* found


cdef bint gather(Course* course) noexcept nogil:
    with gil:
        append_walk(course, <Grid>(<Gathering*>course).grid, <list>(<Gathering*>course).found)
    return False


cdef void append_walk(const Course* course, Grid grid, list found) noexcept:
    found.append(tuple(grid.name_at[course.spot[at]] for at in range(1, course.steps + 1)))


cdef struct Tally:
    Course course
    uint64_t walks


cdef bint add_one(Course* course) noexcept nogil:
    (<Tally*>course).walks += 1
    return False
