"""Real reports of games in play, answered in every style: the orders come out, all of them, and nothing else does."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime
from functools import cache
from html import escape
from itertools import dropwhile, takewhile
from random import Random
from textwrap import fill
from typing import NamedTuple

import pytest

from core.dice import SeededDice
from pbem.inbound.charsets import fold
from pbem.inbound.lines import is_command
from pbem.inbound.markup import html_to_text
from pbem.inbound.quotes import OwnLine, own_lines
from pbem.reports import html, text
from pbem.reports.turn import GameFacts, turn_report
from pbem.rulesets import names, presentation

NAME, ADDRESS = "Waterloo (1895) waterloo7", "pbem@play.example"
WROTE = f"On Tue, Nov 24, 2026 at 9:04 PM {NAME} <{ADDRESS}> wrote:"
OUTLOOK = f"From: {NAME} <{ADDRESS}>\nSent: Tuesday, November 24, 2026 9:04 PM\nTo: Jean\nSubject: your throw"
TURNS = 3


def looks_like_order(line: str) -> bool:
    return is_command(line) or any(presentation(name).looks_like_order(line) for name in names())


class Asked(NamedTuple):
    """A report as text, as the text that a program shows of its HTML part, the report before it, the bot's answer."""

    text: str
    html: str
    shown: str
    before: str
    answer: str


@cache
def reports(ruleset: str, seed: int) -> list[Asked]:
    """The reports that ask for orders in the first turns of a game between bots."""
    words, rng, dice = presentation(ruleset), Random(seed), SeededDice(bytes([seed]) * 32)
    result = words.rules.adjudicate(words.rules.opening(words.rules.settle({})), {}, dice)
    found, previous = [], ""
    for number in range(TURNS):
        orders = {}
        for decision in words.rules.awaiting(result.position):
            view = words.rules.view(result.position, decision.seat)
            facts = GameFacts(
                name="waterloo7",
                version=words.rules.version,
                players={decision.seat: "Jean", "other": "Blücher's friend"},
                deadline=datetime(2026, 11, 27, 21, tzinfo=UTC),
                commitment="ab" * 32,
                length=number,
                head="cd" * 32,
                first=number == 0,
            )
            letter = turn_report(words, facts, view, decision.seat, result.events)
            answer = words.bot(view, decision.seat, rng)
            found.append(Asked(text.write(letter), as_html(html.write(letter)), html.shown(letter), previous, answer))
            previous = found[-1].text
            orders[decision.seat] = words.read(list(enumerate(answer.split("\n"), 1)))
        result = words.rules.adjudicate(result.position, orders, dice)
    return found


def marked(report: str, mark: str = "> ") -> str:
    return "\n".join(f"{mark}{line}".rstrip() for line in report.split("\n"))


def rewrapped(report: str, width: int) -> str:
    """Quoted lines cut at a width, their rests on lines without a mark."""
    lines = []
    for line in marked(report).split("\n"):
        while len(line) > width and " " in line[3:width]:
            cut = line.rindex(" ", 3, width)
            lines.append(line[:cut])
            line = line[cut + 1 :]
        lines.append(line)
    return "\n".join(lines)


def refilled(report: str) -> str:
    return "\n\n".join(fill(re.sub(r"\s+", " ", paragraph), 65) for paragraph in report.split("\n\n"))


def flattened(report: str) -> str:
    return re.sub(r" {2,}", " ", re.sub(r"(?<!\n)\n(?!\n)", " ", report))


def as_html(body: str) -> str:
    return fold(html_to_text(body))


def paragraphs(plain: str) -> str:
    lines = (escape(line).replace("  ", "&nbsp; ") or "&nbsp;" for line in plain.split("\n"))
    return "".join(f'<p class="MsoNormal">{line}<o:p></o:p></p>' for line in lines)


STYLES: dict[str, Callable[[str, str], str]] = {
    "above": lambda report, answer: f"{answer}\n\n{WROTE}\n\n{marked(report)}\n",
    "below": lambda report, answer: f"{WROTE}\n{marked(report)}\n\n{answer}\n",
    "above and signed": lambda report, answer: f"{answer}\n-- \nJean\n\n{WROTE}\n{marked(report)}\n",
    "no introduction": lambda report, answer: f"{answer}\n{marked(report, '>')}\n",
    "rewrapped at 72": lambda report, answer: f"{answer}\n\n{WROTE}\n{rewrapped(report, 72)}\n",
    "rewrapped at 60, below": lambda report, answer: f"{WROTE}\n{rewrapped(report, 60)}\n\n{answer}\n",
    "unmarked": lambda report, answer: f"{answer}\n\n{OUTLOOK}\n\n{report}\n",
    "unmarked, below": lambda report, answer: f"{OUTLOOK}\n\n{report}\n\n{answer}\n",
    "unmarked, no introduction": lambda report, answer: f"{answer}\n\n{report}\n",
    "unmarked, refilled": lambda report, answer: f"{answer}\n\n{OUTLOOK}\n\n{refilled(report)}\n",
    "unmarked, flattened": lambda report, answer: f"{answer}\n\n{OUTLOOK}\n\n{flattened(report)}\n",
    "unmarked, spaces lost": lambda report, answer: f"{answer}\n\n{OUTLOOK}\n\n" + re.sub(" +", " ", report),
    "html": lambda report, answer: as_html(
        "".join(f"<div>{line}</div>" for line in answer.split("\n"))
        + f"<br><div>{escape(WROTE)}<blockquote><pre>{escape(report)}</pre></blockquote></div>"
    ),
    "html, flattened": lambda report, answer: as_html(
        "".join(f"<div>{line}</div>" for line in answer.split("\n"))
        + f"<br><div>{escape(WROTE)}<blockquote>{escape(report)}</blockquote></div>"
    ),
    "html, paragraphs": lambda report, answer: as_html(
        paragraphs(answer) + "<div>" + escape(OUTLOOK).replace("\n", "<br>") + "</div>" + paragraphs(report)
    ),
    "html, above and below": lambda report, answer: as_html(
        f"<pre>{escape(report)}</pre><p>{'<br>'.join(answer.split(chr(10)))}</p><pre>{escape(report)}</pre>"
    ),
}  # fmt: skip


def orders_in(reply: str, *sent: str) -> list[OwnLine]:
    lines = own_lines(reply, sent, "play.example", looks_like_order)
    return [line for line in lines if looks_like_order(line.text)]


@pytest.mark.parametrize("part", ["text", "html"])
@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("ruleset", names())
def test_the_orders_and_nothing_but_the_orders(ruleset: str, style: str, part: str) -> None:
    for asked in reports(ruleset, 0):
        reply = STYLES[style](getattr(asked, part), asked.answer)
        found = orders_in(reply, asked.text, asked.shown, asked.before)
        assert [line.text for line in found] == asked.answer.split("\n"), reply
        assert [line.source for line in found] == ["typed"] * len(found)
        numbered = reply.split("\n")
        assert all(numbered[line.number - 1].strip() == line.text for line in found)


@pytest.mark.parametrize("part", ["text", "html"])
@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("ruleset", names())
def test_a_report_that_is_only_quoted_orders_nothing(ruleset: str, style: str, part: str) -> None:
    for asked in reports(ruleset, 1):
        assert orders_in(STYLES[style](getattr(asked, part), ""), asked.text, asked.shown, asked.before) == []


def form_of(report: str) -> list[str]:
    lines = [line.strip() for line in report[report.index("Order form - edit and send back") :].split("\n")[1:]]
    return list(takewhile(bool, dropwhile(lambda line: not line, lines)))


EDITABLE = ["above", "no introduction", "unmarked", "unmarked, no introduction", "html", "html, paragraphs"]


@pytest.mark.parametrize("part", ["text", "html"])
@pytest.mark.parametrize("style", EDITABLE)
def test_a_form_edited_inside_the_quotation_is_read_whole(style: str, part: str) -> None:
    asked = reports("waterloo1895", 1)[0]
    report = getattr(asked, part)
    form = [line for line in form_of(report) if not line.startswith("#")]
    third, seventh = f"{form[2][:-1]}7", f"{form[6][:-1]}9"
    edited = report.replace(form[2], third).replace(form[6], seventh)
    wanted = [*form[:2], third, *form[3:6], seventh, *form[7:]]
    found = orders_in(STYLES[style](edited, ""), asked.text)
    assert [" ".join(line.text.split()) for line in found] == [" ".join(line.split()) for line in wanted]
    assert {line.source for line in found} == {"edited quote"}


@pytest.mark.parametrize("part", ["text", "html"])
@pytest.mark.parametrize("style", EDITABLE)
@pytest.mark.parametrize("freed", [[0], [1], [0, 2], [0, 1, 2]])
def test_examples_whose_comment_sign_was_taken_away_are_orders(style: str, part: str, freed: list[int]) -> None:
    asked = next(asked for asked in reports("waterloo1895", 1) if "For example" in asked.text)
    report = getattr(asked, part)
    examples = [line for line in form_of(report) if re.match(r"# {3}N\d \d [A-Z]\d\d$", line)]
    for index in freed:
        report = report.replace(examples[index], f"  {examples[index].lstrip('# ')}")
    found = orders_in(STYLES[style](report, ""), asked.text)
    assert [line.text for line in found] == [examples[index].lstrip("# ") for index in freed]


def test_a_form_copied_into_a_fresh_mail_is_read_whole_though_nothing_was_changed() -> None:
    report = reports("waterloo1895", 1)[0].text
    form = form_of(report)
    for reply in ("\n".join(form), "Order form - edit and send back\n" + "\n".join(form)):
        assert [line.text for line in orders_in(reply, report)] == [line for line in form if not line.startswith("#")]
