"""A request carried out: its rule set, position, orders and dice read, its orders adjudicated."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec

from core.contract import (
    HOST,
    Adjudication,
    BadOption,
    BadPosition,
    Checked,
    Effect,
    Options,
    Orders,
    SeatName,
    Verdict,
)
from core.dice import BadDie, Dice, DiceExhausted, ScriptedDice, SeededDice
from pbem.batch.request import OPENING, UNREADABLE, BadRequest, Request, SeededRolls, misshapen, unreadable
from pbem.reading.judging import judge
from pbem.reading.reader import Reading, read
from pbem.rulesets import UnknownRuleSet, names, presentation
from pbem.rulesets.contract import Presentation
from pbem.rulesets.ways import is_umpired

ORDERS_LIMIT = 1 << 16
OPTIONS_REMEMBERED = 256  # the games of a batch have few sets of options between them


class Case(msgspec.Struct, frozen=True):
    """An adjudicated request: what was asked, what became of it.

    `held` are seats whose orders were sound and wait for those of the others, `stopped` those of whose lines one could
    not be read, so that nothing of them was played; `before` is the position they wrote on.
    """

    request: Request
    presentation: Presentation
    before: Any
    seats: tuple[SeatName, ...]
    orders: dict[SeatName, Orders]
    held: dict[SeatName, Checked]
    stopped: dict[SeatName, Checked]
    result: Adjudication
    dice: Dice


def adjudicated(request: Request) -> Case:
    """A request, carried out. Raises BadRequest."""
    ruleset, options = game_of(request)
    rules = ruleset.rules
    before = start_of(request, ruleset, options)
    seats = rules.seats(options)
    may_order = (*seats, HOST) if is_umpired(ruleset, options) else seats
    if not set(request.orders) <= set(may_order):
        # One that nobody plays (`host`) may have orders where it is asked for them.
        may_order = tuple(dict.fromkeys([*may_order, *(owed.seat for owed in rules.awaiting(before))]))
    readings = {seat: _read(ruleset, before, seat, text, may_order) for seat, text in request.orders.items()}
    stopped = {seat: judge(ruleset, before, seat, reading) for seat, reading in readings.items() if reading.unclear}
    orders: dict[SeatName, Orders] = {seat: reading.lines for seat, reading in readings.items()}
    sound = {seat: lines for seat, lines in orders.items() if seat not in stopped}
    held = {} if request.due else _held(ruleset, before, sound)
    dice = _dice(request.dice)
    going = {seat: lines for seat, lines in sound.items() if seat not in held}
    try:
        result = rules.adjudicate(before, going, dice, due=request.due)
    except DiceExhausted as error:
        message = f"{error.given} dice are given, and roll {error.asked_for} is wanted."
        raise BadRequest("dice_exhausted", message, "dice") from None
    except BadDie as error:
        message = f"{error.value!r} is no face of the die that is rolled: {', '.join(map(str, error.faces))}."
        raise BadRequest("dice", message, f"dice[{error.index}]") from None
    return Case(request, ruleset, before, seats, orders, held, stopped, result, dice)


def game_of(request: Request) -> tuple[Presentation, Options]:
    """The rule set of a request and its settled options. Raises BadRequest."""
    ruleset = _ruleset(request.ruleset)
    try:
        return ruleset, _settled(ruleset.name, msgspec.json.encode(request.options))
    except BadOption as error:
        raise BadRequest("option", ruleset.say_bad_option(error), "options") from None


def start_of(request: Request, ruleset: Presentation, options: Options) -> Any:
    """The position that a request starts from. Raises BadRequest."""
    if request.position == OPENING:
        return ruleset.rules.opening(options)
    try:
        return ruleset.rules.decode(request.position, options)
    except BadPosition as error:
        raise BadRequest("position", ruleset.say_bad_position(error), f"position.{error.where}") from None
    except msgspec.ValidationError as error:
        found = misshapen(error, "position", "position")
        told = f"{found.message} `pbem rulesets {ruleset.name} --schema` prints what a position has."
        raise BadRequest(found.code, told, found.where) from None
    except UNREADABLE as error:
        raise unreadable(error) from None


def verdicts_on(case: Case, seat: SeatName) -> tuple[Verdict, ...]:
    """What became of each line of a seat's orders."""
    if seat in case.held or seat in case.stopped:
        return (case.held | case.stopped)[seat].verdicts
    return case.result.verdicts.get(seat, ())


# --- Reading a request --------------------------------------------------------------------------------------------


def _ruleset(name: str) -> Presentation:
    try:
        return presentation(name)
    except UnknownRuleSet:
        raise BadRequest(
            "ruleset", f'There is no rule set "{name}" here; there is {", ".join(names())}.', "ruleset"
        ) from None


@lru_cache(OPTIONS_REMEMBERED)
def _settled(ruleset: str, chosen: bytes) -> Options:
    """Settled options, for all requests alike that chose the same; nobody changes them."""
    return presentation(ruleset).settle(msgspec.json.decode(chosen))


def _read(ruleset: Presentation, before: Any, seat: SeatName, told: str, seats: tuple[SeatName, ...]) -> Reading:
    # A seat that nobody plays may be awaited too: the host's, while a campaign waits for its battles.
    if seat not in seats and all(seat != owed.seat for owed in ruleset.rules.awaiting(before)):
        raise BadRequest("seat", f'There is no seat "{seat}"; there is {", ".join(seats)}.', f"orders.{seat}")
    if len(told) > ORDERS_LIMIT:
        raise BadRequest("too_long", f"These orders are longer than {ORDERS_LIMIT} characters.", f"orders.{seat}")
    return read(ruleset, _own_lines(told), lambda: ruleset.rules.view(before, seat))


def _own_lines(told: str) -> list[tuple[int, str]]:
    """The numbered lines of a mail's text without its quotations and what stands below its signature's mark."""
    numbered = list(enumerate(told.replace("\r\n", "\n").replace("\r", "\n").split("\n"), start=1))
    if ">" not in told and "--" not in told:
        return numbered
    lines = []
    for number, line in numbered:
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


def _held(ruleset: Presentation, before: Any, orders: Mapping[SeatName, Orders]) -> dict[SeatName, Checked]:
    """Sound orders that have to wait, since other seats owe theirs: as the server would keep them."""
    owing = {decision.seat for decision in ruleset.rules.awaiting(before)}
    if len(owing) < 2:
        return {}
    checked = {seat: ruleset.rules.check(before, seat, lines) for seat, lines in orders.items()}
    waiting = {seat: answer for seat, answer in checked.items() if answer.effect is Effect.WHEN_ALL_IN}
    sound = {seat for seat, answer in checked.items() if answer.effect is not Effect.NOTHING}
    return {} if owing <= sound else waiting
