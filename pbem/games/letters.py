"""Mails to people beside the reports of their games: invitations, questions, and news of games that never began."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from sqlalchemy.orm import Session

from pbem.games import table
from pbem.outbound.posting import Draft, post
from pbem.reports.document import Document, Section
from pbem.runtime.context import Context
from pbem.store.models import Game, Player


def letter(
    session: Session,
    context: Context,
    to: str,
    subject: str,
    paragraphs: Sequence[str],
    key: str,
    *,
    reply_to: str | None = None,
    answers: str | None = None,
) -> None:
    """Mail a few paragraphs of ours; with `answers` in answer to the mail of that Message-ID.

    A key that is used again is given a tail of its own: what may come twice is bounded by whoever sends it.
    """
    post(
        session,
        context,
        Draft(
            document=Document(subject, (Section(None, "words", tuple(paragraphs)),)),
            key=f"{key}/{secrets.token_hex(4)}",
            to=to,
            reply_to=reply_to or context.settings.address,
            in_reply_to=answers,
            references=(answers,) if answers else (),
            automatic="auto-replied" if answers else "auto-generated",
        ),
    )


def to_the_seated(
    session: Session, context: Context, game: Game, said: str, paragraphs: Sequence[str], but: Player | None = None
) -> None:
    """Mail all who sit in a game that has not begun, but the one who brought it about."""
    for player in table.seated(game):
        if player is not but:
            letter(session, context, player.address, f"[{game.name}] {said}", paragraphs, f"forming/{game.name}")
