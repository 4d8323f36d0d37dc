"""`POST /inbound/mailgun`: the payload of a Mailgun route, with the message in full or taken apart; and its events.

Mailgun signs its timestamp and a token that it uses once, not the message. A token that comes again is answered
with 406, which tells Mailgun not to try again: the token was noted in the transaction that stored the mail. A header of
the message that is named like a field of the form is posted as one, before Mailgun's own: the last value is the
one to believe, and no identity is taken from a field.

The verdict is read from the fields that its spam filter adds to a message (`X-Mailgun-Dkim-Check-Result`,
`X-Mailgun-Spf`), where each stands there once: a sender may have written others.

Built from documentation.mailgun.com/docs/mailgun/user-manual/receive-forward-store and .../webhooks; not yet seen live.
"""

from __future__ import annotations

from base64 import encodebytes
from collections.abc import Sequence
from hashlib import sha256

import msgspec
from flask import request

from pbem.inbound.mime import read_opening
from pbem.inbound.results import Found, weigh
from pbem.inbound.verdicts import Verdict
from pbem.web.refusals import refuse
from pbem.web.webhooks.forms import Fields, fields_of_form, text_of
from pbem.web.webhooks.notices import REBUILT_FIELD, Notice
from pbem.web.webhooks.payloads import decoded, signers, the_one
from pbem.web.webhooks.webhook import Delivered, Proof, Webhook


class Signature(msgspec.Struct):
    """What proves an event."""

    timestamp: str
    token: str
    signature: str


class Envelope(msgspec.Struct):
    """The envelope of a mail of ours."""

    sender: str = ""


class Status(msgspec.Struct, rename="kebab"):
    """What the recipient's server has said."""

    enhanced_code: str | None = None
    message: str | None = None
    description: str | None = None


class Event(msgspec.Struct, rename="kebab"):
    """What became of a mail of ours."""

    event: str
    severity: str = ""
    recipient: str = ""
    envelope: Envelope = msgspec.field(default_factory=Envelope)
    delivery_status: Status = msgspec.field(default_factory=Status)


class Told(msgspec.Struct, rename="kebab"):
    """The body of an event webhook."""

    signature: Signature
    event_data: Event


class Mailgun(Webhook):
    """The message is in a form, whose timestamp and token are signed; so are those of an event, in JSON."""

    name = "mailgun"
    setting = "mailgun_signing_keys"
    secret = "signing key"  # noqa: S105
    # Mailgun tries for eight hours, and does not say whether a later try is signed anew; the token guards the rest.
    window_s = 24 * 3600
    # A form wraps the message, and percent-encoding can make it half as large again.
    wrapping = 2

    def proof(self) -> Proof | None:
        if _is_event():
            stated = decoded(Told).signature
            timestamp, token, signature = stated.timestamp, stated.token, stated.signature
        else:
            fields = fields_of_form()
            timestamp, token, signature = (text_of(fields, name) for name in ("timestamp", "token", "signature"))
        if not (timestamp and token and signature):
            return None
        return Proof(timestamp, signature, lambda: (timestamp + token).encode("utf-8", "replace"), token)

    def notices(self) -> Sequence[Notice] | None:
        return _notices(decoded(Told).event_data) if _is_event() else None

    def delivered(self) -> Delivered:
        fields = fields_of_form()
        recipients = text_of(fields, "recipient")
        if not recipients:
            refuse(400, "the form has no recipient")
        raw = fields["body-mime"] if "body-mime" in fields else _rebuilt(fields)
        sender = text_of(fields, "sender").strip("<> ") if "sender" in fields else None
        return Delivered(raw, sender, recipients.split(","), _verdict(raw, _added(fields, raw), sender or ""))


def _is_event() -> bool:
    return request.mimetype == "application/json"


def _notices(event: Event) -> tuple[Notice, ...]:
    status = event.delivery_status
    told = {
        "address": event.recipient,
        "sender": event.envelope.sender,
        "status": status.enhanced_code or "",
        "said": status.message or status.description or "",
    }
    if event.event == "complained":
        return (Notice("complaint", **told),)
    if event.event == "failed":
        return (Notice("failed" if event.severity == "permanent" else "delayed", **told),)
    return ()


def _added(fields: Fields, raw: bytes) -> Sequence[tuple[str, str]]:
    """The header fields of a message as Mailgun has it, those that it added among them."""
    return read_opening(raw).fields if "body-mime" in fields else _given(fields)


def _verdict(raw: bytes, added: Sequence[tuple[str, str]], sender: str) -> Verdict:
    spf = the_one(added, "X-Mailgun-Spf")
    return weigh(
        read_opening(raw).sender,
        "mailgun",
        dkim=signers(raw, the_one(added, "X-Mailgun-Dkim-Check-Result")),
        spf=Found(spf.lower(), sender.rpartition("@")[2]) if spf else None,
    )


# --- A message that was taken apart -------------------------------------------------------------------------------


def _rebuilt(fields: Fields) -> bytes:
    """A message made of its header fields and texts, the same bytes for the same payload, marked as rebuilt.

    Attachments are left out. The body is encoded anew, so that nobody's signature on it can be checked.
    """
    lines = [f"{REBUILT_FIELD}: mailgun", *_header_lines(fields), "MIME-Version: 1.0"]
    parts = [
        (kind, fields[name])
        for name, kind in (("body-plain", "plain"), ("body-html", "html"))
        if fields.get(name, b"").strip()
    ]
    boundary = f"pbem-{sha256(b''.join(body for _, body in parts)).hexdigest()[:32]}"
    lines += [f'Content-Type: multipart/alternative; boundary="{boundary}"', ""]
    for kind, body in parts or [("plain", b"")]:
        lines += [
            f"--{boundary}",
            f'Content-Type: text/{kind}; charset="utf-8"',
            "Content-Transfer-Encoding: base64",
            "",
            encodebytes(body).decode("ascii"),
        ]
    lines += [f"--{boundary}--", ""]
    return "\r\n".join(line.replace("\n", "\r\n") for line in lines).encode("utf-8", "replace")


def _given(fields: Fields) -> list[tuple[str, str]]:
    try:
        return msgspec.json.decode(fields.get("message-headers", b""), type=list[tuple[str, str]])
    except msgspec.MsgspecError:
        refuse(400, "message-headers is not a list of names and values")
    except UnicodeError:
        refuse(400, "message-headers is not UTF-8")


def _header_lines(fields: Fields) -> list[str]:
    return [
        f"{name}: {' '.join(value.split())}"
        for name, value in _given(fields)
        if _is_field_name(name) and not name.lower().startswith(("content-", "mime-version"))
    ]


def _is_field_name(name: str) -> bool:
    return bool(name) and all("!" <= char <= "~" and char != ":" for char in name)
