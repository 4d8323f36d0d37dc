"""`POST /inbound/cloudflare`: a whole message from an Email Worker of the host's own (docs/providers.md).

    X-Pbem-Timestamp: seconds since 1970
    X-Pbem-Sender: the envelope sender
    X-Pbem-Recipient: the envelope recipient
    X-Pbem-Signature: hexadecimal HMAC-SHA256(secret, the three above, each with a line feed, and the body)

The verdict is in the `Authentication-Results` of mx.cloudflare.net, which Cloudflare puts above the mail.

Built from developers.cloudflare.com/email-service/api/route-emails/email-handler; not yet seen live.
"""

from __future__ import annotations

from flask import request

from pbem.inbound import results
from pbem.web.webhooks.webhook import Delivered, Proof, Webhook

AUTHSERV = "mx.cloudflare.net"


class Cloudflare(Webhook):
    """The message is the body, its envelope stands in the header, and all that is signed."""

    name = "cloudflare"
    setting = "cloudflare_secrets"

    def proof(self) -> Proof | None:
        timestamp, signature = (request.headers.get(f"X-Pbem-{name}", "") for name in ("Timestamp", "Signature"))
        if not (timestamp and signature):
            return None
        signed = "".join(f"{each}\n" for each in (timestamp, *_envelope()))
        return Proof(timestamp, signature, lambda: signed.encode("utf-8", "replace") + request.get_data())

    def delivered(self) -> Delivered:
        sender, recipient = _envelope()
        raw = request.get_data()
        return Delivered(raw, sender.strip("<> "), [recipient], results.of_border(raw, (AUTHSERV,)))


def _envelope() -> tuple[str, str]:
    return request.headers.get("X-Pbem-Sender", ""), request.headers.get("X-Pbem-Recipient", "")
