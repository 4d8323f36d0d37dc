"""Why a robot would write these orders, in a sentence: from what they bring when they are played a number of times."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from typing import Any

from core.contract import Json, Orders, RuleSet, SeatName
from core.dice import SeededDice
from pbem.rulesets.contract import Sample
from pbem.rulesets.sentences import listed, percent

from .board import board, other_of, pieces_on_board, seat_title
from .odds import results_of

PLAYED = 60
LIKELY = 0.3  # what comes less often is not the reason
MOST_REASONS = 2
MOST_NAMED = 3
NEARER = 90  # yards by which a piece has to come nearer to be told of
GOOD = {
    "destroyed": "destroys {target} with {who}",
    "driven back": "drives {target} back with {who}",
    "wins": "has {who} against {target} win {often}",
    "hits": "hits {target} with {who} {often}",
}


def reason(rules: RuleSet[Any], view: Json, orders: Orders) -> str:
    """A short sentence on what these orders are good for; empty where there is nothing to be said."""
    seat = view["seat"]
    before = rules.imagine(view, 0)
    played = []
    for number in range(PLAYED):
        result = rules.adjudicate(before, {seat: orders}, SeededDice(b"hint", f"hint {number}"))
        played.append(Sample(before, result.position, result.events))
    found = list(_reasons(rules, view, seat, played))[:MOST_REASONS]
    return f"It {' and '.join(found)}." if found else ""


def _reasons(rules: RuleSet[Any], view: Json, seat: SeatName, played: list[Sample]) -> Iterator[str]:
    """What there is to be said for them, the weightiest first."""
    outcomes = [rules.outcome(sample.after) for sample in played]
    won = sum(outcome is not None and seat in outcome.winners for outcome in outcomes)
    if won > LIKELY * len(played):
        yield f"wins the battle {percent(won, len(played))} of the time"
    yield from _engagements(played)
    yield from _points(seat, played)
    after = rules.view(played[0].after, seat)
    saved = _saved(view, after, seat)
    if saved:
        yield f"brings {_some(saved)} out of the arcs of two guns"
    yield from _marches(view, after, seat)


def _some(codes: list[str]) -> str:
    """`FOY and BAU`; of many the first, and how many more."""
    if len(codes) <= MOST_NAMED:
        return listed(codes)
    return f"{', '.join(codes[:MOST_NAMED])} and {len(codes) - MOST_NAMED} more"


def _engagements(played: list[Sample]) -> Iterator[str]:
    """The shots and attacks that are likely to bring something, the likeliest first."""
    found = []
    for engagement, results in results_of(played).items():
        for what, said in GOOD.items():
            if results[what] > LIKELY * len(played):
                often = percent(results[what], len(played))
                text = said.format(target=engagement.target, who=listed(engagement.who), often=often)
                found.append((what != "destroyed", what == "driven back", -results[what], text))
    for *_, text in sorted(found):
        yield text


def _points(seat: SeatName, played: list[Sample]) -> Iterator[str]:
    taken = [
        event.facts["strongpoint"]
        for sample in played
        for event in sample.events
        if event.kind == "strongpoint" and event.facts["holder"] == seat
    ]
    for point in dict.fromkeys(taken):
        if taken.count(point) > LIKELY * len(played):
            yield f"takes {board().names[point]}"


def _saved(view: Json, after: Json, seat: SeatName) -> list[str]:
    """Pieces on which two guns bore, and do no longer."""
    feared = {each["code"] for each in pieces_on_board(view, seat) if len(each["under"]) > 1 and not each["garrison"]}
    return [each["code"] for each in pieces_on_board(after, seat) if each["code"] in feared and len(each["under"]) < 2]


def _marches(view: Json, after: Json, seat: SeatName) -> Iterator[str]:
    """Who comes nearer to the enemy, which guns change their place, and where the General is now."""
    enemies = pieces_on_board(view, other_of(seat, view))
    before = {each["code"]: each for each in pieces_on_board(view, seat)}
    nearer, guns = [], []
    for piece in pieces_on_board(after, seat):
        old = before[piece["code"]]
        if (piece["x"], piece["y"], piece["heading"]) == (old["x"], old["y"], old["heading"]) or not enemies:
            continue
        if piece["arm"] == "gun":
            guns.append(piece["code"])
        elif _far(old, enemies) - _far(piece, enemies) > NEARER:
            nearer.append(piece["code"])
    if nearer:
        yield f"brings {_some(nearer)} nearer to the enemy"
    if guns:
        yield f"lays or moves {_some(guns)}"
    now = after["generals"][seat]
    if now is not None and now != view["generals"][seat]:
        yield f"sends {seat_title(seat)} to {now}"


def _far(piece: Json, enemies: list[Json]) -> float:
    return min(hypot(piece["x"] - each["x"], piece["y"] - each["y"]) for each in enemies)
