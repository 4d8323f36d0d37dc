"""Section I: casualties, retreats, pushes."""

import pytest

clause = pytest.mark.clause


@clause("WGR-102", "WGR-103", "WGR-104", "WGR-105")
@pytest.mark.parametrize(
    ("target", "face", "pool"),
    [
        ("RI1 E6:fabc:s", "I", "I1+0"), ("RG1 E6:fabc:s", "I", "G1+0"), ("RL1 E6:fabc:s", "C", "L1+0"),
        ("RH1 E6:fabc:s", "C", "H1+0"), ("RA1 E6:ab:s", "A", "A1+0"),
    ],
)  # fmt: skip
def test_which_face_hits_whom(play, target, face, pool):
    unit = target.split()[0]
    for other in "ICA-":
        played = play(f"BA1 E7:ab:n {target}", "B", "A1 fire E6", f"{other}---")
        assert played.pool("R") == (pool if other == face else "")
        assert played.at(unit).startswith("E6")
    driven = play(f"BA1 E7:ab:n {target}", "B", "A1 fire E6", "X---")
    assert driven.pool("R") == ""
    assert driven.at(unit) == target.split()[1].replace("E6", "E5").replace(":s", ":n")


@clause("WGR-106", "WGR-R53")
@pytest.mark.parametrize(
    ("roll", "lost", "end"),
    [("I--", 0, "F5:fa:s"), ("II-", 1, "F5:f:s"), ("III", 1, "F5:f:s"), ("IIX", 1, "F5:f:s"), ("X--", 0, "F5:fa:s"),
     ("XX-", 0, "F4:fa:n"), ("XXX", 0, "F4:fa:n"), ("IXX", 0, "F4:fa:n")],
)  # fmt: skip
def test_infantry_behind_walls(play, roll, lost, end):
    """Canister at La Haye Sainte: four dice, less one."""
    played = play("BA1 F6:ab:n RI1 F5:fa:s", "B", "A1 fire F5", roll)
    assert played.at("RI1") == end
    assert played.pool("R") == (f"I{lost}+0" if lost else "")


@clause("WGR-106", "WGR-R53")
def test_two_and_two_in_one_roll(play):
    played = play("BA1 F6:ab:n BA2 F6:ab:n RI1 F5:fa:s", "B", "A1 fire F5 / A2 fire F5", "IIX II-", dice="AA---")
    assert played.pool("R") == "I1+1"
    fight = play("BI1 E5:fabc:e RI1 F5:fa:w", "B", "end", "-- -- IIXX")
    assert fight.at("RI1") == "G5:f:e"


@clause("WGR-106")
def test_others_behind_walls_are_not_helped(play):
    assert play("BA1 F6:ab:n RH1 F5:fa:s", "B", "A1 fire F5", "C--").pool("R") == "H1+0"
    assert play("BA1 F6:ab:n RA1 F5:ab:s", "B", "A1 fire F5", "AX-").at("RA1") == "F4:a:n"


@clause("WGR-106", "WGR-R42")
def test_in_every_round(play):
    """First roll two dice, later four; a single X or I does nothing in any of them."""
    played = play("BI1 E5:fabc:e RI1 F5:fa:w", "B", "end", "IX -- IX-- -- XX--")
    assert played.fights == ["2 E5>F5 attack IX defence -- attack IX-- defence -- attack XX--"]
    assert played.at("RI1") == "G5:fa:e"


@clause("WGR-107")
def test_the_dead_do_not_retreat(play):
    """The last base dies of the I; the X would have pushed RI2."""
    played = play("BA1 E7:ab:n RI1 E6:f:s RI2 E5:fabc:s", "B", "A1 fire E6", "IX--")
    assert played.at("RI1 RI2") == " E5:fabc:s"


@clause("WGR-108", "WGR-R46")
def test_casualties_come_from_the_cell_alone(play):
    played = play("BA1 E7:ab:n RI1 E5:fbc:s E6:a:s", "B", "A1 fire E6", "IIII")
    assert played.at("RI1") == "E5:fbc:s"
    assert played.pool("R") == "I1+0"


@clause("WGR-109")
@pytest.mark.parametrize(
    ("targets", "roll", "left"),
    [
        # Highest letter first, the flag last.
        ("RI1 E6:fabc:s", "I---", "E6:fab:s"), ("RI1 E6:fabc:s", "II--", "E6:fa:s"),
        ("RI1 E6:fabc:s", "III-", "E6:f:s"),
        # Most bases in the cell, flag base counted; bases elsewhere do not count.
        ("RI2 E6:fab:s RI1 E5:fbc:s E6:a:s", "I---", "E6:fa:s E5:fbc:s E6:a:s"),
        # Equal: guard before line, lower number before higher.
        ("RI1 E6:fa:s RG1 E5:fa:s E6:bc:s", "I---", "E6:fa:s E5:fa:s E6:b:s"),
        ("RI5 E6:fa:s RI3 E6:fa:s", "I---", "E6:fa:s E6:f:s"),
        ("RI10 E6:fa:s RI2 E6:fa:s", "I---", "E6:fa:s E6:f:s"),
        ("RI5 E6:fa:s RI3 E6:fa:s", "II--", "E6:f:s E6:f:s"),
        # A unit with nothing there but its flag base gives way to one with another base.
        ("RI1 E6:f:s RI2 E5:f:s E6:a:s", "I---", "E6:f:s E5:f:s"),
        # Flags alone: the lowest name first.
        ("RI5 E6:f:s RI3 E6:f:s", "I---", "E6:f:s "), ("RI1 E6:f:s RG1 E6:f:s", "I---", "E6:f:s "),
    ],
)  # fmt: skip
def test_who_dies(play, targets, roll, left):
    units = " ".join(word for word in targets.split() if ":" not in word)
    assert play(f"BA1 E7:ab:n {targets} RI9 A2:f:s", "B", "A1 fire E6", roll).at(units) == left


@clause("WGR-110", "WGR-R47")
@pytest.mark.parametrize(
    ("unit", "left"),
    [
        ("E6:f:s E5:b:s E4:a:s", "E4:a:s E5:f:s"),
        ("E6:f:s D6:a:w F6:b:e", "F6:b:e D6:f:w"),
        ("E6:f:s F6:a:e D6:b:w", "D6:b:w F6:f:e"),
        ("E6:f:s D6:ab:+", "D6:fb:+"),
        ("E6:f:s D5:b:n E4:c:w", "E4:c:w D5:f:n"),
    ],
    ids=["nearest", "lowest-letter", "lowest-letter-again", "square", "by-steps"],
)
def test_the_flag_is_picked_up(play, unit, left):
    played = play(f"BA1 E7:ab:n RI1 {unit}", "B", "A1 fire E6", "I---")
    assert sorted(played.at("RI1").split()) == sorted(left.split())
    assert played.pool("R") == "I1+0"


@clause("WGR-110", "WGR-107")
def test_whoever_picks_it_up_stands_elsewhere(play):
    """Two hits, one base in the cell: the second is lost; the X finds nobody."""
    played = play("BA1 E7:ab:n RI1 E6:f:s D5:abc:s", "B", "A1 fire E6", "IIX-")
    assert played.at("RI1") == "D5:fbc:s"


@clause("WGR-111")
def test_pools(play):
    played = play("BI1 E7:fabc:n RG1 E6:f:s", "B", "I1 fire E6", "I-", pools={"R": "I2+0 G1+0 L1+1 A1+0"})
    assert played.pool("R") == "I2+0 G1+1 L1+1 A1+0"
    assert played.pool("B") == ""
    played = play("BI1 E7:fabc:n RI1 E6:fabc:s", "B", "end", "---- II-- -- X---")
    assert (played.pool("R"), played.pool("B")) == ("", "I2+0")


@clause("WGR-112")
def test_the_whole_cell_retreats_and_nobody_else(play):
    played = play("BA1 E7:ab:n RI1 E6:f:s D6:abc:s RG1 E6:fab:e", "B", "A1 fire E6", "X---")
    assert played.at("RI1 RG1") == "E5:f:n D6:abc:s E5:fab:n"


@clause("WGR-114")
def test_a_step_for_each_x(play):
    for count in (1, 2, 3):
        played = play("BA1 H8:ab:n RI1 H7:fabc:s", "B", "A1 fire H7", "X" * count + "-" * (4 - count))
        assert played.at("RI1") == f"H{7 - count}:fabc:n"


@clause("WGR-115", "WGR-R52")
@pytest.mark.parametrize(
    ("shooter", "target", "rolls", "end"),
    [
        ("BA1 F4:ab:n", "F3:fabc:s", "X---", "F1:fabc:n"),
        ("BA1 B6:ab:w", "A6:fabc:e", "----", "A6:fabc:e"),
        ("BA1 C9:ab:n", "C8:fabc:s", "X---", "C5:fabc:n"),
        ("BA1 L6:ab:s", "L7:fabc:n", "X---", "L10:fabc:s"),
        ("BA1 K7:ab:n", "K6:fabc:s", "X---", "K4:fabc:n"),
        ("BA1 F4:ab:n", "F3:fabc:s RI2 F2:fa:s", "X---", "F1:fabc:n"),
        ("BA1 F3:ab:n", "F2:fa:s", "X--", "F1:fa:n"),
        ("BA1 C9:ab:n", "C8:fabc:s", "XX--", "C4:fabc:n"),
    ],
    ids=["village", "stays", "wood-and-farm", "two-woods", "small-farm", "friends-in-it", "from-inside", "a-step-more"],
)
def test_obstacles_are_gone_past(play, shooter, target, rolls, end):
    cell = target.split(":")[0]
    played = play(f"{shooter} RI1 {target}", "B", f"A1 fire {cell}", rolls)
    assert played.at("RI1") == end
    if "RI2" in target:
        assert played.at("RI2") == "F2:fa:s", "undisturbed"


@clause("WGR-116", "WGR-122")
@pytest.mark.parametrize(
    ("pieces", "cell", "roll", "behind"),
    [
        ("BA1 H7:ab:n RI1 H6:fabc:s BI1 H5:f:n", "H6", "X---", ""),
        ("BA1 F4:ab:n RI1 F3:fabc:s BI1 F2:f:n", "F3", "X---", ""),
        ("BA1 C9:ab:n RI1 C8:fabc:s BI1 C6:f:n", "C8", "X---", ""),
        ("BA1 H8:ab:n RI1 H7:fabc:s BI1 H5:f:n", "H7", "XX--", ""),
        ("BA1 F4:ab:n RI1 F3:fabc:s BI1 F1:f:n", "F3", "X---", ""),
    ],
    ids=["next", "in-the-village", "in-the-second-obstacle", "second-step", "beyond-the-village"],
)
def test_an_enemy_behind_is_death(play, pieces, cell, roll, behind):
    played = play(pieces, "B", f"A1 fire {cell}", roll)
    assert played.at("RI1") == behind
    assert played.pool("R") == "I3+1"


@clause("WGR-117", "WGR-R48", "WGR-122")
@pytest.mark.parametrize(
    ("pieces", "cell", "roll"),
    [
        ("BA1 H2:ab:n RI1 H1:fabc:s", "H1", "X---"),
        ("BA1 J8:ab:e RI1 K8:fabc:w", "K8", "X---"),
        ("BA1 H3:ab:n RI1 H2:fabc:s", "H2", "XX--"),
        ("BA1 L7:ab:s RI1 L8:fa:n", "L8", "XX-"),
    ],
    ids=["edge", "past-the-wood", "second-step", "out-of-the-wood"],
)
def test_over_the_edge(play, pieces, cell, roll):
    played = play(pieces, "B", f"A1 fire {cell}", roll)
    assert played.at("RI1") == ""
    assert played.pool("R") in ("I3+1", "I1+1")


@clause("WGR-118", "WGR-121", "WGR-R50")
def test_friends_are_pushed(play):
    """However much room they have, down the line, past obstacles, keeping facing and square."""
    one = play("BA1 H8:ab:n RI1 H7:f:s RI2 H6:f:s", "B", "A1 fire H7", "X---")
    assert one.at("RI1 RI2") == "H6:f:n H5:f:s"
    line = play("BA1 H8:ab:n RI1 H7:fabc:s RI2 H6:fabc:+ RH1 H5:fabc:w", "B", "A1 fire H7", "X---")
    assert line.at("RI1 RI2 RH1") == "H6:fabc:n H5:fabc:+ H4:fabc:w"
    twice = play("BA1 H8:ab:n RI1 H7:fabc:s RI2 H6:fabc:e RH1 H4:fabc:w", "B", "A1 fire H7", "XX--")
    assert twice.at("RI1 RI2 RH1") == "H5:fabc:n H4:fabc:e H3:fabc:w"
    village = play("BI1 E5:fabc:n RI1 F4:fabc:s RI2 F3:fabc:w RI3 F2:fa:s", "B", "I1 fire F4", "X-")
    assert village.at("RI1 RI2 RI3") == "F3:fabc:n F1:fabc:w F2:fa:s"


@clause("WGR-119", "WGR-R49", "WGR-122")
@pytest.mark.parametrize(
    ("pieces", "cell", "roll", "friends"),
    [
        ("BA1 H3:ab:n RI1 H2:fabc:s RI2 H1:fabc:e", "H2", "X---", "H1:fabc:e"),
        ("BA1 H7:ab:n RI1 H6:fabc:s RI2 H5:fabc:e BI1 H4:f:n", "H6", "X---", "H5:fabc:e"),
        ("BA1 H4:ab:n RI1 H3:fabc:s RI3 H2:fa:w RI2 H1:fabc:e", "H3", "X---", "H1:fabc:e"),
        ("BA1 H4:ab:n RI1 H3:fabc:s RI2 H1:fabc:e", "H3", "XX--", "H1:fabc:e"),
        ("BI1 E5:fabc:n RI1 F4:fabc:s RI2 F3:fabc:w BI2 F2:fa:s", "F4", "X-", "F3:fabc:w"),
    ],
    ids=["edge", "enemy", "down-the-line", "second-step", "enemy-in-the-village"],
)
def test_who_cannot_push_dies(play, pieces, cell, roll, friends):
    played = play(pieces, "B", f"{'A' if 'BA1' in pieces else 'I'}1 fire {cell}", roll)
    assert played.at("RI1 RI2") == f" {friends}"
    assert played.pool("R") == "I3+1"
    if "RI3" in pieces:
        assert played.at("RI3") == "H2:fa:w"


@clause("WGR-120")
def test_backs_to_the_enemy(play):
    played = play("BA1 H8:ab:n RI1 H7:fabc:+", "B", "A1 fire H7", "XX--")
    assert played.at("RI1") == "H5:fabc:n"
    lost = play("BL1 H5:fabc:n RL1 H4:fabc:s", "B", "end", "X---")
    assert lost.at("RL1") == "H3:fabc:n"


@clause("WGR-121", "WGR-084", "WGR-052")
def test_who_is_pushed_does_not_turn(play):
    """BI2 has charged into H5; BI1's retreat pushes it out, with its facing, and the charge is lost."""
    pieces = "BI1 H5:fabc:n RI1 H3:fabc:s BI2 G5:fa:e RI2 I5:fa:n"
    played = play(pieces, "B", "I1 charge 1 / I2 charge 1 / end", "X-")
    assert played.fights == ["1 H4>H3 fire X-", "1 H5>I5 lapsed"]
    assert played.at("BI1 BI2") == "H5:fabc:s H6:fa:e"


@clause("WGR-122", "WGR-110")
def test_an_eliminated_flag_is_picked_up_too(play):
    """f and a are driven off the board: a and b are lost, and the flag goes to where b stood."""
    played = play("BI2 F2:fa:n RI3 G1:fa:s G2:bc:s", "B", "I2 fire G1", "X-")
    assert played.at("RI3") == "G2:fc:s"
    assert played.pool("R") == "I2+0"
