"""Forms as bytes: the fields of a request, the last value of each, without decoding what is a message in them."""

from __future__ import annotations

from urllib.parse import parse_qsl

from flask import g, request
from werkzeug.sansio.multipart import Data, Epilogue, Field, File, MultipartDecoder

from pbem.web.refusals import refuse

FIELDS_LIMIT = 1_000

Fields = dict[str, bytes]


def fields_of_form() -> Fields:
    """The fields of the present request's form, the last value of each, taken apart once; refuses what is no form.

    Not `request.form`: that decodes every field as UTF-8 and so mends, and spoils, mail in other charsets.
    """
    if "fields_of_form" not in g:
        g.fields_of_form = _read_fields()
    fields: Fields = g.fields_of_form
    return fields


def text_of(fields: Fields, name: str) -> str:
    """A field as text, without blanks around it; nothing where it is not there."""
    return fields.get(name, b"").decode("utf-8", "replace").strip()


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
