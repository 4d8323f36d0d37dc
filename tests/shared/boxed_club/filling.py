"""A population in a database: players, and copies of templates, made by the database itself from their rows.

What is copied is what real games have left in every table, under new numbers and names, with other players and at
other times. The record of a copy that goes on is made anew, since dice hang on a game's name: it begins from the
position at which its template stands (as a battle of a campaign begins from one of its own), so that it can be played
on and verified. Of mails that were sent and read long ago the texts stay, and not the bytes, as retention leaves them;
the record of a game that is over names its template.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

import msgspec
from inprocess import Server
from sqlalchemy import Connection, Integer, Table, func, insert, select, text, update
from sqlalchemy.orm import Session

from boxed_club.templates import (
    ADDRESSES,
    CAMPAIGN,
    DOMAIN,
    EVENT,
    FORMING,
    FROZEN,
    KEPT,
    MIDST,
    OVER,
    SET_UP,
    Template,
)
from pbem.games import record, table
from pbem.rulesets import presentation
from pbem.store.database import now
from pbem.store.models import Base, Game, Participant, Player, RecordEntry, Seat, UtcDateTime

# Of a hundred running games so many stand at each stage; of the rule sets one has a hundred times the bytes of others.
SHARES = {FORMING: 8, SET_UP: 10, MIDST: 68, KEPT: 4, FROZEN: 1, EVENT: 6, CAMPAIGN: 3}
RULESET_SHARES = {"hundred_days": 0.15}
# Over which copies are spread, back from now. Whole hours, so that which deadlines fall in an hour hangs on no second.
BUSY_HOURS, LONG_AGO_HOURS = 66, 16_000
ZONES = ("Europe/Berlin", "Europe/London", "America/New_York", "America/Chicago", "America/Los_Angeles", "Asia/Tokyo")
ROWS_AT_ONCE = 2_000

# The tables that hold a game's rows, by the column that leads to it; `{games}` are the numbers of the template's games.
_OF_GAME = {
    "game": "id IN ({games})",
    "seat": "game_id IN ({games})",
    "participant": "game_id IN ({games})",
    "turn": "game_id IN ({games})",
    "packed_record": "game_id IN ({games})",
    "standstill": "game_id IN ({games})",
    "inbox": "game IN (SELECT name FROM game WHERE id IN ({games}))",
    "order_set": "turn_id IN (SELECT id FROM turn WHERE game_id IN ({games}))",
    "outbox": "game IN (SELECT name FROM game WHERE id IN ({games}))",
    "linked_battle": "campaign_id IN ({games})",
}
_OF_EVENT = {
    "event": "id = {event}",
    "entrant": "event_id = {event}",
    "event_round": "event_id = {event}",
    "event_entry": "event_id = {event}",
    "sitting": "event_id = {event}",
}
_OPEN_RECORD = "record_entry"
_TEMPLATE_PLAYER = f"CAST(replace(substr({{column}}, 2), '@{DOMAIN}', '') AS INTEGER)"


class Scale(NamedTuple):
    """How large a club is made."""

    players: int = 20_000
    running: int = 10_000
    finished: int = 50_000


class Filled(NamedTuple):
    """What was made: copies by stage and rule set, and how many seconds it took."""

    copies: dict[tuple[str, str], int]
    seconds: float


def fill(server: Server, templates: Sequence[Template], scale: Scale) -> Filled:
    """Copy the templates until there are as many players and games as wanted; forming games count as running."""
    begun = time.monotonic()
    copies = shares_of(templates, scale)
    with server.store.session() as session:
        _people(session, scale.players)
        stride = _stride(session)
    for template, count in copies.items():
        if count:
            with server.store.session(durable=False) as session:
                _Copying(session, template, count, stride, scale.players).copy()
    if not server.store.sqlite:
        with server.store.session() as session:
            _set_sequences(session.connection())
            session.execute(text("ANALYZE"))  # which PostgreSQL does by itself within a minute, and SQLite does not
    told: dict[tuple[str, str], int] = {}
    for template, count in copies.items():
        told[template.stage, template.ruleset] = told.get((template.stage, template.ruleset), 0) + count
    return Filled(told, time.monotonic() - begun)


def shares_of(templates: Sequence[Template], scale: Scale) -> dict[Template, int]:
    """How often each template is copied."""
    found = {}
    for template in templates:
        alike = [each for each in templates if each.stage == template.stage]
        weights = [RULESET_SHARES.get(each.ruleset, 1) for each in alike]
        share = RULESET_SHARES.get(template.ruleset, 1) / sum(weights) if len(alike) > 1 else 1.0
        if template.stage == OVER:
            found[template] = round(scale.finished * share)
            continue
        known = {each.stage for each in templates} - {OVER}
        games = scale.running * SHARES[template.stage] / sum(SHARES[stage] for stage in known)
        found[template] = round(games * share / len(template.games))
    return found


def _people(session: Session, count: int) -> None:
    """Players, each in a time zone, after those of the templates."""
    there = session.scalar(select(func.max(Player.id))) or 0
    moment = now(session)
    rows = [
        {
            "id": number,
            "address": f"p{number}@{DOMAIN}",
            "name": f"p{number}",
            "enrolled_at": moment,
            "pictures": False,
            "zone": ZONES[number % len(ZONES)],
        }
        for number in range(there + 1, count + 1)
    ]
    for at in range(0, len(rows), ROWS_AT_ONCE):
        session.execute(insert(Player), rows[at : at + ROWS_AT_ONCE])


def _stride(session: Session) -> int:
    """A number above all that rows of templates have: the k-th copy of row n has n + k times that."""
    highest = [
        session.scalar(select(func.max(each.c.id))) or 0
        for each in Base.metadata.sorted_tables
        if "id" in each.c and each.name != "player"
    ]
    return max(highest) + 1


def _set_sequences(connection: Connection) -> None:
    for each in Base.metadata.sorted_tables:
        if "id" in each.c and isinstance(each.c.id.type, Integer):
            connection.execute(
                text(
                    f"SELECT setval(pg_get_serial_sequence('{each.name}', 'id'), (SELECT max(id) FROM {each.name})) "
                    f"WHERE EXISTS (SELECT 1 FROM {each.name})"
                )
            )


class _Copying:
    """A template's rows, so many times."""

    def __init__(self, session: Session, template: Template, count: int, stride: int, players: int) -> None:
        self.session, self.template, self.count, self.stride, self.players = session, template, count, stride, players
        self.sqlite = session.get_bind().dialect.name == "sqlite"
        games = session.scalars(select(Game).where(Game.id.in_(template.games)).order_by(Game.id)).all()
        self.games, self.stems = games, {game.name: table.stem_of(game.ruleset) for game in games}
        self.ids = {game.name: game.id for game in games}

    def copy(self) -> None:
        wheres = dict(_OF_GAME)
        if self.template.event is not None:
            wheres |= _OF_EVENT
        if self.template.stage == OVER:
            wheres["record_entry"] = "game_id IN ({games})"
        asked = {"games": ", ".join(map(str, self.template.games)), "event": self.template.event}
        for each in Base.metadata.sorted_tables:
            if each.name in wheres:
                self._copy_rows(each, wheres[each.name].format(**asked))
        if self.template.stage not in (OVER, FORMING):
            for game in self.games:
                self._begin_records(game)

    # --- By the database ------------------------------------------------------------------------------------------

    def _copy_rows(self, rows: Table, where: str) -> None:
        columns = [column.name for column in rows.columns]
        values = [self._value(rows, name) for name in columns]
        numbers = f"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {self.count})"
        if "id" in columns:
            # The template's own, not looked for among all copies that are there by now; names and numbers are ours.
            known = text(f"SELECT id FROM {rows.name} t WHERE t.{where} AND t.id < {self.stride}")
            found = ", ".join(map(str, self.session.scalars(known)))
            if not found:
                return
            where = f"id IN ({found})"
        # CROSS: the rows of the template first, and for each of them the numbers; the other way SQLite takes for ever.
        self.session.execute(
            text(
                f"INSERT INTO {rows.name} ({', '.join(columns)}) {numbers} "
                f"SELECT {', '.join(values)} FROM {rows.name} t CROSS JOIN n WHERE t.{where}"
            )
        )

    def _value(self, rows: Table, name: str) -> str:
        column, old = rows.c[name], f"t.{name}"
        special = self._special(rows.name, name)
        if special is not None:
            return special
        leads_to = next(iter(column.foreign_keys), None)
        if leads_to is not None or name in ("opened_by",):
            if leads_to is None or leads_to.column.table.name == "player":
                return self._player(old)
            return f"{old} + {self.stride} * n.i"
        if name == "id":
            return f"{old} + {self.stride} * n.i"
        if isinstance(column.type, UtcDateTime):
            return self._earlier(old)
        return old

    def _special(self, rows: str, name: str) -> str | None:
        """What is made of columns that are unique, or that name a game or somebody's address."""
        unique = f"t.{name} || '/' || n.i || '/{self.template.games[0]}'"
        nothing = "X''" if self.sqlite else "CAST('' AS BYTEA)"
        copy = self._game_name("t.id", None)
        values: Mapping[tuple[str, str], str] = {
            ("game", "name"): copy,
            ("event", "name"): "t.name || n.i",
            ("event", "stem"): "t.stem || n.i || 'x'",
            ("inbox", "sha256"): unique,
            ("inbox", "message_id"): unique,
            ("inbox", "from_address"): self._address("t.from_address"),
            ("inbox", "writer"): self._address("t.writer"),
            ("inbox", "raw"): nothing,
            ("inbox", "game"): self._game_name(None, "t.game"),
            ("outbox", "key"): unique,
            ("outbox", "message_id"): unique,
            ("outbox", "to_address"): self._address("t.to_address"),
            ("outbox", "raw"): nothing,
            ("outbox", "shown"): "''",
            ("outbox", "game"): self._game_name(None, "t.game"),
            ("turn", "shown"): "FALSE",
            ("turn", "recorded"): "2",
        }
        if self.template.stage == OVER and (rows, name) in (("turn", "shown"), ("turn", "recorded")):
            return None
        return values.get((rows, name))

    def _player(self, old: str) -> str:
        return f"1 + ({old} - 1 + n.i * {len(ADDRESSES)} + {self.template.games[0]}) % {self.players}"

    def _address(self, old: str) -> str:
        number = self._player(f"({_TEMPLATE_PLAYER.format(column=old)})")
        return f"'p' || ({number}) || '@{DOMAIN}'"

    def _game_name(self, ident: str | None, name: str | None) -> str:
        """The name of a copy, out of its template's number or name."""
        cases = " ".join(
            f"WHEN {ident or name} = {old if ident else repr(known)} "
            f"THEN '{self.stems[known]}' || ({old} + {self.stride} * n.i)"
            for known, old in self.ids.items()
        )
        return f"CASE {cases} END"

    def _earlier(self, old: str) -> str:
        spread = LONG_AGO_HOURS if self.template.stage == OVER else BUSY_HOURS
        hours = f"((n.i * 37 + {self.template.games[0] * 11}) % {spread})"
        if self.sqlite:
            # As SQLAlchemy writes them, since texts are compared.
            return f"strftime('%Y-%m-%d %H:%M:%f', {old}, '-' || {hours} || ' hours') || '000'"
        return f"{old} - {hours} * interval '1 hour'"

    # --- Records --------------------------------------------------------------------------------------------------

    def _begin_records(self, game: Game) -> None:
        rows: list[dict[str, Any]] = []
        for row in self._records(game):
            rows.append(row)
            if len(rows) >= ROWS_AT_ONCE // 10:
                self.session.execute(insert(RecordEntry), rows)
                rows = []
        if rows:
            self.session.execute(insert(RecordEntry), rows)
        # A copy begins from a position of its own, and nothing comes into it later.
        here = Game.id.in_(game.id + self.stride * number for number in range(1, self.count + 1))
        if game.mustered is not None:
            self.session.execute(update(Game).where(here).values(mustered=None))

    def _records(self, game: Game) -> Iterator[dict[str, Any]]:
        """The two entries with which the record of each copy begins: its position, and that nobody has ordered yet."""
        words, options, seed = presentation(game.ruleset), table.options_of(game), bytes.fromhex(game.seed)
        position = table.position_of(game, table.current_turn(self.session, game))
        start = msgspec.json.decode(msgspec.json.encode(words.rules.encode(position)))
        result = words.rules.adjudicate(position, {}, table.dice_of(game))
        assert words.rules.encode(result.position) == words.rules.encode(position), game.name
        first = record.turn_body(words, {}, False, (), result, ())
        drawn = dict(
            self.session.execute(
                select(Seat.name, Participant.drawn)
                .join(Participant, (Participant.game_id == Seat.game_id) & (Participant.player_id == Seat.player_id))
                .where(Seat.game_id == game.id)
            ).all()
        )
        seats = [(seat.name, drawn.get(seat.name, ""), seat.word) for seat in game.seats]
        body = record.game_body(game.name, words, options, seats, seed, rated=game.rated, start=start)
        entry = record.link(None, "game", body, seed)
        following = record.link(entry, "turn", first, seed)
        for number in range(1, self.count + 1):
            ident = game.id + self.stride * number
            head, line = _relinked(entry, f'"game":"{game.name}"', f'"game":"{self.stems[game.name]}{ident}"')
            yield {"game_id": ident, "number": 0, "hash": head, "body": line}
            head, line = _relinked(following, f'"prev":"{entry.hash}"', f'"prev":"{head}"')
            yield {"game_id": ident, "number": 1, "hash": head, "body": line}


def _relinked(entry: record.Entry, old: str, new: str) -> tuple[str, str]:
    """An entry with one member changed: its hash, and its line. To write it anew takes a hundred times as long."""
    line = entry.line.replace(old, new, 1)
    member = f'"hash":"{entry.hash}",'
    at = line.index(member)
    content = line[:at] + line[at + len(member) :]
    head = sha256(content.encode()).hexdigest()
    return head, f'{line[:at]}"hash":"{head}",{content[at:]}'


def counted(session: Session) -> dict[str, int]:
    """How many rows each table has."""
    return {
        each.name: session.scalar(select(func.count()).select_from(each)) or 0 for each in Base.metadata.sorted_tables
    }
