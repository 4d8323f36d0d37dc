"""The reports of every rule set, with every option changed once: bots play a few turns, and each seat reads along."""

from __future__ import annotations

import html as markup
from collections.abc import Iterator
from datetime import UTC, datetime
from random import Random

import msgspec
import pytest

from core.contract import BadOption, Effect, Json, Options, SeatName
from core.dice import SeededDice
from pbem.reports import html, text
from pbem.reports.answers import answers_to
from pbem.reports.document import Document, Section
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
