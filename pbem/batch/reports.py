"""Turn reports of a batch: what each seat would be mailed, without a game, a player or a mail."""

from __future__ import annotations

from typing import Any, NamedTuple

from core.contract import Json, SeatName
from pbem.batch.case import Case, game_of, start_of, verdicts_on
from pbem.batch.request import Request
from pbem.reports import formats
from pbem.reports.answers import answers_to
from pbem.reports.document import Section
from pbem.reports.turn import GameFacts, turn_report
from pbem.rulesets.contract import Presentation


def reports_on(case: Case, format_: str = "text") -> dict[SeatName, str]:
    """Each seat's turn report on what a request led to, in one of the formats; in text its subject stands on top."""
    rules, after = case.presentation.rules, case.result.position
    facts = _facts(case.request, case.presentation, after)
    rolls = case.dice.rolls if rules.open_rolls(after) else ()
    written = {}
    for seat in case.seats:
        before, view = (rules.view(position, seat) for position in (case.before, after))
        told = answers_to(case.presentation, case.orders.get(seat, ()), verdicts_on(case, seat), before)
        answers = (Section("Your lines", "answers", tuple(told)),)
        document = turn_report(case.presentation, facts, view, seat, case.result.events, rolls, answers)
        head = f"Subject: {document.subject}\n\n" if format_ == "text" else ""
        written[seat] = head + formats.FORMATS[format_].write(document)
    return written


class Before(NamedTuple):
    """What a seat knew when it wrote: its report, and the view that it shows."""

    report: str
    view: Json


def reports_before(request: Request) -> tuple[Presentation, dict[SeatName, Before]]:
    """The rule set, and what each seat knew of the position that the request starts from. Raises BadRequest."""
    ruleset, options = game_of(request)
    before = start_of(request, ruleset, options)
    facts = _facts(request, ruleset, before)
    known = {}
    for seat in ruleset.rules.seats(options):
        view = ruleset.rules.view(before, seat)
        known[seat] = Before(formats.TEXT.write(turn_report(ruleset, facts, view, seat, ())), view)
    return ruleset, known


def _facts(request: Request, ruleset: Presentation, position: Any) -> GameFacts:
    return GameFacts(str(request.id), ruleset.rules.version, outcome=ruleset.rules.outcome(position))
