"""The orders of Hundred Days as values, each with its canonical text; and why one cannot stand.

The grammar of `pbem` makes them, the rules judge them. Names of columns, places, bridges, persons and seats are as
typed, in small letters: whether there is such a thing is for the rules to say. Nothing here reads text.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal, TypeAlias, get_args

import msgspec

from core.contract import Json, Line, Orders
from core.rulesets.hundred_days.acts import ACTS, Act, text_of_act


class Words(msgspec.Struct, frozen=True):
    """What may stand behind an order of a column: `forced night at 06:00 attack guns yes line gos`.

    `at` is minutes after midnight; `guns` is what is said of them, `line` a place or `free`. None: not said.
    """

    forced: bool = False
    night: bool = False
    at: int | None = None
    stance: Literal["attack", "stand", "avoid"] | None = None
    guns: bool | None = None
    line: str | None = None


NO_WORDS = Words()


# --- Orders of a column --------------------------------------------------------------------------------------------


class March(msgspec.Struct, frozen=True, tag=True):
    """`f2 march cha > gos attack`: by these places, the gaps between them filled (HD-023)."""

    column: str
    path: tuple[str, ...]
    words: Words = NO_WORDS


class Hold(msgspec.Struct, frozen=True, tag=True):
    """`f2 hold`: it stands where it is."""

    column: str
    words: Words = NO_WORDS


class Rest(msgspec.Struct, frozen=True, tag=True):
    """`f2 rest` (HD-030)."""

    column: str
    words: Words = NO_WORDS


class Retreat(msgspec.Struct, frozen=True, tag=True):
    """`f2 retreat fra`: a march at night too, with stance avoid; in a battle it breaks off (HD-078)."""

    column: str
    path: tuple[str, ...]
    words: Words = NO_WORDS


class Leave(msgspec.Struct, frozen=True, tag=True):
    """`a6 exit`: off the map for good, at the end of its path (HD-037)."""

    column: str
    words: Words = NO_WORDS


class Join(msgspec.Struct, frozen=True, tag=True):
    """`f8 join f1` (HD-036)."""

    column: str
    target: str
    words: Words = NO_WORDS


class Repair(msgspec.Struct, frozen=True, tag=True):
    """`f2 repair charleroi` (HD-043)."""

    column: str
    bridge: str
    words: Words = NO_WORDS


class Detach(msgspec.Struct, frozen=True, tag=True):
    """`f1 detach horse as fx`, `f1 detach 40 as f9` (HD-035). `foot` None: all horse."""

    column: str
    foot: int | None
    code: str


class Scout(msgspec.Struct, frozen=True, tag=True):
    """`fp scout som` (HD-069)."""

    column: str
    place: str
    words: Words = NO_WORDS


class Blow(msgspec.Struct, frozen=True, tag=True):
    """`f7 blow charleroi` (HD-041)."""

    column: str
    bridge: str
    words: Words = NO_WORDS


class Change(msgspec.Struct, frozen=True, tag=True):
    """`f2 attack guns no`: words alone (HD-027)."""

    column: str
    words: Words


class Continue(msgspec.Struct, frozen=True, tag=True):
    """`f2 continue`: as before; no courier rides for it."""

    column: str


# --- Orders of a person, and between people ------------------------------------------------------------------------


class Ride(msgspec.Struct, frozen=True, tag=True):
    """`napoleon ride fle` (HD-052)."""

    person: str
    place: str


class With(msgspec.Struct, frozen=True, tag=True):
    """`napoleon with fo` (HD-052)."""

    person: str
    column: str


class Letter(msgspec.Struct, frozen=True, tag=True):
    """`letter ney: text`, to a person or a seat of one's own side (HD-050); of several lines down to a line END."""

    to: str
    text: str


class Give(msgspec.Struct, frozen=True, tag=True):
    """`give f4 to grouchy` (HD-051)."""

    column: str
    seat: str


# --- The rest ------------------------------------------------------------------------------------------------------


class TurnHeader(msgspec.Struct, frozen=True, tag=True):
    """`turn 5`: the turn these orders are for."""

    number: int


class ContinueAll(msgspec.Struct, frozen=True, tag=True):
    """`continue`: no new orders (HD-003)."""


class Test(msgspec.Struct, frozen=True, tag=True):
    """`test`: the mail is only judged."""

    __test__ = False


class Show(msgspec.Struct, frozen=True, tag=True):
    """`show`: what is known, once more."""


class Draw(msgspec.Struct, frozen=True, tag=True):
    """`draw`: an offer for this turn (HD-119)."""


class Resign(msgspec.Struct, frozen=True, tag=True):
    """`resign` (HD-102)."""


class RemovedOf(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a linked battle has removed of a column, before the halves of HD-091."""

    foot: Annotated[int, msgspec.Meta(ge=0, le=9_999)] = 0
    horse: Annotated[int, msgspec.Meta(ge=0, le=9_999)] = 0
    guns: Annotated[int, msgspec.Meta(ge=0, le=9_999)] = 0


class Result(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, omit_defaults=True):
    """`result B1 {...}`, the host's line: what a linked battle came to (HD-087).

    With `ended_by` `abandoned` the battle is fought by the table, and the rest counts for nothing. `columns`
    names those that took part; who would have come and is not named did not arrive in time.
    """

    battle: Annotated[str, msgspec.Meta(pattern="^[Bb][1-9][0-9]{0,3}$")]
    ended_by: Literal["won", "limit", "resigned", "agreed", "abandoned"]
    winner: Literal["attacker", "defender"] | None = None
    hours: Annotated[int, msgspec.Meta(ge=1, le=5)] = 1
    columns: Annotated[dict[str, RemovedOf], msgspec.Meta(max_length=108)] = {}


def result_of(battle: str, written: str) -> Result | None:
    """The order of a line `result battle written`, `written` being JSON; None where it is no such thing."""
    try:
        told = msgspec.json.decode(written, type=dict[str, Any])
        return msgspec.convert({**told, "type": "Result", "battle": battle.upper()}, Result)
    except (msgspec.DecodeError, msgspec.ValidationError):
        return None


PlanOrder: TypeAlias = March | Hold | Rest | Retreat | Leave | Join | Repair
ColumnOrder: TypeAlias = PlanOrder | Detach | Scout | Blow | Change | Continue
PersonOrder: TypeAlias = Ride | With
Order: TypeAlias = (
    ColumnOrder | PersonOrder | Letter | Give | TurnHeader | ContinueAll | Test | Show | Draw | Resign | Result | Act
)

PLAN_ORDERS = frozenset(get_args(PlanOrder))
COLUMN_ORDERS = frozenset(get_args(ColumnOrder))
PERSON_ORDERS = frozenset(get_args(PersonOrder))


class Refused(Exception):
    """Why an order line cannot stand: raised while it is judged, and becomes its verdict.

    A code, the clauses that it breaks, and facts for the wording.
    """

    def __init__(self, code: str, *clauses: str, **facts: Any) -> None:
        super().__init__(code)
        self.code, self.clauses, self.facts = code, clauses, facts


def of_any_seat(order: Order | None, turn: int) -> Json | None:
    """The facts of a line that any seat may write, in a turn of a number: its header, `test`, `show`; None of others.

    Raises Refused for one that was not understood (E01), and for the header of another turn (E16).
    """
    match order:
        case None:
            raise Refused("E01", "HD-004")
        case TurnHeader(number):
            if number != turn:
                raise Refused("E16", "HD-001", what="turn", turn=number, asked=turn)
            return {"order": "turn", "turn": number}
        case Test() | Show():
            return {"order": type(order).__name__.lower()}
    return None


# --- The canonical text --------------------------------------------------------------------------------------------


def numbered(orders: Sequence[Order]) -> Orders:
    """The orders as the lines of a mail, counted from 1: for those that were not mailed."""
    return tuple(Line(number, text_of(order), order) for number, order in enumerate(orders, start=1))


def text_of(order: Order) -> str:
    """An order as its line: `F2 march CHA > GOS attack`. What is read in it is the same order."""
    match order:
        case March(column, path, words):
            return f"{column.upper()} march {_path(path)}{_words(words)}"
        case Retreat(column, path, words):
            return f"{column.upper()} retreat {_path(path)}{_words(words)}"
        case Hold(column, words):
            return f"{column.upper()} hold{_words(words)}"
        case Rest(column, words):
            return f"{column.upper()} rest{_words(words)}"
        case Leave(column, words):
            return f"{column.upper()} exit{_words(words)}"
        case Join(column, target, words):
            return f"{column.upper()} join {target.upper()}{_words(words)}"
        case Repair(column, bridge, words):
            return f"{column.upper()} repair {bridge.capitalize()}{_words(words)}"
        case Blow(column, bridge, words):
            return f"{column.upper()} blow {bridge.capitalize()}{_words(words)}"
        case Scout(column, place, words):
            return f"{column.upper()} scout {_place(place)}{_words(words)}"
        case Detach(column, foot, code):
            return f"{column.upper()} detach {'horse' if foot is None else foot} as {code.upper()}"
        case Change(column, words):
            return f"{column.upper()}{_words(words)}"
        case Continue(column):
            return f"{column.upper()} continue"
        case Ride(person, place):
            return f"{person} ride {_place(place)}"
        case With(person, column):
            return f"{person} with {column.upper()}"
        case Letter(to, text):
            # One of several lines is closed by END, so that nothing below it is taken for a part of it.
            return f"letter {to}: {text}" + ("\nEND" if "\n" in text else "")
        case Give(column, seat):
            return f"give {column.upper()} to {seat}"
        case TurnHeader(number):
            return f"turn {number}"
        case Result():
            return f"result {order.battle} {_result(order)}"
        case _ if isinstance(order, ACTS):
            return text_of_act(order)
    return ONE_WORD[type(order)]


ONE_WORD: dict[type, str] = {
    ContinueAll: "continue",
    Test: "test",
    Show: "show",
    Draw: "draw",
    Resign: "resign",
}


def _result(order: Result) -> str:
    written = msgspec.to_builtins(order, order="deterministic")
    told = {key: value for key, value in written.items() if key not in ("type", "battle")}
    return msgspec.json.encode(told, order="deterministic").decode()


def _place(place: str) -> str:
    return place.upper() if len(place) == 3 else place


def _path(path: tuple[str, ...]) -> str:
    return " > ".join(map(_place, path))


def _words(words: Words) -> str:
    said = [word for word in ("forced", "night") if getattr(words, word)]
    said += [] if words.at is None else [f"at {words.at // 60:02}:{words.at % 60:02}"]
    said += [] if words.stance is None else [words.stance]
    said += [] if words.guns is None else [f"guns {'yes' if words.guns else 'no'}"]
    said += [] if words.line is None else [f"line {'free' if words.line == 'free' else _place(words.line)}"]
    return "".join(f" {word}" for word in said)
