"""EXPORT, FORGET ME, REMEMBER ME: what is kept about a player, as a file, and its end."""

from __future__ import annotations

from sqlalchemy.orm import Session

from pbem.commands.answers import Reply
from pbem.commands.queries import Asker
from pbem.games import questions
from pbem.reports.document import Attachment
from pbem.runtime.context import Context
from pbem.store import outbox
from pbem.store.export import LARGEST_BY_MAIL, everything

FORGET_A_DAY = 3


def export(session: Session, context: Context, asker: Asker, rest: str) -> Reply:
    """All that is kept about a player, as a file; once a day, since it is large and anybody may ask in his name."""
    if not outbox.may_reply(session, asker.player.address, "export"):
        return Reply("no", "it was sent to you today already; ask again tomorrow")
    found = everything(session, asker.player, LARGEST_BY_MAIL)
    left = ", the oldest mails left out; the host can give you the rest" if found.cut else ""
    file = Attachment("pbem-export.json", "application/json", found.content)
    return Reply("ok", f"what is kept about you is attached as {file.name}{left}", (), (file,))


def forget(session: Session, context: Context, asker: Asker, rest: str) -> Reply:
    """`FORGET ME`: asked about first."""
    if asker.player.forget_at is not None:
        return Reply("ok", "you are forgotten when your games are over; REMEMBER ME takes it back")
    if questions.asked_lately(session, asker.player, questions.FORGET) >= FORGET_A_DAY:
        return Reply("no", "you were asked already; answer YES to the latest mail that asks")
    questions.ask_to_forget(session, context, asker.player)
    return Reply("ok", f"a mail to {asker.player.address} asks whether you mean it: answer YES to it")


def remember(session: Session, context: Context, asker: Asker, rest: str) -> Reply:
    """`REMEMBER ME`: a player who waits for the end of his games to be forgotten stays."""
    if asker.player.forget_at is None:
        return Reply("ok", "nobody is about to forget you")
    asker.player.forget_at = None
    session.flush()
    return Reply("ok", "you stay; nothing was deleted")
