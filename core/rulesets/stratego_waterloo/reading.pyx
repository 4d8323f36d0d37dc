"""What an order line of a ply comes to on the field as it is, or why it cannot stand: 3.4, 3.5, 3.7, 3.10, 5.5.

Nothing is changed here, and only what a seat may know is looked at: its own pieces, and the backs of the others.
"""

from core.rulesets.stratego_waterloo.board import NATIONS
from core.rulesets.stratego_waterloo.refused import Refused

from core.rulesets.stratego_waterloo.board cimport (
    ART, DIRECTIONS, FARM, FILES, HILL, INFANTRY, LIGHT, MUD, NONE, PR, VILLAGE, file_of, forward, rank_of, shared,
)
from core.rulesets.stratego_waterloo.field cimport (
    IN_RESERVE, LATE, MUCH_DAMAGE, Piece, present_ply, seat_at, terrain_at,
)
from core.rulesets.stratego_waterloo.moves cimport (
    TILE_TARGET, Reach, bears, find_assault, may_enter_now, may_hit, may_leave, may_spend, measure, range_of, slowed,
)
from core.rulesets.stratego_waterloo.play cimport Play

DRAWN = "PRUSSIAN"  # `enter PRUSSIAN L6`
RANGE_CLAUSES = {LIGHT: "SWL-031", ART: "SWL-034"}  # all other infantry: SWL-032


cdef class Reading:
    """The orders of a seat, read on a play's position. `dry`: it is a copy in which secrets are hidden."""

    def __init__(self, Play play, int seat, bint dry):
        self.play, self.variant, self.seat, self.dry = play, play.variant, seat, dry
        self.field, self.law = &play.position.field, &play.variant.law
        self.ended = self.closed = self.scouted = False

    # --- What all orders ask -----------------------------------------------------------------------------------------

    cdef int square(self, name) except -1:
        number = self.variant.board.squares.get(name)
        if number is None:
            raise Refused("E-SQUARE", "SWL-R01", square=name)
        return number

    cdef int own(self, name) except -1:
        """The slot of the seat's own piece on a square: E-SQUARE, E-EMPTY, E-OWNER."""
        cdef int slot = self.field.on[self.square(name)]
        if slot == NONE:
            raise Refused("E-EMPTY", "SWL-028", square=name)
        if self.law.side[self.field.piece[slot].code] != self.seat:
            raise Refused("E-OWNER", "SWL-020", square=name)
        if self.field.piece[slot].fresh:
            raise Refused("E-ENTER", "SWL-108", code=DRAWN, square=name, what="drawn", from_turn=None)
        return slot

    cdef void need(self, int nation) except *:
        """An action for this nation, NONE for a card that both take part in: E-ACTIONS, E-SPLIT."""
        if self.field.used >= self.field.allowance:
            raise Refused("E-ACTIONS", "SWL-019", used=self.field.used, allowance=self.field.allowance)
        if not may_spend(self.law, self.field, nation):
            facts = {"nation": NATIONS[PR if nation == PR else 1], "allowance": self.field.allowance}
            raise Refused("E-SPLIT", "SWL-111", **facts)

    cdef dict at(self, int slot):
        """Which piece is meant, for the facts of a refusal."""
        cdef const Piece* piece = &self.field.piece[slot]
        return {"square": self.name(piece.place), "code": self.variant.code_name(piece.code)}

    cdef object name(self, int square):
        return self.variant.board.square_names[square]

    # --- Moving and attacking (3.4, 3.5) -----------------------------------------------------------------------------

    cdef bint is_attack(self, order, int slot, int goal) except -1:
        """Whether a line means an attack (5.4): E-FRIEND, E-NOFOE, and E-BLOCKED for a move onto an enemy."""
        cdef int holder = seat_at(self.law, self.field, goal)
        attack = order.how == "attack" or order.spirit or order.then is not None
        if holder == self.seat and self.field.on[goal] != slot:
            code = self.variant.code_name(self.field.piece[self.field.on[goal]].code)
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
        if self.law.cls[self.field.piece[slot].code] == ART:
            raise Refused("E-GUN", "SWL-039", **self.at(slot))
        if len(squares) == 2:
            if not find_assault(self.law, self.field, slot, goal, found):
                raise self.blame(slot, goal, True)
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
        cdef int start = self.field.piece[slot].place, square = goal, direction, other
        cdef Reach reach
        if self.law.arm[self.field.piece[slot].code] != INFANTRY or goal == start:
            return [start] if goal == start else [start, goal]
        measure(self.law, self.field, slot, &reach)
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
        """A way given square by square, for infantry (5.4)."""
        cdef int code = self.field.piece[slot].code, steps = len(squares) - 1, index, here, following, direction
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
            if (index + 1 < steps or not attacking) and self.field.on[following] != NONE:
                raise Refused("E-BLOCKED", "SWL-029", at=self.name(following), by="piece", to=goal, **self.at(slot))
        if steps > most:
            facts = {"reach": most, "to": goal, "distance": steps, **self.at(slot)}
            raise Refused("E-RANGE", self._range_clause(code), what="far", **facts)

    def _check_step(self, int slot, int index, int steps, int here, int following, int direction):
        """MUD on a way (SWL-185 to SWL-187)."""
        cdef int code = self.field.piece[slot].code
        if not slowed(self.law, code):
            return
        if index == 0 and terrain_at(self.law, self.field, here) == MUD:
            if not may_leave(self.law, self.field, code, here, direction):
                raise Refused("E-MUD", "SWL-187", at=self.name(here), what="back", **self.at(slot))
            if steps > 1:
                raise Refused("E-MUD", "SWL-185", at=self.name(here), what="leave", **self.at(slot))
        if index + 1 < steps and terrain_at(self.law, self.field, following) == MUD:
            raise Refused("E-MUD", "SWL-186", at=self.name(following), what="stop", **self.at(slot))

    def _range_clause(self, int code):
        return RANGE_CLAUSES.get(self.law.cls[code], "SWL-032")

    def _line_clause(self, int code):
        return "SWL-034" if self.law.cls[code] == ART else "SWL-033"

    cdef object blame(self, int slot, int goal, bint attacking):
        """Why a piece cannot go to, or attack, a square that is given without a way. A Refused."""
        cdef int start = self.field.piece[slot].place, code = self.field.piece[slot].code
        cdef int files = abs(file_of(goal) - file_of(start)), ranks = abs(rank_of(goal) - rank_of(start))
        cdef int most = range_of(self.law, code), terrain = terrain_at(self.law, self.field, start)
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
        cdef int code = self.field.piece[slot].code, start = self.field.piece[slot].place, square = start, direction
        direction = (0 if goal > start else 2) if file_of(goal) == file_of(start) else 1 if goal > start else 3
        at = {key: facts[key] for key in ("square", "code")}
        if not may_leave(self.law, self.field, code, start, direction):
            return Refused("E-MUD", "SWL-187", at=self.name(start), what="back", **at)
        while square != goal:
            if square != start and terrain_at(self.law, self.field, square) == MUD:
                return Refused("E-MUD", "SWL-186", at=self.name(square), what="stop", **at)
            square += self.law.step[square][direction]
            if terrain_at(self.law, self.field, square) == FARM:
                tile = self.variant.tile_names[self.law.tile[square]]
                return Refused("E-FARM", "SWL-116", tile=tile, at=self.name(square), **at)
            if self.field.on[square] != NONE and not (attacking and square == goal):
                return Refused("E-BLOCKED", "SWL-029", at=self.name(square), by="piece", **facts)
            if self.law.cls[code] == ART and terrain_at(self.law, self.field, square) == MUD:
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
                if self.field.on[square] != NONE and terrain == NONE:
                    return self.name(square)
                if terrain != NONE and terrain_at(self.law, self.field, square) == terrain:
                    return self.name(square)
        return None

    # --- Fire (3.7) --------------------------------------------------------------------------------------------------

    cdef int target(self, int slot, name) except -1:
        """What a gun is to fire at, as in moves.shots(): E-SQUARE, E-LOS, E-TARGET, E-HILLGUN."""
        cdef int square, holder, terrain
        if name in self.variant.tile_names:
            return self.tile_target(slot, name)
        square = self.square(name)
        facts = {**self.at(slot), "at": name}
        if not bears(self.law, self.field, slot, square):
            raise self._out_of_sight(slot, square, facts)
        holder, terrain = seat_at(self.law, self.field, square), terrain_at(self.law, self.field, square)
        if terrain == FARM or terrain == VILLAGE and holder == NONE:
            self._spare_own(slot, self.law.tile[square], name)
            return TILE_TARGET + self.law.tile[square]
        if holder != self.seat ^ 1:
            raise Refused("E-TARGET", "SWL-070", what="empty" if holder == NONE else "friend", tile=None, **facts)
        if not may_hit(self.law, self.field, slot, square):
            raise Refused("E-HILLGUN", "SWL-129", tile=self.variant.tile_names[self.law.tile[square]], **facts)
        return square

    cdef int tile_target(self, int slot, name) except -1:
        """A building or the village, named by its tile."""
        cdef int tile = self.variant.tile_names.index(name), corner = self.law.tile_corner[tile], index
        facts = {**self.at(slot), "at": name, "tile": name}
        if self.law.tile_kind[tile] != FARM and self.law.tile_kind[tile] != VILLAGE:
            raise Refused("E-TARGET", "SWL-070", what="tile", **facts)
        if self.field.damage[tile] >= MUCH_DAMAGE:
            raise Refused("E-TARGET", "SWL-124", what="gone", **facts)
        if not any(bears(self.law, self.field, slot, corner + step) for step in (0, 1, FILES, FILES + 1)):
            del facts["tile"]
            raise self._out_of_sight(slot, corner if self.seat == 0 else corner + FILES, facts)
        self._spare_own(slot, tile, name)
        return TILE_TARGET + tile

    def _spare_own(self, int slot, int tile, name):
        """SWL-122, SWL-152: not where own troops stand."""
        if shared(self.field.held[self.seat], self.law.tile_squares[tile]):
            clause = "SWL-122" if self.law.tile_kind[tile] == FARM else "SWL-152"
            tile_name = self.variant.tile_names[tile]
            raise Refused("E-TARGET", clause, what="garrison", tile=tile_name, at=name, **self.at(slot))

    def _on_hill(self, int slot):
        return terrain_at(self.law, self.field, self.field.piece[slot].place) == HILL

    def _out_of_sight(self, int slot, int square, facts):
        """E-LOS, by the rule that keeps the square out of the gun's reach."""
        sight = self._sight(slot, square)
        clause = "SWL-128" if self._on_hill(slot) else "SWL-067" if sight["what"] == "blocked" else "SWL-066"
        return Refused("E-LOS", clause, **facts, **sight)

    def _sight(self, int slot, int square):
        """Why a gun does not bear on a square."""
        cdef int start = self.field.piece[slot].place, between = start, direction = forward(self.seat)
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
            if self.field.on[between] != NONE or terrain_at(self.law, self.field, between) == FARM:
                by = self.name(between)
        return {"what": "blocked", "reach": reach, "by": by}

    def shot_facts(self, int slot, int target, name):
        """How a shot was read; with a warning where it is known to be in vain (SWL-R08)."""
        cdef const Piece* victim
        facts = {"from": self.name(self.field.piece[slot].place), "at": name}
        facts |= {"tile": None, "what": "piece", "code": None}
        if target >= TILE_TARGET:
            return facts | {"tile": self.variant.tile_names[target - TILE_TARGET], "what": "tile", "warning": None}
        victim = &self.field.piece[self.field.on[target]]
        known = victim.known != 0
        warning = "light" if known and self.law.cls[victim.code] == LIGHT else None
        return facts | {"code": self.variant.code_name(victim.code) if known else None, "warning": warning}

    # --- Pool (3.10) -------------------------------------------------------------------------------------------------

    def candidate(self, order):
        """SWL-096: the slot of the pool piece of this code that is taken: E-ENTER."""
        cdef int slot, code, place, best = NONE
        cdef const Piece* piece
        if order.code not in self.variant.board.number:
            raise Refused("E-ENTER", "SWL-091", code=order.code, square=order.square, what="none", from_turn=None)
        code = self.variant.board.number[order.code]
        best_key, early, late = None, False, False
        for slot in range(self.field.slots):
            piece = &self.field.piece[slot]
            if piece.code != code or self.law.side[code] != self.seat or not IN_RESERVE <= piece.place <= LATE:
                continue
            if not may_enter_now(self.law, self.field, slot):
                early, late = early or piece.place != LATE, late or piece.place == LATE
                continue
            regains = present_ply(self.law, self.field) - piece.left >= 2
            key = (0 if regains else piece.blocks, piece.left, piece.place, piece.charged, piece.known)
            if best_key is None or key < best_key:
                best, best_key = slot, key
        if best != NONE:
            return best
        facts = {"code": order.code, "square": order.square}
        if early:
            turn = self.field.turn + 1
            raise Refused("E-ENTER", "SWL-092", what="too_early", from_turn=turn, **facts)
        if late:
            raise Refused("E-ENTER", "SWL-177", what="late", from_turn=self.law.late_turn, **facts)
        raise Refused("E-ENTER", "SWL-091", what="none", from_turn=None, **facts)
