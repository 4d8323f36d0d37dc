"""The one rule on quotations, by mail: what is played, what is asked about, and that it is told the same everywhere."""

from __future__ import annotations

import re
from email.message import EmailMessage
from html import escape
from pathlib import Path

import pytest
from inprocess import letter, text_of
from sqlalchemy import text

from pbem.inbound import processing
from pbem.inbound.quotes import OWN_LINES_LIMIT
from pbem.reports.turn import QUOTATION_RULE
from pbem.store import Store

ADA, BEN = "ada@players.example", "ben@players.example"
DOCS = Path(__file__).parents[3] / "docs"
WROTE = "On Tue, Nov 24, 2026 at 9:04 PM pbem@play.example wrote:"


@pytest.fixture(autouse=True)
def players(server) -> None:
    server.enrol(ADA, BEN)


def quoted(mail):
    return "".join(f"> {line}\n" for line in text_of(mail).split("\n"))


def answered(server, mail, body, html=None):
    """Send a body as it stands in answer to a mail; the first answer."""
    to, writer = str(mail["Reply-To"]), str(mail["To"])
    before = len(server.box(writer))
    reply = letter(writer, to, body, "Re: your turn", str(mail["Message-ID"]))
    if html is not None:
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = writer, to, "Re: your turn"
        message["Message-ID"], message["In-Reply-To"] = f"<{before}@players.example>", str(mail["Message-ID"])
        message.set_content(html, subtype="html")
        reply = message.as_bytes()
    server.take_in(reply, to)
    server.work()
    return server.box(writer)[before]


def told(answer):
    """The lines of an answer's list, spaces between words alone."""
    listed = text_of(answer).partition("Your mail, line by line\n")[2].partition("\n\n")[0]
    return [" ".join(line.split()) for line in listed.split("\n")]


def begun(server, ruleset, first="setup default"):
    """The report of the side to move of a game that has begun."""
    server.mail(ADA, f"NEW {ruleset}")
    game = f"{ruleset.partition('_')[0]}1"
    server.mail(BEN, f"JOIN {game}")
    for _ in range(2):
        server.reply(asked(server), first)
    return asked(server)


def asked(server):
    """The latest report that asks for orders."""
    return next(mail for mail in map(server.latest, (ADA, BEN)) if "Reply to this mail" in text_of(mail))


def test_the_rule_is_told_in_the_same_words_in_reports_by_help_and_in_the_guide(server) -> None:
    server.mail(ADA, "NEW waterloo1895")
    server.mail(BEN, "JOIN waterloo1")
    [helped] = server.mail(ADA, "HELP")
    guide = (DOCS / "playing.md").read_text(encoding="utf-8")
    for place in (text_of(server.latest(BEN)), text_of(helped), guide):
        assert QUOTATION_RULE in " ".join(place.split())


@pytest.mark.parametrize("above", ["Was that right?", "CHECK", ""])
def test_marked_orders_above_the_report_are_all_shown_and_none_is_played(server, above) -> None:
    report = begun(server, "stratego_waterloo")
    answer = answered(server, report, f"{above}\n> E7 E6\n> D7 D6\n> end\n\n{WROTE}\n\n{quoted(report)}")
    assert "orders not played" in str(answer["Subject"])
    assert [line for line in told(answer) if "quotation" in line] == [
        f"{number} {order} no changed or added in the quotation"
        for number, order in ((2, "E7 E6"), (3, "D7 D6"), (4, "end"))
    ]
    assert " ".join(QUOTATION_RULE.split()) in " ".join(text_of(answer).split())


def test_orders_in_the_blockquote_of_a_page_are_not_taken_for_typed_ones(server) -> None:
    report = begun(server, "stratego_waterloo")
    page = (
        f"<div>Here you are</div><div class=gmail_quote>{escape(WROTE)}<blockquote><div>fire B4 B7</div><div>end</div>"
        f"<pre>{escape(text_of(report))}</pre></blockquote></div>"
    )
    answer = answered(server, report, "", page)
    assert "orders not played" in str(answer["Subject"])
    assert [line.split(" no ")[0] for line in told(answer) if "in the quotation" in line] == ["3 fire B4 B7", "4 end"]


def asked_to_post(server):
    server.mail(ADA, "NEW waterloo1895")
    server.mail(BEN, "JOIN waterloo1")
    return server.latest(BEN)


@pytest.mark.parametrize("typed", ["will answer tonight!", "GAMES", ""])
def test_a_form_changed_in_the_quotation_is_read_whole(server, typed) -> None:
    report = asked_to_post(server)
    body = f"{typed}\n\n{WROTE}\n\n{quoted(report).replace('place W6 A17', 'place W6 A99')}"
    answer = answered(server, report, body)
    assert sum(re.match(r"[0-9]+ place W", line) is not None for line in told(answer)) == 10
    assert "read from the order form in the quotation, as it now stands" in " ".join(text_of(answer).split())


def test_orders_typed_above_a_changed_form_are_asked_about(server) -> None:
    report = asked_to_post(server)
    body = f"place default\nGAMES\n\n{WROTE}\n\n{quoted(report).replace('place W6 A17', 'place W6 B17')}"
    answer = answered(server, report, body)
    assert str(answer["Subject"]).endswith("orders not played: two sets in one mail")
    lines = told(answer)
    assert lines[:2] == ["1 place default no typed outside the quotation", "2 GAMES ok below"]
    assert lines[2].endswith("place W6 B17 no changed in the order form")
    assert len(lines) == 3


def test_commands_that_bind_wait_where_orders_are_asked_about(server) -> None:
    report = asked_to_post(server)
    server.mail(ADA, "NEW conflict players=2")
    answer = answered(server, report, f"JOIN conflict2\nGAMES\n> place W6 B17\n{quoted(report)}")
    assert [line.split(" ", 1)[1] for line in told(answer)] == [
        "JOIN conflict2 no typed outside the quotation",
        "GAMES ok below; GAMES OPEN has 1 more",
        "place W6 B17 no changed or added in the quotation",
    ]
    assert server.game("conflict2").state == "forming"


def test_own_old_orders_below_the_new_ones_are_not_played(server) -> None:
    report = asked_to_post(server)
    old = "From: Ben\nSent: Tuesday\nTo: pbem\nSubject: Re: my army\n\nplace default\nGAMES"
    answer = answered(server, report, f"CHECK\nplace W6 A99\n\n-----Original Message-----\n{old}\n")
    assert [line.split(" ")[1:4] for line in told(answer) if line[0] in "12"][1] == ["place", "W6", "A99"]
    assert not any("default" in line or "GAMES" in line for line in told(answer))


def test_orders_in_a_quoted_mail_alone_are_asked_about(server) -> None:
    report = asked_to_post(server)
    answer = answered(server, report, f"As before.\n\n{WROTE}\nplace default\n")
    assert "they stand in a quoted mail" in str(answer["Subject"])
    assert told(answer)[-1] == "4 place default no stands in a quoted mail"


def test_of_a_mail_with_too_many_lines_nothing_is_carried_out(server) -> None:
    report = asked_to_post(server)
    answer = answered(server, report, "NEW conflict\nplace default\n" + "place W1 G13\n" * OWN_LINES_LIMIT)
    assert str(answer["Subject"]).endswith("your mail is too long")
    assert f"more than {OWN_LINES_LIMIT:,} lines" in " ".join(text_of(answer).split())
    assert len(text_of(answer)) < 10_000
    [games] = server.mail(BEN, "GAMES")
    assert "conflict" not in text_of(games)


FLOODS = {
    "the form of the last report": lambda form: "HELP\n-----Original Message-----\n" + form * 1_995,
    "one order": lambda form: "place N1 S27\n" * 19_900,
}


@pytest.mark.both_databases
@pytest.mark.parametrize("flood", FLOODS)
def test_a_long_mail_is_compared_while_nobody_waits_for_the_database(server, monkeypatch, flood) -> None:
    report = asked_to_post(server)
    form = "".join(f"{line.strip()}\n" for line in text_of(report).split("\n") if line.startswith("  place W"))
    assert form.count("\n") == 10
    found = []

    def watched(raw, own_of):
        other = Store(server.settings.database)
        with other.session() as session:
            session.execute(text("SELECT 1"))
            found.append(processing_read(raw, own_of))
        other.close()
        return found[-1]

    processing_read = processing.read_with_own_lines
    monkeypatch.setattr(processing, "read_with_own_lines", watched)
    before = len(server.box(BEN))
    server.take_in(letter(BEN, server.settings.address, FLOODS[flood](form)), server.settings.address)
    server.work()
    assert len(server.box(BEN)) == before + 1
    [(mail, own)] = found
    assert own.compared <= 12 * len(mail.text.split())
