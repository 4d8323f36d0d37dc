"""Section J: new units out of the pool."""

import pytest

clause = pytest.mark.clause

RED = "RI1 A1:f:s RL1 B1:f:s RA1 C1:a:s"
BLUE = "BI1 A10:f:n BL1 B10:f:n BA1 C10:a:n"


@clause("WGR-123", "WGR-R54")
@pytest.mark.parametrize(
    ("pool", "kind", "made"),
    [
        ("I3+1", "I", True), ("I4+0", "I", False), ("I2+1", "I", False), ("I2+2", "I", False), ("G3+1", "G", True),
        ("L3+1", "L", True), ("H3+1", "H", True), ("L2+1 H1+0", "L", False), ("L3+0 H0+1", "L", False),
        ("A2+0", "A", True), ("A1+0", "A", False), ("I2+1 G1+0", "I", True), ("I3+0 G0+1", "I", True),
        ("G3+1", "I", True), ("I3+0 G0+1", "G", False), ("I1+0 G2+1", "G", False), ("I3+1", "G", False),
    ],
)  # fmt: skip
def test_what_makes_a_unit(play, pool, kind, made):
    played = play(RED, "R", f"enter {kind} at X1 s", dice="ICA--", pools={"R": pool})
    if made:
        assert played.ok
        assert played.of("enter")[0]["kind"] == kind
    else:
        assert played.no == "line 1 E12"


@clause("WGR-124")
@pytest.mark.parametrize(("entry", "cell"), [("X1", "G1"), ("X2", "L3"), ("X3", "L7")])
@pytest.mark.parametrize(("kind", "die", "pool"), [("I", "I", "I3+1"), ("H", "C", "H3+1"), ("A", "A", "A2+0")])
def test_where_red_comes_in_and_for_what(play, entry, cell, kind, die, pool):
    played = play(RED, "R", f"enter {kind} at {entry} facing w", dice=f"{die}----", pools={"R": pool})
    name = {"I": "RI6", "H": "RH3", "A": "RA4"}[kind]
    assert played.at(name) == f"{cell}:{'ab' if kind == 'A' else 'fabc'}:w"
    for other in {"I", "C", "A", "X", "-"} - {die}:
        refused = play(RED, "R", f"enter {kind} at {entry} facing w", dice=f"{other}----", pools={"R": pool})
        assert refused.no == "line 1 E12"
        assert "WGR-124" in refused.cites


@clause("WGR-124", "WGR-026", "WGR-027")
def test_an_entry_takes_its_die_from_the_others(play):
    """One I: either the unit acts or another comes in."""
    pools = {"R": "I3+1"}
    assert play(RED, "R", "enter I at X1 s / I1 f", dice="IC---", pools=pools).codes[0] in ("E03", "E12")
    assert play(RED, "R", "enter I at X1 s / I1 f", dice="II---", pools=pools).ok


@clause("WGR-125", "WGR-R56")
def test_where_blue_comes_in_and_for_what(play):
    pools = {"B": "I3+1 H3+1 A2+0"}
    assert play(BLUE, "B", "enter I at Y facing n", dice="II---", pools=pools).at("BI7") == "F10:fabc:n"
    assert play(BLUE, "B", "enter H at Y n", dice="CC---", pools=pools).at("BH4") == "F10:fabc:n"
    assert play(BLUE, "B", "enter A at Y e", dice="AA---", pools=pools).at("BA5") == "F10:ab:e"
    for dice in ("I----", "IC---", "ICAX-"):
        refused = play(BLUE, "B", "enter I at Y n", dice=dice, pools=pools)
        assert refused.no == "line 1 E12"
        assert "WGR-125" in refused.cites
    for entry in ("X1", "X2", "X3"):
        assert play(BLUE, "B", f"enter I at {entry} n", dice="II---", pools=pools).no == "line 1 E12"
    assert play(RED, "R", "enter I at Y n", dice="II---", pools={"R": "I3+1"}).no == "line 1 E12"


@clause("WGR-125", "WGR-R56")
@pytest.mark.parametrize("value", [1, "1"])
def test_option_one_die_for_blue(play, value):
    pools = {"B": "I3+1"}
    assert play(BLUE, "B", "enter I at Y n", dice="I----", pools=pools, blue_entry_dice=value).at("BI7") != ""


@clause("WGR-126", "WGR-R54")
@pytest.mark.parametrize(
    ("pool", "kind", "left"),
    [
        ("I5+2", "I", "I2+1"), ("I3+1", "I", ""), ("I2+1 G3+1", "I", "G2+1"), ("I1+0 G2+1", "I", ""),
        ("I9+0 G0+1", "I", "I6+0"), ("I3+1 G3+1", "G", "I3+1"), ("A5+0", "A", "A3+0"), ("L4+1 H3+1", "L", "L1+0 H3+1"),
    ],
)  # fmt: skip
def test_which_bases_are_taken(play, pool, kind, left):
    played = play(RED, "R", f"enter {kind} at X1 s", dice="ICA--", pools={"R": pool})
    assert played.pool("R") == left
    assert played.at({"I": "RI6", "G": "RG2", "A": "RA4", "L": "RL3"}[kind]) != ""


@clause("WGR-126", "WGR-111")
def test_former_guards_die_as_line(play, ask):
    """RI6 was made of guards; its dead go to the pool as line infantry."""
    made = play(RED, "R", "enter I at X1 s / end", dice="I----", pools={"R": "G3+1"})
    shooter = made.position | {"units": made.position["units"] | {"BI1": "G2:fa:n"}, "dice": list("I----")}
    shot = ask(shooter, {"B": "I1 fire G1"}, "II")
    assert shot.pool("R") == "I2+0"


@clause("WGR-127", "WGR-R57")
@pytest.mark.parametrize(
    ("there", "kind", "fits"),
    [
        ("BI2 G1:f:n", "I", False), ("RI2 G1:f:n", "I", False), ("RL2 G1:f:n", "I", False), ("RA2 G1:ab:n", "I", False),
        ("RA2 G1:ab:n", "A", True), ("RA2 G1:ab:n RA3 G1:a:n", "A", False),
    ],
)  # fmt: skip
def test_room_at_the_entry(play, there, kind, fits):
    played = play(f"{RED} {there}", "R", f"enter {kind} at X1 s", dice="ICA--", pools={"R": "I3+1 A2+0"})
    if fits:
        assert played.ok
    else:
        assert played.no == "line 1 E12"
        assert "WGR-127" in played.cites


@clause("WGR-127")
def test_room_made_by_an_earlier_line(play):
    pieces = f"{RED} RI2 G1:fabc:s"
    pools = {"R": "I3+1"}
    assert play(pieces, "R", "I2 left f / enter I at X1 s", dice="II---", pools=pools).ok
    assert play(pieces, "R", "enter I at X1 s / I2 left f", dice="II---", pools=pools).lines == [1]


@clause("WGR-128", "WGR-R55")
@pytest.mark.parametrize(("facing", "allowed"), [("n", True), ("e", True), ("s", False), ("w", True)])
def test_not_into_contact(play, facing, allowed):
    played = play(f"{RED} BI2 G2:f:n", "R", f"enter I at X1 {facing} / end", "X" * 20, loose=True, pools={"R": "I3+1"})
    if allowed:
        assert played.ok
    else:
        assert played.no == "line 1 E12"
        assert "WGR-128" in played.cites


@clause("WGR-129", "WGR-R55")
def test_coming_in_is_all_it_does(play, ask):
    pools = {"R": "I3+1"}
    again = play(RED, "R", "enter I at X1 s / I6 f", dice="II---", pools=pools)
    assert not again.ok
    entered = play(RED, "R", "enter I at X1 s", dice="II---", pools=pools)
    assert ask(entered.position, {"R": "I6 f"}).codes == ["E04"]


@clause("WGR-129")
def test_it_may_be_attacked_at_once(play):
    """BI2 faces the entry cell: group 3, from the flank."""
    played = play(f"{RED} BI2 F1:fabc:e", "R", "enter I at X1 s / end", "X----", pools={"R": "I3+1"})
    assert played.fights == ["3 F1>G1 attack X----"]
    assert played.at("RI6") == "H1:fabc:e"


@clause("WGR-130")
def test_as_many_as_the_pool_makes(play):
    orders = "enter I at X1 s / enter I at X2 w"
    assert play(RED, "R", orders, dice="II---", pools={"R": "I6+2"}).at("RI6 RI7") == "G1:fabc:s L3:fabc:w"
    one = play(RED, "R", orders, dice="II---", pools={"R": "I6+1"})
    assert (one.codes, one.lines) == (["E12"], [2])
    assert play(RED, "R", orders, dice="I----", pools={"R": "I6+2"}).lines == [2]


@clause("WGR-130", "WGR-131")
def test_again_and_again(play, ask):
    """What came in dies and may come in again, under another name."""
    played = play(RED, "R", "enter I at X1 s / end", dice="I----", pools={"R": "I3+1"})
    dead = {unit: groups for unit, groups in played.position["units"].items() if unit != "RI6"}
    pools = {"blue": {}, "red": {"I": 3, "If": 1}}
    whole = played.position | {"units": dead, "pools": pools, "to_move": "red", "dice": list("I----")}
    assert ask(whole, {"R": "enter I at X1 s"}).at("RI6 RI7") == " G1:fabc:s"


@clause("WGR-131")
def test_a_complete_unit_with_a_new_name(play):
    played = play(RED, "R", "enter A at X2 w / enter H at X1 s", dice="CA---", pools={"R": "A2+0 H3+1"})
    assert played.at("RA4 RH3") == "L3:ab:w G1:fabc:s"
