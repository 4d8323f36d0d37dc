"""A document as plain text of at most 78 columns, the line length that RFC 5322 section 2.1.1 recommends.

Fixed sections and forms are printed as they are: who draws a map keeps it to 78 columns.
"""

from __future__ import annotations

from textwrap import wrap

from pbem.reports.document import NO_BREAK, AnswerLine, Document, Section, answers, texts

WIDTH = 78
# Short lines are easier to read, and a reply that quotes them with "> " still fits.
WORDS_WIDTH = 76
INDENT = "  "
LONGEST_QUOTE = 28
LEAST_ROOM = 30


def write(document: Document) -> str:
    """The body of the text/plain part, lines ended by a line feed."""
    body = "\n\n".join("\n".join(_section(section)) for section in document.sections) + "\n"
    return body.replace(NO_BREAK, " ")


def _section(section: Section) -> list[str]:
    heading = [section.title] if section.title else []
    return heading + _body(section)


def _body(section: Section) -> list[str]:
    if section.kind in ("fixed", "map"):
        return texts(section)
    if section.kind == "form":
        return [(INDENT + line).rstrip() for line in texts(section)]
    if section.kind == "answers":
        return _answers(answers(section))
    if section.kind == "list":
        return [row for line in texts(section) for row in _hang(line, INDENT, INDENT * 2)]
    margin = INDENT if section.title else ""
    return "\n\n".join("\n".join(_hang(line, margin, margin)) for line in texts(section)).split("\n")


def _answers(given: list[AnswerLine]) -> list[str]:
    numbers = max((len(_number(answer)) for answer in given), default=0)
    quotes = max((len(answer.text) for answer in given if len(answer.text) <= LONGEST_QUOTE), default=0)
    marks = max((len(answer.mark) for answer in given), default=0)
    start = len(INDENT) + numbers + 2 + quotes + 2 + marks + 2
    rows = []
    for answer in given:
        head = f"{INDENT}{_number(answer):>{numbers}}  "
        if len(answer.text) <= quotes and WIDTH - start >= LEAST_ROOM:
            columns = f"{head}{answer.text:<{quotes}}  {answer.mark:<{marks}}  "
            rows += _hang(answer.said, columns, " " * start)
        else:
            rows += _hang(answer.text, head, " " * len(head)) if answer.text else []
            below = f"{' ' * len(head)}{answer.mark:<{marks}}  "
            rows += _hang(answer.said, below, " " * len(below))
    return rows


def _number(answer: AnswerLine) -> str:
    return "" if answer.number is None else str(answer.number)


def _hang(line: str, first: str, rest: str) -> list[str]:
    # Runs of blanks inside a line that fits are columns, and are kept; only what is too long is set anew.
    if len(first) + len(line) <= WORDS_WIDTH:
        return [(first + line).rstrip()]
    return wrap(line, WORDS_WIDTH, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False)
