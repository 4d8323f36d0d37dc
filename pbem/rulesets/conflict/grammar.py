"""What a player's lines mean: text in, `core.rulesets.conflict.orders` out.

Forgiving in form and strict in meaning. Case, spacing, punctuation, articles and the many ways to say the same make no
difference; a keyword with a slip of the keys is mended and the reading is shown to the player; a square, a direction, a
piece, a die or a colour is never guessed. What cannot be taken back (`resign`, draws, pacts) is never mended either.

Not for: whether an order is legal, or whose piece stands on a square. Those are the rules' answers.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from importlib.resources import files
from string import ascii_letters

from lark import Lark, Token, Transformer, v_args
from lark.exceptions import LarkError

from core.contract import Line, SeatName
from core.rulesets.conflict.orders import (
    Ally,
    Auto,
    Back,
    Break,
    End,
    Move,
    NoReserve,
    OfferDraw,
    Order,
    Pass,
    Press,
    Reserve,
    Resign,
    Steps,
    ThrowHeader,
    WalkTo,
    WithdrawDraw,
    text_of,
)
from core.rulesets.conflict.schema import COLOURS
from pbem.rulesets.lexing import LINES_REMEMBERED, LONGEST_ORDER, Hint, mended, near, tidied

# Keywords that a typo is mended into.
MENDABLE = ("throw", "reserve", "back", "pass", "auto", "move", "moves", "with", "using", "through")
# Words that are suggested and never mended, as colours are: nothing undoes them.
FINAL_WORDS = ("resign", "draw", "offer", "withdraw", "ally", "break", "press")
DIRECTIONS = ("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest")
NUMBERS = {word: number for number, word in enumerate(("one", "two", "three", "four", "five", "six"), start=1)}

ORDINALS = {"1st": 1, "first": 1, "2nd": 2, "second": 2, "3rd": 3, "third": 3}

_ENCLOSING = str.maketrans(dict.fromkeys("()[]{}<\"'`‘’“”«»„", " "))
_USUAL = re.compile(r"((?:ar|bs|pl)[1-9]|aa) ([1-6])((?: [a-z][1-9][0-9]?){1,6})( !)?")
_PRESS = re.compile(r"\s*(?:[-*•]\s+)?(?:please\s+)?([a-z]{4,6})\b([^:]{0,80}):(.*)", re.IGNORECASE | re.DOTALL)
_TO_ALL = {"all", "everybody", "everyone"}
_NOT_WHO = {"to", "and", "for", "the"}


def read(lines: Sequence[tuple[int, str]]) -> tuple[Line, ...]:
    """The order lines in numbered text lines. Never raises.

    Blank lines, comments and quotations give no line; nothing is read below a signature mark. A text line with several
    orders gives as many lines with the same number. What cannot be read gives a line whose order is None, and so does
    an order behind `end`: it would be lost there.
    """
    found: list[Line] = []
    ended = False
    for number, text in lines:
        stripped = text.strip()
        if stripped == "--":
            break
        if len(text) > LONGEST_ORDER and not tidied(text, "-"):
            continue  # as far as lines are looked at there is nothing
        # Long lines are notes: they are not worth the memory.
        reading = _reading if len(text) <= LONGEST_ORDER else _reading.__wrapped__
        for order, read_as in reading(stripped):
            if ended and order is not None:
                found.append(Line(number, stripped, None))
            elif not ended:
                found.append(Line(number, stripped, order, read_as))
                ended = type(order) is End
    return tuple(found)


def hint(text: str) -> Hint:
    """The likeliest reason why a line could not be read. Never raises."""
    if _press_word(text):
        return _press_hint(text)
    plain = _plain(tidied(text, "-"))
    if len(plain) > LONGEST_ORDER:
        return Hint("long")
    if plain.endswith("?"):
        return Hint("question")
    if _is_cut_short(tidied(text, "-")):
        return Hint("cut_short")
    words, shape = re.findall(r"[A-Za-z0-9]+", plain), _shape(plain)
    who = COLOURS if words and words[0].lower() in ("ally", "break", "press") else ()
    typo = next(filter(None, (_suggestion(word, who) for word in words)), None)
    if typo is not None:
        return typo
    if shape.startswith("k") and words[0].lower() != "move":
        return Hint("after", words[0].lower())
    if shape[:1] in ("p", "s") and (odd := _ODD.search(plain)):
        return Hint("odd_word", odd[0])
    return next((Hint(kind) for kind, pattern in _SHAPES if pattern.fullmatch(shape)), Hint("unknown"))


# --- One text line --------------------------------------------------------------------------------------------------


@lru_cache(LINES_REMEMBERED)
def _reading(text: str) -> tuple[tuple[Order | None, str | None], ...]:
    """The orders on a line, each with the line as it was read where a slip was mended; none where it is to be skipped.

    No blanks stand around `text`.
    """
    usual = _USUAL.fullmatch(text)
    if usual is not None:
        # The form of `text_of`; the grammar would read the same, but takes ten times as long.
        unit, die, squares, confirmed = usual.groups()
        return ((Move(unit, int(die), tuple(squares.split()), confirmed is not None), None),)
    tidy = tidied(text, "-")
    if not tidy or text.startswith(">"):
        return ()
    if _press_word(text):
        return (_read_press(text),)
    if _is_cut_short(tidy):
        return ((None, None),)
    orders = _parsed(_plain(_as_typed(tidy)))
    if orders is not None:
        return tuple((order, None) for order in orders)
    orders = _parsed(_plain(mended(tidy, MENDABLE)))
    if orders is not None:
        return tuple((order, text_of(order)) for order in orders)
    return ((None, None),)


def _is_cut_short(tidy: str) -> bool:
    """Whether a walk is told that a mine ended before its last step: how it would have gone on is not in it."""
    for part in tidy.split(";"):
        told = _TOLD_MOVE.fullmatch(part.strip(" ."))
        if told is not None and told["lost"]:
            steps = told["way"].count("-") + (told["enters"] is not None)
            if steps != int(told["die"]):
                return True
    return False


def _as_typed(tidy: str) -> str:
    """A tidy line with what answers and reports say of an order, in the words of the order."""
    said = [part.strip(" .") for part in tidy.split(";")]
    for index, part in enumerate(said):
        if move := _TOLD_MOVE.fullmatch(part):
            said[index] = move["move"] + (" !" if move["lost"] else "")
        else:
            for ours, typed in _TOLD:
                part = ours.sub(typed, part)
            said[index] = part
    return ";".join(said)


_OWNERS = "red|yellow|green|orange"
_PIECES = "(?:ar|bs|pl)[1-9]|aa"
# `Red pl1 (4) h12-h13-h14-g15-f16, captures Yellow bs1 at f16`; what came of it follows from the walk.
_TOLD_MOVE = re.compile(
    rf"(?P<move>(?:(?:{_OWNERS}):? )?(?:{_PIECES}) \((?P<die>[1-6])\) (?P<enters>enters )?"
    r"(?P<way>[a-z][0-9]{1,2}(?:-[a-z][0-9]{1,2})*))"
    rf"(?:, captures (?:{_OWNERS}) (?:{_PIECES}) at [a-z][0-9]{{1,2}})*"
    rf"(?P<lost>, lost to (?:its own|(?:{_OWNERS})'s) mine at [a-z][0-9]{{1,2}})?"
    rf"(?:, takes (?:{_OWNERS})'s home circle)?(?: \(the walk found for you\))?",
    re.IGNORECASE,
)
_A_PIECE = re.compile(_PIECES, re.IGNORECASE)
_TOLD = (
    # Said of a piece on a seven: `bring pl2`, `pl2 out`, `pl2 from reserve`.
    (
        re.compile(rf"^(?:bring|get)(?: in| out)? ({_PIECES})(?: in| out)?(?: (?:from|of) (?:the )?reserve)?$", re.I),
        r"reserve \1",
    ),
    (
        re.compile(rf"^(?:take )?({_PIECES}) (?:out|(?:out )?(?:from|of) (?:the )?reserve)$", re.IGNORECASE),
        r"reserve \1",
    ),
    (re.compile(rf"^({_OWNERS}) takes ({_PIECES}) ", re.IGNORECASE), r"takes \1 \2 "),
    (re.compile(rf"^({_OWNERS}) puts ({_PIECES}) into reserve ", re.IGNORECASE), r"puts \1 \2 back into reserve "),
    (re.compile(rf"^({_OWNERS}) puts ({_PIECES}) ", re.IGNORECASE), r"puts \1 \2 "),
    (
        re.compile(rf"^({_PIECES}) comes out of reserve and waits (?:in|at) [a-z ]+, ready to (?:enter|move)$", re.I),
        r"reserve \1",
    ),
    (re.compile(rf"^({_PIECES}) goes to reserve after the moves of throw 3$", re.IGNORECASE), r"back \1"),
    (re.compile(r"^the orders below are for throw ([1-3])$", re.IGNORECASE), r"throw \1"),
)


def _plain(tidy: str) -> str:
    """A tidy line without quotation marks, brackets and closing stops."""
    return " ".join(tidy.translate(_ENCLOSING).split()).strip(" .,;:")


# --- Press ----------------------------------------------------------------------------------------------------------


def _press_word(text: str) -> bool:
    """Whether a line is meant as press, well written or not; what is behind the colon is not looked at."""
    found = _PRESS.match(text)
    if found is None or found[1].lower() == "press":
        return found is not None
    return near(found[1], ("press",)) is not None and _addressees(found[2]) is not None


def _read_press(text: str) -> tuple[Press | None, str | None]:
    """A press line; everything behind its first colon is text, taken as written."""
    found = _PRESS.match(text)
    to = _addressees(found[2]) if found else None
    if found is None or to is None or not found[3].strip():
        return None, None
    order = Press(to, found[3].strip())
    return order, None if found[1].lower() == "press" else text_of(order)


def _addressees(words: str) -> tuple[SeatName, ...] | None:
    """The seats named before the colon, none for all; or None where a word names no seat."""
    named = [word for word in re.split(r"[\s,;&+>/-]+", words.lower()) if word and word not in _NOT_WHO]
    if not named or (len(named) == 1 and named[0] in _TO_ALL):
        return ()
    seats = [_colour(word) for word in named]
    if None in seats:
        return None
    return tuple(dict.fromkeys(seat for seat in seats if seat is not None))


def _press_hint(text: str) -> Hint:
    found = _PRESS.match(text)
    if found is None or _addressees(found[2]) is not None:
        return Hint("no_text")
    return Hint("no_such_colour", " ".join(found[2].split()))


def _colour(word: str) -> SeatName | None:
    return next((colour for colour in COLOURS if word.lower() in (colour, colour[0])), None)


# --- Mending --------------------------------------------------------------------------------------------------------


def _suggestion(word: str, who: Sequence[str]) -> Hint | None:
    """What a word that cannot be read was probably meant for: another word, a piece by its label, a square."""
    lower = word.lower()
    if _MISREAD_SQUARE.fullmatch(word) and not _A_PIECE.fullmatch(word):
        return Hint("word", word, lower[0] + lower[1:].translate(_DIGITS_MISREAD))
    if lower in DIRECTIONS:
        return Hint("word", word, _initials(lower))
    if not 4 <= len(word) <= 24 or lower in {*MENDABLE, *FINAL_WORDS, *COLOURS, *NUMBERS}:
        return None
    meant = near(word, (*FINAL_WORDS, *who))
    return Hint("word", word, meant) if meant else None


def _initials(direction: str) -> str:
    return direction[0] + (direction[5] if len(direction) > 5 else "")


_MISREAD_SQUARE = re.compile(r"[a-x](?:[12][oil]|[il][0-9])", re.IGNORECASE)
_DIGITS_MISREAD = str.maketrans("oil", "011")

# Shapes of lines that are nearly orders, in letters: p piece, s square, n number, d direction, t to, v via, k keyword,
# c comma or the like, w a word.
_SHAPES = (
    ("no_way", re.compile("k?[ps][kcw]*n?[ct]*")),
    ("one_square", re.compile("k?[ps][kcw]*n?ts[sc]+")),
    ("via_last", re.compile("k?[ps][kcw]*n?[sc]*v[sc]+.*")),
    ("loose_count", re.compile("k?[ps][kcw]*[dn][dnc]*")),
    ("mixed", re.compile("k?[ps][kcw]*n?[sdc]*(?:sc*d|dc*s)[sdc]*")),
    ("no_piece", re.compile("[kc]*n?t?[sdc]+")),
)
_ODD = re.compile(r"(?<![a-z0-9])(?!(?:via|through|with|using|the|die|moves?|goes)(?![a-z]))[a-z]{3,}", re.IGNORECASE)
_SIGN = re.compile(
    r"(?P<p>(?:(?:ar|bs|pl)[ -]?[0-9]{1,2}|aa1?|[rygo](?:a[1-4a]|b[1-5]|p[12]))(?![a-z0-9]))"
    r"|(?P<s>[a-z][0-9]{1,2}(?![a-z0-9]))"
    r"|(?P<d>(?:[1-9][0-9]?)?(?:ne|nw|se|sw|n|e|s|w)(?![a-z0-9]))|(?P<n>[0-9]+(?![a-z0-9]))"
    r"|(?P<t>to(?![a-z0-9]))|(?P<v>(?:via|through)(?![a-z0-9]))"
    r"|(?P<k>(?:throw|reserve|back|pass|auto|ally|break|offer|withdraw|draw|resign|move|press|end)(?![a-z0-9]))"
    r"|(?P<w>[^\W\d_][^\W_]*)|(?P<c>[,;:!./-])|.",
    re.IGNORECASE,
)


def _shape(plain: str) -> str:
    return "".join(sign.lastgroup or "" for sign in _SIGN.finditer(plain))


# --- The grammar ----------------------------------------------------------------------------------------------------


@v_args(inline=True)
class _OrdersOf(Transformer[Token, list[Order]]):
    """Order values from the tree of `orders.lark`."""

    def start(self, *orders: Order) -> list[Order]:
        return list(orders)

    def header(self, number: int) -> ThrowHeader:
        return ThrowHeader(number)

    def owned(self, owner: SeatName, piece: str) -> str:
        """`Red ar1`: the piece as the map has it, so that the rules see whose it is said to be."""
        return owner[0] + (piece if piece == "aa" else piece[0] + piece[2:])

    def walk(self, unit: str, *rest: object) -> Move:
        die, way, confirmed = _parts(rest)
        return Move(unit, die, way, confirmed)

    def steps_walk(self, unit: str, *rest: object) -> Steps:
        die, way, confirmed = _parts(rest)
        return Steps(unit, die, way, confirmed)

    def to(self, unit: str, die: int, square: str, *rest: object) -> WalkTo:
        _, via, confirmed = _parts(rest)
        return WalkTo(unit, die, square, via, confirmed)

    def to_alone(self, unit: str, square: str, *rest: object) -> WalkTo:
        _, via, confirmed = _parts(rest)
        return WalkTo(unit, None, square, via, confirmed)

    def to_die_last(self, unit: str, square: str, *rest: object) -> WalkTo:
        die = next(part for part in rest if isinstance(part, int))
        return self.to(unit, die, square, *rest)

    def reserve(self, unit: str) -> Reserve:
        return Reserve(unit)

    def no_reserve(self) -> NoReserve:
        return NoReserve()

    def back(self, unit: str) -> Back:
        return Back(unit)

    def pass_(self) -> Pass:
        return Pass()

    def end(self) -> End:
        return End()

    def resign(self) -> Resign:
        return Resign()

    def offer_draw(self) -> OfferDraw:
        return OfferDraw()

    def withdraw_draw(self) -> WithdrawDraw:
        return WithdrawDraw()

    def auto(self, switch: Token) -> Auto:
        return Auto(switch.lower() == "on")

    def ally(self, seat: SeatName) -> Ally:
        return Ally(seat)

    def break_(self, seat: SeatName) -> Break:
        return Break(seat)

    def unit(self, name: str) -> str:
        return name

    def die(self, number: int) -> int:
        return number

    def path(self, *squares: str) -> tuple[str, ...]:
        return squares

    def via(self, *squares: str) -> tuple[str, ...]:
        return squares

    def steps(self, *runs: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(step for run in runs for step in run)

    def NUMBER(self, token: Token) -> int:  # noqa: N802 - Lark calls a terminal's method by its name
        return NUMBERS.get(token.lower()) or int(token)

    def ORDINAL(self, token: Token) -> int:  # noqa: N802
        return ORDINALS[token.lower()]

    def OWNER(self, token: Token) -> SeatName | None:  # noqa: N802
        return _colour(token)

    def LABEL(self, token: Token) -> str:  # noqa: N802
        return token.lower()

    def PIECE(self, token: Token) -> str:  # noqa: N802
        return _unit(token)

    def SQUARE(self, token: Token) -> str:  # noqa: N802
        return f"{token[0].lower()}{int(token[1:])}"

    def STEP(self, token: Token) -> tuple[str, ...]:  # noqa: N802
        direction = token.lstrip("0123456789")
        return (direction.lower(),) * int(token.removesuffix(direction) or 1)

    def COLOUR(self, token: Token) -> SeatName | None:  # noqa: N802
        return _colour(token)


def _parts(parts: Sequence[object]) -> tuple[int | None, tuple[str, ...], bool]:
    """The die, the squares or steps, and whether a `!` closes the order, in whatever order they were written."""
    die = next((part for part in parts if isinstance(part, int)), None)
    way = next((part for part in parts if isinstance(part, tuple)), ())
    return die, way, any(isinstance(part, Token) for part in parts)


def _unit(token: Token) -> str:
    """A piece's id from however it was called: `bs2` for `BS 2` and `battleship 2`."""
    kind = _KINDS_CALLED[token[:2].lower()]
    return kind if kind == "aa" else f"{kind}{int(token.lstrip(_LETTERS))}"


_LETTERS = f"{ascii_letters} -"
_KINDS_CALLED = {"ar": "ar", "aa": "aa", "an": "aa", "bs": "bs", "ba": "bs", "sh": "bs"} | dict.fromkeys(
    ("pl", "ai", "ae"), "pl"
)


@cache
def _parser() -> Lark:
    text = files(__package__).joinpath("orders.lark").read_text(encoding="utf-8")
    return Lark(text, parser="lalr", lexer="contextual", transformer=_OrdersOf(), maybe_placeholders=False)


def _parsed(plain: str) -> list[Order] | None:
    """The orders on a plain line, or None if it is none."""
    if not plain or len(plain) > LONGEST_ORDER:
        return None
    try:
        orders: list[Order] = _parser().parse(plain)  # type: ignore[assignment]
    except LarkError:
        return None
    return orders
