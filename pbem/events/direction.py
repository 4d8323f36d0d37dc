"""The direction of an event: it listens for the ends of its games, and does what is due by its dates.

The schedule names events with something to do. Each step is one transaction that holds the event, so that any of them
may run twice or at once: the second finds the work done. What takes long, pairing, is worked out in no transaction, and
thrown away where the event has gone on meanwhile (`Event.epoch`).
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

import msgspec
import structlog
from sqlalchemy import and_, bindparam, or_, select
from sqlalchemy.orm import Session

from core.contract import Level
from pbem.events import battles, bidding, course, entering, formats, mails, opening, pace, results
from pbem.events.contract import POINTS, CannotBe, Encounter, Unfinished
from pbem.events.contract import Entrant as Playing
from pbem.events.kept import ANNOUNCED, CANCELLED, GONE, IN, OPEN, OVER, PLAYING, RUNNING, Held
from pbem.events.record import at_text, end_body
from pbem.games import forming, turns
from pbem.reports.turn import in_words
from pbem.runtime.context import Context
from pbem.runtime.failpoint import failpoint
from pbem.store.database import now
from pbem.store.models import UNFINISHED, Event, EventRound, Game, Sitting

# How long after a decision of the director its players may appeal to the host; an event does not end before.
APPEAL = timedelta(days=7)
MOST_STEPS = 100

_MOMENT = bindparam("moment", type_=Event.look_at.type)
_BY_DATE = select(Event.id).where(Event.state.in_((ANNOUNCED, OPEN, RUNNING)), Event.look_at <= _MOMENT)
_BY_GAMES = (
    select(Sitting.event_id)
    .join(Game, Game.id == Sitting.game_id)
    .where(or_(and_(Sitting.state == PLAYING, Game.state.not_in(UNFINISHED)), and_(*opening.FULL)))
)

log = structlog.get_logger(__name__)


class TooFew(Exception):
    """Why an event does not begin, as a sentence without its full stop."""


def due(session: Session, limit: int = 100) -> list[tuple[int, str]]:
    """Events with games that have ended, or something to do by their dates, each with a mark for the notifier."""
    found = [*session.scalars(_BY_DATE.limit(limit), {"moment": now(session)}), *session.scalars(_BY_GAMES.limit(500))]
    return [(ident, "due") for ident in dict.fromkeys(found)][:limit]


def look(context: Context, event_id: int) -> bool:
    """Do what is due in an event; whether there was anything."""
    for step in range(MOST_STEPS):
        try:
            if not (opening.begin_next(context, event_id) or _step(context, event_id)):
                return step > 0
        except turns.Busy:
            return step > 0  # a game of it is being carried out: the schedule names it again
    return True


def _step(context: Context, event_id: int) -> bool:
    """One step; whether there may be another."""
    with context.transaction("event-results") as session:
        held = _held(session, context, event_id)
        if held is None:
            return False
        if held.event.state != RUNNING:
            return _before_the_start(held)
        taken = results.take_all(held)
        _leave_the_gone(held)
        if not taken:
            _by_date(held)
        bidding.settle_overdue(held)
        opened = battles.open_due(held)
        epoch, waits = held.event.epoch, bool(held.sittings(PLAYING) or bidding.waiting(held))
        _set_date(held)
        if waits:
            return opened
    return _go_on(context, event_id, epoch)


def _held(session: Session, context: Context, event_id: int) -> Held | None:
    event = session.get(Event, event_id)
    if event is None or event.state not in (ANNOUNCED, OPEN, RUNNING):
        return None
    held = Held(session, context, event)
    return held if held.event.state in (ANNOUNCED, OPEN, RUNNING) else None


# --- Before the start ---------------------------------------------------------------------------------------------


def _before_the_start(held: Held) -> bool:
    event = held.event
    if event.state != OPEN:
        event.look_at = None
        return False
    _leave_the_gone(held)
    if formats.of(held.plan.format).starts_itself:
        event.look_at = None
        # One that anybody may join later begins with the least.
        if len(_in(held)) < held.file.least:
            _look_for_entrants(held)
            return False
        start(held)
        return True
    if entering.opens_check_in(held):
        _ask_who_is_there(held)
    if event.starts_at is None or held.moment < event.starts_at:
        _set_date(held)
        return False
    _replace_the_silent(held)
    try:
        start(held)
    except TooFew as why:
        event.look_at = None
        said = f"{event.title} was to begin now, and does not: {why}."
        how = f"TD start {event.name} begins it with those who are there; TD close {event.name} calls it off."
        mails.tell_directors(held, "it does not begin", [mails.words(None, said, how)], "too-few")
        return False
    return True


def _look_for_entrants(held: Held) -> None:
    """One that a player has opened by mail ends as a game does that finds nobody, or that everybody has left."""
    event = held.event
    if not held.file.by_mail:
        return
    until = event.created_at + forming.EXPIRES_AFTER
    if held.people() and held.moment < until:
        event.look_at = until
        return
    days = forming.EXPIRES_AFTER.days
    why = f"after {days} days nobody else has entered" if held.people() else "nobody is in it"
    held.append("act", {"act": "cancel", "who": "the rules", "at": at_text(held.moment), "why": why})
    said = f"{event.title} is called off: {why}."
    mails.tell_all(held, "it is called off", [mails.words(None, said)], "off")
    event.state = CANCELLED
    held.session.flush()


def _in(held: Held) -> list[str]:
    return [row.drawn for row in held.rows.values() if row.state == IN]


def _ask_who_is_there(held: Held) -> None:
    for row in held.people():
        if row.asked_at is None:
            row.asked_at = held.moment
            mails.ask_to_check_in(held, row)
    held.session.flush()


def _replace_the_silent(held: Held) -> None:
    """Take out who has not checked in; reserves who have take their places, in the order in which they entered."""
    if not formats.of(held.plan.format).check_in:
        return
    for row in held.people():
        if row.asked_at is not None and row.here_at is None:
            row.state = GONE
            held.append("withdraw", {"entrant": row.drawn, "at": at_text(held.moment), "why": entering.NO_SHOW})
            if row.player is not None:
                said = f"{held.event.title} begins without you, since no trial order came from you."
                mails.tell(held, row.player, "it begins without you", [mails.words(None, said)], f"silent/{row.number}")
    held.session.flush()
    while entering.move_up(held) is not None:
        pass


def start(held: Held, *, least: int | None = None) -> None:
    """Begin an event with those who are in it: the order of seeding, and the first round with the next step.

    Raises TooFew.
    """
    names = _in(held)
    wanted = held.file.least if least is None else least
    if len(names) < wanted:
        raise TooFew(f"{len(names)} have entered, and there have to be {wanted}")
    faults = formats.of(held.plan.format).faults(held.plan, len(names), len(names))
    if faults:
        raise TooFew("; ".join(fault.text for fault in faults))
    ratings = held.ratings(names)
    order = course.seeded(names, ratings, held.draw)
    robots = {name: Level(row.level) if row.level else None for name, row in held.rows.items()}
    entrants = [Playing(name, rank, robot=robots[name]) for rank, name in enumerate(order, start=1)]
    if held.plan.bye != POINTS:
        level = Level(held.plan.bye)
        row = entering.stand_in(held, level)
        entrants.append(Playing(row.drawn, len(order) + 1, robot=level, stand_in=True))
    body = {"entrants": msgspec.to_builtins(entrants), "ratings": ratings, "at": at_text(held.moment)}
    held.append("start", body)
    held.event.state = RUNNING
    held.event.starts_at = held.event.starts_at or held.moment
    held.event.look_at = held.moment
    held.session.flush()


# --- From round to round ------------------------------------------------------------------------------------------


def _leave_the_gone(held: Held) -> None:
    """Whoever was forgotten or barred by the host leaves the event too."""
    for row in list(held.rows.values()):
        is_gone = row.level is None and (row.player is None or row.player.barred is not None)
        if row.state == IN and is_gone:
            entering.withdraw(held, row, "is here no more")


def _go_on(context: Context, event_id: int, epoch: int) -> bool:
    """Pair the next round, or end the event, once all games have ended; False where nothing more is to be done."""
    with context.store.reading() as session:
        event = session.get_one(Event, event_id)
        if event.epoch != epoch:
            return True
        before = Held(session, context, event, lock=False)
        if formats.of(before.plan.format).challenges:
            return False
        encounters, why = _next(before)
        if not why and encounters is None and _appeals_until(before) is not None:
            return False
    failpoint("round-paired")
    with context.transaction("event-round") as session:
        held = _held(session, context, event_id)
        if held is None:
            return False
        if held.event.epoch != epoch:
            return True
        if why:
            held.event.look_at = None
            told = f"The next round of {held.event.title} cannot be paired: {why}."
            how = f"TD pair {held.event.name} tries again, TD close {held.event.name} ends it as it stands."
            mails.tell_directors(held, "it cannot go on", [mails.words(None, told, how)], f"stuck/{epoch}")
            return False
        if encounters is None:
            end(held)
            return False
        if held.round_row is not None:
            held.round_row.state = "over"
        opening.open_round(held, encounters)
        battles.open_due(held)
        _set_date(held)
    return True


def _next(held: Held) -> tuple[Sequence[Encounter] | None, str]:
    """The encounters of the next round, None where the event is over; or why there can be none."""
    try:
        return formats.of(held.plan.format).next_round(held.state, held.draw), ""
    except (CannotBe, Unfinished) as error:
        log.error("round cannot be paired", event=held.event.name, why=str(error))
        return None, str(error)


def end(held: Held) -> None:
    """End an event that has had all its rounds: the tables, the seed, and the record to everybody."""
    event = held.event
    state = held.state
    held.append("end", end_body(course.standings_rows(state, held.draw), held.seed, held.moment, state.day))
    event.state, event.look_at = OVER, None
    if held.round_row is not None:
        held.round_row.state = "over"
    held.session.flush()
    mails.tell_end(held)


# --- By date ------------------------------------------------------------------------------------------------------


def _by_date(held: Held) -> None:
    for row, left in _going_on(held):
        half = pace.half_of(row)
        if row.paced_at is None and half is not None and held.moment >= half:
            row.paced_at = held.moment
            mails.tell_of_pace(held, row, pace.behind(held, row, left))
        asks_at = opening.asks_at(row)
        if row.asked_at is None and asks_at is not None and held.moment >= asks_at:
            row.asked_at = held.moment
            if row.ends_at is not None and held.moment < row.ends_at:
                mails.ask_to_agree(held, row, left)
        if row.decides_at is None and row.ends_at is not None and held.moment >= row.ends_at:
            row.decides_at = held.moment
            for sitting in left:
                sitting.weighing, sitting.odds = sitting.game.state == "running", None
        held.session.flush()
        if row.decides_at is not None and not any(sitting.weighing for sitting in left):
            mails.ask_to_decide(held, left)


def _going_on(held: Held) -> list[tuple[EventRound, list[Sitting]]]:
    """The rounds of which games are going on, with these; on a ladder each challenge is a round of its own."""
    by_round: dict[int, list[Sitting]] = {}
    for sitting in held.sittings(PLAYING):
        by_round.setdefault(sitting.round, []).append(sitting)
    rows = ((held.session.get(EventRound, (held.event.id, number)), left) for number, left in by_round.items())
    return [(row, left) for row, left in rows if row is not None]


def _appeals_until(held: Held) -> datetime | None:
    """Until when appeals against decisions of the last round may come; None where none may."""
    decided = [each.decided_at for each in held.sittings() if each.round == held.event.round and each.decided_at]
    until = max((at + APPEAL for at in decided), default=None)
    return until if until is not None and held.moment < until else None


def _is_to_be_paired(held: Held) -> bool:
    """Whether nothing is waited for: whoever dies before the next round is paired has left it to the schedule."""
    return not (held.sittings(PLAYING) or bidding.waiting(held)) and not formats.of(held.plan.format).challenges


def _set_date(held: Held) -> None:
    """When there is something to do next beside the games that end."""
    event = held.event
    dates: list[datetime | None] = []
    if event.state == OPEN and event.starts_at is not None:
        asks = event.starts_at - entering.CHECK_IN_BEFORE
        dates += [asks if held.moment < asks else None, event.starts_at]
    if event.state == RUNNING:
        for row, _ in _going_on(held):
            dates.append(pace.half_of(row) if row.paced_at is None else None)
            dates.append(opening.asks_at(row) if row.asked_at is None else None)
            dates.append(row.ends_at if row.decides_at is None else None)
        dates += [bidding.until(held, each) for each in bidding.waiting(held)]
        dates.append(_appeals_until(held) or (held.moment if _is_to_be_paired(held) else None))
    event.look_at = min((date for date in dates if date is not None), default=None)
    held.session.flush()


def when(held: Held, zone: str) -> str:
    """When the event begins, in words."""
    return in_words(held.event.starts_at, zone) if held.event.starts_at is not None else "as soon as it is full"
