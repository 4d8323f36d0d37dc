# cython: cdivision=True
"""Games played on at random, by the code of the game (HD-005 to HD-007) without anybody to be told.

Every column on the map gets, with chance 1/2, an order to march to a random place within three links with a random
stance; couriers ride with it as ever. No Python object is touched here.
"""

from libc.string cimport memset

from core.rulesets.hundred_days.field cimport (
    MARCH, MOST_PAPERS, NONE, PLAY_ON, Law, Paper, Roller, State, Turn, nearest, present, side_of,
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
        roller.turn = state.turn
        open_turn(&turn, law, state, &roller, NULL)
        moves[0] += order(&turn, stream)
        play_beats(&turn)
        while state.over == PLAY_ON and law.night[state.turn] and not law.asked:
            roller.turn = state.turn
            open_turn(&turn, law, state, &roller, NULL)
            play_beats(&turn)
    return 0


cdef size_t order(Turn* turn, Stream* stream) noexcept nogil:
    """Random orders for all columns; how many, and one at least, so that a playout comes to its limit."""
    cdef State* state = turn.state
    cdef const Law* law = turn.law
    cdef Paper* paper
    cdef Ride ride
    cdef int column, start, at = 0
    cdef size_t given = 1
    for column in range(state.columns):
        if not present(&state.column[column]) or below(stream, 2):
            continue
        start = post_of(turn, state.column[column].person)
        ride.due, ride.lost, ride.taken = state.beat, False, NONE
        if not person_is_with(turn, state.column[column].person, column):
            ride = courier(
                turn, side_of(law, &state.column[column]), start, nearest(law, &state.column[column]), state.beat
            )
        while at < state.papers and state.paper[at].used:
            at += 1
        if ride.lost or at == MOST_PAPERS:
            continue
        state.papers = max(state.papers, at + 1)
        paper = &state.paper[at]
        memset(paper, 0, sizeof(Paper))
        paper.column, paper.unmade, paper.turn, paper.due, paper.rider = column, NONE, state.turn, ride.due, NONE
        paper.used, paper.plan, paper.stance = True, MARCH, below(stream, 3)
        paper.paths, paper.path[0] = 1, somewhere(law, nearest(law, &state.column[column]), stream)
        paper.target = paper.line = paper.scout = paper.blow = paper.repair = paper.detach = paper.sign = NONE
        paper.guns_word = NONE
        given += 1
    return given


cdef int somewhere(const Law* law, int place, Stream* stream) noexcept nogil:
    """A place at the end of a walk of one to three links."""
    cdef int steps = below(stream, 3) + 1, at
    while steps:
        at = law.ways[place] + below(stream, law.ways[place + 1] - law.ways[place])
        place = law.way[at].place
        steps -= 1
    return place
