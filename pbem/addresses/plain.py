"""A mailbox without plus-addresses: how a reply says what it is about where its address cannot.

Providers that deliver `club+tag@example.org` nowhere leave two ways, and both carry the tag of the reply address that
would have been used (`pbem.addresses.signed`): our Message-ID, which comes back in In-Reply-To and References,

    <0123456789abcdef.marengo7.napoleon.12.<mac>@example.org>

and for mail programs and servers that lose or rewrite it, the first line of the order form, with the first signs of
the mac alone:

    game marengo7 napoleon 12 K4F7

A mail is then read as if it had been sent to the reply address, and that is checked as ever. The line is a secret of
its seat, as the address is: it is cut from whatever a player writes before that is read, quoted or passed on.
"""

from __future__ import annotations

import re
import secrets

from pbem.addresses import signed
from pbem.addresses.signed import NonceOf
from pbem.config import Settings
from pbem.inbound.mail import header_fields

CODE_LENGTH = 4
# Of a thread, so many ids are looked at, the latest first.
MOST_IDS = 50

_ANSWERED = (b"in-reply-to", b"references")
_LINE = re.compile(
    rf"\bgame[ \t]+([a-z0-9_-]{{1,64}})[ \t]+([a-z0-9_-]{{1,64}})[ \t]+(\d{{1,9}})(?:[ \t]+y(\d{{1,18}}))?"
    rf"[ \t]+([a-z2-7]{{{CODE_LENGTH}}})(?![\w-])",
    re.I,
)
# What a form line has in small letters. To look for that takes a thirtieth of the time, and most texts have none.
_MAY_BE = re.compile(r"game[ \t]+\S{1,64}[ \t]+\S{1,64}[ \t]+\d")
_ONLY_MARKS = re.compile(r"[\s>|:*_#`-]*")


def message_id(settings: Settings, reply_to: str) -> str:
    """A Message-ID for a mail whose answer goes to a reply address; it carries the tag where the address cannot."""
    tag = reply_to.rpartition("@")[0].partition("+")[2]
    if settings.plus_addresses or not tag:
        return f"<{secrets.token_hex(16)}@{settings.mail_domain}>"
    # Shorter, so that most stand on one line: some programs break longer ones (RFC 5322 2.1.1).
    return f"<{secrets.token_hex(8)}.{tag}@{settings.mail_domain}>"


def addressed(settings: Settings, raw: bytes, recipient: str) -> str:
    """The address that a mail to the mailbox is read as sent to, by the mail of ours that it answers.

    Nothing is proved by that: the address is checked as if the mail had come to it.
    """
    if recipient.lower() != settings.address.lower():
        return recipient
    local, domain = settings.mailbox_local_part.lower(), settings.mail_domain.lower()
    own = re.compile(rb"<(?:[0-9a-f]{32}|[0-9a-f]{16}\.([a-z0-9._-]{1,120}))@%b>" % re.escape(domain.encode()), re.I)
    fields: dict[bytes, bytes] = {}
    for name, value in header_fields(raw):
        if name in _ANSWERED:
            fields.setdefault(name, value)
    for name in _ANSWERED:
        # The latest that is ours decides, also where it carries nothing: what came before it is another matter.
        for found in [*own.finditer(fields.get(name, b""))][: -MOST_IDS - 1 : -1]:
            return recipient if found[1] is None else f"{local}+{found[1].decode('ascii').lower()}@{domain}"
    return recipient


def form_line(reply_to: str) -> str | None:
    """The first line of the form of a mail to a seat, made from its reply address; None where it is no seat's."""
    match reply_to.rpartition("@")[0].partition("+")[2].split("."):
        case [game, seat, step, *asked, mac] if len(mac) == signed.MAC_LENGTH:
            return " ".join(["game", game, seat, step, *asked, mac[:CODE_LENGTH].upper()])
    return None


def address_in(settings: Settings, text: str, nonce_of: NonceOf) -> str | None:
    """The reply address that the first form line of a text stands for; None where there is none.

    Where the line is not what was mailed, the address is one that no seat has: nobody may try several in one mail.
    """
    found = _LINE.search(text)
    if found is None:
        return None
    game, seat, step, asked, code = (part.lower() if part else "" for part in found.groups())
    parts = [game, seat, str(int(step)), *([f"y{int(asked)}"] if asked else [])]
    mac = signed.seat_mac_that_begins(settings, code, parts, nonce_of(game, seat))
    local = f"{settings.mailbox_local_part}+{'.'.join([*parts, mac or code])}"
    return f"{local}@{settings.mail_domain}".lower()


def without_form_lines(text: str) -> str:
    """A text without form lines; lines on which nothing else stood are gone too."""
    if _MAY_BE.search(text.lower()) is None or _LINE.search(text) is None:
        return text
    left = []
    for line in text.split("\n"):
        cut = _LINE.sub("", line)
        if cut == line or not _ONLY_MARKS.fullmatch(cut):
            left.append(cut)
    return "\n".join(left)
