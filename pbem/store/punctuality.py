"""How players keep their times: counted as a whole with the player, and by the month."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import delete, func, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from pbem.store.database import now, prepared
from pbem.store.models import Player, Punctuality

YEAR = timedelta(days=365)


def _counting(added: sqlite.Insert | postgresql.Insert) -> sqlite.Insert | postgresql.Insert:
    """A month of a player added, or where there is that already, what is counted added to it."""
    sums = {name: getattr(Punctuality, name) + added.excluded[name] for name in ("decided", "late", "missed")}
    return added.on_conflict_do_update(index_elements=["player_id", "month"], set_=sums)


_COUNT = {
    "sqlite": _counting(sqlite.insert(Punctuality)),
    "postgresql": _counting(postgresql.insert(Punctuality)),
}


def count(session: Session, player: Player, *, decided: int = 0, late: int = 0, missed: int = 0) -> None:
    """Count decisions of a player that have just been made, or missed."""
    player.decided += decided
    player.late += late
    player.missed += missed
    counted = {"decided": decided, "late": late, "missed": missed}
    row = {"player_id": player.id, "month": month_of(now(session)), **counted}
    prepared(session, _COUNT[session.get_bind().dialect.name], row)


def of_the_last_year(session: Session, player: Player) -> tuple[int, int, int]:
    """How many decisions a player has made since this month a year ago, how many of them late, and how many missed."""
    since = month_of(now(session) - YEAR)
    mine = select(
        func.coalesce(func.sum(Punctuality.decided), 0),
        func.coalesce(func.sum(Punctuality.late), 0),
        func.coalesce(func.sum(Punctuality.missed), 0),
    ).where(Punctuality.player_id == player.id, Punctuality.month >= since)
    decided, late, missed = session.execute(mine).one()
    return int(decided), int(late), int(missed)


def merge(session: Session, gone: Player, stays: Player) -> None:
    """Make the months of one player those of another."""
    for theirs in session.scalars(select(Punctuality).where(Punctuality.player_id == gone.id)).all():
        row = session.get(Punctuality, (stays.id, theirs.month))
        if row is None:
            row = Punctuality(player_id=stays.id, month=theirs.month, decided=0, late=0, missed=0)
            session.add(row)
        row.decided, row.late, row.missed = (
            row.decided + theirs.decided,
            row.late + theirs.late,
            row.missed + theirs.missed,
        )
    session.flush()
    session.execute(delete(Punctuality).where(Punctuality.player_id == gone.id))


def month_of(moment: datetime) -> str:
    """The month of a moment, in UTC."""
    return f"{moment:%Y-%m}"
