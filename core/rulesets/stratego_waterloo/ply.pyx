"""The present ply of a seat: what each order line comes to, why it cannot stand, and what becomes of it."""

from core.contract import Status, Verdict
from core.rulesets.stratego_waterloo.battle import FACES
from core.rulesets.stratego_waterloo.board import ARMS, CARD_NAMES, NATIONS, SEATS
from core.rulesets.stratego_waterloo.orders import (
    Battery, Combined, End, Enter, Fire, Go, Initiative, Reconnoitre, Rest, Take,
)
from core.rulesets.stratego_waterloo.setup import code_meant

from libc.stdint cimport uint8_t
from libc.string cimport memcpy

from core.rulesets.stratego_waterloo.actions cimport (
    FAR, TILE_TARGET, Assault, Reach, bears, find_assault, may_hit, may_leave, may_rest, may_spend, may_stand, measure,
    range_of, slowed,
)
from core.rulesets.stratego_waterloo.battle cimport Battle
from core.rulesets.stratego_waterloo.board cimport (
    ART, BATTERY, CAVALRY, COMBINED, DIRECTIONS, FARM, FILES, HC, HILL, INFANTRY, INITIATIVE, LIGHT, LINE,
    MOST_TILES, MUD, NONE, PR, RECONNAISSANCE, RED, SPIRIT, SQUARES, VILLAGE, back_rank, file_of, forward, in_half,
    marked, rank_of, shared,
)
from core.rulesets.stratego_waterloo.combat cimport (
    BARRED_FARM, BLUE_FRENZY, BOARD_EDGE, BY_DIE, BY_STRENGTH, CINC_ATTACKED, CINC_ATTACKS, FALLS, GAME_ENDS, GOES_ON,
    GUN_FLANK, GUN_FRONT, NEXT_EMPTY, NOBODY_INSIDE, NOT_ROLLED, NO_FRENZY, OWN_TIE, RED_FRENZY, REPULSED, WITHDRAWS,
    Blow, Shot, decide, shoot, strike, suppose_attack, suppose_shot,
)
from core.rulesets.stratego_waterloo.position cimport Position, knows
from core.rulesets.stratego_waterloo.pursuit cimport begin as begin_pursuit
from core.rulesets.stratego_waterloo.state cimport (
    IN_RESERVE, LATE, MUCH_DAMAGE, PLAY_ON, PURSUING, THEY_STAY_AWAY, Piece, mask, seat_at, terrain_at,
)
from core.rulesets.stratego_waterloo.turns cimport (
    brings_an_action, come_on, conquer, draw_prussian, drawing_squares, may_bring, next_of, occupied, pay_card,
    prussians_come, scout, send_to_rest, spend, take_discard, walk,
)

# What a player may call a piece beside its code.
KINDS = {"GUN": (ART,), "LIGHT": (LIGHT,), "LINE": (LINE,)}
ARMS_CALLED = {"INFANTRY": INFANTRY, "CAVALRY": CAVALRY}
DRAWN = "PRUSSIAN"  # `enter PRUSSIAN L6`
HOWS = {
    BY_STRENGTH: ("strength", "SWL-043"), BY_DIE: ("die", "SWL-052"), GUN_FRONT: ("gun_front", "SWL-049"),
    GUN_FLANK: ("gun_flank", "SWL-050"), CINC_ATTACKS: ("cinc_attacks", "SWL-084"),
    CINC_ATTACKED: ("cinc_attacked", "SWL-085"), OWN_TIE: ("own_tie", "SWL-058"), REPULSED: ("repulsed", "SWL-R28"),
}
STOPS = {
    GOES_ON: None, NO_FRENZY: None, NEXT_EMPTY: "empty", BOARD_EDGE: "edge", BARRED_FARM: "farm",
    NOBODY_INSIDE: "nobody", GAME_ENDS: "over",
}
INSPECTED = 4  # SWL-139
MOVED = 3  # SWL-140
TAKEN = 2  # SWL-146
PART_CLAUSES = {"IN": "SWL-140", "CA": "SWL-141", "GB": "SWL-142"}
RANGE_CLAUSES = {LIGHT: "SWL-031", ART: "SWL-034"}  # all other infantry: SWL-032


class Refused(Exception):
    """An order line that breaks a rule: its code, its clauses, and the particulars that the wording needs."""

    def __init__(self, code, /, *clauses, **facts):
        super().__init__(code)
        self.code, self.clauses, self.facts = code, clauses, facts

    def verdict(self, line, seat, **more):
        """The refusal of a line of a seat's order set."""
        return Verdict(line, Status.REFUSED, self.code, self.clauses, {"seat": seat, **self.facts, **more})

    def particulars(self):
        """The refusal as facts of another verdict: of a line that was only tried, or of a card it is part of."""
        return {**self.facts, "error": self.code, "clauses": list(self.clauses)}


cdef class Ply:
    """The present ply of a seat, carried out line by line. A line that raises Refused has changed nothing.

    In earnest dice are rolled and events told. In a dry run (`battle.dry`) every attack and every shot succeeds; there
    all that the seat does not know is hidden (`state.mask`), so that nothing can leak.
    """

    def __init__(self, Battle battle, int seat):
        self.battle, self.variant, self.seat = battle, battle.variant, seat
        self.state, self.law = &battle.position.state, &battle.variant.law
        self.ended = self.closed = self.scouted = False

    # --- What all orders ask ------------------------------------------------------------------------------------------

    cdef int square(self, name) except -1:
        number = self.variant.board.squares.get(name)
        if number is None:
            raise Refused("E-SQUARE", "SWL-R01", square=name)
        return number

    cdef int own(self, name) except -1:
        """The slot of the seat's own piece on a square: E-SQUARE, E-EMPTY, E-OWNER."""
        cdef int slot = self.state.on[self.square(name)]
        if slot == NONE:
            raise Refused("E-EMPTY", "SWL-028", square=name)
        if self.law.side[self.state.piece[slot].code] != self.seat:
            raise Refused("E-OWNER", "SWL-020", square=name)
        if self.state.piece[slot].fresh:
            raise Refused("E-ENTER", "SWL-108", code=DRAWN, square=name, what="drawn", from_turn=None)
        return slot

    cdef int own_called(self, name, word) except -1:
        cdef int slot = self.own(name)
        if word and not self.is_called(slot, word):
            stands = self.variant.code_name(self.state.piece[slot].code)
            raise Refused("E-EMPTY", "SWL-028", square=name, code=word, stands=stands)
        return slot

    cdef void check_foe(self, name, word) except *:
        """E-EMPTY: only a name that the seat knows can be right, lest the answer tell it what stands there."""
        cdef int slot
        if not word or not self.battle.dry:
            return
        slot = self.state.on[self.square(name)]
        if slot == NONE:
            raise Refused("E-EMPTY", "SWL-028", square=name)
        if not knows(self.law, &self.state.piece[slot], self.seat):
            raise Refused("E-EMPTY", "SWL-012", square=name, code=word, stands=None)
        if not self.is_called(slot, word):
            stands = self.variant.code_name(self.state.piece[slot].code)
            raise Refused("E-EMPTY", "SWL-028", square=name, code=word, stands=stands)

    cdef bint is_called(self, int slot, word) except -1:
        """Whether a piece has this code, or is of the kind that the word is for."""
        cdef int code = self.state.piece[slot].code
        if word in KINDS:
            return self.law.cls[code] in KINDS[word]
        if word in ARMS_CALLED:
            return self.law.arm[code] == ARMS_CALLED[word]
        return word == self.variant.code_name(code)

    cdef void need(self, int nation) except *:
        """An action for this nation, NONE for a card that both take part in: E-ACTIONS, E-SPLIT."""
        if self.state.used >= self.state.allowance:
            raise Refused("E-ACTIONS", "SWL-019", used=self.state.used, allowance=self.state.allowance)
        if not may_spend(self.law, self.state, nation):
            facts = {"nation": NATIONS[PR if nation == PR else 1], "allowance": self.state.allowance}
            raise Refused("E-SPLIT", "SWL-111", **facts)

    cdef dict at(self, int slot):
        """Which piece is meant, for the facts of a refusal."""
        cdef const Piece* piece = &self.state.piece[slot]
        return {"square": self.name(piece.place), "code": self.variant.code_name(piece.code)}

    cdef object name(self, int square):
        return self.variant.board.square_names[square]

    # --- Moving and attacking -----------------------------------------------------------------------------------------

    cdef bint is_attack(self, order, int slot, int goal) except -1:
        """Whether a line means an attack: E-FRIEND, E-NOFOE, and E-BLOCKED for a move onto an enemy."""
        cdef int holder = seat_at(self.law, self.state, goal)
        attack = order.how == "attack" or order.spirit or order.then is not None
        if holder == self.seat and self.state.on[goal] != slot:
            code = self.variant.code_name(self.state.piece[self.state.on[goal]].code)
            raise Refused("E-FRIEND", "SWL-038", square=self.name(goal), code=code)
        if holder == self.seat ^ 1:
            if order.how == "move":
                facts = {"at": self.name(goal), "by": "piece", "to": self.name(goal)}
                raise Refused("E-BLOCKED", "SWL-029", **facts, **self.at(slot))
            return True
        if attack:
            raise Refused("E-NOFOE", "SWL-037", square=self.name(goal))
        return False

    cdef void aim(self, int slot, list squares, Assault* found) except *:
        """How a piece attacks the last square of its path: the way given, or that of SWL-R30."""
        cdef int goal = squares[len(squares) - 1], before, direction
        if self.law.cls[self.state.piece[slot].code] == ART:
            raise Refused("E-GUN", "SWL-039", **self.at(slot))
        if len(squares) == 2:
            if not find_assault(self.law, self.state, slot, goal, found):
                raise self.blame(slot, goal, True)
            return
        # As a report has it: start, the square it attacks from, target.
        if len(squares) == 3 and find_assault(self.law, self.state, slot, goal, found) and found.square == squares[1]:
            return
        self.check_path(slot, squares, True)
        before = squares[len(squares) - 2]
        for direction in range(DIRECTIONS):
            if before + self.law.step[before][direction] == goal:
                found.target, found.square, found.direction = goal, before, direction

    cdef list path_of(self, int slot, list squares, int assault):
        """The names of the squares from start to assault square."""
        if len(squares) > 2:
            return [self.name(square) for square in squares[: len(squares) - 1]]
        return [self.name(square) for square in self.route(slot, assault)]

    cdef list route(self, int slot, int goal):
        """A shortest way to a square that a piece can reach, from its own; cavalry and guns: both ends."""
        cdef int start = self.state.piece[slot].place, square = goal, direction, other
        cdef Reach reach
        if self.law.arm[self.state.piece[slot].code] != INFANTRY or goal == start:
            return [start] if goal == start else [start, goal]
        measure(self.law, self.state, slot, &reach)
        way = [goal]
        while square != start:
            for direction in range(DIRECTIONS):
                other = square + self.law.step[square][direction]
                if other != square and reach.steps[other] == reach.steps[square] - 1:
                    square = other
                    break
            way.append(square)
        return way[::-1]

    cdef void check_path(self, int slot, list squares, bint attacking) except *:
        """A way given square by square, for infantry (SWL-036)."""
        cdef int code = self.state.piece[slot].code, steps = len(squares) - 1, index, here, following, direction
        cdef int most = range_of(self.law, code)
        cdef bint near
        goal = self.name(squares[steps])
        if self.law.arm[code] != INFANTRY:
            raise Refused("E-STRAIGHT", self._line_clause(code), to=goal, what="path", **self.at(slot))
        if len(set(squares)) <= steps:
            raise Refused("E-RANGE", "SWL-030", reach=most, to=goal, distance=0, what="same", **self.at(slot))
        for index in range(steps):
            here, following, near = squares[index], squares[index + 1], False
            for direction in range(DIRECTIONS):
                if self.law.step[here][direction] and here + self.law.step[here][direction] == following:
                    near = True
                    break
            if not near:
                facts = {**self.at(slot), "square": self.name(here), "to": self.name(following)}
                raise Refused("E-STRAIGHT", "SWL-028", what="gap", **facts)
            self._check_step(slot, index, steps, here, following, direction)
            if (index + 1 < steps or not attacking) and self.state.on[following] != NONE:
                raise Refused("E-BLOCKED", "SWL-029", at=self.name(following), by="piece", to=goal, **self.at(slot))
        if steps > most:
            facts = {"reach": most, "to": goal, "distance": steps, **self.at(slot)}
            raise Refused("E-RANGE", self._range_clause(code), what="far", **facts)

    def _check_step(self, int slot, int index, int steps, int here, int following, int direction):
        """MUD on a way (SWL-185 to SWL-187)."""
        cdef int code = self.state.piece[slot].code
        if not slowed(self.law, code):
            return
        if index == 0 and terrain_at(self.law, self.state, here) == MUD:
            if not may_leave(self.law, self.state, code, here, direction):
                raise Refused("E-MUD", "SWL-187", at=self.name(here), what="back", **self.at(slot))
            if steps > 1:
                raise Refused("E-MUD", "SWL-185", at=self.name(here), what="leave", **self.at(slot))
        if index + 1 < steps and terrain_at(self.law, self.state, following) == MUD:
            raise Refused("E-MUD", "SWL-186", at=self.name(following), what="stop", **self.at(slot))

    def _range_clause(self, int code):
        return RANGE_CLAUSES.get(self.law.cls[code], "SWL-032")

    def _line_clause(self, int code):
        return "SWL-034" if self.law.cls[code] == ART else "SWL-033"

    cdef object blame(self, int slot, int goal, bint attacking):
        """Why a piece cannot go to, or attack, a square that is given without a way. A Refused."""
        cdef int start = self.state.piece[slot].place, code = self.state.piece[slot].code
        cdef int files = abs(file_of(goal) - file_of(start)), ranks = abs(rank_of(goal) - rank_of(start))
        cdef int most = range_of(self.law, code), terrain = terrain_at(self.law, self.state, start)
        facts = {"to": self.name(goal), **self.at(slot)}
        if goal == start:
            return Refused("E-RANGE", "SWL-030", reach=most, distance=0, what="same", **facts)
        if self.law.arm[code] != INFANTRY:
            if files and ranks:
                return Refused("E-STRAIGHT", self._line_clause(code), what="line", **facts)
            if self.law.cls[code] == ART and files + ranks > 1:
                return Refused("E-RANGE", "SWL-034", reach=1, distance=files + ranks, what="far", **facts)
            return self._blame_line(slot, goal, attacking, facts)
        if files + ranks > most:
            return Refused("E-RANGE", self._range_clause(code), reach=most, distance=files + ranks, what="far", **facts)
        del facts["to"]
        if slowed(self.law, code) and terrain == MUD:
            if files + ranks == 1:
                return Refused("E-MUD", "SWL-187", at=self.name(start), what="back", **facts)
            return Refused("E-MUD", "SWL-185", at=self.name(start), what="leave", **facts)
        at = self._in_the_way(start, goal, MUD) if slowed(self.law, code) else None
        if at is not None:
            return Refused("E-MUD", "SWL-186", at=at, what="stop", **facts)
        at = self._in_the_way(start, goal, NONE)
        return Refused("E-BLOCKED", "SWL-029", at=at, by="piece", to=self.name(goal), **facts)

    def _blame_line(self, int slot, int goal, bint attacking, facts):
        """What stands on a straight way."""
        cdef int code = self.state.piece[slot].code, start = self.state.piece[slot].place, square = start, direction
        direction = (0 if goal > start else 2) if file_of(goal) == file_of(start) else 1 if goal > start else 3
        at = {key: facts[key] for key in ("square", "code")}
        if not may_leave(self.law, self.state, code, start, direction):
            return Refused("E-MUD", "SWL-187", at=self.name(start), what="back", **at)
        while square != goal:
            if square != start and terrain_at(self.law, self.state, square) == MUD:
                return Refused("E-MUD", "SWL-186", at=self.name(square), what="stop", **at)
            square += self.law.step[square][direction]
            if terrain_at(self.law, self.state, square) == FARM:
                tile = self.variant.tile_names[self.law.tile[square]]
                return Refused("E-FARM", "SWL-116", tile=tile, at=self.name(square), **at)
            if self.state.on[square] != NONE and not (attacking and square == goal):
                return Refused("E-BLOCKED", "SWL-029", at=self.name(square), by="piece", **facts)
            if self.law.cls[code] == ART and terrain_at(self.law, self.state, square) == MUD:
                return Refused("E-MUD", "SWL-189", at=self.name(square), what="enter", **at)
        return Refused("E-MUD", "SWL-185", at=self.name(start), what="leave", **at)

    def _in_the_way(self, int start, int goal, int terrain):
        """The first square between two, in the rectangle they span, that is taken, or has this terrain; or None."""
        cdef int file, rank, square
        files = sorted((file_of(start), file_of(goal)))
        ranks = sorted((rank_of(start), rank_of(goal)))
        for rank in range(ranks[0], ranks[1] + 1):
            for file in range(files[0], files[1] + 1):
                square = rank * FILES + file
                if square == start or square == goal:
                    continue
                if self.state.on[square] != NONE and terrain == NONE:
                    return self.name(square)
                if terrain != NONE and terrain_at(self.law, self.state, square) == terrain:
                    return self.name(square)
        return None

    # --- Fire ---------------------------------------------------------------------------------------------------------

    cdef int target(self, int slot, name) except -1:
        """What a gun is to fire at, as in moves.shots(): E-SQUARE, E-LOS, E-TARGET, E-HILLGUN."""
        cdef int square, holder, terrain
        if name in self.variant.tile_names:
            return self.tile_target(slot, name)
        square = self.square(name)
        facts = {**self.at(slot), "at": name}
        if not bears(self.law, self.state, slot, square):
            raise self._out_of_sight(slot, square, facts)
        holder, terrain = seat_at(self.law, self.state, square), terrain_at(self.law, self.state, square)
        if terrain == FARM or terrain == VILLAGE and holder == NONE:
            self._spare_own(slot, self.law.tile[square], name)
            return TILE_TARGET + self.law.tile[square]
        if holder != self.seat ^ 1:
            raise Refused("E-TARGET", "SWL-070", what="empty" if holder == NONE else "friend", tile=None, **facts)
        if not may_hit(self.law, self.state, slot, square):
            raise Refused("E-HILLGUN", "SWL-129", tile=self.variant.tile_names[self.law.tile[square]], **facts)
        return square

    cdef int tile_target(self, int slot, name) except -1:
        """A building or the village, named by its tile."""
        cdef int tile = self.variant.tile_names.index(name), corner = self.law.tile_corner[tile]
        facts = {**self.at(slot), "at": name, "tile": name}
        if self.law.tile_kind[tile] != FARM and self.law.tile_kind[tile] != VILLAGE:
            raise Refused("E-TARGET", "SWL-070", what="tile", **facts)
        if self.state.damage[tile] >= MUCH_DAMAGE:
            raise Refused("E-TARGET", "SWL-124", what="gone", **facts)
        if not any(bears(self.law, self.state, slot, corner + step) for step in (0, 1, FILES, FILES + 1)):
            del facts["tile"]
            raise self._out_of_sight(slot, corner if self.seat == 0 else corner + FILES, facts)
        self._spare_own(slot, tile, name)
        return TILE_TARGET + tile

    def _spare_own(self, int slot, int tile, name):
        """SWL-122, SWL-152: not where own troops stand."""
        if shared(self.state.held[self.seat], self.law.tile_squares[tile]):
            clause = "SWL-122" if self.law.tile_kind[tile] == FARM else "SWL-152"
            tile_name = self.variant.tile_names[tile]
            raise Refused("E-TARGET", clause, what="garrison", tile=tile_name, at=name, **self.at(slot))

    def _on_hill(self, int slot):
        return terrain_at(self.law, self.state, self.state.piece[slot].place) == HILL

    def _out_of_sight(self, int slot, int square, facts):
        """E-LOS, by the rule that keeps the square out of the gun's reach."""
        sight = self._sight(slot, square)
        clause = "SWL-128" if self._on_hill(slot) else "SWL-067" if sight["what"] == "blocked" else "SWL-066"
        return Refused("E-LOS", clause, **facts, **sight)

    def _sight(self, int slot, int square):
        """Why a gun does not bear on a square."""
        cdef int start = self.state.piece[slot].place, between = start, direction = forward(self.seat)
        cdef int ahead = (rank_of(square) - rank_of(start)) * (1 if direction == 0 else -1)
        hill = self._on_hill(slot)
        reach = 4 if hill else 3
        if ahead < 1:
            return {"what": "behind", "reach": reach, "by": None}
        if abs(file_of(square) - file_of(start)) > (1 if hill else 0):
            return {"what": "file", "reach": reach, "by": None}
        if ahead > reach:
            return {"what": "range", "reach": reach, "by": None}
        by = None
        while between != square and by is None:
            between += self.law.step[between][direction]
            if self.state.on[between] != NONE or terrain_at(self.law, self.state, between) == FARM:
                by = self.name(between)
        return {"what": "blocked", "reach": reach, "by": by}

    def shot_facts(self, int slot, int target, name):
        """How a shot was read; with a warning where it is known to be in vain (SWL-R08)."""
        cdef const Piece* victim
        facts = {"from": self.name(self.state.piece[slot].place), "at": name}
        facts |= {"tile": None, "what": "piece", "code": None}
        if target >= TILE_TARGET:
            return facts | {"tile": self.variant.tile_names[target - TILE_TARGET], "what": "tile", "warning": None}
        victim = &self.state.piece[self.state.on[target]]
        known = victim.known != 0
        warning = "light" if known and self.law.cls[victim.code] == LIGHT else None
        return facts | {"code": self.variant.code_name(victim.code) if known else None, "warning": warning}

    # --- Pool ---------------------------------------------------------------------------------------------------------

    def candidate(self, order):
        """SWL-096: the slot of the pool piece of this code that is taken: E-ENTER."""
        cdef int slot, code, best
        cdef const Piece* piece
        if order.code not in self.variant.board.number:
            raise Refused("E-ENTER", "SWL-091", code=order.code, square=order.square, what="none", from_turn=None)
        code = self.variant.board.number[order.code]
        best = next_of(self.law, self.state, code) if self.law.side[code] == self.seat else NONE
        if best != NONE:
            return best
        early, late = False, False
        for slot in range(self.state.slots):
            piece = &self.state.piece[slot]
            if piece.code == code and self.law.side[code] == self.seat and IN_RESERVE <= piece.place <= LATE:
                early, late = early or piece.place != LATE, late or piece.place == LATE
        facts = {"code": order.code, "square": order.square}
        if early:
            turn = self.state.turn + 1
            raise Refused("E-ENTER", "SWL-092", what="too_early", from_turn=turn, **facts)
        if late:
            raise Refused("E-ENTER", "SWL-177", what="late", from_turn=self.law.late_turn, **facts)
        raise Refused("E-ENTER", "SWL-091", what="none", from_turn=None, **facts)

    # --- Moving and attacking -----------------------------------------------------------------------------------------

    cdef dict go(self, order):
        cdef int slot = self.own_called(order.path[0], order.piece), goal
        cdef list squares = [self.square(name) for name in order.path]
        self.need(self.law.nation[self.state.piece[slot].code])
        goal = squares[len(squares) - 1]
        self.check_foe(order.path[len(order.path) - 1], order.foe)
        if self.is_attack(order, slot, goal):
            return self.attack(order, slot, squares)
        facts = self.move(slot, squares, None)
        spend(self.law, self.state, self.law.nation[self.state.piece[slot].code])
        self.done()
        return facts

    cdef dict move(self, int slot, list squares, card):
        """A plain move that has been paid for otherwise; its facts."""
        cdef Reach reach
        cdef int start = squares[0], goal = squares[len(squares) - 1]
        if len(squares) > 2:
            self.check_path(slot, squares, False)
        else:
            measure(self.law, self.state, slot, &reach)
            if goal == start or reach.steps[goal] == FAR:
                raise self.blame(slot, goal, False)
        path = [self.name(square) for square in squares]
        walk(self.law, self.state, slot, goal)
        facts = {"seat": SEATS[self.seat], "from": path[0], "to": path[len(path) - 1], "path": path, "card": card}
        self.battle.tell_of_piece(self.seat, "move", facts, &self.state.piece[slot], "SWL-028")
        code = self.variant.code_name(self.state.piece[slot].code)
        return {"order": "go", "action": "move", "code": code, **facts}

    cdef dict attack(self, order, int slot, list squares):
        """SWL-037; with `spirit` the card is paid for by the attack (SWL-143), at any time of a ply (SWL-145)."""
        cdef Assault assault
        cdef int nation = self.law.nation[self.state.piece[slot].code]
        cdef int then = NONE if order.then is None else self.square(order.then)
        code = self.variant.code_name(self.state.piece[slot].code)
        self.aim(slot, squares, &assault)
        if order.spirit:
            self.need_card(SPIRIT)
        path = self.path_of(slot, squares, assault.square)
        spend(self.law, self.state, nation)
        if order.spirit:
            self.battle.tell("card", {"seat": SEATS[self.seat], "card": "FS"}, "SWL-143")
        self.fight(slot, &assault, path, order.spirit, then, "FS" if order.spirit else None)
        self.done()
        facts = {"from": path[0], "to": self.name(assault.target), "path": path, "assault": path[len(path) - 1]}
        return {"order": "go", "action": "attack", "code": code, "spirit": order.spirit, **facts}

    def need_card(self, int card):
        """E-CARD: a card in hand, and none played yet in this ply (SWL-134)."""
        name = CARD_NAMES[card]
        if not self.law.has_cards:
            raise Refused("E-CARD", "SWL-003", card=name, what="not_played_with")
        if self.state.carded[self.seat]:
            raise Refused("E-CARD", "SWL-134", card=name, what="second")
        if not self.state.hand[self.seat][card]:
            raise Refused("E-CARD", "SWL-131", card=name, what="not_in_hand")

    # --- Combat -------------------------------------------------------------------------------------------------------

    cdef void fight(self, int slot, const Assault* assault, list path, bint spirit, int then, card) except *:
        """An attack that is legal, with all its frenzy; in a dry run it succeeds."""
        cdef Fight fight
        if self.battle.dry:
            suppose_attack(self.law, self.state, slot, assault, spirit)
            return
        strike(self.law, self.state, &fight, slot, assault, spirit, then)
        while fight.wants_die:
            decide(self.law, self.state, &fight, self.battle.battle_die())
        self.tell_blows(&fight, path, card)

    cdef void tell_blows(self, const Fight* fight, list path, card) except *:
        """One event for the attack and for each attack of its frenzy. All of it is seen by all (SWL-041)."""
        cdef int number
        cdef const Blow* blow
        for number in range(fight.blows):
            blow = &fight.blow[number]
            attacker = self.battle.full_facts(blow.attacker_code, blow.attacker_blocks)
            defender = self.battle.full_facts(blow.defender_code, blow.defender_blocks)
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
            self.battle.tell("attack", facts, clause)

    # --- Fire ---------------------------------------------------------------------------------------------------------

    cdef dict fire(self, order):
        cdef int slot = self.own_called(order.gun, order.piece), target
        if self.law.cls[self.state.piece[slot].code] != ART:
            raise Refused("E-NOTGUN", "SWL-065", **self.at(slot))
        self.need(self.law.nation[self.state.piece[slot].code])
        self.check_foe(order.target, order.foe)
        target = self.target(slot, order.target)
        facts = self.shot_facts(slot, target, order.target)
        spend(self.law, self.state, self.law.nation[self.state.piece[slot].code])
        self.shot(slot, target, None)
        self.done()
        return {"order": "fire", **facts}

    cdef void shot(self, int slot, int target, card) except *:
        """A legal shot; in a dry run it succeeds."""
        cdef Shot shot
        if self.battle.dry:
            suppose_shot(self.law, self.state, slot, target)
            return
        shoot(self.law, self.state, slot, target, &shot)
        # A gun's back is as good as its name: each nation has one kind.
        gun = self.battle.full_facts(self.state.piece[slot].code, 0)
        facts = {"seat": SEATS[self.seat], "piece": gun, "from": self.name(self.state.piece[slot].place), "card": card}
        if shot.tile != NONE:
            hit = {
                "at": None, "what": "tile", "target": None, "tile": self.variant.tile_names[shot.tile],
                "result": "destroyed" if shot.destroyed else "damaged", "damage": self.state.damage[shot.tile],
            }
            self.battle.tell("shot", facts | hit, "SWL-121")
            return
        hit = {
            "at": self.name(shot.square), "what": "piece", "target": self.battle.full_facts(shot.code, shot.blocks),
            "tile": None, "result": "immune" if shot.immune else "eliminated", "damage": None,
        }
        self.battle.tell("shot", facts | hit, "SWL-069" if shot.immune else "SWL-068")

    # --- Pool ---------------------------------------------------------------------------------------------------------

    cdef dict enter(self, order):
        """SWL-091; a withdrawn commander brings his own action (SWL-089)."""
        cdef int square = self.square(order.square), slot
        # `LIGHT` and the like mean another unit for each side.
        order = Enter(order.code if order.code == DRAWN else code_meant(order.code, SEATS[self.seat]), order.square)
        if order.code == DRAWN:
            return self._draw(order, square)
        slot = self.candidate(order)
        facts = {"code": order.code, "square": order.square, "from_turn": None}
        if rank_of(square) != back_rank(self.seat):
            raise Refused("E-ENTER", "SWL-091", what="row", **facts)
        if self.state.on[square] != NONE:
            raise Refused("E-ENTER", "SWL-091", what="occupied", **facts)
        if not may_stand(self.law, self.state, self.state.piece[slot].code, square):
            raise Refused("E-ENTER", "SWL-015", what="terrain", **facts)
        if not may_bring(self.law, self.state, slot):
            nation = self.law.nation[self.state.piece[slot].code]
            if not brings_an_action(self.law, &self.state.piece[slot]):
                self.need(nation)
            # Who brings his own has the split alone in his way (SWL-R22).
            raise Refused("E-SPLIT", "SWL-111", nation=NATIONS[nation], allowance=self.state.allowance + 1)
        come_on(self.law, self.state, slot, square)
        spend(self.law, self.state, self.law.nation[self.state.piece[slot].code])
        facts = {"seat": SEATS[self.seat], "square": order.square, "drawn": False}
        self.battle.tell_of_piece(self.seat, "enter", facts, &self.state.piece[slot], "SWL-091")
        self.done()
        return {"order": "enter", "code": order.code, "square": order.square, "blocks": self.state.piece[slot].blocks}

    def _draw(self, order, int square):
        """SWL-R24, option `by-action`: the next Prussian is drawn onto a flag square."""
        cdef uint8_t squares[SQUARES]
        cdef int count, slot, nation = PR if self.state.split else 1
        facts = {"code": order.code, "square": order.square, "from_turn": None}
        if self.seat != RED or not self.law.by_action:
            raise Refused("E-ENTER", "SWL-R24", what="rate", **facts)
        if self.state.coming == THEY_STAY_AWAY or not self.law.undrawn:
            raise Refused("E-ENTER", "SWL-181", what="never", **facts)
        if self.state.turn < self.law.prussian_turn:
            raise Refused("E-ENTER", "SWL-105", what="too_early", **facts | {"from_turn": self.law.prussian_turn})
        if not prussians_come(self.law, self.state):
            raise Refused("E-ENTER", "SWL-R24", what="none_left", **facts)
        count = drawing_squares(self.law, self.state, squares)
        if square not in [squares[index] for index in range(count)]:
            raise Refused("E-ENTER", "SWL-107", what="flag", **facts)
        self.need(nation)
        if self.battle.dry:
            # Which piece it is nobody knows yet (SWL-108): a stranger stands there, and no order may go to it.
            self.state.undrawn[0] = self.variant.board.number["PI"]
        slot = draw_prussian(self.law, self.state, square)
        self.state.piece[slot].fresh = self.battle.dry
        spend(self.law, self.state, nation)
        told = {"seat": SEATS[self.seat], "square": order.square, "drawn": True}
        self.battle.tell_of_piece(self.seat, "enter", told, &self.state.piece[slot], "SWL-106")
        self.done()
        return {"order": "enter", "code": order.code, "square": order.square}

    cdef dict rest(self, order):
        """SWL-077 to SWL-079; free of charge."""
        cdef int slot = self.own_called(order.square, order.piece)
        cdef Piece* piece = &self.state.piece[slot]
        facts = self.at(slot)
        if self.law.cls[piece.code] != HC:
            raise Refused("E-REST", "SWL-079", what="not_hc", **facts)
        if not piece.blocks:
            raise Refused("E-REST", "SWL-079", what="no_blocks", **facts)
        if not may_rest(self.law, self.state, slot):
            raise Refused("E-REST", "SWL-078", what="too_early", **facts)
        send_to_rest(self.law, self.state, slot)
        told = {"seat": SEATS[self.seat], "square": order.square, "piece": self.battle.known_facts(piece, NONE)}
        self.battle.tell("rest", told, "SWL-077")
        return {"order": "rest", **facts, "blocks": piece.blocks}

    # --- After every activation ---------------------------------------------------------------------------------------

    cdef void done(self) except *:
        """SWL-099, SWL-118: buildings conquered, and whether the battle has ended."""
        cdef uint8_t tiles[2 * MOST_TILES]
        cdef uint8_t was[MOST_TILES]
        cdef int count, index
        if self.state.over == PLAY_ON:
            memcpy(was, self.state.flag, MOST_TILES)
            count = conquer(self.law, self.state, tiles)
            for index in range(count):
                self._tell_conquest(tiles[index], was[tiles[index]])
        if self.battle.dry:
            return
        if self.state.over == PLAY_ON and not occupied(self.law, self.state, self.seat):
            return
        self.ended = True
        self.state.offering = NONE
        if self.state.over != PLAY_ON:
            self.battle.finish(self.state.over, self.state.winner)
        elif self.state.phase == PURSUING:
            begin_pursuit(self.battle)

    def _tell_conquest(self, int tile, int was):
        flag = SEATS[self.state.flag[tile]]
        before = None if was == NONE else SEATS[was]
        self.battle.tell("farm", {"tile": self.variant.tile_names[tile], "flag": flag, "was": before}, "SWL-118")

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

    # --- Cards --------------------------------------------------------------------------------------------------------

    def _need_first(self, int card):
        """SWL-135: these are the first action of the ply."""
        self.need_card(card)
        if self.state.used:
            raise Refused("E-CARD", "SWL-135", card=CARD_NAMES[card], what="not_first")

    def _play_card(self, int card, int nation, **facts):
        """The card leaves the game, its action is spent (SWL-136, SWL-137)."""
        pay_card(self.law, self.state, card, nation)
        self.battle.tell("card", {"seat": SEATS[self.seat], "card": CARD_NAMES[card], **facts}, "SWL-137")

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
            if seat_at(self.law, self.state, square) != enemy:
                raise Refused("E-CARD", "SWL-139", what="not_enemy", **wrong | {"squares": [self.name(square)]})
            if not in_half(enemy, square):
                raise Refused("E-CARD", "SWL-139", what="half", **wrong | {"squares": [self.name(square)]})
        if not self._touch(squares, squares):
            raise Refused("E-CARD", "SWL-139", what="not_connected", **wrong)
        self._play_card(RECONNAISSANCE, 1 if self.seat == RED else 0, squares=list(order.squares))
        self.scouted = True
        if not self.battle.dry:
            self._look(squares)
        self.done()
        return {"order": "card", "card": "RE", "squares": list(order.squares)}

    def _look(self, squares):
        """Only the player learns the names."""
        cdef Piece* piece
        found = {}
        for square in squares:
            piece = &self.state.piece[self.state.on[<int>square]]
            found[self.name(square)] = self.variant.code_name(piece.code)
            scout(self.law, self.state, self.state.on[<int>square])
        self.battle.tell("scouted", {"seat": SEATS[self.seat], "pieces": found}, "SWL-139", self.seat)

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
        arms = [ARMS[self.law.arm[self.state.piece[slot].code]] for slot in self._slots("CA", starts)]
        if len(set(arms)) < len(arms):
            raise Refused("E-CARD", "SWL-141", card="CA", what="arm")
        return self._play_parts(order, COMBINED, order.parts, starts)

    def _battery(self, order):
        """SWL-142, SWL-R56: one shot each by guns that hang together."""
        self._need_first(BATTERY)
        starts = [fire.gun for fire in order.shots]
        if not starts:
            raise Refused("E-CARD", "SWL-142", card="GB", what="too_many")
        for slot in self._slots("GB", starts):
            if self.law.cls[self.state.piece[<int>slot].code] != ART:
                raise self._inner("GB", 0, Refused("E-NOTGUN", "SWL-065", **self.at(slot)))
        if len(set(starts)) < len(starts):
            raise Refused("E-CARD", "SWL-142", card="GB", what="repeat")
        guns = [square for square in range(SQUARES) if self._has_own_gun(square)]
        if not self._touch([self.square(name) for name in starts], guns):
            raise Refused("E-CARD", "SWL-142", card="GB", what="not_connected", squares=starts)
        return self._play_parts(order, BATTERY, order.shots, starts)

    def _has_own_gun(self, int square):
        cdef int slot = self.state.on[square]
        if slot == NONE or not marked(self.state.held[self.seat], square):
            return False
        return self.law.cls[self.state.piece[slot].code] == ART

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
        nations = {self.law.nation[self.state.piece[<int>slot].code] for slot in slots}
        nation = NONE if len(nations) > 1 else nations.pop()
        self.need(nation)
        before = self.battle.position.copy()
        if not self.battle.dry:
            self._rehearse(before, order)
        self._play_card(card, nation)
        told = []
        for number, (part, slot) in enumerate(zip(parts, slots, strict=True)):
            if self.ended:
                break
            try:
                told.append(self._part(part, slot, name))
            except Refused as error:
                if self.battle.dry:
                    self.battle.position.state = before.state
                    raise self._inner(name, number, error) from None
                facts = {"seat": SEATS[self.seat], "card": name, "part": number + 1, "why": error.particulars()}
                self.battle.tell("dropped", facts, "SWL-R55", self.seat)
        return {"order": "card", "card": name, "parts": told}

    def _rehearse(self, Position before, order):
        """Raises Refused where the seat, as far as it knows, cannot play this card."""
        cdef Battle battle = Battle(before, None, True)
        cdef Ply ply = Ply(battle, self.seat)
        mask(self.law, &battle.position.state, self.seat)
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
        code = self.variant.code_name(self.state.piece[slot].code)
        self.fight(slot, &assault, path, False, then, card)
        self.done()
        facts = {"from": path[0], "to": self.name(assault.target), "path": path, "assault": path[len(path) - 1]}
        return {"order": "go", "action": "attack", "code": code, **facts}

    def _take(self, order):
        """SWL-114, SWL-146: two cards from the discards of the draft."""
        cards = list(order.cards)
        if self.seat != RED:
            raise Refused("E-TAKE", "SWL-114", what="not_red")
        if not self.law.has_cards:
            raise Refused("E-TAKE", "SWL-003", what="no_cards")
        if self.state.coming == THEY_STAY_AWAY or not self.law.undrawn:
            raise Refused("E-TAKE", "SWL-181", what="never")
        if self.state.turn < self.law.prussian_turn:
            raise Refused("E-TAKE", "SWL-114", what="too_early", from_turn=self.law.prussian_turn)
        if self.state.taken:
            raise Refused("E-TAKE", "SWL-146", what="taken")
        if self.state.used:
            raise Refused("E-TAKE", "SWL-146", what="acted")
        if len(cards) != TAKEN:
            raise Refused("E-TAKE", "SWL-114", what="count", cards=cards)
        for name in cards:
            if name not in CARD_NAMES or cards.count(name) > self.state.discards[<int>CARD_NAMES.index(name)]:
                raise Refused("E-TAKE", "SWL-146", what="not_there", cards=cards)
        for name in cards:
            take_discard(self.state, CARD_NAMES.index(name))
        self.battle.tell("take", {"seat": SEATS[RED], "cards": cards}, "SWL-146", RED)
        self.battle.tell("take", {"seat": SEATS[RED], "cards": None}, "SWL-146", 1 - RED)
        return {"order": "take", "cards": cards}
