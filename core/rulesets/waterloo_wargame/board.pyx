"""The board file and the options of a game, in terms of the rules; and who the pieces are: WWG-001 to WWG-009.

`Board` reads the board file; `Variant` is one game's settled options worked out on it; `Pieces` are the formations of
a game, which on the bare board are the game's own. None of them ever changes.
"""

from core.rulesets.waterloo_wargame.options import SEATS

from libc.string cimport memset

from core.boards.plane cimport MOST_SEGMENTS, Base, fix, lay, yards
from core.rulesets.waterloo_wargame.field cimport (
    CAVALRY, GUN, INFANTRY, MOST, MOST_POINTS, MOST_ROADS, NOBODY, OF_GUN, put,
)
from core.rulesets.waterloo_wargame.template cimport templates

ARMS = {"infantry": INFANTRY, "cavalry": CAVALRY, "gun": GUN}
ALLOWANCE = (200, 400, 100)  # WWG-036
LETTERS = "FA"  # of key numbers, by side
IDENTITY = ("code", "number", "name", "side", "arm", "men")  # what is said of a piece, in the order of the JSON


cdef class Board:
    """The board file in terms of the rules. Raises ValueError or KeyError for one that is no such board."""

    def __init__(self, written):
        memset(&self.law, 0, sizeof(Law))
        self.law.east, self.law.north = written["east"], written["north"]
        self.roads = tuple([road["id"] for road in written["roads"]])
        self.points = tuple([point["id"] for point in written["strongpoints"]])
        self.places = {place["id"]: (place["x"], place["y"]) for place in written["places"]}
        self.names = {
            each["id"]: each["name"] for kind in ("roads", "strongpoints", "places") for each in written[kind]
        }
        self.centrelines = {road["id"]: tuple([tuple(point) for point in road["points"]]) for road in written["roads"]}
        self.outlines = {point["id"]: (*point["from"], *point["to"]) for point in written["strongpoints"]}
        self.holders = {point["id"]: point["holder"] for point in written["strongpoints"]}
        self.generals = {seat: written["generals"][seat] for seat in SEATS}
        self.pieces = tuple([dict(piece, side=SEATS[LETTERS.index(piece["number"][0])]) for piece in written["pieces"]])
        self.guns = {scenario: tuple(codes) for scenario, codes in written["guns"].items()}
        if len(self.names) < len(self.roads) + len(self.points) + len(self.places):
            raise ValueError("an id stands for two things")
        self._lay_roads(written)
        self._raise_outlines()

    def _lay_roads(self, written):
        cdef int x[MOST_SEGMENTS + 1]
        cdef int y[MOST_SEGMENTS + 1]
        if len(self.roads) > MOST_ROADS:
            raise ValueError("roads")
        self.law.roads = len(self.roads)
        for number, road in enumerate(written["roads"]):
            points = self.centrelines[road["id"]]
            if not 2 <= len(points) <= MOST_SEGMENTS + 1:
                raise ValueError(road["id"])
            for at, (east, north) in enumerate(points):
                x[<int>at], y[<int>at] = east, north
            lay(&self.law.road[<int>number], road["width"], x, y, len(points))

    def _raise_outlines(self):
        cdef fix west, south, east, north
        if len(self.points) > MOST_POINTS:
            raise ValueError("strongpoints")
        self.law.points = len(self.points)
        for number, point in enumerate(self.points):
            west, south, east, north = [yards(<int>edge) for edge in self.outlines[point]]
            self.law.outline[<int>number] = Base(
                (west + east) // 2, (south + north) // 2, (east - west) // 2, (north - south) // 2, 0
            )


cdef class Pieces:
    """The formations of a game in roster order, from dicts with `code`, `number`, `name`, `side`, `arm`, `men`."""

    def __init__(self, pieces):
        cdef Roster* roster = &self.roster
        cdef int at, men
        memset(roster, 0, sizeof(Roster))
        if len(pieces) > MOST:
            raise ValueError("pieces")
        self.codes = tuple([piece["code"] for piece in pieces])
        self.numbers = tuple([piece["number"] for piece in pieces])
        self.names = tuple([piece["name"] for piece in pieces])
        self.index = {number: at for at, number in enumerate(self.numbers)}
        self.index |= {code: at for at, code in enumerate(self.codes)}
        self.written = tuple([
            {key: piece[key] for key in IDENTITY} | {"x": None, "y": None, "heading": None} for piece in pieces
        ])
        roster.count = len(pieces)
        for at, piece in enumerate(pieces):
            men = piece["men"]
            roster.side[at] = SEATS.index(piece["side"])
            roster.arm[at] = ARMS[piece["arm"]]
            roster.men[at] = men
            roster.strength[at] = men or OF_GUN
            roster.half_width[at], roster.half_depth[at] = 50 * max(men, 1), 50  # WWG-004
            put(&roster.of_side[roster.side[at]], at)


cdef class Variant:
    """One way to play: the rules on a board, and settled options."""

    def __init__(self, rules, Board board, options):
        self.rules, self.board, self.options = rules, board, dict(options)
        self.seats, self.roads, self.points = SEATS, board.roads, board.points
        self.point_numbers = {name: at for at, name in enumerate(self.points)}
        scenario = options["scenario"]
        guns = board.guns.get(scenario)
        self.known = {
            piece["code"]: piece
            for piece in board.pieces
            if scenario != "bare" and (piece["arm"] != "gun" or guns is None or piece["code"] in guns)
        }
        self.army = Pieces(list(self.known.values()))
        self.templates = templates(self.army.written)
        memset(self.holder, NOBODY, sizeof(self.holder))
        if self.known:
            for at, name in enumerate(self.points):
                self.holder[<int>at] = SEATS.index(board.holders[name])
        self.law = board.law
        for arm in range(3):
            self.law.allowance[<int>arm] = ALLOWANCE[arm]
        self.law.proportional = options["split_move"] == "proportional"
        self.law.double_odds = options["unequal"] == "double"
        self.law.cap_touching = options["group_cap"] == "touching"
        self.law.gun_loss = options["gun_loss"]
        self.law.destroy_blocked = options["blocked_retreat"] == "destroy"
        self.law.edge_open = options["edge"] == "open"
        self.law.square_arc = options["fire_arc"] == "square"
        self.law.guns_remove_guns = options["two_guns_on_gun"] == "remove"
        self.law.storm_initiative = options["sp_initiative"] == "on"
        self.law.infantry_evades = options["retreat_before"] == "on"
        self.law.rounds, self.law.target, self.law.cap = options["turns"], options["target"], options["move_cap"]
