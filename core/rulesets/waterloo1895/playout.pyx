"""Random play from a position to the end of the game. See playout.pxd.

The steps are those of `field`, `search` and `turns`, the same that `engine` takes for a game that is played.
"""

from libc.string cimport memset

from core.rulesets.waterloo1895.board cimport FACES, Law, army_of
from core.rulesets.waterloo1895.divisions cimport dice_set_of
from core.rulesets.waterloo1895.field cimport PLAY_ON
from core.rulesets.waterloo1895.position cimport UNDECIDED, State
from core.rulesets.waterloo1895.search cimport PieceMove, Search, Sequence, prepare, random_sequence
from core.rulesets.waterloo1895.turns cimport (
    NO_MORE_ROUNDS, SKIPPED, agreed, cast, clear_throw, earns_another, lapse, note_landing, pass_on, stalls,
    start_with,
)
from core.stream cimport Stream, below


cdef void play_out(State* state, const Law* law, Stream* stream, size_t limit, Run* run) noexcept nogil:
    memset(run, 0, sizeof(Run))
    if state.place == UNDECIDED:
        # W95-090: three dice each, and ties again, make every army as likely to begin.
        start_with(state, law, below(stream, law.armies))
    while run.moves < limit:
        if not state.field.left[state.order[state.place]]:
            if not hand_over(state, law, run):
                return
            continue
        if not state.dice[0]:
            throw_dice(state, stream)
        if not play_throw(state, law, stream, run):
            return
        if not (law.again and earns_another(state.dice)) and not end_turn(state, law, run):
            return
        clear_throw(state)


cdef void throw_dice(State* state, Stream* stream) noexcept nogil:
    """W95-023."""
    cdef int one = below(stream, FACES) + 1, two = below(stream, FACES) + 1, three = below(stream, FACES) + 1
    cast(state, one, two, three)


cdef bint play_throw(State* state, const Law* law, Stream* stream, Run* run) noexcept nogil:
    """A random way to play the throw; False if that ends the game."""
    cdef Search search
    cdef Sequence sequence
    cdef int at
    prepare(&search, law, &state.field, state.order[state.place], dice_set_of(state.dice))
    if not random_sequence(&search, stream, &sequence):
        run.stop = NO_MEMORY
        return False
    for at in range(sequence.moves):
        note_legs(state, law, &sequence.move[at])
    run.moves += sequence.moves
    if search.end == PLAY_ON:
        if agreed(state, law):
            run.stop = AGREED
        return run.stop != AGREED
    run.stop, run.end, run.army = LANDED, search.end, army_of(sequence.move[sequence.moves - 1].piece)
    return False


cdef void note_legs(State* state, const Law* law, const PieceMove* move) noexcept nogil:
    cdef int leg, start = move.start
    for leg in range(move.division.legs):
        note_landing(state, law, move.piece, start, move.spot[leg], move.captured[leg])
        start = move.spot[leg]


cdef bint end_turn(State* state, const Law* law, Run* run) noexcept nogil:
    """W95-105, W95-103, then the next army; False if that ends the game."""
    lapse(state, law)
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
