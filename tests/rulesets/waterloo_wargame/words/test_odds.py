"""ODDS and HINT of the wargame: what orders come to and why a robot would write them, in sentences that are so."""

from __future__ import annotations

from typing import Any

import pytest
from wargame_pieces import pieces_in

from core.contract import Json, Level
from core.dice import SeededDice
from pbem.reading.reader import read as sorted_lines
from pbem.robots import odds
from pbem.rulesets.contract import Sample
from pbem.rulesets.sentences import percent
from pbem.rulesets.waterloo_wargame import presentation

WORDS = presentation()
RULES = WORDS.rules


def view_of(pieces: str, mover: str = "french", hold: Json | None = None, **options: Any) -> Json:
    settled = RULES.settle({"scenario": "bare"} | options)
    written = {"pieces": pieces_in(pieces), "to_move": mover, "strongpoints": hold or {}}
    return dict(RULES.view(RULES.decode(written, settled), mover))


def orders_in(view: Json, *texts: str) -> Any:
    return sorted_lines(WORDS, list(enumerate(texts, start=1)), lambda: view).lines


def told(view: Json, *texts: str, count: int = 300) -> tuple[str, ...]:
    return odds.of(WORDS, view, orders_in(view, *texts), count=count).told


def share_in(line: str, what: str) -> int:
    """The whole number of per cent behind a word."""
    return int(line.split(f"{what} ")[1].split(" %")[0])


def test_a_fight_is_told_with_its_chances_and_its_price() -> None:
    view = view_of("F I3 inf 3 3000,1900/0; A D5 inf 5 3000,2000/180; A E1 inf 1 3000,4000/180")
    fight, falls, own, men, *others = told(view, "attack d5 with i3", count=1000)
    assert fight.startswith("I3 against D5: loses ")
    # 3 and 1 for the initiative against 5: one point less.
    assert abs(share_in(fight, "wins") - 100 * 10 / 36) < 5
    assert abs(share_in(fight, "draws") - 100 * 5 / 36) < 4
    assert falls == f"Of the enemy fall D5 {share_in(fight, 'wins')} %."
    assert own == f"Of your own fall I3 {share_in(fight, 'loses')} %."
    assert men.startswith("Men lost in the mean: yours 1,")
    assert others[-1] == "The enemy's standing orders are secret; the usual ones were taken."


def test_shots_are_told_each_in_its_way() -> None:
    guns = "F G1 gun 3000,1000/0; F G2 gun 3200,1000/0; F G3 gun 500,1000/0"
    view = view_of(f"{guns}; A B5 inf 5 3100,1800/180; A H1 gun 500,1800/180; A K1 inf 1 6000,4000/180")
    lines = told(view, "fire g1, g2 at b5", "fire g3 at h1")
    assert lines[0] == "G1 and G2 against B5: destroyed 100 %."
    assert lines[1].startswith("G3 against H1: wins ")
    assert "Of the enemy fall B5 100 %, H1 " in lines[2]
    view = view_of("F G1 gun 3000,1000/0; A B5 inf 5 3100,1800/180")
    assert told(view, "fire g1 at b5")[0] == "G1 against B5: driven back 100 %."


def test_garrisons_cavalry_and_lines_that_lapse() -> None:
    view = view_of("F G1 gun 2300,1700/0; A M1 inf 1 2360,2420/180", hold={"HOU": "allied"})
    assert told(view, "fire g1 at hou")[0].startswith("G1 against M1: misses 8")
    view = view_of("F I5 inf 5 3000,1900/0; A C1 cav 1 3000,2000/180; A C2 cav 1 4500,2000/180")
    assert told(view, "attack c1 with i5")[0] == "I5 against C1: it rides off 100 %."
    view = view_of("F I1 inf 1 3000,1900/0; F G1 gun 3000,1500/0; A B2 inf 2 3000,2000/180")
    assert "I1 against B2: lapses 100 %." in told(view, "fire g1 at b2", "attack b2 with i1")


def test_a_duel_that_an_earlier_one_has_decided_is_not_needed() -> None:
    view = view_of("F G1 gun 3000,1000/0; F G2 gun 3200,1000/0; A H1 gun 3100,1800/180; A K1 inf 1 6000,4000/180")
    first, second, *_ = told(view, "fire g1, g2 at h1", count=1000)
    assert share_in(second, "not needed") == share_in(first, "wins")


def test_a_strongpoint_that_changes_hands_and_a_game_that_ends() -> None:
    view = view_of(
        "F B5 inf 5 2360,2200/0; F C4 inf 4 2360,2100/0; A M1 inf 1 2360,2420/180; A N1 inf 1 6000,4500/180",
        hold={"HOU": "allied"},
        target=1,
    )
    lines = told(view, "attack hou with b5 advance")
    won = share_in(lines[0], "wins")
    assert f"Napoleon wins {won} %." in lines
    view = view_of("F B5 inf 5 2360,2200/0; A M1 inf 1 2360,2420/180; A N1 inf 1 6000,4500/180", hold={"HOU": "allied"})
    assert any(line.startswith("Chateau of Hougoumont is French ") for line in told(view, "attack hou with b5 advance"))


def test_who_stands_in_danger_afterwards_is_told() -> None:
    view = view_of(
        "F B5 inf 5 3000,3300/0; F C2 inf 2 900,900/0;"
        " A G1 gun 2900,4400/180; A G2 gun 3100,4400/180; A D5 inf 5 900,1180/180"
    )
    lines = told(view, "move b5 n 150")
    assert lines[0] == "Nobody fires and nobody fights."
    assert lines[1] == "B5 may fall afterwards: two guns, G1 and G2 100 %."
    assert lines[2] == "C2 may fall afterwards: an attack by D5 92 %."


def test_what_the_enemy_has_secretly_ordered_does_not_show() -> None:
    view = view_of("F I5 inf 5 3000,1900/0; A C1 cav 1 3000,2000/180; A C2 cav 1 4500,2000/180")
    settled = RULES.settle({"scenario": "bare"})
    position = RULES.encode(RULES.imagine(view, 0))
    position["standing"]["allied"]["evade"] = {"all": "never"}
    unseen = dict(RULES.view(RULES.decode(position, settled), "french"))
    assert told(view, "attack c1 with i5") == told(unseen, "attack c1 with i5")


def test_no_sample_tells_nothing() -> None:
    view = view_of("F I3 inf 3 3000,1900/0; A D5 inf 5 3000,2000/180")
    assert WORDS.odds(view, []) == ()


def test_what_seldom_happens_is_not_never() -> None:
    assert [percent(count, 1000) for count in (0, 3, 10, 580, 997, 1000)] == [
        "0 %", "under 1 %", "1 %", "58 %", "over 99 %", "100 %",
    ]  # fmt: skip


def test_every_line_of_a_game_fits_and_every_turn_has_a_reason() -> None:
    position = RULES.opening(RULES.settle({}))
    reasons: list[str] = []
    for turn in range(20):
        (decision,) = RULES.awaiting(position)
        view = dict(RULES.view(position, decision.seat))
        orders = RULES.robot_orders(view, Level.OFFICER, turn)
        reasons.append(WORDS.reason(view, orders))
        assert all(len(line) <= 78 for line in odds.of(WORDS, view, orders, count=30).told)
        position = RULES.adjudicate(position, {decision.seat: orders}, SeededDice(b"z")).position
    assert all(each.startswith("It ") and each.endswith(".") for each in reasons if each)
    assert sum(bool(each) for each in reasons) > 12


@pytest.mark.parametrize(
    ("pieces", "order", "said"),
    [
        (
            "F G1 gun 3000,1000/0; F G2 gun 3200,1000/0; A B5 inf 5 3100,1800/180; A K1 inf 1 6000,4000/180",
            "fire g1, g2 at b5",
            "It destroys B5 with G1 and G2.",
        ),
        (
            "F B5 inf 5 3000,1000/0; A D5 inf 5 3000,3000/180",
            "move b5 n 200",
            "It brings B5 nearer to the enemy.",
        ),
        (
            "F B5 inf 5 3100,2050/0; A G1 gun 3000,3000/180; A G2 gun 3200,3000/180",
            "move b5 s 200",
            "It brings B5 out of the arcs of two guns.",
        ),
        ("F B5 inf 5 3000,1000/0; A D5 inf 5 3000,3000/180", "pass", ""),
    ],
)
def test_a_hint_tells_the_reason(pieces: str, order: str, said: str) -> None:
    view = view_of(pieces)
    assert WORDS.reason(view, orders_in(view, order)) == said


def test_a_sample_is_what_was_played() -> None:
    view = view_of("F B5 inf 5 3000,1000/0; A D5 inf 5 3000,3000/180")
    (sample,) = odds.samples(WORDS, view, orders_in(view, "move b5 n 200"), 1)
    assert isinstance(sample, Sample)
    assert RULES.encode(sample.after)["pieces"][0]["y"] == 1200
