"""Why a robot would write these orders, in a sentence: from what they bring when they are played a number of times."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from core.contract import Json, Orders, RuleSet, SeatName
from core.dice import SeededDice
from core.rulesets.waterloo_grid.orders import Activate, Claim, Enter
from pbem.rulesets.contract import Sample
from pbem.rulesets.sentences import percent

from .board import CLASSES, bases_of, board, groups_of, place_title, seat_title, side_of, steps
from .odds import holders

PLAYED = 60
LIKELY = 0.3  # what comes less often is not the reason


def reason(rules: RuleSet[Any], view: Json, orders: Orders) -> str:
    """One sentence about the best that the orders bring."""
    seat = view["seat"]
    if any(isinstance(line.order, Claim) for line in orders):
        return f"{seat_title(_enemy(seat))} has been silent for three turns."
    played = [_played(rules, view, orders, number) for number in range(PLAYED)]
    return (
        _victory(rules, played, seat)
        or _ground(rules, view, played, seat)
        or _fight(played, seat)
        or _fire(played)
        or _entry(orders)
        or _march(rules, view, played, seat)
        or ("It makes ready for the turns to come." if _acting(orders) else "Whatever could be done, would do harm.")
    )


def _played(rules: RuleSet[Any], view: Json, orders: Orders, number: int) -> Sample:
    before = rules.imagine(view, number)
    result = rules.adjudicate(before, {view["seat"]: orders}, SeededDice(number.to_bytes(8, "big"), "hint"))
    return Sample(before, result.position, result.events)


def _enemy(seat: SeatName) -> SeatName:
    return "red" if seat == "blue" else "blue"


def _acting(orders: Orders) -> bool:
    return any(isinstance(line.order, Activate | Enter) for line in orders)


def _victory(rules: RuleSet[Any], played: Sequence[Sample], seat: SeatName) -> str:
    won = sum((end := rules.outcome(each.after)) is not None and seat in end.winners for each in played)
    return f"It wins the game, {percent(won, PLAYED)} of the time." if won > LIKELY * PLAYED else ""


def _ground(rules: RuleSet[Any], view: Json, played: Sequence[Sample], seat: SeatName) -> str:
    """A village or farm that becomes the seat's own."""
    before = view["hints"]["objectives"]
    taken: Counter[str] = Counter()
    for sample in played:
        after = holders(rules, sample.after, before)
        taken.update(cell for cell in before if after[cell] == seat != before[cell])
    if not taken:
        return ""
    cell, count = taken.most_common(1)[0]
    if count <= LIKELY * PLAYED:
        return ""
    often = "" if count == PLAYED else f", {percent(count, PLAYED)} of the time"
    return f"It {'takes' if before[cell] else 'occupies'} {place_title(cell)}{often}."


def _fight(played: Sequence[Sample], seat: SeatName) -> str:
    """The own fight that is won most often."""
    won: Counter[tuple[str, str]] = Counter()
    for sample in played:
        for event in sample.events:
            if event.kind == "fight" and event.facts["seat"] == seat and event.facts["group"] < 3:
                units = event.facts["units"]["attack"][0]
                won[units, event.facts["to"]] += event.facts["loser"] == "defender"
    if not won:
        return ""
    (units, cell), count = won.most_common(1)[0]
    return f"{units} wins the fight for {place_title(cell)}, {percent(count, PLAYED)} of the time." if count else ""


def _fire(played: Sequence[Sample]) -> str:
    """The shot that costs the enemy most."""
    losses: Counter[tuple[str, str]] = Counter()
    for sample in played:
        for event in sample.events:
            if event.kind == "shot":
                losses[event.facts["unit"], event.facts["target"]] += len(event.facts["losses"])
    if not losses:
        return ""
    (unit, cell), count = losses.most_common(1)[0]
    return f"The fire of {unit} at {place_title(cell)} costs {count / PLAYED:.1f} bases in the mean."


def _entry(orders: Orders) -> str:
    entries = [line.order for line in orders if isinstance(line.order, Enter)]
    if not entries:
        return ""
    return f"It brings {CLASSES[entries[0].kind.upper()]} back to the field at {entries[0].entry.upper()}."


def _march(rules: RuleSet[Any], view: Json, played: Sequence[Sample], seat: SeatName) -> str:
    """The unit that comes nearer to a village or farm by most steps."""
    after = rules.encode(played[0].after)["units"]
    best, said = 0, ""
    for unit in dict.fromkeys(base.unit for base in bases_of(view)):
        if side_of(unit) != seat or unit not in after:
            continue
        start, end = groups_of(view["units"][unit])[0][0], groups_of(after[unit])[0][0]
        for place in (*board().villages, *board().farms):
            for cell in place.cells:
                nearer = steps(start, cell) - steps(end, cell)
                if start != end and nearer > best and view["hints"]["objectives"][cell] != seat:
                    best, said = nearer, f"{unit} comes nearer to {place.name}."
    return said
