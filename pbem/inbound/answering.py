"""A player's mail answered: its commands carried out, its orders judged and kept, each line told what became of it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from hashlib import sha256

from pbem.commands import limits, queries
from pbem.commands.answers import BELOW, Reply, fixed, not_read, words
from pbem.games import ahead as kept_ahead
from pbem.games import mails, table, turns
from pbem.inbound import ahead, command_table, conflicts
from pbem.inbound.at_hand import MailAtHand
from pbem.inbound.lines import AHEAD, CHECK, ODDS, UNDO, Command, Split, begins_with_command
from pbem.inbound.orders import Judged, OrdersOfMail
from pbem.inbound.sorting import Sorted
from pbem.reading.reader import Reading
from pbem.reports.answers import Answer
from pbem.reports.document import AnswerLine, Document, Section, echoed
from pbem.reports.turn import in_words
from pbem.store import inbox
from pbem.store.models import Game, Player, Seat

# The marks of commands that brought nothing about.
IN_VAIN = frozenset({"no", "which?"})
# The words by which a mail asks that nothing in it is played.
TRIALS = (CHECK, ODDS, UNDO)

EACH_ITS_OWN = (
    "This mail is about several of your games, and no orders can be sent in answer to it: each game has an address of "
    "its own. Answer its latest report; REPORT and the game's name sends it again."
)
PLAYED_UNANSWERED = "You did not answer our question, so your orders were played as you mailed them."
STILL_HELD = "The orders that you sent before are still carried out, at {until}. TAKE BACK takes them back until then."
STILL_KEPT = (
    "The orders that you sent before are still kept, and carried out when the host lets the game go on. Until then "
    "TAKE BACK takes them back."
)
BEGINS_LIKE = "If {} was meant as a command"
WAITS_WITH_ORDERS = "not done, since a line of this mail was not understood; send it again"
SILENT = (
    f"Your last {inbox.MOST_ECHOES} mails said the same, or nothing that I understood, as the mails of a machine do. "
    "I answer such mails no more until a day has passed without them. Orders, and anything else that I understand, are "
    "read as ever."
)


class Answering:
    """The lines of one mail, told apart (`told`), and sorted where it is to a seat; answered once, by `answer`."""

    def __init__(
        self,
        at: MailAtHand,
        player: Player,
        game: Game | None,
        seat: Seat | None,
        told: Split,
        found: Sorted | None = None,
    ) -> None:
        self.at, self.player, self.game, self.seat, self.told = at, player, game, seat, told
        self.session, self.context = at.session, at.context
        self.reading = Reading(()) if found is None else found.reading
        self.written = () if found is None else found.written  # what the reading is of, remarks left out
        self.draft = None if found is None else found.draft  # of a mail whose orders are for a later question
        self.trial = _trial(told)

    def answer(self, opening: Sequence[Section], subject: str | None = None) -> turns.Frozen | None:
        """Do what the lines ask for, answer them and be done with the mail; the turn that they complete, if they do.

        With a `subject` its orders are not judged. Raises Busy.
        """
        # What binds waits with the orders, until it is known what their writer means.
        bound = [each for each in self.told.commands if self.reading.unclear and each.word in conflicts.BINDING]
        carried = self._carry_out([each for each in self.told.commands if each not in bound])
        replies = carried.replies
        judged = self._judge() if subject is None else Judged(subject)
        answer = Answer(
            self.at.mail.message_id,
            (*opening, *judged.opening, *self._still_held(judged)),
            (*not_read(self.told.chatter), *carried.lines, *judged.others, *_held_back(bound)),
            (
                *judged.foreseen,
                *(section for reply in replies for section in reply.sections),
                *self._like_commands(),
                *_where_to_write(self.seat, replies),
            ),
            tuple(file for reply in replies for file in reply.attachments),
        )
        frozen = self._keep(judged, answer)
        echo = self._echo(judged, replies)
        if echo is not None and self._is_echo_too_many(echo):
            self._stay_silent(echo)
            return None
        # Orders that run at once are answered by the report of the turn they make; it opens with this answer.
        if judged.kept is None or judged.subject:
            self._mail(judged, answer, replies)
        self._start_full_games(replies)
        self.at.close("read", echo=echo)
        return frozen

    # --- What the lines come to -----------------------------------------------------------------------------------

    def _carry_out(self, commands: Sequence[Command]) -> limits.Carried:
        asker = queries.asker_of(self.session, self.player, self.game, self.seat, self.at.sender)
        return limits.carry_out(
            commands,
            lambda command: command_table.carried_out(self.session, self.context, asker, command, self.told),
        )

    def _like_commands(self) -> tuple[Section, ...]:
        """How the commands are written with which lines begin that stop the mail: `TIMEZONE UTC+1`."""
        begun = dict.fromkeys(begins_with_command(line.text) for line in self.reading.unclear)
        return tuple(fixed(BEGINS_LIKE.format(word), queries.how_written(word)) for word in begun if word is not None)

    def _judge(self) -> Judged:
        at = self.at
        orders = OrdersOfMail(
            self.session,
            at.to,
            at.row.received_at,
            at.mail.why_empty,
            at.own,
            self.reading,
            self.written,
            self.trial,
            None if self.draft is None else partial(ahead.judge_draft, draft=self.draft),
            self.player,
        )
        return orders.judge(self.game, self.seat, self.told, check_only=self.trial is not None)

    def _keep(self, judged: Judged, answer: Answer) -> turns.Frozen | None:
        """Keep the orders as they are to be kept: until a YES, for the turn, or ahead; the turn that they complete."""
        seat, kept = self.seat, judged.kept
        if seat is None:
            return None
        if kept is None:
            if judged.ahead is not None:
                kept_ahead.keep(self.session, seat, self.at.row, *judged.ahead)
            return None
        if judged.asks:
            # The question is mailed now; what is kept is told if the orders are played without an answer.
            unanswered = Answer(self.at.mail.message_id, (words(None, PLAYED_UNANSWERED),))
            sent = turns.Sent(kept.lines, kept.orders, kept.checked, unanswered)
            turns.ask_first(self.session, kept.turn, seat, self.at.row, sent, binding=judged.binds)
            return None
        sent = turns.Sent(kept.lines, kept.orders, kept.checked, answer)
        return turns.hand_in(self.session, self.context, kept.turn, seat, self.at.row, sent)

    def _start_full_games(self, replies: Sequence[Reply]) -> None:
        for reply in replies:
            # A later line of the same mail may have freed a seat, or the game have begun by an earlier one.
            if reply.starts is not None and reply.starts.state == "forming" and table.is_full(reply.starts):
                turns.start(self.session, self.context, reply.starts)

    # --- Machines that answer ours --------------------------------------------------------------------------------

    def _echo(self, judged: Judged, replies: Sequence[Reply]) -> str | None:
        """What was said, where that brought nothing about; None where it did, or was judged as orders are."""
        acted = any(reply.mark not in IN_VAIN and reply.is_news for reply in replies)
        if acted or judged.kept is not None or judged.ahead is not None or judged.tried:
            return None
        if not self.reading.lines and all(reply.mark in IN_VAIN for reply in replies):
            return inbox.NOT_UNDERSTOOD
        return sha256("\n".join(line.text for line in self.at.own.lines).encode()).hexdigest()[:16]

    def _is_echo_too_many(self, echo: str) -> bool:
        return inbox.echoes(self.session, self.at.row.id, self.at.sender, echo) >= inbox.MOST_ECHOES

    def _stay_silent(self, echo: str) -> None:
        """Answer no more, as a machine would answer that in turn; once a day the writer is told, if he is none."""
        self.at.close("held", inbox.LIKE_A_MACHINE, echo=echo)
        if self.at.may_tell(self.player.address, "machine"):
            self.at.answer(self.player, Document("your mails are not answered for now", (words(None, SILENT),)))

    # --- The answer -----------------------------------------------------------------------------------------------

    def _mail(self, judged: Judged, answer: Answer, replies: Sequence[Reply]) -> None:
        seat, told = self.seat, self.told
        is_news = len(replies) == 1 and replies[0].is_news and not told.orders
        subject = echoed(replies[0].said) if is_news else judged.subject
        # What is told out of the blue of a seat can be answered with orders, as it says.
        about = seat or _only_seat(replies)
        tried = judged.kept is not None or judged.tried or self.trial is not None
        mails.answer(
            self.session,
            self.context,
            self.at.row,
            self.at.mail,
            self.player,
            Document(subject, answer.sections(() if _says_itself(judged) else judged.answers), answer.attachments),
            self.game if seat is not None or about is None else about.game,
            about,
            self.at.row.id if seat is not None and judged.kept is not None and judged.asks else None,
            judged.drawn_up,
            # What a report or STATUS tells is not told again, but nobody's set-up may be left out for that.
            # Of orders that are taken, nothing is; the others' are told with them where they are waited for.
            wanted=bool(judged.drawn_up)
            or not (self._is_held(judged) or any(reply.whole and reply.about is about for reply in replies)),
            # Who tried his orders, or asked for something else, has the form in his latest report.
            form=not tried and (bool(told.orders) or not replies),
            # A mail of questions alone has no news of its own; what is wanted is what its subject can tell.
            asks=bool(told.commands) and not told.orders and not is_news,
        )

    def _is_held(self, judged: Judged) -> bool:
        """Whether the orders of this mail are carried out after a while, so that nothing more is wanted until then."""
        kept, seat = judged.kept, self.seat
        return kept is not None and seat is not None and turns.held_until(self.session, kept.turn, seat) is not None

    def _still_held(self, judged: Judged) -> tuple[Section, ...]:
        """That earlier orders will be carried out, though these are not taken: whoever mends his orders must know."""
        game, seat = self.game, self.seat
        if game is None or seat is None or game.state != "running" or not self.told.orders or judged.kept is not None:
            return ()
        turn = table.current_turn(self.session, game)
        if turns.waits_for_host(self.session, turn, seat):
            return (words(None, STILL_KEPT),)
        until = turns.held_until(self.session, turn, seat)
        if until is None:
            return ()
        return (words(None, STILL_HELD.format(until=in_words(until, mails.zone_of(seat)))),)


def _trial(told: Split) -> str | None:
    """The line by which a mail asks that nothing in it is played; None where it does not.

    Whoever wants a move back has not thought of what else may be in his mail, and whoever asks for odds besides is
    told them.
    """
    asks = [each for each in told.commands if each.word in TRIALS or (each.word == AHEAD and each.half)]
    trials = [f"{each.word} {each.rest}".strip().upper() for each in asks]
    return next((each for each in trials if each.startswith(ODDS)), trials[0]) if trials else None


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


def _says_itself(judged: Judged) -> bool:
    """Whether a mail was a question and no more, whose answer stands below: that it was one need not be said."""
    return [(each.mark, each.said) for each in judged.answers] == [("ok", BELOW)]
