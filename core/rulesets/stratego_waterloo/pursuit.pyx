"""The pursuit: who rides, what an action does, when it ends; then its order lines, its events, its plans.

A line is looked at with what everybody sees: labels, squares, how many actions are left. Whether a charge wins is not
known to the check; it supposes that every charge succeeds. See pursuit.pxd.
"""

import re

from core.contract import Status, Verdict
from core.rulesets.stratego_waterloo.board import SEATS
from core.rulesets.stratego_waterloo.orders import Charge, Cut, End, Plan, Retire, Save, Stop

from core.rulesets.stratego_waterloo.battle cimport Battle
from core.rulesets.stratego_waterloo.board cimport (
    ARTILLERY, CAVALRY, CINC, CMD, FILES, HC, LC, NONE, SQUARES, Law, Variant, file_of, rank_of,
)
from core.rulesets.stratego_waterloo.position cimport Position
from core.rulesets.stratego_waterloo.state cimport (
    GONE, INDECISIVE, LATE, MAJOR, MINOR, NO_PLAN, OVER, PLAN_AUTO, PLAN_CUT, PLAN_SAVE, PUBLIC, PURSUING, RESTING,
    RETIRED, RIDING, SAVED, WITHDRAWN, Piece, State, eliminate, losses, present_ply, send, strength_of,
)
from core.rulesets.stratego_waterloo.turns cimport pursuit_allowance

PLANS = {"auto": PLAN_AUTO, "cut": PLAN_CUT, "save": PLAN_SAVE}
CAUSES = ("", "said", "idle", "no_riders", "no_actions", "nothing_left", "no_fugitives")
VICTOR, DEFEATED = "V", "R"  # the letters of the labels (SWL-173)

cdef enum:
    WORTH_OF_A_GUN = 4  # to the automatic saver (SWL-R62)
    SMALL_DIFFERENCE = 3  # SWL-171: up to this the battle is indecisive
    GREAT_DIFFERENCE = 10  # from this on a major victory
    AWAY_FOR_A_TURN = 2  # plies (SWL-080)


# --- The beginning ----------------------------------------------------------------------------------------------------

cdef void gather(const Law* law, const State* state, int seat, Riders* riders) noexcept nogil:
    """SWL-161: all cavalry but commanders-in-chief; by square (letter, then number), then the pool by kind."""
    cdef int slot, at
    riders.count = 0
    for slot in range(state.slots):
        if not may_ride(law, &state.piece[slot], seat):
            continue
        at = riders.count
        while at > 0 and comes_before(&state.piece[slot], &state.piece[riders.slot[at - 1]]):
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


cdef void set_out(
    const Law* law, State* state, const Riders* victors, const Riders* defeated
) noexcept nogil:
    """SWL-160 to SWL-164: the battle stops, the cavalry is set aside under labels, the victor is to act."""
    cdef int seat
    label_riders(law, state, victors)
    label_riders(law, state, defeated)
    for seat in range(2):
        state.before[seat] = losses(law, state, seat)
        state.plan[seat] = NO_PLAN
        state.plan_count[seat] = 0
    state.phase = PURSUING
    begin_ply(law, state, state.victor)


cdef void label_riders(const Law* law, State* state, const Riders* riders) noexcept nogil:
    cdef int at, slot
    cdef Piece* piece
    for at in range(riders.count):
        slot = riders.slot[at]
        piece = &state.piece[slot]
        if piece.place == RESTING or piece.place == WITHDRAWN:
            if present_ply(law, state) - piece.left >= AWAY_FOR_A_TURN:  # SWL-R57
                piece.blocks = 0
        send(law, state, slot, RIDING)
        piece.label = at + 1


# --- Questions --------------------------------------------------------------------------------------------------------

cdef int rider_with(const Law* law, const State* state, int seat, int label) noexcept nogil:
    cdef int slot
    for slot in range(state.slots):
        if is_rider(law, state, slot, seat) and state.piece[slot].label == label:
            return slot
    return NONE


cdef inline bint is_rider(const Law* law, const State* state, int slot, int seat) noexcept nogil:
    return state.piece[slot].place == RIDING and law.side[state.piece[slot].code] == seat


cdef bint is_fugitive(const Law* law, const State* state, int slot) noexcept nogil:
    """SWL-162."""
    cdef const Piece* piece = &state.piece[slot]
    return piece.place < SQUARES and law.side[piece.code] != state.victor and law.arm[piece.code] != CAVALRY


cdef int count_fugitives(const Law* law, const State* state) noexcept nogil:
    cdef int slot, count = 0
    for slot in range(state.slots):
        count += is_fugitive(law, state, slot)
    return count


cdef int count_riders(const Law* law, const State* state, int seat) noexcept nogil:
    cdef int slot, count = 0
    for slot in range(state.slots):
        count += is_rider(law, state, slot, seat)
    return count


cdef int cause_to_end(const Law* law, const State* state) noexcept nogil:
    """SWL-170, at the start of a ply of the victor."""
    if nothing_left(law, state):
        return NOTHING_LEFT
    if state.allowance == 0:
        return NO_ACTIONS
    return NO_CAUSE if count_riders(law, state, state.victor) else NO_RIDERS


cdef bint nothing_left(const Law* law, const State* state) noexcept nogil:
    return count_fugitives(law, state) == 0 and count_riders(law, state, 1 - state.victor) == 0


cdef bint can_act(const Law* law, const State* state) noexcept nogil:
    if state.used >= state.allowance:
        return False
    if count_riders(law, state, state.to_move):
        return True
    return state.to_move != state.victor and count_fugitives(law, state) > 0


# --- Actions ----------------------------------------------------------------------------------------------------------

cdef int act(const Law* law, State* state, const Act* done) noexcept nogil:
    """One action of the mover, which must be legal; of a charge the slot of the piece that was eliminated."""
    cdef int loser = NONE
    state.used += 1
    if done.kind == CUTS:
        eliminate(law, state, done.target)
        tire(law, state, done.rider)
    elif done.kind == CHARGES:
        loser = loser_of(law, state, done.rider, done.target)
        eliminate(law, state, loser)
        # SWL-166: both are shown, whoever wins. The survivor stays known unless the game forgets (SWL-R04).
        if not law.forgetful:
            state.piece[done.target if loser == done.rider else done.rider].known |= PUBLIC
        if loser != done.rider:
            tire(law, state, done.rider)
    elif done.kind == SAVES:
        send(law, state, done.target, SAVED)
    else:
        send(law, state, done.rider, RETIRED)
    return loser


cdef int loser_of(const Law* law, const State* state, int one, int other) noexcept nogil:
    """SWL-166: the weaker; among equals the piece of the defeated side."""
    cdef int strength = strength_of(law, &state.piece[one]), enemy = strength_of(law, &state.piece[other])
    if strength != enemy:
        return one if strength < enemy else other
    return other if law.side[state.piece[one].code] == state.victor else one


cdef void tire(const Law* law, State* state, int slot) noexcept nogil:
    """SWL-167."""
    cdef Piece* piece = &state.piece[slot]
    if law.cls[piece.code] == HC and strength_of(law, piece) > 0:
        piece.blocks += 1


cdef int next_ply(const Law* law, State* state) noexcept nogil:
    """SWL-164, SWL-170: the other side's ply; without any action it goes straight back."""
    if nothing_left(law, state):
        return NOTHING_LEFT
    if state.to_move == state.victor and state.used == 0:
        return IDLE
    begin_ply(law, state, 1 - state.to_move)
    if state.to_move != state.victor and state.allowance == 0:
        begin_ply(law, state, state.victor)
    return cause_to_end(law, state) if state.to_move == state.victor else NO_CAUSE


cdef void begin_ply(const Law* law, State* state, int seat) noexcept nogil:
    state.to_move = seat
    state.used = 0
    state.allowance = pursuit_allowance(law, state, seat)
    state.step += 1


cdef void call_off(const Law* law, State* state) noexcept nogil:
    """SWL-171: the difference of the casualties says what the victory is worth. The saved are none (SWL-172)."""
    cdef int beaten = 1 - state.victor
    cdef int difference = losses(law, state, beaten) - losses(law, state, state.victor)
    if law.pursuit_casualties:
        difference -= state.before[beaten] - state.before[state.victor]
    state.phase = OVER
    state.winner = state.victor
    if difference <= SMALL_DIFFERENCE:
        state.over = INDECISIVE
        state.winner = NONE
    else:
        state.over = MAJOR if difference >= GREAT_DIFFERENCE else MINOR


# --- Plans and the automatic policy (SWL-R62) -------------------------------------------------------------------------

cdef bint by_policy(const Law* law, const State* state, Act* chosen) noexcept nogil:
    cdef int target = NONE, slot
    for slot in range(state.slots):
        if is_fugitive(law, state, slot) and (target == NONE or goes_first(law, state, slot, target)):
            target = slot
    return target != NONE and aim(law, state, target, chosen)


cdef bint goes_first(const Law* law, const State* state, int slot, int other) noexcept nogil:
    """The victor cuts by name, the defeated saves the strongest first."""
    cdef int worth_of_slot = 0, worth_of_other = 0
    if state.to_move != state.victor:
        worth_of_slot, worth_of_other = value(law, &state.piece[slot]), value(law, &state.piece[other])
    if worth_of_slot != worth_of_other:
        return worth_of_slot > worth_of_other
    return by_name(state.piece[slot].place) < by_name(state.piece[other].place)


cdef inline int value(const Law* law, const Piece* piece) noexcept nogil:
    return WORTH_OF_A_GUN if law.arm[piece.code] == ARTILLERY else law.strength[piece.code]


cdef bint aim(const Law* law, const State* state, int target, Act* chosen) noexcept nogil:
    """What the mover does about a fugitive; False where he has no rider for it."""
    if state.to_move != state.victor:
        chosen.kind, chosen.rider, chosen.target = SAVES, NONE, target
        return True
    chosen.kind, chosen.rider, chosen.target = CUTS, best_rider(law, state), target
    return chosen.rider != NONE


cdef int best_rider(const Law* law, const State* state) noexcept nogil:
    """The lowest label of light cavalry, else of commanders, else the strongest heavy cavalry."""
    cdef int slot, best = NONE
    for slot in range(state.slots):
        if is_rider(law, state, slot, state.victor) and (best == NONE or rides_first(law, state, slot, best)):
            best = slot
    return best


cdef bint rides_first(const Law* law, const State* state, int slot, int other) noexcept nogil:
    cdef const Piece* piece = &state.piece[slot]
    cdef const Piece* rival = &state.piece[other]
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


cdef bint by_plan(const Law* law, State* state, Act* chosen) noexcept nogil:
    """The next action of the mover's list. Squares that no fugitive holds are skipped; a list used up is over."""
    cdef int seat = state.to_move, target, at
    while state.plan_count[seat]:
        target = state.on[state.planned[seat][0]]
        state.plan_count[seat] -= 1
        for at in range(state.plan_count[seat]):
            state.planned[seat][at] = state.planned[seat][at + 1]
        if target != NONE and is_fugitive(law, state, target) and aim(law, state, target, chosen):
            return True
    state.plan[seat] = NO_PLAN
    return False


# --- The beginning as it is told --------------------------------------------------------------------------------------

cdef void begin(Battle battle) except *:
    """Set the cavalry aside under labels drawn by lot, the victor's first, and open his first ply."""
    cdef Variant variant = battle.position.variant
    cdef State* state = &battle.position.state
    cdef Riders victors, beaten
    cdef int victor = state.victor
    battle.tell(
        "pursuit_begins",
        {
            "victor": SEATS[victor],
            "defeated": SEATS[1 - victor],
            "casualties": {SEATS[seat]: losses(&variant.law, state, seat) for seat in range(2)},
        },
        "SWL-160",
    )
    gather(&variant.law, state, victor, &victors)
    gather(&variant.law, state, 1 - victor, &beaten)
    shuffle(battle, &victors)
    shuffle(battle, &beaten)
    set_out(&variant.law, state, &victors, &beaten)
    for seat in range(2):
        battle.tell("labels", {"riders": riders_facts(battle, seat)}, "SWL-173", seat)
    ply_begins(battle, cause_to_end(&variant.law, state))


cdef void shuffle(Battle battle, Riders* riders) except *:
    """The order of the labels (SWL-R58), drawn as the Prussians are."""
    cdef int count, other
    for count in range(riders.count, 1, -1):
        other = battle.roll(count)
        riders.slot[count - 1], riders.slot[other - 1] = riders.slot[other - 1], riders.slot[count - 1]


cdef dict riders_facts(Battle battle, int viewer):
    """All riders by label, as a seat knows them, the victor's first."""
    cdef State* state = &battle.position.state
    found = {}
    for seat in (state.victor, 1 - state.victor):
        slots = [slot for slot in range(state.slots) if state.piece[<int>slot].place == RIDING]
        own = [slot for slot in slots if battle.position.variant.law.side[state.piece[<int>slot].code] == seat]
        for slot in sorted(own, key=lambda slot: field_label(battle, slot)):
            found[label_of(battle.position, slot)] = battle.known_facts(&state.piece[<int>slot], viewer)
    return found


cdef int field_label(Battle battle, int slot):
    return battle.position.state.piece[slot].label


cdef str label_of(Position position, int slot):
    cdef Piece* piece = &position.state.piece[slot]
    victor = position.variant.law.side[piece.code] == position.state.victor
    return f"{VICTOR if victor else DEFEATED}{piece.label}"


# --- What a line may say ----------------------------------------------------------------------------------------------

cdef list judge(Position position, int seat, lines):
    """A verdict for each line; the first that cannot be carried out has all refused. Charges are supposed to win."""
    cdef Position copy = position.copy()
    verdicts = []
    ended = False
    for line in lines:
        if ended:
            verdicts.append(Verdict(line.number, Status.VOID, "after_end", facts={"seat": SEATS[seat]}))
            continue
        fault = fault_of(copy, seat, line.order)
        if fault is not None:
            return rejected(lines, line.number, seat, fault)
        facts = reading_of(copy, seat, line.order)
        suppose(copy, seat, line.order)
        ended = isinstance(line.order, End) or (isinstance(line.order, Stop) and facts["what"] == "pursuit")
        verdicts.append(Verdict(line.number, Status.OK, facts=facts))
    return verdicts


cdef list rejected(lines, number, int seat, fault):
    code, clause, facts = fault
    return [
        Verdict(line.number, Status.REFUSED, code, (clause,), {"seat": SEATS[seat], **facts})
        if line.number == number
        else Verdict(line.number, Status.VOID, "rejected", facts={"seat": SEATS[seat]})
        for line in lines
    ]


cdef object fault_of(Position position, int seat, order):
    """Why a line cannot be carried out now: code, clause, facts; None where it can."""
    cdef State* state = &position.state
    if isinstance(order, Plan):
        return fault_of_plan(position, seat, order)
    if isinstance(order, Stop) and state.plan[seat] != NO_PLAN:
        return None
    if seat != state.to_move:
        return "E-PHASE", "SWL-164", {
            "phase": "pursuit", "to_move": SEATS[state.to_move], "turn": state.turn, "what": "not_yours",
        }
    if isinstance(order, Stop):
        return None if seat == state.victor else ("E-PURSUIT", "SWL-170", {"what": "no_plan"})
    if isinstance(order, End):
        return None
    if state.used >= state.allowance:
        return "E-ACTIONS", "SWL-163", {"used": state.used, "allowance": state.allowance}
    if isinstance(order, Cut):
        return fault_of_cut(position, seat, order)
    if isinstance(order, Save):
        if seat == state.victor:
            return "E-PURSUIT", "SWL-168", {"what": "defeated_only"}
        return fault_of_fugitive(position, order.square, "SWL-168")
    own = fault_of_rider(position, seat, order.label)
    if own is not None or isinstance(order, Retire):
        return own
    return fault_of_rider(position, 1 - seat, order.other)


cdef object fault_of_plan(Position position, int seat, order):
    victor = seat == position.state.victor
    if order.kind == ("save" if victor else "cut"):
        clause = "SWL-168" if victor else "SWL-165"
        return "E-PURSUIT", clause, {"what": "defeated_only" if victor else "victor_only"}
    for square in order.squares:
        if square not in position.variant.board.squares:
            return "E-SQUARE", "SWL-R62", {"square": square}
    if len(set(order.squares)) < len(order.squares) or (order.kind != "auto" and not order.squares):
        return "E-PURSUIT", "SWL-R62", {"what": "squares", "squares": list(order.squares)}
    return None


cdef object fault_of_cut(Position position, int seat, order):
    if seat != position.state.victor:
        return "E-PURSUIT", "SWL-165", {"what": "victor_only"}
    own = fault_of_rider(position, seat, order.label)
    return own if own is not None else fault_of_fugitive(position, order.square, "SWL-165")


cdef object fault_of_rider(Position position, int seat, label):
    """`seat` is whose rider it must be."""
    letter = VICTOR if seat == position.state.victor else DEFEATED
    if not re.fullmatch("[VR][1-9][0-9]{0,2}", label):
        return "E-PURSUIT", "SWL-161", {"what": "label", "label": label}
    if label[0] != letter:
        own = seat == position.state.to_move
        return "E-PURSUIT", "SWL-166", {"what": "not_own" if own else "own", "label": label}
    if slot_of(position, label) == NONE:
        return "E-PURSUIT", "SWL-166", {"what": "not_riding", "label": label}
    return None


cdef object fault_of_fugitive(Position position, square, clause):
    if square not in position.variant.board.squares:
        return "E-SQUARE", clause, {"square": square}
    if fugitive_on(position, square) == NONE:
        return "E-PURSUIT", clause, {"what": "no_fugitive", "square": square}
    return None


cdef int slot_of(Position position, label) except -1:
    """The slot of the rider with a label in the right form, or NONE."""
    cdef int seat = position.state.victor if label[0] == VICTOR else 1 - position.state.victor
    return rider_with(&position.variant.law, &position.state, seat, int(label[1:]))


cdef int fugitive_on(Position position, square) except -1:
    cdef int slot = position.state.on[<int>position.variant.board.squares[square]]
    return slot if slot != NONE and is_fugitive(&position.variant.law, &position.state, slot) else NONE


cdef dict reading_of(Position position, int seat, order):
    """The facts of a line that stands."""
    facts = {"seat": SEATS[seat], "order": type(order).__name__.lower()}
    if isinstance(order, Cut):
        return facts | {"label": order.label, "square": order.square}
    if isinstance(order, Charge):
        return facts | {"label": order.label, "other": order.other}
    if isinstance(order, Save):
        return facts | {"square": order.square}
    if isinstance(order, Retire):
        return facts | {"label": order.label}
    if isinstance(order, Plan):
        return facts | {"kind": order.kind, "squares": list(order.squares)}
    if isinstance(order, Stop):
        return facts | {"what": "plan" if position.state.plan[seat] != NO_PLAN else "pursuit"}
    return facts


cdef void suppose(Position position, int seat, order) except *:
    """Go on in the check as if the line had been carried out and every charge won."""
    cdef State* state = &position.state
    cdef Act done
    if isinstance(order, Plan):
        take_plan(position, seat, order)
    elif isinstance(order, Stop):
        state.plan[seat] = NO_PLAN
    elif isinstance(order, Charge):
        state.used += 1
        eliminate(&position.variant.law, state, slot_of(position, order.other))
    elif not isinstance(order, End):
        done = act_of(position, order)
        act(&position.variant.law, state, &done)


cdef Act act_of(Position position, order) except *:
    """The action that a line without fault means."""
    cdef Act done
    done.rider = done.target = NONE
    if isinstance(order, Save):
        done.kind, done.target = SAVES, fugitive_on(position, order.square)
        return done
    done.rider = slot_of(position, order.label)
    if isinstance(order, Cut):
        done.kind, done.target = CUTS, fugitive_on(position, order.square)
    elif isinstance(order, Charge):
        done.kind, done.target = CHARGES, slot_of(position, order.other)
    else:
        done.kind = RETIRES
    return done


cdef void take_plan(Position position, int seat, order) except *:
    cdef State* state = &position.state
    cdef int at
    state.plan[seat] = PLANS[order.kind]
    state.plan_count[seat] = len(order.squares)
    for at, square in enumerate(order.squares):
        state.planned[seat][at] = position.variant.board.squares[square]


# --- Carrying out -----------------------------------------------------------------------------------------------------

cdef list carry_out(Battle battle, int seat, lines):
    """One line after the other, as far as they can be; then the plans of both sides as far as they go."""
    cdef State* state = &battle.position.state
    verdicts = []
    void = None
    done = 0
    for line in lines:
        if void is None and state.phase != PURSUING:
            void = "over"
        if void is not None:
            verdicts.append(Verdict(line.number, Status.VOID, void, facts={"seat": SEATS[seat]}))
            continue
        fault = fault_of(battle.position, seat, line.order)
        if fault is not None:
            code, clause, facts = fault
            left = state.allowance - state.used
            facts = {"seat": SEATS[seat], **facts, "executed": done, "left": left}
            verdicts.append(Verdict(line.number, Status.REFUSED, code, (clause,), facts))
            void = "stopped"
            continue
        verdicts.append(Verdict(line.number, Status.OK, facts=reading_of(battle.position, seat, line.order)))
        done += 1
        if isinstance(line.order, End):
            end_ply(battle)
            void = "after_end"
        else:
            obey(battle, seat, line.order)
    end_ply_where_nothing_can_be_done(battle)
    run_plans(battle)
    return verdicts


cdef void obey(Battle battle, int seat, order) except *:
    cdef State* state = &battle.position.state
    cdef Act done
    if isinstance(order, Plan):
        take_plan(battle.position, seat, order)
    elif isinstance(order, Stop) and state.plan[seat] != NO_PLAN:
        state.plan[seat] = NO_PLAN
        state.plan_count[seat] = 0
    elif isinstance(order, Stop):
        end_pursuit(battle, SAID)
    else:
        done = act_of(battle.position, order)
        perform(battle, &done)


cdef void decide_for_silent(Battle battle, int seat) except *:
    """The rest of a silent side's ply by the automatic policy; then the plans go on (SWL-R62)."""
    if battle.position.state.to_move == seat:
        follow_policy(battle)
        run_plans(battle)


cdef void follow_policy(Battle battle) except *:
    """The mover's ply to its end. The victor stops where there is no fugitive left."""
    cdef State* state = &battle.position.state
    cdef Law* law = &battle.position.variant.law
    cdef Act chosen
    cdef int mover = state.to_move
    while state.phase == PURSUING and can_act(law, state):
        if not by_policy(law, state, &chosen):
            if mover == state.victor:
                end_pursuit(battle, NO_FUGITIVES)
                return
            break
        perform(battle, &chosen)
    if state.phase == PURSUING:
        end_ply(battle)


cdef void run_plans(Battle battle) except *:
    """As many plies as plans fill; a ply whose plan is used up before its end is the player's."""
    cdef State* state = &battle.position.state
    cdef Law* law = &battle.position.variant.law
    cdef Act chosen
    while state.phase == PURSUING and state.plan[state.to_move] != NO_PLAN:
        if state.plan[state.to_move] == PLAN_AUTO:
            follow_policy(battle)
        elif by_plan(law, state, &chosen):
            perform(battle, &chosen)
            end_ply_where_nothing_can_be_done(battle)


cdef void end_ply_where_nothing_can_be_done(Battle battle) except *:
    """The ply is over once its actions are used, or nobody is left to act."""
    if battle.position.state.phase == PURSUING and not can_act(&battle.position.variant.law, &battle.position.state):
        end_ply(battle)


cdef void end_ply(Battle battle) except *:
    ply_begins(battle, next_ply(&battle.position.variant.law, &battle.position.state))


cdef void ply_begins(Battle battle, int cause) except *:
    """Tell of the ply that has begun, or end the pursuit."""
    cdef State* state = &battle.position.state
    if cause != NO_CAUSE:
        end_pursuit(battle, cause)
    else:
        battle.tell("pursuit_ply", {"seat": SEATS[state.to_move], "allowance": state.allowance}, "SWL-163")


cdef void end_pursuit(Battle battle, int cause) except *:
    cdef State* state = &battle.position.state
    battle.tell("stop", {"seat": SEATS[state.victor], "why": CAUSES[cause]}, "SWL-170")
    call_off(&battle.position.variant.law, state)
    battle.finish(state.over, state.winner)


# --- Actions and what is told of them ---------------------------------------------------------------------------------

cdef void perform(Battle battle, const Act* done) except *:
    """One action, and its event as each side may know it."""
    cdef Position position = battle.position
    cdef State* state = &position.state
    cdef int seat = state.to_move
    cdef Piece rider, target
    cdef int loser
    facts = {"seat": SEATS[seat]}
    if done.rider != NONE:
        facts["label"] = label_of(position, done.rider)
        rider = state.piece[done.rider]
    if done.target != NONE:
        target = state.piece[done.target]
        if target.place < SQUARES:
            facts["square"] = position.variant.board.square_names[target.place]
        else:
            facts["other"] = label_of(position, done.target)
    loser = act(&position.variant.law, state, done)
    if done.kind == CHARGES:
        winner = 1 - seat if loser == done.rider else seat
        facts["piece"] = battle.full_facts(rider.code, rider.blocks)
        facts["target"] = battle.full_facts(target.code, target.blocks)
        battle.tell("charge", facts | {"winner": SEATS[winner]}, "SWL-166")
    elif done.kind == CUTS:
        target.known |= PUBLIC  # eliminated pieces are open to all
        tell_both(battle, "cut", facts, &rider, &target, "SWL-165")
    elif done.kind == SAVES:
        tell_both(battle, "save", facts, NULL, &target, "SWL-168")
    else:
        tell_both(battle, "retire", facts, &rider, NULL, "SWL-169")
    if nothing_left(&position.variant.law, state):
        end_pursuit(battle, NOTHING_LEFT)


cdef dict known_pair(Battle battle, const Piece* rider, const Piece* target, int viewer):
    facts = {}
    if rider != NULL:
        facts["piece"] = battle.known_facts(rider, viewer)
    if target != NULL:
        facts["target"] = battle.known_facts(target, viewer)
    return facts


cdef void tell_both(Battle battle, kind, dict facts, const Piece* rider, const Piece* target, clause) except *:
    """One event where all know the same of it, else one for each side."""
    known = [known_pair(battle, rider, target, seat) for seat in range(2)]
    if known[0] == known[1] == known_pair(battle, rider, target, NONE):
        battle.tell(kind, facts | known[0], clause)
        return
    for seat in range(2):
        battle.tell(kind, facts | known[seat], clause, seat)
