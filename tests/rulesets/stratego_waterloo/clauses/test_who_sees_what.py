"""What each viewer may know: views and events."""

import msgspec
import pytest

clause = pytest.mark.clause

PIECES = "NA A1, NE B1, LN E4, CU-1 F4, FA C3, WE A9, UX B9, BF E8, HR F8, BA C8, PI L6"
STATE = {
    "pool": {"blue": ["OG", "LI"], "red": ["FG"]},
    "cards": {"hands": {"blue": ["FS", "RE"], "red": ["GB"]}, "discards": ["CA", "IN"]},
    "undrawn": ["BU", "LW"],
    "retreat": {"blue": "LEFT", "red": "RIGHT"},
    "standing": {"blue": {"spirit": "win 5"}, "red": {"advance": "on"}},
    "lists": {"blue": {"keep": ["FS"], "burn": ["GB"]}, "red": {"keep": ["RE"], "burn": []}},
}


@pytest.fixture
def seen(play):
    return play(PIECES, version="standard", position=STATE, turn=6)


@clause("SWL-012", "SWL-095")
def test_pieces(seen):
    assert seen.sees("blue", "E4 F4 E8 F8 C8 L6") == "LN CU i i a i"
    assert seen.sees("red", "E4 F4 E8 F8 C8 L6") == "i c BF HR BA PI"
    assert seen.sees(None, "E4 F4 E8 F8 C8 L6") == "i c i i a i"


@clause("SWL-007", "SWL-133", "SWL-013")
def test_what_is_ones_own(seen):
    blue, red, onlooker = (seen.view(seat) for seat in ("blue", "red", None))
    assert (blue["retreat"], red["retreat"]) == ({"blue": "LEFT", "red": None}, {"blue": None, "red": "RIGHT"})
    assert onlooker["retreat"] == {"blue": None, "red": None}
    assert blue["cards"]["hands"]["red"] == 1
    assert red["cards"]["hands"]["blue"] == 2
    assert set(blue["standing"]) == {"blue"}
    assert set(red["lists"]) == {"red"}
    assert onlooker["standing"] == onlooker["lists"] == {}
    assert blue["undrawn"] == red["undrawn"] == 2


@clause("SWL-R05", "SWL-095")
def test_pools(seen):
    assert sorted(piece["arm"] for piece in seen.view("red")["pool"]["blue"]) == ["i", "i"]
    assert {piece["code"] for piece in seen.view("red")["pool"]["blue"]} == {None}
    assert sorted(piece["code"] for piece in seen.view("blue")["pool"]["blue"]) == ["LI", "OG"]


@clause("SWL-012", "SWL-133", "SWL-007", "SWL-013", "SWL-095")
@pytest.mark.parametrize("seat", ["red", None])
def test_no_view_tells_two_secrets_apart(play, seen, seat):
    """Every blue secret is another one; to RED and to onlookers the position is the same to the byte."""
    pieces = PIECES.replace("LN E4", "LI E4").replace("NE B1", "CH B1").replace("NA A1", "NE A1")
    state = STATE | {
        "pool": {"blue": ["LN", "MG"], "red": ["FG"]},
        "cards": {"hands": {"blue": ["CA", "IN"], "red": ["GB"]}, "discards": ["FS", "RE"]},
        "undrawn": ["PA", "SL"],
        "retreat": {"blue": "CENTRE", "red": "RIGHT"},
        "standing": {"blue": {"spirit": "off"}, "red": {"advance": "on"}},
        "lists": {"blue": {"keep": ["IN"], "burn": []}, "red": {"keep": ["RE"], "burn": []}},
    }
    other = play(pieces, version="standard", position=state, turn=6)
    assert msgspec.json.encode(seen.view(seat)) == msgspec.json.encode(other.view(seat))


@clause("SWL-041", "SWL-108")
def test_events_tell_no_more_than_the_map(play):
    played = play(PIECES, "E4 E5 / enter OG E1 / C3 C4", version="standard", position=STATE, turn=6)
    assert played.ok
    text = msgspec.json.encode(played.seen("red")).decode()
    assert '"OG"' not in text
    assert '"LN"' not in text
    assert [event["piece"]["code"] for event in played.of("move", "red")] == [None, None]


@clause("SWL-068", "SWL-041")
def test_what_is_eliminated_is_open(play):
    played = play("FA E4, BF E7", "fire E4 E7")
    for seat in ("blue", "red", None):
        assert played.view(seat)["eliminated"]["red"] == {"BF": 1}


@clause("SWL-041", "SWL-R04")
def test_an_onlooker_sees_what_was_shown_to_both(play):
    played = play("CH E4, KH E5, LN A2", "attack E4 E5", "B")
    assert played.sees(None, "E5 A2") == "CH i"


@clause("SWL-007", "SWL-133")
def test_at_the_end_all_is_open(seen):
    over = seen.then("resign")
    view = over.view("red")
    assert over.sees("red", "E4 F4") == "LN CU"
    assert view["retreat"] == {"blue": "LEFT", "red": "RIGHT"}
    assert sorted(view["cards"]["hands"]["blue"]) == ["FS", "RE"]


def test_what_a_record_may_show(rules, begun):
    settled = rules.settle({"version": "standard"})
    played = begun(version="standard")
    position = rules.decode(played.position, settled)
    assert not rules.open_record(position)
    assert not rules.open_rolls(position)
    over = rules.decode(played.then("resign").position, settled)
    assert rules.open_record(over)
    assert rules.open_rolls(over)


@clause("SWL-105")
def test_every_position_survives_its_json(rules, begun, seen):
    for played in (seen, begun(version="expert", start="early"), begun(version="standard", draft="live")):
        settled = rules.settle(played.options)
        assert rules.encode(rules.decode(played.position, settled)) == played.position


@clause("SWL-016", "SWL-012")
def test_nobody_tells_the_enemy_of_a_default_set_up(opening):
    """The default formation stands in the rulebook: whoever knew that it was used would know every piece."""
    asked_for, drawn = opening().then("setup default"), opening().then(due=True)
    told = [[event for event in played.seen("blue") if event["event"] == "set_up"] for played in (asked_for, drawn)]
    assert told[0] == told[1]
    assert told[0][0]["default"] is False
    assert msgspec.json.encode(asked_for.view("blue")) == msgspec.json.encode(drawn.view("blue"))


@clause("SWL-R55", "SWL-012")
def test_why_a_part_was_dropped_is_the_players_own(play):
    hand = {"cards": {"hands": {"blue": ["CA"], "red": []}}}
    orders = "card CA attack E2 E3, attack A4 E4"
    played = play("LN E2, BF E3, KH E4, CH A4, NA A1", orders, "B+", version="standard", position=hand)
    assert len(played.of("dropped", "blue")) == 1
    assert played.of("dropped", "red") == played.of("dropped", None) == []


@clause("SWL-012", "SWL-041", "SWL-069")
@pytest.mark.parametrize(
    ("orders", "dice"),
    [
        ("E4 E5 / A2 A3", ""),
        ("A2 A4 / fire C3 C5 / end", ""),
        ("E4 F4 / enter LIGHT E1", ""),
        ("A2 B2 / E4 E9", ""),
        ("attack E4 E9 / E9 E8", ""),
        ("A2 A5 / test", ""),
    ],
)
def test_hidden_pieces_change_nothing_that_the_mover_is_told(play, orders, dice):
    """The two games differ in what BLUE cannot see and does not touch: answers, events and view are the same."""
    ours, seen = "CH E4, LN A2, FA C3, NA A1", {"pool": {"blue": ["LI"]}}
    first = play(f"{ours}, LN H2, BF C5, KH G7, WE A9, UX B9, BF F9", orders, dice, position=seen)
    other = play(f"{ours}, LN H2, BF C5, SG G7, UX A9, WE B9, RI F9", orders, dice, position=seen)
    assert first.refused == other.refused
    assert first.seen("blue") == other.seen("blue")
    assert msgspec.json.encode(first.view("blue")) == msgspec.json.encode(other.view("blue"))


@clause("SWL-133", "SWL-R51")
def test_the_stack_of_a_live_draft(begun):
    picked = begun(version="standard", draft="live").then("keep FS\nburn GB")
    picker, other, onlooker = (picked.view(seat)["cards"] for seat in ("blue", "red", None))
    assert (len(picker["stack"]), picker["left"]) == (13, 13)
    assert (other["stack"], other["left"], other["discards"]) == (None, 13, None)
    assert (onlooker["stack"], onlooker["left"], onlooker["hands"]) == (None, 13, {"blue": 0, "red": 1})
