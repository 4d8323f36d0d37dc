"""A game whose position goes through JSON between its turns, as the server keeps it, is the game played in memory.

What a rule set writes of a position is all it may build on. Where the order of bases in a cell, the place of a unit in
a table or anything else that JSON loses shows in an event, honest records stop verifying: the server reads its position
from the database for every turn, and a verifier carries it along.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import msgspec
import pytest

from core.contract import Adjudication, BadOption, Event, Json, Orders, SeatName
from core.dice import SeededDice
from pbem import rulesets
from pbem.games.record import Entry, end_body, game_body, link, turn_body, verify
from pbem.rulesets.contract import Presentation

QUICK = (0, 1, 2, 37)  # games of each rule set in every run; by 37 waterloo_grid once told of bases in another order
ALL = 200
LONGEST = 300  # adjudications of a game: beyond them the record is one of a game that goes on
WHOLE = 1  # of the quick ones: it is played to its end even where the others are short
SHORT: dict[str, dict[str, Any]] = {"hundred_days": {"scenario": "ligny"}}
GAME, SEED = "kept1", bytes(range(32))

NAMES = rulesets.names()


# What a game may be: who is at the table, and by which set of rules. Each of them has its two hundred games.
MODES: dict[str, list[dict[str, Any]]] = {
    "conflict": [
        {},
        {"players": 3},
        {"players": 4},
        {"players": 4, "teams": "opposite"},
        {"players": 4, "teams": "adjacent"},
        {"players": 4, "alliances": "formal"},
    ],
    "hundred_days": [{}, {"scenario": "ligny"}, {"players": 3}, {"players": 5}, {"players": 8}, {"fog": "none"}],
    "stratego_waterloo": [{}, {"version": "standard"}, {"version": "expert"}, {"version": "expert", "draft": "live"}],
    "waterloo1895": [{}, {"mode": "four"}, {"mode": "three"}, {"mode": "double"}, {"mode": "little"}],
    "waterloo_grid": [{}, {"scenario": "lambert"}],
    "waterloo_wargame": [{}, {"scenario": "few-guns"}, {"scenario": "no-guns"}],
}
EVERY_MODE = [
    pytest.param(name, mode, id="-".join([name, *map(str, mode.values())]))
    for name in NAMES
    for mode in MODES.get(name, [{}])
]


def chosen(name: str, mode: Mapping[str, Any], number: int) -> dict[str, Any]:
    """Options of a game: the mode alone for every game of robots, else one word of one other option, each in turn."""
    rules = rulesets.presentation(name).rules
    ways = [
        {option.name: value}
        for option in rules.options()
        for value in option.values or ()
        if value != option.default and option.name not in mode
    ]
    if number % 2 or not ways:
        return dict(mode)
    try:
        return rules.settle({**mode, **ways[number // 2 % len(ways)]})
    except BadOption:  # it does not stand beside the mode
        return dict(mode)


@pytest.mark.parametrize("number", QUICK)
@pytest.mark.parametrize("name", NAMES)
def test_what_json_forgets_shows_nowhere(name: str, number: int) -> None:
    play_both(name, SHORT.get(name, {}) if number != WHOLE else {}, number)


@pytest.mark.parametrize(("name", "mode"), EVERY_MODE)
def test_no_mode_is_left_out_or_refused(name: str, mode: dict[str, Any]) -> None:
    settled = rulesets.presentation(name).rules.settle(mode)
    assert {option: settled[option] for option in mode} == mode


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("name", "mode"), EVERY_MODE)
def test_what_json_forgets_shows_nowhere_in_two_hundred_games(name: str, mode: dict[str, Any]) -> None:
    for number in range(ALL):
        play_both(name, mode, number)


def play_both(name: str, mode: Mapping[str, Any], number: int) -> None:
    """One game played twice with the same orders and dice, compared turn by turn; then its record, verified."""
    words = rulesets.presentation(name)
    rules = words.rules
    options = rules.settle(chosen(name, mode, number))
    seats = [(seat, seat, f"word {number}") for seat in rules.seats(options)]
    dice, again = (SeededDice(SEED, GAME, [word for _, _, word in seats]) for _ in range(2))
    record = [link(None, "game", game_body(GAME, words, options, seats, SEED), SEED)]
    kept = carried = rules.opening(options)
    whims = Random(number)
    for _ in range(LONGEST):
        mailed = answers(words, carried, whims, robots=number % 2 == 1)
        rolled = len(dice.rolls)
        kept = as_read(words, kept, options)
        told = rules.adjudicate(kept, read(words, mailed), dice)
        remembered = rules.adjudicate(carried, read(words, mailed), again)
        assert written(words, told) == written(words, remembered)
        kept, carried = told.position, remembered.position
        record.append(link(record[-1], "turn", turn_body(words, mailed, False, dice.rolls[rolled:], told), SEED))
        if rules.outcome(kept) is not None:
            break
    verify(entry.line for entry in ended(words, record, kept))


def answers(
    words: Presentation, position: Any, whims: Random, *, robots: bool
) -> dict[SeatName, list[tuple[int, str]]]:
    """The mailed lines of every seat that owes orders: its robot's, or drawn by chance."""
    rules, mailed = words.rules, {}
    for owed in rules.awaiting(position):
        if robots:
            text = words.bot(rules.view(position, owed.seat), owed.seat, whims)
        else:
            drawn = rules.random_orders(position, owed.seat, whims.getrandbits(32))
            text = "\n".join(line.text for line in drawn)
        mailed[owed.seat] = list(enumerate(text.split("\n"), start=1))
    return mailed


def read(words: Presentation, mailed: Mapping[SeatName, list[tuple[int, str]]]) -> dict[SeatName, Orders]:
    return {seat: words.read(lines) for seat, lines in mailed.items()}


def as_read(words: Presentation, position: Any, options: Json) -> Any:
    """The position as the database gives it back."""
    data = msgspec.json.encode(words.rules.encode(position), order="sorted")
    return words.rules.decode(msgspec.json.decode(data, type=dict[str, Any]), options)


def written(words: Presentation, result: Adjudication) -> tuple[list[bytes], bytes]:
    """The events and the position an adjudication led to, byte for byte."""
    return list(events_written(result.events)), msgspec.json.encode(words.rules.encode(result.position), order="sorted")


def events_written(events: tuple[Event, ...]) -> Iterator[bytes]:
    for event in events:
        yield msgspec.json.encode(event.flat(), order="sorted")


def ended(words: Presentation, record: list[Entry], position: Any) -> list[Entry]:
    """The record, closed where its game is over."""
    outcome = words.rules.outcome(position)
    return record if outcome is None else [*record, link(record[-1], "end", end_body(outcome, SEED), SEED)]
