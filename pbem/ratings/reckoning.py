"""Reckoning ratings: the ends of games go in one after another, in the order of their times, and change what is known.

Each side of a game is a silent team-mate of its player, so that what the side is worth is learned as its own rating,
and nobody is paid for having drawn it. Partners are one team; a draw and a shared place are ties. The model is the
Thurstone-Mosteller one of openskill, with full pairing (Weng and Lin 2011).

Of each uncertainty a game takes off what it tells in full. The usual brake on that (the root of the team's share of all
uncertainty) is for players with thousands of games; with some tens it leaves ratings that jump about long after they
might have settled (docs/ratings.md has the measurement).

Nothing here knows a database: `keeping` does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from math import sqrt
from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec
from openskill.models import ThurstoneMostellerFull, ThurstoneMostellerFullRating

from core.contract import Outcome, SeatName
from pbem.games.finish import Finish
from pbem.ratings.scale import BETA, LEARNING, MU, SIGMA, faded
from pbem.reports.turn import CANCELLED, LEFT

UNRATED = (CANCELLED, LEFT)  # ends that say nothing of who played
Kind: TypeAlias = Literal["player", "robot", "side"]
ROBOT = " (robot)"  # behind the level of one, where the record tells who sits on a seat


class Key(NamedTuple):
    """Whose rating it is, and in which way to play which rule set."""

    ruleset: str
    mode: str
    kind: Kind
    who: str


class Known(msgspec.Struct, frozen=True):
    """What is known of somebody after so many games, the last of which ended `at`."""

    mu: float = MU
    sigma: float = SIGMA
    games: int = 0
    at: datetime | None = None


class Change(msgspec.Struct, frozen=True):
    """What the end of a game did to one rating. `seat` is that of the player or robot, None of a side."""

    key: Key
    seat: SeatName | None
    before: Known
    after: Known
    silent: bool = False


class End(msgspec.Struct, frozen=True):
    """The last entry of a rated game's record, as far as ratings need it."""

    outcome: Outcome
    finish: Finish

    @property
    def at(self) -> datetime:
        """When the game ended."""
        return datetime.fromisoformat(self.finish.at)

    @property
    def began(self) -> datetime:
        """When it began."""
        return datetime.fromisoformat(self.finish.began)

    @property
    def people(self) -> tuple[str, ...]:
        """The drawn names of the players, robots left out."""
        return tuple(each for each in self.finish.players.values() if not each.endswith(ROBOT))


class _Line(msgspec.Struct, frozen=True):
    outcome: Outcome
    finish: Finish | None = None


_LINE = msgspec.json.Decoder(_Line)


def end_of(line: str | bytes) -> End | None:
    """The end that the last line of a record tells of; None where the game is not rated.

    Raises msgspec.MsgspecError where it is no such line.
    """
    read = _LINE.decode(line)
    return None if read.finish is None else End(read.outcome, read.finish)


class Seated(NamedTuple):
    """Who is rated for a seat: a player by his number, or a robot by its level."""

    kind: Kind
    who: str


def seated(told: str, number: Callable[[str], int]) -> Seated:
    """Who it is that the record tells of: a robot, or whoever has that drawn name, whose `number` is asked for."""
    if told.endswith(ROBOT):
        return Seated("robot", told.removesuffix(ROBOT))
    return Seated("player", str(number(told)))


class Reckoning:
    """The ratings so far; `known` and `absent` are asked for what happened before this reckoning began.

    `absent` tells of a player's number when he was last silent, unless he has ended a game otherwise since.
    """

    def __init__(
        self,
        known: Callable[[Key], Known] = lambda key: Known(),
        absent: Callable[[str], datetime | None] = lambda who: None,
    ) -> None:
        self._earlier, self._earlier_absent = known, absent
        self._known: dict[Key, Known] = {}
        self._absent: dict[str, datetime | None] = {}
        # As the model wants them: to make one anew for each game takes it longer than to rate the game.
        self._tables: dict[Key, ThurstoneMostellerFullRating] = {}
        # Who has learned (`LEARNING`) is told apart here, before the model sees him.
        self._model = ThurstoneMostellerFull(mu=MU, sigma=SIGMA, beta=BETA, tau=0.0, gamma=_in_full)

    def known(self, key: Key) -> Known:
        """What is known of somebody now."""
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._earlier(key)
        return found

    def __iter__(self) -> Iterator[tuple[Key, Known]]:
        return iter(self._known.items())

    def weigh(self, end: End, number: Callable[[str], int]) -> tuple[Change, ...]:
        """What the end of a game changes; nothing where it does not count. Raises what `number` does, before that."""
        sits = {seat: seated(told, number) for seat, told in end.finish.players.items()}
        if not self._counts(end, sits):
            # A win that was claimed and does not count tells nothing of whether somebody was there.
            return ()
        at = end.at
        for seat, who in sits.items():
            if who.kind == "player":
                self._absent[who.who] = at if seat in end.finish.silent else None
        return self._changes(end.finish, at, sits)

    def _counts(self, end: End, sits: Mapping[SeatName, Seated]) -> bool:
        if end.outcome.reason in UNRATED or len(set(sits.values())) < 2 or len(end.finish.sides) < 2:
            return False
        return not any(self._is_absent(end, sits[seat]) for seat in end.finish.silent)

    def _is_absent(self, end: End, who: Seated) -> bool:
        """Whether a player has lost a game already by the same absence: he has not been here since this one began."""
        if who.kind != "player":
            return False
        if who.who not in self._absent:
            self._absent[who.who] = self._earlier_absent(who.who)
        since = self._absent[who.who]
        return since is not None and end.began <= since

    def _changes(self, finish: Finish, at: datetime, sits: Mapping[SeatName, Seated]) -> tuple[Change, ...]:
        teams = [self._team(finish, side, sits) for side in finish.sides]
        ranks = [float(_place(finish, side)) for side in finish.sides]
        rated = self._model.rate([[self._at_table(key, at) for key, _ in team] for team in teams], ranks=ranks)
        often = Counter(sits.values())
        changes = []
        for team, after in zip(teams, rated, strict=True):
            for (key, seat), new in zip(team, after, strict=True):
                # Who sits on several seats, as a robot may, has several results, and keeps what he had.
                if seat is not None and often[sits[seat]] > 1:
                    continue
                before = self.known(key)
                now = Known(new.mu, new.sigma, before.games + 1, at)
                self._known[key], self._tables[key] = now, new
                changes.append(Change(key, seat, before, now, seat in finish.silent))
        return tuple(changes)

    def _team(
        self, finish: Finish, side: tuple[SeatName, ...], sits: Mapping[SeatName, Seated]
    ) -> list[tuple[Key, SeatName | None]]:
        """Whoever plays a side, each with his seat, and behind them the side itself."""
        ruleset, mode = finish.ruleset, finish.mode
        played: list[tuple[Key, SeatName | None]] = [(Key(ruleset, mode, *sits[seat]), seat) for seat in side]
        return [*played, (Key(ruleset, mode, "side", _side(side, finish.handicap)), None)]

    def _at_table(self, key: Key, at: datetime) -> ThurstoneMostellerFullRating:
        """The mu and sigma with which somebody sits down: players fade and learn, robots and sides do not."""
        known = self.known(key)
        found = self._tables.get(key)
        if found is None:
            found = self._tables[key] = self._model.rating()
        found.mu, found.sigma = known.mu, known.sigma
        if key.kind == "player":
            sigma = known.sigma if known.at is None else faded(known.sigma, known.at, at)
            found.sigma = sqrt(sigma * sigma + LEARNING * LEARNING)
        return found


def _in_full(*_: Any) -> float:
    """The share of what a game tells that is taken off an uncertainty."""
    return 1.0


def _side(seats: tuple[SeatName, ...], handicap: str) -> str:
    """What a side is called: its seats, and what made it stronger or weaker than usual."""
    return " ".join(filter(None, ("+".join(seats), handicap)))


def _place(finish: Finish, side: tuple[SeatName, ...]) -> int:
    """The place of a team: that of the best of its seats."""
    return min(place for place, seats in enumerate(finish.places) if not set(seats).isdisjoint(side))
