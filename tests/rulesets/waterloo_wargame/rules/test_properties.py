"""Whatever is played: what the check accepts can be carried out, views keep secrets, copies and JSON agree."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.boards.plane import Rectangle
from core.contract import BadPosition, Effect, Status
from core.dice import SeededDice
from core.rulesets.waterloo_wargame import WaterlooWargame

VARIANTS: list[dict[str, Any]] = [
    {},
    {"scenario": "few-guns", "unequal": "double", "edge": "open", "gun_loss": 2, "two_guns_on_gun": "remove"},
    {"split_move": "proportional", "group_cap": "touching", "blocked_retreat": "destroy", "fire_arc": "square"},
    {"scenario": "no-guns", "retreat_before": "on", "sp_initiative": "off", "turns": 12, "target": 5, "move_cap": 20},
]


def played(rules: WaterlooWargame, options: dict[str, Any], seed: int) -> Any:
    """A position in the middle of a random game."""
    return rules.playout(rules.opening(options), seed, 20 + seed % 150).position


@pytest.mark.parametrize("chosen", VARIANTS)
def test_random_games_come_to_an_end(rules: WaterlooWargame, chosen: dict[str, Any]) -> None:
    options = rules.settle(chosen)
    for seed in range(3):
        position, turns = rules.opening(options), 0
        while rules.outcome(position) is None:
            (decision,) = rules.awaiting(position)
            step = rules.step(position)
            orders = rules.random_orders(position, decision.seat, 1000 * seed + turns)
            checked = rules.check(position, decision.seat, orders)
            assert checked.effect is Effect.AT_ONCE, checked
            before = rules.encode(position)
            result = rules.adjudicate(position, {decision.seat: orders}, SeededDice(bytes([seed])))
            assert rules.encode(position) == before
            assert all(verdict.status is Status.OK for verdict in result.verdicts[decision.seat])
            position, turns = result.position, turns + 1
            assert rules.step(position) > step
            assert_sound(rules, options, position)
        assert turns <= 2 * options["turns"]
        assert rules.random_orders(position, "french", seed) == ()
        assert rules.legal(position, "french") == []


def assert_sound(rules: WaterlooWargame, options: dict[str, Any], position: Any) -> None:
    """Nobody off the board, losses as removed, the JSON a faithful copy."""
    written = json.loads(json.dumps(rules.encode(position)))
    assert rules.decode(written, options) == position
    for piece in written["pieces"]:
        if piece["x"] is not None:
            base = Rectangle(piece["x"], piece["y"], piece["heading"], max(piece["men"], 1) * 100, 100)
            assert base.on_board(7000, 5000)
    for seat in ("french", "allied"):
        gone = [piece for piece in written["pieces"] if piece["side"] == seat and piece["x"] is None]
        guns = sum(piece["arm"] == "gun" for piece in gone)
        assert written["guns_lost"][seat] == guns
        assert written["losses"][seat] == sum(piece["men"] for piece in gone) + guns * options["gun_loss"]
    carriers = [written["generals"][seat] for seat in ("french", "allied")]
    standing = {piece["code"] for piece in written["pieces"] if piece["x"] is not None}
    assert all(carrier in standing for carrier in carriers if carrier is not None)


@given(st.integers(0, 10**6))
@settings(max_examples=20, deadline=None)
def test_bases_never_come_to_overlap(rules: WaterlooWargame, seed: int) -> None:
    view = rules.view(played(rules, rules.settle({}), seed), None)
    bases = [
        Rectangle(piece["x"], piece["y"], piece["heading"], piece["width"], piece["depth"])
        for piece in view["pieces"]
        if piece["x"] is not None
    ]
    # Up to a yard is allowed (WWG-014): rounded centres may cause it.
    assert not any(one.overlaps(other, 1) for at, one in enumerate(bases) for other in bases[:at])


@given(st.integers(0, 10**6))
@settings(max_examples=10, deadline=None)
def test_listed_orders_are_legal_and_different(rules: WaterlooWargame, seed: int) -> None:
    position = played(rules, rules.settle({}), seed)
    if rules.outcome(position) is not None:
        return
    (decision,) = rules.awaiting(position)
    listed = rules.legal(position, decision.seat, 40)
    assert len({lines[0].order for lines in listed}) == len(listed) == 40
    assert all(rules.check(position, decision.seat, lines).effect is Effect.AT_ONCE for lines in listed)
    other = "allied" if decision.seat == "french" else "french"
    assert rules.legal(position, other) == []


def test_views_keep_standing_orders_from_the_other_side(rules: WaterlooWargame) -> None:
    options = rules.settle({})
    written = rules.encode(rules.opening(options))
    written["standing"]["french"] |= {"evade": {"all": "never"}, "fallback": "QUI"}
    secret, plain = rules.decode(written, options), rules.opening(options)
    for viewer in ("allied", None):
        assert rules.view(secret, viewer) == rules.view(plain, viewer)
    assert rules.view(secret, "french") != rules.view(plain, "french")


def test_odds_do_not_betray_standing_orders(rules: WaterlooWargame) -> None:
    """5.3: what a dry run tells must not depend on them."""
    options = rules.settle({"scenario": "bare"})
    pieces = [
        {"code": "I3", "side": "french", "arm": "infantry", "men": 3, "x": 3000, "y": 1900, "heading": 0},
        {"code": "D2", "side": "allied", "arm": "cavalry", "men": 1, "x": 3000, "y": 2000, "heading": 180},
        {"code": "E2", "side": "allied", "arm": "infantry", "men": 2, "x": 3150, "y": 2000, "heading": 180},
    ]
    from core.contract import Line
    from core.rulesets.waterloo_wargame.orders import Attack

    line = [Line(1, "", Attack("d2", ("i3",)))]
    standing = {"allied": {"support": {"all": "none"}, "evade": {"all": "never"}}}
    one = rules.decode({"pieces": pieces}, options)
    other = rules.decode({"pieces": pieces, "standing": standing}, options)
    assert rules.check(one, "french", line) == rules.check(other, "french", line)


def test_playouts_are_the_same_for_the_same_seed(rules: WaterlooWargame) -> None:
    opening = rules.opening(rules.settle({}))
    for seed in range(5):
        one, other = rules.playout(opening, seed, 10**6), rules.playout(opening, seed, 10**6)
        assert one == other
        assert rules.outcome(one.position) is not None
    assert rules.playout(opening, 1, 30).moves == 30
    assert rules.playout(opening, 1, 0).position == opening
    assert len({rules.playout(opening, seed, 10**6).moves for seed in range(5)}) > 1


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 2**32), st.integers(0, 400))
def test_a_position_is_read_the_same_whether_everything_is_written_or_not(
    rules: WaterlooWargame, seed: int, moves: int
) -> None:
    # As `encode` writes it, it is read without a look at each piece as a value of its own.
    options = rules.settle({})
    written = rules.encode(rules.playout(rules.opening(options), seed, moves).position)
    shorter = [{key: value for key, value in piece.items() if key != "name"} for piece in written["pieces"]]
    assert rules.encode(rules.decode(written, options)) == written
    assert rules.encode(rules.decode(written | {"pieces": shorter}, options)) == written


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 2**32), st.integers(0, 400))
def test_text_is_read_the_same_however_it_is_spelled(rules: WaterlooWargame, seed: int, moves: int) -> None:
    options = rules.settle({})
    position = rules.playout(rules.opening(options), seed, moves).position
    written = rules.encode(position)
    for text in (
        msgspec.json.encode(written),
        json.dumps(written).encode(),
        json.dumps(written, indent=1).encode(),
        json.dumps(written, sort_keys=True).encode(),
    ):
        assert rules.decode(text, options) == position
        assert rules.decode(msgspec.Raw(text), options) == position


PIECES = "PIECES"  # the text of an army that is spelled as `encode` does


@pytest.mark.parametrize(
    "text",
    [
        '{"round": 2, "pieces": PIECES, "pieces": []}',
        '{"round": 2, "pieces": [], "pieces": PIECES}',
        '{"round": 2, "pieces": PIECES, "p\\u0069eces": [{"code": "QUI"}]}',
        '{"round": 2, "strongpoints": {"HOU": null, "pieces": PIECES}}',
        '{"standing": {"french": {"support": {"all": "auto", "pieces": PIECES}}}}',
        '{"standing": {"french": {"support": {"all": "auto", "pieces": PIECES}}}, "pieces": PIECES}',
        '{"round": 2, "pieces": PIECES, "locks": [{"piece": "QUI", "against": ["XXX"]}]}',
        '{"round": 99, "pieces": PIECES}',
        '{"round": 2, "pieces": PIECES, "losses": {"french": -1}}',
        '{"{": 2, "pieces": PIECES}',
        '{"pieces": PIECES, "round": 2}',
    ],
)
def test_no_text_means_anything_else_because_an_army_in_it_is_spelled_as_usual(
    rules: WaterlooWargame, text: str
) -> None:
    options = rules.settle({})
    army = rules.encode(rules.opening(options))["pieces"]
    told = text.replace(PIECES, json.dumps(army))
    assert _read(rules, told.encode(), options) == _read(rules, json.loads(told), options)


def _read(rules: WaterlooWargame, written: Any, options: dict[str, Any]) -> Any:
    """What is read in it, or why nothing is."""
    try:
        return rules.decode(written, options)
    except (BadPosition, msgspec.ValidationError) as error:
        return type(error), str(error)


@pytest.mark.parametrize(
    "number", ["0", "4036", "10000", "10001", "99999", "100000", "-1", "-0", "4036.0", "4e3", "null", "true", '"1"']
)
@pytest.mark.parametrize("key", ["x", "y", "heading"])
def test_a_number_in_text_is_read_as_in_json(rules: WaterlooWargame, key: str, number: str) -> None:
    options = rules.settle({})
    written = rules.encode(rules.opening(options))
    written["pieces"][3][key] = "HERE"
    told = json.dumps(written).replace('"HERE"', number)
    assert _read(rules, told.encode(), options) == _read(rules, json.loads(told), options)


@pytest.mark.parametrize(
    "wrong",
    [
        {"x": -1}, {"x": 10_001}, {"x": "3000"}, {"x": True}, {"x": None}, {"y": 4999}, {"heading": 360}, {"men": 5},
        {"men": True}, {"side": "allied"}, {"arm": "gun"}, {"more": 1}, {"code": "qui"},
    ],
)  # fmt: skip
def test_what_is_wrong_with_one_piece_is_found(rules: WaterlooWargame, wrong: dict[str, Any]) -> None:
    options = rules.settle({})
    written = rules.encode(rules.opening(options))
    written["pieces"][0] |= wrong
    try:
        again = rules.encode(rules.decode(written, options))
    except (BadPosition, msgspec.ValidationError):
        return
    # Another man, arm or side is a piece of somebody's own, and no mistake.
    assert again["pieces"] == written["pieces"]
