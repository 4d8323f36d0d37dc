"""`POST /inbound/sendgrid`: the form of SendGrid's Inbound Parse, with the message in full, and its event webhook.

Both are signed with ECDSA over timestamp and body, under keys whose public halves SendGrid shows: that of a security
policy attached to the parse setting, and that of the signed event webhook. "POST the raw, full MIME message" must be
set.

SendGrid sends a request again for three days and does not say that it signs it anew, so a signature is good for so
long; a mail that comes twice is known by its bytes.

Built from www.twilio.com/docs/sendgrid/for-developers/parsing-email/setting-up-the-inbound-parse-webhook, .../
securing-your-parse-webhooks and .../tracking-events/event; not yet seen live.
"""

from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Sequence

import msgspec
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ec import ECDSA, EllipticCurvePublicKey
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import load_der_public_key
from flask import request
from pydantic import SecretStr

from pbem.inbound.mime import read_opening
from pbem.inbound.results import Found, weigh
from pbem.inbound.verdicts import Verdict
from pbem.web.refusals import refuse
from pbem.web.webhooks.forms import fields_of_form, text_of
from pbem.web.webhooks.notices import Notice
from pbem.web.webhooks.payloads import decoded, of_json
from pbem.web.webhooks.webhook import Delivered, Proof, Webhook

SIGNATURE = "X-Twilio-Email-Event-Webhook-Signature"
TIMESTAMP = "X-Twilio-Email-Event-Webhook-Timestamp"
# `{@example.org : pass, @other.example : fail}`, which is no JSON.
_SIGNED_BY = re.compile(r"@([^\s:,{}]{1,255})\s*:\s*([a-z]{1,20})", re.I)


class Envelope(msgspec.Struct):
    """The envelope of a mail."""

    to: list[str]
    sender: str = msgspec.field(name="from", default="")


class Event(msgspec.Struct):
    """What became of a mail of ours, or that somebody has opened it, which is nobody's business."""

    email: str = ""
    event: str = ""
    type: str = ""
    reason: str = ""
    status: str = ""
    message_id: str = msgspec.field(name="smtp-id", default="")


class SendGrid(Webhook):
    """The message is a field of a form, and the whole request is signed under a key pair of SendGrid's."""

    name = "sendgrid"
    setting = "sendgrid_keys"
    secret = "public key"  # noqa: S105  (the word for it)
    window_s = 3 * 24 * 3600
    wrapping = 2

    def proof(self) -> Proof | None:
        timestamp, signature = request.headers.get(TIMESTAMP, ""), request.headers.get(SIGNATURE, "")
        if not (timestamp and signature):
            return None
        return Proof(timestamp, signature, lambda: timestamp.encode() + request.get_data())

    def is_signed(self, secrets: Sequence[SecretStr], proof: Proof) -> bool:
        try:
            signature = b64decode(proof.signature, validate=True)
        except ValueError:
            return False
        signed = proof.signed()
        return any(_is_signed(key.get_secret_value(), signature, signed) for key in secrets)

    def notices(self) -> Sequence[Notice] | None:
        if request.mimetype != "application/json":
            return None
        told = (_notice(event) for event in decoded(list[Event]))
        return [notice for notice in told if notice is not None]

    def delivered(self) -> Delivered:
        fields = fields_of_form()
        if "email" not in fields:
            refuse(400, "the form has no message; set `POST the raw, full MIME message` at SendGrid")
        envelope = of_json(fields.get("envelope", b""), Envelope)
        spf, dkim = text_of(fields, "SPF").lower(), text_of(fields, "dkim")
        raw = fields["email"]
        return Delivered(raw, envelope.sender.strip("<> "), envelope.to, _verdict(raw, envelope.sender, spf, dkim))


def _is_signed(key: str, signature: bytes, signed: bytes) -> bool:
    try:
        public = load_der_public_key(b64decode(key, validate=True))
        if not isinstance(public, EllipticCurvePublicKey):
            return False
        public.verify(signature, signed, ECDSA(SHA256()))
    except (ValueError, UnsupportedAlgorithm, InvalidSignature):
        return False
    return True


def _verdict(raw: bytes, sender: str, spf: str, dkim: str) -> Verdict:
    signed = [Found(result.lower(), domain) for domain, result in _SIGNED_BY.findall(dkim[:2000])]
    by_sender = Found(spf, sender.rpartition("@")[2].strip("<> ")) if spf else None
    return weigh(read_opening(raw).sender, "sendgrid", dkim=signed, spf=by_sender)


def _notice(event: Event) -> Notice | None:
    told = {"address": event.email, "message_id": event.message_id, "status": event.status, "said": event.reason}
    if event.event == "spamreport":
        return Notice("complaint", **told)
    if event.event in ("bounce", "dropped"):
        # `blocked` is a bounce that may not be for good.
        return Notice("delayed" if event.type == "blocked" else "failed", **told)
    return Notice("delayed", **told) if event.event == "deferred" else None
