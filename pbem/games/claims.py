"""CLAIM, WAIT and ROBOT: what the others say about a seat that misses one decision after another, and what follows.

Between two, one word decides. Among more a robot plays on unless all claim, who then have won together.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from sqlalchemy import literal, select
from sqlalchemy.orm import Session, aliased

from core.contract import Outcome
from pbem.games import anew, misses, stand_ins, table, turns
from pbem.games.acts import REVEALED, Act
from pbem.games.kept_record import KeptRecord
from pbem.games.misses import Wish
from pbem.reports.turn import CLAIMED
from pbem.rulesets import presentation
from pbem.rulesets.sentences import listed
from pbem.runtime.context import Context
from pbem.store import inbox
from pbem.store.database import now
from pbem.store.models import Game, Seat, Turn

_OTHER = aliased(Seat)
_BESIDE = select(_OTHER.id).where(_OTHER.game_id == Seat.game_id, _OTHER.id != Seat.id)
_HERE = _OTHER.player_id.is_not(None) & ~_OTHER.robot & (_OTHER.misses < misses.PATIENCE)
_PLAYED = select(Game.state).where(Game.id == Seat.game_id, Game.mustered.is_(None), table.PLAYED_HERE)
# The games with somebody silent, beside whom nobody is there but robots that have seats of their own. The game is asked
# for as a value: of a join SQLite would begin with all games that run, and find the few silent seats in the end.
_LEFT_TO_ROBOTS = (
    select(Seat.game_id)
    # The number stands in the statement, so that PostgreSQL knows how few are as silent.
    .where(Seat.misses >= literal(misses.PATIENCE, literal_execute=True), Seat.player_id.is_not(None), ~Seat.robot)
    .where(~_BESIDE.where(_HERE).exists(), _BESIDE.where(_OTHER.level.is_not(None)).exists())
    .where(_PLAYED.scalar_subquery() == "running")
)


class CannotSay(Exception):
    """Why a word about a silent seat means nothing now, as a sentence; nothing was changed."""


def say(session: Session, context: Context, seat: Seat, word: str, wish: Wish) -> str:
    """Note what a seat says about a silent one (`word` names it, where there are several), and do what follows.

    Returns what was done, as a sentence. Raises CannotSay, and `turns.Busy` where a worker has the turn.
    """
    game = seat.game
    turn = turns.ensure_open(session, game, now(session))
    silent = _meant(game, word)
    name, judges = presentation(game.ruleset).seat_title(silent.name), misses.judges(game, turn, silent)
    if silent is seat:
        raise CannotSay("it is you who is waited for: any orders of yours end that")
    if seat not in judges:
        raise CannotSay("you are out of the game, or silent yourself, and so have no say in this")
    if inbox.unread_of_game(session, game.name, now(session), silent.name):
        raise CannotSay(f"a mail of {name} has just come and is read first; try again in a minute")
    if wish == "claim" and silent.name in misses.partners(game, table.view_of(game, seat, turn), seat):
        raise CannotSay(f"{name} is your partner, from whom you cannot claim; say ROBOT or WAIT")
    misses.note_wish(seat, silent, wish)
    return _follow(session, context, game, turn, seat, silent, judges)


def due(session: Session, limit: int = 200) -> list[tuple[int, str]]:
    """Games whose players are all silent and in which robots sit, each with a mark for the notifier."""
    return [
        (game, "claim")
        for game in session.scalars(_LEFT_TO_ROBOTS.order_by(Seat.misses.desc(), Seat.game_id).limit(limit))
    ]


def by_robots(context: Context, game_id: int) -> bool:
    """Claim the win for the robots over somebody who is silent; whether it was done here.

    A robot waits as long as a player has to: for two decisions running.
    """
    with context.transaction("claim") as session:
        game = session.get(Game, game_id)
        if game is None or session.scalar(_LEFT_TO_ROBOTS.where(Seat.game_id == game_id)) is None:
            return False
        try:
            turn = turns.ensure_open(session, game, now(session))
        except turns.Busy:
            return False
        silent = next(iter(misses.missing(game)), None)
        robots = [seat for seat in game.seats if seat.level is not None]
        if silent is None or inbox.unread_of_game(session, game.name, now(session), silent.name):
            return False
        _end(session, context, game, turn, silent, robots)
    return True


def _meant(game: Game, word: str) -> Seat:
    silent = misses.missing(game)
    if not silent:
        raise CannotSay(f"nobody in {game.name} has missed {misses.PATIENCE} decisions running")
    names = [seat.name for seat in silent]
    found = presentation(game.ruleset).find_seat(word, names) if word else None
    if found is None and (word or len(silent) > 1):
        raise CannotSay(f"about whom? Write the name after the word: {misses.told_of(game, silent)}")
    return next(seat for seat in silent if found in (None, seat.name))


def _follow(
    session: Session, context: Context, game: Game, turn: Turn, seat: Seat, silent: Seat, judges: Sequence[Seat]
) -> str:
    name = presentation(game.ruleset).seat_title(silent.name)
    said = [misses.wishes(each).get(silent.name) for each in judges]
    if all(each == "claim" for each in said):
        _end(session, context, game, turn, silent, judges)
        return "the game is over, and you have won"
    wants_robot = "robot" in said if len(game.seats) == 2 else None not in said and set(said) != {"wait"}
    if wants_robot:
        who = presentation(game.ruleset).seat_title(seat.name)
        stand_ins.hand_over(session, context, game, turn, silent, KeptRecord(session, game), who)
        return f"from here on a robot plays for {name}"
    if len(game.seats) == 2:
        return f"you wait for {name}; the rules decide at each deadline until then"
    left = [each for each, wish in zip(judges, said, strict=True) if wish is None]
    awaited = f"; {misses.told_of(game, left)} {'has' if len(left) == 1 else 'have'} not answered yet" if left else ""
    return f"noted{awaited}"


def _end(session: Session, context: Context, game: Game, turn: Turn, silent: Seat, judges: Sequence[Seat]) -> None:
    words = presentation(game.ruleset)
    partners = (misses.partners(game, table.view_of(game, seat, turn), seat) for seat in judges)
    winners = dict.fromkeys([*(seat.name for seat in judges), *chain.from_iterable(partners)])
    titles = listed([words.seat_title(seat.name) for seat in judges])
    name = words.seat_title(silent.name)
    act = Act(session, context, game, turn, "claim", titles, "")
    outcome = Outcome(tuple(winners), CLAIMED, "")
    try:
        act.close()
    except anew.BeingPlayed:
        raise turns.Busy from None
    act.note({"seat": silent.name, "outcome": outcome})
    act.end(outcome)
    did = f"claimed the win, as {name} had missed {silent.misses} decisions running."
    act.tell("the game is over", did, REVEALED, seed=game.seed, attachments=(act.kept.file(),))
    anew.read_what_waited(session, game, turn)
