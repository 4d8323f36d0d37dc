"""What a player's lines mean: text in, `core.rulesets.hundred_days.orders` out.

Forgiving in form and strict in meaning. Case, spacing, hours in any usual form and words between names make no
difference; a keyword with a slip of the keys is mended and the reading is shown to the player; a column, a place or a
number is never guessed. A letter is taken as it is written, down to its line END where it has one.

Not for: whether there is such a place, or whose column it is. Those are the rules' answers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from typing import Any

import msgspec

from core.contract import Line
from core.rulesets.hundred_days.acts import Ruling, WriteAs
from core.rulesets.hundred_days.names import letters
from core.rulesets.hundred_days.orders import (
    NO_WORDS,
    Blow,
    Change,
    Continue,
    ContinueAll,
    Detach,
    Draw,
    Give,
    Hold,
    Join,
    Leave,
    Letter,
    March,
    Order,
    Repair,
    Resign,
    Rest,
    Retreat,
    Ride,
    Scout,
    Show,
    Test,
    TurnHeader,
    With,
    Words,
    result_of,
    text_of,
)
from pbem.rulesets.lexing import LINES_REMEMBERED, LONGEST_ORDER, Hint, ends_letter, lines_of_letter, near, tidied

from . import acts
from .board import source

# How an order begins that goes on in the lines below it: a player's letter, or an umpire's words.
LETTER = re.compile(
    rf"\s*(?:[-*•]\s+)?(?:please\s+)?(?:{acts.HEADS}|letters?\s+(?:to\s+)?(?P<to>[^\s:]{{1,40}}))\s*:", re.IGNORECASE
)
_RESULT = re.compile(r"result (B[0-9]{1,4}) (\{.{0,10000}\})$", re.IGNORECASE)  # the host's line (HD-087)
_GAME = re.compile(r"game [\w.-]{1,40}$")
_QUESTION = re.compile(r"\?[\s.!)\"']*$")
_COLUMN = re.compile(r"[a-z][a-z0-9]")
_HOUR = re.compile(
    r"(?P<hour>[0-9]{1,2})(?:[:.h](?P<minute>[0-9]{2})?)?(?: ?(?P<half>[ap])\.?m\.?)?|(?P<four>[0-9]{4})"
)
_ENCLOSING = str.maketrans(dict.fromkeys('()[]{}<"`“”«»', " "))
_TURN = re.compile(r"turn ([0-9]{1,3})")
_FEW_WORDS = re.compile(r"(?<![a-z0-9'-])(?:the|please|my)(?![a-z0-9'-])")

# What is done, by each of the words for it.
VERBS = {
    **dict.fromkeys(("march", "marches", "move", "moves", "go", "goes", "advance", "advances"), "march"),
    **dict.fromkeys(("retreat", "retreats", "withdraw", "withdraws"), "retreat"),
    **dict.fromkeys(("hold", "holds", "halt", "halts", "stay", "stays", "wait", "waits"), "hold"),
    **dict.fromkeys(("rest", "rests"), "rest"),
    **dict.fromkeys(("exit", "exits", "leave", "leaves"), "exit"),
    **dict.fromkeys(("join", "joins"), "join"),
    **dict.fromkeys(("repair", "repairs", "mend", "mends"), "repair"),
    **dict.fromkeys(("blow", "blows", "destroy", "destroys"), "blow"),
    **dict.fromkeys(("scout", "scouts", "reconnoitre", "reconnoiter"), "scout"),
    **dict.fromkeys(("detach", "detaches"), "detach"),
    **dict.fromkeys(("continue", "continues"), "continue"),
}
STANDING: dict[str, type[Hold] | type[Rest] | type[Leave]] = {"hold": Hold, "rest": Rest, "exit": Leave}
MOVING: dict[str, type[March] | type[Retreat]] = {"march": March, "retreat": Retreat}
BESIDE = frozenset(("scout", "blow", "detach"))  # what may be ordered beside a march
AT_BRIDGES: dict[str, type[Blow] | type[Repair]] = {"blow": Blow, "repair": Repair}
# Words behind an order of a column.
STANCES = {
    **dict.fromkeys(("attack", "attacks", "attacking"), "attack"),
    **dict.fromkeys(("stand", "stands", "standing"), "stand"),
    **dict.fromkeys(("avoid", "avoids", "avoiding"), "avoid"),
}
FLAGS = {"forced": "forced", "night": "night", "nights": "night"}
YES_NO = {"yes": True, "on": True, "no": False, "off": False}
WORDS = frozenset((*STANCES, *FLAGS, "at", "guns", "line"))
# Keywords that a typo is mended into.
MENDABLE = (
    "march", "retreat", "hold", "rest", "join", "repair", "scout", "detach", "continue", "forced", "night", "attack",
    "stand", "avoid", "guns", "line", "horse", "ride", "with", "give",
)  # fmt: skip
ALONE: dict[str, Order] = {
    **dict.fromkeys(("continue", "continue all", "all continue", "no new orders", "no orders"), ContinueAll()),
    **dict.fromkeys(("test", "test only", "only test"), Test()),
    **dict.fromkeys(("show", "show all"), Show()),
    **dict.fromkeys(("draw", "offer draw", "offer a draw", "i offer a draw", "agree to draw", "accept draw"), Draw()),
    **dict.fromkeys(("resign", "i resign"), Resign()),
}
# Words that are suggested and never mended: they end something.
FINAL_WORDS = ("resign", "draw", "blow", "exit", "test", "show")
SEPARATOR = ">"
BETWEEN_PLACES = frozenset((SEPARATOR, "to", "via", "then", "and", "through"))


class NotMeant(Exception):
    """A line that has the form of an order and cannot be one."""


def read(lines: Sequence[tuple[int, str]]) -> tuple[Line, ...]:
    """The order lines in numbered text lines; a semicolon ends an order as the end of the line does. Never raises.

    Blank lines, comments, quotations and the header `game` give no line; nothing is read below a signature mark. What
    cannot be read gives a line whose order is None. A letter goes on down to a line END, if one stands before the next
    letter; without one it is its own line alone.
    """
    found: list[Line] = []
    # A letter may come as the one text that it is.
    waiting = [(number, line) for number, text in lines for line in text.split("\n")]
    while waiting:
        number, text = waiting.pop(0)
        said = text.strip()
        if said == "--":
            break
        if said.startswith(SEPARATOR):
            continue
        if LETTER.match(said):
            found.append(_letter(number, said, _taken(waiting)))
            continue
        if told := _RESULT.match(said):
            found.append(Line(number, said, result_of(told[1], told[2]), None))
            continue
        for part in said.partition("#")[0].split(";"):
            reading = _reading(part.strip())
            if reading is not None:
                order, read_as = reading
                found.append(Line(number, part.strip(), order, read_as))
    return tuple(found)


def hint(text: str) -> Hint:
    """The likeliest reason why a line could not be read. Never raises.

    `letter` for one without words; `opener` with the keyword whose form the line should have; `second` with one that
    wants a line of its own; `word` with one that was probably meant; `question` where it ends with a question mark.
    """
    if LETTER.match(text):
        return Hint("letter")
    plain = _plain(text)
    if len(plain) > LONGEST_ORDER:
        return Hint("long")
    if _QUESTION.search(text.partition("#")[0]):
        return Hint("question")
    words = plain.split()
    if words and words[0].strip(":") in (*acts.VERBS, "letter"):
        return Hint("opener", words[0].strip(":"))
    known = next((word for word in words[:2] if word in VERBS or word in ("ride", "with", "give", "turn")), None)
    if known is not None:
        second = next((VERBS[word] for word in words[2:] if VERBS.get(word) in BESIDE), None)
        return Hint("opener", VERBS.get(known, known)) if second is None else Hint("second", second)
    for word in words[:2]:
        meant = near(word, (*MENDABLE, *FINAL_WORDS, *acts.VERBS)) if len(word) > 2 else None
        if meant is not None:
            return Hint("word", word, meant)
    return Hint("unknown", words[0] if words else "")


# --- Letters --------------------------------------------------------------------------------------------------------


def reworded(order: Any, by: Callable[[str], str]) -> Any:
    """An order with other words in it, if it is a letter, or what an umpire writes."""
    if not isinstance(order, (Letter, WriteAs, Ruling)):
        return order
    return msgspec.structs.replace(order, text=by(order.text))


def _taken(waiting: list[tuple[int, str]]) -> list[str]:
    """The lines of a letter below its first, taken from those that wait; none where no END tells where it ends."""
    count = lines_of_letter(LETTER, [text for _, text in waiting])
    body = [text.strip() for _, text in waiting[: max(count - 1, 0)]]
    del waiting[:count]
    return body


def _letter(number: int, first: str, below: list[str]) -> Line:
    head = LETTER.match(first)
    assert head is not None  # Whoever calls has looked.
    words = "\n".join([first[head.end() :].strip(), *below]).strip()
    text = "\n".join([first, *below, "END"]) if below else first
    if head["to"] is None:
        return Line(number, text, acts.in_words(head, words))
    to = letters(head["to"])
    return Line(number, text, Letter(to, words) if words and to else None)


# --- One text line --------------------------------------------------------------------------------------------------


@lru_cache(LINES_REMEMBERED)
def _reading(text: str) -> tuple[Order | None, str | None] | None:
    """The order in a text, with its usual form where a slip was mended in it; None where nothing is written."""
    plain = _plain(text)
    if not plain or _GAME.match(plain) or ends_letter(plain):
        return None
    if len(plain) > LONGEST_ORDER:
        return None, None
    tokens = _addressed(plain.split())
    if tokens[0].strip(":") in acts.VERBS:
        return _act(tokens)
    order = _order(tokens)
    if order is None and (verb := near(tokens[0], acts.VERBS)) is not None and (act := _act([verb, *tokens[1:]]))[0]:
        return act[0], text_of(act[0])
    if order is not None and not any(_is_slip(each) for each in tokens[1:]):
        return order, None
    mended = [tokens[0], *(near(each, MENDABLE) or each if _is_slip(each) else each for each in tokens[1:])]
    better = _order(mended)
    if better is not None and mended != tokens:
        return better, text_of(better)
    return order, None


def _addressed(tokens: list[str]) -> list[str]:
    """The words without the comma or colon behind a column that is called on: `F6, march CHA`, `F6: rest`."""
    called = tokens[0].removesuffix(":")
    rest = tokens[2:] if tokens[1:2] == [SEPARATOR] else tokens[1:]
    means = bool(rest) and (rest[0] in VERBS or rest[0] in WORDS)
    return [called, *rest] if means and _COLUMN.fullmatch(called) else tokens


def _act(tokens: list[str]) -> tuple[Order | None, str | None]:
    """An umpire's act, as it is written or with its slips mended."""
    order = acts.read(tokens)
    if order is not None:
        return order, None
    better = acts.read(acts.mended(tokens))
    return better, None if better is None else text_of(better)


def _plain(text: str) -> str:
    """A line in lower case without comment, bullet, quotation marks, brackets, small words and closing stops."""
    plain = tidied(text, f" {SEPARATOR} ").lower().replace("’", "'").translate(_ENCLOSING)
    plain = plain.replace(SEPARATOR, f" {SEPARATOR} ").replace(",", f" {SEPARATOR} ")
    return " ".join(_FEW_WORDS.sub(" ", plain).split()).strip(" .!:>")


def _is_slip(word: str) -> bool:
    """Whether a word is a keyword with a slip of the keys, and no part of the name of a place."""
    known = word in VERBS or word in WORDS or word in BETWEEN_PLACES or word in ("ride", "with", "give", "horse")
    return not known and len(word) > 3 and word not in _place_words() and near(word, MENDABLE) is not None


@cache
def _place_words() -> frozenset[str]:
    """The words of the names of places, bridges and seats in the campaigns of the house."""
    names = re.findall(r"^(?:place(?: \S+){4}|link.* bridge|person) (.+)$", "\n".join(source().values()), re.MULTILINE)
    return frozenset(word for name in names for word in re.split("[ -]", name.lower()))


def _order(tokens: list[str]) -> Order | None:
    """The order that these words are, or None."""
    try:
        return _parsed(tokens)
    except NotMeant:
        return None


def _parsed(tokens: list[str]) -> Order:
    line = " ".join(tokens)
    if line in ALONE:
        return ALONE[line]
    if found := _TURN.fullmatch(line):
        return TurnHeader(int(found[1]))
    if tokens[0] == "give":
        return _give(tokens[1:])
    if len(tokens) > 1 and tokens[1] in ("ride", "rides", "with"):
        return _person(tokens)
    # `march F2 CHA` as well as `F2 march CHA`.
    if len(tokens) > 1 and tokens[0] in VERBS and _COLUMN.fullmatch(tokens[1]) and not _COLUMN.fullmatch(tokens[0]):
        tokens = [tokens[1], tokens[0], *tokens[2:]]
    if not _COLUMN.fullmatch(tokens[0]) or len(tokens) < 2:
        raise NotMeant
    return _of_column(tokens[0], tokens[1:])


def _give(tokens: list[str]) -> Give:
    rest = [each for each in tokens if each != "to"]
    if len(rest) != 2 or not _COLUMN.fullmatch(rest[0]):
        raise NotMeant
    return Give(rest[0], letters(rest[1]) or rest[1])


def _person(tokens: list[str]) -> Ride | With:
    name = letters(tokens[0])
    rest = tokens[2:]
    while rest and rest[0] in ("to", SEPARATOR):
        rest = rest[1:]
    if not name or not rest:
        raise NotMeant
    if tokens[1] == "with":
        if len(rest) != 1 or not _COLUMN.fullmatch(rest[0]):
            raise NotMeant
        return With(name, rest[0])
    return Ride(name, _one_place(rest))


def _of_column(column: str, rest: list[str]) -> Order:
    verb = VERBS.get(rest[0])
    if verb is None:
        words = _words(rest)
        if words == NO_WORDS:
            raise NotMeant
        return Change(column, words)
    said, behind = _cut(rest[1:])
    if verb == "detach":
        return _detach(column, rest[1:])
    if verb == "continue":
        if rest[1:]:
            raise NotMeant
        return Continue(column)
    if verb == "join":
        return _join(column, rest[1:])
    words = _words(behind)
    if verb in ("hold", "rest", "exit"):
        if said:
            raise NotMeant
        return STANDING[verb](column, words)
    if verb in ("march", "retreat"):
        return MOVING[verb](column, _path(said), words)
    if verb == "scout":
        return Scout(column, _one_place(said), words)
    said = [word for at, word in enumerate(said) if word not in ("bridge", "of") and not (word == "up" and at == 0)]
    return AT_BRIDGES[verb](column, _one_place(said), words)


def _join(column: str, said: list[str]) -> Join:
    """`join F3`: the first word names the column, whatever else it may mean; one can be called `at`."""
    while said and said[0] in ("with", "to") and len(said) > 1 and _COLUMN.fullmatch(said[1]):
        said = said[1:]
    if not said or not _COLUMN.fullmatch(said[0]):
        raise NotMeant
    return Join(column, said[0], _words(said[1:]))


def _detach(column: str, said: list[str]) -> Detach:
    """`horse as fx`, `all horse as fx`, `40 as f9`, `40 foot as f9`."""
    part = [word for word in said if word not in ("all", "of")]
    if part[1:2] == ["foot"]:
        part = [part[0], *part[2:]]
    if len(part) != 3 or part[1] != "as" or not re.fullmatch("[a-z0-9]{1,4}", part[2]):
        raise NotMeant
    if part[0] == "horse":
        return Detach(column, None, part[2])
    if not re.fullmatch("[0-9]{1,4}", part[0]):
        raise NotMeant
    return Detach(column, int(part[0]), part[2])


def _cut(tokens: list[str]) -> tuple[list[str], list[str]]:
    """What stands before the first of the words behind an order, and the rest."""
    at = next((at for at, each in enumerate(tokens) if each in WORDS), len(tokens))
    return tokens[:at], tokens[at:]


def _path(tokens: list[str]) -> tuple[str, ...]:
    places: list[list[str]] = [[]]
    for each in tokens:
        if each in BETWEEN_PLACES:
            places.append([])
        else:
            places[-1].append(each)
    path = tuple(" ".join(place) for place in places if place)
    if not path:
        raise NotMeant
    return path


def _one_place(tokens: Iterable[str]) -> str:
    path = _path(list(tokens))
    if len(path) != 1:
        raise NotMeant
    return path[0]


def _words(tokens: list[str]) -> Words:
    """The words behind an order. Raises NotMeant for any other word, and for two that say different things."""
    said: dict[str, Any] = {}
    rest = [each for each in tokens if each not in (SEPARATOR, "and")]
    while rest:
        each = rest.pop(0)
        if each in STANCES:
            _say(said, "stance", STANCES[each])
        elif each in FLAGS:
            _say(said, FLAGS[each], True)
            rest = rest[1:] if rest[:1] == ["march"] else rest
        elif each == "at":
            _say(said, "at", _minutes(rest))
        elif each == "guns" and rest and rest[0] in YES_NO:
            _say(said, "guns", YES_NO[rest.pop(0)])
        elif each == "line":
            place, rest = _cut(rest)
            _say(said, "line", _one_place(place))
        else:
            raise NotMeant
    return msgspec.convert(said, Words)


def _say(said: dict[str, Any], key: str, value: Any) -> None:
    if said.setdefault(key, value) != value:
        raise NotMeant


def _minutes(rest: list[str]) -> int:
    """The hour that words begin with, as minutes after midnight; they are taken off."""
    for count in (2, 1):
        found = _HOUR.fullmatch(" ".join(rest[:count])) if len(rest) >= count else None
        if found is None:
            continue
        del rest[:count]
        hours, minutes = int(found["hour"] or 0), int(found["minute"] or 0)
        if found["four"]:
            hours, minutes = int(found["four"][:2]), int(found["four"][2:])
        if found["half"]:
            if not 1 <= hours <= 12:
                raise NotMeant
            hours = hours % 12 + (12 if found["half"] == "p" else 0)
        if hours > 23 or minutes > 59:
            raise NotMeant
        return 60 * hours + minutes
    raise NotMeant
