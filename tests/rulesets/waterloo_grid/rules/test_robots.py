"""The robots: legal in every position and option, the same for the same, and not as foolish as they were."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import pytest
from core.rulesets.waterloo_grid.robots import features

from core.contract import Budget, Effect, Level, Orders
from core.dice import SeededDice
from core.rulesets.waterloo_grid import WaterlooGrid
from core.rulesets.waterloo_grid.board import OPTIONS, SEATS
from core.rulesets.waterloo_grid.orders import Activate, Claim, Draw, End, Enter, Place
from core.rulesets.waterloo_grid.playouts import turns_of_playout
from core.rulesets.waterloo_grid.weights import LINEAR, WEIGHTS

Placing = Callable[..., Any]

# Each value of each option in some game, and all of them at once.
VARIANTS = (
    {},
    {"turn_limit": 20, "hold": "last", "blue_entry_dice": "1", "blue_points": 2},
    {"scenario": "lambert", "advance_fire": "volley", "garrison": "infantry", "turn_limit": 20, "ties": "share"},
    {"charge_bonus": "off", "small_farms": "open", "passive_attacks": "no", "double_fire": "no"},
    {"cover_vs_cavalry": "steady", "hold": "last", "double_fire": "no"},
)


def texts(orders: Orders) -> list[str]:
    """The lines as text."""
    return [line.text for line in orders]


def played(rules: WaterlooGrid, options: dict[str, Any], seed: int, every: int) -> Iterator[Any]:
    """Positions of a game by chance, with their dice, and the last."""
    turns, last = turns_of_playout(rules.opening(rules.settle(options)), seed, 120)
    yield from (turn.position for turn in turns[::every])
    yield last


def ask(rules: WaterlooGrid, position: Any, level: Level = Level.MARSHAL, seed: int = 1) -> Orders:
    """What a robot orders for the side in turn."""
    seat = rules.awaiting(position)[0].seat
    return rules.robot_orders(rules.view(position, seat), level, seed)


def test_the_variants_know_all_values() -> None:
    for option in OPTIONS:
        for value in option.values or ():
            assert any(str(chosen.get(option.name, option.default)) == value for chosen in VARIANTS)


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_orders_are_accepted(rules: WaterlooGrid, options: dict[str, Any]) -> None:
    for position in played(rules, options, 3, 17):
        for seat, level in product(SEATS, Level):
            orders = rules.robot_orders(rules.view(position, seat), level, 5)
            if not rules.owes(position, seat):
                assert not orders
                continue
            assert rules.check(position, seat, orders).effect is Effect.AT_ONCE, texts(orders)


@pytest.mark.parametrize("level", Level)
def test_equal_arguments_give_equal_orders(rules: WaterlooGrid, level: Level) -> None:
    for position in played(rules, {"turn_limit": 20}, 4, 50):
        if rules.outcome(position) is None and rules.encode(position)["dice"]:
            assert texts(ask(rules, position, level)) == texts(ask(rules, position, level))


def test_robots_draw_lots(rules: WaterlooGrid, place: Placing) -> None:
    position = rules.adjudicate(rules.opening(rules.settle({"turn_limit": 20})), {}, SeededDice(b"lots")).position
    assert len({tuple(texts(ask(rules, position, Level.OFFICER, seed))) for seed in range(12)}) > 1


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_imagined_positions_look_like_their_view(rules: WaterlooGrid, options: dict[str, Any]) -> None:
    for position in played(rules, options, 7, 23):
        for seat in (None, *SEATS):
            view = rules.view(position, seat)
            assert rules.view(rules.imagine(view, 9), seat) == view


def test_the_fights_line_of_an_open_turn_is_not_known_to_the_other_side(rules: WaterlooGrid, place: Placing) -> None:
    more = {"mails": 1, "placed": ["BI1"], "fights": ["E5"]}
    kept = place("BI1 E5:fabc:n RI1 E4:fabc:s", more=more)
    assert rules.encode(rules.imagine(rules.view(kept, "blue"), 1))["fights"] == ["E5"]
    assert rules.encode(rules.imagine(rules.view(kept, "red"), 1))["fights"] == []


def test_only_placed_units_act_in_a_turn_begun(rules: WaterlooGrid, place: Placing) -> None:
    begun = place("BI1 E6:fabc:n BI2 G6:fabc:n RI1 E4:fabc:s", more={"mails": 1, "placed": ["BI2"]})
    for level in Level:
        ordered = [line.order.unit for line in ask(rules, begun, level) if isinstance(line.order, Activate)]
        assert set(ordered) <= {"BI2"}


# --- Margins --------------------------------------------------------------------------------------------------------


def test_margins_add_up_to_nothing(rules: WaterlooGrid) -> None:
    for position in played(rules, {"turn_limit": 20}, 8, 9):
        margin = rules.margin(position)
        assert set(margin) == set(SEATS)
        assert sum(margin.values()) == 0
        assert all(-1 <= value <= 1 for value in margin.values())


def test_the_margin_of_a_game_that_is_over_is_its_outcome(rules: WaterlooGrid) -> None:
    seen = set()
    for seed in range(6):
        *_, last = played(rules, {"turn_limit": 20}, seed, 500)
        outcome = rules.outcome(last)
        assert outcome is not None
        for seat in SEATS:
            seen.add(rules.margin(last)[seat])
            assert rules.margin(last)[seat] == (0 if not outcome.winners else 1 if seat in outcome.winners else -1)
    assert {1, -1} <= seen


def test_the_margin_follows_the_points_at_the_end(rules: WaterlooGrid, place: Placing) -> None:
    army = "BI1 J9:fa:n K9:bc:n BI2 E8:fabc:n RI1 F2:fa:s G2:bc:s RI2 E4:fabc:s"
    behind = place(army, "-----", seat="red", more={"turn": 20}, turn_limit=20)
    ahead = place(f"{army} BG1 C6:fa:n", "-----", seat="red", more={"turn": 20}, turn_limit=20)
    assert rules.margin(ahead)["blue"] > rules.margin(behind)["blue"] + 0.2


# --- What they were found not to do ---------------------------------------------------------------------------------


@pytest.mark.parametrize("level", [Level.OFFICER, Level.MARSHAL])
def test_a_win_in_one_turn_is_seen(rules: WaterlooGrid, place: Placing, level: Level) -> None:
    """Blue has all but one cell of Mont-St-Jean, which lies open before its guard."""
    drawn = "BI1 J9:fa:n K9:bc:n BI2 F2:fa:n BI3 C6:fa:n BI4 F5:fa:n BG1 G3:fa:n RI1 A1:fabc:s RH1 L1:fabc:s"
    position = place(drawn, "I----")
    after = rules.adjudicate(position, {"blue": ask(rules, position, level)}, SeededDice(b"win")).position
    outcome = rules.outcome(after)
    assert outcome is not None
    assert outcome.winners == ("blue",)


@pytest.mark.parametrize("level", [Level.OFFICER, Level.MARSHAL])
def test_garrisons_stay_where_the_enemy_waits(rules: WaterlooGrid, place: Placing, level: Level) -> None:
    """La Haye Sainte is not walked out of at the end of a game (F137)."""
    drawn = "RI1 F5:fa:s RI2 H3:fabc:s BI1 F8:fabc:n BH1 E8:fabc:n"
    for turn, seed in product((5, 19, 20), range(4)):
        position = place(drawn, "I----", seat="red", more={"turn": turn}, turn_limit=20)
        after = rules.adjudicate(position, {"red": ask(rules, position, level, seed)}, SeededDice(b"stay")).position
        assert "F5:" in rules.encode(after)["units"]["RI1"]


@pytest.mark.parametrize("level", [Level.OFFICER, Level.MARSHAL])
def test_nobody_undoes_his_own_order(rules: WaterlooGrid, level: Level) -> None:
    """`f: square` of a base that then stays, `right left`: 19 of 1,234 clauses were such (F137)."""
    for position in played(rules, {"turn_limit": 20}, 11, 12):
        if rules.outcome(position) is not None or not rules.encode(position)["dice"]:
            continue
        for text in texts(ask(rules, position, level)):
            assert not any(vain in text for vain in ("right left", "left right", "about about", "right right"))


def test_an_enemy_gone_silent_is_claimed_against(rules: WaterlooGrid, place: Placing) -> None:
    position = place("BI1 E6:fabc:n RI1 E4:fabc:s", more={"missed": {"red": 3}})
    assert [line.order for line in ask(rules, position)] == [Claim()]


def test_long_games_without_a_limit_are_agreed_drawn(rules: WaterlooGrid, place: Placing) -> None:
    army = "BI1 E8:fabc:n RI1 E4:fabc:s"
    early, late = place(army, "X----"), place(army, "X----", more={"turn": 121})
    assert not any(isinstance(line.order, Draw) for line in ask(rules, early))
    assert isinstance(ask(rules, late)[0].order, Draw)
    limited = place(army, "X----", more={"turn": 121}, turn_limit=200)
    assert not any(isinstance(line.order, Draw) for line in ask(rules, limited))


def test_who_is_behind_takes_an_offered_draw(rules: WaterlooGrid, place: Placing) -> None:
    weak = "BI1 E8:fabc:n RI1 F2:fa:s G2:bc:s RI2 F5:fa:s RI3 C6:fa:s RI4 E4:fabc:s RI5 J9:fa:s"
    assert isinstance(ask(rules, place(weak, "X----", more={"draw_offers": {"red": 2}}))[0].order, Draw)
    other = place(weak, "X----", seat="red", more={"draw_offers": {"blue": 3}})
    assert not isinstance(ask(rules, other)[0].order, Draw)


def test_a_draw_is_offered_once_a_turn(rules: WaterlooGrid, place: Placing) -> None:
    """A marshal sends a turn in several mails, and its offer stands from the first on (WGR-136)."""
    army, more = "BI1 E8:fabc:n RI1 E4:fabc:s", {"turn": 121, "mails": 1, "placed": ["BI1"]}
    assert isinstance(ask(rules, place(army, "I----", more=more))[0].order, Draw)
    offered = place(army, "I----", more=more | {"draw_offers": {"blue": 242}})
    assert not any(isinstance(line.order, Draw) for line in ask(rules, offered))


@pytest.mark.parametrize("level", [Level.OFFICER, Level.MARSHAL])
def test_a_turn_may_use_every_die(rules: WaterlooGrid, place: Placing, level: Level) -> None:
    opening = rules.opening(rules.settle({}))
    position = rules.decode({**rules.encode(opening), "dice": list("IICCA")}, opening.options)
    woken = set()
    for seed in range(4):
        orders = [line.order for line in ask(rules, position, level, seed)]
        placed = sum(len(order.units) for order in orders if isinstance(order, Place))
        woken.add(placed + sum(isinstance(order, Activate) for order in orders))
    assert max(woken) == 5


def test_a_marshal_waits_for_what_its_shots_do(rules: WaterlooGrid, place: Placing) -> None:
    """It sends its first shot with dice for the rest, sees the dice, and goes on with those (WGR-141)."""
    position = place("BA1 F8:ab:n BI1 E6:fabc:n BI2 G6:fabc:n RI1 F5:f:s RI2 F4:fabc:s", "IIA--", turn_limit=20)
    seen = set()
    for seed in range(6):
        first = ask(rules, position, Level.MARSHAL, seed)
        seen.add(type(first[-1].order))
        if isinstance(first[-1].order, Place):
            after = rules.adjudicate(position, {"blue": first}, SeededDice(b"wait")).position
            assert rules.awaiting(after)[0].seat == "blue"
            assert rules.check(after, "blue", ask(rules, after, Level.MARSHAL, seed)).effect is Effect.AT_ONCE
    assert seen <= {Place, End}


def test_new_units_are_brought_up(rules: WaterlooGrid, place: Placing) -> None:
    more = {"pools": {"red": {"I": 6, "If": 2}}}
    position = place("RI1 F2:fa:s G2:bc:s BI1 E8:fabc:n", "II---", seat="red", more=more, turn_limit=20)
    assert any(isinstance(line.order, Enter) for line in ask(rules, position))


def test_a_mail_is_thought_about_for_longer(rules: WaterlooGrid, place: Placing) -> None:
    position = place("BI1 E6:fabc:n BA1 E8:ab:n RI1 E4:fabc:s", "IA---", turn_limit=20)
    orders = rules.robot_orders(rules.view(position, "blue"), Level.MARSHAL, 1, Budget.MAIL)
    assert rules.check(position, "blue", orders).effect is Effect.AT_ONCE


def test_a_handicap_makes_blue_stand_better_the_nearer_the_end_the_more(rules: WaterlooGrid) -> None:
    def blue(turn: int, points: int) -> float:
        options = rules.settle({"turn_limit": 20, "blue_points": points})
        position = rules.decode({**rules.encode(rules.opening(options)), "turn": turn}, options)
        return float(rules.margin(position)["blue"])

    assert blue(2, 0) < blue(2, 2) < blue(2, 4)
    assert blue(18, 4) - blue(18, 0) > blue(2, 4) - blue(2, 0) > 0
    unlimited = [rules.margin(rules.opening(rules.settle({"blue_points": points}))) for points in (0, 4)]
    assert unlimited[0] == unlimited[1]


def test_features_are_what_the_lead_is_made_of(rules: WaterlooGrid) -> None:
    position = rules.opening(rules.settle({"turn_limit": 20, "blue_points": 2}))
    told, lead, turns = features(position)
    assert set(told) == set(LINEAR) <= set(WEIGHTS)
    assert turns == 15
    assert sum(told[name] * WEIGHTS[name] for name in LINEAR) == pytest.approx(lead, abs=1e-9)
