"""How robots fare that play on from the position of a game: one of the three things a director sees who has to decide.

Four hundred games, in portions of some seconds each, in the workers that are there for thinking. What was counted so
far stands in the row of the game; a worker that dies has lost its portion and no more.
"""

from __future__ import annotations

import time
from typing import Any

import msgspec
from sqlalchemy import select, update
from sqlalchemy.orm import Session

from core.contract import Budget, Effect, Level, SeatName
from core.dice import SeededDice
from pbem.events.kept import PLAYING
from pbem.games import table
from pbem.robots import playing
from pbem.rulesets import presentation
from pbem.rulesets.contract import Presentation
from pbem.runtime.context import Context
from pbem.store.database import change, now
from pbem.store.models import Game, Sitting

GAMES = 400
PORTION_S = 8.0
# Decisions after which a game between robots who bring nothing about is called a draw.
MOST_DECISIONS = 1_000
LEVEL = Level.RECRUIT  # quick, and the same for both sides
SHARED = 0.5


class Odds(msgspec.Struct, frozen=True):
    """How many games were played on from the position of a turn, and the share of them that each seat got.

    A draw is shared by all who have not lost; of partners each has the whole of it.
    """

    turn: int
    games: int = 0
    points: dict[SeatName, float] = {}

    def share(self, seat: SeatName) -> float:
        """The share of wins of a seat, draws half."""
        return self.points.get(seat, 0.0) / self.games if self.games else 0.0


def of(sitting: Sitting) -> Odds | None:
    """What was counted for a game."""
    return None if sitting.odds is None else msgspec.json.decode(sitting.odds, type=Odds)


def due(session: Session, limit: int = 50) -> list[tuple[int, str]]:
    """Games whose odds are wanted and not counted yet, each with a mark for the notifier."""
    wanted = select(Sitting.id, Sitting.odds).where(Sitting.weighing.is_(True)).order_by(Sitting.id).limit(limit)
    return [(ident, str(msgspec.json.decode(kept)["games"] if kept else 0)) for ident, kept in session.execute(wanted)]


def appraise(context: Context, sitting_id: int) -> bool:
    """Play a portion of the games for a game that is to be decided; whether it was done here."""
    with context.store.reading() as session:
        sitting = session.get(Sitting, sitting_id)
        if sitting is None or not sitting.weighing:
            return False
        game = sitting.game
        turn = table.current_turn(session, game)
        kept = of(sitting)
        before = kept if kept is not None and kept.turn == turn.number else Odds(turn.number)
        position = table.position_of(game, turn)
    after = _played(game, position, before)
    with context.transaction("appraise") as session:
        mine = update(Sitting).where(Sitting.id == sitting_id, Sitting.weighing.is_(True), Sitting.state == PLAYING)
        same = Sitting.odds.is_(None) if sitting.odds is None else Sitting.odds == sitting.odds
        done = after.games >= GAMES
        written = msgspec.json.encode(after).decode()
        if change(session, mine.where(same).values(odds=written, weighing=not done)) != 1:
            return False
        if done:
            session.get_one(Sitting, sitting_id).event.look_at = now(session)
    return True


def _played(game: Game, position: Any, odds: Odds) -> Odds:
    words = presentation(game.ruleset)
    until = time.monotonic() + PORTION_S
    count, points = odds.games, dict(odds.points)
    while count < GAMES and time.monotonic() < until:
        for seat, share in _one(words, position, f"{game.seed} odds {odds.turn} {count}").items():
            points[seat] = points.get(seat, 0.0) + share
        count += 1
    return Odds(odds.turn, count, points)


def _one(words: Presentation, position: Any, whim: str) -> dict[SeatName, float]:
    """One game played on to its end: what each seat got."""
    rules = words.rules
    seats = list(rules.margin(position))
    dice = playing.seed_of(whim).to_bytes(8, "big") * 4
    for count in range(MOST_DECISIONS):
        outcome = rules.outcome(position)
        if outcome is not None:
            return _points(seats, outcome.winners)
        orders = {}
        for decision in rules.awaiting(position):
            view = rules.view(position, decision.seat)
            chosen = rules.robot_orders(view, LEVEL, playing.seed_of(f"{whim} {count} {decision.seat}"), Budget.ARENA)
            orders[decision.seat] = chosen
            if rules.check(position, decision.seat, chosen).effect is Effect.AT_ONCE:
                break
        position = rules.adjudicate(position, orders, SeededDice(dice, f"odds {count}", [])).position
    return dict.fromkeys(seats, SHARED)


def _points(seats: list[SeatName], winners: tuple[SeatName, ...]) -> dict[SeatName, float]:
    if not winners:
        return dict.fromkeys(seats, SHARED)
    return {seat: 1.0 if seat in winners else 0.0 for seat in seats}
