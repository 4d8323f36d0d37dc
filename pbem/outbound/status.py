"""What a mail server means that refuses a mail, by the status in its words (RFC 3463; RFC 5248 keeps the list)."""

from __future__ import annotations

import re

from pbem.store.trouble import FULL, HALF

_STATUS = re.compile(r"\b([245])\.(\d{1,3})\.(\d{1,3})\b")
# Nobody is at the address: there is no such mailbox or host, or it is closed for good.
_NOBODY = frozenset({"1.0", "1.1", "1.2", "1.3", "1.6", "1.10", "2.0", "2.1"})
# What our mail or our server is refused for: no fault of the address.
_OURS = ("1.7", "1.8", "3.4", "5.", "6.", "7.")


# A domain that wants fewer mails of us, or has no time: it means all of them (4.7.x: policy and reputation).
_OF_THE_DOMAIN = ("3.1", "3.2", "4.5", "7.")


def status_in(text: str) -> str:
    """The status in what a server said, `5.1.1`; nothing where it has none."""
    found = _STATUS.search(text)
    return found[0] if found else ""


def weight(text: str) -> int:
    """How much a refusal for good says against the address: FULL, HALF, or nothing where it is our own trouble.

    A server that gives no status means the address, as most do.
    """
    detail = status_in(text).partition(".")[2]
    if not detail or detail in _NOBODY:
        return FULL
    return 0 if detail.startswith(_OURS) else HALF


def asks_for_patience(reply: str) -> bool:
    """Whether a server that says "later" means the domain or us, rather than the mailbox that the mail is for.

    421 is what a server says before it closes the connection (RFC 5321, 3.8); large providers limit senders by it.
    """
    return reply.startswith("421") or status_in(reply).partition(".")[2].startswith(_OF_THE_DOMAIN)
