"""`POST /inbound/raw`: a whole message (RFC 5322) as the body, from a mail server of the host's own.

    X-Pbem-Timestamp: seconds since 1970
    X-Pbem-Signature: hexadecimal HMAC-SHA256(secret, timestamp + "." + body)

The recipient is looked for inside the signed bytes. A message that was stored before is answered like a new one.
"""

from __future__ import annotations

from flask import request

from pbem.inbound.mail import recipients, return_path
from pbem.web.context import context
from pbem.web.refusals import refuse
from pbem.web.webhooks.webhook import Delivered, Proof, Webhook

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
        return Proof(timestamp, signature, lambda: timestamp.encode() + b"." + request.get_data())

    def delivered(self) -> Delivered:
        if request.mimetype in NO_MESSAGES:
            refuse(415, "the body must be the message itself (message/rfc822)")
        settings, body = context().settings, request.get_data()
        return Delivered(body, return_path(body), recipients(body, settings.mail_domain, settings.address))
