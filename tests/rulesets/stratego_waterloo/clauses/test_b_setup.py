"""Before the first turn: cards of the lines of retreat, set-up, Prussians."""

import re
from collections import Counter

import pytest

clause = pytest.mark.clause

NO_SHUFFLE = "13 12 11 10 9 8 7 6 5 4 3 2"
RED = """setup
10: BF KH BL BA .. WE .. BA DC KH BF ..
 9: KH KH DC BF FG SG RH UX BF DC KH KH
 8: BF RI BF BF HR BF BF HR BF BF RI BF
 7: BF BA BF BL BF BA BA BF BL BF BA BF"""
EXPERT_RED = """setup
10: BF KH BL .. UX WE .. DC .. KH BF BF
 9: KH KH DC BF SG BA BA RH BF DC KH KH
 8: .. RI BF BF FG BA BA BF BF BF RI ..
 7: BF BF BA BF BL HR HR BL BF BA BF BF"""
BLUE = """setup
 4: LN FA LN LN LI LI LI LI LN LN FA LN
 3: FA LN FA YG LN FA FA LN YG FA LN FA
 2: CH CU LN PL MG OG MG ED PL LN CU CH
 1: CH LN CH LI NE NA .. CU LN CH CH LN"""
ROSTER = {
    "red": "WE UX FG HR HR RH SG" + " BF" * 18 + " RI" * 2 + " BL" * 3 + " DC" * 3 + " KH" * 6 + " BA" * 6,
    "blue": "NA NE OG MG MG YG YG ED PL PL" + " LN" * 15 + " LI" * 5 + " CU" * 3 + " CH" * 6 + " FA" * 8,
}


@clause("SWL-006", "SWL-R09")
@pytest.mark.parametrize(
    ("blue", "red", "sections"),
    [
        (1, 2, {"blue": "LEFT", "red": "CENTRE"}),
        (3, 1, {"blue": "RIGHT", "red": "LEFT"}),
        (2, 2, {"blue": "CENTRE", "red": "CENTRE"}),
    ],
)
@pytest.mark.parametrize("version", ["basic", "standard"])
def test_each_side_draws_a_card_before_it_sets_up(opening, blue, red, sections, version):
    played = opening(f"{blue} {red} {NO_SHUFFLE}", version=version)
    assert played.position["retreat"] == sections
    assert played.awaiting == {"red": "setup"}
    assert played.position["phase"] == "setup"


@clause("SWL-007")
def test_only_the_owner_knows_his_card(opening):
    played = opening(f"1 3 {NO_SHUFFLE}")
    assert played.view("blue")["retreat"] == {"blue": "LEFT", "red": None}
    assert played.view("red")["retreat"] == {"blue": None, "red": "RIGHT"}
    assert played.view(None)["retreat"] == {"blue": None, "red": None}
    assert [event["section"] for event in played.of("dealt", "red")] == ["RIGHT"]
    assert played.of("dealt", None) == []


@clause("SWL-007")
def test_the_end_opens_the_cards(opening):
    over = opening(f"1 3 {NO_SHUFFLE}").then("resign")
    assert over.view("blue")["retreat"] == {"blue": "LEFT", "red": "RIGHT"}


@clause("SWL-008")
def test_red_sets_up_first_and_blue_sees_arms(opening):
    first = opening()
    assert first.awaiting == {"red": "setup"}
    second = first.then(RED)
    assert second.ok
    assert second.awaiting == {"blue": "setup"}
    assert second.sees("blue", "A10 B10 D10 F10 E9") == "i c a c i"
    assert second.sees("red", "A10 B10 D10 F10 E9") == "BF KH BA WE FG"
    assert second.then(BLUE).awaiting == {"red": "ply"}


@clause("SWL-008")
def test_blue_cannot_set_up_before_red(opening):
    assert opening().then(BLUE, seat="blue").codes == ["E-PHASE"]


@clause("SWL-009", "SWL-010")
def test_whole_armies_are_set_up_on_four_rows(begun):
    played = begun(RED, BLUE)
    board = played.position["board"]
    assert {int(square[1:]) for square in board} == {1, 2, 3, 4, 7, 8, 9, 10}
    view = played.view("red")["board"], played.view("blue")["board"]
    for seat, seen in zip(("red", "blue"), view, strict=True):
        own = Counter(piece["code"] for piece in seen.values() if piece["side"] == seat)
        assert own == Counter(ROSTER[seat].split())


@clause("SWL-009")
@pytest.mark.parametrize(
    "block",
    [
        RED.replace(" 7:", " 6:"),
        RED.replace("10:", " 5:"),
        RED.replace(" 7: BF BA", " 7: BF"),
        RED.replace(" 7: BF", " 7: BF BF"),
        RED.replace(" 8:", " 9:"),
    ],
)
def test_only_the_own_four_rows_and_all_of_them(opening, block):
    played = opening().then(block)
    assert set(played.codes) <= {"E-SETUP", "E-SYNTAX"}
    assert played.codes
    assert played.awaiting == {"red": "setup"}
    assert played.position["board"] == {}


@clause("SWL-010", "SWL-093")
def test_ten_may_be_kept_back(opening):
    block = RED.replace("BF BA BF BL BF BA BA BF BL BF BA BF", ".. .. .. .. .. .. .. .. .. .. BA BF")
    played = opening().then(block)
    assert played.ok
    assert len(played.position["pool"]["red"]) == 10
    eleven = opening().then(block.replace("BA BF", ".. BF"))
    assert eleven.codes == ["E-SETUP"]
    assert eleven.refusal["clause"] == "SWL-010"


@clause("SWL-010")
def test_a_reserve_line_has_to_agree(opening):
    block = RED.replace("BF BA BF BL", ".. .. BF BL")
    assert opening().then(f"{block}\nreserve: BA BF").ok
    assert opening().then(block).pool("red") == "BA reserve, BF reserve"
    for line in ("reserve: BF BF", "reserve: BF", "reserve: BF BA KH"):
        assert opening().then(f"{block}\n{line}").codes == ["E-SETUP"]


@clause("SWL-011")
@pytest.mark.parametrize("leader", ["WE", "UX"])
def test_leaders_are_not_kept_back(opening, leader):
    played = opening().then(re.sub(leader, "..", RED))
    assert played.codes == ["E-SETUP"]
    assert played.refusal["clause"] == "SWL-011"
    assert {"WE": "Wellington", "UX": "Uxbridge"}[leader] in played.message


@clause("SWL-010")
def test_no_more_pieces_than_there_are(opening):
    played = opening().then(RED.replace("10: BF KH", "10: BF BF"))
    assert played.codes == ["E-SETUP"]
    assert "BF" in played.message
    assert opening().then(RED.replace("10: BF", "10: LN")).codes == ["E-SETUP"]
    assert opening().then(RED.replace("10: BF", "10: PI")).codes == ["E-SETUP"]


@clause("SWL-012", "SWL-035")
def test_the_enemy_sees_colour_and_arm(begun):
    seen = begun().view("blue")["board"]
    theirs = {square: piece for square, piece in seen.items() if piece["side"] == "red"}
    assert len(theirs) == 45
    assert all(piece["code"] is None for piece in theirs.values())
    assert Counter(piece["arm"] for piece in theirs.values()) == {"i": 26, "c": 13, "a": 6}
    onlooker = begun().view(None)["board"]
    assert all(piece["code"] is None for piece in onlooker.values())


@clause("SWL-013")
def test_the_prussians_are_shuffled(opening):
    played = opening(f"1 1 {NO_SHUFFLE}")
    assert played.position["undrawn"] == ["BU", "PI", "PI", "PI", "LW", "LW", "LW", "LW", "SL", "SL", "SL", "SL", "PA"]
    other = opening(f"1 1 1 {NO_SHUFFLE[3:]}")
    assert other.position["undrawn"] == ["PA", "PI", "PI", "PI", "LW", "LW", "LW", "LW", "SL", "SL", "SL", "SL", "BU"]
    for seat in ("blue", "red", None):
        assert played.view(seat)["undrawn"] == 13
        assert played.view(seat) == other.view(seat)


@clause("SWL-014", "SWL-017", "SWL-018")
def test_turn_one_is_at_eleven(begun):
    played = begun()
    assert played.ply == "red 1"
    assert played.view("red")["clock"] == "11:00"
    assert played.actions == "0/3"


@clause("SWL-016", "SWL-R18")
@pytest.mark.parametrize("version", ["basic", "standard", "expert"])
def test_silence_sets_up_by_default(opening, version):
    silent = opening(version=version).then(due=True).then(due=True)
    told = opening(version=version).then("setup default").then("setup default")
    assert silent.position["board"] == told.position["board"]
    assert silent.position["pool"] == {"blue": [], "red": []}
    assert silent.awaiting == {"red": "ply"}


@clause("SWL-016")
@pytest.mark.parametrize(("version", "red"), [("basic", RED), ("expert", f"{EXPERT_RED}\ngarrison: BF C6, BF D6")])
def test_the_default_formations(begun, version, red):
    assert begun(version=version).position["board"] == begun(red, BLUE, version=version).position["board"]


@clause("SWL-015", "SWL-R65")
def test_ground_that_is_closed_to_some_at_set_up(opening):
    text = "\n".join(
        [
            'scenario "Farms"',
            "base basic",
            "tile FARM C8",
            "tile MUD F8",
            "tile HILL I8",
            "army blue NA 1 NE 1",
            "army red WE 1 UX 1 BF 1 KH 1 BA 1",
            "prussians none",
        ]
    )

    def placed(code, square):
        return opening(battlefield=text).then(block(code, square))

    def block(code, square):
        grid = {(row, column): ".." for row in (7, 8, 9, 10) for column in "ABCDEFGHIJKL"}
        grid |= {(10, "K"): "WE", (10, "L"): "UX", (int(square[1:]), square[0]): code}
        return "setup\n" + "\n".join(
            f"{row}: " + " ".join(grid[row, column] for column in "ABCDEFGHIJKL") for row in (10, 9, 8, 7)
        )

    for code, square in (("BF", "C8"), ("BF", "F8"), ("KH", "F8"), ("BA", "I8"), ("KH", "I8")):
        assert placed(code, square).ok, (code, square)
    for code, square in (("BA", "C8"), ("KH", "C8"), ("BA", "F8")):
        refused = placed(code, square)
        assert (refused.codes, refused.refusal["clause"]) == (["E-SETUP"], "SWL-015"), (code, square)
