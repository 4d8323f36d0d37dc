"""The turns of a game as its pages show them: numbered from 1 by what onlookers were told of, each with its report.

Of a running game a turn shows what onlookers were mailed of it, as many turns late as the game says. Of one that is
over each turn can be seen with the eyes of every seat as well, so that nothing stays hidden. Games that are packed have
no positions but the last one: they are played again from the record, once, and kept here for the next who looks.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from datetime import datetime
from threading import Lock
from typing import Any

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session

from core.contract import Event, Json, SeatName
from core.dice import Roll
from pbem.games import kept_letters, onlookers, table
from pbem.games.kept_record import KeptRecord, events_in, rolls_in
from pbem.games.record import Difference, lengths, positions
from pbem.pages.known import is_played_here
from pbem.reports.document import Document, Picture, Section, texts
from pbem.reports.turn import GameFacts, turn_report
from pbem.rulesets.contract import Presentation
from pbem.store.models import Game, PackedRecord, Turn

REPLAYS_KEPT = 8  # games of a few MB each
BEFORE_ALL = 2  # entries of a record that lead to the first turn: the game, and how it was opened


class Part(msgspec.Struct, frozen=True):
    """A part of a turn's report: how its lines are set is told by `kind`, as in `pbem.reports.document.Section`."""

    title: str
    kind: str
    lines: tuple[str, ...]


class Eyes(msgspec.Struct, frozen=True):
    """Whose view of a turn can be had, and the path of it."""

    seat: str
    page: str
    now: bool


class Told(msgspec.Struct, frozen=True):
    """A turn: its number among so many, when it began, the report on it, the view, and the path of its picture.

    `seen_by` is the seat with whose eyes it is seen; None: those of an onlooker. `query` asks for it behind a path.
    """

    number: int
    of: int
    at: datetime | None
    seen_by: str | None
    query: str
    headline: tuple[str, ...]
    parts: tuple[Part, ...]
    map: tuple[str, ...]
    picture: str
    view: Json


class Stretch(msgspec.Struct, frozen=True):
    """A turn to be shown, and the entries of the record, `since` to `until`, that tell how it came about."""

    number: int
    of: int
    at: datetime | None
    since: int
    until: int
    row: int | None  # the number of its row, where that has its position

    @property
    def is_last(self) -> bool:
        return self.number == self.of


class NoTurn(LookupError):
    """A turn that is not there to be seen."""


# --- Which turns there are ----------------------------------------------------------------------------------------


class Turns:
    """The turns of a game that may be seen now, within a transaction."""

    def __init__(self, session: Session, game: Game, words: Presentation) -> None:
        self._session, self._game, self._words = session, game, words
        self._marks = self._found() if is_played_here(game, words) else []

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self._marks)

    @property
    def recorded(self) -> int:
        """How many entries of the record lead to the last of them."""
        return self._marks[-1].recorded if self._marks else 0

    @property
    def hash(self) -> str | None:
        """The hash of the record at the last of them: it changes as soon as there is more to see, and no sooner."""
        return KeptRecord(self._session, self._game).hash_at(self.recorded - 1) if self._marks else None

    def stretch(self, number: int) -> Stretch:
        """The turn of a number, from 1. Raises NoTurn."""
        if not 1 <= number <= len(self._marks):
            raise NoTurn(number)
        mark = self._marks[number - 1]
        # What was before a host has set the game anew is told to nobody.
        begin = 0 if mark.recorded <= BEFORE_ALL else mark.recorded
        since = self._marks[number - 2].recorded if number > 1 else begin
        row = mark.number if not self._game.packed or number == len(self._marks) else None
        return Stretch(number, len(self._marks), mark.at, since, mark.recorded, row)

    def position(self, number: int) -> Any:
        """The position of a turn. Raises NoTurn."""
        return _position(self._session, self._game, self.stretch(number))

    def latest(self, most: int) -> list[Stretch]:
        """So many of them, the latest first."""
        return [self.stretch(number) for number in range(self.count, max(0, self.count - most), -1)]

    def _found(self) -> list[onlookers.TurnTold]:
        if not self._game.packed:
            return onlookers.turns_told(self._session, self._game)
        kept = self._session.scalar(select(PackedRecord.told).where(PackedRecord.game_id == self._game.id))
        end = onlookers.turns_told(self._session, self._game)[-1]
        if kept is None:
            # It was packed before they were kept with it: all that led to a position.
            of_record = KeptRecord(self._session, self._game).entries()
            entries = (at for at in lengths(of_record) if at >= BEFORE_ALL)
        else:
            entries = iter(msgspec.json.decode(kept, type=list[int]))
        return [*(onlookers.TurnTold(0, at, None) for at in entries if at < end.recorded - 1), end]


# --- What is told of one ------------------------------------------------------------------------------------------


def report(
    session: Session, game: Game, words: Presentation, found: Stretch, seat: SeatName | None = None
) -> tuple[Document, Picture]:
    """The report on a turn as an onlooker may know it, or a seat of a game that is over; and its picture."""
    over = game.state == "over"
    entries = _entries(session, game, found)
    position = _position(session, game, found)
    view = kept_letters.legible(session, game, words.rules.view(position, seat))
    is_end = over and found.is_last
    facts = GameFacts(
        name=game.name,
        version=game.version,
        outcome=(words.rules.outcome(position) or KeptRecord(session, game).outcome()) if is_end else None,
    )
    open_rolls = over or table.rolls_are_open(game, position)
    rolls: Sequence[Roll] = rolls_in(entries) if open_rolls else ()
    document = turn_report(words, facts, view, None, _seen(events_in(entries), seat), rolls)
    return document, document.pictures[0]


def told(session: Session, game: Game, words: Presentation, found: Stretch, seat: SeatName | None, path: str) -> Told:
    """A turn as its page shows it; `path` is that of the page."""
    document, picture = report(session, game, words, found, seat)
    query = f"?as={seat}" if seat is not None else ""
    shown = [each for each in document.sections if not _is_for_tools(each)]
    of_map = next(each for each in shown if each.kind == "map")
    parts = [each for each in shown if each.title is not None and each is not of_map]
    return Told(
        number=found.number,
        of=found.of,
        at=found.at,
        seen_by=words.seat_title(seat) if seat is not None else None,
        query=query,
        headline=tuple(line for each in shown if each.title is None for line in texts(each)),
        parts=tuple(Part(each.title or "", each.kind, tuple(texts(each))) for each in parts),
        map=tuple(texts(of_map)),
        picture=f"{path}/map.svg{query}",
        view=_without_texts(words, picture.view),
    )


def _without_texts(words: Presentation, view: Json) -> Json:
    """A view without the texts that players have brought along for the game: nobody has looked what stands in them."""
    texts = {option.name for option in words.rules.options() if option.text}
    return view | {"options": {name: value for name, value in view["options"].items() if name not in texts}}


def happened(session: Session, game: Game, words: Presentation, found: Stretch) -> tuple[str, tuple[str, ...]]:
    """A turn in short: where it stands, and what happened."""
    document, _ = report(session, game, words, found)
    head = " ".join(line for each in document.sections[:1] for line in texts(each))
    lines = [line for each in document.sections if each.title == "What happened" for line in texts(each)]
    return head, tuple(lines)


def _is_for_tools(section: Section) -> bool:
    return section.kind == "fixed" and section.title is None


def _seen(events: Sequence[Event], seat: SeatName | None) -> list[Event]:
    """The events that a seat may know of, as if everybody might: it is everybody who is told of them."""
    if seat is None:
        return list(events)
    known = (each for each in events if each.seen_by is None or seat in each.seen_by)
    return [msgspec.structs.replace(each, seen_by=None) for each in known]


def _entries(session: Session, game: Game, found: Stretch) -> list[Json]:
    if game.packed:
        return replay_of(session, game).entries[found.since : found.until]
    return KeptRecord(session, game).between(found.since, found.until)


def _position(session: Session, game: Game, found: Stretch) -> Any:
    if found.row is not None:
        wanted = select(Turn).where(Turn.game_id == game.id, Turn.number == found.row)
        return table.position_of(game, session.scalars(wanted).one())
    try:
        return replay_of(session, game).positions[found.until]
    except KeyError:
        raise NoTurn(found.number) from None


# --- Games played again -------------------------------------------------------------------------------------------


class Replay(msgspec.Struct, frozen=True):
    """A game that is over, as it was played: the entries of its record, and the position after each that led to one."""

    entries: list[Json]
    positions: dict[int, Any]


_replays: OrderedDict[tuple[str, str], Replay] = OrderedDict()
_guard = Lock()


def replay_of(session: Session, game: Game) -> Replay:
    """The replay of a game that is over. Raises NoTurn where its record cannot be followed here.

    Two who want the same at once may both play it: that is little, and nobody else waits for them.
    """
    kept = KeptRecord(session, game)
    key = (game.name, kept.head or "")
    with _guard:
        found = _replays.get(key)
    if found is None:
        found = _played_again(kept.entries())
    with _guard:
        _replays[key] = found
        _replays.move_to_end(key)
        while len(_replays) > REPLAYS_KEPT:
            _replays.popitem(last=False)
    return found


def _played_again(entries: list[Json]) -> Replay:
    try:
        return Replay(entries, dict(positions(entries)))
    except Difference as error:
        raise NoTurn(str(error)) from None
