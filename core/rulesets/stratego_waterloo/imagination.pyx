"""Positions made up from a view: `imagine` draws one, as likely as any other that looks the same to its seat.

What a seat does not know is which of the enemy's pieces stand behind the backs it sees, the cards it has not seen, the
enemy's card of the lines of retreat, and the order of the Prussians. Every single piece or card is as likely as any
other to be at each of the places it may be at:

- The pieces that are alive and not known by name share out the places whose backs fit them.
- Blocks are on heavy cavalry alone, and no more than its strength (SWL-073, SWL-075).
- A leader of the first army is on the board (SWL-011), where one of the backs there can be his; in a pursuit a
  Commander rides and the Commander-in-Chief does not (SWL-161). A piece hidden in a pool is from the reserve; a
  Prussian has been withdrawn.
- Late pieces are those of the scenario (SWL-176).
- A section in which two of the viewer's pieces stand while the battle goes on is not the enemy's (SWL-097).

What a view does not tell is taken as it is at first: the enemy's standing orders, lists and plans, and when an enemy
left the board or charged last. Cards played and moves made are no part of a position, so nothing follows from them.
"""

from core.rulesets.stratego_waterloo.board import NATIONS, SEATS
from core.rulesets.stratego_waterloo.schema import PositionSchema
from core.rulesets.stratego_waterloo.setup import CARDS as CARD_NAMES
from core.rulesets.stratego_waterloo.setup import COPIES as COPIES_OF_A_CARD

from libc.string cimport memcpy, memset

from core.rulesets.stratego_waterloo.board cimport (
    BLUE, BULOW, CARDS, CAVALRY, CINC, CMD, FR, HC, MOST_PIECES, NONE, PR, RED, SQUARES, Law, shared,
)
from core.rulesets.stratego_waterloo.position cimport read
from core.rulesets.stratego_waterloo.state cimport (
    GONE, LATE, PLAYING, PLAY_ON, PURSUING, RETIRED, RIDING, WITHDRAWN, Piece,
)
from core.stream cimport below, start

NOT_A_PIECE = frozenset({"arm", "nation", "side"})
NOT_ACTIONS = frozenset({"left", "may_return"})
SECTION_NAMES = ("LEFT", "CENTRE", "RIGHT")
OUT = ("retired", "saved")

cdef enum:
    SECTIONS = 3
    COPIES = 3  # of each card (SWL-131)
    MOST_BLOCKS = 6


cpdef Position imagine(Variant variant, view, uint64_t seed):
    """The position that `seed` draws among those that look like this view to its seat."""
    cdef Doubt doubt = doubt_of(variant, view)
    cdef Position position = Position.__new__(Position)
    cdef Stream chance
    start(&chance, seed)
    position.variant = variant
    doubt.draw(&position.state, &chance)
    return position


cdef Doubt doubt_of(Variant variant, view):
    """A view, ready to be drawn from. Raises what `position.read` raises where it is none."""
    cdef Doubt doubt = Doubt.__new__(Doubt)
    cdef Position filled = read(variant, Filling(variant, view).position())
    cdef int seat
    doubt.variant = variant
    doubt.seat = NONE if view["seat"] is None else SEATS.index(view["seat"])
    doubt.state = filled.state
    memset(doubt.late, 0, CODES)
    for code, count in variant.battlefield.late.items():
        doubt.late[<int>variant.board.number[code]] = count
    cards = view["cards"]
    for seat in range(2):
        doubt.hidden_hand[seat] = not isinstance(cards["hands"][SEATS[seat]], list)
        doubt.hidden_section[seat] = filled.state.section[seat] != NONE and view["retreat"][SEATS[seat]] is None
    doubt.hidden_stack, doubt.hidden_discards = cards["stack"] is None, cards["discards"] is None
    return doubt


class Filling:
    """A view as the JSON of a position: what it does not show is filled in as it comes, no matter how likely."""

    def __init__(self, Variant variant, view):
        self.variant, self.view = variant, view
        self.roster = {piece["code"]: piece for piece in variant.board.written["pieces"]}
        self.left = self._left()
        self.names = self._names()

    def position(self):
        """The JSON of a position that looks like the view."""
        view = self.view
        data = {key: view[key] for key in PositionSchema.__struct_fields__ if key in view}
        data["board"] = {square: self._piece(piece) for square, piece in view["board"].items()}
        data["pool"] = {side: [self._pooled(piece) for piece in pool] for side, pool in view["pool"].items()}
        if view["pursuit"]:
            data["pursuit"] = self._pursuit()
        data["dealt"] = self._dealt()
        data["undrawn"] = self._undrawn() if data["dealt"] else []
        data["actions"] = {key: value for key, value in view["actions"].items() if key not in NOT_ACTIONS}
        data["cards"] = self._cards()
        data["retreat"] = self._retreat(data["dealt"])
        return data

    def _pieces(self):
        """Every piece of the view."""
        yield from self.view["board"].values()
        for pool in self.view["pool"].values():
            yield from pool
        if self.view["pursuit"]:
            yield from self.view["pursuit"]["riders"].values()
            for name in OUT:
                for pieces in self.view["pursuit"][name].values():
                    yield from pieces

    def _left(self):
        """How many of each code are alive and not known by name."""
        cdef Variant variant = self.variant
        left = {code: variant.law.army[number] for number, code in enumerate(variant.board.codes)}
        for counts in self.view["eliminated"].values():
            for code, count in counts.items():
                left[code] -= count
        for piece in self._pieces():
            if piece["code"] is not None:
                left[piece["code"]] -= 1
        return left

    def _names(self):
        """A name for each nameless piece: those with most blocks choose first, of the heavy cavalry."""
        nameless = [piece for piece in self._pieces() if piece["code"] is None]
        nameless.sort(key=lambda piece: -piece["blocks"])
        return {id(piece): self._name(piece) for piece in nameless}

    def _name(self, piece):
        back = (piece["nation"], piece["arm"])
        for code, kind in self.roster.items():
            fits = not piece["blocks"] or kind["class"] == "HC" and kind["strength"] >= piece["blocks"]
            if self.left[code] > 0 and fits and (kind["nation"], kind["arm"]) == back:
                self.left[code] -= 1
                return code
        raise ValueError(f"no {back} is left")

    def _piece(self, piece):
        named = {key: value for key, value in piece.items() if key not in NOT_A_PIECE}
        return named if piece["code"] is not None else {**named, "code": self.names[id(piece)]}

    def _pooled(self, piece):
        """A Prussian that nobody knows has come back to the pool: none starts in it (SWL-094)."""
        if piece["code"] is None and piece["status"] is None and piece["nation"] == NATIONS[PR]:
            piece = {**piece, "code": self.names[id(piece)], "status": "withdrawn"}
        return self._piece(piece)

    def _pursuit(self):
        pursuit = self.view["pursuit"]
        out = {
            name: {side: [self._piece(piece) for piece in pieces] for side, pieces in pursuit[name].items()}
            for name in OUT
        }
        return {**pursuit, **out, "riders": {label: self._piece(each) for label, each in pursuit["riders"].items()}}

    def _dealt(self):
        """Whether cards and Prussians were dealt: the view has not the word, but shows what was dealt to the seat."""
        view = self.view
        if view["phase"] != "setup" or view["step"]:
            return True
        if any(view["retreat"].values()):
            return True
        return view["undrawn"] != sum(self.variant.battlefield.prussians.values())

    def _undrawn(self):
        if "undrawn_order" in self.view:
            return self.view["undrawn_order"]
        black = [code for code, kind in self.roster.items() if kind["nation"] == NATIONS[PR]]
        return [code for code in black for _ in range(self.left[code])][: self.view["undrawn"]]

    def _cards(self):
        """Whoever's cards are hidden gets some of those that are left."""
        cards = self.view["cards"]
        left = [card for card in CARD_NAMES for _ in range(COPIES_OF_A_CARD)]
        hands = cards["hands"]
        for seen in (*hands.values(), cards["stack"], cards["discards"]):
            for card in seen if isinstance(seen, list) else ():
                left.remove(card)
        counts = {"stack": cards["left"], "discards": cards["discarded"]}
        dealt = {seat: hand if isinstance(hand, list) else [left.pop() for _ in range(hand)]
                 for seat, hand in hands.items()}
        rest = {name: cards[name] if cards[name] is not None else [left.pop() for _ in range(count)]
                for name, count in counts.items()}
        return {"hands": dealt, **rest, "taken": cards["taken"]}

    def _retreat(self, dealt):
        if self.view["lines"] != "cards" or not dealt:
            return dict.fromkeys(SEATS)
        return {seat: self.view["retreat"][seat] or SECTION_NAMES[0] for seat in SEATS}


cdef class Doubt:
    """See imagination.pxd."""

    cdef void draw(self, State* drawn, Stream* chance) noexcept nogil:
        """A state with all that the viewer does not know drawn anew."""
        cdef const Law* law = &self.variant.law
        cdef int side
        memcpy(drawn, &self.state, sizeof(State))
        if drawn.over != PLAY_ON:
            return
        for side in range(2):
            if side != self.seat:
                name_pieces(law, drawn, side, self.late, chance)
            if self.hidden_section[side]:
                drawn.section[side] = any_section(law, drawn, side, chance)
        if self.seat == RED:
            shuffle(drawn.undrawn, drawn.undrawn_count, chance)
        if law.has_cards:
            self.deal(drawn, chance)

    cdef void deal(self, State* drawn, Stream* chance) noexcept nogil:
        """Cards that the viewer has not seen go to those who hold some, are still in the stack, or were put away."""
        cdef uint8_t unseen[CARDS]
        cdef int card, seat
        for card in range(CARDS):
            unseen[card] = COPIES
            for seat in range(2):
                if not self.hidden_hand[seat]:
                    unseen[card] -= drawn.hand[seat][card]
            if not self.hidden_stack:
                unseen[card] -= drawn.stack[card]
            if not self.hidden_discards:
                unseen[card] -= drawn.discards[card]
        for seat in range(2):
            if self.hidden_hand[seat]:
                take_cards(unseen, drawn.hand[seat], chance)
        if self.hidden_stack:
            take_cards(unseen, drawn.stack, chance)
        if self.hidden_discards:
            take_cards(unseen, drawn.discards, chance)


cdef void take_cards(uint8_t* unseen, uint8_t* taken, Stream* chance) noexcept nogil:
    """As many cards as somebody has, drawn from those unseen."""
    cdef int card, count = 0, left = 0, drawn
    for card in range(CARDS):
        count += taken[card]
        left += unseen[card]
        taken[card] = 0
    while count and left:
        drawn = below(chance, left)
        card = 0
        while drawn >= unseen[card]:
            drawn -= unseen[card]
            card += 1
        unseen[card] -= 1
        taken[card] += 1
        count -= 1
        left -= 1


cdef int any_section(const Law* law, const State* state, int seat, Stream* chance) noexcept nogil:
    """A section that may be the seat's; not one in which two enemies stand and have not won."""
    cdef uint8_t open[SECTIONS]
    cdef int section, count = 0
    for section in range(SECTIONS):
        if may_be_card(law, state, seat, section):
            open[count] = section
            count += 1
    return open[below(chance, count)] if count else below(chance, SECTIONS)


cdef bint may_be_card(const Law* law, const State* state, int seat, int section) noexcept nogil:
    return state.phase != PLAYING or shared(state.held[seat ^ 1], law.lines[seat][section]) < 2


cdef int section_after(const Law* law, const State* state, int seat, int section) noexcept nogil:
    """The next section that may be the seat's, in turn."""
    cdef int step, following
    for step in range(1, SECTIONS):
        following = (section + step) % SECTIONS
        if may_be_card(law, state, seat, following):
            return following
    return section


cdef void shuffle(uint8_t* entries, int count, Stream* chance) noexcept nogil:
    cdef int at, other
    for at in range(count - 1, 0, -1):
        other = below(chance, at + 1)
        entries[at], entries[other] = entries[other], entries[at]


# --- The names of a side's pieces -------------------------------------------------------------------------------------

cdef struct Names:  # the pieces that a nation may have behind its backs of one arm
    uint8_t code[MOST_PIECES]
    int count


cdef void name_pieces(const Law* law, State* state, int side, const uint8_t* late, Stream* chance) noexcept nogil:
    """New names for all of a side's pieces whose names the enemy does not know, and for its Prussians to come."""
    cdef uint8_t left[CODES]
    cdef Names names
    cdef int slot, nation, arm, code, _count
    for code in range(CODES):
        left[code] = law.army[code] - state.lost[code] if law.side[code] == side else 0
    for slot in range(state.slots):
        if state.piece[slot].place != GONE and law.side[state.piece[slot].code] == side and state.piece[slot].known:
            left[state.piece[slot].code] -= 1
    for arm in range(3):
        if side == BLUE:
            name_late(law, state, arm, late, left, chance)
        for nation in range(FR, PR + 1):
            names.count = 0
            for code in range(CODES):
                if law.side[code] == side and law.nation[code] == nation and law.arm[code] == arm:
                    for _count in range(left[code]):
                        names.code[names.count] = code
                        names.count += 1
            name_backs(law, state, nation, arm, &names, left, chance)
    if side == RED and state.undrawn_count:
        fill_bag(law, state, left, chance)


cdef void rename(State* state, int slot, int code) noexcept nogil:
    """A piece turns out to be another with the same back."""
    cdef Piece* piece = &state.piece[slot]
    if piece.place < SQUARES:
        state.stands[piece.code] -= 1
        state.stands[code] += 1
    elif piece.place <= WITHDRAWN:
        state.off[piece.code] -= 1
        state.off[code] += 1
    piece.code = code


cdef int take_name(Names* names, int at, uint8_t* left) noexcept nogil:
    cdef int code = names.code[at]
    names.count -= 1
    names.code[at] = names.code[names.count]
    left[code] -= 1
    return code


cdef void name_late(
    const Law* law, State* state, int arm, const uint8_t* late, uint8_t* left, Stream* chance
) noexcept nogil:
    """Late pieces are those that the scenario says, in some order (SWL-176)."""
    cdef Names names
    cdef uint8_t others[CODES]
    cdef int slot, code, _count
    names.count = 0
    for code in range(CODES):
        others[code] = late[code] if law.arm[code] == arm else 0
        for _count in range(others[code]):
            names.code[names.count] = code
            names.count += 1
    for slot in range(state.slots):
        if state.piece[slot].place == LATE and law.arm[state.piece[slot].code] == arm and names.count:
            code = take_name(&names, below(chance, names.count), others)
            left[code] -= 1
            rename(state, slot, code)


cdef bint is_nameless(const Law* law, const State* state, int slot, int nation, int arm) noexcept nogil:
    cdef const Piece* piece = &state.piece[slot]
    if piece.place == GONE or piece.place == LATE or piece.known:
        return False
    return law.nation[piece.code] == nation and law.arm[piece.code] == arm


cdef void name_backs(
    const Law* law, State* state, int nation, int arm, Names* names, uint8_t* left, Stream* chance
) noexcept nogil:
    """The names share out the backs of a nation and arm: leaders first, then those with most blocks, then the rest.

    Whoever may be at a place with more blocks may be at one with fewer: so each choice leaves as many ways for the
    others, whatever is chosen, and every sharing out is as likely as any other.
    """
    cdef uint8_t slots[MOST_PIECES]
    cdef int count = 0, slot, blocks, at
    for slot in range(state.slots):
        if is_nameless(law, state, slot, nation, arm):
            slots[count] = slot
            count += 1
    if not count:
        return
    if arm == CAVALRY and nation != PR:
        count = name_leaders(law, state, slots, count, names, left, chance)
    for blocks in range(MOST_BLOCKS, -1, -1):
        at = 0
        while at < count:
            if state.piece[slots[at]].blocks != blocks:
                at += 1
                continue
            name_one(law, state, slots[at], names, left, chance)
            count -= 1
            slots[at] = slots[count]


cdef int name_leaders(
    const Law* law, State* state, uint8_t* slots, int count, Names* names, uint8_t* left, Stream* chance
) noexcept nogil:
    """Leaders are given places where they may be; how many are left for others."""
    cdef uint8_t fitting[MOST_PIECES]
    cdef int at = 0, other, number
    while at < names.count:
        number = 0
        if law.cls[names.code[at]] == CINC or law.cls[names.code[at]] == CMD:
            for other in range(count):
                if may_lead(law, state, slots[other], names.code[at]):
                    fitting[number] = other
                    number += 1
        if not number:
            at += 1
            continue
        other = fitting[below(chance, number)]
        rename(state, slots[other], take_name(names, at, left))
        count -= 1
        slots[other] = slots[count]
    return count


cdef bint may_lead(const Law* law, const State* state, int slot, int code) noexcept nogil:
    cdef const Piece* piece = &state.piece[slot]
    if piece.blocks:
        return False
    if state.phase == PURSUING and law.cls[code] == CMD:
        return piece.place == RIDING or piece.place == RETIRED
    return piece.place < SQUARES


cdef void name_one(
    const Law* law, State* state, int slot, Names* names, uint8_t* left, Stream* chance
) noexcept nogil:
    """One of the names that fit a place, each as likely; where none does the piece keeps the name it has."""
    cdef uint8_t fitting[MOST_PIECES]
    cdef int blocks = state.piece[slot].blocks, at, number = 0, cls
    for at in range(names.count):
        cls = law.cls[names.code[at]]
        if cls == CINC or blocks and (cls != HC or law.strength[names.code[at]] < blocks):
            continue
        fitting[number] = at
        number += 1
    if number:
        rename(state, slot, take_name(names, fitting[below(chance, number)], left))


cdef void fill_bag(const Law* law, State* state, const uint8_t* left, Stream* chance) noexcept nogil:
    """The Prussians that are left are those to come, in some order (SWL-013)."""
    cdef uint8_t bag[MOST_PIECES]
    cdef int code, count = 0, _count
    for code in range(BULOW, CODES):
        for _count in range(left[code]):
            bag[count] = code
            count += 1
    shuffle(bag, count, chance)
    memcpy(state.undrawn, bag, min(count, state.undrawn_count))
