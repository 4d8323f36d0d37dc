"""What a player's lines mean: text in, `core.rulesets.stratego_waterloo.orders` out.

Forgiving in form and strict in meaning. Case, spacing, punctuation and names for codes make no difference; a keyword
with a slip of the keys is mended and the reading is shown to the player; a square, a code, a card or a label is never
guessed. What cannot be taken back (`resign`, draws, `stop`) is never mended either.

A drawn set-up takes several text lines and is one order line, under the number of its first. Its rows may stand in any
order, with blank lines, remarks and other orders between them.

Not for: whether an order is legal, or what stands on a square. Those are the rules' answers.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, Literal, TypeAlias

import msgspec
from lark import Lark, Token, Transformer, v_args
from lark.exceptions import LarkError

from core.contract import Line
from core.rulesets.stratego_waterloo.orders import (
    AcceptDraw,
    Battery,
    Burn,
    Charge,
    Combined,
    Cut,
    End,
    Enter,
    Fire,
    Go,
    Initiative,
    Keep,
    OfferDraw,
    Order,
    Plan,
    Reconnoitre,
    Resign,
    Rest,
    Retire,
    Row,
    Save,
    Setup,
    Stand,
    Stop,
    Take,
    Test,
    When,
    text_of,
)
from pbem.rulesets.lexing import LINES_REMEMBERED, LONGEST_LINE, LONGEST_ORDER, Hint, mended, near, tidied

from .board import kinds

# Keywords that a typo is mended into. Words shorter than four letters are too near to too many.
MENDABLE = (
    "move", "attack", "fire", "enter", "bring", "rest", "card", "take", "stand", "keep", "burn", "spirit", "then",
    "advance", "leaders", "prussians", "come", "hold", "plan", "charge", "save", "setup", "default", "reserve",
    "garrison", "mover", "other", "high", "strong",
)  # fmt: skip
# Words that are suggested and never mended: nothing undoes them.
FINAL_WORDS = ("resign", "draw", "offer", "accept", "stop", "retire")

# What pieces, cards and buildings are called beside their codes and their names in full.
ALIASES = {
    "NA": ("napoleon", "emperor", "nap"),
    "NE": ("marshal ney", "ney"),
    "OG": ("old guards",),
    "MG": ("middle guards",),
    "YG": ("young guards",),
    "ED": ("empress dragoon", "dragoons"),
    "PL": ("polish lancer", "lancers"),
    "CU": ("cuirassier",),
    "CH": ("chasseurs", "chasseur"),
    "WE": ("wellington", "wel"),
    "UX": ("uxbridge", "uxb"),
    "FG": ("foot guards", "royal foot guard"),
    "HR": ("highlanders", "highland regiment", "highlander"),
    "BF": ("british foot", "kgl foot", "british kgl foot"),
    "RI": ("95th rifle", "rifles"),
    "BL": ("brunswick", "brunswickers"),
    "RH": ("horse guards", "royal horse guard"),
    "SG": ("greys", "scots grey"),
    "DC": ("carabiniers", "dutch carabinier"),
    "KH": ("hussars", "kgl hussar"),
    "BU": ("feldmarschall von bulow", "von bulow", "bulow", "bul"),
    "LW": ("landwehr foot", "landwehr"),
    "SL": ("silesian landwehr", "landwehr horse"),
    "RE": ("reconnaissance", "reconnoitre", "recon"),
    "IN": ("initiative",),
    "CA": ("combined attack",),
    "GB": ("grand battery",),
    "FS": ("fighting spirit",),
    "HOU": ("hougemont", "hougoumont"),
    "LHP": ("la haye papelotte", "la haye", "papelotte"),
    "PLA": ("plancenoit", "village"),
}
OWNERS_WORDS = ("LIGHT", "LINE", "GUN")  # another code for each owner, so the rules resolve them
CARDS = ("RE", "IN", "CA", "GB", "FS")
_CONDITION = "(?:if|when|after|try|tried)"  # what an order that hangs on another begins with

_NAMED = "[A-L](?:10|[1-9])"
_USUAL_GO = re.compile(rf"(attack )?({_NAMED}(?:[ -]{_NAMED}){{0,6}})([ x-])({_NAMED})( spirit)?(?: then ({_NAMED}))?")
_USUAL_FIRE = re.compile(rf"fire ({_NAMED}) ({_NAMED}|HOU|LHP|PLA)")

_ENCLOSING = str.maketrans(dict.fromkeys("()[]{}<\"'`‘’“”«»„*", " "))
_ROW = re.compile(r"(?:row )?(10|0?[1-9])(?: ?[:.)=|-] ?| )(.*)", re.IGNORECASE)
_RESERVE = re.compile(r"reserves?(?: ?[:=-] ?| |$)(.*)", re.IGNORECASE)
_GARRISON = re.compile(r"garrisons?(?: ?[:=-] ?| |$)(.*)", re.IGNORECASE)
_PLACE = re.compile(r"([a-z]{2,5})[ :-]{1,3}([a-z][0-9]{1,2})|([a-z][0-9]{1,2})[ :-]{1,3}([a-z]{2,5})", re.IGNORECASE)
_EMPTY = re.compile(r"[._~-]+")
_NONE = ("none", "nothing", "nobody")
_MOST_HELD = 100


def read(lines: Sequence[tuple[int, str]]) -> tuple[Line, ...]:
    """The order lines in numbered text lines. Never raises.

    Blank lines, remarks and quotations give no line; nothing is read below a signature mark. The lines of a set-up give
    one. What cannot be read gives a line whose order is None, a row of a set-up too.
    """
    found: list[Line] = []
    drawn: list[tuple[int, Line]] = []
    for number, text in lines:
        text = text.strip()
        if text == "--":
            break
        reading = None if text.startswith(">") or _LETTERS.fullmatch(text) else _reading(text[:LONGEST_LINE])
        if reading is None:
            continue
        line = Line(number, text, *reading)
        if type(line.order) in _OF_SETUP:
            drawn.append((len(found), line))
        else:
            found.append(line)
    if drawn:
        found.insert(drawn[0][0], _joined([line for _, line in drawn]))
    return tuple(found)


# The heading of the columns, as people put it over rows that they draw.
_LETTERS = re.compile(r"\W*A\W*B\W*C\W*D\W*E\W*F\W*G\W*H\W*I\W*J\W*K\W*L\W*", re.IGNORECASE)


def hint(text: str) -> Hint:
    """The likeliest reason why a line could not be read. Never raises."""
    if (trouble := _trouble_in_drawing(text)) is not None:
        return trouble
    tidy = _tidy(text)
    if _QUESTION.search(tidy):
        return Hint("question")
    plain = _plain(mended(tidy, MENDABLE))
    if len(plain) > LONGEST_ORDER:
        return Hint("long")
    words = _WORDS.findall(plain)
    typo = next(filter(None, map(_suggestion, _WORDS.findall(_plain(tidy)))), None)
    if typo is not None:
        return typo
    first = words[0].lower() if words else ""
    if first == "card" and len(words) > 1:
        return Hint("card", words[1].upper() if words[1].upper() in CARDS else "")
    if first == "stand" and len(words) > 1:
        return Hint("stand")
    if first in AFTER:
        return Hint("after", first)
    if len(words) == 1 and _is_square(words[0]):
        return Hint("one_square", words[0].upper())
    return Hint("unknown")


# --- One text line --------------------------------------------------------------------------------------------------


@lru_cache(LINES_REMEMBERED)
def _reading(text: str) -> tuple[Any, str | None] | None:
    """The order on a line, and how the line was read where a slip was mended; None for a blank line or a remark."""
    order = _usual(text) or _drawn(text)
    if order is not None:
        return order, None
    tidy = _tidy(text)
    if not tidy:
        return None
    order = _meant(tidy)
    if order is not None:
        return order, None
    order = _meant(mended(tidy, MENDABLE))
    return order, None if order is None else text_of(order)


def _meant(tidy: str) -> Order | None:
    """The order that a tidy line says, be it in words of ours; a question says none."""
    if _QUESTION.search(tidy):
        return None
    side = _SIDE.match(tidy)
    told = tidy[side.end() :] if side else tidy
    if side and (result := _RESULT.fullmatch(told)):
        told = result[1]
    for ours, typed in _OURS if not tidy.isdigit() else ():
        told = ours.sub(typed, told)
    order = _parsed(_plain(told))
    return order if side is None or _is_of(side[1], order) else None


def _is_of(colour: str, order: Order | None) -> bool:
    """Whether the line of a report is about a piece of that colour, by the code in it."""
    code = order.code if isinstance(order, Enter) else getattr(order, "piece", "")
    kind = kinds().get(code)
    return kind is not None and (kind.nation == "FR") == (colour.lower() == "blue")


_QUESTION = re.compile(r"\?[\s.!)\"'”’]*$")
_SIDE = re.compile(r"(blue|red):? ", re.IGNORECASE)
# What an attack or a shot has come to, as a report tells it behind the order that it was.
_RESULT = re.compile(
    r"(.+ x [A-L][0-9]{1,2} [a-z ]+?|.+ fires at [^:]+?)(?: \(own\))?: "
    r"(?:.*(?:eliminated|withdraws|stays on [A-L][0-9]{1,2}|takes no harm)|destroyed|damage [1-4] of 4)\b.*",
    re.IGNORECASE,
)
# Our words for an order, and the words of an order for them.
_OURS = (
    (re.compile(r" - from a gun's front(?:: it is lost|, where it can only stay before it)[. ]*$"), ""),
    (re.compile(r" \(the way found for you\)[. ]*$"), ""),
    (re.compile(r" - which is light infantry: it will take no harm[. ]*$"), ""),
    (re.compile(r"^(.+) leaves the board from ([A-L][0-9]{1,2}) to rest, free of charge[. ]*$"), r"rest \1 \2"),
    (
        re.compile(rf"^({_CONDITION}[^:]*: )?a Prussian piece comes onto the board at "),
        r"\1enter PRUSSIAN ",
    ),
    (re.compile(rf"^({_CONDITION}[^:]*: )?(\S+) comes onto the board at "), r"\1enter \2 "),
    (re.compile(rf"^({_CONDITION}[^:]*: )?ends the ply[. ]*$"), r"\1end"),
    (re.compile(r"^(brings on|rests) (\S+) \([1-5] blocks?\) "), r"\1 \2 "),
    (re.compile(r"^(initiative|combined attack|grand battery): (.+), one action in all[. ]*$", re.I), r"card \1 \2"),
    (
        re.compile(
            r"^(reconnaissance): you look at (.+), and the rest of your ply waits for your next mail[. ]*$", re.I
        ),
        r"card \1 \2",
    ),
    (re.compile(r"^((?:if|when)[^:]*: )?you take (?=.*(?:reconn|initi|combi|grand|fight))", re.I), r"\1take "),
    # The piece behind its way: `E7 to E6 (British foot)`.
    (re.compile(r"^(?!.*\bspirit\b)([A-L][0-9].*?) \(([A-Za-z ]+)\)[. ]*$", re.IGNORECASE), r"\2 \1"),
)


def _usual(text: str) -> Order | None:
    """The commonest orders in their printed form; the grammar would read the same, in thirty times the time."""
    if text == "end":
        return End()
    if usual := _USUAL_GO.fullmatch(text):
        attack, path, sign, goal, spirit, then = usual.groups()
        how: Literal["attack"] | None = "attack" if attack or sign == "x" or spirit or then else None
        return Go((*path.replace("-", " ").split(), goal), how, spirit is not None, then)
    if usual := _USUAL_FIRE.fullmatch(text):
        return Fire(usual[1], usual[2])
    return None


def _tidy(text: str) -> str:
    """A line without remark, bullet, accents and odd characters."""
    tidy = tidied(text.partition(";")[0], "-")
    if tidy.isascii():
        return tidy
    return "".join(sign for sign in unicodedata.normalize("NFKD", tidy) if not unicodedata.combining(sign))


def _plain(tidy: str) -> str:
    """A tidy line without brackets and closing stops, with codes for names; commas are kept for cards alone."""
    plain = " ".join(tidy.translate(_ENCLOSING).split()).strip(" .,;:!?")
    if len(plain) > LONGEST_ORDER:
        return plain
    plain = _names().sub(lambda found: _codes()[_letters(found[0])], plain)
    return plain if _CARD_OF_PARTS.match(plain) else " ".join(_BETWEEN.sub(" ", plain).split())


_CARD_OF_PARTS = re.compile(rf"(?:{_CONDITION}[a-z ]*:? ?)?(?:play |card )+(?:IN|CA|GB)(?![a-z])", re.IGNORECASE)
_BETWEEN = re.compile(r",|(?<![a-z0-9])and(?![a-z0-9])", re.IGNORECASE)
_WORDS = re.compile(r"[A-Za-z0-9]+")


@cache
def _codes() -> dict[str, str]:
    """Codes by what they are called, in small letters alone; those for whom only the owner can tell stay words."""
    named = {_letters(kind.name): code for code, kind in kinds().items()}
    named |= {_letters(name): code for code, names in ALIASES.items() for name in names}
    return named


@cache
def _names() -> re.Pattern[str]:
    names = {kind.name for kind in kinds().values()} | {name for names in ALIASES.values() for name in names}
    spelt = sorted((re.findall("[a-z0-9]+", _bare(name)) for name in names), key=lambda words: -len("".join(words)))
    return re.compile(
        rf"(?<![a-z0-9])(?:{'|'.join('[^a-z0-9]{1,3}'.join(words) for words in spelt)})(?![a-z0-9])", re.I
    )


def _letters(name: str) -> str:
    return "".join(re.findall("[a-z0-9]+", _bare(name)))


def _bare(name: str) -> str:
    return "".join(sign for sign in unicodedata.normalize("NFKD", name.lower()) if not unicodedata.combining(sign))


# --- A drawn set-up -------------------------------------------------------------------------------------------------


class Held(msgspec.Struct, frozen=True):
    """`reserve: CU LN`: the pieces held back."""

    codes: tuple[str, ...]


class Guards(msgspec.Struct, frozen=True):
    """`garrison: BF C6, RI D5`: codes and squares of those who start in a building."""

    places: tuple[tuple[str, str], ...]


_OF_SETUP = frozenset((Setup, Row, Held, Guards))


def _joined(lines: Sequence[Line]) -> Line:
    """The order that the lines of a set-up make together. Lists that are written twice run on; rows beat `default`."""
    parts = [line.order for line in lines]
    drawn = any(not isinstance(part, Setup) for part in parts)
    held = [part for part in parts if isinstance(part, Held)]
    setup = Setup(
        default=not drawn and any(isinstance(part, Setup) and part.default for part in parts),
        rows=tuple(part for part in parts if isinstance(part, Row)),
        reserve=tuple(code for part in held for code in part.codes) if held else None,
        garrison=tuple(place for part in parts if isinstance(part, Guards) for place in part.places),
    )
    return Line(lines[0].number, lines[0].text, setup)


def _drawn(text: str) -> Row | Held | Guards | None:
    """A line of a drawn set-up, or None."""
    line = _unlisted(text)
    if len(line) > LONGEST_ORDER:
        return None
    if found := _ROW.fullmatch(line):
        return _row(int(found[1]), found[2], line)
    if found := _RESERVE.fullmatch(line):
        codes = _held(found[1])
        return None if codes is None else Held(codes)
    if found := _GARRISON.fullmatch(line):
        places = _places(found[1])
        return Guards(places) if places else None
    return None


def _unlisted(text: str) -> str:
    """A line without remark, with its number: what would be a bullet elsewhere is the name of a row here."""
    line = text.partition("#")[0].partition(";")[0][: LONGEST_ORDER + 1]
    if not (line.isascii() and line.isprintable()):
        line = unicodedata.normalize("NFKC", line)
        line = "".join(sign if unicodedata.category(sign)[0] != "C" else " " for sign in line)
    return " ".join(line.translate(_DASHES).split()).strip(" \"'`*")


_DASHES = str.maketrans({**dict.fromkeys("‐‑‒–—―−", "-"), "…": ".."})


def _row(row: int, cells: str, line: str) -> Row | None:
    found = _cells(cells)
    if not found or any(cell is not None and cell not in _known() for cell in found):
        return None
    # Without a sign behind its number a row is known by its length alone: the map has such lines, and they are longer.
    if not re.match(r"(?:row )?[0-9]+ ?[:.)=|-]", line, re.IGNORECASE) and len(found) != 12:
        return None
    return Row(row, tuple(found))


def _cells(text: str) -> list[str | None]:
    """The cells of a row: codes and None. A row typed without blanks is cut into twos."""
    words = [word for word in re.split(r"[ ,|/]+", text) if word]
    if len(words) == 1 and len(words[0]) == 24:
        words = [words[0][at : at + 2] for at in range(0, 24, 2)]
    return [None if _EMPTY.fullmatch(word) else _code(word) for word in words]


def _code(word: str) -> str:
    """A code for whatever a piece is called in one word."""
    letters = _letters(word)
    return _codes().get(letters, letters.upper())


@cache
def _known() -> frozenset[str]:
    return frozenset((*kinds(), *OWNERS_WORDS))


def _held(text: str) -> tuple[str, ...] | None:
    """The codes of a reserve; a number before or behind a code counts it. None where a word is no piece."""
    words = [word for word in re.split(r"[ ,+/]+", text.replace(" and ", " ")) if word and not _EMPTY.fullmatch(word)]
    if [word.lower() for word in words] in ([], *([word] for word in _NONE)):
        return ()
    codes: list[str] = []
    ahead = 1
    for word in words:
        number = re.fullmatch(r"x?([0-9]{1,2})x?", word, re.IGNORECASE)
        if number and codes and ahead == 1 and word is not words[0] and not _counts_ahead(words):
            codes += [codes[-1]] * (int(number[1]) - 1)
        elif number:
            ahead = int(number[1])
        elif _code(word) in _known():
            codes += [_code(word)] * ahead
            ahead = 1
        else:
            return None
    return tuple(codes) if len(codes) <= _MOST_HELD else None


def _counts_ahead(words: Sequence[str]) -> bool:
    return words[0][:1].isdecimal()


def _places(text: str) -> tuple[tuple[str, str], ...]:
    """The codes and squares of a garrison; none where anything else is among them."""
    text = _BETWEEN.sub(" , ", text)
    if re.search("[A-Za-z0-9]", _PLACE.sub("", text)):
        return ()
    return tuple((_code(found[1] or found[4]), (found[2] or found[3]).upper()) for found in _PLACE.finditer(text))


def _trouble_in_drawing(text: str) -> Hint | None:
    """What is wrong with a line that was meant for a drawn set-up, or None where it was not."""
    line = _unlisted(text)[:LONGEST_ORDER]
    if (found := _ROW.fullmatch(line)) and re.match(r"(?:row )?[0-9]+ ?[:=|]", line, re.IGNORECASE):
        cells = _cells(found[2])
        strange = [cell for cell in cells if cell is not None and cell not in _known()]
        if strange and 2 * len(strange) < len(cells):
            return Hint("row", strange[0], found[1])
    for kind, pattern in (("reserve", _RESERVE), ("garrison", _GARRISON)):
        if pattern.fullmatch(line) and any(_code(word) in _known() for word in line.split()[1:]):
            return Hint(kind)
    return None


# --- Mending --------------------------------------------------------------------------------------------------------


def _suggestion(word: str) -> Hint | None:
    """What a word that cannot be read was probably meant for: another word, or a square."""
    lower = word.lower()
    if _MISREAD_SQUARE.fullmatch(word):
        return Hint("word", word, lower[0].upper() + lower[1:].translate(_DIGITS_MISREAD))
    if not 4 <= len(word) <= 24 or lower in {*MENDABLE, *FINAL_WORDS, *AFTER} or near(word, MENDABLE):
        return None
    meant = near(word, FINAL_WORDS)
    return Hint("word", word, meant) if meant else None


_MISREAD_SQUARE = re.compile(r"[a-l](?:1o|[li]0)", re.IGNORECASE)
_DIGITS_MISREAD = str.maketrans("oil", "011")


def _is_square(word: str) -> bool:
    return bool(_SQUARES.fullmatch(word))


_SQUARES = re.compile(r"(?:[a-z][0-9]{1,2}x?){1,4}", re.IGNORECASE)


# The words that orders begin with, for which the wording has a sentence on what goes behind them.
AFTER = (
    "move", "attack", "fire", "enter", "bring", "rest", "card", "take", "stand", "keep", "burn", "if", "try", "end",
    "test", "resign", "offer", "accept", "draw", "cut", "charge", "save", "retire", "stop", "plan", "setup",
)  # fmt: skip


# --- The grammar ----------------------------------------------------------------------------------------------------


Path: TypeAlias = tuple[str, ...]
Suffix: TypeAlias = tuple[bool, str | None]


@v_args(inline=True)
class _OrderOf(Transformer[Token, Any]):
    """The order value from the tree of `orders.lark`."""

    def start(self, order: Order) -> Order:
        return order

    def when_won(self, order: Any) -> When:
        return When("won", order)

    def when_lost(self, order: Any) -> When:
        return When("lost", order)

    def when_tried(self, order: Any) -> When:
        return When("try", order)

    def squares(self, *names: str) -> tuple[str, ...]:
        return names

    def bare(self, path: Path) -> Go:
        return Go(_way(path))

    def move(self, path: Path) -> Go:
        return Go(_way(path), "move")

    def attack(self, path: Path, suffix: Suffix = (False, None)) -> Go:
        return Go(_way(path), "attack", *suffix)

    def attack_x(self, path: Path, target: str, suffix: Suffix = (False, None)) -> Go:
        return Go((*path, target), "attack", *suffix)

    def unit(self, name: str) -> str:
        return name

    foe = unit

    def called_bare(self, piece: str, path: Path) -> Go:
        return Go(_way(path), piece=piece)

    def called_move(self, piece: str, path: Path) -> Go:
        return Go(_way(path), "move", piece=piece)

    def called_attack(self, piece: str, path: Path, suffix: Suffix = (False, None)) -> Go:
        return Go(_way(path), "attack", *suffix, piece=piece)

    def called_attack_x(self, piece: str, path: Path, target: str, *rest: str | Suffix) -> Go:
        foe, suffix = _foe_and_suffix(rest)
        return Go((*path, target), "attack", *suffix, piece=piece, foe=foe)

    def attacks_x(self, path: Path, target: str, *rest: str | Suffix) -> Go:
        foe, suffix = _foe_and_suffix(rest)
        return Go((*path, target), "attack", *suffix, foe=foe)

    def fire_called(self, piece: str, gun: str, target: str) -> Fire:
        return Fire(gun, target, piece)

    def fire_called_at(self, piece: str, gun: str, foe: str, target: str) -> Fire:
        return Fire(gun, target, piece, foe)

    def fire_at_called(self, gun: str, foe: str, target: str) -> Fire:
        return Fire(gun, target, foe=foe)

    def ARM(self, token: Token) -> str:  # noqa: N802
        word = token.upper().removesuffix(" INFANTRY") if " " in token else token.upper()
        return "GUN" if word in ("ARTILLERY", "GUNS") else word

    def spirited(self, _spirit: Token) -> tuple[bool, None]:
        return True, None

    def going_on(self, square: str) -> tuple[bool, str]:
        return False, square

    def spirited_on(self, *parts: str) -> tuple[bool, str]:
        return True, next(part for part in parts if not isinstance(part, Token))

    def fire(self, gun: str, target: str) -> Fire:
        return Fire(gun, target)

    shot = fire

    def enter(self, code: str, square: str) -> Enter:
        return Enter(code, square)

    def rest(self, square: str) -> Rest:
        return Rest(square)

    def rest_named(self, code: str, square: str) -> Rest:
        return Rest(square, code)

    def take(self, *cards: str) -> Take:
        return Take(cards)

    def end(self) -> End:
        return End()

    def reconnoitre(self, *squares: str) -> Reconnoitre:
        return Reconnoitre(squares)

    def initiative(self, *moves: Go | Fire) -> Initiative:
        if any(isinstance(move, Fire) or move.how == "attack" for move in moves):
            raise _Misread
        return Initiative(tuple(move for move in moves if isinstance(move, Go)))

    def combined(self, *parts: Go | Fire) -> Combined:
        if any(isinstance(part, Go) and part.how == "move" for part in parts):
            raise _Misread
        return Combined(parts)

    def battery(self, *shots: Fire) -> Battery:
        return Battery(shots)

    def stand_spirit(self, _spirit: Token, value: Token, number: int | None = None) -> Stand:
        word = value.lower()
        if (word in ("win", "any")) is (number is None) or word not in ("off", "leaders", "win", "any"):
            raise _Misread
        return Stand("spirit", word, number)

    def stand_what(self, what: Token, value: Token) -> Stand:
        name = _STANDING[re.sub("[ -]", "", what.lower())]
        if value.lower() not in STANDING[name]:
            raise _Misread
        return Stand(name, value.lower())  # type: ignore[arg-type]

    def keep(self, *cards: str) -> Keep:
        return Keep(cards)

    def burn(self, *cards: str) -> Burn:
        return Burn(cards)

    def resign(self) -> Resign:
        return Resign()

    def offer_draw(self) -> OfferDraw:
        return OfferDraw()

    def accept_draw(self) -> AcceptDraw:
        return AcceptDraw()

    def test(self) -> Test:
        return Test()

    def cut(self, label: str, square: str) -> Cut:
        return Cut(label, square)

    def charge(self, label: str, other: str) -> Charge:
        return Charge(label, other)

    def save(self, square: str) -> Save:
        return Save(square)

    def retire(self, label: str) -> Retire:
        return Retire(label)

    def stop(self) -> Stop:
        return Stop()

    def plan_auto(self) -> Plan:
        return Plan("auto")

    def plan_cut(self, *squares: str) -> Plan:
        return Plan("cut", squares)

    def plan_save(self, *squares: str) -> Plan:
        return Plan("save", squares)

    def setup(self) -> Setup:
        return Setup()

    def setup_default(self) -> Setup:
        return Setup(default=True)

    def re(self) -> str:
        return "RE"

    def in_(self) -> str:
        return "IN"

    def ca(self) -> str:
        return "CA"

    def gb(self) -> str:
        return "GB"

    def fs(self) -> str:
        return "FS"

    def SQUARE(self, token: Token) -> str:  # noqa: N802 - Lark calls a terminal's method by its name
        return f"{token[0].upper()}{int(token[1:])}"

    LABEL = SQUARE

    def TILE(self, token: Token) -> str:  # noqa: N802
        return token.upper()

    CODE = ALIAS = TILE

    def PRUSSIAN(self, token: Token) -> str:  # noqa: N802
        return "PRUSSIAN"

    def NUMBER(self, token: Token) -> int:  # noqa: N802
        return int(token)


def _foe_and_suffix(rest: Sequence[str | Suffix]) -> tuple[str, Suffix]:
    foe = next((part for part in rest if isinstance(part, str)), "")
    return foe, next((part for part in rest if not isinstance(part, str)), (False, None))


class _Misread(LarkError):
    """A line of the right form with words that do not go together."""


def _way(path: Path) -> Path:
    """A path of two squares or more; one alone is no order."""
    if len(path) < 2:
        raise _Misread
    return path


STANDING = {
    "advance": ("on", "off"),
    "own-tie": ("auto", "mover", "other"),
    "farm-target": ("low", "high", "strong"),
    "prussians": ("come", "hold"),
}
_STANDING = {"advance": "advance", "owntie": "own-tie", "farmtarget": "farm-target"}
_STANDING |= dict.fromkeys(("prussian", "prussians"), "prussians")


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
