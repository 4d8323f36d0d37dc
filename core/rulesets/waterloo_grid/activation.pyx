"""One unit's activation. See activation.pxd; read from `carry_out` down. All of it is C."""

from libc.string cimport memset

from core.rulesets.waterloo_grid.board cimport (
    ARTILLERY, GUARD, HEAVY, LIGHT, NOWHERE, arm_of, is_cavalry, is_infantry, steps_between,
)
from core.rulesets.waterloo_grid.field cimport (
    SQUARE, apply_roll, first_unit, fits, kind_in, living, lowest, popcount, put, retreat, side_of, take,
)
from core.rulesets.waterloo_grid.fire cimport (
    BESIDE, FIT, FRONT_ROW, HIDDEN, NO_ENEMY, NOT_AHEAD, NOT_CLOSEST, OUT_OF_RANGE, Aim, aim, enemy_at, gun_targets,
    musket_targets, within_reach,
)
from core.rulesets.waterloo_grid.sink cimport (
    BATTERY, CHARGED, FACED, HELD, LINED, MOVED, SHOT, SHOT_LOST, SINGLE, SQUARED, VOLLEY, RawEvent, add_dice, emit,
)
from core.rulesets.waterloo_grid.dice cimport MOST_DICE, roll

cdef enum:
    NO_ONE = 255


cdef struct AimedShot:  # one shot, ready to be rolled
    uint8_t cell  # fired from
    uint8_t target
    uint8_t direction
    uint8_t dice
    uint8_t bases  # set of letters
    uint8_t range
    uint8_t manner


cdef int carry_out(
    Activation* active, const Law* law, Field* field, const Plan* plan, int mode, Roller* roller, EventSink* sink
) noexcept nogil:
    """Try a whole order line: its moves, its shots and the tests at its end. Returns a Done.

    Where it is illegal the field is as before. A line with shots should have passed VALIDATE on a copy (WGR-140) before
    it comes here to EXECUTE.
    """
    begin_activation(active, law, field, plan.slot, mode)
    active.roller, active.sink = roller, sink
    return go_through(active, plan)


cdef int carry_out_after(
    Activation* active, const Law* law, Field* field, const Plan* plan, int mode, int back, uint64_t* fired_at
) noexcept nogil:
    """`carry_out` below lines whose shots are imagined (WGR-139): VALIDATE has them gone, DRIVE_BACK `back` steps away.

    `fired_at` are the cells that those lines fired at, still held for whoever fires there now; this line's are added.
    """
    cdef int done
    begin_activation(active, law, field, plan.slot, mode)
    active.fired_at[0], active.fired_at[1], active.back = fired_at[0], fired_at[1], back
    done = go_through(active, plan)
    if done != ILLEGAL:
        fired_at[0], fired_at[1] = active.fired_at[0], active.fired_at[1]
    return done


cdef int go_through(Activation* active, const Plan* plan) noexcept nogil:
    """All steps of a plan, and the tests at its end, in an activation that has begun."""
    cdef Field* field = active.field
    cdef EventSink* sink = active.sink
    cdef Field before = field[0]
    cdef int marked = sink.count if sink != NULL else 0, step
    cdef uint8_t shots = 0
    for step in range(plan.steps):
        if not act(active, &plan.step[step]):
            break
        if active.mode == EXECUTE and active.roller.failed:
            return DONE
        if active.shots > shots and active.mode != VALIDATE:
            # WGR-140: what stands if the line cannot be carried out any further.
            shots, before = active.shots, field[0]
            marked = sink.count if sink != NULL else 0
    else:
        if end_activation(active):
            return DONE
    field[0] = before
    active.charges = 0
    if sink != NULL:
        sink.count = marked
    return CUT_SHORT if shots else ILLEGAL


cdef int points_of(int kind) noexcept nogil:
    if kind == LIGHT:
        return 4
    if kind == HEAVY:
        return 3
    return 1 if kind == ARTILLERY else 2


cdef void begin_activation(Activation* active, const Law* law, Field* field, int slot, int mode) noexcept nogil:
    """Begin an activation: each base has all the action points for itself (WGR-030)."""
    cdef int letter
    memset(active, 0, sizeof(Activation))
    active.law, active.field, active.slot, active.mode = law, field, slot, mode
    active.side, active.kind = side_of(4 * slot), field.kind[slot]
    active.part = field.alive[slot]
    for letter in range(LETTERS):
        active.ap[letter] = points_of(active.kind)
        if active.kind != ARTILLERY and living(field, 4 * slot + letter):
            active.apart[letter] = steps_between(field.cell[4 * slot], field.cell[4 * slot + letter])


cdef bint act(Activation* active, const Step* step) noexcept nogil:
    """One step of a plan, for one action point each (WGR-032); False: it cannot be done, `fault` says why."""
    if step.opens and not choose_part(active, step):
        return False
    if step.verb == GO or step.verb == CHARGE:
        return go(active, step)
    if step.verb == FIRE:
        return fire(active, step)
    if step.verb == FORM_SQUARE:
        return form_square(active)
    if step.verb == FORM_LINE:
        return form_line(active, step.arg)
    if step.verb == HOLD:
        emit(active.sink, HELD, active.slot, active.part, 0, 0, 0, 0, 0, 0)
        return True
    return change_facing(active, step)


cdef bint end_activation(Activation* active) noexcept nogil:
    """WGR-011, WGR-016 and WGR-044 to WGR-049, at the end of the activation; puts down what has charged."""
    return keeps_together(active) and faces_alike(active) and contacts_allowed(active)


# --- Parts (WGR-031) -------------------------------------------------------------------------------------------------

cdef bint fail(
    Activation* active, int code, int what, int bases, int cell, int target, int other, int number, int limit
) noexcept nogil:
    active.fault.code, active.fault.what, active.fault.bases = code, what, bases
    active.fault.cell, active.fault.target, active.fault.other = cell, target, other
    active.fault.number, active.fault.limit = number, limit
    return False


cdef inline int cell_of(const Activation* active, int letter) noexcept nogil:
    return active.field.cell[4 * active.slot + letter]


cdef inline int facing_of(const Activation* active, int letter) noexcept nogil:
    return active.field.facing[4 * active.slot + letter]


cdef inline int living_letters(const Activation* active) noexcept nogil:
    return active.field.alive[active.slot]


cdef int letters_at(const Activation* active, int cell) noexcept nogil:
    """The unit's bases in a cell, a set of letters."""
    cdef int letter, found = 0
    for letter in range(LETTERS):
        if (living_letters(active) >> letter) & 1 and cell_of(active, letter) == cell:
            found |= 1 << letter
    return found


cdef int party_of(const Activation* active, int letter) noexcept nogil:
    """The unit's bases in the same cell that face the same way, or are in square too."""
    cdef int other, found = 0
    for other in range(LETTERS):
        if (living_letters(active) >> other) & 1 and cell_of(active, other) == cell_of(active, letter):
            if facing_of(active, other) == facing_of(active, letter):
                found |= 1 << other
    return found


cdef bint choose_part(Activation* active, const Step* step) noexcept nogil:
    """Who acts in a clause."""
    active.part = living_letters(active)
    if step.who == BY_CELL:
        active.part = letters_at(active, step.part)
        if not active.part:
            return fail(active, E06, NOBODY_THERE, 0, step.part, NOWHERE, NO_ONE, 0, 0)
    elif step.who == BY_LETTER:
        active.part = step.part
        if step.part & ~living_letters(active):
            return fail(active, E06, NO_SUCH_BASE, step.part & ~living_letters(active), NOWHERE, NOWHERE, NO_ONE, 0, 0)
    if active.kind == ARTILLERY and active.part != living_letters(active):
        return fail(active, E06, WHOLE_BATTERY, living_letters(active), NOWHERE, NOWHERE, NO_ONE, 0, 0)
    return True


cdef bint one_party(Activation* active) noexcept nogil:
    """Whether the part stands in one cell and looks one way."""
    if active.part & ~party_of(active, lowest(active.part)):
        return fail(active, E06, NOT_ONE_PARTY, active.part, NOWHERE, NOWHERE, NO_ONE, 0, 0)
    return True


cdef bint one_cell(Activation* active) noexcept nogil:
    if active.part & ~letters_at(active, cell_of(active, lowest(active.part))):
        return fail(active, E06, NOT_ONE_PARTY, active.part, NOWHERE, NOWHERE, NO_ONE, 0, 0)
    return True


cdef bint pay(Activation* active, int bases, int points) noexcept nogil:
    """So many action points of each of these bases, or E05."""
    cdef int letter, short = 0
    for letter in range(LETTERS):
        if (bases >> letter) & 1 and active.ap[letter] < points:
            short |= 1 << letter
    if short:
        return fail(active, E05, AP, short, NOWHERE, NOWHERE, NO_ONE, points_of(active.kind), 0)
    for letter in range(LETTERS):
        if (bases >> letter) & 1:
            active.ap[letter] -= points
    return True


cdef void set_facing(Activation* active, int bases, int facing) noexcept nogil:
    """A new facing, or square; whatever run there was is broken."""
    cdef int letter
    for letter in range(LETTERS):
        if (bases >> letter) & 1:
            active.field.facing[4 * active.slot + letter] = facing
            active.straight[letter] = active.run[letter] = 0


# --- Moving (WGR-033 to WGR-042) -------------------------------------------------------------------------------------

cdef bint not_in_square(Activation* active) noexcept nogil:
    """WGR-039, of a part that is one party."""
    if facing_of(active, lowest(active.part)) == SQUARE:
        return fail(active, E13, IN_SQUARE, active.part, cell_of(active, lowest(active.part)), NOWHERE, NO_ONE, 0, 0)
    return True


cdef bint go(Activation* active, const Step* step) noexcept nogil:
    """Forward moves (WGR-033), and what `charge` promises."""
    cdef int start, cell, direction, _step, ahead
    if not one_party(active) or not not_in_square(active) or not pay(active, active.part, step.steps):
        return False
    start, direction = cell_of(active, lowest(active.part)), facing_of(active, lowest(active.part))
    if step.start and start != step.start - 1:
        return fail(active, E06, NOBODY_THERE, 0, step.start - 1, NOWHERE, NO_ONE, 0, 0)
    for _step in range(step.steps):
        if not go_ahead(active, direction):
            return False
    cell = cell_of(active, lowest(active.part))
    if step.goal and cell != step.goal - 1:
        return fail(active, E07, ELSEWHERE, active.part, start, step.goal - 1, NO_ONE, direction, 0)
    emit(active.sink, MOVED, active.slot, active.part, start, cell, step.steps, direction, 0, 0)
    if step.verb == CHARGE:
        ahead = active.law.ahead[direction][cell]
        # WGR-140: what the line has fired at is gone for its contacts, and is not on the field in VALIDATE.
        if not enemy_at(active.field, NULL, ahead, active.side):
            return fail(active, E10, NO_CONTACT, active.part, cell, ahead, NO_ONE, 0, 0)
    return True


cdef bint go_ahead(Activation* active, int direction) noexcept nogil:
    """One forward move of the part.

    There is no other: nothing moves sideways or back (WGR-034). On each cell of the way there must be room, so that
    nobody passes through friends (WGR-035); enemies beside or behind keep nobody (WGR-041).
    """
    cdef Field* field = active.field
    cdef int origin = cell_of(active, lowest(active.part)), target = active.law.ahead[direction][origin]
    cdef int letter, count = popcount(active.part)
    if target == NOWHERE:
        return fail(active, E07, EDGE, active.part, origin, NOWHERE, NO_ONE, 0, 0)
    if enemy_at(field, NULL, target, active.side):
        return fail(active, E07, ENEMY, active.part, origin, target, first_unit(field, target), 0, 0)
    if active.law.infantry_only[target] and not is_infantry(active.kind):
        return fail(active, E07, GARRISON, active.part, origin, target, NO_ONE, 0, 0)
    if not fits(active.law, field, target, active.side, active.kind, count):
        if field.count[target] and arm_of(kind_in(field, target)) != arm_of(active.kind):
            return fail(active, E07, ARM, active.part, origin, target, first_unit(field, target), 0, 0)
        count = active.law.room[target] - field.count[target]
        return fail(active, E07, CAPACITY, active.part, origin, target, NO_ONE, count, 0)
    active.clock += 1
    for letter in range(LETTERS):
        if (active.part >> letter) & 1:
            take(field, 4 * active.slot + letter)
            put(field, 4 * active.slot + letter, target)
            active.run[letter] = active.run[letter] + 1 if active.straight[letter] else 1
            active.straight[letter] = active.moved[letter] = 1
            active.when[letter] = active.clock
    return True


cdef bint change_facing(Activation* active, const Step* step) noexcept nogil:
    """WGR-036."""
    cdef int letter = lowest(active.part), facing
    if not one_party(active) or not not_in_square(active):
        return False
    facing = step.arg if step.verb == FACE else (facing_of(active, letter) + step.arg) & 3
    if facing == facing_of(active, letter):
        return fail(active, E13, FACES_THERE, active.part, cell_of(active, letter), NOWHERE, NO_ONE, facing, 0)
    if not pay(active, active.part, 1):
        return False
    set_facing(active, active.part, facing)
    emit(active.sink, FACED, active.slot, active.part, cell_of(active, letter), facing, 0, 0, 0, 0)
    return True


cdef bint form_square(Activation* active) noexcept nogil:
    """WGR-037."""
    cdef int cell = cell_of(active, lowest(active.part)), letter, bases = 0
    if not is_infantry(active.kind):
        return fail(active, E13, NOT_INFANTRY, active.part, cell, NOWHERE, NO_ONE, 0, 0)
    if not one_cell(active):
        return False
    if active.law.steady and active.law.obstacle[cell]:
        return fail(active, E13, COVER, active.part, cell, NOWHERE, NO_ONE, 0, 0)
    for letter in range(LETTERS):
        if (letters_at(active, cell) >> letter) & 1 and facing_of(active, letter) != SQUARE:
            bases |= 1 << letter
    if not bases:
        return fail(active, E13, ALREADY, active.part, cell, NOWHERE, NO_ONE, 0, 0)
    if bases & ~active.part:
        return fail(active, E13, SOME_FORM, bases, cell, NOWHERE, NO_ONE, 0, 0)
    if not pay(active, bases, 1):
        return False
    set_facing(active, bases, SQUARE)
    emit(active.sink, SQUARED, active.slot, bases, cell, 0, 0, 0, 0, 0)
    return True


cdef bint form_line(Activation* active, int facing) noexcept nogil:
    """WGR-038."""
    cdef int cell = cell_of(active, lowest(active.part)), letter, bases = 0
    if not one_cell(active):
        return False
    for letter in range(LETTERS):
        if (letters_at(active, cell) >> letter) & 1 and facing_of(active, letter) == SQUARE:
            bases |= 1 << letter
    if not bases:
        return fail(active, E13, NOT_IN_SQUARE, active.part, cell, NOWHERE, NO_ONE, 0, 0)
    if bases & ~active.part:
        return fail(active, E13, SOME_LEAVE, bases, cell, NOWHERE, NO_ONE, 0, 0)
    if not pay(active, bases, 1):
        return False
    set_facing(active, bases, facing)
    emit(active.sink, LINED, active.slot, bases, cell, facing, 0, 0, 0, 0)
    return True


# --- Firing (WGR-054 to WGR-078) -------------------------------------------------------------------------------------

cdef bint fire(Activation* active, const Step* step) noexcept nogil:
    """One fire action of a party, of one or of several shots (WGR-040); others of the unit are apart (WGR-063)."""
    cdef AimedShot aimed[LETTERS]
    cdef int letter = lowest(active.part), party, count, at, bases
    if is_cavalry(active.kind):
        return fail(active, E11, NEVER_FIRES, active.part, cell_of(active, letter), NOWHERE, NO_ONE, 0, 0)
    if not one_party(active):
        return False
    party = party_of(active, letter)
    if party != active.part:
        return fail(active, E06, WHOLE_PARTY, party, cell_of(active, letter), NOWHERE, NO_ONE, 0, 0)
    if not active.law.double_fire:
        bases = 0
        for at in range(LETTERS):
            bases |= ((party >> at) & active.has_fired[at] & 1) << at
        if bases:
            return fail(active, E05, SECOND_FIRE, bases, NOWHERE, NOWHERE, NO_ONE, 0, 0)
    if not pay(active, party, 1):
        return False
    if is_infantry(active.kind) and not may_fire_after_move(active):
        return False
    count = aim_all(active, step, aimed)
    if not count:
        return False
    active.fired = 1
    active.shots += 1
    for at in range(LETTERS):
        if (party >> at) & 1:
            active.has_fired[at] = 1
            if not active.law.volley:
                active.straight[at] = active.run[at] = 0
    for at in range(count):
        shoot(active, &aimed[at])
    return True


cdef bint may_fire_after_move(Activation* active) noexcept nogil:
    """WGR-049: no base of the unit may have moved into contact; with advance_fire=aimed, of cavalry (WGR-048)."""
    cdef int letter, target
    for letter in range(LETTERS):
        if not ((living_letters(active) >> letter) & 1 and active.moved[letter]):
            continue
        target = contact_of(active, letter)
        if target == NOWHERE:
            continue
        if not active.law.volley:
            return fail_contact(active, FIRED, letter, target)
        if is_cavalry(kind_in(active.field, target)):
            return fail_contact(active, CAVALRY, letter, target)
    return True


cdef int aim_all(Activation* active, const Step* step, AimedShot* aimed) noexcept nogil:
    """Make the shots of a fire action ready: how many there are, 0 with a fault."""
    cdef int letter = lowest(active.part), cell = cell_of(active, letter)
    if active.kind == ARTILLERY:
        return aim_guns(active, step, aimed, cell, facing_of(active, letter))
    if facing_of(active, letter) == SQUARE:
        return aim_square(active, step, aimed, cell)
    if letters_at(active, cell) != active.part:
        return aim_singly(active, step, aimed, cell, facing_of(active, letter))
    return aim_volley(active, step, aimed, cell, facing_of(active, letter))


cdef int single_target(Activation* active, uint8_t* targets) noexcept nogil:
    """All cells that the part, a party, may fire at; `targets` has room for MOST_CHOICES."""
    cdef uint8_t dice[MOST_CHOICES]
    cdef int letter = lowest(active.part), cell = cell_of(active, letter), facing = facing_of(active, letter)
    if active.kind == ARTILLERY:
        return gun_targets(
            active.law, active.field, active.fired_at, active.side, cell, facing, popcount(active.part), targets, dice
        )
    return musket_targets(
        active.law, active.field, active.fired_at, active.side, cell, facing, musket_dice(active, cell, facing),
        targets, dice,
    )


cdef int musket_dice(const Activation* active, int cell, int facing) noexcept nogil:
    """Dice of one shot before cover: the front row in a volley (WGR-056, WGR-057), else one (WGR-058, WGR-059)."""
    if facing == SQUARE or letters_at(active, cell) != active.part:
        return 1
    return min(FRONT_ROW, popcount(active.part))


cdef bint only_target(Activation* active, uint8_t* target) noexcept nogil:
    """For `fire` without a target: the only one there is."""
    cdef int letter = lowest(active.part), count = single_target(active, active.choice)
    target[0] = active.choice[0]
    if count == 1:
        return True
    active.choices = count
    return fail(
        active, E11, SEVERAL if count else NO_TARGET, active.part, cell_of(active, letter), NOWHERE, NO_ONE, 0, 0
    )


cdef bint fail_shot(Activation* active, int what, int target, int other, int number) noexcept nogil:
    """An E11; `other` is a cell, and stands where the cell of the part would."""
    return fail(active, E11, what, active.part, other, target, NO_ONE, number, 0)


cdef void set_shot(
    AimedShot* aimed, int cell, int target, int direction, int dice, int bases, int range_, int manner
) noexcept nogil:
    aimed.cell, aimed.target, aimed.direction, aimed.dice = cell, target, direction, dice
    aimed.bases, aimed.range, aimed.manner = bases, range_, manner


cdef int aim_guns(Activation* active, const Step* step, AimedShot* aimed, int cell, int facing) noexcept nogil:
    cdef Aim found
    cdef uint8_t target
    if step.shots > 1:
        return fail_shot(active, ONE_TARGET, step.shot[1].cell, cell, 0)
    if not step.shots:
        if not only_target(active, &target):
            return 0
    elif step.shot[0].side != SQUARE:
        return fail_shot(active, NO_SQUARE_FIRE, step.shot[0].cell, cell, step.shot[0].side)
    elif not names_part(active, step.shot[0].letter):
        return 0
    else:
        target = step.shot[0].cell
    aim(active.law, active.field, active.fired_at, active.side, cell, facing, popcount(active.part), target, &found)
    if found.unfit != FIT:
        return fail_shot(active, why_not(found.unfit), target, found.other, 0)
    set_shot(aimed, cell, target, facing, found.dice, active.part, found.range, BATTERY)
    return 1


cdef int why_not(int unfit) noexcept nogil:
    if unfit == NO_ENEMY:
        return EMPTY
    if unfit == OUT_OF_RANGE:
        return RANGE
    if unfit == BESIDE:
        return BESIDE_GUNS
    if unfit == HIDDEN:
        return SIGHT
    if unfit == NOT_CLOSEST:
        return CLOSEST
    return AHEAD_FIRST if unfit == NOT_AHEAD else WITHOUT_DICE


cdef bint names_part(Activation* active, int letter) noexcept nogil:
    """A letter before a target must be of the party."""
    if letter != LETTERS and not (active.part >> letter) & 1:
        return fail(active, E11, BASE, 1 << letter, NOWHERE, NOWHERE, NO_ONE, 0, 0)
    return True


cdef bint musket_target(Activation* active, int cell, int direction, int target, int dice) noexcept nogil:
    """Whether a shot of so many dice can be fired there (WGR-055, WGR-060, WGR-061)."""
    if not within_reach(active.law, cell, direction, target):
        return fail_shot(active, RANGE, target, cell, 0)
    if not enemy_at(active.field, active.fired_at, target, active.side):
        return fail_shot(active, EMPTY, target, cell, 0)
    if dice <= active.law.musket_cover[target]:
        return fail_shot(active, WITHOUT_DICE, target, cell, 0)
    return True


cdef int aim_volley(Activation* active, const Step* step, AimedShot* aimed, int cell, int facing) noexcept nogil:
    """WGR-057."""
    cdef int dice = min(FRONT_ROW, popcount(active.part))
    cdef uint8_t target
    if step.shots > 1:
        return fail_shot(active, ONE_TARGET, step.shot[1].cell, cell, 0)
    if not step.shots:
        if not only_target(active, &target):
            return 0
    elif step.shot[0].side != SQUARE:
        return fail_shot(active, NO_SQUARE_FIRE, step.shot[0].cell, cell, step.shot[0].side)
    elif not names_part(active, step.shot[0].letter):
        return 0
    else:
        target = step.shot[0].cell
    if not musket_target(active, cell, facing, target, dice):
        return 0
    set_shot(aimed, cell, target, facing, dice - active.law.musket_cover[target], active.part, 1, VOLLEY)
    return 1


cdef int aim_singly(Activation* active, const Step* step, AimedShot* aimed, int cell, int facing) noexcept nogil:
    """WGR-058: the unit looks more than one way in this cell, and each die is a shot."""
    cdef int most = min(FRONT_ROW, popcount(active.part)), at, used = 0
    cdef uint8_t target
    if not step.shots:
        if not only_target(active, &target):
            return 0
        for at in range(most):
            set_shot(&aimed[at], cell, target, facing, 1, next_base(active, &used, LETTERS), 1, SINGLE)
        return most
    if step.shots > most:
        return fail_shot(active, TOO_MANY, step.shot[most].cell, cell, most)
    for at in range(step.shots):
        if step.shot[at].side != SQUARE:
            return fail_shot(active, NO_SQUARE_FIRE, step.shot[at].cell, cell, step.shot[at].side)
        if not names_free_base(active, used, step.shot[at].letter):
            return 0
        if not musket_target(active, cell, facing, step.shot[at].cell, 1):
            return 0
        set_shot(
            &aimed[at], cell, step.shot[at].cell, facing, 1, next_base(active, &used, step.shot[at].letter), 1, SINGLE
        )
    return step.shots


cdef bint names_free_base(Activation* active, int used, int letter) noexcept nogil:
    if not names_part(active, letter):
        return False
    if letter != LETTERS and (used >> letter) & 1:
        return fail(active, E11, BASE_TWICE, 1 << letter, NOWHERE, NOWHERE, NO_ONE, 0, 0)
    return True


cdef int next_base(Activation* active, int* used, int letter) noexcept nogil:
    """The base named, or the first of the party that has not fired: as a set. Which it is matters to nobody else."""
    if letter == LETTERS:
        letter = lowest(active.part & ~used[0]) if active.part & ~used[0] else lowest(active.part)
    used[0] |= 1 << letter
    return 1 << letter


cdef int aim_square(Activation* active, const Step* step, AimedShot* aimed, int cell) noexcept nogil:
    """WGR-059: each shot through a side of its own."""
    cdef int most = popcount(active.part), at, side, sides = 0, used = 0, count = 0
    cdef uint8_t target
    if not step.shots:
        if not only_target(active, &target):
            return 0
        for side in range(4):
            if count < most and within_reach(active.law, cell, side, target):
                set_shot(&aimed[count], cell, target, side, 1, next_base(active, &used, LETTERS), 1, SINGLE)
                count += 1
        return count
    if step.shots > most:
        return fail(active, E11, TOO_MANY, active.part, cell, step.shot[most].cell, NO_ONE, most, SQUARE)
    for at in range(step.shots):
        if not names_free_base(active, used, step.shot[at].letter):
            return 0
        side = side_for(active, &step.shot[at], cell, sides)
        if side < 0:
            return 0
        sides |= 1 << side
        set_shot(
            &aimed[at], cell, step.shot[at].cell, side, 1, next_base(active, &used, step.shot[at].letter), 1, SINGLE
        )
    return step.shots


cdef int side_for(Activation* active, const Shot* shot, int cell, int used) noexcept nogil:
    """The side of the square that a shot goes through, the first that can where none is named; or -1 with a fault."""
    cdef int side
    if shot.side != SQUARE:
        if (used >> shot.side) & 1:
            fail_shot(active, SIDE_USED, shot.cell, cell, shot.side)
            return -1
        return shot.side if musket_target(active, cell, shot.side, shot.cell, 1) else -1
    for side in range(4):
        if not (used >> side) & 1 and within_reach(active.law, cell, side, shot.cell):
            return side if musket_target(active, cell, side, shot.cell, 1) else -1
    fail_shot(active, SIDE, shot.cell, cell, SQUARE)
    return -1


cdef void shoot(Activation* active, const AimedShot* aimed) noexcept nogil:
    """One shot: rolled and applied, or in a trial as the mode has it."""
    cdef uint8_t dice[MOST_DICE]
    cdef Field* field = active.field
    cdef int kind
    cdef RawEvent* raw
    if not enemy_at(field, active.fired_at, aimed.target, active.side):
        emit(active.sink, SHOT_LOST, active.slot, aimed.bases, aimed.target, 0, 0, 0, 0, 0)
        return
    # In VALIDATE the stack of an earlier shot has been lifted; its class is of no matter then.
    kind = kind_in(field, aimed.target) if field.count[aimed.target] else 0
    if active.mode == EXECUTE:
        roll(active.roller, aimed.dice, dice)
    raw = emit(
        active.sink, SHOT, active.slot, aimed.bases, aimed.cell, aimed.direction, aimed.target, aimed.range,
        aimed.manner, kind,
    )
    add_dice(active.sink, raw, aimed.dice, dice if active.mode == EXECUTE else NULL)
    if active.mode == EXECUTE:
        apply_roll(active.law, field, aimed.target, aimed.direction, dice, aimed.dice, active.sink)
    elif active.mode != DRY_RUN:
        active.fired_at[aimed.target >> 6] |= <uint64_t>1 << (aimed.target & 63)
        if enemy_at(field, NULL, aimed.target, active.side):
            if active.mode == VALIDATE:
                field.count[aimed.target] = 0
            else:
                drive_back(active, aimed, kind)


cdef void drive_back(Activation* active, const AimedShot* aimed, int kind) noexcept nogil:
    """DRIVE_BACK: as many steps as are imagined, and no more than the dice could give (WGR-105, WGR-106)."""
    cdef int most = aimed.dice
    if active.law.walled[aimed.target] and is_infantry(kind):
        most = most // 2
    if min(most, <int>active.back):
        retreat(active.law, active.field, aimed.target, aimed.direction, min(most, <int>active.back), NULL)


# --- The end of the activation ---------------------------------------------------------------------------------------

cdef bint keeps_together(Activation* active) noexcept nogil:
    """WGR-012 to WGR-016."""
    cdef int letter, steps, limit
    if active.kind == ARTILLERY:
        return True
    limit = 2 if active.kind == GUARD else popcount(living_letters(active)) >= 3
    for letter in range(1, LETTERS):
        if (living_letters(active) >> letter) & 1:
            steps = steps_between(cell_of(active, letter), cell_of(active, 0))
            if steps > limit and steps > active.apart[letter]:
                return fail(active, E08, APART, 1 << letter, cell_of(active, letter), NOWHERE, NO_ONE, steps, limit)
    return True


cdef bint faces_alike(Activation* active) noexcept nogil:
    """WGR-011."""
    cdef int letter, cell
    if not is_cavalry(active.kind):
        return True
    for letter in range(LETTERS):
        if (living_letters(active) >> letter) & 1:
            cell = cell_of(active, letter)
            if party_of(active, letter) != letters_at(active, cell):
                return fail(active, E08, FACINGS, letters_at(active, cell), cell, NOWHERE, NO_ONE, 0, 0)
    return True


cdef int contact_of(Activation* active, int letter) noexcept nogil:
    """The enemy cell that a base looks at, or NOWHERE (WGR-043)."""
    cdef int facing = facing_of(active, letter), target
    if facing == SQUARE:
        return NOWHERE
    target = active.law.ahead[facing][cell_of(active, letter)]
    return target if enemy_at(active.field, NULL, target, active.side) else NOWHERE


cdef bint fail_contact(Activation* active, int what, int letter, int target) noexcept nogil:
    return fail(
        active, E09, what, 1 << letter, cell_of(active, letter), target, first_unit(active.field, target), 0, 0
    )


cdef bint contacts_allowed(Activation* active) noexcept nogil:
    """WGR-044 to WGR-049; collects the charges.

    A base that has not moved may be in contact with anybody (WGR-050), and what is not refused here may charge, on any
    ground (WGR-051).
    """
    cdef int letter, target
    for letter in range(LETTERS):
        if not ((living_letters(active) >> letter) & 1 and active.moved[letter]):
            continue
        target = contact_of(active, letter)
        if target == NOWHERE:
            continue
        if active.kind == ARTILLERY:
            return fail_contact(active, GUNS, letter, target)
        if not active.straight[letter]:
            return fail_contact(active, FIRED if active.has_fired[letter] else TURNED, letter, target)
        if is_infantry(active.kind) and is_cavalry(kind_in(active.field, target)):
            return fail_contact(active, CAVALRY, letter, target)
        if active.fired and not active.law.volley:
            return fail_contact(active, FIRED, letter, target)
        if not active.fired:
            add_charge(active, letter)
    emit_charges(active)
    return True


cdef void add_charge(Activation* active, int letter) noexcept nogil:
    """WGR-045, WGR-052; since `run` counts moves that no turn broke, a charge is a straight line (WGR-046)."""
    cdef int at, cell = cell_of(active, letter), direction = facing_of(active, letter)
    for at in range(active.charges):
        if active.charge[at].cell == cell and active.charge[at].direction == direction:
            active.charge[at].tokens = max(active.charge[at].tokens, active.run[letter])
            active.charged[at] |= 1 << letter
            return
    active.charge[active.charges].cell, active.charge[active.charges].direction = cell, direction
    active.charge[active.charges].tokens = active.run[letter]
    active.charged[active.charges] = 1 << letter
    active.charges += 1


cdef void emit_charges(Activation* active) noexcept nogil:
    """In the order of their last forward moves, a cell and direction by the first of its bases (WGR-082)."""
    cdef int at, other
    cdef Charge charge
    cdef uint8_t bases
    for at in range(1, active.charges):
        charge, bases, other = active.charge[at], active.charged[at], at
        while other and first_clock(active, bases) < first_clock(active, active.charged[other - 1]):
            active.charge[other], active.charged[other] = active.charge[other - 1], active.charged[other - 1]
            other -= 1
        active.charge[other], active.charged[other] = charge, bases
    for at in range(active.charges):
        emit(
            active.sink, CHARGED, active.slot, active.charged[at], active.charge[at].cell, active.charge[at].direction,
            active.law.ahead[active.charge[at].direction][active.charge[at].cell], active.charge[at].tokens, 0, 0,
        )


cdef int first_clock(const Activation* active, int bases) noexcept nogil:
    cdef int letter, first = 255
    for letter in range(LETTERS):
        if (bases >> letter) & 1:
            first = min(first, <int>active.when[letter])
    return first
