"""AWAY, BACK, TIMEZONE: when a player cannot answer, and by whose clocks he reads times."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from sqlalchemy import select
from sqlalchemy.orm import Session

from pbem.commands.answers import Reply
from pbem.commands.dates import NotADay, day
from pbem.commands.queries import Asker
from pbem.games import clocks, table
from pbem.games.clock import BadTerms, zone_of
from pbem.games.clocks import AWAY
from pbem.reports.turn import in_words
from pbem.runtime.context import Context
from pbem.store.database import now
from pbem.store.models import Player, Standstill

DAYS_A_YEAR = 30
MOST_PENDING = 3
NOT_AWAY = "you are not away; AWAY 3 Dec to 17 Dec says when you are"

_BETWEEN = re.compile(
    r"\s+(?:to|till|until|through|bis|au|al|a|tot|[-\u2013])\s+|\u2013|(?<=\.)-(?=[0-9])", re.IGNORECASE
)
_OPENING = re.compile(r"^(?:from|since|von|vom|du|dal|del|van)\s+", re.IGNORECASE)
_ONLY_END = re.compile(r"^(?:to|till|until|bis|jusqu'au|hasta|fino al|tot)\s+", re.IGNORECASE)


def away(session: Session, context: Context, asker: Asker, rest: str) -> Reply:
    """`AWAY 3 Dec to 17 Dec`: no clock of the player's runs on these days, in any of his games."""
    player, moment = asker.player, now(session)
    mine = _to_come(session, player, moment)
    if not rest:
        told = "; ".join(_told(each, player) for each in mine)
        return Reply("ok", f"you are away {told}; BACK ends it" if mine else NOT_AWAY)
    try:
        since, until = _span(rest, player, moment)
        days = _ensure_allowed(session, player, mine, since, until)
    except NotADay as error:
        return Reply("no", str(error))
    span = Standstill(kind=AWAY, player_id=player.id, since=since, until=until, announced_at=moment)
    session.add(span)
    session.flush()
    _move_deadlines(session, context, player)
    left = DAYS_A_YEAR - days
    return Reply("ok", f"you are away {_told(span, player)}; {left} of your {DAYS_A_YEAR} days this year are left")


def back(session: Session, context: Context, asker: Asker, rest: str) -> Reply:
    """`BACK`: the absence that runs ends now; if none does, the next is called off."""
    moment = now(session)
    mine = _to_come(session, asker.player, moment)
    if not mine:
        return Reply("ok", NOT_AWAY)
    first = mine[0]
    running = first.since <= moment
    told = _told(first, asker.player)
    if running:
        first.until = moment
    else:
        session.delete(first)
    session.flush()
    _move_deadlines(session, context, asker.player)
    return Reply("ok", "welcome back; your clocks run again" if running else f"you are not away {told} any more")


def timezone(session: Session, context: Context, asker: Asker, rest: str) -> Reply:
    """`TIMEZONE Europe/Berlin`: the zone that times are told in; without one, what holds now."""
    if not rest:
        return Reply("ok", f"your times are told in {asker.player.zone}; TIMEZONE Europe/Berlin changes that")
    try:
        asker.player.zone = zone_of(rest)
    except BadTerms as error:
        return Reply("no", str(error))
    return Reply("ok", f"your times are told in {asker.player.zone}: it is {in_words(now(session), asker.player.zone)}")


def _span(rest: str, player: Player, moment: datetime) -> tuple[datetime, datetime]:
    """The beginning of the first day, or now where that is today, and the end of the last, by the player's clocks."""
    zone = ZoneInfo(player.zone)
    today = moment.astimezone(zone).date()
    typed = _OPENING.sub("", rest.strip())
    only_end = _ONLY_END.sub("", typed)
    if only_end != typed:
        first, last = today, day(only_end, today)
    else:
        parts = _BETWEEN.split(typed, maxsplit=1)
        first = day(parts[0], today)
        last = day(parts[1], today) if len(parts) == 2 else first
        if last < first:
            last = day(parts[1], first)  # Friday to Monday
    since = moment if first == today else _midnight(first, zone)
    return since, _midnight(last + timedelta(days=1), zone)


def _midnight(date_: date, zone: ZoneInfo) -> datetime:
    return datetime.combine(date_, time(), zone).astimezone(UTC)


def _ensure_allowed(
    session: Session, player: Player, to_come: list[Standstill], since: datetime, until: datetime
) -> int:
    """The days of the year that are used up with this absence. Raises NotADay where it is one too many."""
    if len(to_come) >= MOST_PENDING:
        raise NotADay(f"{MOST_PENDING} absences at most lie ahead at a time; BACK calls off the next")
    if any(each.until is not None and each.since < until and since < each.until for each in to_come):
        raise NotADay("you are away already on some of these days; BACK calls that off")
    zone = ZoneInfo(player.zone)
    if _on_the_clock(since, until, zone) < timedelta(days=1):
        raise NotADay("an absence is a day at least")
    year = since.astimezone(zone).year
    past = session.scalars(select(Standstill).where(Standstill.kind == AWAY, Standstill.player_id == player.id))
    used = sum(
        _days(each.since, each.until, zone) for each in past if each.until and each.since.astimezone(zone).year == year
    )
    days = used + _days(since, until, zone)
    if days > DAYS_A_YEAR:
        raise NotADay(f"that would be {days} days this year, and {DAYS_A_YEAR} can be had")
    return days


def _days(since: datetime, until: datetime, zone: ZoneInfo) -> int:
    return -(-int(_on_the_clock(since, until, zone).total_seconds()) // 86_400)


def _on_the_clock(since: datetime, until: datetime, zone: ZoneInfo) -> timedelta:
    """The time between two moments as the player's clocks show it: a day is one, also when they are put on or back."""
    begins, ends = (moment.astimezone(zone).replace(tzinfo=None) for moment in (since, until))
    return ends - begins


def _to_come(session: Session, player: Player, moment: datetime) -> list[Standstill]:
    mine = select(Standstill).where(
        Standstill.kind == AWAY, Standstill.player_id == player.id, Standstill.until > moment
    )
    return list(session.scalars(mine.order_by(Standstill.since)))


def _told(span: Standstill, player: Player) -> str:
    assert span.until is not None
    return f"from {in_words(span.since, player.zone)} to {in_words(span.until, player.zone)}"


def _move_deadlines(session: Session, context: Context, player: Player) -> None:
    clocks.move_deadlines(session, context, [game.id for game in table.games_of(session, player)])
