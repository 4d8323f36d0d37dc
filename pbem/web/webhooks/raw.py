"""`POST /inbound/raw`: a whole message (RFC 5322) as the body, from a mail server of the host's own.

    X-Pbem-Timestamp: seconds since 1970
    X-Pbem-Signature: hexadecimal HMAC-SHA256(secret, timestamp + "." + body)

The recipient is looked for inside the signed bytes. A message that was stored before is answered like a new one.

A mail server that knows whether From is true says so in a third header, which is signed then too:

    X-Pbem-Auth: pass, fail or none
    X-Pbem-Signature: hexadecimal HMAC-SHA256(secret, timestamp + ":" + auth + "." + body)

Without it the `Authentication-Results` of the servers in `authserv_ids` are read (RFC 8601).
"""

from __future__ import annotations

from flask import request

from pbem.inbound import results
from pbem.inbound.mail import recipients, return_path
from pbem.inbound.verdicts import OUTCOMES, Verdict, outcome_of
from pbem.web.context import context
from pbem.web.refusals import refuse
from pbem.web.webhooks.webhook import Delivered, Proof, Webhook

AUTH = "X-Pbem-Auth"
# A body of one of these is a form or a document with a message in it, and no message.
NO_MESSAGES = ("multipart/form-data", "application/json", "text/html")


class Raw(Webhook):
    """The message is the body, and the whole body is signed."""

    name = "raw"
    setting = "inbound_secrets"

    def proof(self) -> Proof | None:
        timestamp = request.headers.get("X-Pbem-Timestamp", "")
        signature = request.headers.get("X-Pbem-Signature", "")
        if not (timestamp and signature):
            return None
        stated = request.headers.get(AUTH)
        # A timestamp is digits: what is signed with a verdict can never pass for what is signed without.
        before = timestamp if stated is None else f"{timestamp}:{stated}"
        return Proof(timestamp, signature, lambda: before.encode("utf-8", "replace") + b"." + request.get_data())

    def delivered(self) -> Delivered:
        if request.mimetype in NO_MESSAGES:
            refuse(415, "the body must be the message itself (message/rfc822)")
        settings, body = context().settings, request.get_data()
        to = recipients(body, settings.mail_domain, settings.address)
        return Delivered(body, return_path(body), to, self._verdict(body))

    def _verdict(self, body: bytes) -> Verdict:
        stated = request.headers.get(AUTH)
        if stated is None:
            return results.of_border(body, context().settings.authserv_ids)
        if stated not in OUTCOMES:
            refuse(400, f"{AUTH} must be one of {', '.join(OUTCOMES)}")
        return Verdict(outcome_of(stated), f"{AUTH}: {stated}", self.name)
