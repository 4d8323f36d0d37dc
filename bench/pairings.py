"""How long the pairing of a Swiss takes, from its first round to its last, and how well it does.

    python bench/pairings.py

A row a size: the seconds of processor time for all rounds (the best of three), those of the slowest round, the mean
difference of points between those who met, in games won, the worst imbalance of sides, byes and rematches. Games end by
chance, the stronger more often; a tenth leaves on the way. Nothing is asserted: a machine has good and bad minutes.
"""

from __future__ import annotations

import time
from collections import Counter
from random import Random
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

from pbem.events import acts, formats, scoring, sittings
from pbem.events.contract import Draw, Encounter, Entrant, How, Plan, State, Unit

SIZES = ((16, 5), (33, 6), (64, 7), (128, 8))
UNITS = (Unit.MATCH, Unit.SINGLE)
REPEATS = 3
LEAVING = 0.1  # of the entrants, on the way
GAME = 2  # points


class Played(NamedTuple):
    """An event that was paired to its end: how long that took, and what came of it."""

    seconds: float
    slowest: float
    gap: float
    leaning: int
    byes: int
    rematches: int


def main() -> None:
    table = Table("players x rounds", "unit", "s", "slowest round, s", "gap", "sides", "byes", "rematches")
    for unit in UNITS:
        for count, rounds in SIZES:
            found = min((run(count, rounds, unit) for _ in range(REPEATS)), key=lambda each: each.seconds)
            table.add_row(
                f"{count} x {rounds}",
                unit,
                f"{found.seconds:.2f}",
                f"{found.slowest:.2f}",
                f"{found.gap:.2f}",
                str(found.leaning),
                str(found.byes),
                str(found.rematches),
            )
    Console().print(table)


def run(count: int, rounds: int, unit: Unit) -> Played:
    """One event."""
    chance, held, draw = Random(1815), formats.of("swiss"), Draw(b"bench", "bench")
    state = State(_plan(rounds, unit), tuple(Entrant(f"p{at:03}", at) for at in range(1, count + 1)))
    times, gaps = [], []
    for _ in range(rounds):
        began = time.process_time()
        found = held.next_round(state, draw)
        times.append(time.process_time() - began)
        if found is None:
            raise SystemExit(f"nothing could be paired after round {state.round}")
        points = scoring.totals(state)
        gaps += [abs(points[met.entrants[0]] - points[met.entrants[1]]) / GAME for met in found if not met.is_bye]
        state = state.paired(found)
        for name in chance.sample([each.name for each in state.playing], round(count * LEAVING / rounds)):
            state = acts.withdrawn(state, name)
        state = _ended(state, chance)
    byes = [met.entrants[0] for met in state.encounters if met.is_bye]
    met_how_often = Counter(frozenset(met.entrants) for met in state.encounters if not met.is_bye)
    return Played(
        sum(times),
        max(times),
        float(sum(gaps)) / len(gaps),
        max(abs(sittings.leaning(state, each.name)) for each in state.entrants),
        len(byes),
        sum(times > 1 for times in met_how_often.values()),
    )


def _plan(rounds: int, unit: Unit) -> Plan:
    return Plan(
        event="bench",
        ruleset="waterloo1895",
        options={},
        sides=(("napoleon",), ("wellington",)),
        format="swiss",
        unit=unit,
        settings={"rounds": rounds, "top": 0, "late": 1},
    )


def _ended(state: State, chance: Random) -> State:
    return state.ended(*(scoring.won_by(each, _winner(state.of(each.name), chance), How.PLAYED) for each in state.open))


def _winner(met: Encounter, chance: Random) -> tuple[str, ...]:
    """The one with the lower number two times of three, and a draw now and then."""
    stronger, weaker = sorted(met.entrants)
    return () if chance.random() < 0.1 else (stronger if chance.random() < 2 / 3 else weaker,)


if __name__ == "__main__":
    main()
