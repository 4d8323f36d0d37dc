"""What the bodies of several providers have in common: JSON, base64, header fields as a list."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Sequence
from typing import TypeVar

import msgspec
from flask import request

from pbem.inbound.mail import header_fields
from pbem.inbound.results import Found
from pbem.web.refusals import refuse

T = TypeVar("T")


def decoded(kind: type[T]) -> T:
    """The body of the present request, JSON of this form; refuses any other. Further keys are passed over."""
    return of_json(request.get_data(), kind)


def of_json(text: bytes | str, kind: type[T]) -> T:
    """JSON of this form; refuses any other."""
    try:
        return msgspec.json.decode(text, type=kind)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        refuse(400, "the body is not the JSON that was expected")


def of_base64(text: str) -> bytes:
    """What was encoded; refuses what is no base64."""
    try:
        return b64decode(text, validate=True)
    except ValueError:
        refuse(400, "the message is not base64")


def the_one(fields: Sequence[tuple[str, str]], name: str) -> str | None:
    """The value of a field that a provider adds; None where there are several: a sender may have written the others."""
    found = [value for key, value in fields if key.lower() == name.lower()]
    return found[0].strip() if len(found) == 1 else None


def signers(raw: bytes, result: str | None) -> list[Found]:
    """What one result for all DKIM signatures of a mail says of each domain that has signed.

    With a valid signature of his own a sender may put a false one of somebody else's: where several domains have
    signed, nothing is known of any.
    """
    domains = {_signer(value) for name, value in header_fields(raw) if name == b"dkim-signature"}
    return [Found(result.lower(), domains.pop())] if result and len(domains) == 1 else []


def _signer(signature: bytes) -> str:
    """The domain in a DKIM signature (its `d=`), lower case."""
    for tag in signature.decode("ascii", "replace").split(";"):
        name, _, value = tag.partition("=")
        if name.strip() == "d":
            return "".join(value.split()).lower()
    return ""
