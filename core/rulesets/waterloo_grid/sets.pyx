"""Order sets for who needs them ready-made: one at random, or all there are, up to a limit; and playouts."""

from core.contract import Playout
from core.rulesets.waterloo_grid.board import CLASS_LETTERS, DIRECTIONS
from core.rulesets.waterloo_grid.lines import numbered
from core.rulesets.waterloo_grid.orders import (
    Activate, Alternative, Clause, End, Enter, Fire, FormLine, FormSquare, Forward, Hold, Target, Turn,
)
from core.rulesets.waterloo_grid.position import encode

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset

from core.rulesets.waterloo_grid.board cimport CLASSES, ENTRIES
from core.rulesets.waterloo_grid.chance cimport Draft, Entry, draft_turn, play_out, put_in
from core.rulesets.waterloo_grid.drill cimport (
    ALL, BY_LETTER, DRY, FIRE, FORM_LINE, FORM_SQUARE, GO, HOLD, MOST_CHOICES, TURN, Drill, Plan, Step, act, call_up,
    single_target, stand_down,
)
from core.rulesets.waterloo_grid.ends cimport dice_of, symbol_of
from core.rulesets.waterloo_grid.field cimport (
    LETTERS, SQUARE, Field, forms, living, lowest, side_of_slot,
)
from core.rulesets.waterloo_grid.position cimport Position, letters, read, slots_in_order
from core.stream cimport Stream, start

WAYS = {1: "right", 2: "about", 3: "left"}


def playout(Position position, seed, int limit):
    """Play on by chance until the game is over, or `limit` actions of parts have been made."""
    cdef Position working = position.copy()
    cdef Stream stream
    cdef int made
    start(&stream, <uint64_t>(seed & 0xFFFFFFFFFFFFFFFF))
    with nogil:
        made = play_out(&working.variant.law, &working.state, &stream, limit)
    return Playout(working, made)


def random_set(Position position, seed):
    """One complete set of legal orders for the side in turn, closed by `end`."""
    # Slots may differ between equal positions, and equal positions are to give equal orders.
    cdef Position working = read(position.variant, encode(position))
    cdef Stream stream
    cdef Draft draft
    start(&stream, <uint64_t>(seed & 0xFFFFFFFFFFFFFFFF))
    draft_turn(&working.variant.law, &working.state, &stream, &draft)
    return numbered(orders_of(working, &draft))


cdef list orders_of(Position working, const Draft* draft):
    """A drafted turn as orders; `working` knows the units."""
    orders = [entry_order(working, &draft.entry[at]) for at in range(draft.entries)]
    orders += [plan_order(working, &draft.plan[at]) for at in range(draft.plans)]
    return [*orders, End()]


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
    elif step.verb == TURN:
        actions.append(Turn(WAYS[step.arg]))
    elif step.verb == FORM_SQUARE:
        actions.append(FormSquare())
    elif step.verb == FORM_LINE:
        actions.append(FormLine(DIRECTIONS[step.arg]))
    elif step.verb == FIRE:
        cells = [working.variant.board.cells[step.shot[at].cell] for at in range(step.shots)]
        actions.append(Fire(tuple([Target(cell) for cell in cells])))
    else:
        actions.append(Hold())


# --- All of them -----------------------------------------------------------------------------------------------------

def all_sets(Position position, limit):
    """Order sets that `check` accepts: each a choice of units in the order of their names, a line for each, and `end`.

    Every activation by whole parties, and every entry; in other orders the same lines make further sets.
    """
    found = []
    cdef Position working = read(position.variant, encode(position))
    slots = slots_in_order(&working.state)
    mine = [slot for slot in slots if side_of_slot(slot) == working.state.mover]
    for orders in sets_from(working, mine, {}, []):
        if limit is not None and len(found) >= limit:
            break
        found.append(numbered([*orders, End()]))
    return found


def sets_from(Position working, slots, spent, orders):
    """Each set of lines that begins with `orders`; `spent` counts the dice used by symbol."""
    yield orders
    entering = not any([isinstance(order, Activate) for order in orders])
    for entry, after, symbol, dice in entries(working, spent) if entering else ():
        yield from sets_from(after, slots, {**spent, symbol: spent.get(symbol, 0) + dice}, [*orders, entry])
    for index, slot in enumerate(slots):
        symbol = symbol_of((<Position>working).state.field.kind[<int>slot])
        if not has_die(working, slot, symbol, spent):
            continue
        for order, after in activations(working, slot):
            yield from sets_from(
                after, slots[index + 1:], {**spent, symbol: spent.get(symbol, 0) + 1}, [*orders, order]
            )


cdef bint has_die(Position working, int slot, int symbol, spent) except *:
    if working.state.mails:
        return (working.state.placed >> slot) & 1
    return dice_of(&working.state, symbol) > spent.get(symbol, 0)


cdef list entries(Position working, spent):
    """Each entry that is possible now: its order, the position after it, and the dice it takes."""
    cdef Position after
    cdef Entry entry
    cdef int side = working.state.mover, kind, place, facing, symbol, dice = working.variant.law.entry_dice[side]
    found = []
    for kind in range(CLASSES):
        symbol = symbol_of(kind)
        if working.state.mails or not forms(&working.state.field, side, kind):
            continue
        if dice_of(&working.state, symbol) < <int>spent.get(symbol, 0) + dice:
            continue
        for place in range(ENTRIES):
            for facing in range(4):
                entry.kind, entry.entry, entry.facing = kind, place, facing
                after = working.copy()
                if working.variant.law.entry_side[place] == side and put_in(
                    &working.variant.law, &after.state, side, &entry
                ) >= 0:
                    found.append((entry_order(working, &entry), after, symbol, dice))
    return found


cdef class Activations:
    """The activations of one unit, found by trying them."""

    cdef Position position
    cdef list found
    cdef list parts  # sets of letters

    cdef void extend(self, Field field, Drill drill, Plan plan, int part, bint opens) except *:
        """Every way to go on from here; `field` and `drill` are copies of its own."""
        cdef uint8_t targets[MOST_CHOICES]
        cdef Step step
        cdef int count, at, facing
        drill.field = &field
        if part == <int>len(self.parts):
            self.keep(field, drill, plan)
            return
        self.extend(field, drill, plan, part + 1, True)
        drill.part = self.parts[part]
        if not drill.ap[lowest(drill.part)]:
            return
        memset(&step, 0, sizeof(Step))
        step.opens, step.who, step.part, step.steps = opens, BY_LETTER, drill.part, 1
        facing = field.facing[LETTERS * drill.slot + lowest(drill.part)]
        if facing == SQUARE:
            step.verb = FORM_LINE
            for at in range(4):
                step.arg = at
                self.attempt(field, drill, plan, part, &step)
        else:
            step.verb = GO
            self.attempt(field, drill, plan, part, &step)
            step.verb = TURN
            for at in range(1, 4):
                step.arg = at
                self.attempt(field, drill, plan, part, &step)
            step.verb = FORM_SQUARE
            self.attempt(field, drill, plan, part, &step)
        step.verb, step.shots = FIRE, 1
        step.shot[0].letter, step.shot[0].side = LETTERS, SQUARE
        count = single_target(&drill, targets)
        for at in range(count):
            step.shot[0].cell = targets[at]
            self.attempt(field, drill, plan, part, &step)

    cdef void attempt(self, Field field, Drill drill, Plan plan, int part, const Step* step) except *:
        drill.field = &field
        if not act(&drill, step):
            return
        plan.step[plan.steps] = step[0]
        plan.steps += 1
        plan.fires |= step.verb == FIRE
        self.extend(field, drill, plan, part, False)

    cdef void keep(self, Field field, Drill drill, Plan plan) except *:
        """A finished activation, if it ends legally."""
        cdef Position after
        drill.field = &field
        if not plan.steps:
            memset(&plan.step[0], 0, sizeof(Step))
            plan.step[0].verb, plan.step[0].who, plan.step[0].opens = HOLD, ALL, 1
            plan.steps = 1
        elif not stand_down(&drill):
            return
        after = self.position.copy()
        after.state.field = field
        after.state.acted |= <uint64_t>1 << plan.slot
        after.state.placed &= ~(<uint64_t>1 << plan.slot)
        self.found.append((plan_order(self.position, &plan), after))


cdef list activations(Position working, int slot):
    """Each activation of a unit by whole parties: its order, and the position after it if its shots have no effect."""
    cdef Activations each = Activations.__new__(Activations)
    cdef Field* field = &working.state.field
    cdef Drill drill
    cdef Plan plan
    cdef int letter
    parties = {}
    for letter in range(LETTERS):
        if living(field, LETTERS * slot + letter):
            place = field.cell[LETTERS * slot + letter], field.facing[LETTERS * slot + letter]
            parties[place] = parties.get(place, 0) | 1 << letter
    each.position, each.found, each.parts = working, [], list(parties.values())
    memset(&plan, 0, sizeof(Plan))
    plan.slot = slot
    call_up(&drill, &working.variant.law, field, slot, DRY)
    each.extend(field[0], drill, plan, 0, True)
    return each.found
