"""Hundred Days alone: a turn of all columns in C, playouts, and what a turn costs with everybody told.

    python bench/campaign.py [seconds]

Times are of the processor, so that a busy machine does not count.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from time import process_time
from typing import Any

import msgspec

from core.dice import SeededDice
from core.rulesets.hundred_days import HundredDays
from pbem.campaigns.playing import by_chance, play
from pbem.rulesets import presentation

BOARD = Path(__file__).parents[1] / "pbem" / "rulesets" / "hundred_days" / "board.toml"
TURNS = 23
CAMPAIGNS = 5  # of each rule set by which battles are fought
FIELDS = ("waterloo_wargame", "waterloo_grid", "waterloo1895", "stratego_waterloo")
WHOLE = 1_000_000  # orders: a playout to the end


def rate(work: Callable[[int], float], seconds: float) -> float:
    """Units of work a second of the processor."""
    done, number, begun = 0.0, 0, process_time()
    while process_time() - begun < seconds:
        done += work(number)
        number += 1
    return done / (process_time() - begun)


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0
    rules = HundredDays(tomllib.loads(BOARD.read_text(encoding="utf-8")))
    options = rules.settle({})
    opening = rules.opening(options)
    middle: Any = rules.playout(opening, 7, 200).position
    seats = rules.seats(options)
    orders = {seat: rules.random_orders(middle, seat, 1) for seat in seats}
    text = msgspec.json.encode(rules.encode(middle))
    view = rules.view(middle, seats[0])

    def played(number: int) -> float:
        rules.playout(opening, number, WHOLE)
        return 1

    def told(number: int) -> float:
        rules.adjudicate(middle, orders, SeededDice(number.to_bytes(8, "big")))
        return 1

    games = rate(played, seconds)
    print(f"playouts of a whole campaign   {games:8.0f} a second")
    print(f"a turn in them                 {1e6 / games / TURNS:8.1f} us, orders of 43 columns sent and acted on")
    for name, work in {
        "a turn adjudicated, all told": told,
        "view of a seat": lambda _: float(rules.view(middle, seats[0]) is not None),
        "check of a mail": lambda _: float(rules.check(middle, seats[0], orders[seats[0]]) is not None),
        "imagine from a view": lambda number: float(rules.imagine(view, number) is not None),
        "decode a position": lambda _: float(rules.decode(text, options) is not None),
    }.items():
        print(f"{name:30s} {1e3 / rate(work, seconds):8.2f} ms")
    for ruleset in FIELDS:
        linked(rules, ruleset)


def linked(rules: HundredDays, ruleset: str) -> None:
    """Campaigns whose battles are games by these rules, all by chance: how many, how long, and what they cost."""
    options = {"battles": "linked", "rules": ruleset}
    begun, fought, hours, table = process_time(), 0, 0, 0
    for number in range(CAMPAIGNS):
        for battle in play(rules, options, lambda name: presentation(name).rules, bytes([number]), by_chance).battles:
            fought += 1
            table += battle.ended is None
            hours += battle.battle.hours
    spent = 1e3 * (process_time() - begun) / CAMPAIGNS
    print(
        f"linked, {ruleset:17s} {spent:8.0f} ms a campaign, {fought / CAMPAIGNS:.1f} battles of up to "
        f"{hours / max(1, fought):.1f} hours, {table} of {fought} by table"
    )


if __name__ == "__main__":
    main()
