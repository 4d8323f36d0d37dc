"""The robots: what they order is taken, hangs on what they may know alone, and is not foolish."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from core.contract import Effect, Level
from core.dice import SeededDice
from core.rulesets.waterloo_wargame import WaterlooWargame
from core.rulesets.waterloo_wargame.orders import Attack, Fire, General, Move, OfferDraw, text_of
from core.rulesets.waterloo_wargame.weights import WEIGHTS

# All readings of the rules between them.
VARIANTS: list[dict[str, Any]] = [
    {},
    {"scenario": "few-guns", "unequal": "double", "edge": "open", "gun_loss": 2, "two_guns_on_gun": "remove"},
    {"split_move": "proportional", "group_cap": "touching", "blocked_retreat": "destroy", "fire_arc": "square"},
    {"scenario": "no-guns", "retreat_before": "on", "sp_initiative": "off", "turns": 12, "target": 5, "move_cap": 3},
    {"group_cap": "touching", "move_cap": 200, "turns": 25, "target": 12},
    {"scenario": "bare"},
]


def played(rules: WaterlooWargame, options: dict[str, Any], seed: int, turns: int = 12) -> Iterator[Any]:
    """Positions of a game that recruits play, with random orders here and there."""
    position = rules.opening(options)
    for turn in range(turns):
        if rules.outcome(position) is not None:
            return
        yield position
        (decision,) = rules.awaiting(position)
        if (seed + turn) % 5:
            orders = rules.robot_orders(rules.view(position, decision.seat), Level.RECRUIT, seed + turn)
        else:
            orders = rules.random_orders(position, decision.seat, seed + turn)
        position = rules.adjudicate(position, {decision.seat: orders}, SeededDice(bytes([seed]))).position


def turn_of(rules: WaterlooWargame, position: Any, level: Level, seed: int = 1, **more: Any) -> tuple[Any, ...]:
    (decision,) = rules.awaiting(position)
    return tuple(rules.robot_orders(rules.view(position, decision.seat), level, seed, **more))


@pytest.mark.parametrize("chosen", VARIANTS)
def test_what_a_robot_orders_is_taken_as_it_stands(rules: WaterlooWargame, chosen: dict[str, Any]) -> None:
    for seed in range(2):
        for turn, position in enumerate(played(rules, rules.settle(chosen), 10 * seed)):
            for level in Level if turn % 6 == 5 else (Level.RECRUIT, Level.OFFICER):
                orders = turn_of(rules, position, level, seed)
                seat = rules.awaiting(position)[0].seat
                checked = rules.check(position, seat, orders)
                assert checked.effect is Effect.AT_ONCE, [line.text for line in orders]
                assert [line.text for line in orders] == [text_of(line.order) for line in orders]


@pytest.mark.slow
@pytest.mark.parametrize("chosen", VARIANTS)
def test_what_marshals_order_is_taken_in_whole_games(rules: WaterlooWargame, chosen: dict[str, Any]) -> None:
    for seed in range(10):
        for position in played(rules, rules.settle(chosen), 100 + seed, 80):
            orders = turn_of(rules, position, Level.MARSHAL, seed)
            checked = rules.check(position, rules.awaiting(position)[0].seat, orders)
            assert checked.effect is Effect.AT_ONCE, [line.text for line in orders]


@pytest.mark.parametrize("level", Level)
def test_equal_views_and_seeds_give_equal_orders(rules: WaterlooWargame, level: Level) -> None:
    *_, position = played(rules, rules.settle({}), 3, 9)
    (decision,) = rules.awaiting(position)
    other = next(seat for seat in rules.seats(rules.settle({})) if seat != decision.seat)
    secret = rules.encode(position)
    secret["secrets"] = True
    secret["standing"][other]["evade"] = {"all": "never"}
    secret["standing"][other]["draw"] = {"all": "retreat"}
    unseen = rules.decode(secret, rules.settle({}))
    assert turn_of(rules, position, level) == turn_of(rules, position, level) == turn_of(rules, unseen, level)


def test_a_robot_is_not_learned_by_heart(rules: WaterlooWargame) -> None:
    position = rules.opening(rules.settle({}))
    assert len({turn_of(rules, position, Level.OFFICER, seed) for seed in range(6)}) > 1


def test_weights_change_the_play(rules: WaterlooWargame) -> None:
    position = rules.opening(rules.settle({}))
    still = turn_of(rules, position, Level.OFFICER, weights={"pull": 0.0, "gun_pull": 0.0, "chance": 0.0})
    assert len(still) < len(turn_of(rules, position, Level.OFFICER))
    usual = turn_of(rules, position, Level.OFFICER, weights=WEIGHTS)
    assert usual == turn_of(rules, position, Level.OFFICER)


def test_who_is_not_asked_orders_nothing(rules: WaterlooWargame) -> None:
    position = rules.opening(rules.settle({"turns": 1}))
    assert rules.robot_orders(rules.view(position, "allied"), Level.OFFICER, 1) == ()
    for seat in ("french", "allied"):
        position = rules.adjudicate(position, {}, SeededDice(b"x"), due=True).position
        if seat == "allied":
            assert rules.robot_orders(rules.view(position, seat), Level.OFFICER, 1) == ()
    assert rules.outcome(position) is not None
    assert rules.robot_orders(rules.view(position, "allied"), Level.MARSHAL, 1) == ()


# --- What is imagined, and the margin -------------------------------------------------------------------------------


@pytest.mark.parametrize("chosen", VARIANTS)
def test_what_is_imagined_looks_like_the_view(rules: WaterlooWargame, chosen: dict[str, Any]) -> None:
    for position in played(rules, rules.settle(chosen), 7):
        for seat in ("french", "allied", None):
            view = rules.view(position, seat)
            assert rules.view(rules.imagine(view, 5), seat) == view


def test_own_standing_orders_are_kept_and_the_enemys_are_the_usual(rules: WaterlooWargame) -> None:
    written = rules.encode(rules.opening(rules.settle({})))
    written["standing"]["french"]["evade"] = {"all": "never"}
    written["standing"]["allied"]["evade"] = {"all": "always"}
    position = rules.decode(written, rules.settle({}))
    imagined = rules.encode(rules.imagine(rules.view(position, "french"), 0))["standing"]
    assert imagined["french"]["evade"] == {"all": "never"}
    assert imagined["allied"]["evade"] == {}


def test_the_margins_of_both_make_nothing(rules: WaterlooWargame) -> None:
    for position in played(rules, rules.settle({}), 4):
        margins = rules.margin(position)
        assert set(margins) == {"french", "allied"}
        assert all(-1 <= margin <= 1 for margin in margins.values())
        assert sum(margins.values()) == pytest.approx(0)


def test_the_margin_follows_losses_guns_and_the_dial(rules: WaterlooWargame) -> None:
    written = rules.encode(rules.opening(rules.settle({})))

    def french(**changed: Any) -> float:
        return float(rules.margin(rules.decode(written | changed, rules.settle({})))["french"])

    usual = french()
    assert french(losses={"french": 0, "allied": 12}) > usual > french(losses={"french": 12, "allied": 0})
    assert french(round=15) < french(round=5) < usual
    no_guns = [
        piece | dict.fromkeys(("x", "y", "heading")) if piece["arm"] == "gun" and piece["side"] == "allied" else piece
        for piece in written["pieces"]
    ]
    assert french(pieces=no_guns) > usual


@pytest.mark.parametrize(
    ("outcome", "french"),
    [
        ({"winners": ["french"], "reason": "losses", "clause": "WWG-125"}, 1),
        ({"winners": ["allied"], "reason": "time", "clause": "WWG-127"}, -1),
        ({"winners": [], "reason": "agreed", "clause": "5.5"}, 0),
    ],
)
def test_once_it_is_over_the_margin_is_the_outcome(rules: WaterlooWargame, outcome: Any, french: int) -> None:
    written = rules.encode(rules.opening(rules.settle({}))) | {"phase": "over", "outcome": outcome}
    assert rules.margin(rules.decode(written, rules.settle({}))) == {"french": french, "allied": -french}


# --- Play -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", Level)
def test_two_guns_destroy_who_stands_in_both_arcs(table: Any, level: Level) -> None:
    begun = table("F G1 gun 3000,1000/0; F G2 gun 3200,1000/0; A B5 inf 5 3100,1800/180; A C1 inf 1 3100,4000/180")
    orders = [line.order for line in turn_of(begun.rules, begun.position, level)]
    assert any(isinstance(order, Fire) and set(order.guns) == {"g1", "g2"} and order.target == "b5" for order in orders)


@pytest.mark.parametrize("level", Level)
def test_the_weak_are_attacked(table: Any, level: Level) -> None:
    begun = table("F B5 inf 5 3000,1900/0; A D1 inf 1 3000,2100/180; A R2 inf 2 3000,4500/180", target=1)
    orders = [line.order for line in turn_of(begun.rules, begun.position, level)]
    assert Attack("d1", ("b5",)) in orders


@pytest.mark.parametrize("level", Level)
def test_nobody_throws_himself_upon_the_strong(table: Any, level: Level) -> None:
    begun = table("F B1 inf 1 3000,1900/0; A D5 inf 5 3000,2050/180")
    orders = [line.order for line in turn_of(begun.rules, begun.position, level)]
    assert not any(isinstance(order, Attack) for order in orders)


@pytest.mark.parametrize("level", [Level.OFFICER, Level.MARSHAL])
def test_wellington_steps_out_of_crossing_arcs(table: Any, level: Level) -> None:
    begun = table(
        "F G1 gun 3000,1000/0; F G2 gun 3200,1000/0; F B5 inf 5 600,600/0; A B2 inf 2 3100,1980/180", mover="allied"
    )
    after = begun.rules.adjudicate(
        begun.position, {"allied": turn_of(begun.rules, begun.position, level)}, SeededDice(b"x")
    ).position
    (piece,) = [each for each in begun.rules.view(after, "allied")["pieces"] if each["code"] == "B2"]
    assert len(piece["under"]) < 2


@pytest.mark.parametrize("level", [Level.OFFICER, Level.MARSHAL])
def test_a_garrison_does_not_sally_into_the_open(table: Any, level: Level) -> None:
    begun = table(
        "F B5 inf 5 2360,1900/0; F C4 inf 4 2360,1700/0; A M1 inf 1 2360,2420/180",
        mover="allied",
        hold={"HOU": "allied"},
    )
    after = begun.rules.adjudicate(
        begun.position, {"allied": turn_of(begun.rules, begun.position, level)}, SeededDice(b"x")
    ).position
    assert begun.rules.encode(after)["strongpoints"]["HOU"] == "allied"


def test_the_french_come_on_with_many_pieces_and_their_general(rules: WaterlooWargame) -> None:
    """Once they sent three pieces one by one, and neither the guns nor the General."""
    moved, general, position = set(), False, rules.opening(rules.settle({}))
    for turn in range(16):
        (decision,) = rules.awaiting(position)
        orders = turn_of(rules, position, Level.OFFICER, turn)
        if decision.seat == "french":
            moved |= {line.order.piece for line in orders if isinstance(line.order, Move)}
            general = general or any(isinstance(line.order, General) for line in orders)
        position = rules.adjudicate(position, {decision.seat: orders}, SeededDice(b"y")).position
    assert len(moved) > 10
    assert {"nou", "dsv"} <= moved
    assert general


@pytest.mark.parametrize(("lost", "agrees"), [(25, True), (0, False)])
def test_a_draw_is_agreed_to_by_who_stands_worse(rules: WaterlooWargame, lost: int, agrees: bool) -> None:
    written = rules.encode(rules.opening(rules.settle({}))) | {"draw_offers": ["allied"], "round": 8}
    position = rules.decode(written | {"losses": {"french": lost, "allied": 25 - lost}}, rules.settle({}))
    orders = [line.order for line in turn_of(rules, position, Level.OFFICER)]
    assert (orders == [OfferDraw()]) is agrees
    if agrees:
        result = rules.adjudicate(position, {"french": turn_of(rules, position, Level.OFFICER)}, SeededDice(b"x"))
        outcome = rules.outcome(result.position)
        assert outcome is not None
        assert outcome.reason == "agreed"


# --- Threats --------------------------------------------------------------------------------------------------------


def test_threats_are_told_with_their_chances(table: Any) -> None:
    begun = table(
        "F G1 gun 3000,1000/0; F G2 gun 3200,1000/0; F C2 cav 2 900,900/0;"
        " A B5 inf 5 3100,1800/180; A D1 inf 1 900,1200/180; A H3 gun 3000,1900/180"
    )
    threats = begun.rules.threats(begun.position)
    assert threats["B5"] == [("barrage", ("G1", "G2"), 1.0)]
    assert threats["H3"] == [("duel", ("G1",), pytest.approx(21 / 36))]
    assert threats["D1"] == [("attack", ("C2",), pytest.approx(26 / 36))]


def test_a_garrison_is_threatened_by_guns_one_by_one(table: Any) -> None:
    begun = table("F G1 gun 2300,1700/0; F G2 gun 2400,1700/0; A M1 inf 1 2360,2420/180", hold={"HOU": "allied"})
    assert begun.rules.threats(begun.position) == {"M1": [("bombard", ("G1", "G2"), pytest.approx(11 / 36))]}


def test_nothing_threatens_once_it_is_over(rules: WaterlooWargame) -> None:
    written = rules.encode(rules.opening(rules.settle({}))) | {
        "phase": "over",
        "outcome": {"winners": [], "reason": "agreed", "clause": "5.5"},
    }
    assert rules.threats(rules.decode(written, rules.settle({}))) == {}
