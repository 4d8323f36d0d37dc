"""PICTURES: what a player chooses for all mails to him, and is kept."""

from __future__ import annotations

from sqlalchemy.orm import Session

from pbem.commands.answers import Reply
from pbem.commands.queries import Asker
from pbem.runtime.context import Context


def pictures(session: Session, context: Context, asker: Asker, rest: str) -> Reply:
    """Whether reports show the map as a picture too; without a word, what holds now."""
    if rest:
        asker.player.pictures = rest.lower() == "on"
        session.flush()
    if asker.player.pictures:
        return Reply("ok", "your reports show the map as a picture; PICTURES off leaves it out")
    return Reply("ok", "your reports have the map as text alone; MAP brings a picture, PICTURES on all of them")
