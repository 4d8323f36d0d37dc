"""The plan that the lines below AHEAD make: orders, and between them IF, ELSE and END IF, which say what of it counts.

Every line is accounted for: one that cannot be read, a condition that names what the seat does not know, an END IF that
is missed where it would change what is meant, refuses the whole.
"""

from __future__ import annotations

from collections.abc import Callable

from core.contract import Json, Line
from pbem.games.ahead import Branch, Choice, Part, part_of
from pbem.games.kept_orders import HandedIn
from pbem.inbound.quotes import OwnLine
from pbem.reading.conditions import Condition, NotUnderstood, Word, control, read_condition
from pbem.reading.reader import is_order, read
from pbem.reading.statements import Statement
from pbem.reports.document import AnswerLine
from pbem.rulesets.contract import Presentation, Whereabouts

MOST_IFS, DEEPEST = 20, 3

TOO_MANY = f"a mail may have {MOST_IFS} conditions, and {DEEPEST} IF within each other"
EACH_ITS_END = "with more than one IF each needs a line END IF, so that it is clear what belongs to it"
HAS_ELSE = "the IF above has its ELSE already"
BINDS = "it asks for a YES, and cannot be sent ahead"


def is_steer(ruleset: Presentation, text: str, ground: Callable[[], Whereabouts]) -> bool:
    """Whether a line is meant to say when orders count, in a mail whose other lines may be words between people."""
    found = control(text)
    if found is None or is_order(ruleset, text):
        return False
    word, behind = found
    if word in ("else", "end if"):
        return not behind
    try:
        read_condition(behind, ground())
    except NotUnderstood:
        return False
    return True


class _If:
    """An IF that is open: the branches before the present one, the condition of that, and what is in it."""

    def __init__(self, condition: Condition | None) -> None:
        self.before: list[Branch] = []
        self.condition = condition
        self.items: list[Part | Choice] = []
        self.has_else = False

    def next_branch(self, condition: Condition | None) -> None:
        self.before.append(Branch(self.condition, tuple(self.items)))
        self.condition, self.items = condition, []

    def closed(self) -> Choice:
        return Choice((*self.before, Branch(self.condition, tuple(self.items))))


class Builder:
    """A plan as its lines are taken in, one after the other.

    `lines` and `remarks` are what its orders were read as, `steers` the answers to the lines between them, and `wrong`
    those to lines because of which nothing may be kept.
    """

    def __init__(self, ruleset: Presentation, view: Callable[[], Json], ground: Callable[[], Whereabouts]) -> None:
        self.lines: list[Line] = []
        self.remarks: list[Statement] = []
        self.steers: list[AnswerLine] = []
        self.wrong: list[AnswerLine] = []
        self._ruleset, self._view, self._ground = ruleset, view, ground
        self._always: list[Part | Choice] = []
        self._open: list[_If] = []
        self._together: list[OwnLine] = []  # orders with no other line between them
        self._ifs = self._conditions = 0

    def take(self, line: OwnLine) -> None:
        """The next line."""
        found = control(line.text)
        # Rule sets may have orders that begin so: `if won: E6 E7`.
        if found is None or is_order(self._ruleset, line.text):
            self._together.append(line)
            return
        self._close_orders()
        try:
            self.steers.append(AnswerLine(line.number, line.text, "ok", self._steer(*found)))
        except NotUnderstood as why:
            self.wrong.append(AnswerLine(line.number, line.text, "no", str(why)))

    def finish(self) -> tuple[Part | Choice, ...]:
        """The plan, once all lines are in."""
        self._close_orders()
        if self._open and self._ifs > 1:
            self.wrong.append(AnswerLine(None, "", "no", EACH_ITS_END))
        while self._open:
            self._end()
        return tuple(self._always)

    def _steer(self, word: Word, behind: str) -> str:
        if word == "if":
            return self._if(behind)
        if not self._open:
            raise NotUnderstood(f"there is no IF above this {word.upper()}")
        if behind and word != "else if":
            raise NotUnderstood(f"{word.upper()} stands on a line of its own")
        if word == "end if":
            self._end()
            return "what follows counts whatever holds" if not self._open else "the end of the inner IF"
        return self._else(self._condition(behind) if word == "else if" else None)

    def _if(self, behind: str) -> str:
        self._ifs += 1
        if len(self._open) >= DEEPEST:
            raise NotUnderstood(TOO_MANY)
        # Open also if it is not understood, so that its ELSE is not taken for that of another.
        opened = _If(None)
        self._open.append(opened)
        opened.condition = self._condition(behind)
        return f"if {opened.condition}"

    def _else(self, condition: Condition | None) -> str:
        inner = self._open[-1]
        if inner.has_else:
            raise NotUnderstood(HAS_ELSE)
        inner.has_else = condition is None
        inner.next_branch(condition)
        return "if not" if condition is None else f"if not, and if {condition}"

    def _end(self) -> None:
        closed = self._open.pop().closed()
        self._items().append(closed)

    def _items(self) -> list[Part | Choice]:
        return self._open[-1].items if self._open else self._always

    def _condition(self, text: str) -> Condition:
        self._conditions += 1
        if self._conditions > MOST_IFS:
            raise NotUnderstood(TOO_MANY)
        return read_condition(text, self._ground())

    def _close_orders(self) -> None:
        together, self._together = self._together, []
        found = read(self._ruleset, [(line.number, line.text) for line in together], self._view)
        self.lines += found.lines
        self.remarks += found.remarks
        binding = [line for line in found.lines if type(line.order) in self._ruleset.binding]
        self.wrong += [AnswerLine(line.number, line.text, "no", BINDS) for line in binding]
        if not found.lines or found.unclear or binding:
            return
        said = {each.number for each in found.remarks} - {each.number for each in found.lines}
        mailed = [(line.number, line.text) for line in together if line.number not in said]
        self._items().append(part_of(self._ruleset, HandedIn(mailed, found.lines)))
