"""Replies in the styles of many mail programs to one report: every order is kept, no line of the report is left."""

from __future__ import annotations

import time
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from meant import sort_in

from pbem.inbound import mime, press, quotes
from pbem.inbound.lines import is_command
from pbem.inbound.quotes import JUDGED_LIMIT, OWN_LINES_LIMIT, Conflict, Own
from pbem.reading.reader import Sort

STYLES = Path(__file__).parents[2] / "mail" / "styles"
REPORT = (STYLES / "report.txt").read_text(encoding="utf-8")
EXPECTED: dict[str, dict[str, Any]] = tomllib.loads((STYLES / "expected.toml").read_text(encoding="utf-8"))


def looks_like_order(line: str) -> bool:
    return sort_in("waterloo1895", line) is Sort.ORDER or is_command(line)


def read(text: str, *sent: str) -> Own:
    return quotes.own_lines(text, sent, "play.example", looks_like_order, is_command)


def own(text: str, *sent: str) -> list[tuple[str, str]]:
    found = read(text, *sent)
    assert found.conflict is None
    return [(line.source, line.text) for line in found.lines]


def asked(text: str, *sent: str) -> tuple[Conflict | None, list[tuple[str, str]]]:
    found = read(text, *sent)
    return found.conflict, [(line.source, line.text) for line in found.lines]


@pytest.mark.parametrize("style", EXPECTED)
def test_every_order_is_kept_and_no_line_of_the_report(style: str) -> None:
    wanted = EXPECTED[style]
    opened = mime.read((STYLES / f"{style}.eml").read_bytes())
    found = read(opened.text, REPORT)
    lines = found.lines
    assert (found.conflict is not None and found.conflict.name) == wanted.get("conflict", False)
    orders = [line for line in lines if looks_like_order(line.text)]
    assert [line.text for line in orders if line.source == "typed"] == wanted["typed"]
    assert [line.text for line in orders if line.source == "edited quote"] == wanted.get("edited", [])
    assert [line.text for line in orders if line.source == "added quote"] == wanted.get("added", [])
    assert [line.text for line in lines if line not in orders] == wanted.get("remarks", [])


def test_numbers_count_every_line_of_the_mail() -> None:
    reply = "Hello\n\nN4 3 U19\nOn Tuesday, pbem@play.example wrote:\n> one\n>\n> two\n\nrest auto\n"
    lines = quotes.own_lines(reply, ["one\n\ntwo\n"], "play.example", looks_like_order).lines
    assert [(line.number, line.text) for line in lines] == [(1, "Hello"), (3, "N4 3 U19"), (9, "rest auto")]


def test_a_mail_to_nobody_known_is_read_to_its_quotation() -> None:
    reply = "HELP\n\nOn Tuesday, somebody wrote:\n> N4 3 U19\n> and more\n"
    assert own(reply) == [("typed", "HELP")]
    assert own("N4 3 U19\nThanks\n") == [("typed", "N4 3 U19"), ("typed", "Thanks")]


@pytest.mark.parametrize("more", ["", "Subject: x\n"])
def test_an_unknown_mail_below_a_block_of_header_fields_is_a_quotation(more: str) -> None:
    reply = f"N4 3 U19\n\nFrom: X <pbem@play.example>\nSent: today\nTo: me\n{more}\nN6 2 X21\nsome words\n"
    assert own(reply) == [("typed", "N4 3 U19")]


def test_two_lines_with_a_colon_are_no_block_of_header_fields() -> None:
    reply = "From: the left\nTo: the right\nN6 2 X21\n"
    assert own(reply)[-1] == ("typed", "N6 2 X21")


WORDS = "SAY: let us meet at the crossroads before the sun is up"
LETTER = "SAY TO wellington\nyour left wing stands in the air, and I shall not be the only one to see it\nEND"


@pytest.mark.parametrize("words", [WORDS, LETTER], ids=["a line", "a letter"])
def test_words_to_others_that_were_refused_are_read_when_they_are_sent_again(words: str) -> None:
    refused = f"Nothing was done. Your lines:\nN4 9 U19\n{words}\n"
    found = quotes.own_lines(
        f"N4 3 U19\n{words}\n", [refused], "play.example", looks_like_order, is_command, press.opens_words
    )
    assert [line.text for line in found.lines] == ["N4 3 U19", *words.split("\n")]


def test_of_marked_and_unmarked_lines_of_ours_the_greater_number_is_the_quotation() -> None:
    """One line of the report has lost its mark; what was changed in the others is an order all the same."""
    lines = REPORT.replace("  rest auto", "N4 3 U19").split("\n")
    bare = next(line for line in lines if len(line.split()) > 8)
    reply = "".join(f"{line}\n" if line is bare else f"> {line}\n" for line in lines)
    assert ("edited quote", "N4 3 U19") in own(f"On Tuesday, somebody wrote:\n{reply}", REPORT)


def test_older_mail_is_never_read() -> None:
    sent = "Your throw is 2-3-6, and all three dice can be played.\n"
    reply = f"N4 3 U19\n\n> {sent}>> N6 2 X21\n> > N6 2 X21\n>>> N6 2 X21\n"
    assert own(reply, sent) == [("typed", "N4 3 U19")]


def test_a_marked_order_with_no_quotation_around_it_is_asked_about() -> None:
    lines = [("typed", "ND 6 X20"), ("added quote", "N4 3 U19")]
    assert asked("ND 6 X20\n\n> N4 3 U19\n", REPORT) == (Conflict.ELSEWHERE, lines)


def test_a_quoted_line_with_an_answer_at_its_end_is_asked_about() -> None:
    sent = "Here is the question of the day:\nYour orders, please, for the third throw:\n"
    reply = "> Here is the question of the day:\n> Your orders, please, for the third throw: N4 3 U19\n"
    assert asked(reply, sent) == (Conflict.ELSEWHERE, [("added quote", "N4 3 U19")])


def test_the_heading_of_a_form_is_no_order_even_where_any_line_can_be_one() -> None:
    sent = "Order form - edit and send back\n  go to the mill\n  stay at the farm\n"
    reply = "> Order form - edit and send back\n>   go to the church\n>   stay at the farm\n"
    found = quotes.own_lines(reply, [sent], "play.example", lambda _: True)
    assert [line.text for line in found.lines] == ["go to the church", "stay at the farm"]


def test_an_order_that_lost_its_comment_was_meant() -> None:
    sent = (
        "Order form\n  # Take the sign away from what you want to be played\n"
        "  N4 3 U19   # or whatever you like better\n"
    )
    reply = "> Order form\n>   # Take the sign away from what you want to be played\n>   N4 3 U19\n"
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
    lines = quotes.own_lines(text, [REPORT] if answers else [], "play.example", looks_like_order).lines
    numbers = [line.number for line in lines]
    assert numbers == sorted(set(numbers))
    assert all(line.text.strip() for line in lines)
    assert lines == quotes.own_lines(text, [REPORT] if answers else [], "play.example", looks_like_order).lines


FORM = "\n".join(f"place N{at} {'ABCDEFGHJK'[at]}2{at}" for at in range(10)) + "\n"
ASKED = "Order form - edit and send back\n  # The usual set-up\n" + "".join(f"  {line}\n" for line in FORM.split("\n"))
MARKED = "".join(f"> {line}\n" for line in FORM.split("\n"))
# Runs of five words of ours in ever new lines: all of them ours, none of them a line that was sent.
WORDS = REPORT.split()
SHUFFLED = [" ".join(WORDS[at * 7 % 400 :][:5] + WORDS[at * 13 % 400 :][:5]) for at in range(6_000)]
LONG = {
    "our form again and again": lambda size: f"HELP\n-----Original Message-----\n{FORM * (size // 10)}",
    "our form again and again, marked": lambda size: "HELP\n" + MARKED * (size // 11),
    "one order again and again": lambda size: "place N1 S27\n" * size,
    "one order again and again, marked": lambda size: "> rest auto\n" * size,
    "ever new orders": lambda size: "".join(f"place N1 S{at}\n" for at in range(size)),
    "ever new orders, marked": lambda size: "".join(f"> place N1 S{at}\n" for at in range(size)),
    "our words in ever new lines": lambda size: "\n".join(SHUFFLED * 4)[: size * 50],
    "our words in ever new lines, below an order": lambda size: "N4 3 U19\n\n" + "\n".join(SHUFFLED * 4)[: size * 50],
    "our report again and again": lambda size: REPORT * (size // 80),
    "introductions": lambda size: f"On Monday pbem@play.example wrote:\n{FORM}" * (size // 10),
    "fields": lambda size: "a:\n" * size,
    "header fields": lambda size: "From: a\nSent: b\nTo: c\n" * (size // 3),
    "signatures": lambda size: "-- \n\nN4 3 U19\n" * (size // 3),
    "one line": lambda size: " ".join(["o", "N4"] * (4 * size)),
    "marks": lambda size: "> " * size,
}  # fmt: skip
SIZE = 19_900
STEPS_A_WORD = 12


@pytest.mark.parametrize("mail", LONG)
def test_the_work_grows_no_faster_than_the_mail(mail: str) -> None:
    sent = [ASKED, REPORT] * 6
    small, large = LONG[mail](SIZE // 8), LONG[mail](SIZE)
    few, many = read(small, *sent).compared, read(large, *sent).compared
    assert many <= STEPS_A_WORD * len(large.split())
    assert many <= 10 * few


@pytest.mark.parametrize("mail", LONG)
def test_a_long_mail_asks_of_few_lines_what_they_look_like(mail: str) -> None:
    asked_of: list[str] = []

    def counted(line: str) -> bool:
        asked_of.append(line)
        return looks_like_order(line)

    quotes.own_lines(LONG[mail](SIZE), [ASKED, REPORT], "play.example", counted, is_command)
    assert len(asked_of) <= JUDGED_LIMIT


def test_what_is_asked_about_a_line_is_a_step_of_the_work() -> None:
    remarks = "".join(f"thought {at}\n" for at in range(100))
    assert read(remarks).compared >= len(remarks.split()) + 100


def test_each_line_is_passed_once_however_long_the_mail() -> None:
    # Whether an order of ours stands where we put it depends on the line that the orders above it lead to.
    form = "Order form - edit and send back\n" + FORM * 1_900
    assert read(form, ASKED).compared <= STEPS_A_WORD * len(form.split())


def test_words_to_others_that_nobody_ends_are_passed_once_too(monkeypatch: pytest.MonkeyPatch) -> None:
    asked_of: list[str] = []
    known = quotes.ends_letter

    def counted(line: str) -> bool:
        asked_of.append(line)
        return known(line)

    monkeypatch.setattr(quotes, "ends_letter", counted)
    quotes.own_lines(
        "SAY: x\n" * OWN_LINES_LIMIT,
        [REPORT],
        "play.example",
        looks_like_order,
        is_command,
        lambda line: line.startswith("SAY"),
    )
    assert 0 < len(asked_of) <= 2 * OWN_LINES_LIMIT


def test_a_mail_of_more_lines_than_are_read_is_known_as_such() -> None:
    orders = "".join(f"place N1 S{at}\n" for at in range(OWN_LINES_LIMIT))
    assert (read(orders).conflict, len(read(orders).lines)) == (None, OWN_LINES_LIMIT)
    assert read(f"{orders}end\n") == Own((), Conflict.TOO_LONG, read(f"{orders}end\n").compared)
    assert read("place N1 S27\n" * SIZE).conflict is Conflict.TOO_LONG


def test_quoted_lines_do_not_count_as_the_writer_s_own() -> None:
    ours = REPORT * 60
    assert len(ours.split("\n")) > 2 * OWN_LINES_LIMIT
    assert own(f"N4 3 U19\n\nOn Tuesday pbem@play.example wrote:\n\n{ours}", REPORT) == [("typed", "N4 3 U19")]
    older = "".join(f">> something older, {at}\n" for at in range(2 * OWN_LINES_LIMIT))
    assert own(f"N4 3 U19\n\n{older}", REPORT) == [("typed", "N4 3 U19")]


@pytest.mark.parametrize("text", ["\n" * 4_000, "On " * 1_300, "From: a\nSent: b\n" * 240, "x" * 100_000])
def test_the_hint_is_cheap(text: str) -> None:
    started = time.perf_counter()
    quotes.quotation_start(text)
    assert time.perf_counter() - started < 10
