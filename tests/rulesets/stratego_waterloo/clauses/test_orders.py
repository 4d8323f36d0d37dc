"""A mail and what becomes of it: forms of orders, dry run, carrying out, closing, standing orders."""

import pytest

clause = pytest.mark.clause

LEADERS = "NA A1, NE B1, WE A9, UX B9"
CARDS = {"cards": {"hands": {"blue": ["RE", "IN", "CA", "GB", "FS"], "red": ["FS"]}}}


# --- Forms ---


@clause("SWL-028", "SWL-036")
@pytest.mark.parametrize(
    "order",
    [
        "E4 E6",
        "e4 e6",
        "E4-E6",
        "move E4 E6",
        "m E4-E6",
        "MOVE from E4 to E6",
        "E4-E5-E6",
        "E4 - E6 ; onward",
        "move E4 E6 # onward",
        "  E4   E6  ",
    ],
)
def test_ways_to_write_a_move(play, order):
    assert play("LN E4", order).board == "LN E6"


@clause("SWL-037")
@pytest.mark.parametrize(
    "order",
    [
        "E4 E6",
        "E4xE6",
        "E4 x E6",
        "attack E4 E6",
        "a E4 E6",
        "E4-E5xE6",
        "attack from E4 at E6",
        "E4-E5-E6",
        "ATTACK e4-e5xe6",
    ],
)
def test_ways_to_write_an_attack(play, order):
    assert play("MG E4, BF E6", order).board == "MG E6"


@clause("SWL-065")
@pytest.mark.parametrize("order", ["fire E4 E6", "f E4 E6", "fire E4 at E6", "FIRE e4 e6"])
def test_ways_to_write_a_shot(play, order):
    assert play("FA E4, BF E6", order).board == "FA E4"


@clause("SWL-091")
@pytest.mark.parametrize("order", ["enter OG E1", "bring OG E1", "enter Old Guard at E1", "bring og to e1"])
def test_ways_to_write_an_entry(play, order):
    assert play("NA A1", order, position={"pool": {"blue": ["OG"]}}).at("E1") == "OG"


@clause("SWL-091")
@pytest.mark.parametrize(
    ("word", "code", "seat"),
    [
        ("LIGHT", "LI", "blue"),
        ("LINE", "LN", "blue"),
        ("LINE", "BF", "red"),
        ("GUN", "FA", "blue"),
        ("GUN", "BA", "red"),
        ("NEY", "NE", "blue"),
        ("UXB", "UX", "red"),
        ("BULOW", "BU", "red"),
        ("BUL", "BU", "red"),
    ],
)
def test_other_names_of_pieces(play, word, code, seat):
    square = "E1" if seat == "blue" else "E10"
    pool = {"pool": {seat: [{"code": code, "status": "withdrawn"}]}}
    assert play("NA A1, WE A9", f"enter {word} {square}", seat=seat, position=pool).at(square) == code


def test_lines_that_say_nothing(play):
    assert play("LN E4", "; good luck! / \n\nE4 E5\n# that is all\n").board == "LN E5"


# --- Reading and dry run ---


@pytest.mark.parametrize(
    "line", ["E4 to the left", "storm E5", "fire", "attack E4", "enter E1", "card XX E4", "if maybe: E4 E5"]
)
def test_a_line_that_cannot_be_read_refuses_the_mail(play, line):
    played = play("LN E4, LN G4", f"G4 G5 / {line} / E4 E5")
    assert played.no.split()[:2] == ["2", "E-SYNTAX"]
    assert played.board == "LN E4, LN G4"
    assert played.awaiting == {"blue": "ply"}
    assert line in played.message


def test_a_conditional_line_has_to_be_readable_too(play):
    assert play("LN E4, LN G4", "G4 G5 / if lost: storm E5").codes == ["E-SYNTAX"]


@clause("SWL-038")
def test_an_illegal_line_refuses_the_mail(play):
    played = play("LN E4, LN E5, LN G4", "G4 G5 / attack E4 E5 / G5 G6")
    assert played.no == "2 E-FRIEND SWL-038"
    assert played.at("G4") == "LN"
    assert played.actions == "0/3"


def test_lines_are_tried_one_after_the_other(play):
    assert play("LN E4", "E4 E6 / E6 E8 / E8 E9").board == "LN E9"
    assert play("CH E4, LN E6", "E6 F6 / E4 E9").ok
    assert not play("CH E4, LN E6", "E4 E9 / E6 F6").ok


def test_the_dry_run_supposes_success(play):
    """The attack is taken to be won, so that the next line starts from E6; as it is lost, that line stops the mail."""
    played = play("LI E5, BF E6, LN A2", "attack E5 E6 / E6 E7 / A2 A3")
    assert played.lost("blue") == "LI"
    assert played.codes == ["E-OWNER"] or played.codes == ["E-EMPTY"]
    assert played.refusal["line"] == 2
    assert played.at("A2") == "LN"
    assert played.actions == "1/3"
    assert played.awaiting == {"blue": "ply"}


def test_the_dry_run_knows_only_what_the_sender_knows(play):
    """Two squares ahead stands infantry: whether it is light, and so immune, shows only when it is shot at."""
    order = "fire E4 E6 / E4 E5 / E5 E6"
    line = play("FA E4, BF E6", order)
    assert line.ok
    assert line.board == "FA E6"
    light = play("FA E4, RI E6", order)
    assert light.codes
    assert light.refusal["line"] == 3
    assert light.board == "FA E5, RI E6"
    known = play("FA E4, *RI E6", order)
    assert known.codes
    assert known.refusal["line"] in (1, 3)


@clause("SWL-R08")
def test_a_shot_at_light_infantry_that_is_known_is_allowed(play):
    played = play("FA E4, *RI E6", "fire E4 E6")
    assert played.ok
    assert played.shots == ["E4 E6 RI immune"]


def test_refusals_do_not_depend_on_what_is_hidden(play):
    """BLUE's answers are the same whatever the red pieces are."""
    orders = ("E4 E9", "attack E4 E5", "fire C3 C6", "C3 C4 / E4 E5 / A1 A2", "attack A1 A9 / A9 A8")
    first, second = "CH E4, LN E5, FA C3, BF C6, BF C5, NA A1, BF A5", "CH E4, LN E5, FA C3, RI C6, BL C5, NA A1, FG A5"
    for order in orders:
        one, other = play(first, order), play(second, order)
        assert one.refused
        assert one.refused == other.refused


@pytest.mark.parametrize("pieces", ["LN E4", "LN E4, BF E5"])
def test_a_test_carries_nothing_out(play, pieces):
    for orders in ("E4 F4 / test", "test / E4 F4"):
        played = play(pieces, orders)
        assert played.ok
        assert played.at("E4") == "LN"
        assert played.actions == "0/3"
    assert play(pieces, "E4 E9 / test").codes == ["E-RANGE"]


# --- Carrying out ---


def test_a_line_that_has_become_impossible_stops_the_mail(play):
    """LN takes E6 and runs on in its frenzy; the horse that was to follow to E7 finds it taken."""
    played = play("LN E5, BF E6, BL E7, CH A7, LN A2", "attack E5 E6 / A7 E7 / A2 A3", "B+")
    assert played.refusal["line"] == 2
    assert played.at("A7 A2") == "CH LN"
    assert played.actions == "1/3"
    assert played.then("A2 A3").actions == "2/3"
    assert "action" in played.message


def test_a_line_with_try_does_not(play):
    played = play("LI E5, BF E6, LN A2", "attack E5 E6 / try E6 E7 / A2 A3")
    assert played.ok
    assert played.at("A3") == "LN"
    assert played.actions == "2/3"
    assert play("LN E4, LN A2", "try E4 E9 / A2 A3").actions == "1/3"


@pytest.mark.parametrize(
    ("pieces", "dice", "squares"),
    [
        ("MG E5, BF E6", "", "G3 H2"),
        ("LI E5, BF E6", "", "G2 H3"),
        ("LN E5, BF E6", "B", "G3 H2"),
        ("LN E5, BF E6", "BR", "G3 H2"),
        ("LN E5, BF E6", "RR", "G2 H3"),
        ("LN E5, BF E6", "R", "G2 H3"),
    ],
)
def test_if_won_and_if_lost(play, pieces, dice, squares):
    played = play(f"{pieces}, LN G2, CH H2, NA A1", "attack E5 E6 / if won: G2 G3 / if lost: H2 H3", dice)
    assert played.ok
    assert sorted(played.at(squares).split()) == ["CH", "LN"]
    assert played.actions == "2/3"


@clause("SWL-121")
@pytest.mark.parametrize(
    ("pieces", "order", "won"),
    [
        ("FA E4, BF E6", "fire E4 E6", True),
        ("FA E4, RI E6", "fire E4 E6", False),
        ("FA C3", "fire C3 HOU", True),
    ],
)
def test_whether_a_shot_is_won(play, pieces, order, won):
    played = play(f"{pieces}, CH H2", f"{order} / if won: H2 H3 / if lost: H2 H1", version="standard")
    assert played.at("H3" if won else "H1") == "CH"


def test_the_original_target_counts(play):
    """BF is beaten, and then the frenzy kills the winner: won is won."""
    played = play("LN E5, BF E6, FG E7, CH H2", "attack E5 E6 / if won: H2 H3 / if lost: H2 H1", "B+")
    assert played.at("H3") == "CH"
    assert played.lost("blue") == "LN"


def test_without_a_result_both_are_passed_over(play):
    played = play("LN E5, CH H2", "if won: H2 H3 / if lost: H2 H1 / E5 E6")
    assert played.ok
    assert played.at("H2 E6") == "CH LN"
    assert played.actions == "1/3"


def test_the_result_is_kept_from_mail_to_mail(play):
    played = play("MG E5, BF E6, CH H2", "attack E5 E6")
    assert played.then("if won: H2 H3").at("H3") == "CH"


@clause("SWL-139", "SWL-R53")
def test_reconnaissance_stops_a_mail(play):
    played = play("LN E5, BF E7, NA A1", "card RE E7 / E5 E6 / end", version="standard", position=CARDS)
    assert played.at("E5") == "LN"
    assert played.awaiting == {"blue": "ply"}
    assert played.actions == "1/3"
    assert "RE" not in played.hand("blue")


# --- When a ply closes ---


@clause("SWL-018", "SWL-026")
def test_a_ply_stays_open_while_actions_are_left(play):
    played = play(LEADERS, "A1 A2")
    assert played.awaiting == {"blue": "ply"}
    assert played.then("A2 A3").awaiting == {"blue": "ply"}
    assert played.then("A2 A3 / A3 A4").awaiting == {"red": "ply"}
    assert played.then("end").awaiting == {"red": "ply"}


@clause("SWL-023")
def test_a_rest_may_follow_the_last_action(play):
    played = play("NA A1, NE B1, PL-1 E4, WE A9", "A1 A2 / A2 A3 / A3 A4 / rest E4")
    assert played.ok
    assert played.awaiting == {"red": "ply"}
    assert played.pool("blue") == "PL-1 resting"


@clause("SWL-089")
def test_a_commander_who_could_return_keeps_it_open(play):
    away = {"pool": {"blue": [{"code": "NE", "status": "withdrawn"}]}}
    played = play("NA A1, WE A9", "A1 A2 / A2 A3", n=None, position=away)
    assert played.awaiting == {"blue": "ply"}
    assert played.then("enter NE B1").awaiting == {"red": "ply"}
    assert played.then("end").awaiting == {"red": "ply"}


def test_nothing_follows_the_end(play):
    played = play(LEADERS, "A1 A2 / end / B1 B2")
    assert played.at("B1") == "NE"
    assert played.awaiting == {"red": "ply"}


@clause("SWL-R18", "SWL-026")
def test_the_deadline_ends_a_ply(play):
    played = play(LEADERS, due=True)
    assert played.awaiting == {"red": "ply"}
    assert played.moves == []
    begun = play(LEADERS, "A1 A2").then(due=True)
    assert begun.at("A2") == "NA"
    assert begun.awaiting == {"red": "ply"}


def test_orders_out_of_turn(play):
    played = play(LEADERS, {"red": "A9 A8"})
    assert played.codes == ["E-PHASE"]
    assert played.awaiting == {"blue": "ply"}
    over = play(LEADERS, "resign").then("A1 A2", seat="blue")
    assert over.codes == ["E-PHASE"]


# --- Standing orders ---


@clause("SWL-R41", "SWL-R31", "SWL-R33", "SWL-R35", "SWL-109")
def test_standing_orders_at_first(opening):
    standing = opening(version="standard").view("red")["standing"]["red"]
    assert standing == {
        "spirit": "leaders",
        "advance": "off",
        "own-tie": "auto",
        "farm-target": "low",
        "prussians": "come",
    }


@clause("SWL-R41", "SWL-R31", "SWL-R33", "SWL-R35", "SWL-109")
@pytest.mark.parametrize(
    ("order", "key", "value"),
    [
        ("stand spirit off", "spirit", "off"),
        ("stand spirit leaders", "spirit", "leaders"),
        ("stand spirit win 5", "spirit", "win 5"),
        ("stand spirit any 3", "spirit", "any 3"),
        ("stand advance on", "advance", "on"),
        ("stand own-tie mover", "own-tie", "mover"),
        ("stand own-tie other", "own-tie", "other"),
        ("stand farm-target high", "farm-target", "high"),
        ("stand farm-target strong", "farm-target", "strong"),
        ("stand prussians hold", "prussians", "hold"),
    ],
)
@pytest.mark.parametrize("to_move", ["blue", "red"])
def test_they_may_be_changed_at_any_time(play, order, key, value, to_move):
    played = play(LEADERS, {"red": order}, seat=to_move, version="standard")
    assert played.ok
    assert played.position["standing"]["red"][key] == value
    assert played.awaiting == {to_move: "ply"}
    assert played.actions == "0/3"
    assert "red" not in played.view("blue")["standing"]
    assert played.seen("blue") == []


@pytest.mark.parametrize(
    "order",
    [
        "stand spirit win",
        "stand spirit win 9",
        "stand spirit maybe",
        "stand advance maybe",
        "stand fast",
        "stand own-tie both",
    ],
)
def test_no_other_standing_orders(play, order):
    played = play(LEADERS, {"red": order})
    assert not played.ok
    assert played.position["standing"]["red"]["spirit"] == "leaders"


def test_they_stand_beside_other_orders(play):
    played = play("LN E5, BF E6, NA A1", "stand advance on / E5 F5")
    assert played.position["standing"]["blue"]["advance"] == "on"
    assert played.at("F5") == "LN"


@clause("SWL-103")
def test_draws_are_offered_at_any_time(play):
    offered = play(LEADERS, {"red": "offer draw"})
    assert offered.ok
    assert offered.awaiting == {"blue": "ply"}
    assert offered.then("accept draw").end == "draw draw_agreed SWL-103"


@clause("SWL-103")
def test_an_offer_of_a_draw_stands_until_the_others_next_ply_is_over(play):
    offered = play("LN E5, NA A1, BF E9, WE L10", {"red": "offer draw"}).then("end")
    assert (offered.position["to_move"], offered.position["draw_offer"]) == ("red", "red")
    again = offered.then("end")
    assert (again.position["to_move"], again.position["draw_offer"]) == ("blue", "red")
    assert again.then("accept draw").end == "draw draw_agreed SWL-103"
    over = again.then("end")
    assert over.position["draw_offer"] is None
    assert "draw_lapsed" in [event["event"] for event in over.events]


@clause("SWL-103")
def test_an_offer_beside_orders_is_made_only_if_they_stand(play):
    moved = play("LN E5, NA A1, BF E9, WE L10", "offer draw / E5 F5 / end")
    assert (moved.position["to_move"], moved.position["draw_offer"]) == ("red", "blue")
    assert moved.then("accept draw").end == "draw draw_agreed SWL-103"
    refused = play("LN E5, NA A1, BF E9, WE L10", "offer draw / E5 L1 / end")
    assert refused.position["draw_offer"] is None


@clause("SWL-103")
def test_an_offer_repeated_is_told_to_nobody(play):
    offered = play(LEADERS, {"red": "offer draw"})
    again = offered.then({"red": "offer draw"})
    assert (again.ok, again.events) == (True, [])


# --- Pieces that are named ---


@pytest.mark.parametrize(
    "order", ["LN E5 E6", "move LN E5-E6", "line E5 E6", "infantry E5 E6", "BLUE LN E5-E6.", "E5 to E6 (line infantry)"]
)
def test_a_piece_may_be_named(play, order):
    assert play("LN E5, NA A1, BF E9, WE L10", order).at("E6") == "LN"


@pytest.mark.parametrize("order", ["CU E5 E6", "gun E5 E6", "cavalry E5 E6", "LI E5 E6", "RED LN E5-E6."])
def test_a_piece_that_is_named_must_be_the_one_that_stands_there(play, order):
    assert play("LN E5, NA A1, BF E9, WE L10", order).codes in (["E-EMPTY"], ["E-SYNTAX"])


def test_an_enemy_is_named_by_what_the_seat_knows(play):
    """Right or wrong, the same answer: it must not tell what stands there."""
    said = [play(f"LN E5, NA A1, {foe} E6, WE L10", "LN E5 x E6 BF").refusal for foe in ("BF", "HR")]
    assert said[0] == said[1]
    assert said[0]["code"] == "E-EMPTY"
    assert "you do not know that the piece on E6 is BF" in said[0]["message"]


def test_an_attack_as_a_report_tells_it_of_cavalry(play):
    played = play("CH E2, NA A1, BF E6, WE L10", "CH E2-E5 x E6")
    assert played.ok


# --- The set-up mail ---


@clause("SWL-R51")
def test_a_set_up_mail_may_hold_lists_and_standing_orders(opening):
    played = opening(version="standard").then("setup default / keep FS FS CA GB / burn GB IN RE / stand spirit win 5")
    assert played.ok
    assert played.position["standing"]["red"]["spirit"] == "win 5"
    assert played.view("red")["lists"]["red"] == {"keep": ["FS", "FS", "CA", "GB"], "burn": ["GB", "IN", "RE"]}
    assert "red" not in played.view("blue")["lists"]
