"""The answer to a mail: its lines judged one by one, then whatever it asked for."""

from __future__ import annotations

from collections.abc import Sequence

from core.contract import Json, Orders, Verdict
from pbem.reports.letter import AnswerLine, Attachment, Letter, Section
from pbem.rulesets.contract import Kit


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
    counts: dict[str, int] = {}
    for line in answered:
        mark = "ok" if line.mark.startswith("ok") else {"which?": "question", "no": "refused", "-": "not played"}.get(line.mark, line.mark)
        counts[mark] = counts.get(mark, 0) + 1
    if counts.get("question", 0) > 1:
        counts = {("questions" if mark == "question" else mark): count for mark, count in counts.items()}
    return ", ".join(f"{count} {mark}" for mark, count in counts.items()) or "nothing to read"
