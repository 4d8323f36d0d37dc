"""What the picture of a report costs: milliseconds of processor and bytes, by rule set, over games between robots.

Each turn's picture is drawn as a delivery draws it, from the view and the events of the seat that is asked. The
milliseconds are of this process alone; on a busy machine they are more.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator

from rounds import Sheet

import pbem
from pbem.reports import maps
from pbem.reports.document import Picture
from pbem.rulesets import names

TURNS = 16
SEEDS = (1, 2)


def compare(sheet: Sheet) -> None:
    """Draw, and put a table on the sheet."""
    sheet.table(
        "Pictures of reports, drawn when they are delivered",
        ["", "ms, median", "ms, most", "of it SVG", "kB, median", "kB, most", "to print: ms", "kB"],
        [_row(ruleset) for ruleset in names()],
    )


def _row(ruleset: str) -> list[str]:
    drawn = [_drawn(picture) for picture in _pictures(ruleset)]
    printed = [_drawn(picture) for picture in list(_pictures(ruleset, {"print": True}))[::5]]
    spent, svg, size = zip(*drawn, strict=True)
    median = statistics.median
    return [
        ruleset,
        *(f"{1000 * each:.0f}" for each in (median(spent), max(spent), median(svg))),
        *(f"{each / 1000:.0f}" for each in (median(size), max(size))),
        f"{1000 * max(each[0] for each in printed):.0f}",
        f"{max(each[2] for each in printed) / 1000:.0f}",
    ]


def _pictures(ruleset: str, way: dict[str, bool] | None = None) -> Iterator[Picture]:
    """The pictures of reports in games between robots, each with the events since the one before."""
    for seed in SEEDS:
        game = pbem.game(ruleset, seed=seed)
        told = 0
        for turn in range(TURNS):
            if not game.awaiting:
                break
            for seat in list(game.awaiting):
                if seat in game.awaiting:
                    game.play(game.bot(turn, seat), seat)
            seat = next(iter(game.awaiting), game.seats[0])
            known = tuple(event for event in game.events[told:] if event.seen_by is None or seat in event.seen_by)
            told = len(game.events)
            yield Picture("map.png", ruleset, game.view(seat) | (way or {}), known)


def _drawn(picture: Picture) -> tuple[float, float, int]:
    """Seconds of processor, those of them for the SVG, and bytes."""
    begun = time.process_time()
    drawn = maps.mailed(picture)
    spent = time.process_time() - begun
    maps.png.cache_clear()
    begun = time.process_time()
    maps.presentation(picture.ruleset).map_svg(picture.view, picture.lately)
    return spent, time.process_time() - begun, len(drawn.content)
