"""How much one mail may ask for, and how much its answer may hold; what is beyond is told, and not done.

Anybody can write in a player's name, and a mail of three kilobytes must not make one of sixty megabytes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import msgspec

from pbem.commands.answers import Reply, command_answer
from pbem.inbound.lines import CHECK, UNDO, Command
from pbem.reports.answers import LINES_WEIGHT
from pbem.reports.document import AnswerLine, Document
from pbem.reports.formats import HTML, TEXT

MOST_COMMANDS = 10
MOST_NEW = 1
MOST_PICTURES = 2
HEAVIEST_ANSWER = 200_000  # bytes of text, HTML and files, without pictures
# What comes with every answer: the lines of the mail, and the report of the turn or what is still wanted.
RESERVED = LINES_WEIGHT + 60_000
LINES_TOLD = 10  # so many commands too many are told line by line, more in one sentence

# They say how the mail is to be read and ask for nothing, so that leaving one out would play what was not to be. What
# hosts and directors write to the server is not counted either: its words belong here.
UNCOUNTED = frozenset({CHECK, UNDO})

TOO_MANY = f"not carried out: a mail may have {MOST_COMMANDS} commands; send it in another mail"
ONE_NEW = "not carried out: a mail opens one game; send it in another mail"
TOO_LONG = "left out: the answer would be too long; ask for it in a mail of its own"
NO_PICTURE = f"without its picture: a mail carries {MOST_PICTURES}"

Run = Callable[[Command], Reply]


class Carried(msgspec.Struct, frozen=True):
    """What the commands of a mail came to: their lines in the answer, and the replies of those carried out."""

    lines: tuple[AnswerLine, ...]
    replies: tuple[Reply, ...]


def carry_out(commands: Sequence[Command], run: Run) -> Carried:
    """Run the commands of a mail, as many of them as it may have."""
    allowed, beyond = _counted(commands)
    room = _Room()
    replies = [room.fitted(_one_new(command, run, commands)) for command in allowed]
    lines = [command_answer(command, reply) for command, reply in zip(allowed, replies, strict=True)]
    return Carried((*lines, *_told(beyond)), tuple(replies))


def _counted(commands: Sequence[Command]) -> tuple[list[Command], list[Command]]:
    """The commands within the limit, and those beyond."""
    allowed: list[Command] = []
    beyond: list[Command] = []
    counted = 0
    for command in commands:
        counted += command.word not in UNCOUNTED
        (allowed if command.word in UNCOUNTED or counted <= MOST_COMMANDS else beyond).append(command)
    return allowed, beyond


def _one_new(command: Command, run: Run, commands: Sequence[Command]) -> Reply:
    earlier = [other for other in commands if other.word == "NEW" and other.number < command.number]
    return Reply("no", ONE_NEW) if command.word == "NEW" and len(earlier) >= MOST_NEW else run(command)


def _told(beyond: Sequence[Command]) -> Iterator[AnswerLine]:
    if len(beyond) <= LINES_TOLD:
        yield from (AnswerLine(command.number, command.text, "no", TOO_MANY) for command in beyond)
        return
    first, last = beyond[0], beyond[-1]
    said = f"and {len(beyond) - 1} commands more, down to line {last.number}: {TOO_MANY}"
    yield AnswerLine(first.number, first.text, "no", said)


class _Room:
    """What is left of an answer for the replies to commands."""

    def __init__(self) -> None:
        self.weight, self.pictures, self.files = HEAVIEST_ANSWER - RESERVED, MOST_PICTURES, 0

    def fitted(self, reply: Reply) -> Reply:
        """The reply with its picture, as far as there is room for it and for the picture."""
        weight = _weight(reply)
        # A record cannot be had in parts, so the first file of a mail comes whatever its size.
        only_file = bool(reply.attachments) and not reply.sections and self.files == 0
        if weight > self.weight and not only_file:
            return msgspec.structs.replace(reply, mark="no", said=TOO_LONG, sections=(), attachments=())
        self.weight -= weight
        self.files += len(reply.attachments)
        wanted = sum(section.picture is not None for section in reply.sections)
        if wanted > self.pictures:
            plain = tuple(msgspec.structs.replace(section, picture=None) for section in reply.sections)
            return msgspec.structs.replace(reply, said=f"{reply.said}, {NO_PICTURE}", sections=plain)
        self.pictures -= wanted
        return reply


def _weight(reply: Reply) -> int:
    """The bytes that a reply adds to a mail: its text, once plain and once as HTML, and its files."""
    document = Document("", reply.sections)
    texts = (TEXT.write(document), HTML.write(document)) if reply.sections else ()
    # Signs beyond ASCII are written as three for each of their bytes, files as four for three.
    written = sum(len(text) + 3 * len("".join(sign for sign in text if sign > "\x7f").encode()) for text in texts)
    return written + sum(len(file.content) * 4 // 3 for file in reply.attachments)
