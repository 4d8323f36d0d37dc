"""What the writer of a reply wrote himself, line by line, with our own words taken away.

No library that trims quotations is safe to judge what an order is: each loses orders in some mail program's style. But
the server has what those lack, the very text it sent. A word of the reply is ours where it lies in a run of five
words of that text; runs cross line ends, so that a quotation falls whether it is marked, unmarked, wrapped anew or
flattened by HTML.

**The rule**, as the reports tell it (`pbem.reports.turn.QUOTATION_RULE`): what is typed outside the quotation counts.
The order form may be filled in inside the quotation instead, if no orders are typed outside: once a line of it is
changed, the whole form is read as it now stands. Both together, or lines like orders changed or added elsewhere in the
quotation, are a `Conflict`: which of them the writer means, nobody knows, so nothing is played and he is asked.

**The number of a line** is its place in the mail's text, counted from 1 over all lines, quoted and blank ones
included: the line the player finds when he counts in the mail that he sent. It does not depend on what is quoted.

What decides about a line:

- Below a line `-- ` nothing is read (the signature, RFC 3676 4.3).
- Unmarked lines above the first sign of a quotation are typed, whatever they say. Words to others are no such sign,
  though an answer of ours has repeated them: a letter in a mail that was refused is sent again as it was.
- Lines marked twice are older mail and are never read. So is what stands below an introduction and holds nothing of
  ours: somebody's mail, the writer's own old orders for the most part, marked or not.
- Unmarked lines below or between marked ones are typed, save for the rest of a quoted line that was wrapped.
- Where the quotation is unmarked, as Outlook makes it, lines of ours fall, and what was put into a paragraph of ours
  is in the quotation; a paragraph of its own is typed.
- A line of the quotation that is not as we sent it, or not where we put it, was changed there if it has the form of an
  order.
- The line that introduces a quotation, and the one with which a phone signs, are nobody's.

The work is bounded: comparing costs a fixed number of steps for each line and word (`Own.compared` counts them), and a
mail with more lines of its own than OWN_LINES_LIMIT is not read at all.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from enum import Enum, StrEnum
from typing import Literal, TypeAlias

import msgspec
from mailparser_reply import EmailReplyParser  # type: ignore[import-untyped]

from pbem.inbound.introductions import Introduction, introductions
from pbem.inbound.sent import FORM, LONGEST_ORDER_WORDS, RUN, Sent, Words, tokens
from pbem.rulesets.lexing import ends_letter

__all__ = [
    "LONGEST_ORDER_WORDS",
    "OWN_LINES_LIMIT",
    "Conflict",
    "Own",
    "OwnLine",
    "own_lines",
    "quotation_start",
    "typed_lines",
]

OWN_LINES_LIMIT = 2_000
# Of how many different lines it is asked whether they look like an order. Ours count too, but few are asked about.
JUDGED_LIMIT = 2 * OWN_LINES_LIMIT
# A form that is copied by itself may bring its heading along.
HEADING_LINES = 2
# A longer line that is ours in the main is no order of which a word was changed, but a line of the map that a mail
# program spoiled.
LONGEST_EDITED = 12
HINT_LIMIT = 4_000
# A letter has 1,000 characters at most; a line END that stands farther below is another's.
MOST_OF_WORDS = 2_000

Looks: TypeAlias = Callable[[str], bool]
Source: TypeAlias = Literal["typed", "edited quote", "added quote", "quoted"]


class OwnLine(msgspec.Struct, frozen=True):
    """A line that the writer meant for us. `text` has no quote marks; `number` counts all lines of the mail's text.

    An `edited quote` is a line of the order form, filled in where it stood quoted; an `added quote` was changed or
    added elsewhere in the quotation; what is `quoted` stands in somebody's mail.
    """

    number: int
    text: str
    source: Source = "typed"


class Conflict(StrEnum):
    """Why it is not known which lines of a mail are orders."""

    BOTH = "orders typed, and the form in the quotation changed"
    ELSEWHERE = "orders changed or added in the quotation, outside the form"
    QUOTED = "orders stand in a quoted mail only"
    TOO_LONG = "more lines than are read"
    WORDS = "words to other players without an end, and lines like orders among them"


class Own(msgspec.Struct, frozen=True):
    """The lines of a mail that are its writer's. With a `conflict` none of them is played: they are to be shown.

    `compared` counts the steps that it took to find them.
    """

    lines: tuple[OwnLine, ...]
    conflict: Conflict | None = None
    compared: int = 0


# `W95-031 <https://play.example.org/rules/waterloo1895#W95-031>`: how mail programs quote our links in plain text.
_LINK_TO_A_CLAUSE = re.compile(r"[ \t]?<(?:https?://|cid:)[^<>\s]{1,300}#[A-Z][A-Z0-9]{1,9}-[A-Z]?[0-9]{1,4}[a-z]?>")


def own_lines(
    text: str,
    sent: Sequence[str],
    domain: str,
    looks_like_order: Looks,
    is_command: Looks | None = None,
    opens_words: Looks | None = None,
) -> Own:
    """The lines of a mail's text that its writer typed or edited, in order; blank lines are left out.

    `sent` are the texts of the latest mails to the writer, empty where he is not known; `domain` is ours, by which
    the line that introduces a quotation is known in any language. `looks_like_order` tells whether a line has the
    form of an order or command, `is_command` whether it is only a command, which may well stand above a form edited
    in the quotation, `opens_words` whether words to others begin with it. Greetings and remarks come out too: whoever
    reads orders says what was not read.
    """
    ours = Sent([each for each in sent if each.strip()])
    text = _LINK_TO_A_CLAUSE.sub("", text)
    asking = _Asking(looks_like_order, is_command)
    try:
        lines, conflict = _Reply(text, ours, domain, asking, opens_words).own()
    except _TooLong:
        lines, conflict = [], Conflict.TOO_LONG
    if len(lines) > OWN_LINES_LIMIT:
        lines, conflict = [], Conflict.TOO_LONG
    in_order = tuple(sorted(lines, key=lambda own: own.number))
    return Own(in_order, conflict, ours.compared + len(asking.known))


def typed_lines(text: str) -> Own:
    """The lines of a text in which nothing is quoted; those of a form that are comments are left out."""
    lines = [(number, line.strip()) for number, line in enumerate(text.split("\n"), start=1)]
    own = tuple(OwnLine(number, line) for number, line in lines if line and not line.startswith("#"))
    return Own(own) if len(own) <= OWN_LINES_LIMIT else Own((), Conflict.TOO_LONG)


def quotation_start(text: str) -> int | None:
    """The number of the line at which mail-parser-reply sees a quotation begin, or None.

    A hint, used only for mail that answers nothing we know of. The library's patterns take quadratic time and more
    (20 000 line feeds: 37 s, measured with 1.36), so that it gets short texts only, without runs of blank lines.
    """
    lines = [line.strip() for line in text.split("\n")]
    kept = [at for at, line in enumerate(lines) if line or (at and lines[at - 1])]
    shown = "\n".join(lines[at] for at in kept).strip()
    if len(shown) > HINT_LIMIT:
        return None
    latest = (EmailReplyParser(languages=_LANGUAGES).parse_reply(shown) or "").strip()
    # The library strips every line and the ends of the text, so lines are counted and not characters.
    first = next((at for at, line in enumerate(kept) if lines[line]), 0)
    after = first + len(latest.split("\n"))
    return kept[after] + 1 if latest and any(lines[at] for at in kept[after:]) else None


# --- The reply -----------------------------------------------------------------------------------------------------


class _TooLong(Exception):
    """The mail holds more lines of its own than are read."""


class _Asking:
    """Whether a line looks like an order, asked once for each text: a rule set's grammar takes its time."""

    def __init__(self, looks_like_order: Looks, is_command: Looks | None) -> None:
        self._looks, self._is_command = looks_like_order, is_command
        self.known: dict[str, bool] = {}

    def looks(self, text: str) -> bool:
        found = self.known.get(text)
        if found is None:
            if len(self.known) >= JUDGED_LIMIT:
                raise _TooLong
            found = self.known[text] = self._looks(text)
        return found

    def is_played(self, text: str) -> bool:
        """Whether a line is an order and not a command."""
        return self.looks(text) and not (self._is_command and self._is_command(text))


class _Line(msgspec.Struct):
    """A line of the reply. `covered` tells for each word whether it lies in a run of ours.

    What is `foreign` stands in a mail that is neither this one nor one of ours, or in an older one.
    """

    number: int
    depth: int
    text: str
    raw: str
    tokens: list[str]
    words: Words
    covered: list[bool]
    unchanged: bool = False
    foreign: bool = False

    @property
    def ours(self) -> bool:
        return self.unchanged or all(self.covered)

    @property
    def mostly_ours(self) -> bool:
        return self.unchanged or 2 * sum(self.covered) >= len(self.words)


class _Shape(Enum):
    """How the reply holds the mail it answers."""

    NONE = "nothing quoted"
    MARKED = "lines marked >"
    UNMARKED = "our text without marks"
    STRANGE = "without marks, and nothing of it is ours"


class _Reply:
    def __init__(self, text: str, sent: Sent, domain: str, asking: _Asking, opens_words: Looks | None) -> None:
        self.sent, self.asking, self.opens_words = sent, asking, opens_words
        every = [_line(number, raw) for number, raw in enumerate(text.split("\n"), 1)]
        sent.cover(every)
        self.lines = [line for line in _above_signature(every) if line.words]
        heads = introductions(self.lines, domain, self.is_order)
        self._mark_foreign(heads)
        if sum(line.depth < 2 and not line.foreign and not line.mostly_ours for line in self.lines) > OWN_LINES_LIMIT:
            raise _TooLong
        heads = [head for head in heads if head.depth == 0]
        phones = (at for at, line in enumerate(self.lines) if _PHONE.search(line.text))
        self.nobodys = {at for head in heads for at in head.lines()}.union(phones)
        # A row of dashes between two orders begins no quotation.
        signs = [head.at for head in heads if head.certain or head.of_us]
        self.certain = min([*signs, *(at for at, line in enumerate(self.lines) if line.depth)], default=None)
        self.start = self._start(text)
        self.shape = self._shape()
        self.wrapped = self._wrapped_rests() if self.shape is _Shape.MARKED else set()
        self._paragraphs: dict[int, bool] = {}
        self._links: dict[tuple[int, int], bool] = {}
        self.forms = self._forms()
        self.in_form = {at for form in self.forms for at in form}

    def own(self) -> tuple[list[OwnLine], Conflict | None]:
        """The writer's lines by the rule, and why they cannot be played where they cannot."""
        typed = [OwnLine(self.lines[at].number, self.lines[at].text) for at in self._typed()]
        edited = dict(self._edited())
        changed = [form for form in self.forms if not edited.keys().isdisjoint(form)]
        strays = edited.keys() - {at for form in changed for at in form}
        is_ordered = any(self.asking.is_played(line.text) for line in typed)
        if strays or len(changed) > 1:
            sources: dict[int, Source] = dict.fromkeys(strays, "added quote")
            return typed + self._owned(edited, sources), Conflict.ELSEWHERE
        if changed and is_ordered:
            return typed + self._owned(edited), Conflict.BOTH
        if changed:
            own = {line.number for line in typed}
            form = {at: edited.get(at) or self.lines[at].text for at in self._read_of(changed[0], edited)}
            return typed + [line for line in self._owned(form) if line.number not in own], None
        if not is_ordered and (left := self._left_as_sent()):
            return typed + self._owned(left), None
        if not any(self.asking.looks(line.text) for line in typed) and (quoted := self._quoted()):
            return typed + self._owned(quoted, dict.fromkeys(quoted, "quoted")), Conflict.QUOTED
        return typed, None

    def is_order(self, at: int) -> bool:
        """Whether the line looks like an order or a command."""
        return self.asking.looks(self.lines[at].text)

    def _owned(self, texts: dict[int, str], sources: dict[int, Source] | None = None) -> list[OwnLine]:
        of = sources or {}
        return [OwnLine(self.lines[at].number, text, of.get(at, "edited quote")) for at, text in texts.items()]

    # Where the quotation is

    def _mark_foreign(self, heads: list[Introduction]) -> None:
        """Mark what stands in mails that are not ours, and unmarked in older mails than the one that is answered."""
        heads = [head for head in heads if head.certain and not self.lines[head.at].unchanged]
        ends = [head.at for head in heads[1:]] + [len(self.lines)]
        is_older = [False, False]
        for head, end in zip(heads, ends, strict=False):
            body = range(head.at + head.length, end)
            # What stands unmarked beside marked lines was typed there.
            depth = 1 if head.depth or any(self.lines[at].depth for at in body) else 0
            judged = [at for at in body if self.lines[at].depth == depth]
            if is_older[head.depth] or not self._holds_ours(judged, head):
                for at in judged:
                    self.lines[at].foreign = True
            is_older[head.depth] |= bool(judged) and depth == head.depth

    def _holds_ours(self, ats: list[int], head: Introduction) -> bool:
        """Whether there is a text of ours here, and more of it than orders that were copied from it."""
        found = 0
        for at in ats:
            covered = sum(self.lines[at].covered)
            if covered and (head.of_us or not self.is_order(at)):
                found += covered
            if found >= RUN:
                return True
        return False

    def _start(self, text: str) -> int:
        """The index of the first line that may be a quotation; the number of lines where there is none."""
        end = len(self.lines)
        found = [end if self.certain is None else self.certain]
        words = self._words_sent_again()
        unmarked = (at for at, line in enumerate(self.lines) if line.depth == 0 and at not in words)
        at = next((at for at in unmarked if self._is_prose_of_ours(at)), end)
        # Prose of ours may begin with the look of an order; it is known by the line that it goes on in.
        while 0 < at < end and self._goes_on(at - 1):
            at -= 1
        found.append(at)
        hint = quotation_start(text) if not self.sent.edges - {0} else None
        if hint is not None:
            found.append(next((at for at, line in enumerate(self.lines) if line.number >= hint), end))
        return min(found)

    def _words_sent_again(self) -> set[int]:
        """The unmarked lines of words to others. Whoever sends them anew repeats what our answer has told him."""
        found: set[int] = set()
        if self.opens_words is None:
            return found
        ends = self._ends_of_words()
        for at, line in enumerate(self.lines):
            if at not in found and line.depth == 0 and self.opens_words(line.text):
                found.update(range(at, ends[at] + 1))
        return found

    def _ends_of_words(self) -> list[int]:
        """For each line the index of the line END of words that begin there; its own where none comes soon.

        Worked out from below in one pass: a mail may open words in each of its lines, and end them in none.
        """
        ends = list(range(len(self.lines)))
        end, room = 0, -1
        for at in range(len(self.lines) - 1, -1, -1):
            line = self.lines[at]
            room = -1 if line.depth else room - len(line.text)
            if room >= 0:
                ends[at] = end
            if not line.depth and ends_letter(line.text):
                end, room = at, MOST_OF_WORDS - len(line.text)
        return ends

    def _is_prose_of_ours(self, at: int) -> bool:
        line = self.lines[at]
        if line.foreign or not line.ours or len(line.words) < RUN:
            return False
        return len(line.words) > LONGEST_EDITED or not self.is_order(at)

    def _goes_on(self, at: int) -> bool:
        """Whether a line of ours is followed by the line that followed it when we sent it."""
        line, below = self.lines[at], self.lines[at + 1]
        beside = line.number == below.number - 1 and line.depth == below.depth
        return beside and line.ours and self.sent.follow((*line.words[-2:], *below.words[:2]))

    def _shape(self) -> _Shape:
        below = self.lines[self.start :]
        if not below:
            return _Shape.NONE
        known = [line for line in below if not line.foreign]
        marked = sum(line.depth == 1 and (line.mostly_ours or len(self.sent.edges) == 1) for line in known)
        unmarked = sum(line.depth == 0 and line.mostly_ours and len(line.words) >= RUN for line in known)
        # A map that was filled anew may begin a line with a sign that looks like a mark: the greater number counts.
        if marked and marked >= unmarked:
            return _Shape.MARKED
        if unmarked:
            return _Shape.UNMARKED
        return _Shape.MARKED if any(line.depth for line in below) else _Shape.STRANGE

    # What is typed

    def _typed(self) -> Iterator[int]:
        """The lines that the writer typed."""
        for at, line in enumerate(self.lines):
            if line.depth or line.foreign or not (at < self.start or self._typed_below(at)):
                continue
            if at not in self.nobodys or self.is_order(at):
                yield at

    def _typed_below(self, at: int) -> bool:
        """Whether an unmarked line below the first sign of a quotation was typed there."""
        match self.shape:
            case _Shape.MARKED:
                return at not in self.wrapped
            case _Shape.UNMARKED if self.is_order(at):
                return at not in self.in_form and not self._in_paragraph_of_ours(at)
            case _Shape.UNMARKED:
                return not self.lines[at].mostly_ours
        return False

    def _in_paragraph_of_ours(self, at: int) -> bool:
        """Whether this line, or another of its paragraph, stands where we put it."""
        first = at
        while first not in self._paragraphs and first and self._adjoins(first - 1):
            first -= 1
        if first not in self._paragraphs:
            last = first
            while last + 1 < len(self.lines) and self._adjoins(last):
                last += 1
            found = any(self._is_fixed(each) for each in range(first, last + 1))
            self._paragraphs |= dict.fromkeys(range(first, last + 1), found)
        return self._paragraphs[first]

    def _adjoins(self, at: int) -> bool:
        return self.lines[at + 1].number == self.lines[at].number + 1

    def _is_fixed(self, at: int) -> bool:
        line = self.lines[at]
        if len(line.words) <= LONGEST_EDITED and self.is_order(at):
            return line.ours and self._in_place(at)
        return line.mostly_ours

    def _wrapped_rests(self) -> set[int]:
        """Unmarked lines that go on in the middle of a line of ours, just after its quoted beginning."""
        found: set[int] = set()
        for at, line in enumerate(self.lines[1:], 1):
            before = self.lines[at - 1]
            goes_on = (before.depth or at - 1 in found) and line.number == before.number + 1
            if line.depth == 0 and goes_on and self.sent.goes_on(before.words[-2:], line.words):
                found.add(at)
        return found

    # What is edited

    def _edited(self) -> Iterator[tuple[int, str]]:
        """The quoted lines that are no longer as we sent them and read like orders, with the words to read."""
        for at, line in enumerate(self.lines):
            if line.foreign or line.depth > 1:
                continue
            if line.depth or (at >= self.start and not self._typed_below(at)):
                words = self._edited_words(at) if line.depth or self.shape is _Shape.UNMARKED else self._strange(at)
                if words:
                    yield at, words

    def _strange(self, at: int) -> str:
        is_read = self.shape is _Shape.STRANGE and at not in self.nobodys and self.is_order(at)
        return self.lines[at].text if is_read else ""

    def _edited_words(self, at: int) -> str:
        """The words of a quoted line that an order was made of, or nothing."""
        line = self.lines[at]
        if line.depth and line.unchanged:
            return ""  # most of a mail that quotes us, which nobody need read as an order
        is_short = len(line.words) <= LONGEST_EDITED
        if line.ours:
            return line.text if is_short and self.is_order(at) and not self._in_place(at) else ""
        is_whole_line = self.sent.begins_a_line(line.words[:2]) or self.sent.ends_a_line(line.words[-2:])
        if (not line.mostly_ours or (is_short and is_whole_line)) and self.is_order(at):
            return line.text
        # "> Your orders: N1 5 U23", or a form's line with its comment: what was put into a line of ours.
        strange = [index for index, is_ours in enumerate(line.covered) if not is_ours]
        put_in = " ".join(line.tokens[strange[0] : strange[-1] + 1])
        in_one_piece = strange[-1] - strange[0] + 1 == len(strange)
        if not in_one_piece or len(strange) < 2 or not self.asking.looks(put_in):
            return ""
        return line.text if self.is_order(at) else put_in

    def _in_place(self, at: int) -> bool:
        """Whether an order made of our words stands just where we put it: whole, or wrapped, and not by itself.

        A line that lost its `#` or its comment is not in place; neither are orders that were copied to where no other
        line of ours stands next to them.
        """
        line = self.lines[at]
        before = self.lines[at - 1].words[-2:] if at else ()
        after = self.lines[at + 1].words[:2] if at + 1 < len(self.lines) else ()
        found = self.sent.whole(before, line.words, after)
        return any(line.depth or self._linked(at, follows, leads) for follows, leads in found)

    def _linked(self, at: int, follows: bool, leads: bool) -> bool:
        """Whether the lines of ours that this order adjoins lead to one that is no order."""
        return (follows and self._leads_to_prose(at, -1)) or (leads and self._leads_to_prose(at, 1))

    def _leads_to_prose(self, at: int, step: int) -> bool:
        """Whether the next line that is not both ours and an order is ours. Each line is passed once in a mail."""
        passed = [at]
        while (known := self._links.get((passed[-1], step))) is None:
            beside = passed[-1] + step
            if not (0 <= beside < len(self.lines) and self.lines[beside].ours):
                known = False
            elif not self.is_order(beside):
                known = True
            else:
                passed.append(beside)
                self.sent.compared += 1
                continue
            break
        self._links |= {(each, step): known for each in passed}
        return known

    # The order form

    def _forms(self) -> list[range]:
        """Where order forms stand in the quotation: each from its heading, or its first line, to its last."""
        depth = 1 if self.shape is _Shape.MARKED else 0
        ats = [
            at
            for at, line in enumerate(self.lines)
            if line.depth == depth and not line.foreign and (depth or at >= self.start)
        ]
        above, below = self._swept(ats, True), self._swept(ats[::-1], False)
        last = next((at for at in reversed(ats) if self._is_fixed(at)), 0)
        # Where a form ends our mail, what stands below it by itself was typed.
        inside = below | {at for at in above if at <= last or self._in_paragraph_of_ours(at)}
        forms: list[list[int]] = []
        for before, at in zip([None, *ats], ats, strict=False):
            if at in inside and before in inside and forms:
                forms[-1].append(at)
            elif at in inside:
                forms.append([at])
        return [range(form[0], form[-1] + 1) for form in forms]

    def _swept(self, ats: list[int], downward: bool) -> set[int]:
        """The lines of forms as far as they are known from what stands on this side of them."""
        found, inside = set(), False
        for at in ats:
            line = self.lines[at]
            if line.unchanged and line.words[: len(FORM)] == FORM:
                inside = downward
            elif line.words in self.sent.form:
                # An order of ours that was copied elsewhere makes no form of what stands beside it.
                inside = inside or bool(line.depth) or self._is_fixed(at)
            elif not line.text.startswith("#") and (line.unchanged or self._is_fixed(at)):
                inside = False
            if inside:
                found.add(at)
        return found

    def _read_of(self, form: range, edited: dict[int, str]) -> Iterator[int]:
        """The lines of a form that is read as it stands: all but its heading, its comments and what was wrapped."""
        for at in form:
            line = self.lines[at]
            is_heading = line.unchanged and line.words[: len(FORM)] == FORM
            if is_heading or line.foreign or line.text.startswith("#") or at in self.nobodys:
                continue
            if line.depth == self.lines[form[0]].depth and (
                at in edited or not line.ours or line.words in self.sent.form or self.is_order(at)
            ):
                yield at

    def _left_as_sent(self) -> dict[int, str]:
        """The orders of a form that came back unmarked, unchanged, and alone: what quotes more is a quotation."""
        if self.certain is not None:
            return {}
        below = range(self.start, len(self.lines))
        around = [at for at in below if not (self.lines[at].text.startswith("#") or self.is_order(at))]
        return {} if len(around) > HEADING_LINES else {at: self.lines[at].text for at in below if self.is_order(at)}

    def _quoted(self) -> dict[int, str]:
        """The orders in mails that are not ours, for a mail that holds no others."""
        return {
            at: line.text
            for at, line in enumerate(self.lines)
            if line.foreign and not line.ours and self.asking.is_played(line.text)
        }


def _line(number: int, raw: str) -> _Line:
    marks = _MARKS.match(raw)
    text = raw[marks.end() :].strip() if marks else raw.strip()
    found = list(tokens(text))
    return _Line(
        number=number,
        depth=marks.group().count(">") if marks else 0,
        text=text,
        raw=raw,
        tokens=[token for token, _ in found],
        words=tuple(word for _, word in found),
        covered=[False] * len(found),
    )


def _above_signature(lines: list[_Line]) -> list[_Line]:
    for index, line in enumerate(lines):
        if line.raw == "-- ":
            below = next((each for each in lines[index + 1 :] if each.words), None)
            # In an unmarked quotation the separator may end our mail and not the writer's.
            if below is None or below.depth or not below.ours:
                return lines[:index]
    return lines


_MARKS = re.compile(r"\s{0,3}(?:>[ \t]?)+")
_PHONE = re.compile(
    r"^(?:sent (?:from|via|with) |get outlook for |envoyé (?:de|depuis|à partir) |von meinem .{2,40} gesendet|"
    r"gesendet (?:von|mit) |diese nachricht wurde von meinem |enviado (?:desde|do) |inviato d|verzonden v|"
    r"skickat från |sendt fra |lähetetty |wysłan[eo] z |отправлено (?:с|из) |发自我的|從我的.{2,20}傳送)"
    r"|(?:から|より)送信$",
    re.I,
)
_LANGUAGES = ["en", "de", "fr", "es", "it", "nl", "pl", "sv", "da", "ja", "ko", "zh", "cs"]
