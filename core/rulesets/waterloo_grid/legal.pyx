"""All order sets that `check` accepts, up to a limit: found by trying what each unit can do."""

from core.rulesets.waterloo_grid.orders import Activate, End, numbered
from core.rulesets.waterloo_grid.position import encode

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset

from core.rulesets.waterloo_grid.activation cimport (
    ALL, BY_LETTER, DRY_RUN, FIRE, FORM_LINE, FORM_SQUARE, GO, HOLD, MOST_CHOICES, TURN, Activation, Plan, Step, act,
    begin_activation, end_activation, single_target,
)
from core.rulesets.waterloo_grid.board cimport CLASSES, ENTRIES
from core.rulesets.waterloo_grid.field cimport LETTERS, SQUARE, Field, forms, living, lowest, side_of_slot
from core.rulesets.waterloo_grid.order_lines cimport entry_order, plan_order
from core.rulesets.waterloo_grid.position cimport Position, read, slots_in_order
from core.rulesets.waterloo_grid.turn cimport Entry, dice_of, enter, symbol_of


def legal_sets(Position position, limit):
    """Order sets that `check` accepts: each a choice of units in the order of their names, a line for each, and `end`.

    Every activation by whole parties, and every entry; in other orders the same lines make further sets.
    """
    found = []
    cdef Position working = read(position.variant, encode(position))
    slots = slots_in_order(&working.state)
    mine = [slot for slot in slots if side_of_slot(slot) == working.state.mover]
    for orders in sets_beginning_with(working, mine, {}, []):
        if limit is not None and len(found) >= limit:
            break
        found.append(numbered([*orders, End()]))
    return found


def sets_beginning_with(Position working, slots, spent, orders):
    """Each set of lines that begins with `orders`; `spent` counts the dice used by symbol."""
    yield orders
    entering = not any([isinstance(order, Activate) for order in orders])
    for entry, after, symbol, dice in entries(working, spent) if entering else ():
        yield from sets_beginning_with(after, slots, {**spent, symbol: spent.get(symbol, 0) + dice}, [*orders, entry])
    for index, slot in enumerate(slots):
        symbol = symbol_of((<Position>working).state.field.kind[<int>slot])
        if not has_die(working, slot, symbol, spent):
            continue
        for order, after in activations(working, slot):
            yield from sets_beginning_with(
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
    cdef uint8_t taken[2 * CLASSES]
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
                if working.variant.law.entry_side[place] == side and enter(
                    &working.variant.law, &after.state, side, &entry, taken
                ) >= 0:
                    found.append((entry_order(working, &entry), after, symbol, dice))
    return found


cdef class ActivationSearch:
    """The activations of one unit, found by trying them."""

    cdef Position position
    cdef list found
    cdef list parts  # sets of letters

    cdef void extend(self, Field field, Activation active, Plan plan, int part, bint opens) except *:
        """Every way to go on from here; `field` and `active` are copies of its own."""
        cdef uint8_t targets[MOST_CHOICES]
        cdef Step step
        cdef int count, at, facing
        active.field = &field
        if part == <int>len(self.parts):
            self.keep(field, active, plan)
            return
        self.extend(field, active, plan, part + 1, True)
        active.part = self.parts[part]
        if not active.ap[lowest(active.part)]:
            return
        memset(&step, 0, sizeof(Step))
        step.opens, step.who, step.part, step.steps = opens, BY_LETTER, active.part, 1
        facing = field.facing[LETTERS * active.slot + lowest(active.part)]
        if facing == SQUARE:
            step.verb = FORM_LINE
            for at in range(4):
                step.arg = at
                self.attempt(field, active, plan, part, &step)
        else:
            step.verb = GO
            self.attempt(field, active, plan, part, &step)
            step.verb = TURN
            for at in range(1, 4):
                step.arg = at
                self.attempt(field, active, plan, part, &step)
            step.verb = FORM_SQUARE
            self.attempt(field, active, plan, part, &step)
        step.verb, step.shots = FIRE, 1
        step.shot[0].letter, step.shot[0].side = LETTERS, SQUARE
        count = single_target(&active, targets)
        for at in range(count):
            step.shot[0].cell = targets[at]
            self.attempt(field, active, plan, part, &step)

    cdef void attempt(self, Field field, Activation active, Plan plan, int part, const Step* step) except *:
        active.field = &field
        if not act(&active, step):
            return
        plan.step[plan.steps] = step[0]
        plan.steps += 1
        plan.fires |= step.verb == FIRE
        self.extend(field, active, plan, part, False)

    cdef void keep(self, Field field, Activation active, Plan plan) except *:
        """A finished activation, if it ends legally."""
        cdef Position after
        active.field = &field
        if not plan.steps:
            memset(&plan.step[0], 0, sizeof(Step))
            plan.step[0].verb, plan.step[0].who, plan.step[0].opens = HOLD, ALL, 1
            plan.steps = 1
        elif not end_activation(&active):
            return
        after = self.position.copy()
        after.state.field = field
        after.state.acted |= <uint64_t>1 << plan.slot
        after.state.placed &= ~(<uint64_t>1 << plan.slot)
        self.found.append((plan_order(self.position, &plan), after))


cdef list activations(Position working, int slot):
    """Each activation of a unit by whole parties: its order, and the position after it if its shots have no effect."""
    cdef ActivationSearch each = ActivationSearch.__new__(ActivationSearch)
    cdef Field* field = &working.state.field
    cdef Activation active
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
    begin_activation(&active, &working.variant.law, field, slot, DRY_RUN)
    each.extend(field[0], active, plan, 0, True)
    return each.found
