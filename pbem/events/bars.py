"""Who cannot enter events for a while, since he has lost games on time (`pbem.events.acts.barred_until`).

Games that ran out in one absence count once. Whoever then brings a game to an end is free again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from pbem.events.acts import Finish, barred_until
from pbem.store.database import now
from pbem.store.models import Game, Overstep, Player, Seat, Turn

ONE_ABSENCE = timedelta(days=7)


def bar_of(session: Session, player: Player) -> datetime | None:
    """Until when a player cannot enter; None where nothing keeps him out."""
    rows = select(Overstep.at, Overstep.game_id).where(Overstep.player_id == player.id).order_by(Overstep.at)
    oversteps = session.execute(rows).all()
    if not oversteps:
        return None
    lost = [Finish(at, timed_out=True) for at in absences([at for at, _ in oversteps])]
    until = barred_until([*lost, *_finished(session, player, [game for _, game in oversteps])])
    return until if until is not None and until > now(session) else None


def absences(moments: Sequence[datetime]) -> list[datetime]:
    """The ends of the absences in which games were lost on time, from the moments at which they were, in order."""
    ends: list[datetime] = []
    for at in moments:
        if ends and at - ends[-1] <= ONE_ABSENCE:
            ends[-1] = at
        else:
            ends.append(at)
    return ends


def _finished(session: Session, player: Player, lost: Sequence[int]) -> Iterable[Finish]:
    """The games that a player has brought to an end."""
    ended = (
        select(func.max(Turn.asked_at))
        .join(Game, Game.id == Turn.game_id)
        .join(Seat, Seat.game_id == Game.id)
        .where(Seat.player_id == player.id, Game.state == "over", Game.id.not_in(lost))
        .group_by(Game.id)
    )
    return [Finish(at, timed_out=False) for at in session.scalars(ended)]
