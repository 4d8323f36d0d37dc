"""Attack: approach, order of resolution, strengths, guns."""

import pytest

clause = pytest.mark.clause

STRENGTHS = {"OG": 6, "MG": 5, "YG": 4, "LN": 3, "LI": 1, "ED": 6, "PL": 5, "CU": 4, "CH": 2, "NE": 5}
ENEMIES = {"FG": 6, "HR": 5, "BF": 3, "RI": 2, "BL": 1, "RH": 6, "SG": 5, "DC": 4, "KH": 2, "UX": 5}


@clause("SWL-037")
@pytest.mark.parametrize(
    ("pieces", "order", "board"),
    [
        ("LI E2, BL E5, BL F5", "attack E2 E5", "LI E5, BL F5"),
        ("LN E2, BL E4", "attack E2 E4", "LN E4"),
        ("LN E2, BL F3", "E2 F3", "LN F3"),
        ("CH E2, BL E9", "E2 x E9", "CH E9"),
        ("CH A5, BL L5", "a A5 L5", "CH L5"),
    ],
)
def test_an_attack_counts_its_last_step(play, pieces, order, board):
    played = play(pieces, order, "B" if "LI" in pieces else "")
    assert played.board == board


@clause("SWL-037")
@pytest.mark.parametrize(
    ("pieces", "order", "no"),
    [
        ("LI E2, BL E6", "attack E2 E6", "E-RANGE SWL-031"),
        ("LN E2, BL E5", "attack E2 E5", "E-RANGE SWL-032"),
        ("CH E2, BL F5", "attack E2 F5", "E-STRAIGHT SWL-033"),
        ("CH E2, LN E4, BL E5", "attack E2 E5", "E-BLOCKED SWL-029"),
        ("LN E2, LI E3, BL E4", "attack E2-E3xE4", "E-BLOCKED SWL-029"),
        ("LN E2", "attack E2 E3", "E-NOFOE"),
    ],
)
def test_attacks_that_do_not_reach(play, pieces, order, no):
    assert play(pieces, order).no.startswith(f"1 {no}")


@clause("SWL-038")
def test_attacking_is_voluntary_and_never_at_friends(play):
    assert play("LN E4, BF E5", "E4 D4 / end").ok
    assert play("LN E4, LN E5", "attack E4 E5").no == "1 E-FRIEND SWL-038"
    assert play("BF E4, PI E5", "attack E4 E5", seat="red").no == "1 E-FRIEND SWL-038"


@clause("SWL-039", "SWL-R27")
def test_a_gun_does_not_attack_by_moving(play):
    for order in ("attack E4 E5", "E4 E5", "E4 x E5"):
        assert play("FA E4, BF E5", order).no == "1 E-GUN SWL-039"


@clause("SWL-040", "SWL-R29")
def test_the_attacker_fights_from_the_assault_square(play):
    played = play("LN E3, BF E5", "attack E3 E5", "R")
    assert played.of("attack")[0]["from"] == "E3"
    assert played.of("attack")[0]["assault"] == "E4"
    repelled = play("LI E3, BA F5, BF E5, BF G5, BF F6", "attack E3 F5", li_front="repulse")
    assert repelled.at("E3 F4") == ".. LI"


@clause("SWL-041", "SWL-R04")
def test_both_are_shown(play):
    played = play("CH E4, KH E5, LN A1, BF A10", "attack E4 E5", "B")
    assert played.sees("red", "E5 A1") == "CH i"
    assert played.sees("blue", "E5 A10") == "CH i"
    event = played.of("attack", None)[0]
    assert (event["piece"]["code"], event["target"]["code"]) == ("CH", "KH")


@clause("SWL-R04", "SWL-041")
def test_how_long_a_piece_stays_known(play):
    pieces = "CU E4, KH E5, NA A1, WE A10"
    fought = play(pieces, "attack E4 E5")
    assert fought.sees("red", "E5") == "CU"
    moved = fought.then("E5 F5 / end")
    assert moved.sees("red", "F5") == "CU"
    rested = moved.then("end").then("rest F5 / end").then("end")
    back = rested.then("enter CU E1")
    assert back.sees("red", "E1") == "c"
    assert back.sees("blue", "E1") == "CU"
    forgetful = play(pieces, "attack E4 E5", memory="off")
    assert forgetful.sees("red", "E5") == "c"
    assert forgetful.of("attack", "red")[0]["piece"]["code"] == "CU"


@clause("SWL-042")
def test_the_order_of_resolution(play):
    """A target gun comes before an attacking CINC, and that before a defending one."""
    assert play("NA E5, BA E6", "attack E5 E6").of("attack")[0]["how"] == "gun_front"
    assert play("NA D6, BA E6", "attack D6 E6").of("attack")[0]["how"] == "gun_flank"
    assert play("NA E5, WE E6", "attack E5 E6").of("attack")[0]["how"] == "cinc_attacks"
    assert play("LI E5, WE E6", "attack E5 E6").of("attack")[0]["how"] == "cinc_attacked"
    assert play("LI E5, BF E6", "attack E5 E6").of("attack")[0]["how"] == "strength"


@clause("SWL-043", "SWL-046", "SWL-047", "SWL-048", "SWL-052")
@pytest.mark.parametrize("attacker", STRENGTHS)
@pytest.mark.parametrize("defender", ENEMIES)
def test_the_stronger_piece_stays(play, attacker, defender):
    ours, theirs = STRENGTHS[attacker], ENEMIES[defender]
    played = play(f"{attacker} E5, {defender} E6", "attack E5 E6", "B" if ours == theirs else "")
    blocks = "-1" if attacker in ("ED", "PL", "CU") else ""
    if ours >= theirs:
        assert played.board == f"{attacker}{blocks} E6"
        assert (played.lost("red"), played.lost("blue")) == (defender, "")
    else:
        assert played.board == f"{defender} E6"
        assert (played.lost("red"), played.lost("blue")) == ("", attacker)
    assert played.of("attack")[0]["strengths"] == [ours, theirs]


@clause("SWL-044", "SWL-045")
def test_what_is_added_to_strength(play):
    spirit = {"cards": {"hands": {"blue": ["FS"], "red": []}}}
    farm = {"tiles": {"HOU": {"flag": "blue"}}}
    assert play("LN C6, BF C7", "attack C6 C7 spirit", version="standard", position=spirit | farm).of("attack")[0][
        "strengths"
    ] == [5, 3]
    capped = play("OG C6, HR C7", "attack C6 C7 spirit", version="standard", position=spirit | farm)
    assert capped.of("attack")[0]["strengths"] == [6, 5]
    weak = play("CU-4 E5, BL E6", "attack E5 E6", "R")
    assert weak.of("attack")[0]["strengths"] == [0, 1]


@clause("SWL-045")
def test_nothing_is_stronger_than_six(play):
    played = play("OG F7, FG F8", "attack F7 F8", "R", version="standard")
    assert played.fights == ["OG F7xF8 FG 6v6 R defender eliminated -"]


@clause("SWL-046", "SWL-047")
def test_where_the_winner_stands(play):
    assert play("MG E4, BF E6", "attack E4 E6").board == "MG E6"
    assert play("LI E4, BF E6", "attack E4 E6").board == "BF E6"


@clause("SWL-049", "SWL-051")
@pytest.mark.parametrize("code", ["OG", "YG", "LN", "ED", "CH", "NE"])
def test_a_gun_from_the_front(play, code):
    played = play(f"{code} E5, BA E6", "attack E5 E6")
    assert played.board == "BA E6"
    assert played.lost("blue") == code
    assert played.of("attack")[0]["how"] == "gun_front"


@clause("SWL-049", "SWL-072", "SWL-035")
def test_the_front_of_each_sides_gun(play):
    assert play("BF E6, FA E5", "attack E6 E5", seat="red").lost("red") == "BF"
    assert play("BF E4, FA E5", "attack E4 E5", seat="red").board == "BF E5"
    assert play("LN E5, PA E6", "attack E5 E6").lost("blue") == "LN"
    assert play("LN E7, PA E6", "attack E7 E6").board == "LN E6"


@clause("SWL-050")
@pytest.mark.parametrize("start", ["D6", "F6", "E7"])
@pytest.mark.parametrize("code", ["LI", "CU-4", "NE", "NA"])
def test_a_gun_from_flank_and_rear(play, start, code):
    played = play(f"{code} {start}, BA E6", f"attack {start} E6")
    assert played.board == f"{code} E6"
    assert played.lost("red") == "BA"


@clause("SWL-051", "SWL-068")
def test_gunfire_from_the_front_destroys_a_gun(play):
    played = play("FA E4, BA E7", "fire E4 E7")
    assert played.board == "FA E4"
    assert played.lost("red") == "BA"


@clause("SWL-R30")
@pytest.mark.parametrize(
    ("pieces", "start", "assault"),
    [
        ("LN D5, BF E6", "D5", "E5"),
        ("LI D5, BF E6", "D5", "E5"),
        ("LN D5, BF E6, BF E5", "D5", "D6"),
        ("LI D5, BA E6", "D5", "D6"),
        ("LI E4, BA E6, BF D6", "E4", "E5"),
        ("LI E4, BL E5", "E4", "E4"),
        ("LI E8, BF E7, BF A1", "E8", "E8"),
    ],
)
def test_the_server_finds_the_way(play, pieces, start, assault):
    target = "E6" if "E6" in pieces else ("E5" if "BL" in pieces else "E7")
    played = play(pieces, f"attack {start} {target}", "B")
    assert played.of("attack")[0]["assault"] == assault


@clause("SWL-R30")
def test_forward_then_sideways_then_backward(play):
    """Two ways are equally short; it hangs on the last step which of them is taken."""
    assert play("LI C5, RI D6", "attack C5 D6").of("attack")[0]["assault"] == "D5"
    assert play("RI E7, LI D6", "attack E7 D6", seat="red").of("attack")[0]["assault"] == "D7"
    assert play("RI E5, LI D6", "attack E5 D6", seat="red").of("attack")[0]["assault"] == "E6"
