"""Section C: the turn and its dice."""

from collections import Counter

import pytest

clause = pytest.mark.clause


@clause("WGR-019", "WGR-079", "WGR-137")
def test_the_order_of_a_turn(play):
    """Shot, charge and entry in the order of the lines; then the fight, the look at victory and the opponent's dice."""
    pieces = "BA1 H8:ab:n RI3 H4:fabc:s BI2 E6:fabc:n RI2 E4:fabc:s"
    orders = "A1 fire H4 / I2 charge 1 / end"
    played = play(pieces, "B", orders, "IC -- X----", then="IICAX")
    assert [kind for kind in played.kinds if kind in ("shot", "charge", "end_turn", "fight", "turn")] == [
        "shot", "charge", "end_turn", "fight", "turn",
    ]  # fmt: skip
    assert played.dice == "IICAX"


@clause("WGR-020")
def test_every_die_has_the_same_faces(play):
    assert play("BA1 H8:ab:n RI3 H4:fabc:s", "B", "A1 fire H4", "7-", loose=True).error["code"] == "dice"
    assert play("BA1 H8:ab:n RI3 H4:fabc:s", "B", "end", then="IICAB", loose=True).error["code"] == "dice"


@clause("WGR-020", "WGR-137")
def test_i_falls_twice_as_often(ask):
    """Some 500 dice of seeds 0 to 99: two in six are I, one in six each of the others."""
    dice = Counter("".join(ask(None, {}, {"seed": f"{seed:02d}" * 32}).dice for seed in range(100)))
    assert set(dice) == set("ICAX-")
    assert 133 <= dice["I"] <= 200
    assert all(55 <= dice[face] <= 112 for face in "CAX-")


@clause("WGR-021", "WGR-138")
def test_five_dice_however_small_the_army(ask):
    position = {"units": {"BI1": "D6:f:n", "RI1": "D4:fabc:n"}, "to_move": "blue", "dice": list("-----")}
    played = ask(position, {"B": "end"}, "ICAX-")
    assert (played.rolled, played.dice) == ("ICAX-", "ICAX-")
    back = ask(played.position, {"R": "end"}, "-XACI")
    assert (back.rolled, back.dice) == ("-XACI", "-XACI")


@clause("WGR-022", "WGR-023", "WGR-024", "WGR-025")
@pytest.mark.parametrize(
    ("dice", "orders", "line", "cited"),
    [
        ("A----", "A1 left / A2 left", 2, "WGR-022"),
        ("C----", "L1 left / H1 left", 2, "WGR-023"),
        ("I----", "I1 left / G1 left", 2, "WGR-024"),
        ("XX-X-", "I1 left", 1, "WGR-024"),
        ("IAX-I", "H1 left", 1, "WGR-023"),
        ("ICX-C", "A1 left", 1, "WGR-022"),
    ],
)
def test_a_die_a_unit(armies_play, dice, orders, line, cited):
    played = armies_play("B", orders, dice=dice)
    assert played.no == f"line {line} E03"
    assert cited in played.cites


@clause("WGR-022", "WGR-023", "WGR-024")
def test_as_many_units_as_dice(armies_play):
    assert armies_play("B", "I1 left / G1 @G9: left / I4 hold / L1 left / A1 left", dice="IIICA").ok
    assert armies_play("B", "A1 left / A2 left / A3 left / A4 left", dice="AAAA-").ok
    assert armies_play("B", "L1 left / H1 left / H2 left / L2 left", dice="CCCCX").ok


@clause("WGR-026", "WGR-R09", "WGR-R11")
def test_one_die_wakes_a_unit_wherever_it_is(armies_play):
    played = armies_play("B", "I6 @K9: left, @J9: left", dice="I----")
    assert played.at("BI6") == "J9:fa:w K9:bc:n", "both cells act"
    twice = armies_play("B", "I6 @K9: left / I6 @J9: left", dice="II---")
    assert twice.no == "line 2 E04"


@clause("WGR-027", "WGR-R10", "WGR-141")
def test_dice_not_placed_are_lost(armies_play, ask):
    played = armies_play("B", "I1 left", dice="IIC--")
    later = ask(played.position, {"B": "I2 left"})
    assert later.no == "line 1 E04"
    assert "WGR-141" in later.cites
    assert played.of("placed")[0]["lost"] == ["I", "C"]


@clause("WGR-027")
def test_dice_are_not_kept_for_the_next_turn(armies_play, ask):
    red = armies_play("B", "end", dice="IIIII", then="-----")
    blue = ask(red.position, {"R": "end"}, "CC---")
    assert ask(blue.position, {"B": "I1 left"}).no == "line 1 E03"
    assert ask(blue.position, {"B": "L1 left"}).ok


@clause("WGR-027")
def test_nobody_has_to_use_a_die(armies_play):
    assert armies_play("B", "end", dice="IICAI").ok


@clause("WGR-028")
def test_units_act_in_the_order_written(play):
    pieces = "BI1 D6:fabc:n BI2 D5:fabc:n"
    assert play(pieces, "B", "I2 f / I1 f").at("BI1 BI2") == "D5:fabc:n D4:fabc:n"
    assert play(pieces, "B", "I1 f / I2 f").no == "line 1 E07"


@clause("WGR-028", "WGR-142")
def test_one_finishes_before_the_next_begins(play):
    pieces = "BI1 D6:fabc:n BI2 E6:fabc:n"
    assert play(pieces, "B", "I1 f / I2 f / I1 f").no == "line 3 E04"
