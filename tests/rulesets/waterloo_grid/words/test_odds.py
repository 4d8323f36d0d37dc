"""What orders may come to, and why a robot would give them, in words."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from core.contract import Event, Level
from core.dice import SeededDice
from core.rulesets.waterloo_grid import WaterlooGrid
from pbem.robots import odds, playing
from pbem.rulesets.contract import Sample
from pbem.rulesets.waterloo_grid import presentation
from pbem.rulesets.waterloo_grid.odds import dangers, short
from pbem.rulesets.waterloo_grid.odds import told as odds_told

WIDTH = 78


@pytest.fixture(scope="session")
def told(rules: WaterlooGrid, units_in: Callable[[str], dict[str, str]]) -> Callable[..., list[str]]:
    """The odds of orders in a position of these units."""

    def told(drawn: str, orders: str, seat: str = "blue", dice: str = "IICCA", **options: Any) -> list[str]:
        whole = {"units": units_in(drawn), "to_move": seat, "dice": list(dice)}
        view = rules.view(rules.decode(whole, rules.settle(options)), seat)
        given = presentation().read(list(enumerate(orders.split(" / "), start=1)))
        return list(odds.of(presentation(), view, given, count=400).told)

    return told


def percent(said: str, what: str) -> int:
    """The number that follows these words."""
    return int(said.partition(what)[2].split()[0])


def test_a_shot(told: Callable[..., list[str]]) -> None:
    """Two dice: an I falls in five of nine (WGR-078)."""
    said = told("BA1 E8:ab:n RI1 E4:fabc:s", "A1 fire E4 / end")
    assert said[0].startswith("BA1 at E4: nothing ")
    assert abs(percent(said[0], "bases fall") - 56) < 8
    assert abs(percent(said[0], "driven back") - 31) < 8


def test_where_a_shot_may_come_to_all_there_is_only_what_has_no_room_is_left_out(
    rules: WaterlooGrid, units_in: Callable[[str], dict[str, str]]
) -> None:
    quiet = rules.decode({"units": units_in("BI1 A9:fabc:n RI1 A1:fabc:s")}, rules.settle({}))
    shot = {"unit": "BA1", "cell": "E8", "target": "E4", "losses": [], "destroyed": None, "moves": []}
    ends = [{}, {"losses": ["RI1:f"]}, {"moves": [{}]}, {"destroyed": {}}]
    events = [*(Event("shot", shot | end) for end in ends), Event("shot_lost", shot)]
    told = odds_told(rules, rules.view(quiet, "blue"), [Sample(quiet, quiet, (event,)) for event in events])
    assert told[0] == "BA1 at E4: bases fall 20 %, driven back 20 %, destroyed 20 %, not fired 20 %."


def test_a_charge(told: Callable[..., list[str]]) -> None:
    """Four against four in the open is even, and from the flank it is not."""
    front = told("BI1 E6:fabc:n RI1 E4:fabc:s", "I1 f1 / end")[0]
    assert front.startswith("BI1 charges RI1 in E4: wins ")
    assert 40 < percent(front, "wins") < 62
    flank = told("BI1 E6:fabc:n RI1 E4:fabc:e", "I1 f1 / end")[0]
    assert percent(flank, "wins") > 80


def test_a_fight_of_the_enemy_is_told_from_the_own_side(told: Callable[..., list[str]]) -> None:
    said = told("BI1 G5:fabc:e RI1 H4:fabc:s", "I1 f1 / end")
    assert said[0].startswith("BI1 in H5 fights RI1: wins ")


def test_what_changes_hands(told: Callable[..., list[str]]) -> None:
    assert "F2 (Mont-St-Jean) is Red's 100 %." in told("RI1 F3:fa:n BI1 E9:fabc:n", "I1 f1 / end", seat="red")
    assert "F5 (La Haye Sainte) stands empty 100 %." in told("RI1 F5:fa:n BI1 E9:fabc:n", "I1 f1 / end", seat="red")


def test_a_win(told: Callable[..., list[str]]) -> None:
    drawn = "BI1 J9:fa:n K9:bc:n BI2 F2:fa:n BI3 C6:fa:n BI4 F5:fa:n BG1 G3:fa:n RI1 A1:fabc:s"
    assert "Blue wins 100 %." in told(drawn, "G1 f1 / end")


def test_nothing_at_all(told: Callable[..., list[str]]) -> None:
    assert told("BI1 A10:fabc:n RI1 L1:fabc:s", "end") == ["Nobody fires, nobody fights, and nothing changes hands."]


def test_dangers(rules: WaterlooGrid, units_in: Callable[[str], dict[str, str]]) -> None:
    drawn = "RI1 E4:fabc:s BI1 E6:fabc:n BA1 E8:ab:n BH1 A4:fabc:e BL1 D3:fabc:s"
    position = rules.decode({"units": units_in(drawn), "to_move": "red"}, rules.settle({}))
    found = dangers(rules.view(position, "red"), "red")
    assert ("E4", "a charge of BI1") in found
    assert ("E4", "a charge of BH1 from the side") in found
    assert not any("BA1" in what for _, what in found)  # BI1 stands in the way


def test_lines_fit(rules: WaterlooGrid) -> None:
    words = presentation()
    position = rules.adjudicate(rules.opening(rules.settle({"turn_limit": 20})), {}, SeededDice(b"fit")).position
    for turn in range(14):
        view = rules.view(position, rules.awaiting(position)[0].seat)
        orders = rules.robot_orders(view, Level.OFFICER, turn)
        if turn % 3 == 0:
            found = odds.of(words, view, orders, deep=True, count=60)
            assert found.told
            assert all(len(line) <= WIDTH and line.endswith(".") for line in found.told)
            assert found.share is not None
            assert 0 <= found.share <= 1
            why = playing.hint(words, view)[1]
            assert why.endswith(".")
            assert len(why) <= WIDTH
        position = rules.adjudicate(position, {view["seat"]: orders}, SeededDice(b"fit")).position


def test_the_short_form(rules: WaterlooGrid, units_in: Callable[[str], dict[str, str]]) -> None:
    drawn = "BI1 E6:fabc:n RI1 E4:fabc:s BA1 H8:ab:n RI2 H4:fabc:s"
    view = rules.view(rules.decode({"units": units_in(drawn), "dice": list("IA---")}, rules.settle({})), "blue")
    orders = presentation().read([(1, "A1 fire H4"), (2, "I1 f1"), (3, "end")])
    found = short(view, list(odds.samples(presentation(), view, orders, 100)))
    assert re.fullmatch(r"H4 hits \d+ %, E4 wins \d+ %", found)


def test_reasons(rules: WaterlooGrid, units_in: Callable[[str], dict[str, str]]) -> None:
    def why(drawn: str, orders: str, seat: str = "blue", **more: Any) -> str:
        whole = {"units": units_in(drawn), "to_move": seat, "dice": list("IICCA")} | more
        view = rules.view(rules.decode(whole, rules.settle({})), seat)
        return presentation().reason(view, presentation().read(list(enumerate(orders.split(" / "), start=1))))

    assert why("RI1 F3:fa:n BI1 E9:fabc:n", "I1 f1 / end", "red") == "It occupies F2 (Mont-St-Jean)."
    assert why("BA1 E8:ab:n RI1 E4:fabc:s", "A1 fire E4 / end").startswith("The fire of BA1 at E4 costs 0.")
    assert why("BI1 E6:fabc:n RI1 E4:fabc:e", "I1 f1 / end").startswith("BI1 wins the fight for E4, ")
    assert why("BI1 E9:fabc:n RI1 A1:fabc:s", "I1 f2 / end").startswith("BI1 comes nearer to ")
    assert why("BI1 E9:fabc:n RI1 A1:fabc:s", "end") == "Whatever could be done, would do harm."
    assert why("BI1 E9:fabc:n RI1 A1:fabc:s", "I1 about / end") == "It makes ready for the turns to come."
    entry = why("BI1 E9:fabc:n RI1 A1:fabc:s", "enter I at Y n / end", pools={"blue": {"I": 3, "If": 1}})
    assert entry == "It brings line infantry back to the field at Y."
    assert why("BI1 E9:fabc:n RI1 A1:fabc:s", "claim", missed={"red": 3}) == "Red has been silent for three turns."
    won = "BI1 J9:fa:n K9:bc:n BI2 F2:fa:n BI3 C6:fa:n BI4 F5:fa:n BG1 G3:fa:n RI1 A1:fabc:s"
    assert why(won, "G1 f1 / end") == "It wins the game, 100 % of the time."
