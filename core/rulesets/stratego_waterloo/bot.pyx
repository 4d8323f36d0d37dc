"""A player without memory: what it orders for a seat in a position that it takes for the truth.

It looks one action ahead, again and again until the ply is planned: every action is tried on a copy of the field, with
all faces of the die, and the best one kept. It is fair only if the position handed in holds no secrets of the enemy's;
what is not known has to be guessed before.
"""

from core.rulesets.stratego_waterloo import lines
from core.rulesets.stratego_waterloo.draft import CARDS as CARD_NAMES
from core.rulesets.stratego_waterloo.draft import pick
from core.rulesets.stratego_waterloo.orders import (
    Battery, Burn, Combined, End, Enter, Go, Initiative, Keep, Plan, Rest, Setup, Take, When,
)

from libc.stdint cimport uint8_t, uint64_t

from core.rulesets.stratego_waterloo.actions cimport (
    ATTACKING, ENTERING, FIRING, MOST_ACTIONS, MOVING, Action, adjoin, list_attacks, list_entries, list_moves,
    list_shots,
)
from core.rulesets.stratego_waterloo.board cimport (
    AL, ART, BATTERY, CAVALRY, CINC, CMD, CODES, COMBINED, INITIATIVE, LIGHT, NONE, PR, SPIRIT, SQUARES, Law, back_rank,
    file_of, rank_of,
)
from core.rulesets.stratego_waterloo.combat cimport Fight, Shot, attack_bonus, decide, defence_bonus, shoot, strike
from core.rulesets.stratego_waterloo.engine cimport (
    after, come_on, draw_prussian, drawing_squares, may_bring, may_take, spend,
)
from core.rulesets.stratego_waterloo.field cimport (
    DRAFTING, PLAY_ON, PURSUING, RESTING, SETTING_UP, WITHDRAWN, Field, Piece, eliminate, present_ply, seat_at, send,
    strength_of,
)
from core.rulesets.stratego_waterloo.moves cimport MOST_TARGETS, TILE_TARGET, is_front, may_rest, may_spend
from core.rulesets.stratego_waterloo.position cimport Position
from core.rulesets.stratego_waterloo.sets cimport name_of, order_of
from core.stream cimport Stream, below, start

SEATS = ("blue", "red")

cdef enum:
    FACES = 6
    MOST_CANDIDATES = 1500
    PART_MOST = 6  # shots of a battery
    # In hundredths of a point (section 7 of the rulebook).
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


cdef class Thinker:
    """A ply being planned: the field as it will be if all goes well."""

    cdef Position position
    cdef const Law* law
    cdef Field field
    cdef Field trial
    cdef Fight fight
    cdef Stream chance
    cdef Action found[MOST_CANDIDATES]
    cdef int seat


def choose(Position position, seat, uint64_t seed):
    """Orders for all that the seat owes, as lines of one mail; none where it owes nothing. The same every time."""
    if position.field.to_move != SEATS.index(seat) or position.field.phase > PURSUING:
        return ()
    if position.field.phase == SETTING_UP:
        return lines.numbered([Setup(default=True)])
    if position.field.phase == DRAFTING:
        return lines.numbered(usual_pick(position))
    if position.field.phase == PURSUING:
        return lines.numbered([Plan("auto")])
    return lines.numbered(plan_a_ply(position, seed))


cdef list usual_pick(Position position):
    stack = {name: position.field.stack[card] for card, name in enumerate(CARD_NAMES)}
    chosen = pick(stack, (), ())
    return [Keep((chosen.keep,)), *([Burn((chosen.burn,))] if chosen.burn else [])]


cdef list plan_a_ply(Position position, uint64_t seed):
    """The free orders, a card if one is worth it, then the best action as long as any is better than none."""
    cdef Thinker mind = Thinker.__new__(Thinker)
    cdef Action action
    cdef bint spirit = False
    mind.position, mind.law, mind.field = position, &position.variant.law, position.field
    mind.seat = position.field.to_move
    start(&mind.chance, seed)
    orders = free_orders(mind)
    orders += drawn(mind)
    card = best_card(mind)
    if card is not None:
        orders.append(card)
    while find_best(mind, &action, &spirit):
        order = order_at(mind, &action)
        if spirit:
            order = Go(order.path, order.how, True)
            mind.field.carded[mind.seat] = 1
        orders.append(order)
        suppose(mind.law, &mind.field, &action)
        spend(mind.law, &mind.field, mind.law.nation[mind.field.piece[action.slot].code])
    # What comes first has changed the board by the time that the others come: they are tried.
    return [*orders[:1], *[When("try", order) for order in orders[1:]], End()]


cdef object order_at(Thinker mind, const Action* action):
    """The order for an action on the field as it is supposed to be by then."""
    cdef Position there = mind.position.copy()
    there.field = mind.field
    return order_of(there, action)


cdef list free_orders(Thinker mind):
    """SWL-146: the best two cards; SWL-077: tired cavalry rests."""
    cdef int slot
    orders = []
    if may_take(mind.law, &mind.field):
        stack = {name: mind.field.discards[card] for card, name in enumerate(CARD_NAMES)}
        chosen = pick(stack, (), ())
        orders.append(Take((chosen.keep, chosen.burn)))
    for slot in range(mind.field.slots):
        if mind.law.side[mind.field.piece[slot].code] != mind.seat or mind.field.piece[slot].blocks < TIRED:
            continue
        if may_rest(mind.law, &mind.field, slot):
            orders.append(Rest(name_of(mind.position, mind.field.piece[slot].place)))
            mind.field.piece[slot].left = present_ply(mind.law, &mind.field)
            send(mind.law, &mind.field, slot, RESTING)
    return orders


cdef list drawn(Thinker mind):
    """SWL-R24, option `by-action`: a Prussian a ply, as long as there are any to come."""
    cdef uint8_t squares[MOST_TARGETS]
    cdef int count = drawing_squares(mind.law, &mind.field, squares)
    if not count or mind.field.undrawn[0] >= CODES:
        return []
    spend(mind.law, &mind.field, PR if mind.field.split else AL)
    draw_prussian(mind.law, &mind.field, squares[0])
    return [Enter("PRUSSIAN", name_of(mind.position, squares[0]))]


# --- The best action --------------------------------------------------------------------------------------------------

cdef bint find_best(Thinker mind, Action* best, bint* spirit) noexcept:
    """The action that leaves the best field; False where doing nothing is as good."""
    cdef int count = candidates(mind), at, value
    cdef int most = weigh(mind, &mind.field)
    cdef bint found = False, with_spirit
    for at in range(count):
        value = worth_trying(mind, &mind.found[at], False) + below(&mind.chance, NOISE)
        if value > most:
            most, best[0], spirit[0], found = value, mind.found[at], False, True
        with_spirit = (
            mind.found[at].kind == ATTACKING and mind.field.hand[mind.seat][SPIRIT]
            and not mind.field.carded[mind.seat]
        )
        if with_spirit:
            value = worth_trying(mind, &mind.found[at], True) - GAIN_OF_A_CARD
            if value > most:
                most, best[0], spirit[0], found = value, mind.found[at], True, True
    return found


cdef int candidates(Thinker mind) noexcept:
    """Everything that one piece can do now."""
    cdef const Law* law = mind.law
    cdef Field* field = &mind.field
    cdef int square, slot, count = 0, nation
    for square in range(SQUARES):
        if count + MOST_ACTIONS > MOST_CANDIDATES:
            break
        slot = field.on[square]
        if seat_at(law, field, square) != mind.seat or not may_spend(law, field, law.nation[field.piece[slot].code]):
            continue
        count += list_moves(law, field, slot, mind.found + count)
        count += list_attacks(law, field, slot, mind.found + count)
        count += list_shots(law, field, slot, mind.found + count)
    for slot in range(field.slots):
        if count + MOST_ACTIONS > MOST_CANDIDATES:
            break
        if law.side[field.piece[slot].code] == mind.seat and may_bring(law, field, slot):
            count += list_entries(law, field, slot, mind.found + count)
    return count


cdef int worth_trying(Thinker mind, const Action* action, bint spirit) noexcept:
    """The mean of what the field is worth after an action, over the faces of its first die."""
    cdef const Law* law = mind.law
    cdef Shot shot
    cdef Field before
    cdef Fight fight
    cdef int face, sum = 0
    mind.trial = mind.field
    if action.kind == MOVING:
        send(law, &mind.trial, action.slot, action.to)
    elif action.kind == ENTERING:
        come_on(law, &mind.trial, action.slot, action.to)
    elif action.kind == FIRING:
        shoot(law, &mind.trial, action.slot, action.to, &shot)
    else:
        strike(law, &mind.trial, &mind.fight, action.slot, &action.assault, spirit, NONE)
        if mind.fight.wants_die:
            before, fight = mind.trial, mind.fight
            for face in range(FACES):
                mind.trial, mind.fight = before, fight
                decide(law, &mind.trial, &mind.fight, face)
                while mind.fight.wants_die:
                    decide(law, &mind.trial, &mind.fight, below(&mind.chance, FACES))
                sum += weigh_end(mind)
            return sum // FACES
    return weigh_end(mind)


cdef int weigh_end(Thinker mind) noexcept:
    after(mind.law, &mind.trial, mind.seat)
    return weigh(mind, &mind.trial)


cdef void suppose(const Law* law, Field* field, const Action* action) noexcept:
    """The field if all goes well, as the check of a mail sees it (5.4)."""
    if action.kind == ENTERING:
        come_on(law, field, action.slot, action.to)
    elif action.kind == MOVING:
        send(law, field, action.slot, action.to)
    elif action.to >= TILE_TARGET:
        field.damage[action.to - TILE_TARGET] += 1
    else:
        eliminate(law, field, field.on[action.to])
        if action.kind == ATTACKING:
            send(law, field, action.slot, action.to)


# --- Cards ------------------------------------------------------------------------------------------------------------

cdef object best_card(Thinker mind):
    """A card whose parts are each worth doing, the one with the most of them; None if there is no such."""
    cdef uint8_t* hand = mind.field.hand[mind.seat]
    if mind.field.used or mind.field.carded[mind.seat] or not mind.field.allowance:
        return None
    for card in (BATTERY, COMBINED, INITIATIVE):
        if hand[<int>card]:
            parts = best_parts(mind, card)
            if len(parts) >= (3 if card == INITIATIVE else 2):
                mind.field.carded[mind.seat] = 1
                return (Battery if card == BATTERY else Combined if card == COMBINED else Initiative)(tuple(parts))
    return None


cdef list best_parts(Thinker mind, int card):
    """Parts for a card, the best first; the field goes on with them if there are enough."""
    cdef Field before = mind.field
    cdef Action best
    cdef int count, at, value, most, part, nation = NONE, arms = 0, base
    cdef uint8_t used[PART_MOST]
    cdef uint8_t ground[PART_MOST]
    parts = []
    for part in range(PART_MOST if card == BATTERY else 3):
        count = candidates(mind)
        base = weigh(mind, &mind.field)
        most = base + (0 if card == INITIATIVE else GAIN_OF_A_CARD)
        best.slot = NONE
        for at in range(count):
            if fits(mind, card, &mind.found[at], nation, arms, used, ground, part):
                value = worth_trying(mind, &mind.found[at], False)
                if value > most:
                    most, best = value, mind.found[at]
        if best.slot == NONE:
            break
        parts.append(order_at(mind, &best))
        nation = mind.law.nation[mind.field.piece[best.slot].code]
        arms |= 1 << mind.law.arm[mind.field.piece[best.slot].code]
        used[part], ground[part] = best.slot, mind.field.piece[best.slot].place
        suppose(mind.law, &mind.field, &best)
    if len(parts) < (3 if card == INITIATIVE else 2):
        mind.field = before
    else:
        spend(mind.law, &mind.field, nation)
    return parts


cdef bint fits(
    Thinker mind, int card, const Action* action, int nation, int arms, const uint8_t* used, const uint8_t* ground,
    int parts
) noexcept:
    """Whether an action can be the next part of a card; parts of one nation only."""
    cdef const Piece* piece = &mind.field.piece[action.slot]
    cdef int at
    if nation != NONE and mind.law.nation[piece.code] != nation:
        return False
    for at in range(parts):
        if used[at] == action.slot:
            return False
    if card == INITIATIVE:
        return action.kind == MOVING
    if card == COMBINED:
        return (action.kind == ATTACKING or action.kind == FIRING) and not (arms >> mind.law.arm[piece.code]) & 1
    return action.kind == FIRING and (parts == 0 or adjoin(ground, parts, piece.place))


# --- What a field is worth ----------------------------------------------------------------------------------------------

cdef int weigh(Thinker mind, const Field* field) noexcept:
    """In hundredths of a point, for the thinker's seat."""
    cdef int seat = mind.seat, enemy = 1 - seat
    if field.over != PLAY_ON:
        return WIN if field.winner == seat else -WIN if field.winner == enemy else 0
    if field.phase == PURSUING:
        return WIN // 2 if field.victor == seat else -WIN // 2
    return (
        forces(mind.law, field, seat) - forces(mind.law, field, enemy)
        + advance(mind.law, field, seat) - advance(mind.law, field, enemy)
        - danger(mind, field)
    )


cdef int forces(const Law* law, const Field* field, int seat) noexcept:
    """What a side has, on the board and off it."""
    cdef int slot, sum = 0
    cdef const Piece* piece
    for slot in range(field.slots):
        piece = &field.piece[slot]
        if law.side[piece.code] != seat:
            continue
        if piece.place < SQUARES:
            sum += worth(law, piece)
        elif piece.place <= WITHDRAWN:
            sum += worth(law, piece) * OFF_THE_BOARD // 100
    return sum


cdef int worth(const Law* law, const Piece* piece) noexcept:
    cdef int cls = law.cls[piece.code]
    if cls == ART:
        return WORTH_OF_A_GUN
    if cls == CMD:
        return WORTH_OF_A_CMD
    if cls == CINC:
        return WORTH_OF_A_CINC
    return WORTHS[law.strength[piece.code]] - COST_OF_A_BLOCK * piece.blocks + (WORTH_OF_IMMUNITY if cls == LIGHT else 0)


cdef int advance(const Law* law, const Field* field, int seat) noexcept:
    """How far the army has come, and how near its best two pieces are to each section of the enemy's back row."""
    cdef int slot, section, sum = 0, need, cls
    cdef int nearest[3]
    cdef int second[3]
    cdef const Piece* piece
    for section in range(3):
        nearest[section] = second[section] = 9
    for slot in range(field.slots):
        piece = &field.piece[slot]
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


cdef int danger(Thinker mind, const Field* field) noexcept:
    """What the best answers of the enemy would cost, one for each of his actions."""
    cdef const Law* law = mind.law
    cdef Action found[MOST_ACTIONS]
    cdef int square, slot, at, count, gain, best, reply, sum = 0
    cdef int[MOST_REPLIES] gains
    cdef const Piece* piece
    for reply in range(MOST_REPLIES):
        gains[reply] = 0
    for square in range(SQUARES):
        if seat_at(law, field, square) != 1 - mind.seat:
            continue
        slot = field.on[square]
        count = list_attacks(law, field, slot, found)
        count += list_shots(law, field, slot, found + count)
        best = 0
        for at in range(count):
            gain = gain_of(law, field, &found[at])
            best = max(best, gain)
        for reply in range(MOST_REPLIES):
            if best > gains[reply]:
                best, gains[reply] = gains[reply], best
    for reply in range(MOST_REPLIES):
        sum += gains[reply]
    return sum * 3 // 4


cdef int gain_of(const Law* law, const Field* field, const Action* action) noexcept:
    """What an attack or a shot may be expected to win: half of both pieces in a tie."""
    cdef const Piece* attacker = &field.piece[action.slot]
    cdef const Piece* target
    cdef int strength, against
    if action.to >= TILE_TARGET:
        return 0
    target = &field.piece[field.on[action.to]]
    if action.kind == FIRING:
        return 0 if law.cls[target.code] == LIGHT else worth(law, target)
    if law.cls[target.code] == ART:
        return -worth(law, attacker) if is_front(law, field, action.to, action.assault.direction) else WORTH_OF_A_GUN
    if law.cls[attacker.code] == CINC or law.cls[target.code] == CINC:
        return worth(law, target)
    strength = strength_of(law, attacker) + attack_bonus(law, field, attacker.code, action.assault.square)
    against = strength_of(law, target) + defence_bonus(law, field, target.code, action.to, action.assault.square)
    if strength == against:
        return (worth(law, target) - worth(law, attacker)) // 2
    return worth(law, target) if strength > against else -worth(law, attacker)
