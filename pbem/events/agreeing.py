"""AGREE: the players of a game of two agree on how it ends. Both must say the same; who says something else meanwhile
takes back what he said. The game ends so by an act of its record.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec
from sqlalchemy.orm import Session

from pbem.events.kept import PLAYING, of_game
from pbem.games import ends, mails, table
from pbem.games.ends import End
from pbem.games.record import AGREE
from pbem.reports.document import Section
from pbem.reports.turn import AGREED, REPORT_SENDS
from pbem.rulesets import presentation
from pbem.rulesets.sentences import listed
from pbem.runtime.context import Context, notify_after_commit
from pbem.store.models import Game, Seat

Word: TypeAlias = Literal["win", "draw", "loss"]
OPPOSITE: dict[Word, Word] = {"win": "loss", "draw": "draw", "loss": "win"}


class CannotAgree(Exception):
    """Why a word about the end of a game means nothing, as a sentence without its full stop."""


def say(session: Session, context: Context, seat: Seat, word: Word) -> str:
    """Note how the player of a seat would have its game end, and end it so where the other has said the same.

    Returns what was done, as a sentence. Raises CannotAgree, and turns.Busy where a worker has the turn.
    """
    game = seat.game
    sitting = of_game(session, game.id)
    if sitting is None:
        raise CannotAgree(f"{game.name} is no game of an event; draw and resign end it by its rules")
    if game.state != "running" or sitting.state != PLAYING:
        raise CannotAgree(f"{game.name} is over")
    waits = table.waits_for_host(game)
    if waits is not None:
        raise CannotAgree(waits.rstrip("."))
    if len(game.seats) != 2:
        raise CannotAgree(f"{game.name} has more than two players, so that two cannot agree on its end")
    table.lock(session, game)
    session.refresh(sitting, with_for_update=True)
    said = {} if sitting.agreed is None else msgspec.json.decode(sitting.agreed, type=dict[str, Word])
    other = next(each for each in game.seats if each is not seat)
    theirs = said.get(other.name)
    repeated = said.get(seat.name) == word
    said[seat.name] = word
    sitting.agreed = msgspec.json.encode(said).decode()
    session.flush()
    if theirs == OPPOSITE[word]:
        _end(session, context, game, seat, word)
        notify_after_commit(session, "event", sitting.event_id, f"agreed-{game.id}")
        return f"both of you have said so: {game.name} is over, {_meant(game, seat, word)}"
    title = presentation(game.ruleset).seat_title(other.name)
    if not repeated:
        _tell(session, context, seat, other, word, theirs)
    if theirs is not None:
        otherwise = f"{title} says otherwise ({_meant(game, other, theirs)})"
        return f"noted, but {otherwise}; the game goes on until you both agree"
    return f"noted: {_meant(game, seat, word)}, once {title} sends the same; the game goes on until then"


def _end(session: Session, context: Context, game: Game, seat: Seat, word: Word) -> None:
    winners = {
        "win": (seat.name,),
        "loss": tuple(each.name for each in game.seats if each is not seat),
        "draw": (),
    }[word]
    titles = listed([presentation(game.ruleset).seat_title(each.name) for each in game.seats])
    ends.end(session, context, game, End(AGREE, titles, f"{titles}, who agree,", "", winners, AGREED))


def _tell(session: Session, context: Context, seat: Seat, other: Seat, word: Word, theirs: Word | None) -> None:
    """Tell the opponent what was said, and what he can answer."""
    game = seat.game
    title = presentation(game.ruleset).seat_title(seat.name)
    answer = OPPOSITE[word].upper()
    before = "" if theirs is None else f" You had said otherwise: {_meant(game, other, theirs)}."
    told = (
        f"{title} would end the game now: {_meant(game, seat, word)}.{before}",
        f"If you agree, answer this mail with AGREE {answer}. Otherwise play on; nothing is changed until you both say "
        "the same.",
        REPORT_SENDS,
    )
    turn = table.current_turn(session, game)
    said = "a draw" if word == "draw" else f"{'you' if word == 'loss' else title} won"
    key = f"agree/{game.name}/{turn.number}/{seat.name}/{word}/{theirs}"
    if not mails.was_told(session, key, other):
        mails.tell(session, context, other, f"agree on {said}?", [Section(None, "words", told)], key)


def _meant(game: Game, seat: Seat, word: Word) -> str:
    """What a word of a seat comes to, in a few words."""
    if word == "draw":
        return "a draw"
    winner = seat if word == "win" else next(each for each in game.seats if each is not seat)
    return f"{presentation(game.ruleset).seat_title(winner.name)} has won"
