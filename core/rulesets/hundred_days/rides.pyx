# cython: cdivision=True
"""Who rides: couriers (HD-044 to HD-046, HD-055) and persons (HD-052). No Python object is touched here.

A way is the shortest without enemies, found anew only where the shortest of all is not free.
"""

from libc.stdint cimport uint8_t

from core.rulesets.hundred_days.chance cimport roll, tell
from core.rulesets.hundred_days.field cimport (
    COURIER, FAR, MOST_PLACES, NONE, RIDER, Column, Law, Links, Person, State, Told, Turn, closed, link_between, men,
    nearest, present, side_of,
)
from core.rulesets.hundred_days.forces cimport add_link, has_link
cdef struct Perils:
    # Where the enemies of a rider are.
    bint held[MOST_PLACES]  # by an enemy column
    bint horse[MOST_PLACES]  # of 5 or more in one column
    Links links


cdef struct Road:
    # A way, with both ends.
    int places  # 0: there is none
    int length
    uint8_t place[MOST_PLACES]


cdef void look(const Turn* turn, int side, Perils* perils) noexcept nogil:
    cdef const State* state = turn.state
    cdef const Column* column
    cdef int at
    for at in range(turn.law.places):
        perils.held[at] = perils.horse[at] = False
    for at in range(5):
        perils.links.word[at] = 0
    for at in range(state.columns):
        column = &state.column[at]
        if not present(column) or side_of(turn.law, column) == side:
            continue
        if column.place == NONE:
            add_link(&perils.links, column.link)
        else:
            perils.held[column.place] = True
            if column.horse >= 5:
                perils.horse[column.place] = True


cdef Road shortest(const Law* law, int start, int end) noexcept nogil:
    """The shortest way of all, whoever is on it."""
    cdef Road road
    cdef int here = start
    road.places, road.length = 1, law.far[start][end]
    road.place[0] = start
    while here != end:
        here = law.hop[here][end]
        road.place[road.places] = here
        road.places += 1
    return road


cdef bint is_free(const Turn* turn, const Road* road, const Perils* perils) noexcept nogil:
    cdef int at, link
    for at in range(road.places - 1):
        link = link_between(turn.law, road.place[at], road.place[at + 1])
        if closed(turn.law, turn.state, link) or has_link(&perils.links, link):
            return False
        if at and perils.held[road.place[at]]:
            return False
    return True


cdef Road free_way(const Turn* turn, int start, int end, const Perils* perils) noexcept nogil:
    """HD-046: the shortest way without enemies at inner places and on links, and without closed links."""
    cdef const Law* law = turn.law
    cdef Road road = shortest(law, start, end)
    cdef int least[MOST_PLACES]
    cdef bint settled[MOST_PLACES]
    cdef int place, at, best, link, other, here
    if is_free(turn, &road, perils):
        return road
    for place in range(law.places):
        least[place], settled[place] = FAR, False
    least[end] = 0
    while True:
        best = NONE
        for place in range(law.places):
            if not settled[place] and least[place] < FAR and (best == NONE or least[place] < least[best]):
                best = place
        if best == NONE or best == start:
            break
        settled[best] = True
        if best != end and perils.held[best]:
            continue
        for at in range(law.ways[best], law.ways[best + 1]):
            link, other = law.way[at].link, law.way[at].place
            if closed(law, turn.state, link) or has_link(&perils.links, link):
                continue
            least[other] = min(least[other], least[best] + law.length[link])
    road.places = 0
    if least[start] >= FAR:
        return road
    road.length, road.places, road.place[0], here = least[start], 1, start, start
    while here != end:
        for at in range(law.ways[here], law.ways[here + 1]):
            link, other = law.way[at].link, law.way[at].place
            if closed(law, turn.state, link) or has_link(&perils.links, link):
                continue
            if other != end and perils.held[other]:
                continue
            if least[other] + law.length[link] == least[here]:
                here = other
                break
        road.place[road.places] = here
        road.places += 1
    return road


# --- Couriers --------------------------------------------------------------------------------------------------------

cdef Ride courier(Turn* turn, int side, int start, int end, int left) noexcept nogil:
    """HD-046: a courier of a side who leaves at the end of beat `left`; his die, if he needs one, is thrown now."""
    cdef Perils perils
    cdef Road road
    cdef Ride ride
    cdef int die = 0, most = 0
    ride.due, ride.lost, ride.taken = left, False, NONE
    if start == end or not turn.law.fog:
        return ride
    look(turn, side, &perils)
    road = free_way(turn, start, end, &perils)
    if not road.places or road.length > 2 * turn.law.far[start][end]:
        road = shortest(turn.law, start, end)
        most = 4
    elif exposed(turn.law, &road, &perils):
        most = 1
    ride.due = left + (road.length + COURIER - 1) // COURIER
    if most:
        die = roll(turn.roller)
        ride.lost = die <= most
    if die == 1:
        ride.taken = taker(turn, side, &road)
    return ride


cdef bint exposed(const Law* law, const Road* road, const Perils* perils) noexcept nogil:
    """Whether an inner place has a neighbour with enemy horse."""
    cdef int at, way
    for at in range(1, road.places - 1):
        for way in range(law.ways[road.place[at]], law.ways[road.place[at] + 1]):
            if perils.horse[law.way[way].place]:
                return True
    return False


cdef int taker(const Turn* turn, int side, const Road* road) noexcept nogil:
    """The army of the enemy column nearest to any place of the way, if its commander-in-chief can read."""
    cdef const State* state = turn.state
    cdef const Law* law = turn.law
    cdef int column, at, far, least = FAR, best = NONE
    for column in range(state.columns):
        if not present(&state.column[column]) or side_of(law, &state.column[column]) == side:
            continue
        for at in range(road.places):
            far = law.far[nearest(law, &state.column[column])][road.place[at]]
            if far < least:
                least, best = far, column
    if best == NONE:
        return NONE
    best = state.column[best].army
    return NONE if state.person[law.chief[best]].taken else best


cdef int post_of(const Turn* turn, int person) noexcept nogil:
    """The place where a person sends from and receives; of one who was taken that of HD-055, or NONE."""
    cdef const State* state = turn.state
    cdef const Person* who = &state.person[person]
    cdef int column, most = 0, best = NONE
    if not who.taken:
        if who.column != NONE:
            return nearest(turn.law, &state.column[who.column])
        if who.place != NONE:
            return who.place
        return who.origin if 2 * who.done <= turn.law.length[who.link] else who.goal
    for column in range(state.columns):
        if present(&state.column[column]) and state.column[column].person == person:
            if men(&state.column[column]) > most:
                best, most = column, men(&state.column[column])
    return NONE if best == NONE else nearest(turn.law, &state.column[best])


cdef bint person_is_with(const Turn* turn, int person, int column) noexcept nogil:
    return turn.state.person[person].column == column and not turn.state.person[person].taken


# --- Persons (HD-052) ------------------------------------------------------------------------------------------------

cdef Road by_end(const Turn* turn, const Person* who, int side, bint back, const Perils* perils) noexcept nogil:
    """A way by one of the ends of the link he is on: that end is an inner place of it, and what lies before it too."""
    cdef const Law* law = turn.law
    cdef int end = who.origin if back else who.goal, at, done
    cdef const Column* column
    cdef Road road
    road.places = road.length = 0
    if end != who.target and perils.held[end]:
        return road
    for at in range(turn.state.columns):
        column = &turn.state.column[at]
        if column.place != NONE or column.link != who.link or not present(column) or side_of(law, column) == side:
            continue
        done = column.done if column.origin == who.origin else law.length[who.link] - column.done
        if (done < who.done) if back else (done >= who.done):
            return road
    return free_way(turn, end, who.target, perils)


cdef void set_out(Turn* turn, int person) noexcept nogil:
    """His way is chosen: from a place, or from a link by the shorter of its ends; without one he stays."""
    cdef const Law* law = turn.law
    cdef Person* who = &turn.state.person[person]
    cdef Perils perils
    cdef Road road, back
    cdef int at, ahead, side = law.side[law.person_army[person]]
    who.ways = 0
    if who.target == NONE or who.taken:
        return
    look(turn, side, &perils)
    if who.place != NONE:
        if who.place == who.target:
            who.target = NONE
            return
        road = free_way(turn, who.place, who.target, &perils)
        at = 1
    else:
        ahead = law.length[who.link] - who.done
        road = by_end(turn, who, side, False, &perils)
        back = by_end(turn, who, side, True, &perils)
        if back.places and (not road.places or back.length + who.done < road.length + ahead):
            who.origin, who.goal, who.done = who.goal, who.origin, ahead
            road = back
        at = 0
    if not road.places:
        tell(turn, Told.STOPPED_RIDE, person, who.target)
        return
    for at in range(at, road.places):
        who.way[who.ways] = road.place[at]
        who.ways += 1


cdef void meet(Turn* turn) noexcept nogil:
    """Who has come to the site of the column he rides to is with it from now on."""
    cdef State* state = turn.state
    cdef Person* who
    cdef const Column* column
    cdef int person
    for person in range(turn.law.persons):
        who = &state.person[person]
        if who.follows == NONE or who.taken:
            continue
        column = &state.column[who.follows]
        if not present(column):
            continue
        if column.place != NONE and column.place == who.place or (
            column.place == NONE and who.place == NONE and column.link == who.link
        ):
            who.column, who.follows, who.target, who.ways, who.place = who.follows, NONE, NONE, 0, NONE


cdef void ride_on(Turn* turn) noexcept nogil:
    """Step (d): 40 hm a beat, places on the way do not stop him."""
    cdef const Law* law = turn.law
    cdef Person* who
    cdef int person, left, step
    for person in range(law.persons):
        who = &turn.state.person[person]
        if who.seat == NONE or who.taken:
            continue
        left = RIDER
        while left and who.ways:
            if who.place != NONE:
                who.link, who.origin, who.goal = link_between(law, who.place, who.way[0]), who.place, who.way[0]
                if closed(law, turn.state, who.link):
                    break
                who.done, who.place = 0, NONE
            step = min(left, law.length[who.link] - who.done)
            who.done += step
            left -= step
            if who.done == law.length[who.link]:
                arrive(who)
    meet(turn)


cdef void arrive(Person* who) noexcept nogil:
    """At a place; the rest of his way lies before him."""
    cdef int at
    who.place, who.done = who.goal, 0
    for at in range(1, who.ways):
        who.way[at - 1] = who.way[at]
    who.ways -= 1
    if not who.ways:
        who.target = NONE
