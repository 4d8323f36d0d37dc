"""`POST /inbound/mailgun`: the payload of a Mailgun route, with the message in full or taken apart.

Mailgun signs its timestamp and a token that it uses once, not the message. A token that comes again is answered
with 406, which tells Mailgun not to try again: the token was noted in the transaction that stored the mail. A header of
the message that is named like a field of the form is posted as one, before Mailgun's own: the last value is the
one to believe, and no identity is taken from a field.
"""

from __future__ import annotations

import time
from base64 import encodebytes
from hashlib import sha256
from urllib.parse import parse_qsl

import msgspec
import structlog
from flask import Blueprint, Response, jsonify, request
from werkzeug.sansio.multipart import Data, Epilogue, Field, File, MultipartDecoder

from pbem.web.context import context
from pbem.web.refusals import refuse
from pbem.web.webhooks.intake import is_signed, ours, take_in

# Mailgun tries for eight hours, and does not say whether a later try is signed anew; the token guards the rest.
WINDOW_S = 24 * 3600
FIELDS_LIMIT = 1_000
TOKEN_LIMIT = 200
REBUILT_FIELD = "X-Pbem-Rebuilt"

blueprint = Blueprint("mailgun", __name__)
log = structlog.get_logger(__name__)

Fields = dict[str, bytes]


@blueprint.route("/inbound/mailgun", methods=["POST", "HEAD"])
def take() -> Response:
    """Store the message; 200 with its rows, 406 for a token that came before, or another refusal."""
    if request.method == "HEAD":
        return Response()
    settings = context().settings
    largest = settings.max_mail_mb << 20
    # A form wraps the message, and percent-encoding can make it half as large again.
    request.max_content_length = 2 * largest
    if not settings.mailgun_signing_keys:
        refuse(401, "no signing key is set for /inbound/mailgun (PBEM_MAILGUN_SIGNING_KEYS)")
    fields = _fields()
    token = _check_signature(fields)
    recipients = _text(fields, "recipient")
    if not recipients:
        refuse(400, "the form has no recipient")
    raw = fields["body-mime"] if "body-mime" in fields else _rebuilt(fields)
    if len(raw) > largest:
        refuse(413, f"the message is larger than {settings.max_mail_mb} MiB")
    if not raw.strip():
        refuse(400, "there is no message in the form")
    to = ours(recipients.split(","))
    if not to:
        # Not an error of the sender's that would mend by trying again.
        log.warning("dropped", reason="no recipient is ours", path=request.path)
        return jsonify(accepted=[])
    envelope = _text(fields, "sender")
    taken = take_in(
        raw,
        sender=None if "sender" not in fields else envelope.strip("<> "),
        recipients=to,
        transport="mailgun",
        token=token,
    )
    if taken[-1].replayed:
        same = "the same message" if taken[-1].id else "another message"
        refuse(406, f"this token came before, with {same}")
    return jsonify(accepted=[{"id": each.id, "fresh": each.fresh} for each in taken])


def _check_signature(fields: Fields) -> str:
    """The token. Refuses what Mailgun did not sign."""
    timestamp, token, signature = (_text(fields, name) for name in ("timestamp", "token", "signature"))
    if not (timestamp and token and signature):
        refuse(401, "the form is not signed")
    if not is_signed(context().settings.mailgun_signing_keys, (timestamp + token).encode(), signature):
        refuse(401, "the signature is wrong")
    if not (timestamp.isascii() and timestamp.isdigit() and len(timestamp) <= 12) or len(token) > TOKEN_LIMIT:
        refuse(400, "the timestamp or the token is malformed")
    if abs(time.time() - int(timestamp)) > WINDOW_S:
        refuse(401, "the signature is too old, or a clock is wrong")
    return token


# --- The form -----------------------------------------------------------------------------------------------------


def _fields() -> Fields:
    """The form's fields as bytes, the last value of each.

    Not `request.form`: that decodes every field as UTF-8 and so mends, and spoils, mail in other charsets.
    """
    if request.mimetype not in ("multipart/form-data", "application/x-www-form-urlencoded"):
        refuse(415, "the body must be a form")
    body = request.get_data(cache=False)
    try:
        if request.mimetype == "multipart/form-data":
            return _multipart(body, request.mimetype_params.get("boundary", "").encode("ascii"))
        pairs = parse_qsl(
            body.decode("latin-1"), keep_blank_values=True, encoding="latin-1", max_num_fields=FIELDS_LIMIT
        )
        return {name: value.encode("latin-1") for name, value in pairs}
    except ValueError:
        refuse(400, "the form is malformed")


def _multipart(body: bytes, boundary: bytes) -> Fields:
    if not boundary:
        raise ValueError("no boundary")
    decoder = MultipartDecoder(boundary, max_parts=FIELDS_LIMIT)
    decoder.receive_data(body)
    decoder.receive_data(None)
    fields: Fields = {}
    name: str | None = None
    content: list[bytes] = []
    while not isinstance(event := decoder.next_event(), Epilogue):
        if isinstance(event, Field):
            name, content = event.name, []
        elif isinstance(event, File):
            # Attachments are not read, and the parts that a player wrote come as fields.
            name = None
        elif isinstance(event, Data) and name is not None:
            content.append(event.data)
            if not event.more_data:
                fields[name] = b"".join(content)
    return fields


def _text(fields: Fields, name: str) -> str:
    return fields.get(name, b"").decode("utf-8", "replace").strip()


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


def _header_lines(fields: Fields) -> list[str]:
    try:
        given = msgspec.json.decode(fields.get("message-headers", b""), type=list[tuple[str, str]])
    except msgspec.MsgspecError:
        refuse(400, "message-headers is not a list of names and values")
    except UnicodeError:
        refuse(400, "message-headers is not UTF-8")
    return [
        f"{name}: {' '.join(value.split())}"
        for name, value in given
        if _is_field_name(name) and not name.lower().startswith(("content-", "mime-version"))
    ]


def _is_field_name(name: str) -> bool:
    return bool(name) and all("!" <= char <= "~" and char != ":" for char in name)
