"""Robots that play seats: those whose players are silent, until they write again, and seats of their own.

A robot is asked as a player is. It answers at once, or after the pace of its game: a turn that waits for robots alone
is carried out by the next worker, where they have seats of their own by one that is there for thinking. What the
others may say of the silent stands in `pbem.games.misses`; a win that they claim is `pbem.games.claims`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import timedelta

from sqlalchemy.orm import Session

from core.contract import Level, SeatName
from pbem.games import clocks, mails, misses, record, table
from pbem.games.clocks import Clocks
from pbem.games.kept_record import KeptRecord
from pbem.games.misses import PATIENCE
from pbem.reports.document import Section
from pbem.reports.turn import REPORT_SENDS
from pbem.rulesets import presentation
from pbem.runtime.context import Context, notify_after_commit
from pbem.runtime.notifier import THINK
from pbem.store.database import now
from pbem.store.models import Game, Seat, Turn

STAND_IN = Level.OFFICER  # who plays for somebody silent
BY_ITSELF = "the server"
NO_HEADWAY = "{game} waits for the host: the robot that plays {seat} finds no order there."


def after_misses(
    session: Session, context: Context, game: Game, turn: Turn, missed: Collection[SeatName], kept: KeptRecord
) -> None:
    """Ask the others about a seat that has missed a decision once too often, or give it to a robot."""
    for silent in misses.missing(game):
        judges = misses.judges(game, turn, silent)
        if silent.name not in missed or not judges:
            continue
        said = [misses.wishes(each).get(silent.name) for each in judges]
        if silent.misses == PATIENCE:
            _forget_wishes(game, silent)  # said when it was silent before
            _ask(session, context, game, turn, silent, judges)
        elif len(game.seats) > 2 and set(said) - {None} != {"wait"}:
            hand_over(session, context, game, turn, silent, kept, BY_ITSELF)


def hand_over(
    session: Session, context: Context, game: Game, turn: Turn, silent: Seat, kept: KeptRecord, who: str
) -> None:
    """Let a robot play a silent seat until its player writes again."""
    name = presentation(game.ruleset).seat_title(silent.name)
    why = f"{name} has missed {silent.misses} decisions running."
    silent.robot = True
    _forget_wishes(game, silent)
    kept.append("act", record.act_body("robot", who, now(session), why, {"seat": silent.name}))
    key = f"robot/{game.name}/{kept.length}"
    told = (f"{why} From here on a robot plays for {name}, until its player writes again.",)
    own = (
        f"You have missed {silent.misses} decisions running, so a robot plays for you from here on.",
        "Any mail that you send in answer to a report takes your seat back.",
    )
    for seat in game.seats:
        said = own if seat is silent else (*told, REPORT_SENDS)
        subject = "a robot plays for you" if seat is silent else f"a robot plays for {name}"
        mails.tell(session, context, seat, subject, [Section(None, "words", said)], key)
    clocks.ask(session, context, game, turn)
    wake(session, context, game, turn)


def take_back(session: Session, context: Context, game: Game, seat: Seat, turn: Turn) -> Section:
    """Give a seat back to its player, who has written; what he is told. Nobody may be playing the turn."""
    name = presentation(game.ruleset).seat_title(seat.name)
    seat.robot, seat.misses = False, 0
    kept = KeptRecord(session, game)
    kept.append("act", record.act_body("return", name, now(session), "", {"seat": seat.name}))
    key = f"return/{game.name}/{kept.length}"
    for other in game.seats:
        if other is not seat:
            told = Section(None, "words", (f"{name} has written, and plays again; the robot has left.",))
            mails.tell(session, context, other, f"{name} plays again", [told], key)
    clocks.ask(session, context, game, turn)
    return Section(None, "words", ("The robot has left: you play again yourself, and have all the time for it.",))


def wake(session: Session, context: Context, game: Game, turn: Turn, before: Turn | None = None) -> None:
    """Have a turn carried out that waits for robots alone; `before` is the one that was just carried out.

    Where a robot's orders changed nothing, the rules decide as at a deadline; where that changes nothing either, the
    game waits for its host.
    """
    robots = robots_of(game)
    if not robots or turn.state != "open" or turn.ready or game.state != "running":
        return
    asked = [owed.seat for owed in table.owed(game, turn) if owed.seat in robots]
    running = Clocks(session, context, game)
    if not asked or running.silent(session, turn) or (running.terms.wait and running.waited_for(turn)):
        return
    if clocks.is_held(session, game):
        return  # it is seen to when the game goes on
    if before is not None and before.position == turn.position:
        if before.due:
            _stop(session, context, game, turn, asked)
            return
        turn.due = True
    at_table = [seat for seat in game.seats if seat.level is not None and seat.name in asked]
    turn.thinking = bool(at_table)
    delay = min((running.pace(seat) for seat in at_table), default=timedelta(0))
    if delay:
        turn.carry_at = running.moment + delay
        session.flush()
        return
    turn.ready = True
    session.flush()
    notify_after_commit(session, THINK if turn.thinking else "adjudicate", game.id, f"{turn.number}-robot")


def answer_at_once(game: Game, turn: Turn, running: Clocks) -> bool:
    """Whether a turn asks none but robots that have seats of their own, and that answer once they have thought."""
    if game.state != "running" or turn.state != "open" or running.held or running.terms.pace or running.terms.wait:
        return False
    owed = {decision.seat for decision in table.owed(game, turn)}
    return bool(owed) and owed <= {seat.name for seat in game.seats if seat.level is not None}


def robots_of(game: Game) -> dict[SeatName, Level]:
    """The seats that robots play, and how well."""
    return {seat.name: Level(seat.level) if seat.level else STAND_IN for seat in game.seats if seat.robot}


def _ask(session: Session, context: Context, game: Game, turn: Turn, silent: Seat, judges: Sequence[Seat]) -> None:
    name = presentation(game.ruleset).seat_title(silent.name)
    key = f"silent/{game.name}/{turn.number}/{silent.name}"
    for seat in judges:
        matter = misses.of_silent(game, turn, silent, seat)
        words = Section(None, "words", (f"{matter.said} {matter.answer}",))
        mails.tell(session, context, seat, f"{name} is silent: CLAIM, WAIT or ROBOT", [words], key)


def _forget_wishes(game: Game, silent: Seat) -> None:
    for seat in game.seats:
        misses.note_wish(seat, silent, None)


def _stop(session: Session, context: Context, game: Game, turn: Turn, asked: Sequence[SeatName]) -> None:
    name = presentation(game.ruleset).seat_title(asked[0])
    game.stopped = NO_HEADWAY.format(game=game.name, seat=name)
    session.flush()
    mails.tell_of_stop(session, context, game, turn)
