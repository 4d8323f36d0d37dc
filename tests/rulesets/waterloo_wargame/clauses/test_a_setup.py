"""Section A: the sides, the pieces, the beginning; and the scenarios."""

import pytest

from pbem.batch.reports import reports_before
from pbem.batch.request import read_request

clause = pytest.mark.clause


def men(played, side, arm=None):
    pieces = [piece for piece in played.position["pieces"] if piece["side"] == side]
    return sum(piece["men"] for piece in pieces if arm in (None, piece["arm"]))


@clause("WWG-001", "WWG-006")
def test_the_french_begin_at_half_past_eleven(ask):
    opened = ask(None)
    assert opened.awaiting == {"french": "turn"}
    view = opened.view("F")
    assert (view["seats"], view["time"], view["round"]) == (["french", "allied"], "11:30", 1)
    assert opened.position["strongpoints"] == {"HOU": "allied", "LHS": "allied", "PAP": "allied"}
    assert opened.position["generals"] == {"french": "PET", "allied": "OMP"}
    assert opened.losses == "F 0 A 0"


@clause("WWG-006", "WWG-R01")
def test_the_armies(ask):
    opened = ask(None)
    pieces = opened.position["pieces"]
    assert [piece["number"] for piece in pieces] == [f"F{n:02}" for n in range(1, 33)] + [
        f"A{n:02}" for n in range(1, 40)
    ]
    assert (men(opened, "french", "infantry"), men(opened, "french", "cavalry"), men(opened, "french")) == (55, 17, 72)
    assert (men(opened, "allied", "infantry"), men(opened, "allied", "cavalry"), men(opened, "allied")) == (57, 11, 68)
    assert opened.at("MIL SIM NAS") == "4760,1820/0 4019,1600/257 5250,3250/180"


@clause("WWG-006")
@pytest.mark.parametrize(
    ("scenario", "guns"),
    [("few-guns", ["SAL", "NOU", "PLT", "WBT", "KUH", "ROG", "BIJ"]), ("no-guns", []), ("bare", [])],
)
def test_the_other_scenarios(ask, scenario, guns):
    opened = ask(None, scenario=scenario)
    pieces = opened.position["pieces"]
    assert [piece["code"] for piece in pieces if piece["arm"] == "gun"] == guns
    assert len(pieces) == len(guns) + (0 if scenario == "bare" else 60)
    assert set(opened.position["strongpoints"].values()) == ({None} if scenario == "bare" else {"allied"})


@clause("WWG-002", "WWG-006", "WWG-016")
def test_at_the_start_nobody_is_in_reach(ask):
    view = ask(None).view("F")
    assert view["board"] == {"east": 7000, "north": 5000}
    assert [piece["code"] for piece in view["pieces"] if piece["touches"]] == []
    assert min(piece["nearest"]["gap"] for piece in view["pieces"]) >= 350
    assert {piece["code"]: piece["in_arc"] for piece in view["pieces"] if piece.get("in_arc")} == {"WBT": ["MAC"]}
    assert [piece["code"] for piece in view["pieces"] if piece["on_roads"]] == ["SIM", "PET"]
    assert {point: outline["garrison"] for point, outline in view["outlines"].items()} == {
        "HOU": ["MAC"],
        "LHS": ["BRG"],
        "PAP": ["NAS"],
    }


@clause("WWG-R02")
def test_the_year(ask):
    ours, reports = reports_before(read_request(b'{"id": "x", "ruleset": "waterloo_wargame"}'))
    assert "18 June 1815" in ours.about
    assert not any("1915" in told for told in (ours.about, *reports.values()))


@clause("WWG-004", "WWG-R01")
def test_bases_by_strength(play):
    sizes = {1: "I1 inf 1", 2: "C2 cav 2", 3: "I3 inf 3", 4: "C4 cav 4", 5: "I5 inf 5"}
    pieces = "; ".join(f"F {text} 1000,{1000 + 200 * k}/0" for k, text in sizes.items())
    view = play(f"{pieces}; F G1 gun 2000,1000/0").view("F")
    assert [(piece["width"], piece["depth"]) for piece in view["pieces"]] == [
        (100, 100),
        (200, 100),
        (300, 100),
        (400, 100),
        (500, 100),
        (100, 100),
    ]


@clause("WWG-003")
def test_a_piece_is_whole_or_gone(play):
    played = play("F I3 inf 3 3000,1900/0; A D5 inf 5 3000,2000/180", "attack d5 with i3", "5 3")
    gone = next(piece for piece in played.position["pieces"] if piece["code"] == "D5")
    assert gone == {
        "code": "D5",
        "number": "A01",
        "name": "D5",
        "side": "allied",
        "arm": "infantry",
        "men": 5,
        "x": None,
        "y": None,
        "heading": None,
    }


@clause("WWG-005", "WWG-032")
def test_a_gun_has_no_men_and_fights_as_four(play):
    pieces = "F C3 cav 3 3000,1900/0; A G1 gun 3000,2000/180; F I5 inf 5 1000,500/0; F J5 inf 5 2000,500/0"
    began = play(f"{pieces}; F G2 gun 4000,500/0")
    assert (began.sees("G1")["men"], began.sees("G1")["strength"]) == (0, 4)
    played = began.then("move i5 forward 9 / move j5 forward 9 / move g2 forward 9 / attack g1 with c3", "6 1")
    assert played.one("fight")["defence"]["men"] == 4
    assert (played.losses, played.position["guns_lost"]) == ("F 0 A 0", {"french": 0, "allied": 1})


@clause("WWG-007", "WWG-R23")
def test_the_edge_is_closed_and_the_dead_stay_dead(play):
    pieces = "F I1 inf 1 100,1000/0; A D1 inf 1 3000,2000/180; F J5 inf 5 3000,1900/0"
    assert play(pieces, "move i1 bearing 270 51").no == "1 E11"
    after = play(pieces, "move i1 bearing 270 50 / attack d1 with j5", "6 1")
    assert after.at("I1 D1") == "50,1000/0 -"
    assert after.then("move d1 forward 100").no == "1 E01"


@clause("WWG-008")
def test_the_general_rides_and_is_in_nobodys_way(play):
    pieces = "F I1 inf 1 1000,1000/0; F J1 inf 1 1000,1200/0; A D1 inf 1 3000,2000/180"
    played = play(pieces, "move i1 forward 50 / move j1 forward 200", generals="F=J1")
    assert played.position["generals"]["french"] == "J1"
    assert [played.sees(code)["general"] for code in ("I1", "J1")] == [False, True]
    assert play(pieces, "move i1 forward 200", generals="F=J1").no == "1 E12"
    assert play(pieces, generals="F=D1").error["code"] == "position"


@clause("WWG-009")
def test_both_players_and_onlookers_see_the_whole_board(ask):
    opened = ask(None)
    views = [opened.view(side) for side in ("F", "A", None)]
    for key in ("pieces", "losses", "generals", "strongpoints", "time", "locks"):
        assert views[0][key] == views[1][key] == views[2][key]
