"""A Swiss of programs in a whole server: how long it takes, and whether anything is lost.

    PYTHONPATH=. python bench/swiss.py --players 64 --rounds 7 --kill 60

Mails come in over HTTP and go out by SMTP; workers, queue and schedule are processes of their own, and a worker is
killed again and again. Some players leave, some fall silent in a game, always the same for the same `--seed`. Of the
clock the days are simulated: what the server waits for comes as soon as it has nothing else to do. It is the event of
`tests/e2e/test_event_kills.py`, larger; no part of `run.py`, since it takes long.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

from rounds import Sheet

# The tests hold it too.
sys.path.append(str(Path(__file__).parent.parent / "tests" / "shared"))
from mailed_swiss import Swiss, Told, hold


def main() -> None:
    usual = Swiss(players=64, rounds=7, kill_every_s=60)
    asked = argparse.ArgumentParser(description="a Swiss of programs in a whole server")
    asked.add_argument("--players", type=int, default=usual.players)
    asked.add_argument("--rounds", type=int, default=usual.rounds)
    asked.add_argument("--unit", choices=("match", "single"), default=usual.unit)
    asked.add_argument("--max-rounds", type=int, default=usual.max_rounds, help="after which a game is over")
    asked.add_argument("--seed", type=int, default=usual.seed)
    asked.add_argument("--leaving", type=float, default=usual.leaving, help="the share of players who leave")
    asked.add_argument("--silent", type=float, default=usual.silent, help="the share of games with a silent player")
    asked.add_argument("--kill", type=float, default=usual.kill_every_s, help="seconds between two deaths; 0: none")
    asked.add_argument("--workers", type=int, default=usual.workers)
    given = asked.parse_args()
    swiss = Swiss(
        players=given.players,
        rounds=given.rounds,
        unit=given.unit,
        max_rounds=given.max_rounds,
        seed=given.seed,
        leaving=given.leaving,
        silent=given.silent,
        kill_every_s=given.kill,
        workers=given.workers,
    )
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="pbem-bench-") as folder:
        told = hold(swiss, Path(folder), lambda said: print(f"{time.monotonic() - begun:6.0f} s  {said}", flush=True))
    Sheet().table(f"A Swiss of {swiss.players} over {swiss.rounds} rounds, by mail", ["", ""], _rows(told))


def _rows(told: Told) -> list[list[str]]:
    mails = told.mails_in + told.mails_out
    return [
        ["seconds", f"{told.seconds:,.0f}"],
        ["games, and results", f"{told.games} and {len(told.results)}"],
        ["lost on time; players who left", f"{told.by_time}; {told.left}"],
        ["workers killed", f"{told.killed}"],
        ["mails in and out", f"{told.mails_in:,} and {told.mails_out:,}"],
        ["mails a second", f"{mails / told.seconds:,.1f}"],
        ["days on the clock of the event", f"{told.days}"],
        ["letters a round", ", ".join(f"{count}" for count in told.letters.values())],
        ["final tables mailed", f"{told.finals}"],
        [
            "the record",
            f"{'whole' if told.verified.complete else 'cut'}, {told.verified.drawn_again} rounds paired again",
        ],
        ["games replayed and compared", f"{told.verified.games}"],
        ["head of the record", told.verified.head],
    ]


if __name__ == "__main__":
    main()
