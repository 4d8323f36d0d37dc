# cython: cdivision=True
"""A turn from its weather to its end. See turn.pxd.

HD-005 to HD-008, HD-025, HD-026, HD-031, HD-033, HD-064 and HD-093 to HD-102. No Python object is touched here.
"""

from libc.stdint cimport uint8_t
from libc.string cimport memset

from core.rulesets.hundred_days.battles cimport break_off, close_empty, fight_rounds
from core.rulesets.hundred_days.chance cimport roll, tell
from core.rulesets.hundred_days.contacts cimport meet_at_places, meet_on_links
from core.rulesets.hundred_days.field cimport (
    BARRED, BROKEN, CAPITAL, COALITION, DESTROYED, FRENCH, MOST, MOST_PLACES, NONE, PLAY_ON, POINTS, RESIGNED, REST,
    TURN, Column, Law, Log, Roller, Set, State, Told, Turn, any_of, bound, empty, men, nearest, present, side_of,
    standing,
)
from core.rulesets.hundred_days.forces cimport at_place, bury, look_for_danger, men_of, straggle
from core.rulesets.hundred_days.linked cimport ask_for_battles, release
from core.rulesets.hundred_days.marches cimport (
    act_on_papers, come_to_rest, leave_and_join, march, repair_bridges, work_at_bridges,
)
from core.rulesets.hundred_days.rides cimport meet, ride_on, set_out
from core.rulesets.hundred_days.sight cimport class_of, look_around, see_in_person, write_dispatches
cdef enum:
    MET = 100  # men of each army that make the armies joined (HD-098)
    STRONG = 20  # men of a column that cuts a road (HD-097)


cdef bint is_wet(const Law* law, const State* state) noexcept nogil:
    """Whether there is mud in the present turn (HD-026, HD-134)."""
    if state.sky and state.turn <= state.sky_until:
        return state.sky == 2
    return state.rain != 0 and state.rain <= state.turn <= law.rain_until


# --- The beginning ---------------------------------------------------------------------------------------------------

cdef void open_turn(Turn* turn, const Law* law, State* state, Roller* roller, Log* log) noexcept nogil:
    """The weather; after it couriers with orders leave (HD-005), and then the beats are played."""
    cdef int at, die
    lay_out(turn, law, state, roller, log)
    for at in range(MOST):
        state.column[at].took = NONE
    if state.rain == 0 and law.rain_fixed == state.turn:
        state.rain = state.turn
    for at in range(2):
        if state.rain == 0 and law.rain[at] and law.rain[at] == state.turn:
            die = roll(roller)
            if die >= (2 if at else 4):
                state.rain = state.turn
            tell(turn, Told.RAIN_DIE, die, state.rain == state.turn)
    turn.mud = is_wet(law, state)


cdef void reopen_turn(Turn* turn, const Law* law, State* state, Roller* roller, Log* log) noexcept nogil:
    """A turn that stood still for a linked battle (HD-087)."""
    cdef int at
    lay_out(turn, law, state, roller, log)
    for at in range(state.columns):
        turn.took[at] = state.column[at].took
    turn.dusk = law.evening[state.turn] and state.beat - TURN * (state.turn - 1) > 4
    turn.mud = is_wet(law, state)


cdef void lay_out(Turn* turn, const Law* law, State* state, Roller* roller, Log* log) noexcept nogil:
    cdef int at
    memset(turn, 0, sizeof(Turn))
    turn.law, turn.state, turn.roller, turn.log, turn.beat = law, state, roller, log, state.beat
    for at in range(MOST):
        turn.took[at] = NONE
    turn.night, turn.dusk = state.turn < 64 and law.night[state.turn], False


# --- A beat (HD-006) -------------------------------------------------------------------------------------------------

cdef void play_beats(Turn* turn) noexcept nogil:
    """The beats of a turn that has been opened, and its end, if no linked battle stops the clock."""
    cdef State* state = turn.state
    cdef int person
    for person in range(turn.law.persons):
        if state.person[person].seat != NONE:
            set_out(turn, person)
    meet(turn)
    play_rest(turn)


cdef void play_rest(Turn* turn) noexcept nogil:
    """The beats that are left of the turn, and its end; or as far as to a linked battle (HD-085)."""
    cdef State* state = turn.state
    cdef int column
    while state.beat < TURN * state.turn:
        play_beat(turn, state.beat + 1)
        if standing(state):
            for column in range(state.columns):
                state.column[column].took = turn.took[column]
            return
    end_turn(turn)


cdef void play_beat(Turn* turn, int beat) noexcept nogil:
    cdef State* state = turn.state
    cdef int of_turn = beat - TURN * (state.turn - 1)
    turn.beat = beat
    turn.dusk = turn.law.evening[state.turn] and of_turn > 4
    turn.moving = empty()
    act_on_papers(turn)  # (a)
    leave_and_join(turn)
    break_off(turn)
    work_at_bridges(turn)  # (b)
    march(turn)  # (c)
    count_rest(state)
    ride_on(turn)  # (d)
    meet_on_links(turn)  # (e)
    meet_at_places(turn)
    come_to_rest(turn)
    look_for_danger(turn)
    ask_for_battles(turn)
    release(turn)  # (f)
    fight_rounds(turn)
    if of_turn == 4 or of_turn == TURN:  # (g)
        look_around(turn, True)
    repair_bridges(turn)
    hold_places(turn)
    write_dispatches(turn, of_turn == 4 or of_turn == TURN)  # (h)
    state.beat = beat


cdef void see_at_once(Turn* turn) noexcept nogil:
    """HD-110: what the horse of each side sees at the opening, with true classes."""
    look_around(turn, False)


cdef void count_rest(State* state) noexcept nogil:
    cdef int column
    for column in range(state.columns):
        if state.column[column].plan == REST:
            state.column[column].rests += 1


cdef void hold_places(Turn* turn) noexcept nogil:
    """HD-025: a place is held by the side that was last there alone."""
    cdef State* state = turn.state
    cdef uint8_t sides[MOST_PLACES]
    cdef int at
    memset(sides, 0, sizeof(sides))
    for at in range(state.columns):
        if present(&state.column[at]) and state.column[at].place != NONE:
            sides[state.column[at].place] |= 1 << side_of(turn.law, &state.column[at])
    for at in range(turn.law.places):
        if sides[at] == 1 or sides[at] == 2:
            state.held[at] = sides[at] - 1


# --- The end of a turn (HD-007) --------------------------------------------------------------------------------------

cdef void end_turn(Turn* turn) noexcept nogil:
    cdef State* state = turn.state
    cdef int column
    for column in range(state.columns):
        if present(&state.column[column]):
            tire(turn, column)
    for column in range(state.columns):
        if present(&state.column[column]):
            thin(turn, column)
    close_empty(turn)  # HD-084: where the last of a side were stragglers
    for column in range(state.columns):
        begin_anew(&state.column[column])
    see_in_person(turn)
    if turn.law.fog:
        spread_rumours(turn)
    judge(turn)
    if state.over == PLAY_ON:
        state.turn += 1


cdef bint rested(const Column* one) noexcept nogil:
    """HD-030."""
    return not one.marched and not one.fought and one.rests >= 4


cdef void tire(Turn* turn, int column) noexcept nogil:
    """HD-031."""
    cdef Column* one = &turn.state.column[column]
    cdef int change = (one.marched >= 5) + one.forced_march + one.night_march + one.fought
    if not one.marched and not one.fought and not one.busy and not bound(turn.state, one):
        change -= 2 if rested(one) else 1
        change -= turn.night
        if one.scouted:
            change = max(change, 0)
    one.fatigue = min(8, max(0, one.fatigue + change))
    if one.routed and one.fatigue <= 3:
        one.routed = False  # HD-082
    if change:
        tell(turn, Told.TIRED, column, one.fatigue, change)


cdef void thin(Turn* turn, int column) noexcept nogil:
    """HD-033."""
    cdef Column* one = &turn.state.column[column]
    cdef int back, horse
    if one.fatigue >= 4:
        straggle(turn, column, max(1, men(one) * (one.fatigue - 3) // 100))
    if rested(one) and one.stragglers and men(one):
        back = (one.stragglers + 1) // 2
        horse = back * one.horse // men(one)
        one.horse += horse
        one.foot += back - horse
        one.stragglers -= back
        tell(turn, Told.STRAGGLED, column, -back, one.stragglers)
    if not men(one):
        bury(turn, column, DESTROYED)


cdef void begin_anew(Column* one) noexcept nogil:
    one.marched = one.rests = 0
    one.forced_march = one.night_march = one.fought = one.scouted = one.tired = one.busy = False
    one.scout = NONE


cdef void spread_rumours(Turn* turn) noexcept nogil:
    """HD-064: for each army in order, night turns too."""
    cdef State* state = turn.state
    cdef const Column* one
    cdef int army, column, count, chosen
    for army in range(turn.law.armies):
        if roll(turn.roller) < 5:
            continue
        count = 0
        for column in range(state.columns):
            one = &state.column[column]
            count += present(one) and side_of(turn.law, one) != turn.law.side[army]
        if not count:
            continue
        chosen = roll(turn.roller, count)
        for column in range(state.columns):
            one = &state.column[column]
            chosen -= present(one) and side_of(turn.law, one) != turn.law.side[army]
            if not chosen:
                tell(turn, Told.RUMOUR, army, column, nearest(turn.law, one), class_of(men(one)))
                break


# --- Victory (HD-095 to HD-102) --------------------------------------------------------------------------------------

cdef int present_men(const State* state, int army) noexcept nogil:
    cdef int column, total = 0
    for column in range(state.columns):
        if state.column[column].army == army and present(&state.column[column]):
            total += men(&state.column[column])
    return total


cdef bint is_broken(const Law* law, const State* state, int army) noexcept nogil:
    """HD-099."""
    return law.breaks and law.breaks * present_men(state, army) < law.start_men[army]


cdef bint side_is_broken(const Law* law, const State* state, int side) noexcept nogil:
    cdef int army
    for army in range(law.armies):
        if law.side[army] == side and not is_broken(law, state, army):
            return False
    return True


cdef void finish(State* state, int how, int winner) noexcept nogil:
    state.over, state.winner = how, winner


cdef void judge(Turn* turn) noexcept nogil:
    cdef State* state = turn.state
    cdef const Law* law = turn.law
    if side_is_broken(law, state, FRENCH):
        finish(state, BROKEN, COALITION)
    elif side_is_broken(law, state, COALITION):
        finish(state, BROKEN, FRENCH)
    elif law.capital != NONE and in_the_capital(law, state):
        state.capital_turns += 1
        if state.capital_turns == 2:
            finish(state, CAPITAL, FRENCH)
    else:
        state.capital_turns = 0
    if state.over == PLAY_ON and state.turn == law.turns:
        finish(state, POINTS, FRENCH if margin_of(law, state) >= 0 else COALITION)  # HD-101


cdef bint in_the_capital(const Law* law, const State* state) noexcept nogil:
    """HD-100."""
    cdef Set there = at_place(law, state, FRENCH, law.capital)
    cdef int at
    if men_of(state, &there) < law.capital_men:
        return False
    there = at_place(law, state, COALITION, law.capital)
    if any_of(&there):
        return False
    for at in range(law.ways[law.capital], law.ways[law.capital + 1]):
        there = at_place(law, state, COALITION, law.way[at].place)
        if men_of(state, &there) >= BARRED:
            return False
    return True


cdef int margin_of(const Law* law, const State* state) noexcept nogil:
    """The French points less the coalition's, less what the French must be ahead."""
    return points_of(law, state, FRENCH) - points_of(law, state, COALITION) - law.handicap


cdef int points_of(const Law* law, const State* state, int side) noexcept nogil:
    """2.7, HD-096."""
    cdef Points points = parts_of(law, state, side)
    return (
        points.held + points.losses + points.broken + points.taken + points.cut + points.joined + points.apart
    )


cdef Points parts_of(const Law* law, const State* state, int side) noexcept nogil:
    """The same, with what they are for."""
    cdef Points points
    cdef int place, army
    memset(&points, 0, sizeof(points))
    for place in range(law.places):
        if state.held[place] == side:
            points.held += law.points[side][place]
    points.losses = law.award_loss * (state.losses[1 - side] // 10)
    for army in range(law.armies):
        if law.side[army] == side:
            continue
        if side == FRENCH and is_broken(law, state, army):
            points.broken += law.award_broken
            points.armies_broken |= <unsigned int>1 << army
        if state.person[law.chief[army]].taken:
            points.taken += law.award_taken
            points.armies_taken |= <unsigned int>1 << army
        if is_cut(law, state, army):
            points.cut += law.award_cut
            points.armies_cut |= <unsigned int>1 << army
    if side == COALITION and are_joined(law, state):
        points.joined = law.award_join
    if side == FRENCH and not are_joined(law, state):
        points.apart = law.award_apart
    return points


cdef bint is_cut(const Law* law, const State* state, int army) noexcept nogil:
    """HD-097."""
    cdef bint shut[MOST_PLACES]
    cdef bint reached[MOST_PLACES]
    cdef int column, at, here, best = NONE, place
    cdef bint grown = True
    memset(shut, 0, sizeof(shut))
    memset(reached, 0, sizeof(reached))
    for column in range(state.columns):
        if not present(&state.column[column]):
            continue
        if state.column[column].army == army:
            if best == NONE or men(&state.column[column]) > men(&state.column[best]):
                best = column
        elif side_of(law, &state.column[column]) != law.side[army] and state.column[column].place != NONE:
            if men(&state.column[column]) >= STRONG:
                shut[state.column[column].place] = True
    if best == NONE:
        return False
    here = nearest(law, &state.column[best])
    if shut[here]:
        return True
    reached[here] = True
    while grown:
        grown = False
        for place in range(law.places):
            if not reached[place]:
                continue
            if law.exits[army][place]:
                return False
            for at in range(law.ways[place], law.ways[place + 1]):
                if not reached[law.way[at].place] and not shut[law.way[at].place]:
                    reached[law.way[at].place] = grown = True
    return True


cdef bint are_joined(const Law* law, const State* state) noexcept nogil:
    """HD-098: 100 men of each of the coalition's two armies in one place or in two that adjoin."""
    cdef int there[2][MOST_PLACES]
    cdef int allies[2]
    cdef int army, count = 0, column, place, at
    for army in range(law.armies):
        if law.side[army] == COALITION:
            if count < 2:
                allies[count] = army
            count += 1
    if count != 2:
        return True
    memset(there, 0, sizeof(there))
    for column in range(state.columns):
        if not present(&state.column[column]) or state.column[column].place == NONE:
            continue
        for at in range(2):
            if state.column[column].army == allies[at]:
                there[at][state.column[column].place] += men(&state.column[column])
    for place in range(law.places):
        if there[0][place] < MET:
            continue
        if there[1][place] >= MET:
            return True
        for at in range(law.ways[place], law.ways[place + 1]):
            if there[1][law.way[at].place] >= MET:
                return True
    return False


cdef void stand_down(const Law* law, State* state, int seat) noexcept nogil:
    """HD-102: a seat resigns; its columns and, of a commander-in-chief, his person go to another of its side."""
    cdef int person, column, heir, army, paper
    state.resigned |= 1 << seat
    for person in range(law.persons):
        if state.person[person].seat != seat:
            continue
        army = law.person_army[person]
        if law.chief[army] == person:
            heir = heir_of(law, state, army, seat)
            if heir != NONE:
                state.person[person].seat = heir
            continue
        for column in range(state.columns):
            if state.column[column].person == person:
                state.column[column].person = law.chief[army]
        for paper in range(state.papers):
            if state.paper[paper].given == person:
                state.paper[paper].given = law.chief[army]
        state.person[person].seat, state.person[person].column = NONE, NONE
    if nobody_left(law, state, FRENCH):
        finish(state, RESIGNED, COALITION)
    elif nobody_left(law, state, COALITION):
        finish(state, RESIGNED, FRENCH)


cdef int heir_of(const Law* law, const State* state, int army, int seat) noexcept nogil:
    """The next seat of an army, else that of the other army's commander-in-chief, who has not resigned."""
    cdef int at, person, other
    for at in range(law.seats):
        if (state.resigned >> at) & 1:
            continue
        for person in range(law.persons):
            if state.person[person].seat == at and law.person_army[person] == army:
                return at
    for other in range(law.armies):
        if law.side[other] == law.side[army] and other != army:
            at = state.person[law.chief[other]].seat
            if at != NONE and not (state.resigned >> at) & 1:
                return at
    for at in range(law.seats):
        if (state.resigned >> at) & 1:
            continue
        for person in range(law.persons):
            if state.person[person].seat == at and law.side[law.person_army[person]] == law.side[army]:
                return at
    return NONE


cdef bint nobody_left(const Law* law, const State* state, int side) noexcept nogil:
    """Whether every commander-in-chief of a side belongs to a seat that has resigned."""
    cdef int army, seat
    for army in range(law.armies):
        if law.side[army] == side:
            seat = state.person[law.chief[army]].seat
            if seat != NONE and not (state.resigned >> seat) & 1:
                return False
    return True
