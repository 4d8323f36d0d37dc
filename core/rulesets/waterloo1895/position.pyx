"""Positions as values, and their JSON: what `encode` writes, `decode` reads back, `view` shows.

A `Position` is handed out only when it is finished, and never changed afterwards; who needs another makes a copy.
"""

import msgspec

from core.contract import BadPosition, Outcome, shaped
from core.rulesets.waterloo1895.board import NUMBERS
from core.rulesets.waterloo1895.written import WrittenPosition

from libc.string cimport memcmp, memcpy, memset

from core.rulesets.waterloo1895.board cimport ARMY
from core.rulesets.waterloo1895.field cimport NOBODY, NOWHERE, add

PHASES = ("setup", "play", "over")


cdef class Position:
    """What a game of Waterloo (1895) looks like at one moment. Equal positions are equal values."""

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

    def __eq__(self, other):
        return isinstance(other, Position) and same(self, other)

    def __hash__(self):
        return hash((bytes(self.state.field.at[:PIECES]), self.state.turn, self.state.throws))


cdef bint same(Position one, Position other) except -1:
    return (
        memcmp(&one.state, &other.state, sizeof(State)) == 0
        and one.chain == other.chain
        and one.outcome == other.outcome
        and one.variant.options == other.variant.options
    )


cdef Position blank(Variant variant):
    cdef Position position = Position.__new__(Position)
    position.variant, position.chain, position.outcome = variant, (), None
    memset(&position.state, 0, sizeof(State))
    memset(position.state.field.at, NOWHERE, sizeof(position.state.field.at))
    memset(position.state.field.on, NOBODY, sizeof(position.state.field.on))
    position.state.turn = position.state.round = 1
    position.state.quiet_turn = True
    line_up(position, variant.play_order)
    position.state.place = UNDECIDED if variant.drawn_lots else 0
    return position


cdef void line_up(Position position, order) except *:
    memset(position.state.order, 0, sizeof(position.state.order))
    for place, army in enumerate(order):
        position.state.order[<int>place] = army


cdef Position opening(Variant variant):
    """W95-016: nobody is posted yet. W95-111: in the children's game the pieces stand on their own stars."""
    cdef Position position = blank(variant)
    position.state.phase = PLAY if variant.little else SETUP
    if variant.little:
        for army in variant.armies:
            position.state.posted |= 1 << <int>army
            for piece, star in zip(variant.pieces(army), variant.board.stars[variant.board.cities[army]], strict=True):
                add(&position.state.field, piece, variant.board.graph.index(star))
    return position


# --- Out as JSON -----------------------------------------------------------------------------------------------------

def encode(Position position):
    """The whole position, every key of `WrittenPosition`; `chain` only where the option throws=chain is in force."""
    cdef State* state = &position.state
    cdef Variant variant = position.variant
    letters = variant.board.armies
    undecided = state.place == UNDECIDED
    whole = {
        "phase": PHASES[state.phase],
        "pieces": pieces_of(position, variant.armies),
        "captured": {
            variant.board.piece_id(piece): state.captured_on[<int>piece]
            for piece in range(PIECES)
            if state.captured_on[<int>piece]
        },
        "posted": [letters[army] for army in variant.armies if state.posted >> <int>army & 1],
        "order": [] if undecided else [letters[state.order[<int>place]] for place in range(len(variant.armies))],
        "to_move": None if undecided or state.phase == SETUP else letters[position.army()],
        "throw": list(state.dice[:DICE]) if position.thrown() else None,
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
    whole["outcome"] = written_outcome(position.outcome)
    return whole


def written_outcome(outcome):
    """An outcome as JSON, or None."""
    return outcome and {"winners": list(outcome.winners), "reason": outcome.reason, "clause": outcome.clause}


cdef dict pieces_of(Position position, armies):
    """Piece -> spot for the pieces of these armies that stand on the board, in piece order."""
    cdef Variant variant = position.variant
    return {
        variant.board.piece_id(piece): variant.board.graph.names[position.state.field.at[<int>piece]]
        for army in armies
        for piece in variant.pieces(army)
        if position.state.field.at[<int>piece] != NOWHERE
    }


cdef list seats_in(Variant variant, int bits):
    return [seat for number, seat in enumerate(variant.seats) if bits >> <int>number & 1]


# --- In from JSON ----------------------------------------------------------------------------------------------------

cdef Position read(Variant variant, written):
    """The position written. Raises BadPosition, or msgspec.ValidationError for the wrong shape."""
    shape = shaped(written, WrittenPosition)
    cdef Position position = blank(variant)
    position.state.phase = PHASES.index(shape.phase)
    read_pieces(position, shape)
    read_posted(position, shape)
    read_order(position, shape)
    read_throws(position, shape)
    position.state.turn, position.state.round = shape.turn, shape.round
    position.state.quiet, position.state.quiet_turn = shape.quiet, shape.quiet_turn
    position.state.resigned = read_seats(variant, "resigned", shape.resigned)
    position.state.offers = read_seats(variant, "draw_offers", shape.draw_offers)
    read_outcome(position, shape)
    return position


cdef void read_pieces(Position position, shape) except *:
    cdef Variant variant = position.variant
    cdef Field* field = &position.state.field
    for name, spot_name in shape.pieces.items():
        piece = read_piece(variant, f"pieces.{name}", name)
        spot_name = variant.board.hills.get(spot_name, spot_name)
        if spot_name not in variant.board.graph.names:
            raise BadPosition(f"pieces.{name}", "no_such_spot", piece=name, spot=spot_name)
        spot = variant.board.graph.index(spot_name)
        if field.on[<int>spot] != NOBODY:
            other = variant.board.piece_id(field.on[<int>spot])
            raise BadPosition(f"pieces.{name}", "two_on_one_spot", piece=name, other=other, spot=spot_name)
        add(field, piece, spot)
    if shape.phase == "play" and not shape.pieces:
        raise BadPosition("pieces", "nobody")
    for name, turn in shape.captured.items():
        piece = read_piece(variant, f"captured.{name}", name)
        if field.at[<int>piece] != NOWHERE:
            raise BadPosition(f"captured.{name}", "on_the_board", piece=name)
        position.state.captured_on[<int>piece] = turn


cdef int read_piece(Variant variant, where, name) except -1:
    letter, number = (name[:1], name[1:])
    if len(name) == 2 and letter in variant.board.armies and number in NUMBERS:
        piece = variant.board.armies.index(letter) * ARMY + NUMBERS.index(number)
        if piece // ARMY in variant.armies and piece in variant.pieces(piece // ARMY):
            return piece
    raise BadPosition(where, "no_such_piece", piece=name)


cdef int read_army(Variant variant, where, letter) except -1:
    if letter and letter in variant.board.armies and variant.board.armies.index(letter) in variant.armies:
        return variant.board.armies.index(letter)
    raise BadPosition(where, "no_such_army", army=letter)


cdef void read_posted(Position position, shape) except *:
    """Without `posted`: in phase setup whoever has a piece on the board, later everyone."""
    cdef Variant variant = position.variant
    cdef Field* field = &position.state.field
    if shape.phase == "setup" and variant.little:
        raise BadPosition("phase", "no_setup")
    for army in variant.armies:
        if shape.posted is None and (shape.phase != "setup" or field.left[<int>army]):
            position.state.posted |= 1 << <int>army
    for place, letter in enumerate(shape.posted or ()):
        position.state.posted |= 1 << read_army(variant, f"posted[{place}]", letter)
    if shape.phase == "play" and position.state.posted != sum(1 << army for army in variant.armies):
        raise BadPosition("posted", "not_all")
    if shape.phase == "setup":
        if position.state.posted == sum(1 << army for army in variant.armies):
            raise BadPosition("posted", "all")
        for army in variant.armies:
            posted = position.state.posted >> <int>army & 1
            if field.left[<int>army] != (len(variant.pieces(army)) if posted else 0):
                raise BadPosition("posted", "not_whole", army=variant.board.armies[army])


cdef void read_order(Position position, shape) except *:
    """Without `order`: as if Napoleon had begun. Any army may have begun, but the turns go round as they do."""
    cdef Variant variant = position.variant
    order = variant.play_order
    if shape.order:
        order = tuple(read_army(variant, f"order[{place}]", letter) for place, letter in enumerate(shape.order))
        turn = order[0] in variant.play_order and variant.play_order.index(order[0])
        if order != variant.play_order[turn:] + variant.play_order[:turn]:
            raise BadPosition("order", "not_the_order", order=shape.order)
    line_up(position, order)
    if isinstance(shape.to_move, str):
        position.state.place = order.index(read_army(variant, "to_move", shape.to_move))
    elif shape.phase == "play":
        # Only where lots decide who begins (W95-090) may it be nobody's turn yet, and that must be said.
        if shape.to_move is msgspec.UNSET or shape.order or not variant.drawn_lots:
            raise BadPosition("to_move", "missing")
    elif shape.order:
        position.state.place = 0


cdef void read_throws(Position position, shape) except *:
    if shape.throw is not None:
        if shape.phase != "play" or position.state.place == UNDECIDED:
            raise BadPosition("throw", "nobody_in_turn")
        set_dice(position, sorted(shape.throw))
    position.state.throws = (shape.throw is not None) if shape.throws is None else shape.throws
    if not shape.chain:
        return
    position.chain = tuple(tuple(sorted(dice)) for dice in shape.chain)
    throws = [tuple(sorted(shape.throw or ())), *position.chain]
    if not position.variant.chain or any(len(set(dice)) > 2 or not dice for dice in throws[:len(throws) - 1]):
        raise BadPosition("chain", "no_chain")


cdef void set_dice(Position position, dice) except *:
    for at, die in enumerate(dice):
        position.state.dice[<int>at] = die


cdef int read_seats(Variant variant, where, seats) except -1:
    bits = 0
    for place, seat in enumerate(seats):
        if seat not in variant.seats:
            raise BadPosition(f"{where}[{place}]", "no_such_seat", seat=seat)
        bits |= 1 << variant.seats.index(seat)
    return bits


cdef void read_outcome(Position position, shape) except *:
    if (shape.outcome is not None) != (shape.phase == "over"):
        raise BadPosition("outcome", "not_over" if shape.phase != "over" else "missing")
    if shape.outcome is not None:
        read_seats(position.variant, "outcome.winners", shape.outcome.winners)
        position.outcome = Outcome(tuple(shape.outcome.winners), shape.outcome.reason, shape.outcome.clause)
