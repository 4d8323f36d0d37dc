"""Features of a placement and their weighing. See evaluation.pxd."""

from core.rulesets.waterloo1895.weights import WEIGHTS as TUNED

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from core.boards.graph cimport Mask, holds, passes, put, reach_from, reach_until
from core.rulesets.waterloo1895.board cimport ARMY, FACES, LONGEST, PIECES, is_cavalry, side_of
from core.rulesets.waterloo1895.chances cimport chance_of, chances
from core.rulesets.waterloo1895.field cimport NOWHERE, capturable, may_land, popcount, stars_held, supported
from core.rulesets.waterloo1895.position cimport Position
from core.stream cimport Stream, draw, start as start_stream

cdef extern from * nogil:
    int lowest "__builtin_ctzll"(uint64_t word)

cdef enum:
    SINGLES = 0x7E  # bits 1 .. 6: what infantry can go with a die
    DETOUR = 10  # links that a shut road is taken to cost
    MOST_ENTRIES = 40

cdef double OF_REST = 0.1  # what a link counts for pieces that are not among the foremost

cdef uint8_t goal_knot[GOAL_KNOTS]
cdef uint8_t home_knot[HOME_KNOTS]
cdef double goal_hat[FARTHEST + 1][GOAL_KNOTS]
cdef double home_hat[FARTHEST + 1][HOME_KNOTS]

GOAL_KNOT_LIST = (0, 1, 4, 7, 10, 14, 20, 30)
HOME_KNOT_LIST = (0, 1, 4, 7, 11, 16)


def hat(knots, links):
    """How a distance is divided between the two knots that it lies between."""
    shares = [0.0] * len(knots)
    for at, knot in enumerate(knots):
        if links <= knot:
            before = knots[at - 1] if at else knot
            shares[at] = (links - before) / (knot - before) if at else 1.0
            if at:
                shares[at - 1] = 1.0 - shares[at]
            return shares
    shares[len(knots) - 1] = 1.0
    return shares


FEATURE_NAMES = (
    "infantry",
    "cavalry",
    "few",
    *[f"{which}_{knot}" for which in ("first", "second", "third", "all") for knot in GOAL_KNOT_LIST],
    *[f"home_{knot}" for knot in HOME_KNOT_LIST],
    "danger_infantry",
    "danger_cavalry",
    "danger_most",
    "win",
    "supported",
    "hill",
    "cut_off",
)


def weight_names(family):
    """The names of the weights of a family of modes, `duel` or `four`, in the order in which they are kept."""
    names = [f"{family}_{whose}_{name}" for whose in ("on", "off") for name in FEATURE_NAMES]
    return (*names, f"{family}_tempo")


cdef void build() except *:
    cdef int links, at
    for links in range(FARTHEST + 1):
        goal, home = hat(GOAL_KNOT_LIST, links), hat(HOME_KNOT_LIST, links)
        for at in range(GOAL_KNOTS):
            goal_hat[links][at] = goal[at]
        for at in range(HOME_KNOTS):
            home_hat[links][at] = home[at]


build()


# --- What does not change in a game ----------------------------------------------------------------------------------

cdef class Judge:
    """The tables and the weights by which the placements of one way to play are weighed."""

    def __init__(self, Variant variant, weights):
        memset(&self.outlook, 0, sizeof(Outlook))
        self.variant = variant
        self.outlook.law = &variant.law
        self.outlook.chances = chances()
        self.outlook.apart = variant.board.graph.apart
        self.outlook.spots = variant.board.graph.spots
        self.fill_lengths()
        self.fill_keys()
        self.fill_stars()
        if not variant.little:
            for at, name in enumerate(weight_names("duel" if variant.law.goals == 1 else "four")):
                self.outlook.weight[<int>at] = weights[name]

    cdef void fill_lengths(self) noexcept:
        cdef int spot, links
        cdef uint32_t at
        walks = &self.outlook.law.walks
        for spot in range(self.outlook.spots):
            for links in range(1, LONGEST + 1):
                for at in range(reach_from(walks, spot, links), reach_until(walks, spot, links)):
                    self.outlook.lengths[spot][walks.reaches[at].end] |= <uint32_t>1 << links

    cdef void fill_stars(self) except *:
        cdef int side, city, spot, star, at
        board = self.variant.board
        memset(self.outlook.to_home, FARTHEST, sizeof(self.outlook.to_home))
        for side in range(2):
            for city in range(2):
                army = 2 * (1 - side) + city
                if army not in self.variant.armies or self.variant.little:
                    continue
                stars = [board.graph.index(name) for name in board.stars[board.cities[army]]]
                for at in range(3):
                    self.outlook.star[side][city][at] = stars[at]
                for spot in range(self.outlook.spots):
                    links = min([self.apart(star, spot) for star in stars])
                    self.outlook.to_stars[side][city][spot] = min(links, FARTHEST)
                    if links < self.outlook.to_home[1 - side][spot]:
                        self.outlook.to_home[1 - side][spot] = links

    def apart(self, int one, int other):
        """The links between two spots; FARTHEST where no way leads."""
        cdef int links = self.outlook.apart[one * self.outlook.spots + other]
        return FARTHEST if links < 0 else links

    cdef void fill_keys(self) except *:
        """The French look at the board as it is, the Allies at the board turned by half, and see the same."""
        cdef Stream stream
        cdef int piece, spot
        turned = half_turn(self.variant.board.graph)
        start_stream(&stream, 1895)
        for spot in range(self.outlook.spots):
            self.outlook.turned[spot] = turned[spot]
        for piece in range(PIECES):
            for spot in range(self.outlook.spots):
                self.outlook.key[0][piece][spot] = draw(&stream)
        for piece in range(PIECES):
            for spot in range(self.outlook.spots):
                self.outlook.key[1][piece][spot] = (
                    self.outlook.key[0][(piece + PIECES // 2) % PIECES][self.outlook.turned[spot]]
                )


def half_turn(graph):
    """For each spot the one opposite it when the board is turned by half; itself where the board has no such symmetry.

    North and south, and east and west, mirror each other on the board of 1895 (columns A to Y, rows 11 to 29).
    """
    columns = "ABCDEFGHJKLMNPQRSTUVWXY"
    turned = []
    for name in graph.names:
        column = columns.find(name[0])
        opposite = f"{columns[len(columns) - 1 - column]}{40 - int(name[1:])}"
        if column < 0 or opposite not in graph.names:
            return list(range(graph.spots))
        turned.append(graph.index(opposite))
    return turned


cdef Judge judge_of(Variant variant, weights):
    """The judge of a way to play; that with the tuned weights is kept, and the last one with others."""
    if weights is None:
        if variant.judge is None:
            variant.judge = Judge(variant, TUNED)
        return variant.judge
    if variant.other_judge is None or variant.other_weights != weights:
        variant.other_judge, variant.other_weights = Judge(variant, {**TUNED, **weights}), dict(weights)
    return variant.other_judge


# --- Dangers and chances of the next throw ---------------------------------------------------------------------------

cdef uint64_t by_ride(const Outlook* outlook, const Field* field, int piece, int spot) noexcept nogil:
    """The kinds of throws by which a piece can go to a spot in one leg, as the board is now."""
    cdef int start = field.at[piece], links
    cdef bint rides = is_cavalry(piece)
    cdef uint32_t lengths = outlook.lengths[start][spot]
    cdef uint64_t kinds = 0
    cdef Mask blocked
    if not rides:
        lengths &= SINGLES
    if not lengths:
        return 0
    blocked = field.occupied
    blocked.word[start >> 6] &= ~(<uint64_t>1 << (start & 63))
    while lengths:
        links = lowest(lengths)
        lengths &= lengths - 1
        if is_open(outlook, start, spot, links, &blocked):
            kinds |= outlook.chances.ride[links] if rides else outlook.chances.one[links]
    return kinds


cdef bint is_open(const Outlook* outlook, int start, int spot, int links, const Mask* blocked) noexcept nogil:
    cdef uint32_t at
    walks = &outlook.law.walks
    for at in range(reach_from(walks, start, links), reach_until(walks, start, links)):
        if walks.reaches[at].end == spot:
            return passes(walks, &walks.reaches[at], blocked)
    return False


cdef uint64_t taking(const Outlook* outlook, const Field* field, int piece, int army) noexcept nogil:
    """The kinds of throws by which an army can capture this piece with a single leg, as the board is now."""
    cdef int spot = field.at[piece], other
    cdef uint64_t kinds = 0
    if not capturable(outlook.law, field, piece, spot):
        return 0
    for other in range(army * ARMY, army * ARMY + ARMY):
        if field.at[other] != NOWHERE:
            kinds |= by_ride(outlook, field, other, spot)
    return kinds


cdef struct Entry:
    uint8_t piece, city, star, links
    bint rides


cdef uint64_t winning(const Outlook* outlook, const Field* field, int army) noexcept nogil:
    """The kinds of throws by which one or two pieces of an army can ride straight to the stars that are still lacking.

    Roads that the one would open or shut for the other are not looked at.
    """
    cdef Entry entry[MOST_ENTRIES]
    cdef int[2] inside
    cdef int[2] lacking
    cdef int side = army >> 1, plan, entries
    cdef uint64_t kinds = 0
    cdef const Law* law = outlook.law
    inside[0] = stars_held(&law.goal[side][0], &field.of_side[side])
    inside[1] = stars_held(&law.goal[side][1], &field.of_side[side])
    if not near_enough(outlook, field, army, inside[0] + inside[1]):
        return 0
    entries = list_entries(outlook, field, army, entry)
    if law.goals == 1:
        return by_entries(outlook, entry, entries, 2 - inside[0], 0)
    for plan in range(3):
        lacking[0] = 3 - inside[0] if plan == 0 else 0 if plan == 1 else max(0, 2 - inside[0])
        lacking[1] = 3 - inside[1] if plan == 1 else 0 if plan == 0 else max(0, 2 - inside[1])
        if lacking[0] + lacking[1] <= 2:
            kinds |= by_entries(outlook, entry, entries, lacking[0], lacking[1])
    return kinds


cdef bint near_enough(const Outlook* outlook, const Field* field, int army, int inside) noexcept nogil:
    """Whether so many pieces are near the stars that a throw could win."""
    cdef int piece, near = inside, side = army >> 1, city, reach
    for piece in range(army * ARMY, army * ARMY + ARMY):
        if field.at[piece] == NOWHERE:
            continue
        reach = 2 * FACES if is_cavalry(piece) else FACES
        for city in range(outlook.law.goals):
            if 0 < outlook.to_stars[side][city][field.at[piece]] <= reach:
                near += 1
    return near >= outlook.law.least


cdef int list_entries(const Outlook* outlook, const Field* field, int army, Entry* entry) noexcept nogil:
    """The single legs that bring pieces from outside onto enemy stars."""
    cdef int side = army >> 1, piece, city, at, star, start, links, entries = 0
    cdef uint32_t lengths
    cdef Mask blocked
    for piece in range(army * ARMY, army * ARMY + ARMY):
        start = field.at[piece]
        if start == NOWHERE or holds(&outlook.law.enemy_stars[side], start):
            continue
        blocked = field.occupied
        blocked.word[start >> 6] &= ~(<uint64_t>1 << (start & 63))
        for city in range(outlook.law.goals):
            for at in range(3):
                star = outlook.star[side][city][at]
                lengths = outlook.lengths[start][star]
                if not is_cavalry(piece):
                    lengths &= SINGLES
                if not lengths or not may_land(outlook.law, field, piece, star):
                    continue
                while lengths:
                    links = lowest(lengths)
                    lengths &= lengths - 1
                    if entries < MOST_ENTRIES and is_open(outlook, start, star, links, &blocked):
                        entry[entries] = Entry(piece, city, star, links, is_cavalry(piece))
                        entries += 1
    return entries


cdef uint64_t by_entries(const Outlook* outlook, const Entry* entry, int entries, int one, int two) noexcept nogil:
    """The kinds by which so many entries can be made into the one city and into the other, two in all at most."""
    cdef int first, second
    cdef uint64_t kinds = 0
    if one < 0 or two < 0 or one + two == 0:
        return 0
    for first in range(entries):
        if one + two == 1:
            if entry[first].city == (0 if one else 1):
                kinds |= alone(outlook, &entry[first])
            continue
        for second in range(first):
            if entry[first].piece == entry[second].piece or entry[first].star == entry[second].star:
                continue
            if (entry[first].city + entry[second].city == 1 if one == two
                    else entry[first].city == entry[second].city == (0 if one else 1)):
                kinds |= together(outlook, &entry[first], &entry[second])
    return kinds


cdef uint64_t alone(const Outlook* outlook, const Entry* entry) noexcept nogil:
    return outlook.chances.ride[entry.links] if entry.rides else outlook.chances.one[entry.links]


cdef uint64_t together(const Outlook* outlook, const Entry* one, const Entry* other) noexcept nogil:
    cdef uint64_t kinds = 0
    if one.links <= 6 and other.links <= 6:
        kinds = outlook.chances.two[one.links][other.links]
    if one.rides and other.links <= 6:
        kinds |= outlook.chances.ride_and[one.links][other.links]
    if other.rides and one.links <= 6:
        kinds |= outlook.chances.ride_and[other.links][one.links]
    return kinds


# --- Features --------------------------------------------------------------------------------------------------------

cdef void features_of(
    const Outlook* outlook, const Field* field, int side, double* feature, bint closely
) noexcept nogil:
    """The features of a side; dangers, and chances of the next throw, only if looked at closely."""
    cdef int army, piece, spot, city, at, left = 0
    cdef const Law* law = outlook.law
    memset(feature, 0, FEATURES * sizeof(double))
    for army in range(2 * side, 2 * side + 2):
        for piece in range(army * ARMY, army * ARMY + ARMY):
            spot = field.at[piece]
            if spot == NOWHERE:
                continue
            left += 1
            feature[CAVALRY_LEFT if is_cavalry(piece) else INFANTRY_LEFT] += 1
            for at in range(HOME_KNOTS):
                feature[HOME + at] += home_hat[min(<int>outlook.to_home[side][spot], <int>FARTHEST)][at]
            if holds(&law.hills, spot):
                feature[ON_HILL] += 1
            elif supported(law, field, piece, spot):
                feature[SUPPORTED] += 1
            if closely:
                add_danger(outlook, field, piece, feature)
    feature[FEW] = max(0, 4 - left)
    for city in range(law.goals):
        add_ways(outlook, field, side, city, feature)
    for army in range(2 * side, 2 * side + 2):
        if closely and field.left[army]:
            feature[WIN] = max(feature[WIN], chance_of(winning(outlook, field, army)))


cdef void add_danger(const Outlook* outlook, const Field* field, int piece, double* feature) noexcept nogil:
    cdef int army, enemy = 2 * (1 - side_of(piece))
    cdef double safe = 1.0
    if not capturable(outlook.law, field, piece, field.at[piece]):
        return
    for army in range(enemy, enemy + 2):
        if field.left[army]:
            safe *= 1.0 - chance_of(taking(outlook, field, piece, army))
    feature[DANGER + is_cavalry(piece)] += 1.0 - safe
    feature[DANGER + 2] = max(feature[DANGER + 2], 1.0 - safe)


cdef void add_ways(const Outlook* outlook, const Field* field, int side, int city, double* feature) noexcept nogil:
    """How far the pieces of a side have to go to a city: round everybody who stands in the way."""
    cdef int ways[PIECES]
    cdef int spot, at, _met, knot, links = 0, found = 0, word, far
    cdef Mask seen, rank, beyond, met
    cdef uint64_t bits
    memset(&rank, 0, sizeof(Mask))
    for at in range(3):
        put(&rank, outlook.star[side][city][at])
    seen = rank
    while True:
        for word in range(4):
            met.word[word] = rank.word[word] & field.of_side[side].word[word]
            for _met in range(popcount(met.word[word])):
                ways[found] = links
                found += 1
            # A piece is come up to, not passed; who stands on a star can be taken there, or is a friend.
            rank.word[word] &= ~field.occupied.word[word]
        if links == 0:
            rank = open_stars(outlook, field, side, city)
        links += 1
        beyond = beside(outlook, &rank)
        for word in range(4):
            rank.word[word] = beyond.word[word] & ~seen.word[word]
            seen.word[word] |= rank.word[word]
        if not (rank.word[0] | rank.word[1] | rank.word[2] | rank.word[3]) or links > FARTHEST:
            break
    for word in range(4):
        bits = field.of_side[side].word[word] & ~seen.word[word]
        while bits:
            spot = 64 * word + lowest(bits)
            bits &= bits - 1
            far = min(<int>outlook.to_stars[side][city][spot] + DETOUR, <int>FARTHEST)
            feature[CUT_OFF] += 1
            insert(ways, found, far)
            found += 1
    for at in range(max(found, <int>FOREMOST)):
        far = ways[at] if at < found else <int>FARTHEST
        for knot in range(GOAL_KNOTS):
            if at < FOREMOST:
                feature[FIRST + at * GOAL_KNOTS + knot] += goal_hat[far][knot]
            if at < found:
                feature[ALL + knot] += goal_hat[far][knot]


cdef Mask open_stars(const Outlook* outlook, const Field* field, int side, int city) noexcept nogil:
    """The stars that a piece of the side could land on, as far as its own pieces are concerned."""
    cdef Mask stars
    cdef int at, star
    memset(&stars, 0, sizeof(Mask))
    for at in range(3):
        star = outlook.star[side][city][at]
        if not holds(&field.of_side[side], star):
            put(&stars, star)
    return stars


cdef Mask beside(const Outlook* outlook, const Mask* rank) noexcept nogil:
    """All spots next to these."""
    cdef Mask found
    cdef const Mask* near
    cdef int word, at
    cdef uint64_t bits
    memset(&found, 0, sizeof(Mask))
    for word in range(4):
        bits = rank.word[word]
        while bits:
            near = &outlook.law.near[64 * word + lowest(bits)]
            bits &= bits - 1
            for at in range(4):
                found.word[at] |= near.word[at]
    return found


cdef void insert(int* ways, int count, int links) noexcept nogil:
    """Keep the ways ascending."""
    cdef int at = count
    while at and ways[at - 1] > links:
        ways[at] = ways[at - 1]
        at -= 1
    ways[at] = links


cdef double value(const Outlook* outlook, const Field* field, int on_move, bint closely) noexcept nogil:
    cdef double feature[FEATURES]
    cdef double sum = outlook.weight[TEMPO]
    cdef int at, turn, side
    for turn in range(2):
        side = on_move if turn == 0 else 1 - on_move
        features_of(outlook, field, side, feature, closely)
        for at in range(FEATURES):
            sum += outlook.weight[turn * FEATURES + at] * feature[at]
    return sum


cdef double advance(const Outlook* outlook, const Field* field, int side) noexcept nogil:
    """How far a side has come: less the links that its foremost pieces lack to a city's stars, the others a tenth."""
    cdef int ways[PIECES]
    cdef int army, piece, city, links, found = 0, at
    cdef double sum = 0.0
    for army in range(2 * side, 2 * side + 2):
        for piece in range(army * ARMY, army * ARMY + ARMY):
            if field.at[piece] == NOWHERE:
                continue
            links = outlook.to_stars[side][0][field.at[piece]]
            for city in range(1, outlook.law.goals):
                links = min(links, <int>outlook.to_stars[side][city][field.at[piece]])
            insert(ways, found, links)
            found += 1
    for at in range(found):
        sum -= ways[at] if at < outlook.law.least else OF_REST * ways[at]
    return sum


def features(Position position):
    """The features of the position in the order of `weight_names`, that of the tempo (always 1) being the last."""
    cdef double[FEATURES] feature
    cdef Judge judge = judge_of(position.variant, None)
    cdef int side = position.army() >> 1
    listed = []
    for looked_at in (side, 1 - side):
        features_of(&judge.outlook, &position.state.field, looked_at, feature, True)
        listed += feature
    return [*listed, 1.0]
