"""Moves, turns and wheels (section D): what is legal, how far, and which rule a line breaks."""

from __future__ import annotations

from typing import Any

import pytest


def test_a_move_is_split_between_country_and_road(table: Any) -> None:
    game = table("F I1 inf 1 3580,3620/0")
    assert game.facts("move i1 90 100 then road cha n 300")["to"] == [3678, 3920, 0]
    (verdict,) = game.check("move i1 90 100 then road cha n 301")
    assert (verdict.code, verdict.facts["yards"], verdict.facts["limit"]) == ("E06", 301, 300)
    proportional = table("F I1 inf 1 3580,3620/0", split_move="proportional")
    assert proportional.facts("move i1 90 100 then road cha n 300")["limit"] == 250
    assert proportional.refused("move i1 90 100 then road cha n 250") == ["ok"]


def test_a_move_to_contact_ends_a_hundredth_of_a_yard_inside(table: Any) -> None:
    game = table("F I2 inf 2 1000,1000/0; A B2 inf 2 1150,1230/180")
    facts = game.facts("move i2 to contact b2")
    assert facts["to"] == [1085, 1130, 0]
    assert facts["legs"] == [{"bearing": 33, "yards": 155.2}]
    assert facts["touches"] == ["B2"]
    assert game.facts("move i2 to contact b2 bearing 180")["bearing"] == 180
    assert game.refused("move i2 to contact b2 bearing 180") == ["E30"]


@pytest.mark.parametrize(
    ("pieces", "touched"),
    [
        ("A M1 inf 1 2360,2420/180; F B4 inf 4 2360,2150/0", ["HOU"]),
        ("A M1 inf 1 2360,2420/180; F B4 cav 4 2360,2100/0", []),
        ("A G1 gun 2360,2420/180; F B4 inf 4 2360,2150/0", []),
    ],
)
def test_a_move_of_infantry_to_the_wall_of_a_garrison_touches_it(table: Any, pieces: str, touched: list[str]) -> None:
    game = table(pieces, hold={"HOU": "allied"})
    assert game.facts("move b4 forward 50")["touches"] == touched


def test_nobody_passes_between_two_touching_enemies(table: Any) -> None:
    game = table("A K1 inf 1 2950,2000/180; A L1 inf 1 3053,2000/180; F M1 inf 1 3001,1850/0")
    (verdict,) = game.check("move m1 forward 200")
    assert (verdict.code, verdict.facts["by"], verdict.facts["yards"]) == ("E09", "K1", 51)
    apart = table("A K1 inf 1 2900,2000/180; A L1 inf 1 3100,2000/180; F M1 inf 1 3000,1850/0")
    assert apart.refused("move m1 forward 200") == ["ok"]


@pytest.mark.parametrize(
    ("piece", "order", "to"),
    [
        ("F W5 inf 5 3000,2000/0", "wheel w5 left 22", [3001, 2097, 338]),
        ("F W5 inf 5 3000,2000/0", "wheel w5 right 22", [2999, 2097, 22]),
        ("F C2 cav 2 3000,2000/0", "wheel c2 right 90", [3050, 2150, 90]),
    ],
)
def test_a_wheel(table: Any, piece: str, order: str, to: list[int]) -> None:
    assert table(piece).facts(order)["to"] == to


def test_the_outer_corner_of_a_wheel_goes_no_further_than_the_allowance(table: Any) -> None:
    facts = table("F W5 inf 5 3000,2000/0").facts("wheel w5 left 23")
    assert {key: facts[key] for key in ("yards", "limit", "most")} == {"yards": 201, "limit": 200, "most": 22}
    assert table("F M4 inf 4 3000,2000/0").facts("wheel m4 left 40")["most"] == 28


@pytest.mark.parametrize(("far", "to"), [(250, [3961, 1843, 257]), (500, [3903, 2086, 257])])
def test_along_a_road(waterloo: Any, far: int, to: list[int]) -> None:
    assert waterloo().facts(f"move sim road cha n {far}")["to"] == to


def test_round_a_bend(table: Any) -> None:
    assert table("F I1 inf 1 3900,2100/351").facts("move i1 road cha n 500")["to"] == [3818, 2593, 351]
    assert table("F I1 inf 1 3900,2100/351").facts("move i1 road cha s 500")["to"][2] == 347
    assert table("A C2 cav 2 3690,3585/268", mover="allied").facts("move c2 road cha n 800")["to"] == [3662, 4385, 268]


def test_road_errors(waterloo: Any, table: Any) -> None:
    game = waterloo()
    assert game.refused("move sim road cha n 501") == ["E06"]
    facts = game.facts("move qui road cha n 100")
    assert (facts["road"], facts["outside"]) == ("CHA", 219)
    assert game.refused("move qui road cha n 100", "move sim road xyz n 1") == ["E07", "E01"]
    assert game.refused("move sim road cha e 100") == ["ok"]  # 347 degrees lean west: east is back
    assert game.facts("move sim road cha 77 100")["bearings"] == [347, 167]


@pytest.mark.parametrize(("far", "what"), [(300, "end"), (120, "off")])
def test_where_a_road_ends(table: Any, far: int, what: str) -> None:
    game = table("F I2 inf 2 3560,4580/307")  # 150 yards before the end of the Nivelles road
    facts = game.facts(f"move i2 road niv n {far}")
    assert facts["what"] == what
    assert game.refused(f"move i2 road niv n {facts['most']}") == ["ok"]
    assert game.refused(f"move i2 road niv n {facts['most'] + 1}") == ["E08"]
    assert game.facts("move i2 road niv n max")["road"] == facts["most"]
    assert game.facts("move i2 road niv to msj")["what"] == "off"


def test_the_longest_move_is_found(table: Any) -> None:
    game = table("F I2 inf 2 3000,1000/0; A B2 inf 2 3000,1250/180; F C1 cav 1 60,2000/0; F G1 gun 0 5000,1000/0")
    assert game.facts("move i2 forward max")["to"] == [3000, 1151, 0]  # an overlap of one yard is none
    assert game.facts("move c1 w max")["to"] == [50, 2000, 0]
    assert game.facts("move g1 forward max")["left"] == {"across": 0, "road": 0}
    assert game.refused("move g1 forward 101") == ["E05"]
    assert game.facts("move i2 back 50")["left"] == {"across": 150, "road": 450}


def test_ten_thousand_men(waterloo: Any) -> None:
    game = waterloo()
    orders = [
        "move mar forward 200",
        "move peg forward 200",
        "move bre forward 200",
        "move jac forward 400",
        "move nou forward 100",
    ]
    assert game.refused(*orders) == ["ok"] * 5
    assert game.refused(*orders, "turn dom to 90")[-1] == "E04"
    assert game.facts(*orders, "turn dom to 90")["total"] == 11
    game.play(*orders)
    assert [game.where(code) for code in ("MAR", "PEG", "BRE", "JAC", "NOU")] == [
        "4930,2550/0",
        "5250,2600/0",
        "5480,2630/0",
        "5820,2750/0",
        "4380,2530/0",
    ]


def test_one_error_a_line_and_the_first_that_applies(waterloo: Any) -> None:
    game = waterloo()
    assert game.refused("move don forward 200") == ["E12"]
    assert game.facts("move don forward 200")["on"] == "NOU"
    assert game.refused("move dur forward 1", "move kem forward 1", "move f13 n 0", "turn sim to 257") == [
        "E01",
        "E02",
        "E28",
        "E28",
    ]
    assert game.refused("turn sim to 90", "move sim n 10") == ["ok", "E03"]
    assert game.refused("move mac n 1", "fire sal at mac") == ["E02", "E14"]
    assert game.refused("fire wbt at mac", "move wbt n 10") == ["ok", "E13"]
    assert game.refused("move wbt n 10", "fire wbt at mac") == ["ok", "E13"]
    assert game.refused("move foy to contact bac") == ["E15"]
    assert game.refused("move pir w 400", "move sub 260 401", "move pir to 0,0") == ["ok", "E05", "E03"]
    assert game.refused("turn 2", "pass") == ["E25", "ok"]
    assert game.refused("pass", seat="allied") == ["E25"]


def test_the_board_ends(table: Any) -> None:
    game = table("F I1 inf 1 100,100/0")
    assert game.refused("move i1 w 51", "move i1 w 50") == ["E11", "ok"]
    assert game.refused("move i1 sw 72 then ne 72") == ["E11"]
    assert game.refused("move i1 to 60,99999") == ["E05"]


def test_walls(table: Any) -> None:
    pieces = "A M1 inf 1 2360,2420/180; F B4 inf 4 2360,2150/0"
    game = table(pieces, hold={"HOU": "allied"})
    (verdict,) = game.check("move b4 forward 150")
    assert (verdict.code, verdict.facts["by"], verdict.facts["yards"]) == ("E10", "HOU", 51)
    assert game.facts("move b4 to contact m1")["to"] == [2360, 2200, 0]
    assert table(pieces).refused("move b4 forward 100") == ["ok"]  # nobody holds it
    inside = table("A M1 inf 1 2360,2500/180; F B1 inf 1 2360,2300/0", hold={"HOU": "allied"})
    assert inside.refused("move b1 left 100") == ["ok"]  # it stands in it already


def test_a_turn_sweeps_round_its_centre(table: Any) -> None:
    game = table("F I5 inf 5 3000,2000/0; A K1 inf 1 3150,2115/180")
    (verdict,) = game.check("turn i5 to 270")
    assert (verdict.code, verdict.facts["by"]) == ("E09", "K1")
    assert 0 < verdict.facts["degrees"] < 90
    assert game.facts("turn i5 to 40")["degrees"] == 40
    assert game.refused("turn i5 around") == ["E09"]
    free = table("F I5 inf 5 3000,2000/0; F G1 gun 0 3500,2500/0")
    assert free.facts("turn i5 around")["to"] == [3000, 2000, 180]
    assert free.facts("turn g1 face hou")["to"][2] == 265
    assert free.facts("turn g1 face 3500,4000")["what"] == "same_heading"


def test_the_general_joins_another_piece(waterloo: Any) -> None:
    game = waterloo()
    assert game.refused("general to fri", "general to qui") == ["ok", "E24"]
    assert game.refused("general to pet") == ["E28"]
    assert game.refused("general to kem") == ["E02"]
    game.play("general to wbt", "move fri n 10")
    assert game.written()["generals"] == {"french": "WBT", "allied": "OMP"}


def test_leaving_the_board(table: Any) -> None:
    pieces = "F I1 inf 1 55,100/0; F I2 inf 2 3000,3000/0; A K1 inf 1 6000,3000/0"
    assert table(pieces).refused("exit i1") == ["E26"]
    game = table(pieces, edge="open", generals={"french": "I1"})
    assert game.refused("exit i1", "exit i2") == ["ok", "E33"]
    game.play("exit i1")
    assert game.where("I1") is None
    assert game.losses() == (1, 0)
    assert game.written()["generals"]["french"] == "I2"
