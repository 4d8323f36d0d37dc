"""A seat's mail: judged line by line, rehearsed on a copy without dice, and carried out (3.13 and 5.4 of the rulebook).

A mail is refused as a whole for any fault found before its first die; after it, what cannot be done is void. Nothing
is rolled or changed until `play`.
"""

from core.contract import Event, Status, Verdict
from core.rulesets.waterloo_grid.board import CLASS_LETTERS, DIRECTIONS, SEATS
from core.rulesets.waterloo_grid.orders import (
    Activate, Claim, Draw, End, Enter, Fights, GameTurn, Place, Resign, Show, Test,
)
from core.rulesets.waterloo_grid.plans import Refused
from core.rulesets.waterloo_grid.position import SIDE_LETTERS, SYMBOL_OF_CLASS, UNIT

from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.stdint cimport uint8_t, uint64_t

from core.rulesets.waterloo_grid.board cimport ARTILLERY, CLASSES, GUARD, NOBODY, NOWHERE, arm_of, is_infantry
from core.rulesets.waterloo_grid.chance cimport add_charges
from core.rulesets.waterloo_grid.drill cimport (
    CUT_SHORT, DONE, DRY, ILLEGAL, JUDGE, PLAY, Drill, Plan, carry_out,
)
from core.rulesets.waterloo_grid.ends cimport dice_of, symbol_of
from core.rulesets.waterloo_grid.field cimport (
    AGREED, CLAIMED, LETTERS, MOST_MAILS, PLAY_ON, RESIGNED, SIDE_SLOTS, Field, State, fits, form, forms, holds,
    kind_in, living, ply_of, put,
)
from core.rulesets.waterloo_grid.notes cimport CHARGED, SHOT, Chronicle, Note
from core.rulesets.waterloo_grid.plans cimport cell_named, make_plan, refusal
from core.rulesets.waterloo_grid.position cimport slots_in_order
from core.rulesets.waterloo_grid.rolls cimport Roller

cdef enum:  # kinds of lines
    NO_ORDER  # the grammar could make nothing of it
    ACTIVATE  # to END: what places the dice (WGR-141)
    PLACE
    ENTER
    END
    FIGHTS  # to here: for the side in turn alone
    GAME_TURN
    TEST
    RESIGN
    DRAW
    CLAIM
    SHOW

cdef dict KINDS = {
    Activate: ACTIVATE, Place: PLACE, Enter: ENTER, End: END, Fights: FIGHTS, GameTurn: GAME_TURN, Test: TEST,
    Resign: RESIGN, Draw: DRAW, Claim: CLAIM, Show: SHOW,
}
OK, REFUSED, VOID = Status.OK, Status.REFUSED, Status.VOID
cdef tuple SYMBOLS = ("I", "C", "A")
ACTIVATION_CLAUSES = {"A": "WGR-022", "C": "WGR-023", "I": "WGR-024"}
ENTRY_CLAUSES = ("WGR-125", "WGR-124")  # by side
SILENT_TURNS = 3  # WGR-147


cdef class Task:
    """A line of the mail on its way: what it is, what was made ready of it, and the verdict on it."""

    def __dealloc__(self):
        PyMem_Free(self.plan)


cdef Task task_of(line):
    cdef Task task = Task.__new__(Task)
    task.number, task.order, task.slot = line.number, line.order, -1
    task.kind = KINDS.get(type(task.order), NO_ORDER)
    return task


cdef class Mail:
    """One seat's lines on a position, which is not changed: `examine`, `rehearse`; then, if it is accepted, `play`."""

    def __init__(self, side, lines):
        cdef Task task
        self.side, self.seat = side, SEATS[side]
        self.tasks = [task_of(line) for line in lines]
        self.names, self.symbols, self.entries = [], [], []
        for task in self.tasks:
            self.orders |= task.kind != GAME_TURN
            self.places |= ACTIVATE <= task.kind <= END
            self.draws |= task.kind == DRAW
            self.shows |= task.kind == SHOW
        self.trial = self.kind_of(self.kind_of(0) == GAME_TURN) == TEST

    cdef int kind_of(self, int index):
        """What a line is, NO_ORDER where there are not so many."""
        return (<Task>self.tasks[index]).kind if index < len(self.tasks) else NO_ORDER

    cdef bint accepted(self):
        """Whether it is to be carried out."""
        return self.orders and not self.refused and not self.trial

    cdef tuple judged(self):
        """All verdicts, in the order of the lines; what stands beside a refused line is void."""
        cdef Task task
        for task in self.tasks:
            stands = task.verdict is not None and task.verdict.status is OK
            if task.verdict is None or self.refused and not self.trial and stands:
                task.verdict = Verdict(task.number, VOID)
        return tuple([task.verdict for task in self.tasks])

    cdef object accept(self, Task task, dict facts):
        task.verdict = Verdict(task.number, OK, None, (), facts)

    cdef object refuse(self, Task task, error):
        """Refuse a line, and the mail with it; `error` is a Refused."""
        self.blame(task, error)
        self.refused = True

    cdef object blame(self, Task task, error):
        task.verdict = Verdict(task.number, REFUSED, error.code, error.clauses, {"seat": self.seat, **error.facts})

    # --- Syntax, ownership, dice and pool (WGR-139) ------------------------------------------------------------------

    cdef object examine(self, Position position):
        """Refuse what is wrong whatever the dice may bring."""
        cdef Position counted = None  # a copy for entries: its pool goes down with each
        cdef Task task
        cdef int index
        cdef bint closed = False
        for index, task in enumerate(self.tasks):
            try:
                if position.state.over != PLAY_ON:
                    raise Refused("E14", "WGR-132", what="over")
                if closed:
                    raise Refused("E14", "WGR-143", what="after_end")
                if ACTIVATE <= task.kind <= FIGHTS and position.state.mover != self.side:
                    turn, to_move = position.state.turn, SEATS[position.state.mover]
                    raise Refused("E14", "WGR-138", what="not_your_turn", turn=turn, to_move=to_move)
                if task.kind == ENTER:
                    counted = counted or position.copy()
                    self.examine_entry(position, counted, task.order)
                else:
                    self.examine_line(position, index, task)
            except Refused as error:
                self.refuse(task, error)
            closed = closed or task.kind == END

    cdef object examine_line(self, Position position, int index, Task task):
        if task.kind == ACTIVATE:
            self.examine_order(position, task)
        elif task.kind == GAME_TURN:
            self.examine_turn(position, index, task.order)
        elif task.kind == TEST:
            if index and not (index == 1 and self.kind_of(0) == GAME_TURN):
                raise Refused("E01", "WGR-146", what="test_not_first")
        elif task.kind == PLACE:
            for unit in task.order.units:
                self.examine_place(position, unit)
        elif task.kind == FIGHTS:
            for cell in task.order.cells:
                cell_named(position, cell)
        elif task.kind == CLAIM:
            missed = position.state.missed[1 - self.side]
            if missed < SILENT_TURNS:
                raise Refused("E14", "WGR-147", what="no_claim", missed=missed)
        elif task.kind == NO_ORDER:
            raise Refused("E01", "WGR-139", what="line")

    cdef object examine_turn(self, Position position, int index, order):
        if index:
            raise Refused("E01", "WGR-139", what="turn_not_first")
        if order.number != position.state.turn or position.state.mover != self.side:
            turn, to_move = position.state.turn, SEATS[position.state.mover]
            raise Refused("E14", "WGR-143", what="wrong_turn", number=order.number, turn=turn, to_move=to_move)

    cdef object examine_order(self, Position position, Task task):
        cdef tuple alternatives = task.order.alternatives
        cdef int slot = self.unit(position, task.order.unit)
        if (position.state.acted >> slot) & 1:
            raise Refused("E04", "WGR-142", what="acted", unit=position.name(slot))
        if (self.ordered >> slot) & 1:
            raise Refused("E04", "WGR-142", what="twice", unit=position.name(slot))
        self.give_die(position, slot, "not_placed")
        task.slot = slot
        self.ordered |= <uint64_t>1 << slot
        if not alternatives:
            raise Refused("E01", "WGR-139", what="nothing", unit=position.name(slot))
        task.plan = <Plan*>PyMem_Malloc(len(alternatives) * sizeof(Plan))
        if task.plan == NULL:
            raise MemoryError
        for alternative in alternatives:
            again = alternative.unit
            if again is not None and position.find(again.upper(), self.side) != slot:
                raise Refused("E01", "WGR-145", what="other_unit", unit=position.name(slot), other=again.upper())
            try:
                make_plan(position, slot, alternative, &task.plan[task.plans])
            except Refused as error:
                facts = {"unit": position.name(slot), **error.facts}
                raise Refused(error.code, error.clauses[0], **facts) from None
            task.plans += 1

    cdef object examine_place(self, Position position, unit):
        cdef int slot = self.unit(position, unit)
        if (position.state.acted >> slot) & 1:
            raise Refused("E04", "WGR-142", what="acted", unit=position.name(slot))
        self.give_die(position, slot, "late")

    cdef int unit(self, Position position, word) except -1:
        """The slot of the unit meant. Raises Refused (E02)."""
        cdef int slot
        name = word.upper()
        slot = position.find(name, self.side)
        if slot >= 0:
            return slot
        side, what = self.side, "unknown"
        if name[:1] in SIDE_LETTERS and UNIT.fullmatch(name):
            side = SIDE_LETTERS.index(name[0])
            what = "enemy" if side != self.side else "unknown"
        match = UNIT.fullmatch(name if name[:1] in ("B", "R") else SIDE_LETTERS[side] + name)
        name = match[0] if match is not None else name
        if match is not None and what == "unknown":
            used = position.state.field.used[<int>side][<int>CLASS_LETTERS.index(match[2])]
            what = "dead" if int(match[3]) <= used else what
        kind = match[2] if match is not None else None
        raise Refused("E02", "WGR-005", what=what, unit=name, own=self.own(position, kind))

    cdef list own(self, Position position, kind):
        """The seat's living units, of one class or of all."""
        names = [position.name(slot) for slot in slots_in_order(&position.state) if slot // SIDE_SLOTS == self.side]
        of_class = [name for name in names if name[1] == kind]
        return of_class or names

    cdef object give_die(self, Position position, int slot, late):
        """A die for a unit that has none yet. Raises Refused: E03, or E04 where the dice lie already (WGR-141)."""
        cdef int number, have
        if position.state.mails:
            if late == "late" or not (position.state.placed >> slot) & 1:
                raise Refused("E04", "WGR-141", what=late, unit=position.name(slot))
            return
        if (self.given >> slot) & 1:
            return
        name, number = position.name(slot), symbol_of(position.state.field.kind[slot])
        symbol, have = SYMBOLS[number], dice_of(&position.state, number)
        if have <= self.spent[number]:
            clause = ACTIVATION_CLAUSES[symbol]
            raise Refused("E03", clause, what="dice", unit=name, needs=symbol, have=have, on=self.spent_on(symbol))
        self.given |= <uint64_t>1 << slot
        self.names.append(name)
        self.symbols.append((symbol, name))
        self.spent[number] += 1

    cdef list spent_on(self, symbol):
        """Who has the dice of a symbol by now."""
        return [who for which, who in self.symbols if which == symbol]

    cdef object examine_entry(self, Position position, Position counted, order):
        cdef uint8_t taken[2 * CLASSES]
        cdef int kind, side = self.side, count = position.variant.law.entry_dice[side], number, have
        facts = {"kind": order.kind.upper(), "entry": order.entry.upper()}
        if facts["kind"] not in SYMBOL_OF_CLASS:
            raise Refused("E01", "WGR-139", what="class", **facts)
        if facts["entry"] not in position.variant.board.entries:
            raise Refused("E01", "WGR-139", what="entry", **facts)
        if order.facing.lower() not in DIRECTIONS:
            raise Refused("E01", "WGR-139", what="line", **facts)
        if position.variant.board.entries[facts["entry"]][2] != side:
            raise Refused("E12", ENTRY_CLAUSES[side], what="entry", **facts)
        if position.state.mails:
            raise Refused("E12", "WGR-141", what="late", **facts)
        kind = CLASS_LETTERS.index(facts["kind"])
        refuse_empty_pool(counted, side, kind, facts)
        symbol = SYMBOL_OF_CLASS[facts["kind"]]
        number = SYMBOLS.index(symbol)
        have = dice_of(&position.state, number)
        if have < self.spent[number] + count:
            on = self.spent_on(symbol)
            raise Refused("E12", ENTRY_CLAUSES[side], what="dice", needs=symbol, count=count, have=have, on=on, **facts)
        self.symbols += [(symbol, f"enter {facts['kind']}")] * count
        self.spent[number] += count
        self.entries.append(facts["kind"])
        counted.state.field.alive[form(&counted.state.field, side, kind, taken)] = 0

    # --- Rehearsal (WGR-139, WGR-146) --------------------------------------------------------------------------------

    cdef object rehearse(self, Position position, bint told):
        """Try the lines in order on a copy, with shots that roll and do nothing.

        What fails before the first shot is refused, in a test mail also what fails later; else a later line can only
        be accepted, with what is wrong with it as things stand. Lines get their verdicts only where they are `told`:
        what is carried out gets others anyway, and what stands beside a refused line is void.
        """
        cdef Position working = position.copy()
        cdef Story story = Story(position.variant, 0, [])
        cdef Task task
        cdef dict facts
        cdef bint later = False, shot
        for task in self.tasks:
            if task.verdict is not None:
                continue
            shot = False
            try:
                facts = self.rehearse_line(working, story, task, told)
                shot = has_shots(&story.chronicle)
            except Refused as error:
                if not later:
                    self.refuse(task, error)
                    continue
                facts = doomed(working, task, error) if told else None
            story.chronicle.count = 0
            if told:
                if task.kind == ACTIVATE or task.kind == ENTER:
                    facts = {"now": None, **facts, "later": later}
                self.accept(task, {"seat": self.seat, **facts})
            later = later or shot and not self.trial
            if working.state.over != PLAY_ON:
                return

    cdef dict rehearse_line(self, Position working, Story story, Task task, bint told):
        if task.kind == ACTIVATE:
            return self.rehearse_order(working, story, task, told)
        if task.kind == ENTER:
            return enter(working, self.side, task.order)
        return self.say(working, task, [])

    cdef dict rehearse_order(self, Position working, Story story, Task task, bint told):
        cdef Drill drill
        cdef dict facts = None
        cdef int number, slot = task.slot, done = try_order(working, task, DRY, NULL, story, &drill, &number)
        if told:
            facts = {"unit": working.name(slot), "alternative": number, **noted(working, story)}
        working.state.acted |= <uint64_t>1 << slot
        if done == CUT_SHORT and told:
            # Legal (WGR-140), though it could not be finished if its shots had no effect.
            error = refused_for(working, slot, &drill)
            facts["now"] = {"code": error.code, "clauses": list(error.clauses), **error.facts}
        add_charges(&working.state, &drill)
        if told:
            facts["ends"] = working.ends(slot)
        return facts

    # --- Carrying out ------------------------------------------------------------------------------------------------

    cdef object play(self, Position position, Source source, Story story):
        """Carry out an accepted mail on `position`, whose dice lie there; events go to the story.

        Stops where the dice cannot be had; then `source.error` is what to raise.
        """
        cdef State* state = &position.state
        cdef Task task
        cdef dict facts
        if self.places:
            self.place_dice(position, story)
        for task in self.tasks:
            if state.over != PLAY_ON:
                task.verdict = Verdict(task.number, VOID)
                continue
            try:
                facts = self.play_line(position, source, story, task)
            except Refused as error:
                self.void(position, story, task, error, False)
                continue
            if source.error is not None:
                return
            if facts is not None:
                self.accept(task, facts)

    cdef object place_dice(self, Position position, Story story):
        """WGR-141: the first mail that acts places the dice; what it does not place is lost."""
        cdef State* state = &position.state
        cdef int number
        state.mails = min(state.mails + 1, MOST_MAILS)
        if state.mails > 1:
            return
        state.placed |= self.given
        lost = []
        for number in range(<int>len(SYMBOLS)):
            lost += [SYMBOLS[number]] * (dice_of(state, number) - self.spent[number])
        facts = {"seat": self.seat, "units": self.names, "entries": self.entries, "lost": lost}
        story.events.append(Event("placed", facts, "WGR-027"))

    cdef dict play_line(self, Position position, Source source, Story story, Task task):
        """The facts of a line that was carried out, None of one that was cut short."""
        if task.kind == ACTIVATE:
            return self.play_order(position, source, story, task)
        if task.kind == ENTER:
            told = {"seat": self.seat, **enter(position, self.side, task.order)}
            story.events.append(Event("enter", told, ENTRY_CLAUSES[self.side]))
            return {**told, "later": False, "now": None}
        return {"seat": self.seat, **self.say(position, task, story.events)}

    cdef dict play_order(self, Position position, Source source, Story story, Task task):
        cdef State* state = &position.state
        cdef Roller roller = source.roller()
        cdef Drill drill
        cdef dict facts
        cdef int number, done, slot = task.slot
        state.placed &= ~(<uint64_t>1 << slot)
        state.acted |= <uint64_t>1 << slot
        done = try_order(position, task, PLAY, &roller, story, &drill, &number)
        facts = {"seat": self.seat, "unit": position.name(slot), "alternative": number, **noted(position, story)}
        story.flush(state, self.side)
        if source.error is not None:
            return None
        if done == CUT_SHORT:
            self.void(position, story, task, refused_for(position, slot, &drill), True)
            return None
        add_charges(state, &drill)
        facts["ends"], facts["later"], facts["now"] = position.ends(slot), False, None
        return facts

    cdef object void(self, Position position, Story story, Task task, error, cut):
        """WGR-140: a line that cannot be carried out once dice have rolled; the others stand."""
        self.blame(task, error)
        facts = {"seat": self.seat, "unit": None, "line": task.number, "cut": cut}
        if task.slot >= 0:
            facts["unit"] = position.name(task.slot)
        facts |= {"code": error.code, "what": None, "clauses": list(error.clauses), **error.facts}
        story.events.append(Event("void", facts, "WGR-140"))

    cdef dict say(self, Position position, Task task, list events):
        """Lines that need no unit: their facts."""
        cdef State* state = &position.state
        if task.kind == END:
            self.ends = True
        elif task.kind == PLACE:
            return {"units": [position.name(position.find(unit.upper(), self.side)) for unit in task.order.units]}
        elif task.kind == FIGHTS:
            return {"cells": self.set_fights(position, task.order)}
        elif task.kind == GAME_TURN:
            return {"number": task.order.number}
        elif task.kind == RESIGN:
            state.over, state.winner = RESIGNED, 1 - self.side
            events.append(Event("resigned", {"seat": self.seat}, "WGR-136"))
        elif task.kind == CLAIM:
            state.over, state.winner = CLAIMED, self.side
            events.append(Event("claimed", {"seat": self.seat}, "WGR-147"))
        elif task.kind == DRAW:
            return {"agreed": self.offer(position, events)}
        return {}

    cdef list set_fights(self, Position position, order):
        """WGR-144: the last such line counts."""
        cells = list(dict.fromkeys([cell.upper() for cell in order.cells]))
        position.state.fights = 0
        for cell in cells:
            position.state.fight[position.state.fights] = cell_named(position, cell)
            position.state.fights += 1
        return cells

    cdef bint offer(self, Position position, list events) except -1:
        """WGR-136; whether the game is drawn by it."""
        cdef State* state = &position.state
        state.offers[self.side] = ply_of(state) + (1 if state.mover == self.side else 2)
        events.append(Event("draw_offered", {"seat": self.seat}, "WGR-136"))
        if not state.offers[1 - self.side]:
            return False
        state.over, state.winner = AGREED, NOBODY
        return True


# --- Order lines -----------------------------------------------------------------------------------------------------

cdef int try_order(
    Position position, Task task, int mode, Roller* roller, Story story, Drill* drill, int* number
) except -1:
    """The first alternative that is legal, carried out (WGR-145): its index, and its Done. Raises Refused."""
    cdef Plan* plan
    cdef Field copied
    cdef int done, at
    first = None
    for at in range(task.plans):
        plan, done = &task.plan[at], DONE
        if plan.fires:
            copied = position.state.field
            done = carry_out(drill, &position.variant.law, &copied, plan, JUDGE, NULL, NULL)
        if done == DONE:
            done = carry_out(
                drill, &position.variant.law, &position.state.field, plan, mode, roller, &story.chronicle
            )
        if done != ILLEGAL:
            number[0] = at
            return done
        first = first or refused_for(position, task.slot, drill)
    raise first


cdef object refused_for(Position position, int slot, Drill* drill):
    error = refusal(position, drill)
    return Refused(error.code, error.clauses[0], **{"unit": position.name(slot), **error.facts})


cdef dict doomed(Position position, Task task, error):
    """The facts of a line that comes after a shot and could not be carried out as things stand."""
    now = {"code": error.code, "clauses": list(error.clauses), **error.facts}
    if task.kind == ACTIVATE:
        return {"now": now, "unit": position.name(task.slot)}
    return {"now": now, "kind": task.order.kind.upper(), "entry": task.order.entry.upper()}


cdef bint has_shots(const Chronicle* told) noexcept nogil:
    cdef int at
    for at in range(told.count):
        if told.note[at].kind == SHOT:
            return True
    return False


cdef dict noted(Position position, Story story):
    """Shots and charges of the line just tried."""
    cdef Note* note
    cdef int at
    cdef tuple cells = position.variant.board.cells
    cdef list shots = [], charges = []
    for at in range(story.chronicle.count):
        note = &story.chronicle.note[at]
        if note.kind == SHOT:
            shots.append({"target": cells[note.v[4]], "dice": note.count})
        elif note.kind == CHARGED:
            charges.append(
                {
                    "cell": cells[note.v[2]],
                    "dir": DIRECTIONS[note.v[3]],
                    "target": cells[note.v[4]],
                    "tokens": note.v[5],
                }
            )
    return {"shots": shots, "charges": charges}


# --- Entries (3.10) --------------------------------------------------------------------------------------------------

cdef object refuse_empty_pool(Position position, int side, int kind, facts):
    """WGR-123, WGR-126."""
    cdef Field* field = &position.state.field
    if forms(field, side, kind):
        return
    plain, flags = field.pool[side][kind][0], field.pool[side][kind][1]
    if is_infantry(kind) and kind != GUARD:
        plain, flags = plain + field.pool[side][GUARD][0], flags + field.pool[side][GUARD][1]
    raise Refused("E12", "WGR-126" if kind == GUARD else "WGR-123", what="pool", plain=plain, flags=flags, **facts)


cdef dict enter(Position position, int side, order):
    """A new unit on the board: its facts. Raises Refused (E12)."""
    cdef Field* field = &position.state.field
    cdef uint8_t taken[2 * CLASSES]
    cdef int kind = CLASS_LETTERS.index(order.kind.upper()), facing = DIRECTIONS.index(order.facing.lower())
    cdef int place = position.variant.board.entries[order.entry.upper()][0], slot, letter
    cdef int cell = position.variant.law.entry[place]
    cells = position.variant.board.cells
    facts = {"kind": order.kind.upper(), "entry": order.entry.upper(), "cell": cells[cell]}
    refuse_empty_pool(position, side, kind, facts)
    if holds(field, cell, 1 - side):
        raise Refused("E12", "WGR-127", what="enemy", **facts)
    if not fits(&position.variant.law, field, cell, side, kind, 2 if kind == ARTILLERY else 4):
        mixed = field.count[cell] and arm_of(kind_in(field, cell)) != arm_of(kind)
        raise Refused("E12", "WGR-127", what="arm" if mixed else "room", **facts)
    cdef int ahead = position.variant.law.ahead[facing][cell]
    if ahead != NOWHERE and holds(field, ahead, 1 - side):
        raise Refused("E12", "WGR-128", what="contact", target=cells[ahead], **facts)
    slot = form(field, side, kind, taken)
    for letter in range(LETTERS):
        if living(field, LETTERS * slot + letter):
            field.facing[LETTERS * slot + letter] = facing
            put(field, LETTERS * slot + letter, cell)
    position.state.acted |= <uint64_t>1 << slot
    return {"unit": position.name(slot), **facts, "facing": DIRECTIONS[facing], "taken": counted_as_pool(taken)}


cdef dict counted_as_pool(const uint8_t* taken):
    cdef int at
    counted = {}
    for at in range(2 * CLASSES):
        if taken[at]:
            counted[CLASS_LETTERS[at // 2] + ("f" if at & 1 else "")] = taken[at]
    return counted
