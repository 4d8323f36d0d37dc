"""The robots of Waterloo (1895): they play in every mode, know no more than their seat, and see what is to be seen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from core.contract import Budget, Effect, Level, Line, Orders
from core.dice import ScriptedDice, SeededDice
from core.rulesets.waterloo1895 import Waterloo1895
from core.rulesets.waterloo1895.orders import Move, OfferDraw

VARIANTS: list[dict[str, Any]] = [
    {},
    {"oblige": "each", "loops": "yes", "remnant": "lose"},
    {"halts": "always", "throws": "chain"},
    {"setup": "open", "throws": "chain"},
    {"mode": "four"},
    {"mode": "four", "order": "alternate", "setup": "open", "stall": 0, "max_rounds": 0},
    {"mode": "three", "pool": "joint", "own_city": "army", "throws": "chain"},
    {"mode": "double", "pool": "joint", "halts": "always"},
    {"mode": "double", "loops": "yes"},
    {"mode": "little"},
    {"mode": "little", "armies": "NYWB", "lp_again": "yes", "lp_oblige": "none", "throws": "chain"},
    {"mode": "little", "armies": "NWB", "order": "alternate"},
]
IDS = [",".join(f"{name}={value}" for name, value in chosen.items()) or "duel" for chosen in VARIANTS]


def positions(rules: Waterloo1895, chosen: dict[str, Any], seeds: range, moves: int = 60) -> Iterator[Any]:
    """The set-up, and positions from anywhere in games that were played at random, with a throw that is owed."""
    options = rules.settle(chosen)
    opening = rules.opening(options)
    if chosen.get("mode") != "little":
        yield opening
    for seed in seeds:
        late = rules.playout(opening, seed, moves * (seed % 6)).position
        position = rules.adjudicate(late, {}, SeededDice(bytes([seed]))).position
        if rules.outcome(position) is None:
            yield position


def texts(orders: Orders) -> list[str]:
    return [line.text for line in orders]


@pytest.mark.parametrize("chosen", VARIANTS, ids=IDS)
def test_the_rules_take_what_robots_order(rules: Waterloo1895, chosen: dict[str, Any]) -> None:
    slow = chosen.get("mode") == "little" or "pool" in chosen
    for position in positions(rules, chosen, range(1, 3) if slow else range(3), 150):
        for decision in rules.awaiting(position):
            view = rules.view(position, decision.seat)
            for level in list(Level)[: 2 if slow else 3]:
                orders = rules.robot_orders(view, level, 7)
                checked = rules.check(position, decision.seat, orders)
                assert checked.effect is not Effect.NOTHING, (texts(orders), checked.verdicts)
                assert slow or orders == rules.robot_orders(view, level, 7)


def test_a_marshal_plays_with_children_too(rules: Waterloo1895) -> None:
    (position,) = positions(rules, {"mode": "little"}, range(1))
    (decision,) = rules.awaiting(position)
    orders = rules.robot_orders(rules.view(position, decision.seat), Level.MARSHAL, 7)
    assert rules.check(position, decision.seat, orders).effect is Effect.AT_ONCE


def test_by_mail_a_marshal_thinks_longer_and_plays_as_legally(rules: Waterloo1895, place: Callable[..., Any]) -> None:
    position = place("N: N1=C14 NC=E11 N2=F13 / W: W1=W26 WC=U29 W2=A27 W3=B17", "N", "1-2-4")
    orders = rules.robot_orders(rules.view(position, "napoleon"), Level.MARSHAL, 7, Budget.MAIL)
    assert rules.check(position, "napoleon", orders).effect is Effect.AT_ONCE


def test_who_owes_nothing_orders_nothing(rules: Waterloo1895, place: Callable[..., Any]) -> None:
    position = place("N: N1=W26 N2=U22 / W: W1=A14 W2=C12", "N", "1-4-5")
    assert rules.robot_orders(rules.view(position, "wellington"), Level.OFFICER, 1) == ()


def test_a_whole_game_of_each_level_ends(rules: Waterloo1895) -> None:
    for number, level in enumerate((Level.RECRUIT, Level.OFFICER)):
        position = rules.opening(rules.settle({"max_rounds": 20}))
        position = rules.adjudicate(position, {}, SeededDice(bytes([number])), due=True).position
        for turn in range(400):
            if rules.outcome(position) is not None:
                break
            (decision,) = rules.awaiting(position)
            orders = rules.robot_orders(rules.view(position, decision.seat), level, turn)
            dice = SeededDice(bytes([number, turn % 256, turn // 256]))
            position = rules.adjudicate(position, {decision.seat: orders}, dice).position
        assert rules.outcome(position) is not None


# --- What a seat may not know ----------------------------------------------------------------------------------------


def posted(rules: Waterloo1895, seat: str, seed: int, chosen: dict[str, Any]) -> Any:
    """The opening with one secret set-up in."""
    opening = rules.opening(rules.settle(chosen))
    return rules.adjudicate(opening, {seat: rules.random_orders(opening, seat, seed)}, ScriptedDice([])).position


@pytest.mark.parametrize("chosen", [{}, {"mode": "four"}], ids=str)
def test_a_hidden_set_up_changes_no_order(rules: Waterloo1895, chosen: dict[str, Any]) -> None:
    one, other = (posted(rules, "wellington", seed, chosen) for seed in (1, 2))
    assert one != other
    assert rules.view(one, "napoleon") == rules.view(other, "napoleon")
    for level in Level:
        orders = [rules.robot_orders(rules.view(each, "napoleon"), level, 3) for each in (one, other)]
        assert orders[0] == orders[1]
        assert rules.check(one, "napoleon", orders[0]).effect is not Effect.NOTHING


# --- imagine ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("chosen", VARIANTS, ids=IDS)
def test_what_is_imagined_looks_the_same(rules: Waterloo1895, chosen: dict[str, Any]) -> None:
    for position in positions(rules, chosen, range(6)):
        for seat in (*rules.seats(rules.settle(chosen)), None):
            view = rules.view(position, seat)
            assert rules.view(rules.imagine(view, 5), seat) == view
            assert rules.imagine(view, 5) == position


@pytest.mark.parametrize("seat", ["napoleon", "ney", "blucher", None])
def test_a_hidden_set_up_is_imagined_as_the_rules_allow(rules: Waterloo1895, seat: str | None) -> None:
    position = posted(rules, "wellington", 4, {"mode": "four"})
    view = rules.view(position, seat)
    drawn = [rules.imagine(view, seed) for seed in range(3)]
    assert all(rules.view(each, seat) == view for each in drawn)
    assert (drawn[0] == drawn[1] == position) == (seat == "blucher")
    for each in drawn:
        pieces = rules.encode(each)["pieces"]
        assert len(pieces) == 10
        spots = [spot for piece, spot in pieces.items() if piece[0] == "W"]
        assert all(rules.board.from_city(2, spot) <= 10 for spot in spots)
        assert not any(near in spots for spot in spots for near in rules.board.graph.neighbours(spot))


# --- Margins ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("chosen", VARIANTS, ids=IDS)
def test_margins_are_shares(rules: Waterloo1895, chosen: dict[str, Any]) -> None:
    for position in positions(rules, chosen, range(1, 3), 150):
        margin = rules.margin(position)
        assert list(margin) == list(rules.seats(rules.settle(chosen)))
        assert all(-1 <= each <= 1 for each in margin.values())
        if chosen.get("mode") == "little":
            continue
        sides: dict[bool, set[float]] = {}
        for seat, each in margin.items():
            sides.setdefault(seat in ("napoleon", "ney"), set()).add(round(each, 9))
        (one,), (other,) = sides.values()
        assert one == -other


def test_the_margin_of_a_game_that_is_over_is_its_outcome(rules: Waterloo1895, adjudicated: Callable[..., Any]) -> None:
    opening = rules.opening(rules.settle({}))
    ended = adjudicated(opening, {"napoleon": "resign"}).result.position
    assert rules.margin(ended) == {"napoleon": -1.0, "wellington": 1.0}
    drawn = adjudicated(opening, {"napoleon": "draw", "wellington": "draw"}).result.position
    assert rules.margin(drawn) == {"napoleon": 0.0, "wellington": 0.0}


def test_who_is_about_to_win_stands_better(rules: Waterloo1895, place: Callable[..., Any]) -> None:
    position = place("N: N1=C12 N2=C14 N3=D14 N4=E11 / W: W1=V23 W2=R14", "N")
    assert rules.margin(position)["napoleon"] > 0.7


# --- Symmetry --------------------------------------------------------------------------------------------------------

COLUMNS = "ABCDEFGHJKLMNPQRSTUVWXY"


def turned(spot: str) -> str:
    """The spot that lies there when the board is turned by half."""
    return f"{COLUMNS[len(COLUMNS) - 1 - COLUMNS.index(spot[0])]}{40 - int(spot[1:])}"


def test_turned_positions_get_turned_moves(rules: Waterloo1895) -> None:
    """South-east becomes north-west and Napoleon Wellington: a game that is the same."""
    swap = {"N": "W", "W": "N"}
    looked_at = 0
    for position in positions(rules, {}, range(4), 120):
        given = rules.encode(position)
        if given["phase"] == "setup":
            continue
        given["pieces"] = {swap[piece[0]] + piece[1]: turned(spot) for piece, spot in given["pieces"].items()}
        given["to_move"] = swap[given["to_move"]]
        given["captured"] = {}
        given["order"] = [swap[army] for army in given["order"]]
        other = rules.decode(given, rules.settle({}))
        for level in Level:
            views = [rules.view(each, rules.awaiting(each)[0].seat) for each in (position, other)]
            one, two = ([line.order for line in rules.robot_orders(view, level, 11)] for view in views)
            mirrored = {
                (swap[order.unit[0]] + order.unit[1], tuple((leg.dice, turned(leg.spot)) for leg in order.legs))
                for order in one
                if isinstance(order, Move)
            }
            assert mirrored == {
                (order.unit, tuple((leg.dice, leg.spot) for leg in order.legs))
                for order in two
                if isinstance(order, Move)
            }
            looked_at += 1
        assert rules.margin(position)["napoleon"] == pytest.approx(rules.margin(other)["wellington"])
    assert looked_at > 8


def test_robots_are_not_learned_by_heart(rules: Waterloo1895) -> None:
    position = next(each for each in positions(rules, {}, range(1)) if rules.encode(each)["phase"] == "play")
    view = rules.view(position, rules.awaiting(position)[0].seat)
    assert len({tuple(texts(rules.robot_orders(view, Level.OFFICER, seed))) for seed in range(12)}) > 1


def test_other_weights_make_other_orders(rules: Waterloo1895, place: Callable[..., Any]) -> None:
    """Whoever tunes weights can hand in some of them, and the others stay."""
    position = place("N: N1=S27 N2=P26 N3=R26 N4=U22 / W: W1=G13 W2=K14 W3=D16", "N", "1-2-5")
    view = rules.view(position, "napoleon")
    usual = rules.robot_orders(view, Level.OFFICER, 1)
    assert rules.robot_orders(view, Level.OFFICER, 1, weights={}) == usual
    timid = rules.robot_orders(view, Level.OFFICER, 1, weights={"duel_officer_drive": -1.0})
    assert timid != usual
    assert rules.check(position, "napoleon", timid).effect is Effect.AT_ONCE
    assert rules.robot_orders(view, Level.OFFICER, 1) == usual


# --- What is to be seen ----------------------------------------------------------------------------------------------


def wins(rules: Waterloo1895, position: Any, seat: str, orders: Orders) -> bool:
    after = rules.adjudicate(position, {seat: orders}, ScriptedDice([1, 2, 4] * 40)).position
    outcome = rules.outcome(after)
    return outcome is not None and outcome.winners == (seat,)


@pytest.mark.parametrize("level", list(Level))
@pytest.mark.parametrize(
    ("drawn", "throw"),
    [
        ("N: N7=G11 N6=J11 / W: W1=V23 W2=R14 W3=M17", "3-5-5"),
        ("N: N2=D15 N3=D17 / W: W1=V23 W2=R14 W3=M17", "2-6-6"),
    ],
)
def test_a_piece_clears_the_way_for_another(
    rules: Waterloo1895, place: Callable[..., Any], drawn: str, throw: str, level: Level
) -> None:
    position = place(drawn, "N", throw)
    orders = rules.robot_orders(rules.view(position, "napoleon"), level, 1)
    assert wins(rules, position, "napoleon", orders), texts(orders)


def test_a_win_is_never_missed(rules: Waterloo1895, place: Callable[..., Any]) -> None:
    """Pieces near Brussels, all throws: where some order set wins, every level finds one."""
    won = 0
    for one in range(1, 7):
        for two in range(one, 7):
            position = place("N: N1=C14 NC=E11 N2=F13 / W: W1=C13 WC=U29 W2=A27", "N", f"{one}-{two}-6")
            sets = rules.legal(position, "napoleon")
            if not any(wins(rules, position, "napoleon", orders) for orders in sets[:: max(1, len(sets) // 60)]):
                continue
            won += 1
            for level in Level:
                orders = rules.robot_orders(rules.view(position, "napoleon"), level, 1)
                assert wins(rules, position, "napoleon", orders), (one, two, level, texts(orders))
    assert won > 2


@pytest.mark.parametrize("level", [Level.OFFICER, Level.MARSHAL])
def test_what_stands_alone_is_taken(rules: Waterloo1895, place: Callable[..., Any], level: Level) -> None:
    """A piece that can be had for nothing."""
    position = place(
        "N: N1=S27 N2=P26 N3=R26 N4=U22 N5=V24 NC=M23 / W: W1=G13 W2=B15 W3=M17 W4=A18 W5=D16", "N", "2-4-6"
    )
    orders = rules.robot_orders(rules.view(position, "napoleon"), level, 1)
    after = rules.adjudicate(position, {"napoleon": orders}, ScriptedDice([1, 2, 4] * 40)).position
    assert "W3" not in rules.encode(after)["pieces"], texts(orders)


def test_an_offer_is_accepted_by_who_stands_badly(rules: Waterloo1895, place: Callable[..., Any]) -> None:
    strong = "N1=S27 N2=P26 N3=R26 N4=U22 N5=V24 NC=M23"
    for drawn, accepted in ((f"N: {strong} / W: W1=G13 W2=K14", True), ("N: N1=S27 N2=P26 / W: W1=G13 W2=K14", None)):
        position = place(drawn, "W", "1-2-4", draw_offers=["napoleon"])
        orders = rules.robot_orders(rules.view(position, "wellington"), Level.OFFICER, 1)
        if accepted:
            assert orders[-1] == Line(len(orders), "draw", OfferDraw())
            assert rules.check(position, "wellington", orders).effect is Effect.AT_ONCE


@pytest.mark.parametrize(
    ("said", "offers"),
    [
        ({"round": 150}, False),
        ({"round": 151}, True),  # no game goes on for ever
        ({"round": 151, "draw_offers": ["wellington"]}, False),  # its offer stands
        ({"draw_offers": ["napoleon"]}, True),
    ],
)
def test_who_stands_badly_offers_a_draw_once(
    rules: Waterloo1895, place: Callable[..., Any], said: dict[str, Any], offers: bool
) -> None:
    drawn = "N: N1=S27 N2=P26 N3=R26 N4=U22 N5=V24 NC=M23 / W: W1=G13 W2=K14"
    position = place(drawn, "W", "1-2-4", **said)
    orders = rules.robot_orders(rules.view(position, "wellington"), Level.RECRUIT, 1)
    assert (orders[-1].text == "draw") is offers
    # One who stands well agrees to no draw.
    position = place(drawn, "N", "1-2-4", round=200, draw_offers=["wellington"])
    assert rules.robot_orders(rules.view(position, "napoleon"), Level.RECRUIT, 1)[-1].text != "draw"


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("chosen", VARIANTS, ids=IDS)
def test_no_robot_is_ever_refused(rules: Waterloo1895, chosen: dict[str, Any]) -> None:
    for position in positions(rules, chosen, range(200), 15):
        for decision in rules.awaiting(position):
            view = rules.view(position, decision.seat)
            for level in Level:
                orders = rules.robot_orders(view, level, 7)
                assert rules.check(position, decision.seat, orders).effect is not Effect.NOTHING, texts(orders)
