"""A mail as a transport hands it over, the same for every provider, and whom it was meant for.

Only the header block is looked at here, and only for addresses of this server: the web process stores mail and
leaves its reading to a worker.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from pbem.inbound.verdicts import UNCHECKED, Verdict

# RFC 5321 4.5.3.1.1: no local part is longer. The bound also keeps the search linear in the header's length.
LOCAL_PART = rb"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}"

# Written by mail servers from the envelope, the surest first; then what the sender wrote.
_DELIVERY_FIELDS = (b"x-original-to", b"delivered-to", b"envelope-to", b"x-envelope-to", b"x-forwarded-to")
_SENDER_FIELDS = (b"resent-to", b"to", b"cc")
HEADER_LIMIT = 102_400


class InboundMail(msgspec.Struct, frozen=True):
    """One mail for one recipient. `sender` is the envelope's: "" for the null sender, None where it is not known.

    `token` is the provider's one-time token. `cut_from` is how many bytes a mail has that is larger than is taken in;
    `raw` is its head then. `verdict` tells whether its From is true.
    """

    raw: bytes
    sender: str | None
    recipient: str
    transport: str
    token: str | None = None
    cut_from: int | None = None
    verdict: Verdict = UNCHECKED


def recipients(raw: bytes, domain: str, mailbox: str) -> tuple[str, ...]:
    """The addresses at `domain` that a mail is for, lower case, each once; never empty.

    Taken from the first kind of header field that names any, with signed addresses (`mailbox` and a `+`) preferred
    over plain ones: some servers drop the tag from the fields that they add. A mail that names none was meant for the
    mailbox itself, as a blind copy is.
    """
    our_domain = re.escape(domain.encode("ascii", "replace"))
    at_home = re.compile(LOCAL_PART + rb"@" + our_domain + rb"(?![A-Za-z0-9.-])", re.I)
    found: dict[bytes, list[str]] = {}
    for name, value in header_fields(raw):
        if name in _DELIVERY_FIELDS or name in _SENDER_FIELDS:
            found.setdefault(name, []).extend(match.decode("ascii").lower() for match in at_home.findall(value))
    signed = f"{mailbox.partition('@')[0]}+"
    kinds = [found.get(name, []) for name in _DELIVERY_FIELDS + _SENDER_FIELDS]
    for wanted in (signed, ""):
        for addresses in kinds:
            chosen = [address for address in addresses if address.startswith(wanted)]
            if chosen:
                return tuple(dict.fromkeys(chosen))
    return (mailbox.lower(),)


def return_path(raw: bytes) -> str | None:
    """The envelope sender that the last mail server noted: "" for the null sender, None where there is no note."""
    for name, value in header_fields(raw):
        if name == b"return-path":
            return value.strip().strip(b"<>").strip().decode("ascii", "replace")
    return None


def header_fields(raw: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The header fields of a message, unfolded, names in lower case; lines that are no field are passed over."""
    name, value = b"", b""
    for line in raw[:HEADER_LIMIT].lstrip(b"\r\n").splitlines():
        if not line.strip():
            break
        if line[:1] in b" \t":
            value += line
            continue
        if name:
            yield name, value
        before, colon, after = line.partition(b":")
        name, value = (before.strip().lower(), after) if colon else (b"", b"")
    if name:
        yield name, value
