"""DKIM signatures of our own (RFC 6376): made as a mail goes out, with a key that `pbem dkim new` has made.

Not for: checking the signatures of others (`pbem.inbound.authentication`).
"""

from __future__ import annotations

import re
from base64 import b64encode
from functools import cache
from pathlib import Path

import dkim
import structlog
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey, generate_private_key
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)

from pbem.config import Settings

BITS = 2048
SELECTOR = re.compile(r"[a-z0-9]([a-z0-9-]{0,40}[a-z0-9])?")
# A string of a TXT record has at most 255 bytes (RFC 1035 3.3); a record may have several.
LONGEST_STRING = 255
# Those that say what the mail is; twice where nobody may add another beneath it. Received and the like change.
SIGNED = (
    *("from", "from", "to", "to", "reply-to", "reply-to", "subject", "subject", "date", "date", "message-id"),
    *("in-reply-to", "references", "mime-version", "content-type", "content-transfer-encoding", "auto-submitted"),
    *("list-id", "list-help", "list-unsubscribe", "list-unsubscribe-post", "feedback-id"),
)

log = structlog.get_logger(__name__)


class CannotSign(Exception):
    """Why mail cannot be signed, as a sentence without its full stop."""


def signed(raw: bytes, settings: Settings) -> bytes:
    """The mail with our signature above it; as it is where no key is set, or none that can be used, which is logged."""
    if settings.dkim_key is None:
        return raw
    try:
        selector, key = settings.dkim_selector.encode(), _key_in(settings.dkim_key)
        fields = [name.encode() for name in SIGNED]
        line: bytes = dkim.sign(
            raw,
            selector,
            settings.mail_domain.encode(),
            key,
            canonicalize=(b"relaxed", b"relaxed"),
            include_headers=fields,
        )
    except (CannotSign, dkim.DKIMException) as error:
        # A mail without a signature is better than none.
        log.error("mail goes without our signature", reason=str(error))
        return raw
    return line.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n") + raw


def new_key(path: Path) -> None:
    """Make a key and keep it in a new file, for its owner alone. Raises CannotSign where there is a file."""
    key = generate_private_key(65537, BITS)
    pem = key.private_bytes(Encoding.PEM, PrivateFormat.TraditionalOpenSSL, NoEncryption())
    try:
        path.touch(mode=0o600, exist_ok=False)
        path.write_bytes(pem)
    except FileExistsError:
        raise CannotSign(f"{path} is there already; a key in use must not be lost") from None
    except OSError as error:
        raise CannotSign(f"{path} cannot be written ({error.strerror})") from error


def record_of(path: Path) -> str:
    """What the DNS record of a key says. Raises CannotSign."""
    try:
        key = load_pem_private_key(_key_in(path), None)
    except ValueError as error:
        raise CannotSign(f"{path} is no private key") from error
    if not isinstance(key, RSAPrivateKey):
        raise CannotSign(f"{path} is no RSA key")
    public = key.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    return f"v=DKIM1; k=rsa; p={b64encode(public).decode()}"


def in_zone_file(name: str, record: str) -> str:
    """A TXT record as a line of a zone file, in strings that are not too long."""
    strings = (record[at : at + LONGEST_STRING] for at in range(0, len(record), LONGEST_STRING))
    quoted = " ".join(f'"{each}"' for each in strings)
    return f"{name}. IN TXT ( {quoted} )"


@cache
def _key_in(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise CannotSign(f"the key {path} cannot be read ({error.strerror})") from error
