"""Games played on at random, without Python in the loop: for robots that look ahead, and to measure.

Every legal order can come, cards and standing choices included, but not each as often as the others: a piece is drawn
first, then one of its actions. Dice, cards and labels come from a fast stream. What a side sees does not matter here;
a robot that uses this has to hand in a position that holds no secrets of the enemy's.

What happens is done by the same functions as in a game that is mailed; what is looked up faster here is tied to them by
a test, which plays what `traced` tells of a playout through `adjudicate` and compares every position.
"""

from core.contract import Playout
from core.rulesets.stratego_waterloo.board import CARD_NAMES
from core.rulesets.stratego_waterloo.orders import (
    Battery, Burn, Charge, Combined, Cut, End, Enter, Go, Initiative, Keep, Reconnoitre, Rest, Retire, Save, Setup,
    Stop, Take,
)
from core.rulesets.stratego_waterloo.setup import default_formation

from libc.stdint cimport uint64_t, uint8_t
from libc.string cimport memcpy

from core.rulesets.stratego_waterloo.actions cimport (
    ATTACKING, FIRING, MOST_ACTIONS, MOST_TARGETS, MOVING, Action, adjoin, find_assault, list_attacks, list_entries,
    list_moves, list_shots, may_rest, may_spend, shots,
)
from core.rulesets.stratego_waterloo.board cimport (
    AL, ART, BATTERY, BLUE, BY_CARDS, CARDS, CAVALRY, COMBINED, DIRECTIONS, FARM, INFANTRY, INITIATIVE, LIGHT,
    MOST_PIECES, MUD, NONE, PR, RECONNAISSANCE, RED, SPIRIT, SQUARES, Law, Variant, in_half,
)
from core.rulesets.stratego_waterloo.combat cimport Fight, Shot, decide, shoot, strike
from core.rulesets.stratego_waterloo.legal cimport name_of, order_of
from core.rulesets.stratego_waterloo.position cimport Position
from core.rulesets.stratego_waterloo.pursuit cimport (
    CHARGES, CUTS, NO_CAUSE, RETIRES, SAVES, Act, Riders, act, call_off, can_act, cause_to_end, gather, is_fugitive,
    label_of, next_ply, nothing_left, set_out,
)
from core.rulesets.stratego_waterloo.state cimport (
    DRAFTING, IN_RESERVE, LATE, OVER, PLAYING, PLAY_ON, PURSUING, RIDING, WITHDRAWN, State, make_piece, terrain_at,
)
from core.rulesets.stratego_waterloo.turns cimport (
    Turning, after, close_ply, come_on, decide_grouchy, draw_prussian, drawing_squares, fill_bag, may_bring,
    may_return, may_take, next_of, open_first, pay_card, scout, send_to_rest, spend, take_discard, take_pick, walk,
)
from core.stream cimport Stream, below, start


cdef extern from *:
    """
    /* All squares of a board in one word: bit 12 * rank + file. */
    typedef unsigned __int128 Squares;
    #define COLUMN_A ((Squares)0x1001001001001001ULL | (Squares)0x1001001001ULL << 72)
    #define COLUMN_L (COLUMN_A << 11)
    #define ALL_SQUARES (((Squares)1 << 120) - 1)

    static inline Squares squares_in(const uint64_t* halves) {
        return (Squares)halves[0] | (Squares)halves[1] << 60;
    }
    static inline Squares square_alone(int square) {
        return (Squares)1 << square;
    }
    static inline Squares squares_beside(Squares these) {
        return (these << 12 | these >> 12 | (these & ~COLUMN_L) << 1 | (these & ~COLUMN_A) >> 1) & ALL_SQUARES;
    }
    static inline int squares_counted(Squares these) {
        return __builtin_popcountll((uint64_t)these) + __builtin_popcountll((uint64_t)(these >> 64));
    }
    static inline int square_number(Squares these, int number) {
        uint64_t low = (uint64_t)these, high = (uint64_t)(these >> 64);
        int below = __builtin_popcountll(low);
        if (number >= below) {
            for (number -= below; number; number--) high &= high - 1;
            return 64 + __builtin_ctzll(high);
        }
        for (; number; number--) low &= low - 1;
        return __builtin_ctzll(low);
    }
    """
    ctypedef unsigned long long Squares  # 128 bits in truth
    Squares squares_in(const uint64_t* halves) noexcept nogil
    Squares square_alone(int square) noexcept nogil
    Squares squares_beside(Squares these) noexcept nogil  # the neighbours of all of them
    int squares_counted(Squares these) noexcept nogil
    int square_number(Squares these, int number) noexcept nogil  # one of them, from 0

cdef enum:
    FACES = 6
    SECTIONS = 3
    TRIES = 24  # pieces that are looked at for an action before the ply is given up
    SELDOM = 64  # one time in so many a ply ends early
    NOW_AND_THEN = 8
    MOST_INSPECTED = 4  # SWL-139
    MOST_MOVES = 3  # SWL-140

cdef enum:  # the words of a trace
    ENDS = 0
    CALLS_OFF = 1
    SETS_UP = 2


cdef class Start:
    """The default formations of both sides, ready to be put on a state."""

    cdef uint8_t code[2][MOST_PIECES]
    cdef uint8_t place[2][MOST_PIECES]
    cdef int count[2]

    def __init__(self, Variant variant):
        cdef int seat
        for seat in range(2):
            formed = default_formation(variant.battlefield, variant.board.written, ("blue", "red")[seat])
            squares = variant.board.squares
            places = [(code, squares[square]) for square, code in formed.board.items()]
            places += [(code, IN_RESERVE) for code in formed.reserve]
            if seat == BLUE:
                late = variant.battlefield.late
                places += [(code, LATE) for code, number in late.items() for _ in range(number)]
            self.count[seat] = 0
            for code, place in places:
                self.code[seat][self.count[seat]] = variant.board.number[code]
                self.place[seat][self.count[seat]] = place
                self.count[seat] += 1


cdef class Game:
    """One playout: the state as it changes, and where its chance comes from."""

    cdef const Law* law
    cdef Start start
    cdef State state
    cdef Stream chance
    cdef Fight fight
    cdef int moves
    cdef bint traced  # whether somebody listens
    cdef object variant  # Variant; for the trace
    cdef list decisions  # of the trace: (orders, position before, how many rolls before)
    cdef list parts  # of the card being played
    cdef list rolls  # from 1
    cdef bint muddy  # whether there is MUD: then the plain lists of `moves` are used


def playout(Position position, uint64_t seed, limit):
    """`position` played on until the game is over or `limit` single piece moves have been made, as a `Playout`."""
    cdef Game game = Game.__new__(Game)
    return played(game, position, seed, limit)


def traced(Position position, uint64_t seed, limit):
    """A playout with all that led there: the `Playout`, its decisions, and every roll of a die from 1.

    A decision is the orders of its seat, the position they were given in, and how many rolls had been made by then.
    """
    cdef Game game = Game.__new__(Game)
    game.traced = True
    reached = played(game, position, seed, limit)
    return reached, game.decisions, game.rolls


cdef object played(Game game, Position position, uint64_t seed, limit):
    cdef int most = min(limit, 2**31 - 1), tile
    cdef Position reached = Position.__new__(Position)
    game.law = &position.variant.law
    game.start = position.variant.start
    if game.start is None:
        game.start = position.variant.start = Start(position.variant)
    game.state = position.state
    game.moves = 0
    game.variant, game.decisions, game.rolls = position.variant, [], []
    game.muddy = False
    for tile in range(position.variant.law.tiles):
        game.muddy |= position.variant.law.tile_kind[tile] == MUD
    start(&game.chance, seed)
    with nogil:
        run(game, most)
    reached.variant, reached.state = position.variant, game.state
    return Playout(reached, game.moves)


cdef void run(Game game, int most) noexcept nogil:
    cdef State* state = &game.state
    while state.over == PLAY_ON and game.moves < most:
        if state.phase == PLAYING:
            take_an_action(game)
        elif state.phase == PURSUING:
            pursue(game)
        elif state.phase == DRAFTING:
            pick(game)
        else:
            set_up(game)
    # Nobody is to be asked for a ply in which nothing can be done any more.
    if state.over != PLAY_ON:
        return
    if state.phase == PLAYING and state.used >= state.allowance and not may_return(game.law, state, state.to_move):
        end_ply(game)
    elif state.phase == PURSUING and not can_act(game.law, state):
        end_chase(game)


cdef inline bint chance_of(Game game, int one_in) noexcept nogil:
    return below(&game.chance, one_in) == 0


cdef inline int die(Game game, int faces) noexcept nogil:
    """A roll of the rules, from 0, as distinct from a choice."""
    cdef int rolled = below(&game.chance, faces)
    if game.traced:
        note_roll(game, rolled + 1)
    return rolled


# --- The trace --------------------------------------------------------------------------------------------------------

cdef void note_roll(Game game, int rolled) noexcept with gil:
    game.rolls.append(rolled)


cdef Position position_now(Game game):
    cdef Position position = Position.__new__(Position)
    position.variant, position.state = game.variant, game.state
    return position


cdef void note(Game game, orders) noexcept:
    game.decisions.append((orders, position_now(game), len(game.rolls)))


cdef void note_action(Game game, const Action* action, bint spirit) noexcept with gil:
    order = order_of(position_now(game), action)
    note(game, [Go(order.path, order.how, True) if spirit else order])


cdef void note_word(Game game, int word) noexcept with gil:
    note(game, [(End(), Stop(), Setup(default=True))[word]])


cdef void note_draw(Game game, int square) noexcept with gil:
    note(game, [Enter("PRUSSIAN", name_of(position_now(game), square))])


cdef void note_rest(Game game, int slot) noexcept with gil:
    note(game, [Rest(name_of(position_now(game), game.state.piece[slot].place))])


cdef void note_cards(Game game, bint taken, int one, int other) noexcept with gil:
    if taken:
        note(game, [Take((CARD_NAMES[one], CARD_NAMES[other]))])
    else:
        note(game, [Keep((CARD_NAMES[one],)), *([Burn((CARD_NAMES[other],))] if other != NONE else [])])


cdef void note_scouting(Game game, const uint8_t* squares, int count) noexcept with gil:
    cdef Position position = position_now(game)
    # The draw may hit a piece twice, which shows no more of it.
    note(game, [Reconnoitre(tuple(dict.fromkeys([name_of(position, squares[at]) for at in range(count)])))])


cdef void note_part(Game game, int card, const Action* action, bint first) noexcept with gil:
    """A part of a card; the decision, which is that of its first part, gets the order with all of them."""
    if first:
        game.parts = []
        note(game, None)
    game.parts.append(order_of(position_now(game), action))
    kind = Initiative if card == INITIATIVE else Combined if card == COMBINED else Battery
    _, before, rolls = game.decisions.pop()
    game.decisions.append(([kind(tuple(game.parts))], before, rolls))


cdef void note_act(Game game, const Act* done) noexcept with gil:
    cdef Position position = position_now(game)
    rider = label_of(position, done.rider) if done.rider != NONE else None
    if done.kind == RETIRES:
        note(game, [Retire(rider)])
    elif done.kind == CHARGES:
        note(game, [Charge(rider, label_of(position, done.target))])
    else:
        square = name_of(position, game.state.piece[done.target].place)
        note(game, [Save(square) if done.kind == SAVES else Cut(rider, square)])


# --- Before the battle ------------------------------------------------------------------------------------------------

cdef void set_up(Game game) noexcept nogil:
    """The side to set up gets its default formation (SWL-016); after BLUE's the draft, or the first turn."""
    cdef State* state = &game.state
    cdef int seat = state.to_move, at
    if not state.dealt:
        deal(game)
    if game.traced:
        note_word(game, SETS_UP)
    for at in range(game.start.count[seat]):
        make_piece(game.law, state, game.start.code[seat][at], game.start.place[seat][at])
    if seat == RED:
        state.to_move = BLUE
    elif game.law.has_cards:
        state.phase = DRAFTING
        state.to_move = RED
    else:
        open_first(game.law, state)
    state.step += 1


cdef void deal(Game game) noexcept nogil:
    """SWL-006, SWL-013."""
    cdef State* state = &game.state
    cdef int seat, at, other
    if game.law.retreat == BY_CARDS:
        for seat in range(2):
            state.section[seat] = die(game, SECTIONS)
    fill_bag(game.law, state)
    for at in range(state.undrawn_count - 1, 0, -1):
        other = die(game, at + 1)
        state.undrawn[at], state.undrawn[other] = state.undrawn[other], state.undrawn[at]
    state.dealt = 1


cdef void pick(Game game) noexcept nogil:
    """One pick of the draft, by chance (SWL-132)."""
    cdef State* state = &game.state
    cdef int seat = state.to_move, card, burnt, left = 0
    cdef uint8_t others[CARDS]
    card = any_card(game, state.stack)
    if card != NONE:
        memcpy(others, state.stack, CARDS)
        others[card] -= 1
        burnt = any_card(game, others)
        if game.traced:
            note_cards(game, False, card, burnt)
        take_pick(state, seat, card, burnt)
    for card in range(CARDS):
        left += state.stack[card]
    state.to_move = seat ^ 1
    state.step += 1
    if not left:
        open_first(game.law, state)


cdef int any_card(Game game, const uint8_t* cards) noexcept nogil:
    cdef int card, count = 0, drawn
    for card in range(CARDS):
        count += cards[card]
    if not count:
        return NONE
    drawn = below(&game.chance, count)
    for card in range(CARDS):
        drawn -= cards[card]
        if drawn < 0:
            return card
    return NONE


# --- A ply ------------------------------------------------------------------------------------------------------------

cdef void take_an_action(Game game) noexcept nogil:
    """One action of the mover by chance, or the end of his ply."""
    cdef State* state = &game.state
    cdef int seat = state.to_move
    cdef bint spent = state.used >= state.allowance
    if not state.used:
        prepare(game)
    if spent and not (state.pool[seat] and may_return(game.law, state, seat)):
        end_ply(game)
    elif spent and chance_of(game, 2) or chance_of(game, SELDOM):
        end_ply(game)
    elif not state.used and not state.carded[seat] and chance_of(game, 2) and play_card(game):
        return
    elif not (state.pool[seat] and chance_of(game, 4) and bring_on(game)) and not (not spent and use_a_piece(game)):
        end_ply(game)


cdef void prepare(Game game) noexcept nogil:
    """What is free before the first action: cards taken (SWL-146), tired cavalry sent to rest (SWL-077)."""
    cdef State* state = &game.state
    cdef int slot, one, other
    cdef uint8_t others[CARDS]
    if state.to_move == RED and may_take(game.law, state) and chance_of(game, 2):
        one = any_card(game, state.discards)
        memcpy(others, state.discards, CARDS)
        others[one] -= 1
        other = any_card(game, others)
        if game.traced:
            note_cards(game, True, one, other)
        take_discard(state, one)
        take_discard(state, other)
    if chance_of(game, NOW_AND_THEN):
        for slot in range(state.slots):
            if state.piece[slot].blocks and game.law.side[state.piece[slot].code] == state.to_move:
                if may_rest(game.law, state, slot):
                    if game.traced:
                        note_rest(game, slot)
                    send_to_rest(game.law, state, slot)
                    return


cdef void end_ply(Game game) noexcept nogil:
    cdef Turning turning
    if game.traced:
        note_word(game, ENDS)
    close_ply(game.law, &game.state, &turning)
    if turning.wants_die:
        decide_grouchy(game.law, &game.state, &turning, die(game, FACES))
    if game.state.over != PLAY_ON:
        game.state.phase = OVER


cdef void activated(Game game) noexcept nogil:
    """After every activation: a move more, and perhaps the end of the battle."""
    game.moves += 1
    if not after(game.law, &game.state, game.state.to_move):
        return
    if game.state.over != PLAY_ON:
        game.state.phase = OVER
    else:
        begin_pursuit(game)


cdef bint bring_on(Game game) noexcept nogil:
    """A piece of the pool, or an undrawn Prussian, comes onto the board; False where none can."""
    cdef const Law* law = game.law
    cdef State* state = &game.state
    cdef Action found[MOST_ACTIONS]
    cdef uint8_t squares[MOST_TARGETS]
    cdef int first, at, slot, count
    if law.by_action:
        count = drawing_squares(law, state, squares)
        if count and chance_of(game, 2):
            first = squares[below(&game.chance, count)]
            if game.traced:
                note_draw(game, first)
            draw_prussian(law, state, first)
            spend(law, state, PR if state.split else AL)
            activated(game)
            return True
    first = below(&game.chance, state.slots)
    for at in range(state.slots):
        slot = first + at if first + at < state.slots else first + at - state.slots
        if not IN_RESERVE <= state.piece[slot].place <= WITHDRAWN or law.side[state.piece[slot].code] != state.to_move:
            continue
        if not may_bring(law, state, slot):
            continue
        count = list_entries(law, state, slot, found)
        if count:
            found[0] = found[below(&game.chance, count)]
            slot = next_of(law, state, state.piece[slot].code)
            found[0].slot = slot
            if game.traced:
                note_action(game, &found[0], False)
            come_on(law, state, slot, found[0].to)
            spend(law, state, law.nation[state.piece[slot].code])
            activated(game)
            return True
    return False


cdef bint use_a_piece(Game game) noexcept nogil:
    """One action of a piece on the board by chance; False where none of those looked at has any."""
    cdef const Law* law = game.law
    cdef State* state = &game.state
    cdef Action action
    cdef int _tried, slot, seat = state.to_move
    cdef bint spirit
    for _tried in range(TRIES):
        slot = any_piece(game, seat)
        if slot == NONE or not may_spend(law, state, law.nation[state.piece[slot].code]):
            continue
        if any_action(game, slot, &action):
            spirit = action.kind == ATTACKING and state.hand[seat][SPIRIT] and not state.carded[seat]
            spirit = spirit and chance_of(game, 2)
            if game.traced:
                note_action(game, &action, spirit)
            spend(law, state, law.nation[state.piece[slot].code])
            perform(game, &action, spirit)
            return True
    return False


cdef int any_piece(Game game, int seat) noexcept nogil:
    """The slot of a piece on the board, each as likely; NONE where there is none."""
    cdef Squares held = squares_in(game.state.held[seat])
    cdef int count = squares_counted(held)
    if not count:
        return NONE
    return game.state.on[square_number(held, below(&game.chance, count))]


cdef void perform(Game game, const Action* action, bint spirit) noexcept nogil:
    """An action that has been paid for."""
    cdef Shot shot
    if action.kind == MOVING:
        walk(game.law, &game.state, action.slot, action.to)
    elif action.kind == FIRING:
        shoot(game.law, &game.state, action.slot, action.to, &shot)
    else:
        strike(game.law, &game.state, &game.fight, action.slot, &action.assault, spirit, NONE)
        while game.fight.wants_die:
            decide(game.law, &game.state, &game.fight, die(game, FACES))
    activated(game)


# --- What one piece can do: as in `actions`, but only as much of it as one draw needs ---------------------------------

cdef bint any_action(Game game, int slot, Action* action) noexcept nogil:
    """A move, an attack or a shot of a piece on the board, each as likely; False where it has none."""
    cdef int arm = game.law.arm[game.state.piece[slot].code]
    action.slot = slot
    if game.muddy:
        return any_of_all(game, slot, action)
    if arm == INFANTRY:
        return any_walk(game, slot, action)
    if arm == CAVALRY:
        return any_ride(game, slot, action)
    return any_use_of_a_gun(game, slot, action)


cdef bint any_of_all(Game game, int slot, Action* action) noexcept nogil:
    """From the full lists, which know of MUD."""
    cdef Action found[2 * MOST_ACTIONS]
    cdef int count = list_moves(game.law, &game.state, slot, found)
    count += list_attacks(game.law, &game.state, slot, found + count)
    count += list_shots(game.law, &game.state, slot, found + count)
    if count:
        action[0] = found[below(&game.chance, count)]
    return count > 0


cdef bint any_walk(Game game, int slot, Action* action) noexcept nogil:
    """Infantry: SWL-031, SWL-032, SWL-037."""
    cdef State* state = &game.state
    cdef int code = state.piece[slot].code, seat = game.law.side[code], steps, count, drawn
    cdef Squares enemy = squares_in(state.held[seat ^ 1])
    cdef Squares open = ~(enemy | squares_in(state.held[seat]))
    cdef Squares reached = square_alone(state.piece[slot].place), targets
    steps = 3 if game.law.cls[code] == LIGHT else 2
    for _at in range(steps - 1):
        reached = reached | squares_beside(reached) & open
    targets = squares_beside(reached) & enemy
    reached = (reached | squares_beside(reached)) & open
    count = squares_counted(reached)
    drawn = count + squares_counted(targets)
    if not drawn:
        return False
    drawn = below(&game.chance, drawn)
    if drawn < count:
        action.kind, action.to = MOVING, square_number(reached, drawn)
        return True
    action.kind, action.to = ATTACKING, square_number(targets, drawn - count)
    return find_assault(game.law, state, slot, action.to, &action.assault)


cdef bint any_ride(Game game, int slot, Action* action) noexcept nogil:
    """Cavalry: SWL-033, SWL-116."""
    cdef const Law* law = game.law
    cdef State* state = &game.state
    cdef uint8_t found[2 * SQUARES]
    cdef uint8_t way[2 * SQUARES]
    cdef int seat = law.side[state.piece[slot].code], origin = state.piece[slot].place
    cdef int direction, square, following, count = 0, drawn
    for direction in range(DIRECTIONS):
        square = origin
        following = square + law.step[square][direction]
        while following != square:
            if law.tile[following] != NONE and terrain_at(law, state, following) == FARM:
                break
            if state.on[following] != NONE and law.side[state.piece[state.on[following]].code] == seat:
                break
            found[count], way[count] = following, direction
            count += 1
            if state.on[following] != NONE:
                break
            square = following
            following = square + law.step[square][direction]
    if not count:
        return False
    drawn = below(&game.chance, count)
    action.to = found[drawn]
    if state.on[action.to] == NONE:
        action.kind = MOVING
        return True
    action.kind = ATTACKING
    action.assault.target, action.assault.direction = action.to, way[drawn]
    action.assault.square = action.to - law.step[origin][way[drawn]]
    return True


cdef bint any_use_of_a_gun(Game game, int slot, Action* action) noexcept nogil:
    """Artillery: SWL-034, SWL-065."""
    cdef const Law* law = game.law
    cdef State* state = &game.state
    cdef uint8_t found[MOST_TARGETS + DIRECTIONS]
    cdef int origin = state.piece[slot].place, direction, square, count, fires, drawn
    fires = count = shots(law, state, slot, found)
    for direction in range(DIRECTIONS):
        square = origin + law.step[origin][direction]
        if state.on[square] == NONE and not (law.tile[square] != NONE and terrain_at(law, state, square) == FARM):
            found[count] = square
            count += 1
    if not count:
        return False
    drawn = below(&game.chance, count)
    action.kind, action.to = FIRING if drawn < fires else MOVING, found[drawn]
    return True


# --- Cards ------------------------------------------------------------------------------------------------------------

cdef bint play_card(Game game) noexcept nogil:
    """A card of the hand as the first action; False where none was played. A part that ends the battle is the last."""
    cdef State* state = &game.state
    cdef int seat = state.to_move, card
    cdef uint8_t hand[CARDS]
    for card in range(CARDS):
        hand[card] = state.hand[seat][card] if card != SPIRIT else 0
    card = any_card(game, hand)
    if card == NONE or state.used >= state.allowance:
        return False
    if card == RECONNAISSANCE:
        return reconnoitre(game)
    return play_parts(game, card)


cdef bint reconnoitre(Game game) noexcept nogil:
    """SWL-139: a connected group in the enemy's half."""
    cdef State* state = &game.state
    cdef int seat = state.to_move, count = 0, _tried, slot, place
    cdef uint8_t group[MOST_INSPECTED]
    if not may_spend(game.law, state, AL):
        return False
    for _tried in range(TRIES):
        slot = any_piece(game, seat ^ 1)
        if slot == NONE or count == MOST_INSPECTED:
            break
        place = state.piece[slot].place
        if in_half(seat ^ 1, place) and (not count or adjoin(group, count, place)):
            group[count] = place
            count += 1
    if count:
        if game.traced:
            note_scouting(game, group, count)
        for _tried in range(count):
            scout(game.law, state, state.on[group[_tried]])
        pay_card(game.law, state, RECONNAISSANCE, AL)
        game.moves += 1
    return count > 0


cdef bint play_parts(Game game, int card) noexcept nogil:
    """SWL-140 to SWL-142: up to three moves; or an attack of each arm and a shot; or the shots of guns that adjoin."""
    cdef const Law* law = game.law
    cdef State* state = &game.state
    cdef Action action
    cdef uint8_t used[SQUARES]
    cdef uint8_t ground[SQUARES]
    cdef int parts = 0, most = 3, _tried, slot, at, nation, arms = 0
    cdef int nations = NONE  # of the parts so far; NONE also for both, which then stays
    cdef bint fresh
    if card == BATTERY:
        most = 2 + below(&game.chance, 4)
    for _tried in range(TRIES):
        slot = any_piece(game, state.to_move)
        if slot == NONE or parts == most:
            break
        fresh = True
        for at in range(parts):
            fresh = fresh and used[at] != slot
        nation = law.nation[state.piece[slot].code]
        if not fresh or not parts and not may_spend(law, state, nation) or parts and nations != nation:
            continue  # parts of one nation are enough for chance
        if not part_of(game, card, slot, arms, parts, ground, &action):
            continue
        if game.traced:
            note_part(game, card, &action, parts == 0)
        if not parts:
            nations = nation
            pay_card(game.law, state, card, nation)
        used[parts], ground[parts] = slot, state.piece[slot].place
        arms |= 1 << law.arm[state.piece[slot].code]
        parts += 1
        perform(game, &action, False)
        if state.phase != PLAYING:
            break
    return parts > 0


cdef bint part_of(
    Game game, int card, int slot, int arms, int parts, const uint8_t* ground, Action* action
) noexcept nogil:
    """Whether a piece can take part in a card, and what it does then."""
    cdef int arm = game.law.arm[game.state.piece[slot].code]
    cdef int _tried
    if card == COMBINED and (arms >> arm) & 1:
        return False
    if card == BATTERY and (game.law.cls[game.state.piece[slot].code] != ART or parts and not adjoin(
        ground, parts, game.state.piece[slot].place
    )):
        return False
    for _tried in range(4):
        if not any_action(game, slot, action):
            return False
        if (action.kind == MOVING) == (card == INITIATIVE):
            return True
    return False


# --- The pursuit ------------------------------------------------------------------------------------------------------

cdef void begin_pursuit(Game game) noexcept nogil:
    cdef State* state = &game.state
    cdef Riders victors, beaten
    gather(game.law, state, state.victor, &victors)
    gather(game.law, state, state.victor ^ 1, &beaten)
    shuffle(game, &victors)
    shuffle(game, &beaten)
    set_out(game.law, state, &victors, &beaten)
    if cause_to_end(game.law, state) != NO_CAUSE:
        call_off(game.law, state)


cdef void shuffle(Game game, Riders* riders) noexcept nogil:
    cdef int at, other
    for at in range(riders.count - 1, 0, -1):
        other = die(game, at + 1)
        riders.slot[at], riders.slot[other] = riders.slot[other], riders.slot[at]


cdef void pursue(Game game) noexcept nogil:
    """One action of the pursuit, or the end of a ply; one time in a while its victor calls it off."""
    cdef const Law* law = game.law
    cdef State* state = &game.state
    cdef Act done
    if state.to_move == state.victor and chance_of(game, SELDOM):
        if game.traced:
            note_word(game, CALLS_OFF)
        call_off(law, state)
        return
    if not can_act(law, state) or chance_of(game, SELDOM) or not any_act(game, &done):
        end_chase(game)
        return
    if game.traced:
        note_act(game, &done)
    act(law, state, &done)
    game.moves += 1
    if nothing_left(law, state):
        call_off(law, state)


cdef void end_chase(Game game) noexcept nogil:
    """The end of a ply of the pursuit."""
    if game.traced:
        note_word(game, ENDS)
    if next_ply(game.law, &game.state) != NO_CAUSE:
        call_off(game.law, &game.state)


cdef bint any_act(Game game, Act* done) noexcept nogil:
    """False where the way of acting that was drawn is not open."""
    cdef State* state = &game.state
    cdef int way = below(&game.chance, NOW_AND_THEN), seat = state.to_move
    done.rider = done.target = NONE
    if way == 0:
        done.kind, done.rider = RETIRES, any_rider(game, seat)
        return done.rider != NONE
    if way == 1:
        done.kind, done.rider, done.target = CHARGES, any_rider(game, seat), any_rider(game, seat ^ 1)
        return done.rider != NONE and done.target != NONE
    done.target = any_fugitive(game)
    done.kind = SAVES
    if seat == state.victor:
        done.kind, done.rider = CUTS, any_rider(game, seat)
        return done.rider != NONE and done.target != NONE
    return done.target != NONE


cdef int any_rider(Game game, int seat) noexcept nogil:
    """Each as likely: the last of a reservoir of one."""
    cdef int slot, seen = 0, chosen = NONE
    for slot in range(game.state.slots):
        if game.state.piece[slot].place == RIDING and game.law.side[game.state.piece[slot].code] == seat:
            seen += 1
            if below(&game.chance, seen) == 0:
                chosen = slot
    return chosen


cdef int any_fugitive(Game game) noexcept nogil:
    cdef int slot, seen = 0, chosen = NONE
    for slot in range(game.state.slots):
        if is_fugitive(game.law, &game.state, slot):
            seen += 1
            if below(&game.chance, seen) == 0:
                chosen = slot
    return chosen
