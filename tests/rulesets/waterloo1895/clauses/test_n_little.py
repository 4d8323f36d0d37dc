"""W95-110 to W95-124: For Little People."""

import pytest

clause = pytest.mark.clause

START = "N1=V29 N2=W28 N3=X29 W1=B11 W2=C12 W3=D11"
AWAY = "W1=M24 W2=Y20 W3=Y25"
HEAD_ON = "N1=B11 N2=M23 N3=D11 W1=M22 W2=X29 W3=V29"


@pytest.fixture
def little(play):
    """A throw in the children's game."""

    def little(pieces, army, throw, orders="", **more):
        return play(pieces, army, throw, orders, mode="little", **more)

    return little


@clause("W95-111", "W95-122")
def test_two_players_start_on_their_stars_and_paris_begins(ask):
    played = ask(None, {}, "1-4-6", mode="little")
    assert played.at("N1 N2 N3 W1 W2 W3") == "V29 W28 X29 B11 C12 D11"
    assert len(played.pieces) == 6
    assert played.awaiting == {"napoleon": "throw"}
    assert played.of("first_throw") == []


@clause("W95-111", "W95-122", "W95-090", "W95-R37")
@pytest.mark.parametrize(
    ("armies", "dice", "first", "order"),
    [
        ("NYWB", "1-1-1 1-1-2 6-6-6 1-1-3", "W", ["W", "B", "N", "Y"]),
        ("NYW", "1-1-1 1-1-2 1-1-2 3-3-3 4-4-4", "W", ["W", "N", "Y"]),
        ("YWB", "1-1-1 6-1-2 1-1-2", "W", ["W", "B", "Y"]),
    ],
)
def test_three_or_four_throw_for_the_start_and_go_round(ask, armies, dice, first, order):
    played = ask(None, {}, f"{dice} 1-2-4", mode="little", armies=armies)
    assert played.of("first_throw")[0]["begins"] == first
    assert played.position["order"] == order
    assert len(played.pieces) == 3 * len(armies)
    stars = {"N": "V29 W28 X29", "Y": "B29 C28 D29", "W": "B11 C12 D11", "B": "V11 W12 X11"}
    for army in armies:
        assert played.at(f"{army}1 {army}2 {army}3") == stars[army]


@clause("W95-112", "W95-120")
@pytest.mark.parametrize(
    ("army", "pieces", "order", "winner"),
    [
        ("N", "N1=B11 N2=D11 N3=C14", "N3 2 C12", "napoleon"),
        ("W", "W1=X29 W2=V29 W3=W26", "W3 2 W28", "wellington"),
        ("Y", "Y1=X11 Y2=V11 Y3=W14", "Y3 2 W12", "ney"),
        ("B", "B1=B29 B2=D29 B3=C26", "B3 2 C28", "blucher"),
    ],
)
def test_the_goal_is_the_triangle_of_the_opposite_corner(little, army, pieces, order, winner):
    rows = {"N": 11, "Y": 15, "W": 19, "B": 23}
    rest = " ".join(f"{o}{i + 1}=M{rows[o] + i}" for o in rows if o != army for i in range(3))
    played = little(f"{pieces} {rest}", army, "2-5-6", order, armies="NYWB")
    assert played.end == f"{winner} goal W95-120"


@clause("W95-112", "W95-120")
def test_another_city_is_no_goal(little):
    played = little(f"N1=X11 N2=V11 N3=W14 {AWAY}", "N", "1-2-4", "N3 2 W12 / rest auto")
    assert played.end is None


@clause("W95-120")
def test_two_pieces_on_the_goal_are_not_enough(little):
    played = little(f"N1=B11 N2=D14 N3=C14 {AWAY}", "N", "2-5-6", "N3 2 C12 / rest auto")
    assert played.ok
    assert played.end is None


@clause("W95-120", "W95-031")
def test_the_goal_is_entered_by_exact_throw(little):
    played = little(f"N1=B11 N2=D11 N3=C14 {AWAY}", "N", "3-5-6", "N3 3 C12")
    assert played.codes == ["E09"]


@clause("W95-113")
def test_each_die_moves_one_piece_once(little):
    played = little(START, "N", "1-4-6", "N1 4 R29 / N2 6 R26 / N3 1 Y28")
    assert played.ok
    assert played.at("N1 N2 N3") == "R29 R26 Y28"
    assert played.to_move == "W"
    assert little(START, "N", "1-4-6", "N1 4 R29 / N1 6 L29").codes == ["E08"]
    assert little(START, "N", "1-4-6", "N1 4 R29 / N2 4 V26").codes == ["E06"]


@clause("W95-113")
@pytest.mark.parametrize("order", ["N1 1+4 Q29", "N1 4 R29 then 1 Q29"])
def test_dice_are_never_added(little, order):
    played = little(START, "N", "1-4-6", order)
    assert played.codes == ["E07"]
    assert "W95-113" in played.clause


@clause("W95-114")
def test_the_roads_count_and_passing_hold(little):
    pieces = f"N1=M21 N2=M24 N3=Y22 {AWAY}".replace("W1=M24", "W1=M18")
    assert little(pieces, "N", "2-4-5", "N1 2 M22").codes == ["E09"]
    assert little(pieces, "N", "2-4-5", "N1 4 M17").codes == ["E10"]
    assert little(pieces, "N", "2-4-5", "N2 4 M20").codes == ["E10"]
    assert little(pieces, "N", "2-4-5", "N1 2 L20 / N2 4 CH / rest auto").ok


@clause("W95-115", "W95-R35")
def test_nothing_is_captured(little):
    played = little(HEAD_ON, "N", "1-3-6", "N2 1 M22")
    assert played.codes == ["E11"]
    assert "W95-115" in played.clause
    assert "M22" in played.message


@clause("W95-115", "W95-R35")
def test_hills_and_stars_mean_nothing(little):
    pieces = "N1=M22 N2=M24 N3=Y22 W1=M20 W2=A20 W3=A22"
    assert little(pieces, "N", "2-4-5", "N1 2 CH").codes == ["E11"]


@clause("W95-116", "W95-117")
def test_forward_is_nearer_to_the_goal(little):
    """N3 with a 1 to Y28 is a step away from Brussels: legal, but no forward move; V29 to U29 is one."""
    assert little(START, "N", "1-1-1", "N3 1 Y28").codes == ["E15"]
    played = little(START, "N", "1-1-1", "N3 1 Y28 / N1 1 U29 / N2 1 V28")
    assert played.ok


@clause("W95-117", "W95-R36")
def test_dice_with_a_forward_move_may_not_be_left(little):
    pieces = f"N1=B11 N2=D11 N3=D14 {AWAY}"
    assert little(pieces, "N", "2-5-6", "# nothing").codes == ["E15"]
    assert little(pieces, "N", "2-5-6", "pass").codes == ["E21"]
    played = little(pieces, "N", "2-5-6", "N3 2 C13")
    assert played.ok
    partial = little(f"N1=M24 N2=M28 N3=Y22 {AWAY}".replace("W1=M24", "W1=A20"), "N", "2-4-5", "N1 2 M22")
    assert partial.codes == ["E15"]
    assert "W95-117" in partial.clause


@clause("W95-117", "W95-R36")
def test_lp_oblige_none_leaves_every_die_to_the_player(little):
    pieces = f"N1=B11 N2=D11 N3=D14 {AWAY}"
    assert little(pieces, "N", "2-5-6", "# nothing", lp_oblige="none").ok
    assert little(pieces, "N", "2-5-6", "pass", lp_oblige="none").ok
    assert little(pieces, "N", "2-5-6", "N3 2 C13", lp_oblige="none").ok


@clause("W95-118")
def test_any_die_may_be_used_backwards(little):
    pieces = "N1=M22 N2=M24 N3=Y22 W1=A20 W2=A22 W3=A17"
    played = little(pieces, "N", "1-2-4", "N2 1 M25 / N1 2 CH / N3 4 Y18")
    assert played.ok
    assert played.at("N2") == "M25"


@clause("W95-119")
def test_a_piece_in_its_goal_is_never_forced_out(little):
    """N1 and N2 are home. The dice that N3 cannot use lapse."""
    played = little(f"N1=B11 N2=D11 N3=D14 {AWAY}", "N", "2-5-6", "N3 5 E13")
    assert played.ok
    assert played.at("N1 N2") == "B11 D11"


@clause("W95-121", "W95-R35")
@pytest.mark.parametrize(("lp_again", "army"), [("no", "W"), ("yes", "N")])
def test_doublets_earn_nothing_unless_lp_again(little, lp_again, army):
    played = little(START, "N", "4-4-6", "N1 4 R29 / N2 4 S27 / N3 6 X24", lp_again=lp_again)
    assert played.ok
    assert played.to_move == army


@clause("W95-122")
def test_empty_seats_are_left_out_of_the_round(little, ask):
    pieces = "N1=M22 N2=M24 N3=Y22 Y1=A20 Y2=A22 Y3=A17 B1=M11 B2=M13 B3=M15"
    played = little(pieces, "Y", "1-2-4", "auto", armies="NYB")
    assert played.to_move == "B"
    played = ask(played.position, {"blucher": "auto"}, mode="little", armies="NYB")
    assert played.to_move == "N"


@clause("W95-123", "W95-R37")
def test_there_are_no_partners(little):
    pieces = "N1=M22 N2=M24 N3=Y22 Y1=A20 Y2=A22 Y3=A17 W1=M11 W2=M13 W3=M15 B1=Y12 B2=Y14 B3=Y17"
    assert little(pieces, "N", "1-2-4", "Y1 1 A19", armies="NYWB").codes == ["E03"]
    assert little(pieces, "N", "1-2-4", "tell partner: now", armies="NYWB").codes == ["E01"]
    alone = pieces.replace("N1=M22", "N1=C14").replace("N2=M24", "N2=B11").replace("N3=Y22", "N3=D11")
    assert little(alone, "N", "2-5-6", "N1 2 C12", armies="NYWB").end == "napoleon goal W95-120"


@clause("W95-124", "W95-103")
def test_stalling_counts_turns_without_a_forward_move(little):
    """One army-turn short of the limit: N plays back, and it is a draw; forward, and the count starts again."""
    pieces = HEAD_ON
    drawn = little(pieces, "N", "2-3-6", "N2 6 J26", position={"quiet": 59})
    assert drawn.end == "draw stall W95-103"
    pieces = "N1=B11 N2=M23 N3=D11 W1=M24 W2=X29 W3=V29"
    on = little(pieces, "N", "2-3-6", "N2 2 M21", position={"quiet": 59})
    assert on.ok
    assert on.end is None
    assert on.position["quiet"] == 0


@clause("W95-124", "W95-103")
def test_a_step_from_star_to_star_at_the_goal_is_no_forward_move(little):
    played = little(HEAD_ON, "N", "1-3-6", "N1 1 C12", position={"quiet": 40})
    assert played.ok
    assert played.position["quiet"] == 41


@clause("W95-124", "W95-104")
def test_rounds_are_limited_too(little):
    assert little(START, "W", "1-4-6", "auto", position={"round": 200}).end == "draw max_rounds W95-104"
    assert little(START, "N", "1-4-6", "auto", position={"round": 200}).end is None


@clause("W95-124", "W95-105")
def test_who_resigns_is_taken_off_and_the_last_one_left_wins(little, ask):
    pieces = "N1=M22 N2=M24 N3=Y22 Y1=A20 Y2=A22 Y3=A17 W1=M11 W2=M13 W3=M15"
    first = little(pieces, "N", "1-2-4", {"ney": "resign"}, armies="NYW")
    assert first.end is None
    assert first.at("Y1 Y2 Y3") == "- - -"
    assert first.of("taken_off")[0]["army"] == "Y"
    assert first.to_move == "N"
    after = ask(first.position, {"napoleon": "auto"}, mode="little", armies="NYW")
    assert after.to_move == "W"
    second = ask(first.position, {"wellington": "resign"}, mode="little", armies="NYW")
    assert second.end == "napoleon last_left W95-124"


@clause("W95-124", "W95-105")
def test_who_resigns_in_his_own_turn_hands_it_on(little):
    pieces = "N1=M22 N2=M24 N3=Y22 Y1=A20 Y2=A22 Y3=A17 W1=M11 W2=M13 W3=M15"
    played = little(pieces, "N", "1-2-4", "resign", armies="NYW")
    assert played.end is None
    assert played.to_move == "Y"
    assert played.at("N1") == "-"


@clause("W95-124", "W95-105")
def test_who_resigns_is_no_longer_asked_whether_he_agrees(little, ask):
    pieces = "N1=M22 N2=M24 N3=Y22 Y1=A20 Y2=A22 Y3=A17 W1=M11 W2=M13 W3=M15"
    first = little(pieces, "N", "1-2-4", {"ney": "draw", "wellington": "draw"}, armies="NYW")
    assert first.end is None
    last = ask(first.position, {"napoleon": "resign"}, mode="little", armies="NYW")
    assert last.end == "draw agreed W95-105"
    assert [event["army"] for event in last.of("taken_off")] == ["N"]


@clause("W95-124", "W95-105")
def test_a_draw_may_be_agreed(little, ask):
    first = little(START, "N", "1-4-6", {"wellington": "draw"})
    assert ask(first.position, {"napoleon": "draw"}, mode="little").end == "draw agreed W95-105"


@clause("W95-124a")
@pytest.mark.parametrize("orders", ["pass", "# nothing to move"])
def test_with_no_forward_move_a_player_may_stop_at_once(little, orders):
    played = little(HEAD_ON, "N", "2-3-6", orders)
    assert played.ok
    assert played.to_move == "W"
    assert played.at("N2") == "M23"


@clause("W95-124a", "W95-118")
def test_with_no_forward_move_a_player_may_still_play(little):
    played = little(HEAD_ON, "N", "2-3-6", "N2 6 J26")
    assert played.ok
    assert played.at("N2") == "J26"


@clause("W95-124a", "W95-131")
def test_the_throw_says_whether_a_forward_move_is_left(cast):
    assert cast(HEAD_ON, "N", "2-3-6", mode="little").of("throw")[0]["forward"] is False
    assert cast(START, "N", "2-3-6", mode="little").of("throw")[0]["forward"] is True
    assert "must" not in cast(START, "N", "2-3-6", mode="little").of("throw")[0]


@clause("W95-124a")
def test_the_server_asks_while_any_move_at_all_is_left(cast):
    played = cast(HEAD_ON, "N", "2-3-6", mode="little")
    assert played.awaiting == {"napoleon": "throw"}
    assert played.of("passed") == []


@clause("W95-124a")
def test_the_server_passes_when_nothing_can_move(cast):
    """All three French pieces stand in the east road between Allied ones; no six, five or four is open."""
    pieces = "N1=Y20 N2=Y21 N3=Y22 W1=Y19 W2=X20 W3=Y23"
    played = cast(pieces, "N", "4-5-6", mode="little")
    assert played.kinds[:2] == ["throw", "passed"]
    assert played.to_move == "W"


@clause("W95-124a", "W95-101", "W95-102")
def test_neither_k_nor_the_ends_by_too_few_pieces_exist(little):
    """N1 and N2 could use the five and the six to leave the goal; one forward die is enough all the same."""
    pieces = f"N1=B11 N2=D11 N3=D14 {AWAY}"
    assert little(pieces, "N", "2-5-6", "N3 2 C13").ok


@clause("W95-133")
@pytest.mark.parametrize(
    ("pieces", "army", "throw", "moves"),
    [
        (f"N1=B11 N2=D11 N3=D14 {AWAY}", "N", "2-5-6", ["N3 D14-C13 (2)"]),
        (
            "N1=M24 N2=M26 N3=Y22 W1=A20 W2=A22 W3=A17",
            "N",
            "1-2-4",
            ["N1 M24-M20 (4)", "N2 M26-M24 (2)", "N3 Y22-Y21 (1)"],
        ),
        (HEAD_ON, "N", "2-3-6", []),
    ],
)
def test_auto_makes_the_forward_move_that_gains_most(little, pieces, army, throw, moves):
    played = little(pieces, army, throw, "auto")
    assert played.ok
    assert played.moves == moves


@clause("W95-133")
def test_auto_at_the_deadline(little):
    played = little(START, "N", "1-4-6", due=True)
    assert played.of("auto")[0]["reason"] == "deadline"
    assert played.to_move == "W"
