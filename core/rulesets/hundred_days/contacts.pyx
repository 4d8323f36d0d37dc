# cython: cdivision=True
"""Contacts on links and in places. See contacts.pxd.

HD-056 to HD-063, HD-065, HD-079 and HD-115. No Python object is touched here.
"""

from libc.stdint cimport uint8_t

from core.rulesets.hundred_days.battles cimport battle_at, begin_battle, in_it, join_battle
from core.rulesets.hundred_days.chance cimport tell
from core.rulesets.hundred_days.field cimport (
    ATTACK, AVOID, BARRED, BY_TABLE, COALITION, FRENCH, NONE, REST, RETREAT_REFUSED, STAND, Column, Links, Set, Site,
    State, Told, Turn, any_of, drop, empty, has, in_battle, mustering, present, put, side_of, take,
)
from core.rulesets.hundred_days.forces cimport (
    Refuge, add_link, at_place, halt_short, horse_of, men_of, rearguard, refuge_of, retreat, stand_off, stop,
    strength_of, surrender, touch,
)


cdef inline Set both(const Set* one, const Set* other) noexcept nogil:
    cdef Set shared
    shared.word[0], shared.word[1] = one.word[0] & other.word[0], one.word[1] & other.word[1]
    return shared


cdef inline Set without(const Set* one, const Set* other) noexcept nogil:
    cdef Set left
    left.word[0], left.word[1] = one.word[0] & ~other.word[0], one.word[1] & ~other.word[1]
    return left


cdef inline Set together(const Set* one, const Set* other) noexcept nogil:
    cdef Set all_
    all_.word[0], all_.word[1] = one.word[0] | other.word[0], one.word[1] | other.word[1]
    return all_


cdef Set of_side(const Turn* turn, const Set* columns, int side) noexcept nogil:
    cdef Set found = empty(), left = columns[0]
    cdef int column = take(&left)
    while column >= 0:
        if side_of(turn.law, &turn.state.column[column]) == side:
            put(&found, column)
        column = take(&left)
    return found


cdef Set with_stance(const State* state, const Set* columns, int stance) noexcept nogil:
    """Those with a stance; a column that is driven back, or routed, has but one (HD-077, HD-082)."""
    cdef Set found = empty(), left = columns[0]
    cdef int column = take(&left), has_
    while column >= 0:
        has_ = AVOID if state.column[column].driven or state.column[column].routed else state.column[column].stance
        if has_ == stance:
            put(&found, column)
        column = take(&left)
    return found


cdef void touch_all(Turn* turn, const Set* ones, const Set* others) noexcept nogil:
    cdef Set left = ones[0], right
    cdef int one = take(&left), other
    while one >= 0:
        right = others[0]
        other = take(&right)
        while other >= 0:
            touch(turn, one, other)
            other = take(&right)
        one = take(&left)


# --- On links (HD-057) -----------------------------------------------------------------------------------------------

cdef void meet_on_links(Turn* turn) noexcept nogil:
    cdef int link
    cdef int count[300]
    cdef const Column* one
    for link in range(turn.law.links):
        count[link] = 0
    for column in range(turn.state.columns):
        one = &turn.state.column[column]
        if present(one):
            if has(&turn.moving, column):
                count[turn.on[column]] += 1
            elif one.place == NONE:
                count[one.link] += 1
    for link in range(turn.law.links):
        if count[link] > 1:
            meet_on_link(turn, link)


cdef void interval(const Turn* turn, int column, int link, int* since, int* until, int* way) noexcept nogil:
    """A column's march on a link in hm from its first end, and its direction; a point for one that stands."""
    cdef const Column* one = &turn.state.column[column]
    cdef int length = turn.law.length[link], out
    if has(&turn.moving, column):
        since[0], until[0], out, way[0] = turn.since[column], turn.until[column], turn.out[column], 1
    else:
        since[0], until[0], out, way[0] = one.done, one.done, one.origin, 0
    if out != turn.law.a[link]:
        since[0], until[0], way[0] = length - since[0], length - until[0], -way[0]


cdef bint in_contact(const Turn* turn, int one, int other, int link) noexcept nogil:
    cdef int since, until, way, from_, to, heading
    if not has(&turn.moving, one) and not has(&turn.moving, other):
        return False
    interval(turn, one, link, &since, &until, &way)
    interval(turn, other, link, &from_, &to, &heading)
    if way and way == heading:
        if way < 0:
            since, until, from_, to = -since, -until, -from_, -to
        return since <= from_ and until >= to or since >= from_ and until <= to
    return max(min(since, until), min(from_, to)) <= min(max(since, until), max(from_, to))


cdef void meet_on_link(Turn* turn, int link) noexcept nogil:
    """Columns that pairs of enemies join are one contact; each is found by its first column."""
    cdef const State* state = turn.state
    cdef Set here = empty(), group, fresh, left, joined
    cdef int column, other
    for column in range(state.columns):
        if not present(&state.column[column]) or state.column[column].swept:
            continue
        if turn.on[column] == link if has(&turn.moving, column) else state.column[column].link == link:
            put(&here, column)
    while True:
        column = take(&here)
        if column < 0:
            return
        group, fresh = empty(), empty()
        put(&group, column)
        put(&fresh, column)
        column = take(&fresh)
        while column >= 0:
            left = here
            other = take(&left)
            while other >= 0:
                if (
                    side_of(turn.law, &state.column[other]) != side_of(turn.law, &state.column[column])
                    and in_contact(turn, column, other, link)
                ):
                    put(&group, other)
                    put(&fresh, other)
                    drop(&here, other)
                other = take(&left)
            column = take(&fresh)
        joined = group
        take(&joined)
        if any_of(&joined):
            settle_on_link(turn, link, &group)


cdef void go_back(Turn* turn, int link, int column) noexcept nogil:
    """Where it was at the start of the beat; who was at a place stands at the beginning of the link."""
    cdef Column* one = &turn.state.column[column]
    cdef const Site* was = &turn.before[column]
    if not has(&turn.moving, column):
        return
    one.place, one.came, one.link = NONE, NONE, link
    if was.place == NONE:
        one.origin, one.goal, one.done = was.origin, was.goal, was.done
    else:
        one.origin, one.done = was.place, 0
        one.goal = turn.law.b[link] if turn.law.a[link] == was.place else turn.law.a[link]


cdef void settle_on_link(Turn* turn, int link, const Set* group) noexcept nogil:
    """HD-060, HD-079 and the rest on a link."""
    cdef State* state = turn.state
    cdef Set sides[2]
    cdef Set marched = both(group, &turn.moving), left = group[0], attackers, joiners, more, others
    cdef int column = take(&left), side, battle
    cdef Links nowhere
    for side in range(5):
        nowhere.word[side] = 0
    while column >= 0:
        go_back(turn, link, column)
        column = take(&left)
    turn.moving = without(&turn.moving, group)
    tell(turn, Told.CONTACT, NONE, link)
    sides[0], sides[1] = of_side(turn, group, 0), of_side(turn, group, 1)
    battle = battle_at(state, NONE, link)
    if battle != NONE:
        join_on_link(turn, battle, group)
        return
    attackers = with_stance(state, &marched, ATTACK)
    side = NONE
    for column in range(2):
        more = both(&attackers, &sides[column])
        if any_of(&more) and side == NONE:
            side = column
    if side == NONE:
        touch_all(turn, &sides[0], &sides[1])
        end_retreats(turn, group)
        return
    attackers = both(&attackers, &sides[side])
    joiners = without(&sides[side], &attackers)
    more = with_stance(state, &joiners, AVOID)
    joiners = without(&joiners, &more)
    others = sides[1 - side]
    if attack(turn, NONE, link, side, &attackers, &joiners, &others, &nowhere):
        left = others
        others = in_it(turn.law, state, battle_at(state, NONE, link), 1 - side)
        touch_all(turn, &more, &others)
        take_in(turn, link)
    end_retreats(turn, group)


cdef void end_retreats(Turn* turn, const Set* group) noexcept nogil:
    """Who is driven back and comes upon the enemy on the road goes no farther, as before a barred place."""
    cdef State* state = turn.state
    cdef Set left = group[0]
    cdef int column = take(&left)
    while column >= 0:
        if state.column[column].driven and any_of(&state.column[column].touch):
            stop(&state.column[column])
            state.column[column].stance = STAND
            turn.why[column] |= RETREAT_REFUSED
        column = take(&left)


cdef void join_on_link(Turn* turn, int battle, const Set* group) noexcept nogil:
    """HD-079: on a link where a battle is columns of a contact join it; with avoid they are in touch."""
    cdef State* state = turn.state
    cdef Set avoiding = with_stance(state, group, AVOID), left = without(group, &avoiding), enemies
    cdef int column
    if state.battle[battle].linked != BY_TABLE:
        return  # HD-118: they have gone back already
    column = take(&left)
    while column >= 0:
        if not in_battle(&state.column[column]):
            join_battle(turn, battle, column)
        column = take(&left)
    left = avoiding
    column = take(&left)
    while column >= 0:
        if not in_battle(&state.column[column]):
            enemies = of_side(turn, group, 1 - side_of(turn.law, &state.column[column]))
            while True:
                battle = take(&enemies)
                if battle < 0:
                    break
                touch(turn, column, battle)
        column = take(&left)
    end_retreats(turn, group)


cdef void take_in(Turn* turn, int link) noexcept nogil:
    """HD-071: columns in touch with one of those in a battle on a link are in it, but for those that avoid."""
    cdef State* state = turn.state
    cdef int battle = battle_at(state, NONE, link), column
    cdef Set all_, touched
    for column in range(state.columns):
        if (
            not present(&state.column[column]) or state.column[column].place != NONE
            or state.column[column].link != link or in_battle(&state.column[column])
            or state.column[column].stance == AVOID
        ):
            continue
        all_ = in_it(turn.law, state, battle, 1 - side_of(turn.law, &state.column[column]))
        touched = both(&all_, &state.column[column].touch)
        if any_of(&touched):
            join_battle(turn, battle, column)


# --- At places (HD-058) ----------------------------------------------------------------------------------------------

cdef void meet_at_places(Turn* turn) noexcept nogil:
    cdef int place
    cdef uint8_t sides[120]
    cdef bint fresh[120]
    cdef const Column* one
    for place in range(turn.law.places):
        sides[place], fresh[place] = 0, False
    for column in range(turn.state.columns):
        one = &turn.state.column[column]
        if present(one) and one.place != NONE:
            sides[one.place] |= 1 << side_of(turn.law, one)
            fresh[one.place] = fresh[one.place] or has(&turn.moving, column)
    for place in range(turn.law.places):
        if sides[place] == 3 and fresh[place]:
            meet_at_place(turn, place)


cdef void meet_at_place(Turn* turn, int place) noexcept nogil:
    cdef State* state = turn.state
    cdef Set sides[2]
    cdef Set came[2]
    cdef Set there[2]
    cdef int side, battle = battle_at(state, place, NONE), holder = NONE
    for side in range(2):
        sides[side] = at_place(turn.law, state, side, place)
        came[side] = both(&sides[side], &turn.moving)
        there[side] = without(&sides[side], &turn.moving)
        if any_of(&there[side]):
            holder = side
    tell(turn, Told.CONTACT, place, NONE)
    if battle != NONE:
        for side in range(2):
            reinforce(turn, place, battle, &came[side])
        return
    if holder != NONE:
        meet_holders(turn, place, 1 - holder, &came[1 - holder], &sides[holder])
    else:
        meet_halfway(turn, place, sides)


cdef void reinforce(Turn* turn, int place, int battle, const Set* came) noexcept nogil:
    """HD-079: who comes to a battle joins it, or halts short."""
    cdef State* state = turn.state
    cdef Set avoiding = with_stance(state, came, AVOID), left = came[0]
    cdef int column = take(&left)
    while column >= 0:
        if state.battle[battle].linked != BY_TABLE:
            stand_off(turn, column, place)  # HD-118
        elif has(&avoiding, column):
            halt_short(turn, column, place)
        else:
            join_battle(turn, battle, column)
        column = take(&left)


cdef Set drive_back(Turn* turn, int place, const Set* comers, Set* enemies) noexcept nogil:
    """HD-077: who is driven to a barred place halts short of it; smaller bodies there are swept aside.

    Gives those who are still in.
    """
    cdef State* state = turn.state
    cdef Set driven = empty(), left = comers[0]
    cdef Links links
    cdef int column = take(&left), at
    for at in range(5):
        links.word[at] = 0
    while column >= 0:
        if state.column[column].driven:
            put(&driven, column)
            add_link(&links, state.column[column].came)
        column = take(&left)
    if not any_of(&driven):
        return comers[0]
    if men_of(state, enemies) >= BARRED:
        halt_all(turn, place, &driven)
        return without(comers, &driven)
    sweep(turn, place, NONE, enemies, &driven, &links)
    enemies[0] = empty()
    return comers[0]


cdef void halt_all(Turn* turn, int place, const Set* columns) noexcept nogil:
    cdef Set left = columns[0]
    cdef int column = take(&left)
    while column >= 0:
        halt_short(turn, column, place)
        column = take(&left)


cdef void meet_holders(Turn* turn, int place, int side, const Set* came, const Set* there) noexcept nogil:
    """HD-059: comers and holders."""
    cdef State* state = turn.state
    cdef Set holders = there[0], comers = drive_back(turn, place, came, &holders)
    cdef Set attackers = with_stance(state, &comers, ATTACK), joiners, avoiding
    cdef Links links
    if not any_of(&holders) or not any_of(&comers):
        return
    if not any_of(&attackers):
        halt_all(turn, place, &comers)
        return
    avoiding = with_stance(state, &comers, AVOID)
    joiners = without(&comers, &attackers)
    joiners = without(&joiners, &avoiding)
    links = links_of(state, &attackers)
    if attack(turn, place, NONE, side, &attackers, &joiners, &holders, &links):
        halt_all(turn, place, &avoiding)


cdef Links links_of(const State* state, const Set* columns) noexcept nogil:
    cdef Links links
    cdef Set left = columns[0]
    cdef int column = take(&left), at
    for at in range(5):
        links.word[at] = 0
    while column >= 0:
        add_link(&links, state.column[column].came)
        column = take(&left)
    return links


cdef void meet_halfway(Turn* turn, int place, const Set* came) noexcept nogil:
    """HD-060: a meeting, at a place where nobody was."""
    cdef State* state = turn.state
    cdef Set here[2]
    cdef Set attackers, joiners, avoiding
    cdef Links links
    cdef int side, attacker = NONE, keeper
    here[0], here[1] = came[0], came[1]
    for side in range(2):
        if any_of(&here[0]) and any_of(&here[1]):
            here[side] = drive_back(turn, place, &here[side], &here[1 - side])
    if not any_of(&here[0]) or not any_of(&here[1]):
        return
    for side in range(2):
        attackers = with_stance(state, &here[side], ATTACK)
        if any_of(&attackers) and attacker == NONE:
            attacker = side
    if attacker == NONE:
        keeper = keeper_of(state, here)
        halt_all(turn, place, &here[1 - keeper])
        return
    attackers = with_stance(state, &here[attacker], ATTACK)
    avoiding = with_stance(state, &here[attacker], AVOID)
    joiners = without(&here[attacker], &attackers)
    joiners = without(&joiners, &avoiding)
    links = links_of(state, &attackers)
    meeting(turn, place, attacker, &attackers, &joiners, &here[1 - attacker], &links)
    if battle_at(state, place, NONE) != NONE:
        halt_all(turn, place, &avoiding)


cdef int keeper_of(const State* state, const Set* here) noexcept nogil:
    """The side with more horse, then with more men, then the coalition."""
    cdef int french = horse_of(state, &here[0]), others = horse_of(state, &here[1])
    if french == others:
        french, others = men_of(state, &here[0]), men_of(state, &here[1])
    return FRENCH if french > others else COALITION


# --- An attack (HD-062, HD-115) --------------------------------------------------------------------------------------

cdef bint attack(
    Turn* turn, int place, int link, int side, const Set* attackers, const Set* joiners, const Set* defenders,
    const Links* links
) noexcept nogil:
    """Whether a battle comes of it."""
    return strike(turn, place, link, side, attackers, joiners, defenders, links, link == NONE)


cdef bint meeting(
    Turn* turn, int place, int side, const Set* attackers, const Set* joiners, const Set* defenders, const Links* links
) noexcept nogil:
    return strike(turn, place, NONE, side, attackers, joiners, defenders, links, False)


cdef bint strike(
    Turn* turn, int place, int link, int side, const Set* attackers, const Set* joiners, const Set* defenders,
    const Links* links, bint terrain
) noexcept nogil:
    cdef State* state = turn.state
    cdef Set fighting = empty(), leaving = empty(), left = defenders[0], all_ = together(attackers, joiners)
    cdef Refuge refuge
    cdef Column* one
    cdef int column = take(&left)
    if 10 * strength_of(state, defenders) < strength_of(state, attackers):
        sweep(turn, place, link, defenders, attackers, links)
        return False
    while column >= 0:
        one = &state.column[column]
        refuge = refuge_of(turn.law, state, column, links, attackers)
        if one.stance != AVOID or one.plan == REST or mustering(one) or refuge.place == NONE:
            put(&fighting, column)
        else:
            put(&leaving, column)
        column = take(&left)
    if any_of(&fighting):
        begin_battle(turn, place, link, side, &all_, &fighting, terrain)
        left = leaving
        column = take(&left)
        while column >= 0:
            retreat(turn, column, links, attackers)
            column = take(&left)
        return True
    if rearguard(turn, place, link, &leaving, attackers, links, 0, False):
        # Caught: without terrain for either side.
        begin_battle(turn, place, link, side, &all_, defenders, False)
        return True
    left = all_
    column = take(&left)
    while column >= 0:
        state.column[column].halt = turn.beat + 2
        column = take(&left)
    return False


cdef void sweep(
    Turn* turn, int place, int link, const Set* weak, const Set* strong, const Links* links
) noexcept nogil:
    """HD-115: the weak leave by one die, or are lost where there is no place of retreat."""
    cdef State* state = turn.state
    cdef Set going = empty(), left = weak[0]
    cdef Refuge refuge
    cdef int column = take(&left)
    while column >= 0:
        refuge = refuge_of(turn.law, state, column, links, strong)
        if refuge.place == NONE:
            surrender(turn, column, 0)
        else:
            put(&going, column)
        column = take(&left)
    if any_of(&going):
        rearguard(turn, place, link, &going, strong, links, 1, True)
