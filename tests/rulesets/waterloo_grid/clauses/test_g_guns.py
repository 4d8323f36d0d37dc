"""Section G: gun fire, line of sight, hills."""

import pytest

clause = pytest.mark.clause


@pytest.fixture
def gun(play):
    """How many dice a battery (unit BA1) rolls at a cell, or None where the order is refused; why is in `gun.no`."""

    def gun(pieces, target):
        played = play(pieces, "B", f"A1 fire {target}", "----", loose=True)
        if played.ok:
            return len(played.rolled)
        assert played.no == "line 1 E11"
        assert played.rolled == ""
        gun.cites = played.cites
        return None

    return gun


@clause("WGR-066")
def test_one_thing_a_turn(play):
    pieces = "BA1 E7:ab:n RI1 E4:fabc:s"
    assert play(pieces, "B", "A1 f").ok
    assert play(pieces, "B", "A1 left").ok
    assert play(pieces, "B", "A1 fire E4", "--").ok
    for two in ("f left", "left fire", "fire E4 fire E4", "fire E4 f"):
        assert play(pieces, "B", f"A1 {two}").no == "line 1 E05"


@clause("WGR-066", "WGR-078")
def test_one_cell_for_the_whole_battery(play):
    pieces = "BA1 E7:ab:n RI1 E5:fabc:s RI2 D5:fabc:s"
    assert play(pieces, "B", "A1 fire E5 D5").no == "line 1 E11"
    half = play(pieces, "B", "A1 a: fire E5")
    assert half.no == "line 1 E06"
    played = play(pieces, "B", "A1 fire E5", "IX")
    assert played.shots == ["E7>E5 IX"]
    assert played.at("RI1") == "E4:fab:n", "both dice at once: the dead first"


@clause("WGR-066")
@pytest.mark.parametrize(("shot", "cited"), [("n:E5", "WGR-059"), ("f:E5", "WGR-058")])
def test_guns_have_no_sides_and_no_flag(play, shot, cited):
    played = play("BA1 E7:ab:n RI1 E5:fabc:s", "B", f"A1 fire {shot}")
    assert (played.no, played.cites) == ("line 1 E11", [cited])


@clause("WGR-066", "WGR-068", "WGR-069")
def test_guns_told_to_fire_at_nobody_in_particular(play):
    """The one target there is, or an answer that says why there is not one."""
    none = play("BA1 E7:ab:n RI1 E2:fabc:s", "B", "A1 fire")
    assert (none.no, none.cites) == ("line 1 E11", ["WGR-068"])
    several = play("BA1 E7:ab:n RI1 E5:fabc:s RI2 D5:fabc:s", "B", "A1 fire")
    assert (several.no, several.cites) == ("line 1 E11", ["WGR-069"])
    assert "D5 and E5" in several.message


@clause("WGR-067", "WGR-R29")
def test_range_one_comes_first(gun):
    pieces = "BA1 E7:ab:n RI1 E6:fabc:s RI2 D5:fabc:s"
    assert gun(pieces, "E6") == 4
    assert gun(pieces, "D5") is None
    assert "WGR-067" in gun.cites
    assert gun("BA1 E7:a:n RI1 E6:fabc:s", "E6") == 2
    assert gun("BA1 E7:ab:n BI1 E6:fabc:s RI2 D5:fabc:s", "D5") == 2, "a friend is no enemy"


@clause("WGR-068")
@pytest.mark.parametrize("facing", "nesw")
def test_ranges_and_lines(gun, facing):
    """From E6 every cell of the board, alone with one enemy: three lines, two to four cells forward."""
    forward = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}[facing]
    side = forward[1], forward[0]
    spans = [(1, 0), *((k, j) for k in (2, 3, 4) for j in (-1, 0, 1))]
    reached = {(4 + k * forward[0] + j * side[0], 6 + k * forward[1] + j * side[1]) for k, j in spans}
    hidden = {"n": "D2 E2 F2", "e": "", "s": "D10 E10 F10", "w": "B6 B7"}[facing].split()
    for x in range(1, 9):
        for y in range(1, 11):
            cell = f"{'ABCDEFGHIJKL'[x]}{y}"
            if cell != "E6" and (abs(x - 4) <= 2 or abs(y - 6) <= 2):
                dice = gun(f"BA1 E6:ab:{facing} RI1 {cell}:f:s", cell)
                assert (dice is not None) == ((x, y) in reached and cell not in hidden), cell


@clause("WGR-069", "WGR-R29", "WGR-R30")
def test_the_closest_of_each_line(gun):
    pieces = "BA1 H8:ab:n RI1 H6:fa:s RI2 H5:fa:s RI3 I6:fa:s RI4 I5:fa:s"
    assert [gun(pieces, cell) for cell in ("H6", "H5", "I6", "I5")] == [2, None, 2, None]
    assert gun("BA1 H7:ab:n BI1 H6:fa:s RI1 H4:fa:s", "H4") is None
    assert "WGR-072" in gun.cites


@clause("WGR-069")
def test_the_player_chooses_the_line(gun):
    pieces = "BA1 H7:ab:n RI1 H5:fa:s RI2 G4:fa:s RI3 I3:fa:s"
    assert [gun(pieces, cell) for cell in ("H5", "G4", "I3")] == [2, 2, 1]


@clause("WGR-070")
def test_not_beside_the_cell_ahead(gun):
    for cell in ("D6", "F6"):
        assert gun(f"BA1 E7:ab:n RI1 {cell}:fa:s", cell) is None
        assert "WGR-070" in gun.cites


@clause("WGR-071", "WGR-R31")
@pytest.mark.parametrize(
    ("target", "blockers", "seen"),
    [
        # The gun stands in E7 facing north: (1,0) is E6, (2,0) E5; (1,1) is D6, (2,1) D5, (3,1) D4.
        ("E5", "E6", False), ("E5", "D6 F6", True),
        ("E4", "E6", False), ("E4", "E5", False), ("E4", "D5 D6 F6", True),
        ("E3", "E6", False), ("E3", "E5", False),
        ("D5", "E6", True), ("D5", "D6", True), ("D5", "E6 D6", False), ("D5", "E5", True),
        ("D4", "E6", False), ("D4", "D5", False), ("D4", "D6 E5", True),
        ("D3", "E6", False), ("D3", "E5", True), ("D3", "D5", True), ("D3", "E5 D5", False), ("D3", "D6", True),
        ("D3", "D4", False), ("D3", "E4", True),
    ],
)  # fmt: skip
def test_the_cells_between(gun, target, blockers, seen):
    friends = " ".join(f"BI{number} {cell}:f:n" for number, cell in enumerate(blockers.split(), start=1))
    dice = gun(f"BA1 E7:ab:n RI1 {target}:fa:s {friends}", target)
    assert (dice is not None) == seen
    if not seen:
        assert "WGR-072" in gun.cites or "WGR-071" in gun.cites


@clause("WGR-072")
@pytest.mark.parametrize(
    ("battery", "target", "seen"),
    [
        ("B7:ab:e", "D7", False), ("C8:ab:n", "C5", False), ("G4:ab:n", "G1", False), ("G10:ab:n", "G6", False),
        ("K7:ab:n", "K4", False), ("E10:ab:n", "E7", False), ("E6:ab:n", "E3", True), ("E5:ab:n", "E2", False),
        ("E4:ab:n", "E2", False), ("E5:ab:n", "E3", True), ("F4:ab:n", "F2", False), ("C7:ab:n", "C5", False),
        ("C8:ab:n", "C6", False), ("C8:ab:e", "E8", True), ("C8:ab:e", "G8", False),
    ],
)  # fmt: skip
def test_ground_in_the_way(gun, battery, target, seen):
    """Woods, villages, farms, and hills where the target does not stand on them; own and target's cells never."""
    assert (gun(f"BA1 {battery} RI1 {target}:f:s", target) is not None) == seen


@clause("WGR-072", "WGR-075")
def test_the_target_cell_itself_never_blocks(gun):
    assert gun("BA1 C8:ab:s RI1 C10:fa:n", "C10") == 2
    assert gun("BA1 F7:ab:n RI1 F5:fa:s", "F5") == 1
    assert gun("BA1 F5:ab:s RI1 F7:fa:n", "F7") == 2, "out of a farm"
    assert gun("BA1 D9:ab:n RI1 D7:fa:s", "D7") is None, "the hill cell ahead is in the way"


@clause("WGR-073", "WGR-074")
def test_over_friends_from_a_front_hill_cell(gun):
    """From F8 (front) over F7; not over F6, not over enemies beyond, and not from the rear or the plain."""
    assert gun("BA1 F8:ab:n BI1 F7:fabc:n RI1 F6:fa:s", "F6") == 2
    assert gun("BA1 F8:ab:n BI1 F6:fabc:n RI1 F5:fa:s", "F5") is None
    assert gun("BA1 F7:ab:n BI1 F6:fabc:n RI1 F5:fa:s", "F5") is None
    assert gun("BA1 E9:ab:n BI1 E8:fabc:n RI1 E7:fa:s", "E7") is None
    assert gun("BA1 D9:ab:w BI1 C9:fabc:n RI1 B9:fa:s", "B9") == 2, "west of D9 the hill ends"
    assert gun("BA1 F9:ab:n BI1 F8:f:n RI1 F7:fa:s", "F7") is None
    assert gun("BA1 H8:ab:w BI1 G8:f:n RI1 F8:fa:s", "F8") is None, "a farm blocks, friends or not"


@clause("WGR-075", "WGR-076", "WGR-077")
@pytest.mark.parametrize(
    ("battery", "target", "dice"),
    [
        ("E7:ab:n", "E5", 2), ("F7:ab:n", "F5", 1), ("F4:ab:n", "F3", 4), ("F3:ab:n", "F2", 3), ("K7:ab:n", "K5", 1),
        ("B7:ab:e", "C7", 3), ("E7:ab:n", "E4", 2), ("E7:ab:n", "E3", 1), ("E5:ab:n", "E4", 4), ("E2:ab:s", "E4", 1),
        ("E2:ab:s", "E3", 4), ("E4:ab:n", "E3", 4), ("E7:a:n", "E5", 1), ("E7:a:n", "E3", None), ("F7:a:n", "F5", None),
        ("F3:a:n", "F2", 1), ("A4:ab:e", "C4", 1), ("A3:ab:e", "B3", 4), ("E6:ab:n", "D3", 1), ("B6:ab:n", "B3", 1),
        ("D7:ab:s", "D9", 1), ("D7:ab:s", "D8", 4),
    ],
)  # fmt: skip
def test_cover_against_guns(gun, battery, target, dice):
    """A die less in village, wood, farm, or on a rear hill cell; at every range, and once for the whole battery."""
    letters = "f" if target == "K5" else "fa"
    assert gun(f"BA1 {battery} RI1 {target}:{letters}:s", target) == dice
    if dice is None:
        assert "WGR-077" in gun.cites


@clause("WGR-076", "WGR-R05")
def test_guns_on_the_same_hill_find_no_rear(gun):
    assert gun("BA1 H4:ab:w RI1 E4:fa:s", "E4") == 2
    assert gun("BA1 I9:ab:w RI1 E9:fa:s", "E9") == 2


@clause("WGR-078", "WGR-104")
def test_all_dice_together(play):
    """Four dice of canister: both guns die, and the X finds nobody."""
    played = play("BA1 E7:ab:n RA1 E6:ab:s RI1 A2:f:s", "B", "A1 fire E6", "AAXA")
    assert played.pool("R") == "A2+0"
    assert len(played.of("shot")) == 1


@clause("WGR-069", "WGR-071", "WGR-072", "WGR-073", "WGR-075")
def test_the_hints_are_what_the_orders_may(armies_play, view):
    seen = view(armies_play("R", dice="AAA--"), "R")["hints"]["guns"]
    for gun in ("RA1", "RA2", "RA3"):
        for cell in (f"{column}{row}" for column in "CDEFGHIJK" for row in (6, 7, 8)):
            played = armies_play("R", f"{gun} fire {cell}", "--", dice="AAA--", loose=True)
            assert (len(played.rolled) if played.ok else None) == seen[gun].get(cell), f"{gun} {cell}"
