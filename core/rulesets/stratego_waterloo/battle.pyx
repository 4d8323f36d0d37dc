"""A battle being played on, from one decision to the next: the deal, set-ups, the draft, the end of a ply, the clock.

See battle.pxd.
"""

from core.contract import Event
from core.rulesets.stratego_waterloo import setup
from core.rulesets.stratego_waterloo.board import ARMS, CARD_NAMES, SEATS, SECTIONS
from core.rulesets.stratego_waterloo.view import clock_of

from libc.string cimport memset

from core.rulesets.stratego_waterloo.board cimport BLUE, BY_CARDS, CARDS, NONE, RED
from core.rulesets.stratego_waterloo.position cimport card_names, knows, outcome_of, seen_piece
from core.rulesets.stratego_waterloo.state cimport DRAFTING, IN_RESERVE, LATE, OVER, PLAY_ON, State, losses, make_piece
from core.rulesets.stratego_waterloo.turns cimport Turning, close_ply, decide_grouchy, fill_bag, open_first, take_pick

FACES = ("B", "R", "B+", "R+", "BR", "RR")  # SWL-052
ALONE = (SEATS[:1], SEATS[1:])  # `seen_by` of what a seat is told apart


cdef class Battle:
    """What is being carried out. `position` is its own copy. Of a dry run nothing is told."""

    def __init__(self, Position position, dice, bint dry=False):
        self.position = position.copy()
        self.variant = position.variant
        self.dry = dry
        self.events, self.dice = [], dice
        # The server hands fresh dice to each adjudication: a number of its own keeps their rolls apart.
        self.turn = position.state.mails

    cdef int roll(self, int faces) except -1:
        return self.dice.roll(self.turn, faces)

    cdef int battle_die(self) except -1:
        return FACES.index(self.dice.face(self.turn, FACES))

    cdef void tell(self, kind, facts, clause=None, int seen_by=NONE) except *:
        if self.dry:
            return
        self.events.append(Event(kind, facts, clause, None if seen_by == NONE else ALONE[seen_by]))

    cdef dict known_facts(self, const Piece* piece, int viewer):
        return seen_piece(self.variant, piece, knows(&self.variant.law, piece, viewer))

    cdef dict full_facts(self, int code, int blocks):
        cdef Piece piece
        memset(&piece, 0, sizeof(Piece))
        piece.code, piece.blocks = code, blocks
        return seen_piece(self.variant, &piece, True)

    cdef void tell_of_piece(self, int seat, kind, facts, const Piece* piece, clause=None) except *:
        """An event about one piece of a seat; apart for its owner and for the enemy, unless all know its name."""
        cdef int viewer
        if self.dry:
            return
        if knows(&self.variant.law, piece, NONE):
            self.tell(kind, {**facts, "piece": self.known_facts(piece, NONE)}, clause)
            return
        for viewer in (seat, 1 - seat):
            self.tell(kind, {**facts, "piece": self.known_facts(piece, viewer)}, clause, viewer)

    cdef void finish(self, int reason, int winner) except *:
        """The game is over."""
        cdef State* state = &self.position.state
        state.over, state.winner, state.phase = reason, winner, OVER
        state.step += 1
        state.offering = NONE
        end = outcome_of(self.position)
        casualties = {SEATS[seat]: losses(&self.variant.law, state, seat) for seat in range(2)}
        facts = {"winners": list(end.winners), "reason": end.reason, "casualties": casualties}
        if state.victor != NONE:
            beaten = 1 - state.victor
            since = [state.before[<int>seat] if self.variant.law.pursuit_casualties else 0 for seat in range(2)]
            lost = [casualties[SEATS[seat]] - since[seat] for seat in range(2)]
            facts["victor"], facts["difference"] = SEATS[state.victor], lost[beaten] - lost[state.victor]
        self.tell("end", {**facts, "rule": end.clause}, end.clause)


PICKERS = ("red", "blue")  # SWL-132


# --- Before the first decision ----------------------------------------------------------------------------------------

cdef void deal(Battle battle) except *:
    """Lines of retreat and the order of the Prussians, as far as they are still owed: SWL-006, SWL-013."""
    cdef State* state = &battle.position.state
    cdef int seat
    if battle.variant.law.retreat == BY_CARDS:
        for seat in range(2):
            if state.section[seat] == NONE:
                state.section[seat] = battle.roll(3) - 1
                battle.tell("dealt", {"seat": SEATS[seat], "section": SECTIONS[state.section[seat]]}, "SWL-006", seat)
    if not state.dealt:
        state.dealt = 1
        state.step += 1
        shuffle_prussians(battle)


cdef void shuffle_prussians(Battle battle) except *:
    cdef State* state = &battle.position.state
    cdef int count, other
    fill_bag(&battle.variant.law, state)
    for count in range(state.undrawn_count, 1, -1):
        other = battle.roll(count)
        state.undrawn[count - 1], state.undrawn[other - 1] = state.undrawn[other - 1], state.undrawn[count - 1]
    if state.undrawn_count:
        battle.tell("shuffled", {"count": state.undrawn_count}, "SWL-013")


# --- Set-up -----------------------------------------------------------------------------------------------------------

cdef void set_up(Battle battle, int seat, formation, bint default) except *:
    """A side stands as the formation says; then it is the other's turn, or the draft (SWL-008)."""
    cdef State* state = &battle.position.state
    board = battle.variant.board
    for square, code in formation.board.items():
        make_piece(&battle.variant.law, state, board.number[code], board.squares[square])
    for code in formation.reserve:
        make_piece(&battle.variant.law, state, board.number[code], IN_RESERVE)
    if seat == BLUE:
        for code, count in battle.variant.battlefield.late.items():
            for _ in range(count):
                make_piece(&battle.variant.law, state, board.number[code], LATE)
    facts = {"placed": count_arms(battle, formation.board.values()), "reserve": count_arms(battle, formation.reserve)}
    # Whoever knows that it is the usual formation knows every piece of it: that is for the owner alone.
    battle.tell("set_up", {"seat": SEATS[seat], **facts, "default": default}, "SWL-016" if default else "SWL-009", seat)
    battle.tell("set_up", {"seat": SEATS[seat], **facts, "default": False}, "SWL-009", 1 - seat)
    if seat == RED:
        state.to_move = BLUE
        state.step += 1
    elif battle.variant.law.has_cards:
        begin_draft(battle)
    else:
        begin_battle(battle)


cdef dict count_arms(Battle battle, codes):
    arms = dict.fromkeys(ARMS, 0)
    for code in codes:
        arms[ARMS[battle.variant.law.arm[<int>battle.variant.board.number[code]]]] += 1
    return arms


# --- Draft ------------------------------------------------------------------------------------------------------------

cdef void begin_draft(Battle battle) except *:
    """By lists at once, or the first pick of a live draft is RED's (SWL-R51)."""
    cdef State* state = &battle.position.state
    cdef int number
    if battle.variant.law.live_draft:
        state.phase, state.to_move = DRAFTING, RED
        state.step += 1
        return
    seats = [SEATS.index(name) for name in PICKERS]
    keep = [wishes(state.keep[<int>seat], state.keep_count[<int>seat]) for seat in seats]
    burn = [wishes(state.burn[<int>seat], state.burn_count[<int>seat]) for seat in seats]
    for number, chosen in enumerate(setup.draft(keep, burn)):
        take_chosen(state, seats[number % 2], chosen)
    end_draft(battle)


cdef list wishes(const unsigned char* cards, int count):
    return [CARD_NAMES[cards[at]] for at in range(count)]


cdef dict stack_of(const State* state):
    return {CARD_NAMES[card]: state.stack[card] for card in range(CARDS)}


cdef void take_chosen(State* state, int seat, chosen) except *:
    cdef int burnt = NONE if chosen.burn is None else CARD_NAMES.index(chosen.burn)
    take_pick(state, seat, CARD_NAMES.index(chosen.keep), burnt)


cdef void pick(Battle battle, keep, burn) except *:
    """The mover picks; a card that comes by itself is picked with it (SWL-R51)."""
    cdef State* state = &battle.position.state
    if any(stack_of(state).values()):
        tell_pick(battle, setup.pick(stack_of(state), keep, burn))
    state.to_move ^= 1
    state.step += 1
    if setup.comes_by_itself(stack_of(state)):
        tell_pick(battle, setup.pick(stack_of(state), (), ()))
    if not any(stack_of(state).values()):
        end_draft(battle)


cdef void tell_pick(Battle battle, chosen) except *:
    cdef State* state = &battle.position.state
    cdef int seat = state.to_move
    take_chosen(state, seat, chosen)
    facts = {"seat": SEATS[seat], "keep": chosen.keep, "burn": chosen.burn, "filled": chosen.filled}
    battle.tell("picked", facts, "SWL-132", seat)
    battle.tell("picked", {"seat": SEATS[seat], "keep": None, "burn": None, "filled": False}, "SWL-132", 1 - seat)


cdef void end_draft(Battle battle) except *:
    cdef State* state = &battle.position.state
    cdef int seat
    for seat in range(2):
        battle.tell("hand", {"seat": SEATS[seat], "cards": card_names(state.hand[seat])}, "SWL-133", seat)
    counts = {SEATS[seat]: len(card_names(state.hand[<int>seat])) for seat in range(2)}
    battle.tell("drafted", {"hands": counts, "discarded": len(card_names(state.discards))}, "SWL-132")
    begin_battle(battle)


cdef void begin_battle(Battle battle) except *:
    open_first(&battle.variant.law, &battle.position.state)
    tell_ply(battle)


# --- Plies and turns --------------------------------------------------------------------------------------------------

cdef void end_ply(Battle battle, why) except *:
    """The mover's ply is over. What comes between two turns, in the order of SWL-025; then the next ply begins."""
    cdef State* state = &battle.position.state
    cdef Turning turning
    facts = {"seat": SEATS[state.to_move], "turn": state.turn, "used": state.used, "allowance": state.allowance}
    battle.tell("ply_ends", {**facts, "why": why}, "SWL-018")
    close_ply(&battle.variant.law, state, &turning)
    if turning.lapsed != NONE:
        battle.tell("draw_lapsed", {"seat": SEATS[turning.lapsed]}, "SWL-103")
    if turning.new_turn:
        battle.tell("turn", {"turn": state.turn, "clock": clock_of(state.turn)}, "SWL-025")
    if turning.wants_die:
        face = battle.battle_die()
        decide_grouchy(&battle.variant.law, state, &turning, face)
        come = SEATS.index("red") == face % 2
        battle.tell("grouchy", {"die": FACES[face], "come": come}, "SWL-180")
    tell_turning(battle, &turning)
    if state.over != PLAY_ON:
        battle.finish(state.over, state.winner)
    else:
        tell_ply(battle)


cdef void tell_turning(Battle battle, const Turning* turning) except *:
    """Late pieces, Prussians, and that cards may be taken."""
    cdef State* state = &battle.position.state
    cdef int index
    if turning.late:
        battle.tell("late", {"seat": SEATS[BLUE], "count": turning.late}, "SWL-177")
    if turning.drawn_count:
        for viewer in (RED, BLUE):
            pieces = [arrival(battle, turning.drawn[index], viewer) for index in range(turning.drawn_count)]
            battle.tell("prussians", {"pieces": pieces, "left": state.undrawn_count}, "SWL-106", viewer)
    if turning.cards_due:
        battle.tell("cards_due", {"seat": SEATS[RED], "discards": card_names(state.discards)}, "SWL-114", RED)


cdef dict arrival(Battle battle, int slot, int viewer):
    cdef State* state = &battle.position.state
    square = battle.variant.board.square_names[state.piece[slot].place]
    return {**battle.known_facts(&state.piece[slot], viewer), "square": square}


cdef void tell_ply(Battle battle) except *:
    cdef State* state = &battle.position.state
    facts = {"seat": SEATS[state.to_move], "turn": state.turn, "clock": clock_of(state.turn)}
    battle.tell("ply", {**facts, "allowance": state.allowance}, "SWL-019")
