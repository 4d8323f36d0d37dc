# cython: cdivision=True
"""How a robot makes an army turn, in C: shots, attacks, guns, marches, the General, in this sequence.

What is ordered is judged by the functions of the rules (`movement`, `battle`), what may come of it next turn by eye:
straight distances between bases, and how many guns bear. Nothing here rolls a die.
"""

from core.rulesets.waterloo_wargame.order_set import odds
from core.rulesets.waterloo_wargame.weights import WEIGHTS

from libc.math cimport fabs, sqrt
from libc.stdint cimport int16_t
from libc.stdlib cimport free, malloc

from core.boards.plane cimport ONE, Base, Road, cosine, in_arc, nearest_on, on_road, segment_at, sine, yards
from core.rulesets.waterloo_wargame.battle cimport (
    NO_POINT, SOUND, Engagement, Finding, Pose, Score, choose_support, even_out, judge_attack, judge_gun,
    open_phase, score_attack, score_defence, score_duel, total, would_evade,
)
from core.rulesets.waterloo_wargame.field cimport (
    ALLIED, CAVALRY, FRENCH, GROUP, GUN, NEAR_GENERAL, NO_BEARING, OF_GENERAL, OF_STRONGPOINT,
    any_of, base_of, drop, garrisoned_by, has, in_contact, none, on, put, take,
)
from core.rulesets.waterloo_wargame.movement cimport Trip, road_limit, set_out
from core.rulesets.waterloo_wargame.plans cimport (
    ABOUT, BY_ROAD, GENERAL_TO, TO_POINT, TO_TOUCH, add_line, begin, no_step, take_step, untake_step,
)
from core.rulesets.waterloo_wargame.position cimport Position
from core.stream cimport below, start

cdef enum:
    MOST_MARGIN = 20
    MOST_OPTIONS = 256
    MOST_WAYS = 512
    MOST_LEADS = 3
    FAR_AWAY = 1200  # yards from the enemy, beyond which fewer ways are tried
    RANGE_BY_EYE = 1450  # yards between centres, beyond which no gun bears

cdef double won_share[3][2 * MOST_MARGIN + 1]  # by dice and fixed points more
cdef double lost_share[3][2 * MOST_MARGIN + 1]


def _fill_in():
    for dice in (1, 2):
        for margin in range(-MOST_MARGIN, MOST_MARGIN + 1):
            found = odds(margin, dice)
            won_share[<int>dice][<int>(margin + MOST_MARGIN)] = found["win"] / found["of"]
            lost_share[<int>dice][<int>(margin + MOST_MARGIN)] = found["lose"] / found["of"]


_fill_in()


cdef inline double wins(int margin, int dice) noexcept nogil:
    return won_share[dice][min(max(margin, -MOST_MARGIN), MOST_MARGIN) + MOST_MARGIN]


cdef inline double loses(int margin, int dice) noexcept nogil:
    return lost_share[dice][min(max(margin, -MOST_MARGIN), MOST_MARGIN) + MOST_MARGIN]


cdef void weigh(Weights* weights, object written) except *:
    """The usual weights, with those of `written` instead."""
    found = {**WEIGHTS, **(written or {})}
    weights.gun, weights.own, weights.barrage = found["gun"], found["own"], found["barrage"]
    weights.evading, weights.push, weights.duel = found["evading"], found["push"], found["duel"]
    weights.contact, weights.exposed, weights.chance = found["contact"], found["exposed"], found["chance"]
    weights.pull, weights.gun_pull, weights.cover = found["pull"], found["gun_pull"], found["cover"]
    weights.gain, weights.general, weights.noise = found["gain"], found["general"], found["noise"]
    weights.share, weights.share_need, weights.share_rounds = found["share"], found["share_need"], found["share_rounds"]
    weights.share_losses, weights.share_guns = found["share_losses"], found["share_guns"]
    weights.margin_slope, weights.margin_shift = found["margin_slope"], found["margin_shift"]
    weights.share_enemy_guns, weights.share_way = found["share_enemy_guns"], found["share_way"]


cdef Style usual_style() noexcept nogil:
    return Style(True, True, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, NOBODY)


# --- By eye ----------------------------------------------------------------------------------------------------------

cdef void look_at(const Scene* scene, Body* body, int piece) noexcept nogil:
    """A piece as it stands."""
    cdef const Roster* roster = scene.roster
    cdef const Field* field = scene.field
    body.piece, body.x, body.y = piece, field.x[piece], field.y[piece]
    turn_body(body, field.h[piece])
    body.w, body.d = roster.half_width[piece], roster.half_depth[piece]
    body.men, body.strength = roster.men[piece], roster.strength[piece]
    body.gun, body.cavalry = roster.arm[piece] == GUN, roster.arm[piece] == CAVALRY
    body.reach = scene.law.allowance[roster.arm[piece]]
    body.sheltered = garrisoned_by(scene.law, roster, field, piece) >= 0


cdef inline void turn_body(Body* body, int heading) noexcept nogil:
    body.s, body.c = <double>sine(heading) / <double>ONE, <double>cosine(heading) / <double>ONE


cdef void survey(Scene* scene) noexcept nogil:
    """Who is there."""
    cdef Set left = scene.field.alive
    cdef int piece = take(&left)
    scene.owns = scene.foes = scene.guns = scene.foe_guns = 0
    while piece >= 0:
        if scene.roster.side[piece] == scene.side:
            look_at(scene, &scene.own[scene.owns], piece)
            scene.place[piece] = scene.owns
            if scene.own[scene.owns].gun:
                scene.gun[scene.guns] = scene.owns
                scene.guns += 1
            scene.owns += 1
        else:
            look_at(scene, &scene.foe[scene.foes], piece)
            scene.place[piece] = scene.foes
            if scene.foe[scene.foes].gun:
                scene.foe_gun[scene.foe_guns] = scene.foes
                scene.foe_guns += 1
            scene.foes += 1
        piece = take(&left)


cdef inline double extent(const Body* body, double ux, double uy) noexcept nogil:
    """How far a base reaches from its centre in a direction."""
    return fabs(ux * body.c - uy * body.s) * body.w + fabs(ux * body.s + uy * body.c) * body.d


cdef inline double gap_by_eye(const Body* one, const Body* other) noexcept nogil:
    cdef double dx = other.x - one.x, dy = other.y - one.y, far = sqrt(dx * dx + dy * dy)
    if far < 1:
        return 0
    dx, dy = dx / far, dy / far
    return max(far - extent(one, dx, dy) - extent(other, dx, dy), 0.0)


cdef Base base_by_eye(const Body* body, int heading) noexcept nogil:
    return Base(yards(<int>body.x), yards(<int>body.y), yards(<int>body.w), yards(<int>body.d), heading)


cdef inline bint far_off(const Body* one, const Body* other, double limit) noexcept nogil:
    return fabs(one.x - other.x) > limit or fabs(one.y - other.y) > limit


cdef bint bears(const Scene* scene, const Body* gun, int heading, const Body* target, int other) noexcept nogil:
    """Whether a gun, looking there, has a piece that stands so in its arc."""
    cdef Base base, there
    cdef double dx = target.x - gun.x, dy = target.y - gun.y, reach = target.w + target.d + 60, s, c
    if fabs(dx) > RANGE_BY_EYE or fabs(dy) > RANGE_BY_EYE:
        return False
    s, c = <double>sine(heading) / <double>ONE, <double>cosine(heading) / <double>ONE
    if dx * s + dy * c < -reach:
        return False
    base, there = base_by_eye(gun, heading), base_by_eye(target, other)
    return in_arc(&base, &there, scene.law.square_arc)


cdef double danger_by_contact(
    const Scene* scene, const Body* body, const Body* others, int count, const Body* friends, int friendly, int side
) noexcept nogil:
    """What `others`, of the side to come, can expect to gain by an attack on a piece that stands so."""
    cdef int at, dice, margin, carrier = scene.field.carrier[side], guard = scene.field.carrier[1 - side]
    cdef double best = 0, worth, defence = body.strength, men = 0, largest = 0, smallest = 9, gained
    cdef double extra = 0, held = 0
    cdef bint led = False, guarded = False, close = False
    cdef const Body* other
    for at in range(count):
        other = &others[at]
        if other.gun or far_off(body, other, other.reach + other.w + body.w + 105):
            continue
        if other.cavalry and body.sheltered:
            continue
        if gap_by_eye(other, body) > other.reach + 5:
            continue
        close = True
        men += other.men
        largest, smallest = max(largest, other.men), min(smallest, other.men)
    if not close:
        return 0
    if on(scene.field, carrier):
        led = gap_by_eye(&others[scene.place[carrier]], body) <= NEAR_GENERAL + others[scene.place[carrier]].reach
    if on(scene.field, guard):
        guarded = gap_by_eye(&friends[scene.place[guard]], body) <= NEAR_GENERAL - 100
    for at in range(friendly):
        if friends[at].gun or far_off(&friends[at], body, friends[at].w + body.w + 110):
            continue
        if friends[at].piece != body.piece:
            if friends[at].strength + defence <= GROUP and gap_by_eye(&friends[at], body) <= 8:
                held = max(held, friends[at].strength)
    worth = body.men if not body.gun else scene.weights.gun
    defence += held
    worth = max(worth, held)
    if body.sheltered:
        extra += OF_STRONGPOINT
    if led:
        extra -= OF_GENERAL
    if guarded:
        extra += OF_GENERAL
    dice = 2 if led or guarded else 1
    # The largest alone, and as many as may attack together.
    margin = <int>(largest + 1 - defence - extra)
    best = wins(margin, dice) * worth - loses(margin, dice) * largest
    if men > largest:
        margin = <int>(min(men, <double>GROUP) + 1 - defence - extra)
        gained = wins(margin, dice) * (worth - smallest) - loses(margin, dice) * largest
        best = max(best, gained)
    return max(best, 0.0)


cdef double danger(const Scene* scene, const Body* body, int heading) noexcept nogil:
    """What the enemy can expect to gain where a piece would stand."""
    cdef double found = 0
    cdef int at, guns = 0
    cdef const Body* gun
    for at in range(scene.foe_guns):
        gun = &scene.foe[scene.foe_gun[at]]
        if not has(&scene.busy, gun.piece) and bears(scene, gun, scene.field.h[gun.piece], body, heading):
            guns += 1
    if body.gun:
        found = scene.weights.gun * scene.weights.duel * scene.style.daring * min(guns, 2)
    elif body.sheltered:
        found = guns * body.men / 6
    elif guns > 1:
        found = body.men * scene.weights.barrage * (scene.weights.evading if body.cavalry else 1.0)
    elif guns:
        found = body.men * scene.weights.push
    found += scene.weights.contact * danger_by_contact(
        scene, body, scene.foe, scene.foes, scene.own, scene.owns, 1 - scene.side
    )
    return found


# --- Shots -----------------------------------------------------------------------------------------------------------

cdef double worth_of(const Scene* scene, int piece) noexcept nogil:
    """Of a piece, in thousands of men."""
    if scene.roster.arm[piece] == GUN:
        return scene.weights.gun + scene.law.gun_loss
    return scene.roster.men[piece]


cdef double worth_of_fire(const Scene* scene, const Body* target, int guns) noexcept nogil:
    """Of so many guns at one piece, for each gun."""
    cdef double men = worth_of(scene, target.piece), pushed
    if target.gun:
        if guns > 1 and scene.law.guns_remove_guns:
            return men / guns
        return scene.weights.duel * men * (1.0 if guns == 1 else 0.72)
    if target.sheltered:
        return men / 6
    if guns > 1:
        return men / 2 * (scene.weights.evading if target.cavalry else 1.0)
    pushed = 0.05 * men
    if scene.style.wary:
        # Who could attack is better far off.
        pushed += 0.15 * men if target.men > 2 and nearest_own(scene, target) < 350 else 0.0
    return pushed


cdef double nearest_own(const Scene* scene, const Body* target) noexcept nogil:
    cdef double least = 9999
    cdef int at
    for at in range(scene.owns):
        if not far_off(&scene.own[at], target, 900):
            least = min(least, gap_by_eye(&scene.own[at], target))
    return least


cdef void plan_shots(Scene* scene) noexcept nogil:
    """Again and again the shot that is worth most for each of its guns."""
    cdef Set bearing[MOST]  # of each enemy: places of the guns that can fire at it
    cdef Set open = none(), guns
    cdef Engagement* line
    cdef Engagement trial
    cdef int at, gun, target, best, count, chosen, _chosen
    cdef double worth, most
    trial.is_fire, trial.point, trial.count = True, NO_POINT, 1
    for target in range(scene.foes):
        bearing[target] = none()
    for at in range(scene.guns):
        gun = scene.own[scene.gun[at]].piece
        trial.piece[0] = gun
        for target in range(scene.foes):
            if far_off(&scene.own[scene.gun[at]], &scene.foe[target], RANGE_BY_EYE):
                continue
            trial.target = scene.foe[target].piece
            if judge_gun(&scene.phase, &trial, gun).fault == SOUND:
                put(&bearing[target], gun)
                put(&open, gun)
    while any_of(&open):
        best, most, chosen = NOBODY, 0.02, 0
        for target in range(scene.foes):
            guns.word[0], guns.word[1] = bearing[target].word[0] & open.word[0], bearing[target].word[1] & open.word[1]
            for count in range(1, 4):
                if count > size_of(&guns):
                    break
                if count > 1 and scene.foe[target].sheltered:
                    break
                if count > 2 and not scene.foe[target].gun:
                    break
                worth = worth_of_fire(scene, &scene.foe[target], count)
                worth += scene.weights.noise * 0.2 * below(scene.stream, 1000) / 1000
                if worth > most:
                    best, most, chosen = target, worth, count
        if best == NOBODY:
            return
        if most < 0.2 and scene.style.wary:
            return
        line = add_line(scene.plan, True, scene.foe[best].piece, NO_POINT)
        if line == NULL:
            return
        guns.word[0], guns.word[1] = bearing[best].word[0] & open.word[0], bearing[best].word[1] & open.word[1]
        for _chosen in range(chosen):
            gun = take(&guns)
            line.piece[line.count] = gun
            line.count += 1
            drop(&open, gun)
            put(&scene.busy, gun)
        if not scene.foe[best].sheltered:
            put(&scene.busy, scene.foe[best].piece)
            bearing[best] = none()


cdef inline int size_of(const Set* set) noexcept nogil:
    cdef Set left = set[0]
    cdef int found = 0
    while take(&left) >= 0:
        found += 1
    return found


# --- Attacks ---------------------------------------------------------------------------------------------------------

cdef struct Option:
    double worth, won
    int target
    int count
    uint8_t piece[2]
    bint comes[2]
    Step step[2]


cdef double worth_of_attack(Scene* scene, const Engagement* line) noexcept nogil:
    """What an attack as things stand is expected to bring; far less than nothing where it is not allowed."""
    cdef Finding found = judge_attack(&scene.phase, line)
    cdef Set support, left
    cdef Score ours, theirs
    cdef int dice, margin, at, piece, prize, largest = 0, smallest = 9, all_ours = 0, least = 9
    cdef double won, lost, worth, cost
    scene.won = 0
    if found.fault != SOUND:
        return -99
    if would_evade(&scene.phase, line, found.target):
        return 0.1 * scene.weights.evading
    support = choose_support(&scene.phase, line, found.target)
    score_attack(&scene.phase, line, found.target, &ours)
    score_defence(&scene.phase, line, &support, found.target, &theirs)
    even_out(scene.law, &ours, &theirs)
    dice = 2 if ours.general or theirs.general else 1
    margin = total(&ours) - total(&theirs)
    won, lost = wins(margin, dice), loses(margin, dice)
    scene.won = won
    prize = found.target
    left = support
    piece = take(&left)
    while piece >= 0:
        if scene.roster.strength[piece] > scene.roster.strength[prize]:
            prize = piece
        least = min(least, <int>scene.roster.men[piece])
        piece = take(&left)
    for at in range(line.count):
        largest = max(largest, <int>scene.roster.men[line.piece[at]])
        smallest = min(smallest, <int>scene.roster.men[line.piece[at]])
        all_ours += scene.roster.men[line.piece[at]]
        if line.piece[at] == scene.field.carrier[scene.side]:
            largest = 99
    cost = min(largest, all_ours)
    worth = won * worth_of(scene, prize) - lost * cost * scene.weights.own
    if line.count > 1:
        worth -= won * smallest * scene.weights.own
    if size_of(&support) > 1:
        worth += lost * least
    return worth


cdef void write_attack(const Scene* scene, Engagement* line, const Option* option) noexcept nogil:
    cdef int at
    line.is_fire, line.target, line.point, line.advancer = False, option.target, NO_POINT, NOBODY
    line.count, line.advance, line.falls_back, line.reached, line.shared = option.count, False, False, False, False
    for at in range(option.count):
        line.piece[at] = option.piece[at]


cdef double tried(Scene* scene, Option* option) noexcept nogil:
    """What an option is worth now; nothing remains of the trial."""
    cdef Engagement line
    cdef Pose before[2]
    cdef int at, taken = 0, piece
    cdef double worth = -99
    cdef Body body
    write_attack(scene, &line, option)
    for at in range(option.count):
        piece = option.piece[at]
        before[at] = Pose(scene.field.x[piece], scene.field.y[piece], scene.field.h[piece])
    for at in range(option.count):
        if option.comes[at]:
            if not take_step(scene.plan, scene.law, scene.roster, scene.field, &option.step[at]):
                break
            taken += 1
    else:
        worth = worth_of_attack(scene, &line)
        if worth > 0 and scene.style.wary:
            for at in range(option.count):
                look_at(scene, &body, option.piece[at])
                worth -= scene.weights.exposed * scene.style.caution * danger(
                    scene, &body, scene.field.h[option.piece[at]]
                )
    for at in range(option.count - 1, -1, -1):
        piece = option.piece[at]
        if taken and scene.plan.step[scene.plan.steps - 1].piece == piece and option.comes[at]:
            untake_step(scene.plan, scene.roster, scene.field, before[at].x, before[at].y, before[at].h)
            taken -= 1
    return worth


cdef double plan_attacks(Scene* scene) noexcept nogil:
    """The attacks that promise most, one after another; what they are worth together."""
    cdef Option options[MOST_OPTIONS]
    cdef Option held
    cdef int count = 0, at, best
    cdef double least = scene.weights.gain + scene.style.gain, found = 0, worth
    cdef Engagement* line
    find_options(scene, options, &count)
    while True:
        best = -1
        for at in range(count):
            if options[at].worth > least and (best < 0 or options[at].worth > options[best].worth):
                best = at
        if best < 0:
            return found
        held = options[best]
        worth = -99
        if not has(&scene.busy, held.target) and not taken_part(scene, &held):
            worth = tried(scene, &options[best])
        if worth < held.worth - 0.15:
            options[best].worth = worth
            continue
        options[best].worth = -99
        for at in range(held.count):
            if held.comes[at]:
                take_step(scene.plan, scene.law, scene.roster, scene.field, &held.step[at])
                look_at(scene, &scene.own[scene.place[held.piece[at]]], held.piece[at])
        line = add_line(scene.plan, False, held.target, NO_POINT)
        if line == NULL:
            return found
        write_attack(scene, line, &held)
        settle(scene, line)
        found += worth


cdef bint taken_part(const Scene* scene, const Option* option) noexcept nogil:
    cdef int at
    for at in range(option.count):
        if has(&scene.busy, option.piece[at]):
            return True
    return False


cdef void settle(Scene* scene, const Engagement* line) noexcept nogil:
    """Who will have fought by then (WWG-066), and whether the General has a part in it."""
    cdef Set support = choose_support(&scene.phase, line, line.target)
    cdef Score ours
    cdef int at, piece
    score_attack(&scene.phase, line, line.target, &ours)
    scene.general_used = scene.general_used or ours.general
    piece = take(&support)
    while piece >= 0:
        put(&scene.phase.fought, piece)
        put(&scene.busy, piece)
        piece = take(&support)
    for at in range(line.count):
        put(&scene.phase.fought, line.piece[at])
        put(&scene.busy, line.piece[at])


cdef void find_options(Scene* scene, Option* options, int* count) noexcept nogil:
    """Attacks by one piece, each in its best way, and by two that come to touch each other."""
    cdef int target, at, other, first, last, single
    cdef Option option, pair
    cdef const Body* body
    cdef const Body* foe
    for target in range(scene.foes):
        foe = &scene.foe[target]
        if has(&scene.busy, foe.piece):
            continue
        first = count[0]
        for at in range(scene.owns):
            body = &scene.own[at]
            if body.gun or has(&scene.busy, body.piece) or far_off(body, foe, 1200):
                continue
            if foe.sheltered and body.cavalry:
                continue
            if gap_by_eye(body, foe) > body.reach + (450 if foe.sheltered else 60):
                continue
            if best_way(scene, body.piece, foe, &option) and count[0] < MOST_OPTIONS:
                options[count[0]] = option
                count[0] += 1
        last = single = count[0]
        for at in range(first, min(single, first + 4)):
            for other in range(first, min(single, first + 4)):
                if at == other or count[0] == MOST_OPTIONS:
                    continue
                if scene.roster.men[options[at].piece[0]] < scene.roster.men[options[other].piece[0]]:
                    continue
                pair = options[at]
                pair.count, pair.piece[1] = 2, options[other].piece[0]
                pair.comes[1], pair.step[1] = options[other].comes[0], options[other].step[0]
                pair.worth, pair.won = tried(scene, &pair), scene.won
                if pair.worth > max(options[at].worth, options[other].worth):
                    options[count[0]] = pair
                    count[0] += 1


cdef bint best_way(Scene* scene, int piece, const Body* foe, Option* option) noexcept nogil:
    """The best way for a piece to come and attack, or False where there is none."""
    cdef Option trial
    cdef int way, heading = scene.field.h[foe.piece]
    trial.target, trial.count, trial.piece[0], trial.comes[0] = foe.piece, 1, piece, False
    option.worth = -50
    if in_contact(scene.roster, scene.field, piece, foe.piece) or foe.sheltered:
        trial.worth, trial.won = tried(scene, &trial), scene.won
        if trial.worth > option.worth:
            option[0] = trial
    if has(&scene.plan.moved, piece):
        return option.worth > -50
    trial.comes[0] = True
    trial.step[0] = no_step(TO_TOUCH, piece)
    trial.step[0].other = foe.piece
    for way in range(-1, 4):
        trial.step[0].heading = NO_BEARING if way < 0 else (heading + 90 * way) % 360
        trial.worth, trial.won = tried(scene, &trial), scene.won
        if trial.worth > option.worth + 0.001:
            option[0] = trial
    return option.worth > -50


# --- The General -----------------------------------------------------------------------------------------------------

cdef void lead_attacks(Scene* scene) noexcept nogil:
    """Attacks with the General's carrier where it is, or gone to where he helps most."""
    cdef Scene before = scene[0], best = scene[0]
    cdef Field field_before = scene.field[0], best_field
    cdef Plan plan_before = scene.plan[0], best_plan
    cdef Step steps[MOST_LEADS]
    cdef int at, count = 0, piece = scene.field.carrier[scene.side]
    cdef double most = plan_attacks(scene), worth
    if not scene.style.leads or not on(scene.field, piece) or has(&before.busy, piece):
        return
    best, best_field, best_plan = scene[0], scene.field[0], scene.plan[0]
    find_leads(&before, steps, &count)
    for at in range(count):
        scene[0], scene.field[0], scene.plan[0] = before, field_before, plan_before
        if not take_step(scene.plan, scene.law, scene.roster, scene.field, &steps[at]):
            continue
        look_at(scene, &scene.own[scene.place[piece]], piece)
        put(&scene.busy, piece)
        worth = plan_attacks(scene)
        if worth > most + 0.3:
            most = worth
            best, best_field, best_plan = scene[0], scene.field[0], scene.plan[0]
    scene[0], scene.field[0], scene.plan[0] = best, best_field, best_plan


cdef void find_leads(const Scene* scene, Step* steps, int* count) noexcept nogil:
    """Ways of the carrier to within 300 yards of enemies whom others can reach, the nearest first."""
    cdef const Body* carrier = &scene.own[scene.place[scene.field.carrier[scene.side]]]
    cdef const Body* foe
    cdef int at, other, kept
    cdef double gaps[MOST_LEADS]
    cdef double gap, way, far
    cdef bint reached
    if carrier.gun or scene.plan.men + carrier.men > scene.law.cap:
        return
    for at in range(scene.foes):
        foe = &scene.foe[at]
        gap = gap_by_eye(carrier, foe)
        if gap <= NEAR_GENERAL or gap > NEAR_GENERAL + carrier.reach - 5 or foe.sheltered:
            continue
        reached = False
        for other in range(scene.owns):
            if not scene.own[other].gun and not far_off(&scene.own[other], foe, 1000) and scene.own[other].men > 1:
                reached = reached or gap_by_eye(&scene.own[other], foe) <= scene.own[other].reach
        if not reached or (count[0] == MOST_LEADS and gaps[MOST_LEADS - 1] <= gap):
            continue
        kept = min(count[0], MOST_LEADS - 1)
        while kept > 0 and gaps[kept - 1] > gap:
            gaps[kept], steps[kept] = gaps[kept - 1], steps[kept - 1]
            kept -= 1
        gaps[kept] = gap
        way = min(gap - NEAR_GENERAL + 30, carrier.reach)
        far = max(sqrt((foe.x - carrier.x) ** 2 + (foe.y - carrier.y) ** 2), 1.0)
        steps[kept] = no_step(TO_POINT, carrier.piece)
        steps[kept].x = <int16_t>(carrier.x + (foe.x - carrier.x) * way / far)
        steps[kept].y = <int16_t>(carrier.y + (foe.y - carrier.y) * way / far)
        count[0] = min(count[0] + 1, MOST_LEADS)


cdef void place_general(Scene* scene) noexcept nogil:
    """The General goes over to where he will help most, if nothing of this turn hangs on him (WWG-058)."""
    cdef int at, other, best = NOBODY, carrier = scene.field.carrier[scene.side]
    cdef double worth, most = -99, now = -99
    cdef double threatened[MOST]
    cdef const Body* body
    cdef Step step
    if scene.general_used or not on(scene.field, carrier):
        return
    for at in range(scene.owns):
        threatened[at] = danger_by_contact(
            scene, &scene.own[at], scene.foe, scene.foes, scene.own, scene.owns, 1 - scene.side
        )
    for at in range(scene.owns):
        body = &scene.own[at]
        if body.piece != carrier and has(&scene.busy, body.piece):
            continue
        worth = (0.3 if body.cavalry else -0.3 if body.gun else 0.0) - 0.12 * body.men
        for other in range(scene.owns):
            if threatened[other] > 0 and not far_off(body, &scene.own[other], 500):
                worth += 0.7 * threatened[other]
        for other in range(scene.foes):
            if not scene.foe[other].sheltered and not far_off(body, &scene.foe[other], 1100):
                if gap_by_eye(body, &scene.foe[other]) < NEAR_GENERAL + body.reach:
                    worth += 0.2 * scene.foe[other].men
        worth -= threatened[at] * 0.3
        if body.piece == carrier:
            now = worth
        elif worth > most:
            most, best = worth, body.piece
    if best != NOBODY and most > now + scene.weights.general:
        step = no_step(GENERAL_TO, best)
        take_step(scene.plan, scene.law, scene.roster, scene.field, &step)


# --- Guns ------------------------------------------------------------------------------------------------------------

cdef double worth_of_gun(const Scene* scene, const Body* gun, int heading, const uint8_t* covered) noexcept nogil:
    """How well a gun would stand: what it could shoot at next turn, what could be done to it."""
    cdef double best = 0, more = 0, worth, least
    cdef int at
    cdef const Body* foe
    for at in range(scene.foes):
        foe = &scene.foe[at]
        if not bears(scene, gun, heading, foe, scene.field.h[foe.piece]):
            continue
        if foe.gun:
            worth = scene.weights.duel * (scene.weights.gun + scene.law.gun_loss)
        elif foe.sheltered:
            worth = foe.men / 6
        elif covered[at]:
            worth = foe.men * scene.weights.cover * (scene.weights.evading if foe.cavalry else 1.0)
        else:
            worth = 0.08 * foe.men
        best = max(best, worth)
        more += 0.1 * worth
    worth = best + more - danger(scene, gun, heading)
    least = min(way_to_enemy(scene, gun), 3000.0) - 600
    if least > 0:
        worth -= scene.weights.gun_pull * scene.style.pull * least / 100
    return worth


cdef void place_guns(Scene* scene) noexcept nogil:
    """Guns that do not fire go or turn to where they stand better."""
    cdef uint8_t covered[MOST]
    cdef int at, other, foe, way, piece, heading, bearing
    cdef Step best, step = no_step(TO_POINT, NOBODY)
    cdef double most, worth, now
    cdef Body body
    cdef const Body* gun
    for at in range(scene.guns):
        gun = &scene.own[scene.gun[at]]
        piece = gun.piece
        if has(&scene.busy, piece) or has(&scene.plan.moved, piece) or scene.plan.joined == piece:
            continue
        for foe in range(scene.foes):
            covered[foe] = 0
            for other in range(scene.guns):
                if other != at and not covered[foe]:
                    covered[foe] = bears(
                        scene, &scene.own[scene.gun[other]], scene.field.h[scene.own[scene.gun[other]].piece],
                        &scene.foe[foe], scene.field.h[scene.foe[foe].piece]
                    )
        heading = scene.field.h[piece]
        now = worth_of_gun(scene, gun, heading, covered)
        while True:
            most = now + 0.05
            best.kind = GENERAL_TO
            for way in range(16):
                body = gun[0]
                body.x = <int>(gun.x + 99.6 * <double>sine((45 * way) // 2) / <double>ONE)
                body.y = <int>(gun.y + 99.6 * <double>cosine((45 * way) // 2) / <double>ONE)
                if not 50 < body.x < scene.law.east - 50 or not 50 < body.y < scene.law.north - 50:
                    continue
                worth = worth_of_gun(scene, &body, heading, covered)
                worth += scene.weights.noise * below(scene.stream, 1000) / 1000
                if worth > most:
                    step.kind, step.piece, step.x, step.y = TO_POINT, piece, <int16_t>body.x, <int16_t>body.y
                    if take_step(scene.plan, scene.law, scene.roster, scene.field, &step):
                        untake_step(scene.plan, scene.roster, scene.field, <int16_t>gun.x, <int16_t>gun.y, heading)
                        most, best = worth, step
            for way in range(18):
                bearing = 20 * way
                body = gun[0]
                turn_body(&body, bearing)
                if bearing == heading:
                    continue
                worth = worth_of_gun(scene, &body, bearing, covered)
                worth += scene.weights.noise * below(scene.stream, 1000) / 1000
                if worth > most:
                    step.kind, step.piece, step.heading = ABOUT, piece, bearing
                    if take_step(scene.plan, scene.law, scene.roster, scene.field, &step):
                        untake_step(scene.plan, scene.roster, scene.field, <int16_t>gun.x, <int16_t>gun.y, heading)
                        most, best = worth, step
            break
        if best.kind != GENERAL_TO and take_step(scene.plan, scene.law, scene.roster, scene.field, &best):
            look_at(scene, &scene.own[scene.gun[at]], piece)


# --- Marches ---------------------------------------------------------------------------------------------------------

cdef struct Way:
    double worth  # more than to stay, for each thousand men
    Step step


cdef double worth_of_place(const Scene* scene, const Body* body, int heading) noexcept nogil:
    """How well a piece would stand: how near to the enemy, and how safe."""
    cdef double found = 0, least
    cdef int focus = scene.style.focus
    if focus != NOBODY:
        least = gap_by_eye(body, &scene.foe[scene.place[focus]])
    else:
        least = way_to_enemy(scene, body)
    if body.sheltered:
        found += scene.style.shelter * body.men
    if scene.side == FRENCH or focus != NOBODY or scene.style.pull != 1:
        found -= scene.weights.pull * scene.style.pull * body.men * min(least, 3000.0) / 200
    if scene.style.wary:
        found -= scene.style.caution * danger(scene, body, heading)
        found += scene.weights.chance * chances(scene, body)
    return found


cdef double way_to_enemy(const Scene* scene, const Body* body) noexcept nogil:
    """Yards to the nearest enemy who is no garrison."""
    cdef double least = 81000000, dx, dy
    cdef int at
    for at in range(scene.foes):
        if not scene.foe[at].sheltered:
            dx, dy = scene.foe[at].x - body.x, scene.foe[at].y - body.y
            least = min(least, dx * dx + dy * dy)
    return max(sqrt(least) - 200, 0.0)


cdef double chances(const Scene* scene, const Body* body) noexcept nogil:
    """What a piece could gain by contact next turn, at most."""
    cdef double best = 0, worth
    cdef int at, margin
    for at in range(scene.foes):
        if scene.foe[at].sheltered or far_off(body, &scene.foe[at], body.reach + body.w + scene.foe[at].w + 100):
            continue
        if gap_by_eye(body, &scene.foe[at]) > body.reach:
            continue
        margin = <int>(body.men + 1 - scene.foe[at].strength)
        worth = wins(margin, 1) * worth_of(scene, scene.foe[at].piece) - loses(margin, 1) * body.men
        best = max(best, worth)
    return best


cdef void add_way(Way* ways, int* count, const Step* step, double worth) noexcept nogil:
    if count[0] < MOST_WAYS:
        ways[count[0]].worth, ways[count[0]].step = worth, step[0]
        count[0] += 1


cdef void find_ways(Scene* scene, Way* ways, int* count) noexcept nogil:
    """Marches of those who have nothing else to do."""
    cdef int at, way, bearing, heading, half
    cdef bint far
    cdef double now, worth, length
    cdef Body body
    cdef const Body* own
    cdef Step step = no_step(TO_POINT, NOBODY)
    for at in range(scene.owns):
        own = &scene.own[at]
        if own.gun or has(&scene.busy, own.piece) or has(&scene.plan.moved, own.piece):
            continue
        if scene.plan.men + own.men > scene.law.cap:
            continue
        heading = scene.field.h[own.piece]
        now = worth_of_place(scene, own, heading)
        if scene.side == ALLIED and stands_fast(&scene.style) and danger(scene, own, heading) <= 0.05:
            continue
        far = way_to_enemy(scene, own) > FAR_AWAY
        for half in range(1 if far else 2):
            length = own.reach * (0.5 if half else 0.998)
            for way in range(16):
                if far and way & 1:
                    continue
                bearing = (45 * way) // 2
                body = own[0]
                body.x = <int>(own.x + length * <double>sine(bearing) / <double>ONE)
                body.y = <int>(own.y + length * <double>cosine(bearing) / <double>ONE)
                if not 40 < body.x < scene.law.east - 40 or not 40 < body.y < scene.law.north - 40:
                    continue
                body.sheltered = comes_to_shelter(scene, &body, heading)
                worth = worth_of_place(scene, &body, heading) - now
                worth += scene.weights.noise * below(scene.stream, 1000) / 1000
                if worth > 0.05:
                    step.kind, step.piece, step.x, step.y = TO_POINT, own.piece, <int16_t>body.x, <int16_t>body.y
                    add_way(ways, count, &step, worth / own.men)
        add_roads(scene, own, now, ways, count)


cdef bint stands_fast(const Style* style) noexcept nogil:
    """Whether an Allied piece that is in no danger stays where it is."""
    return style.focus == NOBODY and style.pull == 1 and not style.shelter


cdef bint comes_to_shelter(const Scene* scene, const Body* body, int heading) noexcept nogil:
    """Whether a piece that stands there is of a garrison (WWG-106), by eye."""
    cdef int point
    cdef const Base* outline
    cdef double dx, dy
    for point in range(scene.law.points):
        if scene.field.holder[point] != scene.side:
            continue
        outline = &scene.law.outline[point]
        dx = fabs(body.x - <double>(outline.x >> 31)) - <double>(outline.w >> 31)
        dy = fabs(body.y - <double>(outline.y >> 31)) - <double>(outline.d >> 31)
        dx -= fabs(body.c) * body.w + fabs(body.s) * body.d
        dy -= fabs(body.s) * body.w + fabs(body.c) * body.d
        if dx <= 3 and dy <= 3:
            return True
    return False


cdef bint beside_middle(const Body* body, const Road* road) noexcept nogil:
    """Whether a piece stands so near to the middle of a road that it may be totally on it, by eye."""
    cdef double dx, dy, along, square
    cdef int at
    for at in range(road.count):
        dx, dy = body.x - <double>(road.segment[at].x >> 31), body.y - <double>(road.segment[at].y >> 31)
        square = max(<double>road.segment[at].square, 1.0)
        along = min(max((dx * road.segment[at].dx + dy * road.segment[at].dy) / square, 0.0), 1.0)
        dx, dy = dx - along * road.segment[at].dx, dy - along * road.segment[at].dy
        if dx * dx + dy * dy < 900:
            return True
    return False


cdef void add_roads(Scene* scene, const Body* own, double now, Way* ways, int* count) noexcept nogil:
    """Long ways along the roads on which a piece stands (WWG-051), the longest of eight each way."""
    cdef int road, onward, part, most, piece = own.piece, here
    cdef Base base = base_of(scene.roster, scene.field, piece)
    cdef Trip trip
    cdef Step step = no_step(BY_ROAD, piece)
    cdef Body body
    cdef double worth
    for road in range(scene.law.roads):
        if not beside_middle(own, &scene.law.road[road]) or not on_road(&base, &scene.law.road[road]):
            continue
        set_out(&trip, scene.law, scene.roster, scene.field, piece, scene.plan.barriers)
        most = <int>(road_limit(&trip, 0) >> 31)
        here = scene.law.road[road].segment[
            segment_at(&scene.law.road[road], nearest_on(&scene.law.road[road], base.x, base.y))
        ].bearing
        for onward in range(-1, 2, 2):
            step.other, step.x, step.heading = road, onward, here if onward > 0 else (here + 180) % 360
            for part in range(8, 0, -1):
                step.y = most * part // 8
                if not take_step(scene.plan, scene.law, scene.roster, scene.field, &step):
                    continue
                look_at(scene, &body, piece)
                worth = worth_of_place(scene, &body, scene.field.h[piece]) - now
                untake_step(scene.plan, scene.roster, scene.field, <int16_t>own.x, <int16_t>own.y, base.h)
                if worth > 0.05:
                    add_way(ways, count, &step, worth / own.men)
                break


cdef void march(Scene* scene) noexcept nogil:
    """The best of the marches as long as men may move (WWG-032)."""
    cdef Way ways[MOST_WAYS]
    cdef int count = 0, at, best, piece, left
    find_ways(scene, ways, &count)
    while True:
        best = -1
        for at in range(count):
            if ways[at].worth > 0 and (best < 0 or ways[at].worth > ways[best].worth):
                best = at
        if best < 0 or scene.plan.men == scene.law.cap:
            return
        ways[best].worth = 0
        piece = ways[best].step.piece
        if take_step(scene.plan, scene.law, scene.roster, scene.field, &ways[best].step):
            look_at(scene, &scene.own[scene.place[piece]], piece)
        if has(&scene.plan.moved, piece) or scene.plan.men + scene.roster.men[piece] > scene.law.cap:
            left = 0
            for at in range(count):
                if ways[at].step.piece != piece and ways[at].worth > 0:
                    ways[left] = ways[at]
                    left += 1
            count = left


# --- A turn ----------------------------------------------------------------------------------------------------------

cdef void open_scene(
    Scene* scene, const Law* law, const Roster* roster, Field* field, const Weights* weights, const Style* style,
    Stream* stream, Plan* plan
) noexcept nogil:
    """The beginning of a turn of the side to move."""
    cdef Set nobody = none()
    scene.law, scene.roster, scene.field, scene.side = law, roster, field, field.to_move
    scene.weights, scene.style, scene.stream, scene.plan = weights[0], style[0], stream, plan
    scene.weights.own *= style.own
    scene.weights.contact *= style.fear
    scene.busy, scene.general_used = none(), False
    begin(plan, law, roster, field)
    survey(scene)
    if scene.style.focus != NOBODY and not on(field, scene.style.focus):
        scene.style.focus = NOBODY
    open_phase(&scene.phase, law, roster, field, &nobody, NOBODY, NULL, NULL)


cdef void make_turn(
    const Law* law, const Roster* roster, Field* field, const Weights* weights, const Style* style, Stream* stream,
    Plan* plan
) noexcept nogil:
    """Plan a turn of the side to move; its steps are taken on the field, its lines are still to be resolved."""
    cdef Scene scene
    open_scene(&scene, law, roster, field, weights, style, stream, plan)
    plan_shots(&scene)
    lead_attacks(&scene)
    place_guns(&scene)
    march(&scene)
    if scene.style.leads:
        place_general(&scene)


# --- What can be done to the other side ------------------------------------------------------------------------------

def threats(Position position):
    """What the side to move can do now to each enemy piece, by code: tuples of how, by whom, and the chance.

    `barrage` of two guns, `duel` of one with a gun, `bombard` of a garrison, and the likeliest `attack`.
    """
    cdef Scene* scene = <Scene*>malloc(sizeof(Scene))
    cdef Option* options = <Option*>malloc(MOST_OPTIONS * sizeof(Option))
    cdef Field field = position.field
    cdef Weights weights
    cdef Style style = usual_style()
    cdef Stream stream
    cdef Plan plan
    cdef int count = 0, at, piece
    style.wary = False
    weigh(&weights, None)
    start(&stream, 0)
    if scene == NULL or options == NULL:
        raise MemoryError
    try:
        open_scene(
            scene, &position.variant.law, &position.pieces.roster, &field, &weights, &style, &stream, &plan
        )
        find_options(scene, options, &count)
        found = {}
        for at in range(scene.foes):
            told = shots_at(position, scene, &scene.foe[at])
            if told:
                found[position.pieces.codes[scene.foe[at].piece]] = told
        best = {}
        for at in range(count):
            by = tuple([position.pieces.codes[options[at].piece[piece]] for piece in range(options[at].count)])
            if options[at].won > best.get(options[at].target, (0,))[0]:
                best[options[at].target] = options[at].won, by
        for at, (won, by) in best.items():
            found.setdefault(position.pieces.codes[at], []).append(("attack", by, won))
        return found
    finally:
        free(scene)
        free(options)


cdef list shots_at(Position position, Scene* scene, const Body* target):
    """What guns that have a piece in their arcs can do to it."""
    cdef Engagement trial
    cdef Score ours, theirs
    cdef int at, gun
    trial.is_fire, trial.point, trial.count, trial.target = True, NO_POINT, 1, target.piece
    guns = []
    for at in range(scene.guns):
        gun = scene.own[scene.gun[at]].piece
        trial.piece[0] = gun
        if judge_gun(&scene.phase, &trial, gun).fault == SOUND:
            guns.append(gun)
    if not guns:
        return []
    by = tuple([position.pieces.codes[gun] for gun in guns])
    if target.sheltered:
        return [("bombard", by, 1 - (5.0 / 6.0) ** len(guns))]
    if target.gun and not (scene.law.guns_remove_guns and len(guns) > 1):
        score_duel(&scene.phase, guns[0], target.piece, &ours, &theirs)
        return [("duel", by[:1], wins(total(&ours) - total(&theirs), 2 if ours.general or theirs.general else 1))]
    return [("barrage", by[:2], 1.0)] if len(guns) > 1 else []
