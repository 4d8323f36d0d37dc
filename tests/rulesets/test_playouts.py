"""Playouts and random orders of every rule set: repeatable, within their limit, and never out of the rules."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from core.contract import BadOption, Json, Options
from core.dice import SeededDice
from pbem.rulesets import names, presentation

ENOUGH = 20_000  # moves: random games that end at all have ended by then
BEGUN = 24  # moves that what has been begun at the limit may still take


def variants() -> list[tuple[str, dict[str, Any]]]:
    """Every rule set with its usual options, and with each word of each option that can be chosen alone."""
    found: list[tuple[str, dict[str, Any]]] = []
    for name in names():
        rules = presentation(name).rules
        found.append((name, {}))
        for option in rules.options():
            for value in option.values or ():
                if value != option.default and _stands_alone(name, {option.name: value}):
                    found.append((name, {option.name: value}))
    return found


def _stands_alone(name: str, chosen: dict[str, Any]) -> bool:
    try:
        presentation(name).rules.settle(chosen)
    except BadOption:
        return False
    return True


def written(name: str, position: Any) -> bytes:
    return msgspec.json.encode(presentation(name).rules.encode(position), order="sorted")


@pytest.mark.parametrize(("name", "chosen"), variants(), ids=str)
def test_a_random_game_is_played_on_and_is_the_same_again(name: str, chosen: dict[str, Any]) -> None:
    rules = presentation(name).rules
    options = rules.settle(chosen)
    opening = rules.opening(options)
    before = written(name, opening)
    played = rules.playout(opening, 1815, ENOUGH)
    assert (rules.outcome(played.position) is not None) != (played.moves >= ENOUGH)
    assert (rules.awaiting(played.position) == ()) == (rules.outcome(played.position) is not None)
    assert written(name, opening) == before
    again = rules.playout(opening, 1815, ENOUGH)
    assert (again.moves, written(name, again.position)) == (played.moves, written(name, played.position))
    if rules.outcome(played.position) is not None:
        assert rules.playout(played.position, 1, ENOUGH).moves == 0


@pytest.mark.parametrize("name", names())
def test_a_playout_stops_at_its_limit_in_a_position_like_any_other(name: str) -> None:
    rules = presentation(name).rules
    options = rules.settle({})
    position: Any = rules.opening(options)
    for seed in range(12):
        played = rules.playout(position, seed, 20)
        assert played.moves <= 20 + BEGUN
        position = rules.decode(_as_read(rules.encode(played.position)), options)
        assert written(name, position) == written(name, played.position)


@pytest.mark.parametrize("name", names())
def test_random_orders_stand_and_carry_a_game_on_from_where_a_playout_left_it(name: str) -> None:
    rules = presentation(name).rules
    options: Options = rules.settle({})
    for seed in range(6):
        dice = SeededDice(bytes([seed]))
        position = rules.playout(rules.opening(options), seed, 30 * seed).position
        position = rules.adjudicate(position, {}, dice).position
        for decision in rules.awaiting(position):
            orders = rules.random_orders(position, decision.seat, seed)
            assert orders
            checked = rules.check(position, decision.seat, orders)
            assert [verdict.code for verdict in checked.verdicts if verdict.status != "ok"] == []
            mailed = "\n".join(line.text for line in orders)
            read = presentation(name).read(list(enumerate(mailed.split("\n"), start=1)))
            assert [line.order for line in read] == [line.order for line in orders]


def _as_read(encoded: Json) -> Json:
    """What a file with the position gives back."""
    return msgspec.json.decode(msgspec.json.encode(encoded), type=dict[str, Any])
