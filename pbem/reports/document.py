"""A mail's content as a value, before anybody decides whether it becomes text or HTML.

Not for addresses, threading or MIME: that is `pbem.outbound`.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from core.contract import Event, Json

NO_BREAK = "\u00a0"

SectionKind: TypeAlias = Literal["words", "fixed", "map", "list", "answers", "form"]


class AnswerLine(msgspec.Struct, frozen=True):
    """The answer to one line of a player's mail.

    `number` is the line's number (None: the orders as a whole), `text` the line as he wrote it, `mark` the short
    judgement (`ok`, `ok, read as`, `which?`, `no`, and `YES?` where a YES is waited for) and `said` the rest of the
    sentence.
    """

    number: int | None
    text: str
    mark: str
    said: str


class Picture(msgspec.Struct, frozen=True):
    """The map as a picture, to be drawn when the mail is delivered, from what its reader may see and nothing else.

    `name` is that of its file, `lately` are the events whose moves it shows. `asked` marks one that was asked for by
    name: it comes also to who has no pictures in his reports.
    """

    name: str
    ruleset: str
    view: Json
    lately: tuple[Event, ...] = ()
    asked: bool = False


class Section(msgspec.Struct, frozen=True):
    """One part of a document, under its title if it has one.

    `kind` says how its lines are set: `words` are paragraphs and wrapped, `list` has an entry a line, wrapped with a
    hanging indent, `fixed` (tables, lines for tools) and `form` (the order form) are wrapped by screens alone that are
    too narrow for them, a `map` by none; that has its `picture` with it. `answers` holds AnswerLines, the others text.
    """

    title: str | None
    kind: SectionKind
    lines: tuple[str | AnswerLine, ...]
    picture: Picture | None = None


class Attachment(msgspec.Struct, frozen=True):
    """A file that goes with a document; `type` is its media type, `application/json`."""

    name: str
    type: str
    content: bytes


class Document(msgspec.Struct, frozen=True):
    """A whole document. Where the first section has no title it is the headline: what is wanted of the reader."""

    subject: str
    sections: tuple[Section, ...]
    attachments: tuple[Attachment, ...] = ()

    @property
    def pictures(self) -> tuple[Picture, ...]:
        """The pictures that belong to its sections, in their order."""
        return tuple(section.picture for section in self.sections if section.picture is not None)


LONGEST_SUBJECT = 78  # RFC 5322 2.1.1
LONGEST_ECHO = 200


def echoed(text: str, longest: int = LONGEST_ECHO) -> str:
    """What a player wrote, as it is said back to him: cut where nobody needs more of it."""
    return text if len(text) <= longest else f"{text[: longest - 1]}\N{HORIZONTAL ELLIPSIS}"


def subject_line(said: str, longest: int = LONGEST_SUBJECT) -> str:
    """A subject of no more characters than a line should have, cut between words; what comes first is what is kept.

    A no-break space keeps words together, a name and what belongs to it, and is written as a plain one.
    """
    if len(said) > longest:
        kept = said[:longest].rpartition(" ")[0] or said[: longest - 1]
        said = f"{kept.rstrip(' ,;:-')}\N{HORIZONTAL ELLIPSIS}"
    return said.replace(NO_BREAK, " ")


def together(words: str) -> str:
    """Words that stay on one line, and in a subject are kept or left out as one."""
    return words.replace(" ", NO_BREAK)


def shown(text: str) -> str:
    """A line as it may be printed: what would break or hide a line (controls, direction marks) becomes a space.

    A no-break space stays: it keeps words together that belong together, a piece and its spot.
    """
    if text.replace(NO_BREAK, " ").isprintable():
        return text.rstrip()
    return "".join(char if char.isprintable() or char == NO_BREAK else " " for char in text).rstrip()


def texts(section: Section) -> list[str]:
    """The text lines of a section, fit to be printed; its answers are left out."""
    return [shown(line) for line in section.lines if isinstance(line, str)]


def answers(section: Section) -> list[AnswerLine]:
    """The answers of a section, fit to be printed."""
    return [
        AnswerLine(line.number, shown(line.text), shown(line.mark), shown(line.said))
        for line in section.lines
        if isinstance(line, AnswerLine)
    ]
