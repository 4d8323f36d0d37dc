"""By mail: one set a turn, all or nothing, who may see what, and dice that hang on nothing but the seed."""

import msgspec
import pytest

from core.dice import SeededDice

clause = pytest.mark.clause

PIECES = "R:ar1@l2 R:bs1@l6 Y:ar1@a12 G:ar1@l23 O:ar1@x12"
GOOD = "ar1 5 5e / bs1 3 3e"


def test_one_player_owes_one_thing(play):
    played = play(PIECES, "R", "5-3")
    assert played.awaiting == {"red": "turn"}
    assert played.events == []
    assert play(PIECES, "R", "5-3", GOOD).awaiting == {"yellow": "turn"}


def test_a_sound_set_is_played_at_once(play):
    played = play(PIECES, "R", "5-3", GOOD, then="2-4 1-2")
    assert played.kinds == ["move", "move", "turn", "throw"]
    assert played.dice == "2-4"
    assert played.rolled == [2, 4]
    assert played.position["turn"] == 2


def test_all_or_nothing(play, ask):
    refused = play(PIECES, "R", "5-3", "ar1 5 5e / bs1 3 3n")
    assert refused.lines == [2]
    assert refused.at("R:ar1 R:bs1") == "l2 l6"
    assert ask(refused.position, {"R": GOOD}).ok


def test_a_later_throw_refuses_the_whole_turn(play):
    played = play(PIECES, "R", "2-2 5-3", "ar1 2 2e / bs1 2 2e / throw 2 / ar1 5 9e / bs1 3 3w")
    assert played.lines == [4]
    assert played.moves == []
    assert played.at("R:ar1 R:bs1") == "l2 l6"


def test_each_throw_is_judged_where_the_one_before_has_led(play):
    played = play(PIECES, "R", "2-2 5-3", "ar1 2 2e / bs1 2 2e / throw 2 / n2 5 5e / n6 3 n5 n4 m4")
    assert played.ok
    assert played.at("R:ar1 R:bs1") == "s2 m4"


@clause("CON-028", "CON-093", "CON-097")
def test_what_is_owed_is_told_beforehand(play, view):
    played = play("R:ar1@l2 R:bs1@l6 Y:ar1@a12", "R", "2-2 5-2")
    owed = view(played, "R")["owed"]
    assert owed["seat"] == "red"
    assert [(throw["number"], throw["dice"], throw["seven"]) for throw in owed["throws"]] == [
        (1, [2, 2], False),
        (2, [5, 2], True),
    ]
    assert owed["throws"][0]["moves"] == 2
    third = view(play("R:ar1@l2 R:bs1@l6 Y:ar1@a12", "R", "2-2 5-5 1-1"), "R")["owed"]
    assert [throw["back"] for throw in third["throws"]] == [False, False, True]
    single = view(play("R:ar1@l2 Y:ar1@a12", "R", "5-3"), "R")["owed"]
    assert single["throws"][0]["moves"] == 1


# --- Who may see what ---


def strings(view):
    return msgspec.json.encode(view).decode()


def test_the_board_is_open_to_all(play, view):
    played = play(f"{PIECES} Y:aa@HELD:red O:bs1@START", "R", "2-2 5-2")
    mine = view(played, "R")
    for letter in ("Y", "G", "O", None):
        seen = view(played, letter)
        assert seen["pieces"] == mine["pieces"] == played.position["pieces"]
        assert seen["throws"] == [[2, 2], [5, 2]]
        assert seen["to_move"] == "red"
        assert seen["owed"] == mine["owed"]


def test_nobody_sees_dice_that_have_not_been_rolled(ask, view):
    played = ask(None, {}, "5-5 3-3 1-2", first="red", reveal="stepwise")
    for letter in ("R", "Y", None):
        assert view(played, letter, first="red", reveal="stepwise")["throws"] == [[5, 5]]


def test_the_auto_setting_is_the_players_own(play, view):
    played = play(PIECES, "Y", "1-2", {"R": "auto on"})
    assert view(played, "R")["auto"] == ["red"]
    for letter in ("Y", "G", "O", None):
        assert "red" not in view(played, letter).get("auto", [])
        assert not view(played, letter).get("bot")
    assert [event["seen_by"] for event in played.of("auto")] == [["red"]]


@clause("CON-101", "CON-R38")
def test_a_proposal_concerns_two(play, view):
    played = play(PIECES, "R", "5-3", {"R": "ally green"}, alliances="formal")
    assert [sorted(event["seen_by"]) for event in played.of("proposal")] == [["green", "red"]]
    for letter in "RG":
        assert len(view(played, letter, alliances="formal")["proposals"]) == 1
    for letter in ("Y", "O", None):
        assert view(played, letter, alliances="formal")["proposals"] == []


@clause("CON-101", "CON-R38")
def test_a_lapsed_proposal_concerns_two_as_well(play, ask):
    played = play(PIECES, "Y", "1-2", {"R": "ally green"}, alliances="formal")
    for letter, line in (("Y", "ar1 1 n"), ("G", "ar1 1 e"), ("O", "ar1 1 n"), ("R", "ar1 1 e / bs1 2 2e")):
        played = ask(played.position, {letter: line}, "1-2 1-2", alliances="formal")
    assert [sorted(event["seen_by"]) for event in played.of("proposal_lapsed")] == [["green", "red"]]


@clause("CON-101", "CON-108", "CON-109")
def test_pacts_breaks_offers_and_resignations_are_public(play, ask, view):
    pact = {"pacts": [{"seats": ["red", "green"], "broken_by": []}]}
    orders = {"R": "break green / offer draw", "O": "resign"}
    played = play(PIECES, "Y", "1-2", orders, position=pact, alliances="formal")
    for kind in ("break_announced", "draw_offered", "out"):
        assert [event.get("seen_by") for event in played.of(kind)] == [None], kind
    for letter in ("Y", None):
        seen = view(played, letter, alliances="formal")
        assert seen["pacts"] == [{"seats": ["red", "green"], "broken_by": ["red"]}]
        assert list(seen["draw_offers"]) == ["red"]
        assert list(seen["out"]) == ["orange"]


def test_refused_orders_leave_no_trace(play, view):
    silent, refused = play(PIECES, "R", "5-3"), play(PIECES, "R", "5-3", "ar1 5 5n / bs1 3 3e")
    assert refused.events == []
    assert refused.position == silent.position
    for letter in ("R", "Y", None):
        assert strings(view(refused, letter)) == strings(view(silent, letter))


def test_a_record_with_secrets_is_not_open(play, rules):
    """Whether the record may be shown to all: not with a proposal, an `auto` or press in it."""
    settled = rules.settle({"players": 4, "alliances": "formal"})

    def shown(orders):
        played = play(PIECES, "Y", "1-2", orders, alliances="formal")
        return rules.open_record(rules.decode(played.position, settled))

    assert shown({"R": "offer draw"})
    assert not shown({"R": "auto on"})
    assert not shown({"R": "ally green"})
    assert not shown({"R": "press green: between us"})


def test_views_have_no_secrets_key(play, view):
    played = play(PIECES, "Y", "1-2", {"R": "auto on"})
    for letter in ("R", "Y", None):
        assert "secrets" not in view(played, letter)


# --- Dice ---


@clause("CON-016", "CON-022")
def test_a_turns_dice_hang_on_the_seed_and_its_number_only(ask):
    seed = {"seed": "5a" * 32}
    one = {"pieces": {"red": {"ar1": "l2"}}, "to_move": "red", "turn": 11}
    other = {"pieces": {"green": {"bs1": "l6"}}, "to_move": "green", "turn": 11}
    assert ask(one, {}, seed).dice == ask(other, {}, seed).dice
    assert len({ask(one | {"turn": number}, {}, seed).dice for number in range(1, 25)}) > 8
    assert len({ask(one, {}, {"seed": f"{number:02x}" * 32}).dice for number in range(24)}) > 8


@clause("CON-022", "CON-R35")
def test_ahead_and_stepwise_see_the_same_dice(ask):
    """The throws of a turn are the same, shown together or one by one; of 60 turns some have doubles."""
    position = {"pieces": {"red": {"ar1": "l2"}, "yellow": {"ar1": "a12"}}, "to_move": "red"}
    chains = 0
    for number in range(1, 61):
        seed = {"seed": "0f" * 32}
        start = position | {"turn": number}
        chain = ask(start, {}, seed).position["throws"]
        step = ask(start, {}, seed, reveal="stepwise")
        assert step.position["throws"] == chain[:1]
        if len(chain) > 1:
            chains += 1
            die = chain[0][0]
            step = ask(step.position, {"R": f"ar1 {die} {die}e"}, seed, reveal="stepwise")
            assert step.position["throws"] == chain[:2]
    assert chains > 3


@clause("CON-016", "CON-022")
def test_what_number_a_throw_has(ask):
    """Throw k of turn t is drawn as 10 t + k, the throws for the beginning as 0, so that anyone can check them."""
    seed = "0f" * 32

    def drawn(number, count):
        dice = SeededDice(bytes.fromhex(seed))
        return [[dice.roll(number, 6), dice.roll(number, 6)] for _ in range(count)]

    opened = ask(None, {}, {"seed": seed})
    rounds = [dice for thrown in opened.of("first_throw")[0]["rounds"] for dice in thrown.values()]
    assert rounds == drawn(0, len(rounds))
    for turn in range(1, 30):
        position = {"pieces": {"red": {"ar1": "l2"}}, "to_move": "red", "turn": turn}
        throws = ask(position, {}, {"seed": seed}).position["throws"]
        assert throws == [drawn(10 * turn + number, 1)[0] for number in range(1, len(throws) + 1)]


def test_dice_rolled_can_be_handed_in_again(ask):
    first = ask(None, {}, {"seed": "07" * 32})
    again = ask(None, {}, first.rolled)
    assert again.answer == first.answer


def test_too_few_dice_are_an_error_of_the_request(play):
    assert play(PIECES, "R", "5-3", GOOD, then="2-2").error["code"] == "dice_exhausted"
    assert play(PIECES, "R", "5-3", GOOD, then="7-1").error["code"] == "dice"


@clause("CON-022", "CON-034")
def test_ahead_draws_throws_that_are_dropped_later(play, ask):
    """Red wins with the first of three throws: the dice of all three had been drawn."""
    position = {"pieces": {"red": {"ar1": "w21"}, "green": {"ar1": "l23"}}, "to_move": "red"}
    opened = ask(position, {}, "1-1 5-5 3-4", players=2)
    assert opened.rolled == [1, 1, 5, 5, 3, 4]
    won = ask(opened.position, {"R": "ar1 1 v22"}, "1-2", players=2)
    assert won.end == "red last_standing CON-106"
    assert won.rolled == []


# --- Positions ---


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("phase", "setup"),
        ("to_move", "blue"),
        ("to_move", "orange"),
        ("throws", [[7, 1]]),
        ("throws", [[1, 2], [3, 4]]),
        ("throws", [[1]]),
        ("turn", -1),
        ("throw", 4),
        ("out", {"blue": {"how": "circle", "heir": None, "turn": 1}}),
        ("draw_offers", {"orange": 1}),
        ("auto", ["orange"]),
        ("missed", {"green": -1}),
        ("pacts", [{"seats": ["red", "red"], "broken_by": []}]),
        ("mines", {}),
        ("colour", "red"),
        ("outcome", {"winners": ["red"], "reason": "last_standing", "clause": "CON-106"}),
    ],
)
def test_positions_that_cannot_be_are_refused(ask, key, value):
    position = {"pieces": {"red": {"ar1": "l2"}, "green": {"ar1": "l23"}}, "to_move": "red", "throws": [[1, 2]]}
    error = ask(position | {key: value}, {}, players=2).error
    assert error["code"] in ("position", "shape")


@pytest.mark.parametrize(
    "pieces",
    [
        {"orange": {"ar1": "l2"}},
        {"red": {"ar1": "l2"}, "green": {"ar1": "l2"}},
        {"red": {"bs1": "l2"}},
        {"red": {"ar1": "l6"}},
        {"red": {"ar1": "k12"}},
        {"red": {"ar1": "HELD:orange"}},
        {"red": ["ar1"]},
        {"red": {"ar1": 7}},
        [],
    ],
)
def test_pieces_that_cannot_be_are_refused(ask, pieces):
    error = ask({"pieces": pieces, "to_move": "red", "throws": [[1, 2]]}, {}, players=2).error
    assert error["code"] in ("position", "shape")


def test_a_position_comes_back_as_it_was(play, ask, rules):
    played = play(f"{PIECES} Y:aa@HELD:red O:bs1@RETIRED", "R", "2-2 5-2", {"G": "offer draw"})
    assert ask(played.position, {}).position == played.position
    decoded = rules.decode(played.position, rules.settle({"players": 4}))
    assert rules.encode(decoded) == played.position
