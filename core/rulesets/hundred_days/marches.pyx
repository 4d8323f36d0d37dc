# cython: cdivision=True
"""Orders that are acted on, marches, bridges, joining and leaving. See marches.pxd.

HD-010 to HD-024, HD-027, HD-035 to HD-043, HD-053, HD-082 and HD-117. No Python object is touched here.
"""

from libc.string cimport memcpy

from core.rulesets.hundred_days.chance cimport roll, tell
from core.rulesets.hundred_days.field cimport (
    ATTACK, AVOID, BRIDGE_BLOWN, BRIDGE_LOST, BRIDGE_REPAIRED, BY_TABLE, EXIT, HOLD, JOIN, JOINED, LAPSED_BLOW,
    LAPSED_DETACH, LAPSED_EXIT, LAPSED_JOIN, LAPSED_REPAIR, LEFT, MARCH, MOST, MOST_ON_MAP, MOST_PAPERS, MOST_PATH,
    NONE, NO_PLAN, NO_STANCE, PAVED, REPAIR, REST, RETREAT, SHORT, SIGNS, STAND, TOOK_UP, WAS_MADE, WAY_CLOSED, Column,
    Law, Links, Mouth, Paper, Set, Site, State, Told, Turn, any_of, arm, bound, closed, empty, in_battle, link_between,
    men, present, put, rate, side_of, tail, take,
)
from core.rulesets.hundred_days.forces cimport (
    at_place, barred, bury, halt_short, lapse, part, retreat, stand_off, stop,
)
from core.rulesets.hundred_days.battles cimport battle_at, join_battle

# --- Orders (HD-008, HD-027, HD-117) ---------------------------------------------------------------------------------

cdef void file_papers(State* state) noexcept nogil:
    """Papers one behind the other, as a position that was read from its JSON has them: those that ride, those kept.

    Of papers that come in the same beat the first is acted on first, so that their order is a part of the position.
    """
    cdef Paper filed[MOST_PAPERS]
    cdef int at, column, count = 0
    for at in range(state.papers):
        if state.paper[at].used and not state.paper[at].carried and state.column[state.paper[at].column].kept != at:
            count = file_paper(state, filed, count, at)
    for column in range(state.columns):
        at = state.column[column].kept
        if at != NONE:
            state.column[column].kept = count
            count = file_paper(state, filed, count, at)
    memcpy(state.paper, filed, count * sizeof(Paper))
    state.papers = count


cdef int file_paper(const State* state, Paper* filed, int count, int at) noexcept nogil:
    """A paper, and behind it the one that it carries."""
    cdef int rider = state.paper[at].rider
    filed[count] = state.paper[at]
    if rider == NONE:
        return count + 1
    filed[count].rider = count + 1
    filed[count + 1] = state.paper[rider]
    return count + 2


cdef void act_on_papers(Turn* turn) noexcept nogil:
    """Step (a): what has arrived is acted on, columns in their order, the older paper first."""
    cdef State* state = turn.state
    cdef int at, column, best
    cdef int waiting[MOST]
    for column in range(MOST):
        waiting[column] = 0
    for at in range(state.papers):
        if state.paper[at].used and not state.paper[at].carried and state.paper[at].due < turn.beat:
            waiting[state.paper[at].column] += 1
    for column in range(state.columns):
        while waiting[column]:
            best = NONE
            for at in range(state.papers):
                if (
                    state.paper[at].used and not state.paper[at].carried and state.paper[at].column == column
                    and state.paper[at].due < turn.beat and at != state.column[column].kept
                    and (best == NONE or state.paper[at].turn < state.paper[best].turn)
                ):
                    best = at
            waiting[column] -= 1
            if best != NONE:
                receive(turn, column, best)
        if state.column[column].kept != NONE and not (
            state.column[column].driven or bound(state, &state.column[column])
        ):
            best = state.column[column].kept
            state.column[column].kept = NONE
            act(turn, column, best)
    while state.papers and not state.paper[state.papers - 1].used:
        state.papers -= 1


cdef void discard(State* state, int at) noexcept nogil:
    """A paper, and what rides with it, is done with."""
    while at != NONE:
        state.paper[at].used = False
        at = state.paper[at].rider


cdef void receive(Turn* turn, int column, int at) noexcept nogil:
    """Put aside, kept for the end of a retreat, or acted on."""
    cdef State* state = turn.state
    cdef Column* one
    if state.paper[at].unmade != NONE:
        # It was sent to a column that was to be made: found now, or the paper lapses (HD-117).
        column = made(state, column, state.paper[at].unmade)
        state.paper[at].unmade = NONE
        if column == NONE:
            discard(state, at)
            return
        state.paper[at].column = column
    one = &state.column[column]
    if not present(one):
        discard(state, at)
        return
    if state.paper[at].turn < one.acts_on:
        tell(turn, Told.PUT_ASIDE, column, state.paper[at].turn)
        discard(state, at)
        return
    if one.driven or bound(state, one):
        if one.kept != NONE:
            discard(state, one.kept)
        one.kept = at
        one.acts_on = state.paper[at].turn
        return
    act(turn, column, at)


cdef int made(const State* state, int maker, int sign) noexcept nogil:
    """The column of that sign in an army, or NONE."""
    cdef int column
    for column in range(state.columns):
        if state.column[column].army == state.column[maker].army and state.column[column].sign == sign:
            return column
    return NONE


cdef void act(Turn* turn, int column, int at) noexcept nogil:
    """A column does what a paper says from this beat on."""
    cdef State* state = turn.state
    cdef Column* one = &state.column[column]
    cdef Paper* paper = &state.paper[at]
    one.acts_on = paper.turn
    tell(turn, Told.ACTS, column, paper.turn)
    if paper.sign != NONE:
        detach(turn, column, at)
    one.refused = False
    if paper.plan != NO_PLAN:
        take_plan(turn, column, paper)
    elif one.plan == MARCH or one.plan == RETREAT or one.plan == JOIN or one.plan == EXIT:
        # HD-027: given alone they are added to the present path.
        one.forced = one.forced or paper.forced and one.plan != RETREAT
        one.night = one.night or paper.night
        one.start = paper.start if paper.start else one.start
    if paper.leaves and paper.plan == NO_PLAN:
        if one.routed or one.place == NONE and not one.paths:
            lapse(turn, column, LAPSED_EXIT)  # HD-082, HD-037
        else:
            one.plan = EXIT
    if paper.stance != NO_STANCE and not one.routed:
        one.stance = paper.stance
    if paper.guns_word != NONE:
        one.guns_word = paper.guns_word
    if paper.line != NONE:
        one.line = NONE if paper.line == NONE - 1 else paper.line
    if paper.scout != NONE:
        one.scout = paper.scout
    if paper.blow != NONE:
        begin_to_blow(turn, column, paper.blow)
    discard(state, at)


cdef void take_plan(Turn* turn, int column, const Paper* paper) noexcept nogil:
    cdef Column* one = &turn.state.column[column]
    cdef bint marching = paper.paths > 0
    stop(one)
    if paper.plan == JOIN and paper.target == NONE and paper.awaits == NONE:
        # Written by rules of version 1.0, for which a column that was still to be made was none.
        lapse(turn, column, LAPSED_JOIN)
        return
    one.plan, one.paths, one.target, one.awaits = paper.plan, paper.paths, paper.target, paper.awaits
    memcpy(one.path, paper.path, MOST_PATH)
    if paper.leaves:
        one.plan = EXIT
    if one.routed and one.plan != REST and one.plan != HOLD:
        one.plan = RETREAT if marching else HOLD  # HD-082
    if one.plan == RETREAT:
        one.stance = AVOID
    one.forced = paper.forced and one.plan != RETREAT
    one.night, one.start = paper.night, paper.start
    if one.plan == REPAIR:
        begin_to_repair(turn, column, paper.repair)
    if not marching:
        return
    if one.muster and not one.free:
        one.free = max(turn.beat - 1, one.ready) + one.muster + 1  # HD-024
    if one.place == NONE and not in_battle(one):
        face(turn.law, one)


cdef void face(const Law* law, Column* one) noexcept nogil:
    """HD-017: a column on a link goes on, or goes back; ties go on."""
    cdef int first = one.path[0], on, back, hm = rate(arm(one), law.kind[one.link], False, False, False)
    if first == one.goal:
        return
    on = (law.length[one.link] - one.done + hm - 1) // hm + law.beats[arm(one)][one.goal][first]
    back = (one.done + hm - 1) // hm + law.beats[arm(one)][one.origin][first]
    if first == one.origin or back < on:
        one.origin, one.goal = one.goal, one.origin
        # From the very beginning of a link it is back in its place after one beat.
        one.done = min(law.length[one.link] - one.done, law.length[one.link] - 1)


# --- Detaching and joining (HD-035 to HD-037) ------------------------------------------------------------------------

cdef int first_free_sign(const State* state, int army, int wanted) noexcept nogil:
    """The sign wanted if it was never used, else the first that was not; NONE: there is none left."""
    cdef bint used[SIGNS]
    cdef int at
    for at in range(SIGNS):
        used[at] = False
    for at in range(state.columns):
        if state.column[at].army == army:
            used[state.column[at].sign] = True
    if not used[wanted]:
        return wanted
    for at in range(SIGNS):
        if not used[at]:
            return at
    return NONE


cdef int on_map(const State* state, int army) noexcept nogil:
    cdef int column, count = 0
    for column in range(state.columns):
        count += state.column[column].army == army and present(&state.column[column])
    return count


cdef void detach(Turn* turn, int column, int at) noexcept nogil:
    """HD-035: a new column; what rides in the same saddle is for it."""
    cdef State* state = turn.state
    cdef Column* one = &state.column[column]
    cdef Column* new
    cdef Paper* paper = &state.paper[at]
    cdef int horse = one.horse if paper.detach == NONE else 0, foot = 0 if paper.detach == NONE else paper.detach
    cdef int rider = paper.rider, guns, sign = first_free_sign(state, one.army, paper.sign)
    paper.rider = NONE
    if (
        in_battle(one) or any_of(&one.touch) or on_map(state, one.army) >= MOST_ON_MAP or sign == NONE
        or state.columns == MOST or foot > one.foot or foot + horse < 10 or men(one) - foot - horse < 10
    ):
        discard(state, rider)
        lapse(turn, column, LAPSED_DETACH)
        return
    guns = one.guns * (horse + foot) // men(one)
    new = &state.column[state.columns]
    new[0] = one[0]
    new.sign, new.foot, new.horse, new.guns = sign, foot, horse, guns
    new.stragglers = new.lost = 0
    if paper.given != NONE:
        new.person = paper.given  # HD-051
    stop(new)
    new.blow = new.kept = new.scout = NONE
    one.foot, one.horse, one.guns = one.foot - foot, one.horse - horse, one.guns - guns
    turn.before[state.columns] = turn.before[column]
    turn.why[state.columns], turn.lapsed[state.columns], turn.took[state.columns] = WAS_MADE, 0, NONE
    turn.was_battle[state.columns] = 0
    state.columns += 1
    tell(turn, Told.MADE, column, state.columns - 1, foot, horse, guns)
    if rider != NONE:
        state.paper[rider].carried = False
        state.paper[rider].column = state.columns - 1
        act(turn, state.columns - 1, rider)


cdef void leave_and_join(Turn* turn) noexcept nogil:
    """Step (a), after the orders: exits (HD-037) and joins (HD-036)."""
    cdef State* state = turn.state
    cdef Column* one
    cdef int column
    for column in range(state.columns):
        one = &state.column[column]
        if present(one) and one.leaving and one.plan == EXIT and not in_battle(one) and not any_of(&one.touch):
            state.left[one.army] += men(one)
            tell(turn, Told.LEFT_MAP, column, one.place, men(one))
            bury(turn, column, LEFT)
    for column in range(state.columns):
        one = &state.column[column]
        if not present(one) or one.plan != JOIN:
            continue
        if one.target == NONE and one.awaits != NONE:
            one.target = made(state, column, one.awaits)  # who is still to be made is waited for
        if one.target != NONE:
            join(turn, column, one.target)


cdef void join(Turn* turn, int column, int target) noexcept nogil:
    cdef State* state = turn.state
    cdef Column* one = &state.column[column]
    cdef Column* other = &state.column[target]
    cdef int sum_ = men(one) + men(other), person
    if target == column or not present(other) or other.army != one.army:
        one.plan, one.target = HOLD, NONE
        lapse(turn, column, LAPSED_JOIN)
        return
    if one.place == NONE or one.place != other.place or in_battle(one) or in_battle(other) or sum_ == 0:
        return
    other.quality = (one.quality * men(one) + other.quality * men(other)) // sum_
    other.fatigue = (one.fatigue * men(one) + other.fatigue * men(other) + sum_ - 1) // sum_
    other.foot, other.horse, other.guns = other.foot + one.foot, other.horse + one.horse, other.guns + one.guns
    other.stragglers += one.stragglers
    other.routed = other.routed or one.routed
    if other.routed:
        other.stance = AVOID
    one.foot = one.horse = one.guns = one.stragglers = 0
    turn.why[target] |= TOOK_UP
    tell(turn, Told.TAKEN_UP, column, target)
    for person in range(turn.law.persons):
        if state.person[person].column == column:
            state.person[person].column = target
    bury(turn, column, JOINED)


# --- Bridges (HD-038 to HD-043) --------------------------------------------------------------------------------------

cdef bint at_bridge(const Law* law, int place, int bridge) noexcept nogil:
    cdef int at
    for at in range(law.ways[place], law.ways[place + 1]):
        if law.bridge[law.way[at].link] == bridge:
            return True
    return False


cdef void begin_to_blow(Turn* turn, int column, int bridge) noexcept nogil:
    """HD-041: it stays for two whole beats, and rolls at the start of the next."""
    cdef Column* one = &turn.state.column[column]
    if one.place == NONE or in_battle(one) or not at_bridge(turn.law, one.place, bridge):
        lapse(turn, column, LAPSED_BLOW)
        return
    if (turn.state.blown >> bridge) & 1:
        lapse(turn, column, LAPSED_BLOW)
        return
    one.blow, one.blow_at = bridge, turn.beat + 2


cdef void begin_to_repair(Turn* turn, int column, int bridge) noexcept nogil:
    """HD-043."""
    cdef Column* one = &turn.state.column[column]
    one.repair, one.repaired = bridge, 0
    if one.place == NONE or not at_bridge(turn.law, one.place, bridge) or not (turn.state.blown >> bridge) & 1:
        stop(one)
        lapse(turn, column, LAPSED_REPAIR)


cdef void work_at_bridges(Turn* turn) noexcept nogil:
    """Step (b): charges are fired, bridges by name, columns in their order."""
    cdef State* state = turn.state
    cdef Column* one
    cdef int bridge, column, die
    for bridge in range(turn.law.bridges):
        for column in range(state.columns):
            one = &state.column[column]
            if one.blow != bridge or not present(one) or one.blow_at > turn.beat:
                continue
            if (state.blown >> bridge) & 1:
                one.blow = NONE
                lapse(turn, column, LAPSED_BLOW)
                continue
            if fought_over(turn, bridge):
                continue
            die = roll(turn.roller)
            if die > 1:
                one.blow = NONE
                turn.why[column] |= BRIDGE_BLOWN
                tell(turn, Told.BLOWN, bridge, column, die)
                blow(turn, bridge)
            else:
                tell(turn, Told.CHARGE_FAILS, bridge, column, die)
                if one.paths:
                    one.blow = NONE


cdef bint fought_over(const Turn* turn, int bridge) noexcept nogil:
    cdef int link
    for link in range(turn.law.links):
        if turn.law.bridge[link] == bridge and battle_at(turn.state, NONE, link) != NONE:
            return True
    return False


cdef void blow(Turn* turn, int bridge) noexcept nogil:
    """HD-042: the bridge under their feet."""
    cdef State* state = turn.state
    cdef Column* one
    cdef Links none
    cdef Set nobody = empty()
    cdef int column, back, link
    for column in range(5):
        none.word[column] = 0
    state.blown |= <unsigned int>1 << bridge
    for column in range(state.columns):
        one = &state.column[column]
        if not present(one) or one.place != NONE or turn.law.bridge[one.link] != bridge:
            continue
        back, link = one.origin, one.link
        part(state, column)
        turn.why[column] |= BRIDGE_LOST
        tell(turn, Told.PUT_BACK, column, back, link)
        one.place, one.link, one.came = back, NONE, NONE
        one.halt = turn.beat
        if not barred(turn.law, state, side_of(turn.law, one), back):
            stop(one)
            meet_the_few(turn, column, back, link)
        elif retreat(turn, column, &none, &nobody):
            one.halt = turn.beat


cdef void meet_the_few(Turn* turn, int column, int place, int link) noexcept nogil:
    """A few enemies are where it was put back, too few to bar the place: it has come there, and attacks nobody.

    So it halts short on the link it has come by (HD-059, HD-061), or joins a battle that goes on there (HD-079).
    """
    cdef State* state = turn.state
    cdef Column* one = &state.column[column]
    cdef Set enemies = at_place(turn.law, state, 1 - side_of(turn.law, one), place)
    cdef int battle = battle_at(state, place, NONE)
    if not any_of(&enemies):
        return
    one.came = link
    if battle != NONE and state.battle[battle].linked != BY_TABLE:
        stand_off(turn, column, place)
    elif battle != NONE and one.stance != AVOID:
        join_battle(turn, battle, column)
    else:
        halt_short(turn, column, place)


cdef void repair_bridges(Turn* turn) noexcept nogil:
    """At the end of a beat: eight beats of work running, no enemy at either end of the link."""
    cdef State* state = turn.state
    cdef Column* one
    cdef int column
    for column in range(state.columns):
        one = &state.column[column]
        if not present(one) or one.plan != REPAIR or one.repair == NONE:
            continue
        if one.foot < 20 or in_battle(one) or not undisturbed(turn, one):
            one.repaired = 0
            continue
        one.repaired += 1
        if one.repaired < 8:
            continue
        if (state.blown >> one.repair) & 1:
            state.blown &= ~(<unsigned int>1 << one.repair)
            turn.why[column] |= BRIDGE_REPAIRED
            tell(turn, Told.REPAIRED, one.repair, column)
        stop(one)


cdef bint undisturbed(const Turn* turn, const Column* one) noexcept nogil:
    cdef const Law* law = turn.law
    cdef Set here, there
    cdef int at, side = 1 - side_of(law, one)
    if one.place == NONE:
        return False
    here = at_place(law, turn.state, side, one.place)
    if any_of(&here):
        return False
    for at in range(law.ways[one.place], law.ways[one.place + 1]):
        if law.bridge[law.way[at].link] == one.repair:
            there = at_place(law, turn.state, side, law.way[at].place)
            if not any_of(&there):
                return True
    return False


# --- Marching (HD-010 to HD-023) -------------------------------------------------------------------------------------

cdef int next_place(const Law* law, const Column* column) noexcept nogil:
    """HD-023: where a column in a place goes next: the place named, or the fastest way to it."""
    cdef int first = column.path[0]
    if link_between(law, column.place, first) != NONE:
        return first
    return law.fast[arm(column)][column.place][first]


cdef bint may_march(Turn* turn, Column* one) noexcept nogil:
    """What of HD-013 is of the column alone."""
    if not present(one) or in_battle(one) or one.blow != NONE or turn.beat <= one.halt:
        return False
    if one.driven:
        return True
    if one.plan != MARCH and one.plan != RETREAT and one.plan != EXIT and one.plan != JOIN:
        return False
    if one.muster or turn.beat <= one.ready or turn.beat < one.start:
        return False
    return not turn.night or one.night or one.plan == RETREAT  # HD-015


cdef bint touched_ahead(const Turn* turn, const Column* one, int link) noexcept nogil:
    """Whether an enemy it is in touch with was in its way on a link at the start of the beat (HD-116)."""
    cdef const Site* other
    cdef Set left = one.touch
    cdef int column = take(&left), his
    while column >= 0:
        other = &turn.before[column]
        if one.place != NONE:
            if other.place == NONE and other.link == link:
                return True
        elif other.place == one.goal:
            return True
        elif other.place == NONE and other.link == link:
            his = other.done if other.origin == one.origin else turn.law.length[link] - other.done
            if his >= one.done:
                return True
        column = take(&left)
    return False


cdef bint passes_touch(const Turn* turn, const Column* one, int link) noexcept nogil:
    """HD-116: who attacks, or stands while its side is in a battle there, marches on."""
    if not touched_ahead(turn, one, link) or one.stance == ATTACK:
        return True
    if one.stance != STAND:
        return False
    return battle_at(turn.state, one.goal if one.place == NONE else NONE, NONE if one.place == NONE else link) != NONE


cdef void march(Turn* turn) noexcept nogil:
    """Step (c): all at once, from where they were at the start of the beat."""
    cdef State* state = turn.state
    cdef Column* one
    cdef Set left
    cdef int column
    turn.moving = empty()
    for column in range(state.columns):
        one = &state.column[column]
        turn.before[column] = Site(one.place, one.link, one.origin, one.goal, one.done, one.came)
        if one.free and turn.beat >= one.free:
            one.muster = one.free = 0
            one.ready = min(one.ready, turn.beat - 1)
    for column in range(state.columns):
        one = &state.column[column]
        go_up(turn, one)
        if may_march(turn, one):
            step(turn, column)
    left = turn.moving
    column = take(&left)
    while column >= 0:
        part(state, column)  # HD-116: touch lasts until one of them moves
        column = take(&left)
    halt_friends(turn)


cdef void go_up(Turn* turn, Column* one) noexcept nogil:
    """HD-116: who is in touch on a link and may march on, but has no path, goes to the place before it."""
    if not present(one) or one.place != NONE or in_battle(one) or not any_of(&one.touch) or one.plan != HOLD:
        return
    if one.halt < turn.beat and touched_ahead(turn, one, one.link) and passes_touch(turn, one, one.link):
        one.plan, one.paths, one.path[0] = MARCH, 1, one.goal


cdef void step(Turn* turn, int column) noexcept nogil:
    """One beat of a column's march, if its road is open and free."""
    cdef State* state = turn.state
    cdef const Law* law = turn.law
    cdef Column* one = &state.column[column]
    cdef Mouth* mouth
    cdef int link, goal, side = side_of(law, one), hm
    while one.place != NONE and one.paths and one.path[0] == one.place:
        drop_first(one)
    if one.place != NONE:
        if not one.paths:
            end_path(one)
            return
        goal = next_place(law, one)
        link = link_between(law, one.place, goal)
        if link == NONE:
            return
        if closed(law, state, link):
            if not one.refused:
                one.refused = True
                turn.why[column] |= WAY_CLOSED
                tell(turn, Told.HALTED_AT_BRIDGE, column, one.place, law.bridge[link])
            return
        if not passes_touch(turn, one, link):
            return
        mouth = &state.mouth[side][link][0 if law.a[link] == one.place else 1]
        if not one.driven and not (law.length[link] <= SHORT and law.bridge[link] == NONE):
            if turn.beat < mouth.until and mouth.column != column:
                return
            mouth.until, mouth.column = turn.beat + tail(one), column  # HD-020
        tell(turn, Told.SET_OUT, column, one.place, goal)
        one.link, one.origin, one.goal, one.done, one.place, one.came = link, one.place, goal, 0, NONE, NONE
    else:
        if not one.paths and not one.driven:
            return
        link = one.link
        if not passes_touch(turn, one, link):
            return
    one.refused = False
    hm = rate(arm(one), law.kind[link], turn.mud, turn.night, one.forced)
    put(&turn.moving, column)
    turn.on[column], turn.out[column] = link, one.origin
    turn.since[column] = one.done
    one.done = min(one.done + hm, law.length[link])
    turn.until[column] = one.done
    one.marched += 1  # HD-029
    one.forced_march = one.forced_march or one.forced and not turn.night
    one.night_march = one.night_march or turn.night
    if one.done == law.length[link]:
        one.place, one.came, one.link, one.done = one.goal, link, NONE, 0


cdef void drop_first(Column* one) noexcept nogil:
    cdef int at
    for at in range(1, one.paths):
        one.path[at - 1] = one.path[at]
    one.paths -= 1


cdef void end_path(Column* one) noexcept nogil:
    """HD-011: a plan whose path is empty becomes `hold`; who is to leave or to join waits."""
    one.forced = one.night = one.to_guns = False
    one.start = 0
    if one.plan == MARCH or one.plan == RETREAT:
        one.plan = HOLD


cdef void halt_friends(Turn* turn) noexcept nogil:
    """HD-021: friends that pass each other on a road or a track both halt for the next beat."""
    cdef State* state = turn.state
    cdef const Law* law = turn.law
    cdef Set left = turn.moving, rest
    cdef int one = take(&left), other, link, met
    while one >= 0:
        link = turn.on[one]
        if law.kind[link] != PAVED:
            rest = left
            other = take(&rest)
            while other >= 0:
                if (
                    turn.on[other] == link and turn.out[other] != turn.out[one]
                    and side_of(law, &state.column[one]) == side_of(law, &state.column[other])
                ):
                    met = law.length[link] - turn.since[other]
                    if turn.since[one] < met and turn.until[one] >= law.length[link] - turn.until[other]:
                        state.column[one].halt = max(state.column[one].halt, turn.beat + 1)
                        state.column[other].halt = max(state.column[other].halt, turn.beat + 1)
                        tell(turn, Told.CROSSED, one, other, link)
                other = take(&rest)
        one = take(&left)


cdef void come_to_rest(Turn* turn) noexcept nogil:
    """After the contacts: who has come to a place is there, however many are (HD-022), and at the end of its path."""
    cdef State* state = turn.state
    cdef Column* one
    cdef int column
    for column in range(state.columns):
        one = &state.column[column]
        if not present(one) or one.place == NONE:
            continue
        if turn.before[column].place != one.place:
            tell(turn, Told.ARRIVED, column, one.place)
            one.driven = one.swept = False
            while one.paths and one.path[0] == one.place:
                drop_first(one)
            if not one.paths:
                end_path(one)
        if one.plan == EXIT and not one.paths:
            if turn.law.exits[one.army][one.place]:
                one.leaving = not in_battle(one) and not any_of(&one.touch)
            else:
                stop(one)
                lapse(turn, column, LAPSED_EXIT)
