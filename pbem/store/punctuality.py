"""How players keep their times: counted as a whole with the player, and by the month."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from pbem.store.database import now
from pbem.store.models import Player, Punctuality

YEAR = timedelta(days=365)


def count(session: Session, player: Player, *, decided: int = 0, late: int = 0, missed: int = 0) -> None:
    """Count decisions of a player that have just been made, or missed."""
    player.decided += decided
    player.late += late
    player.missed += missed
    # Whoever counts for the same player at once waits for this row, and then finds the month that is made here.
    session.flush()
    key = (player.id, month_of(now(session)))
    row = session.get(Punctuality, key)
    if row is None:
        row = Punctuality(player_id=key[0], month=key[1], decided=0, late=0, missed=0)
        session.add(row)
    row.decided += decided
    row.late += late
    row.missed += missed
    session.flush()


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
