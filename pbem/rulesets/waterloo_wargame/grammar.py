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
    Told,
    Toward,
    Turn,
    TurnBy,
    TurnHeader,
    Wheel,
    WithdrawDraw,
    text_of,
)
from pbem.rulesets.lexing import LINES_REMEMBERED, LONGEST_ORDER, Hint, mended, near, tidied

from .board import COMPASS, GENERALS, alias_pattern, board
from .told import as_typed

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

# A degree sign, and what a phone offers for it.
_DEGREE_SIGNS = str.maketrans("º˚", "°°")
_ENCLOSING = str.maketrans(dict.fromkeys('()[]{}<>"`“”«»', " "))
# A line that ends so goes on in the next: what is read in it alone would be half an order.
_CUT_OFF = re.compile(r"[,&+] *$")
_QUESTION = re.compile(r"\?[\s.!)\"']*$")
_GAME = re.compile(r"game [\w.-]{1,40}$")
_WORDS = re.compile(r"[a-z0-9]+")


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


def hint(text: str) -> Hint:
    """The likeliest reason why a line could not be read. Never raises.

    `opener` with the keyword whose form the line should have; `word` with a word that was probably meant; `cut` where
    it ends as if it went on; `question` where it ends with a question mark.
    """
    plain = _plain(text)
    if len(plain) > LONGEST_ORDER:
        return Hint("long")
    if _QUESTION.search(text.partition("#")[0]):
        return Hint("question")
    if _CUT_OFF.search(text.partition("#")[0]) and _understood(plain) is not None:
        return Hint("cut")
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
    if _CUT_OFF.search(text.partition("#")[0]):
        return None, None
    order = _parsed(_with_codes(plain))
    if order is not None:
        return order, None
    said = as_typed(text)
    if said is not None:
        return _parsed(said), None
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
    plain = tidied(text.translate(_DEGREE_SIGNS), " ").lower().translate(_ENCLOSING)
    return " ".join(plain.replace("’", "'").split()).strip(" .,;!:")


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

    def move(self, piece: str, *said: Leg | Told) -> Move:
        legs = tuple(each for each in said if not isinstance(each, Told))
        return Move(piece, legs, next((each for each in said if isinstance(each, Told)), None))

    def told(self, at: tuple[int, int], *more: dict[str, int]) -> Told:
        said: dict[str, int] = {}
        for each in more:
            said |= each
        return Told(at, **said)

    def told_facing(self, bearing: int) -> dict[str, int]:
        return {"facing": bearing}

    def told_yards(self, yards: int) -> dict[str, int]:
        return {"yards": yards}

    def onward(self, piece: str, yards: int | None) -> Move:
        return Move(piece, (Along("forward", yards),))

    def along(self, way: Token, yards: int | None) -> Along:
        return Along(WAYS[way[0]], yards)  # type: ignore[arg-type]

    def along_so_far(self, yards: int | None, way: Token) -> Along:
        return self.along(way, yards)

    def bearing_first(self, bearing: int, yards: int | None) -> Bearing:
        return Bearing(bearing, yards)

    def distance_first(self, yards: int | None, bearing: int) -> Bearing:
        return Bearing(bearing, yards)

    def run_together(self, token: Token) -> Bearing:
        letters = re.search("[nesw]+", token)
        assert letters is not None  # The terminal has them.
        return Bearing(COMPASS[letters[0]], _number_in(token))

    def to(self, thing: Thing) -> To:
        return To(thing)

    def toward(self, thing: Thing, yards: int | None) -> Toward:
        return Toward(thing, yards)

    def so_far_toward(self, yards: int | None, thing: Thing) -> Toward:
        return Toward(thing, yards)

    def to_contact(self, enemy: str, bearing: int | None = None) -> ToContact:
        return ToContact(enemy, bearing)

    def by_road(self, road: str, bearing: int, yards: int | None) -> ByRoad:
        return ByRoad(road, bearing, yards)

    def by_road_to(self, road: str, thing: Thing) -> ByRoadTo:
        return ByRoadTo(road, thing)

    def distance(self, yards: int | Token) -> int | None:
        return yards if isinstance(yards, int) else None

    def bearing(self, bearing: int) -> int:
        """0 .. 359; more than a full circle is no bearing."""
        if bearing > 360:
            raise NotMeant
        return bearing % 360

    def degrees(self, degrees: int) -> int:
        return degrees

    def thing(self, thing: Thing | int, north: int | None = None) -> Thing:
        """A name, a point, or the two numbers of one."""
        return thing if not isinstance(thing, int) else (thing, north or 0)

    def known(self, piece: str) -> str:
        """A piece that opens a line has to be one of the board's: any word may do so."""
        if piece.upper() not in board().formations:
            raise NotMeant
        return piece

    def known_names(self, *names: str) -> tuple[str, ...]:
        return self.names(*map(self.known, names))

    def turn(self, piece: str, heading: int) -> Turn:
        return Turn(piece, heading)

    def face(self, piece: str, thing: Thing) -> Face:
        return Face(piece, thing)

    def turn_by(self, piece: str, one: Token | int, other: Token | int, told: Told | None = None) -> TurnBy:
        side, degrees = (other, one) if isinstance(one, int) else (one, other)
        if not 1 <= int(degrees) <= 179:
            raise NotMeant
        return TurnBy(piece, str(side), int(degrees), told)  # type: ignore[arg-type]

    def around(self, piece: str, _: Token, told: Told | None = None) -> Turn:
        return Turn(piece, None, told)

    def wheel(self, piece: str, one: Token | int, other: Token | int, told: Told | None = None) -> Wheel:
        side, degrees = (other, one) if isinstance(one, int) else (one, other)
        return Wheel(piece, str(side), int(degrees), told)  # type: ignore[arg-type]

    def general(self, piece: str) -> General:
        return General(piece)

    def leader(self, name: Token, piece: str) -> General:
        return General(piece, "french" if name == GENERALS["french"].lower() else "allied")

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

    def attack_by(self, pieces: tuple[str, ...], target: str, *more: dict[str, object]) -> Attack:
        return self.attack(target, pieces, *more)

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

    def COMPASS(self, token: Token) -> int:  # noqa: N802
        letters = re.sub("north|south|east|west", lambda name: name[0][0], token)
        return COMPASS[re.sub("[ -]", "", letters)]

    def ANGLE(self, token: Token) -> int:  # noqa: N802
        return _number_in(token)

    def LENGTH(self, token: Token) -> int:  # noqa: N802
        return _number_in(token)

    def NUMBER(self, token: Token) -> int:  # noqa: N802
        return _number_in(token)


class NotMeant(LarkError):
    """A line that has the form of an order and cannot be one."""


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
