"""Positions as values, and their JSON: what `encode` writes, `decode` reads back, `view` shows.

A `Position` is handed out only when it is finished, and never changed afterwards; who needs another makes a copy.
"""

import msgspec

from core.contract import BadPosition, Outcome, shaped
from core.rulesets.waterloo1895.schema import PositionSchema

from libc.string cimport memcpy, memset

from core.position cimport BasePosition
from core.rulesets.waterloo1895.board cimport ARMY, Board
from core.rulesets.waterloo1895.field cimport NOBODY, NOWHERE, add_piece
from core.rulesets.waterloo1895.turns cimport offer

PHASES = ("setup", "play", "over")


cdef class Position(BasePosition):
    """What a game of Waterloo (1895) looks like at one moment. Equal positions are equal values."""

    @property
    def rules(self):
        """The rules on whose board it stands."""
        return self.variant.rules

    @property
    def options(self):
        """The settled options of its game; not to be changed."""
        return self.variant.options

    cdef Position copy(self):
        cdef Position other = Position.__new__(Position)
        other.variant, other.chain, other.outcome = self.variant, self.chain, self.outcome
        memcpy(&other.state, &self.state, sizeof(State))
        return other

    cdef int army(self) noexcept:
        """The army in turn."""
        return self.state.order[self.state.place]

    cdef bint thrown(self) noexcept:
        return self.state.dice[0] != 0


cdef Position blank(Variant variant):
    cdef Position position = Position.__new__(Position)
    position.variant, position.chain, position.outcome = variant, (), None
    memset(&position.state, 0, sizeof(State))
    memset(position.state.field.at, NOWHERE, sizeof(position.state.field.at))
    memset(position.state.field.on, NOBODY, sizeof(position.state.field.on))
    position.state.turn = position.state.round = 1
    position.state.quiet_turn = True
    set_order(position, variant.play_order)
    position.state.place = UNDECIDED if variant.start_is_thrown else 0
    return position


cdef void set_order(Position position, tuple order) except *:
    cdef int place
    memset(position.state.order, 0, sizeof(position.state.order))
    for place in range(len(order)):
        position.state.order[place] = order[place]


cdef Position opening(Variant variant):
    """W95-016: nobody is posted yet. W95-111: in the children's game the pieces stand on their own stars."""
    cdef Position position = blank(variant)
    position.state.phase = PLAY if variant.little else SETUP
    if variant.little:
        for army in variant.armies:
            position.state.posted |= 1 << <int>army
            for piece, star in zip(variant.pieces(army), variant.board.stars[variant.board.cities[army]], strict=True):
                add_piece(&position.state.field, piece, variant.board.graph.index(star))
    return position


# --- Out as JSON -----------------------------------------------------------------------------------------------------

def encode(Position position):
    """The whole position, every key of `PositionSchema`; `chain` only where the option throws=chain is in force."""
    cdef State* state = &position.state
    cdef Variant variant = position.variant
    letters = variant.board.armies
    undecided = state.place == UNDECIDED
    whole = {
        "phase": PHASES[state.phase],
        "pieces": pieces_of(position, variant.armies),
        "captured": captured_of(position),
        "posted": letters_of(variant, state.posted),
        "order": [] if undecided else [letters[state.order[place]] for place in range(variant.law.armies)],
        "to_move": None if undecided or state.phase == SETUP else letters[position.army()],
        "throw": dice_list(position),
        "turn": state.turn,
        "throws": state.throws,
        "round": state.round,
        "quiet": state.quiet,
        "quiet_turn": bool(state.quiet_turn),
    }
    if variant.chain:
        whole["chain"] = [list(dice) for dice in position.chain]
    whole["resigned"] = seats_in(variant, state.resigned)
    whole["draw_offers"] = seats_in(variant, state.offers)
    if state.offers:
        whole["draw_turns"] = turns_awaited(position)
    whole["outcome"] = written_outcome(position.outcome)
    return whole


def written_outcome(outcome):
    """An outcome as JSON, or None."""
    return outcome and {"winners": list(outcome.winners), "reason": outcome.reason, "clause": outcome.clause}


cdef dict pieces_of(Position position, armies):
    """Piece -> spot for the pieces of these armies that stand on the board, in piece order."""
    cdef Board board = position.variant.board
    cdef int first, piece, spot
    cdef dict pieces = {}
    for army in armies:
        first = <int>army * ARMY
        for piece in range(first, first + position.variant.size):
            spot = position.state.field.at[piece]
            if spot != NOWHERE:
                pieces[board.piece_ids[piece]] = board.graph.names[spot]
    return pieces


cdef dict captured_of(Position position):
    """Piece -> army-turn of its capture, in piece order."""
    cdef int piece
    cdef dict captured = {}
    for piece in range(PIECES):
        if position.state.captured_on[piece]:
            captured[position.variant.board.piece_ids[piece]] = position.state.captured_on[piece]
    return captured


cdef list dice_list(Position position):
    """The present throw, or None where it is still to be cast."""
    return list(position.state.dice[:DICE]) if position.thrown() else None


cdef list letters_of(Variant variant, int bits):
    cdef int army
    cdef list letters = []
    for army in variant.armies:
        if bits >> army & 1:
            letters.append(variant.board.armies[army])
    return letters


cdef list seats_in(Variant variant, int bits):
    return [seat for number, seat in enumerate(variant.seats) if bits >> <int>number & 1] if bits else []


cdef dict turns_awaited(Position position):
    """Of each offer of a draw, how many turns of whom must end until it lapses."""
    cdef int seat, other
    cdef tuple seats = position.variant.seats
    cdef dict offers = {}
    for seat in range(len(seats)):
        if position.state.offers >> seat & 1:
            awaited = position.state.awaited[seat]
            offers[seats[seat]] = {seats[other]: awaited[other] for other in range(len(seats)) if awaited[other]}
    return offers


# --- In from JSON ----------------------------------------------------------------------------------------------------

cdef Position read(Variant variant, written):
    """The position written. Raises BadPosition, or msgspec.ValidationError for the wrong given."""
    given = shaped(written, PositionSchema)
    cdef Position position = blank(variant)
    position.state.phase = PHASES.index(given.phase)
    read_pieces(position, given)
    read_posted(position, given)
    read_order(position, given)
    read_throws(position, given)
    position.state.turn, position.state.round = given.turn, given.round
    position.state.quiet, position.state.quiet_turn = given.quiet, given.quiet_turn
    position.state.resigned = read_seats(variant, "resigned", given.resigned)
    read_offers(position, given)
    read_outcome(position, given)
    return position


cdef void read_pieces(Position position, given) except *:
    cdef Variant variant = position.variant
    cdef Field* field = &position.state.field
    cdef int piece, spot
    for name, word in (<dict>given.pieces).items():
        piece = read_piece(variant, "pieces", name)
        spot = variant.board.find(word)
        if spot < 0:
            raise BadPosition(f"pieces.{name}", "no_such_spot", piece=name, spot=word)
        if field.on[spot] != NOBODY:
            facts = {"other": variant.board.piece_id(field.on[spot]), "spot": variant.board.graph.names[spot]}
            raise BadPosition(f"pieces.{name}", "two_on_one_spot", piece=name, **facts)
        add_piece(field, piece, spot)
    if position.state.phase == PLAY and not given.pieces:
        raise BadPosition("pieces", "nobody")
    for name, turn in (<dict>given.captured).items():
        piece = read_piece(variant, "captured", name)
        if field.at[piece] != NOWHERE:
            raise BadPosition(f"captured.{name}", "on_the_board", piece=name)
        position.state.captured_on[piece] = turn


cdef int read_piece(Variant variant, where, name) except -1:
    piece = variant.piece_of.get(name)
    if piece is None:
        raise BadPosition(f"{where}.{name}", "no_such_piece", piece=name)
    return piece


cdef int read_army(Variant variant, where, str letter, int place=-1) except -1:
    cdef int army = variant.board.armies.find(letter) if len(letter) == 1 else -1
    if army < 0 or not variant.everyone >> army & 1:
        raise BadPosition(where if place < 0 else f"{where}[{place}]", "no_such_army", army=letter)
    return army


cdef void read_posted(Position position, given) except *:
    """Without `posted`: in phase setup whoever has a piece on the board, later everyone."""
    cdef Variant variant = position.variant
    cdef State* state = &position.state
    cdef int army, place, whole
    if state.phase == SETUP and variant.little:
        raise BadPosition("phase", "no_setup")
    if given.posted is not None:
        for place, letter in enumerate(given.posted):
            state.posted |= 1 << read_army(variant, "posted", letter, place)
    else:
        for army in variant.armies:
            if state.phase != SETUP or state.field.left[army]:
                state.posted |= 1 << army
    if state.phase == PLAY and state.posted != variant.everyone:
        raise BadPosition("posted", "not_all")
    if state.phase == SETUP:
        if state.posted == variant.everyone:
            raise BadPosition("posted", "all")
        for army in variant.armies:
            whole = variant.size if state.posted >> army & 1 else 0
            if state.field.left[army] != whole:
                raise BadPosition("posted", "not_whole", army=variant.board.armies[army])


cdef void read_order(Position position, given) except *:
    """Without `order`: as if Napoleon had begun. Any army may have begun, but the turns go round as they do."""
    cdef Variant variant = position.variant
    cdef tuple order = variant.play_order
    if given.order:
        order = tuple([read_army(variant, "order", letter, place) for place, letter in enumerate(given.order)])
        turn = variant.play_order.index(order[0])
        if order != variant.play_order[turn:] + variant.play_order[:turn]:
            raise BadPosition("order", "not_the_order", order=given.order)
        set_order(position, order)
    if isinstance(given.to_move, str):
        position.state.place = order.index(read_army(variant, "to_move", given.to_move))
    elif position.state.phase == PLAY:
        # Only where lots decide who begins (W95-090) may it be nobody's turn yet, and that must be said.
        if given.to_move is msgspec.UNSET or given.order or not variant.start_is_thrown:
            raise BadPosition("to_move", "missing")
    elif given.order:
        position.state.place = 0


cdef void read_throws(Position position, given) except *:
    if given.throw is not None:
        if position.state.phase != PLAY or position.state.place == UNDECIDED:
            raise BadPosition("throw", "nobody_in_turn")
        set_dice(position, sorted(given.throw))
    position.state.throws = (given.throw is not None) if given.throws is None else given.throws
    if not given.chain:
        return
    position.chain = tuple(tuple(sorted(dice)) for dice in given.chain)
    throws = [tuple(sorted(given.throw or ())), *position.chain]
    if not position.variant.chain or any(len(set(dice)) > 2 or not dice for dice in throws[:len(throws) - 1]):
        raise BadPosition("chain", "no_chain")


cdef void set_dice(Position position, dice) except *:
    cdef int at
    for at, die in enumerate(dice):
        position.state.dice[at] = die


cdef int read_seats(Variant variant, where, seats) except -1:
    cdef int place, bits = 0
    for place, seat in enumerate(seats):
        if seat not in variant.seats:
            raise BadPosition(f"{where}[{place}]", "no_such_seat", seat=seat)
        bits |= 1 << <int>variant.seats.index(seat)
    return bits


cdef void read_offers(Position position, given) except *:
    """Without `draw_turns` an offer is as if just made."""
    cdef Variant variant = position.variant
    cdef int seat, bits = read_seats(variant, "draw_offers", given.draw_offers)
    for seat in range(len(variant.seats)):
        if bits >> seat & 1:
            offer(&position.state, &variant.law, seat)
    for name, turns in (<dict>given.draw_turns).items():
        if name not in given.draw_offers:
            raise BadPosition(f"draw_turns.{name}", "no_offer", seat=name)
        read_seats(variant, f"draw_turns.{name}", turns)
        seat = variant.seats.index(name)
        memset(position.state.awaited[seat], 0, sizeof(position.state.awaited[seat]))
        for other, count in (<dict>turns).items():
            position.state.awaited[seat][<int>variant.seats.index(other)] = count


cdef void read_outcome(Position position, given) except *:
    if (given.outcome is not None) != (given.phase == "over"):
        raise BadPosition("outcome", "not_over" if given.phase != "over" else "missing")
    if given.outcome is not None:
        read_seats(position.variant, "outcome.winners", given.outcome.winners)
        position.outcome = Outcome(tuple(given.outcome.winners), given.outcome.reason, given.outcome.clause)
