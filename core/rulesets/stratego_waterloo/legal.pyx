"""Order sets that the check accepts: all simple ones in order, and one by chance.

`legal` lists one action a set, with the way left to the rules, and `end`; cards by one piece each. Nothing here judges,
and nothing looks at what the seat may not know: the lists hang on backs alone.
"""

from core.rulesets.stratego_waterloo import setup
from core.rulesets.stratego_waterloo.board import CARD_NAMES, SEATS
from core.rulesets.stratego_waterloo.orders import (
    Battery, Burn, Charge, Combined, Cut, End, Enter, Fire, Go, Initiative, Keep, Reconnoitre, Rest, Retire, Row, Save,
    Setup, Stop, Take, numbered,
)

from libc.stdint cimport uint64_t, uint8_t

from core.rulesets.stratego_waterloo.actions cimport (
    ATTACKING, ENTERING, MOST_ACTIONS, MOST_TARGETS, MOVING, RESTING_NOW, TILE_TARGET, Action, adjoin, list_all,
    list_attacks, list_entries, list_moves, list_shots, may_spend,
)
from core.rulesets.stratego_waterloo.board cimport (
    BATTERY, CARDS, COMBINED, INITIATIVE, NONE, RECONNAISSANCE, SPIRIT, SQUARES, Law, Variant, in_half,
)
from core.rulesets.stratego_waterloo.combat cimport succeed
from core.rulesets.stratego_waterloo.position cimport Position
from core.rulesets.stratego_waterloo.pursuit cimport can_act, is_fugitive
from core.rulesets.stratego_waterloo.state cimport DRAFTING, PLAYING, PURSUING, RIDING, SETTING_UP, State, seat_at, send
from core.rulesets.stratego_waterloo.turns cimport drawing_squares, may_bring, may_take
from core.stream cimport Stream, below, start

cdef enum:
    MOST_INSPECTED = 4  # SWL-139
    MOST_MOVES = 3  # SWL-140
    MIXINGS = 200  # pairs of squares that a random set-up may swap


def legal(Position position, seat, limit=None):
    """Order sets of one order each that `check` accepts from the seat now, each once; none where it owes nothing."""
    if position.state.to_move != SEATS.index(seat):
        return []
    found = []
    for order in SimpleOrders(position).orders():
        if limit is not None and len(found) >= limit:
            break
        found.append(numbered([order]))
    return found


def random_orders(Position position, seat, uint64_t seed):
    """One order set for what the seat owes, drawn by chance; no lines where it owes nothing."""
    if position.state.to_move != SEATS.index(seat) or position.state.phase > PURSUING:
        return ()
    return numbered(RandomOrders(position, seed).orders())


# --- Orders from actions ----------------------------------------------------------------------------------------------

cdef str name_of(Position position, int square):
    return position.variant.board.square_names[square]


cdef object order_of(Position position, const Action* action):
    cdef State* state = &position.state
    cdef Variant variant = position.variant
    square = name_of(position, state.piece[action.slot].place) if action.kind != ENTERING else None
    if action.kind == MOVING:
        return Go((square, name_of(position, action.to)))
    if action.kind == ATTACKING:
        return Go((square, name_of(position, action.to)), "attack")
    if action.kind == RESTING_NOW:
        return Rest(square)
    if action.kind == ENTERING:
        return Enter(variant.code_name(state.piece[action.slot].code), name_of(position, action.to))
    if action.to >= TILE_TARGET:
        return Fire(square, variant.tile_names[action.to - TILE_TARGET])
    return Fire(square, name_of(position, action.to))


cdef list rider_names(Position position, int seat):
    """The labels of a side's riders, in order."""
    cdef State* state = &position.state
    cdef int slot
    letter = "V" if seat == state.victor else "R"
    labels = [
        state.piece[slot].label
        for slot in range(state.slots)
        if state.piece[slot].place == RIDING and position.variant.law.side[state.piece[slot].code] == seat
    ]
    return [f"{letter}{label}" for label in sorted(labels)]


cdef list fugitive_names(Position position):
    cdef State* state = &position.state
    cdef int square, slot
    found = []
    for square in range(SQUARES):
        slot = state.on[square]
        if slot != NONE and is_fugitive(&position.variant.law, state, slot):
            found.append(name_of(position, square))
    return found


# --- All of them ------------------------------------------------------------------------------------------------------

cdef class SimpleOrders:
    """The simple orders of the side to move, in order."""

    cdef Position position

    def __init__(self, Position position):
        self.position = position

    def orders(self):
        """The orders, one after the other."""
        phase = self.position.state.phase
        if phase == SETTING_UP:
            yield Setup(default=True)
        elif phase == DRAFTING:
            yield from self._picks()
        elif phase == PURSUING:
            yield from self._chases()
            yield End()
        elif phase == PLAYING:
            yield from self._actions()
            yield from self._cards()
            yield from self._takings()
            yield End()

    def _picks(self):
        """Only the card that is kept is said; the usual order says which is put away."""
        for card in range(CARDS):
            if self.position.state.stack[card]:
                yield Keep((CARD_NAMES[card],))

    def _chases(self):
        cdef State* state = &self.position.state
        if can_act(&self.position.variant.law, state):
            own, enemies = rider_names(self.position, state.to_move), rider_names(self.position, 1 - state.to_move)
            fugitives = fugitive_names(self.position)
            if state.to_move == state.victor:
                yield from (Cut(label, square) for label in own for square in fugitives)
            else:
                yield from (Save(square) for square in fugitives)
            yield from (Charge(label, other) for label in own for other in enemies)
            yield from (Retire(label) for label in own)
        if state.to_move == state.victor:
            yield Stop()

    def _actions(self):
        cdef Law* law = &self.position.variant.law
        cdef State* state = &self.position.state
        cdef Action found[MOST_ACTIONS]
        cdef int square, at, count
        spirited = may_play(state) and state.hand[state.to_move][SPIRIT]
        for square in range(SQUARES):
            if seat_at(law, state, square) != state.to_move:
                continue
            count = list_all(law, state, state.on[square], found)
            affordable = may_spend(law, state, law.nation[state.piece[state.on[square]].code])
            for at in range(count):
                if not affordable and found[at].kind != RESTING_NOW:
                    continue
                order = order_of(self.position, &found[at])
                yield order
                if found[at].kind == ATTACKING and spirited:
                    yield Go(order.path, order.how, True)
        yield from self._entries()

    def _entries(self):
        cdef Law* law = &self.position.variant.law
        cdef State* state = &self.position.state
        cdef Action found[MOST_ACTIONS]
        cdef uint8_t squares[MOST_TARGETS]
        cdef int slot, at, count
        orders = {}
        for slot in range(state.slots):
            if law.side[state.piece[slot].code] == state.to_move and may_bring(law, state, slot):
                count = list_entries(law, state, slot, found)
                for at in range(count):
                    orders[(state.piece[slot].code, found[at].to)] = order_of(self.position, &found[at])
        yield from (orders[key] for key in sorted(orders))
        count = drawing_squares(law, state, squares)
        for at in range(count):
            yield Enter("PRUSSIAN", name_of(self.position, squares[at]))

    def _cards(self):
        """Each card with one piece taking part."""
        cdef Law* law = &self.position.variant.law
        cdef State* state = &self.position.state
        cdef int seat = state.to_move, square, slot, at, count
        cdef Action found[MOST_ACTIONS]
        cdef uint8_t* hand = state.hand[seat]
        if not may_open_with_a_card(state):
            return
        if hand[RECONNAISSANCE] and may_spend(law, state, NONE):
            for square in range(SQUARES):
                if seat_at(law, state, square) == 1 - seat and in_half(1 - seat, square):
                    yield Reconnoitre((name_of(self.position, square),))
        for square in range(SQUARES):
            slot = state.on[square]
            if seat_at(law, state, square) != seat or not may_spend(law, state, law.nation[state.piece[slot].code]):
                continue
            if hand[INITIATIVE]:
                count = list_moves(law, state, slot, found)
                for at in range(count):
                    yield Initiative((order_of(self.position, &found[at]),))
            if hand[COMBINED]:
                count = list_attacks(law, state, slot, found)
                for at in range(count):
                    yield Combined((order_of(self.position, &found[at]),))
            if hand[COMBINED] or hand[BATTERY]:
                count = list_shots(law, state, slot, found)
                for at in range(count):
                    shot = order_of(self.position, &found[at])
                    if hand[COMBINED]:
                        yield Combined((shot,))
                    if hand[BATTERY]:
                        yield Battery((shot,))

    def _takings(self):
        cdef State* state = &self.position.state
        if may_take(&self.position.variant.law, state):
            left = [card for card in range(CARDS) for _ in range(state.discards[<int>card])]
            pairs = sorted({(one, other) for at, one in enumerate(left) for other in left[at + 1 :]})
            yield from (Take((CARD_NAMES[one], CARD_NAMES[other])) for one, other in pairs)


cdef bint may_play(const State* state) noexcept:
    """Whether the mover may still play a card in this ply (SWL-134)."""
    return not state.carded[state.to_move] and state.used < state.allowance


cdef bint may_open_with_a_card(const State* state) noexcept:
    """SWL-135."""
    return may_play(state) and not state.used


# --- One of them ------------------------------------------------------------------------------------------------------

cdef class RandomOrders:
    """Draws orders for the side to move. Every simple order can come, and cards with several pieces."""

    cdef Position position
    cdef Stream chance

    def __init__(self, Position position, uint64_t seed):
        self.position = position
        start(&self.chance, seed)

    def orders(self):
        """The orders of one mail."""
        phase = self.position.state.phase
        if phase == SETTING_UP:
            return [self._setup()]
        if phase == DRAFTING:
            return self._pick()
        card = self._card() if phase == PLAYING else None
        if card is not None:
            return [card]
        choices = list(SimpleOrders(self.position).orders())
        order = self._one_of(choices)
        if isinstance(order, (End, Stop)):
            order = self._one_of(choices)  # else the many plies with few choices would end early too often
        return [order, End()] if not isinstance(order, (End, Stop)) and not below(&self.chance, 4) else [order]

    def _one_of(self, choices):
        return choices[below(&self.chance, len(choices))]

    def _pick(self):
        cdef State* state = &self.position.state
        left = [card for card in range(CARDS) for _ in range(state.stack[<int>card])]
        keep = left.pop(below(&self.chance, len(left)))
        orders = [Keep((CARD_NAMES[keep],))]
        return [*orders, Burn((CARD_NAMES[self._one_of(left)],))] if left else orders

    # --- Setting up ---------------------------------------------------------------------------------------------------

    def _setup(self):
        """The default formation with many pieces exchanged, some of them for those held back."""
        battlefield, board = self.position.variant.battlefield, self.position.variant.board.written
        seat = SEATS[self.position.state.to_move]
        formed = setup.default_formation(battlefield, board, seat)
        roster = {piece["code"]: piece for piece in board["pieces"]}
        guarded = setup.garrison_squares(battlefield, seat)
        placed = dict(formed.board)
        squares = [*setup.setup_squares(battlefield, seat)]
        for _ in range(MIXINGS):
            one, other = self._one_of(squares), self._one_of(squares)
            pieces = placed.get(one), placed.get(other)
            if all(
                code is None or setup.open_to(battlefield, roster[code], square)
                for code, square in zip(pieces, (other, one), strict=True)
            ):
                for square, code in ((other, pieces[0]), (one, pieces[1])):
                    placed.pop(square, None)
                    if code is not None:
                        placed[square] = code
        held = list(formed.reserve)
        for square in self._shuffled(squares):
            code = placed.get(square)
            spare = len(held) < battlefield.reserve and not below(&self.chance, 8)
            if code is not None and spare and roster[code]["class"] not in setup.LEADERS:
                held.append(placed.pop(square))
        rows = sorted({int(square[1:]) for square in squares}, reverse=True)
        return Setup(
            rows=tuple([Row(row, tuple([placed.get(f"{file}{row}") for file in setup.COLUMNS])) for row in rows]),
            reserve=tuple(sorted(held)) or None,
            garrison=tuple([(placed[square], square) for square in sorted(guarded) if square in placed]),
        )

    def _shuffled(self, choices):
        left = list(choices)
        return [left.pop(below(&self.chance, len(left))) for _ in range(len(left))]

    # --- Cards --------------------------------------------------------------------------------------------------------

    def _card(self):
        """A card with as many pieces as come together, one time in four that one can be played; else None."""
        cdef State* state = &self.position.state
        if not may_open_with_a_card(state) or below(&self.chance, 4):
            return None
        hand = [card for card in range(SPIRIT) if state.hand[state.to_move][<int>card]]
        if not hand:
            return None
        card = self._one_of(hand)
        if card == RECONNAISSANCE:
            return self._reconnoitre()
        if card == INITIATIVE:
            return self._initiative()
        return self._battery() if card == BATTERY else self._combined()

    def _reconnoitre(self):
        cdef Law* law = &self.position.variant.law
        cdef State* state = &self.position.state
        cdef uint8_t group[MOST_INSPECTED]
        cdef int count = 0, wanted = 1 + below(&self.chance, MOST_INSPECTED), square
        if not may_spend(law, state, NONE):
            return None
        backs = [
            square
            for square in range(SQUARES)
            if seat_at(law, state, square) == 1 - state.to_move and in_half(1 - state.to_move, square)
        ]
        while count < wanted:
            near = [square for square in backs if not count or adjoin(group, count, square)]
            if not near:
                break
            square = self._one_of(near)
            backs.remove(square)
            group[count] = square
            count += 1
        return Reconnoitre(tuple([name_of(self.position, group[at]) for at in range(count)])) if count else None

    def _initiative(self):
        """Up to three moves, each found after the one before."""
        cdef Position after = self.position.copy()
        cdef Action found[MOST_ACTIONS]
        cdef Action* chosen
        cdef int count
        moves, moved = [], set()
        for _ in range(1 + below(&self.chance, MOST_MOVES)):
            slots = [slot for slot in self._own(after, None) if slot not in moved]
            for slot in self._shuffled(slots):
                count = list_moves(&after.variant.law, &after.state, slot, found)
                if count and self._of_one_nation(after, [*moved, slot]):
                    chosen = &found[below(&self.chance, count)]
                    moves.append(order_of(after, chosen))
                    send(&after.variant.law, &after.state, slot, chosen.to)
                    moved.add(slot)
                    break
        return Initiative(tuple(moves)) if moves else None

    def _combined(self):
        """At most one attack of each arm and a shot; each is thought to succeed before the next is found."""
        cdef Position after = self.position.copy()
        cdef Action found[MOST_ACTIONS]
        cdef Action* chosen
        cdef int count
        parts, taking = [], []
        for arm in self._shuffled(range(3)):
            for slot in self._shuffled(self._own(after, arm)):
                if slot in taking:
                    continue
                count = list_attacks(&after.variant.law, &after.state, slot, found)
                count += list_shots(&after.variant.law, &after.state, slot, found + count)
                if count and self._of_one_nation(after, [*taking, slot]):
                    chosen = &found[below(&self.chance, count)]
                    parts.append(order_of(after, chosen))
                    succeed(&after.variant.law, &after.state, chosen.slot, chosen.to)
                    taking.append(slot)
                    break
        return Combined(tuple(parts)) if parts else None

    def _battery(self):
        """Guns that adjoin, beginning with any that has a target."""
        cdef Position after = self.position.copy()
        cdef Action found[MOST_ACTIONS]
        cdef Action* chosen
        cdef uint8_t group[MOST_TARGETS]
        cdef int count, guns = 0
        shots, taking = [], []
        for slot in self._shuffled(self._own(after, 2)):
            if guns and not adjoin(group, guns, after.state.piece[<int>slot].place):
                continue
            count = list_shots(&after.variant.law, &after.state, slot, found)
            if count and self._of_one_nation(after, [*taking, slot]):
                chosen = &found[below(&self.chance, count)]
                shots.append(order_of(after, chosen))
                group[guns] = after.state.piece[<int>slot].place
                guns += 1
                succeed(&after.variant.law, &after.state, chosen.slot, chosen.to)
                taking.append(slot)
        return Battery(tuple(shots)) if shots else None

    def _own(self, Position position, arm):
        """The slots of the mover's pieces on the board, of one arm if that is given, by square."""
        cdef Law* law = &position.variant.law
        cdef State* state = &position.state
        cdef int square
        return [
            state.on[square]
            for square in range(SQUARES)
            if seat_at(law, state, square) == state.to_move
            and (arm is None or law.arm[state.piece[state.on[square]].code] == arm)
        ]

    def _of_one_nation(self, Position position, slots):
        """Whether a card of these pieces can be paid for (SWL-138)."""
        cdef Law* law = &position.variant.law
        nations = {law.nation[position.state.piece[<int>slot].code] for slot in slots}
        return may_spend(law, &position.state, NONE if len(nations) > 1 else nations.pop())
