"""Winning, draws and resignation."""

import pytest

clause = pytest.mark.clause

ALL = "R:ar1@l2 Y:ar1@a12 G:ar1@l23 O:ar1@x12"
STEP = {"R": "ar1 1 e", "Y": "ar1 1 n", "G": "ar1 1 e", "O": "ar1 1 n"}
DICE = "1-2 " * 6


def out(**gone):
    return {"turn": 9, "out": {seat: {"how": "resigned", "heir": None, "turn": 2} for seat in gone}}


@clause("CON-106")
def test_the_last_living_player_wins(play):
    played = play("R:ar1@w21 G:ar1@l23", "R", "1-2", "ar1 1 v22", players=2)
    assert played.end == "red last_standing CON-106"
    assert played.awaiting == {}
    assert played.kinds[-1] == "end"
    assert played.position["phase"] == "over"
    three = play("R:ar1@w21 G:ar1@l23 Y:ar1@a12", "R", "1-2", "ar1 1 v22")
    assert three.outcome is None


@clause("CON-106", "CON-088")
def test_by_taking_the_last_piece_too(play):
    played = play("R:ar1@l2 G:*@HELD:red G:ar1@m2", "R", "1-2", "ar1 1 m2", players=2)
    assert played.end == "red last_standing CON-106"


@clause("CON-106", "CON-035")
def test_a_player_may_lose_by_his_own_move(play):
    played = play("R:ar1@l2 G:*@HELD:red G:bs1@g5", "G", "1-2", "bs1 1 f5 !", players=2)
    assert played.end == "red last_standing CON-106"


@clause("CON-106", "CON-102", "CON-R41")
def test_a_pair_wins_together(play):
    last = play("R:ar1@u2 O:ar1@l23 Y:*@RETIRED", "R", "1-2", "ar1 1 v3", position=out(yellow=1), teams="opposite")
    assert set(last.outcome["winners"]) == {"red", "green"}
    assert last.outcome["clause"] == "CON-106"
    alone = play(
        "R:ar1@u2 O:ar1@l23 Y:*@RETIRED G:*@RETIRED",
        "R",
        "1-2",
        "ar1 1 v3",
        position=out(yellow=1, green=1),
        teams="opposite",
    )
    assert set(alone.outcome["winners"]) == {"red", "green"}, "though one of them is out"
    one_left = play("R:ar1@u2 O:ar1@l23 Y:ar1@a12", "R", "1-2", "ar1 1 v3", teams="opposite")
    assert one_left.outcome is None


@clause("CON-107", "CON-090", "CON-078")
def test_nobody_left_is_a_draw(play):
    pieces = "R:*@HELD:green R:bs1@e6 G:*@HELD:red G:bs2@f7"
    played = play(pieces, "G", "1-4", "bs2 1 e6 !", players=2)
    assert played.end == "draw nobody_left CON-107"
    assert played.awaiting == {}
    assert sorted(played.of("end")[0]["among"]) == ["green", "red"]


@clause("CON-107")
def test_between_those_who_went_out_last(play):
    """Yellow and Orange went out before and have no part in it."""
    pieces = "R:*@HELD:green R:bs1@e6 G:*@HELD:red G:bs2@f7 Y:*@RETIRED O:*@RETIRED"
    played = play(pieces, "G", "1-4", "bs2 1 e6 !", position=out(yellow=1, orange=1))
    assert played.end == "draw nobody_left CON-107"
    assert sorted(played.of("end")[0]["among"]) == ["green", "red"]


@clause("CON-107", "CON-106", "CON-102")
def test_two_pairs_that_end_together_draw(play):
    gone = out(green=1, orange=1)
    pieces = "R:*@HELD:yellow R:bs1@e6 Y:*@HELD:red Y:bs2@f7 G:*@RETIRED O:*@RETIRED"
    played = play(pieces, "Y", "1-4", "bs2 1 e6 !", position=gone, teams="opposite")
    assert played.end == "draw nobody_left CON-107"
    survivor = {"turn": 9, "out": {"orange": gone["out"]["orange"]}}
    pieces = "R:*@HELD:yellow R:bs1@e6 Y:*@HELD:red Y:bs2@f7 O:*@RETIRED"
    played = play(pieces, "Y", "1-4", "bs2 1 e6 !", position=survivor, teams="opposite")
    assert set(played.outcome["winners"]) == {"red", "green"}


@clause("CON-107", "CON-090")
def test_who_went_out_a_move_earlier_has_no_part_in_it(play):
    """Red's first ship takes Yellow's last piece and sinks; his second and Green's last then sink each other."""
    pieces = "R:*@RETIRED Y:*@RETIRED G:*@RETIRED R:bs1@q19 Y:bs1@r19 R:bs2@u19 G:bs1@t19"
    played = play(pieces, "R", "2-1", "bs1 2 r19 s20 ! / bs2 1 t19 !", players=3)
    assert (played.gone[0], sorted(played.gone[1:])) == ("yellow pieces red", ["green both -", "red both -"])
    assert played.end == "draw nobody_left CON-107"
    assert sorted(played.of("end")[0]["among"]) == ["green", "red"]


@clause("CON-108")
def test_a_draw_needs_all_the_living(play, ask):
    played = play(ALL, "R", "1-2", {"R": "offer draw"})
    assert played.ok
    assert played.outcome is None
    assert played.of("draw_offered")[0]["seat"] == "red"
    for letter in "YG":
        played = ask(played.position, {letter: "offer draw"})
        assert played.outcome is None
    agreed = ask(played.position, {"O": "offer draw"})
    assert agreed.end == "draw agreed CON-108"
    assert agreed.awaiting == {}
    three = play(ALL.replace("O:ar1@x12", "O:*@RETIRED"), "R", "1-2", {"R": "offer draw"}, position=out(orange=1))
    for letter in "YG":
        three = ask(three.position, {letter: "offer draw"})
    assert three.end == "draw agreed CON-108"


@clause("CON-108")
def test_the_dead_have_no_voice(play):
    played = play(ALL.replace("O:ar1@x12", "O:*@RETIRED"), "R", "1-2", {"O": "offer draw"}, position=out(orange=1))
    assert played.codes == ["E20"]


@clause("CON-108")
def test_an_offer_can_be_withdrawn(play, ask):
    played = play("R:ar1@l2 G:ar1@l23", "R", "1-2", {"R": "offer draw"}, players=2)
    withdrawn = ask(played.position, {"R": "withdraw draw"}, players=2)
    assert withdrawn.of("draw_withdrawn") != []
    assert ask(withdrawn.position, {"G": "offer draw"}, players=2).outcome is None
    assert ask(played.position, {"G": "offer draw"}, players=2).end == "draw agreed CON-108"


@clause("CON-108")
def test_an_offer_made_in_anothers_turn_lapses_with_the_next_own(play, ask):
    """Green offers in Red's turn; it stands until Green has moved."""
    offered = play("R:ar1@l2 G:ar1@l23", "R", "1-2", {"G": "offer draw"}, players=2)
    after_red = ask(offered.position, {"R": STEP["R"]}, DICE, players=2)
    assert ask(after_red.position, {"R": "offer draw"}, DICE, players=2).end == "draw agreed CON-108"
    after_green = ask(after_red.position, {"G": STEP["G"]}, DICE, players=2)
    assert after_green.of("draw_lapsed")[0]["seat"] == "green"
    assert ask(after_green.position, {"R": "offer draw"}, DICE, players=2).outcome is None


@clause("CON-108")
@pytest.mark.parametrize("together", [True, False], ids=["one mail", "two mails"])
def test_an_offer_made_in_the_own_turn_outlives_it(play, ask, together):
    pieces = "R:ar1@l2 G:ar1@l23"
    if together:
        moved = play(pieces, "R", "1-2", f"offer draw / {STEP['R']}", DICE, players=2)
    else:
        offered = play(pieces, "R", "1-2", "offer draw", DICE, players=2)
        moved = ask(offered.position, {"R": STEP["R"]}, DICE, players=2)
    assert moved.to_move == "green"
    assert ask(moved.position, {"G": "offer draw"}, DICE, players=2).end == "draw agreed CON-108"
    round_later = ask(moved.position, {"G": STEP["G"]}, DICE, players=2)
    assert ask(round_later.position, {"G": "offer draw"}, DICE, players=2).end == "draw agreed CON-108"
    lapsed = ask(round_later.position, {"R": STEP["R"]}, DICE, players=2)
    assert lapsed.of("draw_lapsed")[0]["seat"] == "red"
    assert ask(lapsed.position, {"G": "offer draw"}, DICE, players=2).outcome is None


@clause("CON-108", "CON-R35")
def test_an_offer_outlives_a_turn_of_several_throws(play, ask):
    """Stepwise: an offer made before the second throw stands through that, and to the end of the next own turn."""
    options = {"players": 2, "reveal": "stepwise"}
    pieces = "R:ar1@l2 G:ar1@l23"
    moved = play(pieces, "R", "1-1", "offer draw / ar1 1 e", "1-2", **options)
    assert moved.to_move == "red"
    moved = ask(moved.position, {"R": "ar1 1 e"}, "1-2", **options)
    moved = ask(moved.position, {"G": "ar1 1 e"}, "1-2", **options)
    assert list(moved.position["draw_offers"]) == ["red"]
    lapsed = ask(moved.position, {"R": "ar1 1 e"}, "1-2", **options)
    assert lapsed.position["draw_offers"] == {}


@clause("CON-108", "CON-109")
def test_an_offer_goes_with_its_maker(play, ask):
    offered = play(ALL, "R", "1-2", {"G": "offer draw"})
    resigned = ask(offered.position, {"G": "resign"})
    assert resigned.position["draw_offers"] == {}
    assert resigned.outcome is None


@clause("CON-108", "CON-R35")
def test_a_turn_of_several_throws_counts_once(play, ask):
    options = {"players": 2, "reveal": "stepwise", "turn_limit": 8}
    moved = play("R:ar1@l2 G:ar1@l23", "R", "1-1", "ar1 1 e", "2-1", position={"turn": 7}, **options)
    assert (moved.to_move, moved.position["turn"], moved.outcome) == ("red", 7, None)
    moved = ask(moved.position, {"R": "ar1 1 e"}, "1-2", **options)
    assert (moved.to_move, moved.position["turn"], moved.outcome) == ("green", 8, None)
    assert ask(moved.position, {"G": "ar1 1 e"}, "1-2", **options).end == "draw turn_limit CON-108"


@clause("CON-108")
def test_a_missed_turn_lapses_it_too(play, ask):
    offered = play("R:ar1@l2 G:ar1@l23", "R", "1-2", {"G": "offer draw"}, players=2)
    after_red = ask(offered.position, {"R": STEP["R"]}, DICE, players=2)
    missed = ask(after_red.position, {}, DICE, due=True, players=2)
    assert ask(missed.position, {"R": "offer draw"}, DICE, players=2).outcome is None


@clause("CON-108", "CON-109")
def test_the_last_one_without_an_offer_resigns(play, ask):
    played = play("R:ar1@l2 Y:ar1@a12 G:ar1@l23", "R", "1-2", {"R": "offer draw"}, players=3)
    played = ask(played.position, {"Y": "offer draw"}, players=3)
    resigned = ask(played.position, {"G": "resign"}, players=3)
    assert resigned.end == "draw agreed CON-108"


@clause("CON-108", "CON-R48")
def test_option_a_turn_limit(play, ask):
    played = play(ALL, "R", "1-2", STEP["R"], position={"turn": 8}, turn_limit=8)
    assert played.end == "draw turn_limit CON-108"
    assert sorted(played.of("end")[0]["among"]) == ["green", "orange", "red", "yellow"]
    before = play(ALL, "R", "1-2", STEP["R"], DICE, position={"turn": 7}, turn_limit=8)
    assert before.outcome is None
    assert ask(before.position, {"Y": STEP["Y"]}, DICE, turn_limit=8).end == "draw turn_limit CON-108"


@clause("CON-108")
def test_passed_and_missed_turns_count(play, ask):
    """Red moves in turn 5; Yellow and Green have nothing but reserve, and Orange's turn is missed."""
    played = play("R:ar1@l2 O:ar1@x12", "R", "1-2", STEP["R"], DICE, position={"turn": 5}, turn_limit=8)
    assert (played.to_move, played.position["turn"]) == ("orange", 8)
    missed = ask(played.position, {}, DICE, due=True, turn_limit=8)
    assert missed.end == "draw turn_limit CON-108"
    passed = play("R:ar1@l2 O:ar1@x12", "R", "1-2", STEP["R"], DICE, position={"turn": 5}, turn_limit=7)
    assert passed.end == "draw turn_limit CON-108"


@clause("CON-108", "CON-106")
def test_the_limit_draws_among_the_living(play):
    pieces = ALL.replace("Y:ar1@a12", "Y:*@RETIRED")
    played = play(pieces, "R", "1-2", STEP["R"], position=out(yellow=1), turn_limit=9)
    assert sorted(played.of("end")[0]["among"]) == ["green", "orange", "red"]
    won = play("R:ar1@w21 G:ar1@l23", "R", "1-2", "ar1 1 v22", position={"turn": 9}, turn_limit=9, players=2)
    assert won.end == "red last_standing CON-106"


@clause("CON-109", "CON-R37")
def test_a_player_may_resign_in_his_turn(play):
    pieces = f"{ALL} R:bs1@START Y:aa@HELD:red"
    played = play(pieces, "R", "1-2", "resign", DICE)
    assert played.gone == ["red resigned -"]
    assert played.retired("R") == "R:ar1 R:ar2 R:ar3 R:ar4 R:aa R:bs1 R:bs2 R:bs3 R:bs4 R:bs5 R:pl1 R:pl2"
    assert played.at("Y:aa") == "RETIRED"
    assert played.to_move == "yellow"


@clause("CON-109")
def test_or_in_any_other(play):
    played = play(ALL, "R", "1-2", {"G": "resign"}, DICE)
    assert played.gone == ["green resigned -"]
    assert (played.to_move, played.dice) == ("red", "1-2")
    assert played.awaiting == {"red": "turn"}
    last = play("R:ar1@l2 G:ar1@l23", "R", "1-2", {"G": "resign"}, players=2)
    assert last.end == "red last_standing CON-106"


@clause("CON-109", "CON-106", "CON-R41")
def test_a_pair_plays_on_when_one_of_them_resigns(play, ask):
    one = play(ALL, "R", "1-2", {"Y": "resign"}, teams="opposite")
    assert one.outcome is None
    both = ask(one.position, {"O": "resign"}, teams="opposite")
    assert set(both.outcome["winners"]) == {"red", "green"}


@clause("CON-109")
def test_what_follows_in_the_mail_is_void(play):
    played = play(ALL, "R", "1-2", f"{STEP['R']} / resign / ar1 1 d2", DICE)
    assert played.moves == []
    assert played.gone == ["red resigned -"]


@clause("CON-109", "CON-082")
def test_a_piece_on_the_dead_circle_gets_nothing(play):
    """Green resigned with a prisoner; Red stops on his circle: nobody is taken, nobody comes free."""
    pieces = "R:ar1@w21 R:ar2@RETIRED G:*@RETIRED Y:ar1@a12"
    played = play(pieces, "R", "1-2", "ar1 1 v22", position=out(green=1))
    assert played.gone == []
    assert played.at("R:ar2") == "RETIRED"


@clause("CON-109", "CON-R36")
def test_who_has_resigned_is_absent_no_more(play):
    played = play("R:ar1@l2 Y:ar1@a12", "R", "1-2", {"G": "resign"}, position={"missed": {"green": 1, "orange": 1}})
    assert played.out == {"green": "resigned -"}
    assert played.position["missed"] == {"orange": 1}
