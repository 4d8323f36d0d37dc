"""The clocks of a running game: asked, answered, stood still, run out. What `clock` works out, for the seats of a game.

A seat's clock begins when the mail server took the report that asks, and is stopped by our receipt of the answer. A
turn closes (`Turn.deadline`) when the last silent seat is out of time; everything that moves a clock ends in
`set_deadline`, so that the schedule need look at that column alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from random import Random
from typing import NamedTuple

import msgspec
from sqlalchemy import bindparam, or_, select
from sqlalchemy.orm import Session

from core.contract import Decision, SeatName
from pbem.games import table
from pbem.games.clock import (
    Appointments,
    Bank,
    Each,
    Span,
    Terms,
    after,
    appointment,
    counted,
    reminders,
    span_in_words,
    that_count,
)
from pbem.reports.turn import in_words
from pbem.rulesets.sentences import listed
from pbem.runtime.context import Context
from pbem.store import punctuality
from pbem.store.database import now, objects, prepared
from pbem.store.models import Game, OrderSet, Outbox, Player, Seat, Standstill, Turn

AWAY, BOUNCE, HELD = "away", "bounce", "held"
# How long a report that came back keeps the clock still, and how often in a game.
LONGEST_BOUNCE = timedelta(days=7)
MOST_BOUNCES = 2
# Of a decision, though the bank is empty: else a game would run away from whoever was late once.
LEAST = 86_400.0


_STANDSTILLS = (
    select(Standstill)
    .where(or_(Standstill.game_id == bindparam("game"), Standstill.player_id.in_(bindparam("players", expanding=True))))
    .order_by(Standstill.id)
    .execution_options(autoflush=False)
)
_HOLD = (Standstill.kind == HELD) & (Standstill.game_id == bindparam("game")) & Standstill.until.is_(None)
_IS_HELD = select(Standstill.id).where(_HOLD)
_BOUNCED = (
    select(Standstill)
    .join(Seat, (Seat.game_id == Standstill.game_id) & (Seat.name == Standstill.seat))
    .where(
        Standstill.kind == BOUNCE,
        Standstill.until > bindparam("moment", type_=Standstill.until.type),
        Seat.player_id == bindparam("player"),
    )
)
_HELD = select(OrderSet.seat).where(OrderSet.turn_id == bindparam("turn"), OrderSet.state == "held")
# Those of some mails that went to a seat that is asked something and whose clock does not run yet.
_WAITING = (
    select(Outbox.id)
    .join(Game, Game.name == Outbox.game)
    .join(Seat, (Seat.game_id == Game.id) & (Seat.name == Outbox.seat))
    .where(Outbox.id.in_(bindparam("mails", expanding=True)), Seat.step.is_not(None), Seat.clock_from.is_(None))
    .order_by(Outbox.id)
)
_WENT_TO = select(Outbox.game, Outbox.seat, Outbox.created_at).where(Outbox.id == bindparam("mail"))


def terms_of(context: Context, game: Game) -> Terms:
    """The terms of a game's clock; those of the settings where it was opened before games had any."""
    return _chosen_terms(game) or usual_terms(context)


def hold_of(game: Game) -> timedelta:
    """How long after their mail orders that run at once are carried out in a game."""
    terms = _chosen_terms(game)
    return timedelta(seconds=terms.hold if terms else 0)


def flag_of(game: Game) -> bool:
    """Whether whoever is out of time in a game has lost it."""
    terms = _chosen_terms(game)
    return terms is not None and terms.flag


def _chosen_terms(game: Game) -> Terms | None:
    return None if game.terms is None else msgspec.json.decode(game.terms, type=Terms)


def usual_terms(context: Context) -> Terms:
    """The terms of a game for which nothing else was chosen."""
    return Terms(Each(round(context.settings.deadline_hours * 3600)))


# --- Asked and answered -------------------------------------------------------------------------------------------


def ask(session: Session, context: Context, game: Game, turn: Turn, *, anew: bool = False) -> Clocks:
    """Put the clocks to a turn: those whose question was answered stop, those asked something new begin.

    A question that is asked again goes on with the time it had; with `anew` it has all its time once more.
    """
    running = Clocks(session, context, game)
    wanted = {decision.seat for decision in _timed(game, turn)} if turn.state == "open" else set()
    for seat in game.seats:
        if seat.step is not None and (anew or seat.step != turn.step or seat.name not in wanted):
            running.stop(seat)
        seat.answered_at = None  # whoever is asked the same again has said something else
        if seat.name in wanted and seat.step is None:
            running.begin(seat, turn)
    running.set_deadline(session, turn)
    return running


def _timed(game: Game, turn: Turn) -> list[Decision]:
    """What is owed by seats whose clock runs: those of players who are there, and of robots with seats of their own."""
    stand_ins = {seat.name for seat in game.seats if seat.robot and seat.level is None}
    return [decision for decision in table.owed(game, turn) if decision.seat not in stand_ins]


def answered(seat: Seat, turn: Turn, received_at: datetime) -> None:
    """Stop the clock of a seat whose orders are in, as of the moment their mail was received.

    Where the turn stays open, its deadline is to be set anew.
    """
    if seat.step == turn.step:
        seat.answered_at = seat.answered_at or received_at


def missed(seat: Seat) -> None:
    """Count a question that was decided without its seat."""
    seat.misses += 1
    session = Session.object_session(seat)
    if seat.player is not None and session is not None:
        punctuality.count(session, seat.player, missed=1)


def answer_taken_back(seat: Seat, turn: Turn) -> None:
    """Let the clock of a seat run on whose orders are not in any more."""
    if seat.step == turn.step:
        seat.answered_at = None


class Reminder(NamedTuple):
    """A seat that is silent, the how-manieth time it is reminded of its question, and whether that is the last."""

    seat: Seat
    number: int
    is_last: bool


def due_reminders(session: Session, context: Context, game: Game, turn: Turn) -> list[Reminder]:
    """The reminders of a turn that are due now; each is told here once."""
    running, found = Clocks(session, context, game), []
    for seat in running.silent(session, turn):
        left = running.reminders(seat)
        passed = sum(moment <= running.moment for moment in left)
        seat.reminded += passed
        if passed:
            found.append(Reminder(seat, seat.reminded, passed == len(left)))
    return found


def set_deadline(session: Session, context: Context, game: Game, turn: Turn) -> None:
    """Work out anew when each seat is out of time, when the turn closes, and when somebody is reminded next."""
    Clocks(session, context, game).set_deadline(session, turn)


# --- By the host --------------------------------------------------------------------------------------------------


def is_held(session: Session, game: Game) -> bool:
    """Whether a host holds a game now."""
    return prepared(session, _IS_HELD, {"game": game.id}).first() is not None


def hold(session: Session, context: Context, game: Game, turn: Turn) -> None:
    """Stop all clocks of a game, until `let_go`; nothing of it is carried out meanwhile."""
    moment = now(session)
    session.add(Standstill(kind=HELD, game_id=game.id, since=moment, until=None, announced_at=moment))
    # A worker that is about to carry the turn out finds another one.
    turn.epoch, turn.carry_at = turn.epoch + 1, None
    session.flush()
    set_deadline(session, context, game, turn)


def let_go(session: Session, context: Context, game: Game, turn: Turn) -> None:
    """Let the clocks of a game run on that its host has held."""
    for span in session.scalars(select(Standstill).where(_HOLD), {"game": game.id}).all():
        span.until = now(session)
    session.flush()
    set_deadline(session, context, game, turn)


# --- What the mail brings about -----------------------------------------------------------------------------------


def mails_taken(session: Session, context: Context, mails: Sequence[int]) -> None:
    """Begin the clocks of the seats whose reports the mail server has just taken; most mails are none."""
    for mail in prepared(session, _WAITING, {"mails": list(mails)}).scalars().all():
        found = _asking(session, mail)
        if found is not None and found.seat.clock_from is None:
            found.seat.clock_from = now(session)
            set_deadline(session, context, found.seat.game, found.turn)


def mail_came_back(session: Session, context: Context, mail: int) -> Seat | None:
    """Keep the clock of a seat still whose report was refused or came back for good; the seat, where it is kept so.

    Nobody is waited for longer than `LONGEST_BOUNCE`, or oftener in a game than `MOST_BOUNCES`.
    """
    found = _asking(session, mail)
    if found is None:
        return None
    seat, moment = found.seat, now(session)
    before = select(Standstill).where(
        Standstill.kind == BOUNCE, Standstill.game_id == seat.game_id, Standstill.seat == seat.name
    )
    spans = session.scalars(before).all()
    if any(span.until is None or span.until > moment for span in spans):
        return None
    seat.clock_from = seat.clock_from or moment
    kept_still = len(spans) < MOST_BOUNCES
    if kept_still:
        span = Standstill(kind=BOUNCE, game_id=seat.game_id, seat=seat.name, announced_at=moment)
        span.since, span.until = moment, moment + LONGEST_BOUNCE
        session.add(span)
        session.flush()
    set_deadline(session, context, seat.game, found.turn)
    return seat if kept_still else None


def heard_from(session: Session, context: Context, player: Player, received_at: datetime) -> None:
    """Let the clocks run on that stood still because mail to a player came back: he has written."""
    spans = objects(session, _BOUNCED, {"moment": received_at, "player": player.id})
    for span in spans:
        span.until = max(span.since, received_at)
    session.flush()
    move_deadlines(session, context, {span.game_id for span in spans if span.game_id is not None})


def move_deadlines(session: Session, context: Context, games: Iterable[int]) -> None:
    """Work out the deadlines of games anew, after a span was added or changed."""
    for ident in sorted(games):
        game = session.get_one(Game, ident)
        if game.state == "running":
            set_deadline(session, context, game, table.locked_turn(session, game))


class _Asked(NamedTuple):
    seat: Seat
    turn: Turn


def _asking(session: Session, mail: int) -> _Asked | None:
    """The seat that a mail went to, and the turn whose question it brought; None where it brought none."""
    name, seat_name, written_at = prepared(session, _WENT_TO, {"mail": mail}).one()
    game = table.find_game(session, name) if name and seat_name else None
    if game is None or game.state != "running":
        return None
    turn = table.locked_turn(session, game)
    seat = table.seat_named(game, seat_name)
    if seat is None:
        return None
    asked = seat.step == turn.step and seat.asked_at is not None and written_at >= seat.asked_at
    return _Asked(seat, turn) if asked else None


# --- Working out --------------------------------------------------------------------------------------------------


class Clocks:
    """The clocks of a game's seats, by its terms and the spans in which they stand still, within one transaction."""

    def __init__(self, session: Session, context: Context, game: Game) -> None:
        self.game, self.terms, self.moment = game, terms_of(context, game), now(session)
        players = [seat.player_id for seat in game.seats if seat.player_id is not None]
        # Whoever changes a span flushes it.
        self.standstills = objects(session, _STANDSTILLS, {"game": game.id, "players": players})
        self.held = any(each.kind == HELD and each.until is None for each in self.standstills)

    def asked(self, turn: Turn) -> list[Seat]:
        """The seats that owe an answer to a turn."""
        return [seat for seat in self.game.seats if seat.step == turn.step]

    def waited_for(self, turn: Turn) -> list[Seat]:
        """Those of them whose answer is waited for: a robot never misses one."""
        return [seat for seat in self.asked(turn) if not seat.robot]

    def silent(self, session: Session, turn: Turn) -> list[Seat]:
        """Those of these whose orders are not in."""
        answered = set() if turn.id is None else set(prepared(session, _HELD, {"turn": turn.id}).scalars())
        return [seat for seat in self.waited_for(turn) if seat.name not in answered]

    def pace(self, seat: Seat) -> timedelta:
        """How long a robot takes for its answer: the pace of the game, and never more than half of what it has left.

        Its moment lies somewhere in the second half of that, by the game's secret.
        """
        if not self.terms.pace:
            return timedelta(0)
        part = Random(f"{self.game.seed} {seat.step} {seat.name}").uniform(0.5, 1.0)  # noqa: S311
        pace = timedelta(seconds=self.terms.pace) * part
        return pace if seat.due_at is None else max(min(pace, (seat.due_at - self.moment) / 2), timedelta(0))

    def set_deadline(self, session: Session, turn: Turn) -> None:
        """Work out when each seat is out of time, when the turn closes, and when somebody is reminded next.

        A turn that is not written yet has no orders.
        """
        asked = self.asked(turn)
        for seat in asked:
            seat.due_at = self.due(seat)
        silent = self.silent(session, turn)
        open_now = turn.state == "open"
        turn.deadline = self.closes(self.waited_for(turn) if self.terms.wait else silent) if open_now else None
        reminded = [] if self.held else silent
        turn.remind_at = min((moment for seat in reminded for moment in self.reminders(seat)[:1]), default=None)

    def begin(self, seat: Seat, turn: Turn) -> None:
        """Ask a seat the question of a turn."""
        seat.step, seat.asked_at = turn.step, turn.asked_at
        # Nobody is mailed where nobody sits, and what all write by stands in the calendar.
        at_once = seat.player is None or isinstance(self.terms.clock, Appointments)
        seat.clock_from, seat.answered_at, seat.reminded = turn.asked_at if at_once else None, None, 0
        seat.extra = 0
        if isinstance(self.terms.clock, Bank) and seat.bank is None:
            seat.bank = self.terms.clock.start

    def stop(self, seat: Seat) -> None:
        """End a question: what it took is taken from the bank, and what each decision brings put in."""
        if seat.answered_at is not None:
            seat.misses = 0
            session = Session.object_session(seat)
            if seat.player is not None and session is not None:
                late = seat.due_at is not None and seat.answered_at > seat.due_at
                punctuality.count(session, seat.player, decided=1, late=int(late))
        if isinstance(self.terms.clock, Bank) and seat.bank is not None:
            left = self.in_hand(seat, seat.bank) + self.terms.clock.increment
            seat.bank = round(left if self.terms.clock.cap is None else min(left, self.terms.clock.cap))
        seat.step = seat.asked_at = seat.clock_from = seat.answered_at = seat.due_at = None
        seat.extra = 0

    def extend(self, seat: Seat, seconds: int) -> None:
        """Give a seat so much more for its question; where its time is over already, from now on."""
        if isinstance(self.terms.clock, Appointments):
            due = self.due(seat)
            late = 0.0 if due is None else (self.moment - due).total_seconds()
        else:
            late = self.spent(seat) - self.allowed(seat)
        seat.extra += seconds + max(0, round(late))

    def in_hand(self, seat: Seat, bank: int) -> float:
        """What is left of a bank once the question is paid for; a host's gift is used up first."""
        return max(0, bank - max(0, self.spent(seat) - seat.extra))

    def spent(self, seat: Seat) -> float:
        """The seconds that a seat has taken for its question so far."""
        if seat.clock_from is None:
            return 0.0
        until = max(seat.clock_from, seat.answered_at or self.moment)
        return counted(seat.clock_from, until, self.terms, self.spans(seat))

    def allowed(self, seat: Seat) -> float:
        """The seconds that a question has, where a clock counts them."""
        if isinstance(self.terms.clock, Bank):
            left = self.terms.clock.start if seat.bank is None else seat.bank
            return (left if self.terms.flag else max(LEAST, left)) + seat.extra
        return self.terms.clock.seconds + seat.extra if isinstance(self.terms.clock, Each) else 0

    def due(self, seat: Seat) -> datetime | None:
        """When the seat is out of time; as if its report was taken at once, while that is not known."""
        start, spans = seat.clock_from or seat.asked_at, self.spans(seat)
        assert start is not None
        if isinstance(self.terms.clock, Appointments):
            moment = appointment(self.terms, start, spans)
            return None if moment is None else moment + timedelta(seconds=seat.extra)
        return after(start, self.allowed(seat), self.terms, spans)

    def closes(self, seats: Iterable[Seat]) -> datetime | None:
        """When the last of the seats is out of time, grace included; None where a clock stands, or none runs."""
        if self.held:
            return None
        moments = [None if seat.clock_from is None else seat.due_at for seat in seats]
        known = [moment for moment in moments if moment is not None]
        return max(known) + timedelta(seconds=self.terms.grace) if known and len(known) == len(moments) else None

    def reminders(self, seat: Seat) -> list[datetime]:
        """When a silent seat is still to be reminded of its question."""
        if seat.clock_from is None or seat.due_at is None or seat.player is None:
            return []
        if isinstance(self.terms.clock, Appointments):
            span = (seat.due_at - seat.clock_from).total_seconds()
            return reminders(seat.clock_from, span, Terms(self.terms.clock))[seat.reminded :]
        return reminders(seat.clock_from, self.allowed(seat), self.terms, self.spans(seat))[seat.reminded :]

    def deadline(self, turn: Turn, seat: Seat | None) -> datetime | None:
        """Until when a seat is asked for its orders; of one that is asked for nothing, until when the others are."""
        if seat is not None and seat.step == turn.step:
            return seat.due_at
        moments = [each.due_at for each in self.asked(turn)]
        return max((moment for moment in moments if moment is not None), default=None) if all(moments) else None

    def told(self, turn: Turn, title: Callable[[SeatName], str], zone: str) -> tuple[str, ...]:
        """What a reader wants to know of the clocks beside the deadline: banks, and whose clock stands."""
        banks = [
            f"{title(seat.name)} {span_in_words(self.in_hand(seat, seat.bank))}"
            for seat in self.game.seats
            if seat.bank is not None
        ]
        standing = [self._stands(each, title, zone) for each in self.standstills if self._lasts(each)]
        return (*((f"In hand: {', '.join(banks)}.",) if banks else ()), *standing)

    def _lasts(self, standstill: Standstill) -> bool:
        return standstill.until is None or standstill.until > self.moment

    def _stands(self, standstill: Standstill, title: Callable[[SeatName], str], zone: str) -> str:
        until = f" until {in_words(standstill.until, zone)}" if standstill.until else ""
        if standstill.kind == HELD:
            return f"The host holds the game{until}: no clock runs, and nothing is carried out."
        whose = listed([title(seat.name) for seat in self.game.seats if self.concerns(standstill, seat)])
        if standstill.kind == BOUNCE:
            return f"The report to {whose} came back: that clock stands{until}, or until {whose} writes."
        since = f" from {in_words(standstill.since, zone)}" if standstill.since > self.moment else ""
        return f"{whose} is away{since}{until}."

    def spans(self, seat: Seat) -> list[Span]:
        """What keeps the clock of a seat still, as far as it counts for the question that the seat is asked."""
        start = seat.clock_from or seat.asked_at
        if start is None:
            return []
        mine = [
            Span(each.since, each.until, each.announced_at if each.kind == AWAY else None)
            for each in self.standstills
            if self.concerns(each, seat)
        ]
        return that_count(start, self.allowed(seat), self.terms, mine)

    def concerns(self, standstill: Standstill, seat: Seat) -> bool:
        """Whether a span is the seat's own, its player's, or the whole game's."""
        if standstill.kind == AWAY:
            return standstill.player_id == seat.player_id
        if standstill.kind == BOUNCE and isinstance(self.terms.clock, Appointments):
            return False  # an appointment is everybody's
        return standstill.seat in (None, seat.name)
