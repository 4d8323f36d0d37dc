"""The pieces that answers to mails are made of."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from pbem.inbound.lines import Command, command_within, meant_command
from pbem.inbound.quotes import OwnLine
from pbem.reports.answers import NOT_READ
from pbem.reports.document import AnswerLine, Attachment, Section
from pbem.store.models import Game, Seat

# What is said of a line whose answer stands further down in the document.
BELOW = "below"


class Reply(msgspec.Struct, frozen=True):
    """What one command answers: a mark and a sentence for its line, and sections and attachments for the document.

    `starts` is a game that is full now and begins once the answer is written, so that its first report comes after it.
    `about` is the seat whose report the sections are: the answer goes out as a mail to that seat. `whole`: the sections
    tell what is wanted of that seat. `read_as` is what was read, where that is not what stands on the line.
    """

    mark: str
    said: str
    sections: tuple[Section, ...] = ()
    attachments: tuple[Attachment, ...] = ()
    starts: Game | None = None
    about: Seat | None = None
    whole: bool = False
    read_as: str | None = None

    @property
    def is_news(self) -> bool:
        """Whether the sentence says all there is to say, and so can be the subject of the document."""
        return self.said != BELOW


def command_answer(command: Command, reply: Reply) -> AnswerLine:
    """The entry of a command in the list of answered lines."""
    read_as = reply.read_as or (f"{command.word} {command.rest}".strip() if command.mended else None)
    if read_as is not None and reply.mark == "ok":
        said = read_as if reply.said == BELOW else f"{read_as}: {reply.said}"
        return AnswerLine(command.number, command.text, "ok, read as", said)
    return AnswerLine(command.number, command.text, reply.mark, reply.said)


def not_read(chatter: Sequence[OwnLine]) -> list[AnswerLine]:
    """The entries of lines that were taken for words between people."""
    return [AnswerLine(line.number, line.text, NOT_READ, _why_not_read(line.text)) for line in chatter]


def _why_not_read(text: str) -> str:
    word, within = meant_command(text), command_within(text)
    if word is None and within is not None:
        return f"no order and no command; {within} is one at the beginning of a line"
    return "no order and no command" + (f"; {word} in capitals is one" if word is not None else "")


def words(title: str | None, *paragraphs: str) -> Section:
    """A section of running text."""
    return Section(title, "words", paragraphs)


def fixed(title: str | None, text: str) -> Section:
    """A section whose lines stay as they are, in a monospaced face."""
    return Section(title, "fixed", tuple(text.split("\n")))
