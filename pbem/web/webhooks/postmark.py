"""`POST /inbound/postmark`: JSON of Postmark's inbound, bounce and spam complaint webhooks.

Postmark signs nothing. A password in the URL (`https://pbem:PASSWORD@play.example.org/inbound/postmark`) is sent as
Basic authentication; without TLS anybody on the way could read it. "Include raw email content in JSON payload" must be
set, so that `RawEmail` brings the message itself.

The verdict is read from the fields that Postmark's own checks add (`X-Spam-Tests`, `Received-SPF`).

Built from postmarkapp.com/developer/webhooks/inbound-webhook, .../bounce-webhook and .../spam-complaint-webhook; not
yet seen live.
"""

from __future__ import annotations

import hmac
from collections.abc import Sequence

import msgspec
from flask import request
from pydantic import SecretStr

from pbem.inbound.mime import read_opening
from pbem.inbound.results import Found, weigh
from pbem.inbound.verdicts import Verdict
from pbem.web.refusals import refuse
from pbem.web.webhooks.notices import Notice
from pbem.web.webhooks.payloads import decoded, the_one
from pbem.web.webhooks.webhook import Delivered, Proof, Webhook

# Which of Postmark's types of bounces are for good (postmarkapp.com/developer/api/bounce-api#bounce-types).
FOR_GOOD = frozenset({"HardBounce", "BadEmailAddress", "ManuallyDeactivated", "Blocked", "DMARCPolicy"})
COMPLAINTS = frozenset({"SpamComplaint", "SpamNotification"})
# An answer to a mail of ours is no news of its delivery.
NO_NEWS = frozenset({"AutoResponder", "ChallengeVerification", "AddressChange", "Subscribe", "Unsubscribe"})


class Field(msgspec.Struct, rename="pascal"):
    """A header field."""

    name: str
    value: str


class Payload(msgspec.Struct, rename="pascal"):
    """A message (`RawEmail`), or what became of one (`RecordType`)."""

    record_type: str = ""
    raw_email: str = ""
    original_recipient: str = ""
    headers: list[Field] = []
    email: str = ""
    type: str = ""
    details: str = ""
    metadata: dict[str, str] = {}


class Postmark(Webhook):
    """The message is in a JSON document, and a password in the request."""

    name = "postmark"
    setting = "postmark_secrets"
    secret = "password"  # noqa: S105  (the word for it)
    # JSON escapes quotes, line ends and all signs beside ASCII's; the texts and attachments come besides the message.
    wrapping = 4

    def proof(self) -> Proof | None:
        return None

    def prove(self, secrets: Sequence[SecretStr]) -> str | None:
        given = request.authorization.password if request.authorization is not None else None
        claimed = (given or "").encode("utf-8", "replace")
        if not any(hmac.compare_digest(claimed, each.get_secret_value().encode()) for each in secrets):
            refuse(401, "the password is wrong")
        return None

    def notices(self) -> Sequence[Notice] | None:
        payload = decoded(Payload)
        if payload.record_type not in ("Bounce", "SpamComplaint"):
            return None
        if payload.record_type == "Bounce" and payload.type in NO_NEWS:
            return ()
        complaint = payload.record_type == "SpamComplaint" or payload.type in COMPLAINTS
        kind = "complaint" if complaint else "failed" if payload.type in FOR_GOOD else "delayed"
        return (Notice(kind, payload.email, said=payload.details),)  # type: ignore[arg-type]

    def delivered(self) -> Delivered:
        payload = decoded(Payload)
        if not payload.raw_email:
            refuse(400, "there is no RawEmail; set `Include raw email content in JSON payload` at Postmark")
        raw = payload.raw_email.encode("utf-8", "surrogateescape")
        fields = [(each.name, each.value) for each in payload.headers]
        sender = next((value for name, value in fields if name.lower() == "return-path"), None)
        return Delivered(
            raw,
            None if sender is None else sender.strip().strip("<>"),
            [payload.original_recipient],
            _verdict(raw, fields, sender or ""),
        )


def _verdict(raw: bytes, fields: Sequence[tuple[str, str]], sender: str) -> Verdict:
    writer = read_opening(raw).sender
    tests = (the_one(fields, "X-Spam-Tests") or "").upper().replace(" ", "").split(",")
    # SpamAssassin's word for a valid signature of the domain in From.
    authors = Found("pass", writer.rpartition("@")[2]) if writer and "DKIM_VALID_AU" in tests else None
    spf = (the_one(fields, "Received-SPF") or "").split(" ", 1)[0].lower()
    return weigh(
        writer,
        "postmark",
        dkim=[authors] if authors is not None else [],
        spf=Found(spf, sender.strip("<> ").rpartition("@")[2]) if spf else None,
    )
