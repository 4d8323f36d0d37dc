"""From the outbox to the SMTP server, or, where none is set, to the local mailbox.

The workers that read mail send it too, as long as that is quick. A server that lets one of them wait is slow from then
on, for a while: mail to it goes to the delivery queue, to which workers of its own listen, who have more time.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import timedelta
from typing import NamedTuple, TypeAlias

import msgspec
import structlog
from sqlalchemy.orm import Session

from pbem.config import Settings
from pbem.outbound import smtp
from pbem.outbound.pictures import illustrated
from pbem.runtime.context import Context, notify_after_commit
from pbem.runtime.failpoint import failpoint
from pbem.runtime.notifier import DELIVER_APART
from pbem.store import outbox
from pbem.store.inbox import Outdated

SLOW_AFTER_S = 5.0
SLOW_FOR = timedelta(minutes=10)

log = structlog.get_logger(__name__)


Noted: TypeAlias = Callable[[Session, Context, int], object]


class Listeners(NamedTuple):
    """Who is told, in the transaction that notes it, that a mail was taken, or was refused for good."""

    taken: Noted
    refused: Noted


def deliver(context: Context, outbox_id: int, listeners: Listeners) -> None:
    """Send one mail if it is due and its turn has come; ring for the next to the same address.

    A mail that cannot be sent quickly is left to the delivery queue.
    """
    with context.transaction("claim-delivery", durable=False) as session:
        if slow_host(session, context.settings) is not None:
            notify_after_commit(session, DELIVER_APART, outbox_id)
            return
        delivery = outbox.claim(session, outbox_id, context.lease)
    _deliver(context, delivery, listeners, patience=_slow_after(context.settings))


def deliver_apart(context: Context, outbox_id: int, listeners: Listeners) -> None:
    """Send one mail, as `deliver`, in a process where nobody waits for its end."""
    with context.transaction("claim-delivery", durable=False) as session:
        delivery = outbox.claim(session, outbox_id, context.lease)
    _deliver(context, delivery, listeners, patience=None)


def slow_host(session: Session, settings: Settings) -> str | None:
    """The mail server, where it is slow at present."""
    host = _host(settings)
    return host if host is not None and outbox.is_slow(session, host) else None


def _deliver(context: Context, delivery: outbox.Delivery | None, listeners: Listeners, patience: float | None) -> None:
    if delivery is None:
        return
    # Out of any transaction: on SQLite whoever writes keeps all others out.
    delivery = msgspec.structs.replace(delivery, raw=illustrated(delivery))
    failpoint("pictures-drawn")
    try:
        if context.settings.smtp_url is None:
            _keep(context, delivery, listeners)
        else:
            _send(context, delivery, listeners, patience)
    except Outdated:
        log.info("mail was sent by another worker", mail=delivery.claim.id)


def _keep(context: Context, delivery: outbox.Delivery, listeners: Listeners) -> None:
    with context.transaction("delivery-kept") as session:
        outbox.keep_locally(session, delivery, context.settings.address)
        listeners.taken(session, context, delivery.claim.id)
        _notify_next(context, session, delivery)


def _send(context: Context, delivery: outbox.Delivery, listeners: Listeners, patience: float | None) -> None:
    begun = time.monotonic()
    try:
        reply = smtp.send(context.settings, delivery.raw, delivery.to_address, delivery.claim.id, patience)
    except smtp.SmtpSlow as error:
        log.warning("mail server is slow", host=_host(context.settings), error=str(error))
        with context.transaction("delivery-handed-on") as session:
            outbox.hand_on(session, delivery.claim)
            _note_time(session, context.settings, begun)
            notify_after_commit(session, DELIVER_APART, delivery.claim.id)
        return
    except smtp.SmtpRefused as refusal:
        log.warning("mail refused", mail=delivery.claim.id, reply=refusal.reply, temporary=refusal.temporary)
        with context.transaction("delivery-refused") as session:
            _note_time(session, context.settings, begun)
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
        _note_time(session, context.settings, begun)
        _notify_next(context, session, delivery)


def _note_time(session: Session, settings: Settings, begun: float) -> None:
    host = _host(settings)
    if host is not None and time.monotonic() - begun >= _slow_after(settings):
        outbox.note_slow(session, host, SLOW_FOR)


def _slow_after(settings: Settings) -> float:
    return min(SLOW_AFTER_S, settings.smtp_timeout)


def _host(settings: Settings) -> str | None:
    """The mail server; None where there is none, or none that could be slow."""
    try:
        return None if settings.smtp_url is None else smtp.host_of(settings.smtp_url)
    except smtp.SmtpRefused:
        return None


def _notify_next(context: Context, session: Session, delivery: outbox.Delivery) -> None:
    following = outbox.next_for(session, delivery.to_address)
    if following is not None:
        notify_after_commit(session, "deliver", following[0], str(following[1]))
