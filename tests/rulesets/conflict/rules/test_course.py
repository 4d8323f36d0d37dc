"""The course of a game of Conflict: turns, missed turns, the bot, draws, pacts, press; options and positions."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from core.contract import BadOption, BadPosition, Effect, Note, Outcome, Status
from core.dice import DiceExhausted, ScriptedDice, SeededDice
from core.rulesets.conflict.orders import Ally, Order, Press

EVERYBODY = "R:ar1@l2 R:bs1@l5 Y:ar1@a12 Y:bs1@d12 G:ar1@l23 G:bs1@l20 O:ar1@x12 O:bs1@u12"
ROLL = (1, 2)


def turn(after: Any, *talk: str, dice: tuple[int, ...] = ROLL) -> Any:
    """The seat in turn moves one piece by one square and one by two, after saying something."""
    seat = after.table.mover()
    moves = {
        "red": ("ar1 1 e", "bs1 2 e e"),
        "yellow": ("ar1 1 n", "bs1 2 n n"),
        "green": ("ar1 1 e", "bs1 2 e e"),
        "orange": ("ar1 1 n", "bs1 2 n n"),
    }
    return after.table.play(*talk, *moves[seat], seat=seat, dice=dice)


@pytest.fixture
def start(table: Any) -> Any:
    """`start(option=..)`: four players in the open, Red in turn with 1-2, as an `After`."""

    def make(**options: Any) -> Any:
        at = table(EVERYBODY, "1-2", **options)
        return type("Start", (), {"table": at, "json": at.rules.encode(at.position)})()

    return make


# --- Beginning -------------------------------------------------------------------------------------------------------


def test_the_highest_throw_begins_and_those_who_tie_throw_again(rules: Any) -> None:
    options = rules.settle({"players": 3})
    opening = rules.opening(options)
    assert [decision.seat for decision in rules.awaiting(opening)] == ["red", "yellow", "green"]
    result = rules.adjudicate(opening, {}, ScriptedDice([6, 3, 1, 1, 4, 5, 2, 2, 3, 3, 6, 1]))
    first, turn_, throw = result.events
    assert first.facts == {
        "rounds": [{"red": [6, 3], "yellow": [1, 1], "green": [4, 5]}, {"red": [2, 2], "green": [3, 3]}],
        "begins": "green",
    }
    assert turn_.facts == {"seat": "green", "turn": 1}
    assert throw.facts == {"seat": "green", "turn": 1, "number": 1, "dice": [6, 1]}
    assert rules.step(result.position) > rules.step(opening)


def test_dice_are_rolled_for_the_throw_they_belong_to(rules: Any) -> None:
    dice = ScriptedDice([6, 6, 1, 2, 4, 4, 5, 5, 1, 1])
    rules.adjudicate(rules.opening(rules.settle({})), {}, dice)
    assert [(roll.turn, roll.draw) for roll in dice.rolls] == [
        *[(0, 1), (0, 2), (0, 3), (0, 4)],
        *[(11, 1), (11, 2), (12, 1), (12, 2), (13, 1), (13, 2)],
    ]


def test_too_few_dice(rules: Any) -> None:
    with pytest.raises(DiceExhausted):
        rules.adjudicate(rules.opening(rules.settle({})), {}, ScriptedDice([6, 6, 1]))


def test_play_goes_round_clockwise_past_whoever_is_out(start: Any, table: Any) -> None:
    after = start()
    order = []
    for _ in range(5):
        order.append(after.table.mover())
        after = turn(after)
    assert order == ["red", "yellow", "green", "orange", "red"]
    out = {"yellow": {"how": "resigned", "heir": None, "turn": 1}}
    three = table(EVERYBODY.replace("Y:ar1@a12 Y:bs1@d12 ", ""), "1-2", position={"out": out})
    assert three.play("ar1 1 e", "bs1 2 e e", dice=ROLL).table.mover() == "green"


# --- Throws one by one (CON-R35) -------------------------------------------------------------------------------------


def test_stepwise_a_double_is_followed_by_another_throw_of_the_same_turn(table: Any) -> None:
    at = table("R:ar1@l2 R:ar2@g2 Y:ar1@a12", "2-2", reveal="stepwise")
    steps = [at.rules.step(at.position)]
    after = at.play("ar1 2 e e", "ar2 2 e e", dice=(3, 3))
    assert (after.json["turn"], after.json["throw"], after.json["throws"]) == (1, 2, [[2, 2], [3, 3]])
    steps.append(at.rules.step(after.result.position))
    assert after.table.code("throw 1", "ar1 3 e e e", "ar2 3 e e e") == ("E01", 1)
    after = after.table.play("throw 2", "ar1 3 e e e", "ar2 3 w w w", dice=(1, 1))
    steps.append(at.rules.step(after.result.position))
    assert after.table.code("ar1 1 e", "ar2 1 e") == ("E19", None)
    after = after.table.play("ar1 1 e", "ar2 1 e", "back ar2", dice=ROLL)
    assert (after.table.mover(), after.at("R:ar2")) == ("yellow", "RESERVE")
    assert steps == sorted(set(steps))


def test_ahead_what_a_lost_turn_leaves_over_is_dropped(table: Any) -> None:
    last = " ".join(f"R:{piece}@HELD:green" for piece in ("ar1", "ar2", "ar3", "ar4", "aa", "bs2", "bs3", "bs4", "bs5"))
    at = table(f"R:bs1@g20 R:pl1@HELD:green R:pl2@HELD:green {last} Y:ar1@a12 G:ar1@l23", "1-1 2-3")
    after = at.play("bs1 1 f20 !", "throw 2", "ar1 2 n n", dice=ROLL)
    assert after.event("out") == {"seat": "red", "how": "pieces", "heir": "yellow", "turn": 1}
    assert (after.table.mover(), after.json["turn"]) == ("yellow", 2)


# --- Silence (CON-R36) -----------------------------------------------------------------------------------------------


def test_a_silent_seat_holds_twice_and_then_the_bot_plays_it(start: Any) -> None:
    after = start().table.due(dice=ROLL)
    assert after.event("missed") == {"seat": "red", "turn": 1, "count": 1}
    for _ in range(3):
        after = turn(after)
    assert after.table.rules.awaiting(after.table.position)[0].at_deadline == "hold"
    after = after.table.due(dice=ROLL)
    assert after.json["missed"] == {"red": 2}
    assert after.at("R:ar1") == "l2"
    for _ in range(2):
        after = turn(after)
    after = turn(after, dice=(1, 2, 1, 2))
    assert after.table.mover() == "yellow"
    assert [move["seat"] for move in after.moves()] == ["orange", "orange", "red", "red"]


def test_whoever_mails_again_is_back(start: Any) -> None:
    at = start(position={"missed": {"red": 2}}).table
    again = at.rules.check(at.position, "red", at.lines("press green: I am back"))
    assert again.effect is Effect.AT_ONCE
    yellow = at.rules.decode(at.rules.encode(at.position) | {"to_move": "yellow"}, at.options)
    late = at.rules.check(yellow, "red", at.lines("ar1 1 e"))
    assert (late.effect, late.verdicts[0].code) == (Effect.AT_ONCE, "E20")
    result = at.rules.adjudicate(yellow, {"red": at.lines("ar1 1 e")}, ScriptedDice(()))
    assert [event.kind for event in result.events] == ["returned"]
    assert at.rules.encode(result.position)["missed"] == {}
    assert at.rules.check(result.position, "red", at.lines("ar1 1 e")).effect is Effect.NOTHING


def test_good_orders_end_the_row_of_missed_turns(start: Any) -> None:
    at = start(position={"missed": {"red": 1, "green": 1}})
    assert turn(at).json["missed"] == {"green": 1}


def test_nmr_bot_plays_at_the_first_deadline(start: Any) -> None:
    at = start(nmr="bot").table
    assert at.rules.awaiting(at.position)[0].at_deadline == "bot"
    after = at.due(dice=ROLL)
    assert len(after.moves()) == 2
    assert after.json["missed"] == {"red": 1}


def test_auto_hands_the_seat_over_at_once_and_nobody_else_is_told(start: Any) -> None:
    at = start().table
    result = at.rules.adjudicate(at.position, {"green": at.lines("auto on")}, ScriptedDice(()))
    (event,) = result.events
    assert (event.kind, event.seen_by, result.tell) == ("auto", ("green",), ("green",))
    assert at.rules.view(result.position, "green")["auto"] == ["green"]
    assert at.rules.view(result.position, "green")["bot"] is True
    for other in ("red", None):
        seen = at.rules.view(result.position, other)
        assert (seen["auto"], seen["bot"], "secrets" in seen) == ([], False, False)
    assert at.rules.open_record(at.position)
    assert not at.rules.open_record(result.position)
    own = at.play("auto on", dice=ROLL)
    assert [move["seat"] for move in own.moves()] == ["red", "red"]
    assert own.table.play("auto off", seat="red", dice=()).json["auto"] == []


def test_bots_alone_wait_for_the_deadline(start: Any) -> None:
    at = start(position={"auto": ["red", "yellow", "green", "orange"]}).table
    result = at.rules.adjudicate(at.position, {}, ScriptedDice(()))
    assert result.position == at.position
    assert at.rules.awaiting(at.position)[0].at_deadline == "bot"
    assert at.due(dice=ROLL).table.mover() == "yellow"


# --- Draws, resigning (CON-108, CON-109) -----------------------------------------------------------------------------


def test_an_offer_made_in_ones_own_turn_outlives_it(start: Any) -> None:
    after = turn(start(), "offer draw")
    assert after.json["draw_offers"] == {"red": 1}
    after = after.table.play("offer draw", seat="green", dice=())
    assert after.json["draw_offers"] == {"red": 1, "green": 1}
    after = turn(turn(after))
    assert after.event("draw_lapsed") == {"seat": "green"}
    after = turn(turn(after))
    assert after.event("draw_lapsed") == {"seat": "red"}


def test_a_draw_needs_every_living_player(start: Any) -> None:
    after = start()
    for seat in ("red", "orange", "green"):
        after = after.table.play("offer draw", seat=seat, dice=())
        assert after.outcome is None
    withdrawn = after.table.play("withdraw draw", seat="red", dice=())
    assert withdrawn.table.play("offer draw", seat="yellow", dice=()).outcome is None
    ended = after.table.play("resign", seat="yellow", dice=())
    assert ended.outcome == Outcome((), "agreed", "CON-108")
    assert ended.event("end")["among"] == ["red", "green", "orange"]


def test_resigning_retires_all_that_is_ones_own_and_all_that_one_holds(table: Any) -> None:
    at = table(f"{EVERYBODY} Y:aa@HELD:red R:ar2@HELD:green", "1-2")
    after = at.play("press: goodbye", "resign", "ar1 1 e", "offer draw", dice=ROLL)
    statuses = [verdict.status for verdict in after.result.verdicts["red"]]
    assert statuses == [Status.OK, Status.OK, Status.VOID, Status.VOID]
    assert set(after.json["pieces"]["red"].values()) == {"RETIRED"}
    assert after.at("Y:aa") == "RETIRED"
    assert (after.table.mover(), after.event("out")["heir"]) == ("yellow", None)
    assert {"seat": "yellow", "piece": "aa"} in after.event("retired")["pieces"]
    assert after.table.code("press: hello", seat="red") == ("E20", None)


def test_the_last_living_wins_and_a_pair_together(start: Any) -> None:
    after = start()
    for seat in ("yellow", "green"):
        after = after.table.play("resign", seat=seat, dice=())
        assert after.outcome is None
    assert after.table.play("resign", seat="red", dice=()).outcome == Outcome(("orange",), "last_standing", "CON-106")
    pair = start(teams="opposite").table.play("resign", seat="green", dice=())
    pair = pair.table.play("resign", seat="yellow", dice=())
    ended = pair.table.play("resign", seat="orange", dice=())
    assert ended.outcome == Outcome(("red", "green"), "last_standing", "CON-106")


def test_a_turn_limit_counts_missed_turns_too(start: Any) -> None:
    after = turn(start(turn_limit=2))
    ended = after.table.due(dice=())
    assert ended.outcome == Outcome((), "turn_limit", "CON-108")
    assert ended.kinds()[-1] == "end"
    assert ended.table.rules.check(ended.table.position, "red", ended.table.lines("ar1 1 e")).verdicts[0].code == "E20"


# --- Pacts and press (CON-100, CON-R38) ------------------------------------------------------------------------------


def test_a_pact_is_proposed_in_private_and_concluded_in_public(start: Any) -> None:
    at = start(alliances="formal").table
    after = at.play("ally green", seat="red", dice=())
    (event,) = after.result.events
    assert (event.kind, event.seen_by, after.result.tell) == ("proposal", ("red", "green"), ("red", "green"))
    proposed = at.rules.view(after.result.position, "green")["proposals"]
    assert proposed == [{"from": "red", "to": "green", "since": 1, "left": ["red", "green"]}]
    assert at.rules.view(after.result.position, "yellow")["proposals"] == []
    pact = after.table.play("ally red", seat="green", dice=())
    assert pact.event("pact") == {"seats": ["red", "green"]}
    assert pact.result.tell == ("red", "yellow", "green", "orange")
    assert at.rules.view(pact.result.position, "red")["friends"] == ["green"]


def test_a_proposal_lapses_when_both_have_had_a_turn(start: Any) -> None:
    after = turn(start(alliances="formal"), "ally green")
    after = turn(after)
    assert after.json["proposals"][0]["left"] == ["green"]
    after = turn(after)
    (lapsed,) = [event for event in after.result.events if event.kind == "proposal_lapsed"]
    assert (lapsed.facts, lapsed.seen_by) == ({"from": "red", "to": "green"}, ("red", "green"))
    assert after.table.play("ally red", seat="green", dice=()).json["pacts"] == []


def test_a_pact_ends_after_the_next_turn_of_whoever_breaks_it(start: Any) -> None:
    at = start(alliances="formal", position={"pacts": [{"seats": ["red", "green"]}]})
    after = turn(turn(at), "press: I wait")
    after = after.table.play("break green", seat="red", dice=())
    assert after.event("break_announced") == {"seat": "red", "other": "green"}
    after = turn(turn(after))
    assert after.json["pacts"] == [{"seats": ["red", "green"], "broken_by": ["red"]}]
    after = turn(after)
    assert after.event("pact_ended") == {"seats": ["red", "green"], "why": "broken"}
    own = turn(at, "break green")
    assert own.event("pact_ended")["why"] == "broken"


def test_a_pact_of_the_last_two_is_dissolved(table: Any) -> None:
    out = {"orange": {"how": "resigned", "heir": None, "turn": 1}}
    pact = {"out": out, "pacts": [{"seats": ["red", "green"]}]}
    at = table("R:ar1@d23 R:bs1@l5 Y:ar1@a12 G:ar1@e23 G:bs1@l20", "1-2", alliances="formal", position=pact)
    assert at.code("ar1 1 e23", "bs1 2 e e") == ("E12", 1)
    after = at.play("ar1 1 c22", "bs1 2 e e", dice=ROLL)
    assert after.event("pact_ended") == {"seats": ["red", "green"], "why": "two_left"}
    assert after.json["pacts"] == []
    resigned = at.play("resign", seat="yellow", dice=())
    assert resigned.event("pact_ended")["why"] == "two_left"
    freed = resigned.table.play("ar1 1 e23", "bs1 2 e e", dice=ROLL)
    assert freed.at("G:ar1") == "HELD:red"


@pytest.mark.parametrize(
    ("order", "what"),
    [
        ("ally red", "self"),
        (Ally("blue"), "not_playing"),
        ("ally yellow", "other_in_pact"),
        ("break orange", "no_pact"),
        ("press red: x", "self"),
        (Press(("blue",), "x"), "not_playing"),
    ],
)
def test_what_cannot_be_agreed_on(start: Any, order: str | Order, what: str) -> None:
    at = start(alliances="formal", position={"pacts": [{"seats": ["yellow", "green"]}]}).table
    refused = at.refusal(order, "ar1 1 e", "bs1 2 e e")
    assert (refused.code, refused.facts["what"]) == ("E21", what)
    result = at.rules.adjudicate(at.position, {"red": at.lines(order, "ar1 1 e")}, ScriptedDice(()))
    assert result.position == at.position


def test_alliances_are_talk_unless_formal(start: Any) -> None:
    assert start().table.refusal("ally green").facts["what"] == "alliances_off"


def test_press_goes_to_those_named_or_to_all(start: Any) -> None:
    at = start().table
    named = at.play("press green yellow: Meet me at l12", seat="orange", dice=())
    assert named.result.notes == (Note("orange", ("yellow", "green"), "Meet me at l12"),)
    assert (named.result.events, named.result.tell) == ((), ())
    assert at.play("press: hello", "ar1 1 e", "bs1 2 e e", dice=ROLL).result.notes[0].to == (
        "yellow",
        "green",
        "orange",
    )
    kept = at.rules.adjudicate(at.position, {"red": at.lines("press: hello", "ar1 9 e")}, ScriptedDice(()))
    assert len(kept.notes) == 1
    assert [verdict.status for verdict in kept.verdicts["red"]] == [Status.OK, Status.REFUSED]


def test_a_full_stop_after_talk_is_no_order_set(start: Any) -> None:
    at = start().table
    assert {verdict.status for verdict in at.judged("offer draw", "end")} == {Status.OK}
    assert at.code("end") == ("E16", None)
    assert at.code("end", seat="green") == ("E20", None)


# --- Options ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("chosen", "code", "option"),
    [
        ({"colour": "red"}, "unknown", "colour"),
        ({"players": 5}, "value", "players"),
        ({"players": True}, "value", "players"),
        ({"first": "blue"}, "value", "first"),
        ({"turn_limit": -1}, "value", "turn_limit"),
        ({"seats": "red,red"}, "value", "seats"),
        ({"seats": ["red"]}, "value", "seats"),
        ({"seats": ["red", 7]}, "value", "seats"),
        ({"seats": "red,green", "players": 3}, "conflict", "seats"),
        ({"teams": "opposite", "players": 3}, "conflict", "teams"),
        ({"alliances": "formal", "players": 2}, "conflict", "alliances"),
        ({"alliances": "formal", "teams": "adjacent"}, "conflict", "alliances"),
        ({"first": "yellow", "players": 2}, "conflict", "first"),
    ],
)
def test_options_that_cannot_be_had(rules: Any, chosen: dict[str, Any], code: str, option: str) -> None:
    with pytest.raises(BadOption) as error:
        rules.settle(chosen)
    assert (error.value.code, error.value.facts["option"]) == (code, option)


@pytest.mark.parametrize(
    "seats", ["orange,red", "orange red", ["Orange", "red"], "OR", "orange+red", ("orange", "red")]
)
def test_seats_in_join_order(rules: Any, seats: Any) -> None:
    settled = rules.settle({"seats": seats})
    assert (settled["seats"], settled["players"]) == ("orange,red", 2)
    assert rules.seats(settled) == ("orange", "red")
    assert rules.settle(settled) == settled


def test_settled_options_have_all_names(rules: Any) -> None:
    assert list(rules.settle({"turn_limit": "12"})) == [option.name for option in rules.options()]
    assert rules.settle({"turn_limit": "12"})["turn_limit"] == 12
    assert rules.settle({"teams": "opposite"})["players"] == 4


# --- Positions -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changed", "where", "code"),
    [
        ({"pieces": {"blue": {}}}, "pieces.blue", "no_such_seat"),
        ({"pieces": {"red": {"ar9": "l2"}}}, "pieces.red.ar9", "no_such_piece"),
        ({"pieces": {"red": {"ar1": "z2"}}}, "pieces.red.ar1", "no_such_place"),
        ({"pieces": {"red": {"ar1": "l5"}}}, "pieces.red.ar1", "wrong_terrain"),
        ({"pieces": {"red": {"pl1": "k11"}}}, "pieces.red.pl1", "wrong_terrain"),
        ({"pieces": {"red": {"ar1": "l2"}, "green": {"aa": "l2"}}}, "pieces.green.aa", "two_on_one_square"),
        ({"pieces": {"red": {"ar1": "HELD:red"}}}, "pieces.red.ar1", "held_by_owner"),
        ({"pieces": {"red": {"ar1": "HELD:yellow"}}}, "pieces.red.ar1", "no_such_seat"),
        ({"to_move": "yellow"}, "to_move", "no_such_seat"),
        ({"to_move": None}, "throws", "nobody_in_turn"),
        ({"throws": [[1, 2], [3, 4]]}, "throws[1]", "no_chain"),
        ({"throw": 2}, "throw", "not_owed"),
        ({"out": {"green": {"how": "circle", "heir": "red"}}}, "pieces.green.ar1", "owner_out"),
        ({"out": {"green": {"how": "circle", "heir": "red"}}, "pieces": {}}, "out", "over"),
        ({"out": {"red": {"how": "circle", "heir": "green"}}, "pieces": {}}, "to_move", "out"),
        ({"out": {"green": {"how": "resigned", "heir": "red"}}}, "out.green.heir", "no_heir"),
        ({"pacts": [{"seats": ["red", "green"]}]}, "pacts", "no_pacts"),
        ({"proposals": [{"from": "red", "to": "green"}]}, "proposals", "no_pacts"),
        ({"draw_offers": {"yellow": 1}}, "draw_offers.yellow", "no_such_seat"),
        ({"phase": "over"}, "outcome", "missing"),
        ({"outcome": {"winners": ["red"], "reason": "last_standing", "clause": "CON-106"}}, "outcome", "not_over"),
        (
            {"phase": "over", "outcome": {"winners": ["red"], "reason": "last_standing", "clause": "CON-106"}},
            "outcome.reason",
            "other_end",
        ),
    ],
)
def test_positions_that_cannot_be(rules: Any, changed: dict[str, Any], where: str, code: str) -> None:
    position = {"pieces": {"red": {"ar1": "l2"}, "green": {"ar1": "l23"}}, "to_move": "red", "throws": [[1, 2]]}
    with pytest.raises(BadPosition) as error:
        rules.decode(position | changed, rules.settle({"players": 2}))
    assert (error.value.where, error.value.code) == (where, code)


def test_a_living_player_has_something_left(rules: Any, table: Any) -> None:
    with pytest.raises(BadPosition, match="nothing_left"):
        table(" ".join(f"G:{piece}@HELD:red" for piece in rules.board.pieces), "1-2")


@pytest.mark.parametrize("changed", [{"colour": 1}, {"throws": [[7, 1]]}, {"throws": [[1]]}, {"turn": 0}, {"throw": 4}])
def test_positions_of_another_shape(rules: Any, changed: dict[str, Any]) -> None:
    position = {"pieces": {}, "to_move": "red", "throws": [[1, 2]]}
    with pytest.raises(msgspec.ValidationError):
        rules.decode(position | changed, rules.settle({"players": 2}))


def test_what_is_owed_stands_in_the_view(table: Any) -> None:
    at = table("R:ar1@l2 R:ar2@g2", "4-4 1-1 2-2")
    owed = at.rules.view(at.position, "yellow")["owed"]
    assert owed["seat"] == "red"
    assert [(throw["moves"], throw["back"], throw["seven"]) for throw in owed["throws"]] == [
        (2, False, False),
        (None, False, False),
        (None, True, False),
    ]
    seven = table("", "6-1")
    assert seven.rules.view(seven.position, "red")["owed"]["throws"] == [
        {"number": 1, "dice": [6, 1], "seven": True, "moves": 0, "back": False}
    ]


def test_nothing_can_be_played_before_the_dice_are_thrown(table: Any) -> None:
    at = table("R:ar1@l2", "")
    assert at.refusal("ar1 1 e", seat="red").facts["what"] == "not_thrown"
    assert at.play("ar1 1 e", seat="red", dice=(1, 2, 3, 4)).at("R:ar1") == "m2"


def test_two_games_between_the_same_bots_differ_by_their_dice_alone(rules: Any) -> None:
    options = rules.settle({"players": 2})
    ends = []
    for seed in (b"one", b"two", b"one"):
        dice = SeededDice(seed)
        position = rules.adjudicate(rules.opening(options), {}, dice).position
        for _ in range(12):
            seat = rules.awaiting(position)[0].seat
            position = rules.adjudicate(position, {seat: rules.bot_orders(position, seat)}, dice).position
        ends.append(position)
    assert ends[0] == ends[2]
    assert ends[0] != ends[1]
