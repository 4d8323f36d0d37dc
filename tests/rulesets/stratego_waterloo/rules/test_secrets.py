"""No seat learns what it may not know: twins that differ only in that give it the same bytes (SWL-012, SWL-R04).

A twin of a position has the enemy's hidden pieces change places among those with the same back, and his cards, lists
and lines of retreat changed. Whatever is then ordered, the seat's checks, answers, events and views are compared, up to
the event in which the difference comes to light by rule.
"""

from __future__ import annotations

import itertools
import tomllib
from importlib.resources import files
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.contract import Effect, Event
from core.dice import SeededDice
from core.rulesets.stratego_waterloo import StrategoWaterloo
from core.rulesets.stratego_waterloo.orders import Enter, Fire, Go, Reconnoitre, Rest, numbered

RULES = StrategoWaterloo(tomllib.loads(files("pbem.rulesets.stratego_waterloo").joinpath("board.toml").read_text()))
LEADERS = {"NA", "NE", "WE", "UX", "BU"}
GAMES = (
    {"version": "basic"},
    {"version": "standard", "memory": "off", "prussian-rate": "by-action"},
    {"version": "expert", "start": "early"},
)
OTHER = {"blue": "red", "red": "blue"}
# What a fight, a shot or a look brings to light is for both to know; nothing that comes after it is compared.
REVEALING = {"attack", "shot", "scouted", "end", "pursuit_begins", "card", "prussians"}


def played(options: dict[str, Any], seed: int, plies: int) -> Any:
    """A position after so many plies of random play; the game is still on."""
    position = RULES.adjudicate(RULES.opening(options), {}, SeededDice(b"deal")).position
    luck = Random(seed)
    for _ in range(plies + 2):
        seat = RULES.awaiting(position)[0].seat
        orders = RULES.random_orders(position, seat, luck.getrandbits(64))
        after = RULES.adjudicate(position, {seat: orders}, SeededDice(luck.randbytes(8))).position
        if RULES.outcome(after) is not None or RULES.encode(after)["phase"] == "pursuit":
            break
        position = after
    return position


def hidden_from(position: Any, seat: str) -> list[Any]:
    """The squares of the pieces that this seat does not know, with their backs; leaders stay where they are."""
    board = RULES.encode(position)["board"]
    seen = RULES.view(position, seat)["board"]
    return [
        (square, (piece["nation"], piece["arm"]))
        for square, piece in seen.items()
        if piece["side"] != seat
        and piece["code"] is None
        and not piece["blocks"]
        and code_of(board[square]) not in LEADERS
    ]


def code_of(piece: Any) -> str:
    return str(piece if isinstance(piece, str) else piece["code"]).partition("-")[0]


def twin_of(position: Any, options: dict[str, Any], seat: str, luck: Random) -> Any:
    """A position that differs only in what the seat does not know."""
    written = RULES.encode(position)
    enemy = OTHER[seat]
    backs: dict[Any, list[str]] = {}
    for square, back in hidden_from(position, seat):
        backs.setdefault(back, []).append(square)
    board = dict(written["board"])
    for places in backs.values():
        shuffled = places[:]
        luck.shuffle(shuffled)
        for place, other in zip(places, shuffled, strict=True):
            board[place] = written["board"][other]
    written["board"] = board
    lists = {"keep": ["IN"], "burn": ["RE", "RE"]} if options["version"] != "basic" else {"keep": [], "burn": []}
    written["lists"] = {**written["lists"], enemy: lists}
    stack = written["cards"]["discards"]
    hand = written["cards"]["hands"][enemy]
    if hand and stack and seat == "blue" and hand[0] != stack[0]:
        hand[0], stack[0] = stack[0], hand[0]
    written["undrawn"] = luck.sample(written["undrawn"], len(written["undrawn"]))
    if written["retreat"][enemy] is not None:
        written["retreat"] = {**written["retreat"], enemy: luck.choice(["LEFT", "CENTRE", "RIGHT"])}
    return RULES.decode(written, options)


def told(events: tuple[Event, ...], seat: str) -> list[bytes]:
    """What the seat is told, up to where a secret comes to light."""
    heard = []
    for event in events:
        if event.kind in REVEALING:
            break
        if event.seen_by is None or seat in event.seen_by:
            heard.append(msgspec.json.encode(event))
    return heard


def brought_to_light(events: tuple[Event, ...]) -> bool:
    return any(event.kind in REVEALING for event in events)


def view_of(position: Any, seat: str) -> bytes:
    return msgspec.json.encode(RULES.view(position, seat))


@pytest.mark.parametrize("chosen", GAMES, ids=lambda chosen: " ".join(chosen.values()))
@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 2**32), plies=st.integers(0, 40), seat=st.sampled_from(["blue", "red"]))
def test_twins_look_alike(chosen, seed, plies, seat):
    options = RULES.settle(chosen)
    luck = Random(seed)
    one = played(options, seed, plies)
    other = twin_of(one, options, seat, luck)
    assert view_of(one, seat) == view_of(other, seat)
    assert view_of(one, seat) == view_of(RULES.decode(RULES.encode(one), options), seat)
    for _ in range(6):
        (decision,) = RULES.awaiting(one)
        assert RULES.awaiting(other) == (decision,)
        assert RULES.step(one) == RULES.step(other)
        judge_alike(one, other, seat, luck)
        orders = RULES.random_orders(one, decision.seat, luck.getrandbits(64))
        if decision.seat != seat and RULES.check(other, decision.seat, orders).effect is Effect.NOTHING:
            return  # the enemy cannot order the same with other pieces
        dice = luck.randbytes(8)
        results = [RULES.adjudicate(each, {decision.seat: orders}, SeededDice(dice)) for each in (one, other)]
        assert told(results[0].events, seat) == told(results[1].events, seat)
        if brought_to_light(results[0].events) or brought_to_light(results[1].events):
            return
        assert (seat in results[0].tell) == (seat in results[1].tell)
        if decision.seat == seat:
            assert results[0].verdicts == results[1].verdicts
        one, other = (result.position for result in results)
        assert view_of(one, seat) == view_of(other, seat)


def judge_alike(one: Any, other: Any, seat: str, luck: Random) -> None:
    """Whatever the seat orders, in turn or not, legal or not, it is judged alike."""
    mover = RULES.awaiting(one)[0].seat
    for position in (one, other):
        orders = RULES.random_orders(position, mover, luck.getrandbits(64))
        assert RULES.check(one, seat, orders) == RULES.check(other, seat, orders)
    for orders in wild_orders(luck):
        assert RULES.check(one, seat, orders) == RULES.check(other, seat, orders)


def wild_orders(luck: Random) -> list[Any]:
    """Orders that have nothing to do with the position."""
    names = RULES.board.square_names
    squares = [luck.choice(names) for _ in range(40)]
    codes = list(RULES.board.codes)
    made: list[Any] = [
        Go((start, end), luck.choice(["move", "attack", None])) for start, end in itertools.pairwise(squares)
    ]
    made += [Fire(start, end) for start, end in zip(squares[:8], squares[8:], strict=False)]
    made += [Rest(square) for square in squares[:6]]
    made += [Enter(luck.choice(codes), luck.choice(squares)) for _ in range(6)]
    made += [Reconnoitre(tuple(squares[:2]))]
    return [numbered([order]) for order in made]
