"""A player's mail: whether it is heeded, whom or what it is for, and its lines told apart; `answering` answers them."""

from __future__ import annotations

import re
from collections.abc import Callable

import msgspec

from pbem.addresses import signed
from pbem.commands import queries
from pbem.commands.answers import words
from pbem.events.kept import names_of_events
from pbem.games import clocks, mails, stand_ins, table, turns
from pbem.inbound import ahead, check_in, conflicts, doubted, gm, quotes, td
from pbem.inbound.answering import Answering
from pbem.inbound.at_hand import MailAtHand
from pbem.inbound.grounds import seat_of
from pbem.inbound.lines import AHEAD, Command, Split, is_yes, split, without_seat
from pbem.inbound.quotes import Conflict
from pbem.inbound.screen import WriterKind
from pbem.inbound.sorting import sort
from pbem.outbound.posting import answers_lately
from pbem.reports.answers import Answer
from pbem.reports.document import Document, Section
from pbem.store import inbox, trouble
from pbem.store.models import Game, Player, Seat

ANSWERS_AN_HOUR = 200

FORGED = (
    "The address you wrote to is no reply address of ours that still holds, so nothing was played. It was retired, as "
    "when a host sets a game back or gives a seat to somebody else, or it was cut short on its way. Answer the latest "
    "report of your game; REPORT and the game's name sends it again."
)
TOO_LARGE = (
    "A mail of yours came that has {:.1f} MiB; the most that is taken in is {} MiB. So it was not read, and nothing in "
    "it was carried out. Please write it again without pictures and attachments."
)
TOO_MANY = (
    f"More than {ANSWERS_AN_HOUR} mails came from your address within an hour, so this one and those that follow are "
    "kept unread for now. If a program answers our mails for you, please stop it; the host can release what is kept."
)
NOTHING_ASKED = (
    "There is nothing that waits for your YES: it was played already, or newer orders or the deadline came first."
)


class GroundsShifted(Exception):
    """The mail is about another game than the one it was read for."""


class PlayerMail:
    """One mail of a player."""

    def __init__(self, at: MailAtHand, player: Player) -> None:
        self.at, self.player = at, player
        self.session, self.context = at.session, at.context

    def read(self) -> turns.Frozen | None:
        """Do what the mail asks for and answer it; the turn that it completes, if it does.

        Raises Busy and GroundsShifted where it cannot be read now.
        """
        if self._is_flood() or doubted.is_asked_about(self.at, self.player, self._told_for_doubt, self._says_yes):
            return None
        clocks.heard_from(self.session, self.context, self.player, self.at.row.received_at)
        trouble.heard_from(self.session, {self.at.sender, self.player.address})
        if self.at.row.cut_from is not None:
            self._say_too_large(self.at.row.cut_from)
            return None
        if self._is_for_desk():
            self.at.close("read")
            return None
        return self._read_lines()

    def welcome(self, greeting: Section) -> None:
        """Answer the mail by which its writer became a player: it may have commands, and orders for no seat yet."""
        told, conflict = self._split(), self.at.own.conflict
        asked = () if conflict is None else (conflicts.why(conflict),)
        Answering(self.at, self.player, None, None, told).answer((greeting, *asked), subject="welcome")

    # --- Whether it is heeded -------------------------------------------------------------------------------------

    def _is_flood(self) -> bool:
        """Whether so much was answered lately that this is kept unread; then that is told, once a day.

        Two machines that answer each other are stopped here, whatever their headers say.
        """
        if answers_lately(self.session, self.player.address) < ANSWERS_AN_HOUR:
            return False
        self.at.close("held", f"more than {ANSWERS_AN_HOUR} mails in an hour")
        if self.at.may_tell(self.player.address, "flood"):
            self.at.answer(self.player, Document("too many mails", (words(None, TOO_MANY),)))
        return True

    def _say_too_large(self, size: int) -> None:
        """Tell the writer of a mail of which the head alone was taken in that nothing in it was read."""
        most = self.context.settings.max_mail_mb
        told = TOO_LARGE.format(size / (1 << 20), most)
        self.at.answer(self.player, Document("your mail is too large", (words(None, told),)))
        self.at.close("dropped", f"larger than {most} MiB")

    def _is_for_desk(self) -> bool:
        """Whether a desk has answered the mail: a director's, the host's, or that where events are entered."""
        at, player = self.at, self.player
        desk_mail = (self.session, self.context, at.row, at.mail, player, at.to, at.own)
        if td.is_for_desk(self.session, self.context, at.to, player, at.sender, at.own):
            td.answer(*desk_mail)
            return True
        if gm.is_for_desk(self.context.settings, at.to, at.sender, at.own):
            gm.answer(*desk_mail)
            return True
        return isinstance(at.to, signed.EntryAddress) and check_in.answer(
            self.session, self.context, at.row, at.mail, player, at.to, at.own, self._split()
        )

    # --- The game it is for ---------------------------------------------------------------------------------------

    def _read_lines(self) -> turns.Frozen | None:
        at = self.at
        game, seat, notice = self._seat_of_mail()
        if (game.name if game else None) != at.grounds.game:
            raise GroundsShifted
        if game is None or seat is None:
            told = self._with_subject(self._split())
            told = told and without_seat(told)
            return None if told is None else Answering(at, self.player, game, seat, told).answer(notice)
        notice = (*notice, *self._take_back(game, seat))
        told = self._split()
        if self._says_yes(told):
            return None if self._waits_for_host(game, seat) else self._confirm(game, seat)
        told = self._with_subject(told)
        if told is None:
            return None
        found = sort(self.session, game, seat, told) if at.own.conflict is None else None
        told = told if found is None else found.split
        if told.orders and self._waits_for_host(game, seat):
            return None
        return Answering(at, self.player, game, seat, told, found).answer(notice)

    def _seat_of_mail(self) -> tuple[Game | None, Seat | None, tuple[Section, ...]]:
        """The game and seat that the reply address names, if it is the player's own and not retired."""
        to = self.at.to
        if isinstance(to, signed.Forged | signed.DeskAddress):
            return None, None, (words(None, FORGED),)
        if not isinstance(to, signed.SeatAddress):
            return None, None, ()
        game, seat = seat_of(self.session, to, self.player)
        if seat is None:
            self.at.warn_owner(to)
            return None, None, (words(None, "The address you wrote to belongs to another player's seat."),)
        return game, seat, ()

    def _take_back(self, game: Game, seat: Seat) -> tuple[Section, ...]:
        """Whoever writes plays himself again: the robot that played his seat leaves, once it has played its turn."""
        if not seat.robot or game.state != "running" or table.waits_for_host(game) is not None:
            return ()
        turn = turns.ensure_open(self.session, game, self.at.row.received_at)
        return (stand_ins.take_back(self.session, self.context, game, seat, turn),)

    def _waits_for_host(self, game: Game, seat: Seat) -> bool:
        """Whether the game waits for its host, and with it this mail, which is told."""
        why = table.waits_for_host(game)
        if why is None:
            return False
        mails.wait_for_host(self.session, self.context, self.at.row, self.at.mail, game, seat, why)
        self.at.close("held", inbox.WAITS_FOR_HOST)
        return True

    def _confirm(self, game: Game, seat: Seat) -> turns.Frozen | None:
        """Play what the player was asked about; an answer that comes too late, or twice, plays nothing."""
        at = self.at
        asked = at.to.asked if isinstance(at.to, signed.SeatAddress) else None
        turn = turns.ensure_open(self.session, game, at.row.received_at)
        # What becomes of orders that run at once is told of each of their lines.
        answer = Answer(at.mail.message_id, ())
        try:
            frozen = turns.confirm(self.session, self.context, turn, seat, asked or 0, answer, at.row.received_at)
        except turns.NotAsked:
            document = Document("nothing waits for your YES", (words(None, NOTHING_ASKED),))
            at.answer(self.player, document, game, seat)
            at.close("read")
            return None
        if frozen is None:
            document = Document("orders kept", (words(None, "You confirmed with YES what you had mailed."),))
            at.answer(self.player, document, game, seat)
        at.close("read")
        return frozen

    # --- Its lines ------------------------------------------------------------------------------------------------

    def _split(self) -> Split:
        """The writer's own lines, told apart."""
        at = self.at
        told = split(
            at.own.lines, at.grounds.may_be_meant, self._names_a_game(), at.grounds.opens_words, at.grounds.letter
        )
        if at.own.conflict is None and any(each.doubtful for each in told.commands):
            at.own = msgspec.structs.replace(at.own, conflict=Conflict.WORDS)
        if told.orders and ahead.is_word(_bare(at.mail.subject)):
            # Orders that are not for now must not be played now.
            told = msgspec.structs.replace(told, commands=(Command(0, at.mail.subject, AHEAD, ""), *told.commands))
        return told if at.own.conflict is None else conflicts.held_back(at.own, told)

    def _with_subject(self, told: Split) -> Split | None:
        """The lines, and where none of them asks for anything the subject as one; None where a machine wrote that."""
        if told.commands or any(line.source != "quoted" for line in told.orders):
            return told
        if self.at.nature.kind is WriterKind.DOUBTFUL:
            self.at.drop_as_machine()
            return None
        return told if self.at.own.conflict is Conflict.TOO_LONG else self._subject_as_command(told)

    def _told_for_doubt(self) -> Split:
        told = self._split()
        empty = not told.commands and not told.orders and self.at.own.conflict is None
        return self._subject_as_command(told) if empty else told

    def _subject_as_command(self, told: Split) -> Split:
        line, grounds = quotes.OwnLine(1, _bare(self.at.mail.subject), "typed"), self.at.grounds
        subject = split((line,), grounds.may_be_meant, self._names_a_game(), grounds.opens_words)
        return Split(subject.commands, told.orders, told.chatter)

    def _says_yes(self, told: Split) -> bool:
        """Whether the mail is a YES to the address of a seat that asks for one."""
        to = self.at.to
        asks = isinstance(to, signed.SeatAddress) and to.asked is not None
        return asks and self.at.own.conflict is None and is_yes(told)

    def _names_a_game(self) -> Callable[[str], bool]:
        known: set[str] = set()

        def names_a_game(text: str) -> bool:
            # Asked of misspelt commands alone, which few mails have; a mail may have thousands of them.
            if not known:
                known.update(queries.games_known_to(self.session, self.player), ("",))
                known.update(name.replace(" ", "") for name in names_of_events(self.session))
            return text.replace(" ", "").lower() in known

        return names_a_game


def _bare(subject: str) -> str:
    """The subject without what mail programs and we put before it: `Re:`, `AW:`, `[marengo7 Napoleon]`."""
    return re.sub(r"^(\s*((?!say:)\w{1,4}:|\[[^\]]*\]))*\s*", "", subject, flags=re.IGNORECASE)
