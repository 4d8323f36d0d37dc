"""From the outbox to the SMTP server, or, where none is set, to the local mailbox."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

import msgspec
import structlog
from sqlalchemy.orm import Session

from pbem.outbound import smtp
from pbem.outbound.pictures import illustrated
from pbem.runtime.context import Context, notify_after_commit
from pbem.runtime.failpoint import failpoint
from pbem.store import outbox
from pbem.store.inbox import Outdated

log = structlog.get_logger(__name__)


Noted: TypeAlias = Callable[[Session, Context, int], object]


class Listeners(NamedTuple):
    """Who is told, in the transaction that notes it, that a mail was taken, or was refused for good."""

    taken: Noted
    refused: Noted


def deliver(context: Context, outbox_id: int, listeners: Listeners) -> None:
    """Send one mail if it is due and its turn has come; ring for the next to the same address."""
    with context.transaction("claim-delivery", durable=False) as session:
        delivery = outbox.claim(session, outbox_id, context.lease)
    if delivery is None:
        return
    # Out of any transaction: on SQLite whoever writes keeps all others out.
    delivery = msgspec.structs.replace(delivery, raw=illustrated(delivery))
    failpoint("pictures-drawn")
    try:
        if context.settings.smtp_url is None:
            _keep(context, delivery, listeners)
        else:
            _send(context, delivery, listeners)
    except Outdated:
        log.info("mail was sent by another worker", mail=outbox_id)


def _keep(context: Context, delivery: outbox.Delivery, listeners: Listeners) -> None:
    with context.transaction("delivery-kept") as session:
        outbox.keep_locally(session, delivery, context.settings.address)
        listeners.taken(session, context, delivery.claim.id)
        _notify_next(context, session, delivery)


def _send(context: Context, delivery: outbox.Delivery, listeners: Listeners) -> None:
    try:
        reply = smtp.send(context.settings, delivery.raw, delivery.to_address, delivery.claim.id)
    except smtp.SmtpRefused as refusal:
        log.warning("mail refused", mail=delivery.claim.id, reply=refusal.reply, temporary=refusal.temporary)
        with context.transaction("delivery-refused") as session:
            if refusal.temporary and outbox.put_off(session, delivery.claim, refusal.reply):
                return
            if not refusal.temporary:
                outbox.fail(session, delivery.claim, refusal.reply)
            listeners.refused(session, context, delivery.claim.id)
        return
    failpoint("smtp-accepted")
    with context.transaction("delivery-sent") as session:
        outbox.sent(session, delivery.claim, reply)
        listeners.taken(session, context, delivery.claim.id)
        _notify_next(context, session, delivery)


def _notify_next(context: Context, session: Session, delivery: outbox.Delivery) -> None:
    following = outbox.next_for(session, delivery.to_address)
    if following is not None:
        notify_after_commit(session, "deliver", following[0], str(following[1]))
