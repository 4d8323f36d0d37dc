"""What a rule set brings to the server: how its orders are read, and how its events, refusals and maps are worded.

A `Presentation` joins the rules from `core` to their words. It is handed views, never positions, so that no report can
tell a seat more than `core` allows it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from random import Random
from typing import Any, Protocol, TypeAlias

import msgspec

from core.contract import (
    BadOption,
    BadPosition,
    Event,
    Json,
    Line,
    Option,
    Options,
    Orders,
    RuleSet,
    SeatName,
    Verdict,
)
from pbem.rulesets import balance
from pbem.rulesets.helping import Helper
from pbem.rulesets.retold import Moment, Retold


class Ask(msgspec.Struct, frozen=True):
    """What a report asks of its reader.

    `subject` is a few words for the subject line ("your throw 2-3-6"), `headline` one sentence, `form` the order
    lines to edit and send back (comments after `#`), `silence` what happens if no answer comes. `usual` is
    the order that gives the usual set-up, where one is wanted: a form that is worked on at length, so that a trial or a
    refusal brings back the reader's own lines in it.
    """

    subject: str
    headline: str
    form: tuple[str, ...]
    silence: str
    usual: str = ""


class Said(msgspec.Struct, frozen=True):
    """One answered order line: a short mark (`ok`, `ok, read as`, `which?`, `no`) and the rest of the sentence."""

    mark: str
    text: str


class Matter(msgspec.Struct, frozen=True):
    """Something in force or open between players, as one seat may know of it.

    `said` is a sentence on it, `answer` what its reader can write about it, if anything. `asked` is for subject and
    headline, where an answer is wanted of the reader: what he is asked ("Red proposes a pact") and what to write.
    Where it was `opened_by` an event of that kind, it leads the mail that tells of the event, and no later one. Whoever
    answers `agrees` to something, as a rule.
    """

    said: str
    answer: str = ""
    asked: tuple[str, str] | None = None
    opened_by: str = ""
    agrees: bool = True


class Draws(msgspec.Struct, frozen=True):
    """The offers of a draw that stand. In every rule set `draw` offers one, and agrees to one.

    `offers` gives each seat that offers one until when its offer stands ("until your next turn is over"); `left` are
    the seats whose agreement is still wanted. `withdraw` is the order that takes an offer back, where there is one.
    """

    offers: Mapping[SeatName, str] = {}
    left: tuple[SeatName, ...] = ()
    withdraw: str = ""


class Trial(msgspec.Struct, frozen=True):
    """What sound orders would bring about before any die is thrown, as far as their seat can know.

    `verdicts` are those on the orders, with what was found out in their facts; `lines` say what else the seat should
    know, and `map` shows where all would stand; it is empty where nothing has changed by then.
    """

    verdicts: tuple[Verdict, ...]
    lines: tuple[str, ...]
    map: str


NumberedTexts: TypeAlias = Sequence[tuple[int, str]]


class Sample(msgspec.Struct, frozen=True):
    """Orders carried out once with chance of their own: the position before and after, and what happened between."""

    before: Any
    after: Any
    events: tuple[Event, ...]


def no_odds(view: Json, samples: Sequence[Sample]) -> tuple[str, ...]:
    """The odds of orders in a rule set that tells none."""
    return ()


def nothing_in_short(view: Json, samples: Sequence[Sample]) -> str:
    """The odds of orders in a few words, in a rule set whose verdicts tell them, or that has none."""
    return ""


def no_reason(view: Json, orders: Orders) -> str:
    """The reason for a robot's orders in a rule set that gives none."""
    return ""


def no_draws(view: Json) -> Draws:
    """The offers of a draw of a rule set that knows none."""
    return Draws()


def no_partners(view: Json, seat: SeatName) -> tuple[SeatName, ...]:
    """The partners in a rule set in which everyone plays for himself."""
    return ()


def nothing_between(view: Json, seat: SeatName | None) -> tuple[Matter, ...]:
    """What is between the players of a rule set that has no pacts, partners or claims."""
    return ()


def nothing_foreseen(view: Json, seat: SeatName, orders: Orders, verdicts: tuple[Verdict, ...]) -> Trial | None:
    """The trial of a rule set that works out nothing beyond its verdicts."""
    return None


def nothing_left(view: Json, seat: SeatName, orders: Orders) -> tuple[str, ...]:
    """The doubts of a rule set that leaves nothing unused that cannot be had later."""
    return ()


def nothing_unused(view: Json, seat: SeatName, orders: Orders, verdicts: Sequence[Verdict]) -> tuple[str, ...]:
    """What is lost in a rule set that knows no order to end a turn before everything is used."""
    return ()


def nothing_failed(events: Sequence[Event], view: Json) -> str:
    """What failed in a rule set that refuses a mail as a whole, or carries it out as a whole."""
    return ""


def all_of_them(events: Sequence[Event], view: Json) -> Sequence[Event]:
    """What is left to tell in a rule set whose answers do not say how an order was carried out."""
    return events


def no_roster(view: Json) -> tuple[str, ...]:
    """The names behind the codes of a rule set whose pieces have none."""
    return ()


def no_card(view: Json) -> tuple[str, ...]:
    """The card of a rule set whose pieces need none."""
    return ()


def as_they_fell(faces: Sequence[object]) -> str:
    """Rolls of a rule set that has no rule on how they are called."""
    return " ".join(map(str, faces))


def anything_likely(order: Any, view: Json) -> bool:
    """What is offered in a rule set whose orders name no dice."""
    return True


def no_parts(view: Json) -> Mapping[str, str]:
    """The parts of the map of a rule set that draws it as a whole alone."""
    return {}


def as_worded(order: Any, by: Callable[[str], str]) -> Any:
    """An order of a rule set whose orders hold no words to other players."""
    return order


def all_options(options: Options) -> frozenset[str]:
    """No option is idle: those of a rule set in which each means something in every game."""
    return frozenset()


class PressBy(StrEnum):
    """Who passes on words from player to player."""

    HOUSE = "house"  # the server, as for all rule sets
    OWN = "own"  # the rule set, by orders of its own
    NONE = "none"  # nobody: the rules forbid it


NO_WORDS: frozenset[str] = frozenset()


class Vocabulary(msgspec.Struct, frozen=True):
    """The words in which orders of a rule set speak, as a seat may know them; all in small letters.

    By them `pbem.reading` tells what may have been meant as an order from what are words between people. `like` is
    what has the form of the name of a piece or a place, whether there is such a one or not. `verbs` begin an order or
    say what is done; `final` are those of them that nothing undoes, into which no typo is mended. `words` are the
    others that orders may hold: directions, arms, units of measure. `called` are words by which a piece may be meant
    though any letter has them: arms, names of generals, codes that are words too.
    """

    pieces: frozenset[str]
    places: frozenset[str]
    verbs: frozenset[str]
    like: re.Pattern[str]
    words: frozenset[str] = NO_WORDS
    final: frozenset[str] = NO_WORDS
    called: frozenset[str] = NO_WORDS


class Whereabouts(msgspec.Struct, frozen=True):
    """What a seat can name in a condition (`IF BS1 ON C3`), and how it stands as far as the seat sees.

    All names are in small letters. `pieces` gives each piece the places on which it stands: none where it is not on the
    board, several where it covers several or where one name stands for all pieces of a kind. `places` gives each name
    of a place what it is made of, in the words of `pieces`. `enemy` is where the seat sees an enemy.
    """

    pieces: Mapping[str, frozenset[str]] = {}
    places: Mapping[str, frozenset[str]] = {}
    enemy: frozenset[str] = frozenset()


def nowhere(view: Json, seat: SeatName) -> Whereabouts:
    """What can be named in conditions of a rule set that has no board."""
    return Whereabouts()


class Drawing(Protocol):
    """How a rule set draws the board of a view."""

    def __call__(self, view: Json, lately: Sequence[Event] = ()) -> str:
        """The board as an SVG document, with the moves and losses of the events that happened lately, oldest first."""


@dataclass(frozen=True, kw_only=True)
class Presentation:
    """The words of one rule set: a table of what the server asks, and the function that answers.

    All text is plain and without line breaks; the report wraps it.
    """

    rules: RuleSet[Any]

    # --- What the game is ---------------------------------------------------------------------------------------

    title: str
    """The game's name as printed."""
    about: str
    """A sentence or two for somebody who chooses a game."""
    brief: Callable[[Options], str]
    """A paragraph on how a game with these settled options is played, for its first report."""
    order_help: str
    """The order syntax with examples, in lines of at most 78 columns."""
    option_help: Mapping[str, str]
    """For each option, one sentence on what its values mean: `what it decides; value: what it does; value: ...`."""
    idle: Callable[[Options], frozenset[str]] = all_options
    """The options that mean nothing in a game with these settled ones, and so are not told of it."""
    order_help_of: Callable[[Options], str] | None = None
    """The order syntax in a game with these settled options, where that has less in it."""
    stem: str | None = None
    """What games are named after, before their number, in small letters; None: the first letters of the name."""
    not_by_mail: frozenset[tuple[str, str]] = frozenset()
    """Options and values with which nothing can be played by mail: they are for positions that people bring along."""

    measured: tuple[balance.Measure, ...] = ()
    """How the sides fared in games between robots, for some ways to play."""
    levers: frozenset[str] = frozenset()
    """The options that make one side stronger and change little else: those that `balance=fair` may set."""
    modes: frozenset[str] = frozenset()
    """The options that make another game of it, in which other things are to be mastered: each is rated apart."""
    handicaps: frozenset[str] = frozenset()
    """The options beside `levers` that make one side stronger: players are rated as ever, and the side as another."""

    ends_by: Mapping[str, str | int] = field(default_factory=dict)
    """The options by which a rated game comes to an end unless others are chosen; with the usual ones it need not."""
    in_brief: frozenset[str] = frozenset()
    """The options whose value `brief` tells, whatever it is."""

    # --- Who plays ----------------------------------------------------------------------------------------------

    seat_title: Callable[[SeatName], str]
    """A seat's name as printed: `Napoleon`."""
    find_seat: Callable[[str, Sequence[SeatName]], SeatName | None]
    """The seat a player means by a word (`Nap`, `N`, `wellington`), or None."""
    partners: Callable[[Json, SeatName], tuple[SeatName, ...]] = no_partners
    """The other seats that win when a seat does, by its view. One may always write to them, under one's own name, and
    claims nothing from them."""

    # --- Orders -------------------------------------------------------------------------------------------------

    read: Callable[[NumberedTexts], tuple[Line, ...]]
    """Order lines from numbered statements: what stands between line ends and `;`, without comment. Never raises.

    Blank ones give no line. What is not an order from its first word to its last gives one whose order is None.
    """
    likely: Callable[[Any, Json], bool] = anything_likely
    """Whether an order may be offered to somebody who wrote another: not with a die that he has not thrown."""
    vocabulary: Callable[[Json], Vocabulary]
    """The words of the game that a seat may know, by its view."""
    whereabouts: Callable[[Json, SeatName], Whereabouts] = nowhere
    """What a seat can name in a condition below AHEAD, by its view: a piece whose place it may not know has no name."""
    free_text: re.Pattern[str] | None = None
    """How a line begins that holds words to other players: nobody reads, splits or mends it but those it is for."""
    letter: re.Pattern[str] | None = None
    """How a line begins whose words may go on in the lines below it, down to a line END; all of them are one order."""
    press: PressBy = PressBy.HOUSE
    """Who passes on words to other players."""
    reworded: Callable[[Any, Callable[[str], str]], Any] = as_worded
    """An order with its words to other players replaced by what the function makes of them; the same one without any.

    By it letters that are a part of positions are sealed: the rules are handed a seal of 71 characters for the words.
    """
    text_of: Callable[[Any], str]
    """An order in canonical text: the same order always in the same words, and `read` makes that order of them again.

    Records and kept orders hold it, so it may never mean anything else. It has several lines where `read` makes one
    order of several.
    """
    timeless: frozenset[type] = frozenset()
    """The types of orders that mean the same in every turn: resigning, draws, words to others.

    They count from an answer to an old report too.
    """
    binding: frozenset[type] = frozenset()
    """The types of orders that nothing takes back, such as resigning: by mail one is asked about first."""
    doubts: Callable[[Json, SeatName, Orders], tuple[str, ...]] = nothing_left
    """A sentence for each thing that sound orders leave unused, and that cannot be had later, by the seat's view.

    By mail such orders are asked about once before they are played; elsewhere they are played at once.
    """
    unused: Callable[[Json, SeatName, Orders, Sequence[Verdict]], tuple[str, ...]] = nothing_unused
    """A sentence for each thing that an order to end the turn loses, where a mail of sound orders is only tried."""
    trial: Callable[[Json, SeatName, Orders, tuple[Verdict, ...]], Trial | None] = nothing_foreseen
    """What sound orders that are only to be judged would bring about, worked out from the seat's view."""
    odds: Callable[[Json, Sequence[Sample]], tuple[str, ...]] = no_odds
    """What orders of the seat of a view may come to, in sentences: what became of them in each of many samples."""
    odds_in_short: Callable[[Json, Sequence[Sample]], str] = nothing_in_short
    """The same in a few words, for orders that are only tried: each fight ordered, or what is in danger then."""
    reason: Callable[[Json, Orders], str] = no_reason
    """Why a robot would write these orders for the seat of a view, in a short sentence."""
    waits: bool = False
    """Whether orders wait for those of the other seats, and can be replaced until then."""
    say_verdict: Callable[[Verdict, Line | None, Json], Said]
    """The answer to one order line, clause included, by what the seat saw when it wrote."""
    bot: Callable[[Json, SeatName, Random], str]
    """Orders, as text a player would mail, for what the seat owes in this view."""

    # --- What happened, and how it stands; each of a view ---------------------------------------------------------

    say_event: Callable[[Event, Json], str | None]
    """One event in a line of its own, or None where it needs no words, by the view after the event."""
    digest: Callable[[Sequence[Event], Json], list[str]]
    """What happened, oldest first, in as few lines as read well, by the view after the last event."""
    called: Callable[[Sequence[Any]], str] = as_they_fell
    """The faces of a turn's dice, in the order in which they fell, as the rules want them called."""
    headlined: frozenset[str] = frozenset()
    """The kinds of events that say no more than `status` and `ask` do as long as nothing comes after them."""
    unanswered: Callable[[Sequence[Event], Json], Sequence[Event]] = all_of_them
    """The events that are left to tell where the answers to the reader's own orders, which brought them about, stand
    above: those without which the answers would not tell all."""
    tells_dice: bool = False
    """Whether `digest`, `status` and `ask` tell every die, so that a report need not list them."""
    failed: Callable[[Sequence[Event], Json], str] = nothing_failed
    """What of the reader's own orders came to nothing in these events, for subject and headline, or "".

    A few words, without a full stop: `2 of your 5 orders failed`.
    """
    say_outcome: Callable[[Json], str]
    """One sentence: who won, or that it is a draw, why, and the clause."""
    status: Callable[[Json], str]
    """One line: the turn, whose it is, the dice."""
    ask: Callable[[Json, SeatName], Ask | None]
    """What the seat owes now, in words, or None where it owes nothing."""
    draws: Callable[[Json], Draws] = no_draws
    """The offers of a draw that stand; they are told in the same words for every rule set."""
    between: Callable[[Json, SeatName | None], tuple[Matter, ...]] = nothing_between
    """What else is in force or open between the players, as a seat may know of it: pacts, partners, claims."""
    forces: Callable[[Json], list[str]]
    """Every side's forces in words, one or more lines a side, of any length; U+00A0 keeps words together."""
    forces_in_columns: bool = False
    """Whether those lines hold columns, and so are set as they are: then they have at most 78 themselves."""
    forces_at_first: bool = False
    """Whether a first report that is not the full one has them too: where orders need to know who stands where."""
    roster: Callable[[Json], tuple[str, ...]] = no_roster
    """What the codes of the pieces stand for, for a first report: a line for each side, of any length."""
    card: Callable[[Json], tuple[str, ...]] = no_card
    """What the kinds of pieces can do in this game, for whoever writes orders: at most 24 lines.

    A table has 78 columns at most; lines without columns, up to 200 characters long, are set to the screen's width.
    """
    map_text: Callable[[Json], str]
    """The board in at most 78 columns.

    Where the view holds `flip` it is drawn the other way up, if there are two ways; where it holds `inset`, a part of
    it in a player's words (`3500,3200 zoom 4`), that part alone, if the rule set can tell which is meant. In a report
    it holds `lately`, the events that the seat may know of: what they tell may be shown enlarged.
    """
    parts: Callable[[Json], Mapping[str, str]] = no_parts
    """The names in capitals by which `inset` may ask for a part of the map, each with the shortest that means it."""
    helper: Helper | None = None
    """How orders are written by picking pieces and places on the picture of a view; None: by hand alone."""
    map_svg: Drawing
    """The board as an SVG document, as light and as dark as it is meant to be seen: the ground is part of it.

    `flip` and `inset` as for `map_text`; with `print` in the view it is drawn in black and white, for paper. What the
    events of late are, is shown where it can be: moves as arrows, what fell where it fell.
    """

    # --- When it is over ------------------------------------------------------------------------------------------

    retell: Callable[[Iterable[Moment]], Retold] | None = None
    """A game that is over, told from its beginning to its end, by its moments in their order; None: this one is not.

    Each moment is large, and is handed over once.
    """

    # --- What cannot be -----------------------------------------------------------------------------------------

    say_bad_option: Callable[[BadOption], str]
    """A sentence on an option that cannot be had."""
    say_bad_position: Callable[[BadPosition], str]
    """A sentence on a position that cannot be."""

    def options(self) -> tuple[Option, ...]:
        """What can be chosen for a new game: the options of the rules, and `balance`."""
        return balance.options_of(self)

    @property
    def meanings(self) -> Mapping[str, str]:
        """For each of `options`, one sentence on what its values mean."""
        return {balance.BALANCE.name: balance.MEANING, **self.option_help}

    def settle(self, chosen: Mapping[str, Any]) -> Options:
        """All options with their values, by those that somebody chose, `balance` among them. Raises BadOption."""
        return self.rules.settle(balance.chosen_options(self, chosen))

    def order_help_in(self, options: Options) -> str:
        """The order syntax in a game with these settled options."""
        return self.order_help if self.order_help_of is None else self.order_help_of(options)

    @property
    def name(self) -> str:
        """The rule set's name, the same in `core` and here."""
        return self.rules.name
