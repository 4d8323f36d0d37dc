"""What a player's lines mean: text in, `core.rulesets.waterloo1895.orders` out.

Forgiving in form and strict in meaning. Case, spacing, punctuation, articles, bullets and the many ways to say "to"
make no difference; a keyword with a slip of the keys is mended and the reading is shown to the player; a piece, a spot
or a die is never guessed. `resign` and `draw` are never mended either, because nothing undoes them.

Not for: whether an order is legal, or whether a piece or spot exists. Those are the rules' answers.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from importlib.resources import files

from lark import Lark, Token, Transformer, v_args
from lark.exceptions import LarkError

from core.contract import Line
from core.rulesets.waterloo1895.orders import (
    Auto,
    Leg,
    Move,
    OfferDraw,
    Order,
    Pass,
    Place,
    PlaceDefault,
    Resign,
    RestAuto,
    TellPartner,
    ThrowHeader,
    text_of,
)
from pbem.rulesets.lexing import LINES_REMEMBERED, LONGEST_LINE, LONGEST_ORDER, Hint, mended, near, tidied

from .board import board, spot_title

# Keywords that a typo is mended into. Hill and city names are not among them: they say where a piece goes.
MENDABLE = ("place", "default", "auto", "rest", "pass", "then", "with", "using", "throw", "move", "moves")
FINAL_WORDS = ("resign", "draw", "offer")
LONGEST_NOTE = LONGEST_LINE - len("tell partner: ")  # so that the note's canonical text is no longer than a line
NUMBERS = {word: number for number, word in enumerate(("one", "two", "three", "four", "five", "six"), start=1)}

_CAPTURE_SIGN = re.compile(r"([0-9] ?)x(?=[A-Z] ?[0-9]{2})", re.IGNORECASE)
_ENCLOSING = str.maketrans(dict.fromkeys("()[]{}<>\"'`‘’“”«»„", " "))
_TELL = re.compile(
    r"(?:[-*•] )?(?:please )?([a-z]{3,5}) (?:my |the )?([a-z]{5,9}) ?(:?)[,-]*(.*)", re.IGNORECASE | re.DOTALL
)
_AND_ALSO = re.compile(r"(?:and|also|next|finally)[, ]+(?!then\b)", re.IGNORECASE)
_GOES_ON = re.compile(r"[,;]? ?(?:and )?then ", re.IGNORECASE)
_SPOT = r"(?:[A-Z] ?[0-9]{2}|BR|NA|VE|PA|HB|HN|HV|HP|QB|CH|LI)(?![A-Z0-9])"
_PIECE = r"[A-Z][0-9CD](?![A-Z0-9])"
_LANDED = r"(?:[A-Z][0-9]{2}|BR|NA|VE|PA|HB|HN|HV|HP|QB|CH|LI)"  # in the notation of reports: `S27-Q26xW3`
_WRITTEN_LEG = r"[1-6](?:\+[1-6]){0,2} [A-Z][0-9]{2}"
_USUAL = re.compile(rf"([NYWB][1-8CD]) ({_WRITTEN_LEG}(?: then {_WRITTEN_LEG}){{0,2}})")
_DICE = r"[1-6](?:\+[1-6]){0,2}"
_HALT = rf"{_SPOT}(?: \([^()]*\))?"  # with the name of its hill, as an answer has it
# A move as a report tells it, `NC S27-Q26xW3-S27 (3,3)`, and as an answer does.
_REPORTED = re.compile(
    rf"(?P<piece>{_PIECE}) (?P<start>{_SPOT})(?P<landings>(?:-{_LANDED}(?:x{_PIECE})?)+)"
    rf" ?\((?P<dice>{_DICE}(?:,{_DICE})*)\)",
    re.IGNORECASE,
)
_ANSWERED = re.compile(
    rf"(?P<piece>{_PIECE}) from (?P<start>{_SPOT})(?P<legs>(?:(?:, then)? to {_HALT} with the [1-6]"
    rf"(?:(?:, the [1-6])? and the [1-6])?(?:, taking {_PIECE})?)+)",
    re.IGNORECASE,
)
_ANSWERED_LEG = re.compile(
    rf"to (?P<spot>{_SPOT})(?: \((?P<hill>[^()]*)\))? with (?P<dice>the [1-6](?:(?:, the [1-6])? and the [1-6])?)"
    rf"(?:, taking (?P<takes>{_PIECE}))?",
    re.IGNORECASE,
)
_LANDING = re.compile(rf"-(?P<spot>{_LANDED})(?:x(?P<takes>{_PIECE}))?", re.IGNORECASE)
_TOLD_BY = re.compile(
    r"(?:the server plays|(?P<army>napoleon|ney|wellington|bl(?:ü|u|ue)cher|[NYWB])"
    r"(?: again)?(?: [1-6]-[1-6]-[1-6])?:) ",
    re.IGNORECASE,
)
# A piece and where it stands, with a spot to go to behind them: `N1 from W26 to U23`, `N1 at W26, 5 to U23`.
_STANDING = re.compile(
    rf"(?<![A-Z0-9])(?P<piece>{_PIECE}),? (?:(?:from|at|on|which stands on|standing on) )?(?P<start>{_SPOT})"
    rf"(?=(?: ?(?:->|-) ?| to | goes to | moves to | x | ){_SPOT}|[ ,:]+{_DICE}(?: to | ?-> ?| ?- ?| ){_SPOT})",
    re.IGNORECASE,
)
_NAMED_TWICE = re.compile(r"(?<![A-Z0-9])([A-Z][0-9]{2}) (HB|HN|HV|HP|QB|CH|LI)(?![A-Z0-9])", re.IGNORECASE)


def read(lines: Sequence[tuple[int, str]]) -> tuple[Line, ...]:
    """The order lines in numbered text lines. Never raises.

    Blank lines, comments and quotations give no line, and nothing below a signature mark is read. A text line with
    several orders gives as many lines with the same number; a text line that begins with `then` continues the one
    before it. What cannot be read gives a line whose order is None.
    """
    found: list[Line] = []
    for number, text in _joined(lines):
        for order, read_as in _reading(text):
            found.append(Line(number, text, order, read_as))
    return tuple(found)


def hint(text: str) -> Hint:
    """The likeliest reason why a line could not be read. Never raises."""
    tidy = tidied(text[:LONGEST_LINE])
    plain = _plain(tidy)
    if len(plain) > LONGEST_ORDER:
        return Hint("long")
    if plain.endswith("?"):
        return Hint("question")
    typo = next(filter(None, (_suggestion(word) for word in re.findall(r"[A-Za-z0-9]{3,24}", tidy))), None)
    if typo is not None:
        return typo
    shape = _shape(plain)
    for kind, pattern in _SHAPES:
        if pattern.fullmatch(shape):
            return Hint(kind)
    return Hint("unknown")


# --- One text line --------------------------------------------------------------------------------------------------


def _joined(lines: Sequence[tuple[int, str]]) -> list[tuple[int, str]]:
    """The lines that say something, up to the signature, each with the lines that go on with `then` behind it."""
    joined: list[tuple[int, str]] = []
    for number, whole in lines:
        text = whole[:LONGEST_LINE].strip()
        if text == "--":
            break
        if _USUAL.fullmatch(text):  # nothing of what is looked for below
            joined.append((number, text))
            continue
        tidy = tidied(text)
        if text.startswith(">") or not tidy:
            continue
        before = joined[-1] if joined else (0, "")
        if joined and len(before[1]) < LONGEST_ORDER and _GOES_ON.match(tidy):
            joined[-1] = (before[0], f"{before[1].partition('#')[0].rstrip()} {text}")
        else:
            joined.append((number, text))
    return joined


@lru_cache(LINES_REMEMBERED)
def _reading(text: str) -> tuple[tuple[Order | None, str | None], ...]:
    """The orders on a line, each with the line as it was read where a slip was mended."""
    usual = _USUAL.fullmatch(text)
    if usual is not None:
        return ((_move_written(usual), None),)
    tidy = tidied(text)
    told = _tell(text)
    if told is not None:
        order, was_mended = told
        return ((order, text_of(order) if was_mended else None),)
    orders = _retold(tidy) or _parsed(_plain(tidy))
    if orders is not None:
        return tuple((order, None) for order in orders)
    orders = _parsed(_plain(mended(tidy, MENDABLE)))
    if orders is not None:
        return tuple((order, text_of(order)) for order in orders)
    return ((None, None),)


def _move_written(usual: re.Match[str]) -> Move:
    """A move in the form of `written`; the grammar would read the same, but takes ten times as long."""
    legs = [leg.split(" ") for leg in usual[2].split(" then ")]
    return Move(usual[1], tuple(Leg(tuple(map(int, dice.split("+"))), spot) for dice, spot in legs))


# --- Moves in the words of the server -------------------------------------------------------------------------------


def _retold(tidy: str) -> list[Order] | None:
    """The moves on a line that is ours, from a report or an answer; None where it is not."""
    by = _TOLD_BY.match(tidy)
    rest = tidy[by.end() if by else 0 :].removesuffix(".").removesuffix(", by the server")
    one = _ANSWERED.fullmatch(rest)
    if one is not None:
        return _answered(one)
    found = list(_REPORTED.finditer(rest))
    if not found or ", ".join(move[0] for move in found) != rest:
        return None
    army = by and by["army"]
    moves = [_reported(move) for move in found]
    return list(moves) if all(move and _is_of(army, move.unit) for move in moves) else None  # type: ignore[arg-type]


def _is_of(army: str | None, piece: str) -> bool:
    """Whether a piece is of that side; with pool=joint the throw of an army may move the other's pieces."""
    return army is None or (army[0].upper() in "NY") == (piece[0] in "NY")


def _reported(move: re.Match[str]) -> Move | None:
    """`NC S27-Q26xW3-S27 (3,3)`: as many dice as landings."""
    landings = list(_LANDING.finditer(move["landings"]))
    dice = [tuple(map(int, one.split("+"))) for one in move["dice"].split(",")]
    if len(landings) != len(dice):
        return None
    legs = [Leg(used, _named(at["spot"]), _named(at["takes"])) for at, used in zip(landings, dice, strict=True)]
    return Move(_named(move["piece"]), tuple(legs), _named(move["start"]))


def _answered(move: re.Match[str]) -> list[Order] | None:
    """`NC from S27 to Q26 with the 3, taking W3, then to S27 with the 3`."""
    legs = []
    for leg in _ANSWERED_LEG.finditer(move["legs"]):
        spot = _named(leg["spot"])
        if leg["hill"] is not None and spot_title(spot).lower() != f"{spot} ({leg['hill']})".lower():
            return None
        legs.append(Leg(tuple(map(int, re.findall("[1-6]", leg["dice"]))), spot, _named(leg["takes"])))
    return [Move(_named(move["piece"]), tuple(legs), _named(move["start"]))]


def _named(name: str | None) -> str:
    return (name or "").replace(" ", "").upper()


def _plain(tidy: str) -> str:
    """A tidy line with hills and cities by their aliases, without quotation marks, brackets, closing stops."""
    also = _AND_ALSO.match(tidy)
    shielded = tidy[also.end() if also else 0 :].replace("->", "\0")
    bare = " ".join(shielded.translate(_ENCLOSING).replace("\0", "->").split())
    short = _NAMED_TWICE.sub(_once, _names().sub(_alias, bare))
    joined = _STANDING.sub(lambda at: f"{_named(at['piece'])}@{_named(at['start'])}", short)
    return _CAPTURE_SIGN.sub(r"\1 to ", joined).strip(" .,;:!")


def _once(twice: re.Match[str]) -> str:
    """`T20 LI`, which was `T20 (Ligny)`: the spot by its name alone, where that is its hill."""
    hill = board().hill_on(twice[1].upper())
    return twice[1] if hill is not None and hill.alias == twice[2].upper() else twice[0]


def _tell(text: str) -> tuple[TellPartner, bool] | None:
    """The note to the partner on a line, as typed, and whether the words before it had to be mended."""
    note = _TELL.fullmatch(text.partition("#")[0].strip())
    if note is None:
        return None
    tell, partner = note[1].lower(), note[2].lower()
    exact = (tell, partner) == ("tell", "partner")
    if exact or (note[3] and near(tell, ("tell",)) and near(partner, ("partner",))):
        return TellPartner(" ".join(note[4].split())[:LONGEST_NOTE].rstrip()), not exact
    return None


@cache
def _names() -> re.Pattern[str]:
    """Names of hills and cities as players write them: `Quatre Bras`, `quatre-bras`, `paris hill`."""
    names = sorted(_aliases(), key=len, reverse=True)
    ways = "|".join("[ -]?".join(map(re.escape, name.split())) for name in names)
    return re.compile(rf"(?<![A-Z0-9])(?:{ways})(?![A-Z0-9])", re.IGNORECASE)


@cache
def _aliases() -> dict[str, str]:
    hills = {hill.name.lower(): hill.alias for hill in board().hills}
    return hills | {city.name.lower(): city.alias for city in board().cities}


def _alias(name: re.Match[str]) -> str:
    squeezed = re.sub("[ -]", "", name[0].lower())
    return next(alias for known, alias in _aliases().items() if known.replace(" ", "") == squeezed)


# --- Mending --------------------------------------------------------------------------------------------------------


def _suggestion(word: str) -> Hint | None:
    """The name, or the word that is never mended, which a word is close to; or the spot that an O or l hides."""
    if _MISREAD_SPOT.fullmatch(word):
        spot = word.upper()
        return Hint("word", word, spot[0] + spot[1:].translate(_DIGITS_MISREAD))
    known = {*MENDABLE, *FINAL_WORDS, *NUMBERS, *_aliases()}
    if word.lower() in known or _names().fullmatch(word):
        return None
    single = [name for name in _aliases() if " " not in name]
    meant = near(word, [*single, *FINAL_WORDS])
    return Hint("word", word, meant.capitalize() if meant in single else meant) if meant else None


_MISREAD_SPOT = re.compile(r"[A-HJ-NP-Y](?:[0-9][OIL]|[IL][0-9OIL])", re.IGNORECASE)
_DIGITS_MISREAD = str.maketrans("OIL", "011")

# Shapes of lines that are nearly orders, in letters: p piece, s spot, d number, t then, c comma or the like, w a word.
_SHAPES = (
    ("start_named_twice", re.compile("p[wc]*s[wcd]*s[wcd]*")),
    ("then_missing", re.compile("[ps][wc]*d[wcd]*s(?:[wct]*d[wcd]*s)+[wc]*")),
    ("no_spot", re.compile("w*[ps][wc]*d[wcd]*")),
    ("no_spot", re.compile("w*p[wc]*")),
    ("no_piece", re.compile("[wc]*d[wcd]*s[wc]*")),
    ("no_piece", re.compile("w*s[wc]*")),
)
_SIGN = re.compile(
    rf"(?P<s>{_SPOT})|(?P<p>{_PIECE})|(?P<d>[0-9]+)|(?P<t>then)|(?P<w>[^\W\d_]+)|(?P<c>[,;./])|.", re.IGNORECASE
)


def _shape(plain: str) -> str:
    return "".join(sign.lastgroup or "" for sign in _SIGN.finditer(plain))


# --- The grammar ----------------------------------------------------------------------------------------------------


@v_args(inline=True)
class _OrdersOf(Transformer[Token, list[Order]]):
    """Order values from the tree of `orders.lark`."""

    def start(self, *parts: Order | list[Order]) -> list[Order]:
        orders: list[Order] = []
        for part in parts:
            orders.extend(part if isinstance(part, list) else [part])
        return _placed_on(orders)

    def order_list(self, *orders: Order) -> list[Order]:
        return list(orders)

    def header(self, number: int) -> ThrowHeader:
        return ThrowHeader(number)

    def place(self, piece: str, spot: str) -> Place:
        return Place(piece, spot)

    def place_default(self) -> PlaceDefault:
        return PlaceDefault()

    def move(self, unit: str, *legs: Leg) -> Move:
        piece, _, start = unit.partition("@")
        return Move(piece, legs, start)

    def auto(self) -> Auto:
        return Auto()

    def rest_auto(self) -> RestAuto:
        return RestAuto()

    def pass_(self) -> Pass:
        return Pass()

    def resign(self) -> Resign:
        return Resign()

    def draw(self) -> OfferDraw:
        return OfferDraw()

    def unit(self, name: str) -> str:
        return name

    def leg(self, *parts: tuple[int, ...] | str) -> Leg:
        *dice, spot = parts
        return Leg(tuple(dice[0]) if dice else (), str(spot))  # type: ignore[arg-type]

    def leg_dice_last(self, spot: str, dice: tuple[int, ...]) -> Leg:
        return Leg(dice, spot)

    def dice(self, *numbers: int) -> tuple[int, ...]:
        return numbers

    def NUMBER(self, token: Token) -> int:  # noqa: N802 - Lark calls a terminal's method by its name
        return NUMBERS.get(token.lower()) or int(token)

    def PIECE(self, token: Token) -> str:  # noqa: N802
        return token.replace(" ", "").upper()

    def STANDING(self, token: Token) -> str:  # noqa: N802
        return token.upper()

    def SPOT(self, token: Token) -> str:  # noqa: N802
        return token.replace(" ", "").upper()


def _placed_on(orders: list[Order]) -> list[Order]:
    """`place N1 HP, N2 P26` places both: after a `place` on the line, a bare piece and spot is another."""
    placing = False
    for index, order in enumerate(orders):
        match order:
            case Place():
                placing = True
            case Move(unit, (Leg((), spot),)) if placing:
                orders[index] = Place(unit, spot)
    return orders


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
