"""A game outside of combat, in the order of the rulebook: actions, the pool, the Prussians, the ends, the clock."""

from core.rulesets.stratego_waterloo.actions cimport may_enter_now, may_spend, may_stand
from core.rulesets.stratego_waterloo.board cimport (
    ANY, BLUE, BULOW, BY_CARDS, BY_EXPERT, CARDS, CENTRE, CMD, CODES, FARM, FILES, LEFT, MOST_TILES, NONE, PR, RED,
    RIGHT, back_rank, shared,
)
from core.rulesets.stratego_waterloo.state cimport (
    IN_RESERVE, LATE, LEADERS_LOST, LONG_AGO, MUCH_DAMAGE, NO_RESULT, OPEN_QUESTION, PLAYING, PLAY_ON, PURSUING,
    RESTING, RETIRED, RETREAT_LINES, RIDING, SCOUTED, THEY_COME, THEY_STAY_AWAY, TURN_LIMIT, WITHDRAWN, Piece,
    make_piece, present_ply, seat_at, send,
)


cdef enum:
    GROUCHY_TURN = 9  # SWL-180


# --- Actions ----------------------------------------------------------------------------------------------------------

cdef int allowance(const Law* law, const State* state, int seat) noexcept nogil:
    """SWL-019: two for the commander-in-chief, one for the commander on the board, one for the Prussians.

    SWL-082, SWL-083: what leaders are worth; SWL-087, SWL-088: what their loss or absence costs.
    """
    cdef int actions = 0
    if not state.lost[law.cinc[seat]]:
        actions += 2
    if state.stands[law.cmd[seat]]:
        actions += 1
    if seat == RED and prussian_action(law, state):
        actions += 1
    if actions and state.turn <= law.extra_until[seat]:
        actions += 1  # SWL-R68
    return actions


cdef int pursuit_allowance(const Law* law, const State* state, int seat) noexcept nogil:
    """SWL-163: actions of a ply of the pursuit. A commander who has been taken out goes on counting."""
    cdef int slot, sum = 0 if state.lost[law.cinc[seat]] else 2
    cdef const Piece* piece
    for slot in range(state.slots):
        piece = &state.piece[slot]
        if (piece.place == RIDING or piece.place == RETIRED) and law.side[piece.code] == seat:
            sum += law.cls[piece.code] == CMD
    return sum


cdef bint prussian_action(const Law* law, const State* state) noexcept nogil:
    """SWL-110: on time, a black piece on the board, and Bülow neither eliminated nor withdrawn."""
    cdef int code
    if state.turn < law.prussian_turn or state.lost[BULOW] or state.off[BULOW]:
        return False
    for code in range(BULOW, BULOW + 5):
        if state.stands[code]:
            return True
    return False


cdef void spend(const Law* law, State* state, int nation) noexcept nogil:
    """An action is gone. It is not noted whose it was: a piece may act again with the next (SWL-021, SWL-022)."""
    state.used += 1
    if nation != NONE:
        state.by_nation[nation == PR] += 1


cdef void pay_card(const Law* law, State* state, int card, int nation) noexcept nogil:
    """SWL-136, SWL-137: a card of the mover leaves the game, its action is spent."""
    state.hand[state.to_move][card] -= 1
    state.carded[state.to_move] = 1
    spend(law, state, nation)


cdef void take_discard(State* state, int card) noexcept nogil:
    """SWL-114, SWL-146: the mover gets a card that was put away in the draft."""
    state.discards[card] -= 1
    state.hand[state.to_move][card] += 1
    state.taken = 1


cdef void take_pick(State* state, int seat, int kept, int burnt) noexcept nogil:
    """SWL-132: a card of the stack is kept, another put away; NONE with the last."""
    state.stack[kept] -= 1
    state.hand[seat][kept] += 1
    if burnt != NONE:
        state.stack[burnt] -= 1
        state.discards[burnt] += 1


cdef void scout(const Law* law, State* state, int slot) noexcept nogil:
    """SWL-139: the enemy of its owner has seen a piece, and keeps its name unless the game forgets (SWL-R04)."""
    if not law.forgetful:
        state.piece[slot].known |= SCOUTED


cdef void fill_bag(const Law* law, State* state) noexcept nogil:
    """SWL-013: the Prussians of this battlefield, still to be shuffled."""
    cdef int code, _count
    state.undrawn_count = 0
    for code in range(BULOW, CODES):
        for _count in range(law.army[code]):
            state.undrawn[state.undrawn_count] = code
            state.undrawn_count += 1


cdef void walk(const Law* law, State* state, int slot, int to) noexcept nogil:
    """A plain move (SWL-028)."""
    send(law, state, slot, to)


# --- Pool -------------------------------------------------------------------------------------------------------------

cdef void come_on(const Law* law, State* state, int slot, int square) noexcept nogil:
    """A piece of the pool comes onto the board: blocks SWL-080, a commander's action SWL-089, names SWL-R05."""
    cdef Piece* piece = &state.piece[slot]
    if brings_an_action(law, piece):
        state.allowance += 1
        if piece.code == BULOW:
            state.split = 1  # SWL-111
    if recovered(law, state, piece):
        piece.blocks, piece.charged = 0, LONG_AGO
    forget_names(law, state, piece)
    piece.known = 0
    piece.left = LONG_AGO
    send(law, state, slot, square)


cdef int next_of(const Law* law, const State* state, int code) noexcept nogil:
    """SWL-096: the piece of this code that leaves the pool now, the strongest, then the first to have left; or NONE."""
    cdef int slot, best = NONE
    for slot in range(state.slots):
        if state.piece[slot].code == code and may_enter_now(law, state, slot):
            if best == NONE or goes_before(law, state, &state.piece[slot], &state.piece[best]):
                best = slot
    return best


cdef bint goes_before(const Law* law, const State* state, const Piece* one, const Piece* other) noexcept nogil:
    """The order hangs on what the pieces are, not on their slots."""
    cdef int blocks = 0 if recovered(law, state, one) else one.blocks
    cdef int other_blocks = 0 if recovered(law, state, other) else other.blocks
    if blocks != other_blocks:
        return blocks < other_blocks
    if one.left != other.left:
        return one.left < other.left
    if one.place != other.place:
        return one.place < other.place
    if one.charged != other.charged:
        return one.charged < other.charged
    return one.known < other.known


cdef bint brings_an_action(const Law* law, const Piece* piece) noexcept nogil:
    """SWL-089: whether it is a withdrawn commander, who brings the action that he comes back by."""
    return piece.place == WITHDRAWN and law.cls[piece.code] == CMD


cdef bint may_bring(const Law* law, const State* state, int slot) noexcept nogil:
    """Whether the actions left suffice to bring on a piece: a withdrawn commander brings his own (SWL-089, SWL-R22)."""
    cdef int nation = law.nation[state.piece[slot].code]
    if not brings_an_action(law, &state.piece[slot]):
        return may_spend(law, state, nation)
    if not (state.split or nation == PR) or state.allowance < 1:
        return True
    return state.by_nation[nation == PR] < state.allowance


cdef bint recovered(const Law* law, const State* state, const Piece* piece) noexcept nogil:
    """SWL-080: whether a piece has been off the board for a full game turn."""
    return present_ply(law, state) - piece.left >= 2


cdef void forget_names(const Law* law, State* state, const Piece* entering) noexcept nogil:
    """SWL-R05: the enemy does not learn which of the pieces with the same back has come back."""
    cdef int slot
    cdef Piece* piece
    if state.pool[law.side[entering.code]] < 2:
        return
    for slot in range(state.slots):
        piece = &state.piece[slot]
        if not IN_RESERVE <= piece.place <= WITHDRAWN or not piece.known:
            continue
        if law.nation[piece.code] != law.nation[entering.code] or law.arm[piece.code] != law.arm[entering.code]:
            continue
        if may_enter_now(law, state, slot):
            piece.known = 0


cdef void send_to_rest(const Law* law, State* state, int slot) noexcept nogil:
    """SWL-077: weakened heavy cavalry leaves the board."""
    state.piece[slot].left = present_ply(law, state)
    state.piece[slot].known = 1
    send(law, state, slot, RESTING)


# --- Prussians --------------------------------------------------------------------------------------------------------

cdef bint prussians_come(const Law* law, const State* state) noexcept nogil:
    """Whether there are Prussians to be drawn on this turn (SWL-106, SWL-181)."""
    return state.turn >= law.prussian_turn and state.undrawn_count > 0 and state.coming != THEY_STAY_AWAY


cdef int landing(const Law* law, const State* state, int flag) noexcept nogil:
    """SWL-107: the square for the piece of a flag, or NONE: the flag's own, or a relief square if BLUE holds that."""
    cdef int square = law.flags[flag], holder = seat_at(law, state, law.flags[flag]), index
    if holder == NONE:
        return square
    if holder == RED or law.no_relief:
        return NONE
    for index in range(law.relief_count):
        if state.on[law.relief[index]] == NONE:
            return law.relief[index]
    return NONE


cdef int draw_prussian(const Law* law, State* state, int square) noexcept nogil:
    """The next Prussian is put on a square; its slot."""
    cdef int code = state.undrawn[0], index
    state.undrawn_count -= 1
    for index in range(state.undrawn_count):
        state.undrawn[index] = state.undrawn[index + 1]
    return make_piece(law, state, code, square)


cdef int drawing_squares(const Law* law, const State* state, uint8_t* out) noexcept nogil:
    """SWL-R24, prussian-rate by-action: the squares on which a Prussian may be brought on by an action; how many."""
    cdef int flag, index, count = 0, square
    cdef bint seen
    if not law.by_action or not prussians_come(law, state) or state.to_move != RED:
        return 0
    for flag in range(law.flag_count):
        square = landing(law, state, flag)
        seen = square == NONE
        for index in range(count):
            seen = seen or out[index] == square
        if not seen:
            out[count] = square
            count += 1
    return count


# --- Ends -------------------------------------------------------------------------------------------------------------

cdef int conquer(const Law* law, State* state, uint8_t* tiles) noexcept nogil:
    """SWL-118: buildings with pieces of one side on all four squares get its flag, and keep it (SWL-119)."""
    cdef int tile, seat, count = 0
    for tile in range(law.tiles):
        if law.tile_kind[tile] != FARM or state.damage[tile] >= MUCH_DAMAGE:
            continue
        for seat in range(2):
            if state.flag[tile] != seat and shared(state.held[seat], law.tile_squares[tile]) == 4:
                state.flag[tile] = seat
                tiles[count] = tile
                count += 1
    return count


cdef bint occupied(const Law* law, State* state, int actor) noexcept nogil:
    """SWL-099, SWL-159: whether somebody has won by the lines of retreat, the acting side asked first.

    Then the game is over, or in Expert the pursuit begins: phase and victor are set.
    """
    return occupies(law, state, actor) or occupies(law, state, actor ^ 1)


cdef bint occupies(const Law* law, State* state, int seat) noexcept nogil:
    """Two of its pieces, of any kind (SWL-098), in one section: SWL-097; in Expert SWL-156, SWL-157, SWL-158."""
    cdef int enemy = seat ^ 1, section = state.section[enemy] if law.retreat == BY_CARDS else law.retreat_section[enemy]
    cdef bint left = shared(state.held[seat], law.lines[enemy][LEFT]) >= 2
    cdef bint centre = shared(state.held[seat], law.lines[enemy][CENTRE]) >= 2
    cdef bint right = shared(state.held[seat], law.lines[enemy][RIGHT]) >= 2
    if not (left or centre or right):
        return False
    if law.retreat == BY_EXPERT and not (centre and seat == BLUE):
        state.phase, state.victor = PURSUING, seat
        return True
    if law.retreat != BY_EXPERT and section != ANY:
        if not (section == LEFT and left or section == CENTRE and centre or section == RIGHT and right):
            return False
    state.over, state.winner = RETREAT_LINES, seat
    return True


cdef bint after(const Law* law, State* state, int actor) noexcept nogil:
    """What is tested after every activation; whether the battle has ended."""
    cdef uint8_t tiles[2 * MOST_TILES]
    if state.over != PLAY_ON:
        return True
    if law.tiles:
        conquer(law, state, tiles)
    return occupied(law, state, actor)


# --- Plies and turns --------------------------------------------------------------------------------------------------

cdef bint may_return(const Law* law, const State* state, int seat) noexcept nogil:
    """SWL-027, SWL-089: whether a withdrawn commander could still be brought back in this ply."""
    cdef int slot, square = back_rank(seat) * FILES, end = square + FILES
    cdef const Piece* piece
    if not state.pool[seat]:
        return False
    for slot in range(state.slots):
        piece = &state.piece[slot]
        if not brings_an_action(law, piece) or law.side[piece.code] != seat:
            continue
        if not may_enter_now(law, state, slot):
            continue
        for square in range(square, end):
            if state.on[square] == NONE and may_stand(law, state, piece.code, square):
                return True
    return False


cdef bint may_take(const Law* law, const State* state) noexcept nogil:
    """SWL-114, SWL-146: whether RED may take two cards now: on time, before any action, once.

    A position that somebody made up may have fewer than two in its stack of discards.
    """
    cdef int card, there = 0
    if not law.has_cards or state.taken or state.to_move != RED or state.used or state.coming == THEY_STAY_AWAY:
        return False
    for card in range(CARDS):
        there += state.discards[card]
    return there >= 2 and state.turn >= law.prussian_turn


cdef void open_first(const Law* law, State* state) noexcept nogil:
    """Set-up and draft are done: the first ply of the game."""
    state.phase, state.to_move = PLAYING, law.first
    open_ply(law, state)


cdef void open_ply(const Law* law, State* state) noexcept nogil:
    """A ply begins for the seat to move: SWL-019, SWL-110, and what SWL-R13 puts off to this moment.

    Actions are counted now and not again (SWL-024); a ply without any is one all the same (SWL-027). Without the
    Prussian action nothing is split (SWL-112).
    """
    cdef int seat = state.to_move
    state.used = state.by_nation[0] = state.by_nation[1] = 0
    state.carded[0] = state.carded[1] = 0
    state.result = NO_RESULT
    state.split = seat == RED and prussian_action(law, state)
    state.allowance = allowance(law, state, seat)
    state.step += 1
    if seat == RED and not state.split and state.lost[law.cinc[RED]] and state.lost[law.cmd[RED]]:
        state.over, state.winner = LEADERS_LOST, BLUE


cdef void offer(State* state, int seat) noexcept nogil:
    """Until the other's next ply is over; one that is under way is not the next."""
    state.offering = seat
    state.offered_for = 2 if state.phase == PLAYING and state.to_move == seat ^ 1 else 1


cdef void close_ply(const Law* law, State* state, Turning* turning) noexcept nogil:
    """The ply is over: on to the next, with SWL-025 between two turns."""
    turning.wants_die = turning.new_turn = turning.rolled = turning.late = 0
    turning.drawn_count = turning.cards_due = 0
    turning.lapsed = NONE
    if state.offering == state.to_move ^ 1:
        state.offered_for -= 1
    if state.offering == state.to_move ^ 1 and not state.offered_for:
        turning.lapsed = state.offering
        state.offering = NONE
    if state.to_move == law.first:
        state.to_move ^= 1
        open_ply(law, state)
        return
    if state.turn >= law.turn_limit:
        state.over, state.winner = TURN_LIMIT, NONE
        return
    state.turn += 1
    turning.new_turn = 1
    if law.grouchy and state.turn == GROUCHY_TURN and state.coming == OPEN_QUESTION:
        turning.wants_die = True
        return
    begin_turn(law, state, turning)


cdef void decide_grouchy(const Law* law, State* state, Turning* turning, int face) noexcept nogil:
    """SWL-180: a Blue face keeps the Prussians away."""
    turning.wants_die, turning.rolled = False, 1
    state.coming = THEY_COME if face == 1 or face == 3 or face == 5 else THEY_STAY_AWAY
    begin_turn(law, state, turning)


cdef void begin_turn(const Law* law, State* state, Turning* turning) noexcept nogil:
    cdef int slot, flag, square
    if state.turn >= law.late_turn:
        for slot in range(state.slots):
            if state.piece[slot].place == LATE:
                send(law, state, slot, IN_RESERVE)
                turning.late += 1
    if prussians_come(law, state) and not state.hold and (not law.by_action or state.turn == law.prussian_turn):
        for flag in range(law.flag_count):
            square = landing(law, state, flag)
            if square != NONE and state.undrawn_count:
                turning.drawn[turning.drawn_count] = draw_prussian(law, state, square)
                turning.drawn_count += 1
    if law.has_cards and state.turn == law.prussian_turn and state.coming != THEY_STAY_AWAY and not state.taken:
        turning.cards_due = 1
    state.to_move = law.first
    open_ply(law, state)
