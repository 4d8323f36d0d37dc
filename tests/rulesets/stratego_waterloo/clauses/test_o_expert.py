"""Expert: set-up, Plancenoit, how the battle ends."""

import pytest

from pbem.rulesets.stratego_waterloo import presentation

clause = pytest.mark.clause

RED = """setup
10: BF KH BL .. UX WE .. DC .. KH BF BF
 9: KH KH DC BF SG BA BA RH BF DC KH KH
 8: .. RI BF BF FG BA BA BF BF BF RI ..
 7: BF BF BA BF BL HR HR BL BF BA BF BF"""


@pytest.fixture
def expert(play):
    def expert(*args, **kwargs):
        return play(*args, **({"version": "expert"} | kwargs))

    return expert


@clause("SWL-147")
def test_no_cards_of_the_lines(opening):
    played = opening("13 12 11 10 9 8 7 6 5 4 3 2", version="expert")
    assert played.position["retreat"] == {"blue": None, "red": None}
    assert played.of("dealt") == []


@clause("SWL-148")
@pytest.mark.parametrize("garrison", ["BF C6, BF D6", "BF C5, BF D5", "BF C5, BF D6"])
def test_a_garrison_in_hougemont(opening, garrison):
    played = opening(version="expert").then(f"{RED}\ngarrison: {garrison}")
    assert played.ok
    first, second = garrison.split(", ")
    assert played.at(f"{first[3:]} {second[3:]}") == "BF BF"
    assert sum(square in played.position["board"] for square in ("C5", "D5", "C6", "D6")) == 2


@clause("SWL-148")
@pytest.mark.parametrize(
    "garrison",
    [
        "",
        "garrison: BF C6",
        "garrison: BF C6, KH D6",
        "garrison: BF C6, BF D7",
        "garrison: BF C6, BF C6",
        "garrison: BF C6, BF I6",
        "garrison: BF C6, BF D6, BF C5",
    ],
)
def test_exactly_two_of_infantry(opening, garrison):
    played = opening(version="expert").then(f"{RED}\n{garrison}")
    assert set(played.codes) <= {"E-SETUP", "E-SYNTAX"}
    assert played.codes
    assert played.awaiting == {"red": "setup"}


@clause("SWL-148")
def test_any_infantry_will_do(opening):
    light = RED.replace(" 8: .. RI", " 8: BF ..")
    played = opening(version="expert").then(f"{light}\ngarrison: BF C6, RI D5")
    assert played.ok
    assert played.at("C6 D5") == "BF RI"
    assert played.sees("blue", "C6 D5") == "i i"


@clause("SWL-149", "SWL-115")
def test_plancenoit_is_on_the_french_right(expert):
    squares = expert("NA A1").view("blue")["tile_data"]["PLA"]["squares"]
    assert sorted(squares) == ["J2", "J3", "K2", "K3"]


@clause("SWL-150")
@pytest.mark.parametrize(
    ("pieces", "order", "seat", "strengths"),
    [
        ("BF J4, LN J3", "attack J4 J3", "red", [3, 4]),
        ("LN J4, BF J3", "attack J4 J3", "blue", [3, 4]),
        ("LN J3, BF J4", "attack J3 J4", "blue", [4, 3]),
        ("BF J3, LN J2", "attack J3 J2", "red", [4, 4]),
        ("PI L3, LI K3", "attack L3 K3", "red", [3, 2]),
    ],
)
def test_infantry_in_the_village(expert, pieces, order, seat, strengths):
    dice = "R" if strengths[0] == strengths[1] else ""
    assert expert(pieces, order, dice, seat=seat).of("attack")[0]["strengths"] == strengths


@clause("SWL-151")
def test_everything_else_in_the_village(expert):
    assert expert("CH J4", "J4 J1").ok
    assert expert("FA J4", "J4 J3").ok
    assert expert("KH J4, CH J3", "attack J4 J3", "R", seat="red").of("attack")[0]["strengths"] == [2, 2]
    assert expert("CH J3, KH J4", "attack J3 J4", "B").of("attack")[0]["strengths"] == [2, 2]


@clause("SWL-152", "SWL-R48")
def test_shots_at_the_village(expert):
    pieces = "BA K6, LN K3"
    assert expert(pieces, "fire K6 K3", seat="red").lost("blue") == "LN"
    assert expert(pieces, "fire K6 PLA", seat="red").tile("PLA") == "- 1"
    assert expert("BA K6", "fire K6 K3", seat="red").tile("PLA") == "- 1"
    assert expert("BA K6", "fire K6 PLA", seat="red").tile("PLA") == "- 1"
    friend = expert("BA K6, LN K3, BF J2", "fire K6 PLA", seat="red")
    assert friend.codes == ["E-TARGET"]
    assert expert("BA K6, LN K3, BF J2", "fire K6 K3", seat="red").lost("blue") == "LN"
    assert expert("BA K7", "fire K7 PLA", seat="red").codes == ["E-LOS"]
    light = expert("BA K6, LI K3", "fire K6 K3", seat="red")
    assert light.shots == ["K6 K3 LI immune"]


@clause("SWL-153", "SWL-R48")
def test_the_village_is_destroyed_by_four(expert):
    played = expert(
        "BA K6, LN K3, LN J3, BF J4, WE A9", "fire K6 PLA", seat="red", position={"tiles": {"PLA": {"damage": 3}}}
    )
    assert played.tile("PLA") == "- 4"
    assert played.at("K3") == "LN"
    after = played.then("attack J4 J3", "R")
    assert after.of("attack")[0]["strengths"] == [3, 3]
    assert after.then("fire K6 PLA").codes == ["E-TARGET"]


@clause("SWL-154")
def test_napoleon_is_the_french_battle(expert):
    assert expert("BF E6, NA E5, NE A1", "attack E6 E5", seat="red").end == "red cinc_lost SWL-154"


@clause("SWL-155", "SWL-R14")
def test_wellington_is_not_the_allied_one(expert):
    played = expert("LN E5, WE E6, UX A9, NA A1", "attack E5 E6 / end")
    assert played.end is None
    assert played.actions == "0/1"
    both = expert("LN E5, WE E6", "attack E5 E6", position={"eliminated": {"red": {"UX": 1}}})
    assert both.end == "blue leaders_lost SWL-090"


@clause("SWL-156")
def test_the_allied_centre(expert):
    assert expert("CH E10, CH H5", "H5 H10").end == "blue retreat_lines SWL-156"


@clause("SWL-157", "SWL-R15", "SWL-160")
@pytest.mark.parametrize(("first", "second"), [("I10", "L5"), ("A10", "D7"), ("K10", "J7")])
def test_an_allied_wing(expert, first, second):
    played = expert(f"CH {first}, CH {second}, BF F8", f"{second} {second[0]}10", "1 1")
    assert played.end is None
    assert played.position["phase"] == "pursuit"
    assert played.position["pursuit"]["victor"] == "blue"
    assert played.awaiting == {"blue": "pursuit"}


@clause("SWL-158", "SWL-R15")
@pytest.mark.parametrize(("first", "second"), [("A1", "D4"), ("E1", "H5"), ("I1", "L5")])
def test_any_french_section(expert, first, second):
    played = expert(f"KH {first}, KH {second}, LN F2", f"{second} {second[0]}1", "1 1", seat="red")
    assert played.position["pursuit"]["victor"] == "red"
    assert played.awaiting == {"red": "pursuit"}


@clause("SWL-157", "SWL-158", "SWL-R15")
def test_two_sections_do_not_add_up(expert):
    assert expert("CH D10, CH I7, NA A1", "I7 I10").position["phase"] == "play"
    assert expert("KH D1, KH E5, WE A9", "E5 E1", seat="red").position["phase"] == "play"


@clause("SWL-159", "SWL-099")
def test_it_is_looked_at_after_each_activation(expert):
    played = expert("CH I10, CH L5, LN A3, BF B8", "L5 L10 / A3 A4", "1 1")
    assert played.position["phase"] == "pursuit"
    assert played.at("A3") in ("LN", "..")
    assert played.moves == ["CH L5-L10"]


@clause("SWL-104")
def test_the_turn_limit_leaves_it_indecisive(expert, play):
    over = expert("NA A1, WE A9", "end", turn=40)
    assert over.end == "draw turn_limit SWL-104"
    assert "indecisive" in presentation().say_outcome(over.view("blue")).lower()
    assert "drawn" in presentation().say_outcome(play("NA A1, WE A9", "end", turn=40).view("blue"))
