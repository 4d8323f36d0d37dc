"""What holds in every game of Stratego Waterloo, whatever is played: conservation, counters, the JSON, who is told."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator
from importlib.resources import files
from random import Random
from typing import Any

import msgspec
import pytest

from core.contract import Adjudication, BadPosition, Effect, Line, Status
from core.dice import ScriptedDice, SeededDice
from core.rulesets.stratego_waterloo import StrategoWaterloo
from core.rulesets.stratego_waterloo.orders import End, Go, Stand

BOARD = tomllib.loads(files("pbem.rulesets.stratego_waterloo").joinpath("board.toml").read_text())
RULES = StrategoWaterloo(BOARD)
PIECES = {piece["code"]: piece for piece in BOARD["pieces"]}
SCENARIO = """
base standard
first blue
turn 5
tile FARM C5
tile FARM I5
tile MUD F5
tile HILL F8
army blue NA 1 NE 1 LN 10 LI 4 CH 4 CU 2 FA 5
army red WE 1 UX 1 BF 12 RI 3 KH 4 DC 2 BA 4
prussians PI 3 LW 4 SL 4 BU 1 PA 1 turn 7 flags L6 L5
garrison red C5 2
retreat red CENTRE blue ANY
option fortify full
"""
GAMES: list[dict[str, Any]] = [
    {"version": "basic", "bulow-saves": "on", "retreat-depth": 2},
    {"version": "standard", "draft": "live", "fortify": "full"},
    {"version": "expert", "casualties": "pursuit"},
    {"version": "expert", "start": "early", "grouchy": "on", "late-arrival": 2},
    {"version": "standard", "prussian-rate": "by-action", "flag-relief": "off", "memory": "off", "li-front": "repulse"},
    {"battlefield": SCENARIO},
]
games = pytest.mark.parametrize("chosen", GAMES, ids=lambda chosen: " ".join(map(str, chosen.values()))[:40])

Turn = tuple[Any, str, Any, Adjudication]


def game(options: dict[str, Any], seed: int) -> Iterator[Turn]:
    """A whole random game: before each adjudication the position, who orders what, and what came of it."""
    luck = Random(seed)
    position = RULES.adjudicate(RULES.opening(options), {}, SeededDice(b"deal")).position
    while RULES.awaiting(position):
        (decision,) = RULES.awaiting(position)
        orders = RULES.random_orders(position, decision.seat, luck.getrandbits(64))
        result = RULES.adjudicate(position, {decision.seat: orders}, SeededDice(luck.randbytes(8)))
        yield position, decision.seat, orders, result
        position = result.position


def census(written: dict[str, Any]) -> Counter[str]:
    """How many of each code there are, wherever they are."""
    pursuit = written["pursuit"] or {"riders": {}, "retired": {}, "saved": {}}
    pieces = [*written["board"].values(), *pursuit["riders"].values()]
    for places in (written["pool"], pursuit["retired"], pursuit["saved"]):
        pieces += [piece for side in places.values() for piece in side]
    codes = [str(piece if isinstance(piece, str) else piece["code"]).partition("-")[0] for piece in pieces]
    lost = Counter({code: count for side in written["eliminated"].values() for code, count in side.items()})
    return Counter(codes) + Counter(written["undrawn"]) + lost


@games
@pytest.mark.parametrize("seed", [1, 2])
def test_nothing_is_lost_or_counted_wrong(chosen, seed):
    options = RULES.settle(chosen)
    whole: Counter[str] = Counter()
    steps = [0]
    for position, seat, orders, result in game(options, seed):
        assert all(verdict.status is not Status.REFUSED for verdict in RULES.check(position, seat, orders).verdicts)
        after = RULES.encode(result.position)
        if after["phase"] in ("play", "pursuit"):
            whole = whole or census(after)
            assert census(after) == whole
        actions = after["actions"]
        assert actions["used"] <= actions["allowance"] <= 6 if after["phase"] == "play" else True
        if actions["split"] and actions["allowance"] > 1:
            assert max(actions["allied"], actions["prussian"]) < actions["allowance"]
        assert RULES.step(result.position) >= steps[-1]
        assert after["mails"] == RULES.encode(position)["mails"] + 1
        steps.append(RULES.step(result.position))
    assert RULES.outcome(result.position) is not None
    assert whole
    assert set(whole) <= set(PIECES)


@games
def test_a_position_is_a_value(chosen):
    """Adjudicating changes nothing, gives the same again, and is the same on what was written and read back."""
    options = RULES.settle(chosen)
    for number, (position, seat, orders, result) in enumerate(game(options, 7)):
        if number % 5:
            continue
        before = msgspec.json.encode(RULES.encode(position))
        copy = RULES.decode(msgspec.json.decode(before), options)
        assert copy == position
        dice = [SeededDice(b"same"), SeededDice(b"same")]
        one, other = (
            RULES.adjudicate(each, {seat: orders}, die) for each, die in zip((position, copy), dice, strict=True)
        )
        assert msgspec.json.encode(RULES.encode(one.position)) == msgspec.json.encode(RULES.encode(other.position))
        assert one.events == other.events
        assert one.verdicts == other.verdicts
        scripted = RULES.adjudicate(position, {seat: orders}, ScriptedDice(dice[0].rolled))
        assert scripted.events == one.events
        assert msgspec.json.encode(RULES.encode(position)) == before
        assert RULES.decode(RULES.encode(result.position), options) == result.position


@games
def test_views_have_the_shape_of_positions(chosen):
    options = RULES.settle(chosen)
    for number, (position, _, _, _) in enumerate(game(options, 3)):
        if number % 9 == 0:
            for seat in ("blue", "red", None):
                view = RULES.view(position, seat)
                assert set(RULES.encode(position)) - {"mails", "dealt"} <= set(view)
                assert (view["seat"], view["step"]) == (seat, RULES.step(position))
                msgspec.json.encode(view)


@games
def test_silence_goes_through_every_phase(chosen):
    """Nobody ever answers: everything is decided by default, and the game ends (SWL-R18)."""
    options = RULES.settle(chosen | ({} if "battlefield" in chosen else {"turn-limit": 15}))
    position = RULES.adjudicate(RULES.opening(options), {}, SeededDice(b"deal")).position
    plies = 0
    while RULES.awaiting(position):
        step = RULES.step(position)
        result = RULES.adjudicate(position, {}, SeededDice(bytes([plies % 256])), due=True)
        assert RULES.step(result.position) > step
        assert result.tell == ("blue", "red")
        position, plies = result.position, plies + 1
    assert RULES.outcome(position).reason == "turn_limit"


def test_an_open_ply_is_asked_for_again():
    """A mail that leaves actions: only the mover is told, the step stays, and dice are not the same again."""
    options = RULES.settle({"version": "basic"})
    board = {"E5": "LN", "E6": "BF", "G5": "LN", "G6": "BF", "A1": "NA", "B1": "NE"}
    position = RULES.decode({"board": board, "to_move": "blue", "turn": 5}, options)
    seen = []
    for line in ("E5 E6", "G5 G6"):
        dice = SeededDice(b"seed")
        result = RULES.adjudicate(position, {"blue": go(*line.split())}, dice)
        assert RULES.step(result.position) == RULES.step(position)
        assert result.tell == ("blue",)
        position = result.position
        seen += dice.rolls
    assert [roll.turn for roll in seen] == [0, 1]
    last = RULES.adjudicate(position, {"blue": ends()}, SeededDice(b"seed"))
    assert last.tell == ("blue", "red")
    assert RULES.step(last.position) == RULES.step(position) + 1


def test_a_mail_out_of_turn_says_nothing_of_the_game():
    """Standing orders are taken at any time, and nobody is told; orders of a ply are not."""
    options = RULES.settle({"version": "basic"})
    position = RULES.decode({"board": {"E5": "LN", "E7": "BF"}, "to_move": "blue"}, options)
    taken = RULES.adjudicate(position, {"red": stands()}, SeededDice(b"seed"))
    assert RULES.encode(taken.position)["standing"]["red"]["advance"] == "on"
    assert (taken.tell, taken.events) == ((), ())
    assert RULES.step(taken.position) == RULES.step(position)
    assert RULES.encode(taken.position)["mails"] == 0
    assert RULES.check(position, "red", go("E7", "E6")).effect is Effect.NOTHING


def go(start: str, end: str) -> tuple[Line, ...]:
    return (Line(1, f"{start} {end}", Go((start, end))),)


def ends() -> tuple[Line, ...]:
    return (Line(1, "end", End()),)


def stands() -> tuple[Line, ...]:
    return (Line(1, "stand advance on", Stand("advance", "on")),)


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ({"phase": "setup", "board": {"A1": "LN"}}, "not_set_up"),
        ({"phase": "setup", "to_move": "red", "board": {"A10": "BF"}}, "not_set_up"),
        ({"phase": "draft", "cards": {"stack": ["FS"] * 4}}, "too_many_cards"),
        ({"dealt": False}, "dealt"),
    ],
)
def test_positions_that_no_game_comes_to(written, code):
    with pytest.raises(BadPosition) as error:
        RULES.decode(written, RULES.settle({"version": "standard"}))
    assert error.value.code == code


@pytest.mark.parametrize("stack", [[], ["FS"], ["FS", "GB"], ["FS", "GB", "IN"]])
def test_a_draft_ends_with_its_stack(stack):
    """However many cards a hand-made position leaves in it."""
    options = RULES.settle({"version": "standard", "draft": "live"})
    position = RULES.decode({"phase": "draft", "to_move": "blue", "cards": {"stack": stack}}, options)
    while RULES.encode(position)["phase"] == "draft":
        position = RULES.adjudicate(position, {}, SeededDice(b"none"), due=True).position
    hands = RULES.encode(position)["cards"]["hands"]
    assert sum(map(len, hands.values())) == (len(stack) + 1) // 2
