"""Hundred Days: turns of all columns in C, playouts, what a turn costs with everybody told, and campaigns by mail.

    PYTHONPATH=. python bench/campaign.py [seconds]

Times are of the processor, so that a busy machine does not count; by mail those of the process that reads mail too.
"""

from __future__ import annotations

import os
import sys
import tempfile
import tomllib
from collections.abc import Callable
from pathlib import Path
from time import process_time
from typing import Any

import msgspec

sys.path.append(str(Path(__file__).parent.parent / "tests" / "shared"))
from inprocess import Server
from robots import Robots
from sqlalchemy import func, select

from core.dice import SeededDice
from core.rulesets.hundred_days import HundredDays
from pbem.campaigns.playing import by_chance, play
from pbem.inbound import budget
from pbem.rulesets import presentation
from pbem.store.models import Inbox, LocalMail

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
    for players, pictures in ((2, False), (2, True), (8, False)):
        by_mail(players, pictures=pictures)


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


def by_mail(players: int, *, pictures: bool) -> None:
    """A campaign by mail from NEW to the film of its end, battles by table: what is read, sent, and spent."""
    addresses = [f"player{number}@players.example" for number in range(players)]
    with tempfile.TemporaryDirectory(prefix="pbem-bench-") as folder:
        server = Server(Path(folder), seed_key="the same dice")
        server.enrol(*addresses, pictures=pictures)
        begun = _spent()
        server.mail(addresses[0], f"NEW hundred_days players={players}")
        for address in addresses[1:]:
            server.mail(address, "JOIN days1")
        Robots(server).play("days1")
        budget.dismiss()  # the child's time counts once it has ended
        spent = _spent() - begun
        assert server.game("days1").state == "over"
        with server.store.reading() as session:
            read = session.scalar(select(func.count()).select_from(Inbox)) or 0
            sent, size = session.execute(select(func.count(), func.sum(func.length(LocalMail.raw)))).one()
        server.store.close()
    print(
        f"by mail, {players} players, {'with' if pictures else 'no'} pictures: {spent:.1f} s a campaign, {read} mails "
        f"read and {sent} sent, {1e3 * spent / read:.0f} ms a mail read, {size / sent / 1e3:.0f} kB a mail sent"
    )


def _spent() -> float:
    """Seconds of the processor, of this process and of its children that have ended."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


if __name__ == "__main__":
    main()
