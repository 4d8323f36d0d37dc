"""The inbox: a mail is stored here, durably and once, before anybody is told that it was taken in.

It is read in rounds: in each, one mail of every writer. So nobody waits for all that another has sent before him. A
mail gets its round when it comes: the next one, or where its writer has mail in that already, the one after his last.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from hashlib import sha256

import msgspec
from sqlalchemy import Text, Update, bindparam, cast, func, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from pbem.inbound.mail import InboundMail
from pbem.inbound.verdicts import PASS, Verdict, outcome_of
from pbem.store.database import change, now, prepared
from pbem.store.models import Inbox, Outbox, SeenToken, TooLarge

MAX_ATTEMPTS = 3
# A wish that old is not carried out any more when its writer is enrolled at last.
HELD_FOR = timedelta(days=7)
NOT_ENROLLED = "not enrolled"
OTHERS_SEAT = "reply address of somebody else's seat"
WAITS_FOR_HOST = "its game waits for the host"
BARRED = "its writer is barred"
FOR_HOST = "written to the postmaster"
UNCONFIRMED = "nobody knows that its From is true, and its writer has not said YES yet"
UNASKED = "nobody knows that its From is true, and so many such mails came today that its writer is not asked"
LIKE_A_MACHINE = "like those before, or not understood as they were: it may come from a machine"
# So many mails running that say the same, or of which nothing is understood, are answered; then no more.
MOST_ECHOES = 10
ECHOES_FOR = timedelta(days=1)
NOT_UNDERSTOOD = "-"

# Where the writer of a mail is looked for at the door, where nothing is parsed; that he wrote it is not believed there.
_LONGEST_HEAD = 1 << 16
_LONGEST_WRITER = 254
_LONGEST_REASON = 300
_END_OF_HEAD = re.compile(rb"\r?\n\r?\n")
_FROM = re.compile(rb"^from:((?:.*\r?\n[ \t])*.*)", re.I | re.M)
_IN_BRACKETS = re.compile(rb"<([^<>]*)>\s*$")

# A mail that waits and that nobody holds.
_FREE = (Inbox.state == "new") & or_(
    Inbox.lease_until.is_(None), Inbox.lease_until < bindparam("moment", type_=Inbox.lease_until.type)
)
_UNREAD = select(Inbox.id).where(_FREE).order_by(Inbox.place, Inbox.id).limit(bindparam("most"))
# The first that nobody is claiming at this moment. On SQLite, which has one writer at a time, it locks nothing.
_NEXT = _UNREAD.with_for_update(skip_locked=True)
_CLAIM = (
    update(Inbox)
    .where(Inbox.id == bindparam("ident"), _FREE)
    .values(epoch=Inbox.epoch + 1, attempts=Inbox.attempts + 1, lease_until=bindparam("until"))
    .returning(Inbox.epoch)
)
# Of the row that a claim is on: what is to be set comes with the values.
_CLAIMED = update(Inbox).where(Inbox.id == bindparam("ident"), Inbox.epoch == bindparam("held"), Inbox.state == "new")
_SAME = (
    select(Inbox.id)
    .where(
        Inbox.id != bindparam("ident"),
        Inbox.message_id == bindparam("message_id"),
        Inbox.from_address == bindparam("writer"),
        Inbox.game.is_not_distinct_from(bindparam("game")),
        Inbox.seat.is_not_distinct_from(bindparam("seat")),
        Inbox.state.in_(("read", "held")),
        # Of mail that was read before this was kept, nobody knows what it said.
        or_(Inbox.said.is_(None), Inbox.said == bindparam("said")),
    )
    .limit(1)
)


class Accepted(msgspec.Struct, frozen=True):
    """What became of a mail at the door: its row, whether it is new, and whether its one-time token came again."""

    id: int
    fresh: bool
    replayed: bool = False


class Claim(msgspec.Struct, frozen=True):
    """The right to work on a row until the lease ends. `epoch` must still be the row's when the work is committed."""

    id: int
    epoch: int


class Outdated(Exception):
    """Another worker has taken the row over; nothing that was done here may be committed."""


def accept(session: Session, mail: InboundMail, game: str | None = None, seat: str | None = None) -> Accepted:
    """Store a mail, once for each recipient. `game` and `seat` are those of its reply address.

    They let a turn wait for mail that came before its deadline and was not read yet.
    """
    digest = sha256(mail.raw).hexdigest()
    if mail.token is not None and not _note_token(session, mail.transport, mail.token):
        return Accepted(id=_find(session, digest, mail.recipient) or 0, fresh=False, replayed=True)
    writer = _writer(mail)
    row = Inbox(
        sha256=digest,
        recipient=mail.recipient,
        sender=mail.sender,
        transport=mail.transport,
        raw=mail.raw,
        cut_from=mail.cut_from,
        received_at=now(session),
        game=game,
        seat=seat,
        state="new",
        writer=writer,
        place=_next_round(session, writer),
        verdict=mail.verdict.outcome,
        verdict_reason=mail.verdict.reason[:_LONGEST_REASON],
        judge=mail.verdict.source[:_LONGEST_WRITER],
    )
    # The unique key, not a look beforehand, decides between two web workers that hold the same mail.
    try:
        with session.begin_nested():
            session.add(row)
    except IntegrityError:
        found = _find(session, digest, mail.recipient)
        if found is None:
            raise
        return Accepted(id=found, fresh=False)
    return Accepted(id=row.id, fresh=True)


def claim(session: Session, ident: int, lease: timedelta) -> Claim | None:
    """Take the row for this worker, or None where there is nothing to do or another worker has it."""
    moment = now(session)
    epoch = prepared(session, _CLAIM, {"ident": ident, "moment": moment, "until": moment + lease}).scalar()
    return None if epoch is None else Claim(ident, epoch)


def close(session: Session, claim: Claim, state: str, reason: str | None = None, **found: str | None) -> None:
    """Set the row's last state. `found` are columns learned by reading (from_address, message_id). Raises Outdated."""
    _update_claimed(session, claim, _CLAIMED, state=state, reason=reason, lease_until=None, **found)


def put_back(session: Session, claim: Claim) -> None:
    """Leave the row for a later ring, as if it had not been touched. Raises Outdated."""
    once_less = _CLAIMED.values(attempts=Inbox.attempts - 1)
    _update_claimed(session, claim, once_less, lease_until=None)


def readdress(session: Session, claim: Claim, recipient: str, game: str | None, seat: str | None) -> None:
    """Note whom a mail turned out to be for, unless it came to that address too. Raises Outdated."""
    digest = session.scalar(select(Inbox.sha256).where(Inbox.id == claim.id))
    if digest is not None and _find(session, digest, recipient) is None:
        _update_claimed(session, claim, _CLAIMED, recipient=recipient, game=game, seat=seat)


def release_held(session: Session, address: str, reasons: Collection[str] = (NOT_ENROLLED,)) -> list[int]:
    """Let the mails of a sender that were held until the address was confirmed be read; their ids, oldest first."""
    return list(
        session.scalars(
            update(Inbox)
            .where(
                Inbox.from_address == address,
                Inbox.state == "held",
                Inbox.reason.in_(reasons),
                Inbox.received_at > now(session) - HELD_FOR,
            )
            .values(state="new", reason=None, attempts=0)
            .returning(Inbox.id)
        )
    )


def release_waiting(session: Session, game: str) -> list[int]:
    """Let the mails be read that were held until the host lets their game go on; their ids, oldest first."""
    held = update(Inbox).where(Inbox.game == game, Inbox.state == "held", Inbox.reason == WAITS_FOR_HOST)
    freed = sorted(session.scalars(held.values(attempts=0, state="new", reason=None).returning(Inbox.id)))
    _may_be_answered_again(session, freed)
    return freed


def _may_be_answered_again(session: Session, mails: Collection[int]) -> None:
    """Give the keys free of what was said about mails while they were put aside: each is answered once a reading."""
    keys = [f"{kind}/{mail}" for mail in mails for kind in ("answer", "waits")]
    said = update(Outbox).where(Outbox.key.in_(keys))
    session.execute(said.values(key=Outbox.key + "/" + cast(Outbox.id, Text)))


def read_again(session: Session, row: Inbox, *, received_at: datetime) -> None:
    """Have a mail read that was put aside, as received at a moment; in the next round, as if it came now."""
    row.state, row.reason, row.attempts, row.lease_until = "new", None, 0, None
    row.epoch, row.received_at = row.epoch + 1, received_at
    row.place = _next_round(session, row.writer or row.recipient)
    session.flush()
    _may_be_answered_again(session, [row.id])


def count_refused(session: Session, door: str) -> None:
    """Note that a door has refused a mail as too large."""
    day = _day(now(session))
    counted = update(TooLarge).where(TooLarge.door == door, TooLarge.day == day).values(count=TooLarge.count + 1)
    if change(session, counted) == 0:
        # Another web worker may note the first of the day at this moment; then one is not counted.
        with suppress(IntegrityError), session.begin_nested():
            session.add(TooLarge(door=door, day=day, count=1))


def refused_lately(session: Session, days: int) -> list[tuple[str, int]]:
    """How many mails each door has refused as too large in so many days."""
    since = _day(now(session) - timedelta(days=days))
    counts = select(TooLarge.door, func.sum(TooLarge.count)).where(TooLarge.day > since).group_by(TooLarge.door)
    return [(door, count) for door, count in session.execute(counts.order_by(TooLarge.door))]


def _day(moment: datetime) -> str:
    return moment.astimezone(UTC).date().isoformat()


def verdict_on(row: Inbox) -> Verdict:
    """Whether the From of a mail is true, as its door has heard or a player has said since."""
    return Verdict(outcome_of(row.verdict), row.verdict_reason, row.judge)


def believe(session: Session, row: Inbox, whom: str) -> None:
    """Take the From of a mail for true, by the word of `whom`; what was said of it before stands in the reason."""
    before = f"{row.verdict}, {row.verdict_reason}"
    row.verdict, row.judge = PASS, whom
    row.verdict_reason = f"by the word of the {whom}; before: {before}"[:_LONGEST_REASON]
    session.flush()


def drop(session: Session, row: Inbox) -> None:
    """Be done with a mail that was put aside, by the word of a host."""
    row.state, row.reason = "dropped", f"by the host; before: {row.reason}"
    session.flush()


def unread(session: Session, limit: int = 200) -> Sequence[int]:
    """Ids of mails that wait to be read and that nobody holds, in the order in which they are to be read."""
    return prepared(session, _UNREAD, {"moment": now(session), "most": limit}).scalars().all()


def next_unread(session: Session) -> int | None:
    """The mail to be read next, in a transaction that will claim it; None where none waits.

    Workers that look at the same moment find different ones, and none waits for another.
    """
    ident: int | None = prepared(session, _NEXT, {"moment": now(session), "most": 1}).scalar()
    return ident


def is_unread(session: Session, ident: int) -> bool:
    """Whether a mail has not been read yet."""
    return session.scalar(select(Inbox.id).where(Inbox.id == ident, Inbox.state == "new")) is not None


def unread_of_game(session: Session, game: str, until: datetime, seat: str | None = None) -> int:
    """How many mails to seats of a game, or to one, came no later than `until` and have not been read."""
    waiting = select(func.count()).where(Inbox.state == "new", Inbox.game == game, Inbox.received_at <= until)
    return session.scalar(waiting if seat is None else waiting.where(Inbox.seat == seat)) or 0


def same_mail_was_read(
    session: Session, ident: int, message_id: str, writer: str | None, seat: str | None, game: str | None, said: str
) -> bool:
    """Whether the same Message-ID of this writer was read before for this seat, with the same words in it.

    That is one mail that came by two ways. One of another writer is another mail: some programs number theirs, and
    nobody may use up what another will write. And one with other words is another mail too, whoever numbered it.
    """
    earlier = {"ident": ident, "message_id": message_id, "writer": writer, "game": game, "seat": seat, "said": said}
    return prepared(session, _SAME, earlier).scalar() is not None


def echoes(session: Session, ident: int, writer: str, echo: str) -> int:
    """How many mails of a writer just before this one, and within a day, brought nothing about and said the same.

    All of which nothing was understood say the same (NOT_UNDERSTOOD). The row of a mail that was carried out has none.
    """
    mine = (Inbox.from_address == writer) & (Inbox.id != ident) & (Inbox.received_at > now(session) - ECHOES_FOR)
    before = session.scalars(select(Inbox.echo).where(mine).order_by(Inbox.id.desc()).limit(MOST_ECHOES)).all()
    return next((at for at, said in enumerate(before) if said != echo), len(before))


def _writer(mail: InboundMail) -> str:
    """Whoever says that he wrote a mail, else whoever sent it, else the one it is to: often that is a seat."""
    head = _END_OF_HEAD.split(mail.raw[:_LONGEST_HEAD], maxsplit=1)[0]
    found = _FROM.search(head)
    if found is None:
        return (mail.sender or mail.recipient)[:_LONGEST_WRITER]
    bracketed = _IN_BRACKETS.search(found[1])
    address = (bracketed[1] if bracketed else found[1]).strip().lower()
    # PostgreSQL keeps no NUL in a text.
    return address[:_LONGEST_WRITER].decode("ascii", "replace").replace("\0", "?")


def _next_round(session: Session, writer: str) -> int:
    waiting = Inbox.state == "new"
    first = select(func.min(Inbox.place)).where(waiting).scalar_subquery()
    last_of_his = select(func.max(Inbox.place)).where(waiting, Inbox.writer == writer).scalar_subquery()
    present, his = session.execute(select(first, last_of_his)).one()
    # The round that is being read takes no more, or those who wait for the next could wait for ever.
    return 0 if present is None else max(present, his or 0) + 1


def _note_token(session: Session, provider: str, token: str) -> bool:
    try:
        with session.begin_nested():
            session.add(SeenToken(provider=provider, token=token, noted_at=now(session)))
    except IntegrityError:
        return False
    return True


def _find(session: Session, digest: str, recipient: str) -> int | None:
    return session.scalar(select(Inbox.id).where(Inbox.sha256 == digest, Inbox.recipient == recipient))


def _update_claimed(session: Session, claim: Claim, statement: Update, /, **values: object) -> None:
    if change(session, statement, {"ident": claim.id, "held": claim.epoch, **values}) != 1:
        raise Outdated
