"""The orders that a seat sends in one mail: judged line by line, rehearsed on a copy without dice, and carried out.

They are refused as a whole for any fault found before their first die; after it, what cannot be done is void
(WGR-139, WGR-140). Nothing is rolled or changed until `play`. Section M of the rulebook.
"""

from core.contract import Event, Status, Verdict
from core.rulesets.waterloo_grid.board import CLASS_LETTERS, DIRECTIONS, SEATS
from core.rulesets.waterloo_grid.orders import (
    Activate, Claim, Draw, End, Enter, Fights, GameTurn, Place, Resign, Show, Test,
)
from core.rulesets.waterloo_grid.order_lines import Refused
from core.rulesets.waterloo_grid.position import SIDE_LETTERS, SYMBOL_OF_CLASS, UNIT

from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.stdint cimport uint8_t, uint64_t

from core.rulesets.waterloo_grid.activation cimport (
    CUT_SHORT, DONE, DRIVE_BACK, DRY_RUN, EXECUTE, ILLEGAL, VALIDATE, Activation, Plan, carry_out, carry_out_after,
)
from core.rulesets.waterloo_grid.board cimport CLASSES, GUARD, LINE, NOBODY, arm_of
from core.rulesets.waterloo_grid.dice cimport Roller
from core.rulesets.waterloo_grid.field cimport (
    AGREED, CLAIMED, MOST_MAILS, PLAY_ON, RESIGNED, SIDE_SLOTS, Field, State, form, forms, kind_in, ply_of,
)
from core.rulesets.waterloo_grid.order_lines cimport cell_named, make_plan, refusal
from core.rulesets.waterloo_grid.position cimport slots_in_order
from core.rulesets.waterloo_grid.sink cimport CHARGED, SHOT, EventSink, RawEvent
from core.rulesets.waterloo_grid.turn cimport (
    EMPTY_POOL, ENEMY_ON_ENTRY, NO_ROOM, Entry, add_charges, dice_of, enter, symbol_of,
)

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

cdef enum:
    MOST_BACK = 4  # steps that one shot can drive a stack: as many as two guns have dice at one cell (WGR-067)


cdef class LineState:
    """A line on its way: what it is, what was made ready of it, and the verdict on it."""

    def __dealloc__(self):
        PyMem_Free(self.plan)


cdef LineState line_state(line):
    cdef LineState state = LineState.__new__(LineState)
    state.number, state.order, state.slot = line.number, line.order, -1
    state.kind = KINDS.get(type(line.order), NO_ORDER)
    return state


cdef class OrderSet:
    """One seat's lines on a position, which is not changed: `examine`, `rehearse`; then, if it is accepted, `play`."""

    def __init__(self, side, lines):
        cdef LineState line
        self.side, self.seat = side, SEATS[side]
        self.lines = [line_state(given) for given in lines]
        self.names, self.symbols, self.entries = [], [], []
        for line in self.lines:
            self.orders |= line.kind != GAME_TURN
            self.places |= ACTIVATE <= line.kind <= END
            self.draws |= line.kind == DRAW
            self.shows |= line.kind == SHOW
        self.trial = self.kind_of(self.kind_of(0) == GAME_TURN) == TEST

    cdef int kind_of(self, int index):
        """What a line is, NO_ORDER where there are not so many."""
        return (<LineState>self.lines[index]).kind if index < len(self.lines) else NO_ORDER

    cdef bint accepted(self):
        """Whether it is to be carried out."""
        return self.orders and not self.refused and not self.trial

    cdef tuple judged(self):
        """All verdicts, in the order of the lines; what stands beside a refused line is void."""
        cdef LineState line
        for line in self.lines:
            stands = line.verdict is not None and line.verdict.status is OK
            if line.verdict is None or self.refused and not self.trial and stands:
                line.verdict = Verdict(line.number, VOID, facts=self.why_void(line))
        return tuple([line.verdict for line in self.lines])

    cdef dict why_void(self, LineState line):
        """A draw is offered, or agreed to, only beside orders that stand (WGR-136)."""
        return {"with": "orders"} if line.kind == DRAW and self.refused else {}

    cdef object accept(self, LineState line, dict facts):
        line.verdict = Verdict(line.number, OK, None, (), facts)

    cdef object refuse(self, LineState line, error):
        """Refuse a line, and the mail with it; `error` is a Refused."""
        self.set_refused(line, error)
        self.refused = True

    cdef object set_refused(self, LineState line, error):
        line.verdict = Verdict(line.number, REFUSED, error.code, error.clauses, {"seat": self.seat, **error.facts})

    # --- Syntax, ownership, dice and pool (WGR-139) ------------------------------------------------------------------

    cdef object examine(self, Position position):
        """Refuse what is wrong whatever the dice may bring."""
        cdef Position counted = None  # a copy for entries: its pool goes down with each
        cdef LineState line
        cdef int index
        cdef bint closed = False
        for index, line in enumerate(self.lines):
            try:
                if position.state.over != PLAY_ON:
                    raise Refused("E14", "WGR-132", what="over")
                if closed:
                    raise Refused("E14", "WGR-143", what="after_end")
                if ACTIVATE <= line.kind <= FIGHTS and position.state.mover != self.side:
                    turn, to_move = position.state.turn, SEATS[position.state.mover]
                    raise Refused("E14", "WGR-138", what="not_your_turn", turn=turn, to_move=to_move)
                if line.kind == ENTER:
                    counted = counted or position.copy()
                    self.examine_entry(position, counted, line.order)
                else:
                    self.examine_line(position, index, line)
            except Refused as error:
                self.refuse(line, error)
            closed = closed or line.kind == END

    cdef object examine_line(self, Position position, int index, LineState line):
        if line.kind == ACTIVATE:
            self.examine_order(position, line)
        elif line.kind == GAME_TURN:
            self.examine_turn(position, index, line.order)
        elif line.kind == TEST:
            if index and not (index == 1 and self.kind_of(0) == GAME_TURN):
                raise Refused("E01", "WGR-146", what="test_not_first")
        elif line.kind == PLACE:
            for unit in line.order.units:
                self.examine_place(position, unit)
        elif line.kind == FIGHTS:
            for cell in line.order.cells:
                cell_named(position, cell)
        elif line.kind == CLAIM:
            missed = position.state.missed[1 - self.side]
            if missed < SILENT_TURNS:
                raise Refused("E14", "WGR-147", what="no_claim", missed=missed)
        elif line.kind == NO_ORDER:
            raise Refused("E01", "WGR-139", what="line")

    cdef object examine_turn(self, Position position, int index, order):
        if index:
            raise Refused("E01", "WGR-139", what="turn_not_first")
        if order.number != position.state.turn or position.state.mover != self.side:
            turn, to_move = position.state.turn, SEATS[position.state.mover]
            raise Refused("E14", "WGR-143", what="wrong_turn", number=order.number, turn=turn, to_move=to_move)

    cdef object examine_order(self, Position position, LineState line):
        cdef tuple alternatives = line.order.alternatives
        cdef int slot = self.unit(position, line.order.unit)
        if (position.state.acted >> slot) & 1:
            raise Refused("E04", "WGR-142", what="acted", unit=position.name(slot))
        if (self.ordered >> slot) & 1:
            raise Refused("E04", "WGR-142", what="twice", unit=position.name(slot))
        self.give_die(position, slot, "not_placed")
        line.slot = slot
        self.ordered |= <uint64_t>1 << slot
        if not alternatives:
            raise Refused("E01", "WGR-139", what="nothing", unit=position.name(slot))
        line.plan = <Plan*>PyMem_Malloc(len(alternatives) * sizeof(Plan))
        if line.plan == NULL:
            raise MemoryError
        for alternative in alternatives:
            again = alternative.unit
            if again is not None and position.find(again.upper(), self.side) != slot:
                raise Refused("E01", "WGR-145", what="other_unit", unit=position.name(slot), other=again.upper())
            try:
                make_plan(position, slot, alternative, &line.plan[line.plans])
            except Refused as error:
                facts = {"unit": position.name(slot), **error.facts}
                raise Refused(error.code, error.clauses[0], **facts) from None
            line.plans += 1

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
            return  # WGR-026: no unit gets a second
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
        if not forms(&counted.state.field, side, kind):
            raise empty_pool(counted, side, kind, facts)
        symbol = SYMBOL_OF_CLASS[facts["kind"]]
        number = SYMBOLS.index(symbol)
        have = dice_of(&position.state, number)
        if have < self.spent[number] + count:
            on = self.spent_on(symbol)
            raise Refused("E12", ENTRY_CLAUSES[side], what="dice", needs=symbol, count=count, have=have, on=on, **facts)
        self.symbols += [(symbol, f"enter {facts['kind']}")] * count
        self.spent[number] += count
        self.entries.append(facts["kind"])
        # Entries come with the first mail, and a side's own bases are lost in close fighting alone: what the pool holds
        # it held when the turn began (WGR-130).
        counted.state.field.alive[form(&counted.state.field, side, kind, taken)] = 0

    # --- Rehearsal (WGR-139, WGR-146) --------------------------------------------------------------------------------

    cdef object rehearse(self, Position position, bint with_facts):
        """Try the lines in order on a copy, with shots that roll and do nothing.

        What fails before the first shot is refused, in a test mail also what fails later; else a later line is refused
        only if it fails whatever the shots do, and accepted with what is wrong with it as things stand. Lines get their
        verdicts only `with_facts`: what is carried out gets others anyway, and what stands beside a refused line is
        void.
        """
        cdef Position working = position.copy()
        cdef Position before = None  # as it is before the first line with shots
        cdef EventLog log = EventLog(position.variant, 0, [])
        cdef LineState line
        cdef dict facts
        cdef bint later = False, shot
        cdef int index, first = 0
        for index, line in enumerate(self.lines):
            if line.verdict is not None:
                continue
            shot = False
            if not later and may_fire(line):
                before, first = working.copy(), index
            try:
                facts = self.rehearse_line(working, log, line, with_facts)
                shot = has_shots(&log.sink)
            except Refused as error:
                if not later or not self.may_stand(before, first, line):
                    self.refuse(line, error)
                    continue
                facts = facts_failing_now(working, line, error) if with_facts else None
            log.sink.count = 0
            if with_facts:
                if line.kind == ACTIVATE or line.kind == ENTER:
                    facts = {"now": None, **facts, "later": later}
                self.accept(line, {"seat": self.seat, **facts})
            later = later or shot and not self.trial
            if line.kind == DRAW:
                working.state.over = PLAY_ON  # the orders below it must stand as well
            if working.state.over != PLAY_ON:
                return

    cdef bint may_stand(self, Position before, int first, LineState line) except -1:
        """WGR-139: whether a line may be carried out if only the shots above it, the first in line `first`, do enough.

        It is tried on copies where all that was fired at is gone, and where it has gone back one step, two, and so on;
        those who fire there as well may do so in any case.
        """
        cdef int back
        if self.stands(before.copy(), first, line, VALIDATE, 0):
            return True
        for back in range(1, MOST_BACK + 1):
            if self.stands(before.copy(), first, line, DRIVE_BACK, back):
                return True
        return False

    cdef bint stands(self, Position copy, int first, LineState last, int mode, int back) except -1:
        """Whether `last` can be carried out below the lines before it, from `first` on, as far as they can be."""
        cdef uint64_t fired_at[2]
        cdef LineState line
        cdef int index
        cdef bint legal = True
        fired_at[0] = fired_at[1] = 0
        for index in range(first, len(self.lines)):
            line = self.lines[index]
            if line.verdict is not None and line.verdict.status is REFUSED:
                continue
            if line.kind == ENTER:
                legal = entry_stands(copy, self.side, line.order)
            elif line.plan != NULL:
                legal = order_stands(copy, line, mode, back, fired_at)
            if line is last:
                break
        return legal

    cdef dict rehearse_line(self, Position working, EventLog log, LineState line, bint with_facts):
        if line.kind == ACTIVATE:
            return self.rehearse_order(working, log, line, with_facts)
        if line.kind == ENTER:
            return carry_out_entry(working, self.side, line.order)
        return self.say(working, line, [])

    cdef dict rehearse_order(self, Position working, EventLog log, LineState line, bint with_facts):
        cdef Activation active
        cdef dict facts = None
        cdef int number, slot = line.slot, done = try_order(working, line, DRY_RUN, NULL, log, &active, &number)
        if with_facts:
            facts = {"unit": working.name(slot), "alternative": number, **shots_and_charges(working, log)}
        working.state.acted |= <uint64_t>1 << slot
        if done == CUT_SHORT and with_facts:
            # Legal (WGR-140), though it could not be finished if its shots had no effect.
            error = refused_for(working, slot, &active)
            facts["now"] = {"code": error.code, "clauses": list(error.clauses), **error.facts}
        add_charges(&working.state, &active)
        if with_facts:
            facts["ends"] = working.ends(slot)
        return facts

    # --- Carrying out ------------------------------------------------------------------------------------------------

    cdef object play(self, Position position, DiceSource source, EventLog log):
        """Carry out an accepted mail on `position`, whose dice lie there; events go to the log.

        Units act in the order of its lines, one after another (WGR-028).

        Stops where the dice cannot be had; then `source.error` is what to raise.
        """
        cdef State* state = &position.state
        cdef LineState line
        cdef dict facts
        if self.places:
            self.place_dice(position, log)
        for line in self.lines:
            if state.over != PLAY_ON:
                line.verdict = Verdict(line.number, VOID)
                continue
            try:
                facts = self.play_line(position, source, log, line)
            except Refused as error:
                self.void(position, log, line, error, False)
                continue
            if source.error is not None:
                return
            if facts is not None:
                self.accept(line, facts)

    cdef object place_dice(self, Position position, EventLog log):
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
        log.events.append(Event("placed", facts, "WGR-027"))

    cdef dict play_line(self, Position position, DiceSource source, EventLog log, LineState line):
        """The facts of a line that was carried out, None of one that was cut short."""
        if line.kind == ACTIVATE:
            return self.play_order(position, source, log, line)
        if line.kind == ENTER:
            entered = {"seat": self.seat, **carry_out_entry(position, self.side, line.order)}
            log.events.append(Event("enter", entered, ENTRY_CLAUSES[self.side]))
            return {**entered, "later": False, "now": None}
        return {"seat": self.seat, **self.say(position, line, log.events)}

    cdef dict play_order(self, Position position, DiceSource source, EventLog log, LineState line):
        cdef State* state = &position.state
        cdef Roller roller = source.roller()
        cdef Activation active
        cdef dict facts
        cdef int number, done, slot = line.slot
        state.placed &= ~(<uint64_t>1 << slot)
        state.acted |= <uint64_t>1 << slot
        done = try_order(position, line, EXECUTE, &roller, log, &active, &number)
        facts = {"seat": self.seat, "unit": position.name(slot), "alternative": number}
        facts |= shots_and_charges(position, log)
        log.flush(state, self.side)
        if source.error is not None:
            return None
        if done == CUT_SHORT:
            self.void(position, log, line, refused_for(position, slot, &active), True)
            return None
        add_charges(state, &active)
        facts["ends"], facts["later"], facts["now"] = position.ends(slot), False, None
        return facts

    cdef object void(self, Position position, EventLog log, LineState line, error, cut):
        """WGR-140: a line that cannot be carried out once dice have rolled; the others stand."""
        error.facts["cut"] = cut  # so that the answer tells what was done before it, and that a die is spent
        self.set_refused(line, error)
        facts = {"seat": self.seat, "unit": None, "line": line.number, "cut": cut}
        if line.slot >= 0:
            facts["unit"] = position.name(line.slot)
        facts |= {"code": error.code, "what": None, "clauses": list(error.clauses), **error.facts}
        log.events.append(Event("void", facts, "WGR-140"))

    cdef dict say(self, Position position, LineState line, list events):
        """Lines that need no unit: their facts."""
        cdef State* state = &position.state
        if line.kind == END:
            self.ends = True
        elif line.kind == PLACE:
            return {"units": [position.name(position.find(unit.upper(), self.side)) for unit in line.order.units]}
        elif line.kind == FIGHTS:
            return {"cells": self.set_fights(position, line.order)}
        elif line.kind == GAME_TURN:
            return {"number": line.order.number}
        elif line.kind == RESIGN:
            state.over, state.winner = RESIGNED, 1 - self.side
            events.append(Event("resigned", {"seat": self.seat}, "WGR-136"))
        elif line.kind == CLAIM:
            state.over, state.winner = CLAIMED, self.side
            events.append(Event("claimed", {"seat": self.seat}, "WGR-147"))
        elif line.kind == DRAW:
            return self.offer(position, events)
        return {}

    cdef list set_fights(self, Position position, order):
        """WGR-144: the last such line counts."""
        cells = list(dict.fromkeys([cell.upper() for cell in order.cells]))
        position.state.fights = 0
        for cell in cells:
            position.state.fight[position.state.fights] = cell_named(position, cell)
            position.state.fights += 1
        return cells

    cdef dict offer(self, Position position, list events):
        """WGR-136. An offer that stands is renewed, and told to nobody a second time. Returns the facts."""
        cdef State* state = &position.state
        cdef bint standing = state.offers[self.side] != 0, agreed = state.offers[1 - self.side] != 0
        state.offers[self.side] = ply_of(state) + (1 if state.mover == self.side else 2)
        if not standing:
            events.append(Event("draw_offered", {"seat": self.seat}, "WGR-136"))
        if agreed:
            state.over, state.winner = AGREED, NOBODY
        return {"agreed": agreed, "standing": standing, "asked": SEATS[1 - self.side], "test": self.trial}


# --- Order lines -----------------------------------------------------------------------------------------------------

cdef int try_order(
    Position position, LineState line, int mode, Roller* roller, EventLog log, Activation* active, int* number
) except -1:
    """The first alternative that is legal, carried out (WGR-145): its index, and its Done. Raises Refused."""
    cdef Plan* plan
    cdef Field copied
    cdef int done, at
    first = None
    for at in range(line.plans):
        plan, done = &line.plan[at], DONE
        if plan.fires:
            copied = position.state.field
            done = carry_out(active, &position.variant.law, &copied, plan, VALIDATE, NULL, NULL)
        if done == DONE:
            done = carry_out(
                active, &position.variant.law, &position.state.field, plan, mode, roller, &log.sink
            )
        if done != ILLEGAL:
            number[0] = at
            return done
        first = first or refused_for(position, line.slot, active)
    raise first


cdef bint may_fire(LineState line):
    cdef int at
    for at in range(line.plans):
        if line.plan[at].fires:
            return True
    return False


cdef bint order_stands(Position copy, LineState line, int mode, int back, uint64_t* fired_at) noexcept:
    """Whether an alternative is legal below shots that are imagined; if so it is carried out."""
    cdef Activation active
    cdef Field field
    cdef uint64_t fired[2]
    cdef int at, done
    for at in range(line.plans):
        field, done = copy.state.field, DONE
        fired[0], fired[1] = fired_at[0], fired_at[1]
        if line.plan[at].fires:
            done = carry_out_after(&active, &copy.variant.law, &field, &line.plan[at], VALIDATE, 0, fired)
        if done == DONE:
            done = carry_out_after(
                &active, &copy.variant.law, &copy.state.field, &line.plan[at], mode, back, fired_at
            )
        if done != ILLEGAL:
            return True
    return False


cdef bint entry_stands(Position copy, int side, order) except -1:
    try:
        carry_out_entry(copy, side, order)
    except Refused:
        return False
    return True


cdef object refused_for(Position position, int slot, Activation* active):
    error = refusal(position, active)
    return Refused(error.code, error.clauses[0], **{"unit": position.name(slot), **error.facts})


cdef dict facts_failing_now(Position position, LineState line, error):
    """The facts of a line that comes after a shot and could not be carried out as things stand."""
    now = {"code": error.code, "clauses": list(error.clauses), **error.facts}
    if line.kind == ACTIVATE:
        return {"now": now, "unit": position.name(line.slot)}
    return {"now": now, "kind": line.order.kind.upper(), "entry": line.order.entry.upper()}


cdef bint has_shots(const EventSink* with_facts) noexcept nogil:
    cdef int at
    for at in range(with_facts.count):
        if with_facts.raw[at].kind == SHOT:
            return True
    return False


cdef dict shots_and_charges(Position position, EventLog log):
    """Shots and charges of the line just tried."""
    cdef RawEvent* raw
    cdef int at
    cdef tuple cells = position.variant.board.cells
    cdef list shots = [], charges = []
    for at in range(log.sink.count):
        raw = &log.sink.raw[at]
        if raw.kind == SHOT:
            shots.append({"target": cells[raw.v[4]], "dice": raw.count})
        elif raw.kind == CHARGED:
            charges.append(
                {
                    "cell": cells[raw.v[2]],
                    "dir": DIRECTIONS[raw.v[3]],
                    "target": cells[raw.v[4]],
                    "tokens": raw.v[5],
                }
            )
    return {"shots": shots, "charges": charges}


# --- Entries (WGR-123 to WGR-131) ------------------------------------------------------------------------------------

cdef object empty_pool(Position position, int side, int kind, dict facts):
    """The refusal of a unit that the pool cannot form (WGR-123, WGR-126)."""
    cdef Field* field = &position.state.field
    plain, flags = field.pool[side][kind][0], field.pool[side][kind][1]
    if kind == LINE:
        plain, flags = plain + field.pool[side][GUARD][0], flags + field.pool[side][GUARD][1]
    return Refused("E12", "WGR-126" if kind == GUARD else "WGR-123", what="pool", plain=plain, flags=flags, **facts)


cdef dict carry_out_entry(Position position, int side, order):
    """A new unit on the board: its facts. Raises Refused (E12)."""
    cdef uint8_t taken[2 * CLASSES]
    cdef Entry entry
    cdef int slot, cell
    entry.kind = CLASS_LETTERS.index(order.kind.upper())
    entry.entry = position.variant.board.entries[order.entry.upper()][0]
    entry.facing = DIRECTIONS.index(order.facing.lower())
    cell = position.variant.law.entry[entry.entry]
    facts = {
        "kind": order.kind.upper(), "entry": order.entry.upper(), "cell": position.variant.board.cells[cell],
    }
    slot = enter(&position.variant.law, &position.state, side, &entry, taken)
    if slot < 0:
        raise entry_refused(position, side, &entry, slot, facts)
    return {
        "unit": position.name(slot), **facts, "facing": DIRECTIONS[entry.facing], "taken": counted_as_pool(taken),
    }


cdef object entry_refused(Position position, int side, const Entry* entry, int why, dict facts):
    """The refusal for a NoEntry."""
    cdef Field* field = &position.state.field
    cdef int cell = position.variant.law.entry[entry.entry], ahead = position.variant.law.ahead[entry.facing][cell]
    if why == EMPTY_POOL:
        return empty_pool(position, side, entry.kind, facts)
    if why == ENEMY_ON_ENTRY:
        return Refused("E12", "WGR-127", what="enemy", **facts)
    if why == NO_ROOM:
        mixed = field.count[cell] and arm_of(kind_in(field, cell)) != arm_of(entry.kind)
        return Refused("E12", "WGR-127", what="arm" if mixed else "room", **facts)
    return Refused("E12", "WGR-128", what="contact", target=position.variant.board.cells[ahead], **facts)


cdef dict counted_as_pool(const uint8_t* taken):
    cdef int at
    counted = {}
    for at in range(2 * CLASSES):
        if taken[at]:
            counted[CLASS_LETTERS[at // 2] + ("f" if at & 1 else "")] = taken[at]
    return counted
