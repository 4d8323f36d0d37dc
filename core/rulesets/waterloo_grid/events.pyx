"""What happens while the rules are carried out, made into events: codes and facts, for which `pbem` finds words."""

from core.contract import Event
from core.rulesets.waterloo_grid.board import CLASS_LETTERS, DIRECTIONS, SEATS
from core.rulesets.waterloo_grid.board import LETTERS as LETTER_NAMES

from libc.stdint cimport uint8_t
from libc.stdlib cimport free
from libc.string cimport memset

from core.rulesets.waterloo_grid.board cimport arm_of
from core.rulesets.waterloo_grid.field cimport letter_of, side_of, slot_of
from core.rulesets.waterloo_grid.sink cimport (
    BATTERY, DEFENCE, DESTROYED, FACED, FIGHT, FIGHT_BASE, FOUGHT, HELD, IN_SQUARE, LAPSED, LINED, LOSS, MOVED, RESULT,
    SHOT, SHOT_LOST, SQUARED, STACK_MOVED, THROWN, RawEvent,
)
from core.rulesets.waterloo_grid.position cimport letters, unit_name

SYMBOLS = "ICAX-"
MANNERS = ("volley", "single", "guns")
DOOMS = ("enemy", "edge", "friends")
ROLLS = ("defensive", "square", "attack", "defence")
ENDINGS = ("retreat", "eliminated", "no_attackers")
BONUSES = ("charge", "flank", "cover", "light", "square")
DEFENCE_BONUSES = ("charge", "flank", "cover", "light", "cavalry")


cdef class EventLog:
    """A sink for what happens while the rules are carried out, and the events made of it so far."""

    def __cinit__(self, Variant variant, key, events):
        memset(&self.sink, 0, sizeof(EventSink))
        self.variant, self.key, self.events = variant, key, events

    def __dealloc__(self):
        free(self.sink.raw)

    cdef void flush(self, const State* state, int side) except *:
        """Make events of what the sink holds, before another unit can take the place of a dead one.

        `side` is the one in turn.
        """
        cdef int at
        if self.sink.failed:
            raise MemoryError
        for at in range(self.sink.count):
            add_event(self, state, &self.sink.raw[at], side)
        self.sink.count = 0


cdef object add_event(EventLog log, const State* state, RawEvent* raw, int side):
    cdef int kind = raw.kind
    if kind in (RESULT, LOSS, STACK_MOVED, DESTROYED, IN_SQUARE):
        add_result(log, state, raw)
    elif kind in (FIGHT_BASE, THROWN, FOUGHT):
        add_to_fight(log, state, raw)
    elif kind in (FIGHT, LAPSED):
        begin_fight(log, raw, side)
    else:
        add_action_event(log, state, raw, side)


cdef object add_action_event(EventLog log, const State* state, RawEvent* raw, int side):
    """What a unit does in its activation."""
    cdef tuple cells = log.variant.board.cells
    cdef uint8_t* v = raw.v
    cdef int kind = raw.kind
    cdef dict facts = {"seat": SEATS[side], "unit": unit_name(state, v[0])}
    if kind != HELD and kind != SHOT_LOST:
        facts["bases"] = letters(v[1])
    if kind == MOVED:
        facts["from"], facts["to"], facts["steps"], facts["facing"] = cells[v[2]], cells[v[3]], v[4], DIRECTIONS[v[5]]
        event = Event("move", facts, "WGR-033")
    elif kind == FACED:
        facts["cell"], facts["facing"] = cells[v[2]], DIRECTIONS[v[3]]
        event = Event("face", facts, "WGR-036")
    elif kind == SQUARED:
        facts["cell"] = cells[v[2]]
        event = Event("square", facts, "WGR-037")
    elif kind == LINED:
        facts["cell"], facts["facing"] = cells[v[2]], DIRECTIONS[v[3]]
        event = Event("line", facts, "WGR-038")
    elif kind == HELD:
        event = Event("hold", facts)
    elif kind == SHOT:
        add_shot(log, raw, facts)
        event = Event("shot", facts, "WGR-078" if v[6] == BATTERY else "WGR-064")
    elif kind == SHOT_LOST:
        facts["target"] = cells[v[2]]
        event = Event("shot_lost", facts, "WGR-058")
    else:
        facts["cell"], facts["dir"], facts["target"], facts["tokens"] = cells[v[2]], DIRECTIONS[v[3]], cells[v[4]], v[5]
        event = Event("charge", facts, "WGR-045")
    log.events.append(event)


cdef object add_shot(EventLog log, RawEvent* raw, dict facts):
    cdef tuple cells = log.variant.board.cells
    cdef uint8_t* v = raw.v
    facts["cell"], facts["facing"], facts["target"], facts["range"] = cells[v[2]], DIRECTIONS[v[3]], cells[v[4]], v[5]
    facts["how"], facts["against"] = MANNERS[v[6]], CLASS_LETTERS[arm_of(v[7])]
    facts["walled"] = bool(log.variant.law.walled[v[4]])
    add_roll(log, raw, facts)


cdef object add_roll(EventLog log, RawEvent* raw, dict facts):
    """The dice, and places for what they do."""
    cdef int at
    facts["dice"] = [SYMBOLS[raw.more[at]] for at in range(raw.count)]
    facts["key"], facts["draw"], facts["hits"], facts["pushes"] = log.key, raw.draw, 0, 0
    facts["losses"], facts["moves"], facts["destroyed"] = [], [], None


# --- Fights ----------------------------------------------------------------------------------------------------------

cdef object begin_fight(EventLog log, RawEvent* raw, int side):
    cdef tuple cells = log.variant.board.cells
    cdef uint8_t* v = raw.v
    cdef int group = v[3]
    cdef dict facts = {
        "seat": SEATS[1 - side if group == 3 else side],
        "from": cells[v[0]],
        "to": cells[v[2]],
        "dir": DIRECTIONS[v[1]],
        "group": group,
        "charge": bool(v[4]),
    }
    if raw.kind == LAPSED:
        log.events.append(Event("lapsed", facts, "WGR-084"))
        return
    facts["tokens"], facts["units"] = v[5], {"attack": [], "defend": []}
    facts["arms"] = {"attack": CLASS_LETTERS[arm_of(v[6])], "defend": CLASS_LETTERS[arm_of(v[7])]}
    facts["flank"], facts["walled"], facts["rolls"] = False, bool(log.variant.law.walled[v[2]]), []
    log.events.append(Event("fight", facts, "WGR-086"))


cdef object add_to_fight(EventLog log, const State* state, RawEvent* raw):
    cdef dict facts = last_facts(log)
    cdef uint8_t* v = raw.v
    cdef int at
    if raw.kind == FIGHT_BASE:
        units = facts["units"]["attack" if v[1] else "defend"]
        name = unit_name(state, slot_of(v[0]))
        if name not in units:
            units.append(name)
            units.sort()
    elif raw.kind == FOUGHT:
        facts["ended"], facts["loser"] = ENDINGS[v[0]], "attacker" if v[1] else "defender"
    else:
        # What takes a die off the defence is not the square but its want (WGR-098).
        bonuses = DEFENCE_BONUSES if v[0] == DEFENCE else BONUSES
        mods = {bonuses[at]: <signed char>v[3 + at] for at in range(5) if v[3 + at]}
        facts["flank"] = facts["flank"] or "flank" in mods
        roll = {"what": ROLLS[v[0]], "round": v[1], "bases": v[2], "mods": mods}
        add_roll(log, raw, roll)
        facts["rolls"].append(roll)


# --- What follows a roll ---------------------------------------------------------------------------------------------

cdef object last_facts(EventLog log):
    return log.events[len(log.events) - 1].facts


cdef object add_result(EventLog log, const State* state, RawEvent* raw):
    cdef int at
    cdef dict facts = last_facts(log)
    cdef list rolls = facts.get("rolls")
    if rolls is not None:
        facts = rolls[len(rolls) - 1]
    cdef tuple cells = log.variant.board.cells
    cdef uint8_t* v = raw.v
    if raw.kind == RESULT:
        facts["hits"], facts["pushes"] = v[0], v[1]
    elif raw.kind == IN_SQUARE:
        facts["squared"] = bool(v[0])
    elif raw.kind == DESTROYED:
        facts["destroyed"] = {"cell": cells[v[0]], "why": DOOMS[v[1]]}
    elif raw.kind == LOSS:
        facts["losses"].append(
            {
                "seat": SEATS[side_of(v[0])],
                "unit": unit_name(state, slot_of(v[0])),
                "base": LETTER_NAMES[letter_of(v[0])],
                "cell": cells[v[1]],
                "flag": {"from": cells[v[3]], "to": cells[v[4]]} if v[2] else None,
            }
        )
    else:
        units = sorted({unit_name(state, slot_of(raw.more[at])) for at in range(raw.count)})
        facts["moves"].append(
            {
                "why": "push" if v[0] else "retreat",
                "units": units,
                "from": cells[v[1]],
                "to": cells[v[2]],
                "dir": DIRECTIONS[v[3]],
            }
        )
