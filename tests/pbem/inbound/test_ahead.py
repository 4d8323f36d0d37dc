"""Orders ahead: kept for the next question of their seat, and then judged as if they had just come, once."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from email.message import Message
from pathlib import Path
from random import Random

import pytest
from inprocess import Server, letter, subject_of
from sqlalchemy import select

from pbem.games import acts, turns
from pbem.games import ahead as kept_ahead
from pbem.games import table as games
from pbem.games.acts import Asked
from pbem.games.record import verify
from pbem.inbound import ahead, processing
from pbem.rulesets import presentation
from pbem.store.models import Ahead, OrderSet, RecordEntry, Seat, Turn

RED, BLUE = "ada@players.example", "ben@players.example"
BLUE_MOVES = "E4 E5\nD4 D5\nend"


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    """A server with the usual game, begun, to be copied: most of a test's time would go into that."""
    folder = tmp_path_factory.mktemp("table")
    made = Server(folder, seed_key="x")
    begin(made)
    made.store.close()
    return folder


@pytest.fixture
def usual(table, tmp_path):
    """A server with the usual game, begun."""
    shutil.copytree(table, tmp_path / "usual")
    made = Server(tmp_path / "usual", seed_key="x")
    yield made
    made.store.close()


def begin(server, options: str = "") -> Message:
    """A game of Stratego Waterloo with both armies set up; the report that asks Red."""
    server.begin((RED, f"NEW stratego_waterloo version=basic {options} AS red"), (BLUE, "JOIN stratego1"))
    for player in (RED, BLUE):
        server.reply(server.latest(player), "setup default")
        if "hold" in options:
            server.hours_pass(0.3)
            server.work()
    return server.latest(RED)


def flat(text: str) -> str:
    return " ".join(text.split())


def played(server) -> list[str]:
    """Whose orders each recorded turn after the set-ups holds."""
    return ["".join(entry["orders"]) for entry in record(server) if entry["kind"] == "turn"][3:]


def record(server) -> list[dict]:
    with server.store.reading() as session:
        return [json.loads(body) for body in session.scalars(select(RecordEntry.body).order_by(RecordEntry.number))]


def kept(server) -> int:
    with server.store.reading() as session:
        return len(session.scalars(select(Ahead.seat_id)).all())


def holds(server) -> bool:
    with server.store.reading() as session:
        bodies = list(session.scalars(select(RecordEntry.body).order_by(RecordEntry.number)))
    return verify(bodies).turns > 0


# --- Keeping ------------------------------------------------------------------------------------------------------


@pytest.mark.both_databases
def test_they_wait_for_the_question_and_are_carried_out_when_it_comes(usual, words):
    [answer] = usual.reply(usual.latest(BLUE), f"AHEAD\n{BLUE_MOVES}\n\nThanks, Ben")
    assert subject_of(answer).endswith("orders ahead kept: 3")
    assert "next question that you are asked. Your orders" in flat(words(answer))
    assert (kept(usual), played(usual)) == (1, [])
    before = len(usual.box(BLUE))
    usual.reply(usual.latest(RED), "E7 E6\nend")
    assert (kept(usual), played(usual)) == (0, ["red", "blue"])
    [report] = usual.box(BLUE)[before:]
    assert report["In-Reply-To"] == next(mail.message_id for mail in usual.inbox() if b"AHEAD" in mail.raw)
    said = flat(words(report))
    assert "what you had sent ahead was sound: it is carried out" in said
    assert "LI moves E4-E5" in said
    assert "RED infantry E7-E6" in said
    assert "your ply of turn 2" in subject_of(usual.latest(RED))
    assert holds(usual)


def test_what_is_not_sound_is_told_with_the_question_and_is_spent(usual, words):
    usual.reply(usual.latest(BLUE), "AHEAD\nE4 E5\nE4 E6\nend")
    before = len(usual.box(BLUE))
    usual.reply(usual.latest(RED), "E7 E6\nend")
    [report] = usual.box(BLUE)[before:]
    assert "your ply of turn 1" in subject_of(report)
    said = flat(words(report))
    assert "What you had sent ahead was not carried out, and is not kept any longer" in said
    assert "Your orders ahead, line by line" in said
    assert "no piece of yours" in said or "nobody stands" in said or "E-" in said or "(SWL-" in said
    assert "Order form" in words(report)
    assert (kept(usual), played(usual)) == (0, ["red"])
    usual.reply(report, BLUE_MOVES)
    assert played(usual) == ["red", "blue"]


def test_who_is_asked_now_sends_ahead_for_the_question_after_it(usual, words):
    report = usual.latest(RED)
    [answer] = usual.reply(report, "AHEAD\nD7 D6\nend")
    assert "after the one that you are asked now" in flat(words(answer))
    assert played(usual) == []
    usual.reply(answer, "E7 E6\nend")
    assert played(usual) == ["red"]
    usual.reply(usual.latest(BLUE), BLUE_MOVES)
    assert played(usual) == ["red", "blue", "red"]


def test_two_seats_that_sent_ahead_make_a_turn_each_and_no_more(usual):
    report = usual.latest(RED)
    usual.reply(usual.latest(BLUE), f"AHEAD\n{BLUE_MOVES}")
    [answer] = usual.reply(report, "AHEAD\nD7 D6\nend")
    usual.reply(answer, "E7 E6\nend")
    assert played(usual) == ["red", "blue", "red"]
    assert kept(usual) == 0
    assert "your ply of turn 2" in subject_of(usual.latest(BLUE))


def test_newer_ones_take_the_place_of_older_ones(usual, words):
    [answer] = usual.reply(usual.latest(BLUE), f"AHEAD\n{BLUE_MOVES}")
    [answer] = usual.reply(answer, "ahead:\nF4 F5\nend")
    assert "take the place of those that you had sent ahead before" in flat(words(answer))
    usual.reply(usual.latest(RED), "E7 E6\nend")
    said = flat(words(usual.latest(BLUE)))
    assert "LI moves F4-F5" in said
    assert "E4-E5" not in said


@pytest.mark.parametrize("word", ["ahead", "Ahead:", "AHED", "aheat", "Orders ahead:", "Please ahead"])
def test_the_word_is_read_as_people_write_it(usual, word):
    usual.reply(usual.latest(BLUE), f"{word}\n{BLUE_MOVES}")
    assert kept(usual) == 1


def test_the_word_may_stand_before_an_order_and_in_the_subject(usual, words):
    report = usual.latest(BLUE)
    usual.reply(report, "AHEAD E4 E5\nend")
    assert kept(usual) == 1
    asking = usual.latest(RED)
    to = str(asking["Reply-To"])
    usual.take_in(letter(RED, to, "E7 E6\nend", "Ahead", str(asking["Message-ID"])), to)
    usual.work()
    assert played(usual) == []
    assert kept(usual) == 2


def test_reports_and_status_tell_what_is_kept_and_off_takes_it_back(usual, words):
    report = usual.latest(RED)
    [nothing] = usual.reply(report, "AHEAD")
    assert "nothing of yours is kept ahead" in flat(words(nothing))
    usual.reply(report, "AHEAD\nD7 D6\nend")
    for asked in ("STATUS", "REPORT", "AHEAD"):
        [told] = usual.reply(report, asked)
        assert "Kept ahead for your next question (AHEAD OFF takes it back)\n  D7 D6\n  end\n" in words(told)
    [other] = usual.reply(usual.latest(BLUE), "REPORT")
    assert "Kept ahead" not in words(other)
    [told] = usual.reply(report, "AHEAD OFF")
    assert "taken back" in words(told)
    assert kept(usual) == 0
    [told] = usual.reply(report, "AHEAD OFF")
    assert "nothing of yours is kept" in words(told)


def test_check_keeps_nothing(usual, words):
    [told] = usual.reply(usual.latest(BLUE), f"CHECK\nAHEAD\n{BLUE_MOVES}")
    assert "Nothing is kept: send them without CHECK" in flat(words(told))
    assert kept(usual) == 0


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("AHEAD\nE4 E5\nmove F44 north-ish\nend", "orders ahead not kept: 1 line to put right"),
        ("E4 E5\nAHEAD\nend", "it stands above AHEAD"),
        ("AHEAD\nresign", "asks for a YES"),
        ("AHEAD\n" + "E4 E5\n" * 201, "200 lines at most"),
    ],
)
def test_what_cannot_be_kept_is_refused_as_a_whole_and_the_older_stays(usual, words, body, why):
    report = usual.latest(BLUE)
    usual.reply(report, f"AHEAD\n{BLUE_MOVES}")
    [told] = usual.reply(report, body)
    assert why in flat(f"{subject_of(told)} {words(told)}")
    [status] = usual.reply(report, "STATUS")
    assert "E4 E5\n  D4 D5\n  end" in words(status)


def test_no_line_of_a_mail_that_is_not_kept_is_said_to_be(usual, words):
    report = usual.latest(BLUE)
    [told] = usual.reply(report, "E4 E5\nAHEAD\nD4 D5\nend")
    assert "Nothing of this mail is kept" in flat(words(told))
    assert re.search(r"D4 D5 +ok +can be kept$", words(told), re.MULTILINE)
    [told] = usual.reply(report, "AHEAD\nD4 D5\nend\nCHECK")
    assert re.search(r"D4 D5 +ok +can be kept$", words(told), re.MULTILINE)
    assert re.search(r"CHECK +ok +for the orders of this mail$", words(told), re.MULTILINE)


def test_of_no_seat_and_of_a_game_that_is_over_nothing_is_kept(usual, words):
    report = usual.latest(RED)
    [told] = usual.mail(RED, "AHEAD\nE7 E6\nend")
    assert "not sent to a seat's reply address" in flat(words(told))
    acts.end(usual.context, Asked("stratego1", "a test"), "cancel")
    told = usual.reply(report, "AHEAD\nE7 E6\nend")[-1]
    assert "is over" in flat(words(told))
    assert kept(usual) == 0


# --- Which question ------------------------------------------------------------------------------------------------


def test_a_mail_that_crossed_the_question_is_for_that_question(usual):
    report = usual.latest(RED)
    crossing = usual.latest(BLUE)
    usual.reply(report, "E7 E6\nend")
    usual.reply(crossing, f"AHEAD\n{BLUE_MOVES}")
    assert played(usual) == ["red", "blue"]


def test_a_mail_to_a_report_of_long_ago_is_for_no_question(usual, words):
    report = usual.latest(RED)
    crossing = usual.latest(BLUE)
    usual.reply(report, "E7 E6\nend")
    usual.reply(usual.latest(BLUE), BLUE_MOVES)
    usual.reply(usual.latest(RED), "D7 D6\nend")
    [told] = usual.reply(crossing, "AHEAD\nF4 F5\nend")
    assert "more than one question since" in flat(words(told))
    assert kept(usual) == 0


# --- Clocks, other effects, hosts ----------------------------------------------------------------------------------


def test_the_question_costs_no_time(server):
    begin(server, "clock=bank:20d+1d cap:30d")
    server.hours_pass(30)
    server.reply(server.latest(BLUE), f"AHEAD\n{BLUE_MOVES}")
    server.hours_pass(20)
    server.reply(server.latest(RED), "E7 E6\nend")
    with server.store.reading() as session:
        bank = {seat.name: seat.bank for seat in session.scalars(select(Seat))}
        missed = {seat.player.missed for seat in session.scalars(select(Seat))}
    assert bank["blue"] > 20 * 86_400
    assert bank["red"] < 20 * 86_400
    assert missed == {0}


def test_where_orders_wait_for_others_they_are_kept_as_the_orders_of_the_turn(server, words, sealed_bids):
    server.begin((RED, "NEW sealed_bids"), (BLUE, "JOIN sealed1"))
    [answer] = server.reply(server.latest(RED), "AHEAD\nbid 3")
    server.reply(answer, "bid 2")
    server.reply(server.latest(BLUE), "bid 1")
    report = server.latest(RED)
    assert "kept as your orders, and can still be replaced" in flat(words(report))
    assert "Round 2" in words(report)
    with server.store.reading() as session:
        assert [(each.seat, each.state) for each in session.scalars(select(OrderSet).order_by(OrderSet.id))][-1] == (
            "north",
            "held",
        )
    server.reply(server.latest(BLUE), "bid 1")
    assert "Round 3" in words(server.latest(RED))


def test_a_game_that_holds_orders_holds_them_too(server, words):
    begin(server, "hold=15m")
    server.reply(server.latest(BLUE), f"AHEAD\n{BLUE_MOVES}")
    server.reply(server.latest(RED), "E7 E6\nend")
    server.hours_pass(0.3)
    server.work()
    report = server.latest(BLUE)
    assert "carried out at" in flat(words(report))
    assert played(server) == ["red"]
    [told] = server.reply(report, "TAKE BACK")
    assert "taken back" in words(told)
    server.hours_pass(0.3)
    server.work()
    assert played(server) == ["red"]


@pytest.mark.clause("CON-095")
def test_orders_that_would_be_asked_about_are_not_carried_out(tmp_path, words):
    """Dice from this secret give Red a seven in his first turn, which these moves leave unused."""
    server = Server(tmp_path, seed_key="seven13")
    server.begin((RED, "NEW conflict seats=red,green first=green AS red"), (BLUE, "JOIN conflict1"))
    server.reply(server.latest(RED), "AHEAD\nar1 5 to h5\nbs1 2 to d5")
    server.reply(server.latest(BLUE), first_moves(server))
    report = server.latest(RED)
    said = flat(words(report))
    assert "It would leave something unused, about which you are asked first: Throw 1 (5-2) is a seven" in said
    assert "answer this mail with YES" not in said.lower()
    assert kept(server) == 0
    assert "your throw 5-2" in subject_of(report)
    server.store.close()


def first_moves(server) -> str:
    """What Green's robot moves first."""
    words = presentation("conflict")
    with server.store.reading() as session:
        turn = session.scalars(select(Turn).order_by(Turn.id.desc())).first()
    view = words.rules.view(games.position_of(server.game("conflict1"), turn), "green")
    return words.bot(view, "green", Random(1))


@pytest.mark.parametrize("act", ["rollback", "correct", "replace", "eject", "cancel"])
def test_an_act_of_the_host_on_the_game_or_the_seat_voids_them(usual, words, act):
    usual.reply(usual.latest(BLUE), f"AHEAD\n{BLUE_MOVES}")
    asked = Asked("stratego1", "a test")
    before = len(usual.box(BLUE))
    if act == "rollback":
        acts.rollback(usual.context, asked, 3)
    elif act == "correct":
        with usual.store.reading() as session:
            turn = session.scalars(select(Turn).order_by(Turn.id.desc())).first()
        position = turn.position.replace('"advance":"off"', '"advance":"on"', 1)
        acts.correct(usual.context, asked, position.encode(), turn.number)
    elif act == "replace":
        acts.replace(usual.context, asked, "blue", "carol@players.example")
    elif act == "eject":
        acts.eject(usual.context, asked, "blue")
    else:
        acts.end(usual.context, asked, "cancel")
    usual.work()
    assert kept(usual) == 0
    told = flat(" ".join(map(words, usual.box(BLUE)[before:])))
    assert act == "cancel" or "What you had sent ahead for your next question is void" in told


def test_a_game_that_ends_keeps_nothing(usual):
    report = usual.latest(RED)
    usual.reply(usual.latest(BLUE), f"AHEAD\n{BLUE_MOVES}")
    [asked] = usual.reply(report, "resign")
    usual.reply(asked, "YES")
    assert kept(usual) == 0


# --- Faults and kills ------------------------------------------------------------------------------------------------


def test_what_cannot_be_judged_for_a_fault_of_ours_is_spent_and_the_seat_is_asked(usual, words, monkeypatch):
    usual.reply(usual.latest(BLUE), f"AHEAD\n{BLUE_MOVES}")
    real = ahead._judged
    monkeypatch.setattr(ahead, "_judged", lambda *_: 1 / 0)
    usual.reply(usual.latest(RED), "E7 E6\nend")
    monkeypatch.setattr(ahead, "_judged", real)
    report = usual.latest(BLUE)
    assert "could not be judged here" in flat(words(report))
    assert "Order form" in words(report)
    assert kept(usual) == 0


def test_a_deadline_that_passes_while_nobody_works_waits_for_them(usual):
    report = usual.latest(RED)
    usual.reply(usual.latest(BLUE), f"AHEAD\n{BLUE_MOVES}")
    to = str(report["Reply-To"])
    accepted = usual.take_in(letter(RED, to, "E7 E6\nend", "", str(report["Message-ID"])), to)
    processing.receive(usual.context, accepted.id)
    with usual.store.session() as session:
        turn = session.scalars(select(Turn).order_by(Turn.id.desc())).first()
        turn.deadline = turn.asked_at
    assert not turns.adjudicate(usual.context, 1)
    with pytest.raises(acts.CannotAct, match="try again in a moment"):
        acts.process(usual.context, Asked("stratego1", "a test"))
    usual.work()
    assert played(usual) == ["red", "blue"]


KILLED = """
import sys
sys.path[:0] = [sys.argv[2]]
from email.message import Message
from pathlib import Path
from inprocess import Server
Server(Path(sys.argv[1]), seed_key="x").work()
"""


@pytest.mark.parametrize(
    "place",
    [
        "after-commit-settle",
        *(
            pytest.param(each, marks=pytest.mark.slow)
            for each in ("before-commit-ahead", "after-commit-ahead", "adjudicated:2", "before-commit-settle:2")
        ),
    ],
)
def test_a_worker_killed_on_the_way_loses_and_doubles_nothing(tmp_path, words, place):
    folder, shared = tmp_path / "data", Path(__file__).parents[2] / "shared"
    server = Server(folder, seed_key="x")
    report = begin(server)
    server.reply(server.latest(BLUE), f"AHEAD\n{BLUE_MOVES}")
    to = str(report["Reply-To"])
    server.take_in(letter(RED, to, "E7 E6\nend", "", str(report["Message-ID"])), to)
    server.store.close()
    name, _, nth = place.partition(":")
    (tmp_path / "marks").mkdir()
    kills = {"PBEM_FAIL_AT": f"{name}:{nth or 1}", "PBEM_FAIL_MARKS": str(tmp_path / "marks")}
    dies = subprocess.run([sys.executable, "-c", KILLED, str(folder), str(shared)], env=os.environ | kills, check=False)
    assert dies.returncode == -signal.SIGKILL
    server = Server(folder, seed_key="x")
    server.hours_pass(1)  # the lease of whoever was killed is over
    server.work()
    assert played(server) == ["red", "blue"]
    assert kept(server) == 0
    assert holds(server)
    assert sum("what you had sent ahead was sound" in flat(words(mail)) for mail in server.box(BLUE)) == 1
    server.store.close()


@pytest.mark.parametrize("at_once", [1, 500])
def test_what_is_due_is_found_however_many_games_have_orders_ahead(usual, monkeypatch, at_once):
    usual.mail(RED, "NEW stratego_waterloo version=basic AS red")
    usual.mail(BLUE, "JOIN stratego2")
    for player in (RED, BLUE):
        usual.reply(usual.latest(player), "setup default")
    for game in (1, 2):
        latest = [mail for mail in usual.box(BLUE) if f"[stratego{game} " in subject_of(mail)][-1]
        usual.reply(latest, f"AHEAD\n{BLUE_MOVES}")
    monkeypatch.setattr(kept_ahead, "GAMES_AT_ONCE", at_once)
    with usual.store.session() as session:
        assert kept_ahead.due_games(session) == [], "they wait for their question"
        # As a worker leaves it that dies when the question has been asked.
        for each in session.scalars(select(Ahead)):
            each.after_step = None
            seat = session.get_one(Seat, each.seat_id)
            seat.step = session.scalars(
                select(Turn.step).where(Turn.game_id == seat.game_id, Turn.state == "open")
            ).one()
        session.flush()
        found = kept_ahead.due_games(session)
        assert [mark.endswith("-ahead") for _, mark in found] == [True, True]
        assert [ident for ident, _ in found] == sorted({ident for ident, _ in found})
        assert kept_ahead.due_games(session, limit=1) == found[:1]
