"""What happened, as events: walks, and what became of the players they concern. Codes and facts; `pbem` finds words."""

from core.contract import Event
from core.rulesets.conflict.position import HOW_WORDS

from core.rulesets.conflict.board cimport NOBODY, SET, Variant, seat_of
from core.rulesets.conflict.field cimport (
    BOTH, BY_CIRCLE, BY_PIECES, FALLS_TO, FREED, GOES_OUT, HANDED_ON, OFFER_LAPSES, PACT_BROKEN, PROPOSAL_LAPSES,
    PUT_AWAY, RESIGNED, SAFE, TO_MINE, EventLog, Walk, lives,
)
from core.rulesets.conflict.position cimport Position

OUT_CLAUSES = {BY_CIRCLE: "CON-082", BY_PIECES: "CON-088", BOTH: "CON-090", RESIGNED: "CON-109"}
RETIRED_CLAUSES = {BY_PIECES: "CON-089", BOTH: "CON-090", RESIGNED: "CON-109"}


cdef dict piece_facts(Variant variant, int piece):
    return {"seat": variant.board.seats[seat_of(piece)], "piece": variant.board.pieces[piece % SET]}


cdef dict walk_facts(Variant variant, const Walk* walk, int number):
    """A walk as the facts of an event or a verdict: what is walked, not what was ordered beyond it."""
    cdef tuple seats = variant.board.seats
    cdef int step, at
    lost = None
    if walk.lost != SAFE:
        lost = {
            "square": variant.square(walk.path[walk.walked - 1]),
            "to": None if walk.lost_to == NOBODY else seats[walk.lost_to],
            "how": "mine" if walk.lost == TO_MINE else "own_mine",
        }
    return {
        "seat": seats[seat_of(walk.piece)],
        "piece": variant.board.pieces[walk.piece % SET],
        "die": walk.length,
        "throw": number,
        "from": "START" if walk.waiting else variant.square(walk.start),
        "path": [variant.square(walk.path[step]) for step in range(walk.walked)],
        "captured": [
            piece_facts(variant, walk.captive[at]) | {"square": variant.square(walk.path[walk.caught_at[at] - 1])}
            for at in range(walk.caught)
        ],
        "lost": lost,
        "takes": None if walk.takes == NOBODY else seats[walk.takes],
    }


cdef list events_of(Position position, const EventLog* log):
    """The events of a log: who went out, where his pieces and prisoners went, what has lapsed."""
    cdef Variant variant = position.variant
    cdef tuple seats = variant.board.seats
    cdef int at, kind, who, other
    events = []
    for at in range(log.count):
        kind, who, other = log.entry[at].kind, log.entry[at].who, log.entry[at].other
        if kind == GOES_OUT:
            events += going_out(position, who, other)
        elif kind == FALLS_TO:
            events[len(events) - 1].facts["pieces"].append(variant.board.piece_name(who))
        elif kind == HANDED_ON:
            events[len(events) - 1].facts["held"].append(piece_facts(variant, who))
        elif kind == FREED:
            events[len(events) - 1].facts["freed"].append(piece_facts(variant, who))
        elif kind == PUT_AWAY:
            events[len(events) - 1].facts["pieces"].append(piece_facts(variant, who))
        elif kind == PROPOSAL_LAPSES:
            both = (seats[who], seats[other])
            events.append(Event("proposal_lapsed", {"from": both[0], "to": both[1]}, "CON-R38", seen_by=both))
        elif kind == OFFER_LAPSES:
            events.append(Event("draw_lapsed", {"seat": seats[who]}, "CON-108"))
        else:
            facts = {"seats": variant.names(1 << who | 1 << other), "why": why_pact_ended(position, kind, who, other)}
            events.append(Event("pact_ended", facts, "CON-R38"))
    return [event for event in events if event.kind != "retired" or event.facts["pieces"]]


cdef str why_pact_ended(Position position, int kind, int one, int other):
    if kind == PACT_BROKEN:
        return "broken"
    return "two_left" if lives(&position.state.field, one) and lives(&position.state.field, other) else "out"


cdef list going_out(Position position, int seat, int heir):
    """That a player is out, and what follows for his pieces, to be filled in."""
    seats = position.variant.board.seats
    how = position.state.field.how[seat]
    facts = {
        "seat": seats[seat],
        "how": HOW_WORDS[how],
        "heir": None if heir == NOBODY else seats[heir],
        "turn": position.state.turn,
    }
    out = Event("out", facts, OUT_CLAUSES[how])
    if heir == NOBODY:
        return [out, Event("retired", {"seat": seats[seat], "pieces": []}, RETIRED_CLAUSES[how])]
    facts = {"heir": seats[heir], "seat": seats[seat], "pieces": [], "held": [], "freed": []}
    return [out, Event("inherit", facts, "CON-085" if how == BY_CIRCLE else "CON-089")]
