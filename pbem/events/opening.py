"""A round is opened, in one transaction: its games, who sits in them, and one letter a player; then each game begins.

A game begins in a transaction of its own, since some sixty first reports take seconds, and nobody else could write
meanwhile. Whoever dies between two of them leaves games that are full and have not begun: the next look begins them.

The games are the event's: their names count on from one to the next, and each seed is drawn for its place in the event,
so that the same event gives the same games.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

import msgspec
from sqlalchemy import bindparam, func, select
from sqlalchemy.orm import Session

from core.contract import Level, Options, SeatName
from pbem.events import mails
from pbem.events.contract import Encounter, EntrantName, SittingName
from pbem.events.contract import Sitting as Planned
from pbem.events.kept import PLAYING, Held
from pbem.events.record import round_body
from pbem.games import house_rules, table, turns
from pbem.games.house_rules import HouseRules
from pbem.rulesets import presentation
from pbem.rulesets.contract import Presentation
from pbem.runtime.context import Context, notify_after_commit
from pbem.store.models import EventRound, Game, Sitting

# Of a round that lasts so long its players are asked to agree so many days before its date; of a shorter one, later.
ASKED_BEFORE = timedelta(days=10)
ASKED_LAST_QUARTER = 0.25

# What an event's games wait for, which are full from the first, is to be begun.
FULL = (Sitting.state == PLAYING, Game.state == "forming")
_TO_BEGIN = (
    select(Game)
    .join(Sitting, Sitting.game_id == Game.id)
    .where(Sitting.event_id == bindparam("event"), *FULL)
    .order_by(Game.id)
    .limit(1)
    .with_for_update(of=Game)
)


def open_round(held: Held, encounters: Sequence[Encounter]) -> None:
    """Open the games of these encounters, write them into the record, and tell everybody whom he meets."""
    session, number = held.session, encounters[0].round
    # Where sides are bid for, the game begins once they are settled (`pbem.events.bidding`); a battle of a series, once
    # the one before it has ended (`pbem.events.battles`).
    played = [(met, each) for met in encounters for each in met.sittings if not (each.bid or each.battle)]
    games = {sitting.name: opened(held, met.round, sitting) for met, sitting in played}
    held.append("round", round_body(number, encounters, {name: game.name for name, game in games.items()}, held.moment))
    held.event.round = max(held.event.round, number)
    if held.round_row is None:
        row = EventRound(event_id=held.event.id, number=number, state="open", opened_at=held.moment)
        row.ends_at = held.moment + timedelta(days=held.file.round_days)
        session.add(row)
    session.flush()
    mails.tell_round(held, encounters, games)
    notify_after_commit(session, "event", held.event.id, f"begin-{number}")


def begin_next(context: Context, event_id: int) -> bool:
    """Begin one of the event's games that have not begun; whether there was one."""
    with context.transaction("event-game") as session:
        game = session.scalars(_TO_BEGIN, {"event": event_id}).first()
        if game is None:
            return False
        turns.start(session, context, game)
    return True


def asks_at(row: EventRound) -> datetime | None:
    """When the players of a round's games that are left are asked to agree; None where it has no date."""
    if row.ends_at is None:
        return None
    return max(row.ends_at - ASKED_BEFORE, row.ends_at - (row.ends_at - row.opened_at) * ASKED_LAST_QUARTER)


def opened(held: Held, number: int, planned: Planned) -> Game:
    """A game of the event with everybody seated, not begun yet."""
    options = {**held.plan.options, **planned.options}
    return seated(held, number, planned.name, presentation(held.plan.ruleset), options, planned.seats)


def seated(
    held: Held,
    number: int,
    name: SittingName,
    words: Presentation,
    options: Options,
    seats: Mapping[SeatName, EntrantName],
) -> Game:
    """A game of a round under the name that the event has for it, with these on its seats, not begun yet."""
    session = held.session
    game = table.open_named(session, words, options, _name(session, held), held.draw.seed("game", name))
    if held.file.by_mail:
        game.name = f"{table.stem_of(words.name)}{game.id}"  # as of any game that was opened by mail
    game.terms = msgspec.json.encode(held.terms).decode()
    house_rules.keep(game, HouseRules(rated=held.file.rated))
    game.closed = True  # who plays on in it, the event alone settles
    for seat in game.seats:
        who = seats[seat.name]
        level = _level(held, who)
        if level is not None:
            seat.level, seat.robot = level.value, True
        else:
            seat.player = held.rows[who].player
    row = Sitting(event_id=held.event.id, round=number, name=name, game_id=game.id, state=PLAYING)
    row.seats = msgspec.json.encode(dict(seats)).decode()
    session.add(row)
    session.flush()
    return game


def _level(held: Held, who: EntrantName) -> Level | None:
    return held.state.entrant(who).robot


def _name(session: Session, held: Held) -> str:
    count = session.scalar(select(func.count(Sitting.id)).where(Sitting.event_id == held.event.id)) or 0
    return f"{held.event.stem}{count + 1}"
