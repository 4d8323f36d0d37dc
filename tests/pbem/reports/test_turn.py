"""Turn reports of a rule set that is none of the real ones: every part in its order, no secret in any of them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import msgspec
import pytest

from core.contract import Event, Outcome
from core.dice import Roll, ScriptedDice
from pbem.reports import text
from pbem.reports.answers import answers_to
from pbem.reports.document import NO_BREAK, Document, Section
from pbem.reports.turn import (
    GameFacts,
    first_and_wanted,
    fitting,
    in_words,
    letter,
    roll_lines,
    turn_report,
    wanted_by,
)
from pbem.rulesets import presentation
from pbem.rulesets.contract import Ask, Presentation

DEADLINE = datetime(2026, 11, 24, 21, tzinfo=UTC)
FACTS = GameFacts(
    "bids7",
    "1.0",
    {"north": "Ada", "south": "Gebhard Leberecht"},
    DEADLINE,
    commitment="ab" * 32,
    length=1412,
    head="cd" * 32,
)


def titles(document: Document) -> list[str | None]:
    return [section.title for section in document.sections]


def started(presentation: Presentation, **options: object) -> Any:
    return presentation.rules.adjudicate(
        presentation.rules.opening(presentation.rules.settle(options)), {}, ScriptedDice([3, 4])
    ).position


def test_the_parts_come_in_their_order(sealed_bids: Presentation) -> None:
    position, orders = started(sealed_bids), sealed_bids.read([(1, "bid 99")])
    view = sealed_bids.rules.view(position, "north")
    answers = answers_to(sealed_bids, orders, sealed_bids.rules.check(position, "north", orders).verdicts, view)
    document = turn_report(
        sealed_bids,
        FACTS,
        view,
        "north",
        [Event("prize", {"round": 1, "dice": [3, 4], "prize": 7})],
        [Roll(1, 1, 6, 3), Roll(1, 2, 6, 4)],
        [Section("Your orders", "answers", tuple(answers))],
    )
    assert document.subject == "[bids7 North] your bid for 7 by Tue 24 Nov 21:00 UTC"
    assert titles(document) == [
        None,
        "Your orders",
        "What happened",
        "Dice, numbered as in the record",
        "Map",
        "Forces",
        "Clock",
        "Order form - edit and send back (the latest count; CHECK tries them)",
        "In a reply you can also write",
        None,
        None,
    ]
    assert document.sections[-1].lines == (
        ":: game bids7  rules sealed_bids/1.0  seat north",
        ":: due 2026-11-24T21:00Z",
        f":: dice-seal {'ab' * 32}",
        ":: record 1412",
        f":: head {'cd' * 32}",
    )
    body = text.write(document)
    assert max(map(len, body.splitlines())) <= text.WIDTH
    assert "  1.1-2     d6   3 4" in body
    assert "  1  bid 99  no  you hold 10 coins and cannot bid 99 (BID-006)" in body


def test_the_view_goes_with_the_report_and_a_secret_does_not(sealed_bids: Presentation) -> None:
    position = started(sealed_bids)
    events = [Event("purse", {"seat": seat, "left": 10}, seen_by=(seat,)) for seat in ("north", "south")]
    view = sealed_bids.rules.view(position, "south")
    document = turn_report(sealed_bids, FACTS, view, "south", events)
    (attached,) = document.attachments
    assert (attached.name, attached.type) == ("bids7-south.json", "application/json")
    assert msgspec.json.decode(attached.content) == view
    assert next(part.lines for part in document.sections if part.title == "What happened") == (
        "You have 10 coins left.",
    )
    onlooker = turn_report(sealed_bids, FACTS, sealed_bids.rules.view(position, None), None, events)
    assert "What happened" not in titles(onlooker)
    assert onlooker.subject.startswith("[bids7] Round 1")


def test_the_first_report_tells_the_table_the_options_and_the_dice(sealed_bids: Presentation) -> None:
    view = sealed_bids.rules.view(started(sealed_bids, ties="nobody"), "north")
    body = text.write(turn_report(sealed_bids, msgspec.structs.replace(FACTS, first=True), view, "north", ()))
    assert "South: Gebhard Leberecht" in body
    assert "purse=10, rounds=3, ties=nobody" in body
    assert "ties=nobody: whether equal bids" in body
    assert "purse=10:" not in body
    assert "fingerprint (SHA-256)" in " ".join(body.split())


@pytest.mark.parametrize(
    ("seat", "winners", "subject"),
    [
        ("north", ("north",), "[bids7 North] the game is over: you have won"),
        ("south", ("north",), "[bids7 South] the game is over: North has won"),
        ("south", (), "[bids7 South] the game is over: a draw"),
        (None, ("north", "south"), "[bids7] the game is over: North and South have won"),
    ],
)
def test_the_last_report_asks_nothing_and_reveals_the_dice(
    sealed_bids: Presentation, seat: str | None, winners: tuple[str, ...], subject: str
) -> None:
    outcome = Outcome(winners, "points", "BID-008")
    position = msgspec.structs.replace(started(sealed_bids), outcome=outcome)
    facts = msgspec.structs.replace(FACTS, deadline=None, seed="ef" * 32, outcome=outcome)
    document = turn_report(sealed_bids, facts, sealed_bids.rules.view(position, seat), seat, ())
    assert document.subject == subject
    assert not {"Clock", "Order form - edit and send back (the latest count; CHECK tries them)"} & set(titles(document))
    body = text.write(document)
    assert f":: dice-seed {'ef' * 32}" in body
    assert "pbem verify" in body
    assert ":: due" not in body


@pytest.mark.parametrize(("seat", "sent"), [("red", "the map and the order form"), ("green", "the map")])
def test_a_letter_promises_an_order_form_to_nobody_who_is_not_asked(seat: str, sent: str) -> None:
    """Red has thrown higher and is to move."""
    found = presentation("conflict")
    opening = found.rules.opening(found.rules.settle({}))
    position = found.rules.adjudicate(opening, {}, ScriptedDice([6, 6, 1, 1, 4, 2])).position
    words = text.write(letter(found, FACTS, found.rules.view(position, seat), seat, ()))
    assert f"REPORT sends the whole report, with {sent}." in words


def test_without_a_deadline_none_is_spoken_of(sealed_bids: Presentation) -> None:
    document = turn_report(
        sealed_bids, GameFacts("x", "1.0"), sealed_bids.rules.view(started(sealed_bids), "north"), "north", ()
    )
    assert document.subject == "[x North] your bid for 7"
    assert document.sections[-1].lines == (":: game x  rules sealed_bids/1.0  seat north",)
    assert "UTC" not in text.write(document)


def test_moments_are_told_in_utc() -> None:
    assert in_words(datetime(2026, 1, 2, 0, 30, tzinfo=timezone(timedelta(hours=1)))) == "Thu 1 Jan 23:30 UTC"


def test_rolls_are_numbered_by_turn_and_draw(sealed_bids: Presentation) -> None:
    rolls = [Roll(0, 1, 6, 5), Roll(3, 1, 6, 2), Roll(3, 2, 6, 1), Roll(3, 3, 2, "retreat")]
    told = roll_lines(sealed_bids, rolls)
    assert told == ["  0.1       d6   5", "  3.1-2     d6   2 1", "  3.3       die  retreat"]


@pytest.mark.clause("W95-024")
def test_throws_are_called_alike_wherever_they_are_told() -> None:
    fell = {0: (6, 2, 3, 1, 5, 4), 2: (5, 3, 1)}
    rolls = [Roll(turn, draw, 6, face) for turn, faces in fell.items() for draw, face in enumerate(faces, start=1)]
    told = roll_lines(presentation("waterloo1895"), rolls)
    assert told == ["  0.1-6     d6   2-3-6  1-4-5", "  2.1-3     d6   1-3-5"]


def test_every_line_of_a_reply_has_its_mark(sealed_bids: Presentation) -> None:
    position = started(sealed_bids)
    orders = sealed_bids.read([(1, "bid 1"), (2, "bd 2"), (3, "bid"), (4, "bid"), (5, "bid 77"), (6, "hello")])
    view = sealed_bids.rules.view(position, "north")
    lines = answers_to(sealed_bids, orders, sealed_bids.rules.check(position, "north", orders).verdicts, view)
    assert [line.mark for line in lines] == ["ok", "ok, read as", "which?", "which?", "no", "no"]


def test_a_subject_tells_as_many_clauses_as_there_is_room_for_each_whole() -> None:
    clauses = ("turn 1 of 20, 11:30, Wellington to move", "losses French 4,000, Allied 12,000")
    assert fitting(clauses, 0) == "; ".join(clauses)
    assert fitting(clauses, 21) == clauses[0]
    assert fitting(("", clauses[1]), 77) == clauses[1]


def test_what_is_asked_across_the_table_leaves_the_deadline_in_the_subject() -> None:
    ask = Ask("turn 4, your dice I I X A C C", "Turn 4.", (), "")
    offer = "Red offers a draw: answer DRAW or play on"
    assert first_and_wanted((), ask, DEADLINE, "UTC", 12) == wanted_by(ask, DEADLINE, "UTC")
    told = first_and_wanted((offer,), ask, DEADLINE, "UTC", 4)
    assert told.replace(NO_BREAK, " ") == f"{offer}; orders by Tue 24 Nov 21:00 UTC"
    assert first_and_wanted((offer,), ask, DEADLINE, "UTC", 12) == offer, "all of it or nothing"
