"""The mails of a game, each drafted here with its thread: reports, reminders, press, and the answers to mails.

Every mail to a seat answers the one before it and names the first, so that a game is one thread in the player's mail
program. The reply address carries the seat and the step of the question; it stands in Reply-To and nowhere else, so
that a report can be quoted or forwarded without giving the seat away.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime
from typing import Any, Literal

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session

from core.contract import Event, Json, Note
from core.dice import commitment
from pbem.addresses import links, signed
from pbem.games import ahead, clocks, misses, mustered, press, table
from pbem.games.clocks import LONGEST_BOUNCE, Clocks
from pbem.games.kept_record import KeptRecord
from pbem.inbound.mime import OpenedMail
from pbem.outbound.posting import Draft, post
from pbem.reports import standing
from pbem.reports.answers import has_sound_line
from pbem.reports.document import LONGEST_SUBJECT, Attachment, Document, Section, subject_line
from pbem.reports.turn import (
    HOST_ENDED,
    QUOTATION_RULE,
    GameFacts,
    first_and_wanted,
    fitting,
    in_words,
    letter,
    order_form,
    silence_of,
    tag,
    turn_report,
)
from pbem.rulesets import presentation
from pbem.rulesets.contract import Matter
from pbem.rulesets.sentences import sentence
from pbem.runtime.context import Context
from pbem.store import outbox
from pbem.store.database import now
from pbem.store.models import Game, Inbox, Outbox, Player, PressCopy, Seat, Turn

REMINDER = " (reminder)"
KEPT_UNREAD = (
    "Your mail is kept, and nothing in it was carried out. It is read and answered when the host lets the game go on; "
    "no deadline passes meanwhile."
)
STOPPED = (
    "Nothing is played and no deadline passes until he has seen to it; you are told then. Orders that are in, and "
    "mails that come, are kept."
)


WILL_BE_RATED = Section(
    "Ratings", "words", ("This game was rated. RATING tells how you stand, in a moment, and HISTORY by how much.",)
)


class Answering(msgspec.Struct, frozen=True):
    """What a report answers: the mail of this Message-ID, whose answer these sections and attachments are."""

    message_id: str
    sections: tuple[Section, ...]
    attachments: tuple[Attachment, ...]


# --- Reports ------------------------------------------------------------------------------------------------------


class Reports:
    """The reports of a turn to the seats of its game, within one transaction."""

    def __init__(self, game: Game, turn: Turn, position: Any, kept: KeptRecord, running: Clocks) -> None:
        self.game, self.turn, self.kept, self.clocks = game, turn, kept, running
        self.words = presentation(game.ruleset)
        self.rules = self.words.rules
        self.position = position
        self.tells_rolls = self.rules.open_rolls(position)
        self._copies: Sequence[PressCopy] | None = None
        over = game.state == "over"
        self.outcome = self.rules.outcome(position) or kept.outcome()
        self.facts = GameFacts(
            name=game.name,
            version=game.version,
            players={each.name: who for each in game.everybody if (who := table.who_has(each))},
            commitment=commitment(bytes.fromhex(game.seed)),
            # The length tells how many mails were carried out, and so that somebody does something in secret.
            length=kept.length if table.record_is_open(game, position) else None,
            head=kept.head,
            seed=game.seed if over else None,
            outcome=self.outcome,
            awaited=tuple(decision.seat for decision in table.awaited(game, turn)),
        )

    def document(
        self, seat: Seat, since: int, answers: Sequence[Section] = (), *, first: bool = False, full: bool = False
    ) -> Document:
        """The report to a seat, with what the record tells from the entry `since` on; `full` whatever was chosen."""
        facts = msgspec.structs.replace(self._facts_for(seat), first=first, full=full or _in_full(seat))
        view = self.kept.legible(self.rules.view(self.position, seat.name))
        rolls = self.kept.rolls(since) if self.tells_rolls else ()
        return turn_report(self.words, facts, view, seat.name, self.kept.events(since), rolls, answers)

    def mail(
        self,
        session: Session,
        context: Context,
        seat: Seat,
        *,
        answering: Answering | None = None,
        opening: Sequence[Section] = (),
        first: bool = False,
        before: Any = None,
        key: str | None = None,
    ) -> None:
        """Mail a seat its report; with `answering` it is also the answer to the mail that made the turn.

        Of what has changed nothing on the board since the position `before`, a letter tells.
        """
        began = mustered.sections(self.game, seat.name, seat.reported, first=first)
        above = (*opening, *began, *(answering.sections if answering else ()))
        is_letter = before is not None and not _in_full(seat) and self._looks_as(before, seat)
        document = self._letter(seat, above) if is_letter else self.document(seat, seat.reported, above, first=first)
        if self.game.state == "over" and self.game.rated and not is_letter:
            document = Document(document.subject, (*document.sections, WILL_BE_RATED), document.attachments)
        copies = [] if is_letter else [each for each in self._unquoted(session) if _is_to(each, seat)]
        quoted = press.quotation(session, seat, copies)
        attachments = [*document.attachments, *(answering.attachments if answering else ())]
        if self.game.state == "over":
            attachments.append(self.kept.file())
        _post_to_seat(
            session,
            context,
            Document(document.subject, (*document.sections, *((quoted,) if quoted else ())), tuple(attachments)),
            key or f"report/{self.game.name}/{self.turn.number}/{seat.name}",
            seat,
            self.turn,
            in_reply_to=answering.message_id if answering else None,
            automatic="auto-replied" if answering else "auto-generated",
        )
        for copy in copies:
            copy.quoted_in = seat.last_message_id
        if not is_letter:
            seat.reported_before = seat.reported
        seat.reported = self.kept.length

    def _unquoted(self, session: Session) -> Sequence[PressCopy]:
        if self._copies is None:
            self._copies = press.unquoted(session, self.game)
        return self._copies

    def _letter(self, seat: Seat, answers: Sequence[Section]) -> Document:
        """A few lines to a seat: the answer to its mail, and what happened since the last mail to it."""
        view = self.kept.legible(self.rules.view(self.position, seat.name))
        return letter(self.words, self._facts_for(seat), view, seat.name, self.kept.events(seat.reported), answers)

    def _facts_for(self, seat: Seat) -> GameFacts:
        """What the report tells of the game, its times by the clocks of the seat's player."""
        zone = zone_of(seat)
        return msgspec.structs.replace(
            self.facts,
            deadline=self.clocks.deadline(self.turn, seat),
            zone=zone,
            clock=self.clocks.told(self.turn, self.words.seat_title, zone),
            between=misses.matters(self.game, self.turn, seat),
            flag=self.clocks.terms.flag,
            ahead=ahead.section(seat),
        )

    def _looks_as(self, before: Any, seat: Seat) -> bool:
        """Whether the seat is asked the same as at the position `before`, on the same board."""
        if self.facts.outcome is not None or self.rules.step(before) != self.rules.step(self.position):
            return False
        then, is_now = (self.words.map_text(self.rules.view(each, seat.name)) for each in (before, self.position))
        return then == is_now


def reports_of(session: Session, context: Context, game: Game, turn: Turn, kept: KeptRecord | None = None) -> Reports:
    """The reports of a turn as it stands; `kept` where somebody has the game's record at hand."""
    running = Clocks(session, context, game)
    return Reports(game, turn, table.position_of(game, turn), kept or KeptRecord(session, game), running)


def present_report(
    session: Session, context: Context, game: Game, seat: Seat, turn: Turn, *, full: bool = False
) -> Document:
    """The report of the present turn once more, with all that the last one told and what came since; not mailed.

    `full` whatever the player has chosen.
    """
    return reports_of(session, context, game, turn).document(seat, seat.reported_before, full=full)


def told_last(session: Session, game: Game, seat: Seat) -> tuple[Event, ...]:
    """The events of the present report that the seat may know of."""
    events = KeptRecord(session, game).events(seat.reported_before)
    return tuple(event for event in events if event.seen_by is None or seat.name in event.seen_by)


def zone_of(seat: Seat | None) -> str:
    """The time zone that a seat's player reads times in."""
    return seat.player.zone if seat is not None and seat.player is not None else "UTC"


def _is_to(copy: PressCopy, seat: Seat) -> bool:
    return copy.seat == seat.name and copy.player_id == seat.player_id


def _in_full(seat: Seat) -> bool:
    return seat.player is not None and seat.player.full


def end_by_host(session: Session, game: Game) -> str | None:
    """How a host has ended the game, as a sentence; None where he has not."""
    outcome = KeptRecord(session, game).outcome() if game.state == "over" else None
    return None if outcome is None else HOST_ENDED.get(outcome.reason)


# --- A few lines --------------------------------------------------------------------------------------------------


def tell(
    session: Session,
    context: Context,
    seat: Seat,
    subject: str,
    sections: Sequence[Section],
    key: str,
    *,
    attachments: Sequence[Attachment] = (),
) -> None:
    """Mail a seat a few lines: what a host did, say, or what another player says."""
    game = seat.game
    document = Document(
        f"{tag(presentation(game.ruleset), game.name, seat.name)} {subject}", tuple(sections), tuple(attachments)
    )
    _post_to_seat(session, context, document, f"{key}/{seat.name}", seat, table.current_turn(session, game))


def was_told(session: Session, key: str, seat: Seat) -> bool:
    """Whether a seat was mailed something under this key."""
    return session.scalar(select(Outbox.id).where(Outbox.key == f"{key}/{seat.name}")) is not None


def tell_of_stop(session: Session, context: Context, game: Game, turn: Turn) -> None:
    """Tell all seats that the game was stopped, and waits for the host."""
    if game.stopped is None:
        return
    for seat in game.everybody:
        key = f"stopped/{game.name}/{turn.number}"
        tell(
            session,
            context,
            seat,
            "the game waits for the host",
            [Section(None, "words", (game.stopped, STOPPED))],
            key,
        )


# --- Other mails to a seat ----------------------------------------------------------------------------------------


def remind(session: Session, context: Context, game: Game, seat: Seat, turn: Turn, number: int) -> None:
    """Mail a silent seat its question again, the clock first; `number` counts the reminders of one question."""
    document = present_report(session, context, game, seat, turn)
    until = in_words(seat.due_at, zone_of(seat)) if seat.due_at else "soon"
    opening = Section(None, "words", (f"A reminder: {game.name} waits for you, until {until}.",))
    subject = f"{subject_line(document.subject, LONGEST_SUBJECT - len(REMINDER))}{REMINDER}"
    document = Document(subject, (opening, *document.sections), document.attachments)
    _post_to_seat(session, context, document, f"remind/{game.name}/{turn.number}/{seat.name}/{number}", seat, turn)


def tell_who_waits(session: Session, context: Context, game: Game, silent: Seat, turn: Turn) -> None:
    """Tell the seats that wait for a silent one that its time is nearly over."""
    ruleset = presentation(game.ruleset)
    who = ruleset.seat_title(silent.name)
    for seat in game.seats:
        is_silent = seat.step == turn.step and seat.answered_at is None
        if is_silent or silent.due_at is None:
            continue
        until = in_words(silent.due_at, zone_of(seat))
        document = Document(
            f"{tag(ruleset, game.name, seat.name)} {who} has until {until}",
            (Section(None, "words", (f"{who} has been reminded for the last time, and has until {until}.",)),),
        )
        key = f"waiting/{game.name}/{turn.number}/{silent.name}/{seat.name}"
        _post_to_seat(session, context, document, key, seat, turn)


def came_back(session: Session, context: Context, mail: int) -> None:
    """Keep the clock still of the seat whose report was refused or came back for good, and tell who waits for it."""
    lost = clocks.mail_came_back(session, context, mail)
    if lost is None:
        return
    ruleset, game, turn = presentation(lost.game.ruleset), lost.game, table.current_turn(session, lost.game)
    who = ruleset.seat_title(lost.name)
    for seat in game.seats:
        if seat is not lost:
            days = LONGEST_BOUNCE.days
            told = (f"Mail to {who} came back. The clock stands until {who} writes, for {days} days at most.",)
            document = Document(
                f"{tag(ruleset, game.name, seat.name)} mail to {who} came back", (Section(None, "words", told),)
            )
            _post_to_seat(session, context, document, f"bounce/{mail}/{seat.name}", seat, turn)


def pass_on_press(session: Session, context: Context, game: Game, turn: Turn, note: Note) -> None:
    """Mail a seat's words to the seats they are meant for."""
    ruleset = presentation(game.ruleset)
    sender = ruleset.seat_title(note.sender)
    for name in note.to:
        seat = table.seat_named(game, name)
        if seat is not None and seat.player is not None:
            document = Document(
                f"{tag(ruleset, game.name, name)} a note from {sender}",
                (Section(f"{sender} writes", "words", tuple(note.text.split("\n"))),),
            )
            key = f"note/{game.name}/{turn.number}/{name}/{secrets.token_hex(4)}"
            _post_to_seat(session, context, document, key, seat, turn)


def pass_on_words(session: Session, context: Context, game: Game, said: press.Said) -> None:
    """Mail what a player said to each seat that it reaches, at once."""
    ruleset = presentation(game.ruleset)
    sender = press.SOMEBODY.lower() if said.sender is None else ruleset.seat_title(said.sender)
    to = f" TO {said.sender}" if said.sender is not None and len(game.seats) > 2 and game.press_to == "one" else ""
    whose = f" {said.sender}" if said.sender is not None and game.press != "grey" else ""
    kept_away = "the words of that seat" if whose else "all such words"
    how = (
        f'To answer, reply with the line "SAY{to}:", your words below it, and a line END below them. The line '
        f'"MUTE{whose}" keeps {kept_away} from you.'
    )
    for name in said.reached:
        seat = table.seat_named(game, name)
        if seat is None:
            continue
        heading = press.heading(game, said.sender, said.addressed, name)
        sections = (
            Section(None, "words", (f"{heading}, in a game of {ruleset.title}.",)),
            Section("The words", "fixed", press.set_apart(said.lines)),
            Section(None, "words", (how,)),
        )
        tell(session, context, seat, f"words from {sender}", sections, f"press/{said.ident}")


def warn_of_stranger(session: Session, context: Context, game: Game, seat: Seat, stranger: str) -> None:
    """Tell a seat's player that somebody else wrote to its reply address; nothing of that mail was played."""
    ruleset = presentation(game.ruleset)
    document = Document(
        f"{tag(ruleset, game.name, seat.name)} a mail to your seat from another address",
        (
            Section(
                None,
                "words",
                (
                    f"Somebody wrote to the reply address of your seat from {stranger}. Nothing of it was played.",
                    f"If it was you, answer this mail with the line ADDRESS ADD {stranger}: once it is known as yours "
                    "what you wrote from there is read. If not, somebody has seen a reply address of yours; without "
                    "your address it is of no use.",
                ),
            ),
        ),
    )
    key = f"stranger/{game.name}/{seat.name}/{now(session).date().isoformat()}"
    turn = table.current_turn(session, game) if game.state != "forming" else None
    _post_to_seat(session, context, document, key, seat, turn)


# --- Answers ------------------------------------------------------------------------------------------------------


def answer(
    session: Session,
    context: Context,
    row: Inbox,
    mail: OpenedMail,
    player: Player,
    document: Document,
    game: Game | None,
    seat: Seat | None,
    asked: int | None = None,
    drawn_up: Sequence[str] = (),
    *,
    wanted: bool = True,
    form: bool = True,
    asks: bool = False,
) -> None:
    """Mail a player the answer to a mail; where it was about a seat, what is `wanted` of that seat stands below.

    `asks`: the subject tells first what is wanted of the seat, as that of a report does.

    Without `form` a player who has not chosen full reports gets no order form, unless it has his own lines in it.

    With `asked` the answer to it may be YES, which plays what the stored mail of that number asked for. `drawn_up` are
    the player's own lines, marked, for a form that is worked on at length.
    """
    key = f"answer/{row.id}"
    if game is not None and seat is not None and game.state != "forming":
        turn = table.current_turn(session, game)
        has_form = form or _in_full(seat)
        until = Clocks(session, context, game).deadline(turn, seat)
        below: Sequence[Section] = ()
        # Whoever is asked for a YES owes that still, whatever he has sent before.
        kept = asked is None and table.holds_orders(session, turn, seat)
        if wanted:
            ended = end_by_host(session, game)
            below = (
                _what_is_wanted(
                    game, seat, turn, until, drawn_up, has_form=has_form, asked=asked is not None, kept=kept
                )
                if ended is None
                else [Section(STANDS, "words", (ended,))]
            )
        sections = (*document.sections, *below)
        subject = _subject(
            game, seat, document.subject, _wanted_now(game, seat, turn, until) if asks and not kept else ""
        )
        full = Document(subject, sections, document.attachments)
        _post_to_seat(
            session,
            context,
            full,
            key,
            seat,
            turn,
            in_reply_to=mail.message_id,
            automatic="auto-replied",
            asked=asked,
        )
        return
    post(
        session,
        context,
        Draft(
            document=Document(f"[pbem] {document.subject}", document.sections, document.attachments),
            key=key,
            to=player.address,
            reply_to=context.settings.address,
            in_reply_to=mail.message_id,
            references=(*mail.references[-5:], mail.message_id),
            automatic="auto-replied",
            pictures=player.pictures,
            page=_own_pages(session, context, player),
        ),
    )


def wait_for_host(
    session: Session, context: Context, row: Inbox, mail: OpenedMail, game: Game, seat: Seat, why: str
) -> None:
    """Tell a player that his mail is kept until the host lets the game go on; its answer comes then."""
    document = Document(
        f"{tag(presentation(game.ruleset), game.name, seat.name)} the game waits for the host",
        (Section(None, "words", (why, KEPT_UNREAD)),),
    )
    turn = table.current_turn(session, game)
    _post_to_seat(
        session,
        context,
        document,
        f"waits/{row.id}",
        seat,
        turn,
        in_reply_to=mail.message_id,
        automatic="auto-replied",
    )


def hint(session: Session, context: Context, stranger: str, mail: OpenedMail) -> None:
    """Mail a stranger how to become a player: by answering, from the same address.

    Nothing of his mail is repeated: whoever wrote it may have put somebody else's address to his words.
    """
    lines = (
        "This address runs games by mail, and it has had a mail from you for the first time.",
        "Answer this mail - an empty answer is enough - and you are enrolled, and what you asked for in the first mail "
        "is done. In the answer you can write HELP, NEW or JOIN.",
        "If it was not you who wrote, do nothing: nothing happens, and you will not hear of us again today.",
    )
    document = Document("[pbem] answer this mail to play", (Section(None, "words", lines),))
    day, number = now(session).date().isoformat(), outbox.hints_today(session, stranger)
    post(
        session,
        context,
        Draft(
            document=document,
            key=f"{outbox.HINT}{stranger}/{day}/{number}",
            to=stranger,
            reply_to=signed.enrol_address(context.settings, stranger),
            in_reply_to=mail.message_id,
            references=(mail.message_id,),
            automatic="auto-replied",
        ),
    )


# --- Drafting -----------------------------------------------------------------------------------------------------


def _post_to_seat(
    session: Session,
    context: Context,
    document: Document,
    key: str,
    seat: Seat,
    turn: Turn | None,
    *,
    in_reply_to: str | None = None,
    automatic: Literal["auto-replied", "auto-generated"] = "auto-generated",
    asked: int | None = None,
) -> None:
    if seat.player is None:
        return
    game = seat.game
    thread = [seat.first_message_id, seat.last_message_id, in_reply_to]
    step = turn.step if turn else 0
    draft = Draft(
        document=document,
        key=key,
        to=seat.player.address,
        reply_to=signed.seat_address(context.settings, game.name, seat.name, step, seat.nonce, asked),
        in_reply_to=in_reply_to or seat.last_message_id,
        references=tuple(dict.fromkeys(ident for ident in thread if ident)),
        automatic=automatic,
        game=game.name,
        seat=seat.name,
        sender_name=f"{presentation(game.ruleset).title} {game.name}",
        pictures=seat.player.pictures,
        page=_own_page(context, seat, seat.player),
    )
    seat.last_message_id = post(session, context, draft)
    seat.first_message_id = seat.first_message_id or seat.last_message_id
    delegation = seat.delegation
    if delegation is not None and delegation.until > now(session):
        # Without its seat, so that no clock hangs on how this copy fares.
        to, pictures = delegation.player.address, delegation.player.pictures
        page = _own_page(context, seat, delegation.player)
        copy = msgspec.structs.replace(draft, key=f"{key}/delegate", to=to, seat=None, pictures=pictures, page=page)
        post(session, context, copy)


def _own_page(context: Context, seat: Seat, player: Player) -> links.Link | None:
    """The link to the page of a seat for whoever is mailed; a game that has not begun has none."""
    if seat.game.state == "forming":
        return None
    return links.own_page(context.settings, seat.game.name, seat.name, seat.nonce, player.id)


def _own_pages(session: Session, context: Context, player: Player) -> links.Link | None:
    """The link to a player's pages beside games, while no game of his runs: the mails of one that does have its own."""
    if not context.settings.own_pages or any(game.state == "running" for game in table.games_of(session, player)):
        return None
    return links.own_pages(context.settings, player.id, player.address, now(session))


def _subject(game: Game, seat: Seat, said: str, wanted: str) -> str:
    """A subject under its game and seat: what is wanted first, and what else is said where there is room for it."""
    opening = f"{tag(presentation(game.ruleset), game.name, seat.name)} "
    return opening + fitting((wanted, said), len(opening))


def _wanted_now(game: Game, seat: Seat, turn: Turn, deadline: datetime | None) -> str:
    """What is wanted of a seat, in the few words of a subject; nothing where nothing is."""
    if game.state != "running" or table.waits_for_host(game) is not None:
        return ""
    ruleset, view = presentation(game.ruleset), table.view_of(game, seat, turn)
    ask, matters = ruleset.ask(view, seat.name), _between(game, seat, turn, view)
    if ask is None:
        return standing.asked(matters, may_play=False)
    begun = len(tag(ruleset, game.name, seat.name)) + 1
    # What opened them was told of by an earlier mail.
    new, old = standing.open_questions(matters, ())
    first = standing.asked(new, may_play=True)
    return fitting((first_and_wanted((first,), ask, deadline, zone_of(seat), begun), standing.still_asked(old)), begun)


def _between(game: Game, seat: Seat, turn: Turn, view: Json) -> tuple[Matter, ...]:
    """What is in force or open between the players, as the seat may know of it."""
    return standing.between(presentation(game.ruleset), view, seat.name, misses.matters(game, turn, seat))


STILL_WANTED, MAY_STILL, STANDS = "Still wanted of you", "What you may still write", "Where the game stands"
ALL_ARE_IN = "All orders are in; what becomes of them is told in a mail of its own."
WAIT_FOR_OTHERS = " Your orders wait for those of the others{until}: orders that you send before replace them."


def _what_is_wanted(
    game: Game,
    seat: Seat,
    turn: Turn,
    deadline: datetime | None,
    drawn_up: Sequence[str],
    *,
    has_form: bool,
    asked: bool,
    kept: bool,
) -> list[Section]:
    """What is wanted of a seat, with its form, for the end of an answer; of one whose orders are `kept` nothing is."""
    waits = table.waits_for_host(game)
    if waits is not None:
        return [Section(STANDS, "words", (waits,))]
    ruleset = presentation(game.ruleset)
    view = table.view_of(game, seat, turn)
    ask = ruleset.ask(view, seat.name) if game.state == "running" else None
    open_now = _between(game, seat, turn, view) if game.state == "running" else ()
    # Whoever is asked for a YES is told of nothing else that he could answer.
    between = [standing.section(open_now)] if open_now and not asked else []
    if ask is None:
        return [Section(STANDS, "words", (sentence(ruleset.status(view)),)), *between]
    if turn.state == "frozen" or turn.ready:
        return [Section(STANDS, "words", (ALL_ARE_IN,)), *between]
    put_right = bool(ask.usual and drawn_up) and tuple(drawn_up) != (ask.usual,)
    # Where every line is at fault, the usual form says more than they do.
    if put_right and has_sound_line(drawn_up):
        own = f"# Your own lines. Instead of them you can send: {ask.usual}"
        ask = msgspec.structs.replace(ask, form=(own, *drawn_up))
    silence = silence_of(ask, flag=clocks.flag_of(game))
    # Nobody waits for an umpire.
    wanted = not kept and any(decision.seat == seat.name for decision in table.awaited(game, turn))
    at_last = in_words(deadline, zone_of(seat)) if deadline else ""
    until = f" Answer by {at_last}. {silence}" if at_last else ""
    if kept:
        until = WAIT_FOR_OTHERS.format(until=f", until {at_last} at the latest" if at_last else "")
    return [
        Section(STILL_WANTED if wanted else MAY_STILL, "words", (ask.headline + until,)),
        *between,
        *((order_form(ruleset, ask), Section(None, "words", (QUOTATION_RULE,))) if has_form or put_right else ()),
    ]
