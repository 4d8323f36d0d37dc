"""What a played day came to: asked, answered, late; lost and done twice, of which there must be none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from boxed_club.mails import AWAY, BOUNCE, ORDERS, SLIP, STALE, Letter
from pbem.games.kept_record import KeptRecord
from pbem.games.record import verify
from pbem.store.models import Game, Inbox, OrderSet, Outbox

ENDED = ("read", "held", "dropped", "shunted")
SILENT = (AWAY, BOUNCE)  # to which nothing is answered


class Sent(NamedTuple):
    """A mail as it came into somebody's mailbox: its Message-ID, to whom, and the hash of its bytes."""

    ident: str
    to: str
    digest: str


class Count(NamedTuple):
    """`posted` counts mails by kind, copies left out, `states` what became of them.

    `unanswered` are mails that ended and of which nothing came, `lost` those that stand nowhere or are not done with,
    `unsent` mails of ours that came into no mailbox. `came_again` counts mails of ours that came twice alike, as they
    may where a worker was killed; `doubled` those that came twice in two forms, and orders that were played twice.
    """

    posted: dict[str, int]
    again: int
    states: dict[str, int]
    unanswered: int
    lost: int
    unsent: int
    came_again: int
    doubled: int
    verified: int
    turns: int
    mails_out: int


def counted(session: Session, letters: Sequence[Letter], boxes: Iterable[Sent], before: int) -> Count:
    """All of it, once the server has come to rest; `before` is the highest number of the outbox as the day began.

    The record of every game that was written to is replayed, and compared.
    """
    rows = _rows(session, letters)
    found = [_first(rows.get(each.ident, ())) for each in letters]
    states = Counter("lost" if row is None else row.state for row in found)
    out = session.execute(select(Outbox.message_id, Outbox.key, Outbox.state).where(Outbox.id > before)).all()
    answers = {key for _, key, _ in out if key.startswith("answer/")}
    ordered = set(session.scalars(select(OrderSet.inbox_id)))
    unanswered = [
        each
        for each, row in zip(letters, found, strict=True)
        if row is not None
        and row.state == "read"
        and each.kind not in SILENT
        and row.id not in ordered
        and f"answer/{row.id}" not in answers
    ]
    came = Counter(boxes)
    idents = Counter(sent.ident for sent in came)
    arrived = {sent.ident for sent in came}
    games = sorted({each.game for each in letters if each.game is not None})
    return Count(
        posted=dict(Counter(each.kind for each in letters)),
        again=sum(each.again for each in letters),
        states=dict(states),
        unanswered=len(unanswered),
        lost=sum(row is None or row.state not in ENDED for row in found),
        unsent=sum(state != "sent" or ident not in arrived for ident, _, state in out),
        came_again=sum(count - 1 for count in came.values()),
        doubled=sum(count - 1 for count in idents.values()) + _played_twice(session),
        verified=sum(_verified(session, game) for game in games),
        turns=_turns(session, games),
        mails_out=len(out),
    )


def _rows(session: Session, letters: Sequence[Letter]) -> dict[str, list[Inbox]]:
    """The stored mails by their Message-IDs: each once, or twice where it came by two doors in two forms."""
    idents, found = [each.ident for each in letters], dict[str, list[Inbox]]()
    for at in range(0, len(idents), 500):
        asked = select(Inbox).where(Inbox.message_id.in_(idents[at : at + 500])).order_by(Inbox.id)
        for row in session.scalars(asked):
            found.setdefault(str(row.message_id), []).append(row)
    return found


def _first(rows: Sequence[Inbox]) -> Inbox | None:
    """The one that was carried out: others of the same mail are dropped."""
    return next((row for row in rows if row.state == "read"), rows[0] if rows else None)


def _played_twice(session: Session) -> int:
    """Mails whose orders were played in more than one turn."""
    used = select(OrderSet.inbox_id).where(OrderSet.state == "used", OrderSet.at_once.is_(False))
    twice = used.group_by(OrderSet.inbox_id, OrderSet.seat).having(func.count() > 1).subquery()
    return session.scalar(select(func.count()).select_from(twice)) or 0


def _verified(session: Session, name: str) -> bool:
    game = session.scalars(select(Game).where(Game.name == name)).one()
    verify(KeptRecord(session, game).file().content.decode().splitlines())
    return True


def _turns(session: Session, games: Sequence[str]) -> int:
    """How many turns were carried out by the records: each game's first two entries are its beginning."""
    found = 0
    for name in games:
        game = session.scalars(select(Game).where(Game.name == name)).one()
        found += KeptRecord(session, game).length - 2
    return found


def outcome(session: Session) -> dict[str, tuple[str, int, str]]:
    """Where each game stands: the state of the game, and the hash of its record's latest entry."""
    found = {}
    for game in session.scalars(select(Game).where(Game.state.in_(("running", "over")), Game.packed.is_(False))):
        kept = KeptRecord(session, game)
        found[game.name] = (game.state, kept.length, kept.reached() or "")
    return found


def waits(session: Session, letters: Sequence[Letter]) -> list[float]:
    """The seconds from the storing of a mail with orders to the sending of the first mail about it, sorted."""
    ordered = [each for each in letters if each.kind in (ORDERS, SLIP, STALE)]
    found = []
    for rows in _rows(session, ordered).values():
        row = _first(rows)
        if row is None:
            continue
        sent = session.scalar(
            select(func.min(Outbox.sent_at)).where(
                Outbox.game == row.game, Outbox.created_at >= row.received_at, Outbox.sent_at.is_not(None)
            )
        )
        if sent is not None:
            found.append((sent - row.received_at).total_seconds())
    return sorted(found)
