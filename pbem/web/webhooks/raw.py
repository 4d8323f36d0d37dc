"""`POST /inbound/raw`: a whole message (RFC 5322) as the body, from a mail server of the host's own.

    X-Pbem-Timestamp: seconds since 1970
    X-Pbem-Signature: hexadecimal HMAC-SHA256(secret, timestamp + "." + body)

The recipient is looked for inside the signed bytes. A message that was stored before is answered like a new one.
"""

from __future__ import annotations

import time

from flask import Blueprint, Response, jsonify, request

from pbem.inbound.mail import recipients, return_path
from pbem.web.context import context
from pbem.web.refusals import refuse
from pbem.web.webhooks.intake import is_signed, take_in

WINDOW_S = 300
# A body of one of these is a form or a document with a message in it, and no message.
NO_MESSAGES = ("multipart/form-data", "application/json", "text/html")

blueprint = Blueprint("raw", __name__)


@blueprint.route("/inbound/raw", methods=["POST", "HEAD"])
def take() -> Response:
    """Store the message; 200 with its row, or the refusal."""
    if request.method == "HEAD":
        return Response()
    settings = context().settings
    timestamp = request.headers.get("X-Pbem-Timestamp", "")
    signature = request.headers.get("X-Pbem-Signature", "")
    if not settings.inbound_secrets:
        refuse(401, "no secret is set for /inbound/raw (PBEM_INBOUND_SECRETS)")
    if not timestamp or not signature:
        refuse(401, "the request is not signed")
    if not (timestamp.isascii() and timestamp.isdigit() and len(timestamp) <= 12):
        refuse(400, "X-Pbem-Timestamp is no number of seconds")
    if abs(time.time() - int(timestamp)) > WINDOW_S:
        refuse(401, "the signature is too old, or a clock is wrong")
    request.max_content_length = settings.max_mail_mb << 20
    body = request.get_data(cache=False)
    if not is_signed(settings.inbound_secrets, timestamp.encode() + b"." + body, signature):
        refuse(401, "the signature is wrong")
    if request.mimetype in NO_MESSAGES:
        refuse(415, "the body must be the message itself (message/rfc822)")
    if not body.strip():
        refuse(400, "there is no message in the request")
    taken = take_in(
        body,
        sender=return_path(body),
        recipients=recipients(body, settings.mail_domain, settings.address),
        transport="raw",
    )
    return jsonify(accepted=[{"id": each.id, "fresh": each.fresh} for each in taken])
