"""Standard: farms and the hill."""

import pytest

clause = pytest.mark.clause

RED_FLAG = {"tiles": {"HOU": {"flag": "red"}}}
BLUE_FLAG = {"tiles": {"HOU": {"flag": "blue"}}}


@pytest.fixture
def standard(play):
    def standard(*args, **kwargs):
        return play(*args, **({"version": "standard"} | kwargs))

    return standard


@clause("SWL-115", "SWL-R02")
def test_where_the_tiles_lie(play):
    tiles = play("NA A1", version="expert").view("blue")["tile_data"]
    assert {name: (tile["kind"], sorted(tile["squares"])) for name, tile in tiles.items()} == {
        "HOU": ("FARM", ["C5", "C6", "D5", "D6"]),
        "LHP": ("FARM", ["I5", "I6", "J5", "J6"]),
        "MSJ": ("HILL", ["F8", "F9", "G8", "G9"]),
        "PLA": ("VILLAGE", ["J2", "J3", "K2", "K3"]),
    }


@clause("SWL-116")
@pytest.mark.parametrize("code", ["CH", "CU", "NE", "NA", "FA"])
def test_a_farm_is_for_infantry(standard, code):
    assert standard(f"{code} C4", "C4 C5").no == "1 E-FARM SWL-116"
    assert standard(f"{code} E5", "E5 D5").no == "1 E-FARM SWL-116"


@clause("SWL-116")
@pytest.mark.parametrize("code", ["CH", "NA", "NE"])
def test_cavalry_neither_crosses_nor_attacks_it(standard, code):
    assert standard(f"{code} C4", "C4 C8").no == "1 E-FARM SWL-116"
    assert standard(f"{code} C4, BF C5", "attack C4 C5").no == "1 E-FARM SWL-116"
    assert standard(f"{code} C4, BF C7", "attack C4 C7").no == "1 E-FARM SWL-116"


@clause("SWL-117")
def test_infantry_goes_in_through_and_out(standard):
    assert standard("LI C4", "C4 C7").board == "LI C7"
    assert standard("LN C4", "C4 D5").board == "LN D5"
    assert standard("MG C4, BF C5", "attack C4 C5").board == "MG C5"
    assert standard("MG C5, BF C6", "attack C5 C6").board == "MG C6"
    assert standard("MG C6, BF C7", "attack C6 C7").board == "MG C7"


@clause("SWL-118")
def test_a_farm_is_conquered_by_four(standard):
    three = standard("LN C5, LN D5, LN C6, LN B4", "B4 B5")
    assert three.tile("HOU") == "- 0"
    four = standard("LN C5, LN D5, LN C6, LN E6", "E6 D6")
    assert four.tile("HOU") == "blue 0"
    assert [(event["tile"], event["flag"]) for event in four.of("farm", None)] == [("HOU", "blue")]
    mixed = standard("BF C5, PI D5, BF C6, LW E6", "E6 D6", seat="red")
    assert mixed.tile("HOU") == "red 0"


@clause("SWL-118")
def test_conquest_by_attack(standard):
    played = standard("LN C5, LN D5, LN C6, MG E6, BF D6", "attack E6 D6")
    assert played.tile("HOU") == "blue 0"


@clause("SWL-119", "SWL-R44")
def test_the_flag_stays(standard):
    left = standard("LN C5, LN D5, LN C6, LN D6", "C5 C4 / D5 D4", position=BLUE_FLAG)
    assert left.tile("HOU") == "blue 0"
    assert standard("BF C5", "C5 C4", seat="red", position=BLUE_FLAG).tile("HOU") == "blue 0"
    changed = standard("BF C5, BF D5, BF C6, BF D7", "D7 D6", seat="red", position=BLUE_FLAG)
    assert changed.tile("HOU") == "red 0"


@clause("SWL-120", "SWL-R44", "SWL-R45")
@pytest.mark.parametrize(
    ("flag", "strengths"),
    [(None, [3, 3]), ("blue", [3, 4]), ("red", [3, 3])],
)
def test_the_flag_gives_one(standard, flag, strengths):
    tiles = {"tiles": {"HOU": {"flag": flag}}}
    played = standard("BF D7, LN D6", "attack D7 D6", "B", seat="red", position=tiles)
    assert played.of("attack")[0]["strengths"] == strengths


@clause("SWL-120", "SWL-R45")
def test_also_in_attack_from_inside(standard):
    played = standard("LN D6, BF D7", "attack D6 D7", position=BLUE_FLAG)
    assert played.of("attack")[0]["strengths"] == [4, 3]
    assert standard("LN D5, BF D7", "attack D5 D7", position=BLUE_FLAG).of("attack")[0]["strengths"] == [4, 3]
    inside = standard("LN D5, BF D6", "attack D5 D6", position=BLUE_FLAG)
    assert inside.of("attack")[0]["strengths"] == [4, 3]


@clause("SWL-R44", "SWL-120")
def test_only_while_it_is_full(standard):
    full = standard("LN C5, LN D5, LN C6, LN D6, BF D7", "attack D7 D6", seat="red", fortify="full", position=BLUE_FLAG)
    assert full.of("attack")[0]["strengths"] == [3, 4]
    three = standard("LN C5, LN D5, LN D6, BF D7", "attack D7 D6", "B", seat="red", fortify="full", position=BLUE_FLAG)
    assert three.of("attack")[0]["strengths"] == [3, 3]


@clause("SWL-121", "SWL-128")
@pytest.mark.parametrize(
    ("pieces", "order", "seat"),
    [
        ("FA C3, BF C5", "fire C3 HOU", "blue"),
        ("FA C3, BF C5", "fire C3 C5", "blue"),
        ("FA C3", "fire C3 C5", "blue"),
        ("FA C2", "fire C2 HOU", "blue"),
        ("FA D4, RI D5", "fire D4 D5", "blue"),
        ("BA C8, LN C6", "fire C8 HOU", "red"),
    ],
)
def test_a_shot_at_a_farm_hits_the_farm(standard, pieces, order, seat):
    played = standard(pieces, order, seat=seat)
    assert played.tile("HOU") == "- 1"
    assert played.lost("red") == played.lost("blue") == ""
    assert played.shots[0].endswith("HOU damaged 1")
    assert played.of("shot", "red")[0]["target"] is None or played.of("shot", "red")[0]["target"]["code"] is None


@clause("SWL-121")
@pytest.mark.parametrize(
    ("pieces", "order"),
    [
        ("FA C1, BF C5", "fire C1 HOU"),
        ("FA C3, BF C5", "fire C3 C6"),
        ("FA E5, BF D5", "fire E5 HOU"),
        ("FA C3, LN C4", "fire C3 HOU"),
        ("FA B4", "fire B4 HOU"),
    ],
)
def test_a_farm_out_of_reach(standard, pieces, order):
    assert standard(pieces, order).codes == ["E-LOS"]


@clause("SWL-122", "SWL-R46")
def test_ones_own_garrison(standard):
    refused = standard("FA C3, LN D6, BF C5", "fire C3 HOU")
    assert refused.no == "1 E-TARGET SWL-122"
    assert "Hougemont" in refused.message
    assert standard("FA C3, LN D6, BF C5", "fire C3 C5").no == "1 E-TARGET SWL-122"
    assert standard("BA C8, PI D5", "fire C8 HOU", seat="red").no == "1 E-TARGET SWL-122"


@clause("SWL-123", "SWL-124", "SWL-R07")
def test_four_hits(standard):
    state = {"tiles": {"HOU": {"flag": "red", "damage": 3}}}
    played = standard("FA C3, BF C5", "fire C3 HOU", position=state)
    assert played.tile("HOU") == "- 4"
    assert played.shots == ["C3 HOU destroyed 4"]
    for seat in ("blue", "red", None):
        assert played.view(seat)["tiles"]["HOU"]["damage"] == 4


@clause("SWL-123")
def test_damage_comes_from_both_sides_and_stays(standard):
    """Two hits by BLUE on RED's farm, a new flag, and two more by RED."""
    state = {"tiles": {"HOU": {"flag": "red", "damage": 2}}}
    taken = standard("LN C5, LN D5, LN C6, LN E6, BA C8, NA A1, WE A9", "E6 D6 / end", position=state)
    assert taken.tile("HOU") == "blue 2"
    assert taken.then("fire C8 HOU / fire C8 HOU").tile("HOU") == "- 4"


@clause("SWL-124", "SWL-R47", "SWL-116")
def test_a_ruin_is_open_ground(standard):
    ruin = {"tiles": {"HOU": {"damage": 4}}}
    assert standard("CH C4", "C4 C8", position=ruin).ok
    assert standard("FA C4", "C4 C5", position=ruin).ok
    assert (
        standard("BF D7, LN D6", "attack D7 D6", "B", seat="red", position=ruin).fights[0].startswith("BF D7xD6 LN 3v3")
    )
    assert standard("FA C3", "fire C3 HOU", position=ruin).codes == ["E-TARGET"]
    held = standard("LN C5, LN D5, LN C6, LN E6", "E6 D6", position=ruin)
    assert held.tile("HOU") == "- 4"


@clause("SWL-124")
def test_those_inside_stay(standard):
    state = {"tiles": {"HOU": {"flag": "red", "damage": 3}}}
    played = standard("FA C3, BF C5, BF D5", "fire C3 HOU", position=state)
    assert played.at("C5 D5") == "BF BF"
    assert played.lost("red") == ""


@clause("SWL-125")
def test_frenzy_in_a_farm_stays_in_it(standard):
    played = standard("LN C5, BF D5, RI E5", "attack C5 D5", "B+")
    assert played.board == "LN D5, RI E5"


@clause("SWL-126")
@pytest.mark.parametrize("code", ["CH", "FA", "LN", "CU", "NA"])
def test_a_hill_is_open_to_all(standard, code):
    assert standard(f"{code} F7", "F7 F8").board == f"{code} F8"
    assert standard("CH F7", "F7 F10").ok


@clause("SWL-127")
@pytest.mark.parametrize(
    ("pieces", "order", "strengths"),
    [
        ("LN F7, BF F8", "attack F7 F8", [3, 4]),
        ("CH E8, KH F8", "attack E8 F8", [2, 3]),
        ("LN F9, BF F8", "attack F9 F8", [3, 3]),
        ("LN G8, BF F8", "attack G8 F8", [3, 3]),
        ("LN F8, BF F7", "attack F8 F7", [3, 3]),
        ("MG F7, RH F8", "attack F7 F8", [5, 6]),
    ],
)
def test_defence_on_a_hill(standard, pieces, order, strengths):
    dice = "B" if strengths[0] == strengths[1] else ""
    assert standard(pieces, order, dice).of("attack")[0]["strengths"] == strengths


@clause("SWL-127")
def test_both_sides_have_it(standard):
    assert standard("BF F7, LN F8", "attack F7 F8", seat="red").lost("red") == "BF"


@clause("SWL-128", "SWL-R43")
def test_what_a_gun_on_the_hill_reaches(standard):
    seen = {
        (row, column)
        for row in range(1, 11)
        for column in "DEFGHI"
        if f"{column}{row}" != "F8" and standard(f"BA F8, LN {column}{row}", f"fire F8 {column}{row}", seat="red").ok
    }
    assert seen == {(row, column) for row in (4, 5, 6, 7) for column in "EFG"}
    rear = {row for row in range(1, 9) if standard(f"BA G9, LN H{row}", f"fire G9 H{row}", seat="red").ok}
    assert rear == {5, 6, 7, 8}


@clause("SWL-128", "SWL-067")
def test_over_pieces_and_farms(standard):
    assert standard("BA F8, BF F7, BF F6, LN F5", "fire F8 F5", seat="red").board == "BF F6, BF F7, BA F8"
    tiles = "tile HILL C8\ntile FARM C5"
    armies = "army blue NA 1 NE 1 LN 3\narmy red WE 1 UX 1 BA 2"
    text = f'scenario "X"\nbase standard\n{tiles}\n{armies}\nprussians none'
    played = standard("BA C8, LN C4", "fire C8 C4", seat="red", battlefield=text, version="standard")
    assert played.board == "BA C8"


@clause("SWL-129")
def test_a_gun_on_the_hill_is_safe_from_below(standard):
    assert standard("FA F5, BA F8", "fire F5 F8").no == "1 E-HILLGUN SWL-129"
    assert standard("FA E8, BA E10", "fire E8 E10").ok
    assert standard("LN E8, BA F8", "attack E8 F8").board == "LN F8"
    assert standard("LN F7, BA F8", "attack F7 F8").lost("blue") == "LN"


@clause("SWL-130")
@pytest.mark.parametrize("code", ["BF", "KH", "UX"])
def test_others_on_the_hill_are_not(standard, code):
    assert standard(f"FA F5, {code} F8", "fire F5 F8").lost("red") == code
