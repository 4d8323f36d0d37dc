"""Why a robot would write its orders in Waterloo (1895): what they win, take, guard or threaten, in one sentence."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from core.contract import Json, Orders, RuleSet
from core.dice import SeededDice
from core.rulesets.waterloo1895.danger import dangers
from core.rulesets.waterloo1895.orders import Move, Place, PlaceDefault
from core.rulesets.waterloo1895.position import Position
from pbem.rulesets.sentences import listed, percent

from .board import Army, armies_in, armies_of, board, counts, goal_of, is_little
from .questions import graph

THROWS = 216
WORTH_SAYING = 0.04  # a chance that has changed by less is not spoken of
MOST_REASONS = 2


def reason(rules: RuleSet[Any], view: Json, orders: Orders) -> str:
    """One sentence on what the orders do, of the facts before and after them; empty where nothing is to be done."""
    said = [line.order for line in orders]
    if any(isinstance(order, Place | PlaceDefault) for order in said):
        cities = listed(board().city(army.city).name for army in armies_of(view["seat"], view))
        return f"It keeps pieces on all roads to {cities} and close enough to come to each other's help."
    if not any(isinstance(order, Move) for order in said):
        return "No die can be played."
    before = rules.imagine(view, 0)
    result = rules.adjudicate(before, {view["seat"]: orders}, SeededDice(b"hint", "hint"))
    outcome = rules.outcome(result.position)
    if outcome is not None and view["seat"] in outcome.winners:
        return "It wins the game."
    own = {army.letter for army in armies_of(view["seat"], view)}
    taken = [
        leg["captured"]
        for event in result.events
        if event.kind == "move" and event.facts["army"] in own
        for leg in event.facts["legs"]
        if leg["captured"]
    ]
    reasons = [f"takes {listed(taken)}"] if taken else []
    reasons += _changes(rules, view, before, result.position)
    return f"It {listed(reasons[:MOST_REASONS])}." if reasons else "It keeps what is guarded guarded."


def _changes(rules: RuleSet[Any], view: Json, before: Position, after: Position) -> Iterator[str]:
    """What is better afterwards, the weightiest first."""
    if is_little(view):
        yield from _nearer(rules, view, before, after)
        return
    own = armies_of(view["seat"], view)
    enemies = [army for army in armies_in(view) if army.side != own[0].side]
    for army in enemies:
        lost, still_lost = (dangers(each, army.letter)[1][1] / THROWS for each in (before, after))
        if lost - still_lost >= WORTH_SAYING:
            yield f"leaves {army.name} {_chance(still_lost)} to win next, instead of {percent(lost)}"
    for army in own:
        won = dangers(after, army.letter)[1][1] / THROWS
        if won >= WORTH_SAYING:
            yield f"threatens to win with a further throw ({percent(won)})"
    yield from _saved(view, own, enemies, before, after)
    yield from _nearer(rules, view, before, after)


def _saved(view: Json, own: list[Army], enemies: list[Army], before: Position, after: Position) -> Iterator[str]:
    letters = {army.letter for army in own}
    was, is_now = ({}, {})  # type: dict[str, float], dict[str, float]
    for army in enemies:
        for found, position in ((was, before), (is_now, after)):
            for piece, (_, ways) in dangers(position, army.letter)[0].items():
                found[piece] = max(found.get(piece, 0.0), ways / THROWS)
    saved = [piece for piece, risk in was.items() if piece[0] in letters and risk - is_now.get(piece, 0.0) > 0.1]
    if saved:
        yield f"brings {listed(saved)} out of danger"


def _nearer(rules: RuleSet[Any], view: Json, before: Position, after: Position) -> Iterator[str]:
    """How many links the pieces have come nearer to the city they are after."""
    gained: dict[str, int] = {}
    for army in armies_of(view["seat"], view):
        stood, stands = (rules.encode(each)["pieces"] for each in (before, after))
        for piece in (piece for piece in stands if piece[0] == army.letter):
            city = min(_goals(army, view), key=lambda city: _links(city.alias, stands[piece]))
            links = _links(city.alias, stood[piece]) - _links(city.alias, stands[piece])
            gained[city.name] = gained.get(city.name, 0) + links
    for name, links in gained.items():
        if links > 0:
            yield f"comes {links} {'link' if links == 1 else 'links'} nearer to {name}"


def _goals(army: Army, view: Json) -> list[Any]:
    if is_little(view):
        return [goal_of(army.letter)]
    sides = {other.city: other.side for other in armies_in(view)}
    return [city for city in board().cities if counts(city, view) and sides.get(city.alias) not in (None, army.side)]


@cache
def _links(city: str, spot: str) -> int:
    return min(graph().distance(star, spot) or 0 for star in board().city(city).stars)


def _chance(share: float) -> str:
    return f"a chance of {percent(share)}" if share > 0 else "no chance"
