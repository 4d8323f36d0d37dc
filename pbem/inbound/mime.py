"""A raw mail taken apart: who wrote it, what it answers, and its text as its writer saw it.

Only the forgiving `compat32` policy of the `email` package is used: the modern one raises IndexError and
RecursionError on headers seen in real mail, and takes ten times as long for a mail of many parts. Even so a mail can
be built to exhaust memory or time, so `read` belongs inside a budget (`pbem.inbound.budget`). What a mail means, and
whether a person wrote it, is not decided here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from email.errors import HeaderParseError
from email.header import decode_header
from email.message import Message
from email.parser import BytesParser
from email.policy import compat32
from email.utils import parsedate_to_datetime
from hashlib import sha256

import msgspec
from flufl.bounce import all_failures

from pbem.addresses import postal
from pbem.inbound.charsets import decode, fold
from pbem.inbound.flowed import unflow
from pbem.inbound.mail import HEADER_LIMIT
from pbem.inbound.markup import UnreadableMarkup, html_to_text

HEADER_LINES_LIMIT = 1_000
# Of all of a mail, files too: thirty megabytes have 420,000 in base64. The parser takes its time over each.
RAW_LINES_LIMIT = 600_000
PARTS_LIMIT = 200
DEPTH_LIMIT = 20
TEXT_LIMIT = 1 << 20
LINES_LIMIT = 20_000
HTML_LIMIT = 8 << 20
HEADER_VALUE_LIMIT = 4_096
IDS_LIMIT = 100
ID_LENGTH_LIMIT = 250

_ID = re.compile(rf"<([!-;=?-~]{{3,{ID_LENGTH_LIMIT}}})>")
_ENCRYPTED = {
    "multipart/encrypted",
    "application/pgp-encrypted",
    "application/pkcs7-mime",
    "application/x-pkcs7-mime",
}
_REPORTERS = re.compile(r"^(mailer-daemon|postmaster|mail-daemon|mdaemon)(@|$)", re.I)


class UnreadableMail(Exception):
    """Why a mail could not be taken apart: `headers`, `parts`, `depth`, `size`, `markup`, `time`, `memory`, `crash`.

    `opening` is what its header block tells, with no text.
    """

    def __init__(self, reason: str, opening: OpenedMail | None = None) -> None:
        super().__init__(reason)
        self.reason, self.opening = reason, opening


class Bounce(msgspec.Struct, frozen=True):
    """What a delivery report tells: the addresses it names, and the Message-IDs of the mails that came back.

    `status` is the first in it (RFC 3463). A `complaint` is a feedback report (RFC 5965): somebody calls a mail spam.
    """

    permanent: tuple[str, ...]
    temporary: tuple[str, ...]
    message_ids: tuple[str, ...]
    status: str = ""
    complaint: bool = False


class OpenedMail(msgspec.Struct, frozen=True):
    """A mail taken apart. Text is plain (`charsets.fold`), free of NUL, with line feeds only.

    `message_id` has its angle brackets and is made from the mail's hash where the mail brings none that can be used.
    `references` are the ids of the thread, oldest first, `in_reply_to` last among them. `sender` is the one address
    in From, None where there is none, more than one, or none that mail could be sent to. `date` is what the sender
    claims, in UTC. `fields` are all header fields, decoded, names in lower case. `why_empty` says what stood in the
    place of text: `empty`, `encrypted`, `attachments` or `fragment`.
    """

    message_id: str
    in_reply_to: str | None
    references: tuple[str, ...]
    sender: str | None
    sender_name: str
    subject: str
    date: datetime | None
    fields: tuple[tuple[str, str], ...]
    text: str = ""
    why_empty: str | None = None
    attachments: tuple[str, ...] = ()
    bounce: Bounce | None = None

    def field(self, name: str) -> str:
        """The first header field of this name (lower case), or nothing."""
        return next((value for key, value in self.fields if key == name), "")


def read(raw: bytes) -> OpenedMail:
    """Take a mail apart. Raises UnreadableMail where it goes beyond a limit."""
    head = _head(raw)
    if len(head) > HEADER_LIMIT or head.count(b"\n") > HEADER_LINES_LIMIT:
        raise UnreadableMail("headers", read_opening(raw))
    if max(raw.count(b"\n"), raw.count(b"\r")) > RAW_LINES_LIMIT:
        raise UnreadableMail("size", read_opening(raw))
    message = _parse(raw)
    if _depth(message) > DEPTH_LIMIT:
        raise UnreadableMail("depth", read_opening(raw))
    opening = read_opening(raw)
    try:
        text = _text(message)
    except UnreadableMarkup as error:
        raise UnreadableMail("markup", opening) from error
    except _TooLong as error:
        raise UnreadableMail("size", opening) from error
    return msgspec.structs.replace(
        opening,
        text=text,
        why_empty=None if text.strip() else _why_empty(message),
        attachments=tuple(_attachments(message)),
        bounce=_bounce(message, opening),
    )


def read_opening(raw: bytes) -> OpenedMail:
    """What the header block of a mail tells, as far as it is read; the text is left out. Takes any bytes."""
    head = _head(raw)[:HEADER_LIMIT]
    message = BytesParser(policy=compat32).parsebytes(head, headersonly=True)
    fields = tuple((name.lower(), _decoded(value)) for name, value in _raw_fields(message)[:HEADER_LINES_LIMIT])
    # Taken from the raw values: an encoded word may not pass off a comma or an angle bracket as part of an address.
    writers = [value for name, value in _raw_fields(message) if name.lower() == "from"]
    sender, sender_name = _sender(writers)
    replied = _ids(message, "In-Reply-To")[:1]
    thread = [ident for ident in _ids(message, "References") if ident not in replied]
    own = _ids(message, "Message-ID")
    return OpenedMail(
        message_id=own[0] if own else f"<{sha256(raw).hexdigest()[:40]}@without-id.invalid>",
        in_reply_to=replied[0] if replied else None,
        references=(*thread, *replied),
        sender=sender,
        sender_name=sender_name,
        subject=next((value for name, value in fields if name == "subject"), ""),
        date=_date(message),
        fields=fields,
    )


# --- The header block ----------------------------------------------------------------------------------------------


def _head(raw: bytes) -> bytes:
    start = raw.lstrip(b"\r\n")
    ends = [at for mark in (b"\n\n", b"\n\r\n", b"\r\r") if (at := start.find(mark)) >= 0]
    return start[: min(ends) + 1] if ends else start


def _raw_fields(message: Message) -> list[tuple[str, str]]:
    # raw_items, since items() would wrap 8-bit values in Header objects.
    return [(name, value) for name, value in message.raw_items() if isinstance(value, str)]


def _decoded(value: str) -> str:
    """A header value in plain characters on one line (RFC 2047), cut at a length nobody needs."""
    plain = _eight_bit(value[:HEADER_VALUE_LIMIT])
    words: list[str] = []
    try:
        for word, charset in decode_header(" ".join(plain.split())):
            words.append(word if isinstance(word, str) else decode(word, charset))
    except (HeaderParseError, ValueError):
        words = [plain]
    # An encoded word may hide a line break, and with it a header field, in any value that we pass on.
    return " ".join(fold("".join(words)).split())


def _eight_bit(value: str) -> str:
    return decode(value.encode("utf-8", "surrogateescape"), None) if not value.isascii() else value


def _ids(message: Message, name: str) -> list[str]:
    values = [value for key, value in _raw_fields(message) if key.lower() == name.lower()]
    ids = [f"<{ident}>" for value in values for ident in _ID.findall(value)]
    # The oldest opens the thread, the latest are the ones that matter.
    return list(dict.fromkeys(ids if len(ids) <= IDS_LIMIT else [ids[0], *ids[1 - IDS_LIMIT :]]))


def _date(message: Message) -> datetime | None:
    value = next((value for name, value in _raw_fields(message) if name.lower() == "date"), None)
    if value is not None:
        with suppress(ValueError, TypeError, IndexError, OverflowError):
            claimed = parsedate_to_datetime(value[:200])
            return claimed.replace(tzinfo=UTC) if claimed.tzinfo is None else claimed.astimezone(UTC)
    return None


# --- The sender ----------------------------------------------------------------------------------------------------


def _sender(writers: list[str]) -> tuple[str | None, str]:
    """The one address in the one From field and its display name.

    Two addresses or two fields give none: which of them a mail program shows and a filter checks is anybody's guess.
    """
    if len(writers) != 1 or len(writers[0]) > HEADER_VALUE_LIMIT:
        return None, ""
    value = " ".join(_eight_bit(writers[0]).split())
    bare, quoted = _without_quotes_and_comments(value)
    angles = re.findall(r"<([^<>]*)>", bare)
    outside = re.sub(r"<[^<>]*>", "", bare).strip()
    if len(angles) > 1 or "," in outside or (angles and outside.endswith((":", ";"))):
        return None, ""
    address = postal.known_as(angles[0] if angles else outside)
    name = quoted or (outside if angles else "")
    return address, _decoded(name)[:100]


def _without_quotes_and_comments(value: str) -> tuple[str, str]:
    """The value without its quoted strings and comments (RFC 5322 3.2), and the text of its first quoted string."""
    kept: list[str] = []
    quoted: list[str] = []
    depth, in_quotes, skip = 0, False, False
    first_done = False
    for char in value:
        if skip:
            skip = False
            if in_quotes and not first_done:
                quoted.append(char)
        elif char == "\\":
            skip = True
        elif in_quotes:
            if char == '"':
                in_quotes, first_done = False, True
            elif not first_done:
                quoted.append(char)
        elif char == '"' and depth == 0:
            in_quotes = True
        elif char == "(":
            depth += 1
        elif char == ")" and depth:
            depth -= 1
        elif depth == 0:
            kept.append(char)
    return "".join(kept).strip(), "".join(quoted).strip()


# --- The parts -----------------------------------------------------------------------------------------------------


class _TooLong(Exception):
    pass


class _TooManyParts(Exception):
    pass


def _parse(raw: bytes) -> Message:
    made = 0

    def part(policy: object = None) -> Message:
        nonlocal made
        made += 1
        if made > PARTS_LIMIT:
            raise _TooManyParts
        return Message(policy=compat32)

    try:
        return BytesParser(part, policy=compat32).parsebytes(raw.lstrip(b"\r\n"))
    except _TooManyParts as error:
        raise UnreadableMail("parts", read_opening(raw)) from error
    except RecursionError as error:
        raise UnreadableMail("depth", read_opening(raw)) from error


def _depth(message: Message) -> int:
    deepest, waiting = 0, [(message, 1)]
    while waiting:
        part, depth = waiting.pop()
        deepest = max(deepest, depth)
        waiting.extend((child, depth + 1) for child in _children(part))
    return deepest


def _children(part: Message) -> list[Message]:
    payload = part.get_payload()
    return [child for child in payload if isinstance(child, Message)] if isinstance(payload, list) else []


def _text(message: Message) -> str:
    joined = "\n".join(_texts(message))
    if len(joined) > TEXT_LIMIT or joined.count("\n") > LINES_LIMIT:
        raise _TooLong
    return joined


def _texts(part: Message) -> list[str]:
    """The texts that a reader sees without opening anything, in order, blank ones left out.

    A mail within the mail (message/rfc822) and every attachment is left out: their text is not what was written.
    """
    kind = part.get_content_type()
    children = _children(part)
    if kind == "multipart/alternative":
        # Plain text wherever it says anything (some programs leave it blank), else the richest form, which comes last.
        children.reverse()
        in_order = sorted(children, key=lambda child: not _holds_plain_text(child))
        return next((texts for texts in map(_texts, in_order) if texts), [])
    if kind in ("multipart/related", "multipart/signed"):
        # RFC 2387 and RFC 1847: the first part is the message, the rest serves it.
        children = children[:1]
    if part.is_multipart():
        return [] if kind.startswith("message/") else [text for child in children for text in _texts(child)]
    # A multipart without its boundary is one piece of text to whoever opens it.
    is_shown = kind in ("text/plain", "text/html") or kind.startswith("multipart/")
    text = _part_text(part) if is_shown and not _is_attached(part) else ""
    return [text] if text.strip() else []


def _holds_plain_text(part: Message) -> bool:
    return any(inner.get_content_type() == "text/plain" for inner in part.walk())


def _is_attached(part: Message) -> bool:
    return _disposition(part) == "attachment" or bool(_filename(part))


def _disposition(part: Message) -> str:
    with suppress(Exception):
        return part.get_content_disposition() or ""
    return ""


def _filename(part: Message) -> str:
    # Broken RFC 2231 parameters raise errors of many kinds; a part whose name cannot be read is an attachment still.
    try:
        return _decoded(str(part.get_filename() or ""))
    except Exception:
        return "unnamed"


def _part_text(part: Message) -> str:
    body = part.get_payload(decode=True)
    if not isinstance(body, bytes):
        return ""
    is_html = part.get_content_type() == "text/html"
    if len(body) > (HTML_LIMIT if is_html else 4 * TEXT_LIMIT):
        raise _TooLong
    text = decode(body, _parameter(part, "charset"))
    if is_html:
        return fold(html_to_text(text))
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    if _parameter(part, "format").lower() == "flowed":
        lines = unflow(lines, delsp=_parameter(part, "delsp").lower() == "yes")
    return fold(lines)


def _parameter(part: Message, name: str) -> str:
    with suppress(Exception):
        value = part.get_param(name)
        # RFC 2231 gives (charset, language, value).
        return str(value[2] if isinstance(value, tuple) else value or "")
    return ""


def _why_empty(message: Message) -> str:
    kinds = {part.get_content_type() for part in message.walk()}
    if kinds & _ENCRYPTED:
        return "encrypted"
    if kinds & {"message/partial", "message/external-body"}:
        return "fragment"
    return "attachments" if any(_attachments(message)) else "empty"


def _attachments(message: Message) -> Iterator[str]:
    for part in message.walk():
        if part.is_multipart() and part.get_content_type() != "message/rfc822":
            continue
        if _is_attached(part) or part.get_content_maintype() not in ("text", "multipart"):
            yield _filename(part) or part.get_content_type()


# --- Delivery reports ----------------------------------------------------------------------------------------------


def _bounce(message: Message, opening: OpenedMail) -> Bounce | None:
    """What a delivery report tells, or None. Guesses are made only about mail that looks like one (RFC 3464)."""
    is_report = message.get_content_type() == "multipart/report" or _parameter(message, "report-type") != ""
    from_daemon = _REPORTERS.match(opening.sender or opening.field("from").strip("<> ")) is not None
    null_sender = any(name == "return-path" and value.strip("<> ") == "" for name, value in opening.fields)
    if not (is_report or from_daemon or null_sender or opening.field("x-failed-recipients")):
        return None
    temporary: frozenset[bytes] = frozenset()
    permanent: frozenset[bytes] = frozenset()
    # The detectors are heuristics over other people's mail; one that stumbles has found nothing.
    with suppress(Exception):
        temporary, permanent = map(frozenset, all_failures(message))
    if not (is_report or temporary or permanent):
        return None
    return Bounce(
        _addresses(permanent),
        _addresses(temporary),
        tuple(_returned_ids(message)),
        _first_status(message),
        _parameter(message, "report-type").lower() == "feedback-report",
    )


def _first_status(message: Message) -> str:
    """The status of the first recipient in a delivery report (RFC 3464 2.3.4)."""
    for part in message.walk():
        if part.get_content_type() == "message/delivery-status":
            for block in _children(part):
                found = next((str(value) for name, value in _raw_fields(block) if name.lower() == "status"), None)
                if found is not None:
                    return found.strip()[:20]
    return ""


def _addresses(found: frozenset[bytes]) -> tuple[str, ...]:
    return tuple(sorted(address.decode("ascii", "replace").lower() for address in found))


def _returned_ids(message: Message) -> Iterator[str]:
    for part in message.walk():
        if part is not message and part.get_content_type() == "text/rfc822-headers":
            body = part.get_payload(decode=True)
            if isinstance(body, bytes):
                yield from _ids(BytesParser(policy=compat32).parsebytes(body, headersonly=True), "Message-ID")
        elif part is not message:
            yield from _ids(part, "Message-ID")
