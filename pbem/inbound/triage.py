"""What kind of mail this is, and who wrote it: a player, a stranger, a machine, a report on mail of ours, the host.

A player's mail is read by `pbem.inbound.player_mail`; all others are dealt with here.
"""

from __future__ import annotations

import structlog

from pbem.addresses import signed
from pbem.addresses.links import without_links
from pbem.commands import people
from pbem.commands.answers import words
from pbem.games import mails, onlookers, questions, turns
from pbem.inbound import postmaster, trust
from pbem.inbound.at_hand import MailAtHand
from pbem.inbound.grounds import READ
from pbem.inbound.lines import is_yes, split
from pbem.inbound.player_mail import PlayerMail
from pbem.inbound.trust import Deed
from pbem.inbound.verdicts import PASS
from pbem.outbound import status
from pbem.runtime.context import notify_after_commit
from pbem.store import inbox, outbox, trouble
from pbem.store.models import Inbox, Outbox, Player
from pbem.store.people import addresses_of, name_for, player_at

NOT_PLAYED = (
    "Your mail came to the address of a seat whose player is known here by another address than yours, so nothing in "
    "it was carried out."
)
KNOWN_BY_ANOTHER = (
    "If you are that player, write ADDRESS ADD {} from the address that you are known by. Two mails will ask whether "
    "both are yours, and once you have said YES to both, the mail that you have just sent is read. If you cannot write "
    "from there any more, ask the host of this server."
)
KEPT_OUT = (
    "The host of this server has barred you, so your mail is kept unread, and nothing in it is carried out. If you "
    "think that this is a mistake, write to the host himself and not to this address."
)

log = structlog.get_logger(__name__)


def read(at: MailAtHand) -> turns.Frozen | None:
    """Decide what kind of mail this is, and do what it calls for; the turn that it completes, if it does.

    Raises Busy and GroundsShifted where it cannot be read now, Outdated where another worker reads it.
    """
    if isinstance(at.to, signed.BounceAddress):
        _note_bounce(at, at.to.outbox_id)
    elif (ours := _ours_that_came_back(at)) is not None:
        _note_bounce(at, ours)
    elif isinstance(at.to, signed.ToHost):
        _hand_to_host(at)
    elif at.nature.kind not in READ:
        at.drop_as_machine()
    elif isinstance(at.to, signed.NotOurs):
        at.close("dropped", "not addressed to us")
    elif not at.sender:
        at.close("dropped", "no sender")
    elif _came_before(at):
        at.close("dropped", "the same mail was read before")
    elif (player := player_at(at.session, at.sender)) is not None and player.barred is not None:
        _keep_out(at)
    elif _answers_question(at, player):
        at.close("read")
    elif player is not None:
        return PlayerMail(at, player).read()
    elif isinstance(at.to, signed.EnrolAddress) and signed.enrols(at.context.settings, at.to, at.sender):
        _enrol(at)
    else:
        _put_aside_stranger(at)
    return None


def _came_before(at: MailAtHand) -> bool:
    row, mail = at.row, at.mail
    return inbox.same_mail_was_read(at.session, row.id, mail.message_id, mail.sender, row.seat, row.game, at.said())


# --- Reports on mail of ours --------------------------------------------------------------------------------------


def _ours_that_came_back(at: MailAtHand) -> int | None:
    """The mail that a report to the mailbox is about, by its Message-ID.

    Complaints come there, and without plus-addresses delivery reports too.
    """
    report = at.mail.bounce
    if report is None or (at.context.settings.plus_addresses and not report.complaint):
        return None
    return outbox.with_message_id(at.session, report.message_ids)


def _note_bounce(at: MailAtHand, mail: int) -> None:
    """Mail of ours that came back for good stops a clock; one that is late, and an absence, do nothing."""
    report = at.mail.bounce
    row = at.session.get(Outbox, mail)
    for_good = report is not None and bool(report.permanent)
    if report is not None and report.complaint and row is not None:
        trouble.complained(at.session, row.to_address)
        log.warning("somebody complained of a mail", mail=mail)
    elif report is not None and for_good and row is not None and outbox.bounced(at.session, mail):
        weight = status.weight(report.status)
        if weight:
            why = f"mail came back ({report.status or 'no status'})"
            trouble.came_back(at.session, row.to_address, weight, why)
        onlookers.came_back(at.session, at.context, mail)
    kind = "complaint" if report is not None and report.complaint else "bounce" if for_good else "delivery notice"
    at.close("dropped", f"{kind} of mail {mail}")


# --- The host, and whom he has barred -----------------------------------------------------------------------------


def _hand_to_host(at: MailAtHand) -> None:
    """Keep a mail to the postmaster for the host, and tell him of what a person wrote."""
    at.close("held", inbox.FOR_HOST)
    if at.nature.kind in READ:
        text = without_links(at.mail.text)
        postmaster.hand_on(at.session, at.context, at.row, at.sender, at.mail.subject, text)


def _keep_out(at: MailAtHand) -> None:
    """Keep the mail of a player who is barred, and tell him so, once a day."""
    at.close("held", inbox.BARRED)
    if at.may_tell(at.sender, "barred"):
        at.tell("your mail is not read", (KEPT_OUT,))


# --- Questions that the server has put to somebody ----------------------------------------------------------------


def _answers_question(at: MailAtHand, player: Player | None) -> bool:
    """Whether the mail is a YES from one of those whom the question of its address was put to; then it is taken."""
    to, grounds = at.to, at.grounds
    if not isinstance(to, signed.QuestionAddress):
        return False
    # Mail to one address may be answered from another, where both are the same player's.
    possible = [at.sender] if player is None else addresses_of(at.session, player)
    asked = [each for each in possible if signed.asks(at.context.settings, to, each)]
    if not asked or at.own.conflict is not None:
        return False
    if not is_yes(split(at.own.lines, grounds.may_be_meant, opens_words=grounds.opens_words, letter=grounds.letter)):
        return False
    told = questions.said_yes(at.session, at.context, to.question, asked[0])
    # Whoever answers again and again, a machine say, is told once a day that nothing waits for it.
    if told != questions.NOTHING_ASKED or at.may_tell(at.sender, "question"):
        at.tell("your answer", told)
    return True


# --- Strangers ----------------------------------------------------------------------------------------------------


def _enrol(at: MailAtHand) -> None:
    """The stranger answered from the address we wrote to: now a player, whose earlier mails are read."""
    player = Player(
        address=at.sender,
        name=name_for(at.session, at.mail.sender_name, at.sender, people.NO_NAMES),
        enrolled_at=at.row.received_at,
    )
    at.session.add(player)
    at.session.flush()
    for waiting in inbox.release_held(at.session, player.address):
        # He has answered from there: what came in his name and was not false is his.
        inbox.believe(at.session, at.session.get_one(Inbox, waiting), "player")
        notify_after_commit(at.session, "receive", waiting, "enrolled")
    welcome = words(
        None,
        f"Welcome, {player.name}. You are known here as {player.address}.",
        "What you asked for before is answered in a mail of its own.",
    )
    PlayerMail(at, player).welcome(welcome)


def _put_aside_stranger(at: MailAtHand) -> None:
    """Keep a stranger's mail until he is known, and tell him how he is; nobody is told whose From is false."""
    done = trust.deed(
        trust.Token.NO,
        known=False,
        verdict=at.verdict,
        trust=at.context.settings.trust,
        wants=trust.Wants.QUESTIONS,
    )
    if isinstance(at.to, signed.SeatAddress):
        at.warn_owner(at.to)
        at.close("held", inbox.OTHERS_SEAT)
        if done is Deed.HELD and at.may_tell(at.sender, "stranger"):
            at.tell("your mail was not played", (NOT_PLAYED, KNOWN_BY_ANOTHER.format(at.sender)))
    elif done is Deed.DROPPED:
        at.close("dropped", f"its From is false: {at.verdict.reason}")
    else:
        _hint(at)


def _hint(at: MailAtHand) -> None:
    """Tell a stranger how to become a player, not often; keep what was asked until that is done."""
    at.close("held", inbox.NOT_ENROLLED)
    if outbox.may_hint(at.session, at.sender, vouched_for=at.verdict.outcome == PASS):
        mails.hint(at.session, at.context, at.sender, at.mail)
