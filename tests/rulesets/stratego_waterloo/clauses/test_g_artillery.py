"""Artillery."""

import pytest

clause = pytest.mark.clause


@clause("SWL-065")
def test_a_shot_is_an_action_and_needs_no_die(play):
    played = play("FA E4, BF E7, BF E6", "fire E4 E6 / fire E4 E7")
    assert played.actions == "2/3"
    assert played.rolled == ""
    assert played.board == "FA E4"


@clause("SWL-065")
@pytest.mark.parametrize("code", ["LN", "CH", "NA"])
def test_only_guns_fire(play, code):
    assert play(f"{code} E4, BF E6", "fire E4 E6").no == "1 E-NOTGUN SWL-065"


@clause("SWL-066")
@pytest.mark.parametrize(
    ("seat", "gun", "hit", "missed"),
    [
        ("blue", "FA E5", "E6 E7 E8", "E9 E10 E4 E2 D6 F6 D5 F5"),
        ("red", "BA E6", "E5 E4 E3", "E2 E1 E7 E8 D5 F5 D6 F6"),
        ("red", "PA E6", "E5 E4 E3", "E2 E7 D5 F6"),
    ],
)
def test_straight_forward_one_to_three(play, seat, gun, hit, missed):
    square = gun.split()[1]
    enemy = "BF" if seat == "blue" else "LN"
    for target in hit.split():
        assert play(f"{gun}, {enemy} {target}", f"fire {square} {target}", seat=seat).board == gun
    for target in missed.split():
        refused = play(f"{gun}, {enemy} {target}", f"fire {square} {target}", seat=seat)
        assert refused.no == "1 E-LOS SWL-066", target


@clause("SWL-067", "SWL-R42")
@pytest.mark.parametrize("between", ["LN E5", "BF E6", "LI E5", "CH E6", "BL E5"])
def test_every_piece_blocks(play, between):
    assert play(f"FA E4, {between}, BF E7", "fire E4 E7").no == "1 E-LOS SWL-067"


@clause("SWL-067", "SWL-R42")
def test_what_blocks_and_what_does_not(play):
    assert play("FA C4, BF C7", "fire C4 C7", version="standard").no == "1 E-LOS SWL-067"
    ruin = {"tiles": {"HOU": {"damage": 4}}}
    assert play("FA C4, BF C7", "fire C4 C7", version="standard", position=ruin).ok
    assert play("FA J1, BF J4", "fire J1 J4", version="expert").ok
    assert play("BA F10, LN F7", "fire F10 F7", seat="red", version="standard").ok


@clause("SWL-068")
@pytest.mark.parametrize("code", ["WE", "UX", "FG", "BF", "RH", "KH", "BA"])
def test_what_a_shot_eliminates(play, code):
    played = play(f"FA E4, {code} E7, LN A1", "fire E4 E7")
    assert played.shots == [f"E4 E7 {code} eliminated"]
    assert played.lost("red") == code
    assert played.of("shot", "red")[0]["target"]["code"] == code


@clause("SWL-069", "SWL-R08")
@pytest.mark.parametrize("code", ["RI", "BL", "LW"])
def test_light_infantry_is_immune(play, code):
    played = play(f"FA E4, {code} E7", "fire E4 E7")
    assert played.shots == [f"E4 E7 {code} immune"]
    assert played.actions == "1/3"
    assert played.sees("blue", "E7") == code
    again = played.then("fire E4 E7")
    assert again.ok
    assert again.actions == "2/3"


@clause("SWL-070")
def test_what_is_no_target(play):
    assert play("FA E4, LN E6", "fire E4 E6").no == "1 E-TARGET SWL-070"
    assert play("FA E4, BF A9", "fire E4 E6").no == "1 E-TARGET SWL-070"
    assert play("BA E6, PI E4", "fire E6 E4", seat="red").no == "1 E-TARGET SWL-070"


@clause("SWL-071")
def test_fighting_spirit_is_nothing_to_a_gun(play):
    card = {"cards": {"hands": {"blue": ["FS"], "red": ["FS"]}}, "standing": {"red": {"spirit": "any 1"}}}
    played = play("FA E4, BF E7", "fire E4 E7", version="standard", position=card)
    assert played.lost("red") == "BF"
    assert played.hand("red") == "FS"
    assert not play("FA E4, BF E7", "fire E4 E7 spirit", version="standard", position=card).ok


@clause("SWL-072")
def test_the_prussian_gun_fronts_south(play):
    assert play("PA L6, LN L3", "fire L6 L3", seat="red").board == "PA L6"
    assert play("PA L6, LN L9", "fire L6 L9", seat="red").codes == ["E-LOS"]
