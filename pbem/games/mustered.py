"""Games that begin from a position of their own, onto whose field others come later: battles, of a campaign say.

Which position that is, and who comes when, the rules of the game say for a battle in the words of `core.contract`. What
the battle belongs to is not known here: whoever opens such a game says what the first entry of its record has of it,
and what each seat is told beside its first report.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy.orm import Session

from core.contract import Battle, BattleSide, Json, SeatName
from pbem.games import record
from pbem.games.kept_record import KeptRecord
from pbem.reports.document import Section
from pbem.rulesets import presentation
from pbem.rulesets.sentences import listed
from pbem.store.database import now
from pbem.store.models import Game

BY_THE_RULES = "the rules"


class Entered(msgspec.Struct, frozen=True):
    """A column that has come onto the field: whose, after how many turns, and by which entry of the record."""

    column: str
    seat: SeatName
    turns: int
    entry: int


class Mustered(msgspec.Struct, frozen=True):
    """The beginning of such a game, and who has come since; all of it secret until it is over.

    `told` has what each seat is told beside its first report.
    """

    battle: Battle
    seats: dict[BattleSide, SeatName]
    position: Json
    part_of: Json
    told: dict[SeatName, tuple[str, ...]] = {}
    entered: tuple[Entered, ...] = ()


def of(game: Game) -> Mustered | None:
    """What a game begins from; None where that is the opening of its rules."""
    return None if game.mustered is None else msgspec.json.decode(game.mustered, type=Mustered)


def keep(game: Game, mustered: Mustered) -> None:
    """Keep it with the game."""
    game.mustered = msgspec.json.encode(mustered).decode()


def come_in(session: Session, game: Game, kept: KeptRecord, position: Any) -> Any:
    """The position with those who come onto the field now, as a turn begins: an entry of the record, where some do."""
    mustered = of(game)
    if mustered is None:
        return position
    rules: Any = presentation(game.ruleset).rules
    entered = still_there(mustered.entered, rollbacks(kept.entries())) if game.set_by_host else mustered.entered
    after, came = rules.reinforced(mustered.battle, position, [each.column for each in entered])
    if not came and rules.encode(after) == rules.encode(position):
        return position
    # The columns are not named there: they may be for one side alone, and the record may be open.
    body = {"position": rules.encode(after)}
    kept.append("act", record.act_body(record.ENTER, BY_THE_RULES, now(session), "", body))
    sides = {force.code: mustered.seats[force.side] for force in mustered.battle.forces}
    new = [Entered(column, sides[column], kept.turns(), kept.length - 1) for column in came]
    keep(game, msgspec.structs.replace(mustered, entered=(*entered, *new)))
    return after


def still_there(entered: Iterable[Entered], back: Mapping[int, int]) -> tuple[Entered, ...]:
    """Those who have entered for good: `back` has the entries by which a host went back, to before which turn."""
    return tuple(
        each for each in entered if all(number < each.entry or each.turns < turn for number, turn in back.items())
    )


def rollbacks(entries: Sequence[Json]) -> dict[int, int]:
    """The numbers of the entries by which a host went back, each with the turn before which that was."""
    return {
        entry["number"]: entry["turn"] for entry in entries if entry["kind"] == "act" and entry["act"] == "rollback"
    }


def sections(game: Game, seat: SeatName, reported: int, *, first: bool) -> tuple[Section, ...]:
    """What a report tells a seat of it beside what the rules say: its own alone."""
    mustered = of(game)
    if mustered is None:
        return ()
    came = [each.column for each in mustered.entered if each.seat == seat and each.entry >= reported]
    arrived = (f"{listed(came)} {'has' if len(came) == 1 else 'have'} come onto the field.",) if came else ()
    lines = (*(mustered.told.get(seat, ()) if first else ()), *arrived)
    return (Section(None, "words", lines),) if lines else ()
