"""All that is kept about a player, as one JSON file: his row, seats, absences, invitations, questions, press, mail."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from typing import Any

import msgspec
from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from pbem.store import people
from pbem.store.models import (
    Delegation,
    Device,
    Entrant,
    Event,
    Game,
    Inbox,
    Invitation,
    Mute,
    Onlooker,
    OrderSet,
    Outbox,
    Player,
    Press,
    Punctuality,
    Question,
    RatedPlayer,
    Rating,
    SealedLetter,
    Seat,
    Standstill,
    Turn,
)

LARGEST_BY_MAIL = 5_000_000
FETCHED_AT_ONCE = 20

Row = dict[str, Any]


class Export(msgspec.Struct, frozen=True):
    """The file, and whether texts of mails were left out for its size."""

    content: bytes
    cut: bool


def everything(session: Session, player: Player, largest: int | None = None) -> Export:
    """The file of a player; with `largest` the texts of his mails as far as they fit, the latest first."""
    addresses = people.addresses_of(session, player)
    rooms = [_Room(None if largest is None else largest // 4) for _ in range(5)]
    found = {
        "player": {
            **{column.name: getattr(player, column.name) for column in Player.__table__.columns},
            "addresses": addresses,
        },
        "seats": _seats(session, player),
        "plays_for_others": _delegations(session, player),
        "absences": [_row(each, "since", "until", "announced_at") for each in _of(session, Standstill, player)],
        "invitations": _invitations(session, player, addresses),
        "questions": [_row(each, "kind", "about", "asked_at") for each in _of(session, Question, player)],
        "devices": [_row(each, "begun_at", "until") for each in _of(session, Device, player)],
        "ratings": _ratings(session, player),
        "punctuality": _months(session, player),
        "events": _events(session, player),
        "watches": _in_games(session, Onlooker, player, "since", "seen"),
        "mutes": _in_games(session, Mute, player, "seat"),
        "press": list(_as_fits(_press(session, player), rooms[3])),
        "letters": list(_as_fits(_letters(session, player), rooms[4])),
        "orders": list(_as_fits(_orders(session, addresses), rooms[0])),
        "mails_to": list(_as_fits(_mails_to(session, addresses), rooms[1])),
        "mails_from": list(_as_fits(_mails_from(session, addresses), rooms[2])),
    }
    return Export(msgspec.json.format(msgspec.json.encode(found), indent=1), any(room.cut for room in rooms))


class _Room:
    """What is left of the size that a part of the file may have."""

    def __init__(self, largest: int | None) -> None:
        self.left, self.cut = largest, False

    def takes(self, row: Row) -> bool:
        """Whether a row still fits."""
        if self.left is None:
            return True
        self.left -= len(msgspec.json.encode(row))
        self.cut |= self.left < 0
        return self.left >= 0


def _as_fits(rows: Iterator[Row], room: _Room) -> Iterator[Row]:
    """The rows as long as there is room for them; no more are fetched than that."""
    return takewhile(room.takes, rows)


def _seats(session: Session, player: Player) -> list[Row]:
    rows = session.execute(select(Seat, Game).join(Game).where(Seat.player_id == player.id).order_by(Seat.id))
    fields = ("name", "word", "bank", "misses", "asked_at", "due_at")
    return [
        {"game": game.name, "ruleset": game.ruleset, "state": game.state, **_row(seat, *fields), "ahead": _ahead(seat)}
        for seat, game in rows
    ]


def _letters(session: Session, player: Player) -> Iterator[Row]:
    """What he wrote to others by orders of games, the latest first."""
    mine = select(SealedLetter, Game.name).join(Game, Game.id == SealedLetter.game_id)
    rows = session.execute(mine.where(SealedLetter.player_id == player.id).order_by(SealedLetter.id.desc()))
    for row in rows.yield_per(FETCHED_AT_ONCE):
        letter = row[0]
        yield {"game": row.name, **_row(letter, "seat", "words", "kept_at")}


def _ratings(session: Session, player: Player) -> list[Row]:
    number = session.scalar(select(RatedPlayer.id).where(RatedPlayer.player_id == player.id))
    mine = select(Rating).where(Rating.kind == "player", Rating.who == str(number))
    fields = ("ruleset", "mode", "mu", "sigma", "games", "at")
    return [_row(each, *fields) for each in session.scalars(mine.order_by(Rating.ruleset, Rating.mode))]


def _months(session: Session, player: Player) -> list[Row]:
    mine = select(Punctuality).where(Punctuality.player_id == player.id).order_by(Punctuality.month)
    return [_row(each, "month", "decided", "late", "missed") for each in session.scalars(mine)]


def _delegations(session: Session, player: Player) -> list[Row]:
    rows = session.execute(
        select(Game.name, Seat.name, Delegation.until)
        .join(Seat, Seat.id == Delegation.seat_id)
        .join(Game, Game.id == Seat.game_id)
        .where(Delegation.player_id == player.id)
    )
    return [{"game": game, "seat": seat, "until": until} for game, seat, until in rows]


def _ahead(seat: Seat) -> list[str]:
    """The lines that a seat has sent ahead for its next question."""
    told: list[str] = [] if seat.ahead is None else msgspec.json.decode(seat.ahead.plan)["told"]
    return told


def _invitations(session: Session, player: Player, addresses: list[str]) -> list[Row]:
    mine = or_(Invitation.player_id == player.id, Invitation.address.in_(addresses))
    rows = session.execute(select(Invitation, Game.name).join(Game, Game.id == Invitation.game_id).where(mine))
    return [
        {"game": game, "to": each.address, "by_you": each.player_id == player.id, "at": each.invited_at}
        for each, game in rows
    ]


def _orders(session: Session, addresses: list[str]) -> Iterator[Row]:
    # A seat may have been another's before: what counts is whose mail it was.
    mine = (
        select(Game.name, Turn.number, OrderSet.seat, OrderSet.lines)
        .join(Turn, Turn.id == OrderSet.turn_id)
        .join(Game, Game.id == Turn.game_id)
        .join(Inbox, Inbox.id == OrderSet.inbox_id)
        .where(Inbox.from_address.in_(addresses))
        .order_by(OrderSet.id.desc())
    )
    for game, turn, seat, lines in session.execute(mine):
        yield {"game": game, "turn": turn, "seat": seat, "lines": [text for _, text in msgspec.json.decode(lines)]}


def _press(session: Session, player: Player) -> Iterator[Row]:
    """What he said to others; what they said to him is theirs, and stands in the mails to him."""
    mine = select(Press, Game.name).join(Game, Game.id == Press.game_id).where(Press.player_id == player.id)
    for said, game in session.execute(mine.order_by(Press.id.desc())):
        to = msgspec.json.decode(said.addressed)
        yield {"game": game, "to": to, **_row(said, "seat", "turn", "said_at", "words")}


def _events(session: Session, player: Player) -> list[Row]:
    mine = select(Entrant, Event.name).join(Event, Event.id == Entrant.event_id).where(Entrant.player_id == player.id)
    rows = session.execute(mine.order_by(Entrant.id))
    return [{"event": event, **_row(each, "state", "entered_at", "here_at", "drawn")} for each, event in rows]


def _in_games(session: Session, model: Any, player: Player, *fields: str) -> list[Row]:
    rows = select(model, Game.name).join(Game, Game.id == model.game_id).where(model.player_id == player.id)
    return [{"game": game, **_row(each, *fields)} for each, game in session.execute(rows.order_by(model.id))]


def _mails_to(session: Session, addresses: list[str]) -> Iterator[Row]:
    mine = (
        select(Outbox.created_at, Outbox.sent_at, Outbox.to_address, Outbox.subject, Outbox.text)
        .where(Outbox.to_address.in_(addresses))
        .order_by(Outbox.id.desc())
        .execution_options(yield_per=FETCHED_AT_ONCE)
    )
    for created_at, sent_at, to, subject, text in session.execute(mine):
        yield {"written_at": created_at, "sent_at": sent_at, "to": to, "subject": subject, "text": text}


def _mails_from(session: Session, addresses: list[str]) -> Iterator[Row]:
    mine = (
        select(Inbox.received_at, Inbox.state, Inbox.reason, Inbox.game, Inbox.seat, Inbox.raw)
        .where(or_(Inbox.from_address.in_(addresses), Inbox.sender.in_(addresses)))
        .order_by(Inbox.id.desc())
        .execution_options(yield_per=FETCHED_AT_ONCE)
    )
    for received_at, state, reason, game, seat, raw in session.execute(mine):
        row = {"received_at": received_at, "state": state, "reason": reason, "game": game, "seat": seat}
        yield row | {"mail": raw.decode("utf-8", "replace")}


def _of(session: Session, model: Any, player: Player) -> list[Any]:
    return list(session.scalars(select(model).where(model.player_id == player.id).order_by(model.id)))


def _row(each: Any, *fields: str) -> Row:
    return {field: getattr(each, field) for field in fields}
