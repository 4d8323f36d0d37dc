"""Invitations to games: few, once for each game, and in words of ours alone, so that nobody can make spam of them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from core.contract import HOST, Level
from pbem.addresses import postal, signed
from pbem.games import letters, table
from pbem.reports.document import echoed
from pbem.rulesets import presentation
from pbem.runtime.context import Context
from pbem.store import people
from pbem.store.database import now
from pbem.store.models import Game, Invitation, Player

DAY = timedelta(days=1)
MOST_A_DAY = 10  # that a player sends
MOST_TO_A_PLAYER = 5  # that come to one, a day
# To a stranger one comes a day, from whomever, and no more than these in a month if he never answers.
MOST_TO_A_STRANGER = 3
MONTH = timedelta(days=30)


class NotInvited(Exception):
    """Why somebody is not invited, as a sentence without its full stop."""


def invite(
    session: Session,
    context: Context,
    inviter: Player,
    writes_from: str,
    game: Game,
    typed: str,
    *,
    umpire: bool = False,
) -> str:
    """Invite whoever reads mail at an address, to play or as the umpire; that address. Raises NotInvited.

    He is told the address that the inviter `writes_from`. What the inviter is told says nothing of who plays here, by
    which addresses, nor where another of his mails is sent to.
    """
    address = postal.known_as(typed.strip("<>,;"))
    if address is None or postal.sent_to(address) is None:
        raise NotInvited(f'"{echoed(typed)}" is not an address that mail can be sent to')
    if address.partition("@")[2] == context.settings.mail_domain.lower():
        raise NotInvited(f"{address} is an address of this server")
    invited = people.player_at(session, address)
    sent_to = invited.address if invited is not None else address
    sits = invited is not None and table.seat_of(game, invited) is not None
    if sits or session.get(Invitation, (game.id, sent_to)) is not None:
        raise NotInvited(f"{address} was invited to {game.name} already, or sits there; nobody is invited twice")
    _ensure_few(session, inviter, sent_to, address, stranger=invited is None)
    note(session, inviter, game, sent_to)
    _mail(session, context, writes_from, game, sent_to, stranger=invited is None, umpire=umpire)
    return address


def keep_for_umpire(session: Session, game: Game, address: str) -> None:
    """Keep the umpire's place for whoever was invited at an address."""
    invited = people.player_at(session, address)
    invitation = session.get_one(Invitation, (game.id, invited.address if invited is not None else address))
    invitation.seat = HOST
    session.flush()


def note(session: Session, inviter: Player, game: Game, address: str, seat: str | None = None) -> None:
    """Keep an invitation, with the seat that is kept free for it."""
    session.add(Invitation(game_id=game.id, address=address, player_id=inviter.id, seat=seat, invited_at=now(session)))
    session.flush()


def ensure_may_invite(session: Session, inviter: Player) -> None:
    """Raises NotInvited for whoever has invited as many today as he may."""
    mine = Invitation.player_id == inviter.id
    # A seat that is kept for himself, in a rematch, invites nobody.
    if _count(session, DAY, mine, Invitation.address != inviter.address) >= MOST_A_DAY:
        raise NotInvited(f"{MOST_A_DAY} people at most can be invited a day")


def _ensure_few(session: Session, inviter: Player, address: str, named: str, *, stranger: bool) -> None:
    ensure_may_invite(session, inviter)
    to_him = Invitation.address == address
    many = stranger and _count(session, MONTH, to_him) >= MOST_TO_A_STRANGER
    if many or _count(session, DAY, to_him) >= (1 if stranger else MOST_TO_A_PLAYER):
        raise NotInvited(f"{named} has been invited lately, by you or others; try again in a few days")


def _count(session: Session, within: timedelta, *conditions: object) -> int:
    since: datetime = now(session) - within
    counted = select(func.count()).select_from(Invitation).where(Invitation.invited_at > since)
    for condition in conditions:
        counted = counted.where(condition)  # type: ignore[arg-type]
    return session.scalar(counted) or 0


def _mail(
    session: Session, context: Context, inviter: str, game: Game, address: str, *, stranger: bool, umpire: bool
) -> None:
    """Say who invites, to what, and how to answer. The inviter is named by his address: his name is words of his."""
    lines = _lines(game, inviter, stranger=stranger, umpire=umpire)
    reply_to = signed.enrol_address(context.settings, address) if stranger else None
    title = presentation(game.ruleset).title
    subject = f"[{game.name}] an invitation to {title}"
    letters.letter(session, context, address, subject, lines, f"invite/{game.name}", reply_to=reply_to)


def _lines(game: Game, inviter: str, *, stranger: bool, umpire: bool) -> Sequence[str]:
    found = presentation(game.ruleset)
    free = ", ".join(found.seat_title(seat.name) for seat in table.free_places(game))
    opening = f"{inviter} invites you to a game of {found.title} by mail, {game.name}. Still free: {free}."
    if umpire:
        opening = f"{inviter} asks you to be the umpire of a game of {found.title} by mail, {game.name}."
    join = f"To {'do so' if umpire else 'play'}, answer this mail with the line: JOIN {game.name}"
    look = f"STATUS {game.name} shows what was chosen for it, HELP {game.ruleset} what the game is."
    if not stranger:
        return (opening, join, look)
    return (
        opening,
        found.about,
        f"{join} - or with STATUS {game.name} to see first what was chosen for it. Any answer, from this address, "
        "makes you known here.",
        "If you do not want to, do nothing. Nobody can send words of his own by an invitation, and you get one a "
        f"day at most, and {MOST_TO_A_STRANGER} a month, whoever sends them.",
    )


def rematch_seats(session: Session, before: Game) -> list[tuple[str, Player | Level]]:
    """The seats of a rematch, each with the player or robot that shall have it: everybody moves on by one.

    So two swap sides. Raises NotInvited where somebody is not here any more.
    """
    players = table.seated(before)
    holders = [seat.player or (Level(seat.level) if seat.level else None) for seat in before.seats]
    here = [holder for holder in holders if holder is not None]
    if len(here) < len(holders) or any(player.forget_at for player in players):
        raise NotInvited(f"not all who played {before.name} are here any more; NEW opens a game for others")
    names = [seat.name for seat in before.seats]
    return list(zip([*names[1:], names[0]], here, strict=True))


def invite_to_rematch(
    session: Session, context: Context, inviter: Player, game: Game, other: Player, seat: str
) -> None:
    """Keep a seat of a rematch for one of its players, and ask him, unless it is he who asks. Raises NotInvited."""
    if other is not inviter:
        _ensure_few(session, inviter, other.address, other.name, stranger=False)
    note(session, inviter, game, other.address, seat)
    if other is inviter:
        return
    found = presentation(game.ruleset)
    lines = (
        f"{inviter.name} asks you for a rematch: {game.name}, with the options and the clock of the game before. You "
        f"would play {found.seat_title(seat)}.",
        f"To play, answer this mail with the line: JOIN {game.name}",
    )
    subject = f"[{game.name}] a rematch of {found.title}?"
    letters.letter(session, context, other.address, subject, lines, f"invite/{game.name}")
