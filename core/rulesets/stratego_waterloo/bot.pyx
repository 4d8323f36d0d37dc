"""A player without memory: what it orders for a seat in a position that it takes for the truth.

It looks one action ahead, again and again until the ply is planned: every action is tried on a copy of the state, with
all faces of the die, and the best one kept. It is fair only if the position handed in holds no secrets of the enemy's;
what is not known has to be guessed before.
"""

from core.rulesets.stratego_waterloo.board import CARD_NAMES, SEATS
from core.rulesets.stratego_waterloo.orders import (
    Battery, Burn, Combined, End, Enter, Go, Initiative, Keep, Plan, Rest, Setup, Take, When, numbered,
)
from core.rulesets.stratego_waterloo.setup import pick

from libc.stdint cimport uint64_t, uint8_t

from core.rulesets.stratego_waterloo.actions cimport (
    ATTACKING, ENTERING, FIRING, MOST_ACTIONS, MOST_TARGETS, MOVING, TILE_TARGET, Action, adjoin, is_front,
    list_attacks, list_entries, list_moves, list_shots, may_rest, may_spend,
)
from core.rulesets.stratego_waterloo.board cimport (
    AL, ART, BATTERY, CAVALRY, CINC, CMD, CODES, COMBINED, INITIATIVE, LIGHT, NONE, PR, SPIRIT, SQUARES, Law,
    back_rank, file_of, rank_of,
)
from core.rulesets.stratego_waterloo.combat cimport (
    Fight, Shot, attack_bonus, decide, defence_bonus, shoot, strike, succeed,
)
from core.rulesets.stratego_waterloo.legal cimport name_of, order_of
from core.rulesets.stratego_waterloo.position cimport Position
from core.rulesets.stratego_waterloo.state cimport (
    DRAFTING, PLAY_ON, PURSUING, RESTING, SETTING_UP, WITHDRAWN, Piece, State, present_ply, seat_at, send, strength_of,
)
from core.rulesets.stratego_waterloo.turns cimport (
    after, come_on, draw_prussian, drawing_squares, may_bring, may_take, spend,
)
from core.stream cimport Stream, below, start

cdef enum:
    FACES = 6
    MOST_CANDIDATES = 1500
    PART_MOST = 6  # shots of a battery
    # In hundredths of a point.
    WIN = 1_000_000
    WORTH_OF_A_GUN = 1400
    WORTH_OF_A_CMD = 2500
    WORTH_OF_A_CINC = 6000
    WORTH_OF_IMMUNITY = 200
    COST_OF_A_BLOCK = 200
    OFF_THE_BOARD = 70  # per cent of its worth
    A_ROW_FORWARD = 12
    TWO_ON_THE_LINES = 1600  # divided by the actions they still need
    MOST_REPLIES = 3
    NOISE = 25
    TIRED = 2  # blocks with which heavy cavalry goes to rest
    GAIN_OF_A_CARD = 150

cdef int[7] WORTHS = [100, 300, 300, 400, 800, 1100, 1600]  # by current strength


cdef class Planner:
    """A ply being planned: the state as it will be if all goes well."""

    cdef Position position
    cdef const Law* law
    cdef State state
    cdef State trial
    cdef Fight fight
    cdef Stream chance
    cdef Action found[MOST_CANDIDATES]
    cdef int seat


def choose(Position position, seat, uint64_t seed):
    """Orders for all that the seat owes, as lines of one mail; none where it owes nothing. The same every time."""
    if position.state.to_move != SEATS.index(seat) or position.state.phase > PURSUING:
        return ()
    if position.state.phase == SETTING_UP:
        return numbered([Setup(default=True)])
    if position.state.phase == DRAFTING:
        return numbered(usual_pick(position))
    if position.state.phase == PURSUING:
        return numbered([Plan("auto")])
    return numbered(plan_a_ply(position, seed))


cdef list usual_pick(Position position):
    stack = {name: position.state.stack[card] for card, name in enumerate(CARD_NAMES)}
    chosen = pick(stack, (), ())
    return [Keep((chosen.keep,)), *([Burn((chosen.burn,))] if chosen.burn else [])]


cdef list plan_a_ply(Position position, uint64_t seed):
    """The free orders, a card if one is worth it, then the best action as long as any is better than none."""
    cdef Planner planner = Planner.__new__(Planner)
    cdef Action action
    cdef bint spirit = False
    planner.position, planner.law, planner.state = position, &position.variant.law, position.state
    planner.seat = position.state.to_move
    start(&planner.chance, seed)
    orders = free_orders(planner)
    orders += drawn(planner)
    card = best_card(planner)
    if card is not None:
        orders.append(card)
    while find_best(planner, &action, &spirit):
        order = order_at(planner, &action)
        if spirit:
            order = Go(order.path, order.how, True)
            planner.state.carded[planner.seat] = 1
        orders.append(order)
        suppose(planner.law, &planner.state, &action)
        spend(planner.law, &planner.state, planner.law.nation[planner.state.piece[action.slot].code])
    # What comes first has changed the board by the time that the others come: they are tried.
    return [*orders[:1], *[When("try", order) for order in orders[1:]], End()]


cdef object order_at(Planner planner, const Action* action):
    """The order for an action on the state as it is supposed to be by then."""
    cdef Position there = planner.position.copy()
    there.state = planner.state
    return order_of(there, action)


cdef list free_orders(Planner planner):
    """SWL-146: the best two cards; SWL-077: tired cavalry rests."""
    cdef int slot
    orders = []
    if may_take(planner.law, &planner.state):
        stack = {name: planner.state.discards[card] for card, name in enumerate(CARD_NAMES)}
        chosen = pick(stack, (), ())
        orders.append(Take((chosen.keep, chosen.burn)))
    for slot in range(planner.state.slots):
        if planner.law.side[planner.state.piece[slot].code] != planner.seat or planner.state.piece[slot].blocks < TIRED:
            continue
        if may_rest(planner.law, &planner.state, slot):
            orders.append(Rest(name_of(planner.position, planner.state.piece[slot].place)))
            planner.state.piece[slot].left = present_ply(planner.law, &planner.state)
            send(planner.law, &planner.state, slot, RESTING)
    return orders


cdef list drawn(Planner planner):
    """SWL-R24, option `by-action`: a Prussian a ply, as long as there are any to come."""
    cdef uint8_t squares[MOST_TARGETS]
    cdef int count = drawing_squares(planner.law, &planner.state, squares)
    if not count or planner.state.undrawn[0] >= CODES:
        return []
    spend(planner.law, &planner.state, PR if planner.state.split else AL)
    draw_prussian(planner.law, &planner.state, squares[0])
    return [Enter("PRUSSIAN", name_of(planner.position, squares[0]))]


# --- The best action --------------------------------------------------------------------------------------------------

cdef bint find_best(Planner planner, Action* best, bint* spirit) noexcept:
    """The action that leaves the best state; False where doing nothing is as good."""
    cdef int count = candidates(planner), at, value
    cdef int most = weigh(planner, &planner.state)
    cdef bint found = False, with_spirit
    for at in range(count):
        value = worth_trying(planner, &planner.found[at], False) + below(&planner.chance, NOISE)
        if value > most:
            most, best[0], spirit[0], found = value, planner.found[at], False, True
        with_spirit = (
            planner.found[at].kind == ATTACKING and planner.state.hand[planner.seat][SPIRIT]
            and not planner.state.carded[planner.seat]
        )
        if with_spirit:
            value = worth_trying(planner, &planner.found[at], True) - GAIN_OF_A_CARD
            if value > most:
                most, best[0], spirit[0], found = value, planner.found[at], True, True
    return found


cdef int candidates(Planner planner) noexcept:
    """Everything that one piece can do now."""
    cdef const Law* law = planner.law
    cdef State* state = &planner.state
    cdef int square, slot, count = 0
    for square in range(SQUARES):
        if count + MOST_ACTIONS > MOST_CANDIDATES:
            break
        slot = state.on[square]
        if seat_at(law, state, square) != planner.seat or not may_spend(law, state, law.nation[state.piece[slot].code]):
            continue
        count += list_moves(law, state, slot, planner.found + count)
        count += list_attacks(law, state, slot, planner.found + count)
        count += list_shots(law, state, slot, planner.found + count)
    for slot in range(state.slots):
        if count + MOST_ACTIONS > MOST_CANDIDATES:
            break
        if law.side[state.piece[slot].code] == planner.seat and may_bring(law, state, slot):
            count += list_entries(law, state, slot, planner.found + count)
    return count


cdef int worth_trying(Planner planner, const Action* action, bint spirit) noexcept:
    """The mean of what the state is worth after an action, over the faces of its first die."""
    cdef const Law* law = planner.law
    cdef Shot shot
    cdef State before
    cdef Fight fight
    cdef int face, sum = 0
    planner.trial = planner.state
    if action.kind == MOVING:
        send(law, &planner.trial, action.slot, action.to)
    elif action.kind == ENTERING:
        come_on(law, &planner.trial, action.slot, action.to)
    elif action.kind == FIRING:
        shoot(law, &planner.trial, action.slot, action.to, &shot)
    else:
        strike(law, &planner.trial, &planner.fight, action.slot, &action.assault, spirit, NONE)
        if planner.fight.wants_die:
            before, fight = planner.trial, planner.fight
            for face in range(FACES):
                planner.trial, planner.fight = before, fight
                decide(law, &planner.trial, &planner.fight, face)
                while planner.fight.wants_die:
                    decide(law, &planner.trial, &planner.fight, below(&planner.chance, FACES))
                sum += weigh_end(planner)
            return sum // FACES
    return weigh_end(planner)


cdef int weigh_end(Planner planner) noexcept:
    after(planner.law, &planner.trial, planner.seat)
    return weigh(planner, &planner.trial)


cdef void suppose(const Law* law, State* state, const Action* action) noexcept:
    """The state if all goes well, as the dry run of a mail sees it."""
    if action.kind == ENTERING:
        come_on(law, state, action.slot, action.to)
    elif action.kind == MOVING:
        send(law, state, action.slot, action.to)
    else:
        succeed(law, state, action.slot, action.to)


# --- Cards ------------------------------------------------------------------------------------------------------------

cdef object best_card(Planner planner):
    """A card whose parts are each worth doing, the one with the most of them; None if there is no such."""
    cdef uint8_t* hand = planner.state.hand[planner.seat]
    if planner.state.used or planner.state.carded[planner.seat] or not planner.state.allowance:
        return None
    for card in (BATTERY, COMBINED, INITIATIVE):
        if hand[<int>card]:
            parts = best_parts(planner, card)
            if len(parts) >= (3 if card == INITIATIVE else 2):
                planner.state.carded[planner.seat] = 1
                return (Battery if card == BATTERY else Combined if card == COMBINED else Initiative)(tuple(parts))
    return None


cdef list best_parts(Planner planner, int card):
    """Parts for a card, the best first; the state goes on with them if there are enough."""
    cdef State before = planner.state
    cdef Action best
    cdef int count, at, value, most, part, nation = NONE, arms = 0, base
    cdef uint8_t used[PART_MOST]
    cdef uint8_t ground[PART_MOST]
    parts = []
    for part in range(PART_MOST if card == BATTERY else 3):
        count = candidates(planner)
        base = weigh(planner, &planner.state)
        most = base + (0 if card == INITIATIVE else GAIN_OF_A_CARD)
        best.slot = NONE
        for at in range(count):
            if fits(planner, card, &planner.found[at], nation, arms, used, ground, part):
                value = worth_trying(planner, &planner.found[at], False)
                if value > most:
                    most, best = value, planner.found[at]
        if best.slot == NONE:
            break
        parts.append(order_at(planner, &best))
        nation = planner.law.nation[planner.state.piece[best.slot].code]
        arms |= 1 << planner.law.arm[planner.state.piece[best.slot].code]
        used[part], ground[part] = best.slot, planner.state.piece[best.slot].place
        suppose(planner.law, &planner.state, &best)
    if len(parts) < (3 if card == INITIATIVE else 2):
        planner.state = before
    else:
        spend(planner.law, &planner.state, nation)
    return parts


cdef bint fits(
    Planner planner, int card, const Action* action, int nation, int arms, const uint8_t* used, const uint8_t* ground,
    int parts
) noexcept:
    """Whether an action can be the next part of a card; parts of one nation only."""
    cdef const Piece* piece = &planner.state.piece[action.slot]
    cdef int at
    if nation != NONE and planner.law.nation[piece.code] != nation:
        return False
    for at in range(parts):
        if used[at] == action.slot:
            return False
    if card == INITIATIVE:
        return action.kind == MOVING
    if card == COMBINED:
        return (action.kind == ATTACKING or action.kind == FIRING) and not (arms >> planner.law.arm[piece.code]) & 1
    return action.kind == FIRING and (parts == 0 or adjoin(ground, parts, piece.place))


# --- What a state is worth --------------------------------------------------------------------------------------------

cdef int weigh(Planner planner, const State* state) noexcept:
    """In hundredths of a point, for the thinker's seat."""
    cdef int seat = planner.seat, enemy = 1 - seat
    if state.over != PLAY_ON:
        return WIN if state.winner == seat else -WIN if state.winner == enemy else 0
    if state.phase == PURSUING:
        return WIN // 2 if state.victor == seat else -WIN // 2
    return (
        forces(planner.law, state, seat) - forces(planner.law, state, enemy)
        + advance(planner.law, state, seat) - advance(planner.law, state, enemy)
        - danger(planner, state)
    )


cdef int forces(const Law* law, const State* state, int seat) noexcept:
    """What a side has, on the board and off it."""
    cdef int slot, sum = 0
    cdef const Piece* piece
    for slot in range(state.slots):
        piece = &state.piece[slot]
        if law.side[piece.code] != seat:
            continue
        if piece.place < SQUARES:
            sum += worth(law, piece)
        elif piece.place <= WITHDRAWN:
            sum += worth(law, piece) * OFF_THE_BOARD // 100
    return sum


cdef int worth(const Law* law, const Piece* piece) noexcept:
    cdef int cls = law.cls[piece.code], immune
    if cls == ART:
        return WORTH_OF_A_GUN
    if cls == CMD:
        return WORTH_OF_A_CMD
    if cls == CINC:
        return WORTH_OF_A_CINC
    immune = WORTH_OF_IMMUNITY if cls == LIGHT else 0
    return WORTHS[law.strength[piece.code]] - COST_OF_A_BLOCK * piece.blocks + immune


cdef int advance(const Law* law, const State* state, int seat) noexcept:
    """How far the army has come, and how near its best two pieces are to each section of the enemy's back row."""
    cdef int slot, section, sum = 0, need, cls
    cdef int nearest[3]
    cdef int second[3]
    cdef const Piece* piece
    for section in range(3):
        nearest[section] = second[section] = 9
    for slot in range(state.slots):
        piece = &state.piece[slot]
        cls = law.cls[piece.code]
        if piece.place >= SQUARES or law.side[piece.code] != seat or cls == CINC:
            continue
        if cls != ART:
            sum += A_ROW_FORWARD * abs(rank_of(piece.place) - back_rank(seat))
        for section in range(3):
            need = actions_to(law, piece, seat, section)
            if need < nearest[section]:
                second[section], nearest[section] = nearest[section], need
            elif need < second[section]:
                second[section] = need
    for section in range(3):
        sum += TWO_ON_THE_LINES // (1 + nearest[section] + second[section])
    return sum


cdef int actions_to(const Law* law, const Piece* piece, int seat, int section) noexcept:
    """About how many actions a piece needs to a third of the enemy's back row, counted from the west."""
    cdef int rows = abs(rank_of(piece.place) - back_rank(1 - seat)), file = file_of(piece.place), aside = 0
    if file < 4 * section:
        aside = 4 * section - file
    elif file > 4 * section + 3:
        aside = file - 4 * section - 3
    if law.arm[piece.code] == CAVALRY:
        return (rows > 0) + (aside > 0)
    if law.cls[piece.code] == ART:
        return rows + aside
    return (rows + aside + 2) // 3 if law.cls[piece.code] == LIGHT else (rows + aside + 1) // 2


cdef int danger(Planner planner, const State* state) noexcept:
    """What the best answers of the enemy would cost, one for each of his actions."""
    cdef const Law* law = planner.law
    cdef Action found[MOST_ACTIONS]
    cdef int square, slot, at, count, gain, best, reply, sum = 0
    cdef int[MOST_REPLIES] gains
    for reply in range(MOST_REPLIES):
        gains[reply] = 0
    for square in range(SQUARES):
        if seat_at(law, state, square) != 1 - planner.seat:
            continue
        slot = state.on[square]
        count = list_attacks(law, state, slot, found)
        count += list_shots(law, state, slot, found + count)
        best = 0
        for at in range(count):
            gain = gain_of(law, state, &found[at])
            best = max(best, gain)
        for reply in range(MOST_REPLIES):
            if best > gains[reply]:
                best, gains[reply] = gains[reply], best
    for reply in range(MOST_REPLIES):
        sum += gains[reply]
    return sum * 3 // 4


cdef int gain_of(const Law* law, const State* state, const Action* action) noexcept:
    """What an attack or a shot may be expected to win: half of both pieces in a tie."""
    cdef const Piece* attacker = &state.piece[action.slot]
    cdef const Piece* target
    cdef int strength, against
    if action.to >= TILE_TARGET:
        return 0
    target = &state.piece[state.on[action.to]]
    if action.kind == FIRING:
        return 0 if law.cls[target.code] == LIGHT else worth(law, target)
    if law.cls[target.code] == ART:
        return -worth(law, attacker) if is_front(law, state, action.to, action.assault.direction) else WORTH_OF_A_GUN
    if law.cls[attacker.code] == CINC or law.cls[target.code] == CINC:
        return worth(law, target)
    strength = strength_of(law, attacker) + attack_bonus(law, state, attacker.code, action.assault.square)
    against = strength_of(law, target) + defence_bonus(law, state, target.code, action.to, action.assault.square)
    if strength == against:
        return (worth(law, target) - worth(law, attacker)) // 2
    return worth(law, target) if strength > against else -worth(law, attacker)
