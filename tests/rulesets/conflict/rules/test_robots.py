"""The robots of Conflict: legal in every mode, the same for the same view, and alike in every mirror of the board."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import pytest
from conflict_pieces import SEATS

from core.contract import Budget, Effect, Level, Status
from core.dice import SeededDice
from core.rulesets.conflict import Conflict
from core.rulesets.conflict.orders import Ally, Auto, Back, Move, OfferDraw, Reserve, numbered
from core.rulesets.conflict.weights import WEIGHTS

MODES: list[dict[str, Any]] = [
    {"players": 2},
    {"seats": "red,orange", "reveal": "stepwise", "friends_pass": "no", "own_mine_plane": "lost"},
    {"players": 3, "reveal": "stepwise", "dead_mines": "heir", "own_mine_plane": "lost"},
    {"players": 4, "third_double": "no_move", "aa_sky": "overfly", "home_pass": "no"},
    {"players": 4, "teams": "opposite", "friends_pass": "no", "partner_mines": "live"},
    {"players": 4, "teams": "adjacent", "turn_limit": 60},
    {"players": 4, "alliances": "formal", "nmr": "bot"},
]
modes = pytest.mark.parametrize(
    "chosen", MODES, ids=lambda chosen: " ".join(f"{name}={value}" for name, value in chosen.items())
)
LEVELS = tuple(Level)


def course(rules: Conflict, chosen: dict[str, Any], seed: int, turns: int, level: Level) -> Iterator[Any]:
    """The positions of a game of robots, each waiting for orders, and the last one."""
    dice = SeededDice(seed.to_bytes(8, "big"), "robots")
    position = rules.adjudicate(rules.opening(rules.settle(chosen)), {}, dice).position
    for turn in range(turns):
        yield position
        if rules.outcome(position) is not None:
            return
        seat = rules.awaiting(position)[0].seat
        orders = rules.robot_orders(rules.view(position, seat), level, seed + turn)
        position = rules.adjudicate(position, {seat: orders}, dice).position
    yield position


def must_stand(rules: Conflict, position: Any, seat: str, orders: Any) -> None:
    """The check takes every line as a complete set."""
    checked = rules.check(position, seat, orders)
    assert checked.effect is Effect.AT_ONCE
    assert all(verdict.status in (Status.OK, Status.VOID) for verdict in checked.verdicts), checked.verdicts


# --- Orders -------------------------------------------------------------------------------------------------------


@modes
@pytest.mark.parametrize("level", LEVELS)
def test_orders_are_good_in_every_mode(rules: Conflict, chosen: dict[str, Any], level: Level) -> None:
    for position in list(course(rules, chosen, 2, 14, Level.RECRUIT))[::2]:
        for decision in rules.awaiting(position):
            orders = rules.robot_orders(rules.view(position, decision.seat), level, 2)
            must_stand(rules, position, decision.seat, orders)


@pytest.mark.slow
@modes
def test_whole_games_of_all_levels_end(rules: Conflict, chosen: dict[str, Any]) -> None:
    for seed, level in itertools.product(range(5), LEVELS):
        last = None
        for position in course(rules, chosen, seed, 1500, level):
            last = position
        assert rules.outcome(last) is not None


def test_who_owes_nothing_orders_nothing(rules: Conflict) -> None:
    position = next(course(rules, {}, 1, 1, Level.RECRUIT))
    (decision,) = rules.awaiting(position)
    other = next(seat for seat in ("red", "green") if seat != decision.seat)
    assert rules.robot_orders(rules.view(position, other), Level.MARSHAL, 1) == ()
    opening = rules.opening(rules.settle({}))
    assert rules.robot_orders(rules.view(opening, "red"), Level.MARSHAL, 1) == ()


@pytest.mark.parametrize("level", LEVELS)
def test_equal_arguments_get_equal_orders(rules: Conflict, level: Level) -> None:
    for position in course(rules, {}, 4, 6, Level.OFFICER):
        view = rules.view(position, rules.awaiting(position)[0].seat)
        assert rules.robot_orders(view, level, 9) == rules.robot_orders(view, level, 9)


def test_near_ties_hang_on_the_seed(rules: Conflict) -> None:
    position = next(course(rules, {}, 4, 1, Level.OFFICER))
    view = rules.view(position, rules.awaiting(position)[0].seat)
    assert len({str(rules.robot_orders(view, Level.MARSHAL, seed)) for seed in range(12)}) > 1


def test_what_a_seat_may_not_know_changes_nothing(rules: Conflict) -> None:
    chosen = {"players": 4, "alliances": "formal"}
    *_, position = course(rules, chosen, 5, 9, Level.OFFICER)
    seat = rules.awaiting(position)[0].seat
    one, other, third = (name for name in SEATS.values() if name != seat)
    secret = {one: numbered([Ally(other)]), third: numbered([Auto(True)])}
    known = rules.adjudicate(position, secret, SeededDice(b"none")).position
    assert rules.encode(known)["proposals"]
    for level in LEVELS:
        expected = rules.robot_orders(rules.view(position, seat), level, 3)
        assert rules.robot_orders(rules.view(known, seat), level, 3) == expected


def test_weights_can_be_replaced(rules: Conflict) -> None:
    position = list(course(rules, {}, 6, 1, Level.OFFICER))[-1]
    view = rules.view(position, rules.awaiting(position)[0].seat)
    usual = rules.robot_orders(view, Level.OFFICER, 1)
    assert rules.robot_orders(view, Level.OFFICER, 1, weights=dict(WEIGHTS)) == usual
    turned = {name: -weight for name, weight in WEIGHTS.items()}
    assert rules.robot_orders(view, Level.OFFICER, 1, weights=turned) != usual
    with pytest.raises(KeyError):
        rules.robot_orders(view, Level.OFFICER, 1, weights={"beauty": 1.0})


# --- What is to be seen at once -----------------------------------------------------------------------------------


def moves_of(table: Any, level: Level = Level.OFFICER, seed: int = 1) -> list[Move]:
    return [
        line.order
        for line in table.rules.robot_orders(table.rules.view(table.position, table.mover()), level, seed)
        if isinstance(line.order, Move)
    ]


two_players: dict[str, Any] = {"players": 2}


@pytest.mark.parametrize("level", LEVELS)
def test_a_circle_in_reach_is_taken(table: Any, level: Level) -> None:
    there = table("R:ar1@u2 R:bs1@h6 R:pl1@q18 R:ar2@START G:ar1@START G:bs1@START", "4-5", **two_players)
    ends = [move.squares[-1] for move in moves_of(there, level)]
    assert "v22" in ends


@pytest.mark.parametrize("level", LEVELS)
def test_one_piece_opens_the_way_for_another(table: Any, level: Level) -> None:
    """The gun on the circle keeps airplanes off (CON-084) until a first move has taken it."""
    there = table("R:ar1@t22 R:pl1@s18 R:ar2@START G:aa@v22 G:ar2@START G:bs1@START", "3-4", **two_players)
    assert (
        there.play(
            *(line.text for line in there.rules.robot_orders(there.rules.view(there.position, "red"), level, 1))
        ).outcome
        is not None
    )


@pytest.mark.parametrize("level", [Level.OFFICER, Level.MARSHAL])
def test_an_enemy_before_the_own_circle_is_taken(table: Any, level: Level) -> None:
    there = table(
        "R:pl1@START R:ar1@START R:bs1@START R:pl2@m20 R:ar2@k16 G:pl1@f3 G:ar1@START G:bs1@START", "5-4", **two_players
    )
    after = there.play(
        *(line.text for line in there.rules.robot_orders(there.rules.view(there.position, "red"), level, 1))
    )
    assert after.at("G:pl1") == "HELD:red"


@pytest.mark.parametrize("level", [Level.OFFICER, Level.MARSHAL])
def test_a_ship_does_not_sail_over_a_mine(table: Any, level: Level) -> None:
    there = table("R:bs1@u17 R:ar1@START G:ar1@START G:pl1@START", "6-1", **two_players)
    assert not any(move.confirmed for move in moves_of(there, level))


def test_a_seven_brings_in_a_piece(table: Any) -> None:
    there = table("R:ar1@START R:bs1@START R:pl1@RESERVE G:ar1@START G:bs1@START", "5-2", **two_players)
    orders = there.rules.robot_orders(there.rules.view(there.position, "red"), Level.MARSHAL, 1)
    assert any(isinstance(line.order, Reserve) for line in orders)


def test_a_third_double_is_paid_for(table: Any) -> None:
    for option in ("move_first", "no_move"):
        there = table(
            "R:ar1@START R:bs1@START R:pl1@START G:ar1@START G:bs1@START",
            "5-5 1-1 2-2",
            third_double=option,
            **two_players,
        )
        for level in LEVELS:
            orders = there.rules.robot_orders(there.rules.view(there.position, "red"), level, 1)
            assert sum(isinstance(line.order, Back) for line in orders) == 1
            must_stand(there.rules, there.position, "red", orders)


def test_who_stands_worse_agrees_to_a_draw(table: Any) -> None:
    for pieces, agrees in (("R:*@HELD:green R:ar1@START R:bs1@START", True), ("G:*@HELD:red", False)):
        there = table(
            f"{pieces} R:ar2@START R:bs2@START G:ar1@START G:bs1@START",
            "5-1",
            position={"draw_offers": {"green": 1}},
            **two_players,
        )
        orders = there.rules.robot_orders(there.rules.view(there.position, "red"), Level.OFFICER, 1)
        assert any(isinstance(line.order, OfferDraw) for line in orders) is agrees
        must_stand(there.rules, there.position, "red", orders)


def test_very_late_a_draw_is_offered(table: Any) -> None:
    pieces = "R:ar1@START R:bs1@START G:ar1@START G:bs1@START"
    for turn, offers in ((100, False), (1000, True)):
        there = table(pieces, "5-1", position={"turn": turn}, **two_players)
        orders = there.rules.robot_orders(there.rules.view(there.position, "red"), Level.OFFICER, 1)
        assert any(isinstance(line.order, OfferDraw) for line in orders) is offers


# --- Mirrors ------------------------------------------------------------------------------------------------------

FILES = "abcdefghijklmnopqrstuvwx"
QUARTERS = {
    "a quarter": (lambda x, y: (y, 23 - x), ("yellow", "green", "orange", "red")),
    "a half": (lambda x, y: (23 - x, 23 - y), ("green", "orange", "red", "yellow")),
}
REFLECTIONS = {
    "east to west": (lambda x, y: (23 - x, y), ("orange", "green", "yellow", "red")),
    "north to south": (lambda x, y: (x, 23 - y), ("yellow", "red", "orange", "green")),
    "on the diagonal": (lambda x, y: (y, x), ("red", "orange", "green", "yellow")),
}


class Mirror:
    """A board turned or seen in a mirror."""

    def __init__(self, name: str) -> None:
        self.turn, images = (QUARTERS | REFLECTIONS)[name]
        self.seats = dict(zip(SEATS.values(), images, strict=True))

    def place(self, place: str) -> str:
        if place.startswith("HELD:"):
            return f"HELD:{self.seats[place[5:]]}"
        if place in ("START", "RESERVE", "RETIRED"):
            return place
        x, y = self.turn(FILES.index(place[0]), int(place[1:]) - 1)
        return f"{FILES[x]}{y + 1}"

    def position(self, rules: Conflict, position: Any) -> Any:
        json, options = rules.encode(position), dict(position.options)
        options["seats"] = ",".join(self.seats[seat] for seat in rules.seats(options))
        pieces = {
            self.seats[seat]: {piece: self.place(place) for piece, place in own.items()}
            for seat, own in json["pieces"].items()
        }
        out = {self.seats[seat]: {**how, "heir": self.seats.get(how["heir"])} for seat, how in json["out"].items()}
        return rules.decode({**json, "pieces": pieces, "out": out, "to_move": self.seats[json["to_move"]]}, options)

    def orders(self, orders: Any) -> list[str]:
        def seen(order: Any) -> Any:
            if isinstance(order, Move):
                return Move(order.unit, order.die, tuple(map(self.place, order.squares)), order.confirmed)
            return order

        return [str(seen(line.order)) for line in orders]


def must_be_mirrored(rules: Conflict, mirror: Mirror, position: Any, level: Level) -> None:
    seat = rules.awaiting(position)[0].seat
    seen = mirror.position(rules, position)
    orders = rules.robot_orders(rules.view(position, seat), level, 7)
    there = rules.robot_orders(rules.view(seen, mirror.seats[seat]), level, 7)
    assert mirror.orders(orders) == [str(line.order) for line in there]


@pytest.mark.parametrize("name", [*QUARTERS, *REFLECTIONS])
def test_mirrored_positions_get_mirrored_orders(rules: Conflict, name: str) -> None:
    positions = list(course(rules, {}, 11, 9, Level.RECRUIT))[3:]
    for position, level in zip(positions, itertools.cycle(LEVELS), strict=False):
        if rules.outcome(position) is None:
            must_be_mirrored(rules, Mirror(name), position, level)


@pytest.mark.parametrize("name", QUARTERS)
def test_a_turned_board_of_four_gets_turned_orders(rules: Conflict, name: str) -> None:
    """The order of play is the same on a turned board; in a mirror it is another, and so may the orders be."""
    positions = list(course(rules, {"players": 4}, 12, 9, Level.RECRUIT))[5:]
    for position, level in zip(positions, itertools.cycle(LEVELS), strict=False):
        must_be_mirrored(rules, Mirror(name), position, level)


# --- What a view allows, and how it stands ------------------------------------------------------------------------


@modes
def test_an_imagined_position_looks_the_same(rules: Conflict, chosen: dict[str, Any]) -> None:
    for position in course(rules, chosen, 21, 20, Level.RECRUIT):
        for seat in (*rules.seats(position.options), None):
            view = rules.view(position, seat)
            assert rules.view(rules.imagine(view, 5), seat) == view


def test_proposals_of_others_are_not_imagined(rules: Conflict) -> None:
    *_, position = course(rules, {"players": 4, "alliances": "formal"}, 5, 9, Level.OFFICER)
    known = rules.adjudicate(position, {"red": numbered([Ally("green"), Auto(True)])}, SeededDice(b"none")).position
    for seat in SEATS.values():
        view = rules.view(known, seat)
        assert rules.view(rules.imagine(view, 5), seat) == view
    assert rules.encode(rules.imagine(rules.view(known, "yellow"), 1))["proposals"] == []


@modes
def test_margins_are_fair(rules: Conflict, chosen: dict[str, Any]) -> None:
    teams = rules.settle(chosen)["teams"]
    for position in course(rules, chosen, 31, 300, Level.RECRUIT):
        margin = rules.margin(position)
        assert set(margin) == set(rules.seats(position.options))
        assert all(-1 <= each <= 1 for each in margin.values())
        end = rules.outcome(position)
        if end is not None:
            assert margin == {seat: 0 if not end.winners else 1 if seat in end.winners else -1 for seat in margin}
            continue
        assert abs(sum(margin.values())) < 1e-9
        if teams != "none":
            assert len(set(margin.values())) <= 2
            assert margin["red"] == margin["green" if teams == "opposite" else "yellow"]


def test_before_the_first_throw_all_stand_alike(rules: Conflict) -> None:
    for players in (2, 3, 4):
        margin = rules.margin(rules.opening(rules.settle({"players": players})))
        assert all(abs(each) < 1e-9 for each in margin.values())


def test_a_circle_in_reach_of_the_dice_on_the_table_is_as_good_as_won(table: Any) -> None:
    pieces = "R:ar1@u23 R:ar2@START R:bs1@START G:ar1@START G:bs1@START"
    won = table(pieces, "1-5", **two_players)
    missed = table(pieces, "4-5", **two_players)
    assert won.rules.margin(won.position)["red"] > 0.99
    assert missed.rules.margin(missed.position)["red"] < 0.99


def test_features_have_the_names_of_the_weights(table: Any) -> None:
    there = table("R:ar1@u2 G:ar1@START", "1-5", **two_players)
    features = there.rules.features(there.position)
    assert set(features) == {"red", "green"}
    assert all(set(told) == {"doomed", *WEIGHTS} for told in features.values())


# --- Dangers ------------------------------------------------------------------------------------------------------


def test_dangers_are_counted_over_all_throws(table: Any) -> None:
    """From a square beside the circle a land piece needs a 1 (X20): 11 of 36 throws have one."""
    there = table("R:ar1@START G:ar1@d2 G:bs1@START", "1-5", **two_players)
    assert there.rules.dangers(there.position, "red") == {"green": {None: 11}}


def test_a_piece_out_of_reach_is_in_no_danger(table: Any) -> None:
    there = table("R:ar1@l2 R:bs1@l6 G:ar1@p2 G:bs1@START", "1-5", **two_players)
    assert there.rules.dangers(there.position, "red") == {"green": {"ar1": 27}}  # a 4, 5 or 6


def test_an_airplane_waits_for_the_gun_to_be_taken(table: Any) -> None:
    there = table("R:aa@c3 R:ar1@START G:pl1@c10 G:bs1@START", "1-5", **two_players)
    assert there.rules.dangers(there.position, "red") == {"green": {}}
    there = table("R:aa@c3 R:ar1@START G:pl1@c9 G:ar1@f3 G:bs1@START", "1-5", **two_players)
    found = there.rules.dangers(there.position, "red")["green"]
    assert found["aa"] == found[None] == 32  # the artillery from three steps away: 3, 4, 5 or 6


def test_who_is_out_is_in_no_danger(table: Any) -> None:
    out = {"orange": {"how": "circle", "heir": "yellow"}}
    there = table("R:ar1@l2 Y:ar1@p2 G:ar1@START O:*@HELD:yellow", "1-5", position={"out": out})
    assert there.rules.dangers(there.position, "orange") == {}
    assert set(there.rules.dangers(there.position, "yellow")) == {"red", "green"}


@pytest.mark.parametrize("budget", Budget)
def test_both_budgets_are_kept(rules: Conflict, budget: Budget) -> None:
    *_, position = course(rules, {}, 41, 8, Level.OFFICER)
    seat = rules.awaiting(position)[0].seat
    must_stand(rules, position, seat, rules.robot_orders(rules.view(position, seat), Level.MARSHAL, 1, budget))
