"""How the children's game stands. See little.pxd."""

from core.boards.graph cimport Mask, holds
from core.rulesets.waterloo1895.board cimport ARMIES, ARMY
from core.rulesets.waterloo1895.chances cimport KINDS, THROWS
from core.rulesets.waterloo1895.evaluation cimport beside
from core.rulesets.waterloo1895.choices cimport chance
from core.rulesets.waterloo1895.field cimport NOWHERE, PLAY_ON
from core.rulesets.waterloo1895.search cimport Search, each_sequence, prepare

cdef enum:
    CHILDREN = 3  # pieces of an army (W95-111)
    DETOUR = 10  # links that a shut road is taken to cost

cdef double LINKS_A_THROW = 9.0
cdef double ENTRY = 0.9  # throws that it costs to come in with just the right die
cdef double TURN_ODDS = 0.6  # log odds that a throw ahead is worth


cdef double lead(const Outlook* outlook, const Field* field, int army) noexcept nogil:
    cdef int other
    cdef double behind = 1.0e9
    for other in range(ARMIES):
        if other != army and field.left[other]:
            behind = min(behind, throws_to_go(outlook, field, other))
    if behind > 1.0e8:
        behind = 0.0
    return TURN_ODDS * (behind - throws_to_go(outlook, field, army))


cdef double throws_to_go(const Outlook* outlook, const Field* field, int army) noexcept nogil:
    """About how many throws an army still needs."""
    cdef int piece, spot, links = 0, left = 0
    cdef double sum = 0.0
    cdef Mask seen, rank
    cdef int word
    for word in range(4):
        rank.word[word] = outlook.law.home_run[army].word[word] & ~field.occupied.word[word]
    seen = rank
    while left < CHILDREN and (rank.word[0] | rank.word[1] | rank.word[2] | rank.word[3]):
        links += 1
        rank = beside(outlook, &rank)
        left = 0
        for word in range(4):
            rank.word[word] &= ~seen.word[word]
            seen.word[word] |= rank.word[word]
        for piece in range(army * ARMY, army * ARMY + CHILDREN):
            spot = field.at[piece]
            if spot == NOWHERE or holds(&outlook.law.home_run[army], spot):
                left += 1
            elif holds(&rank, spot):
                sum += links
                left += 1
            elif holds(&seen, spot):
                left += 1
        for word in range(4):
            rank.word[word] &= ~field.occupied.word[word]
    for piece in range(army * ARMY, army * ARMY + CHILDREN):
        spot = field.at[piece]
        if spot == NOWHERE or holds(&outlook.law.home_run[army], spot):
            continue
        sum += ENTRY * LINKS_A_THROW
        if not holds(&seen, spot):
            sum += outlook.law.to_goal[army][spot] + DETOUR
    return sum / LINKS_A_THROW


# --- The next throw --------------------------------------------------------------------------------------------------

cdef struct Best:
    const Outlook* outlook
    int army
    double worth


cdef double next_hopes(const Outlook* outlook, Field* field, int army) noexcept nogil:
    """The mean over all throws of the best that can be made of each, as if the others stood still."""
    cdef Search search
    cdef Best best
    cdef int kind
    cdef double sum = 0.0
    for kind in range(KINDS):
        prepare(&search, outlook.law, field, army, outlook.chances.dice_set[kind])
        best.outlook, best.army, best.worth = outlook, army, 0.0
        search.record, search.records = improve, &best
        each_sequence(&search)
        sum += outlook.chances.ways[kind] * best.worth
    return sum / THROWS


cdef bint improve(Search* search) noexcept nogil:
    cdef Best* best = <Best*>search.records
    if search.end != PLAY_ON:
        best.worth = 1.0
        return True
    best.worth = max(best.worth, chance(lead(best.outlook, search.field, best.army)))
    return False
