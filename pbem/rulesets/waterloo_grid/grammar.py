"""What a player's lines mean: text in, `core.rulesets.waterloo_grid.orders` out.

Forgiving in form and strict in meaning. Case, spacing, articles and the many ways to say the same make no difference; a
keyword with a slip of the keys is mended and the reading is shown to the player; a unit, a base, a cell or a number is
never guessed. What cannot be taken back (`resign`, `draw`, `claim`, `end`) is never mended either.

Not for: whether an order is legal, or whose unit stands where. Those are the rules' answers.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from importlib.resources import files

from lark import Lark, Token, Transformer, v_args
from lark.exceptions import LarkError

from core.contract import Line
from core.rulesets.waterloo_grid.orders import (
    Action,
    Activate,
    Alternative,
    Charge,
    Claim,
    Clause,
    Draw,
    End,
    Enter,
    Face,
    Fights,
    Fire,
    FormLine,
    FormSquare,
    Forward,
    GameTurn,
    Hold,
    Order,
    Place,
    Resign,
    Show,
    Target,
    Test,
    Turn,
    text_of,
)
from pbem.rulesets.lexing import LINES_REMEMBERED, LONGEST_ORDER, Hint, mended, near, tidied

from .told import as_typed

# Keywords that a typo is mended into.
MENDABLE = ("forward", "move", "charge", "left", "right", "about", "square", "fire", "hold", "enter", "place", "fights")
# Words that are suggested and never mended: they end something, or change whose word counts.
FINAL_WORDS = ("resign", "draw", "claim", "test", "show", "turn", "facing")
ACTION_WORDS = ("forward", "move", "charge", "left", "right", "about", "face", "square", "line", "fire", "hold")

_ENCLOSING = str.maketrans(dict.fromkeys("()[]{}<>\"`‘’“”«»„'", " "))
_ANY_UNIT = re.compile(r"(?:[rb]?[iglha])[ -]?([0-9]{1,4})(?![a-z0-9])", re.IGNORECASE)


def read(lines: Sequence[tuple[int, str]]) -> tuple[Line, ...]:
    """The order lines in numbered text lines. Never raises.

    Blank lines, comments and quotations give no line; nothing is read below a signature mark. Lines below `end` are
    read, as the rules refuse them (WGR-143). What cannot be read gives a line whose order is None.
    """
    found: list[Line] = []
    for number, text in lines:
        line = text.strip()
        if line == "--":
            break
        reading = _reading(line)
        if reading is not None:
            order, read_as = reading
            found.append(Line(number, line, order, read_as))
    return tuple(found)


def hint(text: str) -> Hint:
    """The likeliest reason why a line could not be read. Never raises."""
    plain = _plain(tidied(text, "-"))
    if len(plain) > LONGEST_ORDER:
        return Hint("long")
    lower = plain.lower()
    words = _WORD.findall(lower)
    question = _QUESTION.fullmatch(lower)
    if question is not None:
        return Hint("question", question[1])
    if _arm_of_another(plain):
        return Hint("arm", plain)
    typo = next(filter(None, map(_suggestion, lower.replace(":", " ").split())), None)
    if typo is not None:
        return typo
    for kind, pattern in _SHAPES:
        if found := pattern.search(lower):
            return Hint(kind, found[0].strip(" ,"))
    unit = _ANY_UNIT.match(lower)
    if unit is None:
        return Hint("after", words[0]) if words and words[0] in AFTER_WORDS else Hint("unknown")
    odd = next((word for word in _WORD.findall(lower[unit.end() :]) if not _means_something(word)), None)
    return Hint("odd_word", odd) if odd else Hint("unknown")


# --- One text line --------------------------------------------------------------------------------------------------


@lru_cache(LINES_REMEMBERED)
def _reading(text: str) -> tuple[Order | None, str | None] | None:
    """The order on a line, with the line as it was read where a slip was mended; None where there is no line."""
    usual = _usual(text)
    if usual is not None:
        return usual, None
    tidy = tidied(text, "-")
    if not tidy or text.startswith(">"):
        return None
    if _LETTERS_APART.search(tidy):
        # `b,c: f` would be about for all, then forward for c: what is meant is rather bases b and c.
        return None, None
    said = as_typed(tidy)
    if said is not None:
        return _parsed(said), None
    order = _parsed(_plain(tidy))
    if order is not None:
        # By the letter of the rulebook `move forward 2` were two moves; whoever wrote it is shown that it is one.
        return order, text_of(order) if _TWICE_SAID.search(tidy) else None
    order = _parsed(_plain(mended(tidy, MENDABLE)))
    return (None, None) if order is None else (order, text_of(order))


def _plain(tidy: str) -> str:
    """A tidy line without quotation marks, brackets and closing stops, its unit in front of what it is to do."""
    return _unit_first(" ".join(tidy.translate(_ENCLOSING).split()).strip(" .,;!:"))


def _arm_of_another(plain: str) -> bool:
    """Whether a line calls a unit by an arm that is not its own."""
    found = _UNIT_BEHIND.match(plain)
    return found is not None and bool(found["arm"]) and not _is_of(found["unit"], found["arm"])


def _is_of(unit: str, arm: str) -> bool:
    return re.sub("^[rb](?=[iglha])", "", unit.lower())[0] in _ARMS_CALLED[arm.lower()]


def _unit_first(plain: str) -> str:
    """`please move my infantry I2 forward 2` as `I2 move forward 2`; a line of any other shape as it is.

    Nothing is left out but words that say nothing, and the name of the arm where it is that of the unit.
    """
    found = _UNIT_BEHIND.match(plain)
    if found is None or not (found["polite"] or found["verb"] or found["arm"]):
        return plain
    unit, verb, rest = found["unit"], (found["verb"] or "").lower(), plain[found.end() :]
    if found["arm"] and not _is_of(unit, found["arm"]):
        return plain
    if verb in _GOING and _GOES_ON.match(rest) is None:
        return plain  # `move I2 left` says that it is to move, or to turn
    return " ".join(f"{unit} {verb} {rest.strip()}".split())


_ARMS_CALLED = {
    **dict.fromkeys(("infantry", "foot", "line infantry", "line"), "ig"),
    **dict.fromkeys(("guard infantry", "guards", "guard"), "g"),
    **dict.fromkeys(("cavalry", "horse"), "lh"),
    **dict.fromkeys(("light cavalry", "light horse", "light"), "l"),
    **dict.fromkeys(("heavy cavalry", "heavy horse", "heavy"), "h"),
    **dict.fromkeys(("artillery", "guns", "gun", "battery"), "a"),
}
_GOING = ("move", "moves", "advance", "advances", "march", "go")
_UNIT_BEHIND = re.compile(
    r"(?P<polite>(?:(?:please|now|then|and|i|we|my|our|the|your) )*)"
    rf"(?P<verb>(?:{'|'.join(_GOING)}|turn|face|fire|shoot|charge|hold)(?= ))?(?(verb) (?:with )?)"
    r"(?:(?:my|our|the) )*"
    rf"(?:(?P<arm>{'|'.join(sorted(_ARMS_CALLED, key=len, reverse=True))}) )?"
    r"(?P<unit>[rb]?[iglha] ?[0-9]{1,4})(?![a-z0-9])",
    re.IGNORECASE,
)
_GOES_ON = re.compile(
    r" (?:(?:straight )?(?:forwards?|ahead|on|f)\b|(?:by |for )?(?:[0-9]|one|two|three|four)|f[0-9])", re.IGNORECASE
)
_TWICE_SAID = re.compile(
    r"\b(?:moves?|advances?|march(?:es)?|goes|go) (?:[^,:]*[0-9a-z] )?(?:(?:forwards?|ahead|on|f)\b|f[0-9])",
    re.IGNORECASE,
)


# --- The usual form --------------------------------------------------------------------------------------------------


def _usual(text: str) -> Activate | None:
    """A unit's order as `text_of` writes it; the grammar would read the same, in ten times the time."""
    if len(text) > LONGEST_ORDER or _USUAL.fullmatch(text) is None:
        return None
    unit, _, tries = text.partition(" ")
    alternatives = []
    for one in tries.split(" or "):
        clauses = tuple(map(_usual_clause, one.split(", ")))
        if None in clauses:
            return None
        alternatives.append(Alternative(clauses))  # type: ignore[arg-type]
    return Activate(unit, tuple(alternatives))


def _usual_clause(text: str) -> Clause | None:
    bases, colon, rest = text.rpartition(": ")
    actions: list[Action] = []
    words = iter(rest.split())
    word = next(words, None)
    while word is not None:
        if word == "fire":
            targets = []
            word = next(words, None)
            while word is not None and _USUAL_TARGET.fullmatch(word):
                targets.append(_usual_target(word))
                word = next(words, None)
            actions.append(Fire(tuple(targets)))
            if word is not None and word[0] == "f" and word[1:].isdigit():
                return None  # behind a shot the grammar takes `f2` for a target
            continue
        actions.append(_USUAL_ACTIONS[f"{word} {next(words)}" if word in _IN_TWO_WORDS else word])
        word = next(words, None)
    return Clause(tuple(actions), bases if colon else None)


def _usual_target(word: str) -> Target:
    through, _, cell = word.rpartition(":")
    if through in "nesw":
        return Target(cell, side=through or None)  # type: ignore[arg-type]
    return Target(cell, base=through)


_IN_TWO_WORDS = frozenset({"charge", "face", "line"})
_USUAL_ACTIONS: dict[str, Action] = {
    "f": Forward(1),
    **{f"f{steps}": Forward(steps) for steps in range(1, 10)},
    **{f"charge {steps}": Charge(steps) for steps in range(1, 10)},
    "left": Turn("left"),
    "right": Turn("right"),
    "about": Turn("about"),
    "face n": Face("n"),
    "face e": Face("e"),
    "face s": Face("s"),
    "face w": Face("w"),
    "line n": FormLine("n"),
    "line e": FormLine("e"),
    "line s": FormLine("s"),
    "line w": FormLine("w"),
    "square": FormSquare(),
    "hold": Hold(),
}
_TARGET = "(?:[fabcnesw]:)?[A-L](?:10|[1-9])"
_ACTION = f"(?:f[1-9]?|left|right|about|square|hold|charge [1-9]|(?:face|line) [nesw]|fire(?: {_TARGET})*)"
_CLAUSE = f"(?:[fabc]{{1,4}}: )?{_ACTION}(?: {_ACTION})*"
_CLAUSES = f"{_CLAUSE}(?:, {_CLAUSE})*"
_USUAL = re.compile(f"[BR]?[AGHIL][0-9]{{1,4}} {_CLAUSES}(?: or {_CLAUSES})*")
_USUAL_TARGET = re.compile(_TARGET)


# --- What is nearly an order ----------------------------------------------------------------------------------------


def _suggestion(word: str) -> Hint | None:
    """What a word that cannot be read was probably meant for: another word, or a cell with a letter for a digit."""
    if _MISREAD_CELL.fullmatch(word):
        return Hint("word", word, word[0].upper() + word[1:].translate(_DIGITS_MISREAD))
    if not 4 <= len(word) <= 24 or word in MENDABLE or word in FINAL_WORDS:
        return None
    meant = near(word, FINAL_WORDS)
    return Hint("word", word, meant) if meant else None


def _means_something(word: str) -> bool:
    patterns = (_SMALL_WORDS, _KNOWN_SIGN)
    return word in (*ACTION_WORDS, *AFTER_WORDS) or any(pattern.fullmatch(word) for pattern in patterns)


AFTER_WORDS = ("enter", "place", "fights", "fight", "turn", "end", "test", "show", "draw", "resign", "claim", "facing")
_SMALL_WORDS = re.compile(
    "advance|forwards|around|stay|wait|shoots?|fires|form|into|to|turn|at|on|the|then|and|or|else|facing|for|cells?|an?|"
    "please|bases?|north|east|south|west"
)
_WORD = re.compile(r"[a-z]+[0-9]*|[0-9]+")
_KNOWN_SIGN = re.compile(r"[fabc]{1,4}|[lrnesw]|f?[0-9]{1,2}|[a-l](?:10|[1-9])|[rb]?[iglha][0-9]{1,4}")
_MISREAD_CELL = re.compile(r"[a-l](?:1o|lo|l0|[il])")
_DIGITS_MISREAD = str.maketrans("oil", "011")
_QUESTION = re.compile(r"(?:i )?(draw|resign|end|claim) ?\?+")
_LETTERS_APART = re.compile(r"(?<![a-z0-9:])[fabc](?:[,+&][fabc])+(?= ?:)", re.IGNORECASE)
# Lines that are nearly orders, by what stands in them.
_SHAPES = (
    ("no_action", re.compile(r"^[rb]?[iglha] ?[0-9]{1,4}$")),
    ("letters_apart", _LETTERS_APART),
    ("two_orders", re.compile(r"[,;] ?[rb]?[iglha][0-9]{1,4} (?:f|l|r|b|forward|move|charge|fire|hold|left|right)")),
    ("charge_count", re.compile(r"(?<![a-z])charge(?! ?(?:for )?[0-9])")),
    ("no_direction", re.compile(r"(?<![a-z])(?:face|line)(?! (?:facing )?[nesw](?:orth|ast|outh|est)?(?![a-z0-9]))")),
    ("target_comma", re.compile(r"(?<![a-z])fire [^,;]*[,;] ?(?:[a-z] ?: ?)?[a-l][0-9]{1,2}")),
    ("enter_form", re.compile(r"^enter\b")),
)


# --- The grammar ----------------------------------------------------------------------------------------------------


@v_args(inline=True)
class _OrderOf(Transformer[Token, Order]):
    """An order value from the tree of `orders.lark`."""

    def start(self, order: Order) -> Order:
        return order

    def unit_order(self, unit: str, clauses: tuple[Clause, ...], *others: Alternative) -> Activate:
        return Activate(unit, (Alternative(clauses), *others))

    def other_try(self, *parts: object) -> Alternative:
        unit = next((part for part in parts if isinstance(part, str)), None)
        clauses = next(part for part in parts if isinstance(part, tuple))
        return Alternative(clauses, unit)

    def clauses(self, *clauses: Clause) -> tuple[Clause, ...]:
        return clauses

    def clause(self, *parts: object) -> Clause:
        who = parts[0] if isinstance(parts[0], tuple) else (None, None)
        actions = tuple(part for part in parts if not isinstance(part, tuple))
        return Clause(actions, *who)  # type: ignore[arg-type]

    def who(self, token: Token) -> tuple[str | None, str | None]:
        if token.type == "CELL":
            return None, str(token)
        letters = re.sub(r"^bases? |[ :]", "", token.lower())
        return letters, None

    def forward(self, token: Token) -> Forward:
        number = _number_in(token)
        return Forward(1 if number is None else number)

    def way(self, token: Token) -> Forward:
        start, goal = (cell.strip().upper() for cell in token.split("-"))
        aside, along = abs(ord(start[0]) - ord(goal[0])), abs(int(start[1:]) - int(goal[1:]))
        if (aside == 0) == (along == 0):
            raise NotMeant  # nobody stays, or goes in a slant
        return Forward(aside + along, (start, goal))

    def charge(self, token: Token) -> Charge:
        return Charge(_number_in(token) or 0)

    def left(self) -> Turn:
        return Turn("left")

    def right(self) -> Turn:
        return Turn("right")

    def about(self) -> Turn:
        return Turn("about")

    def face(self, token: Token) -> Face:
        return Face(token[0].lower())  # type: ignore[arg-type]

    def square(self) -> FormSquare:
        return FormSquare()

    def line(self, token: Token) -> FormLine:
        return FormLine(token[0].lower())  # type: ignore[arg-type]

    def fire(self, *targets: Target) -> Fire:
        return Fire(targets)

    def hold(self) -> Hold:
        return Hold()

    def target(self, token: Token) -> Target:
        through, colon, cell = token.replace(" ", "").rpartition(":")
        cell = cell.upper()
        if not colon:
            return Target(cell)
        through = through.lower()
        return Target(cell, side=through) if through in "nesw" else Target(cell, base=through)  # type: ignore[arg-type]

    def enter(self, arm: Token, road: Token, direction: Token) -> Enter:
        where = re.sub(r"^(?:at|on|by) ", "", road.lower()).replace(" ", "").upper()
        return Enter(_class_of(arm), where, direction[0].lower())  # type: ignore[arg-type]

    def place(self, *units: str) -> Place:
        return Place(units)

    def fights(self, *cells: Token) -> Fights:
        return Fights(tuple(map(str, cells)))

    def turn(self, number: int) -> GameTurn:
        return GameTurn(number)

    def end(self) -> End:
        return End()

    def test(self) -> Test:
        return Test()

    def resign(self) -> Resign:
        return Resign()

    def draw(self) -> Draw:
        return Draw()

    def claim(self) -> Claim:
        return Claim()

    def show(self) -> Show:
        return Show()

    def UNIT(self, token: Token) -> str:  # noqa: N802 - Lark calls a terminal's method by its name
        return re.sub("[ -]", "", token).upper()

    def CELL(self, token: Token) -> Token:  # noqa: N802
        return Token("CELL", token.upper())

    def COUNT(self, token: Token) -> int:  # noqa: N802
        return int(token)


class NotMeant(LarkError):
    """A line that has the form of an order and cannot be one."""


def _number_in(token: Token) -> int | None:
    """The one number in a move, in digits or as a word."""
    found = _NUMBER.search(token.lower())
    return None if found is None else _NUMBER_WORDS.get(found[0]) or int(found[0])


_NUMBER_WORDS = {"one": 1, "two": 2, "three": 3, "four": 4}
_NUMBER = re.compile("[0-9]+|one|two|three|four")


def _class_of(arm: Token) -> str:
    """The class letter of an arm; `infantry` is line infantry."""
    word = arm.upper()
    return "I" if word.startswith(("LINE", "INF")) else word[0] if word != "GUNS" else "A"


@cache
def _parser() -> Lark:
    text = files(__package__).joinpath("orders.lark").read_text(encoding="utf-8")
    return Lark(text, parser="lalr", lexer="contextual", transformer=_OrderOf(), maybe_placeholders=False)


def _parsed(plain: str) -> Order | None:
    """The order on a plain line, or None if it is none."""
    if not plain or len(plain) > LONGEST_ORDER:
        return None
    try:
        order: Order = _parser().parse(plain)  # type: ignore[assignment]
    except LarkError:
        return None
    return order
