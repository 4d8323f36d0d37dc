"""What cannot be taken back is asked about once, and played by a YES to the mail that asks."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from pbem.store.models import OrderSet

ADA, BEN, CLEO, DAN = (f"{name}@players.example" for name in ("ada", "ben", "cleo", "dan"))
FIRST = {"waterloo1895": "place default", "stratego_waterloo": "setup default"}
RULE_SETS = ["conflict", "stratego_waterloo", "waterloo1895", "waterloo_grid", "waterloo_wargame"]


def begun(server, ruleset):
    """A game of two past its set-up; its name."""
    server.begin((ADA, f"NEW {ruleset}"), also=(BEN,))
    name = server.latest(ADA)["Subject"].split("game ")[1].split()[0]
    server.mail(BEN, f"JOIN {name}")
    if ruleset in FIRST:
        for player in (ADA, BEN):
            server.reply(server.latest(player), FIRST[ruleset])
    return name


def states(server):
    with server.store.session() as session:
        return list(session.scalars(select(OrderSet.state).order_by(OrderSet.id)))


@pytest.mark.both_databases
@pytest.mark.parametrize("ruleset", RULE_SETS)
def test_resigning_is_asked_about_and_a_yes_plays_it(server, words, ruleset):
    name = begun(server, ruleset)
    [asked] = server.reply(server.latest(BEN), "I resign.\n\nBest,\nBen")
    assert server.game(name).state == "running"
    assert "answer with YES" in asked["Subject"]
    assert "Answer this mail with YES" in " ".join(words(asked).split())
    server.reply(asked, "Yes!")
    assert server.game(name).state == "over"


def test_the_question_is_answered_once(server, words):
    name = begun(server, "waterloo1895")
    [asked] = server.reply(server.latest(BEN), "resign")
    [report] = server.reply(asked, "YES")
    assert " ".join(words(report).split()).count("resign") < 4, "it is told once above, and once in answer to the line"
    [told] = server.reply(asked, "YES")
    assert server.game(name).state == "over"
    assert "nothing" in told["Subject"]


def test_anything_but_yes_is_a_new_mail(server, words):
    name = begun(server, "waterloo1895")
    [asked] = server.reply(server.latest(BEN), "resign")
    [answer] = server.reply(asked, "no, I meant draw\nyes")
    assert server.game(name).state == "running"
    assert "no orders" in answer["Subject"]
    server.reply(asked, "draw")
    assert server.game(name).state == "running"
    assert states(server)[-2:] == ["superseded", "used"]
    server.reply(asked, "YES")
    assert server.game(name).state == "running"


def test_of_two_questions_the_latest_counts(server):
    name = begun(server, "waterloo1895")
    report = server.latest(BEN)
    [first] = server.reply(report, "resign")
    [second] = server.reply(report, "I resign")
    server.reply(first, "YES")
    assert server.game(name).state == "running"
    server.reply(second, "YES")
    assert server.game(name).state == "over"


def test_a_yes_to_a_report_plays_nothing(server, words):
    name = begun(server, "waterloo1895")
    report = server.latest(BEN)
    server.reply(report, "resign")
    [answer] = server.reply(report, "YES")
    assert server.game(name).state == "running"
    assert "no orders in your mail" in answer["Subject"]


def test_somebody_elses_yes_plays_nothing(server):
    name = begun(server, "waterloo1895")
    [asked] = server.reply(server.latest(BEN), "resign")
    server.reply(asked, "YES", sender=ADA)
    assert server.game(name).state == "running"


def test_the_deadline_does_not_resign_for_anybody(server):
    name = begun(server, "waterloo1895")
    server.reply(server.latest(BEN), "resign")
    server.hours_pass(200)
    assert server.game(name).state == "running"
    assert "asked-binding" in states(server)


def test_a_resignation_beside_a_line_that_is_not_understood_is_not_asked_about(server):
    name = begun(server, "waterloo1895")
    [answer] = server.reply(server.latest(BEN), "N2 to K2 6\nresign")
    assert "not understood" in answer["Subject"]
    assert server.game(name).state == "running"
    assert states(server)[2:] == []


@pytest.mark.parametrize("ruleset", RULE_SETS)
@pytest.mark.parametrize("question", ["resign?", "I resign ?"])
def test_whoever_asks_is_asked(server, ruleset, question):
    name = begun(server, ruleset)
    [asked] = server.reply(server.latest(BEN), question)
    assert server.game(name).state == "running"
    assert "answer with YES" in asked["Subject"]
    server.reply(asked, "YES")
    assert server.game(name).state == "over"


@pytest.mark.parametrize("ruleset", RULE_SETS)
@pytest.mark.parametrize("question", ["draw?", "end?", "Should I resign?"])
def test_other_questions_are_no_orders(server, ruleset, question):
    name = begun(server, ruleset)
    [answer] = server.reply(server.latest(BEN), question)
    assert server.game(name).state == "running"
    assert states(server)[2:] == [] if ruleset in FIRST else states(server) == []
    assert "not understood" in answer["Subject"] or "no orders" in answer["Subject"]
