"""Letters as plain text: at most 78 columns, wrapped where they may be, left alone where they may not."""

from __future__ import annotations

from pbem.reports import text
from pbem.reports.document import AnswerLine, Document, Section


def written(*sections: Section) -> str:
    return text.write(Document("subject", sections))


def test_a_reply_is_set_in_columns_with_a_hanging_indent() -> None:
    answers = (
        AnswerLine(1, "Desaix to Wood", "ok", "Desaix 4 bridge -> 5 wood"),
        AnswerLine(2, "Victor holds", "ok, read as", "Victor hold: Victor stays at 1 mill, tired, and guards it"),
        AnswerLine(12, "lannes attack frm with desaix and with everybody else", "which?", "Lannes, or Desaix too?"),
        AnswerLine(None, "", "no", "one piece has no order"),
    )
    assert written(Section("Your lines", "answers", answers)) == (
        "Your lines\n"
        "   1  Desaix to Wood  ok           Desaix 4 bridge -> 5 wood\n"
        "   2  Victor holds    ok, read as  Victor hold: Victor stays at 1 mill,\n"
        "                                   tired, and guards it\n"
        "  12  lannes attack frm with desaix and with everybody else\n"
        "      which?       Lannes, or Desaix too?\n"
        "                      no           one piece has no order\n"
    )


def test_words_are_wrapped_and_what_is_fixed_is_not() -> None:
    line = "x " * 60 + "x"
    assert line in written(Section("Map", "fixed", (line,))).splitlines()
    assert f"  {line}" in written(Section("Form", "form", (line,))).splitlines()
    for kind in ("words", "list"):
        assert max(map(len, written(Section("Title", kind, (line,))).splitlines())) <= text.WIDTH


def test_a_word_longer_than_a_line_is_broken() -> None:
    rows = written(
        Section(None, "words", ("w" * 300,)), Section("Lines", "answers", (AnswerLine(1, "q" * 300, "no", "s" * 300),))
    ).splitlines()
    assert max(map(len, rows)) <= text.WIDTH
    assert sum(row.count("w") for row in rows) == sum(row.count("q") for row in rows) == 300


def test_paragraphs_are_parted_and_columns_that_fit_are_kept() -> None:
    assert written(Section(None, "words", ("one", "two"))) == "one\n\ntwo\n"
    assert written(Section("Forces", "list", ("North   3 guns", "South  12 guns"))) == (
        "Forces\n  North   3 guns\n  South  12 guns\n"
    )


def test_what_belongs_together_stays_on_one_line() -> None:
    pairs = ", ".join(f"N{number}\u00a0Y{number + 11}" for number in range(20))
    body = written(Section("Forces", "list", (pairs,)))
    assert "\u00a0" not in body
    assert all(row.endswith((",", "Y30")) for row in body.splitlines()[1:])


def test_what_would_hide_or_break_a_line_becomes_a_blank() -> None:
    hostile = "North\r\nSubject: forged\x1b[2J\u202eback\u2028wards\x00"
    assert written(Section(None, "words", (hostile,))) == "North  Subject: forged [2J back wards\n"
    answer = AnswerLine(1, "a\nb", "ok\n", "c\x07d")
    assert written(Section(None, "answers", (answer,))) == "  1  a b  ok  c d\n"
