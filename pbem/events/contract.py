"""The values of which an event is made, and what a format answers about them.

An event is pure as far as it stands here: from its plan, who has entered, who was paired with whom and what came of it,
everything else follows: who plays whom next, what it counts, how it stands. Chance is a value too (`Draw`). All values
can be written as JSON, and an event's record keeps them.

Entrants are called by names that the server draws, never by addresses and never by what they are called among people:
those are looked up where something is shown.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Annotated, Literal, Protocol, TypeAlias

import msgspec
from msgspec import Meta

from core.contract import Json, Level, Options, SeatName

EntrantName: TypeAlias = str
SittingName: TypeAlias = str
POINTS = "points"  # what a bye gives
Places: TypeAlias = tuple[tuple[EntrantName, ...], ...]


class Unit(StrEnum):
    """What is played when entrants meet."""

    MATCH = "match"  # two games with sides swapped, begun together
    SINGLE = "single"  # one game, sides balanced over the rounds
    BID = "bid"  # one game; sides go by sealed bids of a handicap
    TABLE = "table"  # three or more seats: so many games that everybody has sat everywhere
    SERIES = "series"  # battles one after another, each begun with what those before it have left


class SeriesColumn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A column of an army of a series: foot and horse in hundreds of men, guns in pieces (`core.contract.Force`)."""

    foot: Annotated[int, Meta(ge=0, le=400)] = 0
    horse: Annotated[int, Meta(ge=0, le=200)] = 0
    guns: Annotated[int, Meta(ge=0, le=200)] = 0
    quality: Annotated[int, Meta(ge=1, le=5)] = 3
    heavy: bool = False
    general: Annotated[int, Meta(ge=0, le=3)] = 0


class Fight(msgspec.Struct, frozen=True):
    """A battle of a series as it is announced: by which rules, on which ground."""

    ruleset: str
    ground: Literal["open", "wood", "ridge", "town"] = "open"


class Series(msgspec.Struct, frozen=True):
    """A series as it is announced (`pbem.events.series`): its battles, the army with which both begin, and the shares.

    Of a hundred fallen so many are replaced for the next battle as `fallen` says, and of a hundred routed so many
    return as `routed` says; beside that each may draw on a `pool` of so many hundreds of men. A battle lasts `hours`.
    """

    battles: Annotated[tuple[Fight, ...], Meta(min_length=2, max_length=7)]
    army: Annotated[tuple[SeriesColumn, ...], Meta(min_length=1, max_length=6)]
    hours: Annotated[int, Meta(ge=2, le=8)]
    fallen: Annotated[int, Meta(ge=0, le=100)] = 0
    routed: Annotated[int, Meta(ge=0, le=100)] = 50
    pool: Annotated[int, Meta(ge=0, le=2000)] = 0


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What the announcement says of an event, as far as pairing and counting hang on it.

    `sides` are the seats of a game, partners together, in the order of the rule set. `weaker` is the seat of two that
    won less between robots, where that was measured. `settings` are the format's own, settled. `bye` is `points`, or
    the level of the robot that plays whoever would have had none to play. With `all_meet` everybody in a group meets
    everybody, so that who leaves early can be left out of every sum; otherwise whoever had met him has a bye for it.

    With `series` the sides are those of a battle, and `ruleset` is that of the first one.
    """

    event: str
    ruleset: str
    options: Options
    sides: tuple[tuple[SeatName, ...], ...]
    format: str
    unit: Unit
    settings: Json = {}
    tie_breaks: tuple[str, ...] = ()
    bye: str = POINTS
    weaker: SeatName | None = None
    all_meet: bool = False
    series: Series | None = None

    @property
    def seats(self) -> tuple[SeatName, ...]:
        """The seats of a game, partners beside each other."""
        return tuple(seat for side in self.sides for seat in side)


class Entrant(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who plays: a player, or with `robot` a robot of that level.

    `rank` is the place by which he is seeded, 1 the strongest. He is paired from round `joined` on, and no more from
    round `left` on. With `annulled` he left so early that his games count for nobody. Who is a `stand_in` plays those
    who would have had a bye, and stands in no table. `after` is who had the place before him, as a reserve has it.
    """

    name: EntrantName
    rank: int
    joined: int = 1
    left: int | None = None
    robot: Level | None = None
    annulled: bool = False
    stand_in: bool = False
    after: EntrantName | None = None

    def plays_in(self, number: int) -> bool:
        """Whether he is to be paired in the round of a number."""
        return self.joined <= number and (self.left is None or number < self.left)


class Sitting(msgspec.Struct, frozen=True, omit_defaults=True):
    """One game of an encounter: who sits where. With `bid` the sides are settled by sealed bids before it begins.

    The name is the event's own for it (`2-5-1`: the first game of the fifth encounter of round 2); its seed is drawn
    for that name. Until a bid is settled the seats are those that equal bids would give. `options` are those in which
    it differs from the event's: the handicap.

    One with a number `battle` is that battle of a series, counted from 1: its seats are `attacker` and `defender`, and
    it begins once the one before it has a result.
    """

    name: SittingName
    seats: dict[SeatName, EntrantName]
    bid: bool = False
    options: Options = {}
    battle: int = 0


class Encounter(msgspec.Struct, frozen=True, omit_defaults=True):
    """Entrants who meet in a round, and the games in which they do. One entrant alone has a bye, and no game.

    `number` counts the encounters of a round, from 1. `group` says in what they meet: a pool, the final; it is the
    heading below which they stand. `day` is that of a challenge, counted from the first of the event.
    """

    round: int
    number: int
    entrants: tuple[EntrantName, ...]
    sittings: tuple[Sitting, ...] = ()
    group: str = ""
    day: int | None = None

    @property
    def is_bye(self) -> bool:
        return len(self.entrants) == 1


class How(StrEnum):
    """By which end a game came to its result."""

    PLAYED = "played"  # as its rules say, resignation and agreed draw included
    TIME = "time"  # somebody's time was up
    AGREED = "agreed"  # at the round's date both have sent the same
    ADJUDICATED = "adjudicated"  # the director decided
    WITHDRAWN = "withdrawn"  # somebody left the event, or has a bye against nobody
    BEATEN = "beaten"  # a battle of a series that was not fought, since somebody has nobody left to fight it
    CANCELLED = "cancelled"  # the host called the game off: it counts for nobody, unless a director decides otherwise


class Result(msgspec.Struct, frozen=True, omit_defaults=True):
    """What came of a game: `places` in the order of finishing, those who share a place together. A draw is one place.

    Who is in `nothing` gets no points whatever his place: both, where both lost. `margin` is how clearly each stood, -1
    to 1; `misses` how many decisions each has missed. `record` is the hash of the last entry of the game's record.
    `day` is that of the end, counted from the first of the event. After a battle of a series `left` has the hundreds of
    men with which each goes on.
    """

    sitting: SittingName
    places: Places
    how: How = How.PLAYED
    nothing: tuple[EntrantName, ...] = ()
    margin: dict[EntrantName, float] = {}
    misses: dict[EntrantName, int] = {}
    record: str = ""
    day: int | None = None
    left: dict[EntrantName, int] = {}

    @property
    def counts(self) -> bool:
        """Whether it gives points to anybody."""
        return bool(self.places)

    @property
    def rated(self) -> bool:
        """Whether it is a game that was brought to an end, and so says something of who played it."""
        return self.counts and self.how in (How.PLAYED, How.TIME, How.AGREED, How.ADJUDICATED)


class State(msgspec.Struct, frozen=True):
    """An event as it stands: the plan, the entrants, all encounters so far, and a result for each game that ended.

    Nobody is ever taken out of it: who left is marked. Of two results for a game the later one counts. `day` is the one
    on which it is looked at, counted from the first of the event; None where nothing hangs on that.
    """

    plan: Plan
    entrants: tuple[Entrant, ...]
    encounters: tuple[Encounter, ...] = ()
    results: tuple[Result, ...] = ()
    day: int | None = None

    @property
    def round(self) -> int:
        """The round that was paired last; 0 before the first."""
        return max((each.round for each in self.encounters), default=0)

    @property
    def by_sitting(self) -> dict[SittingName, Result]:
        """The result of each game that has one."""
        return {result.sitting: result for result in self.results}

    @property
    def open(self) -> tuple[Sitting, ...]:
        """The games that have no result, in the order in which they were paired."""
        ended = self.by_sitting
        return tuple(each for met in self.encounters for each in met.sittings if each.name not in ended)

    @property
    def playing(self) -> tuple[Entrant, ...]:
        """Those who are to be paired in the next round; a stand-in is not among them."""
        return tuple(each for each in self.entrants if each.plays_in(self.round + 1) and not each.stand_in)

    def entrant(self, name: EntrantName) -> Entrant:
        """The entrant of a name. Raises KeyError."""
        for each in self.entrants:
            if each.name == name:
                return each
        raise KeyError(name)

    def of(self, sitting: SittingName) -> Encounter:
        """The encounter that a game belongs to. Raises KeyError."""
        for met in self.encounters:
            if any(each.name == sitting for each in met.sittings):
                return met
        raise KeyError(sitting)

    def met(self, name: EntrantName) -> tuple[Encounter, ...]:
        """The encounters of an entrant, byes among them."""
        return tuple(each for each in self.encounters if name in each.entrants)

    def paired(self, encounters: Iterable[Encounter]) -> State:
        """The event after these were paired."""
        return msgspec.structs.replace(self, encounters=(*self.encounters, *encounters))

    def ended(self, *results: Result) -> State:
        """The event after these results; each takes the place of an earlier one for the same game."""
        given = {result.sitting for result in results}
        kept = [each for each in self.results if each.sitting not in given]
        return msgspec.structs.replace(self, results=(*kept, *results))

    def changed(self, entrant: Entrant) -> State:
        """The event with what is known of an entrant changed; a new one is put behind the others."""
        others = {each.name for each in self.entrants} - {entrant.name}
        if len(others) == len(self.entrants):
            return msgspec.structs.replace(self, entrants=(*self.entrants, entrant))
        entrants = tuple(entrant if each.name == entrant.name else each for each in self.entrants)
        return msgspec.structs.replace(self, entrants=entrants)


class Draw:
    """All chance of an event, from its sealed seed: so that whoever knows the seed can draw again.

    A lot is HMAC-SHA256(seed, "pbem event 1\\n<event>\\n<what for>\\n<name>"); the lowest comes first. It hangs on
    nothing else: neither on what was drawn before nor on who else is in it.
    """

    def __init__(self, seed: bytes, event: str) -> None:
        self._seed, self._event = seed, event

    def lot(self, purpose: str, name: str) -> int:
        """The lot of a name in a matter, a number of 256 bits."""
        return int.from_bytes(self.seed(purpose, name), "big")

    def order(self, purpose: str, names: Iterable[str]) -> tuple[str, ...]:
        """The names in the order of their lots."""
        return tuple(sorted(names, key=lambda name: (self.lot(purpose, name), name)))

    def seed(self, purpose: str, name: str) -> bytes:
        """32 bytes for a name in a matter; `seed("game", sitting.name)` is what a game's dice are drawn from."""
        return hmac.digest(self._seed, f"pbem event 1\n{self._event}\n{purpose}\n{name}".encode(), "sha256")


class Fault(msgspec.Struct, frozen=True):
    """What is wrong with a setting, as a sentence; `key` is the setting, `settings.rounds` say, or empty."""

    key: str
    text: str


class Format(Protocol):
    """A way to hold an event. An implementation is a module of `pbem.events.formats` and a line in its registry.

    Every answer follows from the arguments alone.
    """

    @property
    def name(self) -> str:
        """What it is called in an event file."""

    @property
    def title(self) -> str:
        """What it is called among people."""

    @property
    def about(self) -> str:
        """What a player reads of it in the announcement: a sentence or two."""

    @property
    def settings(self) -> type[msgspec.Struct]:
        """The settings of its own: types, bounds, usual values, and in each a description."""

    @property
    def units(self) -> frozenset[Unit]:
        """The units in which it can be held."""

    @property
    def starts_itself(self) -> bool:
        """Whether it begins as soon as it is full; otherwise its announcement names a day."""

    @property
    def check_in(self) -> bool:
        """Whether its entrants are asked before the start whether they are there."""

    @property
    def challenges(self) -> bool:
        """Whether encounters come about by challenges (`pbem.events.formats.ladder`), and no round is ever paired."""

    @property
    def all_meet(self) -> bool:
        """Whether everybody in a group meets everybody (`Plan.all_meet`)."""

    @property
    def byes(self) -> bool:
        """Whether it has byes for want of an opponent, which a robot may play."""

    @property
    def tie_breaks(self) -> tuple[str, ...]:
        """The tie-breaks it is decided by, unless its announcement names others."""

    def faults(self, plan: Plan, least: int, most: int) -> tuple[Fault, ...]:
        """What does not go together, held with so many entrants at least and at the most; settings are settled."""

    def may_enter(self, state: State) -> bool:
        """Whether somebody may still join once it has begun, from the next round on."""

    def next_round(self, state: State, draw: Draw) -> tuple[Encounter, ...] | None:
        """What is paired next, or None where the event is over. Raises Unfinished while games have no result.

        They are of one round, later than `state.round`. Where nobody but a stand-in can be met, he is.
        """

    def planned(self, state: State, name: EntrantName) -> int | None:
        """How many games an entrant has in all, or None where a withdrawal annuls nothing: ended games count there."""

    def groups(self, state: State) -> tuple[Group, ...]:
        """The tables that are shown: one, or one a pool or stage, the latest last."""


class Group(msgspec.Struct, frozen=True):
    """A table of its own: its heading (empty where there is but one), who stands in it, and where their games are.

    It counts the encounters of this `group`; None: all. `order` are entrants whose order is settled by the format
    itself (a bracket, the rungs of a ladder), the first first; empty: points and tie-breaks decide.
    """

    heading: str
    entrants: tuple[EntrantName, ...]
    group: str | None = None
    order: tuple[EntrantName, ...] = ()


class Unfinished(Exception):
    """Games are still going on, so that nothing can be paired: `sittings` are their names."""

    def __init__(self, sittings: Sequence[SittingName]) -> None:
        super().__init__(f"without a result: {', '.join(sittings)}")
        self.sittings = tuple(sittings)


class CannotBe(Exception):
    """What was asked for cannot be done in this event, as a sentence without its full stop."""
