"""Games that look for players: how many one may open, leaving them, calling them off, and their end by themselves."""

from __future__ import annotations

from datetime import timedelta

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from pbem.games import letters, table
from pbem.games.table import NotSeated
from pbem.reports.turn import in_words
from pbem.rulesets import presentation
from pbem.runtime.context import Context
from pbem.store import outbox
from pbem.store.database import now
from pbem.store.models import Game, Invitation, Player, Seat

EXPIRES_AFTER = timedelta(days=30)
MOST_FORMING = 5


class CannotLeave(Exception):
    """Why a game is not left or called off, as a sentence without its full stop."""


def ensure_may_open(session: Session, player: Player) -> None:
    """Raises NotSeated for a player who has opened as many games that still look for players as he may."""
    mine = select(func.count(Game.id)).where(Game.opened_by == player.id, Game.state == "forming")
    if (session.scalar(mine) or 0) >= MOST_FORMING:
        raise NotSeated(
            f"{MOST_FORMING} games that you opened still look for players, and more you cannot have; CANCEL and a "
            "game's name ends one"
        )


def may_see(session: Session, game: Game, player: Player, addresses: list[str]) -> bool:
    """Whether a player may know of a game that looks for players: a private one, if he sits in it or is invited."""
    if not game.private or table.seat_of(game, player) is not None:
        return True
    return invitation_of(session, game, addresses) is not None


def invitation_of(session: Session, game: Game, addresses: list[str]) -> Invitation | None:
    """The invitation to a game of whoever has these addresses."""
    mine = select(Invitation).where(Invitation.game_id == game.id, Invitation.address.in_(addresses))
    return session.scalars(mine.order_by(Invitation.invited_at)).first()


def forming_games(session: Session, addresses: list[str], ident: int) -> list[Game]:
    """The games that look for players and that a player of these addresses and this number may see, latest first."""
    sits = select(Seat.id).where(Seat.game_id == Game.id, Seat.player_id == ident).exists()
    invited = select(Invitation.address).where(Invitation.game_id == Game.id, Invitation.address.in_(addresses))
    open_to_him = ~Game.private | sits | invited.exists()
    return list(
        session.scalars(select(Game).where(Game.state == "forming", open_to_him).order_by(Game.id.desc()).limit(200))
    )


def leave(session: Session, context: Context, game: Game, player: Player) -> bool:
    """Free a player's seat; whether he was the last, and the game is over with that. Raises CannotLeave."""
    seat = _seat_of(session, game, player)
    seat.player, seat.word = None, ""
    session.flush()
    left = table.seated(game)
    if not left:
        game.state = "cancelled"
        session.flush()
        return True
    if game.opened_by == player.id:
        game.opened_by = left[0].id
    title = presentation(game.ruleset).seat_title(seat.name)
    for other in left:
        # Whoever joins and leaves again and again is told of once a day.
        if outbox.may_reply(session, other.address, f"left-{game.name}"):
            told = (
                f"{title} is free again in {game.name}: {player.name} has left it before it began. It goes on looking "
                "for players.",
            )
            letters.letter(session, context, other.address, f"[{game.name}] {title} is free", told, f"left/{game.name}")
    return False


def cancel(session: Session, context: Context, game: Game, player: Player) -> None:
    """End a game before it has begun; only who opened it may. Raises CannotLeave."""
    _seat_of(session, game, player)
    if game.opened_by not in (None, player.id):
        raise CannotLeave(f"only who opened {game.name} can call it off; LEAVE {game.name} frees your seat")
    told = (f"{player.name} has called off {game.name} before it began.",)
    letters.to_the_seated(session, context, game, "called off", told, but=player)
    _end(session, game)


def due(session: Session, limit: int = 200) -> list[tuple[int, str]]:
    """Games that have looked for players for too long, each with a mark for the notifier."""
    old = select(Game.id).where(Game.state == "forming", Game.created_at <= now(session) - EXPIRES_AFTER)
    return [(ident, "expire") for ident in session.scalars(old.order_by(Game.created_at).limit(limit))]


def expire(context: Context, game_id: int) -> bool:
    """End a game that has not found its players in time, and tell who waited; whether it was done here."""
    with context.transaction("expire") as session:
        game = session.get(Game, game_id)
        if game is None:
            return False
        table.lock(session, game)
        if game.state != "forming" or now(session) - game.created_at < EXPIRES_AFTER:
            return False
        told = (
            f"{game.name} has looked for players since {in_words(game.created_at)}, and after {EXPIRES_AFTER.days} "
            f"days without enough of them it is called off. NEW {game.ruleset} opens another.",
        )
        letters.to_the_seated(session, context, game, "called off: too few players", told)
        _end(session, game)
    return True


def _seat_of(session: Session, game: Game, player: Player) -> Seat:
    table.lock(session, game)
    seat = table.seat_of(game, player)
    if seat is None:
        raise CannotLeave(f"you do not sit in {game.name}")
    if game.state != "forming":
        raise CannotLeave(f"{game.name} has begun; RESIGN gives it up")
    return seat


def _end(session: Session, game: Game) -> None:
    """Nobody sits in it any more, so that no question about it finds a position."""
    for seat in game.everybody:
        seat.player, seat.word = None, ""
    game.state = "cancelled"
    session.flush()
