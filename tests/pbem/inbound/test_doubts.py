"""What sound orders leave unused is told by CHECK, and asked about once before it is played; a deadline plays it."""

from __future__ import annotations

import json

import pytest
from sqlalchemy import select

from pbem.games import acts, turns
from pbem.store.models import OrderSet, Turn

ADA, BEN = (f"{name}@players.example" for name in ("ada", "ben"))
MOVES = "ar1 5 to h5\nbs1 2 to d5"


@pytest.fixture
def begun(server):
    """Red's turn with these dice, as by the server's own throw: the mail to answer."""

    def begin(*throws, pieces=None):
        server.begin((ADA, "NEW conflict seats=red,green first=red"), (BEN, "JOIN conflict1"))
        written = turn(server)
        written["throws"] = [list(throw) for throw in throws]
        for seat, places in (pieces or {}).items():
            written["pieces"][seat].update(places)
        if written != turn(server):  # the server may have thrown just this
            acts.correct(server.context, acts.Asked("conflict1", "other dice"), json.dumps(written).encode(), 1)
            server.work()
        return server.latest(ADA)

    return begin


def turn(server):
    with server.store.session() as session:
        return json.loads(session.scalars(select(Turn.position).order_by(Turn.id.desc())).first())


def waits(server):
    return turn(server)["to_move"] == "red"


def states(server):
    with server.store.session() as session:
        return list(session.scalars(select(OrderSet.state).order_by(OrderSet.id)))


def flat(text):
    return " ".join(text.split())


@pytest.mark.both_databases
@pytest.mark.clause("CON-095")
def test_a_seven_left_unused_is_asked_about_and_a_yes_plays_the_orders(server, words, begun):
    [asked] = server.reply(begun((5, 2)), MOVES)
    assert waits(server)
    assert "answer with YES" in asked["Subject"]
    said = flat(words(asked))
    assert "Throw 1 (5-2) is a seven" in said
    assert "(CON-093)" in said
    assert '"no reserve"' in said
    assert states(server) == ["asked"]
    [report] = server.reply(asked, "Yes.")
    assert not waits(server)
    assert "Your mail, line by line" in flat(words(report))


@pytest.mark.parametrize("to_report", [False, True])
def test_the_same_lines_again_settle_it(server, words, begun, to_report):
    report = begun((5, 2))
    [asked] = server.reply(report, MOVES)
    server.reply(report if to_report else asked, f"Hi,\n{MOVES.upper()}\nBest, Ada")
    assert not waits(server)


def test_other_lines_are_asked_about_anew_and_the_older_question_is_over(server, words, begun):
    [asked] = server.reply(begun((5, 2)), MOVES)
    [again] = server.reply(asked, MOVES.replace("to d5", "to e5"))
    assert waits(server)
    assert states(server) == ["superseded", "asked"]
    [told] = server.reply(asked, "YES")
    assert "nothing waits" in told["Subject"]
    server.reply(again, "YES")
    assert not waits(server)


@pytest.mark.parametrize("line", ["no reserve", "No reserve.", "reserve nothing", "reserve ar3"])
def test_orders_that_say_what_becomes_of_the_seven_are_played_at_once(server, begun, line):
    reserved = {"red": {"ar3": "RESERVE"}}
    server.reply(begun((5, 2), pieces=reserved), f"{line}\n{MOVES}")
    assert not waits(server)
    assert states(server) == ["used"]


def test_check_tells_what_is_left_unused_and_asks_nothing(server, words, begun):
    [answer] = server.reply(begun((5, 2)), f"CHECK\n{MOVES}")
    assert "Throw 1 (5-2) is a seven" in flat(words(answer))
    assert "Without CHECK you would be asked" in flat(words(answer))
    assert states(server) == []


def test_check_of_no_reserve_tells_of_nothing(server, words, begun):
    [answer] = server.reply(begun((5, 2)), f"CHECK\nno reserve\n{MOVES}")
    assert "nothing comes out of the reserve" in flat(words(answer))
    assert "is a seven, and lets" not in flat(words(answer))


def test_the_deadline_plays_what_was_asked_about(server, words, begun):
    server.reply(begun((5, 2)), MOVES)
    server.hours_pass(200)
    server.work()
    assert not waits(server)
    assert states(server) == ["used"]
    report = flat(words(server.latest(ADA)))
    assert "You did not answer our question" in report
    assert "Answer this mail with YES" not in report


def test_words_of_others_leave_the_question_open(server, words, begun):
    [asked] = server.reply(begun((5, 2)), MOVES)
    server.reply(server.latest(BEN), "press red: hello")
    assert waits(server)
    server.reply(asked, "YES")
    assert not waits(server)


def test_the_seven_of_a_second_throw_is_asked_about(server, words, begun):
    moves = "pl1 4 d4 d5 d6 c7\naa 4 d2 e3 f3 g4\nthrow 2\nar1 5 to h5\nbs1 2 to d5"
    [asked] = server.reply(begun((4, 4), (5, 2)), moves)
    assert "Throw 2 (5-2) is a seven" in flat(words(asked))


def test_a_throw_without_its_moves_is_refused_and_told_how_to_write_them(server, words, begun):
    [answer] = server.reply(begun((4, 4), (5, 2)), "pl1 4 d4 d5 d6 c7\naa 4 d2 e3 f3 g4")
    assert waits(server)
    said = flat(words(answer))
    assert "throw 2 (5-2) wants two moves" in said
    assert 'write "throw 2" above them' in said


@pytest.mark.parametrize("throw", [(5, 3), (6, 2)])
def test_nothing_is_asked_without_a_seven(server, begun, throw):
    server.reply(begun(throw), f"ar1 {throw[0]} to h5\nbs1 {throw[1]} to d5")
    assert states(server) in (["used"], [])


def test_a_seven_with_nothing_in_reserve_is_not_asked_about(server, begun):
    nobody = {"red": dict.fromkeys(("ar3", "ar4", "bs4", "bs5", "pl2", "aa"), "START")}
    server.reply(begun((5, 2), pieces=nobody), MOVES)
    assert states(server) == ["used"]


def test_words_beside_a_seven_are_no_orders_of_the_turn(server, begun):
    report = begun((5, 2))
    server.reply(report, "press green: hello\nend")
    assert waits(server)
    assert states(server) == ["used"]


def test_a_yes_to_a_game_that_waits_for_its_host_waits_with_it(server, words, begun):
    [asked] = server.reply(begun((5, 2)), MOVES)
    with server.store.session() as session:
        latest = session.scalars(select(Turn).order_by(Turn.id.desc())).first()
        latest.position = latest.position.replace("[[5,2]]", "[[6,6]]")
    turns.stop_if_changed(server.context, server.game("conflict1").id)
    server.work()
    [told] = server.reply(asked, "YES")
    assert "waits for the host" in told["Subject"]
    assert states(server) == ["asked"]
    assert server.inbox()[-1].state == "held"
