"""What `pbem arena` does: a series of games, told as a table or as JSON."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

import click
import msgspec
from rich.console import Console
from rich.progress import track
from rich.table import Table

from core.contract import BadOption, Budget
from pbem.arena.match import Thought
from pbem.arena.players import Limits, NoSuchPlayer, must_exist
from pbem.arena.series import A, B, Result, Series, Tally, counted, play_all
from pbem.batch.resume import CannotResume
from pbem.rulesets import UnknownRuleSet, presentation
from pbem.rulesets.balance import share

MEGABYTE = 1 << 20
FORFEITS_TOLD = 5


class CannotRun(Exception):
    """Why the series cannot be played, as a sentence."""


def run(
    ruleset: str,
    chosen: Mapping[str, str],
    *,
    a: str,
    b: str,
    games: int,
    seed: int,
    budget: str,
    jobs: int | None,
    keep: Path | None,
    seconds: float,
    memory: int,
    as_json: bool,
) -> None:
    """Play a series and print how it came out. Raises CannotRun."""
    series = _series(ruleset, chosen, a, b, games, seed, Budget(budget))
    limits = Limits(seconds, memory * MEGABYTE)
    results: dict[int, Result] = {}
    try:
        under_way = play_all(series, limits, jobs or os.cpu_count() or 1, keep)
        # Progress is for people at a terminal, and never in the way of what is printed.
        for result in track(under_way, f"{a} against {b}", games, console=Console(stderr=True), transient=True):
            results[result.game] = result
    except (CannotResume, OSError) as error:
        raise CannotRun(str(error)) from error
    tally = counted(ruleset, series.words.rules.seats(series.options), results)
    if as_json:
        click.echo(msgspec.json.encode(tally))
    else:
        _print(series, tally, results)


def _series(ruleset: str, chosen: Mapping[str, str], a: str, b: str, games: int, seed: int, budget: Budget) -> Series:
    try:
        words = presentation(ruleset)
        options = words.settle(chosen)
        for name in (a, b):
            must_exist(name)
    except (UnknownRuleSet, BadOption, NoSuchPlayer) as error:
        raise CannotRun(str(error)) from error
    version = words.rules.version
    return Series(ruleset=ruleset, version=version, options=options, a=a, b=b, games=games, seed=seed, budget=budget)


def _print(series: Series, tally: Tally, results: Mapping[int, Result]) -> None:
    words = series.words
    of_pairs = f", each of {(tally.games + 1) // 2} seeds with both sides" if series.a != series.b else ""
    title = f"{words.title}: {tally.games} games{of_pairs}"
    table = Table(title=title, title_justify="left")
    for heading in ("", "won", "drawn", "lost", "share of points, 95 %"):
        table.add_column(heading, justify="left" if not heading else "right")
    points = share(tally.a_wins, tally.draws, tally.games)
    table.add_row(f"{series.a} ({A})", *map(str, (tally.a_wins, tally.draws, tally.b_wins, points)))
    points = share(tally.b_wins, tally.draws, tally.games)
    table.add_row(f"{series.b} ({B})", *map(str, (tally.b_wins, tally.draws, tally.a_wins, points)), end_section=True)
    for seat, fared in tally.by_seat.items():
        points = share(fared.won, fared.drawn, tally.games)
        table.add_row(words.seat_title(seat), *map(str, (fared.won, fared.drawn, fared.lost, points)))
    Console(file=sys.stdout).print(table)
    lengths = sorted(each.entries for each in results.values())
    if lengths:
        click.echo(f"Half of the games took {lengths[len(lengths) // 2]} turns or fewer, the longest {lengths[-1]}.")
    for who, name in ((A, series.a), (B, series.b)):
        all_games = sum((each.thought[who] for each in results.values() if who in each.thought), Thought())
        if all_games.decisions:
            mean = 1000 * all_games.seconds / all_games.decisions
            click.echo(f"{name} ({who}) thought {mean:.1f} ms a turn, at the longest {1000 * all_games.longest:.0f}.")
    forfeits = [each for each in results.values() if each.forfeit]
    for each in forfeits[:FORFEITS_TOLD]:
        click.echo(f"game {each.game} was forfeited by {_holder(each)}, {each.forfeit}")
    if len(forfeits) > FORFEITS_TOLD:
        click.echo(f"and {len(forfeits) - FORFEITS_TOLD} games more were forfeited")


def _holder(result: Result) -> str:
    return result.seats[result.forfeit.partition(":")[0]]
