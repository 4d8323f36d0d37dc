"""ODDS and HINT: what orders come to and why a robot would write them, in sentences that are so."""

from __future__ import annotations

import re
from typing import Any

from core.contract import Json, Level
from core.rulesets.stratego_waterloo.orders import Fire, Go, Reconnoitre, When, numbered
from pbem.robots import odds
from pbem.rulesets.sentences import percent
from pbem.rulesets.stratego_waterloo import presentation
from pbem.rulesets.stratego_waterloo.board import seat_title
from pbem.rulesets.stratego_waterloo.odds import short

WORDS = presentation()
RULES: Any = WORDS.rules
LEADERS = {"A1": "NA", "B1": "NE", "A10": "WE", "B10": "UX"}


def view_of(board: Json, version: str = "basic", **more: Any) -> Json:
    settled = RULES.settle({"version": version})
    written = {"board": LEADERS | board, "to_move": "blue", **more}
    return dict(RULES.view(RULES.decode(written, settled), "blue"))


def known(code: str) -> Json:
    return {"code": code, "known": True}


def told(view: Json, *orders: Any, count: int = 600) -> tuple[str, ...]:
    return odds.of(WORDS, view, numbered(orders), count=count).told


def share_in(line: str, what: str) -> int:
    """The whole number of per cent behind a word."""
    return int(line.split(f"{what} ")[1].split(" %")[0])


def test_a_fight_of_equals_is_the_die() -> None:
    fight, falls, own, *_ = told(view_of({"E5": "LN", "E6": known("BF")}), Go(("E5", "E6"), "attack"))
    assert fight.startswith("LN from E5 against E6: ")
    assert abs(share_in(fight, "wins") - 33) < 7
    assert abs(share_in(fight, "is lost") - 33) < 7
    assert abs(share_in(fight, "drives it back") - 17) < 6
    assert falls == f"Of the enemy fall BF {share_in(fight, 'wins')} %."
    assert own == f"Of your own fall LN {share_in(fight, 'is lost')} %."


def test_how_often_a_condition_is_not_met_is_told() -> None:
    board = {"E5": "LN", "D6": "CU", "E6": known("BF")}
    orders = Go(("E5", "E6"), "attack"), When("lost", Go(("D6", "E6"), "attack"))
    for count in (100, 237, 411, 600):
        _, second, *_ = told(view_of(board), *orders, count=count)
        shares = [int(share) for share in re.findall(r"(\d+) %", second)]
        assert share_in(second, "does not come to it") > 50
        assert abs(sum(shares) - 100) < len(shares), second


def test_whom_it_may_meet_is_told_where_nobody_knows() -> None:
    fight, whom, *others = told(view_of({"E5": "OG", "E6": "BF"}), Go(("E5", "E6"), "attack"))
    assert share_in(fight, "wins") > 85
    assert whom.startswith("  E6 may be BF ")
    assert others[-1].startswith("Names and cards not known were drawn by lot")


def test_shots_and_who_stands_in_danger() -> None:
    lines = told(view_of({"E4": "FA", "E7": "HR", "H5": "LN", "H7": known("FG")}), Fire("E4", "E7"))
    assert lines[0].startswith("FA from E4 against E7: hits ")
    assert "no harm to light infantry" in lines[0]
    assert any(line.startswith("The enemy could take afterwards: ") and "LN on H5 100 %" in line for line in lines)
    assert all(len(line) <= 78 for line in lines)


def test_a_game_that_ends_and_a_ply_without_fights() -> None:
    view = view_of({"F5": "CH", "F10": known("WE"), "A10": "KH"}, "standard")
    lines = told(view, Go(("F5", "F10"), "attack"))
    assert any("wins 100 %" in line and line.startswith(seat_title("blue")) for line in lines)
    assert told(view_of({"E4": "LN"}), Go(("E4", "E5")))[0] == "Nobody fights and nobody fires."


def test_in_short() -> None:
    view = view_of({"E5": "OG", "E6": known("BF")})
    found = list(odds.samples(WORDS, view, numbered([Go(("E5", "E6"), "attack")]), 20))
    assert short(view, found) == "E5-E6 wins 100 %"
    assert percent(1, 1000) == "under 1 %"
    assert percent(999, 1000) == "over 99 %"


def test_hints_say_what_is_so() -> None:
    view = view_of({"E5": "OG", "E6": known("BF")})
    assert WORDS.reason(view, numbered([Go(("E5", "E6"), "attack")])).startswith("It wins against E6 with OG 100 %")
    assert "brings LN nearer" in WORDS.reason(view_of({"E3": "LN"}), numbered([Go(("E3", "E4"))]))
    cards = {"hands": {"blue": ["RE"], "red": []}}
    look = WORDS.reason(view_of({"E7": "BF"}, "standard", cards=cards), numbered([Reconnoitre(("E7",))]))
    assert look == "It shows who stands on E7."
    orders = RULES.robot_orders(view, Level.OFFICER, 1)
    assert WORDS.reason(view, orders).startswith("It ")
