"""Taking in the mail of the present request: stored as every door stores it, and answered then.

The answer is a promise that the mail is kept; it follows the commit.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbem.doors import storing
from pbem.doors.contract import Handed
from pbem.inbound.verdicts import UNCHECKED, Verdict
from pbem.store.inbox import Accepted
from pbem.web.context import context


def take_in(
    raw: bytes,
    *,
    sender: str | None,
    recipients: Sequence[str],
    transport: str,
    token: str | None = None,
    verdict: Verdict = UNCHECKED,
) -> list[Accepted]:
    """Store a mail for each recipient, and notify the workers of new ones. A replayed `token` stores nothing."""
    handed = [Handed(raw, sender, recipient, verdict) for recipient in recipients]
    return storing.store(context(), handed, transport, token)


def ours(recipients: Iterable[str]) -> list[str]:
    """Those of the addresses that belong to this server, lower case, each once."""
    return storing.ours(context().settings, recipients)
