"""Real reports of games in play, answered in every style: the orders come out, all of them, and nothing else does."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import cache, partial
from html import escape
from itertools import dropwhile, product, takewhile
from random import Random
from textwrap import fill
from typing import NamedTuple

import pytest
from meant import sort_in

from core.dice import SeededDice
from pbem.inbound.charsets import fold
from pbem.inbound.lines import is_command
from pbem.inbound.markup import html_to_text
from pbem.inbound.quotes import Conflict, Own, OwnLine, own_lines
from pbem.reading.reader import Sort
from pbem.reports import html, text
from pbem.reports.turn import GameFacts, turn_report
from pbem.rulesets import names, presentation

NAME, ADDRESS = "Waterloo (1895) waterloo7", "pbem@play.example"
WROTE = f"On Tue, Nov 24, 2026 at 9:04 PM {NAME} <{ADDRESS}> wrote:"
OUTLOOK = f"From: {NAME} <{ADDRESS}>\nSent: Tuesday, November 24, 2026 9:04 PM\nTo: Jean\nSubject: your throw"
TURNS = 3


def looks_like_order(line: str, ruleset: str | None = None) -> bool:
    return is_command(line) or any(sort_in(each, line) is Sort.ORDER for each in ([ruleset] if ruleset else names()))


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


def orders_in(reply: str, *sent: str, ruleset: str | None = None) -> list[OwnLine]:
    looks = partial(looks_like_order, ruleset=ruleset)
    found = own_lines(reply, sent, "play.example", looks, is_command)
    assert found.conflict is None, reply
    return [line for line in found.lines if looks(line.text)]


def cases() -> Iterator[object]:
    """Every rule set's reports in every style; in the slow battery all but two for each style."""
    rulesets = names()
    for number, (style, part) in enumerate(product(STYLES, ("text", "html"))):
        at_once = {rulesets[number % len(rulesets)], rulesets[(number + 3) % len(rulesets)]}
        for ruleset in rulesets:
            yield pytest.param(ruleset, style, part, marks=() if ruleset in at_once else pytest.mark.slow)


@pytest.mark.parametrize(("ruleset", "style", "part"), list(cases()))
def test_the_orders_and_nothing_but_the_orders(ruleset: str, style: str, part: str) -> None:
    for asked in reports(ruleset, 0):
        reply = STYLES[style](getattr(asked, part), asked.answer)
        found = orders_in(reply, asked.text, asked.shown, asked.before, ruleset=ruleset)
        assert [line.text for line in found] == asked.answer.split("\n"), reply
        assert [line.source for line in found] == ["typed"] * len(found)
        numbered = reply.split("\n")
        assert all(numbered[line.number - 1].strip() == line.text for line in found)


@pytest.mark.parametrize(("ruleset", "style", "part"), list(cases()))
def test_a_report_that_is_only_quoted_orders_nothing(ruleset: str, style: str, part: str) -> None:
    for asked in reports(ruleset, 1):
        reply = STYLES[style](getattr(asked, part), "")
        assert orders_in(reply, asked.text, asked.shown, asked.before, ruleset=ruleset) == []


def form_of(report: str) -> list[str]:
    lines = [line.strip() for line in report[report.index("Order form - ") :].split("\n")[1:]]
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
    for reply in ("\n".join(form), "Order form - write without the #\n" + "\n".join(form)):
        assert [line.text for line in orders_in(reply, report)] == [line for line in form if not line.startswith("#")]


# --- The rule ---------------------------------------------------------------------------------------------------------


def told(reply: str, *sent: str) -> Own:
    return own_lines(reply, sent, "play.example", looks_like_order, is_command)


def wellington() -> tuple[str, list[str]]:
    """A report that asks for a set-up, and the orders of its form."""
    report = reports("waterloo1895", 1)[0].text
    return report, [line for line in form_of(report) if not line.startswith("#")]


@pytest.mark.parametrize("style", EDITABLE)
def test_orders_typed_above_a_form_that_was_changed_are_asked_about(style: str) -> None:
    report, form = wellington()
    found = told(STYLES[style](report.replace(form[2], f"{form[2][:-1]}7"), "place N1 S28"), report)
    assert found.conflict is Conflict.BOTH
    assert [(line.source, line.text) for line in found.lines] == [
        ("typed", "place N1 S28"),
        ("edited quote", f"{form[2][:-1]}7"),
    ]


@pytest.mark.parametrize("style", EDITABLE)
def test_a_remark_or_a_command_above_a_form_that_was_changed_changes_nothing(style: str) -> None:
    report, form = wellington()
    found = told(STYLES[style](report.replace(form[2], f"{form[2][:-1]}7"), "will answer tonight!\nCHECK"), report)
    assert found.conflict is None
    assert [line.text for line in found.lines if line.source == "typed"] == ["will answer tonight!", "CHECK"]
    assert len([line for line in found.lines if line.source == "edited quote"]) == len(form)


@pytest.mark.parametrize("style", ["above", "no introduction", "html", "unmarked"])
@pytest.mark.parametrize("orders", ["E7 E6\nD7 D6\nend", "fire B4 B7\nend", "G3 G4\nA4 A5\nend"])
def test_orders_put_into_the_quotation_outside_the_form_are_asked_about_all_of_them(style: str, orders: str) -> None:
    report = reports("stratego_waterloo", 0)[-1].text
    for put_in in (f"{orders}\n{report}", report.replace("\nClock\n", f"\nClock\n{orders}\n")):
        for typed in ("", "Was that right?", "CHECK"):
            found = told(STYLES[style](put_in, typed), report)
            if style == "unmarked" and put_in.startswith(orders):
                continue
            assert found.conflict is Conflict.ELSEWHERE
            assert [line.text for line in found.lines if line.source == "added quote"] == orders.split("\n")


@pytest.mark.parametrize("typed", ["", "Was that right?", "CHECK"])
def test_marked_lines_above_the_quoted_report_are_asked_about_all_of_them(typed: str) -> None:
    report = reports("stratego_waterloo", 0)[-1].text
    found = told(f"{typed}\n> E7 E6\n> D7 D6\n> end\n\n{WROTE}\n\n{marked(report)}\n", report)
    assert found.conflict is Conflict.ELSEWHERE
    assert [line.text for line in found.lines if line.source == "added quote"] == ["E7 E6", "D7 D6", "end"]


def test_a_line_that_was_spoiled_in_a_form_comes_along_with_the_others() -> None:
    report, form = wellington()
    edited = report.replace(form[2], f"{form[2][:-1]}7").replace(form[4], "fifth one where it was")
    texts = [line.text for line in told(STYLES["above"](edited, ""), report).lines]
    assert texts == [*form[:2], f"{form[2][:-1]}7", form[3], "fifth one where it was", *form[5:]]


OLD = "MOVE FOY N 200\nMOVE BAU FORWARD 200"
ENGLISH = "From: Jean <jean@players.example>\nSent: Tue, 24 November\nTo: pbem@play.example\nSubject: Re: turn 1"
GERMAN = "Von: Jean <jean@players.example>\nGesendet: Di, 24. November\nAn: pbem@play.example\nBetreff: AW: turn 1"
FRENCH = "De : Jean <jean@players.example>\nEnvoyé : mardi 24 novembre\nÀ : pbem@play.example\nObjet : RE: turn 1"
QUOTED = {
    "Outlook": f"-----Original Message-----\n{ENGLISH}\n\n{OLD}",
    "Outlook, German": f"-----Ursprüngliche Nachricht-----\n{GERMAN}\n\n{OLD}",
    "a rule and fields": f"________________________________\n{ENGLISH}\n\n{OLD}",
    "a rule": f"________________________________\n{OLD}",
    "fields": f"{ENGLISH}\n\n{OLD}",
    "German fields": f"{GERMAN}\n\n{OLD}",
    "French fields": f"{FRENCH}\n\n{OLD}",
    "fields in bold": "\n".join(re.sub(r"^(\w+:)", r"*\1*", line) for line in ENGLISH.split("\n")) + f"\n\n{OLD}",
    "On ... wrote": f"On Tue, Nov 24, 2026 at 9:04 PM Jean <jean@players.example> wrote:\n\n{OLD}",
    "On ... wrote, wrapped": f"On Tue, Nov 24, 2026 at 9:04 PM Jean Martin\n<jean@players.example> wrote:\n\n{OLD}",
    "Am ... schrieb": f"Am 24.11.2026 um 21:04 schrieb Jean:\n\n{OLD}",
    "Le ... a écrit": f"Le mar. 24 nov. 2026 à 21:04, Jean <jean@players.example> a écrit :\n{OLD}",
    "Op ... schreef": f"Op di 24 nov 2026 om 21:04 schreef Jean:\n{OLD}",
    "Il ... ha scritto": f"Il giorno mar 24 nov 2026 Jean ha scritto:\n{OLD}",
    "El ... escribió": f"El mar, 24 nov 2026, Jean escribió:\n{OLD}",
    "marked": f"On Tue, Nov 24, 2026 at 9:04 PM Jean <jean@players.example> wrote:\n{marked(OLD)}",
    "blockquote": as_html(f"<div>{WROTE}<blockquote>{OLD.replace(chr(10), '<br>')}</blockquote></div>"),
}


@pytest.mark.parametrize("below", ["", "ours, marked", "ours, unmarked"])
@pytest.mark.parametrize("style", QUOTED)
def test_own_old_orders_in_a_quotation_are_no_orders(style: str, below: str) -> None:
    report = reports("waterloo_wargame", 0)[0].text
    ours = {"": "", "ours, marked": f"{WROTE}\n{marked(report)}", "ours, unmarked": f"{OUTLOOK}\n\n{report}"}[below]
    if below and style in ("marked", "blockquote"):
        ours = marked(ours)
    found = told(f"MOVE SOY N 200\n\n{QUOTED[style]}\n\n{ours}\n", report)
    assert (found.conflict, [line.text for line in found.lines]) == (None, ["MOVE SOY N 200"])


@pytest.mark.parametrize("style", QUOTED)
def test_orders_that_stand_in_a_quoted_mail_only_are_asked_about(style: str) -> None:
    found = told(f"As before.\n\n{QUOTED[style]}\n", reports("waterloo_wargame", 0)[0].text)
    assert found.conflict is Conflict.QUOTED
    assert [line.text for line in found.lines if line.source == "quoted"] == OLD.split("\n")


@pytest.mark.parametrize("rule", ["--------------------", "--- and then ---", "As I wrote:"])
def test_what_stands_below_a_rule_that_anybody_may_draw_is_typed(rule: str) -> None:
    orders = ["MOVE SOY N 200", "MOVE BAU FORWARD 200"]
    report = reports("waterloo_wargame", 0)[0].text
    for quoted in ("", f"{WROTE}\n{marked(report)}", f"{OUTLOOK}\n\n{report}"):
        found = orders_in(f"{orders[0]}\n{rule}\n{orders[1]}\n\n{quoted}\n", report)
        assert [(line.source, line.text) for line in found] == [("typed", order) for order in orders]
