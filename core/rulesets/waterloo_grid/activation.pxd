"""One unit's activation, action by action (sections D to G, and WGR-140).

A `Plan` is an order line made ready; `carry_out` tries it on a field. A bot, a playout, a list of legal orders, a test
mail and the game that is played all act by the functions below. All of it is C.
"""

from libc.stdint cimport uint8_t, uint64_t

from core.rulesets.waterloo_grid.board cimport Law
from core.rulesets.waterloo_grid.field cimport LETTERS, Charge, Field
from core.rulesets.waterloo_grid.fire cimport REACHED
from core.rulesets.waterloo_grid.sink cimport EventSink
from core.rulesets.waterloo_grid.dice cimport Roller

cdef enum:
    MOST_STEPS = 64  # actions in one alternative; sixteen action points are the most a unit has
    MOST_CHOICES = REACHED  # cells that one party can fire at
    MOST_TARGETS = 5  # of one `fire`; a square of four bases has four shots, so that five are too many


cdef enum Verb:
    GO
    CHARGE
    TURN  # arg: 3 left, 1 right, 2 about
    FACE  # arg: the new facing
    FORM_SQUARE
    FORM_LINE  # arg: the new facing
    FIRE
    HOLD


cdef enum Who:
    ALL
    BY_LETTER
    BY_CELL


cdef struct Shot:
    uint8_t cell
    uint8_t letter  # LETTERS: not named
    uint8_t side  # 4: not named


cdef struct Step:
    uint8_t verb
    uint8_t arg
    uint8_t steps  # of GO and CHARGE
    uint8_t start, goal  # of a GO told by its cells: one more than theirs, else 0
    uint8_t opens  # 0 or 1: first of its clause, whose part is chosen now
    uint8_t who
    uint8_t part  # set of letters (BY_LETTER), or a cell (BY_CELL)
    uint8_t shots
    Shot shot[MOST_TARGETS]


cdef struct Plan:
    uint8_t slot
    uint8_t steps
    uint8_t fires  # 0 or 1: there is a FIRE among the steps
    Step step[MOST_STEPS]


cdef enum Mode:  # what shots do
    VALIDATE  # before anything rolls: what is fired at is as good as gone for moves (WGR-140)
    DRY_RUN  # shots roll nothing and do nothing (WGR-146)
    EXECUTE
    DRIVE_BACK  # below a shot that is imagined: what is fired at goes back `back` steps (WGR-139)


cdef enum Code:
    NO_FAULT = 0
    E05 = 5
    E06 = 6
    E07 = 7
    E08 = 8
    E09 = 9
    E10 = 10
    E11 = 11
    E12 = 12
    E13 = 13


cdef enum What:  # of a fault; the words for them stand in order_lines.pyx
    NOTHING
    AP
    SECOND_FIRE
    NOT_ONE_PARTY
    NO_SUCH_BASE
    NOBODY_THERE
    WHOLE_BATTERY
    WHOLE_PARTY
    ELSEWHERE
    EDGE
    ENEMY
    ARM
    CAPACITY
    GARRISON
    APART
    FACINGS
    GUNS
    CAVALRY
    TURNED
    FIRED
    NO_CONTACT
    EMPTY
    RANGE
    BESIDE_GUNS
    SIGHT
    CLOSEST
    AHEAD_FIRST
    WITHOUT_DICE
    NEVER_FIRES
    NO_TARGET
    SEVERAL
    ONE_TARGET
    TOO_MANY
    SIDE_USED
    SIDE
    NO_SQUARE_FIRE
    BASE
    BASE_TWICE
    SOME_FORM
    SOME_LEAVE
    ALREADY
    NOT_IN_SQUARE
    NOT_INFANTRY
    IN_SQUARE
    FACES_THERE
    COVER


cdef struct Fault:
    uint8_t code  # Code
    uint8_t what  # What
    uint8_t bases  # set of letters
    uint8_t cell
    uint8_t target  # a cell
    uint8_t other  # a slot, 255: none
    uint8_t number
    uint8_t limit


cdef struct Activation:  # an activation as it goes on
    const Law* law
    Field* field
    Roller* roller  # EXECUTE only
    EventSink* sink
    uint8_t slot
    uint8_t side
    uint8_t kind
    uint8_t mode
    uint8_t part  # set of letters that act now
    uint8_t fired  # 0 or 1: a base of the unit has fired
    uint8_t clock  # forward moves so far
    uint8_t shots  # fire actions carried out
    uint8_t ap[LETTERS]  # left
    uint8_t run[LETTERS]  # forward moves in the last unbroken run
    uint8_t straight[LETTERS]  # 0 or 1: the last action was a forward move
    uint8_t moved[LETTERS]
    uint8_t when[LETTERS]  # clock at the last forward move
    uint8_t has_fired[LETTERS]
    uint8_t apart[LETTERS]  # steps from the flag when it began (WGR-016)
    uint8_t charges
    Charge charge[LETTERS]  # in the order of WGR-082
    uint8_t charged[LETTERS]  # sets of letters, beside `charge`
    uint64_t fired_at[2]  # VALIDATE, DRIVE_BACK: cells fired at
    uint8_t back  # DRIVE_BACK only
    Fault fault
    uint8_t choices  # of SEVERAL: how many targets
    uint8_t choice[MOST_CHOICES]


cdef enum Done:
    DONE
    ILLEGAL  # nothing has happened; `fault` says why
    CUT_SHORT  # what was done up to the last shot stands; `fault` says why the rest does not


cdef int points_of(int kind) noexcept nogil  # WGR-029
cdef void begin_activation(Activation* active, const Law* law, Field* field, int slot, int mode) noexcept nogil
cdef bint act(Activation* active, const Step* step) noexcept nogil
cdef bint end_activation(Activation* active) noexcept nogil  # the tests at the end of the activation, and its charges
cdef int carry_out(
    Activation* active, const Law* law, Field* field, const Plan* plan, int mode, Roller* roller, EventSink* sink
) noexcept nogil
cdef int carry_out_after(
    Activation* active, const Law* law, Field* field, const Plan* plan, int mode, int back, uint64_t* fired_at
) noexcept nogil
cdef int single_target(Activation* active, uint8_t* targets) noexcept nogil  # cells the part may fire at now; how many
