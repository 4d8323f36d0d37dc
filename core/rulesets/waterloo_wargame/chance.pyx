# cython: cdivision=True
"""Orders and whole games by chance, for tests, bots and benchmarks, and lists of legal orders.

A playout runs in C without a Python object: army turns of random moves, shots and attacks, dice from the same stream.
"""

from core.contract import Line as OrderLine
from core.rulesets.waterloo_wargame.orders import Attack, Bearing, ByRoad, Fire, Move, Pass, ToContact, Turn

from libc.stdint cimport uint64_t

from core.boards.plane cimport FAR, Base, Vector, fix, in_arc, nearest_on, segment_at, towards, towards_heading, yards
from core.rulesets.waterloo_wargame.battle cimport (
    NO_POINT, SOUND, Line, Phase, Roller, attack, end_turn, fire, judge_attack, judge_gun, open_phase, take_points,
    won,
)
from core.rulesets.waterloo_wargame.field cimport (
    GUN, MOST, NOBODY, PLAY_ON, Field, Law, Roster, Set, any_of, base_of, has, in_contact, none, on, put, standing_of,
    take, walls,
)
from core.rulesets.waterloo_wargame.movement cimport (
    FREE, Trip, fits, go, in_the_way, on_whole_yards, place, set_out, to_contact, turns,
)
from core.rulesets.waterloo_wargame.position cimport Position
from core.rulesets.waterloo_wargame.turns cimport Mail
from core.stream cimport Stream, below, start

cdef enum:
    TRIES = 12  # moves tried in an army turn
    MOST_ACTIONS = 256


cdef enum Kind_of_action:
    STRAIGHT  # heading, yards
    TO_CONTACT  # other
    TURN
    SHOT  # other
    ASSAULT  # other


cdef struct Action:
    Kind_of_action kind
    int piece, other, heading, yards


cdef struct Doings:
    int count
    Action action[MOST_ACTIONS]


# --- An army turn by chance ------------------------------------------------------------------------------------------

cdef int move_by_chance(
    const Law* law, const Roster* roster, Field* field, Stream* stream, int limit, Set* moved, Doings* doings
) noexcept nogil:
    """Moves of up to the cap, each of a random piece in a random way if that is legal; how many were made."""
    cdef int side = field.to_move, barriers = walls(law, roster, field, side), men = 0, made = 0, count = 0, attempt
    cdef Set left = standing_of(roster, field, side)
    cdef int own[MOST]
    cdef int piece = take(&left)
    cdef Action action
    while piece >= 0:
        own[count] = piece
        count += 1
        piece = take(&left)
    for attempt in range(TRIES):
        if not count or made == limit:
            break
        piece = own[below(stream, count)]
        if has(moved, piece) or men + roster.men[piece] > law.cap:
            continue
        action = Action(STRAIGHT, piece, NOBODY, below(stream, 360), 0)
        choose(law, roster, field, stream, side, &action)
        if carried_out(law, roster, field, barriers, &action):
            put(moved, piece)
            men += roster.men[piece]
            made += 1
            if doings != NULL:
                doings.action[doings.count] = action
                doings.count += 1
    return made


cdef void choose(
    const Law* law, const Roster* roster, const Field* field, Stream* stream, int side, Action* action
) noexcept nogil:
    """One in eight turns; of the others one in four goes for an enemy in reach, if there is any."""
    cdef int draw = below(stream, 8), other, reach, dx, dy, tries
    action.yards = 1 + below(stream, law.allowance[roster.arm[action.piece]])
    if draw == 0:
        action.kind = TURN
    elif draw <= 2 and any_of(&roster.of_side[1 - side]):
        reach = law.allowance[roster.arm[action.piece]] + 500
        for tries in range(4):
            other = below(stream, roster.count)
            if roster.side[other] == side or not on(field, other):
                continue
            dx, dy = field.x[other] - field.x[action.piece], field.y[other] - field.y[action.piece]
            if dx * dx + dy * dy < reach * reach:
                action.kind, action.other = TO_CONTACT, other
                return


cdef bint carried_out(const Law* law, const Roster* roster, Field* field, int barriers, Action* action) noexcept nogil:
    """Whether a movement is legal; if it is, the piece stands where it leads."""
    cdef Trip trip
    cdef Set nobody = none()
    cdef Base end
    cdef Vector unit
    cdef fix length = yards(action.yards)
    set_out(&trip, law, roster, field, action.piece, barriers)
    if action.kind == TURN:
        if action.heading == trip.base.h or turns(&trip, action.heading).kind != FREE:
            return False
        trip.base.h = action.heading
    else:
        if action.kind == TO_CONTACT:
            end = base_of(roster, field, action.other)
            unit = towards(end.x - trip.base.x, end.y - trip.base.y, &length)
            length = to_contact(&trip, unit, action.other)
            if not length or length == FAR or not fits(&trip, length, 0):
                return False
        else:
            unit = towards_heading(action.heading)
        go(&trip, unit, length)
        if trip.obstacle.kind != FREE:
            return False
    end = on_whole_yards(&trip.base)
    if in_the_way(&trip, &end, &nobody).kind != FREE:
        return False
    place(field, action.piece, &end)
    return True


cdef int fight_by_chance(Phase* phase, Stream* stream, int limit, Doings* doings) noexcept nogil:
    """Shots and attacks of single pieces, each that is possible with an even chance; how many were made.

    With `doings` nothing is resolved: what could be ordered is written down.
    """
    cdef Field* field = phase.field
    cdef Set left = standing_of(phase.roster, field, phase.side)
    cdef int piece = take(&left), made = 0
    cdef Line line
    while piece >= 0 and made < limit and field.over == PLAY_ON:
        if on(field, piece) and below(stream, 2) and aims(phase, stream, piece, &line):
            made += 1
            if doings != NULL:
                doings.action[doings.count] = Action(SHOT if line.is_fire else ASSAULT, piece, line.target, 0, 0)
                doings.count += 1
            elif line.is_fire:
                fire(phase, &line, 1, 0)
                won(phase.law, field)
            else:
                attack(phase, &line)
                won(phase.law, field)
        piece = take(&left)
    return made


cdef bint aims(const Phase* phase, Stream* stream, int piece, Line* line) noexcept nogil:
    """A line for one piece at an enemy by chance, one that can be resolved; False where there is none."""
    cdef const Roster* roster = phase.roster
    cdef Field* field = phase.field
    cdef Set enemies = standing_of(roster, field, 1 - phase.side)
    cdef int found = NOBODY, seen = 0, other = take(&enemies), dx, dy, reach
    cdef Base base = base_of(roster, field, piece), there
    cdef bint gun = roster.arm[piece] == GUN
    if gun and has(&phase.moved, piece):
        return False
    while other >= 0:
        dx, dy = field.x[other] - field.x[piece], field.y[other] - field.y[piece]
        reach = roster.half_width[piece] + roster.half_width[other] + 110 if not gun else 1350
        if dx < reach and dx > -reach and dy < reach and dy > -reach:
            there = base_of(roster, field, other)
            if in_arc(&base, &there, phase.law.square_arc) if gun else in_contact(roster, field, piece, other):
                seen += 1
                if below(stream, seen) == 0:
                    found = other
        other = take(&enemies)
    if found == NOBODY:
        return False
    line.is_fire, line.number, line.target, line.point, line.count = gun, 0, found, NO_POINT, 1
    line.piece[0], line.advance, line.advancer = piece, below(stream, 2), NOBODY
    line.falls_back, line.reached, line.shared = False, False, False
    if gun:
        return judge_gun(phase, line, piece).fault == SOUND
    return judge_attack(phase, line).fault == SOUND


# --- Playouts --------------------------------------------------------------------------------------------------------

def play_out(Position position, uint64_t seed, long long limit):
    """The position after random play, and how many moves, shots and attacks were made."""
    cdef Position after = position.copy()
    cdef Stream stream
    cdef long long made
    start(&stream, seed)
    with nogil:
        made = play(&after.variant.law, &after.pieces.roster, &after.field, &stream, limit)
    return after, made


cdef long long play(
    const Law* law, const Roster* roster, Field* field, Stream* stream, long long limit
) noexcept nogil:
    cdef Roller roller
    cdef Phase phase
    cdef Set moved
    cdef long long made = 0
    cdef int left
    roller.stream = stream
    while field.over == PLAY_ON and made < limit:
        moved = none()
        left = <int>min(limit - made, 1000)
        made += move_by_chance(law, roster, field, stream, left, &moved, NULL)
        open_phase(&phase, law, roster, field, &moved, NOBODY, &roller, NULL)
        left = <int>min(limit - made, 1000)
        made += fight_by_chance(&phase, stream, left, NULL)
        if field.over == PLAY_ON:
            take_points(law, roster, field, field.to_move)
            end_turn(law, roster, field)
    return made


# --- Orders ----------------------------------------------------------------------------------------------------------

def random_set(Position position, seat, uint64_t seed):
    """A legal order set of a few moves, shots and attacks, or `pass`."""
    cdef Position trial = position.copy()
    cdef Stream stream
    cdef Doings doings
    cdef Phase phase
    cdef Set moved = none()
    cdef int at
    start(&stream, seed)
    doings.count = 0
    law, roster = &trial.variant.law, &trial.pieces.roster
    move_by_chance(law, roster, &trial.field, &stream, TRIES, &moved, &doings)
    open_phase(&phase, law, roster, &trial.field, &moved, NOBODY, NULL, NULL)
    fight_by_chance(&phase, &stream, MOST, &doings)
    orders = [order_of(position, &doings.action[at]) for at in range(doings.count)] or [("PASS", Pass())]
    chosen = tuple([OrderLine(at + 1, text, order) for at, (text, order) in enumerate(orders)])
    if (<Mail>Mail(position, seat, chosen)).failed:
        # With group_cap=touching one attack may use up what another needs.
        return (OrderLine(1, "PASS", Pass()),)
    return chosen


cdef tuple order_of(Position position, const Action* action):
    """An action as text and order."""
    piece = position.pieces.codes[action.piece]
    other = None if action.other == NOBODY else position.pieces.codes[action.other]
    if action.kind == STRAIGHT:
        return straight(piece, action.heading, action.yards)
    if action.kind == TO_CONTACT:
        return contact(piece, other)
    if action.kind == TURN:
        return turn(piece, action.heading)
    return shot(piece, other) if action.kind == SHOT else assault(piece, other)


cdef tuple straight(piece, heading, far):
    leg = Bearing(heading, far)
    return f"MOVE {piece} {heading} {'MAX' if far is None else far}", Move(piece.lower(), (leg,))


cdef tuple contact(piece, other):
    return f"MOVE {piece} TO CONTACT {other}", Move(piece.lower(), (ToContact(other.lower()),))


cdef tuple by_road(piece, road, bearing):
    return f"MOVE {piece} ROAD {road} {bearing} MAX", Move(piece.lower(), (ByRoad(road.lower(), bearing, None),))


cdef tuple turn(piece, heading):
    return f"TURN {piece} TO {heading}", Turn(piece.lower(), heading)


cdef tuple shot(piece, other):
    return f"FIRE {piece} AT {other}", Fire((piece.lower(),), other.lower())


cdef tuple assault(piece, other):
    return f"ATTACK {other} WITH {piece}", Attack(other.lower(), (piece.lower(),))


def all_sets(Position position, seat, limit):
    """The sets of one line that the check accepts, at most `limit` of them."""
    found = []
    for text, order in candidates(position):
        if limit is not None and len(found) >= limit:
            break
        lines = (OrderLine(1, text, order),)
        if not (<Mail>Mail(position, seat, lines)).failed:
            found.append(lines)
    return found


def candidates(Position position):
    """One-line orders worth trying, each once: text and order."""
    cdef int piece, other, road, here, side = position.field.to_move
    cdef Base base
    cdef fix along
    roster, pieces = &position.pieces.roster, position.pieces
    yield "PASS", Pass()
    for piece in range(roster.count):
        if roster.side[piece] != side or not on(&position.field, piece):
            continue
        code = pieces.codes[piece]
        for point in range(16):
            yield straight(code, (45 * point + 1) // 2, None)
        for road in range(position.variant.law.roads):
            base = base_of(roster, &position.field, piece)
            along = nearest_on(&position.variant.law.road[road], base.x, base.y)
            here = position.variant.law.road[road].segment[segment_at(&position.variant.law.road[road], along)].bearing
            yield by_road(code, position.variant.roads[road], here)
            yield by_road(code, position.variant.roads[road], (here + 180) % 360)
        for heading in range(0, 360, 45):
            yield turn(code, heading)
        for other in range(roster.count):
            if roster.side[other] == side or not on(&position.field, other):
                continue
            yield contact(code, pieces.codes[other])
            yield shot(code, pieces.codes[other]) if roster.arm[piece] == GUN else assault(code, pieces.codes[other])
