"""Letters in mails of a campaign: what belongs to one, and that one may be sent again as it was."""

from __future__ import annotations

import pytest
from campaigns_by_mail import ADA, BEN, games, latest_report
from inprocess import Server, letter, subject_of

LETTER = (
    "letter ney: Take Marchienne and Gosselies with your two corps this morning, and then\n"
    "halt there and wait for my word. Girard shall go to Charleroi with me today.\n"
    "What did you see of the enemy?"
)


@pytest.fixture
def campaign(server: Server, words) -> str:
    """A campaign of four, in which Ada is Napoleon and Ben is Ney."""
    server.enrol(ADA, BEN)
    server.mail(ADA, "NEW hundred_days players=4 AS napoleon")
    name = games(server, "hundred_days", "forming")[0].name
    server.mail(BEN, f"JOIN {name} AS ney")
    server.mail(ADA, f"INVITE recruit to {name}\nINVITE recruit to {name}")
    return name


def write(server: Server, campaign: str, text: str):
    """Answer the latest report and quote nothing of it; the answer."""
    report = latest_report(server, ADA, campaign)
    to, before = str(report["Reply-To"]), len(server.box(ADA))
    server.take_in(letter(ADA, to, text, f"Re: {subject_of(report)}", str(report["Message-ID"])), to)
    server.work()
    [answer] = server.box(ADA)[before:]
    return answer


def test_lines_below_a_letter_without_an_end_are_asked_about_and_not_lost(server, words, campaign):
    answer = write(server, campaign, f"FY march HAM\n{LETTER}\nBest regards\nAda")
    assert "not played: 2 lines not understood" in subject_of(answer)
    told = " ".join(words(answer).split())
    assert "lines 3 and 4 were not understood, and would be left out of the letter above." in told
    assert "A letter of several lines ends with a line END of its own." in told


def test_a_letter_of_one_line_needs_no_end(server, words, campaign):
    answer = write(server, campaign, "letter ney: Take Marchienne.\nBest regards\nAda\n\nI look forward to it all.")
    assert "orders kept: 1 ok" in subject_of(answer)


def test_a_letter_that_was_told_back_is_sent_again_as_it_was(server, words, campaign):
    assert "not played" in subject_of(write(server, campaign, f"FH follow FO\n{LETTER}\nEND"))
    assert "orders kept: 2 ok" in subject_of(write(server, campaign, f"FY march HAM\n{LETTER}\nEND"))


def test_lines_that_are_left_out_are_counted_in_the_subject(server, words, campaign):
    answer = write(server, campaign, "FY march HAM\nF6 march Marchiene")
    assert "orders kept: 1 ok, 1 left out" in subject_of(answer)
    told = " ".join(words(answer).split())
    assert 'no place "marchiene"; perhaps Marchienne is meant (HD-010).' in told
