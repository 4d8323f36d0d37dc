"""The rules, clause by clause: a position, orders as mailed; then events, the position, refusals."""

import copy
import pickle

import msgspec
import pytest
from hare_and_hounds import presentation

from core.contract import BadOption, BadPosition, Effect
from core.dice import SeededDice

WORDS = presentation()
RULES = WORDS.rules


def at(hounds, hare, to_move="hounds", sideways=0, **options):
    data = {"hounds": hounds.split(), "hare": hare, "to_move": to_move, "sideways": sideways, "move": 5}
    return RULES.decode(data, RULES.settle(options))


def play(position, seat, text):
    orders = WORDS.read(list(enumerate(text.split("\n"), start=1)))
    return RULES.adjudicate(position, {seat: orders}, SeededDice(b"none"))


def codes(position, seat, text):
    return [verdict.code for verdict in play(position, seat, text).verdicts[seat]]


def end(result):
    outcome = RULES.outcome(result.position)
    return outcome and (outcome.reason, *outcome.winners)


@pytest.mark.clause("HAH-002", "HAH-003", "HAH-004")
@pytest.mark.parametrize("first", ["hounds", "hare"])
def test_a_game_begins_with_the_hounds_unless_it_is_to_begin_with_the_hare(first):
    options = RULES.settle({"first": first})
    opening = RULES.opening(options)
    assert RULES.seats(options) == ("hounds", "hare")
    assert [owed.seat for owed in RULES.awaiting(opening)] == [first]
    assert RULES.encode(opening)["hounds"] == ["a2", "b1", "b3"]


@pytest.mark.clause("HAH-004")
def test_players_move_in_turn():
    begun = play(RULES.opening(RULES.settle({})), "hounds", "b1 c1").position
    assert [owed.seat for owed in RULES.awaiting(begun)] == ["hare"]
    assert codes(begun, "hounds", "b3 c3") == ["H04"]
    assert RULES.step(begun) > RULES.step(RULES.opening(RULES.settle({})))


@pytest.mark.clause("HAH-005")
def test_a_move_takes_one_piece_one_step_to_an_empty_point():
    result = play(at("a2 b1 b3", "e2"), "hounds", "b1 c2")
    [event] = result.events
    assert (event.kind, event.facts) == ("moved", {"seat": "hounds", "move": 5, "start": "b1", "to": "c2"})
    assert RULES.encode(result.position)["hounds"] == ["a2", "b3", "c2"]
    assert result.tell == ("hounds", "hare")


@pytest.mark.clause("HAH-001", "HAH-002", "HAH-005")
@pytest.mark.parametrize(
    ("order", "code"),
    [
        ("b1 d1", "H05"),
        ("b2 c1", "H03"),
        ("e2 d2", "H03"),
        ("b1 a2", "H06"),
        ("a1 b1", "H02"),
        ("b1 f1", "H02"),
        ("b2", "H09"),
        ("e2", "H06"),
        ("d2", "H05"),
    ],
)
def test_what_no_hound_can_do_is_refused_and_changes_nothing(order, code):
    position = at("a2 b1 b3", "e2")
    assert codes(position, "hounds", order) == [code]
    assert play(position, "hounds", order).position == position


@pytest.mark.clause("HAH-006")
def test_a_hound_never_goes_back_but_may_go_up_and_down():
    position = at("b2 c1 c3", "e2")
    assert codes(position, "hounds", "c1 b1") == ["H07"]
    assert {line.text for (line,) in RULES.legal(position, "hounds")} == {
        "b2 b1", "b2 b3", "b2 c2", "c1 c2", "c1 d1", "c3 c2", "c3 d3",
    }  # fmt: skip


@pytest.mark.clause("HAH-007")
def test_the_hare_goes_any_way():
    position = at("a2 b2 c1", "c2", "hare")
    assert [line.text for (line,) in RULES.legal(position, "hare")] == [
        "c2 b1", "c2 b3", "c2 c3", "c2 d1", "c2 d2", "c2 d3",
    ]  # fmt: skip


@pytest.mark.clause("HAH-008")
def test_the_hounds_win_when_the_hare_cannot_move():
    assert end(play(at("c2 d1 d3", "e2"), "hounds", "c2 d2")) == ("trapped", "hounds")
    assert end(play(at("c1 d1 d3", "e2"), "hounds", "c1 c2")) is None


@pytest.mark.clause("HAH-009")
def test_the_hare_wins_when_its_column_is_before_that_of_every_hound():
    assert end(play(at("b1 c1 d3", "b2", "hare"), "hare", "b3")) is None
    assert end(play(at("b1 c1 d3", "b2", "hare"), "hare", "a2")) == ("escaped", "hare")
    assert end(play(at("b1 c1 d3", "b2"), "hounds", "b1 c2")) == ("escaped", "hare")


@pytest.mark.clause("HAH-010")
def test_the_tenth_move_up_or_down_in_a_row_loses():
    assert end(play(at("a2 b1 d1", "e2", sideways=8), "hounds", "b1 b2")) is None
    assert end(play(at("a2 b1 d1", "e2", sideways=9), "hounds", "b1 b2")) == ("stalled", "hare")
    assert end(play(at("a2 b1 d1", "e2", sideways=9, stalled="draw"), "hounds", "b1 b2")) == ("stalled",)
    assert end(play(at("a2 b1 d1", "e2", sideways=2, stall=3), "hounds", "b1 b2")) == ("stalled", "hare")


@pytest.mark.clause("HAH-010")
def test_a_move_forward_begins_the_count_anew_and_the_hares_moves_do_not():
    hare = play(at("a2 b1 d1", "e2", "hare", sideways=9), "hare", "d2").position
    assert RULES.encode(hare)["sideways"] == 9
    assert RULES.encode(play(hare, "hounds", "b1 c1").position)["sideways"] == 0


@pytest.mark.clause("HAH-010")
def test_a_tenth_move_that_leaves_the_hare_without_a_move_wins():
    assert end(play(at("b1 c3 d1", "c1", sideways=9), "hounds", "c3 c2")) == ("trapped", "hounds")


@pytest.mark.clause("HAH-011")
def test_hounds_that_cannot_move_have_lost():
    stuck = RULES.outcome(at("d1 d3 e2", "d2"))
    assert (stuck.reason, stuck.winners) == ("no_move", ("hare",))


@pytest.mark.clause("HAH-012")
@pytest.mark.parametrize(("seat", "winner"), [("hounds", "hare"), ("hare", "hounds")])
def test_a_player_may_resign_in_turn_or_not(seat, winner):
    result = play(at("a2 b1 b3", "e2"), seat, "resign")
    assert [event.kind for event in result.events] == ["resigned", "end"]
    assert end(result) == ("resigned", winner)
    assert RULES.awaiting(result.position) == ()
    assert codes(result.position, seat, "resign") == ["H10"]


@pytest.mark.clause("HAH-013")
def test_a_mail_holds_one_order_and_moves_nothing_if_it_holds_more():
    position = at("a2 b1 b3", "e2")
    assert codes(position, "hounds", "b1 c1\nb3 c3") == [None, "H08"]
    assert codes(position, "hounds", "b1 d1\nb3 c3") == ["H05", None]
    assert play(position, "hounds", "b1 c1\nb3 c3").position == position
    assert RULES.check(position, "hounds", ()).effect is Effect.NOTHING


@pytest.mark.clause("HAH-014")
def test_for_a_silent_player_the_first_move_of_the_alphabet_is_made():
    late = RULES.adjudicate(at("a2 b1 b3", "e2"), {}, SeededDice(b"none"), due=True)
    [event] = late.events
    assert (event.facts["start"], event.facts["to"], event.clause) == ("a2", "b2", "HAH-014")
    intime = RULES.adjudicate(at("a2 b1 b3", "e2"), {}, SeededDice(b"none"))
    assert (intime.events, intime.tell) == ((), ())


@pytest.mark.clause("HAH-010")
@pytest.mark.parametrize("chosen", [{"stall": 0}, {"stall": "soon"}, {"first": "fox"}, {"speed": 3}])
def test_options_that_cannot_be_had(chosen):
    with pytest.raises(BadOption) as refused:
        RULES.settle(chosen)
    assert WORDS.say_bad_option(refused.value)


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"hare": "b1"}, "hounds"),
        ({"hounds": ["b1", "b1", "b3"]}, "hounds"),
        ({"outcome": {"winners": ["hare"], "reason": "escaped", "clause": "HAH-009"}}, "outcome"),
    ],
)
def test_positions_that_cannot_be(change, where):
    with pytest.raises(BadPosition) as refused:
        RULES.decode({"hounds": ["a2", "b1", "b3"], "hare": "e2"} | change, RULES.settle({}))
    assert refused.value.where == where
    assert WORDS.say_bad_position(refused.value).startswith(f"Position, {where}: ")


def test_a_position_may_be_written_by_hand_in_any_order_and_its_end_be_left_out():
    written = RULES.decode('{"hounds": ["d3", "d2", "d1"], "hare": "e2", "to_move": "hare"}', RULES.settle({}))
    assert RULES.encode(written)["hounds"] == ["d1", "d2", "d3"]
    assert RULES.outcome(written).reason == "trapped"


def test_a_position_is_a_value():
    position = at("a2 b1 b3", "e2")
    for again in (pickle.loads(pickle.dumps(position)), copy.deepcopy(position), at("b3 b1 a2", "e2")):
        assert (again, hash(again), repr(again)) == (position, hash(position), repr(position))
    assert position != at("a2 b1 b3", "d2")


def test_random_games_end_and_say_what_json_says():
    ends = set()
    for seed in range(200):
        played = RULES.playout(RULES.opening(RULES.settle({})), seed, 10_000)
        outcome = RULES.outcome(played.position)
        ends.add(outcome.reason)
        data = RULES.encode(played.position)
        assert data == msgspec.json.decode(msgspec.json.encode(data))
        assert RULES.decode(data, RULES.settle({})) == played.position
    assert {"trapped", "escaped"} <= ends


def test_pieces_on_the_board_are_as_many_after_every_move():
    position = RULES.opening(RULES.settle({}))
    for seed in range(300):
        orders = {owed.seat: RULES.random_orders(position, owed.seat, seed) for owed in RULES.awaiting(position)}
        if not orders:
            position = RULES.opening(RULES.settle({}))
            continue
        position = RULES.adjudicate(position, orders, SeededDice(b"none")).position
        state = RULES.encode(position)
        assert len({*state["hounds"], state["hare"]}) == 4
