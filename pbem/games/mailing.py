"""The mails a game writes: reports, answers, reminders, notes. Each is put in the outbox, whole, with its thread.

Every mail to a seat answers the one before it and names the first, so that a game is one thread in the player's mail
program. The reply address carries the seat and the step of the question; it stands in Reply-To and nowhere else, so
that a report can be quoted or forwarded without giving the seat away.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import timedelta
from typing import Any, Literal

import msgspec
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from core.contract import Event, Json, Note
from core.dice import Roll, commitment
from pbem.addresses import signed
from pbem.games import table
from pbem.inbound.mime import OpenedMail
from pbem.outbound import compose
from pbem.reports import html, maps, text
from pbem.reports.document import Attachment, Document, Section
from pbem.reports.turn import GameFacts, in_words, tag, turn_report
from pbem.rulesets import presentation
from pbem.runtime.context import Context, notify_after_commit
from pbem.store.database import now
from pbem.store.models import Game, Inbox, Outbox, Player, RecordEntry, Seat, Turn

Automatic = Literal["auto-replied", "auto-generated"]


class Answering(msgspec.Struct, frozen=True):
    """The mail that a report answers: its Message-ID, and the document that would have answered it alone."""

    message_id: str
    document: Document


# --- What a seat may be told --------------------------------------------------------------------------------------


def view_of(game: Game, seat: Seat | None, turn: Turn) -> Json:
    """What the seat (None: an onlooker) may know of a turn's position."""
    rules = presentation(game.ruleset).rules
    position = rules.decode(turn.position, table.options_of(game))
    return rules.view(position, seat.name if seat else None)


def rolls_since(session: Session, game: Game, number: int) -> list[Roll]:
    """The rolls of the record's entries from `number` on."""
    return [Roll(**roll) for entry in _entries(session, game, number) for roll in entry.get("rolls", ())]


def events_since(session: Session, game: Game, number: int) -> list[Event]:
    """The events of the record's entries from `number` on, oldest first."""
    return [_event(flat) for entry in _entries(session, game, number) for flat in entry.get("events", ())]


# --- Letters ------------------------------------------------------------------------------------------------------


def report(
    session: Session,
    context: Context,
    game: Game,
    seat: Seat,
    turn: Turn,
    *,
    answering: Answering | None = None,
    first: bool = False,
) -> None:
    """Mail a seat the report of a turn; with `answering` it is also the answer to the mail that made the turn."""
    document = _turn_document(
        session,
        game,
        seat,
        turn,
        since=seat.reported,
        answers=answering.document.sections if answering else (),
        first=first,
    )
    if answering:
        document = msgspec.structs.replace(
            document, attachments=(*document.attachments, *answering.document.attachments)
        )
    if game.state == "over":
        document = msgspec.structs.replace(document, attachments=(*document.attachments, record_file(session, game)))
    seat.reported_before, seat.reported = seat.reported, _record_length(session, game)
    _post_to_seat(
        session,
        context,
        document,
        f"report/{game.name}/{turn.number}/{seat.name}",
        seat,
        turn,
        in_reply_to=answering.message_id if answering else None,
        automatic="auto-replied" if answering else "auto-generated",
    )


def present_report(session: Session, game: Game, seat: Seat, turn: Turn) -> Document:
    """The report of the present turn once more, with all that the last one told and what came since; not mailed."""
    return _turn_document(session, game, seat, turn, since=seat.reported_before)


def reminder(session: Session, context: Context, game: Game, seat: Seat, turn: Turn) -> None:
    """Mail a silent seat its question again, the clock first."""
    document = present_report(session, game, seat, turn)
    until = in_words(turn.deadline) if turn.deadline else "soon"
    opening = Section(None, "words", (f"A reminder: {game.name} waits for you, until {until}.",))
    document = Document(f"{document.subject} (reminder)", (opening, *document.sections), document.attachments)
    _post_to_seat(session, context, document, f"remind/{game.name}/{turn.number}/{seat.name}", seat, turn)


def relay(session: Session, context: Context, game: Game, turn: Turn, note: Note) -> None:
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


def answer(
    session: Session,
    context: Context,
    row: Inbox,
    mail: OpenedMail,
    player: Player,
    document: Document,
    game: Game | None,
    seat: Seat | None,
) -> None:
    """Mail a player the answer to a mail; where it was about a seat, what is wanted of that seat stands below."""
    key = f"answer/{row.id}"
    if game is not None and seat is not None and game.state != "forming":
        turn = _current(session, game)
        sections = (*document.sections, *_what_is_wanted(game, seat, turn))
        full = Document(
            f"{tag(presentation(game.ruleset), game.name, seat.name)} {document.subject}",
            sections,
            document.attachments,
        )
        _post_to_seat(session, context, full, key, seat, turn, in_reply_to=mail.message_id, automatic="auto-replied")
        return
    post(
        session,
        context,
        Document(f"[pbem] {document.subject}", document.sections, document.attachments),
        key,
        player.address,
        reply_to=context.settings.address,
        in_reply_to=mail.message_id,
        references=(*mail.references[-5:], mail.message_id),
        automatic="auto-replied",
    )


def hint(session: Session, context: Context, stranger: str, mail: OpenedMail, wishes: Sequence[str]) -> None:
    """Mail a stranger how to become a player: by answering, from the same address."""
    wanted = "; ".join(wishes)
    lines = (
        "This address runs games by mail, and it has had a mail from you for the first time.",
        f"You asked: {wanted}. " if wanted else "",
        "Answer this mail - an empty answer is enough - and you are enrolled"
        + (", and what you asked for is done." if wanted else "; in the answer you can write HELP, NEW or JOIN."),
        "If it was not you who wrote, do nothing: nothing happens, and you will not hear of us again today.",
    )
    document = Document(
        "[pbem] answer this mail to play", (Section(None, "words", tuple(line for line in lines if line)),)
    )
    day = now(session).date().isoformat()
    post(
        session,
        context,
        document,
        f"hint/{stranger}/{day}",
        stranger,
        reply_to=signed.enrol_address(context.settings, stranger),
        in_reply_to=mail.message_id,
        references=(mail.message_id,),
        automatic="auto-replied",
    )


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
                    "If it was you, write from the address you are known by here. If not, somebody has seen a reply "
                    "address of yours; without your address it is of no use.",
                ),
            ),
        ),
    )
    key = f"stranger/{game.name}/{seat.name}/{now(session).date().isoformat()}"
    _post_to_seat(session, context, document, key, seat, _current(session, game) if game.state != "forming" else None)


def draw_ahead(game: Game, position: Any) -> None:
    """Draw the pictures that the reports on a position will carry, so that no transaction has to wait for them."""
    words = presentation(game.ruleset)
    for seat in game.seats if words.pictured else ():
        maps.png(words.map_svg(words.rules.view(position, seat.name)))


def picture_of(game: Game, seat: Seat | None, view: Json) -> Attachment:
    """The map as a picture, drawn from what the seat may see."""
    name = f"{game.name}-{seat.name if seat else 'onlooker'}.png"
    return Attachment(name, "image/png", maps.png(presentation(game.ruleset).map_svg(view)))


def record_file(session: Session, game: Game) -> Attachment:
    """The record so far, as a file of JSON Lines."""
    lines = session.scalars(
        select(RecordEntry.body).where(RecordEntry.game_id == game.id).order_by(RecordEntry.number)
    ).all()
    return Attachment(f"{game.name}.jsonl", "application/jsonl", "\n".join([*lines, ""]).encode())


def answers_lately(session: Session, to: str) -> int:
    """How many answers went to an address in the last hour."""
    since = now(session) - timedelta(hours=1)
    wanted = select(func.count()).where(
        Outbox.to_address == to, Outbox.created_at > since, Outbox.key.startswith("answer/", autoescape=True)
    )
    return session.scalar(wanted) or 0


# --- Into the outbox ----------------------------------------------------------------------------------------------


def post(
    session: Session,
    context: Context,
    document: Document,
    key: str,
    to: str,
    *,
    reply_to: str,
    in_reply_to: str | None = None,
    references: Sequence[str] = (),
    automatic: Automatic = "auto-generated",
    game: str | None = None,
    seat: str | None = None,
    sender_name: str = "pbem",
) -> str:
    """Put a document in the outbox and ring for its delivery; its Message-ID."""
    message_id = f"<{secrets.token_hex(16)}@{context.settings.mail_domain}>"
    plain = text.write(document)
    moment = now(session)
    row = Outbox(
        key=key,
        to_address=to,
        game=game,
        seat=seat,
        message_id=message_id,
        subject=document.subject,
        text=plain,
        shown=html.shown(document),
        raw=compose.compose(
            compose.OutboundMail(
                to=to,
                subject=document.subject,
                text=plain,
                message_id=message_id,
                date=moment,
                auto=automatic,
                html=html.write(document),
                attachments=tuple(
                    compose.Attachment(each.name, each.content, each.type) for each in document.attachments
                ),
                reply_to=reply_to,
                from_name=sender_name,
                in_reply_to=in_reply_to,
                references=tuple(references),
                list_name=game,
            ),
            context.settings,
        ),
        created_at=moment,
        not_before=moment,
        state="ready",
    )
    session.add(row)
    session.flush()
    notify_after_commit(session, "deliver", row.id, "0")
    return message_id


def _post_to_seat(
    session: Session,
    context: Context,
    document: Document,
    key: str,
    seat: Seat,
    turn: Turn | None,
    *,
    in_reply_to: str | None = None,
    automatic: Automatic = "auto-generated",
) -> None:
    if seat.player is None:
        return
    game = seat.game
    thread = [seat.first_message_id, seat.last_message_id, in_reply_to]
    message_id = post(
        session,
        context,
        document,
        key,
        seat.player.address,
        reply_to=signed.seat_address(context.settings, game.name, seat.name, turn.step if turn else 0, seat.nonce),
        in_reply_to=in_reply_to or seat.last_message_id,
        references=tuple(dict.fromkeys(ident for ident in thread if ident)),
        automatic=automatic,
        game=game.name,
        seat=seat.name,
        sender_name=f"{presentation(game.ruleset).title} {game.name}",
    )
    seat.first_message_id = seat.first_message_id or message_id
    seat.last_message_id = message_id


def _turn_document(
    session: Session,
    game: Game,
    seat: Seat,
    turn: Turn,
    *,
    since: int,
    answers: Sequence[Section] = (),
    first: bool = False,
) -> Document:
    ruleset = presentation(game.ruleset)
    position = ruleset.rules.decode(turn.position, table.options_of(game))
    length = _record_length(session, game)
    over = game.state == "over"
    facts = GameFacts(
        name=game.name,
        version=game.version,
        players={each.name: each.player.name for each in game.seats if each.player},
        deadline=turn.deadline,
        commitment=commitment(bytes.fromhex(game.seed)),
        # The length tells how many mails were carried out, and so that somebody does something in secret.
        length=length if ruleset.rules.open_record(position) else None,
        head=session.scalar(
            select(RecordEntry.hash).where(RecordEntry.game_id == game.id, RecordEntry.number == length - 1)
        ),
        seed=game.seed if over else None,
        outcome=ruleset.rules.outcome(position),
        first=first,
    )
    view = ruleset.rules.view(position, seat.name)
    rolls = rolls_since(session, game, since) if ruleset.rules.open_rolls(position) else ()
    document = turn_report(ruleset, facts, view, seat.name, events_since(session, game, since), rolls, answers)
    return _with_picture(document, picture_of(game, seat, view)) if ruleset.pictured else document


def _with_picture(document: Document, picture: Attachment) -> Document:
    told = Section(None, "words", (f"The map is attached as a picture, {picture.name}.",))
    return Document(document.subject, (*document.sections, told), (*document.attachments, picture))


def _what_is_wanted(game: Game, seat: Seat, turn: Turn) -> list[Section]:
    ruleset = presentation(game.ruleset)
    view = view_of(game, seat, turn)
    ask = ruleset.ask(view, seat.name) if game.state == "running" else None
    if ask is None:
        return [Section("Where the game stands", "words", (ruleset.status(view),))]
    until = f" Until {in_words(turn.deadline)}. {ask.silence}" if turn.deadline else ""
    return [
        Section("Still wanted of you", "words", (ask.headline + until,)),
        Section("Order form - edit and send back", "form", ask.form),
    ]


def _current(session: Session, game: Game) -> Turn:
    return session.scalars(select(Turn).where(Turn.game_id == game.id).order_by(Turn.number.desc()).limit(1)).one()


def _record_length(session: Session, game: Game) -> int:
    return session.scalar(select(func.count()).where(RecordEntry.game_id == game.id)) or 0


def _entries(session: Session, game: Game, number: int) -> list[Json]:
    bodies = session.scalars(
        select(RecordEntry.body)
        .where(RecordEntry.game_id == game.id, RecordEntry.number >= number)
        .order_by(RecordEntry.number)
    )
    return [msgspec.json.decode(body) for body in bodies]


def _event(flat: Json) -> Event:
    facts = {key: value for key, value in flat.items() if key not in ("event", "clause", "seen_by")}
    seen_by = flat.get("seen_by")
    return Event(flat["event"], facts, flat.get("clause"), None if seen_by is None else tuple(seen_by))
