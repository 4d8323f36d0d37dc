"""WATCH, UNWATCH: looking on at a game of others."""

from __future__ import annotations

from sqlalchemy.orm import Session

from pbem.commands.answers import Reply
from pbem.commands.queries import Asker
from pbem.games import onlookers, table
from pbem.games.onlookers import NotShown
from pbem.nearest import did_you_mean
from pbem.reports.document import echoed
from pbem.runtime.context import Context
from pbem.store.models import Game


def watch(session: Session, context: Context, asker: Asker, rest: str) -> Reply:
    """`WATCH game`: a report of each turn, as one may know it who does not play."""
    if not rest:
        return Reply("which?", "which game? Write its name after the word; GAMES WATCH lists those that can be watched")
    game = table.find_game(session, rest.replace(" ", ""))
    if game is None or not (_plays(game, asker) or onlookers.may_know(session, game, asker.player)):
        near = did_you_mean(rest, [each.name for each in onlookers.to_watch(session, asker.player)])
        return Reply("no", f'there is no game "{echoed(rest)}" to watch{near}; GAMES WATCH lists those that there are')
    try:
        onlookers.watch(session, game, asker.player)
    except NotShown as error:
        return Reply("no", str(error))
    wait = "" if onlookers.shown(session, game) else "; there is nothing to show yet, and its first report comes then"
    return Reply("ok", f"you watch {game.name}: its reports come to you in mails of their own{wait}")


def unwatch(session: Session, context: Context, asker: Asker, rest: str) -> Reply:
    """`UNWATCH game`: no more reports of it."""
    watched = onlookers.watched_by(session, asker.player)
    if not rest and len(watched) != 1:
        names = ", ".join(game.name for game in watched)
        return Reply("which?", f"which of {names}?") if watched else Reply("ok", "you watch no game")
    wanted = rest.replace(" ", "").lower() if rest else watched[0].name
    game = next((game for game in watched if game.name == wanted), None)
    if game is None:
        return Reply("no", f'you watch no game "{echoed(rest)}"{did_you_mean(rest, [each.name for each in watched])}')
    onlookers.unwatch(session, game, asker.player)
    return Reply("ok", f"you do not watch {game.name} any more")


def _plays(game: Game, asker: Asker) -> bool:
    return table.seat_of(game, asker.player) is not None
