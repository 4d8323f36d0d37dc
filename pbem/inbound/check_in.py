"""A trial order: the answer of an entrant to the question whether he is there, before his event begins."""

from __future__ import annotations

from sqlalchemy.orm import Session

from pbem.addresses import signed
from pbem.events import entering, mails
from pbem.events.kept import GONE, OPEN, Held
from pbem.inbound.lines import Split
from pbem.inbound.mime import OpenedMail
from pbem.inbound.orders import numbered
from pbem.inbound.quotes import Own
from pbem.outbound.posting import Draft, post
from pbem.reading.reader import read
from pbem.reports.document import Document, Section
from pbem.reports.turn import in_words
from pbem.runtime.context import Context
from pbem.store.models import Entrant, Inbox, Player

THERE = "Your order was read, so you are there: nothing more is wanted until {title} begins on {when}."
THERE_BEFORE = "You have shown already that you are there; nothing more is wanted until {title} begins."
NOT_READ = "No order of the game was found in your mail, so that it is not known yet whether you are there."
TOO_LATE = "This question is answered no more: {title} has begun, or you have left it."


def answer(
    session: Session,
    context: Context,
    row: Inbox,
    mail: OpenedMail,
    player: Player,
    to: signed.EntryAddress,
    own: Own,
    told: Split,
) -> bool:
    """Take a trial order, and answer it; False where the mail is for something else: commands, and no order."""
    entrant = session.get(Entrant, to.entrant)
    if entrant is None or entrant.player_id != player.id:
        return False
    if not signed.is_entry_of(context.settings, to, player.address):
        return False
    typed = [line for line in (*told.orders, *told.chatter) if line.source != "quoted"]
    if told.commands and not told.orders:
        return False
    held = Held(session, context, entrant.event)
    if held.event.state != OPEN or entrant.state == GONE:
        _reply(session, context, row, mail, player, "it is too late", [TOO_LATE.format(title=held.event.title)])
        return True
    if entrant.here_at is not None:
        _reply(session, context, row, mail, player, "you are there", [THERE_BEFORE.format(title=held.event.title)])
        return True
    ruleset, position, seat = mails.trial_position(held)
    view = ruleset.rules.view(position, seat)
    lines = sorted(typed, key=lambda line: line.number)
    found = read(ruleset, numbered(lines), lambda: view)
    if any(line.order is not None for line in found.lines):
        entering.check_in(held, entrant)
        when = in_words(held.event.starts_at, player.zone) if held.event.starts_at is not None else "its day"
        said = THERE.format(title=held.event.title, when=when)
        _reply(session, context, row, mail, player, "you are there", [said])
        return True
    reply_to = signed.entry_address(context.settings, entrant.id, player.address)
    asks = [NOT_READ, "Answer this mail with an order, such as"]
    _reply(session, context, row, mail, player, "no order was read", asks, mails.trial_order(held), reply_to)
    return True


def _reply(
    session: Session,
    context: Context,
    row: Inbox,
    mail: OpenedMail,
    player: Player,
    subject: str,
    told: list[str],
    form: str = "",
    reply_to: str | None = None,
) -> None:
    below = [Section(None, "fixed", tuple(form.split("\n")))] if form else []
    draft = Draft(
        document=Document(f"[pbem] {subject}", (Section(None, "words", tuple(told)), *below)),
        key=f"answer/{row.id}",
        to=player.address,
        reply_to=reply_to or context.settings.address,
        in_reply_to=mail.message_id,
        references=(*mail.references[-5:], mail.message_id),
        automatic="auto-replied",
    )
    post(session, context, draft)
