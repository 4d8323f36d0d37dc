"""Where a piece can go with a die, and what happens on the way. See walks.pxd.

Nothing beside a diagonal step is ever looked at, neither ground nor pieces (CON-042, CON-043). No Python object is
touched here.
"""

from libc.stdlib cimport free, realloc
from libc.string cimport memcpy, memset

from core.boards.grid cimport (
    SPOTS, STRIDE, apart, direction, drop, holds, near, put, set_out, stroll, turn_back, unite, walk_on,
)
from core.rulesets.conflict.board cimport (
    AREA, CAMP, CIRCLE, DOCK, GUN, GUN_NUMBER, MINE, NOBODY, PLANE, SEATS, SET, SHIP, START, kind_of, seat_of,
)
from core.rulesets.conflict.field cimport (
    PLAY_ON, SAFE, TO_MINE, TO_OWN_MINE, Players, friendly, harms, leave, lives, loses_last,
)
from core.stream cimport Stream


# --- Making ready ----------------------------------------------------------------------------------------------------

cdef void make_ready(Walker* walker, const Law* law, const Field* field, int piece, int length) noexcept nogil:
    """At the start of the walks of a movable piece (FIELD or START) by a die of `length`; each move is new (CON-040).

    Whom a piece may capture follows from where it may go: on land, on water and on circles whoever is there, so that
    CON-060, CON-061, CON-062, CON-063, CON-065 and CON-066 come to one set of squares. An airplane and a gun are the
    one exception, and friends (CON-067) are none of them.
    """
    cdef int seat = seat_of(piece), other, gun, start = field.at[piece]
    walker.law, walker.field = law, field
    walker.piece, walker.seat, walker.kind = piece, seat, kind_of(piece)
    walker.waiting = start == START
    if walker.waiting:  # CON-049, CON-050; the ground leaves the exits of CON-051, CON-052 and CON-053
        start = law.circle[seat]
    set_out(&walker.course, start, length, &law.open[walker.kind], &law.open[walker.kind])
    memset(&walker.enemies, 0, sizeof(Mask))
    memset(&walker.bars, 0, sizeof(Mask))
    walker.barred = False
    for other in range(SEATS):
        if friendly(field, seat, other):
            mark_friends(walker, other)
        elif lives(field, other):
            unite(&walker.enemies, &field.taken[other])
            if not law.home_pass:
                put(&walker.bars, law.circle[other])
            gun = field.at[other * SET + GUN_NUMBER]
            if walker.kind == PLANE and gun < SPOTS:
                mark_gun(walker, gun)
    mark_alarms(walker)
    walker.players = field.players
    walker.lost_at = walker.over_at = walker.caught = 0
    walker.lost_to = NOBODY
    walker.captives = 0
    walker.found = walker.risky = False


cdef void mark_friends(Walker* walker, int other) noexcept nogil:
    """CON-044, CON-045, CON-104, and the option friends_pass, without which a friend on the circle bars it (CON-054).

    The own circle is a square like others (CON-047).
    """
    cdef const Mask* taken = &walker.field.taken[other]
    cdef Course* course = &walker.course
    cdef int row
    for row in range(STRIDE):
        course.ends.row[row] &= ~taken.row[row]
        if not walker.law.friends_pass:
            course.open.row[row] &= ~taken.row[row]
    if other != walker.seat and lives(walker.field, other):
        drop(&course.ends, walker.law.circle[other])
    if walker.waiting and not walker.law.friends_pass and holds(taken, course.spot[0]):
        walker.barred = True
        memset(&course.open, 0, sizeof(Mask))


cdef void mark_gun(Walker* walker, int spot) noexcept nogil:
    """CON-046, CON-064, and the option aa_sky: an airplane and an enemy's anti-aircraft gun."""
    drop(&walker.enemies, spot)
    drop(&walker.course.ends, spot)
    if not walker.law.overfly:
        drop(&walker.course.open, spot)


cdef void mark_alarms(Walker* walker) noexcept nogil:
    cdef int at, spot
    walker.alarms = walker.enemies
    if walker.kind != SHIP:
        return
    for at in range(walker.law.mines):
        spot = walker.law.mine[at]
        if harms(walker.law, walker.field.players.mines[walker.law.corner[spot]], walker.seat):
            put(&walker.alarms, spot)


# --- What happens on a step ------------------------------------------------------------------------------------------

cdef inline bint frozen(const Walker* walker) noexcept nogil:
    """Whether the steps still to come are only checked, not walked (CON-034, CON-073, CON-074)."""
    return walker.lost_at != 0 or walker.over_at != 0


cdef inline bint captured_on(const Walker* walker, int step) noexcept nogil:
    """Whether the last capture was on this step."""
    return walker.caught and walker.caught_at[walker.caught - 1] == step


cdef inline const Players* players_before(const Walker* walker, int step) noexcept nogil:
    """The players as they were before the step that was taken last."""
    if captured_on(walker, step):
        return &walker.before[step]
    return &walker.players


cdef inline void apply_step(Walker* walker) noexcept nogil:
    """The step just taken: capture, then mine, then what that means for the player who lost a piece (CON-073, CON-R54).

    Mines sink ships alone; an airplane flies over them (CON-075).
    """
    cdef int step = walker.course.steps, spot = walker.course.spot[step], owner
    if frozen(walker):
        return
    if walker.kind == SHIP and walker.law.terrain[spot] == MINE:
        owner = walker.players.mines[walker.law.corner[spot]]
        if harms(walker.law, owner, walker.seat):  # CON-071, CON-072
            walker.lost_at, walker.lost_to = step, owner
    if holds(&walker.enemies, spot):
        capture(walker, step, walker.field.on[spot])


cdef void capture(Walker* walker, int step, int piece) noexcept nogil:
    """CON-057 to CON-059; whoever loses the last piece is out from here on (CON-088)."""
    cdef int owner = seat_of(piece)
    walker.before[step] = walker.players
    walker.captive[walker.caught] = piece
    walker.caught_at[walker.caught] = step
    walker.caught += 1
    walker.captives |= <uint64_t>1 << piece
    drop(&walker.alarms, walker.course.spot[step])
    if loses_last(&walker.players, owner):
        leave(walker.law, &walker.players, owner, walker.seat)
        if not walker.lost_at and walker.players.over != PLAY_ON:
            walker.over_at = step


cdef void undo_step(Course* course) noexcept nogil:
    """`leave` of every search: as before the step."""
    cdef Walker* walker = <Walker*>course
    cdef int step = course.steps
    if captured_on(walker, step):
        walker.players = walker.before[step]
        walker.caught -= 1
        walker.captives &= ~(<uint64_t>1 << walker.captive[walker.caught])
        put(&walker.alarms, course.spot[step])
    if walker.lost_at == step:
        walker.lost_at, walker.lost_to = 0, NOBODY
    if walker.over_at == step:
        walker.over_at = 0


cdef inline bint bars(const Walker* walker) noexcept nogil:
    """Option home_pass=no: whether the step just taken enters the circle of a living enemy, and is not the last."""
    cdef int step = walker.course.steps, spot = walker.course.spot[step]
    if walker.law.home_pass or step == walker.course.length or not holds(&walker.bars, spot):
        return False
    return (players_before(walker, step).living >> walker.law.corner[spot]) & 1


cdef void note_walk(const Walker* walker, Walk* walk) noexcept nogil:
    """The walk that has been gone to its end, with what ending there brings (CON-076, CON-077, CON-082)."""
    cdef const Course* course = &walker.course
    cdef int end = course.spot[course.steps], corner = walker.law.corner[end], step
    memset(walk, 0, sizeof(Walk))
    walk.piece, walk.length, walk.waiting, walk.start = walker.piece, course.length, walker.waiting, course.spot[0]
    walk.walked = walker.lost_at or walker.over_at or course.length
    walk.caught = walker.caught
    memcpy(walk.captive, walker.captive, walker.caught)
    memcpy(walk.caught_at, walker.caught_at, walker.caught)
    for step in range(course.length):
        walk.path[step] = course.spot[step + 1]
    walk.lost_to = walk.takes = NOBODY
    if walker.lost_at:
        walk.lost, walk.lost_to = TO_MINE, walker.lost_to
    elif not frozen(walker) and corner != NOBODY:
        if walker.law.terrain[end] == MINE and walker.kind == PLANE:
            # CON-R54: it is the mine of whoever had it before this step, by which he may have fallen.
            blow_up(walker, walk, players_before(walker, course.steps).mines[corner])
        elif walker.law.terrain[end] == CIRCLE and is_hostile(walker, corner):
            walk.takes = corner


cdef inline bint is_hostile(const Walker* walker, int seat) noexcept nogil:
    """A living enemy, at this point of the walk."""
    return (walker.players.living >> seat) & 1 and not friendly(walker.field, walker.seat, seat)


cdef void blow_up(const Walker* walker, Walk* walk, int owner) noexcept nogil:
    """CON-076, CON-077: an airplane ends on a mine."""
    if harms(walker.law, owner, walker.seat):
        walk.lost, walk.lost_to = TO_MINE, owner
    elif owner == walker.seat and walker.law.own_mine_lost:
        walk.lost = TO_OWN_MINE


# --- One walk that is ordered ----------------------------------------------------------------------------------------

cdef int trace(Walker* walker, const uint16_t* path, Walk* walk, int* step) noexcept nogil:
    """Go the walk ordered, testing each step and then the end. The first fault, or NONE.

    `walk` is filled where there is none. The walker is used up.
    """
    cdef Course* course = &walker.course
    cdef int fault
    step[0] = 0
    if walker.barred:
        return FRIEND_ON_START
    for step[0] in range(1, course.length + 1):
        fault = fault_of_step(walker, path, step[0])
        if fault != NONE:
            return fault
        drop(&course.open, path[step[0] - 1])
        course.steps = step[0]
        course.spot[step[0]] = path[step[0] - 1]
        apply_step(walker)
        if bars(walker):
            return HOME_BARRED
    if not holds(&course.ends, course.spot[course.steps]):
        return fault_of_end(walker)
    note_walk(walker, walk)
    return NONE


cdef int fault_of_step(const Walker* walker, const uint16_t* path, int step) noexcept nogil:
    cdef const Course* course = &walker.course
    cdef int spot = path[step - 1], other, terrain = walker.law.terrain[spot], before
    if direction(course.spot[step - 1], spot) < 0:
        return NOT_ADJACENT
    for before in range(step):
        if course.spot[before] == spot:
            return ENTERED_AGAIN if before else START_AGAIN
    if terrain == CAMP or terrain == DOCK or terrain == AREA:
        return CLOSED_AREA
    if not holds(&walker.law.open[walker.kind], spot):
        return WRONG_TERRAIN
    other = walker.field.on[spot]
    if other == NOBODY:
        return NONE
    if friendly(walker.field, walker.seat, seat_of(other)):
        return FRIEND_PASSED if step < course.length and not walker.law.friends_pass else NONE
    if kind_of(other) == GUN and walker.kind == PLANE:
        if not walker.law.overfly:
            return UNCAPTURABLE
        if step == course.length:
            return GUN_AT_END
    return NONE


cdef int fault_of_end(const Walker* walker) noexcept nogil:
    cdef int other = walker.field.on[walker.course.spot[walker.course.steps]]
    if other != NOBODY and friendly(walker.field, walker.seat, seat_of(other)):
        return FRIEND_AT_END
    return FRIENDLY_CIRCLE


# --- Any walk, by order or by chance ---------------------------------------------------------------------------------

cdef bint find_first(Walker* walker) noexcept nogil:
    walker.course.enter, walker.course.leave, walker.course.visit = enter_step, undo_step, take_it
    return walk_on(&walker.course)


cdef bint enter_step(Course* course) noexcept nogil:
    apply_step(<Walker*>course)
    return not bars(<Walker*>course)


cdef bint take_it(Course* course) noexcept nogil:
    cdef Walker* walker = <Walker*>course
    note_walk(walker, &walker.best)
    walker.found = True
    return True


cdef enum:
    STROLLS = 16  # before a walk is looked for in order: in the open the first is nearly always one


cdef bint find_any(Walker* walker, Stream* stream) noexcept nogil:
    cdef Course* course = &walker.course
    cdef int _
    cdef bint found
    course.enter, course.leave = enter_step, undo_step
    for _ in range(STROLLS):
        found = stroll(course, stream)
        if found:
            take_it(course)
        turn_back(course)
        if found:
            return True
    return find_first(walker)


# --- The best walk to a square ---------------------------------------------------------------------------------

cdef bint find_way(Walker* walker, int goal, const uint16_t* via, int vias, bint risk) noexcept nogil:
    """Of the walks that end on the goal, past the squares of `via` in their order: not lost, most captured, first.

    Walks that lose the piece count only with `risk`; `risky` tells whether there is one.
    """
    cdef bint allowed = holds(&walker.course.ends, goal)
    walker.goal, walker.vias, walker.risk = goal, vias, risk
    memcpy(walker.via, via, vias * sizeof(uint16_t))
    memset(&walker.course.ends, 0, sizeof(Mask))
    if not allowed:
        return False
    put(&walker.course.ends, goal)
    walker.course.enter, walker.course.leave, walker.course.visit = approach, undo_step, compare
    walk_on(&walker.course)
    return walker.found


cdef bint approach(Course* course) noexcept nogil:
    cdef Walker* walker = <Walker*>course
    apply_step(walker)
    if bars(walker) or apart(course.spot[course.steps], walker.goal) > course.length - course.steps:
        return False
    return not walker.vias or vias_passed(walker) >= 0


cdef int vias_passed(const Walker* walker) noexcept nogil:
    """How many of the squares to go by have been entered, or -1 where they were in another order."""
    cdef int passed = 0, step, at
    for step in range(1, walker.course.steps + 1):
        for at in range(walker.vias):
            if walker.via[at] == walker.course.spot[step]:
                if at != passed:
                    return -1
                passed += 1
    return passed


cdef bint compare(Course* course) noexcept nogil:
    cdef Walker* walker = <Walker*>course
    cdef Walk walk
    if walker.vias and vias_passed(walker) < walker.vias:
        return False
    note_walk(walker, &walk)
    if walk.lost != SAFE:
        walker.risky = True
        if not walker.risk:
            return False
    if not walker.found or is_better(&walk, &walker.best):
        walker.found, walker.best = True, walk
    # Where nothing can be captured or lost on the way, no later walk is better than the first.
    return walk.lost == SAFE and not near(&walker.alarms, course.spot[0], course.length)


cdef bint is_better(const Walk* walk, const Walk* best) noexcept nogil:
    if (walk.lost == SAFE) != (best.lost == SAFE):
        return walk.lost == SAFE
    return walk.caught > best.caught


# --- All that a piece can do with a die ------------------------------------------------------------------------------

cdef bint find_all(Walker* walker, Findings* findings) noexcept nogil:
    """For each end and each set of captives the first walk by its directions, in the order in which they are come upon.

    Room is made before a search, and the search begun anew where it was too little, so that none is made during it.
    """
    walker.findings = findings
    walker.course.enter, walker.course.leave, walker.course.visit = explore, undo_step, note_finding
    if not findings.walk_room and not make_room(findings, 256, 16):
        return False
    while True:
        findings.walks = findings.groups = 0
        walker.group[0] = group_of(findings, 0, False)
        if not walk_on(&walker.course):
            return True
        if not make_room(findings, 2 * findings.walk_room, 2 * findings.group_room):
            return False


cdef bint make_room(Findings* findings, int walks, int groups) noexcept nogil:
    cdef Walk* walk = <Walk*>realloc(findings.walk, walks * sizeof(Walk))
    cdef Group* group
    if walk == NULL:
        return False
    findings.walk, findings.walk_room = walk, walks
    group = <Group*>realloc(findings.group, groups * sizeof(Group))
    if group == NULL:
        return False
    findings.group, findings.group_room = group, groups
    return True


cdef void forget(Findings* findings) noexcept nogil:
    free(findings.walk)
    free(findings.group)
    memset(findings, 0, sizeof(Findings))


cdef int group_of(Findings* findings, uint64_t captives, bint frozen) noexcept nogil:
    """The index of the group, entered if it is new; `group_room` where there is no room for it."""
    cdef Group* group
    cdef int at
    for at in range(findings.groups):
        if findings.group[at].captives == captives and findings.group[at].frozen == frozen:
            return at
    if findings.groups == findings.group_room:
        return findings.group_room
    group = &findings.group[findings.groups]
    group.captives, group.frozen = captives, frozen
    memset(&group.found, 0, sizeof(Mask))
    findings.groups += 1
    return findings.groups - 1


cdef bint explore(Course* course) noexcept nogil:
    """On only where an end may still be found, or a capture or a mine may make another group."""
    cdef Walker* walker = <Walker*>course
    cdef Findings* findings = walker.findings
    cdef int step = course.steps, group = walker.group[step - 1]
    cdef Mask* found
    apply_step(walker)
    if bars(walker):
        return False
    if has_changed(walker, step):
        group = group_of(findings, walker.captives, frozen(walker))
    walker.group[step] = group
    if group == findings.group_room:
        return True  # the visit will stop the search
    found = &findings.group[group].found
    if frozen(walker) or step == course.length:
        return not holds(found, end_of(walker))
    return near(&walker.alarms, course.spot[step], course.length - step) or promises(course, found)


cdef inline bint has_changed(const Walker* walker, int step) noexcept nogil:
    if walker.lost_at == step or walker.over_at == step:
        return True
    return captured_on(walker, step)


cdef inline int end_of(const Walker* walker) noexcept nogil:
    """Where the piece stands in the end, or is lost."""
    return walker.course.spot[walker.lost_at or walker.over_at or walker.course.steps]


cdef bint promises(const Course* course, const Mask* found) noexcept nogil:
    """Whether an end that has not been found lies in reach."""
    cdef int spot = course.spot[course.steps], left = course.length - course.steps, row
    cdef uint64_t span = ((<uint64_t>2 << (2 * left)) - 1) << (spot & 31) >> left
    for row in range(max((spot >> 5) - left, 0), min((spot >> 5) + left, STRIDE - 1) + 1):
        if course.ends.row[row] & ~found.row[row] & span:
            return True
    return False


cdef bint note_finding(Course* course) noexcept nogil:
    cdef Walker* walker = <Walker*>course
    cdef Findings* findings = walker.findings
    cdef int group = walker.group[course.steps]
    if group == findings.group_room or findings.walks == findings.walk_room:
        return True
    note_walk(walker, &findings.walk[findings.walks])
    findings.walks += 1
    put(&findings.group[group].found, end_of(walker))
    return False
