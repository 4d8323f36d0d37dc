"""The pursuit: who rides, what an action does, when it ends and what it was worth. See riders.pxd."""

from core.rulesets.stratego_waterloo.board cimport (
    ARTILLERY, CAVALRY, CINC, CMD, FILES, HC, LC, MOST_PIECES, NONE, SQUARES, Law, file_of, rank_of,
)
from core.rulesets.stratego_waterloo.field cimport (
    GONE, INDECISIVE, LATE, MAJOR, MINOR, NO_PLAN, OVER, PLAN_AUTO, PLAN_CUT, PLAN_SAVE, PURSUING, RESTING, RETIRED,
    RIDING, SAVED, WITHDRAWN, Field, Piece, eliminate, losses, present_ply, send, strength_of,
)

cdef enum:
    WORTH_OF_A_CINC = 2
    WORTH_OF_A_GUN = 4  # to the automatic saver (SWL-R62)
    SMALL_DIFFERENCE = 3  # SWL-171: up to this the battle is indecisive
    GREAT_DIFFERENCE = 10  # from this on a major victory
    AWAY_FOR_A_TURN = 2  # plies (SWL-080)


# --- The beginning ----------------------------------------------------------------------------------------------------

cdef void gather(const Law* law, const Field* field, int seat, Riders* riders) noexcept nogil:
    """SWL-161: all cavalry but commanders-in-chief; by square (letter, then number), then the pool by kind."""
    cdef int slot, at
    riders.count = 0
    for slot in range(field.slots):
        if not may_ride(law, &field.piece[slot], seat):
            continue
        at = riders.count
        while at > 0 and comes_before(&field.piece[slot], &field.piece[riders.slot[at - 1]]):
            riders.slot[at] = riders.slot[at - 1]
            at -= 1
        riders.slot[at] = slot
        riders.count += 1


cdef bint may_ride(const Law* law, const Piece* piece, int seat) noexcept nogil:
    if piece.place == GONE or piece.place == LATE or law.side[piece.code] != seat:
        return False
    return law.arm[piece.code] == CAVALRY and law.cls[piece.code] != CINC


cdef bint comes_before(const Piece* one, const Piece* other) noexcept nogil:
    """The order must hang on what the pieces are, not on their slots, so that a position read anew gives the same."""
    if by_name(one.place) != by_name(other.place):
        return by_name(one.place) < by_name(other.place)
    if one.code != other.code:
        return one.code < other.code
    if one.place != other.place:
        return one.place < other.place
    if one.blocks != other.blocks:
        return one.blocks < other.blocks
    if one.left != other.left:
        return one.left < other.left
    if one.known != other.known:
        return one.known < other.known
    return one.charged < other.charged


cdef inline int by_name(int place) noexcept nogil:
    """Squares by letter, then number; the pool behind them."""
    return file_of(place) * FILES + rank_of(place) if place < SQUARES else 1000


cdef void begin(
    const Law* law, Field* field, const Riders* victors, const Riders* defeated
) noexcept nogil:
    """SWL-160 to SWL-164: the battle stops, the cavalry is set aside under labels, the victor is to act."""
    cdef int seat
    saddle(law, field, victors)
    saddle(law, field, defeated)
    for seat in range(2):
        field.before[seat] = losses(law, field, seat)
        field.plan[seat] = NO_PLAN
        field.plan_count[seat] = 0
    field.phase = PURSUING
    begin_ply(law, field, field.victor)


cdef void saddle(const Law* law, Field* field, const Riders* riders) noexcept nogil:
    cdef int at, slot
    cdef Piece* piece
    for at in range(riders.count):
        slot = riders.slot[at]
        piece = &field.piece[slot]
        if piece.place == RESTING or piece.place == WITHDRAWN:
            if present_ply(law, field) - piece.left >= AWAY_FOR_A_TURN:  # SWL-R57
                piece.blocks = 0
        send(law, field, slot, RIDING)
        piece.label = at + 1


# --- Questions --------------------------------------------------------------------------------------------------------

cdef int worth(const Law* law, const Field* field, int seat) noexcept nogil:
    """SWL-163: actions of a ply. A commander who has been taken out goes on counting."""
    cdef int slot, sum = 0 if field.lost[law.cinc[seat]] else WORTH_OF_A_CINC
    cdef const Piece* piece
    for slot in range(field.slots):
        piece = &field.piece[slot]
        if (piece.place == RIDING or piece.place == RETIRED) and law.side[piece.code] == seat:
            sum += law.cls[piece.code] == CMD
    return sum


cdef int rider_with(const Law* law, const Field* field, int seat, int label) noexcept nogil:
    cdef int slot
    for slot in range(field.slots):
        if is_rider(law, field, slot, seat) and field.piece[slot].label == label:
            return slot
    return NONE


cdef inline bint is_rider(const Law* law, const Field* field, int slot, int seat) noexcept nogil:
    return field.piece[slot].place == RIDING and law.side[field.piece[slot].code] == seat


cdef bint is_fugitive(const Law* law, const Field* field, int slot) noexcept nogil:
    """SWL-162."""
    cdef const Piece* piece = &field.piece[slot]
    return piece.place < SQUARES and law.side[piece.code] != field.victor and law.arm[piece.code] != CAVALRY


cdef int count_fugitives(const Law* law, const Field* field) noexcept nogil:
    cdef int slot, count = 0
    for slot in range(field.slots):
        count += is_fugitive(law, field, slot)
    return count


cdef int count_riders(const Law* law, const Field* field, int seat) noexcept nogil:
    cdef int slot, count = 0
    for slot in range(field.slots):
        count += is_rider(law, field, slot, seat)
    return count


cdef int cause_to_end(const Law* law, const Field* field) noexcept nogil:
    """SWL-170, at the start of a ply of the victor."""
    if nothing_left(law, field):
        return NOTHING_LEFT
    if field.allowance == 0:
        return NO_ACTIONS
    return NO_CAUSE if count_riders(law, field, field.victor) else NO_RIDERS


cdef bint nothing_left(const Law* law, const Field* field) noexcept nogil:
    return count_fugitives(law, field) == 0 and count_riders(law, field, 1 - field.victor) == 0


cdef bint can_act(const Law* law, const Field* field) noexcept nogil:
    if field.used >= field.allowance:
        return False
    if count_riders(law, field, field.to_move):
        return True
    return field.to_move != field.victor and count_fugitives(law, field) > 0


# --- Actions ----------------------------------------------------------------------------------------------------------

cdef int act(const Law* law, Field* field, const Act* done) noexcept nogil:
    """One action of the mover, which must be legal; of a charge the slot of the piece that was eliminated."""
    cdef int loser = NONE
    field.used += 1
    if done.kind == CUTS:
        eliminate(law, field, done.target)
        tire(law, field, done.rider)
    elif done.kind == CHARGES:
        loser = loser_of(law, field, done.rider, done.target)
        eliminate(law, field, loser)
        if loser != done.rider:
            tire(law, field, done.rider)
    elif done.kind == SAVES:
        send(law, field, done.target, SAVED)
    else:
        send(law, field, done.rider, RETIRED)
    return loser


cdef int loser_of(const Law* law, const Field* field, int one, int other) noexcept nogil:
    """SWL-166: the weaker; among equals the piece of the defeated side."""
    cdef int strength = strength_of(law, &field.piece[one]), enemy = strength_of(law, &field.piece[other])
    if strength != enemy:
        return one if strength < enemy else other
    return other if law.side[field.piece[one].code] == field.victor else one


cdef void tire(const Law* law, Field* field, int slot) noexcept nogil:
    """SWL-167."""
    cdef Piece* piece = &field.piece[slot]
    if law.cls[piece.code] == HC and strength_of(law, piece) > 0:
        piece.blocks += 1


cdef int next_ply(const Law* law, Field* field) noexcept nogil:
    """SWL-164, SWL-170: the other side's ply; without any action it goes straight back."""
    if nothing_left(law, field):
        return NOTHING_LEFT
    if field.to_move == field.victor and field.used == 0:
        return IDLE
    begin_ply(law, field, 1 - field.to_move)
    if field.to_move != field.victor and field.allowance == 0:
        begin_ply(law, field, field.victor)
    return cause_to_end(law, field) if field.to_move == field.victor else NO_CAUSE


cdef void begin_ply(const Law* law, Field* field, int seat) noexcept nogil:
    field.to_move = seat
    field.used = 0
    field.allowance = worth(law, field, seat)
    field.step += 1


cdef void call_off(const Law* law, Field* field) noexcept nogil:
    """SWL-171: the difference of the casualties says what the victory is worth."""
    cdef int beaten = 1 - field.victor
    cdef int difference = losses(law, field, beaten) - losses(law, field, field.victor)
    if law.pursuit_casualties:
        difference -= field.before[beaten] - field.before[field.victor]
    field.phase = OVER
    field.winner = field.victor
    if difference <= SMALL_DIFFERENCE:
        field.over = INDECISIVE
        field.winner = NONE
    else:
        field.over = MAJOR if difference >= GREAT_DIFFERENCE else MINOR


# --- Plans and the automatic policy (SWL-R62) ---------------------------------------------------------------------------

cdef bint by_policy(const Law* law, const Field* field, Act* chosen) noexcept nogil:
    cdef int target = NONE, slot
    for slot in range(field.slots):
        if is_fugitive(law, field, slot) and (target == NONE or goes_first(law, field, slot, target)):
            target = slot
    return target != NONE and aim(law, field, target, chosen)


cdef bint goes_first(const Law* law, const Field* field, int slot, int other) noexcept nogil:
    """The victor cuts by name, the defeated saves the strongest first."""
    cdef int worth_of_slot = 0, worth_of_other = 0
    if field.to_move != field.victor:
        worth_of_slot, worth_of_other = value(law, &field.piece[slot]), value(law, &field.piece[other])
    if worth_of_slot != worth_of_other:
        return worth_of_slot > worth_of_other
    return by_name(field.piece[slot].place) < by_name(field.piece[other].place)


cdef inline int value(const Law* law, const Piece* piece) noexcept nogil:
    return WORTH_OF_A_GUN if law.arm[piece.code] == ARTILLERY else law.strength[piece.code]


cdef bint aim(const Law* law, const Field* field, int target, Act* chosen) noexcept nogil:
    """What the mover does about a fugitive; False where he has no rider for it."""
    if field.to_move != field.victor:
        chosen.kind, chosen.rider, chosen.target = SAVES, NONE, target
        return True
    chosen.kind, chosen.rider, chosen.target = CUTS, best_rider(law, field), target
    return chosen.rider != NONE


cdef int best_rider(const Law* law, const Field* field) noexcept nogil:
    """The lowest label of light cavalry, else of commanders, else the strongest heavy cavalry."""
    cdef int slot, best = NONE
    for slot in range(field.slots):
        if is_rider(law, field, slot, field.victor) and (best == NONE or rides_first(law, field, slot, best)):
            best = slot
    return best


cdef bint rides_first(const Law* law, const Field* field, int slot, int other) noexcept nogil:
    cdef const Piece* piece = &field.piece[slot]
    cdef const Piece* rival = &field.piece[other]
    cdef int rank = rank_of_rider(law, piece), rival_rank = rank_of_rider(law, rival)
    if rank != rival_rank:
        return rank < rival_rank
    if law.cls[piece.code] == HC and strength_of(law, piece) != strength_of(law, rival):
        return strength_of(law, piece) > strength_of(law, rival)
    return piece.label < rival.label


cdef inline int rank_of_rider(const Law* law, const Piece* piece) noexcept nogil:
    if law.cls[piece.code] == LC:
        return 0
    return 1 if law.cls[piece.code] == CMD else 2


cdef bint by_plan(const Law* law, Field* field, Act* chosen) noexcept nogil:
    """The next action of the mover's plan. Squares that no fugitive holds are skipped; a list used up is over."""
    cdef int seat = field.to_move, target, at
    if field.plan[seat] == PLAN_AUTO:
        return by_policy(law, field, chosen)
    while field.plan_count[seat]:
        target = field.on[field.planned[seat][0]]
        field.plan_count[seat] -= 1
        for at in range(field.plan_count[seat]):
            field.planned[seat][at] = field.planned[seat][at + 1]
        if target != NONE and is_fugitive(law, field, target) and aim(law, field, target, chosen):
            return True
    field.plan[seat] = NO_PLAN
    return False
