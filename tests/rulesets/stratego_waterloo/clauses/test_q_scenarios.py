"""Expert: start early, and where the Prussians are."""

from collections import Counter

import pytest

clause = pytest.mark.clause

LEADERS = "NA A1, NE B1, WE A9, UX B9"
UNDRAWN = {"undrawn": ["PI", "LW", "SL", "PA"]}
LATE = Counter(["LI", "LN", "LN", "LN", "LN", "LN", "MG", "MG", "OG", "CU", "CU", "ED", "FA", "FA"])
FRENCH = Counter(
    ["NA", "NE", "OG", "MG", "MG", "YG", "YG", "ED", "PL", "PL"]
    + ["LN"] * 15
    + ["LI"] * 5
    + ["CU"] * 3
    + ["CH"] * 6
    + ["FA"] * 8
)
EARLY = {"version": "expert", "start": "early"}
BLUE = """setup
 4: LN FA LN LN LI LI LI LI LN LN FA LN
 3: .. LN FA YG LN FA FA LN YG FA LN ..
 2: CH .. .. PL .. .. .. .. PL .. CU CH
 1: CH .. CH .. NE NA .. .. .. CH CH .."""


@clause("SWL-174", "SWL-175", "SWL-R63")
def test_three_turns_sooner_and_blue_first(begun):
    played = begun(**EARLY)
    assert played.ply == "blue -2"
    assert played.view("blue")["clock"] == "09:30"
    turns = []
    for _ in range(8):
        turns.append(played.ply)
        played = played.then("end")
    assert turns == [f"{seat} {turn}" for turn in (-2, -1, 0, 1) for seat in ("blue", "red")]
    assert played.view("blue")["clock"] == "11:30"


@clause("SWL-175")
def test_blue_stays_first(play):
    played = play(LEADERS, "end", turn=7, **EARLY)
    assert played.ply == "red 7"
    assert played.then("end").ply == "blue 8"


@clause("SWL-R63", "SWL-008")
def test_red_sets_up_first_all_the_same(opening):
    played = opening(**EARLY)
    assert played.awaiting == {"red": "setup"}
    assert played.then("setup default").awaiting == {"blue": "setup"}


@clause("SWL-176")
def test_the_late_pieces(begun):
    played = begun(**EARLY)
    late = [piece for piece in played.view("blue")["pool"]["blue"] if piece["status"] == "late"]
    assert Counter(piece["code"] for piece in late) == LATE
    board = Counter(piece["code"] for piece in played.view("blue")["board"].values() if piece["side"] == "blue")
    assert board == FRENCH - LATE


@clause("SWL-176", "SWL-178", "SWL-010")
def test_ten_of_the_others_may_be_kept_back(opening):
    first = opening(**EARLY).then("setup default")
    assert first.then(BLUE).ok
    ten = BLUE.replace("LN FA YG LN FA FA LN YG FA LN", ".. .. .. .. .. .. .. .. .. ..")
    held = first.then(ten)
    assert held.ok
    assert held.pool("blue").count("reserve") == 10
    assert first.then(ten.replace("LI LI LI LI", "LI LI LI ..")).codes == ["E-SETUP"]
    assert first.then(BLUE.replace("NE NA ..", "NE NA OG")).codes == ["E-SETUP"]


@clause("SWL-177", "SWL-R63")
def test_when_they_may_come(play):
    late = {"pool": {"blue": [{"code": "OG", "status": "late"}]}}
    before = play(LEADERS, "enter OG F1", turn=0, position=late, **EARLY)
    assert before.no == "1 E-ENTER SWL-177"
    entered = play(LEADERS, "enter OG F1", turn=1, position=late, **EARLY)
    assert entered.at("F1") == "OG"
    assert entered.actions == "1/3"


@clause("SWL-R63")
@pytest.mark.parametrize(("arrival", "turn", "ok"), [(-1, -1, True), (-1, -2, False), (4, 3, False), (4, 4, True)])
def test_they_may_come_at_another_time(play, arrival, turn, ok):
    late = {"pool": {"blue": [{"code": "OG", "status": "late"}]}}
    played = play(LEADERS, "enter OG F1", turn=turn, position=late, late_arrival=arrival, **EARLY)
    assert played.ok == ok


@clause("SWL-179")
def test_the_prussians_keep_their_time(play):
    played = play(LEADERS, "end", seat="red", turn=12, position=UNDRAWN, **EARLY)
    assert played.ply == "blue 13"
    assert played.at("L6 L5") == "PI LW"
    assert play(LEADERS, "end", seat="red", turn=11, position=UNDRAWN, **EARLY).at("L6 L5") == ".. .."


@clause("SWL-180", "SWL-R64")
@pytest.mark.parametrize("die", ["B", "R", "B+", "R+", "BR", "RR"])
def test_the_roll_at_three_o_clock(play, die):
    played = play(LEADERS, "end", die, turn=8, version="expert", grouchy="on", position=UNDRAWN)
    come = die in ("R", "R+", "RR")
    assert played.position["grouchy"] == ("come" if come else "never")
    event = played.of("grouchy", None)[0]
    assert (event["die"], event["come"]) == (die, come)
    assert played.view("red")["clock"] == "15:00"


@clause("SWL-180")
def test_there_is_one_roll_and_only_on_request(play):
    assert play(LEADERS, "end", turn=8, version="expert", position=UNDRAWN).rolled == ""
    rolled = play(LEADERS, "end", turn=9, version="expert", grouchy="on", position=UNDRAWN | {"grouchy": "come"})
    assert rolled.rolled == ""


@clause("SWL-181", "SWL-110")
def test_if_they_never_come(play):
    never = UNDRAWN | {"grouchy": "never"}
    played = play(LEADERS, "end", turn=12, version="expert", grouchy="on", position=never)
    assert played.at("L6 L5") == ".. .."
    assert played.actions == "0/3"
    assert played.then("end").then("end").at("L6 L5") == ".. .."


@clause("SWL-182")
def test_both_together(begun):
    played = begun(grouchy="on", **EARLY)
    assert played.ply == "blue -2"


@clause("SWL-182")
@pytest.mark.parametrize("version", ["basic", "standard"])
@pytest.mark.parametrize("option", [{"start": "early"}, {"grouchy": "on"}])
def test_both_want_the_expert_version(ask, version, option):
    refused = ask(None, version=version, **option)
    assert refused.error["code"] == "option"
    assert version in refused.error["message"]
