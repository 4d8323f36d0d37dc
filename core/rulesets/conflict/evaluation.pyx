"""How it stands, in numbers. See evaluation.pxd.

What is told of dangers is exact as far as one walk on the empty board goes: which dice bring a piece from its square to
a circle, or over an enemy's square. What a first move makes possible for a second is left to the search.
"""

from core.rulesets.conflict.weights import WEIGHTS

from libc.math cimport exp
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from core.boards.grid cimport Mask, drop, find_ends, holds, measure
from core.rulesets.conflict.board cimport (
    ARTILLERY, GUN, GUN_NUMBER, NOBODY, PLANE, RESERVE, SET, SHIP, START, Variant, kind_of, seat_of,
)
from core.rulesets.conflict.field cimport LAST_STANDING, PLAY_ON, count_seats, friendly, lives

cdef enum:
    FAR = 24  # steps from which a circle is no longer felt
    GUARDS = 2  # more guards of a kind are no better
    MOST_CAPTORS = SET

cdef double TO_THE_KILLER = 0.5  # of the chances of a seat that goes out; the others share the rest


cdef class Ground:
    """What can be told of a board before anybody stands on it. Raises MemoryError."""

    def __cinit__(self, Board board, *_):
        self.squares = len(board.grid.names)
        self.steps = <uint8_t*>malloc(GROUNDS * self.squares * self.squares)
        if self.steps == NULL:
            raise MemoryError

    def __init__(self, Board board, Variant variant):
        cdef int seat, kind
        self._number_squares(board)
        for kind in (ARTILLERY, SHIP, PLANE):
            self.measure_all(&variant.law, kind)
        for seat in range(SEATS):
            for kind in range(KINDS):
                measure(&variant.law.open[kind], variant.law.circle[seat], self.home[seat][kind])
                find_hits(&variant.law, seat, kind, self.hits[seat][kind])

    def __dealloc__(self):
        free(self.steps)

    def _number_squares(self, Board board):
        cdef int at
        for at in range(self.squares):
            self.index[<int>board.grid.spot_of[board.grid.names[at]]] = at

    cdef void measure_all(self, const Law* law, int kind):
        cdef uint8_t steps[SPOTS]
        cdef int one, other
        cdef uint8_t* row = self.steps + ground_of(kind) * self.squares * self.squares
        for one in range(SPOTS):
            if not law.terrain[one]:
                continue
            measure(&law.open[kind], one, steps)
            for other in range(SPOTS):
                if law.terrain[other]:
                    row[self.index[one] * self.squares + self.index[other]] = steps[other]

    cdef int away(self, int kind, int one, int other) noexcept nogil:
        """Steps of a piece from a spot to another on the empty board, 255: no way."""
        return self.steps[(ground_of(kind) * self.squares + self.index[one]) * self.squares + self.index[other]]


cdef void find_hits(const Law* law, int seat, int kind, uint8_t* hits) noexcept:
    """CON-039, CON-082: a walk to the circle is one from it turned round; ships keep off mines there (CON-072)."""
    cdef Mask open = law.open[kind], found
    cdef int length, spot, at
    memset(hits, 0, SPOTS)
    if kind == SHIP:
        for at in range(law.mines):
            if law.corner[law.mine[at]] == seat:
                drop(&open, law.mine[at])
    for length in range(1, LONGEST + 1):
        find_ends(law.circle[seat], length, &open, &open, &found)
        for spot in range(SPOTS):
            if holds(&found, spot):
                hits[spot] |= 1 << length


cdef void read_scales(weights, Scales* scales) except *:
    """The weights by their names; those that are not given are the usual ones. Raises KeyError for a name unknown."""
    cdef int at
    unknown = set(weights) - set(WEIGHTS)
    if unknown:
        raise KeyError(*unknown)
    for at, name in enumerate(WEIGHTS):
        scales.weight[at] = weights.get(name, WEIGHTS[name])
    scales.blind = False


# --- Chances ---------------------------------------------------------------------------------------------------------

cdef double chance_of(int faces) noexcept nogil:
    """That one of two dice is among those given as bits; a double that is none of them is thrown on (CON-096)."""
    cdef double missed = (6 - count_seats(faces)) / 6.0
    cdef double hit = 1 - missed * missed
    return hit + missed / 6 * hit


cdef inline double chance_that(int faces, int dice) noexcept nogil:
    """The same where the dice may have been thrown already, as bits."""
    if dice == ANY_DIE:
        return chance_of(faces)
    return 1.0 if faces & dice else 0.0


cdef inline int faces_from(int steps) noexcept nogil:
    """The dice that reach so far or farther: a walk can waste steps."""
    return (0x7F << steps) & 0x7F if 0 < steps <= LONGEST else 0


# --- Looking at the field --------------------------------------------------------------------------------------------

cdef struct Captors:  # of a seat: where its pieces set out, those that wait once a kind
    int count
    int kind[MOST_CAPTORS]
    int spot[MOST_CAPTORS]


cdef struct Scene:
    const Law* law
    const Field* field
    int mover
    int dice  # of the mover, as bits, or ANY_DIE
    int living[SEATS]  # seats from the mover on
    int count
    int order[SEATS]  # seat -> its place in that order
    Captors captors[SEATS]
    int aim[SEATS][SEATS]  # attacker, victim: dice that bring a piece to the circle
    double spared[SEATS][SEATS]  # the same: the chance that no piece gets there that its victim has left there


cdef void set_scene(Scene* scene, const Law* law, const Field* field, int mover, int dice) noexcept nogil:
    cdef int step, seat
    memset(scene, 0, sizeof(Scene))
    scene.law, scene.field, scene.mover, scene.dice = law, field, mover, dice
    for step in range(SEATS):
        seat = (mover + step) % SEATS
        if lives(field, seat):
            scene.living[scene.count] = seat
            scene.order[seat] = scene.count
            scene.count += 1
            find_captors(law, field, seat, &scene.captors[seat])


cdef void find_captors(const Law* law, const Field* field, int seat, Captors* captors) noexcept nogil:
    cdef int piece, kind, waiting = 0
    for piece in range(seat * SET, seat * SET + SET):
        kind = kind_of(piece)
        if field.at[piece] < SPOTS:
            captors.spot[captors.count] = field.at[piece]
        elif field.at[piece] == START and not (waiting >> kind) & 1:
            waiting |= 1 << kind
            captors.spot[captors.count] = law.circle[seat]
        else:
            continue
        captors.kind[captors.count] = kind
        captors.count += 1


cdef int reach_of(Ground ground, const Captors* captors, int kind, int spot) noexcept nogil:
    """The dice by which one of these pieces can take a piece of a kind from a square."""
    cdef int at, least = 255
    for at in range(captors.count):
        if captors.kind[at] == PLANE and kind == GUN:
            continue
        least = min(least, ground.away(captors.kind[at], captors.spot[at], spot))
    return faces_from(least)


cdef double risk_of(Ground ground, const Scene* scene, int piece, bint soon) noexcept nogil:
    """The chance that a piece on the field is taken, by those who move before its owner, or by those who move after."""
    cdef int at, other, seat = seat_of(piece)
    cdef double safe = 1
    for at in range(scene.count):
        other = scene.living[at]
        if (scene.order[other] < scene.order[seat]) != soon or friendly(scene.field, seat, other):
            continue
        safe *= 1 - chance_that(
            reach_of(ground, &scene.captors[other], kind_of(piece), scene.field.at[piece]),
            scene.dice if other == scene.mover else ANY_DIE,
        )
    return 1 - safe


# --- Features --------------------------------------------------------------------------------------------------------

cdef void look_at_seat(Ground ground, Scene* scene, int seat, bint blind, double* feature) noexcept nogil:
    cdef int guards[GROUNDS]
    cdef int piece, kind, state
    cdef double lead = 0, risk = 0
    memset(guards, 0, sizeof(guards))
    for piece in range(seat * SET, seat * SET + SET):
        kind, state = kind_of(piece), scene.field.at[piece]
        if state < SPOTS:
            feature[FIELD_ARTILLERY + kind] += 1
            if not blind:
                risk = look_at_risks(ground, scene, piece, feature)
            lead = max(lead, look_at_advance(ground, scene, piece, risk, feature))
            guards[ground_of(kind)] += ground.home[seat][kind][state] < LONGEST
        elif state == START:
            feature[START_ARTILLERY + kind] += 1
            guards[ground_of(kind)] += 1
        elif state == RESERVE:
            feature[RESERVE_ARTILLERY + max(kind - 1, 0)] += 1
    feature[LEAD] = lead
    for kind in range(GROUNDS):
        feature[GUARD_LAND + kind] = min(guards[kind], GUARDS)
    feature[GUN_HOME] = scene.field.at[seat * SET + GUN_NUMBER] == scene.law.circle[seat]
    feature[TEMPO] = <double>(scene.count - scene.order[seat]) / scene.count


cdef double look_at_advance(Ground ground, Scene* scene, int piece, double risk, double* feature) noexcept nogil:
    """How far a piece at some risk has come on its way to the nearest enemy's circle, and what it threatens there."""
    cdef int seat = seat_of(piece), kind = kind_of(piece), spot = scene.field.at[piece], other, at, steps = FAR, hits
    cdef double gone
    for at in range(scene.count):
        other = scene.living[at]
        if friendly(scene.field, seat, other):
            continue
        steps = min(steps, ground.home[other][kind][spot])
        hits = ground.hits[other][kind][spot]
        if hits and not (kind == PLANE and guarded(scene, other)):
            scene.aim[seat][other] |= hits
            scene.spared[seat][other] *= 1 - chance_of(hits) * (1 - risk)
    gone = <double>(FAR - steps) / FAR
    feature[ADVANCE_ARTILLERY + kind] += gone
    feature[CLOSE] += steps <= LONGEST
    feature[NEAR] += LONGEST < steps <= LONGEST + 3
    return gone


cdef bint guarded(const Scene* scene, int seat) noexcept nogil:
    """CON-084: whether a gun that no enemy airplane may take stands on the circle."""
    cdef int piece = scene.field.on[scene.law.circle[seat]]
    return piece != NOBODY and kind_of(piece) == GUN and friendly(scene.field, seat, seat_of(piece))


cdef double look_at_risks(Ground ground, const Scene* scene, int piece, double* feature) noexcept nogil:
    """What may befall a piece before its owner moves, which is returned, and after."""
    cdef int ground_kind = ground_of(kind_of(piece))
    cdef double risk = risk_of(ground, scene, piece, True)
    feature[EXPOSED_LAND + ground_kind] += risk
    feature[LATER_LAND + ground_kind] += risk_of(ground, scene, piece, False)
    return risk


cdef void look_at_dangers(Scene* scene, Standing* standing) noexcept nogil:
    """Of each circle: by those who move before its owner, and by those who move after."""
    cdef int at, seat, by, other
    cdef double soon, later
    for at in range(scene.count):
        seat = scene.living[at]
        soon = later = 1
        for by in range(scene.count):
            other = scene.living[by]
            if friendly(scene.field, seat, other):
                continue
            if by < at:
                soon *= 1 - taking(scene, other, seat)
            else:
                later *= scene.spared[other][seat]
        standing.doomed[seat] = 1 - soon
        standing.feature[seat][DANGER] = 1 - later


cdef inline double taking(const Scene* scene, int seat, int victim) noexcept nogil:
    return chance_that(scene.aim[seat][victim], scene.dice if seat == scene.mover else ANY_DIE)


# --- Shares ----------------------------------------------------------------------------------------------------------

cdef void assess(
    Ground ground, const Law* law, const Field* field, int mover, int dice, const Scales* scales, Standing* standing
) noexcept nogil:
    """Features and shares where `mover` is next to move, with dice thrown already, as bits, or with any."""
    cdef Scene scene
    cdef int at, seat, other
    memset(standing, 0, sizeof(Standing))
    if field.players.over != PLAY_ON:
        share_out(law, field, standing)
        return
    set_scene(&scene, law, field, mover, dice)
    for seat in range(SEATS):
        for other in range(SEATS):
            scene.spared[seat][other] = 1
    for at in range(scene.count):
        seat = scene.living[at]
        look_at_seat(ground, &scene, seat, scales.blind, standing.feature[seat])
    if not scales.blind:
        look_at_dangers(&scene, standing)
    weigh(&scene, scales, standing)


cdef void share_out(const Law* law, const Field* field, Standing* standing) noexcept nogil:
    """Once the game is over; a draw is shared by all who played."""
    cdef int seat
    for seat in range(SEATS):
        if not (law.playing >> seat) & 1:
            continue
        if field.players.over == LAST_STANDING:
            standing.share[seat] = (law.partners[seat] & field.players.living) != 0
        else:
            standing.share[seat] = <double>count_seats(law.partners[seat]) / count_seats(law.playing)


cdef void weigh(const Scene* scene, const Scales* scales, Standing* standing) noexcept nogil:
    """Each seat's chance to be the last: by its features, apart from who is doomed now."""
    cdef double own[SEATS]
    cdef double lasting[SEATS]
    cdef double sum = 0, score
    cdef int at, seat, feature
    memset(own, 0, sizeof(own))
    for at in range(scene.count):
        seat = scene.living[at]
        score = 0
        for feature in range(FEATURES):
            score += scales.weight[feature] * standing.feature[seat][feature]
        own[seat] = exp(score)
        sum += own[seat]
    memset(lasting, 0, sizeof(lasting))
    for at in range(scene.count):
        seat = scene.living[at]
        own[seat] /= sum
        lasting[seat] += own[seat] * (1 - standing.doomed[seat])
    for at in range(scene.count):
        bequeath(scene, scene.living[at], own, standing, lasting)
    share_sides(scene, lasting, standing)


cdef void bequeath(
    const Scene* scene, int seat, const double* own, const Standing* standing, double* lasting
) noexcept nogil:
    """What a seat that goes out leaves of its chances: some to whoever takes the circle, the rest to all others."""
    cdef double left = own[seat] * standing.doomed[seat], killers = 0, others = 1 - own[seat]
    cdef int at, other
    if left <= 0 or others <= 0:
        return
    for at in range(scene.order[seat]):
        if not friendly(scene.field, seat, scene.living[at]):
            killers += taking(scene, scene.living[at], seat)
    for at in range(scene.count):
        other = scene.living[at]
        if other == seat:
            continue
        lasting[other] += left * (1 - TO_THE_KILLER) * own[other] / others
        if at < scene.order[seat] and not friendly(scene.field, seat, other):
            lasting[other] += left * TO_THE_KILLER * taking(scene, other, seat) / killers


cdef void share_sides(const Scene* scene, const double* lasting, Standing* standing) noexcept nogil:
    cdef int seat, at
    for seat in range(SEATS):
        if not (scene.law.playing >> seat) & 1:
            continue
        for at in range(scene.count):
            if (scene.law.partners[seat] >> scene.living[at]) & 1:
                standing.share[seat] += lasting[scene.living[at]]
