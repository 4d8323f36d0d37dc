"""What is told to who wrote no command: lines that can be sent as they stand."""

from __future__ import annotations

import re

from cups_by_mail import event_file
from inprocess import text_of

from pbem.events import directing
from pbem.events.directing import Asked

ADA, BEN = "ada@players.example", "ben@players.example"
GAP = re.compile(r"  +")


def steps(mail) -> list[str]:
    """The lines that a mail offers, without what they bring."""
    text = text_of(mail)
    section = text[text.index("Lines that you can send") :].split("\n\n")[0]
    return [GAP.split(line.strip())[0] for line in section.split("\n")[1:] if not line.startswith("     ")]


def test_whoever_asks_in_plain_words_is_told_lines_that_work(server, sealed_bids):
    server.begin((ADA, "NEW sealed_bids rounds=3"), also=(BEN,))
    directing.new(server.context, event_file(directors=[BEN]))
    directing.open_(server.context, Asked("cup"))
    [answer] = server.mail(BEN, "Hi,\n\nI would like to play a game, please\n\nBest regards\nBen")
    assert "There was no order and no command in your mail" in text_of(answer)
    assert max(map(len, text_of(answer).split("\n"))) <= 78
    offered = steps(answer)
    assert {"JOIN sealed1", "ENTER cup", "HELP"} <= set(offered)
    # Each is what it says: none of them is refused.
    for line in offered:
        told = text_of(server.mail(BEN, line)[0])
        assert re.search(rf"1  {line} +ok\b", " ".join(told.split("\n"))), told
    [answer] = server.mail(BEN, "And what now, I wonder")
    now = steps(answer)
    assert now[0] == "GAMES"
    assert "JOIN sealed1" not in now
    assert "ENTER cup" not in now


def test_help_begins_so_for_who_has_no_game(server):
    server.enrol(ADA)
    assert "Lines that you can send" in text_of(server.mail(ADA, "HELP")[0])
    server.mail(ADA, "NEW conflict AGAINST recruit")
    assert "Lines that you can send" not in text_of(server.latest(ADA))
    assert all("Lines that you can send" not in text_of(mail) for mail in server.mail(ADA, "HELP"))


def test_what_is_wrong_in_answer_to_a_report_is_about_that_game(server):
    server.enrol(ADA)
    server.mail(ADA, "NEW conflict AGAINST recruit")
    [answer] = server.reply(server.latest(ADA), "Thank you, I have to think")
    assert "Lines that you can send" not in text_of(answer)
