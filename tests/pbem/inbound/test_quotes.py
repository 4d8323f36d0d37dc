"""Replies in the styles of many mail programs to one report: every order is kept, no line of the report is left."""

from __future__ import annotations

import time
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.inbound import mime, quotes
from pbem.rulesets.waterloo1895.grammar import looks_like_order

STYLES = Path(__file__).parents[2] / "mail" / "styles"
REPORT = (STYLES / "report.txt").read_text(encoding="utf-8")
EXPECTED: dict[str, dict[str, Any]] = tomllib.loads((STYLES / "expected.toml").read_text(encoding="utf-8"))


def own(text: str, *sent: str) -> list[tuple[str, str]]:
    lines = quotes.own_lines(text, sent, "play.example", looks_like_order)
    return [(line.source, line.text) for line in lines]


@pytest.mark.parametrize("style", EXPECTED)
def test_every_order_is_kept_and_no_line_of_the_report(style: str) -> None:
    wanted = EXPECTED[style]
    opened = mime.read((STYLES / f"{style}.eml").read_bytes())
    lines = quotes.own_lines(opened.text, [REPORT], "play.example", looks_like_order)
    orders = [line for line in lines if looks_like_order(line.text)]
    assert [line.text for line in orders if line.source == "typed"] == wanted["typed"]
    assert [line.text for line in orders if line.source == "edited quote"] == wanted.get("edited", [])
    assert [line.text for line in lines if line not in orders] == wanted.get("remarks", [])


def test_numbers_count_every_line_of_the_mail() -> None:
    reply = "Hello\n\nN4 3 U19\nOn Tuesday, pbem@play.example wrote:\n> one\n>\n> two\n\nrest auto\n"
    lines = quotes.own_lines(reply, ["one\n\ntwo\n"], "play.example", looks_like_order)
    assert [(line.number, line.text) for line in lines] == [(1, "Hello"), (3, "N4 3 U19"), (9, "rest auto")]


def test_a_mail_to_nobody_known_is_read_to_its_quotation() -> None:
    reply = "HELP\n\nOn Tuesday, somebody wrote:\n> N4 3 U19\n> and more\n"
    assert own(reply) == [("typed", "HELP")]
    assert own("N4 3 U19\nThanks\n") == [("typed", "N4 3 U19"), ("typed", "Thanks")]


def test_an_unknown_mail_below_a_block_of_header_fields_is_read_with_a_remark() -> None:
    reply = "N4 3 U19\n\nFrom: X <pbem@play.example>\nSent: today\nTo: me\nSubject: x\n\nN6 2 X21\nsome words\n"
    assert own(reply) == [("typed", "N4 3 U19"), ("edited quote", "N6 2 X21")]


def test_older_mail_is_never_read() -> None:
    sent = "Your throw is 2-3-6, and all three dice can be played.\n"
    reply = f"N4 3 U19\n\n> {sent}>> N6 2 X21\n> > N6 2 X21\n>>> N6 2 X21\n"
    assert own(reply, sent) == [("typed", "N4 3 U19")]


def test_a_marked_order_with_nothing_of_ours_near_it_is_a_quotation_of_something_else() -> None:
    assert own("ND 6 X20\n\n> N4 3 U19\n", REPORT) == [("typed", "ND 6 X20")]


def test_a_quoted_line_with_an_answer_at_its_end() -> None:
    sent = "Here is the question of the day:\nYour orders, please, for the third throw:\n"
    reply = "> Here is the question of the day:\n> Your orders, please, for the third throw: N4 3 U19\n"
    assert own(reply, sent) == [("edited quote", "N4 3 U19")]


def test_an_order_that_lost_its_comment_was_meant() -> None:
    sent = (
        "Order form\n# Take the sign away from what you want to be played\nN4 3 U19   # or whatever you like better\n"
    )
    reply = "> Order form\n> # Take the sign away from what you want to be played\n> N4 3 U19\n"
    assert own(reply, sent) == [("edited quote", "N4 3 U19")]


@pytest.mark.parametrize(
    "line",
    [
        "On Tue, 24 Nov 2026 at 21:04, Waterloo <pbem@play.example> wrote:",
        "Am 24.11.2026 um 21:04 schrieb Waterloo:",
        "Le 24/11/2026 21:04, Waterloo a écrit :",
        "El 24 nov 2026, Waterloo escribió:",
        "Il giorno mar 24 nov 2026 Waterloo ha scritto:",
        "Op di 24 nov. 2026 om 21:04 schreef Waterloo:",
        "Den tis 24 nov. 2026 kl 21:04 skrev Waterloo:",
        "W dniu 24.11.2026 Waterloo napisał(a):",
        "Em ter., 24 de nov. de 2026, Waterloo escreveu:",
        "вт, 24 нояб. 2026 г. в 21:04, Waterloo пишет:",
        "2026年11月24日(火) 21:04 Waterloo <pbem@play.example>:",
        "Waterloo <pbem@play.example> 于2026年11月24日周二写道：",
        "-----Ursprüngliche Nachricht-----",
        "Begin forwarded message:",
        "Sent from my iPhone",
        "Von meinem iPhone gesendet",
        "Envoyé de mon iPhone",
        "Enviado desde mi iPhone",
        "iPhoneから送信",
        "Get Outlook for Android",
    ],
)
def test_what_mail_programs_write_is_nobody_s(line: str) -> None:
    assert own(f"N4 3 U19\n\n{line}\n\n> {REPORT.splitlines()[0]}\n", REPORT) == [("typed", "N4 3 U19")]


@given(
    orders=st.lists(st.sampled_from(["N4 3 U19", "rest auto", "N6 2 X21", "place default", "W26 -> V25"]), max_size=5),
    cut=st.tuples(st.integers(0, 90), st.integers(0, 90)),
    above=st.booleans(),
    mark=st.sampled_from(["> ", ">", "  > "]),
)
def test_unmarked_orders_outside_a_marked_quotation_are_never_lost(
    orders: list[str], cut: tuple[int, int], above: bool, mark: str
) -> None:
    quoted = [f"{mark}{line}" for line in REPORT.split("\n")[min(cut) : max(cut)]]
    reply = [*orders, "", *quoted] if above else [*quoted, "", *orders]
    found = own("\n".join(reply), REPORT)
    assert [text for source, text in found if source == "typed"] == orders


@given(st.text("N4 3U19>-\n#: abcOn wrote@play.example", max_size=200), st.booleans())
def test_any_text_gives_lines_in_order_and_the_same_ones_again(text: str, answers: bool) -> None:
    lines = quotes.own_lines(text, [REPORT] if answers else [], "play.example", looks_like_order)
    numbers = [line.number for line in lines]
    assert numbers == sorted(set(numbers))
    assert all(line.text.strip() for line in lines)
    assert lines == quotes.own_lines(text, [REPORT] if answers else [], "play.example", looks_like_order)


@pytest.mark.parametrize(
    "text", [" ".join(["o", "N4"] * 40_000), "> rest auto\n" * 20_000, "> " * 90_000, "a:\n" * 20_000]
)
def test_long_mails_are_read_in_little_time(text: str) -> None:
    for sent in ([REPORT] * 4, []):
        started = time.perf_counter()
        quotes.own_lines(text, sent, "play.example", looks_like_order)
        assert time.perf_counter() - started < 20


@pytest.mark.parametrize("text", ["\n" * 4_000, "On " * 1_300, "From: a\nSent: b\n" * 240, "x" * 100_000])
def test_the_hint_is_cheap(text: str) -> None:
    started = time.perf_counter()
    quotes.quotation_start(text)
    assert time.perf_counter() - started < 10
