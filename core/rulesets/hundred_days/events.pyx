"""What happened in a turn as events: codes and facts only, for the record, which is closed until the end (HD-107).

Each kind of entry of the log has its name, its clause and what its numbers are. A seat learns of any of it by what
reaches it (`knowledge`), so that these events are seen by nobody while the game goes on; rain alone is seen by all.
"""

from core.contract import Event
from core.rulesets.hundred_days.campaign import SIDES
from core.rulesets.hundred_days.schema import CLASSES, LAPSES
from core.rulesets.hundred_days.board cimport Variant
from core.rulesets.hundred_days.field cimport NONE, Entry, State, Told
from core.rulesets.hundred_days.position cimport code_of
# Kind -> name, clause, and the names of its numbers, each with what the number is: c a column, p a place, l a link,
# n a number, s a side, h a person (human), g a bridge, a an army, k a class, y yes or no, x what lapsed.
KINDS = {
    Told.SET_OUT: ("set_out", "HD-013", "c:column p:from p:to"),
    Told.ARRIVED: ("arrived", "HD-014", "c:column p:at"),
    Told.HALTED_AT_BRIDGE: ("way_closed", "HD-040", "c:column p:at g:bridge"),
    Told.CROSSED: ("crossed", "HD-021", "c:column c:other l:link"),
    Told.TOUCHED: ("touch", "HD-116", "c:column c:enemy"),
    Told.CONTACT: ("contact", "HD-058", "p:at l:link"),
    Told.BEGAN: ("battle", "HD-071", "n:battle p:at l:link s:attacker y:terrain"),
    Told.CAME_IN: ("joined_battle", "HD-079", "n:battle c:column y:attacks l:link"),
    Told.ROUND: (
        "round", "HD-074",
        "n:battle n:attack_die n:defence_die n:attack n:defence n:attacker_loses n:defender_loses n:round",
    ),
    Told.HIT: ("lost", "HD-075", "c:column n:men n:left"),
    Told.TEST: ("test", "HD-076", "n:battle s:side n:percent n:die n:over"),
    Told.PURSUIT: ("pursuit", "HD-081", "n:battle n:die n:men"),
    Told.STRAGGLED: ("stragglers", "HD-033", "c:column n:men n:stragglers"),
    Told.RETREATS: ("retreat", "HD-077", "c:column p:to p:from"),
    Told.REARGUARD: ("rearguard", "HD-063", "p:at l:link n:die n:score"),
    Told.SWEPT: ("swept", "HD-115", "p:at l:link n:die n:score"),
    Told.WAS_DESTROYED: ("destroyed", "HD-094", "c:column n:men n:guns p:at n:how"),
    Told.ENDED: ("battle_over", "HD-084", "n:battle s:winner"),
    Told.BLOWN: ("blown", "HD-041", "g:bridge c:column n:die"),
    Told.CHARGE_FAILS: ("charge_fails", "HD-041", "g:bridge c:column n:die"),
    Told.REPAIRED: ("repaired", "HD-043", "g:bridge c:column"),
    Told.PUT_BACK: ("put_back", "HD-042", "c:column p:at l:link"),
    Told.LEFT_MAP: ("left", "HD-037", "c:column p:at n:men"),
    Told.TAKEN_UP: ("taken_up", "HD-036", "c:column c:by"),
    Told.MADE: ("detached", "HD-035", "c:column c:made n:foot n:horse n:guns"),
    Told.LAPSED: ("lapsed", "HD-047", "c:column x:order"),
    Told.ACTS: ("acts", "HD-045", "c:column n:turn"),
    Told.PUT_ASIDE: ("put_aside", "HD-117", "c:column n:turn"),
    Told.DANGER: ("danger", "HD-054", "h:person p:at n:die c:with"),
    Told.HEARD: ("to_the_guns", "HD-080", "c:column p:to"),
    Told.RUMOUR: ("rumour", "HD-064", "a:army c:column p:at k:seen"),
    Told.RAIN_DIE: ("weather", "HD-026", "n:die y:rain"),
    Told.STOPPED_RIDE: ("no_way", "HD-052", "h:person p:to"),
    Told.DISPATCH: ("dispatch", "HD-047", "c:column"),
    Told.SEEN: ("reported", "HD-066", "c:column c:enemy n:men y:horse n:guns"),
    Told.SEEN_CLASS: ("reported_class", "HD-066", "c:column k:seen"),
    Told.SIGHTED: ("sighted", "HD-068", "c:column p:at l:link k:seen p:towards"),
    Told.RIDES: ("courier", "HD-046", "c:column h:to n:due y:lost a:taken_by"),
    Told.SEES: ("seen_in_person", "HD-049", "c:column h:person"),
    Told.TIRED: ("fatigue", "HD-031", "c:column n:fatigue n:change"),
    Told.ASKED_FOR: ("battle_asked", "HD-085", "n:battle n:hours"),
    Told.RESULT: ("battle_fought", "HD-087", "n:battle n:hours s:winner n:ending"),
    Told.PAID: ("battle_cost", "HD-091", "c:column n:lost n:stragglers n:guns"),
}
FIELDS = {
    kind: (name, clause, tuple([tuple(each.split(":")) for each in fields.split()]))
    for kind, (name, clause, fields) in KINDS.items()
}
OPEN = frozenset({Told.RAIN_DIE})  # what everybody sees


cdef object event_of(Variant variant, const State* state, const Entry* entry):
    """The event of an entry of the log."""
    name, clause, fields = FIELDS[entry.kind]
    facts = {"beat": entry.beat}
    cdef int at
    for at, (what, key) in enumerate(fields):
        facts[key] = fact(variant, state, what, entry.n[at])
    return Event(name, facts, clause, None if entry.kind in OPEN else ())


cdef object fact(Variant variant, const State* state, what, int number):
    if what == "n":
        return number
    if what == "y":
        return bool(number)
    if what == "x":
        return [name for at, name in enumerate(LAPSES) if (number >> <int>at) & 1]
    if what == "k":
        return CLASSES[number - 1]
    if number == NONE:
        return None
    if what == "c":
        return code_of(variant, &state.column[number])
    if what == "p":
        return variant.places[number]
    if what == "l":
        return variant.links[number]
    if what == "s":
        return SIDES[number]
    if what == "h":
        return variant.persons[number]
    if what == "g":
        return variant.bridges[number]
    return variant.armies[number]
