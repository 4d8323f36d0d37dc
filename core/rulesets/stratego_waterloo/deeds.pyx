"""What one piece does with one action: it moves, attacks, fires, comes on, leaves: 3.4 to 3.10 of the rulebook.

In earnest it happens, dice are rolled and events told. In a dry run every attack and every shot succeeds (5.4); there
all that the seat does not know is hidden (`field.mask`), so that nothing can leak.
"""

from core.rulesets.stratego_waterloo.board import CARD_NAMES, NATIONS, SEATS
from core.rulesets.stratego_waterloo.orders import Enter
from core.rulesets.stratego_waterloo.play import FACES
from core.rulesets.stratego_waterloo.reading import DRAWN
from core.rulesets.stratego_waterloo.refused import Refused
from core.rulesets.stratego_waterloo.setup import code_meant

from libc.stdint cimport uint8_t
from libc.string cimport memcpy

from core.rulesets.stratego_waterloo.board cimport (
    ART, HC, LIGHT, MOST_TILES, NONE, PR, RED, SPIRIT, SQUARES, back_rank, rank_of,
)
from core.rulesets.stratego_waterloo.combat cimport (
    BARRED_FARM, BLUE_FRENZY, BOARD_EDGE, BY_DIE, BY_STRENGTH, CINC_ATTACKED, CINC_ATTACKS, FALLS, GAME_ENDS, GOES_ON,
    GUN_FLANK, GUN_FRONT, NEXT_EMPTY, NOBODY_INSIDE, NOT_ROLLED, NO_FRENZY, OWN_TIE, RED_FRENZY, REPULSED, WITHDRAWS,
    Blow, Shot, decide, shoot, strike,
)
from core.rulesets.stratego_waterloo.engine cimport (
    come_on, conquer, draw_prussian, drawing_squares, may_bring, occupied, prussians_come, rest, spend, walk,
)
from core.rulesets.stratego_waterloo.field cimport (
    PLAY_ON, PURSUING, THEY_STAY_AWAY, WON, Piece, eliminate, mask, present_ply, send,
)
from core.rulesets.stratego_waterloo.moves cimport FAR, TILE_TARGET, Reach, may_rest, may_stand, measure
from core.rulesets.stratego_waterloo.pursuit cimport begin as begin_pursuit
from core.rulesets.stratego_waterloo.reading cimport Reading

HOWS = {
    BY_STRENGTH: ("strength", "SWL-043"), BY_DIE: ("die", "SWL-052"), GUN_FRONT: ("gun_front", "SWL-049"),
    GUN_FLANK: ("gun_flank", "SWL-050"), CINC_ATTACKS: ("cinc_attacks", "SWL-084"),
    CINC_ATTACKED: ("cinc_attacked", "SWL-085"), OWN_TIE: ("own_tie", "SWL-058"), REPULSED: ("repulsed", "SWL-R28"),
}
STOPS = {
    GOES_ON: None, NO_FRENZY: None, NEXT_EMPTY: "empty", BOARD_EDGE: "edge", BARRED_FARM: "farm",
    NOBODY_INSIDE: "nobody", GAME_ENDS: "over",
}


cdef class Deeds(Reading):
    """Single actions. Each raises Refused, and then nothing has changed."""

    # --- Moving and attacking (3.4, 3.5) -----------------------------------------------------------------------------

    cdef dict go(self, order):
        cdef int slot = self.own(order.path[0]), goal
        cdef list squares = [self.square(name) for name in order.path]
        self.need(self.law.nation[self.field.piece[slot].code])
        goal = squares[len(squares) - 1]
        if self.is_attack(order, slot, goal):
            return self.attack(order, slot, squares)
        facts = self.move(slot, squares, None)
        spend(self.law, self.field, self.law.nation[self.field.piece[slot].code])
        self.done()
        return facts

    cdef dict move(self, int slot, list squares, card):
        """A plain move that has been paid for otherwise; its facts."""
        cdef Reach reach
        cdef int start = squares[0], goal = squares[len(squares) - 1]
        if len(squares) > 2:
            self.check_path(slot, squares, False)
        else:
            measure(self.law, self.field, slot, &reach)
            if goal == start or reach.steps[goal] == FAR:
                raise self.blame(slot, goal, False)
        path = [self.name(square) for square in squares]
        walk(self.law, self.field, slot, goal)
        facts = {"seat": SEATS[self.seat], "from": path[0], "to": path[len(path) - 1], "path": path, "card": card}
        if not self.dry:
            self.play.tell_of_piece(self.seat, "move", facts, &self.field.piece[slot], "SWL-028")
        code = self.variant.code_name(self.field.piece[slot].code)
        return {"order": "go", "action": "move", "code": code, **facts}

    cdef dict attack(self, order, int slot, list squares):
        """SWL-037; with `spirit` the card is paid for by the attack (SWL-143)."""
        cdef Assault assault
        cdef int nation = self.law.nation[self.field.piece[slot].code]
        cdef int then = NONE if order.then is None else self.square(order.then)
        code = self.variant.code_name(self.field.piece[slot].code)
        self.aim(slot, squares, &assault)
        if order.spirit:
            self.need_card(SPIRIT)
        path = self.path_of(slot, squares, assault.square)
        spend(self.law, self.field, nation)
        if order.spirit and not self.dry:
            self.play.tell("card", {"seat": SEATS[self.seat], "card": "FS"}, "SWL-143")
        self.fight(slot, &assault, path, order.spirit, then, "FS" if order.spirit else None)
        self.done()
        facts = {"from": path[0], "to": self.name(assault.target), "path": path, "assault": path[len(path) - 1]}
        return {"order": "go", "action": "attack", "code": code, "spirit": order.spirit, **facts}

    def need_card(self, int card):
        """E-CARD: a card in hand, and none played yet in this ply (SWL-134)."""
        name = CARD_NAMES[card]
        if not self.law.has_cards:
            raise Refused("E-CARD", "SWL-003", card=name, what="not_played_with")
        if self.field.carded[self.seat]:
            raise Refused("E-CARD", "SWL-134", card=name, what="second")
        if not self.field.hand[self.seat][card]:
            raise Refused("E-CARD", "SWL-131", card=name, what="not_in_hand")

    # --- Combat (3.5, 3.6) -------------------------------------------------------------------------------------------

    cdef void fight(self, int slot, const Assault* assault, list path, bint spirit, int then, card) except *:
        """An attack that is legal, with all its frenzy; in a dry run it succeeds."""
        cdef Fight fight
        cdef Piece* piece = &self.field.piece[slot]
        if self.dry:
            if spirit:
                self.field.hand[self.seat][SPIRIT] -= 1
                self.field.carded[self.seat] = 1
            if self.law.cls[piece.code] == HC:
                piece.charged = present_ply(self.law, self.field)
                piece.blocks += piece.blocks < self.law.strength[piece.code]
            eliminate(self.law, self.field, self.field.on[assault.target])
            send(self.law, self.field, slot, assault.target)
            self.field.result = WON
            return
        strike(self.law, self.field, &fight, slot, assault, spirit, then)
        while fight.wants_die:
            decide(self.law, self.field, &fight, self.play.battle_die())
        self.tell_blows(&fight, path, card)

    cdef void tell_blows(self, const Fight* fight, list path, card) except *:
        """One event for the attack and for each attack of its frenzy. All of it is seen by all (SWL-041)."""
        cdef int number
        cdef const Blow* blow
        for number in range(fight.blows):
            blow = &fight.blow[number]
            attacker = self.play.full_facts(blow.attacker_code, blow.attacker_blocks)
            defender = self.play.full_facts(blow.defender_code, blow.defender_blocks)
            how, clause = HOWS[blow.how]
            measured = blow.how == BY_STRENGTH or blow.how == BY_DIE or blow.how == OWN_TIE
            loser = {FALLS: "eliminated", WITHDRAWS: "withdrawn"}.get(blow.fate)
            square = self.name(blow.square)
            facts = {
                "seat": attacker["side"],
                "number": number,
                "piece": attacker,
                "from": square if number else path[0],
                "path": [square] if number else path,
                "assault": square,
                "square": self.name(blow.target),
                "target": defender,
                "friend": attacker["side"] == defender["side"],
                "strengths": [blow.attacker_strength, blow.defender_strength] if measured else None,
                "spirit": [SEATS[seat] for seat in range(2) if blow.spirits >> <int>seat & 1],
                "played": [SEATS[seat] for seat in range(2) if blow.played >> <int>seat & 1],
                "die": None if blow.face == NOT_ROLLED else FACES[blow.face],
                "how": how,
                "winner": None if loser is None else "attacker" if blow.attacker_wins else "defender",
                "loser": loser,
                "advance": None if blow.winner_to == NONE else self.name(blow.winner_to),
                "blocks": blow.blocks_after,
                "frenzy": blow.face == BLUE_FRENZY or blow.face == RED_FRENZY,
                "next": None if blow.next == NONE else self.name(blow.next),
                "stops": STOPS[blow.stop],
                "card": card if number == 0 else None,
            }
            self.play.tell("attack", facts, clause)

    # --- Fire (3.7) --------------------------------------------------------------------------------------------------

    cdef dict fire(self, order):
        cdef int slot = self.own(order.gun), target
        if self.law.cls[self.field.piece[slot].code] != ART:
            raise Refused("E-NOTGUN", "SWL-065", **self.at(slot))
        self.need(self.law.nation[self.field.piece[slot].code])
        target = self.target(slot, order.target)
        facts = self.shot_facts(slot, target, order.target)
        spend(self.law, self.field, self.law.nation[self.field.piece[slot].code])
        self.shot(slot, target, None)
        self.done()
        return {"order": "fire", **facts}

    cdef void shot(self, int slot, int target, card) except *:
        """A legal shot; in a dry run it succeeds."""
        cdef Shot shot
        if self.dry:
            self.field.result = WON
            if target < TILE_TARGET:
                eliminate(self.law, self.field, self.field.on[target])
            else:
                shoot(self.law, self.field, slot, target, &shot)
            return
        shoot(self.law, self.field, slot, target, &shot)
        # A gun's back is as good as its name: each nation has one kind.
        gun = self.play.full_facts(self.field.piece[slot].code, 0)
        facts = {"seat": SEATS[self.seat], "piece": gun, "from": self.name(self.field.piece[slot].place), "card": card}
        if shot.tile != NONE:
            hit = {
                "at": None, "what": "tile", "target": None, "tile": self.variant.tile_names[shot.tile],
                "result": "destroyed" if shot.destroyed else "damaged", "damage": self.field.damage[shot.tile],
            }
            self.play.tell("shot", facts | hit, "SWL-121")
            return
        hit = {
            "at": self.name(shot.square), "what": "piece", "target": self.play.full_facts(shot.code, shot.blocks),
            "tile": None, "result": "immune" if shot.immune else "eliminated", "damage": None,
        }
        self.play.tell("shot", facts | hit, "SWL-069" if shot.immune else "SWL-068")

    # --- Pool (3.8, 3.10) --------------------------------------------------------------------------------------------

    cdef dict enter(self, order):
        """SWL-091; a withdrawn commander brings his own action (SWL-089)."""
        cdef int square = self.square(order.square), slot
        # `LIGHT` and the like mean another unit for each side (2.2).
        order = Enter(order.code if order.code == DRAWN else code_meant(order.code, SEATS[self.seat]), order.square)
        if order.code == DRAWN:
            return self._draw(order, square)
        slot = self.candidate(order)
        facts = {"code": order.code, "square": order.square, "from_turn": None}
        if rank_of(square) != back_rank(self.seat):
            raise Refused("E-ENTER", "SWL-091", what="row", **facts)
        if self.field.on[square] != NONE:
            raise Refused("E-ENTER", "SWL-091", what="occupied", **facts)
        if not may_stand(self.law, self.field, self.field.piece[slot].code, square):
            raise Refused("E-ENTER", "SWL-015", what="terrain", **facts)
        if not may_bring(self.law, self.field, slot):
            self.need(self.law.nation[self.field.piece[slot].code])
            nation = NATIONS[self.law.nation[self.field.piece[slot].code]]
            raise Refused("E-SPLIT", "SWL-111", nation=nation, allowance=self.field.allowance + 1)
        come_on(self.law, self.field, slot, square)
        spend(self.law, self.field, self.law.nation[self.field.piece[slot].code])
        if not self.dry:
            facts = {"seat": SEATS[self.seat], "square": order.square, "drawn": False}
            self.play.tell_of_piece(self.seat, "enter", facts, &self.field.piece[slot], "SWL-091")
        self.done()
        return {"order": "enter", "code": order.code, "square": order.square, "blocks": self.field.piece[slot].blocks}

    def _draw(self, order, int square):
        """SWL-R24, option `by-action`: the next Prussian is drawn onto a flag square."""
        cdef uint8_t squares[SQUARES]
        cdef int count, slot, nation = PR if self.field.split else 1
        facts = {"code": order.code, "square": order.square, "from_turn": None}
        if self.seat != RED or not self.law.by_action:
            raise Refused("E-ENTER", "SWL-R24", what="rate", **facts)
        if self.field.coming == THEY_STAY_AWAY or not self.law.undrawn:
            raise Refused("E-ENTER", "SWL-181", what="never", **facts)
        if self.field.turn < self.law.prussian_turn:
            raise Refused("E-ENTER", "SWL-105", what="too_early", **facts | {"from_turn": self.law.prussian_turn})
        if not prussians_come(self.law, self.field):
            raise Refused("E-ENTER", "SWL-R24", what="none_left", **facts)
        count = drawing_squares(self.law, self.field, squares)
        if square not in [squares[index] for index in range(count)]:
            raise Refused("E-ENTER", "SWL-107", what="flag", **facts)
        self.need(nation)
        if self.dry:
            # Which piece it is nobody knows yet (SWL-108): a stranger stands there, and no order may go to it.
            self.field.undrawn[0] = self.variant.board.number["PI"]
        slot = draw_prussian(self.law, self.field, square)
        self.field.piece[slot].fresh = self.dry
        spend(self.law, self.field, nation)
        if not self.dry:
            told = {"seat": SEATS[self.seat], "square": order.square, "drawn": True}
            self.play.tell_of_piece(self.seat, "enter", told, &self.field.piece[slot], "SWL-106")
        self.done()
        return {"order": "enter", "code": order.code, "square": order.square}

    cdef dict rest(self, order):
        """SWL-077 to SWL-079; free of charge."""
        cdef int slot = self.own(order.square)
        cdef Piece* piece = &self.field.piece[slot]
        facts = self.at(slot)
        if self.law.cls[piece.code] != HC:
            raise Refused("E-REST", "SWL-079", what="not_hc", **facts)
        if not piece.blocks:
            raise Refused("E-REST", "SWL-079", what="no_blocks", **facts)
        if not may_rest(self.law, self.field, slot):
            raise Refused("E-REST", "SWL-078", what="too_early", **facts)
        rest(self.law, self.field, slot)
        if not self.dry:
            told = {"seat": SEATS[self.seat], "square": order.square, "piece": self.play.known_facts(piece, NONE)}
            self.play.tell("rest", told, "SWL-077")
        return {"order": "rest", **facts, "blocks": piece.blocks}

    # --- After every activation (3.11, 3.13) -------------------------------------------------------------------------

    cdef void done(self) except *:
        """SWL-099, SWL-118: buildings conquered, and whether the battle has ended."""
        cdef uint8_t tiles[2 * MOST_TILES]
        cdef uint8_t was[MOST_TILES]
        cdef int count, index
        if self.field.over == PLAY_ON:
            memcpy(was, self.field.flag, MOST_TILES)
            count = conquer(self.law, self.field, tiles)
            for index in range(count):
                self._tell_conquest(tiles[index], was[tiles[index]])
        if self.dry:
            return
        if self.field.over == PLAY_ON and not occupied(self.law, self.field, self.seat):
            return
        self.ended = True
        self.field.offering = NONE
        if self.field.over != PLAY_ON:
            self.play.finish(self.field.over, self.field.winner)
        elif self.field.phase == PURSUING:
            begin_pursuit(self.play)

    def _tell_conquest(self, int tile, int was):
        if self.dry:
            return
        flag = SEATS[self.field.flag[tile]]
        before = None if was == NONE else SEATS[was]
        self.play.tell("farm", {"tile": self.variant.tile_names[tile], "flag": flag, "was": before}, "SWL-118")
