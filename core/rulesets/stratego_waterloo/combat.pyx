"""An attack with all its frenzy, and a shot, in the order of the rulebook: SWL-037 to SWL-072."""

from core.rulesets.stratego_waterloo.actions cimport TILE_TARGET, is_front, may_stand
from core.rulesets.stratego_waterloo.board cimport (
    ART, BLUE, CINC, CMD, FARM, FILES, HC, HILL, INFANTRY, LIGHT, NONE, RED, SPIRIT, VILLAGE, marked, reverse, shared,
)
from core.rulesets.stratego_waterloo.state cimport (
    CINC_LOST, LEADERS_LOST, LOST, MUCH_DAMAGE, PUBLIC, SPIRIT_ANY, SPIRIT_LEADERS, SPIRIT_OFF, TARGET_HIGH,
    TARGET_STRONG, TIE_AUTO, TIE_MOVER, WITHDRAWN, WON, Piece, eliminate, present_ply, send, strength_of, terrain_at,
)
from core.rulesets.stratego_waterloo.turns cimport prussian_action


cdef enum:
    MOST_STRENGTH = 6  # SWL-045


# --- Attack -----------------------------------------------------------------------------------------------------------

cdef void strike(
    const Law* law, State* state, Fight* fight, int slot, const Assault* assault, bint spirit, int then
) noexcept nogil:
    """A piece attacks: it goes to the assault square (SWL-040) and fights till all is done or a die is due.

    `spirit` tells that Fighting spirit was declared with it; the card is paid here (SWL-143). `then` is the owner's
    choice of the next square in a building, or NONE (SWL-061).
    """
    cdef int seat = law.side[state.piece[slot].code]
    fight.wants_die, fight.blows, fight.won = False, 0, 0
    fight.attacker, fight.defender = slot, state.on[assault.target]
    fight.square, fight.target, fight.direction = assault.square, assault.target, assault.direction
    fight.then, fight.chooser = then, seat
    fight.raised[0] = fight.raised[1] = NONE
    if state.piece[slot].place != assault.square:
        send(law, state, slot, assault.square)
    clash(law, state, fight)
    if spirit:
        fight.raised[seat] = slot
        play_spirit(state, seat)
        fight.blow[0].played |= 1 << seat
    compare(law, state, fight)


cdef void play_spirit(State* state, int seat) noexcept nogil:
    """SWL-143, SWL-144: the card is spent, and no other may be played in this ply."""
    state.hand[seat][SPIRIT] -= 1
    state.carded[seat] = 1


cdef void begin_charge(const Law* law, const State* state, Piece* attacker) noexcept nogil:
    """SWL-064, SWL-078."""
    if law.cls[attacker.code] == HC:
        attacker.charged = present_ply(law, state)


cdef void clash(const Law* law, State* state, Fight* fight) noexcept nogil:
    """The next combat of the chain begins: both are revealed (SWL-041); for heavy cavalry it is a charge (SWL-064)."""
    cdef Piece* attacker = &state.piece[fight.attacker]
    cdef Piece* defender = &state.piece[fight.defender]
    cdef Blow* blow = &fight.blow[fight.blows]
    fight.blows += 1
    blow.attacker_code, blow.defender_code = attacker.code, defender.code
    blow.attacker_blocks, blow.defender_blocks = attacker.blocks, defender.blocks
    blow.square, blow.target, blow.direction = fight.square, fight.target, fight.direction
    blow.attacker_strength = blow.defender_strength = 0
    blow.spirits = blow.played = 0
    blow.face, blow.winner_to, blow.next = NOT_ROLLED, NONE, NONE
    blow.stop = NO_FRENZY
    if not law.forgetful:
        attacker.known |= PUBLIC
        defender.known |= PUBLIC
    begin_charge(law, state, attacker)


cdef void compare(const Law* law, State* state, Fight* fight) noexcept nogil:
    """SWL-042: who wins the combat that has begun, or that the die is wanted.

    A gun comes before leaders (SWL-086), and nothing but gunfire destroys it from its front (SWL-051). The stronger
    wins (SWL-043, SWL-048), among friends too, where nothing is rolled (SWL-058, SWL-059).
    """
    cdef const Piece* attacker = &state.piece[fight.attacker]
    cdef const Piece* defender = &state.piece[fight.defender]
    cdef Blow* blow = &fight.blow[fight.blows - 1]
    if law.cls[defender.code] == ART:
        if not is_front(law, state, fight.target, fight.direction):
            blow.how = GUN_FLANK
            settle(law, state, fight, True, FALLS)
        elif law.light_repulsed and law.cls[attacker.code] == LIGHT:
            blow.how = REPULSED
            settle(law, state, fight, False, NOBODY_FALLS)
        else:
            blow.how = GUN_FRONT
            settle(law, state, fight, False, FALLS)
    elif law.cls[attacker.code] == CINC:
        blow.how = CINC_ATTACKS
        settle(law, state, fight, True, FALLS)
    elif law.cls[defender.code] == CINC:
        blow.how = CINC_ATTACKED
        settle(law, state, fight, True, FALLS)
    else:
        measure_up(law, state, fight, blow)
        if blow.attacker_strength != blow.defender_strength:
            blow.how = BY_STRENGTH
            settle(law, state, fight, blow.attacker_strength > blow.defender_strength, FALLS)
        elif law.side[attacker.code] == law.side[defender.code]:
            blow.how = OWN_TIE
            settle(law, state, fight, not mover_is_lost(law, state, attacker.code, defender.code), FALLS)
        else:
            blow.how = BY_DIE
            fight.wants_die = True


cdef void measure_up(const Law* law, State* state, Fight* fight, Blow* blow) noexcept nogil:
    """The effective strengths (SWL-044), after the defender's owner has had his say (SWL-144)."""
    cdef const Piece* attacker = &state.piece[fight.attacker]
    cdef const Piece* defender = &state.piece[fight.defender]
    cdef int owner = law.side[defender.code], bare
    cdef int strong = strength_of(law, attacker) + attack_bonus(law, state, attacker.code, fight.square)
    if fight.raised[law.side[attacker.code]] == fight.attacker:
        strong += 1
        blow.spirits |= 1 << law.side[attacker.code]
    blow.attacker_strength = min(strong, MOST_STRENGTH)
    bare = strength_of(law, defender) + defence_bonus(law, state, defender.code, fight.target, fight.square)
    # Whoever has it from an earlier combat of this attack has won that, and attacks himself now.
    if owner != law.side[attacker.code] and wants_spirit(law, state, defender.code, blow.attacker_strength, bare):
        fight.raised[owner] = fight.defender
        play_spirit(state, owner)
        bare += 1
        blow.spirits |= 1 << owner
        blow.played |= 1 << owner
    blow.defender_strength = min(bare, MOST_STRENGTH)


cdef int attack_bonus(const Law* law, const State* state, int code, int square) noexcept nogil:
    """The attacker's terrain: infantry out of an own building or the village (SWL-R45, SWL-150)."""
    return law.arm[code] == INFANTRY and sheltered(law, state, code, square)


cdef int defence_bonus(const Law* law, const State* state, int code, int square, int assault) noexcept nogil:
    """The defender's terrain: SWL-120, SWL-150, and the hill against an attack from below (SWL-127)."""
    if terrain_at(law, state, square) == HILL:
        return law.cls[code] != CINC and law.cls[code] != ART and terrain_at(law, state, assault) != HILL
    return law.arm[code] == INFANTRY and sheltered(law, state, code, square)


cdef bint sheltered(const Law* law, const State* state, int code, int square) noexcept nogil:
    """Whether infantry on this square has the +1 of a building or of the village."""
    cdef int terrain = terrain_at(law, state, square), seat = law.side[code], tile = law.tile[square]
    if terrain == VILLAGE:
        return True
    if terrain != FARM or state.flag[tile] != seat:
        return False
    return not law.full_farm or shared(state.held[seat], law.tile_squares[tile]) == 4


cdef bint wants_spirit(const Law* law, const State* state, int code, int attacker, int bare) noexcept nogil:
    """SWL-R41: whether the defender's standing order has Fighting spirit played, once all else is counted."""
    cdef int seat = law.side[code]
    if not state.hand[seat][SPIRIT] or state.carded[seat] or bare >= MOST_STRENGTH:
        return False
    if bare != attacker and bare + 1 != attacker:
        return False  # it would change nothing
    if state.spirit[seat] == SPIRIT_LEADERS:
        return law.cls[code] == CMD
    if state.spirit[seat] == SPIRIT_OFF or law.strength[code] < state.spirit_from[seat]:
        return False
    return bare == attacker or state.spirit[seat] == SPIRIT_ANY


cdef bint mover_is_lost(const Law* law, const State* state, int mover, int other) noexcept nogil:
    """SWL-058, SWL-R33: which of two equal friends is lost."""
    cdef int order = state.own_tie[law.side[mover]]
    if order == TIE_AUTO:
        return law.cls[mover] != CMD or law.cls[other] == CMD
    return order == TIE_MOVER


# --- What the dry run supposes ----------------------------------------------------------------------------------------

cdef void succeed(const Law* law, State* state, int slot, int target) noexcept nogil:
    """The target of an attack or a shot is gone, or damaged, and an attacker stands in its place."""
    if target >= TILE_TARGET:
        state.damage[target - TILE_TARGET] += 1
        return
    eliminate(law, state, state.on[target])
    if law.cls[state.piece[slot].code] != ART:
        send(law, state, slot, target)


cdef void suppose_attack(
    const Law* law, State* state, int slot, const Assault* assault, bint spirit
) noexcept nogil:
    """An attack that is taken to succeed: whom it meets the attacker may not know. What it costs is known."""
    if spirit:
        play_spirit(state, law.side[state.piece[slot].code])
    begin_charge(law, state, &state.piece[slot])
    tire(law, &state.piece[slot])
    succeed(law, state, slot, assault.target)
    state.result = WON


cdef void suppose_shot(const Law* law, State* state, int slot, int target) noexcept nogil:
    """A shot that is taken to hit what it kills; a building is hit as ever."""
    cdef Shot shot
    if target >= TILE_TARGET:
        shoot(law, state, slot, target, &shot)
        return
    succeed(law, state, slot, target)
    state.result = WON


# --- What a combat comes to -------------------------------------------------------------------------------------------

cdef void decide(const Law* law, State* state, Fight* fight, int face) noexcept nogil:
    """Go on with the face that the die wanted has shown: SWL-052 to SWL-054, SWL-062."""
    cdef int seat = law.side[state.piece[fight.attacker].code]
    cdef int winner = RED if face == RED_WINS or face == RED_FRENZY or face == BLUE_RETREATS else BLUE
    fight.wants_die = False
    fight.blow[fight.blows - 1].face = face
    settle(law, state, fight, seat == winner, WITHDRAWS if face >= RED_RETREATS else FALLS)


cdef void settle(const Law* law, State* state, Fight* fight, bint attacker_wins, int fate) noexcept nogil:
    """The loser goes, the winner advances, and a frenzy looks for its next victim."""
    cdef Blow* blow = &fight.blow[fight.blows - 1]
    cdef int winner = fight.attacker if attacker_wins else fight.defender
    cdef int loser = fight.defender if attacker_wins else fight.attacker
    cdef int way = fight.direction if attacker_wins else reverse(fight.direction)
    cdef bint frenzy = blow.how == BY_DIE and (blow.face == BLUE_FRENZY or blow.face == RED_FRENZY), ends = False
    blow.attacker_wins, blow.fate = attacker_wins, fate
    tire(law, &state.piece[fight.attacker])
    blow.blocks_after = state.piece[fight.attacker].blocks
    if fight.blows == 1:
        fight.won = attacker_wins and fate != NOBODY_FALLS
        state.result = WON if fight.won else LOST
    if fate == FALLS:
        eliminate(law, state, loser)
        ends = chief_falls(law, state, blow.defender_code if attacker_wins else blow.attacker_code)
    elif fate == WITHDRAWS:
        state.piece[loser].known = PUBLIC  # SWL-R05: its name goes with it, even where memory is off
        state.piece[loser].left = present_ply(law, state)
        send(law, state, loser, WITHDRAWN)
    if fate != NOBODY_FALLS:
        blow.winner_to = advanced(law, state, fight, winner, attacker_wins, frenzy)
    if ends:
        blow.stop = GAME_ENDS
    elif frenzy:
        run_on(law, state, fight, blow, winner, way)


cdef void tire(const Law* law, Piece* attacker) noexcept nogil:
    """SWL-073, SWL-075: each attack costs heavy cavalry a strength, no others (SWL-081), and no defender (SWL-074)."""
    if law.cls[attacker.code] == HC and attacker.blocks < law.strength[attacker.code]:
        attacker.blocks += 1


cdef int advanced(
    const Law* law, State* state, Fight* fight, int winner, bint attacker_wins, bint frenzy
) noexcept nogil:
    """Where the winner goes, or NONE: SWL-046, SWL-047, SWL-053, SWL-054, SWL-060, SWL-061; over MUD too, SWL-190."""
    cdef const Blow* blow = &fight.blow[fight.blows - 1]
    cdef int code = state.piece[winner].code, square = fight.target if attacker_wins else fight.square
    if not attacker_wins:
        if blow.how != BY_DIE:
            return NONE
        if frenzy and terrain_at(law, state, fight.target) == FARM:
            return NONE
        if not frenzy and not state.advance[law.side[code]]:
            return NONE
    if terrain_at(law, state, square) == FARM and law.arm[code] != INFANTRY:
        return NONE
    send(law, state, winner, square)
    return square


cdef void run_on(const Law* law, State* state, Fight* fight, Blow* blow, int winner, int way) noexcept nogil:
    """The winner of a `+` attacks again, or the frenzy ends: SWL-055 to SWL-061.

    The attack is like any other (SWL-056), so that a tie with an enemy wants the die again (SWL-057). In a FARM the
    next victim is chosen (SWL-061, SWL-125).
    """
    cdef int square = state.piece[winner].place, code = state.piece[winner].code, following
    if terrain_at(law, state, fight.target) == FARM:
        following = chosen_inside(law, state, fight, winner)
        blow.stop = NOBODY_INSIDE if following == NONE else GOES_ON
    elif blow.winner_to == NONE:
        following, blow.stop = NONE, BARRED_FARM
    else:
        following = square + law.step[square][way]
        blow.stop = (
            BOARD_EDGE if following == square else NEXT_EMPTY if state.on[following] == NONE
            else BARRED_FARM if not may_stand(law, state, code, following) else GOES_ON
        )
    if blow.stop != GOES_ON:
        return
    blow.next = following
    if fight.blows == MOST_BLOWS:
        return
    fight.attacker, fight.defender = winner, state.on[following]
    fight.square, fight.target, fight.direction = square, following, way
    clash(law, state, fight)
    compare(law, state, fight)


cdef int chosen_inside(const Law* law, const State* state, const Fight* fight, int winner) noexcept nogil:
    """SWL-061, SWL-R35: the enemy in the same building whom the winner attacks next: a square, or NONE."""
    cdef int seat = law.side[state.piece[winner].code], tile = law.tile[fight.target], corner = law.tile_corner[tile]
    cdef int order = state.farm_target[seat], best = NONE, most = -1, strong, index, square
    cdef const Piece* other
    cdef uint8_t inside[4]  # by letter, then number
    inside[0], inside[1], inside[2], inside[3] = corner, corner + FILES, corner + 1, corner + FILES + 1
    for index in range(4):
        square = inside[index]
        if square == fight.target or not marked(state.held[seat ^ 1], square):
            continue
        if fight.chooser == seat and square == fight.then:
            return square
        other = &state.piece[state.on[square]]
        strong = law.strength[other.code] if order == TARGET_STRONG and other.known else 0
        if best == NONE or order == TARGET_HIGH or strong > most:
            best, most = square, strong
    return best


cdef bint chief_falls(const Law* law, State* state, int code) noexcept nogil:
    """What the loss of a leader comes to at once; whether the game is over: SWL-090, SWL-100, SWL-101, SWL-R11.

    SWL-102, SWL-155: what the loss of a CINC does not end costs actions. SWL-154: NA's ends an Expert game.
    """
    cdef int seat = law.side[code]
    if law.cls[code] != CINC and law.cls[code] != CMD:
        return False
    if law.cls[code] == CINC and (law.sudden_death == 1 or law.sudden_death == 2 and seat == BLUE):
        state.over = CINC_LOST
    elif state.lost[law.cinc[seat]] and state.lost[law.cmd[seat]]:
        if seat == RED and law.bulow_saves and prussian_action(law, state):
            return False
        state.over = LEADERS_LOST
    else:
        return False
    state.winner = seat ^ 1
    return True


# --- Artillery --------------------------------------------------------------------------------------------------------

cdef void shoot(const Law* law, State* state, int slot, int target, Shot* shot) noexcept nogil:
    """A gun fires at a square or at TILE_TARGET + a tile: SWL-065, SWL-068, SWL-069, SWL-121, SWL-123.

    Cards have no part in it (SWL-071). A village falls as a FARM does (SWL-153).
    """
    cdef Piece* victim
    cdef int tile
    shot.gun, shot.tile, shot.code, shot.square = slot, NONE, NONE, NONE
    shot.immune = shot.destroyed = shot.blocks = 0
    if target >= TILE_TARGET:
        tile = target - TILE_TARGET
        state.damage[tile] += 1
        shot.tile = tile
        if state.damage[tile] >= MUCH_DAMAGE:
            shot.destroyed = 1
            state.flag[tile] = NONE
        state.result = WON
        return
    victim = &state.piece[state.on[target]]
    shot.code, shot.square, shot.blocks = victim.code, target, victim.blocks
    if not law.forgetful:
        victim.known |= PUBLIC
    if law.cls[victim.code] == LIGHT:
        shot.immune = 1
        state.result = LOST
        return
    state.result = WON
    eliminate(law, state, state.on[target])
    chief_falls(law, state, shot.code)
