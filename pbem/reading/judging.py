"""Orders as read, judged: with a line that could not be read, nothing of its mail is played.

The lines that can be read are judged all the same, so that the answer can tell which of them are good.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import Any

from core.contract import Checked, Effect, Line, SeatName, Status, Verdict
from pbem.reading.reader import Reading
from pbem.rulesets.contract import Presentation

MOST_ORDERED = 5  # 120 orders of them
MOST_ROUNDS = 3  # of judging what is left once faulty lines, and those that need them, are left out


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


def judged_apart(
    presentation: Presentation, position: Any, seat: SeatName, reading: Reading, checked: Checked
) -> Checked:
    """The judgement of a mail that is not played, its good lines judged as if the faulty ones were not in it.

    So the answer can tell which lines would stand. One that needs a line left out is no fault of its own, and stays
    void; so do words to the other side, which are said only beside orders that stand.
    """
    left_out = _faulty(checked.verdicts)
    verdicts = list(checked.verdicts)
    words = {line.number for line in reading.orders if type(line.order) in presentation.timeless}
    for _ in range(MOST_ROUNDS):
        rest = [line for line in reading.orders if line.number not in left_out]
        unsaid = {each.line for each in verdicts if each.status is Status.VOID} - left_out - words
        if not left_out or not rest or not unsaid:
            break
        again = presentation.rules.check(position, seat, tuple(rest)).verdicts
        for number in unsaid:
            _take_over(verdicts, again, number)
        more = _faulty(again) - left_out
        if not more:
            break
        left_out |= more
    return Checked(tuple(verdicts), checked.effect)


def _faulty(verdicts: Sequence[Verdict]) -> set[int | None]:
    return {each.line for each in verdicts if each.status in (Status.REFUSED, Status.ASKED) and each.line is not None}


def _take_over(verdicts: list[Verdict], again: Sequence[Verdict], number: int | None) -> None:
    """Put the new verdicts of a text line in the place of the old ones, if all its orders are good now."""
    old = [at for at, each in enumerate(verdicts) if each.line == number]
    new = [each for each in again if each.line == number]
    if len(old) == len(new) and all(each.status is Status.OK for each in new):
        for at, each in zip(old, new, strict=True):
            verdicts[at] = each


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
        # A line behind `end` is not looked at: such an order of the lines plays fewer of them.
        if checked.effect is not Effect.NOTHING and all(each.status is Status.OK for each in checked.verdicts):
            found = found or ordered
            meaning.add(repr(sorted((each.line or 0, repr(each.facts)) for each in checked.verdicts)))
    return found if len(meaning) == 1 else ()
