# cython: cdivision=True
"""What columns see, and the dispatches that tell of it. See sight.pxd.

HD-047, HD-048 and HD-066 to HD-070. Nothing here changes the state but that scouts tire.
"""

from core.rulesets.hundred_days.board cimport hops
from core.rulesets.hundred_days.chance cimport roll, tell, tell_dispatch
from core.rulesets.hundred_days.field cimport (
    HOURLY, MOST_LINKS, MOST_PLACES, NONE, PERSON_TAKEN, REST, Column, Law, Set, State, Told, Turn, any_of, has,
    in_battle, men, nearest, present, put, side_of, take,
)
from core.rulesets.hundred_days.forces cimport around, at_place, horse_of, men_of, on_link, person_place
from core.rulesets.hundred_days.rides cimport Ride, courier, post_of
cdef enum:
    SCREEN = 5  # a screen of horse, beside the four classes
    EYES = 5  # horse that look (HD-068)
    SCOUTS = 10  # and that scout (HD-069)
    WEARY = 5
    BEHIND_A_SCREEN = 10  # horse by which the enemy's must exceed one's own (HD-066)


cdef int class_of(int number) noexcept nogil:
    """HD-067: 1 patrol, 2 division, 3 corps, 4 army."""
    return 1 if number < 20 else 2 if number < 100 else 3 if number < 300 else 4


# --- Sightings (HD-068, HD-069) --------------------------------------------------------------------------------------

cdef void look_around(Turn* turn, bint thrown) noexcept nogil:
    """Observers in the order of HD-008; without dice where the campaign begins in its midst (HD-110)."""
    cdef State* state = turn.state
    cdef const Column* one
    cdef int column
    if not turn.law.fog:
        return
    for column in range(state.columns):
        one = &state.column[column]
        if present(one) and one.horse >= EYES and one.plan != REST and not in_battle(one):
            watch(turn, column, thrown)


cdef void watch(Turn* turn, int column, bint thrown) noexcept nogil:
    """The sites that a column looks at, links before places."""
    cdef State* state = turn.state
    cdef const Law* law = turn.law
    cdef Column* one = &state.column[column]
    cdef bint links[MOST_LINKS]
    cdef bint places[MOST_PLACES]
    cdef int at, side = 1 - side_of(law, one), scouted = NONE
    for at in range(law.links):
        links[at] = False
    for at in range(law.places):
        places[at] = False
    if one.place == NONE:
        places[one.origin] = places[one.goal] = links[one.link] = True
    else:
        for at in range(law.ways[one.place], law.ways[one.place + 1]):
            places[law.way[at].place] = links[law.way[at].link] = True
    for at in range(law.links):
        if links[at]:
            look(turn, column, NONE, at, side, thrown)
    for at in range(law.places):
        if places[at]:
            look(turn, column, at, NONE, side, thrown)
    if one.scout == NONE or one.horse < SCOUTS or one.fatigue > WEARY:
        return
    if hops(law, nearest(law, one), one.scout) <= 2:
        one.scouted = True
        scouted = one.scout
        if not places[scouted] and one.place != scouted:
            look(turn, column, scouted, NONE, side, thrown)


cdef void look(Turn* turn, int column, int place, int link, int side, bint thrown) noexcept nogil:
    """One site, if there are enemies and none of them is in touch with the observer."""
    cdef State* state = turn.state
    cdef const Column* one = &state.column[column]
    cdef Set there = at_place(turn.law, state, side, place) if place != NONE else on_link(turn.law, state, side, link)
    cdef Set left = there
    cdef int other = take(&left), towards = NONE, class_, die
    if not any_of(&there) or turn.log == NULL:
        return
    while other >= 0:
        if has(&one.touch, other):
            return
        if towards == NONE and has(&turn.moving, other):
            towards = turn.law.b[turn.on[other]] if turn.law.a[turn.on[other]] == turn.out[other] else (
                turn.law.a[turn.on[other]]
            )
        other = take(&left)
    if horse_of(state, &there) > one.horse:
        tell(turn, Told.SIGHTED, column, place, link, SCREEN, NONE)
        return
    class_ = class_of(men_of(state, &there))
    if thrown:
        die = roll(turn.roller)
        class_ = max(1, class_ - 1) if die == 1 else min(4, class_ + 1) if die == 6 else class_
    tell(turn, Told.SIGHTED, column, place, link, class_, towards)


# --- Dispatches (HD-047, HD-048) -------------------------------------------------------------------------------------

cdef void write_dispatches(Turn* turn, bint hourly) noexcept nogil:
    """By seats, then columns, to the own commander before the commander-in-chief (HD-009)."""
    cdef State* state = turn.state
    cdef Column* one
    cdef int seat, column
    for seat in range(turn.law.seats):
        for column in range(state.columns):
            one = &state.column[column]
            if state.person[one.person].seat != seat:
                continue
            if present(one) and (hourly or turn.why[column] & ~PERSON_TAKEN) and turn.log != NULL:
                write(turn, column, turn.why[column] | (HOURLY if hourly else 0))
            turn.why[column] = turn.lapsed[column] = turn.was_battle[column] = 0


cdef void write(Turn* turn, int column, int why) noexcept nogil:
    """What a column writes, and who rides with it."""
    cdef State* state = turn.state
    cdef Column* one = &state.column[column]
    cdef int side = side_of(turn.law, one), chief = turn.law.chief[one.army], here = nearest(turn.law, one)
    cdef int post = post_of(turn, one.person), other = post_of(turn, chief)
    cdef bint two = chief != one.person  # a commander-in-chief writes to nobody above him
    cdef Ride ride
    tell_dispatch(turn, Told.DISPATCH, column, why)
    turn.took[column] = NONE
    report_enemies(turn, column)
    if post != NONE:
        ride = courier(turn, side, here, post, turn.beat)
        tell(turn, Told.RIDES, column, one.person, ride.due, ride.lost, ride.taken)
        if two and other == post:  # the same rider carries both; what is taken of him was told
            tell(turn, Told.RIDES, column, chief, ride.due, ride.lost, NONE)
    if two and other != NONE and other != post:
        ride = courier(turn, side, here, other, turn.beat)
        tell(turn, Told.RIDES, column, chief, ride.due, ride.lost, ride.taken)


cdef void see_in_person(Turn* turn) noexcept nogil:
    """HD-049: at the end of a turn a person sees the columns of his side at his site, and what they are touched by."""
    cdef State* state = turn.state
    cdef const Column* one
    cdef int person, column, place, link
    if turn.log == NULL:
        return
    for person in range(turn.law.persons):
        if state.person[person].seat == NONE or state.person[person].taken:
            continue
        person_place(state, turn.law, person, &place, &link)
        for column in range(state.columns):
            one = &state.column[column]
            if not present(one) or side_of(turn.law, one) != turn.law.side[turn.law.person_army[person]]:
                continue
            if place != NONE and one.place == place or place == NONE and one.place == NONE and one.link == link:
                turn.was_battle[column] = 0
                tell_dispatch(turn, Told.DISPATCH, column, 0)
                report_enemies(turn, column)
                tell(turn, Told.SEES, column, person)


cdef void report_enemies(Turn* turn, int column) noexcept nogil:
    """HD-066: enemies in touch or in battle; behind much horse only their class."""
    cdef State* state = turn.state
    cdef Column* one = &state.column[column]
    cdef const Column* other
    cdef Set enemies = one.touch, own = around(turn.law, state, side_of(turn.law, one), one), left
    cdef int at
    if in_battle(one):
        for at in range(state.columns):
            if (
                state.column[at].battle == one.battle and present(&state.column[at])
                and side_of(turn.law, &state.column[at]) != side_of(turn.law, one)
            ):
                put(&enemies, at)
    if not any_of(&enemies):
        return
    if not in_battle(one) and horse_of(state, &enemies) >= horse_of(state, &own) + BEHIND_A_SCREEN:
        tell(turn, Told.SEEN_CLASS, column, class_of(men_of(state, &enemies)))
        return
    left = enemies
    at = take(&left)
    while at >= 0:
        other = &state.column[at]
        tell(
            turn, Told.SEEN, column, at, (men(other) + 5) // 10 * 10, other.horse > 0, (other.guns + 5) // 10 * 10
        )
        at = take(&left)
