"""Citations in HTML: links to the rulebook on the web, else into the one that comes along, else none."""

from __future__ import annotations

import re

import pytest

from pbem.reports import html, text
from pbem.reports.citations import NOWHERE, Rulebooks, content_id, count_of, linked, rulebooks_for
from pbem.reports.document import AnswerLine, Document, Section
from pbem.reports.rulebook import page
from pbem.reports.rulebook import text as plain
from pbem.rulesets import names

NO_CLAUSE = "-".join(("W95", "999"))
WEB = Rulebooks("https://play.example.org/")
ADA, BEN = "ada@players.example", "ben@players.example"


def links(page):
    return re.findall(r'<a href="([^"]*)">([^<]*)</a>', page)


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("no piece may pass another (W95-031, 033).", ["W95-031", "W95-033"]),
        ("as W95-R06 and R07 say", ["W95-R06", "W95-R07"]),
        ("(CON-060, CON-061)", ["CON-060", "CON-061"]),
        ("(W95-062 to 069)", ["W95-062", "W95-069"]),
        ("(W95-031, 999)", ["W95-031"]),
        (f"XYZ-001, {NO_CLAUSE} and BI2-3 are no clauses", []),
    ],
)
def test_each_clause_that_there_is_is_a_link_to_it(said, found):
    made = linked(said, WEB)
    assert [link.partition("#")[2] for link, _ in links(made)] == found
    assert all(link.startswith("https://play.example.org/rules/") for link, _ in links(made))
    assert re.sub(r"<[^>]*>", "", made) == said
    assert count_of(said) >= len(found)


def test_what_a_player_wrote_is_never_markup():
    made = linked('<a href="x"> & W95-031 <b>', WEB)
    assert made.startswith("&lt;a href=&#34;x&#34;&gt; &amp; <a href=")
    assert made.endswith("</a> &lt;b&gt;")


def test_without_a_rulebook_there_is_no_link():
    assert links(linked("(W95-031)", NOWHERE)) == []
    assert links(linked("(W95-031)", Rulebooks(attached={"conflict": "1@x"}))) == []


def test_text_and_html_say_the_same():
    sections = (
        Section(None, "words", ("The move is refused (W95-031, 033).",)),
        Section("Answers", "answers", (AnswerLine(1, "N1 W95-031", "no", "not so (CON-010)"),)),
        Section("Help", "fixed", ("SWL-001  two play",)),
    )
    document = Document("a subject", sections)
    written = html.write(document, WEB)
    assert [shown for _, shown in links(written)] == ["W95-031", "033", "CON-010", "SWL-001"]
    for word in re.findall(r"\S+", text.write(document)):
        assert word in re.sub(r"<[^>]*>", "", written)


@pytest.mark.parametrize("name", names())
def test_a_rulebook_has_the_places_that_it_links_to(name):
    made = page(name)
    places = set(re.findall(r'id="([^"]*)"', made))
    wanted = re.findall(r'href="([^"]*)"', made)
    assert wanted
    for link in wanted:
        assert link.removeprefix("#") in places, link
    assert len(places) == len(re.findall(r'\bid="', made))


@pytest.mark.parametrize("name", names())
def test_nothing_of_a_rulebook_is_lost_in_its_text(name):
    """What the page says word by word the text says too; tables and lists are set otherwise, so words are counted."""
    body = re.sub(r"<[^>]*>", " ", page(name).partition("<body>")[2])
    wanted = set(re.findall(r"[A-Za-z]{4,14}", re.sub(r"&\w+;", " ", body)))
    joined = re.sub(r"\s+", "", plain(name))
    missing = {word for word in wanted if word not in joined}
    assert len(missing) <= 3, missing  # words broken in the narrow columns of a table


# --- In mails -----------------------------------------------------------------------------------------------------


def html_of(mail):
    return next(
        part.get_payload(decode=True).decode()
        for part in mail.walk()
        if part.get_content_type() == "text/html" and not part.get_filename()
    )


def test_the_mail_that_brings_a_rulebook_links_into_it(server):
    server.enrol(ADA)
    [answer] = server.mail(ADA, "RULES conflict\nHELP CON-010\nHELP W95-031")
    found = links(html_of(answer))
    ident = content_id("conflict-rules.html", answer["Message-ID"])
    assert (f"cid:{ident}#CON-010", "CON-010") in found
    assert not any("W95" in shown for _, shown in found)
    [attached] = [part for part in answer.walk() if part.get_filename() == "conflict-rules.html"]
    assert attached["Content-ID"] == f"<{ident}>"
    assert links(html_of(server.mail(ADA, "HELP CON-010")[0])) == []


def test_where_the_server_has_a_public_address_every_mail_links_to_it(server):
    server.enrol(ADA, BEN)
    server.context.settings.public_url = "https://play.example.org"
    server.mail(ADA, "NEW conflict")
    server.mail(BEN, "JOIN conflict1")
    [answer] = server.reply(server.latest(ADA), "CHECK\nar1 3 to k12")
    found = links(html_of(answer))
    assert found
    assert all(link.startswith("https://play.example.org/rules/conflict#CON-") for link, _ in found)


def test_rulebooks_are_known_by_the_names_of_their_pages():
    assert rulebooks_for(None, (), "<1@x>") == NOWHERE


def test_a_form_comes_back_as_it_was_sent_so_it_has_no_links():
    document = Document("a subject", (Section("Order form", "form", ("# as W95-031 says", "N1 5 U23")),))
    assert links(html.write(document, WEB)) == []


@pytest.mark.parametrize("shown", [" <{}>", "<{}>"])
def test_links_that_a_mail_program_writes_out_in_a_quotation_change_nothing(server, words, shown):
    server.enrol(ADA, BEN)
    server.context.settings.public_url = "https://play.example.org"
    server.mail(ADA, "NEW conflict AS red")
    server.mail(BEN, "JOIN conflict1")
    report = next(mail for player in (ADA, BEN) for mail in [server.latest(player)] if "your throw" in mail["Subject"])
    [refused] = server.reply(report, "CHECK\nar1 1 to k12")
    assert links(html_of(refused))
    quoted = re.sub(
        r"(CON-\d+)",
        lambda found: found[1] + shown.format(f"https://play.example.org/rules/conflict#{found[1]}"),
        "\n".join(f"> {line}" for line in words(refused).split("\n")),
    )
    assert "/rules/conflict#CON-" in quoted
    before = len(server.box(str(refused["To"])))
    raw = (
        f"From: {refused['To']}\r\nMessage-ID: <again@x>\r\nIn-Reply-To: {refused['Message-ID']}\r\n\r\nSTATUS\n\n"
        f"On Tuesday the server wrote:\n{quoted}\n"
    )
    server.take_in(raw.encode(), str(refused["Reply-To"]))
    server.work()
    [answer] = server.box(str(refused["To"]))[before:]
    told = " ".join(words(answer).split())
    assert "STATUS ok" in told
    assert "quotation" not in told.partition("Still wanted")[0]
