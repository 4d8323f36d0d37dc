"""Point-to-point boards: spots joined by links, distances, and walks of an exact length.

A walk visits no spot twice, its start included; a trail may visit a spot again, even its start, but uses no link
twice. This module knows nothing of any game: what blocks the way and where a walk may end is said by the caller.
Inside `core` the C face in graph.pxd is used; the methods here are for tests, maps and explanations.
"""

from libc.stdint cimport uint8_t, uint32_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset

cdef class Graph:
    """A board. Raises ValueError for a link that is listed twice, joins a spot with itself, or an unknown spot."""

    def __init__(self, names, links):
        self.names = tuple(sorted(names))
        self.spots = len(self.names)
        self.index_of = {name: spot for spot, name in enumerate(self.names)}
        if len(self.index_of) < self.spots or not 0 < self.spots <= MOST_SPOTS:
            raise ValueError("names")
        pairs = [tuple(sorted((self.index(one), self.index(other)))) for one, other in links]
        if len(set(pairs)) < len(pairs) or any(one == other for one, other in pairs):
            raise ValueError("links")
        self.join(pairs)
        self.measure()

    def __dealloc__(self):
        free(self.ends)
        free(self.link_ids)
        free(self.apart)

    def index(self, name):
        """The number of a spot, 0 .. spots - 1, in the order of the sorted names. Raises ValueError."""
        if name not in self.index_of:
            raise ValueError(name)
        return self.index_of[name]

    def neighbours(self, name):
        """The names of the spots linked with this one, sorted."""
        cdef int spot = self.index(name)
        return tuple(self.names[self.ends[at]] for at in range(self.first[spot], self.first[spot + 1]))

    def distance(self, one, other):
        """The smallest number of links between two spots, or None where no way leads from one to the other."""
        cdef int links = self.apart[<int>self.index(one) * self.spots + <int>self.index(other)]
        return None if links < 0 else links

    def walks(self, start, int length, blocked=(), bint trails=False):
        """One walk of exactly `length` links to each spot that any ends on: end -> names from start to end.

        Blocked spots are not passed over; a walk may end on one.
        """
        cdef Mask closed = self.set_of(blocked)
        found = {}
        for path in self.search(start, length, None, &closed, trails):
            found.setdefault(path[len(path) - 1], path)
        return found

    def paths(self, start, end, int length, bint trails=False):
        """Every walk of exactly `length` links from `start` to `end`, as tuples of names, sorted."""
        cdef Mask closed = self.set_of(())
        return sorted(self.search(start, length, end, &closed, trails))

    cdef void join(self, list pairs) except *:
        self.links = len(pairs)
        self.ends = <uint8_t*>malloc(2 * self.links * sizeof(uint8_t) + 1)
        self.link_ids = <uint16_t*>malloc(2 * self.links * sizeof(uint16_t) + 1)
        self.apart = <int16_t*>malloc(self.spots * self.spots * sizeof(int16_t))
        if self.ends == NULL or self.link_ids == NULL or self.apart == NULL:
            raise MemoryError
        memset(self.near, 0, sizeof(self.near))
        joined = [[] for _ in range(self.spots)]
        for link, (one, other) in enumerate(pairs):
            joined[one].append((other, link))
            joined[other].append((one, link))
            put(&self.near[<int>one], other)
            put(&self.near[<int>other], one)
        cdef int at = 0, spot
        for spot in range(self.spots):
            self.first[spot] = at
            for other, link in sorted(joined[spot]):
                self.ends[at] = other
                self.link_ids[at] = link
                at += 1
        self.first[self.spots] = at

    cdef void measure(self) noexcept:
        """All distances, breadth first from every spot."""
        cdef uint8_t queue[MOST_SPOTS]
        cdef int start, head, tail, at, spot
        cdef int16_t* row
        for start in range(self.spots):
            row = self.apart + start * self.spots
            for spot in range(self.spots):
                row[spot] = -1
            row[start] = 0
            queue[0] = start
            head, tail = 0, 1
            while head < tail:
                spot = queue[head]
                head += 1
                for at in range(self.first[spot], self.first[spot + 1]):
                    if row[self.ends[at]] < 0:
                        row[self.ends[at]] = row[spot] + 1
                        queue[tail] = self.ends[at]
                        tail += 1

    cdef Mask set_of(self, names) except *:
        cdef Mask spots
        memset(&spots, 0, sizeof(Mask))
        for name in names:
            put(&spots, self.index(name))
        return spots

    cdef list search(self, start, int length, end, const Mask* blocked, bint trails):
        """The walks of `length` links, as tuples of names, in the order of a depth-first search by neighbours."""
        if not 0 < length <= MOST_STEPS:
            raise ValueError(length)
        cdef Course course
        begin(&course, self.index(start), length, trails)
        cdef int goal = -1 if end is None else self.index(end)
        cdef list found = []
        while advance(self, &course):
            if course.steps == length:
                if goal < 0 or course.spot[length] == goal:
                    found.append(tuple(self.names[course.spot[step]] for step in range(length + 1)))
            elif holds(blocked, course.spot[course.steps]) or (goal >= 0 and not self.in_reach(&course, goal)):
                course.next[course.steps] = MOST_STEPS * MOST_SPOTS
        return found

    cdef bint in_reach(self, const Course* course, int goal) noexcept:
        cdef int left = self.apart[course.spot[course.steps] * self.spots + goal]
        return 0 <= left <= course.length - course.steps


# --- Depth-first search over walks -----------------------------------------------------------------------------------

cdef void begin(Course* course, int start, int length, bint trails) noexcept nogil:
    course.length = length
    course.trails = trails
    course.steps = 0
    course.spot[0] = start
    course.next[0] = 0


cdef bint advance(Graph graph, Course* course) noexcept nogil:
    """To the next walk in depth-first order (each walk comes before those that go on from it); False after the last."""
    cdef int at, spot
    while course.steps >= 0:
        if course.steps < course.length:
            spot = course.spot[course.steps]
            at = graph.first[spot] + course.next[course.steps]
            while at < graph.first[spot + 1]:
                course.next[course.steps] += 1
                if may_step(course, graph.ends[at], graph.link_ids[at]):
                    course.steps += 1
                    course.spot[course.steps] = graph.ends[at]
                    course.link[course.steps] = graph.link_ids[at]
                    course.next[course.steps] = 0
                    return True
                at += 1
        course.steps -= 1
    return False


cdef bint may_step(const Course* course, int spot, int link) noexcept nogil:
    cdef int step
    if course.trails:
        for step in range(1, course.steps + 1):
            if course.link[step] == link:
                return False
        return True
    for step in range(course.steps + 1):
        if course.spot[step] == spot:
            return False
    return True


# --- The table of all walks ------------------------------------------------------------------------------------------

cdef class WalkTable:
    """All walks of 1 to `longest` links from every spot of a board (trails: all trails)."""

    def __init__(self, Graph graph, int longest, bint trails=False):
        if not 0 < longest <= MOST_STEPS:
            raise ValueError(longest)
        self.graph, self.trails = graph, trails
        self.fill(longest)

    def __dealloc__(self):
        free(self.walks.inner)
        free(self.walks.reaches)
        free(self.walks.first)

    def count(self, int length):
        """The number of walks of exactly `length` links, over all spots to start from."""
        cdef uint32_t at
        cdef int spot
        total = 0
        for spot in range(self.graph.spots):
            for at in range(reach_from(&self.walks, spot, length), reach_until(&self.walks, spot, length)):
                total += self.walks.reaches[at].walks
        return total

    def ends(self, start, int length, blocked=()):
        """The names of the spots that some walk of `length` links ends on, passing over no blocked spot; sorted."""
        cdef Mask closed = self.graph.set_of(blocked)
        cdef int spot = self.graph.index(start)
        cdef uint32_t at
        if not 0 < length <= self.walks.longest:
            raise ValueError(length)
        return tuple(
            self.graph.names[self.walks.reaches[at].end]
            for at in range(reach_from(&self.walks, spot, length), reach_until(&self.walks, spot, length))
            if passes(&self.walks, &self.walks.reaches[at], &closed)
        )

    cdef void fill(self, int longest) except *:
        """Count the walks by start, length and end; lay the table out; then go the walks again and enter them."""
        cdef int spots = self.graph.spots
        cdef uint32_t* entries = <uint32_t*>calloc(spots * longest * spots, sizeof(uint32_t))
        if entries == NULL:
            raise MemoryError
        self.walks.longest = longest
        try:
            self.visit(entries, False)
            self.lay_out(entries)
            self.visit(entries, True)
        finally:
            free(entries)

    cdef void visit(self, uint32_t* entries, bint enter) noexcept:
        """Go every walk: count it in `entries`, or with `enter` write it where `entries` says, and count on."""
        cdef Course course
        cdef uint32_t* entry
        cdef int start, spots = self.graph.spots, longest = self.walks.longest
        for start in range(spots):
            begin(&course, start, longest, self.trails)
            while advance(self.graph, &course):
                entry = &entries[(start * longest + course.steps - 1) * spots + course.spot[course.steps]]
                if enter:
                    passed_over(&course, &self.walks.inner[entry[0]])
                entry[0] += 1

    cdef void lay_out(self, uint32_t* entries) except *:
        """Turn counts into places: reaches in order of start, length and end, and the walks of each side by side."""
        cdef int row, end, spots = self.graph.spots, rows = spots * self.walks.longest
        cdef uint32_t walks = 0, reaches = 0, count
        for row in range(rows * spots):
            walks += entries[row]
            reaches += entries[row] > 0
        self.total = walks
        self.walks.inner = <Mask*>malloc((walks + 1) * sizeof(Mask))
        self.walks.reaches = <Reach*>malloc((reaches + 1) * sizeof(Reach))
        self.walks.first = <uint32_t*>malloc((rows + 1) * sizeof(uint32_t))
        if self.walks.inner == NULL or self.walks.reaches == NULL or self.walks.first == NULL:
            raise MemoryError
        walks, reaches = 0, 0
        for row in range(rows):
            self.walks.first[row] = reaches
            for end in range(spots):
                count = entries[row * spots + end]
                if count:
                    self.walks.reaches[reaches] = Reach(first=walks, walks=count, end=end)
                    entries[row * spots + end] = walks
                    reaches += 1
                    walks += count
        self.walks.first[rows] = reaches


cdef void passed_over(const Course* course, Mask* inner) noexcept:
    cdef int step
    memset(inner, 0, sizeof(Mask))
    for step in range(1, course.steps):
        put(inner, course.spot[step])
