"""An event in the database: found, held against everybody else within a transaction, its record read and written.

What an event is follows from its record (`pbem.events.record`); the rows beside it are there to be found by, and to
tell who is meant by a name that was drawn.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import cached_property

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session

from core.contract import Json, SeatName
from pbem.events import formats
from pbem.events.announcement import Announcement
from pbem.events.contract import Draw, EntrantName, Plan, State
from pbem.events.record import KIND, Replay
from pbem.events.record import event_body as first_body
from pbem.games import record
from pbem.games.clock import Terms
from pbem.games.record import Entry
from pbem.nearest import by_form
from pbem.ratings import standing
from pbem.reports.document import Attachment
from pbem.rulesets import presentation
from pbem.rulesets.ways import way_of
from pbem.runtime.context import Context
from pbem.store.database import now
from pbem.store.models import Entrant, Event, EventEntry, EventRound, Player, Sitting

PLANNED, ANNOUNCED, OPEN, RUNNING, OVER, CANCELLED = "planned", "announced", "open", "running", "over", "cancelled"
IN, RESERVE, GONE = "in", "reserve", "gone"
PLAYING, ENDED = "playing", "ended"
SOMEBODY = "somebody who is gone"


class Held:
    """An event within a transaction, as its record tells it; with `lock` nobody else changes it meanwhile."""

    def __init__(self, session: Session, context: Context, event: Event, *, lock: bool = True) -> None:
        self.session, self.context, self.event = session, context, event
        if lock:
            session.flush()
            session.refresh(event, with_for_update=True)
        self.moment = now(session)
        self._latest: Entry | None = None
        # Without the seed: what was drawn is drawn again by whoever verifies, and pairing takes long.
        self.replay = Replay()
        for number, digest, line in session.execute(
            select(EventEntry.number, EventEntry.hash, EventEntry.body)
            .where(EventEntry.event_id == event.id)
            .order_by(EventEntry.number)
        ):
            self.replay.follow(number, msgspec.json.decode(line))
            self._latest = Entry(number, digest, line)

    @property
    def seed(self) -> bytes:
        """The secret seed."""
        return bytes.fromhex(self.event.seed)

    @cached_property
    def file(self) -> Announcement:
        """What its event file says."""
        return msgspec.json.decode(self.event.announcement, type=Announcement)

    @property
    def terms(self) -> Terms:
        """The clock of its games, in which whoever is out of time has lost."""
        return msgspec.structs.replace(self.file.terms, flag=True)

    def ratings(self, names: Collection[EntrantName]) -> dict[EntrantName, float]:
        """The ratings of those who have one, in the way in which the event is played."""
        if self.plan.series is not None:
            return {}  # it is played in no way that is rated
        words = presentation(self.plan.ruleset)
        way = way_of(words, self.plan.options)
        of_players = {row.player_id: name for name, row in self.rows.items() if name in set(names) and row.player_id}
        found = standing.ratings_of(self.session, words.name, way.mode, of_players)
        robots = standing.ratings_of_robots(self.session, words.name, way.mode)
        levels = {name: self.rows[name].level for name in names}
        return {
            **{of_players[player]: float(rating) for player, rating in found.items()},
            **{name: float(robots[level]) for name, level in levels.items() if level in robots},
        }

    @cached_property
    def draw(self) -> Draw:
        """The lots of the event."""
        return Draw(self.seed, self.event.name)

    @property
    def plan(self) -> Plan:
        """What was announced, as far as pairing and counting hang on it."""
        return self.file.plan

    @property
    def state(self) -> State:
        """How it stands by its record, today where it hangs on the day; the record must have begun."""
        state = self.replay.state
        if not formats.of(state.plan.format).challenges or self.event.state == OVER:
            return state
        return msgspec.structs.replace(state, day=self.day())

    @property
    def head(self) -> str | None:
        """The hash of the latest entry of its record."""
        return None if self._latest is None else self._latest.hash

    # --- Writing --------------------------------------------------------------------------------------------------

    def append(self, kind: str, body: Json) -> None:
        """Add an entry to the record, and follow it. Whoever holds an older state of the event is fenced off by it."""
        number = 0 if self._latest is None else self._latest.number + 1
        # As it comes back from the record: the server knows what whoever verifies it will know.
        body = msgspec.json.decode(msgspec.json.encode(body))
        self.replay.follow(number, {"number": number, "kind": kind, **body})
        self._latest = record.link(self._latest, kind, body, self.seed)
        self.session.add(
            EventEntry(event_id=self.event.id, number=number, hash=self._latest.hash, body=self._latest.line)
        )
        self.event.epoch += 1
        self.session.flush()

    def begin_record(self, announced: Json) -> None:
        """The first entry: what was announced, and the seal."""
        file = self.file
        self.append(
            KIND, first_body(self.plan, self.event.title, file.least, file.most, announced, self.seed, self.moment)
        )

    # --- Who is meant ---------------------------------------------------------------------------------------------

    @cached_property
    def rows(self) -> dict[EntrantName, Entrant]:
        """Who has entered, by the names that were drawn, in the order of entering."""
        found = self.session.scalars(select(Entrant).where(Entrant.event_id == self.event.id).order_by(Entrant.number))
        return {row.drawn: row for row in found}

    def forget_rows(self) -> None:
        """Have the entrants looked up anew: there are more or fewer."""
        self.__dict__.pop("rows", None)

    def row_of(self, player: Player) -> Entrant | None:
        """The entry of a player."""
        return next((row for row in self.rows.values() if row.player_id == player.id), None)

    def called(self, name: EntrantName) -> str:
        """What an entrant is called among people."""
        row = self.rows.get(name)
        if row is None:
            return name
        if row.level is not None:
            twins = [each.drawn for each in self.rows.values() if each.level == row.level]
            number = f" {twins.index(name) + 1}" if len(twins) > 1 else ""
            return f"{row.level}{number} (robot)"
        return row.player.name if row.player is not None else SOMEBODY

    def names(self) -> dict[EntrantName, str]:
        """What all entrants are called."""
        return {name: self.called(name) for name in self.rows}

    def named(self, typed: str) -> Entrant | None:
        """The entrant whom somebody means: by his name, his address, or as the tables call him."""
        wanted = " ".join(typed.split())
        for row in self.rows.values():
            if row.player is not None and wanted.lower() in (row.player.name.lower(), row.player.address.lower()):
                return row
        found = by_form(wanted, [self.called(name) for name in self.rows])
        return next((row for name, row in self.rows.items() if self.called(name) == found), None) if found else None

    def people(self) -> list[Entrant]:
        """Those who have entered and not left, robots left out."""
        return [row for row in self.rows.values() if row.player is not None and row.state in (IN, RESERVE)]

    # --- What there is --------------------------------------------------------------------------------------------

    @property
    def round_row(self) -> EventRound | None:
        """The present round."""
        return self.session.get(EventRound, (self.event.id, self.event.round)) if self.event.round else None

    def sittings(self, state: str | None = None) -> list[Sitting]:
        """The games of the event, oldest first."""
        wanted = select(Sitting).where(Sitting.event_id == self.event.id).order_by(Sitting.id)
        return list(self.session.scalars(wanted if state is None else wanted.where(Sitting.state == state)))

    def day(self, moment: datetime | None = None) -> int:
        """The day of a moment, or of now, counted from the first of the event."""
        began = self.event.starts_at or self.event.created_at
        return max(0, ((moment or self.moment) - began) // timedelta(days=1))

    def record_file(self) -> Attachment:
        """The record so far as a file of JSON Lines, and below it how the entrants are called now."""
        lines = list(
            self.session.scalars(
                select(EventEntry.body).where(EventEntry.event_id == self.event.id).order_by(EventEntry.number)
            )
        )
        lines.append(record.names_line({name: called for name, called in self.names().items() if called != SOMEBODY}))
        return Attachment(f"{self.event.name}.jsonl", "application/jsonl", "\n".join([*lines, ""]).encode())


def seats_of(sitting: Sitting) -> dict[str, EntrantName]:
    """Who sits where in a game of an event."""
    return msgspec.json.decode(sitting.seats, type=dict[str, str])


def sides_of(held: Held, sitting: Sitting) -> Sequence[Sequence[SeatName]]:
    """The sides of a game, partners together; those of a battle of a series are the seats of its own rules."""
    return held.plan.sides if held.plan.series is None else [[seat] for seat in seats_of(sitting)]


def find_event(session: Session, name: str) -> Event | None:
    """The event of this name; case, blanks and dashes do not matter."""
    found = session.scalar(select(Event).where(Event.name == name.strip().lower()))
    if found is not None:
        return found
    meant = by_form(name, names_of_events(session))
    return session.scalar(select(Event).where(Event.name == meant)) if meant else None


def names_of_events(session: Session, *, planned: bool = False) -> list[str]:
    """The names of all events that players may know of; with `planned` of the others too."""
    wanted = select(Event.name).order_by(Event.id.desc()).limit(500)
    return list(session.scalars(wanted if planned else wanted.where(Event.state != PLANNED)))


def events_in(session: Session, states: Iterable[str]) -> list[Event]:
    """The events in these states, the latest first."""
    return list(session.scalars(select(Event).where(Event.state.in_(tuple(states))).order_by(Event.id.desc())))


def of_game(session: Session, game_id: int) -> Sitting | None:
    """The event's row for a game; None for a game of no event."""
    return session.scalar(select(Sitting).where(Sitting.game_id == game_id))


def directors(event: Event) -> Mapping[str, Player | None]:
    """Who directs an event."""
    return {"director": event.director, "second": event.second}
