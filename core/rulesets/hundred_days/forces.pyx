# cython: cdivision=True
"""What columns lose, where they retreat to, and who is in danger with them. See forces.pxd.

HD-032 to HD-034, HD-054, HD-061, HD-063, HD-077, HD-093, HD-094, HD-115, HD-116. No Python object is touched here.
"""

from core.rulesets.hundred_days.chance cimport roll, tell
from core.rulesets.hundred_days.field cimport (
    AVOID, BARRED, DESTROYED, FAR, HOLD, IN_TOUCH, LAPSED_BLOW, MOST, MOST_PATH, NONE, OPEN, ORDER_LAPSED, RETREAT,
    RETREAT_REFUSED, STAND, WITHDREW, Column, Law, Links, Person, Set, State, Told, Turn, any_of, arm, closed, drop,
    empty, has, in_battle, men, nearest, other_end, present, put, side_of, strength, take,
)


cdef void add_link(Links* links, int link) noexcept nogil:
    if link != NONE:
        links.word[link >> 6] |= <unsigned long long>1 << (link & 63)


cdef bint has_link(const Links* links, int link) noexcept nogil:
    return (links.word[link >> 6] >> (link & 63)) & 1


# --- Who is where ----------------------------------------------------------------------------------------------------

cdef int men_of(const State* state, const Set* columns) noexcept nogil:
    cdef Set left = columns[0]
    cdef int total = 0, column = take(&left)
    while column >= 0:
        total += men(&state.column[column])
        column = take(&left)
    return total


cdef int horse_of(const State* state, const Set* columns) noexcept nogil:
    cdef Set left = columns[0]
    cdef int total = 0, column = take(&left)
    while column >= 0:
        total += state.column[column].horse
        column = take(&left)
    return total


cdef int strength_of(const State* state, const Set* columns) noexcept nogil:
    """HD-073."""
    cdef Set left = columns[0]
    cdef int total = 0, column = take(&left)
    while column >= 0:
        total += strength(&state.column[column])
        column = take(&left)
    return total


cdef Set at_place(const Law* law, const State* state, int side, int place) noexcept nogil:
    """The columns of a side in a place."""
    cdef Set found = empty()
    cdef int column
    for column in range(state.columns):
        if (
            state.column[column].place == place and present(&state.column[column])
            and side_of(law, &state.column[column]) == side
        ):
            put(&found, column)
    return found


cdef Set on_link(const Law* law, const State* state, int side, int link) noexcept nogil:
    cdef Set found = empty()
    cdef int column
    for column in range(state.columns):
        if (
            state.column[column].link == link and state.column[column].place == NONE and present(&state.column[column])
            and side_of(law, &state.column[column]) == side
        ):
            put(&found, column)
    return found


cdef Set around(const Law* law, const State* state, int side, const Column* column) noexcept nogil:
    """The columns of a side at the site of a column."""
    if column.place != NONE:
        return at_place(law, state, side, column.place)
    return on_link(law, state, side, column.link)


cdef bint barred(const Law* law, const State* state, int side, int place) noexcept nogil:
    """Whether a place is barred to a side: enemies of together 20 or more men are in it (HD-077)."""
    cdef Set enemies = at_place(law, state, 1 - side, place)
    return men_of(state, &enemies) >= BARRED


# --- Losses (HD-034, HD-093, HD-094) ---------------------------------------------------------------------------------

cdef int of_horse(const Column* column, int number) noexcept nogil:
    """HD-034."""
    return number * column.horse // men(column) if men(column) else 0


cdef void lose(Turn* turn, int column, int number) noexcept nogil:
    """Men lost for good, at most those there."""
    cdef Column* one = &turn.state.column[column]
    cdef int horse
    number = min(number, men(one))
    horse = of_horse(one, number)
    one.horse -= horse
    one.foot -= number - horse
    one.lost += number
    turn.state.losses[side_of(turn.law, one)] += number


cdef void straggle(Turn* turn, int column, int number) noexcept nogil:
    """HD-032: neither present nor lost."""
    cdef Column* one = &turn.state.column[column]
    cdef int horse
    number = min(number, men(one))
    horse = of_horse(one, number)
    one.horse -= horse
    one.foot -= number - horse
    one.stragglers += number
    tell(turn, Told.STRAGGLED, column, number, one.stragglers)


cdef void share_losses(Turn* turn, const Set* columns, int number) noexcept nogil:
    """HD-075: in proportion to men, what is left over one each in the order of HD-008, then again."""
    cdef State* state = turn.state
    cdef int share[MOST]
    cdef Set left = columns[0]
    cdef int total = men_of(state, columns), given = 0, column = take(&left)
    number = min(number, total)
    while column >= 0:
        share[column] = number * men(&state.column[column]) // total if total else 0
        given += share[column]
        column = take(&left)
    while given < number:
        left = columns[0]
        column = take(&left)
        while column >= 0 and given < number:
            if share[column] < men(&state.column[column]):
                share[column] += 1
                given += 1
            column = take(&left)
    left = columns[0]
    column = take(&left)
    while column >= 0:
        if share[column]:
            lose(turn, column, share[column])
            if in_battle(&state.column[column]):
                state.column[column].battle_lost += share[column]
            tell(turn, Told.HIT, column, share[column], men(&state.column[column]))
        column = take(&left)


cdef void bury(Turn* turn, int column, int how) noexcept nogil:
    """A column is gone; its stragglers stay stragglers (HD-033)."""
    cdef State* state = turn.state
    cdef Column* one = &state.column[column]
    cdef int person
    one.gone, one.gone_place = how, nearest(turn.law, one)
    one.guns = 0 if how == DESTROYED else one.guns
    one.battle = one.kept = one.blow = NONE
    one.place, one.link = one.gone_place, NONE
    part(state, column)
    drop(&turn.moving, column)
    for person in range(turn.law.persons):
        if state.person[person].column == column and how != DESTROYED:
            state.person[person].column, state.person[person].place = NONE, one.gone_place
        elif state.person[person].column == column and not state.person[person].taken:
            state.person[person].column, state.person[person].place = NONE, one.gone_place
            in_danger(turn, person)


cdef void surrender(Turn* turn, int column, int clause) noexcept nogil:
    """HD-094: all its men and guns are lost; `clause` 0 where it has no place of retreat, 1 where it is too small."""
    cdef Column* one = &turn.state.column[column]
    tell(turn, Told.WAS_DESTROYED, column, men(one), one.guns, nearest(turn.law, one), clause)
    if in_battle(one):
        turn.state.battle[one.battle].lost[side_of(turn.law, one)] += men(one)
    lose(turn, column, men(one))
    bury(turn, column, DESTROYED)


# --- Touch (HD-116) --------------------------------------------------------------------------------------------------

cdef void touch(Turn* turn, int one, int other) noexcept nogil:
    """Two enemies stand before each other; what was mustering is ready (HD-024)."""
    cdef State* state = turn.state
    if has(&state.column[one].touch, other):
        return
    put(&state.column[one].touch, other)
    put(&state.column[other].touch, one)
    rouse(&state.column[one])
    rouse(&state.column[other])
    turn.why[one] |= IN_TOUCH
    turn.why[other] |= IN_TOUCH
    tell(turn, Told.TOUCHED, one, other)


cdef void part(State* state, int column) noexcept nogil:
    """A column is in touch with nobody any more."""
    cdef Set left = state.column[column].touch
    cdef int other = take(&left)
    while other >= 0:
        drop(&state.column[other].touch, column)
        other = take(&left)
    state.column[column].touch = empty()


cdef void rouse(Column* column) noexcept nogil:
    """HD-024: touch or battle ends the muster and makes it ready at once."""
    column.muster = column.free = column.ready = 0


cdef void stop(Column* column) noexcept nogil:
    """It holds where it is; what belonged to its path has ended with it (HD-027)."""
    column.plan, column.paths, column.target, column.awaits, column.repair = HOLD, 0, NONE, NONE, NONE
    column.forced = column.night = column.to_guns = column.driven = column.swept = column.leaving = False
    column.start = 0


cdef void lapse(Turn* turn, int column, int what) noexcept nogil:
    """HD-109: what was ordered cannot be done any more, and the next dispatch says so."""
    turn.why[column] |= ORDER_LAPSED
    turn.lapsed[column] |= what
    tell(turn, Told.LAPSED, column, what)


cdef void leave_the_bridge(Turn* turn, int column) noexcept nogil:
    """HD-041: a battle, a retreat or the sound of guns calls it away from a bridge that it was about to blow."""
    if turn.state.column[column].blow != NONE:
        turn.state.column[column].blow = NONE
        lapse(turn, column, LAPSED_BLOW)


cdef void halt_short(Turn* turn, int column, int place) noexcept nogil:
    """HD-061: on the link it came by, one hm before the place, in touch with the enemy there."""
    cdef State* state = turn.state
    cdef Column* one = &state.column[column]
    cdef Set enemies
    cdef int other
    stand_off(turn, column, place)
    enemies = at_place(turn.law, state, 1 - side_of(turn.law, one), place)
    other = take(&enemies)
    while other >= 0:
        touch(turn, column, other)
        other = take(&enemies)


cdef void stand_off(Turn* turn, int column, int place) noexcept nogil:
    """It halts there without touch: before a linked battle of which it is no part (HD-118)."""
    cdef Column* one = &turn.state.column[column]
    one.link, one.goal, one.origin = one.came, place, other_end(turn.law, one.came, place)
    one.done, one.place, one.came = turn.law.length[one.link] - 1, NONE, NONE
    if one.driven:
        stop(one)
        one.stance = STAND
        turn.why[column] |= RETREAT_REFUSED


# --- Retreat (HD-077) ------------------------------------------------------------------------------------------------

cdef bint open_to(
    const Law* law, const State* state, int side, int link, int place, const Links* attacked
) noexcept nogil:
    cdef Set enemies
    if closed(law, state, link) or has_link(attacked, link) or barred(law, state, side, place):
        return False
    enemies = on_link(law, state, 1 - side, link)
    return not any_of(&enemies)


cdef Refuge from_place(const Law* law, const State* state, int column, int place, const Links* attacked) noexcept nogil:
    """The place of retreat of a column that stands in a place."""
    cdef const Column* one = &state.column[column]
    cdef Refuge refuge
    cdef int at, link, other, rank, ranked = 3, named = NONE, came = NONE, best = NONE, side = side_of(law, one)
    refuge.place, refuge.link, refuge.origin, refuge.done = NONE, NONE, place, 0
    if one.plan == RETREAT and one.paths and not one.driven:
        named = one.path[0]
        if named != place and not adjoins(law, place, named):
            named = law.fast[arm(one)][place][named]
    elif one.line != NONE:
        named = one.line
    if in_battle(one) and one.attacker and one.came != NONE and one.place == place:
        came = other_end(law, one.came, place)
    for at in range(law.ways[place], law.ways[place + 1]):
        link, other = law.way[at].link, law.way[at].place
        if not open_to(law, state, side, link, other, attacked):
            continue
        rank = 0 if other == named else 1 if other == came else 2
        if best == NONE or rank < ranked or (
            rank == 2 and ranked == 2 and law.exit_far[one.army][other] < law.exit_far[one.army][best]
        ):
            best, ranked, refuge.link = other, rank, link
    refuge.place = best
    return refuge


cdef bint adjoins(const Law* law, int place, int other) noexcept nogil:
    cdef int at
    for at in range(law.ways[place], law.ways[place + 1]):
        if law.way[at].place == other:
            return True
    return False


cdef Refuge refuge_of(
    const Law* law, const State* state, int column, const Links* attacked, const Set* enemies
) noexcept nogil:
    """HD-077; `attacked` are the links by which enemies attacked a place, `enemies` those of a contact on a link."""
    cdef const Column* one = &state.column[column]
    cdef Refuge refuge
    cdef Links behind = attacked[0]
    cdef Set left = enemies[0]
    cdef bint ahead = False, back = False
    cdef int other
    if one.place != NONE:
        return from_place(law, state, column, one.place, attacked)
    other = take(&left)
    while other >= 0:
        if state.column[other].link == one.link and state.column[other].place == NONE:
            ahead = ahead or state.column[other].origin == one.goal
            back = back or state.column[other].origin == one.origin
        other = take(&left)
    refuge.place, refuge.link, refuge.origin, refuge.done = NONE, one.link, one.origin, one.done
    if ahead and back:
        return refuge
    if back:
        refuge.place = one.goal
        return refuge
    if one.done == 0:
        add_link(&behind, one.link)
        return from_place(law, state, column, one.origin, &behind)
    refuge.place, refuge.origin, refuge.done = one.origin, one.goal, law.length[one.link] - one.done
    return refuge


cdef bint retreat(Turn* turn, int column, const Links* attacked, const Set* enemies) noexcept nogil:
    """It goes to its place of retreat, and is driven until it is there; False where it is lost (HD-094)."""
    cdef Column* one = &turn.state.column[column]
    cdef Refuge refuge
    cdef int at, paths
    if men(one) < 2:
        surrender(turn, column, 1)
        return False
    refuge = refuge_of(turn.law, turn.state, column, attacked, enemies)
    if refuge.place == NONE:
        surrender(turn, column, 0)
        return False
    part(turn.state, column)
    one.battle, one.place, one.came = NONE, NONE, NONE
    one.link, one.origin, one.goal, one.done = refuge.link, refuge.origin, refuge.place, refuge.done
    paths = one.paths if one.plan == RETREAT else 0
    if not paths or one.path[0] != refuge.place:
        paths = min(paths + 1, MOST_PATH)
        for at in range(paths - 1, 0, -1):
            one.path[at] = one.path[at - 1]
        one.path[0] = refuge.place
    stop(one)
    one.plan, one.stance, one.paths, one.driven, one.halt = RETREAT, AVOID, paths, True, 0
    leave_the_bridge(turn, column)
    rouse(one)
    turn.why[column] |= WITHDREW
    drop(&turn.moving, column)
    tell(turn, Told.RETREATS, column, refuge.place, refuge.origin)
    return True


# --- Rearguards (HD-063, HD-115) -------------------------------------------------------------------------------------

cdef bint rearguard(
    Turn* turn, int place, int link, const Set* leaving, const Set* staying, const Links* attacked, int more, bint swept
) noexcept nogil:
    """One die for columns that leave before an enemy; whether they are caught. Who is not retreats or is lost."""
    cdef State* state = turn.state
    cdef Set left = leaving[0]
    cdef int column = take(&left), score = roll(turn.roller), die = score, percent, tired = 0
    score += more
    if horse_of(state, staying) > horse_of(state, leaving):
        score += 1
    while column >= 0:
        tired |= state.column[column].fatigue >= 4
        column = take(&left)
    score += tired
    if place != NONE and turn.law.terrain[place] != OPEN:
        score -= 1
    if turn.night or turn.dusk:
        score -= 1
    tell(turn, Told.SWEPT if swept else Told.REARGUARD, place, link, die, score)
    if score >= 7 and not swept:
        return True
    percent = 0 if score <= 3 else 2 if score <= 5 else 5 if score == 6 else 50
    left = leaving[0]
    column = take(&left)
    while column >= 0:
        if percent:
            lose(turn, column, (men(&state.column[column]) * percent + 99) // 100)
            tell(turn, Told.HIT, column, 0, men(&state.column[column]))
        if present(&state.column[column]) and retreat(turn, column, attacked, staying):
            state.column[column].swept = swept
        column = take(&left)
    return False


# --- Persons in danger (HD-054) --------------------------------------------------------------------------------------

cdef void person_place(const State* state, const Law* law, int person, int* place, int* link) noexcept nogil:
    """The site of a person: a place and NONE, or NONE and a link."""
    cdef const Person* who = &state.person[person]
    if who.column != NONE:
        place[0], link[0] = state.column[who.column].place, NONE
        if place[0] == NONE:
            link[0] = state.column[who.column].link
        return
    place[0], link[0] = who.place, NONE if who.place != NONE else who.link


cdef void look_for_danger(Turn* turn) noexcept nogil:
    """Who is in a place with enemies and without friends."""
    cdef State* state = turn.state
    cdef const Law* law = turn.law
    cdef Set there
    cdef int person, side
    for person in range(law.persons):
        if state.person[person].seat == NONE or state.person[person].taken or state.person[person].column != NONE:
            continue
        if state.person[person].place == NONE:
            continue
        side = law.side[law.person_army[person]]
        there = at_place(law, state, 1 - side, state.person[person].place)
        if not any_of(&there):
            continue
        there = at_place(law, state, side, state.person[person].place)
        if not any_of(&there):
            in_danger(turn, person)


cdef void in_danger(Turn* turn, int person) noexcept nogil:
    """One die: he is taken, or with the friendly column that is nearest by road."""
    cdef State* state = turn.state
    cdef const Law* law = turn.law
    cdef Person* who = &state.person[person]
    cdef int column, far, side = law.side[law.person_army[person]], best = NONE, least = FAR, die = 0
    for column in range(state.columns):
        if present(&state.column[column]) and side_of(law, &state.column[column]) == side:
            far = law.far[who.place][nearest(law, &state.column[column])]
            if far < least:
                best, least = column, far
    if best != NONE:
        die = roll(turn.roller)
    if best != NONE and die > 2:
        who.column, who.follows, who.target, who.ways = best, NONE, NONE, 0
        tell(turn, Told.DANGER, person, who.place, die, best)
        who.place = NONE
        return
    who.taken, who.follows, who.target, who.ways = True, NONE, NONE, 0
    tell(turn, Told.DANGER, person, who.place, die, NONE)
    for column in range(state.columns):
        if (
            state.column[column].place == who.place and present(&state.column[column])
            and side_of(law, &state.column[column]) != side
        ):
            turn.took[column] = person
