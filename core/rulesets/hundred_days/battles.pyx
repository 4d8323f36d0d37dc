# cython: cdivision=True
"""Battles by table. See battles.pxd.

HD-071 to HD-084 and HD-030, in the order of the rulebook. Linked battles are in `linked`.
No Python object is touched here.
"""

from libc.string cimport memcpy, memset

from core.rulesets.hundred_days.chance cimport roll, tell
from core.rulesets.hundred_days.field cimport (
    AVOID, BATTLE_BEGAN, BATTLE_ENDED, BATTLE_JOINED, BY_TABLE, DESTROYED, MARCH, MOST_BATTLES, NONE, OPEN, REST,
    RETREAT, STAND, TOWN, Battle, Column, Law, Links, Set, State, Told, Turn, any_of, drop, empty, in_battle, men,
    nearest, present, put, side_of, strength, take,
)
from core.rulesets.hundred_days.forces cimport (
    Refuge, add_link, bury, horse_of, leave_the_bridge, look_for_danger, men_of, part, person_place, rearguard,
    refuge_of, retreat, rouse, share_losses, stop, straggle, strength_of, surrender,
)

cdef enum:
    WORTH = 20  # men that must have come by a link for it to count (HD-074)
    LOUD = 100  # men of both sides that are heard (HD-080)


cdef int battle_at(const State* state, int place, int link) noexcept nogil:
    """The battle at a site, or NONE: there is never a second (HD-071)."""
    cdef int at
    for at in range(MOST_BATTLES):
        if state.battle[at].used and state.battle[at].place == place and state.battle[at].link == link:
            return at
    return NONE


cdef Set in_it(const Law* law, const State* state, int battle, int side) noexcept nogil:
    """The columns of a side in a battle."""
    cdef Set found = empty()
    cdef int column
    for column in range(state.columns):
        if (
            state.column[column].battle == battle and present(&state.column[column])
            and side_of(law, &state.column[column]) == side
        ):
            put(&found, column)
    return found


# --- The beginning (HD-071, HD-079) ----------------------------------------------------------------------------------

cdef void begin_battle(
    Turn* turn, int place, int link, int attacker, const Set* attackers, const Set* defenders, bint terrain
) noexcept nogil:
    cdef State* state = turn.state
    cdef Battle* battle
    cdef Set left
    cdef int at = 0, column
    while state.battle[at].used:
        at += 1
    state.battles += 1
    battle = &state.battle[at]
    battle.used, battle.number, battle.place, battle.link = True, state.battles, place, link
    battle.attacker, battle.terrain, battle.began, battle.rounds = attacker, terrain, turn.beat, 0
    battle.linked, battle.until, battle.ending, battle.winner = BY_TABLE, 0, 0, 0
    battle.brought[0] = battle.brought[1] = battle.lost[0] = battle.lost[1] = 0
    tell(turn, Told.BEGAN, battle.number, place, link, attacker, terrain)
    left = defenders[0]
    column = take(&left)
    while column >= 0:
        # HD-030: in that turn.
        state.column[column].tired = state.column[column].tired or state.column[column].plan == REST
        enter(turn, at, column)
        column = take(&left)
    left = attackers[0]
    column = take(&left)
    while column >= 0:
        enter(turn, at, column)
        column = take(&left)


cdef void enter(Turn* turn, int at, int column) noexcept nogil:
    """A column is in a battle, and in touch with nobody in it."""
    cdef State* state = turn.state
    cdef Battle* battle = &state.battle[at]
    cdef Column* one = &state.column[column]
    cdef int side = side_of(turn.law, one)
    part(state, column)
    rouse(one)
    if one.driven:
        # Whom it was attacked by on its way back has ended its retreat, as before a barred place (HD-077).
        stop(one)
        one.stance = STAND
    one.battle, one.attacker, one.battle_lost = at, side == battle.attacker, 0
    leave_the_bridge(turn, column)
    battle.brought[side] += men(one)  # HD-083: who joins is counted in
    turn.why[column] |= BATTLE_JOINED if battle.began != turn.beat else BATTLE_BEGAN
    tell(turn, Told.CAME_IN, battle.number, column, one.attacker, one.came if one.place != NONE else one.link)


cdef void join_battle(Turn* turn, int battle, int column) noexcept nogil:
    """HD-079: it joins its side."""
    enter(turn, battle, column)


cdef Links attacked_by(const Law* law, const State* state, int battle, int side) noexcept nogil:
    """The links by which the enemies of a side attacked (HD-077)."""
    cdef Links links
    cdef int column
    for column in range(5):
        links.word[column] = 0
    if state.battle[battle].attacker == side:
        return links
    for column in range(state.columns):
        if state.column[column].battle == battle and side_of(law, &state.column[column]) != side:
            add_link(&links, state.column[column].came)
    return links


# --- Breaking off (HD-078) -------------------------------------------------------------------------------------------

cdef bint sleeps(const Turn* turn, int battle) noexcept nogil:
    """HD-072: no more rounds before the next morning."""
    return turn.night or turn.dusk


cdef bint goes(const Column* column) noexcept nogil:
    return column.plan == RETREAT or column.stance == AVOID


cdef void break_off(Turn* turn) noexcept nogil:
    """At the start of a beat: sides that leave as a whole, and single columns that can be spared."""
    cdef int at, side
    for at in range(MOST_BATTLES):
        for side in range(2):
            if turn.state.battle[at].used and turn.state.battle[at].linked == BY_TABLE:
                leave(turn, at, side)
    close_empty(turn)


cdef void leave(Turn* turn, int at, int side) noexcept nogil:
    cdef State* state = turn.state
    cdef Battle* battle = &state.battle[at]
    cdef Set all_ = in_it(turn.law, state, at, side), enemies = in_it(turn.law, state, at, 1 - side)
    cdef Set going = empty(), left = all_
    cdef Links links = attacked_by(turn.law, state, at, side)
    cdef Refuge refuge
    cdef int column = take(&left), leaving = 0, best = 0
    cdef bint whole = True, stuck = False
    while column >= 0:
        whole = whole and goes(&state.column[column])
        column = take(&left)
    left = all_
    column = take(&left)
    while column >= 0:
        refuge = refuge_of(turn.law, state, column, &links, &enemies)
        if whole and refuge.place == NONE:
            stuck = True
        elif whole or state.column[column].plan == RETREAT and refuge.place != NONE:
            put(&going, column)
        else:
            best = max(best, strength(&state.column[column]))
        column = take(&left)
    if not any_of(&going):
        return
    if whole and not stuck:
        if not battle.rounds and not sleeps(turn, at):
            return
        if rearguard(turn, battle.place, battle.link, &going, &enemies, &links, 1, False):
            # Caught: it goes on without terrain for either side.
            battle.terrain = False
            return
    elif whole:
        if not battle.rounds and not sleeps(turn, at):
            return
        withdraw(turn, &going, &links, &enemies)
    else:
        # As long as one that stays is as strong as all who go.
        left = going
        column = take(&left)
        while column >= 0:
            leaving += strength(&state.column[column])
            if leaving > best:
                leaving -= strength(&state.column[column])
                drop(&going, column)
            column = take(&left)
        withdraw(turn, &going, &links, &enemies)


cdef void withdraw(Turn* turn, const Set* going, const Links* links, const Set* enemies) noexcept nogil:
    """Columns that go free."""
    cdef Set left = going[0]
    cdef int column = take(&left)
    while column >= 0:
        retreat(turn, column, links, enemies)
        column = take(&left)


# --- The end (HD-078, HD-084) ----------------------------------------------------------------------------------------

cdef void close_empty(Turn* turn) noexcept nogil:
    """Battles that a side has left are over."""
    cdef State* state = turn.state
    cdef Set one, other
    cdef int at
    for at in range(MOST_BATTLES):
        if not state.battle[at].used:
            continue
        one, other = in_it(turn.law, state, at, 0), in_it(turn.law, state, at, 1)
        if any_of(&one) and any_of(&other):
            continue
        end_battle(turn, at, 0 if any_of(&one) else 1 if any_of(&other) else NONE)


cdef void end_battle(Turn* turn, int at, int winner) noexcept nogil:
    """The winner's columns do not march for two beats."""
    cdef State* state = turn.state
    cdef Column* one
    cdef int column
    tell(turn, Told.ENDED, state.battle[at].number, winner)
    for column in range(state.columns):
        one = &state.column[column]
        if one.battle == at:
            one.battle = NONE
            one.halt = turn.beat + 2
            turn.why[column] |= BATTLE_ENDED
            turn.was_battle[column], turn.was_rounds[column] = state.battle[at].number, state.battle[at].rounds
    state.battle[at].used = False


cdef void file_battles(State* state) noexcept nogil:
    """Battles one behind the other by their numbers, as a position that was read from its JSON has them."""
    cdef Battle filed[MOST_BATTLES]
    cdef int place[MOST_BATTLES]
    cdef int at, other, column
    memset(filed, 0, sizeof(filed))
    for at in range(MOST_BATTLES):
        place[at] = 0
        if not state.battle[at].used:
            continue
        for other in range(MOST_BATTLES):
            place[at] += state.battle[other].used and state.battle[other].number < state.battle[at].number
        filed[place[at]] = state.battle[at]
    for column in range(state.columns):
        if state.column[column].battle != NONE:
            state.column[column].battle = place[state.column[column].battle]
        if state.column[column].comes:
            state.column[column].comes_to = place[state.column[column].comes_to]
    memcpy(state.battle, filed, sizeof(filed))


# --- Rounds (HD-072 to HD-076) ---------------------------------------------------------------------------------------

cdef void fight_rounds(Turn* turn) noexcept nogil:
    """Step (f), on the hour: by sites, links before places (HD-008)."""
    cdef int at, number
    turn.sounding = empty()
    if turn.beat % 2 or sleeps(turn, NONE):
        return
    for number in range(turn.law.links):
        at = battle_at(turn.state, NONE, number)
        if at != NONE and turn.state.battle[at].began < turn.beat and turn.state.battle[at].linked == BY_TABLE:
            fight_round(turn, at)
    for number in range(turn.law.places):
        at = battle_at(turn.state, number, NONE)
        if at != NONE and turn.state.battle[at].began < turn.beat and turn.state.battle[at].linked == BY_TABLE:
            fight_round(turn, at)
    hear(turn)


cdef int worth_of(const Turn* turn, const Battle* battle, int side) noexcept nogil:
    """The value of the highest person of a side at the site."""
    cdef int person, place, link, best = 0
    for person in range(turn.law.persons):
        if turn.state.person[person].seat == NONE or turn.state.person[person].taken:
            continue
        if turn.law.side[turn.law.person_army[person]] != side:
            continue
        person_place(turn.state, turn.law, person, &place, &link)
        if place == battle.place and link == battle.link:
            best = max(best, turn.law.value[person])
    return best


cdef int ground(const Turn* turn, const Battle* battle, const Set* attackers) noexcept nogil:
    """HD-074: terrain, the bridge, the links the attackers came by, and mud."""
    cdef const Law* law = turn.law
    cdef int bonus = 0, ways, bridge
    ways = approaches(turn, battle, attackers, &bridge)
    if battle.terrain and battle.place != NONE:
        if law.terrain[battle.place] == TOWN:
            bonus -= 2
        elif law.terrain[battle.place] != OPEN:
            bonus -= 1
        if bridge != NONE:
            bonus -= 1
    if ways > 1:
        bonus += 1
    return bonus - turn.mud


cdef int approaches(const Turn* turn, const Battle* battle, const Set* attackers, int* bridge) noexcept nogil:
    """How many links (on a link: ends) count, and the bridge over which all of them lead, or NONE."""
    cdef const State* state = turn.state
    cdef int by[64]  # an army of three has no more columns
    cdef int sum_[64]
    cdef Set left = attackers[0]
    cdef int count = 0, at, way, most = 0, counted = 0, column = take(&left)
    while column >= 0:
        way = state.column[column].origin if battle.place == NONE else state.column[column].came
        if way != NONE:
            at = 0
            while at < count and by[at] != way:
                at += 1
            if at == count:
                by[at], sum_[at], count = way, 0, count + 1
            sum_[at] += men(&state.column[column])
            most = max(most, sum_[at])
        column = take(&left)
    bridge[0] = NONE
    for at in range(count):
        if sum_[at] >= WORTH or most < WORTH:
            if battle.place != NONE:
                if not counted:
                    bridge[0] = turn.law.bridge[by[at]]
                elif bridge[0] != turn.law.bridge[by[at]]:
                    bridge[0] = NONE
            counted += 1
    return counted


cdef void fight_round(Turn* turn, int at) noexcept nogil:
    cdef State* state = turn.state
    cdef Battle* battle = &state.battle[at]
    cdef int attacker = battle.attacker, side, loser
    cdef int percent[2]
    cdef Set attackers = in_it(turn.law, state, at, attacker), defenders = in_it(turn.law, state, at, 1 - attacker)
    cdef int die[2]
    cdef int score[2]
    cdef int harm[2]
    cdef int there[2]
    there[0], there[1] = men_of(state, &attackers), men_of(state, &defenders)
    die[0] = roll(turn.roller)
    die[1] = roll(turn.roller)
    score[0] = max(0, die[0] + worth_of(turn, battle, attacker) + ground(turn, battle, &attackers))
    score[1] = max(0, die[1] + worth_of(turn, battle, 1 - attacker))
    harm[0] = min(strength_of(state, &defenders) * score[1] // 200, (there[0] + 1) // 2)  # HD-075
    harm[1] = min(strength_of(state, &attackers) * score[0] // 200, (there[1] + 1) // 2)
    battle.rounds += 1
    if there[0] + there[1] >= LOUD:
        put(&turn.sounding, at)
    tell(turn, Told.ROUND, battle.number, die[0], die[1], score[0], score[1], harm[0], harm[1], battle.rounds)
    mark_fought(state, &attackers)
    mark_fought(state, &defenders)
    share_losses(turn, &attackers, harm[0])
    share_losses(turn, &defenders, harm[1])
    battle.lost[attacker] += harm[0]
    battle.lost[1 - attacker] += harm[1]
    bury_empty(turn, at)
    attackers, defenders = in_it(turn.law, state, at, attacker), in_it(turn.law, state, at, 1 - attacker)
    if any_of(&attackers) and any_of(&defenders):
        for side in range(2):
            percent[side] = 100 * battle.lost[side] // max(1, battle.brought[side])
        # HD-076: equal, and the attacker tests.
        loser = 1 - attacker if percent[1 - attacker] > percent[attacker] else attacker
        if percent[loser] >= 8:
            test(turn, at, loser, percent[loser])
    close_empty(turn)
    look_for_danger(turn)


cdef void mark_fought(State* state, const Set* columns) noexcept nogil:
    cdef Set left = columns[0]
    cdef int column = take(&left)
    while column >= 0:
        state.column[column].fought = True
        column = take(&left)


cdef void bury_empty(Turn* turn, int at) noexcept nogil:
    """HD-094: a column at 0 men is gone."""
    cdef int column
    for column in range(turn.state.columns):
        if turn.state.column[column].battle == at and not men(&turn.state.column[column]):
            tell(turn, Told.WAS_DESTROYED, column, 0, turn.state.column[column].guns, turn.state.battle[at].place, 2)
            bury(turn, column, DESTROYED)


cdef void test(Turn* turn, int at, int side, int percent) noexcept nogil:
    """HD-076: whether the side that is worse off breaks, and what it costs."""
    cdef State* state = turn.state
    cdef Set losers = in_it(turn.law, state, at, side), winners = in_it(turn.law, state, at, 1 - side)
    cdef Set left
    cdef Links links = attacked_by(turn.law, state, at, side)
    cdef int die = roll(turn.roller), over = die + percent // 4 - 8, column
    tell(turn, Told.TEST, state.battle[at].number, side, percent, die, over)
    if over < 0:
        return
    pursue(turn, at, &losers, &winners)
    left = losers
    column = take(&left)
    while column >= 0:
        if present(&state.column[column]):
            shake(turn, column, over)
        column = take(&left)
    left = losers
    column = take(&left)
    while column >= 0:
        if present(&state.column[column]):
            if men(&state.column[column]):
                retreat(turn, column, &links, &winners)
            else:
                surrender(turn, column, 1)
            turn.why[column] |= BATTLE_ENDED
            turn.was_battle[column], turn.was_rounds[column] = state.battle[at].number, state.battle[at].rounds
        column = take(&left)


cdef void shake(Turn* turn, int column, int over) noexcept nogil:
    """The table of HD-076: retreat, beaten, rout."""
    cdef Column* one = &turn.state.column[column]
    cdef int percent = 0 if over < 2 else 5 if over < 4 else 10
    one.fatigue = min(8, one.fatigue + (1 if over < 2 else 2 if over < 4 else 3))
    if not percent:
        return
    straggle(turn, column, max(1, men(one) * percent // 100))
    one.guns -= one.guns // (4 if over < 4 else 2)
    if over >= 4:
        one.routed = True  # HD-082


cdef void pursue(Turn* turn, int at, const Set* losers, const Set* winners) noexcept nogil:
    """HD-081; no round is fought at dusk or in the night, so that only the horse is asked for."""
    cdef State* state = turn.state
    cdef Set left = winners[0]
    cdef int column = take(&left), horse = 0, die, more
    while column >= 0:
        if state.column[column].fatigue <= 4:
            horse += state.column[column].horse
        column = take(&left)
    horse -= horse_of(state, losers)
    if horse <= 0:
        return
    die = roll(turn.roller)
    more = min(horse * die // 10, men_of(state, losers) // 10)
    tell(turn, Told.PURSUIT, state.battle[at].number, die, more)
    share_losses(turn, losers, more)
    bury_empty(turn, at)


# --- The sound of guns (HD-080) --------------------------------------------------------------------------------------

cdef int site_of(const Turn* turn, int at) noexcept nogil:
    """The place of a battle; on a link the nearest place of its first attacker."""
    cdef const Battle* battle = &turn.state.battle[at]
    cdef int column
    if battle.place != NONE:
        return battle.place
    for column in range(turn.state.columns):
        if turn.state.column[column].battle == at and turn.state.column[column].attacker:
            return nearest(turn.law, &turn.state.column[column])
    return turn.law.a[battle.link]


cdef bint may_hear(const Turn* turn, const Column* column) noexcept nogil:
    if not present(column) or not column.guns_word or in_battle(column) or column.to_guns or column.routed:
        return False
    return not any_of(&column.touch) and column.plan != REST and column.plan != RETREAT


cdef void hear(Turn* turn) noexcept nogil:
    """Columns with the word march to the nearest battle that they hear, from the next beat on."""
    cdef State* state = turn.state
    cdef const Law* law = turn.law
    cdef Column* one
    cdef Set left
    cdef int column, at, place, here, dx, dy, best, least
    if not any_of(&turn.sounding):
        return
    for column in range(state.columns):
        one = &state.column[column]
        if not may_hear(turn, one):
            continue
        here, best, least = nearest(law, one), NONE, EARSHOT + 1
        left = turn.sounding
        at = take(&left)
        while at >= 0:
            place = site_of(turn, at)
            dx, dy = law.x[place] - law.x[here], law.y[place] - law.y[here]
            if dx * dx + dy * dy < least or dx * dx + dy * dy == least and place < best:
                best, least = place, dx * dx + dy * dy
            at = take(&left)
        if best == NONE or one.place == best:
            continue
        one.plan, one.paths, one.path[0], one.to_guns, one.refused = MARCH, 1, best, True, False
        one.forced = one.night = one.leaving = False
        one.target = one.awaits = one.repair = NONE
        leave_the_bridge(turn, column)
        one.start = 0
        if one.muster and not one.free:
            one.free = max(turn.beat, one.ready) + one.muster + 1
        tell(turn, Told.HEARD, column, best)
