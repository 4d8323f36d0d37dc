"""The answer to a mail: its lines judged one by one, then whatever it asked for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from core.contract import Json, Orders, Verdict
from pbem.reports.letter import AnswerLine, Attachment, Letter, Section
from pbem.rulesets.contract import Kit

# What a mark is called where lines are counted.
MARKS = {"which?": "question", "no": "refused", "-": "not played"}


def reply_letter(
    tag: str,
    answered: Sequence[AnswerLine],
    sections: Sequence[Section] = (),
    attachments: Sequence[Attachment] = (),
    opening: Sequence[Section] = (),
) -> Letter:
    """A reply whose subject counts the answers: `[marengo7 Napoleon] 2 ok, 1 question`. `tag` opens the subject."""
    parts = (*opening, Section("Your lines", "answers", tuple(answered)), *sections)
    return Letter(
        subject=" ".join(part for part in (tag, tally(answered)) if part),
        sections=tuple(part for part in parts if part.lines),
        attachments=tuple(attachments),
    )


def answers_to(kit: Kit, orders: Orders, verdicts: Sequence[Verdict], view: Json) -> list[AnswerLine]:
    """The answers to a seat's order lines, in the order of the verdicts. `view` is what the seat saw when it wrote."""
    lines = {line.number: line for line in orders}
    answered = []
    for verdict in verdicts:
        line = lines[verdict.line] if verdict.line is not None else None
        said = kit.say_verdict(verdict, line, view)
        answered.append(AnswerLine(verdict.line, line.text if line else "", said.mark, said.text))
    return answered


def tally(answered: Sequence[AnswerLine]) -> str:
    """How many lines got which mark, in the words of a subject line; `nothing to read` where there is no line."""
    counts = Counter(_in_words(line.mark) for line in answered)
    questions = counts["question"]
    told = (
        f"{count} {'questions' if word == 'question' and questions > 1 else word}" for word, count in counts.items()
    )
    return ", ".join(told) or "nothing to read"


def _in_words(mark: str) -> str:
    return "ok" if mark.startswith("ok") else MARKS.get(mark, mark)
