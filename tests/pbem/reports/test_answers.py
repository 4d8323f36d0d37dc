"""The lines of a mail and their answers: each with its own order, all in the mail's order."""

from core.contract import Line, Status, Verdict
from pbem.reports.answers import LINE_WEIGHT, LINES_WEIGHT, Answer, with_orders
from pbem.reports.document import AnswerLine, Section


def test_several_orders_on_a_line_have_a_verdict_each():
    orders = [Line(1, "a1 b1; a2 b2", "first"), Line(1, "a1 b1; a2 b2", "second"), Line(3, "end", "end")]
    verdicts = [Verdict(1, Status.OK), Verdict(1, Status.REFUSED), Verdict(3, Status.VOID), Verdict(None, Status.OK)]
    paired = [(verdict.status, line.order if line else None) for verdict, line in with_orders(verdicts, orders)]
    assert paired == [("ok", "first"), ("refused", "second"), ("void", "end"), ("ok", None)]


def test_an_answer_lists_all_lines_in_the_order_of_the_mail():
    others = (AnswerLine(1, "Hello!", "not read", "no order"), AnswerLine(4, "MAP", "ok", "below"))
    told = [AnswerLine(2, "a1 b1", "ok", ""), AnswerLine(None, "", "no", "the turn is not complete")]
    reply = Section("Map", "fixed", ("...",))
    welcome = Section(None, "words", ("Welcome.",))
    sections = Answer("<1@x>", (welcome,), others, (reply,)).sections(told)
    assert [section.title for section in sections] == [None, "Your mail, line by line", "Map"]
    assert [line.number for line in sections[1].lines] == [None, 1, 2, 4]


def test_a_mail_without_lines_lists_none():
    assert Answer("<1@x>").sections() == ()


def test_as_many_lines_are_listed_as_a_mail_has_room_for_in_whatever_letters():
    # Quoted-printable writes three characters for each byte that is not ASCII, in the text and in the HTML.
    for sign, mailed in (("a", 1), ("ж", 2 * 3)):
        many = [AnswerLine(number, 100 * sign, "ok", "") for number in range(1, 301)]
        (section,) = Answer("<1@x>").sections(many)
        *listed, rest = section.lines
        assert rest.mark == "and more"
        assert rest.said.startswith(f"{300 - len(listed)} answers, of lines {len(listed) + 1} to 300")
        a_line = LINE_WEIGHT + 2 * (100 * mailed + len("ok"))
        assert len(listed) * a_line <= LINES_WEIGHT < (len(listed) + 2) * a_line + 20
