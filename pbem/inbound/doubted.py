"""Mail of a player that may be another's: he is asked at his address on file, and until his YES it is held."""

from __future__ import annotations

from collections.abc import Callable

import structlog

from pbem.addresses import signed
from pbem.games import questions
from pbem.inbound import trust
from pbem.inbound.at_hand import MailAtHand
from pbem.inbound.grounds import seat_of
from pbem.inbound.lines import Split
from pbem.inbound.trust import Deed, Wants
from pbem.store import inbox
from pbem.store.models import Player

# So many times a day a player is asked whether a mail is his: one with his reply address, and one without.
MOST_ASKED = 20
MOST_ASKED_OF_NONE = 5

log = structlog.get_logger(__name__)


def is_asked_about(
    at: MailAtHand, player: Player, told_apart: Callable[[], Split], says_yes: Callable[[Split], bool]
) -> bool:
    """Whether this mail may be another's, so that the player is asked, or was asked often enough; then it is held."""
    token = _token(at, player)
    # Telling the lines apart is left for the few mails in doubt.
    if _deed(at, token, Wants.CHANGES) is not Deed.ASKED:
        return False
    told = told_apart()
    if _deed(at, token, _wants(at, token, told, says_yes)) is not Deed.ASKED:
        return False
    typed = [(each.number, each.text) for each in told.commands] + [(line.number, line.text) for line in told.orders]
    said = [text for _, text in sorted(typed)]
    most = MOST_ASKED if token is trust.Token.OWN else MOST_ASKED_OF_NONE
    if questions.asked_lately(at.session, player, questions.MAIL) >= most:
        at.close("held", inbox.UNASKED)
        log.warning("mail held", mail=at.claim.id, reason=inbox.UNASKED, verdict=at.verdict.reason)
    else:
        at.close("held", inbox.UNCONFIRMED)
        questions.ask_about_mail(at.session, at.context, player, at.row, at.mail.message_id, said)
    return True


def _deed(at: MailAtHand, token: trust.Token, wants: Wants) -> Deed:
    return trust.deed(token, known=True, verdict=at.verdict, trust=at.context.settings.trust, wants=wants)


def _token(at: MailAtHand, player: Player) -> trust.Token:
    """What the address that the mail went to proves of its writer."""
    settings, to = at.context.settings, at.to
    if isinstance(to, signed.SeatAddress):
        _, seat = seat_of(at.session, to, player)
        return trust.Token.OWN if seat is not None else trust.Token.OTHERS
    desk = isinstance(to, signed.DeskAddress) and signed.is_desk_of(settings, to, at.sender)
    entry = isinstance(to, signed.EntryAddress) and signed.is_entry_of(settings, to, player.address)
    return trust.Token.OWN if desk or entry else trust.Token.NO


def _wants(at: MailAtHand, token: trust.Token, told: Split, says_yes: Callable[[Split], bool]) -> Wants:
    if isinstance(at.to, signed.DeskAddress | signed.EntryAddress) and token is trust.Token.OWN:
        return Wants.CHANGES
    if says_yes(told):
        # The address that it went to was mailed with the question, and to nobody else.
        return Wants.QUESTIONS
    words_said = [command.word for command in told.commands]
    return trust.wanted(words_said, has_orders=token is trust.Token.OWN and bool(told.orders))
