"""The ground: cells, terrain and what it does to fire, fights and retreats. Section 2 and WGR-001 of the rulebook."""

from libc.stdint cimport uint8_t

cdef enum:
    COLUMNS = 12
    ROWS = 10
    CELLS = COLUMNS * ROWS  # cell = 12 * (row - 1) + column, column A is 0: row by row, west to east
    NOWHERE = 255  # no cell
    OBJECTIVES = 8  # the four village cells, then the four farms (WGR-132)
    VILLAGE_CELLS = 4
    ENTRIES = 4


cdef enum:  # terrain
    OPEN
    HILL
    WOOD
    VILLAGE
    LARGE_FARM
    SMALL_FARM


cdef enum:  # classes, in the alphabetical order of their letters, which breaks ties (WGR-109)
    ARTILLERY
    GUARD
    HEAVY
    LINE
    LIGHT
    CLASSES


cdef enum:  # sides
    BLUE
    RED
    SIDES
    NOBODY = 255


cdef struct Law:  # the ground and the options of a game: what does not change while it is played
    uint8_t ahead[4][CELLS]  # direction, cell -> the neighbour, or NOWHERE
    uint8_t terrain[CELLS]
    uint8_t hill[CELLS]  # 0: none, else which
    uint8_t room[CELLS]  # bases that may stand there (WGR-008)
    uint8_t obstacle[CELLS]  # retreats pass over it (WGR-115)
    uint8_t farm[CELLS]  # has no flanks (WGR-093)
    uint8_t walled[CELLS]  # infantry in it dies of double symbols only (WGR-106)
    uint8_t musket_cover[CELLS]  # dice taken off infantry fire (WGR-060)
    uint8_t gun_cover[CELLS]  # dice taken off gun fire, the rear of a hill apart (WGR-075)
    uint8_t melee_cover[CELLS]  # dice taken off the first attack roll (WGR-092)
    uint8_t infantry_only[CELLS]  # option garrison (WGR-R04)
    uint8_t objective[OBJECTIVES]  # cells
    uint8_t entry[ENTRIES]  # cells
    uint8_t entry_side[ENTRIES]
    uint8_t first_number[SIDES][CLASSES]  # unit numbers of the set-up: the highest
    uint8_t first_held[OBJECTIVES]  # sides (WGR-R58)
    bint charge_bonus  # WGR-R35
    bint volley  # advance_fire=volley (WGR-R19)
    bint passive  # passive_attacks (WGR-R22)
    bint steady  # cover_vs_cavalry=steady (WGR-R38)
    bint double_fire  # WGR-R25
    bint hold_last  # WGR-R58
    int entry_dice[SIDES]  # WGR-124, WGR-125
    int turn_limit  # game turns, 0: none (WGR-135)
    int blue_points  # that Blue has beside those of the field (WGR-R60)
    int blue_bases  # that Blue has beside those on the board where points are equal (WGR-R60)
    bint share_ties  # of equal points who has kept more of his bases (WGR-R60)
    int bases_at_start[SIDES]


cdef inline int east_of(int direction) noexcept nogil:
    """Columns that a step in a direction leads east."""
    return (direction == 1) - (direction == 3)


cdef inline int south_of(int direction) noexcept nogil:
    """Rows that a step in a direction leads south."""
    return (direction == 2) - (direction == 0)


cdef inline int column_of(int cell) noexcept nogil:
    return cell % COLUMNS


cdef inline int row_of(int cell) noexcept nogil:
    return cell // COLUMNS


cdef inline int offset(int cell, int dx, int dy) noexcept nogil:
    """The cell so many columns east and rows south, or NOWHERE."""
    cdef int x = cell % COLUMNS + dx, y = cell // COLUMNS + dy
    return COLUMNS * y + x if 0 <= x < COLUMNS and 0 <= y < ROWS else NOWHERE


cdef inline int steps_between(int one, int other) noexcept nogil:
    """Orthogonal steps."""
    cdef int dx = one % COLUMNS - other % COLUMNS, dy = one // COLUMNS - other // COLUMNS
    return (dx if dx > 0 else -dx) + (dy if dy > 0 else -dy)


cdef inline int arm_of(int kind) noexcept nogil:
    """A number for the arm of a class: line and guard are one (WGR-003)."""
    return LINE if kind == GUARD else kind


cdef inline bint is_infantry(int kind) noexcept nogil:
    return kind == LINE or kind == GUARD


cdef inline bint is_cavalry(int kind) noexcept nogil:
    return kind == LIGHT or kind == HEAVY


cdef class Board:
    cdef readonly tuple cells  # names, row by row
    cdef readonly dict cell_of  # name -> cell
    cdef readonly dict entries  # name -> (index, cell name, side)
    cdef readonly dict units  # of the standard set-up: id -> bases as written
    cdef readonly dict scenarios  # name -> what is added
    cdef readonly tuple objectives  # cell names, villages first
    cdef Law ground  # without options


cdef class Variant:
    cdef readonly object rules
    cdef readonly Board board
    cdef readonly dict options
    cdef Law law

    cdef void weigh_terrain(self, bint small_walled, bint infantry_only) except *
