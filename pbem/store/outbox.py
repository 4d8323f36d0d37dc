"""The outbox: mails are written here in the transaction that causes them, and sent from here, each once.

A mail is sent again only where a worker died after the SMTP server took it and before that was noted; the copy has
the same Message-ID.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta

import msgspec
from sqlalchemy import BindParameter, Update, bindparam, case, delete, func, null, or_, select, union, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session, aliased

from pbem.store.database import change, now, prepared
from pbem.store.inbox import Claim, Outdated
from pbem.store.models import LocalMail, Outbox, Replied, SlowHost

FIRST_PAUSE = timedelta(minutes=1)
LONGEST_PAUSE = timedelta(hours=2)
# Pauses are longer by chance, by up to so much of themselves: what was refused together does not come again together.
JITTER = 0.25
# A domain that has asked for patience gets one mail at a time, in such steps.
STEP = timedelta(seconds=1)
MOST_IN_STEP = 500
GIVE_UP_AFTER = timedelta(days=5)
# A mail that is old as it is tried, since nobody was there or a host had it sent again, is not given up at once.
LEAST_ATTEMPTS = 8
MOST_DEATHS = 2
# Hints to strangers: whose addresses they are nobody knows.
HINT = "hint/"
MOST_HINTS = 120
MOST_HINTS_AT_ONE_DOMAIN = 20
MOST_HINTS_A_DAY = 3


_MOMENT: BindParameter[datetime] = bindparam("moment", type_=Outbox.not_before.type)
_READY = (Outbox.state == "ready") & (Outbox.not_before <= _MOMENT)
# Whoever was sending it has died.
_ORPHANED = (Outbox.state == "sending") & (Outbox.lease_until < _MOMENT)
_SENDABLE = or_(_READY, _ORPHANED)
# Each found by the index, and put in order then: asked for in order, SQLite would go through all mail ever sent.
_WAITING = union(select(Outbox.id).where(_READY), select(Outbox.id).where(_ORPHANED)).subquery()
_OLDER = aliased(Outbox)
_WAITS = (
    select(_OLDER.id)
    .where(_OLDER.to_address == Outbox.to_address, _OLDER.id < Outbox.id, _OLDER.state.in_(("ready", "sending")))
    .exists()
)
# Whoever dies again while he has the mail may die of drawing its pictures: then it goes without.
_DEADLY = (Outbox.state == "sending") & (Outbox.attempts >= MOST_DEATHS)
_CLAIM = (
    update(Outbox)
    .where(Outbox.id.in_(bindparam("idents", expanding=True)), _SENDABLE, ~_WAITS)
    .values(
        state="sending",
        epoch=Outbox.epoch + 1,
        attempts=Outbox.attempts + 1,
        lease_until=bindparam("until"),
        pictures=case((_DEADLY, null()), else_=Outbox.pictures),
    )
    .returning(
        Outbox.id, Outbox.epoch, Outbox.to_address, Outbox.subject, Outbox.message_id, Outbox.raw, Outbox.pictures
    )
)
# Of the row that a claim is on: what is to be set comes with the values.
_CLAIMED = update(Outbox).where(
    Outbox.id == bindparam("ident"), Outbox.epoch == bindparam("held"), Outbox.state == "sending"
)
_OLDEST = (
    select(func.min(_OLDER.id))
    .where(_OLDER.to_address.in_(bindparam("addresses", expanding=True)), _OLDER.state == "ready")
    .group_by(_OLDER.to_address)
)
_NEXT = select(Outbox.id, Outbox.attempts).where(Outbox.id.in_(_OLDEST)).order_by(Outbox.id)
_MINE = select(Outbox.message_id, Outbox.text, Outbox.shown).where(
    Outbox.to_address.in_(bindparam("addresses", expanding=True))
)
_LATEST = _MINE.order_by(Outbox.id.desc()).limit(bindparam("most"))
_LATEST_OF_GAME = _LATEST.where(or_(Outbox.game == bindparam("game"), Outbox.game.is_(None)))
_ANSWERED = _MINE.where(Outbox.message_id.in_(bindparam("answered", expanding=True)))
_SLOW = select(SlowHost.host).where(SlowHost.host == bindparam("host"), SlowHost.until > bindparam("moment"))


class Delivery(msgspec.Struct, frozen=True):
    """A claimed mail, ready to hand to a server once its pictures are drawn."""

    claim: Claim
    to_address: str
    subject: str
    message_id: str
    raw: bytes
    pictures: str | None


def claim(session: Session, idents: Sequence[int], lease: timedelta) -> list[Delivery]:
    """Take mails to send, oldest first: those of them with which there is something to do now.

    A mail waits while an older one to the same address is unsent: a game is read in order.
    """
    moment = now(session)
    rows = prepared(session, _CLAIM, {"idents": list(idents), "moment": moment, "until": moment + lease})
    return [Delivery(Claim(ident, epoch), *mail) for ident, epoch, *mail in sorted(rows.all())]


def sent(session: Session, claim: Claim, reply: str) -> None:
    """Note that the server took the mail. Raises Outdated."""
    _update_claimed(
        session, claim, _CLAIMED, state="sent", sent_at=now(session), reply=reply, lease_until=None, pictures=None
    )


def put_off(session: Session, claim: Claim, reply: str) -> bool:
    """Note a temporary failure: the next try comes after a pause that doubles, and some more by chance.

    False where five days are over, and tries enough were made.
    """
    moment = now(session)
    row = session.get_one(Outbox, claim.id)
    if moment - row.created_at > GIVE_UP_AFTER and row.attempts >= LEAST_ATTEMPTS:
        fail(session, claim, reply)
        return False
    pause = min(FIRST_PAUSE * 2 ** min(row.attempts - 1, 20), LONGEST_PAUSE) * random.uniform(1, 1 + JITTER)  # noqa: S311
    _update_claimed(session, claim, _CLAIMED, state="ready", not_before=moment + pause, reply=reply, lease_until=None)
    return True


def pace(session: Session, ident: int) -> None:
    """Let the other mails to a domain wait for one that it has put off, and then follow it one by one."""
    session.expire_all()
    first = session.get_one(Outbox, ident)
    at = f"@{first.to_address.rpartition('@')[2]}"
    due = select(Outbox.id).where(
        Outbox.state == "ready",
        Outbox.not_before <= first.not_before,
        Outbox.id != ident,
        Outbox.to_address.endswith(at, autoescape=True),
    )
    for steps, each in enumerate(session.scalars(due.order_by(Outbox.id).limit(MOST_IN_STEP)).all(), start=1):
        later = first.not_before + steps * STEP
        session.execute(update(Outbox).where(Outbox.id == each, Outbox.state == "ready").values(not_before=later))


def hand_on(session: Session, claim: Claim) -> None:
    """Leave the mail to another worker, as if it had not been tried. Raises Outdated."""
    once_less = _CLAIMED.values(attempts=Outbox.attempts - 1)
    _update_claimed(session, claim, once_less, state="ready", lease_until=None)


def is_slow(session: Session, host: str) -> bool:
    """Whether a mail server took long to answer, lately."""
    return prepared(session, _SLOW, {"host": host, "moment": now(session)}).first() is not None


def note_slow(session: Session, host: str, lasting: timedelta) -> None:
    """Count a mail server as slow for so long from now."""
    until = now(session) + lasting
    if change(session, update(SlowHost).where(SlowHost.host == host).values(until=until)) == 0:
        # Another worker may note the same at this moment.
        with suppress(IntegrityError), session.begin_nested():
            session.add(SlowHost(host=host, until=until))


def fail(session: Session, claim: Claim, reply: str) -> None:
    """Note that the server refused the mail for good. Raises Outdated."""
    _update_claimed(session, claim, _CLAIMED, state="failed", reply=reply, lease_until=None, pictures=None)


def send_again(session: Session, row: Outbox) -> None:
    """Have a mail sent once more that was refused for good, or came back."""
    row.state, row.attempts, row.bounced_at, row.lease_until = "ready", 0, None, None
    row.epoch, row.not_before = row.epoch + 1, now(session)
    session.flush()


def drop(session: Session, row: Outbox) -> None:
    """Be done with a mail that is not sent, by the word of a host."""
    row.state, row.reply, row.pictures = "dropped", f"dropped by the host; before: {row.reply or 'not tried'}", None
    row.epoch += 1
    session.flush()


def keep_locally(session: Session, delivery: Delivery, sender: str) -> None:
    """Put the mail in the local mailbox, once, and note it as sent, in one transaction."""
    sent(session, delivery.claim, "kept in the local mailbox")
    session.add(
        LocalMail(
            to_address=delivery.to_address,
            sender=sender,
            subject=delivery.subject,
            message_id=delivery.message_id,
            raw=delivery.raw,
            sent_at=now(session),
        )
    )


def sendable(session: Session, limit: int = 200) -> Sequence[tuple[int, int]]:
    """Ids and attempt counts of mails that can be sent now, oldest first."""
    waiting = select(Outbox.id, Outbox.attempts).join(_WAITING, _WAITING.c.id == Outbox.id)
    rows = session.execute(waiting.order_by(Outbox.id).limit(limit), {"moment": now(session)})
    return [(ident, attempts) for ident, attempts in rows]


def next_for(session: Session, addresses: Sequence[str]) -> list[tuple[int, int]]:
    """The id and attempt count of the oldest unsent mail to each of these addresses, where there is one."""
    return [(ident, attempts) for ident, attempts in prepared(session, _NEXT, {"addresses": list(addresses)})]


def texts_sent(
    session: Session, addresses: Sequence[str], game: str | None, answered: Sequence[str] = (), limit: int = 4
) -> list[str]:
    """The latest mails to these addresses, as text and as their HTML shows it, for telling a quotation from an order.

    With them come the mails that are `answered`, by their Message-IDs: who sends orders again and again in answer to
    one report quotes a mail that is no longer among the latest.
    """
    latest = _LATEST if game is None else _LATEST_OF_GAME
    rows = prepared(session, latest, {"addresses": list(addresses), "game": game, "most": limit}).all()
    older = set(answered).difference(row.message_id for row in rows)
    if older:
        rows = [*rows, *prepared(session, _ANSWERED, {"addresses": list(addresses), "answered": list(older)})]
    return list(dict.fromkeys(each for row in rows for each in (row.text, row.shown)))


def with_message_id(session: Session, ids: Sequence[str]) -> int | None:
    """The mail in the outbox that has one of these Message-IDs, or None."""
    if not ids:
        return None
    return session.scalar(select(Outbox.id).where(Outbox.message_id.in_(ids)).limit(1))


def latest_to(session: Session, address: str) -> int | None:
    """The mail that was sent to an address last, or None."""
    mine = select(Outbox.id).where(Outbox.to_address == address, Outbox.state == "sent")
    return session.scalar(mine.order_by(Outbox.id.desc()).limit(1))


def bounced(session: Session, ident: int) -> bool:
    """Note that a mail came back; False where there is no such mail."""
    return change(session, update(Outbox).where(Outbox.id == ident).values(bounced_at=now(session))) == 1


def may_reply(session: Session, address: str, kind: str) -> bool:
    """Whether an unasked answer of this kind may go to the address today; saying yes uses it up."""
    day = _day(session)
    if session.get(Replied, (address, kind, day)) is not None:
        return False
    session.add(Replied(address=address, kind=kind, day=day))
    session.flush()
    return True


def may_hint(session: Session, address: str, *, vouched_for: bool) -> bool:
    """Whether a stranger may be told how to enrol: once a day, so many in an hour at one domain, so many in all.

    A domain that has vouched for the sender is not flooded by what it has sent itself; at the great providers many
    write in the hour after a game was announced. Saying yes uses it up.
    """
    since = now(session) - timedelta(hours=1)
    hints = select(func.count()).where(Outbox.created_at > since, Outbox.key.startswith(HINT, autoescape=True))
    domain = f"@{address.rpartition('@')[2]}"
    there = hints.where(Outbox.to_address.endswith(domain, autoescape=True))
    if (session.scalar(hints) or 0) >= MOST_HINTS:
        return False
    if not vouched_for and (session.scalar(there) or 0) >= MOST_HINTS_AT_ONE_DOMAIN:
        return False
    return may_reply(session, address, "hint")


def hints_today(session: Session, address: str) -> int:
    """How many hints went to an address today."""
    mine = Outbox.key.startswith(f"{HINT}{address}/{_day(session)}", autoescape=True)
    return session.scalar(select(func.count()).where(Outbox.to_address == address, mine)) or 0


def hint_came_back(session: Session, ident: int) -> None:
    """Let a stranger be told once more today whose hint came back, where a mail is one; but not again and again."""
    row = session.get(Outbox, ident)
    if row is None or not row.key.startswith(HINT) or hints_today(session, row.to_address) >= MOST_HINTS_A_DAY:
        return
    today = (Replied.address == row.to_address, Replied.kind == "hint", Replied.day == _day(session))
    session.execute(delete(Replied).where(*today))


def _day(session: Session) -> str:
    return now(session).astimezone(UTC).date().isoformat()


def _update_claimed(session: Session, claim: Claim, statement: Update, /, **values: object) -> None:
    if change(session, statement, {"ident": claim.id, "held": claim.epoch, **values}) != 1:
        raise Outdated
