"""The options, their values, and what does not go together. What each does is tested with its rule."""

import pytest

clause = pytest.mark.clause

DEFAULTS = {
    "players": 2,
    "seats": "red,green",
    "first": "roll",
    "friends_pass": "yes",
    "home_pass": "yes",
    "aa_sky": "block",
    "own_mine_plane": "safe",
    "dead_mines": "inert",
    "third_double": "move_first",
    "reveal": "ahead",
    "teams": "none",
    "partner_mines": "safe",
    "alliances": "press",
    "turn_limit": 0,
    "nmr": "hold",
}
VALUES = {
    "first": "roll red yellow green orange",
    "friends_pass": "yes no",
    "home_pass": "yes no",
    "aa_sky": "block overfly",
    "own_mine_plane": "safe lost",
    "dead_mines": "inert heir",
    "third_double": "move_first no_move",
    "reveal": "ahead stepwise",
    "teams": "none opposite adjacent",
    "partner_mines": "safe live",
    "alliances": "press formal",
    "nmr": "hold bot",
}


def test_the_defaults(rules):
    assert {option.name for option in rules.options()} == set(DEFAULTS)
    settled = rules.settle({})
    assert {name: settled[name] for name in DEFAULTS if name != "seats"} == {
        name: value for name, value in DEFAULTS.items() if name != "seats"
    }
    assert list(rules.seats(settled)) == ["red", "green"]


@pytest.mark.parametrize("option", VALUES)
def test_every_value_can_be_chosen_and_no_other(ask, option):
    for value in VALUES[option].split():
        played = ask(None, {}, "6-5 1-2 1-3 1-4 2-3 1-2", **{option: value})
        assert "error" not in played.answer, (option, value)
    for value in ("maybe", "", 1, True):
        error = ask(None, {}, **{option: value}).error
        assert error["code"] == "option"
        assert option in error["message"]


@pytest.mark.parametrize("limit", [0, 1, 200])
def test_the_turn_limit_is_a_number(ask, limit):
    assert "error" not in ask(None, {}, turn_limit=limit).answer


@pytest.mark.parametrize(
    ("option", "value"), [("turn_limit", -1), ("turn_limit", 1.5), ("colour", "red"), ("players", True)]
)
def test_what_is_no_option_or_no_value_is_refused(ask, option, value):
    error = ask(None, {}, **{option: value}).error
    assert error["code"] == "option"
    assert option in error["message"]


@clause("CON-102")
@pytest.mark.parametrize("teams", ["opposite", "adjacent"])
@pytest.mark.parametrize("players", [2, 3])
def test_teams_want_four(ask, teams, players):
    error = ask(None, {}, teams=teams, players=players).error
    assert error["code"] == "option"
    assert "teams" in error["message"]


@clause("CON-101", "CON-R38")
def test_pacts_want_three_and_no_teams(ask):
    assert ask(None, {}, alliances="formal", players=2).error["code"] == "option"
    assert ask(None, {}, alliances="formal", teams="opposite").error["code"] == "option"
    assert "error" not in ask(None, {}, alliances="formal", players=3).answer


@clause("CON-016")
def test_the_beginner_has_to_play(ask):
    assert ask(None, {}, first="orange", players=3).error["code"] == "option"
    assert ask(None, {}, first="yellow", players=2).error["code"] == "option"
    assert ask(None, {}, first="red", players=2, seats="green,orange").error["code"] == "option"
    assert "error" not in ask(None, {}, first="orange", players=2, seats="green,orange").answer


@clause("CON-012", "CON-R03")
@pytest.mark.parametrize("seats", ["red,red", "red", "red,yellow,green", "red,blue", "", "auto,red"])
def test_a_list_of_seats_has_to_fit(ask, seats):
    error = ask(None, {}, seats=seats, players=2).error
    assert error["code"] == "option"
    assert "seats" in error["message"]


@clause("CON-012")
def test_the_number_of_players_follows_from_seats_or_teams(rules):
    assert list(rules.seats(rules.settle({"seats": "green,orange,red"}))) == ["green", "orange", "red"]
    assert len(rules.seats(rules.settle({"teams": "adjacent"}))) == 4


@clause("CON-012", "CON-R03")
def test_auto_seats_go_by_joining(rules):
    for players, seats in ((2, "red green"), (3, "red yellow green"), (4, "red yellow green orange")):
        assert list(rules.seats(rules.settle({"players": players, "seats": "auto"}))) == seats.split()


@clause("CON-021", "CON-096", "CON-R35")
def test_reveal_ahead_shows_the_whole_turn(begin):
    played = begin("5-5 3-3 1-2")
    assert played.dice == "5-5 3-3 1-2"
    assert played.rolled == [5, 5, 3, 3, 1, 2]


@clause("CON-021", "CON-096", "CON-R35")
def test_reveal_stepwise_shows_one_throw_at_a_time(ask):
    options = {"first": "red", "reveal": "stepwise"}
    played = ask(None, {}, "5-5 3-3 1-2", **options)
    assert played.dice == "5-5"
    assert played.rolled == [5, 5]
    orders = "ar1 5 d2 e2 f2 g2 h2 / bs1 5 d4 e4 f4 g5 h6"
    early = ask(played.position, {"R": f"{orders} / throw 2 / ar1 3 i2 j2 k2"}, **options)
    assert early.codes == ["E01"]
    second = ask(played.position, {"R": orders}, "3-3 1-2", **options)
    assert second.ok
    assert second.rolled == [3, 3]
    assert second.awaiting == {"red": "turn"}
    assert second.at("R:ar1 R:bs1") == "h2 h6"
    third = ask(second.position, {"R": "ar1 3 i2 j2 k2 / bs1 3 h7 h8 i8"}, "1-2 1-3", **options)
    assert third.dice.endswith("1-2")
    assert third.awaiting == {"red": "turn"}
    last = ask(third.position, {"R": "ar1 1 l2 / bs1 2 i7 j8"}, "1-3", **options)
    assert last.awaiting == {"yellow": "turn"}
    assert last.dice == "1-3"


@clause("CON-097", "CON-R35")
def test_stepwise_the_price_is_named_with_the_third_throw(play):
    pieces = "R:ar1@l2 R:bs1@l6 Y:ar1@a12"
    third = {"throw": 3}
    options = {"reveal": "stepwise", "position": third}
    assert play(pieces, "R", "2-2 5-5 1-1", "ar1 1 m2 / bs1 1 m6", **options).no == "E19 CON-097"
    played = play(pieces, "R", "2-2 5-5 1-1", "ar1 1 m2 / bs1 1 m6 / back bs1", **options)
    assert played.at("R:ar1 R:bs1") == "m2 RESERVE"
    headed = play(pieces, "R", "2-2 5-5 1-1", "throw 3 / ar1 1 m2 / bs1 1 m6 / back bs1", **options)
    assert headed.ok
    first = play(pieces, "R", "2-2", "ar1 2 m2 n2 / bs1 2 m6 n6 / back bs1", reveal="stepwise")
    assert first.codes == ["E19"]


@clause("CON-097", "CON-R32", "CON-R35")
def test_stepwise_without_moves_in_the_third_throw(play):
    options = {"reveal": "stepwise", "third_double": "no_move", "position": {"throw": 3}}
    pieces = "R:ar1@l2 R:bs1@l6 Y:ar1@a12"
    assert play(pieces, "R", "2-2 5-5 1-1", "back ar1", **options).at("R:ar1") == "RESERVE"
    assert play(pieces, "R", "2-2 5-5 1-1", "ar1 1 m2 / back ar1", **options).codes == ["E17"]


# --- What happens to the silent (CON-R36) ---


@clause("CON-R36", "CON-097", "CON-R33")
@pytest.mark.parametrize(
    ("pieces", "piece"),
    [
        ("R:bs2@START R:aa@h2", "bs2"),
        ("R:ar2@START R:pl1@START R:bs1@l6", "ar2"),
        ("R:aa@START R:pl1@START R:bs1@l6", "aa"),
        ("R:pl2@START R:pl1@START R:bs1@l6", "pl1"),
        ("R:bs3@l6 R:bs2@m6 R:ar1@h2", "bs2"),
        ("R:aa@h2 R:ar3@i2 R:ar2@j2 R:pl1@l6", "ar2"),
        ("R:pl1@l6 R:aa@h2", "aa"),
        ("R:pl2@l6 R:pl1@m6", "pl1"),
    ],
)
def test_hold_pays_the_third_double_only(play, pieces, piece):
    played = play(f"{pieces} Y:ar1@a12", "R", "6-6 4-4 2-2", due=True)
    assert played.moves == []
    assert played.at(f"R:{piece}") == "RESERVE"
    assert played.of("back")[0]["default"] is True
    assert played.to_move == "yellow"
    before = {written for written in pieces.split() if not written.startswith(f"R:{piece}@")}
    assert played.at(" ".join(sorted(entry.split("@")[0] for entry in before))) == " ".join(
        entry.split("@")[1] for entry in sorted(before)
    )


PRICE = ["bs1", "bs2", "bs3", "bs4", "bs5", "ar1", "ar2", "ar3", "ar4", "aa", "pl1", "pl2"]
ASHORE = {"ar1": "g2", "ar2": "h2", "ar3": "i2", "ar4": "j2", "aa": "k2", "pl1": "l2", "pl2": "m2"}
AFLOAT = {"bs1": "i5", "bs2": "j5", "bs3": "k5", "bs4": "l5", "bs5": "m5"}


@clause("CON-R33")
@pytest.mark.parametrize("first", range(12))
@pytest.mark.parametrize("places", [dict.fromkeys(PRICE, "START"), ASHORE | AFLOAT], ids=["START", "FIELD"])
def test_the_price_is_paid_by_kind_and_then_by_number(play, places, first):
    """Of the pieces left in play the next in the order pays, down to the last: low numbers first."""
    pieces = " ".join(f"R:{piece}@{places[piece]}" for piece in PRICE[first:])
    played = play(f"{pieces} Y:ar1@a12", "R", "6-6 4-4 2-2", due=True)
    assert [(event["piece"], event["from"]) for event in played.of("back")] == [(PRICE[first], places[PRICE[first]])]


@clause("CON-R33")
@pytest.mark.parametrize("waiting", PRICE)
def test_a_piece_in_start_pays_before_any_in_field(play, waiting):
    fielded = " ".join(f"R:{piece}@{place}" for piece, place in (ASHORE | AFLOAT).items() if piece != waiting)
    played = play(f"{fielded} R:{waiting}@START Y:ar1@a12", "R", "6-6 4-4 2-2", due=True)
    assert played.of("back")[0]["piece"] == waiting


@clause("CON-R36")
@pytest.mark.parametrize("dice", ["5-3", "4-3", "6-6 1-2", "6-6 4-4 3-4"])
def test_hold_otherwise_changes_nothing(play, dice):
    played = play("R:bs2@START R:aa@h2 Y:ar1@a12", "R", dice, due=True)
    assert played.at("R:bs2 R:aa") == "START h2"
    assert played.of("back") == []
    assert played.to_move == "yellow"
    assert played.of("missed")[0]["seat"] == "red"


@clause("CON-R36")
def test_stepwise_only_dice_on_the_table_count(play):
    """A silent player throws no more: two doubles cost nothing, though the third might have been one."""
    pieces = "R:bs2@START R:aa@h2 Y:ar1@a12"
    two = play(pieces, "R", "6-6 4-4", due=True, then="2-2 1-3 1-2", reveal="stepwise", position={"throw": 2})
    assert two.of("back") == []
    assert two.throws == ["yellow 2-2"]
    three = play(pieces, "R", "6-6 4-4 2-2", due=True, reveal="stepwise", position={"throw": 3})
    assert three.of("back")[0]["piece"] == "bs2"


@clause("CON-R36")
def test_stepwise_throws_that_were_played_stand(ask, play):
    options = {"reveal": "stepwise"}
    first = play("R:ar1@l2 Y:ar1@a12", "R", "2-2", "ar1 2 2e", "4-4", **options)
    assert first.awaiting == {"red": "turn"}
    silent = ask(first.position, {}, "1-3", due=True, **options)
    assert silent.at("R:ar1") == "n2"
    assert silent.throws == ["yellow 1-3"]
    assert silent.of("back") == []
    assert silent.position["missed"] == {"red": 1}


@clause("CON-R36")
def test_refused_orders_are_as_good_as_none(play):
    played = play("R:ar1@l2 R:bs1@l6 Y:ar1@a12", "R", "5-3", "ar1 5 m2", due=True)
    assert played.codes == ["E06"]
    assert played.of("missed") != []
    assert played.at("R:ar1 R:bs1") == "l2 l6"


@clause("CON-R36")
def test_sound_orders_stand_at_the_deadline(play):
    played = play("R:ar1@l2 Y:ar1@a12", "R", "1-2", "ar1 1 m2", due=True)
    assert played.moves == ["R:ar1 1 l2-m2"]
    assert played.of("missed") == []


@clause("CON-R36")
def test_after_two_missed_turns_the_bot_plays(ask, play):
    pieces = "R:ar1@l2 Y:ar1@a12"
    once = play(pieces, "R", "1-2", due=True, then="1-2 1-3 1-4 2-3 1-2")
    back = ask(once.position, {"Y": "ar1 1 n"}, "1-3 1-4 2-3 1-2")
    assert back.awaiting == {"red": "turn"}
    twice = ask(back.position, {}, "1-2 1-3 1-4 1-2 " * 2, due=True)
    assert twice.moves == []
    assert twice.awaiting == {"yellow": "turn"}
    played = ask(twice.position, {"Y": "ar1 1 n"}, "1-2 1-3 1-4 1-2 " * 4)
    assert played.awaiting == {"yellow": "turn"}
    assert [move[:2] for move in played.moves] == ["Y:", "R:"]


@clause("CON-R36")
def test_only_turns_missed_in_a_row_count(ask, play):
    """Red misses, moves, and misses again: the bot has no part in it."""
    pieces, dice = "R:ar1@l2 G:ar1@l23", "1-2 " * 4
    moved = play(pieces, "R", "1-2", "ar1 1 e", dice, position={"missed": {"red": 1}}, players=2)
    assert moved.position["missed"] == {}
    green = ask(moved.position, {"G": "ar1 1 e"}, dice, players=2)
    again = ask(green.position, {}, dice, due=True, players=2)
    assert again.position["missed"] == {"red": 1}
    green = ask(again.position, {"G": "ar1 1 e"}, dice, players=2)
    assert green.awaiting == {"red": "turn"}
    assert green.of("returned") == []


@clause("CON-R36")
def test_until_its_owner_mails(ask, play):
    """Red missed twice; anything he mails takes the seat back."""
    missed = {"missed": {"red": 2}}
    played = play("R:ar1@l2 Y:ar1@a12", "Y", "1-2", {"R": "offer draw"}, position=missed)
    assert [event["seat"] for event in played.of("returned")] == ["red"]
    own = ask(played.position, {"Y": "ar1 1 n"}, "1-2 1-3 1-4 1-2")
    assert own.awaiting == {"red": "turn"}


@clause("CON-R36")
def test_option_the_bot_from_the_first_miss(play):
    played = play("R:ar1@l2 R:bs1@l6 Y:ar1@a12", "R", "1-2", due=True, nmr="bot")
    assert [move[:2] for move in played.moves] == ["R:", "R:"]
    assert played.to_move == "yellow"


@clause("CON-R36", "CON-097")
def test_the_bot_pays_a_third_double_as_well(play):
    played = play("R:ar1@l2 R:bs1@l6 Y:ar1@a12", "R", "6-6 4-4 2-2", due=True, nmr="bot")
    assert len(played.moves) == 6
    assert len(played.of("back")) == 1
    assert len(played.reserve("R").split()) == 11


@clause("CON-R36")
def test_where_all_are_played_by_the_bot_one_turn_is_played_a_deadline(play, ask):
    """Otherwise nobody would ever be asked again, and the game would run away from its players."""
    pieces = "R:ar1@l2 G:ar1@l23"
    absent = {"missed": {"red": 2, "green": 2}}
    waiting = play(pieces, "R", "1-2", position=absent, players=2)
    assert waiting.moves == []
    assert set(waiting.awaiting) == {"red"}
    played = ask(waiting.position, {}, "1-3 1-4 1-5 1-2", due=True, players=2)
    assert len(played.moves) == 1
    assert played.to_move == "green"


@clause("CON-R36")
def test_orders_for_a_seat_that_was_handed_over(play):
    """Whoever mails orders in his turn plays them, whatever he missed before."""
    played = play("R:ar1@l2 G:ar1@l23", "R", "1-2", "ar1 1 m2", position={"missed": {"red": 2, "green": 2}}, players=2)
    assert played.moves[0] == "R:ar1 1 l2-m2"
    assert played.position["missed"].get("red", 0) == 0
