"""Random play from a position to the end of the game. See playout.pxd; the clauses are those of course.pyx."""

from libc.string cimport memset

from core.rulesets.waterloo1895.board cimport Law, army_of
from core.rulesets.waterloo1895.field cimport PLAY_ON
from core.rulesets.waterloo1895.position cimport UNDECIDED, State
from core.rulesets.waterloo1895.search cimport Play, Search, Sequence, prepare, random_sequence
from core.rulesets.waterloo1895.throws cimport DICE, dice_set_of
from core.rulesets.waterloo1895.turns cimport (
    NO_MORE_ROUNDS, SKIPPED, earns_another, note_landing, pass_on, stalls,
)
from core.stream cimport Stream, below

cdef enum:
    FACES = 6  # W95-023


cdef void play_out(State* state, const Law* law, Stream* stream, size_t limit, Run* run) noexcept nogil:
    memset(run, 0, sizeof(Run))
    if state.place == UNDECIDED:
        draw_lots(state, law, stream)
    while run.moves < limit:
        if not state.field.left[state.order[state.place]]:
            if not hand_over(state, law, run):
                return
            continue
        if not state.dice[0]:
            cast(state, stream)
        if not play_throw(state, law, stream, run):
            return
        if not (law.again and earns_another(state.dice)) and not end_turn(state, law, run):
            return
        memset(state.dice, 0, sizeof(state.dice))


cdef bint play_throw(State* state, const Law* law, Stream* stream, Run* run) noexcept nogil:
    """A random way to play the throw; False if that ends the game."""
    cdef Search search
    cdef Sequence sequence
    cdef int at
    prepare(&search, law, &state.field, state.order[state.place], dice_set_of(state.dice))
    if not random_sequence(&search, stream, &sequence):
        run.stop = NO_MEMORY
        return False
    for at in range(sequence.plays):
        take_note(state, law, &sequence.play[at])
    run.moves += sequence.plays
    if search.end == PLAY_ON:
        return True
    run.stop, run.end, run.army = LANDED, search.end, army_of(sequence.play[sequence.plays - 1].piece)
    return False


cdef void take_note(State* state, const Law* law, const Play* play) noexcept nogil:
    cdef int leg, start = play.start
    for leg in range(play.shape.legs):
        note_landing(state, law, play.piece, start, play.spot[leg], play.captured[leg])
        start = play.spot[leg]


cdef bint end_turn(State* state, const Law* law, Run* run) noexcept nogil:
    """W95-103, then the next army; False if that ends the game."""
    if stalls(state, law):
        run.stop = STALLED
        return False
    return hand_over(state, law, run)


cdef bint hand_over(State* state, const Law* law, Run* run) noexcept nogil:
    cdef int passed = SKIPPED
    while passed == SKIPPED:
        passed = pass_on(state, law)
    if passed == NO_MORE_ROUNDS:
        run.stop = PLAYED_OUT
        return False
    return True


cdef void cast(State* state, Stream* stream) noexcept nogil:
    """W95-023, 024: three dice, ascending."""
    cdef int one = below(stream, FACES) + 1, two = below(stream, FACES) + 1, three = below(stream, FACES) + 1
    state.dice[0] = min(one, two, three)
    state.dice[2] = max(one, two, three)
    state.dice[1] = one + two + three - state.dice[0] - state.dice[2]
    state.throws += 1
    state.offers = 0


cdef void draw_lots(State* state, const Law* law, Stream* stream) noexcept nogil:
    """W95-090: three dice each, and ties again, make every army as likely to begin."""
    cdef int first = below(stream, law.armies), place
    cdef State before = state[0]
    for place in range(law.armies):
        state.order[place] = before.order[(first + place) % law.armies]
    state.place = 0
