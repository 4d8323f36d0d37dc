"""The order helper: pieces that can be picked on the map of a view, and for each the orders that it may be given.

It writes order text and nothing else, and whatever it offers the rules have taken: a rule set proposes candidates, each
is laid below the orders that are written already, and the rules' `check` says which of them stand. So no rule is
written down twice. All is found out from the view of a seat: of a hidden enemy it knows what the seat knows.

A rule set joins in by a `Helper` in its `Presentation`: where things stand on its picture, which pieces its seat has,
and what might be ordered of one. Some have more: a form whose fields make an order (`Composer`), pieces that stand
anywhere on an open field and are dragged there (`OpenField`), orders that take the place of one that is written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, TypeAlias

import msgspec

from core.contract import Checked, Effect, Json, Line, Orders, RuleSet, SeatName, Status, Verdict
from pbem.rulesets.proposing import Composer, NotMeant, OpenField, Point, Pose, Proposal, Shown

Texts: TypeAlias = Callable[[Any], str]
Says: TypeAlias = Callable[[Verdict, Line | None, Json], Any]

MOST_WAYS = 400  # of one piece
MOST_PLAIN = 40
MOST_MEANT = 4  # orders that one proposal may mean
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
    """A piece that can be picked, and the place where it stands; one of no place is picked from the list alone.

    `mark` is what is written on it where the picture does not show it.
    """

    piece: str
    at: str
    mark: str = ""


class Way(msgspec.Struct, frozen=True):
    """An order that can be given: the place it leads to, if any, its text, and how it is called in a list.

    `lines` are the numbers of the typed lines that it takes the place of; none where it is added below them.
    """

    to: str
    text: str
    said: str
    lines: tuple[int, ...] = ()


class Candidate(msgspec.Struct, frozen=True):
    """An order that may be possible, the place it leads to, and how it is called; "" is called by its text.

    `otherwise` is offered in its place where the rules do not take it.
    """

    order: Any
    to: str = ""
    said: str = ""
    otherwise: Candidate | None = None


class Moved(msgspec.Struct, frozen=True):
    """A move that is written already: the piece, from where, and to where."""

    piece: str
    start: str
    end: str


class Proposed(msgspec.Struct, frozen=True):
    """A proposal, judged: the text of its order, the typed lines that it takes the place of, whether the rules take it.

    `said` tells what it would do, or why not; `pose` is how its piece would stand then, on an open field.
    """

    text: str
    lines: tuple[int, ...]
    stands: bool
    said: str
    pose: Pose | None = None


class Offer(msgspec.Struct, frozen=True):
    """What can be ordered below the lines that are written; `ways` are those of the piece that was picked.

    `field` is the open field with what stands on it, in games that have one.
    """

    board: Board
    pieces: tuple[Piece, ...]
    ways: tuple[Way, ...]
    plain: tuple[Way, ...]
    moves: tuple[tuple[str, str], ...]
    complete: bool
    said: str
    field: Shown | None = None


def added_below(view: Json, order: Any, written: Orders) -> int | None:
    """Of most rule sets: an order is added below those that are written, and takes the place of none."""
    return None


def nothing_first(view: Json, order: Any, written: Orders) -> Any:
    """Of most rule sets: an order wants none above it."""
    return None


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
    placed: Callable[[Json, SeatName, Orders], Sequence[Piece]] | None = None
    """The pieces of the seat as the orders that are written place them, where these place all of them at once."""
    instead: Callable[[Json, Any, Orders], int | None] = added_below
    """The index among the orders that are written of the one that another takes the place of; None: it is added."""
    first: Callable[[Json, Any, Orders], Any] = nothing_first
    """An order that is to stand above another, where it does not yet; None where there is none."""
    composer: Composer | None = None
    """How fields of a form make an order; None where no form does."""
    open_field: OpenField | None = None
    """What is needed of a rule set whose pieces stand anywhere; None where they stand on places."""
    probes: int = MOST_WAYS
    """How many orders of a piece are tried, at most, to find out whether it can do anything."""


def offer(
    rules: RuleSet[Any],
    helper: Helper,
    text_of: Texts,
    view: Json,
    seat: SeatName,
    written: Orders,
    picked: str | None,
    below: Sequence[int] = (),
) -> Offer:
    """What can be ordered below what is written, and of the piece that is `picked`.

    `below` are the numbers of the typed lines that belong to an order which begins above them.
    """
    return _Desk(rules, helper, text_of, view, seat, written, below).offer(picked)


def propose(
    rules: RuleSet[Any],
    helper: Helper,
    text_of: Texts,
    view: Json,
    seat: SeatName,
    written: Orders,
    proposal: Proposal,
    says: Says,
    below: Sequence[int] = (),
) -> Proposed:
    """What a proposal comes to below what is written; `says` puts a verdict into words."""
    return _Desk(rules, helper, text_of, view, seat, written, below).propose(proposal, says)


class _Desk:
    """The orders that are written, and the rules that are asked what may stand below them."""

    def __init__(
        self,
        rules: RuleSet[Any],
        helper: Helper,
        text_of: Texts,
        view: Json,
        seat: SeatName,
        written: Orders,
        below: Sequence[int] = (),
    ) -> None:
        self.rules, self.helper, self.text_of = rules, helper, text_of
        self.view, self.seat = view, seat
        self.left = MOST_JUDGED
        self.board = helper.board(view)
        self.position = rules.imagine(view, 0)
        self.typed, self.below = tuple(line.number for line in written), tuple(below)
        self.written = tuple(Line(number, "", line.order) for number, line in enumerate(written, start=1))
        self.unread = next((line.number for line in written if line.order is None), None)
        self.checked = rules.check(self.position, seat, self.written) if self.unread is None else None
        self.wrong = _wrong(self.checked, self.written) if self.checked is not None else set()
        self.then = self._by_then()
        self.pieces = {each.piece: each for each in helper.pieces(self.then, seat)}
        if helper.placed is not None:
            self.pieces = {each.piece: each for each in helper.placed(view, seat, self.written)}
        self.moves = list(self._moves())

    def offer(self, picked: str | None) -> Offer:
        complete = bool(self.written) and self._is_whole(self.checked)
        if self.unread is not None:
            return self._told((), (), (), None, complete=False, said=UNREAD.format(number=self.unread))
        plain = tuple(self._ways(self.helper.plain(self.then, self.seat, self.written, self._lacks()), MOST_PLAIN))
        chosen = self.pieces.get(picked or "")
        ways = tuple(self._ways(self._of(chosen), MOST_WAYS)) if chosen is not None else ()
        pieces = tuple(each for each in self.pieces.values() if each is chosen or self._can_move(each))
        said = MORE if pieces or plain else NOTHING_LEFT
        if complete:
            said = COMPLETE if pieces or plain else "These orders can be sent."
        elif self.wrong:
            said = FAULTY
        return self._told(pieces, ways, plain, chosen, complete=complete, said=said)

    def propose(self, proposal: Proposal, says: Says) -> Proposed:
        """The first of the orders that may be meant which the rules take, or the first, with why they do not."""
        composer = self.helper.composer
        if composer is None or proposal.piece not in self.pieces:
            return Proposed("", (), stands=False, said="There is no such piece to be ordered about.")
        if self.unread is not None:
            return Proposed("", (), stands=False, said=UNREAD.format(number=self.unread))
        try:
            meant = composer.orders(self.then, self.seat, proposal, self.written)
        except NotMeant as error:
            return Proposed("", (), stands=False, said=str(error))
        told = [self._proposed(order, says) for order in meant[:MOST_MEANT]]
        return next((each for each in told if each.stands), told[0])

    def _proposed(self, order: Any, says: Says) -> Proposed:
        lines, number = self._laid(order)
        after = self._judged(lines)
        verdict = next((each for each in after.verdicts if each.line == number), None)
        stands = self._is_taken(after, number)
        whole = next((each for each in after.verdicts if each.line is None and each.status is not Status.OK), None)
        if stands and whole is not None and (self._is_whole(self.checked) or len(lines) > len(self.written) + 1):
            # What could be sent cannot any more.
            return Proposed(self._text(order), (), stands=False, said=says(whole, None, self.view).text)
        line = next(each for each in lines if each.number == number)
        mine = verdict if verdict is not None and verdict.status is not Status.OK else None
        spoiled = self._spoiled(after)
        if not stands and mine is None and spoiled is not None:
            said = f"Another line could not stand then: {says(*spoiled, self.view).text}"
        else:
            said = says(verdict, line, self.view).text if verdict is not None else ""
        field = self.helper.open_field
        pose = field.pose(self.view, verdict.facts) if field is not None and verdict is not None and stands else None
        return Proposed(self._text(order), self._typed_instead(order), stands, said, pose)

    @staticmethod
    def _is_whole(checked: Checked | None) -> bool:
        """Whether orders can be sent as they are."""
        return checked is not None and checked.effect is not Effect.NOTHING

    def _spoiled(self, after: Checked) -> tuple[Verdict, Line] | None:
        """The first line that stood and does not any more."""
        for line in self.written:
            if line.number in _wrong(after, self.written) - self.wrong:
                return next(each for each in after.verdicts if each.line == line.number), line
        return None

    def _told(
        self,
        pieces: tuple[Piece, ...],
        ways: tuple[Way, ...],
        plain: tuple[Way, ...],
        chosen: Piece | None,
        *,
        complete: bool,
        said: str,
    ) -> Offer:
        moves = tuple((each.start, each.end) for each in self.moves)
        return Offer(self.board, pieces, ways, plain, moves, complete, said, self._field(chosen))

    def _field(self, chosen: Piece | None) -> Shown | None:
        """The open field as it is by then, with what the picked piece can reach."""
        field = self.helper.open_field
        if field is None:
            return None
        name = chosen.piece if chosen is not None else None
        shown = field.shown(self.view, self.then, self.seat, name)
        if name is None or self.unread is not None:
            return shown
        found = [self._facts(order) for order in field.spokes(self.view, name)]
        return msgspec.structs.replace(shown, reach=field.reach(self.view, name, found))

    def _facts(self, order: Any) -> Json:
        """The facts of an order that the rules take; none where they do not."""
        if self.left <= 0:
            return {}
        lines, number = self._laid(order)
        verdicts = self._judged(lines).verdicts
        return next((each.facts for each in verdicts if each.line == number and each.status is Status.OK), {})

    def _by_then(self) -> Json:
        """The view as it is by the time the next order is carried out, as far as a rule set tells."""
        field = self.helper.open_field
        if field is None or self.checked is None:
            return self.view
        good = {each.line for each in self.checked.verdicts if each.status is Status.OK}
        lines = tuple(line for line in self.written if line.number in good)
        return field.by_then(self.rules, self.position, self.view, self.seat, lines)

    def _of(self, piece: Piece) -> Iterable[Candidate]:
        return self.helper.ways(self.then, self.seat, piece, self.written)

    def _can_move(self, piece: Piece) -> bool:
        return next(self._ways(islice(self._of(piece), self.helper.probes), 1), None) is not None

    def _ways(self, candidates: Iterable[Candidate], most: int) -> Iterator[Way]:
        """Those that the rules take, each text once."""
        known: set[str] = set()
        for each in candidates:
            if len(known) >= most or self.left <= 0:
                return
            taken = self._taken(each)
            if taken is None:
                continue
            text = self._text(taken.order)
            if text not in known:
                known.add(text)
                yield Way(taken.to, text, taken.said or text, self._typed_instead(taken.order))

    def _taken(self, candidate: Candidate | None) -> Candidate | None:
        """The candidate, or what is offered otherwise, if the rules take it; else None."""
        while candidate is not None and not self._stands(candidate.order):
            candidate = candidate.otherwise
        return candidate

    def _stands(self, order: Any) -> bool:
        """Whether the rules take an order below those that are written, which stand as they stood without it."""
        lines, number = self._laid(order)
        return self._is_taken(self._judged(lines), number)

    def _laid(self, order: Any) -> tuple[tuple[Line, ...], int]:
        """The orders with one more, in the place of one of them where that is meant; and its number."""
        at = self.helper.instead(self.view, order, self.written)
        if at is None:
            added = [each for each in (self.helper.first(self.view, order, self.written), order) if each is not None]
            lines = enumerate((*(line.order for line in self.written), *added), start=1)
            return tuple(Line(number, "", each) for number, each in lines), len(self.written) + len(added)
        return (*self.written[:at], Line(at + 1, "", order), *self.written[at + 1 :]), at + 1

    def _text(self, order: Any) -> str:
        """An order as it is typed, with what is to stand above it."""
        at = self.helper.instead(self.view, order, self.written)
        above = self.helper.first(self.view, order, self.written) if at is None else None
        return self.text_of(order) if above is None else f"{self.text_of(above)}\n{self.text_of(order)}"

    def _judged(self, lines: Sequence[Line]) -> Checked:
        self.left -= len(lines)
        return self.rules.check(self.position, self.seat, tuple(lines))

    def _is_taken(self, after: Checked, number: int) -> bool:
        if _wrong(after, self.written) - self.wrong - {number}:
            return False
        last = [each for each in after.verdicts if each.line == number]
        if any(each.status not in (Status.OK, Status.VOID) for each in last):
            return False
        # Of a set that lacks something, what is void may stand once it is there; of a whole one it is idle.
        return after.effect is Effect.NOTHING or all(each.status is Status.OK for each in last)

    def _typed_instead(self, order: Any) -> tuple[int, ...]:
        """The numbers of the typed lines that an order takes the place of."""
        at = self.helper.instead(self.view, order, self.written)
        if at is None:
            return ()
        # An order of several lines has all of those that no order begins in.
        return (self.typed[at], *(self.below if "\n" in self.text_of(order) else ()))

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
                    self.pieces[moved.piece] = msgspec.structs.replace(self.pieces[moved.piece], at=moved.end)


def _wrong(checked: Checked, lines: Orders) -> set[int | None]:
    """The lines that are refused, or asked about; what the set as a whole lacks is no fault of a line."""
    numbers = {line.number for line in lines}
    return {
        each.line for each in checked.verdicts if each.line in numbers and each.status in (Status.REFUSED, Status.ASKED)
    }
