"""Notes made into events: codes and facts, for which `pbem` finds words. See told.pxd and notes.pxd."""

from core.contract import Event
from core.rulesets.waterloo_grid.board import CLASS_LETTERS, DIRECTIONS, SEATS
from core.rulesets.waterloo_grid.board import LETTERS as LETTER_NAMES

from libc.stdint cimport uint8_t
from libc.stdlib cimport free
from libc.string cimport memset

from core.rulesets.waterloo_grid.field cimport letter_of, side_of, slot_of
from core.rulesets.waterloo_grid.notes cimport (
    BATTERY, DESTROYED, FACED, FIGHT, FIGHT_BASE, FOUGHT, HELD, IN_SQUARE, LAPSED, LINED, LOSS, MOVED, RESULT, SHOT,
    SHOT_LOST, SQUARED, STACK_MOVED, THROWN, Note,
)
from core.rulesets.waterloo_grid.position cimport letters, unit_name

SYMBOLS = "ICAX-"
MANNERS = ("volley", "single", "guns")
DOOMS = ("enemy", "edge", "friends")
ROLLS = ("defensive", "square", "attack", "defence")
ENDINGS = ("retreat", "eliminated", "no_attackers")
BONUSES = ("charge", "flank", "cover", "light", "square")


cdef class Story:
    """What is noted while the rules are carried out, and the events made of it so far."""

    def __cinit__(self, Variant variant, key, events):
        memset(&self.chronicle, 0, sizeof(Chronicle))
        self.variant, self.key, self.events = variant, key, events

    def __dealloc__(self):
        free(self.chronicle.note)

    cdef void flush(self, const State* state, int side) except *:
        """Make events of the notes; `side` is the one in turn. Before another unit can take the place of a dead one."""
        cdef int at
        if self.chronicle.failed:
            raise MemoryError
        for at in range(self.chronicle.count):
            tell_note(self, state, &self.chronicle.note[at], side)
        self.chronicle.count = 0


cdef object tell_note(Story story, const State* state, Note* note, int side):
    kind = note.kind
    if kind in (RESULT, LOSS, STACK_MOVED, DESTROYED, IN_SQUARE):
        add_result(story, state, note)
    elif kind in (FIGHT_BASE, THROWN, FOUGHT):
        add_to_fight(story, state, note)
    elif kind in (FIGHT, LAPSED):
        begin_fight(story, note, side)
    else:
        tell_action(story, state, note, side)


cdef object tell_action(Story story, const State* state, Note* note, int side):
    """What a unit does in its activation."""
    cells = story.variant.board.cells
    cdef uint8_t* v = note.v
    facts = {"seat": SEATS[side], "unit": unit_name(state, v[0])}
    kind = note.kind
    if kind != HELD and kind != SHOT_LOST:
        facts["bases"] = letters(v[1])
    if kind == MOVED:
        facts |= {"from": cells[v[2]], "to": cells[v[3]], "steps": v[4], "facing": DIRECTIONS[v[5]]}
        event = Event("move", facts, "WGR-033")
    elif kind == FACED:
        event = Event("face", facts | {"cell": cells[v[2]], "facing": DIRECTIONS[v[3]]}, "WGR-036")
    elif kind == SQUARED:
        event = Event("square", facts | {"cell": cells[v[2]]}, "WGR-037")
    elif kind == LINED:
        event = Event("line", facts | {"cell": cells[v[2]], "facing": DIRECTIONS[v[3]]}, "WGR-038")
    elif kind == HELD:
        event = Event("hold", facts, None)
    elif kind == SHOT:
        event = Event("shot", facts | shot_facts(story, note), "WGR-078" if v[6] == BATTERY else "WGR-064")
    elif kind == SHOT_LOST:
        event = Event("shot_lost", facts | {"target": cells[v[2]]}, "WGR-058")
    else:
        facts |= {"cell": cells[v[2]], "dir": DIRECTIONS[v[3]], "target": cells[v[4]], "tokens": v[5]}
        event = Event("charge", facts, "WGR-045")
    story.events.append(event)


cdef dict shot_facts(Story story, Note* note):
    cells = story.variant.board.cells
    cdef uint8_t* v = note.v
    return {
        "cell": cells[v[2]],
        "facing": DIRECTIONS[v[3]],
        "target": cells[v[4]],
        "range": v[5],
        "how": MANNERS[v[6]],
        "against": CLASS_LETTERS[v[7]],
        "walled": bool(story.variant.law.walled[v[4]]),
    } | rolled(story, note)


cdef dict rolled(Story story, Note* note):
    cdef int at
    return {
        "dice": [SYMBOLS[note.more[at]] for at in range(note.count)],
        "key": story.key,
        "draw": note.draw,
        "hits": 0,
        "pushes": 0,
        "losses": [],
        "moves": [],
        "destroyed": None,
    }


# --- Fights ----------------------------------------------------------------------------------------------------------

cdef object begin_fight(Story story, Note* note, int side):
    cells = story.variant.board.cells
    cdef uint8_t* v = note.v
    group = v[3]
    facts = {
        "seat": SEATS[1 - side if group == 3 else side],
        "from": cells[v[0]],
        "to": cells[v[2]],
        "dir": DIRECTIONS[v[1]],
        "group": group,
        "charge": bool(v[4]),
    }
    if note.kind == LAPSED:
        story.events.append(Event("lapsed", facts, "WGR-084"))
        return
    facts |= {
        "tokens": v[5],
        "units": {"attack": [], "defend": []},
        "arms": {"attack": CLASS_LETTERS[v[6]], "defend": CLASS_LETTERS[v[7]]},
        "flank": False,
        "walled": bool(story.variant.law.walled[v[2]]),
        "rolls": [],
    }
    story.events.append(Event("fight", facts, "WGR-086"))


cdef object add_to_fight(Story story, const State* state, Note* note):
    facts = last_facts(story)
    cdef uint8_t* v = note.v
    if note.kind == FIGHT_BASE:
        units = facts["units"]["attack" if v[1] else "defend"]
        name = unit_name(state, slot_of(v[0]))
        if name not in units:
            units.append(name)
            units.sort()
    elif note.kind == FOUGHT:
        facts["ended"], facts["loser"] = ENDINGS[v[0]], "attacker" if v[1] else "defender"
    else:
        mods = [<signed char>v[3], <signed char>v[4], <signed char>v[5], <signed char>v[6], <signed char>v[7]]
        words = dict(zip(BONUSES, mods))
        # What takes a die off the defence is not the square but its want (WGR-098).
        words["cavalry" if ROLLS[v[0]] == "defence" else "square"] = words.pop("square")
        facts["flank"] = facts["flank"] or bool(words["flank"])
        facts["rolls"].append(
            {
                "what": ROLLS[v[0]],
                "round": v[1],
                "bases": v[2],
                "mods": {word: number for word, number in words.items() if number},
            }
            | rolled(story, note)
        )


# --- What follows a roll ---------------------------------------------------------------------------------------------

cdef object last_facts(Story story):
    return story.events[len(story.events) - 1].facts


cdef object add_result(Story story, const State* state, Note* note):
    cdef int at
    facts = last_facts(story)
    if "rolls" in facts:
        facts = facts["rolls"][len(facts["rolls"]) - 1]
    cells = story.variant.board.cells
    cdef uint8_t* v = note.v
    if note.kind == RESULT:
        facts["hits"], facts["pushes"] = v[0], v[1]
    elif note.kind == IN_SQUARE:
        facts["squared"] = bool(v[0])
    elif note.kind == DESTROYED:
        facts["destroyed"] = {"cell": cells[v[0]], "why": DOOMS[v[1]]}
    elif note.kind == LOSS:
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
        units = sorted({unit_name(state, slot_of(note.more[at])) for at in range(note.count)})
        facts["moves"].append(
            {
                "why": "push" if v[0] else "retreat",
                "units": units,
                "from": cells[v[1]],
                "to": cells[v[2]],
                "dir": DIRECTIONS[v[3]],
            }
        )
