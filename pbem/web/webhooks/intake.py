"""Taking a mail in: stored durably, once for each recipient, then the workers notified, then the answer.

The answer is a promise that the mail is kept; it follows the commit. A notification may be lost: the schedule sends it
again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from pbem.addresses.signed import NotOurs, SeatAddress, read_recipient
from pbem.inbound.mail import InboundMail
from pbem.runtime.context import Context
from pbem.runtime.failpoint import failpoint
from pbem.store import inbox
from pbem.store.inbox import Accepted
from pbem.store.models import Game, Seat
from pbem.web.context import context


def take_in(
    raw: bytes,
    *,
    sender: str | None,
    recipients: Sequence[str],
    transport: str,
    token: str | None = None,
) -> list[Accepted]:
    """Store a mail for each recipient, and notify the workers of new ones. A replayed `token` stores nothing."""
    here = context()
    taken: list[Accepted] = []
    failpoint("mail-arrived")
    with here.transaction("take-in") as session:
        for recipient in recipients:
            # The token is noted once, in the transaction that stores the mail it came with.
            mail = InboundMail(raw, sender, recipient, transport, token=None if taken else token)
            taken.append(_accept(session, here, mail))
            if taken[-1].replayed:
                break
    # A mail server waits for the answer: where Redis cannot be reached, or hangs, one try is enough.
    for each in taken:
        if each.fresh and not here.notifier.notify("receive", each.id, "new"):
            break
    failpoint("mail-announced")
    return taken


def ours(recipients: Iterable[str]) -> list[str]:
    """Those of the addresses that belong to this server, lower case, each once."""
    settings = context().settings
    given = dict.fromkeys(recipient.strip().strip("<>").lower() for recipient in recipients)
    return [each for each in given if not isinstance(read_recipient(settings, each, _nobodys_nonce), NotOurs)]


def _accept(session: Session, here: Context, mail: InboundMail) -> Accepted:
    def nonce_of(game: str, seat: str) -> str | None:
        return session.scalar(select(Seat.nonce).join(Game).where(Game.name == game, Seat.name == seat))

    to = read_recipient(here.settings, mail.recipient, nonce_of)
    # Game and seat stand on the row so that a turn can wait for the mail that came before its deadline. Only a
    # genuine address puts them there: nobody else's mail can hold a game up.
    if isinstance(to, SeatAddress):
        return inbox.accept(session, mail, to.game, to.seat)
    return inbox.accept(session, mail)


def _nobodys_nonce(_game: str, _seat: str) -> None:
    return None
