"""LEAVE, CANCEL, INVITE, REMATCH: what is done about a game before it begins, and after it is over."""

from __future__ import annotations

import re

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session

from core.contract import BadOption, Level
from pbem.commands import robots
from pbem.commands.answers import Reply
from pbem.commands.queries import Asker
from pbem.commands.robots import Opponents
from pbem.games import forming, invitations, table
from pbem.games.forming import CannotLeave
from pbem.games.invitations import NotInvited
from pbem.games.table import NotSeated
from pbem.nearest import did_you_mean
from pbem.reports.document import echoed
from pbem.rulesets import UnknownRuleSet, presentation
from pbem.rulesets.sentences import listed
from pbem.runtime.context import Context
from pbem.store import people
from pbem.store.models import Game, Player, Seat

MOST_ADDRESSES = 5  # of one line

_TO_GAME = re.compile(r"\s+(?:to|in|into|for)\s+([\w-]+(?: [0-9]{1,9})?)$", re.IGNORECASE)
_BETWEEN = re.compile(r"[\s,;]+(?:and\s+)?", re.IGNORECASE)
_WITH = re.compile(r"(?<!\S)with\s+(\S+@\S+(?:(?:\s*[,;]\s*|\s+and\s+|\s+)\S+@\S+)*)", re.IGNORECASE)
_PRIVATE = re.compile(r"(?<!\S)(?<!\bword )(?<!\bas )private(?!\S)", re.IGNORECASE)


class Company(msgspec.Struct, frozen=True):
    """Who may sit down in a new game: anybody, or in a private one those who are invited."""

    private: bool
    invited: tuple[str, ...]


def taken_out(text: str) -> tuple[Company, str]:
    """For whom a game is opened, in what follows `NEW ruleset`, and what is left of it."""
    found = _WITH.search(text)
    left = _WITH.sub(" ", text, count=1)
    alone = _PRIVATE.sub(" ", left)
    invited = _addresses(found[1]) if found else ()
    return Company(bool(found) or alone != left, invited), " ".join(alone.split())


def invite_all(session: Session, context: Context, inviter: Asker, game: Game, addresses: tuple[str, ...]) -> str:
    """Invite several people, or nobody; who was invited, in words. Raises NotInvited."""
    if len(addresses) > MOST_ADDRESSES:
        raise NotInvited(f"{MOST_ADDRESSES} people at most can be invited by one line")
    return listed([_invite(session, context, inviter, game, each) for each in addresses])


def _invite(session: Session, context: Context, inviter: Asker, game: Game, typed: str) -> str:
    return invitations.invite(session, context, inviter.player, inviter.writes_from, game, typed)


def invite_umpire(session: Session, context: Context, inviter: Asker, game: Game, typed: str) -> None:
    """Ask somebody to be the umpire of a game, and keep that place for him. Raises NotInvited."""
    found = invitations.invite(session, context, inviter.player, inviter.writes_from, game, typed, umpire=True)
    invitations.keep_for_umpire(session, game, found)


def leave(session: Session, context: Context, asker: Asker, rest: str) -> Reply:
    """`LEAVE game`: free the seat in a game that has not begun; with the last who leaves it ends."""
    game = _meant(session, asker, rest, "LEAVE")
    if isinstance(game, Reply):
        return game
    try:
        ended = forming.leave(session, context, game, asker.player)
    except CannotLeave as error:
        return Reply("no", str(error))
    return Reply("ok", f"you have left {game.name}{', and with that it is called off' if ended else ''}")


def cancel(session: Session, context: Context, asker: Asker, rest: str) -> Reply:
    """`CANCEL game`: call off a game that one has opened and that has not begun."""
    game = _meant(session, asker, rest, "CANCEL")
    if isinstance(game, Reply):
        return game
    others = len(table.seated(game)) - 1
    try:
        forming.cancel(session, context, game, asker.player)
    except CannotLeave as error:
        return Reply("no", str(error))
    return Reply("ok", f"{game.name} is called off{'; those who waited with you are told' if others else ''}")


def invite(session: Session, context: Context, asker: Asker, rest: str) -> Reply:
    """`INVITE address [to game]`: ask people, or robots, to a game that one sits in and that has not begun."""
    named = _TO_GAME.search(rest)
    whom = rest[: named.start()] if named else rest
    addresses, levels = _addresses(whom), robots.named(whom)
    if not addresses and not levels:
        return Reply("no", "write whom: INVITE ben@example.org to waterloo1, with the name of your game")
    game = _meant(session, asker, named[1] if named else "", "INVITE")
    if isinstance(game, Reply):
        return game
    if game.state != "forming" or game.rematch_of is not None:
        why = "has begun" if game.state != "forming" else "is for those who played before"
        return Reply("no", f"{game.name} {why}")
    before = {seat.name for seat in game.seats if seat.level}
    try:
        with session.begin_nested():
            robots.sit_down(session, game, Opponents(levels))
            invited = invite_all(session, context, asker, game, addresses) if addresses else ""
    except (NotInvited, NotSeated) as error:
        return Reply("no", str(error))
    if levels:
        full = table.is_full(game)
        return Reply("ok", f"{game.name}: {robots.in_seats(game, before)}", starts=game if full else None)
    return Reply("ok", f"{invited} {'is' if len(addresses) == 1 else 'are'} invited to {game.name}")


def rematch(session: Session, context: Context, asker: Asker, rest: str) -> Reply:
    """`REMATCH [game]`: the same game once more with sides swapped, for those who played it."""
    before = _finished(session, asker, rest)
    if isinstance(before, Reply):
        return before
    if before.mustered is not None:
        return Reply("no", f"{before.name} was a battle of another game, and is not fought again")
    if before.umpire is not None:
        return Reply("no", f"{before.name} had an umpire; NEW opens another such game")
    open_now = session.scalar(select(Game).where(Game.rematch_of == before.id, Game.state == "forming"))
    try:
        with session.begin_nested():
            if open_now is not None:
                game, said = open_now, "your rematch of {}"
            else:
                game, said = _opened_again(session, context, asker.player, before), "a rematch of {} is open"
            seat = sit_down(session, game, asker.player, None, "")
    except (NotSeated, NotInvited) as error:
        return Reply("no", str(error))
    except (BadOption, UnknownRuleSet):
        return Reply("no", f"{before.name} was played by rules that are not here any more")
    others = "all are there, and it begins" if table.is_full(game) else "it begins when all have answered JOIN"
    title = presentation(game.ruleset).seat_title(seat.name)
    told = f"{game.name}, {said.format(before.name)}; you play {title}, and {others}"
    return Reply("ok", told, starts=game if table.is_full(game) else None)


def sit_down(session: Session, game: Game, player: Player, seat_word: str | None, word: str) -> Seat:
    """Give a player a seat; the one that is kept for him, in a rematch. Raises NotSeated."""
    invitation = forming.invitation_of(session, game, people.addresses_of(session, player))
    kept = invitation.seat if invitation is not None else None
    if kept is None:
        return table.sit_down(session, game, player, seat_word, word)
    if (
        seat_word is not None
        and presentation(game.ruleset).find_seat(seat_word, [s.name for s in game.everybody]) != kept
    ):
        where = "In this rematch" if game.rematch_of is not None else f"In {game.name}"
        raise NotSeated(f"{where} the place of {presentation(game.ruleset).seat_title(kept)} is kept for you.")
    return table.sit_down(session, game, player, kept, word)


def _opened_again(session: Session, context: Context, player: Player, before: Game) -> Game:
    """A private game like the one before, with an invitation for each who played it. Raises NotInvited, NotSeated."""
    forming.ensure_may_open(session, player)
    game = table.open_game(session, context, presentation(before.ruleset), table.options_of(before))
    game.terms, game.opened_by, game.private, game.rematch_of = before.terms, player.id, True, before.id
    game.press, game.press_to, game.watch = before.press, before.press_to, before.watch
    game.rated = before.rated
    for seat, other in invitations.rematch_seats(session, before):
        if isinstance(other, Level):
            table.seat_robot(session, game, other, seat)
        else:
            invitations.invite_to_rematch(session, context, player, game, other, seat)
    return game


def _finished(session: Session, asker: Asker, rest: str) -> Game | Reply:
    mine = [game for game in table.games_of(session, asker.player, over=True) if game.state == "over"]
    if rest:
        wanted = rest.replace(" ", "").lower()
        found = next((game for game in mine if game.name == wanted), None)
        near = did_you_mean(rest, [game.name for game in mine])
        return found or Reply("no", f'you have played no game called "{echoed(rest)}" to its end{near}')
    if asker.game is not None and asker.game in mine:
        return asker.game
    if not mine:
        return Reply("no", "you have not played a game to its end yet")
    return mine[0]


def _meant(session: Session, asker: Asker, rest: str, word: str) -> Game | Reply:
    """The asker's game that is named, or else the only one of his that has not begun."""
    mine = table.games_of(session, asker.player)
    if rest:
        wanted = rest.replace(" ", "").lower()
        found = next((game for game in mine if game.name == wanted), None)
        near = did_you_mean(rest, [game.name for game in mine])
        return found or Reply("no", f'you have no game called "{echoed(rest)}"{near}; GAMES lists yours')
    if asker.game is not None:
        return asker.game  # of the mail that is answered, or the only one of his
    waiting = [game for game in mine if game.state == "forming"]
    if len(waiting) == 1:
        return waiting[0]
    if not waiting:
        return Reply("no", "you sit in no game that has not begun")
    names = ", ".join(game.name for game in waiting)
    return Reply("which?", f"which of {names}? Write {word} and its name")


def _addresses(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(part.strip("<>,;") for part in _BETWEEN.split(text.strip()) if "@" in part))
