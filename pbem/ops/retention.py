"""What is kept for how long: mail is deleted some time after its use, finished games are packed.

Done now and then, and then in portions: a portion is found by a transaction that only reads, and deleted by a short
one, so that nobody waits for it. Of a running game everything is kept that a mail to it may quote. The highest number
of a table stays taken: one that came again would stand for two mails.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import TypeAlias

import msgspec
import structlog
from sqlalchemy import ColumnElement, delete, func, or_, select, update
from sqlalchemy.orm import Session

from pbem.games import onlookers, table
from pbem.games.kept_record import packed
from pbem.ops import rounds
from pbem.runtime.context import Context
from pbem.store import inbox
from pbem.store.database import change, now
from pbem.store.models import (
    UNFINISHED,
    Ahead,
    Device,
    Game,
    Inbox,
    OrderSet,
    Outbox,
    PackedRecord,
    Question,
    RecordEntry,
    Replied,
    SeenToken,
    Turn,
)

EVERY = timedelta(hours=1)
PORTION = 200
GAMES_AT_ONCE = 10
DONE_WITH = ("read", "dropped", "shunted")
GONE_OUT = ("sent", "failed", "dropped")
NOTHING = b""

log = structlog.get_logger(__name__)

Part: TypeAlias = Callable[[Context, datetime, datetime], bool]


def sweep(context: Context, _ident: int = 0) -> bool:
    """Do a portion of everything; whether it was time to. What is left over is done with the next look."""
    with context.transaction("sweep") as session:
        moment = now(session)
        if not rounds.take(session, rounds.SWEEP, moment + EVERY):
            return False
    limit = moment - timedelta(days=context.settings.retention_days)
    left_over = [part(context, moment, limit) for part in PARTS]
    if any(left_over):
        with context.transaction("sweep") as session:
            rounds.at_once(session, rounds.SWEEP)
    return True


# --- Mail that came in --------------------------------------------------------------------------------------------


def _strangers(context: Context, moment: datetime, _limit: datetime) -> bool:
    """Mail of people who are not known, for whom it waited in vain."""
    theirs = Inbox.reason.in_((inbox.NOT_ENROLLED, inbox.OTHERS_SEAT)) & (Inbox.state == "held")
    return _delete_mail(context, theirs & (Inbox.received_at < moment - inbox.HELD_FOR))


def _read_mail(context: Context, _moment: datetime, limit: datetime) -> bool:
    """Mail that was read, answered or put aside; the row stays of what orders of a running game came from, or ahead."""
    for_hosts = (Inbox.state == "held") & or_(Inbox.reason.is_(None), Inbox.reason != inbox.WAITS_FOR_HOST)
    old = or_(Inbox.state.in_(DONE_WITH), for_hosts) & (Inbox.received_at < limit)
    for_now = select(OrderSet.id).where(OrderSet.inbox_id == Inbox.id).exists()
    ordered = for_now | select(Ahead.seat_id).where(Ahead.inbox_id == Inbox.id).exists()
    left_over = _delete_mail(context, old & ~ordered)
    emptied = old & ordered & (Inbox.raw != NOTHING)
    ids = _ids(context, select_of=Inbox, where=emptied)
    with context.transaction("sweep") as session:
        session.execute(update(Inbox).where(Inbox.id.in_(ids), emptied).values(raw=NOTHING))
    return left_over or len(ids) == PORTION


def _delete_mail(context: Context, where: ColumnElement[bool]) -> bool:
    highest = select(func.max(Inbox.id)).scalar_subquery()
    ids = _ids(context, select_of=Inbox, where=where & (Inbox.id < highest))
    with context.transaction("sweep") as session:
        session.execute(delete(Inbox).where(Inbox.id.in_(ids), where))
    return len(ids) == PORTION


# --- Mail that went out -------------------------------------------------------------------------------------------


def _sent_mail(context: Context, _moment: datetime, limit: datetime) -> bool:
    """Mail that was sent; of a game that goes on the texts stay, since a mail to it may quote any of them."""
    used = func.coalesce(Outbox.sent_at, Outbox.created_at)
    old = Outbox.state.in_(GONE_OUT) & (Outbox.created_at < limit) & (used < limit)
    goes_on = select(Game.id).where(Game.name == Outbox.game, Game.state.in_(UNFINISHED)).exists()
    highest = select(func.max(Outbox.id)).scalar_subquery()
    gone, emptied = old & ~goes_on, old & goes_on & (Outbox.raw != NOTHING)
    deleted = _ids(context, select_of=Outbox, where=gone & (Outbox.id < highest))
    shortened = _ids(context, select_of=Outbox, where=emptied)
    with context.transaction("sweep") as session:
        session.execute(delete(Outbox).where(Outbox.id.in_(deleted), gone))
        session.execute(update(Outbox).where(Outbox.id.in_(shortened), emptied).values(raw=NOTHING))
    return PORTION in (len(deleted), len(shortened))


def _ids(context: Context, *, select_of: type[Inbox | Outbox], where: ColumnElement[bool]) -> Sequence[int]:
    with context.store.reading() as session:
        return session.scalars(select(select_of.id).where(where).order_by(select_of.id).limit(PORTION)).all()


# --- Notes --------------------------------------------------------------------------------------------------------


def _notes(context: Context, moment: datetime, limit: datetime) -> bool:
    """What was noted so that it would not be done twice, on a day or within a week that is long over; cookies too."""
    with context.transaction("sweep") as session:
        session.execute(delete(Replied).where(Replied.day < limit.astimezone(UTC).date().isoformat()))
        highest = select(func.max(Question.id)).scalar_subquery()
        session.execute(delete(Question).where(Question.asked_at < limit, Question.id < highest))
        session.execute(delete(SeenToken).where(SeenToken.noted_at < limit))
        session.execute(delete(Device).where(Device.until < moment))
    return False


# --- Games --------------------------------------------------------------------------------------------------------


def _finished_games(context: Context, _moment: datetime, limit: datetime) -> bool:
    """Games that are over: their records packed, of their positions the last one kept, their orders in the record."""
    ended = select(func.max(Turn.asked_at)).where(Turn.game_id == Game.id).scalar_subquery()
    over = select(Game.id).where(Game.state == "over", Game.packed.is_(False), ended < limit)
    # In no order: in that of their numbers, those that were packed long ago would be passed over one by one.
    with context.store.reading() as session:
        games = session.scalars(over.limit(GAMES_AT_ONCE)).all()
    for game in games:
        _pack(context, game)
    return len(games) == GAMES_AT_ONCE


def _pack(context: Context, ident: int) -> None:
    lines = select(RecordEntry.body).where(RecordEntry.game_id == ident).order_by(RecordEntry.number)
    with context.store.reading() as session:
        *before, _last = session.scalars(lines).all()
    content = packed(before)
    with context.transaction("sweep") as session:
        game = session.get_one(Game, ident)
        table.lock(session, game)
        if game.packed or game.state != "over":
            return
        game.packed = True
        told = [each.recorded for each in onlookers.turns_told(session, game)]
        session.add(PackedRecord(game_id=ident, content=content, told=msgspec.json.encode(told).decode()))
        mine = RecordEntry.game_id == ident
        if change(session, delete(RecordEntry).where(mine, RecordEntry.number < len(before))) != len(before):
            raise AssertionError(f"the record of {game.name} has changed after its end")
        _drop_positions(session, ident)


def _drop_positions(session: Session, game: int) -> None:
    """Of a game's turns the first and the last stay, which tell when it began and ended; the last has its position."""
    turns = select(Turn.id).where(Turn.game_id == game)
    session.execute(delete(OrderSet).where(OrderSet.turn_id.in_(turns)))
    first, last = session.execute(
        select(func.min(Turn.number), func.max(Turn.number)).where(Turn.game_id == game)
    ).one()
    of_game = Turn.game_id == game
    session.execute(delete(Turn).where(of_game, Turn.number > first, Turn.number < last))
    session.execute(update(Turn).where(of_game, Turn.number == first, Turn.number < last).values(position="{}"))


PARTS: tuple[Part, ...] = (_finished_games, _strangers, _read_mail, _sent_mail, _notes)
