"""The words of letters that are orders of a game (`pbem.games.sealed`), as the database keeps them: one row each.

A row goes when its writer is forgotten, in a game that goes on too. Its courier rides on; who opens it reads that it
was withdrawn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlalchemy import bindparam, insert, select
from sqlalchemy.orm import Session

from core.contract import Json, SeatName
from pbem.games import sealed
from pbem.games.sealed import Letter, Written
from pbem.rulesets import presentation
from pbem.store import people
from pbem.store.database import now, prepared
from pbem.store.models import Game, Inbox, OrderSet, SealedLetter, Turn

_ADD = insert(SealedLetter)
_OF_GAME = (
    select(SealedLetter.seal, SealedLetter.salt, SealedLetter.words)
    .where(SealedLetter.game_id == bindparam("game"))
    .order_by(SealedLetter.id)
)
_WRITERS = (
    select(OrderSet.seat, Inbox.from_address)
    .join(Inbox, Inbox.id == OrderSet.inbox_id)
    .where(OrderSet.turn_id == bindparam("turn"), OrderSet.state == "held")
)


def keep(session: Session, game: Game, turn: Turn | None, letters: Sequence[Written]) -> None:
    """Keep the letters of a turn that is being settled, each as the words of whoever wrote the mail."""
    if not letters:
        return
    writers = _writers(session, turn)
    for each in letters:
        seat = next((seat for seat in game.everybody if seat.name == each.seat), None)
        row = {
            "game_id": game.id,
            "seat": each.seat,
            "player_id": writers.get(each.seat, None if seat is None else seat.player_id),
            "seal": each.letter.seal,
            "salt": each.letter.salt,
            "words": each.letter.words,
            "kept_at": now(session),
        }
        prepared(session, _ADD, row)


def _writers(session: Session, turn: Turn | None) -> dict[SeatName, int]:
    """The players from whose mails the orders of each seat come: of a delegate, and not of the seat, if he wrote."""
    found: dict[SeatName, int] = {}
    if turn is None:
        return found
    for row in session.execute(_WRITERS, {"turn": turn.id}):
        writer = people.player_at(session, row.from_address) if row.from_address else None
        if writer is not None:
            found[row.seat] = writer.id
    return found


def of_game(session: Session, game: Game) -> dict[str, Letter]:
    """The letters of a game that are still there, by their seals."""
    rows = prepared(session, _OF_GAME, {"game": game.id})
    return {row.seal: Letter(row.salt, row.words) for row in rows}


def legible(session: Session, game: Game, view: Json) -> Json:
    """A view with the words of its letters."""
    if not sealed.has_letters(presentation(game.ruleset)) or not sealed.holds_seals(view):
        return view
    return legible_by(of_game(session, game), view)


def legible_by(letters: Mapping[str, Letter], view: Json) -> Json:
    """The same, by the letters of the game."""
    shown: Json = sealed.opened(view, {seal: letter.words for seal, letter in letters.items()})
    return shown
