"""What columns lose, where they retreat to, and who is in danger with them."""

from core.rulesets.hundred_days.field cimport Column, Law, Links, Set, State, Turn

cdef struct Refuge:
    # Where a column retreats to.
    int place  # or NONE: nowhere
    int link
    int origin  # the end it sets out from
    int done


cdef void add_link(Links* links, int link) noexcept nogil
cdef bint has_link(const Links* links, int link) noexcept nogil
cdef int men_of(const State* state, const Set* columns) noexcept nogil
cdef int horse_of(const State* state, const Set* columns) noexcept nogil
cdef int strength_of(const State* state, const Set* columns) noexcept nogil
cdef Set at_place(const Law* law, const State* state, int side, int place) noexcept nogil
cdef Set on_link(const Law* law, const State* state, int side, int link) noexcept nogil
cdef Set around(const Law* law, const State* state, int side, const Column* column) noexcept nogil
cdef bint barred(const Law* law, const State* state, int side, int place) noexcept nogil
cdef void lose(Turn* turn, int column, int number) noexcept nogil
cdef void straggle(Turn* turn, int column, int number) noexcept nogil
cdef void share_losses(Turn* turn, const Set* columns, int number) noexcept nogil
cdef void bury(Turn* turn, int column, int how) noexcept nogil
cdef void surrender(Turn* turn, int column, int clause) noexcept nogil
cdef void touch(Turn* turn, int one, int other) noexcept nogil
cdef void part(State* state, int column) noexcept nogil
cdef void rouse(Column* column) noexcept nogil
cdef void stop(Column* column) noexcept nogil
cdef Refuge refuge_of(
    const Law* law, const State* state, int column, const Links* attacked, const Set* enemies
) noexcept nogil
cdef bint retreat(Turn* turn, int column, const Links* attacked, const Set* enemies) noexcept nogil
cdef bint rearguard(
    Turn* turn, int place, int link, const Set* leaving, const Set* staying, const Links* attacked, int more, bint swept
) noexcept nogil
cdef void lapse(Turn* turn, int column, int what) noexcept nogil
cdef void leave_the_bridge(Turn* turn, int column) noexcept nogil
cdef void halt_short(Turn* turn, int column, int place) noexcept nogil
cdef void stand_off(Turn* turn, int column, int place) noexcept nogil
cdef void look_for_danger(Turn* turn) noexcept nogil
cdef void person_place(const State* state, const Law* law, int person, int* place, int* link) noexcept nogil
