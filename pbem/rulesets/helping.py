"""The order helper: pieces that can be picked on the map of a view, and for each the orders that it may be given.

It writes order text and nothing else, and whatever it offers the rules have taken: a rule set proposes candidates, each
is laid below the orders that are written already, and the rules' `check` says which of them stand. So no rule is
written down twice. All is found out from the view of a seat: of a hidden enemy it knows what the seat knows.

A rule set joins in by a `Helper` in its `Presentation`: where things stand on its picture, which pieces its seat has,
and what might be ordered of one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import msgspec

from core.contract import Checked, Effect, Json, Line, Orders, RuleSet, SeatName, Status, Verdict

Point: TypeAlias = tuple[float, float]
Texts: TypeAlias = Callable[[Any], str]

MOST_WAYS = 400  # of one piece
MOST_PLAIN = 40
MOST_JUDGED = 20_000  # lines that the rules are asked about for one answer: all that are written, for each candidate
COMPLETE = "These orders can be sent as they stand; or add to them."
MORE = "Pick a piece, then where it goes."
NOTHING_LEFT = "Nothing more can be ordered below these lines."
FAULTY = "A line is not as the rules want it: Check tells why. The helper goes on below it."
UNREAD = "Line {number} is not understood, so the helper cannot go on below it."


class Board(msgspec.Struct, frozen=True):
    """Where things stand on the picture of a view: its size, the middle of each place, how far apart places are.

    `size` is how wide a place is drawn.
    """

    width: float
    height: float
    step: float
    size: float
    spots: Mapping[str, Point]


class Piece(msgspec.Struct, frozen=True):
    """A piece that can be picked, and the place where it stands; one of no place is picked from the list alone."""

    piece: str
    at: str


class Way(msgspec.Struct, frozen=True):
    """An order that can be given: the place it leads to, if any, its text, and how it is called in a list."""

    to: str
    text: str
    said: str


class Candidate(msgspec.Struct, frozen=True):
    """An order that may be possible, the place it leads to, and how it is called; "" is called by its text."""

    order: Any
    to: str = ""
    said: str = ""


class Moved(msgspec.Struct, frozen=True):
    """A move that is written already: the piece, from where, and to where."""

    piece: str
    start: str
    end: str


class Offer(msgspec.Struct, frozen=True):
    """What can be ordered below the lines that are written; `ways` are those of the piece that was picked."""

    board: Board
    pieces: tuple[Piece, ...]
    ways: tuple[Way, ...]
    plain: tuple[Way, ...]
    moves: tuple[tuple[str, str], ...]
    complete: bool
    said: str


@dataclass(frozen=True, kw_only=True)
class Helper:
    """What a rule set contributes; each is asked of a view, and of the seat that looks."""

    board: Callable[[Json], Board]
    """Where things stand on the picture that `map_svg` draws of the view."""
    pieces: Callable[[Json, SeatName], Sequence[Piece]]
    """The pieces of the seat, where they stand before anything is ordered."""
    ways: Callable[[Json, SeatName, Piece, Orders], Iterable[Candidate]]
    """What might be ordered of a piece, where it stands by then, below orders that are written."""
    plain: Callable[[Json, SeatName, Orders, Json], Iterable[Candidate]]
    """What might be ordered besides, of no piece on the map: to pass, to end, the next throw. The last of what it is
    given are the facts of what the orders that are written lack as a whole, none where they lack nothing."""
    moved: Callable[[Any, Verdict, Mapping[str, str]], Moved | None]
    """Where an order that stands leads its piece; the places are those before it."""


def offer(
    rules: RuleSet[Any], helper: Helper, text_of: Texts, view: Json, seat: SeatName, written: Orders, picked: str | None
) -> Offer:
    """What can be ordered below what is written, and of the piece that is `picked`."""
    return _Desk(rules, helper, text_of, view, seat, written).offer(picked)


class _Desk:
    """The orders that are written, and the rules that are asked what may stand below them."""

    def __init__(
        self, rules: RuleSet[Any], helper: Helper, text_of: Texts, view: Json, seat: SeatName, written: Orders
    ) -> None:
        self.rules, self.helper, self.text_of = rules, helper, text_of
        self.view, self.seat = view, seat
        self.left = MOST_JUDGED
        self.board = helper.board(view)
        self.position = rules.imagine(view, 0)
        self.written = tuple(Line(number, "", line.order) for number, line in enumerate(written, start=1))
        self.unread = next((line.number for line in written if line.order is None), None)
        self.checked = rules.check(self.position, seat, self.written) if self.unread is None else None
        self.wrong = _wrong(self.checked, self.written) if self.checked is not None else set()
        self.pieces = {each.piece: each for each in helper.pieces(view, seat)}
        self.moves = list(self._moves())

    def offer(self, picked: str | None) -> Offer:
        complete = bool(self.written) and self.checked is not None and self.checked.effect is not Effect.NOTHING
        if self.unread is not None:
            return self._told((), (), (), complete=False, said=UNREAD.format(number=self.unread))
        plain = tuple(self._ways(self.helper.plain(self.view, self.seat, self.written, self._lacks()), MOST_PLAIN))
        chosen = self.pieces.get(picked or "")
        ways = tuple(self._ways(self._of(chosen), MOST_WAYS)) if chosen is not None else ()
        pieces = tuple(each for each in self.pieces.values() if each is chosen or self._can_move(each))
        said = MORE if pieces or plain else NOTHING_LEFT
        if complete:
            said = COMPLETE if pieces or plain else "These orders can be sent."
        elif self.wrong:
            said = FAULTY
        return self._told(pieces, ways, plain, complete=complete, said=said)

    def _told(
        self, pieces: tuple[Piece, ...], ways: tuple[Way, ...], plain: tuple[Way, ...], *, complete: bool, said: str
    ) -> Offer:
        moves = tuple((each.start, each.end) for each in self.moves)
        return Offer(self.board, pieces, ways, plain, moves, complete, said)

    def _of(self, piece: Piece) -> Iterable[Candidate]:
        return self.helper.ways(self.view, self.seat, piece, self.written)

    def _can_move(self, piece: Piece) -> bool:
        return next(self._ways(self._of(piece), 1), None) is not None

    def _ways(self, candidates: Iterable[Candidate], most: int) -> Iterator[Way]:
        """Those that the rules take, each text once."""
        known: set[str] = set()
        for each in candidates:
            if len(known) >= most or self.left <= 0:
                return
            self.left -= len(self.written) + 1
            if self._stands(each.order):
                text = self.text_of(each.order)
                if text not in known:
                    known.add(text)
                    yield Way(each.to, text, each.said or text)

    def _stands(self, order: Any) -> bool:
        """Whether the rules take an order below those that are written, which stand as they stood without it."""
        lines = (*self.written, Line(len(self.written) + 1, "", order))
        after = self.rules.check(self.position, self.seat, lines)
        if _wrong(after, self.written) - self.wrong:
            return False
        last = [each for each in after.verdicts if each.line == len(lines)]
        if any(each.status not in (Status.OK, Status.VOID) for each in last):
            return False
        # Of a set that lacks something, what is void may stand once it is there; of a whole one it is idle.
        return after.effect is Effect.NOTHING or all(each.status is Status.OK for each in last)

    def _lacks(self) -> Json:
        """The facts of what is wrong with the orders as a whole."""
        verdicts = self.checked.verdicts if self.checked is not None else ()
        return next((each.facts for each in verdicts if each.line is None and each.status is not Status.OK), {})

    def _moves(self) -> Iterator[Moved]:
        """The moves that are written, as far as they stand; the pieces are where these lead them from then on."""
        if self.checked is None:
            return
        by_line = {each.line: each for each in self.checked.verdicts if each.status in (Status.OK, Status.VOID)}
        for line in self.written:
            verdict = by_line.get(line.number)
            places = {name: each.at for name, each in self.pieces.items()}
            moved = self.helper.moved(line.order, verdict, places) if verdict is not None else None
            if moved is not None:
                yield moved
                if moved.piece in self.pieces:
                    self.pieces[moved.piece] = Piece(moved.piece, moved.end)


def _wrong(checked: Checked, lines: Orders) -> set[int | None]:
    """The lines that are refused, or asked about; what the set as a whole lacks is no fault of a line."""
    numbers = {line.number for line in lines}
    return {
        each.line for each in checked.verdicts if each.line in numbers and each.status in (Status.REFUSED, Status.ASKED)
    }
