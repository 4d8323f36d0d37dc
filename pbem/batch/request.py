"""One batch request: read, adjudicated, answered. A bad one is answered too, never raised.

{"id", "ruleset", "options", "position", "orders": {seat: text}, "dice": [..] | {"seed": hex, ..}, "due"}
{"id", "position", "events", "awaiting", "outcome", "refused", "rolled"}, or {"id", "error": {"code", "message"}}
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec
import structlog

from core.contract import (
    Adjudication,
    BadOption,
    BadPosition,
    Checked,
    Effect,
    Json,
    Line,
    Options,
    Orders,
    SeatName,
    Status,
    Verdict,
)
from core.dice import BadDie, Dice, DiceExhausted, ScriptedDice, SeededDice
from pbem.record import event_json
from pbem.reports import text
from pbem.reports.letter import Section
from pbem.reports.reply import answers_to
from pbem.reports.turn import GameFacts, turn_report
from pbem.rulesets import UnknownRuleSet, kit, names
from pbem.rulesets.contract import Kit

# Some two hundred times what a real request takes; what is longer is not worth the memory it asks for.
LINE_LIMIT = 1 << 20
ORDERS_LIMIT = 1 << 16
OPTIONS_REMEMBERED = 256  # the games of a batch have few sets of options between them

log = structlog.get_logger(__name__)


class SeededRolls(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Dice drawn from a seed (hex), as a game of this name, with these players' words, would draw them."""

    seed: str
    turn: int | None = None
    game: str = ""
    words: tuple[str, ...] = ()


class Request(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request as it is written; `position` None is the opening position, `due` says that the deadline has passed."""

    id: str | int
    ruleset: str
    options: dict[str, Any] = {}
    position: Json | None = None
    orders: dict[SeatName, str] = {}
    dice: tuple[int | str, ...] | SeededRolls = ()
    due: bool = False


class BadRequest(Exception):
    """Why a request cannot be adjudicated: a code, a sentence, and where in the request."""

    def __init__(self, code: str, message: str, where: str | None = None) -> None:
        super().__init__(message)
        self.code, self.message, self.where = code, message, where


class Case(msgspec.Struct, frozen=True):
    """An adjudicated request: what was asked, what became of it.

    `held` are seats whose orders were sound and wait for those of the others; `before` is the position they wrote on.
    """

    request: Request
    kit: Kit
    before: Any
    orders: dict[SeatName, Orders]
    held: dict[SeatName, Checked]
    result: Adjudication
    dice: Dice


def answer(request: bytes | Mapping[str, Any]) -> Json:
    """The answer to a request, given as a line of JSON or as what that line says."""
    told: Json = msgspec.json.decode(answer_line(request))
    return told


def answer_line(request: bytes | Mapping[str, Any]) -> bytes:
    """The answer to a request, as a line of JSON without its line feed."""
    ident = None
    try:
        fields = _fields(request)
        ident = fields.get("id") if isinstance(fields.get("id"), str | int) else None
        return msgspec.json.encode(_told(adjudicated(read_request(fields))))
    except BadRequest as error:
        return msgspec.json.encode(failure(ident, error.code, error.message, error.where))
    except Exception as error:
        # A request is a stranger's: whatever it brings about, the next one is answered.
        log.exception("a request could not be adjudicated", id=ident)
        message = f"adjudicating this request failed with {type(error).__name__}."
        return msgspec.json.encode(failure(ident, "crashed", message))


def answer_chunk(lines: list[str]) -> list[str]:
    """The answers to some lines: the body of the queue's job. Lone surrogates stand for bytes that are no UTF-8."""
    return [answer_line(line.encode("utf-8", "surrogateescape")).decode() for line in lines]


def read_request(request: bytes | Mapping[str, Any]) -> Request:
    """A request, of the right shape and no more than that. Raises BadRequest."""
    return _shaped(_fields(request))


def reports_for(request: bytes | Mapping[str, Any]) -> dict[SeatName, str]:
    """Each seat's turn report on what the request led to, as text, its subject on top. Raises BadRequest."""
    case = adjudicated(read_request(request))
    after = case.result.position
    facts = _facts(case.request, case.kit, after)
    rolls = case.dice.rolls if case.kit.rules.open_rolls(after) else ()
    written = {}
    for seat in _seats(case.kit, case.request):
        before, view = (case.kit.rules.view(position, seat) for position in (case.before, after))
        told = answers_to(case.kit, case.orders.get(seat, ()), _verdicts(case, seat), before)
        answers = (Section("Your lines", "answers", tuple(told)),)
        letter = turn_report(case.kit, facts, view, seat, case.result.events, rolls, answers)
        written[seat] = f"Subject: {letter.subject}\n\n{text.write(letter)}"
    return written


def reports_before(request: Request) -> tuple[Kit, dict[SeatName, str]]:
    """The rule set, and each seat's report on the position that the request starts from. Raises BadRequest."""
    ruleset = _ruleset(request.ruleset)
    before = _position(ruleset, request.position, _options(ruleset, request.options))
    facts = _facts(request, ruleset, before)
    letters = {
        seat: turn_report(ruleset, facts, ruleset.rules.view(before, seat), seat, ())
        for seat in _seats(ruleset, request)
    }
    return ruleset, {seat: text.write(letter) for seat, letter in letters.items()}


def adjudicated(request: Request) -> Case:
    """A request, carried out. Raises BadRequest."""
    ruleset = _ruleset(request.ruleset)
    rules = ruleset.rules
    options = _options(ruleset, request.options)
    before = _position(ruleset, request.position, options)
    seats = rules.seats(options)
    orders = {seat: _orders(ruleset, seat, text, seats) for seat, text in request.orders.items()}
    held = {} if request.due else _held(ruleset, before, orders)
    dice = _dice(request.dice)
    going = {seat: lines for seat, lines in orders.items() if seat not in held}
    try:
        result = rules.adjudicate(before, going, dice, due=request.due)
    except DiceExhausted as error:
        message = f"{error.given} dice are given, and roll {error.asked_for} is wanted."
        raise BadRequest("dice_exhausted", message, "dice") from None
    except BadDie as error:
        message = f"{error.value!r} is no face of the die that is rolled: {', '.join(map(str, error.faces))}."
        raise BadRequest("dice", message, f"dice[{error.index}]") from None
    return Case(request, ruleset, before, orders, held, result, dice)


def failure(ident: str | int | None, code: str, message: str, where: str | None = None) -> Json:
    """The answer to a request that could not be adjudicated."""
    return {"id": ident, "error": {"code": code, "message": message} | ({"where": where} if where else {})}


def ident_of(line: bytes) -> str | int | None:
    """The id of a request line, or None where it has none that can be read."""
    try:
        ident = _fields(line).get("id")
    except BadRequest:
        return None
    return ident if isinstance(ident, str | int) else None


# --- Reading a request --------------------------------------------------------------------------------------------


def _fields(request: bytes | Mapping[str, Any]) -> Mapping[str, Any]:
    if isinstance(request, Mapping):
        return request
    if len(request) > LINE_LIMIT:
        raise BadRequest("too_long", f"This line is longer than {LINE_LIMIT} bytes.")
    try:
        return msgspec.json.decode(request, type=dict[str, Any])
    except (msgspec.DecodeError, RecursionError) as error:
        raise BadRequest("unreadable", f"This line cannot be read as a JSON object: {error}.") from None


def _shaped(fields: Mapping[str, Any]) -> Request:
    try:
        return msgspec.convert(fields, Request)
    except (msgspec.ValidationError, RecursionError) as error:
        raise _misshapen(error, "request") from None


def _misshapen(error: Exception, what: str) -> BadRequest:
    reason, _, path = str(error).partition(" - at `$")
    where = path.rstrip("`").removeprefix(".")
    return BadRequest("shape", f"The {what} does not have the right shape: {reason}.", where or None)


def _ruleset(name: str) -> Kit:
    try:
        return kit(name)
    except UnknownRuleSet:
        raise BadRequest(
            "ruleset", f'There is no rule set "{name}" here; there is {", ".join(names())}.', "ruleset"
        ) from None


def _options(ruleset: Kit, chosen: Mapping[str, Any]) -> Options:
    try:
        return _settled(ruleset.name, msgspec.json.encode(chosen))
    except BadOption as error:
        raise BadRequest("option", ruleset.say_bad_option(error), "options") from None


@lru_cache(OPTIONS_REMEMBERED)
def _settled(ruleset: str, chosen: bytes) -> Options:
    """Settled options, for all requests alike that chose the same; nobody changes them."""
    return kit(ruleset).rules.settle(msgspec.json.decode(chosen))


def _position(ruleset: Kit, position: Json | None, options: dict[str, Any]) -> Any:
    if position is None:
        return ruleset.rules.opening(options)
    try:
        return ruleset.rules.decode(position, options)
    except BadPosition as error:
        raise BadRequest("position", ruleset.say_bad_position(error), f"position.{error.where}") from None
    except msgspec.ValidationError as error:
        raise _misshapen(error, "position") from None


def _orders(ruleset: Kit, seat: SeatName, told: str, seats: tuple[SeatName, ...]) -> Orders:
    if seat not in seats:
        raise BadRequest("seat", f'There is no seat "{seat}"; there is {", ".join(seats)}.', f"orders.{seat}")
    if len(told) > ORDERS_LIMIT:
        raise BadRequest("too_long", f"These orders are longer than {ORDERS_LIMIT} characters.", f"orders.{seat}")
    return ruleset.read(_own_lines(told))


def _own_lines(told: str) -> list[tuple[int, str]]:
    """The numbered lines of a mail's text without its quotations and what stands below its signature's mark."""
    lines = []
    for number, line in enumerate(re.split(r"\r\n?|\n", told), start=1):
        # RFC 3676 section 4.3 has a blank after the dashes, which some programs trim.
        if line.rstrip() == "--":
            break
        if not line.lstrip().startswith(">"):
            lines.append((number, line))
    return lines


def _dice(given: tuple[int | str, ...] | SeededRolls) -> Dice:
    if not isinstance(given, SeededRolls):
        return ScriptedDice(given)
    try:
        seed = bytes.fromhex(given.seed)
    except ValueError:
        raise BadRequest("dice", "The seed is not written in hexadecimal digits.", "dice.seed") from None
    return SeededDice(seed, given.game, given.words, given.turn)


def _held(ruleset: Kit, before: Any, orders: Mapping[SeatName, Orders]) -> dict[SeatName, Checked]:
    """Sound orders that have to wait, since other seats owe theirs: as the server would keep them."""
    owing = {decision.seat for decision in ruleset.rules.awaiting(before)}
    if len(owing) < 2:
        return {}
    checked = {seat: ruleset.rules.check(before, seat, lines) for seat, lines in orders.items()}
    waiting = {seat: answer for seat, answer in checked.items() if answer.effect is Effect.WHEN_ALL_IN}
    sound = {seat for seat, answer in checked.items() if answer.effect is not Effect.NOTHING}
    return {} if owing <= sound else waiting


# --- Writing the answer -------------------------------------------------------------------------------------------


def _seats(ruleset: Kit, request: Request) -> tuple[SeatName, ...]:
    return ruleset.rules.seats(_options(ruleset, request.options))


def _facts(request: Request, ruleset: Kit, position: Any) -> GameFacts:
    return GameFacts(str(request.id), ruleset.rules.version, outcome=ruleset.rules.outcome(position))


def _told(case: Case) -> Json:
    rules, position = case.kit.rules, case.result.position
    outcome = rules.outcome(position)
    told: Json = {
        "id": case.request.id,
        "position": rules.encode(position),
        "events": [event_json(event) for event in case.result.events],
        "awaiting": {decision.seat: decision.kind for decision in rules.awaiting(position)},
        "outcome": None if outcome is None else msgspec.to_builtins(outcome),
        "refused": [refused for seat in case.orders for refused in _refused(case, seat)],
        "rolled": case.dice.rolled,
    }
    return told | ({"held": list(case.held)} if case.held else {})


def _refused(case: Case, seat: SeatName) -> list[Json]:
    refused = [verdict for verdict in _verdicts(case, seat) if verdict.status in (Status.REFUSED, Status.ASKED)]
    if not refused:
        return []
    lines = {line.number: line for line in case.orders[seat]}
    view = case.kit.rules.view(case.before, seat)
    return [
        _refusal(case.kit, seat, verdict, lines.get(verdict.line) if verdict.line is not None else None, view)
        for verdict in refused
    ]


def _refusal(ruleset: Kit, seat: SeatName, verdict: Verdict, line: Line | None, view: Json) -> Json:
    said = ruleset.say_verdict(verdict, line, view).text
    return {
        "seat": seat,
        "line": verdict.line,
        "text": line.text if line else None,
        "code": verdict.code,
        "clause": verdict.clauses[0] if verdict.clauses else None,
        "clauses": list(verdict.clauses),
        "message": f'line {line.number}, "{line.text.strip()}": {said}' if line else said,
    }


def _verdicts(case: Case, seat: SeatName) -> tuple[Verdict, ...]:
    if seat in case.held:
        return case.held[seat].verdicts
    return case.result.verdicts.get(seat, ())
