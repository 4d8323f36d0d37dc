"""The battle die, frenzy and retreat."""

import pytest

clause = pytest.mark.clause

ADVANCE = {"standing": {"red": {"advance": "on"}, "blue": {"advance": "on"}}}


@clause("SWL-052")
@pytest.mark.parametrize(
    ("die", "board"),
    [
        ("B", "LN E6"),
        ("R", "BF E6"),
        ("B+", "LN E6"),
        ("R+", "BF E5"),
        ("BR", "LN E6"),
        ("RR", "BF E6"),
    ],
)
def test_the_colour_wins(play, die, board):
    assert play("LN E5, BF E6", "attack E5 E6", die).board == board


@clause("SWL-052")
def test_the_colour_wins_whoever_attacked(play):
    assert play("LN E5, BF E6", "attack E6 E5", "B", seat="red").board == "LN E5"
    assert play("LN E5, BF E6", "attack E6 E5", "R", seat="red").board == "BF E5"
    assert play("LN E5, PI E6", "attack E6 E5", "R", seat="red").board == "PI E5"


@clause("SWL-052")
def test_no_die_without_a_tie(play):
    assert play("MG E5, BF E6", "attack E5 E6", "R").rolled == ""


@clause("SWL-053", "SWL-062", "SWL-R31")
@pytest.mark.parametrize("die", ["R", "RR"])
def test_a_defender_who_wins(play, die):
    assert play("LN E3, BF E5", "attack E3 E5", die).board == "BF E5"
    assert play("LN E3, BF E5", "attack E3 E5", die, position=ADVANCE).board == "BF E4"
    assert play("LN E3, BF E5, BF E2", "attack E3 E5", die, position=ADVANCE).board == "BF E2, BF E4"


@clause("SWL-053")
def test_no_advance_without_the_die(play):
    assert play("LI E3, BF E5", "attack E3 E5", position=ADVANCE).board == "BF E5"


@clause("SWL-054", "SWL-R31")
def test_the_winner_of_a_plus_takes_the_square(play):
    assert play("LN E3, BF E5", "attack E3 E5", "R+").board == "BF E4"
    assert play("LN E3, BF E5", "attack E3 E5", "B+").board == "LN E5"


@clause("SWL-054", "SWL-055")
def test_frenzy_goes_on_against_enemies(play):
    played = play("MG E5, HR E6, BF E7, BF E8", "attack E5 E6", "B+")
    assert played.board == "MG E7, BF E8"
    assert played.lost("red") == "BF HR"


@clause("SWL-055")
@pytest.mark.parametrize(
    ("pieces", "order", "board"),
    [
        ("LN D5, BF E5, LI F5", "attack D5 E5", "LN F5"),
        ("LN F5, BF E5, LI D5", "attack F5 E5", "LN D5"),
        ("LN E6, BF E5, LI E4", "attack E6 E5", "LN E4"),
        ("LN E9, BF E10, LI D10", "attack E9 E10", "LI D10, LN E10"),
        ("LN K5, BF L5", "attack K5 L5", "LN L5"),
        ("LN E5, BF E6, LI E8", "attack E5 E6", "LN E6, LI E8"),
    ],
)
def test_the_line_of_frenzy(play, pieces, order, board):
    assert play(pieces, order, "B+").board == board


@clause("SWL-055", "SWL-R32")
def test_the_line_of_a_defender(play):
    played = play("LN D5, BF E5, LI C5, LI F5", "attack D5 E5", "R+")
    assert played.board == "BF C5, LI F5"


@clause("SWL-056")
def test_a_frenzied_defender_meets_a_gun_of_the_attackers(play):
    """Going south it comes to a French gun from the front, going north at a red one from the front as well."""
    assert play("FA E3, LN E4, BF E5", "attack E4 E5", "R+").board == "FA E3"
    assert play("LN E5, BF E4, FA E6", "attack E5 E4", "R+").board == "BF E6"


@clause("SWL-056", "SWL-049", "SWL-059")
def test_ones_own_gun_from_the_front(play):
    """Going south, LN comes to a French gun from the side that it fires to."""
    played = play("LN E6, BF E5, FA E4", "attack E6 E5", "B+")
    assert played.board == "FA E4"
    assert played.lost("blue") == "LN"


@clause("SWL-057")
def test_another_tie_is_another_roll(play):
    played = play("LN E5, BF E6, BF E7, BF E8", "attack E5 E6", "B+ B+ B")
    assert played.rolled == "B+ B+ B"
    assert played.board == "LN E8"
    turned = play("LN E5, LN E4, BF E6, BF E7, BF E8", "attack E5 E6", "B+ R+")
    assert turned.fights == [
        "LN E5xE6 BF 3v3 B+ attacker eliminated E6",
        "LN E6xE7 BF 3v3 R+ defender eliminated E6",
    ]
    assert turned.board == "LN E4, BF E6, BF E8"


@clause("SWL-057")
def test_a_frenzied_defender_runs_down_the_line(play):
    played = play("LN E3, LN E5, BF E6, LI E4, LI E2", "attack E5 E6", "R+")
    assert played.fights[0].endswith("R+ defender eliminated E5")
    assert played.fights[1] == "BF E5xE4 LI 3v1 - attacker eliminated E4"
    assert played.board == "LI E2, LN E3, BF E4"


@clause("SWL-057", "SWL-062")
def test_a_retreat_in_frenzy(play):
    played = play("LN E5, BF E6, BF E7", "attack E5 E6", "B+ BR")
    assert played.board == "LN E7"
    assert played.pool("red") == "BF withdrawn"
    back = play("LN E5, BF E6, BF E7", "attack E5 E6", "B+ RR")
    assert back.board == "BF E7"
    assert back.pool("blue") == "LN withdrawn"


@clause("SWL-058", "SWL-R33")
@pytest.mark.parametrize(
    ("tie", "pieces", "board"),
    [
        ("auto", "NE E5, MG E7, HR E6", "NE E7"),
        ("mover", "NE E5, MG E7, HR E6", "MG E7"),
        ("auto", "MG E5, NE E7, HR E6", "NE E7"),
        ("other", "MG E5, NE E7, HR E6", "MG E7"),
    ],
)
def test_a_commander_among_equal_friends(play, tie, pieces, board):
    played = play(pieces, "attack E5 E6", "B+", position={"standing": {"blue": {"own-tie": tie}}})
    assert played.rolled == "B+"
    assert played.board == board


@clause("SWL-R33")
def test_of_two_commanders_the_frenzied_one_is_lost(play):
    played = play("UX E7, MG E6, BU E5, LN A1", "attack E7 E6", "R+", seat="red", turn=14)
    assert played.fights[1].startswith("UX E6xE5 BU 5v5")
    assert played.lost("red") == "UX"
    assert "BU E5" in played.board


@clause("SWL-058")
@pytest.mark.parametrize(("tie", "winner"), [("auto", "defender"), ("mover", "defender"), ("other", "attacker")])
def test_which_of_two_equal_friends(play, tie, winner):
    played = play("LN E5, LN E7, BF E6", "attack E5 E6", "B+", position={"standing": {"blue": {"own-tie": tie}}})
    assert [event["how"] for event in played.of("attack")] == ["die", "own_tie"]
    assert played.of("attack")[1]["winner"] == winner


@clause("SWL-058", "SWL-073")
def test_heavy_cavalry_that_survives_a_friend_has_its_block(play):
    told = {"standing": {"blue": {"own-tie": "other"}}}
    played = play("PL E5, YG E7, HR E6", "attack E5 E6", "B+", position=told)
    assert played.fights[1].startswith("PL E6xE7 YG 4v4")
    assert played.board == "PL-2 E7"
    assert played.lost("blue") == "YG"


@clause("SWL-059")
def test_unequal_friends(play):
    weaker = play("LN E5, MG E7, BF E6", "attack E5 E6", "B+")
    assert weaker.board == "MG E7"
    assert weaker.lost("blue") == "LN"
    commander = play("LN E5, NA E7, BF E6, NE A1", "attack E5 E6", "B+")
    assert commander.board == "NE A1, LN E7"
    assert commander.lost("blue") == "NA"
    assert commander.end is None


@clause("SWL-059", "SWL-R12", "SWL-101")
def test_a_friend_may_strike_down_his_own_chief(play):
    played = play("LN E5, NA E7, BF E6", "attack E5 E6", "B+", version="standard")
    assert played.end == "red cinc_lost SWL-101"


@clause("SWL-060", "SWL-R34")
def test_cavalry_in_frenzy_stops_before_a_farm(play):
    played = play("CH C3, KH C4, BF C5", "attack C3 C4", "B+", version="standard")
    assert played.board == "CH C4, BF C5"
    infantry = play("MG C3, HR C4, BF C5", "attack C3 C4", "B+", version="standard")
    assert infantry.board == "MG C5"


@clause("SWL-060")
def test_cavalry_does_not_advance_onto_a_farm(play):
    """The attacker comes out of the farm; the cavalry that beats it stays, whether it would or must advance."""
    for die in ("R+", "R"):
        tie = play("YG C5, DC C4, LN C6", "attack C5 C4", die, version="standard", position=ADVANCE)
        assert tie.board == "DC C4, LN C6"
        assert tie.lost("blue") == "YG"


@clause("SWL-061", "SWL-R35")
@pytest.mark.parametrize(
    ("target", "board"),
    [("low", "LN C4, LN C6, RI D6"), ("high", "LN C4, RI C6, LN D6")],
)
def test_whom_a_frenzy_in_a_farm_strikes(play, target, board):
    played = play(
        "LN C5, LN C4, BF D5, RI C6, RI D6",
        "attack C5 D5",
        "B+",
        version="standard",
        position={"standing": {"blue": {"farm-target": target}}},
    )
    assert played.board == board


@clause("SWL-061", "SWL-R35")
def test_the_strongest_that_is_known(play):
    told = {"standing": {"blue": {"farm-target": "strong"}}}
    pieces = "MG C5, HR D5, BF C6, *RI D6"
    assert play(pieces, "attack C5 D5", "B+", version="standard", position=told).board == "BF C6, MG D6"
    both = play("MG C5, HR D5, *BF C6, *RI D6", "attack C5 D5", "B+", version="standard", position=told)
    assert both.board == "MG C6, RI D6"
    neither = play("MG C5, HR D5, RI C6, BF D6", "attack C5 D5", "B+", version="standard", position=told)
    assert neither.board == "MG C6, BF D6"


@clause("SWL-061", "SWL-R35")
def test_the_order_may_name_whom(play):
    played = play("LN C5, BF D5, RI C6, RI D6", "attack C5 D5 then D6", "B+", version="standard")
    assert played.board == "RI C6, LN D6"


@clause("SWL-061")
def test_a_frenzied_defender_of_a_farm_does_not_advance(play):
    """The winner stays where it is, and strikes the enemy in the tile if there is one."""
    outside = play("LN C4, BF C5, LI C3", "attack C4 C5", "R+", version="standard")
    assert outside.board == "LI C3, BF C5"
    inside = play("LN C4, BF C5, LI D6", "attack C4 C5", "R+", version="standard")
    assert inside.fights[1].startswith("BF C5xD6 LI 3v1")
    assert inside.board == "BF D6"


@clause("SWL-061")
def test_friends_in_the_farm_are_spared(play):
    played = play("LN C5, BF D5, LI D6, LI C6", "attack C5 D5", "B+", version="standard")
    assert played.board == "LI C6, LN D5, LI D6"
    assert len(played.fights) == 1


@clause("SWL-061", "SWL-124")
def test_a_destroyed_farm_has_no_such_frenzy(play):
    ruin = {"tiles": {"HOU": {"damage": 4}}}
    played = play("LN C5, BF D5, RI E5, RI D6", "attack C5 D5", "B+", version="standard", position=ruin)
    assert played.board == "RI D6, LN E5"


@clause("SWL-062", "SWL-063", "SWL-R66")
def test_a_retreat(play):
    played = play("LN E5, BF E6, NA A1, WE A10", "attack E5 E6 / end", "BR")
    assert played.lost("red") == ""
    assert played.pool("red") == "BF withdrawn"
    assert played.board == "NA A1, WE A10, LN E6"
    assert played.ply == "red 6"
    assert played.then("enter BF E10").at("E10") == "BF"


@clause("SWL-063", "SWL-092")
def test_no_return_in_the_same_ply(play):
    played = play("LN E5, BF E6, NA A1", "attack E5 E6 / enter LN E1", "RR")
    assert played.codes == ["E-ENTER"]
    assert play("LN E5, BF E6, NA A1", "attack E5 E6", "RR").then("enter LN E1").no == "1 E-ENTER SWL-092"


@clause("SWL-064", "SWL-073")
def test_each_attack_of_a_frenzy_is_a_charge(play):
    played = play("ED E5, FG E6, HR E7, BF E8", "attack E5 E6", "B+ B+")
    assert played.fights == [
        "ED E5xE6 FG 6v6 B+ attacker eliminated E6",
        "ED E6xE7 HR 5v5 B+ attacker eliminated E7",
        "ED E7xE8 BF 4v3 - attacker eliminated E8",
    ]
    assert played.board == "ED-3 E8"


@clause("SWL-064", "SWL-078", "SWL-R38")
def test_a_defender_in_frenzy_charges_too(play):
    """DC wins as defender, and then attacks: one block, though it was BLUE's ply."""
    played = play("YG E5, DC E6, LN E4, NA A1, WE A10", "attack E5 E6 / end", "R+")
    assert played.fights[1] == "DC E5xE4 LN 4v3 - attacker eliminated E4"
    assert played.at("E4") == "DC-1"
    assert played.then("rest E4").no == "1 E-REST SWL-078"
    assert played.then("end").then("end").then("rest E4").ok
