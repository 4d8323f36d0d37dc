"""Delegates: another player who is mailed what a seat is mailed, and may send orders for it, until a day.

Its holder stays at the table: every mail goes to both. A delegate gives no seat away, resigns for nobody, and his own
affairs are none of the holder's.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session

from pbem.games import letters, mails, seats, table
from pbem.reports.document import Section
from pbem.reports.turn import in_words
from pbem.runtime.context import Context
from pbem.store.database import now
from pbem.store.models import Delegation, Game, Player, Seat
from pbem.store.people import NotDone

NOTHING_WANTED = "Nothing more is wanted of you there."


class Wanted(msgspec.Struct, frozen=True):
    """What somebody is asked: to play a seat for its holder until then."""

    seat: int
    delegate: int
    until: datetime


def of(session: Session, seat: Seat) -> Player | None:
    """Who plays for the holder of a seat now."""
    found = seat.delegation
    return found.player if found is not None and found.until > now(session) else None


def may_write(session: Session, seat: Seat, player: Player) -> bool:
    """Whether a player may send orders for a seat."""
    return seat.player_id == player.id or of(session, seat) is player


def why_not(session: Session, seat: Seat, player: Player) -> str | None:
    """Why a player cannot play for the holder of a seat, as a sentence without its full stop; None where he can."""
    game = seat.game
    if game.state != "running":
        return f"{game.name} is not being played"
    if game.closed:
        return seats.closed(game)
    if table.seat_of(game, player) is not None or seats.has_played(session, game, player):
        return f"whoever sits in {game.name}, or has sat there, plays for nobody else in it"
    plays = (each for each in game.seats if each is not seat)
    if any(of(session, each) is player for each in plays):
        return f"{player.name} plays another seat of {game.name} for somebody"
    return None


def agreed(session: Session, context: Context, holder: Player, about: str) -> Iterator[str]:
    """Do what somebody was asked and has said YES to; what to tell him. Raises NotDone."""
    wanted = msgspec.json.decode(about, type=Wanted)
    seat, delegate = session.get_one(Seat, wanted.seat), session.get(Player, wanted.delegate)
    game = seat.game
    if game.state != "running" or table.waits_for_host(game) is not None:
        raise NotDone(f"{game.name} is not being played now")
    turn = table.locked_turn(session, game)
    session.refresh(seat)
    if delegate is None or seat.player_id != holder.id or wanted.until <= now(session):
        raise NotDone("the seat is somebody else's by now, or the time is over")
    if (why := why_not(session, seat, delegate)) is not None:
        raise NotDone(why)
    drop(session, seat)
    seat.delegation = Delegation(player_id=delegate.id, until=wanted.until)
    session.flush()
    session.refresh(seat, ["delegation"])
    until = in_words(wanted.until, mails.zone_of(seat))
    said = (
        f"{delegate.name} plays {seats.title(seat)} for {holder.name} until {until}. Both get what this seat is "
        "mailed, and both may send orders; the latest count. DELEGATE OFF, from either, ends it.",
    )
    reports = mails.reports_of(session, context, game, turn)
    key = f"delegate/{game.name}/{seat.name}/{round(now(session).timestamp() * 1000)}"
    reports.mail(session, context, seat, opening=(Section(None, "words", said),), key=key)
    yield f"You play {seats.title(seat)} in {game.name} for {holder.name} until {until}. Its report is on its way."


def end(session: Session, context: Context, seat: Seat, by: Player) -> None:
    """End a delegation by a word of either; both are told."""
    said = f"{by.name} has ended it: the holder of {seats.title(seat)} alone plays it from here on."
    key = f"delegate-off/{seat.game.name}/{round(now(session).timestamp() * 1000)}"
    mails.tell(session, context, seat, "nobody plays for you", [Section(None, "words", (said,))], key)
    drop(session, seat)


def due(session: Session, limit: int = 200) -> list[tuple[int, str]]:
    """Seats that somebody was to play until a moment that is over, each with a mark for the notifier."""
    over = select(Delegation.seat_id).where(Delegation.until <= now(session))
    return [(ident, "relieve") for ident in session.scalars(over.order_by(Delegation.until).limit(limit))]


def relieve(context: Context, seat_id: int) -> bool:
    """End a delegation whose time is over, and tell both where the game goes on; whether it was done here."""
    with context.transaction("relieve") as session:
        seat = session.get(Seat, seat_id)
        if seat is None:
            return False
        table.lock(session, seat.game)
        session.refresh(seat, ["delegation"])
        found = seat.delegation
        if found is None or found.until > now(session):
            return False
        if seat.game.state == "running" and seat.player is not None:
            _tell_that_time_is_over(session, context, seat, found)
        drop(session, seat)
    return True


def _tell_that_time_is_over(session: Session, context: Context, seat: Seat, found: Delegation) -> None:
    game, delegate, holder = seat.game.name, found.player, seat.player.name if seat.player else ""
    until = in_words(found.until, mails.zone_of(seat))
    said = f"{delegate.name} was to play {seats.title(seat)} until {until}: you alone play it from here on."
    key = f"delegate-over/{game}/{round(found.until.timestamp())}"
    mails.tell(session, context, seat, "nobody plays for you any more", [Section(None, "words", (said,))], key)
    # The mails of the seat do not reach him any more.
    until = in_words(found.until, delegate.zone)
    said = f"You were to play {seats.title(seat)} in {game} for {holder} until {until}; {holder} plays it alone now."
    letters.letter(
        session, context, delegate.address, f"[{game}] you play for {holder} no more", (said, NOTHING_WANTED), key
    )


def drop(session: Session, seat: Seat) -> None:
    """Take a delegation away."""
    seat.delegation = None
    session.flush()


def delegated_to(session: Session, player: Player, game: Game | None = None) -> list[Seat]:
    """The seats that somebody plays for others now."""
    mine = select(Seat).join(Delegation, Delegation.seat_id == Seat.id)
    mine = mine.where(Delegation.player_id == player.id, Delegation.until > now(session))
    if game is not None:
        mine = mine.where(Seat.game_id == game.id)
    return list(session.scalars(mine.order_by(Seat.id)))
