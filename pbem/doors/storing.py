"""Where every door ends: a mail is stored durably, once for each recipient, and the workers are notified.

Whoever brought the mail is told so after the commit. A notification may be lost: the schedule sends it again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import structlog
from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from pbem.addresses import plain
from pbem.addresses.signed import Forged, NotOurs, SeatAddress, is_bounce, read_recipient
from pbem.config import Settings
from pbem.doors.contract import Handed, NotNow
from pbem.inbound.mail import HEADER_LIMIT, InboundMail, recipients
from pbem.runtime import disk
from pbem.runtime.context import Context
from pbem.runtime.failpoint import failpoint
from pbem.runtime.notifier import ARRIVED
from pbem.store import inbox
from pbem.store.inbox import Accepted
from pbem.store.models import Game, Seat

log = structlog.get_logger(__name__)


def store(context: Context, mails: Sequence[Handed], door: str, token: str | None = None) -> list[Accepted]:
    """Store mails, all of them or none, and notify the workers of new ones.

    A provider's one-time `token` is noted with the first; one that came before stores nothing. Raises SQLAlchemyError.
    """
    taken: list[Accepted] = []
    failpoint("mail-arrived")
    with context.transaction("take-in") as session:
        for mail in mails:
            taken.append(_accept(session, context, mail, door, None if taken else token))
            if taken[-1].replayed:
                break
    # Whoever brought the mail waits for the answer: where Redis cannot be reached, or hangs, one try is enough.
    for each in taken:
        if each.fresh and not context.notifier.notify("receive", each.id, ARRIVED):
            break
    failpoint("mail-announced")
    return taken


def keep(context: Context, mails: Sequence[Handed], door: str) -> list[Accepted]:
    """Store mails as `store` does, for doors that say yes, no and not now in other words than HTTP. Raises NotNow."""
    ensure_room(context.settings)
    try:
        return store(context, mails, door)
    except SQLAlchemyError as error:
        log.error("the database failed", door=door, error=str(error).splitlines()[0][:300])
        raise NotNow("the database does not answer") from error


def ensure_room(settings: Settings) -> None:
    """Raises NotNow where the disk is nearly full."""
    try:
        has_room = disk.takes_mail(settings)
    except OSError as error:
        raise NotNow("the disk cannot be reached") from error
    if not has_room:
        raise NotNow("the disk is nearly full")


def is_ours(settings: Settings, address: str) -> bool:
    """Whether mail to an address is taken in: it is one of this server's.

    A reply address that is retired or cut short is, since its writer must be told; a bounce address that was never
    made is not, since nobody but a forger writes to one.
    """
    to = read_recipient(settings, address, _nobodys_nonce)
    return not isinstance(to, NotOurs) and not (isinstance(to, Forged) and is_bounce(address))


def ours(settings: Settings, addresses: Iterable[str]) -> list[str]:
    """Those of the addresses that belong to this server, lower case, each once."""
    given = dict.fromkeys(address.strip().strip("<>").lower() for address in addresses)
    return [each for each in given if is_ours(settings, each)]


def named_in(settings: Settings, raw: bytes) -> list[str]:
    """The addresses of this server that the header of a mail names; the mailbox where it names none."""
    return ours(settings, recipients(raw, settings.mail_domain, settings.address)) or [settings.address.lower()]


def is_too_large(settings: Settings, size: int) -> bool:
    """Whether a mail of so many bytes is larger than is taken in."""
    return size > settings.max_mail_mb << 20


def head_of(raw: bytes) -> bytes:
    """The header block of a mail, as far as it is ever read, with the empty line below it."""
    for end in (b"\r\n\r\n", b"\n\n"):
        head, found, _ = raw[:HEADER_LIMIT].partition(end)
        if found:
            return head + found
    return raw[:HEADER_LIMIT]


def _accept(session: Session, context: Context, mail: Handed, door: str, token: str | None) -> Accepted:
    def nonce_of(game: str, seat: str) -> str | None:
        return session.scalar(select(Seat.nonce).join(Game).where(Game.name == game, Seat.name == seat))

    recipient = plain.addressed(context.settings, mail.raw, mail.recipient)
    kept = InboundMail(mail.raw, _storable(mail.sender), recipient, door, token, mail.cut_from, mail.verdict)
    to = read_recipient(context.settings, recipient, nonce_of)
    # Game and seat stand on the row so that a turn can wait for the mail that came before its deadline. Only a
    # genuine address puts them there: nobody else's mail can hold a game up.
    if isinstance(to, SeatAddress):
        return inbox.accept(session, kept, to.game, to.seat)
    return inbox.accept(session, kept)


def _storable(sender: str | None) -> str | None:
    # What a mail server has passed on may be no text at all; PostgreSQL keeps no NUL.
    return None if sender is None else sender.encode("utf-8", "replace").decode().replace("\0", "?")


def _nobodys_nonce(_game: str, _seat: str) -> None:
    return None
