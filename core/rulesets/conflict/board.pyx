"""The board and the ways to play: what the board file and the options of a game come to.

`Board` reads the board file; `Variant` is one game's settled options worked out on it. Neither ever changes.
"""

from libc.string cimport memset

from core.boards.grid cimport Grid, measure, put
from core.rulesets.conflict.options import seated
from core.rulesets.conflict.schema import COLOURS
from core.rulesets.conflict.schema import PIECES as PIECE_NAMES

WORDS = {
    "land": LAND, "bridge": BRIDGE, "water": WATER, "mine": MINE, "circle": CIRCLE, "camp": CAMP, "dock": DOCK,
    "reserve": AREA,
}
KIND_NAMES = ("artillery", "anti_aircraft", "battleship", "airplane")
# What a piece may enter, by kind: CON-003, CON-004, CON-005. A bridge is land (CON-007), a mine is water (CON-008), a
# circle both; camp, dock and reserve area are for nobody (CON-006).
OPEN = ({LAND, BRIDGE, CIRCLE}, {LAND, BRIDGE, CIRCLE}, {WATER, MINE, CIRCLE}, {LAND, BRIDGE, WATER, MINE, CIRCLE})
TEAMS = {"none": (0, 1, 2, 3), "opposite": (0, 1, 0, 1), "adjacent": (0, 0, 1, 1)}  # CON-R39, by seat
SIZES = (4, 1, 5, 2)  # CON-010


cdef class Board:
    """The board file in terms of the rules. Raises ValueError or KeyError for one that is no such board."""

    def __init__(self, written):
        rows = written["grid"]["rows"]
        self.grid = Grid(written["grid"]["files"], len(rows))
        self.seats = COLOURS
        seats = {name: written["seats"][name] for name in COLOURS}
        self.letters = {seat["letter"].lower(): name for name, seat in seats.items()}
        self.terrain = {
            name: written["terrain"][rows[len(rows) - int(name[1:])][self.grid.files.index(name[0])]]
            for name in self.grid.names
        }
        self.pieces = tuple(piece for kind in KIND_NAMES for piece in written["pieces"][kind])
        sizes = tuple(len(written["pieces"][kind]) for kind in KIND_NAMES)
        if sizes != SIZES or self.pieces != PIECE_NAMES or len(seats) != len(written["seats"]):
            raise ValueError("pieces")
        self.in_reserve = frozenset(self.pieces.index(piece) for piece in written["pieces"]["in_reserve"])
        self.circles = {seat["circle"]: name for name, seat in seats.items()}
        self.mines = {mine: name for name, seat in seats.items() for mine in seat["mines"]}
        for word, squares in (("circle", self.circles), ("mine", self.mines)):
            found = {name for name in self.grid.names if self.terrain[name] == word}
            if set(squares) != found or len(found) > MOST_MINES:
                raise ValueError(word)
        self.seat_numbers = {name: number for number, name in enumerate(self.seats)}
        self.piece_numbers = {piece: number for number, piece in enumerate(self.pieces)}
        self.name_places()

    cdef void name_places(self) except *:
        """CON-011: the squares, and the words for where else a piece may be."""
        self.place_names = [*self.grid.name_at, *[None] * (HELD + SEATS - SPOTS)]
        self.place_names[START], self.place_names[RESERVE], self.place_names[RETIRED] = "START", "RESERVE", "RETIRED"
        for number, name in enumerate(self.seats):
            self.place_names[HELD + <int>number] = f"HELD:{name}"
        self.places = {name: place for place, name in enumerate(self.place_names) if name is not None}

    cpdef str piece_name(self, int piece):
        """The id of a piece 0 .. 47 within its set: `ar1`."""
        return self.pieces[piece % SET]

    cpdef object number(self, str name):
        """The number of a piece within its set, or None for a word that is no piece. `aa1` is `aa`."""
        return self.piece_numbers.get("aa" if name == "aa1" else name)


cdef class Variant:
    """One way to play: a board and settled options."""

    def __init__(self, rules, options):
        cdef Board board = rules.board
        self.rules, self.board, self.options = rules, board, dict(options)
        self.seats = seated(options)
        self.order = tuple(number for number, seat in enumerate(board.seats) if seat in self.seats)
        self.teams = options["teams"] != "none"
        self.formal = options["alliances"] == "formal"
        self.first = NOBODY if options["first"] == "roll" else board.seats.index(options["first"])
        self.patience = 2 if options["nmr"] == "hold" else 1
        self.lay_down()

    cdef bint has_seat(self, str name) except -1:
        """Whether this is the name of a seat that plays."""
        number = self.board.seat_numbers.get(name)
        return number is not None and (self.law.playing >> <int>number) & 1

    cdef str square(self, int spot):
        """The name of a spot."""
        return self.board.grid.name_at[spot]

    cdef list names(self, int seats):
        """The names of a set of seats, clockwise."""
        return [name for number, name in enumerate(self.board.seats) if seats >> <int>number & 1]

    cdef void lay_down(self) except *:
        cdef Board board = self.board
        cdef Law* law = &self.law
        cdef int seat, kind, spot
        memset(law, 0, sizeof(Law))
        memset(law.corner, NOBODY, SPOTS)
        for name, word in board.terrain.items():
            spot = board.grid.spot_of[name]
            law.terrain[spot] = WORDS[word]
            for kind in range(KINDS):
                if WORDS[word] in OPEN[kind]:
                    put(&law.open[kind], spot)
        for name, seat_name in (*board.circles.items(), *board.mines.items()):
            law.corner[<int>board.grid.spot_of[name]] = board.seats.index(seat_name)
        for name in board.mines:
            law.mine[law.mines] = board.grid.spot_of[name]
            law.mines += 1
        for name, seat_name in board.circles.items():
            law.circle[<int>board.seats.index(seat_name)] = board.grid.spot_of[name]
        law.third_moves = self.options["third_double"] == "move_first"
        law.ahead = self.options["reveal"] == "ahead"
        law.turn_limit = self.options["turn_limit"]
        sides = TEAMS[self.options["teams"]]
        for seat in self.order:
            law.playing |= 1 << seat
            law.partners[seat] = sum(1 << other for other in range(SEATS) if sides[other] == sides[seat])
        law.friends_pass = self.options["friends_pass"] == "yes"
        law.home_pass = self.options["home_pass"] == "yes"
        law.overfly = self.options["aa_sky"] == "overfly"
        law.own_mine_lost = self.options["own_mine_plane"] == "lost"
        law.mines_inherited = self.options["dead_mines"] == "heir"
        law.partner_mines_safe = self.options["partner_mines"] == "safe"
        for seat in range(SEATS):
            for kind in range(KINDS):
                measure(&law.open[kind], law.circle[seat], self.to_circle[seat][kind])
