"""Battles of series are opened, each once the one before it has a result, in the transaction that takes that result.

So nothing is lost or done twice by whoever dies: either the result stands in the record and the next battle beside it,
or neither does. The game itself begins as all games of an event do (`pbem.events.opening`).
"""

from __future__ import annotations

from typing import Any

import msgspec

from core.contract import BATTLE_SIDES, NoMuster, Toll
from pbem.campaigns.commanding import GROUNDS, OF_SIDE, strength_in_words
from pbem.campaigns.linked import LinkedGame, game_of, toll_of
from pbem.campaigns.results import of_game
from pbem.events import course, opening, scoring, series
from pbem.events.contract import Encounter, How, Result
from pbem.events.contract import Sitting as Planned
from pbem.events.kept import Held
from pbem.events.record import at_text
from pbem.games import mustered, table
from pbem.rulesets import NotARuleSet, UnknownRuleSet, presentation
from pbem.rulesets.sentences import listed
from pbem.runtime.failpoint import failpoint
from pbem.store.models import EventRound, Game, Sitting

BY_DATE = "the date of its round has come"
NO_RULES = "its rules are not here"


def open_due(held: Held) -> bool:
    """Open each battle whose turn it is, and write down what cannot be fought; whether there was any."""
    changed = False
    while held.event.state == "running" and (due := _due(held)):
        for met, sitting in due:
            _open(held, met, sitting)
            failpoint("battle-opened")
        changed = True
    return changed


def _due(held: Held) -> list[tuple[Encounter, Planned]]:
    """The next battle of each series, where it has not begun."""
    if held.plan.series is None or not held.replay.started:
        return []
    ended, begun = held.state.by_sitting, held.replay.games
    next_ones = [
        (met, next((each for each in met.sittings if each.name not in ended), None)) for met in held.state.encounters
    ]
    return [(met, each) for met, each in next_ones if each is not None and each.name not in begun]


def _open(held: Held, met: Encounter, sitting: Planned) -> None:
    now = held.replay.armies_before(met, sitting)
    battle = series.battle(series.of(held.plan), met, sitting, now)
    body = {"sitting": sitting.name, "battle": msgspec.to_builtins(battle), "at": at_text(held.moment)}
    row = held.session.get(EventRound, (held.event.id, met.round))
    if row is not None and row.ends_at is not None and held.moment >= row.ends_at:
        held.append("battle", {**body, "why": BY_DATE, **_result(Result(sitting.name, (), How.CANCELLED))})
        return
    try:
        linked = game_of(battle, presentation(battle.ruleset).rules)
    except NoMuster as why:
        held.append("battle", {**body, **_result(series.unfought(held.plan, met, sitting, now, why))})
        return
    except (UnknownRuleSet, NotARuleSet):
        held.append("battle", {**body, "why": NO_RULES, **_result(Result(sitting.name, (), How.CANCELLED))})
        return
    game = _game(held, met, sitting, linked)
    held.append("battle", {**body, "game": game.name, "follows": held.replay.follows(met, sitting)})
    began = mustered.Mustered(
        battle=battle,
        seats=dict(zip(BATTLE_SIDES, linked.seats, strict=True)),
        position=linked.position,
        part_of=held.replay.part_of(sitting.name, held.head),
        told={seat: _told(held, met, sitting, linked, seat) for seat in linked.seats},
    )
    mustered.keep(game, began)
    held.session.flush()


def _result(result: Result) -> dict[str, Any]:
    return {"result": msgspec.to_builtins(result)}


def _game(held: Held, met: Encounter, sitting: Planned, linked: LinkedGame) -> Game:
    seats = {seat: command.seat for seat, command in linked.seats.items()}
    words = presentation(linked.ruleset)
    return opening.seated(held, met.round, sitting.name, words, linked.options, seats)


def _told(held: Held, met: Encounter, sitting: Planned, linked: LinkedGame, seat: str) -> tuple[str, ...]:
    """What a player reads of it in his first report: what it follows on, with what he fights, and what comes of it."""
    battle, name = linked.battle, linked.seats[seat].seat
    side = next(side for side in BATTLE_SIDES if battle.seats[side] == (name,))
    own = listed(strength_in_words(force) for force in battle.forces if force.side == side)
    last = sitting.battle == len(met.sittings)
    after = "It is the last one." if last else "What is left of both armies fights the next one."
    return (
        f"This is battle {sitting.battle} of {len(met.sittings)} of {held.event.title}. {_so_far(held, met, sitting)}",
        f"{OF_SIDE[side]} {GROUNDS[battle.ground]}, with {own}.",
        f"It lasts {battle.hours} hours at the most: {linked.limit} turns here. {after}",
    )


def _so_far(held: Held, met: Encounter, sitting: Planned) -> str:
    """Which battles it follows, and how it stands between the two."""
    earlier = [each for each in met.sittings if each.battle < sitting.battle]
    if not earlier:
        return f"It is the first between {' and '.join(held.called(name) for name in met.entrants)}."
    games = listed(held.replay.games.get(each.name, f"battle {each.battle}") for each in earlier)
    points = scoring.of_encounter(held.state, met)
    stands = " - ".join(f"{held.called(name)} {points[name]}" for name in met.entrants)
    return f"It follows {games}; it stands {stands}."


def toll(held: Held, sitting: Sitting) -> Toll | None:
    """What the game of a battle has cost that is over; None for a game that was called off, or is no battle."""
    game = sitting.game
    began = mustered.of(game)
    if not course.sitting_of(held.state, sitting.name).battle or began is None or game.state != "over":
        return None
    ended = of_game(held.session, game)
    if ended is None:
        return None
    return toll_of(began.battle, presentation(game.ruleset).rules, ended, table.options_of(game))
