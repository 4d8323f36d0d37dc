"""Whether the From of a mail is true: the verdict that comes with a mail from its door, and is stored with it.

Three things give one: a mail server that the host trusts (`Authentication-Results`, RFC 8601), the fields of a mail
provider, and a check of our own. All say whether somebody answers for the domain in From (DMARC, RFC 9989); none says
who wrote the mail. What is done for a verdict is not decided here (`pbem.inbound.trust`).
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

Outcome: TypeAlias = Literal["pass", "fail", "none"]
PASS: Outcome = "pass"  # noqa: S105  (a verdict)
FAIL: Outcome = "fail"
NONE: Outcome = "none"
OUTCOMES = (PASS, FAIL, NONE)


def outcome_of(text: str) -> Outcome:
    """The outcome that a text names; NONE where it names none."""
    return PASS if text == PASS else FAIL if text == FAIL else NONE


class Verdict(msgspec.Struct, frozen=True):
    """Whether the domain in From answers for a mail: it does, it says that it does not, or nobody knows.

    `reason` says by what, in a few words that a host can read ("dmarc=fail"); `source` who has judged: the name of
    a mail server, that of a provider, `own` for a check of ours, `here` for a mail that was written on this machine,
    "" where nobody has.
    """

    outcome: Outcome = NONE
    reason: str = "nobody has checked it"
    source: str = ""


UNCHECKED = Verdict()
"""The verdict on a mail that nobody has checked."""

WRITTEN_HERE = Verdict(PASS, "written on this machine", "here")
"""The verdict on what is written at `/mailbox` and in the demonstration."""

PAGE = "page"
"""The door, and the judge, of what is sent from a player's own page."""

WRITTEN_ON_PAGE = Verdict(PASS, "sent from his own page, in a browser that has shown a code mailed to him", PAGE)
"""The verdict on what is sent from a player's own page."""
