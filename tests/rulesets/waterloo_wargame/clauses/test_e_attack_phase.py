"""Section E: who attacks whom, each once; lapses, fallbacks, the order of the dice."""

import pytest

clause = pytest.mark.clause
LINE = "F I2 inf 2 3000,1900/0; F J2 inf 2 3210,1900/0; A D2 inf 2 3000,2000/180; A E2 inf 2 3210,2000/180"


@clause("WWG-060")
@pytest.mark.parametrize(("written", "lead"), [("q2, p3", "P3"), ("p3, q2", "P3")])
def test_the_lead_is_the_first_that_touches(play, written, lead):
    pieces = "F P3 inf 3 3000,1900/0; F Q2 inf 2 3000,1800/0; A D4 inf 4 3000,2000/180"
    assert play(pieces, f"attack d4 with {written}", "1 1").one("fight")["lead"] == lead


@clause("WWG-061", "WWG-R11")
def test_the_waiting_army_only_defends(play):
    played = play(LINE, {"A": "attack i2 with d2"})
    assert played.no == "1 E25"
    assert played.events == []


@clause("WWG-062")
def test_nobody_must_attack(play):
    played = play(LINE, "pass")
    assert played.awaiting == {"allied": "turn"}
    assert played.at("I2 D2") == "3000,1900/0 3000,2000/180"


@clause("WWG-063")
def test_touch_and_arc(play):
    assert play("F X1 inf 1 1000,1000/180; A Y1 inf 1 1000,1105/180", "attack y1 with x1", "6 1").losses == "F 0 A 1"
    assert play("F X1 inf 1 1000,1000/0; A Y1 inf 1 1000,1106/180", "attack y1 with x1").no == "1 E16"
    assert play("F X1 inf 1 1000,1000/0; A Y1 inf 1 1000,1106/180", "fire x1 at y1").no == "1 E32"


@clause("WWG-065")
def test_a_target_is_named_before_the_dice(play):
    assert play(LINE, "attack with i2").no == "1 E26"
    assert play(LINE, "attack d2 with i2 / attack x9 with j2").no == "2 E01"


@clause("WWG-066", "WWG-088", "WWG-067")
def test_a_piece_fights_once_a_turn(play):
    # All four touch in pairs; E2 has supported D2 in the first fight, so that nobody may attack it in the second.
    played = play(
        "F I5 inf 5 3000,1900/0; F J1 inf 1 3350,2000/270; A D2 inf 2 3000,2000/180; A E2 inf 2 3200,2000/180",
        "attack d2 with i5 / attack e2 with j1",
        "1 3",
    )
    assert played.fights == ["I5 D2 7v7 draw"]
    assert played.one("fight")["support"] == ["D2", "E2"]
    assert played.lapses == ["2 used"]


@clause("WWG-066")
def test_a_gun_is_shot_at_any_number_of_times_and_fought_once(play):
    guns = "F G1 gun 3000,1000/0; F G2 gun 3200,1000/0; A H1 gun 3000,1900/180"
    assert play(guns, "fire g1, g2 at h1", "1 2 1 2").fights == ["G1 H1 6v6 draw", "G2 H1 6v6 draw"]
    pieces = "F I3 inf 3 3000,1900/0; F J1 inf 1 3100,2000/270; A H1 gun 3000,2000/180"
    played = play(pieces, "attack h1 with i3 / attack h1 with j1", "1 1")
    assert played.fights == ["I3 H1 5v5 draw"]


@clause("WWG-067", "WWG-R55")
def test_a_line_that_has_become_impossible_lapses(play):
    both = "attack d2 with i2 / attack d2 with j2"
    pieces = LINE.replace("3210,1900", "3150,2100")
    played = play(pieces, both, "6 1")
    assert played.fights == ["I2 D2 9v3 attacker"]
    assert played.lapses == ["2 E01"]
    driven = "F G1 gun 3000,1000/0; F I2 inf 2 3000,1900/0; A D2 inf 2 3000,2000/180"
    assert play(driven, "fire g1 at d2 / attack d2 with i2", "2").lapses == ["2 E16"]
    assert play(driven, "attack d2 with i2 / fire g1 at d2", "1 2 2").lapses == []


@clause("WWG-068")
def test_the_second_line_of_a_piece_is_its_fallback(play):
    pieces = "F I2 inf 2 3000,1900/0; F J5 inf 5 2850,2000/90; A D2 inf 2 3000,2000/180; A E2 inf 2 3155,1840/270"
    orders = "attack d2 with j5 / attack d2 with i2 / attack e2 with i2"
    fallback = play(pieces, position={"standing": {"allied": {"support": {"all": "none"}}}}).then(orders, "6 1 6 1")
    assert fallback.fights == ["J5 D2 13v3 attacker", "I2 E2 9v3 attacker"]
    assert fallback.lapses == ["2 E01"]
    first = play(pieces, "attack d2 with i2 / attack e2 with i2", "6 1")
    assert first.fights == ["I2 D2 9v3 attacker"]
    assert first.lapses == ["2 used"]
    assert play(pieces).facts("attack d2 with i2 / attack e2 with i2", 2)["fallback"] == ["I2"]


@clause("WWG-069", "WWG-R12")
def test_the_dice_fall_line_by_line_the_attackers_first(play):
    lone = {"standing": {"allied": {"support": {"all": "none"}}}}
    played = play(LINE, position=lone).then("attack e2 with j2 / attack d2 with i2", "6 1 2 3")
    assert played.fights == ["J2 E2 9v3 attacker", "I2 D2 5v5 draw"]
    assert [event["attack"]["dice"] + event["defence"]["dice"] for event in played.of("fight")] == [[6, 1], [2, 3]]


@clause("WWG-070", "WWG-R49", "WWG-125")
def test_victory_ends_the_turn_on_the_spot(play):
    position = {"losses": {"french": 0, "allied": 28}, "standing": {"allied": {"support": {"all": "none"}}}}
    played = play(LINE, position=position).then("attack d2 with i2 / attack e2 with j2", "6 1")
    assert played.end == "french losses WWG-125"
    assert played.kinds == ["fight", "removed", "end"]
    assert played.awaiting == {}


@clause("WWG-066", "WWG-096")
def test_who_evaded_an_attack_has_fought_and_may_still_be_shot(play):
    pieces = "A C2 cav 2 3000,2000/180; F I5 inf 5 3000,1900/0; F J1 inf 1 3150,2000/270; F G1 gun 3000,1500/0"
    played = play(pieces, "attack c2 with i5 / attack c2 with j1 / fire g1 at c2", "1")
    assert played.kinds == ["evade", "lapse", "push"]
    assert played.at("C2") == "3000,2500/180"


@clause("WWG-067", "WWG-099")
def test_of_a_line_of_guns_those_fire_that_still_can(play):
    # G2 is lost in its duel, so the second line has one gun left, and drives.
    pieces = "F G1 gun 2700,1200/0; F G2 gun 3300,1200/0; A B5 inf 5 3000,1900/180; A H1 gun 3300,2000/180"
    played = play(pieces, "fire g2 at h1 / fire g1, g2 at b5", "1 6 1")
    assert played.kinds == ["duel", "removed", "push"]
