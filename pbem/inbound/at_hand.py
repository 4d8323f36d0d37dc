"""A mail in the transaction that reads it: what was found in it and who wrote it, how it is answered and done with."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

import structlog
from sqlalchemy.orm import Session

from pbem.addresses import signed
from pbem.games import letters, mails, table
from pbem.inbound.grounds import Grounds, nonce_of
from pbem.inbound.mime import OpenedMail
from pbem.inbound.quotes import Own
from pbem.reports.document import Document
from pbem.runtime.context import Context
from pbem.store import inbox, outbox
from pbem.store.inbox import Claim
from pbem.store.models import Game, Inbox, Player, Seat
from pbem.store.people import player_at

log = structlog.get_logger(__name__)


class MailAtHand:
    """A mail that is read now: as it was stored (`row`), opened (`mail`), and what its recipient (`to`) proves.

    `own` are the writer's own lines, `nature` whether a person wrote them, `verdict` whether its From is believed.
    """

    def __init__(
        self, session: Session, context: Context, claim: Claim, mail: OpenedMail, own: Own, grounds: Grounds
    ) -> None:
        self.session, self.context, self.claim, self.mail = session, context, claim, mail
        self.own, self.grounds = own, grounds
        self.row = session.get_one(Inbox, claim.id)
        self.sender = mail.sender or ""
        self.nature = grounds.judge(mail)
        self.verdict = inbox.verdict_on(self.row)
        self.to = signed.read_recipient(
            context.settings, self.row.recipient, lambda game, seat: nonce_of(session, game, seat)
        )

    def said(self) -> str:
        """What tells two mails of one Message-ID apart; the ways by which a mail comes may break its lines anew."""
        return sha256(" ".join(self.mail.text.split()).encode("utf-8", "replace")).hexdigest()[:32]

    def close(self, state: str, reason: str | None = None, echo: str | None = None) -> None:
        """Be done with the mail. Raises Outdated where another worker has taken it over."""
        inbox.close(
            self.session,
            self.claim,
            state,
            reason,
            from_address=self.sender or None,
            message_id=self.mail.message_id,
            echo=echo,
            said=self.said(),
        )

    def drop_as_machine(self) -> None:
        """Be done with what a machine wrote; where it was a player's, the log and the host's desk say so."""
        reason = f"{self.nature.kind}: {self.nature.reason}"
        self.close("dropped", reason)
        if player_at(self.session, self.sender) is not None:
            log.warning("mail of a player dropped", mail=self.claim.id, reason=reason)

    def tell(self, subject: str, told: Sequence[str]) -> None:
        """Answer in a few paragraphs, whoever the writer is."""
        letters.letter(
            self.session,
            self.context,
            self.sender,
            f"[pbem] {subject}",
            told,
            f"answer/{self.row.id}",
            answers=self.mail.message_id,
        )

    def answer(self, player: Player, document: Document, game: Game | None = None, seat: Seat | None = None) -> None:
        """Answer a player, about a seat of his or none."""
        mails.answer(self.session, self.context, self.row, self.mail, player, document, game, seat)

    def may_tell(self, address: str, about: str) -> bool:
        """Whether an address may be told this now, as once a day; then it counts as told."""
        return outbox.may_reply(self.session, address, about)

    def warn_owner(self, to: signed.SeatAddress) -> None:
        """Tell whoever has a seat that somebody else wrote to it, once a day."""
        game = table.find_game(self.session, to.game)
        seat = table.seat_named(game, to.seat) if game else None
        if game is None or seat is None or seat.player is None:
            return
        if self.may_tell(seat.player.address, f"stranger-{game.name}"):
            mails.warn_of_stranger(self.session, self.context, game, seat, self.sender)
