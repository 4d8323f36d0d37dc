"""What a seat, or an onlooker, may know of a position (SWL-012, SWL-095, SWL-133, SWL-R04, SWL-R05).

Everything that is told about a position goes through here, so that nothing else has to think of secrets.
"""

from core.rulesets.stratego_waterloo.board import SEATS, SECTIONS
from core.rulesets.stratego_waterloo.position import STATUSES

from core.rulesets.stratego_waterloo.board cimport BY_CARDS, NONE, RED, SQUARES, Law, Variant, marked
from core.rulesets.stratego_waterloo.position cimport Position, encode, knows, riders_of, seen_piece, turn_and_seat
from core.rulesets.stratego_waterloo.state cimport (
    DRAFTING, IN_RESERVE, LATE, PLAYING, PLAY_ON, RETIRED, SAVED, THEY_STAY_AWAY, Piece, State,
)
from core.rulesets.stratego_waterloo.turns cimport may_return

KINDS = ("setup", "draft", "ply", "pursuit")  # of decisions, by phase
MINUTES = 30  # a turn
START = 11 * 60  # of turn 1 (SWL-014)


def view(Position position, viewer):
    """The view of a seat, None for an onlooker; when the game is over nothing is hidden any more."""
    return Viewer(position, viewer).shown()


def clock_of(int turn):
    """The time of a turn: `11:00`."""
    minutes = START + MINUTES * (turn - 1)
    return f"{minutes // 60 % 24:02}:{minutes % 60:02}"


def owed(Position position):
    """Who owes which decision, or None."""
    if position.state.over != PLAY_ON:
        return None
    return {"seat": SEATS[position.state.to_move], "kind": KINDS[position.state.phase]}


cdef class Viewer:
    """One viewer of a position: `seat` is his number, NONE an onlooker's."""

    cdef Position position
    cdef Variant variant
    cdef int seat
    cdef bint all_open

    def __init__(self, Position position, viewer):
        self.position, self.variant = position, position.variant
        self.seat = NONE if viewer is None else SEATS.index(viewer)
        self.all_open = position.state.over != PLAY_ON

    def shown(self):
        cdef State* state = &self.position.state
        cdef int square
        names = self.variant.board.square_names
        shown = encode(self.position)
        for name in ("mails", "dealt"):
            del shown[name]
        if self.all_open:
            shown["undrawn_order"] = shown["undrawn"]
        shown["undrawn"] = state.undrawn_count if state.dealt else self.variant.law.undrawn
        shown["board"] = {
            names[square]: self._piece(&state.piece[state.on[square]])
            for square in range(SQUARES)
            if state.on[square] != NONE
        }
        shown["pool"] = {SEATS[seat]: self._pool(seat) for seat in range(2)}
        shown["pursuit"] = self._pursuit(shown["pursuit"])
        shown["cards"] = self._cards(shown["cards"])
        shown["retreat"] = {seat: card if self._may_read(seat) else None for seat, card in shown["retreat"].items()}
        for name in ("lists", "standing", "plans"):
            shown[name] = {seat: value for seat, value in shown[name].items() if self._may_read(seat)}
        shown["actions"]["left"] = state.allowance - state.used
        shown["actions"]["may_return"] = (
            self.seat == state.to_move and state.phase == PLAYING
            and bool(may_return(&self.variant.law, state, self.seat))
        )
        return shown | self._particulars()

    def _may_read(self, name):
        return self.all_open or self.seat != NONE and SEATS[self.seat] == name

    cdef bint _knows(self, const Piece* piece):
        return self.all_open or knows(&self.variant.law, piece, self.seat)

    cdef dict _piece(self, const Piece* piece):
        """PIECE of a view: for an own piece `known` tells whether the enemy knows it."""
        own = self.seat == self.variant.law.side[piece.code]
        seen = seen_piece(self.variant, piece, self._knows(piece))
        seen["known"] = bool(piece.known) if own else seen["code"] is not None
        if own:
            seen["charged"] = turn_and_seat(self.variant, piece.charged)
        return seen

    def _pool(self, int seat):
        """A side's pool, sorted by what the viewer sees of it (SWL-095, SWL-R05)."""
        found = []
        own = self.seat == seat or self.all_open
        for slot in range(self.position.state.slots):
            piece = self._pooled(slot, seat, own)
            if piece is not None:
                found.append(piece)
        return sorted(found, key=lambda piece: [str(piece.get(key) or "") for key in SORTED_BY])

    def _pooled(self, int slot, int seat, own):
        cdef const Piece* piece = &self.position.state.piece[slot]
        if not IN_RESERVE <= piece.place <= LATE or self.variant.law.side[piece.code] != seat:
            return None
        seen = self._piece(piece)
        told = own or seen["code"] is not None or piece.place == LATE
        seen["status"] = STATUSES[piece.place] if told else None
        if own:
            seen["left"] = turn_and_seat(self.variant, piece.left)
        elif seen["code"] is None:
            seen["blocks"] = 0
        return seen

    def _pursuit(self, shown):
        cdef State* state = &self.position.state
        cdef int slot
        if shown is None:
            return None
        riders = {label: self._piece(&state.piece[<int>number]) for label, number in riders_of(self.position)}
        gone = {RETIRED: {"blue": [], "red": []}, SAVED: {"blue": [], "red": []}}
        for slot in range(state.slots):
            if state.piece[slot].place in gone:
                side = SEATS[self.variant.law.side[state.piece[slot].code]]
                gone[state.piece[slot].place][side].append(self._piece(&state.piece[slot]))
        for sides in gone.values():
            for pieces in sides.values():
                pieces.sort(key=lambda piece: [str(piece.get(key) or "") for key in SORTED_BY[:4]])
        return {**shown, "riders": riders, "retired": gone[RETIRED], "saved": gone[SAVED]}

    def _cards(self, shown):
        """Hands are secret, and so are the discards till RED may take from them (SWL-133, SWL-R52)."""
        cdef State* state = &self.position.state
        picking = state.phase == DRAFTING and self.seat == state.to_move
        choosing = (
            self.seat == RED and state.phase == PLAYING and self.variant.law.has_cards and not state.taken
            and state.turn >= self.variant.law.prussian_turn and state.coming != THEY_STAY_AWAY
        )
        return {
            "hands": {name: hand if self._may_read(name) else len(hand) for name, hand in shown["hands"].items()},
            "stack": shown["stack"] if self.all_open or picking else None,
            "left": len(shown["stack"]),
            "discards": shown["discards"] if self.all_open or choosing else None,
            "discarded": len(shown["discards"]),
            "taken": shown["taken"],
        }

    def _particulars(self):
        """What follows from the options and the rules."""
        cdef Law* law = &self.variant.law
        ground = self.variant.battlefield
        own = None if self.seat == NONE else SEATS[self.seat]
        return {
            "options": dict(self.variant.options),
            "seat": own,
            "seats": list(SEATS),
            "clock": clock_of(self.position.state.turn),
            "first": ground.first,
            "first_turn": ground.turn,
            "prussian_turn": ground.prussian_turn if ground.prussians else None,
            "owed": owed(self.position),
            "tile_data": {
                tile.id: {"kind": tile.kind, "name": tile.name, "squares": list(tile.squares)} for tile in ground.tiles
            },
            "flags": list(ground.flags),
            "relief": list(ground.relief),
            "sections": {SEATS[seat]: self._sections(seat) for seat in range(2)},
            "lines": "cards" if law.retreat == BY_CARDS else "expert" if not ground.retreat else dict(ground.retreat),
            "reserve_limit": ground.reserve,
            "armies": {seat: dict(army) for seat, army in ground.armies.items()},
            "prussians": dict(ground.prussians),
            "late": dict(ground.late),
            "garrisons": [{"seat": guard.seat, "tile": guard.tile, "count": guard.count} for guard in ground.garrisons],
            "scenario": ground.title,
        }

    def _sections(self, int seat):
        cdef int section, square
        names = self.variant.board.square_names
        return {
            SECTIONS[section]: [
                names[square] for square in range(SQUARES) if marked(self.variant.law.lines[seat][section], square)
            ]
            for section in range(3)
        }


SORTED_BY = ("nation", "arm", "code", "blocks", "status", "left")
