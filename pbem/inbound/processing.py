"""From a stored mail to its one answer: screened, its sender known, its lines told apart, each line answered.

A mail from a player gets exactly one answer, unless a machine wrote it. Orders that are carried out at once are
answered by the report of the turn they make; everything else is answered here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import msgspec
import structlog
from sqlalchemy import select
from sqlalchemy.orm import Session

from core.contract import Checked, Effect, Orders, Status
from pbem.addresses import signed
from pbem.commands import queries, signon
from pbem.commands.answers import Reply, command_answer, not_read, words
from pbem.commands.queries import Asker
from pbem.games import mails, table, turns
from pbem.inbound import quotes, screen
from pbem.inbound.budget import read_within_budget
from pbem.inbound.lines import Command, Split, is_command, split
from pbem.inbound.mime import OpenedMail, UnreadableMail
from pbem.inbound.screen import WriterKind
from pbem.outbound.posting import answers_lately
from pbem.reports.answers import Answer, answers_to
from pbem.reports.document import AnswerLine, Document, Section
from pbem.rulesets import names, presentation
from pbem.runtime.context import Context, notify_after_commit
from pbem.runtime.failpoint import failpoint
from pbem.store import inbox, outbox
from pbem.store.inbox import MAX_ATTEMPTS, Claim, Outdated
from pbem.store.models import Game, Inbox, Player, Seat, Turn

ANSWERS_AN_HOUR = 200
MAILS_QUOTED = 2  # the mail that is answered, and the one before it

NO_SEAT_ADDRESS = (
    "These orders were not sent to a seat's reply address, so nothing was played. Answer the latest report of your "
    "game; its reply address tells us the game, the seat and the turn. REPORT sends it again."
)
STALE = (
    "This answers a report whose turn is over, so nothing was played: the orders might mean something else by now. "
    "What is wanted of you today stands below; answer this mail."
)
NOTHING_READ = "There was no order and no command in your mail. HELP lists the commands."
NOTHING_THERE = {
    "empty": "Your mail was empty: there was no text in it.",
    "encrypted": "Your mail is encrypted, and cannot be read here. Send it as plain text.",
    "attachments": "There was no text in your mail. Attachments are not read: write the orders in the mail itself.",
    "fragment": "Only a part of your mail came (message/partial). Send it whole.",
}
FORGED = "The address you wrote to looks like one of our reply addresses, but is not one: its signature is wrong."
UNREADABLE = (
    "A mail of yours came, but it could not be read, so nothing in it was carried out. It is kept for the host to look "
    "at. Please write it again as plain text, without attachments."
)
TOO_MANY = (
    f"More than {ANSWERS_AN_HOUR} mails came from your address within an hour, so this one and those that follow are "
    "kept unread for now. If a program answers our mails for you, please stop it; the host can release what is kept."
)
READ_FROM_QUOTE = "Some of these lines were read from the quoted report, where you had changed them."

log = structlog.get_logger(__name__)

LooksLikeOrder = Callable[[str], bool]
Query = Callable[[Session, Context, Asker, str], Reply]

QUERIES: dict[str, Query] = {
    "HELP": queries.help_,
    "GAMES": queries.games,
    "STATUS": queries.status,
    "MAP": queries.map_,
    "REPORT": queries.report,
    "DICE": queries.dice,
    "RECORD": queries.record,
}
SIGN_ON = {"NEW": signon.new, "JOIN": signon.join}


def receive(context: Context, inbox_id: int) -> None:
    """Read one stored mail and answer it. Runs again harmlessly: a mail that was read stays read."""
    with context.transaction("claim-mail", durable=False) as session:
        claim = inbox.claim(session, inbox_id, context.lease)
        if claim is None:
            return
        row = session.get_one(Inbox, inbox_id)
        raw, attempts = row.raw, row.attempts
    if attempts > MAX_ATTEMPTS:
        # Whoever tried to read it died of it, again and again.
        _shunt(context, claim, None, "reading it failed several times")
        return
    try:
        mail = read_within_budget(raw)
    except UnreadableMail as error:
        _shunt(context, claim, error.opening, str(error))
        return
    failpoint("mail-parsed")
    frozen = None
    try:
        with context.transaction("read-mail") as session:
            frozen = _Reading(session, context, claim, mail).answer()
    except turns.Busy:
        with context.transaction("put-back-mail") as session:
            inbox.put_back(session, claim)
    except Outdated:
        log.info("mail was read by another worker", mail=inbox_id)
    except Exception as error:
        # A mail that breaks us is kept aside for the host, so that it cannot hold up the mail behind it.
        log.exception("mail could not be answered", mail=inbox_id, attempt=attempts)
        if attempts >= MAX_ATTEMPTS:
            _shunt(context, claim, mail, f"{type(error).__name__} while answering")
    if frozen is not None:
        turns.carry_out(context, frozen)


def _shunt(context: Context, claim: Claim, opened: OpenedMail | None, reason: str) -> None:
    """Keep a mail aside for the host, and tell its writer, if that is known to be a player."""
    log.error("mail shunted", mail=claim.id, reason=reason)
    with context.transaction("shunt-mail") as session:
        row = session.get_one(Inbox, claim.id)
        inbox.close(session, claim, "shunted", reason)
        if opened is None or screen.judge(opened, row.sender, context.settings).kind is not WriterKind.PERSON:
            return
        player = _player(session, opened.sender or "")
        if player is not None:
            document = Document("your mail could not be read", (words(None, UNREADABLE),))
            mails.answer(session, context, row, opened, player, document, None, None)


class _Reading:
    """One mail on the desk, within one transaction."""

    def __init__(self, session: Session, context: Context, claim: Claim, mail: OpenedMail) -> None:
        self.session, self.context, self.claim, self.mail = session, context, claim, mail
        self.row = session.get_one(Inbox, claim.id)
        self.sender = mail.sender or ""
        self.nature = screen.judge(mail, self.row.sender, context.settings)
        self.to = signed.read_recipient(context.settings, self.row.recipient, self._nonce_of)

    def answer(self) -> turns.Frozen | None:
        """Decide what kind of mail this is, and do what it calls for; the turn that it completes, if it does."""
        if isinstance(self.to, signed.BounceAddress):
            outbox.bounced(self.session, self.to.outbox_id)
            self._close("dropped", f"bounce of mail {self.to.outbox_id}")
        elif self.nature.kind not in (WriterKind.PERSON, WriterKind.DOUBTFUL):
            self._close("dropped", f"{self.nature.kind}: {self.nature.reason}")
        elif isinstance(self.to, signed.NotOurs):
            self._close("dropped", "not addressed to us")
        elif not self.sender:
            self._close("dropped", "no sender")
        elif self._came_before():
            self._close("dropped", "the same mail was read before")
        elif (player := _player(self.session, self.sender)) is not None:
            return self._answer_player(player)
        elif isinstance(self.to, signed.EnrolAddress) and self._may_enrol(self.to):
            self._enrol()
        elif isinstance(self.to, signed.SeatAddress):
            self._warn_owner(self.to)
            self._close("held", "reply address of somebody else's seat")
        else:
            self._hint()
        return None

    # --- Who writes -----------------------------------------------------------------------------------------------

    def _nonce_of(self, game: str, seat: str) -> str | None:
        found = table.find_game(self.session, game)
        place = table.seat_named(found, seat) if found else None
        return place.nonce if place else None

    def _may_enrol(self, to: signed.EnrolAddress) -> bool:
        return signed.enrols(self.context.settings, to, self.sender)

    def _came_before(self) -> bool:
        return inbox.same_mail_was_read(self.session, self.row.id, self.mail.message_id, self.row.seat, self.row.game)

    def _hint(self) -> None:
        """Tell a stranger, once a day, how to become a player; keep what was asked until that is done."""
        stranger = self.sender
        self._close("held", "not enrolled")
        if outbox.may_reply(self.session, stranger, "hint"):
            asked = self._split((), _any_ruleset)
            wishes = [command.text.strip() for command in asked.commands if command.word in SIGN_ON]
            mails.hint(self.session, self.context, stranger, self.mail, wishes)

    def _enrol(self) -> None:
        """The stranger answered from the address we wrote to: now a player, whose earlier mails are read."""
        player = Player(
            address=self.sender,
            name=self.mail.sender_name or self.sender.partition("@")[0],
            enrolled_at=self.row.received_at,
        )
        self.session.add(player)
        self.session.flush()
        for waiting in inbox.release_held(self.session, player.address):
            notify_after_commit(self.session, "receive", waiting, "enrolled")
        told = self._split(self._texts_sent(player, None), _any_ruleset)
        welcome = words(
            None,
            f"Welcome, {player.name}. You are known here as {player.address}.",
            "What you asked for before is answered in a mail of its own; commands in this mail are answered below.",
        )
        self._answer_with(player, None, None, told, (welcome,), subject="welcome")

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
        game, seat, notice = self._seat_of_mail(player)
        looks = presentation(game.ruleset).looks_like_order if game else _any_ruleset
        told = self._split(self._texts_sent(player, game), looks)
        if not (told.commands or told.orders):
            if self.nature.kind is WriterKind.DOUBTFUL:
                self._close("dropped", f"{self.nature.kind}: {self.nature.reason}")
                return None
            told = self._subject_as_command(told, looks)
        return self._answer_with(player, game, seat, told, notice)

    def _split(self, sent: Sequence[str], looks: LooksLikeOrder) -> Split:
        """The writer's own lines, told apart; `sent` are our latest mails, which are not his words."""
        domain = self.context.settings.mail_domain
        own = quotes.own_lines(self.mail.text, sent, domain, lambda text: looks(text) or is_command(text), is_command)
        return split(own, looks)

    def _subject_as_command(self, told: Split, looks: LooksLikeOrder) -> Split:
        subject = split((quotes.OwnLine(1, _bare(self.mail.subject), "typed"),), looks)
        return Split(subject.commands, told.orders, told.chatter)

    def _seat_of_mail(self, player: Player) -> tuple[Game | None, Seat | None, tuple[Section, ...]]:
        """The game and seat that the reply address names, if it is the player's own and not retired."""
        if isinstance(self.to, signed.Forged):
            return None, None, (words(None, FORGED),)
        if not isinstance(self.to, signed.SeatAddress):
            return None, None, ()
        game = table.find_game(self.session, self.to.game)
        seat = table.seat_named(game, self.to.seat) if game else None
        if game is None or seat is None or seat.player_id != player.id:
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
        asker = queries.asker_of(self.session, player, game, seat)
        replies = [self._run(command, asker, player) for command in told.commands]
        done = [command_answer(command, reply) for command, reply in zip(told.commands, replies, strict=True)]
        check_only = any(command.word == "CHECK" for command in told.commands)
        judged = self._judge(game, seat, told, check_only=check_only) if subject is None else _Judged(subject)
        answer = Answer(
            self.mail.message_id,
            (*opening, *judged.opening),
            (*not_read(told.chatter), *done),
            tuple(section for reply in replies for section in reply.sections),
            tuple(file for reply in replies for file in reply.attachments),
        )
        frozen = None
        if judged.kept is not None and seat is not None:
            sent = turns.Sent(_numbered(told.orders), judged.kept.orders, judged.kept.checked, answer)
            frozen = turns.hand_in(self.session, self.context, judged.kept.turn, seat, self.row, sent)
        if judged.kept is None or judged.kept.checked.effect is not Effect.AT_ONCE:
            # Orders that run at once are answered by the report of the turn they make; it opens with this answer.
            is_news = len(replies) == 1 and replies[0].is_news and not told.orders
            document = Document(
                replies[0].said if is_news else judged.subject, answer.sections(judged.answers), answer.attachments
            )
            # A report that was asked for out of the blue can be answered with orders, as it says.
            about = seat or next((reply.about for reply in replies if reply.about is not None), None)
            of = game if seat is not None or about is None else about.game
            mails.answer(self.session, self.context, self.row, self.mail, player, document, of, about)
        for reply in replies:
            if reply.starts is not None:
                turns.start(self.session, self.context, reply.starts)
        self._close("read")
        return frozen

    def _run(self, command: Command, asker: Asker, player: Player) -> Reply:
        if command.word in SIGN_ON:
            return SIGN_ON[command.word](self.session, self.context, player, command)
        if command.word == "CHECK":
            return Reply("ok", "the orders of this mail are judged, and nothing is played")
        return QUERIES[command.word](self.session, self.context, asker, command.rest)

    # --- Orders ---------------------------------------------------------------------------------------------------

    def _judge(self, game: Game | None, seat: Seat | None, told: Split, *, check_only: bool) -> _Judged:
        if not told.orders:
            if told.commands:
                return _Judged(subject="your mail is answered")
            reason = NOTHING_THERE.get(self.mail.why_empty or "", NOTHING_READ)
            return _Judged(subject="no orders in your mail", opening=(words(None, reason),))
        if game is None or seat is None:
            return _Judged(
                subject="orders not read",
                opening=(words(None, NO_SEAT_ADDRESS),),
                answers=[AnswerLine(line.number, line.text, "no", "not sent to a seat") for line in told.orders],
            )
        if game.state == "forming":
            return _Judged(
                subject="orders not read",
                opening=(words(None, f"{game.name} has not begun: it still waits for players."),),
                answers=[AnswerLine(line.number, line.text, "no", "the game has not begun") for line in told.orders],
            )
        if check_only:
            turn = table.current_turn(self.session, game)
        else:
            turn = turns.ensure_open(self.session, game, self.row.received_at)
        if isinstance(self.to, signed.SeatAddress) and self.to.step != turn.step:
            return _Judged(
                subject="orders for a turn that is over",
                opening=(words(None, STALE),),
                answers=[AnswerLine(line.number, line.text, "no", "for a turn that is over") for line in told.orders],
            )
        return self._judge_for(game, seat, turn, told, check_only=check_only)

    def _judge_for(self, game: Game, seat: Seat, turn: Turn, told: Split, *, check_only: bool) -> _Judged:
        ruleset = presentation(game.ruleset)
        orders = ruleset.read(_numbered(told.orders))
        checked = ruleset.rules.check(table.position_of(game, turn), seat.name, orders)
        edited = any(line.source != "typed" for line in told.orders)
        opening = (words(None, READ_FROM_QUOTE),) if edited else ()
        if checked.effect is Effect.AT_ONCE and not check_only:
            # What becomes of the lines is told by the adjudication.
            return _Judged("", opening, kept=_Kept(turn, orders, checked))
        answers = answers_to(ruleset, orders, checked.verdicts, table.view_of(game, seat, turn))
        good = sum(verdict.status is Status.OK for verdict in checked.verdicts)
        bad = sum(verdict.status in (Status.REFUSED, Status.ASKED) for verdict in checked.verdicts)
        if checked.effect is Effect.NOTHING and bad:
            opening = (words(None, "Nothing was played. Send the orders again, put right, in answer to this mail."),)
            return _Judged(f"orders not played: {good} ok, {bad} to put right", opening, answers)
        if check_only or checked.effect is Effect.NOTHING:
            # Rule sets may have a line of their own that asks for a trial; its orders are good and yet without effect.
            trial = "without CHECK" if check_only else "without the line that asks for a trial"
            opening = (words(None, f"These orders are in order. Nothing was played: send them {trial} to play them."),)
            return _Judged(f"orders checked: {good} ok", opening, answers)
        return _Judged(f"orders kept: {good} ok", opening, answers, _Kept(turn, orders, checked))

    def _texts_sent(self, player: Player, game: Game | None) -> list[str]:
        answered = self.mail.references[-MAILS_QUOTED:]
        return outbox.texts_sent(self.session, player.address, game.name if game else None, answered)

    def _close(self, state: str, reason: str | None = None) -> None:
        inbox.close(
            self.session,
            self.claim,
            state,
            reason,
            from_address=self.sender or None,
            message_id=self.mail.message_id,
        )


def _player(session: Session, address: str) -> Player | None:
    return session.scalar(select(Player).where(Player.address == address))


class _Kept(msgspec.Struct, frozen=True):
    """Orders that are to be kept for a turn, as read and as judged."""

    turn: Turn
    orders: Orders
    checked: Checked


class _Judged(msgspec.Struct):
    """What the orders of a mail came to; `kept` only where they are to be kept.

    `subject` and `answers` are those of an answer that is mailed at once.
    """

    subject: str
    opening: tuple[Section, ...] = ()
    answers: list[AnswerLine] = []
    kept: _Kept | None = None


def _numbered(lines: Sequence[quotes.OwnLine]) -> list[tuple[int, str]]:
    return [(line.number, line.text) for line in lines]


def _bare(subject: str) -> str:
    """The subject without what mail programs and we put before it: `Re:`, `AW:`, `[marengo7 Napoleon]`."""
    return re.sub(r"^(\s*(\w{1,4}:|\[[^\]]*\]))*\s*", "", subject)


def _any_ruleset(text: str) -> bool:
    return any(presentation(name).looks_like_order(text) for name in names())
