"""How far one can count on a player: whether he keeps his times, and plays his games to their end; no skill in it."""

from __future__ import annotations

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session

from pbem.games.misses import PATIENCE
from pbem.store import punctuality
from pbem.store.database import now
from pbem.store.models import Game, Participant, Player, Seat, Turn


class Reliability(msgspec.Struct, frozen=True):
    """Of the last year: the decisions that a player has made, those of them that were late, and those he missed.

    `started` counts the games that he began within that year and that are over, or that he has left; `finished` those
    of them that he played to their end.
    """

    decided: int
    late: int
    missed: int
    started: int
    finished: int

    @property
    def in_time(self) -> float:
        """The share of decisions that were made in time; 1 of somebody who was asked for none."""
        asked = self.decided + self.missed
        return (self.decided - self.late) / asked if asked else 1.0

    @property
    def completed(self) -> float:
        """The share of games that were played to their end; 1 of somebody who has begun none."""
        return self.finished / self.started if self.started else 1.0


def reliability_of(session: Session, player: Player) -> Reliability:
    """How reliable a player was in the last year."""
    since = now(session) - punctuality.YEAR
    began = select(Turn.asked_at).where(Turn.game_id == Game.id, Turn.number == 1).scalar_subquery()
    mine = (
        select(Game.id, Game.state, Seat.robot, Seat.misses)
        .join(Participant, Participant.game_id == Game.id)
        .outerjoin(Seat, (Seat.game_id == Game.id) & (Seat.player_id == player.id))
        .where(Participant.player_id == player.id, began >= since)
        .distinct()
    )
    started = finished = 0
    for _, state, robot, misses in session.execute(mine):
        sits = misses is not None
        started += state == "over" or not sits
        # Who was silent to the end, or had a robot play for him, has not played it himself.
        finished += state == "over" and sits and not robot and misses < PATIENCE
    return Reliability(*punctuality.of_the_last_year(session, player), started, finished)
