"""Games played on at random, without Python in the loop: for robots that look ahead, and to measure.

Every legal order can come, cards and standing choices included, but not each as often as the others: a piece is drawn
first, then one of its actions. Dice, cards and labels come from a fast stream. What a side sees does not matter here;
a robot that uses this has to hand in a position that holds no secrets of the enemy's.
"""

from core.contract import Playout
from core.rulesets.stratego_waterloo.setup import default_formation

from libc.stdint cimport uint8_t, uint64_t

from core.rulesets.stratego_waterloo.actions cimport (
    ATTACKING, FIRING, MOST_ACTIONS, MOVING, Action, adjoin, list_attacks, list_entries, list_moves, list_shots,
)
from core.rulesets.stratego_waterloo.board cimport (
    AL, ART, BATTERY, BLUE, BY_CARDS, CARDS, CAVALRY, CODES, COMBINED, DIRECTIONS, FARM, INFANTRY, INITIATIVE, LIGHT,
    MOST_PIECES, MUD, NONE, PR, RECONNAISSANCE, RED, SPIRIT, SQUARES, Law, Variant, in_half,
)
from core.rulesets.stratego_waterloo.combat cimport Fight, Shot, decide, shoot, strike
from core.rulesets.stratego_waterloo.engine cimport (
    Turning, after, close_ply, come_on, decide_grouchy, draw_prussian, drawing_squares, may_bring, may_return, may_take,
    open_first, rest, spend, walk,
)
from core.rulesets.stratego_waterloo.field cimport (
    DRAFTING, IN_RESERVE, LATE, OVER, PLAY_ON, PLAYING, PURSUING, RIDING, SCOUTED, WITHDRAWN, Field, make_piece,
    terrain_at,
)
from core.rulesets.stratego_waterloo.moves cimport (
    MOST_TARGETS, find_assault, may_rest, may_spend, shots,
)
from core.rulesets.stratego_waterloo.position cimport Position
from core.rulesets.stratego_waterloo.riders cimport (
    CHARGES, CUTS, NO_CAUSE, RETIRES, SAVES, Act, Riders, act, begin, call_off, can_act, cause_to_end, gather,
    is_fugitive, next_ply, nothing_left,
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
    FIRST_BLACK = 24  # the code of BU; the other Prussians follow


cdef class Start:
    """The default formations of both sides, ready to be put on a field."""

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


cdef class Table:
    """One playout: the field as it changes, and where its chance comes from."""

    cdef const Law* law
    cdef Start start
    cdef Field field
    cdef Stream chance
    cdef Fight fight
    cdef int moves
    cdef bint muddy  # whether there is MUD: then the plain lists of `moves` are used


def playout(Position position, uint64_t seed, limit):
    """`position` played on until the game is over or `limit` single piece moves have been made, as a `Playout`."""
    cdef Table table = Table.__new__(Table)
    cdef int most = min(limit, 2**31 - 1), tile
    cdef Position reached = Position.__new__(Position)
    table.law = &position.variant.law
    table.start = position.variant.start
    if table.start is None:
        table.start = position.variant.start = Start(position.variant)
    table.field = position.field
    table.moves = 0
    table.muddy = False
    for tile in range(position.variant.law.tiles):
        table.muddy |= position.variant.law.tile_kind[tile] == MUD
    start(&table.chance, seed)
    with nogil:
        run(table, most)
    reached.variant, reached.field = position.variant, table.field
    return Playout(reached, table.moves)


cdef void run(Table table, int most) noexcept nogil:
    cdef Field* field = &table.field
    while field.over == PLAY_ON and table.moves < most:
        if field.phase == PLAYING:
            take_an_action(table)
        elif field.phase == PURSUING:
            pursue(table)
        elif field.phase == DRAFTING:
            pick(table)
        else:
            set_up(table)
    # Nobody is to be asked for a ply in which nothing can be done any more.
    if field.over != PLAY_ON:
        return
    if field.phase == PLAYING and field.used >= field.allowance and not may_return(table.law, field, field.to_move):
        end_ply(table)
    elif field.phase == PURSUING and not can_act(table.law, field):
        end_chase(table)


cdef inline bint chance_of(Table table, int one_in) noexcept nogil:
    return below(&table.chance, one_in) == 0


# --- Before the battle ------------------------------------------------------------------------------------------------

cdef void set_up(Table table) noexcept nogil:
    """The side to set up gets its default formation (SWL-016); after BLUE's the draft, or the first turn."""
    cdef Field* field = &table.field
    cdef int seat = field.to_move, at
    if not field.dealt:
        deal(table)
    for at in range(table.start.count[seat]):
        make_piece(table.law, field, table.start.code[seat][at], table.start.place[seat][at])
    if seat == RED:
        field.to_move = BLUE
    elif table.law.has_cards:
        field.phase = DRAFTING
        field.to_move = RED
    else:
        open_first(table.law, field)
    field.step += 1


cdef void deal(Table table) noexcept nogil:
    """SWL-006, SWL-013."""
    cdef Field* field = &table.field
    cdef int seat, code, count, at, other
    if table.law.retreat == BY_CARDS:
        for seat in range(2):
            field.section[seat] = below(&table.chance, SECTIONS)
    count = 0
    for code in range(FIRST_BLACK, CODES):
        for at in range(table.law.army[code]):
            field.undrawn[count] = code
            count += 1
    field.undrawn_count = count
    for at in range(count - 1, 0, -1):
        other = below(&table.chance, at + 1)
        field.undrawn[at], field.undrawn[other] = field.undrawn[other], field.undrawn[at]
    field.dealt = 1


cdef void pick(Table table) noexcept nogil:
    """One pick of the draft, by chance (SWL-132)."""
    cdef Field* field = &table.field
    cdef int seat = field.to_move, card, left = 0
    card = any_card(table, field.stack)
    if card != NONE:
        field.stack[card] -= 1
        field.hand[seat][card] += 1
        card = any_card(table, field.stack)
        if card != NONE:
            field.stack[card] -= 1
            field.discards[card] += 1
    for card in range(CARDS):
        left += field.stack[card]
    field.to_move = seat ^ 1
    field.step += 1
    if not left:
        open_first(table.law, field)


cdef int any_card(Table table, const uint8_t* cards) noexcept nogil:
    cdef int card, count = 0, drawn
    for card in range(CARDS):
        count += cards[card]
    if not count:
        return NONE
    drawn = below(&table.chance, count)
    for card in range(CARDS):
        drawn -= cards[card]
        if drawn < 0:
            return card
    return NONE


# --- A ply --------------------------------------------------------------------------------------------------------------

cdef void take_an_action(Table table) noexcept nogil:
    """One action of the mover by chance, or the end of his ply."""
    cdef Field* field = &table.field
    cdef int seat = field.to_move
    cdef bint spent = field.used >= field.allowance
    if not field.used:
        prepare(table)
    if spent and not (field.pool[seat] and may_return(table.law, field, seat)):
        end_ply(table)
    elif spent and chance_of(table, 2) or chance_of(table, SELDOM):
        end_ply(table)
    elif not field.used and not field.carded[seat] and chance_of(table, 2) and play_card(table):
        return
    elif not (field.pool[seat] and chance_of(table, 4) and bring_on(table)) and not (not spent and use_a_piece(table)):
        end_ply(table)


cdef void prepare(Table table) noexcept nogil:
    """What is free before the first action: cards taken (SWL-146), tired cavalry sent to rest (SWL-077)."""
    cdef Field* field = &table.field
    cdef int slot, number
    if field.to_move == RED and may_take(table.law, field) and chance_of(table, 2):
        for number in range(2):
            slot = any_card(table, field.discards)
            field.discards[slot] -= 1
            field.hand[field.to_move][slot] += 1
        field.taken = 1
    if chance_of(table, NOW_AND_THEN):
        for slot in range(field.slots):
            if field.piece[slot].blocks and table.law.side[field.piece[slot].code] == field.to_move:
                if may_rest(table.law, field, slot):
                    rest(table.law, field, slot)
                    return


cdef void end_ply(Table table) noexcept nogil:
    cdef Turning turning
    close_ply(table.law, &table.field, &turning)
    if turning.wants_die:
        decide_grouchy(table.law, &table.field, &turning, below(&table.chance, FACES))
    if table.field.over != PLAY_ON:
        table.field.phase = OVER


cdef void activated(Table table) noexcept nogil:
    """After every activation: a move more, and perhaps the end of the battle."""
    table.moves += 1
    if not after(table.law, &table.field, table.field.to_move):
        return
    if table.field.over != PLAY_ON:
        table.field.phase = OVER
    else:
        begin_pursuit(table)


cdef bint bring_on(Table table) noexcept nogil:
    """A piece of the pool, or an undrawn Prussian, comes onto the board; False where none can."""
    cdef const Law* law = table.law
    cdef Field* field = &table.field
    cdef Action found[MOST_ACTIONS]
    cdef uint8_t squares[MOST_TARGETS]
    cdef int first, at, slot, count
    if law.by_action:
        count = drawing_squares(law, field, squares)
        if count and chance_of(table, 2):
            draw_prussian(law, field, squares[below(&table.chance, count)])
            spend(law, field, PR if field.split else AL)
            activated(table)
            return True
    first = below(&table.chance, field.slots)
    for at in range(field.slots):
        slot = first + at if first + at < field.slots else first + at - field.slots
        if not IN_RESERVE <= field.piece[slot].place <= WITHDRAWN or law.side[field.piece[slot].code] != field.to_move:
            continue
        if not may_bring(law, field, slot):
            continue
        count = list_entries(law, field, slot, found)
        if count:
            come_on(law, field, slot, found[below(&table.chance, count)].to)
            spend(law, field, law.nation[field.piece[slot].code])
            activated(table)
            return True
    return False


cdef bint use_a_piece(Table table) noexcept nogil:
    """One action of a piece on the board by chance; False where none of those looked at has any."""
    cdef const Law* law = table.law
    cdef Field* field = &table.field
    cdef Action action
    cdef int tried, slot, seat = field.to_move
    cdef bint spirit
    for tried in range(TRIES):
        slot = any_piece(table, seat)
        if slot == NONE or not may_spend(law, field, law.nation[field.piece[slot].code]):
            continue
        if any_action(table, slot, &action):
            spend(law, field, law.nation[field.piece[slot].code])
            spirit = action.kind == ATTACKING and field.hand[seat][SPIRIT] and not field.carded[seat]
            perform(table, &action, spirit and chance_of(table, 2))
            return True
    return False


cdef int any_piece(Table table, int seat) noexcept nogil:
    """The slot of a piece on the board, each as likely; NONE where there is none."""
    cdef Squares held = squares_in(table.field.held[seat])
    cdef int count = squares_counted(held)
    if not count:
        return NONE
    return table.field.on[square_number(held, below(&table.chance, count))]


cdef void perform(Table table, const Action* action, bint spirit) noexcept nogil:
    """An action that has been paid for."""
    cdef Shot shot
    if action.kind == MOVING:
        walk(table.law, &table.field, action.slot, action.to)
    elif action.kind == FIRING:
        shoot(table.law, &table.field, action.slot, action.to, &shot)
    else:
        strike(table.law, &table.field, &table.fight, action.slot, &action.assault, spirit, NONE)
        while table.fight.wants_die:
            decide(table.law, &table.field, &table.fight, below(&table.chance, FACES))
    activated(table)


# --- What one piece can do: as in `actions`, but only as much of it as one draw needs -----------------------------------

cdef bint any_action(Table table, int slot, Action* action) noexcept nogil:
    """A move, an attack or a shot of a piece on the board, each as likely; False where it has none."""
    cdef int arm = table.law.arm[table.field.piece[slot].code]
    action.slot = slot
    if table.muddy:
        return any_of_all(table, slot, action)
    if arm == INFANTRY:
        return any_walk(table, slot, action)
    if arm == CAVALRY:
        return any_ride(table, slot, action)
    return any_use_of_a_gun(table, slot, action)


cdef bint any_of_all(Table table, int slot, Action* action) noexcept nogil:
    """From the full lists, which know of MUD."""
    cdef Action found[2 * MOST_ACTIONS]
    cdef int count = list_moves(table.law, &table.field, slot, found)
    count += list_attacks(table.law, &table.field, slot, found + count)
    count += list_shots(table.law, &table.field, slot, found + count)
    if count:
        action[0] = found[below(&table.chance, count)]
    return count > 0


cdef bint any_walk(Table table, int slot, Action* action) noexcept nogil:
    """Infantry: SWL-031, SWL-032, SWL-037."""
    cdef Field* field = &table.field
    cdef int code = field.piece[slot].code, seat = table.law.side[code], steps, at, count, drawn
    cdef Squares enemy = squares_in(field.held[seat ^ 1])
    cdef Squares open = ~(enemy | squares_in(field.held[seat]))
    cdef Squares reached = square_alone(field.piece[slot].place), targets
    steps = 3 if table.law.cls[code] == LIGHT else 2
    for at in range(steps - 1):
        reached = reached | squares_beside(reached) & open
    targets = squares_beside(reached) & enemy
    reached = (reached | squares_beside(reached)) & open
    count = squares_counted(reached)
    drawn = count + squares_counted(targets)
    if not drawn:
        return False
    drawn = below(&table.chance, drawn)
    if drawn < count:
        action.kind, action.to = MOVING, square_number(reached, drawn)
        return True
    action.kind, action.to = ATTACKING, square_number(targets, drawn - count)
    return find_assault(table.law, field, slot, action.to, &action.assault)


cdef bint any_ride(Table table, int slot, Action* action) noexcept nogil:
    """Cavalry: SWL-033, SWL-116."""
    cdef const Law* law = table.law
    cdef Field* field = &table.field
    cdef uint8_t found[2 * SQUARES]
    cdef uint8_t way[2 * SQUARES]
    cdef int seat = law.side[field.piece[slot].code], start = field.piece[slot].place
    cdef int direction, square, following, count = 0, drawn
    for direction in range(DIRECTIONS):
        square = start
        following = square + law.step[square][direction]
        while following != square:
            if law.tile[following] != NONE and terrain_at(law, field, following) == FARM:
                break
            if field.on[following] != NONE and law.side[field.piece[field.on[following]].code] == seat:
                break
            found[count], way[count] = following, direction
            count += 1
            if field.on[following] != NONE:
                break
            square = following
            following = square + law.step[square][direction]
    if not count:
        return False
    drawn = below(&table.chance, count)
    action.to = found[drawn]
    if field.on[action.to] == NONE:
        action.kind = MOVING
        return True
    action.kind = ATTACKING
    action.assault.target, action.assault.direction = action.to, way[drawn]
    action.assault.square = action.to - law.step[start][way[drawn]]
    return True


cdef bint any_use_of_a_gun(Table table, int slot, Action* action) noexcept nogil:
    """Artillery: SWL-034, SWL-065."""
    cdef const Law* law = table.law
    cdef Field* field = &table.field
    cdef uint8_t found[MOST_TARGETS + DIRECTIONS]
    cdef int start = field.piece[slot].place, direction, square, count, fires, drawn
    fires = count = shots(law, field, slot, found)
    for direction in range(DIRECTIONS):
        square = start + law.step[start][direction]
        if field.on[square] == NONE and not (law.tile[square] != NONE and terrain_at(law, field, square) == FARM):
            found[count] = square
            count += 1
    if not count:
        return False
    drawn = below(&table.chance, count)
    action.kind, action.to = FIRING if drawn < fires else MOVING, found[drawn]
    return True


# --- Cards ------------------------------------------------------------------------------------------------------------

cdef bint play_card(Table table) noexcept nogil:
    """A card of the hand as the first action; False where none was played. A part that ends the battle is the last."""
    cdef Field* field = &table.field
    cdef int seat = field.to_move, card
    cdef uint8_t hand[CARDS]
    for card in range(CARDS):
        hand[card] = field.hand[seat][card] if card != SPIRIT else 0
    card = any_card(table, hand)
    if card == NONE or field.used >= field.allowance:
        return False
    if card == RECONNAISSANCE:
        return reconnoitre(table)
    return play_parts(table, card)


cdef void pay_card(Table table, int card, int nation) noexcept nogil:
    table.field.hand[table.field.to_move][card] -= 1
    table.field.carded[table.field.to_move] = 1
    spend(table.law, &table.field, nation)


cdef bint reconnoitre(Table table) noexcept nogil:
    """SWL-139: a connected group in the enemy's half."""
    cdef Field* field = &table.field
    cdef int seat = field.to_move, count = 0, tried, slot, place
    cdef uint8_t group[MOST_INSPECTED]
    if not may_spend(table.law, field, AL):
        return False
    for tried in range(TRIES):
        slot = any_piece(table, seat ^ 1)
        if slot == NONE or count == MOST_INSPECTED:
            break
        place = field.piece[slot].place
        if in_half(seat ^ 1, place) and (not count or adjoin(group, count, place)):
            group[count] = place
            count += 1
            if not table.law.forgetful:
                field.piece[slot].known |= SCOUTED
    if count:
        pay_card(table, RECONNAISSANCE, AL)
        table.moves += 1
    return count > 0


cdef bint play_parts(Table table, int card) noexcept nogil:
    """SWL-140 to SWL-142: up to three moves; or an attack of each arm and a shot; or the shots of guns that adjoin."""
    cdef const Law* law = table.law
    cdef Field* field = &table.field
    cdef Action action
    cdef uint8_t used[SQUARES]
    cdef uint8_t ground[SQUARES]
    cdef int parts = 0, most = 3, tried, slot, at, nation, arms = 0
    cdef int nations = NONE  # of the parts so far; NONE also for both, which then stays
    cdef bint fresh
    if card == BATTERY:
        most = 2 + below(&table.chance, 4)
    for tried in range(TRIES):
        slot = any_piece(table, field.to_move)
        if slot == NONE or parts == most:
            break
        fresh = True
        for at in range(parts):
            fresh = fresh and used[at] != slot
        nation = law.nation[field.piece[slot].code]
        if not fresh or not parts and not may_spend(law, field, nation) or parts and nations != nation:
            continue  # parts of one nation are enough for chance
        if not part_of(table, card, slot, arms, parts, ground, &action):
            continue
        if not parts:
            nations = nation
            pay_card(table, card, nation)
        used[parts], ground[parts] = slot, field.piece[slot].place
        arms |= 1 << law.arm[field.piece[slot].code]
        parts += 1
        perform(table, &action, False)
        if field.phase != PLAYING:
            break
    return parts > 0


cdef bint part_of(
    Table table, int card, int slot, int arms, int parts, const uint8_t* ground, Action* action
) noexcept nogil:
    """Whether a piece can take part in a card, and what it does then."""
    cdef int arm = table.law.arm[table.field.piece[slot].code]
    cdef int tried
    if card == COMBINED and (arms >> arm) & 1:
        return False
    if card == BATTERY and (table.law.cls[table.field.piece[slot].code] != ART or parts and not adjoin(
        ground, parts, table.field.piece[slot].place
    )):
        return False
    for tried in range(4):
        if not any_action(table, slot, action):
            return False
        if (action.kind == MOVING) == (card == INITIATIVE):
            return True
    return False


# --- The pursuit (3.16) -----------------------------------------------------------------------------------------------

cdef void begin_pursuit(Table table) noexcept nogil:
    cdef Field* field = &table.field
    cdef Riders victors, beaten
    gather(table.law, field, field.victor, &victors)
    gather(table.law, field, field.victor ^ 1, &beaten)
    shuffle(table, &victors)
    shuffle(table, &beaten)
    begin(table.law, field, &victors, &beaten)
    if cause_to_end(table.law, field) != NO_CAUSE:
        call_off(table.law, field)


cdef void shuffle(Table table, Riders* riders) noexcept nogil:
    cdef int at, other
    for at in range(riders.count - 1, 0, -1):
        other = below(&table.chance, at + 1)
        riders.slot[at], riders.slot[other] = riders.slot[other], riders.slot[at]


cdef void pursue(Table table) noexcept nogil:
    """One action of the pursuit, or the end of a ply; one time in a while its victor calls it off."""
    cdef const Law* law = table.law
    cdef Field* field = &table.field
    cdef Act done
    if field.to_move == field.victor and chance_of(table, SELDOM):
        call_off(law, field)
        return
    if not can_act(law, field) or chance_of(table, SELDOM) or not any_act(table, &done):
        end_chase(table)
        return
    act(law, field, &done)
    table.moves += 1
    if nothing_left(law, field):
        call_off(law, field)


cdef void end_chase(Table table) noexcept nogil:
    """The end of a ply of the pursuit."""
    if next_ply(table.law, &table.field) != NO_CAUSE:
        call_off(table.law, &table.field)


cdef bint any_act(Table table, Act* done) noexcept nogil:
    """False where the way of acting that was drawn is not open."""
    cdef Field* field = &table.field
    cdef int way = below(&table.chance, NOW_AND_THEN), seat = field.to_move
    done.rider = done.target = NONE
    if way == 0:
        done.kind, done.rider = RETIRES, any_rider(table, seat)
        return done.rider != NONE
    if way == 1:
        done.kind, done.rider, done.target = CHARGES, any_rider(table, seat), any_rider(table, seat ^ 1)
        return done.rider != NONE and done.target != NONE
    done.target = any_fugitive(table)
    done.kind = SAVES
    if seat == field.victor:
        done.kind, done.rider = CUTS, any_rider(table, seat)
        return done.rider != NONE and done.target != NONE
    return done.target != NONE


cdef int any_rider(Table table, int seat) noexcept nogil:
    """Each as likely: the last of a reservoir of one."""
    cdef int slot, seen = 0, chosen = NONE
    for slot in range(table.field.slots):
        if table.field.piece[slot].place == RIDING and table.law.side[table.field.piece[slot].code] == seat:
            seen += 1
            if below(&table.chance, seen) == 0:
                chosen = slot
    return chosen


cdef int any_fugitive(Table table) noexcept nogil:
    cdef int slot, seen = 0, chosen = NONE
    for slot in range(table.field.slots):
        if is_fugitive(table.law, &table.field, slot):
            seen += 1
            if below(&table.chance, seen) == 0:
                chosen = slot
    return chosen
