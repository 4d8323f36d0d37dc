"""Why a robot would write these orders, in a sentence: from what they bring when they are played a number of times."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from core.contract import Json, Line, Orders, SeatName
from core.dice import SeededDice
from core.rulesets.stratego_waterloo.orders import End, Enter, Go, Reconnoitre, Rest, Setup, When
from pbem.rulesets.contract import Sample
from pbem.rulesets.sentences import percent

from .board import in_order, row_of
from .odds import results_of

PLAYED = 60
LIKELY = 0.3  # what comes less often is not the reason
MOST_REASONS = 2
GOOD = {
    "wins": "wins against {target} with {code} {often} of the time",
    "hits": "hits {target} with {code} {often} of the time",
    "damaged": "damages {target}",
    "destroyed": "destroys {target}",
}


def reason(rules: Any, view: Json, orders: Orders) -> str:
    """A short sentence on what these orders are good for; empty where there is nothing to be said."""
    seat, played = view["seat"], []
    for number in range(PLAYED):
        before = rules.imagine(view, number)
        result = rules.adjudicate(before, {seat: orders}, SeededDice(b"hint", f"hint {number}"))
        played.append(Sample(before, result.position, result.events))
    found = list(_reasons(rules, view, seat, orders, played))[:MOST_REASONS]
    return f"It {' and '.join(found)}." if found else ""


def _reasons(rules: Any, view: Json, seat: SeatName, orders: Orders, played: list[Sample]) -> Iterator[str]:
    """What there is to be said for them, the weightiest first."""
    outcomes = [rules.outcome(sample.after) for sample in played]
    won = sum(outcome is not None and seat in outcome.winners for outcome in outcomes)
    if won > LIKELY * PLAYED:
        yield f"wins the battle {percent(won, PLAYED)} of the time"
    for engagement, results in results_of(played, seat).items():
        for what, words in GOOD.items():
            if results[what] > LIKELY * PLAYED:
                often = percent(results[what], PLAYED)
                yield words.format(target=engagement.target, code=engagement.code, often=often)
    yield from _saved(rules, view, seat, played)
    for line in orders:
        yield from _plain(view, seat, line)


def _saved(rules: Any, view: Json, seat: SeatName, played: list[Sample]) -> Iterator[str]:
    """Pieces that the enemy could have taken, and cannot any more."""
    before = sum(len(rules.threats(sample.before, seat)) for sample in played)
    after = sum(len(rules.threats(sample.after, seat)) for sample in played)
    if before - after > LIKELY * PLAYED:
        yield "leaves the enemy less to take"


def _plain(view: Json, seat: SeatName, line: Line) -> Iterator[str]:
    """What an order does that brings no fight."""
    order = line.order.order if isinstance(line.order, When) else line.order
    if isinstance(order, Setup):
        yield "keeps the Commander-in-Chief in a corner, and guns where none of the enemy's can fire at them at once"
    elif isinstance(order, Reconnoitre):
        yield f"shows who stands on {' '.join(sorted(order.squares, key=in_order))}"
    elif isinstance(order, Enter):
        yield f"brings {order.code} into the battle"
    elif isinstance(order, Rest):
        yield f"lets the cavalry on {order.square} recover"
    elif isinstance(order, End):
        yield "waits: nothing that could be done now is better"
    elif isinstance(order, Go) and order.path[-1] not in view["board"]:
        forward = row_of(order.path[-1]) - row_of(order.path[0])
        if forward and (forward > 0) == (seat == "blue"):
            yield f"brings {view['board'][order.path[0]]['code']} nearer to the enemy's lines of retreat"
        else:
            yield f"puts {view['board'][order.path[0]]['code']} where it is needed more, on {order.path[-1]}"
