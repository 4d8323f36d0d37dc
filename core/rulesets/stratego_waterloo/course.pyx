"""From one decision to the next: the deal, set-ups, the draft, the end of a ply, the clock (3.2, 3.11, 3.14, 3.17)."""

from core.rulesets.stratego_waterloo import draft
from core.rulesets.stratego_waterloo.board import ARMS, CARD_NAMES, SEATS, SECTIONS
from core.rulesets.stratego_waterloo.play import FACES
from core.rulesets.stratego_waterloo.view import clock_of

from core.rulesets.stratego_waterloo.board cimport BLUE, BULOW, BY_CARDS, CARDS, CODES, NONE, RED
from core.rulesets.stratego_waterloo.engine cimport Turning, close_ply, decide_grouchy, open_first
from core.rulesets.stratego_waterloo.field cimport DRAFTING, IN_RESERVE, LATE, PLAY_ON, Field, make_piece
from core.rulesets.stratego_waterloo.position cimport card_names

PICKERS = ("red", "blue")  # SWL-132


# --- Before the first decision ----------------------------------------------------------------------------------------

cdef void deal(Play play) except *:
    """Lines of retreat and the order of the Prussians, as far as they are still owed: SWL-006, SWL-013."""
    cdef Field* field = &play.position.field
    cdef int seat
    if play.variant.law.retreat == BY_CARDS:
        for seat in range(2):
            if field.section[seat] == NONE:
                field.section[seat] = play.roll(3) - 1
                play.tell("dealt", {"seat": SEATS[seat], "section": SECTIONS[field.section[seat]]}, "SWL-006", seat)
    if not field.dealt:
        field.dealt = 1
        field.step += 1
        shuffle_prussians(play)


cdef void shuffle_prussians(Play play) except *:
    cdef Field* field = &play.position.field
    cdef int code, count, other
    for code in range(BULOW, CODES):
        for _ in range(play.variant.law.army[code]):
            field.undrawn[field.undrawn_count] = code
            field.undrawn_count += 1
    for count in range(field.undrawn_count, 1, -1):
        other = play.roll(count)
        field.undrawn[count - 1], field.undrawn[other - 1] = field.undrawn[other - 1], field.undrawn[count - 1]
    if field.undrawn_count:
        play.tell("shuffled", {"count": field.undrawn_count}, "SWL-013")


# --- Set-up (3.2) -----------------------------------------------------------------------------------------------------

cdef void set_up(Play play, int seat, formation, bint default) except *:
    """A side stands as the formation says; then it is the other's turn, or the draft (SWL-008)."""
    cdef Field* field = &play.position.field
    board = play.variant.board
    for square, code in formation.board.items():
        make_piece(&play.variant.law, field, board.number[code], board.squares[square])
    for code in formation.reserve:
        make_piece(&play.variant.law, field, board.number[code], IN_RESERVE)
    if seat == BLUE:
        for code, count in play.variant.battlefield.late.items():
            for _ in range(count):
                make_piece(&play.variant.law, field, board.number[code], LATE)
    facts = {"placed": count_arms(play, formation.board.values()), "reserve": count_arms(play, formation.reserve)}
    # Whoever knows that it is the usual formation knows every piece of it: that is for the owner alone.
    play.tell("set_up", {"seat": SEATS[seat], **facts, "default": default}, "SWL-016" if default else "SWL-009", seat)
    play.tell("set_up", {"seat": SEATS[seat], **facts, "default": False}, "SWL-009", 1 - seat)
    if seat == RED:
        field.to_move = BLUE
        field.step += 1
    elif play.variant.law.has_cards:
        begin_draft(play)
    else:
        begin_battle(play)


cdef dict count_arms(Play play, codes):
    arms = dict.fromkeys(ARMS, 0)
    for code in codes:
        arms[ARMS[play.variant.law.arm[<int>play.variant.board.number[code]]]] += 1
    return arms


# --- Draft (3.14) -----------------------------------------------------------------------------------------------------

cdef void begin_draft(Play play) except *:
    """By lists at once, or the first pick of a live draft is RED's (SWL-R51)."""
    cdef Field* field = &play.position.field
    cdef int number
    if play.variant.law.live_draft:
        field.phase, field.to_move = DRAFTING, RED
        field.step += 1
        return
    seats = [SEATS.index(name) for name in PICKERS]
    keep = [wishes(field.keep[<int>seat], field.keep_count[<int>seat]) for seat in seats]
    burn = [wishes(field.burn[<int>seat], field.burn_count[<int>seat]) for seat in seats]
    for number, chosen in enumerate(draft.run(keep, burn)):
        take_pick(field, seats[number % 2], chosen)
    end_draft(play)


cdef list wishes(const unsigned char* cards, int count):
    return [CARD_NAMES[cards[at]] for at in range(count)]


cdef dict stack_of(const Field* field):
    return {CARD_NAMES[card]: field.stack[card] for card in range(CARDS)}


cdef void take_pick(Field* field, int seat, chosen) except *:
    cdef int kept = CARD_NAMES.index(chosen.keep), burnt
    field.stack[kept] -= 1
    field.hand[seat][kept] += 1
    if chosen.burn is not None:
        burnt = CARD_NAMES.index(chosen.burn)
        field.stack[burnt] -= 1
        field.discards[burnt] += 1


cdef void pick(Play play, keep, burn) except *:
    """The mover picks; a card that comes by itself is picked with it (SWL-R51)."""
    cdef Field* field = &play.position.field
    if any(stack_of(field).values()):
        tell_pick(play, draft.pick(stack_of(field), keep, burn))
    field.to_move ^= 1
    field.step += 1
    if draft.forced(stack_of(field)):
        tell_pick(play, draft.pick(stack_of(field), (), ()))
    if not any(stack_of(field).values()):
        end_draft(play)


cdef void tell_pick(Play play, chosen) except *:
    cdef Field* field = &play.position.field
    cdef int seat = field.to_move
    take_pick(field, seat, chosen)
    facts = {"seat": SEATS[seat], "keep": chosen.keep, "burn": chosen.burn, "filled": chosen.filled}
    play.tell("picked", facts, "SWL-132", seat)
    play.tell("picked", {"seat": SEATS[seat], "keep": None, "burn": None, "filled": False}, "SWL-132", 1 - seat)


cdef void end_draft(Play play) except *:
    cdef Field* field = &play.position.field
    cdef int seat
    for seat in range(2):
        play.tell("hand", {"seat": SEATS[seat], "cards": card_names(field.hand[seat])}, "SWL-133", seat)
    counts = {SEATS[seat]: len(card_names(field.hand[<int>seat])) for seat in range(2)}
    play.tell("drafted", {"hands": counts, "discarded": len(card_names(field.discards))}, "SWL-132")
    begin_battle(play)


cdef void begin_battle(Play play) except *:
    open_first(&play.variant.law, &play.position.field)
    tell_ply(play)


# --- Plies and turns (3.3, 3.11) --------------------------------------------------------------------------------------

cdef void end_ply(Play play, why) except *:
    """The mover's ply is over. What comes between two turns, in the order of SWL-025; then the next ply begins."""
    cdef Field* field = &play.position.field
    cdef Turning turning
    facts = {"seat": SEATS[field.to_move], "turn": field.turn, "used": field.used, "allowance": field.allowance}
    play.tell("ply_ends", {**facts, "why": why}, "SWL-018")
    close_ply(&play.variant.law, field, &turning)
    if turning.lapsed != NONE:
        play.tell("draw_lapsed", {"seat": SEATS[turning.lapsed]}, "SWL-103")
    if turning.new_turn:
        play.tell("turn", {"turn": field.turn, "clock": clock_of(field.turn)}, "SWL-025")
    if turning.wants_die:
        face = play.battle_die()
        decide_grouchy(&play.variant.law, field, &turning, face)
        come = SEATS.index("red") == face % 2
        play.tell("grouchy", {"die": FACES[face], "come": come}, "SWL-180")
    tell_turning(play, &turning)
    if field.over != PLAY_ON:
        play.finish(field.over, field.winner)
    else:
        tell_ply(play)


cdef void tell_turning(Play play, const Turning* turning) except *:
    """Late pieces, Prussians, and that cards may be taken."""
    cdef Field* field = &play.position.field
    cdef int index
    if turning.late:
        play.tell("late", {"seat": SEATS[BLUE], "count": turning.late}, "SWL-177")
    if turning.drawn_count:
        for viewer in (RED, BLUE):
            pieces = [arrival(play, turning.drawn[index], viewer) for index in range(turning.drawn_count)]
            play.tell("prussians", {"pieces": pieces, "left": field.undrawn_count}, "SWL-106", viewer)
    if turning.cards_due:
        play.tell("cards_due", {"seat": SEATS[RED], "discards": card_names(field.discards)}, "SWL-114", RED)


cdef dict arrival(Play play, int slot, int viewer):
    cdef Field* field = &play.position.field
    square = play.variant.board.square_names[field.piece[slot].place]
    return {**play.known_facts(&field.piece[slot], viewer), "square": square}


cdef void tell_ply(Play play) except *:
    cdef Field* field = &play.position.field
    facts = {"seat": SEATS[field.to_move], "turn": field.turn, "clock": clock_of(field.turn)}
    play.tell("ply", {**facts, "allowance": field.allowance}, "SWL-019")
