"""From the outbox to the SMTP server, or, where none is set, to the local mailbox.

The workers that read mail send it too, as long as that is quick. A server that lets one of them wait is slow from then
on, for a while: mail to it goes to the delivery queue, to which workers of its own listen, who have more time.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from typing import NamedTuple

import msgspec
import structlog
from sqlalchemy.orm import Session

from pbem.config import Settings
from pbem.outbound import signing, smtp, status
from pbem.outbound.pictures import illustrated
from pbem.runtime.context import Context, notify_after_commit
from pbem.runtime.failpoint import failpoint
from pbem.runtime.notifier import DELIVER_APART
from pbem.store import outbox, trouble
from pbem.store.inbox import Outdated

SLOW_AFTER_S = 5.0
SLOW_FOR = timedelta(minutes=10)
# For so long a connection is given one mail after another: the last of them must be done while its claim lasts.
TOGETHER_FOR_S = 5.0

STOPPED = "mail to this address has stopped"

log = structlog.get_logger(__name__)


class Listeners(NamedTuple):
    """Who is told, in the transaction that notes it, that mails were taken, or that one was refused for good."""

    taken: Callable[[Session, Context, Sequence[int]], object]
    refused: Callable[[Session, Context, int], object]


def deliver(context: Context, mails: Sequence[int], listeners: Listeners) -> None:
    """Send the mails that are due and whose turn has come, and see to the next to the same addresses.

    What a turn brings about goes out together: by one connection, and noted in one transaction. A mail that cannot be
    sent quickly is left to the delivery queue.
    """
    with context.transaction("claim-delivery") as session:
        if slow_host(session, context.settings) is not None:
            for mail in mails:
                notify_after_commit(session, DELIVER_APART, mail)
            return
        claimed = _claimed(session, context, mails, listeners)
    _deliver(context, claimed, listeners, patience=_slow_after(context.settings))


def deliver_apart(context: Context, mail: int, listeners: Listeners) -> None:
    """Send one mail, as `deliver`, in a process where nobody waits for its end."""
    with context.transaction("claim-delivery") as session:
        claimed = _claimed(session, context, [mail], listeners)
    _deliver(context, claimed, listeners, patience=None)


def slow_host(session: Session, settings: Settings) -> str | None:
    """The mail server, where it is slow at present."""
    host = _host(settings)
    return host if host is not None and outbox.is_slow(session, host) else None


def _deliver(
    context: Context, deliveries: Sequence[outbox.Delivery], listeners: Listeners, patience: float | None
) -> None:
    if not deliveries:
        return
    # Out of any transaction: on SQLite whoever writes keeps all others out. And before any is sent: whoever dies of a
    # picture has sent nothing that would be sent again.
    drawn = [msgspec.structs.replace(delivery, raw=illustrated(delivery)) for delivery in deliveries]
    failpoint("pictures-drawn")
    if context.settings.smtp_url is None:
        _keep(context, drawn, listeners)
    else:
        signed = [msgspec.structs.replace(each, raw=signing.signed(each.raw, context.settings)) for each in drawn]
        _send(context, signed, listeners, patience)


def _claimed(
    session: Session, context: Context, mails: Sequence[int], listeners: Listeners
) -> Sequence[outbox.Delivery]:
    """Those of the mails that this worker has taken and that go to an address which takes mail.

    The others that it took are done with, as if they were refused.
    """
    deliveries = outbox.claim(session, mails, context.lease)
    stopped = trouble.why_stopped(session, {delivery.to_address for delivery in deliveries})
    for delivery in deliveries:
        if delivery.to_address in stopped:
            outbox.fail(session, delivery.claim, f"{STOPPED}: {stopped[delivery.to_address]}")
            listeners.refused(session, context, delivery.claim.id)
            _notify_next(session, [delivery])
    return [delivery for delivery in deliveries if delivery.to_address not in stopped]


@contextmanager
def _unless_outdated(delivery: outbox.Delivery) -> Iterator[None]:
    """What is noted of a mail, which is nothing where another worker has taken it over; the others are noted all the
    same, or they would be sent again.
    """
    try:
        yield
    except Outdated:
        log.info("mail was sent by another worker", mail=delivery.claim.id)


def _keep(context: Context, deliveries: Sequence[outbox.Delivery], listeners: Listeners) -> None:
    with context.transaction("delivery-kept") as session:
        done = []
        for delivery in deliveries:
            with _unless_outdated(delivery):
                outbox.keep_locally(session, delivery, context.settings.address)
                done.append(delivery)
        _went(session, context, done, listeners)


class _Taken(NamedTuple):
    """A mail that the server took, what it said, and how many seconds that took."""

    delivery: outbox.Delivery
    reply: str
    seconds: float


def _send(
    context: Context, deliveries: Sequence[outbox.Delivery], listeners: Listeners, patience: float | None
) -> None:
    taken: list[_Taken] = []
    left, begun, is_slow = deque(deliveries), time.monotonic(), False
    try:
        with smtp.Connection(context.settings, patience) as connection:
            while left and time.monotonic() - begun < TOGETHER_FOR_S:
                handed_over = _handed_over(context, connection, left[0], listeners)
                if handed_over is not None:
                    taken.append(handed_over)
                left.popleft()
    except smtp.SmtpSlow as error:
        is_slow = True
        log.warning("mail server is slow", host=_host(context.settings), error=str(error))
    finally:
        # Whatever comes in the way of the next, what the server has taken must not be sent again.
        if taken:
            _note_taken(context, taken, listeners)
    if left:
        _hand_on(context, left, is_slow=is_slow)


def _handed_over(
    context: Context, connection: smtp.Connection, delivery: outbox.Delivery, listeners: Listeners
) -> _Taken | None:
    """The mail as the server took it; None where it refused it, which is noted. Raises SmtpSlow."""
    begun = time.monotonic()
    try:
        reply = connection.send(delivery.raw, delivery.to_address, delivery.claim.id)
    except smtp.SmtpRefused as refusal:
        log.warning("mail refused", mail=delivery.claim.id, reply=refusal.reply, temporary=refusal.temporary)
        with context.transaction("delivery-refused") as session, _unless_outdated(delivery):
            _note_time(session, context.settings, time.monotonic() - begun)
            if refusal.temporary and outbox.put_off(session, delivery.claim, refusal.reply):
                if status.asks_for_patience(refusal.reply):
                    outbox.pace(session, delivery.claim.id)
                return None
            if not refusal.temporary:
                outbox.fail(session, delivery.claim, refusal.reply)
                weight = status.weight(refusal.reply)
                if weight:
                    trouble.came_back(session, delivery.to_address, weight, refusal.reply)
            listeners.refused(session, context, delivery.claim.id)
        return None
    failpoint("smtp-accepted")
    return _Taken(delivery, reply, time.monotonic() - begun)


def _note_taken(context: Context, taken: Sequence[_Taken], listeners: Listeners) -> None:
    with context.transaction("delivery-sent") as session:
        done = []
        for delivery, reply, seconds in taken:
            _note_time(session, context.settings, seconds)
            with _unless_outdated(delivery):
                outbox.sent(session, delivery.claim, reply)
                done.append(delivery)
        _went(session, context, done, listeners)


def _went(session: Session, context: Context, deliveries: Sequence[outbox.Delivery], listeners: Listeners) -> None:
    """Tell of mails that have gone out, and see to the next to the same addresses."""
    if deliveries:
        listeners.taken(session, context, [delivery.claim.id for delivery in deliveries])
        _notify_next(session, deliveries)


def _hand_on(context: Context, left: Iterable[outbox.Delivery], *, is_slow: bool) -> None:
    """Leave mails to another job, as if they had not been tried; to the delivery queue where the server is slow."""
    with context.transaction("delivery-handed-on") as session:
        if is_slow:
            _note_time(session, context.settings, SLOW_AFTER_S)
        for delivery in left:
            with _unless_outdated(delivery):
                outbox.hand_on(session, delivery.claim)
                notify_after_commit(session, DELIVER_APART if is_slow else "deliver", delivery.claim.id, "rest")


def _note_time(session: Session, settings: Settings, seconds: float) -> None:
    host = _host(settings)
    if host is not None and seconds >= _slow_after(settings):
        outbox.note_slow(session, host, SLOW_FOR)


def _slow_after(settings: Settings) -> float:
    return min(SLOW_AFTER_S, settings.smtp_timeout)


def _host(settings: Settings) -> str | None:
    """The mail server; None where there is none, or none that could be slow."""
    try:
        return None if settings.smtp_url is None else smtp.host_of(settings.smtp_url)
    except smtp.SmtpRefused:
        return None


def _notify_next(session: Session, deliveries: Sequence[outbox.Delivery]) -> None:
    for ident, attempts in outbox.next_for(session, [delivery.to_address for delivery in deliveries]):
        notify_after_commit(session, "deliver", ident, str(attempts))
