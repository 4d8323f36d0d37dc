"""Results: the games of an event that have ended, each taken into the event's record once.

A game knows nothing of its event. What came of it is read from its own record: the outcome, by whose word it ended, and
the hash of the last line.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from sqlalchemy import update
from sqlalchemy.orm import Session

from core.contract import Json, Outcome, SeatName
from pbem.events import battles, course, scoring, series
from pbem.events.contract import EntrantName, How, Result
from pbem.events.kept import ENDED, PLAYING, Held, seats_of
from pbem.games import record, table
from pbem.games.clocks import Clocks
from pbem.games.kept_record import KeptRecord
from pbem.reports.turn import AGREED, AWARDED, CANCELLED, CLAIMED, DECIDED, DRAWN, FLAGGED, LEFT
from pbem.rulesets import presentation
from pbem.rulesets.contract import Presentation
from pbem.runtime.context import Context
from pbem.runtime.failpoint import failpoint
from pbem.store.database import change
from pbem.store.models import Game, Overstep, Sitting

HOW = {
    FLAGGED: How.TIME,
    CLAIMED: How.TIME,
    AGREED: How.AGREED,
    DECIDED: How.ADJUDICATED,
    AWARDED: How.ADJUDICATED,
    DRAWN: How.ADJUDICATED,
    LEFT: How.WITHDRAWN,
    CANCELLED: How.CANCELLED,
}


def take_all(held: Held) -> list[Result]:
    """Take the results of all games that have ended into the record of their event; those that were taken here."""
    return [_taken(held, each) for each in held.sittings(PLAYING) if each.game.state in ("over", "cancelled")]


def _taken(held: Held, sitting: Sitting) -> Result:
    mine = update(Sitting).where(Sitting.id == sitting.id, Sitting.state == PLAYING)
    if change(held.session, mine.values(state=ENDED, weighing=False)) != 1:
        raise AssertionError(f"{sitting.game.name} was taken by somebody else, who did not hold the event")
    held.session.refresh(sitting)
    result, cost = result_of(held, sitting), battles.toll(held, sitting)
    body: Json = {"game": sitting.game.name}
    if cost is not None:
        met = held.state.of(sitting.name)
        now = held.replay.armies_before(met, course.sitting_of(held.state, sitting.name))
        result = series.with_left(met, result, series.after(series.of(held.plan), now, cost))
        body["toll"] = msgspec.to_builtins(cost)
    held.append("result", {"result": msgspec.to_builtins(result), **body})
    failpoint("result-taken")
    if result.how is How.TIME:
        _note_oversteps(held, sitting)
    return result


def result_of(held: Held, sitting: Sitting) -> Result:
    """What came of a game that is over, by its record."""
    session, game = held.session, sitting.game
    kept = KeptRecord(session, game)
    outcome = kept.outcome() or Outcome((), CANCELLED, "")
    how = HOW.get(outcome.reason, How.PLAYED)
    seats = seats_of(sitting)
    # The seats of a battle are those of its own rules.
    planned = msgspec.structs.replace(course.sitting_of(held.state, sitting.name), seats=seats)
    found = Result(sitting.name, (), how, record=kept.head or "", day=held.day())
    if how is How.CANCELLED:
        return found
    words = presentation(game.ruleset)
    turn = table.current_turn(session, game)
    position = table.position_of(game, turn)
    gone = tuple(seats[seat] for seat in out_of_time(kept))
    if how in (How.TIME, How.WITHDRAWN) and not outcome.winners:
        lost = scoring.lost_by_all(planned, how)
        return msgspec.structs.replace(lost, record=found.record, day=found.day)
    places = scoring.places_of(planned, _behind(words.rules.ranking(outcome, position), out_of_time(kept)))
    nothing = gone if len(seats) > 2 else ()
    return msgspec.structs.replace(
        found,
        places=places,
        nothing=nothing,
        margin=_margins(words, outcome, position, seats),
        misses={seats[seat.name]: seat.misses for seat in game.seats if seat.misses},
    )


def out_of_time(kept: KeptRecord) -> tuple[SeatName, ...]:
    """The seats that were out of time in a game, in the order in which they were."""
    acts = [entry for entry in kept.entries() if entry["kind"] == "act" and entry["act"] == record.FLAG]
    return tuple(seat for entry in acts for seat in entry["seat"].split())


def _behind(ranking: tuple[tuple[SeatName, ...], ...], late: tuple[SeatName, ...]) -> tuple[tuple[SeatName, ...], ...]:
    """A ranking with those last whose time was up, who was so first behind the others."""
    places = [tuple(seat for seat in place if seat not in late) for place in ranking]
    return (*filter(None, places), *((seat,) for seat in dict.fromkeys(reversed(late))))


def _margins(
    words: Presentation, outcome: Outcome, position: object, seats: Mapping[SeatName, EntrantName]
) -> dict[EntrantName, float]:
    """How clearly each stood at the end; whoever won has not stood worse than the others for that."""
    margin = words.rules.margin(position)
    return {seats[seat]: round(value, 4) for seat, value in margin.items() if seat in seats}


def _note_oversteps(held: Held, sitting: Sitting) -> None:
    """Note who has lost on time, for his next entry."""
    seats, kept = seats_of(sitting), KeptRecord(held.session, sitting.game)
    late = {seats[seat] for seat in out_of_time(kept)}
    for name in late:
        row = held.rows.get(name)
        if row is not None and row.player_id is not None:
            held.session.merge(Overstep(game_id=sitting.game_id, player_id=row.player_id, at=held.moment))
    held.session.flush()


# --- What the director sees ---------------------------------------------------------------------------------------


def time_used(session: Session, context: Context, game: Game) -> dict[SeatName, float]:
    """The seconds that each seat has left in its bank; nothing where the clock has none."""
    running = Clocks(session, context, game)
    return {seat.name: running.in_hand(seat, seat.bank) for seat in game.seats if seat.bank is not None}
