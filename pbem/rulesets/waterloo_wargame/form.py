"""The order form of a turn of the Waterloo Wargame: orders to start from, and no facts, which stand with the forces.

All of it is comments, so that whatever comes back quoted or untouched is not read as an order. A line with an order
stands further in than the others: without its `#` it can be sent as it is. Examples are tried on the rules, so that
none is refused, goes nowhere, or stops short. Not for: what is worth doing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap
from typing import Any

from core.contract import Json, Line, RuleSet, SeatName, Status
from core.dice import ScriptedDice
from core.rulesets.waterloo_wargame.orders import Face
from pbem.rulesets.sentences import listed

from .board import piece_of, pieces_on_board
from .grammar import read
from .questions import locked, may_attack

WIDTH = 74  # columns: what is quoted stands two or four further in
ORDER = "#   "
REACH = 1000  # yards that a gun fires (WWG-098)


def form(rules: RuleSet[Any], view: Json, seat: SeatName) -> tuple[str, ...]:
    """The form for the turn of a seat, in lines of comments."""
    own, barred = pieces_on_board(view, seat), locked(view, seat)
    attacks = [(piece["code"], may_attack(piece, barred.get(piece["code"], ()), view)) for piece in own]
    shots = [(piece["code"], _targets(piece, barred)) for piece in own]
    return (
        *_remark("Take away the # before an order that you want; change it, and write others, one a line."),
        *_orders(
            "In contact (up to 5,000 men that touch one another; a strongpoint up to 10,000, no cavalry):",
            _attacks(rules, view, seat, [(code, met) for code, met in attacks if met]),
        ),
        *_orders(
            "Guns with targets, if they do not move:",
            [f"FIRE {code} AT {seen[0]}{_or(seen[1:])}" for code, seen in shots if seen],
        ),
        *_orders("Examples of moves:", _examples(rules, view, seat)),
        *_orders("To have a mail refused that comes too late:", [f"TURN {view['round']}"]),
        *_orders("Or, for a turn without orders:", ["PASS"]),
    )


def _orders(title: str, orders: Sequence[str]) -> Iterator[str]:
    if orders:
        yield from _remark(title)
        yield from (f"{ORDER}{order}" for order in orders)


def _remark(text: str) -> list[str]:
    """What is no order; its lines begin further out than orders do."""
    return wrap(text, WIDTH, initial_indent="# ", subsequent_indent="# ", break_on_hyphens=False)


def _or(others: Sequence[str]) -> str:
    """What could be named instead, behind the order, where nothing is read."""
    return f" # or {listed(others, 'or')}" if others else ""


def _attacks(rules: RuleSet[Any], view: Json, seat: SeatName, met: Sequence[tuple[str, Sequence[str]]]) -> list[str]:
    """An attack for each piece that touches an enemy, with what should be known of it behind."""
    position = rules.imagine(view, 0) if met else None
    said = []
    for code, enemies in met:
        order = f"ATTACK {enemies[0]} WITH {code}"
        remarks = "; ".join([*_chance(rules, position, seat, order), *_remarks(enemies, view)])
        said.append(f"{order} # {remarks}" if remarks else order)
    return said


def _chance(rules: RuleSet[Any], position: Any, seat: SeatName, order: str) -> list[str]:
    """How often the attack wins, where it comes to a fight by the usual standing orders of the enemy."""
    verdict = rules.check(position, seat, read([(1, order)])).verdicts[0]
    odds = verdict.facts.get("odds")
    if verdict.status is not Status.OK or not odds or verdict.facts.get("rides"):
        return []
    return [f"wins {round(100 * odds['win'] / odds['of'])} %"]


def _remarks(met: Sequence[str], view: Json) -> list[str]:
    """That the target is of a garrison (WWG-108), and what could be named instead."""
    target = piece_of(met[0], view)
    held = [f"in the garrison of {target['garrison']}"] if target is not None and target["garrison"] else []
    return [*held, f"or {listed(met[1:], 'or')}"] if met[1:] else held


def _targets(piece: Json, barred: dict[str, list[str]]) -> list[str]:
    return [code for code in piece.get("in_arc", ()) if code not in barred.get(piece["code"], ())]


# --- Examples -------------------------------------------------------------------------------------------------------


def _examples(rules: RuleSet[Any], view: Json, seat: SeatName) -> list[str]:
    """Moves and turns in their usual form that can be made, and all of them together."""
    position = rules.imagine(view, 0)
    chosen: list[str] = []
    for candidates in _candidates(view, seat):
        tried = (text for text in candidates if _can_be_made(rules, position, seat, [*chosen, text]))
        chosen += [text for text in (next(tried, ""),) if text]
    return chosen


def _candidates(view: Json, seat: SeatName) -> Iterator[Iterable[str]]:
    """Orders of one kind after the other, those to be tried first in front."""
    own = pieces_on_board(view, seat)
    # Who leaves a strongpoint or is under fire, and a gun that could fire, are no examples to be copied.
    free = [each for each in own if not (each["garrison"] or each["under"] or each["touches"] or each["walls"])]
    walkers = [piece["code"] for piece in free if piece["arm"] != "gun"]
    onward = "N" if seat == "french" else "S"
    yield (f"MOVE {code} FORWARD MAX" for code in walkers)
    yield (f"MOVE {code} {onward} MAX" for code in walkers[len(walkers) // 2 :])
    yield (f"MOVE {each['code']} ROAD {road} {onward} MAX" for each in free for road in each["on_roads"])
    guns = [each for each in own if each["arm"] == "gun" and not each["in_arc"] and each["nearest"]]
    guns = [each for each in guns if each["nearest"]["gap"] <= REACH]
    yield (f"TURN {each['code']} FACE {each['nearest']['piece']}" for each in guns)


def _can_be_made(rules: RuleSet[Any], position: Any, seat: SeatName, orders: Sequence[str]) -> bool:
    """Whether the last is good, alone and behind the others: it goes all its way, or has turned a gun to a target."""
    for tried in (orders[-1:], orders):
        lines = read(list(enumerate(tried, start=1)))
        verdicts = rules.check(position, seat, lines).verdicts
        if any(each.status is not Status.OK or each.facts.get("bar") for each in verdicts):
            return False
    return not isinstance(lines[-1].order, Face) or _has_a_target(rules, position, seat, lines)


def _has_a_target(rules: RuleSet[Any], position: Any, seat: SeatName, lines: Sequence[Line]) -> bool:
    """Whether the gun that is turned last bears on anybody then. Moves need no dice."""
    after = rules.view(rules.adjudicate(position, {seat: lines}, ScriptedDice([])).position, seat)
    gun = piece_of(lines[-1].order.piece.upper(), after)
    return gun is not None and bool(gun["in_arc"])
