"""What the tables of ratings need of the store: one writer at a time, and players who become one, or nobody.

Not for: what stands in them (`pbem.ratings`).
"""

from __future__ import annotations

from sqlalchemy import delete, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from pbem.store.database import change, now
from pbem.store.models import Game, Lease, Participant, Player, RatedPlayer, Rating

LOCK = "ratings"
TO_WEIGH = select(Game.id).where(Game.rated.is_(True), Game.state == "over", Game.weighed.is_(None))


def due(session: Session) -> list[tuple[int, str]]:
    """The job of weighing, with a mark for the notifier, where a rated game has ended that was not weighed."""
    # In the order of the index: else PostgreSQL, which takes many games for unweighed, reads all of them to find one.
    found = session.scalar(TO_WEIGH.order_by(Game.weighed).limit(1))
    return [] if found is None else [(0, f"weigh-{found}")]


def lock(session: Session) -> None:
    """Let nobody else write ratings until this transaction ends."""
    moment = now(session)
    mine = update(Lease).where(Lease.name == LOCK).values(holder=LOCK, until=moment, beat_at=moment)
    if change(session, mine) == 1:
        return
    try:
        with session.begin_nested():
            session.add(Lease(name=LOCK, holder=LOCK, until=moment, beat_at=moment))
    except IntegrityError:
        change(session, mine)


def forget(session: Session, player: Player) -> None:
    """Take a player's ratings out of the tables. His games stay weighed as those of somebody without a name."""
    lock(session)
    number = _number_of(session, player)
    if number is not None:
        session.execute(delete(Rating).where(Rating.kind == "player", Rating.who == str(number.id)))


def merge(session: Session, gone: Player, stays: Player) -> None:
    """Rate the games of one player as those of another: they are weighed anew, with all that came after them."""
    lock(session)
    theirs, his = _number_of(session, gone), _number_of(session, stays)
    if theirs is None or his is None:
        return  # the number goes along with everything else that is the player's
    games = select(Participant.game_id).where(Participant.rated_as == theirs.id)
    session.execute(update(Game).where(Game.id.in_(games)).values(weighed=None))
    session.execute(update(Participant).where(Participant.rated_as == theirs.id).values(rated_as=his.id))
    session.execute(delete(Rating).where(Rating.kind == "player", Rating.who == str(theirs.id)))
    session.delete(theirs)
    session.flush()


def _number_of(session: Session, player: Player) -> RatedPlayer | None:
    return session.scalar(select(RatedPlayer).where(RatedPlayer.player_id == player.id))
