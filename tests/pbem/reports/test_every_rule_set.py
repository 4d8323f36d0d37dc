"""The reports of every rule set, with every option changed once: bots play a few turns, and each seat reads along."""

from __future__ import annotations

import html as markup
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from random import Random

import msgspec
import pytest

from core.contract import BadOption, Effect, Event, Json, Options, SeatName
from core.dice import SeededDice
from pbem.reports import html, text
from pbem.reports.answers import answers_to
from pbem.reports.document import Document, Section, texts
from pbem.reports.turn import GameFacts, turn_report
from pbem.rulesets import names, presentation
from pbem.rulesets.contract import Presentation

TURNS = 6


def games() -> Iterator[tuple[str, Options]]:
    for name in names():
        rules = presentation(name).rules
        changes = [{}, *({option.name: value} for option in rules.options() for value in option.values or ())]
        for chosen in changes:
            try:
                settled = rules.settle(chosen)
            except BadOption:
                continue
            if not chosen or settled[next(iter(chosen))] != rules.settle({})[next(iter(chosen))]:
                yield name, chosen


@pytest.mark.parametrize(("ruleset", "chosen"), list(games()), ids=str)
def test_reports_keep_to_their_columns_and_their_map(ruleset: str, chosen: Options) -> None:
    for found, document, view, seat in reports(presentation(ruleset), chosen):
        body = text.write(document)
        assert [line for line in body.splitlines() if len(line) > text.WIDTH] == []
        assert found.map_text(view) in body
        assert found.map_text(view) in markup.unescape(html.write(document))
        assert all(line.isprintable() for line in body.splitlines())
        assert document.subject.startswith(f"[g1 {found.seat_title(seat)}] ")
        assert len(document.subject) <= text.WIDTH + len(" by Tue 24 Nov 21:00 UTC")
        assert msgspec.json.decode(document.attachments[0].content) == msgspec.to_builtins(view)


def reports(found: Presentation, chosen: Options) -> Iterator[tuple[Presentation, Document, Json, SeatName]]:
    """Every seat's report after each of the first turns of a game between bots."""
    rules, rng, dice = found.rules, Random(7), SeededDice(b"report" * 5)
    options = rules.settle(chosen)
    played = rules.adjudicate(rules.opening(options), {}, dice)
    seats = rules.seats(options)
    answers: dict[SeatName, Section] = {}
    for turn in range(TURNS):
        for seat in seats:
            facts = GameFacts(
                "g1",
                rules.version,
                dict.fromkeys(seats, "A player with a rather long name indeed, and a title"),
                datetime(2026, 11, 24, 21, tzinfo=UTC),
                commitment="ab" * 32,
                length=turn,
                head="cd" * 32,
                outcome=rules.outcome(played.position),
                first=turn == 0,
            )
            view = rules.view(played.position, seat)
            own = [answers[seat]] if seat in answers else []
            yield found, turn_report(found, facts, view, seat, played.events, dice.rolls[-9:], own), view, seat
        before = played.position
        orders = {}
        for decision in rules.awaiting(before):
            told = found.bot(rules.view(before, decision.seat), decision.seat, rng)
            orders[decision.seat] = found.read(list(enumerate(told.split("\n"), start=1)))
            if rules.check(before, decision.seat, orders[decision.seat]).effect is Effect.AT_ONCE:
                orders = {decision.seat: orders[decision.seat]}
                break
        played = rules.adjudicate(before, orders, dice)
        answers = {
            seat: Section("Your lines", "answers", tuple(answers_to(found, lines, played.verdicts[seat], view)))
            for seat, lines in orders.items()
            for view in [rules.view(before, seat)]
        }


TOLD_BY_ANSWERS = [
    ("conflict", {}),
    ("conflict", {"players": 4, "reveal": "stepwise"}),
    ("waterloo1895", {}),
    ("waterloo1895", {"throws": "chain"}),
    ("waterloo1895", {"mode": "little", "armies": "NYWB"}),
    ("waterloo1895", {"mode": "double"}),
]


@pytest.mark.parametrize(("ruleset", "chosen"), TOLD_BY_ANSWERS, ids=str)
def test_whoever_ordered_a_move_reads_of_it_once_and_everybody_else_reads_all(ruleset: str, chosen: Options) -> None:
    found, dice, rng = presentation(ruleset), SeededDice(b"once" * 8), Random(5)
    position = found.rules.adjudicate(found.rules.opening(found.rules.settle(chosen)), {}, dice).position
    told = 0
    for _ in range(40):
        mover = found.rules.awaiting(position)[0].seat
        view = found.rules.view(position, mover)
        orders = found.read(list(enumerate(found.bot(view, mover, rng).split("\n"), start=1)))
        result = found.rules.adjudicate(position, {mover: orders}, dice)
        answers = Section("Your mail", "answers", tuple(answers_to(found, orders, result.verdicts[mover], view)))
        facts = GameFacts("g1", found.rules.version, outcome=found.rules.outcome(result.position))
        for seat in found.rules.seats(view["options"]):
            after = found.rules.view(result.position, seat)
            above = (answers,) if seat == mover else ()
            document = turn_report(found, facts, after, seat, result.events, (), above)
            said = " ".join(line for part in document.sections for line in texts(part) if part.title == "What happened")
            for event in ordered(result.events):
                assert (in_words_of(found, event, after) in said) == (seat != mover), (event, said)
                told += seat == mover
            for event in result.events:
                if event.kind == "throw":
                    assert found.called(event.facts["dice"]).replace(" ", "-") in text.write(document), event
        position = result.position
        if found.rules.outcome(position) is not None:
            break
    assert told > 20


def ordered(events: Sequence[Event]) -> list[Event]:
    """What was done by order, and not by the server."""
    return [each for each in events if each.kind in ("move", "reserve", "back") and not each.facts.get("auto")]


def in_words_of(found: Presentation, event: Event, view: Json) -> str:
    """What the story says of an event, without who did it, which it says once of several moves."""
    said = (found.say_event(event, view) or "").partition(" (CON-")[0].rstrip(".")
    return said.partition(": ")[2] if ": " in said else said.partition(" ")[2]
