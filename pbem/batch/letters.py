"""Turn reports of a batch: what each seat would be mailed, without a game, a player or a mail."""

from __future__ import annotations

from typing import Any

from core.contract import SeatName
from pbem.batch.answering import Case, game_of, start_of, verdicts_on
from pbem.batch.request import Request
from pbem.reports import text
from pbem.reports.letter import Section
from pbem.reports.reply import answers_to
from pbem.reports.turn import GameFacts, turn_report
from pbem.rulesets.contract import Kit


def reports_on(case: Case) -> dict[SeatName, str]:
    """Each seat's turn report on what a request led to, as text, its subject on top."""
    rules, after = case.kit.rules, case.result.position
    facts = _facts(case.request, case.kit, after)
    rolls = case.dice.rolls if rules.open_rolls(after) else ()
    written = {}
    for seat in case.seats:
        before, view = (rules.view(position, seat) for position in (case.before, after))
        told = answers_to(case.kit, case.orders.get(seat, ()), verdicts_on(case, seat), before)
        answers = (Section("Your lines", "answers", tuple(told)),)
        letter = turn_report(case.kit, facts, view, seat, case.result.events, rolls, answers)
        written[seat] = f"Subject: {letter.subject}\n\n{text.write(letter)}"
    return written


def reports_before(request: Request) -> tuple[Kit, dict[SeatName, str]]:
    """The rule set, and each seat's report on the position that the request starts from. Raises BadRequest."""
    ruleset, options = game_of(request)
    before = start_of(request, ruleset, options)
    facts = _facts(request, ruleset, before)
    letters = {
        seat: turn_report(ruleset, facts, ruleset.rules.view(before, seat), seat, ())
        for seat in ruleset.rules.seats(options)
    }
    return ruleset, {seat: text.write(letter) for seat, letter in letters.items()}


def _facts(request: Request, ruleset: Kit, position: Any) -> GameFacts:
    return GameFacts(str(request.id), ruleset.rules.version, outcome=ruleset.rules.outcome(position))
