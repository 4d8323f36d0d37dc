"""From the outbox to the SMTP server, or, where none is set, to the local mailbox."""

from __future__ import annotations

import structlog
from sqlalchemy.orm import Session

from pbem.killpoint import killpoint
from pbem.mail import send
from pbem.office import Office
from pbem.store import outbox
from pbem.store.inbox import Outdated

log = structlog.get_logger(__name__)


def deliver(office: Office, outbox_id: int) -> None:
    """Send one mail if it is due and its turn has come; ring for the next to the same address."""
    with office.transaction("claim-parcel") as session:
        parcel = outbox.claim(session, outbox_id, office.lease)
    if parcel is None:
        return
    try:
        if office.settings.smtp_url is None:
            _keep(office, parcel)
        else:
            _send(office, parcel)
    except Outdated:
        log.info("mail was sent by another worker", mail=outbox_id)


def _keep(office: Office, parcel: outbox.Parcel) -> None:
    with office.transaction("parcel-kept") as session:
        outbox.keep_locally(session, parcel, office.settings.address)
        _ring_for_next(office, session, parcel)


def _send(office: Office, parcel: outbox.Parcel) -> None:
    try:
        reply = send.send(office.settings, parcel.raw, parcel.to_address, parcel.claim.id)
    except send.Refused as refusal:
        log.warning("mail refused", mail=parcel.claim.id, reply=refusal.reply, temporary=refusal.temporary)
        with office.transaction("parcel-refused") as session:
            note = outbox.put_off if refusal.temporary else outbox.fail
            note(session, parcel.claim, refusal.reply)
        return
    killpoint("smtp-accepted")
    with office.transaction("parcel-sent") as session:
        outbox.sent(session, parcel.claim, reply)
        _ring_for_next(office, session, parcel)


def _ring_for_next(office: Office, session: Session, parcel: outbox.Parcel) -> None:
    following = outbox.next_for(session, parcel.to_address)
    if following is not None:
        office.ring_later("deliver", following[0], str(following[1]))
