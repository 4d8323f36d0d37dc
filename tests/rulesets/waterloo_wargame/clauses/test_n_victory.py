"""Section N: losses, victory, the last round."""

import pytest

clause = pytest.mark.clause
PAIR = "F I3 inf 3 3000,1900/0; A D3 inf 3 3000,2000/180"


def lost(french, allied, **more):
    return {"losses": {"french": french, "allied": allied}} | more


@clause("WWG-124", "WWG-R29")
def test_what_counts(play):
    pieces = f"{PAIR}; F G1 gun 5000,1000/0; A H1 gun 5000,1900/180"
    played = play(pieces, "attack d3 with i3 / fire g1 at h1", "6 1 6 1")
    assert (played.losses, played.position["guns_lost"]) == ("F 0 A 3", {"french": 0, "allied": 1})


@clause("WWG-125", "WWG-R48", "WWG-R49")
@pytest.mark.parametrize(
    ("french", "allied", "end"),
    [(12, 28, "french losses WWG-125"), (12, 26, None), (29, 27, "french losses WWG-125")],
)
def test_thirty_thousand_at_a_lesser_cost(play, french, allied, end):
    assert play(PAIR, "attack d3 with i3", "6 1", position=lost(french, allied)).end == end


@clause("WWG-125", "WWG-029")
@pytest.mark.parametrize(
    ("french", "allied", "end"), [(12, 31, "french losses WWG-125"), (30, 30, None), (31, 30, "allied losses WWG-125")]
)
def test_at_the_end_of_a_turn_that_nobody_ordered(play, french, allied, end):
    stood = play(PAIR, position=lost(french, allied), due=True)
    assert stood.end == end
    assert stood.kinds == (["stood", "end"] if end else ["stood"])


@clause("WWG-125", "WWG-R50")
def test_the_allies_win_the_same_way(play):
    assert play(PAIR, "attack d3 with i3", "1 6", position=lost(27, 10)).end == "allied losses WWG-125"


@clause("WWG-126")
@pytest.mark.parametrize(
    ("french", "allied", "end"), [(29, 29, "french losses WWG-125"), (29, 28, None), (29, 27, "allied losses WWG-125")]
)
def test_when_both_reach_thirty_at_once(play, french, allied, end):
    pieces = "F P3 inf 3 3000,1900/0; F Q1 inf 1 3000,1800/0; A D2 inf 2 3000,2000/180"
    assert play(pieces, "attack d2 with p3, q1", "6 1", position=lost(french, allied)).end == end


@clause("WWG-127", "WWG-129", "WWG-R52")
def test_time_is_on_the_allies_side(play):
    last = play(PAIR, "pass", position={"round": 20})
    assert last.awaiting == {"allied": "turn"}
    ended = last.then("pass")
    assert ended.end == "allied time WWG-127"
    assert ended.one("end")["losses"] == {"french": 0, "allied": 0}
    assert [piece["side"] for piece in ended.position["pieces"]] == ["french", "allied"]
    assert ended.then("pass", loose=True).events == []


@clause("WWG-128")
def test_wellington_may_wait(ask):
    played = ask(None, turns=1).then("pass").then("pass")
    assert played.end == "allied time WWG-127"


@clause("WWG-R51")
def test_there_is_no_short_game(ask):
    assert ask(None, scenario="short").error["code"] == "option"
