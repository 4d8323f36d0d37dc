"""A game to play from a notebook, a script or a test: no server, no mail, no clock, and every seat at hand.

`pbem.game` makes one; README shows it at play.

Not for running games of people: it shows whoever holds it what every seat may know.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from core.contract import Budget, Effect, Event, Json, Level, Orders, Outcome, SeatName, Verdict
from core.dice import Roll, SeededDice, commitment
from pbem.reading.judging import judge
from pbem.reading.reader import Reading, read
from pbem.reports.answers import answers_to
from pbem.robots import odds, playing
from pbem.rulesets import presentation
from pbem.rulesets.contract import Presentation

SEED_BYTES = 32
LEGAL_SHOWN = 1_000


class OrdersWanted(ValueError):
    """A seat must be named: several owe orders, or none does."""


class Answer(NamedTuple):
    """The answer to one order line: its number (None: the orders as a whole), its text, a mark and a sentence."""

    number: int | None
    text: str
    mark: str
    said: str

    def __str__(self) -> str:
        where = f"{self.number}  " if self.number is not None else ""
        return f"{where}{self.text}  {self.mark}: {self.said}"


def game(ruleset: str, *, seed: int | bytes = 0, **options: Any) -> Game:
    """A new game of a rule set with these options, its dice from `seed`; equal arguments give equal games.

    Raises UnknownRuleSet, and core.contract.BadOption for an option that cannot be had.
    """
    return Game(ruleset, options, seed)


class Game:
    """A game under way. `position` is the rules' own value of it; `events` and `rolls` are all there were so far."""

    def __init__(self, ruleset: str, options: Mapping[str, Any] | None = None, seed: int | bytes = 0) -> None:
        self._words: Presentation = presentation(ruleset)
        self.ruleset, self.rules = ruleset, self._words.rules
        self.options = self._words.settle(options or {})
        self.seed = seed if isinstance(seed, bytes) else seed.to_bytes(SEED_BYTES, "big", signed=seed < 0)
        self.events: list[Event] = []
        self._dice = SeededDice(self.seed)
        self._kept: dict[SeatName, Orders] = {}
        self.position: Any = self.rules.opening(self.options)
        self._adjudicate({})

    # --- What is asked, and what may be answered -------------------------------------------------------------------

    @property
    def seats(self) -> tuple[SeatName, ...]:
        """The seats, in the order in which they are offered to players."""
        return self.rules.seats(self.options)

    @property
    def awaiting(self) -> dict[SeatName, str]:
        """The seats that owe orders now, each with the kind of its decision; empty when the game is over."""
        return {owed.seat: owed.kind for owed in self.rules.awaiting(self.position) if owed.seat not in self._kept}

    def legal(self, seat: SeatName | None = None, limit: int = LEGAL_SHOWN) -> list[str]:
        """Complete order sets that may be given now, as text, at most `limit` of them."""
        sets = self.rules.legal(self.position, self._seat(seat), limit)
        return ["\n".join(line.text for line in orders) for orders in sets]

    def random(self, seed: int = 0, seat: SeatName | None = None) -> str:
        """One complete order set that may be given now, drawn by `seed`."""
        return "\n".join(line.text for line in self.rules.random_orders(self.position, self._seat(seat), seed))

    def bot(self, seed: int = 0, seat: SeatName | None = None) -> str:
        """What the rule set's robot would order."""
        seat = self._seat(seat)
        return self._words.bot(self.view(seat), seat, Random(seed))  # noqa: S311  (a robot's whim is no secret)

    def robot(self, level: Level | str, seed: int = 0, seat: SeatName | None = None) -> str:
        """What the robot of a level (`recruit`, `officer`, `marshal`) would order, from what the seat may know."""
        view = self.view(self._seat(seat))
        return playing.orders(self._words, view, Level(level), seed, Budget.ARENA)

    def odds(self, text: str, seat: SeatName | None = None, count: int = odds.SAMPLES) -> tuple[str, ...]:
        """What orders that can be played may come to, in sentences, from what the seat may know; nothing is played."""
        seat = self._seat(seat)
        lines = self._read(text, seat).lines
        if self.rules.check(self.position, seat, lines).effect is Effect.NOTHING:
            return ()
        return odds.of(self._words, self.view(seat), lines, count=count).told

    @property
    def margin(self) -> dict[SeatName, float]:
        """Who stands better and how clearly, from -1 to 1 for each seat."""
        return self.rules.margin(self.position)

    def check(self, text: str, seat: SeatName | None = None) -> list[Answer]:
        """The answers to orders as a player would mail them; nothing is played."""
        seat = self._seat(seat)
        reading = self._read(text, seat)
        return self._answers(seat, reading.lines, judge(self._words, self.position, seat, reading).verdicts)

    def play(self, text: str, seat: SeatName | None = None) -> list[Answer]:
        """Give a seat's orders, as a player would mail them; the answers, line by line.

        Orders with a line that cannot be read change nothing. Where seats write in secret and at the same time, orders
        are kept until all are in. Raises OrdersWanted where it is not clear whose orders these are.
        """
        seat = self._seat(seat)
        reading = self._read(text, seat)
        orders, checked = reading.lines, judge(self._words, self.position, seat, reading)
        if checked.effect is Effect.AT_ONCE:
            before = self.view(seat)
            # As by mail: what others have handed in for this turn goes with it, and is not left for the next.
            kept, self._kept = self._kept, {}
            verdicts = self._adjudicate({**kept, seat: orders}).get(seat, checked.verdicts)
            return self._answers(seat, orders, verdicts, before)
        answers = self._answers(seat, orders, checked.verdicts)
        if checked.effect is Effect.WHEN_ALL_IN:
            self._kept[seat] = orders
            if not self.awaiting:
                kept, self._kept = self._kept, {}
                self._adjudicate(kept)
        return answers

    # --- How it stands ---------------------------------------------------------------------------------------------

    def view(self, seat: SeatName | None) -> Json:
        """What a seat (None: an onlooker) may know of the position."""
        return self.rules.view(self.position, seat)

    @property
    def board(self) -> str:
        """The map as text, as the seat sees it that is asked; as an onlooker where it is not one alone."""
        return self._words.map_text(self._shown())

    @property
    def status(self) -> str:
        """One line: the turn, whose it is, the dice; or how the game ended."""
        view = self._shown()
        return self._words.say_outcome(view) if self.outcome else self._words.status(view)

    @property
    def outcome(self) -> Outcome | None:
        """The end of the game, or None while it goes on."""
        return self.rules.outcome(self.position)

    @property
    def story(self) -> list[str]:
        """What happened so far, in sentences, as one who may know all that is told to every seat."""
        return self._words.digest([event for event in self.events if event.seen_by is None], self.view(None))

    @property
    def rolls(self) -> Sequence[Roll]:
        """Every roll so far."""
        return tuple(self._dice.rolls)

    @property
    def commitment(self) -> str:
        """The hash that seals the seed of the dice before a game."""
        return commitment(self.seed)

    def __str__(self) -> str:
        return self.board

    def __repr__(self) -> str:
        return f"<pbem.Game {self.ruleset}: {self.status}>"

    def _repr_svg_(self) -> str:
        return self._words.map_svg(self._shown())

    # --- Inside ----------------------------------------------------------------------------------------------------

    def _shown(self) -> Json:
        asked = list(self.awaiting)
        return self.view(asked[0] if len(asked) == 1 else None)

    def _seat(self, seat: SeatName | None) -> SeatName:
        asked = list(self.awaiting)
        if seat is None and len(asked) == 1:
            return asked[0]
        if seat is None:
            whose = ", ".join(asked)
            raise OrdersWanted(f"name a seat: {whose} owe orders" if asked else "no seat owes orders now")
        if seat in asked:
            return seat  # one that nobody plays (`host`) too
        found = self._words.find_seat(seat, self.seats)
        if found is None:
            raise OrdersWanted(f'there is no seat "{seat}"; there is {", ".join(self.seats)}')
        return found

    def _read(self, text: str, seat: SeatName) -> Reading:
        return read(self._words, list(enumerate(text.split("\n"), start=1)), lambda: self.view(seat))

    def _adjudicate(self, orders: Mapping[SeatName, Orders]) -> dict[SeatName, tuple[Verdict, ...]]:
        result = self.rules.adjudicate(self.position, orders, self._dice)
        self.position = result.position
        self.events += result.events
        return result.verdicts

    def _answers(
        self, seat: SeatName, orders: Orders, verdicts: Sequence[Verdict], view: Json | None = None
    ) -> list[Answer]:
        seen = self.view(seat) if view is None else view
        return [
            Answer(told.number, told.text, told.mark, told.said)
            for told in answers_to(self._words, orders, verdicts, seen)
        ]
