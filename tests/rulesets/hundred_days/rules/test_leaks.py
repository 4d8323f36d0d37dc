"""No view tells what its seat cannot know (HD-103): pairs of campaigns that differ in that alone are seen alike.

A campaign is played at random for some turns; then a twin of it is made that differs in what is hidden from one seat:
numbers, fatigue, quality and stance of an enemy column or of its own, or what the enemy orders. Both play a turn more
with the same orders and with dice that always show four, so that hidden things cannot shift the dice. Then both views
are equal, byte for byte, unless what differs can have been told in that turn: that is found out from the truth of both
campaigns by a plain reading of the clauses, which shares no code with the views.

`PBEM_TEST_PAIRS` sets how many pairs are made for each kind of difference.
"""

from __future__ import annotations

import os
from random import Random
from typing import Any

import msgspec
import pytest
from hundred_days_columns import Always

from core.contract import HOST
from core.dice import SeededDice
from core.rulesets.hundred_days import HundredDays
from core.rulesets.hundred_days.acts import Ruling, Sighting, WriteAs
from core.rulesets.hundred_days.orders import numbered
from pbem.reports import html, text
from pbem.reports.turn import GameFacts, turn_report
from pbem.rulesets.hundred_days import presentation

PAIRS = int(os.environ.get("PBEM_TEST_PAIRS", "25"))
OPTIONS: list[dict[str, Any]] = [{}, {"players": 5}, {"scenario": "ligny"}]


def played(rules: HundredDays, options: dict[str, Any], rng: Random, turns: int) -> Any:
    position: Any = rules.opening(rules.settle(options))
    for _ in range(turns):
        orders = {
            owed.seat: rules.random_orders(position, owed.seat, rng.getrandbits(64))
            for owed in rules.awaiting(position)
        }
        position = rules.adjudicate(position, orders, SeededDice(rng.randbytes(8)), due=True).position
    return position


def twin(rules: HundredDays, position: Any, rng: Random, side: str, own: bool) -> tuple[Any, str] | None:
    """The position with one column changed in what cannot be seen at once, and which; None where there is none."""
    written = rules.encode(position)
    columns = [column for column in written["columns"] if not column.get("gone")]
    columns = [each for each in columns if (each["code"][0] == "F") == (side == "french") is own]
    columns = [each for each in columns if each.get("foot", 0) > 1 and not each.get("battle")]
    if not columns:
        return None
    chosen = rng.choice(columns)
    change = rng.choice(("foot", "fatigue", "stance", "guns", "stragglers", "quality"))
    usual = {"fatigue": 0, "stance": "stand", "stragglers": 0}
    other = {
        "foot": chosen.get("foot", 0) - 1,
        "fatigue": (chosen.get("fatigue", 0) + 1) % 4,
        "stance": "avoid" if chosen.get("stance", usual["stance"]) != "avoid" else "stand",
        "guns": chosen.get("guns", 0) + 1,
        "stragglers": chosen.get("stragglers", 0) + 1,
        "quality": 5 if chosen["quality"] < 5 else 4,
    }
    changed = [{**each, change: other[change]} if each is chosen else each for each in written["columns"]]
    return rules.decode({**written, "columns": changed}, position.options), chosen["code"]


def told(rules: HundredDays, done: Any, seat: str) -> tuple[set[str], list[Any]]:
    """What a turn can have told a seat, from the truth: the columns that it heard of, and all that befell them."""
    view = rules.view(done.position, seat)
    persons, armies = set(view["persons"]), set(view["commands"])
    heard = {event.facts["column"] for event in done.events if reaches(event, persons, done.position.beat)}
    befell = [
        (event.kind, event.facts)
        for event in done.events
        if (
            event.kind not in ("courier", "dispatch")
            and heard & {event.facts.get("column"), event.facts.get("enemy"), event.facts.get("other")}
        )
        or event.facts.get("army") in armies
        or event.facts.get("taken_by") in armies
        or event.facts.get("person") in persons
    ]
    return heard, befell


def reaches(event: Any, persons: set[str], beat: int) -> bool:
    """Whether an event brings news of a column to one of these persons in this turn."""
    facts = event.facts
    if event.kind == "courier":
        return facts["to"] in persons and not facts["lost"] and facts["due"] <= beat
    return event.kind == "seen_in_person" and facts["person"] in persons


@pytest.mark.clause("HD-103", "HD-104")
@pytest.mark.parametrize("own", [False, True])
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_what_a_seat_cannot_know_leaves_no_trace(rules, options, own):
    assert pairs_alike(rules, options, own, Random(1815), PAIRS)


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("own", [False, True])
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_what_a_seat_cannot_know_leaves_no_trace_in_two_thousand_pairs(rules, options, own):
    alike, rng = 0, Random(2000)
    while alike < 2_000 // (2 * len(OPTIONS)) + 1:
        alike += pairs_alike(rules, options, own, rng, 50)


def pairs_alike(rules: HundredDays, options: dict[str, Any], own: bool, rng: Random, pairs: int) -> int:
    """Make so many pairs; of how many the seat could have been told no difference, and was told none."""
    alike = 0
    for _ in range(pairs):
        position = played(rules, options, rng, rng.randrange(3))
        if not rules.awaiting(position):
            continue
        seat = rng.choice(list(rules.seats(position.options)))
        found = twin(rules, position, rng, rules.view(position, seat)["side"], own)
        if found is None:
            continue
        other, code = found
        # The change itself is seen by nobody: views are made of what has been told.
        assert seen(rules, position, seat) == seen(rules, other, seat)
        mine = {seat: rules.random_orders(position, seat, rng.getrandbits(64))}
        assert rules.check(position, seat, mine[seat]) == rules.check(other, seat, mine[seat])
        after, twin_after = (rules.adjudicate(each, mine, Always(4), due=True) for each in (position, other))
        heard, befell = told(rules, after, seat)
        if (heard, befell) == told(rules, twin_after, seat) and code not in heard:
            alike += 1
            assert seen(rules, after.position, seat) == seen(rules, twin_after.position, seat), (code, seat)
            assert mailed(rules, after, seat) == mailed(rules, twin_after, seat), (code, seat)
            assert opened(rules, after, seat) == opened(rules, twin_after, seat), (code, seat)
    return alike


@pytest.mark.clause("HD-103")
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_enemy_orders_far_away_leave_no_trace(rules, options):
    """What the enemy writes is seen by what comes of it alone: mails that go nowhere near anybody are not."""
    rng = Random(16)
    alike = 0
    for _ in range(PAIRS):
        position = played(rules, options, rng, rng.randrange(3))
        seats = rules.seats(position.options)
        seat = seats[0]
        enemies = [each for each in seats if rules.view(position, each)["side"] != rules.view(position, seat)["side"]]
        orders = {each: rules.random_orders(position, each, rng.getrandbits(64)) for each in enemies}
        one = rules.adjudicate(position, {}, Always(4), due=True)
        two = rules.adjudicate(position, orders, Always(4), due=True)
        if told(rules, one, seat) == told(rules, two, seat):
            alike += 1
            assert seen(rules, one.position, seat) == seen(rules, two.position, seat)
    assert alike or options.get("scenario") == "ligny"


@pytest.mark.clause("HD-137")
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_what_an_umpire_does_for_others_leaves_no_trace(rules, options):
    """Acts for another seat, in random games: who they are not for is shown and mailed the same, byte for byte."""
    rng = Random(131)
    for _ in range(PAIRS):
        position = played(rules, {**options, "umpire": "yes"}, rng, rng.randrange(3))
        seats = list(rules.seats(position.options))
        if not rules.awaiting(position) or len(seats) < 2:
            continue
        seat, other = rng.sample(seats, 2)
        acts = umpired_for(rules, position, rng, other)
        orders = {each: rules.random_orders(position, each, rng.getrandbits(64)) for each in seats}
        plain = rules.adjudicate(position, orders, Always(4), due=True)
        acted = rules.adjudicate(position, {**orders, HOST: numbered(acts)}, Always(4), due=True)
        assert all(verdict.code is None for verdict in acted.verdicts[HOST])
        assert acted.position != plain.position
        assert seen(rules, acted.position, seat) == seen(rules, plain.position, seat)
        assert seen(rules, acted.position, None) == seen(rules, plain.position, None)
        assert mailed(rules, acted, seat) == mailed(rules, plain, seat)
        assert opened(rules, acted, seat) == opened(rules, plain, seat)
        assert opened(rules, acted, other) != opened(rules, plain, other) or mailed(rules, acted, other) != mailed(
            rules, plain, other
        )


def umpired_for(rules: HundredDays, position: Any, rng: Random, seat: str) -> list[Any]:
    """Acts of an umpire for one seat alone."""
    truth = rules.view(position, HOST)
    person = next(
        name for name, owner in truth["commanders"].items() if owner == seat and not truth["persons"][name]["taken"]
    )
    place = rng.choice([known["at"] or known["on"]["to"] for known in truth["columns"].values()])
    acts = [Ruling(seat, "only for you"), WriteAs("a spy", person, "psst", at_once=True)]
    if any(known["seat"] == seat for known in truth["columns"].values()):
        acts.append(Sighting(seat, rng.choice(("corps", "screen")), place.lower()))
    return acts


def seen(rules: HundredDays, position: Any, seat: str | None) -> bytes:
    return msgspec.json.encode(rules.view(position, seat))


def mailed(rules: HundredDays, done: Any, seat: str) -> tuple[str, str, list[bytes]]:
    """The report of a turn as the seat is mailed it: as text, as HTML, and what is attached."""
    facts = GameFacts("days1", rules.version, outcome=rules.outcome(done.position))
    document = turn_report(presentation(), facts, rules.view(done.position, seat), seat, done.events)
    return text.write(document), html.write(document), [each.content for each in document.attachments]


def opened(rules: HundredDays, done: Any, seat: str) -> list[bytes]:
    """What of the record's events is open to a seat while the game goes on."""
    return [
        msgspec.json.encode(event.flat(), order="sorted")
        for event in done.events
        if event.seen_by is None or seat in event.seen_by
    ]
