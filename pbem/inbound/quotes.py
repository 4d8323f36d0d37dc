"""What the writer of a reply wrote himself, line by line, with our own words taken away.

No library that trims quotations is safe to judge what an order is: each loses orders in some mail program's style. But
the server has what those lack, the very text it sent. A word of the reply is ours where it lies in a run of five
words of that text; runs cross line ends, so that a quotation falls whether it is marked, unmarked, wrapped anew or
flattened by HTML.

**The number of a line** is its place in the mail's text, counted from 1 over all lines, quoted and blank ones
included: the line the player finds when he counts in the mail that he sent. It does not depend on what is quoted.

What decides about a line:

- Below a line `-- ` nothing is read (the signature, RFC 3676 4.3).
- Unmarked lines above the first sign of a quotation are typed, whatever they say.
- A line marked `>` once that is not as we sent it, among lines that are, was edited: it is read if it has the form of
  an order. This is how a form is filled in on a phone. Lines marked twice are older mail and are never read.
- Unmarked lines below or between marked ones are typed, save for the rest of a quoted line that was wrapped.
- Where the quotation is unmarked, as Outlook makes it, lines of ours fall; an order among them is kept unless it
  stands just where we put it.
- Where a form was edited and nothing else was ordered, the orders beside it that were left as they were count too.
- The line that introduces a quotation, and the one with which a phone signs, are nobody's.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from functools import lru_cache
from itertools import pairwise
from typing import Literal, TypeAlias

import msgspec
from mailparser_reply import EmailReplyParser  # type: ignore[import-untyped]

from pbem.inbound.charsets import fold

RUN = 5
# Beyond this a line is no order, and the search for its place in what we sent would cost too much.
LONGEST_ORDER_WORDS = 24
# A form that is copied by itself may bring its heading along.
HEADING_LINES = 2
# A longer line that is ours in the main is no order of which a word was changed, but a line of the map that a mail
# program spoiled.
LONGEST_EDITED = 12
HINT_LIMIT = 4_000
WORDS_REMEMBERED = 1 << 14  # of our mails, for the most part, which use the same words over and over

Looks: TypeAlias = Callable[[str], bool]
Words: TypeAlias = tuple[str, ...]


class OwnLine(msgspec.Struct, frozen=True):
    """A line that the writer meant for us. `text` has no quote marks; `number` counts all lines of the mail's text."""

    number: int
    text: str
    source: Literal["typed", "edited quote"] = "typed"


def own_lines(
    text: str, sent: Sequence[str], domain: str, looks_like_order: Looks, is_command: Looks | None = None
) -> tuple[OwnLine, ...]:
    """The lines of a mail's text that its writer typed or edited, in order; blank lines are left out.

    `sent` are the texts of the latest mails to the writer, empty where he is not known; `domain` is ours, by which
    the line that introduces a quotation is known in any language. `looks_like_order` tells whether a line has the
    form of an order or command, `is_command` whether it is only a command, which may well stand above a form edited
    in the quotation. Greetings and remarks come out too: whoever reads orders says what was not read.
    """
    reply = _Reply(text, [_Sent(each) for each in sent if each.strip()], domain, looks_like_order)
    typed = list(reply.typed())
    edited = list(reply.edited())
    if not any(line.is_order and not (is_command and is_command(line.text)) for line in typed):
        edited = reply.with_neighbours(edited) if edited else reply.left_as_sent()
    found = [OwnLine(line.number, line.text) for line in typed]
    found += [OwnLine(line.number, words, "edited quote") for line, words in edited]
    return tuple(sorted(found, key=lambda own: own.number))


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


# --- What we sent --------------------------------------------------------------------------------------------------


class _Sent:
    """One text of ours as words, with the places where its lines begin and end."""

    def __init__(self, text: str) -> None:
        words: list[str] = []
        self.edges = {0}
        self.lines: set[Words] = set()
        for line in text.split("\n"):
            own = tuple(word for _, word in _tokens(line))
            words.extend(own)
            self.edges.add(len(words))
            self.lines.add(own)
        self.words = tuple(words)
        self.runs = {self.words[at : at + RUN] for at in range(len(words) - RUN + 1)}
        self._index: dict[str, list[int]] = defaultdict(list)
        for at, word in enumerate(words):
            self._index[word].append(at)

    def places(self, words: Words) -> Iterator[int]:
        """Where this sequence of words stands in the text."""
        if 0 < len(words) <= LONGEST_ORDER_WORDS:
            rarest = min(range(len(words)), key=lambda at: len(self._index.get(words[at], ())))
            for place in self._index.get(words[rarest], ()):
                begin = place - rarest
                if begin >= 0 and self.words[begin : begin + len(words)] == words:
                    yield begin


# --- The reply -----------------------------------------------------------------------------------------------------


class _Line(msgspec.Struct):
    """A line of the reply. `covered` tells for each word whether it lies in a run of ours."""

    number: int
    depth: int
    text: str
    raw: str
    tokens: list[str]
    words: Words
    covered: list[bool]
    is_order: bool = False
    unchanged: bool = False

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
    def __init__(self, text: str, sent: list[_Sent], domain: str, looks_like_order: Looks) -> None:
        self.sent, self.looks = sent, looks_like_order
        every = [_line(number, raw) for number, raw in enumerate(text.split("\n"), 1)]
        _cover(every, sent)
        self.lines = [line for line in _above_signature(every) if line.words]
        for line in self.lines:
            line.is_order = looks_like_order(line.text)
        introductions = _introductions(self.lines, domain)
        self.nobodys = introductions | {at for at, line in enumerate(self.lines) if _PHONE.search(line.text)}
        self.certain = min(introductions | {at for at, line in enumerate(self.lines) if line.depth}, default=None)
        self.start = self._start(text)
        self.shape = self._shape()
        self.wrapped = self._wrapped_rests() if self.shape is _Shape.MARKED else set()

    def typed(self) -> Iterator[_Line]:
        """The lines that the writer typed."""
        for at, line in enumerate(self.lines):
            is_somebodys = line.is_order or at not in self.nobodys
            if line.depth == 0 and is_somebodys and (at < self.start or self._typed_below(at)):
                yield line

    def edited(self) -> Iterator[tuple[_Line, str]]:
        """The quoted lines that are no longer as we sent them and read like orders, with the words to read."""
        for at, line in enumerate(self.lines):
            if line.depth == 1:
                words = self._edited_words(at) if self.sent and self._among_ours(at) else ""
            elif line.depth == 0 and at >= self.start and not self._typed_below(at):
                words = self._edited_unmarked(at)
            else:
                words = ""
            if words:
                yield line, words

    def with_neighbours(self, edited: list[tuple[_Line, str]]) -> list[tuple[_Line, str]]:
        """The edited lines, and the orders of the same form that were left as they were."""
        kept = {line.number: (line, words) for line, words in edited}
        for ordered in (self.lines, self.lines[::-1]):
            for before, line in pairwise(ordered):
                beside = before.number in kept and before.depth == line.depth and abs(line.number - before.number) <= 2
                if beside and (line.text.startswith("#") or (line.is_order and line.ours)):
                    kept.setdefault(line.number, (line, line.text))
        return [(line, words) for line, words in kept.values() if line.is_order or words != line.text]

    def left_as_sent(self) -> list[tuple[_Line, str]]:
        """The orders of a form that came back unmarked, unchanged, and alone: what quotes more is a quotation."""
        below = self.lines[self.start :]
        around = [line for line in below if not (line.is_order or line.text.startswith("#"))]
        if self.certain is not None or len(around) > HEADING_LINES:
            return []
        return [(line, line.text) for line in below if line.is_order]

    # Where the quotation is

    def _start(self, text: str) -> int:
        """The index of the first line that may be a quotation; the number of lines where there is none."""
        end = len(self.lines)
        found = [end if self.certain is None else self.certain]
        at = next((at for at, line in enumerate(self.lines) if line.depth == 0 and _is_prose_of_ours(line)), end)
        # Prose of ours may begin with the look of an order; it is known by the line that it goes on in.
        while 0 < at < end and self._goes_on(at - 1):
            at -= 1
        found.append(at)
        hint = quotation_start(text) if not self.sent else None
        if hint is not None:
            found.append(next((at for at, line in enumerate(self.lines) if line.number >= hint), end))
        return min(found)

    def _goes_on(self, at: int) -> bool:
        """Whether a line of ours is followed by the line that followed it when we sent it."""
        line, below = self.lines[at], self.lines[at + 1]
        seam = (*line.words[-2:], *below.words[:2])
        beside = line.number == below.number - 1 and line.depth == below.depth
        return beside and line.ours and any(True for sent in self.sent for _ in sent.places(seam))

    def _shape(self) -> _Shape:
        below = self.lines[self.start :]
        if not below:
            return _Shape.NONE
        marked = sum(line.depth == 1 and (line.mostly_ours or not self.sent) for line in below)
        unmarked = sum(line.depth == 0 and line.mostly_ours and len(line.words) >= RUN for line in below)
        # A map that was filled anew may begin a line with a sign that looks like a mark: the greater number counts.
        if marked and marked >= unmarked:
            return _Shape.MARKED
        if unmarked:
            return _Shape.UNMARKED
        return _Shape.MARKED if any(line.depth for line in below) else _Shape.STRANGE

    # What is typed

    def _typed_below(self, at: int) -> bool:
        """Whether an unmarked line below the first sign of a quotation was typed there."""
        line = self.lines[at]
        match self.shape:
            case _Shape.MARKED:
                return at not in self.wrapped
            case _Shape.UNMARKED if line.is_order:
                return not line.mostly_ours and not self._in_paragraph_of_ours(at)
            case _Shape.UNMARKED:
                return not line.mostly_ours
        return False

    def _in_paragraph_of_ours(self, at: int) -> bool:
        """Whether a line of ours that is no order stands in the same paragraph."""
        for step in (1, -1):
            beside = at + step
            while (
                0 <= beside < len(self.lines) and self.lines[beside].number == self.lines[beside - step].number + step
            ):
                if self.lines[beside].mostly_ours and not self.lines[beside].is_order:
                    return True
                beside += step
        return False

    def _wrapped_rests(self) -> set[int]:
        """Unmarked lines that go on in the middle of a line of ours, just after its quoted beginning."""
        found: set[int] = set()
        for at, line in enumerate(self.lines[1:], 1):
            before = self.lines[at - 1]
            goes_on = (before.depth or at - 1 in found) and line.number == before.number + 1
            if line.depth == 0 and goes_on and self._stands(before.words[-2:], line.words, ()):
                found.add(at)
        return found

    def _stands(self, before: Words, words: Words, after: Words) -> bool:
        """Whether we sent these words after `before`, in the middle of a line."""
        head = words[: LONGEST_ORDER_WORDS - len(before)]
        return any(
            place + len(before) not in sent.edges
            for sent in self.sent
            for place in sent.places((*before, *head, *after))
        )

    # What is edited

    def _edited_words(self, at: int) -> str:
        """The words of a quoted line that an order was made of, or nothing."""
        line = self.lines[at]
        is_short = len(line.words) <= LONGEST_EDITED
        if line.ours:
            return line.text if line.is_order and is_short and not self._in_place(at) else ""
        is_whole_line = self._begins_a_line(line.words[:2]) or self._ends_a_line(line.words[-2:])
        if line.is_order and (not line.mostly_ours or (is_short and is_whole_line)):
            return line.text
        # "> Your orders: N1 5 U23", or a form's line with its comment: what was put into a line of ours.
        strange = [index for index, is_ours in enumerate(line.covered) if not is_ours]
        put_in = " ".join(line.tokens[strange[0] : strange[-1] + 1])
        in_one_piece = strange[-1] - strange[0] + 1 == len(strange)
        if not in_one_piece or len(strange) < 2 or not self.looks(put_in):
            return ""
        return line.text if line.is_order else put_in

    def _begins_a_line(self, words: Words) -> bool:
        return any(place in sent.edges for sent in self.sent for place in sent.places(words))

    def _ends_a_line(self, words: Words) -> bool:
        return any(place + len(words) in sent.edges for sent in self.sent for place in sent.places(words))

    def _edited_unmarked(self, at: int) -> str:
        line = self.lines[at]
        if self.shape is _Shape.UNMARKED:
            return self._edited_words(at)
        return line.text if self.shape is _Shape.STRANGE and line.is_order else ""

    def _among_ours(self, at: int) -> bool:
        near = self.lines[max(at - 3, 0) : at] + self.lines[at + 1 : at + 4]
        return any(line.depth == 1 and line.mostly_ours for line in near)

    def _in_place(self, at: int) -> bool:
        """Whether an order made of our words stands just where we put it: whole, or wrapped, and not by itself.

        A line that lost its `#` or its comment is not in place; neither are orders that were copied to where no other
        line of ours stands next to them.
        """
        line = self.lines[at]
        if line.depth and line.unchanged:
            return True
        before = self.lines[at - 1].words[-2:] if at else ()
        after = self.lines[at + 1].words[:2] if at + 1 < len(self.lines) else ()
        for sent in self.sent:
            for place in sent.places(line.words):
                end = place + len(line.words)
                follows = bool(before) and sent.words[max(place - len(before), 0) : place] == before
                leads = bool(after) and sent.words[end : end + len(after)] == after
                whole = (follows or place in sent.edges) and (leads or end in sent.edges)
                if whole and (line.depth or self._linked(at, follows, leads)):
                    return True
        return False

    def _linked(self, at: int, follows: bool, leads: bool) -> bool:
        """Whether the lines of ours that this order adjoins lead to one that is no order."""
        for linked, step in ((follows, -1), (leads, 1)):
            beside = at + step
            while linked and 0 <= beside < len(self.lines) and self.lines[beside].ours:
                if not self.lines[beside].is_order:
                    return True
                beside += step
        return False


def _line(number: int, raw: str) -> _Line:
    marks = _MARKS.match(raw)
    text = raw[marks.end() :].strip() if marks else raw.strip()
    tokens = list(_tokens(text))
    return _Line(
        number=number,
        depth=marks.group().count(">") if marks else 0,
        text=text,
        raw=raw,
        tokens=[token for token, _ in tokens],
        words=tuple(word for _, word in tokens),
        covered=[False] * len(tokens),
    )


def _is_prose_of_ours(line: _Line) -> bool:
    return line.ours and len(line.words) >= (LONGEST_EDITED + 1 if line.is_order else RUN)


def _tokens(text: str) -> Iterator[tuple[str, str]]:
    """The words of a line as they stand and in the form in which they are compared; marks alone are no words.

    Mail programs turn addresses into links and put asterisks for bold type, so neither counts.
    """
    for token in _LINK.sub("", text).split():
        word = _compared(token)
        if word:
            yield token, word


@lru_cache(WORDS_REMEMBERED)
def _compared(token: str) -> str:
    return unicodedata.normalize("NFKC", fold(token)).casefold().strip("*_>")


def _cover(lines: list[_Line], sent: list[_Sent]) -> None:
    """Note which words lie in runs of ours, across line ends, and which lines are ours word for word."""
    runs: set[Words] = set().union(*(each.runs for each in sent))
    whole: set[Words] = set().union(*(each.lines for each in sent))
    for line in lines:
        line.unchanged = bool(line.words) and line.words in whole
    stream = [(line, index) for line in lines for index in range(len(line.words))]
    words = tuple(line.words[index] for line, index in stream)
    reach = 0
    for at in range(len(words) - RUN + 1):
        if words[at : at + RUN] in runs:
            for line, index in stream[max(at, reach) : at + RUN]:
                line.covered[index] = True
            reach = at + RUN


def _above_signature(lines: list[_Line]) -> list[_Line]:
    for index, line in enumerate(lines):
        if line.raw == "-- ":
            below = next((each for each in lines[index + 1 :] if each.words), None)
            # In an unmarked quotation the separator may end our mail and not the writer's.
            if below is None or below.depth or not below.ours:
                return lines[:index]
    return lines


def _introductions(lines: list[_Line], domain: str) -> set[int]:
    """The lines that introduce a quotation: "On ... wrote:", or the block of header fields that Outlook puts."""
    found: set[int] = set()
    ours = f"@{domain.lower()}"
    for at, line in enumerate(lines):
        if line.depth or line.is_order:
            continue
        if _SEPARATOR.fullmatch(line.text):
            found.add(at)
        # Long ones are wrapped, at most twice.
        for length in (1, 2, 3):
            several = lines[at : at + length]
            joined = " ".join(each.text for each in several)
            together = several[-1].number - line.number == length - 1 and not any(
                e.depth or e.is_order for e in several
            )
            if together and joined.endswith((":", "：")) and (ours in joined.lower() or _WROTE.match(joined)):
                found.update(range(at, at + length))
                break
        if _FROM_FIELD.match(line.text):
            block = _field_block(lines, at)
            if block >= 3:
                found.update(range(at, at + block))
    return found


def _field_block(lines: list[_Line], at: int) -> int:
    length = 0
    for line in lines[at : at + 7]:
        if line.depth or line.is_order or not _FIELD.match(line.text):
            break
        length += 1
    return length


_MARKS = re.compile(r"\s{0,3}(?:>[ \t]?)+")
_LINK = re.compile(r"<(?:https?|mailto):[^<>\s]*>", re.I)
_SEPARATOR = re.compile(r"_{10,}|-{3,} ?[^-\s][^-]{1,50}-{3,}|Begin forwarded message:|-{20,}")
# What mail programs write before a quotation, in the languages they speak.
_WROTE = re.compile(
    r".{2,400}\b(?:wrote|schrieb\b.{0,80}|geschrieben|a écrit|escribió|ha scritto|schreef\b.{0,80}|geschreven|"
    r"escreveu|skrev\b.{0,80}|pisze|napisał(?:\(a\)|a)?|napsal(?:\(a\)|a)?|a scris|kirjoitti|írta|"
    r"пишет|написал(?:а|\(а\))?)\s*[:：]"
    r"|.{2,400}(?:写道|寫道|のメール|さんは書きました|さんが書きました|님이 작성)\s*[:：]",
    re.I,
)
_FROM_FIELD = re.compile(
    r"\*?(?:from|von|de|da|van|från|fra|od|lähettäjä|от|差出人|发件人|寄件者|보낸 사람)\s?[:：]", re.I
)
_FIELD = re.compile(r"\*?[^\W\d][\w .-]{0,24}\s?[:：]\*?(?:\s|$)")
_PHONE = re.compile(
    r"^(?:sent (?:from|via|with) |get outlook for |envoyé (?:de|depuis|à partir) |von meinem .{2,40} gesendet|"
    r"gesendet (?:von|mit) |diese nachricht wurde von meinem |enviado (?:desde|do) |inviato d|verzonden v|"
    r"skickat från |sendt fra |lähetetty |wysłan[eo] z |отправлено (?:с|из) |发自我的|從我的.{2,20}傳送)"
    r"|(?:から|より)送信$",
    re.I,
)
_LANGUAGES = ["en", "de", "fr", "es", "it", "nl", "pl", "sv", "da", "ja", "ko", "zh", "cs"]
