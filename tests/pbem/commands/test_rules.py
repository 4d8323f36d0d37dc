"""The rules by mail: RULES, HELP and a clause, and how orders are written, in a game and outside."""

from __future__ import annotations

import re

import pytest

from pbem.commands import limits
from pbem.rulesets import names
from pbem.rulesets.rulebooks import clauses, rulings_on

ADA, BEN = "ada@players.example", "ben@players.example"


def said(mail, words):
    return " ".join(words(mail).split())


def files(mail):
    return {part.get_filename(): part for part in mail.walk() if part.get_filename()}


def content(mail, name):
    return files(mail)[name].get_payload(decode=True).decode()


def begin(server, ruleset="conflict"):
    server.begin((ADA, f"NEW {ruleset}"), also=(BEN,))
    name = ruleset.partition(" ")[0].rstrip("0123456789").partition("_")[0]
    server.mail(BEN, f"JOIN {name}1")


def test_rules_alone_in_a_game_sends_the_rulebook_of_the_game(server, words):
    begin(server, "waterloo1895")
    [answer] = server.reply(server.latest(ADA), "RULES")
    assert "RULES ok the rules of The Game of Waterloo (1895) are attached" in said(answer, words)
    assert {"waterloo1895-rules.html", "waterloo1895-rules.txt"} <= set(files(answer))
    assert 'id="W95-R06"' in content(answer, "waterloo1895-rules.html")


@pytest.mark.parametrize("name", names())
def test_rules_and_a_name_sends_a_page_that_needs_nothing_and_text_of_78_columns(server, words, name):
    server.enrol(ADA)
    [answer] = server.mail(ADA, f"RULES {name}")
    page, text = content(answer, f"{name}-rules.html"), content(answer, f"{name}-rules.txt")
    assert not re.search(r"<(?:script|link|img|iframe)|url\(|src=", page)
    assert max(map(len, text.split("\n"))) <= 78
    assert "rule set:" not in text  # the head of the file is for tests
    for number, clause in clauses().items():
        if clause.ruleset == name:
            assert f'id="{number}"' in page
            assert number in text
    assert files(answer)[f"{name}-rules.txt"].get_content_charset() == "utf-8"
    assert len(answer.as_bytes()) < limits.HEAVIEST_FILES


@pytest.mark.parametrize(
    ("typed", "answered"),
    [
        ("RULES Waterloo 1895", "ok, read as RULES waterloo1895: the rules of"),
        ("rules CONFLICT", "ok"),
        ("RULES conflcit", "did you mean conflict?"),
        ("RULES", "which? the rules of which game? Write one of these RULES conflict RULES"),
        ("RULES chess", 'there are no rules called "chess" here; there is conflict'),
    ],
)
def test_names_of_rulebooks_are_taken_as_other_names_are(server, words, typed, answered):
    server.enrol(ADA)
    [answer] = server.mail(ADA, typed)
    assert answered in said(answer, words)


def test_rules_of_a_game_by_its_name(server, words):
    server.begin((ADA, "NEW conflict"))
    [answer] = server.mail(ADA, "RULES conflict1")
    assert "conflict-rules.txt" in files(answer)


def test_a_mail_brings_one_rulebook(server, words):
    server.enrol(ADA)
    [answer] = server.mail(ADA, "\n".join(f"RULES {name}" for name in names()))
    assert said(answer, words).count(limits.ONE_RULEBOOK) == len(names()) - 1
    assert len(files(answer)) == 2


def test_files_by_name_have_a_room_of_their_own_and_an_end(server, words, monkeypatch):
    begin(server)
    report = server.latest(ADA)
    monkeypatch.setattr(limits, "HEAVIEST_ANSWER", limits.RESERVED + 100)
    [both] = server.reply(report, "RULES\nRECORD\nRECORD")
    assert {"conflict-rules.html", "conflict1.jsonl"} <= set(files(both))
    assert limits.ATTACHED in said(both, words)
    monkeypatch.setattr(limits, "HEAVIEST_FILES", 1_000)
    [one] = server.reply(report, "RULES\nRECORD")
    assert "conflict1.jsonl" not in files(one)
    assert limits.TOO_LONG in said(one, words)


def test_how_orders_are_written_outside_a_game(server, words):
    server.enrol(ADA)
    asked, told, wrong = (
        said(server.mail(ADA, body)[0], words)
        for body in ("HELP ORDERS", "help orders Waterloo-Grid", "HELP ORDERS confilct")
    )
    assert "which? of which rule set? Write one of these HELP ORDERS conflict HELP ORDERS" in asked
    assert "ok, read as HELP ORDERS waterloo_grid" in told
    assert "Orders of Waterloo on a grid An order names a unit" in told
    assert 'no rule set "confilct" here (did you mean conflict?)' in wrong


@pytest.mark.parametrize("typed", ["HELP CON-012", "help con-012", "HELP con 12"])
def test_a_clause_comes_with_what_was_ruled_on_it(server, words, typed):
    server.enrol(ADA)
    [answer] = server.mail(ADA, typed)
    told = words(answer)
    [ruling, *_more] = rulings_on("CON-012")
    assert "\nCON-012\n" in told
    assert f"\n{ruling}\n" in told
    assert "RULES conflict sends the whole rulebook" in said(answer, words)


def test_a_ruling_is_told_too_and_a_number_near_to_one_is_offered(server, words):
    server.enrol(ADA)
    ruling, near = (said(server.mail(ADA, body)[0], words) for body in ("help w95-r06", "HELP w95 r006x"))
    assert clauses()["W95-R06"].text in ruling
    assert "did you mean W95-R06" in near


@pytest.mark.parametrize("command", ["RULES", "MAP", "STATUS", "DRAW"])
def test_help_and_a_command_tells_what_it_does(server, words, command):
    server.enrol(ADA)
    told = words(server.mail(ADA, f"HELP {command}")[0])
    assert re.search(rf"^.*\b{command}\b.*  \w", told.partition(f"\n{command}\n")[2], re.MULTILINE)
    assert "NEW ruleset" not in told


def test_rules_stands_in_help(server, words):
    server.enrol(ADA)
    told = words(server.mail(ADA, "HELP")[0])
    assert "\nRULES [ruleset] " in told
    assert "\nHELP ORDERS         how" in told


def test_the_rulebook_is_set_while_no_transaction_is_open(server, monkeypatch):
    from pbem.reports import rulebook

    server.enrol(ADA)
    monkeypatch.setattr(rulebook, "_printed", {})
    set_, print_ = [], rulebook.print_

    def watched(name):
        with server.store.session():  # SQLite would make us wait for ever, did another transaction write
            set_.append(name)
        print_(name)

    monkeypatch.setattr(rulebook, "print_", watched)
    [answer] = server.mail(ADA, "RULES conflict")
    assert set_ == ["conflict"]
    assert "conflict-rules.html" in files(answer)


def test_the_card_in_a_game_and_outside(server, words):
    begin(server, "waterloo_grid garrison=infantry")
    inside = words(server.reply(server.latest(ADA), "HELP CARD")[0])
    outside = words(server.mail(ADA, "HELP CARD conflict")[0])
    assert "Only infantry enters villages and farms." in inside
    assert "pl, airplane: on all of these; takes everything but an aa." in outside
