"""The board file and the options of a game, worked out for the rules in C.

`Board` reads the board file; `Variant` is one game's battlefield and settled options. Neither ever changes.
"""

import re

from core.rulesets.stratego_waterloo.battlefield import COLUMNS
from core.rulesets.stratego_waterloo.battlefield import SIDES as SEATS
from core.rulesets.stratego_waterloo.options import NO_LIMIT, battlefield_of
from core.rulesets.stratego_waterloo.setup import CARDS as CARD_NAMES  # no-cython-lint: other modules take it from here

from libc.string cimport memset

NATIONS = ("FR", "AL", "PR")
ARMS = ("i", "c", "a")
CLASSES = ("LIGHT", "LINE", "LC", "HC", "ART", "CMD", "CINC")
SECTIONS = ("LEFT", "CENTRE", "RIGHT", "ANY")
TILE_KINDS = ("OPEN", "FARM", "HILL", "VILLAGE", "MUD")
MODES = {"basic": BASIC, "standard": STANDARD, "expert": EXPERT}

NEVER = 32_000  # a turn that does not come
LONG_PAST = -NEVER  # one before every other


cdef class Board:
    """The board file in terms of the rules. Raises ValueError or KeyError for one that is no such board."""

    def __init__(self, written):
        cdef int square, direction, number
        self.written = written
        self.codes = tuple(piece["code"] for piece in written["pieces"])
        self.number = {code: number for number, code in enumerate(self.codes)}
        if len(self.number) != CODES or written["columns"] != COLUMNS or written["rows"] != RANKS:
            raise ValueError("board")
        if not all(re.fullmatch("[A-Z]{2}", code) for code in self.codes):
            raise ValueError("board")
        self.square_names = tuple(f"{column}{row + 1}" for row in range(RANKS) for column in COLUMNS)
        self.squares = {name: number for number, name in enumerate(self.square_names)}
        memset(self.of_letters, NONE, sizeof(self.of_letters))
        for number, code in enumerate(self.codes):
            self.of_letters[<int>ord(code[0]) - c"A"][<int>ord(code[1]) - c"A"] = number
        memset(&self.law, 0, sizeof(Law))
        for square in range(SQUARES):
            for direction, (east, north) in enumerate(((0, 1), (1, 0), (0, -1), (-1, 0))):
                if 0 <= file_of(square) + <int>east < FILES and 0 <= rank_of(square) + <int>north < RANKS:
                    self.law.step[square][direction] = FILES * <int>north + <int>east
        for number, piece in enumerate(written["pieces"]):
            self._set_kind(number, piece["nation"], piece["arm"], CLASSES.index(piece["class"]), piece["strength"])
        for nation in NATIONS:
            for arm in ARMS:
                number = unknown_kind(NATIONS.index(nation), ARMS.index(arm))
                self._set_kind(number, nation, arm, ART if arm == "a" else UNKNOWN, 0)

    # A position names a hundred squares and pieces: they are read by their letters, without the hash of a new string.

    cdef int square_named(self, str name) noexcept:
        """The number of a square, or NONE."""
        cdef Py_ssize_t length = len(name)
        cdef int file, rank
        if length == 2 and c"1" <= name[1] <= c"9":
            rank = <int>name[1] - c"1"
        elif length == 3 and name[1] == c"1" and name[2] == c"0":
            rank = 9
        else:
            return NONE
        file = <int>name[0] - c"A"
        return square_of(file, rank) if 0 <= file < FILES else NONE

    cdef int code_named(self, str code) noexcept:
        """The number of a piece's code, or NONE."""
        if len(code) != 2 or not (c"A" <= code[0] <= c"Z" and c"A" <= code[1] <= c"Z"):
            return NONE
        return self.of_letters[<int>code[0] - c"A"][<int>code[1] - c"A"]

    def _set_kind(self, int kind, nation, arm, cls, strength):
        self.law.nation[kind] = NATIONS.index(nation)
        self.law.side[kind] = BLUE if nation == "FR" else RED
        self.law.arm[kind] = ARMS.index(arm)
        self.law.cls[kind] = cls
        self.law.strength[kind] = strength
        if cls == CINC and nation != "PR":
            self.law.cinc[self.law.side[kind]] = kind
        if cls == CMD and nation != "PR":
            self.law.cmd[self.law.side[kind]] = kind


cdef class Variant:
    """One way to play: a board and settled options."""

    def __init__(self, rules, Board board, options):
        self.rules, self.board, self.options = rules, board, dict(options)
        self.battlefield = battlefield_of(board.written, options)
        self.tile_names = tuple(tile.id for tile in self.battlefield.tiles)
        self.law = board.law
        self._lay_tiles()
        self._count_pieces()
        self._draw_lines()
        self._set_clock()
        self._set_options()

    cdef str code_name(self, int code):
        """The code of a piece, or None for a hidden one."""
        return self.board.codes[code] if code < CODES else None

    def _lay_tiles(self):
        cdef int number, square
        memset(self.law.tile, NONE, SQUARES)
        self.law.tiles = len(self.tile_names)
        for number, tile in enumerate(self.battlefield.tiles):
            self.law.tile_kind[number] = TILE_KINDS.index(tile.kind)
            self.law.tile_corner[number] = self.board.squares[tile.anchor]
            for name in tile.squares:
                square = self.board.squares[name]
                self.law.tile[square] = number
                mark(self.law.tile_squares[number], square)

    def _count_pieces(self):
        cdef int number
        battlefield = self.battlefield
        for army in (*battlefield.armies.values(), battlefield.prussians, battlefield.late):
            for code, count in army.items():
                self.law.army[<int>self.board.number[code]] += count
        self.law.reserve_limit = battlefield.reserve
        self.law.undrawn = sum(battlefield.prussians.values())
        for number, name in enumerate(battlefield.flags):
            self.law.flags[number] = self.board.squares[name]
        for number, name in enumerate(battlefield.relief):
            self.law.relief[number] = self.board.squares[name]
        self.law.flag_count, self.law.relief_count = len(battlefield.flags), len(battlefield.relief)

    def _draw_lines(self):
        """The lines of retreat by seat and section, seen from the player's own side (SWL-R01, SWL-R10)."""
        cdef int seat, section, file, rank, deep
        for seat in range(2):
            for section in range(3):
                for file in range(FILES):
                    if (file // 4 if seat == BLUE else 2 - file // 4) != section:
                        continue
                    for deep in range(int(self.options["retreat-depth"])):
                        rank = deep if seat == BLUE else RANKS - 1 - deep
                        mark(self.law.lines[seat][section], square_of(file, rank))

    def _set_clock(self):
        cdef int seat
        battlefield, limit = self.battlefield, self.options["turn-limit"]
        self.law.first = SEATS.index(battlefield.first)
        self.law.first_turn = battlefield.turn
        self.law.prussian_turn = battlefield.prussian_turn if battlefield.prussians else NEVER
        self.law.turn_limit = NEVER if limit == NO_LIMIT else limit
        self.law.late_turn = self.options["late-arrival"]
        for seat, name in enumerate(SEATS):
            # Games begun before there was this handicap have none.
            self.law.extra_until[seat] = self.options.get(f"{name}-extra", 0) or LONG_PAST

    def _set_options(self):
        cdef int seat
        options, battlefield = self.options, self.battlefield
        self.law.mode = MODES[options["version"]]
        self.law.has_cards = self.law.mode != BASIC
        self.law.sudden_death = self.law.mode
        self.law.retreat = FIXED if battlefield.retreat else BY_EXPERT if self.law.mode == EXPERT else BY_CARDS
        for seat in range(2):
            section = SECTIONS.index(battlefield.retreat[SEATS[seat]]) if battlefield.retreat else NONE
            self.law.retreat_section[seat] = section
        self.law.forgetful = options["memory"] == "off"
        self.law.light_repulsed = options["li-front"] == "repulse"
        self.law.full_farm = options["fortify"] == "full"
        self.law.by_action = options["prussian-rate"] == "by-action"
        self.law.no_relief = options["flag-relief"] == "off"
        self.law.bulow_saves = options["bulow-saves"] == "on"
        self.law.live_draft = options["draft"] == "live"
        self.law.pursuit_casualties = options["casualties"] == "pursuit"
        self.law.mud_back = options["mud-back"] == "yes"
        self.law.grouchy = options["grouchy"] == "on"
