"""What a unit could do, and what comes of it on the dice of several particles. See planning.pyx. All of it is C."""

from core.rulesets.waterloo_grid.activation cimport Plan
from core.rulesets.waterloo_grid.board cimport Law
from core.rulesets.waterloo_grid.evaluation cimport Judge
from core.rulesets.waterloo_grid.field cimport State
from core.rulesets.waterloo_grid.turn cimport Entry
from core.stream cimport Stream

cdef enum:
    MOST_PARTICLES = 24
    MOST_CHOICES_KEPT = 16
    MOST_TAKEN = 5  # as many as there are dice


cdef struct Choice:  # one thing to do
    double value  # of the turn that ends with it, for the side in turn
    double gain  # over the turn that ends without it, for each die
    int slot  # -1: an entry
    Plan plan
    Entry entry


cdef struct Draft:  # a turn as far as it is planned
    State planned  # where shots have had no effect
    State particle[MOST_PARTICLES]  # where they have had one, each with dice of its own
    Stream luck[MOST_PARTICLES]
    int particles
    bint random  # a shot has been planned, so that the particles differ
    bint placing  # dice have still to be placed
    int left[3]  # dice, by symbol
    double value  # of the turn that ends here, for the side in turn
    int choices
    Choice choice[MOST_TAKEN]


cdef struct Search:  # what all looks at a turn share
    const Law* law
    const Judge* judge
    Stream* noise
    double roughness  # of the noise
    int skip  # of sixteen ways to act, how many are overlooked
    int quick  # particles for the first look
    bint plain  # no unit is split, no square is formed
    int kept
    int each  # choices kept of one unit
    Choice best[MOST_CHOICES_KEPT]


cdef void begin_draft(Draft* draft, const State* state, Stream* stream, int particles) noexcept nogil
cdef double value_of_end(const Search* search, const Draft* draft, const Plan* plan, int particles) noexcept nogil
cdef double value_of_choice(const Search* search, const Draft* draft, const Choice* choice) noexcept nogil
cdef void look(Search* search, const Draft* draft) noexcept nogil
cdef bint take_choice(const Search* search, Draft* draft, const Choice* choice) noexcept nogil
