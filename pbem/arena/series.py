"""A series of games between two players: every seed twice, with sides swapped, over all cores, resumable.

A player against itself plays every seed once: with sides swapped it would play the same game again.

Each game hangs on its number alone, so that a series gives the same games however many processes play it, and whether
it was interrupted or not; a program that does otherwise from day to day has to answer for itself.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import closing
from multiprocessing import get_context
from pathlib import Path

import msgspec

from core.contract import Budget, Options, SeatName
from pbem.arena import match
from pbem.arena.match import Played, Table, Thought
from pbem.arena.players import Limits
from pbem.batch.resume import CannotResume, LineFile
from pbem.rulesets import presentation
from pbem.rulesets.contract import Presentation

A, B = "a", "b"
AHEAD = 4  # games a process that are handed out before the first of them is done


class Series(msgspec.Struct, frozen=True, kw_only=True):
    """What is played: a rule set with settled options, two players by their names, how many games, from which seed,
    and how long robots may think."""

    ruleset: str
    version: str
    options: Options
    a: str
    b: str
    games: int
    seed: int
    budget: Budget = Budget.ARENA

    @property
    def words(self) -> Presentation:
        return presentation(self.ruleset)

    def pair_of(self, number: int) -> int:
        """Which pair a game belongs to: those of a pair have the same dice."""
        return number if self.a == self.b else number // 2

    def named(self) -> str:
        """What has to be equal for a series to go on where it stopped: all but the number of games."""
        return msgspec.json.encode(msgspec.structs.replace(self, games=0), order="sorted").decode()


class Result(msgspec.Struct, frozen=True):
    """How a game ended: its number, who played which seat (a or b), who won, why, and what a loser has forfeited by."""

    game: int
    seats: dict[SeatName, str]
    winners: tuple[SeatName, ...]
    reason: str
    entries: int
    forfeit: str = ""
    thought: Mapping[str, Thought] = {}

    @property
    def winner(self) -> str | None:
        """a or b; None where neither won, or both among the winners."""
        won = {self.seats[seat] for seat in self.winners}
        return won.pop() if len(won) == 1 else None


def seated(words: Presentation, options: Options, number: int) -> dict[SeatName, str]:
    """Who plays which seat in a game, a or b: in the odd game of a pair whatever the other had in the even one.

    Partners are played by one. Of three sides one player has one and the other two, in turn.
    """
    rules = words.rules
    seats = rules.seats(options)
    opening = rules.opening(options)
    sides = list(dict.fromkeys(_side(words, rules.view(opening, seat), seat) for seat in seats))
    pair, swapped = divmod(number, 2)
    first = {sides[(pair + 2 * step) % len(sides)] for step in range(len(sides) // 2)}
    ours, theirs = (B, A) if swapped else (A, B)
    held = {seat: ours if side in first else theirs for side in sides for seat in side}
    return {seat: held[seat] for seat in seats}


def _side(words: Presentation, view: object, seat: SeatName) -> tuple[SeatName, ...]:
    return tuple(sorted((seat, *words.partners(view, seat))))  # type: ignore[arg-type]


def seed_of(series: Series, number: int) -> bytes:
    """The secret of a game's dice: that of its pair."""
    key = series.seed.to_bytes(32, "big")
    return hmac.digest(key, f"pbem arena 1\n{series.ruleset}\n{series.pair_of(number)}".encode(), "sha256")


def play(series: Series, number: int, limits: Limits, *, keep: bool = False) -> tuple[Result, tuple[str, ...]]:
    """Play the game of a number, from 0; how it ended, and with `keep` the lines of its record."""
    words = series.words
    seats = seated(words, series.options, number)
    table = Table(
        words=words,
        options=series.options,
        # The dice hang on the name, and both games of a pair have the same.
        name=f"arena{series.pair_of(number)}",
        seats=seats,
        players={A: series.a, B: series.b},
        seed=seed_of(series, number),
        budget=series.budget,
    )
    played: Played = match.play(table, limits, keep=keep)
    how = (played.winners, played.reason, played.entries, played.forfeit, played.thought)
    result = Result(number, seats, *how)
    return result, played.record


def play_all(series: Series, limits: Limits, jobs: int, folder: Path | None) -> Iterator[Result]:
    """Play all games that are not played yet, with so many processes; those that were stand first.

    With a folder each game is kept there as it ends, with its record. Raises CannotResume, OSError.
    """
    if folder is None:
        for result, _ in _played(series, range(series.games), limits, jobs, keep=False):
            yield result
        return
    with closing(Kept(folder, series)) as kept:
        done = list(kept.found())
        yield from (each for each in done if each.game < series.games)
        there = {each.game for each in done}
        missing = [number for number in range(series.games) if number not in there]
        for result, lines in _played(series, missing, limits, jobs, keep=True):
            kept.write(result, lines)
            yield result


def _played(
    series: Series, numbers: Sequence[int], limits: Limits, jobs: int, *, keep: bool
) -> Iterator[tuple[Result, tuple[str, ...]]]:
    """The games as they end; no more are handed out at a time than are soon begun."""
    if jobs == 1:
        yield from (play(series, number, limits, keep=keep) for number in numbers)
        return
    left = iter(numbers)
    with ProcessPoolExecutor(jobs, mp_context=get_context("forkserver")) as processes:
        under_way: set[Future[tuple[Result, tuple[str, ...]]]] = set()
        while True:
            for number in left:
                under_way.add(processes.submit(play, series, number, limits, keep=keep))
                if len(under_way) >= AHEAD * jobs:
                    break
            if not under_way:
                return
            ended, under_way = wait(under_way, return_when=FIRST_COMPLETED)
            yield from (each.result() for each in ended)


# --- What is kept -------------------------------------------------------------------------------------------------


class Kept:
    """A folder with a series: `series.json`, a line a game in `games.jsonl`, and the record of each."""

    def __init__(self, folder: Path, series: Series) -> None:
        self._records = folder / "records"
        self._records.mkdir(parents=True, exist_ok=True)
        named = folder / "series.json"
        self._file: LineFile[Result] = LineFile(folder / "games.jsonl", Result, "a game")
        if named.exists() and named.read_text(encoding="utf-8") != series.named():
            self._file.close()
            raise CannotResume(f"{folder} holds another series; see {named}, or name another folder.")
        named.write_text(series.named(), encoding="utf-8")

    def found(self) -> Iterator[Result]:
        """The games that are there."""
        return self._file.found()

    def write(self, result: Result, lines: Sequence[str]) -> None:
        """Keep a game: its record first, since its line says that it is all there."""
        record = "".join(f"{line}\n" for line in lines)
        (self._records / f"{result.game}.jsonl").write_text(record, encoding="utf-8")
        self._file.write(msgspec.json.encode(result) + b"\n")

    def close(self) -> None:
        self._file.close()


# --- How it stands ------------------------------------------------------------------------------------------------


class BySeat(msgspec.Struct):
    """How a seat fared, whoever played it."""

    won: int = 0
    drawn: int = 0
    lost: int = 0


class Tally(msgspec.Struct):
    """The games of a series counted, as `--json` prints it."""

    ruleset: str
    games: int = 0
    a_wins: int = 0
    draws: int = 0
    b_wins: int = 0
    by_seat: dict[SeatName, BySeat] = {}

    def add(self, result: Result) -> None:
        """Count a game."""
        self.games += 1
        self.a_wins += result.winner == A
        self.b_wins += result.winner == B
        self.draws += result.winner is None
        for seat in result.seats:
            fared = self.by_seat.setdefault(seat, BySeat())
            if not result.winners:
                fared.drawn += 1
            elif seat in result.winners:
                fared.won += 1
            else:
                fared.lost += 1


def counted(ruleset: str, seats: Sequence[SeatName], results: Mapping[int, Result]) -> Tally:
    """All results in one tally."""
    tally = Tally(ruleset, by_seat={seat: BySeat() for seat in seats})
    for number in sorted(results):
        tally.add(results[number])
    return tally
