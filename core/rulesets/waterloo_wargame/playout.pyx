# cython: cdivision=True
"""Army turns by chance: whole games played on for bots and benchmarks, and single order sets.

A turn is drawn, moves first, as orders that the check accepts, and carried out by the functions that carry out a game
(`battle`), in C and without a Python object. `transcript` tells the orders and dice of the same games, so that a test
can play them through `adjudicate` and compare every position.
"""

from core.contract import Line
from core.rulesets.waterloo_wargame.orders import Attack, Bearing, Fire, Move, Pass, ToContact, Turn, text_of

from libc.stdint cimport uint64_t

from core.boards.plane cimport FAR, Base, Vector, fix, in_arc, towards, towards_heading, yards
from core.rulesets.waterloo_wargame.battle cimport (
    NO_POINT, SOUND, Engagement, Phase, Roller, begin_turn, count_attackers, end_turn, judge_attack, judge_gun,
    open_phase, resolve, won,
)
from core.rulesets.waterloo_wargame.field cimport (
    GUN, MOST, NOBODY, PLAY_ON, Field, Law, Roster, Set, any_of, base_of, has, in_contact, none, on, pieces_of, put,
    take, walls,
)
from core.rulesets.waterloo_wargame.movement cimport (
    FREE, Trip, fits, go, in_the_way, on_whole_yards, place, set_out, to_contact, turns,
)
from core.rulesets.waterloo_wargame.position cimport Position
from core.stream cimport Stream, below, start

cdef enum:
    TRIES = 12  # moves tried in an army turn
    MOST_AT_ONCE = 1000  # moves, shots and attacks: more than an army turn can have


cdef enum MoveKind:
    STRAIGHT  # heading, yards
    CONTACT  # other
    TURNED  # heading


cdef struct RandomMove:
    MoveKind kind
    int piece, other, heading, yards


cdef struct ArmyTurn:  # as it would be ordered
    int moves
    RandomMove move[TRIES]
    Set moved
    int lines
    Engagement line[MOST]


# --- Drawing an army turn --------------------------------------------------------------------------------------------

cdef void draw_turn(
    const Law* law, const Roster* roster, Field* field, Stream* stream, int limit, ArmyTurn* turn
) noexcept nogil:
    """An army turn of at most `limit` moves, shots and attacks; the moves are made, the rest is not resolved."""
    cdef Phase phase
    draw_moves(law, roster, field, stream, limit, turn)
    open_phase(&phase, law, roster, field, &turn.moved, NOBODY, NULL, NULL)
    draw_engagements(&phase, stream, limit - turn.moves, turn)


cdef void draw_moves(
    const Law* law, const Roster* roster, Field* field, Stream* stream, int limit, ArmyTurn* turn
) noexcept nogil:
    """Moves of up to the cap (WWG-032), each of a random piece in a random way if that is legal."""
    cdef int side = field.to_move, barriers = walls(law, roster, field, side), men = 0, count = 0, _attempt
    cdef Set left = pieces_of(roster, field, side)
    cdef int own[MOST]
    cdef int piece = take(&left)
    cdef RandomMove move
    turn.moves, turn.moved = 0, none()
    while piece >= 0:
        own[count] = piece
        count += 1
        piece = take(&left)
    for _attempt in range(TRIES):
        if not count or turn.moves == limit:
            break
        piece = own[below(stream, count)]
        if has(&turn.moved, piece) or men + roster.men[piece] > law.cap:
            continue
        move = RandomMove(STRAIGHT, piece, NOBODY, below(stream, 360), 0)
        choose(law, roster, field, stream, side, &move)
        if carried_out(law, roster, field, barriers, &move):
            put(&turn.moved, piece)
            men += roster.men[piece]
            turn.move[turn.moves] = move
            turn.moves += 1


cdef void choose(
    const Law* law, const Roster* roster, const Field* field, Stream* stream, int side, RandomMove* move
) noexcept nogil:
    """One in eight turns; of the others one in four goes for an enemy in reach, if there is any."""
    cdef int draw = below(stream, 8), other, reach, dx, dy, _try
    move.yards = 1 + below(stream, law.allowance[roster.arm[move.piece]])
    if draw == 0:
        move.kind = TURNED
    elif draw <= 2 and any_of(&roster.of_side[1 - side]):
        reach = law.allowance[roster.arm[move.piece]] + 500
        for _try in range(4):
            other = below(stream, roster.count)
            if roster.side[other] == side or not on(field, other):
                continue
            dx, dy = field.x[other] - field.x[move.piece], field.y[other] - field.y[move.piece]
            if dx * dx + dy * dy < reach * reach:
                move.kind, move.other = CONTACT, other
                return


cdef bint carried_out(
    const Law* law, const Roster* roster, Field* field, int barriers, RandomMove* move
) noexcept nogil:
    """Whether a movement is legal; if it is, the piece stands where it leads."""
    cdef Trip trip
    cdef Set nobody = none()
    cdef Base end
    cdef Vector unit
    cdef fix length = yards(move.yards)
    set_out(&trip, law, roster, field, move.piece, barriers)
    if move.kind == TURNED:
        if move.heading == trip.base.h or turns(&trip, move.heading).kind != FREE:
            return False
        trip.base.h = move.heading
    else:
        if move.kind == CONTACT:
            end = base_of(roster, field, move.other)
            unit = towards(end.x - trip.base.x, end.y - trip.base.y, &length)
            length = to_contact(&trip, unit, move.other)
            if not length or length == FAR or not fits(&trip, length, 0):
                return False
        else:
            unit = towards_heading(move.heading)
        go(&trip, unit, length)
        if trip.obstacle.kind != FREE:
            return False
    end = on_whole_yards(&trip.base)
    if in_the_way(&trip, &end, &nobody).kind != FREE:
        return False
    place(field, move.piece, &end)
    return True


cdef void draw_engagements(Phase* phase, Stream* stream, int limit, ArmyTurn* turn) noexcept nogil:
    """Shots and attacks of single pieces, each that is possible after the moves with an even chance."""
    cdef Set left = pieces_of(phase.roster, phase.field, phase.side)
    cdef int piece = take(&left)
    turn.lines = 0
    while piece >= 0 and turn.lines < limit:
        if below(stream, 2) and aims(phase, stream, piece, &turn.line[turn.lines]):
            turn.lines += 1
            count_attackers(phase, turn.line, turn.lines)
        piece = take(&left)


cdef bint aims(const Phase* phase, Stream* stream, int piece, Engagement* line) noexcept nogil:
    """A line for one piece at an enemy by chance, one that can be resolved; False where there is none."""
    cdef const Roster* roster = phase.roster
    cdef Field* field = phase.field
    cdef Set enemies = pieces_of(roster, field, 1 - phase.side)
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


# --- Playing it ------------------------------------------------------------------------------------------------------

cdef int play_turn(
    const Law* law, const Roster* roster, Field* field, Stream* stream, int limit, ArmyTurn* turn, Roller* roller
) noexcept nogil:
    """An army turn drawn and carried out; how many moves, shots and attacks it had."""
    cdef Phase phase
    cdef int at
    begin_turn(field)
    draw_turn(law, roster, field, stream, limit, turn)
    roller.stream, roller.used, roller.wanting = stream, 0, False
    open_phase(&phase, law, roster, field, &turn.moved, NOBODY, roller, NULL)
    for at in range(turn.lines):
        resolve(&phase, turn.line, turn.lines, at)
        if won(law, field):
            break
    end_turn(law, roster, field)
    return turn.moves + turn.lines


def play_out(Position position, uint64_t seed, long long limit):
    """The position after random play, and how many moves, shots and attacks were made."""
    cdef Position after = position.copy()
    cdef Stream stream
    cdef ArmyTurn turn
    cdef Roller roller
    cdef long long made = 0
    start(&stream, seed)
    with nogil:
        while after.field.over == PLAY_ON and made < limit:
            made += play_turn(
                &after.variant.law, &after.pieces.roster, &after.field, &stream,
                <int>min(limit - made, MOST_AT_ONCE), &turn, &roller,
            )
    return after, made


def transcript(Position position, uint64_t seed, long long limit):
    """The army turns of `play_out`: of each the seat, its order lines, the dice as they fell, and the position after.

    It is the same play, turn by turn, and as slow as Python.
    """
    cdef Position after = position
    cdef Stream stream
    cdef ArmyTurn turn
    cdef Roller roller
    cdef long long made = 0
    cdef int at
    start(&stream, seed)
    while after.field.over == PLAY_ON and made < limit:
        before, after = after, after.copy()
        made += play_turn(
            &after.variant.law, &after.pieces.roster, &after.field, &stream,
            <int>min(limit - made, MOST_AT_ONCE), &turn, &roller,
        )
        dice = [roller.die[at] for at in range(roller.used)]
        yield before, lines_of(before, &turn), dice, after


def random_orders(Position position, uint64_t seed):
    """A legal order set of a few moves, shots and attacks, or `pass`."""
    cdef Position trial = position.copy()
    cdef Stream stream
    cdef ArmyTurn turn
    start(&stream, seed)
    draw_turn(&trial.variant.law, &trial.pieces.roster, &trial.field, &stream, MOST_AT_ONCE, &turn)
    return lines_of(position, &turn)


cdef tuple lines_of(Position position, const ArmyTurn* turn):
    """A turn as order lines."""
    cdef int at
    orders = [move_order(position, &turn.move[at]) for at in range(turn.moves)]
    orders += [engagement_order(position, &turn.line[at]) for at in range(turn.lines)]
    return tuple([Line(number, text_of(order), order) for number, order in enumerate(orders or [Pass()], start=1)])


cdef object move_order(Position position, const RandomMove* move):
    piece = code(position, move.piece)
    if move.kind == TURNED:
        return Turn(piece, move.heading)
    if move.kind == CONTACT:
        return Move(piece, (ToContact(code(position, move.other)),))
    return Move(piece, (Bearing(move.heading, move.yards),))


cdef object engagement_order(Position position, const Engagement* line):
    piece, target = code(position, line.piece[0]), code(position, line.target)
    return Fire((piece,), target) if line.is_fire else Attack(target, (piece,), bool(line.advance))


cdef object code(Position position, int piece):
    return position.pieces.codes[piece].lower()
