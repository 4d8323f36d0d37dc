"""What a player's lines mean: text in, `core.rulesets.waterloo_wargame.orders` out.

Forgiving in form and strict in meaning. Case, spacing, units and the many ways to say the same make no difference; a
keyword with a slip of the keys is mended and the reading is shown to the player; a piece, a place or a number is never
guessed. What cannot be taken back (`resign`, `draw`, `claim`) is never mended either.

Not for: whether an order is legal, or whose piece stands where. Those are the rules' answers.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from importlib.resources import files

from lark import Lark, Token, Transformer, v_args
from lark.exceptions import LarkError

from core.contract import Line
from core.rulesets.waterloo_wargame.orders import (
    Along,
    Attack,
    Bearing,
    ByRoad,
    ByRoadTo,
    Claim,
    Exit,
    Face,
    Fire,
    General,
    Leg,
    Move,
    OfferDraw,
    Order,
    Pass,
    Preview,
    Resign,
    StandDraw,
    StandEvade,
    StandFallback,
    StandRetreat,
    StandSupport,
    Thing,
    To,
    ToContact,
    Toward,
    Turn,
    TurnHeader,
    Wheel,
    WithdrawDraw,
    text_of,
)
from pbem.rulesets.lexing import LINES_REMEMBERED, LONGEST_ORDER, Hint, mended, near, tidied

from .board import COMPASS, alias_pattern, board

# Keywords that a typo is mended into.
MENDABLE = (
    "move", "turn", "wheel", "general", "fire", "attack", "stand", "forward", "back", "left", "right", "bearing",
    "toward", "contact", "road", "then", "face", "around", "with", "advance", "evade", "support", "retreat",
    "fallback", "always", "never", "weak", "north", "south", "east", "west", "yards",
)  # fmt: skip
# Words that open an order.
OPENERS = ("move", "turn", "wheel", "general", "fire", "attack", "stand", "exit", "pass", "preview")
# Words that are suggested and never mended: they end something.
FINAL_WORDS = ("resign", "draw", "claim", "withdraw", "pass", "preview", "exit")

_ENCLOSING = str.maketrans(dict.fromkeys('()[]{}<>"`“”«»', " "))
_GAME = re.compile(r"game [\w.-]{1,40}$")
_WORDS = re.compile(r"[a-z0-9]+")
_MEANT = re.compile(r"[0-9]+|[fa][0-9]{2,3}|all")


def read(lines: Sequence[tuple[int, str]]) -> tuple[Line, ...]:
    """The order lines in numbered text lines; a semicolon ends an order as the end of the line does. Never raises.

    Blank lines, comments, quotations and the header `game` give no line; nothing is read below a signature mark. What
    cannot be read gives a line whose order is None.
    """
    found: list[Line] = []
    for number, line in lines:
        text = line.strip()
        if text == "--":
            break
        if text.startswith(">"):
            continue
        for part in text.partition("#")[0].split(";"):
            said = part.strip()
            reading = _reading(said)
            if reading is not None:
                order, read_as = reading
                found.append(Line(number, said, order, read_as))
    return tuple(found)


def looks_like_order(text: str) -> bool:
    """Whether a line has the form of an order, well written or not; greetings and remarks do not."""
    plain = _plain(text.partition(";")[0])
    if not plain or text.lstrip().startswith(">") or len(plain) > LONGEST_ORDER:
        return False
    if _GAME.match(plain) or _understood(plain) is not None:
        return True
    first, *others = _WORDS.findall(plain)[:24] or [""]
    opener = first if first in OPENERS else near(first, OPENERS) if len(first) > 2 else None
    # A keyword alone proves nothing in a sentence; with a number, a code or ALL behind it the line is meant.
    return opener is not None and any(_MEANT.fullmatch(word) or word.upper() in board().names for word in others)


def hint(text: str) -> Hint:
    """The likeliest reason why a line could not be read. Never raises.

    `opener` with the keyword whose form the line should have; `word` with a word that was probably meant.
    """
    plain = _plain(text)
    if len(plain) > LONGEST_ORDER:
        return Hint("long")
    first = next(iter(_WORDS.findall(plain)), "")
    if first in OPENERS:
        return Hint("opener", first)
    meant = near(first, (*OPENERS, *FINAL_WORDS)) if len(first) > 2 else None
    return Hint("word", first, meant) if meant else Hint("unknown", first)


# --- One text line --------------------------------------------------------------------------------------------------


@lru_cache(LINES_REMEMBERED)
def _reading(text: str) -> tuple[Order | None, str | None] | None:
    """The order in a text, with its usual form where a slip was mended in it; None where nothing is written."""
    order = _usual(text)
    if order is not None:
        return order, None
    plain = _plain(text)
    if not plain or _GAME.match(plain):
        return None
    order = _parsed(_with_codes(plain))
    if order is not None:
        return order, None
    order = _understood(plain)
    return order, text_of(order) if order is not None else None


def _usual(text: str) -> Order | None:
    """The commonest orders in their canonical form; the grammar would read the same, in ten times the time."""
    match _USUAL.fullmatch(text):
        case re.Match(lastgroup="yards") as found:
            return Move(found["mover"].lower(), (Bearing(int(found["bearing"]) % 360, int(found["yards"])),))
        case re.Match(lastgroup="heading") as found:
            return Turn(found["turner"].lower(), int(found["heading"]) % 360)
        case re.Match(lastgroup="target") as found:
            return Fire(tuple(dict.fromkeys(found["guns"].lower().split(", "))), found["target"].lower())
        case re.Match(lastgroup="pieces" | "advance") as found:
            pieces = tuple(dict.fromkeys(found["pieces"].lower().split(", ")))
            return Attack(found["enemy"].lower(), pieces, found["advance"] is not None)
    return None


# The code of a piece as most are, and no word that the grammar passes over.
_CODE = "(?!THE|AND)(?:[A-Z]{3}|[A-Z]{2}[0-9])"
_DEGREES = "(?:3[0-5][0-9]|[12]?[0-9]?[0-9])"
_USUAL = re.compile(
    f"MOVE (?P<mover>{_CODE}) (?P<bearing>{_DEGREES}) (?P<yards>[0-9]{{1,4}})"
    f"|TURN (?P<turner>{_CODE}) TO (?P<heading>{_DEGREES})"
    f"|FIRE (?P<guns>{_CODE}(?:, {_CODE}){{0,11}}) AT (?P<target>{_CODE})"
    f"|ATTACK (?P<enemy>{_CODE}) WITH (?P<pieces>{_CODE}(?:, {_CODE}){{0,11}})(?P<advance> ADVANCE)?"
)


def _understood(plain: str) -> Order | None:
    """The order on a plain line, names in full read as codes and slips of the keys mended; None if it is none."""
    return _parsed(_with_codes(plain)) or _parsed(_with_codes(mended(plain, MENDABLE)))


def _plain(text: str) -> str:
    """A line in lower case without comment, bullet, quotation marks, brackets and closing stops."""
    return " ".join(tidied(text, " ").lower().translate(_ENCLOSING).replace("’", "'").split()).strip(" .,;!:")


def _with_codes(plain: str) -> str:
    """The line with the names of places and commanders as their codes."""
    if len(plain) > LONGEST_ORDER:
        return plain
    return alias_pattern().sub(lambda name: board().aliases[name[0].removesuffix("'s")], plain)


# --- The grammar ----------------------------------------------------------------------------------------------------


@v_args(inline=True)
class _OrderOf(Transformer[Token, Order]):
    """An order value from the tree of `orders.lark`."""

    def start(self, order: Order) -> Order:
        return order

    # Movement

    def move(self, piece: str, *legs: Leg) -> Move:
        return Move(piece, legs)

    def along(self, way: Token, yards: int | None) -> Along:
        return Along(WAYS[way[0]], yards)  # type: ignore[arg-type]

    def bearing(self, bearing: int, yards: int | None) -> Bearing:
        return Bearing(bearing, yards)

    def to(self, thing: Thing) -> To:
        return To(thing)

    def toward(self, thing: Thing, yards: int | None) -> Toward:
        return Toward(thing, yards)

    def to_contact(self, enemy: str, bearing: int | None = None) -> ToContact:
        return ToContact(enemy, bearing)

    def by_road(self, road: str, bearing: int, yards: int | None) -> ByRoad:
        return ByRoad(road, bearing, yards)

    def by_road_to(self, road: str, thing: Thing) -> ByRoadTo:
        return ByRoadTo(road, thing)

    def distance(self, yards: int | Token) -> int | None:
        return yards if isinstance(yards, int) else None

    def thing(self, thing: Thing) -> Thing:
        return thing

    def turn(self, piece: str, heading: int) -> Turn:
        return Turn(piece, heading)

    def face(self, piece: str, thing: Thing) -> Face:
        return Face(piece, thing)

    def around(self, piece: str, _: Token) -> Turn:
        return Turn(piece, None)

    def wheel(self, piece: str, side: Token, degrees: int) -> Wheel:
        return Wheel(piece, str(side), degrees)  # type: ignore[arg-type]

    def general(self, piece: str) -> General:
        return General(piece)

    def exit(self, piece: str) -> Exit:
        return Exit(piece)

    # The attack phase

    def names(self, *names: str) -> tuple[str, ...]:
        return tuple(dict.fromkeys(names))

    def fire(self, guns: tuple[str, ...], target: str) -> Fire:
        return Fire(guns, target)

    def attack(self, target: str, pieces: tuple[str, ...], *more: dict[str, object]) -> Attack:
        said: dict[str, object] = {}
        for each in more:
            said |= each
        return Attack(target, pieces, **said)  # type: ignore[arg-type]

    def advance(self, advancer: str | None = None) -> dict[str, object]:
        return {"advance": True, "advancer": advancer}

    def draw(self, then: Token) -> dict[str, object]:
        return {"draw": str(then)}

    # Standing orders

    def stand_evade(self, piece: str, when: Token) -> StandEvade:
        return StandEvade(piece, str(when))  # type: ignore[arg-type]

    def stand_support(self, piece: str, how: Token) -> StandSupport:
        return StandSupport(piece, str(how))  # type: ignore[arg-type]

    def stand_support_with(self, piece: str, pieces: tuple[str, ...]) -> StandSupport:
        return StandSupport(piece, "with", pieces)

    def stand_draw(self, piece: str, then: Token) -> StandDraw:
        return StandDraw(piece, str(then))  # type: ignore[arg-type]

    def stand_away(self, piece: str) -> StandRetreat:
        return StandRetreat(piece, None)

    def stand_bearing(self, piece: str, bearing: int) -> StandRetreat:
        return StandRetreat(piece, bearing)

    def stand_fallback(self, piece: str) -> StandFallback:
        return StandFallback(piece)

    # The rest

    def resign(self) -> Resign:
        return Resign()

    def offer(self) -> OfferDraw:
        return OfferDraw()

    def withdraw(self) -> WithdrawDraw:
        return WithdrawDraw()

    def claim(self, what: Token) -> Claim:
        return Claim("computer" if what.endswith("computer") else "game")

    def claim_game(self) -> Claim:
        return Claim("game")

    def header(self, number: int) -> TurnHeader:
        return TurnHeader(number)

    def nothing(self) -> Pass:
        return Pass()

    def preview(self) -> Preview:
        return Preview()

    def NAME(self, token: Token) -> str:  # noqa: N802 - Lark calls a terminal's method by its name
        return str(token)

    def POINT(self, token: Token) -> tuple[int, int]:  # noqa: N802
        x, y = token.split(",")
        return int(x), int(y)

    def BEARING(self, token: Token) -> int:  # noqa: N802
        """0 .. 359; more than a circle is left as it stands, for the rules."""
        word = re.sub(r" ?(?:degrees?|deg)$", "", token)
        if word.isdigit():
            return int(word) % 360
        letters = re.sub("north|south|east|west", lambda name: name[0][0], word)
        return COMPASS[re.sub("[ -]", "", letters)]

    def YARDS(self, token: Token) -> int:  # noqa: N802
        return _number_in(token)

    def DEGREES(self, token: Token) -> int:  # noqa: N802
        return _number_in(token)

    def COUNT(self, token: Token) -> int:  # noqa: N802
        return _number_in(token)


WAYS = {"f": "forward", "b": "back", "l": "left", "r": "right"}


def _number_in(token: Token) -> int:
    return int(re.sub("[^0-9]", "", token))


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
