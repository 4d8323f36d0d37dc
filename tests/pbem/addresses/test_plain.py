"""Mailboxes without plus-addresses: replies are known by our Message-ID, or by the first line of the form."""

from __future__ import annotations

from email import message_from_bytes
from email.message import Message
from email.utils import make_msgid
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from inprocess import Server, text_of

from pbem.addresses import plain
from pbem.config import Settings
from pbem.doors import storing
from pbem.doors.contract import Handed

ADA, BEN, EVE = "ada@players.example", "ben@players.example", "eve@players.example"
CLUB = "waterloo.club@example.org"


class Club(Server):
    """A server whose mailbox has no plus-addresses, at its doors."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, mail_domain="example.org", mailbox_local_part="waterloo.club", plus_addresses=False)

    def hand(self, raw: bytes, sender: str | None = None) -> list[Message]:
        """Let a door store a mail, and do all that follows; what came to its writer."""
        writer = str(message_from_bytes(raw)["From"])
        before = len(self.box(writer))
        storing.store(self.context, [Handed(raw, sender, CLUB)], "test")
        self.work()
        return self.box(writer)[before:]


@pytest.fixture
def club(tmp_path: Path) -> Club:
    made = Club(tmp_path)
    for player, line in ((ADA, "NEW waterloo1895"), (BEN, "JOIN waterloo1")):
        [hint] = made.hand(letter(player, line))
        made.hand(letter(player, "", answered=str(hint["Message-ID"])))
    return made


def letter(sender: str, body: str, answered: str | None = None) -> bytes:
    """A mail to the club; EmailMessage would break an id that is longer than a line."""
    thread = f"In-Reply-To: {answered}\r\nReferences: <x@other.example>\r\n {answered}\r\n" if answered else ""
    head = f"From: {sender}\r\nTo: {CLUB}\r\nMessage-ID: {make_msgid(domain='players.example')}\r\n{thread}"
    return f"{head}\r\n{body}\r\n".encode()


def report_of(club: Club, player: str) -> Message:
    return next(mail for mail in reversed(club.box(player)) if "post your army" in str(mail["Subject"]))


def line_of(mail: Message) -> str:
    return next(line.strip() for line in text_of(mail).split("\n") if line.strip().startswith("game "))


def test_mails_ask_for_answers_to_the_mailbox_and_enrol_by_what_they_answer(club: Club) -> None:
    report = report_of(club, ADA)
    assert report["Reply-To"] == CLUB
    assert "+" not in str(report["From"])
    assert line_of(report).startswith("game waterloo1 napoleon 0 ")


def test_a_reply_is_known_by_what_it_answers(club: Club) -> None:
    report = report_of(club, ADA)
    [answer] = club.hand(letter(ADA, "place default", answered=str(report["Message-ID"])))
    assert "Wellington has still to post" in text_of(answer)
    row = club.inbox()[-1]
    assert (row.game, row.seat, row.state) == ("waterloo1", "napoleon", "read")


def test_a_mail_that_answers_nothing_is_known_by_the_line_of_the_form(club: Club) -> None:
    [answer] = club.hand(letter(ADA, f"> {line_of(report_of(club, ADA)).lower()}\n\nplace default"))
    assert "Wellington has still to post" in text_of(answer)
    row = club.inbox()[-1]
    assert (row.game, row.seat, row.state) == ("waterloo1", "napoleon", "read")
    assert "+waterloo1.napoleon.0." in row.recipient


def test_the_line_is_checked_as_an_address_is(club: Club) -> None:
    line = line_of(report_of(club, ADA))
    wrong = line[:-4] + ("AAAA" if line[-4:] != "AAAA" else "BBBB")
    [answer] = club.hand(letter(ADA, f"{wrong}\n{line}\nplace default"))
    assert "nothing was played" in " ".join(text_of(answer).split())
    club.enrol(EVE)
    [answer] = club.hand(letter(EVE, f"{line}\nplace default"))
    assert "belongs to another player's seat" in " ".join(text_of(answer).split())
    [answer] = club.hand(letter(ADA, f"{line}\nplace default"))
    assert "Wellington has still to post" in text_of(answer)


def test_an_id_that_was_made_up_names_no_seat(club: Club) -> None:
    made_up = f"<{'0' * 16}.waterloo1.napoleon.0.aaaaaaaaaaaaaaaaaaaa@example.org>"
    [answer] = club.hand(letter(ADA, "place default", answered=made_up))
    assert "nothing was played" in " ".join(text_of(answer).split())


def test_yes_is_known_by_the_line_too(club: Club) -> None:
    for player in (ADA, BEN):
        club.hand(letter(player, "place default", answered=str(report_of(club, player)["Message-ID"])))
    mover = next(player for player in (ADA, BEN) if "your throw" in str(club.latest(player)["Subject"]))
    [asked] = club.hand(letter(mover, "resign", answered=str(club.latest(mover)["Message-ID"])))
    assert "YES" in str(asked["Subject"])
    answers = club.hand(letter(mover, "YES", answered=str(asked["Message-ID"])))
    assert "game is over" in str(answers[-1]["Subject"])


def test_the_line_is_cut_from_what_others_are_told(club: Club) -> None:
    report = report_of(club, ADA)
    line = line_of(report)
    said = f"SAY:\nHere is my line: {line} - guard it.\n> {line}\nGood luck.\nEND"
    club.hand(letter(ADA, said, answered=str(report["Message-ID"])))
    told = text_of(club.latest(BEN))
    assert "Here is my line:" in told
    assert "Good luck." in told
    assert line[-4:] not in told
    assert "game waterloo1 napoleon" not in told


def test_who_watches_is_shown_no_line(club: Club) -> None:
    club.enrol(EVE)
    club.hand(letter(EVE, "WATCH waterloo1"))
    for player in (ADA, BEN):
        club.hand(letter(player, "place default", answered=str(report_of(club, player)["Message-ID"])))
    club.work()
    assert len(club.box(EVE)) >= 2
    for mail in club.box(EVE):
        assert plain.without_form_lines(text_of(mail)) == text_of(mail)


def test_a_bounce_is_known_by_the_id_of_the_mail_that_came_back(club: Club) -> None:
    report = report_of(club, ADA)
    lines = (
        "From: MAILER-DAEMON@players.example",
        'Content-Type: multipart/report; report-type=delivery-status; boundary="part"',
        "MIME-Version: 1.0",
        "",
        "--part",
        "Content-Type: message/delivery-status",
        "",
        "Reporting-MTA: dns; mail.players.example",
        "",
        f"Final-Recipient: rfc822; {ADA}",
        "Action: failed",
        "Status: 5.1.1",
        "",
        "--part",
        "Content-Type: message/rfc822",
        "",
        f"Message-ID: {report['Message-ID']}",
        f"To: {ADA}",
        "",
        "--part--",
        "",
    )
    club.hand("\r\n".join(lines).encode(), sender="")
    assert club.inbox()[-1].reason.startswith("bounce of mail")
    assert "came back" in str(club.latest(BEN)["Subject"])


def test_the_latest_of_ours_decides_and_none_of_theirs() -> None:
    settings = Settings(mail_domain="example.org", mailbox_local_part="club", plus_addresses=False)
    one, two = (f"<{number * 16}.marengo7.{seat}.3.mac@example.org>" for number, seat in (("a", "red"), ("b", "blue")))
    untagged = f"<{'c' * 32}@example.org>"
    cases = {
        f"In-Reply-To: {one}\r\nReferences: {two}": "red",
        f"References: {one}\r\n {two}": "blue",
        f"References: {one} {two} {untagged}": None,
        f"In-Reply-To: <x@other.example>\r\nReferences: {two} <y@other.example>": "blue",
        f"References: {one.replace('example.org', 'example.com')}": None,
        "Subject: x": None,
    }
    for head, seat in cases.items():
        found = plain.addressed(settings, f"{head}\r\n\r\n{two}".encode(), "Club@example.org")
        assert found == (f"club+marengo7.{seat}.3.mac@example.org" if seat else "Club@example.org"), head
    assert (
        plain.addressed(settings, f"In-Reply-To: {one}\r\n\r\n".encode(), "club+x@example.org") == "club+x@example.org"
    )


SETTINGS = Settings(mail_domain="example.org", mailbox_local_part="club")


@given(st.binary(max_size=300))
def test_any_head_leads_to_an_address_of_ours(raw: bytes) -> None:
    assert plain.addressed(SETTINGS, b"References: " + raw, "club@example.org").startswith("club")


@given(st.text(max_size=200))
def test_what_has_no_line_stays_as_it_is_and_what_has_one_loses_it(text: str) -> None:
    line = "game waterloo12 napoleon 7 K4F7"
    kept = plain.without_form_lines(text)
    assert plain.without_form_lines(kept) == kept
    if kept == text:
        assert plain.without_form_lines(f"{text}\n> {line}\n").replace("\n", "") == text.replace("\n", "")
    assert line not in plain.without_form_lines(f"{text} {line} {text}")
