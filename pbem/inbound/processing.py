"""From a stored mail to its one answer: screened, its sender known, its lines told apart, each line answered.

A mail from a player gets exactly one answer, unless a machine wrote it. Orders that are carried out at once are
answered by the report of the turn they make; everything else is answered here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from hashlib import sha256
from typing import NamedTuple

import msgspec
import structlog
from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

from pbem.addresses import plain, signed
from pbem.addresses.links import without_links
from pbem.commands import (
    absence,
    choices,
    claims,
    delegation,
    events,
    forming,
    history,
    limits,
    people,
    privacy,
    queries,
    rating,
    robots,
    seats,
    series,
    signon,
    umpire,
    watching,
)
from pbem.commands import press as words_to_others
from pbem.commands.answers import BELOW, Reply, not_read, words
from pbem.commands.queries import Asker
from pbem.events.kept import names_of_events
from pbem.games import ahead as kept_ahead
from pbem.games import clocks, letters, mails, onlookers, questions, stand_ins, table, turns
from pbem.games.kept_orders import NumberedLines
from pbem.games.maps_in_text import with_maps_drawn
from pbem.inbound import ahead, check_in, conflicts, gm, postmaster, press, quotes, screen, td, trust
from pbem.inbound.budget import read_with_own_lines
from pbem.inbound.grounds import READ, Grounds, grounds_of, nonce_of, seat_of
from pbem.inbound.lines import AHEAD, CHECK, ODDS, UNDO, Command, Split, split
from pbem.inbound.mime import OpenedMail, UnreadableMail
from pbem.inbound.orders import Judged, OrdersOfMail
from pbem.inbound.quotes import Conflict, Own
from pbem.inbound.screen import WriterKind
from pbem.inbound.sorting import sort
from pbem.inbound.trust import Deed, Wants
from pbem.inbound.verdicts import PASS
from pbem.outbound import status
from pbem.outbound.posting import answers_lately
from pbem.reading.phrases import is_courtesy
from pbem.reading.reader import Reading
from pbem.reports import rulebook
from pbem.reports.answers import Answer
from pbem.reports.document import AnswerLine, Document, Section, echoed
from pbem.reports.turn import in_words
from pbem.runtime.context import Context, notify_after_commit
from pbem.runtime.failpoint import failpoint
from pbem.store import inbox, outbox, trouble
from pbem.store.database import prepared
from pbem.store.inbox import MAX_ATTEMPTS, Claim, Outdated
from pbem.store.models import Game, Inbox, Outbox, Player, Seat
from pbem.store.people import addresses_of, name_for, player_at

ANSWERS_AN_HOUR = 200
# So many times a day a player is asked whether a mail is his: one with his reply address, and one without.
MOST_ASKED = 20
MOST_ASKED_OF_NONE = 5

EACH_ITS_OWN = (
    "This mail is about several of your games, and no orders can be sent in answer to it: each game has an address of "
    "its own. Answer its latest report; REPORT and the game's name sends it again."
)
FORGED = (
    "The address you wrote to is no reply address of ours that still holds, so nothing was played. It was retired, as "
    "when a host sets a game back or gives a seat to somebody else, or it was cut short on its way. Answer the latest "
    "report of your game; REPORT and the game's name sends it again."
)
UNREADABLE = (
    "A mail of yours came, but it could not be read, so nothing in it was carried out. It is kept for the host to look "
    "at. Please write it again as plain text, without attachments."
)
TOO_LARGE = (
    "A mail of yours came that has {:.1f} MiB; the most that is taken in is {} MiB. So it was not read, and nothing in "
    "it was carried out. Please write it again without pictures and attachments."
)
TOO_MANY = (
    f"More than {ANSWERS_AN_HOUR} mails came from your address within an hour, so this one and those that follow are "
    "kept unread for now. If a program answers our mails for you, please stop it; the host can release what is kept."
)
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
NOTHING_TO_CHECK = "nothing to check: no order was found in this mail"
CHECKED = "for the lines that follow"
YES = re.compile(r"\W*(?:yes|yep|y|ja|jawohl|oui|s[ií]|sì|confirm(?:ed)?)(?: please)?\W*", re.IGNORECASE)
PLAYED_UNANSWERED = "You did not answer our question, so your orders were played as you mailed them."
STILL_HELD = "The orders that you sent before are still carried out, at {until}. TAKE BACK takes them back until then."
STILL_KEPT = (
    "The orders that you sent before are still kept, and carried out when the host lets the game go on. Until then "
    "TAKE BACK takes them back."
)
NOTHING_ASKED = (
    "There is nothing that waits for your YES: it was played already, or newer orders or the deadline came first."
)
WAITS_WITH_ORDERS = "not done, since a line of this mail was not understood; send it again"
# What is asked in answer to a seat that is another's is answered to him too.
OF_A_SEAT = frozenset(
    {
        *("HELP", "RULES", "STATUS", "MAP", "REPORT", "DICE", "RECORD", CHECK, ODDS, "HINT", "PREVIEW", AHEAD, UNDO),
        "DELEGATE",
    }
)
# The words by which a mail asks that nothing in it is played.
TRIALS = (CHECK, ODDS, UNDO)
NOT_FOR_OTHERS = "not in answer to a seat that you play for somebody else, who is mailed the answer: write it by itself"
log = structlog.get_logger(__name__)

_MAIL = (Inbox.raw, Inbox.recipient, Inbox.sender, Inbox.attempts, Inbox.transport)
_CONTENT = select(*_MAIL).where(Inbox.id == bindparam("ident"))

Query = Callable[[Session, Context, Asker, str], Reply]

QUERIES: dict[str, Query] = {
    "HELP": queries.help_,
    "RULES": queries.rules,
    "GAMES": history.games,
    "HISTORY": history.history,
    "RATING": rating.rating,
    "STATUS": queries.status,
    "MAP": queries.map_,
    "REPORT": queries.report,
    "DICE": queries.dice,
    "RECORD": history.record,
    "REPLAY": history.replay,
    "DIARY": history.diary,
    "PICTURES": choices.pictures,
    "PROFILE": choices.profile,
    "FULL": choices.full,
    "SHORT": choices.short,
    "UNSUBSCRIBE": choices.unsubscribe,
    "AWAY": absence.away,
    "BACK": absence.back,
    "TIMEZONE": absence.timezone,
    "LEAVE": forming.leave,
    "CANCEL": forming.cancel,
    "INVITE": forming.invite,
    "REMATCH": forming.rematch,
    "NAME": people.name,
    "ADDRESS": people.address,
    "OPEN": seats.open_,
    "CLOSE": seats.close,
    "TAKE": seats.take,
    "SUBSTITUTE": seats.substitute,
    "DELEGATE": delegation.delegate,
    "EXPORT": privacy.export,
    "FORGET": privacy.forget,
    "REMEMBER": privacy.remember,
    "CLAIM": claims.claim,
    "WAIT": claims.wait,
    "ROBOT": claims.robot,
    "HINT": robots.hint,
    "PREVIEW": umpire.preview,
    "WATCH": watching.watch,
    "UNWATCH": watching.unwatch,
    "MUTE": words_to_others.mute,
    "UNMUTE": words_to_others.unmute,
    "EVENTS": events.events,
    "ENTER": events.enter,
    "WITHDRAW": events.withdraw,
    "STANDINGS": events.standings,
    "PAIRINGS": events.pairings,
    "AGREE": events.agree,
    "APPEAL": events.appeal,
    "BID": events.bid,
    "CHALLENGE": events.challenge,
    UNDO: queries.undo,
}
SIGN_ON = {"NEW": signon.new, "JOIN": signon.join, "SERIES": series.open_}
SILENT = (
    f"Your last {inbox.MOST_ECHOES} mails said the same, or nothing that I understood, as the mails of a machine do. "
    "I answer such mails no more until a day has passed without them. Orders, and anything else that I understand, are "
    "read as ever."
)
SAID_WITH_TRIAL = "not said, since {} stands in this mail; without it, it is"


def receive_next(context: Context, otherwise: int) -> int:
    """Read the mail whose turn it is, or where none is seen to wait the one with the number `otherwise`; its number."""
    with context.transaction("claim-mail", durable=False) as session:
        found = inbox.next_unread(session)
        ident = otherwise if found is None else found
        claimed = _claimed(session, context, ident)
    if claimed is not None:
        _receive(context, claimed)
    return ident


def receive_waiting(context: Context) -> None:
    """Read the mail whose turn it is, if one waits; whoever does other things does this first."""
    with context.store.reading() as session:
        waits = inbox.unread(session, limit=1)
    if waits:
        receive_next(context, waits[0])


def receive(context: Context, inbox_id: int) -> None:
    """Read one stored mail and answer it. Runs again harmlessly: a mail that was read stays read."""
    with context.transaction("claim-mail", durable=False) as session:
        claimed = _claimed(session, context, inbox_id)
    if claimed is not None:
        _receive(context, claimed)


class _Claimed(NamedTuple):
    """A mail that this worker reads, as it was stored, and how often that was tried."""

    claim: Claim
    raw: bytes
    recipient: str
    envelope: str | None
    attempts: int
    door: str


def _claimed(session: Session, context: Context, ident: int) -> _Claimed | None:
    claim = inbox.claim(session, ident, context.lease)
    return None if claim is None else _Claimed(claim, *prepared(session, _CONTENT, {"ident": ident}).one())


def _receive(context: Context, claimed: _Claimed) -> None:
    claim, raw, recipient, envelope, attempts, door = claimed
    if attempts > MAX_ATTEMPTS:
        # Whoever tried to read it died of it, again and again.
        _shunt(context, claim, None, "reading it failed several times")
        return
    try:
        grounds = grounds_of(context, raw, recipient, envelope, door)
        mail, own = read_with_own_lines(raw, grounds.own_lines)
        if (meant := _known_by_form_line(context, claim, mail, recipient)) is not None:
            grounds = grounds_of(context, raw, meant, envelope, door)
            mail, own = read_with_own_lines(raw, grounds.own_lines)
    except Outdated:
        log.info("mail was read by another worker", mail=claim.id)
        return
    except UnreadableMail as error:
        _shunt(context, claim, error.opening, str(error))
        return
    failpoint("mail-parsed")
    frozen = None
    try:
        # The reading of a mail that asks for maps is done again once they are drawn. What it came to is durable when
        # its mails are claimed; a power cut before that undoes it, and the mail is read again.
        frozen = _with_rulebooks(
            lambda: with_maps_drawn(
                context,
                "read-mail",
                lambda session: _Reading(session, context, claim, mail, own, grounds).answer(),
                durable=False,
            )
        )
    except (turns.Busy, _GroundsShifted):
        with context.transaction("put-back-mail") as session:
            inbox.put_back(session, claim)
    except Outdated:
        log.info("mail was read by another worker", mail=claim.id)
    except Exception as error:
        # A mail that breaks us is kept aside for the host, so that it cannot hold up the mail behind it.
        log.exception("mail could not be answered", mail=claim.id, attempt=attempts)
        if attempts >= MAX_ATTEMPTS:
            _shunt(context, claim, mail, f"{type(error).__name__} while answering")
    if frozen is not None:
        turns.carry_out(context, frozen)


def _known_by_form_line(context: Context, claim: Claim, mail: OpenedMail, recipient: str) -> str | None:
    """The reply address that a mail to a mailbox without plus-addresses was meant for, by the line of its form.

    It is noted as the mail's. None where the mail has no such line, or is known without it. Raises Outdated.
    """
    settings = context.settings
    if settings.plus_addresses or recipient != settings.address.lower():
        return None
    with context.transaction("address-mail") as session:
        meant = plain.address_in(settings, mail.text, lambda game, seat: nonce_of(session, game, seat))
        if meant is not None:
            to = signed.read_recipient(settings, meant, lambda game, seat: nonce_of(session, game, seat))
            game, seat = (to.game, to.seat) if isinstance(to, signed.SeatAddress) else (None, None)
            inbox.readdress(session, claim, meant, game, seat)
    return meant


def _with_rulebooks(work: Callable[[], turns.Frozen | None]) -> turns.Frozen | None:
    """What `work` returns, done anew for each rulebook that it wants set; nobody is kept out while that is done."""
    while True:
        try:
            return work()
        except rulebook.NotPrinted as wanted:
            rulebook.print_(wanted.args[0])


class _GroundsShifted(Exception):
    """The mail is about another game than the one it was read for."""


def _shunt(context: Context, claim: Claim, opened: OpenedMail | None, reason: str) -> None:
    """Keep a mail aside for the host, and tell its writer, if that is known to be a player."""
    log.error("mail shunted", mail=claim.id, reason=reason)
    with context.transaction("shunt-mail") as session:
        row = session.get_one(Inbox, claim.id)
        sender = opened.sender if opened is not None else None
        inbox.close(session, claim, "shunted", reason, from_address=sender, echo=inbox.NOT_UNDERSTOOD)
        if opened is None or screen.judge(opened, row.sender, context.settings).kind is not WriterKind.PERSON:
            return
        player = player_at(session, sender or "")
        if player is not None and inbox.echoes(session, row.id, sender or "", inbox.NOT_UNDERSTOOD) < inbox.MOST_ECHOES:
            document = Document("your mail could not be read", (words(None, UNREADABLE),))
            mails.answer(session, context, row, opened, player, document, None, None)


class _Reading:
    """One mail on the desk, within one transaction."""

    def __init__(
        self, session: Session, context: Context, claim: Claim, mail: OpenedMail, own: Own, grounds: Grounds
    ) -> None:
        self.session, self.context, self.claim, self.mail = session, context, claim, mail
        self.own, self.grounds = own, grounds
        self.reading = Reading(())
        self.written: NumberedLines = ()  # what the reading is of, remarks left out
        self.row = session.get_one(Inbox, claim.id)
        self.sender = mail.sender or ""
        self.nature = grounds.judge(mail)
        self.verdict = inbox.verdict_on(self.row)
        self.trial: str | None = None  # the word by which a mail asks that nothing in it is played
        self.draft: ahead.Draft | None = None  # of a mail whose orders are for a later question
        self.to = signed.read_recipient(
            context.settings, self.row.recipient, lambda game, seat: nonce_of(session, game, seat)
        )

    def answer(self) -> turns.Frozen | None:
        """Decide what kind of mail this is, and do what it calls for; the turn that it completes, if it does."""
        if isinstance(self.to, signed.BounceAddress):
            self._note_bounce(self.to.outbox_id)
        elif (ours := self._ours_that_came_back()) is not None:
            self._note_bounce(ours)
        elif isinstance(self.to, signed.ToHost):
            self._hand_to_host()
        elif self.nature.kind not in READ:
            self._drop_machines()
        elif isinstance(self.to, signed.NotOurs):
            self._close("dropped", "not addressed to us")
        elif not self.sender:
            self._close("dropped", "no sender")
        elif self._came_before():
            self._close("dropped", "the same mail was read before")
        elif (player := player_at(self.session, self.sender)) is not None and player.barred is not None:
            self._keep_out()
        elif self._answers_question(player):
            self._close("read")
        elif player is not None:
            return self._answer_player(player)
        elif isinstance(self.to, signed.EnrolAddress) and self._may_enrol(self.to):
            self._enrol()
        else:
            self._put_aside_strangers()
        return None

    def _put_aside_strangers(self) -> None:
        """Keep a stranger's mail until he is known, and tell him how he is; nobody is told whose From is false."""
        done = trust.deed(
            trust.Token.NO,
            known=False,
            verdict=self.verdict,
            trust=self.context.settings.trust,
            wants=trust.Wants.QUESTIONS,
        )
        if isinstance(self.to, signed.SeatAddress):
            self._warn_owner(self.to)
            self._close("held", inbox.OTHERS_SEAT)
            if done is Deed.HELD and outbox.may_reply(self.session, self.sender, "stranger"):
                self._tell("your mail was not played", (NOT_PLAYED, KNOWN_BY_ANOTHER.format(self.sender)))
        elif done is Deed.DROPPED:
            self._close("dropped", f"its From is false: {self.verdict.reason}")
        else:
            self._hint()

    def _drop_machines(self) -> None:
        """Be done with what a machine wrote; where it was a player's, the log and the host's desk say so."""
        reason = f"{self.nature.kind}: {self.nature.reason}"
        self._close("dropped", reason)
        if player_at(self.session, self.sender) is not None:
            log.warning("mail of a player dropped", mail=self.claim.id, reason=reason)

    def _hand_to_host(self) -> None:
        """Keep a mail to the postmaster for the host, and tell him of what a person wrote."""
        self._close("held", inbox.FOR_HOST)
        if self.nature.kind in READ:
            text = without_links(self.mail.text)
            postmaster.hand_on(self.session, self.context, self.row, self.sender, self.mail.subject, text)

    def _keep_out(self) -> None:
        """Keep the mail of a player who is barred, and tell him so, once a day."""
        self._close("held", inbox.BARRED)
        if outbox.may_reply(self.session, self.sender, "barred"):
            self._tell("your mail is not read", (KEPT_OUT,))

    def _ours_that_came_back(self) -> int | None:
        """The mail that a report to the mailbox is about, by its Message-ID.

        Complaints come there, and without plus-addresses delivery reports too.
        """
        report = self.mail.bounce
        if report is None or (self.context.settings.plus_addresses and not report.complaint):
            return None
        return outbox.with_message_id(self.session, report.message_ids)

    def _note_bounce(self, mail: int) -> None:
        """Mail of ours that came back for good stops a clock; one that is late, and an absence, do nothing."""
        report = self.mail.bounce
        row = self.session.get(Outbox, mail)
        for_good = report is not None and bool(report.permanent)
        if report is not None and report.complaint and row is not None:
            trouble.complained(self.session, row.to_address)
            log.warning("somebody complained of a mail", mail=mail)
        elif report is not None and for_good and row is not None and outbox.bounced(self.session, mail):
            weight = status.weight(report.status)
            if weight:
                why = f"mail came back ({report.status or 'no status'})"
                trouble.came_back(self.session, row.to_address, weight, why)
            onlookers.came_back(self.session, self.context, mail)
        kind = "complaint" if report is not None and report.complaint else "bounce" if for_good else "delivery notice"
        self._close("dropped", f"{kind} of mail {mail}")

    def _answers_question(self, player: Player | None) -> bool:
        """Whether the mail is a YES from one of those whom the question of its address was put to; then it is taken."""
        to = self.to
        if not isinstance(to, signed.QuestionAddress):
            return False
        # Mail to one address may be answered from another, where both are the same player's.
        possible = [self.sender] if player is None else addresses_of(self.session, player)
        asked = [each for each in possible if signed.asks(self.context.settings, to, each)]
        if not asked or not self._is_yes(
            split(
                self.own.lines,
                self.grounds.may_be_meant,
                opens_words=self.grounds.opens_words,
                letter=self.grounds.letter,
            )
        ):
            return False
        told = questions.said_yes(self.session, self.context, to.question, asked[0])
        # Whoever answers again and again, a machine say, is told once a day that nothing waits for it.
        if told != questions.NOTHING_ASKED or outbox.may_reply(self.session, self.sender, "question"):
            self._tell("your answer", told)
        return True

    def _tell(self, subject: str, told: Sequence[str]) -> None:
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

    # --- Who writes -----------------------------------------------------------------------------------------------

    def _may_enrol(self, to: signed.EnrolAddress) -> bool:
        return signed.enrols(self.context.settings, to, self.sender)

    def _came_before(self) -> bool:
        row, mail = self.row, self.mail
        return inbox.same_mail_was_read(
            self.session, row.id, mail.message_id, mail.sender, row.seat, row.game, self._said()
        )

    def _said(self) -> str:
        """What tells two mails of one Message-ID apart; the ways by which a mail comes may break its lines anew."""
        return sha256(" ".join(self.mail.text.split()).encode("utf-8", "replace")).hexdigest()[:32]

    def _hint(self) -> None:
        """Tell a stranger how to become a player, not often; keep what was asked until that is done."""
        stranger = self.sender
        self._close("held", inbox.NOT_ENROLLED)
        if outbox.may_hint(self.session, stranger, vouched_for=self.verdict.outcome == PASS):
            mails.hint(self.session, self.context, stranger, self.mail)

    def _enrol(self) -> None:
        """The stranger answered from the address we wrote to: now a player, whose earlier mails are read."""
        player = Player(
            address=self.sender,
            name=name_for(self.session, self.mail.sender_name, self.sender, people.NO_NAMES),
            enrolled_at=self.row.received_at,
        )
        self.session.add(player)
        self.session.flush()
        for waiting in inbox.release_held(self.session, player.address):
            # He has answered from there: what came in his name and was not false is his.
            inbox.believe(self.session, self.session.get_one(Inbox, waiting), "player")
            notify_after_commit(self.session, "receive", waiting, "enrolled")
        told = self._split(player)
        welcome = words(
            None,
            f"Welcome, {player.name}. You are known here as {player.address}.",
            "What you asked for before is answered in a mail of its own.",
        )
        asked = () if self.own.conflict is None else (conflicts.why(self.own.conflict),)
        self._answer_with(player, None, None, told, (welcome, *asked), subject="welcome")

    def _warn_owner(self, to: signed.SeatAddress) -> None:
        game = table.find_game(self.session, to.game)
        seat = table.seat_named(game, to.seat) if game else None
        if game is None or seat is None or seat.player is None:
            return
        if outbox.may_reply(self.session, seat.player.address, f"stranger-{game.name}"):
            mails.warn_of_stranger(self.session, self.context, game, seat, self.sender)

    # --- What a player wants --------------------------------------------------------------------------------------

    def _answer_player(self, player: Player) -> turns.Frozen | None:
        if answers_lately(self.session, player.address) >= ANSWERS_AN_HOUR:
            # Two machines that answer each other are stopped here, whatever their headers say.
            self._close("held", f"more than {ANSWERS_AN_HOUR} mails in an hour")
            if outbox.may_reply(self.session, player.address, "flood"):
                document = Document("too many mails", (words(None, TOO_MANY),))
                mails.answer(self.session, self.context, self.row, self.mail, player, document, None, None)
            return None
        if self._is_asked_about(player):
            return None
        clocks.heard_from(self.session, self.context, player, self.row.received_at)
        trouble.heard_from(self.session, {self.sender, player.address})
        if self.row.cut_from is not None:
            self._say_too_large(player)
            return None
        if td.is_for_desk(self.session, self.context, self.to, player, self.sender, self.own):
            td.answer(self.session, self.context, self.row, self.mail, player, self.to, self.own)
            self._close("read")
            return None
        if gm.is_for_desk(self.context.settings, self.to, self.sender, self.own):
            gm.answer(self.session, self.context, self.row, self.mail, player, self.to, self.own)
            self._close("read")
            return None
        if isinstance(self.to, signed.EntryAddress) and check_in.answer(
            self.session, self.context, self.row, self.mail, player, self.to, self.own, self._split(player)
        ):
            self._close("read")
            return None
        game, seat, notice = self._seat_of_mail(player)
        if (game.name if game else None) != self.grounds.game:
            raise _GroundsShifted
        if game is not None and seat is not None:
            notice = (*notice, *self._take_back(game, seat))
        told = self._split(player)
        if game is not None and seat is not None and self._says_yes(told):
            return None if self._waits_for_host(game, seat) else self._confirm(player, game, seat)
        if not (told.commands or any(line.source != "quoted" for line in told.orders)):
            if self.nature.kind is WriterKind.DOUBTFUL:
                self._drop_machines()
                return None
            if self.own.conflict is not Conflict.TOO_LONG:
                told = self._subject_as_command(told, player)
        if game is not None and seat is not None and self.own.conflict is None:
            told = self._read(game, seat, told)
        if game is not None and seat is not None and told.orders and self._waits_for_host(game, seat):
            return None
        return self._answer_with(player, game, seat, told, notice)

    def _say_too_large(self, player: Player) -> None:
        """Tell the writer of a mail of which the head alone was taken in that nothing in it was read."""
        size, most = (self.row.cut_from or 0) / (1 << 20), self.context.settings.max_mail_mb
        document = Document("your mail is too large", (words(None, TOO_LARGE.format(size, most)),))
        mails.answer(self.session, self.context, self.row, self.mail, player, document, None, None)
        self._close("dropped", f"larger than {most} MiB")

    def _is_asked_about(self, player: Player) -> bool:
        """Whether this mail may be another's, so that the player is asked at his address on file; then it is held."""
        token = self._token(player)
        # Telling the lines apart is left for the few mails in doubt.
        if self._deed(token, Wants.CHANGES) is not Deed.ASKED:
            return False
        told = self._split(player)
        if not told.commands and not told.orders and self.own.conflict is None:
            told = self._subject_as_command(told, player)
        if self._deed(token, self._wants(token, told)) is not Deed.ASKED:
            return False
        typed = [(each.number, each.text) for each in told.commands] + [
            (line.number, line.text) for line in told.orders
        ]
        said = [text for _, text in sorted(typed)]
        most = MOST_ASKED if token is trust.Token.OWN else MOST_ASKED_OF_NONE
        if questions.asked_lately(self.session, player, questions.MAIL) >= most:
            self._close("held", inbox.UNASKED)
            log.warning("mail held", mail=self.claim.id, reason=inbox.UNASKED, verdict=self.verdict.reason)
        else:
            self._close("held", inbox.UNCONFIRMED)
            questions.ask_about_mail(self.session, self.context, player, self.row, self.mail.message_id, said)
        return True

    def _deed(self, token: trust.Token, wants: Wants) -> Deed:
        return trust.deed(token, known=True, verdict=self.verdict, trust=self.context.settings.trust, wants=wants)

    def _token(self, player: Player) -> trust.Token:
        """What the address that the mail went to proves of its writer."""
        if isinstance(self.to, signed.SeatAddress):
            _, seat = seat_of(self.session, self.to, player)
            return trust.Token.OWN if seat is not None else trust.Token.OTHERS
        settings, to = self.context.settings, self.to
        desk = isinstance(to, signed.DeskAddress) and signed.is_desk_of(settings, to, self.sender)
        entry = isinstance(to, signed.EntryAddress) and signed.is_entry_of(settings, to, player.address)
        return trust.Token.OWN if desk or entry else trust.Token.NO

    def _wants(self, token: trust.Token, told: Split) -> Wants:
        if isinstance(self.to, signed.DeskAddress | signed.EntryAddress) and token is trust.Token.OWN:
            return Wants.CHANGES
        if self._says_yes(told):
            # The address that it went to was mailed with the question, and to nobody else.
            return Wants.QUESTIONS
        words_said = [command.word for command in told.commands]
        return trust.wanted(words_said, has_orders=token is trust.Token.OWN and bool(told.orders))

    def _take_back(self, game: Game, seat: Seat) -> tuple[Section, ...]:
        """Whoever writes plays himself again: the robot that played his seat leaves, once it has played its turn."""
        if not seat.robot or game.state != "running" or table.waits_for_host(game) is not None:
            return ()
        turn = turns.ensure_open(self.session, game, self.row.received_at)
        return (stand_ins.take_back(self.session, self.context, game, seat, turn),)

    def _waits_for_host(self, game: Game, seat: Seat) -> bool:
        """Whether the game waits for its host, and with it this mail, which is told."""
        why = table.waits_for_host(game)
        if why is None:
            return False
        mails.wait_for_host(self.session, self.context, self.row, self.mail, game, seat, why)
        self._close("held", inbox.WAITS_FOR_HOST)
        return True

    def _split(self, player: Player) -> Split:
        """The writer's own lines, told apart."""
        told = split(
            self.own.lines,
            self.grounds.may_be_meant,
            self._names_a_game(player),
            self.grounds.opens_words,
            self.grounds.letter,
        )
        if self.own.conflict is None and any(each.doubtful for each in told.commands):
            self.own = msgspec.structs.replace(self.own, conflict=Conflict.WORDS)
        if told.orders and ahead.is_word(_bare(self.mail.subject)):
            # Orders that are not for now must not be played now.
            told = msgspec.structs.replace(told, commands=(Command(0, self.mail.subject, AHEAD, ""), *told.commands))
        return told if self.own.conflict is None else conflicts.held_back(self.own, told)

    def _says_yes(self, told: Split) -> bool:
        """Whether the mail is a YES to the address of a seat that asks for one."""
        return isinstance(self.to, signed.SeatAddress) and self.to.asked is not None and self._is_yes(told)

    def _is_yes(self, told: Split) -> bool:
        """Whether the mail is a YES, with nothing but remarks around it."""
        alone = not told.commands and not told.orders and self.own.conflict is None
        said = [line.text for line in told.chatter if not YES.fullmatch(line.text)]
        # Whoever explains himself may mean something else: only greetings and names may stand around a YES.
        return alone and len(said) < len(told.chatter) and all(map(is_courtesy, said))

    def _confirm(self, player: Player, game: Game, seat: Seat) -> turns.Frozen | None:
        """Play what the player was asked about; an answer that comes too late, or twice, plays nothing."""
        asked = self.to.asked if isinstance(self.to, signed.SeatAddress) else None
        turn = turns.ensure_open(self.session, game, self.row.received_at)
        # What becomes of orders that run at once is told of each of their lines.
        answer = Answer(self.mail.message_id, ())
        try:
            frozen = turns.confirm(self.session, self.context, turn, seat, asked or 0, answer, self.row.received_at)
        except turns.NotAsked:
            document = Document("nothing waits for your YES", (words(None, NOTHING_ASKED),))
            mails.answer(self.session, self.context, self.row, self.mail, player, document, game, seat)
            self._close("read")
            return None
        if frozen is None:
            document = Document("orders kept", (words(None, "You confirmed with YES what you had mailed."),))
            mails.answer(self.session, self.context, self.row, self.mail, player, document, game, seat)
        self._close("read")
        return frozen

    def _read(self, game: Game, seat: Seat, told: Split) -> Split:
        """The lines that are no commands as the reader sorts them."""
        found = sort(self.session, game, seat, told)
        self.draft, self.reading, self.written = found.draft, found.reading, found.written
        return found.split

    def _names_a_game(self, player: Player) -> Callable[[str], bool]:
        known: set[str] = set()

        def names_a_game(text: str) -> bool:
            # Asked of misspelt commands alone, which few mails have; a mail may have thousands of them.
            if not known:
                known.update(queries.games_known_to(self.session, player), ("",))
                known.update(name.replace(" ", "") for name in names_of_events(self.session))
            return text.replace(" ", "").lower() in known

        return names_a_game

    def _subject_as_command(self, told: Split, player: Player) -> Split:
        line = quotes.OwnLine(1, _bare(self.mail.subject), "typed")
        subject = split((line,), self.grounds.may_be_meant, self._names_a_game(player), self.grounds.opens_words)
        return Split(subject.commands, told.orders, told.chatter)

    def _seat_of_mail(self, player: Player) -> tuple[Game | None, Seat | None, tuple[Section, ...]]:
        """The game and seat that the reply address names, if it is the player's own and not retired."""
        if isinstance(self.to, signed.Forged | signed.DeskAddress):
            return None, None, (words(None, FORGED),)
        if not isinstance(self.to, signed.SeatAddress):
            return None, None, ()
        game, seat = seat_of(self.session, self.to, player)
        if seat is None:
            self._warn_owner(self.to)
            return None, None, (words(None, "The address you wrote to belongs to another player's seat."),)
        return game, seat, ()

    def _answer_with(
        self,
        player: Player,
        game: Game | None,
        seat: Seat | None,
        told: Split,
        opening: Sequence[Section],
        subject: str | None = None,
    ) -> turns.Frozen | None:
        asker = queries.asker_of(self.session, player, game, seat, self.sender)
        # What binds waits with the orders, until it is known what their writer means.
        bound = [each for each in told.commands if self.reading.unclear and each.word in conflicts.BINDING]
        carried = limits.carry_out(
            [each for each in told.commands if each not in bound],
            lambda command: self._run(command, asker, told),
        )
        replies = carried.replies
        # Whoever wants a move back has not thought of what else may be in his mail.
        trials = [f"{each.word} {each.rest}".strip().upper() for each in told.commands if each.word in TRIALS]
        # Whoever asks for odds besides is told them.
        self.trial = next((each for each in trials if each.startswith(ODDS)), trials[0]) if trials else None
        judged = (
            self._orders(player).judge(game, seat, told, check_only=bool(trials))
            if subject is None
            else Judged(subject)
        )
        answer = Answer(
            self.mail.message_id,
            (*opening, *judged.opening, *self._still_held(game, seat, told, judged)),
            (*not_read(told.chatter), *carried.lines, *judged.others, *_held_back(bound)),
            (
                *judged.foreseen,
                *(section for reply in replies for section in reply.sections),
                *_where_to_write(seat, replies),
            ),
            tuple(file for reply in replies for file in reply.attachments),
        )
        frozen = self._keep(seat, judged, answer) if seat is not None else None
        echo = self._echo(judged, replies)
        if echo is not None and inbox.echoes(self.session, self.row.id, self.sender, echo) >= inbox.MOST_ECHOES:
            self._stay_silent(player, echo)
            return None
        # Orders that run at once are answered by the report of the turn they make; it opens with this answer.
        if judged.kept is None or judged.subject:
            self._mail_answer(player, game, seat, told, judged, answer, replies)
        for reply in replies:
            # A later line of the same mail may have freed a seat, or the game have begun by an earlier one.
            if reply.starts is not None and reply.starts.state == "forming" and table.is_full(reply.starts):
                turns.start(self.session, self.context, reply.starts)
        self._close("read", echo=echo)
        return frozen

    def _echo(self, judged: Judged, replies: Sequence[Reply]) -> str | None:
        """What was said, where that brought nothing about; None where it did, or was judged as orders are."""
        acted = any(reply.mark != "no" and reply.is_news for reply in replies)
        if acted or judged.kept is not None or judged.ahead is not None or judged.tried:
            return None
        if not self.reading.lines and all(reply.mark == "no" for reply in replies):
            return inbox.NOT_UNDERSTOOD
        return sha256("\n".join(line.text for line in self.own.lines).encode()).hexdigest()[:16]

    def _stay_silent(self, player: Player, echo: str) -> None:
        """Answer no more, as a machine would answer that in turn; once a day the writer is told, if he is none."""
        self._close("held", inbox.LIKE_A_MACHINE, echo=echo)
        if outbox.may_reply(self.session, player.address, "machine"):
            document = Document("your mails are not answered for now", (words(None, SILENT),))
            mails.answer(self.session, self.context, self.row, self.mail, player, document, None, None)

    def _keep(self, seat: Seat, judged: Judged, answer: Answer) -> turns.Frozen | None:
        """Keep the orders as they are to be kept: until a YES, for the turn, or ahead; the turn that they complete."""
        kept = judged.kept
        if kept is None:
            if judged.ahead is not None:
                kept_ahead.keep(self.session, seat, self.row, *judged.ahead)
            return None
        if judged.asks:
            # The question is mailed now; what is kept is told if the orders are played without an answer.
            unanswered = Answer(self.mail.message_id, (words(None, PLAYED_UNANSWERED),))
            sent = turns.Sent(kept.lines, kept.orders, kept.checked, unanswered)
            turns.ask_first(self.session, kept.turn, seat, self.row, sent, binding=judged.binds)
            return None
        sent = turns.Sent(kept.lines, kept.orders, kept.checked, answer)
        return turns.hand_in(self.session, self.context, kept.turn, seat, self.row, sent)

    def _mail_answer(
        self,
        player: Player,
        game: Game | None,
        seat: Seat | None,
        told: Split,
        judged: Judged,
        answer: Answer,
        replies: Sequence[Reply],
    ) -> None:
        is_news = len(replies) == 1 and replies[0].is_news and not told.orders
        subject = echoed(replies[0].said) if is_news else judged.subject
        # What is told out of the blue of a seat can be answered with orders, as it says.
        about = seat or _only_seat(replies)
        tried = judged.kept is not None or judged.tried or self.trial is not None
        mails.answer(
            self.session,
            self.context,
            self.row,
            self.mail,
            player,
            Document(subject, answer.sections(() if _says_itself(judged) else judged.answers), answer.attachments),
            game if seat is not None or about is None else about.game,
            about,
            self.row.id if seat is not None and judged.kept is not None and judged.asks else None,
            judged.drawn_up,
            # What a report or STATUS tells is not told again, but nobody's set-up may be left out for that.
            # Of orders that are taken, nothing is; the others' are told with them where they are waited for.
            wanted=bool(judged.drawn_up)
            or not (self._is_held(seat, judged) or any(reply.whole and reply.about is about for reply in replies)),
            # Who tried his orders, or asked for something else, has the form in his latest report.
            form=not tried and (bool(told.orders) or not replies),
            # A mail of questions alone has no news of its own; what is wanted is what its subject can tell.
            asks=bool(told.commands) and not told.orders and not is_news,
        )

    def _is_held(self, seat: Seat | None, judged: Judged) -> bool:
        """Whether the orders of this mail are carried out after a while, so that nothing more is wanted until then."""
        kept = judged.kept
        return kept is not None and seat is not None and turns.held_until(self.session, kept.turn, seat) is not None

    def _still_held(self, game: Game | None, seat: Seat | None, told: Split, judged: Judged) -> tuple[Section, ...]:
        """That earlier orders will be carried out, though these are not taken: whoever mends his orders must know."""
        if game is None or seat is None or game.state != "running" or not told.orders or judged.kept is not None:
            return ()
        turn = table.current_turn(self.session, game)
        if turns.waits_for_host(self.session, turn, seat):
            return (words(None, STILL_KEPT),)
        until = turns.held_until(self.session, turn, seat)
        if until is None:
            return ()
        return (words(None, STILL_HELD.format(until=in_words(until, mails.zone_of(seat)))),)

    def _orders(self, player: Player) -> OrdersOfMail:
        return OrdersOfMail(
            self.session,
            self.to,
            self.row.received_at,
            self.mail.why_empty,
            self.own,
            self.reading,
            self.written,
            self.trial,
            None if self.draft is None else partial(ahead.judge_draft, draft=self.draft),
            player,
        )

    def _run(self, command: Command, asker: Asker, told: Split) -> Reply:
        for_other = asker.seat is not None and asker.seat.player_id != asker.player.id
        if for_other and command.word not in OF_A_SEAT:
            return Reply("no", NOT_FOR_OTHERS)
        if command.word in SIGN_ON:
            return SIGN_ON[command.word](self.session, self.context, asker, command)
        if command.word in (CHECK, ODDS):
            if not told.orders:
                return Reply("no", NOTHING_TO_CHECK)
            return Reply("ok", CHECKED)
        if command.word == press.SAY:
            tried = next((other.word for other in told.commands if other.word in (CHECK, ODDS)), None)
            if tried is not None:
                return Reply("no", SAID_WITH_TRIAL.format(tried))
            return words_to_others.say(self.session, self.context, asker, command)
        if command.word == AHEAD:
            return ahead.answer(self.session, asker, command, has_orders=bool(told.orders))
        return QUERIES[command.word](self.session, self.context, asker, command.rest)

    def _close(self, state: str, reason: str | None = None, echo: str | None = None) -> None:
        inbox.close(
            self.session,
            self.claim,
            state,
            reason,
            from_address=self.sender or None,
            message_id=self.mail.message_id,
            echo=echo,
            said=self._said(),
        )


def _where_to_write(seat: Seat | None, replies: Sequence[Reply]) -> tuple[Section, ...]:
    """What answers about several games, to a mail that was sent to no seat, say on where orders go."""
    several = seat is None and any(reply.about for reply in replies) and _only_seat(replies) is None
    return (words(None, EACH_ITS_OWN),) if several else ()


def _only_seat(replies: Sequence[Reply]) -> Seat | None:
    """The seat that answers out of the blue are about, so that they can be answered with orders; None for several."""
    seats = {reply.about.id: reply.about for reply in replies if reply.about is not None}
    return next(iter(seats.values())) if len(seats) == 1 else None


def _held_back(commands: Sequence[Command]) -> list[AnswerLine]:
    return [AnswerLine(command.number, command.text, "no", WAITS_WITH_ORDERS) for command in commands]


def _bare(subject: str) -> str:
    """The subject without what mail programs and we put before it: `Re:`, `AW:`, `[marengo7 Napoleon]`."""
    return re.sub(r"^(\s*((?!say:)\w{1,4}:|\[[^\]]*\]))*\s*", "", subject, flags=re.IGNORECASE)


def _says_itself(judged: Judged) -> bool:
    """Whether a mail was a question and no more, whose answer stands below: that it was one need not be said."""
    return [(each.mark, each.said) for each in judged.answers] == [("ok", BELOW)]
