"""`POST /inbound/mailgun`: the payload of a Mailgun route, with the message in full or taken apart.

Mailgun signs its timestamp and a token that it uses once, not the message. A token that comes again is answered
with 406, which tells Mailgun not to try again: the token was noted in the transaction that stored the mail. A header of
the message that is named like a field of the form is posted as one, before Mailgun's own: the last value is the
one to believe, and no identity is taken from a field.
"""

from __future__ import annotations

from base64 import encodebytes
from hashlib import sha256
from urllib.parse import parse_qsl

import msgspec
from flask import g, request
from werkzeug.sansio.multipart import Data, Epilogue, Field, File, MultipartDecoder

from pbem.web.refusals import refuse
from pbem.web.webhooks.webhook import Delivered, Proof, Webhook

FIELDS_LIMIT = 1_000
REBUILT_FIELD = "X-Pbem-Rebuilt"

Fields = dict[str, bytes]


class Mailgun(Webhook):
    """The message is in a form, whose timestamp and token are signed."""

    name = "mailgun"
    setting = "mailgun_signing_keys"
    secret = "signing key"  # noqa: S105
    # Mailgun tries for eight hours, and does not say whether a later try is signed anew; the token guards the rest.
    window_s = 24 * 3600
    # A form wraps the message, and percent-encoding can make it half as large again.
    wrapping = 2

    def proof(self) -> Proof | None:
        fields = _fields()
        timestamp, token, signature = (_text(fields, name) for name in ("timestamp", "token", "signature"))
        if not (timestamp and token and signature):
            return None
        return Proof(timestamp, signature, lambda: (timestamp + token).encode(), token)

    def delivered(self) -> Delivered:
        fields = _fields()
        recipients = _text(fields, "recipient")
        if not recipients:
            refuse(400, "the form has no recipient")
        raw = fields["body-mime"] if "body-mime" in fields else _rebuilt(fields)
        sender = _text(fields, "sender").strip("<> ") if "sender" in fields else None
        return Delivered(raw, sender, recipients.split(","))


# --- The form -----------------------------------------------------------------------------------------------------


def _fields() -> Fields:
    """The fields of the present request's form as bytes, the last value of each, taken apart once.

    Not `request.form`: that decodes every field as UTF-8 and so mends, and spoils, mail in other charsets.
    """
    if "mailgun_fields" not in g:
        g.mailgun_fields = _read_fields()
    fields: Fields = g.mailgun_fields
    return fields


def _read_fields() -> Fields:
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
