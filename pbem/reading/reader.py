"""The lines of a mail, sorted: orders, what may have been meant as an order and was not understood, and remarks.

The first rule is to fail closed: a line that names a thing of the game, or begins with a verb of it, or says in plain
words whither a piece goes (`pbem.reading.movement`), and that the grammar cannot read from its first word to its last,
stops the whole mail. Words between people are left alone, as far as they cannot be orders; what is doubtful is asked
about.

Everything here depends on the lines, the rule set and what the seat may see, never on the position: two positions of
equal views sort every mail alike. Not for: commands to the server, which are taken out before (`pbem.inbound.lines`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from enum import Enum
from functools import lru_cache
from itertools import islice

import msgspec

from core.contract import Json, Line
from pbem.reading.lookalikes import is_mixed, latin, readings
from pbem.reading.movement import says_where_to, says_where_to_behind_phrase, says_where_to_below_leave
from pbem.reading.nearest import nearest
from pbem.reading.phrases import (
    before_farewell,
    is_courtesy,
    is_heading,
    is_phrase,
    is_remark,
    is_signoff,
    questions,
    without_greeting,
)
from pbem.reading.statements import Statement, statements
from pbem.reading.words import SHORTEST_SLIP, WordKind, Words, words_of
from pbem.rulesets.contract import NumberedTexts, Presentation, Vocabulary
from pbem.rulesets.lexing import LINES_REMEMBERED, LONGEST_ORDER, near, tidied

MOST_THINGS_IN_PROSE = 1
LEAST_TALK = 2
LEAST_OF_THE_GAME = 4
SHORT_ORDER, SHORT_LINE = 4, 6
LONGEST_LOOKED_AT = 2000
# A search tries sixty readings, some 2 ms; a mail of two thousand slips would keep its reader for seconds.
MOST_SEARCHES = 40
MOST_STATEMENTS = 4000
MOST_DIGITS = 4
# What a line that a mail program cut in two ends with.
_CUT_OFF = re.compile(
    r"(?:[,+&/>-]|(?<![^\W_])(?:and|with|to|at|then|via|through|from|or|by|und|et))\s*$", re.IGNORECASE
)
_ENDED = re.compile(r"[.!?][)\"']*\s*$")  # what a sentence ends with
_REQUESTS = frozenset((word, "you") for word in ("can", "could", "will", "would"))
# A letter behind a digit that looks like one: `F1O`, `2Ol`.
_NEARLY_A_NUMBER = re.compile(r"[0-9][OoIl]")


class Sort(Enum):
    """What a line is."""

    ORDER = "understood"
    UNCLEAR = "may have been meant as an order, and was not understood"
    REMARK = "words between people"


class Reading(msgspec.Struct, frozen=True):
    """What the lines of a mail are: orders, those that could not be read among them, whose order is None; and remarks.

    With a line that could not be read nothing of the mail may be played.
    """

    lines: tuple[Line, ...]
    remarks: tuple[Statement, ...] = ()
    below_letter: tuple[int, ...] = ()
    """The numbers of lines that stand right below a letter without a line END, and may be a part of it."""

    @property
    def orders(self) -> tuple[Line, ...]:
        """The lines that could be read."""
        return tuple(line for line in self.lines if line.order is not None)

    @property
    def unclear(self) -> tuple[Line, ...]:
        """The lines that stop the mail."""
        return tuple(line for line in self.lines if line.order is None)


def read(presentation: Presentation, lines: NumberedTexts, view: Callable[[], Json]) -> Reading:
    """The lines of a mail, sorted and read; `view` gives what the seat sees, and is asked only where words are odd."""
    # The usual mail: bare orders, each as the server writes it. Batches have no other.
    bare = [(number, stripped) for number, text in lines if (stripped := text.strip())]
    if all(_is_plain(text) for _, text in bare):
        found = presentation.read(bare)
        if _is_whole(found, bare) or all(_says(presentation, text) is Sort.ORDER for _, text in bare):
            return Reading(found)
    return _Reader(presentation, presentation.vocabulary(view())).read(lines)


def sort(presentation: Presentation, text: str, vocabulary: Vocabulary) -> Sort:
    """What one line is, were it alone in its mail: unclear before order before remark, where it has several parts."""
    return sorter(presentation, vocabulary)(text)


def sorter(presentation: Presentation, vocabulary: Vocabulary) -> Callable[[str], Sort]:
    """`sort` for the lines of one mail, which may search for near readings so often and no more."""
    reader = _Reader(presentation, vocabulary)

    def sorted_line(text: str) -> Sort:
        sorts = {
            reader.sort(each).sort for each in statements([(1, text)], presentation.free_text, presentation.letter)
        }
        return next((found for found in (Sort.UNCLEAR, Sort.ORDER) if found in sorts), Sort.REMARK)

    return sorted_line


def is_order(presentation: Presentation, text: str) -> bool:
    """Whether a statement is an order, or several, from its first word to its last."""
    return _says(presentation, text) is Sort.ORDER


def suggestions(presentation: Presentation, text: str, vocabulary: Vocabulary) -> tuple[str, ...]:
    """Orders near to one that names a piece or a place which is not there."""
    names = vocabulary.pieces | vocabulary.places
    kinds = words_of(text, vocabulary)
    unknown = [
        word
        for word, kind in zip(kinds.words, kinds.kinds, strict=True)
        if kind is WordKind.THING and word not in names
    ]
    return _Reader(presentation, vocabulary).nearest(text) if unknown else ()


class _Sorted(msgspec.Struct):
    """A statement on its way: what it is, what is read in its place, and whether it may be the name of somebody."""

    statement: Statement
    sort: Sort
    said: str
    is_lone_name: bool = False
    nearest: tuple[str, ...] = ()


class _Reader:
    """One mail on the desk."""

    def __init__(self, presentation: Presentation, vocabulary: Vocabulary) -> None:
        self.presentation, self.vocabulary = presentation, vocabulary
        self.searches_left = MOST_SEARCHES

    def read(self, lines: NumberedTexts) -> Reading:
        said = statements(lines, self.presentation.free_text, self.presentation.letter)
        whole = list(islice(said, MOST_STATEMENTS + 1))
        found = self._sorted(whole[:MOST_STATEMENTS])
        # Nobody has so many orders: what is beyond is not looked at, and stops the mail.
        found += [_Sorted(each, Sort.UNCLEAR, each.text) for each in whole[MOST_STATEMENTS:]]
        self._greet(found)
        below = self._below_letters(found)
        orders = self._orders([each for each in found if each.sort is Sort.ORDER])
        unclear = [self._unclear(each) for each in found if each.sort is Sort.UNCLEAR]
        remarks = tuple(each.statement for each in found if each.sort is Sort.REMARK)
        return Reading(tuple(sorted([*orders, *unclear], key=lambda line: line.number)), remarks, below)

    def _unclear(self, each: _Sorted) -> Line:
        statement = each.statement
        return Line(statement.number, statement.text, None, nearest=each.nearest or self.nearest(statement.text))

    # --- One statement after the other --------------------------------------------------------------------------

    def _sorted(self, whole: Sequence[Statement]) -> list[_Sorted]:
        found: list[_Sorted] = []
        is_signed = False
        at = 0
        while at < len(whole):
            each = whole[at]
            after = whole[at + 1] if at + 1 < len(whole) else None
            joined = self._joined(each, after)
            if joined is not None:
                found.append(_Sorted(Statement(each.number, joined), Sort.ORDER, joined))
                at += 2
                continue
            found.append(self.sort(each, is_signed=is_signed))
            is_signed = is_signed or (
                found[-1].sort is Sort.REMARK and not each.is_part and is_signoff(each.text[:LONGEST_ORDER])
            )
            at += 1
        return found

    def _joined(self, first: Statement, second: Statement | None) -> str | None:
        """Two lines that a mail program made of one: the first is cut off, and they can be read together alone."""
        if second is None or second.number != first.number + 1 or not _CUT_OFF.search(first.text):
            return None
        if self.presentation.letter is not None and self.presentation.letter.match(first.text):
            return None  # whether it goes on is asked
        if self._is_order(second.text) or is_phrase(second.text):
            return None
        both = f"{first.text} {second.text}"
        return both if len(both) <= LONGEST_ORDER and self._is_order(both) else None

    def sort(self, statement: Statement, *, is_signed: bool = False) -> _Sorted:
        """What a statement is, whatever stands above and below it."""
        text = statement.text
        if not tidied(text):
            return _Sorted(statement, Sort.REMARK, text)
        if _says(self.presentation, text) is Sort.REMARK:
            return _Sorted(statement, Sort.REMARK, text)  # a heading that the rule set knows
        if self.presentation.free_text is not None and self.presentation.free_text.match(text):
            return _Sorted(statement, Sort.ORDER if self._is_order(text) else Sort.UNCLEAR, text)
        if ";" in text:
            return _Sorted(statement, Sort.UNCLEAR, text)  # what is left of a line with too many parts
        if len(text) <= LONGEST_ORDER:
            found = self._as_order(statement)
            if found is not None:
                return found
        if statement.is_part and any(map(str.isdecimal, text)):
            return _Sorted(statement, Sort.UNCLEAR, text)  # nobody puts his telephone between semicolons
        is_short = len(text) <= LONGEST_ORDER
        words = words_of(latin(text[:LONGEST_LOOKED_AT]), self.vocabulary)
        # A verb of the game alone is no remark, though it may be one elsewhere: "Charge!"
        is_verb = len(words.words) == 1 and words.begins_with_verb
        if is_short and not statement.is_part and not is_verb and (is_phrase(text) or is_heading(text)):
            is_meant = not is_remark(text) and says_where_to_behind_phrase(words, self.vocabulary)
            return _Sorted(statement, Sort.UNCLEAR if is_meant else Sort.REMARK, text)
        if not self._may_be_meant(text, words, is_signed=is_signed):
            return _Sorted(statement, Sort.REMARK, text)
        is_word = len(words.words) == 1 and words.words[0].isalpha() and words.kinds[0] is not WordKind.VERB
        is_lone_name = is_word and not (is_short and self._is_slip_of_an_order(text))
        return _Sorted(statement, Sort.UNCLEAR, text, is_lone_name)

    def _as_order(self, statement: Statement) -> _Sorted | None:
        """The statement as an order, with or without a greeting before it or a sign-off behind, look-alikes mended."""
        text = statement.text
        greeted = without_greeting(text)
        for said in dict.fromkeys((text, greeted, self._before_farewell(greeted))):
            alike = readings(latin(said), self.vocabulary)
            meant = [reading for reading in alike if self._is_order(reading)]
            if not alike and self._is_order(said):
                return _Sorted(statement, Sort.ORDER, said)
            if not alike and self._is_order(latin(said)):
                return _Sorted(statement, Sort.ORDER, latin(said))
            if len(meant) == 1:
                return _Sorted(statement, Sort.ORDER, meant[0])
            if meant:
                return _Sorted(statement, Sort.UNCLEAR, said, nearest=tuple(meant))
            if self._is_order(said):
                return _Sorted(statement, Sort.ORDER, said)
        return None

    def _before_farewell(self, text: str) -> str:
        """The statement without a sign-off behind it, if that names nothing of the game: BR is a city too."""
        before = before_farewell(text)
        kinds = set(words_of(text[len(before) :], self.vocabulary).kinds)
        return before if kinds <= {WordKind.TALK, WordKind.STRANGE} else text

    def _greet(self, found: list[_Sorted]) -> None:
        """Names that are a piece's code too greet or sign above the first order and below the last."""
        orders = [at for at, each in enumerate(found) if each.sort is Sort.ORDER]
        for at, each in enumerate(found):
            if each.sort is Sort.UNCLEAR and each.is_lone_name and not (orders and orders[0] < at < orders[-1]):
                each.sort = Sort.REMARK

    def _below_letters(self, found: list[_Sorted]) -> tuple[int, ...]:
        """The lines below a letter that nobody ended, which would be lost from it: they are unclear.

        They go on where it stands: on the next line, or behind a blank one if no sentence was at its end. An order, a
        greeting, a leave or a name is no part of it.
        """
        opens, below, above = self.presentation.letter, list[int](), None
        for each in found:
            said = each.statement
            if each.sort is Sort.ORDER:
                is_open = opens is not None and opens.match(said.text) and "\n" not in said.text
                above = said if is_open else None
            elif above is not None and self._goes_on(above, said):
                each.sort, above = Sort.UNCLEAR, said
                below.append(said.number)
            else:
                above = None
        return tuple(below)

    def _goes_on(self, above: Statement, said: Statement) -> bool:
        room = 1 if _ENDED.search(above.text) else 2
        return said.number <= above.number + room and not is_courtesy(said.text)

    # --- Whether a line that cannot be read may have been meant -------------------------------------------------------

    def _may_be_meant(self, text: str, words: Words, *, is_signed: bool) -> bool:
        kinds = WordKind
        things, faint = words.count(kinds.THING), words.count(kinds.FAINT)
        verbs, numbers = words.count(kinds.VERB), words.count(kinds.NUMBER)
        talk, strange = words.count(kinds.TALK), words.count(kinds.STRANGE)
        if self._says_where_to(text, words, is_signed=is_signed):
            return True
        if text.rstrip().endswith(":") and not things:
            return False  # a heading in words we do not know
        if is_signed and not (things and (verbs or numbers)):
            return False  # telephone numbers, streets and titles
        if self._is_question(text, words):
            # "Could you move BI4 forward 1, please?" asks for a move.
            asks = words.words[:2] in _REQUESTS
            return asks and (bool(things and verbs) or says_where_to(words.behind(2), self.vocabulary))
        if len(words.words) == 1 and len(text) <= LONGEST_ORDER and self._is_slip_of_an_order(text):
            return True
        if things or (faint and (numbers or words.begins_with_verb)):
            return not self._is_prose(text, things, verbs, talk)
        if self._begins_almost_so(words):
            return True
        if words.begins_with_verb:
            other = talk + strange
            return numbers > 0 or other == 0 or (other <= 1 and len(words.words) <= SHORT_ORDER)
        of_the_game = len(words.words) - talk - strange
        if talk > 1 or (talk and not (numbers > 1 or (verbs and numbers))):
            return False
        if len(words.words) > SHORT_LINE and 3 * of_the_game < 2 * len(words.words):
            return False
        if len(words.words) == numbers:
            return 0 < sum(map(len, words.words)) <= MOST_DIGITS  # more are a telephone's
        # A few words and a number: `200 n`, `infantry 1 f`, an order with two slips; of words alone, verbs of the game.
        # With one word that we do not know it takes more: `the guns fire at Wellington`.
        return numbers > 0 or (verbs > 0 and (not strange or (strange == 1 and of_the_game >= LEAST_OF_THE_GAME)))

    def _says_where_to(self, text: str, words: Words, *, is_signed: bool) -> bool:
        """Whether it says in plain words whither a piece goes, or how far, without a number or a verb of the game."""
        if is_signed:
            return says_where_to_below_leave(words, self.vocabulary)
        if self._is_question(text, words):
            return False
        said = without_greeting(text[:LONGEST_LOOKED_AT])
        if len(said) < len(text[:LONGEST_LOOKED_AT]):
            words = words_of(latin(said), self.vocabulary)
        return says_where_to(words, self.vocabulary)

    def _is_question(self, text: str, words: Words) -> bool:
        return text.rstrip().endswith("?") and bool(words.words) and words.words[0] in questions()

    def _is_slip_of_an_order(self, text: str) -> bool:
        """Whether a word alone is a slip away from one that is an order by itself: `resing`, `paas`.

        With another letter in its place, and a capital, it is sooner a name: Drew. Of a short word only the same
        letters in small ones are a slip: `edn`, not Ned.
        """
        typed = text.strip(" .,!")
        word = typed.lower()
        meant = near(word, sorted(self.vocabulary.verbs)) if len(word) >= SHORTEST_SLIP - 1 else None
        if meant is None or not self._is_order(meant):
            return False
        if min(len(word), len(meant)) < SHORTEST_SLIP:
            return typed == word and sorted(word) == sorted(meant)
        return typed == word or len(word) != len(meant) or sorted(word) == sorted(meant)

    def _begins_almost_so(self, words: Words) -> bool:
        """Whether the first word is a slip away from a verb, and a number or another slip makes an order likely."""
        if not words.words or words.kinds[0] is not WordKind.STRANGE or not self._near_verb(words.words[0]):
            return False
        pairs = zip(words.words[1:], words.kinds[1:], strict=True)
        return any(
            kind is WordKind.NUMBER or (kind is WordKind.STRANGE and self._near_word(word)) for word, kind in pairs
        )

    def _near_verb(self, word: str) -> bool:
        return len(word) >= SHORTEST_SLIP - 1 and near(word, sorted(self.vocabulary.verbs)) is not None

    def _near_word(self, word: str) -> bool:
        return (
            len(word) >= SHORTEST_SLIP and near(word, sorted(self.vocabulary.verbs | self.vocabulary.words)) is not None
        )

    def _is_prose(self, text: str, things: int, verbs: int, talk: int) -> bool:
        """Whether a line that names things only speaks of them: "I think your W3 is in trouble"."""
        if talk < LEAST_TALK or (verbs and things):
            return False
        if not self.searches_left:
            return False  # in doubt it is asked about
        return not any(self._is_order(said) for said in self.nearest(text))

    # --- Reading ------------------------------------------------------------------------------------------------------

    def _orders(self, found: Sequence[_Sorted]) -> tuple[Line, ...]:
        """The orders of statements that can be read; what was read in the place of others is told."""
        lines = self.presentation.read([(each.statement.number, each.said) for each in found])
        mended = {
            (each.statement.number, each.said): each.statement.text
            for each in found
            if each.said != each.statement.text
        }
        if not mended:
            return lines
        return tuple(self._as_typed(line, mended.get((line.number, line.text))) for line in lines)

    def _as_typed(self, line: Line, typed: str | None) -> Line:
        if typed is None:
            return line
        only_greeted = line.text in typed
        return msgspec.structs.replace(line, text=typed, read_as=line.read_as or (None if only_greeted else line.text))

    def _is_order(self, text: str) -> bool:
        return is_order(self.presentation, text)

    def nearest(self, text: str) -> tuple[str, ...]:
        """Lines near to this one that can be read."""
        if len(text) > LONGEST_ORDER or not self.searches_left:
            return ()
        self.searches_left -= 1
        return nearest(tidied(latin(text)), self.vocabulary, self._is_order)


def _is_plain(text: str) -> bool:
    """Whether a line is one statement, without a sign that may be another than it looks.

    It may be cut off: it is joined only with a line that is no order, and then not all of the mail is whole.
    """
    if len(text) > LONGEST_ORDER or not text.isascii() or ";" in text or "#" in text:
        return False
    return not _NEARLY_A_NUMBER.search(text) and ("l" not in text or not is_mixed(text))


def _is_whole(found: Sequence[Line], lines: NumberedTexts) -> bool:
    """Whether each line gave orders, and nothing but orders."""
    return len({line.number for line in found if line.order is not None}) == len(lines) and all(
        line.order is not None for line in found
    )


def _says(presentation: Presentation, text: str) -> Sort:
    # Long lines are notes: they are not worth the memory.
    return (_read_alone if len(text) <= LONGEST_ORDER else _read_alone.__wrapped__)(presentation.read, text)


@lru_cache(LINES_REMEMBERED)
def _read_alone(read_all: Callable[[NumberedTexts], tuple[Line, ...]], text: str) -> Sort:
    """What the grammar makes of a statement: orders from its first word to its last, nothing, or neither."""
    lines = read_all([(1, text)])
    if not lines:
        return Sort.REMARK
    return Sort.ORDER if all(line.order is not None for line in lines) else Sort.UNCLEAR
