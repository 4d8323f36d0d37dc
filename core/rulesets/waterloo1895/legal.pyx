"""What could be ordered: all complete order sets, or one drawn by chance. See legal.pxd."""

from core.contract import Line
from core.rulesets.waterloo1895.orders import Leg, Move, Pass, Place, PlaceDefault, ThrowHeader, text_of
from core.rulesets.waterloo1895.set_up import all_posts, drawn_posts, faults

from libc.stdlib cimport free
from libc.string cimport memset

from core.rulesets.waterloo1895.board cimport Variant
from core.rulesets.waterloo1895.divisions cimport legs_of
from core.rulesets.waterloo1895.order_set cimport partner_posts
from core.rulesets.waterloo1895.search cimport PieceMove, Sequences, list_sequences, random_sequence
from core.stream cimport below, start


cdef class SeededDraw:
    """Numbers drawn from a seed."""

    def __init__(self, seed):
        start(&self.stream, seed & 0xFFFFFFFFFFFFFFFF)

    def number(self, among):
        """0 .. among - 1."""
        return below(&self.stream, among)


# --- Set-ups: W95-016 to W95-019 -------------------------------------------------------------------------------------

def set_up_orders(Position position, seat):
    """Set-ups as order lines, the default first if it is legal."""
    cdef Variant variant = position.variant
    roll, partners = set_up_roll(position, seat)
    setups = variant.board.default_setups
    default = {piece: setups[piece[0]][piece] for piece in roll}
    if not any(faults(variant.board, roll, default, partners)):
        yield lines_of([PlaceDefault()])
    for posts in all_posts(variant.board, roll, partners):
        if posts != default:
            yield place_lines(posts)


cdef tuple random_set_up(Position position, seat, SeededDraw draw):
    roll, partners = set_up_roll(position, seat)
    return place_lines(drawn_posts(position.variant.board, roll, partners, draw.number))


def set_up_roll(Position position, seat):
    """The pieces a seat has to post, by name, and where its partner's stand."""
    cdef Variant variant = position.variant
    armies = variant.commands[seat]
    roll = [variant.board.piece_id(piece) for army in armies for piece in variant.pieces(army)]
    return roll, partner_posts(position, armies[0] >> 1)


def place_lines(posts):
    """Order lines for a set-up, in its order."""
    return lines_of([Place(piece, spot) for piece, spot in posts.items()])


def lines_of(orders):
    """Orders as a player would mail them, one a line."""
    return tuple([Line(number, text_of(order), order) for number, order in enumerate(orders, start=1)])


# --- Throws ----------------------------------------------------------------------------------------------------------

cdef list throw_sets(TurnEngine engine, limit):
    """All ways to play the present throw and its chain: lists of sections, each a list of moves."""
    cdef Sequences listed
    cdef TurnEngine after
    cdef size_t at
    memset(&listed, 0, sizeof(Sequences))
    listed.limit = <size_t>-1 if limit is None else limit
    engine.begin_throw()
    try:
        if not list_sequences(&engine.search, &listed):
            raise MemoryError
        found = []
        for at in range(listed.count):
            if limit is not None and len(found) >= limit:
                break
            moves = orders_of(engine, &listed.sequence[at])
            if not engine.position.chain:
                found.append([moves])
                continue
            after = played(engine, &listed.sequence[at])
            if after.over():
                found.append([moves])
            else:
                rest = None if limit is None else limit - len(found)
                found += [[moves, *sections] for sections in throw_sets(after, rest)]
    finally:
        free(listed.sequence)
    return found


cdef list random_sections(TurnEngine engine, SeededDraw draw):
    """A random way to play the present throw and its chain: a list of sections, each a list of moves."""
    cdef Sequence sequence
    sections = []
    while True:
        draw_sequence(engine, draw, &sequence)
        sections.append(orders_of(engine, &sequence))
        chained = bool(engine.position.chain)
        engine = played(engine, &sequence)
        if engine.over() or not chained:
            return sections


cdef void draw_sequence(TurnEngine engine, SeededDraw draw, Sequence* sequence) except *:
    cdef TurnEngine trial = TurnEngine(engine.position)
    trial.begin_throw()
    if not random_sequence(&trial.search, &draw.stream, sequence):
        raise MemoryError


cdef TurnEngine played(TurnEngine engine, const Sequence* sequence):
    """The game after these moves, at the next throw of the chain if there is one."""
    cdef TurnEngine after = TurnEngine(engine.position)
    cdef int at, leg
    cdef const PieceMove* move
    after.begin_throw()
    for at in range(sequence.moves):
        move = &sequence.move[at]
        after.carry_out(move.piece, move.division, [move.spot[leg] for leg in range(move.division.legs)], False)
    after.finish_throw()
    return after


cdef list orders_of(TurnEngine engine, const Sequence* sequence):
    """The moves of a sequence as orders."""
    board = engine.variant.board
    cdef int at, leg
    cdef const PieceMove* move
    moves = []
    for at in range(sequence.moves):
        move = &sequence.move[at]
        dice = legs_of(move.division)
        legs = tuple([Leg(dice[leg], board.graph.names[move.spot[leg]]) for leg in range(move.division.legs)])
        moves.append(Move(board.piece_id(move.piece), legs))
    return moves


cdef tuple throw_lines(Position position, sections):
    """Order lines for the moves of each section; headers only where the throw has a chain, `pass` if nothing moves."""
    orders = []
    for number, moves in enumerate(sections, start=1):
        if moves and position.chain:
            orders.append(ThrowHeader(number))
        orders += moves
    return lines_of(orders or [Pass()])
