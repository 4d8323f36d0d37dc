"""Targets of muskets, and of guns: range, sight, cover. See fire.pxd. All of it is C."""

from core.rulesets.waterloo_grid.board cimport column_of, east_of, offset, row_of, south_of
from core.rulesets.waterloo_grid.field cimport SQUARE


# --- Muskets ---------------------------------------------------------------------------------------------------------

cdef int musket_targets(
    const Law* law, const Field* field, const uint64_t* fired_at, int side, int cell, int facing, int dice,
    uint8_t* targets, uint8_t* left,
) noexcept nogil:
    """All cells that a party of muskets may fire at (WGR-055), with the dice of a shot that cover leaves (WGR-060).

    `dice` are those of one shot before cover. A shot without dice is none (WGR-061). Through each side of a square the
    reach is that of a party that faces so (WGR-059).
    """
    cdef int count = 0, direction, which, target, at
    for direction in range(4):
        if facing != SQUARE and facing != direction:
            continue
        for which in range(3):
            target = reached(law, cell, direction, which)
            if not enemy_at(field, fired_at, target, side) or dice <= law.musket_cover[target]:
                continue
            for at in range(count):
                if targets[at] == target:
                    break
            else:
                targets[count], left[count] = target, dice - law.musket_cover[target]
                count += 1
    return count


# --- Guns ------------------------------------------------------------------------------------------------------------

cdef bint front_of_hill(const Law* law, int cell, int direction) noexcept nogil:
    """WGR-074."""
    cdef int ahead = law.ahead[direction][cell]
    return law.hill[cell] and (ahead == NOWHERE or law.hill[ahead] != law.hill[cell])


cdef int cover_from_guns(const Law* law, int guns, int direction, int target) noexcept nogil:
    """The die that WGR-075 takes off: in a village, wood or farm, or on a rear cell of a hill (WGR-076)."""
    cdef int before
    if law.gun_cover[target]:
        return 1
    if not law.hill[target] or law.hill[target] == law.hill[guns]:
        return 0
    before = law.ahead[(direction + 2) & 3][target]
    return before != NOWHERE and law.hill[before] == law.hill[target]


cdef void aim(
    const Law* law, const Field* field, const uint64_t* fired_at, int side, int guns, int direction, int bases,
    int target, Aim* found,
) noexcept nogil:
    """Whether a battery of so many bases may fire at a cell, or the first reason why not.

    Range 1 is WGR-067, the lines beyond it WGR-068, the nearest in each WGR-069, no dice WGR-077.
    """
    cdef int ahead = law.ahead[direction][guns], forward, aside, nearer, closer
    found.unfit, found.dice, found.range, found.other = FIT, 0, 0, NOWHERE
    place_of(guns, direction, target, &forward, &aside)
    if target == ahead and enemy_at(field, fired_at, ahead, side):
        pass
    elif enemy_at(field, NULL, ahead, side):
        found.unfit, found.other = NOT_AHEAD, ahead
        return
    elif forward < 1 or forward > LONGEST_RANGE or aside < -1 or aside > 1:
        found.unfit = OUT_OF_RANGE
        return
    elif forward == 1 and aside:
        found.unfit = BESIDE
        return
    elif not enemy_at(field, fired_at, target, side):
        found.unfit = NO_ENEMY
        return
    else:
        found.other = in_the_way(law, field, side, guns, direction, forward, aside, target)
        if found.other != NOWHERE:
            found.unfit = HIDDEN
            return
        for nearer in range(2, forward):
            closer = cell_at(guns, direction, nearer, aside)
            if enemy_at(field, NULL, closer, side) and NOWHERE == in_the_way(
                law, field, side, guns, direction, nearer, aside, closer
            ):
                found.unfit, found.other = NOT_CLOSEST, closer
                return
    found.range = forward
    bases = bases * (2 if forward == 1 else 1) - cover_from_guns(law, guns, direction, target)
    if bases < 1:
        found.unfit = NO_DICE
        return
    found.dice = bases


cdef int gun_targets(
    const Law* law, const Field* field, const uint64_t* fired_at, int side, int guns, int direction, int bases,
    uint8_t* targets, uint8_t* dice,
) noexcept nogil:
    """All cells that a battery may fire at, with their dice."""
    cdef int count = 0, aside, forward, target = law.ahead[direction][guns]
    cdef Aim found
    if enemy_at(field, fired_at, target, side):
        # With two dice a base and one at most taken off for cover it can always be fired at (WGR-067, WGR-075).
        aim(law, field, fired_at, side, guns, direction, bases, target, &found)
        targets[0], dice[0] = target, found.dice
        return 1
    for aside in range(-1, 2):
        target = law.ahead[(direction + aside) & 3][guns] if aside else guns
        for forward in range(1, LONGEST_RANGE + 1):
            if target != NOWHERE:
                target = law.ahead[direction][target]
            if target == NOWHERE:
                break
            if forward == 1 or not enemy_at(field, fired_at, target, side):
                continue
            aim(law, field, fired_at, side, guns, direction, bases, target, &found)
            if found.unfit == FIT:
                targets[count], dice[count] = target, found.dice
                count += 1
                break
    return count


# --- Sight -----------------------------------------------------------------------------------------------------------

cdef inline int cell_at(int guns, int direction, int forward, int aside) noexcept nogil:
    """The cell so many steps forward, on the straight line or the one to the left (-1) or right (1); or NOWHERE."""
    cdef int right = (direction + 1) & 3
    return offset(
        guns, east_of(direction) * forward + east_of(right) * aside,
        south_of(direction) * forward + south_of(right) * aside,
    )


cdef inline void place_of(int guns, int direction, int target, int* forward, int* aside) noexcept nogil:
    """Where a cell lies as seen along the guns."""
    cdef int dx = column_of(target) - column_of(guns), dy = row_of(target) - row_of(guns), right = (direction + 1) & 3
    forward[0] = dx * east_of(direction) + dy * south_of(direction)
    aside[0] = dx * east_of(right) + dy * south_of(right)


cdef int in_the_way(
    const Law* law, const Field* field, int side, int guns, int direction, int forward, int aside, int target
) noexcept nogil:
    """WGR-071: a cell that hides the target, or NOWHERE. Of two cells that hide it together it is the straight one."""
    cdef int step, cell
    for step in range(1, forward):
        cell = cell_at(guns, direction, step, 0)
        if not aside:
            if blocks(law, field, side, guns, direction, cell, target):
                return cell
        elif step == forward - 1 and step > 1:
            # The last cell before the target lies on its own line.
            cell = cell_at(guns, direction, step, aside)
            if blocks(law, field, side, guns, direction, cell, target):
                return cell
        elif step == 1 and forward > 2:
            if blocks(law, field, side, guns, direction, cell, target):
                return cell
        elif blocks(law, field, side, guns, direction, cell, target) and blocks(
            law, field, side, guns, direction, cell_at(guns, direction, step, aside), target
        ):
            return cell
    return NOWHERE


cdef bint blocks(
    const Law* law, const Field* field, int side, int guns, int direction, int cell, int target
) noexcept nogil:
    """WGR-072, WGR-073."""
    if law.obstacle[cell] or law.hill[cell] and law.hill[cell] != law.hill[target]:
        return True
    if not field.count[cell]:
        return False
    if side_of(field.who[cell][0]) != side or cell != law.ahead[direction][guns]:
        return True
    return not front_of_hill(law, guns, direction)
