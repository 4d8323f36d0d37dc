# cython: cdivision=True
"""Games played on by the code of the game (HD-005 to HD-007) without anybody to be told: at random, or by plans.

At random every column on the map gets, with chance 1/2, an order to march to a random place within three links with a
random stance. By plans each column is sent to its aim, and is left alone once it is on its way or there. Couriers ride
with all orders as ever. No Python object is touched here.
"""

from libc.string cimport memset

from core.rulesets.hundred_days.field cimport (
    MARCH, MOST_PAPERS, NONE, PLAY_ON, Column, Law, Paper, Roller, State, Turn, in_battle, nearest, present, side_of,
)
from core.rulesets.hundred_days.rides cimport Ride, courier, person_is_with, post_of
from core.rulesets.hundred_days.turn cimport open_turn, play_beats
from core.stream cimport below


cdef int play_on(const Law* law, State* state, Stream* stream, size_t most, size_t* moves) noexcept nogil:
    """Turns until the game is over or so many orders are given; a night turn rides along with the evening before it."""
    cdef Roller roller
    cdef Turn turn
    roller.stream, roller.source, roller.failed = stream, NULL, False
    while state.over == PLAY_ON and moves[0] < most:
        begin(&turn, law, state, &roller)
        moves[0] += order(&turn, stream, most - moves[0])
        play_through(&turn, law, state, &roller)
    return 0


cdef void play_by(const Law* law, State* state, Stream* stream, const Aims* aims, int turns) noexcept nogil:
    """So many turns that are asked for, or less if the game is over before; columns that have aims are sent there."""
    cdef Roller roller
    cdef Turn turn
    roller.stream, roller.source, roller.failed = stream, NULL, False
    while state.over == PLAY_ON and turns > 0:
        begin(&turn, law, state, &roller)
        send_to_aims(&turn, aims)
        play_through(&turn, law, state, &roller)
        turns -= 1


cdef void begin(Turn* turn, const Law* law, State* state, Roller* roller) noexcept nogil:
    roller.turn = state.turn
    open_turn(turn, law, state, roller, NULL)


cdef void play_through(Turn* turn, const Law* law, State* state, Roller* roller) noexcept nogil:
    """The turn that has begun, and the night behind it where nobody is asked for that."""
    play_beats(turn)
    while state.over == PLAY_ON and law.night[state.turn] and not law.asked:
        begin(turn, law, state, roller)
        play_beats(turn)


cdef size_t order(Turn* turn, Stream* stream, size_t most) noexcept nogil:
    """Random orders for all columns, or so many; their number, and one at least, so that a playout has an end."""
    cdef State* state = turn.state
    cdef const Law* law = turn.law
    cdef Paper* paper
    cdef int column, at = 0
    cdef size_t given = 1
    for column in range(state.columns):
        if given >= most:
            break
        if not present(&state.column[column]) or below(stream, 2):
            continue
        paper = paper_for(turn, column, &at)
        if paper == NULL:
            continue
        paper.stance = below(stream, 3)
        paper.path[0] = somewhere(law, nearest(law, &state.column[column]), stream)
        given += 1
    return given


cdef void send_to_aims(Turn* turn, const Aims* aims) noexcept nogil:
    """Orders for the columns that are neither at their aim nor on the way to it."""
    cdef State* state = turn.state
    cdef const Column* one
    cdef Paper* paper
    cdef int column, at = 0
    for column in range(state.columns):
        one = &state.column[column]
        if aims.place[column] == NONE or not present(one) or one.driven or in_battle(one):
            continue
        if one.place == aims.place[column] or goes_to(one, aims.place[column], aims.stance[column]):
            continue
        paper = paper_for(turn, column, &at)
        if paper != NULL:
            paper.stance, paper.path[0] = aims.stance[column], aims.place[column]


cdef bint goes_to(const Column* column, int place, int stance) noexcept nogil:
    """Whether a column is on its way there, and means to do there what is wanted."""
    return (
        column.plan == MARCH and column.paths and column.path[column.paths - 1] == place and column.stance == stance
    )


cdef Paper* paper_for(Turn* turn, int column, int* at) noexcept nogil:
    """An order to march, on its way to a column; NULL where its courier is lost. `at` is where a free paper may be."""
    cdef State* state = turn.state
    cdef const Law* law = turn.law
    cdef Paper* paper
    cdef Ride ride
    cdef int start = post_of(turn, state.column[column].person)
    ride.due, ride.lost, ride.taken = state.beat, False, NONE
    if not person_is_with(turn, state.column[column].person, column):
        ride = courier(
            turn, side_of(law, &state.column[column]), start, nearest(law, &state.column[column]), state.beat
        )
    while at[0] < state.papers and state.paper[at[0]].used:
        at[0] += 1
    if ride.lost or at[0] == MOST_PAPERS:
        return NULL
    state.papers = max(state.papers, at[0] + 1)
    paper = &state.paper[at[0]]
    memset(paper, 0, sizeof(Paper))
    paper.column, paper.unmade, paper.turn, paper.due, paper.rider = column, NONE, state.turn, ride.due, NONE
    paper.used, paper.plan, paper.paths = True, MARCH, 1
    paper.target = paper.line = paper.scout = paper.blow = paper.repair = paper.detach = paper.sign = NONE
    paper.guns_word = paper.awaits = paper.given = NONE
    return paper


cdef int somewhere(const Law* law, int place, Stream* stream) noexcept nogil:
    """A place at the end of a walk of one to three links."""
    cdef int steps = below(stream, 3) + 1, at
    while steps:
        at = law.ways[place] + below(stream, law.ways[place + 1] - law.ways[place])
        place = law.way[at].place
        steps -= 1
    return place
