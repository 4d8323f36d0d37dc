"""Requests adjudicated and answered, one at a time or a chunk of a batch. A bad one is answered too, never raised.

{"id", "position", "events", "awaiting", "outcome", "refused", "rolled"}, or {"id", "error": {"code", "message"}}
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from core.contract import Json, Line, RuleSet, SeatName, Status, Verdict
from pbem.batch.case import Case, adjudicated, verdicts_on
from pbem.batch.chunk import Answers, Chunk, Reports, line_of
from pbem.batch.request import BadRequest, failure, ident_of, read_request
from pbem.reports.answers import said_of_all

NOT_PLAYED = (Status.REFUSED, Status.ASKED)


def answer(request: bytes | Mapping[str, Any]) -> Json:
    """The answer to a request, given as a line of JSON or as what that line says."""
    line = request if isinstance(request, bytes) else msgspec.json.encode(request)
    told: Json = msgspec.json.decode(answered(Chunk([line])).text)
    return told


def answered(chunk: Chunk, out_of_time: tuple[type[Exception], ...] = ()) -> Answers:
    """The answers to a chunk, in the order of its lines.

    `out_of_time` is raised by whoever ends a chunk that takes too long: no fault of the line that is being answered.
    """
    told, failed, reports = [], 0, []
    for line in chunk.lines:
        try:
            case = adjudicated(read_request(line))
            told.append(line_of(_told(case)))
        except out_of_time:
            raise
        except BadRequest as error:
            failed += 1
            told.append(line_of(failure(ident_of(line), error.code, error.message, error.where)))
        except Exception as error:
            # A request is a stranger's: whatever it brings about, the next one is answered.
            failed += 1
            told.append(line_of(_crash(ident_of(line), error)))
        else:
            if chunk.reports is not None:
                written = _reports(case, chunk.reports, out_of_time)
                reports += written
                failed += not written
    return Answers(b"".join(told), failed, reports)


# --- Writing the answer -------------------------------------------------------------------------------------------


def _told(case: Case) -> Json:
    rules, position = case.presentation.rules, case.result.position
    outcome = rules.outcome(position)
    told: Json = {
        "id": case.request.id,
        "position": _written(rules, position),
        "events": [event.flat() for event in case.result.events],
        "awaiting": {decision.seat: decision.kind for decision in rules.awaiting(position)},
        "outcome": None if outcome is None else msgspec.to_builtins(outcome),
        "refused": [refused for seat in case.orders for refused in _refused(case, seat)],
        "rolled": case.dice.rolled,
    }
    return told | ({"held": list(case.held)} if case.held else {})


def _written(rules: RuleSet[Any], position: Any) -> Json | msgspec.Raw:
    # Positions that write themselves as text do so faster than by way of a dictionary; others need not know how.
    to_json = getattr(position, "to_json", None)
    return rules.encode(position) if to_json is None else msgspec.Raw(to_json().encode())


def _refused(case: Case, seat: SeatName) -> list[Json]:
    verdicts = verdicts_on(case, seat)
    if not any(verdict.status in NOT_PLAYED for verdict in verdicts):
        return []
    view = case.presentation.rules.view(case.before, seat)
    return [
        _refusal(seat, verdict, line, said.text)
        for verdict, line, said in said_of_all(case.presentation, case.orders[seat], verdicts, view, NOT_PLAYED)
    ]


def _refusal(seat: SeatName, verdict: Verdict, line: Line | None, said: str) -> Json:
    return {
        "seat": seat,
        "line": verdict.line,
        "text": line.text if line else None,
        "code": verdict.code,
        "clause": verdict.clauses[0] if verdict.clauses else None,
        "clauses": list(verdict.clauses),
        "message": f'line {line.number}, "{line.text.strip()}": {said}' if line else said,
    }


def _reports(case: Case, format_: str, out_of_time: tuple[type[Exception], ...]) -> list[Reports]:
    """The reports on a request; none where writing them fails, which must not keep the others from theirs."""
    # Templates and all: what writes reports takes as long to import as the rest, and few batches want any.
    from pbem.batch.reports import reports_on

    try:
        return [Reports(case.request.id, reports_on(case, format_))]
    except out_of_time:
        raise
    except Exception:
        _log().exception("the reports on a request could not be written", id=case.request.id)
        return []


def _crash(ident: str | int | None, error: Exception) -> Json:
    _log().exception("a request could not be adjudicated", id=ident)
    return failure(ident, "crashed", f"adjudicating this request failed with {type(error).__name__}.")


def _log() -> Any:
    # Where nothing goes wrong nothing is logged, and a third of the time that a process takes to start is saved.
    import structlog

    from pbem.runtime.logs import configure

    if not structlog.is_configured():
        configure()
    return structlog.get_logger(__name__)
