"""What every rule set offers, under the same names, and the values that pass between it and the server.

A rule set answers a dozen questions about positions. The server asks them and knows nothing else of a game: no room
outside `core/rulesets/<name>` and `pbem/rulesets/<name>` names a rule set. Nothing here is a sentence; refusals and
events carry a code, a clause and facts, and `pbem` finds the words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Annotated, Any, Literal, Protocol, TypeAlias, TypeVar, runtime_checkable

import msgspec

from core.dice import Dice

Json: TypeAlias = dict[str, Any]
JsonText: TypeAlias = str | bytes | msgspec.Raw
Options: TypeAlias = dict[str, Any]
SeatName: TypeAlias = str


# --- What a game can be created with ------------------------------------------------------------------------------


class Option(msgspec.Struct, frozen=True):
    """One choice made when a game is created. `values` are the words allowed, or None for a number >= 0 or a word.

    With `text` the value is a text of several lines, or empty: a map or a scenario that the players bring along.
    """

    name: str
    default: str | int
    values: tuple[str, ...] | None
    clause: str
    text: bool = False


class BadOption(Exception):
    """An option that is unknown, has no such value, or does not go with another.

    `code` is one of `unknown`, `value`, `conflict`; `facts` name the option, the value and what it conflicts with.
    """

    def __init__(self, code: str, clause: str = "", **facts: Any) -> None:
        super().__init__(code, facts)
        self.code, self.clause, self.facts = code, clause, facts


class BadPosition(Exception):
    """A position that cannot be: `where` is the path in the JSON, `code` the reason, `facts` its particulars."""

    def __init__(self, where: str, code: str, **facts: Any) -> None:
        super().__init__(where, code, facts)
        self.where, self.code, self.facts = where, code, facts


S = TypeVar("S")


def shaped(written: Json | JsonText, shape: type[S]) -> S:
    """What is written, JSON or the text of it, in this shape. Raises msgspec.ValidationError.

    From text it is a third of the work: no dictionary is made on the way. Text has to be JSON; see that it is, before.
    """
    if isinstance(written, dict):
        return msgspec.convert(written, shape)
    return msgspec.json.decode(written, type=shape)


# --- Orders and what becomes of them ------------------------------------------------------------------------------


class Line(msgspec.Struct, frozen=True):
    """One order line: its number and text as the player sees them, and what the grammar read in it.

    `order` is one of the rule set's own order Structs, or None where the grammar could make nothing of the line.
    `read_as` is the line as the server read it, where that differs in more than form (a typo mended). `nearest` are
    lines near to one that could not be read.
    """

    number: int
    text: str
    order: Any
    read_as: str | None = None
    nearest: tuple[str, ...] = ()


Orders: TypeAlias = Sequence[Line]


class Status(StrEnum):
    """What became of an order line."""

    OK = "ok"  # accepted as read
    ASKED = "asked"  # two readings are legal, or something is missing: the player is asked back
    REFUSED = "refused"  # breaks a rule
    VOID = "void"  # not looked at: an earlier line was refused, or ended the game


class Verdict(msgspec.Struct, frozen=True):
    """The answer to one order line, or with `line` None to a set of orders as a whole.

    `code` and `clauses` say why a line was asked back or refused; `facts` are the particulars the wording needs. For
    a line that is ok, `facts` hold the reading in full, with all that was supplied (dice, captures). `record_as`
    is what the game record keeps of the line instead of its text, where that holds words that are for some seats alone.
    """

    line: int | None
    status: Status
    code: str | None = None
    clauses: tuple[str, ...] = ()
    facts: Json = {}
    record_as: str | None = None


class Effect(StrEnum):
    """What the server is to do with the orders of a seat once they have been checked."""

    NOTHING = "nothing"  # nothing in them can be carried out
    AT_ONCE = "at once"  # adjudicate now, with these orders alone
    WHEN_ALL_IN = "when all in"  # keep them; adjudicate when every awaited seat has sent, or at the deadline


class Checked(msgspec.Struct, frozen=True):
    """The answer to one seat's orders before anything is played: a verdict for each line, and their effect."""

    verdicts: tuple[Verdict, ...]
    effect: Effect


BOT = "bot"


class Decision(msgspec.Struct, frozen=True):
    """What a seat owes now.

    `partial` is True where a mail is carried out as far as it can be and the rest asked for, False where it is all
    or nothing. `at_deadline` names what the rules do for a silent seat, or is `bot`: then the server's robot decides
    for it, and its orders are carried out as if the seat had sent them. `facts` are for the wording of the question.
    """

    seat: SeatName
    kind: str
    at_deadline: str
    partial: bool = False
    facts: Json = {}


# --- What happened ------------------------------------------------------------------------------------------------


class Event(msgspec.Struct, frozen=True):
    """Something that happened. `seen_by` names the seats that may know of it as it stands here; None means all."""

    kind: str
    facts: Json
    clause: str | None = None
    seen_by: tuple[SeatName, ...] | None = None

    def flat(self) -> Json:
        """As one object for JSON: the kind under `event`, the facts, and clause and seats where it has them."""
        told: Json = {"event": self.kind, **self.facts}
        if self.clause is not None:
            told["clause"] = self.clause
        if self.seen_by is not None:
            told["seen_by"] = self.seen_by
        return told


class Note(msgspec.Struct, frozen=True):
    """Words from a seat to other seats that the rules let pass. Relayed, never recorded, no part of the position."""

    sender: SeatName
    to: tuple[SeatName, ...]
    text: str


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended: the winning seats (none for a draw), the reason's code and its clause."""

    winners: Annotated[tuple[SeatName, ...], msgspec.Meta(description="the seats that won; none: a draw")]
    reason: Annotated[str, msgspec.Meta(description="the code of the reason")]
    clause: Annotated[str, msgspec.Meta(description="the clause that says so")]


class Handicap(msgspec.Struct, frozen=True):
    """An ordered option by which two sides can be made even: each of its values is harder for `harder_for` than the one
    before, and easier for the other seat. Who bids for a side says with which of them he would still take it.
    """

    option: str
    values: tuple[str | int, ...]
    harder_for: SeatName


# --- Robots -------------------------------------------------------------------------------------------------------


class Level(StrEnum):
    """How well a robot plays."""

    RECRUIT = "recruit"  # knows the rules, and what is worth having
    OFFICER = "officer"  # looks at what the enemy will answer
    MARSHAL = "marshal"  # as well as this server can


class Budget(StrEnum):
    """How long a robot may think. A rule set counts it in nodes or playouts, never in seconds: its games replay."""

    ARENA = "arena"  # a tenth of a second a turn, in the mean, for series of hundreds of games
    MAIL = "mail"  # ten seconds a turn at the most, for a game by mail


# --- Battles of one rule set inside a campaign of another ---------------------------------------------------------

# The seat that nobody plays, and that brings what battles have come to. A rule set that has an umpire says in
# `umpired(options)` whether a person has it in a game: he sees what `view` shows to it, his lines go into `adjudicate`
# under its name as the turn is carried out, and he is waited for by nobody (`awaiting` does not name him).
HOST: SeatName = "host"
BattleSide: TypeAlias = Literal["attacker", "defender"]
ATTACKER: Literal["attacker"] = "attacker"
DEFENDER: Literal["defender"] = "defender"
BATTLE_SIDES: tuple[BattleSide, ...] = (ATTACKER, DEFENDER)


class Force(msgspec.Struct, frozen=True):
    """A column at a battle, as it enters it: foot and horse in hundreds of men, guns in pieces.

    `quality` goes from 1 (raw) to 5 (guard), `strength` is what the campaign itself would count it as, and `general`
    the worth of the best commander who is with it (0: nobody in particular). `comes` tells how many half hours after
    the beginning it arrives; 0: it is there.
    """

    code: str
    side: BattleSide
    foot: int
    horse: int
    guns: int
    quality: int
    strength: int
    heavy: bool = False
    general: int = 0
    comes: int = 0


class Battle(msgspec.Struct, frozen=True):
    """A battle that a campaign asks for, in words that every rule set understands: no rule set knows another.

    `ground` is `open`, `wood`, `ridge` or `town`, and `open` too where the rules of the campaign give the defender
    nothing for it. `hours` is how long it may last. `forces` stand in the order of the campaign's columns. `seats` has
    for each side the seats of the campaign that may command it, the commander first, then who stands in for him.
    """

    id: str
    ruleset: str
    ground: Literal["open", "wood", "ridge", "town"]
    hours: int
    forces: tuple[Force, ...]
    seats: dict[BattleSide, tuple[SeatName, ...]]


class Insertion(msgspec.Struct, frozen=True):
    """Columns that enter a linked game as tactical turn `at` begins; known to their own seat alone until then."""

    at: int
    seat: SeatName
    columns: tuple[str, ...]


class Share(msgspec.Struct, frozen=True):
    """What a tactical piece stands for: so many parts of an arm (`foot`, `horse`, `guns`) of a column."""

    column: str
    arm: Literal["foot", "horse", "guns"]
    parts: int


class Muster(msgspec.Struct, frozen=True):
    """What a battle is as a game of its own: its settings, its start position as JSON, and who comes later.

    `seats` has for each side of the battle its tactical seat, `limit` is in tactical turns, and `map` has what each
    tactical piece stands for, those to be inserted too; it is empty where the rule set counts by sides.
    """

    options: Options
    seats: dict[BattleSide, SeatName]
    position: Json
    insert: tuple[Insertion, ...]
    limit: int
    map: dict[str, Share] = {}


class Removed(msgspec.Struct, frozen=True):
    """What a tactical game has removed of a column: foot and horse in hundreds, guns in pieces."""

    foot: int = 0
    horse: int = 0
    guns: int = 0


class Toll(msgspec.Struct, frozen=True):
    """What a tactical game came to: how it ended, in the words of a campaign, and what it removed of each column.

    `ended_by` is `won`, `resigned`, `agreed`, or `limit`, which is also said of a win that is given because the turns
    are over. `columns` names those alone that took part: who came too late for the last turn is not in it.
    """

    ended_by: Literal["won", "limit", "resigned", "agreed"]
    winner: BattleSide | None
    hours: int
    columns: dict[str, Removed]


class NoMuster(Exception):
    """A battle that a rule set cannot fight: `code` is the reason, `facts` its particulars.

    `kind`: it has no two armies on a field; `pieces`: there are too many for its field.
    """

    def __init__(self, code: str, clause: str = "", **facts: Any) -> None:
        super().__init__(code, facts)
        self.code, self.clause, self.facts = code, clause, facts


P = TypeVar("P")
C = TypeVar("C", contravariant=True)


class Playout(msgspec.Struct, frozen=True):
    """A game played on at random by `core` itself: the position it came to, and the single piece moves it took."""

    position: Any
    moves: int


class Adjudication(msgspec.Struct, frozen=True):
    """The new position, what happened on the way, and a verdict for every line of every seat's orders.

    `tell` names the seats whom the events concern now: each is mailed a report. The others hear of them with their
    next report.
    """

    position: Any
    events: tuple[Event, ...]
    verdicts: dict[SeatName, tuple[Verdict, ...]]
    tell: tuple[SeatName, ...]
    notes: tuple[Note, ...] = ()


class RuleSet(Protocol[P]):
    """The contract. Positions are values: no method changes one, and equal arguments give equal bytes everywhere."""

    name: str
    version: str
    position_schema: type[msgspec.Struct]
    """The struct whose JSON `encode` writes and `decode` reads: bounds and descriptions stand in its types.

    `msgspec.json.schema` makes the JSON Schema of it.
    """

    handicap: Handicap | None
    """The option by which players may bid for sides; None where the rules have none that is ordered."""

    def options(self) -> tuple[Option, ...]:
        """The options a game may be created with, in the order of the rulebook."""

    def settle(self, chosen: Mapping[str, Any]) -> Options:
        """All options with their values, defaults filled in. Raises BadOption."""

    def seats(self, options: Options) -> tuple[SeatName, ...]:
        """The seats of a game with these settled options, in the order they are offered to players."""

    def opening(self, options: Options) -> P:
        """The position before anything was decided."""

    def step(self, position: P) -> int:
        """A number that grows whenever what is asked of the seats changes; reply addresses and deadlines hang on it."""

    def awaiting(self, position: P) -> tuple[Decision, ...]:
        """The decisions owed now; empty exactly when the game is over."""

    def check(self, position: P, seat: SeatName, orders: Orders) -> Checked:
        """The judgement of one seat's orders; nothing is played, no die is thrown."""

    def adjudicate(
        self, position: P, orders: Mapping[SeatName, Orders], dice: Dice, *, due: bool = False
    ) -> Adjudication:
        """Carry out the orders and everything that follows without a decision.

        With `due` the deadline has passed: what is still owed is decided as the rules say. Raises `DiceExhausted`.
        """

    def legal(self, position: P, seat: SeatName, limit: int | None = None) -> list[Orders]:
        """Complete order sets that `check` accepts now, each once, at most `limit` of them."""

    def random_orders(self, position: P, seat: SeatName, seed: int) -> Orders:
        """One complete order set that `check` accepts now, drawn by `seed`; empty where the seat owes nothing."""

    def playout(self, position: P, seed: int, limit: int) -> Playout:
        """The position played on at random, dice included, until it is over or `limit` single piece moves are made.

        What has been begun (a throw, a turn) is played to its end, so a few moves more than `limit` may be made. Who
        has not set up yet gets the default. `seed` is any whole number; 64 bits of it count.
        """

    def view(self, position: P, seat: SeatName | None) -> Json:
        """What a seat (None: an onlooker) may know of a position: JSON data of the shape of `encode`, and besides it
        `options`, the settled options, and `seat`, the name of the seat that looks (None for an onlooker).
        """

    def open_record(self, position: P) -> bool:
        """Whether the record so far holds nothing that some seat may not know (dice seed apart)."""

    def open_rolls(self, position: P) -> bool:
        """Whether every roll so far may be known to all seats."""

    def imagine(self, view: Json, seed: int) -> P:
        """A position drawn by `seed`, as likely as any other, from those that look like this view to its seat.

        Where nothing is hidden there is but one. The view of it is `view` again, apart from the events of late.
        `seed` is any whole number; 64 bits of it count.
        """

    def margin(self, position: P) -> dict[SeatName, float]:
        """Who stands better and how clearly, for each seat: from -1 (has lost) to 1 (has won).

        With two sides it is 2p - 1, p being the share of points that robots get from such positions, draws half; with
        n sides n p - 1, scaled to end at 1. Partners have the same. Once the game is over it tells the outcome.
        """

    def robot_orders(
        self,
        view: Json,
        level: Level,
        seed: int,
        budget: Budget = Budget.ARENA,
        *,
        weights: Mapping[str, float] | None = None,
    ) -> Orders:
        """What the robot of a level orders for the seat of this view, which is all that it knows.

        `check` takes it as a complete set; empty where the seat owes nothing. Equal arguments give equal orders.
        `weights` replace those by which it weighs a position, for whoever tunes them; they are named in `weights.py`
        of the rule set. `seed` is any whole number; 64 bits of it count.
        """

    def outcome(self, position: P) -> Outcome | None:
        """The end of the game, or None while it goes on."""

    def ranking(self, outcome: Outcome, position: P) -> tuple[tuple[SeatName, ...], ...]:
        """The seats in the order of finishing, those who share a place together: every seat once.

        Winners share the first place; of a draw all have one who are still in. Then they stand by when they went out,
        the last first, and those with whom that is the same by `margin`. Of two seats it is the outcome, and partners
        are in one place. The outcome may be another than that of the position: one that a director has decided.
        """

    def encode(self, position: P) -> Json:
        """The whole position as JSON data, as documented in the rulebook; `decode` gives it back unchanged."""

    def decode(self, data: Json | JsonText, options: Options) -> P:
        """The position that `data`, JSON or its text, describes.

        Raises BadPosition, or msgspec.ValidationError for the wrong shape.
        """


@runtime_checkable
class Campaign(Protocol[C]):
    """What a rule set offers besides, whose battles can be fought as games of other rule sets.

    While a battle is asked for, `awaiting` names a seat `host` that nobody plays; its order line is the result.
    """

    def battles(self, position: C) -> tuple[Battle, ...]:
        """The battles that are asked for and have no result yet."""

    def fought(self, battle: Battle, toll: Toll | None) -> Line:
        """The order line of the seat `host` that brings what a battle came to; None: it is left to the campaign."""


@runtime_checkable
class Tactical(Protocol[P]):
    """What a rule set offers besides that can fight a battle of a campaign."""

    def muster(self, battle: Battle) -> Muster:
        """The settings and the start of the game that a battle is. Raises NoMuster."""

    def reinforced(self, battle: Battle, position: P, entered: Sequence[str]) -> tuple[P, tuple[str, ...]]:
        """The position with the columns that enter it now, as a turn begins, and their codes.

        `entered` are those who did so before. Who finds no room waits for the next turn.
        """

    def toll(self, battle: Battle, outcome: Outcome | None, position: P, entered: Sequence[str]) -> Toll:
        """What an end position has cost each column; `outcome` None: the hours are over, or nobody plays it to an end.

        `entered` are the columns that came during the battle.
        """
