"""An outgoing mail as bytes (RFC 5322): plain text, the same as HTML, attachments, and pictures within the HTML.

What a mail says is not decided here; who may be written to, and how often, neither.
"""

from __future__ import annotations

import re
import secrets
from base64 import b64encode, encodebytes
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from email.headerregistry import Address, HeaderRegistry
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import SMTP, EmailPolicy
from email.quoprimime import body_encode
from email.utils import format_datetime
from functools import cache, lru_cache
from hashlib import sha256
from typing import Any, Literal, NamedTuple

import msgspec

from pbem.addresses import postal
from pbem.config import Settings
from pbem.reports.citations import content_id
from pbem.reports.document import Attachment

LOOP_FIELD = "X-Pbem-Loop"
# RFC 5322 2.1.1: no line is longer than this, nor any Message-ID that we put on one.
LINE_LIMIT = 998
THREAD_LIMIT = 20
FOLDED_AT = 78
LONGEST_WORD = 200
FIELDS_REMEMBERED = 512
CRLF = b"\r\n"
MIME_VERSION = b"MIME-Version: 1.0\r\n"
ENCODED_BYTES = 39  # in base64, with the marks around them and the field's name, within 76 columns

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_NO_LABEL = re.compile(r"[^a-z0-9:_-]+")
_MEDIA_TYPE = re.compile(r"[a-z]+/[a-z0-9.+-]+")
_ID = re.compile(r"<[!-;=?-~]{3,250}>")


class BadLetter(ValueError):
    """A mail that cannot be sent, and which of its values is to blame."""


class OutboundMail(msgspec.Struct, frozen=True):
    """A mail to one address.

    `auto` is its Auto-Submitted value (RFC 3834 5): `auto-replied` where it answers a mail, else `auto-generated`.
    `references` is the thread, oldest first; `list_name` the game, for List-Id. `unsubscribe` is the address of a page
    that takes One-Click requests (RFC 8058); `about` what kind of mail it is, for Feedback-ID.
    """

    to: str
    subject: str
    text: str
    message_id: str
    date: datetime
    auto: Literal["auto-replied", "auto-generated"]
    html: str | None = None
    attachments: tuple[Attachment, ...] = ()
    reply_to: str | None = None
    from_name: str = "pbem"
    in_reply_to: str | None = None
    references: tuple[str, ...] = ()
    list_name: str | None = None
    unsubscribe: str | None = None
    about: str = "mail"


def compose(mail: OutboundMail, settings: Settings) -> bytes:
    """The mail as bytes with CRLF line ends, ready for SMTP. Raises BadLetter.

    Text lines stay as they are: the map must not be wrapped, so the text is never `format=flowed`. Written here are
    the same bytes that the library would write (`EmailMessage`), which makes an object of each part and field, and
    takes four times as long.
    """
    to = postal_address(mail.to)
    # Whoever has such an address reads such headers.
    policy = WIRE if to.isascii() else WIRE_UTF8
    fields = [("From", _mailbox(mail.from_name, settings.address)), ("To", to)]
    if mail.reply_to is not None:
        fields.append(("Reply-To", postal_address(mail.reply_to)))
    fields.append(("Subject", _one_line("subject", mail.subject)))
    fields.append(("Date", format_datetime(mail.date)))
    fields.append(("Message-ID", _id(mail.message_id)))
    if mail.in_reply_to is not None:
        fields.append(("In-Reply-To", _id(mail.in_reply_to)))
    thread = _thread(mail)
    if thread:
        fields.append(("References", " ".join(thread)))
    fields += [("Auto-Submitted", mail.auto), ("X-Auto-Response-Suppress", "All"), (LOOP_FIELD, settings.mail_domain)]
    if mail.list_name is not None:
        fields.append(("List-Id", f"<{_list_label(mail.list_name)}.{settings.mail_domain}>"))
        fields.append(("List-Help", f"<mailto:{settings.address}?subject=HELP>"))
    fields += _ways_out(mail, settings)
    whole = _whole(mail, policy)
    head = MIME_VERSION + whole.head if whole.is_multipart else whole.head + MIME_VERSION
    return b"".join(policy.written(*field) for field in fields) + _Part(head, whole.body).written()


def _ways_out(mail: OutboundMail, settings: Settings) -> Iterator[tuple[str, str]]:
    """How to have fewer mails (RFC 2369, 8058), and by what large providers count complaints of them."""
    ways = [f"<mailto:{settings.address}?subject=UNSUBSCRIBE>"]
    if mail.unsubscribe is not None:
        ways.insert(0, f"<{_one_line('page', mail.unsubscribe)}>")
        yield "List-Unsubscribe-Post", "List-Unsubscribe=One-Click"
    yield "List-Unsubscribe", ", ".join(ways)
    about = _NO_LABEL.sub("-", f"{mail.list_name or 'all'}:{mail.about}".lower())
    yield "Feedback-ID", f"{about}:pbem:{settings.mail_domain}"


class Inline(msgspec.Struct, frozen=True):
    """A picture that the HTML shows, by its Content-ID (without brackets)."""

    ident: str
    name: str
    content: bytes


def with_inline(raw: bytes, html: Callable[[str], str], pictures: Sequence[Inline]) -> bytes:
    """A mail that `compose` made, its HTML changed and with the pictures that it then shows (RFC 2387).

    The same mail and pictures always give the same bytes, the boundary included: a mail may be sent again.
    """
    beyond_ascii = not raw.partition(b"\r\n\r\n")[0].isascii()
    message = BytesParser(EmailMessage, policy=WIRE_UTF8 if beyond_ascii else WIRE).parsebytes(raw)
    leaves = (part for part in message.walk() if isinstance(part, EmailMessage))
    part = next(part for part in leaves if part.get_content_type() == "text/html")
    written = html(part.get_content())
    part.set_content(written, subtype="html", cte=_encoding(written))
    for picture in pictures:
        name = _one_line("picture's name", picture.name)
        part.add_related(picture.content, "image", "png", cid=f"<{picture.ident}>", filename=name, disposition="inline")
    part.set_boundary(f"pictures-{sha256(raw).hexdigest()[:32]}")
    return message.as_bytes()


def postal_address(address: str) -> str:
    """The address in ASCII where it can be written so, else in UTF-8. Raises BadLetter for what is no address."""
    found = postal.written(address)
    if found is None:
        raise BadLetter(f"{address!r} is no address that mail can be sent to")
    return found


class _KnownFields(HeaderRegistry):
    """The library's classes of header fields, each made once; the library makes one for each field of each mail."""

    __getitem__ = cache(HeaderRegistry.__getitem__)


class Wire(EmailPolicy):
    """`email.policy.SMTP`, but ids are folded between, never within, and the subject begins on its first line.

    The library writes an id that is longer than a line as an encoded word, which RFC 2047 5 forbids and which cuts
    the thread: Outlook's ids are 80 characters long. How it folds a subject with a long word differs from one release
    to the next; some leave the first line empty (RFC 5322 2.2.3 has none that is all blank), some break the word.
    """

    def header_store_parse(self, name: str, value: str) -> tuple[str, str]:
        # What was checked above needs no parser, which takes longer over a thread of ids than all else takes.
        return (name, value) if name.lower() in _CHECKED_FIELDS else _parsed(self, name, value)

    def fold(self, name: str, value: str) -> str:
        if name.lower() in _ID_FIELDS:
            return _fold_ids(name, value)
        return _fold_subject(value) if name.lower() == "subject" else super().fold(name, value)

    def fold_binary(self, name: str, value: str) -> bytes:
        if name.lower() in _FOLDED_HERE:
            return self.fold(name, value).encode("ascii")
        return _folded(self, name, value)

    def written(self, name: str, value: str) -> bytes:
        """A field as it stands in a mail."""
        known = name.lower()
        if known in _CHECKED_FIELDS and known not in _FOLDED_HERE:
            line = f"{name}: {value}"
            # One that fits on its line is not folded; dates and addresses are new in every mail.
            if len(line) <= FOLDED_AT and line.isascii():
                return line.encode() + CRLF
        return self.fold_binary(*self.header_store_parse(name, value))


@lru_cache(FIELDS_REMEMBERED)
def _parsed(policy: Wire, name: str, value: str) -> tuple[str, str]:
    """A field as the library parses it. Nobody changes it, and most of a mail's stand in every other."""
    return EmailPolicy.header_store_parse(policy, name, value)


@lru_cache(FIELDS_REMEMBERED, typed=True)
def _folded(policy: Wire, name: str, value: str) -> bytes:
    """A field as the library writes it, which depends on whether it was parsed, and so on the type of its value."""
    return EmailPolicy.fold_binary(policy, name, value)


_ID_FIELDS = {"content-id", "message-id", "in-reply-to", "references", "list-id", "list-help", "list-unsubscribe"}
_CHECKED_FIELDS = {
    *(*_ID_FIELDS, "to", "reply-to", "subject", "date", "auto-submitted", "x-auto-response-suppress"),
    *(LOOP_FIELD.lower(), "list-unsubscribe-post", "feedback-id"),
}
_FOLDED_HERE = {*_ID_FIELDS, "subject"}
WIRE = Wire(
    header_factory=_KnownFields(), **{key: getattr(SMTP, key) for key in ("linesep", "raise_on_defect", "cte_type")}
)
WIRE_UTF8 = WIRE.clone(utf8=True)


def _fold_ids(name: str, value: str) -> str:
    return f"{name}: " + "\r\n ".join(value.split()) + "\r\n"


def _fold_subject(value: str) -> str:
    """The subject between its words; whole as encoded words (RFC 2047) where it has other signs than ASCII's."""
    # Read from a mail that was composed before, it comes as it was folded then.
    if "\r\n" in value or "\n" in value:
        return f"Subject: {value}\r\n"
    words = value.split(" ")
    if not value.isascii() or any(len(word) > LONGEST_WORD for word in words):
        return "Subject: " + "\r\n ".join(_encoded_words(value)) + "\r\n"
    lines = ["Subject:"]
    for word in words:
        if word and len(lines[-1]) + 1 + len(word) > FOLDED_AT and lines[-1] != "Subject:":
            lines.append("")
        lines[-1] += f" {word}"
    return "\r\n".join(lines) + "\r\n"


def _encoded_words(value: str) -> Iterator[str]:
    """The text in pieces, each with whole characters, so that no line has more than RFC 2047 2 allows."""
    piece = b""
    for sign in value:
        signs = sign.encode()
        if len(piece) + len(signs) > ENCODED_BYTES:
            yield f"=?utf-8?b?{b64encode(piece).decode()}?="
            piece = b""
        piece += signs
    yield f"=?utf-8?b?{b64encode(piece).decode()}?="


class _Part(NamedTuple):
    """A part of a mail as it is written: its fields, those of MIME alone, and what stands below the blank line."""

    head: bytes
    body: bytes
    is_multipart: bool = False

    def written(self) -> bytes:
        return self.head + CRLF + self.body


def _whole(mail: OutboundMail, policy: Wire) -> _Part:
    """All that is below the fields of a mail: its text, beside it the same as HTML, and below both what is attached."""
    whole = _text(mail.text, "plain")
    if mail.html is not None:
        html = _text(mail.html, "html")
        whole = _together("alternative", [whole, _Part(html.head + MIME_VERSION, html.body)])
    attached = [_attached(attachment, mail.message_id, policy) for attachment in mail.attachments]
    return _together("mixed", [whole, *attached]) if attached else whole


def _text(text: str, subtype: str) -> _Part:
    encoding, lines = _encoding(text), _lines(text).encode().splitlines()
    head = f'Content-Type: text/{subtype}; charset="utf-8"\r\nContent-Transfer-Encoding: {encoding}\r\n'
    if encoding == "7bit":
        return _Part(head.encode(), CRLF.join(lines) + CRLF)
    # By the signs of latin-1 the library means bytes.
    quoted = body_encode(b"\n".join((*lines, b"")).decode("latin-1"), FOLDED_AT)
    return _Part(head.encode(), quoted.replace("\n", "\r\n").encode("ascii"))


def _attached(attachment: Attachment, message_id: str, policy: Wire) -> _Part:
    if not _MEDIA_TYPE.fullmatch(attachment.type):
        raise BadLetter(f"{attachment.type!r} is no media type")
    name = _one_line("attachment name", attachment.name)
    # What we attach as text is UTF-8, and pages are linked to from the HTML of the mail.
    cid = content_id(name, message_id) if attachment.type.startswith("text/") else None
    encoded = encodebytes(attachment.content).replace(b"\n", CRLF)
    return _Part(_head_of_attached(policy, attachment.type, name, cid), encoded)


@lru_cache(FIELDS_REMEMBERED)
def _head_of_attached(policy: Wire, media_type: str, name: str, cid: str | None) -> bytes:
    """The fields of an attachment, as the library writes them; those of one game and seat have the same."""
    part = EmailMessage(policy=policy)
    maintype, _, subtype = media_type.partition("/")
    extra: dict[str, Any] = {} if cid is None else {"params": {"charset": "utf-8"}, "cid": f"<{cid}>"}
    part.set_content(b"", maintype=maintype, subtype=subtype, disposition="attachment", filename=name, **extra)
    return part.as_bytes().removesuffix(CRLF)


def _together(subtype: str, parts: Iterable[_Part]) -> _Part:
    """Several parts as one, with a boundary that nobody can have written into any of them."""
    boundary = f"part-{secrets.token_hex(16)}"
    head = f'Content-Type: multipart/{subtype};\r\n boundary="{boundary}"\r\n'
    line = f"--{boundary}".encode()
    body = b"".join(line + CRLF + part.written() + CRLF for part in parts)
    return _Part(head.encode(), body + line + b"--" + CRLF, is_multipart=True)


def _lines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n").removesuffix("\n") + "\n"


def _encoding(text: str) -> str:
    """7bit wherever it will do, since a player may look at the source; quoted-printable otherwise."""
    fits = all(len(line) <= LINE_LIMIT for line in text.split("\n"))
    return "7bit" if text.isascii() and fits else "quoted-printable"


def _one_line(what: str, value: str) -> str:
    if _CONTROL.search(value):
        raise BadLetter(f"the {what} {value!r} has a line break or another control character")
    return value


def _mailbox(name: str, address: str) -> str:
    local, _, domain = address.rpartition("@")
    return str(Address(_one_line("sender's name", name), local, domain))


def _id(message_id: str) -> str:
    if not _ID.fullmatch(message_id):
        raise BadLetter(f"{message_id!r} is no Message-ID")
    return message_id


def _thread(mail: OutboundMail) -> list[str]:
    """The ids to refer to, oldest first, ending in the mail answered; long threads keep their first and latest."""
    ids = [*mail.references, *([mail.in_reply_to] if mail.in_reply_to else [])]
    once = [_id(ident) for ident in reversed(dict.fromkeys(reversed(ids)))]
    return once if len(once) <= THREAD_LIMIT else [once[0], *once[1 - THREAD_LIMIT :]]


def _list_label(name: str) -> str:
    if not re.fullmatch(r"[A-Za-z0-9_-]{1,63}", name):
        raise BadLetter(f"{name!r} cannot stand in a List-Id")
    return name
