"""An army turn as a robot plans it: movements one after another, and lines of fire and attack."""

from libc.stdint cimport int16_t, uint8_t

from core.rulesets.waterloo_wargame.battle cimport Engagement
from core.rulesets.waterloo_wargame.field cimport Field, Law, Roster, Set
from core.rulesets.waterloo_wargame.position cimport Position

cdef enum:
    MOST_STEPS = 128  # every piece once, and the General
    MOST_SHOTS = 96  # lines of fire and attack


cdef enum StepKind:
    TO_POINT  # x, y: across country
    TO_TOUCH  # other: an enemy; heading: the bearing of the way, or NO_BEARING for centre to centre
    ABOUT  # heading: a turn
    BY_ROAD  # other: the road; x: 1 or -1 for the way along it; heading: that as a bearing; y: yards
    GENERAL_TO


cdef struct Step:
    StepKind kind
    uint8_t piece, other
    int16_t heading, x, y


cdef struct Plan:
    int side
    int barriers  # walls at the start of the turn
    int steps
    Step step[MOST_STEPS]
    Set moved
    int men  # thousands moved
    int joined  # whom the General has joined, or NOBODY
    int lines
    Engagement line[MOST_SHOTS]


cdef Step no_step(StepKind kind, int piece) noexcept nogil  # one of that kind, nothing else filled in
cdef void begin(Plan* plan, const Law* law, const Roster* roster, const Field* field) noexcept nogil
cdef bint take_step(Plan* plan, const Law* law, const Roster* roster, Field* field, const Step* step) noexcept nogil
cdef void untake_step(Plan* plan, const Roster* roster, Field* field, int16_t x, int16_t y, int16_t h) noexcept nogil
cdef Engagement* add_line(Plan* plan, bint is_fire, int target, int point) noexcept nogil  # NULL: no room
cdef list orders_of(Position position, const Plan* plan)
