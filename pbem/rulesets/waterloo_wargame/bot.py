"""The built-in robot of the Waterloo Wargame as a player who mails its orders.

It shoots first: guns at guns, two guns at whatever stands in the arcs of both. Then it looks for attacks that pay by
the odds that the rules tell, brings pieces into contact for them, and spends what is left of its 10,000 men on coming
on (Napoleon) or on stepping out of crossing arcs (Wellington). Every line is put to the rules with those already
chosen and kept only if they accept it; what the other side's standing orders are it does not know. Not for: strength.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import atan2, cos, degrees, hypot, radians, sin
from random import Random
from typing import Any

from core.contract import Json, Line, RuleSet, SeatName, Status
from core.rulesets.waterloo_wargame.orders import (
    Attack,
    Bearing,
    Face,
    Fire,
    Move,
    OfferDraw,
    Order,
    Pass,
    ToContact,
    Toward,
    TurnHeader,
    text_of,
)

from .board import other_of, pieces_on_board
from .questions import owes
from .shapes import shape_of

# No game of robots goes on for ever: from the turn after this they offer and accept a draw.
DRAWS_AFTER = 60
REACH, ARC = 1000, 30  # yards a gun fires, degrees to each side (WWG-025)
ALLOWANCE = {"infantry": 200, "cavalry": 400, "gun": 100}  # WWG-036
GUN_WORTH = 3.0
# Values of a shot, in thousands of men: a duel won less one lost, a garrison hit, a piece driven back.
DUEL, GARRISON_ODDS, PUSH = GUN_WORTH * (21 - 10) / 36, 6 / 36, 0.25
EVADES = 0.4  # what an attack is still worth where the target may ride off instead
PAIRS_TRIED = 6  # pairs of attackers weighed for each target
LEAST_STEP = 0.25  # of a piece's allowance; less is not worth its men
NOISE = 0.15  # so that two games are not alike


class Plan:
    """The orders chosen so far; `add` keeps more of them if the rules accept all together."""

    def __init__(self, rules: RuleSet[Any], view: Json, seat: SeatName) -> None:
        self._rules, self._seat = rules, seat
        self._position = rules.imagine(view, 0)
        self.orders: list[Order] = []

    def facts(self, *orders: Order) -> Json | None:
        """What the last of these orders would do after those chosen, or None where the rules refuse any."""
        lines = [Line(at, "", order) for at, order in enumerate([*self.orders, *orders], start=1)]
        verdicts = self._rules.check(self._position, self._seat, lines).verdicts
        if any(verdict.status is not Status.OK for verdict in verdicts):
            return None
        return verdicts[-1].facts

    def add(self, *orders: Order) -> Json | None:
        """Choose these orders too; None, and nothing chosen, where the rules refuse them."""
        facts = self.facts(*orders)
        if facts is not None:
            self.orders += orders
        return facts


def orders(rules: RuleSet[Any], view: Json, seat: SeatName, rng: Random) -> str:
    """Orders for what the seat owes in this view, as text; empty where it owes nothing."""
    if not owes(view, seat):
        return ""
    plan = Plan(rules, view, seat)
    own, enemies = pieces_on_board(view, seat), pieces_on_board(view, other_of(seat, view))
    busy = _shoot(plan, own, view, rng)
    busy |= _attack(plan, own, enemies, busy, view, rng)
    _march(plan, own, enemies, busy, view, rng)
    chosen = plan.orders or [Pass()]
    if view["round"] > DRAWS_AFTER:
        chosen.insert(0, OfferDraw())
    if rng.random() < 0.3:
        chosen.insert(0, TurnHeader(view["round"]))
    return "\n".join(text_of(order) for order in chosen)


# --- Fire -----------------------------------------------------------------------------------------------------------


def _shoot(plan: Plan, own: Sequence[Json], view: Json, rng: Random) -> set[str]:
    """Shots that are worth it; the guns that fire them, and what they are expected to drive away or destroy."""
    pieces = {piece["code"]: piece for piece in view["pieces"]}
    bearing: dict[str, list[str]] = {}
    for gun in own:
        for target in gun.get("in_arc", ()):
            bearing.setdefault(target, []).append(gun["code"])
    wishes = [(_worth_of_fire(pieces[target], guns) + rng.random() * NOISE, target) for target, guns in bearing.items()]
    busy: set[str] = set()
    for _, target in sorted(wishes, reverse=True):
        guns = [gun for gun in bearing[target] if gun not in busy]
        alone = pieces[target]["arm"] == "gun" or pieces[target]["garrison"]
        chosen = guns[:1] if alone else guns[:2]
        if chosen and plan.add(Fire(tuple(gun.lower() for gun in chosen), target.lower())) is not None:
            busy |= {*chosen, target}
    return busy


def _worth_of_fire(target: Json, guns: Sequence[str]) -> float:
    if target["arm"] == "gun":
        return DUEL
    if target["garrison"]:
        return float(GARRISON_ODDS * target["men"])
    if len(guns) < 2:
        return PUSH
    return float(target["men"]) * (EVADES if target["arm"] == "cavalry" else 1)


# --- Attacks --------------------------------------------------------------------------------------------------------


def _attack(
    plan: Plan, own: Sequence[Json], enemies: Sequence[Json], busy: set[str], view: Json, rng: Random
) -> set[str]:
    """Attacks by one piece or two that pay, the best first; the pieces that take part."""
    least = _least_gain(view)
    found: list[tuple[float, set[str], list[Order]]] = []
    for target in enemies:
        if target["code"] not in busy:
            found += _attacks_on(plan, target, [piece for piece in own if piece["code"] not in busy], rng)
    used: set[str] = set()
    found.sort(key=lambda attack: -attack[0])
    for gain, pieces, lines in found:
        if gain > least and not used & pieces and plan.add(*lines) is not None:
            used |= pieces
    return used


def _least_gain(view: Json) -> float:
    """What an attack must promise: less and less for Napoleon, who has not all day."""
    if view["to_move"] == "french":
        return 0.5 - 1.2 * float(view["round"] / view["turns"])
    return 0.5


def _attacks_on(
    plan: Plan, target: Json, own: Sequence[Json], rng: Random
) -> Iterator[tuple[float, set[str], list[Order]]]:
    """Attacks on a target with what they are worth, who makes them, and the lines for it."""
    able = []
    for piece in own:
        if piece["arm"] == "gun" or hypot(piece["x"] - target["x"], piece["y"] - target["y"]) > _reach(piece, target):
            continue
        come = _contact_lines(plan, piece, target)
        if come is not None:
            able.append((piece, come))
            yield from _weighed(plan, target, [piece], come, rng)
    for (one, first), (other, second) in list(combinations(able, 2))[:PAIRS_TRIED]:
        yield from _weighed(plan, target, [one, other], [*first, *second], rng)


def _reach(piece: Json, target: Json) -> float:
    sizes = piece["width"] + piece["depth"] + target["width"] + target["depth"]
    # A garrison is met at its outline, which may be wider than any base.
    return float(ALLOWANCE[piece["arm"]] + sizes / 2 + (400 if target["garrison"] else 0))


def _contact_lines(plan: Plan, piece: Json, target: Json) -> list[Order] | None:
    """What brings a piece into contact: nothing if it is, else a move; None if it cannot come."""
    mine, theirs = piece["code"].lower(), target["code"].lower()
    if plan.facts(Attack(theirs, (mine,))) is not None:
        return []
    move = Move(mine, (ToContact(theirs),))
    return [move] if plan.facts(move, Attack(theirs, (mine,))) is not None else None


def _weighed(
    plan: Plan, target: Json, pieces: Sequence[Json], come: Sequence[Order], rng: Random
) -> Iterator[tuple[float, set[str], list[Order]]]:
    names = tuple(piece["code"].lower() for piece in pieces)
    attack = Attack(target["code"].lower(), names, advance=bool(target["garrison"]))
    facts = plan.facts(*come, attack)
    if facts is None:
        return
    odds, men = facts["odds"], [piece["men"] for piece in pieces]
    prize = max(target["men"], GUN_WORTH if target["arm"] == "gun" else 0) + (1 if target["garrison"] else 0)
    risk = max(men) + 2 * any(piece["general"] for piece in pieces)
    price = min(men) if len(men) > 1 else 0
    gain = (odds["win"] * (prize - price) - odds["lose"] * risk) / odds["of"]
    gain *= EVADES if facts["may_evade"] else 1
    yield gain + rng.random() * NOISE, {piece["code"] for piece in pieces}, [*come, attack]


# --- Marches --------------------------------------------------------------------------------------------------------


def _march(plan: Plan, own: Sequence[Json], enemies: Sequence[Json], busy: set[str], view: Json, rng: Random) -> None:
    """Moves of those who neither fire nor fight, as far as the limit allows."""
    guns = [piece for piece in enemies if piece["arm"] == "gun"]
    free = [piece for piece in own if piece["code"] not in busy]
    rng.shuffle(free)
    if view["to_move"] == "french":
        free.sort(key=lambda piece: -_eagerness(piece))
    else:
        free.sort(key=lambda piece: -len(piece["under"]))
    for piece in free:
        if not enemies:
            return
        if piece["arm"] == "gun":
            _serve_gun(plan, piece, enemies, view)
        elif view["to_move"] == "french":
            _come_on(plan, piece, enemies, guns, rng)
        elif len(piece["under"]) > 1 and not piece["garrison"]:
            _step_out(plan, piece, guns)


def _eagerness(piece: Json) -> float:
    """Large pieces that are near go first; Napoleon's carrier stays behind."""
    if piece["general"]:
        return -10
    gap = piece["nearest"]["gap"] if piece["nearest"] else 5000
    return float(piece["men"] / 2 - gap / 200)


def _serve_gun(plan: Plan, gun: Json, enemies: Sequence[Json], view: Json) -> None:
    """Lay the gun on the nearest enemy that it could reach; where there is none, a French gun is brought on."""
    nearest, name = _nearest(gun, enemies), gun["code"].lower()
    off = abs((_bearing(gun, nearest) - gun["heading"] + 180) % 360 - 180)
    if _far(gun, nearest) < REACH + 250 and off > ARC:
        plan.add(Face(name, nearest["code"].lower()))
    elif view["to_move"] == "french":
        # On, or past one of its own that stands in the way.
        target = nearest["code"].lower()
        for leg in (Toward(target, None), Bearing((_bearing(gun, nearest) + 60) % 360, None)):
            if plan.add(Move(name, (leg,))) is not None:
                return


def _come_on(plan: Plan, piece: Json, enemies: Sequence[Json], guns: Sequence[Json], rng: Random) -> None:
    """Towards the nearest enemy, by the way of three that leads under the fewest guns."""
    goal = _nearest(piece, enemies)
    straight = _bearing(piece, goal)
    best: tuple[float, Order] | None = None
    for turned in (0, -35, 35):
        order = Move(piece["code"].lower(), (Bearing((straight + turned) % 360, None),))
        facts = plan.facts(order)
        if facts is None:
            continue
        x, y, heading = facts["to"]
        there = piece | {"x": x, "y": y, "heading": heading}
        danger = sum(_bears_on(gun, there) for gun in guns)
        closer = (_far(piece, goal) - _far(there, goal)) / ALLOWANCE[piece["arm"]]
        worth = closer - (0.5 * piece["men"] if danger > 1 else 0.1 * danger) + rng.random() * NOISE
        if best is None or worth > best[0]:
            best = worth, order
    if best is not None and best[0] > LEAST_STEP:
        plan.add(best[1])


def _step_out(plan: Plan, piece: Json, guns: Sequence[Json]) -> None:
    """Out of crossing arcs, by the first way that leads under one gun at most."""
    for bearing in (0, 45, 315, 90, 270):
        order = Move(piece["code"].lower(), (Bearing(bearing, None),))
        facts = plan.facts(order)
        if facts is None:
            continue
        x, y, heading = facts["to"]
        if sum(_bears_on(gun, piece | {"x": x, "y": y, "heading": heading}) for gun in guns) < 2:
            plan.add(order)
            return


# --- By eye ---------------------------------------------------------------------------------------------------------


def _nearest(piece: Json, others: Sequence[Json]) -> Json:
    return min(others, key=lambda other: _far(piece, other))


def _far(one: Json, other: Json) -> float:
    return hypot(one["x"] - other["x"], one["y"] - other["y"])


def _bearing(one: Json, other: Json) -> int:
    return round(degrees(atan2(other["x"] - one["x"], other["y"] - one["y"]))) % 360


def _bears_on(gun: Json, target: Json) -> bool:
    """Whether a gun would have a piece in its arc, judged by the corners and the middle of its base."""
    x, y = shape_of(gun).at(0, gun["depth"] / 2)
    ahead_x, ahead_y = sin(radians(gun["heading"])), cos(radians(gun["heading"]))
    for px, py in [*shape_of(target).corners(), (target["x"], target["y"])]:
        dx, dy = px - x, py - y
        length = hypot(dx, dy)
        if length <= REACH and dx * ahead_x + dy * ahead_y >= length * cos(radians(ARC)):
            return True
    return False
