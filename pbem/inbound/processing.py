"""A stored mail taken in hand: claimed by one worker, opened in a child, read in a transaction, or put aside.

A mail from a player gets exactly one answer, unless a machine wrote it. Orders that are carried out at once are
answered by the report of the turn they make; everything else is answered here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import structlog
from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

from pbem.addresses import plain, signed
from pbem.commands.answers import words
from pbem.games import mails, turns
from pbem.games.maps_in_text import with_maps_drawn
from pbem.inbound import screen, triage
from pbem.inbound.at_hand import MailAtHand
from pbem.inbound.budget import read_with_own_lines
from pbem.inbound.grounds import Grounds, grounds_of, nonce_of
from pbem.inbound.mime import OpenedMail, UnreadableMail
from pbem.inbound.player_mail import GroundsShifted
from pbem.inbound.quotes import Own
from pbem.inbound.screen import WriterKind
from pbem.reports import rulebook
from pbem.reports.document import Document
from pbem.runtime.context import Context
from pbem.runtime.failpoint import failpoint
from pbem.store import inbox
from pbem.store.database import prepared
from pbem.store.inbox import MAX_ATTEMPTS, Claim, Outdated
from pbem.store.models import Inbox
from pbem.store.people import player_at

UNREADABLE = (
    "A mail of yours came, but it could not be read, so nothing in it was carried out. It is kept for the host to look "
    "at. Please write it again as plain text, without attachments."
)

_MAIL = (Inbox.raw, Inbox.recipient, Inbox.sender, Inbox.attempts, Inbox.transport)
_CONTENT = select(*_MAIL).where(Inbox.id == bindparam("ident"))

log = structlog.get_logger(__name__)


def receive_next(context: Context, otherwise: int) -> int:
    """Read the mail whose turn it is, or where none is seen to wait the one with the number `otherwise`; its number."""
    with context.transaction("claim-mail", durable=False) as session:
        found = inbox.next_unread(session)
        ident = otherwise if found is None else found
        claimed = _claimed(session, context, ident)
    if claimed is not None:
        _receive(context, claimed)
    return ident


def receive_waiting(context: Context) -> int | None:
    """Read the mail whose turn it is, if one waits; whoever does other things does this first.

    The number of the mail; None where none waits, or it still does.
    """
    with context.store.reading() as session:
        waits = inbox.unread(session, limit=1)
    if not waits:
        return None
    with context.transaction("claim-mail", durable=False) as session:
        ident = inbox.next_unread(session)
        claimed = None if ident is None else _claimed(session, context, ident)
    return ident if claimed is not None and _receive(context, claimed) else None


def receive(context: Context, inbox_id: int) -> None:
    """Read one stored mail and answer it. Runs again harmlessly: a mail that was read stays read."""
    with context.transaction("claim-mail", durable=False) as session:
        claimed = _claimed(session, context, inbox_id)
    if claimed is not None:
        _receive(context, claimed)


class _Claimed(NamedTuple):
    """A mail that this worker reads, as it was stored, and how often that was tried."""

    claim: Claim
    raw: bytes
    recipient: str
    envelope: str | None
    attempts: int
    door: str


def _claimed(session: Session, context: Context, ident: int) -> _Claimed | None:
    claim = inbox.claim(session, ident, context.lease)
    return None if claim is None else _Claimed(claim, *prepared(session, _CONTENT, {"ident": ident}).one())


def _receive(context: Context, claimed: _Claimed) -> bool:
    """Read a mail that was claimed; whether it is done with, or waits still."""
    claim, raw, recipient, envelope, attempts, door = claimed
    if attempts > MAX_ATTEMPTS:
        # Whoever tried to read it died of it, again and again.
        _shunt(context, claim, None, "reading it failed several times")
        return True
    try:
        grounds = grounds_of(context, raw, recipient, envelope, door)
        mail, own = read_with_own_lines(raw, grounds.own_lines)
        if (meant := _known_by_form_line(context, claim, mail, recipient)) is not None:
            grounds = grounds_of(context, raw, meant, envelope, door)
            mail, own = read_with_own_lines(raw, grounds.own_lines)
    except Outdated:
        log.info("mail was read by another worker", mail=claim.id)
        return False
    except UnreadableMail as error:
        _shunt(context, claim, error.opening, str(error))
        return True
    failpoint("mail-parsed")
    return _answer(context, claim, attempts, mail, own, grounds)


def _answer(context: Context, claim: Claim, attempts: int, mail: OpenedMail, own: Own, grounds: Grounds) -> bool:
    """Answer a mail that was opened, and carry out the turn that it completes; whether it is done with."""
    try:
        # The reading of a mail that asks for maps is done again once they are drawn. What it came to is durable when
        # its mails are claimed; a power cut before that undoes it, and the mail is read again.
        frozen = _with_rulebooks(
            lambda: with_maps_drawn(
                context,
                "read-mail",
                lambda session: triage.read(MailAtHand(session, context, claim, mail, own, grounds)),
                durable=False,
            )
        )
    except (turns.Busy, GroundsShifted):
        with context.transaction("put-back-mail") as session:
            inbox.put_back(session, claim)
        return False
    except Outdated:
        log.info("mail was read by another worker", mail=claim.id)
        return False
    except Exception as error:
        # A mail that breaks us is kept aside for the host, so that it cannot hold up the mail behind it.
        log.exception("mail could not be answered", mail=claim.id, attempt=attempts)
        if attempts >= MAX_ATTEMPTS:
            _shunt(context, claim, mail, f"{type(error).__name__} while answering")
        return attempts >= MAX_ATTEMPTS
    if frozen is not None:
        turns.carry_out(context, frozen)
    return True


def _known_by_form_line(context: Context, claim: Claim, mail: OpenedMail, recipient: str) -> str | None:
    """The reply address that a mail to a mailbox without plus-addresses was meant for, by the line of its form.

    It is noted as the mail's. None where the mail has no such line, or is known without it. Raises Outdated.
    """
    settings = context.settings
    if settings.plus_addresses or recipient != settings.address.lower():
        return None
    with context.transaction("address-mail") as session:
        meant = plain.address_in(settings, mail.text, lambda game, seat: nonce_of(session, game, seat))
        if meant is not None:
            to = signed.read_recipient(settings, meant, lambda game, seat: nonce_of(session, game, seat))
            game, seat = (to.game, to.seat) if isinstance(to, signed.SeatAddress) else (None, None)
            inbox.readdress(session, claim, meant, game, seat)
    return meant


def _with_rulebooks(work: Callable[[], turns.Frozen | None]) -> turns.Frozen | None:
    """What `work` returns, done anew for each rulebook that it wants set; nobody is kept out while that is done."""
    while True:
        try:
            return work()
        except rulebook.NotPrinted as wanted:
            rulebook.print_(wanted.args[0])


def _shunt(context: Context, claim: Claim, opened: OpenedMail | None, reason: str) -> None:
    """Keep a mail aside for the host, and tell its writer, if that is known to be a player."""
    log.error("mail shunted", mail=claim.id, reason=reason)
    with context.transaction("shunt-mail") as session:
        row = session.get_one(Inbox, claim.id)
        sender = opened.sender if opened is not None else None
        inbox.close(session, claim, "shunted", reason, from_address=sender, echo=inbox.NOT_UNDERSTOOD)
        if opened is None or screen.judge(opened, row.sender, context.settings).kind is not WriterKind.PERSON:
            return
        player = player_at(session, sender or "")
        if player is not None and inbox.echoes(session, row.id, sender or "", inbox.NOT_UNDERSTOOD) < inbox.MOST_ECHOES:
            document = Document("your mail could not be read", (words(None, UNREADABLE),))
            mails.answer(session, context, row, opened, player, document, None, None)
