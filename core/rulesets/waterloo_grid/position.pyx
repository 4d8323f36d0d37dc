"""Positions as values, and their JSON: what `encode` writes, `read` reads back, `view` shows.

A `Position` is handed out only when it is finished, and never changed afterwards; who needs another makes a copy.
"""

import re

from core.contract import BadPosition, Outcome, shaped
from core.rulesets.waterloo_grid.board import CLASS_LETTERS, DIRECTIONS, LETTERS, SEATS
from core.rulesets.waterloo_grid.schema import PositionSchema

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy, memset

from core.position cimport BasePosition
from core.rulesets.waterloo_grid.board cimport (
    ARTILLERY, CELLS, CLASSES, COLUMNS, NOBODY, NOWHERE, OBJECTIVES, SIDES, arm_of, is_infantry,
)
from core.rulesets.waterloo_grid.field cimport (
    ACTIVATION_DICE, AGREED, ANNIHILATED, BY_OBJECTIVES, CLAIMED, PLAY_ON, RESIGNED, SIDE_SLOTS, SLOTS, SQUARE,
    TURN_LIMIT, Field, fits, forms, holds, in_contact, kind_in, living, ply_of, put, side_of, side_of_slot,
)
from core.rulesets.waterloo_grid.field cimport LETTERS as LETTER_COUNT
from core.rulesets.waterloo_grid.fire cimport FRONT_ROW, LINES, REACHED, gun_targets, musket_targets

cdef extern from "Python.h":
    bint PyUnicode_IS_ASCII(str text)
    const unsigned char* PyUnicode_1BYTE_DATA(str text)

SIDE_LETTERS = "BR"
SYMBOLS = "ICAX-"
ENDS = {
    BY_OBJECTIVES: ("objectives", "WGR-132"),
    ANNIHILATED: ("annihilated", "WGR-134"),
    TURN_LIMIT: ("turn_limit", "WGR-135"),
    RESIGNED: ("resigned", "WGR-136"),
    AGREED: ("agreed", "WGR-136"),
    CLAIMED: ("claimed", "WGR-147"),
}
NEVER_DRAWN = {BY_OBJECTIVES, RESIGNED, CLAIMED}
UNIT = re.compile(r"([BR])([AGHIL])([1-9][0-9]{0,3})")
GROUP = re.compile(r"([A-L](?:10|[1-9])):([FABC]{1,4}):([NESW+])")
SYMBOL_OF_CLASS = {"I": "I", "G": "I", "L": "C", "H": "C", "A": "A"}  # WGR-022 to WGR-024

cdef enum:
    LETTER_SETS = 1 << LETTER_COUNT
    FACINGS = 5  # n e s w, and square
    NUMBERS_NAMED = 64  # of units; no game comes near it, and higher ones are named as well, only slower
    NO_UNIT = -1  # no name of a unit

# What is written again and again, by number.
CELL_NAMES = [f"{chr(ord('A') + cell % COLUMNS)}{cell // COLUMNS + 1}" for cell in range(CELLS)]
cdef list WORDS = [
    "".join([letter for number, letter in enumerate(LETTERS) if (bases >> number) & 1]) for bases in range(LETTER_SETS)
]
cdef list UNITS_CALLED = [side + kind for side in SIDE_LETTERS for kind in CLASS_LETTERS]
cdef list UNIT_NAMES = [f"{called}{number}" for called in UNITS_CALLED for number in range(NUMBERS_NAMED)]
cdef list GROUPS_WRITTEN = [  # "E4:bc:n"
    f"{cell}:{word}:{facing}" for cell in CELL_NAMES for word in WORDS for facing in DIRECTIONS + "+"
]
cdef dict POOL_KEYS = {  # "I" -> twice the number of the class, "If", its flags, -> one more; guns have none
    kind + flag: 2 * number + len(flag)
    for number, kind in enumerate(CLASS_LETTERS)
    for flag in ("", "f")
    if kind + flag != "Af"
}
cdef dict FACE_NUMBERS = {symbol: number for number, symbol in enumerate(SYMBOLS)}
cdef dict SIDE_NUMBERS = {seat: number for number, seat in enumerate(SEATS)}


cdef struct Group:  # bases in one cell, as written: E4:bc:n
    uint8_t cell
    uint8_t facing
    uint8_t count  # of `letter`
    uint8_t letter[LETTER_COUNT]  # in the order written


# --- Units and bases as written ---------------------------------------------------------------------------------------

cdef inline int index_in(const char* signs, char sign) noexcept nogil:
    """The place of a sign among others, or -1."""
    cdef int at = 0
    while signs[at]:
        if signs[at] == sign:
            return at
        at += 1
    return -1


cdef int unit_called(str name, int side) noexcept:
    """A number for the unit that a name in capitals names, or NO_UNIT; `side` counts where the name has none.

    The numbers are in the order of units: by side, class letter and number.
    """
    cdef const char* at
    cdef int size = len(name), kind, place, number = 0
    if not PyUnicode_IS_ASCII(name):
        return NO_UNIT
    at = <const char*>PyUnicode_1BYTE_DATA(name)
    if at[0] == c"B" or at[0] == c"R":
        side, at, size = index_in("BR", at[0]), at + 1, size - 1
    kind = index_in("AGHIL", at[0])
    if side == NOBODY or kind < 0 or not 2 <= size <= 5 or at[1] == c"0":
        return NO_UNIT
    for place in range(1, size):
        if not c"0" <= at[place] <= c"9":
            return NO_UNIT
        number = 10 * number + at[place] - c"0"
    return (CLASSES * side + kind) << 16 | number


cdef inline int side_in(int called) noexcept nogil:
    return (called >> 16) // CLASSES


cdef inline int kind_in_name(int called) noexcept nogil:
    return (called >> 16) % CLASSES


cdef inline int number_in(int called) noexcept nogil:
    return called & 0xFFFF


cdef int usual_groups(str bases, Group* group) noexcept:
    """The groups of bases that are written just as `written_bases` writes them: how many; 0 if they are not."""
    cdef const char* at
    cdef const char* end
    cdef int count = 0
    if not PyUnicode_IS_ASCII(bases):
        return 0
    at = <const char*>PyUnicode_1BYTE_DATA(bases)
    end = at + len(bases)
    while count < LETTER_COUNT:
        at = usual_group(at, &group[count])
        if at == NULL:
            return 0
        count += 1
        if at == end:
            return count
        if at[0] != c" ":
            return 0
        at += 1
    return 0


cdef const char* usual_group(const char* at, Group* group) noexcept nogil:
    """Read `E4:bc:n`; the place behind it, or NULL. Text ends with a zero."""
    cdef int column = at[0] - c"A", row = at[1] - c"0", letter, facing
    if not (0 <= column < COLUMNS and 1 <= row <= 9):
        return NULL
    at += 2
    if row == 1 and at[0] == c"0":
        row, at = 10, at + 1
    if at[0] != c":":
        return NULL
    at += 1
    group.cell, group.count = COLUMNS * (row - 1) + column, 0
    while at[0] != c":":
        letter = index_in("fabc", at[0])
        if letter < 0 or group.count == LETTER_COUNT:
            return NULL
        group.letter[group.count] = letter
        group.count, at = group.count + 1, at + 1
    facing = index_in("nesw+", at[1])
    if not group.count or facing < 0:
        return NULL
    group.facing = facing
    return at + 2


cdef class Position(BasePosition):
    """What a game looks like at one moment."""

    @property
    def rules(self):
        """The rules of the game."""
        return self.variant.rules

    @property
    def options(self):
        """The settled options of the game."""
        return dict(self.variant.options)

    cdef Position copy(self):
        cdef Position other = Position.__new__(Position)
        other.variant = self.variant
        memcpy(&other.state, &self.state, sizeof(State))
        return other

    cdef int find(self, name, int side):
        """The slot of a living unit of the side, by its name with or without the side's letter; -1: none."""
        cdef int called = unit_called(name, side), slot, kind, number
        if called == NO_UNIT or side_in(called) != side:
            return -1
        kind, number = kind_in_name(called), number_in(called)
        for slot in range(SIDE_SLOTS * side, SIDE_SLOTS * side + SIDE_SLOTS):
            if self.state.field.alive[slot] and self.state.field.kind[slot] == kind:
                if self.state.field.number[slot] == number:
                    return slot
        return -1

    cdef object name(self, int slot):
        return unit_name(&self.state, slot)

    cdef object ends(self, int slot):
        return written_bases(&self.state.field, slot)


cdef object unit_name(const State* state, int slot):
    """RI3."""
    cdef int called = CLASSES * side_of_slot(slot) + state.field.kind[slot], number = state.field.number[slot]
    if number < NUMBERS_NAMED:
        return UNIT_NAMES[NUMBERS_NAMED * called + number]
    return f"{UNITS_CALLED[called]}{number}"


cdef object letters(int bases):
    """A set of letters as a word."""
    return WORDS[bases]


cdef Position blank(Variant variant):
    cdef Position position = Position.__new__(Position)
    position.variant = variant
    memset(&position.state, 0, sizeof(State))
    memset(position.state.held, NOBODY, sizeof(position.state.held))
    position.state.turn, position.state.winner = 1, NOBODY
    return position


cdef Position opening(Variant variant):
    """WGR-017, WGR-018."""
    return read(variant, {"units": variant.units_at_start()})


def outcome_of(Position position):
    """The end of the game, or None."""
    cdef State* state = &position.state
    if state.over == PLAY_ON:
        return None
    reason, clause = ENDS[state.over]
    return Outcome(() if state.winner == NOBODY else (SEATS[state.winner],), reason, clause)


def step_of(Position position):
    """Grows with every player's turn, with every mail of it that was carried out, and with the end of the game."""
    cdef State* state = &position.state
    return 16 * ply_of(state) + state.mails + (state.over != PLAY_ON)


# --- Out as JSON -----------------------------------------------------------------------------------------------------

cdef object written_bases(const Field* field, int slot):
    """F4:fa:s F5:bc:s."""
    cdef int alive = field.alive[slot], first, letter, base, group
    cdef list written = []
    for first in range(LETTER_COUNT):
        if not (alive >> first) & 1:
            continue
        base, group = LETTER_COUNT * slot + first, 0
        for letter in range(first, LETTER_COUNT):
            if (alive >> letter) & 1 and field.cell[base + letter - first] == field.cell[base]:
                if field.facing[base + letter - first] == field.facing[base]:
                    group |= 1 << letter
        alive &= ~group
        text = GROUPS_WRITTEN[(LETTER_SETS * field.cell[base] + group) * FACINGS + field.facing[base]]
        if not alive and not written:
            return text  # all stand together: the usual case
        written.append(text)
    return " ".join(written)


cdef list slots_in_order(const State* state, uint64_t chosen=0xFFFFFFFFFFFFFFFF):
    """The slots of living units (of those in the set `chosen`), by side, class letter and number."""
    cdef int found[SLOTS]
    cdef int count = sort_slots(state, chosen, found), at
    return [found[at] for at in range(count)]


cdef int sort_slots(const State* state, uint64_t chosen, int* found) noexcept nogil:
    """The slots of `slots_in_order`, and how many there are."""
    cdef int slot, at, count = 0
    for slot in range(SLOTS):
        if state.field.alive[slot] and (chosen >> slot) & 1:
            at = count
            while at and comes_after(state, found[at - 1], slot):
                found[at] = found[at - 1]
                at -= 1
            found[at] = slot
            count += 1
    return count


cdef bint comes_after(const State* state, int slot, int other) noexcept nogil:
    if side_of_slot(slot) != side_of_slot(other):
        return side_of_slot(slot) > side_of_slot(other)
    if state.field.kind[slot] != state.field.kind[other]:
        return state.field.kind[slot] > state.field.kind[other]
    return state.field.number[slot] > state.field.number[other]


cdef dict pool_of(const Field* field, int side):
    cdef int kind
    pool = {}
    for kind in range(CLASSES):
        if field.pool[side][kind][0]:
            pool[CLASS_LETTERS[kind]] = field.pool[side][kind][0]
        if field.pool[side][kind][1]:
            pool[CLASS_LETTERS[kind] + "f"] = field.pool[side][kind][1]
    return pool


def asked(Position position):
    """What is asked of the side in turn: the facts of its decision."""
    cdef State* state = &position.state
    return {
        "turn": state.turn, "dice": dice_shown(state), "mails": state.mails, "placed": names_of(state, state.placed),
    }


cdef list dice_shown(const State* state):
    cdef int at
    return [SYMBOLS[state.dice[at]] for at in range(ACTIVATION_DICE)] if state.rolled else []


cdef list names_of(const State* state, uint64_t chosen):
    """The units of a set that live, in their order."""
    cdef int found[SLOTS]
    cdef int count, at
    if not chosen:
        return []
    count = sort_slots(state, chosen, found)
    return [unit_name(state, found[at]) for at in range(count)]


cdef dict units_written(const State* state):
    cdef int found[SLOTS]
    cdef int count = sort_slots(state, 0xFFFFFFFFFFFFFFFF, found), at
    return {unit_name(state, found[at]): written_bases(&state.field, found[at]) for at in range(count)}


cdef dict held_written(Position position):
    """WGR-R58."""
    cdef State* state = &position.state
    cdef Variant variant = position.variant
    cdef int at
    if not variant.law.hold_last:
        return {}
    return {
        variant.board.cells[variant.law.objective[at]]: SEATS[state.held[at]]
        for at in range(OBJECTIVES)
        if state.held[at] != NOBODY
    }


def encode(Position position):
    """The whole position, every key of `PositionSchema`."""
    cdef State* state = &position.state
    cdef int at, kind, side
    cells = position.variant.board.cells
    end = outcome_of(position)
    return {
        "phase": "play" if end is None else "over",
        "turn": state.turn,
        "to_move": SEATS[state.mover],
        "dice": dice_shown(state),
        "units": units_written(state),
        "pools": {SEATS[side]: pool_of(&state.field, side) for side in range(SIDES)},
        "used": {
            UNITS_CALLED[CLASSES * side + kind]: state.field.used[side][kind]
            for side in range(SIDES)
            for kind in range(CLASSES)
        },
        "mails": state.mails,
        "placed": names_of(state, state.placed),
        "acted": names_of(state, state.acted),
        "charges": [
            {
                "cell": cells[state.charge[at].cell],
                "dir": DIRECTIONS[state.charge[at].direction],
                "tokens": state.charge[at].tokens,
            }
            for at in range(state.charges)
        ],
        "fights": [cells[state.fight[at]] for at in range(state.fights)],
        "held": held_written(position),
        "missed": {SEATS[side]: state.missed[side] for side in range(SIDES)},
        "draw_offers": {SEATS[side]: state.offers[side] for side in range(SIDES) if state.offers[side]},
        "outcome": end and {"winners": list(end.winners), "reason": end.reason, "clause": end.clause},
    }


# --- What may be seen ------------------------------------------------------------------------------------------------

def view(Position position, viewer):
    """What a seat, or with None an onlooker, may know: all but the mover's orders that are not carried out yet."""
    cdef State* state = &position.state
    shown = encode(position)
    if viewer != shown["to_move"]:
        shown["fights"] = []
    return shown | {
        "options": dict(position.variant.options),
        "seat": viewer,
        "seats": list(SEATS),
        "step": step_of(position),
        "ply": ply_of(state),
        "hints": hints(position),
    }


cdef dict hints(Position position):
    """What a player would otherwise look up on the map: targets, contacts, entries, dice, objectives."""
    cdef State* state = &position.state
    cdef Variant variant = position.variant
    cdef int slot, side, kind, at
    guns, muskets = {}, {}
    for slot in slots_in_order(state):
        if state.field.kind[slot] == ARTILLERY:
            guns[position.name(slot)] = targets_of_guns(position, slot)
        elif is_infantry(state.field.kind[slot]):
            found = targets_of_muskets(position, slot)
            if found:
                muskets[position.name(slot)] = found
    owed = [SYMBOLS[state.dice[at]] for at in range(ACTIVATION_DICE)] if state.rolled else []
    return {
        "guns": guns,
        "muskets": muskets,
        "contacts": contacts(position),
        "entries": {
            SEATS[side]: {
                CLASS_LETTERS[kind]: variant.law.entry_dice[side]
                for kind in range(CLASSES)
                if forms(&state.field, side, kind)
            }
            for side in range(SIDES)
        },
        "activations": {symbol: owed.count(symbol) for symbol in "ICA" if symbol in owed},
        "objectives": {variant.board.objectives[at]: holder(position, at) for at in range(OBJECTIVES)},
    }


cdef object holder(Position position, int at):
    """The seat that an objective counts for, or None."""
    cdef State* state = &position.state
    cdef int cell = position.variant.law.objective[at], side
    for side in range(SIDES):
        if holds(&state.field, cell, side):
            return SEATS[side]
    if position.variant.law.hold_last and state.held[at] != NOBODY:
        return SEATS[state.held[at]]
    return None


cdef dict targets_of_guns(Position position, int slot):
    """Cell -> dice."""
    cdef Field* field = &position.state.field
    cdef unsigned char targets[LINES]
    cdef unsigned char dice[LINES]
    cdef int letter = 1 if (field.alive[slot] >> 1) & 1 else 2, at
    cdef int base = LETTER_COUNT * slot + letter
    cdef int bases = 2 if field.alive[slot] == 0b0110 else 1
    cdef int count = gun_targets(
        &position.variant.law, field, NULL, side_of_slot(slot), field.cell[base], field.facing[base], bases, targets,
        dice,
    )
    return {position.variant.board.cells[targets[at]]: dice[at] for at in range(count)}


cdef dict targets_of_muskets(Position position, int slot):
    """Cell -> the most dice of one shot or volley that could be fired there now, by whole parties (WGR-054)."""
    cdef Field* field = &position.state.field
    cdef unsigned char targets[REACHED]
    cdef unsigned char left[REACHED]
    cdef int letter, base, cell, facing, dice, count, at
    found, parties = {}, {}
    for letter in range(LETTER_COUNT):
        base = LETTER_COUNT * slot + letter
        if living(field, base):
            parties.setdefault(field.cell[base], []).append(field.facing[base])
    for place, facings in parties.items():
        ways = sorted(set(facings))
        dice = min(<int>FRONT_ROW, <int>len(facings)) if len(ways) == 1 and ways[0] != SQUARE else 1
        for way in ways:
            cell, facing = place, way
            count = musket_targets(
                &position.variant.law, field, NULL, side_of_slot(slot), cell, facing, dice, targets, left
            )
            for at in range(count):
                name = position.variant.board.cells[targets[at]]
                found[name] = max(found.get(name, 0), left[at])
    return found


cdef list contacts(Position position):
    """Every cell in contact with an enemy cell, row by row (WGR-043)."""
    cdef Field* field = &position.state.field
    cdef int cell, direction, target
    cells = position.variant.board.cells
    found = []
    for cell in range(CELLS):
        for direction in range(4):
            target = in_contact(&position.variant.law, field, cell, direction)
            if target != NOWHERE:
                seat = SEATS[side_of(field.who[cell][0])]
                found.append({"from": cells[cell], "to": cells[target], "seat": seat})
    return found


# --- In from JSON ----------------------------------------------------------------------------------------------------

cdef Position read(Variant variant, written):
    """The position written. Raises BadPosition, or msgspec.ValidationError for the wrong shape."""
    shape = shaped(written, PositionSchema)
    cdef Position position = blank(variant)
    position.state.turn = shape.turn
    position.state.mover = SIDE_NUMBERS[shape.to_move]
    read_units(position, shape)
    read_pools(position, shape)
    read_numbers(position, shape)
    read_turn(position, shape)
    read_held(position, shape)
    read_standing(position, shape)
    read_outcome(position, shape)
    return position


cdef void read_units(Position position, shape) except *:
    cdef State* state = &position.state
    cdef int counted[SIDES]
    cdef int called, side, kind, slot
    memset(counted, 0, sizeof(counted))
    for name, bases in units_in_order(shape.units).items():
        called = unit_written(name)
        side, kind = side_in(called), kind_in_name(called)
        if counted[side] == SIDE_SLOTS:
            raise BadPosition("units", "too_many", seat=SEATS[side], most=SIDE_SLOTS)
        slot = SIDE_SLOTS * side + counted[side]
        counted[side] += 1
        state.field.kind[slot], state.field.number[slot] = kind, number_in(called)
        state.field.used[side][kind] = max(state.field.used[side][kind], state.field.number[slot])
        read_bases(position, name, slot, bases)
        check_unit(position, name, slot)


cdef dict units_in_order(dict units):
    """The units as written, in their order, in which `encode` writes them; of one written twice the last counts."""
    cdef int called, last = NO_UNIT
    cdef bint in_order = True
    for name in units:
        called = unit_written(name)
        if called == NO_UNIT:
            raise BadPosition(f"units.{name}", "no_such_unit", unit=name)
        in_order, last = in_order and called > last, called
    if in_order:
        return units
    numbered = {unit_written(name): (name, bases) for name, bases in units.items()}
    return dict([numbered[number] for number in sorted(numbered)])


cdef int unit_written(str name):
    """The unit that a name with its side's letter names, in whatever case."""
    cdef int called = unit_called(name, NOBODY)
    return unit_called(name.upper(), NOBODY) if called == NO_UNIT else called


cdef void read_bases(Position position, written_as, int slot, str bases) except *:
    """The groups of a unit: read in C as `written_bases` writes them, any other way as the rulebook allows."""
    cdef Group group[LETTER_COUNT]
    cdef int count = usual_groups(bases, group), at
    for at in range(count):
        put_group(position, written_as, slot, &group[at])
    if count:
        return
    for word in bases.upper().split():
        match = GROUP.fullmatch(word)
        if match is None:
            raise bad_unit(position, written_as, slot, "bad_group", group=word)
        usual_groups(f"{match[1]}:{match[2].lower()}:{match[3].lower()}", group)
        put_group(position, written_as, slot, group)


cdef void put_group(Position position, written_as, int slot, const Group* group) except *:
    cdef Field* field = &position.state.field
    cdef int kind = field.kind[slot], cell = group.cell, letter, base, at
    if group.facing == SQUARE and not is_infantry(kind):
        raise bad_unit(position, written_as, slot, "square")
    for at in range(group.count):
        letter = group.letter[at]
        base = LETTER_COUNT * slot + letter
        if kind == ARTILLERY and letter not in (1, 2):
            raise bad_unit(position, written_as, slot, "bad_letter", letter=LETTERS[letter])
        if living(field, base):
            raise bad_unit(position, written_as, slot, "letter_twice", letter=LETTERS[letter])
        if not fits(&position.variant.law, field, cell, side_of_slot(slot), kind, 1):
            raise crowded(position, written_as, slot, cell)
        field.alive[slot] |= 1 << letter
        field.facing[base] = group.facing
        put(field, base, cell)


def bad_unit(Position position, written_as, int slot, code, **facts):
    """The fault of a unit, as an exception to raise."""
    return BadPosition(f"units.{written_as}", code, unit=position.name(slot), **facts)


cdef object crowded(Position position, written_as, int slot, int cell):
    cdef Field* field = &position.state.field
    name = position.variant.board.cells[cell]
    if field.count[cell] and not holds(field, cell, side_of_slot(slot)):
        return bad_unit(position, written_as, slot, "two_sides", cell=name)
    if field.count[cell] and arm_of(kind_in(field, cell)) != arm_of(field.kind[slot]):
        return bad_unit(position, written_as, slot, "two_arms", cell=name)
    return bad_unit(position, written_as, slot, "capacity", cell=name, room=position.variant.law.room[cell])


cdef void check_unit(Position position, written_as, int slot) except *:
    """WGR-004, WGR-011, WGR-015."""
    cdef Field* field = &position.state.field
    cdef int one, other, alive = field.alive[slot], kind = field.kind[slot], first = LETTER_COUNT * slot
    cdef bint apart = False, turned = False
    if not alive:
        raise bad_unit(position, written_as, slot, "bad_group", group="")
    if kind != ARTILLERY and not alive & 1:
        raise bad_unit(position, written_as, slot, "no_flag")
    if is_infantry(kind):
        return
    for one in range(LETTER_COUNT):
        for other in range(one):
            if (alive >> one) & (alive >> other) & 1:
                if field.cell[first + one] != field.cell[first + other]:
                    apart = True
                elif field.facing[first + one] != field.facing[first + other]:
                    turned = True
    if kind == ARTILLERY and apart:
        raise bad_unit(position, written_as, slot, "battery")
    if turned:
        raise bad_unit(position, written_as, slot, "facing")


cdef void read_pools(Position position, shape) except *:
    cdef Field* field = &position.state.field
    cdef int side, kind, at, most, slot
    for seat, pool in (<dict>shape.pools).items():
        side = SIDE_NUMBERS[seat]
        for word, count in (<dict>pool).items():
            key = POOL_KEYS.get(word)
            if key is None:
                raise BadPosition(f"pools.{seat}.{word}", "no_such_class", kind=word)
            at = key
            field.pool[side][at >> 1][at & 1] = count
    for side in range(SIDES):
        # There can never be more units than flags and guns, so that a new one always finds a slot.
        most = field.pool[side][ARTILLERY][0]
        for kind in range(CLASSES):
            most += field.pool[side][kind][1]
        for slot in range(SIDE_SLOTS * side, SIDE_SLOTS * side + SIDE_SLOTS):
            most += (field.alive[slot] != 0) + (field.alive[slot] == 0b0110)
        if most > SIDE_SLOTS:
            raise BadPosition(f"pools.{SEATS[side]}", "too_many", seat=SEATS[side], most=SIDE_SLOTS)


cdef void read_numbers(Position position, shape) except *:
    cdef Field* field = &position.state.field
    cdef int side, kind, least, number, known = 0
    cdef dict used = shape.used
    for side in range(SIDES):
        for kind in range(CLASSES):
            word = UNITS_CALLED[CLASSES * side + kind]
            least = field.used[side][kind]
            highest = used.get(word)
            if highest is None:
                field.used[side][kind] = max(least, <int>position.variant.law.first_number[side][kind])
                continue
            known, number = known + 1, highest
            if number < least:
                raise BadPosition(f"used.{word}", "number", number=number, least=least)
            field.used[side][kind] = number
    if known < len(used):
        word = [word for word in used if word not in UNITS_CALLED][0]
        raise BadPosition(f"used.{word}", "no_such_class", kind=word)


cdef int read_cell(Position position, where, name) except -1:
    if name.upper() not in position.variant.board.cell_of:
        raise BadPosition(where, "no_such_cell", cell=name)
    return position.variant.board.cell_of[name.upper()]


cdef void read_turn(Position position, shape) except *:
    """The dice, who has one, who has acted, the charges and the order of fights."""
    cdef State* state = &position.state
    cdef int cell, at
    cdef list dice = shape.dice
    if dice and len(dice) != ACTIVATION_DICE:
        raise BadPosition("dice", "dice", count=len(dice))
    for at in range(<int>len(dice)):
        state.dice[at] = FACE_NUMBERS[dice[at]]
    state.rolled, state.mails = bool(dice), shape.mails
    for key, names in (("placed", shape.placed), ("acted", shape.acted)):
        for name in names:
            slot = position.find(name.upper(), state.mover)
            if slot < 0 or key == "placed" and (not shape.mails or name in shape.acted):
                raise BadPosition(key, "not_placed", unit=name)
            if key == "placed":
                state.placed |= <unsigned long long>1 << <int>slot
            else:
                state.acted |= <unsigned long long>1 << <int>slot
    for index, charge in enumerate(shape.charges):
        cell = read_cell(position, f"charges[{index}].cell", charge.cell)
        if position.variant.law.ahead[DIRECTIONS.index(charge.direction)][cell] == NOWHERE:
            raise BadPosition(f"charges[{index}].dir", "no_charge", cell=charge.cell)
        at = state.charges
        state.charge[at].cell, state.charge[at].direction = cell, DIRECTIONS.index(charge.direction)
        state.charge[at].tokens = charge.tokens
        state.charges += 1
    for name in dict.fromkeys([name.upper() for name in shape.fights]) if shape.fights else ():
        state.fight[state.fights] = read_cell(position, "fights", name)
        state.fights += 1


cdef void read_held(Position position, shape) except *:
    """WGR-R58: the set-up, over it who stands there, over it what is written."""
    cdef State* state = &position.state
    cdef int at, side, cell
    if not position.variant.law.hold_last:
        if shape.held:
            raise BadPosition("held", "not_held")
        return
    by_cell = {}
    for name, seat in shape.held.items():
        cell = read_cell(position, "held", name)
        if position.variant.board.cells[cell] not in position.variant.board.objectives:
            raise BadPosition(f"held.{name}", "no_objective", cell=name)
        by_cell[cell] = SEATS.index(seat)
    for at in range(OBJECTIVES):
        cell = position.variant.law.objective[at]
        state.held[at] = position.variant.law.first_held[at]
        for side in range(SIDES):
            if holds(&state.field, cell, side):
                state.held[at] = side
        if cell in by_cell:
            state.held[at] = by_cell[cell]


cdef void read_standing(Position position, shape) except *:
    cdef State* state = &position.state
    for seat, count in (<dict>shape.missed).items():
        state.missed[<int>SIDE_NUMBERS[seat]] = count
    for seat, ply in (<dict>shape.draw_offers).items():
        if ply < ply_of(state) and shape.phase == "play":
            raise BadPosition(f"draw_offers.{seat}", "number", number=ply, least=ply_of(state))
        state.offers[<int>SIDE_NUMBERS[seat]] = ply


cdef void read_outcome(Position position, shape) except *:
    cdef State* state = &position.state
    if (shape.outcome is not None) != (shape.phase == "over"):
        raise BadPosition("outcome", "missing" if shape.phase == "over" else "not_over")
    if shape.outcome is None:
        return
    (state.over,) = [end for end, (reason, _) in ENDS.items() if reason == shape.outcome.reason]
    if shape.outcome.winners:
        state.winner = SEATS.index(shape.outcome.winners[0])
    drawn = state.winner == NOBODY
    wrong = drawn and state.over in NEVER_DRAWN or not drawn and state.over == AGREED
    if wrong or shape.outcome.clause != ENDS[state.over][1]:
        raise BadPosition("outcome", "other_end", reason=shape.outcome.reason)
