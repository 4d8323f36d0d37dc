"""Listing the placements a throw can lead to. See choices.pxd."""

from libc.math cimport exp
from libc.stdint cimport int64_t, uint64_t
from libc.stdlib cimport calloc, free, realloc
from libc.string cimport memcpy, memset

from core.rulesets.waterloo1895.board cimport PIECES
from core.rulesets.waterloo1895.field cimport NOBODY, NOWHERE, PLAY_ON, Field, is_won
from core.rulesets.waterloo1895.search cimport PieceMove, each_move, each_sequence, make


cdef bint list_choices(Choices* choices, Search* search) noexcept nogil:
    choices.count = choices.room = 0
    choices.choice = NULL
    choices.slots = 4096
    choices.slot = <size_t*>calloc(choices.slots, sizeof(size_t))
    choices.gains = <Gains*>calloc(1, sizeof(Gains))
    choices.failed = choices.slot == NULL or choices.gains == NULL
    search.records = choices
    if not choices.failed:
        weigh_moves(choices, search)
        search.record = note
        each_sequence(search)
    if not choices.failed:
        weigh_best(choices, search)
    free(choices.slot)
    free(choices.gains)
    choices.slot, choices.gains = NULL, NULL
    if choices.failed:
        free(choices.choice)
        choices.choice = NULL
    return not choices.failed


cdef void weigh_moves(Choices* choices, const Search* search) noexcept nogil:
    """What each single move is worth."""
    cdef Search single = search[0]
    single.depth = 0
    single.visit = weigh_move
    each_move(&single)


cdef bint weigh_move(Search* search) noexcept nogil:
    """Visit of `weigh_moves`."""
    cdef Choices* choices = <Choices*>search.records
    cdef const PieceMove* move = &search.line[search.depth]
    cdef int last = move.division.legs - 1, leg, spot = move.spot[last]
    cdef bint raids = False
    cdef double gain
    for leg in range(last):
        raids = raids or move.captured[leg] != NOBODY
    if search.end != PLAY_ON or choices.gains.known[move.piece][spot] and not raids:
        return False
    gain = choices.weigh(choices, search)
    if not choices.gains.known[move.piece][spot] or gain > choices.gains.gain[move.piece][spot]:
        choices.gains.gain[move.piece][spot] = gain
    choices.gains.known[move.piece][spot] = True
    return False


cdef bint note(Search* search) noexcept nogil:
    """Record of `each_sequence`: keep the sequence if it is the first that leads to this placement."""
    cdef Choices* choices = <Choices*>search.records
    cdef uint64_t key = key_after(choices, search)
    cdef size_t at = key & (choices.slots - 1)
    cdef Choice* choice
    while choices.slot[at]:
        if choices.choice[choices.slot[at] - 1].key == key:
            return False
        at = (at + 1) & (choices.slots - 1)
    if choices.count == choices.room and not grow(choices):
        choices.failed = True
        return True
    choice = &choices.choice[choices.count]
    choices.count += 1
    choices.slot[at] = choices.count
    choice.key = key
    choice.ends = search.end != PLAY_ON
    choice.sequence.moves = search.depth
    memcpy(choice.sequence.move, search.line, sizeof(choice.sequence.move))
    choice.weighed = choice.ends or not guess(choices, search, choice)
    if choice.ends:
        settle(choices, choice, WON if is_won(search.end) else 0.5)
    elif choice.weighed:
        settle(choices, choice, chance(choices.weigh(choices, search)))
    if 2 * choices.count > choices.slots and not widen(choices):
        choices.failed = True
        return True
    return False


cdef void settle(const Choices* choices, Choice* choice, double worth) noexcept nogil:
    choice.worth = worth + choices.noise * whim_of(choice.key, choices.whim)
    choice.weighed = True


cdef bint guess(const Choices* choices, const Search* search, Choice* choice) noexcept nogil:
    """Add up what the moves are worth; False where one of them could not have been the first."""
    cdef int at, spot
    cdef const PieceMove* move
    choice.guess = 0.0
    for at in range(search.depth):
        move = &search.line[at]
        spot = move.spot[move.division.legs - 1]
        if not choices.gains.known[move.piece][spot]:
            return False
        choice.guess += choices.gains.gain[move.piece][spot]
    return True


cdef void weigh_best(Choices* choices, const Search* search) noexcept nogil:
    """Weigh those whose guesses are the best."""
    cdef size_t at, left = 0
    cdef int leg
    cdef double least = threshold(choices)
    cdef Search throw
    cdef Field field
    cdef Choice* choice
    for at in range(choices.count):
        choice = &choices.choice[at]
        if choice.weighed or choice.guess < least:
            continue
        field = search.field[0]
        throw = search[0]
        throw.field = &field
        throw.depth = 0
        for leg in range(choice.sequence.moves):
            make(&throw, &choice.sequence.move[leg])
        settle(choices, choice, chance(choices.weigh(choices, &throw)))
    # Drop the rest: what has not been weighed cannot be chosen.
    for at in range(choices.count):
        if choices.choice[at].weighed:
            choices.choice[left] = choices.choice[at]
            left += 1
    choices.count = left


cdef enum:
    BINS = 512


cdef double threshold(const Choices* choices) noexcept nogil:
    """A guess that about `sifted` of the choices reach."""
    cdef size_t[BINS] counts
    cdef size_t at, sum = 0
    cdef int bin
    cdef double least = 1.0e9, most = -1.0e9, width
    memset(counts, 0, sizeof(counts))
    for at in range(choices.count):
        if not choices.choice[at].weighed:
            least = min(least, choices.choice[at].guess)
            most = max(most, choices.choice[at].guess)
    if most <= least:
        return least
    width = (most - least) / BINS
    for at in range(choices.count):
        if not choices.choice[at].weighed:
            bin = min(<int>((choices.choice[at].guess - least) / width), <int>BINS - 1)
            counts[bin] += 1
    bin = BINS - 1
    sum = counts[bin]
    while bin and sum + counts[bin - 1] <= choices.sifted:
        bin -= 1
        sum += counts[bin]
    return least + bin * width


cdef bint grow(Choices* choices) noexcept nogil:
    cdef size_t room = 2 * choices.room + 1024
    cdef Choice* choice = <Choice*>realloc(choices.choice, room * sizeof(Choice))
    if choice == NULL:
        return False
    choices.choice, choices.room = choice, room
    return True


cdef bint widen(Choices* choices) noexcept nogil:
    cdef size_t at, place
    free(choices.slot)
    choices.slots *= 4
    choices.slot = <size_t*>calloc(choices.slots, sizeof(size_t))
    if choices.slot == NULL:
        return False
    for place in range(choices.count):
        at = choices.choice[place].key & (choices.slots - 1)
        while choices.slot[at]:
            at = (at + 1) & (choices.slots - 1)
        choices.slot[at] = place + 1
    return True


cdef uint64_t key_after(const Choices* choices, const Search* search) noexcept nogil:
    """What the moves made change in the key of the placement: a sum, so that their order makes no difference."""
    cdef uint64_t key = 0
    cdef const PieceMove* move
    cdef const uint64_t* keys
    cdef int at, leg, last
    for at in range(search.depth):
        move = &search.line[at]
        last = move.division.legs - 1
        keys = &choices.outlook.key[choices.side][move.piece][0]
        key += keys[move.spot[last]] - keys[move.start]
        for leg in range(last + 1):
            if move.captured[leg] != NOBODY:
                key -= choices.outlook.key[choices.side][move.captured[leg]][move.spot[leg]]
    return key


cdef uint64_t key_of(const Outlook* outlook, const Search* search, int side) noexcept nogil:
    cdef int piece
    cdef uint64_t key = 0
    for piece in range(PIECES):
        if search.field.at[piece] != NOWHERE:
            key += outlook.key[side][piece][search.field.at[piece]]
    return key


cdef double whim_of(uint64_t key, uint64_t whim) noexcept nogil:
    """A number that hangs on both and looks like chance (the end of splitmix64)."""
    cdef uint64_t mixed = key ^ whim
    mixed = (mixed ^ (mixed >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    mixed = (mixed ^ (mixed >> 27)) * <uint64_t>0x94D049BB133111EB
    mixed ^= mixed >> 31
    return <double>(<int64_t>mixed) / 9223372036854775808.0


cdef double chance(double log_odds) noexcept nogil:
    return 1.0 / (1.0 + exp(-log_odds))


cdef void bring_forward(Choices* choices, size_t count) noexcept nogil:
    """Equal worth does not happen, since every placement has its whim."""
    cdef size_t place, at, best
    cdef Choice moved
    for place in range(min(count, choices.count)):
        best = place
        for at in range(place + 1, choices.count):
            if choices.choice[at].worth > choices.choice[best].worth:
                best = at
        moved = choices.choice[place]
        choices.choice[place] = choices.choice[best]
        choices.choice[best] = moved
