"""Section C: turns, the clock, and what may be done in a turn."""

import pytest

clause = pytest.mark.clause
TEN = (
    "F I5 inf 5 1000,1000/0; F J5 inf 5 2000,1000/0; F K1 inf 1 3000,1000/0; F G1 gun 4000,1000/0; F H1 gun 5000,1000/0"
)
FIGHT = "F I3 inf 3 3000,1800/0; A D5 inf 5 3000,2000/180"


@clause("WWG-028", "WWG-031")
def test_the_armies_take_turns_and_the_dial_runs(ask):
    first = ask(None, "pass")
    assert first.awaiting == {"allied": "turn"}
    assert [event["event"] for event in first.events] == ["turn"]
    second = first.then("pass")
    assert second.awaiting == {"french": "turn"}
    assert second.one("dial") | {"clause": ""} == {"event": "dial", "round": 2, "time": "11:45", "clause": ""}
    assert second.one("turn")["seat"] == "french"


@clause("WWG-031", "WWG-127")
@pytest.mark.parametrize(("number", "time"), [(1, "11:30"), (3, "12:00"), (20, "16:15")])
def test_what_the_dial_shows(play, number, time):
    assert play("F I1 inf 1 1000,1000/0", position={"round": number}).view("F")["time"] == time


@clause("WWG-029", "WWG-030", "WWG-057")
def test_all_moves_come_before_the_fighting(play):
    played = play(FIGHT, "attack d5 with i3 / move i3 forward 100", "5 3")
    assert played.kinds == ["move", "fight", "removed"]


@clause("WWG-029", "WWG-107")
def test_strongpoints_change_hands_at_the_end(play):
    pieces = "F G1 gun 2360,1500/0; A M1 inf 1 2360,2420/180"
    assert play(pieces, "fire g1 at m1", "6 6", hold="HOU").kinds == ["bombard", "removed", "strongpoint"]


@clause("WWG-032", "WWG-R09", "WWG-050", "WWG-049")
def test_ten_thousand_men(play):
    both = "move i5 forward 9 / wheel j5 left 9"
    assert play(TEN, f"{both} / move g1 forward 9 / turn h1 around").ok
    refused = play(TEN, f"{both} / turn k1 around")
    assert refused.no == "3 E04"
    assert "11,000" in refused.message
    assert "10,000" in refused.message
    assert "WWG-032" in refused.cites


@clause("WWG-032", "WWG-058")
def test_the_general_is_outside_the_limit(play):
    assert play(TEN, "move i5 forward 9 / move j5 forward 9 / general to k1", generals="F=I5").ok


@clause("WWG-033")
def test_a_piece_moves_once(play):
    assert play(TEN, "move k1 forward 9 / turn k1 around").no == "2 E03"


@clause("WWG-034", "WWG-R10")
def test_a_gun_moves_or_fires(play):
    pieces = f"{TEN}; A D1 inf 1 4000,1500/180"
    assert play(pieces, "move g1 forward 9 / fire g1 at d1").no == "2 E13"
    assert play(pieces, "fire g1 at d1 / turn g1 around").no == "2 E13"
    assert play(pieces, "fire g1 at d1 / move h1 forward 100", "1").ok


@clause("WWG-035", "WWG-064", "WWG-R09")
def test_attacks_from_where_one_stands_cost_nothing(play):
    pieces = f"{TEN}; F X3 inf 3 3000,1900/0; A D5 inf 5 3000,2000/180"
    assert play(pieces, "move i5 forward 9 / move j5 forward 9 / attack d5 with x3", "5 3").losses == "F 0 A 5"
