"""Section F: infantry fire."""

import pytest

clause = pytest.mark.clause


@clause("WGR-054")
def test_a_whole_party_fires(play):
    pieces = "BI1 D6:fabc:n RI1 D5:fabc:s"
    some = play(pieces, "B", "I1 ab: fire D5")
    assert some.no == "line 1 E06"
    assert "WGR-054" in some.cites
    assert play(pieces, "B", "I1 fabc: fire D5", "--").ok
    assert play(pieces, "B", "I1 @D6: fire D5", "--").ok
    spent = play("BI1 D6:fbc:n D6:a:w RI1 D5:fabc:s", "B", "I1 a: left right, fbc: fire D5", "-")
    assert spent.ok, "a faces elsewhere and is no part of the party"
    joined = play("BI1 D6:fbc:n D6:a:w RI1 D5:fabc:s", "B", "I1 a: left face n, fabc: fire D5")
    assert joined.no == "line 1 E05"


@clause("WGR-054", "WGR-058")
def test_parties_in_one_cell_fire_apart(play):
    pieces = "BI1 D6:fa:n D6:bc:e RI1 D5:fabc:s RI2 E6:fabc:w"
    assert play(pieces, "B", "I1 fa: fire D5", "-").shots == ["D6>D5 -"]
    played = play(pieces, "B", "I1 fa: fire D5 D5, bc: fire E6", "- - -")
    assert played.shots == ["D6>D5 -", "D6>D5 -", "D6>E6 -"]


@clause("WGR-055")
@pytest.mark.parametrize("facing", "nesw")
def test_three_cells_ahead(play, facing):
    """Around E6 stand eight enemies; only the three ahead can be fired at."""
    ahead = {"n": "D5 E5 F5", "e": "F5 F6 F7", "s": "F7 E7 D7", "w": "D7 D6 D5"}
    around = ["D5", "E5", "F5", "D6", "F6", "D7", "E7", "F7", "E4"]
    pieces = " ".join(f"RI{number} {cell}:fa:s" for number, cell in enumerate(around, start=1))
    for cell in around:
        played = play(f"BI1 E6:fabc:{facing} {pieces}", "B", f"I1 fire {cell}", "--", loose=True)
        if cell in ahead[facing].split() and cell != "F5":
            assert played.shots == [f"E6>{cell} --"]
        else:
            assert played.no == "line 1 E11"


@clause("WGR-055")
def test_nothing_has_to_be_seen(play):
    """Past friends on both sides, out of a wood, across a hill."""
    assert play("BI1 C7:fa:n BI2 C6:fa:n BI3 D7:fa:n RI1 D6:fa:s", "B", "I1 fire D6", "--").ok
    empty = play("BI1 D6:fabc:n RI1 D4:fa:s", "B", "I1 fire D5")
    assert empty.no == "line 1 E11"
    own = play("BI1 D6:fabc:n BI2 D5:fa:s", "B", "I1 fire D5")
    assert own.no == "line 1 E11"


@clause("WGR-056", "WGR-057", "WGR-R26")
@pytest.mark.parametrize(("letters", "dice"), [("f", 1), ("fa", 2), ("fab", 2), ("fabc", 2)])
def test_the_front_row(play, letters, dice):
    assert play(f"BI1 D6:{letters}:n RI1 D5:fabc:s", "B", "I1 fire D5", "-" * dice).shots == ["D6>D5 " + "-" * dice]
    pieces = f"BI1 D6:{letters[:2]}:n BI2 D6:fa:n RI1 D5:fabc:s"
    two = play(pieces, "B", "I1 fire D5 / I2 fire D5", "-" * dice + "--")
    assert len(two.shots) == 2


@clause("WGR-057")
def test_a_volley_has_one_target(play):
    pieces = "BI1 D6:fabc:n RI1 D5:fabc:s RI2 E5:fabc:s"
    assert play(pieces, "B", "I1 fire D5 E5").no == "line 1 E11"
    assert play(pieces, "B", "I1 fire D5 fire E5", "-- --").shots == ["D6>D5 --", "D6>E5 --"]


@clause("WGR-057", "WGR-058", "WGR-059")
def test_a_volley_names_no_side_and_none_but_its_own_bases(play):
    pieces = "BI1 D6:fab:n E6:c:n RI1 D5:fabc:s"
    other = play(pieces, "B", "I1 @D6: fire c:D5")
    assert (other.no, other.cites) == ("line 1 E11", ["WGR-058"])
    side = play(pieces, "B", "I1 @D6: fire n:D5")
    assert (side.no, side.cites) == ("line 1 E11", ["WGR-059"])
    assert play(pieces, "B", "I1 @D6: fire a:D5", "--").shots == ["D6>D5 --"]


@clause("WGR-058", "WGR-R27", "WGR-056")
def test_base_by_base(play):
    pieces = "BI1 D6:fab:n D6:c:e RI1 D5:fabc:s RI2 E5:fabc:s"
    two = play(pieces, "B", "I1 fab: fire D5 E5", "I -")
    assert two.shots == ["D6>D5 I", "D6>E5 -"]
    assert two.pool("R") == "I1+0"
    named = play(pieces, "B", "I1 fab: fire b:E5 f:D5", "- -")
    assert named.shots == ["D6>E5 -", "D6>D5 -"]
    assert play(pieces, "B", "I1 fab: fire D5", "-").shots == ["D6>D5 -"], "a shot without a target is not fired"
    assert play(pieces, "B", "I1 fab: fire D5 D5", "- -").shots == ["D6>D5 -", "D6>D5 -"]
    for wrong in ("D5 E5 D5", "b:D5 b:E5", "c:D5", "n:D5"):
        assert play(pieces, "B", f"I1 fab: fire {wrong}").no == "line 1 E11", wrong


@clause("WGR-058")
def test_in_square_and_not_in_square(play):
    pieces = "BI1 D6:fa:n D6:bc:+ RI1 D5:fabc:s RI2 E6:fabc:w"
    played = play(pieces, "B", "I1 fa: fire D5 D5, bc: fire n:D5 e:E6", "- - - -")
    assert played.shots == ["D6>D5 -", "D6>D5 -", "D6>D5 -", "D6>E6 -"]


@clause("WGR-058", "WGR-060", "WGR-061")
def test_cover_is_taken_from_each_die(play):
    """Two dice in a volley leave one for a village; base by base none is left."""
    assert play("BI1 F3:fabc:n RI6 F2:fa:s", "B", "I1 fire F2", "-").ok
    played = play("BI1 F3:fab:n F3:c:e RI6 F2:fa:s", "B", "I1 fab: fire F2 F2")
    assert played.no == "line 1 E11"
    assert "WGR-061" in played.cites


@clause("WGR-058")
def test_a_shot_at_nobody_is_lost(play):
    """The first shot drives RI1 away; the second takes no die and is no error."""
    pieces = "BI1 D6:fab:n D6:c:e RI1 D5:fabc:s RI2 E5:fabc:s"
    played = play(pieces, "B", "I1 fab: fire D5 D5", "X")
    assert played.ok
    assert played.shots == ["D6>D5 X"]
    assert [event["target"] for event in played.of("shot_lost")] == ["D5"]
    dead = play("BI1 D6:fab:n D6:c:e RI1 D5:f:s RI2 A2:fabc:s", "B", "I1 fab: fire D5 D5", "I")
    assert dead.ok
    assert dead.pool("R") == "I0+1"


@clause("WGR-059", "WGR-R15")
def test_a_square_fires_through_its_sides(play):
    pieces = "BI1 E6:fabc:+ RI1 E5:fabc:s RI2 D6:fabc:e RI3 D5:fabc:s RI4 F7:fabc:n"
    played = play(pieces, "B", "I1 fire n:E5 w:D6 e:F7", "X X X")
    assert played.shots == ["E6>E5 X", "E6>D6 X", "E6>F7 X"]
    assert played.at("RI1 RI2 RI4") == "E4:fabc:n B6:fabc:w G7:fabc:e", "C6 is a farm and gone past"
    both = play(pieces, "B", "I1 fire n:D5 w:D5", "- -")
    assert both.shots == ["E6>D5 -", "E6>D5 -"]
    found = play(pieces, "B", "I1 fire D5 D5", "- X")
    assert found.at("RI3") == "C5:fabc:w", "the first by n, the second by w"


@clause("WGR-057", "WGR-058", "WGR-059", "WGR-055")
@pytest.mark.parametrize(
    ("pieces", "parties", "shots"),
    [
        ("BI1 D6:fabc:n RI1 D5:fabc:s", "", ["D6>D5 --"]),
        ("BI1 D6:fab:n D6:c:e RI1 D5:fabc:s", "fab: ", ["D6>D5 -", "D6>D5 -"]),
        ("BI1 E6:fabc:+ RI1 E5:fabc:s", "", ["E6>E5 -"]),
        ("BI1 E6:fabc:+ RI1 D5:fabc:s", "", ["E6>D5 -", "E6>D5 -"]),
        ("BI1 E6:f:+ RI1 D5:fabc:s", "", ["E6>D5 -"]),
    ],
    ids=["volley", "one-by-one", "by-one-side", "by-two-sides", "one-base-by-two-sides"],
)
def test_fire_at_whom_there_is(play, pieces, parties, shots):
    """Without a target every die that can reach the only one is fired; who may choose, or has none, is told."""
    played = play(pieces, "B", f"I1 {parties}fire", "- -" if len(shots) > 1 or "--" in shots[0] else "-")
    assert played.shots == shots
    several = play(f"{pieces} RI2 {'D5' if 'E5' in pieces else 'E5'}:fabc:s", "B", f"I1 {parties}fire")
    assert (several.no, several.cites) == ("line 1 E11", ["WGR-055"])
    assert "D5 and E5" in several.message
    none = play(pieces.replace(" D5:", " H2:").replace(" E5:", " H2:"), "B", f"I1 {parties}fire")
    assert none.no == "line 1 E11"
    assert "nothing to fire at" in none.message


@clause("WGR-055", "WGR-057")
def test_a_base_that_faces_another_way_has_nothing_to_fire_at(play):
    none = play("BI1 D6:fbc:n D6:a:e RI1 D5:fabc:s", "B", "I1 a: fire")
    assert (none.no, none.cites) == ("line 1 E11", ["WGR-055"])
    assert "nothing to fire at" in none.message


@clause("WGR-059")
def test_a_square_may_name_a_side_for_one_shot_and_none_for_the_next(play):
    """What names no side goes out by the first, in the order n, e, s, w, that has not fired and reaches."""
    pieces = "BI1 E6:fabc:+ RI1 D5:fabc:s"
    named = play(pieces, "B", "I1 fire w:D5 D5", "X")
    assert named.at("RI1") == "C5:fabc:w"
    assert play(pieces, "B", "I1 fire w:D5 D5", "- X").at("RI1") == "D4:fabc:n"
    taken = play(pieces, "B", "I1 fire D5 n:D5")
    assert (taken.no, taken.cites) == ("line 1 E11", ["WGR-059"])
    assert "through its side n already" in taken.message


@clause("WGR-059")
@pytest.mark.parametrize(
    "shots",
    ["n:E5 n:D5", "s:E5", "E5 E5", "D5 D5 D5", "n:E4"],
    ids=["side-twice", "wrong-side", "no-second-side", "no-third-side", "too-far"],
)
def test_sides_that_do_not_do(play, shots):
    pieces = "BI1 E6:fabc:+ RI1 E5:fabc:s RI3 D5:fabc:s RI5 E4:fabc:s"
    assert play(pieces, "B", f"I1 fire {shots}").no == "line 1 E11"


@clause("WGR-059")
@pytest.mark.parametrize(("letters", "most"), [("f", 1), ("fa", 2), ("fab", 3), ("fabc", 4)])
def test_as_many_shots_as_bases(play, letters, most):
    pieces = f"BI1 E6:{letters}:+ RI1 E5:fa:s RI2 D6:fa:e RI3 E7:fa:n RI4 F6:fa:w"
    sides = ["n:E5", "w:D6", "s:E7", "e:F6"]
    assert len(play(pieces, "B", f"I1 fire {' '.join(sides[:most])}", "-" * most).shots) == most
    if most < 4:
        assert play(pieces, "B", f"I1 fire {' '.join(sides[: most + 1])}").no == "line 1 E11"


@clause("WGR-058", "WGR-059")
def test_bases_of_a_square_fire_once_and_for_themselves(play):
    pieces = "BI1 E6:fab:+ E6:c:n RI1 E5:fabc:s RI2 D6:fabc:e"
    assert play(pieces, "B", "I1 fab: fire b:E5 a:D6", "- -").shots == ["E6>E5 -", "E6>D6 -"]
    for wrong, named in (("c:E5", "base c"), ("a:E5 a:D6", "base a")):
        played = play(pieces, "B", f"I1 fab: fire {wrong}")
        assert (played.no, played.cites) == ("line 1 E11", ["WGR-058"])
        assert named in played.message


@clause("WGR-060", "WGR-075")
@pytest.mark.parametrize(
    ("shooter", "target", "dice"),
    [
        ("B8:fabc:e", "C8:fa:w", 2),
        ("E5:fabc:n", "E4:fa:s", 2),
        ("E4:fabc:n", "E3:fa:s", 2),
        ("F3:fabc:n", "F2:fa:s", 1),
        ("B7:fabc:e", "C7:fa:w", 1),
        ("E5:fabc:e", "F5:fa:w", 0),
        ("K6:fabc:n", "K5:f:s", 0),
        ("F3:f:n", "F2:fa:s", 0),
        ("B7:f:e", "C7:fa:w", 0),
    ],
    ids=["open", "front", "rear", "village", "wood", "large-farm", "small-farm", "one-at-village", "one-at-wood"],
)
def test_cover(play, shooter, target, dice):
    played = play(f"BI1 {shooter} RI1 {target}", "B", f"I1 fire {target.split(':')[0]}", "-" * dice)
    if dice:
        assert len(played.rolled) == dice
    else:
        assert played.no == "line 1 E11"
        assert "WGR-061" in played.cites


@clause("WGR-061", "WGR-R28")
def test_muskets_never_fire_at_farms(play):
    for number in (1, 2):
        pieces = f"BI1 B6:{'fabc'[: 2 * number]}:e RG1 C6:fa:w"
        assert play(pieces, "B", "I1 fire C6").no == "line 1 E11"
    assert play("BI1 B6:fabc:+ RG1 C6:fa:w", "B", "I1 fire e:C6").no == "line 1 E11"


@clause("WGR-062", "WGR-R25")
def test_two_shots(play):
    pieces = "BI1 D6:fabc:n RI1 D5:fabc:s RI2 E5:fabc:s"
    played = play(pieces, "B", "I1 fire D5 fire E5", "II I-")
    assert played.pool("R") == "I3+0"
    assert play(pieces, "B", "I1 fire D5 fire D5", "II II").pool("R") == "I3+1"


@clause("WGR-062", "WGR-140")
def test_the_second_shot_needs_its_target(play):
    """The first volley drives RI1 off: it stands, and the rest of the line is dropped."""
    played = play("BI1 D6:fabc:n RI1 D5:fabc:s", "B", "I1 fire D5 fire D5", "X-")
    assert played.shots == ["D6>D5 X-"]
    assert played.no == "line 1 E11"
    assert played.at("RI1") == "D4:fabc:n"
    again = play("BI1 D6:fabc:n RI1 D5:fabc:s", "B", "I1 fire D5 fire D5", "I- -I")
    assert again.pool("R") == "I2+0"


@clause("WGR-063")
def test_cells_fire_on_their_own(play):
    pieces = "BI1 D6:fa:n E6:bc:n RI1 D5:fabc:s RI2 F5:fa:s RI3 E5:fa:s"
    played = play(pieces, "B", "I1 @D6: fire D5 fire D5, @E6: fire E5", "-- -- --")
    assert played.shots == ["D6>D5 --", "D6>D5 --", "E6>E5 --"]


@clause("WGR-064", "WGR-R51", "WGR-113")
@pytest.mark.parametrize(("target", "end"), [("D5", "D4"), ("C5", "C4"), ("E5", "E4")])
def test_the_target_goes_the_way_the_firers_face(play, target, end):
    """RI1 stands with its side to BI1, straight or diagonally ahead: north it goes."""
    played = play(f"BI1 D6:fabc:n RI1 {target}:fabc:w", "B", f"I1 fire {target}", "X-")
    assert played.at("RI1") == f"{end}:fabc:n"


@clause("WGR-064", "WGR-R51")
def test_or_the_way_the_side_of_the_square_looks(play):
    pieces = "BI1 E7:fabc:+ RI1 F6:fabc:w"
    assert play(pieces, "B", "I1 fire n:F6", "X").at("RI1") == "F4:fabc:n", "past the farm"
    assert play(pieces, "B", "I1 fire e:F6", "X").at("RI1") == "G6:fabc:e"


@clause("WGR-065")
def test_cavalry_does_not_fire(play):
    played = play("BL1 D6:fabc:n RI1 D5:fabc:s", "B", "L1 fire")
    assert played.no == "line 1 E11"
    assert "WGR-065" in played.cites
