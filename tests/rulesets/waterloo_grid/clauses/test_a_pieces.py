"""Section A: pieces, stacks, cohesion."""

import re
from pathlib import Path

import pytest

from pbem.rulesets.waterloo_grid import presentation

clause = pytest.mark.clause

BOOK = (Path(__file__).parents[4] / "pbem" / "rulesets" / "waterloo_grid" / "rulebook.md").read_text(encoding="utf-8")


@clause("WGR-001")
@pytest.mark.parametrize(("facing", "cell"), [("n", "H5"), ("s", "H7"), ("e", "I6"), ("w", "G6")])
def test_the_four_directions(play, facing, cell):
    assert play(f"BI1 H6:fabc:{facing}", "B", "I1 f").at("BI1") == f"{cell}:fabc:{facing}"


@clause("WGR-001")
@pytest.mark.parametrize("cell", ["M5", "A0", "A11", "K12"])
def test_there_are_120_cells(play, cell):
    assert play(f"BI1 {cell}:fabc:n", "B").error["code"] == "position"
    assert play("BI1 H6:fabc:n", "B", f"I1 fire {cell}").codes == ["E01"]


@clause("WGR-001", "WGR-050")
def test_diagonal_neighbours_are_not_adjacent(play):
    """An enemy diagonally ahead is no contact: nothing is fought."""
    assert play("BI1 H6:fabc:n RI1 G5:fabc:s RI2 I5:fabc:s", "B", "end").fights == []


@clause("WGR-002", "WGR-018")
def test_blue_is_french_and_red_allied(begin):
    opened = begin("IICCA")
    assert opened.awaiting == {"blue": "orders"}
    assert "French" in presentation().seat_title("blue") + presentation().about
    assert presentation().rules.seats(presentation().rules.settle({})) == ("blue", "red")
    assert begin("IICCA", "RI1 f").no == "line 1 E02"


@clause("WGR-003", "WGR-R09")
@pytest.mark.parametrize("name", ["I1 D6:fabc:n", "G1 D6:fabc:n", "L1 D6:fabc:n", "H1 D6:fabc:n", "A1 D6:ab:n"])
@pytest.mark.parametrize("die", "ICAX-")
def test_each_class_is_of_an_arm(play, name, die):
    """A lone die wakes exactly the units of its arm."""
    wakes = {"I": "I", "G": "I", "L": "C", "H": "C", "A": "A"}
    played = play(f"B{name}", "B", f"{name.split()[0]} left", dice=f"{die}----")
    assert played.ok == (wakes[name[0]] == die)


@clause("WGR-003", "WGR-007", "WGR-R03")
@pytest.mark.parametrize(
    ("mover", "host", "fits"),
    [
        ("I1 D6:fa:n", "BI2 D5:fa:n", True),
        ("I1 D6:fa:n", "BG1 D5:fa:n", True),
        ("G1 D6:fa:n", "BI1 D5:fa:n", True),
        ("I1 D6:fa:n", "BL1 D5:fa:n", False),
        ("I1 D6:fa:n", "BA1 D5:ab:n", False),
        ("L1 D6:fa:n", "BL2 D5:fa:n", True),
        ("L1 D6:fa:n", "BH1 D5:fa:n", False),
        ("H1 D6:fa:n", "BL1 D5:fa:n", False),
        ("A1 D6:ab:n", "BA2 D5:ab:n", True),
        ("A1 D6:ab:n", "BI1 D5:fa:n", False),
    ],
)
def test_one_arm_a_cell(play, mover, host, fits):
    played = play(f"B{mover} {host}", "B", f"{mover.split()[0]} f")
    if fits:
        assert played.ok
    else:
        assert played.no == "line 1 E07"
        assert "WGR-007" in played.cites


@clause("WGR-004", "WGR-017")
@pytest.mark.parametrize(
    ("scenario", "red", "blue"),
    [
        ("standard", "I5 20 G1 4 L2 8 H2 8 A3 6", "I6 24 G2 8 L2 8 H3 12 A4 8"),
        ("lambert", "I6 24 G1 4 L2 8 H2 8 A3 6", "I6 24 G2 8 L2 8 H3 12 A4 8"),
    ],
)
def test_units_at_full_strength(ask, scenario, red, blue):
    units = ask(None, {}, "IICCA", scenario=scenario).position["units"]
    counted = {"R": {}, "B": {}}
    for name, groups in units.items():
        letters = "".join(group.split(":")[1] for group in groups.split())
        assert "".join(sorted(letters)) == ("ab" if name[1] == "A" else "abcf")
        units_and_bases = counted[name[0]].setdefault(name[1], [0, 0])
        units_and_bases[0] += 1
        units_and_bases[1] += len(letters)
    for side, expected in (("R", red), ("B", blue)):
        numbers = expected.split()
        assert counted[side] == {
            number[0]: [int(number[1:]), int(bases)] for number, bases in zip(numbers[::2], numbers[1::2], strict=True)
        }


@clause("WGR-005")
@pytest.mark.parametrize("name", ["BI1", "I1", "bi1", "i1"])
def test_how_a_unit_is_named(play, name):
    assert play("BI1 D6:fabc:n", "B", f"{name} f").at("BI1") == "D5:fabc:n"


@clause("WGR-005")
def test_names_that_are_no_units_of_ones_own(play):
    pieces = "BI1 D6:fabc:n RI2 D4:fabc:s"
    assert play(pieces, "B", "I2 f").no == "line 1 E02"
    assert play(pieces, "B", "RI2 f").no == "line 1 E02"
    assert play(pieces, "B", "BI9 f").no == "line 1 E02"
    dead = play(pieces, "B", "I3 f", pools={"B": "I3+1"}, position={"used": {"BI": 3}})
    assert dead.no == "line 1 E02"
    assert "BI3" in dead.message


@clause("WGR-005", "WGR-131")
def test_numbers_are_never_used_twice(play):
    """BI2 is dead and the pool makes a unit: it is BI7, since the set-up has six."""
    pieces = "BI1 D6:fabc:n"
    played = play(pieces, "B", "enter I at Y n", pools={"B": "I3+1"})
    assert played.at("BI7") == "F10:fabc:n"
    again = play(pieces, "B", "enter I at Y n", pools={"B": "I3+1"}, position={"used": {"BI": 11}})
    assert again.at("BI12") == "F10:fabc:n"
    first = play("BI1 D6:fabc:n", "B", "enter G at Y n", pools={"B": "G3+1"}, position={"used": {"BG": 2}})
    assert first.at("BG3") == "F10:fabc:n"


@clause("WGR-006", "WGR-010")
def test_every_base_has_unit_cell_and_facing(play):
    pieces = "BI1 D6:f:n D6:a:e D5:bc:+ BG1 D6:fa:w"
    assert play(pieces, "B").position["units"]["BI1"] == "D6:f:n D6:a:e D5:bc:+"
    assert play(pieces, "B").at("BG1") == "D6:fa:w"


@clause("WGR-006", "WGR-037")
def test_only_infantry_is_in_square(play):
    for unit in ("BL1 D6:fabc:+", "BH1 D6:fabc:+", "BA1 D6:ab:+"):
        assert play(unit, "B").error["code"] == "position"
    for unit in ("L1 D6:fabc:n", "H1 D6:fabc:n", "A1 D6:ab:n"):
        assert play(f"B{unit}", "B", f"{unit.split()[0]} square").no == "line 1 E13"
    assert play("BG1 D6:fabc:n", "B", "G1 square").at("BG1") == "D6:fabc:+"


@clause("WGR-007")
def test_one_side_a_cell(play):
    assert play("BI1 D6:fabc:n RI1 D6:f:s", "B").error["code"] == "position"
    assert play("BI1 D6:fa:n BL1 D6:fa:n", "B").error["code"] == "position"
    enemy = play("BI1 D6:fabc:n RI1 D5:f:n", "B", "I1 f")
    assert enemy.no == "line 1 E07"
    assert "WGR-033" in enemy.cites


@clause("WGR-008", "WGR-033", "WGR-R13")
@pytest.mark.parametrize(
    ("start", "cell", "room"),
    [
        ("D7:{}:n", "D6", 4),
        ("B5:{}:n", "B4", 4),
        ("F1:{}:s", "F2", 2),
        ("B7:{}:e", "C7", 2),
        ("B6:{}:e", "C6", 2),
        ("K6:{}:n", "K5", 1),
        ("G7:{}:s", "G8", 1),
    ],
    ids=["open", "hill", "village", "wood", "large-farm", "small-farm", "inn"],
)
def test_room_by_ground(play, start, cell, room):
    """So many bases go in, for one action point, and not one more."""
    letters = "fabc"[:room]
    assert cell in play(f"BI1 {start.format(letters)}", "B", "I1 f").at("BI1")
    if room < 4:
        more = play(f"BI1 {start.format('fabc'[: room + 1])}", "B", "I1 f")
        assert more.no == "line 1 E07"
        assert "WGR-008" in more.cites
    full = play(f"BI1 {start.format('f')} BG1 {cell}:{letters}:s", "B", "I1 f")
    assert full.no == "line 1 E07"


@clause("WGR-008")
def test_overfull_cells_are_no_position(play):
    assert play("BI1 D6:fabc:n BI2 D6:f:n", "B").error["code"] == "position"
    assert play("BI1 F2:fab:n", "B").error["code"] == "position"
    assert play("BI1 K5:fa:n", "B").error["code"] == "position"


@clause("WGR-009", "WGR-035", "WGR-R12")
def test_not_even_for_a_moment(play):
    """D5 is full on the way to D4, whatever becomes of it later in the mail."""
    assert play("BI1 D6:fabc:n BI2 D5:fabc:n", "B", "I1 f2 / I2 f2").no == "line 1 E07"
    assert play("BI1 D6:fabc:n BI2 D5:fabc:n", "B", "I2 f2 / I1 f2").ok
    assert play("BI1 D6:fa:n BI2 D5:fa:n", "B", "I1 f2").at("BI1") == "D4:fa:n"
    swap = play("BI1 D6:fa:n D5:bc:n BI2 D5:fa:n", "B", "I1 @D6: f, @D5: f")
    assert swap.no == "line 1 E07"
    assert play("BI1 D6:fa:n D5:bc:n BI2 D5:fa:n", "B", "I1 @D5: f, @D6: f").ok


@clause("WGR-010", "WGR-109")
def test_units_in_one_cell_stay_apart(play):
    played = play("BI1 D6:fa:n BI2 D5:fa:n", "B", "I1 f")
    assert played.at("BI1 BI2") == "D5:fa:n D5:fa:n"
    assert play("BI1 D5:fa:n BI2 D5:fa:n", "B", "I1 f").at("BI1 BI2") == "D4:fa:n D5:fa:n"


@clause("WGR-011", "WGR-R14")
def test_cavalry_and_guns_face_one_way(play):
    for name, letters in (("L1", "fabc"), ("H1", "fabc")):
        mixed = play(f"B{name} D6:{letters}:n", "B", f"{name} ab: right, fc: hold")
        assert mixed.no == "line 1 E08"
        assert "WGR-011" in mixed.cites
        assert play(f"B{name} D6:{letters}:n", "B", f"{name} ab: right, fc: right").ok
        assert play(f"B{name} D6:f:n D7:abc:n", "B", f"{name} abc: right").ok, "other cells may face elsewhere"
    assert play("BI1 D6:fabc:n", "B", "I1 ab: right, fc: hold").at("BI1") == "D6:fc:n D6:ab:e"
    assert play("BL1 D6:fa:n D6:bc:e", "B").error["code"] == "position"
    assert play("BL1 D6:fa:n BL2 D6:fa:e", "B").ok, "units of their own"


@clause("WGR-012", "WGR-R07")
@pytest.mark.parametrize("unit", ["I1 D6:fabc:n", "I1 D6:fab:n", "L1 D6:fabc:n", "H1 D6:fab:n"])
def test_three_or_four_bases_may_spread_a_step(play, unit):
    name = unit.split()[0]
    assert play(f"B{unit}", "B", f"{name} ab: f").ok
    far = play(f"B{unit}", "B", f"{name} ab: f2")
    assert far.no == "line 1 E08"
    assert "WGR-012" in far.cites


@clause("WGR-012", "WGR-R07")
def test_steps_are_counted_along_rows_and_columns(play):
    """E5 is diagonal to D6, which is two steps."""
    assert play("BI1 D6:f:n D5:abc:n", "B", "I1 ab: right f").no == "line 1 E08"


@clause("WGR-013", "WGR-R07")
def test_one_or_two_bases_stay_together(play):
    for unit in ("I1 D6:fa:n", "L1 D6:fa:n", "H1 D6:fa:n"):
        name = unit.split()[0]
        apart = play(f"B{unit}", "B", f"{name} a: f")
        assert apart.no == "line 1 E08"
        assert "WGR-013" in apart.cites
        assert play(f"B{unit}", "B", f"{name} f").ok


@clause("WGR-014", "WGR-R07")
@pytest.mark.parametrize("letters", ["fabc", "fab", "fa"])
def test_guards_may_be_two_steps_away(play, letters):
    assert play(f"BG1 D6:{letters}:n", "B", "G1 a: f2").ok
    assert play(f"BG1 D6:{letters}:n", "B", "G1 a: f").ok
    spread = f"BG1 D6:{letters.replace('a', '')}:n D4:a:n"
    far = play(spread, "B", "G1 @D4: f")
    assert far.no == "line 1 E08"
    assert "WGR-014" in far.cites


@clause("WGR-015", "WGR-R14")
def test_a_battery_acts_whole(play):
    half = play("BA1 D6:ab:n", "B", "A1 a: f")
    assert half.no == "line 1 E06"
    assert "WGR-015" in half.cites
    assert play("BA1 D6:ab:n", "B", "A1 ab: f").at("BA1") == "D5:ab:n"
    assert play("BA1 D6:ab:n", "B", "A1 @D6: f").ok
    assert play("BA1 D6:a:n", "B", "A1 a: f").at("BA1") == "D5:a:n"
    assert play("BA1 D6:a:n D5:b:n", "B").error["code"] == "position"
    assert play("BA1 D6:a:n D6:b:s", "B").error["code"] == "position"


@clause("WGR-016", "WGR-R08")
def test_a_scattered_unit_may_not_scatter_more(play):
    """b and c are two steps from the flag, one more than they may."""
    pieces = "BI1 D4:f:n D6:bc:n"
    assert play(pieces, "B", "I1 hold").ok
    assert play(pieces, "B", "I1 @D4: right").ok
    assert play(pieces, "B", "I1 @D6: f").at("BI1") == "D4:f:n D5:bc:n"
    assert play(pieces, "B", "I1 @D6: left").ok
    worse = play(pieces, "B", "I1 @D4: f")
    assert worse.no == "line 1 E08"
    assert play(pieces, "B", "I1 @D4: f, @D6: f").ok, "looked at when the activation ends"


@clause("WGR-016", "WGR-013", "WGR-R08")
def test_two_bases_apart_may_stay_so(play):
    assert play("BI1 D4:f:n D5:a:n", "B", "I1 @D4: right, @D5: right").ok
    assert play("BI1 D4:f:n D5:a:n", "B", "I1 @D4: f").no == "line 1 E08"


@clause("WGR-016", "WGR-112")
def test_losses_and_retreats_may_scatter_a_unit(play):
    played = play("BA1 E8:ab:n RI2 E4:fab:s D4:c:s", "B", "A1 fire E4", "XX")
    assert played.at("RI2") == "E2:fab:n D4:c:s"
    assert played.ok


@clause("WGR-001")
def test_the_book_draws_120_cells():
    rows = re.findall(r"^ ?\d+  (.*)$", BOOK[BOOK.index("### Map") : BOOK.index("### Places")], re.MULTILINE)
    assert [len(row.split()) for row in rows] == [12] * 10
