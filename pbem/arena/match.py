"""One game in the arena, from its opening to its end, and its record."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from typing import Any

import msgspec

from core.contract import Budget, Decision, Effect, Level, Options, SeatName
from core.dice import SeededDice
from pbem.arena.players import Asked, Forfeit, Limits, Player, player
from pbem.games import record
from pbem.games.kept_orders import HandedIn, for_the_record, read_lines
from pbem.games.record import Entry
from pbem.rulesets.contract import Presentation

# Decisions after which a game between players who bring nothing about is called a draw.
MOST_DECISIONS = 20_000


class Thought(msgspec.Struct, frozen=True):
    """How many decisions a player has made in a game, and the seconds that all of them and the longest took."""

    decisions: int = 0
    seconds: float = 0.0
    longest: float = 0.0

    def further(self, seconds: float) -> Thought:
        """With another decision."""
        return Thought(self.decisions + 1, self.seconds + seconds, max(self.longest, seconds))

    def __add__(self, other: Thought) -> Thought:
        decisions, seconds = self.decisions + other.decisions, self.seconds + other.seconds
        return Thought(decisions, seconds, max(self.longest, other.longest))


class Played(msgspec.Struct, frozen=True):
    """How a game ended: who won (nobody, in a draw), why, and after how many turn entries.

    `forfeit` says what the loser has done that no rule knows, and `record` has the lines of the game's record, where it
    was kept: up to that moment. `thought` is of each player.
    """

    winners: tuple[SeatName, ...]
    reason: str
    entries: int
    forfeit: str = ""
    record: tuple[str, ...] = ()
    thought: Mapping[str, Thought] = {}


class Table(msgspec.Struct, frozen=True):
    """What is played: which game, with what options, from which seed, and by whom.

    `seats` tells which of the `players` has each seat; of these it has the names.
    """

    words: Presentation
    options: Options
    name: str
    seats: Mapping[SeatName, str]
    players: Mapping[str, str]
    seed: bytes
    budget: Budget = Budget.ARENA


def play(table: Table, limits: Limits, *, keep: bool = False) -> Played:
    """Play a game to its end; with `keep` its record too."""
    with ExitStack() as stack:
        players = {who: player(name, limits, table.budget) for who, name in table.players.items()}
        for each in players.values():
            stack.callback(each.close)
        return _Match(table, {seat: players[who] for seat, who in table.seats.items()}, keep=keep).play()


class _Match:
    def __init__(self, table: Table, players: Mapping[SeatName, Player], *, keep: bool) -> None:
        self._table, self._words, self._players, self._keep = table, table.words, players, keep
        self._position: Any = self._words.rules.opening(table.options)
        self._lines: list[str] = []
        self._last: Entry | None = None
        self._turns = self._decisions = 0
        self._thought = dict.fromkeys(table.players, Thought())
        seats = [(seat, f"player-{at}", "") for at, seat in enumerate(table.seats, start=1)]
        self._note("game", record.game_body(table.name, self._words, table.options, seats, table.seed))

    def play(self) -> Played:
        self._adjudicate({})
        while (outcome := self._words.rules.outcome(self._position)) is None:
            try:
                self._next_turn()
            except _Lost as lost:
                return self._forfeited(lost)
            if self._decisions >= MOST_DECISIONS:
                return self._ended((), "endless")
        self._note("end", record.end_body(outcome, self._table.seed))
        return self._ended(outcome.winners, outcome.reason)

    def _ended(self, winners: tuple[SeatName, ...], reason: str, forfeit: str = "") -> Played:
        return Played(winners, reason, self._turns, forfeit, tuple(self._lines), self._thought)

    def _next_turn(self) -> None:
        """Ask who is to be asked; orders that count at once are carried out with those that came before them."""
        handed_in: dict[SeatName, HandedIn] = {}
        for decision in self._words.rules.awaiting(self._position):
            given, effect = self._ask(decision) if decision.seat in self._players else self._of_nobody(decision)
            handed_in[decision.seat] = given
            if effect is Effect.AT_ONCE:
                break
        self._adjudicate(handed_in)

    def _ask(self, decision: Decision) -> tuple[HandedIn, Effect]:
        seat = decision.seat
        self._decisions += 1
        whim = f"{self._table.seed.hex()} {self._decisions} {seat}"
        player = self._players[seat]
        begun = player.clock()
        try:
            text = player.orders(Asked(self._words, self._position, seat, decision.kind, whim))
        except Forfeit as why:
            raise _Lost(seat, str(why)) from why
        finally:
            who = self._table.seats[seat]
            self._thought[who] = self._thought[who].further(player.clock() - begun)
        given = read_lines(self._words, list(enumerate(text.split("\n"), start=1)))
        checked = self._words.rules.check(self._position, seat, given.orders)
        if checked.effect is Effect.NOTHING:
            raise _Lost(seat, f"its orders cannot be played: {_first_fault(checked.verdicts)}")
        return given, checked.effect

    def _of_nobody(self, decision: Decision) -> tuple[HandedIn, Effect]:
        """The orders of a seat that nobody plays (`host`): what the rules themselves would order there."""
        rules = self._words.rules
        lines = rules.robot_orders(rules.view(self._position, decision.seat), Level.RECRUIT, 0, Budget.ARENA)
        given = read_lines(self._words, [(line.number, line.text) for line in lines])
        return given, rules.check(self._position, decision.seat, given.orders).effect

    def _adjudicate(self, handed_in: Mapping[SeatName, HandedIn]) -> None:
        dice = SeededDice(self._table.seed, self._table.name, [""] * len(self._table.seats))
        orders = {seat: given.orders for seat, given in handed_in.items()}
        result = self._words.rules.adjudicate(self._position, orders, dice)
        self._position = result.position
        self._turns += 1
        if self._keep:
            kept = {
                seat: for_the_record(self._words, given, result.verdicts.get(seat, ()))
                for seat, given in handed_in.items()
            }
            self._note("turn", record.turn_body(self._words, kept, False, dice.rolls, result))

    def _note(self, kind: str, body: Any) -> None:
        if self._keep:
            self._last = record.link(self._last, kind, body, self._table.seed)
            self._lines.append(self._last.line)

    def _forfeited(self, lost: _Lost) -> Played:
        """The others win, and the loser's partners lose with him."""
        view = self._words.rules.view(self._position, lost.seat)
        gone = {lost.seat, *self._words.partners(view, lost.seat)}
        # A program that plays several seats has lost for all of them.
        gone |= {seat for seat, who in self._table.seats.items() if who == self._table.seats[lost.seat]}
        winners = tuple(seat for seat in self._table.seats if seat not in gone)
        return self._ended(winners, "forfeit", f"{lost.seat}: {lost.why}")


class _Lost(Exception):
    def __init__(self, seat: SeatName, why: str) -> None:
        super().__init__(why)
        self.seat, self.why = seat, why


def _first_fault(verdicts: Any) -> str:
    return next((f"{each.code or each.status} in line {each.line}" for each in verdicts if each.code), "no orders")
