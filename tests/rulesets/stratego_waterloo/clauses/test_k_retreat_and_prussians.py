"""Lines of retreat, the end of the game, the Prussians."""

import pytest

clause = pytest.mark.clause

LEADERS = "NA A1, NE B1, WE A9, UX B9"
UNDRAWN = {"undrawn": ["PI", "LW", "SL", "PA"]}


def card(red="CENTRE", blue="CENTRE"):
    return {"retreat": {"red": red, "blue": blue}}


@clause("SWL-097", "SWL-R10", "SWL-R01")
@pytest.mark.parametrize(
    ("section", "squares"),
    [("LEFT", "L10 K10 J10 I10"), ("CENTRE", "H10 G10 F10 E10"), ("RIGHT", "D10 C10 B10 A10")],
)
def test_two_on_the_allied_lines(play, section, squares):
    """A second rider on each of the other three squares wins, and on a square outside it does not."""
    first, *others = squares.split()
    for square in others:
        start = f"{square[0]}5"
        assert play(f"CH {first}, CH {start}", f"{start} {square}", position=card(section)).end == (
            "blue retreat_lines SWL-097"
        )
    outside = "L5" if section != "LEFT" else "A5"
    away = outside.replace("5", "10")
    assert play(f"CH {first}, CH {outside}", f"{outside} {away}", position=card(section)).end is None


@clause("SWL-097", "SWL-R01")
@pytest.mark.parametrize(
    ("section", "squares"),
    [("LEFT", "A1 B1 C1 D1"), ("CENTRE", "E1 F1 G1 H1"), ("RIGHT", "I1 J1 K1 L1")],
)
def test_two_on_the_french_lines(play, section, squares):
    first, *others = squares.split()
    for square in others:
        start = f"{square[0]}5"
        played = play(f"KH {first}, KH {start}", f"{start} {square}", seat="red", position=card(blue=section))
        assert played.end == "red retreat_lines SWL-097"


@clause("SWL-R10")
def test_two_rows_deep(play):
    pieces = "CH E9, CH F5"
    assert play(pieces, "F5 F9", retreat_depth="2").end == "blue retreat_lines SWL-097"
    assert play(pieces, "F5 F9").end is None
    expert = play("CH I9, CH L5, BF A8", "L5 L9", "1 1", version="expert", retreat_depth=2)
    assert expert.position["phase"] == "pursuit"


@clause("SWL-098")
@pytest.mark.parametrize("code", ["LN", "CH", "FA", "NA", "LI"])
def test_any_own_piece_counts(play, code):
    assert play(f"CH E10, {code} F9", "F9 F10").end == "blue retreat_lines SWL-097"


@clause("SWL-098")
def test_prussians_count_for_red(play):
    assert play("PI E1, SL F5", "F5 F1", seat="red").end == "red retreat_lines SWL-097"
    assert play("CH E10, KH F9", "F9 F10", seat="red").end is None


@clause("SWL-099", "SWL-R11")
def test_it_is_looked_at_after_frenzy(play):
    """LN takes F10 and would win, but frenzy takes it on, into stronger Foot Guards."""
    played = play("CH E10, LN F9, BF F10", "attack F9 F10", "B")
    assert played.end == "blue retreat_lines SWL-097"
    moved_on = play("CH E10, LN E9, BF F9, FG G9", "attack E9 F9", "B+")
    assert moved_on.end is None
    through = play("CH H10, LN D10, BF E10, FG F10", "attack D10 E10", "B+")
    assert through.end is None
    assert through.lost("blue") == "LN"


@clause("SWL-099", "SWL-R11")
def test_the_acting_side_comes_first(play):
    """Both have two pieces there: a hand-made position, decided by whoever acts."""
    pieces = "CH E10, CH F10, KH E1, KH F1, LN A4, BF A7"
    assert play(pieces, "A4 A5").end == "blue retreat_lines SWL-097"
    assert play(pieces, "A7 A6", seat="red").end == "red retreat_lines SWL-097"


@clause("SWL-099")
def test_it_may_be_the_other_side_that_wins(play):
    """BLUE's attack is lost by the die, and the defender's advance is the second Allied piece on the lines."""
    told = {"standing": {"red": {"advance": "on"}}} | card(blue="LEFT")
    played = play("LN A1, BF A2, KH B1", "attack A1 A2", "R", position=told)
    assert played.board == "BF A1, KH B1"
    assert played.end == "red retreat_lines SWL-097"


@clause("SWL-099")
def test_nothing_is_said_before(play):
    played = play("CH E10, LN A4", "A4 A5")
    assert played.kinds == ["move"]
    assert "retreat" not in str(played.events).lower()


@clause("SWL-100")
def test_both_leaders_lost_is_the_end(play):
    played = play("OG E5, UX E6", "attack E5 E6", position={"eliminated": {"red": {"WE": 1}}})
    assert played.end == "blue leaders_lost SWL-090"
    assert played.awaiting == {}
    assert played.position["phase"] == "over"


@clause("SWL-101", "SWL-R12")
@pytest.mark.parametrize(
    ("pieces", "order", "seat", "end"),
    [
        ("LN E5, WE E6, UX A9", "attack E5 E6", "blue", "blue"),
        ("FA E4, WE E6, UX A9", "fire E4 E6", "blue", "blue"),
        ("NA E5, BA E6, NE A1", "attack E5 E6", "blue", "red"),
        ("BF E6, NA E5, NE A1", "attack E6 E5", "red", "red"),
    ],
)
def test_the_chief_is_the_game_in_standard(play, pieces, order, seat, end):
    assert play(pieces, order, seat=seat, version="standard").end == f"{end} cinc_lost SWL-101"


@clause("SWL-102")
def test_in_basic_he_is_two_actions(play):
    played = play("LN E5, WE E6, UX A9, NA A1", "attack E5 E6 / end")
    assert played.end is None
    assert played.actions == "0/1"


@clause("SWL-103")
@pytest.mark.parametrize(("seat", "other"), [("blue", "red"), ("red", "blue")])
def test_resigning(play, seat, other):
    for to_move in ("blue", "red"):
        played = play(LEADERS, {seat: "resign"}, seat=to_move)
        assert played.end == f"{other} resigned SWL-103"


@clause("SWL-103")
def test_a_draw_is_agreed(play):
    offered = play(LEADERS, "offer draw")
    assert offered.end is None
    assert offered.then("accept draw", seat="red").end == "draw draw_agreed SWL-103"
    assert offered.then({"red": "offer draw"}).end in (None, "draw draw_agreed SWL-103")
    assert not play(LEADERS, {"red": "accept draw"}).ok


@clause("SWL-104", "SWL-R16")
def test_the_last_turn(play):
    assert play(LEADERS, "end", turn=39).ply == "red 40"
    assert play(LEADERS, "end", seat="red", turn=40).ply == "blue 40"
    assert play(LEADERS, "end", turn=40).end == "draw turn_limit SWL-104"
    assert play(LEADERS, "end", turn=40, turn_limit="none").ply == "red 41"
    assert play(LEADERS, "end", turn=40, turn_limit=60).ply == "red 41"
    assert play(LEADERS, "end", turn=7, turn_limit=7).end == "draw turn_limit SWL-104"
    assert play(LEADERS, "end", turn=40, version="expert").end == "draw turn_limit SWL-104"


@clause("SWL-105", "SWL-106")
def test_when_they_come(play):
    assert play(LEADERS, "end", turn=11, position=UNDRAWN).at("L6 L5") == ".. .."
    played = play(LEADERS, "end", turn=12, position=UNDRAWN)
    assert played.at("L6 L5") == "PI LW"
    assert played.view("red")["clock"] == "17:00"
    assert played.actions == "0/4"


@clause("SWL-106", "SWL-R24", "SWL-R25")
def test_two_at_each_turn_as_flags_are_free(play):
    first = play(LEADERS, "end", turn=12, position=UNDRAWN)
    second = first.then("L6 L7 / L5 K5 / end").then("end")
    assert second.ply == "red 14"
    assert second.at("L6 L5") == "SL PA"
    assert second.position["undrawn"] == []
    waits = first.then("end").then("end")
    assert waits.position["undrawn"] == ["SL", "PA"]


@clause("SWL-107", "SWL-R26")
@pytest.mark.parametrize(
    ("pieces", "placed"),
    [
        ("", {"L6": "PI", "L5": "LW"}),
        ("CH L6", {"L7": "PI", "L5": "LW"}),
        ("CH L6, CH L5", {"L7": "PI", "L8": "LW"}),
        ("CH L6, BF L7, BF L8", {"L9": "PI", "L5": "LW"}),
        ("CH L6, CH L5, BF L7, BF L8, BF L9, BF L10", {}),
        ("BF L6", {"L5": "PI"}),
        ("SL L6, BF L5", {}),
    ],
)
def test_where_they_come(play, pieces, placed):
    played = play(f"NA A1, WE A9{', ' if pieces else ''}{pieces}", "end", turn=12, position=UNDRAWN)
    before = {entry.split()[1] for entry in pieces.split(", ") if entry}
    assert {square: played.at(square) for square in ("L5", "L6", "L7", "L8", "L9", "L10") if square not in before} == {
        square: ".." for square in ("L5", "L6", "L7", "L8", "L9", "L10") if square not in before
    } | placed


@clause("SWL-R26", "SWL-107")
def test_without_relief(play):
    played = play("NA A1, WE A9, CH L6", "end", turn=12, position=UNDRAWN, flag_relief="off")
    assert played.at("L5 L7") == "PI .."


@clause("SWL-108")
def test_who_sees_them(play):
    played = play(LEADERS, "end", turn=12, position=UNDRAWN)
    assert played.sees("red", "L6 L5") == "PI LW"
    assert played.sees("blue", "L6 L5") == "i i"
    assert played.view("blue")["board"]["L6"]["nation"] == "PR"
    assert played.view("red")["undrawn"] == 2
    assert all(piece["code"] is None for event in played.of("prussians", "blue") for piece in event["pieces"])


@clause("SWL-109")
def test_red_may_hold_them_back(play):
    held = UNDRAWN | {"standing": {"red": {"prussians": "hold"}}}
    played = play(LEADERS, "end", turn=12, position=held)
    assert played.at("L6 L5") == ".. .."
    assert played.actions == "0/3"
    later = played.then("stand prussians come / end").then("end")
    assert later.at("L6 L5") == "PI LW"


@clause("SWL-110", "SWL-R21")
@pytest.mark.parametrize(
    ("pieces", "turn", "more", "n"),
    [
        ("SL L5", 13, {}, 4),
        ("SL L5", 12, {}, 3),
        ("", 13, {}, 3),
        ("BU L5", 20, {}, 4),
        ("SL L5", 13, {"undrawn": ["BU"]}, 4),
        ("SL L5", 13, {"eliminated": {"red": {"BU": 1}}}, 3),
        (
            "SL L5",
            14,
            {"pool": {"red": [{"code": "BU", "status": "withdrawn", "left": {"turn": 13, "seat": "blue"}}]}},
            3,
        ),
    ],
)
def test_the_prussian_action(play, pieces, turn, more, n):
    whole = f"WE A9, UX B9{', ' if pieces else ''}{pieces}"
    assert play(whole, seat="red", turn=turn, n=None, position=more).actions == f"0/{n}"


@clause("SWL-111", "SWL-R22")
def test_the_cap_of_a_nation(play):
    pieces = "WE A9, SL L5, BF C8"
    gone = {"eliminated": {"red": {"UX": 1}}}

    def ply(orders):
        return play(pieces, orders, seat="red", turn=13, n=None, position=gone)

    assert ply("").actions == "0/3"
    assert ply("L5 K5 / K5 L5 / C8 C7").ok
    assert ply("L5 K5 / K5 L5 / L5 K5").no == "3 E-SPLIT SWL-111"
    assert ply("C8 C7 / C7 C8 / C8 C7").no == "3 E-SPLIT SWL-111"
    assert ply("C8 C7 / C7 C8 / L5 K5").ok


@clause("SWL-111", "SWL-R22")
def test_no_cap_on_a_single_action(play):
    gone = {"eliminated": {"red": {"WE": 1}}, "pool": {"red": [{"code": "UX", "status": "withdrawn"}]}}
    played = play("SL L5, BF C8", seat="red", turn=13, n=None, position=gone)
    assert played.actions == "0/1"
    assert played.then("C8 C7").ok
    assert played.then("L5 K5").ok


@clause("SWL-111", "SWL-089", "SWL-R22")
def test_bulow_comes_back(play):
    away = {"pool": {"red": [{"code": "BU", "status": "withdrawn", "left": {"turn": 13, "seat": "blue"}}]}}
    played = play("WE A9, UX B9, SL L5, BF C8", seat="red", turn=14, n=None, position=away)
    assert played.actions == "0/3"
    assert played.position["actions"]["split"] is False
    back = played.then("enter BU E10")
    assert back.actions == "1/4"
    assert back.position["actions"]["split"] is True
    assert back.then("L5 K5 / K5 L5 / L5 K5").no == "3 E-SPLIT SWL-111"
    assert back.then("L5 K5 / K5 L5 / C8 C7").ok


@clause("SWL-111", "SWL-089", "SWL-R22")
def test_a_commander_cannot_come_back_by_the_action_of_the_other_nation(play):
    """Without Wellington and with Uxbridge away N is 1, of which each nation may have all; Uxbridge makes it 2."""
    away = {
        "pool": {"red": [{"code": "UX", "status": "withdrawn", "left": {"turn": 13, "seat": "blue"}}]},
        "eliminated": {"red": {"WE": 1}},
    }
    played = play("BU L6, SL L5, BF C8, NA A1, NE B1", seat="red", turn=14, n=None, position=away)
    assert played.actions == "0/1"
    assert played.then("L5 K5 / enter UX E10").at("K5 E10") == "SL UX"
    assert played.then("enter UX E10 / L5 K5").at("K5 E10") == "SL UX"
    assert played.then("C8 C7 / enter UX E10").no == "2 E-SPLIT SWL-111"
    assert played.then("enter UX E10 / C8 C7").no == "2 E-SPLIT SWL-111"


@clause("SWL-112")
def test_without_p_they_act_by_allied_actions(play):
    gone = {"eliminated": {"red": {"BU": 1}}}
    played = play("WE A9, UX B9, SL L5, PI K5", "L5 L4 / K5 K4 / K4 K3", seat="red", turn=13, n=None, position=gone)
    assert played.ok
    assert played.at("L4 K3") == "SL PI"


@clause("SWL-113")
def test_eliminated_prussians_stay_away(play):
    played = play("OG L4, PI L5, WE A9", "attack L4 L5", turn=13)
    assert played.lost("red") == "PI"
    assert played.pool("red") == ""
    assert played.then("end").then("enter PI E10").codes == ["E-ENTER"]


@clause("SWL-114", "SWL-146", "SWL-R52")
def test_two_cards_come_with_them(play):
    stack = {"cards": {"hands": {"blue": [], "red": ["RE"]}, "discards": ["IN", "CA", "GB", "FS", "FS", "RE", "CA"]}}
    pieces = "WE A9, UX B9, BF C8, NA A1"
    played = play(pieces, seat="red", turn=13, n=None, version="standard", position=stack)
    assert sorted(played.view("red")["cards"]["discards"]) == sorted(stack["cards"]["discards"])
    assert played.view("blue")["cards"]["discards"] is None
    taken = played.then("take FS GB")
    assert taken.ok
    assert sorted(taken.hand("red").split()) == ["FS", "GB", "RE"]
    assert taken.actions == "0/3"
    assert taken.then("take FS CA").codes == ["E-TAKE"]
    assert sorted(taken.position["cards"]["discards"]) == ["CA", "CA", "FS", "IN", "RE"]


@clause("SWL-114", "SWL-146")
@pytest.mark.parametrize(
    ("orders", "turn", "seat", "version"),
    [
        ("take FS GB", 12, "red", "standard"),
        ("take FS GB", 13, "blue", "standard"),
        ("C8 C7 / take FS GB", 13, "red", "standard"),
        ("take IN IN", 13, "red", "standard"),
        ("take FS GB", 13, "red", "basic"),
    ],
)
def test_who_may_not_take_them(play, orders, turn, seat, version):
    stack = {"cards": {"discards": ["IN", "CA", "GB", "FS"]}} if version == "standard" else {}
    played = play("WE A9, UX B9, BF C8, NA A1", orders, seat=seat, turn=turn, version=version, position=stack)
    assert played.codes == ["E-TAKE"]


@clause("SWL-R24", "SWL-107", "SWL-112")
def test_whose_action_a_prussian_one_by_one_is(play):
    """An Allied one while P is 0; a relief square only in the stead of a flag square that BLUE holds."""
    gone = {"undrawn": ["PI", "LW"], "eliminated": {"red": {"BU": 1}}}

    def ply(pieces, square):
        game = {"seat": "red", "turn": 14, "n": None, "prussian_rate": "by-action", "position": gone}
        return play(f"WE A9, UX B9, {pieces}", f"enter PRUSSIAN {square}", **game)

    free = ply("SL K5", "L6")
    assert free.at("L6") == "PI"
    assert (free.position["actions"]["allied"], free.position["actions"]["prussian"]) == (1, 0)
    assert ply("SL K5, CH L6", "L7").at("L7") == "PI"
    assert ply("SL K5", "L7").no == "1 E-ENTER SWL-107"


@clause("SWL-R24")
def test_once_all_prussians_are_drawn_no_more_are_to_come(play):
    gone = {"undrawn": ["PI"], "eliminated": {"red": {"BU": 1, "LW": 1}}}
    game = {"seat": "red", "turn": 14, "n": None, "prussian_rate": "by-action", "position": gone}
    played = play("WE A9, UX B9, SL K5", "enter PRUSSIAN L6 / enter PRUSSIAN L5", **game)
    assert played.no == "2 E-ENTER SWL-R24"
    assert "no more Prussians are to come" in played.message


@clause("SWL-R24")
def test_prussians_one_by_one(play):
    played = play(LEADERS, "end", turn=12, position=UNDRAWN, prussian_rate="by-action")
    assert played.at("L6 L5") == "PI LW"
    assert played.actions == "0/4"
    entered = played.then("L6 L7 / enter PRUSSIAN L6")
    assert entered.ok
    assert entered.at("L7 L6") == "PI SL"
    assert entered.position["actions"]["prussian"] == 2
    later = entered.then("end").then("end")
    assert later.position["undrawn"] == ["PA"]
    assert played.then("enter PRUSSIAN L6").codes == ["E-ENTER"]
    assert played.then("enter PRUSSIAN E10").codes == ["E-ENTER"]
    normal = play(LEADERS, "end", turn=12, position=UNDRAWN).then("L6 L7 / enter PRUSSIAN L6")
    assert normal.codes == ["E-ENTER"]
