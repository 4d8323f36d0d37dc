"""The campaign that docs/campaigning.md tells of, played again: `make.py` puts what was mailed in it into the page.

Napoleon's mails stand here as the page shows them; the coalition's are those of somebody who wants to hold the
crossroads and Ligny. The dice are those of a fixed seed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from core.contract import Orders, SeatName
from core.dice import Roll, SeededDice
from pbem.reports import text
from pbem.reports.answers import answers_to
from pbem.reports.document import Document, Section
from pbem.reports.turn import GameFacts, turn_report
from pbem.rulesets import presentation
from pbem.rulesets.retold import Moment

SEED = b"campaigning"
MAILS: dict[SeatName, dict[int, str]] = {
    "napoleon": {
        1: """turn 1
F7 march CHA attack
F2 march MAR > GOS attack
F1 march MAR > GOS
FP march CHA attack
FE march CHA > GIL > FLE
F3 march CHA
F4 march CHT
FO march CHA
FY march CHA
F6 march CHA
FL march CHA > GOS
FK march CHA
FM march CHA""",
        3: "F2 march FRA > QBR attack\nFP march GIL attack\nF3 march GIL attack\nFY march GIL attack",
        5: "F3 march FLE attack\nFP march FLE attack",
        7: "F1 march FRA > QBR\nFO march FLE\nF6 march FLE\nF4 march FLE attack\nFK march QBR\nFM march FLE",
        8: "F3 march LIG attack\nF4 march LIG attack\nFO march LIG attack\nFY march LIG attack\nF7 march LIG attack",
        11: "F2 rest\nFP rest",
        13: "F1 march PLA attack\nFK march PLA\nFO march QBR\nF6 march QBR > GEN\nFM march QBR",
        16: "FO march GEN > PLA\nF6 march PLA\nF2 march GEN > PLA",
        19: "F1 march MSJ attack\nF6 march MSJ attack\nFO march MSJ attack\nF2 march MSJ attack",
    },
    "coalition": {
        1: "P1 march FLE avoid\nP5 march SOM\nP7 march SOM\nP9 march SOM\nPJ march SOM\nPH march SOM\nPT march SOM",
        2: "A5 march QBR\nAP march QBR\nAB march QBR\nA1 march NIV\nA3 march NIV\nAN march QBR\nAV march NIV\n"
        "AU march NIV\nP3 march LIG\nP4 march LIG\nPR march LIG",
        3: "P1 march LIG\nP2 march LIG",
    },
}
IN_DIARY = "16 June 07:00"
SHOWN = ("Map", "Forces", "What happened")


def blocks() -> dict[str, str]:
    """What the page shows: `3 Map` is the map of the report that asks for turn 3, `3 mail` Napoleon's answer to it."""
    return dict(_blocks())


def _blocks() -> Iterator[tuple[str, str]]:
    words = presentation("hundred_days")
    rules, dice = words.rules, SeededDice(SEED)
    played = rules.adjudicate(rules.opening(rules.settle({})), {}, dice)
    moments = [_moment(played, {}, ())]
    yield from _report("1", played)
    while rules.awaiting(played.position):
        before, turn = played.position, played.position.turn
        mails = {seat: by_turn.get(turn, "continue") for seat, by_turn in MAILS.items()}
        orders = {seat: words.read(list(enumerate(mail.split("\n"), start=1))) for seat, mail in mails.items()}
        view = rules.view(before, "napoleon")
        verdicts = rules.check(before, "napoleon", orders["napoleon"]).verdicts
        answers = Section(None, "answers", tuple(answers_to(words, orders["napoleon"], verdicts, view)))
        yield f"{turn} mail", mails["napoleon"]
        yield f"{turn} answers", text.write(Document("", (answers,))).strip("\n")
        rolled = len(dice.rolls)
        played = rules.adjudicate(before, orders, dice)
        moments.append(_moment(played, orders, dice.rolls[rolled:]))
        over = rules.outcome(played.position) is not None
        yield from _report("end" if over else str(played.position.turn), played)

    assert words.retell is not None
    chapters = "\n".join(words.retell(moments).diary).split("\n\n")
    yield "diary", next(chapter for chapter in chapters if chapter.startswith(IN_DIARY))


def _moment(played: Any, orders: Mapping[SeatName, Orders], rolls: Sequence[Roll]) -> Moment:
    rules, text_of = presentation("hundred_days").rules, presentation("hundred_days").text_of
    views = {seat: rules.view(played.position, seat) for seat in MAILS}
    given = {seat: [text_of(line.order) for line in lines] for seat, lines in orders.items()}
    return Moment(rules.encode(played.position), views, given, played.events, rolls)


def _report(name: str, played: Any) -> Iterator[tuple[str, str]]:
    """The parts of Napoleon's report, each under the number of the turn that it asks for."""
    words = presentation("hundred_days")
    facts = GameFacts("days1", words.rules.version, outcome=words.rules.outcome(played.position), full=name != "end")
    view = words.rules.view(played.position, "napoleon")
    document = turn_report(words, facts, view, "napoleon", played.events)
    yield f"{name} headline", text.write(Document("", document.sections[:1])).strip("\n")
    for section in document.sections:
        title = re.sub(r" - .*", "", section.title or "")
        if title:
            body = text.write(Document("", (section,))).strip("\n")
            yield f"{name} {title}", body.partition("\n")[2]
