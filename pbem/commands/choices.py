"""FULL, SHORT, PICTURES: what a player chooses about the mails to him; it is kept until he chooses otherwise."""

from __future__ import annotations

from sqlalchemy.orm import Session

from pbem.commands.answers import Reply
from pbem.commands.queries import Asker
from pbem.runtime.context import Context

FULL = "your reports come in full from now on, in all your games; SHORT makes them short again"
SHORT = "your reports are short from now on, in all your games; FULL brings them in full"


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
