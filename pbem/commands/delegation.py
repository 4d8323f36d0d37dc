"""DELEGATE: somebody else plays one's seat until a day, once he has said YES; either ends it by DELEGATE OFF."""

from __future__ import annotations

import re
from datetime import UTC, datetime, time, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from pbem.addresses import postal
from pbem.commands.answers import Reply
from pbem.commands.dates import NotADay, day
from pbem.commands.queries import Asker
from pbem.games import delegates, questions, seats, table
from pbem.games.delegates import Wanted
from pbem.nearest import did_you_mean
from pbem.reports.document import echoed
from pbem.reports.turn import in_words
from pbem.runtime.context import Context
from pbem.store import people
from pbem.store.database import now
from pbem.store.models import Player, Seat

ASKED_A_DAY = 3
HOW = "write DELEGATE waterloo1 TO carol UNTIL 17 Dec, or DELEGATE waterloo1 OFF"

_GAME = r"[a-z][a-z_-]*[ _-]?[0-9]{1,9}"
# In any order: `TO carol UNTIL 17 Dec IN waterloo1`, `UNTIL 17 Dec TO carol`.
_GAME_FIRST = re.compile(rf"(?:(?:in|of|for)\s+)?(?!(?:to|til|till|until)\b)(?P<game>{_GAME})(?:\s+|$)", re.I)
_GAME_BEHIND = re.compile(rf"(?<!\S)(?:in|of|for)\s+(?P<game>{_GAME})(?!\S)", re.I)
_PARTS = re.compile(r"(?<!\S)(?P<word>to|until|till|til)(?:\s+|$)", re.I)
_OFF = re.compile(rf"(?:(?P<game>{_GAME})\s+)?off|off\s+(?P<its_game>{_GAME})", re.I)


def delegate(session: Session, context: Context, asker: Asker, rest: str) -> Reply:
    """`DELEGATE game TO carol UNTIL 17 Dec`, its parts in any order; `DELEGATE game OFF`, or `DELEGATE OFF game`."""
    off = _OFF.fullmatch(rest)
    if off is not None:
        return _end(session, context, asker, off["game"] or off["its_game"])
    asked = _asked(rest)
    if asked is None or not asked.who:
        return Reply("which?", f"to whom? {HOW}")
    if not asked.until:
        return Reply("which?", f"until which day? {HOW}")
    seat = _seat_of(session, asker, asked.game)
    if seat is None:
        return Reply("which?", f"in which game of yours? {HOW}")
    try:
        until = _end_of(asked.until, asker.player, now(session))
    except NotADay as error:
        return Reply("no", str(error))
    return _ask(session, context, asker, seat, asked.who, until)


class _Parts(NamedTuple):
    """What stands behind DELEGATE; empty what is missing."""

    game: str | None
    who: str
    until: str


def _asked(rest: str) -> _Parts | None:
    """The game, the other player and the day, in whatever order they stand; None where there is something else."""
    found = _GAME_FIRST.match(rest) or _GAME_BEHIND.search(rest)
    game, left = (None, rest) if found is None else (found["game"], f"{rest[: found.start()]} {rest[found.end() :]}")
    before, *words = _PARTS.split(" ".join(left.split()))
    said = [
        ("to" if word.lower() == "to" else "until", part.strip())
        for word, part in zip(words[::2], words[1::2], strict=True)
    ]
    parts = dict(said)
    if before.strip() or len(parts) < len(said):
        return None
    return _Parts(game, parts.get("to", ""), parts.get("until", ""))


def _ask(session: Session, context: Context, asker: Asker, seat: Seat, who: str, until: datetime) -> Reply:
    by_address = "@" in who
    other = _player(session, who)
    if other is None and not by_address:
        near = did_you_mean(who, session.scalars(select(Player.name).limit(1000)).all())
        return Reply("no", f'nobody here is called "{echoed(who)}"{near}')
    if seat.game.closed:
        return Reply("no", seats.closed(seat.game))
    if other is asker.player:
        return Reply("no", "you play it yourself; write who else is to")
    if other is not None and (why := delegates.why_not(session, seat, other)) is not None:
        return Reply("no", why)
    if questions.asked_lately(session, asker.player, questions.DELEGATE) >= ASKED_A_DAY:
        return Reply("no", f"{ASKED_A_DAY} people a day can be asked; try again tomorrow")
    if other is not None:
        wanted = Wanted(seat.id, other.id, until)
        questions.ask_to_delegate(session, context, asker.player, other, seats.title(seat), seat.game.name, wanted)
    # Nobody learns by this which addresses play here.
    asked = f"whoever plays here as {echoed(who)}" if by_address else echoed(who)
    when = in_words(until, asker.player.zone)
    return Reply("ok", f"{asked} is asked to play your seat in {seat.game.name} until {when}, and does after a YES")


def _end(session: Session, context: Context, asker: Asker, typed: str | None) -> Reply:
    theirs = delegates.delegated_to(session, asker.player)
    if typed:
        theirs = [each for each in theirs if each.game.name == _name(typed)]
    mine = _seat_of(session, asker, typed)
    if asker.seat is not None and asker.seat in theirs:
        meant: Seat | None = asker.seat
    else:
        meant = mine if mine is not None and mine.delegation is not None else (theirs[0] if len(theirs) == 1 else None)
    if meant is None or delegates.of(session, meant) is None:
        return Reply("ok", "nobody plays a seat for you there, nor you for anybody")
    delegates.end(session, context, meant, asker.player)
    return Reply("ok", "it is ended, and both of you are told")


def _seat_of(session: Session, asker: Asker, typed: str | None) -> Seat | None:
    mine = [game for game in table.games_of(session, asker.player) if game.state == "running"]
    game = next((each for each in mine if each.name == _name(typed)), None) if typed else asker.game
    if game is None or game not in mine:
        return None
    return table.seat_of(game, asker.player)


def _name(typed: str) -> str:
    return re.sub(r"[ _]", "", typed).lower()


def _player(session: Session, who: str) -> Player | None:
    if "@" in who:
        known = postal.known_as(who.strip("<>,;"))
        return people.player_at(session, known) if known else None
    return session.scalars(select(Player).where(func.lower(Player.name) == who.lower()).limit(1)).first()


def _end_of(typed: str, player: Player, moment: datetime) -> datetime:
    zone = ZoneInfo(player.zone)
    last = day(typed, moment.astimezone(zone).date())
    return datetime.combine(last + timedelta(days=1), time(), zone).astimezone(UTC)
