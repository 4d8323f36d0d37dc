"""A turn and its throws."""

import pytest

clause = pytest.mark.clause

TWO = "R:ar1@l2 R:bs1@l6"
HARBOUR = "R:bs1@START R:bs2@START"
# Green, Red's partner, leaves Red's ships nothing but a step of one out of the harbour.
CORKED = "G:bs1@d5 G:bs2@e4 G:bs3@e5"


@clause("CON-021")
def test_a_turn_is_one_throw(play):
    played = play(f"{TWO} Y:ar1@a12", "R", "5-3", "ar1 5 m2 n2 o2 p2 q2 / bs1 3 m6 n6 o6")
    assert played.ok
    assert played.to_move == "yellow"
    assert len(played.throws) == 1


@clause("CON-021", "CON-096")
@pytest.mark.parametrize(
    ("dice", "chain"),
    [("5-3", "5-3"), ("5-5 3-4", "5-5 3-4"), ("5-5 3-3 1-2", "5-5 3-3 1-2"), ("5-5 3-3 1-1 6-6", "5-5 3-3 1-1")],
)
def test_or_up_to_three_when_doubles_fall(ask, dice, chain):
    played = ask({"pieces": {"red": {"ar1": "l2"}}, "to_move": "red"}, {}, f"{dice} 1-2")
    assert played.dice == chain
    assert played.throws == [f"red {throw}" for throw in chain.split()]


@clause("CON-022")
def test_a_seven_is_used_before_the_moves(play):
    assert play(TWO, "R", "4-3", "reserve pl2 / pl2 4 d2 e2 f2 g2 / ar1 3 m2 n2 o2").ok
    late = play(TWO, "R", "4-3", "ar1 3 m2 n2 o2 / reserve pl2 / pl2 4 d2 e2 f2 g2")
    assert late.no == "line 2 E18 CON-093"


@clause("CON-022", "CON-097")
def test_what_a_double_brings_comes_after_the_moves(play):
    """The price of the third double is paid by a piece that its throw has just moved; written first, paid last."""
    played = play(
        TWO,
        "R",
        "1-1 2-2 3-3",
        "back ar1 / throw 1 / ar1 1 m2 / bs1 1 m6 / throw 2 / ar1 2 n2 o2 / "
        "bs1 2 n6 o6 / throw 3 / ar1 3 p2 q2 r2 / bs1 3 o5 o4 n4",
    )
    assert played.ok
    assert played.at("R:ar1 R:bs1") == "RESERVE n4"
    assert [kind for kind in played.kinds if kind in ("move", "back")] == ["move"] * 6 + ["back"]


@clause("CON-023")
def test_each_die_moves_one_piece_exactly(play):
    played = play(TWO, "R", "5-3", "ar1 5 m2 n2 o2 p2 q2 / bs1 3 m6 n6 o6")
    assert played.moves == ["R:ar1 5 l2-m2-n2-o2-p2-q2", "R:bs1 3 l6-m6-n6-o6"]
    for short in ("ar1 5 m2 n2 o2 p2", "ar1 5 m2 n2 o2 p2 q2 r2"):
        assert play(TWO, "R", "5-3", f"{short} / bs1 3 m6 n6 o6").no == "line 1 E06 CON-037"


@clause("CON-023")
def test_a_throw_has_two_moves_and_no_third(play):
    played = play(f"{TWO} R:pl1@l9", "R", "5-3", "ar1 5 m2 n2 o2 p2 q2 / bs1 3 m6 n6 o6 / pl1 3 l8 l7 k6")
    assert played.no == "line 3 E17 CON-023"


@clause("CON-024", "CON-R49")
def test_the_dice_go_to_two_pieces(play):
    played = play(TWO, "R", "5-3", "ar1 5 m2 n2 o2 p2 q2 / ar1 3 r2 s2 t2")
    assert played.no == "line 2 E05 CON-024"
    assert "ar1" in played.message
    assert play(HARBOUR, "R", "5-3", "bs1 5 d4 e5 f6 g7 h8 / bs2 3 d4 e4 f4").ok


@clause("CON-025", "CON-R30")
def test_dice_are_not_added_up(play):
    played = play(TWO, "R", "5-3", "ar1 8 m2 n2 o2 p2 q2 r2 s2 t2")
    assert played.no == "line 1 E04 CON-023"
    assert "8" in played.message
    assert play(TWO, "R", "2-3", "ar1 5 m2 n2 o2 p2 q2").codes == ["E04"]


@clause("CON-025", "CON-R30")
def test_a_piece_moves_once_in_a_throw(play):
    assert play(TWO, "R", "5-3", "bs1 5 l7 l8 m8 m7 m6 / bs1 3 m5 m4 l4").no == "line 2 E05 CON-024"
    again = play(TWO, "R", "2-2 5-3", "ar1 2 m2 n2 / bs1 2 m6 n6 / throw 2 / ar1 5 o2 p2 q2 r2 s2 / bs1 3 m5 m4 l4")
    assert again.ok, "another throw is another matter"


@clause("CON-026", "CON-R31")
def test_the_player_chooses_piece_die_and_order(play):
    for orders in (
        "ar1 5 m2 n2 o2 p2 q2 / bs1 3 m6 n6 o6",
        "ar1 3 m2 n2 o2 / bs1 5 m6 n6 m7 l7 l8",
        "bs1 3 m6 n6 o6 / ar1 5 m2 n2 o2 p2 q2",
        "bs1 5 m6 n6 m7 l7 l8 / ar1 3 m2 n2 o2",
    ):
        played = play(TWO, "R", "5-3", orders)
        assert played.ok
        assert [move.split()[0][2:] for move in played.moves] == [line.split()[0] for line in orders.split(" / ")]


@clause("CON-026")
def test_the_second_move_sees_what_the_first_left(play):
    """Orange's gun on n2 bars the airplane until artillery has taken it; what stands there then is a friend."""
    pieces = "R:ar1@l2 O:aa@n2 R:pl1@k3 O:bs1@o4"
    first = play(pieces, "R", "2-5", "pl1 5 l3 m2 n2 o3 o4 / ar1 2 m2 n2")
    assert first.no == "line 1 E11 CON-046"
    second = play(pieces, "R", "2-5", "ar1 2 m2 n2 / pl1 5 l3 m2 n2 o3 o4")
    assert second.moves == ["R:ar1 2 l2-m2-n2 xO:aa@n2", "R:pl1 5 k3-l3-m2-n2-o3-o4 xO:bs1@o4"]


@clause("CON-027", "CON-R24")
def test_only_pieces_in_field_and_start_move(play):
    pieces = f"{TWO} R:ar2@START R:pl1@HELD:orange R:pl2@RETIRED O:bs2@HELD:red"
    assert play(pieces, "R", "5-3", "ar2 5 d2 e2 f2 g2 h2 / bs1 3 m6 n6 o6").ok
    reserve = play(pieces, "R", "5-3", "bs2 5 d4 e4 f4 g5 h6")
    assert reserve.no == "line 1 E03 CON-027"
    held = play(pieces, "R", "5-3", "pl1 5 d4 e4 f4 g5 h6")
    assert held.no == "line 1 E02 CON-068"
    assert "Orange" in held.message
    assert play(pieces, "R", "5-3", "pl2 5 d4 e4 f4 g5 h6").codes == ["E02"]


@clause("CON-028")
@pytest.mark.parametrize("orders", ["ar1 5 m2 n2 o2 p2 q2", "bs1 3 m6 n6 o6", "end"])
def test_two_moves_are_owed(play, orders):
    played = play(TWO, "R", "5-3", orders)
    assert played.no == "E16 CON-028"
    assert played.at("R:ar1 R:bs1") == "l2 l6"


@clause("CON-028")
def test_two_moves_are_owed_if_any_choice_allows_them(play):
    """bs1 has a legal move with the 1 alone; so ar1 may not take the 1."""
    pieces = f"R:bs1@START R:ar1@START {CORKED}"
    assert play(pieces, "R", "1-2", "ar1 2 d2 e2 / bs1 1 d4", teams="opposite").ok
    assert play(pieces, "R", "1-2", "ar1 1 d2", teams="opposite").no == "E16 CON-028"
    assert play(pieces, "R", "1-2", "ar1 1 d2 / bs1 2 d4 e5", teams="opposite").no == "line 2 E12 CON-045"


@clause("CON-028")
def test_two_moves_are_owed_if_any_order_allows_them(play):
    """Only when bs1 has left d4 can bs2 come in by a 1."""
    pieces = "R:bs1@d4 R:bs2@START"
    assert play(pieces, "R", "1-1 2-3", "bs2 1 d4 / bs1 1 e5").no == "line 1 E12 CON-045"
    assert play(pieces, "R", "1-1 2-3", "bs1 1 e5").no == "E16 CON-028"
    good = play(pieces, "R", "1-1 2-3", "bs1 1 e5 / bs2 1 d4 / throw 2 / bs1 2 e4 f4 / bs2 3 d5 d6 e7")
    assert good.ok


@clause("CON-028", "CON-046")
def test_two_moves_are_owed_if_any_walk_allows_them(play):
    """Three guns shut the airplane in; it can fly after a walk of ar1 that takes one of them, and after no other."""
    pieces = "R:pl1@a4 R:ar1@c6 Y:aa@b4 G:aa@a5 O:aa@b5 R:*@HELD:yellow"
    assert play(pieces, "R", "2-2 1-3", "ar1 2 c7 c8").no == "E16 CON-028"
    good = play(pieces, "R", "2-2 1-3", "ar1 2 b5 b6 / pl1 2 b5 c5 / throw 2 / ar1 1 b7 / pl1 3 d4 e5 f6")
    assert (good.at("R:ar1 R:pl1"), good.held("R")) == ("b7 f6", "O:aa")
    assert play(f"{pieces} R:ar1@c12", "R", "1-2", "ar1 2 c13 c14").ok, "too far away: one move is all there is"


@clause("CON-028", "CON-095")
def test_a_piece_taken_out_by_a_seven_counts(play):
    assert play("R:ar1@l2", "R", "4-3", "reserve bs4 / ar1 4 m2 n2 o2 p2").no == "E16 CON-028"
    assert play("R:ar1@l2", "R", "4-3", "ar1 4 m2 n2 o2 p2").ok


@clause("CON-029", "CON-R28", "CON-R53")
def test_a_single_movable_piece_makes_one_move(play):
    pieces = "R:pl1@m5"
    assert play(pieces, "R", "5-3", "pl1 5 m6 m7 m8 m9 m10").at("R:pl1") == "m10"
    assert play(pieces, "R", "5-3", "pl1 3 m6 m7 m8").at("R:pl1") == "m8"
    assert play(pieces, "R", "5-3", "pl1 5 m6 m7 m8 m9 m10 / pl1 3 l9 l8 l7").codes == ["E05"]
    assert play(pieces, "R", "5-3", "pl1 5 m6 m7 m8 m9 m10 / pl1 3 l9 l8 l7").lines == [2]
    assert play(pieces, "R", "5-3", "end").no == "E16 CON-029"
    assert play(pieces, "R", "5-3", "pass").no == "line 1 E22 CON-036"


@clause("CON-029")
def test_a_single_piece_in_start_counts_the_same(play):
    assert play("R:bs1@START", "R", "5-3", "bs1 3 d4 e4 f4").ok
    assert play("R:bs1@START", "R", "5-3", "end").no == "E16 CON-029"


@clause("CON-030", "CON-086", "CON-R43")
def test_pieces_freed_by_the_single_piece_may_use_the_other_die(play):
    pieces = "R:bs1@t5 R:ar2@HELD:orange R:ar3@HELD:orange O:bs1@p5"
    alone = play(pieces, "R", "2-4", "bs1 2 u4 v3")
    assert alone.ok
    assert alone.at("R:ar2 R:ar3") == "START START"
    both = play(pieces, "R", "2-4", "bs1 2 u4 v3 / ar2 4 d2 e2 f2 g2")
    assert both.at("R:bs1 R:ar2 R:ar3") == "v3 g2 START"
    same = play(pieces, "R", "2-4", "bs1 2 u4 v3 / bs1 4 u4 t4 s4 r5")
    assert same.no == "line 2 E05 CON-024"
    third = play(pieces, "R", "2-4", "bs1 2 u4 v3 / ar2 4 d2 e2 f2 g2 / ar3 4 d2 e2 f2 f1")
    assert third.no == "line 3 E17 CON-023"


@clause("CON-030")
def test_other_pieces_may_not_use_it(play):
    """The reserve stays where it is, and without freed pieces there is no second move."""
    pieces = "R:bs1@t5 O:bs1@p5"
    assert play(pieces, "R", "2-4", "bs1 2 u4 v3 / ar4 4 d2 e2 f2 g2").no == "line 2 E03 CON-027"
    freed = play("R:bs1@t5 R:ar2@HELD:orange O:bs1@p5", "R", "2-4", "bs1 2 u4 v3 / pl1 4 d2 e2 f2 g2")
    assert freed.no == "line 2 E03 CON-027"


@clause("CON-030", "CON-028", "CON-096")
def test_freed_pieces_are_owed_their_moves_from_the_next_throw_on(play):
    pieces = "R:bs1@t5 R:ar2@HELD:orange O:bs1@p5 Y:ar1@a12"
    taken = "bs1 2 u4 v3"
    assert play(pieces, "R", "2-2 1-3", f"{taken} / throw 2 / bs1 1 u4").no == "E16 CON-028"
    played = play(pieces, "R", "2-2 1-3", f"{taken} / throw 2 / bs1 1 u4 / ar2 3 d2 e2 f2")
    assert played.at("R:bs1 R:ar2") == "u4 f2"


@clause("CON-030", "CON-103")
def test_what_comes_free_for_the_partner_gives_no_move(play):
    pieces = "R:bs1@t5 G:ar1@HELD:orange O:bs1@p5 Y:ar1@a12"
    assert play(pieces, "R", "2-4", "bs1 2 u4 v3", teams="opposite").at("G:ar1") == "START"
    assert play(pieces, "R", "2-4", "bs1 2 u4 v3 / ar1 4 d2 e2 f2 g2", teams="opposite").codes == ["E03"]


@clause("CON-031", "CON-R29")
def test_one_move_where_two_cannot_be_made(play):
    """Both ships are in harbour, and with two ones only one of them gets out."""
    rest = "throw 2 / bs1 2 e5 f6 / bs2 3 d4 d5 d6"
    assert play(HARBOUR, "R", "1-1 2-3", f"bs1 1 d4 / {rest}").ok
    assert play(HARBOUR, "R", "1-1 2-3", f"throw 1 / {rest}").no == "E16 CON-031"
    second = play(HARBOUR, "R", "1-1 2-3", f"bs1 1 d4 / bs2 1 d4 / {rest}")
    assert second.lines == [2]
    assert second.codes in (["E12"], ["E17"]), "it stops on a friend, and it is one move too many"


@clause("CON-031")
def test_by_either_die_that_allows_one(play):
    pieces = f"R:bs1@START R:bs2@START {CORKED}"
    assert play(pieces, "R", "2-1", "bs2 1 d4", teams="opposite").at("R:bs1 R:bs2") == "START d4"
    assert play(pieces, "R", "2-1", "bs2 2 d4 e5", teams="opposite").no == "line 1 E12 CON-045"
    assert play(pieces, "R", "2-1", "pass", teams="opposite").no == "line 1 E22 CON-036"


@clause("CON-032")
def test_without_a_movable_piece_the_throw_passes(play):
    played = play("Y:ar1@a12", "R", "4-2", then="1-2 1-3")
    assert played.to_move == "yellow"
    assert [(event["seat"], event["throw"]) for event in played.of("passed")] == [("red", 1)]
    assert played.of("missed") == []


@clause("CON-032", "CON-096")
def test_a_passed_double_still_brings_another_throw(ask, play):
    position = {"pieces": {"red": {}, "yellow": {"ar1": "a12"}}, "to_move": "red"}
    played = ask(position, {}, "3-3 1-2 1-3 1-2")
    assert played.throws[:3] == ["red 3-3", "red 1-2", "yellow 1-3"]
    seven = ask(position, {}, "3-3 3-4 1-2")
    assert seven.awaiting == {"red": "turn"}
    out = ask(seven.position, {"R": "throw 2 / reserve pl2 / pl2 3 d2 e2 f2"})
    assert out.ok
    assert out.at("R:pl2") == "f2"


@clause("CON-032", "CON-028")
def test_without_a_legal_move_the_throw_passes(play):
    """A partner's ship lies on d4: with two ones Red's ship cannot come in, with a two it can."""
    pieces = "R:bs1@START G:bs1@d4"
    played = play(pieces, "R", "1-1 2-3", "throw 2 / bs1 2 d4 e5", teams="opposite")
    assert played.ok
    assert played.moves == ["R:bs1 2 START-d4-e5"]
    said = play(pieces, "R", "1-1 2-3", "pass / throw 2 / bs1 2 d4 e5", teams="opposite")
    assert said.ok
    assert said.moves == played.moves
    assert play(pieces, "R", "1-1 2-3", "bs1 1 d4 / throw 2 / bs1 2 d4 e5", teams="opposite").codes == ["E12"]
    nothing = play(f"R:bs1@START G:pl1@d4 {CORKED}", "R", "1-2", "pass", teams="opposite")
    assert nothing.ok
    assert nothing.at("R:bs1") == "START"


@clause("CON-033")
def test_a_piece_lost_in_its_move_has_used_its_die(play):
    pieces = "O:bs1@g5 O:bs2@g8 O:ar1@x12"
    played = play(pieces, "O", "1-2", "bs1 1 f5 ! / bs2 2 h8 i8")
    assert played.at("O:bs1 O:bs2") == "HELD:red i8"
    again = play(pieces, "O", "1-2", "bs1 1 f5 ! / bs1 2 h8 i8")
    assert again.no == "line 2 E02 CON-068"
    assert play(pieces, "O", "1-2", "bs1 1 f5 !").no == "E16 CON-028"
    assert play(pieces, "O", "1-2", "bs1 1 f5 ! / bs2 1 h8").no == "line 2 E04 CON-023"


@clause("CON-034", "CON-106", "CON-R42")
def test_the_end_of_the_game_drops_the_rest(play):
    """The lines below the winning move are not judged at all."""
    pieces = "R:ar1@w21 R:bs1@l6 G:ar1@l23"
    played = play(pieces, "R", "1-1 5-5 3-4", "ar1 1 v22 / bs1 1 l2 / throw 2 / bs1 5 a4 a5", players=2)
    assert played.ok
    assert played.end == "red last_standing CON-106"
    assert played.moves == ["R:ar1 1 w21-v22 takes green"]
    assert played.at("R:bs1") == "l6"
    assert played.awaiting == {}
    alone = play(pieces, "R", "1-1 5-5 3-4", "ar1 1 v22", players=2)
    assert alone.end == played.end


@clause("CON-035", "CON-088")
def test_who_puts_himself_out_ends_his_turn(play):
    pieces = "Y:*@HELD:red Y:bs1@g5 G:ar1@l23"
    played = play(pieces, "Y", "1-1 2-3", "bs1 1 f5 ! / throw 2 / bs1 2 g5 g6")
    assert played.ok
    assert played.gone == ["yellow pieces red"]
    assert len(played.moves) == 1
    assert played.to_move == "green"


@clause("CON-036", "CON-R46")
def test_a_harmful_move_is_owed_all_the_same(play):
    """Declined, cut short, drawn out: none of it; walked in full, even onto a mine, it stands."""
    pieces = "Y:bs1@g5 G:ar1@l23"
    assert play(pieces, "Y", "1-2", "end").no == "E16 CON-029"
    assert play(pieces, "Y", "1-2", "pass").no == "line 1 E22 CON-036"
    assert play(pieces, "Y", "1-2", "bs1 2 g6").no == "line 1 E06 CON-037"
    assert play(pieces, "Y", "1-2", "bs1 1 g6 g7").no == "line 1 E06 CON-037"
    assert play(pieces, "Y", "1-2", "bs1 1 f5 !").at("Y:bs1") == "HELD:red"


@clause("CON-036", "CON-029")
def test_even_a_move_that_can_only_lose_the_piece(play):
    """His partner's ships all around leave Red's ship one way: onto Yellow's mine."""
    corked = "R:bs1@d20 Y:ar1@a12 G:bs1@d21 G:bs2@e21 G:bs3@e20 G:bs4@d19"
    only = play(corked, "R", "1-1 2-3", "bs1 1 e19", teams="opposite")
    assert only.no == "line 1 E14 CON-072"
    assert play(corked, "R", "1-1 2-3", "pass", teams="opposite").no == "line 1 E22 CON-036"
    assert play(corked, "R", "1-1 2-3", "bs1 1 e19 !", teams="opposite").at("R:bs1") == "HELD:yellow"
