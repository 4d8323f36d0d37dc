"""The attack phase (sections E to N): fights, support, fire, retreats, Generals, strongpoints, victory."""

from __future__ import annotations

from typing import Any

import pytest

DUEL5 = "F I3 inf 3 3000,1900/0; A D5 inf 5 3000,2000/180"
GROUP = "F P3 inf 3 3000,1900/0; F Q2 inf 2 3000,1800/0; F R4 inf 4 3000,1400/0; A D4 inf 4 3000,2000/180"
PUSH = "F G1 gun 0 3000,1000/0; A B3 inf 3 3000,1800/180"
STORM = "A M1 inf 1 2360,2420/180; F B4 inf 4 2360,2200/0"


# --- Contact -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unequal", "dice", "totals", "losses"),
    [
        ("printed", [5, 3], (9, 8), (0, 5)),
        ("double", [5, 3], (9, 10), (3, 0)),
        ("printed", [5, 1], (9, 6), (0, 5)),
        ("double", [5, 1], (9, 8), (0, 5)),
    ],
)
def test_unequal_strengths(table: Any, unequal: str, dice: list[int], totals: Any, losses: Any) -> None:
    game = table(DUEL5, unequal=unequal).play("attack d5 with i3", dice=dice)
    assert game.totals() == totals
    assert game.losses() == losses


def test_a_group_wins_and_advances(table: Any) -> None:
    game = table(GROUP).play("attack d4 with p3, q2 advance", dice=[4, 3])
    assert game.totals() == (10, 7)
    assert [game.where(code) for code in ("D4", "Q2", "P3")] == [None, None, "3000,2000/0"]
    assert game.losses() == (2, 4)
    assert game.kinds() == ["fight", "removed", "removed", "advance", "turn"]


def test_a_group_loses(table: Any) -> None:
    game = table(GROUP).play("attack d4 with p3, q2", dice=[1, 6])
    assert [game.where(code) for code in ("P3", "Q2", "D4")] == [None, "3000,1500/0", "3000,2000/180"]
    assert game.event("retreat")["towards"] == "R4"
    game = table(GROUP.replace("3000,1400", "3400,1400")).play("attack d4 with p3, q2", dice=[1, 6])
    assert game.where("Q2") == "3300,1500/0"


def test_the_general_in_a_lost_attack_takes_all_with_him(table: Any) -> None:
    game = table(GROUP, generals={"french": "P3"}).play("attack d4 with p3, q2", dice=[1, 1, 6, 6])
    assert game.totals() == (13, 16)
    assert game.losses() == (5, 0)
    assert game.written()["generals"]["french"] == "R4"


def test_the_general_comes_too_late(table: Any) -> None:
    game = table(GROUP, generals={"french": "R4"})
    assert game.refused("general to p3", "attack d4 with p3, q2") == ["ok", "E22"]
    game.play("general to q2", "attack d4 with p3", dice=[3, 3])
    assert game.totals() == (7, 7)


def test_both_generals_count(table: Any) -> None:
    pieces = (
        "A G5 inf 5 5250,3300/180; A Z1 inf 1 5250,4000/180; F I5 inf 5 5250,3100/0; F J5 inf 5 5250,3000/0;"
        "F K1 inf 1 5250,2000/0"
    )
    more = {"hold": {"PAP": "allied"}, "generals": {"allied": "G5", "french": "I5"}}
    game = table(pieces, **more).play("attack pap with i5, j5", dice=[3, 4, 5, 2])
    assert game.totals() == (23, 22)
    assert game.losses() == (5, 5)
    assert game.where("J5") is None
    assert game.written()["generals"]["allied"] == "Z1"
    game = table(pieces, sp_initiative="off", **more).play("attack pap with i5, j5", dice=[3, 4, 5, 2])
    assert game.event("fight")["result"] == "draw"


def test_a_draw_locks_the_defender(table: Any) -> None:
    pieces = "F I2 inf 2 3000,1900/0; A D2 inf 2 3000,2000/180; A E2 inf 2 3204,1894/0"
    game = table(pieces).play("attack d2 with i2", dice=[3, 4])
    assert game.event("fight")["support"] == ["D2"]
    assert game.refused("attack i2 with d2", "attack i2 with e2") == ["E21", "ok"]
    assert game.facts("attack i2 with e2")["face"] == "flank"
    game.play("attack i2 with e2", dice=[1, 1])
    assert game.written()["locks"] == []


def test_retreats_after_a_draw(table: Any) -> None:
    pieces = "F I2 inf 2 3000,1900/0; A D2 inf 2 3000,2000/180"
    game = table(pieces).play("stand draw d2 retreat", seat="allied").play("attack d2 with i2", dice=[3, 4])
    assert game.where("D2") == "3000,2200/180"
    game = table(pieces).play("attack d2 with i2 draw retreat", dice=[3, 4])
    assert game.where("I2") == "3000,1700/0"
    game = table(pieces).play("stand draw all retreat", "stand retreat all bearing 90", seat="allied")
    assert game.play("attack d2 with i2", dice=[3, 4]).where("D2") == "3200,2000/180"


def test_support_is_chosen_for_the_most_men(table: Any) -> None:
    pieces = (
        "A T2 inf 2 3000,2000/180; A U2 inf 2 3200,2000/180; A V1 inf 1 3350,2000/180; A W3 inf 3 2750,2000/180;"
        "F X5 inf 5 3000,1900/0"
    )
    game = table(pieces)
    facts = game.facts("attack t2 with x5")
    assert facts["support"] == ["T2", "W3"]
    assert facts["odds"] == {"win": 21, "draw": 5, "lose": 10, "of": 36}
    game.play("attack t2 with x5", dice=[4, 3])
    assert (game.where("W3"), game.where("T2")) == (None, "3000,2000/180")
    game = table(pieces).play("stand support t2 with u2, v1", seat="allied").play("attack t2 with x5", dice=[3, 4])
    assert game.event("fight")["support"] == ["T2", "U2", "V1"]
    game = table(pieces).play("stand support all none", seat="allied").play("attack t2 with x5", dice=[3, 6])
    assert game.event("fight")["support"] == ["T2"]


def test_a_flank_and_a_rear(table: Any) -> None:
    game = table("F C3 cav 3 3000,1900/0; A G1 gun 0 3000,2000/180").play("attack g1 with c3", dice=[1, 1])
    assert game.totals() == (5, 5)
    game = table("F C3 cav 3 3000,2100/180; A G1 gun 0 3000,2000/180").play("attack g1 with c3", dice=[1, 1])
    assert game.totals() == (7, 5)
    assert game.losses() == (0, 0)
    assert game.written()["guns_lost"]["allied"] == 1


def test_what_an_attack_line_can_break(table: Any) -> None:
    pieces = (
        "F I3 inf 3 3000,1900/0; F J3 inf 3 3300,1900/0; F C1 cav 1 2800,1900/0; F G1 gun 0 3000,1780/0;"
        "F K1 inf 1 3000,1000/0; A D5 inf 5 3000,2000/180; A E1 inf 1 6000,2000/180"
    )
    game = table(pieces, hold={"HOU": "allied"})
    assert game.refused("attack d5 with i3, j3") == ["E18"]
    assert game.refused("attack d5 with g1") == ["E19"]
    assert game.refused("attack d5 with i3, k1") == ["E17"]
    assert game.refused("attack d5 with k1") == ["E16"]
    assert game.refused("attack hou with i3") == ["E31"]
    assert game.refused("attack d5 with i3 advance k1") == ["E29"]
    assert game.refused("attack j3 with i3", "attack d5 with e1", "fire i3 at d5") == ["E15", "E02", "E32"]
    assert game.refused("attack d5 with c1, i3") == ["ok"]
    edge = table("F X1 inf 1 1000,1000/0; A Y1 inf 1 1000,1106/180")
    assert edge.facts("attack y1 with x1")["gap"] == 6
    assert table("F X1 inf 1 1000,1000/0; A Y1 inf 1 1000,1105/180").refused("attack y1 with x1") == ["ok"]


def test_a_line_that_has_become_impossible_lapses(table: Any) -> None:
    pieces = "F I3 inf 3 3000,1900/0; F J3 inf 3 3300,1900/0; A D1 inf 1 3150,2000/180; A Z1 inf 1 3150,4000/180"
    game = table(pieces).play("attack d1 with i3", "attack d1 with j3", dice=[6, 1])
    assert game.event("lapse") == {
        "seat": "french",
        "line": 2,
        "order": "attack",
        "target": "D1",
        "pieces": ["J3"],
        "code": "E01",
        "facts": {"what": "piece", "name": "D1", "gone": True},
    }
    game = table(pieces).play("attack d1 with i3", "attack d1 with j3", dice=[1, 4])
    assert game.event("lapse")["code"] == "used"


def test_the_cap_over_all_that_touches(table: Any) -> None:
    pieces = (
        "F I3 inf 3 3000,1900/0; F J3 inf 3 3300,1900/0; A D1 inf 1 3000,2000/180; A E1 inf 1 3300,2000/180;"
        "A Z1 inf 1 3150,4000/180"
    )
    assert table(pieces).refused("attack d1 with i3", "attack e1 with j3") == ["ok", "ok"]
    game = table(pieces, group_cap="touching")
    assert game.refused("attack d1 with i3", "attack e1 with j3") == ["ok", "E35"]


# --- Evasion -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attacker", "target", "to"),
    [
        ("F I5 inf 5 3000,1900/0", "3000,2000/180", "3000,2400/180"),
        ("F I2 inf 2 3000,1900/0", "3000,2000/180", None),
        ("F I5 inf 5 3000,4780/0", "3000,4880/180", "3400,4880/180"),
        ("F I5 cav 5 3000,1900/0", "3000,2000/180", None),
    ],
)
def test_evasion(table: Any, attacker: str, target: str, to: str | None) -> None:
    game = table(f"{attacker}; A C2 cav 2 {target}")
    code = attacker.split()[1].lower()
    if to is None:
        assert "fight" in game.play(f"attack c2 with {code}", dice=[1, 1]).kinds()
    else:
        assert game.play(f"attack c2 with {code}").where("C2") == to
        assert game.event("evade")["yards"] == 400


def test_the_surrounded_do_not_evade(table: Any) -> None:
    pieces = (
        "A C2 cav 2 3000,2000/180; F I1 inf 1 3000,1900/0; F J1 inf 1 3150,2000/270; F K1 inf 1 2850,2000/90;"
        "F L2 inf 2 3000,2100/180"
    )
    game = table(pieces).play("stand evade all always", seat="allied").play("attack c2 with l2", dice=[2, 5])
    assert game.totals() == (7, 7)


def test_infantry_may_evade_if_agreed(table: Any) -> None:
    pieces = "F I5 inf 5 3000,1900/0; A D1 inf 1 3000,2000/180"
    assert table(pieces, retreat_before="on").play("attack d1 with i5").where("D1") == "3000,2200/180"


# --- Fire ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("more", "die", "to"),
    [
        ("", 6, "3000,2400/180"),
        ("", 5, "3000,2300/180"),
        ("; A B2 inf 2 3000,2250/180", 4, "3000,2150/180"),
        ("; F C2 inf 2 3000,2100/0", 4, "3000,2000/180"),
    ],
)
def test_one_gun_drives_back(table: Any, more: str, die: int, to: str) -> None:
    assert table(PUSH + more).play("fire g1 at b3", dice=[die]).where("B3") == to


def test_the_edge_stops_a_retreat(table: Any) -> None:
    pieces = "F G1 gun 0 3000,4000/0; A B3 inf 3 3000,4800/180"
    assert table(pieces).play("fire g1 at b3", dice=[4]).where("B3") == "3000,4950/180"
    assert table(pieces, blocked_retreat="destroy").play("fire g1 at b3", dice=[4]).losses() == (0, 3)
    game = table(pieces, edge="open").play("fire g1 at b3", dice=[4])
    assert (game.where("B3"), game.event("removed")["why"]) == (None, "edge")
    aslant = table("F G1 gun 0 3000,1000/0; A B3 inf 3 3300,1800/180")
    assert aslant.play("fire g1 at b3", dice=[3]).where("B3") == "3411,2079/180"


def test_two_guns_destroy(table: Any) -> None:
    pieces = "F G1 gun 0 2700,1200/0; F G2 gun 0 3300,1200/0; A B5 inf 5 3000,1900/180"
    assert table(pieces).play("fire g1, g2 at b5").losses() == (0, 5)
    game = table(pieces).play("fire g1 at b5", "fire g2 at b5")
    assert game.kinds() == ["barrage", "removed", "turn"]
    assert table(pieces).check("fire g1 at b5", "fire g2 at b5")[0].facts["effect"] == "destroy"
    cavalry = table(pieces.replace("B5 inf 5", "B2 cav 2")).play("fire g1, g2 at b2")
    assert cavalry.event("evade")["against"] == "fire"
    assert cavalry.losses() == (0, 0)


@pytest.mark.parametrize(("dice", "left"), [([4, 5], "both"), ([5, 5], "G1"), ([2, 4], "G2")])
def test_a_duel(table: Any, dice: list[int], left: str) -> None:
    game = table("F G1 gun 0 3000,1000/0; A G2 gun 0 3000,1900/180").play("fire g1 at g2", dice=dice)
    assert (game.where("G1") is not None) == (left in ("both", "G1"))
    assert (game.where("G2") is not None) == (left in ("both", "G2"))
    if left == "both":
        assert game.refused("fire g2 at g1") == ["E21"]
    assert game.losses() == (0, 0)


def test_two_guns_on_a_gun(table: Any) -> None:
    pieces = "F G1 gun 0 2700,1200/0; F G2 gun 0 3300,1200/0; A H1 gun 0 3000,1900/180"
    assert "duel" in table(pieces).play("fire g1, g2 at h1", dice=[6, 1]).kinds()
    game = table(pieces, two_guns_on_gun="remove", gun_loss=4).play("fire g1, g2 at h1")
    assert game.losses() == (0, 4)


def test_fire_at_a_garrison(table: Any) -> None:
    pieces = "A M1 inf 1 2360,2420/180; F G1 gun 0 2360,1500/0; A Z1 inf 1 6000,4000/0"
    game = table(pieces, hold={"HOU": "allied"}).play("fire g1 at m1", dice=[4, 6])
    assert game.losses() == (0, 1)
    assert game.event("strongpoint") == {"strongpoint": "HOU", "holder": None, "was": "allied"}
    game = table(pieces, hold={"HOU": "allied"}).play("fire g1 at hou", dice=[5, 4])
    assert (game.losses(), game.where("M1")) == ((0, 0), "2360,2420/180")


def test_the_arc(table: Any) -> None:
    game = table("F G1 gun 0 3000,1000/0; A X2 inf 2 3000,2101/180; A Y2 inf 2 3600,1850/180")
    facts = game.facts("fire g1 at x2")
    assert (facts["yards"], facts["degrees"]) == (1001, 0)
    assert game.refused("fire g1 at y2") == ["E14"]
    square = table("F G1 gun 0 3000,1000/0; A Y2 inf 2 3600,1850/180", fire_arc="square")
    assert square.refused("fire g1 at y2") == ["ok"]


# --- Strongpoints --------------------------------------------------------------------------------------------------


def test_a_strongpoint_is_stormed(table: Any) -> None:
    game = table(STORM, hold={"HOU": "allied"}).play("attack hou with b4 advance", dice=[4, 2])
    assert game.totals() == (9, 8)
    assert game.where("B4") == "2360,2420/0"
    assert game.written()["strongpoints"]["HOU"] == "french"
    even = table(STORM, hold={"HOU": "allied"}).play("attack hou with b4", dice=[3, 2])
    assert even.event("fight")["result"] == "draw"
    assert table(STORM, hold={"HOU": "allied"}).refused("move b4 forward 50") == ["E10"]
    cavalry = table(STORM.replace("B4 inf", "B4 cav"), hold={"HOU": "allied"})
    assert cavalry.refused("attack hou with b4", "attack m1 with b4") == ["E20", "E20"]


# --- The end, and the course of the game ---------------------------------------------------------------------------


def test_victory_at_once(table: Any) -> None:
    pieces = "F I5 inf 5 3000,1900/0; F J1 inf 1 3300,1900/0; A D3 inf 3 3000,2000/180; A E1 inf 1 3400,2000/180"
    more = {"position": {"losses": {"french": 12, "allied": 28}}}
    game = table(pieces, **more).play("attack d3 with i5", "attack e1 with j1", dice=[6, 1])
    assert game.event("end")["winners"] == ["french"]
    assert game.kinds() == ["fight", "removed", "end"]
    assert game.where("E1") is not None
    assert game.rules.awaiting(game.position) == ()


def test_both_reach_the_target_in_one_fight(table: Any) -> None:
    pieces = "F P3 inf 3 3000,1900/0; F Q1 inf 1 3000,1800/0; A D2 inf 2 3000,2000/180; A Z1 inf 1 6000,4000/0"
    game = table(pieces, position={"losses": {"french": 29, "allied": 29}}).play("attack d2 with p3, q1", dice=[6, 1])
    assert game.losses() == (30, 31)
    assert game.event("end")["winners"] == ["french"]


def test_time_runs_out(waterloo: Any) -> None:
    game = waterloo(turns=2)
    for _ in range(3):
        game.play("pass")
    assert game.written()["round"] == 2
    game.play("pass")
    assert game.event("end") == {
        "winners": ["allied"],
        "reason": "time",
        "clause": "WWG-127",
        "losses": {"french": 0, "allied": 0},
    }


def test_a_silent_army_stands(waterloo: Any) -> None:
    game = waterloo()
    for _ in range(5):
        game.play(due=True)
    assert game.event("stood")["missed"] == 3
    assert game.refused("claim game", seat="allied") == ["ok"]
    assert game.refused("claim game", seat="french") == ["E34"]
    game.play("claim computer", seat="allied")
    assert game.mover == "allied"
    game.play("pass")
    assert game.rules.awaiting(game.position)[0].at_deadline == "bot"
    game.play("pass")
    assert game.written()["computer"] == []


def test_draws_and_resignations(waterloo: Any) -> None:
    game = waterloo().play("offer draw", seat="allied").play("offer draw", seat="french")
    assert game.event("end")["reason"] == "agreed"
    game = waterloo().play("offer draw", seat="allied").play("pass")
    assert "draw_lapsed" not in game.kinds()
    assert "draw_lapsed" in game.play("pass").play("pass").kinds()
    assert waterloo().play("resign", seat="allied").event("end")["winners"] == ["french"]


def test_standing_orders_are_nobody_elses_business(waterloo: Any) -> None:
    game = waterloo()
    assert game.rules.open_record(game.position)
    game.play("stand evade all never", "stand general fallback qui")
    assert game.mover == "french"
    assert game.written()["round"] == 1
    assert [event.seen_by for event in game.result.events] == [("french",)] * 2
    assert not game.rules.open_record(game.position)
    assert game.refused("stand evade kem never", "stand draw xyz hold") == ["E02", "E01"]


@pytest.mark.parametrize(
    "orders", [("move mar n 10", "move don forward 200"), ("move mar n 10", "preview"), ("turn 1",)]
)
def test_a_mail_is_carried_out_whole_or_not_at_all(waterloo: Any, orders: tuple[str, ...]) -> None:
    game = waterloo()
    assert game.effect(*orders) == "nothing"
    assert game.effect("move mar n 10") == "at once"
    assert game.untouched_by(*orders)
