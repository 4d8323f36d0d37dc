"""A seat's mail: judged line by line, rehearsed on a copy without dice, and carried out (3.13 and 5.4 of the rulebook).

A mail is refused as a whole for any fault found before its first die; after it, what cannot be done is void. Nothing
is rolled or changed until `play`.
"""

from core.contract import Event, Status, Verdict
from core.rulesets.waterloo_grid.board import CLASS_LETTERS, DIRECTIONS, SEATS
from core.rulesets.waterloo_grid.orders import (
    Activate, Claim, Draw, End, Enter, Fights, GameTurn, Place, Resign, Show, Test,
)
from core.rulesets.waterloo_grid.plans import Refused, cell_named
from core.rulesets.waterloo_grid.position import SIDE_LETTERS, SYMBOL_OF_CLASS, UNIT

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
from core.rulesets.waterloo_grid.notes cimport CHARGED, SHOT, Note
from core.rulesets.waterloo_grid.plans cimport make_plan, refusal
from core.rulesets.waterloo_grid.position cimport slots_in_order
from core.rulesets.waterloo_grid.rolls cimport Roller

ACTING = (Activate, Place, Enter, End)  # what places the dice (WGR-141)
MOVERS = (*ACTING, Fights)  # what is for the side in turn alone
SYMBOLS = "ICA"
ACTIVATION_CLAUSES = {"A": "WGR-022", "C": "WGR-023", "I": "WGR-024"}
ENTRY_CLAUSES = ("WGR-125", "WGR-124")  # by side
SILENT_TURNS = 3  # WGR-147


cdef class Mail:
    """One seat's lines on a position, which is not changed: `examine`, `rehearse`; then, if it is accepted, `play`."""

    def __init__(self, position, side, lines):
        self.side, self.seat, self.lines = side, SEATS[side], tuple(lines)
        self.verdicts, self.slots = {}, {}
        self.given, self.symbols, self.entries = [], [], []
        self.refused = self.ends = False
        orders = [line.order for line in self.lines]
        after_turn = orders[1:] if orders and isinstance(orders[0], GameTurn) else orders
        self.trial = bool(after_turn) and isinstance(after_turn[0], Test)
        self.places = any([isinstance(order, ACTING) for order in orders])

    @property
    def accepted(self):
        """Whether it is to be carried out."""
        orders = [line.order for line in self.lines]
        return not self.refused and not self.trial and not all([isinstance(order, GameTurn) for order in orders])

    def judged(self):
        """All verdicts, in the order of the lines; what stands beside a refused line is void."""
        for index, line in enumerate(self.lines):
            stands = index in self.verdicts and self.verdicts[index].status is Status.OK
            if index not in self.verdicts or self.refused and not self.trial and stands:
                self.verdicts[index] = Verdict(line.number, Status.VOID)
        return tuple([self.verdicts[index] for index in sorted(self.verdicts)])

    def accept(self, index, **facts):
        self.verdicts[index] = Verdict(self.lines[index].number, Status.OK, facts={"seat": self.seat, **facts})

    def refuse(self, index, error):
        """Refuse a line, and the mail with it; `error` is a Refused."""
        self._blame(index, error)
        self.refused = True

    def _blame(self, index, error):
        facts = {"seat": self.seat, **error.facts}
        self.verdicts[index] = Verdict(self.lines[index].number, Status.REFUSED, error.code, error.clauses, facts)

    # --- Syntax, ownership, dice and pool (WGR-139) ------------------------------------------------------------------

    def examine(self, Position position):
        """Refuse what is wrong whatever the dice may bring."""
        cdef Position counted = position.copy()  # its pool goes down with each entry
        closed = False
        for index, line in enumerate(self.lines):
            try:
                if position.state.over != PLAY_ON:
                    raise Refused("E14", "WGR-132", what="over")
                if closed:
                    raise Refused("E14", "WGR-143", what="after_end")
                self._examine_line(position, counted, index, line.order)
            except Refused as error:
                self.refuse(index, error)
            closed = closed or isinstance(line.order, End)

    def _examine_line(self, Position position, Position counted, index, order):
        if isinstance(order, MOVERS) and position.state.mover != self.side:
            turn, to_move = position.state.turn, SEATS[position.state.mover]
            raise Refused("E14", "WGR-138", what="not_your_turn", turn=turn, to_move=to_move)
        if isinstance(order, GameTurn):
            self._examine_turn(position, index, order)
        elif isinstance(order, Test):
            if index and not (index == 1 and isinstance(self.lines[0].order, GameTurn)):
                raise Refused("E01", "WGR-146", what="test_not_first")
        elif isinstance(order, Activate):
            self._examine_order(position, index, order)
        elif isinstance(order, Place):
            for unit in order.units:
                self._examine_place(position, unit)
        elif isinstance(order, Enter):
            self._examine_entry(position, counted, order)
        elif isinstance(order, Fights):
            for cell in order.cells:
                cell_named(position, cell)
        elif isinstance(order, Claim):
            missed = position.state.missed[1 - self.side]
            if missed < SILENT_TURNS:
                raise Refused("E14", "WGR-147", what="no_claim", missed=missed)
        elif not isinstance(order, End | Resign | Draw | Show):
            raise Refused("E01", "WGR-139", what="line")

    def _examine_turn(self, Position position, index, order):
        if index:
            raise Refused("E01", "WGR-139", what="turn_not_first")
        if order.number != position.state.turn or position.state.mover != self.side:
            turn, to_move = position.state.turn, SEATS[position.state.mover]
            raise Refused("E14", "WGR-143", what="wrong_turn", number=order.number, turn=turn, to_move=to_move)

    def _examine_order(self, Position position, index, order):
        cdef Plan plan
        cdef int slot = self._unit(position, order.unit)
        name = position.name(slot)
        if (position.state.acted >> slot) & 1:
            raise Refused("E04", "WGR-142", what="acted", unit=name)
        if slot in self.slots.values():
            raise Refused("E04", "WGR-142", what="twice", unit=name)
        self._give_die(position, slot, "not_placed")
        self.slots[index] = slot
        if not order.alternatives:
            raise Refused("E01", "WGR-139", what="nothing", unit=name)
        for alternative in order.alternatives:
            again = alternative.unit
            if again is not None and position.find(again.upper(), self.side) != slot:
                raise Refused("E01", "WGR-145", what="other_unit", unit=name, other=again.upper())
            try:
                make_plan(position, slot, alternative, &plan)
            except Refused as error:
                raise Refused(error.code, error.clauses[0], **{"unit": name, **error.facts}) from None

    def _examine_place(self, Position position, unit):
        cdef int slot = self._unit(position, unit)
        if (position.state.acted >> slot) & 1:
            raise Refused("E04", "WGR-142", what="acted", unit=position.name(slot))
        self._give_die(position, slot, "late")

    def _unit(self, Position position, word):
        """The slot of the unit meant. Raises Refused (E02)."""
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
        raise Refused("E02", "WGR-005", what=what, unit=name, own=self._own(position, kind))

    def _own(self, Position position, kind):
        """The seat's living units, of one class or of all."""
        names = [position.name(slot) for slot in slots_in_order(&position.state) if slot // SIDE_SLOTS == self.side]
        of_class = [name for name in names if name[1] == kind]
        return of_class or names

    def _give_die(self, Position position, int slot, late):
        """A die for a unit that has none yet. Raises Refused: E03, or E04 where the dice lie already (WGR-141)."""
        name = position.name(slot)
        if position.state.mails:
            if late == "late" or not (position.state.placed >> slot) & 1:
                raise Refused("E04", "WGR-141", what=late, unit=name)
            return
        if name in self.given:
            return
        symbol = SYMBOLS[symbol_of(position.state.field.kind[slot])]
        have, on = self._dice_left(position, symbol)
        if have <= len(on):
            clause = ACTIVATION_CLAUSES[symbol]
            raise Refused("E03", clause, what="dice", unit=name, needs=symbol, have=have, on=on)
        self.given.append(name)
        self.symbols.append((symbol, name))

    def _dice_left(self, Position position, symbol):
        """How many dice show a symbol, and who has them by now."""
        have = dice_of(&position.state, SYMBOLS.index(symbol))
        return have, [who for which, who in self.symbols if which == symbol]

    def _examine_entry(self, Position position, Position counted, order):
        cdef uint8_t taken[2 * CLASSES]
        cdef int kind, side = self.side
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
        symbol, count = SYMBOL_OF_CLASS[facts["kind"]], position.variant.law.entry_dice[side]
        have, on = self._dice_left(position, symbol)
        if have < len(on) + count:
            raise Refused("E12", ENTRY_CLAUSES[side], what="dice", needs=symbol, count=count, have=have, on=on, **facts)
        self.symbols += [(symbol, f"enter {facts['kind']}")] * count
        self.entries.append(facts["kind"])
        counted.state.field.alive[form(&counted.state.field, side, kind, taken)] = 0

    # --- Rehearsal (WGR-139, WGR-146) --------------------------------------------------------------------------------

    def rehearse(self, Position position):
        """Try the lines in order on a copy, with shots that roll and do nothing.

        What fails before the first shot is refused, in a test mail also what fails later; else a later line can only
        be accepted, with what is wrong with it as things stand.
        """
        cdef Position working = position.copy()
        later = False
        story = Story(position.variant, 0, [])
        for index, line in enumerate(self.lines):
            if index in self.verdicts:
                continue
            try:
                facts = self._rehearse_line(working, story, index, line.order)
            except Refused as error:
                if not later:
                    self.refuse(index, error)
                    continue
                now = {"code": error.code, "clauses": list(error.clauses), **error.facts}
                facts = {"now": now}
                if isinstance(line.order, Activate):
                    facts["unit"] = working.name(self.slots[index])
                else:
                    facts |= {"kind": line.order.kind.upper(), "entry": line.order.entry.upper()}
            if isinstance(line.order, Activate | Enter):
                facts = {"now": None, **facts, "later": later}
            self.accept(index, **facts)
            later = later or bool(facts.get("shots")) and not self.trial
            if working.state.over != PLAY_ON:
                return

    def _rehearse_line(self, Position working, Story story, index, order):
        if isinstance(order, Activate):
            return self._rehearse_order(working, story, index, order)
        if isinstance(order, Enter):
            return enter(working, self.side, order)
        return self._say(working, order, [])

    def _rehearse_order(self, Position working, Story story, index, order):
        cdef Drill drill
        cdef int slot = self.slots[index]
        number, done = try_order(working, slot, order, DRY, NULL, story, &drill)
        facts = {"unit": working.name(slot), "alternative": number, **noted(working, story)}
        story.chronicle.count = 0
        working.state.acted |= <uint64_t>1 << slot
        if done == CUT_SHORT:
            # Legal (WGR-140), though it could not be finished if its shots had no effect.
            error = refused_for(working, slot, &drill)
            facts["now"] = {"code": error.code, "clauses": list(error.clauses), **error.facts}
        add_charges(&working.state, &drill)
        return facts | {"ends": working.ends(slot)}

    # --- Carrying out ------------------------------------------------------------------------------------------------

    cdef object play(self, Position position, Source source, Story story):
        """Carry out an accepted mail on `position`, whose dice lie there; events go to the story.

        Stops where the dice cannot be had; then `source.error` is what to raise.
        """
        cdef State* state = &position.state
        if self.places:
            self._place_dice(position, story)
        for index, line in enumerate(self.lines):
            try:
                facts = self._play_line(position, source, story, index, line.order)
            except Refused as error:
                self._void(position, story, index, error, False)
                continue
            if source.error is not None:
                return
            if facts is not None:
                self.accept(index, **facts)
            if state.over != PLAY_ON:
                for below in range(index + 1, len(self.lines)):
                    self.verdicts[below] = Verdict(self.lines[below].number, Status.VOID)
                return

    def _place_dice(self, Position position, Story story):
        """WGR-141: the first mail that acts places the dice; what it does not place is lost."""
        cdef State* state = &position.state
        cdef int slot
        state.mails = min(state.mails + 1, MOST_MAILS)
        if state.mails > 1:
            return
        for name in self.given:
            slot = position.find(name, self.side)
            state.placed |= <uint64_t>1 << slot
        lost = []
        for number, symbol in enumerate(SYMBOLS):
            used = len([who for which, who in self.symbols if which == symbol])
            lost += [symbol] * (dice_of(state, number) - used)
        facts = {"seat": self.seat, "units": list(self.given), "entries": list(self.entries), "lost": lost}
        story.events.append(Event("placed", facts, "WGR-027"))

    def _play_line(self, Position position, Source source, Story story, index, order):
        if isinstance(order, Activate):
            return self._play_order(position, source, story, index, order)
        if isinstance(order, Enter):
            facts = enter(position, self.side, order)
            told = {"seat": self.seat, **facts}
            story.events.append(Event("enter", told, ENTRY_CLAUSES[self.side]))
            return facts | {"later": False, "now": None}
        return self._say(position, order, story.events)

    def _play_order(self, Position position, Source source, Story story, index, order):
        cdef State* state = &position.state
        cdef Roller roller = source.roller()
        cdef Drill drill
        cdef int slot = self.slots[index]
        state.placed &= ~(<uint64_t>1 << slot)
        state.acted |= <uint64_t>1 << slot
        number, done = try_order(position, slot, order, PLAY, &roller, story, &drill)
        facts = {"unit": position.name(slot), "alternative": number, **noted(position, story)}
        story.flush(state, self.side)
        if source.error is not None:
            return None
        if done == CUT_SHORT:
            self._void(position, story, index, refused_for(position, slot, &drill), True)
            return None
        add_charges(state, &drill)
        return facts | {"ends": position.ends(slot), "later": False, "now": None}

    def _void(self, Position position, Story story, index, error, cut):
        """WGR-140: a line that cannot be carried out once dice have rolled; the others stand."""
        self._blame(index, error)
        facts = {"seat": self.seat, "unit": None, "line": self.lines[index].number, "cut": cut}
        if index in self.slots:
            facts["unit"] = position.name(self.slots[index])
        facts |= {"code": error.code, "what": None, "clauses": list(error.clauses), **error.facts}
        story.events.append(Event("void", facts, "WGR-140"))

    def _say(self, Position position, order, events):
        """Lines that need no unit: their facts."""
        cdef State* state = &position.state
        if isinstance(order, Place):
            return {"units": [position.name(position.find(unit.upper(), self.side)) for unit in order.units]}
        if isinstance(order, Fights):
            return self._set_fights(position, order)
        if isinstance(order, GameTurn):
            return {"number": order.number}
        if isinstance(order, End):
            self.ends = True
        elif isinstance(order, Resign):
            state.over, state.winner = RESIGNED, 1 - self.side
            events.append(Event("resigned", {"seat": self.seat}, "WGR-136"))
        elif isinstance(order, Claim):
            state.over, state.winner = CLAIMED, self.side
            events.append(Event("claimed", {"seat": self.seat}, "WGR-147"))
        elif isinstance(order, Draw):
            return {"agreed": self._offer(position, events)}
        return {}

    def _set_fights(self, Position position, order):
        """WGR-144: the last such line counts."""
        cells = list(dict.fromkeys([cell.upper() for cell in order.cells]))
        position.state.fights = 0
        for cell in cells:
            position.state.fight[position.state.fights] = cell_named(position, cell)
            position.state.fights += 1
        return {"cells": cells}

    def _offer(self, Position position, events):
        """WGR-136; whether the game is drawn by it."""
        cdef State* state = &position.state
        state.offers[self.side] = ply_of(state) + (1 if state.mover == self.side else 2)
        events.append(Event("draw_offered", {"seat": self.seat}, "WGR-136"))
        if not state.offers[1 - self.side]:
            return False
        state.over, state.winner = AGREED, NOBODY
        return True


# --- Order lines -----------------------------------------------------------------------------------------------------

cdef object try_order(
    Position position, int slot, order, int mode, Roller* roller, Story story, Drill* drill
):
    """The first alternative that is legal, carried out (WGR-145): its index and its Done. Raises Refused."""
    cdef Plan plan
    cdef Field copied
    cdef int done
    first = None
    for number, alternative in enumerate(order.alternatives):
        make_plan(position, slot, alternative, &plan)
        done = DONE
        if plan.fires:
            copied = position.state.field
            done = carry_out(drill, &position.variant.law, &copied, &plan, JUDGE, NULL, NULL)
        if done == DONE:
            done = carry_out(
                drill, &position.variant.law, &position.state.field, &plan, mode, roller, &story.chronicle
            )
        if done != ILLEGAL:
            return number, done
        first = first or refused_for(position, slot, drill)
    raise first


cdef object refused_for(Position position, int slot, Drill* drill):
    error = refusal(position, drill)
    return Refused(error.code, error.clauses[0], **{"unit": position.name(slot), **error.facts})


cdef dict noted(Position position, Story story):
    """Shots and charges of the line just tried."""
    cdef Note* note
    cdef int at
    cells = position.variant.board.cells
    shots, charges = [], []
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


cdef object enter(Position position, int side, order):
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
