"""The host's desk by mail: what is urgent at once, and no more than once a day for the same; all of it once a week."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from pbem.ops import condition, rounds
from pbem.ops.needs import ROOMS, Need, needs
from pbem.outbound.posting import Draft, post
from pbem.reports.document import Document, Section
from pbem.runtime.context import Context
from pbem.store import outbox
from pbem.store.database import now
from pbem.store.models import Game, Inbox, Outbox

EVERY = timedelta(minutes=5)
WEEK = timedelta(days=7)
MONDAY_AT = 6  # o'clock UTC

URGENT = "This needs a host now. The same is not mailed again before tomorrow."
HOW = (
    "pbem desk, on the machine of the server, shows how it is now; GM, mailed to this address, opens the desk by mail."
)
QUIET = "Nothing needs you."


def look(context: Context, _ident: int = 0) -> bool:
    """Mail the hosts what they do not know yet; whether it was time to look."""
    with context.transaction("desk") as session:
        if not rounds.take(session, rounds.DESK, now(session) + EVERY):
            return False
    if not context.settings.hosts:
        return True
    found = condition.condition(context)
    with context.transaction("desk-mail") as session:
        here = needs(session, found)
        week_is_over = _next_week(session)
        for host in context.settings.hosts:
            _mail_urgent(session, context, host, here)
            if week_is_over:
                _mail_week(session, context, host, here)
    return True


def _mail_urgent(session: Session, context: Context, host: str, here: Sequence[Need]) -> None:
    fresh = [need for need in here if need.urgent and outbox.may_reply(session, host, f"desk/{need.matter}")]
    if fresh:
        subject = fresh[0].said if len(fresh) == 1 else f"{len(fresh)} things need you: {fresh[0].said}"
        _mail(session, context, host, subject, URGENT, fresh)


def _mail_week(session: Session, context: Context, host: str, here: Sequence[Need]) -> None:
    subject = f"the week: {len(here)} things need you" if here else "the week: nothing needs you"
    _mail(session, context, host, subject, _week(session), here)


def _mail(session: Session, context: Context, host: str, subject: str, opening: str, told: Sequence[Need]) -> None:
    rooms = [(room, [need for need in told if need.room == room]) for room in ROOMS]
    sections = [Section(room, "list", tuple(_line(need) for need in mine)) for room, mine in rooms if mine]
    quiet = () if told else (QUIET,)
    document = Document(
        f"[pbem desk] {subject}",
        (Section(None, "words", (opening, *quiet)), *sections, Section(None, "words", (HOW,))),
    )
    key = f"desk/{host}/{secrets.token_hex(4)}"
    post(session, context, Draft(document=document, key=key, to=host, reply_to=context.settings.address))


def _line(need: Need) -> str:
    return f"{need.said}. {need.do}" if need.do else f"{need.said}."


def _week(session: Session) -> str:
    """The week in figures."""
    since = now(session) - WEEK
    running = session.scalar(select(func.count()).where(Game.state == "running")) or 0
    forming = session.scalar(select(func.count()).where(Game.state == "forming")) or 0
    came = session.scalar(select(func.count()).where(Inbox.received_at > since)) or 0
    went = session.scalar(select(func.count()).where(Outbox.created_at > since)) or 0
    return (
        f"{running} games are running, {forming} look for players. In a week {came} mails came in and {went} went out."
    )


def _next_week(session: Session) -> bool:
    """Whether a week is over of which the hosts were not told; the first look of all only begins one."""
    moment = now(session)
    begins = not rounds.is_known(session, rounds.WEEKLY)
    return rounds.take(session, rounds.WEEKLY, _next_monday(moment)) and not begins


def _next_monday(moment: datetime) -> datetime:
    day = moment.replace(hour=MONDAY_AT, minute=0, second=0, microsecond=0) - timedelta(days=moment.weekday())
    return day if day > moment else day + WEEK
