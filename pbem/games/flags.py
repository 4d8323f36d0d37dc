"""Games in which whoever is out of time has lost (`flag=lose`): the flag falls, and nothing is decided for anybody.

Between two the game is over with that. Of more, a robot plays on for good in the place of whoever is out of time, so
that the others can go on.
"""

from __future__ import annotations

from sqlalchemy.orm import Session

from core.contract import Outcome
from pbem.games import anew, clocks, seats, stand_ins, table, turns
from pbem.games.acts import REVEALED, Act
from pbem.games.clocks import Clocks
from pbem.games.record import FLAG
from pbem.reports.turn import FLAGGED, REPORT_SENDS
from pbem.rulesets import presentation
from pbem.rulesets.sentences import listed
from pbem.runtime.context import Context
from pbem.store.database import now
from pbem.store.models import Game, Seat, Turn

BY_THE_CLOCK = "the clock"


def adjudicate(context: Context, game_id: int) -> bool:
    """Let the flag fall of whoever is out of time where that loses, or else adjudicate what is due; whether it was done
    here.
    """
    with context.transaction("flag") as session:
        if _fall(session, context, game_id):
            return True
    return turns.adjudicate(context, game_id)


def _fall(session: Session, context: Context, game_id: int) -> bool:
    game = session.get(Game, game_id)
    if game is None or game.state != "running" or not clocks.flag_of(game) or table.waits_for_host(game) is not None:
        return False
    turn = table.locked_turn(session, game)
    if turn.state != "open" or turn.ready or clocks.is_held(session, game):
        return False
    if not turns.is_past(session, game, turn, turn.deadline, now(session)):
        return False
    # Sound orders count that only wait for a YES.
    turns.answer_for_the_silent(session, turn)
    running = Clocks(session, context, game)
    silent = [seat for seat in running.silent(session, turn) if seat.due_at is not None]
    if not silent:
        turn.ready = True
        return False
    for seat in silent:
        clocks.missed(seat)
    if len(game.seats) == 2:
        _end(session, context, game, turn, silent)
    else:
        _play_on(session, context, game, turn, silent)
    return True


def _end(session: Session, context: Context, game: Game, turn: Turn, silent: list[Seat]) -> None:
    """Whoever is out of time has lost; where both are, both have, and nobody has won."""
    act = Act(session, context, game, turn, FLAG, BY_THE_CLOCK, "")
    act.by = f"The time of {listed([act.title(seat) for seat in silent])} is up"
    winners = tuple(seat.name for seat in game.seats if seat not in silent)
    outcome = Outcome(winners, FLAGGED, "")
    act.close()
    act.note({"seat": " ".join(seat.name for seat in silent), "outcome": outcome})
    act.end(outcome)
    titles = listed([presentation(game.ruleset).seat_title(seat) for seat in winners])
    won = f"and with that {titles} has won." if winners else "and so both have lost."
    act.tell("the game is over", won, REVEALED, seed=game.seed, attachments=(act.kept.file(),))
    anew.read_what_waited(session, game, turn)


def _play_on(session: Session, context: Context, game: Game, turn: Turn, silent: list[Seat]) -> None:
    """A robot takes the seats of those who are out of time, and goes on playing them."""
    for seat in silent:
        act = Act(session, context, game, turn, FLAG, BY_THE_CLOCK, "")
        act.by = f"The time of {act.title(seat)} is up."
        act.note({"seat": seat.name})
        act.tell("out of time", "A robot plays on in that place until the end.", REPORT_SENDS)
        seats.hand_over(session, context, game, turn, seat, None)
        seat.level, seat.robot = stand_ins.STAND_IN.value, True
    session.flush()
    clocks.ask(session, context, game, turn)
    stand_ins.wake(session, context, game, turn)
