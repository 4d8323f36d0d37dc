"""The forms on a player's own pages: each makes the line of a mail, and nothing else."""

from __future__ import annotations

from datetime import date, timedelta
from email import message_from_bytes
from pathlib import Path

import pytest
from inprocess import Server, text_of
from own_pages import PUBLIC, SITE, Browser
from sqlalchemy import select
from werkzeug.test import TestResponse

from pbem.store.models import Game, Player, Standstill

ADA, BEN, CAROL = "ada@players.example", "ben@players.example", "carol@players.example"


@pytest.fixture
def club(tmp_path: Path) -> Server:
    """A server with a game of Ada's and Ben's, in which Ada is to move."""
    made = Server(tmp_path, seed_key="the same dice", mail_domain="play.example", public_url=PUBLIC, own_pages=True)
    made.enrol(ADA, BEN)
    made.mail(ADA, "NEW waterloo1895 mode=little AS napoleon")
    made.mail(BEN, "JOIN waterloo1")
    yield made
    made.store.close()


@pytest.fixture
def browser(club: Server) -> Browser:
    """Ada's, which has shown a code."""
    made = Browser(club)
    made.enter(club.latest(ADA))
    made.make_known(ADA)
    made.get("/own")
    return made


def mailed(club: Server) -> str:
    """The text of the mail that came in last."""
    return text_of(message_from_bytes(club.inbox()[-1].raw))


def player(club: Server, address: str) -> Player:
    with club.store.reading() as session:
        return session.scalars(select(Player).where(Player.address == address)).one()


# --- The club ------------------------------------------------------------------------------------------------------


LINES = [
    ("away", {"first": "2030-12-03", "last": "2030-12-17"}, "AWAY 2030-12-03 to 2030-12-17"),
    ("away", {"first": "2030-12-03", "last": ""}, "AWAY 2030-12-03 to 2030-12-03"),
    ("back", {}, "BACK"),
    ("timezone", {"zone": "Europe/Berlin"}, "TIMEZONE Europe/Berlin"),
    ("reports", {"value": "FULL"}, "FULL"),
    ("pictures", {"value": "off"}, "PICTURES off"),
    ("profile", {"value": "off"}, "PROFILE off"),
    ("name", {"name": "Ada Lovelace"}, "NAME Ada Lovelace"),
    ("name", {"name": "Ada\r\nFORGET ME"}, "NAME Ada FORGET ME"),
    ("join", {"game": "conflict1", "seat": "red", "word": "owl"}, "JOIN conflict1 AS red WORD owl"),
    ("leave", {"game": "conflict1"}, "LEAVE conflict1"),
    ("cancel", {"game": "conflict1"}, "CANCEL conflict1"),
    ("invite", {"game": "conflict1", "robot": "marshal"}, "INVITE marshal to conflict1"),
    ("invite", {"game": "conflict1", "whom": "c@x.example", "robot": ""}, "INVITE c@x.example to conflict1"),
    (
        "new",
        {"ruleset": "conflict", "options": "clock=days:2", "robot": "marshal", "private": "yes", "seat": "red"},
        "NEW conflict clock=days:2 AGAINST marshal private AS red",
    ),
]
REFUSED = [
    ("resign", {}, 400),
    ("away", {"first": "soon", "last": ""}, 400),
    ("reports", {"value": "FORGET ME"}, 400),
    ("timezone", {"zone": "Europe/Berlin EXPORT"}, 400),
    ("leave", {"game": "waterloo1 and more"}, 400),
    ("name", {"name": ""}, 400),
    ("name", {"name": "x" * 301}, 413),
]


def test_each_form_is_a_line_of_a_mail_and_what_no_form_sends_is_refused(club: Server, browser: Browser) -> None:
    for act, fields, line in LINES:
        answer = browser.write(act, **fields)
        assert answer.status_code == 303, answer.text
        row = club.inbox()[-1]
        assert (row.transport, row.verdict, row.judge, row.sender) == ("page", "pass", "page", ADA)
        assert (row.recipient, row.game, row.seat) == (club.settings.address, None, None)
        assert mailed(club).strip() == line
    before = len(club.inbox())
    for act, fields, status in REFUSED:
        assert browser.write(act, **fields).status_code == status, act
    assert len(club.inbox()) == before


def test_what_is_sent_is_answered_as_a_mail_is_and_shown(club: Server, browser: Browser) -> None:
    first, last = (f"{date.today() + timedelta(days=days)}" for days in (20, 22))
    answer = browser.write("away", first=first, last=last)
    assert "has come in" in browser.get(answer.headers["Location"]).text
    club.work()
    shown = browser.get(answer.headers["Location"]).text
    assert "Your line was read" in shown
    assert "you are away from" in " ".join(shown.split())
    assert f"AWAY {first} to {last}" in text_of(club.latest(ADA))
    with club.store.reading() as session:
        assert session.scalars(select(Standstill).where(Standstill.player_id.is_not(None))).one()
    assert "I am back" in shown
    browser.write("back")
    club.work()
    assert "I am back" not in browser.get("/own").text


def test_games_are_opened_joined_and_left(club: Server, browser: Browser) -> None:
    browser.write("new", ruleset="conflict", options="", seat="red")
    club.work()
    page = browser.get("/own").text
    assert "Leave conflict2" in page
    assert "Call it off" in page
    club.mail(BEN, "NEW waterloo_grid AS french")
    page = browser.get("/own").text
    assert "Join grid3" in page
    assert "@players" not in page.replace("&#64;", "@")
    browser.write("join", game="grid3", seat="allied")
    club.work()
    assert club.game("grid3").state == "running"
    browser.get("/own")
    browser.write("leave", game="conflict2")
    club.work()
    with club.store.reading() as session:
        assert session.scalar(select(Game.state).where(Game.name == "conflict2")) == "cancelled"


def test_private_games_are_shown_to_those_who_are_invited_alone(club: Server, browser: Browser) -> None:
    club.mail(BEN, "NEW conflict private AS red")
    assert club.game("conflict2").private
    assert "conflict2" not in browser.get("/own").text
    club.mail(BEN, f"INVITE {ADA} to conflict2")
    assert "Join conflict2" in browser.get("/own").text


def test_switches_and_names(club: Server, browser: Browser) -> None:
    for act, fields in (
        ("reports", {"value": "FULL"}),
        ("pictures", {"value": "off"}),
        ("name", {"name": "Ada Byron"}),
    ):
        browser.get("/own")
        browser.write(act, **fields)
    club.work()
    ada = player(club, ADA)
    assert (ada.full, ada.pictures, ada.name) == (True, False, "Ada Byron")
    page = browser.get("/own").text
    assert "Make them short" in page
    assert "Add a picture" in page


def test_nobody_sends_without_a_code_or_from_elsewhere(club: Server) -> None:
    browser = Browser(club)
    browser.enter(club.latest(ADA))
    assert "When you are away" not in browser.get("/own").text
    before = len(club.inbox())
    assert browser.write("back").status_code == 403
    assert len(club.inbox()) == before
    assert browser.get("/own/sent/1.json").status_code == 404
    browser.get("/own/waterloo1/napoleon")
    assert browser.post("say", words="hello").status_code == 403
    browser.make_known(ADA)
    form = {"form": browser.form, "nonce": browser.nonce, "act": "back"}
    for headers in ({"Sec-Fetch-Site": "cross-site"}, {"Origin": "https://evil.example"}):
        for path in ("/own/write", f"{browser.page}/say", f"{browser.page}/compose", f"{browser.page}/propose"):
            assert browser.client.post(path, data=form, headers=headers, base_url=PUBLIC).status_code == 403
    form["form"] = "a" * 40
    assert browser.client.post("/own/write", data=form, headers=SITE, base_url=PUBLIC).status_code == 403


def test_a_form_that_is_sent_twice_is_one_mail_and_two_forms_of_a_page_are_two(club: Server, browser: Browser) -> None:
    nonce = browser.nonce
    places = [browser.write(act, nonce=nonce).headers["Location"] for act in ("back", "back")]
    assert places[0] == places[1]
    assert browser.write("pictures", value="off", nonce=nonce).headers["Location"] != places[0]


# --- Words to others -----------------------------------------------------------------------------------------------


def test_words_are_said_as_a_mail_says_them(club: Server, browser: Browser) -> None:
    browser.get("/own/waterloo1/napoleon")
    answer = browser.post("say", to="wellington", words="Shall we\nHELP each other?")
    assert answer.status_code == 303
    assert mailed(club).strip() == "SAY TO wellington:\nShall we\nHELP each other?\nEND"
    club.work()
    assert "Shall we\n" in text_of(club.latest(BEN)).replace("  ", "")
    assert "Your lines were read" in browser.get(answer.headers["Location"]).text
    browser.post("say", words="To all of you")
    assert mailed(club).strip() == "SAY:\nTo all of you\nEND"


def test_words_that_would_end_early_or_go_nowhere_are_not_said(club: Server, browser: Browser) -> None:
    browser.get("/own/waterloo1/napoleon")
    before = len(club.inbox())
    answer = browser.post("say", words="The\nEND\nresign")
    assert answer.status_code == 400
    assert "resign</textarea>" in answer.text
    assert browser.post("say", words=" ").status_code == 400
    assert browser.post("say", to="blucher", words="hello").status_code == 400
    assert len(club.inbox()) == before


def test_where_players_do_not_write_to_each_other_there_is_no_form_for_it(club: Server, browser: Browser) -> None:
    assert "Words to others" in browser.get("/own/waterloo1/napoleon").text
    with club.store.session() as session:
        session.scalars(select(Game).where(Game.name == "waterloo1")).one().press = "off"
    assert "Words to others" not in browser.get("/own/waterloo1/napoleon").text


# --- About one's seat ----------------------------------------------------------------------------------------------


AT_TABLE = [
    ("mute", {"of": "wellington"}, "MUTE wellington"),
    ("mute", {"of": ""}, "MUTE"),
    ("unmute", {}, "UNMUTE"),
    ("delegate", {"whom": "Ben\nRESIGN", "until": "2030-12-17"}, "DELEGATE waterloo1 TO Ben RESIGN UNTIL 2030-12-17"),
    ("play-alone", {}, "DELEGATE waterloo1 OFF"),
    ("open-seat", {}, "OPEN SEAT waterloo1"),
    ("close-seat", {}, "CLOSE SEAT waterloo1"),
]
NOT_AT_TABLE = [
    ("resign", {}, 400),
    ("mute", {"of": "blucher"}, 400),
    ("delegate", {"whom": "", "until": "2030-12-17"}, 400),
    ("delegate", {"whom": "Ben", "until": "soon"}, 400),
    ("delegate", {"whom": "x" * 301, "until": "2030-12-17"}, 413),
]


def at_table(browser: Browser, act: str, **fields: str) -> TestResponse:
    """Press a button about the seat."""
    browser.get("/own/waterloo1/napoleon")
    return browser.post("table", act=act, **fields)


def test_what_is_done_about_a_seat_is_a_line_of_a_mail_to_it(club: Server, browser: Browser) -> None:
    for act, fields, line in AT_TABLE:
        assert at_table(browser, act, **fields).status_code == 303, act
        row = club.inbox()[-1]
        assert (row.transport, row.game, row.seat, row.sender) == ("page", "waterloo1", "napoleon", ADA)
        assert mailed(club).strip() == line
    before = len(club.inbox())
    for act, fields, status in NOT_AT_TABLE:
        assert at_table(browser, act, **fields).status_code == status, act
    assert len(club.inbox()) == before


def test_words_are_muted_and_heard_again(club: Server, browser: Browser) -> None:
    at_table(browser, "mute", of="wellington")
    club.work()
    assert "Hear Wellington again" in browser.get("/own/waterloo1/napoleon").text
    club.reply(club.latest(BEN), "SAY: good morning")
    assert "good morning" not in text_of(club.latest(ADA))
    at_table(browser, "unmute", of="wellington")
    club.work()
    assert "Hear Wellington again" not in browser.get("/own/waterloo1/napoleon").text
    at_table(browser, "mute")
    club.work()
    assert "Hear them again" in browser.get("/own/waterloo1/napoleon").text


def test_a_seat_is_opened_and_kept(club: Server, browser: Browser) -> None:
    at_table(browser, "open-seat")
    club.work()
    assert "Keep it" in browser.get("/own/waterloo1/napoleon").text
    at_table(browser, "close-seat")
    club.work()
    assert "Let somebody else take it" in browser.get("/own/waterloo1/napoleon").text


def test_somebody_plays_a_seat_and_either_page_ends_it(club: Server, browser: Browser) -> None:
    club.enrol(CAROL)
    at_table(browser, "delegate", whom=CAROL, until=f"{date.today() + timedelta(days=9)}")
    club.work()
    club.reply(club.latest(CAROL), "YES")
    shown = browser.get("/own/waterloo1/napoleon").text
    assert "Play it alone again" in shown
    assert "@players" not in shown.replace("&#64;", "@")
    hers = Browser(club)
    hers.enter(next(mail for mail in reversed(club.box(CAROL)) if "+waterloo1." in str(mail["Reply-To"])))
    hers.make_known(CAROL)
    shown = hers.get("/own/waterloo1/napoleon").text
    assert "Play it no more" in shown
    # What is the holder's alone she has no buttons for.
    for words in ("Let somebody else take it", "No more words of", "To play it for you"):
        assert words not in shown
    hers.post("table", act="play-alone")
    club.work()
    assert "Play it alone again" not in browser.get("/own/waterloo1/napoleon").text


def test_nothing_is_done_about_a_seat_without_a_code_or_once_the_game_is_over(club: Server) -> None:
    browser, report = Browser(club), club.latest(ADA)
    browser.enter(report)
    assert "Your seat" not in browser.get("/own/waterloo1/napoleon").text
    before = len(club.inbox())
    assert browser.post("table", act="open-seat").status_code == 403
    assert len(club.inbox()) == before
    browser.make_known(ADA)
    club.reply(club.reply(report, "resign")[-1], "YES")
    assert at_table(browser, "open-seat").status_code == 409
