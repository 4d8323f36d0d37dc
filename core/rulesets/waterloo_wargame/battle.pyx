# cython: cdivision=True
"""The attack phase: fire, contact, support, evasion, retreats, Generals, strongpoints, losses. See battle.pxd.

In the order of the rulebook, WWG-060 to WWG-129. No Python object is touched here.
"""

from libc.stdint cimport uint8_t
from libc.string cimport memset

from core.boards.plane cimport (
    EPSILON, FAR, TOUCH, Base, Vector, contacts, cosine, enters, face, fix, front, gap, gone, in_arc, on_board,
    product, rounded, sine, towards, towards_heading, within, yards,
)
from core.rulesets.waterloo_wargame.field cimport (
    ALLIED, BY_LOSSES, CAVALRY, EVADE_ALWAYS, EVADE_NEVER, EVADE_WEAK, FRENCH, GROUP, GUN, INFANTRY, MOST, NEAR_GENERAL,
    NOBODY, OF_GENERAL, OF_STRONGPOINT, ON_TIME, PLAY_ON, RETREAT, STORM, SUPPORT_AUTO, SUPPORT_NONE, SUPPORT_WITH,
    StandingOrders, any_of, at_point, base_of, drop, garrison, garrisoned_by, gun_in, has, in_contact, none, on,
    on_point, pieces_of, put, take, walls, without,
)
from core.rulesets.waterloo_wargame.movement cimport (
    BY_EDGE, BY_PIECE, FREE, Obstacle, Trip, first_bar, in_the_way, on_whole_yards, place, set_out,
)
from core.stream cimport below

cdef enum:
    STEP = 10  # yards, of WWG-083, 121 and 123
    WEDGED = 100  # yards that an evasion must go at least (WWG-094)
    OF_EVASION = 400  # WWG-094
    WAYS = 7  # that an evasion tries (WWG-094)
    HIT = 10  # WWG-103
    SIDE_HELD = 5  # tenths of a yard of contact that close a side (WWG-095)

# By how much the ways of an evasion are turned from the first, in the order in which they are tried (WWG-094).
cdef int* ASIDE = [0, 45, 315, 90, 270, 135, 225]


# --- The phase and its dice ------------------------------------------------------------------------------------------

cdef int roll(Roller* roller) noexcept nogil:
    cdef int value
    if roller.stream != NULL:
        value = <int>below(roller.stream, 6) + 1
        if roller.used < MOST_DICE:
            roller.die[roller.used] = value
            roller.used += 1
        return value
    if roller.used >= roller.given:
        roller.wanting = True
        return 1
    value = roller.die[roller.used]
    roller.used += 1
    return value


cdef void open_phase(
    Phase* phase, const Law* law, const Roster* roster, Field* field, const Set* moved, int joined, Roller* roller,
    EventLog* log
) noexcept nogil:
    """At the beginning of the attack phase of the side to move (WWG-030)."""
    phase.law, phase.roster, phase.field, phase.side = law, roster, field, field.to_move
    phase.moved, phase.joined, phase.roller, phase.log = moved[0], joined, roller, log
    phase.fought = phase.fired = none()
    if law.cap_touching:
        find_components(phase)


cdef void find_components(Phase* phase) noexcept nogil:
    """WWG-132."""
    cdef Set left, group
    cdef int side, piece, member
    memset(phase.attacking, 0, sizeof(phase.attacking))
    memset(phase.supporting, 0, sizeof(phase.supporting))
    for side in range(2):
        left = pieces_of(phase.roster, phase.field, side)
        piece = take(&left)
        while piece >= 0:
            group = connected_with(phase.roster, phase.field, piece, &left)
            left = without(&left, &group)
            member = take(&group)
            while member >= 0:
                phase.component[member] = piece
                member = take(&group)
            piece = take(&left)


cdef Set connected_with(const Roster* roster, const Field* field, int piece, const Set* among) noexcept nogil:
    """A piece and those of `among` that are connected with it (WWG-023)."""
    cdef Set found = none(), fresh = none(), left = among[0], rest
    cdef int one, other
    put(&found, piece)
    put(&fresh, piece)
    drop(&left, piece)
    one = take(&fresh)
    while one >= 0:
        rest = left
        other = take(&rest)
        while other >= 0:
            if in_contact(roster, field, one, other):
                put(&found, other)
                put(&fresh, other)
                drop(&left, other)
            other = take(&rest)
        one = take(&fresh)
    return found


cdef LoggedEvent* log_event(Phase* phase, EventKind kind, int piece) noexcept nogil:
    """A new entry of the log, or NULL where nobody listens."""
    cdef LoggedEvent* event
    if phase.log == NULL or phase.log.count == MOST_LOGGED:
        return NULL
    event = &phase.log.logged[phase.log.count]
    phase.log.count += 1
    memset(event, 0, sizeof(LoggedEvent))
    event.kind, event.piece, event.other, event.point = kind, piece, NOBODY, NO_POINT
    event.side = NOBODY if piece == NOBODY else phase.roster.side[piece]
    return event


cdef inline Pose pose_of(const Field* field, int piece) noexcept nogil:
    return Pose(field.x[piece], field.y[piece], field.h[piece])


# --- What a line needs (WWG-060 to WWG-072) --------------------------------------------------------------------------

cdef int largest_of(const Roster* roster, const Set* pieces) noexcept nogil:
    """WWG-112: the largest, the first in roster order of equals."""
    cdef Set left = pieces[0]
    cdef int best = NOBODY, piece = take(&left)
    while piece >= 0:
        if best == NOBODY or roster.strength[piece] > roster.strength[best]:
            best = piece
        piece = take(&left)
    return best


cdef int target_of(const Phase* phase, const Engagement* line) noexcept nogil:
    cdef Set inside
    if line.point == NO_POINT:
        return line.target if on(phase.field, line.target) else NOBODY
    if phase.field.holder[line.point] == phase.side:
        return NOBODY
    inside = garrison(phase.law, phase.roster, phase.field, line.point)
    return largest_of(phase.roster, &inside)


cdef int stronghold(const Phase* phase, const Engagement* line, int target) noexcept nogil:
    """The strongpoint whose garrison the target defends, or NO_POINT. The attacker's is nothing (WWG-114)."""
    return line.point if line.point != NO_POINT else garrisoned_by(phase.law, phase.roster, phase.field, target)


cdef int lead_of(const Phase* phase, const Engagement* line, int target) noexcept nogil:
    """WWG-060."""
    cdef int at, point = stronghold(phase, line, target)
    for at in range(line.count):
        if meets(phase, line.piece[at], target, point):
            return at
    return -1


cdef bint meets(const Phase* phase, int piece, int target, int point) noexcept nogil:
    """Whether an attacker touches the target, or for a garrison its outline or any of it (WWG-110)."""
    cdef Set inside
    cdef int other
    if in_contact(phase.roster, phase.field, piece, target):
        return True
    if point == NO_POINT:
        return False
    if at_point(phase.law, phase.roster, phase.field, piece, point):
        return True
    inside = garrison(phase.law, phase.roster, phase.field, point)
    other = take(&inside)
    while other >= 0:
        if in_contact(phase.roster, phase.field, piece, other):
            return True
        other = take(&inside)
    return False


cdef Finding judge_attack(const Phase* phase, const Engagement* line) noexcept nogil:
    """Whether an ATTACK line can be resolved now, tested in the order of WWG-R62: WWG-071, WWG-072, WWG-087."""
    cdef const Roster* roster = phase.roster
    cdef Field* field = phase.field
    cdef Finding found = Finding(SOUND, target_of(phase, line), NOBODY, NOBODY, 0)
    cdef Set group = none(), joined
    cdef int at, point, occupied, cap
    if line.point == NO_POINT and roster.side[line.target] == phase.side:
        found.fault = OWN_TARGET
        return found
    if found.target == NOBODY:
        found.fault = GONE if line.point == NO_POINT else NO_GARRISON
        return found
    point = stronghold(phase, line, found.target)
    occupied = point if point != NO_POINT else gun_in(phase.law, roster, field, found.target)
    for at in range(line.count):
        found.piece = line.piece[at]
        if not on(field, found.piece):
            found.fault = GONE
            return found
        if roster.arm[found.piece] == GUN:
            found.fault = GUN_IN_ATTACK
            return found
        put(&group, found.piece)
        found.men += roster.men[found.piece]
    if occupied != NO_POINT:
        for at in range(line.count):
            found.piece = line.piece[at]
            if roster.arm[found.piece] == CAVALRY:
                found.fault = CAVALRY_AT_WALL
                return found
    cap = GROUP if point == NO_POINT else STORM
    if found.men > cap:
        found.fault = TOO_MANY
        return found
    for at in range(line.count):
        found.piece = line.piece[at]
        if found.piece == phase.joined:
            found.fault = JOINED
            return found
    for at in range(line.count):
        found.piece = line.piece[at]
        if has(&field.locked[found.piece], found.target):
            found.fault = LOCKED
            return found
    joined = connected_with(roster, field, line.piece[0], &group)
    for at in range(line.count):
        if not has(&joined, line.piece[at]):
            found.fault, found.piece, found.other = APART, line.piece[0], line.piece[at]
            return found
    found.piece = NOBODY
    at = lead_of(phase, line, found.target)
    if at < 0:
        found.fault = UNTOUCHED
        return found
    if line.advancer != NOBODY and not has(&group, line.advancer):
        found.fault, found.piece = NO_ADVANCER, line.advancer
        return found
    return used_or_over(phase, line, found, cap)


cdef Finding used_or_over(const Phase* phase, const Engagement* line, Finding found, int cap) noexcept nogil:
    """WWG-066 and WWG-132: what earlier fights of the phase leave open."""
    cdef int at
    if has(&phase.fought, found.target):
        found.fault, found.piece = USED, found.target
        return found
    for at in range(line.count):
        if has(&phase.fought, line.piece[at]):
            found.fault, found.piece = USED, line.piece[at]
            return found
    if phase.law.cap_touching:
        at = phase.component[line.piece[0]]
        if phase.attacking[at] + found.men > cap:
            found.fault, found.piece, found.men = OVER_CAP, line.piece[0], phase.attacking[at] + found.men
            return found
        at = phase.component[found.target]
        if phase.supporting[at] + phase.roster.strength[found.target] > GROUP:
            found.fault, found.piece = OVER_CAP, found.target
            found.men = phase.supporting[at] + phase.roster.strength[found.target]
    return found


cdef Finding judge_gun(const Phase* phase, const Engagement* line, int gun) noexcept nogil:
    """Whether one gun of a FIRE line can fire now, tested in the order of WWG-R62; over everybody (WWG-104)."""
    cdef const Roster* roster = phase.roster
    cdef Finding found = Finding(SOUND, target_of(phase, line), gun, NOBODY, 0)
    cdef Base base, there
    if not on(phase.field, gun):
        found.fault = GONE
    elif roster.arm[gun] != GUN:
        found.fault = NO_GUN
    elif line.point == NO_POINT and roster.side[line.target] == phase.side:
        found.fault = OWN_TARGET
    elif found.target == NOBODY:
        found.fault = GONE if line.point == NO_POINT else NO_GARRISON
        found.piece = NOBODY if line.point != NO_POINT else line.target
    elif has(&phase.moved, gun):
        found.fault = HAS_MOVED
    elif gun == phase.joined:
        found.fault = JOINED
    elif has(&phase.field.locked[gun], found.target):
        found.fault = LOCKED
    elif has(&phase.fired, gun):
        found.fault = GUNS_USED
    else:
        base, there = base_of(roster, phase.field, gun), base_of(roster, phase.field, found.target)
        if not in_arc(&base, &there, phase.law.square_arc):
            found.fault = OUT_OF_ARC
    return found


# --- Scores (WWG-074 to WWG-076, WWG-091, WWG-115) -------------------------------------------------------------------

cdef int total(const Score* score) noexcept nogil:
    """Fixed points and dice."""
    return (
        score.men + score.initiative + score.face + score.strongpoint + score.general + score.unequal
        + score.die[0] + score.die[1]
    )


cdef bint general_near(const Phase* phase, int side, int enemy) noexcept nogil:
    """WWG-115."""
    cdef int carrier = phase.field.carrier[side]
    cdef Base base, there
    if not on(phase.field, carrier):
        return False
    base, there = base_of(phase.roster, phase.field, carrier), base_of(phase.roster, phase.field, enemy)
    return within(&base, &there, NEAR_GENERAL)


cdef void score_attack(const Phase* phase, const Engagement* line, int target, Score* score) noexcept nogil:
    cdef const Roster* roster = phase.roster
    cdef int at, point = stronghold(phase, line, target)
    cdef Base there = base_of(roster, phase.field, target), base
    memset(score, 0, sizeof(Score))
    for at in range(line.count):
        score.men += roster.strength[line.piece[at]]  # WWG-075
        # Flank or rear, the best once (WWG-022, WWG-091); not against a garrison (WWG-092).
        if point == NO_POINT and in_contact(roster, phase.field, line.piece[at], target):
            base = base_of(roster, phase.field, line.piece[at])
            score.face = max(<int>score.face, <int>face(&there, &base))
    score.initiative = 1 if point == NO_POINT or phase.law.storm_initiative else 0
    if phase.joined == NOBODY and general_near(phase, phase.side, target):
        score.general = OF_GENERAL


cdef void score_defence(
    const Phase* phase, const Engagement* line, const Set* support, int target, Score* score
) noexcept nogil:
    cdef Set left = support[0]
    cdef int at, piece = take(&left)
    memset(score, 0, sizeof(Score))
    while piece >= 0:
        score.men += phase.roster.strength[piece]
        piece = take(&left)
    if stronghold(phase, line, target) != NO_POINT:
        score.strongpoint = OF_STRONGPOINT  # WWG-108
    for at in range(line.count):
        if general_near(phase, 1 - phase.side, line.piece[at]):
            score.general = OF_GENERAL


cdef void even_out(const Law* law, Score* attack, Score* defence) noexcept nogil:
    """WWG-131: with unequal=double the difference in men counts once more."""
    attack.unequal = defence.unequal = 0
    if law.double_odds:
        attack.unequal = max(attack.men - defence.men, 0)
        defence.unequal = max(defence.men - attack.men, 0)


cdef Result compare(Phase* phase, Score* attack, Score* defence) noexcept nogil:
    """WWG-069, WWG-076, WWG-077, WWG-116: dice, attacker first, and who has the higher score."""
    cdef int dice = 2 if attack.general or defence.general else 1, at
    attack.dice = defence.dice = dice
    for at in range(dice):
        attack.die[at] = roll(phase.roller)
    for at in range(dice):
        defence.die[at] = roll(phase.roller)
    if total(attack) == total(defence):
        return DRAWN
    return ATTACKER if total(attack) > total(defence) else DEFENDER


# --- Support (WWG-089, WWG-109) --------------------------------------------------------------------------------------

cdef struct Choice:
    const Phase* phase
    Set open  # pieces that may be added
    bint apart  # they need not touch each other (WWG-109)
    int most  # thousands
    Set best
    int best_men, best_count


cdef Set choose_support(const Phase* phase, const Engagement* line, int target) noexcept nogil:
    cdef const Roster* roster = phase.roster
    cdef const StandingOrders* standing
    cdef Field* field = phase.field
    cdef Choice choice
    cdef Score ours, theirs
    cdef Set alone = none(), guns = none()
    cdef int point = stronghold(phase, line, target), side = roster.side[target], how = SUPPORT_AUTO, piece
    put(&alone, target)
    choice.phase, choice.best, choice.best_men, choice.best_count = phase, alone, roster.strength[target], 1
    choice.apart, choice.most = point != NO_POINT, GROUP
    if phase.law.cap_touching:
        choice.most = GROUP - phase.supporting[phase.component[target]]
    if point == NO_POINT:
        how = field.own[target].support or field.all_of[side].support or SUPPORT_AUTO
    if how == SUPPORT_NONE:
        return alone
    if how == SUPPORT_WITH:
        standing = &field.own[target] if field.own[target].support else &field.all_of[side]
        return named_support(phase, target, standing, choice.most)
    if point != NO_POINT:
        choice.open = garrison(phase.law, roster, field, point)
    else:
        score_attack(phase, line, target, &ours)
        score_defence(phase, line, &alone, target, &theirs)
        even_out(phase.law, &ours, &theirs)
        if total(&ours) <= total(&theirs):
            return alone
        choice.open = pieces_of(roster, field, side)
    choice.open = without(&choice.open, &phase.fought)
    drop(&choice.open, target)
    guns = choice.open
    piece = take(&guns)
    while piece >= 0:
        if roster.arm[piece] == GUN or roster.strength[piece] + roster.strength[target] > choice.most:
            drop(&choice.open, piece)
        piece = take(&guns)
    if any_of(&choice.open):
        widen(&choice, alone, roster.strength[target], 1, choice.open)
    return choice.best


cdef Set named_support(const Phase* phase, int target, const StandingOrders* standing, int most) noexcept nogil:
    """SUPPORT WITH: the listed pieces in order, as far as each touches one that defends already."""
    cdef Set chosen = none(), left
    cdef int at, piece, member, men = phase.roster.strength[target]
    put(&chosen, target)
    for at in range(standing.named):
        piece = standing.piece[at]
        if not on(phase.field, piece) or has(&phase.fought, piece) or has(&chosen, piece):
            continue
        if men + phase.roster.strength[piece] > most:
            continue
        left = chosen
        member = take(&left)
        while member >= 0:
            if in_contact(phase.roster, phase.field, member, piece):
                put(&chosen, piece)
                men += phase.roster.strength[piece]
                break
            member = take(&left)
    return chosen


cdef void widen(Choice* choice, Set chosen, int men, int count, Set open) noexcept nogil:
    """Every set that grows from `chosen`, each once: a piece passed over is not tried again deeper down."""
    cdef const Roster* roster = choice.phase.roster
    cdef Set left = open, more
    cdef int piece = take(&left)
    if men == choice.most or (choice.best_men == choice.most and count >= choice.best_count):
        return
    while piece >= 0:
        if men + roster.strength[piece] <= choice.most and (choice.apart or joins(choice.phase, piece, &chosen)):
            drop(&open, piece)
            more = chosen
            put(&more, piece)
            prefer(choice, &more, men + roster.strength[piece], count + 1)
            widen(choice, more, men + roster.strength[piece], count + 1, open)
        piece = take(&left)


cdef bint joins(const Phase* phase, int piece, const Set* chosen) noexcept nogil:
    cdef Set left = chosen[0]
    cdef int member = take(&left)
    while member >= 0:
        if in_contact(phase.roster, phase.field, piece, member):
            return True
        member = take(&left)
    return False


cdef void prefer(Choice* choice, const Set* chosen, int men, int count) noexcept nogil:
    """The most men; then the fewest pieces; then the least list of roster positions."""
    cdef Set one, other
    cdef int first, second
    if men < choice.best_men or (men == choice.best_men and count > choice.best_count):
        return
    if men == choice.best_men and count == choice.best_count:
        one, other = chosen[0], choice.best
        first, second = take(&one), take(&other)
        while first >= 0 and first == second:
            first, second = take(&one), take(&other)
        if first >= second:
            return
    choice.best, choice.best_men, choice.best_count = chosen[0], men, count


# --- Contact combat (WWG-073 to WWG-088) -----------------------------------------------------------------------------

cdef struct Fight:
    int target, lead, point
    int attackers
    uint8_t attacker[MOST_IN_LINE]  # as written
    int defenders
    uint8_t defender[MOST]  # the target first, then in roster order, or as written (WWG-081)
    Set ours, theirs
    Base lead_base, target_base  # as they were at the fight


cdef Finding attack(Phase* phase, const Engagement* line) noexcept nogil:
    cdef Finding found = judge_attack(phase, line)
    cdef Fight fight
    cdef Score ours, theirs
    cdef Result result
    cdef LoggedEvent* event
    cdef int at
    if found.fault != SOUND:
        return found
    fight.target, fight.point = found.target, stronghold(phase, line, found.target)
    fight.lead = line.piece[lead_of(phase, line, found.target)]
    fight.lead_base = base_of(phase.roster, phase.field, fight.lead)
    fight.target_base = base_of(phase.roster, phase.field, fight.target)
    fight.attackers, fight.ours = line.count, none()
    for at in range(line.count):
        fight.attacker[at] = line.piece[at]
        put(&fight.ours, line.piece[at])
    if evades_attack(phase, line, &fight):
        note_fought(phase, &fight)  # WWG-096: the attack is spent
        return found
    fight.theirs = choose_support(phase, line, fight.target)
    list_defenders(phase, &fight)
    note_fought(phase, &fight)
    score_attack(phase, line, fight.target, &ours)
    score_defence(phase, line, &fight.theirs, fight.target, &theirs)
    even_out(phase.law, &ours, &theirs)
    result = compare(phase, &ours, &theirs)
    event = log_event(phase, FOUGHT, fight.target)
    if event != NULL:
        event.other, event.point, event.number, event.face = fight.lead, fight.point, result, ours.face
        event.pieces, event.support, event.attack, event.defence = fight.ours, fight.theirs, ours, theirs
    if result == DRAWN:
        end_in_draw(phase, line, &fight)
    elif result == ATTACKER:
        attackers_win(phase, line, &fight)
    else:
        defenders_win(phase, &fight)
    return found


cdef void note_fought(Phase* phase, const Fight* fight) noexcept nogil:
    """WWG-066, WWG-132: who has taken part. After an evasion the target alone counts as the other side."""
    cdef Set left = fight.ours
    cdef int piece = take(&left)
    while piece >= 0:
        put(&phase.fought, piece)
        if phase.law.cap_touching:
            phase.attacking[phase.component[piece]] += phase.roster.strength[piece]
        piece = take(&left)
    left = fight.theirs
    piece = take(&left)
    while piece >= 0:
        put(&phase.fought, piece)
        if phase.law.cap_touching:
            phase.supporting[phase.component[piece]] += phase.roster.strength[piece]
        piece = take(&left)


cdef void list_defenders(const Phase* phase, Fight* fight) noexcept nogil:
    """WWG-081."""
    cdef const StandingOrders* standing = &phase.field.own[fight.target]
    cdef Set left = fight.theirs
    cdef int piece, at
    if not standing.support:
        standing = &phase.field.all_of[phase.roster.side[fight.target]]
    fight.defender[0] = fight.target
    fight.defenders = 1
    drop(&left, fight.target)
    if standing.support == SUPPORT_WITH and fight.point == NO_POINT:
        for at in range(standing.named):
            if has(&left, standing.piece[at]):
                fight.defender[fight.defenders] = standing.piece[at]
                fight.defenders += 1
                drop(&left, standing.piece[at])
    piece = take(&left)
    while piece >= 0:
        fight.defender[fight.defenders] = piece
        fight.defenders += 1
        piece = take(&left)


cdef int largest(const Phase* phase, const uint8_t* pieces, int count) noexcept nogil:
    """The index of the largest piece, the earliest of equals (WWG-081)."""
    cdef int best = 0, at
    for at in range(1, count):
        if phase.roster.strength[pieces[at]] > phase.roster.strength[pieces[best]]:
            best = at
    return best


cdef int smallest(const Phase* phase, const uint8_t* pieces, int count) noexcept nogil:
    """The smallest piece on the board, the latest of equals (WWG-081), or NOBODY."""
    cdef int best = NOBODY, at
    for at in range(count):
        if on(phase.field, pieces[at]):
            if best == NOBODY or phase.roster.strength[pieces[at]] <= phase.roster.strength[best]:
                best = pieces[at]
    return best


cdef void attackers_win(Phase* phase, const Engagement* line, Fight* fight) noexcept nogil:
    """WWG-078, WWG-079, WWG-080 and WWG-083, in the order of WWG-082."""
    cdef int removed = fight.defender[largest(phase, fight.defender, fight.defenders)]
    cdef Base place_of = base_of(phase.roster, phase.field, removed)
    remove_one(phase, removed, LOST)
    if fight.attackers > 1:
        remove_one(phase, smallest(phase, fight.attacker, fight.attackers), CASUALTY)
    if fight.defenders > 1:
        flee(phase, smallest(phase, fight.defender, fight.defenders), fight, &fight.lead_base)
    if line.advance:
        advance(phase, line, fight, &place_of)


cdef void defenders_win(Phase* phase, Fight* fight) noexcept nogil:
    """WWG-078, WWG-079, WWG-080 and WWG-118, in the order of WWG-082."""
    if on(phase.field, phase.field.carrier[phase.side]) and has(&fight.ours, phase.field.carrier[phase.side]):
        remove_pieces(phase, &fight.ours, WITH_GENERAL)
    else:
        remove_one(phase, fight.attacker[largest(phase, fight.attacker, fight.attackers)], LOST)
    if fight.defenders > 1:
        remove_one(phase, smallest(phase, fight.defender, fight.defenders), CASUALTY)
    if fight.attackers > 1 and smallest(phase, fight.attacker, fight.attackers) != NOBODY:
        flee(phase, smallest(phase, fight.attacker, fight.attackers), fight, &fight.target_base)


cdef void advance(Phase* phase, const Engagement* line, const Fight* fight, const Base* to) noexcept nogil:
    """WWG-083."""
    cdef int piece = line.advancer, at
    cdef Trip trip
    cdef Vector unit, there
    cdef Base end
    cdef Set nobody = none()
    cdef Obstacle bar
    cdef LoggedEvent* event
    cdef fix length, way
    cdef Pose before
    if not on(phase.field, piece):
        piece = fight.lead
    for at in range(fight.attackers):
        if not on(phase.field, piece):
            piece = fight.attacker[at]
    if not on(phase.field, piece):
        return
    set_out(&trip, phase.law, phase.roster, phase.field, piece, walls(phase.law, phase.roster, phase.field, phase.side))
    unit = towards(to.x - trip.base.x, to.y - trip.base.y, &length)
    bar = first_bar(&trip, &trip.base, unit, length)
    way = length
    while way > 0:
        if bar.kind == FREE or way <= bar.at + EPSILON:
            there = gone(trip.base.x, trip.base.y, unit, way)
            end = trip.base
            end.x, end.y = there.x, there.y
            end = on_whole_yards(&end)
            if in_the_way(&trip, &end, &nobody).kind == FREE:
                before = pose_of(phase.field, piece)
                place(phase.field, piece, &end)
                event = log_event(phase, ADVANCED, piece)
                if event != NULL:
                    event.before, event.after, event.yards = before, pose_of(phase.field, piece), rounded(way)
                return
        way -= yards(STEP)


cdef void end_in_draw(Phase* phase, const Engagement* line, Fight* fight) noexcept nogil:
    """WWG-084, WWG-085, WWG-086 and WWG-090."""
    cdef Field* field = phase.field
    cdef int at, side = 1 - phase.side
    cdef Vector unit
    cdef fix length
    for at in range(fight.defenders):
        field.locked[fight.defender[at]].word[0] |= fight.ours.word[0]
        field.locked[fight.defender[at]].word[1] |= fight.ours.word[1]
    if (field.own[fight.target].draw or field.all_of[side].draw) == RETREAT:
        unit = towards(fight.target_base.x - fight.lead_base.x, fight.target_base.y - fight.lead_base.y, &length)
        unit = as_ordered(field, fight.target, side, unit)
        retreat(phase, &fight.theirs, unit, least_allowance(phase, &fight.theirs), 0)
    if line.falls_back:
        unit = towards(fight.lead_base.x - fight.target_base.x, fight.lead_base.y - fight.target_base.y, &length)
        unit = as_ordered(field, fight.lead, phase.side, unit)
        retreat(phase, &fight.ours, unit, least_allowance(phase, &fight.ours), 0)


cdef int least_allowance(const Phase* phase, const Set* pieces) noexcept nogil:
    cdef Set left = pieces[0]
    cdef int least = 10000, piece = take(&left)
    while piece >= 0:
        least = min(least, phase.law.allowance[phase.roster.arm[piece]])
        piece = take(&left)
    return least


# --- Retreats (WWG-121 to WWG-123) -----------------------------------------------------------------------------------

cdef Vector as_ordered(const Field* field, int piece, int side, Vector away) noexcept nogil:
    """WWG-122: a standing bearing that lies within 90 degrees of directly away."""
    cdef const StandingOrders* standing = &field.own[piece]
    cdef Vector chosen
    if not standing.bears:
        standing = &field.all_of[side]
    if standing.bears != 2:
        return away
    chosen = towards_heading(standing.bearing)
    # Square to it is still within: the products are off by a few units.
    return chosen if product(chosen.x, away.x) + product(chosen.y, away.y) >= -4 else away


cdef int free_way(const Phase* phase, const Set* pieces, Vector unit, int distance) noexcept nogil:
    """The distance s of WWG-121, 0 where there is none. Nothing is moved."""
    cdef Trip trip[MOST]
    cdef Set left = pieces[0]
    cdef Obstacle bar
    cdef fix most = yards(distance)
    cdef int count = 0, piece = take(&left), at = distance
    while piece >= 0:
        set_out(&trip[count], phase.law, phase.roster, phase.field, piece,
                walls(phase.law, phase.roster, phase.field, phase.roster.side[piece]))
        bar = first_bar(&trip[count], &trip[count].base, unit, yards(distance))
        if bar.kind != FREE:
            most = min(most, bar.at)
        count += 1
        piece = take(&left)
    while at > 0:
        if yards(at) <= most + EPSILON and all_stand(trip, count, pieces, unit, at):
            return at
        at -= STEP
    return 0


cdef bint all_stand(const Trip* trip, int count, const Set* pieces, Vector unit, int distance) noexcept nogil:
    cdef Base end
    cdef Vector there
    cdef int at
    for at in range(count):
        end = trip[at].base
        there = gone(end.x, end.y, unit, yards(distance))
        end.x, end.y = there.x, there.y
        end = on_whole_yards(&end)
        if in_the_way(&trip[at], &end, pieces).kind != FREE:
            return False
    return True


cdef void shift(Phase* phase, int piece, Vector unit, fix distance) noexcept nogil:
    cdef Base base = base_of(phase.roster, phase.field, piece)
    cdef Vector there = gone(base.x, base.y, unit, distance)
    base.x, base.y = there.x, there.y
    place(phase.field, piece, &base)


cdef void retreat(Phase* phase, const Set* pieces, Vector unit, int distance, int why) noexcept nogil:
    """WWG-121, logged piece by piece."""
    cdef int way = free_way(phase, pieces, unit, distance), piece
    cdef Set left = pieces[0]
    cdef Pose before
    piece = take(&left)
    while piece >= 0:
        before = pose_of(phase.field, piece)
        shift(phase, piece, unit, yards(way))
        log_retreat(phase, piece, before, way, why, NOBODY)
        piece = take(&left)


cdef void log_retreat(Phase* phase, int piece, Pose before, int way, int why, int towards_whom) noexcept nogil:
    cdef LoggedEvent* event = log_event(phase, RETREATED, piece)
    if event != NULL:
        event.before, event.after, event.yards = before, pose_of(phase.field, piece), way
        event.number, event.other = why, towards_whom


cdef void flee(Phase* phase, int piece, const Fight* fight, const Base* enemy) noexcept nogil:
    """WWG-123: the smallest of a beaten group joins the nearest of its army, or goes straight away from the enemy."""
    cdef const Roster* roster = phase.roster
    cdef Field* field = phase.field
    cdef Set others = pieces_of(roster, field, roster.side[piece]), alone = none()
    cdef Trip trip
    cdef Base there
    cdef Vector unit
    cdef fix length, at
    cdef int other
    cdef Pose before = pose_of(field, piece)
    set_out(&trip, phase.law, roster, field, piece, walls(phase.law, roster, field, roster.side[piece]))
    others = without(&others, &fight.ours)
    others = without(&others, &fight.theirs)
    other = nearest_of(roster, field, &trip.base, &others)
    while other != NOBODY:
        drop(&others, other)
        there = base_of(roster, field, other)
        unit = towards(there.x - trip.base.x, there.y - trip.base.y, &length)
        if enters(&trip.base, unit, length, &there, &at) and first_bar(&trip, &trip.base, unit, at).kind == FREE:
            close_up(phase, &trip, unit, at, before, other)
            return
        other = nearest_of(roster, field, &trip.base, &others)
    put(&alone, piece)
    unit = towards(trip.base.x - enemy.x, trip.base.y - enemy.y, &length)
    retreat(phase, &alone, unit, phase.law.allowance[roster.arm[piece]], 1)


cdef void close_up(Phase* phase, const Trip* trip, Vector unit, fix way, Pose before, int other) noexcept nogil:
    """So far, or 10, 20, ... yards less: the first pose that is clear."""
    cdef Set nobody = none()
    cdef Vector there
    cdef Base end
    while way >= 0:
        there = gone(trip.base.x, trip.base.y, unit, way)
        end = trip.base
        end.x, end.y = there.x, there.y
        end = on_whole_yards(&end)
        if in_the_way(trip, &end, &nobody).kind == FREE:
            place(phase.field, trip.piece, &end)
            break
        way -= yards(STEP)
    log_retreat(phase, trip.piece, before, rounded(max(way, 0)), 1, other)


cdef int nearest_of(const Roster* roster, const Field* field, const Base* base, const Set* pieces) noexcept nogil:
    """The piece with the least gap (WWG-015), the first in roster order of equals, or NOBODY."""
    cdef Set left = pieces[0]
    cdef int best = NOBODY, piece = take(&left)
    cdef fix least = FAR, far
    cdef Base there
    while piece >= 0:
        there = base_of(roster, field, piece)
        far = gap(base, &there)
        if far < least - EPSILON:
            best, least = piece, far
        piece = take(&left)
    return best


# --- Evasion (WWG-093 to WWG-097) ------------------------------------------------------------------------------------

cdef bint would_evade(const Phase* phase, const Engagement* line, int target) noexcept nogil:
    """WWG-093, WWG-097, WWG-105, WWG-139: whether a target would rather go than be attacked, if its way is free."""
    cdef const Roster* roster = phase.roster
    cdef int at, arm = roster.arm[target], when = evasion_order(phase, target)
    cdef Score ours, theirs
    cdef Set alone = none()
    if when == EVADE_NEVER or arm == GUN or (arm == INFANTRY and not phase.law.infantry_evades):
        return False
    if stronghold(phase, line, target) != NO_POINT:
        return False
    if arm == CAVALRY:
        for at in range(line.count):
            if roster.arm[line.piece[at]] == CAVALRY:
                return False
    if when == EVADE_ALWAYS:
        return True
    put(&alone, target)
    score_attack(phase, line, target, &ours)
    score_defence(phase, line, &alone, target, &theirs)
    even_out(phase.law, &ours, &theirs)
    return total(&ours) - total(&theirs) >= 2


cdef bint evades_attack(Phase* phase, const Engagement* line, Fight* fight) noexcept nogil:
    cdef Vector unit
    cdef fix length
    fight.theirs = none()
    put(&fight.theirs, fight.target)
    if not would_evade(phase, line, fight.target):
        return False
    unit = towards(fight.target_base.x - fight.lead_base.x, fight.target_base.y - fight.lead_base.y, &length)
    return evades(phase, fight.target, unit, &fight.ours, fight.lead, 0)


cdef int evasion_order(const Phase* phase, int piece) noexcept nogil:
    return phase.field.own[piece].evade or phase.field.all_of[phase.roster.side[piece]].evade or EVADE_WEAK


cdef Vector turned_by(Vector unit, int degrees) noexcept nogil:
    """A direction turned clockwise."""
    cdef fix s = sine(degrees), c = cosine(degrees)
    return Vector(product(unit.x, c) + product(unit.y, s), product(unit.y, c) - product(unit.x, s))


cdef bint evades(
    Phase* phase, int piece, Vector unit, const Set* attackers, int first, int from_fire
) noexcept nogil:
    """WWG-094: True if it has gone, the first of the ways on which there is room."""
    cdef Set alone = none()
    cdef int side = phase.roster.side[piece], most, way = 0, at
    cdef Vector there = unit
    cdef LoggedEvent* event
    cdef Pose before = pose_of(phase.field, piece)
    if surrounded(phase, piece):
        return False
    put(&alone, piece)
    unit = as_ordered(phase.field, piece, side, unit)
    most = OF_EVASION if phase.roster.arm[piece] == CAVALRY else phase.law.allowance[<int>INFANTRY]
    for at in range(WAYS):
        there = turned_by(unit, ASIDE[at])
        way = free_way(phase, &alone, there, most)
        if way >= WEDGED:
            break
    else:
        return False
    shift(phase, piece, there, yards(way))
    event = log_event(phase, EVADED, piece)
    if event != NULL:
        event.before, event.after, event.yards = before, pose_of(phase.field, piece), way
        event.other, event.number, event.pieces = first, from_fire, attackers[0]
    return True


cdef bint surrounded(const Phase* phase, int piece) noexcept nogil:
    """WWG-095: on each side an enemy lies along it, or the edge of the board."""
    cdef const Roster* roster = phase.roster
    cdef Base base = base_of(roster, phase.field, piece), there
    cdef Set enemies = pieces_of(roster, phase.field, 1 - roster.side[piece])
    cdef bint held[4]
    cdef fix lengths[4]
    cdef int other = take(&enemies), side
    for side in range(4):
        held[side] = side_at_edge(phase, &base, side)
    while other >= 0:
        if in_contact(roster, phase.field, piece, other):
            there = base_of(roster, phase.field, other)
            contacts(&base, &there, lengths)
            for side in range(4):
                held[side] = held[side] or lengths[side] + EPSILON >= yards(SIDE_HELD) // 10
        other = take(&enemies)
    return held[0] and held[1] and held[2] and held[3]


cdef bint side_at_edge(const Phase* phase, const Base* base, int side) noexcept nogil:
    """Whether both ends of a side lie within 5 yards of one and the same edge."""
    cdef fix s = sine(base.h), c = cosine(base.h)
    cdef fix right[2]
    cdef fix ahead[2]
    cdef fix x, y, close = yards(TOUCH) + EPSILON
    cdef bint west = True, east = True, south = True, north = True
    cdef int at
    # Sides are counted front, left, right, rear.
    right[0], right[1] = (base.w if side == 2 else -base.w), (-base.w if side == 1 else base.w)
    ahead[0], ahead[1] = (-base.d if side == 3 else base.d), (base.d if side == 0 else -base.d)
    for at in range(2):
        x = base.x + product(right[at], c) + product(ahead[at], s)
        y = base.y - product(right[at], s) + product(ahead[at], c)
        west, east = west and x <= close, east and x >= yards(phase.law.east) - close
        south, north = south and y <= close, north and y >= yards(phase.law.north) - close
    return west or east or south or north


# --- Artillery (WWG-098 to WWG-104) ----------------------------------------------------------------------------------

cdef Finding fire(Phase* phase, Engagement* lines, int count, int at) noexcept nogil:
    """Resolve the FIRE line `at`; with it, unless it is aimed at a garrison, all on the same target (WWG-099)."""
    cdef Finding found, why = Finding(GUNS_USED, NOBODY, NOBODY, NOBODY, 0)
    cdef uint8_t guns[MOST_IN_LINE]
    cdef int target = target_of(phase, &lines[at]), number = 0, other, gun, index
    cdef FireEffect effect
    lines[at].reached = True
    for index in range(lines[at].count):
        gun = lines[at].piece[index]
        found = judge_gun(phase, &lines[at], gun)
        if found.fault == SOUND:
            guns[number] = gun
            number += 1
        elif index == 0:
            why = found
    if not number:
        return why
    found = Finding(SOUND, target, NOBODY, NOBODY, 0)
    if effect_of_fire(phase, target, 1) != BOMBARDS:
        for other in range(at + 1, count):
            if not lines[other].is_fire or lines[other].point != NO_POINT or lines[other].target != target:
                continue
            for index in range(lines[other].count):
                gun = lines[other].piece[index]
                if named_before(phase, lines, at, other, gun) or judge_gun(phase, &lines[other], gun).fault != SOUND:
                    continue
                if not listed(guns, number, gun) and number < MOST_IN_LINE:
                    guns[number] = gun
                    number += 1
                    lines[other].shared = True
    for index in range(number):
        put(&phase.fired, guns[index])
    effect = effect_of_fire(phase, target, number)
    if effect == BOMBARDS:
        bombard(phase, guns, number, target, stronghold(phase, &lines[at], target))
    elif effect == DUELS:
        duel(phase, guns, number, target)
    else:
        shoot(phase, guns, number, target)
    return found


cdef FireEffect effect_of_fire(const Phase* phase, int target, int guns) noexcept nogil:
    """WWG-100 to WWG-103, WWG-137: what so many guns do to a target together. A gun is no garrison (WWG-113)."""
    if garrisoned_by(phase.law, phase.roster, phase.field, target) >= 0:
        return BOMBARDS
    if phase.roster.arm[target] == GUN and not (phase.law.guns_remove_guns and guns > 1):
        return DUELS
    return DESTROYS if guns > 1 else DRIVES


cdef bint listed(const uint8_t* guns, int count, int gun) noexcept nogil:
    cdef int at
    for at in range(count):
        if guns[at] == gun:
            return True
    return False


cdef bint named_before(const Phase* phase, const Engagement* lines, int after, int before, int gun) noexcept nogil:
    """Whether a gun stands in a FIRE line between two that it could still carry out: that line comes first for it."""
    cdef int at
    for at in range(after + 1, before):
        if lines[at].is_fire and not lines[at].reached and lines[at].target != lines[before].target:
            if listed(lines[at].piece, lines[at].count, gun) and judge_gun(phase, &lines[at], gun).fault == SOUND:
                return True
    return False


cdef void shoot(Phase* phase, const uint8_t* guns, int count, int target) noexcept nogil:
    """WWG-100, WWG-101, without Generals (WWG-117); a gun as target only with two_guns_on_gun=remove (WWG-137)."""
    cdef Base gun = base_of(phase.roster, phase.field, guns[0]), there = base_of(phase.roster, phase.field, target)
    cdef Vector apex = front(&gun), unit
    cdef fix length
    cdef Set all_guns = none()
    cdef LoggedEvent* event
    cdef int at, when = evasion_order(phase, target)
    for at in range(count):
        put(&all_guns, guns[at])
    unit = towards(there.x - apex.x, there.y - apex.y, &length)  # WWG-026
    if phase.roster.arm[target] == CAVALRY and (when == EVADE_ALWAYS or (when == EVADE_WEAK and count > 1)):
        if evades(phase, target, unit, &all_guns, guns[0], 1):
            return
    if count > 1:
        event = log_event(phase, BARRAGE, target)
        if event != NULL:
            event.pieces = all_guns
        remove_one(phase, target, BY_BARRAGE)
    else:
        push(phase, guns[0], target, unit)


cdef void push(Phase* phase, int gun, int target, Vector unit) noexcept nogil:
    """WWG-100, WWG-134, WWG-135."""
    cdef int die = roll(phase.roller), wanted = 100 * die, way
    cdef Set alone = none()
    cdef Pose before = pose_of(phase.field, target)
    cdef Obstacle bar
    cdef Trip trip
    cdef LoggedEvent* event
    put(&alone, target)
    set_out(&trip, phase.law, phase.roster, phase.field, target,
            walls(phase.law, phase.roster, phase.field, phase.roster.side[target]))
    bar = first_bar(&trip, &trip.base, unit, yards(wanted))
    if over_edge(phase, &trip.base, unit, wanted, &bar):
        event = log_event(phase, PUSHED, target)
        if event != NULL:
            event.other, event.number, event.before, event.after, event.bar = gun, die, before, before, BAR_EDGE
        remove_one(phase, target, OVER_EDGE)
        return
    way = free_way(phase, &alone, unit, wanted)
    shift(phase, target, unit, yards(way))
    event = log_event(phase, PUSHED, target)
    if event != NULL:
        event.other, event.number, event.yards, event.before = gun, die, way, before
        event.after = pose_of(phase.field, target)
        if way < wanted:
            bar = what_stops(&trip, unit, bar, way)
            event.bar = BAR_EDGE if bar.kind == BY_EDGE else BAR_PIECE if bar.kind == BY_PIECE else BAR_WALL
            event.barred_by = bar.which
    if way < wanted and phase.law.destroy_blocked:
        remove_one(phase, target, DRIVEN)


cdef Obstacle what_stops(const Trip* trip, Vector unit, Obstacle bar, int way) noexcept nogil:
    """Why a piece that is driven does not go a step further: who bars the way, or who stands where it would rest."""
    cdef Base end = trip.base
    cdef Vector there = gone(end.x, end.y, unit, yards(way + STEP))
    cdef Set nobody = none()
    if bar.kind != FREE and yards(way + STEP) > bar.at + EPSILON:
        return bar
    end.x, end.y = there.x, there.y
    end = on_whole_yards(&end)
    return in_the_way(trip, &end, &nobody)


cdef bint over_edge(const Phase* phase, const Base* base, Vector unit, int wanted, const Obstacle* bar) noexcept nogil:
    """WWG-135: whether the way meets the edge before any obstacle. Tried yard by yard; it happens seldom."""
    cdef Base at = base[0]
    cdef Vector there
    cdef int way
    if not phase.law.edge_open:
        return False
    for way in range(1, wanted + 1):
        if bar.kind != FREE and yards(way) > bar.at + EPSILON:
            return False
        there = gone(base.x, base.y, unit, yards(way))
        at.x, at.y = there.x, there.y
        if not on_board(&at, phase.law.east, phase.law.north):
            return True
    return False


cdef void score_duel(const Phase* phase, int gun, int target, Score* ours, Score* theirs) noexcept nogil:
    """WWG-102, WWG-117: the fixed points of a gun and of the gun it fires at."""
    memset(ours, 0, sizeof(Score))
    memset(theirs, 0, sizeof(Score))
    ours.men = theirs.men = phase.roster.strength[target]
    ours.initiative = 1
    if phase.joined == NOBODY and general_near(phase, phase.side, target):
        ours.general = OF_GENERAL
    if general_near(phase, 1 - phase.side, gun):
        theirs.general = OF_GENERAL


cdef void duel(Phase* phase, const uint8_t* guns, int count, int target) noexcept nogil:
    """WWG-102."""
    cdef Score ours, theirs
    cdef Result result
    cdef LoggedEvent* event
    cdef int at
    for at in range(count):
        if not on(phase.field, target):
            return
        score_duel(phase, guns[at], target, &ours, &theirs)
        result = compare(phase, &ours, &theirs)
        event = log_event(phase, DUEL, target)
        if event != NULL:
            event.other, event.number, event.attack, event.defence = guns[at], result, ours, theirs
        if result == DRAWN:
            put(&phase.field.locked[target], guns[at])
        else:
            remove_one(phase, target if result == ATTACKER else guns[at], BY_DUEL)


cdef void bombard(Phase* phase, const uint8_t* guns, int count, int target, int point) noexcept nogil:
    """WWG-103."""
    cdef Score dice
    cdef LoggedEvent* event
    cdef int at
    for at in range(count):
        if not on(phase.field, target):
            return
        memset(&dice, 0, sizeof(Score))
        dice.dice, dice.die[0], dice.die[1] = 2, roll(phase.roller), roll(phase.roller)
        event = log_event(phase, BOMBARD, target)
        if event != NULL:
            event.other, event.point, event.attack, event.number = guns[at], point, dice, total(&dice) >= HIT
        if total(&dice) >= HIT:
            remove_one(phase, target, BY_BOMBARD)


# --- A line that is reached (WWG-067 to WWG-070) ---------------------------------------------------------------------

cdef Finding resolve(Phase* phase, Engagement* lines, int count, int at) noexcept nogil:
    """A FIRE or ATTACK line is carried out, with what it shares with later ones; SOUND, or why it lapses."""
    if lines[at].is_fire:
        return fire(phase, lines, count, at)
    lines[at].reached = True
    return attack(phase, &lines[at])


cdef void count_attackers(Phase* phase, const Engagement* lines, int count) noexcept nogil:
    """WWG-132: what these lines use up of the caps, supposing that none lapses; a piece fights in its first."""
    cdef int at, member, piece
    cdef Set counted = none()
    if not phase.law.cap_touching:
        return
    memset(phase.attacking, 0, sizeof(phase.attacking))
    for at in range(count):
        if lines[at].is_fire:
            continue
        for member in range(lines[at].count):
            piece = lines[at].piece[member]
            if not has(&counted, piece):
                put(&counted, piece)
                phase.attacking[phase.component[piece]] += phase.roster.strength[piece]


# --- Losses, Generals, the end (WWG-107, WWG-119, WWG-124 to WWG-127) ------------------------------------------------

cdef void remove_one(Phase* phase, int piece, Cause why) noexcept nogil:
    cdef Set gone_now = none()
    put(&gone_now, piece)
    remove_pieces(phase, &gone_now, why)


cdef void remove_pieces(Phase* phase, const Set* gone_now, Cause why) noexcept nogil:
    """WWG-124; a General whose carrier is among them goes on at once (WWG-119)."""
    cdef Field* field = phase.field
    cdef Set left = gone_now[0]
    cdef int piece = take(&left), side
    cdef LoggedEvent* event
    while piece >= 0:
        side = phase.roster.side[piece]
        drop(&field.alive, piece)
        if phase.roster.arm[piece] == GUN:
            field.guns_lost[side] += 1
            field.losses[side] += phase.law.gun_loss
        else:
            field.losses[side] += phase.roster.men[piece]
        event = log_event(phase, REMOVED, piece)
        if event != NULL:
            event.number, event.before = why, pose_of(field, piece)
            event.losses[0], event.losses[1] = field.losses[0], field.losses[1]
        piece = take(&left)
    for side in range(2):
        piece = field.carrier[side]
        if piece != NOBODY and not on(field, piece):
            pass_on_general(phase, side, piece)


cdef void pass_on_general(Phase* phase, int side, int piece) noexcept nogil:
    """WWG-119. Who receives him may still attack this turn: it is no transfer (WWG-120)."""
    cdef Field* field = phase.field
    cdef Set own = pieces_of(phase.roster, field, side)
    cdef Base base = base_of(phase.roster, field, piece)
    cdef LoggedEvent* event
    field.carrier[side] = field.fallback[side]
    if not on(field, field.carrier[side]):
        field.carrier[side] = nearest_of(phase.roster, field, &base, &own)
    event = log_event(phase, FELL_TO, field.carrier[side])
    if event != NULL:
        event.side, event.other = side, piece


cdef bint won(const Law* law, Field* field) noexcept nogil:
    """WWG-125, WWG-126: the game goes on where both have lost alike."""
    cdef int side
    for side in range(2):
        if field.losses[1 - side] >= law.target and field.losses[side] < field.losses[1 - side]:
            field.over, field.winner = BY_LOSSES, side
            return True
    return False


cdef void take_points(const Law* law, const Roster* roster, Field* field, int side) noexcept nogil:
    """The holders at the end of a turn of `side`."""
    cdef int point, other, owner
    cdef bint near[2]
    cdef bint over[2]
    cdef Set left
    for point in range(law.points):
        near[0] = near[1] = over[0] = over[1] = False
        left = field.alive
        other = take(&left)
        while other >= 0:
            if roster.arm[other] != GUN:
                owner = roster.side[other]
                near[owner] = near[owner] or at_point(law, roster, field, other, point)
                over[owner] = over[owner] or on_point(law, roster, field, other, point)
            other = take(&left)
        owner = field.holder[point]
        if owner != NOBODY and near[owner]:
            continue
        if near[0] and near[1]:
            field.holder[point] = side if over[0] == over[1] else 0 if over[0] else 1
        else:
            field.holder[point] = 0 if near[0] else 1 if near[1] else NOBODY


cdef bint begin_turn(Field* field) noexcept nogil:
    """WWG-R56: a side that orders has not missed its turn and commands again; whether the computer did so before."""
    cdef int side = field.to_move
    cdef bint returns = (field.computer >> side) & 1
    field.missed[side] = 0
    field.computer &= ~(1 << side)
    return returns


cdef void end_turn(const Law* law, const Roster* roster, Field* field) noexcept nogil:
    """WWG-029 (3): holders, locks, victory, the dial. What is over already stays as it is."""
    cdef int piece, side = field.to_move
    if field.over != PLAY_ON:
        return
    take_points(law, roster, field, side)
    # WWG-R63: the other side's offer of a draw has lapsed, if this turn began with it.
    field.offers &= 1 << side | field.early
    field.early = 0
    for piece in range(roster.count):
        if roster.side[piece] == side:
            field.locked[piece] = none()  # WWG-085
    if won(law, field):
        return
    if side == ALLIED and field.round >= law.rounds:  # WWG-127; the Prussians are the end of time (WWG-129)
        field.over, field.winner = ON_TIME, ALLIED
    elif side == ALLIED:
        field.to_move = FRENCH
        field.round += 1
    else:
        field.to_move = ALLIED
