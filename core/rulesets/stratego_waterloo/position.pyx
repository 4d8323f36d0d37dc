"""Positions as values, and their JSON: what `encode` writes, `read` reads back. What a seat may see of it: `view`.

A `Position` is handed out only when it is finished, and never changed afterwards; who needs another makes a copy.
"""

import re

from core.contract import BadPosition, Outcome, shaped
from core.rulesets.stratego_waterloo.board import ARMS, CARD_NAMES, NATIONS, SEATS, SECTIONS
from core.rulesets.stratego_waterloo.schema import PieceSchema, PositionSchema
from core.rulesets.stratego_waterloo.setup import COPIES

from libc.string cimport memcpy

from core.rulesets.stratego_waterloo.actions cimport may_stand
from core.rulesets.stratego_waterloo.board cimport (
    BLUE, BY_CARDS, CARDS, CODES, EXPERT, FARM, HC, NONE, PR, RED, SQUARES, Law,
)
from core.rulesets.stratego_waterloo.state cimport (
    CINC_LOST, DRAW_AGREED, INDECISIVE, IN_RESERVE, LATE, LEADERS_LOST, LONG_AGO, MAJOR, MINOR, MUCH_DAMAGE, NO_PLAN,
    OVER, PLAYING, PLAY_ON, PUBLIC, PURSUING, RESIGNED, RESTING, RETIRED, RETREAT_LINES, RIDING, SAVED, SCOUTED,
    SETTING_UP, SPIRIT_ANY, SPIRIT_LEADERS, SPIRIT_OFF, SPIRIT_WIN, TURN_LIMIT, WITHDRAWN, add_piece, clear, losses,
)
from core.rulesets.stratego_waterloo.turns cimport allowance, prussian_action, pursuit_allowance

PHASES = ("setup", "draft", "play", "pursuit", "over")
STATUSES = {IN_RESERVE: "reserve", RESTING: "resting", WITHDRAWN: "withdrawn", LATE: "late"}
RESULTS = (None, "won", "lost")
COMINGS = ("open", "come", "never")
SPIRITS = ("leaders", "off", "win", "any")
TIES = ("auto", "mover", "other")
FARM_TARGETS = ("low", "high", "strong")
PLANS = (None, "auto", "cut", "save")
REASONS = {
    RETREAT_LINES: "retreat_lines", LEADERS_LOST: "leaders_lost", CINC_LOST: "cinc_lost", RESIGNED: "resigned",
    DRAW_AGREED: "draw_agreed", TURN_LIMIT: "turn_limit", MAJOR: "major", MINOR: "minor", INDECISIVE: "indecisive",
}
CLAUSES = {
    RETREAT_LINES: "SWL-097", LEADERS_LOST: "SWL-090", CINC_LOST: "SWL-101", RESIGNED: "SWL-103",
    DRAW_AGREED: "SWL-103", TURN_LIMIT: "SWL-104", MAJOR: "SWL-171", MINOR: "SWL-171", INDECISIVE: "SWL-171",
}
EXPERT_CLAUSES = {**CLAUSES, RETREAT_LINES: "SWL-156", CINC_LOST: "SWL-154"}
SHORT = re.compile("([A-Z]{2})(?:-?([0-6]))?")  # `LN`, `PL-2`
LABEL = re.compile("([VR])([1-9][0-9]{0,2})")  # of a rider


def numbered(words):
    """The number of each word."""
    return {word: number for number, word in enumerate(words)}


# The words of the JSON as numbers: `read` asks for some dozens of them, and an index would be sought word by word.
cdef dict PHASE_OF = numbered(PHASES)
cdef dict SEAT_OF = numbered(SEATS)
cdef dict SECTION_OF = numbered(SECTIONS)
cdef dict CARD_OF = numbered(CARD_NAMES)
cdef dict RESULT_OF = numbered(RESULTS)
cdef dict COMING_OF = numbered(COMINGS)
cdef dict TIE_OF = numbered(TIES)
cdef dict FARM_TARGET_OF = numbered(FARM_TARGETS)
cdef dict PLAN_OF = numbered(PLANS)
cdef dict PLACE_OF = {word: place for place, word in STATUSES.items()}
cdef dict REASON_OF = {word: reason for reason, word in REASONS.items()}
# `win 3` and the like: the Spirit, and the strength from which on it is asked for.
cdef dict SPIRIT_OF = {
    "leaders": (SPIRIT_LEADERS, 0),
    "off": (SPIRIT_OFF, 0),
    **{f"win {least}": (SPIRIT_WIN, least) for least in range(1, 7)},
    **{f"any {least}": (SPIRIT_ANY, least) for least in range(1, 7)},
}


cdef class Position(BasePosition):
    """What a game of Stratego Waterloo looks like at one moment, as a value."""

    @property
    def rules(self):
        """The rules it is played by."""
        return self.variant.rules

    @property
    def options(self):
        """The settled options of its game."""
        return dict(self.variant.options)

    cdef Position copy(self):
        cdef Position other = Position.__new__(Position)
        other.variant = self.variant
        memcpy(&other.state, &self.state, sizeof(State))
        return other


cdef Position blank(Variant variant):
    cdef Position position = Position.__new__(Position)
    position.variant = variant
    clear(&position.state)
    return position


cdef Position opening(Variant variant):
    """Nothing dealt, nothing set up: RED begins (SWL-008)."""
    cdef Position position = blank(variant)
    cdef int card
    position.state.phase, position.state.to_move = SETTING_UP, RED
    position.state.turn = variant.law.first_turn
    if variant.law.has_cards:
        for card in range(CARDS):
            position.state.stack[card] = COPIES
    return position


cpdef object outcome_of(Position position):
    """The end of the game, or None."""
    cdef State* state = &position.state
    if state.over == PLAY_ON:
        return None
    clauses = EXPERT_CLAUSES if position.variant.law.mode == EXPERT else CLAUSES
    winners = () if state.winner == NONE else (SEATS[state.winner],)
    return Outcome(winners, REASONS[state.over], clauses[state.over])


# --- Out as JSON ------------------------------------------------------------------------------------------------------

cpdef dict encode(Position position):
    """The whole position, every key of `PositionSchema`."""
    cdef State* state = &position.state
    cdef int index
    codes, end = position.variant.board.codes, outcome_of(position)
    whole = {
        "phase": phase_of(position),
        "turn": state.turn,
        "to_move": SEATS[state.to_move],
        "board": board_json(position),
        "pool": by_seat(pieces_json(position, BLUE, IN_RESERVE, LATE), pieces_json(position, RED, IN_RESERVE, LATE)),
        "undrawn": [codes[state.undrawn[index]] for index in range(state.undrawn_count)],
        "eliminated": by_seat(lost_json(position, BLUE), lost_json(position, RED)),
        "tiles": tiles_json(position),
        "actions": actions_json(position),
        "retreat": by_seat(section_name(state.section[BLUE]), section_name(state.section[RED])),
        "cards": {
            "hands": by_seat(card_names(state.hand[BLUE]), card_names(state.hand[RED])),
            "stack": card_names(state.stack),
            "discards": card_names(state.discards),
            "taken": bool(state.taken),
        },
        "lists": by_seat(lists_json(state, BLUE), lists_json(state, RED)),
        "standing": by_seat(standing_json(state, BLUE), standing_json(state, RED)),
        "plans": by_seat(plan_json(position, BLUE), plan_json(position, RED)),
        "grouchy": COMINGS[state.coming],
        "draw_offer": None if state.offering == NONE else SEATS[state.offering],
        "pursuit": pursuit_json(position),
        "outcome": end and {"winners": list(end.winners), "reason": end.reason, "clause": end.clause},
        "dealt": bool(state.dealt),
        "step": state.step,
        "mails": state.mails,
    }
    if state.offering != NONE and state.offered_for > 1:
        whole["draw_plies"] = state.offered_for
    return whole


cdef dict by_seat(blue, red):
    return {"blue": blue, "red": red}


cpdef str phase_of(Position position):
    """The phase's word."""
    return PHASES[OVER if position.state.over != PLAY_ON else position.state.phase]


cdef dict board_json(Position position):
    cdef State* state = &position.state
    cdef tuple names = position.variant.board.square_names
    cdef dict pieces = {}
    cdef int square
    for square in range(SQUARES):
        if state.on[square] != NONE:
            pieces[names[square]] = piece_json(position.variant, &state.piece[state.on[square]])
    return pieces


cdef object section_name(int section):
    return None if section == NONE else SECTIONS[section]


cdef object turn_and_seat(Variant variant, int ply):
    """A ply's number as a turn and a seat, or None for one before all plies."""
    if ply == LONG_AGO:
        return None
    return {"turn": ply >> 1, "seat": SEATS[variant.law.first ^ (ply & 1)]}


cdef object piece_json(Variant variant, const Piece* piece):
    """A piece in its shortest form."""
    cdef bint public = piece.known & PUBLIC
    cdef bint pooled = IN_RESERVE < piece.place <= LATE
    cdef bint told = public != (piece.place == RESTING or piece.place == WITHDRAWN)
    code = variant.board.codes[piece.code]
    if not (told or pooled or piece.known & SCOUTED) and piece.charged == LONG_AGO and piece.left == LONG_AGO:
        return f"{code}-{piece.blocks}" if piece.blocks else code
    more = {"code": code}
    if told:
        more["known"] = public
    if piece.known & SCOUTED:
        more["scouted"] = True
    if piece.charged != LONG_AGO:
        more["charged"] = turn_and_seat(variant, piece.charged)
    if piece.left != LONG_AGO:
        more["left"] = turn_and_seat(variant, piece.left)
    if pooled:
        more["status"] = STATUSES[piece.place]
    if piece.blocks:
        more["blocks"] = piece.blocks
    return more


cdef list pieces_json(Position position, int seat, int first, int last):
    """A side's pieces at these places, in an order that hangs on their values alone."""
    cdef State* state = &position.state
    cdef int slot
    cdef Piece* piece
    found = []
    for slot in range(state.slots):
        piece = &state.piece[slot]
        if first <= piece.place <= last and position.variant.law.side[piece.code] == seat:
            key = (piece.place, piece.code, piece.left, piece.blocks, piece.charged, piece.known)
            found.append((key, piece_json(position.variant, piece)))
    if len(found) > 1:
        found.sort(key=lambda entry: entry[0])
    return [written for _, written in found]


cdef dict lost_json(Position position, int seat):
    """What a side has lost: {code: n}, none that are 0."""
    cdef int code
    cdef dict counts = {}
    for code in range(CODES):
        if position.state.lost[code] and position.variant.law.side[code] == seat:
            counts[position.variant.board.codes[code]] = position.state.lost[code]
    return counts


cdef dict tiles_json(Position position):
    cdef State* state = &position.state
    cdef int tile
    return {
        position.variant.tile_names[tile]: {
            "flag": None if state.flag[tile] == NONE else SEATS[state.flag[tile]], "damage": state.damage[tile],
        }
        for tile in range(position.variant.law.tiles)
    }


cdef dict actions_json(Position position):
    cdef State* state = &position.state
    return {
        "allowance": state.allowance,
        "used": state.used,
        "allied": state.by_nation[0],
        "prussian": state.by_nation[1],
        "split": bool(state.split),
        "card": bool(state.carded[state.to_move]),
        "guard": bool(state.carded[state.to_move ^ 1]),
        "result": RESULTS[state.result],
    }


cdef list card_names(const unsigned char* cards):
    cdef int card
    cdef list names = []
    for card in range(CARDS):
        if cards[card]:
            names += [CARD_NAMES[card]] * cards[card]
    return names


cdef dict lists_json(const State* state, int seat):
    cdef int index
    return {
        "keep": [CARD_NAMES[state.keep[seat][index]] for index in range(state.keep_count[seat])],
        "burn": [CARD_NAMES[state.burn[seat][index]] for index in range(state.burn_count[seat])],
    }


cdef dict standing_json(const State* state, int seat):
    spirit = SPIRITS[state.spirit[seat]]
    if state.spirit[seat] >= SPIRIT_WIN:
        spirit = f"{spirit} {state.spirit_from[seat]}"
    return {
        "spirit": spirit,
        "advance": "on" if state.advance[seat] else "off",
        "own-tie": TIES[state.own_tie[seat]],
        "farm-target": FARM_TARGETS[state.farm_target[seat]],
        "prussians": "hold" if seat == RED and state.hold else "come",
    }


cdef object plan_json(Position position, int seat):
    cdef State* state = &position.state
    cdef int index
    if state.plan[seat] == NO_PLAN:
        return None
    names = position.variant.board.square_names
    squares = [names[state.planned[seat][index]] for index in range(state.plan_count[seat])]
    return {"kind": PLANS[state.plan[seat]], "squares": squares}


cdef object pursuit_json(Position position):
    cdef State* state = &position.state
    if state.victor == NONE:
        return None
    return {
        "victor": SEATS[state.victor],
        "riders": {label: piece_json(position.variant, &state.piece[<int>slot]) for label, slot in riders_of(position)},
        "retired": {SEATS[seat]: pieces_json(position, seat, RETIRED, RETIRED) for seat in range(2)},
        "saved": {SEATS[seat]: pieces_json(position, seat, SAVED, SAVED) for seat in range(2)},
        "before": {SEATS[seat]: state.before[<int>seat] for seat in range(2)},
    }


cdef list riders_of(Position position):
    """Labels and slots of the pursuit cavalry, the victor's first (SWL-173)."""
    cdef State* state = &position.state
    cdef int slot, seat
    found = []
    for slot in range(state.slots):
        if state.piece[slot].place == RIDING:
            seat = position.variant.law.side[state.piece[slot].code]
            found.append((seat != state.victor, state.piece[slot].label, slot))
    return [(f"{'R' if other else 'V'}{label}", slot) for other, label, slot in sorted(found)]


cdef bint knows(const Law* law, const Piece* piece, int viewer) noexcept:
    """Whether a seat, or with NONE everybody, knows the name of a piece (SWL-012, SWL-R04)."""
    if viewer == NONE:
        return piece.known & PUBLIC
    return viewer == law.side[piece.code] or piece.known != 0


cdef dict seen_piece(Variant variant, const Piece* piece, bint known):
    """A piece as a viewer sees it: its back (SWL-012), its blocks (SWL-076), and its code if he knows it."""
    cdef int code = piece.code
    return {
        "code": variant.board.codes[code] if known else None,
        "arm": ARMS[variant.law.arm[code]],
        "nation": NATIONS[variant.law.nation[code]],
        "side": SEATS[variant.law.side[code]],
        "blocks": piece.blocks,
    }


# --- In from JSON -----------------------------------------------------------------------------------------------------

cdef Position read(Variant variant, written):
    """The position written. Raises BadPosition, or msgspec.ValidationError for the wrong shape."""
    shape = shaped(written, PositionSchema)
    cdef Position position = blank(variant)
    read_clock(position, shape)
    read_tiles(position, shape)
    read_pieces(position, shape)
    read_pursuit(position, shape)
    refuse_too_many(position)
    refuse_early_pieces(position)
    read_cards(position, shape)
    read_retreat(position, shape)
    read_sides(position, shape)
    read_actions(position, shape)
    read_outcome(position, shape)
    return position


cdef int seat_number(name) except -1:
    return SEAT_OF[name]


cdef int ply_number(Variant variant, ply):
    return LONG_AGO if ply is None else 2 * ply.turn + (seat_number(ply.seat) != variant.law.first)


cdef void read_clock(Position position, shape) except *:
    cdef State* state = &position.state
    cdef Law* law = &position.variant.law
    state.phase = PHASE_OF[shape.phase]
    state.turn = law.first_turn if shape.turn is None else shape.turn
    if state.turn < law.first_turn or state.turn > law.turn_limit:
        raise BadPosition("turn", "turn", turn=shape.turn, first=law.first_turn, last=law.turn_limit)
    if shape.to_move is not None:
        state.to_move = seat_number(shape.to_move)
    elif shape.pursuit is not None:
        state.to_move = seat_number(shape.pursuit.victor)
    else:
        state.to_move = RED if state.phase < PLAYING else law.first
    state.coming = COMING_OF[shape.grouchy]
    if shape.draw_offer is not None:
        state.offering, state.offered_for = seat_number(shape.draw_offer), shape.draw_plies
    state.step, state.mails, state.dealt = shape.step, shape.mails, shape.dealt


cdef void read_tiles(Position position, shape) except *:
    cdef int tile
    for name, written in shape.tiles.items():
        if name not in position.variant.tile_names:
            raise BadPosition(f"tiles.{name}", "no_such_tile", tile=name)
        tile = position.variant.tile_names.index(name)
        position.state.damage[tile] = written.damage
        if written.flag is not None:
            if position.variant.law.tile_kind[tile] != FARM or written.damage >= MUCH_DAMAGE:
                raise BadPosition(f"tiles.{name}.flag", "no_flag", tile=name)
            position.state.flag[tile] = seat_number(written.flag)


cdef void read_pieces(Position position, shape) except *:
    read_board(position, shape.board)
    read_pools(position, shape.pool)
    read_lost(position, shape.eliminated)
    read_undrawn(position, shape.undrawn)


cdef void read_board(Position position, dict pieces) except *:
    cdef Variant variant = position.variant
    cdef int slot, square
    for name, written in pieces.items():
        square = variant.board.square_named(str(name))
        if square == NONE:
            raise BadPosition(f"board.{name}", "no_such_square", square=name)
        slot = read_piece(position, "board", name, written, square)
        if not may_stand(&variant.law, &position.state, position.state.piece[slot].code, square):
            code = variant.board.codes[position.state.piece[slot].code]
            raise BadPosition(f"board.{name}", "terrain", square=name, unit=code)


cdef void read_pools(Position position, dict pools) except *:
    cdef int place
    for seat, pool in pools.items():
        for index, written in enumerate(pool):
            place = IN_RESERVE if type(written) is str else PLACE_OF[written.status or "reserve"]
            if place == LATE and position.state.turn >= position.variant.law.late_turn:
                place = IN_RESERVE  # SWL-177
            read_own_piece(position, f"pool.{seat}[{index}]", written, place, seat)


cdef void read_lost(Position position, dict lost) except *:
    cdef dict number = position.variant.board.number, counts
    cdef int code
    for seat, counts in lost.items():
        for name, count in counts.items():
            if name not in number:
                raise BadPosition(f"eliminated.{seat}.{name}", "no_such_unit", unit=name)
            code = number[name]
            if position.variant.law.side[code] != seat_number(seat):
                raise BadPosition(f"eliminated.{seat}.{name}", "other_side", unit=name, seat=seat)
            position.state.lost[code] = count


cdef void read_undrawn(Position position, list codes) except *:
    cdef dict number = position.variant.board.number
    cdef int index, code
    for index, name in enumerate(codes):
        if name not in number:
            raise BadPosition(f"undrawn[{index}]", "no_such_unit", unit=name)
        code = number[name]
        if position.variant.law.nation[code] != PR:
            raise BadPosition(f"undrawn[{index}]", "no_prussian", unit=name)
        position.state.undrawn[index] = code
    position.state.undrawn_count = len(codes)


cdef int read_code(Position position, where, code) except -1:
    if code not in position.variant.board.number:
        raise BadPosition(where, "no_such_unit", unit=code)
    return position.variant.board.number[code]


cdef int read_own_piece(Position position, where, written, int place, seat) except -1:
    cdef int slot = read_piece(position, where, None, written, place)
    if position.variant.law.side[position.state.piece[slot].code] != seat_number(seat):
        code = position.variant.board.codes[position.state.piece[slot].code]
        raise BadPosition(where, "other_side", unit=code, seat=seat)
    return slot


cdef int read_piece(Position position, where, key, written, int place) except -1:
    """A piece put at a place; its slot. `where` and `key` say where it is written."""
    cdef Variant variant = position.variant
    cdef int slot, code = NONE
    cdef Piece* piece
    if type(written) is str:
        code = variant.board.code_named(written)
    if code != NONE:
        slot = add_piece(&variant.law, &position.state, code, place)
        if slot == NONE:
            raise BadPosition(path(where, key), "too_many", unit=written)
        if place == RESTING or place == WITHDRAWN:
            position.state.piece[slot].known = PUBLIC  # SWL-R05
        return slot
    where = path(where, key)
    if isinstance(written, str):
        written = short_piece(where, written)
    code = read_code(position, where, written.code)
    if written.blocks and (variant.law.cls[code] != HC or written.blocks > variant.law.strength[code]):
        raise BadPosition(f"{where}.blocks", "blocks", unit=written.code, blocks=written.blocks)
    if written.status is not None and not IN_RESERVE <= place <= LATE:
        raise BadPosition(f"{where}.status", "not_in_pool", unit=written.code)
    slot = add_piece(&variant.law, &position.state, code, place)
    if slot == NONE:
        raise BadPosition(where, "too_many", unit=written.code)
    piece = &position.state.piece[slot]
    piece.blocks = written.blocks
    known = (place == RESTING or place == WITHDRAWN) if written.known is None else written.known  # SWL-R05
    piece.known = (PUBLIC if known else 0) + (SCOUTED if written.scouted else 0)
    piece.charged, piece.left = ply_number(variant, written.charged), ply_number(variant, written.left)
    return slot


cdef object path(where, key):
    return where if key is None else f"{where}.{key}"


cdef object short_piece(where, text):
    """A piece written `LN` or `PL-2`."""
    found = SHORT.fullmatch(text)
    if found is None:
        raise BadPosition(where, "no_such_unit", unit=text)
    return PieceSchema(found[1], int(found[2] or 0))


cdef void read_pursuit(Position position, shape) except *:
    cdef State* state = &position.state
    cdef int slot, seat
    if shape.pursuit is None:
        if state.phase == PURSUING:
            raise BadPosition("pursuit", "missing")
        return
    if position.variant.law.mode != EXPERT or state.phase < PURSUING:
        raise BadPosition("pursuit", "no_pursuit")
    state.victor = seat_number(shape.pursuit.victor)
    for label, written in shape.pursuit.riders.items():
        found = LABEL.fullmatch(label)
        if found is None or int(found[2]) > 240:
            raise BadPosition(f"pursuit.riders.{label}", "no_such_label", label=label)
        seat = state.victor if found[1] == "V" else state.victor ^ 1
        slot = read_own_piece(position, f"pursuit.riders.{label}", written, RIDING, SEATS[seat])
        state.piece[slot].label = int(found[2])
        if position.variant.law.arm[state.piece[slot].code] != 1:
            raise BadPosition(f"pursuit.riders.{label}", "no_rider", label=label)
    for where, places, place in (("retired", shape.pursuit.retired, RETIRED), ("saved", shape.pursuit.saved, SAVED)):
        for name, pieces in places.items():
            for index, written in enumerate(pieces):
                read_own_piece(position, f"pursuit.{where}.{name}[{index}]", written, place, name)
    for seat in range(2):
        state.before[seat] = losses(&position.variant.law, state, seat)
        if shape.pursuit.before is not None:
            state.before[seat] = shape.pursuit.before.get(SEATS[seat], 0)


cdef void refuse_too_many(Position position) except *:
    """No more of a kind than belong to the game."""
    cdef State* state = &position.state
    cdef int slot, code
    cdef int counts[CODES]
    for code in range(CODES):
        counts[code] = state.lost[code]
    for slot in range(state.slots):
        counts[state.piece[slot].code] += 1
    for slot in range(state.undrawn_count):
        counts[state.undrawn[slot]] += 1
    for code in range(CODES):
        if counts[code] > position.variant.law.army[code]:
            facts = {"unit": position.variant.board.codes[code], "count": counts[code]}
            raise BadPosition("board", "too_many", most=position.variant.law.army[code], **facts)


cdef void refuse_early_pieces(Position position) except *:
    """While set-ups are owed, nothing stands on the side of those who owe them (SWL-008)."""
    cdef State* state = &position.state
    cdef int slot, seat
    for slot in range(state.slots if state.phase == SETTING_UP else 0):
        seat = position.variant.law.side[state.piece[slot].code]
        if seat == BLUE or state.to_move == RED:
            raise BadPosition("board", "not_set_up", seat=SEATS[seat])


cdef void read_cards(Position position, shape) except *:
    cdef State* state = &position.state
    cdef bint has_cards = position.variant.law.has_cards
    cdef int card, total
    cards = shape.cards
    stack = cards.stack
    if stack is None:
        stack = [name for name in CARD_NAMES for _ in range(COPIES)] if has_cards and state.phase < PLAYING else []
    count_cards(state.hand[BLUE], cards.hands.blue)
    count_cards(state.hand[RED], cards.hands.red)
    count_cards(state.stack, stack)
    count_cards(state.discards, cards.discards)
    state.taken = cards.taken
    for card in range(CARDS):
        total = state.hand[BLUE][card] + state.hand[RED][card] + state.stack[card] + state.discards[card]
        if total > (COPIES if has_cards else 0):
            code = "too_many_cards" if has_cards else "no_cards"
            raise BadPosition("cards", code, card=CARD_NAMES[card], count=total)


cdef void count_cards(unsigned char* counts, list names) except *:
    for name in names:
        counts[<int>CARD_OF[name]] += 1


cdef void read_retreat(Position position, shape) except *:
    cdef State* state = &position.state
    cdef int seat
    by_cards = position.variant.law.retreat == BY_CARDS
    for seat in range(2):
        section = "CENTRE"
        if shape.retreat is not None:
            section = shape.retreat.get(SEATS[seat])
        elif not by_cards or not state.dealt:
            section = None
        if section is not None:
            if not by_cards:
                raise BadPosition(f"retreat.{SEATS[seat]}", "no_retreat_cards")
            state.section[seat] = SECTION_OF[section]
    if not state.dealt and (state.undrawn_count or state.phase != SETTING_UP):
        raise BadPosition("dealt", "dealt")


cdef void read_sides(Position position, shape) except *:
    """Draft lists, standing orders, plans."""
    cdef State* state = &position.state
    cdef int seat
    for name, lists in shape.lists.items():
        seat = seat_number(name)
        state.keep_count[seat] = read_list(state.keep[seat], lists.keep)
        state.burn_count[seat] = read_list(state.burn[seat], lists.burn)
    for name, standing in shape.standing.items():
        read_standing(state, name, standing)
    for name, plan in shape.plans.items():
        if plan is not None:
            read_plan(position, name, plan)


cdef int read_list(unsigned char* entries, list names) except -1:
    """Card names as a draft list; how many."""
    cdef int index
    for index, name in enumerate(names):
        entries[index] = CARD_OF[name]
    return len(names)


cdef void read_standing(State* state, name, standing) except *:
    cdef int seat = seat_number(name)
    found = SPIRIT_OF.get(standing.spirit)
    if found is None:
        raise BadPosition(f"standing.{name}.spirit", "no_such_order", value=standing.spirit)
    state.spirit[seat], state.spirit_from[seat] = found
    state.advance[seat] = standing.advance == "on"
    state.own_tie[seat] = TIE_OF[standing.own_tie]
    state.farm_target[seat] = FARM_TARGET_OF[standing.farm_target]
    if standing.prussians == "hold":
        if seat != RED:
            raise BadPosition(f"standing.{name}.prussians", "no_such_order", value=standing.prussians)
        state.hold = 1


cdef void read_plan(Position position, name, plan) except *:
    cdef State* state = &position.state
    cdef dict squares = position.variant.board.squares
    cdef int seat = seat_number(name), index
    state.plan[seat] = PLAN_OF[plan.kind]
    for index, square in enumerate(plan.squares):
        if square not in squares:
            raise BadPosition(f"plans.{name}.squares[{index}]", "no_such_square", square=square)
        state.planned[seat][index] = squares[square]
    state.plan_count[seat] = len(plan.squares)


cdef void read_actions(Position position, shape) except *:
    cdef State* state = &position.state
    cdef Law* law = &position.variant.law
    cdef int seat = state.to_move
    actions = shape.actions
    if state.phase == PLAYING:
        state.split = seat == RED and prussian_action(law, state)
        state.allowance = allowance(law, state, seat)
    elif state.phase == PURSUING:
        state.allowance = pursuit_allowance(law, state, seat)
    if actions.allowance is not None:
        state.allowance = actions.allowance
    if actions.split is not None:
        state.split = actions.split
    if actions.used > state.allowance:
        raise BadPosition("actions.used", "too_many_used", used=actions.used, allowance=state.allowance)
    state.used = actions.used
    state.by_nation[0], state.by_nation[1] = actions.allied, actions.prussian
    state.carded[seat], state.carded[seat ^ 1] = actions.card, actions.guard
    state.result = RESULT_OF[actions.result]


cdef void read_outcome(Position position, shape) except *:
    cdef State* state = &position.state
    if (shape.outcome is not None) != (shape.phase == "over"):
        raise BadPosition("outcome", "missing" if shape.phase == "over" else "not_over")
    if shape.outcome is None:
        return
    state.over = REASON_OF[shape.outcome.reason]
    drawn = state.over in (DRAW_AGREED, TURN_LIMIT, INDECISIVE)
    if len(shape.outcome.winners) != (0 if drawn else 1):
        raise BadPosition("outcome.winners", "winners", reason=shape.outcome.reason)
    state.winner = NONE if drawn else seat_number(shape.outcome.winners[0])
    if outcome_of(position).clause != shape.outcome.clause:
        raise BadPosition("outcome.clause", "clause", clause=outcome_of(position).clause)
