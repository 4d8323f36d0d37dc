"""FULL, SHORT, PICTURES, UNSUBSCRIBE: what a player chooses about the mails to him, until he chooses otherwise.

PROFILE: whether the pages of the web name him.
"""

from __future__ import annotations

from sqlalchemy.orm import Session

from pbem.commands.answers import Reply, words
from pbem.commands.queries import Asker
from pbem.games import onlookers, table
from pbem.runtime.context import Context
from pbem.store.models import UNFINISHED

FULL = "your reports come in full from now on, in all your games; SHORT makes them short again"
HIDDEN = (
    'no page of the web names you, and you have none of your own: you are "a player" there; PROFILE on ends that. '
    "Mails to those you play with go on naming you"
)
NAMED = "the pages of the web name you, with your games and ratings; PROFILE off takes your name off them"
SHORT = "your reports are short from now on, in all your games; FULL brings them in full"


CHOICES = (
    "SHORT makes your reports short, PICTURES OFF leaves the pictures out.",
    "AWAY and the days keep your clocks still; DELEGATE has somebody else play for you until you are back.",
    "LEAVE and a game's name leaves one that has not begun; OPEN SEAT lets somebody else take your seat in one "
    "that has; `resign`, in answer to its report, gives it up.",
    "FORGET ME has all that is kept about you deleted, once your games are over.",
)


def full(session: Session, context: Context, asker: Asker, rest: str) -> Reply:
    """Reports in full: all options, how orders are written, the forces, and the order form in every answer."""
    asker.player.full = True
    return Reply("ok", FULL)


def short(session: Session, context: Context, asker: Asker, rest: str) -> Reply:
    """Short reports, as everybody has them who has not chosen."""
    asker.player.full = False
    return Reply("ok", SHORT)


def pictures(session: Session, context: Context, asker: Asker, rest: str) -> Reply:
    """Whether reports show the map as a picture too; without a word, what holds now."""
    if rest:
        asker.player.pictures = rest.lower() == "on"
        session.flush()
    if asker.player.pictures:
        return Reply("ok", "your reports show the map as a picture; PICTURES off leaves it out")
    return Reply("ok", "your reports have the map as text alone; MAP brings a picture, PICTURES on all of them")


def profile(session: Session, context: Context, asker: Asker, rest: str) -> Reply:
    """Whether the pages of the web name a player; without a word, what holds now."""
    if rest:
        asker.player.hidden = rest.lower() == "off"
        session.flush()
    return Reply("ok", HIDDEN if asker.player.hidden else NAMED)


def unsubscribe(session: Session, context: Context, asker: Asker, rest: str) -> Reply:
    """`UNSUBSCRIBE`: an end to what comes beside one's own games, and what else can be chosen.

    Mail programs write it by a button; whoever sits in a game has others who wait for him, so that it goes on.
    """
    for game in onlookers.watched_by(session, asker.player):
        onlookers.unwatch(session, game, asker.player)
    asker.player.substitute_since = None
    session.flush()
    mine = [game.name for game in table.games_of(session, asker.player) if game.state in UNFINISHED]
    told = (words("What can be chosen", *(CHOICES if mine else CHOICES[-1:])),)
    go_on = f"; {', '.join(mine)} {'goes' if len(mine) == 1 else 'go'} on" if mine else ""
    return Reply("ok", f"you get no more mails beside those of your own games{go_on}", told)
