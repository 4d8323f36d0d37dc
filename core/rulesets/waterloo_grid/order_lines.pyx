"""Order lines on their way to the rules in C and back: plans made of orders, orders of plans, refusals of faults.

A refusal is a code of the rulebook's table ("When an order is refused"), a clause and facts.
"""

from core.rulesets.waterloo_grid.board import CLASS_LETTERS, DIRECTIONS, LETTERS
from core.rulesets.waterloo_grid.orders import (
    Activate, Alternative, Charge, Clause, Enter, Face, Fire, FormLine, FormSquare, Forward, Hold, Target, Turn,
)

from libc.string cimport memset

from core.rulesets.waterloo_grid.activation cimport (
    AHEAD_FIRST, ALL, ALREADY, AP, APART, ARM, BASE, BASE_TWICE, BESIDE_GUNS, BY_CELL, BY_LETTER, CAPACITY, CAVALRY,
    CLOSEST, COVER, EDGE, ELSEWHERE, EMPTY, ENEMY, FACES_THERE, FACINGS, FIRED, GARRISON, GUNS, IN_SQUARE, MOST_STEPS,
    MOST_TARGETS, NEVER_FIRES, NOBODY_THERE, NOT_IN_SQUARE, NOT_INFANTRY, NOT_ONE_PARTY, NO_CONTACT, NO_SQUARE_FIRE,
    NO_SUCH_BASE, NO_TARGET, ONE_TARGET, RANGE, SECOND_FIRE, SEVERAL, SIDE, SIDE_USED, SIGHT, SOME_FORM, SOME_LEAVE,
    TOO_MANY, TURNED, WHOLE_BATTERY, WHOLE_PARTY, WITHOUT_DICE, Fault, Step,
)
from core.rulesets.waterloo_grid.activation cimport CHARGE as TO_CHARGE
from core.rulesets.waterloo_grid.activation cimport FACE as TO_FACE
from core.rulesets.waterloo_grid.activation cimport FIRE as TO_FIRE
from core.rulesets.waterloo_grid.activation cimport FORM_LINE, FORM_SQUARE, GO
from core.rulesets.waterloo_grid.activation cimport HOLD as TO_HOLD
from core.rulesets.waterloo_grid.activation cimport TURN as TO_TURN
from core.rulesets.waterloo_grid.board cimport ARTILLERY, GUARD, NOWHERE
from core.rulesets.waterloo_grid.field cimport LETTERS as LETTER_COUNT
from core.rulesets.waterloo_grid.field cimport SQUARE
from core.rulesets.waterloo_grid.position cimport letters

cdef dict VERBS = {
    Forward: GO, Charge: TO_CHARGE, Turn: TO_TURN, Face: TO_FACE, FormSquare: FORM_SQUARE, FormLine: FORM_LINE,
    Fire: TO_FIRE, Hold: TO_HOLD,
}
cdef dict TURNS = {"left": 3, "right": 1, "about": 2}
cdef dict WAYS = {quarters: way for way, quarters in TURNS.items()}
MOST_CELLS = 9  # that a line may name as a number of forward moves

# The word of a fault and its clause; of infantry or of guns where there are two.
FAULTS = {
    AP: ("ap", "WGR-029"),
    SECOND_FIRE: ("second_fire", "WGR-062"),
    NOT_ONE_PARTY: ("not_one_party", "WGR-031"),
    NO_SUCH_BASE: ("no_such_base", "WGR-031"),
    NOBODY_THERE: ("nobody_there", "WGR-031"),
    WHOLE_BATTERY: ("whole_battery", "WGR-015"),
    WHOLE_PARTY: ("whole_party", "WGR-054"),
    ELSEWHERE: ("elsewhere", "WGR-033"),
    EDGE: ("edge", "WGR-042"),
    ENEMY: ("enemy", "WGR-033"),
    ARM: ("arm", "WGR-007"),
    CAPACITY: ("capacity", "WGR-008"),
    GARRISON: ("garrison", "WGR-R04"),
    APART: ("apart", "WGR-012"),
    FACINGS: ("facings", "WGR-011"),
    GUNS: ("guns", "WGR-047"),
    CAVALRY: ("cavalry", "WGR-048"),
    TURNED: ("turned", "WGR-044"),
    FIRED: ("fired", "WGR-049"),
    NO_CONTACT: (None, "WGR-044"),
    EMPTY: ("empty", "WGR-055", "WGR-068"),
    RANGE: ("range", "WGR-055", "WGR-068"),
    BESIDE_GUNS: ("beside", "WGR-070"),
    SIGHT: ("sight", "WGR-072"),
    CLOSEST: ("closest", "WGR-069"),
    AHEAD_FIRST: ("ahead_first", "WGR-067"),
    WITHOUT_DICE: ("no_dice", "WGR-061", "WGR-077"),
    NEVER_FIRES: ("cavalry", "WGR-065"),
    NO_TARGET: ("none", "WGR-055", "WGR-068"),
    SEVERAL: ("several", "WGR-055", "WGR-069"),
    ONE_TARGET: ("one_target", "WGR-057", "WGR-066"),
    TOO_MANY: ("too_many", "WGR-056"),
    SIDE_USED: ("side_used", "WGR-059"),
    SIDE: ("side", "WGR-059"),
    NO_SQUARE_FIRE: ("not_square", "WGR-059"),
    BASE: ("base", "WGR-058"),
    BASE_TWICE: ("base_twice", "WGR-058"),
    SOME_FORM: ("some", "WGR-037"),
    SOME_LEAVE: ("some", "WGR-038"),
    ALREADY: ("already", "WGR-037"),
    NOT_IN_SQUARE: ("not_in_square", "WGR-038"),
    NOT_INFANTRY: ("not_infantry", "WGR-037"),
    IN_SQUARE: ("in_square", "WGR-039"),
    FACES_THERE: ("faces_there", "WGR-036"),
    COVER: ("cover", "WGR-R38"),
}


class Refused(Exception):
    """An order line that breaks a rule: the code of the refusal, the clause, and the particulars."""

    def __init__(self, code, clause, **facts):
        super().__init__(code, facts)
        self.code, self.clauses, self.facts = code, (clause,), facts


cdef int cell_named(Position position, name) except -1:
    """The number of a cell. Raises Refused (E01)."""
    cell = position.variant.board.cell_of.get(name.upper())
    if cell is None:
        raise Refused("E01", "WGR-139", what="cell", cell=name)
    return cell


cdef void make_plan(Position position, int slot, alternative, Plan* plan) except *:
    """The steps of one alternative. Raises Refused (E01)."""
    cdef Step* step
    cdef bint opens
    memset(plan, 0, sizeof(Plan))
    plan.slot = slot
    for clause in alternative.clauses:
        opens = True
        if not clause.actions:
            raise Refused("E01", "WGR-139", what="nothing")
        for action in clause.actions:
            if plan.steps == MOST_STEPS:
                raise Refused("E01", "WGR-139", what="too_long")
            step = &plan.step[plan.steps]
            plan.steps += 1
            step.opens, opens = opens, False
            set_part(position, step, clause)
            set_action(position, step, action)
            plan.fires |= step.verb == TO_FIRE
    if not plan.steps:
        raise Refused("E01", "WGR-139", what="nothing")


cdef void set_part(Position position, Step* step, clause) except *:
    step.who = ALL
    if clause.cell is not None:
        step.who, step.part = BY_CELL, cell_named(position, clause.cell)
    elif clause.bases is not None:
        step.who = BY_LETTER
        for letter in <str>clause.bases.lower():
            step.part |= 1 << sign_number(LETTERS, letter)
        if not step.part:
            raise Refused("E01", "WGR-139", what="line")


cdef int letter_number(word) except -1:
    return word_number(LETTERS, word)


cdef int direction_number(word) except -1:
    return word_number(DIRECTIONS, word)


cdef int word_number(str signs, str word) except -1:
    if len(word) != 1:
        raise Refused("E01", "WGR-139", what="line")
    return sign_number(signs, word.lower()[0])


cdef int sign_number(str signs, Py_UCS4 sign) except -1:
    cdef int number = signs.find(sign)
    if number < 0:
        raise Refused("E01", "WGR-139", what="line")
    return number


cdef void set_action(Position position, Step* step, action) except *:
    verb = VERBS.get(type(action))
    if verb is None:
        raise Refused("E01", "WGR-139", what="line")
    step.verb = verb
    if step.verb == GO or step.verb == TO_CHARGE:
        if not 1 <= action.steps <= MOST_CELLS:
            raise Refused("E01", "WGR-139", what="count", steps=action.steps)
        step.steps = action.steps
        if step.verb == GO and action.way is not None:
            step.start, step.goal = [cell_named(position, cell) + 1 for cell in action.way]
    elif step.verb == TO_TURN:
        step.arg = TURNS[action.way]
    elif step.verb == TO_FACE or step.verb == FORM_LINE:
        step.arg = direction_number(action.facing)
    elif step.verb == TO_FIRE:
        for target in action.targets:
            set_target(position, step, target)


cdef void set_target(Position position, Step* step, target) except *:
    cdef int cell = cell_named(position, target.cell)
    cdef int letter = LETTER_COUNT if target.base is None else letter_number(target.base)
    cdef int side = SQUARE if target.side is None else direction_number(target.side)
    if step.shots < MOST_TARGETS:
        step.shot[step.shots].cell, step.shot[step.shots].letter, step.shot[step.shots].side = cell, letter, side
        step.shots += 1


# --- Plans made into orders ------------------------------------------------------------------------------------------

cdef object entry_order(Position working, const Entry* entry):
    name = list(working.variant.board.entries)[entry.entry]
    return Enter(CLASS_LETTERS[entry.kind], name, DIRECTIONS[entry.facing])


cdef object plan_order(Position working, const Plan* plan):
    """A plan of parts named by letters as an order; its unit is alive with all the letters it had."""
    cdef int at, part = 0
    cdef const Step* step
    clauses, actions = [], []
    for at in range(plan.steps):
        step = &plan.step[at]
        if step.opens and actions:
            clauses.append(clause_of(working, plan.slot, part, actions))
            actions = []
        if step.opens:
            part = step.part if step.who == BY_LETTER else 0
        add_action(working, step, actions)
    clauses.append(clause_of(working, plan.slot, part, actions))
    return Activate(working.name(plan.slot), (Alternative(tuple(clauses)),))


cdef object clause_of(Position working, int slot, int part, list actions):
    whole = not part or part == working.state.field.alive[slot]
    return Clause(tuple(actions), None if whole else letters(part))


cdef void add_action(Position working, const Step* step, list actions) except *:
    cdef int at
    if step.verb == GO:
        if actions and isinstance(actions[len(actions) - 1], Forward):
            actions.append(Forward(actions.pop().steps + step.steps))
        else:
            actions.append(Forward(step.steps))
    elif step.verb == TO_TURN:
        actions.append(Turn(WAYS[step.arg]))
    elif step.verb == FORM_SQUARE:
        actions.append(FormSquare())
    elif step.verb == FORM_LINE:
        actions.append(FormLine(DIRECTIONS[step.arg]))
    elif step.verb == TO_FIRE:
        cells = [working.variant.board.cells[step.shot[at].cell] for at in range(step.shots)]
        actions.append(Fire(tuple([Target(cell) for cell in cells])))
    else:
        actions.append(Hold())


# --- Faults ----------------------------------------------------------------------------------------------------------

cdef object refusal(Position position, const Activation* active):
    """Why a line cannot be carried out, as it stands when it fails. `active` still points at its field."""
    cdef const Fault* fault = &active.fault
    word, *clauses = FAULTS[fault.what]
    clause = clauses[len(clauses) - 1 if active.kind == ARTILLERY else 0]
    if fault.what == TOO_MANY and fault.limit == SQUARE:
        clause = "WGR-059"
    facts = {"what": word} if word is not None else {}
    if fault.bases:
        facts["bases"] = letters(fault.bases)
    facts |= particulars(position, active)
    if fault.what == APART and (fault.limit == 0 or active.kind == GUARD):
        clause = "WGR-014" if active.kind == GUARD else "WGR-013"
    return Refused(f"E{fault.code:02}", clause, **facts)


cdef object cell_name(Position position, int cell):
    return None if cell == NOWHERE else position.variant.board.cells[cell]


cdef dict particulars(Position position, const Activation* active):
    """The facts that go with each word."""
    cdef const Fault* fault = &active.fault
    cdef int what = fault.what, at
    cell, target = cell_name(position, fault.cell), cell_name(position, fault.target)
    other = None if fault.other == 255 else position.name(fault.other)
    if what == AP:
        return {"ap": fault.number, "arm": CLASS_LETTERS[active.kind]}
    if what == NOT_ONE_PARTY:
        return {"parties": parties(position, active)}
    if what == NO_SUCH_BASE:
        return {"base": letters(fault.bases), "living": letters(position.state.field.alive[active.slot])}
    if what == NOBODY_THERE:
        return {"cell": cell}
    if what == ELSEWHERE:
        return {"from": cell, "cell": target, "facing": DIRECTIONS[fault.number]}
    if what in (EDGE, ENEMY, ARM, CAPACITY, GARRISON):
        facts = {"from": cell, "cell": target}
        if other is not None:
            facts["other"] = other
        return facts | ({"room": max(0, <int>fault.number)} if what == CAPACITY else {})
    if what == APART:
        return {"base": letters(fault.bases), "steps": fault.number, "limit": fault.limit, "cell": cell}
    if what in (GUNS, CAVALRY, TURNED, FIRED):
        return {"cell": cell, "target": target, "other": other}
    if what == NO_CONTACT:
        return {"cell": cell, "ahead": target}
    if what in (EMPTY, RANGE, BESIDE_GUNS, WITHOUT_DICE, ONE_TARGET):
        return {"target": target}
    if what == SIGHT:
        return {"target": target, "by": cell, "why": why_hidden(position, fault.cell, fault.target)}
    if what == SEVERAL:
        cells = sorted([active.choice[at] for at in range(active.choices)])
        return {"cell": cell, "targets": [position.variant.board.cells[number] for number in cells]}
    if what == CLOSEST:
        return {"target": target, "closest": cell}
    if what == AHEAD_FIRST:
        return {"target": target, "ahead": cell}
    if what == TOO_MANY:
        return {"shots": fault.number}
    if what in (SIDE_USED, NO_SQUARE_FIRE):
        return {"side": DIRECTIONS[fault.number], "target": target}
    if what == SIDE:
        return {"side": None, "target": target}
    if what in (BASE, BASE_TWICE):
        return {"base": letters(fault.bases)}
    if what == FACES_THERE:
        return {"facing": DIRECTIONS[fault.number], "cell": cell}
    return {} if cell is None else {"cell": cell}


cdef object why_hidden(Position position, int by, int target):
    """WGR-072."""
    if position.variant.law.obstacle[by]:
        return "terrain"
    hill = position.variant.law.hill[by]
    return "hill" if hill and hill != position.variant.law.hill[target] else "bases"


cdef list parties(Position position, const Activation* active):
    """The unit's parties as they stand before the line (WGR-031)."""
    found = []
    for group in position.ends(active.slot).split(" "):
        cell, bases, facing = group.split(":")
        found.append({"cell": cell, "bases": bases, "facing": facing})
    return found
