"""What a door hands over, and what it is told: that the mail is kept, or that it should come again.

A door says yes when `storing` has committed, never before. It says "not now" where another try may succeed, and "no"
where none can; each says so in the words of its protocol: SMTP replies, exit statuses, a mail that stays where it is.
"""

from __future__ import annotations

import msgspec

from pbem.inbound.verdicts import UNCHECKED, Verdict


class Handed(msgspec.Struct, frozen=True):
    """One mail for one recipient, as a door got it.

    `sender` is the envelope's: "" for the null sender, None where the door does not learn it. Of a mail that is larger
    than is taken in a door that cannot refuse it hands over the head alone, as `raw`, and how large the mail is, as
    `cut_from`: its writer is told.
    """

    raw: bytes
    sender: str | None
    recipient: str
    verdict: Verdict = UNCHECKED
    cut_from: int | None = None


class NotNow(Exception):
    """Why no mail can be taken in at present, as a sentence without its full stop; another try may succeed."""
