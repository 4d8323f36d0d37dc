"""Robots of three levels: what they order for the seat of a view, which is all that they know.

A ply is ordered action by action, each in a mail of its own, so that what has come to light counts for the next. Each
action is carried out in several positions imagined from the view, with every face of the first die, and what comes of
it is weighed (`evaluation`): the best mean is ordered.

- RECRUIT looks at one imagined position, at forces and lines of retreat, and not at what the enemy may do.
- OFFICER looks at a few, and at what both sides can take next.
- MARSHAL looks at more, and for the best of his actions plays the enemy's ply after it too.
"""

from core.contract import Budget, Effect, Level
from core.rulesets.stratego_waterloo import deployment, order_set
from core.rulesets.stratego_waterloo.board import CARD_NAMES, SEATS
from core.rulesets.stratego_waterloo.orders import (
    AcceptDraw, Battery, Burn, Charge, Combined, Cut, End, Enter, Go, Initiative, Keep, OfferDraw, Reconnoitre, Rest,
    Save, Stand, Stop, Take, numbered,
)
from core.rulesets.stratego_waterloo.setup import pick
from core.rulesets.stratego_waterloo.weights import CALIBRATION, WEIGHTS

from libc.math cimport exp
from libc.stdint cimport int64_t, uint64_t, uint8_t
from libc.string cimport memcpy

from core.rulesets.stratego_waterloo.actions cimport (
    ATTACKING, ENTERING, FIRING, MOST_ACTIONS, MOST_TARGETS, MOVING, TILE_TARGET, Action, adjoin, list_attacks,
    list_entries, list_moves, list_shots, may_rest, may_spend,
)
from core.rulesets.stratego_waterloo.board cimport (
    AL, ART, BASIC, BATTERY, BLUE, BY_CARDS, CINC, COMBINED, INITIATIVE, NONE, PR, RECONNAISSANCE, RED, SPIRIT,
    SQUARES, Law, Variant, in_half, rank_of,
)
from core.rulesets.stratego_waterloo.combat cimport Fight, Shot, decide, shoot, strike
from core.rulesets.stratego_waterloo.evaluation cimport (
    WIN, Attack, Field, Weights, forces, gain_of, read_weights, survey, weigh,
)
from core.rulesets.stratego_waterloo.imagination cimport Doubt, doubt_of, section_after
from core.rulesets.stratego_waterloo.legal cimport name_of, order_of
from core.rulesets.stratego_waterloo.position cimport Position
from core.rulesets.stratego_waterloo.pursuit cimport (
    CHARGES, Act, act, by_policy, can_act, count_fugitives, label_of,
)
from core.rulesets.stratego_waterloo.squares cimport SquareSet, has_square, one_square, ridden_all, squares_of
from core.rulesets.stratego_waterloo.state cimport (
    MUCH_DAMAGE, PLAYING, PLAY_ON, RIDING, THEY_STAY_AWAY, State, losses, seat_at,
)
from core.rulesets.stratego_waterloo.turns cimport (
    Turning, after, allowance, close_ply, come_on, decide_grouchy, drawing_squares, may_bring, may_take, pay_card,
    send_to_rest, spend, walk,
)
from core.stream cimport Stream, below, draw, start

WISHES = ("CA", "IN", "FS", "GB", "RE")  # cards in the order in which they are wanted
LATE_TURN = 60  # from which on a draw is offered and taken: where there is no last turn a game must end all the same
FRONT = (4, 5)  # the ranks next to the middle of the board

cdef enum:
    FACES = 6
    MOST_WORLDS = 16
    MOST_CANDIDATES = 1500
    MOST_QUICK = 256
    MOST_PARTS = 6  # shots of a battery
    TIRED = 2  # blocks with which heavy cavalry goes to rest
    PRICE_OF_A_CARD = 150
    WORTH_A_LOOK = 250  # an action that brings less than this is better used for Reconnaissance
    DECISIVE = 40_000  # the most that a ply foreseen counts for: it was played by somebody who knows all
    AT_HAND = 6_000  # the most that what can be taken or reached next counts for in `margin`
    LOSING = -1500  # what a position is worth in which a draw is welcome
    HALF_SAVED = 50  # per cent: a fugitive who is not saved now may well be later
    SMALL_LEAD = 3  # SWL-171


cdef struct Skill:
    int worlds  # positions imagined
    int first  # of them for all actions; the best are tried in all
    int kept  # how many those are
    int noise  # in hundredths of a point
    int replies  # how many are tried with the enemy's answer
    int answered  # worlds in which that is done
    int share  # per cent that it counts for


cdef struct Candidate:
    Action action
    bint spirit
    int64_t value  # the sum over the worlds it was tried in, in hundredths of a point


cdef class Thinker:
    """A seat that thinks about its ply: the positions it imagines, and what it finds to do in them."""

    cdef Variant variant
    cdef const Law* law
    cdef Position known  # the first of the imagined positions, for names and checks
    cdef int seat
    cdef Weights weights
    cdef Skill skill
    cdef State world[MOST_WORLDS]
    cdef State trial
    cdef State before
    cdef State line  # what comes of an action and the answer to it
    cdef Fight fight
    cdef Stream chance
    cdef uint64_t key  # of the dice that are thrown in thought, the same for every candidate
    cdef Candidate found[MOST_CANDIDATES]
    cdef int count
    cdef Candidate quick[MOST_QUICK]


# In the order of Skill. The basic version has no sudden end by a leader's loss: there the enemy's answer, played by
# somebody who knows all, tells less than more imagined positions, and an officer may err by more.
SKILLS = {
    (Level.RECRUIT, Budget.ARENA): (1, 1, 1, 300, 0, 0, 0),
    (Level.OFFICER, Budget.ARENA): (1, 1, 1, 200, 0, 0, 0),
    (Level.MARSHAL, Budget.ARENA): (8, 3, 32, 10, 8, 6, 50),
    (Level.RECRUIT, Budget.MAIL): (1, 1, 1, 300, 0, 0, 0),
    (Level.OFFICER, Budget.MAIL): (1, 1, 1, 200, 0, 0, 0),
    (Level.MARSHAL, Budget.MAIL): (15, 6, 64, 10, 12, 15, 50),
}
BASIC_SKILLS = SKILLS | {
    (Level.OFFICER, Budget.ARENA): (1, 1, 1, 3000, 0, 0, 0),
    (Level.MARSHAL, Budget.ARENA): (9, 3, 40, 10, 0, 0, 0),
    (Level.OFFICER, Budget.MAIL): (1, 1, 1, 3000, 0, 0, 0),
    (Level.MARSHAL, Budget.MAIL): (15, 6, 64, 10, 0, 0, 0),
}
# What a recruit does not see.
BLIND = {"threat": 0.0, "now": 0.0, "later": 0.0, "rushed": 0.0}


def robot_orders(Variant variant, view, level, uint64_t seed, budget, weights):
    """The lines that a robot of a level orders for the seat of a view; none where it owes nothing."""
    owed = view["owed"]
    if owed is None or owed["seat"] != view["seat"]:
        return ()
    cdef Doubt doubt = doubt_of(variant, view)
    cdef Thinker thinker = thinker_of(doubt, Level(level), seed, Budget(budget), {**WEIGHTS, **(weights or {})})
    kind = owed["kind"]
    if kind == "setup":
        orders = set_up(thinker, view)
    elif kind == "draft":
        orders = usual_pick(thinker)
    elif kind == "ply":
        orders = next_orders(thinker)
    else:
        orders = pursue(thinker)
    thinker.known.state = doubt.state
    return accepted(thinker, orders)


def margin(Position position):
    """Who stands better, by seat: what a position is worth to the marshal, as the share of points that it brings."""
    cdef State* state = &position.state
    if state.over != PLAY_ON:
        return {seat: 0.0 if state.winner == NONE else 1.0 if SEATS[state.winner] == seat else -1.0 for seat in SEATS}
    if state.phase < PLAYING:
        return dict.fromkeys(SEATS, 0.0)
    version = position.variant.options["version"]
    odds = 0.0
    if state.phase == PLAYING:
        odds = CALIBRATION[f"{version}_blue"] + CALIBRATION[f"{version}_turn"] * state.turn / 10
    for name, points in standing(position).items():
        odds += CALIBRATION[f"{version}_{name}"] * points
    share = round(2 / (1 + exp(-odds)) - 1, 4)
    return {"blue": share, "red": -share}


def standing(Position position):
    """What is to be said for BLUE, in points: its forces more than RED's; Prussians still to come; what is at hand."""
    cdef State* state = &position.state
    cdef const Law* law = &position.variant.law
    cdef Weights weights
    cdef int whole, ahead = 0, coming = 0, at
    read_weights(WEIGHTS, &weights)
    whole = weigh(law, state, &weights, state.to_move, state.allowance - state.used)
    whole = whole if state.to_move == BLUE else -whole
    if state.phase == PLAYING:
        ahead = forces(law, state, &weights, BLUE) - forces(law, state, &weights, RED)
        if state.coming != THEY_STAY_AWAY:
            for at in range(state.undrawn_count):
                coming -= weights.strength[law.strength[state.undrawn[at]]]
    at_hand = min(max(whole - ahead, -AT_HAND), AT_HAND) if state.phase == PLAYING else whole
    return {"forces": ahead / 100, "coming": coming / 100, "at_hand": at_hand / 100}


def threats(Position position, seat):
    """What the enemy of a seat could take next: the square of each own piece, and by whom and from where."""
    cdef const Law* law = &position.variant.law
    cdef State* state = &position.state
    cdef Weights weights
    cdef Field field
    cdef int enemy = 1 - SEATS.index(seat), at
    cdef const Attack* attack
    found = {}
    if state.over != PLAY_ON or state.phase != PLAYING:
        return found
    read_weights({**WEIGHTS, "back": 0.0, "block": 0.0}, &weights)
    survey(law, state, &field)
    for at in range(field.attacks[enemy]):
        attack = &field.attack[enemy][at]
        if gain_of(law, state, &weights, &field, attack) > 0:
            code = position.variant.code_name(state.piece[attack.slot].code)
            by = (code, name_of(position, state.piece[attack.slot].place))
            found.setdefault(name_of(position, attack.target), []).append(by)
    return found


cdef Thinker thinker_of(Doubt doubt, level, uint64_t seed, budget, weights):
    cdef Thinker thinker = Thinker.__new__(Thinker)
    cdef int at
    thinker.variant, thinker.law, thinker.seat = doubt.variant, &doubt.variant.law, doubt.seat
    (
        thinker.skill.worlds, thinker.skill.first, thinker.skill.kept, thinker.skill.noise, thinker.skill.replies,
        thinker.skill.answered, thinker.skill.share,
    ) = (BASIC_SKILLS if doubt.variant.law.mode == BASIC else SKILLS)[level, budget]
    read_weights({**weights, **BLIND} if level is Level.RECRUIT else weights, &thinker.weights)
    start(&thinker.chance, seed ^ <uint64_t>doubt.state.step << 32 ^ doubt.state.used)
    for at in range(thinker.skill.worlds):
        doubt.draw(&thinker.world[at], &thinker.chance)
        if doubt.seat != NONE and doubt.hidden_section[doubt.seat ^ 1] and at:
            # Each section as often as the others.
            thinker.world[at].section[doubt.seat ^ 1] = section_after(
                thinker.law, &thinker.world[at], doubt.seat ^ 1, thinker.world[at - 1].section[doubt.seat ^ 1]
            )
    thinker.key = draw(&thinker.chance)
    thinker.known = Position.__new__(Position)
    thinker.known.variant, thinker.known.state = doubt.variant, thinker.world[0]
    return thinker


cdef object accepted(Thinker thinker, orders):
    """Orders that `check` takes: those given, or the first that the rules take."""
    seat = SEATS[thinker.seat]
    lines = numbered(orders)
    if order_set.check(thinker.known, seat, lines).effect is Effect.AT_ONCE:
        return lines
    return thinker.variant.rules.legal(thinker.known, seat, 1)[0]


# --- Before the battle ------------------------------------------------------------------------------------------------

cdef list set_up(Thinker thinker, view):
    """A formation, and with cards the lists for the draft and when Fighting spirit is played."""
    variant = thinker.variant
    luck = [draw(&thinker.chance) >> 32 for _ in range(64)]
    orders = [deployment.formation(variant.battlefield, variant.board.written, SEATS[thinker.seat], view, luck)]
    if thinker.law.has_cards:
        if not thinker.law.live_draft:
            orders += [Keep(WISHES[:4]), Burn(WISHES)]
        orders.append(Stand("spirit", "any", 4))
    return orders


cdef list usual_pick(Thinker thinker):
    """The card that is wanted most is kept, the next is not left to the enemy."""
    stack = {name: thinker.known.state.stack[card] for card, name in enumerate(CARD_NAMES)}
    chosen = pick(stack, WISHES, WISHES)
    return [Keep((chosen.keep,)), *([Burn((chosen.burn,))] if chosen.burn else [])]


# --- A ply ------------------------------------------------------------------------------------------------------------

cdef list next_orders(Thinker thinker):
    """What is free, and the next action; or the end of the ply."""
    cdef int64_t idle, value
    orders = talk(thinker)
    if orders and isinstance(orders[0], AcceptDraw):
        return orders
    orders += free_orders(thinker)
    called = drawn(thinker)
    if called is not None:
        return [*orders, called]
    find_candidates(thinker)
    idle = idle_value(thinker)
    value = try_all(thinker)
    card = best_card(thinker, max(value, idle))
    if card is not None:
        return [*orders, card]
    if thinker.skill.replies and may_open_with_a_card(thinker):
        find_candidates(thinker)
        value = try_all(thinker)
    if value - idle < WORTH_A_LOOK * thinker.skill.worlds:
        group = worth_a_look(thinker)
        if group:
            return [*orders, Reconnoitre(tuple([name_of(thinker.known, square) for square in group]))]
    if thinker.skill.replies and thinker.count:
        idle = with_answer(thinker, NULL, idle)
        value = answer_best(thinker)
    if not thinker.count or value <= idle:
        return [*orders, End()]
    order = order_of(thinker.known, &thinker.found[0].action)
    if thinker.found[0].spirit:
        order = Go(order.path, order.how, True)
    return [*orders, order]


cdef list talk(Thinker thinker):
    """Draws: late in a game without a last turn, or where one is offered and welcome (SWL-103)."""
    cdef State* state = &thinker.known.state
    cdef bint late = state.turn >= LATE_TURN
    if state.offering == thinker.seat ^ 1:
        if late or weigh(thinker.law, state, &thinker.weights, thinker.seat, state.allowance - state.used) < LOSING:
            return [AcceptDraw()]
    elif late and state.offering == NONE and not state.used:
        return [OfferDraw()]
    return []


cdef list free_orders(Thinker thinker):
    """SWL-146: two cards; SWL-077: tired cavalry rests. In all imagined positions they are done."""
    cdef State* state = &thinker.known.state
    cdef int slot, at
    orders = []
    if may_take(thinker.law, state):
        left = {name: state.discards[card] for card, name in enumerate(CARD_NAMES)}
        chosen = pick(left, WISHES, WISHES)
        orders.append(Take((chosen.keep, chosen.burn)))
    for slot in range(state.slots):
        if thinker.law.side[state.piece[slot].code] != thinker.seat or state.piece[slot].blocks < TIRED:
            continue
        if may_rest(thinker.law, state, slot):
            orders.append(Rest(name_of(thinker.known, state.piece[slot].place)))
            for at in range(thinker.skill.worlds):
                send_to_rest(thinker.law, &thinker.world[at], slot)
            send_to_rest(thinker.law, state, slot)
    return orders


cdef object drawn(Thinker thinker):
    """SWL-R24, option `by-action`: a Prussian a ply, as long as there are any to come; else None."""
    cdef State* state = &thinker.known.state
    cdef uint8_t squares[MOST_TARGETS]
    cdef int count = drawing_squares(thinker.law, state, squares), nation = PR if state.split else AL
    if not count or not may_spend(thinker.law, state, nation) or state.by_nation[1] or state.used and not state.split:
        return None
    return Enter("PRUSSIAN", name_of(thinker.known, squares[0]))


cdef list worth_a_look(Thinker thinker):
    """Up to four joined enemies in their half without names, nearest the middle, for a holder of Reconnaissance."""
    cdef State* state = &thinker.known.state
    cdef uint8_t group[4]
    cdef int square, place, at, count, rank, seat = thinker.seat
    if not state.hand[seat][RECONNAISSANCE] or state.used or state.carded[seat]:
        return []
    if not may_spend(thinker.law, state, 1 if seat else 0):
        return []
    best = []
    for rank in range(5):
        for square in range(SQUARES):
            if abs(2 * rank_of(square) - 9) // 2 != rank or not is_veiled(thinker, square):
                continue
            group[0], count = square, 1
            place = 0
            while place < SQUARES and count < 4:
                if is_veiled(thinker, place) and adjoin(group, count, place) and not among(group, count, place):
                    group[count] = place
                    count += 1
                    place = -1
                place += 1
            if count > len(best):
                best = [group[at] for at in range(count)]
            if count == 4:
                return best
    return best if len(best) > 2 else []


cdef bint is_veiled(Thinker thinker, int square) noexcept:
    cdef State* state = &thinker.known.state
    cdef int slot = state.on[square], enemy = thinker.seat ^ 1
    if seat_at(thinker.law, state, square) != enemy or not in_half(enemy, square):
        return False
    return not state.piece[slot].known and thinker.law.cls[state.piece[slot].code] != ART


cdef bint among(const uint8_t* squares, int count, int square) noexcept nogil:
    cdef int at
    for at in range(count):
        if squares[at] == square:
            return True
    return False


# --- Actions ----------------------------------------------------------------------------------------------------------

cdef void find_candidates(Thinker thinker) noexcept nogil:
    """Everything that one piece can do now. It hangs on backs alone, so it is the same in all imagined positions."""
    cdef State* state = &thinker.world[0]
    cdef Action found[MOST_ACTIONS]
    cdef int slot, count
    cdef const Law* law = thinker.law
    thinker.count = 0
    for slot in range(state.slots):
        if law.side[state.piece[slot].code] != thinker.seat:
            continue
        if state.piece[slot].place >= SQUARES:
            if may_bring(law, state, slot):
                count = list_entries(law, state, slot, found)
                keep(thinker, found, count)
        elif may_spend(law, state, law.nation[state.piece[slot].code]):
            count = list_moves(law, state, slot, found)
            count += list_attacks(law, state, slot, found + count)
            count += list_shots(law, state, slot, found + count)
            keep(thinker, found, count)


cdef void keep(Thinker thinker, const Action* found, int count) noexcept nogil:
    cdef State* state = &thinker.world[0]
    cdef int at, spirit
    cdef bint spirited = state.hand[thinker.seat][SPIRIT] and not state.carded[thinker.seat]
    for at in range(count):
        for spirit in range(2 if spirited and found[at].kind == ATTACKING else 1):
            if thinker.count < MOST_CANDIDATES:
                thinker.found[thinker.count].action = found[at]
                thinker.found[thinker.count].spirit = spirit
                thinker.found[thinker.count].value = 0
                thinker.count += 1


cdef int64_t idle_value(Thinker thinker) noexcept nogil:
    """What it is worth to end the ply."""
    cdef int at
    cdef int64_t sum = 0
    for at in range(thinker.skill.worlds):
        sum += weigh(thinker.law, &thinker.world[at], &thinker.weights, thinker.seat, 0)
    return sum


cdef int64_t try_all(Thinker thinker) noexcept nogil:
    """Put the candidates in order, the best first; the value of the best.

    All are tried in the first imagined positions, and those that seem best in all. Fights and shots are all kept: what
    they come to differs most.
    """
    cdef int at, world, kept = 0
    cdef Candidate* one
    if not thinker.count:
        return -WIN * <int64_t>thinker.skill.worlds
    for at in range(thinker.count):
        one = &thinker.found[at]
        one.value = below(&thinker.chance, thinker.skill.noise)
        for world in range(thinker.skill.first):
            one.value += value_of(thinker, one, &thinker.world[world])
    if thinker.skill.worlds > thinker.skill.first:
        sort(thinker, thinker.count)
        for at in range(thinker.count):
            one = &thinker.found[at]
            if kept >= thinker.skill.kept and one.action.kind != ATTACKING and one.action.kind != FIRING:
                continue
            for world in range(thinker.skill.first, thinker.skill.worlds):
                one.value += value_of(thinker, one, &thinker.world[world])
            thinker.found[kept] = one[0]
            kept += 1
        thinker.count = kept
    sort(thinker, thinker.count)
    return thinker.found[0].value


cdef void sort(Thinker thinker, int count) noexcept nogil:
    """The best first; insertion, with gaps that shrink."""
    cdef int gap = count // 2, at, place
    cdef Candidate moved
    while gap:
        for at in range(gap, count):
            moved = thinker.found[at]
            place = at
            while place >= gap and thinker.found[place - gap].value < moved.value:
                thinker.found[place] = thinker.found[place - gap]
                place -= gap
            thinker.found[place] = moved
        gap //= 2


cdef int64_t value_of(Thinker thinker, const Candidate* one, const State* world) noexcept nogil:
    """The mean of what a position is worth after an action, over the faces of its first die."""
    cdef int face
    cdef int64_t sum = 0
    cdef Fight fight
    memcpy(&thinker.trial, world, sizeof(State))
    if not begin(thinker, &thinker.trial, one) or one.action.kind != ATTACKING or not thinker.fight.wants_die:
        return worth_after(thinker, &thinker.trial)
    memcpy(&thinker.before, &thinker.trial, sizeof(State))
    fight = thinker.fight
    for face in range(FACES):
        memcpy(&thinker.trial, &thinker.before, sizeof(State))
        thinker.fight = fight
        decide(thinker.law, &thinker.trial, &thinker.fight, face)
        while thinker.fight.wants_die:
            decide(thinker.law, &thinker.trial, &thinker.fight, below(&thinker.chance, FACES))
        sum += worth_after(thinker, &thinker.trial)
    return sum // FACES - (PRICE_OF_A_CARD if one.spirit else 0)


cdef int worth_after(Thinker thinker, State* state) noexcept nogil:
    after(thinker.law, state, thinker.seat)
    return weigh(thinker.law, state, &thinker.weights, thinker.seat, state.allowance - state.used)


cdef bint begin(Thinker thinker, State* state, const Candidate* one) noexcept nogil:
    """An action is paid for and carried out, as far as it goes without a die; False if it cannot be done any more."""
    cdef const Law* law = thinker.law
    cdef const Action* action = &one.action
    cdef int nation = law.nation[state.piece[action.slot].code]
    cdef Shot shot
    if not still_there(thinker, state, action):
        return False
    if action.kind == ENTERING:
        come_on(law, state, action.slot, action.to)
        spend(law, state, nation)
        return True
    spend(law, state, nation)
    if action.kind == MOVING:
        walk(law, state, action.slot, action.to)
    elif action.kind == FIRING:
        shoot(law, state, action.slot, action.to, &shot)
    else:
        strike(law, state, &thinker.fight, action.slot, &action.assault, one.spirit, NONE)
    return True


cdef bint still_there(Thinker thinker, const State* state, const Action* action) noexcept nogil:
    """Whether a piece can still do it, and to whom: one part of a card ends otherwise in each imagined position."""
    cdef int slot
    if action.kind == FIRING and action.to >= TILE_TARGET:
        return state.piece[action.slot].place < SQUARES and state.damage[action.to - TILE_TARGET] < MUCH_DAMAGE
    slot = state.on[action.to]
    if action.kind == ENTERING:
        return slot == NONE and state.piece[action.slot].place >= SQUARES
    if state.piece[action.slot].place >= SQUARES:
        return False
    if action.kind == MOVING:
        return slot == NONE
    return slot != NONE and thinker.law.side[state.piece[slot].code] != thinker.law.side[state.piece[action.slot].code]


# --- The answer -------------------------------------------------------------------------------------------------------

cdef int64_t answer_best(Thinker thinker) noexcept nogil:
    """The best candidates are tried with the rest of the ply and the enemy's answer; the value of the best then."""
    cdef int at
    thinker.count = min(thinker.count, thinker.skill.replies)
    for at in range(thinker.count):
        thinker.found[at].value = with_answer(thinker, &thinker.found[at], thinker.found[at].value)
    sort(thinker, thinker.count)
    return thinker.found[0].value


cdef int64_t with_answer(Thinker thinker, const Candidate* one, int64_t value) noexcept nogil:
    """A value, mixed with what it is worth after the enemy's ply; NULL: to end the ply."""
    cdef Stream chance = thinker.chance
    cdef int world
    cdef int64_t sum = 0
    for world in range(thinker.skill.answered):
        start(&thinker.chance, thinker.key + world)
        memcpy(&thinker.line, &thinker.world[world], sizeof(State))
        if one == NULL:
            thinker.line.used = thinker.line.allowance
        else:
            carry_out(thinker, &thinker.line, one)
        sum += min(max(worth_of_line(thinker), -DECISIVE), DECISIVE)
    thinker.chance = chance
    sum = sum * thinker.skill.worlds // thinker.skill.answered
    return (value * (100 - thinker.skill.share) + sum * thinker.skill.share) // 100


cdef int worth_of_line(Thinker thinker) noexcept nogil:
    """The ply is played to its end, and the enemy's, each action the one that seems best: what it comes to."""
    cdef State* state = &thinker.line
    cdef Turning turning
    cdef int seat = thinker.seat
    play_on(thinker, state)
    if goes_on(state):
        close_ply(thinker.law, state, &turning)
        if turning.wants_die:
            decide_grouchy(thinker.law, state, &turning, below(&thinker.chance, FACES))
    if goes_on(state) and state.to_move != seat:
        play_on(thinker, state)
    return weigh(thinker.law, state, &thinker.weights, seat, allowance(thinker.law, state, seat))


cdef inline bint goes_on(const State* state) noexcept nogil:
    return state.over == PLAY_ON and state.phase == PLAYING


cdef void play_on(Thinker thinker, State* state) noexcept nogil:
    """The actions that are left of the mover's ply."""
    cdef Candidate best
    while goes_on(state) and state.used < state.allowance and best_quick(thinker, state, &best):
        carry_out(thinker, state, &best)


cdef bint best_quick(Thinker thinker, State* state, Candidate* best) noexcept nogil:
    """The best of the mover's fights, shots and rides to where it matters; False where none is better than nothing."""
    cdef int seat = state.to_move, at, value, most, count = quick_candidates(thinker, state)
    cdef bint found = False
    most = weigh(thinker.law, state, &thinker.weights, seat, state.allowance - state.used - 1)
    for at in range(count):
        memcpy(&thinker.trial, state, sizeof(State))
        carry_out(thinker, &thinker.trial, &thinker.quick[at])
        value = weigh(
            thinker.law, &thinker.trial, &thinker.weights, seat, thinker.trial.allowance - thinker.trial.used
        )
        if value > most:
            most, best[0], found = value, thinker.quick[at], True
    return found


cdef int quick_candidates(Thinker thinker, const State* state) noexcept nogil:
    """Fights, shots, and moves onto the lines of retreat or to where the Commander-in-Chief can be attacked from."""
    cdef Action found[MOST_ACTIONS]
    cdef const Law* law = thinker.law
    cdef int seat = state.to_move, slot, at, count, moves, kept = 0
    cdef SquareSet aims = points_of_interest(law, state, seat)
    for slot in range(state.slots):
        if law.side[state.piece[slot].code] != seat or state.piece[slot].place >= SQUARES:
            continue
        if not may_spend(law, state, law.nation[state.piece[slot].code]):
            continue
        count = list_attacks(law, state, slot, found)
        count += list_shots(law, state, slot, found + count)
        moves = 0 if law.cls[state.piece[slot].code] == CINC else list_moves(law, state, slot, found + count)
        for at in range(count + moves):
            if kept < MOST_QUICK and (at < count or has_square(aims, found[at].to)):
                thinker.quick[kept].action, thinker.quick[kept].spirit = found[at], False
                kept += 1
    return kept


cdef SquareSet points_of_interest(const Law* law, const State* state, int seat) noexcept nogil:
    cdef int enemy = seat ^ 1, section, slot
    cdef SquareSet aims = 0, open = ~(squares_of(state.held[0]) | squares_of(state.held[1]))
    for section in range(3):
        if law.retreat != BY_CARDS or section == state.section[enemy]:
            aims |= squares_of(law.lines[enemy][section])
    for slot in range(state.slots):
        if state.piece[slot].code == law.cinc[enemy] and state.piece[slot].place < SQUARES:
            aims |= ridden_all(one_square(state.piece[slot].place), open)
    return aims


# --- Cards ------------------------------------------------------------------------------------------------------------

cdef object best_card(Thinker thinker, int64_t least):
    """The card whose parts together are worth most, if that is more than `least`; else None."""
    cdef State* state = &thinker.known.state
    cdef int card
    cdef int64_t value
    best, worth = None, least
    if not may_open_with_a_card(thinker):
        return None
    for card in (INITIATIVE, COMBINED, BATTERY):
        if not state.hand[thinker.seat][card]:
            continue
        parts, value = best_parts(thinker, card)
        value -= PRICE_OF_A_CARD * <int64_t>thinker.skill.worlds
        if len(parts) > 1 and value > worth:
            kind = Initiative if card == INITIATIVE else Combined if card == COMBINED else Battery
            best, worth = kind(parts), value
    return best


cdef bint may_open_with_a_card(Thinker thinker) noexcept:
    cdef State* state = &thinker.known.state
    return thinker.law.has_cards and not state.used and not state.carded[thinker.seat] and state.allowance > 0


cdef tuple best_parts(Thinker thinker, int card):
    """Parts for a card, one after the other the best that fits, and what they are worth together in all worlds."""
    cdef State worlds[MOST_WORLDS]
    cdef Candidate best
    cdef uint8_t used[MOST_PARTS]
    cdef uint8_t ground[MOST_PARTS]
    cdef int at, world, part, nation = NONE, arms = 0, most = MOST_PARTS if card == BATTERY else 3
    cdef int64_t value, highest = 0
    cdef bint found
    memcpy(worlds, thinker.world, sizeof(State) * thinker.skill.worlds)
    parts = []
    for part in range(most):
        find_candidates(thinker)
        found = False
        for at in range(thinker.count):
            if thinker.found[at].spirit:
                continue
            if not fits(thinker, card, &thinker.found[at].action, nation, arms, used, ground, part):
                continue
            value = 0
            for world in range(thinker.skill.first):
                value += value_of(thinker, &thinker.found[at], &thinker.world[world])
            if not found or value > highest:
                highest, best, found = value, thinker.found[at], True
        if not found:
            break
        thinker.known.state = thinker.world[0]
        if part and not better(thinker, &best):
            break
        parts.append(order_of(thinker.known, &best.action))
        nation = thinker.law.nation[thinker.world[0].piece[best.action.slot].code]
        arms |= 1 << thinker.law.arm[thinker.world[0].piece[best.action.slot].code]
        used[part], ground[part] = best.action.slot, thinker.world[0].piece[best.action.slot].place
        for world in range(thinker.skill.worlds):
            carry_out(thinker, &thinker.world[world], &best)
            thinker.world[world].used = worlds[world].used
            memcpy(thinker.world[world].by_nation, worlds[world].by_nation, 2)
    value = 0
    for world in range(thinker.skill.worlds):
        if parts:
            pay_card(thinker.law, &thinker.world[world], card, nation)
        value += weigh(
            thinker.law, &thinker.world[world], &thinker.weights, thinker.seat,
            thinker.world[world].allowance - thinker.world[world].used,
        )
    memcpy(thinker.world, worlds, sizeof(State) * thinker.skill.worlds)
    thinker.known.state = thinker.world[0]
    return tuple(parts), value


cdef bint better(Thinker thinker, const Candidate* one) noexcept nogil:
    """Whether one part more is worth doing."""
    cdef int world
    cdef int64_t sum = 0
    for world in range(thinker.skill.first):
        sum += value_of(thinker, one, &thinker.world[world])
        sum -= weigh(
            thinker.law, &thinker.world[world], &thinker.weights, thinker.seat,
            thinker.world[world].allowance - thinker.world[world].used - 1,
        )
    return sum > 0


cdef void carry_out(Thinker thinker, State* state, const Candidate* one) noexcept nogil:
    """An action with all that comes of it, its dice drawn; nothing where it cannot be done any more."""
    if state.over != PLAY_ON or state.phase != PLAYING:
        return
    if not begin(thinker, state, one):
        return
    while one.action.kind == ATTACKING and thinker.fight.wants_die:
        decide(thinker.law, state, &thinker.fight, below(&thinker.chance, FACES))
    after(thinker.law, state, state.to_move)


cdef bint fits(
    Thinker thinker, int card, const Action* action, int nation, int arms, const uint8_t* used, const uint8_t* ground,
    int parts
) noexcept nogil:
    """Whether an action can be the next part of a card; parts of one nation only (SWL-140 to SWL-142)."""
    cdef const State* state = &thinker.world[0]
    cdef int arm = thinker.law.arm[state.piece[action.slot].code]
    if nation != NONE and thinker.law.nation[state.piece[action.slot].code] != nation:
        return False
    if among(used, parts, action.slot):
        return False
    if card == INITIATIVE:
        return action.kind == MOVING
    if card == COMBINED:
        return (action.kind == ATTACKING or action.kind == FIRING) and not arms >> arm & 1
    return action.kind == FIRING and (parts == 0 or adjoin(ground, parts, state.piece[action.slot].place))


# --- The pursuit ------------------------------------------------------------------------------------------------------

cdef list pursue(Thinker thinker):
    """Whoever pursues cuts down, whoever flees saves; cavalry charges where that brings more."""
    cdef State* state = &thinker.known.state
    cdef Act chosen
    orders = []
    if not can_act(thinker.law, state):
        return [End()]
    charge = best_charge(thinker)
    if charge is not None:
        return [charge]
    while can_act(thinker.law, state) and by_policy(thinker.law, state, &chosen):
        square = name_of(thinker.known, state.piece[chosen.target].place)
        if state.to_move != state.victor:
            orders.append(Save(square))
        else:
            orders.append(Cut(label_of(thinker.known, chosen.rider), square))
        act(thinker.law, state, &chosen)
    thinker.known.state = thinker.world[0]
    if orders:
        return orders
    return [Stop()] if state.to_move == state.victor else [End()]


cdef object best_charge(Thinker thinker):
    """The charge that brings most, where it brings more than to cut down or to save; else None."""
    cdef State* state = &thinker.known.state
    cdef Act trial
    cdef int rider, target, world, won, best = 0, least, lead
    cdef bint victor = thinker.seat == state.victor
    chosen = None
    if count_fugitives(thinker.law, state):
        least = 100 if victor else HALF_SAVED
    else:
        # Nobody is left to be cut down: only a lead that is too small is worth a fight.
        lead = losses(thinker.law, state, thinker.seat ^ 1) - losses(thinker.law, state, thinker.seat)
        if victor and lead > SMALL_LEAD:
            return None
        least = 0
    for rider in range(state.slots):
        if state.piece[rider].place != RIDING or thinker.law.side[state.piece[rider].code] != thinker.seat:
            continue
        for target in range(state.slots):
            if state.piece[target].place != RIDING or thinker.law.side[state.piece[target].code] == thinker.seat:
                continue
            trial.kind, trial.rider, trial.target, won = CHARGES, rider, target, 0
            for world in range(thinker.skill.worlds):
                memcpy(&thinker.trial, &thinker.world[world], sizeof(State))
                won += 1 if act(thinker.law, &thinker.trial, &trial) == target else -1
            if won * 100 > max(least, best) * thinker.skill.worlds:
                best = won * 100 // thinker.skill.worlds
                chosen = Charge(label_of(thinker.known, rider), label_of(thinker.known, target))
    return chosen
