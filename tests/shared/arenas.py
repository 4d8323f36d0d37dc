"""Series for tests of the arena."""

from __future__ import annotations

from pbem.arena.series import Series
from pbem.rulesets import presentation


def series(ruleset: str = "conflict", games: int = 4, seed: int = 7, **options: str) -> Series:
    """The robot that stands in for the silent against chance; games of Conflict are the shortest."""
    words = presentation(ruleset)
    return Series(
        ruleset=ruleset,
        version=words.rules.version,
        options=words.rules.settle(options),
        a="stand-in",
        b="random",
        games=games,
        seed=seed,
    )
