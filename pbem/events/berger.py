"""Berger tables: who meets whom in which round where all meet all, as FIDE prints them (Handbook C.05, Annex 1).

The table of an even number; with one entrant less, whoever meets the last number rests.
"""

from __future__ import annotations

from typing import TypeAlias

Pairings: TypeAlias = tuple[tuple[tuple[int, int], ...], ...]


def table(number: int) -> Pairings:
    """For each round the pairs of numbers from 1, who has the first side first; an odd number has one more, who is not.

    The last number sits still and changes sides from round to round; all others move on by half the number, round the
    circle of those before the last, and meet across it.
    """
    even = number + number % 2
    circle = even - 1
    return tuple(_round(even, circle, turn * (even // 2) % circle) for turn in range(circle))


def _round(even: int, circle: int, at: int) -> tuple[tuple[int, int], ...]:
    """The round in which the number `at`, from 0, meets the last one."""
    first = (at + 1, even) if at < even // 2 else (even, at + 1)
    others = [((at + step) % circle + 1, (at - step) % circle + 1) for step in range(1, even // 2)]
    return (first, *others)
