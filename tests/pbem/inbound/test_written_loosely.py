"""Commands as people write them, half of one or with something round it: each is answered as a command."""

from __future__ import annotations

import pytest
from inprocess import subject_of

ADA, BEN, CAROL = (f"{name}@players.example" for name in ("ada", "ben", "carol"))
GAME = "sealed1"


@pytest.fixture
def club(server, sealed_bids):
    server.begin((ADA, "NEW sealed_bids rounds=6 purse=40 rated=off"), (BEN, f"JOIN {GAME}"), also=(CAROL,))
    return server


def told(mails, words) -> str:
    return " ".join(" ".join(map(words, mails)).split())


@pytest.mark.parametrize(
    "line",
    ["CHECK only", "CHECK my orders", "please check these orders", "Just a CHECK", "CHECK ONLY, do not play",
     "CHECK ODDS", "DEEP ODDS", "what are the ODDS", f"CHECK {GAME}", "I only want to CHECK before Ben wakes up",
     "AHEAD FOR THURSDAY"],
)  # fmt: skip
def test_nothing_is_played_of_a_mail_that_asks_for_a_trial_in_other_words(club, words, line):
    [answer] = club.reply(club.latest(ADA), f"{line}\nbid 4")
    assert subject_of(answer).endswith("orders checked: 1 ok")
    assert "Nothing was played" in words(answer)


@pytest.mark.parametrize("line", ["AHEAD for next turn", "These orders are for AHEAD", "AHEAD ORDERS"])
def test_orders_for_the_next_question_are_kept_for_it(club, line):
    [answer] = club.reply(club.latest(ADA), f"{line}\nbid 4")
    assert subject_of(answer).endswith("orders ahead kept: 1")


@pytest.mark.parametrize("line", ["Go ahead", "ahead of time", "Check your east flank, my friend", "The odds are bad"])
def test_words_between_people_keep_no_order_from_being_played(club, line):
    [answer] = club.reply(club.latest(ADA), f"{line}\nbid 4")
    assert subject_of(answer).endswith("orders kept: 1 ok")


@pytest.mark.parametrize(
    ("line", "asks"),
    [
        (f"DELEGATE {GAME} TO carol", "until which day? write DELEGATE"),
        (f"delegate {GAME} to carol", "until which day?"),
        ("DELEGATE TO carol UNTIL", "until which day?"),
        (f"DELEGATE {GAME} UNTIL 17 Dec", "to whom?"),
        ("DELEGATE", "to whom?"),
        (f"DELEGATE {GAME} carol", "to whom?"),
        ("TAKE SEAT", "TAKE SEAT Red IN game"),
        (f"OPEN {GAME}", "OPEN SEAT [game]"),
        (f"CLOSE SEAT of {GAME}", "CLOSE SEAT takes that back"),
        ("LEAVE the game", "LEAVE game, CANCEL game"),
        ("INVITE ben", "INVITE address to game"),
        ("ADDRESS ADD", "ADDRESS ADD, ADDRESS USE"),
        ("AWAY for a week", "AWAY 3 Dec to 17 Dec"),
        ("AWAY on holiday", "AWAY 3 Dec to 17 Dec"),
        ("PICTURES no", "PICTURES off"),
        ("WITHDRAW because I am ill", "ENTER event"),
        ("FORGET", "FORGET ME"),
        (f"EXPORT {GAME}", "EXPORT"),
    ],
)
@pytest.mark.parametrize("in_reply", [False, True])
def test_half_a_command_is_asked_back_with_how_it_is_written(club, words, line, asks, in_reply):
    answer = told(club.reply(club.latest(ADA), line) if in_reply else club.mail(ADA, line), words)
    assert f"{line} which?" in answer
    assert asks in answer


@pytest.mark.parametrize(
    "line",
    ["DELEGATE TO carol UNTIL in 3 days IN sealed1", "DELEGATE UNTIL in 3 days TO carol",
     "DELEGATE TO carol TILL in 3 days"],
)  # fmt: skip
def test_the_parts_of_delegate_may_stand_in_any_order(club, words, line):
    assert "carol is asked to play your seat in sealed1" in told(club.mail(ADA, line), words)


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        (f'STATUS "{GAME}"', f"STATUS {GAME}"),
        (f"STATUS of {GAME}", f"STATUS {GAME}"),
        (f"status for game {GAME}", f"STATUS {GAME}"),
        (f"STATUS {GAME}, thanks", f"STATUS {GAME}"),
        (f"STATUS {GAME}?", f"STATUS {GAME}"),
        ("- STATUS", "STATUS"),
        ("1. STATUS", "STATUS"),
        (f"{GAME} STATUS", f"STATUS {GAME}"),
        (f"game {GAME}: map", f"MAP {GAME}"),
        ("Sealed 1 STATUS", "STATUS Sealed 1"),
        ("*STATUS*", "STATUS"),
        ("REPORT again please", "REPORT"),
        (f"MAP of {GAME}", f"MAP {GAME}"),
        (f"Please send me the REPORT of {GAME}.", f"REPORT {GAME}"),
        ("Can you send the report again?", "REPORT"),
    ],
)
@pytest.mark.parametrize("in_reply", [False, True])
def test_what_stands_round_a_question_is_left_out(club, words, line, meant, in_reply):
    answer = told(club.reply(club.latest(ADA), line) if in_reply else club.mail(ADA, line), words)
    assert f"ok, read as {meant}" in answer


@pytest.mark.parametrize("line", ["STATUS, MAP", "STATUS; MAP", "STATUS and MAP", "STATUS MAP"])
def test_two_questions_on_a_line_are_both_answered(club, words, line):
    answer = told(club.mail(ADA, line), words)
    assert "1 STATUS ok below" in answer
    assert "1 MAP ok" in answer


def test_what_is_no_command_where_it_stands_is_told_where_it_is_one(club, words):
    answer = told(club.mail(ADA, "I am AWAY 3 Dec to 17 Dec"), words)
    assert "AWAY is one at the beginning of a line" in answer
    assert "is one at the beginning" not in told(club.mail(ADA, "GAMES, of course, are fun"), words)
    assert "DELEGATE in capitals is one" in told(club.mail(ADA, "Delegate to carol"), words)


def test_names_behind_small_words_are_found(club, words):
    assert "Games of ada that are over" in told(club.mail(ADA, "HISTORY of ada"), words)
    assert "which game? Write its name behind JOIN" in told(club.mail(CAROL, "JOIN AS north"), words)
    club.mail(ADA, "NEW sealed_bids")
    assert "you play South in sealed2" in told(club.mail(CAROL, "JOIN the game sealed2"), words)


def test_preview_alone_in_a_new_mail_is_answered_as_a_command(server, words):
    server.begin((ADA, "NEW conflict"), (BEN, "JOIN conflict1"))
    assert "you are none of conflict1" in told(server.mail(ADA, "PREVIEW"), words)
    server.mail(ADA, "NEW conflict AGAINST recruit")
    assert "of which game? GAMES lists yours" in told(server.mail(ADA, "PREVIEW"), words)


def test_preview_in_a_new_mail_of_who_plays_the_wargame_is_told_where_it_stands(server, words):
    server.begin((ADA, "NEW waterloo_wargame"), (BEN, "JOIN wargame1"))
    answer = told(server.mail(ADA, "PREVIEW"), words)
    assert "PREVIEW is a line beside your orders" in answer


def test_a_command_between_semicolons_beside_an_order_is_not_lost(club, words):
    [answer] = club.reply(club.latest(ADA), "bid 4; CHECK")
    assert subject_of(answer).endswith("orders checked: 1 ok")
    answer = told(club.reply(club.latest(ADA), "STATUS; bid 4"), words)
    assert "1 STATUS ok below" in answer
    assert "1 bid 4 ok" in answer


def test_please_in_other_languages_is_left_out(club, words):
    assert "Status" in told(club.reply(club.latest(ADA), f"Hallo,\nbitte STATUS {GAME}\nGruss, Ada"), words)
    answer = told(club.mail(ADA, f"STATUS {GAME} s'il vous plaît."), words)
    assert f"ok, read as STATUS {GAME}" in answer
