"""Seats of running games that change hands: handed over, declared open, taken by whoever comes first.

Not for: sitting down in a game that has not begun (`table`), or what a host does (`acts`).
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable

from sqlalchemy import select
from sqlalchemy.orm import Session

from core.contract import SeatName
from pbem.games import ahead, clocks, letters, mails, record, table, turns
from pbem.games.kept_record import KeptRecord
from pbem.reports.document import Section
from pbem.rulesets import presentation
from pbem.runtime.context import Context
from pbem.store import outbox
from pbem.store.database import now
from pbem.store.models import Game, Participant, Player, Seat, Turn

MOST_TOLD = 50  # substitutes that are mailed of one seat

PLAYS_ON = "You play on from here: answer this mail."
NOT_YOURS = "It is not yours any more; RECORD and the reports you have stay with you."


class NotTaken(Exception):
    """Why a seat is not declared open, or not taken, as a sentence without its full stop."""


def hand_over(session: Session, context: Context, game: Game, turn: Turn, seat: Seat, player: Player | None) -> None:
    """Give a seat to another player, or to nobody.

    The addresses of its earlier mails are retired, and its mails begin a thread of their own.
    """
    ahead.drop(session, seat)
    seat.delegation = None
    seat.player, seat.nonce, seat.open_since = player, secrets.token_hex(table.NONCE_BYTES), None
    seat.first_message_id = seat.last_message_id = None
    # Whoever has it now has all the time for the question that his predecessor was asked.
    seat.step, seat.misses, seat.robot, seat.level, seat.wishes = None, 0, False, None, None
    session.flush()
    clocks.ask(session, context, game, turn)


def declare_open(session: Session, context: Context, seat: Seat) -> list[Player]:
    """Let anybody take a seat, whose player plays on until then; the substitutes, who are told. Raises NotTaken."""
    game = seat.game
    if game.state != "running":
        raise NotTaken(f"{game.name} is not being played")
    if game.closed:
        raise NotTaken(closed(game))
    if game.private:
        raise NotTaken(f"{game.name} is private; ask the host to give your seat to somebody else")
    if seat.open_since is not None:
        raise NotTaken(f"the seat of {title(seat)} is open already; CLOSE SEAT takes it back")
    seat.open_since = now(session)
    session.flush()
    return tell_substitutes(session, context, seat)


def take(session: Session, context: Context, game: Game, player: Player, seat: Seat) -> None:
    """Give an open seat to a player, tell everybody, and mail him its report. Raises NotTaken, turns.Busy."""
    if game.state != "running" or table.waits_for_host(game) is not None:
        raise NotTaken(f"{game.name} is not being played now")
    if game.closed:
        raise NotTaken(closed(game))
    turn = turns.ensure_open(session, game, now(session))
    session.refresh(seat)
    if seat.open_since is None:
        raise NotTaken(f"the seat of {title(seat)} in {game.name} is not open")
    if player.forget_at is not None:
        raise NotTaken("you asked to be forgotten once your games are over; REMEMBER ME takes that back")
    if not may_take(session, game, player):
        raise NotTaken(f"you sit in {game.name}, or have sat there, and know what its other seats may not")
    kept = KeptRecord(session, game)
    drawn = table.drawn_name(session, game, player)
    kept.append("act", record.act_body("take", drawn, now(session), "", {"seat": seat.name, "player": drawn}))
    _tell(session, context, game, seat, player, f"take/{game.name}/{kept.length}")
    hand_over(session, context, game, turn, seat, player)
    seat.reported = kept.length
    opening = Section(None, "words", (f"You have taken the seat of {title(seat)}. {PLAYS_ON}",))
    key = f"taken/{game.name}/{kept.length}"
    reports = mails.reports_of(session, context, game, turn, kept)
    reports.mail(session, context, seat, opening=(opening,), first=True, key=key)


def give(session: Session, context: Context, game: Game, name: SeatName, player: Player, who: str, why: str) -> None:
    """Give a seat of a running game to another player, who plays on, tell everybody, and mail him its report."""
    turn, kept = table.locked_turn(session, game), KeptRecord(session, game)
    seat = next(seat for seat in game.seats if seat.name == name)
    drawn = table.drawn_name(session, game, player)
    kept.append("act", record.act_body("replace", who, now(session), why, {"seat": name, "player": drawn}))
    said = f"{player.name} plays {title(seat)} from here on."
    for each in game.seats:
        own = _own(each) if each is seat else ()
        mails.tell(
            session,
            context,
            each,
            "another player",
            [Section(None, "words", (said, *own))],
            f"give/{game.name}/{kept.length}",
        )
    hand_over(session, context, game, turn, seat, player)
    seat.reported = kept.length
    reports = mails.reports_of(session, context, game, turn, kept)
    opening = Section(None, "words", (f"You play {title(seat)} from here on. {PLAYS_ON}",))
    reports.mail(session, context, seat, opening=(opening,), first=True, key=f"given/{game.name}/{kept.length}")


def open_seats(session: Session, game: Game | None = None) -> list[Seat]:
    """The open seats of a game, or of all that are running, those open longest first."""
    wanted = select(Seat).join(Game).where(Seat.open_since.is_not(None), Game.state == "running")
    if game is not None:
        wanted = wanted.where(Seat.game_id == game.id)
    return list(session.scalars(wanted.order_by(Seat.open_since, Seat.id).limit(200)))


def substitutes(session: Session) -> list[Player]:
    """The players who are on the list of substitutes, those longest first."""
    listed = select(Player).where(Player.substitute_since.is_not(None)).order_by(Player.substitute_since, Player.id)
    return list(session.scalars(listed.limit(MOST_TOLD)))


def tell_substitutes(session: Session, context: Context, seat: Seat) -> list[Player]:
    """Mail the substitutes who may take a seat that it is open, each once a day; who they are."""
    game, told = seat.game, []
    for player in substitutes(session):
        if not may_take(session, game, player):
            continue
        told.append(player)
        if outbox.may_reply(session, player.address, f"open-{game.name}-{seat.name}"):
            _mail_substitute(session, context, seat, player)
    return told


def closed(game: Game) -> str:
    """Why nobody else comes to a seat of a closed game, as a sentence without its full stop."""
    what = "games of events" if game.mustered is None else "battles of campaigns and series"
    return f"{game.name} is closed, as {what} are: nobody takes a seat of it over, or plays one for another"


def title(seat: Seat) -> str:
    """The name of a seat, as people write it."""
    return presentation(seat.game.ruleset).seat_title(seat.name)


def _mail_substitute(session: Session, context: Context, seat: Seat, player: Player) -> None:
    game, found = seat.game, presentation(seat.game.ruleset)
    lines = (
        f"The seat of {title(seat)} in {game.name}, a game of {found.title}, is open. Whoever takes it first plays on.",
        f"To take it, answer this mail with the line: TAKE SEAT {seat.name.upper()} IN {game.name}",
        "You get this since you are on the list of substitutes; SUBSTITUTE OFF takes you off it.",
    )
    subject = f"[{game.name}] the seat of {title(seat)} is open"
    letters.letter(session, context, player.address, subject, lines, f"open/{game.name}/{seat.name}")


def may_take(session: Session, game: Game, player: Player) -> bool:
    """Whether a player knows nothing of a game but what anybody may: he never sat there, and plays there for nobody."""
    moment = now(session)
    plays = [
        seat.delegation for seat in game.everybody if seat.delegation is not None and seat.delegation.until > moment
    ]
    sits = table.seat_of(game, player) is not None
    return not (sits or any(each.player_id == player.id for each in plays) or has_played(session, game, player))


def has_played(session: Session, game: Game, player: Player) -> bool:
    """Whether a player has sat in a game at any time."""
    mine = select(Participant.drawn).where(Participant.game_id == game.id, Participant.player_id == player.id)
    return session.scalar(mine.limit(1)) is not None


def _tell(session: Session, context: Context, game: Game, seat: Seat, player: Player, key: str) -> None:
    """Tell all seats and the hosts who plays on."""
    said = f"{player.name} has taken the seat of {title(seat)}, which was open."
    for each in game.seats:
        own = _own(each) if each is seat else ()
        mails.tell(session, context, each, "another player", [Section(None, "words", (said, *own))], key)
    for host in context.settings.hosts:
        subject = f"[{game.name}] another player"
        letters.letter(session, context, host, subject, (said,), f"{key}/host")


def _own(seat: Seat) -> Iterable[str]:
    yield NOT_YOURS
    if seat.ahead is not None:
        yield ahead.IS_VOID
