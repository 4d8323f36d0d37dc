"""The board and the ways to play: W95-001 to W95-015, with the options that bear on them.

`Board` reads the board file; `Variant` is one game's settled options worked out on it. Neither ever changes.
"""

from itertools import pairwise

from libc.string cimport memset

from core.boards.graph cimport put

NUMBERS = "12345678CD"
ZONE_LINKS = ZONE
LITTLE_ARMY = 3  # pieces of an army in the children's game (W95-111)


cdef class Board:
    """The board file in terms of the rules. Raises ValueError or KeyError for one that is no such board."""

    def __init__(self, written):
        roads = [road.split() for road in written["roads"].values()]
        links = [link for road in roads for link in pairwise(road)]
        self.graph = Graph({spot for link in links for spot in link}, links)
        self.armies = "".join(written["armies"])
        self.seats = tuple(army["seat"] for army in written["armies"].values())
        self.cities = tuple(army["city"] for army in written["armies"].values())
        self.stars = {key: tuple(city["stars"]) for key, city in written["cities"].items()}
        self.opposite = {key: city["opposite"] for key, city in written["cities"].items()}
        self.hills = {alias: hill["spot"] for alias, hill in written["hills"].items()}
        self.default_setups = {army: dict(setup) for army, setup in written["default_setups"].items()}
        sides = [army["side"] for army in written["armies"].values()]
        if len(sides) != ARMIES or sides[0] != sides[1] or sides[2] != sides[3] or sides[0] == sides[2]:
            raise ValueError("armies")
        self.piece_ids = tuple([self.armies[piece // ARMY] + NUMBERS[piece % ARMY] for piece in range(PIECES)])
        self.spots = {name: spot for spot, name in enumerate(self.graph.names)}
        self.spots |= {alias: self.graph.index(name) for alias, name in self.hills.items()}
        self.walks = WalkTable(self.graph, LONGEST)
        self.trails = WalkTable(self.graph, LONGEST, trails=True)

    cpdef str piece_id(self, int piece):
        """`N1` .. `N8`, `NC`, `ND`, and so on, for a piece 0 .. 39."""
        return self.piece_ids[piece]

    cdef int find(self, word) except -2:
        """The spot that a word stands for, by its name or its alias, or -1. A city stands for three, so for none."""
        spot = self.spots.get(word)
        return -1 if spot is None else spot

    def from_city(self, int army, spot):
        """Links from the nearest starred spot of the army's own city to the spot named (W95-R03)."""
        return min(self.graph.distance(star, spot) for star in self.stars[self.cities[army]])

    def zone(self, int army):
        """The names of the spots where an army may be posted, by distance, then column, then row (W95-017, W95-134)."""
        near = [(self.from_city(army, spot), spot) for spot in self.graph.names]
        return [spot for links, spot in sorted(near) if links <= ZONE]


cdef class Variant:
    """One way to play: a board and settled options."""

    def __init__(self, rules, options):
        cdef Board board = rules.board
        self.rules, self.board, self.options = rules, board, dict(options)
        mode = options["mode"]
        self.little = mode == "little"
        self.chain = options["throws"] == "chain"
        self.joint = options["pool"] == "joint"
        self.again = not self.little or options["lp_again"] == "yes"
        self.secret = options["setup"] == "secret"
        self.armies = self.taking_part(mode, options["armies"])
        self.everyone = sum([1 << army for army in self.armies])
        self.size = LITTLE_ARMY if self.little else ARMY
        self.piece_of = {board.piece_id(piece): piece for army in self.armies for piece in self.pieces(army)}
        self.start_is_thrown = len(self.armies) > 2
        clockwise = (0, 1, 2, 3) if options["order"] == "round" else (0, 2, 1, 3)  # W95-091, W95-R26
        self.play_order = tuple(army for army in clockwise if army in self.armies)
        self.seat_of = {army: board.seats[self.commander(mode, army)] for army in self.armies}
        self.seats = tuple(dict.fromkeys(self.seat_of.values()))
        self.commands = {seat: tuple(army for army in self.armies if self.seat_of[army] == seat) for seat in self.seats}
        self.fill_law()

    def taking_part(self, mode, letters):
        """The armies of a mode (W95-010, W95-012, W95-110)."""
        if mode == "duel":
            return (0, 2)
        if mode == "little":
            return tuple(self.board.armies.index(letter) for letter in letters)
        return tuple(range(ARMIES))

    def commander(self, mode, int army):
        """The army whose commander has this one (W95-012, W95-013, W95-014); of three the French has two (W95-096)."""
        if mode == "double":
            return army & 2
        return 0 if mode == "three" and army == 1 else army

    def partners(self, seat):
        """The other seats of the same side; none where everyone plays for himself (W95-012, W95-123)."""
        if self.little:
            return ()
        side = self.commands[seat][0] >> 1
        return tuple(other for other in self.seats if other != seat and self.commands[other][0] >> 1 == side)

    def side_seats(self, int side):
        """The seats of a side, in order."""
        return tuple(seat for seat in self.seats if self.commands[seat][0] >> 1 == side)

    def pieces(self, int army):
        """The pieces of an army at the start of the game (W95-007, W95-111)."""
        return range(army * ARMY, army * ARMY + self.size)

    cdef void fill_law(self) except *:
        memset(&self.law, 0, sizeof(Law))
        cdef Board board = self.board
        cdef WalkTable table = board.trails if self.options["loops"] == "yes" else board.walks
        self.law.walks = table.walks  # the board keeps the table alive
        self.law.near = board.graph.near
        for spot in board.hills.values():
            put(&self.law.hills, board.graph.index(spot))
        self.law.little = self.little
        self.law.remnant_loses = self.options["remnant"] == "lose"
        self.law.each = self.options["oblige"] == "each"
        self.law.forward = self.options["lp_oblige"] == "forward"
        self.law.halts_always = self.options["halts"] == "always"
        self.law.again = self.again
        self.law.stall = self.options["stall"] * len(self.armies)
        self.law.max_rounds = self.options["max_rounds"]
        self.law.armies = len(self.armies)
        self.law.seats = len(self.seats)
        for army in self.armies:
            pool = self.commands[self.seat_of[army]] if self.joint else (army,)
            self.law.pool[<int>army] = sum(1 << other for other in pool)
            self.law.seat[<int>army] = self.seats.index(self.seat_of[army])
        self.law.goals = 1 if self.options["mode"] == "duel" else 2  # W95-081: all else is the same
        self.law.least = self.law.goals + 1
        if self.little:
            self.fill_corners()
        else:
            self.fill_goals()

    cdef void fill_goals(self) except *:
        """Which stars are whose: W95-004, W95-011, W95-055, W95-083, W95-084, W95-093."""
        cdef int army, side
        for army in self.armies:
            side = army >> 1
            for star in self.board.stars[self.board.cities[army]]:
                spot = self.board.graph.index(star)
                put(&self.law.goal[1 - side][army & 1], spot)
                put(&self.law.enemy_stars[1 - side], spot)
                for other in self.armies:
                    if other == army or (other >> 1 == side and self.options["own_city"] == "side"):
                        put(&self.law.own_stars[<int>other], spot)

    cdef void fill_corners(self) except *:
        """Where the children's armies go (W95-112), and how far it is (W95-116)."""
        cdef int army, spot
        for army in self.armies:
            stars = self.board.stars[self.board.opposite[self.board.cities[army]]]
            for star in stars:
                put(&self.law.home_run[army], self.board.graph.index(star))
            for spot in range(self.board.graph.spots):
                name = self.board.graph.names[spot]
                self.law.to_goal[army][spot] = min(self.board.graph.distance(star, name) for star in stars)
