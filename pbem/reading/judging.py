"""Orders as read, judged: with a line that could not be read, nothing of its mail is played.

The lines that can be read are judged all the same, so that the answer can tell which of them are good.
"""

from __future__ import annotations

from itertools import permutations
from typing import Any

from core.contract import Checked, Effect, Line, SeatName
from pbem.reading.reader import Reading
from pbem.rulesets.contract import Presentation

MOST_ORDERED = 5  # 120 orders of them


def judge(presentation: Presentation, position: Any, seat: SeatName, reading: Reading) -> Checked:
    """The judgement of a seat's lines, as they stood in the mail; their effect is none where one could not be read."""
    rules = presentation.rules
    if not reading.unclear:
        return rules.check(position, seat, reading.lines)
    judged = rules.check(position, seat, reading.orders).verdicts if reading.orders else ()
    # What the set as a whole lacks may stand in the line that was not understood.
    good = [verdict for verdict in judged if verdict.line is not None]
    unread = rules.check(position, seat, reading.unclear).verdicts
    verdicts = sorted((*good, *unread), key=lambda verdict: verdict.line or 0)
    return Checked(tuple(verdicts), Effect.NOTHING)


def playable_order(presentation: Presentation, position: Any, seat: SeatName, reading: Reading) -> tuple[Line, ...]:
    """The lines in another order in which they can be played, where they cannot be as written, and all such orders
    come to the same; else none.

    Moves block each other's way, so that their order decides; whoever lists them seldom thinks of it.
    """
    lines = reading.lines
    if reading.unclear or not 1 < len(lines) <= MOST_ORDERED:
        return ()
    found: tuple[Line, ...] = ()
    meaning: set[str] = set()
    for ordered in permutations(lines):
        checked = presentation.rules.check(position, seat, ordered)
        if checked.effect is not Effect.NOTHING:
            found = found or ordered
            meaning.add(repr(sorted((each.line or 0, repr(each.facts)) for each in checked.verdicts)))
    return found if len(meaning) == 1 else ()
