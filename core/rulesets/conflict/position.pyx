"""Positions as values, and their JSON: what `encode` writes, `read` reads back, `view` shows.

A `Position` is handed out only when it is finished, and never changed afterwards; who needs another makes a copy.
"""

import msgspec

from core.contract import BadPosition, Outcome, shaped
from core.rulesets.conflict.board import KIND_NAMES
from core.rulesets.conflict.schema import PositionSchema

from libc.string cimport memcpy, memset

from core.boards.grid cimport SPOTS, holds
from core.rulesets.conflict.board cimport HELD, NOBODY, RESERVE, RETIRED, SEATS, SET, START, Board, kind_of, seat_of
from core.rulesets.conflict.field cimport (
    AGREED, BOTH, BY_CIRCLE, BY_PIECES, LAST_STANDING, LIVING, NOBODY_LEFT, PLAY_ON, RESIGNED, TURN_LIMIT, Walk,
    befriend, clear, count_seats, counts, end_with, assign_mines, lives, put_on,
)
from core.rulesets.conflict.throws cimport MOVES, Throw, begin, required, seats_movable
from core.rulesets.conflict.walks cimport Findings, Walker, forget

HOW_WORDS = {BY_CIRCLE: "circle", BY_PIECES: "pieces", BOTH: "both", RESIGNED: "resigned"}
HOWS = {word: how for how, word in HOW_WORDS.items()}
ENDS = {
    LAST_STANDING: ("last_standing", "CON-106"),
    NOBODY_LEFT: ("nobody_left", "CON-107"),
    AGREED: ("agreed", "CON-108"),
    TURN_LIMIT: ("turn_limit", "CON-108"),
}
ENDS_CALLED = {reason: end for end, (reason, clause) in ENDS.items()}


cdef class Position(BasePosition):
    """What a game of Conflict looks like at one moment."""

    @property
    def rules(self):
        """The rules it belongs to."""
        return self.variant.rules

    @property
    def options(self):
        """The game's options, settled."""
        return dict(self.variant.options)

    cdef Position copy(self):
        cdef Position other = Position.__new__(Position)
        other.variant = self.variant
        memcpy(&other.state, &self.state, sizeof(State))
        return other

    cdef int seat(self, name) except -1:
        return self.variant.board.seat_numbers[name]

    cdef str where(self, int piece):
        """Where a piece is, as it is written."""
        return self.variant.board.place_names[self.state.field.at[piece]]

    cdef bint played_by_bot(self, int seat) noexcept:
        """CON-R36 and `auto on`."""
        return (self.state.autos >> seat) & 1 or self.state.missed[seat] >= self.variant.patience


cdef Position blank(Variant variant):
    cdef Position position = Position.__new__(Position)
    position.variant = variant
    memset(&position.state, 0, sizeof(State))
    clear(&position.state.field)
    position.state.turn = 1
    position.state.to_move = variant.first
    memset(position.state.out_turn, -1, sizeof(position.state.out_turn))
    return position


cdef Position opening(Variant variant):
    """CON-012, CON-013, CON-014."""
    cdef Position position = blank(variant)
    cdef Field* field = &position.state.field
    cdef int seat, number
    for seat in variant.order:
        field.players.living |= 1 << seat
        field.players.left[seat] = SET
        for number in range(SET):
            field.at[seat * SET + number] = RESERVE if number in variant.board.in_reserve else START
    settle_field(position)
    return position


cdef void settle_field(Position position) noexcept:
    befriend(&position.variant.law, &position.state.field)
    assign_mines(&position.variant.law, &position.state.field.players)


# --- How it stands ---------------------------------------------------------------------------------------------------

cdef object outcome_of(Position position):
    """The end of the game, or None (CON-106, CON-107, CON-108)."""
    if position.state.field.players.over == PLAY_ON:
        return None
    reason, clause = ENDS[position.state.field.players.over]
    return Outcome(tuple(winners_of(position)), reason, clause)


cdef list winners_of(Position position):
    """CON-106: the last living player, or his pair, even if his partner is out."""
    cdef int seat
    if position.state.field.players.over == LAST_STANDING:
        for seat in position.variant.order:
            if lives(&position.state.field, seat):
                return position.variant.names(position.variant.law.partners[seat])
    return []


cdef dict owed(Position position):
    """The throws whose orders are owed and what each asks for, or None where the game is over or no dice are thrown."""
    cdef State* state = &position.state
    if state.field.players.over != PLAY_ON or not state.rolled:
        return None
    return {
        "seat": position.variant.board.seats[state.to_move],
        "throws": [owed_throw(position, throw) for throw in range(state.throw, state.rolled)],
    }


cdef dict owed_throw(Position position, int throw):
    cdef State* state = &position.state
    third = is_third_double(&position.state, throw)
    moves = None
    if throw == state.throw:
        moves = must_move(position)
    if is_forgone(state, &position.variant.law, throw):
        moves = 0
    return {
        "number": throw + 1,
        "dice": [state.dice[throw][0], state.dice[throw][1]],
        "seven": is_seven(&position.state, throw) and bool(pieces_in(position, state.to_move, RESERVE)),
        "moves": moves,
        "back": third and (throw > state.throw or seats_movable(&state.field, state.to_move) > 0),
    }


cdef object must_move(Position position):
    """CON-028, CON-029, CON-031, CON-032: for the throw owed."""
    cdef State* state = &position.state
    cdef Throw throw
    cdef Walker walker
    cdef Findings findings
    cdef Walk walk[MOVES]
    cdef int must
    memset(&findings, 0, sizeof(Findings))
    begin(&throw, &position.variant.law, &state.field, state.to_move, state.dice[state.throw])
    must = required(&throw, &walker, &findings, walk)
    forget(&findings)
    if must < 0:
        raise MemoryError
    return must


cdef list pieces_in(Position position, int seat, int state):
    return [number for number in range(SET) if position.state.field.at[seat * SET + <int>number] == state]


# --- Out as JSON -----------------------------------------------------------------------------------------------------

cdef dict encode(Position position):
    """The whole position, every key of `PositionSchema`."""
    cdef State* state = &position.state
    cdef Variant variant = position.variant
    cdef tuple seats = variant.board.seats
    cdef int seat, other, throw
    end = outcome_of(position)
    return {
        "phase": "play" if end is None else "over",
        "pieces": {
            seats[seat]: places_of(position, seat)
            for seat in range(SEATS)
            if (variant.law.playing >> seat) & 1
        },
        "to_move": None if state.to_move == NOBODY else seats[state.to_move],
        "turn": state.turn,
        "throws": [[state.dice[throw][0], state.dice[throw][1]] for throw in range(state.rolled)],
        "throw": state.throw + 1,
        "out": {
            seats[seat]: {
                "how": HOW_WORDS[state.field.how[seat]],
                "heir": None if state.field.players.heir[seat] == NOBODY else seats[state.field.players.heir[seat]],
                "turn": state.out_turn[seat],
            }
            for seat in range(SEATS)
            if state.field.how[seat] != LIVING
        },
        "pacts": [
            {
                "seats": [seats[seat], seats[state.field.ally[seat]]],
                "broken_by": variant.names(state.breaking & (1 << seat | 1 << state.field.ally[seat])),
            }
            for seat in range(SEATS)
            if state.field.ally[seat] != NOBODY and seat < state.field.ally[seat]
        ],
        "proposals": [
            {
                "from": seats[seat],
                "to": seats[other],
                "since": state.since[seat][other],
                "left": variant.names(state.proposed[seat][other]),
            }
            for seat in range(SEATS)
            for other in range(SEATS)
            if state.proposed[seat][other]
        ],
        "draw_offers": {seats[seat]: state.offers[seat] for seat in range(SEATS) if state.offers[seat]},
        "auto": variant.names(state.autos),
        "missed": {seats[seat]: state.missed[seat] for seat in range(SEATS) if state.missed[seat]},
        "secrets": bool(state.secrets),
        "outcome": end and {"winners": list(end.winners), "reason": end.reason, "clause": end.clause},
    }


cdef dict places_of(Position position, int seat):
    cdef Board board = position.variant.board
    cdef int number
    return {
        board.pieces[number]: board.place_names[position.state.field.at[seat * SET + number]] for number in range(SET)
    }


cdef dict view(Position position, viewer):
    """What a seat, or with None an onlooker, may know: `encode` without others' secrets, and what follows from it."""
    cdef State* state = &position.state
    cdef Variant variant = position.variant
    seats = variant.board.seats
    shown = encode(position)
    del shown["secrets"]
    shown["proposals"] = [offer for offer in shown["proposals"] if viewer in (offer["from"], offer["to"])]
    shown["auto"] = [seat for seat in shown["auto"] if seat == viewer]
    shown |= {
        "options": dict(variant.options),
        "seat": viewer,
        "seats": list(variant.seats),
        "order": [seats[seat] for seat in variant.order],
        "living": variant.names(state.field.players.living),
        "step": step_of(position),
        "mines": {square: owner_of_mines(position, corner) for square, corner in variant.board.mines.items()},
        "circles": {
            square: corner if lives(&state.field, position.seat(corner)) else None
            for square, corner in variant.board.circles.items()
        },
        "friends": [],
        "bot": False,
        "owed": owed(position),
    }
    if viewer is not None:
        number = position.seat(viewer)
        shown["friends"] = [seat for seat in variant.names(state.field.friends[<int>number]) if seat != viewer]
        shown["bot"] = bool(position.played_by_bot(number))
    return shown


cdef object owner_of_mines(Position position, corner):
    """Whose live mines are at a corner, or None (CON-070, CON-081)."""
    owner = position.state.field.players.mines[position.seat(corner)]
    return None if owner == NOBODY else position.variant.board.seats[owner]


cdef int step_of(Position position) noexcept:
    """Grows with every turn, with every throw that is asked for, and with the end of the game."""
    cdef State* state = &position.state
    return 8 * state.turn + (state.throw + 1 if state.rolled else 0) + (4 if state.field.players.over != PLAY_ON else 0)


# --- In from JSON ----------------------------------------------------------------------------------------------------

cdef Position read(Variant variant, written):
    """The position written. Raises BadPosition, or msgspec.ValidationError for the wrong shape."""
    shape = shaped(written, PositionSchema)
    cdef Position position = blank(variant)
    position.state.turn = shape.turn
    position.state.secrets = shape.secrets
    read_living(position, shape.out)
    read_pieces(position, shape.pieces)
    read_turn(position, shape)
    read_pacts(position, shape.pacts)
    read_proposals(position, shape.proposals)
    settle_field(position)
    read_standing(position, shape.draw_offers, shape.auto, shape.missed)
    read_outcome(position, shape.phase, shape.outcome)
    return position


cdef int read_seat(Position position, where, name) except -1:
    if not position.variant.has_seat(name):
        raise BadPosition(where, "no_such_seat", seat=name)
    return position.seat(name)


cdef int read_living_seat(Position position, where, name) except -1:
    seat = read_seat(position, where, name)
    if not lives(&position.state.field, seat):
        raise BadPosition(where, "out", seat=name)
    return seat


cdef void read_living(Position position, dict gone) except *:
    cdef Field* field = &position.state.field
    cdef int seat, other
    field.players.living = position.variant.law.playing
    for name, out in gone.items():
        seat = read_seat(position, f"out.{name}", name)
        field.players.living &= ~(1 << seat)
        field.how[seat] = HOWS[out.how]
        position.state.out_turn[seat] = out.turn
        if out.heir is not None:
            other = read_seat(position, f"out.{name}.heir", out.heir)
            if other == seat or out.how in ("both", "resigned"):
                raise BadPosition(f"out.{name}.heir", "no_heir", seat=name)
            field.players.heir[seat] = other


cdef void read_pieces(Position position, dict pieces) except *:
    cdef Field* field = &position.state.field
    cdef int seat, piece
    for name in pieces:
        if not position.variant.has_seat(name):
            raise BadPosition(f"pieces.{name}", "no_such_seat", seat=name)
    for seat in position.variant.order:
        name = position.variant.board.seats[seat]
        for piece in range(seat * SET, seat * SET + SET):
            field.at[piece] = RESERVE if lives(field, seat) else RETIRED
        read_places(position, seat, pieces.get(name, {}))
        for piece in range(seat * SET, seat * SET + SET):
            field.players.left[seat] += counts(field.at[piece])
        if lives(field, seat) and not field.players.left[seat]:
            raise BadPosition(f"pieces.{name}", "nothing_left", seat=name)


cdef void read_places(Position position, int seat, dict places) except *:
    cdef Board board = position.variant.board
    for word, where in places.items():
        number = board.piece_numbers.get(word)
        if number is None:
            name = board.seats[seat]
            raise BadPosition(f"pieces.{name}.{word}", "no_such_piece", seat=name, piece=word)
        place = board.places.get(where)
        if place is None or not set_down(position, seat * SET + <int>number, place):
            refuse_place(position, seat * SET + <int>number, where)


cdef bint set_down(Position position, int piece, int place) noexcept:
    """Put a piece in its place; False where it cannot be there."""
    cdef Field* field = &position.state.field
    cdef int owner = seat_of(piece)
    if place >= HELD:
        if place == HELD + owner or not lives(field, place - HELD):
            return False
    elif place != RETIRED and not lives(field, owner):
        return False
    if place >= SPOTS:
        field.at[piece] = place
        return True
    if field.on[place] != NOBODY or not holds(&position.variant.law.open[kind_of(piece)], place):
        return False
    put_on(field, piece, place)
    return True


cdef void refuse_place(Position position, int piece, where) except *:
    """Why a piece cannot be where it is written to be."""
    cdef Variant variant = position.variant
    cdef Field* field = &position.state.field
    cdef int owner = seat_of(piece), spot, other
    path = f"pieces.{variant.board.seats[owner]}.{variant.board.piece_name(piece)}"
    facts = {"seat": variant.board.seats[owner], "piece": variant.board.piece_name(piece), "place": where}
    if where.startswith("HELD:"):
        read_living_seat(position, path, where[5:])
        raise BadPosition(path, "held_by_owner", **facts)
    if not lives(field, owner):
        raise BadPosition(path, "owner_out", **facts)
    if where not in variant.board.grid:
        raise BadPosition(path, "no_such_place", **facts)
    spot = variant.board.grid.spot_of[where]
    if not holds(&variant.law.open[kind_of(piece)], spot):
        kind = KIND_NAMES[kind_of(piece)]
        raise BadPosition(path, "wrong_terrain", kind=kind, terrain=variant.board.terrain[where], **facts)
    other = field.on[spot]
    raise BadPosition(
        path,
        "two_on_one_square",
        other=variant.board.piece_name(other),
        other_seat=variant.board.seats[seat_of(other)],
        **facts,
    )


cdef void read_turn(Position position, shape) except *:
    cdef State* state = &position.state
    cdef list throws = shape.throws, dice
    cdef int last = len(throws) or 1
    cdef int usual = 1 if position.variant.law.ahead else last
    cdef int throw, owed = shape.throw or usual
    cdef bint playing = shape.phase == "play"
    to_move = shape.to_move
    if isinstance(to_move, str):
        state.to_move = read_seat(position, "to_move", to_move)
        if playing:
            read_living_seat(position, "to_move", to_move)
    elif to_move is msgspec.UNSET and playing:
        raise BadPosition("to_move", "missing")
    else:
        state.to_move = NOBODY
        if throws:
            raise BadPosition("throws", "nobody_in_turn")
    state.rolled = len(throws)
    for throw in range(state.rolled):
        dice = throws[throw]
        state.dice[throw][0], state.dice[throw][1] = dice[0], dice[1]
        if throw and not is_double(&position.state, throw - 1):
            raise BadPosition(f"throws[{throw}]", "no_chain")
    if owed != usual and playing:
        raise BadPosition("throw", "not_owed", throw=owed, owed=usual)
    state.throw = min(owed, last) - 1


cdef void read_pacts(Position position, list pacts) except *:
    cdef Field* field = &position.state.field
    if pacts and not (position.variant.formal and count_seats(field.players.living) > 2):
        raise BadPosition("pacts", "no_pacts")
    for index, pact in enumerate(pacts):
        where = f"pacts[{index}]"
        one, other = [read_living_seat(position, f"{where}.seats", name) for name in pact.seats]
        if one == other or field.ally[<int>one] != NOBODY or field.ally[<int>other] != NOBODY:
            raise BadPosition(where, "two_pacts", seats=pact.seats)
        field.ally[<int>one], field.ally[<int>other] = other, one
        for name in pact.broken_by:
            if name not in pact.seats:
                raise BadPosition(f"{where}.broken_by", "not_in_pact", seat=name)
            position.state.breaking |= 1 << position.seat(name)


cdef void read_proposals(Position position, list proposals) except *:
    cdef State* state = &position.state
    if proposals and not position.variant.formal:
        raise BadPosition("proposals", "no_pacts")
    for index, offer in enumerate(proposals):
        where = f"proposals[{index}]"
        one, other = [read_living_seat(position, where, name) for name in (offer.sender, offer.to)]
        if one == other or state.proposed[<int>other][<int>one]:
            raise BadPosition(where, "no_proposal", seats=[offer.sender, offer.to])
        left = 0
        for name in (offer.sender, offer.to) if offer.left is None else offer.left:
            if name not in (offer.sender, offer.to):
                raise BadPosition(f"{where}.left", "not_concerned", seat=name)
            left |= 1 << position.seat(name)
        state.proposed[<int>one][<int>other] = left
        state.since[<int>one][<int>other] = offer.since


cdef void read_standing(Position position, dict offers, list autos, dict missed) except *:
    """Draw offers, seats played by the bot, missed turns."""
    cdef State* state = &position.state
    for name, turns in offers.items():
        state.offers[read_living_seat(position, f"draw_offers.{name}", name)] = turns
    for name in autos:
        state.autos |= 1 << read_living_seat(position, "auto", name)
    for name, turns in missed.items():
        state.missed[read_living_seat(position, f"missed.{name}", name)] = turns


cdef void read_outcome(Position position, str phase, outcome) except *:
    cdef Field* field = &position.state.field
    cdef int end
    if (outcome is not None) != (phase == "over"):
        raise BadPosition("outcome", "missing" if phase == "over" else "not_over")
    end = end_with(&position.variant.law, field.players.living)
    if outcome is None:
        if end != PLAY_ON:
            raise BadPosition("out", "over")
        return
    field.players.over = ENDS_CALLED[outcome.reason]
    if field.players.over != end and (end != PLAY_ON or field.players.over in (LAST_STANDING, NOBODY_LEFT)):
        raise BadPosition("outcome.reason", "other_end", reason=outcome.reason)
    found = outcome_of(position)
    if (sorted(found.winners), found.clause) != (sorted(outcome.winners), outcome.clause):
        raise BadPosition("outcome", "other_end", reason=outcome.reason)
