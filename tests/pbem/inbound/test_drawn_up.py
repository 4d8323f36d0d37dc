"""A set-up that was refused, or only tried, comes back as the player's own lines, with its faults marked."""

from __future__ import annotations

import pytest

ADA, BEN = (f"{name}@players.example" for name in ("ada", "ben"))
HINT = {"waterloo1895": "place default", "stratego_waterloo": "setup default"}
FAULT = {"waterloo1895": ("U22", "Q26"), "stratego_waterloo": ("WE", "XX")}
NONSENSE = {"waterloo1895": "1 A1-Z9\nW1 S26 (7)", "stratego_waterloo": "XX E4"}


@pytest.fixture(params=sorted(HINT))
def ruleset(request):
    return request.param


@pytest.fixture
def report(server, words, ruleset):
    """The report that wants the first set-up."""
    server.begin((ADA, f"NEW {ruleset}"), also=(BEN,))
    name = server.latest(ADA)["Subject"].split("game ")[1].split()[0]
    server.mail(BEN, f"JOIN {name}")
    return next(mail for mail in map(server.latest, (ADA, BEN)) if "Order form" in words(mail))


def form_of(text):
    """The lines of the order form of a mail."""
    after = text.split("\nOrder form", 1)[1].split("\n")[1:]
    return [line.strip() for line in after[: after.index("")]]


def orders_of(text):
    return [line for line in form_of(text) if not line.startswith("#")]


def faulty(text, ruleset):
    """The lines of the usual form, one of them spoilt; that line, and all."""
    lines = orders_of(text)
    good, bad = FAULT[ruleset]
    at = next(at for at, line in enumerate(lines) if good in line)
    lines[at] = lines[at].replace(good, bad, 1)
    return lines[at], lines


def test_what_was_refused_comes_back_with_its_fault_marked(server, words, ruleset, report):
    bad, lines = faulty(words(report), ruleset)
    [answer] = server.reply(report, "\n".join(lines))
    form = form_of(words(answer))
    assert [line for line in form if not line.startswith("#")] == lines
    assert HINT[ruleset] in form[0]
    assert form[form.index(bad) + 1].startswith(("# no ", "# which? "))


def test_where_every_line_is_at_fault_the_usual_form_comes_again(server, words, ruleset, report):
    [answer] = server.reply(report, NONSENSE[ruleset])
    assert form_of(words(answer)) == form_of(words(report))


def test_what_was_only_tried_comes_back_as_it_was_sent(server, words, ruleset, report):
    lines = orders_of(words(report))
    [answer] = server.reply(report, "\n".join(["CHECK", *lines]))
    assert orders_of(words(answer)) == lines
    assert [line for line in form_of(words(answer)) if line.startswith("#")] == [
        f"# Your own lines. Instead of them you can send: {HINT[ruleset]}"
    ]


def test_the_marked_lines_put_right_inside_the_quotation_are_played(server, words, ruleset, report):
    bad, lines = faulty(words(report), ruleset)
    good, spoilt = FAULT[ruleset]
    [answer] = server.reply(report, "\n".join(lines))
    quoted = "\n".join(f"> {line}" for line in words(answer).split("\n"))
    before = len(server.box(answer["To"]))
    server.mail(answer["To"], quoted.replace(bad, bad.replace(spoilt, good, 1)), to=answer["Reply-To"])
    told = server.box(answer["To"])[before:]
    assert all("not played" not in mail["Subject"] for mail in told)
    assert "put right" not in told[-1]["Subject"]


@pytest.mark.parametrize("ruleset", ["stratego_waterloo"], indirect=True)
def test_a_set_up_that_is_tried_is_drawn(server, words, ruleset, report):
    [answer] = server.reply(report, "\n".join(["CHECK", *orders_of(words(report))]))
    drawn = words(answer).split("Map as it would stand before the first die", 1)[1]
    rows = {
        line.split()[0]: line.split()[1:-1]
        for line in drawn.split("\n")
        if line.split()[:1] in ([str(n)] for n in range(1, 11))
    }
    assert rows["10"] == ["BF", "KH", "BL", "BA", ".", "WE", ".", "BA", "DC", "KH", "BF", "."]
    assert rows["5"][:10] == ["."] * 10


@pytest.mark.parametrize("ruleset", ["stratego_waterloo"], indirect=True)
def test_all_that_is_wrong_with_a_set_up_is_told_at_once(server, words, ruleset, report):
    lines = orders_of(words(report))
    wrong = [line.replace("WE", "XX").replace("DC BF HR", "DC BF") for line in lines]
    wrong = [line.rsplit(" ", 1)[0] if line.startswith(("07", "08")) else line for line in wrong]
    [answer] = server.reply(report, "\n".join(wrong))
    told = " ".join(words(answer).split())
    assert 'did you mean "10: BF KH BL BA .. UX .. BA DC KH BF .."' in told
    assert "row 8 has 11 squares, and must have 12; row 7 has 11 squares, and must have 12 (SWL-009)" in told
