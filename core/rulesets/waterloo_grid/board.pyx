"""The ground of a game: the board file made into tables and checked, and what the options make of it.

The field, places and armies of the board file are the rulebook's reconstruction (WGR-R01); a board that breaks a rule
of its own is refused.
"""

from core import options as choices
from core.contract import Option

from libc.string cimport memset

SEATS = ("blue", "red")  # WGR-002, in the order of play (WGR-018)
LETTERS = "fabc"  # of bases: the flag first (WGR-005)
CLASS_LETTERS = "AGHIL"  # as Class counts them
DIRECTIONS = "nesw"
FACES = ("I", "I", "C", "A", "X", "-")  # WGR-020, WGR-137
OPTIONS = (
    Option("scenario", "standard", ("standard", "lambert"), "WGR-R01"),
    Option("charge_bonus", "on", ("on", "off"), "WGR-R35"),
    Option("small_farms", "walled", ("walled", "open"), "WGR-R02"),
    Option("advance_fire", "no", ("no", "volley"), "WGR-R19"),
    Option("passive_attacks", "yes", ("yes", "no"), "WGR-R22"),
    Option("cover_vs_cavalry", "plain", ("plain", "steady"), "WGR-R38"),
    Option("double_fire", "yes", ("yes", "no"), "WGR-R25"),
    Option("garrison", "any", ("any", "infantry"), "WGR-R04"),
    Option("hold", "bases", ("bases", "last"), "WGR-R58"),
    Option("blue_entry_dice", "2", ("2", "1"), "WGR-R56"),
    Option("turn_limit", 0, None, "WGR-R60"),
    Option("blue_points", 0, None, "WGR-R60"),
    Option("blue_bases", 0, None, "WGR-R60"),
    Option("ties", "bases", ("bases", "share"), "WGR-R60"),
)

TERRAIN_ROOM = {OPEN: 4, HILL: 4, WOOD: 2, VILLAGE: 2, LARGE_FARM: 2, SMALL_FARM: 1}  # WGR-008


def settle(chosen):
    """All options with their values, defaults filled in. Raises BadOption."""
    return choices.settle(OPTIONS, chosen, {"blue_entry_dice": count_of_dice})


def count_of_dice(option, value):
    """A number of dice may be given as a number as well as in digits."""
    in_digits = str(value) if isinstance(value, int) and not isinstance(value, bool) else value
    return choices.plain_value(option, in_digits)


cdef class Board:
    """The ground and the set-ups of a board file, as read. Raises ValueError where they cannot be."""

    def __init__(self, written):
        columns, rows = written["grid"]["columns"], written["grid"]["rows"]
        if len(columns) != COLUMNS or rows != ROWS:
            raise ValueError(f"the grid is {len(columns)} by {rows}, not {COLUMNS} by {ROWS}")
        self.cells = tuple([f"{column}{row}" for row in range(1, rows + 1) for column in columns])
        self.cell_of = {name: cell for cell, name in enumerate(self.cells)}
        memset(&self.ground, 0, sizeof(Law))
        self._lay_neighbours()
        self._lay_terrain(written)
        self._lay_objectives(written)
        self._lay_entries(written["entries"])
        self.units = {unit: line["at"] for unit, line in written["units"].items()}
        self.scenarios = {
            name: {unit: line["at"] for unit, line in more.items()} for name, more in written["scenarios"].items()
        }

    def _lay_neighbours(self):
        cdef int direction, cell
        for direction in range(4):
            for cell in range(CELLS):
                self.ground.ahead[direction][cell] = offset(cell, east_of(direction), south_of(direction))

    def _lay_terrain(self, written):
        for number, hill in enumerate(written["hills"].values(), start=1):
            for name in hill["cells"]:
                self._lay(name, HILL)
                self.ground.hill[<int>self.cell_of[name]] = number
        for name in written["woods"]:
            self._lay(name, WOOD)
        for key, village in written["villages"].items():
            for name in village["cells"]:
                self._lay(name, VILLAGE)
            one, other = [self.cell_of[name] for name in village["cells"]]
            if steps_between(one, other) != 1:
                raise ValueError(f"{key} is not two neighbouring cells")
        for farm in written["farms"].values():
            self._lay(farm["cell"], LARGE_FARM if farm["size"] == "large" else SMALL_FARM)

    def _lay(self, name, int terrain):
        if name not in self.cell_of:
            raise ValueError(f"there is no cell {name}")
        cdef int cell = self.cell_of[name]
        if self.ground.terrain[cell] != OPEN:
            raise ValueError(f"{name} has two terrains")
        self.ground.terrain[cell] = terrain

    def _lay_objectives(self, written):
        """The cells of WGR-132, and who holds them at the start (WGR-R58)."""
        villages = [(name, village["held"]) for village in written["villages"].values() for name in village["cells"]]
        farms = [(farm["cell"], farm["held"]) for farm in written["farms"].values()]
        if len(villages) != VILLAGE_CELLS or len(farms) != OBJECTIVES - VILLAGE_CELLS:
            raise ValueError("two villages of two cells and four farms are wanted")
        # Two garrisons in walled farms, nose to nose, could fight for ever (WGR-R45).
        for name, _ in farms:
            if any(steps_between(self.cell_of[name], self.cell_of[other]) == 1 for other, _ in farms):
                raise ValueError(f"{name} touches another farm")
        self.objectives = tuple([name for name, _ in villages + farms])
        for index, (name, held) in enumerate(villages + farms):
            self.ground.objective[<int>index] = self.cell_of[name]
            self.ground.first_held[<int>index] = SEATS.index(held)

    def _lay_entries(self, entries):
        cdef int cell
        if len(entries) != ENTRIES:
            raise ValueError(f"{ENTRIES} entries are wanted")
        self.entries = {}
        for index, (name, entry) in enumerate(entries.items()):
            cell, side = self.cell_of[entry["cell"]], SEATS.index(entry["seat"])
            edge = column_of(cell) in (0, COLUMNS - 1) or row_of(cell) in (0, ROWS - 1)
            if not edge or self.ground.terrain[cell] != OPEN:
                raise ValueError(f"{entry['cell']} is no open cell on the edge")
            self.ground.entry[<int>index], self.ground.entry_side[<int>index] = cell, side
            self.entries[name] = (index, entry["cell"], side)


cdef class Variant:
    """The board of these rules under the settled options of a game."""

    def __init__(self, rules, options):
        self.rules, self.board, self.options = rules, rules.board, dict(options)
        self.law = self.board.ground
        cdef Law* law = &self.law
        cdef int side, kind
        law.charge_bonus = options["charge_bonus"] == "on"
        law.volley = options["advance_fire"] == "volley"
        law.passive = options["passive_attacks"] == "yes"
        law.steady = options["cover_vs_cavalry"] == "steady"
        law.double_fire = options["double_fire"] == "yes"
        law.hold_last = options["hold"] == "last"
        law.entry_dice[BLUE], law.entry_dice[RED] = int(options["blue_entry_dice"]), 1
        law.turn_limit = options["turn_limit"]
        # Games begun before there were these handicaps have none.
        law.blue_points, law.blue_bases = options.get("blue_points", 0), options.get("blue_bases", 0)
        law.share_ties = options.get("ties") == "share"
        self.weigh_terrain(options["small_farms"] == "walled", options["garrison"] == "infantry")
        law.bases_at_start[BLUE] = law.bases_at_start[RED] = 0
        for unit, stands in self.units_at_start().items():
            side, kind = "BR".index(unit[0]), CLASS_LETTERS.index(unit[1])
            law.bases_at_start[side] += sum(len(part.split(":")[1]) for part in stands.split())
            law.first_number[side][kind] = max(law.first_number[side][kind], int(unit[2:]))

    def units_at_start(self):
        """The set-up of the scenario: ids and their bases as written."""
        return self.board.units | self.board.scenarios[self.options["scenario"]]

    cdef void weigh_terrain(self, bint small_walled, bint infantry_only) except *:
        """What ground is worth: WGR-008, WGR-060, WGR-075, WGR-092, WGR-106, WGR-115, with WGR-R02 and WGR-R04."""
        cdef Law* law = &self.law
        cdef int cell, terrain
        for cell in range(CELLS):
            terrain = law.terrain[cell]
            law.room[cell] = TERRAIN_ROOM[terrain]
            law.obstacle[cell] = terrain >= WOOD
            law.farm[cell] = terrain >= LARGE_FARM
            law.walled[cell] = terrain == LARGE_FARM or terrain == SMALL_FARM and small_walled
            law.musket_cover[cell] = 2 if law.walled[cell] else terrain >= WOOD
            law.melee_cover[cell] = law.musket_cover[cell]
            law.gun_cover[cell] = terrain >= WOOD
            law.infantry_only[cell] = infantry_only and terrain >= VILLAGE
