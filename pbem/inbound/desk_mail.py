"""A desk by mail: what a host's (`pbem.inbound.gm`) and a director's (`pbem.inbound.td`) have in common.

Whoever has a desk is mailed a desk address: signed, made for him alone, good for one act and for a week. What he sends
there is carried out in the transaction that answers it, and the answer brings the next address.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta

import msgspec
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from pbem.addresses import signed
from pbem.inbound import conflicts
from pbem.inbound.mime import OpenedMail
from pbem.inbound.quotes import Own
from pbem.outbound.posting import Draft, post
from pbem.reading.phrases import is_phrase, is_signoff
from pbem.reports.document import Document, Section, echoed, shown
from pbem.runtime.context import Context
from pbem.store.database import now
from pbem.store.models import Inbox, Player, SeenToken

GOOD_FOR = timedelta(days=7)
PROVIDER = "desk"
LONGEST_SHOWN = 100_000
NOTHING_DONE = "nothing was done"
HOW = "Answer this mail with one act, in lines of your own, not in the quotation. The address is good for one act."
OLD = "This desk address was used before, or is older than a week, so nothing was done. Here is a new one."
NOTHING_YET = "Nothing was done: acts are taken only in answer to this mail. Send it again as the answer."


class Desk(msgspec.Struct, frozen=True):
    """Whose desk it is, in words; what can be written to it; and the act that carries out what was.

    The act takes the lines that were typed, and gives the subject and the sections that tell what came of them. What it
    refuses has changed nothing.
    """

    title: str
    help: tuple[str, ...]
    act: Callable[[Sequence[str]], tuple[str, list[Section]]]


def answer(
    session: Session,
    context: Context,
    row: Inbox,
    mail: OpenedMail,
    player: Player,
    to: signed.Recipient,
    own: Own,
    desk: Desk,
) -> None:
    """Carry out the act that was mailed, or say why not; in either case with a new desk address."""
    if not isinstance(to, signed.DeskAddress):
        subject, sections = desk.title, [words(NOTHING_YET)]
    elif own.conflict is not None:
        subject, sections = conflicts.SUBJECT[own.conflict], [conflicts.why(own.conflict)]
    elif not _use_up(session, to):
        subject, sections = NOTHING_DONE, [words(OLD)]
    else:
        subject, sections = desk.act(typed(own))
    issued = int(now(session).timestamp())
    draft = Draft(
        document=Document(
            f"[pbem] {subject}",
            (*sections, Section("What you can write", "fixed", desk.help), words(HOW)),
        ),
        key=f"answer/{row.id}",
        to=player.address,
        reply_to=signed.desk_address(context.settings, player.address, issued, row.id),
        in_reply_to=mail.message_id,
        references=(*mail.references[-5:], mail.message_id),
        automatic="auto-replied",
    )
    post(session, context, draft)


def typed(own: Own) -> list[str]:
    """The lines that a writer has typed himself."""
    return [line.text for line in own.lines if line.source == "typed"]


def without_courtesies(lines: Sequence[str], writer: Player) -> list[str]:
    """Lines without greetings and thanks, the writer's name, and what stands below a line that takes leave."""
    names = {writer.name.lower(), *writer.name.lower().split()}
    end = next((at for at, line in enumerate(lines) if is_signoff(line)), len(lines))
    return [line for line in lines[:end] if not (is_phrase(line) or line.strip(" \t,.-!").lower() in names)]


def words(*lines: str) -> Section:
    """Sentences, as a section without a heading."""
    return Section(None, "words", lines)


def seen(told: str) -> list[Section]:
    """What an act shows, as far as a mail has room for it: a section, or none."""
    cut = echoed(told, LONGEST_SHOWN)
    return [Section(None, "fixed", tuple(map(shown, cut.split("\n"))))] if told else []


def _use_up(session: Session, to: signed.DeskAddress) -> bool:
    """Take an act at a desk address: False where it has had one, or is too old for any."""
    if now(session).timestamp() - to.issued > GOOD_FOR.total_seconds():
        return False
    if session.get(SeenToken, (PROVIDER, to.token)) is not None:
        return False
    try:
        with session.begin_nested():
            session.add(SeenToken(provider=PROVIDER, token=to.token, noted_at=now(session)))
    except IntegrityError:
        return False
    return True
