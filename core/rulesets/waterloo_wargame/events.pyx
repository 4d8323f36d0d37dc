"""What happened in the attack phase as events, and why a line cannot be resolved as a refusal. Codes and facts only."""

from core.contract import Event
from core.rulesets.waterloo_wargame.options import SEATS
from core.rulesets.waterloo_wargame.orders import Refused
from core.rulesets.waterloo_wargame.position import outcome_of

from core.boards.plane cimport ONE, Base, fix, gap, off_front, reach_to
from core.rulesets.waterloo_wargame.battle cimport (
    ADVANCED, APART, BARRAGE, BAR_EDGE, BAR_NONE, BAR_PIECE, BOMBARD, BY_BARRAGE, BY_BOMBARD, BY_DUEL, BY_EXIT,
    CASUALTY, CAVALRY_AT_WALL, DRIVEN, DUEL, EVADED, FELL_TO, FOUGHT, GONE, GUNS_USED, GUN_IN_ATTACK, HAS_MOVED,
    JOINED, LOCKED, LOST, NO_ADVANCER, NO_GARRISON, NO_GUN, NO_POINT, OUT_OF_ARC, OVER_CAP, OVER_EDGE, OWN_TARGET,
    PUSHED, REMOVED, RETREATED, TOO_MANY, UNTOUCHED, WITH_GENERAL, Pose, LoggedEvent, total,
)
from core.rulesets.waterloo_wargame.field cimport GROUP, NOBODY, STORM, base_of, garrisoned_by, gun_in

RESULTS = ("draw", "attacker", "defender")
FACES = ("front", "flank", "rear")
WHYS = {
    LOST: ("lost", "WWG-078"),
    CASUALTY: ("casualty", "WWG-080"),
    BY_BARRAGE: ("barrage", "WWG-101"),
    BY_DUEL: ("duel", "WWG-102"),
    BY_BOMBARD: ("bombard", "WWG-103"),
    WITH_GENERAL: ("general", "WWG-118"),
    DRIVEN: ("driven", "WWG-134"),
    OVER_EDGE: ("edge", "WWG-135"),
    BY_EXIT: ("exit", "WWG-135"),
}


# --- Events ----------------------------------------------------------------------------------------------------------

cdef list events_of(Position position, const EventLog* log):
    """The events of a log in order; a group's retreat is one event."""
    cdef int at
    cdef const LoggedEvent* event
    events = []
    for at in range(log.count):
        event = &log.logged[at]
        if event.kind == RETREATED and event.number == 0 and at and same_retreat(event, &log.logged[at - 1]):
            events[len(events) - 1].facts["pieces"].append(step_of_piece(position, event))
        else:
            events.append(event_of(position, event))
    return events


cdef bint same_retreat(const LoggedEvent* event, const LoggedEvent* before):
    return before.kind == RETREATED and before.number == 0 and before.side == event.side


cdef object event_of(Position position, const LoggedEvent* event):
    seat = None if event.side == NOBODY else SEATS[event.side]
    piece = code(position, event.piece)
    if event.kind == EVADED:
        facts = {"seat": seat, "against": "fire" if event.number else "attack", "by": position.codes(event.pieces)}
        return Event("evade", facts | step_of_piece(position, event) | {"yards": event.yards}, "WWG-094")
    if event.kind == PUSHED:
        return push_event(position, event)
    if event.kind == BARRAGE:
        facts = {"seat": other_seat(event), "guns": position.codes(event.pieces), "target": piece}
        return Event("barrage", facts, "WWG-101")
    if event.kind == DUEL:
        facts = {"seat": other_seat(event), "gun": code(position, event.other), "target": piece}
        facts |= {"attack": score_facts(&event.attack), "defence": score_facts(&event.defence)}
        return Event("duel", facts | {"result": RESULTS[event.number]}, "WWG-102")
    if event.kind == BOMBARD:
        facts = {"seat": other_seat(event), "gun": code(position, event.other), "target": piece}
        facts |= {"strongpoint": point(position, event.point), "dice": [event.attack.die[0], event.attack.die[1]]}
        return Event("bombard", facts | {"hit": bool(event.number)}, "WWG-103")
    if event.kind == FOUGHT:
        return fight_event(position, event)
    if event.kind == REMOVED:
        why, clause = WHYS[event.number]
        facts = {"seat": seat, "piece": piece, "men": position.pieces.roster.men[event.piece], "why": why}
        return Event("removed", facts | {"losses": {SEATS[0]: event.losses[0], SEATS[1]: event.losses[1]}}, clause)
    if event.kind == FELL_TO:
        facts = {"seat": seat, "piece": None if event.piece == NOBODY else piece, "from": code(position, event.other)}
        return Event("general_falls", facts, "WWG-119")
    if event.kind == ADVANCED:
        return Event("advance", {"seat": seat} | step_of_piece(position, event) | {"yards": event.yards}, "WWG-083")
    facts = {"seat": seat, "pieces": [step_of_piece(position, event)], "yards": event.yards}
    facts |= {"why": "loser" if event.number else "draw"}
    facts |= {"towards": None if event.other == NOBODY else code(position, event.other)}
    return Event("retreat", facts, "WWG-123" if event.number else "WWG-086")


cdef object push_event(Position position, const LoggedEvent* event):
    cdef object bar = None
    if event.bar == BAR_EDGE:
        bar = "edge"
    elif event.bar == BAR_PIECE:
        bar = code(position, event.barred_by)
    elif event.bar != BAR_NONE:
        bar = point(position, event.barred_by)
    facts = {
        "seat": other_seat(event),
        "gun": code(position, event.other),
        "target": code(position, event.piece),
        "die": event.number,
        "wanted": 100 * event.number,
        "yards": event.yards,
        "from": pose(event.before),
        "to": pose(event.after),
        "bar": bar,
    }
    return Event("push", facts, "WWG-100")


cdef object fight_event(Position position, const LoggedEvent* event):
    facts = {
        "seat": other_seat(event),
        "target": code(position, event.piece),
        "strongpoint": point(position, event.point),
        "lead": code(position, event.other),
        "pieces": position.codes(event.pieces),
        "support": position.codes(event.support),
        "face": None if event.point != NO_POINT else FACES[event.face],
        "attack": score_facts(&event.attack),
        "defence": score_facts(&event.defence),
        "result": RESULTS[event.number],
    }
    return Event("fight", facts, "WWG-074")


cdef object other_seat(const LoggedEvent* event):
    """Whose turn it is, in an entry about an enemy piece."""
    return SEATS[1 - event.side]


cdef dict score_facts(const Score* score):
    cdef int at
    return {
        "men": score.men,
        "initiative": score.initiative,
        "face": score.face,
        "strongpoint": score.strongpoint,
        "general": score.general,
        "unequal": score.unequal,
        "dice": [score.die[at] for at in range(score.dice)],
        "total": total(score),
    }


cdef dict step_of_piece(Position position, const LoggedEvent* event):
    return {"piece": code(position, event.piece), "from": pose(event.before), "to": pose(event.after)}


cdef list pose(Pose where):
    return [where.x, where.y, where.h]


cdef object code(Position position, int piece):
    return None if piece == NOBODY else position.pieces.codes[piece]


cdef object point(Position position, int number):
    return None if number == NO_POINT else position.variant.points[number]


cdef object lapse_event(Position position, const Phase* phase, const Engagement* line, Finding found):
    """WWG-067: a line of the side to move that is passed over."""
    error = refusal(position, phase, line, found)
    target = line.target
    facts = {
        "seat": SEATS[phase.side],
        "line": line.number,
        "order": "fire" if line.is_fire else "attack",
        "target": position.variant.points[line.point] if line.point != NO_POINT else position.pieces.codes[target],
        "pieces": [position.pieces.codes[line.piece[member]] for member in range(line.count)],
        "code": error.code,
        "facts": {key: value for key, value in error.facts.items() if key != "near"},
    }
    return Event("lapse", facts, "WWG-067")


def end_event(Position position):
    """The event of the end of the game."""
    end = outcome_of(position)
    losses = {seat: position.field.losses[<int>side] for side, seat in enumerate(SEATS)}
    return Event(
        "end", {"winners": list(end.winners), "reason": end.reason, "clause": end.clause, "losses": losses}, end.clause
    )


# --- Refusals (WWG-R62) ----------------------------------------------------------------------------------------------

cdef object refusal(Position position, const Phase* phase, const Engagement* line, Finding found):
    """Why a line of the attack phase cannot be resolved, as a `Refused` not yet raised."""
    cdef int walled
    piece, target = code(position, found.piece), code(position, found.target)
    walled = line.point
    if walled == NO_POINT and found.target != NOBODY:
        walled = garrisoned_by(phase.law, phase.roster, phase.field, found.target)
    place = point(position, walled)
    if found.fault == GONE:
        return Refused("E01", "WWG-067", what="piece", name=piece or code(position, line.target), gone=True, near=[])
    if found.fault == OWN_TARGET:
        return Refused("E15", piece=code(position, line.target))
    if found.fault == NO_GARRISON:
        return Refused("E31", "WWG-112", strongpoint=point(position, line.point))
    if found.fault == GUN_IN_ATTACK:
        return Refused("E19", "WWG-072", piece=piece)
    if found.fault == CAVALRY_AT_WALL:
        if place is None:
            place = point(position, gun_in(phase.law, phase.roster, phase.field, found.target))
            return Refused("E20", "WWG-113", "WWG-111", piece=piece, strongpoint=place, gun=target)
        return Refused("E20", "WWG-111", piece=piece, strongpoint=place)
    if found.fault == TOO_MANY:
        limit = GROUP if walled == NO_POINT else STORM
        return Refused("E18", "WWG-071", "WWG-110", men=found.men, limit=limit, target=target)
    if found.fault == OVER_CAP:
        limit = GROUP if walled == NO_POINT or found.piece == found.target else STORM
        return Refused("E35", "WWG-132", piece=piece, men=found.men, limit=limit)
    if found.fault == JOINED:
        return Refused("E22", "WWG-058", piece=piece, what="fire" if line.is_fire else "attack")
    if found.fault == LOCKED:
        clauses = ("WWG-085", "WWG-102") if line.is_fire else ("WWG-085",)
        return Refused("E21", *clauses, piece=piece, target=target)
    if found.fault == APART:
        other = code(position, found.other)
        return Refused("E17", "WWG-023", pieces=[piece, other], gap=gap_of(position, found.piece, found.other))
    if found.fault == UNTOUCHED:
        return Refused("E16", "WWG-071", **nearest(position, phase, line, found.target), target=target)
    if found.fault == NO_ADVANCER:
        return Refused("E29", "WWG-083", piece=piece)
    if found.fault == NO_GUN:
        return Refused("E32", "WWG-063", piece=piece)
    if found.fault == HAS_MOVED:
        return Refused("E13", "WWG-034", piece=piece, what="moved")
    if found.fault == OUT_OF_ARC:
        return out_of_arc(position, found.piece, found.target)
    return Refused("used", "WWG-068" if found.fault == GUNS_USED else "WWG-066", piece=piece)


cdef double gap_of(Position position, int one, int other):
    cdef Base first = base_of(&position.pieces.roster, &position.field, one)
    cdef Base second = base_of(&position.pieces.roster, &position.field, other)
    return ((gap(&first, &second) * 10 + (ONE >> 1)) >> 31) / 10.0


cdef dict nearest(Position position, const Phase* phase, const Engagement* line, int target):
    cdef int at
    cdef fix least = -1, far
    cdef Base there = base_of(phase.roster, phase.field, target), base
    if line.point != NO_POINT:
        there = phase.law.outline[line.point]
    for at in range(line.count):
        base = base_of(phase.roster, phase.field, line.piece[at])
        far = gap(&base, &there)
        if least < 0 or far < least:
            least = far
    names = [code(position, line.piece[at]) for at in range(line.count)]
    return {"pieces": names, "gap": ((least * 10 + (ONE >> 1)) >> 31) / 10.0}


cdef object out_of_arc(Position position, int gun, int target):
    cdef Base base = base_of(&position.pieces.roster, &position.field, gun)
    cdef Base there = base_of(&position.pieces.roster, &position.field, target)
    # Rounded up, so that what is out of range does not read as the range.
    far = (reach_to(&base, &there) + ONE - 1) >> 31
    return Refused(
        "E14",
        "WWG-025",
        gun=code(position, gun),
        target=code(position, target),
        yards=far,
        degrees=off_front(&base, &there),
    )
