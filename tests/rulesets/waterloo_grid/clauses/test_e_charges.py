"""Section E: contact and charges."""

import pytest

clause = pytest.mark.clause


@clause("WGR-043", "WGR-080")
@pytest.mark.parametrize(("facing", "fights"), [("n", 1), ("e", 0), ("s", 0), ("w", 0), ("+", 0)])
def test_contact_is_with_the_cell_ahead(play, facing, fights):
    played = play(f"BI1 D6:fabc:{facing} RI1 D5:fabc:n", "B", "end", "X----" if fights else "")
    assert len(played.fights) == fights


@clause("WGR-044", "WGR-R17")
@pytest.mark.parametrize(
    ("orders", "legal"),
    [
        ("H1 f", True),
        ("H1 charge 1", True),
        ("H1 left right f", True),
        ("H1 left f right", True),
        ("H1 right f left", True),
        ("H1 f left", True),
        ("H1 about f about", True),
        ("H1 f left right", False),
    ],
)
def test_a_moved_base_in_contact_has_moved_last(play, orders, legal):
    """From H6, H5 facing north is contact with H4."""
    played = play("BH1 H6:fabc:n RI1 H4:fabc:s", "B", orders)
    if legal:
        assert played.ok
    else:
        assert played.no == "line 1 E09"
        assert "WGR-044" in played.cites


@clause("WGR-044", "WGR-050", "WGR-081")
def test_each_base_for_itself(play):
    """f and a charge; b and c turn to another enemy without having moved."""
    pieces = "BI1 H6:fa:n H6:bc:e RI1 H4:fabc:s RI2 G6:fabc:e"
    played = play(pieces, "B", "I1 fa: charge 1, bc: about / end", "-- X-- X-")
    assert played.charges == ["H5n 1"]
    assert played.fights == ["1 H5>H4 fire -- attack X--", "2 H6>G6 attack X-"]


@clause("WGR-044", "WGR-R17")
def test_no_sidling_in(play):
    turned = play("BL1 D7:fabc:n RI2 E6:fabc:w", "B", "L1 f right")
    assert turned.no == "line 1 E09"
    assert "WGR-044" in turned.cites


@clause("WGR-045", "WGR-R18")
@pytest.mark.parametrize(
    ("pieces", "orders", "charge"),
    [
        ("BL1 D8:fabc:n RL1 D4:fabc:s", "L1 f3", "D5n 3"),
        ("BL1 D8:fabc:n RL1 D4:fabc:s", "L1 charge 3", "D5n 3"),
        ("BL1 D8:fabc:n RL1 D4:fabc:s", "L1 f f f", "D5n 3"),
        ("BL1 D8:fabc:n RL1 D4:fabc:s", "L1 f charge 2", "D5n 3"),
        ("BL1 D8:fabc:e RL1 D4:fabc:s", "L1 left f3", "D5n 3"),
        ("BL1 D8:fabc:n RL1 G7:fabc:s", "L1 f right f2", "F7e 2"),
        ("BI1 D6:fabc:+ RI1 D4:fabc:s", "I1 line n f", "D5n 1"),
        ("BH1 D5:fabc:n RI1 D3:fabc:s", "H1 f", "D4n 1"),
    ],
)
def test_tokens_are_the_last_straight_run(play, pieces, orders, charge):
    assert play(pieces, "B", orders).charges == [charge]


@clause("WGR-046", "WGR-044")
def test_a_charge_is_straight(play):
    bent = play("BL1 E7:fabc:n RL1 D5:fabc:s", "B", "L1 f2 left")
    assert bent.no == "line 1 E09"
    assert play("BL1 F6:fabc:w RL1 D6:fabc:s", "B", "L1 f").charges == ["E6w 1"]


@clause("WGR-047", "WGR-R21")
def test_guns_do_not_charge(play):
    played = play("BA1 D6:ab:n RI1 D4:fabc:s", "B", "A1 f")
    assert played.no == "line 1 E09"
    assert "WGR-047" in played.cites
    turned = play("BA1 D6:ab:e RI1 D5:fabc:s", "B", "A1 left / end", "X-")
    assert turned.fights == ["2 D6>D5 attack X-"], "but they fight where they turn"


@clause("WGR-048", "WGR-R21")
@pytest.mark.parametrize("horse", ["RL1", "RH1"])
def test_infantry_does_not_charge_cavalry(play, horse):
    played = play(f"BI1 D6:fabc:n {horse} D4:fabc:s", "B", "I1 f")
    assert played.no == "line 1 E09"
    assert "WGR-048" in played.cites
    turned = play(f"BI1 D6:fabc:e {horse} D5:fabc:s", "B", "I1 left / end", "X---")
    assert turned.fights == ["2 D6>D5 attack X---"], "it may turn to it"
    assert play(f"BI1 D6:fabc:n {horse} D4:fabc:s", "B", "I1 f left").ok, "and may end beside it"


@clause("WGR-049", "WGR-R20")
@pytest.mark.parametrize(
    "orders",
    ["fa: charge 1, bc: fire E5", "bc: fire E5, fa: charge 1", "fa: f fire D4", "fa: f, bc: fire E5, fa: about"],
)
def test_fire_and_charge_exclude_each_other(play, orders):
    """f and a can charge D4 by way of D5; b and c have E5 diagonally ahead. No die is rolled for such orders."""
    played = play("BI1 D6:fa:n D6:bc:e RI1 D4:fabc:s RI2 E5:fabc:s", "B", f"I1 {orders}")
    assert played.no == "line 1 E09"
    assert "WGR-049" in played.cites


@clause("WGR-049")
def test_firing_and_moving_without_contact(play):
    pieces = "BI1 D6:fa:n D6:bc:e RI2 E5:fabc:s"
    assert play(pieces, "B", "I1 fa: f, bc: fire E5", "--").at("BI1") == "D5:fa:n D6:bc:e"
    assert play(pieces, "B", "I1 bc: fire E5, fa: f", "-").at("BI1") == "D5:fa:n D6:bc:e"


@clause("WGR-050", "WGR-R21")
def test_turning_to_an_enemy_is_no_charge(play):
    """No tokens, no defensive fire, no bonus: four dice against the guns, and no square against the horse."""
    guns = play("BI1 D6:fabc:e RA1 D5:ab:s", "B", "I1 left / end", "X---")
    assert guns.fights == ["2 D6>D5 attack X---"]
    assert guns.charges == []
    horse = play("BH1 D6:fabc:e RI1 D5:fabc:s", "B", "H1 left / end", "X---")
    assert horse.fights == ["2 D6>D5 attack X---"]
    square = play("BI1 D6:fabc:+ RI1 D5:fabc:s", "B", "I1 line n / end", "X---")
    assert square.fights == ["2 D6>D5 attack X---"]


@clause("WGR-051")
@pytest.mark.parametrize(
    ("mover", "prey"),
    [
        ("BI1 D6:fa:n", "RI1"), ("BI1 D6:fa:n", "RG1"), ("BI1 D6:fa:n", "RA1"), ("BL1 D6:fa:n", "RI1"),
        ("BL1 D6:fa:n", "RL1"), ("BL1 D6:fa:n", "RH1"), ("BL1 D6:fa:n", "RA1"), ("BH1 D6:fa:n", "RG1"),
        ("BH1 D6:fa:n", "RH1"),
    ],
)  # fmt: skip
def test_who_may_charge_whom(play, mover, prey):
    pieces = f"{mover} {prey} D4:{'ab' if prey == 'RA1' else 'fa'}:s"
    assert play(pieces, "B", f"{mover[1:3]} charge 1").charges == ["D5n 1"]


@clause("WGR-051")
@pytest.mark.parametrize(
    ("start", "prey"),
    [
        ("F4:fa:n", "F2:fa:s"), ("C9:fa:n", "C7:fa:s"), ("C8:fa:n", "C6:fa:s"), ("K7:fa:n", "K5:f:s"),
        ("B8:fa:e", "D8:fa:w"),
    ],
)  # fmt: skip
def test_into_and_out_of_any_ground(play, start, prey):
    assert len(play(f"BL1 {start} RI1 {prey}", "B", "L1 charge 1").charges) == 1


@clause("WGR-052")
@pytest.mark.parametrize("orders", ["H1 @E7: f2, @E8: f3", "H1 @E7: f2, @E8: f2 f"])
def test_the_highest_number_of_tokens_counts(play, orders):
    """Two bases come two cells and two come three: one charge of three tokens, and one fight."""
    pieces = "BH1 E8:fa:n E7:bc:n RI2 E4:fabc:s"
    played = play(pieces, "B", f"{orders} / end", "-- --- X----")
    assert played.fights == ["1 E5>E4 fire -- square --- attack X----"]


@clause("WGR-052", "WGR-082")
def test_two_units_charge_from_one_cell(play):
    pieces = "BH1 E8:fa:n BH2 E6:fa:n RI2 E4:fabc:s"
    played = play(pieces, "B", "H2 charge 1 / H1 charge 3 / end", "-- --- X----")
    assert played.fights == ["1 E5>E4 fire -- square --- attack X----"]


@clause("WGR-053")
def test_tokens_do_not_outlast_the_turn(play):
    pieces = "BI1 E6:fabc:n RI2 E4:fabc:s"
    opened = play(pieces, "B", "I1 charge 1")
    assert opened.position["charges"] == [{"cell": "E5", "dir": "n", "tokens": 1}]
    closed = play(pieces, "B", "I1 charge 1 / end", "-- X----")
    assert closed.position["charges"] == []
