"""The set-up, who begins, and the order of play."""

import pytest

clause = pytest.mark.clause

STARTING = "ar1 ar2 ar3 aa bs1 bs2 bs3 pl1"
RESERVE = "ar4 bs4 bs5 pl2"


def seat_order(played, turns):
    return [event["seat"] for event in played.of("turn")][:turns]


@clause("CON-012", "CON-R03")
@pytest.mark.parametrize(
    ("players", "seats"),
    [(2, "red green"), (3, "red yellow green"), (4, "red yellow green orange")],
)
def test_two_three_or_four_play(ask, rules, players, seats):
    assert list(rules.seats(rules.settle({"players": players}))) == seats.split()
    assert set(ask(None, {}, players=players).position["pieces"]) == set(seats.split())


@clause("CON-012")
@pytest.mark.parametrize("players", [0, 1, 5, -2])
def test_no_other_number_plays(ask, players):
    assert ask(None, {}, players=players).error["code"] == "option"


@clause("CON-012", "CON-R03")
@pytest.mark.parametrize(
    ("seats", "playing"),
    [
        ("red,orange", ["red", "orange"]),
        ("orange,yellow", ["orange", "yellow"]),
        ("green,red,orange", ["green", "red", "orange"]),
    ],
)
def test_players_may_choose_their_corners(ask, rules, seats, playing):
    options = {"players": len(playing), "seats": seats}
    assert list(rules.seats(rules.settle(options))) == playing
    assert set(ask(None, {}, **options).position["pieces"]) == set(playing)


@clause("CON-013", "CON-014")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_opening(begin, players):
    played = begin("5-3", players=players)
    for letter in {2: "RG", 3: "RYG", 4: "RYGO"}[players]:
        assert played.reserve(letter) == " ".join(f"{letter}:{piece}" for piece in RESERVE.split())
        assert played.start(letter) == " ".join(f"{letter}:{piece}" for piece in STARTING.split())


@clause("CON-014", "CON-027")
def test_what_begins_in_reserve_does_not_move(begin):
    assert begin("5-3", "ar4 5 d2 e2 f3 g4 h5 / bs1 3 d4 e5 f6").no == "line 1 E03 CON-027"


@clause("CON-015", "CON-R07")
def test_docks_are_not_recorded(begin):
    """A waiting ship is in START and nowhere more exactly, and no order speaks of docks."""
    played = begin("5-3")
    assert played.at("R:bs1 R:bs2 R:bs3") == "START START START"
    assert begin("1-3", "bs1 1 c4 / ar1 3 d2 e2 f2").no == "line 1 E10 CON-006"


@clause("CON-016")
def test_the_highest_total_begins(ask):
    played = ask(None, {}, "3-4 6-2 5-4 2-2 1-3")
    thrown = played.of("first_throw")[0]
    assert thrown["rounds"] == [{"red": [3, 4], "yellow": [6, 2], "green": [5, 4], "orange": [2, 2]}]
    assert thrown["begins"] == "green"
    assert played.to_move == "green"
    assert played.awaiting == {"green": "turn"}


@clause("CON-016")
@pytest.mark.parametrize("first", ["red", "yellow", "green", "orange"])
def test_or_the_option_names_the_beginner(ask, first):
    played = ask(None, {}, "5-3", first=first)
    assert played.to_move == first
    assert played.of("first_throw") == []
    assert played.rolled == [5, 3]


@clause("CON-017", "CON-R05")
def test_the_tied_throw_again(ask):
    played = ask(None, {}, "5-5 2-2 6-4 1-1 1-2 3-1 4-2")
    assert played.of("first_throw")[0]["rounds"] == [
        {"red": [5, 5], "yellow": [2, 2], "green": [6, 4], "orange": [1, 1]},
        {"red": [1, 2], "green": [3, 1]},
    ]
    assert played.to_move == "green"
    assert played.dice == "4-2"


@clause("CON-017", "CON-R05")
def test_until_one_is_highest(ask):
    """All four tie, then three of them, then two, twice; a lower total of the first round does not come back."""
    dice = "3-3 1-5 2-4 4-2 6-6 1-1 6-6 6-6 2-2 5-1 3-3 1-2 2-1 2-3 6-5 1-4"
    played = ask(None, {}, dice)
    assert played.of("first_throw")[0]["rounds"] == [
        {"red": [3, 3], "yellow": [1, 5], "green": [2, 4], "orange": [4, 2]},
        {"red": [6, 6], "yellow": [1, 1], "green": [6, 6], "orange": [6, 6]},
        {"red": [2, 2], "green": [5, 1], "orange": [3, 3]},
        {"green": [1, 2], "orange": [2, 1]},
        {"green": [2, 3], "orange": [6, 5]},
    ]
    assert played.to_move == "orange"
    assert played.dice == "1-4"


@clause("CON-017")
def test_two_dice_a_seat_in_the_order_of_the_corners(ask):
    """Whatever the order in which they joined: red, yellow, green, orange."""
    played = ask(None, {}, "1-2 6-6 3-4 1-5", seats="orange,green,red", players=3)
    assert played.of("first_throw")[0]["rounds"] == [{"red": [1, 2], "green": [6, 6], "orange": [3, 4]}]
    assert (played.to_move, played.dice) == ("green", "1-5")


@clause("CON-018")
def test_beginning_throws_are_no_throws_of_the_game(ask):
    """Neither the double six nor the seven counts; the beginner throws anew."""
    played = ask(None, {}, "6-6 3-4 1-1 2-2 2-4")
    assert (played.to_move, played.dice) == ("red", "2-4")
    assert ask(played.position, {"R": "reserve pl2"}).codes == ["E18"]
    tied = ask(None, {}, "3-4 1-1 3-4 1-2 5-2 1-1 1-2")
    assert (tied.to_move, tied.dice) == ("red", "1-2")
    assert ask(tied.position, {"R": "reserve pl2"}).codes == ["E18"]


@clause("CON-019", "CON-R06")
def test_turns_go_round_clockwise(play):
    everywhere = "R:ar1@l2 Y:ar1@a12 G:ar1@l23 O:ar1@x12"
    order = []
    for mover, line in zip("RYGO", ["m2", "a13", "m23", "x13"], strict=True):
        played = play(everywhere, mover, "1-2", f"ar1 1 {line}")
        order.append(played.to_move)
    assert order == ["yellow", "green", "orange", "red"]


@clause("CON-019")
def test_corners_without_a_living_player_are_passed(play):
    gone = {"turn": 9, "out": {"yellow": {"how": "resigned", "heir": None, "turn": 2}}}
    played = play("R:ar1@l2 Y:*@RETIRED G:ar1@l23 O:ar1@x12", "R", "1-2", "ar1 1 m2", position=gone)
    assert played.to_move == "green"
    assert seat_order(played, 9) == ["green"]
    two = play("R:ar1@l2 G:ar1@l23", "G", "1-2", "ar1 1 m23", players=2)
    assert two.to_move == "red"
    chosen = play("R:ar1@l2 O:ar1@x12", "O", "1-2", "ar1 1 x13", playing="RO", seats="orange,red", players=2)
    assert chosen.to_move == "red"


@clause("CON-020", "CON-R04")
def test_an_unused_corner_has_no_pieces_and_no_working_mines(play):
    played = play("R:bs1@d19 R:pl1@g21 G:ar1@l23", "R", "1-2", "bs1 1 e19 / pl1 2 g20 f20", players=2)
    assert played.ok
    assert played.at("R:bs1 R:pl1") == "e19 f20"
    assert set(played.position["pieces"]) == {"red", "green"}


@clause("CON-020", "CON-R04")
def test_an_unused_circle_is_a_square_like_others(play):
    played = play("R:ar1@b21 G:ar1@l23", "R", "1-2", "ar1 1 c22", players=2)
    assert played.at("R:ar1") == "c22"
    assert played.gone == []
    assert played.outcome is None
    away = play("R:ar1@c22 G:ar1@l23", "R", "1-2", "ar1 1 d23", players=2)
    assert away.at("R:ar1") == "d23"
    across = play("R:ar1@b21 G:ar1@l23", "R", "2-1", "ar1 2 c22 d23", players=2)
    assert across.at("R:ar1") == "d23"
