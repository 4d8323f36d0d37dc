"""The order lines of a ply, one after the other; here are the cards (3.14), the rest is in `deeds`.

Nothing here knows mails: conditions and the order of lines are for `mail`.
"""

from core.rulesets.stratego_waterloo.board import ARMS, CARD_NAMES, SEATS
from core.rulesets.stratego_waterloo.orders import (
    Battery, Combined, End, Enter, Fire, Go, Initiative, Reconnoitre, Rest, Take,
)
from core.rulesets.stratego_waterloo.refused import Refused

from core.rulesets.stratego_waterloo.board cimport (
    ART, BATTERY, COMBINED, DIRECTIONS, INITIATIVE, NONE, RECONNAISSANCE, RED, SQUARES, in_half, marked,
)
from core.rulesets.stratego_waterloo.deeds cimport Deeds
from core.rulesets.stratego_waterloo.engine cimport rest, spend
from core.rulesets.stratego_waterloo.field cimport SCOUTED, THEY_STAY_AWAY, Piece, mask, seat_at
from core.rulesets.stratego_waterloo.moves cimport Assault
from core.rulesets.stratego_waterloo.play cimport Play
from core.rulesets.stratego_waterloo.position cimport Position

INSPECTED = 4  # SWL-139
MOVED = 3  # SWL-140
TAKEN = 2  # SWL-146
PART_CLAUSES = {"IN": "SWL-140", "CA": "SWL-141", "GB": "SWL-142"}


cdef class Ply(Deeds):
    """The present ply of a seat, as its lines are carried out one by one."""

    cdef dict carry_out(self, order):
        """Carry out one order; the facts of how it was read. Raises Refused, and then nothing has changed."""
        kind = type(order)
        if kind is Go:
            return self.go(order)
        if kind is Fire:
            return self.fire(order)
        if kind is Enter:
            return self.enter(order)
        if kind is Rest:
            return self.rest(order)
        if kind is Reconnoitre:
            return self._reconnoitre(order)
        if kind is Initiative:
            return self._initiative(order)
        if kind is Combined:
            return self._combined(order)
        if kind is Battery:
            return self._battery(order)
        if kind is Take:
            return self._take(order)
        if kind is End:
            self.closed = True
            return {"order": "end"}
        raise TypeError(order)

    # --- Cards (3.14) ------------------------------------------------------------------------------------------------

    def _need_first(self, int card):
        """SWL-135: these are the first action of the ply."""
        self.need_card(card)
        if self.field.used:
            raise Refused("E-CARD", "SWL-135", card=CARD_NAMES[card], what="not_first")

    def _play_card(self, int card, int nation, **facts):
        """The card leaves the game, its action is spent (SWL-136, SWL-137)."""
        self.field.hand[self.seat][card] -= 1
        self.field.carded[self.seat] = 1
        spend(self.law, self.field, nation)
        if not self.dry:
            self.play.tell("card", {"seat": SEATS[self.seat], "card": CARD_NAMES[card], **facts}, "SWL-137")

    def _reconnoitre(self, order):
        """SWL-139, SWL-R53."""
        cdef int square, enemy = self.seat ^ 1
        self._need_first(RECONNAISSANCE)
        self.need(1 if self.seat == RED else 0)
        squares = [self.square(name) for name in order.squares]
        wrong = {"card": "RE", "squares": list(order.squares)}
        if not 1 <= len(squares) <= INSPECTED:
            raise Refused("E-CARD", "SWL-139", what="too_many", **wrong)
        if len(set(squares)) < len(squares):
            raise Refused("E-CARD", "SWL-139", what="repeat", **wrong)
        for square in squares:
            if seat_at(self.law, self.field, square) != enemy:
                raise Refused("E-CARD", "SWL-139", what="not_enemy", **wrong | {"squares": [self.name(square)]})
            if not in_half(enemy, square):
                raise Refused("E-CARD", "SWL-139", what="half", **wrong | {"squares": [self.name(square)]})
        if not self._touch(squares, squares):
            raise Refused("E-CARD", "SWL-139", what="not_connected", **wrong)
        self._play_card(RECONNAISSANCE, 1 if self.seat == RED else 0, squares=list(order.squares))
        self.scouted = True
        if not self.dry:
            self._look(squares)
        self.done()
        return {"order": "card", "card": "RE", "squares": list(order.squares)}

    def _look(self, squares):
        """Only the player learns the names."""
        cdef Piece* piece
        found = {}
        for square in squares:
            piece = &self.field.piece[self.field.on[<int>square]]
            found[self.name(square)] = self.variant.code_name(piece.code)
            if not self.law.forgetful:
                piece.known |= SCOUTED
        self.play.tell("scouted", {"seat": SEATS[self.seat], "pieces": found}, "SWL-139", self.seat)

    def _touch(self, squares, among):
        """Whether all these squares hang together by orthogonal contact through the squares `among`."""
        cdef int square, direction, other
        reached, todo = {squares[0]}, [squares[0]]
        while todo:
            square = todo.pop()
            for direction in range(DIRECTIONS):
                other = square + self.law.step[square][direction]
                if other in among and other not in reached:
                    reached.add(other)
                    todo.append(other)
        return set(squares) <= reached

    def _initiative(self, order):
        """SWL-140, SWL-R54: up to three moves of three pieces."""
        starts = [go.path[0] for go in order.moves]
        self._need_first(INITIATIVE)
        if not 1 <= len(starts) <= MOVED:
            raise Refused("E-CARD", "SWL-140", card="IN", what="too_many")
        if any(go.how == "attack" or go.spirit or go.then is not None for go in order.moves):
            raise Refused("E-CARD", "SWL-140", card="IN", what="not_move")
        ends = [go.path[len(go.path) - 1] for go in order.moves]
        if len(set(starts)) < len(starts) or any(starts[at] in ends[:at] for at in range(1, len(starts))):
            raise Refused("E-CARD", "SWL-140", card="IN", what="repeat")
        return self._play_parts(order, INITIATIVE, order.moves, starts)

    def _combined(self, order):
        """SWL-141, SWL-R55: an attack by infantry, one by cavalry, a shot, in any order."""
        self._need_first(COMBINED)
        starts = [part.gun if isinstance(part, Fire) else part.path[0] for part in order.parts]
        if not starts:
            raise Refused("E-CARD", "SWL-141", card="CA", what="too_many")
        if any(isinstance(part, Go) and part.spirit for part in order.parts):
            raise Refused("E-CARD", "SWL-134", card="CA", what="spirit")
        arms = [ARMS[self.law.arm[self.field.piece[slot].code]] for slot in self._slots("CA", starts)]
        if len(set(arms)) < len(arms):
            raise Refused("E-CARD", "SWL-141", card="CA", what="arm")
        return self._play_parts(order, COMBINED, order.parts, starts)

    def _battery(self, order):
        """SWL-142, SWL-R56: one shot each by guns that hang together."""
        self._need_first(BATTERY)
        starts = [fire.gun for fire in order.shots]
        if not starts:
            raise Refused("E-CARD", "SWL-142", card="GB", what="too_many")
        for fire, slot in zip(order.shots, self._slots("GB", starts), strict=True):
            if self.law.cls[self.field.piece[<int>slot].code] != ART:
                raise self._inner("GB", 0, Refused("E-NOTGUN", "SWL-065", **self.at(slot)))
        if len(set(starts)) < len(starts):
            raise Refused("E-CARD", "SWL-142", card="GB", what="repeat")
        guns = [square for square in range(SQUARES) if self._has_own_gun(square)]
        if not self._touch([self.square(name) for name in starts], guns):
            raise Refused("E-CARD", "SWL-142", card="GB", what="not_connected", squares=starts)
        return self._play_parts(order, BATTERY, order.shots, starts)

    def _has_own_gun(self, int square):
        cdef int slot = self.field.on[square]
        if slot == NONE or not marked(self.field.held[self.seat], square):
            return False
        return self.law.cls[self.field.piece[slot].code] == ART

    def _slots(self, card, starts):
        """The pieces that take part in a card."""
        found = []
        for number, name in enumerate(starts):
            try:
                found.append(self.own(name))
            except Refused as error:
                raise self._inner(card, number, error) from None
        return found

    def _inner(self, card, number, error):
        """What is wrong with one part of a card."""
        facts = {"card": card, "part": number + 1, "inner": error.particulars()}
        return Refused("E-CARD", PART_CLAUSES[card], *error.clauses, what="inner", **facts)

    def _play_parts(self, order, int card, parts, starts):
        """A card whose parts are all legal, one after the other; what has become illegal is dropped (SWL-R55)."""
        cdef Position before
        name = CARD_NAMES[card]
        slots = self._slots(name, starts)
        nations = {self.law.nation[self.field.piece[<int>slot].code] for slot in slots}
        nation = NONE if len(nations) > 1 else nations.pop()
        self.need(nation)
        before = self.play.position.copy()
        if not self.dry:
            self._rehearse(before, order)
        self._play_card(card, nation)
        told = []
        for number, (part, slot) in enumerate(zip(parts, slots, strict=True)):
            if self.ended:
                break
            try:
                told.append(self._part(part, slot, name))
            except Refused as error:
                if self.dry:
                    self.play.position.field = before.field
                    raise self._inner(name, number, error) from None
                facts = {"seat": SEATS[self.seat], "card": name, "part": number + 1, "why": error.particulars()}
                self.play.tell("dropped", facts, "SWL-R55", self.seat)
        return {"order": "card", "card": name, "parts": told}

    def _rehearse(self, Position before, order):
        """Raises Refused where the seat, as far as it knows, cannot play this card."""
        cdef Play play = Play(before, None)
        cdef Ply ply = Ply(play, self.seat, True)
        mask(self.law, &play.position.field, self.seat)
        ply.carry_out(order)

    def _part(self, part, int slot, card):
        """One part of a card."""
        cdef Assault assault
        cdef int then, target
        start = part.gun if isinstance(part, Fire) else part.path[0]
        if self.own(start) != slot:
            raise Refused("E-EMPTY", "SWL-R55", square=start)
        if isinstance(part, Fire):
            target = self.target(slot, part.target)
            facts = {"order": "fire", **self.shot_facts(slot, target, part.target)}
            self.shot(slot, target, card)
            self.done()
            return facts
        squares = [self.square(name) for name in part.path]
        if card == "IN":
            if self.is_attack(part, slot, squares[len(squares) - 1]):
                raise Refused("E-CARD", "SWL-140", card="IN", what="not_move")
            facts = self.move(slot, squares, card)
            self.done()
            return facts
        if not self.is_attack(part, slot, squares[len(squares) - 1]):
            raise Refused("E-NOFOE", "SWL-037", square=part.path[len(part.path) - 1])
        then = NONE if part.then is None else self.square(part.then)
        self.aim(slot, squares, &assault)
        path = self.path_of(slot, squares, assault.square)
        code = self.variant.code_name(self.field.piece[slot].code)
        self.fight(slot, &assault, path, False, then, card)
        self.done()
        facts = {"from": path[0], "to": self.name(assault.target), "path": path, "assault": path[len(path) - 1]}
        return {"order": "go", "action": "attack", "code": code, **facts}

    def _take(self, order):
        """SWL-114, SWL-146: two cards from the discards of the draft."""
        cdef int card
        cards = list(order.cards)
        if self.seat != RED:
            raise Refused("E-TAKE", "SWL-114", what="not_red")
        if not self.law.has_cards:
            raise Refused("E-TAKE", "SWL-003", what="no_cards")
        if self.field.coming == THEY_STAY_AWAY or not self.law.undrawn:
            raise Refused("E-TAKE", "SWL-181", what="never")
        if self.field.turn < self.law.prussian_turn:
            raise Refused("E-TAKE", "SWL-114", what="too_early", from_turn=self.law.prussian_turn)
        if self.field.taken:
            raise Refused("E-TAKE", "SWL-146", what="taken")
        if self.field.used:
            raise Refused("E-TAKE", "SWL-146", what="acted")
        if len(cards) != TAKEN:
            raise Refused("E-TAKE", "SWL-114", what="count", cards=cards)
        for name in cards:
            if name not in CARD_NAMES or cards.count(name) > self.field.discards[<int>CARD_NAMES.index(name)]:
                raise Refused("E-TAKE", "SWL-146", what="not_there", cards=cards)
        for name in cards:
            card = CARD_NAMES.index(name)
            self.field.discards[card] -= 1
            self.field.hand[RED][card] += 1
        self.field.taken = 1
        if not self.dry:
            self.play.tell("take", {"seat": SEATS[RED], "cards": cards}, "SWL-146", RED)
            self.play.tell("take", {"seat": SEATS[RED], "cards": None}, "SWL-146", 1 - RED)
        return {"order": "take", "cards": cards}
