"""The record of a game in the database: entries appended to it, and read from it, each once in a transaction."""

from __future__ import annotations

import lzma
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from sqlalchemy import BindParameter, bindparam, insert, select
from sqlalchemy.orm import Session

from core.contract import Event, Json, Outcome
from core.dice import Roll
from pbem.games import kept_letters, record
from pbem.games.finish import of_record, written
from pbem.reports.document import Attachment
from pbem.rulesets import presentation
from pbem.store.database import now, prepared
from pbem.store.models import Game, PackedRecord, Participant, Player, RecordEntry, Turn

_GAME: BindParameter[int] = bindparam("game")
_FROM: BindParameter[int] = bindparam("number")
_ALL = select(RecordEntry.number, RecordEntry.hash, RecordEntry.body).where(RecordEntry.game_id == _GAME)
_LATEST = _ALL.order_by(RecordEntry.number.desc()).limit(1)
_ADD = insert(RecordEntry)
_SINCE = (
    select(RecordEntry.number, RecordEntry.body)
    .where(RecordEntry.game_id == _GAME, RecordEntry.number >= _FROM)
    .order_by(RecordEntry.number)
)
_CALLED = (
    select(Participant.drawn, Player.name)
    .join(Player, Player.id == Participant.player_id)
    .where(Participant.game_id == _GAME)
    .order_by(Participant.drawn)
)
_BEGAN = select(Turn.asked_at).where(Turn.game_id == _GAME).order_by(Turn.number).limit(1)
_PACKED = select(PackedRecord.content).where(PackedRecord.game_id == _GAME)
# A record is some 100 kB: a dictionary of a megabyte holds it, and a compressor with one needs 12 MB and not 90.
_FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 6, "dict_size": 1 << 20}]
_HASH = select(RecordEntry.hash).where(RecordEntry.game_id == _GAME, RecordEntry.number == _FROM)
_NUMBERED = select(RecordEntry.body).where(RecordEntry.game_id == _GAME, RecordEntry.number == _FROM)


def packed(lines: Sequence[str]) -> bytes:
    """Entries of a record, compressed."""
    return lzma.compress("\n".join(lines).encode(), filters=_FILTERS)


def unpacked(content: bytes) -> list[str]:
    """The entries that `packed` has compressed."""
    return lzma.decompress(content).decode().split("\n")


def events_in(entries: Iterable[Json]) -> list[Event]:
    """The events of some entries, oldest first."""
    return [_event(flat) for entry in entries for flat in entry.get("events", ())]


def rolls_in(entries: Iterable[Json]) -> list[Roll]:
    """The rolls of some entries, oldest first."""
    return [Roll(**roll) for entry in entries for roll in entry.get("rolls", ())]


class NoSuchTurn(Exception):
    """A turn to which a game cannot go back: it can to those from `oldest` to `latest`."""

    def __init__(self, oldest: int, latest: int) -> None:
        super().__init__(oldest, latest)
        self.oldest, self.latest = oldest, latest


class KeptRecord:
    """A game's record, as the transaction of a session sees it."""

    def __init__(self, session: Session, game: Game) -> None:
        self._session, self._game = session, game
        self._read: dict[int, Json] = {}
        row = prepared(session, _LATEST, {"game": game.id}).one_or_none()
        self._latest = None if row is None else record.Entry(*row)

    @property
    def length(self) -> int:
        """How many entries there are."""
        return 0 if self._latest is None else self._latest.number + 1

    @property
    def head(self) -> str | None:
        """The hash of the latest entry, in hex; None where there is none."""
        return None if self._latest is None else self._latest.hash

    def append(self, kind: str, body: Json) -> None:
        """Add an entry; `record` has the bodies of each kind."""
        entry = record.link(self._latest, kind, body, bytes.fromhex(self._game.seed))
        row = {"game_id": self._game.id, "number": entry.number, "hash": entry.hash, "body": entry.line}
        prepared(self._session, _ADD, row)
        self._latest = entry

    def events(self, since: int, until: int | None = None) -> list[Event]:
        """The events of the entries from the number `since` on, up to that before `until`, oldest first."""
        return events_in(self._entries(since, until))

    def rolls(self, since: int, until: int | None = None) -> list[Roll]:
        """The rolls of the entries from the number `since` on, up to that before `until`, oldest first."""
        return rolls_in(self._entries(since, until))

    def between(self, since: int, until: int | None = None) -> list[Json]:
        """The entries from the number `since` on, up to that before `until`, oldest first."""
        return self._entries(since, until)

    def hash_at(self, number: int) -> str | None:
        """The hash of the entry of a number, in hex; None where there is none."""
        if self._latest is not None and self._latest.number == number:
            return self._latest.hash
        asked = {"game": self._game.id, "number": number}
        found: str | None = prepared(self._session, _HASH, asked).scalar()
        return found

    def entries(self) -> list[Json]:
        """All entries, oldest first."""
        return self._entries(0)

    def reached(self) -> str | None:
        """The hash of the position at which the game stands by its record; None where no turn was played."""
        for number in range(self.length - 1, -1, -1):
            entry = self._entry(number)
            if "position" in entry:
                return self._hash(entry)
        return None

    def start_of(self, turn: int) -> str:
        """The hash of the position before a turn, the first being 1. Raises NoSuchTurn."""
        starts: list[str | None] = []
        reached: str | None = None
        oldest = 2  # nobody was asked anything before the first turn
        for entry in self.entries():
            if entry["kind"] == "turn":
                starts.append(reached)
            if entry["kind"] == "rules":
                oldest = len(starts) + 1  # other rules had other positions
            if "position" in entry and entry.get("to", self._game.version) == self._game.version:
                reached = self._hash(entry)
        found = starts[turn - 1] if oldest <= turn <= len(starts) else None
        if found is None:
            raise NoSuchTurn(oldest, len(starts))
        return found

    def lines(self) -> list[str]:
        """All entries as they are written, oldest first."""
        return list(self._lines(0).values())

    def turns(self) -> int:
        """How many turns were played."""
        return sum(entry["kind"] == "turn" for entry in self.entries())

    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        if self._latest is None:
            return None
        entry = self._entry(self._latest.number)
        return msgspec.convert(entry["outcome"], Outcome) if entry["kind"] == "end" else None

    def end(self, outcome: Outcome, position: Any = None) -> None:
        """Add the last entry; `position` is that in which the rules ended the game, None where people did."""
        finish = None
        if self._game.rated:
            first, *others = self.entries()
            acts = [entry for entry in others if entry["kind"] == "act"]
            began = self._session.scalar(_BEGAN, {"game": self._game.id}) or now(self._session)
            moments = map(written, (began, now(self._session)))
            finish = of_record(presentation(self._game.ruleset), first, acts, outcome, position, *moments)
        self._game.over_at = now(self._session)
        self.append("end", record.end_body(outcome, bytes.fromhex(self._game.seed), finish))

    def file(self) -> Attachment:
        """All entries so far, as a file of JSON Lines, and below them how the players are called now.

        Of a game that is over the words of its letters too, as far as they are kept still.
        """
        lines = list(self._lines(0).values())
        # While the game goes on nobody is to read what others wrote.
        letters = kept_letters.of_game(self._session, self._game) if self._game.state == "over" else {}
        lines += [record.letters_line(letters)] if letters else []
        self._session.flush()  # whoever has just taken a seat is called something too
        called = {row.drawn: row.name for row in prepared(self._session, _CALLED, {"game": self._game.id})}
        lines += [record.names_line(called)] if called else []
        return Attachment(f"{self._game.name}.jsonl", "application/jsonl", "\n".join([*lines, ""]).encode())

    def legible(self, view: Json) -> Json:
        """A view of the game with the words of its letters."""
        return kept_letters.legible(self._session, self._game, view)

    def _lines(self, since: int) -> dict[int, str]:
        """The entries as they are written, by their numbers, from the number `since` on."""
        rows = prepared(self._session, _SINCE, {"game": self._game.id, "number": since})
        stored = {row.number: row.body for row in rows}
        content = prepared(self._session, _PACKED, {"game": self._game.id}).scalar() if self._game.packed else None
        first = [] if content is None else unpacked(content)
        return {number: body for number, body in enumerate(first) if number >= since} | stored

    def _hash(self, entry: Json) -> str:
        """The hash of the position that an entry led to."""
        if entry["kind"] == "turn":
            return str(entry["position"])
        position = entry["position"]
        if entry["kind"] == "rules":
            # It stands there as the rules before wrote it; what is stored is how those that are here write it.
            rules = presentation(self._game.ruleset).rules
            position = rules.encode(rules.decode(position, entry["options"]))
        return record.hash_of_text(msgspec.json.encode(position).decode())

    def _entry(self, number: int) -> Json:
        if number not in self._read:
            if self._latest is not None and number == self._latest.number:
                body = self._latest.line
            else:
                asked = {"game": self._game.id, "number": number}
                body = prepared(self._session, _NUMBERED, asked).scalar() or self._lines(number)[number]
            self._read[number] = msgspec.json.decode(body)
        return self._read[number]

    def _entries(self, since: int, until: int | None = None) -> list[Json]:
        wanted = range(since, self.length if until is None else min(until, self.length))
        missing = [number for number in wanted if number not in self._read]
        if self._latest is not None and missing == [self._latest.number]:
            self._read[self._latest.number] = msgspec.json.decode(self._latest.line)
        elif missing:
            self._read |= {number: msgspec.json.decode(body) for number, body in self._lines(missing[0]).items()}
        return [self._read[number] for number in wanted]


def _event(flat: Json) -> Event:
    facts = {key: value for key, value in flat.items() if key not in ("event", "clause", "seen_by")}
    seen_by = flat.get("seen_by")
    return Event(flat["event"], facts, flat.get("clause"), None if seen_by is None else tuple(seen_by))
