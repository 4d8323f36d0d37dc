"""One unit's activation. See drill.pxd; read from `carry_out` down. All of it is C."""

from libc.string cimport memset

from core.rulesets.waterloo_grid.board cimport (
    ARTILLERY, GUARD, HEAVY, LIGHT, NOWHERE, arm_of, is_cavalry, is_infantry, steps_between,
)
from core.rulesets.waterloo_grid.field cimport (
    SQUARE, fits, kind_in, living, lowest, popcount, put, side_of, slot_of, strike, take,
)
from core.rulesets.waterloo_grid.fire cimport (
    BESIDE, FIT, HIDDEN, NO_ENEMY, NOT_AHEAD, NOT_CLOSEST, OUT_OF_RANGE, Aim, aim, enemy_at, gun_targets, reached,
    within_reach,
)
from core.rulesets.waterloo_grid.notes cimport (
    BATTERY, CHARGED, FACED, HELD, LINED, MOVED, SHOT, SHOT_LOST, SINGLE, SQUARED, VOLLEY, Note, add_dice, tell,
)
from core.rulesets.waterloo_grid.rolls cimport MOST_DICE, roll

cdef enum:
    NO_ONE = 255
    FRONT_ROW = 2  # WGR-056


cdef struct Volley:  # one shot, ready to be rolled
    uint8_t cell  # fired from
    uint8_t target
    uint8_t direction
    uint8_t dice
    uint8_t bases  # set of letters
    uint8_t range
    uint8_t manner


cdef int carry_out(
    Drill* drill, const Law* law, Field* field, const Plan* plan, int mode, Roller* roller, Chronicle* told
) noexcept nogil:
    """Try a whole order line: its moves, its shots and the tests at its end. Returns a Done.

    Where it is illegal the field is as before. In PLAY a line with shots should have passed JUDGE on a copy (WGR-140).
    """
    cdef Field before = field[0]
    cdef int marked = told.count if told != NULL else 0, step
    cdef uint8_t shots = 0
    call_up(drill, law, field, plan.slot, mode)
    drill.roller, drill.told = roller, told
    for step in range(plan.steps):
        if not act(drill, &plan.step[step]):
            break
        if mode == PLAY and roller.failed:
            return DONE
        if drill.shots > shots and mode != JUDGE:
            # WGR-140: what stands if the line cannot be carried out any further.
            shots, before = drill.shots, field[0]
            marked = told.count if told != NULL else 0
    else:
        if stand_down(drill):
            return DONE
    field[0] = before
    drill.charges = 0
    if told != NULL:
        told.count = marked
    return CUT_SHORT if shots else ILLEGAL


cdef int points_of(int kind) noexcept nogil:
    if kind == LIGHT:
        return 4
    if kind == HEAVY:
        return 3
    return 1 if kind == ARTILLERY else 2


cdef void call_up(Drill* drill, const Law* law, Field* field, int slot, int mode) noexcept nogil:
    """Begin an activation."""
    cdef int letter
    memset(drill, 0, sizeof(Drill))
    drill.law, drill.field, drill.slot, drill.mode = law, field, slot, mode
    drill.side, drill.kind = side_of(4 * slot), field.kind[slot]
    drill.part = field.alive[slot]
    for letter in range(LETTERS):
        drill.ap[letter] = points_of(drill.kind)
        if drill.kind != ARTILLERY and living(field, 4 * slot + letter):
            drill.apart[letter] = steps_between(field.cell[4 * slot], field.cell[4 * slot + letter])


cdef bint act(Drill* drill, const Step* step) noexcept nogil:
    """One step of a plan; False: it cannot be done, `fault` says why."""
    cdef int count
    if step.opens and not choose_part(drill, step):
        return False
    if step.verb == GO or step.verb == CHARGE:
        return go(drill, step)
    if step.verb == FIRE:
        return fire(drill, step)
    if step.verb == FORM_SQUARE:
        return form_square(drill)
    if step.verb == FORM_LINE:
        return form_line(drill, step.arg)
    if step.verb == HOLD:
        tell(drill.told, HELD, drill.slot, drill.part, 0, 0, 0, 0, 0, 0)
        return True
    return turn(drill, step)


cdef bint stand_down(Drill* drill) noexcept nogil:
    """WGR-011, WGR-016 and WGR-044 to WGR-049, at the end of the activation; notes what has charged."""
    return keeps_together(drill) and faces_alike(drill) and contacts_allowed(drill)


# --- Parts (WGR-031) -------------------------------------------------------------------------------------------------

cdef bint blame(
    Drill* drill, int code, int what, int bases, int cell, int target, int other, int number, int limit
) noexcept nogil:
    drill.fault.code, drill.fault.what, drill.fault.bases = code, what, bases
    drill.fault.cell, drill.fault.target, drill.fault.other = cell, target, other
    drill.fault.number, drill.fault.limit = number, limit
    return False


cdef inline int cell_of(const Drill* drill, int letter) noexcept nogil:
    return drill.field.cell[4 * drill.slot + letter]


cdef inline int facing_of(const Drill* drill, int letter) noexcept nogil:
    return drill.field.facing[4 * drill.slot + letter]


cdef inline int living_letters(const Drill* drill) noexcept nogil:
    return drill.field.alive[drill.slot]


cdef int letters_at(const Drill* drill, int cell) noexcept nogil:
    """The unit's bases in a cell, a set of letters."""
    cdef int letter, found = 0
    for letter in range(LETTERS):
        if (living_letters(drill) >> letter) & 1 and cell_of(drill, letter) == cell:
            found |= 1 << letter
    return found


cdef int party_of(const Drill* drill, int letter) noexcept nogil:
    """The unit's bases in the same cell that face the same way, or are in square too."""
    cdef int other, found = 0
    for other in range(LETTERS):
        if (living_letters(drill) >> other) & 1 and cell_of(drill, other) == cell_of(drill, letter):
            if facing_of(drill, other) == facing_of(drill, letter):
                found |= 1 << other
    return found


cdef bint choose_part(Drill* drill, const Step* step) noexcept nogil:
    """Who acts in a clause."""
    drill.part = living_letters(drill)
    if step.who == BY_CELL:
        drill.part = letters_at(drill, step.part)
        if not drill.part:
            return blame(drill, E06, NOBODY_THERE, 0, step.part, NOWHERE, NO_ONE, 0, 0)
    elif step.who == BY_LETTER:
        drill.part = step.part
        if step.part & ~living_letters(drill):
            return blame(drill, E06, NO_SUCH_BASE, step.part & ~living_letters(drill), NOWHERE, NOWHERE, NO_ONE, 0, 0)
    if drill.kind == ARTILLERY and drill.part != living_letters(drill):
        return blame(drill, E06, WHOLE_BATTERY, living_letters(drill), NOWHERE, NOWHERE, NO_ONE, 0, 0)
    return True


cdef bint one_party(Drill* drill) noexcept nogil:
    """Whether the part stands in one cell and looks one way."""
    if drill.part & ~party_of(drill, lowest(drill.part)):
        return blame(drill, E06, NOT_ONE_PARTY, drill.part, NOWHERE, NOWHERE, NO_ONE, 0, 0)
    return True


cdef bint one_cell(Drill* drill) noexcept nogil:
    if drill.part & ~letters_at(drill, cell_of(drill, lowest(drill.part))):
        return blame(drill, E06, NOT_ONE_PARTY, drill.part, NOWHERE, NOWHERE, NO_ONE, 0, 0)
    return True


cdef bint pay(Drill* drill, int bases, int points) noexcept nogil:
    """So many action points of each of these bases, or E05."""
    cdef int letter, short = 0
    for letter in range(LETTERS):
        if (bases >> letter) & 1 and drill.ap[letter] < points:
            short |= 1 << letter
    if short:
        return blame(drill, E05, AP, short, NOWHERE, NOWHERE, NO_ONE, points_of(drill.kind), 0)
    for letter in range(LETTERS):
        if (bases >> letter) & 1:
            drill.ap[letter] -= points
    return True


cdef void set_facing(Drill* drill, int bases, int facing) noexcept nogil:
    """A new facing, or square; whatever run there was is broken."""
    cdef int letter
    for letter in range(LETTERS):
        if (bases >> letter) & 1:
            drill.field.facing[4 * drill.slot + letter] = facing
            drill.straight[letter] = drill.run[letter] = 0


# --- Moving (3.4) ----------------------------------------------------------------------------------------------------

cdef bint not_in_square(Drill* drill) noexcept nogil:
    """WGR-039, of a part that is one party."""
    if facing_of(drill, lowest(drill.part)) == SQUARE:
        return blame(drill, E13, IN_SQUARE, drill.part, cell_of(drill, lowest(drill.part)), NOWHERE, NO_ONE, 0, 0)
    return True


cdef bint go(Drill* drill, const Step* step) noexcept nogil:
    """Forward moves (WGR-033), and what `charge` promises."""
    cdef int start, cell, direction, count, ahead
    if not one_party(drill) or not not_in_square(drill) or not pay(drill, drill.part, step.steps):
        return False
    start, direction = cell_of(drill, lowest(drill.part)), facing_of(drill, lowest(drill.part))
    for count in range(step.steps):
        if not go_ahead(drill, direction):
            return False
    cell = cell_of(drill, lowest(drill.part))
    tell(drill.told, MOVED, drill.slot, drill.part, start, cell, step.steps, direction, 0, 0)
    if step.verb == CHARGE:
        ahead = drill.law.ahead[direction][cell]
        # WGR-140: what the line has fired at is gone for its contacts, and is not on the field in JUDGE.
        if not enemy_at(drill.field, NULL, ahead, drill.side):
            return blame(drill, E10, NO_CONTACT, drill.part, cell, ahead, NO_ONE, 0, 0)
    return True


cdef bint go_ahead(Drill* drill, int direction) noexcept nogil:
    """One forward move of the part."""
    cdef Field* field = drill.field
    cdef int origin = cell_of(drill, lowest(drill.part)), target = drill.law.ahead[direction][origin]
    cdef int letter, count = popcount(drill.part)
    if target == NOWHERE:
        return blame(drill, E07, EDGE, drill.part, origin, NOWHERE, NO_ONE, 0, 0)
    if enemy_at(field, NULL, target, drill.side):
        return blame(drill, E07, ENEMY, drill.part, origin, target, slot_of(field.who[target][0]), 0, 0)
    if drill.law.infantry_only[target] and not is_infantry(drill.kind):
        return blame(drill, E07, GARRISON, drill.part, origin, target, NO_ONE, 0, 0)
    if not fits(drill.law, field, target, drill.side, drill.kind, count):
        if field.count[target] and arm_of(kind_in(field, target)) != arm_of(drill.kind):
            return blame(drill, E07, ARM, drill.part, origin, target, slot_of(field.who[target][0]), 0, 0)
        count = drill.law.room[target] - field.count[target]
        return blame(drill, E07, CAPACITY, drill.part, origin, target, NO_ONE, count, 0)
    drill.clock += 1
    for letter in range(LETTERS):
        if (drill.part >> letter) & 1:
            take(field, 4 * drill.slot + letter)
            put(field, 4 * drill.slot + letter, target)
            drill.run[letter] = drill.run[letter] + 1 if drill.straight[letter] else 1
            drill.straight[letter] = drill.moved[letter] = 1
            drill.when[letter] = drill.clock
    return True


cdef bint turn(Drill* drill, const Step* step) noexcept nogil:
    """WGR-036."""
    cdef int letter = lowest(drill.part), facing
    if not one_party(drill) or not not_in_square(drill):
        return False
    facing = step.arg if step.verb == FACE else (facing_of(drill, letter) + step.arg) & 3
    if facing == facing_of(drill, letter):
        return blame(drill, E13, FACES_THERE, drill.part, cell_of(drill, letter), NOWHERE, NO_ONE, facing, 0)
    if not pay(drill, drill.part, 1):
        return False
    set_facing(drill, drill.part, facing)
    tell(drill.told, FACED, drill.slot, drill.part, cell_of(drill, letter), facing, 0, 0, 0, 0)
    return True


cdef bint form_square(Drill* drill) noexcept nogil:
    """WGR-037."""
    cdef int cell = cell_of(drill, lowest(drill.part)), letter, bases = 0
    if not is_infantry(drill.kind):
        return blame(drill, E13, NOT_INFANTRY, drill.part, cell, NOWHERE, NO_ONE, 0, 0)
    if not one_cell(drill):
        return False
    if drill.law.steady and drill.law.obstacle[cell]:
        return blame(drill, E13, COVER, drill.part, cell, NOWHERE, NO_ONE, 0, 0)
    for letter in range(LETTERS):
        if (letters_at(drill, cell) >> letter) & 1 and facing_of(drill, letter) != SQUARE:
            bases |= 1 << letter
    if not bases:
        return blame(drill, E13, ALREADY, drill.part, cell, NOWHERE, NO_ONE, 0, 0)
    if bases & ~drill.part:
        return blame(drill, E13, SOME_FORM, bases, cell, NOWHERE, NO_ONE, 0, 0)
    if not pay(drill, bases, 1):
        return False
    set_facing(drill, bases, SQUARE)
    tell(drill.told, SQUARED, drill.slot, bases, cell, 0, 0, 0, 0, 0)
    return True


cdef bint form_line(Drill* drill, int facing) noexcept nogil:
    """WGR-038."""
    cdef int cell = cell_of(drill, lowest(drill.part)), letter, bases = 0
    if not one_cell(drill):
        return False
    for letter in range(LETTERS):
        if (letters_at(drill, cell) >> letter) & 1 and facing_of(drill, letter) == SQUARE:
            bases |= 1 << letter
    if not bases:
        return blame(drill, E13, NOT_IN_SQUARE, drill.part, cell, NOWHERE, NO_ONE, 0, 0)
    if bases & ~drill.part:
        return blame(drill, E13, SOME_LEAVE, bases, cell, NOWHERE, NO_ONE, 0, 0)
    if not pay(drill, bases, 1):
        return False
    set_facing(drill, bases, facing)
    tell(drill.told, LINED, drill.slot, bases, cell, facing, 0, 0, 0, 0)
    return True


# --- Firing (3.6, 3.7) -----------------------------------------------------------------------------------------------

cdef bint fire(Drill* drill, const Step* step) noexcept nogil:
    """One fire action, of one or of several shots."""
    cdef Volley volley[LETTERS]
    cdef int letter = lowest(drill.part), party, count, at, bases
    if is_cavalry(drill.kind):
        return blame(drill, E11, NEVER_FIRES, drill.part, cell_of(drill, letter), NOWHERE, NO_ONE, 0, 0)
    if not one_party(drill):
        return False
    party = party_of(drill, letter)
    if party != drill.part:
        return blame(drill, E06, WHOLE_PARTY, party, cell_of(drill, letter), NOWHERE, NO_ONE, 0, 0)
    if not drill.law.double_fire:
        bases = 0
        for at in range(LETTERS):
            bases |= ((party >> at) & drill.has_fired[at] & 1) << at
        if bases:
            return blame(drill, E05, SECOND_FIRE, bases, NOWHERE, NOWHERE, NO_ONE, 0, 0)
    if not pay(drill, party, 1):
        return False
    if is_infantry(drill.kind) and not may_fire_after_move(drill):
        return False
    count = aim_all(drill, step, volley)
    if not count:
        return False
    drill.fired = 1
    drill.shots += 1
    for at in range(LETTERS):
        if (party >> at) & 1:
            drill.has_fired[at] = 1
            if not drill.law.volley:
                drill.straight[at] = drill.run[at] = 0
    for at in range(count):
        shoot(drill, &volley[at])
    return True


cdef bint may_fire_after_move(Drill* drill) noexcept nogil:
    """WGR-049: no base of the unit may have moved into contact; with advance_fire=volley, of cavalry (WGR-048)."""
    cdef int letter, target
    for letter in range(LETTERS):
        if not ((living_letters(drill) >> letter) & 1 and drill.moved[letter]):
            continue
        target = contact_of(drill, letter)
        if target == NOWHERE:
            continue
        if not drill.law.volley:
            return blame_contact(drill, FIRED, letter, target)
        if is_cavalry(kind_in(drill.field, target)):
            return blame_contact(drill, CAVALRY, letter, target)
    return True


cdef int aim_all(Drill* drill, const Step* step, Volley* volley) noexcept nogil:
    """Make the shots of a fire action ready: how many there are, 0 with a fault."""
    cdef int letter = lowest(drill.part), cell = cell_of(drill, letter)
    if drill.kind == ARTILLERY:
        return aim_guns(drill, step, volley, cell, facing_of(drill, letter))
    if facing_of(drill, letter) == SQUARE:
        return aim_square(drill, step, volley, cell)
    if letters_at(drill, cell) != drill.part:
        return aim_singly(drill, step, volley, cell, facing_of(drill, letter))
    return aim_volley(drill, step, volley, cell, facing_of(drill, letter))


cdef int single_target(Drill* drill, uint8_t* targets) noexcept nogil:
    """All cells that the part, a party, may fire at; `targets` has room for twelve."""
    cdef uint8_t dice[MOST_CHOICES]
    cdef int letter = lowest(drill.part), cell = cell_of(drill, letter), facing = facing_of(drill, letter)
    cdef int side, count = 0
    if drill.kind == ARTILLERY:
        return gun_targets(
            drill.law, drill.field, drill.ghosts, drill.side, cell, facing, popcount(drill.part), targets, dice
        )
    if facing == SQUARE:
        for side in range(4):
            count = add_musket_targets(drill, cell, side, 1, targets, count)
        return count
    return add_musket_targets(drill, cell, facing, musket_dice(drill, cell), targets, count)


cdef int musket_dice(Drill* drill, int cell) noexcept nogil:
    """Dice of one shot before cover: the front row in a volley, else one (WGR-056 to WGR-058)."""
    if letters_at(drill, cell) != drill.part:
        return 1
    return min(FRONT_ROW, popcount(drill.part))


cdef int add_musket_targets(
    Drill* drill, int cell, int direction, int dice, uint8_t* targets, int count
) noexcept nogil:
    cdef int which, target, at
    for which in range(3):
        target = reached(drill.law, cell, direction, which)
        if not enemy_at(drill.field, drill.ghosts, target, drill.side) or dice <= drill.law.musket_cover[target]:
            continue
        for at in range(count):
            if targets[at] == target:
                break
        else:
            targets[count] = target
            count += 1
    return count


cdef bint only_target(Drill* drill, uint8_t* target) noexcept nogil:
    """For `fire` without a target: the only one there is (5.3)."""
    cdef int letter = lowest(drill.part), count = single_target(drill, drill.choice)
    target[0] = drill.choice[0]
    if count == 1:
        return True
    drill.choices = count
    return blame(drill, E11, SEVERAL if count else NO_TARGET, drill.part, cell_of(drill, letter), NOWHERE, NO_ONE, 0, 0)


cdef bint miss(Drill* drill, int what, int target, int other, int number) noexcept nogil:
    """An E11; `other` is a cell, and stands where the cell of the part would."""
    return blame(drill, E11, what, drill.part, other, target, NO_ONE, number, 0)


cdef void set_volley(
    Volley* volley, int cell, int target, int direction, int dice, int bases, int range_, int manner
) noexcept nogil:
    volley.cell, volley.target, volley.direction, volley.dice = cell, target, direction, dice
    volley.bases, volley.range, volley.manner = bases, range_, manner


cdef int aim_guns(Drill* drill, const Step* step, Volley* volley, int cell, int facing) noexcept nogil:
    cdef Aim found
    cdef uint8_t target
    if step.shots > 1:
        return miss(drill, ONE_TARGET, step.shot[1].cell, cell, 0)
    if not step.shots:
        if not only_target(drill, &target):
            return 0
    elif step.shot[0].side != SQUARE:
        return miss(drill, NO_SQUARE_FIRE, step.shot[0].cell, cell, step.shot[0].side)
    elif not names_part(drill, step.shot[0].letter):
        return 0
    else:
        target = step.shot[0].cell
    aim(drill.law, drill.field, drill.ghosts, drill.side, cell, facing, popcount(drill.part), target, &found)
    if found.unfit != FIT:
        return miss(drill, why_not(found.unfit), target, found.other, 0)
    set_volley(volley, cell, target, facing, found.dice, drill.part, found.range, BATTERY)
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


cdef bint names_part(Drill* drill, int letter) noexcept nogil:
    """A letter before a target must be of the party."""
    if letter != LETTERS and not (drill.part >> letter) & 1:
        return blame(drill, E11, BASE, 1 << letter, NOWHERE, NOWHERE, NO_ONE, 0, 0)
    return True


cdef bint musket_target(Drill* drill, int cell, int direction, int target, int dice) noexcept nogil:
    """Whether a shot of so many dice can be fired there (WGR-055, WGR-060, WGR-061)."""
    if not within_reach(drill.law, cell, direction, target):
        return miss(drill, RANGE, target, cell, 0)
    if not enemy_at(drill.field, drill.ghosts, target, drill.side):
        return miss(drill, EMPTY, target, cell, 0)
    if dice <= drill.law.musket_cover[target]:
        return miss(drill, WITHOUT_DICE, target, cell, 0)
    return True


cdef int aim_volley(Drill* drill, const Step* step, Volley* volley, int cell, int facing) noexcept nogil:
    """WGR-057."""
    cdef int dice = min(FRONT_ROW, popcount(drill.part))
    cdef uint8_t target
    if step.shots > 1:
        return miss(drill, ONE_TARGET, step.shot[1].cell, cell, 0)
    if not step.shots:
        if not only_target(drill, &target):
            return 0
    elif step.shot[0].side != SQUARE:
        return miss(drill, NO_SQUARE_FIRE, step.shot[0].cell, cell, step.shot[0].side)
    elif not names_part(drill, step.shot[0].letter):
        return 0
    else:
        target = step.shot[0].cell
    if not musket_target(drill, cell, facing, target, dice):
        return 0
    set_volley(volley, cell, target, facing, dice - drill.law.musket_cover[target], drill.part, 1, VOLLEY)
    return 1


cdef int aim_singly(Drill* drill, const Step* step, Volley* volley, int cell, int facing) noexcept nogil:
    """WGR-058: the unit looks more than one way in this cell, and each die is a shot."""
    cdef int most = min(FRONT_ROW, popcount(drill.part)), at, used = 0
    cdef uint8_t target
    if not step.shots:
        if not only_target(drill, &target):
            return 0
        for at in range(most):
            set_volley(&volley[at], cell, target, facing, 1, next_base(drill, &used, LETTERS), 1, SINGLE)
        return most
    if step.shots > most:
        return miss(drill, TOO_MANY, step.shot[most].cell, cell, most)
    for at in range(step.shots):
        if step.shot[at].side != SQUARE:
            return miss(drill, NO_SQUARE_FIRE, step.shot[at].cell, cell, step.shot[at].side)
        if not names_free_base(drill, used, step.shot[at].letter):
            return 0
        if not musket_target(drill, cell, facing, step.shot[at].cell, 1):
            return 0
        set_volley(
            &volley[at], cell, step.shot[at].cell, facing, 1, next_base(drill, &used, step.shot[at].letter), 1, SINGLE
        )
    return step.shots


cdef bint names_free_base(Drill* drill, int used, int letter) noexcept nogil:
    if not names_part(drill, letter):
        return False
    if letter != LETTERS and (used >> letter) & 1:
        return blame(drill, E11, BASE_TWICE, 1 << letter, NOWHERE, NOWHERE, NO_ONE, 0, 0)
    return True


cdef int next_base(Drill* drill, int* used, int letter) noexcept nogil:
    """The base named, or the first of the party that has not fired: as a set. Which it is matters to nobody else."""
    if letter == LETTERS:
        letter = lowest(drill.part & ~used[0]) if drill.part & ~used[0] else lowest(drill.part)
    used[0] |= 1 << letter
    return 1 << letter


cdef int aim_square(Drill* drill, const Step* step, Volley* volley, int cell) noexcept nogil:
    """WGR-059: each shot through a side of its own."""
    cdef int most = popcount(drill.part), at, side, sides = 0, used = 0, count = 0
    cdef uint8_t target
    if not step.shots:
        if not only_target(drill, &target):
            return 0
        for side in range(4):
            if count < most and within_reach(drill.law, cell, side, target):
                set_volley(&volley[count], cell, target, side, 1, next_base(drill, &used, LETTERS), 1, SINGLE)
                count += 1
        return count
    if step.shots > most:
        return blame(drill, E11, TOO_MANY, drill.part, cell, step.shot[most].cell, NO_ONE, most, SQUARE)
    for at in range(step.shots):
        if not names_free_base(drill, used, step.shot[at].letter):
            return 0
        side = side_for(drill, &step.shot[at], cell, sides)
        if side < 0:
            return 0
        sides |= 1 << side
        set_volley(
            &volley[at], cell, step.shot[at].cell, side, 1, next_base(drill, &used, step.shot[at].letter), 1, SINGLE
        )
    return step.shots


cdef int side_for(Drill* drill, const Shot* shot, int cell, int used) noexcept nogil:
    """The side of the square that a shot goes through, or -1 with a fault (5.3)."""
    cdef int side
    if shot.side != SQUARE:
        if (used >> shot.side) & 1:
            miss(drill, SIDE_USED, shot.cell, cell, shot.side)
            return -1
        return shot.side if musket_target(drill, cell, shot.side, shot.cell, 1) else -1
    for side in range(4):
        if not (used >> side) & 1 and within_reach(drill.law, cell, side, shot.cell):
            return side if musket_target(drill, cell, side, shot.cell, 1) else -1
    miss(drill, SIDE, shot.cell, cell, SQUARE)
    return -1


cdef void shoot(Drill* drill, const Volley* volley) noexcept nogil:
    """One shot: rolled and applied, or in a trial as the mode has it."""
    cdef uint8_t dice[MOST_DICE]
    cdef Field* field = drill.field
    cdef int kind
    cdef Note* note
    if not enemy_at(field, drill.ghosts, volley.target, drill.side):
        tell(drill.told, SHOT_LOST, drill.slot, volley.bases, volley.target, 0, 0, 0, 0, 0)
        return
    # In JUDGE the stack of an earlier shot has been lifted; its class is of no matter then.
    kind = kind_in(field, volley.target) if field.count[volley.target] else 0
    if drill.mode == PLAY:
        roll(drill.roller, volley.dice, dice)
    note = tell(
        drill.told, SHOT, drill.slot, volley.bases, volley.cell, volley.direction, volley.target, volley.range,
        volley.manner, kind,
    )
    add_dice(drill.told, note, volley.dice, dice if drill.mode == PLAY else NULL)
    if drill.mode == PLAY:
        strike(drill.law, field, volley.target, volley.direction, dice, volley.dice, drill.told)
    elif drill.mode == JUDGE:
        drill.ghosts[volley.target >> 6] |= <uint64_t>1 << (volley.target & 63)
        if field.count[volley.target] and side_of(field.who[volley.target][0]) != drill.side:
            field.count[volley.target] = 0


# --- The end of the activation ---------------------------------------------------------------------------------------

cdef bint keeps_together(Drill* drill) noexcept nogil:
    """WGR-012 to WGR-016."""
    cdef int letter, steps, limit
    if drill.kind == ARTILLERY:
        return True
    limit = 2 if drill.kind == GUARD else popcount(living_letters(drill)) >= 3
    for letter in range(1, LETTERS):
        if (living_letters(drill) >> letter) & 1:
            steps = steps_between(cell_of(drill, letter), cell_of(drill, 0))
            if steps > limit and steps > drill.apart[letter]:
                return blame(drill, E08, APART, 1 << letter, cell_of(drill, letter), NOWHERE, NO_ONE, steps, limit)
    return True


cdef bint faces_alike(Drill* drill) noexcept nogil:
    """WGR-011."""
    cdef int letter, cell
    if not is_cavalry(drill.kind):
        return True
    for letter in range(LETTERS):
        if (living_letters(drill) >> letter) & 1:
            cell = cell_of(drill, letter)
            if party_of(drill, letter) != letters_at(drill, cell):
                return blame(drill, E08, FACINGS, letters_at(drill, cell), cell, NOWHERE, NO_ONE, 0, 0)
    return True


cdef int contact_of(Drill* drill, int letter) noexcept nogil:
    """The enemy cell that a base looks at, or NOWHERE (WGR-043)."""
    cdef int facing = facing_of(drill, letter), target
    if facing == SQUARE:
        return NOWHERE
    target = drill.law.ahead[facing][cell_of(drill, letter)]
    return target if enemy_at(drill.field, NULL, target, drill.side) else NOWHERE


cdef bint blame_contact(Drill* drill, int what, int letter, int target) noexcept nogil:
    return blame(
        drill, E09, what, 1 << letter, cell_of(drill, letter), target, slot_of(drill.field.who[target][0]), 0, 0
    )


cdef bint contacts_allowed(Drill* drill) noexcept nogil:
    """WGR-044 to WGR-049; collects the charges."""
    cdef int letter, target
    for letter in range(LETTERS):
        if not ((living_letters(drill) >> letter) & 1 and drill.moved[letter]):
            continue
        target = contact_of(drill, letter)
        if target == NOWHERE:
            continue
        if drill.kind == ARTILLERY:
            return blame_contact(drill, GUNS, letter, target)
        if not drill.straight[letter]:
            return blame_contact(drill, FIRED if drill.has_fired[letter] else TURNED, letter, target)
        if is_infantry(drill.kind) and is_cavalry(kind_in(drill.field, target)):
            return blame_contact(drill, CAVALRY, letter, target)
        if drill.fired and not drill.law.volley:
            return blame_contact(drill, FIRED, letter, target)
        if not drill.fired:
            add_charge(drill, letter)
    note_charges(drill)
    return True


cdef void add_charge(Drill* drill, int letter) noexcept nogil:
    """WGR-045, WGR-052."""
    cdef int at, cell = cell_of(drill, letter), direction = facing_of(drill, letter)
    for at in range(drill.charges):
        if drill.charge[at].cell == cell and drill.charge[at].direction == direction:
            drill.charge[at].tokens = max(drill.charge[at].tokens, drill.run[letter])
            drill.charged[at] |= 1 << letter
            return
    drill.charge[drill.charges].cell, drill.charge[drill.charges].direction = cell, direction
    drill.charge[drill.charges].tokens = drill.run[letter]
    drill.charged[drill.charges] = 1 << letter
    drill.charges += 1


cdef void note_charges(Drill* drill) noexcept nogil:
    """In the order of their last forward moves, a cell and direction by the first of its bases (WGR-082)."""
    cdef int at, other
    cdef Charge charge
    cdef uint8_t bases
    for at in range(1, drill.charges):
        charge, bases, other = drill.charge[at], drill.charged[at], at
        while other and since(drill, bases) < since(drill, drill.charged[other - 1]):
            drill.charge[other], drill.charged[other] = drill.charge[other - 1], drill.charged[other - 1]
            other -= 1
        drill.charge[other], drill.charged[other] = charge, bases
    for at in range(drill.charges):
        tell(
            drill.told, CHARGED, drill.slot, drill.charged[at], drill.charge[at].cell, drill.charge[at].direction,
            drill.law.ahead[drill.charge[at].direction][drill.charge[at].cell], drill.charge[at].tokens, 0, 0,
        )


cdef int since(const Drill* drill, int bases) noexcept nogil:
    cdef int letter, first = 255
    for letter in range(LETTERS):
        if (bases >> letter) & 1:
            first = min(first, <int>drill.when[letter])
    return first
