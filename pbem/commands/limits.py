"""How much one mail may ask for, and how much its answer may hold; what is beyond is told, and not done.

Anybody can write in a player's name, and a mail of three kilobytes must not make one of sixty megabytes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import msgspec

from pbem.commands.answers import Reply, command_answer
from pbem.inbound.lines import AHEAD, CHECK, ODDS, UNDO, Command
from pbem.reports.answers import LINES_WEIGHT
from pbem.reports.citations import count_of
from pbem.reports.document import AnswerLine, Document
from pbem.reports.formats import HTML, TEXT

MOST_COMMANDS = 10
MOST_NEW = 1
MOST_PICTURES = 2
HEAVIEST_ANSWER = 200_000  # bytes of text, HTML and small files, without pictures
HEAVIEST_FILES = 5_000_000  # bytes of the files that a mail asks for by name
MOST_RULEBOOKS = 1
LINK_WEIGHT = 150  # of a clause that is a link in HTML
# What comes with every answer: the lines of the mail, and the report of the turn or what is still wanted.
RESERVED = LINES_WEIGHT + 60_000
LINES_TOLD = 10  # so many commands too many are told line by line, more in one sentence

# They say how the mail is to be read and ask for nothing, so that leaving one out would play what was not to be. What
# hosts and directors write to the server is not counted either: its words belong here.
UNCOUNTED = frozenset({CHECK, ODDS, AHEAD, UNDO})

TOO_MANY = f"not carried out: a mail may have {MOST_COMMANDS} commands; send it in another mail"
ONE_RULEBOOK = "not carried out: a mail brings one rulebook; send it in another mail"
ONE_NEW = "not carried out: a mail opens one game; send it in another mail"
ONE_SERIES = "not carried out: a mail opens one series; send it in another mail"
TOO_LONG = "left out: the answer would be too long; ask for it in a mail of its own"
ATTACHED = "it is attached already"
NO_PICTURE = f"without its picture: a mail carries {MOST_PICTURES}"

_MOST_OF_A_KIND = {
    "NEW": (MOST_NEW, ONE_NEW),
    "REMATCH": (MOST_NEW, ONE_NEW),
    "SERIES": (MOST_NEW, ONE_SERIES),
    "RULES": (MOST_RULEBOOKS, ONE_RULEBOOK),
}

Run = Callable[[Command], Reply]


class Carried(msgspec.Struct, frozen=True):
    """What the commands of a mail came to: their lines in the answer, and the replies of those carried out."""

    lines: tuple[AnswerLine, ...]
    replies: tuple[Reply, ...]


def carry_out(commands: Sequence[Command], run: Run) -> Carried:
    """Run the commands of a mail, as many of them as it may have."""
    allowed, beyond = _counted(commands)
    room = _Room()
    replies = [room.fitted(_run_within(command, run, commands)) for command in allowed]
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


def _run_within(command: Command, run: Run, commands: Sequence[Command]) -> Reply:
    """The reply to a command, of which a mail may have only so many of a kind."""
    most, beyond = _MOST_OF_A_KIND.get(command.word, (MOST_COMMANDS, ""))
    earlier = [other for other in commands if other.word == command.word and other.number < command.number]
    return Reply("no", beyond) if len(earlier) >= most and beyond else run(command)


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
        self.weight, self.pictures = HEAVIEST_ANSWER - RESERVED, MOST_PICTURES
        self.files, self.weight_of_files = set[str](), HEAVIEST_FILES

    def fitted(self, reply: Reply) -> Reply:
        """The reply with its picture, as far as there is room for it and for the picture."""
        if reply.attachments and not reply.sections:
            return self._file(reply)
        weight = _weight(reply)
        if weight > self.weight:
            return _left_out(reply, TOO_LONG)
        self.weight -= weight
        wanted = sum(section.picture is not None for section in reply.sections)
        if wanted > self.pictures:
            plain = tuple(msgspec.structs.replace(section, picture=None) for section in reply.sections)
            return msgspec.structs.replace(reply, said=f"{reply.said}, {NO_PICTURE}", sections=plain)
        self.pictures -= wanted
        return reply

    def _file(self, reply: Reply) -> Reply:
        """A reply that is files and nothing else: they were asked for by name, and have a room of their own."""
        if not self.files.isdisjoint(file.name for file in reply.attachments):
            return _left_out(reply, ATTACHED)
        weight = _weight(reply)
        # A record cannot be had in parts, so the first file of a mail comes whatever its size.
        if weight > self.weight_of_files and self.files:
            return _left_out(reply, TOO_LONG)
        self.weight_of_files -= weight
        self.files.update(file.name for file in reply.attachments)
        return reply


def _left_out(reply: Reply, why: str) -> Reply:
    return msgspec.structs.replace(reply, mark="no", said=why, sections=(), attachments=())


def _weight(reply: Reply) -> int:
    """The bytes that a reply adds to a mail: its text, once plain and once as HTML, and its files."""
    document = Document("", reply.sections)
    texts = (TEXT.write(document), HTML.write(document)) if reply.sections else ()
    # Signs beyond ASCII are written as three for each of their bytes, files as four for three.
    written = sum(len(text) + 3 * len("".join(sign for sign in text if sign > "\x7f").encode()) for text in texts)
    written += LINK_WEIGHT * sum(count_of(text) for text in texts[1:])
    return written + sum(len(file.content) * 4 // 3 for file in reply.attachments)
