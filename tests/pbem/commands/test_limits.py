"""How much one mail may ask for, and how much its answer holds: what is beyond is told."""

from __future__ import annotations

import pytest

from pbem.commands import limits
from pbem.commands.answers import Reply
from pbem.inbound.lines import Command
from pbem.reports.document import Section
from pbem.store.models import Game, Outbox

ADA, BEN = "ada@players.example", "ben@players.example"


def begin(server, ruleset="conflict"):
    server.enrol(ADA, BEN, pictures=True)
    server.mail(ADA, f"NEW {ruleset}")
    server.mail(BEN, f"JOIN {ruleset.rstrip('0123456789').partition('_')[0]}1")


def said(mail, words):
    return " ".join(words(mail).split())


def pictures(mail):
    return [part for part in mail.walk() if part.get_content_type() == "image/png"]


def without_pictures(mail):
    return len(mail.as_bytes()) - sum(len(part.as_bytes()) for part in pictures(mail))


def test_the_eleventh_command_is_told_and_not_carried_out(server, words):
    server.enrol(ADA, pictures=True)
    [answer] = server.mail(ADA, "\n".join(["GAMES"] * 10 + ["HELP"]))
    told = said(answer, words)
    assert "11 HELP no not carried out: a mail may have 10 commands" in told
    assert "Commands, one a line" not in told


def test_hundreds_of_commands_are_told_in_one_sentence(server, words):
    begin(server)
    [answer] = server.reply(server.latest(ADA), "MAP\n" * 200)
    told = said(answer, words)
    assert "and 189 commands more, down to line 200: not carried out: a mail may have 10 commands" in told
    assert len(pictures(answer)) == limits.MOST_PICTURES
    assert told.count(limits.NO_PICTURE) == 8
    assert without_pictures(answer) < limits.HEAVIEST_ANSWER


def test_check_is_heard_however_many_commands_stand_above_it(server, words):
    begin(server, "waterloo1895")
    report = server.latest(ADA)
    [answer] = server.reply(report, "HELP\n" * 30 + "CHECK\nplace default")
    assert "orders checked" in answer["Subject"]
    assert "31 CHECK ok for the orders of this mail" in said(answer, words)
    assert "orders checked" not in server.reply(report, "place default")[0]["Subject"]


def test_one_mail_opens_one_game(server, words):
    server.enrol(ADA, pictures=True)
    [answer] = server.mail(ADA, "NEW waterloo1895\n" * 9)
    assert said(answer, words).count(limits.ONE_NEW) == 8
    with server.store.reading() as session:
        assert session.query(Game).count() == 1


def test_reports_beyond_the_size_of_an_answer_are_left_out_and_named(server, words):
    begin(server)
    [answer] = server.reply(server.latest(ADA), "REPORT\n" * 10)
    assert limits.TOO_LONG in said(answer, words)
    assert without_pictures(answer) < limits.HEAVIEST_ANSWER


def test_a_record_comes_whatever_its_size(server, monkeypatch):
    begin(server)
    monkeypatch.setattr(limits, "HEAVIEST_ANSWER", limits.RESERVED + 100)
    [answer] = server.reply(server.latest(ADA), "RECORD\nRECORD")
    assert [part.get_filename() for part in answer.walk() if part.get_filename()] == ["conflict1.jsonl"]


@pytest.mark.parametrize(("bytes_a_sign", "fits"), [(8, True), (6, False)])
def test_signs_beyond_ascii_weigh_what_a_mail_writes_for_them(bytes_a_sign, fits):
    """An ö is written as =C3=B6, six bytes, once in the text and once in the HTML, and hardly more is counted."""
    room = limits.HEAVIEST_ANSWER - limits.RESERVED
    asked = Reply("ok", "below", (Section(None, "fixed", ("ö" * (room // 2 // bytes_a_sign),)),))
    carried = limits.carry_out([Command(1, "STATUS", "STATUS", "")], lambda _command: asked)
    assert (carried.replies == (asked,)) is fits
    assert (carried.lines[0].said == limits.TOO_LONG) is not fits


def test_a_line_is_echoed_as_far_as_anybody_needs_it(server, words):
    server.enrol(ADA, pictures=True)
    [answer] = server.mail(ADA, "STATUS " + "x" * 300_000 + "\n" + "word " * 60_000 + "\nHELP " + "y" * 90_000)
    assert len(answer.as_bytes()) < 20_000
    assert "x" * 150 in words(answer).replace("\n", "").replace(" ", "")


def test_thousands_of_lines_are_answered_in_a_mail_of_some_size(server, words):
    server.enrol(ADA, pictures=True)
    [answer] = server.mail(ADA, "\n".join(f"line {number} of a long story" for number in range(1_900)) + "\nGAMES")
    told = said(answer, words)
    assert "and more" in told
    assert "answers, of lines" in told
    assert "1901 GAMES ok" in told
    assert without_pictures(answer) < limits.HEAVIEST_ANSWER


# --- Strangers ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("times", [1, 19_900])
def test_a_hint_repeats_nothing_of_what_a_stranger_wrote(server, times):
    spam = "NEW CHEAP PILLS at https://spam.example/buy\n" * times
    [hint] = server.mail("victim@players.example", spam, subject="NEW PILLS")
    text = hint.as_string()
    assert "PILLS" not in text
    assert "spam.example" not in text
    assert len(text) < 8_000


@pytest.mark.parametrize("sender", ["jdöe@mächine.example", "jdöe@players.example"])
def test_a_sender_beyond_ascii_is_told_how_to_enrol(server, sender):
    raw = f"From: {sender}\r\nMessage-ID: <1@x>\r\n\r\nHELP\r\n".encode()
    server.take_in(raw, server.settings.address)
    server.work()
    [mail] = server.inbox()
    assert (mail.state, mail.attempts) == ("held", 1)
    with server.store.reading() as session:
        [hint] = session.query(Outbox)
        assert hint.to_address.startswith("jdöe@")


def test_a_sender_whose_domain_alone_is_not_ascii_plays(server):
    sender = "jo@mächine.example"
    for body in (b"HELP", b"GAMES"):
        server.take_in(f"From: {sender}\r\nMessage-ID: <{body}@x>\r\n\r\n".encode() + body, server.settings.address)
        server.work()
    [hint] = server.box(sender)
    assert hint["To"] == "jo@xn--mchine-bua.example"
