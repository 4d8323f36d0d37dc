"""What providers tell of mail that we have sent through them: it came back, it is late, somebody calls it spam.

Each notice is made a delivery report (RFC 3464) or a feedback report (RFC 5965), marked as rebuilt, and stored as mail
to the bounce address of the mail that it is about. So it is kept before the provider is answered, and what follows is
the same as for reports that come as mail.
"""

from __future__ import annotations

from typing import Literal

import msgspec
import structlog
from sqlalchemy.orm import Session

from pbem.addresses.signed import BounceAddress, bounce_address, read_recipient
from pbem.config import Settings
from pbem.store import outbox
from pbem.web.context import context
from pbem.web.webhooks.intake import take_in

REBUILT_FIELD = "X-Pbem-Rebuilt"
LONGEST_VALUE = 400

log = structlog.get_logger(__name__)


class Notice(msgspec.Struct, frozen=True):
    """What has become of one mail to one address.

    It is known by its envelope sender, by its Message-ID (`message_id`, with brackets or without), or as the latest to
    that address, whichever the provider tells. `status` is that of RFC 3463 where there is one, `said` the words of
    whoever refused it.
    """

    kind: Literal["failed", "delayed", "complaint"]
    address: str
    sender: str = ""
    message_id: str = ""
    status: str = ""
    said: str = ""


def keep(notice: Notice, provider: str) -> str | None:
    """Store a notice as mail to the bounce address it is about, the same notice once; that address.

    None where it is about no mail of ours; the log says so.
    """
    here = context()
    with here.store.reading() as session:
        number = _mail_of_ours(session, here.settings, notice)
    if number is None:
        log.warning("notice about no mail of ours", provider=provider, kind=notice.kind)
        return None
    address = bounce_address(here.settings, number)
    raw = written(notice, provider, number, here.settings.mail_domain)
    take_in(raw, sender="", recipients=[address], transport=provider)
    return address


def written(notice: Notice, provider: str, number: int, domain: str) -> bytes:
    """A notice as a report; the same bytes each time, so that one which comes again is known."""
    is_complaint = notice.kind == "complaint"
    kind = "feedback-report" if is_complaint else "delivery-status"
    told = (
        ["Feedback-Type: abuse", f"User-Agent: {provider}", "Version: 1"]
        if is_complaint
        else [f"Reporting-MTA: dns; {provider}.invalid", ""]
    )
    about = [f"{'Original-Rcpt-To: ' if is_complaint else 'Final-Recipient: rfc822; '}{_plain(notice.address)}"]
    if not is_complaint:
        status = notice.status or ("5.0.0" if notice.kind == "failed" else "4.0.0")
        about += [f"Action: {notice.kind}", f"Status: {_plain(status)}"]
        about += [f"Diagnostic-Code: x-{provider}; {_plain(notice.said)}"] if notice.said else []
    lines = [
        f"{REBUILT_FIELD}: {provider}",
        f"From: MAILER-DAEMON@{provider}.invalid",
        f"To: mail {number} <postmaster@{domain}>",
        "Subject: What has become of a mail",
        "MIME-Version: 1.0",
        f'Content-Type: multipart/report; report-type={kind}; boundary="pbem-part"',
        "",
        "--pbem-part",
        "Content-Type: text/plain",
        "",
        f"{provider} tells that mail {number}: {notice.kind}.",
        "",
        "--pbem-part",
        f"Content-Type: message/{kind}",
        "",
        *told,
        *about,
        "",
        "--pbem-part--",
        "",
    ]
    return "\r\n".join(lines).encode("utf-8", "replace")


def _mail_of_ours(session: Session, settings: Settings, notice: Notice) -> int | None:
    to = read_recipient(settings, notice.sender, lambda _game, _seat: None)
    if isinstance(to, BounceAddress):
        return to.outbox_id
    if notice.message_id:
        found = outbox.with_message_id(session, [f"<{notice.message_id.strip('<> ')}>"])
        if found is not None:
            return found
    return outbox.latest_to(session, notice.address.strip().lower())


def _plain(value: str) -> str:
    """A value on one line, cut: others have written it."""
    return " ".join(value.split())[:LONGEST_VALUE]
