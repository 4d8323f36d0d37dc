# cython: cdivision=True
"""Battles fought as games of another rule set. See linked.pxd.

HD-085, HD-088 to HD-091, and what HD-118 says of columns that are bound. No Python object is touched here, and no other
rule set is known: who fights a battle hands back hours, a winner, and men and guns by column.
"""

from core.rulesets.hundred_days.battles cimport (
    EARSHOT, attacked_by, close_empty, end_battle, enter, in_it, may_hear, shake, site_of,
)
from core.rulesets.hundred_days.chance cimport tell
from core.rulesets.hundred_days.field cimport (
    ASKED, AVOID, BOUND, BY_TABLE, DESTROYED, EXIT, JOIN, MARCH, MOST_BATTLES, NONE, NOBODY_WON, RETREAT, TURN, WON,
    Battle, Column, Law, Links, Set, State, Told, Turn, any_of, arm, in_battle, link_between, men, present, rate,
    side_of, strength, take,
)
from core.rulesets.hundred_days.forces cimport bury, halt_short, men_of, person_place, retreat, stop, touch

cdef enum:
    WORTH_A_GAME = 60  # strength of either side
    MOST_HOURS = 5
    LOUD = 100  # men of both sides that are heard (HD-080)
    NEVER = 10000


# --- Asking (HD-085, HD-088, HD-089) ---------------------------------------------------------------------------------

cdef int first_round(const Battle* battle) noexcept nogil:
    """The beat at whose end a battle by day has its first round (HD-072)."""
    return battle.began + 2 if battle.began % 2 == 0 else battle.began + 1


cdef int last_round(const Law* law, int turn) noexcept nogil:
    """The beat at whose end the last round of a day is fought: the fourth of the evening (HD-072)."""
    while turn <= law.turns and not law.evening[turn] and not law.night[turn]:
        turn += 1
    if turn > law.turns:
        return TURN * law.turns
    return TURN * (turn - 1) + (4 if law.evening[turn] else 0)


cdef int hours_of(const Law* law, const Battle* battle) noexcept nogil:
    """Full hours from the first round to the end of the day, 5 at the most; 0: it begins too late (HD-085, HD-088)."""
    cdef int turn = (battle.began - 1) // TURN + 1
    if law.night[turn]:
        return 0
    return max(0, min(MOST_HOURS, (last_round(law, turn) - first_round(battle)) // 2))


cdef void ask_for_battles(Turn* turn) noexcept nogil:
    """At the end of step (e): the battles that began in this beat and are to be games; not in a playout."""
    cdef State* state = turn.state
    cdef int at
    if not turn.law.linked or turn.roller.stream != NULL:
        return
    for at in range(MOST_BATTLES):
        if state.battle[at].used and state.battle[at].began == turn.beat and state.battle[at].linked == BY_TABLE:
            ask(turn, at)


cdef void ask(Turn* turn, int at) noexcept nogil:
    cdef State* state = turn.state
    cdef Battle* battle = &state.battle[at]
    cdef int hours = hours_of(turn.law, battle), column
    cdef int total[2]
    if not hours:
        return
    total[0] = total[1] = 0
    count_comers(turn, at, hours)
    for column in range(state.columns):
        if present(&state.column[column]) and (
            state.column[column].battle == at or state.column[column].comes and state.column[column].comes_to == at
        ):
            total[side_of(turn.law, &state.column[column])] += strength(&state.column[column])
    if total[0] < WORTH_A_GAME or total[1] < WORTH_A_GAME:
        forget_comers(state, at)
        return
    battle.linked = ASKED
    tell(turn, Told.ASKED_FOR, battle.number, hours)


cdef void count_comers(Turn* turn, int at, int hours) noexcept nogil:
    """HD-089: who has the site on its path, or would march to the guns, and would be there within its hours."""
    cdef State* state = turn.state
    cdef Column* one
    cdef Set ones = in_it(turn.law, state, at, 0), others = in_it(turn.law, state, at, 1)
    cdef bint loud = men_of(state, &ones) + men_of(state, &others) >= LOUD
    cdef int column, beats, by = NONE
    for column in range(state.columns):
        one = &state.column[column]
        if not present(one) or in_battle(one) or any_of(&one.touch) or one.stance == AVOID or one.comes or one.driven:
            continue
        beats = beats_on_its_path(turn, at, one, &by)
        if beats == NEVER and loud and may_hear(turn, one):
            beats = beats_to_the_guns(turn, at, one, &by)
        if beats <= 2 * hours and by != NONE:
            one.comes, one.comes_to, one.comes_by = max(1, beats), at, by


cdef void forget_comers(State* state, int at) noexcept nogil:
    cdef int column
    for column in range(state.columns):
        if state.column[column].comes and state.column[column].comes_to == at:
            state.column[column].comes = state.column[column].comes_to = state.column[column].comes_by = 0


cdef int wait_of(const Turn* turn, const Column* one) noexcept nogil:
    """Beats before it may march at all: it is not ready, musters, halts, or its hour has not come."""
    cdef int first = max(turn.beat + 1, one.start)
    if one.muster:
        if not one.free:
            return NEVER
        first = max(first, one.free)
    else:
        first = max(first, one.ready + 1)
    return max(first, one.halt + 1) - turn.beat - 1


cdef int beats_on_its_path(const Turn* turn, int at, const Column* one, int* by) noexcept nogil:
    """Beats of plain marching by its path to the site, or NEVER; `by` becomes the link by which it comes."""
    cdef int wait
    if one.plan != MARCH and one.plan != EXIT and one.plan != JOIN and one.plan != RETREAT or one.blow != NONE:
        return NEVER
    wait = wait_of(turn, one)
    return NEVER if wait == NEVER else walk(turn, at, one, one.path, one.paths, wait, by)


cdef int beats_to_the_guns(const Turn* turn, int at, const Column* one, int* by) noexcept nogil:
    """HD-080, HD-089: it would hear the first round, and march from the next beat on."""
    cdef const Law* law = turn.law
    cdef int place = site_of(turn, at), here = one.place if one.place != NONE else (
        one.origin if 2 * one.done <= law.length[one.link] else one.goal
    ), dx = law.x[place] - law.x[here], dy = law.y[place] - law.y[here], wait
    cdef unsigned char path[1]
    if dx * dx + dy * dy > EARSHOT:
        return NEVER
    wait = max(wait_of(turn, one), first_round(&turn.state.battle[at]) - turn.beat)
    if one.muster and not one.free:
        wait = max(first_round(&turn.state.battle[at]), one.ready) + one.muster - turn.beat
    path[0] = place
    return walk(turn, at, one, path, 1, wait, by)


cdef int walk(
    const Turn* turn, int at, const Column* one, const unsigned char* path, int paths, int beats, int* by
) noexcept nogil:
    """Beats of a march by a path as far as to the site of a battle; NEVER where it does not lead there."""
    cdef const Law* law = turn.law
    cdef const Battle* battle = &turn.state.battle[at]
    cdef int here = one.place, next_, link, step = 0, hm, left = 0
    if here == NONE:
        if one.link == battle.link:
            return NEVER  # it stands on that very road, and would have met them
        hm = rate(arm(one), law.kind[one.link], turn.mud, False, one.forced)
        beats += (law.length[one.link] - one.done + hm - 1) // hm
        here, by[0] = one.goal, one.link
        if here == battle.place:
            return beats
    while step < paths and left < 200:
        left += 1
        if path[step] == here:
            step += 1
            continue
        next_ = path[step]
        if link_between(law, here, next_) == NONE:
            next_ = law.fast[arm(one)][here][next_]
        link = link_between(law, here, next_)
        if link == NONE:
            return NEVER
        if link == battle.link:
            by[0] = link
            # Upon the road itself it comes from behind, at the end of its first beat there.
            return beats + 1
        hm = rate(arm(one), law.kind[link], turn.mud, False, one.forced)
        beats += (law.length[link] + hm - 1) // hm
        here, by[0] = next_, link
        if here == battle.place:
            return beats
    return NEVER


cdef int general_of(const Law* law, const State* state, int battle, int column) noexcept nogil:
    """What the highest person of a side at the site is worth, if he is with this column (5.6); else 0.

    One who is in the place and with no column is with the first of his side there.
    """
    cdef const Battle* it = &state.battle[battle]
    cdef int person, place, link, best = NONE, side = side_of(law, &state.column[column]), first = NONE, at, who
    for person in range(law.persons):
        if state.person[person].seat == NONE or state.person[person].taken or not law.value[person]:
            continue
        if law.side[law.person_army[person]] != side:
            continue
        person_place(state, law, person, &place, &link)
        if place == it.place and link == it.link and (best == NONE or law.value[person] > law.value[best]):
            best = person
    if best == NONE:
        return 0
    for at in range(state.columns):
        if state.column[at].battle == battle and present(&state.column[at]):
            if side_of(law, &state.column[at]) == side and first == NONE:
                first = at
    who = state.person[best].column
    if who == NONE or state.column[who].battle != battle:
        who = first
    return law.value[best] if who == column else 0


# --- What a game has come to (HD-087 to HD-091) ----------------------------------------------------------------------

cdef void leave_to_the_table(State* state, int at) noexcept nogil:
    """HD-085: a request that fails, or is not answered; those who would come march on."""
    state.battle[at].linked = BY_TABLE
    forget_comers(state, at)


cdef void come_in(Turn* turn, int at, int column) noexcept nogil:
    """HD-089: it has entered during the battle, and is at the site and bound like the others."""
    cdef Battle* battle = &turn.state.battle[at]
    cdef Column* one = &turn.state.column[column]
    cdef int step, kept = 0, passed = 0
    if battle.place != NONE:
        one.place, one.came, one.link, one.done = battle.place, one.comes_by, NONE, 0
        for step in range(one.paths):
            if one.path[step] == battle.place:
                passed = step
        if not one.paths or one.path[passed] != battle.place:
            # It came to the guns, and its former path is dropped (HD-080).
            one.plan, one.paths, one.path[0], passed = MARCH, 1, battle.place, 0
            one.target = one.awaits = NONE
        for step in range(passed, one.paths):
            one.path[kept] = one.path[step]
            kept += 1
        one.paths = kept
    else:
        come_on_link(turn.law, one, battle.link)
    enter(turn, at, column)


cdef void come_on_link(const Law* law, Column* one, int link) noexcept nogil:
    """At the beginning of a link, from the end that it would have come to first."""
    cdef int here = one.place if one.place != NONE else one.goal
    cdef int near = law.a[link] if law.far[here][law.a[link]] <= law.far[here][law.b[link]] else law.b[link]
    one.place, one.came, one.link, one.done = NONE, NONE, link, 0
    one.origin, one.goal = near, law.b[link] if law.a[link] == near else law.a[link]


cdef void bind(Turn* turn, int at, int hours, int ending, int winner) noexcept nogil:
    """HD-088: its columns are busy until two beats for each hour have passed since it began."""
    cdef State* state = turn.state
    cdef Battle* battle = &state.battle[at]
    cdef Column* one
    cdef int column
    battle.linked, battle.until, battle.ending, battle.winner = BOUND, battle.began + 2 * hours, ending, winner
    tell(turn, Told.RESULT, battle.number, hours, winner if ending != NOBODY_WON else NONE, ending)
    forget_comers(state, at)
    for column in range(state.columns):
        one = &state.column[column]
        if one.battle == at and present(one):
            one.fatigue = min(8, one.fatigue + 1)
            one.busy = True


cdef void pay(Turn* turn, int column, int foot, int horse, int guns) noexcept nogil:
    """HD-091: half of the men removed are lost, the greater half straggles; the guns are lost."""
    cdef Column* one = &turn.state.column[column]
    cdef int lost
    foot, horse, guns = min(foot, one.foot), min(horse, one.horse), min(guns, one.guns)
    lost = foot // 2 + horse // 2
    one.foot, one.horse, one.guns = one.foot - foot, one.horse - horse, one.guns - guns
    one.lost += lost
    one.battle_lost += lost
    one.stragglers += foot + horse - lost
    turn.state.losses[side_of(turn.law, one)] += lost
    if one.battle != NONE:
        turn.state.battle[one.battle].lost[side_of(turn.law, one)] += lost
    tell(turn, Told.PAID, column, lost, foot + horse - lost, guns)


cdef void bury_the_fallen(Turn* turn, int at) noexcept nogil:
    """HD-094: a column at 0 men is gone."""
    cdef int column
    for column in range(turn.state.columns):
        if turn.state.column[column].battle == at and not men(&turn.state.column[column]):
            tell(turn, Told.WAS_DESTROYED, column, 0, turn.state.column[column].guns, turn.state.battle[at].place, 2)
            bury(turn, column, DESTROYED)
    close_empty(turn)


# --- The end of a battle (HD-088, HD-090) ----------------------------------------------------------------------------

cdef void release(Turn* turn) noexcept nogil:
    """Step (f): linked battles whose time has come are over."""
    cdef State* state = turn.state
    cdef int at
    for at in range(MOST_BATTLES):
        if state.battle[at].used and state.battle[at].linked == BOUND and state.battle[at].until <= turn.beat:
            finish_battle(turn, at)


cdef void finish_battle(Turn* turn, int at) noexcept nogil:
    cdef State* state = turn.state
    cdef Battle* battle = &state.battle[at]
    cdef int attacker = battle.attacker, loser
    cdef Set losers, winners
    cdef Links links
    if battle.ending == NOBODY_WON:
        losers, winners = in_it(turn.law, state, at, attacker), in_it(turn.law, state, at, 1 - attacker)
        links = attacked_by(turn.law, state, at, attacker)
        end_battle(turn, at, 1 - attacker)
        give_up_the_site(turn, battle.place, &losers, &winners, &links)
        return
    loser = 1 - battle.winner
    losers, winners = in_it(turn.law, state, at, loser), in_it(turn.law, state, at, battle.winner)
    links = attacked_by(turn.law, state, at, loser)
    drive_off(turn, &losers, &winners, &links, 2 if battle.ending == WON else 0)
    end_battle(turn, at, battle.winner)


cdef void drive_off(
    Turn* turn, const Set* losers, const Set* winners, const Links* links, int over
) noexcept nogil:
    """Beaten, or given up: what HD-076 costs besides, and the retreat."""
    cdef State* state = turn.state
    cdef Set left = losers[0]
    cdef int column = take(&left), at
    while column >= 0:
        at = state.column[column].battle
        shake(turn, column, over)
        turn.was_battle[column], turn.was_rounds[column] = state.battle[at].number, state.battle[at].rounds
        retreat(turn, column, links, winners)
        column = take(&left)


cdef void give_up_the_site(
    Turn* turn, int place, const Set* attackers, const Set* defenders, const Links* links
) noexcept nogil:
    """HD-090: the attackers halt short on the links they came by; one who came by none retreats."""
    cdef State* state = turn.state
    cdef Set left = attackers[0], enemies
    cdef Column* one
    cdef int column = take(&left), other
    while column >= 0:
        one = &state.column[column]
        if place == NONE:
            stop(one)
            enemies = defenders[0]
            other = take(&enemies)
            while other >= 0:
                touch(turn, column, other)
                other = take(&enemies)
        elif one.came == NONE:
            retreat(turn, column, links, defenders)
        else:
            halt_short(turn, column, place)
        column = take(&left)
