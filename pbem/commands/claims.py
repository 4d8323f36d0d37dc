"""CLAIM, WAIT, ROBOT: what somebody says about an opponent who misses one decision after another."""

from __future__ import annotations

from sqlalchemy.orm import Session

from pbem.commands.answers import Reply
from pbem.commands.queries import Asker, no_game_of_yours
from pbem.games import table
from pbem.games.claims import CannotSay, say
from pbem.games.misses import Wish
from pbem.runtime.context import Context
from pbem.store.models import Game

# What may stand behind the words and names nobody: CLAIM THE WIN, ROBOT PLAYS.
FILLING = frozenset({"the", "win", "victory", "game", "for", "plays", "play", "on", "please"})
COMPUTER = frozenset({"computer", "robot"})


def claim(session: Session, context: Context, asker: Asker, rest: str) -> Reply:
    """`CLAIM`: the win over somebody who is silent; `CLAIM COMPUTER` asks for a robot."""
    wants_robot = bool(COMPUTER & set(rest.lower().split()))
    return _said(session, context, asker, rest, "robot" if wants_robot else "claim")


def wait(session: Session, context: Context, asker: Asker, rest: str) -> Reply:
    """`WAIT`: for somebody who is silent."""
    return _said(session, context, asker, rest, "wait")


def robot(session: Session, context: Context, asker: Asker, rest: str) -> Reply:
    """`ROBOT`: one is to play for somebody who is silent."""
    return _said(session, context, asker, rest, "robot")


def _said(session: Session, context: Context, asker: Asker, rest: str, wish: Wish) -> Reply:
    named = [word for word in rest.split() if word.lower() not in FILLING | COMPUTER]
    game, named = _game(session, asker, named)
    if game is None:
        return Reply("which?", "in which game? Write its name after the word; GAMES lists yours")
    seat = next((seat for seat in game.seats if seat.player_id == asker.player.id), None)
    if seat is None:
        return no_game_of_yours(session, asker, game.name)
    waits = table.waits_for_host(game)
    if game.state != "running" or waits is not None:
        return Reply("no", waits or f"{game.name} is not running")
    try:
        return Reply("ok", say(session, context, seat, " ".join(named), wish), about=seat)
    except CannotSay as error:
        return Reply("no", str(error), about=seat)


def _game(session: Session, asker: Asker, named: list[str]) -> tuple[Game | None, list[str]]:
    """The game that is meant, and the words that do not name it."""
    for first in range(len(named)):
        for end in (first + 1, first + 2):  # `sealed1`, or `sealed 1`
            found = table.find_game(session, "".join(named[first:end]))
            if found is not None:
                return found, named[:first] + named[end:]
    return asker.game, named
