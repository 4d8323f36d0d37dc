"""Stored mails as the mailbox page shows them: threads, parts, files, and the beginning of an answer."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable, Iterator
from datetime import datetime
from email import message_from_bytes
from email.message import Message
from email.policy import compat32

import msgspec

from pbem.inbound import mime
from pbem.inbound.charsets import decode
from pbem.inbound.mime import OpenedMail


class Summary(msgspec.Struct, frozen=True):
    """A mail in a list. `written` on this page, or received; `waits` while no worker has read it."""

    key: str
    link: str
    person: str
    subject: str
    at: datetime
    written: bool
    waits: bool
    message_id: str
    references: tuple[str, ...]


class Thread(msgspec.Struct, frozen=True):
    """Mails that answer each other, the latest first."""

    mails: tuple[Summary, ...]

    @property
    def title(self) -> str:
        """What the thread is about: the tag that opens the server's subjects, else the subject of the first mail."""
        subjects = [mail.subject for mail in reversed(self.mails)]
        tags = (re.match(r"\[([^\]]+)\]", mail.subject) for mail in self.mails if not mail.written)
        return next((tag[1] for tag in tags if tag), subjects[0])


class File(msgspec.Struct, frozen=True):
    """A file that came with a mail."""

    name: str
    kind: str
    content: bytes


def summary(
    key: str, raw: bytes, at: datetime, *, person: str, written: bool, link: str, waits: bool = False
) -> Summary:
    """The line that stands for a mail in a list."""
    opening = mime.read_opening(raw)
    return Summary(
        key=key,
        link=link,
        person=person,
        subject=opening.subject or "(no subject)",
        at=at,
        written=written,
        waits=waits,
        message_id=opening.message_id,
        references=opening.references,
    )


def threads(mails: Iterable[Summary]) -> list[Thread]:
    """The mails by thread; the thread with the latest mail first, the latest mail first in each."""
    groups: dict[str, list[Summary]] = {}
    home: dict[str, str] = {}
    # The clock may show whole seconds: what was written comes before what answers it.
    for mail in sorted(mails, key=lambda each: (each.at, not each.written, len(each.key), each.key)):
        known = (home[ident] for ident in (*mail.references, mail.message_id) if ident in home)
        # One person's threads are his own: the same mail to two players is two mails here.
        group = next(known, f"{mail.person} {mail.message_id}")
        groups.setdefault(group, []).append(mail)
        for ident in (*mail.references, mail.message_id):
            home.setdefault(ident, group)
    found = [Thread(tuple(reversed(group))) for group in groups.values()]
    return sorted(found, key=lambda thread: thread.mails[0].at, reverse=True)


def reply_to(mail: OpenedMail) -> str:
    """Where an answer to the mail goes."""
    return mail.field("reply-to") or mail.sender or ""


def reply_subject(subject: str) -> str:
    """The subject of an answer."""
    return subject if subject.lower().startswith("re:") else f"Re: {subject}"


def quoted(mail: OpenedMail) -> str:
    """The text of an answer before anything is written in it: room above, the mail quoted below."""
    when = f"{mail.date:%a %d %b %Y at %H:%M UTC}" if mail.date else "another day"
    name = f"{mail.sender_name} <{mail.sender}>" if mail.sender_name else mail.sender or "somebody"
    lines = (f"> {line}".rstrip() for line in mail.text.rstrip("\n").split("\n"))
    return "\n".join(["", "", f"On {when}, {name} wrote:", "", *lines, ""])


def html_part(raw: bytes) -> str | None:
    """The HTML form of a mail's text, the pictures within it included, or None."""
    for part in _leaves(raw):
        body = part.get_payload(decode=True)
        if part.get_content_type() == "text/html" and not part.get_filename() and isinstance(body, bytes):
            return _with_pictures(decode(body, str(part.get_param("charset") or "utf-8")), raw)
    return None


def _with_pictures(html: str, raw: bytes) -> str:
    """The HTML with the pictures that came along put into it: a page cannot fetch them by their Content-ID."""
    for part in _leaves(raw):
        ident, body = str(part["Content-ID"] or "").strip().strip("<>"), part.get_payload(decode=True)
        if ident and part.get_content_type() == "image/png" and isinstance(body, bytes):
            html = html.replace(f'"cid:{ident}"', f'"data:image/png;base64,{b64encode(body).decode()}"')
    return html


def files(raw: bytes) -> list[File]:
    """The files that came with a mail."""
    found = []
    for part in _leaves(raw):
        body = part.get_payload(decode=True)
        name = part.get_filename()
        if name and isinstance(body, bytes):
            found.append(File(name, part.get_content_type(), body))
    return found


def source(raw: bytes) -> str:
    """The mail as it went out, byte for byte as far as it is text."""
    return raw.decode("utf-8", "replace").replace("\r\n", "\n")


def _leaves(raw: bytes) -> Iterator[Message]:
    return (part for part in message_from_bytes(raw, policy=compat32).walk() if not part.is_multipart())
