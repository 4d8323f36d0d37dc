"""The pursuit as it is mailed: what a line of a mail comes to, what is told of it, and plans that run by themselves.

A line is looked at with what everybody sees: labels, squares, how many actions are left. Whether a charge wins is not
known to the check; it supposes that every charge succeeds (5.4).
"""

import re

from core.contract import Status, Verdict
from core.rulesets.stratego_waterloo.orders import Charge, Cut, End, Plan, Retire, Save, Stop

from core.rulesets.stratego_waterloo.board cimport MOST_PIECES, NONE, SQUARES, Law, Variant
from core.rulesets.stratego_waterloo.field cimport (
    GONE, NO_PLAN, PLAN_AUTO, PLAN_CUT, PLAN_SAVE, PUBLIC, PURSUING, RIDING, Field, Piece, eliminate, losses,
)
from core.rulesets.stratego_waterloo.play cimport Play
from core.rulesets.stratego_waterloo.position cimport Position
from core.rulesets.stratego_waterloo.riders cimport (
    CHARGES, CUTS, NO_CAUSE, NO_FUGITIVES, NOTHING_LEFT, RETIRES, SAID, SAVES, Act, Riders, act, by_plan, by_policy, call_off,
    can_act, cause_to_end, gather, is_fugitive, next_ply, nothing_left, rider_with, worth,
)
from core.rulesets.stratego_waterloo.riders cimport begin as set_out

SEATS = ("blue", "red")
PLANS = {"auto": PLAN_AUTO, "cut": PLAN_CUT, "save": PLAN_SAVE}
CAUSES = ("", "said", "idle", "no_riders", "no_actions", "nothing_left", "no_fugitives")
VICTOR, DEFEATED = "V", "R"  # the letters of the labels (SWL-173)


cdef int allowance(const Law* law, const Field* field, int seat) noexcept nogil:
    """Actions of a side's ply in the pursuit (SWL-163)."""
    return worth(law, field, seat)


# --- The beginning ----------------------------------------------------------------------------------------------------

cdef void begin(Play play) except *:
    """Set the cavalry aside under labels drawn by lot, the victor's first, and open his first ply."""
    cdef Variant variant = play.position.variant
    cdef Field* field = &play.position.field
    cdef Riders victors, beaten
    cdef int victor = field.victor
    play.tell(
        "pursuit_begins",
        {
            "victor": SEATS[victor],
            "defeated": SEATS[1 - victor],
            "casualties": {SEATS[seat]: losses(&variant.law, field, seat) for seat in range(2)},
        },
        "SWL-160",
    )
    gather(&variant.law, field, victor, &victors)
    gather(&variant.law, field, 1 - victor, &beaten)
    shuffle(play, &victors)
    shuffle(play, &beaten)
    set_out(&variant.law, field, &victors, &beaten)
    for seat in range(2):
        play.tell("labels", {"riders": riders_facts(play, seat)}, "SWL-173", seat)
    ply_begins(play, cause_to_end(&variant.law, field))


cdef void shuffle(Play play, Riders* riders) except *:
    """The order of the labels (SWL-R58), drawn as the Prussians are."""
    cdef int count, other
    for count in range(riders.count, 1, -1):
        other = play.roll(count)
        riders.slot[count - 1], riders.slot[other - 1] = riders.slot[other - 1], riders.slot[count - 1]


cdef dict riders_facts(Play play, int viewer):
    """All riders by label, as a seat knows them, the victor's first."""
    cdef Field* field = &play.position.field
    found = {}
    for seat in (field.victor, 1 - field.victor):
        slots = [slot for slot in range(field.slots) if field.piece[<int>slot].place == RIDING]
        own = [slot for slot in slots if play.position.variant.law.side[field.piece[<int>slot].code] == seat]
        for slot in sorted(own, key=lambda slot: field_label(play, slot)):
            found[label_of(play.position, slot)] = play.known_facts(&field.piece[<int>slot], viewer)
    return found


cdef int field_label(Play play, int slot):
    return play.position.field.piece[slot].label


cdef str label_of(Position position, int slot):
    cdef Piece* piece = &position.field.piece[slot]
    victor = position.variant.law.side[piece.code] == position.field.victor
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
        facts = reading(copy, seat, line.order)
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
    cdef Field* field = &position.field
    if isinstance(order, Plan):
        return fault_of_plan(position, seat, order)
    if isinstance(order, Stop) and field.plan[seat] != NO_PLAN:
        return None
    if seat != field.to_move:
        return "E-PHASE", "SWL-164", {
            "phase": "pursuit", "to_move": SEATS[field.to_move], "turn": field.turn, "what": "not_yours",
        }
    if isinstance(order, Stop):
        return None if seat == field.victor else ("E-PURSUIT", "SWL-170", {"what": "no_plan"})
    if isinstance(order, End):
        return None
    if field.used >= field.allowance:
        return "E-ACTIONS", "SWL-163", {"used": field.used, "allowance": field.allowance}
    if isinstance(order, Cut):
        return fault_of_cut(position, seat, order)
    if isinstance(order, Save):
        if seat == field.victor:
            return "E-PURSUIT", "SWL-168", {"what": "defeated_only"}
        return fault_of_fugitive(position, order.square, "SWL-168")
    own = fault_of_rider(position, seat, order.label)
    if own is not None or isinstance(order, Retire):
        return own
    return fault_of_rider(position, 1 - seat, order.other)


cdef object fault_of_plan(Position position, int seat, order):
    victor = seat == position.field.victor
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
    if seat != position.field.victor:
        return "E-PURSUIT", "SWL-165", {"what": "victor_only"}
    own = fault_of_rider(position, seat, order.label)
    return own if own is not None else fault_of_fugitive(position, order.square, "SWL-165")


cdef object fault_of_rider(Position position, int seat, label):
    """`seat` is whose rider it must be."""
    letter = VICTOR if seat == position.field.victor else DEFEATED
    if not re.fullmatch("[VR][1-9][0-9]{0,2}", label):
        return "E-PURSUIT", "SWL-161", {"what": "label", "label": label}
    if label[0] != letter:
        own = seat == position.field.to_move
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
    cdef int seat = position.field.victor if label[0] == VICTOR else 1 - position.field.victor
    return rider_with(&position.variant.law, &position.field, seat, int(label[1:]))


cdef int fugitive_on(Position position, square) except -1:
    cdef int slot = position.field.on[<int>position.variant.board.squares[square]]
    return slot if slot != NONE and is_fugitive(&position.variant.law, &position.field, slot) else NONE


cdef dict reading(Position position, int seat, order):
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
        return facts | {"what": "plan" if position.field.plan[seat] != NO_PLAN else "pursuit"}
    return facts


cdef void suppose(Position position, int seat, order) except *:
    """Go on in the check as if the line had been carried out and every charge won."""
    cdef Field* field = &position.field
    cdef Act done
    if isinstance(order, Plan):
        plan(position, seat, order)
    elif isinstance(order, Stop):
        field.plan[seat] = NO_PLAN
    elif isinstance(order, Charge):
        field.used += 1
        eliminate(&position.variant.law, field, slot_of(position, order.other))
    elif not isinstance(order, End):
        done = act_of(position, order)
        act(&position.variant.law, field, &done)


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


cdef void plan(Position position, int seat, order) except *:
    cdef Field* field = &position.field
    cdef int at
    field.plan[seat] = PLANS[order.kind]
    field.plan_count[seat] = len(order.squares)
    for at, square in enumerate(order.squares):
        field.planned[seat][at] = position.variant.board.squares[square]


# --- Carrying out -----------------------------------------------------------------------------------------------------

cdef list carry_out(Play play, int seat, lines):
    """One line after the other, as far as they can be; then the plans of both sides as far as they go."""
    cdef Field* field = &play.position.field
    verdicts = []
    void = None
    done = 0
    for line in lines:
        if void is None and field.phase != PURSUING:
            void = "over"
        if void is not None:
            verdicts.append(Verdict(line.number, Status.VOID, void, facts={"seat": SEATS[seat]}))
            continue
        fault = fault_of(play.position, seat, line.order)
        if fault is not None:
            code, clause, facts = fault
            left = field.allowance - field.used
            facts = {"seat": SEATS[seat], **facts, "executed": done, "left": left}
            verdicts.append(Verdict(line.number, Status.REFUSED, code, (clause,), facts))
            void = "stopped"
            continue
        verdicts.append(Verdict(line.number, Status.OK, facts=reading(play.position, seat, line.order)))
        done += 1
        if isinstance(line.order, End):
            close(play)
            void = "after_end"
        else:
            obey(play, seat, line.order)
    close_where_nothing_can_be_done(play)
    run_plans(play)
    return verdicts


cdef void obey(Play play, int seat, order) except *:
    cdef Field* field = &play.position.field
    cdef Act done
    if isinstance(order, Plan):
        plan(play.position, seat, order)
    elif isinstance(order, Stop) and field.plan[seat] != NO_PLAN:
        field.plan[seat] = NO_PLAN
        field.plan_count[seat] = 0
    elif isinstance(order, Stop):
        stop(play, SAID)
    else:
        done = act_of(play.position, order)
        perform(play, &done)


cdef void silent(Play play, int seat) except *:
    """The rest of a silent side's ply by the automatic policy; then the plans go on (SWL-R62)."""
    if play.position.field.to_move == seat:
        follow_policy(play)
        run_plans(play)


cdef void follow_policy(Play play) except *:
    """The mover's ply to its end. The victor stops where there is no fugitive left."""
    cdef Field* field = &play.position.field
    cdef Law* law = &play.position.variant.law
    cdef Act chosen
    cdef int mover = field.to_move
    while field.phase == PURSUING and can_act(law, field):
        if not by_policy(law, field, &chosen):
            if mover == field.victor:
                stop(play, NO_FUGITIVES)
                return
            break
        perform(play, &chosen)
    if field.phase == PURSUING:
        close(play)


cdef void run_plans(Play play) except *:
    """As many plies as plans fill; a ply whose plan is used up before its end is the player's."""
    cdef Field* field = &play.position.field
    cdef Law* law = &play.position.variant.law
    cdef Act chosen
    while field.phase == PURSUING and field.plan[field.to_move] != NO_PLAN:
        if field.plan[field.to_move] == PLAN_AUTO:
            follow_policy(play)
        elif by_plan(law, field, &chosen):
            perform(play, &chosen)
            close_where_nothing_can_be_done(play)


cdef void close_where_nothing_can_be_done(Play play) except *:
    """The ply is over once its actions are used, or nobody is left to act."""
    if play.position.field.phase == PURSUING and not can_act(&play.position.variant.law, &play.position.field):
        close(play)


cdef void close(Play play) except *:
    ply_begins(play, next_ply(&play.position.variant.law, &play.position.field))


cdef void ply_begins(Play play, int cause) except *:
    """Tell of the ply that has begun, or end the pursuit."""
    cdef Field* field = &play.position.field
    if cause != NO_CAUSE:
        stop(play, cause)
    else:
        play.tell("pursuit_ply", {"seat": SEATS[field.to_move], "allowance": field.allowance}, "SWL-163")


cdef void stop(Play play, int cause) except *:
    cdef Field* field = &play.position.field
    play.tell("stop", {"seat": SEATS[field.victor], "why": CAUSES[cause]}, "SWL-170")
    call_off(&play.position.variant.law, field)
    play.finish(field.over, field.winner)


# --- Actions and what is told of them ----------------------------------------------------------------------------------

cdef void perform(Play play, const Act* done) except *:
    """One action, and its event as each side may know it."""
    cdef Position position = play.position
    cdef Field* field = &position.field
    cdef int seat = field.to_move
    cdef Piece rider, target
    cdef int loser
    facts = {"seat": SEATS[seat]}
    if done.rider != NONE:
        facts["label"] = label_of(position, done.rider)
        rider = field.piece[done.rider]
    if done.target != NONE:
        target = field.piece[done.target]
        if target.place < SQUARES:
            facts["square"] = position.variant.board.square_names[target.place]
        else:
            facts["other"] = label_of(position, done.target)
    loser = act(&position.variant.law, field, done)
    if done.kind == CHARGES:
        # SWL-166: both are shown, whoever wins. The survivor stays known unless the game forgets (SWL-R04).
        survivor = done.target if loser == done.rider else done.rider
        if not position.variant.law.forgetful:
            field.piece[<int>survivor].known |= PUBLIC
        winner = 1 - seat if loser == done.rider else seat
        facts["piece"] = play.full_facts(rider.code, rider.blocks)
        facts["target"] = play.full_facts(target.code, target.blocks)
        play.tell("charge", facts | {"winner": SEATS[winner]}, "SWL-166")
    elif done.kind == CUTS:
        target.known |= PUBLIC  # eliminated pieces are open to all (5.3)
        tell_both(play, "cut", facts, &rider, &target, "SWL-165")
    elif done.kind == SAVES:
        tell_both(play, "save", facts, NULL, &target, "SWL-168")
    else:
        tell_both(play, "retire", facts, &rider, NULL, "SWL-169")
    if nothing_left(&position.variant.law, field):
        stop(play, NOTHING_LEFT)


cdef dict known_pair(Play play, const Piece* rider, const Piece* target, int viewer):
    facts = {}
    if rider != NULL:
        facts["piece"] = play.known_facts(rider, viewer)
    if target != NULL:
        facts["target"] = play.known_facts(target, viewer)
    return facts


cdef void tell_both(Play play, kind, dict facts, const Piece* rider, const Piece* target, clause) except *:
    """One event where all know the same of it, else one for each side."""
    known = [known_pair(play, rider, target, seat) for seat in range(2)]
    if known[0] == known[1] == known_pair(play, rider, target, NONE):
        play.tell(kind, facts | known[0], clause)
        return
    for seat in range(2):
        play.tell(kind, facts | known[seat], clause, seat)
