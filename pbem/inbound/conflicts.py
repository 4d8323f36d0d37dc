"""The answer to a mail of which it is not known which lines are its orders: nothing is played, and it shows them."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.commands.answers import words
from pbem.inbound.lines import Split
from pbem.inbound.press import SAY
from pbem.inbound.quotes import OWN_LINES_LIMIT, Conflict, Own, OwnLine, Source
from pbem.reports.document import AnswerLine, Section
from pbem.reports.turn import QUOTATION_RULE

# Commands that bind whoever sends them wait until it is known what he means.
BINDING = frozenset(
    {
        *("JOIN", "RESIGN", "CLAIM", "AWAY", "LEAVE", "CANCEL", "INVITE", "REMATCH", "NAME", "ADDRESS", "FORGET"),
        *("ENTER", "WITHDRAW", "AGREE", "APPEAL", "CHALLENGE", "BID"),
        *("REMEMBER", "OPEN", "CLOSE", "TAKE", "SUBSTITUTE", "DELEGATE", "WAIT", "ROBOT", SAY),
    }
)

SUBJECT = {
    Conflict.BOTH: "orders not played: two sets in one mail",
    Conflict.ELSEWHERE: "orders not played: they stand in the quotation",
    Conflict.QUOTED: "orders not played: they stand in a quoted mail",
    Conflict.TOO_LONG: "your mail is too long",
    Conflict.WORDS: "not played, not said: where do your words end?",
}
_WHY = {
    Conflict.BOTH: (
        "Nothing was played: you typed orders outside the quotation, and changed the order form inside it too. Send "
        "those that you mean, outside the quotation.",
        QUOTATION_RULE,
    ),
    Conflict.ELSEWHERE: (
        "Nothing was played: lines that look like orders were changed or added in the quotation, outside the order "
        "form. If you mean them, send them on lines of their own above the quotation, without the sign >.",
        QUOTATION_RULE,
    ),
    Conflict.QUOTED: (
        "Nothing was played: the only orders in your mail stand in a mail that it quotes. If you mean them, send them "
        "above the quotation.",
    ),
    Conflict.TOO_LONG: (
        f"Your mail has more than {OWN_LINES_LIMIT:,} lines beside what it quotes, so nothing in it was read, played "
        "or carried out. Send a shorter one.",
    ),
    Conflict.WORDS: (
        "Nothing was said and nothing was played: below your words to other players are lines that may be orders or "
        "commands, and no line END tells where the words end. Send the mail again with a line END below them, also "
        "where nothing follows; where END is an order of the game, write END SAY.",
    ),
}
_WHERE: dict[Source, str] = {
    "typed": "typed outside the quotation",
    "edited quote": "changed in the order form",
    "added quote": "changed or added in the quotation",
    "quoted": "stands in a quoted mail",
}


def why(conflict: Conflict) -> Section:
    """What the mail is told."""
    return words(None, *_WHY[conflict])


def held_back(own: Own, told: Split) -> Split:
    """The lines of such a mail: typed commands that bind nobody are carried out, all else but remarks is shown."""
    typed = {line.number for line in own.lines if line.source == "typed"}
    commands = tuple(each for each in told.commands if each.number in typed and each.word not in BINDING)
    taken = {each.number for each in commands} | {each.number for each in told.chatter}
    return Split(commands, tuple(line for line in own.lines if line.number not in taken), told.chatter)


def shown(lines: Sequence[OwnLine], conflict: Conflict | None = None) -> list[AnswerLine]:
    """The answers to the lines that were taken to be the writer's."""
    if conflict is Conflict.WORDS:
        return [AnswerLine(line.number, line.text, "no", "words, or to be done?") for line in lines]
    return [AnswerLine(line.number, line.text, "no", _WHERE[line.source]) for line in lines]
