"""Section O: the options, and what each changes."""

import pytest

clause = pytest.mark.clause
VALUES = {
    "scenario": ("standard", "few-guns", "no-guns", "bare"),
    "split_move": ("example", "proportional"),
    "unequal": ("printed", "double"),
    "group_cap": ("combat", "touching"),
    "gun_loss": None,
    "blocked_retreat": ("stop", "destroy"),
    "edge": ("closed", "open"),
    "fire_arc": ("sector", "square"),
    "two_guns_on_gun": ("duel", "remove"),
    "sp_initiative": ("on", "off"),
    "retreat_before": ("off", "on"),
    "turns": None,
    "target": None,
    "move_cap": None,
}
NUMBERS = {"gun_loss": 0, "turns": 20, "target": 30, "move_cap": 10}
DUEL = "F G1 gun 3000,1000/0; A G2 gun 3000,1900/180"
PUSH = "F G1 gun 3000,1000/0; A B3 inf 3 3000,1800/180"


def test_names_values_and_defaults(rules):
    options = {option.name: option for option in rules.options()}
    assert list(options) == list(VALUES)
    for name, values in VALUES.items():
        assert options[name].default == (values[0] if values else NUMBERS[name])
        assert values is None or options[name].values == values
    assert rules.settle({}) == {name: option.default for name, option in options.items()}


@clause("WWG-133", "WWG-140")
@pytest.mark.parametrize(
    ("name", "value", "ok"),
    [
        ("gun_loss", 4, True),
        ("gun_loss", "2", True),
        ("gun_loss", 5, False),
        ("gun_loss", -1, False),
        ("turns", 24, True),
        ("turns", 0, False),
        ("target", 1.5, False),
        ("move_cap", "many", False),
        ("unequal", "triple", False),
        ("colour", "red", False),
    ],
)
def test_what_may_be_chosen(ask, name, value, ok):
    opened = ask(None, **{name: value})
    assert ("error" not in opened.answer) == ok
    if not ok:
        assert opened.error["code"] == "option"


@clause("WWG-130", "WWG-R03")
@pytest.mark.parametrize(("road", "no"), [(250, ""), (251, "1 E06"), (300, "1 E06")])
def test_split_move(play, road, no):
    refused = play("F I1 inf 1 3580,3620/0", f"move i1 e 100 then road cha n {road}", split_move="proportional")
    assert refused.no == no
    assert not no or "250" in refused.message
    assert play("F I1 inf 1 3680,3620/0", "move i1 road cha n 500", split_move="proportional").ok


@clause("WWG-131", "WWG-R17")
@pytest.mark.parametrize(
    ("unequal", "dice", "score"),
    [
        ("printed", "5 3", "9v8 attacker"),
        ("double", "5 3", "9v10 defender"),
        ("printed", "5 1", "9v6 attacker"),
        ("double", "5 1", "9v8 attacker"),
    ],
)
def test_unequal(play, unequal, dice, score):
    pieces = "F I3 inf 3 3000,1900/0; A D5 inf 5 3000,2000/180"
    assert play(pieces, "attack d5 with i3", dice, unequal=unequal).fights == [f"I3 D5 {score}"]


@clause("WWG-131")
def test_double_counts_men_only(play):
    storm = "A M1 inf 1 2360,2420/180; F B4 inf 4 2360,2200/0"
    fight = play(storm, "attack hou with b4", "1 1", hold="HOU", unequal="double").one("fight")
    assert (fight["attack"]["unequal"], fight["defence"]["unequal"]) == (3, 0)


@clause("WWG-132", "WWG-R31")
def test_group_cap(play):
    pieces = "F P3 inf 3 2850,1900/0; F Q3 inf 3 3150,1900/0; A D2 inf 2 2850,2000/180; A E2 inf 2 3150,2000/180"
    orders = "attack d2 with p3 / attack e2 with q3"
    assert play(pieces, orders, "6 1 6 1").losses == "F 0 A 4"
    refused = play(pieces, orders, group_cap="touching")
    assert refused.no == "2 E35"
    assert "WWG-132" in refused.cites
    apart = pieces.replace("3150,1900", "3156,1900")
    assert play(apart, orders, "6 1 6 1", group_cap="touching").losses == "F 0 A 4"


@clause("WWG-132")
def test_group_cap_binds_the_defence(play):
    pieces = """F P5 inf 5 2750,1900/0; F Q5 inf 5 3256,1900/0; A D3 inf 3 2850,2000/180; A E3 inf 3 3150,2000/180"""
    orders = "attack d3 with p5 / attack e3 with q5"
    assert play(pieces, orders, "1 3 6 1").fights == ["P5 D3 7v6 attacker", "Q5 E3 12v4 attacker"]
    capped = play(pieces, orders, "1 4", group_cap="touching")
    assert capped.fights == ["P5 D3 7v7 draw"]
    assert capped.lapses == ["2 E35"]


@clause("WWG-133", "WWG-124", "WWG-R29")
@pytest.mark.parametrize("worth", [0, 2, 4])
def test_gun_loss(play, worth):
    assert play(DUEL, "fire g1 at g2", "6 1", gun_loss=worth).losses == f"F 0 A {worth}"


@clause("WWG-134", "WWG-R22")
@pytest.mark.parametrize(("option", "losses"), [("stop", "F 0 A 0"), ("destroy", "F 0 A 3")])
def test_blocked_retreat(play, option, losses):
    pieces = f"{PUSH}; F C2 inf 2 3000,2100/0"
    assert play(pieces, "fire g1 at b3", "4", blocked_retreat=option).losses == losses
    assert play(pieces, "fire g1 at b3", "2", blocked_retreat=option).losses == "F 0 A 0"


@clause("WWG-135", "WWG-R23")
def test_edge(play):
    pieces = "F C2 cav 2 3000,4850/0; F I1 inf 1 100,1000/0"
    left = play(pieces, "move c2 forward 100 / exit c2", edge="open")
    assert (left.at("C2"), left.losses, left.kinds) == ("-", "F 2 A 0", ["move", "exit", "removed"])
    assert play(pieces, "exit c2", edge="open").no == "1 E33"
    closed = play(pieces, "move c2 forward 100 / exit c2")
    assert closed.no == "2 E26"
    driven = "F G1 gun 3000,4000/0; A B3 inf 3 3000,4800/180"
    assert play(driven, "fire g1 at b3", "4", edge="open").losses == "F 0 A 3"
    assert play(driven, "fire g1 at b3", "1", edge="open").losses == "F 0 A 0"


@clause("WWG-136", "WWG-R15")
@pytest.mark.parametrize(
    ("option", "place", "seen"),
    [
        ("sector", "3600,1850", False),
        ("square", "3600,1850", True),
        ("square", "3601,1850", False),
        ("sector", "3480,2040", False),
        ("square", "3480,2100", True),
        ("square", "3480,2101", False),
    ],
)
def test_fire_arc(play, option, place, seen):
    pieces = f"F G1 gun 3000,1000/0; A B2 inf 2 {place}/180"
    assert play(pieces, fire_arc=option).sees("G1")["in_arc"] == (["B2"] if seen else [])


@clause("WWG-137", "WWG-R27")
def test_two_guns_on_gun(play):
    pieces = f"{DUEL}; F H1 gun 3200,1000/0"
    assert play(pieces, "fire g1, h1 at g2", two_guns_on_gun="remove").kinds == ["barrage", "removed"]
    assert play(pieces, "fire g1 at g2", "4 5", two_guns_on_gun="remove").fights == ["G1 G2 9v9 draw"]
    assert play(pieces, "fire g1, h1 at g2", "4 5 4 5").fights == ["G1 G2 9v9 draw", "H1 G2 9v9 draw"]


@clause("WWG-138", "WWG-R42")
def test_sp_initiative(play):
    pieces = "A M1 inf 1 2360,2420/180; F B4 inf 4 2360,2200/0"
    played = play(pieces, "attack hou with b4", "3 2", hold="HOU", sp_initiative="off")
    assert played.fights == ["B4 M1 7v8 defender"]


@clause("WWG-139", "WWG-R20")
def test_retreat_before(play):
    pieces = "A D2 inf 2 3000,2000/180; F I5 inf 5 3000,1900/0"
    assert play(pieces, "attack d2 with i5", retreat_before="on").at("D2") == "3000,2200/180"
    assert play(pieces.replace("inf 5", "cav 5"), "attack d2 with i5", retreat_before="on").kinds == ["evade"]
    assert play(pieces, "attack d2 with i5", "1 1").kinds[0] == "fight"


@clause("WWG-140")
def test_turns_target_and_move_cap(play):
    pieces = "F I3 inf 3 3000,1900/0; A D3 inf 3 3000,2000/180; F J2 inf 2 1000,1000/0"
    assert play(pieces, "attack d3 with i3", "6 1", target=3).end == "french losses WWG-125"
    assert play(pieces, "attack d3 with i3", "6 1", target=4).end is None
    assert play(pieces, "pass", mover="A", turns=1).end == "allied time WWG-127"
    assert play(pieces, "move j2 forward 9 / turn i3 around", move_cap=4).no == "2 E04"
    assert play(pieces, "move j2 forward 9 / move i3 back 9", move_cap=5).ok


@clause("WWG-139", "WWG-R41")
def test_a_garrison_does_not_evade_even_then(play):
    pieces = "A M1 inf 1 2360,2420/180; F B4 inf 4 2360,2200/0"
    assert play(pieces, "attack hou with b4", "1 1", hold="HOU", retreat_before="on").kinds[0] == "fight"


@clause("WWG-135")
def test_the_edge_or_an_enemy_whichever_comes_first(play):
    driven = "F G1 gun 3000,4000/0; A B3 inf 3 3000,4600/180; F J1 inf 1 3000,4800/0"
    played = play(driven, "fire g1 at b3", "6", edge="open")
    assert (played.at("B3"), played.losses) == ("3000,4700/180", "F 0 A 0")
